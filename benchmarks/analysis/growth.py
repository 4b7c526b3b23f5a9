#!/usr/bin/python3
"""How the time of one component grows with N, p and n, on drawn glyphs; processor time of the whole program, the mean given.

    benchmarks/analysis/growth.py build/release/wpga
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def time_of(count, support, size):
            family, mean, model = folder / "family.h5", folder / "mean.h5", folder / "model.h5"
            subprocess.run([program, "generate", "glyphs", "--count", str(count), "--size", str(size), "-o", family, "--quiet"],
                           check=True)
            subprocess.run([program, "mean", family, "--support", str(support), "--iterations", "20", "-o", mean, "--quiet"],
                           check=True)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            run = json.loads(subprocess.run([program, "fit", family, "--mean", mean, "--components", "1", "--threads", "1", "--json",
                                             "--tolerance", "0", "--iterations", "5", "-o", model, "--quiet"], check=True,
                                            capture_output=True).stdout)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, run

        for count in (250, 500, 1000, 2000, 4000):
            print(f"N = {count:5}, p = 100, 28 px: {time_of(count, 100, 28)[0]:7.2f} s", flush=True)
        for support in (50, 100, 200, 400):
            print(f"N =   250, p = {support:3}, 28 px: {time_of(250, support, 28)[0]:7.2f} s", flush=True)
        for size in (20, 28, 40, 56):
            print(f"N =   250, p = 100, {size} px: {time_of(250, 100, size)[0]:7.2f} s", flush=True)


if __name__ == "__main__":
    main()
