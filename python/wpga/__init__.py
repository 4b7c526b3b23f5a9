"""Wasserstein principal geodesic analysis of families of probability measures.

>>> import numpy as np, wpga
>>> rng = np.random.default_rng(0)
>>> clouds = [rng.normal(size=(40, 2)) + [i, 0] for i in range(8)]
>>> family = wpga.Family.from_points(clouds)
>>> pga = wpga.PrincipalGeodesics(n_components=2, random_state=0)
>>> scores = pga.fit_transform(family)
>>> scores.shape
(8, 2)
>>> bool(pga.explained_variance_ratio_[0] > 0.9)
True

Estimators (scikit-learn's manners): `PrincipalGeodesics`, `TangentPCA`, `LinearTransportPCA`,
`TemplateDeformation`, `LineGeodesics`, `EuclideanPCA`, `PrincipalCurves`, `GaussianPCA`, `GaussianGeodesics`.
Data: `Family`, `Measure`, `read`.  Functions: `transport`, `pairwise_distances`, `barycenter`, `compare`, `load`.
"""

from ._core import __version__
from .coupling import Coupling, transport
from .family import Family, Measure
from .from_files import read
from .functions import Barycenter, barycenter, compare, pairwise_distances

# scikit-learn takes longer to import than everything else: it waits until an estimator is asked for.
_ESTIMATORS = (
    "MeasureAnalysis",
    "PrincipalGeodesics",
    "TangentPCA",
    "LinearTransportPCA",
    "TemplateDeformation",
    "LineGeodesics",
    "EuclideanPCA",
    "PrincipalCurves",
    "GaussianPCA",
    "GaussianGeodesics",
    "load",
)

__all__ = [
    "Barycenter",
    "Coupling",
    "Family",
    "Measure",
    "barycenter",
    "compare",
    "pairwise_distances",
    "read",
    "transport",
    "__version__",
    *_ESTIMATORS,
]


def __getattr__(name):
    if name in _ESTIMATORS:
        from . import estimators

        return getattr(estimators, name)
    raise AttributeError(f"module 'wpga' has no attribute '{name}'")


def __dir__():
    return sorted(__all__)
