"""Estimators: scikit-learn's contract, and the mathematics behind it."""

import pickle

import numpy as np
import pandas
import pytest
from conftest import ESTIMATORS
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import wpga

# Fewer components than three histograms would allow, so that each check takes a moment.
CHECKS = [
    (estimator, check) for cls in ESTIMATORS for estimator, check in check_estimator(cls(n_components=1), generate_only=True)
]


def name_of(value):
    return getattr(value, "func", value).__name__ if callable(value) else type(value).__name__


@pytest.mark.parametrize("estimator, check", CHECKS, ids=name_of)
@pytest.mark.filterwarnings("ignore")
def test_scikit_learn_finds_nothing_to_object_to(estimator, check):
    check(estimator)


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_the_only_tag_is_that_histograms_are_not_negative(cls):
    assert cls()._more_tags() == {"requires_positive_X": True}


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_defaults_of_keywords_are_those_of_the_library(cls):
    from wpga import _core

    known = {option["name"]: option["default"] for option in _core.fit_options(cls._method)}
    parameters = cls().get_params()
    for name, default in known.items():
        if name != "random_state":
            assert parameters[name] == (tuple(default) if isinstance(default, list) else default)


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_empty_histograms_count_for_nothing(cls, histograms):
    """The fit is that of the others, and their own scores are those of the mean."""
    holes = np.insert(histograms, 4, 0, axis=0)
    with pytest.warns(UserWarning, match="rows 4 are empty"):
        estimator = cls(1).fit(holes)
    whole = cls(1).fit(histograms)
    assert estimator._model.encode() == whole._model.encode()
    with pytest.warns(UserWarning):
        scores = estimator.transform(holes)
    assert scores[4, 0] == 0 and np.array_equal(np.delete(scores, 4, axis=0), whole.transform(histograms))
    with pytest.raises(ValueError, match="every histogram is empty"):
        cls(1).fit(np.zeros((4, 3)))


def on_moving_atoms():
    return [cls for cls in ESTIMATORS if cls._method not in ("line", "euclidean", "curve")]


@pytest.mark.parametrize("cls", on_moving_atoms())
def test_transform_of_the_training_measures_is_fit_transform_to_the_bit(cls, family):
    estimator = cls(n_components=2, support=20, random_state=0)
    scores = estimator.fit_transform(family)
    assert scores.shape == (10, estimator.n_components_) and np.isfinite(scores).all()
    assert np.array_equal(estimator.transform(family), scores)
    assert np.array_equal(clone(estimator).set_params(n_jobs=2).fit_transform(family), scores)


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_pickled_estimators_place_measures_to_the_bit(cls, histograms):
    estimator = cls(n_components=1).fit(histograms)
    text = pickle.dumps(estimator)
    again = pickle.loads(text)
    assert np.array_equal(again.transform(histograms), estimator.transform(histograms))
    assert again.seconds_ == estimator.seconds_ and again.converged_ == estimator.converged_
    assert len(text) < len(estimator._model.encode()) + 4000


def test_translations_are_found(rng):
    """For translates of one cloud the principal geodesic is the translation (remark of section 3)."""
    cloud = rng.normal(size=(25, 2))
    places = np.linspace(-2, 2, 9)
    family = wpga.Family.from_points([cloud + [3 * t, 4 * t] for t in places])
    pga = wpga.PrincipalGeodesics(1, support=25, random_state=0)
    scores = pga.fit_transform(family)[:, 0]
    assert abs(scores) == pytest.approx(abs(5 * places), abs=2e-2)
    assert pga.explained_variance_ratio_[0] == pytest.approx(1, abs=1e-3)
    back = pga.inverse_transform(scores[:, None])
    for measure, wanted in zip(back, family):
        assert wpga.transport(measure, wanted).distance < 0.05


def test_inverse_transform_reaches_the_distance_that_the_projection_claims(family):
    pga = wpga.PrincipalGeodesics(2, support=30, random_state=0).fit(family)
    found = pga.project(family)
    back = pga.inverse_transform(found["joint_scores"])
    assert back.names == [str(i) for i in range(10)] and len(back) == 10
    for i in range(10):
        # A component that is left out stands at the mean, no farther than its time there.
        if not np.isnan(found["joint_times"][i]).any():
            reached = wpga.transport(back[i], family[i]).value
            assert reached <= found["joint_squared_distances"][i, -1] * (1 + 1e-6) + 1e-9


def test_score_is_the_share_that_a_comparison_holds_out(family):
    pga = wpga.PrincipalGeodesics(2, support=30, random_state=0).fit(family)
    found = pga.project(family)
    share = 1 - found["joint_squared_distances"][:, -1].mean() / found["squared_distances_to_mean"].mean()
    assert pga.score(family) == pytest.approx(share) and 0 < share <= 1
    assert pga.score(family) == pytest.approx(pga.explained_variance_ratio_.sum(), abs=5e-3)


def test_results_have_their_shapes(family):
    pga = wpga.PrincipalGeodesics(2, support=30, bootstrap=3, random_state=0).fit(family)
    assert pga.scores_.shape == pga.times_.shape == pga.squared_distances_.shape == (10, 2)
    assert pga.bootstrap_.shape == (3, 2) and len(pga.components_) == 2 and len(pga.mean_) == 30
    assert set(pga.certificates_) >= {"time_gap", "geodesic_gap", "orthogonality"}
    assert all(values.shape == (2,) for values in pga.certificates_.values())
    assert pga.clipped_.shape == pga.left_out_.shape == (2,)
    component = pga.components_[0]
    assert component.backward.shape == component.forward.shape == (30, 2)
    start = pga.mean_.points - component.backward
    assert np.allclose(component.at(0).points, start)
    assert pga.names_ == family.names and pga.labels_ == family.labels


def test_nothing_is_known_before_the_fit(family):
    pga = wpga.PrincipalGeodesics()
    for ask in (lambda: pga.transform(family), lambda: pga.mean_, lambda: pga.inverse_transform([[0]]), lambda: pga.save("m.h5")):
        with pytest.raises(NotFittedError):
            ask()
    assert not hasattr(pga, "components_")


def test_pipelines_and_searches_work_on_families(family):
    y = [0] * 5 + [1] * 5
    pipeline = make_pipeline(wpga.PrincipalGeodesics(2, support=20), LogisticRegression()).fit(family, y)
    assert pipeline.score(family, y) == 1
    search = GridSearchCV(wpga.TangentPCA(support=20), {"n_components": [1, 2]}, cv=3).fit(family)
    assert search.best_params_["n_components"] in (1, 2) and search.best_score_ > 0.5
    assert cross_val_score(pipeline, family, y, cv=2).shape == (2,)


def test_frames_come_out_with_names(family):
    tangent = wpga.TangentPCA(2, support=20).set_output(transform="pandas")
    frame = tangent.fit_transform(family)
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == ["tangentpca0", "tangentpca1"]
    assert list(frame.index) == family.names


def test_names_of_features_are_remembered(histograms):
    frame = pandas.DataFrame(histograms, columns=[f"bin{i}" for i in range(12)])
    tangent = wpga.TangentPCA(1).fit(frame)
    assert list(tangent.feature_names_in_) == list(frame.columns) and tangent.n_features_in_ == 12
    with pytest.raises(ValueError, match="feature names"):
        tangent.transform(frame[frame.columns[::-1]])
    points = pandas.DataFrame({"m": list("aabb"), "u": [0.0, 1, 2, 3], "v": [0.0, 0, 1, 1]})
    cells = wpga.TangentPCA(1).fit(wpga.Family.from_frame(points, "m"))
    assert list(cells.feature_names_in_) == ["u", "v"] and cells.n_features_in_ == 2


def test_the_grid_is_where_the_bins_are(histograms):
    narrow = wpga.LineGeodesics(1).fit(histograms)
    wide = wpga.LineGeodesics(1, bins=10 * np.arange(12)).fit(histograms)
    assert wide.variance_ == pytest.approx(100 * narrow.variance_)


def test_models_go_to_files_and_back(family, tmp_path):
    pga = wpga.PrincipalGeodesics(2, support=20, tolerance=1e-4, random_state=5).fit(family)
    pga.save(tmp_path / "m.h5")
    again = wpga.load(tmp_path / "m.h5")
    assert type(again) is wpga.PrincipalGeodesics
    same = ("n_components", "support", "tolerance", "random_state", "curve", "transport")
    assert {name: again.get_params()[name] for name in same} == {name: pga.get_params()[name] for name in same}
    assert np.array_equal(again.transform(family), pga.transform(family))
    again.save(tmp_path / "n.h5")
    assert (tmp_path / "m.h5").read_bytes() == (tmp_path / "n.h5").read_bytes()
    mean = wpga.barycenter(family, 10)
    mean.save(tmp_path / "mean.h5")
    assert np.array_equal(wpga.load(tmp_path / "mean.h5").points, mean.points)
    with pytest.raises(ValueError, match="nowhere.h5"):
        wpga.load(tmp_path / "nowhere.h5")
    (tmp_path / "bad.h5").write_bytes(b"no model")
    with pytest.raises(ValueError, match="bad.h5"):
        wpga.load(tmp_path / "bad.h5")


@pytest.mark.parametrize("cls", ESTIMATORS)
def test_every_estimator_comes_back_from_its_file(cls, histograms, tmp_path):
    estimator = cls(1).fit(histograms)
    estimator.save(tmp_path / "m.h5")
    again = wpga.load(tmp_path / "m.h5")
    assert type(again) is cls and again.n_components == 1
    family = wpga.Family.from_histograms(histograms)
    assert np.array_equal(again.transform(family), estimator.transform(family))


def test_histograms_without_their_bins_are_refused_after_a_file(histograms, tmp_path):
    bins = 10 * np.arange(12)
    estimator = wpga.LineGeodesics(1, bins=bins).fit(histograms)
    estimator.save(tmp_path / "m.h5")
    again = wpga.load(tmp_path / "m.h5")
    with pytest.raises(ValueError, match="set_params"):
        again.transform(histograms)
    wanted = estimator.transform(histograms)
    np.testing.assert_allclose(again.set_params(bins=bins).transform(histograms), wanted)
    np.testing.assert_allclose(pickle.loads(pickle.dumps(estimator)).transform(histograms), wanted)


def test_every_method_of_the_library_has_its_estimator():
    from wpga import _core

    assert sorted(cls._method for cls in ESTIMATORS) == sorted(_core.methods())


def test_statistics_are_there_when_asked_for(family, tmp_path):
    pga = wpga.TangentPCA("auto", support=20, noise_splits=2, groups=True, bootstrap=3).fit(family)
    found = pga.statistics_
    assert set(found) == {"cross_validation", "outliers", "noise_floor", "stability", "covariates", "draws"}
    assert found["draws"]["fits"] == 3 and found["cross_validation"]["shortfalls"]["unfinished_cone_steps"] == 0
    assert 1 <= pga.n_components_ <= 6 and found["cross_validation"]["folds"] == 5
    assert found["outliers"]["leverage"].shape == (10,) and found["covariates"]["columns"] == ["label"]
    pga.save(tmp_path / "m.h5")
    again = wpga.load(tmp_path / "m.h5")
    assert again.n_components == "auto" and again.noise_splits == 2 and again.groups is True
    assert np.array_equal(again.statistics_["outliers"]["leverage"], found["outliers"]["leverage"])
    assert set(wpga.TangentPCA(1, support=20).fit(family).statistics_) == {"outliers"}
    with pytest.raises(ValueError, match="rows for 10 measures"):
        wpga.TangentPCA(1).fit(family, meta=pandas.DataFrame({"age": [1, 2]}))


def test_files_are_read_as_those_of_the_fit(tmp_path, rng):
    np.save(tmp_path / "a.npy", rng.uniform(size=(6, 5, 5)))
    np.save(tmp_path / "b.npy", rng.uniform(size=(2, 5, 5)))
    pga = wpga.TangentPCA(1).fit(str(tmp_path / "a.npy"))
    assert pga.transform(str(tmp_path / "b.npy")).shape == (2, 1)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("cls", on_moving_atoms())
def test_few_measures(cls, count, rng):
    family = wpga.Family.from_points([rng.normal(size=(4, 2)) for _ in range(count)])
    estimator = cls()
    scores = estimator.fit_transform(family)
    assert scores.shape == (count, estimator.n_components_) and np.isfinite(scores).all()
    assert np.isfinite(estimator.score(family))


def test_measures_that_are_all_the_same(rng):
    family = wpga.Family.from_points([[[1.0, 2.0], [3.0, 4.0]]] * 4)
    pga = wpga.PrincipalGeodesics().fit(family)
    assert pga.variance_ == pytest.approx(0, abs=1e-12)
    assert pga.transform(family).shape == (4, pga.n_components_) and pga.score(family) == 0


BAD_OPTIONS = [
    ({"n_components": -1}, "`n_components`"),
    ({"n_components": 50}, "components"),
    ({"n_components": "three"}, "`n_components`"),
    ({"n_components": np.array([1, 2])}, "no value of an option"),
    ({"support": 0}, "`support`"),
    ({"tolerance": -1.0}, "`tolerance` must be at least 0"),
    ({"curve": "bent"}, "`curve`.*not one of"),
    ({"map_tolerance": 0.0}, "`map_tolerance` must be greater than 0"),
    ({"random_state": -1}, "`random_state`"),
    ({"mean_iterations": 0}, "`mean_iterations` must be at least 1"),
    ({"n_jobs": 0}, "`n_jobs`"),
    ({"box": "1,0"}, "box"),
    ({"iterations": 2.5}, "`iterations`"),
]


@pytest.mark.parametrize("options, sentence", BAD_OPTIONS)
def test_bad_options_are_refused_in_a_sentence(options, sentence, family):
    with pytest.raises(ValueError, match=sentence):
        wpga.PrincipalGeodesics(**options).fit(family)


def test_unknown_keywords_are_no_options():
    with pytest.raises(TypeError, match="colour"):
        wpga.PrincipalGeodesics(colour=3)
    with pytest.raises(TypeError, match="deformation"):
        wpga.TangentPCA(deformation="scale")


def test_other_spaces_are_refused(family, rng):
    tangent = wpga.TangentPCA(1, support=10).fit(family)
    with pytest.raises(ValueError, match="3|dimension|coordinates"):
        tangent.transform(wpga.Family.from_points([rng.normal(size=(4, 3))]))
    with pytest.raises(ValueError, match="one column a component"):
        tangent.inverse_transform([[0.0, 1.0]])
    with pytest.raises(ValueError, match="not finite"):
        tangent.inverse_transform([[np.nan]])


def test_measures_by_themselves_are_no_family(family):
    for X in (family[0], [family[0], family[1]]):
        with pytest.raises(ValueError, match="a family has them together"):
            wpga.TangentPCA(1).fit(X)
    with pytest.raises(ValueError, match="real numbers"):
        wpga.TangentPCA(1, support=10).fit(family).inverse_transform([[1j]])


def test_scores_of_no_components_give_the_mean_for_each_row():
    tangent = wpga.TangentPCA().fit(wpga.Family.from_points([[[1.0, 2.0]]]))
    assert tangent.n_components_ == 0
    back = tangent.inverse_transform(np.zeros((3, 0)))
    assert len(back) == 3 and back[2].points.tolist() == [[1, 2]]


def test_progress_is_told(family):
    told = []
    wpga.PrincipalGeodesics(1, support=200, progress=lambda *stage: told.append(stage)).fit(
        wpga.Family.from_points([np.random.default_rng(i).normal(size=(300, 2)) for i in range(30)])
    )
    assert told and all(isinstance(task, str) and 0 <= done for task, done, total in told)


def test_an_error_of_the_progress_stops_the_fit(rng):
    def broken(task, done, total):
        raise RuntimeError("no ink")

    big = wpga.Family.from_points([rng.normal(size=(400, 2)) for _ in range(30)])
    with pytest.raises(RuntimeError, match="no ink"):
        wpga.PrincipalGeodesics(3, progress=broken).fit(big)


def named_histograms(rng):
    """Histograms whose means lie at known places, as a frame whose index is in another order than its rows."""
    counts = rng.random((8, 5))
    index = [f"m{k}" for k in rng.permutation(8)]
    places = pandas.Series(counts @ np.arange(5) / counts.sum(axis=1), index=index, name="place")
    return pandas.DataFrame(counts, index=index, columns=list("abcde")), places


def test_a_frame_names_its_measures_and_meta_is_joined_by_them(rng):
    counts, places = named_histograms(rng)
    plain = wpga.LineGeodesics(1).fit(counts.to_numpy(), meta=pandas.DataFrame({"place": places.to_numpy()}))
    shuffled = wpga.LineGeodesics(1).fit(counts, meta=places.sample(frac=1, random_state=1))
    assert list(shuffled.names_) == list(counts.index)
    for one, other in zip(plain.statistics_["covariates"].values(), shuffled.statistics_["covariates"].values()):
        np.testing.assert_array_equal(one, other)


def test_meta_that_fits_in_part_or_twice_is_refused(rng):
    counts, places = named_histograms(rng)
    with pytest.raises(ValueError, match="no row 'm"):
        wpga.LineGeodesics(1).fit(counts, meta=places.rename({counts.index[3]: "mistyped"}))
    with pytest.raises(ValueError, match="more than one row"):
        wpga.LineGeodesics(1).fit(counts, meta=pandas.concat([places, places[:1]]))


@pytest.mark.parametrize("column", [[np.nan] * 8, [""] * 8, [None] * 8, [np.inf] * 8])
def test_a_column_without_a_known_value_tells_nothing(rng, column):
    counts, _ = named_histograms(rng)
    found = wpga.LineGeodesics(1).fit(counts, meta=pandas.DataFrame({"c": column}, index=counts.index))
    assert np.isnan(found.statistics_["covariates"]["association"]).all()


def test_a_mean_and_a_report_before_the_fit(rng):
    mean = wpga.barycenter(wpga.Family.from_points([rng.normal(size=(5, 2)) for _ in range(3)]))
    again = pickle.loads(pickle.dumps(mean))
    np.testing.assert_allclose(again.points, mean.points, rtol=1e-12)
    with pytest.raises(NotFittedError):
        wpga.PrincipalGeodesics(1).report()


def test_numbers_among_objects_are_numbers(rng):
    """None among whole numbers makes a column of objects; the command line reads such a column as numbers."""
    counts, places = named_histograms(rng)
    holes = places.mask(np.arange(8) == 2)
    objects = pandas.Series([None if np.isnan(value) else value for value in holes], index=holes.index, name="place", dtype=object)
    found = [wpga.LineGeodesics(1).fit(counts, meta=meta).statistics_["covariates"] for meta in (holes, objects)]
    assert found[1]["measures"] == [7]
    for one, other in zip(found[0].values(), found[1].values()):
        np.testing.assert_array_equal(one, other)
