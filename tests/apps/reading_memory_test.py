#!/usr/bin/env python3
"""A model remembers how its data were read: new data are read in the same way without being told, and a flag or a file that
contradicts it is refused."""
import json

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    from PIL import Image
except ImportError as missing:
    skip(missing)


class ReadingMemory(ProgramTest):
    def pictures(self, folder, seed, size=(40, 60), count=5):
        """Bright blobs of several shapes somewhere on a black ground."""
        random = np.random.default_rng(seed)
        (self.folder / folder).mkdir()
        y, x = np.mgrid[: size[0], : size[1]]
        for i in range(count):
            cx, cy = random.uniform(0.3, 0.7, 2) * size[::-1]
            sx, sy = random.uniform(3, 8, 2)
            blob = 255 * np.exp(-(((x - cx) / sx) ** 2 + ((y - cy) / sy) ** 2))
            Image.fromarray(blob.astype("uint8")).save(self.folder / folder / f"{i}.png")

    def tables(self, folder, seed, shift=0.0):
        random = np.random.default_rng(seed)
        for i in range(5):
            numbers = np.exp(random.normal(size=(60, 3)) + [i / 5, shift, 0])
            rows = "\n".join(",".join(map(repr, row)) for row in numbers.tolist())
            self.write(f"{folder}/{i}.csv", f"p,q,r\n{rows}\n")

    def projected(self, model, *words):
        """The rows of `project … --json` and what is said of all."""
        self.wpga("project", model, *words, "-o", "times.json", "--quiet")
        document = json.loads((self.folder / "times.json").read_text())
        return document["rows"], document

    def test_project_reads_as_the_model_was_read(self):
        self.pictures("train", 1)
        self.pictures("new", 2)
        flags = ["--as", "shape", "--resize", 16, "--threshold", 0.1, "--center"]
        self.wpga("fit", "train", *flags, "--support", 20, "--components", 1, "-o", "m.h5")
        told, _ = self.projected("m.h5", "new")
        same, _ = self.projected("m.h5", "new", *flags)
        self.assertEqual(told, same)
        # By way of a family file, to the same model and the same numbers.
        self.wpga("convert", "train", *flags, "-o", "train.h5")
        self.wpga("fit", "train.h5", "--support", 20, "--components", 1, "-o", "n.h5")
        self.assertEqual((self.folder / "m.h5").read_bytes(), (self.folder / "n.h5").read_bytes())
        self.wpga("convert", "new", *flags, "-o", "new.h5")
        self.assertEqual(self.projected("n.h5", "new.h5")[0], told)
        # The training data are where they were.
        rows, _ = self.projected("m.h5", "train")
        with h5py.File(self.folder / "m.h5") as model:
            np.testing.assert_allclose([row["squared_distance_to_mean"] for row in rows], model["mean/squared_distances"][:],
                                       rtol=1e-9)
            reading = json.loads(model.attrs["reading"])
        self.assertEqual(reading, {"as": "shape", "standardize": "none", "center": True, "invert": False, "threshold": 0.1,
                                   "resize": "16", "grey": "plain", "size": [11, 16]})

    def test_a_flag_that_contradicts_is_refused_with_both_values(self):
        self.pictures("train", 1)
        self.wpga("fit", "train", "--as", "shape", "--resize", 16, "--center", "--support", 10, "--components", 1, "-o", "m.h5")
        for flag, said in (((["--resize", 24]), ["--resize 24", "--resize 16"]),
                           ((["--invert"]), ["--invert", "without --invert"]),
                           ((["--threshold", 0.5]), ["--threshold 0.5", "--threshold 0"]),
                           ((["--as", "palette"]), ["--as palette", "--as shape"]),
                           ((["--standardize", "pooled"]), ["--standardize pooled", "--standardize none"])):
            self.refused("project", "m.h5", "train", *flag, says=said)
            self.refused("report", "m.h5", "--data", "train", *flag, "-o", "page.html", says=said)
            self.refused("fit", "train", "--mean", "m.h5", *flag, says=said)
        for flag in (["--resize", 16], ["--center"], ["--threshold", 0], ["--limit", 2], ["--as", "shape"]):
            self.wpga("project", "m.h5", "train", *flag, "--quiet")
        self.wpga("fit", "train", "--as", "shape", "--support", 10, "--components", 1, "-o", "plain.h5")
        self.refused("project", "plain.h5", "train", "--center", says=["--center", "without --center"])

    def test_a_family_file_that_contradicts_is_refused(self):
        self.pictures("train", 1)
        shape = ["--as", "shape", "--support", 10, "--components", 1]
        self.wpga("fit", "train", *shape, "--resize", 16, "-o", "m.h5")
        self.wpga("convert", "train", "--as", "shape", "--resize", 24, "-o", "larger.h5")
        self.wpga("convert", "train", "--as", "shape", "--resize", 16, "--center", "-o", "centered.h5")
        self.wpga("convert", "train", "--as", "shape", "--resize", 16, "-o", "same.h5")
        self.refused("project", "m.h5", "larger.h5", says=["larger.h5", "--resize 24", "--resize 16"])
        self.refused("project", "m.h5", "centered.h5", says=["centered.h5", "with --center", "without --center"])
        self.assertEqual(self.projected("m.h5", "same.h5")[0], self.projected("m.h5", "train")[0])
        # What can still be done to a family is done.
        self.wpga("fit", "train", *shape, "--resize", 16, "--center", "-o", "c.h5")
        self.assertEqual(self.projected("c.h5", "same.h5")[0], self.projected("c.h5", "train")[0])
        # A file that does not say is believed, and a model that does not say asks for nothing.
        with self.edited("larger.h5") as file:
            del file.attrs["reading"]
        self.wpga("project", "m.h5", "larger.h5", "--quiet")
        with self.edited("m.h5") as file:
            del file.attrs["reading"]
        self.wpga("project", "m.h5", "train", "--resize", 24, "--center", "--quiet")

    def test_pictures_of_another_size_are_told(self):
        self.pictures("train", 1, size=(12, 16))
        self.pictures("new", 2, size=(24, 32))
        self.wpga("fit", "train", "--as", "shape", "--support", 10, "--components", 1, "-o", "m.h5")
        self.refused("project", "m.h5", "new", says=["12 × 16", "24 × 32", "--resize 16x12"])
        self.wpga("project", "m.h5", "new", "--resize", "16x12", "--quiet")
        self.refused("project", "m.h5", "new", "--resize", "20x12", says=["12 × 16", "12 × 20"])
        self.wpga("convert", "new", "--as", "shape", "-o", "new.h5")
        self.refused("project", "m.h5", "new.h5", says=["24 × 32"])
        Image.fromarray(np.full((5, 16), 9, "uint8")).save(self.folder / "train" / "odd.png")
        self.refused("project", "m.h5", "train", says=["several sizes"])

    def test_tables(self):
        self.tables("train", 1)
        self.tables("new", 2)
        flags = ["--columns", "q,p", "--transform", "log10", "--sample", 30, "--standardize", "pooled"]
        self.wpga("fit", "train", *flags, "--support", 10, "--components", 1, "-o", "m.h5")
        told, _ = self.projected("m.h5", "new")
        self.assertEqual(told, self.projected("m.h5", "new", *flags)[0])
        for flag, said in ((["--transform", "asinh"], ["--transform asinh", "--transform log10"]),
                           (["--columns", "p,q"], ["--columns p,q", "--columns q,p"]),
                           (["--sample", 20], ["--sample 20", "--sample 30"])):
            self.refused("project", "m.h5", "new", *flag, says=said)
        # A cloud of another format is transformed and drawn from in the same way.
        np.save(self.folder / "cloud.npy", np.exp(np.random.default_rng(3).normal(size=(1, 60, 2))))
        self.assertEqual(len(self.projected("m.h5", "cloud.npy")[0]), 1)

    def test_labels_and_names_are_where_they_were_or_elsewhere(self):
        random = np.random.default_rng(1)
        lines = [f"{who},{who % 2},{x},{y}" for who in range(6) for x, y in random.normal(size=(8, 2)).tolist()]
        self.write("long.csv", "who,group,x,y\n" + "\n".join(lines) + "\n")
        self.wpga("fit", "long.csv", "--table", "long", "--name-columns", "who", "--label-column", "group", "--support", 5,
                  "--components", 1, "-o", "m.h5")
        rows, _ = self.projected("m.h5", "long.csv")
        self.assertEqual([(row["name"], row["label"]) for row in rows], [(str(i), str(i % 2)) for i in range(6)])
        self.write("other.csv", "subject,x,y\n" + "\n".join(f"{i // 4},{i},{i * i}" for i in range(8)) + "\n")
        rows, _ = self.projected("m.h5", "other.csv", "--name-columns", "subject")
        self.assertEqual([row["name"] for row in rows], ["0", "1"])
        self.write("cloud.csv", "x,y\n0,1\n2,3\n")
        self.assertEqual(len(self.projected("m.h5", "cloud.csv", "--table", "cloud")[0]), 1)

    def test_arrays(self):
        random = np.random.default_rng(1)
        np.savez(self.folder / "a.npz", x_train=random.normal(size=(6, 9, 2)), x_test=random.normal(size=(3, 9, 2)))
        self.wpga("fit", "a.npz", "--array", "x_train", "--as", "points", "--support", 6, "--components", 1, "-o", "m.h5")
        self.assertEqual(len(self.projected("m.h5", "a.npz")[0]), 6)
        self.assertEqual(len(self.projected("m.h5", "a.npz", "--array", "x_test")[0]), 3)
        np.save(self.folder / "new.npy", random.normal(size=(4, 9, 2)))  # clouds, though shapes would be guessed
        self.assertEqual(len(self.projected("m.h5", "new.npy")[0]), 4)

    def test_palettes_and_recolor(self):
        random = np.random.default_rng(1)
        for folder in ("train", "new"):
            (self.folder / folder).mkdir()
            for i in range(4):
                pixels = random.integers(0, 255, (12, 12, 3)).astype("uint8")
                Image.fromarray(pixels).save(self.folder / folder / f"{i}.png")
        flags = ["--as", "palette", "--colors", 7, "--color-space", "lab"]
        self.wpga("fit", "train", *flags, "--support", 7, "--components", 1, "-o", "m.h5")
        self.assertEqual(self.projected("m.h5", "new")[0], self.projected("m.h5", "new", *flags)[0])
        self.refused("project", "m.h5", "new", "--colors", 9, says=["--colors 9", "--colors 7"])
        self.refused("recolor", "m.h5", "new/0.png", "--colors", 9, "-o", "out.png", says=["--colors 9", "--colors 7"])
        for words in ([], ["--colors", 7]):
            self.wpga("recolor", "m.h5", "new/0.png", *words, "-o", f"out{len(words)}.png")
        self.assertEqual((self.folder / "out0.png").read_bytes(), (self.folder / "out2.png").read_bytes())

    def test_fit_around_a_given_mean_and_what_comes_of_a_model(self):
        self.pictures("train", 1)
        flags = ["--as", "shape", "--resize", 16, "--center"]
        self.wpga("mean", "train", *flags, "--support", 10, "-o", "mean.h5")
        self.wpga("fit", "train", "--mean", "mean.h5", "--components", 1, "-o", "m.h5")
        self.wpga("fit", "train", "--mean", "mean.h5", *flags, "--components", 1, "-o", "n.h5")
        self.assertEqual((self.folder / "m.h5").read_bytes(), (self.folder / "n.h5").read_bytes())
        self.wpga("project", "m.h5", "train", "--reconstruct", "nearest.h5", "--quiet")
        self.wpga("sample", "m.h5", "-o", "sampled.h5", "--quiet")
        self.wpga("compare", "train", *flags, "--methods", "tangent", "--support", 10, "--components", 1, "-o", "compared")
        for data in ("nearest.h5", "sampled.h5"):
            self.assertEqual(self.projected("m.h5", data)[1]["far_outside"], 0)
        self.assertEqual(self.projected("compared/tangent.h5", "train")[1]["far_outside"], 0)
        said = self.wpga("info", "m.h5").stdout_text
        self.assertIn("--as shape --center --resize 16", said)
        self.assertEqual(json.loads(self.wpga("info", "m.h5", "--json").stdout)["reading"]["resize"], "16")

    def test_standardised_and_then_centred(self):
        self.tables("train", 1)
        self.wpga("convert", "train", "--standardize", "pooled", "-o", "units.h5")
        self.wpga("fit", "units.h5", "--center", "--support", 10, "--components", 1, "-o", "m.h5")
        rows, _ = self.projected("m.h5", "train")
        with h5py.File(self.folder / "m.h5") as model:
            np.testing.assert_allclose([row["squared_distance_to_mean"] for row in rows],
                                       model["mean/squared_distances"][:], rtol=1e-9)

    def test_data_far_outside_draw_one_warning(self):
        self.tables("train", 1)
        self.tables("far", 2, shift=9.0)
        self.wpga("fit", "train", "--support", 10, "--components", 1, "-o", "m.h5")
        done = self.wpga("project", "m.h5", "far", "--json")
        document = json.loads(done.stdout)
        self.assertEqual(document["far_outside"], 5)
        self.assertIn("5 of 5 measures", document["warning"])
        self.assertEqual(done.stderr_text.count("warning"), 1)
        self.assertIn("5 of 5 measures", self.wpga("report", "m.h5", "--data", "far", "-o", "page.html").stderr_text)
        self.assertIn("5 of 5 measures", self.wpga("fit", "far", "--mean", "m.h5", "--components", 1).stderr_text)
        for words in (["project", "m.h5", "train"], ["report", "m.h5", "--data", "train", "-o", "page.html"],
                      ["fit", "train", "--mean", "m.h5", "--components", 1]):
            self.assertNotIn("warning", self.wpga(*words).stderr_text)

    def test_a_damaged_record_is_refused(self):
        self.pictures("train", 1)
        self.wpga("fit", "train", "--as", "shape", "--support", 10, "--components", 1, "-o", "m.h5")
        for text in ("{", "[]", '{"resize": 7}', '{"resize": "0x0"}', '{"as": "cube"}', '{"sample": -1}', '{"size": [0, "a"]}'):
            with self.edited("m.h5") as file:
                file.attrs["reading"] = text
            self.refused("project", "m.h5", "train", says=["m.h5", "reading"])
        with self.edited("m.h5") as file:
            file.attrs["reading"] = '{"as": "shape", "of a later version": 1}'
        self.wpga("project", "m.h5", "train", "--quiet")


if __name__ == "__main__":
    program.main()
