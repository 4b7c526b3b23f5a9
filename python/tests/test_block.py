"""What the package promises, as a user writes it: from arrays, frames, cells and photos to scores and pictures."""

import warnings
from textwrap import dedent

import matplotlib.image
import matplotlib.pyplot as pyplot
import numpy as np
import pandas
import pytest
from sklearn.datasets import load_digits, load_sample_images

BLOCK = dedent(
    '''
    import wpga
    from sklearn.pipeline import make_pipeline
    from sklearn.linear_model import LogisticRegression

    fam = wpga.Family.from_images(X)                       # (N, H, W) or (N, H, W, C); from_points(list of (n_i, d)[, weights])
    fam = wpga.Family.from_histograms(H, grid=bins)        # (N, B); from_frame(df, measure="donor", columns=["CD4", "CD8"])
    fam = wpga.Family.from_anndata(adata, sample="donor", layer=None, n=2000, random_state=0)
    fam = wpga.read("photos/", kind="palette", colors=128) # all that the command line reads
    pga = wpga.PrincipalGeodesics(n_components=3, support=256, n_jobs=2, random_state=0)
    S   = pga.fit_transform(fam)                           # (N, K) scores, no NaN
    pga.explained_variance_ratio_, pga.mean_, pga.components_, pga.certificates_, pga.clipped_
    pga.transform(new); pga.inverse_transform(S[:5]); pga.score(held_out)          # held-out share
    make_pipeline(wpga.PrincipalGeodesics(2), LogisticRegression()).fit(fam, y)
    D   = wpga.pairwise_distances(fam)                     # exact, certified, in parallel
    m   = wpga.barycenter(fam, support=256); P = wpga.transport(a, b)              # value, gap, plan (scipy.sparse), map
    pga.plot_components(); pga.plot_plane(color=ages); pga.plot_scree(); pga.report(fam, meta=df)   # matplotlib axes back; the page inline in Jupyter
    pga.save("m.h5"); wpga.load("m.h5").transform(new)     # the same file as the command line's, bit for bit the same fit
    '''
)


def photos(folder, rng, count=8):
    folder.mkdir()
    for place, photo in enumerate(load_sample_images().images):
        for i in range(count // 2):
            row, column = rng.integers(0, 300), rng.integers(0, 500)
            matplotlib.image.imsave(folder / f"{place}_{i}.png", photo[row : row + 60, column : column + 60])


def test_the_whole_walk(rng, tmp_path, monkeypatch):
    anndata = pytest.importorskip("anndata")
    import wpga

    monkeypatch.chdir(tmp_path)
    photos(tmp_path / "photos", rng)
    photos(tmp_path / "more", rng, 4)
    cells = pandas.DataFrame(rng.normal(size=(60, 2)), columns=["CD4", "CD8"]).assign(donor=np.repeat(list("abc"), 20))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        obs = cells[["donor"]].set_index(cells.index.astype(str))
        adata = anndata.AnnData(cells[["CD4", "CD8"]].to_numpy(), obs=obs, dtype=float)
    new = wpga.read("more/", kind="palette", colors=128)
    known = {
        "X": load_digits().images[:20],
        "H": rng.dirichlet(np.ones(10), size=6),
        "bins": np.linspace(0, 100, 11),
        "adata": adata,
        "new": new,
        "held_out": new,
        "y": [0, 0, 0, 0, 1, 1, 1, 1],
        "a": new[0],
        "b": new[1],
        "ages": np.arange(20.0, 60, 5),
        "df": pandas.DataFrame({"age": range(8), "group": list("ababcdcd")}),
    }
    exec(BLOCK, known)
    assert known["S"].shape == (8, 3) and np.isfinite(known["S"]).all()
    assert known["D"].shape == (8, 8) and len(known["m"]) == 256
    assert known["P"].plan.shape == (len(new[0]), len(new[1])) and known["P"].map.shape == (len(new[0]), 3)
    assert known["P"].gap <= 1e-9
    assert np.array_equal(wpga.load("m.h5").transform(new), known["pga"].transform(new))
    frame = wpga.Family.from_frame(cells, measure="donor", columns=["CD4", "CD8"])
    assert np.array_equal(frame.points, cells[["CD4", "CD8"]].to_numpy())
    pyplot.close("all")
