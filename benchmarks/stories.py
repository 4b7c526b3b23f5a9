#!/usr/bin/env python3
"""Run the fits of docs/stories anew and keep their figures in docs/stories/results.json, which the test of the documents holds the pages to.

    benchmarks/stories.py build/release/wpga FOLDER [STORY...]

FOLDER holds the data by the names that the pages use: ages_2000.csv, names.csv, cells/, hibiscus/, silhouettes/, tubes/, matrix.txt, MNIST's train-images-idx3-ubyte
and Fashion-MNIST's train-images-idx3-ubyte.gz, each with its labels."""
import csv
import datetime
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

STORIES = pathlib.Path(__file__).resolve().parent.parent / "docs" / "stories"


def best_cut(rows):
    """The share of samples on the right side of the best cut along component 1, where there are two labels."""
    labels = sorted({row["label"] for row in rows})
    if len(labels) != 2:
        return None
    scored = sorted((float(row["score_1"]), row["label"] == labels[0]) for row in rows)
    first = sum(one for _, one in scored)
    best, below = max(first, len(scored) - first), 0
    for place, (_, one) in enumerate(scored, 1):
        below += one
        right = below + (len(scored) - place) - (first - below)
        best = max(best, right, len(scored) - right)
    return best / len(scored)


def told(program, folder, command):
    """The figures of one fit."""
    with tempfile.TemporaryDirectory() as scratch:
        words = [program, *shlex.split(command)[1:]]
        words[words.index("-o") + 1] = f"{scratch}/model.h5"
        result = json.loads(subprocess.run([*words, "--json", "--quiet"], cwd=folder, check=True, capture_output=True).stdout)
        data = words[2]
        choice = [word for flag in ("--label", "--limit") if flag in words for word in words[words.index(flag):words.index(flag) + 2]]
        subprocess.run([program, "project", f"{scratch}/model.h5", data, *choice, "-o", f"{scratch}/scores.csv", "--quiet"], cwd=folder, check=True)
        with open(f"{scratch}/scores.csv", newline="") as file:
            rows = list(csv.DictReader(file))
    figures = {"variance": result["variance"], "ceiling": result["ceiling"],
               "explained": [one["explained"] for one in result["components"]], "together": result["components"][-1]["cumulative"]}
    cut = best_cut(rows) if "label" in rows[0] else None
    return figures | ({"best_cut": cut} if cut else {})


def main(program, folder, chosen):
    place = STORIES / "results.json"
    results = json.loads(place.read_text()) if place.exists() else {}
    for page in sorted(STORIES.glob("*.md")):
        commands = re.findall(r"(?m)^wpga fit .*$", page.read_text(encoding="utf-8"))
        if not commands or (chosen and page.stem not in chosen):
            continue
        results[page.stem] = {"command": commands[0], "day": datetime.date.today().isoformat(), **told(program, folder, commands[0])}
        place.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        print(page.stem, results[page.stem], flush=True)


main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], sys.argv[3:])
