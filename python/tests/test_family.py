"""What a family is: its atoms, its parts, its memory."""

import gc
import pickle

import numpy as np
import pandas
import pytest
from conftest import same

import wpga
from wpga import Family


def test_atoms_come_back_as_they_were_given(clouds):
    family = Family.from_points(clouds)
    assert len(family) == 10 and family.dimension == 2 and family.shape == (10,)
    for measure, cloud in zip(family, clouds):
        assert np.array_equal(measure.points, cloud)
        assert measure.weights == pytest.approx(np.full(len(cloud), 1 / len(cloud)))


def test_weights_are_divided_by_their_sum_and_zeros_dropped():
    measure = Family.from_points([[[0, 0], [1, 1], [2, 2]]], [[1, 0, 3]])[0]
    assert measure.points.tolist() == [[0, 0], [2, 2]] and measure.weights.tolist() == [0.25, 0.75]


def test_points_and_weights_are_looked_at_without_a_copy_and_read_only(family):
    first, last = family.offsets[3:5]
    for whole, part in ((family.points, family[3].points), (family.weights, family[3].weights)):
        assert part.ctypes.data == whole[first:last].ctypes.data
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 1
        with pytest.raises(ValueError):
            part.flags.writeable = True


def test_the_memory_outlives_the_family(clouds):
    """Nobody else is given memory that is still looked at."""
    points = Family.from_points(clouds).points
    gc.collect()
    junk = [np.full_like(points, np.nan) for _ in range(200)]
    assert np.array_equal(points, np.concatenate(clouds))
    assert not any(np.shares_memory(points, one) for one in junk)


def test_slices_masks_lists_and_names_give_families(family):
    assert same(family[2:5], family[[2, 3, 4]])
    assert same(family[::-1], family[list(range(9, -1, -1))])
    assert same(family[np.arange(10) < 3], family[:3])
    assert same(family[["7", "1"]], family[[7, 1]])
    assert same(family[np.array([-1])], family[9:])
    assert isinstance(family[-1], wpga.Measure) and family[-1].name == "9"
    assert family[7:].labels == ["high"] * 3
    for bad in ([10], [-11], [True], np.array([0.5]), 10, 3.5):
        with pytest.raises((IndexError, TypeError)):
            family[bad]
    with pytest.raises(KeyError):
        family[["nobody"]]
    assert family["7"].name == "7"
    with pytest.raises(KeyError, match="nobody"):
        family["nobody"]
    for bad in (np.array([[0, 1], [1, 2]]), {1, 2}, [None], np.array([2**63], dtype="u8")):
        with pytest.raises(IndexError):
            family[bad]
    with pytest.raises(ValueError, match="no measure was chosen"):
        family[[]]


def test_a_pickled_family_is_the_same_to_the_bit(family, tmp_path):
    family = family.with_measure_weights(np.arange(1, 11)).standardized()
    again = pickle.loads(pickle.dumps(family))
    assert same(family, again)
    family.save(tmp_path / "a.h5")
    again.save(tmp_path / "b.h5")
    assert (tmp_path / "a.h5").read_bytes() == (tmp_path / "b.h5").read_bytes()
    assert same(wpga.read(tmp_path / "a.h5"), family)
    measure = pickle.loads(pickle.dumps(family[2]))
    assert np.array_equal(measure.points, family[2].points) and measure.name == "2"


def test_names_may_be_of_any_language(clouds):
    assert Family.from_points(clouds[:1], names=["Zoë 東"]).names == ["Zoë 東"]


def test_nullable_masks_of_pandas_choose_as_masks_do(family):
    mask = pandas.Series(np.arange(10) % 3 == 0)
    assert family[mask.astype("boolean")].names == family[mask].names == ["0", "3", "6", "9"]
    with pytest.raises(IndexError):
        family[mask.astype("boolean").mask(mask)]
