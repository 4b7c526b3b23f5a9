"""Families of measures from arrays: clouds, pictures, histograms."""

import numpy as np

from . import _core
from .running import progress_of, seed_of, texts_of, threads_of


class FromArrays:
    """Ways into a `Family`."""

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
        space = {} if axes is None else {"axes": texts_of(axes, "axes")}
        return cls(
            _core.family_from_clouds(
                points,
                weights,
                texts_for(names, len(points), "names"),
                texts_for(labels, len(points), "labels"),
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
            Grey pictures become shapes, colours (C of 3, or 4 with alpha) palettes.  White is the largest value of
            the type, 255 for bytes and 65535 for 16 bits, and 1 for fractions, whatever the other pictures are;
            colours in 32 and 64 bits, and fractions above 1, are refused.  Of grey pictures the scale is gone once weights sum to one: it
            matters only to `invert`, `threshold` and `grey`.
        labels : list, optional
        kind : {None, "shape", "palette", "volume"}
            `"shape"`: grey values of colours carry the mass; `"volume"`: (N, depth, H, W).
        **options
            As those of reading files: invert, threshold, resize, grey; colors, color_space, pixels; center.

        Examples
        --------
        >>> import numpy as np, wpga
        >>> wpga.Family.from_images(np.eye(4)[None].repeat(2, axis=0))
        <Family: 2 measures in R^2, 4 atoms each, shape>
        """
        images = _array_of(images, "images", "pictures must all have the same size")
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
        if kind == "palette" and images.ndim == 3:
            raise ValueError("palettes need colours, an array (N, H, W, 3)")
        colors = images.ndim == 4 and kind != "volume"
        asked = "palette" if colors and kind != "shape" else "shape"
        return cls(_from_array(images, None, labels, asked, colors, random_state, n_jobs, progress, options))

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
        if hasattr(histograms, "iloc") and hasattr(histograms, "columns"):
            if names is None:
                names = histograms.index
            if grid is None:
                grid = bins_of(histograms)
            histograms = histograms.to_numpy()
        values = _array_of(histograms, "histograms", "rows must all have the same length")
        if values.ndim == 0:
            raise ValueError("histograms are an array (N, B), one row each, but this is a single value")
        if grid is not None and values.ndim == 2:
            grid = np.asanyarray(grid)
            if grid.ndim == 1 and len(grid) == values.shape[1] + 1 and grid.dtype.kind in "iuf":
                grid = (grid[1:] + grid[:-1]) / 2
        handle = _from_array(values, grid, labels, "histogram", False, None, None, False, {})
        family = cls(handle)
        if names is None and measure_weights is None and axes is None:
            return family
        names = texts_for(names, len(family), "names") or family.names
        space = handle.space if axes is None else dict(handle.space, axes=texts_of(axes, "axes"))
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


def texts_for(values, count, what):
    """One text for each measure, or none."""
    texts = [] if values is None else texts_of(values, what)
    if values is not None and len(texts) != count:
        raise ValueError(f"{len(texts)} {what} for {count} measures")
    return texts


def _as_list(arrays, what):
    if isinstance(arrays, (str, bytes, dict)) or not hasattr(arrays, "__iter__") or getattr(arrays, "ndim", 1) == 0:
        raise ValueError(f"{what}: a list of arrays is wanted, one for each measure")
    if isinstance(arrays, np.ndarray) and arrays.ndim == 2 and what == "points" and arrays.dtype != object:
        raise ValueError(
            f"points: an array {arrays.shape} is one cloud; give a list of such arrays, [points] for one measure"
        )
    return list(arrays)


def _array_of(values, what, wanted):
    if hasattr(values, "toarray"):
        raise ValueError(f"{what}: sparse matrices are not taken; call .toarray() on it")
    try:
        return np.asanyarray(values)
    except ValueError as error:
        raise ValueError(f"{what}: {wanted} ({error})") from None


def bins_of(frame):
    """The places of bins where the columns of a data frame are numbers, else None.

    >>> import pandas
    >>> bins_of(pandas.DataFrame([[1, 2]], columns=["5", "15"])), bins_of(pandas.DataFrame([[1, 2]], columns=["a", "b"]))
    (array([ 5., 15.]), None)
    """
    columns = frame.columns
    if type(columns).__name__ == "RangeIndex" and (columns.start, columns.step) == (0, 1):  # nobody named them
        return None
    try:
        places = np.array([float(column) for column in columns])
    except (TypeError, ValueError):
        return None
    return places if np.isfinite(places).all() else None


def _from_array(values, grid, labels, kind, colors, random_state, n_jobs, progress, options):
    keywords = dict(options, kind=kind)
    if random_state is not None:
        keywords["random_state"] = seed_of(random_state)
    count = len(values) if np.ndim(values) else 0
    with progress_of(progress) as tell:
        return _core.family_from_array(
            values, grid, texts_for(labels, count, "labels"), colors, keywords, threads_of(n_jobs), tell
        )
