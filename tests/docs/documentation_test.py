#!/usr/bin/env python3
"""`documentation_test.py PROGRAM PYTHON_FOLDER BUILD COMPILER`: every command of the pages runs, on small data that stand for the real ones; outputs
that are shown are compared.  What pages say without running anything is tested by pages_test.py.

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
from pages import PAGES, ROOT

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


if __name__ == "__main__":
    PROGRAM, PYTHON, BUILD, COMPILER = sys.argv[1:5]
    unittest.main(argv=sys.argv[:1] + sys.argv[5:])
