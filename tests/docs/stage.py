"""Small data that stand for the real ones of the pages, and the little that goes before their Python."""
import csv
import gzip
import shutil
import struct
import subprocess

import numpy as np
from PIL import Image

# Pages whose shown outputs are those of the commands above them, at their full size.
COMPARED = {"docs/fit.md", "docs/from_pca.md", "docs/trouble.md"}


def table(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def blob(random, side=28):
    """A grey ellipse somewhere."""
    y, x = np.mgrid[:side, :side]
    a, b = random.uniform(4, 7), random.uniform(2, 4)
    cx, cy = random.uniform(side / 2 - 3, side / 2 + 3, 2)
    return (255 * (((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 < 1)).astype(np.uint8)


def digits(folder, random, count=40):
    images = np.stack([blob(random) for _ in range(count)])
    labels = np.resize([2, 3, 4, 7, 9], count).astype(np.uint8)
    pixels = struct.pack(">4i", 2051, count, 28, 28) + images.tobytes()
    marks = struct.pack(">2i", 2049, count) + labels.tobytes()
    for name, data in (("train-images-idx3-ubyte", pixels), ("train-labels-idx1-ubyte", marks)):
        (folder / name).write_bytes(data)
        with gzip.open(folder / f"{name}.gz", "wb") as file:
            file.write(data)


def cells(folder, random, names):
    for name in names:
        rows = 10 ** random.normal(2, 0.5, (24, 8)).clip(0.1, 3.9)
        table(folder / f"{name}.csv", ["FSC", "SSC", "CD8", "CD69", "CD4", "CD3", "HLADr", "Time"], rows.round(3).tolist())


def photos(folder, random, count):
    folder.mkdir(parents=True)
    for place in range(count):
        colors = random.integers(0, 255, (3, 3, 3), dtype=np.uint8)
        Image.fromarray(colors).resize((12, 12), Image.BILINEAR).save(folder / f"photo{place}.jpg", quality=95)


def ages(path, random, measures=12):
    bins = [f"{a}-{a + 4}" for a in range(0, 100, 5)]
    middle = np.arange(2.5, 100, 5)
    rows = []
    for place in range(measures):
        heights = np.exp(-(((middle - random.uniform(15, 50)) / random.uniform(15, 30)) ** 2)) * 500 + 1
        rows.append([100 + place, f"Country{place // 2}", "MF"[place % 2], *heights.round(3)])
    table(path, ["country_code", "name", "sex", *bins], rows)


def births(folder, random):
    """Files of first names as the Social Security Administration has them, a year each; the last name is too rare for the story."""
    folder.mkdir(parents=True)
    names = [(name, sex, random.uniform(1920, 2010), random.uniform(5, 25)) for name, sex in zip(("Ada", "Bea", "Cy", "Dan", "Eva", "Fritz"), "FFMMFM")]
    for year in range(1917, 2017):
        rows = [f"{name},{sex},{5 + int(20000 * np.exp(-(((year - when) / width) ** 2)))}" for name, sex, when, width in names]
        (folder / f"yob{year}.txt").write_text("\r\n".join([*rows, "Zoe,F,7"]) + "\r\n")


def make(folder, program):
    """Fills the folder; the names of what is there."""
    random = np.random.default_rng(1)
    folder.mkdir(parents=True)
    digits(folder, random)
    np.save(folder / "stack.npy", np.stack([blob(np.random.default_rng(k)) for k in range(12)]))
    samples = [f"sample{k:02}" for k in range(1, 9)]
    cells(folder / "cells", random, samples)
    table(folder / "people.csv", ["name", "age", "sex"], [[s, 30 + 5 * k, "mf"[k % 2]] for k, s in enumerate(samples)])
    photos(folder / "hibiscus", random, 6)
    Image.open(folder / "hibiscus" / "photo0.jpg").save(folder / "beach.jpg")
    ages(folder / "ages_2000.csv", random)
    births(folder / "package" / "raw-data", np.random.default_rng(2))
    for kind in ("bat", "fork"):
        for place in range(5):
            path = folder / "silhouettes" / kind / f"{kind}-{place}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            Image.fromarray(blob(random, 16)).save(path)
    for place in range(6):
        rows = [[1, float(a)] for a in random.normal(30 + 4 * place, 10, 30).round(2)]
        table(folder / "ages" / f"land{place}.csv", ["weight", "age"], rows)
    table(folder / "countries.csv", ["name", "income"], [[f"land{p}", 1000 * 2**p] for p in range(6)])
    for name, atoms in (("a", 60), ("b", 70), ("small/p", 15), ("small/q", 15), ("small/r", 15), ("free", 5)):
        table(folder / f"{name}.csv", ["x", "y"], random.normal(size=(atoms, 2)).round(3).tolist())
    fit = ["fit", "cells/", "--columns", "CD4,CD8", "--transform", "log10", "--components", "1", "--support", "20", "-o", "model.h5"]
    for words in (["generate", "glyphs", "--count", "8", "-o", "family.h5"], ["generate", "glyphs", "--count", "8", "-o", "large.h5"],
                  ["convert", "hibiscus/", "--colors", "12", "-o", "palettes.h5"], fit):
        subprocess.run([program, *words, "--quiet"], cwd=folder, check=True)
    (folder / "model.run.json").unlink()
    table(folder / "half_years.csv", ["x"], [[a] for a in np.arange(0.5, 100, 4)])
    return {path.name for path in folder.iterdir()} | {"photos", "new"}


def set_up(stage, folder, page):
    """The stage of one page; two names mean different things on different pages."""
    shutil.copytree(stage, folder)
    if page in ("docs/measurements/compare.md", "docs/recolor.md", "docs/your_data.md"):
        shutil.copytree(stage / "hibiscus", folder / "photos")
    if page == "docs/your_data.md":
        shutil.copytree(stage / "silhouettes", folder / "mine")
    if page == "docs/how_many.md":
        # On the line: many components are fitted many times there.
        shutil.rmtree(folder / "cells")
        shutil.copytree(stage / "ages", folder / "cells")
        shutil.copytree(stage / "ages", folder / "new")


PYTHON_BEFORE = {
    "README.md": """
import subprocess
subprocess.run("wpga generate glyphs --count 12 --quiet -o glyphs/", shell=True, check=True)
""",
    "docs/free_mass.md": """
import subprocess
words = "wpga fit cells/ --columns CD4,CD8 --transform log10 --support 12 --components 1 --quiet"
subprocess.run(f"{words} -o fixed.h5 && {words} --mass free --penalty 0.5 -o free.h5", shell=True, check=True)
""",
    "docs/python.md": """
import numpy as np, pandas
random = np.random.default_rng(0)
X = (random.random((12, 18, 18)) < 0.3).astype(float) + 0.01
ages, y = random.normal(40, 10, 12), np.resize([0, 1], 12)
df = pandas.DataFrame({"name": [str(i) for i in range(12)], "age": ages})
import wpga
new = wpga.Family.from_images(X[:3])
""",
}
