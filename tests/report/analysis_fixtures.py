"""Analyses and families as HDF5 files, written by the contract of src/wpga/io/files/analysis_file.hpp, with h5py alone.

The measures are the atoms of one mean, moved along known fields and shaken a little, so that the numbers in the file
are of the right size; nothing is fitted.
"""
import json

import h5py
import numpy as np

CERTIFICATES = {"time_gap": 4e-4, "map_gap_backward": 2e-4, "map_gap_forward": 3e-2, "geodesic_gap": 0.07,
                "orthogonality": 3e-17, "collinearity": 0.02, "offset": 0.0, "outside_box": 0.0}


class Fixture:
    """A mean (atoms × d), K fields and N measures: mean + Σ_c (2 t_c − 1) field_c + noise."""

    def __init__(self, kind, mean, fields, count, *, seed=1, noise=0.05, grid=None, axes=None, names=None, labels=None):
        random = np.random.default_rng(seed)
        self.kind, self.mean, self.fields, self.grid, self.axes = kind, mean, fields, grid, axes
        self.count, self.components = count, len(fields)
        self.weights = np.full(len(mean), 1 / len(mean))
        self.times = random.beta(2, 2, size=(count, self.components)) if self.components else np.zeros((count, 0))
        self.names = names or [f"sample {i + 1}" for i in range(count)]
        self.labels = labels
        self.scale = noise * np.sqrt(self.dot(mean - mean.mean(axis=0)))
        self.random = random

    def dot(self, field):
        return float(np.sum(self.weights[:, None] * field**2))

    def measure(self, i):
        moved = sum(((2 * t - 1) * field for t, field in zip(self.times[i], self.fields)), self.mean)
        return moved + self.scale * self.random.normal(size=self.mean.shape)

    def distances(self):
        """Squared distance to the mean, to each component alone, and to the first ones together."""
        parts = (2 * self.times - 1) ** 2 * np.array([self.dot(field) for field in self.fields])
        rest = self.scale**2 * (1 + self.random.random(self.count))
        total = parts.sum(axis=1) + rest
        return total, total[:, None] - parts, total[:, None] - np.cumsum(parts, axis=1)

    def write_space(self, file):
        file.attrs["kind"] = self.kind
        if self.grid:
            file.attrs["grid"] = np.array(self.grid, dtype=np.int64)
        if self.axes:
            file.attrs["axes"] = self.axes

    def write_model(self, path, *, tangent=True, joint=True, bootstrap=0):
        total, alone, together = self.distances()
        variance = total.mean()
        with h5py.File(path, "w") as file:
            file["mean/points"], file["mean/weights"], file["mean/squared_distances"] = self.mean, self.weights, total
            file["variance"] = variance
            file["names"] = np.array(self.names, dtype=h5py.string_dtype())
            if self.labels:
                file["labels"] = np.array(self.labels, dtype=h5py.string_dtype())
            for k, field in enumerate(self.fields):
                group = file.create_group(f"components/{k}")
                group["backward"] = group["forward"] = field
                group["times"] = self.times[:, k]
                group["scores"] = (2 * self.times[:, k] - 1) * np.sqrt(self.dot(field))
                group["squared_distances"] = alone[:, k]
                group["lower_bounds"] = 0.999 * alone[:, k]
                group["objective"] = alone[:, k].mean() * (1 + 0.2 * 0.5 ** np.arange(9))
                group.attrs.update(CERTIFICATES, mean_squared_distance=alone[:, k].mean(), residual=5e-4, iterations=9,
                                   explained=1 - alone[:, k].mean() / variance, termination="converged",
                                   cumulative=1 - together[:, k].mean() / variance)
            if self.components and joint:
                file["joint/times"], file["joint/squared_distances"] = self.times, together
            if self.components and tangent:
                file["tangent/explained"] = 0.97 * (1 - alone.mean(axis=0) / variance)
            if bootstrap:
                shares = 1 - alone.mean(axis=0) / variance
                file["bootstrap/explained"] = shares + 0.02 * self.random.normal(size=(bootstrap, self.components))
            file.attrs.update(wpga_version="0.1.0", format_version=1, termination="converged",
                              options=json.dumps({"components": self.components, "support": len(self.mean), "seed": 1}))
            self.write_space(file)

    def write_family(self, path):
        clouds = [self.measure(i) for i in range(self.count)]
        if self.kind == "shape":  # on the pixels
            clouds = [np.unique(np.floor(cloud), axis=0) + 0.5 for cloud in clouds]
        if self.kind == "palette":
            clouds = [np.clip(cloud, 0, 1) for cloud in clouds]
        with h5py.File(path, "w") as file:
            file["points"] = np.concatenate(clouds)
            file["weights"] = np.concatenate([np.full(len(cloud), 1 / len(cloud)) for cloud in clouds])
            file["offsets"] = np.cumsum([0] + [len(cloud) for cloud in clouds]).astype(np.int64)
            file["names"] = np.array(self.names, dtype=h5py.string_dtype())
            if self.labels:
                file["labels"] = np.array(self.labels, dtype=h5py.string_dtype())
            file.attrs.update(wpga_version="0.1.0", format_version=1)
            self.write_space(file)


def shapes(count, *, components=3, atoms=160, side=28, **options):
    """Arcs of ink on a grid of pixels: moved, bent and made thicker."""
    random = np.random.default_rng(7)
    angle, radius = random.uniform(0.3, 5.2, atoms), random.uniform(0.75, 1.1, atoms)
    unit = np.stack([np.cos(angle) * radius, np.sin(angle) * radius], axis=1)
    mean = side / 2 + side / 3.4 * unit
    fields = [np.stack([0.06 * side * unit[:, 1], 0 * angle], axis=1), 0.05 * side * unit,
              np.stack([0 * angle, 0.05 * side * unit[:, 0] ** 2], axis=1)][:components]
    return Fixture("shape", mean, fields, count, grid=(side, side), axes=["x", "y"], noise=0.02, **options)


def palettes(count, *, atoms=64, **options):
    random = np.random.default_rng(8)
    mean = 0.15 + 0.7 * random.random((atoms, 3))
    fields = [np.tile([0.1, -0.03, -0.1], (atoms, 1)), 0.3 * (mean - 0.5)]
    return Fixture("palette", mean, fields, count, axes=["red", "green", "blue"], noise=0.1, **options)


def clouds(count, dimension, *, components=2, atoms=200, scale=1, **options):
    random = np.random.default_rng(9)
    mean = scale * random.normal(size=(atoms, dimension)) * np.linspace(2, 1, dimension)
    fields = [np.roll(mean, k, axis=1) * 0.4 for k in range(components)]
    return Fixture("points", mean, fields, count, noise=0.1, **options)


def histograms(count, *, atoms=100, **options):
    mean = (100 * (1 - np.sqrt(np.linspace(0.005, 0.995, atoms))))[::-1, None]
    return Fixture("histogram", mean, [0.12 * mean, 0.02 * mean * (60 - mean) / 10], count, axes=["age"], noise=0.02, **options)
