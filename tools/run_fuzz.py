#!/usr/bin/env python3
"""run_fuzz.py BUILD SECONDS [TARGET...]: fuzz targets (all unless named) from their seeds and from what earlier runs found, each until
it has had SECONDS of the processor, however busy the machine is.  Prints a row of a table for each; stops at the first finding, which
lies in BUILD/found with the input that shows it.  An input that takes long by the clock is one if it takes a minute of the processor."""
import pathlib
import re
import resource
import subprocess
import sys
import time

build, wanted = pathlib.Path(sys.argv[1]), float(sys.argv[2])
corpus = pathlib.Path(__file__).resolve().parent.parent / "tests/fuzz/corpus"


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def takes_a_minute(program, unit):
    """Of the processor: ended by the limit, or by a fault that shows by itself."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    return subprocess.run([program, "-timeout=100000", unit], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit).returncode != 0


def only_the_clock(program, printed):
    """Did libFuzzer end because the machine let an input stand still?"""
    units = re.findall(r"Test unit written to (\S+/timeout-\w+)", printed)
    if not units or any(takes_a_minute(program, unit) for unit in units):
        return False
    for unit in units:
        pathlib.Path(unit).unlink()
    return True


def fuzz(name):
    """Rounds of libFuzzer, which knows only the clock."""
    program = build / "tests/fuzz" / ("fuzz_" + name)
    found, kept = build / "found" / name, build / "found" / (name + ".kept")
    found.mkdir(parents=True, exist_ok=True)
    kept.mkdir(exist_ok=True)
    began, before, inputs = time.monotonic(), processor_seconds(), len(list(kept.iterdir()))
    runs, coverage = 0, []
    while (left := wanted - (processor_seconds() - before)) > 0:
        done = subprocess.run([program, f"-max_total_time={int(left) + 1}", "-rss_limit_mb=2048", "-timeout=60",
                               "-print_final_stats=1", f"-artifact_prefix={found}/", kept, corpus / name],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        if done.returncode != 0 and not only_the_clock(program, done.stderr):
            sys.exit(done.stderr[-8000:] + f"\nfuzz_{name}: a finding, in {found}")
        runs += sum(map(int, re.findall(r"number_of_executed_units: (\d+)", done.stderr)))
        coverage += map(int, re.findall(r"\scov: (\d+)", done.stderr))
    print(f"| {name} | {time.monotonic() - began:.0f} | {processor_seconds() - before:.1f} | {runs:,} | "
          f"{len(list(kept.iterdir())) - inputs:,} | {coverage[0]:,} → {max(coverage):,} |", flush=True)


print("| target | seconds by the clock | of the processor | runs | new inputs kept | coverage |\n|---|---|---|---|---|---|", flush=True)
for target in sys.argv[3:] or sorted(path.name.removeprefix("fuzz_") for path in (build / "tests/fuzz").glob("fuzz_*") if path.is_file()):
    fuzz(target)
