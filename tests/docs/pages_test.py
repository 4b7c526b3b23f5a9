#!/usr/bin/env python3
"""`pages_test.py PROGRAM`: links and anchors of the pages lead somewhere; figures of README, changelog and stories stand where they were made;
thresholds are those of the results; every phrase of a summary is explained.  What pages tell to type is run by documentation_test.py."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from pages import PAGES, ROOT

# Pages that tools/build_site.py makes.
MADE = re.compile(r"^docs/(reference/(commands/index|topics|certificates|python|cpp/index|examples)|site/doors/\w+|site/pictures/.*|site/stories/.*)")
PROGRAM = None


class Links(unittest.TestCase):
    @staticmethod
    def anchors(path):
        text = re.sub(r"(?ms)^```.*?^```$", "", path.read_text(encoding="utf-8"))
        headings = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in re.findall(r"(?m)^#+ (.*)$", text)]
        return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}

    def test_every_link_and_anchor_leads_somewhere(self):
        count = 0
        for path in PAGES + [ROOT / "CHANGELOG.md"]:
            text = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", path.read_text(encoding="utf-8"))
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                name, _, anchor = target.partition("#")
                place = pathlib.Path(os.path.normpath(path.parent / name)) if name else path
                if MADE.match(os.path.relpath(place, ROOT)):
                    continue
                self.assertTrue(place.exists(), f"{path.relative_to(ROOT)}: {target}")
                if anchor and place.suffix == ".md":
                    self.assertIn(anchor, self.anchors(place), f"{path.relative_to(ROOT)}: {target}")
        print(f"{count:4} links lead somewhere", flush=True)
        self.assertGreater(count, 150)

    def test_scripts_that_are_commands_can_be_run(self):
        """`benchmarks/io/reading.py PROGRAM`, typed as it stands; `python3 NAME` asks for nothing."""
        named = {name for path in PAGES for name in re.findall(r"(?m)(?:^|`|&& )((?:benchmarks|tools)/[\w/]+\.(?:py|sh)) [^\s`]",
                                                               path.read_text(encoding="utf-8"))}
        for name in sorted(named):
            self.assertTrue(os.access(ROOT / name, os.X_OK), f"{name} is no program: chmod +x")
            self.assertTrue((ROOT / name).read_text(encoding="utf-8").startswith("#!"), f"{name} names no interpreter in its first line")
        self.assertGreater(len(named), 8)

    def test_doors_lead_to_pages(self):
        doors = json.loads((ROOT / "docs" / "site" / "doors.json").read_text())
        behind = [page for door in doors.values() for _, pages in door["parts"] for page in pages]
        self.assertEqual(len(behind), len(set(behind)))
        for page in behind:
            there = (ROOT / "docs" / f"{page}.md").exists() or (ROOT / f"{page}.md").exists()
            self.assertTrue(there or MADE.match(f"docs/{page}"), page)

    def test_figures_of_the_readme_stand_in_the_pages_it_names(self):
        figure = re.compile(r"\d[\d.,]*(?= ?(?:%|seconds?\b|minutes?\b|MB\b|pixels?\b))")
        count = 0
        text = re.sub(r"(?ms)^```.*?^```$", "", (ROOT / "README.md").read_text(encoding="utf-8"))
        for paragraph in text.split("\n\n"):
            named = [ROOT / target.partition("#")[0] for target in re.findall(r"\]\(([^)\s:]+)\)", paragraph)]
            proof = " ".join(page.read_text(encoding="utf-8") for page in named if page.suffix == ".md")
            for number in figure.findall(paragraph):
                count += 1
                self.assertRegex(proof, rf"(?<![\d.]){re.escape(number)}(?!\d)", f"README says {number} without a page that does")
        print(f"{count:4} figures of the README found in their pages", flush=True)
        self.assertGreater(count, 2)

    def test_figures_of_the_changelog_stand_in_the_pages_it_names(self):
        """What was measured, of the version to come; words of the program in ` ` or " " are no measurements."""
        figure = re.compile(r"(?<![\w.,])\d[\d.,]*(?= ?(?:%|ms\b|µs\b|s\b|MB\b|MiB\b|GB\b|×))")
        count = 0
        text = re.split(r"(?m)^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[1]
        for entry in re.split(r"(?m)^- ", text):
            named = {target for pair in re.findall(r"\]\(([\w/.]+\.md)|(docs/[\w/]+\.md)", entry) for target in pair if target}
            proof = " ".join((ROOT / target).read_text(encoding="utf-8") for target in named)
            for number in figure.findall(re.sub(r'`[^`]*`|"[^"]*"', "", entry)):
                count += 1
                self.assertTrue(re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", proof), f"{number} stands in no page that is named: {entry}")
        print(f"{count:4} figures of the changelog found in their pages", flush=True)
        self.assertGreater(count, 8)

    def test_stories_and_the_readme_tell_what_the_program_found(self):
        """docs/stories/results.json is what benchmarks/stories.py had from the program."""
        results = json.loads((ROOT / "docs" / "stories" / "results.json").read_text())
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        count = 0
        for story, found in results.items():
            page = (ROOT / "docs" / "stories" / f"{story}.md").read_text(encoding="utf-8")
            self.assertIn(found["command"], page)
            seen = re.search(r"(?ms)^\*\*Seen\*\*.*?$", page).group(0)
            for share in {found["explained"][0], found["together"]} if "together" in seen else found["explained"]:
                self.assertIn(f"{100 * share:.1f} %", seen, story)
            known = {f"{100 * share:.1f} %" for share in [*found["explained"], found["together"]]} | {f"{100 * found.get('best_cut', 0):.0f} %"}
            for sentence in re.findall(rf"[^.]*?(?:\.\d[^.]*?)*\(\[\w+\]\(docs/stories/{story}\.md\)\)", readme):
                for number in re.findall(r"[\d.]+ %", sentence):
                    count += 1
                    self.assertIn(number, known, f"README, {story}")
        print(f"{len(results):4} stories and {count} figures of the README as the program found them", flush=True)
        self.assertGreaterEqual(len(results), 6)
        self.assertGreaterEqual(count, 3)


class Thresholds(unittest.TestCase):
    """Where a page says up to where a certificate holds, it says what the list of results says."""

    SAID = {"docs/compare.md": [("geodesic_gap", r"`a geodesic` \(gap up to ([\d.]+) %\)"), ("map_gap", r"`optimal maps` \(map gap up to ([\d.]+) %\)")],
            "docs/reading_certificates.md": [("map_gap", r"to the last digit or up to ([\d.]+) %")]}

    def test_are_those_of_the_results(self):
        done = subprocess.run([PROGRAM, "info", "--results", "--json"], capture_output=True, check=True)
        limits = {result["name"]: result.get("limits") for result in json.loads(done.stdout)["component"]}
        for page, sentences in self.SAID.items():
            text = (ROOT / page).read_text(encoding="utf-8")
            for name, words in sentences:
                found = re.search(words, text)
                self.assertIsNotNone(found, f"{page}: {words}")
                self.assertAlmostEqual(float(found.group(1)), 100 * limits[name]["holds"], msg=f"{page}: {name}")


class Phrases(unittest.TestCase):
    """docs/reading_certificates.md has every phrase that the summary of a fit can print."""

    SOURCES = [ROOT / "apps/wpga/console" / f"{name}.cpp" for name in ("analysis_summary", "cautions", "statistics_summary")]
    LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')

    @classmethod
    def phrases_of(cls, source):
        """Words between numbers and marks, two and more of them, of all string literals; those of `wpga info --results` are not of a fit."""
        source = re.sub(r"(?ms)^void add_list.*?^}$|^std::string result_list_text.*?^}$|^#include.*?$|//.*?$", "", source)
        for literal in cls.LITERAL.findall(source):
            text = re.sub(r'"\s*"', "", literal)[1:-1].replace("\\n", "\n")
            for part in re.split(r"\{[^}]*\}|[;:,()\n?]|\s{2,}|\.(?=\s|$)", text):
                part = part.strip(" %=°\"'`")
                if len(re.findall(r"[A-Za-z][\w-]+", part)) >= 2 and " " in part:
                    yield part

    def test_are_all_explained(self):
        page = re.sub(r"[`\s]+", " ", (ROOT / "docs/reading_certificates.md").read_text(encoding="utf-8"))
        phrases = {phrase for source in self.SOURCES for phrase in self.phrases_of(source.read_text(encoding="utf-8"))}
        self.assertGreater(len(phrases), 60)
        self.assertEqual([phrase for phrase in sorted(phrases) if re.sub(r"[`\s]+", " ", phrase) not in page], [])
        print(f"{len(phrases):4} phrases of the summary explained", flush=True)

    def test_what_is_new_is_noticed(self):
        self.assertEqual(list(self.phrases_of('words += fmt::format("; {:.1f} % of something new", 3);')), ["of something new"])
        self.assertEqual(list(self.phrases_of('f("one two "\n  "three {}", "a")  // "not this one"')), ["one two three"])


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
