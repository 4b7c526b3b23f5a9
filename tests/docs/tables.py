"""Tables of the pages whose numbers are compared with what the program prints: for each row what is run, and which cells it fills.

Rows on made data are run with the other tests; those on MNIST, ages, cells … where WPGA_DOCS_DATA names a folder that has them under the names of the pages."""
import collections
import csv
import pathlib
import re

import h5py
import numpy as np

# The table is number `place` below the heading; `needs` are names of files, `before` a command that makes them.
Table = collections.namedtuple("Table", "page heading place needs before runs")
# The words of `wpga` without output; `cells`: column, or (row, column), → the numbers that its cell begins with, from the JSON of the run, whose
# "folder" has the model and the data.
Run = collections.namedtuple("Run", "row words cells")


def percent(value):
    return 100 * value


def alone(k):
    return lambda found: [percent(found["components"][k]["explained"])]


def together(found):
    return [percent(found["components"][-1]["cumulative"])]


def gaps(k):
    return lambda found: [percent(max(found["components"][k]["map_gap"].values())), percent(found["components"][k]["geodesic_gap"])]


def negative(found):
    return [percent(one["negative_mass"]) for one in found["components"]]


def left(found):
    return [found["components"][0]["mean_squared_distance"]]


def of_mean(found):
    return {"atoms left": [found["support"]], "variance": [found["variance"]]}


def fits(data, flags, methods, cells):
    return [Run(f"`{method}`", f"fit {data} {flags} --method {method}", cells) for method in methods]


def mean_cells(*columns):
    return {column: (lambda found, column=column: of_mean(found)[column]) for column in columns}


def first_curves(row, data):
    """Mean squared distances to the first curve of three methods, in one comparison."""
    def method(name):
        return lambda found: [found["methods"][name]["components"][0]["mean_squared_distance"]]

    def gap(found):
        return [percent(max(found["methods"]["tangent"]["components"][0]["map_gap"].values()))]

    return Run(row, f"compare {data} --methods geodesics,tangent --components 1",
               {"variance": lambda found: [found["variance"]], "principal geodesic": method("geodesics"), "tangent, on the cone": method("tangent-cone"),
                "tangent as it is": method("tangent"), "its map gap": gap})


def hundred_twos(row, flags):
    found = {"the first alone": alone(0), "the first two": lambda f: [percent(f["components"][1]["cumulative"])], "all three": together}
    return Run(row, f"fit {DIGITS} --label 2 --limit 100 --support 128 {flags}", found)


def gates(folder):
    """Share of CD4 cells and spread of the crowd of every sample, by gates that know nothing of transport (docs/free_mass.md)."""
    shares, spreads = [], []
    for path in sorted(pathlib.Path(folder, "cells").glob("*.csv")):
        cells = np.genfromtxt(path, delimiter=",", names=True)
        cd4, cd8 = np.log10(cells["CD4"]), np.log10(cells["CD8"])
        crowd = (cd4 < 1.6) & (cd8 < 1.6)
        shares.append(np.mean((cd4 > 1.75) & (cd8 < 1.2)))
        spreads.append(np.sqrt(cd4[crowd].var() + cd8[crowd].var()))
    return shares, spreads


def correlation(which):
    def value(found):
        with h5py.File(pathlib.Path(found["folder"], "model.h5")) as model:
            return [np.corrcoef(model["components/0/scores"][:], gates(found["folder"])[which])[0, 1]]
    return value


def of_places(column, flags):
    words = "fit cells/ --columns CD4,CD8 --transform log10 --sample 200 --support 100 --components 1 " + flags
    score = "its score against the "
    return Run("component 1", words, {
        column: alone(0), ("variance, decades²", column): lambda found: [found["variance"]],
        (score + "share of cells in the CD4 gate (log10 CD4 > 1.75, CD8 < 1.2)", column): correlation(0),
        (score + "spread of the crowd (log10 CD4 < 1.6, CD8 < 1.6)", column): correlation(1)})


NEIGHBOURS, MEANS, FITS = (f"docs/measurements/{name}.md" for name in ("neighbours", "means", "fits"))
DIGITS = "train-images-idx3-ubyte"
LINE = ["line", "line --line-method surface", "line --line-method projected", "geodesics --curve geodesic"]
TWOS = f"mean {DIGITS} --label 2 --limit 100"

TABLES = [
    Table("docs/principal_geodesics.md", "Measured: a hundred twos", 0, [DIGITS], None,
          [hundred_twos("as it stands", ""), hundred_twos("`--fit greedy`", "--fit greedy"), hundred_twos("`--joint-maps all`", "--joint-maps all")]),
    Table("docs/free_mass.md", "Seen on cells", 0, ["cells"], None,
          [of_places("all mass moves", ""), of_places("free, R = 0.5 decades", "--mass free --penalty 0.5")]),
    Table(NEIGHBOURS, "The line", 0, [], "generate bells --count 40 --atoms 60 -o bells.h5",
          fits("bells.h5", "--support 40 --components 2", [*LINE, "tangent"],
               {"component 1": alone(0), "component 2": alone(1), "both": together, "map gap, geodesic gap of component 2": gaps(1)})),
    Table(NEIGHBOURS, "The line", 1, ["ages_2000.csv"], None,
          fits("ages_2000.csv", "--as histogram --components 2", [*LINE, "euclidean", "curve"], {"component 1": alone(0), "both": together})),
    Table(NEIGHBOURS, "Histograms", 0, [], "generate glyphs --count 60 --size 40 -o glyphs.h5",
          fits("glyphs.h5", "--support 200 --components 2", ["euclidean", "curve"], {"component 1": alone(0), "both": together, "negative mass": negative})),
    Table(NEIGHBOURS, "Tangent PCA", 0, [DIGITS, "ages_2000.csv"], None,
          [first_curves(f"digits {k}", f"{DIGITS} --label {k} --limit 100") for k in range(10)] + [first_curves("ages (d = 1, box)", "ages_2000.csv --as histogram")]),
    Table(FITS, "Restarts", 0, [], "generate glyphs --turn 60 --count 60 --size 28 -o glyphs60.h5",
          [Run("glyphs, ±60°", "fit glyphs60.h5 --support 60 --components 1 --start tangent", {"tangent": left}),
           Run("glyphs, ±60°", "fit glyphs60.h5 --support 60 --components 1", {"default": left}),
           Run("glyphs, ±60°", "fit glyphs60.h5 --support 60 --components 1 --restarts 20", {"best of 20": left})]),
    Table(MEANS, "Fixed atoms", 0, [DIGITS], None,
          [Run("`--method fixed`, ε = 0.01", f"{TWOS} --method fixed --fixed-regularization 0.01", mean_cells("atoms left", "variance")),
           Run("ε = 0.002", f"{TWOS} --method fixed --fixed-regularization 0.002", mean_cells("atoms left", "variance")),
           Run("`debiased`, ε = 0.01", f"{TWOS} --method fixed --fixed-algorithm debiased --fixed-regularization 0.01", mean_cells("atoms left", "variance")),
           Run("`debiased`, ε = 0.002", f"{TWOS} --method fixed --fixed-algorithm debiased --fixed-regularization 0.002", mean_cells("atoms left", "variance")),
           Run("`--method free` for comparison, 256 atoms", TWOS, mean_cells("atoms left", "variance"))]),
]

# What a page says between its blocks: `words` with a group for each number, and these numbers from the files that the blocks of the page left behind.
Sentence = collections.namedtuple("Sentence", "words values")


def scale_and_third_score(folder):
    with h5py.File(folder / "model.h5") as model:
        truth = np.genfromtxt(folder / "truth.csv", delimiter=",", names=True)
        return [np.corrcoef(model["components/2/scores"][:], truth["scale"])[0, 1]]


def how_far_the_new_ones_are(folder):
    times = np.genfromtxt(folder / "times.csv", delimiter=",", names=True)
    return [np.sqrt(times[name].mean()) for name in ("squared_distance_to_mean", "joint_squared_distance_3")]


def geodesics_and_pixels(folder):
    with open(folder / "glyphs" / "compare.csv", newline="") as file:
        last = {row["method"]: row for row in csv.DictReader(file) if row["components"] == "2"}
    return [percent(float(last[name][column])) for name, column in
            (("geodesics", "cumulative"), ("euclidean", "cumulative"), ("euclidean", "negative_mass"))]


SENTENCES = {
    "docs/fit.md": [Sentence(r"the scores of component 3 and the scale are correlated by (−\d+\.\d+)", scale_and_third_score),
                    Sentence(r"These twenty are ([\d.]+) px from the mean and ([\d.]+) px from their points", how_far_the_new_ones_are)],
    "docs/from_pca.md": [Sentence(r"two principal geodesics explain ([\d.]+) % of the variance, two components of the pixels \(`euclidean`\) ([\d.]+) %, "
                                  r"with ([\d.]+) % of the mass negative", geodesics_and_pixels)],
}

NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def cells_of(page_text, heading, place):
    """The table as {row: {column: text}}; a column's first name counts where two are alike."""
    below = re.split(rf"(?m)^#+ {re.escape(heading)}$", page_text)[1]
    below = re.split(r"(?m)^## ", below)[0]
    tables = re.findall(r"(?m)((?:^\|.*\|\n)+)", below + "\n")
    lines = [[cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in tables[place].splitlines()]
    header = [name.strip("| ") for name in lines[0]]
    return {line[0].strip("| "): dict(reversed(list(zip(header, line)))) for line in lines[2:]}


def same(shown, value):
    """Within two units of the last digit that is shown, or half a percent: sums are added up in another order by another processor."""
    digits = len(shown.partition("e")[0].partition(".")[2])
    return abs(float(shown.replace("−", "-")) - value) <= max(2.001 * 10.0**-digits if "." in shown else 1.0, 0.005 * abs(value))


def differences(cell, values):
    """What is wrong with a cell, if anything."""
    shown = NUMBER.findall(cell)[: len(values)]
    if len(shown) == len(values) and all(map(same, shown, values)):
        return None
    return f"the page has {cell!r}, the program {', '.join(f'{value:.5g}' for value in values)}"
