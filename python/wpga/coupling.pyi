from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .family import Family, Measure

_Floats = NDArray[np.float64]
_Measure = Measure | Family | ArrayLike | tuple[ArrayLike, ArrayLike]

class Coupling:
    value: float
    lower_bound: float
    method: str
    converged: bool
    iterations: int
    shape: tuple[int, int]
    map: _Floats
    entries: tuple[NDArray[np.int32], NDArray[np.int32], _Floats]
    seconds: float
    def __init__(self, *found: Any) -> None: ...
    @property
    def gap(self) -> float: ...
    @property
    def distance(self) -> float: ...
    @property
    def plan(self) -> Any: ...

def atoms_of(measure: _Measure) -> tuple[ArrayLike, ArrayLike | None]: ...
def transport(source: _Measure, target: _Measure, **options: Any) -> Coupling: ...
