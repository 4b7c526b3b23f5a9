#!/usr/bin/env python3
"""What `wpga fit` says, what it remembers, and what it refuses."""
import json

import program
from fits import FitTest
from program import skip

try:
    import h5py
    import numpy as np
    import ot
except ImportError as missing:
    skip(missing)


class FitSummaries(FitTest):
    def test_the_document_has_the_keys_that_were_promised(self):
        self.family()
        found, model = self.fit("--support", 20)
        self.assertEqual(list(found), ["measures", "dimension", "kind", "support", "variance", "variance_lower_bound",
                                       "ceiling", "scored_by", "unconverged_transports", "contradictions",
                                       "joint_unconverged_transports", "joint_contradictions", "termination", "together",
                                       "components", "statistics", "few_measures", "seconds"])
        self.assertEqual(list(found["seconds"]), ["read", "align", "mean", "analysis", "components", "statistics"])
        self.assertGreaterEqual(found["seconds"]["analysis"], sum(found["seconds"]["components"]))
        self.assertEqual(len(found["seconds"]["components"]), 3)
        self.assertEqual(list(found["components"][0]),
                         ["mean_squared_distance", "explained", "cumulative", "time_gap", "map_gap", "geodesic_gap",
                          "orthogonality", "collinearity", "offset", "outside_box", "repaired_mass", "repaired_pairing", "iterations",
                          "termination", "residual", "increment", "explained_interval", "unfinished_cone_steps",
                          "unconverged_transports", "contradictions", "clipped", "left_out"])
        self.assertEqual(json.loads(model.attributes["options"])["support"], 20)
        run = json.loads((self.folder / "model.run.json").read_text())
        self.assertEqual(run["command"][:3], ["wpga", "fit", "family.h5"])
        self.assertEqual(set(run), {"command", "version", "seconds", "threads", "machine"})

    def test_a_person_is_told_what_was_proved(self):
        self.family()
        said = self.wpga("fit", "family.h5", "--support", 20, "-o", "strips.png").stderr_text
        for words in ("component 1", "█", "distances proved within", "maps optimal", "written     strips.png"):
            self.assertIn(words, said)
        self.assertTrue((self.folder / "strips.png").read_bytes().startswith(b"\x89PNG"))

    def test_info_says_what_a_model_found(self):
        self.family()
        found, _ = self.fit("--support", 20)
        self.assertIn("distances proved within", self.wpga("info", "model.h5").stdout_text)
        document = json.loads(self.wpga("info", "model.h5", "--json").stdout)
        self.assertEqual(document["components"], found["components"])

    def test_long_deformations_are_told_before_they_begin(self):
        self.wpga("generate", "gaussians", "--dimension", 100, "--atoms", 101, "--count", 60, "-o", "wide.h5")
        fit = ("fit", "wide.h5", "--method", "template", "-o", "model.h5")
        running = self.start(*fit, "--threads", 1)
        self.addCleanup(running.communicate)
        self.addCleanup(running.kill)
        self.assertEqual(running.stderr.readline().decode(),
                         "this will take about 6 seconds of processor time on 1 thread: it grows with the cube of the dimension, 100; "
                         "--deformation scale is quick\n")
        self.assertNotIn("this will take", self.wpga(*fit, "--deformation", "scale", "--support", 20).stderr_text)

    def test_strict_minds_an_early_end(self):
        self.clouds(10, count=10, n=30, d=2)
        self.wpga("fit", "family.h5", "--support", 20, "--iterations", 1, "--tolerance", 0, "--strict", code=3)

    def test_strict_minds_what_stopped_inside(self):
        self.clouds(18, count=10, n=30, d=2)
        hasty = ["--support", 20, "--components", 1, "--transport", "entropic", "--sinkhorn-iterations", 2]
        done = self.wpga("fit", "family.h5", *hasty, "--json", "--strict", code=3)
        self.assertGreater(json.loads(done.stdout)["components"][0]["unconverged_transports"], 0)
        self.assertIn("stopped early", done.stderr_text)
        done = self.wpga("fit", "family.h5", "--support", 50, "--components", 1, "--cone-iterations", 1, "--json", "--strict",
                         code=3)
        self.assertGreater(json.loads(done.stdout)["components"][0]["unfinished_cone_steps"], 0)
        self.assertIn("not proven the minimum", done.stderr_text)
        done = self.wpga("fit", "family.h5", "--support", 20, "--method", "tangent", "--cone", "--json", "--strict")
        for component in json.loads(done.stdout)["components"]:
            self.assertEqual(component["unfinished_cone_steps"], 0)

    def test_strict_minds_what_is_not_proved(self):
        self.clouds(19, count=10, n=30, d=2)
        asked = ["fit", "family.h5", "--support", 20, "--components", 1, "--strict"]
        self.assertNotIn("unproven", self.wpga(*asked, "-o", "model.h5").stderr_text)
        done = self.wpga(*asked, "--solves", 2, "--json", code=3)
        self.assertGreater(json.loads(done.stdout)["components"][0]["time_gap"], 1e-4)
        self.assertIn("unproven    component 1: distances within", done.stderr_text)
        placed = ["project", "model.h5", "family.h5", "--strict"]
        self.assertNotIn("unproven", self.wpga(*placed).stderr_text)
        self.assertIn("unproven    distances to 1 component", self.wpga(*placed, "--solves", 2, code=3).stderr_text)

    def test_the_pairing_of_the_ends_tells_its_repaired_mass(self):
        self.clouds(20, count=8, n=30, d=2)
        found, model = self.fit("--support", 25, "--components", 1)
        component = model.components[0]
        start, end = model.at(component, 0), model.at(component, 1)
        plan = ot.emd(model.weights, model.weights, ot.dist(start, end))
        self.assertAlmostEqual(found["components"][0]["repaired_pairing"], 1 - np.trace(plan), delta=1e-6)

    def test_what_is_left_is_told_where_components_end(self):
        """One atom has one way to go; the spread of the third measure, ¼ of 9/4, no map explains."""
        self.write("a.csv", "weight,x,y\n1,-1,0\n")
        self.write("b.csv", "weight,x,y\n1,1,0\n")
        self.write("c.csv", "weight,x,y\n1,0,0.5\n1,0,-0.5\n")
        fit = ["fit", "a.csv", "b.csv", "c.csv", "--support", 1, "--components", 2]
        self.assertIn("no more: 11.1 % of the variance is left, and no further direction", self.wpga(*fit).stderr_text)
        self.write("c.csv", "weight,x,y\n1,0,0\n")
        self.assertIn("no more: no variance is left", self.wpga(*fit).stderr_text)

    def test_a_mean_is_used_again(self):
        self.family()
        self.wpga("mean", "family.h5", "--support", 17, "-o", "mean.h5")
        _, model = self.fit("--mean", "mean.h5")
        with h5py.File(self.folder / "mean.h5") as file:
            np.testing.assert_array_equal(model.points, file["mean/points"][:])

    def test_bad_usage_is_refused(self):
        self.family()
        for words, says in (((["--components", 12]), ["--components 12", "at most 11"]),
                            ((["--components", 1.5]), ["--components"]),
                            ((["--resume"]), ["--checkpoint"]),
                            ((["--mean-tolerance", -1]), ["--mean-tolerance"]),
                            ((["--support", 0]), ["--support"]),
                            ((["--mean", "family.h5"]), ["family.h5", "/mean/points"]),
                            ((["--box", "3,4"]), ["box"]),
                            ((["-o", "model.txt"]), ["model.txt"])):
            self.refused("fit", "family.h5", *words, says=says)

    def test_few_measures_are_a_caution(self):
        self.clouds(14, count=20, n=8, d=2)
        fit = ["fit", "family.h5", "--method", "tangent", "--support", 5, "--components", 1]
        self.assertNotIn("caution", self.wpga(*fit).stderr_text)
        said = self.wpga(*fit, "--limit", 19).stderr_text
        self.assertIn("19 measures are few for 1 component", said)
        self.assertIn("--holdout", said)

    def test_a_measure_of_weight_zero_is_not_counted(self):
        self.clouds(19, count=9, n=12, d=2)
        with h5py.File(self.folder / "family.h5", "a") as file:
            file["measure_weights"] = np.array([1.0] * 8 + [0.0])
        said = self.wpga("fit", "family.h5", "--support", 8, "--components", 3, "--fit", "greedy", "-o", "model.h5").stderr_text
        for text in (said, self.wpga("info", "model.h5").stdout_text):
            counted = [line for line in text.splitlines() if line.startswith(("clipped", "left out"))]
            self.assertTrue(counted)
            for line in counted:
                self.assertIn("of 8 measures", line)

    def test_the_counts_at_the_root_mean_the_same_everywhere(self):
        self.clouds(20, count=6, n=12, d=2)
        hasty = ["--transport", "entropic", "--sinkhorn-iterations", 1]
        found, model = self.fit("--support", 8, "--components", 2, *hasty)
        told = json.loads(self.wpga("info", "model.h5", "--json").stdout)
        self.wpga("project", "model.h5", "family.h5", *hasty, "-o", "times.h5")
        placed = json.loads(self.wpga("project", "model.h5", "family.h5", *hasty, "--json").stdout)
        with h5py.File(self.folder / "times.h5") as file:
            times = dict(file.attrs)
        for key in ("unconverged_transports", "contradictions", "joint_unconverged_transports"):
            self.assertEqual(found[key], model.attributes[key])
            self.assertEqual(told[key], model.attributes[key])
            self.assertEqual(placed[key], times[key])
        self.assertGreater(found["unconverged_transports"], 0)
        # Distances to the mean are exact at this size; times on all components together are those of the flags.
        self.assertEqual(placed["unconverged_transports"], 0)
        self.assertGreater(placed["joint_unconverged_transports"], 0)

    # ---- The mean that was used.

    def options(self):
        with h5py.File(self.folder / "model.h5") as file:
            return json.loads(file.attrs["options"])

    def test_the_model_says_how_its_mean_was_found(self):
        self.clouds(21, count=2, n=10, d=2)
        self.fit()
        options = self.options()
        self.assertEqual(options["mean-method"], "exact")
        self.assertFalse({"support", "mean-start", "mean-relaxation"} & set(options))
        self.fit("--support", 6)
        options = self.options()
        self.assertEqual((options["mean-method"], options["support"]), ("free", 6))
        self.assertIn("mean-relaxation", options)
        self.fit("--mean-method", "lp", "--support", 6)
        options = self.options()
        self.assertEqual((options["mean-method"], options["support"]), ("lp", 6))
        self.assertIn("mean-lp-rounds", options)
        self.assertNotIn("mean-relaxation", options)

    def test_flags_that_a_mean_has_no_use_for_are_refused(self):
        self.clouds(22, count=3, n=6, d=2)
        for words, says in ((["--mean-method", "exact", "--support", 5], ["--support", "exact has no use"]),
                            (["--mean-lp-rounds", 5], ["--mean-lp-rounds", "--mean-method lp", "auto has no use"]),
                            (["--mean-method", "fixed", "--mean-restarts", 2], ["--mean-restarts", "free"])):
            self.refused("fit", "family.h5", *words, says=says)
        self.refused("mean", "family.h5", "--method", "exact", "--transport", "entropic", says=["--transport", "exact"])
        self.wpga("mean", "family.h5", "--support", 4, "-o", "mean.h5")
        for words in (["--support", 5], ["--mean-method", "free"]):
            self.refused("fit", "family.h5", "--mean", "mean.h5", *words, says=[words[0], "mean.h5"])
        self.refused("mean", "family.h5", "--from", "mean.h5", "--support", 5, says=["--from", "--support"])

    def test_a_bootstrap_finds_means_as_the_fit_did(self):
        # Three measures of which only pairs are small enough for `auto` to take their exact mean.
        self.clouds(23, count=3, n=60, d=2)
        _, model = self.fit("--components", 1, "--bootstrap", 6)
        self.assertEqual(self.options()["mean-method"], "free")
        with h5py.File(self.folder / "model.h5") as file:
            automatic = file["bootstrap/explained"][:]
        self.fit("--components", 1, "--bootstrap", 6, "--mean-method", "free")
        with h5py.File(self.folder / "model.h5") as file:
            np.testing.assert_array_equal(file["bootstrap/explained"][:], automatic)


if __name__ == "__main__":
    program.main()
