#!/usr/bin/env python3
"""library_faults_test.py PROGRAM LIBRARY: one call to the HDF5 library fails, the first, the second, …, while families are converted.

Whatever fails: exit code 0 with the whole result, or 2 with one sentence and no result.  Nothing that a file holds is taken for absent,
and no crash.  Prints the matrix."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
except ImportError as missing:
    skip(missing)

LIBRARY = None
SOURCE = pathlib.Path(__file__).parent.parent / "faults" / "failing_hdf5.cpp"
# Not met on the way of a small family of ours: they belong to large ones, links, and filters.
RARE = {"H5Dget_storage_size", "H5Dget_space_status", "H5Lget_val", "H5Pset_fapl_sec2", "H5Dget_offset", "H5Sselect_hyperslab", "H5Pget_chunk"}
MATRIX = []


def names():
    return re.findall(r'call\("(H5\w+)"', SOURCE.read_text())


def contents(path):
    """All that h5py sees, and the bytes without the library's own view of them."""
    found = {}

    def keep(name, item):
        found.update({(name, key): np.asarray(value).tolist() for key, value in item.attrs.items()})
        if isinstance(item, h5py.Dataset):
            found[name] = (item.shape, item.dtype.str, item[()].tolist())

    with h5py.File(path) as file:
        keep("/", file)
        file.visititems(keep)
    return found


class LibraryFaults(ProgramTest):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(1)
        for i in range(4):
            self.cloud(f"clouds/{i}.csv", random.normal(size=(5, 2)), np.arange(1.0, 6.0))
        self.wpga("convert", "clouds", "--standardize", "pooled", "-o", "family.h5")
        shutil.copy(self.folder / "family.h5", self.folder / "other.h5")
        self.unseal("other.h5")
        # As h5py writes it, texts of variable length: read in a child process.
        with h5py.File(self.folder / "family.h5") as ours, h5py.File(self.folder / "foreign.h5", "w") as file:
            for name in ("points", "weights", "offsets", "center", "scale"):
                file[name] = ours[name][:]
            file.create_dataset("measure_weights", data=np.arange(1.0, 5.0), chunks=(2,), compression="gzip")
            file.create_dataset("names", data=["a", "b", "c", "d"], dtype=h5py.string_dtype())
            file["kept"] = ["left", "right"]
            file["axes"] = h5py.SoftLink("/kept")
            for name, value in ours.attrs.items():
                file.attrs[name] = value

    def run_failing(self, name, call, at):
        for left in ("fired", "out.h5"):
            (self.folder / left).unlink(missing_ok=True)
        environment = dict(os.environ, LD_PRELOAD=LIBRARY, WPGA_FAIL_CALL=call, WPGA_FAIL_AT=str(at),
                           WPGA_FAIL_REPORT=str(self.folder / "fired"))
        return subprocess.run([program.PROGRAM, "convert", name, "-o", "out.h5", "--quiet", "--threads", "1"], cwd=self.folder,
                              capture_output=True, timeout=program.PATIENCE, env=environment)

    def check(self, name):
        self.wpga("convert", name, "-o", "whole.h5", "--quiet")
        whole = contents(self.folder / "whole.h5")
        never = set()
        for call in names():
            seen, at = {0: 0, 2: 0}, 1
            while True:
                done = self.run_failing(name, call, at)
                where = f"convert {name}: {call} {at}: exit {done.returncode}\n{done.stderr.decode()}"
                if not (self.folder / "fired").exists():
                    break
                self.assertIn(done.returncode, (0, 2), where)
                seen[done.returncode] += 1
                if done.returncode == 0:
                    self.assertEqual(contents(self.folder / "out.h5"), whole, where)
                    self.wpga("info", "out.h5")  # its seal holds
                else:
                    self.assertRegex(done.stderr.decode(), r"\Awpga: [^\n]+\n\Z", where)
                    self.assertNotRegex(done.stderr, b"crashed|failed inside|internal error", where)
                    self.assertFalse((self.folder / "out.h5").exists(), where)
                at += 1 + at // 8
            if at == 1:
                never.add(call)
            else:
                MATRIX.append((name, call, sum(seen.values()), seen[0], seen[2]))
        return never

    def test_every_call_in_turn(self):
        never = self.check("family.h5") & self.check("other.h5") & self.check("foreign.h5")
        self.assertLessEqual(never, RARE)

    @classmethod
    def tearDownClass(cls):
        print("file         call                               failed  exit 0  exit 2")
        for row in MATRIX:
            print("{:<12} {:<34} {:>6} {:>7} {:>7}".format(*row))


if __name__ == "__main__":
    LIBRARY = os.path.abspath(sys.argv.pop(2))
    program.main()
