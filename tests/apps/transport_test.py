#!/usr/bin/env python3
"""`wpga distance` and `wpga morph` against POT and against geometry."""
import csv
import json

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    import ot
except ImportError as missing:
    skip(missing)


class Transport(ProgramTest):
    def pair(self, random, n, m, d):
        x, y = random.normal(size=(n, d)), random.normal(size=(m, d)) + 0.5
        a, b = random.random(n) + 0.01, random.random(m) + 0.01
        self.cloud("a.csv", x, a)
        self.cloud("b.csv", y, b)
        return x, a / a.sum(), y, b / b.sum()

    def document(self, *words):
        return json.loads(self.wpga(*words, "--json").stdout)

    def test_exact_distances_are_those_of_pot(self):
        random = np.random.default_rng(1)
        for n, m, d in ((1, 1, 2), (1, 9, 3), (17, 17, 2), (60, 31, 3), (200, 150, 2), (40, 50, 1), (30, 30, 50)):
            x, a, y, b = self.pair(random, n, m, d)
            found = self.document("distance", "a.csv", "b.csv")
            expected = ot.emd2(a, b, ot.dist(x, y), numItermax=1000000)
            self.assertAlmostEqual(found["distances"][0][0] ** 2, expected, delta=1e-9 * expected)
            self.assertLessEqual(found["gaps"][0][0], 1e-9 * found["distances"][0][0])
            self.assertEqual(found["method"], "exact")

    def test_entropic_bounds_bracket_pot(self):
        random = np.random.default_rng(2)
        x, a, y, b = self.pair(random, 50, 40, 2)
        exact = ot.emd2(a, b, ot.dist(x, y))
        for regularization in ("10", "0.1", "0.01", "0.0001"):
            found = self.document("distance", "a.csv", "b.csv", "--transport", "entropic", "--regularization", regularization)
            self.assertLessEqual(found["squared"]["lower"], exact * (1 + 1e-9))
            self.assertGreaterEqual(found["squared"]["upper"], exact * (1 - 1e-9))
        self.assertLess(found["squared"]["upper"] - found["squared"]["lower"], 1e-2 * exact)

    def test_the_plan_has_the_marginals_and_the_cost(self):
        random = np.random.default_rng(3)
        x, a, y, b = self.pair(random, 30, 20, 2)
        found = self.document("distance", "a.csv", "b.csv", "--plan", "plan.csv", "--map", "map.csv")
        plan = np.zeros((30, 20))
        with open(self.folder / "plan.csv", newline="") as file:
            for row in csv.DictReader(file):
                plan[int(row["source"]), int(row["target"])] += float(row["mass"])
        np.testing.assert_allclose(plan.sum(axis=1), a, atol=1e-15)
        np.testing.assert_allclose(plan.sum(axis=0), b, atol=1e-15)
        self.assertAlmostEqual((plan * ot.dist(x, y)).sum(), found["distances"][0][0] ** 2, places=12)
        table = np.genfromtxt(self.folder / "map.csv", delimiter=",", names=True)
        np.testing.assert_allclose(np.c_[table["t1"], table["t2"]], plan @ y / a[:, None], atol=1e-12)

    def test_free_mass_is_partial_transport(self):
        """POT moves as much mass as it is told to; with the mass that moved here it must find the same cost."""
        random = np.random.default_rng(7)
        for penalty in (0.3, 0.8, 2.0):
            x, a, y, b = self.pair(random, 25, 20, 2)
            found = self.document("distance", "a.csv", "b.csv", "--mass", "free", "--penalty", penalty, "--plan", "plan.csv")
            unmatched = found["unmatched"][0][0]
            moved = found["squared"]["upper"] - penalty ** 2 * unmatched
            theirs = ot.partial.partial_wasserstein2(a, b, ot.dist(x, y), m=1 - unmatched)
            self.assertAlmostEqual(moved, theirs, places=9)
            cut_off = ot.emd2(a, b, np.minimum(ot.dist(x, y), penalty ** 2))
            self.assertAlmostEqual(found["distances"][0][0] ** 2, cut_off, places=9)
            self.assertLess(found["gaps"][0][0], 1e-9)
            with open(self.folder / "plan.csv", newline="") as file:
                mass = sum(float(row["mass"]) for row in csv.DictReader(file))
            self.assertAlmostEqual(mass, 1 - unmatched, places=12)

    def test_free_mass_tells_numbers_from_places(self):
        self.write("before.csv", "weight,x,y\n5,0,0\n5,10,0\n")
        self.write("after.csv", "weight,x,y\n2,0,0\n8,10,0\n")
        text = self.wpga("distance", "before.csv", "after.csv", "--mass", "free", "--penalty", 2).stdout_text
        self.assertIn("30 % is taken away and added: 100 % of F²", text)
        found = self.document("distance", "before.csv", "after.csv", "--mass", "free", "--penalty", 2)
        self.assertAlmostEqual(found["distances"][0][0] ** 2, 0.3 * 4, places=12)
        both = self.document("distance", "before.csv", "after.csv", "--mass", "free", "--penalty", 1000)
        self.assertAlmostEqual(both["distances"][0][0] ** 2, 0.3 * 100, places=9)
        self.assertLess(both["unmatched"][0][0], 1e-14)
        self.wpga("generate", "gaussians", "--count", "4", "--atoms", "20", "-o", "f.h5", "--quiet")
        matrix = self.document("distance", "f.h5", "--mass", "free", "--penalty", 0.5)
        self.assertEqual(np.shape(matrix["unmatched"]), (4, 4))
        self.assertTrue((np.array(matrix["distances"]) <= 0.5 + 1e-12).all())

    def test_families_give_the_matrix(self):
        self.wpga("generate", "gaussians", "--count", "6", "--atoms", "30", "-o", "f.h5")
        found = self.document("distance", "f.h5")
        with h5py.File(self.folder / "f.h5") as family:
            offsets = family["offsets"][:]
            clouds = [family["points"][offsets[i]:offsets[i + 1]] for i in range(6)]
        for i in range(6):
            for j in range(6):
                expected = np.sqrt(ot.emd2([], [], ot.dist(clouds[i], clouds[j])))
                self.assertAlmostEqual(found["distances"][i][j], expected, delta=1e-7)
        text = self.wpga("distance", "f.h5", "f.h5").stdout_text.splitlines()
        self.assertEqual(len(text), 7)
        self.assertEqual(len(text[1].split(",")), 7)
        self.wpga("distance", "f.h5", "--threads", "1", "-o", "1.csv")
        self.wpga("distance", "f.h5", "--threads", "2", "-o", "2.csv")
        self.assertEqual((self.folder / "1.csv").read_bytes(), (self.folder / "2.csv").read_bytes())

    def test_morph_arrives(self):
        random = np.random.default_rng(4)
        x, a, y, b = self.pair(random, 20, 15, 2)
        self.wpga("morph", "a.csv", "b.csv", "--times", "0,0.5,1", "-o", "way.h5")
        with h5py.File(self.folder / "way.h5") as way:
            begin, end = way["offsets"][2], way["offsets"][3]
            points, weights = way["points"][begin:end], way["weights"][begin:end]
        self.assertLess(ot.emd2(weights / weights.sum(), b, ot.dist(points, y)), 1e-12)
        for name in ("strip.png", "strip.pdf", "strip.svg"):
            self.wpga("morph", "a.csv", "b.csv", "--times", "4", "-o", name)
            self.assertGreater((self.folder / name).stat().st_size, 1000)
        self.wpga("morph", "a.csv", "b.csv", "--draw", "arrows", "-o", "arrows.png")
        self.wpga("morph", "a.csv", "b.csv", "--by", "map", "-o", "map.png")

    def test_two_sides_are_standardised_together_and_must_share_a_space(self):
        self.write("p.csv", "x,y\n0,0\n1,0\n")
        self.write("q.csv", "x,y\n0,0\n100,0\n")
        found = self.document("distance", "p.csv", "q.csv", "--standardize", "pooled")
        spread = np.sqrt(np.var([0, 1, 0, 100]))
        self.assertAlmostEqual(found["distances"][0][0], np.sqrt(99 ** 2 / 2) / spread, places=9)
        self.wpga("convert", "p.csv", "--standardize", "pooled", "-o", "s.h5", "--quiet")
        self.refused("distance", "s.h5", "q.csv", says=["standardised"])
        self.wpga("generate", "glyphs", "--count", "1", "-o", "g.h5", "--quiet")
        self.refused("distance", "p.csv", "g.h5", says=["kind"])

    def test_morph_prints_its_numbers(self):
        random = np.random.default_rng(6)
        self.pair(random, 6, 5, 2)
        found = self.document("morph", "a.csv", "b.csv", "-o", "m.png")
        self.assertAlmostEqual(found["distance"], self.document("distance", "a.csv", "b.csv")["distances"][0][0], places=12)

    def test_what_cannot_be_is_refused(self):
        random = np.random.default_rng(5)
        self.pair(random, 5, 5, 3)
        self.cloud("plane.csv", random.normal(size=(4, 2)), np.ones(4))
        self.refused("distance", "a.csv", "plane.csv", says=["3", "2"])
        self.refused("morph", "a.csv", "b.csv", "--draw", "arrows", "-o", "x.png", says=["plane"])
        self.refused("morph", "a.csv", "b.csv", "--times", "0,2", "-o", "x.png", says=["--times"])
        self.refused("morph", "a.csv", "b.csv", "-o", "x.txt", says=[".png"])
        self.refused("distance", "a.csv", "b.csv", "--regularization", "-1", says=["--regularization"])
        self.refused("distance", "a.csv", "b.csv", "--mass", "free", says=["--penalty"])
        self.refused("distance", "a.csv", "b.csv", "--penalty", "1", says=["--mass"])
        self.refused("distance", "a.csv", "b.csv", "--mass", "free", "--penalty", "0", says=["--penalty"])
        self.refused("distance", "a.csv", "b.csv", "--mass", "free", "--penalty", "1", "--transport", "entropic", says=["entropic"])
        self.refused("morph", "a.csv", "b.csv", "--mass", "free", "--penalty", "1", "-o", "x.png", says=["--mass"])
        self.wpga("generate", "bells", "--count", "3", "-o", "f.h5", "--quiet")
        self.refused("morph", "f.h5", "f.h5", "-o", "x.png", says=["3"])
        self.refused("distance", "f.h5", "f.h5", "--plan", "p.csv", "--quiet", says=["--plan"])


if __name__ == "__main__":
    program.main()
