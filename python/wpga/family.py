"""Measures and families of them."""

import operator

import numpy as np

from . import _core
from .from_arrays import FromArrays, texts_for
from .from_tables import FromTables
from .running import path_of, texts_of


class Measure:
    """A probability measure with finitely many atoms.

    Parameters
    ----------
    points : array of shape (n, d), or (n,) on the line
        Where the atoms are.
    weights : array of shape (n,), optional
        What they weigh; divided by their sum.  All the same unless given.
    name, label : str, optional

    Examples
    --------
    >>> import wpga
    >>> wpga.Measure([[0, 0], [1, 1]], [1, 3]).weights
    array([0.25, 0.75])
    """

    __slots__ = ("points", "weights", "name", "label", "space")

    def __init__(self, points, weights=None, name="", label=""):
        name, label = texts_of([name, label], "the name or label")
        one = _core.family_from_clouds([points], None if weights is None else [weights], [name or "0"], [], None, {}, "")
        self._take(one, 0, name, label)

    def _take(self, handle, i, name, label):
        first, last = handle.offsets[i], handle.offsets[i + 1]
        self.points, self.weights = handle.points[first:last], handle.weights[first:last]
        self.name, self.label, self.space = name, label, handle.space

    def __len__(self):
        return len(self.weights)

    @property
    def dimension(self):
        """The number of coordinates of a point."""
        return self.points.shape[1]

    @property
    def kind(self):
        """What the atoms stand for: points, shape, palette or histogram."""
        return self.space["kind"]

    def mean(self):
        """The centre of mass, (d,)."""
        return self.weights @ self.points

    def plot(self, ax=None, **style):
        """Draws the measure; returns the axes."""
        from .plots import draw_measure

        return draw_measure(self, ax=ax, **style)

    def __repr__(self):
        name = f" '{self.name}'" if self.name else ""
        return f"<{type(self).__name__}{name}: {len(self)} atoms in R^{self.dimension}, {self.kind}>"

    def __reduce__(self):
        return (_measure_from, (np.array(self.points), np.array(self.weights), self.name, self.label, self.space))


def _measure_from(points, weights, name, label, space):
    measure = Measure.__new__(Measure)
    measure.points, measure.weights = points, weights
    measure.name, measure.label, measure.space = name, label, space
    return measure


def _known(name, sentence):
    """A property that the compiled family has."""
    return property(lambda self: getattr(self._handle, name), doc=sentence)


def _known_of_space(name, sentence):
    return property(lambda self: self._handle.space[name], doc=sentence)


class Family(FromArrays, FromTables):
    """N probability measures on R^d, each with as many atoms as it has.

    Made by `from_images`, `from_points`, `from_histograms`, `from_frame`, `from_anndata` and `wpga.read`.
    Slices, masks, lists of places and of names give families; a single place or name gives a `Measure`.

    Examples
    --------
    >>> import wpga
    >>> family = wpga.Family.from_points([[[0, 0], [1, 0]], [[2, 2]], [[3, 3]]], names=["a", "b", "c"])
    >>> family
    <Family: 3 measures in R^2, 1 to 2 atoms each, points>
    >>> family[1:].names
    ['b', 'c']
    >>> family[0]
    <Measure 'a': 2 atoms in R^2, points>
    """

    def __init__(self, handle):
        if isinstance(handle, Family):
            handle = handle._handle
        if not isinstance(handle, _core.Family):
            raise TypeError("a family is made by Family.from_points, from_images, …, or wpga.read")
        self._handle = handle

    # ---- A sequence of measures.

    def __len__(self):
        return self._handle.count

    @property
    def shape(self):
        """(N,): what scikit-learn indexes."""
        return (len(self),)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._subset(range(*key.indices(len(self))))
        if isinstance(key, str):
            return self._measure(self._places_of([key])[0])
        if not isinstance(key, (list, tuple, np.ndarray)) and not hasattr(key, "__iter__"):
            place = operator.index(key)
            if not -len(self) <= place < len(self):
                raise IndexError(f"there is no measure {place}; there are {len(self)}")
            return self._measure(place % len(self))
        places = np.asarray(key)
        if places.dtype == object and places.size and all(isinstance(one, (bool, np.bool_)) for one in places.flat):
            places = places.astype(bool)  # a nullable mask of pandas
        if places.dtype == bool:
            if places.shape != (len(self),):
                raise IndexError(f"a mask needs {len(self)} truth values, but has {places.shape}")
            places = np.flatnonzero(places)
        elif places.ndim != 1 or (places.size and places.dtype.kind not in "iuUSO"):
            raise IndexError("measures are chosen by places, names or a mask of truth values")
        elif places.dtype.kind in "USO" and places.size:
            places = np.array(self._places_of(places))
        elif places.size and places.max() >= len(self):
            raise IndexError(f"there is no measure {places.max()}; there are {len(self)}")
        places = places.astype(np.int64)
        return self._subset(np.where(places < 0, places + len(self), places))

    def _places_of(self, names):
        if not all(isinstance(name, str) for name in names):
            raise IndexError("measures are chosen by places, names or a mask of truth values")
        at = {name: i for i, name in enumerate(self.names)}
        missing = [name for name in names if name not in at]
        if missing:
            raise KeyError(f"there is no measure called '{missing[0]}'")
        return [at[name] for name in names]

    def __iter__(self):
        return (self._measure(i) for i in range(len(self)))

    def _measure(self, i):
        measure = Measure.__new__(Measure)
        labels = self._handle.labels
        measure._take(self._handle, i, self._handle.names[i], labels[i] if labels else "")
        return measure

    def _subset(self, places):
        return Family(self._handle.subset([int(place) for place in places]))

    # ---- What is known of it.

    names = _known("names", "N names, as texts.")
    index = _known("names", "The names: the index of data frames that scikit-learn makes (`set_output`).")
    labels = _known("labels", "N labels as texts, or an empty list.")
    dimension = _known("dimension", "The number of coordinates of a point.")
    points = _known("points", "(atoms, d) of all measures, one after the other; read-only, no copy.")
    weights = _known("weights", "(atoms,) of all measures; read-only, no copy.")
    offsets = _known("offsets", "(N + 1,): measure i has the atoms offsets[i] … offsets[i + 1] − 1.")
    notes = _known("notes", "What was guessed while reading files, as sentences.")
    kind = _known_of_space("kind", "What the atoms stand for: points, shape, palette or histogram.")
    axes = _known_of_space("axes", "Names of the coordinates, or an empty list.")
    grid = _known_of_space("grid", "Rows and columns of pictures (volumes: depth first), or an empty list.")

    @property
    def sizes(self):
        """(N,) numbers of atoms."""
        return np.diff(self._handle.offsets)

    @property
    def measure_weights(self):
        """(N,) of sum 1: how much each measure counts."""
        given = self._handle.measure_weights
        return given if len(given) else np.full(len(self), 1 / len(self))

    def with_labels(self, labels):
        """The same measures with other labels."""
        return Family(self._handle.with_labels(texts_for(labels, len(self), "labels")))

    def with_measure_weights(self, weights):
        """The same measures, counting as much as the weights say; None: all the same."""
        return Family(self._handle.with_weights(weights))

    def centered(self):
        """Every measure moved so that its mean is 0."""
        return Family(self._handle.centered())

    def standardized(self):
        """Every coordinate with mean 0 and variance 1 over all atoms; a model remembers the numbers."""
        return Family(self._handle.standardized())

    def to_frame(self):
        """A data frame with one row for each atom: measure, label if there are any, coordinates and weight."""
        import pandas

        axes = self.axes or [f"x{k + 1}" for k in range(self.dimension)]
        sizes = self.sizes
        columns = {"measure": np.repeat(np.array(self.names, dtype=object), sizes)}
        if self.labels:
            columns["label"] = np.repeat(np.array(self.labels, dtype=object), sizes)
        columns.update({axis: self.points[:, k] for k, axis in enumerate(axes)})
        columns["weight"] = self.weights
        return pandas.DataFrame(columns)

    def save(self, path):
        """Writes an HDF5 file (.h5) that `wpga.read` and the command line read back to the bit."""
        self._handle.save(path_of(path))

    def plot(self, measures=None, *, columns=8, labels=True):
        """Draws the first measures, or those named; returns an array of axes."""
        from .plots import plot_family

        return plot_family(self, measures, columns=columns, labels=labels)

    def __repr__(self):
        sizes = self.sizes
        low, high = int(sizes.min()), int(sizes.max())
        atoms = f"{low} to {high} atoms" if low < high else f"{low} atom{'s' if low != 1 else ''}"
        measures = f"{len(self)} measure{'s' if len(self) != 1 else ''}"
        return f"<Family: {measures} in R^{self.dimension}, {atoms} each, {self.kind}>"

    def __reduce__(self):
        handle = self._handle
        offsets = handle.offsets[1:-1]
        weights = handle.measure_weights
        return (
            _family_from,
            (
                np.array(handle.points),
                np.array(handle.weights),
                offsets,
                handle.names,
                handle.labels,
                weights if len(weights) else None,
                handle.space,
                handle.reading_text,
            ),
        )


def _family_from(points, weights, offsets, names, labels, measure_weights, space, reading):
    return Family(
        _core.family_from_clouds(
            np.split(points, offsets), np.split(weights, offsets), names, labels, measure_weights, space, reading
        )
    )
