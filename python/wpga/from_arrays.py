"""Families of measures from arrays: clouds, pictures, histograms."""

import numpy as np

from . import _core
from .running import progress_of, seed_of, threads_of


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
        space = {} if axes is None else {"axes": [str(axis) for axis in axes]}
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
        values = _array_of(histograms, "histograms", "rows must all have the same length")
        if grid is not None and values.ndim == 2:
            grid = np.asanyarray(grid)
            if grid.ndim == 1 and len(grid) == values.shape[1] + 1 and grid.dtype.kind in "iuf":
                grid = (grid[1:] + grid[:-1]) / 2
        handle = _from_array(values, grid, labels, "histogram", None, None, False, {})
        family = cls(handle)
        if names is None and measure_weights is None and axes is None:
            return family
        names = texts_for(names, len(family), "names") or family.names
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


def texts_for(values, count, what):
    if values is None:
        return []
    texts = [str(value) for value in values]
    for text in texts:
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise ValueError(f"{what}: {text!r} is no text that UTF-8 can write")
    if len(texts) != count:
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
            values, grid, texts_for(labels, count, "labels"), keywords, threads_of(n_jobs), tell
        )
