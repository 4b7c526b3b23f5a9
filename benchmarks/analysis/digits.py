#!/usr/bin/python3
"""The first component of every MNIST digit: 1000 images each, uniform atoms, pixel units, sums of squared distances.

    benchmarks/analysis/digits.py build/release/wpga train-images-idx3-ubyte [--support 100] [--tolerance 1e-5]
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("images")
    arguments.add_argument("--support", default="100")
    arguments.add_argument("--tolerance", default="1e-5")
    arguments.add_argument("--limit", default="1000")
    known = arguments.parse_args()
    print("digit | Σ W2² to the mean | optimal maps | map gap | time gap | CPU s | free maps | CPU s")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for digit in range(10):
            family, mean = folder / "family.h5", folder / "mean.h5"
            subprocess.run([known.program, "convert", known.images, "--label", str(digit), "--limit", known.limit, "-o", family,
                            "--quiet"], check=True)
            subprocess.run([known.program, "mean", family, "--support", known.support, "-o", mean, "--quiet"], check=True)

            def fit(*flags):
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                run = json.loads(subprocess.run(
                    [known.program, "fit", family, "--mean", mean, "--components", "1", "--tolerance", known.tolerance, "--json",
                     "--quiet", "-o", folder / "model.h5", *flags], check=True, capture_output=True).stdout)
                return run, run["components"][0], resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

            run, optimal, seconds = fit()
            _, free, free_seconds = fit("--maps", "free")
            count = run["measures"]
            gap = max(optimal["map_gap"].values())
            print(f"{digit} | {count * run['variance']:.1f} | {count * optimal['mean_squared_distance']:.1f} | {gap:.1e} | "
                  f"{optimal['time_gap']:.0e} | {seconds:.1f} | {count * free['mean_squared_distance']:.1f} | {free_seconds:.1f}",
                  flush=True)


if __name__ == "__main__":
    main()
