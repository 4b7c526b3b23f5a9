import matplotlib
import numpy as np
import pytest

import wpga

matplotlib.use("Agg")


@pytest.fixture
def rng():
    return np.random.default_rng(3)


@pytest.fixture
def clouds(rng):
    """Ten clouds that move to the right and grow: one factor, and noise."""
    return [rng.normal(size=(20 + i, 2)) * (1 + 0.1 * i) + [i, 0.2 * i] for i in range(10)]


@pytest.fixture
def family(clouds):
    return wpga.Family.from_points(clouds, labels=["low"] * 5 + ["high"] * 5)


@pytest.fixture
def histograms(rng):
    """Bumps at several places on 12 bins."""
    bins = np.arange(12)
    centers = rng.uniform(3, 9, size=25)
    return np.exp(-0.5 * ((bins - centers[:, None]) / 1.5) ** 2) + 0.01


ESTIMATORS = wpga.MeasureAnalysis.__subclasses__()


def same(a, b):
    return (
        np.array_equal(a.points, b.points)
        and np.array_equal(a.weights, b.weights)
        and np.array_equal(a.offsets, b.offsets)
        and a.names == b.names
        and a.labels == b.labels
    )
