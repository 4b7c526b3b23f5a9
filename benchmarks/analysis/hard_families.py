#!/usr/bin/python3
"""Families with many local minima, by seed, for restarts.py: so that no setting is judged on what it was chosen by.

    benchmarks/analysis/hard_families.py FOLDER [--seeds 8]

Writes FOLDER/<kind>_<seed>.csv, long form.  rot, rot90: 24 dumbbells of two blobs of 15 atoms, turned by random angles over 180
degrees and over 45 either way; two: 20 measures, four blobs or three by turns, of 8 atoms each; rand: 12 clouds of 20 normal atoms."""
import argparse
import pathlib

import numpy as np


def dumbbells(random, low, high):
    blobs = random.normal(size=(30, 2)) * [0.35, 0.2] + np.repeat([[1.9, 0], [-1.9, 0]], 15, axis=0)
    angles = np.radians(random.uniform(low, high, 24))
    return [blobs @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) for angle in angles]


def two_layouts(random):
    layouts = [np.array([[0, -2], [0, 2], [2, 2], [-2, -2]]), np.array([[-2, 0], [2, 0], [0, 2]])]
    for i in range(20):
        centers = layouts[i % 2] + 0.5 * random.normal(size=layouts[i % 2].shape)
        yield np.concatenate([center + 0.35 * random.normal(size=(8, 2)) for center in centers])


KINDS = {
    "rot": lambda random: dumbbells(random, 0, 180),
    "rot90": lambda random: dumbbells(random, -45, 45),
    "two": two_layouts,
    "rand": lambda random: [random.normal(size=(20, 2)) for _ in range(12)],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=8)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for kind, make in KINDS.items():
        for seed in range(options.seeds):
            with open(options.folder / f"{kind}_{seed}.csv", "w") as file:
                file.write("measure,weight,x1,x2\n")
                for i, cloud in enumerate(make(np.random.default_rng(1000 * len(kind) + seed))):
                    file.writelines(f"m{i:04d},1,{float(x)!r},{float(y)!r}\n" for x, y in cloud)


if __name__ == "__main__":
    main()
