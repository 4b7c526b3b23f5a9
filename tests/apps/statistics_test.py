#!/usr/bin/env python3
"""What is asked beside components, from files to numbers: `regress`, `loadings`, `--align`, `--meta`, `--groups`, `--components auto`,
`--robust`, `--method gaussian-geodesic`, against scikit-learn and SciPy on cases that they know."""
import csv
import json

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    from scipy.stats import norm, permutation_test
    from sklearn.decomposition import PCA
    from sklearn.linear_model import LinearRegression
    from sklearn.metrics import r2_score
except ImportError as missing:
    skip(missing)

QUANTILES = norm.ppf((np.arange(30) + 0.5) / 30)


class StatisticsTest(ProgramTest):
    def document(self, *words):
        return json.loads(self.wpga(*words, "--json", "--quiet").stdout)

    def laws(self, means, deviations, columns):
        """Normal laws on the line as equally many quantiles: W2 is the distance between these, divided by their root."""
        rows = np.array([m + s * QUANTILES for m, s in zip(means, deviations)])
        for i, row in enumerate(rows):
            self.write(f"laws/p{i:02}.csv", "x\n" + "\n".join(map(repr, row.tolist())) + "\n")
        lines = [",".join(["name", *columns])]
        for i in range(len(rows)):
            lines.append(",".join([f"p{i:02}", *(str(values[i]) for values in columns.values())]))
        self.write("meta.csv", "\n".join(lines) + "\n")
        return rows

    def shapes(self, seed, turns):
        """One cloud without symmetry, turned, enlarged and moved."""
        random = np.random.default_rng(seed)
        cloud = random.normal(size=(40, 2)) * (2, 0.7) + (random.random((40, 1)) > 0.7) * (2, 2)
        for i, angle in enumerate(turns):
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            self.cloud(f"shapes/s{i:02}.csv", random.uniform(0.5, 2) * cloud @ turn.T + random.normal(size=2) * 5, np.ones(40))


class Regression(StatisticsTest):
    def test_is_linear_regression_of_mean_and_deviation_on_the_line(self):
        random = np.random.default_rng(1)
        ages = random.uniform(20, 80, 20)
        rows = self.laws(0.05 * ages + random.normal(size=20) * 0.5, 1 + 0.01 * ages + random.normal(size=20) * 0.05, {"age": ages})
        found = self.document("regress", "laws", "--meta", "meta.csv", "--on", "age", "--support", 30, "-o", "model.h5")
        line = LinearRegression().fit(ages[:, None], rows)
        expected = r2_score(rows, line.predict(ages[:, None]), multioutput="variance_weighted")
        self.assertAlmostEqual(found["statistics"]["regression"]["r_squared"], expected, places=6)
        # The curve at an age is the law that the regression foretells there.
        knots = found["statistics"]["regression"]["knots"]
        for age in (30.0, 65.0):
            time = (age - knots[0]) / (knots[-1] - knots[0])
            self.wpga("sample", "model.h5", "--times", f"{time!r},1", "-o", "at.h5")
            with h5py.File(self.folder / "at.h5") as file:
                at = np.sort(file["points"][:file["offsets"][1], 0])
            np.testing.assert_allclose(at, line.predict([[age]])[0], atol=2e-3)

    def test_p_value_is_that_of_scipy(self):
        random = np.random.default_rng(2)
        ages = random.uniform(20, 80, 16)
        rows = self.laws(0.02 * ages + random.normal(size=16), np.ones(16), {"age": ages})
        found = self.document("regress", "laws", "--meta", "meta.csv", "--on", "age", "--support", 30, "--permutations", 4999)

        def statistic(order):
            return r2_score(rows, LinearRegression().fit(order[:, None], rows).predict(order[:, None]), multioutput="variance_weighted")

        theirs = permutation_test((ages,), statistic, permutation_type="pairings", alternative="greater", n_resamples=1999,
                                  random_state=1).pvalue
        self.assertGreater(theirs, 0.01)
        self.assertLess(theirs, 0.9)
        spread = 4 * np.sqrt(theirs * (1 - theirs) * (1 / 1999 + 1 / 4999))
        self.assertAlmostEqual(found["statistics"]["regression"]["r_squared_p"], theirs, delta=spread)

    def test_monotone_times_follow_a_bend_and_strips_are_drawn(self):
        ages = np.linspace(1, 100, 15)
        self.laws(np.log(ages), np.ones(15), {"age": ages})
        linear = self.document("regress", "laws", "--meta", "meta.csv", "--on", "age")["statistics"]["regression"]
        bent = self.document("regress", "laws", "--meta", "meta.csv", "--on", "age", "--time", "monotone")["statistics"]["regression"]
        self.assertGreater(bent["r_squared"], 0.9999)
        self.assertLess(linear["r_squared"], 0.9)
        self.assertTrue(np.all(np.diff(bent["knot_times"]) >= 0))
        self.wpga("regress", "laws", "--meta", "meta.csv", "--on", "age", "--at", "20,50,80", "-o", "strip.svg", "--quiet")
        self.assertIn("<svg", (self.folder / "strip.svg").read_text()[:300])
        told = self.wpga("regress", "laws", "--meta", "meta.csv", "--on", "age", "--at", "20,500", "-o", "strip.svg").stderr_text
        self.assertIn("--at 500 is beyond", told)
        self.assertNotIn("--at 20 is", told)
        self.refused("regress", "laws", "--meta", "meta.csv", "--on", "age", "--at", "nan", "-o", "s.svg", "--quiet", says=["--at"])

    def test_measures_without_a_value_are_left_out_and_told(self):
        ages = np.linspace(1, 10, 8).astype(object)
        ages[3] = ""
        self.laws(np.arange(8.0), np.ones(8), {"age": ages})
        done = self.wpga("regress", "laws", "--meta", "meta.csv", "--on", "age", "--json")
        self.assertEqual(json.loads(done.stdout)["measures"], 7)
        self.assertIn("1", done.stderr_text)
        told = self.wpga("fit", "laws", "--meta", "meta.csv", "--components", 1).stderr_text
        self.assertIn("age (known of 7 of 8 measures)", told)
        self.refused("fit", "laws", "--folds", 1, says=["--folds 1"])
        self.refused("fit", "laws", "--limit", 1, "--folds", 2, says=["--folds", "three measures"])
        self.refused("fit", "laws", "--limit", 2, "--folds", 2, says=["--folds", "three measures"])
        self.refused("fit", "laws", "--permutations", 5, says=["--permutations", "--meta"])
        self.assertIn("3 folds, one for each measure",
                      self.wpga("fit", "laws", "--limit", 3, "--folds", 9, "--components", 1).stderr_text)
        self.refused("fit", "laws", "--limit", 3, "--robust", "--components", 1, says=["--robust", "4 measures"])
        self.refused("fit", "laws", "--limit", 4, "--components", "auto", says=["--components auto", "five"])

    def test_what_cannot_be_is_refused(self):
        self.laws(np.arange(5.0), np.ones(5), {"age": np.ones(5), "word": list("abcde")})
        self.refused("regress", "laws", "--meta", "meta.csv", "--on", "age", "--quiet", says=["same"])
        self.refused("regress", "laws", "--meta", "meta.csv", "--on", "word", "--quiet", says=["word"])
        self.refused("regress", "laws", "--meta", "meta.csv", "--on", "height", "--quiet", says=["height"])
        self.refused("regress", "laws", "--meta", "meta.csv", "--quiet", says=["--on"])
        self.refused("regress", "laws", "--on", "age", "--quiet", says=["--meta"])
        self.refused("regress", "laws", "--meta", "meta.csv", "--on", "age", "-o", "x.txt", "--quiet", says=[".h5"])
        self.refused("regress", "laws", "--meta", "meta.csv", "--on", "age", "--mass", "free", "--penalty", 1, "--quiet", says=["mass"])


class Groups(StatisticsTest):
    def test_two_groups_are_tested_as_scipy_does(self):
        random = np.random.default_rng(3)
        side = np.arange(14) % 2
        rows = self.laws(0.6 * side + random.normal(size=14), 1 + 0.2 * random.random(14), {"side": ["ab"[s] for s in side]})
        found = self.document("fit", "laws", "--meta", "meta.csv", "--components", 1, "--support", 30, "--permutations", 4999)
        columns = found["statistics"]["covariates"]
        apart = ((rows[side == 0].mean(axis=0) - rows[side == 1].mean(axis=0)) ** 2).mean()
        self.assertAlmostEqual(columns["apart"][0], apart, delta=1e-3 * apart)
        theirs = permutation_test((np.flatnonzero(side == 0), np.flatnonzero(side == 1)),
                                  lambda a, b: ((rows[a].mean(axis=0) - rows[b].mean(axis=0)) ** 2).mean(),
                                  permutation_type="independent", alternative="greater", n_resamples=2999, random_state=1).pvalue
        self.assertGreater(theirs, 0.01)
        self.assertAlmostEqual(columns["share_p"][0], theirs, delta=4 * np.sqrt(theirs * (1 - theirs) * (1 / 2999 + 1 / 4999)))

    def test_labels_of_folders_are_a_column(self):
        random = np.random.default_rng(4)
        for i in range(10):
            self.cloud(f"data/{'ab'[i % 2]}/c{i}.csv", random.normal(size=(12, 2)) + 5 * (i % 2), np.ones(12))
        found = self.document("fit", "data", "--groups", "--components", 1)["statistics"]["covariates"]
        self.assertEqual(found["columns"], ["label"])
        self.assertGreater(found["association"][0][0], 0.9)
        self.assertLess(found["share_p"][0], 0.02)


class Joining(StatisticsTest):
    """Columns about measures: what does not fit is told, what is missing is no category, a number is named for what it is."""

    def setUp(self):
        super().setUp()
        self.laws(np.arange(8.0), 1 + 0.1 * (np.arange(8) % 3), {"age": np.arange(8) * 10})

    def test_rows_and_measures_without_a_partner_are_told(self):
        rows = "".join(f"p{i:02},{i}\n" for i in range(6))
        self.write("some.csv", "name,age\n" + rows + "zed,3\nyan,4\n")
        for verb in (("fit", "laws", "--components", 1), ("regress", "laws", "--on", "age")):
            told = self.wpga(*verb, "--meta", "some.csv").stderr_text
            self.assertIn("2 rows of some.csv belong to no measure: zed, yan", told)
            self.assertIn("2 of 8 measures have no row", told)
        self.assertNotIn("belong", self.wpga("fit", "laws", "--components", 1, "--meta", "meta.csv").stderr_text)
        self.write("other.csv", "name,age\nq,1\n")
        self.refused("fit", "laws", "--meta", "other.csv", says=["first measure is 'p00'", "first row 'q'"])

    def test_missing_words_are_no_category(self):
        words = ["x", "y", "NA", "x", "y", "nan", "x", "y"]
        self.write("arms.csv", "name,arm,none\n" + "".join(f"p{i:02},{word},\n" for i, word in enumerate(words)))
        done = self.wpga("fit", "laws", "--components", 1, "--meta", "arms.csv", "--json")
        self.assertEqual(json.loads(done.stdout)["statistics"]["covariates"]["measures"], [6, 0])
        self.assertIn("arm (known of 6 of 8 measures)", done.stderr_text)
        self.assertIn("none: not tested, no measure has a value", done.stderr_text)
        self.refused("regress", "laws", "--meta", "arms.csv", "--on", "none", says=["no measure has a value"])
        self.refused("regress", "laws", "--meta", "arms.csv", "--on", "arm", says=["words"])

    def test_correlations_and_shares_are_told_apart(self):
        self.write("both.csv", "name,age,arm\n" + "".join(f"p{i:02},{i},{'xy'[i % 2]}\n" for i in range(8)))
        told = self.wpga("fit", "laws", "--components", 1, "--meta", "both.csv").stderr_text
        self.assertRegex(told, r"age: .*component 1: r = -?1\.00 \(p = ")
        self.assertRegex(told, r"arm: .*component 1: [\d.]+ % between groups \(p = ")


class Loadings(StatisticsTest):
    def along(self):
        random = np.random.default_rng(5)
        cloud = random.normal(size=(25, 3))
        for i, step in enumerate(np.linspace(-1, 1, 9)):
            text = "CD4,CD8,FSC\n" + "\n".join(",".join(map(repr, row)) for row in (cloud + step * np.array([3, 0, 4])).tolist())
            self.write(f"cells/c{i}.csv", text + "\n")
        self.wpga("fit", "cells", "--components", 1, "-o", "model.h5", "--quiet")

    def test_are_those_of_the_direction(self):
        self.along()
        self.wpga("loadings", "model.h5", "-o", "loadings.csv", "--quiet")
        with open(self.folder / "loadings.csv", newline="") as file:
            rows = {row["axis"]: row for row in csv.DictReader(file)}
        for name, step in (("CD4", 3.0), ("CD8", 0.0), ("FSC", 4.0)):
            self.assertAlmostEqual(float(rows[name]["loadings"]), step ** 2 / 25, places=6)
            self.assertAlmostEqual(abs(float(rows[name]["shift"])), 2 * step, places=4)
            self.assertAlmostEqual(float(rows[name]["marginal"]), 2 * step, places=4)
            self.assertAlmostEqual(float(rows[name]["spread"]), 1, places=4)
        document = self.document("loadings", "model.h5")
        self.assertEqual(document["axes"], ["CD4", "CD8", "FSC"])
        self.assertAlmostEqual(sum(document["components"][0]["loadings"]), 1, places=12)

    def test_pictures_name_the_axes(self):
        self.along()
        self.wpga("loadings", "model.h5", "-o", "moves.svg", "--quiet")
        self.wpga("sample", "model.h5", "--axes", "FSC,CD8", "-o", "strips.png", "--quiet")
        self.assertGreater((self.folder / "strips.png").stat().st_size, 1000)
        self.wpga("sample", "model.h5", "--axes", "FSC,CD8", "--times", "2", "-o", "points.csv", "--quiet")
        with open(self.folder / "points.csv", newline="") as file:
            header = next(csv.reader(file))
        self.assertEqual(header[-2:], ["FSC", "CD8"])

    def test_what_cannot_be_is_refused(self):
        self.along()
        self.refused("loadings", "model.h5", "--axes", "CD4,CD9", "-o", "x.png", "--quiet", says=["CD9", "CD8"])
        for words in ((), ("-o", "l.csv")):  # neither a table nor what is printed has chosen axes
            self.refused("loadings", "model.h5", "--axes", "CD4,CD8", *words, says=["--axes", "-o motion.png"])
        self.refused("sample", "model.h5", "--axes", "CD4,CD4", "-o", "x.png", "--quiet", says=["CD4"])
        self.refused("loadings", "none.h5", "--quiet", says=["none.h5"])
        self.wpga("generate", "bells", "--count", 6, "-o", "bells.h5", "--quiet")
        self.wpga("fit", "bells.h5", "--method", "euclidean", "--components", 1, "-o", "weights.h5", "--quiet")
        self.refused("loadings", "weights.h5", "--quiet", says=["weights"])


class Alignment(StatisticsTest):
    TURNS = np.linspace(0, 2 * np.pi, 7)[:-1]

    def variance(self, align):
        return self.document("fit", "shapes", "--align", align, "--components", 1, "--support", 40)["variance"]

    def test_takes_out_place_size_and_turn_one_after_the_other(self):
        self.shapes(6, self.TURNS)
        none, center, scale, turn = map(self.variance, ("none", "center", "scale", "rotation"))
        self.assertGreater(none, 2 * center)
        self.assertGreater(center, 1.2 * scale)
        self.assertLess(turn, 1e-6 * scale)

    def test_is_remembered_for_new_data(self):
        random = np.random.default_rng(7)
        for i in range(8):
            angle, bend = random.uniform(0, 6), random.uniform(-1, 1)
            cloud = np.column_stack([np.linspace(-3, 3, 25), 0.3 * bend * np.linspace(-3, 3, 25) ** 2])
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            self.cloud(f"bent/b{i}.csv", cloud @ turn.T, np.ones(25))
            self.cloud(f"turned/b{i}.csv", 3 * cloud @ turn + (100, 7), np.ones(25))
        self.wpga("fit", "bent", "--align", "rotation", "--components", 1, "--support", 25, "-o", "model.h5", "--quiet")
        first = self.document("project", "model.h5", "bent", "-o", "first.csv")
        self.wpga("project", "model.h5", "turned", "-o", "second.csv", "--quiet")
        one, two = (np.genfromtxt(self.folder / name, delimiter=",", names=True) for name in ("first.csv", "second.csv"))
        np.testing.assert_allclose(one["score_1"], two["score_1"], atol=2e-2 * np.ptp(one["score_1"]))
        self.assertGreater(first["components"][0]["held_out_explained"], 0.8)

    def test_what_cannot_be_turned_is_refused(self):
        random = np.random.default_rng(8)
        for i in range(3):
            self.cloud(f"four/c{i}.csv", random.normal(size=(9, 4)), np.ones(9))
        self.refused("fit", "four", "--align", "rotation", "--quiet", says=["rotation"])
        self.refused("fit", "four", "--align", "sideways", "--quiet", says=["sideways"])
        self.refused("fit", "four", "--align", "center", "--checkpoint", "c.h5", "--quiet", says=["--align"])


class GaussianGeodesics(StatisticsTest):
    def test_is_pca_of_mean_and_deviation_on_the_line(self):
        random = np.random.default_rng(9)
        means, deviations = random.normal(size=18) * 2, random.uniform(1, 2, 18)
        rows = self.laws(means, deviations, {"none": range(18)})
        found = self.document("fit", "laws", "--method", "gaussian-geodesic", "--components", 2, "--support", 30, "-o", "model.h5")
        theirs = PCA(2).fit(np.column_stack([rows.mean(axis=1), rows.std(axis=1)]))
        left = theirs.explained_variance_[1] * 17 / 18
        # Measures are told on atoms of the mean law, which are not their quantiles.
        self.assertAlmostEqual(found["components"][0]["explained"], theirs.explained_variance_ratio_[0], delta=0.02)
        self.assertGreater(found["components"][1]["cumulative"], 0.98)
        scores = theirs.transform(np.column_stack([rows.mean(axis=1), rows.std(axis=1)]))[:, 0]
        with h5py.File(self.folder / "model.h5") as model:
            ours = model["components/0/scores"][:]
            self.assertAlmostEqual(model["components/0/objective"][-1], left, delta=1e-6 * left)
        ours = ours - ours.mean()
        np.testing.assert_allclose(ours * np.sign(ours @ scores), scores, atol=1e-3)

    def test_one_law_has_no_component(self):
        self.laws(np.zeros(4), np.ones(4), {"none": range(4)})
        found = self.document("fit", "laws", "--method", "gaussian-geodesic", "--components", 1)
        self.assertEqual(found["components"], [])
        self.assertEqual(found["termination"], "no_variance_left")


class HowMany(StatisticsTest):
    def factors(self, seed, count, noise):
        random = np.random.default_rng(seed)
        grid = np.array([(x, y) for x in range(5) for y in range(5)], dtype=float)
        for i in range(count):
            bend = 0.25 * random.uniform(-1, 1) * np.sin(1.5 * grid[:, ::-1]) * (1, 0)
            push = 0.2 * random.uniform(-1, 1) * np.cos(1.2 * grid) * (0, 1)
            self.cloud(f"grids/g{i:02}.csv", grid + bend + push + noise * random.normal(size=grid.shape), np.ones(25))

    def test_two_factors_are_two_components(self):
        self.factors(10, 24, 0.02)
        found = self.document("fit", "grids", "--components", "auto", "--support", 25)
        self.assertEqual(len(found["components"]), 2)
        checked = found["statistics"]["cross_validation"]
        self.assertEqual(checked["helpful"], 2)
        self.assertLess(checked["foretold_p"][1], 0.05)
        self.assertGreater(checked["foretold_p"][2], 0.05)
        for held_out, component in zip(checked["held_out_cumulative"], found["components"]):
            self.assertLess(held_out, component["cumulative"] + 0.05)
            self.assertGreater(held_out, component["cumulative"] - 0.2)

    def test_what_folds_and_draws_leave_unfinished_is_told(self):
        self.factors(13, 8, 0.02)
        words = ["fit", "grids", "--components", 1, "--support", 25, "--folds", 3, "--bootstrap", 2]
        sound = self.wpga(*words, "--strict").stderr_text
        self.assertNotIn("unfinished", sound)
        short = self.wpga(*words, "--cone-iterations", 1).stderr_text
        lines = short[short.index("unfinished ") :].splitlines()[:3]
        for line, part in zip(lines, ("folds", "refits of the draws", "bootstrap draws")):
            self.assertRegex(line, rf"^(unfinished|          )  {part}: .*\d+ steps? feasible, but not proven the minimum")
        found = self.document(*words, "--cone-iterations", 1)["statistics"]
        for part in (found["cross_validation"]["shortfalls"], found["stability"]["shortfalls"], found["draws"]):
            self.assertGreater(part["unfinished_cone_steps"], 0)
        self.assertEqual(found["cross_validation"]["shortfalls"]["fits"], 3)
        # A strict run minds it: the exit code is 3.
        self.wpga(*words, "--cone-iterations", 1, "--strict", code=3)

    def test_robust_fits_ignore_a_fifth_of_garbage(self):
        self.factors(11, 24, 0.02)
        good = self.document("fit", "grids", "--components", 1, "--support", 25, "-o", "good.h5")
        random = np.random.default_rng(12)
        for i in range(6):
            self.cloud(f"grids/z{i}.csv", 20 * random.normal(size=(25, 2)), np.ones(25))
        self.wpga("fit", "grids", "--components", 1, "--support", 25, "-o", "plain.h5", "--quiet")
        bad = self.document("fit", "grids", "--components", 1, "--support", 25, "--robust", "-o", "robust.h5")
        weights = np.array(bad["statistics"]["robust"]["robust_weights"])
        self.assertLess(weights[24:].max(), 1e-6)
        self.assertGreater(weights[:24].min(), 0.3)
        self.assertAlmostEqual(bad["variance"], good["variance"], delta=0.1 * good["variance"])
        with h5py.File(self.folder / "plain.h5") as file:
            self.assertGreater(file["variance"][()], 100 * good["variance"])


class FreeMass(StatisticsTest):
    """Two populations: the left one moves a little, and both change in number, each as it likes."""

    def test_a_penalty_that_rounding_hides_is_refused(self):
        self.populations(3)
        self.cloud("cells/far.csv", np.array([[1e8, 0.0]]), np.ones(1))
        said = self.wpga("fit", "cells", "--mass", "free", "--penalty", 0.5, code=2).stderr_text.splitlines()[-1]
        self.assertRegex(said, r"^wpga: --penalty 0\.5 is less than a ten-millionth of the extent of the points, 1e\+08")

    def populations(self, count=16):
        random = np.random.default_rng(13)
        self.places, self.numbers = random.uniform(-0.5, 0.5, count), random.integers(10, 31, count)
        cloud = 0.2 * random.normal(size=(40, 2))
        for i, (place, number) in enumerate(zip(self.places, self.numbers)):
            left = cloud[:number] + (0, place)
            self.cloud(f"cells/c{i:02}.csv", np.vstack([left, cloud[number:] + (10, 0)]), np.ones(40))

    def fit(self, *words):
        found = self.document("fit", "cells", "--components", 1, "--support", 40, "-o", "model.h5", *words)
        with h5py.File(self.folder / "model.h5") as model:
            return found, model["components/0/scores"][:]

    def test_finds_what_moves_and_counts_what_changes_in_number(self):
        self.populations()
        _, all_moves = self.fit()
        self.assertGreater(abs(np.corrcoef(all_moves, self.numbers)[0, 1]), 0.95)
        self.assertLess(abs(np.corrcoef(all_moves, self.places)[0, 1]), 0.5)
        found, scores = self.fit("--mass", "free", "--penalty", 2)
        self.assertGreater(abs(np.corrcoef(scores, self.places)[0, 1]), 0.95)
        unmatched = np.array(found["statistics"]["free_mass"]["unmatched"])
        shares = self.numbers / 40
        # The mean has some number of its own on the left, and what differs from it is unmatched.
        own = min(np.arange(41) / 40, key=lambda share: np.abs(unmatched - np.abs(shares - share)).max())
        np.testing.assert_allclose(unmatched, np.abs(shares - own), atol=0.03)
        self.assertTrue(all(value <= 1e-9 for value in np.diff(self.objective())))
        self.assertEqual(found["contradictions"], 0)
        self.assertIsNone(found["ceiling"] if "ceiling" in found else None)

    def objective(self):
        with h5py.File(self.folder / "model.h5") as model:
            return model["components/0/objective"][:]

    def test_new_data_are_placed_with_the_mass_rule_of_the_model(self):
        self.populations()
        # Little of the variance moves, so that times must be sharp.
        _, scores = self.fit("--mass", "free", "--penalty", 2, "--time-tolerance", 1e-7)
        self.wpga("project", "model.h5", "cells", "--time-tolerance", 1e-7, "-o", "again.csv", "--quiet")
        again = np.genfromtxt(self.folder / "again.csv", delimiter=",", names=True)
        np.testing.assert_allclose(again["score_1"], scores, atol=2e-2 * np.ptp(scores))
        self.refused("project", "model.h5", "cells", "--mass", "free", "--penalty", 3, "--quiet", says=["model"])

    def test_a_large_penalty_moves_all_mass(self):
        self.populations(8)
        self.wpga("mean", "cells", "--support", 40, "-o", "mean.h5", "--quiet")
        given = ("fit", "cells", "--mean", "mean.h5", "--components", 1, "--start", "tangent")
        free, fixed = self.document(*given, "--mass", "free", "--penalty", 1000), self.document(*given)
        self.assertAlmostEqual(free["variance"], fixed["variance"], delta=1e-9 * fixed["variance"])
        self.assertAlmostEqual(free["components"][0]["explained"], fixed["components"][0]["explained"], delta=1e-3)
        self.assertEqual(max(free["statistics"]["free_mass"]["unmatched"]), 0)
        # Whatever the penalty, mass that is moved costs nothing of it.
        for penalty in ("1e300", "inf"):
            largest = self.document(*given, "--mass", "free", "--penalty", penalty)
            self.assertEqual(largest["statistics"]["free_mass"]["unmatched_share"], 0)
            self.assertAlmostEqual(largest["variance"], fixed["variance"], delta=1e-9 * fixed["variance"])

    def test_what_moves_all_mass_is_refused(self):
        self.populations(4)
        free = ("--mass", "free", "--penalty", 2, "--quiet")
        self.refused("fit", "cells", *free, "--method", "linear", says=["linear"])
        self.refused("fit", "cells", *free, "--align", "center", says=["--align"])
        self.refused("fit", "cells", *free, "--noise-splits", 2, says=["--noise-splits"])
        self.refused("fit", "cells", *free, "--algorithm", "paper", says=["standard"])
        self.refused("fit", "cells", *free, "--mean-method", "sliced", says=["sliced"])
        self.refused("mean", "cells", *free, "--method", "exact", says=["exact"])
        self.refused("compare", "cells", *free, says=["--mass"])


class Bands(StatisticsTest):
    def test_few_draws_have_no_percentiles(self):
        self.laws(np.arange(6.0), 1 + 0.1 * (np.arange(6) % 3), {"none": range(6)})
        for draws, words in ((1, "a single draw, which is no interval"), (4, "lowest to highest of 4 draws"),
                             (19, "5th to 95th percentile of 19 draws")):
            told = self.wpga("fit", "laws", "--components", 1, "--support", 10, "--bootstrap", draws).stderr_text
            self.assertEqual(told.count(words), 2, told)

    def test_strips_show_the_bands_of_a_bootstrap(self):
        self.laws(np.arange(8.0), 1 + 0.1 * np.arange(8) % 3, {"none": range(8)})
        heights = {}
        for name, words in (("plain", ()), ("bands", ("--bootstrap", 4))):
            self.wpga("fit", "laws", "--components", 1, "--support", 10, *words, "-o", "model.h5", "--quiet")
            self.wpga("sample", "model.h5", "--times", 5, "-o", f"{name}.svg", "--quiet")
            self.wpga("sample", "model.h5", "--times", 5, "-o", f"{name}.png", "--quiet")
            with open(self.folder / f"{name}.png", "rb") as file:
                heights[name] = int.from_bytes(file.read(24)[20:24], "big")
        self.assertGreater(heights["bands"], heights["plain"] + 2 * 24)
        self.wpga("sample", "model.h5", "--times", "0.7,0.2", "-o", "backwards.png", "--quiet")
        self.wpga("sample", "model.h5", "--times", "0.5", "-o", "one.png", "--quiet")


if __name__ == "__main__":
    program.main()
