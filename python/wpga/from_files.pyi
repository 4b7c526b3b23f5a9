import os
from collections.abc import Callable, Sequence
from typing import Any, Literal

from .family import Family

_Path = str | bytes | os.PathLike[str]
_Progress = bool | Callable[[str, int, int], object] | None

def read(
    data: _Path | Sequence[_Path],
    kind: Literal["shape", "palette", "points", "histogram"] | None = ...,
    *,
    n_jobs: int | None = ...,
    progress: _Progress = ...,
    **options: Any,
) -> Family: ...
def reading_options() -> list[dict[str, Any]]: ...
