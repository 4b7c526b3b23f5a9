"""Runs the program the way a person would."""
import contextlib
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = None
NOBODY = 65534
# Lines of progress come every few seconds of the clock, which a busy machine may take for anything.
PROGRESS = re.compile(r"(?m)^(?!wpga: ).+, .+ so far(, about .+ left)?\n")


class ProgramTest(unittest.TestCase):
    """Each test gets a folder of its own and `self.wpga(...)`."""

    def setUp(self):
        self._scratch = tempfile.TemporaryDirectory(prefix="wpga-")
        self.folder = pathlib.Path(self._scratch.name)
        self.addCleanup(self._scratch.cleanup)

    def wpga(self, *words, code=0, program=None, **options):
        """Runs PROGRAM, or another one that stands beside it."""
        called = pathlib.Path(PROGRAM).with_name(program) if program else PROGRAM
        done = subprocess.run([called, *map(str, words)], cwd=self.folder, capture_output=True, timeout=PATIENCE, **options)
        done.stdout_text = done.stdout.decode()
        done.stderr_text = PROGRESS.sub("", done.stderr.decode())
        if code is not None:
            self.assertEqual(done.returncode, code, f"{words}\n{done.stdout_text}\n{done.stderr_text}")
        return done

    def refused(self, *words, says=(), **options):
        """Exit code 2, one sentence on stderr (after the note of a fit without -o), nothing on stdout, no new file."""
        before = sorted(p.name for p in self.folder.rglob("*"))
        done = self.wpga(*words, code=2, **options)
        self.assertEqual(done.stdout, b"")
        lines = [line for line in done.stderr_text.strip().splitlines() if not line.startswith("not kept ")]
        self.assertEqual(len(lines), 1, done.stderr_text)
        self.assertTrue(lines[0].startswith("wpga: "), lines[0])
        for word in says:
            self.assertIn(word, lines[0])
        self.assertEqual(sorted(p.name for p in self.folder.rglob("*")), before)
        return lines[0]

    def as_person(self):
        """Options of `wpga` for somebody who is not root, to whom this folder belongs with all that is in it."""
        if os.geteuid() != 0:
            return {}
        person = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        try:
            subprocess.run([PROGRAM, "--version"], cwd=self.folder, capture_output=True, check=True, **person)
        except (PermissionError, subprocess.CalledProcessError):
            self.skipTest("root may do everything, and nobody else may run this program")
        return person

    def start(self, *words, **options):
        return subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def stopped(self, words, after, *signals, code):
        """`after` so many seconds of the processor.  What it said, and the seconds of the processor from the signal on."""
        before = processor_seconds_of_ended()
        running = self.start(*words)
        self.addCleanup(running.kill)
        for one in signals:
            self.assertTrue(wait_until_it_hears(running, one), words)
        self.assertTrue(wait_until_it_worked(running, after), words)
        worked = processor_seconds(running)
        for one in signals:
            running.send_signal(one)
        out, err = running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, code, err.decode())
        self.assertFalse(list(self.folder.rglob("*.part")))
        return err.decode(), processor_seconds_of_ended() - before - worked

    def heard(self, words, after, one, code):
        """By the work itself, which says so, not by the end that four seconds of the clock force.  A machine that gave the program no
        time to work in these four is asked again, and proves nothing if it never does."""
        for _ in range(10):
            said, seconds = self.stopped(words, after, one, code=code)
            if "interrupted" in said:
                return
            self.assertLess(seconds, SOON, f"{words}: the signal was not heard")
        self.skipTest("this machine is too busy to run the program for a second in four")

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    @contextlib.contextmanager
    def edited(self, name):
        """An HDF5 file of ours to change with h5py; without its seal it is then one of other origin."""
        import h5py

        with h5py.File(self.folder / name, "r+") as file:
            yield file
        self.unseal(name)

    def unseal(self, name):
        with open(self.folder / name, "r+b") as file:
            if file.read(5) == b"wpga ":
                file.seek(0)
                file.write(bytes(512))

    def cloud(self, name, points, weights):
        """A weighted cloud, arrays of NumPy, as a CSV file."""
        rows = "\n".join(",".join(map(repr, [w, *p])) for w, p in zip(weights.tolist(), points.tolist()))
        self.write(name, "weight," + ",".join(f"x{i}" for i in range(points.shape[1])) + "\n" + rows + "\n")


# ---- Programs at work.  A busy machine may let any of them stand still for seconds: tests wait for what has happened, and for
# seconds of the processor, not of the clock.

PATIENCE = 600  # seconds of the clock, for what takes one
SOON = 1.5  # seconds of the processor; work looks at the stop several times in one


def wait_until(condition, running=None):
    """False if the program ended first."""
    limit = time.monotonic() + PATIENCE
    while not condition():
        if running is not None and running.poll() is not None:
            return condition()
        if time.monotonic() > limit:
            raise AssertionError(f"waited in vain for {PATIENCE} s")
        time.sleep(0.002)
    return True


def wait_until_it_opened(running, name):
    """Until a file of this name is among those that the program has open."""
    def opened():
        for link in os.scandir(f"/proc/{running.pid}/fd"):
            try:
                if os.readlink(link.path).endswith("/" + name):
                    return True
            except FileNotFoundError:  # closed meanwhile
                pass
        return False

    return wait_until(opened, running)


def wait_until_it_hears(running, signal):
    """Until the program has said what it does on this signal: before, the system ends it without a word."""
    def hears():
        with contextlib.suppress(OSError):
            for line in pathlib.Path(f"/proc/{running.pid}/status").read_text().splitlines():
                if line.startswith("SigCgt:"):
                    return bool(int(line.split()[1], 16) >> (signal - 1) & 1)
        return False
    return wait_until(hears, running)


def processor_seconds(running):
    """That a program has had so far; 0 once it has ended."""
    try:
        words = pathlib.Path(f"/proc/{running.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def processor_seconds_of_ended():
    """Of all programs that have ended so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def wait_until_it_worked(running, seconds):
    return wait_until(lambda: processor_seconds(running) >= seconds, running)


def main():
    """`test.py PROGRAM`"""
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")


def skip(reason):
    """Exit code 77 is a visible skip for ctest."""
    print(f"skipped: {reason}")
    sys.exit(77)
