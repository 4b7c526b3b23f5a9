"""The interactive page of an analysis, in a notebook or as a file."""

import html
import os
from numbers import Real

import numpy as np

from .family import Family
from .running import texts_of


class Report:
    """A page: shown where a notebook shows it, written by `save`.

    Examples
    --------
    >>> import wpga
    >>> pga = wpga.PrincipalGeodesics(1).fit([[4, 2, 1, 0], [2, 4, 2, 1], [1, 2, 4, 2]])
    >>> pga.report().html.startswith("<!doctype html>")
    True
    """

    def __init__(self, document, height):
        self.html, self.height = document, height

    def save(self, path):
        """Writes the page, .html; it opens without a network."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self):
        inside = html.escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{inside}" style="width:100%;height:{self.height}px;border:0" '
            'sandbox="allow-scripts allow-downloads"></iframe>'
        )

    def __repr__(self):
        return f"<Report: {len(self.html) / 1e6:.2g} MB of HTML; .save('report.html') writes it>"


def report(estimator, X=None, meta=None, path=None, height=800):
    """The page of a fitted estimator."""
    model = estimator._model
    family = estimator._family(X, reset=False)[0] if X is not None and not isinstance(X, Family) else X
    page = _page(estimator, model, family, meta)
    if path is not None:
        page_path = os.fspath(path)
        if not page_path.endswith((".html", ".htm")):
            raise ValueError(f"{page_path}: a page must end in .html")
        Report(page, height).save(page_path)
    return Report(page, height)


def _page(estimator, model, family, meta):
    columns = {} if meta is None else columns_of(meta, estimator.names_)
    handle = None if family is None else family._handle
    return model.page(handle, type(estimator).__name__, columns)


def columns_of(meta, names):
    """Values of each column for each measure, joined by name, or in order where the index has none of the names."""
    frame = meta if hasattr(meta, "columns") else _frame_of(meta)
    known = {str(name): place for place, name in enumerate(frame.index)}
    missing = [name for name in names if name not in known]
    if missing and len(frame) != len(names):
        raise ValueError(
            f"meta has {len(frame)} rows for {len(names)} measures, and its index does not have all their names"
        )
    if missing and len(missing) < len(names):
        raise ValueError(f"meta has no row {missing[0]!r}, though its index has names of other measures")
    if not missing:
        if len(known) < len(frame):
            twice = frame.index[frame.index.astype(str).duplicated()][0]
            raise ValueError(f"meta has more than one row {str(twice)!r}")
        frame = frame.iloc[[known[name] for name in names]]
    columns = {}
    for place, name in enumerate(texts_of(frame.columns, "the columns of meta")):
        if name in columns:
            raise ValueError(f"meta has more than one column {name!r}")
        values = frame.iloc[:, place]
        if values.dtype.kind in "iuf" or _holds_numbers(values):
            columns[name] = values.to_numpy(dtype=float, na_value=float("nan"))
        else:
            known = ["" if missing else value for value, missing in zip(values, values.isna())]
            columns[name] = texts_of(known, f"column {name!r} of meta")
    return columns


def _holds_numbers(values):
    """Is this a column of objects whose known values are all numbers, as None among whole numbers makes one?"""
    known = values[values.notna()] if values.dtype == object else ()
    return len(known) > 0 and all(isinstance(value, Real) and not isinstance(value, (bool, np.bool_)) for value in known)


def _frame_of(values):
    import pandas

    series = pandas.Series(values)
    return series.to_frame(series.name if series.name is not None else "value")
