#!/usr/bin/python3
"""The Python package against the command line and POT, in one run.

    PYTHONPATH=build/release/python /usr/bin/python3 benchmarks/python/python_package.py build/release/wpga [DIGITS]

Processor time, least of several runs, so that other work on the machine does not count; of two threads that of the busier,
and the time by the clock with the load of the machine.  A fit is compared by the clock, in the same run.
DIGITS is MNIST's file of training images (IDX); scikit-learn's digits, twice as large, unless given.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import numpy as np  # noqa: E402
import ot  # noqa: E402
from scipy.spatial.distance import cdist  # noqa: E402
from sklearn.datasets import load_digits  # noqa: E402

import wpga  # noqa: E402

PROGRAM = sys.argv[1]
rng = np.random.default_rng(0)


def least(work, repeats, clock=time.process_time):
    times = []
    for _ in range(repeats):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def child_seconds(command):
    """Processor time of a program."""
    before = os.times()
    subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def importing():
    def once(code):
        return min(child_seconds([sys.executable, "-c", code]) for _ in range(7))

    nothing, numpy, ours = once("pass"), once("import numpy"), once("import wpga")
    print(f"import wpga        {ours - nothing:.3f} s of processor time (numpy alone {numpy - nothing:.3f} s)")


def fitting():
    """`fit` against the command line: by the clock, with the seconds it tells of its solving, and in processor time."""
    X = digits(120)
    flags = ["--components", "2", "--support", "64", "--threads", "1", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/digits.npy", X)
        family = wpga.Family.from_images(X)
        pga = wpga.PrincipalGeodesics(2, support=64, n_jobs=1)
        solving, clock, whole, spent = [], [], [], []
        for _ in range(8):
            before = os.times()
            found = subprocess.run([PROGRAM, "fit", f"{folder}/digits.npy", *flags], check=True, capture_output=True)
            after = os.times()
            whole.append(after.children_user + after.children_system - before.children_user - before.children_system)
            seconds = json.loads(found.stdout)["seconds"]
            solving.append(seconds["mean"] + seconds["analysis"] + seconds["statistics"])
            began, processor = time.perf_counter(), time.process_time()
            pga.fit(family)
            clock.append(time.perf_counter() - began)
            spent.append(time.process_time() - processor)
    print(f"fit, 120 digits    {min(clock):.3f} s from Python, {min(solving):.3f} s of solving by the command line: "
          f"{100 * (min(clock) / min(solving) - 1):+.1f} % (load {os.getloadavg()[0]:.1f})")
    print(f"  processor time   {min(spent):.3f} s, {min(whole):.3f} s with its reading and writing")


def digits(count):
    if len(sys.argv) > 2:
        return np.fromfile(sys.argv[2], np.uint8, offset=16).reshape(-1, 28, 28)[:count]
    return load_digits().images[:count].repeat(2, axis=1).repeat(2, axis=2)


def threads_seconds():
    """Processor time of each thread, in ticks of the system."""
    found = {}
    for thread in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{thread}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        found[thread] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def busiest(work):
    """Processor time of the thread that worked longest: the time by the clock where no other work is in the way."""
    all_before, before = time.process_time(), threads_seconds()
    work()
    spent = {thread: seconds - before.get(thread, 0) for thread, seconds in threads_seconds().items()}
    ended = time.process_time() - all_before - sum(spent.values())
    return max(ended, *spent.values())


def distances():
    family = wpga.Family.from_images(digits(100))
    measures = list(family)

    def loop():
        for i in range(100):
            for j in range(i + 1, 100):
                a, b = measures[i], measures[j]
                ot.emd2(a.weights, b.weights, cdist(a.points, b.points, "sqeuclidean"))

    pot, one, two, clock = [], [], [], []
    for _ in range(2):
        pot.append(least(loop, 1))
        one.append(least(lambda: wpga.pairwise_distances(family, n_jobs=1), 3))
        two += [busiest(lambda: wpga.pairwise_distances(family, n_jobs=2)) for _ in range(4)]
        clock.append(least(lambda: wpga.pairwise_distances(family, n_jobs=2), 4, time.perf_counter))
    print(f"100 digits, {family.sizes.mean():.0f} atoms each, 4950 distances; ot.emd2 in a loop {min(pot):.2f} s")
    print(f"  one thread       {min(one):.2f} s: {min(pot) / min(one):.1f} ×")
    print(f"  two threads      {min(two):.2f} s of the busier one: {min(pot) / min(two):.1f} ×")
    print(f"  by the clock     {min(clock):.2f} s: {min(pot) / min(clock):.1f} × (load {os.getloadavg()[0]:.1f})")


def single_transports():
    print("atoms    wpga.transport   ot.emd2 (costs given)   with ot.dist   of it overhead")
    for n in (10, 20, 50, 100, 200, 500, 1000, 2000):
        x, y = rng.normal(size=(n, 2)), rng.normal(size=(n, 2)) + 0.5
        a, b = np.full(n, 1 / n), np.full(n, 1 / n)
        M = ot.dist(x, y)
        repeats = 300 if n <= 50 else 30 if n <= 200 else 3
        ours = least(lambda: wpga.transport(x, y), repeats)
        inside = min(wpga.transport(x, y).seconds for _ in range(repeats))
        given = least(lambda: ot.emd2(a, b, M), repeats)
        whole = least(lambda: ot.emd2(a, b, ot.dist(x, y)), repeats)
        overhead = least(lambda: wpga.transport(x, y), repeats, time.perf_counter) - inside
        print(f"{n:5} {1e6 * ours:14.0f} µs {1e6 * given:19.0f} µs {1e6 * whole:13.0f} µs {1e6 * overhead:12.1f} µs")


if __name__ == "__main__":
    importing()
    single_transports()
    distances()
    fitting()
