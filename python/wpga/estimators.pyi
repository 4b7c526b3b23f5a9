# Made by packaging/make_stubs.py from the lists of options; not written by hand.
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
    @property
    def n_components_(self) -> int: ...
    @property
    def mean_(self) -> Barycenter: ...
    @property
    def components_(self) -> list[Component]: ...
    @property
    def explained_variance_ratio_(self) -> _Floats: ...
    @property
    def explained_variance_(self) -> _Floats: ...
    @property
    def explained_alone_(self) -> _Floats: ...
    @property
    def variance_(self) -> float: ...
    @property
    def certificates_(self) -> dict[str, _Floats]: ...
    @property
    def clipped_(self) -> NDArray[np.int_]: ...
    @property
    def left_out_(self) -> NDArray[np.int_]: ...
    @property
    def scores_(self) -> _Floats: ...
    @property
    def times_(self) -> _Floats: ...
    @property
    def squared_distances_(self) -> _Floats: ...
    @property
    def bootstrap_(self) -> _Floats: ...
    @property
    def names_(self) -> list[str]: ...
    @property
    def labels_(self) -> list[str]: ...
    @property
    def converged_(self) -> bool: ...
    @property
    def seconds_(self) -> dict[str, Any]: ...
    @property
    def results_(self) -> dict[str, Any]: ...

class PrincipalGeodesics(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        algorithm: Literal["default", "paper"] = ...,
        curve: Literal["generalized", "geodesic", "translation"] = ...,
        maps: Literal["optimal", "free"] = ...,
        projection: Literal["cone", "barycentric"] = ...,
        orthogonality: Literal["each", "sum"] = ...,
        box: str = ...,
        collinearity: float | None = ...,
        start: Literal["auto", "tangent", "farthest", "random"] = ...,
        restarts: int = ...,
        tolerance: float = ...,
        iterations: int = ...,
        map_tolerance: float = ...,
        step: float = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        finish: Literal["near", "strict"] = ...,
        cone_iterations: int = ...,
        fit_order: Literal["together", "greedy"] = ...,
        joint_maps: Literal["each", "all"] = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class TangentPCA(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        box: str = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        cone: bool = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class LinearTransportPCA(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        box: str = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        template_atoms: int | None = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class TemplateDeformation(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        box: str = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        deformation: Literal["translation", "scale", "scatter"] = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class LineGeodesics(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        box: str = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        line_method: Literal["iterative", "surface", "projected"] = ...,
        centring: float | None = ...,
        tolerance: float = ...,
        iterations: int = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class EuclideanPCA(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        cells: int = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class PrincipalCurves(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        curve_fit: Literal["segments", "smooth"] = ...,
        segments: int = ...,
        degrees_of_freedom: float = ...,
        axes: int = ...,
        cells: int = ...,
        tolerance: float = ...,
        iterations: int = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

class GaussianPCA(MeasureAnalysis):
    def __init__(
        self,
        n_components: float | None = ...,
        *,
        box: str = ...,
        times_search: Literal["certified", "grid"] = ...,
        grid: int = ...,
        time_tolerance: float = ...,
        solves: int = ...,
        bootstrap: int = ...,
        transport: Literal["auto", "exact", "entropic"] = ...,
        regularization: float = ...,
        marginal_tolerance: float = ...,
        sinkhorn_iterations: int = ...,
        kernel_memory: float = ...,
        mean_method: Literal["auto", "exact", "free", "fixed", "lp", "multimarginal", "sliced"] = ...,
        support: int | None = ...,
        mean_weights: Literal["uniform", "optimize"] = ...,
        mean_start: Literal["kmeans", "grid"] = ...,
        mean_restarts: int = ...,
        mean_tolerance: float = ...,
        mean_iterations: int = ...,
        mean_relaxation: float = ...,
        mean_fixed_algorithm: Literal["bregman", "debiased", "subgradient"] = ...,
        mean_fixed_regularization: float = ...,
        mean_fixed_tolerance: float = ...,
        mean_fixed_iterations: int = ...,
        mean_prune: float = ...,
        mean_step: float = ...,
        mean_lp_tolerance: float = ...,
        mean_lp_rounds: int = ...,
        mean_lp_rows: int = ...,
        mean_multimarginal_tolerance: float = ...,
        mean_multimarginal_rounds: int = ...,
        mean_multimarginal_tuples: float = ...,
        mean_multimarginal_atoms: int = ...,
        mean_directions: int = ...,
        mean_sliced_tolerance: float = ...,
        mean_sliced_iterations: int = ...,
        bins: ArrayLike | None = ...,
        n_jobs: int | None = ...,
        random_state: _RandomState = ...,
        progress: _Progress = ...,
    ) -> None: ...

def load(path: str | os.PathLike[str]) -> Any: ...
