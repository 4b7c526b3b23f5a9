"""Pictures: axes come back, and show what they should."""

import matplotlib.pyplot as pyplot
import numpy as np
import pandas
import pytest

import wpga


@pytest.fixture(autouse=True)
def close_figures():
    yield
    pyplot.close("all")


def families(rng):
    rows, columns = np.mgrid[0:8, 0:10]
    bumps = [np.exp(-((rows - r) ** 2 + (columns - c) ** 2) / 4) for r, c in rng.uniform(2, 6, size=(6, 2))]
    return {
        "shape": wpga.Family.from_images(bumps),
        "palette": wpga.Family.from_images(rng.uniform(size=(6, 7, 7, 3)), colors=8),
        "lab": wpga.Family.from_images(rng.uniform(size=(6, 7, 7, 3)), colors=8, color_space="lab"),
        "histogram": wpga.Family.from_histograms(rng.dirichlet(np.ones(9), size=6)),
        "line": wpga.Family.from_points([rng.normal(size=9) for _ in range(6)]),
        "plane": wpga.Family.from_points([rng.normal(size=(9, 2)) for _ in range(6)]),
        "space": wpga.Family.from_points([rng.normal(size=(9, 3)) for _ in range(6)]),
        "five": wpga.Family.from_points([rng.normal(size=(9, 5)) for _ in range(6)]).standardized(),
    }


@pytest.mark.parametrize("kind", ["shape", "palette", "lab", "histogram", "line", "plane", "space", "five"])
def test_components_of_every_kind_are_drawn(kind, rng):
    family = families(rng)[kind]
    tangent = wpga.TangentPCA(2).fit(family)
    axes = tangent.plot_components(times=3)
    assert axes.shape == (2, 3) and all(ax.has_data() for ax in axes.flat)
    axes[0, 0].figure.canvas.draw()
    family.plot().flat[0].figure.canvas.draw()
    assert family[0].plot().has_data()


@pytest.mark.parametrize("kind", ["line", "plane", "space", "five"])
def test_panels_share_one_window_that_holds_every_atom(kind, rng):
    """So that a curve that moves is seen to move."""
    moving = wpga.Family.from_points([rng.normal(size=(9, 5)) + 4 * i for i in range(6)])
    family = moving if kind == "five" else families(rng)[kind]
    for axes in (family.plot(), wpga.TangentPCA(1).fit(family).plot_components(times=4)):
        drawn = [ax for ax in axes.flat if ax.has_data()]
        windows = {(ax.get_xlim(), ax.get_ylim() if kind != "line" else None) for ax in drawn}
        assert len(windows) == 1
        if kind != "line":
            ((left, right), (low, high)) = next(iter(windows))
            for ax in drawn:
                at = ax.collections[0].get_offsets()
                assert (at[:, 0] >= left).all() and (at[:, 0] <= right).all()
                assert (at[:, 1] >= low).all() and (at[:, 1] <= high).all()
    if kind == "five":
        centers = np.array([ax.collections[0].get_offsets().mean(axis=0) for ax in moving.plot().flat if ax.has_data()])
        assert np.linalg.norm(centers[-1] - centers[0]) > 0.9 * 20 * np.sqrt(5)


def test_components_that_are_not_there_are_refused(family):
    tangent = wpga.TangentPCA(2, support=20).fit(family)
    for wrong in (-1, 2, [0, 5]):
        with pytest.raises(ValueError, match="there are 0 to 1"):
            tangent.plot_components(wrong)
    with pytest.raises(ValueError, match="`times`"):
        tangent.plot_components(times=0)


def test_labels_are_inside_the_picture(family):
    """Saved as it is, no label is cut off."""
    tangent = wpga.TangentPCA(2, support=20).fit(family)
    for ax in (tangent.plot_plane(color=np.arange(10.0)), tangent.plot_scree()):
        ax.figure.canvas.draw()
        box = ax.figure.bbox
        for label in (ax.xaxis.label, ax.yaxis.label):
            inside = label.get_window_extent()
            assert inside.x0 >= box.x0 and inside.y0 >= box.y0 and inside.x1 <= box.x1 and inside.y1 <= box.y1


def test_curves_of_weights_are_drawn(histograms):
    assert wpga.EuclideanPCA(1).fit(histograms).plot_components(times=[0, 1]).shape == (1, 2)


def test_grey_values_keep_the_mass(rng):
    from wpga.plots import _splatted

    points, weights = rng.uniform(1, 7, size=(50, 2)), rng.dirichlet(np.ones(50))
    picture = _splatted(points, weights, 8, 8)
    assert picture.sum() == pytest.approx(1)
    centers = np.arange(8) + 0.5
    assert picture.sum(axis=0) @ centers == pytest.approx(weights @ points[:, 0])
    assert picture.sum(axis=1) @ centers == pytest.approx(weights @ points[:, 1])


def test_the_plane_has_a_bar_for_numbers_and_a_legend_for_words(family):
    pga = wpga.TangentPCA(2, support=20).fit(family)
    ages = pandas.Series(np.linspace(20, 80, 10), name="age")
    ax = pga.plot_plane(color=ages)
    assert len(ax.figure.axes) == 2 and ax.figure.axes[1].get_ylabel() == "age"
    assert np.allclose(ax.collections[0].get_offsets(), pga.scores_)
    ax = pga.plot_plane()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["high", "low"]
    _, own = pyplot.subplots()
    assert pga.plot_plane(components=(1, 0), X=family, ax=own, names=True) is own
    with pytest.raises(ValueError, match="one value for each"):
        pga.plot_plane(color=[1, 2])
    with pytest.raises(ValueError, match="components"):
        pga.plot_plane(components=(0, 5))


def test_the_scree_adds_up(family):
    pga = wpga.TangentPCA(3, support=20, bootstrap=3).fit(family)
    ax = pga.plot_scree()
    heights = [patch.get_height() for patch in ax.patches]
    assert heights == pytest.approx(list(100 * pga.explained_variance_ratio_))


def test_the_report_is_a_page(family, tmp_path):
    pga = wpga.TangentPCA(2, support=20).fit(family)
    meta = pandas.DataFrame({"age": range(10), "group": list("ababababab")}, index=family.names)
    page = pga.report(family, meta=meta, path=tmp_path / "page.html")
    assert '"age"' in page.html and '"group"' in page.html
    assert page.html == (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page._repr_html_().startswith("<iframe srcdoc=") and "MB of HTML" in repr(page)
    with pytest.raises(ValueError, match="rows for 10 measures"):
        pga.report(family, meta=meta[:3])
    with pytest.raises(ValueError, match="must end in .html"):
        pga.report(path=tmp_path / "page.txt")


def test_the_plane_of_other_measures_takes_what_transform_takes(rng):
    counts = rng.random((8, 5))
    found = wpga.LineGeodesics(2).fit(counts)
    drawn = found.plot_plane(X=counts[:4]).collections[0].get_offsets()
    np.testing.assert_allclose(drawn, found.transform(counts[:4]))
