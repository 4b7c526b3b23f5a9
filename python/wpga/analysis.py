"""What principal geodesics and their neighbours have in common: scikit-learn's contract, files, pictures."""

import os
import warnings
from functools import wraps

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_array, check_is_fitted, check_non_negative

from . import _core
from .family import Family, Measure
from .from_arrays import bins_of
from .keywords import constructor, options_of, parameter_words, parameters_of
from .report import columns_of
from .results import ATTRIBUTES, FittedResults
from .running import path_of, paths_of, progress_of, seed_of, threads_of


class MeasureAnalysis(FittedResults, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """What principal geodesics and their neighbours have in common.

    X is a `Family`, an array or data frame (N, B) of histograms, a list of clouds, or names of files.
    """

    _method = None

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        if "_method" in cls.__dict__:
            cls.__init__ = constructor(cls.__name__, parameters_of(cls._method))
            summary, _, examples = cls.__doc__.partition("Examples\n")
            text = f"{summary.rstrip()}\n\n{parameter_words(cls._method)}\n\n{ATTRIBUTES}\nExamples\n"
            cls.__doc__ = text + "\n".join(line[4:] for line in examples.splitlines()) + "\n"

    _bins = None  # as the columns of the fit's data frame say
    _bins_are_unknown = False  # of a model that was read from its file

    # ---- scikit-learn's contract.

    def fit(self, X, y=None, *, meta=None):
        """Finds the mean and the components.

        Parameters
        ----------
        X : Family, array (N, B) of histograms, list of clouds, or names of files
        y : ignored
        meta : DataFrame or Series, optional
            What else is known of the measures, joined by name (the index), or in their order: tested against the scores
            in `statistics_["covariates"]`.

        Returns
        -------
        self
        """
        return self._fit(*self._family(X, reset=True), meta)

    def fit_transform(self, X, y=None, *, meta=None):
        """`fit(X, meta=meta).transform(X)`, to the bit: measures of the fit are projected as new ones are."""
        family, rows = self._family(X, reset=True)
        return self._fit(family, rows, meta)._scores(family, rows)

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
        if not self.n_components_:
            return Family(self._model.mean())._subset([0] * len(X))
        return Family(self._model.measures_at(X))

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

    def _fit(self, family, rows, meta):
        if meta is not None and rows is not None:
            raise ValueError("`meta` wants a measure for each row, but some histograms are empty; leave them out")
        columns = {} if meta is None else columns_of(meta, family.names)
        with progress_of(self.progress) as tell:
            model = _core.fit(family._handle, self._method, self._options(), columns, threads_of(self.n_jobs), tell)
        self._model, self._results = model, model.results()
        if not self.converged_:
            warnings.warn(self._stopped_early(), ConvergenceWarning, stacklevel=3)
        return self

    def _stopped_early(self):
        """What stopped before it converged, in a sentence."""
        ends = {"the mean": self._results["mean_convergence"]}
        ends.update({f"component {k + 1}": part for k, part in enumerate(self._results["components"])})
        found = [name for name, end in ends.items() if end["termination"] == "iteration_limit"]
        return (
            f"{type(self).__name__} stopped before it converged ({', '.join(found) or 'some transport problems'}): "
            "what it found is measured truly, but more `iterations` or `mean_iterations` may find better"
        )

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

    def _gathered(self, X, reset):
        """Files and lists of clouds as a family; other lists, whose `index` scikit-learn would take, as an array."""
        if isinstance(X, (str, os.PathLike)) or _is_list_of((str, os.PathLike), X):
            with progress_of(self.progress) as tell:
                if reset:
                    return Family(_core.family_from_files(paths_of(X), {}, threads_of(self.n_jobs), tell))
                return Family(self._model.read_alike(paths_of(X), threads_of(self.n_jobs), tell))
        if _is_list_of_clouds(X):
            return Family.from_points(X)
        if isinstance(X, Measure) or _is_list_of(Measure, X):
            raise ValueError("X holds measures by themselves; a family has them together, as family[[0, 3]] or family[:5]")
        return check_array(X, ensure_min_samples=0, dtype=None) if isinstance(X, (list, tuple)) else X

    def _family(self, X, reset):
        """X as a family; of an array also which rows are measures, unless all are."""
        X = self._gathered(X, reset)
        if isinstance(X, Family):
            self._note_features(X, reset)
            return X, None
        frame = X if hasattr(X, "iloc") else None
        X = self._validate_data(X, reset=reset, dtype=np.float64, ensure_min_samples=2 if reset else 1)
        check_non_negative(X, type(self).__name__)
        if X.shape[1] == 1:
            raise ValueError("n_features = 1: histograms of one bin are all the same measure; two bins at least are wanted")
        bins = self._bins_of(frame, reset)
        names = None if frame is None else [str(name) for name in frame.index]
        rows = X.any(axis=1)
        if rows.all():
            return Family.from_histograms(X, grid=bins, names=names), None
        if not rows.any():
            raise ValueError("every histogram is empty: all weights are zero")
        empty = np.flatnonzero(~rows)
        words = ", ".join(map(str, empty[:5])) + (", …" if len(empty) > 5 else "")
        warnings.warn(
            f"rows {words} are empty histograms: they count for nothing in a fit and get the score of the mean, 0",
            stacklevel=3,
        )
        names = None if names is None else [name for name, kept in zip(names, rows) if kept]
        return Family.from_histograms(X[rows], grid=bins, names=names), rows

    def _bins_of(self, frame, reset):
        """Where the bins of an array are: as asked, as the columns of a frame say, or as they were in the fit."""
        named = None if frame is None else bins_of(frame)
        if self.bins is not None:
            return self.bins
        if reset:
            self._bins, self._bins_are_unknown = named, False
            return named
        if self._bins_are_unknown:
            if named is None:
                raise ValueError(
                    "the file of a model does not tell the bins of its histograms: give them as they were with "
                    "set_params(bins=…), or X as Family.from_histograms(X, grid=…)"
                )
            return named
        if named is not None and (self._bins is None or not np.array_equal(named, self._bins)):
            raise ValueError("the columns of X are other bins than those of the fit")
        return self._bins

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
        self._model.save(path_of(path))

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

        check_is_fitted(self)
        return report(self, X, meta, path, height)


def _gathering(method, reset):
    """The same method, with lists made families or arrays before scikit-learn looks for the names of rows."""

    @wraps(method)
    def gather(self, X, *arguments, **keywords):
        if not reset:
            check_is_fitted(self)
        return method(self, self._gathered(X, reset), *arguments, **keywords)

    return gather


MeasureAnalysis.transform = _gathering(MeasureAnalysis.transform, reset=False)
MeasureAnalysis.fit_transform = _gathering(MeasureAnalysis.fit_transform, reset=True)

_OF_THE_RUN = ("converged", "mean_convergence", "seconds")


def _is_list_of(kind, X):
    return isinstance(X, (list, tuple)) and len(X) > 0 and all(isinstance(x, kind) for x in X)


def _is_list_of_clouds(X):
    return isinstance(X, (list, tuple)) and len(X) > 0 and all(getattr(x, "ndim", 0) == 2 for x in X)
