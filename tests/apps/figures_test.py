#!/usr/bin/env python3
"""`wpga-figures`: whole runs on small data; what the small figures say is recomputed with POT."""
import csv
import itertools
import json
import struct

import program
from program import ProgramTest, skip

try:
    import numpy as np
    import ot
    from PIL import Image
    from scipy.optimize import linprog
except ImportError as missing:
    skip(missing)

FIGURES = "wpga-figures"


def atoms(document):
    return np.array(document["weights"]), np.array(document["points"])


def squared_distance(first, second):
    (a, x), (b, y) = atoms(first), atoms(second)
    return ot.emd2(a / a.sum(), b / b.sum(), ot.dist(x, y), numItermax=10_000_000)


def least_variance(measures):
    """The multi-marginal program over all tuples at once, by another solver."""
    points = [atoms(m)[1] for m in measures]
    weights = [atoms(m)[0] for m in measures]
    tuples = list(itertools.product(*[range(len(w)) for w in weights]))
    cost, rows = [], np.zeros((sum(map(len, weights)), len(tuples)))
    starts = np.cumsum([0] + [len(w) for w in weights])
    for column, places in enumerate(tuples):
        stack = np.array([points[i][j] for i, j in enumerate(places)])
        cost.append(((stack - stack.mean(axis=0)) ** 2).sum() / len(measures))
        for i, j in enumerate(places):
            rows[starts[i] + j, column] = 1
    return linprog(cost, A_eq=rows, b_eq=np.concatenate(weights), method="highs").fun


def write_digits(folder, each):
    """Ten kinds of strokes, each farther to the right than the one before, in the files that MNIST has."""
    random = np.random.default_rng(1)
    labels = np.repeat(np.arange(10, dtype=np.uint8), each)
    images = np.zeros((len(labels), 28, 28), dtype=np.uint8)
    for image, label in zip(images, labels):
        row, column = 8 + random.integers(0, 4), 2 + 2 * label + random.integers(0, 3)
        image[row:row + 2 + label % 5, column:column + 2 + label // 5 + random.integers(0, 2)] = random.integers(100, 255)
    folder.mkdir()
    (folder / "train-images-idx3-ubyte").write_bytes(struct.pack(">4i", 2051, len(labels), 28, 28) + images.tobytes())
    (folder / "train-labels-idx1-ubyte").write_bytes(struct.pack(">2i", 2049, len(labels)) + labels.tobytes())


def write_photos(folder, count):
    random = np.random.default_rng(2)
    folder.mkdir()
    for i in range(count):
        ramp = np.linspace(0, 1, 60)[None, :, None] * np.ones((40, 1, 1))
        color = random.uniform(0.2, 1, 3)
        noise = random.normal(0, 0.05, (40, 60, 3))
        Image.fromarray(np.uint8(255 * np.clip(ramp * color + noise, 0, 1))).save(folder / f"photo{i}.png")


class Figures(ProgramTest):
    def figure(self, name, *flags):
        self.wpga(name, "-o", "out", *flags, program=FIGURES)
        return json.loads((self.folder / "out" / f"{name}.json").read_text())

    def assert_picture(self, name, dpi=288):
        with Image.open(self.folder / "out" / f"{name}.png") as picture:
            self.assertGreater(picture.width, 3 * dpi)
            self.assertGreater(np.asarray(picture.convert("L")).std(), 5)
        self.assertTrue((self.folder / "out" / f"{name}.pdf").read_bytes().startswith(b"%PDF"))

    def test_geodesics_have_the_length_of_the_distance(self):
        numbers = self.figure("mccann")
        self.assert_picture("mccann")
        for pair in (numbers["map"], numbers["split"]):
            self.assertAlmostEqual(pair["squared_distance"], squared_distance(pair["source"], pair["target"]), places=9)
        self.assertEqual(numbers["map"]["split_atoms"], 0)
        self.assertGreater(numbers["split"]["split_atoms"], 0)

    def test_a_generalized_geodesic_follows_optimal_maps_from_its_base(self):
        numbers = self.figure("generalized")
        self.assert_picture("generalized")
        base, nu, eta = numbers["base"], numbers["nu"], numbers["eta"]
        for end in (nu, eta):
            moved = (atoms(base)[0] * ((atoms(base)[1] - atoms(end)[1]) ** 2).sum(axis=1)).sum()
            self.assertAlmostEqual(moved, squared_distance(base, end), places=9)
        length = (atoms(base)[0] * ((atoms(nu)[1] - atoms(eta)[1]) ** 2).sum(axis=1)).sum()
        self.assertAlmostEqual(numbers["squared_length"], length, places=9)
        self.assertAlmostEqual(numbers["squared_distance"], squared_distance(nu, eta), places=9)
        self.assertGreater(numbers["geodesic_gap"], 1e-4)

    def test_the_means_of_the_toys_are_the_best_there_are(self):
        numbers = self.figure("toys")
        self.assert_picture("toys")
        for toy in (numbers["four"], numbers["three"]):
            measured = np.mean([squared_distance(toy["mean"], measure) for measure in toy["measures"]])
            self.assertAlmostEqual(toy["variance"], measured, places=8)
            self.assertAlmostEqual(toy["variance"], least_variance(toy["measures"]), places=8)

    def test_digits(self):
        write_digits(self.folder / "mnist", 12)
        numbers = self.figure("digits", "--digits", "mnist", "--images", 12, "--opponents", 5)
        for name in ("digits", "digits_all", "digit_methods"):
            self.assert_picture(name)
        rows = list(csv.DictReader((self.folder / "out" / "digits.csv").read_text().splitlines()))
        self.assertEqual([int(row["digit"]) for row in rows], list(range(10)))
        for row, digit in zip(rows, numbers["digits"]):
            self.assertAlmostEqual(float(row["variance"]), digit["variance"], delta=1e-4 * digit["variance"])
            self.assertLessEqual(float(row["time_gap"]), 2e-4)
        methods = list(csv.DictReader((self.folder / "out" / "digit_methods.csv").read_text().splitlines()))
        expected = {("default", "free"), ("paper", "free"), ("paper", "bregman"), ("linear", "template")}
        self.assertEqual({(row["method"], row["mean"]) for row in methods}, expected)
        for row in methods:
            left = [float(row[f"left_{k}"]) for k in range(4) if row.get(f"left_{k}")]
            self.assertEqual(left, sorted(left, reverse=True))

    def test_twos_and_fours(self):
        write_digits(self.folder / "mnist", 12)
        numbers = self.figure("two-four", "--digits", "mnist", "--images", 12, "--dpi", 144)
        self.assert_picture("two_four", dpi=144)
        self.assertEqual(numbers["images"], 24)
        # Fours stand four pixels to the right of twos, and images of a kind differ by less.
        self.assertEqual(numbers["separation"], 1)

    def test_palettes(self):
        write_photos(self.folder / "photos", 5)
        numbers = self.figure("palettes", "--photos", "photos")
        self.assert_picture("palettes")
        self.assertEqual((numbers["photos"], numbers["palettes"]), (5, 5))
        self.assertEqual(len(numbers["components"]), 3)

    def test_photos_are_carried_to_the_second_component(self):
        write_photos(self.folder / "photos", 6)
        numbers = self.figure("recolor", "--photos", "photos")
        self.assert_picture("recolor")
        times = [photo["time"] for photo in numbers["photos"]]
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[2] - times[0], 0.5)
        # The same by the verbs: k-means, mean, components and projection have the defaults of the figure.
        self.wpga("fit", "photos", "--as", "palette", "--components", 2, "-o", "model.h5", "--seed", 1)
        for photo in numbers["photos"]:
            found = json.loads(self.wpga("recolor", "model.h5", f"photos/{photo['name']}.png", "--component", 2,
                                         "-o", "out.png", "--json").stdout)
            self.assertAlmostEqual(found["distance"] ** 2, photo["squared_distance"], delta=0.1 * photo["squared_distance"] + 1e-3)

    def test_three_photos_have_two_components_and_equal_photos_none(self):
        write_photos(self.folder / "photos", 3)
        self.assertEqual(len(self.figure("palettes", "--photos", "photos")["components"]), 2)
        self.figure("recolor", "--photos", "photos")
        for i in range(4):
            (self.folder / "equal").mkdir(exist_ok=True)
            Image.new("RGB", (9, 7), (200, 30, 90)).save(self.folder / "equal" / f"{i}.png")
        for name in ("palettes", "recolor"):
            self.refused(name, "--photos", "equal", "-o", "none", program=FIGURES, says=["do not differ"])

    def test_all_leaves_out_what_has_no_data_and_says_so(self):
        said = self.wpga("--images", "10", "--digits", "nowhere", "--photos", "nowhere", "-o", "out", program=FIGURES).stderr_text
        self.assertIn("left out", said)
        self.assert_picture("toys")
        self.assertFalse((self.folder / "out" / "digits.png").exists())

    def test_a_place_that_cannot_be_written_is_no_missing_datum(self):
        self.write("taken", b"a file")
        self.refused("all", "-o", "taken", program=FIGURES, says=["taken", "folder"])
        (self.folder / "out" / "glyph.png").mkdir(parents=True)
        self.refused("all", "--images", "10", "--quiet", "-o", "out", program=FIGURES, says=["glyph.png"])

    def test_digits_that_cannot_be_told_apart_or_compared(self):
        write_digits(self.folder / "mnist", 12)
        self.refused("digits", "--digits", "mnist", "--opponents", "3", "-o", "out", program=FIGURES, says=["--opponents 3", "four"])
        labels = self.folder / "mnist" / "train-labels-idx1-ubyte"
        labels.write_bytes(labels.read_bytes()[:50])
        self.refused("two-four", "--digits", "mnist", "-o", "out", program=FIGURES, says=["labels", "120"])
        labels.unlink()
        self.refused("two-four", "--digits", "mnist", "-o", "out", program=FIGURES, says=["label 2"])

    def test_data_are_not_written_into_and_names_are_folders(self):
        write_photos(self.folder / "photos", 3)
        self.refused("palettes", "--photos", "photos", "-o", "photos", program=FIGURES, says=["-o", "read"])
        self.refused("toys", "-o", "toys.png", program=FIGURES, says=["toys.png"])
        self.refused("mccann", "-o", "n" * 300, program=FIGURES)

    def test_help_names_the_program(self):
        page = self.wpga("--help", program=FIGURES).stdout_text
        self.assertTrue(page.startswith("wpga-figures: "))
        self.assertNotIn("wpga figures", page)
        self.assertIn("wpga-figures --help", self.refused("toys", "-o", program=FIGURES))

    def test_bad_usage(self):
        for arguments in (("nonsense", "-o", "out"), ("toys",), ("digits", "-o", "out"),
                          ("digits", "--digits", "nowhere", "-o", "out"),
                          ("palettes", "--photos", "nowhere", "-o", "out"), ("toys", "--dpi", "1", "-o", "out")):
            self.refused(*arguments, program=FIGURES)


if __name__ == "__main__":
    program.main()
