"""What estimators promise beyond scikit-learn's checks: scores of their own, files, frames, warnings."""

import pickle
import warnings

import numpy as np
import pandas
import pytest
from conftest import ESTIMATORS
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning

import wpga

ON_MOVING_ATOMS = [cls for cls in ESTIMATORS if cls._method not in ("line", "euclidean", "curve")]


@pytest.mark.parametrize("away", [1e3, 1e10, 1e20, 1e100])
@pytest.mark.parametrize("cls", ON_MOVING_ATOMS)
def test_no_score_depends_on_the_other_measures(cls, away, clouds):
    estimator = cls(2, support=15).fit(wpga.Family.from_points(clouds))
    alone = np.concatenate([estimator.transform([cloud]) for cloud in clouds])
    far = estimator.transform([*clouds, np.full((3, 2), away)])
    assert np.array_equal(far[:-1], alone) and np.isfinite(far).all()
    assert np.array_equal(estimator.transform(clouds[::-1]), alone[::-1])


@pytest.mark.parametrize("cls", [cls for cls in ESTIMATORS if cls not in ON_MOVING_ATOMS])
def test_no_score_of_histograms_depends_on_the_others(cls, histograms):
    estimator = cls(1).fit(histograms)
    alone = np.concatenate([estimator.transform(row[None]) for row in histograms])
    assert np.array_equal(estimator.transform(histograms), alone)


@pytest.mark.parametrize("method", ["free", "fixed", "lp", "sliced", "auto"])
def test_a_saved_model_places_measures_to_the_bit(method, rng, tmp_path):
    """Whatever the last digits are of the weights that a mean was given."""
    family = wpga.Family.from_points([rng.normal(size=(9, 2)) for _ in range(5)], [rng.dirichlet(np.ones(9)) for _ in range(5)])
    estimator = wpga.TangentPCA(2, support=7, mean_method=method).fit(family)
    estimator.save(tmp_path / "m.h5")
    again = wpga.load(tmp_path / "m.h5")
    assert np.array_equal(again.mean_.weights, estimator.mean_.weights)
    for name in ("times", "scores", "squared_distances", "joint_scores"):
        assert np.array_equal(again.project(family)[name], estimator.project(family)[name], equal_nan=True)
    again.save(tmp_path / "n.h5")
    assert (tmp_path / "m.h5").read_bytes() == (tmp_path / "n.h5").read_bytes()


def test_a_large_measure_is_the_same_after_a_pickle_and_a_file(tmp_path):
    """The sum of many equal weights is off one by more than that of few."""
    family = wpga.Family.from_points([np.arange(1e7)])
    assert np.array_equal(pickle.loads(pickle.dumps(family)).weights, family.weights)
    family.save(tmp_path / "f.h5")
    assert np.array_equal(wpga.read(tmp_path / "f.h5").weights, family.weights)


def test_fit_transform_takes_what_fit_takes(family):
    meta = pandas.DataFrame({"age": np.arange(10.0)}, index=family.names)
    fitted = wpga.TangentPCA(2, support=15).fit(family, meta=meta)
    both = wpga.TangentPCA(2, support=15)
    assert np.array_equal(both.fit_transform(family, meta=meta), fitted.transform(family))
    assert np.array_equal(both.statistics_["covariates"]["association"], fitted.statistics_["covariates"]["association"])


@pytest.mark.parametrize("kind", ["clouds", "tuple of clouds", "lists of numbers", "files", "frame", "array", "family"])
def test_frames_come_out_whatever_goes_in(kind, clouds, histograms, tmp_path):
    paths = []
    for i, cloud in enumerate(clouds):
        paths.append(str(tmp_path / f"m{i}.csv"))
        pandas.DataFrame(cloud, columns=["x", "y"]).to_csv(paths[-1], index=False)
    X, index = {
        "clouds": (clouds, [str(i) for i in range(10)]),
        "tuple of clouds": (tuple(clouds), [str(i) for i in range(10)]),
        "lists of numbers": (histograms.tolist(), list(range(25))),
        "files": (paths, [f"m{i}" for i in range(10)]),
        "frame": (pandas.DataFrame(histograms, index=[f"h{i}" for i in range(25)]), [f"h{i}" for i in range(25)]),
        "array": (histograms, list(range(25))),
        "family": (wpga.Family.from_points(clouds, names=list("abcdefghij")), list("abcdefghij")),
    }[kind]
    estimator = wpga.TangentPCA(2, support=10)
    plain = estimator.fit_transform(X)
    estimator.set_output(transform="pandas")
    for frame in (estimator.fit_transform(X), estimator.fit(X).transform(X)):
        assert list(frame.index) == index and list(frame.columns) == ["tangentpca0", "tangentpca1"]
        assert np.array_equal(frame.to_numpy(), plain)


def test_a_fit_that_stops_early_warns_as_scikit_learn_does(family):
    with pytest.warns(ConvergenceWarning, match=r"PrincipalGeodesics stopped before it converged \(.*component 1.*`iterations`"):
        wpga.PrincipalGeodesics(1, support=12, iterations=1, tolerance=0).fit(family)
    with pytest.warns(ConvergenceWarning, match=r"\(the mean"):
        wpga.TangentPCA(1, support=12, mean_iterations=1, mean_tolerance=0).fit_transform(family)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wpga.PrincipalGeodesics(1, support=12).fit(family)


def test_columns_that_are_numbers_are_the_bins(histograms, tmp_path):
    places = [str(10 * i) for i in range(12)]
    frame = pandas.DataFrame(histograms, columns=places)
    wanted = wpga.LineGeodesics(1, bins=10 * np.arange(12)).fit(histograms)
    found = wpga.LineGeodesics(1).fit(frame)
    assert found._model.encode() == wanted._model.encode()
    assert found.variance_ == wpga.LineGeodesics(1).fit(wpga.Family.from_histograms(frame)).variance_
    for X in (frame, histograms[:5]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn: no feature names
            assert np.array_equal(found.transform(X), wanted.transform(np.asarray(X)))
    assert np.array_equal(pickle.loads(pickle.dumps(found)).transform(frame), found.transform(frame))
    found.save(tmp_path / "m.h5")
    assert np.array_equal(wpga.load(tmp_path / "m.h5").transform(frame), found.transform(frame))
    numbers = frame.set_axis(np.arange(12) * 10.0, axis=1)
    fitted = wpga.LineGeodesics(1).fit(numbers)
    with pytest.raises(ValueError, match="other bins than those of the fit"):
        fitted.transform(frame.set_axis(np.arange(12) * 9.0, axis=1))
    # Columns that nobody named are no places.
    assert wpga.LineGeodesics(1).fit(pandas.DataFrame(histograms)).variance_ == wpga.LineGeodesics(1).fit(histograms).variance_


def test_translates_on_a_line_have_the_scores_of_principal_components(rng):
    """Translates of one cloud are vectors: PCA of their means is the other way to the same numbers."""
    cloud, shifts = rng.normal(size=(12, 3)), rng.normal(size=(9, 3)) * [5, 2, 1]
    clouds = [cloud + shift for shift in shifts]
    ours = wpga.TangentPCA(3, support=12).fit_transform(clouds)
    theirs = PCA(3).fit_transform(shifts)
    assert np.abs(ours) == pytest.approx(np.abs(theirs), abs=1e-6)
