#!/usr/bin/env python3
"""Where outputs go and what they leave as it was; standard streams that are closed, full or broken; limits."""
import json
import os
import pathlib
import pty
import resource
import stat
import subprocess
import threading

import program
from program import ProgramTest


class Output(ProgramTest):
    def setUp(self):
        super().setUp()
        for i in range(3):
            self.write(f"clouds/{i}.csv", f"x,y\n{i},0\n1,{i}\n2,2\n")
        self.convert = ["convert", "clouds", "-o"]

    def shell(self, line):
        """A line of the shell in which $wpga is the program."""
        return subprocess.run(["bash", "-c", line], cwd=self.folder, capture_output=True, timeout=300,
                              env=dict(os.environ, wpga=program.PROGRAM))

    # ---- Files

    def test_the_mode_of_a_file_is_kept(self):
        for mode in (0o600, 0o640, 0o664):
            self.write("out.h5", b"old")
            os.chmod(self.folder / "out.h5", mode)
            self.wpga(*self.convert, "out.h5")
            self.assertEqual(stat.S_IMODE(os.stat(self.folder / "out.h5").st_mode), mode)

    def test_a_new_file_has_the_mode_of_the_umask(self):
        self.assertEqual(self.shell("umask 027; $wpga convert clouds -o out.h5").returncode, 0)
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "out.h5").st_mode), 0o640)

    def test_a_link_stays_and_what_it_leads_to_is_replaced(self):
        self.write("far/real.h5", b"old")
        (self.folder / "near.h5").symlink_to("far/real.h5")
        (self.folder / "chain.h5").symlink_to("near.h5")
        (self.folder / "new.h5").symlink_to("far/new.h5")
        for name in ("chain.h5", "new.h5"):
            self.wpga(*self.convert, name)
            self.assertTrue((self.folder / name).is_symlink())
            self.wpga("info", name)
        self.wpga("info", "far/real.h5")
        self.wpga("info", "far/new.h5")
        self.assertEqual(sorted(p.name for p in (self.folder / "far").iterdir()), ["new.h5", "real.h5"])

    def test_other_hard_links_keep_the_old_contents(self):
        self.write("out.h5", b"old")
        os.link(self.folder / "out.h5", self.folder / "twin")
        self.wpga(*self.convert, "out.h5")
        self.assertEqual((self.folder / "twin").read_bytes(), b"old")

    def test_a_write_protected_file_is_refused(self):
        self.write("out.h5", b"old")
        os.chmod(self.folder / "out.h5", 0o444)
        self.refused(*self.convert, "out.h5", says=["out.h5", "ermission"], **self.as_person())

    def test_a_write_protected_folder_is_refused_before_the_work(self):
        self.write("closed/state.h5", b"")
        os.chmod(self.folder / "closed", 0o555)
        self.addCleanup(os.chmod, self.folder / "closed", 0o755)
        person = self.as_person()
        fit = ["fit", "clouds", "--support", 3, "--components", 1]
        for words in ([*fit, "-o", "closed/out.h5"], [*fit, "-o", "out.h5", "--checkpoint", "closed/new.h5"],
                      ["generate", "glyphs", "--count", 3, "-o", "closed/glyphs"],
                      ["generate", "gaussians", "--count", 20_000, "--memory", "16M", "--scratch", "closed", "-o", "out.h5"]):
            self.refused(*words, says=["closed", "ermission"], **person)

    def test_a_folder_that_may_not_be_searched(self):
        self.write("closed/x.csv", "x\n1\n")
        person = self.as_person()
        os.chmod(self.folder / "closed", 0o000)
        self.addCleanup(os.chmod, self.folder / "closed", 0o755)
        for words in (["info", "closed/x.csv"], ["info", "closed"], [*self.convert, "closed/out.h5"], ["compare", "clouds", "-o", "closed/out"],
                      ["fit", "clouds", "--checkpoint", "closed/state.h5", "--resume"]):
            done = self.wpga(*words, code=2, **person)
            self.assertEqual(len(done.stderr_text.splitlines()), 1)

    def test_an_empty_name_is_refused(self):
        """A variable of the shell that is not set: `-o "$out"`."""
        for words in (["fit", "clouds", "--measure-weights", ""], ["info", "clouds", "--label-column", ""], ["info", "clouds", "--scratch", ""]):
            self.refused(*words, says=["empty"])
        for words in (["fit", "clouds", "-o", ""], ["fit", "clouds", "--checkpoint", ""], ["fit", "clouds", "--meta", ""],
                      ["info", "clouds", "--sheet", ""], ["distance", "clouds", "-o", ""]):
            self.refused(*words, says=["empty name"])

    def test_names_of_three_hundred_characters(self):
        name = "n" * 300
        for words in (["info", name + ".csv"], [*self.convert, name + ".h5"], ["compare", "clouds", "-o", name],
                      ["fit", "clouds", "--checkpoint", name + ".h5", "--resume"],
                      ["report", name + ".h5", "-o", "x.html"], ["fit", "clouds", "-o", name + ".h5"]):
            done = self.wpga(*words, code=2)
            self.assertEqual(len(done.stderr_text.splitlines()), 1, done.stderr_text)
        # The longest that a file system takes has room beside it while it is written.
        self.wpga(*self.convert, "n" * 252 + ".h5")

    def test_measures_with_long_names(self):
        rows = "".join(f"{'ä' * 150}{i // 3},{i},{i * i}\n" for i in range(9))
        self.write("long.csv", "measure,x,y\n" + rows)
        self.wpga("fit", "long.csv", "--support", 3, "--components", 1, "-o", "model.h5")
        self.wpga("project", "model.h5", "long.csv", "--reconstruct", "nearest")
        self.assertEqual(len(list((self.folder / "nearest").iterdir())), 3)

    def test_two_runs_into_one_new_folder(self):
        line = "for i in 1 2 3 4; do ($wpga generate ellipses --count 40 -o made --quiet 2>said$i; echo $? >code$i) & done; wait"
        self.assertEqual(self.shell(line).returncode, 0)
        codes = [int((self.folder / f"code{i}").read_text()) for i in range(1, 5)]
        self.assertIn(0, codes)
        self.assertLessEqual(set(codes), {0, 2}, codes)
        self.assertEqual(len(list((self.folder / "made").iterdir())), 40)
        self.assertFalse(list(self.folder.glob(".*.part")))

    def test_a_limit_of_file_size(self):
        old = b"old"
        self.write("out.h5", old)
        done = self.shell("ulimit -f 1; exec $wpga convert clouds -o out.h5")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(b"out.h5", done.stderr)
        self.assertEqual((self.folder / "out.h5").read_bytes(), old)
        self.assertFalse(list(self.folder.glob(".*.part")))

    def first_process(self, line):
        """A line of the shell as the first process of a container, whose number is always 1."""
        alone = ["unshare", "--pid", "--fork"] if os.geteuid() == 0 else ["unshare", "--user", "--pid", "--fork"]
        if subprocess.run([*alone, "true"], capture_output=True).returncode != 0:
            self.skipTest("no process may have a number 1 of its own here")
        return subprocess.run([*alone, "sh", "-c", f"exec {line}"], cwd=self.folder, capture_output=True, timeout=300,
                              env=dict(os.environ, wpga=program.PROGRAM))

    def test_what_a_killed_run_left_is_in_nobodys_way(self):
        for number in range(4):
            self.write(f".out.h5.1-{number}.part", b"half")
            self.write(f".recs.1-{number}.part/ghost.csv", "x,y\n1,2\n")
        left = sorted(self.folder.rglob("*"))
        done = self.first_process("$wpga convert clouds -o out.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.wpga("info", "out.h5")
        done = self.first_process("$wpga generate gaussians --count 5 -o recs")
        self.assertEqual(done.returncode, 0, done.stderr)
        made = list((self.folder / "recs").iterdir())
        self.assertEqual(len(made), 5)
        self.assertNotIn("ghost.csv", [path.name for path in made])
        self.assertEqual(sorted({*self.folder.rglob("*")} - {*made, self.folder / "recs", self.folder / "out.h5"}), left)

    # ---- Standard streams

    def test_standard_error_closed_full_or_broken(self):
        self.wpga("generate", "ellipses", "--count", 5, "-o", "family.h5")
        fit = "$wpga fit family.h5 --support 10 --components 1 -o out.h5"
        for streams in ("2>&-", "2>/dev/full", "2> >(exec 0<&-; sleep 0.2)", "0<&- 2>&-", "0<&- 1>&- 2>&-"):
            (self.folder / "out.h5").unlink(missing_ok=True)
            done = self.shell(f"{fit} {streams}")
            self.assertEqual(done.returncode, 0, f"{streams} {done.stderr}")
            self.wpga("info", "out.h5")
        self.assertEqual(self.shell("$wpga fit nothing.h5 2>&-").returncode, 2)
        self.assertEqual(self.shell("$wpga fit nothing.h5 2>/dev/full").returncode, 2)

    def test_standard_output_closed_or_full(self):
        for stream in (">&-", ">/dev/full"):
            done = self.shell(f"$wpga info clouds --json {stream}")
            self.assertEqual(done.returncode, 2, stream)
            self.assertIn(b"standard output", done.stderr)

    def test_standard_output_as_an_output_is_written_on_where_it_stands(self):
        self.write("a.csv", "x\n1\n")
        self.write("log", "before\n")
        (self.folder / "link.csv").symlink_to("/dev/./stdout")
        (self.folder / "files").symlink_to("/dev/fd")
        names = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/./stdout", "/dev/fd/./1", "/proc/thread-self/fd/1", "link.csv", "files/1")
        for name in names:
            with open(self.folder / "log", "ab") as log:
                subprocess.run([program.PROGRAM, "distance", "a.csv", "a.csv", "-o", name, "--quiet"], cwd=self.folder, stdout=log, check=True)
        lines = (self.folder / "log").read_text().splitlines()
        self.assertEqual((lines[0], lines.count("name,a"), lines.count("a,0")), ("before", len(names), len(names)))
        # Any other that the shell opens; one that it opened to be read is no place for results.
        self.shell("$wpga distance a.csv a.csv --quiet -o /dev/fd/7 7>>log")
        self.assertEqual((self.folder / "log").read_text().splitlines(), [*lines, "name,a", "a,0"])
        (self.folder / "out.h5").symlink_to("/dev/stdout")
        self.shell("$wpga convert a.csv --quiet -o out.h5 >>log")
        self.assertTrue((self.folder / "log").read_bytes().startswith("\n".join(lines).encode()))
        read_only = self.shell("$wpga distance a.csv a.csv --quiet -o /dev/fd/7 7<a.csv")
        self.assertIn(b"cannot write /dev/fd/7", read_only.stderr)
        self.assertEqual((self.folder / "a.csv").read_text(), "x\n1\n")
        for link in ("link.csv", "files", "out.h5"):
            (self.folder / link).unlink()
        with open(self.folder / "gone", "wb") as gone:
            (self.folder / "gone").unlink()
            subprocess.run([program.PROGRAM, "distance", "a.csv", "a.csv", "-o", "/dev/stdout", "--quiet"], cwd=self.folder, stdout=gone, check=True)
            self.assertGreater(os.fstat(gone.fileno()).st_size, 0)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a.csv", "clouds", "log"])

    def test_names_that_are_not_utf8(self):
        self.shell("$wpga generate gaussians --count 5 -o g.h5 --quiet")
        for line in ("$wpga fit g.h5 --components 1 -o $'\\xff.h5'", "$wpga fit g.h5 --components 1 -o m.h5 --checkpoint $'\\xf5.h5' --json"):
            done = self.shell(line)
            self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads((pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b"/\xff.run.json"))).read_text())
        self.assertEqual(record["command"][-1], "\ufffd.h5")
        for words in ("--label $'\\xee'", "--measure-weights $'\\xee.csv'"):  # neither is there
            done = self.shell(f"$wpga info g.h5 {words}")
            self.assertEqual((done.returncode, b"UTF-8" in done.stderr), (2, True), done.stderr)
        done = self.shell("mkdir $'d\\xff'; $wpga mean g.h5 --memory 1G --scratch $'d\\xff' --json -o n.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.write("weights.csv", "name,weight\n" + "".join(f"{i},{i + 1}\n" for i in range(5)))
        done = self.shell("mv weights.csv $'w\\xff.csv'; $wpga convert g.h5 --measure-weights $'w\\xff.csv' -o weighted.h5")
        self.assertNotEqual(done.returncode, 1, done.stderr)

    def test_results_are_not_compressed(self):
        self.write("a.csv", "x\n1\n")
        for words in (["distance", "a.csv", "a.csv", "-o", "d.csv.gz"], ["convert", "a.csv", "-o", "a.h5.gz"], ["fit", "clouds", "-o", "m.png.gz"]):
            self.refused(*words, says=[".gz"])

    def test_a_run_record_that_is_none(self):
        self.wpga("fit", "clouds", "--support", 2, "--components", 1, "-o", "m.h5")
        for text in (b"\xff", b"{" + b" " * (1 << 20) + b"}", b"no record"):
            self.write("m.run.json", text)
            done = self.wpga("report", "m.h5", "-o", "page.html")
            self.assertIn("m.run.json is left out", done.stderr_text)
            self.assertLess((self.folder / "page.html").stat().st_size, 1 << 20)

    def test_a_reader_that_has_enough(self):
        done = self.shell("set -o pipefail; $wpga help fit | head -c 10; echo ${PIPESTATUS[0]} >&2")
        self.assertIn(done.stderr.strip(), (b"0", b"141"))

    def test_names_cannot_command_the_terminal(self):
        self.write("bad.csv", "measure,x\n\x1b[31mred\u202e,1\n\x1b[31mred\u202e,2\nother,1\nother,3\n")
        self.write("\x1b[2Jodd.csv", "x,y\n1\n")
        done = self.wpga("info", "\x1b[2Jodd.csv", code=2)
        self.assertNotIn("\x1b", done.stderr_text)
        self.assertIn("\\x1b[2Jodd.csv", done.stderr_text)
        master, slave = pty.openpty()
        shown = []
        reader = threading.Thread(target=lambda: shown.append(self.drain(master)))
        reader.start()
        subprocess.run([program.PROGRAM, "info", "bad.csv"], cwd=self.folder, stdout=slave, stderr=slave, timeout=60, check=True)
        os.close(slave)
        reader.join()
        for line in shown[0].replace(b"\x1b[K", b"").splitlines():  # the bar clears its line
            self.assertNotIn(b"\x1b", line)
            self.assertNotIn("\u202e".encode(), line)

    def test_names_become_file_names_without_commands(self):
        self.write("odd.csv", 'measure,x\n"two\nlines",1\n"two\nlines",2\n\x1b]0;owned\x07,1\n\x1b]0;owned\x07,3\na/b,2\n')
        self.wpga("fit", "odd.csv", "--support", 1, "--components", 1, "-o", "model.h5")
        self.wpga("project", "model.h5", "odd.csv", "--reconstruct", "nearest")
        self.assertEqual(sorted(path.name for path in (self.folder / "nearest").iterdir()),
                         ["\\x1b]0;owned\\x07.csv", "a_b.csv", "two\\x0alines.csv"])

    @staticmethod
    def drain(descriptor):
        said = b""
        while True:
            try:
                part = os.read(descriptor, 4096)
            except OSError:
                return said
            if not part:
                return said
            said += part

    # ---- Limits

    def test_threads_are_bounded(self):
        self.wpga("info", "clouds", "--threads", 20000)
        for megabytes in (300, 600, 1200):
            done = self.shell(f"ulimit -v {megabytes * 1024}; $wpga fit clouds --support 3 --components 1 --threads 20000 -o out.h5")
            self.assertIn(done.returncode, (0, 2), done.stderr)
            if done.returncode == 2:
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_little_memory(self):
        self.wpga("generate", "ellipses", "--count", 30, "-o", "family.h5")
        self.wpga("fit", "family.h5", "--support", 20, "--components", 1, "--iterations", 2, "-o", "model.h5")
        for words in ("convert family.h5 -o out.h5", "sample model.h5 -o out.png", "report model.h5 -o out.html"):
            for megabytes in range(60, 400, 50):
                done = self.shell(f"ulimit -v {megabytes * 1024}; $wpga {words} --threads 1")
                # Below some limit the system does not start any program.
                if done.returncode == 127:
                    continue
                self.assertIn(done.returncode, (0, 2), f"{words} {megabytes} {done.stderr}")

    def test_devices_end(self):
        def limited():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        for words in (["info", "/dev/zero"], ["info", "/dev/urandom"], ["sample", "/dev/zero", "-o", "x.png"], ["info", "/dev/null"]):
            done = self.wpga(*words, code=2, preexec_fn=limited)
            self.assertIn(words[1], done.stderr_text)

    def test_an_unreadable_file_is_told_as_such(self):
        for name in ("x.h5", "x.csv"):
            self.write(name, b"x")
            os.chmod(self.folder / name, 0)
        person = self.as_person()
        for name in ("x.h5", "x.csv"):
            self.refused("info", name, says=[name, "ermission"], **person)
        self.refused("project", "x.h5", "clouds", "-o", "out.csv", says=["x.h5", "ermission"], **person)
        self.refused("fit", "clouds", "--mean", "x.h5", "-o", "out.h5", says=["x.h5", "ermission"], **person)

    def test_a_cut_gzip_is_named(self):
        import gzip
        data = gzip.compress(b"x,y\n" + b"1,2\n" * 1000)
        for name in ("a.csv.gz", "a.png.gz"):
            folder = pathlib.Path("cut_" + name)
            self.write(folder / name, data[:40])
            self.write(folder / "b.csv", "x,y\n1,2\n")
            self.refused("info", folder, says=[name])

    # ---- Tables

    def test_decimal_commas(self):
        self.write("t.csv", "id;x;y\n1;1,5;2,5\n2;3,5;4,5\n")
        done = self.wpga("info", "t.csv")
        self.assertIn("comma", done.stderr_text)
        self.assertIn("column id only counts rows and is not used; name it among --columns", done.stderr_text)
        self.assertRegex(done.stdout_text, r"dimension +2\n")
        asked = self.wpga("info", "t.csv", "--columns", "id,x,y")
        self.assertRegex(asked.stdout_text, r"dimension +3\n")
        self.assertNotIn("counts rows", asked.stderr_text)
        self.write("t.csv", "x;y\n1,5;2.5\n")
        self.refused("info", "t.csv", says=["t.csv", "comma"])

    def test_columns_that_are_not_used_are_told(self):
        self.write("t.csv", "x,patient,y\n1,anna,2\n3,otto,4\n")
        done = self.wpga("info", "t.csv")
        self.assertIn("not used: patient; --table long --name-columns patient", done.stderr_text)
        told = self.wpga("info", "t.csv", "--table", "long", "--name-columns", "patient")
        self.assertIn("2 point clouds", told.stdout_text)
        self.write("wide.csv", "name,group,0,1\na,u,1,2\nb,v,3,4\n")  # no long table: nothing to propose
        self.assertNotIn("name-columns", self.wpga("info", "wide.csv", "--table", "histograms").stderr_text)


if __name__ == "__main__":
    program.main()
