"""Families of measures from tables: data frames, and cells of AnnData."""

import numpy as np

from . import _core
from .running import seed_of, texts_of, whole_number


class FromTables:
    """Ways into a `Family`."""

    @classmethod
    def from_frame(
        cls, frame, measure, columns=None, *, weight=None, label=None, transform=None, n=None, random_state=None
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
        transform : str, optional
            As that of `wpga.read`: log10, asinh, asinh(150) for all coordinates, or "CD4:asinh(150),FSC:linear".
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
        if not hasattr(frame, "select_dtypes"):
            raise ValueError(f"a pandas.DataFrame is wanted, not {type(frame).__name__}; from_points takes arrays")
        by = list(measure) if isinstance(measure, (list, tuple)) else [measure]
        apart = [*by, *(column for column in (weight, label) if column is not None)]
        if columns is None:
            columns = [c for c in frame.select_dtypes("number").columns if c not in apart]
        columns = [columns] if isinstance(columns, str) else list(columns)
        _require_columns([*apart, *columns], frame, "")
        _require_distinct(columns, "columns")
        if not columns:
            raise ValueError("there is no column of numbers for the coordinates; name them in `columns`")
        values = frame[columns].to_numpy()
        weights = None if weight is None else frame[weight].to_numpy()
        drawn = _Drawn(n, random_state)
        return cls(_grouped(frame, by, label, values.__getitem__, weights, columns, transform, drawn))

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
        sample : str or list of str
            Column of `adata.obs` that says of which measure a cell is; several are joined by blanks.
        layer : str, optional
            Layer with the values, else `adata.X`.
        columns : list of str, optional
            Variables (genes, channels) that are the coordinates; all unless given.
        use_rep : str, optional
            Coordinates from `adata.obsm` instead, such as `"X_pca"`.
        label : str, optional
            Column of `adata.obs` with the label of each sample.
        transform : str, optional
            As that of `from_frame`.
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
        if not hasattr(adata, "obs"):
            raise ValueError(f"an anndata.AnnData is wanted, not {type(adata).__name__}; wpga.read reads .h5ad files")
        by = list(sample) if isinstance(sample, (list, tuple)) else [sample]
        _require_columns([*by, *(() if label is None else (label,))], adata.obs, " in obs")
        matrix, axes = _values_of(adata, layer, columns, use_rep)

        def rows_of(rows):
            part = matrix[rows]
            return part.toarray() if hasattr(part, "toarray") else np.asarray(part)

        drawn = _Drawn(n, random_state)
        return cls(_grouped(adata.obs, by, label, rows_of, None, axes, transform, drawn))


class _Drawn:
    """How many rows are drawn of each measure; each draws from a stream of its own, as on the command line."""

    def __init__(self, n, random_state):
        self.count = None if n is None else whole_number(n, "n")
        self.seed = seed_of(random_state)

    def of(self, rows, stream):
        if self.count is None or len(rows) <= self.count:
            return rows
        return rows[_core.sampled_rows(len(rows), self.count, self.seed, stream)]


def _require_columns(names, frame, where):
    twice = set() if frame.columns.is_unique else set(frame.columns[frame.columns.duplicated()])
    for name in names:
        if name in twice:
            raise ValueError(f"two columns are called '{name}'{where}; give them names of their own")
        if name not in frame.columns:
            raise ValueError(f"there is no column '{name}'{where}; there are {', '.join(map(str, frame.columns))}")


def _require_distinct(names, option):
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(f"`{option}` names '{name}' twice")


def _values_of(adata, layer, columns, use_rep):
    """The matrix with a row for each cell, and the names of its columns."""
    if use_rep is not None:
        if use_rep not in adata.obsm:
            raise ValueError(f"there is no '{use_rep}' in obsm; there are {', '.join(adata.obsm.keys()) or 'none'}")
        matrix = adata.obsm[use_rep]
        matrix = matrix.to_numpy() if hasattr(matrix, "to_numpy") else matrix
        return matrix, [f"{use_rep}{k + 1}" for k in range(matrix.shape[1])]
    if layer is not None and layer not in adata.layers:
        raise ValueError(f"there is no layer '{layer}'; there are {', '.join(adata.layers.keys()) or 'none'}")
    if columns is not None:
        columns = [columns] if isinstance(columns, str) else list(columns)
        missing = [column for column in columns if column not in adata.var_names]
        if missing:
            raise ValueError(f"there is no variable '{missing[0]}' in var")
        _require_distinct(columns, "columns")
    chosen = adata if columns is None else adata[:, columns]
    return chosen.X if layer is None else chosen.layers[layer], list(chosen.var_names)


def _groups_of(table, by):
    """Names of measures and their rows, in order of appearance."""
    _require_distinct(by, "measure")
    if table[by].isna().any(axis=None):
        raise ValueError(f"some rows have no '{by[0]}'; leave them out or name them")
    groups = list(table.groupby(by if len(by) > 1 else by[0], sort=False, observed=True).indices.items())
    groups.sort(key=lambda group: group[1][0])
    names = [" ".join(map(str, key)) if len(by) > 1 else str(key) for key, _ in groups]
    return texts_of(names, "names"), [rows for _, rows in groups]


def _grouped(table, by, label, points_of, weights, axes, transform, drawn):
    """A measure for each group of rows."""
    axes = texts_of(axes, "columns")
    names, groups = _groups_of(table, by)
    labels = None if label is None else table[label].astype(str).to_numpy()
    points, masses, texts, called = [], [], [], axes
    for stream, (name, rows) in enumerate(zip(names, groups)):
        if labels is not None:
            if len(set(labels[rows])) > 1:
                raise ValueError(f"measure '{name}' has several labels: {', '.join(sorted(set(labels[rows])))}")
            texts.append(labels[rows[0]])
        rows = drawn.of(rows, stream)
        part = points_of(rows)
        if transform is not None:
            part, called = _core.transformed(part, axes, transform)
        points.append(part)
        if weights is not None:
            masses.append(weights[rows])
    return _core.family_from_clouds(
        points, None if weights is None else masses, names, texts_of(texts, "labels"), None, {"axes": called}, ""
    )
