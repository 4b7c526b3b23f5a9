import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .from_arrays import FromArrays
from .from_tables import FromTables

_Floats = NDArray[np.float64]
_Path = str | os.PathLike[str]
_Progress = bool | Callable[[str, int, int], object] | None
_RandomState = int | np.random.RandomState | np.random.Generator | None
_Transform = str | None

class Measure:
    points: _Floats
    weights: _Floats
    name: str
    label: str
    space: dict[str, Any]
    def __init__(self, points: ArrayLike, weights: ArrayLike | None = ..., name: str = ..., label: str = ...) -> None: ...
    def __len__(self) -> int: ...
    @property
    def dimension(self) -> int: ...
    @property
    def kind(self) -> str: ...
    def mean(self) -> _Floats: ...
    def plot(self, ax: Any = ..., **style: Any) -> Any: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

class Family(FromArrays, FromTables):
    def __init__(self, handle: Family | _core.Family) -> None: ...
    @classmethod
    def from_points(
        cls,
        points: Sequence[ArrayLike] | NDArray[Any],
        weights: Sequence[ArrayLike] | NDArray[Any] | None = ...,
        *,
        names: Sequence[object] | None = ...,
        labels: Sequence[object] | None = ...,
        axes: Sequence[str] | None = ...,
        measure_weights: ArrayLike | None = ...,
    ) -> Family: ...
    @classmethod
    def from_images(
        cls,
        images: ArrayLike,
        *,
        labels: Sequence[object] | None = ...,
        kind: Literal["shape", "palette", "volume"] | None = ...,
        random_state: _RandomState = ...,
        n_jobs: int | None = ...,
        progress: _Progress = ...,
        **options: Any,
    ) -> Family: ...
    @classmethod
    def from_histograms(
        cls,
        histograms: Any,
        grid: ArrayLike | None = ...,
        *,
        names: Sequence[object] | None = ...,
        labels: Sequence[object] | None = ...,
        measure_weights: ArrayLike | None = ...,
        axes: Sequence[str] | None = ...,
    ) -> Family: ...
    @classmethod
    def from_frame(
        cls,
        frame: Any,
        measure: str | Sequence[str],
        columns: str | Sequence[str] | None = ...,
        *,
        weight: str | None = ...,
        label: str | None = ...,
        transform: _Transform = ...,
        n: int | None = ...,
        random_state: _RandomState = ...,
    ) -> Family: ...
    @classmethod
    def from_anndata(
        cls,
        adata: Any,
        sample: str,
        layer: str | None = ...,
        *,
        columns: Sequence[str] | None = ...,
        use_rep: str | None = ...,
        label: str | None = ...,
        transform: _Transform = ...,
        n: int | None = ...,
        random_state: _RandomState = ...,
    ) -> Family: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int | str) -> Measure: ...  # type: ignore[misc]  # a text is a sequence of texts too
    @overload
    def __getitem__(self, key: slice | Sequence[int] | Sequence[str] | Sequence[bool] | NDArray[Any]) -> Family: ...
    def __iter__(self) -> Iterator[Measure]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @property
    def shape(self) -> tuple[int]: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def index(self) -> list[str]: ...
    @property
    def labels(self) -> list[str]: ...
    @property
    def dimension(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def axes(self) -> list[str]: ...
    @property
    def grid(self) -> list[int]: ...
    @property
    def points(self) -> _Floats: ...
    @property
    def weights(self) -> _Floats: ...
    @property
    def offsets(self) -> NDArray[np.int64]: ...
    @property
    def sizes(self) -> NDArray[np.int64]: ...
    @property
    def measure_weights(self) -> _Floats: ...
    @property
    def notes(self) -> list[str]: ...
    def with_labels(self, labels: Sequence[object]) -> Family: ...
    def with_measure_weights(self, weights: ArrayLike | None) -> Family: ...
    def centered(self) -> Family: ...
    def standardized(self) -> Family: ...
    def to_frame(self) -> Any: ...
    def save(self, path: _Path) -> None: ...
    def plot(self, measures: Sequence[int] | None = ..., *, columns: int = ..., labels: bool = ...) -> NDArray[np.object_]: ...
