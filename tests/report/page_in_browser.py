#!/usr/bin/env python3
"""`page_in_browser.py PROGRAM PAGE_BUILD E2E [SPEC...]`: reports of many kinds, opened in Chromium by page/e2e/*.test.mjs (only
the named ones: `compare`, `own`, …).  WPGA_PAGES_KEPT names a folder for the pages, which are made where they are missing and stay.

Skips (exit code 77) where there is no Chromium, no Node.js, or no playwright-core.
"""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


try:
    import analysis_fixtures as fixtures
    import numpy as np
except ImportError as missing:
    skip(missing)

HOSTILE = ["<script>window.hacked=1</script>", "</script><script>window.hacked=1</script>", '"><img src=x onerror=window.hacked=1>',
           "{{7*7}}", "\u202eexe.gnp", "javascript:window.hacked=1", "&lt;b&gt;", "-->", "a" * 10000, "=1+1",
           "line\u2028separator\u2029here", "'quotes\" and `ticks`", "\u2066isolated", "x" * 4000 + " " + "y" * 6000]


def all_pages():
    """Name → (fixture, keywords of write_model, extra words for the program; None: without data)."""
    labels = [["two", "three", "eight"][i % 3] for i in range(300)]
    hostile = fixtures.shapes(len(HOSTILE), names=HOSTILE, labels=HOSTILE)
    return {
        "shapes": (fixtures.shapes(300, labels=labels), {"bootstrap": 20}, []),
        "sampled": (fixtures.shapes(300), {}, ["--pictures", 40]),
        "thousand": (fixtures.shapes(40, atoms=1000), {}, []),
        "palettes": (fixtures.palettes(80), {}, []),
        "line": (fixtures.histograms(120), {}, []),
        "plane": (fixtures.clouds(50, 2), {}, []),
        "space": (fixtures.clouds(50, 3), {}, []),
        "five": (fixtures.clouds(50, 5), {"tangent": False, "joint": False}, []),
        "one_component": (fixtures.shapes(20, components=1), {}, []),
        "one_measure": (fixtures.shapes(1, components=1), {}, []),
        "mean_only": (fixtures.shapes(1, components=0), {}, []),
        "without_data": (fixtures.palettes(30), {}, None),
        "hostile": (hostile, {}, []),
        "classes": (fixtures.shapes(240, labels=[f"class {i % 12}" for i in range(240)]), {}, []),
        "projected": (fixtures.clouds(50, 2), {}, []),
        "few": (fixtures.clouds(12, 2, names=[f"patient {i}" for i in range(12)]), {}, []),
        "huge": (fixtures.clouds(20, 2, scale=1e150), {}, []),
        "tiny": (fixtures.clouds(20, 2, scale=1e-150), {}, []),
        "large": (fixtures.shapes(60000, labels=[str(i % 10) for i in range(60000)]), {}, None),
    }


def write_pages(program, folder):
    for name, (fixture, keywords, extra) in all_pages().items():
        fixture.write_model(folder / f"{name}.h5", **keywords)
        words = [program, "report", f"{name}.h5", "-o", f"{name}.html", "--quiet"]
        if extra is not None:
            fixture.write_family(folder / f"{name}_data.h5")
            words += ["--data", f"{name}_data.h5", *map(str, extra)]
        if name == "projected":
            fixtures.clouds(6, 2, names=[f"new {i}" for i in range(5)] + ["<b>new</b>"]).write_family(folder / "new.h5")
            words += ["--project", "new.h5"]
        if name == "classes":
            words += ["--meta", "meta.csv"]
            rows = [f"sample {i + 1},{1900 + i},{'left' if i % 2 else 'right'}" for i in range(200)]
            (folder / "meta.csv").write_text("\n".join(["name,year,side", *rows]) + "\n")
        if name == "shapes":
            record = {"command": ["wpga", "fit", "my data", "-o", "shapes.h5"], "seconds": {"read": 0.1, "mean": 1.5}}
            (folder / "shapes.run.json").write_text(json.dumps(record))
        run(folder, *words)


def write_own(program, folder):
    """Samples that no page holds, and what the program says of them: own.png on shapes, own.csv on plane, own_photo.png on palettes."""
    try:
        from PIL import Image
    except ImportError as missing:
        skip(missing)
    random = np.random.default_rng(5)
    rows, columns = np.mgrid[0:28, 0:28]
    ring = np.exp(-((np.hypot(rows - 14, columns - 13) - 8) ** 2) / 4) * (columns < 18)
    Image.fromarray((255 * ring).astype(np.uint8)).save(folder / "own.png")
    Image.fromarray(random.integers(0, 256, (80, 90, 3)).astype(np.uint8)).save(folder / "own_photo.png")
    # More pixels than the program looks at: it draws, and so must the page.
    large = photo(random, 420, 390)
    large.save(folder / "own_large.png")
    large.resize((90, 80)).save(folder / "own.jpg")
    glass = large.resize((30, 20)).convert("RGBA")
    glass.putalpha(90)
    glass.save(folder / "own_glass.png")
    cloud = random.normal(size=(60, 2)) @ np.array([[2, 1], [0, 1]]) + 0.5
    (folder / "own.csv").write_text("\n".join(f"{x!r},{y!r}" for x, y in cloud.tolist()) + "\n")
    for model, data, told in (("shapes", "own.png", "shapes"), ("plane", "own.csv", "plane"),
                              ("palettes", "own_photo.png", "palettes"), ("palettes", "own_large.png", "palettes_large")):
        run(folder, program, "project", f"{model}.h5", data, "-o", f"{told}_own.json", "--quiet")


def write_tables(program, folder):
    """Models of tables, read with transforms, a sample and bins, and new tables with what the program says of them."""
    random = np.random.default_rng(7)

    def cells(path, shift, rows=60):
        table = np.column_stack([random.normal(3 + shift, 2, rows), np.exp(random.normal(shift, 1, rows)), random.normal(size=rows)])
        path.write_text("\n".join(["a,b,c", *(",".join(map(repr, row)) for row in table.tolist())]) + "\n")

    (folder / "tables").mkdir()
    for i in range(8):
        cells(folder / "tables" / f"t{i}.csv", 0.2 * i)
    cells(folder / "own_tables.csv", 0.5)
    weights = random.integers(0, 50, (14, 5)).tolist()
    rows = [",".join(map(str, row)) for row in weights]
    for path, name, chosen in (("bins.csv", "town", rows[:12]), ("own_bins.csv", "new", rows[12:])):
        lines = ["name,0-4,5-9,10-19,20-29,30+", *(f"{name} {i},{row}" for i, row in enumerate(chosen))]
        (folder / path).write_text("\n".join(lines) + "\n")
    run(folder, program, "fit", "tables", "--columns", "b,a", "--transform", "a:asinh(2.5),b:log10", "--sample", 30, "--standardize", "pooled",
        "--support", 20, "--components", 2, "-o", "tables.h5")
    run(folder, program, "fit", "bins.csv", "--components", 2, "-o", "bins.h5")
    for name in ("tables", "bins"):
        run(folder, program, "report", f"{name}.h5", "-o", f"{name}.html")
        run(folder, program, "project", f"{name}.h5", f"own_{name}.csv", "-o", f"{name}_own.json", "--quiet")


def run(folder, *words):
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")


def photo(random, rows, columns):
    """Waves of colours with a little noise."""
    from PIL import Image
    y, x = np.mgrid[0:rows, 0:columns] / max(rows, columns)
    waves = [np.sin(random.uniform(2, 9) * x + random.uniform(2, 9) * y + random.uniform(0, 6)) for _ in range(3)]
    noise = random.normal(0, 4, (rows, columns, 3))
    return Image.fromarray(np.clip(128 + 100 * np.stack(waves, 2) + noise, 0, 255).astype(np.uint8))


def write_pictures(program, folder):
    """Shapes of several proportions: as they lie, and each with its mass in the middle; and a wide one that no page holds."""
    from PIL import Image
    random = np.random.default_rng(13)

    def blot(path, rows, columns):
        y, x = np.mgrid[0:rows, 0:columns]
        y, x = y / rows - random.uniform(0.4, 0.6), x / columns - random.uniform(0.4, 0.6)
        inside = np.hypot(x / random.uniform(0.2, 0.4), y / random.uniform(0.2, 0.4)) < 1
        Image.fromarray((255 * inside).astype(np.uint8)).save(path)

    (folder / "blots").mkdir()
    for i, (rows, columns) in enumerate([(48, 64), (64, 48), (64, 64), (30, 64), (80, 60), (48, 64), (60, 90), (64, 40)]):
        blot(folder / "blots" / f"blot {i}.png", rows, columns)
    blot(folder / "own_wide.png", 50, 90)
    for name, words in (("mixed", []), ("centred", ["--center"])):
        run(folder, program, "fit", "blots", "--resize", 24, *words, "--support", 40, "--components", 2, "-o", f"{name}.h5")
        run(folder, program, "report", f"{name}.h5", "--data", "blots", "-o", f"{name}.html")
        run(folder, program, "project", f"{name}.h5", "own_wide.png", "-o", f"{name}_own.json", "--quiet")


def write_photos(program, folder):
    """Palettes with their photos, and two new ones."""
    random = np.random.default_rng(11)
    for name, count in (("photos", 8), ("new_photos", 2)):
        (folder / name).mkdir()
        for i in range(count):
            photo(random, 120, 160).save(folder / name / f"{name} {i}.png")
    run(folder, program, "fit", "photos", "--as", "palette", "--colors", 24, "--components", 2, "--support", 24, "-o", "photos.h5")
    run(folder, program, "report", "photos.h5", "--data", "photos", "--project", "new_photos", "-o", "photos.html")


def write_comparison(program, folder):
    run(folder, program, "generate", "glyphs", "--count", 12, "--size", 16, "-o", "glyphs.h5")
    run(folder, program, "fit", "glyphs.h5", "--support", 24, "--components", 2, "-o", "before.h5")
    run(folder, program, "compare", "glyphs.h5", "--support", 24, "--components", 2, "--holdout", 0.25, "--bootstrap", 3,
        "--model", "before.h5", "--page", "compare.html")


def main():
    program, page_build, tests = map(os.path.abspath, sys.argv[1:4])
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    node = shutil.which("node")
    if chromium is None or node is None:
        skip("Chromium and Node.js are needed to look at the page")
    if not pathlib.Path(page_build, "node_modules", "playwright-core").exists():
        skip("playwright-core is not installed: npm could not fetch it")
    kept = os.environ.get("WPGA_PAGES_KEPT")
    with contextlib.nullcontext(kept) if kept else tempfile.TemporaryDirectory(prefix="wpga-pages-") as folder:
        if not pathlib.Path(folder, "complete").exists():
            pathlib.Path(folder).mkdir(exist_ok=True)
            for write in (write_pages, write_own, write_tables, write_pictures, write_photos, write_comparison):
                write(program, pathlib.Path(folder))
            pathlib.Path(folder, "complete").touch()
        surroundings = dict(os.environ, WPGA_PAGES=folder, WPGA_PAGE_MODULES=page_build, WPGA_CHROMIUM=chromium,
                            WPGA_FIREFOX=shutil.which("firefox-esr") or shutil.which("firefox") or "")
        wanted = sys.argv[4:]
        chosen = [str(path) for path in sorted(pathlib.Path(tests).glob("*.test.mjs"))
                  if not wanted or path.name.removesuffix(".test.mjs") in wanted]
        sys.exit(subprocess.run([node, "--test", *chosen], env=surroundings).returncode)


if __name__ == "__main__":
    main()
