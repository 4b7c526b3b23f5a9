#!/usr/bin/python3
"""How fast data of several formats become a family, by processor time of one thread, each against a named opponent.

    benchmarks/io/reading.py WPGA [--rows 10000000] [--photos FOLDER] [--only csv,fcs,h5ad,photos]

CSV in long form against pandas' read_csv and group by; FCS against the same numbers as NPY; .h5ad dense and sparse;
photos with and without the draw of colours (`--pixels`). The opponents run in processes of their own.
"""
import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy


def run(command):
    """Processor seconds, largest memory in MB, and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    script = [sys.executable, "-c", "import os,resource,subprocess,sys;"
              "p=subprocess.run(sys.argv[1:]);u=resource.getrusage(resource.RUSAGE_CHILDREN);"
              "print('RSS',u.ru_maxrss/1024,file=sys.stderr);sys.exit(p.returncode)"]
    done = subprocess.run([*script, *map(str, command)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    memory = float(done.stderr.rsplit("RSS", 1)[1])
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, memory, done.stderr


def best(command, repeats=3):
    return min((run(command) for _ in range(repeats)), key=lambda found: found[0])


def csv(wpga, folder, rows):
    random = numpy.random.default_rng(1)
    path = folder / "long.csv"
    with open(path, "w") as file:
        file.write("measure,x,y,weight\n")
        for block in range(0, rows, 100_000):
            part = random.normal(size=(min(100_000, rows - block), 2))
            weights = random.integers(1, 9, len(part))
            file.write("".join(f"m{(block + k) // 10_000},{x:.6f},{y:.6f},{w}\n"
                               for k, ((x, y), w) in enumerate(zip(part.tolist(), weights.tolist()))))
    family = rows * 3 * 8 / 2**20
    empty = run([wpga, "--version"])
    ours = best([wpga, "info", path, "--threads", "1"])
    written = best([wpga, "convert", path, "--threads", "1", "-o", folder / "family.h5"])
    program = ("import pandas,sys;t=pandas.read_csv(sys.argv[1]);"
               "g={n:f[['x','y','weight']].to_numpy() for n,f in t.groupby('measure',sort=False)};print(len(g))")
    theirs = best([sys.executable, "-c", program, path])
    print(f"csv     {rows} rows, {path.stat().st_size / 2**20:.0f} MB: wpga {ours[0]:.2f} s, pandas {theirs[0]:.2f} s, "
          f"{theirs[0] / ours[0]:.1f} x; memory {ours[1]:.0f} MB, family {family:.0f} MB, "
          f"pandas {theirs[1]:.0f} MB; program alone {empty[1]:.0f} MB; "
          f"written too {written[0]:.2f} s, {written[1]:.0f} MB")


def fcs(wpga, folder, _):
    random = numpy.random.default_rng(2)
    for k in range(10):
        values = (1000 * random.normal(size=(100_000, 8))).astype("<f4")
        numpy.save(folder / f"events{k}.npy", values)
        pairs = {"$BYTEORD": "1,2,3,4", "$DATATYPE": "F", "$MODE": "L", "$NEXTDATA": 0, "$PAR": 8, "$TOT": 100_000}
        for c in range(1, 9):
            pairs |= {f"$P{c}N": f"C{c}", f"$P{c}B": 32, f"$P{c}R": 262144, f"$P{c}E": "0,0"}
        text = "/" + "".join(f"{key}/{value}/" for key, value in pairs.items())
        begin = 58 + len(text)
        header = "FCS3.1    " + "".join(f"{n:8}" for n in (58, begin - 1, begin, begin + values.nbytes - 1, 0, 0))
        (folder / f"events{k}.fcs").write_bytes((header + text).encode() + values.tobytes())
    flags = ["--threads", "1", "-o", folder / "family.h5"]
    ours = best([wpga, "convert", *sorted(folder.glob("*.fcs")), *flags])
    npy = best([wpga, "convert", *sorted(folder.glob("*.npy")), "--as", "points", *flags])
    print(f"fcs     10 files of 100,000 events, 8 channels: {ours[0]:.2f} s; NPY {npy[0]:.2f} s, {ours[0] / npy[0]:.2f} x its time")


def h5ad(wpga, folder, _):
    import anndata
    import pandas
    import scipy.sparse
    random = numpy.random.default_rng(3)
    obs = pandas.DataFrame({"sample": pandas.Categorical([f"s{k}" for k in random.integers(0, 20, 100_000)])},
                           index=[str(k) for k in range(100_000)])
    dense = random.normal(size=(100_000, 50)).astype("float32")
    anndata.AnnData(dense, obs=obs, var=pandas.DataFrame(index=[f"g{k}" for k in range(50)]), dtype="float32").write_h5ad(folder / "dense.h5ad")
    sparse = scipy.sparse.random(100_000, 2000, 0.05, "csr", "float32", random)
    anndata.AnnData(sparse, obs=obs, var=pandas.DataFrame(index=[f"g{k}" for k in range(2000)]), dtype="float32").write_h5ad(folder / "sparse.h5ad")
    flags = ["--threads", "1", "-o", folder / "family.h5"]
    columns = ",".join(f"g{k}" for k in range(0, 2000, 100))
    for name, more in (("dense", []), ("sparse", ["--columns", columns])):
        ours = best([wpga, "convert", folder / f"{name}.h5ad", *more, *flags])
        program = ("import anndata,sys;a=anndata.read_h5ad(sys.argv[1]);a=a[:,sys.argv[2].split(',')] if sys.argv[2] else a;"
                   "x=a.X.toarray() if hasattr(a.X,'toarray') else a.X;print({n:x[i].shape for n,i in a.obs.groupby('sample').indices.items()})")
        theirs = best([sys.executable, "-c", program, folder / f"{name}.h5ad", columns if more else ""])
        print(f"h5ad    {name}: wpga {ours[0]:.2f} s (child process included), {ours[1]:.0f} MB; anndata {theirs[0]:.2f} s, {theirs[1]:.0f} MB")


def photos(wpga, folder, photo_folder):
    for pixels in (["--pixels", "0"], []):
        ours = best([wpga, "convert", photo_folder, "--colors", "128", *pixels, "--threads", "1", "-o", folder / "p.h5"], 1)
        words = next(line for line in ours[2].splitlines() if "W2 from" in line)
        print(f"photos  {' '.join(pixels) or 'as it is'}: {ours[0]:.2f} s, {ours[1]:.0f} MB; {words}")
    start = time.time()
    two = run([wpga, "convert", photo_folder, "--colors", "128", "--limit", "2", "--threads", "1", "-o", folder / "two.h5"])
    print(f"photos  --limit 2: {two[0]:.2f} s of the processor, {time.time() - start:.2f} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wpga")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--photos")
    parser.add_argument("--only", default="csv,fcs,h5ad,photos")
    given = parser.parse_args()
    for name, task, what in (("csv", csv, given.rows), ("fcs", fcs, None), ("h5ad", h5ad, None), ("photos", photos, given.photos)):
        if name not in given.only.split(",") or (name == "photos" and not given.photos):
            continue
        with tempfile.TemporaryDirectory() as folder:
            task(given.wpga, pathlib.Path(folder), what)


main()
