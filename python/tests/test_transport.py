"""Couplings, distances and means against closed forms and other solvers."""

import os
import pickle
import subprocess

import numpy as np
import pandas
import pytest
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist

import wpga


def test_equal_clouds_are_matched_as_the_assignment_problem_says(rng):
    x, y = rng.normal(size=(60, 3)), rng.normal(size=(60, 3))
    cost = cdist(x, y, "sqeuclidean")
    rows, columns = linear_sum_assignment(cost)
    found = wpga.transport(x, y)
    assert found.value == pytest.approx(cost[rows, columns].mean(), rel=1e-12)
    assert np.allclose(found.map, y[columns]) and found.converged and found.method == "exact"
    assert 0 <= found.gap <= 1e-9 * found.value + 1e-12 and found.lower_bound <= found.value


def test_plans_have_their_marginals_and_agree_with_pot(rng):
    ot = pytest.importorskip("ot")
    x, y = rng.normal(size=(40, 2)), rng.normal(size=(25, 2)) + 1
    a, b = rng.dirichlet(np.ones(40)), rng.dirichlet(np.ones(25))
    found = wpga.transport((x, a), (y, b))
    assert found.value == pytest.approx(ot.emd2(a, b, cdist(x, y, "sqeuclidean")), rel=1e-9)
    plan = found.plan
    assert plan.shape == (40, 25)
    assert np.allclose(np.asarray(plan.sum(axis=1)).ravel(), a) and np.allclose(np.asarray(plan.sum(axis=0)).ravel(), b)
    assert plan.multiply(cdist(x, y, "sqeuclidean")).sum() == pytest.approx(found.value)
    assert np.allclose((plan @ y) / a[:, None], found.map)


def test_entropic_plans_lie_above(rng):
    x, y = rng.normal(size=(30, 2)), rng.normal(size=(30, 2))
    exact = wpga.transport(x, y)
    entropic = wpga.transport(x, y, transport="entropic", regularization=0.05)
    assert entropic.method == "entropic" and entropic.value > exact.value >= entropic.lower_bound


def test_measures_families_arrays_and_pairs_say_the_same(family):
    a, b = family[0], family[1]
    wanted = wpga.transport(a, b).value
    assert wpga.transport(family[:1], family[1:2]).value == wanted
    assert wpga.transport((a.points, a.weights), b).value == wanted
    assert wpga.transport(a.points, b.points).value == pytest.approx(wanted, rel=1e-12)
    assert "20 × 21 atoms" in repr(wpga.transport(a, b))


def test_atoms_without_mass_keep_their_rows_and_columns(rng):
    x, y = rng.normal(size=(5, 2)), rng.normal(size=(4, 2))
    a, b = np.array([1.0, 0, 2, 0, 1]), np.array([0, 1.0, 3, 1])
    found = wpga.transport((x, a), (y, b))
    assert found.shape == found.plan.shape == (5, 4) and found.map.shape == (5, 2)
    plan = found.plan.toarray()
    assert plan.sum(axis=1) == pytest.approx(a / 4) and plan.sum(axis=0) == pytest.approx(b / 5)
    assert (plan * cdist(x, y, "sqeuclidean")).sum() == pytest.approx(found.value)
    assert np.array_equal(np.isnan(found.map).any(axis=1), a == 0)
    few = wpga.transport((x[a > 0], a[a > 0]), (y[b > 0], b[b > 0]))
    assert found.value == few.value and np.array_equal(found.map[a > 0], few.map)


@pytest.mark.parametrize("kind", ["exact", "entropic"])
def test_a_pickled_coupling_is_the_same(kind, rng):
    found = wpga.transport(rng.normal(size=(9, 2)), rng.normal(size=(7, 2)), transport=kind)
    again = pickle.loads(pickle.dumps(found))
    for name in ("value", "lower_bound", "gap", "distance", "method", "converged", "iterations", "shape", "seconds"):
        assert getattr(again, name) == getattr(found, name)
    assert np.array_equal(again.map, found.map) and (again.plan != found.plan).nnz == 0


def test_large_problems_run_beside_and_give_the_same_bits(rng):
    x, y = rng.normal(size=(320, 2)), rng.normal(size=(320, 2))
    once = wpga.transport(x, y)
    assert all(wpga.transport(x, y).value == once.value for _ in range(3))


@pytest.mark.parametrize(
    "a, b, sentence",
    [
        (np.zeros((2, 2)), np.zeros((2, 3)), "dimensions 2 and 3"),
        (np.zeros((0, 2)), np.zeros((2, 2)), "first measure"),
        ([[np.nan, 0]], [[0, 0]], "first measure.*finite"),
        ([[0, 0]], ([[0, 0]], [-1]), "second measure.*at least 0"),
        ("text", [[0]], "first measure"),
    ],
)
def test_bad_measures_are_refused(a, b, sentence):
    with pytest.raises(ValueError, match=sentence):
        wpga.transport(a, b)
    with pytest.raises(TypeError, match="unknown option"):
        wpga.transport([[0.0]], [[1.0]], engine=3)


def test_distances_are_those_of_single_problems_for_any_number_of_threads(family):
    upper, lower = wpga.pairwise_distances(family, bounds=True, n_jobs=1)
    assert upper.shape == (10, 10) and np.array_equal(upper, upper.T) and (np.diag(upper) == 0).all()
    assert upper[2, 7] == pytest.approx(wpga.transport(family[2], family[7]).distance, rel=1e-12)
    assert (lower <= upper).all() and np.allclose(lower, upper)
    assert np.array_equal(wpga.pairwise_distances(family, n_jobs=2), upper)
    assert np.allclose(wpga.pairwise_distances(family, squared=True), upper**2)
    assert np.allclose(wpga.pairwise_distances(family[:3], family), upper[:3])
    with pytest.raises(ValueError, match="wpga.Family is wanted"):
        wpga.pairwise_distances(np.zeros((3, 3)))


def test_the_mean_of_translates_is_their_mean_translate(rng):
    cloud = rng.normal(size=(15, 2))
    shifts = rng.normal(size=(6, 2))
    mean = wpga.barycenter(wpga.Family.from_points([cloud + shift for shift in shifts]), support=15, random_state=0)
    wanted = cloud + shifts.mean(axis=0)
    assert wpga.transport(mean, wanted).value < 1e-6
    variance = ((shifts - shifts.mean(axis=0)) ** 2).sum(axis=1).mean()
    assert mean.variance == pytest.approx(variance, rel=1e-3) and mean.converged
    assert mean.squared_distances.shape == (6,) and len(mean) == 15


def test_means_start_where_they_are_told(rng):
    family = wpga.Family.from_points([rng.normal(size=(10, 2)) for _ in range(4)])
    start = wpga.Measure(rng.normal(size=(7, 2)))
    assert len(wpga.barycenter(family, start_from=start)) == 7
    assert len(wpga.barycenter(family, 5, method="fixed")) <= 5
    with pytest.raises(TypeError, match="unknown option 'atoms'"):
        wpga.barycenter(family, atoms=3)
    with pytest.raises(ValueError, match="`support` must be at least 1"):
        wpga.barycenter(family, 0)


def test_a_comparison_is_a_table(family):
    table = wpga.compare(family, ["geodesics", "tangent", "line"], holdout=0.2, n_components=2, bootstrap=2)
    assert set(table.method) == {"geodesics", "tangent", "tangent-cone"}
    assert table.attrs["refused"].keys() == {"line"} and table.attrs["variance"] > 0
    assert (table.cumulative.between(0, 1)).all() and table.held_out_cumulative.notna().all()
    assert (table.bootstrap_cumulative_low <= table.bootstrap_cumulative_high).all()
    with pytest.raises(ValueError, match="not one of"):
        wpga.compare(family, ["magic"])
    with pytest.raises(ValueError, match="`holdout` must be"):
        wpga.compare(family, ["tangent"], holdout=2)


def test_a_comparison_takes_the_options_of_the_command_line(family, tmp_path):
    """Same numbers, column by column, as compare.csv."""
    program = os.environ.get("WPGA_PROGRAM")
    if not program:
        pytest.skip("WPGA_PROGRAM names no program")
    family.save(tmp_path / "family.h5")
    flags = "--methods geodesics,template,curve --holdout 0.2 --components 2 --support 12 --mean-method fixed --deformation scale"
    flags += " --curve geodesic --bootstrap 2 --seed 3 --transport exact"
    command = [program, "compare", tmp_path / "family.h5", "-o", tmp_path / "out", *flags.split()]
    subprocess.run(command, check=True, capture_output=True)
    theirs = pandas.read_csv(tmp_path / "out" / "compare.csv").drop(columns="seconds")
    ours = wpga.compare(
        family, ["geodesics", "template", "curve"], holdout=0.2, n_components=2, support=12, mean_method="fixed",
        deformation="scale", curve="geodesic", bootstrap=2, random_state=3, transport="exact",
    ).drop(columns="seconds")
    pandas.testing.assert_frame_equal(ours, theirs, rtol=1e-14, check_dtype=False)
    assert "numbers" in ours and "bootstrap_cumulative_low" in ours


def test_options_of_a_comparison_matter_and_unknown_ones_are_refused(family):
    one = wpga.compare(family, "tangent", n_components=1, support=12)
    start = wpga.Measure(family[0].points[:12])
    other = wpga.compare(family, "tangent", n_components=1, mean_from=start, mean_method="fixed")
    assert other.attrs["variance"] != one.attrs["variance"]
    assert set(wpga.compare(family, ["curve", "tangent"], n_components=0.5, support=8).method) >= {"curve", "tangent"}
    for keyword in ("deformation", "cone", "colour"):
        with pytest.raises(TypeError, match=f"unknown option '{keyword}'"):
            wpga.compare(family, ["tangent"], **{keyword: "scale"})
    with pytest.raises(ValueError, match="`mean_method`.*not one of"):
        wpga.compare(family, ["tangent"], mean_method="median")
    with pytest.raises(ValueError, match="twice"):
        wpga.compare(family, ["tangent", "tangent"])
    with pytest.raises(ValueError, match="one measure is wanted"):
        wpga.compare(family, ["tangent"], mean_from=family)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -0.5])
def test_a_wrong_weight_anywhere_is_refused(rng, place, wrong):
    x, weights = rng.normal(size=(3, 2)), np.full(3, 1 / 3)
    weights[place] = wrong
    with pytest.raises(ValueError, match="weight"):
        wpga.transport((x, weights), x)
