#!/usr/bin/env python3
"""What methods that move atoms explain, in sample and of measures held out: means over several splits.

    benchmarks/neighbours/splits.py build/release/wpga [--splits 5] [--components 1,2,3] [--methods geodesics,tangent] \\
        [--flags="--fit greedy"] -- DATA [flags of reading]

For each number of components each method is fitted with that many, around the same mean, to four fifths of the
measures, and measured on both parts (`wpga compare --holdout 0.2 --seed 1 …`)."""
import argparse
import json
import pathlib
import subprocess
import tempfile


def compare(program, data, methods, components, seed, flags):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [program, "compare", *data, "--methods", methods, "--components", str(components), "--holdout", "0.2",
             "--seed", str(seed), *flags, "--json", "--quiet", "-o", str(pathlib.Path(folder) / "out")],
            capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--components", default="1,2,3")
    parser.add_argument("--methods", default="geodesics,tangent,linear,template")
    parser.add_argument("--flags", default="")
    parser.add_argument("data", nargs="+")
    options = parser.parse_args()
    counts = [int(count) for count in options.components.split(",")]
    shares = {}
    for count in counts:
        for seed in range(1, options.splits + 1):
            found = compare(options.program, options.data, options.methods, count, seed, options.flags.split())
            for method, result in found["methods"].items():
                if "components" in result:
                    last = result["components"][-1]
                    entry = shares.setdefault(method, {}).setdefault(count, [])
                    entry.append((last["cumulative"], last["held_out_cumulative"]))
    print("| | " + " | ".join(f"{count} in sample | held out" for count in counts) + " |")
    print("|---" * (1 + 2 * len(counts)) + "|")
    for method, found in shares.items():
        cells = []
        for count in counts:
            for part in (0, 1):
                cells.append("%.1f" % (100 * sum(pair[part] for pair in found[count]) / len(found[count])))
        print(f"| {method} | " + " | ".join(cells) + " |")


main()
