#!/usr/bin/env python3
"""cost_of_ranks.py PROGRAM MPI_PROGRAM [REPEATS]: the model of cost of docs/scale.md, T = a N/R + b N + c.

Measures processor seconds (user) of the busiest rank, the lowest of some repeats, for N measures on R ranks of one thread; fits the three
constants by least squares; and compares them with runs that were not used.  Every model written must have the bytes of one process.
"""
import itertools
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

MEASURES, RANKS = (1200, 2400, 3600), (1, 2, 3, 4)
CHECKS = ((3000, 3), (4000, 2))
FIT = "--support 64 --components 1 --iterations 12 --tolerance 1e-12 --mean-iterations 12 --mean-tolerance 1e-12 --threads 1 --quiet".split()


def timed(words):
    """As the launcher's child: runs the program and notes its own processor seconds and most resident bytes."""
    code = subprocess.run(words[1:]).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    pathlib.Path(f"{words[0]}.{os.getpid()}").write_text(json.dumps([used.ru_utime, used.ru_maxrss * 1024]))
    sys.exit(code)


def launcher(ranks):
    is_open_mpi = "Open MPI" in subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout
    many = ["--oversubscribe", "--bind-to", "none"] + (["--allow-run-as-root"] if os.geteuid() == 0 else [])
    return ["mpirun", *(many if is_open_mpi else []), "-np", str(ranks), sys.executable, os.path.abspath(__file__), "--timed"]


def busiest(program, folder, count, ranks):
    family, model, told = folder / f"{count}.h5", folder / "model.h5", folder / "told"
    subprocess.run([*launcher(ranks), str(told), program, "fit", str(family), *FIT, "-o", str(model)], check=True)
    if model.read_bytes() != (folder / f"{count}.model.h5").read_bytes():
        sys.exit(f"{count} measures on {ranks} ranks: other bytes")
    seconds = [json.loads(path.read_text())[0] for path in folder.glob("told.*")]
    for path in folder.glob("told.*"):
        path.unlink()
    return max(seconds)


def solved(rows, values):
    """Least squares with three unknowns: normal equations, by Cramer's rule."""
    normal = [[sum(r[i] * r[j] for r in rows) for j in range(3)] for i in range(3)]
    right = [sum(r[i] * v for r, v in zip(rows, values)) for i in range(3)]

    def determinant(m):
        return sum(m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]) for i in range(3))

    whole = determinant(normal)
    return [determinant([[right[i] if j == c else normal[i][j] for j in range(3)] for i in range(3)]) / whole for c in range(3)]


def main():
    os.environ["OMPI_MCA_btl_vader_single_copy_mechanism"] = "none"
    program, many = map(os.path.abspath, sys.argv[1:3])
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for count in {*MEASURES, *(count for count, _ in CHECKS)}:
            family = folder / f"{count}.h5"
            subprocess.run([program, "generate", "gaussians", "--atoms", "60", "--count", str(count), "-o", str(family), "--quiet"], check=True)
            subprocess.run([program, "fit", str(family), *FIT, "-o", str(folder / f"{count}.model.h5")], check=True)
        times = {}
        for _, (count, ranks) in itertools.product(range(repeats), [*itertools.product(MEASURES, RANKS), *CHECKS]):
            found = busiest(many, folder, count, ranks)
            times[count, ranks] = min(found, times.get((count, ranks), found))
    for count in MEASURES:
        print(f"| {count} | " + " | ".join(f"{times[count, ranks]:.2f}" for ranks in RANKS) + " |")
    used = list(itertools.product(MEASURES, RANKS))
    shared, repeated, fixed = solved([(n / r, n, 1) for n, r in used], [times[key] for key in used])
    print(f"T = {1e3 * shared:.3f} ms N/R + {1e3 * repeated:.3f} ms N + {fixed:.2f} s")

    def foretold(n, r):
        return shared * n / r + repeated * n + fixed

    print(f"those used are met within {max(abs(foretold(*key) / times[key] - 1) for key in used):.0%}")
    for key in CHECKS:
        print(f"{key[0]} measures on {key[1]} ranks: {foretold(*key):.2f} s foretold, {times[key]:.2f} s measured, {times[key] / foretold(*key) - 1:+.0%}")


if __name__ == "__main__":
    if sys.argv[1] == "--timed":
        timed(sys.argv[2:])
    main()
