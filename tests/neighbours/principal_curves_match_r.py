#!/usr/bin/env python3
"""Hastie & Stuetzle's curve against the one of R's princurve, which its authors wrote.

Needs r-base-core and r-cran-princurve; where they are missing the test is skipped (exit code 77).
"""
import shutil
import subprocess
import sys
import tempfile
import pathlib

import numpy as np

SCRIPT = """
library(princurve)
arguments <- commandArgs(trailingOnly = TRUE)
points <- as.matrix(read.table(arguments[1]))
freedom <- as.numeric(arguments[2])
thresh <- as.numeric(arguments[3])
limit <- as.integer(arguments[4])
as_it_is <- principal_curve(points, df = freedom, thresh = thresh, maxit = limit)

# The same steps with its own parts, but a vertex is laid once where several points share a place: twice at an end, the
# last piece has no length, stretching it by any factor leaves it so, and the curve cannot grow any more.
decomposition <- svd(scale(points, scale = FALSE))
lambda <- decomposition$u[, 1] * decomposition$d[1]
last <- sum((decomposition$d^2)[-1])
for (iteration in seq_len(limit)) {
  sorted <- sort(lambda)
  sorted <- sorted[c(TRUE, diff(sorted) > 1e-6 * diff(range(sorted)))]
  line <- apply(points, 2, function(x) predict(smooth.spline(lambda, x, df = freedom, keep.data = FALSE), sorted)$y)
  without_ties <- project_to_curve(points, line, stretch = 2)
  lambda <- without_ties$lambda
  if (abs(last - without_ties$dist) <= thresh * last) break
  last <- without_ties$dist
}
for (fit in list(list(as_it_is, arguments[5]), list(without_ties, arguments[6])))
  write.table(fit[[1]]$s[fit[[1]]$ord, ], fit[[2]], row.names = FALSE, col.names = FALSE)
"""


def clouds():
    random = np.random.default_rng(1)
    t = np.sort(random.uniform(0, 1, 45))
    yield "parabola", np.c_[t, 2 * (t - 0.5) ** 2, 0 * t] + 0.02 * random.normal(size=(45, 3)), 5, 60
    t = random.uniform(0, 1, 40)
    yield "spiral", np.c_[t * np.cos(3 * t), t * np.sin(3 * t)] + 0.02 * random.normal(size=(40, 2)), 5, 60
    t = random.uniform(0, 1, 150)
    yield "arc", np.c_[np.cos(2 * t), np.sin(2 * t)] + 0.03 * random.normal(size=(150, 2)), 6, 60


def squared_distances(points, line):
    """Of each point to a polygonal line."""
    start, step = line[:-1], np.diff(line, axis=0)
    size = np.maximum((step**2).sum(1), 1e-300)
    share = np.clip(((points[:, None] - start) * step).sum(2) / size, 0, 1)
    return ((points[:, None] - start - share[..., None] * step) ** 2).sum(2).min(1)


def main():
    probe, program = sys.argv[1], shutil.which("Rscript")
    if program is None or subprocess.run([program, "-e", "library(princurve)"], capture_output=True).returncode:
        print("skipped: R with princurve is not here (packages r-base-core, r-cran-princurve)")
        return 77
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "fit.R").write_text(SCRIPT)
        for name, points, freedom, iterations in clouds():
            np.savetxt(folder / "points.txt", points, fmt="%.17g")
            settings = [str(freedom), "1e-5", str(iterations)]
            subprocess.run([program, folder / "fit.R", folder / "points.txt", *settings, folder / "as_it_is.txt",
                            folder / "without_ties.txt"], check=True, capture_output=True)
            text = subprocess.run([probe, str(points.shape[1]), *settings],
                                  input=(folder / "points.txt").read_text(), text=True, capture_output=True,
                                  check=True).stdout
            ours = np.array([line.split() for line in text.splitlines()], float)
            for which in ("as_it_is", "without_ties"):
                theirs = np.loadtxt(folder / f"{which}.txt")
                length = np.linalg.norm(np.diff(theirs, axis=0), axis=1).sum()
                apart = np.sqrt(max(squared_distances(theirs, ours).max(), squared_distances(ours, theirs).max()))
                left = squared_distances(points, ours).mean(), squared_distances(points, theirs).mean()
                agree = apart < 0.01 * length and abs(left[0] - left[1]) < 0.01 * left[1]
                # Points that share the end of the spiral stop princurve; ours must then be the nearer curve.
                passed = agree or (name == "spiral" and which == "as_it_is" and left[0] < left[1])
                bad += not passed
                print(f"{'ok ' if passed else 'BAD'} {name}, {which}: {apart / length:.2%} of the length apart, "
                      f"mean squared distances {left[0]:.6g} and {left[1]:.6g}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
