"""Distances, means and comparisons."""

import copyreg
import tempfile
import warnings

import numpy as np

from . import _core
from .coupling import atoms_of
from .family import Family, Measure
from .running import path_of, progress_of, seed_of, texts_of, threads_of


def _model_from(contents):
    """A model from the bytes of its file."""
    with tempfile.NamedTemporaryFile(suffix=".h5") as file:
        file.write(contents)
        file.flush()
        return _core.load(file.name)


copyreg.pickle(_core.Model, lambda model: (_model_from, (model.encode(),)))


def pairwise_distances(family, other=None, *, squared=False, bounds=False, n_jobs=-1, progress=None, **options):
    """W2 between all measures of a family, or of two.

    Parameters
    ----------
    family, other : Family
    squared : bool
        W2² instead.
    bounds : bool
        Also the proven lower bounds.
    n_jobs : int
        Threads; the numbers do not depend on it.
    **options
        As those of `transport`.

    Returns
    -------
    array (N, N) or (N, M)
        Each entry is the cost of a plan, an upper bound; with `bounds` a pair of arrays, (upper, lower).

    Examples
    --------
    >>> import wpga
    >>> family = wpga.Family.from_points([[[0.0]], [[3.0]], [[4.0]]])
    >>> wpga.pairwise_distances(family).tolist()
    [[0.0, 3.0, 4.0], [3.0, 0.0, 1.0], [4.0, 1.0, 0.0]]
    """
    with progress_of(progress) as tell:
        *ends, stopped = _core.distances(
            _family(family)._handle,
            None if other is None else _family(other)._handle,
            options,
            threads_of(n_jobs),
            tell,
        )
    if stopped:
        warnings.warn(
            f"{stopped} transport problems stopped before they converged; their values are upper bounds still",
            stacklevel=2,
        )
    if not squared:
        ends = [np.sqrt(np.maximum(end, 0)) for end in ends]
    return tuple(ends) if bounds else ends[0]


def _family(family):
    if isinstance(family, Family):
        return family
    raise ValueError(f"a wpga.Family is wanted, not {type(family).__name__}; Family.from_points makes one of arrays")


class Barycenter(Measure):
    """A Wasserstein mean: a measure that also knows how well it was found.

    Attributes
    ----------
    variance : float
        Weighted mean of the squared distances.
    squared_distances : array (N,)
        W2² to each measure.
    converged : bool
    results : dict
        All else that is known.
    """

    __slots__ = ("variance", "squared_distances", "converged", "results", "_model")

    def save(self, path):
        """Writes the model file of `wpga mean`, .h5."""
        self._model.save(path_of(path))

    def __reduce__(self):
        return (_barycenter_from, (self._model, self.results))


def _barycenter_from(model, results=None):
    mean = Barycenter.__new__(Barycenter)
    mean._take(model.mean(), 0, "mean", "")
    mean._model = model
    mean.results = model.results() if results is None else results
    mean.variance = mean.results["variance"]
    mean.squared_distances = mean.results["squared_distances"]
    mean.converged = mean.results["converged"]
    return mean


def _start(measure):
    """First atoms of a mean, as the library takes them."""
    if measure is None:
        return None
    points, weights = atoms_of(measure)
    return Family.from_points([points], None if weights is None else [weights])._handle


def barycenter(family, support=None, *, start_from=None, random_state=None, n_jobs=-1, progress=None, **options):
    """A Wasserstein mean: the measure with the least mean squared distance to a family.

    Parameters
    ----------
    family : Family
    support : int, optional
        Atoms of the mean; unless given 256, or as many as there are distinct atoms.
    start_from : Measure, optional
        First atoms.
    random_state : int, optional
    n_jobs : int
    **options
        Those of the command line's `wpga mean` with underscores: method, weights, start, restarts, tolerance, …

    Returns
    -------
    Barycenter

    Examples
    --------
    >>> import wpga
    >>> family = wpga.Family.from_points([[[0.0], [1.0]], [[2.0], [3.0]]])
    >>> mean = wpga.barycenter(family)
    >>> mean.points.ravel().tolist(), mean.variance
    ([1.0, 2.0], 1.0)
    """
    keywords = dict(options, random_state=seed_of(random_state))
    if support is not None:
        keywords["support"] = support
    with progress_of(progress) as tell:
        model = _core.mean(_family(family)._handle, _start(start_from), keywords, threads_of(n_jobs), tell)
    return _barycenter_from(model)


def compare(
    family, methods=None, *, holdout=0.0, mean_from=None, random_state=None, n_jobs=-1, progress=None, **options
):
    """Every method on the same measures, with the same exact score.

    Parameters
    ----------
    family : Family
    methods : str or list of str, optional
        Of geodesics, tangent, linear, template, line, euclidean, curve, gaussian, gaussian-geodesic; all unless given.
    holdout : float
        Share of the measures that no method sees and all are measured on.
    mean_from : Measure, optional
        First atoms of the mean.
    **options
        n_components, support, bootstrap; any option of the compared methods, of transport (transport, regularization,
        …), and of the mean with `mean_` before its name (mean_method, mean_tolerance, …).

    Returns
    -------
    pandas.DataFrame
        One row for each method and number of components, with the columns of `wpga compare`; `cumulative` is the share
        of the variance that so many components explain together, `explained` what the last of them does alone.  `frame.attrs` has the variance, and refused
        methods with their reasons.

    Examples
    --------
    >>> import numpy as np, wpga
    >>> rng = np.random.default_rng(0)
    >>> family = wpga.Family.from_points([rng.normal(size=(9, 2)) + [i, 0] for i in range(6)])
    >>> table = wpga.compare(family, ["geodesics", "tangent"], n_components=1)
    >>> table.method.tolist()
    ['geodesics', 'tangent', 'tangent-cone']
    """
    import pandas

    keywords = dict(options, holdout=holdout, random_state=seed_of(random_state))
    words = _core.methods() if methods is None else texts_of([methods] if isinstance(methods, str) else methods, "methods")
    with progress_of(progress) as tell:
        found = _core.compare(
            _family(family)._handle, words, _start(mean_from), keywords, threads_of(n_jobs), tell
        )
    table = pandas.DataFrame(found.pop("rows")).astype({"components": int, "numbers": int})
    table.attrs.update(found)
    return table
