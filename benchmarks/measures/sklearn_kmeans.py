#!/usr/bin/python3
"""Quantises the same pixels with quantize_benchmark and with scikit-learn's KMeans, one thread each.

    benchmarks/measures/sklearn_kmeans.py build/bench/benchmarks/quantize_benchmark PHOTO...

Prints seconds and inertia of both for every photo and the totals.
"""
import os

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[library + "_NUM_THREADS"] = "1"

import json
import subprocess
import sys
import tempfile
import time

import numpy as np
from PIL import Image
from sklearn.cluster import KMeans


def ours(program, paths):
    command = [program, "--benchmark_format=json", "--benchmark_min_time=0", *paths]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    runs = json.loads(output)["benchmarks"]
    return [(run["real_time"] / 1e3, run["inertia"], run["iterations_of_lloyd"]) for run in runs]


def theirs(pixels):
    start = time.perf_counter()
    fit = KMeans(128, n_init=1, random_state=0).fit(pixels)
    return time.perf_counter() - start, fit.inertia_ / len(pixels), fit.n_iter_


def main(program, photos):
    print(f"{'photo':24} {'ours s':>8} {'inertia':>10} {'it':>4} {'sklearn s':>9} {'inertia':>10} {'it':>4} {'ratio':>7}")
    totals = np.zeros(4)
    with tempfile.TemporaryDirectory() as folder:
        pictures = [np.asarray(Image.open(photo).convert("RGB")) for photo in photos]
        paths = [os.path.join(folder, f"{i}.ppm") for i in range(len(photos))]
        for picture, path in zip(pictures, paths):
            Image.fromarray(picture).save(path)
        results = ours(program, paths)
    for photo, picture, (seconds, inertia, iterations) in zip(photos, pictures, results):
        other_seconds, other_inertia, other_iterations = theirs(picture.reshape(-1, 3) / 255.0)
        totals += seconds, inertia, other_seconds, other_inertia
        print(f"{os.path.basename(photo)[:24]:24} {seconds:8.4f} {inertia:10.3e} {int(iterations):4} "
              f"{other_seconds:9.3f} {other_inertia:10.3e} {other_iterations:4} {other_seconds / seconds:7.1f}")
    print(f"all {len(photos)}: {totals[0]:.2f} s against {totals[2]:.2f} s ({totals[2] / totals[0]:.1f} times faster), "
          f"mean inertia ratio {totals[1] / totals[3]:.4f}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
