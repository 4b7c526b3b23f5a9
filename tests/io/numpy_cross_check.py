"""Files written by NumPy are read as NumPy reads them, and files written by wpga are read by NumPy.

Usage: numpy_cross_check.py ARRAY_PROBE.  Exits with 77 (skipped) where NumPy is missing.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

DTYPES = ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"]
SHAPES = [(), (5,), (3, 4), (2, 3, 4), (2, 1, 3, 2), (0, 3)]


def probe(program, source, target):
    done = subprocess.run([program, source, target], capture_output=True, text=True)
    assert done.returncode == 0, f"{source.name}: {done.stderr}"


def arrays():
    random = np.random.default_rng(5)
    for dtype in DTYPES:
        for order in "<>":
            for case, shape in enumerate(SHAPES):
                values = random.integers(0, 100, shape) if dtype != "f8" else random.normal(size=shape)
                array = np.asarray(values, dtype=np.dtype(order + dtype))
                yield f"{dtype}{order}{case}c".replace("?", "b1"), array
                yield f"{dtype}{order}{case}f".replace("?", "b1"), np.asfortranarray(array)
    yield "names", np.array([["é", "two"], ["", "𝜇"]])
    yield "big_endian_names", np.array(["é", "two"], dtype=">U5")
    yield "bytes", np.array([b"one", b"three"])


def same(read, written):
    assert read.shape == written.shape, (read.shape, written.shape)
    expected = np.char.decode(written, "utf-8") if written.dtype.kind == "S" else written
    assert np.array_equal(read, expected), (read, expected)


def main(program):
    folder = Path(tempfile.mkdtemp())
    everything = dict(arrays())
    for save in (np.savez, np.savez_compressed):
        save(folder / "in.npz", **everything)
        probe(program, folder / "in.npz", folder / "out.npz")
        with np.load(folder / "out.npz") as out:
            assert sorted(out.files) == sorted(everything)
            for name, array in everything.items():
                same(out[name], array)
                if array.dtype.kind not in "SU":
                    assert out[name].dtype == array.dtype.newbyteorder("="), name
    for version in [(1, 0), (2, 0), (3, 0)]:
        with open(folder / "in.npy", "wb") as file:
            np.lib.format.write_array(file, everything["f8<3f"], version=version)
        probe(program, folder / "in.npy", folder / "out.npy")
        same(np.load(folder / "out.npy"), everything["f8<3f"])
    np.save(folder / "objects.npy", np.array([{}], dtype=object), allow_pickle=True)
    refused = subprocess.run([program, folder / "objects.npy", folder / "out.npy"], capture_output=True, text=True)
    assert refused.returncode == 2 and "Python objects" in refused.stderr, refused
    print(f"{len(everything)} arrays, stored and compressed, agree")


main(sys.argv[1])
