"""Writes wpga/estimators.pyi: constructors with every option of the library, typed.

    PYTHONPATH=build/release/python /usr/bin/python3 python/packaging/make_stubs.py [--check]

With --check nothing is written: exit code 1 when the file is not what would be written.
"""

import sys
from pathlib import Path

from wpga import estimators
from wpga.keywords import options_of

STUB = Path(__file__).resolve().parent.parent / "wpga" / "estimators.pyi"

HEAD = '''# Made by packaging/make_stubs.py from the lists of options; not written by hand.
import os
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from typing_extensions import Self

from . import _core
from .family import Family, Measure
from .functions import Barycenter
from .report import Report

_Floats = NDArray[np.float64]
_Progress = bool | Callable[[str, int, int], object] | None
_RandomState = int | np.random.RandomState | np.random.Generator | None

class Component(SimpleNamespace):
    def at(self, time: float) -> Measure: ...

class MeasureAnalysis(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    def fit(self, X: Any, y: Any = ...) -> Self: ...
    def fit_transform(self, X: Any, y: Any = ...) -> _Floats: ...
    def transform(self, X: Any) -> _Floats: ...
    def inverse_transform(self, X: ArrayLike) -> Family: ...
    def score(self, X: Any, y: Any = ...) -> float: ...
    def project(self, X: Any) -> dict[str, Any]: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def plot_components(self, components: int | Sequence[int] | None = ..., times: int | Sequence[float] = ..., **style: Any) -> NDArray[np.object_]: ...
    def plot_plane(self, components: tuple[int, int] = ..., color: ArrayLike | None = ..., X: Any = ..., ax: Any = ..., names: bool = ..., **style: Any) -> Any: ...
    def plot_scree(self, ax: Any = ..., **style: Any) -> Any: ...
    def report(self, X: Any = ..., meta: Any = ..., path: str | os.PathLike[str] | None = ..., height: int = ...) -> Report: ...
    def __sklearn_is_fitted__(self) -> bool: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, state: Any) -> None: ...
'''

RESULTS = {
    "n_components_": "int",
    "mean_": "Barycenter",
    "components_": "list[Component]",
    "variance_": "float",
    "certificates_": "dict[str, _Floats]",
    "clipped_": "NDArray[np.int_]",
    "left_out_": "NDArray[np.int_]",
    "names_": "list[str]",
    "labels_": "list[str]",
    "converged_": "bool",
    "seconds_": "dict[str, Any]",
    "results_": "dict[str, Any]",
}


def type_of(option):
    takes, default = option["takes"], option["default"]
    plain = {"N": "int", "X": "float", "TEXT": "str", "N,…": "Sequence[int]", "X,…": "Sequence[float]"}
    if isinstance(default, bool):
        found = "bool"
    elif takes in plain:
        found = plain[takes]
    else:
        found = "Literal[" + ", ".join(f'"{word}"' for word in takes.split("|")) + "]"
    if option["name"] == "n_components":
        found = "float"
    return f"{found} | None" if default is None else found


def constructor_of(method):
    options = options_of(method)
    lines = ["    def __init__(", "        self,", f"        n_components: {type_of(options[0])} = ...,", "        *,"]
    lines += [f"        {option['name']}: {type_of(option)} = ...," for option in options[1:]]
    lines += [
        "        bins: ArrayLike | None = ...,",
        "        n_jobs: int | None = ...,",
        "        random_state: _RandomState = ...,",
        "        progress: _Progress = ...,",
        "    ) -> None: ...",
    ]
    return "\n".join(lines)


def stub():
    text = HEAD
    for name in estimators._RESULTS:
        text += f"    @property\n    def {name}(self) -> {RESULTS.get(name, '_Floats')}: ...\n"
    for cls in estimators.MeasureAnalysis.__subclasses__():
        text += f"\nclass {cls.__name__}(MeasureAnalysis):\n{constructor_of(cls._method)}\n"
    return text + "\ndef load(path: str | os.PathLike[str]) -> Any: ...\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(STUB.read_text(encoding="utf-8") != stub())
    STUB.write_text(stub(), encoding="utf-8")
