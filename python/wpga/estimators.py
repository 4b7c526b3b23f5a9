"""Principal geodesics and their neighbours as scikit-learn's estimators."""

import copyreg
import os
import tempfile
import warnings
from types import SimpleNamespace

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted, check_non_negative

from . import _core
from .family import Family, paths_of
from .functions import _barycenter_from
from .keywords import constructor, options_of, parameter_words, parameters_of
from .running import progress_of, seed_of, threads_of


def _model_from(contents):
    """A model from the bytes of its file."""
    with tempfile.NamedTemporaryFile(suffix=".h5") as file:
        file.write(contents)
        file.flush()
        return _core.load(file.name)


copyreg.pickle(_core.Model, lambda model: (_model_from, (model.encode(),)))


class Component(SimpleNamespace):
    """One curve of measures through the mean, and what is proved of it.

    Attributes
    ----------
    backward, forward : array (p, d)
        Of moving atoms: the mean's atoms stand at Y − backward at time 0 and at Y + forward at time 1.
    points, weights, knots, center : arrays
        Of changing weights: (m, d), (knots, m), (knots,), (m,).
    times, scores, squared_distances, lower_bounds : array (N,)
        Of the measures of the fit, on this curve alone.
    explained, increment, cumulative : float
        Share of the variance: alone, added to the earlier components, together with them.
    certificates : dict
    """

    def at(self, time):
        """The measure at a time from 0 to 1."""
        return Family(self._model.measures_on(self._place, [float(time)]))[0]

    def __repr__(self):
        return f"<Component {self._place + 1}: {100 * self.explained:.1f} % alone, {self.termination}>"


def _components_of(model, results):
    return [
        Component(_model=model, _place=place, **component) for place, component in enumerate(results["components"])
    ]


def _fitted(name, sentence):
    """A property that reads a result of the fit."""

    def read(self):
        if not hasattr(self, "_results"):
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet; call fit first")
        return _RESULTS[name](self)

    read.__doc__ = sentence
    return property(read)


def _shares(self, name):
    return np.array([component[name] for component in self._results["components"]])


def _certificates(self):
    parts = [component["certificates"] for component in self._results["components"]]
    return {name: np.array([part[name] for part in parts]) for name in (parts[0] if parts else ())}


def _mean(self):
    return _barycenter_from(self._model, self._results)


_RESULTS = {
    "n_components_": lambda self: len(self._results["components"]),
    "mean_": _mean,
    "components_": lambda self: _components_of(self._model, self._results),
    "explained_variance_ratio_": lambda self: _shares(self, "increment"),
    "explained_variance_": lambda self: _shares(self, "increment") * self._results["variance"],
    "explained_alone_": lambda self: _shares(self, "explained"),
    "variance_": lambda self: self._results["variance"],
    "certificates_": _certificates,
    "clipped_": lambda self: np.array(self._results["clipped"], dtype=int),
    "left_out_": lambda self: np.array(self._results["left_out"], dtype=int),
    "scores_": lambda self: self._results["joint_scores"],
    "times_": lambda self: self._results["joint_times"],
    "squared_distances_": lambda self: self._results["joint_squared_distances"],
    "bootstrap_": lambda self: self._results["bootstrap"],
    "names_": lambda self: self._results["names"],
    "labels_": lambda self: self._results["labels"],
    "converged_": lambda self: self._results["converged"],
    "seconds_": lambda self: self._results["seconds"],
    "results_": lambda self: self._results,
}

_ATTRIBUTES = """Attributes
----------
mean_ : Barycenter
    The Wasserstein mean, with its variance and squared distances.
components_ : list of Component
explained_variance_ratio_ : array (K,)
    Share of the variance that each component adds to those before it.
explained_alone_ : array (K,)
    Share that each explains by itself.
certificates_ : dict of arrays (K,)
    How far each curve is from what it claims; 0 is perfect.
clipped_ : array (K,)
    How many measures stand at an end of a curve, beyond the one that defines it.
left_out_ : array (K,)
    How many measures are nearer without the component.
scores_, times_ : array (N, K)
    Of the measures of the fit, on all components together; a time is NaN where a component is left out.
variance_, n_components_, converged_, seconds_, results_
    The variance about the mean, the number of components found, whether everything converged, the seconds that
    each part took, and all results by name.
n_features_in_, feature_names_in_
    Coordinates of the points (of arrays: the bins), and their names where known.
"""


class MeasureAnalysis(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """What principal geodesics and their neighbours have in common.

    X is a `Family`, an array or data frame (N, B) of histograms, a list of clouds, or names of files.
    """

    _method = None

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        if "_method" in cls.__dict__:
            cls.__init__ = constructor(cls.__name__, parameters_of(cls._method))
            summary, _, examples = cls.__doc__.partition("Examples\n")
            text = f"{summary.rstrip()}\n\n{parameter_words(cls._method)}\n\n{_ATTRIBUTES}\nExamples\n"
            cls.__doc__ = text + "\n".join(line[4:] for line in examples.splitlines()) + "\n"

    n_components_ = _fitted("n_components_", "The number of components found.")
    mean_ = _fitted("mean_", "The Wasserstein mean.")
    components_ = _fitted("components_", "One `Component` for each.")
    explained_variance_ratio_ = _fitted("explained_variance_ratio_", "Share that each component adds, (K,).")
    explained_variance_ = _fitted("explained_variance_", "The same times the variance, (K,).")
    explained_alone_ = _fitted("explained_alone_", "Share that each explains by itself, (K,).")
    variance_ = _fitted("variance_", "Weighted mean of the squared distances to the mean.")
    certificates_ = _fitted("certificates_", "How far each curve is from what it claims, by name.")
    clipped_ = _fitted("clipped_", "Measures that stand at an end of a curve, (K,).")
    left_out_ = _fitted("left_out_", "Measures that are nearer without a component, (K,).")
    scores_ = _fitted("scores_", "Scores of the measures of the fit, (N, K).")
    times_ = _fitted("times_", "Their times, NaN where a component is left out, (N, K).")
    squared_distances_ = _fitted("squared_distances_", "To the first 1 … K components together, (N, K).")
    bootstrap_ = _fitted("bootstrap_", "Shares in measures drawn again, (B, K).")
    names_ = _fitted("names_", "Names of the measures of the fit.")
    labels_ = _fitted("labels_", "Their labels, or an empty list.")
    converged_ = _fitted("converged_", "Did everything converge?")
    seconds_ = _fitted("seconds_", "That the parts of the fit took.")
    results_ = _fitted("results_", "All results by name.")

    # ---- scikit-learn's contract.

    def fit(self, X, y=None):
        """Finds the mean and the components.

        Parameters
        ----------
        X : Family, array (N, B) of histograms, list of clouds, or names of files
        y : ignored

        Returns
        -------
        self
        """
        return self._fit(self._family(X, reset=True)[0])

    def fit_transform(self, X, y=None):
        """`fit(X).transform(X)`, to the bit: measures of the fit are projected as new ones are."""
        family, rows = self._family(X, reset=True)
        return self._fit(family)._scores(family, rows)

    def transform(self, X):
        """Scores on all components together, (N, K): signed lengths along the curves from the mean.

        Never NaN: a component that is better left out has the score of the mean, 0.  So has an empty histogram, of
        which nothing is known.
        """
        check_is_fitted(self)
        return self._scores(*self._family(X, reset=False))

    def inverse_transform(self, X):
        """The measures that have these scores, as a Family; scores beyond the ends of a curve are cut off there."""
        check_is_fitted(self)
        scores = np.asarray(X, dtype=float)
        if not self.n_components_:
            return Family(self._model.mean())
        return Family(self._model.measures_at(scores, True))

    def score(self, X, y=None):
        """The share of the variance of these measures about the mean that the components explain together."""
        check_is_fitted(self)
        family, _ = self._family(X, reset=False)
        if not self.n_components_:
            return 0.0
        found = self._project(family)
        weights = family.measure_weights
        variance = weights @ found["squared_distances_to_mean"]
        return float(1 - weights @ found["joint_squared_distances"][:, -1] / variance) if variance > 0 else 0.0

    def project(self, X):
        """All that is known of measures on the components: times, scores, distances and their lower bounds.

        Returns a dictionary; `joint_…` is for all components together, the others for each alone.
        """
        check_is_fitted(self)
        return self._project(self._family(X, reset=False)[0])

    def __sklearn_is_fitted__(self):
        return hasattr(self, "_model")

    def _more_tags(self):
        return {"requires_positive_X": True}

    @property
    def _n_features_out(self):
        return self.n_components_

    # ---- Pickling: the file of the model, and what no file keeps.

    def __getstate__(self):
        state = super().__getstate__().copy()
        results = state.pop("_results", None)
        if results is not None:
            state["_run"] = {name: results[name] for name in _OF_THE_RUN}
        return state

    def __setstate__(self, state):
        run = state.pop("_run", None) if isinstance(state, dict) else None
        super().__setstate__(state)
        if run is not None:
            self._results = {**self._model.results(), **run}

    # ---- Work.

    def _options(self):
        options = {option["name"]: getattr(self, option["name"]) for option in options_of(self._method)}
        return dict(options, random_state=seed_of(self.random_state))

    def _fit(self, family):
        with progress_of(self.progress) as tell:
            model = _core.fit(family._handle, self._method, self._options(), threads_of(self.n_jobs), tell)
        self._take(model)
        return self

    def _take(self, model):
        self._model = model
        self._results = model.results()

    def _project(self, family):
        if not self.n_components_:
            family = Family(self._model.entered(family._handle))
            return {"joint_scores": np.zeros((len(family), 0))}
        with progress_of(self.progress) as tell:
            return self._model.project(family._handle, self._options(), threads_of(self.n_jobs), tell)

    def _scores(self, family, rows):
        scores = self._project(family)["joint_scores"]
        if rows is None:
            return scores
        all_rows = np.zeros((len(rows), scores.shape[1]))
        all_rows[rows] = scores
        return all_rows

    def _family(self, X, reset):
        """X as a family; of an array also which rows are measures, unless all are."""
        if isinstance(X, (str, os.PathLike)) or _is_list_of_paths(X):
            with progress_of(self.progress) as tell:
                if reset:
                    handle = _core.family_from_files(paths_of(X), {}, threads_of(self.n_jobs), tell)
                else:
                    handle = self._model.read_alike(paths_of(X), threads_of(self.n_jobs), tell)
            X = Family(handle)
        elif _is_list_of_clouds(X):
            X = Family.from_points(X)
        if isinstance(X, Family):
            self._note_features(X, reset)
            return X, None
        X = self._validate_data(X, reset=reset, dtype=np.float64, ensure_min_samples=2 if reset else 1)
        check_non_negative(X, type(self).__name__)
        if X.shape[1] == 1:
            raise ValueError("n_features = 1: histograms of one bin are all the same measure; two bins at least are wanted")
        rows = X.any(axis=1)
        if rows.all():
            return Family.from_histograms(X, grid=self.bins), None
        empty = np.flatnonzero(~rows)
        words = ", ".join(map(str, empty[:5])) + (", …" if len(empty) > 5 else "")
        if not rows.any():
            raise ValueError("every histogram is empty: all weights are zero")
        warnings.warn(
            f"rows {words} are empty histograms: they count for nothing in a fit and get the score of the mean, 0",
            stacklevel=3,
        )
        return Family.from_histograms(X[rows], grid=self.bins), rows

    def _note_features(self, family, reset):
        if not reset:
            return
        # Of histograms an array has the bins, so that the number of coordinates is no number of features.
        if family.kind == "histogram":
            vars(self).pop("n_features_in_", None)
        else:
            self.n_features_in_ = family.dimension
        if family.axes and family.kind != "histogram":
            self.feature_names_in_ = np.array(family.axes, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    # ---- Files, pictures.

    def save(self, path):
        """Writes the model as `wpga fit` does, .h5: the same data and options give the same bytes."""
        check_is_fitted(self)
        self._model.save(os.fspath(path))

    def plot_components(self, components=None, times=5, **style):
        """Draws measures along each component; returns an array of matplotlib's axes, (components, times)."""
        from .plots import plot_components

        return plot_components(self, components, times, **style)

    def plot_plane(self, components=(0, 1), color=None, X=None, ax=None, names=False, **style):
        """Draws the scores on two components; `color` is a number or word for each measure."""
        from .plots import plot_plane

        return plot_plane(self, components, color, X, ax, names, **style)

    def plot_scree(self, ax=None, **style):
        """Draws the shares of the variance, each and together; returns the axes."""
        from .plots import plot_scree

        return plot_scree(self, ax, **style)

    def report(self, X=None, meta=None, path=None, height=800):
        """The interactive page of `wpga report`: shown in a notebook, written to `path` when given.

        Parameters
        ----------
        X : Family, optional
            The measures of the fit, for pictures.
        meta : DataFrame or Series, optional
            What else is known of the measures, joined by name (the index), or in their order.
        """
        from .report import report

        return report(self, X, meta, path, height)


_OF_THE_RUN = ("converged", "mean_convergence", "seconds")


def _is_list_of_paths(X):
    return isinstance(X, (list, tuple)) and len(X) > 0 and all(isinstance(x, (str, os.PathLike)) for x in X)


def _is_list_of_clouds(X):
    return isinstance(X, (list, tuple)) and len(X) > 0 and all(getattr(x, "ndim", 0) == 2 for x in X)


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


_CLASSES = {cls._method: cls for cls in MeasureAnalysis.__subclasses__()}


def _value_of(name, value):
    if name == "n_components" and value is not None and value == int(value):
        return int(value)
    return tuple(value) if isinstance(value, list) else value


def load(path):
    """Reads a model that `save` or the command line wrote.

    Returns
    -------
    a fitted estimator, or a `Barycenter` for a model without components (`wpga mean`)

    Examples
    --------
    >>> import os, tempfile, wpga
    >>> pga = wpga.PrincipalGeodesics(1).fit([[4, 2, 1, 0], [2, 4, 2, 1], [1, 2, 4, 2]])
    >>> path = os.path.join(tempfile.mkdtemp(), "m.h5")
    >>> pga.save(path)
    >>> wpga.load(path).n_components_
    1
    """
    model = _core.load(os.fspath(path))
    results = model.results()
    options = {_core.keyword_of(name): value for name, value in results["options"].items()}
    cls = _CLASSES.get(options.get("method"))
    if cls is None:
        return _barycenter_from(model, results)
    known = {parameter.name for parameter in parameters_of(cls._method)}
    if options.get("mean_method") == "given":
        del options["mean_method"]
    estimator = cls(**{name: _value_of(name, value) for name, value in options.items() if name in known})
    estimator._model, estimator._results = model, results
    estimator._note_features(Family(model.mean()), reset=True)
    return estimator
