#!/usr/bin/env python3
"""`wpga-mpi` under mpirun: the bytes of `wpga`, whatever the number of ranks and threads; one voice, one exit code.

`test.py PROGRAM [MPI_PROGRAM]`: without the second there is nothing to test, which is said.
"""
import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import program
from program import PATIENCE, ProgramTest, skip, wait_until

if len(sys.argv) < 3:
    skip("built without MPI (cmake -DWPGA_MPI=ON, or make mpi, after libopenmpi-dev and openmpi-bin)")
MPI_PROGRAM = os.path.abspath(sys.argv.pop(2))
MPIRUN = shutil.which("mpirun")
if MPIRUN is None:
    skip("no mpirun")
RANKS = (1, 2, 3, 4, 7)
COUNT = 120  # eight blocks of sixteen measures: 7 ranks have one or two of them
SMALL = ("--support", 12, "--components", 2, "--seed", 3)
LONG = ("--support", 60, "--components", 3, "--seed", 3, "--tolerance", 0)  # seconds, so that it can be stopped


# What Open MPI wants to hear where ranks outnumber cores, in a container, as root; other kinds do not ask.
IS_OPEN_MPI = "Open MPI" in subprocess.run([MPIRUN, "--version"], capture_output=True, text=True).stdout
MANY = ["--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])] if IS_OPEN_MPI else []
os.environ["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none"
# Seconds from SIGTERM to mpirun to that to its ranks, and again to SIGKILL: one is too short for a busy machine to save a state.
PATIENT = {**os.environ, "OMPI_MCA_odls_base_sigkill_timeout": "3"}


def launched(ranks, words, prefix=()):
    return [MPIRUN, *MANY, "-np", str(ranks), *prefix, MPI_PROGRAM, *map(str, words)]


class Ranks(ProgramTest):
    def setUp(self):
        super().setUp()
        self.wpga("generate", "gaussians", "--count", COUNT, "-o", "family.h5")

    def on(self, ranks, *words, code=0, prefix=()):
        done = subprocess.run(launched(ranks, words, prefix), cwd=self.folder, capture_output=True, timeout=PATIENCE)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{ranks}: {words}\n{done.stdout.decode()}\n{done.stderr.decode()}")
        return done

    def bytes_of(self, name):
        path = self.folder / name
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        path.unlink()
        return content

    def expect_one_checksum(self, *words, output="out.h5"):
        self.wpga(*words, "--threads", 2, "-o", output)
        wanted = self.bytes_of(output)
        for ranks in RANKS:
            for threads in (1, 2):
                self.on(ranks, *words, "--threads", threads, "-o", output)
                self.assertEqual(self.bytes_of(output), wanted, f"{words} on {ranks} × {threads}")

    def test_mean(self):
        self.expect_one_checksum("mean", "family.h5", "--support", 12)

    def test_fit(self):
        self.expect_one_checksum("fit", "family.h5", *SMALL)

    def test_fit_of_a_sample(self):
        self.expect_one_checksum("fit", "family.h5", *SMALL, "--learn-from", 50)

    def test_fit_of_many_whose_maps_are_divided(self):
        self.wpga("generate", "gaussians", "--count", 1100, "--atoms", 8, "-o", "many.h5")
        few = ("fit", "many.h5", "--support", 5, "--components", 2, "--mean-iterations", 2)
        for words in ([], ["--start", "farthest"], ["--start", "random"]):
            for ranks in (2, 3, 7) if not words else (3,):
                self.expect_same(ranks, *few, "--iterations", 2, *words)
        for method in ("tangent", "linear"):
            self.expect_same(3, *few, "--method", method)

    def test_project(self):
        self.wpga("fit", "family.h5", *SMALL, "--limit", 40, "-o", "model.h5")
        self.expect_one_checksum("project", "model.h5", "family.h5")

    def test_distance(self):
        self.expect_one_checksum("distance", "family.h5", "--limit", 60, output="out.csv")

    def expect_same(self, ranks, *words):
        self.wpga(*words, "--threads", 1, "-o", "out.h5")
        wanted = self.bytes_of("out.h5")
        self.on(ranks, *words, "--threads", 1, "-o", "out.h5")
        self.assertEqual(self.bytes_of("out.h5"), wanted, words)

    def test_every_way_to_fit(self):
        few = ("fit", "family.h5", "--limit", 70, "--support", 8, "--components", 2)
        for method in ("tangent", "linear", "template", "gaussian", "gaussian-geodesic", "euclidean", "curve"):
            self.expect_same(3, *few, "--method", method)
        for words in (["--fit", "greedy"], ["--transport", "entropic"], ["--algorithm", "paper"], ["--times-search", "grid"], ["--restarts", 2]):
            self.expect_same(2, *few, *words)

    def test_convert(self):
        self.wpga("generate", "glyphs", "--count", 150, "--size", 12, "-o", "pictures/")
        for words in (["pictures/"], ["pictures/", "--as", "palette", "--colors", 3, "--limit", 90], ["family.h5", "--standardize", "pooled"]):
            self.expect_one_checksum("convert", *words)

    def test_a_picture_that_one_rank_cannot_read_ends_all(self):
        self.wpga("generate", "glyphs", "--count", 100, "--size", 12, "-o", "pictures/")
        broken = sorted((self.folder / "pictures").iterdir())[60]
        broken.write_bytes(broken.read_bytes()[:50])
        for ranks in (2, 4):
            self.refused_on(ranks, "convert", "pictures/", "-o", "out.h5", says=[broken.name])
            self.assertFalse((self.folder / "out.h5").exists())

    def test_compare(self):
        words = ("compare", "family.h5", "--limit", 50, "--support", 6, "--components", 1, "--methods", "geodesics,tangent,euclidean",
                 "--holdout", 0.3, "--bootstrap", 2)

        def numbers():
            found = json.loads((self.folder / "out/compare.json").read_text())
            for method in found["methods"].values():
                method.pop("seconds")
            models = {path.name: path.read_bytes() for path in (self.folder / "out").glob("*.h5")}
            shutil.rmtree(self.folder / "out")
            return found, models

        self.wpga(*words, "--threads", 1, "-o", "out/")
        wanted = numbers()
        self.assertGreater(len(wanted[1]), 2)
        for ranks in (2, 3):
            self.on(ranks, *words, "--threads", 1, "-o", "out/")
            self.assertEqual(numbers(), wanted)

    def test_statistics(self):
        few = ("fit", "family.h5", "--limit", 40, "--support", 8, "--components", 1)
        self.expect_same(2, *few, "--folds", 2, "--robust")
        self.expect_same(3, *few, "--bootstrap", 2)

    def test_one_measure_and_fewer_measures_than_ranks(self):
        for count in (1, 2, 17):
            self.expect_same(3, "mean", "family.h5", "--limit", count, "--support", 5)
            self.expect_same(3, "fit", "family.h5", "--limit", count, "--support", 5)

    def test_one_voice(self):
        for words in (["mean", "family.h5", "--support", 5, "-o", "m.h5"], ["info", "family.h5"]):
            told = json.loads(self.on(3, *words, "--json").stdout)  # one document
            self.assertTrue(told)
        self.assertEqual(self.on(3, "--version").stdout, self.wpga("--version").stdout)
        self.on(3, "generate", "gaussians", "--count", 5, "-o", "folder/")
        self.assertEqual(len(list((self.folder / "folder").iterdir())), 5)
        self.assertEqual(list(self.folder.glob(".*")), [])

    def refused_on(self, ranks, *words, says=(), prefix=()):
        done = self.on(ranks, *words, code=2, prefix=prefix)
        told = [line for line in done.stderr.decode().splitlines() if line.startswith("wpga: ")]
        self.assertEqual(len(told), 1, done.stderr.decode())
        self.assertEqual(done.stdout, b"")
        for word in says:
            self.assertIn(word, told[0])

    def test_a_failure_is_one_sentence_and_one_exit_code(self):
        self.refused_on(3, "mean", "nothing.h5", says=["nothing.h5"])
        self.refused_on(2, "mean", "family.h5", "--support", 0)
        self.refused_on(3, "mean", "family.h5", "--support", 5, "-o", "no/such/folder.h5", says=["no/such"])

    def test_what_one_rank_alone_cannot_do_ends_all(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        for lost in (0, 2):
            # One rank looks for its data in another folder.
            prefix = ["sh", "-c", f'[ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = {lost} ] && cd elsewhere; exec "$0" "$@"']
            self.refused_on(3, "fit", "family.h5", *SMALL, "-o", str(self.folder / "out.h5"), prefix=prefix, says=["family.h5"])
            self.assertFalse((self.folder / "out.h5").exists())

    def test_ranks_that_read_different_files_end_all(self):
        """A file is replaced while ranks read it, or their disks differ: here the last of them works in another folder."""
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        prefix = ["sh", "-c", '[ "$OMPI_COMM_WORLD_RANK$PMI_RANK" = 2 ] && cd elsewhere; exec "$0" "$@"']
        words = ("fit", "family.h5", *SMALL, "--checkpoint", "state.h5", "--resume", "-o", str(self.folder / "out.h5"))
        keep = self.folder / "family.h5"
        shutil.copy(keep, elsewhere)
        self.on(3, *words, prefix=prefix)
        model = self.folder / "out.h5"
        os.rename(model, self.folder / "model.h5")
        self.wpga("generate", "gaussians", "--count", COUNT, "--seed", 9, "-o", "elsewhere/family.h5")
        self.refused_on(3, *words, prefix=prefix, says=["have not read the same data"])
        shutil.copy(keep, elsewhere)

        self.wpga("fit", "family.h5", *SMALL, "--limit", 50, "-o", "elsewhere/model.h5")
        table = ("project", "model.h5", "family.h5", "-o", str(self.folder / "table.csv"))
        self.refused_on(3, *table, prefix=prefix, says=["have not read the same model.h5"])
        self.refused_on(3, "fit", "family.h5", "--mean", "model.h5", prefix=prefix, says=["have not read the same model.h5"])
        self.refused_on(3, "compare", "family.h5", "--model", "model.h5", "-o", str(self.folder / "out/"), prefix=prefix,
                        says=["have not read the same model.h5"])

        # A checkpoint that one rank does not see.
        long = ("fit", "family.h5", *LONG, "--iterations", 2000, "--threads", 1, "--checkpoint", "state.h5", "--checkpoint-every", 0)
        run = subprocess.Popen([program.PROGRAM, *map(str, long)], cwd=self.folder, stderr=subprocess.DEVNULL)
        wait_until((self.folder / "state.h5").exists, run)
        run.kill()
        run.wait(PATIENCE)
        self.refused_on(3, *long, "--resume", prefix=prefix, says=["have not read the same state.h5"])
        (self.folder / "state.h5").unlink()

        self.wpga("generate", "gaussians", "--count", 6, "-o", "pictures/")
        shutil.copytree(self.folder / "pictures", elsewhere / "pictures")
        next((elsewhere / "pictures").iterdir()).unlink()
        self.refused_on(3, "convert", "pictures/", "-o", str(self.folder / "out.h5"), prefix=prefix, says=["the same list of files"])
        for name in ("out.h5", "table.csv", "out", "state.h5"):
            self.assertFalse((self.folder / name).exists(), name)

    def kill_a_rank(self, ranks, words, wait):
        """`wait` seconds after the first state was saved."""
        run = subprocess.Popen(launched(ranks, words), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
        wait_until((self.folder / "state.h5").exists, run)
        time.sleep(wait)
        of_it = subprocess.run(["ps", "-o", "pid=,comm=", "-s", str(run.pid)], capture_output=True, text=True).stdout
        found = [int(line.split()[0]) for line in of_it.splitlines() if "wpga-mpi" in line]
        if found:
            with contextlib.suppress(ProcessLookupError):  # it ended just now
                os.kill(found[-1], signal.SIGKILL)
        run.wait(PATIENCE)

    def test_a_killed_rank_and_another_number_of_ranks(self):
        words = ["fit", "family.h5", *LONG, "--iterations", 200, "--threads", 1]
        self.wpga(*words, "-o", "whole.h5")
        keep = ["--checkpoint", "state.h5", "--checkpoint-every", 0, "--resume", "-o", "out.h5"]
        for ranks, wait in ((2, 0.3), (3, 0.8)):
            for attempt in range(10):  # one that was done before it was looked at begins again
                self.kill_a_rank(ranks, [*words, *keep], wait / (attempt + 1))
                if (self.folder / "state.h5").exists():
                    break
        self.assertTrue((self.folder / "state.h5").exists())
        self.on(4, *words, *keep)
        self.assertEqual(self.bytes_of("out.h5"), self.bytes_of("whole.h5"))

    def test_a_batch_system_that_asks_to_stop(self):
        """SIGTERM saves what there is, and says so in one sentence.  mpirun may take a second to hand it on: the fit takes some."""
        self.wpga("generate", "ellipses", "--count", 2000, "--atoms", 200, "--seed", 3, "-o", "many.h5")
        words = ["fit", "many.h5", *LONG, "--iterations", 600, "--threads", 1]
        self.wpga(*words, "-o", "whole.h5")
        keep = ["--checkpoint", "state.h5", "--checkpoint-every", 3600, "--resume", "-o", "out.h5"]
        for attempt in range(10):  # one that was done before it was asked begins again
            (self.folder / "out.h5").unlink(missing_ok=True)
            run = subprocess.Popen(launched(3, [*words, *keep]), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   start_new_session=True, env=PATIENT)
            time.sleep(1.2 / (attempt + 1))
            run.send_signal(signal.SIGTERM)
            said = run.communicate(timeout=PATIENCE)[1].decode()
            if (self.folder / "state.h5").exists():
                break
        self.assertTrue((self.folder / "state.h5").exists(), said)
        self.assertFalse((self.folder / "out.h5").exists())
        self.assertEqual([line for line in said.splitlines() if line.startswith("wpga: ")],
                         ["wpga: interrupted; no file was left half written"])
        self.on(2, *words, *keep)
        self.assertEqual(self.bytes_of("out.h5"), self.bytes_of("whole.h5"))


if __name__ == "__main__":
    program.main()
