#!/usr/bin/env python3
"""`wpga fit --method` and `wpga compare`: whole runs, distances recomputed with POT from the files."""
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

MOVING = ("geodesics", "tangent", "linear", "template", "gaussian")


def measures_of(path):
    with h5py.File(path) as file:
        offsets, points, weights = file["offsets"][:], file["points"][:], file["weights"][:]
    return [(weights[i:j], points[i:j]) for i, j in zip(offsets, offsets[1:])]


def squared_distance(a, x, b, y):
    return ot.emd2(a / a.sum(), b / b.sum(), ot.dist(x, y), numItermax=10_000_000)


class Compares(ProgramTest):
    def setUp(self):
        super().setUp()
        self.wpga("generate", "ellipses", "--count", 12, "--atoms", 30, "--seed", 3, "-o", "family.h5")

    def rows(self, name):
        return list(csv.DictReader((self.folder / name).read_text().splitlines()))

    def curve_at(self, file, component, time):
        group = file[f"components/{component}"]
        return file["mean/weights"][:], (file["mean/points"][:] - (1 - time) * group["backward"][:]
                                         + time * group["forward"][:])

    # What the file says of each measure is the cost POT finds for the same two measures.
    def test_every_method_is_measured_alike(self):
        measures = measures_of(self.folder / "family.h5")
        for method in MOVING:
            self.wpga("fit", "family.h5", "--method", method, "--support", 20, "--components", 2, "-o", f"{method}.h5")
            with h5py.File(self.folder / f"{method}.h5") as file:
                self.assertEqual(json.loads(file.attrs["options"])["method"], method)
                for k in range(2):
                    times, said = file[f"components/{k}/times"][:], file[f"components/{k}/squared_distances"][:]
                    found = [squared_distance(*self.curve_at(file, k, t), *measures[i]) for i, t in enumerate(times)]
                    np.testing.assert_allclose(said, found, rtol=1e-6, atol=1e-9)
                    self.assertLessEqual(file[f"components/{k}"].attrs["time_gap"], 2e-4)

    def test_every_model_can_be_projected_on_sampled_and_drawn(self):
        for method in (*MOVING, "euclidean", "curve"):
            self.wpga("fit", "family.h5", "--method", method, "--support", 20, "--components", 2, "-o", "model.h5")
            self.wpga("project", "model.h5", "family.h5", "-o", "times.csv", "--reconstruct", "near.h5")
            self.assertEqual(len(self.rows("times.csv")), 12)
            self.wpga("sample", "model.h5", "-o", "strip.png")
            self.wpga("sample", "model.h5", "--component", "1,2", "--times", 3, "-o", "points.csv")
            self.assertIn("component 2", self.wpga("info", "model.h5").stdout_text)

    def test_compare_tells_what_fit_tells(self):
        done = self.wpga("compare", "family.h5", "--support", 20, "--components", 2, "-o", "compare", "--json")
        document = json.loads(done.stdout_text)
        self.assertEqual(document, json.loads((self.folder / "compare/compare.json").read_text()))
        rows = self.rows("compare/compare.csv")
        for method in ("geodesics", "template"):
            fit = json.loads(self.wpga("fit", "family.h5", "--method", method, "--support", 20, "--components", 2,
                                       "--json").stdout_text)
            for k, component in enumerate(fit["components"]):
                alone = document["methods"][method]["components"][k]["alone_mean_squared_distance"]
                self.assertAlmostEqual(alone, component["mean_squared_distance"], delta=1e-9)
                row = next(r for r in rows if r["method"] == method and r["components"] == str(k + 1))
                self.assertEqual(float(row["alone_mean_squared_distance"]), alone)
        names = set(document["methods"])
        self.assertEqual(names, {*MOVING, "tangent-cone", "euclidean", "curve"})
        self.assertEqual(set(document["refused"]), {"line"})
        for name in ("scree.png", "component_1.png", "component_2.png", "tangent-cone.h5"):
            self.assertTrue((self.folder / "compare" / name).stat().st_size > 0, name)
        # What does not apply is absent.
        self.assertNotIn("map_gap", document["methods"]["euclidean"]["components"][0])
        self.assertNotIn("negative_mass", document["methods"]["tangent"]["components"][0])
        self.assertGreater(document["methods"]["euclidean"]["components"][0]["negative_mass"], 0)
        # Tangent PCA on the cone has optimal maps.
        self.assertLessEqual(document["methods"]["tangent-cone"]["components"][0]["map_gap"], 1e-3)

    # On the line, in a box that binds little, all three look for the same curve.
    def test_methods_meet_on_the_line(self):
        self.wpga("generate", "bells", "--count", 15, "--atoms", 40, "--seed", 2, "-o", "bells.h5")
        done = self.wpga("compare", "bells.h5", "--components", 1, "--methods", "geodesics,tangent,line", "--json")
        document = json.loads(done.stdout_text)
        self.assertEqual(document["refused"], {})
        shares = {name: method["components"][0]["alone_explained"] for name, method in document["methods"].items()}
        self.assertLess(max(shares.values()) - min(shares.values()), 0.01, shares)
        self.assertLessEqual(document["methods"]["line"]["components"][0]["geodesic_gap"], 1e-6)

    def test_held_out_measures_and_bootstrap(self):
        done = self.wpga("compare", "family.h5", "--support", 15, "--components", 1, "--methods", "tangent,gaussian",
                         "--holdout", 0.25, "--bootstrap", 3, "--json")
        for method in json.loads(done.stdout_text)["methods"].values():
            self.assertIn("held_out_explained", method["components"][0])
            self.assertEqual(len(method["components"][0]["bootstrap_explained"]), 3)

    def test_refusals(self):
        self.refused("fit", "family.h5", "--method", "principal", says=["--method", "geodesics"])
        self.refused("fit", "family.h5", "--method", "tangent", "--checkpoint", "x.h5", says=["--checkpoint"])
        self.refused("fit", "family.h5", "--method", "template", "--deformation", "bend", says=["--deformation"])
        self.refused("fit", "family.h5", "--method", "line", says=["on the line"])
        self.refused("compare", "family.h5", "--methods", "line", says=["on the line"])
        self.refused("compare", "family.h5", "--components", 12, says=["--components"])
        self.refused("compare", "family.h5", "--holdout", 2, says=["--holdout"])
        self.refused("compare", "family.h5", "--methods", "tangent,none", says=["--methods"])


if __name__ == "__main__":
    program.main()
