#!/usr/bin/env python3
"""`wpga mean` against POT, and its methods against each other."""
import json

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    import ot
except ImportError as missing:
    skip(missing)


class Means(ProgramTest):
    def clouds(self, random, count, n, d=2):
        self.points = [random.normal(size=(n, d)) + random.normal(size=d) for _ in range(count)]
        self.weights = [w / w.sum() for w in random.random((count, n)) + 0.1]
        for i in range(count):
            self.cloud(f"data/{i}.csv", self.points[i], self.weights[i])

    def variance(self, points, weights):
        """By POT's exact solver, for equal measure weights."""
        return np.mean([ot.emd2(weights / weights.sum(), a, ot.dist(points, x), numItermax=1000000)
                        for x, a in zip(self.points, self.weights)])

    def mean(self, *words, **options):
        return json.loads(self.wpga("mean", "data", *words, "--json", **options).stdout)

    def table(self, name):
        table = np.genfromtxt(self.folder / name, delimiter=",", skip_header=1)
        return table[:, 1:], table[:, 0]

    def test_free_support_is_that_of_pot_or_better(self):
        random = np.random.default_rng(1)
        self.clouds(random, 8, 30)
        start, uniform = random.normal(size=(20, 2)), np.full(20, 1 / 20)
        self.cloud("start.csv", start, uniform)
        theirs = ot.lp.free_support_barycenter(self.points, self.weights, start, uniform, numItermax=1000, stopThr=1e-14)
        theirs = self.variance(theirs, uniform)
        same = self.mean("--from", "start.csv", "--relaxation", 1, "--tolerance", 1e-14, "--iterations", 1000)
        self.assertLessEqual(same["variance"], theirs * (1 + 1e-9))
        ours = self.mean("--from", "start.csv", "-o", "mean.csv")
        self.assertLessEqual(ours["variance"], theirs * 1.01)
        self.assertAlmostEqual(ours["variance"], self.variance(*self.table("mean.csv")), places=10)

    def test_bregman_projections_are_those_of_pot(self):
        random = np.random.default_rng(2)
        support = random.normal(size=(25, 2))
        histograms = random.random((25, 4)) + 0.01
        histograms /= histograms.sum(axis=0)
        for i in range(4):
            self.cloud(f"data/{i}.csv", support, histograms[:, i])
        self.cloud("support.csv", support, np.ones(25))
        costs = ot.dist(support, support)
        for regularization in (0.2, 0.05):
            epsilon = regularization * (costs.mean(axis=0) @ histograms).mean()
            theirs = ot.bregman.barycenter(histograms, costs, epsilon, numItermax=100000, stopThr=1e-13)
            found = self.mean("--method", "fixed", "--from", "support.csv", "--fixed-regularization", regularization,
                              "--fixed-tolerance", 1e-12, "--fixed-iterations", 100000, "--prune", 0, "-o", "mean.csv")
            self.assertEqual(found["termination"], "converged")
            np.testing.assert_allclose(self.table("mean.csv")[1], theirs / theirs.sum(), atol=1e-9)
        theirs = ot.bregman.barycenter_debiased(histograms, costs, epsilon, numItermax=100000, stopThr=1e-14)
        self.mean("--method", "fixed", "--fixed-algorithm", "debiased", "--from", "support.csv", "--fixed-regularization",
                  regularization, "--fixed-tolerance", 1e-9, "--fixed-iterations", 20000, "--prune", 0, "-o", "sharp.csv")
        np.testing.assert_allclose(self.table("sharp.csv")[1], theirs / theirs.sum(), atol=1e-5)

    def test_methods_are_ordered(self):
        random = np.random.default_rng(3)
        self.clouds(random, 3, 9)
        free = self.mean("--support", 20, "--weights", "optimize", "-o", "free.csv")
        program_on_it = self.mean("--method", "lp", "--from", "free.csv")
        fixed = self.mean("--method", "fixed", "--from", "free.csv")
        subgradient = self.mean("--method", "fixed", "--fixed-algorithm", "subgradient", "--from", "free.csv")
        sliced = self.mean("--method", "sliced", "--support", 20)
        least = self.mean("--method", "multimarginal", "-o", "least.csv")
        almost = 1 + 1e-9
        self.assertLessEqual(program_on_it["variance"], free["variance"] * almost)
        self.assertLessEqual(program_on_it["variance"], fixed["variance"] * almost)
        self.assertLessEqual(program_on_it["variance"], subgradient["variance"] * almost)
        for other in (program_on_it, sliced):
            self.assertLessEqual(least["variance"], other["variance"] * almost)
        self.assertLess(least["gap"], 1e-8)
        self.assertAlmostEqual(least["variance"], self.variance(*self.table("least.csv")), places=10)

    def test_a_bound_for_given_atoms_says_so(self):
        self.clouds(np.random.default_rng(12), 3, 5)
        given, least = (self.wpga("mean", "data", "--method", method, *more).stderr_text
                        for method, more in (("lp", ("--support", 4)), ("multimarginal", ())))
        self.assertIn("above the least possible for these atoms\n", given)
        self.assertIn("above the least possible\n", least)

    def test_the_file_holds_what_was_found(self):
        self.wpga("generate", "ellipses", "--count", 12, "--atoms", 60, "-o", "family.h5", "--quiet")
        found = json.loads(self.wpga("mean", "family.h5", "--support", 30, "--threads", 1, "-o", "1.h5", "--json").stdout)
        self.wpga("mean", "family.h5", "--support", 30, "--threads", 2, "-o", "2.h5")
        self.assertEqual((self.folder / "1.h5").read_bytes(), (self.folder / "2.h5").read_bytes())
        for key in ("measures", "dimension", "support", "variance", "iterations", "termination", "seconds"):
            self.assertIn(key, found)
        with h5py.File(self.folder / "1.h5") as file:
            self.assertEqual(file["mean/points"].shape, (30, 2))
            self.assertAlmostEqual(file["mean/weights"][:].sum(), 1)
            self.assertAlmostEqual(file["mean/squared_distances"][:].mean(), file["variance"][()])
            self.assertEqual(file["variance"][()], found["variance"])
            self.assertEqual(json.loads(file.attrs["options"])["support"], 30)
            self.assertEqual(len(file["names"]), 12)
        objective = found["objective"]
        self.assertEqual(objective, sorted(objective, reverse=True))

    def test_pictures_and_grids(self):
        self.wpga("generate", "glyphs", "--count", 5, "--size", 20, "-o", "family.h5", "--quiet")
        for name in ("mean.png", "mean.svg"):
            self.wpga("mean", "family.h5", "--support", 60, "-o", name)
            self.assertGreater((self.folder / name).stat().st_size, 1000)
        plain = json.loads(self.wpga("mean", "family.h5", "--method", "fixed", "--json").stdout)
        sharp = json.loads(
            self.wpga("mean", "family.h5", "--method", "fixed", "--fixed-algorithm", "debiased", "--json").stdout)
        self.assertLess(sharp["variance"], plain["variance"])
        self.assertLessEqual(plain["mass_lost"], 1e-4)

    def test_restarts_keep_the_best(self):
        self.clouds(np.random.default_rng(4), 6, 20)
        found = self.mean("--support", 10, "--restarts", 4)
        self.assertEqual(found["variance"], min(found["restarts"]))

    def test_a_mean_is_a_start_whatever_flags_choose_the_data(self):
        self.wpga("generate", "ellipses", "--count", 6, "--atoms", 40, "-o", "family.h5", "--quiet")
        words = ("mean", "family.h5", "--limit", 4, "--standardize", "pooled")
        found = json.loads(self.wpga(*words, "--support", 20, "-o", "mean.h5", "--json").stdout)
        again = json.loads(self.wpga(*words, "--from", "mean.h5", "--json").stdout)
        self.assertAlmostEqual(again["objective"][0], found["variance"], places=12)
        self.assertLessEqual(again["variance"], found["variance"])

    def test_strict_exits_with_three(self):
        self.clouds(np.random.default_rng(5), 6, 20)
        self.wpga("mean", "data", "--support", 10, "--iterations", 1, "-o", "mean.csv")
        self.wpga("mean", "data", "--support", 10, "--iterations", 1, "--strict", "-o", "strict.csv", code=3)
        self.assertTrue((self.folder / "strict.csv").exists())
        self.wpga("mean", "data", "--support", 10, "--strict")
        short = ("--transport", "entropic", "--regularization", 0.001, "--sinkhorn-iterations", 1)
        self.wpga("distance", "data/0.csv", "data/1.csv", *short)
        self.wpga("distance", "data/0.csv", "data/1.csv", *short, "--strict", code=3)
        self.wpga("distance", "data", *short, "--strict", code=3)

    def test_what_cannot_be_is_refused(self):
        self.clouds(np.random.default_rng(6), 3, 5)
        self.refused("mean", "data", "--support", 16, says=["--support 16", "15"])
        self.refused("mean", "data", "-o", "mean.txt", says=[".png", ".h5", ".csv"])
        self.refused("mean", "data", "--relaxation", 2, says=["--relaxation"])
        self.refused("mean", "data", "--method", "lp", "--lp-rows", 10, says=["10"])
        self.refused("mean", "data", "--from", "data", says=["3"])
        self.cloud("space.csv", np.zeros((1, 3)), np.ones(1))
        self.refused("mean", "data", "--from", "space.csv", says=["space.csv", "3", "2"])


if __name__ == "__main__":
    program.main()
