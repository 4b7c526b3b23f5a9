#!/usr/bin/python3
"""The default algorithm against the one of 2015, from the same mean, start and stopping rule, judged by exact distances.

    benchmarks/analysis/paper_comparison.py build/release/wpga [DATA... flags of wpga convert] [--support 256]

Without DATA, 300 drawn characters of 28 × 28 pixels.  For each ε (a share of the median cost) the best of a sweep of steps β
counts; its time is that of the best run alone.  Times are processor time of the whole program on one thread, the mean given.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

import h5py
import numpy as np


def median_over_mean(family, mean):
    with h5py.File(family) as file, h5py.File(mean) as center:
        points, y = file["points"][:], center["mean/points"][:]
    some = points[:: max(1, len(points) // 2000)]
    costs = ((some[:, None] - y[None]) ** 2).sum(-1)
    return np.median(costs) / costs.mean()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--support", type=int, default=256)
    arguments.add_argument("--steps", default="0.3,1,2")
    arguments.add_argument("--box", default="none", help="of the default algorithm; the paper has none")
    arguments.add_argument("--tolerance", default="1e-4")
    known, data = arguments.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        family, mean = folder / "family.h5", folder / "mean.h5"
        words = ["convert", *data] if data else ["generate", "glyphs", "--count", "300", "--size", "28"]
        subprocess.run([known.program, *words, "-o", family, "--quiet"], check=True)
        subprocess.run([known.program, "mean", family, "--support", str(known.support), "-o", mean, "--quiet"], check=True)

        def fit(*flags):
            words = [known.program, "fit", family, "--mean", mean, "--components", "1", "--threads", "1", "--tolerance", known.tolerance,
                     "--json", "--quiet", "-o", folder / "model.h5", *flags]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            return run["components"][0]["mean_squared_distance"], seconds, run["components"][0]

        ours = min((fit("--box", known.box) for _ in range(3)), key=lambda run: run[1])
        print(f"default              {ours[1]:8.2f} s  {ours[2]['iterations']:3} iterations  objective {ours[0]:.6g}")
        ratio = median_over_mean(family, mean)
        for share in (0.1, 0.03, 0.01):
            runs = [(*fit("--algorithm", "paper", "--grid", "11", "--regularization", str(share * ratio), "--step", step), step)
                    for step in known.steps.split(",")]
            best = min(runs, key=lambda run: run[0])
            print(f"paper ε = {share:<4} β ∝ {best[3]:3} {best[1]:8.2f} s  {best[2]['iterations']:3} iterations  "
                  f"objective {best[0]:.6g}  ({100 * (best[0] / ours[0] - 1):+.2f} %, {best[1] / ours[1]:.1f} × the time)")


if __name__ == "__main__":
    main()
