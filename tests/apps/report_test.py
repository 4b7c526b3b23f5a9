#!/usr/bin/env python3
"""`wpga report`: what stands in the page, and what is refused.  How it looks is tested in a browser."""
import base64
import json
import pathlib
import re
import sys

import program
from program import ProgramTest, skip

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "report"))
try:
    import analysis_fixtures as fixtures
    import h5py
    import numpy as np
except ImportError as missing:
    skip(missing)

PAYLOAD = re.compile(r'<script type="application/json" id="payload">(.*?)</script>', re.S)


class Report(ProgramTest):
    def payload(self, *words):
        done = self.wpga("report", *words, "-o", "page.html", code=None)
        self.assertEqual(done.returncode, 0, done.stderr_text)
        return json.loads(PAYLOAD.search((self.folder / "page.html").read_text(encoding="utf-8")).group(1))

    def array(self, text, kind=np.float32):
        return np.frombuffer(base64.b64decode(text), dtype=kind)

    def test_the_page_says_what_the_file_says(self):
        fixture = fixtures.clouds(30, 2, components=3, labels=["a", "b", "c"] * 10)
        fixture.write_model(self.folder / "model.h5", bootstrap=9)
        page = self.payload("model.h5")
        mean = self.array(page["mean"]["points"]).reshape(-1, 2) + np.array(page["origin"])
        np.testing.assert_allclose(mean, fixture.mean, atol=1e-6)
        for k, component in enumerate(page["components"]):
            np.testing.assert_allclose(self.array(component["backward"]).reshape(-1, 2), fixture.fields[k], atol=1e-6)
            np.testing.assert_allclose(self.array(component["times"]), fixture.times[:, k], atol=1e-6)
            self.assertEqual(component["map_gap"]["forward"], fixtures.CERTIFICATES["map_gap_forward"])
            # What an earlier version did not write is not known, which is not zero.
            self.assertIsNone(component["repaired_mass"]["forward"])
            self.assertIsNone(component["increment"])
        np.testing.assert_allclose(self.array(page["joint"]["times"]).reshape(-1, 3), fixture.times, atol=1e-6)
        self.assertEqual(page["names"], fixture.names)
        self.assertEqual([page["labels"]["values"][i] for i in self.array(page["labels"]["of"], np.uint16)], fixture.labels)
        self.assertEqual(page["bootstrap"]["replicates"], 9)

    def test_samples_are_those_of_the_data(self):
        fixture = fixtures.shapes(12)
        fixture.write_model(self.folder / "model.h5")
        fixture.write_family(self.folder / "family.h5")
        samples = self.payload("model.h5", "--data", "family.h5")["samples"]
        self.assertEqual(self.array(samples["indices"], np.uint32).tolist(), list(range(12)))
        self.assertEqual(samples["spacing"], 1)

    def test_columns_of_a_table_are_joined_by_name(self):
        fixtures.clouds(9, 2).write_model(self.folder / "model.h5")
        names = self.payload("model.h5")["names"]
        rows = [f'"{name}",{i}' for i, name in enumerate(names)]
        (self.folder / "meta.csv").write_text("\n".join(["name,age", *reversed(rows)]) + "\n")
        [column] = self.payload("model.h5", "--meta", "meta.csv")["columns"]
        self.assertEqual(column["name"], "age")
        np.testing.assert_array_equal(self.array(column["numbers"]), np.arange(len(names)))
        (self.folder / "strangers.csv").write_text("name,age\nnobody,3\n")
        self.refused("report", "model.h5", "--meta", "strangers.csv", "-o", "page.html", says=["no row", "strangers.csv"])

    def test_the_same_input_gives_the_same_bytes(self):
        fixture = fixtures.palettes(20)
        fixture.write_model(self.folder / "model.h5")
        fixture.write_family(self.folder / "family.h5")
        pages = []
        for threads in (1, 2):
            self.payload("model.h5", "--data", "family.h5", "--threads", threads)
            pages.append((self.folder / "page.html").read_bytes())
        self.assertEqual(*pages)

    def test_a_fit_of_ours_becomes_a_page_with_its_run(self):
        self.wpga("generate", "ellipses", "--count", 12, "-o", "family.h5")
        found = json.loads(self.wpga("fit", "family.h5", "--support", 40, "-o", "model.h5", "--json").stdout)
        page = self.payload("model.h5", "--data", "family.h5")
        self.assertEqual((page["ceiling"], page["scored_by"]), (found["ceiling"], found["scored_by"]))
        for there, here in zip(page["components"], found["components"]):
            for name in ("increment", "explained_interval", "repaired_mass", "unfinished_cone_steps"):
                self.assertEqual(there[name], here[name])
        self.assertIn("fit", json.loads(page["run"])["command"])
        self.assertEqual(json.loads(page["options"])["support"], 40)
        self.assertEqual(len(self.array(page["samples"]["indices"], np.uint32)), 12)

    def test_projected_samples_have_the_numbers_of_project(self):
        fixtures.clouds(30, 2, components=2).write_model(self.folder / "model.h5")
        fixtures.clouds(7, 2, names=list("abcdefg")).write_family(self.folder / "new.h5")
        self.assertIsNone(self.payload("model.h5")["projected"])
        shown = self.payload("model.h5", "--project", "new.h5")["projected"]
        self.wpga("project", "model.h5", "new.h5", "-o", "new.json")
        rows = json.loads((self.folder / "new.json").read_text())["rows"]
        self.assertEqual(shown["names"], list("abcdefg"))
        joint = self.array(shown["joint"]["times"]).reshape(7, 2)
        for k, one in enumerate(shown["components"], 1):
            for ours, theirs in {"times": "time", "scores": "score", "squared_distances": "squared_distance",
                                 "lower_bounds": "lower_bound"}.items():
                told = [row[f"{theirs}_{k}"] for row in rows]
                np.testing.assert_allclose(self.array(one[ours]), told, rtol=1e-5, atol=1e-6)
            told = [np.nan if row[f"joint_time_{k}"] is None else row[f"joint_time_{k}"] for row in rows]
            np.testing.assert_allclose(joint[:, k - 1], told, rtol=1e-5, atol=1e-6)
        fixtures.shapes(3, components=0).write_model(self.folder / "mean.h5")
        self.refused("report", "mean.h5", "--project", "new.h5", "-o", "page.html", says=["no components"])
        self.refused("report", "model.h5", "--project", "missing.h5", "-o", "page.html", says=["missing.h5"])
        fixtures.clouds(3, 5).write_family(self.folder / "five.h5")
        self.refused("report", "model.h5", "--project", "five.h5", "-o", "page.html")

    # Pillow, which wrote the photos, knows their colours and the size of the small ones.
    def test_photos_stand_beside_their_palettes(self):
        from PIL import Image
        import io
        for folder, first, count in (("photos", 0, 5), ("new", 5, 2)):
            (self.folder / folder).mkdir()
            for i in range(first, first + count):
                picture = np.zeros((90, 160, 3), np.uint8)
                picture[:, :80] = (40 * i, 90, 200)
                picture[:, 80:] = (250, 30 * i, 10)
                Image.fromarray(picture).save(self.folder / folder / f"photo{i}.png")
        self.wpga("fit", "photos", "--as", "palette", "--colors", 4, "--components", 1, "--support", 4, "-o", "model.h5")
        page = self.payload("model.h5", "--data", "photos", "--project", "new")

        def small(photos):
            offsets = self.array(photos["offsets"], np.uint32)
            data = base64.b64decode(photos["bytes"])
            return [np.asarray(Image.open(io.BytesIO(data[i:j]))).astype(int) for i, j in zip(offsets, offsets[1:])]

        for photos, first, count in ((page["photos"], 0, 5), (page["projected"]["photos"], 5, 2)):
            self.assertEqual(self.array(photos["indices"], np.uint32).tolist(), list(range(count)))
            for i, picture in enumerate(small(photos), first):
                self.assertEqual(picture.shape, (72, 128, 3))
                np.testing.assert_allclose(picture[36, 20], (40 * i, 90, 200), atol=8)
                np.testing.assert_allclose(picture[36, 110], (250, 30 * i, 10), atol=8)
        few = self.payload("model.h5", "--data", "photos", "--photo-megabytes", 0.002)
        self.assertLessEqual(len(base64.b64decode(few["photos"]["bytes"])), 2000)
        self.assertIsNone(self.payload("model.h5", "--data", "photos", "--photo-megabytes", 0)["photos"])
        self.wpga("convert", "photos", "--as", "palette", "--colors", 4, "-o", "family.h5")
        self.assertIsNone(self.payload("model.h5", "--data", "family.h5")["photos"])
        self.assertIsNone(self.payload("model.h5")["photos"])
        self.refused("report", "model.h5", "--photo-megabytes", -1, "-o", "page.html", says=["--photo-megabytes"])

    # New samples have pictures as those of the model have.
    def test_projected_samples_have_pictures(self):
        fixtures.shapes(10).write_model(self.folder / "model.h5")
        fixtures.shapes(4, names=list("abcd")).write_family(self.folder / "new.h5")
        page = self.payload("model.h5", "--project", "new.h5")
        samples = page["projected"]["samples"]
        self.assertEqual(self.array(samples["indices"], np.uint32).tolist(), [0, 1, 2, 3])
        with h5py.File(self.folder / "new.h5") as file:
            offsets, points = file["offsets"][:], file["points"][:]
        np.testing.assert_array_equal(self.array(samples["offsets"], np.uint32), offsets)
        low, high, origin = map(np.array, (samples["low"], samples["high"], page["origin"]))
        shown = low + self.array(samples["points"], np.uint16).reshape(-1, 2) / 65535 * (high - low) + origin
        np.testing.assert_allclose(shown, points, atol=1e-3)

    # Shares of measures not fitted to, and noise, where the model has them.
    def test_statistics_are_on_the_page(self):
        self.wpga("generate", "ellipses", "--count", 12, "--atoms", 24, "-o", "family.h5")
        self.wpga("fit", "family.h5", "--support", 12, "--components", 2, "-o", "plain.h5")
        self.assertTrue(all(value is None for value in self.payload("plain.h5")["statistics"].values()))
        said = json.loads(self.wpga("fit", "family.h5", "--support", 12, "--components", 2, "--folds", 3, "--noise-splits", 2,
                                    "--bootstrap", 4, "-o", "model.h5", "--json").stdout_text)["statistics"]
        found = self.payload("model.h5")["statistics"]
        told = said["cross_validation"]
        self.assertEqual(found["folds"], 3)
        self.assertEqual(found["held_out_cumulative"], told["held_out_cumulative"])
        self.assertEqual(found["held_out_explained"], told["held_out_explained"])
        self.assertEqual(found["noise_share"], said["noise_floor"]["noise_share"])
        angles = np.quantile(np.array(said["stability"]["angles"]), [0.05, 0.95], axis=0, method="weibull")
        np.testing.assert_allclose(np.array(found["angles"]).T, angles, rtol=1e-9)

    def test_a_thousand_images_stay_small(self):
        fixture = fixtures.shapes(1000, atoms=300)
        fixture.write_model(self.folder / "model.h5")
        fixture.write_family(self.folder / "family.h5")
        self.payload("model.h5", "--data", "family.h5")
        self.assertLess((self.folder / "page.html").stat().st_size, 10e6)

    def test_refusals(self):
        fixtures.shapes(5).write_model(self.folder / "model.h5")
        fixtures.shapes(5).write_family(self.folder / "family.h5")
        fixtures.clouds(5, 3).write_family(self.folder / "other.h5")
        fixtures.shapes(5, names=list("abcde")).write_family(self.folder / "strangers.h5")
        self.refused("report", "model.h5", says=["-o"])
        self.refused("report", "missing.h5", "-o", "page.html", says=["missing.h5"])
        self.refused("report", "family.h5", "-o", "page.html", says=["family.h5", "wpga fit"])
        self.refused("report", "model.h5", "family.h5", "-o", "page.html", says=["--data"])
        self.refused("report", "model.h5", "-o", "nowhere/page.html", says=["nowhere"])
        self.refused("report", "model.h5", "-o", "page.html", "--pictures", -1, says=["--pictures"])
        self.payload("model.h5")
        self.refused("report", "model.h5", "--data", "strangers.h5", "-o", "page.html", says=["name"])
        self.refused("report", "model.h5", "--data", "other.h5", "-o", "page.html")


if __name__ == "__main__":
    program.main()
