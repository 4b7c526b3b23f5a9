"""Principal geodesics and their neighbours as scikit-learn's estimators."""

from . import _core
from .analysis import MeasureAnalysis
from .family import Family
from .functions import _barycenter_from
from .keywords import parameters_of
from .running import path_of


class PrincipalGeodesics(MeasureAnalysis):
    """Principal generalized geodesics in Wasserstein space (Seguy & Cuturi 2015).

    Curves of measures through the Wasserstein mean that follow a family most closely, one after the other, as
    principal components do for vectors; each with its proof.

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(30, 2)) * [1 + i, 1] for i in range(6)])
    >>> pga = wpga.PrincipalGeodesics(n_components=1, support=30).fit(family)
    >>> bool(pga.explained_variance_ratio_[0] > 0.5)
    True
    >>> pga.inverse_transform(pga.transform(family)[:2])
    <Family: 2 measures in R^2, 30 atoms each, points>
    """

    _method = "geodesics"


class TangentPCA(MeasureAnalysis):
    """PCA of the transport maps from the Wasserstein mean; `cone` keeps the maps optimal.

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(20, 2)) + [i, 0] for i in range(5)])
    >>> wpga.TangentPCA(2).fit_transform(family).shape
    (5, 2)
    """

    _method = "tangent"


class LinearTransportPCA(MeasureAnalysis):
    """PCA of the transport maps from a template (linear optimal transport, Wang et al. 2013).

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(20, 2)) + [i, 0] for i in range(5)])
    >>> wpga.LinearTransportPCA(1).fit(family).n_components_
    1
    """

    _method = "linear"


class TemplateDeformation(MeasureAnalysis):
    """Components among translations, scalings or symmetric linear maps of the mean.

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(20, 2)) + [i, 0] for i in range(5)])
    >>> wpga.TemplateDeformation(1, deformation="translation").fit(family).n_components_
    1
    """

    _method = "template"


class LineGeodesics(MeasureAnalysis):
    """Geodesic PCA of measures on the line, where Wasserstein space is flat.

    Examples
    --------
    >>> import wpga
    >>> histograms = [[4, 2, 1, 0], [2, 4, 2, 1], [1, 2, 4, 2], [0, 1, 2, 4]]
    >>> wpga.LineGeodesics(1).fit(histograms).n_components_
    1
    """

    _method = "line"


class EuclideanPCA(MeasureAnalysis):
    """Ordinary PCA of the weights of histograms and pictures, measured in Wasserstein distance.

    Examples
    --------
    >>> import wpga
    >>> histograms = [[4, 2, 1, 0], [2, 4, 2, 1], [1, 2, 4, 2], [0, 1, 2, 4]]
    >>> wpga.EuclideanPCA(1).fit(histograms).n_components_
    1
    """

    _method = "euclidean"


class PrincipalCurves(MeasureAnalysis):
    """Principal curves through the weights of histograms and pictures, measured in Wasserstein distance.

    Examples
    --------
    >>> import wpga
    >>> histograms = [[4, 2, 1, 0], [2, 4, 2, 1], [1, 2, 4, 2], [0, 1, 2, 4]]
    >>> wpga.PrincipalCurves(1).fit(histograms).n_components_
    1
    """

    _method = "curve"


class GaussianPCA(MeasureAnalysis):
    """Components of means and covariances: every measure counts as the Gaussian with its moments.

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(20, 2)) + [i, 0] for i in range(5)])
    >>> wpga.GaussianPCA(1).fit(family).n_components_
    1
    """

    _method = "gaussian"


class GaussianGeodesics(MeasureAnalysis):
    """Geodesic PCA of normal laws (Bures–Wasserstein): every measure counts as the Gaussian with its moments.

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(20, 2)) + [i, 0] for i in range(5)])
    >>> wpga.GaussianGeodesics(1).fit(family).n_components_
    1
    """

    _method = "gaussian-geodesic"


_CLASSES = {cls._method: cls for cls in MeasureAnalysis.__subclasses__()}


def _value_of(name, value):
    if name == "n_components" and isinstance(value, float) and value.is_integer():
        return int(value)
    return tuple(value) if isinstance(value, list) else value


def load(path):
    """Reads a model that `save` or the command line wrote.

    Returns
    -------
    a fitted estimator, or a `Barycenter` for a model without components (`wpga mean`); the curve of `wpga regress` is
    the one component of a `PrincipalGeodesics`, with `statistics_["regression"]`

    Examples
    --------
    >>> import os, tempfile, wpga
    >>> pga = wpga.PrincipalGeodesics(1).fit([[4, 2, 1, 0], [2, 4, 2, 1], [1, 2, 4, 2]])
    >>> path = os.path.join(tempfile.mkdtemp(), "m.h5")
    >>> pga.save(path)
    >>> wpga.load(path).n_components_
    1
    """
    model = _core.load(path_of(path))
    results = model.results()
    options = {_core.keyword_of(name): value for name, value in results["options"].items()}
    cls = _CLASSES.get(options.get("method"))
    if options.get("method") == "regression" and results["components"]:
        cls, options["n_components"] = PrincipalGeodesics, len(results["components"])
    if cls is None:
        return _barycenter_from(model, results)
    known = {parameter.name for parameter in parameters_of(cls._method)}
    if options.get("mean_method") == "given":
        del options["mean_method"]
    estimator = cls(**{name: _value_of(name, value) for name, value in options.items() if name in known})
    estimator._model, estimator._results = model, results
    mean = Family(model.mean())
    estimator._note_features(mean, reset=True)
    estimator._bins_are_unknown = mean.kind == "histogram"
    return estimator
