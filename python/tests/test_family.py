"""Ways into a family, and what a family is."""

import os
import pickle

import numpy as np
import pandas
import pytest

import wpga
from wpga import Family


def same(a, b):
    return (
        np.array_equal(a.points, b.points)
        and np.array_equal(a.weights, b.weights)
        and np.array_equal(a.offsets, b.offsets)
        and a.names == b.names
        and a.labels == b.labels
    )


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
    assert np.shares_memory(family.points, family.points)
    assert np.shares_memory(family[3].points, family.points)
    with pytest.raises(ValueError):
        family.points[0, 0] = 1


def test_the_memory_outlives_the_family(clouds):
    points = Family.from_points(clouds).points
    kept = points.copy()
    junk = [np.ones(1000) for _ in range(100)]
    assert np.array_equal(points, kept) and junk


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


@pytest.mark.parametrize("dtype", ["u1", "i4", "i8", "f2", "f4", "f8", ">f8", "g", "b1"])
@pytest.mark.parametrize("layout", ["C", "F", "strided", "reversed", "read-only", "subclass"])
def test_any_numeric_type_and_layout_is_read(dtype, layout):
    values = np.array([[0, 1], [1, 1], [1, 0], [0, 0]]).astype(dtype)
    wanted = values.astype(float)
    if layout == "F":
        values = np.asfortranarray(values)
    elif layout == "strided":
        wide = np.zeros((8, 6), dtype=dtype)
        wide[::2, ::3] = values
        values = wide[::2, ::3]
    elif layout == "reversed":
        values = values[::-1][::-1]
    elif layout == "read-only":
        values.flags.writeable = False
    elif layout == "subclass":
        values = values.view(np.recarray) if False else values.view(type("Mine", (np.ndarray,), {}))
    assert np.array_equal(Family.from_points([values])[0].points, wanted)


def test_images_are_read_as_files_with_them_are(tmp_path, rng):
    images = rng.integers(0, 255, size=(5, 6, 7), dtype=np.uint8)
    np.save(tmp_path / "images.npy", images)
    from_file = wpga.read(tmp_path / "images.npy")
    from_memory = Family.from_images(images)
    assert same(from_file, from_memory) and from_memory.kind == "shape" and from_memory.grid == [6, 7]
    from_file.save(tmp_path / "a.h5"), from_memory.save(tmp_path / "b.h5")
    assert (tmp_path / "a.h5").read_bytes() == (tmp_path / "b.h5").read_bytes()
    # The pixel of row 2 and column 4 is an atom at (4 ½, 2 ½).
    at = {tuple(point): weight for point, weight in zip(from_memory[0].points, from_memory[0].weights)}
    assert at.get((4.5, 2.5), 0) == pytest.approx(images[0, 2, 4] / images[0].sum())


def test_options_of_images_are_those_of_the_command_line(rng):
    images = rng.uniform(size=(3, 8, 8))
    family = Family.from_images(images, invert=True, threshold=0.5, resize="4x4", center=True)
    assert family.grid == [] or family.dimension == 2
    assert np.allclose([measure.mean() for measure in family], 0, atol=1e-12)
    with pytest.raises(TypeError, match="unknown option 'colour'"):
        Family.from_images(images, colour=3)
    with pytest.raises(ValueError, match="`threshold` must be at least 0"):
        Family.from_images(images, threshold=-1)


def test_colours_become_palettes_or_grey_shapes(rng):
    images = rng.integers(0, 255, size=(2, 9, 9, 3), dtype=np.uint8)
    palette = Family.from_images(images, colors=5, random_state=0)
    assert palette.kind == "palette" and palette.dimension == 3 and palette.sizes.max() <= 5
    assert palette.points.min() >= 0 and palette.points.max() <= 1
    shape = Family.from_images(images, kind="shape")
    grey = images[0] @ [0.299, 0.587, 0.114]
    assert shape[0].weights == pytest.approx((grey / grey.sum()).ravel())
    volume = Family.from_images(images, kind="volume")
    assert volume.dimension == 3 and volume.grid == [9, 9, 3]


def test_histograms_stand_on_their_grid():
    centers = Family.from_histograms([[1, 1, 2]], grid=[0.0, 1.0, 4.0])[0]
    edges = Family.from_histograms([[1, 1, 2]], grid=[-0.5, 0.5, 1.5, 6.5])[0]
    assert centers.points.ravel().tolist() == edges.points.ravel().tolist() == [0, 1, 4]
    plane = Family.from_histograms([[1, 3]], grid=[[0, 0], [1, 2]])
    assert plane.dimension == 2 and plane[0].points.tolist() == [[0, 0], [1, 2]]
    frame = pandas.DataFrame([[1, 2], [3, 4]], index=["Chile", "Kenya"], columns=["5", "15"])
    family = Family.from_histograms(frame)
    assert family.names == ["Chile", "Kenya"] and family[0].points.ravel().tolist() == [5, 15]
    assert family.kind == "histogram"


def test_a_frame_is_grouped_in_order_of_appearance(tmp_path, rng):
    frame = pandas.DataFrame(
        {
            "donor": ["b", "a", "b", "c", "a"],
            "CD4": rng.normal(size=5),
            "CD8": rng.normal(size=5),
            "weight": [1.0, 1, 3, 1, 2],
            "sex": ["f", "m", "f", "f", "m"],
        }
    )
    family = Family.from_frame(frame, measure="donor", columns=["CD4", "CD8"], weight="weight", label="sex")
    assert family.names == ["b", "a", "c"] and family.labels == ["f", "m", "f"] and family.axes == ["CD4", "CD8"]
    assert family[0].weights.tolist() == [0.25, 0.75]
    # The command line's long form says the same.
    table = frame.rename(columns={"donor": "measure", "sex": "label"})
    table.to_csv(tmp_path / "long.csv", index=False)
    assert same(wpga.read(tmp_path / "long.csv"), family)
    back = family.to_frame()
    assert back.groupby("measure", sort=False).weight.sum().tolist() == pytest.approx([1, 1, 1])
    assert same(Family.from_frame(back, "measure", ["CD4", "CD8"], weight="weight", label="label"), family)


def test_rows_are_drawn_as_the_command_line_draws_them(tmp_path, rng):
    frame = pandas.DataFrame({"measure": np.repeat(["a", "b"], 50), "x": rng.normal(size=100)})
    frame.to_csv(tmp_path / "long.csv", index=False)
    ours = Family.from_frame(frame, "measure", n=7, random_state=5)
    theirs = wpga.read(tmp_path / "long.csv", sample=7, random_state=5)
    assert same(ours, theirs) and ours.sizes.tolist() == [7, 7]


@pytest.mark.filterwarnings("ignore")
def test_cells_of_anndata(rng):
    anndata = pytest.importorskip("anndata")
    from scipy.sparse import csr_matrix

    values = rng.poisson(2.0, size=(30, 4)).astype(np.float32)
    obs = pandas.DataFrame(
        {"donor": pandas.Categorical(np.repeat(["x", "y", "z"], 10)), "sick": np.repeat([0, 1, 1], 10)},
        index=[f"cell{i}" for i in range(30)],
    )
    adata = anndata.AnnData(csr_matrix(values), obs=obs, layers={"log": np.log1p(values)}, dtype=np.float32)
    adata.var_names = ["CD3", "CD4", "CD8", "CD19"]
    adata.obsm["X_pca"] = rng.normal(size=(30, 2))
    family = Family.from_anndata(adata, sample="donor", label="sick")
    assert family.names == ["x", "y", "z"] and family.labels == ["0", "1", "1"]
    assert np.array_equal(family.points, values.astype(float)) and family.axes[0] == "CD3"
    assert np.allclose(Family.from_anndata(adata, sample="donor", layer="log").points, np.log1p(values))
    assert Family.from_anndata(adata, sample="donor", columns=["CD4"]).dimension == 1
    assert np.array_equal(Family.from_anndata(adata, "donor", use_rep="X_pca").points, adata.obsm["X_pca"])
    assert Family.from_anndata(adata, sample="donor", layer=None, n=4, random_state=0).sizes.tolist() == [4, 4, 4]
    for wrong in ({"sample": "nobody"}, {"sample": "donor", "layer": "none"}, {"sample": "donor", "use_rep": "none"}):
        with pytest.raises(ValueError, match="there is no"):
            Family.from_anndata(adata, **wrong)


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
        size = max(1, np.dtype(kind).itemsize)
        if kind == "O":
            array = np.array([None, "x", 1.0, [1, 2]], dtype=object)[rng.integers(0, 4, size=shape)]
        else:
            array = np.frombuffer(bytes_, dtype=kind, count=int(np.prod(shape)))[: int(np.prod(shape))].reshape(shape)
            if rng.uniform() < 0.5 and kind not in ("U3", "S2", "M8[s]", "m8[s]", "V4"):
                array = np.abs(rng.normal(size=shape) * 10).astype(kind)
        if rng.uniform() < 0.2 and np.ndim(array) > 1:
            array = array.T
        assert size
        try:
            ways[rng.integers(len(ways))](array)
            taken += 1
        except ValueError:
            refused += 1
    assert taken > 200 and refused > 300


def test_names_are_texts_that_files_can_hold(clouds):
    with pytest.raises(ValueError, match="names: .* is no text that UTF-8 can write"):
        Family.from_points(clouds[:1], names=["\ud800"])
    assert Family.from_points(clouds[:1], names=["Zoë 東"]).names == ["Zoë 東"]


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
    (tmp_path / "bad.csv").write_text("measure,x\na,1\na,zwei\n")
    with pytest.raises(ValueError, match="bad.csv"):
        wpga.read(tmp_path / "bad.csv")
