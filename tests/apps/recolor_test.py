#!/usr/bin/env python3
"""`wpga recolor`: photos in the colours of a model."""
import io
import json

import program
from program import ProgramTest, skip

try:
    import numpy as np
    import ot
    from PIL import Image
except ImportError as missing:
    skip(missing)


def gradient(low, high, rows=24, columns=32, seed=0):
    """Two colours and what lies between, with grain; uint8."""
    random = np.random.default_rng(seed)
    share = np.linspace(0, 1, columns)[None, :, None] * np.linspace(0.3, 1, rows)[:, None, None]
    picture = np.asarray(low) * (1 - share) + np.asarray(high) * share + random.uniform(-0.02, 0.02, (rows, columns, 3))
    return (np.clip(picture, 0, 1) * 255).round().astype(np.uint8)


def encoded(array, mode=None):
    file = io.BytesIO()
    Image.fromarray(array, mode).save(file, "PNG")
    return file.getvalue()


def palette(picture):
    """Distinct colours and their shares."""
    colors, counts = np.unique(picture[..., :3].reshape(-1, 3), axis=0, return_counts=True)
    return colors / 255, counts / counts.sum()


def distance(first, second):
    (x, a), (y, b) = first, second
    return np.sqrt(ot.emd2(a, b, ot.dist(x, y), numItermax=1000000))


class Recolor(ProgramTest):
    def setUp(self):
        super().setUp()
        for i, warmth in enumerate(np.linspace(0, 1, 8)):
            low, high = np.array([0.1 + 0.5 * warmth, 0.15, 0.4 - 0.3 * warmth]), np.array([0.5 + 0.4 * warmth, 0.7, 0.9 - 0.5 * warmth])
            self.write(f"photos/{i}.png", encoded(gradient(low, high, seed=i)))
        self.wpga("fit", "photos", "--as", "palette", "--colors", 32, "--support", 40, "--components", 2, "-o", "model.h5")
        self.write("photo.png", encoded(gradient([0.1, 0.3, 0.1], [0.6, 0.9, 0.5], seed=99)))

    def picture(self, name):
        return np.asarray(Image.open(self.folder / name))

    def at(self, component, time):
        self.wpga("sample", "model.h5", "--component", component, "--times", f"{time:.17g},{time:.17g}", "-o", "at.csv")
        table = np.genfromtxt(self.folder / "at.csv", delimiter=",", skip_header=1, usecols=(1, 2, 3, 4))
        table = table[:len(table) // 2]
        return table[:, 1:], table[:, 0] / table[:, 0].sum()

    def test_the_time_is_that_of_project(self):
        found = json.loads(self.wpga("recolor", "model.h5", "photo.png", "--component", 1, "-o", "out.png", "--json").stdout)
        self.wpga("project", "model.h5", "photo.png", "-o", "times.csv")
        table = np.genfromtxt(self.folder / "times.csv", delimiter=",", names=True, dtype=None, encoding="utf-8")
        self.assertAlmostEqual(found["time"], float(table["time_1"]), places=9)
        self.assertAlmostEqual(found["distance"] ** 2, float(table["squared_distance_1"]), places=9)

    def test_both_transfers_come_near_the_palette_by_the_count_of_pot(self):
        before = palette(self.picture("photo.png"))
        for transfer in ("plan", "pitie"):
            for time in (0, 0.6, 1):
                found = json.loads(self.wpga("recolor", "model.h5", "photo.png", "--component", 1, "--time", time, "--transfer",
                                             transfer, "-o", "out.png", "--json").stdout)
                target = self.at(1, time)
                self.assertEqual(found["time"], time)
                self.assertAlmostEqual(found["distance"], distance(before, target), delta=0.01)
                after = distance(palette(self.picture("out.png")), target)
                self.assertAlmostEqual(found["distance_after"], after, delta=0.01)
                self.assertLess(after, 0.4 * found["distance"])

    def test_any_number_of_threads_writes_the_same_bytes(self):
        for transfer in ("plan", "pitie"):
            for threads in (1, 3):
                self.wpga("recolor", "model.h5", "photo.png", "--transfer", transfer, "--threads", threads, "-o", f"{threads}.png")
            self.assertEqual((self.folder / "1.png").read_bytes(), (self.folder / "3.png").read_bytes())

    def test_grey_alpha_and_sixteen_bits(self):
        grey = gradient([0, 0, 0], [1, 1, 1])[..., 0]
        self.write("grey.png", encoded(grey))
        self.wpga("recolor", "model.h5", "grey.png", "--time", 1, "-o", "out.png")
        out = self.picture("out.png")
        self.assertEqual(out.shape, (24, 32, 3))
        self.assertGreater(np.abs(out[..., 0].astype(int) - out[..., 2]).max(), 20)
        alpha = np.random.default_rng(1).integers(0, 256, (24, 32, 1), dtype=np.uint8)
        self.write("alpha.png", encoded(np.concatenate([gradient([0, 0.5, 0], [1, 1, 0]), alpha], axis=2)))
        self.wpga("recolor", "model.h5", "alpha.png", "-o", "out.png")
        self.assertEqual(self.picture("out.png").shape, (24, 32, 4))
        np.testing.assert_array_equal(self.picture("out.png")[..., 3:], alpha)
        self.write("deep.png", encoded((grey.astype(np.uint16) * 257 + 100).clip(0, 65535).astype(np.uint16)))
        for words, bits in ((("deep.png",), 16), (("deep.png", "--bits", 8), 8), (("photo.png",), 8), (("photo.png", "--bits", 16), 16)):
            self.wpga("recolor", "model.h5", *words, "-o", "out.png")
            self.assertEqual((self.folder / "out.png").read_bytes()[24], bits)

    def test_one_pixel_that_can_be_seen_is_enough(self):
        sparse = np.zeros((400, 400, 4), np.uint8)  # more pixels than any draw takes
        sparse[300, 200] = (200, 40, 10, 255)
        self.write("sparse.png", encoded(sparse))
        for transfer in ("plan", "pitie"):
            self.wpga("recolor", "model.h5", "sparse.png", "--transfer", transfer, "-o", "out.png")
            out = self.picture("out.png")
            np.testing.assert_array_equal(out[..., 3], sparse[..., 3])
            self.assertGreater(np.abs(out[300, 200, :3].astype(int) - sparse[300, 200, :3]).max(), 0)

    def test_models_in_lab_and_standardised_ones(self):
        cold, warm, photo = (palette(self.picture(name)) for name in ("photos/0.png", "photos/7.png", "photo.png"))
        for words in (("--color-space", "lab"), ("--standardize", "pooled")):
            self.wpga("fit", "photos", "--as", "palette", "--colors", 32, "--support", 40, "--components", 1, *words, "-o", "other.h5")
            ends = []
            for time in (0, 1):
                found = json.loads(self.wpga("recolor", "other.h5", "photo.png", "--time", time, "-o", "out.png", "--json").stdout)
                self.assertLess(found["distance_after"], 0.3 * found["distance"])
                ends.append(palette(self.picture("out.png")))
            for end in (cold, warm):
                self.assertLess(min(distance(found, end) for found in ends), 0.4 * distance(photo, end))

    def test_bad_input_is_refused_and_nothing_written(self):
        self.refused("recolor", "model.h5", "photo.png", "--component", 3, "-o", "out.png", says=["--component 3", "1 to 2"])
        self.refused("recolor", "model.h5", "photo.png", "--component", 0, "-o", "out.png", says=["--component"])
        self.refused("recolor", "model.h5", "photo.png", "--time", 1.5, "-o", "out.png", says=["--time", "between 0 and 1"])
        self.refused("recolor", "model.h5", "photo.png", "--time", "nan", "-o", "out.png", says=["--time"])
        self.refused("recolor", "model.h5", "photo.png", "--smoothness", 0, "-o", "out.png", says=["--smoothness"])
        self.refused("recolor", "model.h5", "photo.png", "--smoothness", 1e300, "-o", "out.png", says=["--smoothness"])
        self.refused("recolor", "model.h5", "photo.png", "--grain", "inf", "-o", "out.png", says=["--grain"])
        self.refused("recolor", "model.h5", "photo.png", "-o", "out.jpg", says=["out.jpg", ".png"])
        self.refused("recolor", "model.h5", "photo.png", says=["-o"])
        self.refused("recolor", "model.h5", "photo.png", "-o", "nowhere/out.png", says=["nowhere"])
        self.refused("recolor", "model.h5", "missing.png", "-o", "out.png", says=["missing.png"])
        self.refused("recolor", "missing.h5", "photo.png", "-o", "out.png", says=["missing.h5"])
        self.refused("recolor", "photo.png", "photo.png", "-o", "out.png", says=["photo.png"])
        self.write("half.png", (self.folder / "photo.png").read_bytes()[:300])
        self.refused("recolor", "model.h5", "half.png", "-o", "out.png", says=["half.png"])
        clear = np.zeros((4, 4, 4), np.uint8)
        self.write("clear.png", encoded(clear))
        self.refused("recolor", "model.h5", "clear.png", "-o", "out.png", says=["clear.png", "every pixel is transparent", "without transparency"])
        self.wpga("generate", "ellipses", "--count", 5, "--atoms", 20, "-o", "ellipses.h5", "--quiet")
        self.wpga("fit", "ellipses.h5", "--components", 1, "-o", "shapes.h5")
        self.refused("recolor", "shapes.h5", "photo.png", "-o", "out.png", says=["shapes.h5", "palette"])
        self.wpga("mean", "photos", "--as", "palette", "-o", "mean.h5")
        self.refused("recolor", "mean.h5", "photo.png", "-o", "out.png", says=["mean.h5", "no components"])


if __name__ == "__main__":
    program.main()
