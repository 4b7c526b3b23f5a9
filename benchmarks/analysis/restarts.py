#!/usr/bin/env python3
"""How near the default start comes to the best of many restarts: one component of each family.

  benchmarks/analysis/restarts.py build/release/wpga FAMILY... [--support 60] [--restarts 20] [--before OTHER_WPGA]

Prints a table: objective and processor seconds of `--start tangent`, of the default start, and of the best of
the restarts, and how far the first two lie above the third.  With --before the first column is the default of
another build of the program."""
import argparse
import json
import os
import resource
import subprocess
import tempfile


def fit(program, family, arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        found = subprocess.run(
            [program, "fit", family, "--components", "1", "--threads", "1", "--json", "--quiet", "-o",
             os.path.join(folder, "model.h5"), *arguments], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(found.stdout)["components"][0]["mean_squared_distance"], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("families", nargs="+")
    parser.add_argument("--support", default="60")
    parser.add_argument("--restarts", default="20")
    parser.add_argument("--before")
    options = parser.parse_args()
    support = ["--support", options.support]
    print("| family | %s | CPU s | default | CPU s | best of %s | CPU s |"
          % ("before" if options.before else "tangent", options.restarts))
    print("|---|---|---|---|---|---|---|")
    for family in options.families:
        if options.before:
            first = fit(options.before, family, support)
        else:
            first = fit(options.program, family, [*support, "--start", "tangent"])
        default = fit(options.program, family, support)
        best = fit(options.program, family, [*support, "--restarts", options.restarts])
        above = [100 * (value / best[0] - 1) for value in (first[0], default[0])]
        print("| %s | %.5g (%+.2f %%) | %.2f | %.5g (%+.2f %%) | %.2f | %.5g | %.2f |"
              % (os.path.basename(family), first[0], above[0], first[1], default[0], above[1], default[1],
                 best[0], best[1]), flush=True)


if __name__ == "__main__":
    main()
