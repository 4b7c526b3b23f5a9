#!/usr/bin/env python3
"""Every verb that computes, under x ↦ s·x + o: powers of two change no digit, other numbers only the last ones."""
import csv
import json
import math
import random
import statistics

import program
from program import ProgramTest

FAR = [2.0**-455, 2.0**-332, 2.0**40, 2.0**332]  # 2^±332 are about 1e±100
ODD = [(1e-100, 0), (3, 100), (1e100, 1e101)]
METHODS = ("geodesics", "tangent", "linear", "template", "euclidean", "curve", "gaussian")
# How each number of a result grows with the unit of length; those not named here do not.
LENGTHS = {"distances", "gaps", "distance", "interval", "residuals", "residual", "residual_cutoff"}
SQUARES = {"variance", "mean_squared_distance", "objective", "squared", "upper", "lower", "restarts",
           "held_out_variance", "remaining", "bias", "variance_lower_bound"}


def table(measures, s, o):
    rows = ["measure," + ",".join("xyz"[:len(measures[0][0])])]
    rows += [f"m{i}," + ",".join(repr(x * s + o) for x in atom) for i, cloud in enumerate(measures) for atom in cloud]
    return "\n".join(rows) + "\n"


def clouds(seed, count, atoms, d):
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        place, size = [2 * rng.gauss(0, 1) for _ in range(d)], rng.uniform(0.5, 1.5)
        made.append([[p + size * rng.gauss(0, 1) for p in place] for _ in range(atoms)])
    return made


class Scales(ProgramTest):
    def numbers(self, document, power=0, key=""):
        """(path, power of the unit, number) of every number in a document."""
        if key == "seconds" or (key == "residual" and not isinstance(document, list)):  # of an iteration
            return
        power = 1 if key in LENGTHS else 2 if key in SQUARES else power
        if isinstance(document, dict):
            for name, value in document.items():
                yield from ((f"{name}/{path}", *rest) for path, *rest in self.numbers(value, power, name))
        elif isinstance(document, list):
            for at, value in enumerate(document):
                yield from ((f"{at}/{path}", *rest) for path, *rest in self.numbers(value, power))
        elif isinstance(document, (int, float)) and not isinstance(document, bool):
            yield "", power, document

    def expect_line_of_residuals(self, document, say):
        """The line beyond which measures are far off the components, from their residuals by the rule of docs/outliers.md."""
        found = document.get("statistics", {}).get("outliers")
        if not found:
            return
        roots = [residual ** (2 / 3) for residual in found["residual"]]
        middle = statistics.median(roots)
        spread = 1.482602 * statistics.median(abs(root - middle) for root in roots)
        wider = 1 + 7 / max(1, len(roots) - 4)
        line = (middle + wider * 3.090232 * (spread or statistics.pstdev(roots))) ** 1.5
        line = max(line, math.sqrt(1e-3 * document["variance"]))
        self.assertAlmostEqual(found["residual_cutoff"] / line, 1, places=12, msg=say)

    def expect_scaled(self, near, far, unit, tolerance, say):
        self.expect_line_of_residuals(far, say)
        here, there = list(self.numbers(near)), list(self.numbers(far))
        self.assertEqual([path for path, *_ in here], [path for path, *_ in there], say)
        for (path, power, expected), (_, _, found) in zip(here, there):
            expected *= unit**power
            if tolerance == 0:
                self.assertEqual(found, expected, f"{say}: {path}")
            elif any(word in path for word in ("iterations", "interval", "gap", "collinearity", "offset", "orthogonality", "bias")):
                continue  # what rounding leaves, and when an iteration stops, is rounding's
            elif path.endswith("residual_cutoff/"):
                continue  # 15 spreads of seven residuals are known as well as these are, which the line above says
            else:
                self.assertAlmostEqual(found, expected, delta=tolerance * max(abs(expected), unit**power), msg=f"{say}: {path}")

    def document(self, *words):
        return json.loads(self.wpga(*words, "--json", "--quiet").stdout)

    def columns(self, name):
        with open(self.folder / name) as file:
            return list(csv.DictReader(file))

    def under_scales(self, measures, run, odd=True, tolerance=1e-6):
        """run(name of the data) → document, for the data themselves and for each change of unit."""
        self.write("near.csv", table(measures, 1, 0))
        near = run("near.csv")
        for s, o, allowed in [(s, 0, 0) for s in FAR] + [(s, o, tolerance) for s, o in ODD if odd]:
            self.write("far.csv", table(measures, s, o))
            self.expect_scaled(near, run("far.csv"), s, allowed, f"{s}·x + {o}")

    def test_distances(self):
        for d in (1, 2):
            measures = clouds(1, 4, 9, d)
            for words in ([], ["--transport", "entropic", "--regularization", 0.1]):
                self.under_scales(measures, lambda name: self.document("distance", name, *words), odd=not words)

    def test_a_pair_and_its_plan(self):
        a, b = clouds(2, 2, 9, 2)
        self.write("a.csv", table([a], 1, 0))
        self.write("b.csv", table([b], 1, 0))
        near = self.document("distance", "a.csv", "b.csv", "--plan", "plan.csv", "--map", "map.csv")
        plan, moved = (self.folder / "plan.csv").read_text(), self.columns("map.csv")
        for unit in FAR:
            self.write("a2.csv", table([a], unit, 0))
            self.write("b2.csv", table([b], unit, 0))
            far = self.document("distance", "a2.csv", "b2.csv", "--plan", "plan.csv", "--map", "map.csv")
            self.expect_scaled(near, far, unit, 0, unit)
            self.assertEqual((self.folder / "plan.csv").read_text(), plan)
            for here, there in zip(moved, self.columns("map.csv")):
                for name in here:
                    self.assertEqual(float(there[name]), float(here[name]) * (1 if name == "weight" else unit))
            self.expect_scaled(self.document("morph", "a.csv", "b.csv", "-o", "near.h5"),
                               self.document("morph", "a2.csv", "b2.csv", "-o", "far.h5"), unit, 0, unit)

    def test_means(self):
        measures = clouds(3, 3, 6, 2)
        for method in ("free", "fixed", "lp", "multimarginal", "sliced"):
            words = ["--method", method] + ([] if method == "multimarginal" else ["--support", 6])
            def run(name):
                found = self.document("mean", name, *words, "-o", "mean.csv")
                if method == "fixed":
                    found.pop("objective")  # masses
                # atoms as a length each
                found["distances"] = [[float(row[axis]) for axis in row if axis != "weight"] for row in self.columns("mean.csv")]
                found["gap"] = 0
                return found
            self.under_scales(measures, run, odd=False)

    def fit(self, name, *words):
        found = self.document("fit", name, "--components", 2, "--support", 6, *words, "-o", "model.h5")
        if "euclidean" in words or "curve" in words:
            for component in found["components"]:
                component.pop("objective", None)
        return found

    def test_fits_by_every_method(self):
        measures = clouds(4, 7, 6, 2)
        for method in METHODS:
            self.under_scales(measures, lambda name: self.fit(name, "--method", method))
        self.under_scales(clouds(5, 7, 6, 1), lambda name: self.fit(name, "--method", "line"))

    def test_fits_of_every_curve(self):
        measures = clouds(4, 7, 6, 2)
        for words in (["--curve", "geodesic"], ["--curve", "translation"], ["--collinearity", 1], ["--maps", "free"]):
            self.under_scales(measures, lambda name: self.fit(name, *words))
        # Kernels in single precision and marginals within 1e-4: there only powers of two say anything.
        for words in (["--algorithm", "paper", "--iterations", 10], ["--transport", "entropic"]):
            self.under_scales(measures, lambda name: self.fit(name, *words), odd=False)

    def test_projections_and_samples(self):
        measures, others = clouds(6, 7, 6, 2), clouds(7, 3, 6, 2)
        def run(s, o):
            self.write("data.csv", table(measures, s, o))
            self.write("other.csv", table(others, s, o))
            self.fit("data.csv")
            self.wpga("project", "model.h5", "other.csv", "-o", "times.csv")
            self.wpga("sample", "model.h5", "--component", 1, "--times", 3, "-o", "points.csv")
            return self.columns("times.csv"), self.columns("points.csv")
        times, points = run(1, 0)
        for unit in FAR:
            far_times, far_points = run(unit, 0)
            for here, there in zip(times, far_times, strict=True):
                for name, value in here.items():
                    power = 2 if "squared" in name or "lower" in name else 1 if "score" in name else 0
                    if name not in ("name", "label"):
                        # A component that is left out has no time, in any unit.
                        if not (math.isnan(float(there[name])) and math.isnan(float(value))):
                            self.assertEqual(float(there[name]), float(value) * unit**power, name)
            for here, there in zip(points, far_points, strict=True):
                for axis in "xy":
                    self.assertEqual(float(there[axis]), float(here[axis]) * unit)

    def test_comparisons(self):
        measures = clouds(8, 8, 5, 2)
        def run(name):
            return self.document("compare", name, "--support", 5, "--components", 1, "--holdout", 0.2, "--methods",
                                 "geodesics,tangent,linear,template,euclidean,gaussian")
        self.write("near.csv", table(measures, 1, 0))
        near = run("near.csv")
        for unit in (2.0**-332, 2.0**332):
            self.write("far.csv", table(measures, unit, 0))
            far = run("far.csv")
            shares = [list(value for path, _, value in self.numbers(found) if "explained" in path) for found in (near, far)]
            self.assertTrue(shares[0])
            self.assertEqual(*shares)

    # ---- Families of fewer directions than were asked for.

    def test_rounding_is_no_component(self):
        rng = random.Random(9)
        base = clouds(10, 1, 25, 2)[0]
        shifts = [(3 * rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(30)]
        families = {2: [[[x + a, y + b] for x, y in base] for a, b in shifts],
                    1: [[[x + 2 * a, y + a] for x, y in base] for a, _ in shifts],
                    0: [base] * 5}
        atoms = [[[a, b]] for a, b in shifts]
        for rank, measures in [*families.items(), (2, atoms)]:
            self.write("family.csv", table(measures, 1, 0))
            for words in ([], ["--curve", "geodesic"], ["--curve", "translation"], ["--method", "tangent"],
                          ["--method", "linear"], ["--method", "template"], ["--method", "gaussian"]):
                found = self.document("fit", "family.csv", "--components", 3, *words, "--strict")
                self.assertEqual(len(found["components"]), rank, f"rank {rank} {words}")
            if rank < 2 or measures is atoms:
                found = self.document("fit", "family.csv", "--components", 3, "--algorithm", "paper", "--support", len(measures[0]))
                self.assertEqual(len(found["components"]), rank, f"rank {rank} by the paper's algorithm")

    def test_shifts_of_a_hair_are_components(self):
        base = clouds(11, 1, 20, 2)[0]
        rng = random.Random(12)
        shifts = [(3 * rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(12)]
        shares = []
        for size in (1, 1e-7, 1e-10):
            self.write("family.csv", table([[[x + size * a, y + size * b] for x, y in base] for a, b in shifts], 1, 0))
            found = self.document("fit", "family.csv", "--components", 3, "--support", 20)
            self.assertEqual(len(found["components"]), 2, size)
            shares.append([component["explained"] for component in found["components"]])
        for small in shares[1:]:
            for found, expected in zip(small, shares[0]):
                self.assertAlmostEqual(found, expected, delta=1e-4)

    # ---- The ends of the range: a sentence, no hang, no distance of zero.

    def test_the_ends_of_the_range_are_refused(self):
        measures = clouds(13, 4, 6, 2)
        for scale in (1e-320, 1e-200, 1e-162, 1e145, 1e300):
            self.write("a.csv", table(measures[:1], scale, 0))
            self.write("b.csv", table(measures[1:2], scale, 0))
            self.write("all.csv", table(measures, scale, 0))
            self.refused("distance", "a.csv", "b.csv", says=["rescale"])
            self.refused("distance", "all.csv", says=["rescale"])
            self.refused("morph", "a.csv", "b.csv", "-o", "m.h5", says=["rescale"])
            for method in ("free", "fixed", "lp", "sliced"):
                self.refused("mean", "all.csv", "--method", method, "--support", 3, says=["rescale"])
            self.refused("mean", "all.csv", "--method", "multimarginal", says=["rescale"])
            self.refused("fit", "all.csv", says=["rescale"])
            self.refused("compare", "all.csv", says=["rescale"])


if __name__ == "__main__":
    program.main()
