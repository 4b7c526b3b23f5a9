"""Ways into a family: arrays, images, histograms, frames, AnnData, as the command line reads them."""

import matplotlib.image
import numpy as np
import pandas
import pytest
from conftest import same

import wpga
from wpga import Family


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
        values = values[::-1].copy()[::-1]
    elif layout == "read-only":
        values.flags.writeable = False
    elif layout == "subclass":
        values = values.view(type("Mine", (np.ndarray,), {}))
    assert values.flags.c_contiguous == (layout in ("C", "read-only", "subclass"))
    assert np.array_equal(Family.from_points([values])[0].points, wanted)
    images = Family.from_images(1 + values[None])
    assert images[0].weights == pytest.approx(((1 + wanted) / (1 + wanted).sum()).ravel(), rel=1e-6)


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
    family = Family.from_images(images, invert=True, threshold=0.5, resize="4x4")
    # Dark pixels, averaged over squares of four, that are more than half dark.
    dark = (1 - images).reshape(3, 4, 2, 4, 2).mean(axis=(2, 4))
    for measure, picture in zip(family, dark):
        rows, columns = np.nonzero(picture > 0.5)
        assert np.array_equal(measure.points, np.column_stack([columns, rows]) + 0.5)
        assert measure.weights == pytest.approx(picture[rows, columns] / picture[rows, columns].sum())
    moved = Family.from_images(images, invert=True, threshold=0.5, resize="4x4", center=True)
    assert np.allclose(moved[1].points, family[1].points - family[1].mean()) and family.grid == [4, 4]
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


def test_no_picture_depends_on_the_others(rng):
    """White is the largest value of the type, whatever values there are."""
    for dtype, white in (("u1", 255), ("u2", 65535), ("i1", 127), ("i2", 32767), ("f4", 1)):
        dark = np.zeros((1, 1, 2, 3), dtype)
        dark[0, 0, 0] = white / 2 if dtype == "f4" else white // 2
        bright = np.full_like(dark, white)
        alone, beside = Family.from_images(dark), Family.from_images(np.concatenate([dark, bright]))
        assert np.array_equal(alone[0].points, beside[0].points)
        assert alone.points.max() == pytest.approx(0.5, abs=0.01) and beside[1].points.tolist() == [[1, 1, 1]]
    for dtype in ("i4", "u4", "i8", "u8"):
        with pytest.raises(ValueError, match="do not say what white is"):
            Family.from_images(np.ones((2, 3, 3, 3), dtype))
        # Grey pictures have no scale once their weights sum to one.
        assert Family.from_images(np.ones((2, 3, 3), dtype))[0].weights == pytest.approx(np.full(9, 1 / 9))
        with pytest.raises(ValueError, match="do not say what white is"):
            Family.from_images(np.ones((2, 3, 3), dtype), threshold=0.1)


@pytest.mark.parametrize("grey", ["plain", "linear"])
@pytest.mark.parametrize("channels", [3, 4])
def test_colours_become_grey_as_those_of_files(channels, grey, rng, tmp_path):
    images = rng.integers(1, 255, size=(2, 6, 5, channels), dtype=np.uint8)
    for name, image in zip("ab", images):
        matplotlib.image.imsave(tmp_path / f"{name}.png", image)
    from_files = wpga.read(tmp_path, kind="shape", grey=grey)
    from_memory = Family.from_images(images, kind="shape", grey=grey)
    assert np.array_equal(from_files.points, from_memory.points) and from_memory.grid == [6, 5]
    np.testing.assert_allclose(from_memory.weights, from_files.weights, rtol=1e-12)


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
    nameless = pandas.DataFrame([[1, 2], [3, 4]])
    assert Family.from_histograms(nameless)[0].points.ravel().tolist() == [0.5, 1.5]


@pytest.mark.parametrize("transform", ["none", "asinh", "asinh(150)", "log10", "x:asinh(5),y:linear", "asinh(2),y:log10"])
def test_coordinates_are_transformed_as_the_command_line_does(transform, tmp_path, rng):
    frame = pandas.DataFrame({"measure": list("aabb"), "x": rng.uniform(1, 900, 4), "y": rng.uniform(1, 900, 4)})
    frame.to_csv(tmp_path / "long.csv", index=False, float_format="%.17g")
    ours, theirs = Family.from_frame(frame, "measure", transform=transform), wpga.read(tmp_path / "long.csv", transform=transform)
    assert same(ours, theirs) and ours.axes == theirs.axes
    if transform == "asinh(150)":
        assert np.array_equal(ours.points, np.arcsinh(frame[["x", "y"]].to_numpy() / 150)) and ours.axes[0] == "asinh x/150"


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
