#!/usr/bin/python3
"""Tangent PCA, PCA of histograms and its exact score, by `wpga fit` and by recipes in NumPy, scikit-learn and POT.

    benchmarks/neighbours/opponents.py build/release/wpga [--count 40] [--size 28] [--support 150]

Drawn characters.  One thread each, processor time: ours of the whole program (reading, certificates of all measures and writing
included, the mean given), the opponents' of the computation alone.
- tangent: ot.emd from the mean to every measure, barycentric maps, NumPy's thin SVD in L²(mean), three components;
- tangent, measured: and the nearest of 17 times on the first line for every measure (ours: proven to 1e-4 of the variance);
- euclidean: sklearn.decomposition.PCA of the pixels;
- euclidean, measured: and SciPy's bounded search for the nearest time on the first curve, one ot.emd2 for each trial.
"""
import os

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[library + "_NUM_THREADS"] = "1"

import argparse
import pathlib
import resource
import subprocess
import tempfile
import time

import h5py
import numpy as np
import ot
from scipy.optimize import minimize_scalar
from sklearn.decomposition import PCA


def read(path):
    with h5py.File(path) as file:
        points, weights, offsets = file["points"][:], file["weights"][:], file["offsets"][:]
    return [(points[i:j], weights[i:j] / weights[i:j].sum()) for i, j in zip(offsets, offsets[1:])]


def run(*command):
    """Processor seconds of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(part) for part in command], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cost(b, z, a, x):
    return ot.emd2(b, a, ot.dist(z, x), numItermax=1000000)


def tangent(y, b, family):
    fields = []
    for x, a in family:
        plan = ot.emd(b, a, ot.dist(y, x), numItermax=1000000)
        fields.append((plan @ x / b[:, None] - y) * np.sqrt(b)[:, None])
    flat = np.array([field.ravel() for field in fields])
    _, sizes, axes = np.linalg.svd(flat, full_matrices=False)
    return sizes[:3] ** 2 / np.sum(sizes**2), axes[0].reshape(y.shape) / np.sqrt(b)[:, None], flat @ axes[0]


def on_line(y, b, family, axis, scores):
    times = np.linspace(min(0, scores.min()), max(0, scores.max()), 17)
    return np.mean([min(cost(b, y + s * axis, a, x) for s in times) for x, a in family])


def histograms(family):
    pixels, place = np.unique(np.vstack([x for x, _ in family]), axis=0, return_inverse=True)
    place, rows, at = place.ravel(), np.zeros((len(family), len(pixels))), 0
    for row, (x, a) in zip(rows, family):
        np.add.at(row, place[at : at + len(x)], a)
        at += len(x)
    return pixels, rows


def nearest_probabilities(w):
    falling = np.sort(w)[::-1]
    shifts = (np.cumsum(falling) - 1) / np.arange(1, len(w) + 1)
    return np.maximum(w - shifts[np.nonzero(falling > shifts)[0][-1]], 0)


def on_weights(pixels, pca, rows, family):
    scores = (rows - pca.mean_) @ pca.components_[0]

    def distance(s, x, a):
        w = nearest_probabilities(pca.mean_ + s * pca.components_[0])
        return cost(w[w > 0] / w.sum(), pixels[w > 0], a, x)

    bounds = (scores.min(), scores.max())
    search = lambda x, a: minimize_scalar(distance, bounds=bounds, args=(x, a), method="bounded", options={"xatol": 1e-3 * np.ptp(scores)})
    return np.mean([search(x, a).fun for x, a in family])


def timed(function, *arguments):
    began = time.process_time()
    result = function(*arguments)
    return time.process_time() - began, result


def line(name, ours, theirs, our_value, their_value):
    print(f"{name:22} {ours:8.2f} s {theirs:8.2f} s {theirs / ours:6.1f} ×   {our_value:.6g} | {their_value:.6g}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program", type=pathlib.Path)
    for name, value in (("count", 40), ("size", 28), ("support", 150)):
        arguments.add_argument("--" + name, type=int, default=value)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data, mean, model = (pathlib.Path(folder) / name for name in ("family.h5", "mean.h5", "model.h5"))
        run(asked.program, "generate", "glyphs", "--count", asked.count, "--size", asked.size, "-o", data)
        run(asked.program, "mean", data, "--support", asked.support, "-o", mean)
        family = read(data)
        with h5py.File(mean) as file:
            y, b = file["mean/points"][:], file["mean/weights"][:]
        fit = (asked.program, "fit", data, "--mean", mean, "--threads", 1, "-o", model, "--method")
        print(f"{asked.count} characters, {asked.size} × {asked.size} pixels, mean of {len(b)} atoms")
        print(f"{'':22} {'wpga':>10} {'opponent':>10} {'':>8}   share or mean W2²: wpga | opponent")

        ours = run(*fit, "tangent", "--components", 3)
        theirs, (shares, axis, scores) = timed(tangent, y, b, family)
        with h5py.File(model) as file:
            line("tangent", ours, theirs, file["tangent/explained"][:].sum(), shares.sum())
        ours = run(*fit, "tangent", "--components", 1)
        more, left = timed(on_line, y, b, family, axis, scores)
        with h5py.File(model) as file:
            line("tangent, measured", ours, theirs + more, file["components/0/squared_distances"][:].mean(), left)

        ours = run(*fit, "euclidean", "--components", 1)
        pixels, rows = histograms(family)
        theirs, pca = timed(lambda: PCA(1).fit(rows))
        more, left = timed(on_weights, pixels, pca, rows, family)
        with h5py.File(model) as file:
            value = file["components/0/squared_distances"][:].mean()
            rest = file["components/0/objective"][-1]
        line("euclidean", ours, theirs, rest, np.var(rows, axis=0).sum() * (1 - pca.explained_variance_ratio_[0]))
        line("euclidean, measured", ours, theirs + more, value, left)


if __name__ == "__main__":
    main()
