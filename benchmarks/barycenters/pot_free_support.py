#!/usr/bin/python3
"""The same mean by `wpga mean` and by POT's free_support_barycenter: same measures, same start, one thread each.

    benchmarks/barycenters/pot_free_support.py build/release/wpga [DATA... flags of wpga convert] [--support 100]

Without DATA, 100 drawn characters of 28 × 28 pixels.  Times are CPU seconds of the work itself: for POT those of the call, for
`wpga mean` those of the program less those of `wpga info`, which starts and reads the same file; the least of nine runs.  The
variance of both is measured by POT's exact solver.
"""
import os

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[library + "_NUM_THREADS"] = "1"

import argparse
import json
import pathlib
import resource
import subprocess
import tempfile
import time

import h5py
import numpy as np
import ot


def variance(points, measures):
    uniform = np.full(len(points), 1 / len(points))
    return np.mean([ot.emd2(uniform, a, ot.dist(points, x), numItermax=1000000) for x, a in measures])


def read(path):
    with h5py.File(path) as file:
        points, weights, offsets = file["points"][:], file["weights"][:], file["offsets"][:]
    return [(points[i:j], weights[i:j] / weights[i:j].sum()) for i, j in zip(offsets, offsets[1:])]


def run(words):
    """CPU seconds, and what was printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(words, check=True, capture_output=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def ours(program, family, start, folder, runs=9):
    header = "weight," + ",".join(f"x{i}" for i in range(start.shape[1]))
    np.savetxt(folder / "start.csv", np.c_[np.ones(len(start)), start], delimiter=",", fmt="%.17g", header=header, comments="")
    words = [program, "mean", str(family), "--from", str(folder / "start.csv"), "--threads", "1", "--json", "--quiet"]
    found = [run([*words, "-o", str(folder / "mean.csv")]) for _ in range(runs)]
    reading = min(run([program, "info", str(family), "--threads", "1", "--quiet"])[0] for _ in range(runs))
    points = np.genfromtxt(folder / "mean.csv", delimiter=",", skip_header=1)[:, 1:]
    return min(seconds for seconds, _ in found) - reading, points, json.loads(found[0][1])["iterations"]


def theirs(measures, start):
    before = time.process_time()
    points, log = ot.lp.free_support_barycenter([x for x, _ in measures], [a for _, a in measures], start, log=True)
    return time.process_time() - before, points, len(log["displacement_square_norms"])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--support", type=int, default=100)
    known, data = arguments.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        family = folder / "family.h5"
        words = ["convert", *data] if data else ["generate", "glyphs", "--count", "100", "--size", "28"]
        subprocess.run([known.program, *words, "-o", str(family), "--quiet"], check=True)
        measures = read(family)
        pooled = np.unique(np.concatenate([x for x, _ in measures]), axis=0)
        start = np.random.default_rng(0).choice(pooled, known.support, replace=False)
        results = {"wpga": ours(known.program, family, start, folder), "POT": theirs(measures, start)}
        for who, (seconds, points, iterations) in results.items():
            print(f"{who:5} {seconds:8.3f} s  {iterations:4} iterations  variance {variance(points, measures):.6f}")
        print(f"ratio {results['POT'][0] / results['wpga'][0]:8.1f}")


if __name__ == "__main__":
    main()
