"""Families of measures from files."""

from . import _core
from .family import Family
from .running import paths_of, progress_of, threads_of


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
        random_state, standardize, center, …; `wpga.from_files.reading_options()` lists them.

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


def reading_options():
    """The options of `read`: name, default, what it does, rule.

    >>> [option["name"] for option in reading_options()][:2]
    ['kind', 'label']
    """
    return _core.reading_options()
