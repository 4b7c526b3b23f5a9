#!/usr/bin/env python3
"""Signals: exit codes, how soon, what is kept, and that a fit that goes on ends in the same bytes."""
import os
import resource
import signal
import time

import program
from program import (PATIENCE, ProgramTest, processor_seconds_of_ended, skip, wait_until_it_hears, wait_until_it_opened,
                     wait_until_it_worked)

try:
    import numpy as np
except ImportError as missing:
    skip(missing)


class Stopping(ProgramTest):
    def large_clouds(self, count):
        random = np.random.default_rng(1)
        for name in ("a", "b"):
            np.savetxt(self.folder / f"{name}.csv", random.normal(size=(count, 3)), delimiter=",", fmt="%.6f")

    def test_exit_codes_tell_the_signal(self):
        self.large_clouds(14000)
        for one, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            self.stopped(["distance", "a.csv", "b.csv", "--transport", "exact"], 1.0, one, code=code)

    def test_large_solves_hear_it(self):
        """One transport problem, exact and entropic; before, they went on for minutes."""
        self.large_clouds(14000)
        for method in ("exact", "entropic"):
            self.heard(["distance", "a.csv", "b.csv", "--transport", method], 1.0, signal.SIGTERM, 143)

    def test_k_means_hears_it(self):
        random = np.random.default_rng(2)
        np.savetxt(self.folder / "cloud.csv", random.normal(size=(60000, 3)), delimiter=",", fmt="%.6f")
        self.heard(["convert", "cloud.csv", "--colors", 4000, "-o", "out.h5"], 1.0, signal.SIGINT, 130)

    def test_optimal_maps_in_many_dimensions_hear_it(self):
        """And are told of before; before, a fit in a thousand dimensions went on for a minute without a word."""
        random = np.random.default_rng(5)
        np.save(self.folder / "wide.npy", random.normal(size=(12, 30, 1000)))
        self.wpga("convert", "wide.npy", "--as", "points", "-o", "wide.h5")
        fit = ["fit", "wide.h5", "--components", 1, "-o", "out.h5"]
        self.heard(fit, 3.0, signal.SIGTERM, 143)
        said, _ = self.stopped(fit, 3.0, signal.SIGTERM, code=143)
        self.assertIn("it grows with the dimension, 1000; --curve geodesic is quick", said)
        self.assertFalse((self.folder / "out.h5").exists())

    def test_permutations_hear_it(self):
        """Of regress and of columns about the measures of a fit; before, the program was ended after four seconds."""
        self.wpga("generate", "ellipses", "--count", 8, "--atoms", 12, "-o", "family.h5", "--factors", "factors.csv")
        with open(self.folder / "factors.csv") as table:
            column = table.readline().strip().split(",")[1]
        many = ["family.h5", "--support", 12, "--meta", "factors.csv", "--permutations", 1000000000, "-o", "out.h5"]
        self.heard(["regress", *many, "--on", column], 1.0, signal.SIGTERM, 143)
        self.heard(["fit", *many, "--components", 1], 1.0, signal.SIGINT, 130)
        self.assertFalse((self.folder / "out.h5").exists())

    def test_a_blocked_read_ends(self):
        os.mkfifo(self.folder / "pipe.csv")
        keeper = os.open(self.folder / "pipe.csv", os.O_RDWR)
        self.addCleanup(os.close, keeper)
        self.stopped(["info", "pipe.csv"], 0, signal.SIGTERM, code=143)
        self.stopped(["info", "pipe.csv"], 0, signal.SIGINT, signal.SIGINT, code=130)

    def test_a_signal_sent_twice_at_once_is_one(self):
        """As `timeout` sends it, to the program and to its group; before, the program ended without saving a state or saying a word."""
        self.wpga("generate", "ellipses", "--count", 8, "--atoms", 12, "-o", "family.h5", "--factors", "factors.csv")
        with open(self.folder / "factors.csv") as table:
            column = table.readline().strip().split(",")[1]
        words = ["regress", "family.h5", "--support", 12, "--meta", "factors.csv", "--permutations", 1000000000, "--on", column]
        for milliseconds in (0, 0.1, 0.3, 1, 3, 10):
            running = self.start(*words)
            self.addCleanup(running.kill)
            wait_until_it_hears(running, signal.SIGTERM)
            wait_until_it_worked(running, 0.2)
            running.send_signal(signal.SIGTERM)
            time.sleep(milliseconds / 1000)
            running.send_signal(signal.SIGTERM)
            _, err = running.communicate(timeout=PATIENCE)
            self.assertEqual(running.returncode, 143)
            self.assertIn("interrupted", err.decode(), f"{milliseconds} ms apart")

    def test_a_limit_of_processor_time_stops_as_a_batch_system_does(self):
        """It is signalled again with every second; before, the first one ended the program without a word and without a state."""
        random = np.random.default_rng(4)
        np.save(self.folder / "clouds.npy", random.normal(size=(400, 200, 3)))
        self.wpga("convert", "clouds.npy", "--as", "points", "-o", "family.h5")
        fit = ["fit", "family.h5", "--support", 200, "--components", 3, "--checkpoint", "state.h5", "--checkpoint-every", 3600, "-o", "out.h5"]
        stopped = 0
        for seconds in 2 * (1, 2, 4, 8, 16, 32, 64):  # until there is a state to save, and a machine that lets it be saved in four seconds
            running = self.start(*fit, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY)))
            self.addCleanup(running.kill)
            _, err = running.communicate(timeout=PATIENCE)
            if running.returncode == 0:
                continue
            stopped += 1
            self.assertEqual(running.returncode, 128 + signal.SIGXCPU, err.decode())
            self.assertFalse((self.folder / "out.h5").exists())
            self.assertFalse(list(self.folder.glob(".*.part")))
            if (self.folder / "state.h5").exists() and b"interrupted" in err:
                return
        self.assertEqual(stopped, 0, "no state was saved")
        self.skipTest("this machine fits in a second")

    def test_a_limit_of_processor_time_that_comes_again_is_no_second_request(self):
        """Nobody was impatient: work that does not hear the first one has its four seconds."""
        os.mkfifo(self.folder / "pipe.csv")
        keeper = os.open(self.folder / "pipe.csv", os.O_RDWR)
        self.addCleanup(os.close, keeper)
        running = self.start("info", "pipe.csv")
        self.addCleanup(running.kill)
        self.assertTrue(wait_until_it_hears(running, signal.SIGXCPU))
        self.assertTrue(wait_until_it_opened(running, "pipe.csv"))
        began = time.monotonic()
        for _ in range(3):
            running.send_signal(signal.SIGXCPU)
            time.sleep(0.3)
        running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, 128 + signal.SIGXCPU)
        self.assertGreater(time.monotonic() - began, 3.5)  # a busy machine makes it longer only

    def test_nohup_is_respected(self):
        self.wpga("generate", "ellipses", "--count", 6, "-o", "family.h5")
        running = self.start("fit", "family.h5", "--support", 20, "--components", 1,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        running.send_signal(signal.SIGHUP)
        _, err = running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, 0, err.decode())

    def test_an_alarm_of_others_is_no_fault_of_a_library(self):
        os.mkfifo(self.folder / "pipe.csv")
        keeper = os.open(self.folder / "pipe.csv", os.O_RDWR)
        self.addCleanup(os.close, keeper)
        running = self.start("info", "pipe.csv")
        self.addCleanup(running.kill)
        wait_until_it_hears(running, signal.SIGTERM)
        running.send_signal(signal.SIGALRM)
        _, err = running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, -signal.SIGALRM, err.decode())

    def test_an_interrupted_fit_goes_on_to_the_same_bytes(self):
        self.wpga("generate", "ellipses", "--count", 30, "-o", "family.h5")
        fit = ["fit", "family.h5", "--support", 40, "--components", 3]
        before = processor_seconds_of_ended()
        self.wpga(*fit, "-o", "whole.h5")
        took = processor_seconds_of_ended() - before
        whole = (self.folder / "whole.h5").read_bytes()
        # An hour between two saves: what is there was saved on the signal.
        saving = ["--checkpoint", "state.h5", "--checkpoint-every", 3600]
        kept = 0
        for share in 5 * (0.3, 0.5, 0.7, 0.85):  # again where a busy machine let no fit save its state in four seconds
            for name in ("state.h5", "out.h5"):
                (self.folder / name).unlink(missing_ok=True)
            running = self.start(*fit, *saving, "-o", "out.h5")
            wait_until_it_hears(running, signal.SIGTERM)
            wait_until_it_worked(running, share * took)
            running.send_signal(signal.SIGTERM)
            _, err = running.communicate(timeout=PATIENCE)
            if running.returncode == 0:
                continue
            self.assertEqual(running.returncode, 143)
            self.assertFalse((self.folder / "out.h5").exists())
            if (self.folder / "state.h5").exists() and b"interrupted" in err:
                kept += 1
                self.assertIn("state.h5", err.decode())
            self.wpga(*fit, *saving, "--resume", "-o", "out.h5")
            self.assertEqual((self.folder / "out.h5").read_bytes(), whole)
            if kept > 0 and share == 0.85:
                break
        self.assertGreater(kept, 0)


if __name__ == "__main__":
    program.main()
