#!/usr/bin/env python3
"""Bad data get one sentence, exit code 2, and leave no file: every format, every way to be wrong."""
import os
import struct

import program
from program import ProgramTest, skip

try:
    import numpy as np
    from PIL import Image
except ImportError as missing:
    skip(missing)


class BadInput(ProgramTest):
    def refused_file(self, name, content, *words, says=()):
        self.write(name, content)
        return self.refused("convert", name, *words, "-o", "out.h5", says=[name, *says])

    def samples(self):
        """One good file of every format."""
        random = np.random.default_rng(0)
        image = Image.fromarray(random.integers(0, 255, (8, 9), dtype="u1"))
        for name in ("a.png", "a.jpg", "a.tif"):
            image.save(self.folder / name)
        np.save(self.folder / "a.npy", random.random((3, 4, 5)))
        np.savez_compressed(self.folder / "a.npz", random.random((3, 4, 5)))
        self.write("a.pgm", b"P5 2 2 255\n\x01\x02\x03\x04")
        self.write("a-idx3-ubyte", struct.pack(">HBB3I", 0, 8, 3, 2, 2, 2) + bytes(range(1, 9)))
        self.write("b.ply", b"ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
                            b"property float z\nend_header\n" + struct.pack("<6f", *range(6)))
        self.wpga("generate", "bells", "--count", "3", "-o", "a.h5", "--quiet")
        return ["a.png", "a.jpg", "a.tif", "a.npy", "a.npz", "a.pgm", "a-idx3-ubyte", "b.ply", "a.h5"]

    def test_truncated_files_of_every_binary_format(self):
        for name in self.samples():
            whole = (self.folder / name).read_bytes()
            self.wpga("info", name)
            for size in (len(whole) // 2, len(whole) * 9 // 10, 5):
                self.refused_file("cut_" + name, whole[:size])

    def test_empty_files_and_wrong_contents(self):
        for name in ("x.png", "x.jpg", "x.tif", "x.pgm", "x.npy", "x.npz", "x-idx3-ubyte", "x.csv", "x.ply", "x.xyz", "x.h5"):
            self.refused_file(name, b"")
            self.refused_file(name, b"\x00\x01\x02 this is nothing of the kind \xff\xfe" * 3)

    def test_absurd_sizes_are_refused_before_memory_is_taken(self):
        png = bytearray(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 2**31 - 1, 2**31 - 1, 8, 0, 0, 0, 0))
        self.refused_file("x.png", bytes(png) + b"\0\0\0\0")
        self.refused_file("x.pgm", b"P5 99999999 99999999 255\nxx")
        self.refused_file("x-idx3-ubyte", struct.pack(">HBB3I", 0, 8, 3, 2**32 - 1, 2**32 - 1, 2**32 - 1))
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 28, 28), }"
        self.refused_file("x.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        self.refused_file("x.ply", b"ply\nformat ascii 1.0\nelement vertex 999999999999\nproperty float x\nproperty float y\nend_header\n1 2\n")

    def test_tables_say_line_and_column(self):
        self.refused_file("t.csv", "measure,weight,x1\na,1,0\nb,-2,5\n", says=["line 3", "weight"])
        self.refused_file("t.csv", "measure,weight,x1\na,1,0\nb,nan,5\n", says=["line 3"])
        self.refused_file("t.csv", "measure,weight,x1\na,1,inf\n", says=["line 2"])
        self.refused_file("t.csv", "measure,weight,x1\na,1,0\nb,2\n", says=["line 3"])
        self.refused_file("t.csv", "measure,weight,x1\na,1,0\nb,2,oops\n", says=["line 3", "x1", "oops"])
        self.refused_file("t.csv", "measure,weight,x1\na,0,0\n", says=["'a'", "mass"])
        self.refused_file("t.csv", "CD4,CD8\n1,2\n", "--columns", "CD5", says=["CD5", "CD8"])
        self.refused_file("t.csv", "CD4,CD8\n-1,2\n", "--transform", "log10", says=["line 2", "CD4"])
        self.refused_file("t.csv", b"measure,x1\n\xff\xfe,1\n", says=["UTF-8"])

    def test_arrays_that_are_no_measures(self):
        for bad in (np.nan, np.inf, -1.0):
            stack = np.ones((2, 3, 3))
            stack[1, 2, 2] = bad
            np.save(self.folder / "a.npy", stack)
            self.refused("convert", "a.npy", "-o", "out.h5", says=["a.npy", "sample 1"])
        np.save(self.folder / "a.npy", np.zeros((2, 3, 3)))
        self.refused("convert", "a.npy", "-o", "out.h5", says=["a.npy", "sample 0"])
        np.save(self.folder / "a.npy", np.zeros((0, 3, 3)))
        self.refused("convert", "a.npy", "-o", "out.h5", says=["a.npy"])
        np.save(self.folder / "a.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
        self.refused("convert", "a.npy", "-o", "out.h5", says=["a.npy"])
        np.savez(self.folder / "a.npz", x=np.ones((2, 3)), z=np.ones((2, 3)))
        self.refused("convert", "a.npz", "-o", "out.h5", says=["--array", "x, z"])
        np.savez(self.folder / "a.npz", **{f"array_{i}": np.ones((2, 3)) for i in range(2000)})
        done = self.refused("convert", "a.npz", "-o", "out.h5", says=["array_0", "--array"])
        self.assertLess(len(done), 2100)
        np.savez(self.folder / "a.npz", points=np.ones((4, 2)), weights=np.ones(4), offsets=[0, 3])
        self.refused("convert", "a.npz", "-o", "out.h5", says=["offsets"])

    def test_mixed_dimensions_and_kinds(self):
        self.write("m/a.xyz", "1 2 3\n")
        self.write("m/b.csv", "x,y\n1,2\n3,4\n")
        self.refused("convert", "m", "-o", "out.h5", says=["b.csv"])
        self.write("k/a.xyz", "1 2\n")
        Image.fromarray(np.full((2, 2), 9, dtype="u1")).save(self.folder / "k" / "b.png")
        self.refused("convert", "k", "-o", "out.h5", says=["b.png"])

    def test_flags_that_nothing_listens_to(self):
        self.write("c.csv", "x,y\n1,2\n")
        Image.fromarray(np.full((2, 2), 9, dtype="u1")).save(self.folder / "i.png")
        for words in (["i.png", "--columns", "x"], ["i.png", "--sample", "3"], ["c.csv", "--invert"], ["c.csv", "--array", "q"],
                      ["i.png", "--color-space", "lab"], ["i.png", "--colors", "3"]):
            self.refused("info", *words, says=[words[1]])
        self.refused("info", "i.png", "--measure-weights", "missing.csv", says=["missing.csv", "no such file"])
        self.refused("info", "c.csv", "--as", "palette", says=["three"])
        self.write("w.csv", "name,weight\nc,1\nc,2\n")
        self.refused("info", "c.csv", "--measure-weights", "w.csv", says=["twice"])

    def test_no_column_is_taken_twice(self):
        self.write("c.csv", "x,y\n1,2\n3,4\n")
        self.write("long.csv", "sample,x,y\na,1,2\nb,3,4\n")
        self.write("bins.csv", "who,0-4,5-9\na,1,2\nb,3,4\n")
        for words in (["c.csv", "--columns", "x,x"], ["c.csv", "--columns", "x,1"], ["long.csv", "--columns", "y,x,y"], ["bins.csv", "--columns", "0-4,0-4"],
                      ["long.csv", "--name-columns", "sample,sample"], ["bins.csv", "--name-columns", "who,1"]):
            self.refused("info", *words, says=[words[0], words[1], "twice"])

    def test_offsets_must_be_whole(self):
        for offsets in ([0, float("nan"), 5], [0, 2.5, 5], [0, -1, 5], [0, 1e300, 5]):
            np.savez(self.folder / "o.npz", points=np.ones((5, 2)), offsets=offsets)
            self.refused("info", "o.npz", says=["o.npz", "offsets"])

    def test_black_images_have_no_mass(self):
        Image.fromarray(np.zeros((3, 3), dtype="u1")).save(self.folder / "black.png")
        self.refused("convert", "black.png", "-o", "out.h5", says=["black.png", "mass"])

    def test_folders_names_and_rights(self):
        self.write("empty/README", "nothing here")
        self.refused("convert", "empty", "-o", "out.h5", says=["empty"])
        self.refused("convert", "nowhere", "-o", "out.h5", says=["nowhere"])
        self.refused("convert", "*.png", "-o", "out.h5", says=["*.png"])
        self.write("good.csv", "x,y\n1,2\n")
        self.refused("convert", "good.csv", "-o", "no/such/folder/out.h5", says=["no/such/folder", "does not exist"])
        self.refused("convert", "good.csv", "-o", "good.csv/out.h5", says=["good.csv is no folder"])
        self.refused("convert", "good.csv", "-o", "out.png", says=[".h5"])
        self.refused("convert", "good.csv", says=["-o"])
        self.refused("convert", "good.csv", "--label", "7", "-o", "out.h5", says=["label"])
        self.refused("info", "good.csv", "--sheet", "x.bmp", says=["x.bmp", ".png"])
        (self.folder / os.fsdecode(b"n\xff")).mkdir()
        (self.folder / os.fsdecode(b"n\xff") / "x.csv").write_text("x\n1\n")
        self.refused("convert", os.fsdecode(b"n\xff"), "-o", "out.h5", says=["UTF-8", "n\\xff"])
        if os.geteuid() != 0:
            path = self.write("secret.csv", "x,y\n1,2\n")
            path.chmod(0)
            self.refused("convert", "secret.csv", "-o", "out.h5", says=["secret.csv", "ermission"])

    def test_a_full_disk(self):
        self.write("good.csv", "x,y\n1,2\n")
        self.refused("convert", "good.csv", "-o", "/dev/full.h5/x.h5")
        os.symlink("/dev/full", self.folder / "full.h5")
        self.refused("convert", "good.csv", "-o", "full.h5", says=["full.h5", "space"])
        limited = ["bash", "-c", 'trap "" XFSZ; ulimit -f 8; exec "$@"', "bash", program.PROGRAM]
        import subprocess
        done = subprocess.run([*limited, "generate", "gaussians", "-o", "big.h5"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(b"big.h5", done.stderr)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["full.h5", "good.csv"])

    def test_long_lines_cost_in_proportion_to_their_length(self):
        many = 300_000
        ones = ",".join(["1"] * many)
        texts = {
            "cloud": ones + "\n",
            "numbers": ",".join(map(str, range(many))) + f"\n{ones}\n",
            "ranges": ",".join(f"{3 * i}-{3 * i + 1}" for i in range(many)) + f"\n{ones}\n",
            "dashes": "0" * many + "-" * many + ",b\n1,2\n",
            "counters": f"measure,{'id,' * many}x\n" + "".join(f"{name * many},{f'{i},' * many}2\n" for i, name in enumerate("abc")),
        }
        for name, text in texts.items():
            self.write(f"{name}.csv", text)
            before = program.processor_seconds_of_ended()
            self.wpga("convert", f"{name}.csv", *(["--table", "cloud"] if name == "cloud" else []), "-o", "out.h5", "--quiet")
            # A few seconds even under sanitizers, where a search for each column took minutes.
            self.assertLess(program.processor_seconds_of_ended() - before, 20, name)

    def test_what_is_odd_but_right_is_read(self):
        self.write("odd.csv", "measure,weight,x1\n" + "a,0.3333333,1e9\na,0.3333333,1e9\na,0.3333333,1000000001\nb,1e-300,5\nc,1e-15,0\nc,1,0\n")
        self.wpga("convert", "odd.csv", "-o", "out.h5")
        Image.fromarray(np.array([[7]], dtype="u1")).save(self.folder / "one.png")
        self.wpga("info", "one.png", "--sheet", "one_sheet.png")
        self.wpga("info", "odd.csv", "--sheet", "odd_sheet.png")

    def test_what_comes_from_a_pipe_is_read_whole(self):
        rows = "x,y\n" + "".join(f"{i},{i % 7}\n" for i in range(30000))
        (self.folder / "in.csv").symlink_to("/dev/stdin")
        for verb in (["info", "in.csv", "--json"], ["convert", "in.csv", "-o", "out.h5", "--json"]):
            done = self.wpga(*verb, input=rows.encode())
            self.assertIn('"total": 30000' if verb[0] == "info" else "30000", done.stdout_text)
        self.refused("info", "/dev/stdin", input=rows.encode(), says=["/dev/stdin"])


if __name__ == "__main__":
    program.main()
