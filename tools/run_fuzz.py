#!/usr/bin/env python3
"""run_fuzz.py BUILD SECONDS [--jobs N] [--keep] [TARGET...]: fuzz targets (all unless named) from their seeds and from what earlier runs
found, here (BUILD/found) and elsewhere (tests/fuzz/grown), N at once, each until it has had SECONDS of the processor, however busy the
machine is.  Prints a row of a table as each ends; the others go on after a finding, which lies in BUILD/found with the input that shows
it, and the exit code is 1 then.  An input that takes long by the clock is a finding if it takes a minute of the processor.  Ctrl-C: what is
at work prints its row, nothing begins any more, and the exit code is 130; a target that another program stops has not had its seconds: 1.
--keep: the fewest of the inputs that reach as much become tests/fuzz/grown/TARGET.tar.xz, from which later runs begin."""
import argparse
import concurrent.futures
import io
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time

folder = pathlib.Path(__file__).resolve().parent.parent / "tests/fuzz"
corpus, grown = folder / "corpus", folder / "grown"
printing = threading.Lock()
interrupted_code = 72  # libFuzzer's, after Ctrl-C or SIGTERM
interrupted = threading.Event()  # by Ctrl-C, which we hear as the targets do


def run(words):
    """Exit code, what it printed to standard error, and its seconds of the processor."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return process.returncode, said.read().decode(errors="replace"), used.ru_utime + used.ru_stime


def takes_a_minute(program, unit):
    """Of the processor: ended by the limit, or by a fault that shows by itself."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    return subprocess.run([program, "-timeout=100000", unit], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit).returncode not in (0, interrupted_code)


def only_the_clock(program, printed):
    """Did libFuzzer end because the machine let an input stand still?"""
    units = re.findall(r"Test unit written to (\S+/timeout-\w+)", printed)
    if not units or any(takes_a_minute(program, unit) for unit in units):
        return False
    for unit in units:
        pathlib.Path(unit).unlink()
    return True


def unpack(archive, kept):
    with tarfile.open(archive) as files:
        for member in files:
            (kept / pathlib.Path(member.name).name).write_bytes(files.extractfile(member).read())


def pack(program, name, kept):
    """The same bytes for the same inputs."""
    with tempfile.TemporaryDirectory() as fewest:
        code, said, _ = run([program, "-merge=1", "-rss_limit_mb=2048", fewest, corpus / name, kept])
        if code != 0:
            sys.exit(said[-2000:] + f"\nfuzz_{name}: its inputs cannot be merged")
        known = {path.read_bytes() for path in (corpus / name).iterdir()}
        grown.mkdir(exist_ok=True)
        with tarfile.open(grown / (name + ".tar.xz"), "w:xz") as files:
            for path in sorted(pathlib.Path(fewest).iterdir()):
                if (content := path.read_bytes()) not in known:
                    member = tarfile.TarInfo(path.name)
                    member.size = len(content)
                    files.addfile(member, io.BytesIO(content))


def fuzz(build, name, wanted, keep):
    """Rounds of libFuzzer, which knows only the clock.  Did it have its seconds, or was it interrupted, without a finding?"""
    if interrupted.is_set():
        return True
    program = build / "tests/fuzz" / ("fuzz_" + name)
    found, kept = build / "found" / name, build / "found" / (name + ".kept")
    found.mkdir(parents=True, exist_ok=True)
    kept.mkdir(exist_ok=True)
    if (archive := grown / (name + ".tar.xz")).exists():
        unpack(archive, kept)
    began, spent, inputs = time.monotonic(), 0.0, len(list(kept.iterdir()))
    runs, coverage, finding, stopped = 0, [], None, False
    while spent < wanted and finding is None and not stopped and not interrupted.is_set():
        code, said, used = run([program, f"-max_total_time={int(wanted - spent) + 1}", "-rss_limit_mb=2048", "-timeout=60",
                                "-print_final_stats=1", f"-artifact_prefix={found}/", kept, corpus / name])
        spent += used
        runs += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", said)))
        coverage += map(int, re.findall(r"\scov: (\d+)", said))
        if code == interrupted_code:
            stopped = not interrupted.wait(1)
        elif code != 0 and not only_the_clock(program, said):
            finding = said
    with printing:
        if finding is not None:
            print(finding[-8000:] + f"\nfuzz_{name}: a finding, in {found}", file=sys.stderr, flush=True)
        if stopped:
            print(f"fuzz_{name}: stopped by another program after {spent:.1f} of {wanted:g} s", file=sys.stderr, flush=True)
        print(f"| {name} | {time.monotonic() - began:.0f} | {spent:.1f} | {runs:,} | {len(list(kept.iterdir())) - inputs:,} | "
              f"{coverage[0] if coverage else 0:,} → {max(coverage, default=0):,} | {0 if finding is None else 1} |", flush=True)
    if keep and finding is None and not stopped and not interrupted.is_set():
        pack(program, name, kept)
    return finding is None and not stopped


arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("build", type=pathlib.Path)
arguments.add_argument("seconds", type=float)
arguments.add_argument("--jobs", type=int, default=1)
arguments.add_argument("--keep", action="store_true")
arguments.add_argument("target", nargs="*")
asked = arguments.parse_intermixed_args()
targets = asked.target or sorted(path.name.removeprefix("fuzz_") for path in (asked.build / "tests/fuzz").glob("fuzz_*") if path.is_file())
if not targets:
    sys.exit(f"no targets in {asked.build}/tests/fuzz: make fuzz builds them")
print("| target | seconds by the clock | of the processor | runs | new inputs kept | coverage | findings |\n|---|---|---|---|---|---|---|", flush=True)
signal.signal(signal.SIGINT, lambda *_: interrupted.set())
with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
    are_sound = all(list(pool.map(lambda target: fuzz(asked.build, target, asked.seconds, asked.keep), targets)))
sys.exit(1 if not are_sound else 130 if interrupted.is_set() else 0)
