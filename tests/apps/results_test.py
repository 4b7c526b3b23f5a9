#!/usr/bin/env python3
"""Results are said once: the same names in JSON, HDF5, CSV, on the page and in its sources."""
import csv
import json
import pathlib
import re

import program
from fits import FitTest
from program import skip

try:
    import h5py
except ImportError as missing:
    skip(missing)

ROOT = pathlib.Path(__file__).resolve().parents[2]


def flat(document):
    """{"map_gap": {"backward": 0}} as map_gap_backward."""
    names = set()
    for name, value in document.items():
        names |= {f"{name}_{part}" for part in value} if isinstance(value, dict) else {name}
    return names


def listed(results):
    return {f"{one['name']}_{part}" for one in results for part in one.get("parts", ())} | {
        one["name"] for one in results if "parts" not in one}


class Results(FitTest):
    def setUp(self):
        super().setUp()
        self.list = json.loads(self.wpga("info", "--results", "--json").stdout)

    # Counted by the program, but no part of the model.
    counted = {"clipped", "left_out"}

    def test_json_and_hdf5_have_the_names_of_the_list(self):
        self.family()
        known = listed(self.list["component"]) | listed(self.list["weight_curve"])
        for method in ("geodesics", "tangent", "euclidean"):
            found = json.loads(self.wpga("fit", "family.h5", "--method", method, "--support", 20, "--components", 2, "-o",
                                         "model.h5", "--json").stdout)
            with h5py.File(self.folder / "model.h5") as file:
                for k, component in enumerate(found["components"]):
                    names = flat(component) - self.counted
                    self.assertLessEqual(names, known)
                    self.assertEqual(set(file[f"components/{k}"].attrs), names, method)
                told = listed(self.list["analysis"]) & set(found)
                self.assertEqual(told - {"variance"}, listed(self.list["analysis"]) & set(file.attrs))

    def test_certificates_of_a_comparison_are_those_of_the_list(self):
        self.family()
        done = self.wpga("compare", "family.h5", "--support", 20, "--components", 1, "--methods", "geodesics,euclidean",
                         "-o", "compare", "--json")
        proofs = {owner: listed([one for one in self.list[owner] if "limits" in one])
                  for owner in ("component", "weight_curve")}
        with open(self.folder / "compare/compare.csv") as file:
            self.assertLessEqual(proofs["component"] | proofs["weight_curve"], set(next(csv.reader(file))))
        methods = json.loads(done.stdout)["methods"]
        self.assertLessEqual(proofs["component"], flat(methods["geodesics"]["components"][0]))
        self.assertLessEqual(proofs["weight_curve"], flat(methods["euclidean"]["components"][0]))

    def test_the_page_has_the_list_in_its_sources(self):
        held = json.loads((ROOT / "page/src/results.json").read_text())
        self.assertEqual(held, self.list, "run: wpga info --results --json > page/src/results.json, format it, make page")

    def test_the_page_is_given_the_numbers_of_the_document(self):
        self.family()
        found, _ = self.fit("--support", 20)
        self.wpga("report", "model.h5", "-o", "page.html")
        text = (self.folder / "page.html").read_text()
        payload = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', text, re.S).group(1))
        for there, here in zip(payload["components"], found["components"], strict=True):
            for name in set(here) - self.counted:
                self.assertEqual(there[name], here[name], name)

    def test_the_manual_tells_of_every_result(self):
        page = (ROOT / "docs/analysis_file.md").read_text()
        for owner in self.list:
            for name in listed(self.list[owner]):
                self.assertRegex(page, f"`/?{name}`")

    def test_the_list_can_be_read(self):
        text = self.wpga("info", "--results").stdout_text
        for word in ("time_gap", "map_gap_backward", "holds up to 0.001", "each component that changes weights"):
            self.assertIn(word, text)
        self.refused("info", "--results", "family.h5", says=["--results"])
        self.refused("info", says=["wpga info DATA"])


if __name__ == "__main__":
    program.main()
