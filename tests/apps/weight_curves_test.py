#!/usr/bin/env python3
"""Curves of weights from end to end: `--method euclidean` against scikit-learn's PCA, its models and pictures."""
import json

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    from sklearn.decomposition import PCA
except ImportError as missing:
    skip(missing)


def dense(family):
    """Measures as rows of weights on the points that occur."""
    points, weights, offsets = family["points"][:], family["weights"][:], family["offsets"][:]
    places, index = np.unique(points, axis=0, return_inverse=True)
    rows = np.zeros((len(offsets) - 1, len(places)))
    for i, (begin, end) in enumerate(zip(offsets[:-1], offsets[1:])):
        np.add.at(rows[i], index[begin:end].ravel(), weights[begin:end])
    return rows


class WeightCurves(ProgramTest):
    def fit(self, pattern, *words):
        self.wpga("generate", pattern, "--count", 30, *words, "-o", "family.h5")
        done = self.wpga("fit", "family.h5", "--method", "euclidean", "--support", 20, "--components", 3, "-o",
                         "model.h5", "--json")
        return json.loads(done.stdout)["components"]

    def compare_with_sklearn(self):
        with h5py.File(self.folder / "family.h5") as family:
            rows = dense(family)
        theirs = PCA(3, svd_solver="full").fit(rows)
        scores = theirs.transform(rows)
        with h5py.File(self.folder / "model.h5") as model:
            for k in range(3):
                ours = model[f"components/{k}/scores"][:]
                sign = np.sign(ours @ scores[:, k])
                np.testing.assert_allclose(ours, sign * scores[:, k], atol=1e-9)
                left = rows.shape[0] * model[f"components/{k}/objective"][-1]
                np.testing.assert_allclose(left, ((rows - rows.mean(0)) ** 2).sum()
                                           - (scores[:, :k + 1] ** 2).sum(), rtol=1e-6, atol=1e-12)

    def test_pictures_are_those_of_scikit_learn(self):
        components = self.fit("glyphs", "--size", 16)
        self.compare_with_sklearn()
        self.assertGreater(components[0]["negative_mass"], 0.01)
        self.assertNotIn("geodesic_gap", components[0])

    def test_histograms_are_those_of_scikit_learn(self):
        self.fit("bells", "--atoms", 40)
        self.compare_with_sklearn()

    def test_models_are_sampled_drawn_and_projected_on(self):
        self.fit("glyphs", "--size", 16)
        self.wpga("sample", "model.h5", "--times", 3, "-o", "strips.png")
        self.wpga("sample", "model.h5", "--component", 1, "--times", 3, "-o", "points.csv")
        done = self.wpga("project", "model.h5", "family.h5", "-o", "times.csv", "--json")
        self.assertTrue((self.folder / "strips.png").stat().st_size > 1000)
        self.assertTrue((self.folder / "times.csv").exists())
        json.loads(done.stdout)


if __name__ == "__main__":
    program.main()
