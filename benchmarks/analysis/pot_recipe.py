#!/usr/bin/python3
"""One component by `wpga fit` and by the same recipe in NumPy with POT's ot.emd: same measures, same mean, same start.

    benchmarks/analysis/pot_recipe.py build/release/wpga [DATA... flags of wpga convert] [--support 300] [--threads 1]

Without DATA, 300 drawn characters of 28 × 28 pixels.  Both start from tangent PCA, both stop on a relative fall of 1e-4, both
keep their maps optimal by cutting planes (here: SciPy's non-negative least squares).  On one thread both times are processor
time, so that a busy machine favours nobody: ours of the whole program (reading, certificates and writing included, the mean
given), the opponent's of the component alone.  With --threads above 1 ours is the component by the clock.
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
from scipy.optimize import nnls

from made_family import family_with_mean

TOLERANCE = 1e-4
MAP_TOLERANCE = 5e-4


def read(path):
    with h5py.File(path) as file:
        points, weights, offsets = file["points"][:], file["weights"][:], file["offsets"][:]
    return [(points[i:j], weights[i:j] / weights[i:j].sum()) for i, j in zip(offsets, offsets[1:])]


def plan_map(z, b, x, a):
    """The cost of an optimal plan and its barycentric map."""
    costs = ot.dist(z, x)
    plan = ot.emd(b, a, costs, numItermax=1000000)
    return np.sum(plan * costs), plan @ x / b[:, None]


class Cone:
    """Fields u with id + u optimal, by cyclical monotonicity; cuts are kept."""

    def __init__(self, y, b):
        self.y, self.b = y, b
        self.cuts = []  # (side, flat row, bound)

    def violated(self, u, side):
        plan = ot.emd(self.b, self.b, ot.dist(self.y + u, self.y), numItermax=1000000)
        cost = np.sum(plan * ot.dist(self.y + u, self.y))
        squared = np.sum(self.b[:, None] * u * u)
        if squared == 0 or 1 - cost / squared <= MAP_TOLERANCE:
            return []
        flow, cuts = plan.copy(), []
        np.fill_diagonal(flow, 0)
        flow[flow < 1e-12] = 0
        while flow.any():
            k = int(np.argmax(flow.sum(1) > 0))
            path = [k]
            while path.count(path[-1]) < 2:
                following = np.flatnonzero(flow[path[-1]] > 0)
                if len(following) == 0:
                    break
                path.append(int(following[0]))
            if path.count(path[-1]) < 2:
                flow[path[-2], path[-1]] = 0
                continue
            cycle = path[path.index(path[-1]):]
            mass = min(flow[i, j] for i, j in zip(cycle, cycle[1:]))
            row, bound = np.zeros((2, *self.y.shape)), 0
            for i, j in zip(cycle, cycle[1:]):
                flow[i, j] -= mass
                if flow[i, j] < 1e-12:
                    flow[i, j] = 0
                row[side, i] += self.y[j] - self.y[i]
                bound += 0.5 * np.sum((self.y[j] - self.y[i]) ** 2)
            cuts.append((row.ravel(), bound))
        return cuts

    def nearest(self, metric, wanted):
        """The point of the cone nearest to `wanted` in metric ⊗ b: least distance programming (Lawson & Hanson)."""
        values, vectors = np.linalg.eigh(metric)
        root = vectors @ np.diag(values ** -0.5) @ vectors.T
        p, d = self.y.shape
        scale = np.repeat(self.b ** -0.5, d)

        def inverse_root(rows):
            mixed = np.einsum("ab,rbk->rak", root, rows.reshape(-1, 2, p * d))
            return (mixed * scale).reshape(len(rows), -1)

        fields = wanted
        for _ in range(200):
            added = [cut for side in (0, 1) for cut in self.violated(fields[side], side)]
            if not added:
                return fields
            self.cuts += added
            rows = np.array([row for row, _ in self.cuts])
            bounds = np.array([bound for _, bound in self.cuts])
            g, h = -inverse_root(rows), rows @ wanted.ravel() - bounds
            size = np.abs(h).max()
            solution, _ = nnls(np.vstack([g.T, h / size]), np.append(np.zeros(g.shape[1]), 1), maxiter=20 * len(h))
            residual = np.append(g.T @ solution, h @ solution / size - 1)
            step = -residual[:-1] / residual[-1] * size
            fields = wanted + inverse_root(step[None]).reshape(wanted.shape)
            self.cuts = [cut for cut, active in zip(self.cuts, solution > 0) if active]
        return fields


def component(measures, y, b):
    inner = lambda u, v: np.sum(b[:, None] * u * v)
    n = len(measures)
    maps = np.array([plan_map(y, b, x, a)[1] - y for x, a in measures])
    flat = (np.sqrt(b)[:, None] * maps).reshape(n, -1)
    direction = (np.linalg.svd(flat, full_matrices=False)[2][0].reshape(y.shape)) / np.sqrt(b)[:, None]
    positions = np.array([inner(r, direction) for r in maps])
    low, high = min(0, positions.min()), max(0, positions.max())
    times = (positions - low) / (high - low)
    cone, ends, last = Cone(y, b), np.zeros((2, *y.shape)), np.inf
    for iteration in range(1, 101):
        mixed = np.mean(times * (1 - times))
        metric = np.array([[np.mean((1 - times) ** 2), mixed], [mixed, np.mean(times ** 2)]])
        linear = np.array([np.tensordot(1 - times, maps, 1), np.tensordot(times, maps, 1)]) / n
        strength = 1e-3 * np.trace(metric) / 2
        metric += strength * np.eye(2)
        wanted = np.linalg.solve(metric, (linear + strength * ends).reshape(2, -1)).reshape(ends.shape)
        ends = cone.nearest(metric, wanted)
        objective, speed = 0, inner(ends[1] - ends[0], ends[1] - ends[0])
        for i, (x, a) in enumerate(measures):
            z = y + (1 - times[i]) * ends[0] + times[i] * ends[1]
            cost, goal = plan_map(z, b, x, a)
            slope = inner(z - goal, ends[1] - ends[0])
            step = np.clip(times[i] - slope / speed, 0, 1) - times[i]
            times[i] += step
            objective += (cost + step * (2 * slope + speed * step)) / n
            maps[i] = goal - y
        if np.isfinite(last) and last - objective <= TOLERANCE * last:
            break
        last = objective
    return objective, iteration


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--support", type=int, default=300)
    arguments.add_argument("--threads", default="1")
    arguments.add_argument("--runs", type=int, default=5)
    known, data = arguments.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        family, mean = family_with_mean(known.program, data, known.support, folder)
        fit = [known.program, "fit", family, "--mean", mean, "--components", "1", "--box", "none", "--threads", known.threads, "--tolerance", str(TOLERANCE),
               "--json", "--quiet", "-o", folder / "model.h5"]
        seconds = np.inf
        for _ in range(known.runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = json.loads(subprocess.run(fit, check=True, capture_output=True).stdout)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            seconds = min(seconds, processor if known.threads == "1" else run["seconds"]["components"][0])
        found = run["components"][0]
        print(f"wpga   {seconds:8.3f} s  {found['iterations']:3} iterations  objective {found['mean_squared_distance']:.6g}")
        with h5py.File(mean) as file:
            y, b = file["mean/points"][:], file["mean/weights"][:]
        measures = read(family)
        before = time.process_time()
        objective, iterations = component(measures, y, b)
        theirs = time.process_time() - before
        print(f"NumPy  {theirs:8.3f} s  {iterations:3} iterations  objective {objective:.6g}")
        print(f"ratio  {theirs / seconds:8.1f}")


if __name__ == "__main__":
    main()
