#!/usr/bin/python3
"""Times POT's exact solver on the problems that transport_simplex_benchmark wrote.

    transport_simplex_benchmark FOLDER && /usr/bin/python3 benchmarks/transport/pot_emd.py FOLDER

Processor time of one thread, best of repeats, median over problems.  Forming the cost matrix is not counted.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import pathlib
import sys
import time
from collections import defaultdict

import numpy as np
import ot


def read_problem(path):
    rows, columns, dimension = np.fromfile(path, np.int64, 3)
    values = np.fromfile(path, np.float64, offset=24)
    source, target = np.split(values, [rows * (1 + dimension)])
    return (source[:rows], source[rows:].reshape(rows, dimension),
            target[:columns], target[columns:].reshape(columns, dimension))


def seconds(source_weights, target_weights, costs, repeats):
    best = float("inf")
    for _ in range(repeats):
        before = time.thread_time()
        ot.emd(source_weights, target_weights, costs, numItermax=10_000_000)
        best = min(best, time.thread_time() - before)
    return best


def main(folder):
    times = defaultdict(list)
    for path in sorted(pathlib.Path(folder).glob("*.problem")):
        source_weights, source, target_weights, target = read_problem(path)
        costs = ((source[:, None, :] - target[None, :, :]) ** 2).sum(axis=2)
        repeats = 5 if costs.size < 100_000 else 3 if costs.size < 1_000_000 else 1
        times[path.stem.rsplit("-", 1)[0]].append(seconds(source_weights, target_weights, costs, repeats))
    print(f"POT {ot.__version__}, ot.emd, microseconds")
    for name, values in times.items():
        print(f"| {name:22} | {1e6 * np.median(values):9.0f} |")


if __name__ == "__main__":
    main(sys.argv[1])
