"""Families of measures from tables: data frames, and cells of AnnData."""

import numpy as np

from . import _core
from .running import seed_of


class FromTables:
    """Ways into a `Family`."""

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
        if not hasattr(frame, "select_dtypes"):
            raise ValueError(f"a pandas.DataFrame is wanted, not {type(frame).__name__}; from_points takes arrays")
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
        if not hasattr(adata, "obs"):
            raise ValueError(f"an anndata.AnnData is wanted, not {type(adata).__name__}; wpga.read reads .h5ad files")
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
