#!/usr/bin/python3
"""Entropic plans are those of POT's sinkhorn_log at equal regularisation.

    entropic_matches_pot.py PROGRAM      PROGRAM: entropic_values

Exit code 77 (skipped) without NumPy or POT.
"""
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import ot
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

REGULARIZATIONS = [1.0, 0.1, 0.02]


def random_problem(p, n, d, seed):
    random = np.random.default_rng(seed)
    weights = [random.uniform(0.1, 1, size) for size in (p, n)]
    clouds = random.normal(size=(p, d)), 0.5 + 1.5 * random.normal(size=(n, d))
    return *clouds, *(w / w.sum() for w in weights)


def solve(program, problem):
    source, target, b, a = problem
    (p, d), n = source.shape, len(a)
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.array([p, n, d], dtype="<i8").tobytes())
        for values in problem:
            file.write(np.ascontiguousarray(values, dtype="<f8").tobytes())
        file.flush()
        command = [program, file.name, *map(str, REGULARIZATIONS)]
        output = subprocess.run(command, check=True, capture_output=True).stdout
    for numbers in np.frombuffer(output).reshape(len(REGULARIZATIONS), 4 + 2 * p * d):
        alone, shared = np.split(numbers, [3 + p * d])
        yield alone[:3], alone[3:].reshape(p, d), shared[0], shared[1:].reshape(p, d)


def check(program, problem):
    source, target, b, a = problem
    costs = ot.dist(source, target)
    exact = ot.emd2(b, a, costs)
    mean = b @ costs @ a
    for regularization, ((primal, dual, value), means, shared_cost, shared_means) in zip(REGULARIZATIONS, solve(program, problem)):
        epsilon = regularization * mean
        plan = ot.bregman.sinkhorn_log(b, a, costs, epsilon, stopThr=1e-12, numItermax=100000)
        product = np.outer(b, a)
        expected = np.sum(plan * costs) + epsilon * np.sum(plan * np.log(np.maximum(plan, 1e-300) / product))
        assert abs(value - expected) < 1e-7 * mean, (regularization, value, expected)
        assert np.abs(means - plan @ target / b[:, None]).max() < 1e-6
        assert dual <= exact * (1 + 1e-12) and exact <= primal * (1 + 1e-12), (dual, exact, primal)
        assert abs(primal - np.sum(plan * costs)) < 1e-6 * mean
        # In single precision, to a marginal error of 1e-5.
        assert abs(shared_cost - np.sum(plan * costs)) < 1e-4 * mean, (regularization, shared_cost)
        assert np.abs(shared_means - plan @ target / b[:, None]).max() < 2e-3


def main(program):
    for seed, (p, n, d) in enumerate([(40, 30, 2), (17, 60, 3), (1, 5, 2), (25, 1, 4)]):
        check(program, random_problem(p, n, d, seed))
    print(f"agrees with POT {ot.__version__}")


if __name__ == "__main__":
    main(*sys.argv[1:])
