"""The same data and options give the same bytes from Python as from the command line."""

import os
import subprocess

import numpy as np
import pandas
import pytest

import wpga

PROGRAM = os.environ.get("WPGA_PROGRAM")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="WPGA_PROGRAM names no program")

METHODS = {
    "geodesics": (wpga.PrincipalGeodesics, {"n_components": 2, "support": 40}, ["--components", "2", "--support", "40"]),
    "geodesics, options": (
        wpga.PrincipalGeodesics,
        {"n_components": 2, "support": 30, "curve": "geodesic", "mean_tolerance": 1e-4, "tolerance": 1e-3, "random_state": 7, "bootstrap": 2},
        ["--components", "2", "--support", "30", "--curve", "geodesic", "--mean-tolerance", "1e-4", "--tolerance", "1e-3", "--seed", "7", "--bootstrap", "2"],
    ),
    "entropic": (
        wpga.PrincipalGeodesics,
        {"n_components": 1, "support": 20, "transport": "entropic", "regularization": 0.05},
        ["--components", "1", "--support", "20", "--transport", "entropic", "--regularization", "0.05"],
    ),
    "share": (wpga.PrincipalGeodesics, {"n_components": 0.5}, ["--components", "0.5"]),
    "tangent": (wpga.TangentPCA, {"n_components": 2, "cone": True}, ["--method", "tangent", "--components", "2", "--cone"]),
    "linear": (wpga.LinearTransportPCA, {"n_components": 2, "template_atoms": 20}, ["--method", "linear", "--components", "2", "--template-atoms", "20"]),
    "template": (wpga.TemplateDeformation, {"deformation": "scale"}, ["--method", "template", "--deformation", "scale"]),
    "euclidean": (wpga.EuclideanPCA, {"n_components": 2}, ["--method", "euclidean", "--components", "2"]),
    "curve": (wpga.PrincipalCurves, {"n_components": 1}, ["--method", "curve", "--components", "1"]),
    "statistics": (
        wpga.PrincipalGeodesics,
        {"n_components": 1, "support": 20, "folds": 3, "robust": True, "bootstrap": 2, "noise_splits": 2},
        ["--components", "1", "--support", "20", "--folds", "3", "--robust", "--bootstrap", "2", "--noise-splits", "2"],
    ),
    "auto, aligned": (
        wpga.TangentPCA,
        {"n_components": "auto", "support": 20, "align": "rotation"},
        ["--method", "tangent", "--components", "auto", "--support", "20", "--align", "rotation"],
    ),
    "gaussian geodesic": (wpga.GaussianGeodesics, {"n_components": 1}, ["--method", "gaussian-geodesic", "--components", "1"]),
    "gaussian": (wpga.GaussianPCA, {"n_components": 2}, ["--method", "gaussian", "--components", "2"]),
}


def images(rng):
    rows, columns = np.mgrid[0:8, 0:8]
    centers = rng.uniform(2, 6, size=(12, 2))
    bumps = [np.exp(-((rows - r) ** 2 + (columns - c) ** 2) / 4) for r, c in centers]
    return (255 * np.array(bumps)).astype(np.uint8)


@pytest.mark.parametrize("case", METHODS)
def test_models_are_the_same_to_the_byte(case, rng, tmp_path):
    cls, options, flags = METHODS[case]
    X = images(rng)
    np.save(tmp_path / "images.npy", X)
    subprocess.run(
        [PROGRAM, "fit", tmp_path / "images.npy", "-o", tmp_path / "cli.h5", *flags], check=True, capture_output=True
    )
    cls(**options).fit(wpga.Family.from_images(X)).save(tmp_path / "python.h5")
    assert (tmp_path / "cli.h5").read_bytes() == (tmp_path / "python.h5").read_bytes()


def test_columns_about_the_measures_are_held_against_the_scores(rng, tmp_path):
    X = images(rng)
    np.save(tmp_path / "images.npy", X)
    family = wpga.Family.from_images(X)
    centers = (X * (np.arange(8) + 0.5)).sum(axis=(1, 2)) / X.sum(axis=(1, 2))
    meta = pandas.DataFrame({"place": centers, "side": np.where(centers > np.median(centers), "right", "left")}, index=family.names)
    meta.to_csv(tmp_path / "meta.csv", index_label="name", float_format="%.17g")
    flags = ["--components", "2", "--support", "20", "--meta", tmp_path / "meta.csv", "-o", tmp_path / "cli.h5"]
    subprocess.run([PROGRAM, "fit", tmp_path / "images.npy", *flags], check=True, capture_output=True)
    pga = wpga.PrincipalGeodesics(2, support=20).fit(family, meta=meta)
    pga.save(tmp_path / "python.h5")
    assert (tmp_path / "cli.h5").read_bytes() == (tmp_path / "python.h5").read_bytes()
    found = pga.statistics_["covariates"]
    assert found["columns"] == ["place", "side"] and found["association"].shape == (2, 2)
    assert found["association"][0] == pytest.approx([np.corrcoef(centers, score)[0, 1] for score in pga.scores_.T])


def test_measures_on_the_line(rng, tmp_path):
    H = rng.dirichlet(np.ones(15), size=9)
    np.save(tmp_path / "h.npy", H)
    subprocess.run(
        [PROGRAM, "fit", tmp_path / "h.npy", "--method", "line", "--components", "1", "-o", tmp_path / "cli.h5"],
        check=True,
        capture_output=True,
    )
    wpga.LineGeodesics(1).fit(H).save(tmp_path / "python.h5")
    assert (tmp_path / "cli.h5").read_bytes() == (tmp_path / "python.h5").read_bytes()


def test_projections_are_the_same_to_the_bit(rng, tmp_path):
    h5py = pytest.importorskip("h5py")
    X = images(rng)
    np.save(tmp_path / "a.npy", X[:9])
    np.save(tmp_path / "b.npy", X[9:])
    pga = wpga.PrincipalGeodesics(2, support=30).fit(wpga.read(tmp_path / "a.npy"))
    pga.save(tmp_path / "m.h5")
    command = [PROGRAM, "project", tmp_path / "m.h5", tmp_path / "b.npy", "-o", tmp_path / "t.h5"]
    subprocess.run(command, check=True, capture_output=True)
    ours = pga.project(str(tmp_path / "b.npy"))
    with h5py.File(tmp_path / "t.h5") as theirs:
        for name in ("times", "scores", "squared_distances", "lower_bounds"):
            columns = np.column_stack([theirs[f"components/{k}/{name}"][:] for k in range(2)])
            assert columns.shape == (3, 2) and np.array_equal(columns, ours[name])
        for name in ("times", "scores", "squared_distances"):
            assert np.array_equal(theirs[f"joint/{name}"][:], ours[f"joint_{name}"], equal_nan=True)
        assert np.array_equal(theirs["mean/squared_distances"][:], ours["squared_distances_to_mean"])
    assert np.array_equal(ours["joint_scores"], pga.transform(wpga.Family.from_images(X[9:])))


def test_means_are_the_same_to_the_byte(rng, tmp_path):
    np.save(tmp_path / "a.npy", images(rng)[:9])
    command = [PROGRAM, "mean", tmp_path / "a.npy", "--support", "20", "-o", tmp_path / "mean.h5"]
    subprocess.run(command, check=True, capture_output=True)
    wpga.barycenter(wpga.read(tmp_path / "a.npy"), support=20).save(tmp_path / "mean_python.h5")
    assert (tmp_path / "mean.h5").read_bytes() == (tmp_path / "mean_python.h5").read_bytes()


def test_a_measure_far_away_changes_no_other_score_of_the_command_line(rng, tmp_path):
    """The same rule for `wpga project`: rows of a batch are those of its parts."""
    clouds = [rng.normal(size=(9, 2)) for _ in range(6)]
    wpga.TangentPCA(2, support=8).fit(clouds).save(tmp_path / "m.h5")
    wpga.Family.from_points([*clouds, [[1e20, 1e20]]]).save(tmp_path / "far.h5")
    wpga.Family.from_points(clouds[2:3], names=["2"]).save(tmp_path / "one.h5")
    rows = {}
    for name in ("far", "one"):
        command = [PROGRAM, "project", tmp_path / "m.h5", tmp_path / f"{name}.h5", "-o", tmp_path / f"{name}.csv"]
        subprocess.run(command, check=True, capture_output=True)
        rows[name] = (tmp_path / f"{name}.csv").read_text().splitlines()
    assert rows["far"][3] == rows["one"][1] and len(rows["far"]) == 8


def test_the_curve_of_a_regression_is_loaded_as_a_component(rng, tmp_path):
    ages = np.linspace(20, 80, 9)
    rows = [(f"m{i}", *(rng.normal(size=2) + [age / 10, 0])) for i, age in enumerate(ages) for _ in range(12)]
    pandas.DataFrame(rows, columns=["measure", "x", "y"]).to_csv(tmp_path / "clouds.csv", index=False)
    pandas.DataFrame({"name": [f"m{i}" for i in range(9)], "age": ages}).to_csv(tmp_path / "meta.csv", index=False)
    subprocess.run(
        [PROGRAM, "regress", "clouds.csv", "--meta", "meta.csv", "--on", "age", "--support", "12", "-o", "r.h5"],
        cwd=tmp_path, check=True, capture_output=True,
    )
    curve = wpga.load(tmp_path / "r.h5")
    assert curve.n_components_ == 1 and curve.get_params()["n_components"] == 1
    regression = curve.statistics_["regression"]
    assert regression["r_squared"] > 0.5 and np.array_equal(regression["covariate"], ages)
    scores = curve.transform(wpga.read(tmp_path / "clouds.csv"))
    assert np.corrcoef(scores[:, 0], ages)[0, 1] > 0.9
    curve.save(tmp_path / "again.h5")
    assert (tmp_path / "again.h5").read_bytes() == (tmp_path / "r.h5").read_bytes()
