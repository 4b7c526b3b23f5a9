"""The optimal coupling of two measures."""

import numpy as np

from . import _core
from .family import Family, Measure


class Coupling:
    """An optimal coupling of two measures with its proof.

    Attributes
    ----------
    value, distance : float
        W2², the cost of the plan, and W2.
    lower_bound, gap : float
        A proven bound on W2², and how far the value is from it.
    plan : scipy.sparse.csr_matrix (n, m)
        Mass from atom i of the first to atom j of the second.
    map : array (n, d)
        The mean target of each atom; NaN for one without mass.
    entries : arrays
        Rows, columns and masses of the plan.
    method : {"exact", "entropic"}
    converged : bool
    iterations : int
    shape : (n, m)
    seconds : float
        That the solver took.
    """

    __slots__ = ("value", "lower_bound", "method", "converged", "iterations", "shape", "map", "entries", "seconds")

    def __init__(self, *found):
        for name, value in zip(self.__slots__, found):
            setattr(self, name, value)

    @property
    def gap(self):
        return self.value - self.lower_bound

    @property
    def distance(self):
        return max(self.value, 0.0) ** 0.5

    @property
    def plan(self):
        from scipy.sparse import coo_matrix

        rows, columns, masses = self.entries
        return coo_matrix((masses, (rows, columns)), shape=self.shape).tocsr()

    def _with_all_atoms(self, weights, other_weights, targets):
        """Rows and columns for the atoms without mass too, which the library leaves out."""
        rows, columns, masses = self.entries
        if targets < self.shape[1]:
            columns = np.flatnonzero(np.asarray(other_weights, dtype=float)).astype(np.int32)[columns]
        if len(self.map) < self.shape[0]:
            places = np.flatnonzero(np.asarray(weights, dtype=float)).astype(np.int32)
            whole = np.full((self.shape[0], self.map.shape[1]), np.nan)
            whole[places] = self.map
            rows, self.map = places[rows], whole
        self.entries = rows, columns, masses
        return self

    def __repr__(self):
        n, m = self.shape
        return f"<Coupling: {n} × {m} atoms, W2² {self.value:.6g}, gap {max(self.gap, 0):.2g}, {self.method}>"


def atoms_of(measure):
    """Points and weights of one measure, None for equal weights."""
    if type(measure) is np.ndarray:
        return measure, None
    if isinstance(measure, Measure):
        return measure.points, measure.weights
    if isinstance(measure, Family):
        if len(measure) != 1:
            raise ValueError(f"one measure is wanted, but this family has {len(measure)}; choose one, as family[0]")
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
        transport: auto, exact or entropic; regularization, marginal_tolerance, sinkhorn_iterations; mass="free" with a
        penalty: mass that would go farther is taken away and added instead, and the plan has less mass.

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
    points, weights = atoms_of(source)
    other_points, other_weights = atoms_of(target)
    *found, targets = _core.transport(points, weights, other_points, other_weights, options or None)
    coupling = Coupling(*found)
    if len(coupling.map) < coupling.shape[0] or targets < coupling.shape[1]:
        return coupling._with_all_atoms(weights, other_weights, targets)
    return coupling
