#!/usr/bin/env python3
"""`wpga fit --method` and `wpga compare`: whole runs, distances recomputed with POT from the files."""
import csv
import json
import re

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


def flat(component):
    """{"map_gap": {"backward": 0}} as map_gap_backward, as tables have it."""
    whole = {name: value for name, value in component.items() if not isinstance(value, dict)}
    parts = {f"{name}_{part}": number for name, value in component.items() if isinstance(value, dict)
             for part, number in value.items()}
    return whole | parts


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
                alone = document["methods"][method]["components"][k]["mean_squared_distance"]
                self.assertAlmostEqual(alone, component["mean_squared_distance"], delta=1e-9)
                row = next(r for r in rows if r["method"] == method and r["components"] == str(k + 1))
                self.assertEqual(float(row["mean_squared_distance"]), alone)
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
        self.assertLessEqual(document["methods"]["tangent-cone"]["components"][0]["map_gap"]["forward"], 1e-3)

    # One comparison, said three times.
    def test_table_csv_and_json_agree(self):
        done = self.wpga("compare", "family.h5", "--support", 20, "--components", 2, "--holdout", 0.25, "-o", "compare",
                         "--json")
        document = json.loads(done.stdout_text)
        rows = {(row["method"], int(row["components"])): row for row in self.rows("compare/compare.csv")}
        table = {line.split()[0]: line.split("|") for line in done.stderr_text.splitlines() if line.count("|") == 4}
        del table["method"]
        self.assertEqual(set(table), set(document["methods"]))
        self.assertEqual({method for method, _ in rows}, set(document["methods"]))
        for name, method in document["methods"].items():
            training, held_out = table[name][0].split()[1:], table[name][1].split()
            for k, component in enumerate(method["components"]):
                numbers = flat(component)
                for key, value in numbers.items():
                    self.assertEqual(float(rows[name, k + 1][key]), value, (name, k, key))
                # What does not apply is an empty cell.
                empty = {key for key, cell in rows[name, k + 1].items() if cell == ""}
                self.assertFalse(empty & set(numbers))
                self.assertEqual(training[k], f"{100 * component['cumulative']:.1f}")
                self.assertEqual(held_out[k], f"{100 * component['held_out_cumulative']:.1f}")
                self.assertAlmostEqual(component["cumulative"],
                                       1 - component["joint_mean_squared_distance"] / document["variance"], delta=1e-12)

    # The measures that the model has not seen, on its curve at a fine grid of times, by POT.
    def test_held_out_distances_are_those_of_pot(self):
        done = self.wpga("compare", "family.h5", "--support", 20, "--components", 1, "--holdout", 0.25, "--methods",
                         "geodesics,template", "-o", "compare", "--json")
        document = json.loads(done.stdout_text)
        measures = measures_of(self.folder / "family.h5")
        with h5py.File(self.folder / "family.h5") as file:
            names = [name.decode() for name in file["names"][:]]
        for method in ("geodesics", "template"):
            with h5py.File(self.folder / "compare" / f"{method}.h5") as file:
                seen = {name.decode() for name in file["names"][:]}
                unseen = [measure for name, measure in zip(names, measures) if name not in seen]
                self.assertEqual(len(unseen), 3)
                mean = file["mean/weights"][:], file["mean/points"][:]
                to_mean = [squared_distance(*mean, *measure) for measure in unseen]
                curve = [self.curve_at(file, 0, time) for time in np.linspace(0, 1, 101)]
                nearest = [min(squared_distance(*point, *measure) for point in curve) for measure in unseen]
            self.assertAlmostEqual(np.mean(to_mean), document["held_out_variance"], delta=1e-9)
            said = document["methods"][method]["components"][0]["held_out_joint_mean_squared_distance"]
            self.assertAlmostEqual(said, np.mean(np.minimum(nearest, to_mean)), delta=1e-3 * np.mean(to_mean))

    # On the line, in a box that binds little, all three look for the same curve.
    def test_methods_meet_on_the_line(self):
        self.wpga("generate", "bells", "--count", 15, "--atoms", 40, "--seed", 2, "-o", "bells.h5")
        done = self.wpga("compare", "bells.h5", "--components", 1, "--methods", "geodesics,tangent,line", "--json")
        document = json.loads(done.stdout_text)
        self.assertEqual(document["refused"], {})
        shares = {name: method["components"][0]["explained"] for name, method in document["methods"].items()}
        self.assertLess(max(shares.values()) - min(shares.values()), 0.01, shares)
        self.assertLessEqual(document["methods"]["line"]["components"][0]["geodesic_gap"], 1e-6)

    # Shares in the file of each model are those of its components alone, as in the document.
    def test_bootstrap_shares_are_in_the_models(self):
        done = self.wpga("compare", "family.h5", "--support", 15, "--components", 2, "--methods", "tangent,euclidean",
                         "--holdout", 0.25, "--bootstrap", 3, "-o", "compare", "--json")
        for name, method in json.loads(done.stdout_text)["methods"].items():
            self.assertIn("held_out_cumulative", method["components"][0])
            with h5py.File(self.folder / "compare" / f"{name}.h5") as file:
                shares = file["bootstrap/explained"][:]
            self.assertEqual(shares.shape, (3, 2))
            for k, component in enumerate(method["components"]):
                np.testing.assert_array_equal(component["bootstrap_explained"], shares[:, k])
            together = [component["bootstrap_cumulative"] for component in method["components"]]
            self.assertTrue(np.all(np.diff(together, axis=0) >= -1e-9))

    # The mean is found again in every draw: a mean that is given stays, and the shares are others.
    def test_fit_draws_again(self):
        plain = ("fit", "family.h5", "--components", 1, "--bootstrap", 4)
        command = (*plain, "--support", 15)
        said = json.loads(self.wpga(*command, "-o", "model.h5", "--json").stdout_text)
        with h5py.File(self.folder / "model.h5") as file:
            shares = file["bootstrap/explained"][:]
            self.assertEqual(json.loads(file.attrs["options"])["bootstrap"], 4)
        np.testing.assert_array_equal(shares[:, 0], said["components"][0]["bootstrap_explained"])
        self.assertTrue(np.all((shares > 0) & (shares < 1)))
        again = self.wpga(*command, "-o", "again.h5")
        self.assertEqual((self.folder / "model.h5").read_bytes(), (self.folder / "again.h5").read_bytes(), again)
        self.wpga(*plain, "--mean", "model.h5", "-o", "given.h5")
        with h5py.File(self.folder / "given.h5") as file:
            self.assertTrue(np.any(file["bootstrap/explained"][:] != shares))

    def test_small_families(self):
        for count in (1, 2, 3):
            self.wpga("generate", "ellipses", "--count", count, "--atoms", 8, "-o", "few.h5")
            document = json.loads(self.wpga("compare", "few.h5", "-o", f"few{count}", "--page", "few.html", "--json").stdout_text)
            self.assertGreater((self.folder / "few.html").stat().st_size, 100_000)
            for method in document["methods"].values():
                self.assertLessEqual(len(method["components"]), count - 1)
        (self.folder / "same.csv").write_text("measure,x,y\n" + "".join(f"{m},1,{y}\n" for m in "abc" for y in (0, 3)))
        document = json.loads(self.wpga("compare", "same.csv", "--json").stdout_text)
        self.assertTrue(all(method["components"] == [] for method in document["methods"].values()))
        (self.folder / "single.csv").write_text("measure,x,y\na,0,0\nb,1,3\nc,2,-4\nd,5,1\n")
        document = json.loads(self.wpga("compare", "single.csv", "--json").stdout_text)
        self.assertAlmostEqual(document["methods"]["template"]["components"][1]["cumulative"], 1, delta=1e-6)

    # A model of before is one more row: its own share where the measures are its own, POT's distances where they are not.
    def test_a_model_of_before_is_a_row(self):
        self.wpga("fit", "family.h5", "--support", 20, "--components", 2, "-o", "before.h5")
        with h5py.File(self.folder / "before.h5") as file:
            alone = [file[f"components/{k}"].attrs["mean_squared_distance"] for k in range(2)]
            together = [file[f"components/{k}"].attrs["cumulative"] for k in range(2)]
            variance = file["variance"][()]
        done = self.wpga("compare", "family.h5", "--model", "before.h5", "--methods", "template", "--support", 20,
                         "--components", 1, "-o", "compare", "--json")
        document = json.loads(done.stdout_text)
        row = document["methods"]["before.h5"]
        self.assertNotIn("seconds", row)
        self.assertEqual(row["numbers"], 80)
        for k, component in enumerate(row["components"]):
            self.assertAlmostEqual(component["mean_squared_distance"], alone[k], delta=1e-4 * variance)
            self.assertAlmostEqual(component["joint_mean_squared_distance"], (1 - together[k]) * variance, delta=1e-3 * variance)
        self.assertFalse((self.folder / "compare" / "before.h5.h5").exists())
        self.assertEqual({row["method"] for row in self.rows("compare/compare.csv")}, {"template", "before.h5"})
        # What it was fitted to is no held-out measure.
        done = self.wpga("compare", "family.h5", "--model", "before.h5", "--methods", "template", "--holdout", 0.25, "--json")
        self.assertEqual(json.loads(done.stdout_text)["methods"]["before.h5"]["held_out_seen"], 3)
        self.assertIn("was fitted to 3 of the held-out measures", done.stderr_text)

    # The data are read as those of the model, and a flag that says otherwise is refused.
    def test_data_are_read_as_the_model_says(self):
        try:
            from PIL import Image
        except ImportError as missing:
            skip(missing)
        random = np.random.default_rng(3)
        (self.folder / "shapes").mkdir()
        for i in range(6):
            picture = np.zeros((20, 24), np.uint8)
            row, column = random.integers(3, 9, 2)
            picture[row:row + 6, column:column + 9] = 255
            Image.fromarray(picture).save(self.folder / "shapes" / f"{i}.png")
        self.wpga("fit", "shapes", "--resize", 12, "--center", "--components", 1, "--support", 10, "-o", "model.h5")
        command = ("compare", "shapes", "--model", "model.h5", "--methods", "tangent", "--components", 1, "--support", 10)
        said = json.loads(self.wpga(*command, "--json").stdout_text)["methods"]["model.h5"]
        with h5py.File(self.folder / "model.h5") as file:
            self.assertAlmostEqual(said["components"][0]["mean_squared_distance"],
                                   file["components/0"].attrs["mean_squared_distance"], delta=1e-6)
        self.refused(*command, "--resize", 20, says=["--resize", "12", "20"])
        self.wpga("fit", "family.h5", "--align", "center", "--components", 1, "--support", 10, "-o", "aligned.h5")
        self.refused("compare", "family.h5", "--model", "aligned.h5", says=["aligned.h5", "--align"])
        self.wpga("fit", "family.h5", "--mass", "free", "--penalty", 1, "--components", 1, "--support", 10, "-o", "free.h5")
        self.refused("compare", "family.h5", "--model", "free.h5", says=["free.h5", "--mass free"])
        self.wpga("mean", "family.h5", "-o", "mean.h5")
        self.refused("compare", "family.h5", "--model", "mean.h5", says=["mean.h5", "no components"])
        self.refused("compare", "family.h5", "--model", "missing.h5", says=["missing.h5"])

    # The page says what the document says, and holds the models.
    def test_the_page_says_what_the_document_says(self):
        self.wpga("fit", "family.h5", "--support", 15, "--components", 1, "-o", "before.h5")
        command = ("compare", "family.h5", "--methods", "geodesics,tangent,euclidean,line", "--support", 15, "--components", 2,
                   "--holdout", 0.25, "--bootstrap", 3, "--model", "before.h5", "--page", "page.html")
        document = json.loads(self.wpga(*command, "-o", "compare", "--json").stdout_text)
        text = (self.folder / "page.html").read_text()
        page = json.loads(re.search(r'<script type="application/json" id="payload">(.*?)</script>', text, re.S).group(1))
        self.assertEqual([method["name"] for method in page["methods"]], list(document["methods"]))
        self.assertEqual({one["name"] for one in page["refused"]}, {"line"})
        self.assertEqual(len(page["models"]), len(page["methods"]))
        self.assertEqual((len(page["names"]), page["held_out"]), (9, 3))
        for method, model in zip(page["methods"], page["models"]):
            said = document["methods"][method["name"]]
            self.assertEqual(method["numbers"], said["numbers"])
            self.assertEqual(method["seconds"], said.get("seconds"))
            for k, component in enumerate(method["components"]):
                for name in ("cumulative", "explained", "held_out_cumulative"):
                    self.assertEqual(component[name], said["components"][k][name])
                if component["bootstrap"]:
                    drawn = said["components"][k]["bootstrap_cumulative"]
                    np.testing.assert_allclose(component["bootstrap"], np.quantile(drawn, [0.05, 0.95], method="weibull"), atol=1e-9)
            self.assertEqual(len(model["components"]), len(said["components"]))
        self.assertEqual(len(page["models"][-1]["names"]), 12)  # the model of before has its own samples
        again = self.wpga(*command)
        changing = re.compile(r'"seconds":[^,]*')
        self.assertEqual(changing.sub("", (self.folder / "page.html").read_text()), changing.sub("", text), again)
        self.refused("compare", "family.h5", "--page", "page.png", says=["page.png", ".html"])
        self.refused("compare", "family.h5", "--pictures", 3, says=["--pictures", "--page"])
        self.refused("compare", "family.h5", "--page", "missing/page.html", says=["missing"])

    def test_refusals(self):
        self.refused("fit", "family.h5", "--method", "principal", says=["--method", "geodesics"])
        self.refused("fit", "family.h5", "--method", "tangent", "--checkpoint", "x.h5", says=["--checkpoint"])
        self.refused("fit", "family.h5", "--method", "template", "--deformation", "bend", says=["--deformation"])
        self.refused("fit", "family.h5", "--method", "line", says=["on the line"])
        self.refused("compare", "family.h5", "--methods", "line", says=["on the line"])
        self.refused("compare", "family.h5", "--components", 12, says=["--components"])
        self.refused("compare", "family.h5", "--holdout", 2, says=["--holdout"])
        self.refused("compare", "family.h5", "--methods", "tangent,none", says=["--methods"])
        self.refused("compare", "family.h5", "--methods", "tangent,tangent", says=["tangent twice"])
        self.refused("compare", "family.h5", "-o", "missing/folder", says=["missing"])
        (self.folder / "taken").write_text("a file")
        self.refused("compare", "family.h5", "-o", "taken", says=["taken", "folder"])
        self.wpga("generate", "ellipses", "--count", 2, "--atoms", 8, "-o", "two.h5")
        self.refused("compare", "two.h5", "--holdout", 0.5, says=["--holdout"])
        self.refused("fit", "two.h5", "--limit", 1, "--bootstrap", 2, says=["--bootstrap"])
        self.refused("fit", "two.h5", "--bootstrap", 100_000_000, says=["--bootstrap", "between 0 and 1e+06"])
        self.refused("fit", "family.h5", "-o", "model.txt", says=["model.txt", ".h5", ".png"])

    # A flag that nothing listens to is a mistake.
    def test_flags_of_other_methods_are_refused(self):
        self.refused("fit", "family.h5", "--method", "tangent", "--deformation", "scale",
                     says=["--deformation", "template", "tangent"])
        self.refused("fit", "family.h5", "--cone", says=["--cone", "tangent", "geodesics"])
        self.refused("fit", "family.h5", "--method", "gaussian", "--tolerance", 1e-3, says=["--tolerance", "curve"])
        self.refused("fit", "family.h5", "--method", "euclidean", "--box", "0,1", says=["--box", "euclidean"])
        self.refused("compare", "family.h5", "--methods", "tangent,linear", "--segments", 3, says=["--segments", "curve"])
        self.refused("compare", "family.h5", "--cone", says=["--cone"])
        # Enough that one of the methods has it.
        self.wpga("compare", "family.h5", "--support", 10, "--components", 1, "--methods", "tangent,template",
                  "--deformation", "scale")


if __name__ == "__main__":
    program.main()
