#!/usr/bin/env python3
"""Man pages, topics and completions: every flag of every verb is there, and man and the shells understand them."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time

import program
from program import ProgramTest


def flags_of(verb):
    """(name, alias, choices, takes a value, takes a file) of every flag of a verb."""
    for group in verb["groups"]:
        for flag in group["flags"]:
            yield flag["name"], flag.get("alias"), flag.get("choices", []), "value" in flag, flag.get("takes_file", False)


def plain(page):
    """What a page of man(7) says, without its markup."""
    page = re.sub(r"\\f[BIR]", "", page).replace("\\:", "").replace("\\&", "").replace("\\e", "\\").replace("\\-", "-")
    return re.sub(r"\s+", " ", page)


class Manual(ProgramTest):
    def setUp(self):
        super().setUp()
        self.manual = json.loads(self.wpga("help", "--json").stdout)
        self.verbs = {verb["name"]: verb for verb in self.manual["verbs"]}

    def pages(self):
        yield "wpga.1", self.wpga("help", "wpga", "--man").stdout
        for kind, section in (("verbs", 1), ("topics", 7)):
            for entry in self.manual[kind]:
                yield f"wpga-{entry['name']}.{section}", self.wpga("help", entry["name"], "--man").stdout

    def test_every_flag_is_in_the_page_with_its_sentence_and_default(self):
        for name, verb in self.verbs.items():
            page = plain(self.wpga("help", name, "--man").stdout_text)
            everything = re.sub(r"\s+", "", self.wpga(name, "--help-all").stdout_text)
            for group in verb["groups"]:
                for flag in group["flags"]:
                    head = ", ".join(filter(None, [flag.get("alias"), flag["name"]]))
                    head += " " + flag["value"] if "value" in flag else ""
                    said = flag["sentence"] + (f" [default: {flag['default']}]" if "default" in flag else "")
                    self.assertIn(re.sub(r"\s+", " ", f".TP {head} {said}"), page, name)
                    self.assertIn(re.sub(r"\s+", "", head + said), everything, name)
            for example in verb["examples"]:
                self.assertIn(re.sub(r"\s+", " ", example), page)
        self.assertGreater(sum(1 for verb in self.verbs.values() for _ in flags_of(verb)), 300)

    def test_the_page_of_the_program_names_every_verb_and_topic(self):
        page = plain(self.wpga("help", "wpga", "--man").stdout_text)
        for verb in self.manual["verbs"]:
            self.assertIn(f"wpga-{verb['name']} (1) {verb['summary']}", page)
        for topic in self.manual["topics"]:
            self.assertIn(f"wpga-{topic['name']} (7) {topic['summary']}", page)

    def test_man_renders_them_without_a_warning(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        for name, page in self.pages():
            # Titles, names and sections; -ww tells of everything that groff does not know.
            done = subprocess.run(["groff", "-ww", "-man", "-Kutf8", "-Tutf8"], input=page, capture_output=True)
            self.assertEqual((done.returncode, done.stderr.decode()), (0, ""), name)
            self.assertIn(b"wpga manual", done.stdout)
            if shutil.which("mandoc"):
                done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=page, capture_output=True)
                # A page has the date of no day: it is printed by the build.
                said = [line for line in done.stdout.decode().splitlines() if "missing date" not in line]
                self.assertEqual(said, [], name)

    def test_topics_name_only_verbs_and_flags_that_exist(self):
        known = {flag[0] for verb in self.verbs.values() for flag in flags_of(verb)}
        results = self.wpga("info", "--results").stdout_text
        for topic in self.manual["topics"]:
            page = self.wpga("help", topic["name"]).stdout_text
            self.assertTrue(page.startswith(f"{topic['name']}: {topic['summary']}\n"))
            self.assertLessEqual(len(page.splitlines()), 40)
            for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]*", topic["text"]):
                self.assertIn(flag, known, topic["name"])
            for verb in re.findall(r"`wpga ([a-z]+)", topic["text"]):
                self.assertIn(verb, self.verbs, topic["name"])
            self.assertIn(topic["name"], self.wpga("help", "topics").stdout_text)
        for name in re.findall(r"(?m)^  (\w+) ", next(t["text"] for t in self.manual["topics"] if t["name"] == "certificates")):
            self.assertIn(name, results)
        methods = next(t["text"] for t in self.manual["topics"] if t["name"] == "methods")
        choices = next(flag[2] for flag in flags_of(self.verbs["fit"]) if flag[0] == "--method")
        self.assertEqual(sorted(re.findall(r"(?m)^  (\S+) ", methods)), sorted(choices))

    def test_refusals_suggest(self):
        self.refused("help", "certificats", says=["certificates"])
        self.refused("help", "zzzzzzzz", says=["wpga help topics"])
        self.refused("help", "topics", "--man", says=["topics"])
        self.refused("help", "formats", "files", says=["too many"])

    def test_bash_completes_as_a_person_types(self):
        (self.folder / "a file.h5").write_bytes(b"")
        with Shell(self.folder) as shell:
            shell.says("source <(wpga completion bash)")
            for typed, completed in (
                ("wpga conv", "wpga convert "),
                ("wpga fit --metho", "wpga fit --method "),
                ("wpga fit --method gaussian-", "wpga fit --method gaussian-geodesic "),
                ("wpga convert --as pal", "wpga convert --as palette "),
                ("wpga convert --as=pal", "wpga convert --as=palette "),
                ("wpga fit a", "wpga fit a\\ file.h5 "),
                ("wpga fit x.h5 -o a", "wpga fit x.h5 -o a\\ file.h5 "),
                ("wpga fit --threads a", "wpga fit --threads a"),
                ("wpga help certif", "wpga help certificates "),
                ("wpga generate gly", "wpga generate glyphs "),
                ("wpga completion z", "wpga completion zsh "),
            ):
                self.assertEqual(shell.completed(typed), completed)

    def test_bash_offers_every_flag_and_every_choice(self):
        script = self.wpga("completion", "bash").stdout_text
        probes, expected = [], []
        for verb in self.verbs.values():
            flags = list(flags_of(verb))
            probes.append(f"COMP_WORDS=(wpga {verb['name']} -); COMP_CWORD=2")
            expected.append({word for name, alias, *_ in flags for word in (name, alias) if word})
            for name, alias, choices, *_ in flags:
                for word in filter(None, (name, alias if choices else None)):
                    if choices:
                        probes.append(f"COMP_WORDS=(wpga {verb['name']} {word} ''); COMP_CWORD=3")
                        expected.append(set(choices))
        lines = "".join(f'{probe}; _wpga; echo "${{COMPREPLY[*]}}"\n' for probe in probes)
        done = subprocess.run(["bash", "-c", script + lines], capture_output=True, check=True)
        self.assertEqual([set(line.split()) for line in done.stdout.decode().splitlines()], expected)

    def test_zsh_has_every_flag_and_parses(self):
        script = self.wpga("completion", "zsh").stdout_text
        cases = dict(re.findall(r"(?ms)^    (\S+)\) _arguments (.*?) ;;$", script))
        self.assertEqual(set(cases), set(self.verbs))
        for verb in self.verbs.values():
            specs = re.findall(r"(?m)^      '(--?[\w-]+)\[", cases[verb["name"]])
            self.assertEqual(set(specs), {word for name, alias, *_ in flags_of(verb) for word in (name, alias) if word})
        if shutil.which("zsh"):
            subprocess.run(["zsh", "-n", self.write("_wpga", script)], check=True)

    def test_fish_completes(self):
        script = self.wpga("completion", "fish").stdout_text
        for verb in self.verbs.values():
            for name, alias, *_ in flags_of(verb):
                short = f" -s {alias[1:]}" if alias else ""
                self.assertIn(f"complete -c wpga -n '__wpga_verb_is {verb['name']}' -l {name[2:]}{short} ", script)
        if not shutil.which("fish"):
            return
        probe = script + "complete -C 'wpga fit --metho'\ncomplete -C 'wpga convert --as pal'\ncomplete -C 'wpga conv'\n"
        home = {**os.environ, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        done = subprocess.run(["fish", "-N", "-c", probe], capture_output=True, check=True, env=home)
        words = [line.split("\t")[0] for line in done.stdout.decode().splitlines()]
        self.assertEqual(words, ["--method", "palette", "convert"], done.stderr)

    def test_the_build_printed_all_of_them(self):
        built = pathlib.Path(program.PROGRAM).parent / "manual"
        for name, page in self.pages():
            self.assertEqual((built / f"man{name[-1]}" / name).read_bytes(), page)
        for name, shell in (("wpga", "bash"), ("_wpga", "zsh"), ("wpga.fish", "fish")):
            self.assertEqual((built / "completion" / name).read_bytes(), self.wpga("completion", shell).stdout)


class Shell:
    """An interactive bash on a terminal of its own."""

    def __init__(self, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            path = f"{pathlib.Path(program.PROGRAM).resolve().parent}:{os.environ['PATH']}"
            os.chdir(folder)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"],
                       {"PATH": path, "PS1": "ready> ", "TERM": "dumb", "HOME": str(folder), "COLUMNS": "500"})

    def __enter__(self):
        self.read_until("ready> ")
        self.says("bind 'set enable-bracketed-paste off' 2> /dev/null; bind 'set bell-style none'; stty cols 500")
        self.says(r"""bind -x '"\C-g": printf ">>%s%s<<%s\n" ">" "$READLINE_LINE" "<"'""")
        return self

    def __exit__(self, *_):
        os.write(self.terminal, b"\x15exit\n")
        os.close(self.terminal)
        os.waitpid(self.pid, 0)

    def read_until(self, end, patience=300.0):
        text, limit = "", time.monotonic() + patience
        while end not in text and time.monotonic() < limit:
            if select.select([self.terminal], [], [], 0.1)[0]:
                text += os.read(self.terminal, 65536).decode(errors="replace")
        return text

    def says(self, line):
        os.write(self.terminal, (line + "\n").encode())
        return self.read_until("ready> ")

    def completed(self, typed):
        """What stands on the line after Tab; Ctrl-G tells, Ctrl-U takes it away."""
        os.write(self.terminal, (typed + "\t\x07\x15").encode())
        shown = self.read_until("<<<")
        found = re.findall(r">>>(.*)<<<", shown)
        return found[-1] if found else shown


if __name__ == "__main__":
    program.main()
