#!/usr/bin/env python3
"""faults_test.py PROGRAM LIBRARY [--all]: one call to the system fails, the first, the second, …, in four verbs.

Whatever fails: exit code 0 with the whole result, or 2 with a sentence, old files as they were, nothing half written
left behind, the checkpoint still good.  By default some of the calls to malloc and of the talk with a child
process fail, with --all every one of `convert`, a thousand of the other verbs, and all of the talk; all calls of the other kinds in both cases.
Prints the matrix."""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np

import program
from program import ProgramTest

LIBRARY = None
ALL = False

CALLS = ("open", "read", "write", "close", "rename", "fsync", "fchmod", "malloc")
# Of the scratch file in which HDF5 lays out a large family, and of a large family file that is read where it lies.
SCRATCH = ("open", "mkostemp", "fstat", "pread", "pwrite", "write", "fsync", "rename")
IN_PLACE = ("open", "read", "pread", "fstat", "mmap", "close")
# Of the talk with the child process that reads files of other origin.
TALK = ("open", "read", "write", "close", "fork", "socketpair", "poll", "send", "recv")
OLD = b"what was there before\n"
MATRIX = []


def numbers(call, every):
    """Which calls fail, until there are no more of them."""
    step = 1
    if call == "malloc":
        step = 2.3 if not ALL else 1 if every else 1.007
    elif call in ("poll", "send", "recv"):
        step = 1 if ALL else 1.5
    at = 1
    while at < 10**8:
        yield at
        at = max(at + 1, int(at * step))


class Faults(ProgramTest):
    def setUp(self):
        super().setUp()
        for i in range(6):
            self.write(f"clouds/{i}.csv", "x,y\n" + "".join(f"{(i + 2) * x % 7},{(i * x * x) % 5 + i / 4}\n" for x in range(7)))
        self.wpga("convert", "clouds", "-o", "family.h5", "--quiet")
        self.wpga("fit", "family.h5", "--support", 5, "--components", 2, "-o", "model.h5", "--quiet")
        (self.folder / "model.run.json").unlink()
        # One of other origin, read in a child process.
        shutil.copy(self.folder / "family.h5", self.folder / "other.h5")
        self.unseal("other.h5")
        self.scratch = tempfile.mkdtemp(prefix="wpga-")
        self.addCleanup(shutil.rmtree, self.scratch)
        self.inputs = {path: self.mark(path) for path in self.folder.rglob("*") if path.is_file()}

    @staticmethod
    def mark(path):
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def outputs(self):
        return {path.relative_to(self.folder).as_posix(): self.mark(path) for path in sorted(self.folder.rglob("*"))
                if path.is_file() and path not in self.inputs and path.name not in ("fired", "out.run.json")}

    def clear(self):
        for path in self.folder.iterdir():
            if path.is_dir() and path.name != "clouds":
                shutil.rmtree(path)
            elif path.is_file() and path not in self.inputs:
                path.unlink()

    def run_failing(self, words, call, at):
        environment = dict(os.environ, LD_PRELOAD=LIBRARY, WPGA_FAIL_CALL=call, WPGA_FAIL_AT=str(at),
                           WPGA_FAIL_REPORT=str(self.folder / "fired"), TMPDIR=self.scratch)
        return subprocess.run([program.PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120,
                              env=environment)

    @staticmethod
    def contents(path):
        """All groups, datasets and attributes of an HDF5 file, however they are laid out; other files as they are."""
        if path.suffix != ".h5":
            return path.read_bytes()
        found = {}
        with h5py.File(path) as file:
            def look(name, what):
                found[name] = (what.shape, what.dtype.str, np.asarray(what[()]).tolist()) if isinstance(what, h5py.Dataset) else None
                found.update({(name, key): repr(value) for key, value in what.attrs.items()})
            look("/", file)
            file.visititems(look)
        return repr(found)  # in which NaN is NaN

    def check(self, words, replaced, calls=CALLS, every=False):
        """`replaced`: an output that is there before, and stays as it is unless the run succeeds.  Each of the calls must be made."""
        words = [*words, "--threads", 1]
        self.clear()
        self.wpga(*words)
        whole, wanted = self.outputs(), self.contents(self.folder / replaced)
        record = self.folder / "out.run.json"
        for call in calls:
            seen, inside = {0: 0, 2: 0}, 0
            for at in numbers(call, every):
                self.clear()
                if replaced:
                    self.write(replaced, OLD)
                done = self.run_failing(words, call, at)
                where = f"{' '.join(map(str, words))}: {call} {at}: exit {done.returncode}\n{done.stderr.decode()}"
                fired = (self.folder / "fired").exists()
                report = (self.folder / "fired").read_bytes() if fired else b""
                left = self.outputs()
                # Where its own calls to malloc fail, the HDF5 library may crash or call exit(-1); that is a sentence too.
                inside_hdf5 = call == "malloc" and report == b"hdf5"
                self.assertIn(done.returncode, (0, 2), where)
                seen[done.returncode] += fired
                crashed_inside = b"the HDF5 library failed inside" in done.stderr
                self.assertLessEqual(crashed_inside, inside_hdf5, where)  # a crash of our own code is none of the library's
                inside += crashed_inside
                if done.returncode == 0:
                    left.pop("state.h5", None)  # a checkpoint that could not be removed harms nobody
                    if inside_hdf5 and left != whole:  # its files may then be laid out differently
                        self.assertEqual(set(left), set(whole), where)
                        self.assertEqual(self.contents(self.folder / replaced), wanted, where)
                    else:
                        self.assertEqual(left, whole, where)
                else:
                    self.assertEqual(done.stdout, b"", where)
                    # HDF5 prints its own stack of errors where it has no memory to start with, before our sentence.
                    # Where the machine is slow, lines of progress come first.
                    last = done.stderr.strip().split(b"\n")[-1]
                    sentence = b"wpga: " in done.stderr if inside_hdf5 else last.startswith(b"wpga: ")
                    self.assertTrue(sentence or report == b"told", where)
                    self.assertNotIn(b"internal error", done.stderr, where)
                    if replaced:
                        self.assertIn(left.get(replaced), (hashlib.sha256(OLD).hexdigest(), whole[replaced]), where)
                    self.assertLessEqual(set(left), set(whole) | {replaced, "state.h5"}, where)
                if record.exists():
                    json.loads(record.read_text())
                self.assertFalse([path for path in self.folder.rglob("*.part")], where)
                self.assertFalse(os.listdir(self.scratch), where)
                self.assertEqual({path: self.mark(path) for path in self.inputs}, self.inputs, where)
                if not fired:
                    break
            self.assertGreater(sum(seen.values()), 0, f"{' '.join(map(str, words))} never calls {call}")
            MATRIX.append((words[0], call, sum(seen.values()), seen[0], seen[2], inside))

    def test_convert(self):
        self.check(["convert", "clouds", "-o", "out.h5"], "out.h5", CALLS + ("opendir", "stat", "getcwd", "fstat", "pthread_create"), every=True)

    def test_convert_of_a_large_family(self):
        """Laid out in a scratch file, and read where it lies: a megabyte of atoms."""
        with open(self.folder / "large.pnm", "wb") as picture:
            picture.write(b"P5 300 300 255\n" + bytes(1 + k % 251 for k in range(90000)))
        self.inputs[self.folder / "large.pnm"] = self.mark(self.folder / "large.pnm")
        self.check(["convert", "large.pnm", "-o", "out.h5"], "out.h5", SCRATCH)
        (self.folder / "out.h5").rename(self.folder / "large.h5")
        self.inputs[self.folder / "large.h5"] = self.mark(self.folder / "large.h5")
        self.check(["convert", "large.h5", "-o", "out.h5"], "out.h5", IN_PLACE)

    def test_convert_of_a_file_of_other_origin(self):
        self.check(["convert", "other.h5", "-o", "out.h5"], "out.h5", TALK + ("flock", "malloc"), every=True)

    def test_fit_with_checkpoint(self):
        self.check(["fit", "family.h5", "--support", 5, "--components", 2, "--checkpoint", "state.h5", "--checkpoint-every", 0,
                    "-o", "out.h5"], "out.h5")

    def test_a_checkpoint_survives(self):
        """A fit that fails while it saves leaves a checkpoint from which the same bytes come."""
        fit = ["fit", "family.h5", "--support", 5, "--components", 2, "--checkpoint", "state.h5", "--checkpoint-every", 0,
               "-o", "out.h5", "--threads", 1, "--quiet"]
        self.wpga(*fit)
        whole = self.mark(self.folder / "out.h5")
        resumed = 0
        for call in ("write", "fsync", "rename"):
            for at in range(1, 40):
                self.clear()
                self.run_failing(fit, call, at)
                if not (self.folder / "fired").exists():
                    break
                resumed += (self.folder / "state.h5").exists()
                self.wpga(*fit, "--resume")
                self.assertEqual(self.mark(self.folder / "out.h5"), whole, f"{call} {at}")
        self.assertGreater(resumed, 3)

    def test_report(self):
        self.check(["report", "model.h5", "--data", "family.h5", "-o", "out.html"], "out.html")

    def test_reconstruct(self):
        self.check(["project", "model.h5", "family.h5", "--reconstruct", "nearest", "-o", "out.csv"], "out.csv",
                   CALLS + ("mkdir", "pread"))

    @classmethod
    def tearDownClass(cls):
        print("verb         call            failed  exit 0  exit 2  of them crashes inside HDF5")
        for row in MATRIX:
            print("{:<12} {:<14} {:>7} {:>7} {:>7} {:>8}".format(*row))


if __name__ == "__main__":
    ALL = "--all" in sys.argv and not sys.argv.remove("--all")
    LIBRARY = os.path.abspath(sys.argv.pop(2))
    program.main()
