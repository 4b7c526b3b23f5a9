#!/usr/bin/env python3
"""Help, suggestions, exit codes, streams, completion and Ctrl-C, on the real program."""
import json
import os
import pathlib
import pty
import signal
import subprocess

import program
from program import ProgramTest


class CommandLine(ProgramTest):
    def test_help_pages_are_on_stdout_and_name_every_verb(self):
        page = self.wpga("--help").stdout_text
        listed = page.split("Verbs\n")[1].split("\n\n")[0].splitlines()
        verbs = [line.split()[0] for line in listed]
        self.assertGreaterEqual(len(verbs), 6)
        for verb in verbs:
            own = self.wpga(verb, "--help").stdout_text
            self.assertIn("Usage", own)
            self.assertIn("--quiet", own)
            self.assertLessEqual(max(map(len, own.splitlines())), 120)
            self.assertEqual(own, self.wpga("help", verb).stdout_text)
            everything = self.wpga(verb, "--help-all").stdout_text
            self.assertLessEqual(max(map(len, everything.splitlines())), 120)
            self.assertGreaterEqual(len(everything), len(own))

    def test_the_short_help_of_fit_fits_a_screen_or_two(self):
        self.assertLess(len(self.wpga("fit", "--help").stdout_text.splitlines()), 90)

    def test_version(self):
        self.assertRegex(self.wpga("--version").stdout_text, r"^wpga \d+\.\d+\.\d+\n$")

    def test_an_unknown_word_suggests_the_nearest_one(self):
        self.refused("covnert", "x", says=["convert"])
        self.refused("info", "x.h5", "--sheeet", "y.png", says=["--sheet"])
        self.refused("info", "x.h5", "--thread=2", says=["--threads"])
        self.refused("--versoin", says=["--version"])
        self.refused("info", "x.h5", "--zzzzzzzzzz", says=["--help"])

    def test_values_are_checked_and_named(self):
        self.refused("generate", "glyphs", "--count", "many", "-o", "x.h5", says=["--count", "many"])
        self.refused("generate", "glyphs", "--count", "0", "-o", "x.h5", says=["--count"])
        self.refused("generate", "glyhps", "-o", "x.h5", says=["glyphs"])
        self.refused("generate", "glyphs", "--seed", "-1", "-o", "x.h5", says=["--seed"])
        self.refused("generate", "glyphs", says=["-o"])
        for pattern, flag in (("ellipses", "--size"), ("glyphs", "--atoms"), ("bells", "--dimension"), ("translations", "--zoom"), ("gaussians", "--turn")):
            self.refused("generate", pattern, flag, "9", "-o", "x.h5", says=[pattern, "no use for " + flag])
        self.refused("generate", says=["PATTERN"])
        self.refused("info", says=["DATA"])
        self.refused("generate", "glyphs", "bells", "-o", "x.h5", says=["bells"])
        self.refused("info", "x", "--as", "shapes", says=["shape|palette"])
        self.refused("generate", "bells", "-o", says=["--output", "value"])

    def test_odd_file_names_are_only_names(self):
        self.write("[x]", "")
        (self.folder / "[x]").unlink()
        self.write("[x]/a.csv", "x,y\n1,2\n")
        self.write("--odd.csv", "x,y\n1,2\n")
        self.write('with, "comma".csv', "x,y\n3,4\n")
        self.wpga("info", "[x]")
        self.wpga("info", "--", "--odd.csv")
        text = self.wpga("distance", "[x]/a.csv", 'with, "comma".csv', "-o", "/dev/stdout", "--json", "--quiet")
        self.assertIn('"with, ""comma"""', text.stdout_text)

    def test_readme_runs_as_written(self):
        readme = pathlib.Path(__file__).resolve().parents[2] / "README.md"
        lines = readme.read_text().split("```sh\n")[1].split("```")[0].splitlines()
        ours = [line.split("#")[0] for line in lines if line.startswith("wpga") and "photos" not in line
                and "train-images" not in line and "cells/" not in line]
        self.assertGreaterEqual(len(ours), 5)
        for line in ours:
            script = line.replace("wpga ", program.PROGRAM + " ", 1)
            done = subprocess.run(["bash", "-ec", script], cwd=self.folder, capture_output=True)
            self.assertEqual(done.returncode, 0, (line, done.stderr))

    def test_stdout_carries_only_what_was_asked_for(self):
        done = self.wpga("generate", "bells", "--count", "3", "-o", "bells.h5")
        self.assertEqual(done.stdout, b"")
        self.assertIn("3 histograms", done.stderr_text)
        done = self.wpga("generate", "bells", "--count", "3", "-o", "bells.h5", "--json")
        self.assertEqual(json.loads(done.stdout)["measures"], 3)
        self.assertEqual(self.wpga("info", "bells.h5", "--quiet").stderr, b"")
        self.assertIn("measures", self.wpga("info", "bells.h5", "--quiet").stdout_text)

    def test_progress_bars_are_for_terminals_only(self):
        words = [program.PROGRAM, "generate", "glyphs", "--count", "4000", "--size", "100", "-o", "big.h5"]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=300)
        self.assertNotIn(b"left", done.stderr)
        try:
            master, slave = pty.openpty()
        except OSError as reason:
            self.skipTest(f"no terminal to be had here: {reason}")
        process = subprocess.Popen(words[:-1] + ["big2.h5"], cwd=self.folder, stderr=slave, stdout=subprocess.DEVNULL)
        os.close(slave)
        shown = b""
        while True:
            try:
                piece = os.read(master, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        process.wait()
        os.close(master)
        self.assertIn(b"s left", shown)
        self.assertTrue(shown.rstrip().endswith(b"atoms (median " + shown.rsplit(b"median ", 1)[1].strip()), shown[-200:])

    def test_ctrl_c_leaves_nothing_behind(self):
        self.heard(["generate", "glyphs", "--count", 200000, "--size", 200, "-o", "huge.h5"], 0.5, signal.SIGINT, 130)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_completion_scripts_load_and_complete(self):
        script = self.wpga("completion", "bash").stdout_text
        probe = script + '\nCOMP_WORDS=(wpga info --sh); COMP_CWORD=2; _wpga; echo "${COMPREPLY[@]}"\n'
        probe += 'COMP_WORDS=(wpga con); COMP_CWORD=1; _wpga; echo "${COMPREPLY[@]}"\n'
        probe += 'COMP_WORDS=(wpga convert --as pal); COMP_CWORD=3; _wpga; echo "${COMPREPLY[@]}"\n'
        done = subprocess.run(["bash", "-c", probe], capture_output=True, check=True)
        self.assertEqual(done.stdout.decode().split("\n")[:3], ["--sheet", "convert", "palette"])
        self.assertIn("#compdef wpga", self.wpga("completion", "zsh").stdout_text)
        self.refused("completion", "ksh", says=["bash", "zsh", "fish"])


if __name__ == "__main__":
    program.main()
