"""Distances, couplings, means and comparisons."""

import copyreg
import tempfile

import numpy as np

from . import _core
from .family import Family, Measure
from .running import path_of, progress_of, seed_of, threads_of


def _model_from(contents):
    """A model from the bytes of its file."""
    with tempfile.NamedTemporaryFile(suffix=".h5") as file:
        file.write(contents)
        file.flush()
        return _core.load(file.name)


copyreg.pickle(_core.Model, lambda model: (_model_from, (model.encode(),)))

Coupling = _core.Coupling


def _plan(coupling):
    """The plan as a scipy.sparse matrix (n, m): mass from atom i of the first to atom j of the second."""
    from scipy.sparse import coo_matrix

    rows, columns, masses = coupling.entries
    return coo_matrix((masses, (rows, columns)), shape=coupling.shape).tocsr()


def _words(coupling):
    n, m = coupling.shape
    return f"<Coupling: {n} × {m} atoms, W2² {coupling.value:.6g}, gap {max(coupling.gap, 0):.2g}, {coupling.method}>"


Coupling.plan = property(_plan)
Coupling.__repr__ = _words


def _atoms(measure):
    if type(measure) is np.ndarray:
        return measure, None
    if isinstance(measure, Measure):
        return measure.points, measure.weights
    if isinstance(measure, Family):
        if len(measure) != 1:
            raise ValueError(f"transport is between two measures, but this family has {len(measure)}; choose one")
        return measure.points, measure.weights
    if isinstance(measure, tuple) and len(measure) == 2:
        return measure
    return measure, None


def transport(source, target, **options):
    """The optimal coupling of two measures for the squared Euclidean cost.

    Parameters
    ----------
    source, target : Measure, Family of one, array (n, d), or (points, weights)
    **options
        transport: auto, exact or entropic; regularization, marginal_tolerance, sinkhorn_iterations.

    Returns
    -------
    Coupling
        `value` (W2², the cost of the plan), `distance` (W2), `lower_bound` (proven), `gap` (their difference),
        `plan` (scipy.sparse, (n, m)), `map` ((n, d), mean target of each atom), `converged`, `method`.

    Examples
    --------
    >>> import wpga
    >>> P = wpga.transport([[0.0, 0], [1, 0]], [[0.0, 1], [1, 1]])
    >>> P.value, P.map.tolist()
    (1.0, [[0.0, 1.0], [1.0, 1.0]])
    >>> P.plan.toarray().tolist()
    [[0.5, 0.0], [0.0, 0.5]]
    """
    return _core.transport(*_atoms(source), *_atoms(target), options or None)


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
        found = _core.distances(
            _family(family)._handle,
            None if other is None else _family(other)._handle,
            options,
            threads_of(n_jobs),
            tell,
        )
    ends = [found["upper"], found["lower"]] if bounds else [found["upper"]]
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
    start = None
    if start_from is not None:
        points, weights = _atoms(start_from)
        start = Family.from_points([points], None if weights is None else [weights])._handle
    with progress_of(progress) as tell:
        model = _core.mean(_family(family)._handle, start, keywords, threads_of(n_jobs), tell)
    return _barycenter_from(model)


def compare(family, methods=None, *, holdout=0.0, random_state=None, n_jobs=-1, progress=None, **options):
    """Every method on the same measures, with the same exact score.

    Parameters
    ----------
    family : Family
    methods : list of str, optional
        Of geodesics, tangent, linear, template, line, euclidean, curve, gaussian; all unless given.
    holdout : float
        Share of the measures that no method sees and all are measured on.
    **options
        n_components, support, bootstrap, and any option of the methods.

    Returns
    -------
    pandas.DataFrame
        One row for each method and number of components; `explained` is the share of the variance that so many
        components explain together.  `frame.attrs` has the variance, and refused methods with their reasons.

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
    with progress_of(progress) as tell:
        found = _core.compare(
            _family(family)._handle, list(_core.methods() if methods is None else methods), keywords, threads_of(n_jobs), tell
        )
    table = pandas.DataFrame(found.pop("rows"))
    table.attrs.update(found)
    return table
