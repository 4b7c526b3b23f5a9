#!/usr/bin/env python3
"""run_fuzz_test.py: what tools/run_fuzz.py makes of targets that end well, find something, or are stopped."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/run_fuzz.py"
BUSY = "import time\nwhile time.process_time() < 0.05: pass\n"
# As libFuzzer does on SIGINT.
WAITING = "import os, pathlib, signal, time\nsignal.signal(signal.SIGINT, lambda *_: os._exit(72))\npathlib.Path(__file__ + '.began').touch()\ntime.sleep(300)\n"


class RunFuzz(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "tests/fuzz").mkdir(parents=True)

    def target(self, name, lines):
        path = self.build / "tests/fuzz" / ("fuzz_" + name)
        path.write_text(f"#!{sys.executable}\n{lines}")
        path.chmod(0o755)

    def begun(self):
        return subprocess.Popen([sys.executable, TOOL, self.build, "0.01"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def ended(self):
        run = self.begun()
        told, said = run.communicate(timeout=300)
        return run.returncode, [line.split(" | ")[0] for line in told.splitlines()[2:]], said

    def test_targets_without_a_finding(self):
        self.target("a", BUSY)
        self.target("b", BUSY)
        self.assertEqual(self.ended()[:2], (0, ["| a", "| b"]))

    def test_a_finding_fails_and_the_others_go_on(self):
        self.target("a", "raise SystemExit(77)")
        self.target("b", BUSY)
        self.assertEqual(self.ended()[:2], (1, ["| a", "| b"]))

    def test_one_that_is_stopped_has_not_had_its_seconds(self):
        self.target("a", "raise SystemExit(72)")
        self.target("b", BUSY)
        code, rows, said = self.ended()
        self.assertEqual((code, rows), (1, ["| a", "| b"]))
        self.assertIn("fuzz_a: stopped by another program", said)

    def test_an_interruption_is_no_success(self):
        self.target("a", WAITING)
        self.target("b", BUSY)
        run = self.begun()
        limit = time.monotonic() + 300
        while not (self.build / "tests/fuzz/fuzz_a.began").exists() and time.monotonic() < limit:
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGINT)
        told = run.communicate(timeout=300)[0]
        self.assertEqual(run.returncode, 130)
        self.assertNotIn("| b", told)


if __name__ == "__main__":
    unittest.main()
