#!/usr/bin/env python3
"""Files of cells from the folder to the components, and the manners of reading: what is skipped, hinted at, not read at all."""
import csv
import json

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
except ImportError as missing:
    skip(missing)


def write_fcs(path, values, names, **more):
    """Doubles, one row an event."""
    values = np.ascontiguousarray(values, "<f8")
    pairs = {"$BYTEORD": "1,2,3,4", "$DATATYPE": "D", "$MODE": "L", "$NEXTDATA": 0, "$PAR": len(names), "$TOT": len(values)}
    for k, name in enumerate(names, 1):
        pairs |= {f"$P{k}N": name, f"$P{k}B": 64, f"$P{k}R": 262144, f"$P{k}E": "0,0"}
    text = "/" + "".join(f"{key}/{value}/" for key, value in (pairs | more).items())
    begin = 58 + len(text)
    places = (58, begin - 1, begin, begin + values.nbytes - 1, 0, 0)
    path.write_bytes(("FCS3.1    " + "".join(f"{n:8}" for n in places) + text).encode() + values.tobytes())


SPILL = np.array([[1, 0.3], [0.1, 1]])


class Cells(ProgramTest):
    def write_plate(self, count=5):
        random = np.random.default_rng(1)
        (self.folder / "plate").mkdir()
        for k in range(count):
            true = np.exp(random.normal(5 + 0.3 * k, 1, (60, 2)))
            scatter = random.normal(100, 10, (60, 1))
            time = np.arange(60.0)[:, None]
            write_fcs(self.folder / "plate" / f"p{k % 2}_w{k}.fcs", np.hstack([scatter, true @ SPILL, time]),
                      ["FSC-H", "FL1-H", "FL2-H", "Time"])
        (self.folder / "plate" / "matrix.txt").write_text("title\r<\t>\rFL1-H\tFL2-H\r1\t0.3\r0.1\t1\r")
        (self.folder / "plate" / "README.md").write_text("about the plate")

    def points(self, *words):
        said = self.wpga("convert", *words, "-o", "out.h5").stderr_text
        with h5py.File(self.folder / "out.h5") as family:
            return family["points"][:], said, [name.decode() for name in family["axes"][:]]

    def test_a_plate_becomes_a_model_that_reads_new_files_alike(self):
        self.write_plate()
        flags = ["--compensation", "plate/matrix.txt", "--transform", "FL1-H:asinh(150),FL2-H:asinh(150)",
                 "--columns", "FL1-H,FL2-H", "--label-from", r"p(\d)_"]
        said = self.wpga("fit", "plate", *flags, "--support", "20", "--components", "1", "-o", "model.h5").stderr_text
        self.assertIn("skipped", said)
        self.assertIn("README.md", said)
        (self.folder / "plate" / "matrix.txt").unlink()  # the model remembers it
        self.wpga("project", "model.h5", "plate", "-o", "times.csv")
        with open(self.folder / "times.csv") as table:
            rows = list(csv.DictReader(table))
        with h5py.File(self.folder / "model.h5") as model:
            np.testing.assert_allclose([float(row["time_1"]) for row in rows], model["components/0/times"][:], atol=2e-3)
        self.assertEqual([row["label"] for row in rows], ["0", "0", "0", "1", "1"])
        refused = self.wpga("project", "model.h5", "plate", "--compensation", "none", "-o", "t.csv", code=2).stderr_text
        self.assertIn("--compensation none", refused)

    def test_compensation_and_transform_are_those_of_numpy(self):
        self.write_plate(1)
        points, said, axes = self.points("plate/p0_w0.fcs", "--compensation", "plate/matrix.txt", "--transform",
                                         "FSC-H:linear,FL1-H:asinh(150)")
        self.assertIn("Time is left out", said)
        self.assertEqual(axes, ["FSC-H", "asinh FL1-H/150", "FL2-H"])
        raw, _, _ = self.points("plate/p0_w0.fcs")
        expected = raw.copy()
        expected[:, 1:] = raw[:, 1:] @ np.linalg.inv(SPILL)
        expected[:, 1] = np.arcsinh(expected[:, 1] / 150)
        np.testing.assert_allclose(points, expected, rtol=1e-12)

    def test_no_channel_is_taken_twice(self):
        self.write_plate(1)
        for columns in ("FSC-H,FSC-H", "FSC-H,1"):
            self.assertIn("twice", self.wpga("info", "plate/p0_w0.fcs", "--columns", columns, code=2).stderr_text)

    def test_the_limit_comes_before_the_reading(self):
        self.write_plate()
        for k in (2, 3, 4):
            (self.folder / "plate" / f"p{k % 2}_w{k}.fcs").write_bytes(b"FCS3.1 broken")
        self.wpga("convert", "plate", "--limit", "1", "-o", "one.h5")
        # p0_w0 comes first, p0_w2 second.
        self.assertIn("p0_w2.fcs", self.wpga("convert", "plate", "--limit", "2", "-o", "two.h5", code=2).stderr_text)

    def test_hints_before_hours_are_spent(self):
        random = np.random.default_rng(2)
        rows = "".join(f"m{k % 3},{1000 * x},{y}\n" for k, (x, y) in enumerate(random.normal(size=(60, 2))))
        (self.folder / "wide.csv").write_text("measure,FSC,CD4\n" + rows)
        self.assertIn("FSC varies", self.wpga("info", "wide.csv").stderr_text + self.wpga("convert", "wide.csv", "-o", "w.h5").stderr_text)
        self.assertNotIn("varies", self.wpga("convert", "wide.csv", "--standardize", "pooled", "-o", "w.h5").stderr_text)
        np.save(self.folder / "large.npy", np.ones((2, 80, 80)))
        self.assertIn("--resize 64", self.wpga("convert", "large.npy", "-o", "l.h5").stderr_text)
        said = self.wpga("fit", "wide.csv", "--standardize", "pooled", "--components", "1").stderr_text
        # At once, in a pipe too, and again at the end; a document is kept by who reads it.
        self.assertTrue(said.startswith("not kept"), said)
        self.assertTrue(said.splitlines()[-1].startswith("not kept"), said)
        document = self.wpga("fit", "wide.csv", "--standardize", "pooled", "--components", "1", "--json").stderr_text
        self.assertFalse(document.startswith("not kept"), document)

    def test_large_tables_are_read_as_small_ones(self):
        random = np.random.default_rng(3)
        rows = [f"m{k // 9000},{x:.7f},{y}" for k, (x, y) in enumerate(random.normal(size=(45000, 2)))]
        (self.folder / "large.csv").write_text("measure,x,y\n" + "\n".join(rows) + "\n")
        (self.folder / "parsed.csv").write_text("# as a whole\nmeasure,x,y\n" + "\n".join(rows) + "\n")
        self.wpga("convert", "large.csv", "-o", "a.h5")
        self.wpga("convert", "parsed.csv", "-o", "b.h5")
        self.assertEqual((self.folder / "a.h5").read_bytes(), (self.folder / "b.h5").read_bytes())

    def test_compare_counts_numbers_and_names_the_worst_curve(self):
        random = np.random.default_rng(4)
        rows = "".join(f"m{k % 6},{x + k % 6},{y}\n" for k, (x, y) in enumerate(random.normal(size=(90, 2))))
        (self.folder / "six.csv").write_text("measure,x,y\n" + rows)
        done = self.wpga("compare", "six.csv", "--methods", "geodesics,tangent,gaussian", "--support", "15", "--components", "2",
                         "--json")
        methods = json.loads(done.stdout_text)["methods"]
        self.assertEqual([methods[name]["numbers"] for name in ("geodesics", "tangent", "gaussian")], [60, 32, 7])
        self.assertIn("worst curve", done.stderr_text)


program.main()
