#!/usr/bin/env python3
"""`documentation_test.py PROGRAM PYTHON_FOLDER BUILD COMPILER`: every command of the pages runs, on small data that stand for the real ones; outputs
that are shown are compared; links and anchors lead somewhere; the figures of the README stand in the pages it names.

What a fresh machine lacks is said in the block, `# needs: …`, and counted here.  Where the folder WPGA_DOCS_DATA has such data, outputs and tables that were
made with them are compared too, which takes some minutes."""
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import fragments
import stage
import tables

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md")) + [ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY")]
# Pages that tools/build_site.py makes.
MADE = re.compile(r"^docs/(reference/(commands/index|topics|certificates|python|cpp/index|examples)|site/doors/\w+|site/pictures/.*|site/stories/.*)")
SMALL = {"count": 12, "support": 30, "limit": 20, "bootstrap": 2, "colors": 16, "sample": 40, "noise-splits": 1, "folds": 2, "permutations": 19}
PROGRAM = PYTHON = BUILD = COMPILER = None
DATA = os.environ.get("WPGA_DOCS_DATA")

Block = collections.namedtuple("Block", "page line kind text output")


def blocks_of(path):
    text = path.read_text(encoding="utf-8")
    fences = [(found.group(1), found.group(2), text[: found.start()].count("\n") + 1)
              for found in re.finditer(r"(?ms)^```(\w*)\n(.*?)^```$", text)]
    for place, (language, body, line) in enumerate(fences):
        following = fences[place + 1] if place + 1 < len(fences) else ("", "", 0)
        shown = following[1] if following[0] == "output" else None
        page = path.relative_to(ROOT).as_posix()
        if language in ("sh", "") and re.search(r"(?m)^\$ ", body):
            commands = "\n".join(each[2:] for each in body.splitlines() if each.startswith("$ "))
            said = "\n".join(each for each in body.splitlines() if not each.startswith("$ "))
            yield Block(page, line, "shell", commands, said or None)
        elif language == "sh" or (language == "" and re.search(r"(?m)^wpga ", body)):
            yield Block(page, line, "shell", body, shown)
        elif language in ("python", "cpp"):
            yield Block(page, line, language, body, shown)


BLOCKS = [block for path in PAGES for block in blocks_of(path)]


def small(command):
    """The same command on less: what only costs time is cut."""
    command = re.sub(r"(?m)^(wpga (?:compare|fit \S+ --as palette) ?(?!.*--(?:support|mean|method)).*?)( -o .*)$", r"\1 --support 30\2", command)
    for name, most in SMALL.items():
        command = re.sub(rf"(--{name}[ =])(\d+)\b", lambda m, most=most: m.group(1) + str(min(int(m.group(2)), most)), command)
    return command


def squeezed(text):
    return [re.sub(r"\s+", " ", line).strip() for line in text.splitlines() if line.strip()]


NUMBER = re.compile(r"\d+(?:\.\d+)?")
BARS = re.compile(r"[█▏▎▍▌▋▊▉·]+ ?")
# What is not the same on every machine: seconds, how many iterations it takes, which of several true geodesics has the largest gap, and which of two
# pairings that cost the same within rounding is found.
UNTOLD = re.compile(r"^seconds .*|\d+ (?=iterations?\b)|\d+: (?=a geodesic)|[\d.]+ %(?= of the mass (?:could nearly as well|would rather) pair)")
RELATIVE = 1e-4  # of long numbers (variances): other processors add up in another order, and descents end a little earlier or later


def number_agrees(shown, said):
    """Whole numbers are the same; of others the last digit that is printed may differ by one."""
    if "." not in shown + said:
        return shown == said
    last_digit = 10.0 ** -max(len(number.partition(".")[2]) for number in (shown, said))
    return abs(float(shown) - float(said)) <= max(1.001 * last_digit, RELATIVE * abs(float(shown)))


def agree(shown, said):
    """The same words and numbers; a line that ends in … is compared up to there."""
    shown, said = (UNTOLD.sub("~", BARS.sub("", line)) for line in (shown, said))
    if shown.endswith(("…", "...")):
        shown = shown.rstrip("….").rstrip()
        said = said[: len(shown)]
    if NUMBER.sub("#", shown) != NUMBER.sub("#", said):
        return False
    return all(map(number_agrees, NUMBER.findall(shown), NUMBER.findall(said)))


def first_missing(shown, said, alike=agree):
    """The first line shown that is not printed after those before it, or None.  A line … stands for any others."""
    rest = iter(said)
    for line in shown:
        if line in ("…", "..."):
            continue
        if not any(alike(line, other) for other in rest):
            return line
    return None


class Comparison(unittest.TestCase):
    """The comparison itself: what it must not let pass."""

    SAID = ["mean 256 atoms, variance 37.824148 (root 6.15)", "component 1 ███▊···· 49.2 % of the variance; 3 iterations",
            "distances proved within 0.001 %; maps optimal", "component 2 ██▊···· 41.9 % of the variance; 12 iterations",
            "distances proved within 0.010 %; maps optimal", "seconds 1.23 in all"]

    def test_what_is_printed_is_found(self):
        self.assertIsNone(first_missing(self.SAID, self.SAID))
        self.assertIsNone(first_missing([self.SAID[0], "…", self.SAID[4]], self.SAID))
        self.assertIsNone(first_missing(["mean 256 atoms, …"], self.SAID))

    def test_other_machines_may_differ_a_little(self):
        self.assertIsNone(first_missing(["mean 256 atoms, variance 37.824190 (root 6.15)", "component 1 ██ 49.3 % of the variance; 4 iterations"], self.SAID))
        self.assertIsNone(first_missing(["seconds 9 in all"], self.SAID))

    def test_stale_lines_are_missed(self):
        for stale in ("mean 255 atoms, variance 37.824148 (root 6.15)", "mean 256 atoms, variance 37.9 (root 6.15)",
                      "component 1 ██ 49.4 % of the variance; 3 iterations", "distances proved within 0.003 %; maps optimal",
                      "mean 256 atoms, variance 37.824148", "distances proved within 0.001 %; maps not optimal"):
            self.assertEqual(first_missing([stale], self.SAID), stale)

    def test_lines_stand_in_the_order_of_the_program(self):
        for first, second in ((2, 0), (4, 3), (3, 1)):
            self.assertEqual(first_missing([self.SAID[first], self.SAID[second]], self.SAID), self.SAID[second])
        self.assertEqual(first_missing([self.SAID[0]] * 2, self.SAID), self.SAID[0])


def in_bash(script):
    """`head` may close its pipe before the program has written all, which then ends by SIGPIPE, as it should: read to the end here."""
    return ["bash", "-euo", "pipefail", "-c", re.sub(r"\| head -(\d+)", r"| sed -n 1,\1p", script)]


class Commands(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="wpga-docs-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("wpga", "wpga-figures"):
            (tools / name).symlink_to(pathlib.Path(PROGRAM).resolve().with_name(name))
        self.environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": PYTHON, "MPLBACKEND": "Agg",
                            "MANPATH": str(pathlib.Path(BUILD) / "manual") + ":"}

    def run_in(self, folder, words, block, timeout=300):
        # Both streams as a terminal shows them, one after the other.
        done = subprocess.run(words, cwd=folder, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout)
        said = done.stdout.decode(errors="replace")
        self.assertEqual(done.returncode, 0, f"{block.page}:{block.line}\n{block.text}\n{said[-2000:]}")
        return said

    def test_shell_blocks_run(self):
        counted = collections.Counter()
        stand_ins = stage.make(self.folder / "stage", PROGRAM)
        for page in sorted({block.page for block in BLOCKS if block.kind == "shell"}):
            folder = self.folder / "pages" / page
            stage.set_up(self.folder / "stage", folder, page)
            sentences = list(tables.SENTENCES.get(page, []))
            for block in (b for b in BLOCKS if b.page == page and b.kind == "shell"):
                # A sentence speaks of the blocks above it: later ones may write the same files.
                while sentences and self.place_of(page, sentences[0]).start() < self.start_of(page, block.line):
                    self.compare_sentence(page, sentences.pop(0), folder, counted)
                with self.subTest(f"{block.page}:{block.line}"):
                    self.run_block(block, folder, stand_ins, counted)
            for sentence in sentences:
                self.compare_sentence(page, sentence, folder, counted)
        print("\n".join(f"{count:4} {what}" for what, count in sorted(counted.items())), flush=True)
        self.assertGreater(counted["shell blocks run"], 25)

    @staticmethod
    def start_of(page, line):
        return len("".join((ROOT / page).read_text(encoding="utf-8").splitlines(keepends=True)[: line - 1]))

    def place_of(self, page, sentence):
        found = re.search(sentence.words.replace(" ", r"\s+"), (ROOT / page).read_text(encoding="utf-8"))
        self.assertIsNotNone(found, f"{page} has no more what tests/docs/tables.py looks for: {sentence.words}")
        return found

    def compare_sentence(self, page, sentence, folder, counted):
        found = self.place_of(page, sentence)
        counted["sentences whose numbers were compared with the runs above them"] += 1
        with self.subTest(f"{page}: {found.group(0)}"):
            values = sentence.values(folder)
            self.assertEqual(len(values), len(found.groups()))
            for shown, value in zip(found.groups(), values):
                self.assertTrue(tables.same(shown, value), f"{page} says {shown}, the program {value:.5g}: {found.group(0)}")

    def run_block(self, block, folder, stand_ins, counted):
        needs = re.search(r"(?m)^# needs: ([^\s,;]+)", block.text)
        if needs and needs.group(1).rstrip("/") not in stand_ins:
            counted["shell blocks not run, need " + needs.group(1)] += 1
            return
        lines = [line for line in block.text.splitlines() if not re.match(r"(sudo )?make |git |cmake |pip |npm pack |python3 -m venv|export PATH|PYTHONPATH=build", line)]
        if not lines:
            counted["shell blocks left to other tests (make, pip, benchmarks)"] += 1
            return
        counted["shell blocks run"] += 1
        counted["of these on small data in the place of large ones"] += bool(needs)
        # A page whose outputs are compared is run as it stands.
        script = "\n".join(lines) if block.page in stage.COMPARED else small("\n".join(lines))
        said = self.run_in(folder, in_bash(script), block)
        if block.output is None:
            return
        if block.page not in stage.COMPARED:
            counted["shown outputs of larger data: rows and columns compared, not numbers"] += 1
            self.assert_same_rows(block, squeezed(said))
            return
        counted["shown outputs compared"] += 1
        missing = first_missing(squeezed(block.output), squeezed(said))
        self.assertIsNone(missing, f"{block.page}:{block.line}: no such line, or not in this order, in\n{said}")

    def assert_same_rows(self, block, said):
        """Every row that is shown is there today, in its order, and so are the columns of its table (seconds may be left out)."""
        def alike(line, other):
            if line.startswith("method "):
                return NUMBER.sub("#", other).startswith(NUMBER.sub("#", line))
            return line.split()[0] == other.split()[0]
        self.assertIsNone(first_missing(squeezed(block.output), said, alike), f"{block.page}:{block.line}: no such row in\n" + "\n".join(said))

    @unittest.skipUnless(DATA, "WPGA_DOCS_DATA names no folder with the data of the pages")
    def test_shown_outputs_on_the_data_of_the_pages(self):
        """Whole commands on the real data: every line that is shown is printed, in its order, number by number (columns at its end, seconds, may be
        left out)."""
        count = 0
        for block in BLOCKS:
            needs = re.search(r"(?m)^# needs: ([^\s,;]+)", block.text)
            if block.kind != "shell" or block.output is None or not needs:
                continue
            if needs.group(1) != "minutes" and not (pathlib.Path(DATA) / needs.group(1)).exists():
                continue
            with self.subTest(f"{block.page}:{block.line}"):
                folder = self.folder / f"shown{block.line}"
                self.link_data(folder)
                said = squeezed(self.run_in(folder, in_bash(block.text), block, timeout=7200))
                missing = first_missing(squeezed(block.output), said, lambda line, other: agree(line, other[: self.end_of(line, other)]))
                self.assertIsNone(missing, "\n".join([f"{block.page}:{block.line} printed", *said]))
                count += 1
        print(f"{count:4} shown outputs on the data of the pages compared", flush=True)

    @staticmethod
    def end_of(line, other):
        """As many columns of a printed table as the page shows."""
        columns = line.count(" | ")
        places = [found.start() for found in re.finditer(r" \| ", other)]
        return places[columns] if columns and len(places) > columns else len(other)

    @staticmethod
    def link_data(folder):
        folder.mkdir(exist_ok=True)
        for entry in pathlib.Path(DATA).iterdir() if DATA else []:
            if not (folder / entry.name).exists():
                (folder / entry.name).symlink_to(entry.resolve())

    def test_numbers_of_tables(self):
        """Cells of tables against new runs: tests/docs/tables.py says which."""
        counted = collections.Counter()
        for table in tables.TABLES:
            if table.needs and not (DATA and all((pathlib.Path(DATA) / name).exists() for name in table.needs)):
                counted["tables that need data (WPGA_DOCS_DATA)"] += 1
                continue
            folder = self.folder / "tables"
            self.link_data(folder)
            if table.before:
                self.run_in(folder, ["wpga", *shlex.split(table.before), "--quiet"], Block(table.page, 0, "shell", table.before, None))
            rows = tables.cells_of((ROOT / table.page).read_text(encoding="utf-8"), table.heading, table.place)
            counted["tables compared"] += 1
            for run in table.runs:
                with self.subTest(f"{table.page}, {table.heading}: {run.row}"):
                    counted["of these cells"] += self.compare_cells(folder, run, rows)
        print("\n".join(f"{count:4} {what}" for what, count in sorted(counted.items())), flush=True)
        self.assertGreaterEqual(counted["of these cells"], 29)

    def compare_cells(self, folder, run, rows):
        output = {"fit": ["-o", "model.h5"], "compare": ["-o", tempfile.mkdtemp(dir=folder) + "/compared"]}.get(run.words.split()[0], [])
        done = subprocess.run([PROGRAM, *shlex.split(run.words), *output, "--json", "--quiet"], cwd=folder, capture_output=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        found = {**json.loads(done.stdout), "folder": folder}
        cells = {(cell if isinstance(cell, tuple) else (run.row, cell)): values for cell, values in run.cells.items()}
        wrong = {(row, column): tables.differences(rows[row][column], values(found)) for (row, column), values in cells.items()}
        self.assertEqual({cell: words for cell, words in wrong.items() if words}, {}, run.words)
        return len(wrong)

    def test_python_blocks_run(self):
        stage.make(self.folder / "stage", PROGRAM)
        pages = collections.defaultdict(list)
        for block in BLOCKS:
            if block.kind == "python":
                pages[block.page].append(block)
        for page, blocks in pages.items():
            folder = self.folder / "pages" / page
            stage.set_up(self.folder / "stage", folder, page)
            with self.subTest(page):
                text = stage.PYTHON_BEFORE.get(page, "") + "\n".join(block.text for block in blocks)
                said = self.run_in(folder, [sys.executable, "-c", text], blocks[0])
                shown = [line for block in blocks for line in squeezed(block.output or "")]
                self.assertIsNone(first_missing(shown, squeezed(said), str.__eq__), page)
        print(f"{sum(map(len, pages.values())):4} Python blocks run", flush=True)

    def test_cpp_programs_are_built_and_fragments_compile(self):
        """Programs with a main are built against the libraries of this build, and run where an output is shown; fragments are checked
        by the compiler, all in one go, each with what its page takes for granted."""
        programs = [b for b in BLOCKS if b.kind == "cpp" and "int main" in b.text]
        for block in programs:
            with self.subTest(f"{block.page}:{block.line}"):
                said = self.run_in(self.folder, self.compiled(block), block)
                if block.output is not None:
                    said = self.run_in(self.folder, ["./program"], block)
                    self.assertEqual(squeezed(said), squeezed(block.output))
        pieces = [b for b in BLOCKS if b.kind == "cpp" and "int main" not in b.text]
        self.assertEqual(sorted({b.page for b in pieces}), sorted(fragments.GIVEN), "tests/docs/fragments.py tells what each page takes for granted")
        (self.folder / "program.cpp").write_text(fragments.translation_unit(pieces), encoding="utf-8")
        done = subprocess.run([*self.compiler_words(), "-fsyntax-only"], cwd=self.folder, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr[:6000])
        print(f"{len(programs):4} C++ programs built, {len(pieces)} fragments compiled", flush=True)

    @staticmethod
    def compiler_words():
        return [COMPILER, "-std=c++20", "-O0", "-w", "-I", str(ROOT / "src"), "-I", str(pathlib.Path(BUILD) / "generated"), "-I", "/usr/include/eigen3",
                "program.cpp"]

    def compiled(self, block):
        """The command that builds the program of a block, or only checks it where no output is shown."""
        (self.folder / "program.cpp").write_text(block.text, encoding="utf-8")
        words = self.compiler_words()
        if block.output is None:
            return [*words, "-fsyntax-only"]
        rooms = [str(path) for path in pathlib.Path(BUILD).glob("libwpga_*.a") if "precompiled" not in path.name and path.name not in
                 ("libwpga_io.a", "libwpga_report.a")]
        return [*words, "-o", "program", "-Wl,--start-group", *rooms, "-Wl,--end-group", "-lfmt", "-lhwy", "-ltbb", "-lClp", "-lCoinUtils"]


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
    PROGRAM, PYTHON, BUILD, COMPILER = sys.argv[1:5]
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
