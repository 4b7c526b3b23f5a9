"""Families to fit, and models read back: shared by the tests of `wpga fit`, `project` and `sample`."""
import json

from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    import ot
except ImportError as missing:
    skip(missing)


def squared_distance(a, x, b, y):
    """W2² by POT, in coordinates moved to where digits are not lost."""
    center = x.mean(axis=0)
    return ot.emd2(a / a.sum(), b / b.sum(), ot.dist(x - center, y - center), numItermax=10_000_000)


class Model:
    """What an analysis file says, and the same again by other means."""

    def __init__(self, path, family):
        with h5py.File(family) as file:
            offsets, points, weights = file["offsets"][:], file["points"][:], file["weights"][:]
        self.measures = [(weights[i:j], points[i:j]) for i, j in zip(offsets, offsets[1:])]
        with h5py.File(path) as file:
            self.points, self.weights = file["mean/points"][:], file["mean/weights"][:]
            self.squared_distances, self.variance = file["mean/squared_distances"][:], file["variance"][()]
            self.components = [
                {**{name: data[:] for name, data in file[f"components/{k}"].items()},
                 **file[f"components/{k}"].attrs}
                for k in range(len(file.get("components", ())))]
            self.joint = {name: data[:] for name, data in file.get("joint", {}).items()}
            self.attributes = dict(file.attrs)

    def at(self, component, t):
        return self.points - (1 - t) * component["backward"] + t * component["forward"]

    def inner(self, u, v):
        return float(self.weights @ (u * v).sum(axis=1))

    def norm(self, u):
        return np.sqrt(self.inner(u, u))

    def distance_to(self, i, points):
        a, x = self.measures[i]
        return squared_distance(self.weights, points, a, x)


class FitTest(ProgramTest):
    """A family in family.h5, its fit in model.h5."""

    def family(self, pattern="ellipses", count=12, *more):
        self.wpga("generate", pattern, "--count", count, "-o", "family.h5", *more)

    def clouds(self, seed, count, n, d, scale=1.0, place=0.0):
        """A family without structure: nothing about it is easy."""
        random = np.random.default_rng(seed)
        sizes = random.integers(n // 2, n + 1, count)
        weights = np.concatenate([random.dirichlet(np.ones(size)) for size in sizes])
        points = np.concatenate([random.normal(size=(size, d)) * random.uniform(0.5, 2, d) + random.normal(size=d)
                                 for size in sizes]) * scale + place
        with h5py.File(self.folder / "family.h5", "w") as file:
            file["points"], file["weights"] = points, weights
            file["offsets"] = np.concatenate([[0], np.cumsum(sizes)])

    def fit(self, *words, **options):
        found = json.loads(self.wpga("fit", "family.h5", "-o", "model.h5", *words, "--json", **options).stdout)
        return found, Model(self.folder / "model.h5", self.folder / "family.h5")
