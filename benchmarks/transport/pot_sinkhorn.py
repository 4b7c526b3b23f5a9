#!/usr/bin/python3
"""Entropic transport against POT: the same problem, the same L1 marginal error, one thread each.

    benchmarks/transport/pot_sinkhorn.py build/bench/benchmarks/sinkhorn_benchmark

Medians of CPU time, so that a busy machine matters less.  OpenBLAS may not recognise a virtual CPU: the fastest of its
kernels that runs here is chosen first.
"""
import os

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[library + "_NUM_THREADS"] = "1"

import json
import statistics
import subprocess
import sys
import tempfile
import time
import warnings


def sgemm_rate():
    import numpy as np

    a = np.random.rand(784, 784).astype("f4")
    b = np.random.rand(784, 1000).astype("f4")
    return 2e-9 * 784 * 784 * 1000 / median_seconds(lambda: a @ b, 15)


def median_seconds(call, repeats):
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds)


def choose_blas_kernel():
    """Runs again with the OpenBLAS kernel that multiplies fastest."""
    if "--chosen" in sys.argv:
        return
    rates = {}
    for core in ("", "Haswell", "SkylakeX"):
        environment = dict(os.environ, **({"OPENBLAS_CORETYPE": core} if core else {}))
        result = subprocess.run([sys.executable, __file__, "--rate"], env=environment, capture_output=True, text=True)
        if result.returncode == 0:
            rates[core] = float(result.stdout)
    best = max(rates, key=rates.get)
    print("sgemm of NumPy, GFlop/s:", ", ".join(f"{core or 'default'} {rate:.0f}" for core, rate in rates.items()))
    environment = dict(os.environ, **({"OPENBLAS_CORETYPE": best} if best else {}))
    sys.exit(subprocess.run([sys.executable, __file__, *sys.argv[1:], "--chosen"], env=environment).returncode)


def random_problem(p, n, d):
    import numpy as np

    random = np.random.default_rng(0)
    weights = [random.uniform(0.1, 1, size) for size in (p, n)]
    return random.normal(size=(p, d)), random.normal(size=(n, d)), *(w / w.sum() for w in weights)


def ours(program, problem):
    import numpy as np

    (p, d), n = problem[0].shape, len(problem[3])
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.array([p, n, d], dtype="<i8").tobytes())
        for values in problem:
            file.write(np.ascontiguousarray(values, dtype="<f8").tobytes())
        file.flush()
        command = [program, file.name, "--benchmark_filter=cold|warm", "--benchmark_format=json",
                   "--benchmark_min_time=0.05", "--benchmark_repetitions=7"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    runs = json.loads(output)["benchmarks"]
    return {run["run_name"]: run for run in runs if run.get("aggregate_name") == "median"}


def iterations_to_reach(solver, tolerance, problem, costs, epsilon):
    """The fewest iterations, in tens, after which the plan's L1 marginal error is small enough."""
    import numpy as np

    _, _, b, a = problem
    low, high = 0, 10
    error = lambda count: (lambda plan: np.abs(plan.sum(0) - a).sum() + np.abs(plan.sum(1) - b).sum())(
        solver(b, a, costs, epsilon, numItermax=count, stopThr=0))
    while error(high) > tolerance:
        low, high = high, 2 * high
        if high > 50000:
            return None
    while high - low > 10:
        middle = (low + high) // 20 * 10
        low, high = (middle, high) if error(middle) > tolerance else (low, middle)
    return high


def main(program):
    import numpy as np
    import ot

    problem = random_problem(256, 128, 3)
    costs = ot.dist(problem[0], problem[1])
    mean = problem[2] @ costs @ problem[3]
    runs = ours(program, problem)
    print(f"POT {ot.__version__}; 256 x 128 atoms, d = 3; milliseconds, medians")
    print(f"{'ε':>6} {'error':>6} | {'ours':>8} {'sweeps':>6} {'warm':>8} | {'solver':>14} {'POT':>9} {'iter.':>6} {'ratio':>6}")
    solvers = {"sinkhorn": ot.bregman.sinkhorn_knopp, "sinkhorn_log": ot.bregman.sinkhorn_log}
    for tolerance in (1e-4, 1e-6, 1e-9):
        for regularization in (0.1, 0.01):
            name = f"/{regularization:g}/{tolerance:g}"
            run, warm = runs["cold" + name], runs["warm" + name]
            for label, solver in solvers.items():
                arguments = problem[2], problem[3], costs, regularization * mean
                count = iterations_to_reach(solver, tolerance, problem, costs, regularization * mean)
                if count is None:
                    continue
                seconds = median_seconds(lambda: solver(*arguments, numItermax=count, stopThr=0), 5)
                print(f"{regularization:6g} {tolerance:6g} | {run['cpu_time'] / 1e3:8.3f} {run['sweeps']:6.0f} "
                      f"{warm['cpu_time'] / 1e3:8.3f} | {label:>14} {seconds * 1e3:9.2f} {count:6d} "
                      f"{seconds * 1e6 / run['cpu_time']:6.0f}", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if "--rate" in sys.argv:
        print(sgemm_rate())
    else:
        choose_blas_kernel()
        main(sys.argv[1])
