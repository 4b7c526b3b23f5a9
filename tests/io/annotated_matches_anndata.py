"""AnnData files as `wpga convert` reads them against anndata itself: annotated_matches_anndata.py WPGA"""
import pathlib
import subprocess
import sys
import tempfile
import warnings

try:
    import anndata
    import h5py
    import numpy
    import pandas
    import scipy.sparse
except ImportError:
    sys.exit(77)

warnings.filterwarnings("ignore")
WPGA = sys.argv[1]


def made(random, cells=300, variables=12):
    """Cells of five samples, with text, categories, numbers, whole numbers that doubles would merge, missing ones,
    and truths in obs."""
    matrix = random.poisson(0.4, (cells, variables)).astype("float32") * random.random((cells, variables)).astype("float32")
    sample = random.integers(0, 5, cells)
    obs = pandas.DataFrame({
        "sample": pandas.Categorical([f"s{k}" for k in sample], categories=[f"s{k}" for k in (3, 1, 0, 2, 4, 9)]),
        "text": [f"text {k}" for k in sample], "number": sample * 1.5, "whole": sample + 10,
        "identity": 2**60 + sample, "negative": -2**60 - sample,
        "single": (sample / 10).astype("float32"),
        "unsigned": sample.astype("uint64") + numpy.uint64(2**63), "kinds": pandas.Categorical(2**60 + sample),
        "maybe": pandas.array(numpy.where(sample == 3, None, 2**60 + sample), dtype="Int64"),
        "truth": sample > 1, "label": pandas.Categorical(["old" if k < 2 else "young" for k in sample])},
        index=[f"cell{k}" for k in range(cells)])
    var = pandas.DataFrame(index=[f"gene{k}" for k in range(variables)])
    data = anndata.AnnData(scipy.sparse.csr_matrix(matrix), obs=obs, var=var,
                           layers={"csc": scipy.sparse.csc_matrix(2 * matrix), "dense": 3 * matrix,
                                   "doubles": matrix.astype(float) / 7},
                           obsm={"X_pca": random.normal(size=(cells, 3))})
    data.raw = data
    return data


def expected(data, layer, column, genes):
    """Names, labels and rows of each measure, in the order of their first cells."""
    if layer.startswith("obsm/"):
        matrix = data.obsm[layer[5:]]
    else:
        whole = data.raw.X if layer == "raw" else data.layers[layer] if layer else data.X
        matrix = whole.toarray() if scipy.sparse.issparse(whole) else numpy.asarray(whole)
        matrix = matrix[:, [list(data.var_names).index(gene) for gene in genes]]
    values = data.obs[column]
    for name in dict.fromkeys(values[values.notna()]):
        cells = (values == name).to_numpy(dtype=bool, na_value=False)
        word = f"{name:g}" if isinstance(name, float) else str(name)
        yield {"True": "1", "False": "0"}.get(word, word), matrix[cells].astype(float)


def check(path, data, layer, column, genes, folder):
    family = folder / "family.h5"
    command = [WPGA, "convert", path, "--name-columns", column, "--label-column", "text", "-o", family]
    if column == "truth":
        command[5:7] = []
    command += ["--layer", layer] if layer else []
    command += ["--columns", ",".join(genes)] if genes and not layer.startswith("obsm/") else []
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, (command, done.stderr)
    wanted = list(expected(data, layer, column, genes))
    with h5py.File(family) as file:
        offsets, points = file["offsets"][:], file["points"][:]
        names = [name.decode() for name in file["names"][:]]
    assert names == [name for name, _ in wanted], (names, [name for name, _ in wanted])
    for k, (name, rows) in enumerate(wanted):
        assert numpy.array_equal(points[offsets[k]:offsets[k + 1]], rows), (layer, column, name)


def main():
    random = numpy.random.default_rng(3)
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data = made(random)
        for compression in (None, "gzip"):
            path = folder / "cells.h5ad"
            data.write_h5ad(path, compression=compression)
            for layer in ("", "csc", "dense", "doubles", "raw", "obsm/X_pca"):
                for column in ("sample", "text", "number", "whole", "truth", "identity", "negative", "unsigned", "single",
                               "kinds", "maybe"):
                    check(path, data, layer, column, ["gene7", "gene0", "gene11"], folder)
                    count += 1
    print(f"{count} readings: as anndata {anndata.__version__} says")


main()
