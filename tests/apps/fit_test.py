#!/usr/bin/env python3
"""`wpga fit`: whole runs, recomputed with POT from the model file and the raw data."""
import json
import signal
import subprocess

import program
from fits import FitTest, squared_distance
from program import processor_seconds, skip, wait_until, wait_until_it_worked

try:
    import h5py
    import numpy as np
    import ot
except ImportError as missing:
    skip(missing)


class Fits(FitTest):
    # ---- The independent check.

    def check(self, found, model, grid=1000, tolerance=1e-9):
        measures = range(len(model.measures))
        slack = tolerance * model.variance
        exact = [model.distance_to(i, model.points) for i in measures]
        np.testing.assert_allclose(model.squared_distances, exact, rtol=1e-9, atol=slack)
        self.assertAlmostEqual(model.variance, np.mean(exact), delta=slack)
        self.assertEqual(found["variance"], model.variance)
        moved = [model.norm(ot.emd(model.weights, a, ot.dist(model.points, x)) @ x / model.weights[:, None]
                            - model.points) ** 2 for a, x in model.measures]
        self.assertAlmostEqual(found["ceiling"], np.mean(moved) / model.variance, places=9)
        self.assertEqual(found["ceiling"], model.attributes["ceiling"])
        directions = []
        for component, said in zip(model.components, found["components"]):
            self.check_distances(model, component, grid, slack)
            self.check_curve(model, component, directions)
            self.assertEqual(said["explained"], component["explained"])
            self.assertAlmostEqual(component["explained"],
                                   1 - component["squared_distances"].mean() / model.variance, places=10)
            self.assertTrue((np.diff(component["objective"]) <= slack).all(), component["objective"])
            low, high = component["explained_interval"]
            self.assertAlmostEqual(low, component["explained"], places=9)
            self.assertAlmostEqual(high, 1 - component["lower_bounds"].mean() / model.variance, places=9)
            self.assertEqual(said["increment"], component["increment"])
            self.assertEqual(component["unconverged_transports"] + component["contradictions"], 0)
            directions.append(component["backward"] + component["forward"])
        self.check_joint(model, slack)

    def check_distances(self, model, component, grid, slack):
        """An upper bound holds at the stored time, a lower bound at any."""
        excess = 0.0
        for i in range(len(model.measures)):
            upper, lower = component["squared_distances"][i], component["lower_bounds"][i]
            exact = model.distance_to(i, model.at(component, component["times"][i]))
            self.assertLessEqual(exact, upper + slack)
            self.assertAlmostEqual(exact, upper, delta=1e-7 * model.variance)
            least = min(model.distance_to(i, model.at(component, t)) for t in np.linspace(0, 1, grid))
            self.assertLessEqual(lower, least + slack)
            self.assertLessEqual(upper, least + component["time_gap"] * model.variance + slack)
            excess = max(excess, upper - lower)
        self.assertAlmostEqual(component["time_gap"], max(0, excess) / model.variance, delta=1e-9)
        self.assertLessEqual(component["time_gap"], 1.01e-4)

    def check_curve(self, model, component, earlier):
        v1, v2 = component["backward"], component["forward"]
        w, y = model.weights, model.points
        for end, field in (("backward", -v1), ("forward", v2)):
            cost = ot.dist(y, y + field)
            cost += 1e-11 * cost.max() * (1 - np.eye(len(w)))  # ties stay
            plan = ot.emd(w, w, cost, numItermax=10_000_000)
            self.assertAlmostEqual(component[f"repaired_mass_{end}"], 1 - np.trace(plan), delta=1e-9)
            gap = 1 - squared_distance(w, y, w, y + field) / max(model.inner(field, field), 1e-300)
            self.assertAlmostEqual(component[f"map_gap_{end}"], gap, delta=1e-9)
            self.assertLessEqual(gap, 1e-3)
        gap = 1 - squared_distance(w, y - v1, w, y + v2) / model.inner(v1 + v2, v1 + v2)
        self.assertAlmostEqual(component["geodesic_gap"], gap, delta=1e-9)
        both = model.norm(v1) + model.norm(v2)
        worst = max((abs(model.inner(v, u)) / (both * model.norm(u)) for v in (v1, v2) for u in earlier), default=0)
        self.assertAlmostEqual(component["orthogonality"], worst, delta=1e-9)
        self.assertLessEqual(worst, 1e-9)
        cosine = model.inner(v1, v2) / (model.norm(v1) * model.norm(v2))
        self.assertAlmostEqual(component["collinearity"], 1 - cosine, delta=1e-9)
        speed = model.norm(v1 + v2)
        nearest = np.clip(model.inner(v1, v1 + v2) / speed**2, 0, 1)
        np.testing.assert_allclose(component["scores"], (component["times"] - nearest) * speed, atol=1e-9 * speed)

    def check_joint(self, model, slack):
        for i, times in enumerate(model.joint["times"]):
            points = model.points.copy()
            for component, t in zip(model.components, times):
                if not np.isnan(t):
                    points += t * component["forward"] - (1 - t) * component["backward"]
            joint = model.joint["squared_distances"][i]
            self.assertLessEqual(model.distance_to(i, points), joint[-1] + 1e-7 * model.variance)
            self.assertTrue((np.diff(joint) <= slack).all(), joint)
            self.assertLessEqual(joint[0], model.components[0]["squared_distances"][i] + slack)

    def test_pot_finds_the_same_numbers_for_clouds(self):
        self.clouds(1, count=7, n=24, d=2)
        self.check(*self.fit("--support", 20))

    def test_pot_finds_the_same_numbers_in_space(self):
        self.clouds(2, count=5, n=20, d=3)
        self.check(*self.fit("--support", 15, "--components", 2))

    def test_pot_finds_the_same_numbers_for_ellipses(self):
        self.family("ellipses", 6)
        self.check(*self.fit("--support", 30, "--components", 2), grid=200)

    # ---- The same bytes.

    def test_threads_do_not_matter(self):
        self.clouds(3, count=12, n=30, d=2)
        models = []
        for threads in (1, 2):
            self.fit("--support", 20, "--threads", threads)
            models.append((self.folder / "model.h5").read_bytes())
        self.assertEqual(models[0], models[1])

    def test_a_killed_fit_goes_on_to_the_same_bytes(self):
        self.clouds(4, count=40, n=60, d=2)
        words = ["--support", "50", "--tolerance", "0", "--iterations", "60", "--restarts", "2"]
        self.fit(*words)
        straight = (self.folder / "model.h5").read_bytes()
        (self.folder / "model.h5").unlink()
        keep = ["--checkpoint", "fit.part.h5", "--checkpoint-every", "0", "--resume"]
        kills = 0
        for worked in (0.05, 0.3, 0.6):  # seconds of the processor, after the first state
            fit = subprocess.Popen([program.PROGRAM, "fit", "family.h5", "-o", "model.h5", "--quiet", *words, *keep],
                                   cwd=self.folder)
            wait_until((self.folder / "fit.part.h5").exists, fit)
            wait_until_it_worked(fit, processor_seconds(fit) + worked)
            fit.send_signal(signal.SIGKILL)
            kills += fit.wait() == -signal.SIGKILL
        self.assertGreater(kills, 0)
        self.fit(*words, *keep)
        self.assertEqual((self.folder / "model.h5").read_bytes(), straight)
        self.assertFalse((self.folder / "fit.part.h5").exists())

    def test_a_checkpoint_belongs_to_its_data(self):
        self.clouds(5, count=20, n=40, d=2)
        keep = ["--checkpoint", "fit.part.h5", "--checkpoint-every", "0", "--resume"]
        for _ in range(20):  # one that was done before it was looked at begins again
            fit = subprocess.Popen([program.PROGRAM, "fit", "family.h5", "-o", "model.h5", "--quiet", "--tolerance", "0",
                                    "--iterations", "100000", *keep], cwd=self.folder)
            wait_until((self.folder / "fit.part.h5").exists, fit)
            fit.kill()
            fit.wait()
            if (self.folder / "fit.part.h5").exists():
                break
        for scrap in self.folder.glob(".fit.part.h5.*"):
            scrap.unlink()
        self.refused("fit", "family.h5", *keep, says=["fit.part.h5", "other options"])
        self.clouds(6, count=20, n=40, d=2)
        self.refused("fit", "family.h5", "--tolerance", 0, "--iterations", 100000, *keep, says=["other data"])

    # ---- Small and odd families.

    def test_one_measure_has_a_mean_and_no_component(self):
        self.clouds(7, count=1, n=10, d=2)
        found, model = self.fit()
        self.assertEqual(found["components"], [])
        self.assertEqual(len(model.components), 0)
        self.refused("fit", "family.h5", "--components", 1, says=["--components 1"])

    def test_identical_measures_have_no_component(self):
        self.write("a.csv", "weight,x,y\n1,0,0\n2,1,3\n")
        self.write("b.csv", "weight,x,y\n1,0,0\n2,1,3\n")
        found = json.loads(self.wpga("fit", "a.csv", "b.csv", "-o", "model.h5", "--json").stdout)
        self.assertEqual(found["components"], [])
        with h5py.File(self.folder / "model.h5") as file:
            self.assertEqual(file.attrs["termination"], "no_variance_left")
        self.refused("sample", "model.h5", "-o", "strip.png", says=["no components"])

    def test_far_from_the_origin_nothing_is_lost(self):
        self.clouds(8, count=8, n=20, d=2)
        near, _ = self.fit("--support", 15)
        self.clouds(8, count=8, n=20, d=2, place=1e9)
        far, _ = self.fit("--support", 15)
        self.assertAlmostEqual(far["variance"], near["variance"], delta=1e-4 * near["variance"])
        for there, here in zip(far["components"], near["components"]):
            self.assertAlmostEqual(there["explained"], here["explained"], delta=1e-3)
            self.assertLessEqual(max(there["map_gap"].values()), 1e-3)

    def test_units_do_not_matter(self):
        self.clouds(9, count=8, n=20, d=2)
        near, _ = self.fit("--support", 15)
        for scale in (2.0**-30, 2.0**30):  # exact in binary: not even rounding differs
            self.clouds(9, count=8, n=20, d=2, scale=scale)
            found, _ = self.fit("--support", 15)
            self.assertEqual(found["variance"] / scale**2, near["variance"])
            for there, here in zip(found["components"], near["components"]):
                self.assertEqual(there["explained"], here["explained"])

    def test_a_share_asks_for_as_many_components_as_it_needs(self):
        self.family("glyphs", 20)
        found, _ = self.fit("--support", 60, "--components", 0.8)
        shares = [component["cumulative"] for component in found["components"]]
        self.assertGreaterEqual(shares[-1], 0.8)
        self.assertTrue(all(share < 0.8 for share in shares[:-1]))

    # ---- Entropic plans, the ceiling, exact means.

    def exact_share(self, model, component):
        left = [min(model.distance_to(i, model.at(component, t)) for t in [component["times"][i], *np.linspace(0, 1, 101)])
                for i in range(len(model.measures))]
        return 1 - np.mean(left) / np.mean([model.distance_to(i, model.points) for i in range(len(model.measures))])

    def test_shares_of_an_entropic_fit_are_exact(self):
        self.clouds(13, count=8, n=30, d=2)
        for method in ("geodesics", "tangent"):
            found, model = self.fit("--support", 20, "--transport", "entropic", "--regularization", 0.2, "--components", 1,
                                    "--method", method)
            self.assertEqual(found["scored_by"], "exact")
            share = self.exact_share(model, model.components[0])
            self.assertAlmostEqual(found["components"][0]["explained"], share, delta=2e-4)
            low, high = found["components"][0]["explained_interval"]
            self.assertLessEqual(low, share + 1e-9)
            self.assertLessEqual(share, high + 1e-4)
            document = json.loads(self.wpga("project", "model.h5", "family.h5", "--transport", "exact", "--json").stdout)
            self.assertAlmostEqual(document["components"][0]["mean_squared_distance"],
                                   found["components"][0]["mean_squared_distance"], delta=2e-4 * model.variance)

    def test_two_measures_are_explained_whole(self):
        self.clouds(14, count=2, n=25, d=2)
        found, model = self.fit("--strict")
        self.assertAlmostEqual(found["components"][0]["explained"], 1, places=6)
        self.assertAlmostEqual(found["ceiling"], 1, places=9)
        both = squared_distance(*model.measures[0], *model.measures[1])
        self.assertAlmostEqual(model.variance, both / 4, delta=1e-9 * both)
        chosen, _ = self.fit("--support", 12)
        self.assertEqual(chosen["support"], 12)
        self.assertLess(chosen["ceiling"], 0.999)
        self.assertLess(self.fit("--mean-method", "free")[0]["ceiling"], 0.999)

    def test_a_ceiling_is_told_beside_the_shares(self):
        self.clouds(15, count=8, n=30, d=2)
        said = self.wpga("fit", "family.h5", "--support", 10, "-o", "model.h5").stderr_text
        for words in ("alone", "more than those before", "together", "ceiling", "keep their plans from this mean"):
            self.assertIn(words, said)

    def test_increments_sum_to_what_all_explain(self):
        self.clouds(16, count=10, n=30, d=2)
        found, _ = self.fit("--support", 20)
        components = found["components"]
        self.assertAlmostEqual(sum(one["increment"] for one in components), components[-1]["cumulative"], places=12)
        for before, after in zip(components, components[1:]):
            self.assertEqual(after["increment"], after["cumulative"] - before["cumulative"])

    def test_a_strict_finish_leaves_no_slack(self):
        self.clouds(17, count=10, n=40, d=2)
        near, _ = self.fit("--support", 30, "--components", 2)
        found, model = self.fit("--support", 30, "--components", 2, "--finish", "strict")
        self.check(found, model, grid=50)
        for component in found["components"]:
            self.assertLessEqual(max(component["map_gap"].values()), 1e-10)
            self.assertEqual(max(component["repaired_mass"].values()), 0)
            self.assertEqual(len(component["finish"]), 2)  # before and after
        self.assertLess(found["components"][0]["mean_squared_distance"],
                        1.02 * near["components"][0]["mean_squared_distance"])


if __name__ == "__main__":
    program.main()
