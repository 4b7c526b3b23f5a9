#!/usr/bin/env python3
"""`wpga project` and `wpga sample` on models of `wpga fit`."""
import json

import program
from fits import FitTest, Model
from program import skip

try:
    import h5py
    import numpy as np
except ImportError as missing:
    skip(missing)


class Projections(FitTest):
    def test_training_data_project_to_where_they_are(self):
        self.clouds(11, count=10, n=25, d=2)
        _, model = self.fit("--support", 20)
        self.wpga("project", "model.h5", "family.h5", "-o", "times.csv")
        table = np.genfromtxt(self.folder / "times.csv", delimiter=",", names=True)
        for k, component in enumerate(model.components, 1):
            upper, lower = table[f"squared_distance_{k}"], table[f"lower_bound_{k}"]
            slack = 1e-9 * model.variance
            self.assertTrue((component["lower_bounds"] <= upper + slack).all())
            self.assertTrue((lower <= component["squared_distances"] + slack).all())
            self.assertLessEqual((upper - lower).max(), 1.01e-4 * model.variance)
        np.testing.assert_allclose(table["squared_distance_to_mean"], model.squared_distances, rtol=1e-9)
        self.wpga("project", "model.h5", "family.h5", "-o", "times.json")
        self.wpga("project", "model.h5", "family.h5", "-o", "times.h5")
        rows = json.loads((self.folder / "times.json").read_text())["rows"]
        np.testing.assert_array_equal([row["time_1"] for row in rows], table["time_1"])
        with h5py.File(self.folder / "times.h5") as file:
            np.testing.assert_array_equal(file["components/1/times"][:], table["time_2"])
            self.assertEqual(file["joint/times"].shape, (10, 3))

    def test_shares_of_measures_that_were_fitted_are_not_called_held_out_in_silence(self):
        self.clouds(17, count=9, n=12, d=2)
        self.fit("--support", 10, "--limit", 6)
        seen = self.wpga("project", "model.h5", "family.h5", "--json")
        self.assertEqual(json.loads(seen.stdout)["held_out_seen"], 6)
        self.assertIn("caution     the model was fitted to 6 of these 9 measures: no share of unseen ones",
                      seen.stderr.decode())
        self.clouds(18, count=9, n=12, d=2)  # others, with the same names
        new = self.wpga("project", "model.h5", "family.h5", "--json")
        self.assertNotIn("held_out_seen", json.loads(new.stdout))
        self.assertNotIn("caution", new.stderr.decode())

    def test_ends_and_components_left_out_are_counted_and_marked(self):
        self.clouds(13, count=14, n=25, d=2)
        found, model = self.fit("--support", 15, "--limit", 7)
        self.assertTrue(found["few_measures"])
        document = json.loads(self.wpga("project", "model.h5", "family.h5", "-o", "times.csv", "--json").stdout)
        self.wpga("project", "model.h5", "family.h5", "-o", "times.h5")
        table = np.genfromtxt(self.folder / "times.csv", delimiter=",", names=True)
        some_left_out = some_clipped = 0
        for k, told in enumerate(document["components"], 1):
            time, score, joint = table[f"time_{k}"], table[f"score_{k}"], table[f"joint_time_{k}"]
            left_out, clipped = np.isnan(joint), (time <= 1e-12) | (time >= 1 - 1e-12)
            np.testing.assert_array_equal(table[f"left_out_{k}"], left_out)
            np.testing.assert_array_equal(table[f"clipped_{k}"], clipped)
            self.assertEqual((told["left_out"], told["clipped"]), (left_out.sum(), clipped.sum()))
            # A score is a length along the curve, so the joint one lies as far from the single one as their times do.
            length = np.sqrt(((model.components[k - 1]["backward"] + model.components[k - 1]["forward"]) ** 2).sum(1)
                             @ model.weights)
            np.testing.assert_allclose(table[f"joint_score_{k}"], np.where(left_out, 0, score + length * (joint - time)),
                                       atol=1e-9 * length)
            with h5py.File(self.folder / "times.h5") as file:
                np.testing.assert_array_equal(file["joint/scores"][:, k - 1], table[f"joint_score_{k}"])
            some_left_out += left_out.sum()
            some_clipped += clipped.sum()
            # In the fit the two measures that mark the ends are not counted.
            times = model.components[k - 1]["times"]
            ends = max(0, (times <= 1e-12).sum() - 1) + max(0, (times >= 1 - 1e-12).sum() - 1)
            self.assertEqual(found["components"][k - 1]["clipped"], ends)
        self.assertGreater(some_left_out, 0)
        self.assertGreater(some_clipped, 0)

    def test_reconstructions_are_as_far_as_was_said(self):
        self.family("glyphs", 8)
        _, model = self.fit("--support", 60)
        self.wpga("project", "model.h5", "family.h5", "-o", "times.h5", "--reconstruct", "nearest.h5")
        nearest = Model(self.folder / "model.h5", self.folder / "nearest.h5")
        with h5py.File(self.folder / "times.h5") as file:
            joint = file["joint/squared_distances"][:, -1]
        for i in range(8):
            self.assertAlmostEqual(model.distance_to(i, nearest.measures[i][1]), joint[i], delta=1e-7 * model.variance)
        self.wpga("project", "model.h5", "family.h5", "--reconstruct", "nearest")
        self.assertEqual(len(list((self.folder / "nearest").glob("*.png"))), 8)

    def test_new_data_are_read_in_the_units_of_the_model(self):
        random = np.random.default_rng(12)
        for i in range(6):
            self.cloud(f"data/{i}.csv", random.normal(size=(15, 2)) * [100, 0.01] + [5, 7], np.ones(15))
        self.wpga("fit", "data", "--standardize", "pooled", "--support", 10, "-o", "model.h5")
        self.wpga("project", "model.h5", "data/0.csv", "-o", "times.h5")
        with h5py.File(self.folder / "times.h5") as found, h5py.File(self.folder / "model.h5") as model:
            self.assertAlmostEqual(found["mean/squared_distances"][0], model["mean/squared_distances"][0], places=9)
        self.wpga("sample", "model.h5", "--component", 1, "--times", "0,1", "-o", "points.csv")
        table = np.genfromtxt(self.folder / "points.csv", delimiter=",", skip_header=1)
        self.assertGreater(np.ptp(table[:, 2]), 10)
        self.assertLess(np.ptp(table[:, 3]), 1)

    def test_data_from_elsewhere_are_refused(self):
        self.family()
        self.fit("--support", 10)
        self.write("space.csv", "x,y,z\n1,2,3\n4,5,7\n")
        self.refused("project", "model.h5", "space.csv", says=["dimension 2", "dimension 3"])
        self.refused("project", "family.h5", "family.h5", says=["family.h5", "wpga fit"])
        self.refused("project", "model.h5", "family.h5", "-o", "times.txt", says=[".csv"])
        self.refused("sample", "model.h5", "--component", 4, "-o", "strip.png", says=["components 1 to 3"])
        self.refused("sample", "model.h5", "--component", "1,2,3", "-o", "strip.png", says=["two together"])
        self.refused("sample", "model.h5", "--times", "0,2", "-o", "strip.png", says=["--times"])
        self.refused("sample", "model.h5", says=["say where", "-o strips.png"])
        self.refused("morph", "family.h5", "family.h5", "--limit", 1, says=["say where", "-o strip.png"])
        (self.folder / "cut.h5").write_bytes((self.folder / "model.h5").read_bytes()[:3000])
        self.refused("sample", "cut.h5", "-o", "strip.png", says=["cut.h5"])

    def test_samples_lie_on_the_curves(self):
        self.family()
        _, model = self.fit("--support", 10)
        self.wpga("sample", "model.h5", "--component", "1,2", "--times", "0,0.25,1", "-o", "points.npz")
        arrays = np.load(self.folder / "points.npz")
        self.assertEqual(arrays["points"].shape, (9, 10, 2))
        for points, (s, t) in zip(arrays["points"], arrays["times"]):
            wanted = model.at(model.components[0], s) + model.at(model.components[1], t) - model.points
            np.testing.assert_allclose(points, wanted, atol=1e-9)
        np.testing.assert_array_equal(arrays["times"][1], [0.25, 0])
        self.wpga("sample", "model.h5", "-o", "along.h5")
        self.assertIn("15 point clouds", self.wpga("info", "along.h5").stdout_text)
        for picture in ("strips.png", "strips.svg", "strips.pdf"):
            self.wpga("sample", "model.h5", "-o", picture)
        self.wpga("sample", "model.h5", "--component", "2,1", "--times", 3, "-o", "grid.png")


if __name__ == "__main__":
    program.main()
