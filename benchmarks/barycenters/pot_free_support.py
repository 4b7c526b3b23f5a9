#!/usr/bin/python3
"""The same mean by `wpga mean` and by POT's free_support_barycenter, from the same start, one thread each.

    benchmarks/barycenters/pot_free_support.py build/release/wpga DATA [--support 100] [flags of wpga convert]

Prints CPU seconds (ours with starting, reading and writing) and the variance of both, by POT's exact solver.
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


def ours(program, family, start, folder):
    header = "weight," + ",".join(f"x{i}" for i in range(start.shape[1]))
    np.savetxt(folder / "start.csv", np.c_[np.ones(len(start)), start], delimiter=",", fmt="%.17g", header=header, comments="")
    words = [program, "mean", str(family), "--from", str(folder / "start.csv"), "--threads", "1", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run([*words, "-o", str(folder / "mean.csv")], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    points = np.genfromtxt(folder / "mean.csv", delimiter=",", skip_header=1)[:, 1:]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, points, json.loads(output)["iterations"]


def theirs(measures, start):
    before = time.process_time()
    points, log = ot.lp.free_support_barycenter([x for x, _ in measures], [a for _, a in measures], start,
                                                numItermax=100, log=True)
    return time.process_time() - before, points, len(log["displacement_square_norms"])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("data")
    arguments.add_argument("--support", type=int, default=100)
    known, rest = arguments.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([known.program, "convert", known.data, *rest, "-o", str(folder / "family.h5"), "--quiet"], check=True)
        measures = read(folder / "family.h5")
        pooled = np.unique(np.concatenate([x for x, _ in measures]), axis=0)
        start = np.random.default_rng(0).choice(pooled, known.support, replace=False)
        for who, (seconds, points, iterations) in (("wpga", ours(known.program, folder / "family.h5", start, folder)),
                                                   ("POT", theirs(measures, start))):
            print(f"{who:5} {seconds:8.2f} s  {iterations:4} iterations  variance {variance(points, measures):.6f}")


if __name__ == "__main__":
    main()
