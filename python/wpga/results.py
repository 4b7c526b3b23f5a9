"""What a fit found: components, and results that read it by name."""

from types import SimpleNamespace

import numpy as np
from sklearn.exceptions import NotFittedError

from .family import Family
from .functions import _barycenter_from


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
        return RESULTS[name](self)

    read.__doc__ = sentence
    return property(read)


def _shares(self, name):
    return np.array([component[name] for component in self._results["components"]])


def _certificates(self):
    parts = [component["certificates"] for component in self._results["components"]]
    return {name: np.array([part[name] for part in parts]) for name in (parts[0] if parts else ())}


def _mean(self):
    return _barycenter_from(self._model, self._results)


RESULTS = {
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
    "statistics_": lambda self: self._results["statistics"],
    "converged_": lambda self: self._results["converged"],
    "seconds_": lambda self: self._results["seconds"],
    "results_": lambda self: self._results,
}

ATTRIBUTES = """Attributes
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
statistics_ : dict of dicts
    What was asked beside the components (`folds`, `robust`, `noise_splits`, `groups`, `bootstrap`, `learn_from`, `meta` of a fit),
    under the names that files have: cross_validation, outliers, robust, noise_floor, stability, sampling, covariates,
    draws. `shortfalls` of a part, and draws, count what stopped early on the way to it.
variance_, n_components_, converged_, seconds_, results_
    The variance about the mean, the number of components found, whether everything converged, the seconds that
    each part took, and all results by name.
n_features_in_, feature_names_in_
    Coordinates of the points (of arrays: the bins), and their names where known.
"""


class FittedResults:
    """Results of a fit as attributes."""

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
    statistics_ = _fitted("statistics_", "What was asked beside the components, by name.")
    converged_ = _fitted("converged_", "Did everything converge?")
    seconds_ = _fitted("seconds_", "That the parts of the fit took.")
    results_ = _fitted("results_", "All results by name.")
