import os
from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .family import Family, Measure

_Floats = NDArray[np.float64]
_Measure = Measure | Family | ArrayLike | tuple[ArrayLike, ArrayLike]
_Progress = bool | Callable[[str, int, int], object] | None
_RandomState = int | np.random.RandomState | np.random.Generator | None

@overload
def pairwise_distances(
    family: Family,
    other: Family | None = ...,
    *,
    squared: bool = ...,
    bounds: Literal[False] = ...,
    n_jobs: int | None = ...,
    progress: _Progress = ...,
    **options: Any,
) -> _Floats: ...
@overload
def pairwise_distances(
    family: Family,
    other: Family | None = ...,
    *,
    squared: bool = ...,
    bounds: Literal[True],
    n_jobs: int | None = ...,
    progress: _Progress = ...,
    **options: Any,
) -> tuple[_Floats, _Floats]: ...

class Barycenter(Measure):
    variance: float
    squared_distances: _Floats
    converged: bool
    results: dict[str, Any]
    def save(self, path: str | os.PathLike[str]) -> None: ...

def barycenter(
    family: Family,
    support: int | None = ...,
    *,
    start_from: _Measure | None = ...,
    random_state: _RandomState = ...,
    n_jobs: int | None = ...,
    progress: _Progress = ...,
    **options: Any,
) -> Barycenter: ...
def compare(
    family: Family,
    methods: str | Sequence[str] | None = ...,
    *,
    holdout: float = ...,
    mean_from: _Measure | None = ...,
    random_state: _RandomState = ...,
    n_jobs: int | None = ...,
    progress: _Progress = ...,
    **options: Any,
) -> Any: ...
