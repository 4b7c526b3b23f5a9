#!/usr/bin/env python3
"""`fit --learn-from`: a sample is fitted, all measures are placed and scored; said in JSON, file and summary."""
import json
import subprocess

import h5py
import program
from program import ProgramTest, wait_until

FIT = ("fit", "family.h5", "--support", 12, "--components", 2, "--seed", 4, "--threads", 2)


class LearnFrom(ProgramTest):
    def setUp(self):
        super().setUp()
        self.wpga("generate", "gaussians", "--count", 90, "-o", "family.h5")

    def test_shares_are_those_that_project_finds(self):
        done = self.wpga(*FIT, "--learn-from", 30, "-o", "model.h5", "--json")
        told = json.loads(done.stdout)
        sampling = told["statistics"]["sampling"]
        self.assertEqual((sampling["learned_from"], sampling["judges"], sum(sampling["sampled"])), (30, 30, 30))
        self.assertEqual(len(sampling["explained_error"]), 2)
        with h5py.File(self.folder / "model.h5") as model:
            self.assertEqual(len(model["components/0/times"]), 90)
            self.assertEqual(list(model["statistics/sampling/sampled"][:]), sampling["sampled"])
            self.assertEqual(model["statistics/sampling/half_explained"].shape, (8, 2))
        placed = json.loads(self.wpga("project", "model.h5", "family.h5", "-o", "times.csv", "--json").stdout)
        self.assertAlmostEqual(placed["components"][0]["held_out_explained"], told["components"][0]["explained"], delta=2e-3)
        self.assertAlmostEqual(placed["components"][1]["held_out_cumulative"], told["components"][1]["cumulative"], delta=2e-3)

    def test_summary_tells_the_errors(self):
        told = self.wpga(*FIT, "--learn-from", 30, "-o", "model.h5").stderr_text
        self.assertIn("from 30 of 90 measures", told)
        self.assertIn(" ± ", told)

    def test_seed_decides_and_threads_do_not(self):
        content = {}
        for seed, threads in ((4, 1), (4, 2), (5, 1)):
            self.wpga(*FIT[:-4], "--seed", seed, "--threads", threads, "--learn-from", 30, "-o", "model.h5")
            content[seed, threads] = (self.folder / "model.h5").read_bytes()
        self.assertEqual(content[4, 1], content[4, 2])
        self.assertNotEqual(content[4, 1], content[5, 1])

    def test_goes_on_from_a_checkpoint_of_the_same_sample_alone(self):
        slow = (*FIT, "--tolerance", 1e-9, "--iterations", 200)
        keep = ("--checkpoint", "state.h5", "--checkpoint-every", 0, "--resume", "-o", "model.h5")
        self.wpga(*slow, "--learn-from", 30, "-o", "whole.h5")
        run = subprocess.Popen([program.PROGRAM, *map(str, (*slow, "--learn-from", 30, *keep))], cwd=self.folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until((self.folder / "state.h5").exists, run)
        run.kill()
        run.wait()
        if (self.folder / "state.h5").exists():  # else it was done before
            self.refused(*slow, "--learn-from", 31, *keep, says=["state.h5"])
            self.refused(*slow, *keep, says=["state.h5"])
        self.wpga(*slow, "--learn-from", 30, *keep)
        self.assertEqual((self.folder / "model.h5").read_bytes(), (self.folder / "whole.h5").read_bytes())

    def test_refusals(self):
        self.refused(*FIT, "--learn-from", 3, "-o", "model.h5", says=["--learn-from 3", "4"])
        self.refused(*FIT, "--learn-from", -1, "-o", "model.h5", says=["learn-from"])
        for other in (["--bootstrap", 2], ["--folds", 3], ["--robust"]):
            self.refused(*FIT, "--learn-from", 30, *other, "-o", "model.h5", says=["--learn-from"])


if __name__ == "__main__":
    program.main()
