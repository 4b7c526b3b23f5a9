"""Measures and families of them."""

import operator
import os

import numpy as np

from . import _core
from .running import progress_of, seed_of, threads_of


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
        one = Family.from_points([points], None if weights is None else [weights], names=[name or "0"])
        self._take(one._handle, 0, name, label)

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


def _texts(values, count, what):
    if values is None:
        return []
    texts = [str(value) for value in values]
    if len(texts) != count:
        raise ValueError(f"{len(texts)} {what} for {count} measures")
    return texts


class Family:
    """N probability measures on R^d, each with as many atoms as it has.

    Made by `from_images`, `from_points`, `from_histograms`, `from_frame`, `from_anndata` and `wpga.read`.
    Slices, masks and lists of places give families; a single place gives a `Measure`.

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

    # ---- Ways in.

    @classmethod
    def from_points(cls, points, weights=None, *, names=None, labels=None, axes=None, measure_weights=None):
        """Clouds of points.

        Parameters
        ----------
        points : list of arrays (n_i, d), or an array (N, n, d)
            (n_i,) for points on the line.
        weights : list of arrays (n_i,), optional
            Of the atoms; all of a measure weigh the same unless given.
        names, labels : list of str, optional
        axes : list of str, optional
            Names of the coordinates.
        measure_weights : array (N,), optional
            How much each measure counts.

        Notes
        -----
        The atoms are packed into the family, one copy; float64 arrays in C order are read where they are.

        Examples
        --------
        >>> import numpy as np, wpga
        >>> wpga.Family.from_points([np.zeros((3, 2)), np.ones((5, 2))])
        <Family: 2 measures in R^2, 3 to 5 atoms each, points>
        """
        points = _as_list(points, "points")
        if weights is not None:
            weights = _as_list(weights, "weights")
        space = {} if axes is None else {"axes": [str(axis) for axis in axes]}
        return cls(
            _core.family_from_clouds(
                points,
                weights,
                _texts(names, len(points), "names"),
                _texts(labels, len(points), "labels"),
                measure_weights,
                space,
                "",
            )
        )

    @classmethod
    def from_images(cls, images, *, labels=None, kind=None, random_state=None, n_jobs=None, progress=None, **options):
        """Pictures: pixels are atoms, or their colours are.

        Parameters
        ----------
        images : array (N, H, W) or (N, H, W, C)
            Grey pictures become shapes, colours (C of 3, or 4 with alpha) palettes.  White is 255 for bytes, 65535
            for 16 bits, 1 for floating-point numbers.
        labels : list, optional
        kind : {None, "shape", "palette", "volume"}
            `"shape"`: grey values (Rec. 601) of colours carry the mass; `"volume"`: (N, depth, H, W).
        **options
            As those of reading files: invert, threshold, resize; colors, color_space, pixels; center.

        Examples
        --------
        >>> import numpy as np, wpga
        >>> wpga.Family.from_images(np.eye(4)[None].repeat(2, axis=0))
        <Family: 2 measures in R^2, 4 atoms each, shape>
        """
        images = np.asanyarray(images)
        if kind not in (None, "shape", "palette", "volume"):
            raise ValueError(f"`kind` is '{kind}', but must be shape, palette or volume")
        if images.ndim not in (3, 4):
            raise ValueError(f"images are an array (N, H, W) or (N, H, W, C), but this one is {images.shape}")
        if images.ndim == 4 and kind != "volume":
            channels = images.shape[3]
            if channels == 1:
                images = images[..., 0]
            elif channels not in (3, 4):
                raise ValueError(
                    f"images have 1, 3 or 4 channels, but these have {channels}; "
                    "`kind` volume reads (N, depth, H, W)"
                )
            elif kind == "shape":
                images = _grey(images)
        asked = "palette" if images.ndim == 4 and kind != "volume" else "shape"
        if kind == "palette" and images.ndim == 3:
            raise ValueError("palettes need colours, an array (N, H, W, 3)")
        return cls(_from_array(images, None, labels, asked, random_state, n_jobs, progress, options))

    @classmethod
    def from_histograms(cls, histograms, grid=None, *, names=None, labels=None, measure_weights=None, axes=None):
        """Histograms over common bins.

        Parameters
        ----------
        histograms : array (N, B) or DataFrame
            Non-negative; rows are divided by their sums.  Of a data frame the index gives the names, and columns
            that are numbers the bins.
        grid : array (B,), (B, d) or (B + 1,), optional
            Where the bins are; B + 1 numbers are their edges.  ½, 3/2, … unless given.

        Examples
        --------
        >>> import wpga
        >>> wpga.Family.from_histograms([[1, 2, 1], [0, 1, 3]], grid=[0, 10, 20])[1].points.ravel()
        array([10., 20.])
        """
        if hasattr(histograms, "iloc"):
            if names is None:
                names = histograms.index
            if grid is None:
                grid = _numbers_of(histograms.columns)
            histograms = histograms.to_numpy()
        values = np.asanyarray(histograms)
        if grid is not None and values.ndim == 2:
            grid = np.asanyarray(grid)
            if grid.ndim == 1 and len(grid) == values.shape[1] + 1 and grid.dtype.kind in "iuf":
                grid = (grid[1:] + grid[:-1]) / 2
        handle = _from_array(values, grid, labels, "histogram", None, None, False, {})
        family = cls(handle)
        if names is None and measure_weights is None and axes is None:
            return family
        names = _texts(names, len(family), "names") or family.names
        space = dict(handle.space, axes=[str(axis) for axis in axes]) if axes is not None else handle.space
        return cls(
            _core.family_from_clouds(
                [measure.points for measure in family],
                [measure.weights for measure in family],
                names,
                family.labels,
                measure_weights,
                space,
                handle.reading_text,
            )
        )

    @classmethod
    def from_frame(
        cls,
        frame,
        measure,
        columns=None,
        *,
        weight=None,
        label=None,
        transform=None,
        n=None,
        random_state=None,
    ):
        """A data frame with one row for each atom.

        Parameters
        ----------
        frame : pandas.DataFrame
        measure : str or list of str
            The column that says of which measure a row is; several are joined by blanks.
        columns : list of str, optional
            Coordinates; unless given all other columns of numbers.
        weight, label : str, optional
            Columns with the weight of each atom and the label of each measure.
        transform : {None, "log10", "asinh"}
            Applied to every coordinate.
        n : int, optional
            Rows drawn of each measure, without replacement.
        random_state : int, optional

        Examples
        --------
        >>> import pandas, wpga
        >>> cells = pandas.DataFrame({"donor": ["a", "a", "b"], "CD4": [1.0, 2, 3], "CD8": [0.0, 1, 0]})
        >>> wpga.Family.from_frame(cells, measure="donor", columns=["CD4", "CD8"]).names
        ['a', 'b']
        """
        by = [measure] if isinstance(measure, str) or not isinstance(measure, (list, tuple)) else list(measure)
        apart = [*by, *(column for column in (weight, label) if column is not None)]
        if columns is None:
            columns = [c for c in frame.select_dtypes("number").columns if c not in apart]
        columns = [columns] if isinstance(columns, str) else list(columns)
        for column in [*apart, *columns]:
            if column not in frame.columns:
                raise ValueError(f"there is no column '{column}'; there are {', '.join(map(str, frame.columns))}")
        if not columns:
            raise ValueError("there is no column of numbers for the coordinates; name them in `columns`")
        if frame[by].isna().any(axis=None):
            raise ValueError(f"some rows have no '{by[0]}'; leave them out or name them")
        groups = list(frame.groupby(by if len(by) > 1 else by[0], sort=False, observed=True).indices.items())
        groups.sort(key=lambda group: group[1][0])
        values = frame[columns].to_numpy()
        return cls(
            _grouped(
                [(" ".join(map(str, key)) if len(by) > 1 else str(key), rows) for key, rows in groups],
                lambda rows: values[rows],
                None if weight is None else frame[weight].to_numpy(),
                None if label is None else frame[label].astype(str).to_numpy(),
                [str(column) for column in columns],
                transform,
                n,
                random_state,
            )
        )

    @classmethod
    def from_anndata(
        cls,
        adata,
        sample,
        layer=None,
        *,
        columns=None,
        use_rep=None,
        label=None,
        transform=None,
        n=None,
        random_state=None,
    ):
        """Cells of an AnnData object, one measure for each sample.

        Parameters
        ----------
        adata : anndata.AnnData
        sample : str
            Column of `adata.obs` that says of which measure a cell is.
        layer : str, optional
            Layer with the values, else `adata.X`.
        columns : list of str, optional
            Variables (genes, channels) that are the coordinates; all unless given.
        use_rep : str, optional
            Coordinates from `adata.obsm` instead, such as `"X_pca"`.
        label : str, optional
            Column of `adata.obs` with the label of each sample.
        n : int, optional
            Cells drawn of each sample, without replacement.

        Examples
        --------
        >>> import anndata, numpy, pandas, wpga
        >>> obs = pandas.DataFrame({"donor": ["a", "b", "a", "b"]}, index=list("wxyz"))
        >>> adata = anndata.AnnData(numpy.arange(8.0).reshape(4, 2), obs=obs, dtype=float)
        >>> wpga.Family.from_anndata(adata, sample="donor", n=1, random_state=0)
        <Family: 2 measures in R^2, 1 atom each, points>
        """
        for column in (sample, label):
            if column is not None and column not in adata.obs.columns:
                raise ValueError(
                    f"there is no column '{column}' in obs; there are {', '.join(map(str, adata.obs.columns))}"
                )
        if use_rep is not None:
            if use_rep not in adata.obsm:
                raise ValueError(f"there is no '{use_rep}' in obsm; there are {', '.join(adata.obsm.keys()) or 'none'}")
            matrix = adata.obsm[use_rep]
            matrix = matrix.to_numpy() if hasattr(matrix, "to_numpy") else matrix
            axes = [f"{use_rep}{k + 1}" for k in range(matrix.shape[1])]
        else:
            chosen = adata if columns is None else adata[:, list(columns)]
            if layer is not None and layer not in adata.layers:
                raise ValueError(f"there is no layer '{layer}'; there are {', '.join(adata.layers.keys()) or 'none'}")
            matrix = chosen.X if layer is None else chosen.layers[layer]
            axes = [str(name) for name in chosen.var_names]
        keys = adata.obs[sample]
        if keys.isna().any():
            raise ValueError(f"some cells have no '{sample}'; leave them out or name them")
        groups = list(keys.to_frame().groupby(sample, sort=False, observed=True).indices.items())
        groups.sort(key=lambda group: group[1][0])

        def rows_of(rows):
            part = matrix[rows]
            return part.toarray() if hasattr(part, "toarray") else np.asarray(part)

        return cls(
            _grouped(
                [(str(key), rows) for key, rows in groups],
                rows_of,
                None,
                None if label is None else adata.obs[label].astype(str).to_numpy(),
                axes,
                transform,
                n,
                random_state,
            )
        )

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
        if not isinstance(key, (list, tuple, np.ndarray)) and not hasattr(key, "__iter__"):
            place = operator.index(key)
            if not -len(self) <= place < len(self):
                raise IndexError(f"there is no measure {place}; there are {len(self)}")
            return self._measure(place % len(self))
        places = np.asarray(key)
        if places.dtype == bool:
            if places.shape != (len(self),):
                raise IndexError(f"a mask needs {len(self)} truth values, but has {places.shape}")
            places = np.flatnonzero(places)
        elif places.dtype.kind in "US" or (places.dtype == object and all(isinstance(p, str) for p in places)):
            at = {name: i for i, name in enumerate(self.names)}
            missing = [name for name in places if name not in at]
            if missing:
                raise KeyError(f"there is no measure called '{missing[0]}'")
            places = np.array([at[name] for name in places])
        elif places.size and places.dtype.kind not in "iu":
            raise IndexError("measures are chosen by places, names or a mask of truth values")
        places = places.astype(np.int64)
        return self._subset(np.where(places < 0, places + len(self), places))

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

    @property
    def names(self):
        """N names, as texts."""
        return self._handle.names

    @property
    def index(self):
        """The names: the index of data frames that scikit-learn makes (`set_output`)."""
        return self._handle.names

    @property
    def labels(self):
        """N labels as texts, or an empty list."""
        return self._handle.labels

    @property
    def dimension(self):
        """The number of coordinates of a point."""
        return self._handle.dimension

    @property
    def kind(self):
        """What the atoms stand for: points, shape, palette or histogram."""
        return self._handle.space["kind"]

    @property
    def axes(self):
        """Names of the coordinates, or an empty list."""
        return self._handle.space["axes"]

    @property
    def grid(self):
        """Rows and columns of pictures (volumes: depth first), or an empty list."""
        return self._handle.space["grid"]

    @property
    def points(self):
        """(atoms, d) of all measures, one after the other; read-only, no copy."""
        return self._handle.points

    @property
    def weights(self):
        """(atoms,) of all measures; read-only, no copy."""
        return self._handle.weights

    @property
    def offsets(self):
        """(N + 1,): measure i has the atoms offsets[i] … offsets[i + 1] − 1."""
        return self._handle.offsets

    @property
    def sizes(self):
        """(N,) numbers of atoms."""
        return np.diff(self._handle.offsets)

    @property
    def measure_weights(self):
        """(N,) of sum 1: how much each measure counts."""
        given = self._handle.measure_weights
        return given if len(given) else np.full(len(self), 1 / len(self))

    @property
    def notes(self):
        """What was guessed while reading files, as sentences."""
        return self._handle.notes

    def with_labels(self, labels):
        """The same measures with other labels."""
        return Family(self._handle.with_labels(_texts(labels, len(self), "labels")))

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
        self._handle.save(os.fspath(path))

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


def _as_list(arrays, what):
    if isinstance(arrays, (str, bytes, dict)) or not hasattr(arrays, "__iter__") or getattr(arrays, "ndim", 1) == 0:
        raise ValueError(f"{what}: a list of arrays is wanted, one for each measure")
    if isinstance(arrays, np.ndarray) and arrays.ndim == 2 and what == "points" and arrays.dtype != object:
        raise ValueError(
            f"points: an array {arrays.shape} is one cloud; give a list of such arrays, [points] for one measure"
        )
    return list(arrays)


def _grey(images):
    white = {np.dtype(np.uint8): 255, np.dtype(np.uint16): 65535}.get(images.dtype, 1)
    grey = images[..., :3] @ np.array([0.299, 0.587, 0.114]) / white
    return grey * images[..., 3] / white if images.shape[3] == 4 else grey


def _numbers_of(columns):
    try:
        return np.array([float(column) for column in columns])
    except (TypeError, ValueError):
        return None


def _from_array(values, grid, labels, kind, random_state, n_jobs, progress, options):
    keywords = dict(options, kind=kind)
    if random_state is not None:
        keywords["random_state"] = seed_of(random_state)
    count = len(values) if np.ndim(values) else 0
    with progress_of(progress) as tell:
        return _core.family_from_array(
            values, grid, _texts(labels, count, "labels"), keywords, threads_of(n_jobs), tell
        )


def _transformed(points, transform):
    if transform is None:
        return points
    if transform == "asinh":
        return np.arcsinh(points)
    if transform != "log10":
        raise ValueError(f"`transform` is '{transform}', but must be log10 or asinh")
    if not (np.asarray(points) > 0).all():
        raise ValueError("`transform` log10 needs coordinates greater than 0; asinh takes all")
    return np.log10(points)


def _grouped(groups, rows_of, weights, labels, axes, transform, n, random_state):
    """Measures from rows; each draws from a stream of its own, as the command line does."""
    if n is not None and (int(n) != n or n < 1):
        raise ValueError(f"`n` must be a whole number from 1 on, but is {n}")
    points, masses, texts = [], [], []
    for stream, (name, rows) in enumerate(groups):
        if labels is not None:
            if len(set(labels[rows])) > 1:
                raise ValueError(f"measure '{name}' has several labels: {', '.join(sorted(set(labels[rows])))}")
            texts.append(labels[rows[0]])
        if n is not None and len(rows) > n:
            rows = rows[_core.sampled_rows(len(rows), int(n), seed_of(random_state), stream)]
        points.append(_transformed(rows_of(rows), transform))
        if weights is not None:
            masses.append(weights[rows])
    names = [name for name, _ in groups]
    return _core.family_from_clouds(
        points, masses if weights is not None else None, names, texts, None, {"axes": axes}, ""
    )


def read(data, kind=None, *, n_jobs=-1, progress=None, **options):
    """Reads measures from files, folders and globs: all that the command line reads.

    Parameters
    ----------
    data : str, path, or list of them
        Images, HDF5 families, .npy, .npz, IDX, CSV, TSV, PLY, XYZ; a folder, or a pattern such as `"photos/*.jpg"`.
    kind : {None, "shape", "palette", "points", "histogram"}
        What each sample is; guessed unless given.
    n_jobs : int
        Threads; -1 for all processors.
    **options
        Those of the command line with underscores: colors, label, limit, resize, columns, transform, sample,
        random_state, standardize, center, …; `wpga.family.reading_options()` lists them.

    Returns
    -------
    Family

    Examples
    --------
    >>> import os, tempfile, wpga
    >>> path = os.path.join(tempfile.mkdtemp(), "two.csv")
    >>> with open(path, "w") as file:
    ...     _ = file.write("measure,x,y\\na,0,1\\na,2,3\\nb,4,5\\n")
    >>> wpga.read(path)
    <Family: 2 measures in R^2, 1 to 2 atoms each, points>
    """
    keywords = dict(options)
    if kind is not None:
        keywords["kind"] = kind
    with progress_of(progress) as tell:
        return Family(_core.family_from_files(paths_of(data), keywords, threads_of(n_jobs), tell))


def paths_of(data):
    """Names of files as texts."""
    if isinstance(data, (str, os.PathLike)):
        data = [data]
    return [os.fspath(path) for path in data]


def reading_options():
    """The options of `read`: name, default, what it does, rule.

    >>> [option["name"] for option in reading_options()][:2]
    ['kind', 'label']
    """
    return _core.reading_options()
