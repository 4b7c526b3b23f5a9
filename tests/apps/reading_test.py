#!/usr/bin/env python3
"""What the program reads is what NumPy reads from the same data: families opened with h5py, compared number by number."""
import gzip
import json
import struct

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    from PIL import Image
except ImportError as missing:
    skip(missing)


def measure(family, i):
    begin, end = family["offsets"][i], family["offsets"][i + 1]
    return family["points"][begin:end], family["weights"][begin:end]


def grid_measure(values):
    """The shape of an array in NumPy: columns x, y(, z) at half pixels."""
    where = np.argwhere(values > 0)
    return where[:, ::-1] + 0.5, values[values > 0] / values.sum(dtype=float)


class Reading(ProgramTest):
    def converted(self, *words):
        self.wpga("convert", *words, "-o", "out.h5", "--quiet")
        return h5py.File(self.folder / "out.h5", "r")

    def assert_same_grids(self, family, arrays):
        self.assertEqual(len(family["offsets"]) - 1, len(arrays))
        for i, array in enumerate(arrays):
            points, weights = measure(family, i)
            expected_points, expected_weights = grid_measure(np.asarray(array, dtype=float))
            np.testing.assert_array_equal(points, expected_points)
            np.testing.assert_allclose(weights, expected_weights, rtol=1e-14)

    def test_stacks_of_every_type_and_order(self):
        random = np.random.default_rng(1)
        for dtype in ("u1", "<f4", ">f4", "<f8", "<i4", ">i4", "<i8"):
            for order in "CF":
                stack = np.asarray(random.integers(0, 5, (4, 5, 3)), dtype=dtype, order=order)
                stack[:, 0, 0] = 1
                np.save(self.folder / "stack.npy", stack)
                self.assert_same_grids(self.converted("stack.npy"), stack)

    def test_volumes_and_archives_with_labels(self):
        volumes = np.random.default_rng(2).random((3, 2, 4, 5))
        np.savez_compressed(self.folder / "v.npz", x_train=volumes, y_train=np.array([7, 8, 7]))
        family = self.converted("v.npz")
        self.assert_same_grids(family, volumes)
        self.assertEqual(list(family["labels"].asstr()), ["7", "8", "7"])
        self.assertEqual(len(self.converted("v.npz", "--label", "7")["names"]), 2)

    def test_histograms_on_their_support(self):
        counts = np.array([[1, 2, 3], [0, 0, 5.0]])
        np.savez(self.folder / "h.npz", histograms=counts, support=np.array([10.0, 20, 40]))
        family = self.converted("h.npz")
        np.testing.assert_array_equal(measure(family, 0)[0], [[10], [20], [40]])
        np.testing.assert_allclose(measure(family, 0)[1], counts[0] / 6)
        np.testing.assert_array_equal(measure(family, 1)[0], [[40]])
        self.assertEqual(family.attrs["kind"], "histogram")

    def test_ragged_families(self):
        random = np.random.default_rng(3)
        points, weights = random.normal(size=(9, 4)), random.random(9)
        np.savez(self.folder / "r.npz", points=points, weights=weights, offsets=[0, 2, 9], names=np.array(["ä", "b"]))
        family = self.converted("r.npz")
        np.testing.assert_array_equal(family["points"][:], points)
        np.testing.assert_allclose(measure(family, 1)[1], weights[2:] / weights[2:].sum(), rtol=1e-14)
        self.assertEqual(list(family["names"].asstr()), ["ä", "b"])

    def test_clouds_in_an_array(self):
        clouds = np.random.default_rng(4).normal(size=(3, 6, 2))
        np.save(self.folder / "c.npy", clouds)
        family = self.converted("c.npy", "--as", "points")
        np.testing.assert_array_equal(measure(family, 2)[0], clouds[2])

    def test_idx_with_labels_plain_and_compressed(self):
        digits = np.random.default_rng(5).integers(0, 255, (6, 4, 3)).astype("u1")
        labels = np.array([3, 1, 3, 3, 2, 1], dtype="u1")
        images_file = struct.pack(">HBB3I", 0, 8, 3, 6, 4, 3) + digits.tobytes()
        labels_file = struct.pack(">HBBI", 0, 8, 1, 6) + labels.tobytes()
        self.write("t-images-idx3-ubyte", images_file)
        self.write("t-labels-idx1-ubyte", labels_file)
        self.write("z/t-images-idx3-ubyte.gz", gzip.compress(images_file))
        self.write("z/t-labels-idx1-ubyte.gz", gzip.compress(labels_file))
        for source in ("t-images-idx3-ubyte", "z"):
            family = self.converted(source)
            self.assert_same_grids(family, digits)
            self.assertEqual(list(family["labels"].asstr()), ["3", "1", "3", "3", "2", "1"])
            self.assert_same_grids(self.converted(source, "--label", "3", "--limit", "2"), digits[[0, 2]])

    def test_images_are_shapes_in_pixel_units(self):
        grey = np.array([[0, 128, 255], [10, 0, 0]], dtype="u1")
        (self.folder / "i").mkdir()
        Image.fromarray(grey).save(self.folder / "i" / "a.png")
        Image.fromarray(grey).save(self.folder / "i" / "b.tif")
        self.write("i/c.pgm", b"P5 3 2 255\n" + grey.tobytes())
        family = self.converted("i")
        self.assert_same_grids(family, [grey, grey, grey])
        self.assertEqual(list(family.attrs["grid"]), [2, 3])
        inverted = self.converted("i/a.png", "--invert")
        np.testing.assert_allclose(measure(inverted, 0)[1], grid_measure(255.0 - grey)[1], rtol=1e-12)

    def test_colour_images_are_palettes(self):
        colours = np.zeros((4, 4, 3), dtype="u1")
        colours[:3] = [255, 0, 0]
        colours[3] = [0, 0, 255]
        Image.fromarray(colours).save(self.folder / "p.png")
        family = self.converted("p.png")
        self.assertEqual(family.attrs["kind"], "palette")
        points, weights = measure(family, 0)
        order = np.argsort(points[:, 0])
        np.testing.assert_array_equal(points[order], [[0, 0, 1], [1, 0, 0]])
        np.testing.assert_allclose(weights[order], [0.25, 0.75])

    def test_tables_in_their_three_forms(self):
        self.write("long.csv", "measure,weight,x1,x2,label\na,1,0,1,u\nb,2,5,6,v\na,3,2,3,u\n")
        family = self.converted("long.csv")
        np.testing.assert_array_equal(measure(family, 0)[0], [[0, 1], [2, 3]])
        np.testing.assert_array_equal(measure(family, 0)[1], [0.25, 0.75])
        self.assertEqual(list(family["labels"].asstr()), ["u", "v"])
        self.write("h.csv", "name,0-4,5-9,10+\nA,1,1,2\nB,0,0,1\n")
        family = self.converted("h.csv")
        np.testing.assert_array_equal(measure(family, 0)[0].ravel(), [2.5, 7.5, 12.5])
        self.assertEqual(list(family["names"].asstr()), ["A", "B"])
        cells = 10 ** np.random.default_rng(6).random((50, 3))
        self.write("cells/s1.csv", "CD4,CD8,T\n" + "\n".join(",".join(map(repr, row)) for row in cells.tolist()))
        self.write("cells/s2.csv", "CD4,CD8,T\n1,10,5\n100,1,5\n")
        family = self.converted("cells", "--columns", "CD8,CD4", "--transform", "log10")
        np.testing.assert_allclose(measure(family, 0)[0], np.log10(cells[:, [1, 0]]), rtol=1e-15, atol=1e-15)
        np.testing.assert_array_equal(measure(family, 1)[0], [[1, 0], [0, 2]])
        family = self.converted("cells", "--columns", "CD8,CD4", "--colors", "5")
        self.assertEqual(np.diff(family["offsets"]).tolist(), [5, 2])

    def test_clouds_of_ply_and_xyz(self):
        self.write("c/a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
                              "property float z\nend_header\n0 1 2\n3 4 5\n")
        self.write("c/b.xyz", "1 2 3\n4 5 6\n")
        family = self.converted("c")
        np.testing.assert_array_equal(measure(family, 0)[0], [[0, 1, 2], [3, 4, 5]])
        np.testing.assert_array_equal(measure(family, 1)[0], [[1, 2, 3], [4, 5, 6]])

    def test_standardised_and_centred(self):
        points = np.random.default_rng(7).normal(size=(40, 2)) * [1, 1000] + [5, -3]
        self.write("x.csv", "measure,a,b\n" + "\n".join(f"m{i % 2},{a!r},{b!r}" for i, (a, b) in enumerate(points.tolist())))
        family = self.converted("x.csv", "--standardize", "pooled")
        np.testing.assert_allclose(family["points"][:].mean(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(family["points"][:].std(axis=0), 1, rtol=1e-12)
        back = family["points"][:] * family["scale"][:] + family["center"][:]
        np.testing.assert_allclose(sorted(back[:, 1]), sorted(points[:, 1]), rtol=1e-9)
        family = self.converted("x.csv", "--center")
        for i in range(2):
            np.testing.assert_allclose(measure(family, i)[0].mean(axis=0), 0, atol=1e-9)

    def test_measure_weights_from_a_column_or_a_file(self):
        self.write("t.csv", "name,size,1,2\nA,30,1,1\nB,10,1,3\n")
        family = self.converted("t.csv", "--measure-weights", "size")
        np.testing.assert_allclose(family["measure_weights"][:], [0.75, 0.25])
        self.write("w.csv", "name,weight\nB,1\nA,4\n")
        family = self.converted("t.csv", "--measure-weights", "w.csv")
        np.testing.assert_allclose(family["measure_weights"][:], [0.8, 0.2])

    def test_labels_of_files_and_of_folders(self):
        self.write("u/t.csv", "measure,x1,label\na,1,k\nb,2,m\n")
        self.write("v/t.csv", "measure,x1\nc,3\n")
        self.assertEqual(list(self.converted("u", "v")["labels"].asstr()), ["k", "m", "v"])
        self.assertEqual(list(self.converted("u", "v", "--label", "m")["names"].asstr()), ["b"])
        self.assertEqual(list(self.converted("u", "v", "--label", "v")["names"].asstr()), ["c"])
        for folder in ("p", "q"):
            (self.folder / folder).mkdir()
            np.save(self.folder / folder / "x.npy", np.ones((2, 3, 3)))
        self.assertEqual(list(self.converted("p", "q")["labels"].asstr()), ["p", "p", "q", "q"])
        self.assertEqual(len(self.converted("p", "q", "--label", "q")["names"]), 2)

    def test_as_has_the_last_word(self):
        self.write("c.csv", "x,y,z\n0.5,0.1,0.2\n0.1,0.2,0.9\n")
        self.assertEqual(self.converted("c.csv", "--as", "palette").attrs["kind"], "palette")
        self.wpga("generate", "bells", "--count", "2", "-o", "bells", "--quiet")
        self.assertEqual(self.converted("bells", "--as", "histogram").attrs["kind"], "histogram")

    def test_clouds_are_transformed_sampled_and_reduced_whatever_their_format(self):
        points = np.random.default_rng(9).random((40, 3)) + 0.1
        self.write("c.xyz", "\n".join(" ".join(map(repr, p)) for p in points.tolist()))
        np.save(self.folder / "c.npy", points[None])
        np.savez(self.folder / "c.npz", points=points, offsets=[0, 40])
        for name in ("c.xyz", "c.npy", "c.npz"):
            family = self.converted(name, "--as", "points", "--transform", "log10")
            np.testing.assert_allclose(family["points"][:], np.log10(points), rtol=1e-12)
            self.assertEqual(len(self.converted(name, "--as", "points", "--sample", "7")["weights"]), 7)
            self.assertEqual(len(self.converted(name, "--as", "points", "--colors", "5")["weights"]), 5)
        self.wpga("convert", "c.xyz", "-o", "c.h5")
        self.assertEqual(len(self.converted("c.h5", "--colors", "6")["weights"]), 6)

    def test_compressed_images_are_images(self):
        Image.fromarray(np.full((2, 3), 9, dtype="u1")).save(self.folder / "a.png")
        self.write("b.png.gz", gzip.compress((self.folder / "a.png").read_bytes()))
        self.assertEqual(self.converted("b.png.gz").attrs["kind"], "shape")

    def test_a_link_that_leads_back_is_followed_once(self):
        self.write("loop/a.csv", "x,y\n1,2\n")
        (self.folder / "loop" / "self").symlink_to(".")
        (self.folder / "loop" / "again").symlink_to(".")
        self.assertEqual(len(self.converted("loop")["names"]), 1)

    def test_white_is_that_of_the_type_and_wide_integers_have_none(self):
        stack = np.array([[[0, 100], [200, 255]]])
        np.save(self.folder / "s.npy", stack.astype("u1"))
        self.assertEqual(len(self.converted("s.npy", "--threshold", "0.5")["weights"]), 2)
        for dtype in ("i4", "i8"):
            np.save(self.folder / "s.npy", stack.astype(dtype))
            self.refused("convert", "s.npy", "--threshold", "0.5", "-o", "o.h5", says=["s.npy", "do not say what white is"])
            self.assertEqual(len(self.converted("s.npy")["weights"]), 3)

    def test_a_family_read_and_written_again_is_the_same_file(self):
        self.wpga("generate", "gaussians", "--count", "9", "--dimension", "3", "-o", "a.h5")
        self.wpga("convert", "a.h5", "-o", "b.h5")
        self.assertEqual((self.folder / "a.h5").read_bytes(), (self.folder / "b.h5").read_bytes())

    def test_glyphs_through_png_files_keep_their_pixels(self):
        self.wpga("generate", "glyphs", "--count", "5", "-o", "g.h5")
        self.wpga("generate", "glyphs", "--count", "5", "-o", "g")
        through_png, direct = self.converted("g"), h5py.File(self.folder / "g.h5", "r")
        for i in range(5):
            a, b = measure(through_png, i), measure(direct, i)
            places = {tuple(p): w for p, w in zip(*b)}
            self.assertLess(sum(abs(places.pop(tuple(p), 0) - w) for p, w in zip(*a)) + sum(places.values()), 1e-3)

    def test_threads_do_not_change_a_byte(self):
        random = np.random.default_rng(8)
        (self.folder / "p").mkdir()
        for i in range(12):
            Image.fromarray(random.integers(0, 255, (20, 30, 3), dtype="u1")).save(self.folder / "p" / f"{i}.png")
        for threads in (1, 2, 5):
            self.wpga("convert", "p", "--colors", "16", "--threads", threads, "-o", f"{threads}.h5")
        one = (self.folder / "1.h5").read_bytes()
        self.assertEqual(one, (self.folder / "2.h5").read_bytes())
        self.assertEqual(one, (self.folder / "5.h5").read_bytes())

    def test_info_counts(self):
        self.write("long.csv", "measure,weight,x1\na,1,0\nb,2,5\na,3,2\n")
        document = json.loads(self.wpga("info", "long.csv", "--json").stdout)
        self.assertEqual(document["atoms"], {"total": 3, "min": 1, "median": 2, "max": 2})
        self.assertEqual(document["box"], {"low": [0], "high": [5]})
        self.wpga("info", "long.csv", "--sheet", "s.png", "--quiet")
        with Image.open(self.folder / "s.png") as sheet:
            self.assertEqual(sheet.format, "PNG")


if __name__ == "__main__":
    program.main()
