"""What is refused, in a sentence, and what is just allowed."""

import os

import numpy as np
import pandas
import pytest
from conftest import same

import wpga
from wpga import Family


def test_transforms_that_cannot_be_are_refused():
    frame = pandas.DataFrame({"measure": list("aabb"), "x": [1.0, -2, 3, 4]})
    for transform, sentence in (("log10", "has no logarithm"), ("sqrt", "not one of"), ("z:asinh", "not among"), (3, "`transform`|text")):
        with pytest.raises(ValueError, match=sentence):
            Family.from_frame(frame, "measure", transform=transform)


BAD_POINTS = {
    "empty list": ([], "the list is empty"),
    "no points": ([np.zeros((0, 2))], "it has no points"),
    "no coordinates": ([np.zeros((3, 0))], "no coordinates|it has no points"),
    "NaN": ([[[0, np.nan]]], "coordinates must be finite"),
    "infinite": ([[[0, np.inf]]], "coordinates must be finite"),
    "ragged dimensions": ([np.zeros((2, 2)), np.zeros((2, 3))], "all must agree"),
    "ragged rows": ([[[1, 2], [3]]], "measure '0'"),
    "texts": ([[["a", "b"]]], "real numbers are wanted"),
    "complex": ([np.zeros((2, 2), complex)], "real numbers are wanted"),
    "dates": ([np.zeros((2, 2), "M8[s]")], "real numbers are wanted"),
    "objects": ([np.array([[object(), object()]])], "no numbers"),
    "none": ([None], "measure '0'"),
    "three axes": ([np.zeros((2, 2, 2))], "points are an array"),
    "number": ([3.0], "points are an array"),
    "one cloud": (np.zeros((3, 2)), "one cloud"),
    "text": ("points", "a list of arrays"),
    "masked": ([np.ma.masked_array([[1.0, 2.0]], [[True, False]])], "masked"),
}


@pytest.mark.parametrize("case", BAD_POINTS)
def test_bad_points_are_refused_in_a_sentence(case):
    points, sentence = BAD_POINTS[case]
    with pytest.raises(ValueError, match=sentence):
        Family.from_points(points)


BAD_WEIGHTS = {
    "negative": ([[1, -1]], "weights must be at least 0"),
    "NaN": ([[1, np.nan]], "weights must be finite"),
    "infinite": ([[1, np.inf]], "weights must be finite"),
    "zero": ([[0, 0]], "it has no mass"),
    "too few": ([[1]], "every atom needs one weight"),
    "too many": ([[1, 1, 1]], "every atom needs one weight"),
    "two axes": ([[[1, 1]]], "weights are an array"),
    "several": ([[1, 1], [1, 1]], "every measure needs one"),
    "texts": ([["a", "b"]], "real numbers are wanted"),
}


@pytest.mark.parametrize("case", BAD_WEIGHTS)
def test_bad_weights_are_refused_in_a_sentence(case):
    weights, sentence = BAD_WEIGHTS[case]
    with pytest.raises(ValueError, match=sentence):
        Family.from_points([[[0, 0], [1, 1]]], weights)


@pytest.mark.parametrize(
    "images, sentence",
    [
        (np.zeros((2, 3, 3)), "no mass"),
        (np.full((2, 3, 3), np.nan), "nan"),
        (-np.ones((2, 3, 3)), "at least 0"),
        (np.zeros((3, 3)), "images are an array"),
        (np.zeros((0, 3, 3)), "empty"),
        (np.zeros((2, 0, 3)), "empty"),
        (np.ones((2, 3, 3, 2)), "channels"),
        (np.ones((2, 3, 3), complex), "real numbers"),
        (np.full((2, 3, 3, 3), 255.0), "colour value 255.*white"),
        (np.full((2, 3, 3, 3), -0.1, np.float32), "colour value -0.1"),
    ],
)
def test_bad_images_are_refused(images, sentence):
    with pytest.raises(ValueError, match=sentence):
        Family.from_images(images)


@pytest.mark.parametrize(
    "histograms, grid, sentence",
    [
        ([[0, 0]], None, "no mass"),
        ([[1, -1]], None, "at least 0"),
        ([[1, 1]], [0, 1, 2, 3], "one row for each"),
        ([[1, 1]], ["a", "b"], "real numbers"),
        (np.ones((2, 2, 2)), None, "histograms are an array"),
        ([], None, "empty"),
    ],
)
def test_bad_histograms_are_refused(histograms, grid, sentence):
    with pytest.raises(ValueError, match=sentence):
        Family.from_histograms(histograms, grid)


def test_bad_frames_are_refused(rng):
    frame = pandas.DataFrame({"m": ["a", None], "x": [1.0, 2.0], "w": ["q", "r"], "l": ["u", "v"]})
    with pytest.raises(ValueError, match="some rows have no 'm'"):
        Family.from_frame(frame, "m", ["x"])
    with pytest.raises(ValueError, match="there is no column 'y'"):
        Family.from_frame(frame, "m", ["y"])
    frame["m"] = "a"
    with pytest.raises(ValueError, match="several labels"):
        Family.from_frame(frame, "m", ["x"], label="l")
    with pytest.raises(ValueError, match="real numbers|no numbers"):
        Family.from_frame(frame, "m", ["x"], weight="w")
    with pytest.raises(ValueError, match="`n` must be"):
        Family.from_frame(frame, "m", ["x"], n=0)
    with pytest.raises(ValueError, match="`columns` names 'x' twice"):
        Family.from_frame(frame, "m", ["x", "x"])
    with pytest.raises(ValueError, match="`measure` names 'm' twice"):
        Family.from_frame(frame, ["m", "m"], ["x"])
    with pytest.raises(ValueError, match="two columns are called 'x'"):
        Family.from_frame(frame.set_axis(["m", "x", "x", "l"], axis=1), "m")


def test_random_arrays_are_taken_or_refused_but_never_crash(rng):
    """Any array that NumPy makes: a family comes out, or a ValueError."""
    types = ["b1", "u1", "i2", "i8", "u8", "f2", "f4", "f8", "g", "c8", "O", "U3", "S2", "M8[s]", "m8[s]", ">f4", "V4"]
    ways = [
        lambda a: Family.from_points([a]),
        lambda a: Family.from_points(a),
        lambda a: Family.from_points([np.ones((2, 2))], [a]),
        lambda a: Family.from_points([a, a], labels=["x", "y"], measure_weights=a),
        lambda a: Family.from_images(a),
        lambda a: Family.from_histograms(a),
        lambda a: Family.from_histograms(np.ones((2, 3)), grid=a),
        lambda a: wpga.transport(a, a),
        lambda a: wpga.transport(np.ones((2, 2)), (np.ones((2, 2)), a)),
    ]
    taken = refused = 0
    for _ in range(3000):
        shape = tuple(rng.integers(0, 5, size=rng.integers(0, 5)))
        bytes_ = rng.bytes(64 * (int(np.prod(shape)) + 1))
        kind = types[rng.integers(len(types))]
        if kind == "O":
            array = np.array([None, "x", 1.0, [1, 2]], dtype=object)[rng.integers(0, 4, size=shape)]
        else:
            array = np.frombuffer(bytes_, dtype=kind, count=int(np.prod(shape)))[: int(np.prod(shape))].reshape(shape)
            if rng.uniform() < 0.5 and kind not in ("U3", "S2", "M8[s]", "m8[s]", "V4"):
                array = np.abs(rng.normal(size=shape) * 10).astype(kind)
        if rng.uniform() < 0.2 and np.ndim(array) > 1:
            array = array.T
        try:
            ways[rng.integers(len(ways))](array)
            taken += 1
        except ValueError:
            refused += 1
    assert taken > 200 and refused > 300


ODD = "\ud800"
ODD_TEXTS = {
    "names": lambda clouds: Family.from_points(clouds[:1], names=[ODD]),
    "labels": lambda clouds: Family.from_points(clouds[:1], labels=[ODD]),
    "axes": lambda clouds: Family.from_points(clouds[:1], axes=["x", ODD]),
    "a measure": lambda clouds: wpga.Measure(clouds[0], name=ODD),
    "with_labels": lambda clouds: Family.from_points(clouds[:1]).with_labels([ODD]),
    "a frame's measures": lambda clouds: Family.from_frame(pandas.DataFrame({"m": [ODD], "x": [1.0]}), "m"),
    "a frame's labels": lambda clouds: Family.from_frame(pandas.DataFrame({"m": ["a"], "x": [1.0], "l": [ODD]}), "m", label="l"),
    "a frame's columns": lambda clouds: Family.from_frame(pandas.DataFrame({"m": ["a"], ODD: [1.0]}), "m"),
    "the index of histograms": lambda clouds: Family.from_histograms(pandas.DataFrame([[1, 2]], index=[ODD])),
    "an option": lambda clouds: wpga.read("nowhere", label=[ODD]),
    "a word": lambda clouds: wpga.PrincipalGeodesics(curve=ODD).fit(Family.from_points(clouds)),
    "a method": lambda clouds: wpga.compare(Family.from_points(clouds), [ODD]),
    "meta": lambda clouds: wpga.TangentPCA(1).fit(Family.from_points(clouds), meta=pandas.DataFrame({"c": [ODD] * 10})),
    "columns of meta": lambda clouds: wpga.TangentPCA(1).fit(Family.from_points(clouds), meta=pandas.DataFrame({ODD: range(10)})),
}


@pytest.mark.parametrize("case", ODD_TEXTS)
def test_texts_that_no_file_can_hold_are_refused(case, clouds):
    with pytest.raises(ValueError, match="is no text that UTF-8 can write"):
        ODD_TEXTS[case](clouds)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "seven", float("nan"), b"1", [1], object()])
def test_seeds_that_are_none_are_refused(seed, clouds):
    family = Family.from_points(clouds)
    frame = pandas.DataFrame({"m": list("aabb"), "x": [1.0, 2, 3, 4]})
    for ask in (
        lambda: Family.from_images(np.ones((2, 3, 3, 3)), random_state=seed),
        lambda: Family.from_frame(frame, "m", n=1, random_state=seed),
        lambda: wpga.TangentPCA(1, random_state=seed).fit(family),
        lambda: wpga.barycenter(family, random_state=seed),
        lambda: wpga.compare(family, ["tangent"], random_state=seed),
    ):
        with pytest.raises(ValueError, match="`random_state` must be a whole number"):
            ask()


def test_the_largest_seed_is_one(clouds):
    wpga.TangentPCA(1, random_state=2**64 - 1).fit(Family.from_points(clouds))
    assert wpga.TangentPCA(1, random_state=np.random.default_rng(0)).fit(Family.from_points(clouds)).n_components_ == 1


@pytest.mark.parametrize("n_jobs", [0, 2.5, "two", float("nan"), 10**12, True])
def test_bad_numbers_of_threads_are_refused(n_jobs):
    with pytest.raises(ValueError, match="`n_jobs` must be a whole number"):
        Family.from_images(np.ones((2, 3, 3)), n_jobs=n_jobs)


def test_what_is_no_table_or_array_is_refused():
    from scipy.sparse import csr_matrix

    with pytest.raises(ValueError, match="a pandas.DataFrame is wanted, not ndarray"):
        Family.from_frame(np.ones((2, 2)), "donor")
    with pytest.raises(ValueError, match="an anndata.AnnData is wanted, not ndarray"):
        Family.from_anndata(np.ones((2, 2)), "donor")
    with pytest.raises(ValueError, match="sparse"):
        Family.from_histograms(csr_matrix(np.ones((2, 3))))
    with pytest.raises(ValueError, match="must all have the same size"):
        Family.from_images([np.ones((3, 3)), np.ones((4, 4))])


def test_names_of_files(tmp_path, family):
    with pytest.raises(ValueError, match="NUL"):
        family.save(str(tmp_path / "a\0b.h5"))
    assert not list(tmp_path.iterdir())
    family.save(bytes(tmp_path / "plain.h5"))
    assert same(wpga.read(bytes(tmp_path / "plain.h5")), family)
    # A name that is no UTF-8, as old archives have them: the library's sentence.
    odd = os.fsdecode(bytes(tmp_path) + b"/\xff.h5")
    (tmp_path / "plain.h5").rename(odd)
    with pytest.raises(ValueError, match="the file name is not UTF-8; rename the file"):
        wpga.read(odd)


def test_reading_says_what_is_wrong(tmp_path):
    with pytest.raises(ValueError, match="nowhere"):
        wpga.read(tmp_path / "nowhere")
    with pytest.raises(TypeError, match="unknown option 'colour'"):
        wpga.read(tmp_path, colour=3)
    with pytest.raises(TypeError, match="the name of a file is wanted, or several of them, not NoneType"):
        wpga.read(None)
    (tmp_path / "bad.csv").write_text("measure,x\na,1\na,zwei\n")
    with pytest.raises(ValueError, match="bad.csv"):
        wpga.read(tmp_path / "bad.csv")


@pytest.mark.parametrize("value", [3.0, np.array(2), None])
def test_a_single_value_is_no_histogram(value):
    with pytest.raises(ValueError, match=r"histograms are an array \(N, B\)"):
        Family.from_histograms(value)


def test_a_series_is_one_histogram():
    one = Family.from_histograms(pandas.Series([1, 2, 1.0], index=list("abc")))
    assert same(one, Family.from_histograms([1, 2, 1.0])) and one.weights.tolist() == [0.25, 0.5, 0.25]
