#!/usr/bin/env python3
"""No output is an input or another output: every verb, every way to name one file twice, and all bytes are still there."""
import os

import program
from program import ProgramTest, skip

try:
    import h5py
    import numpy as np
    from PIL import Image
except ImportError as missing:
    skip(missing)


class LostFiles(ProgramTest):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(1)
        for name in "ab":
            for i in range(4):
                self.cloud(f"{name}/{i}.csv", random.normal(size=(6, 2)) + i, np.ones(6))
        for i in range(4):
            pixels = random.integers(0, 255, (6, 6, 3)).astype("uint8")
            (self.folder / "photos").mkdir(exist_ok=True)
            Image.fromarray(pixels).save(self.folder / "photos" / f"{i}.png")
        self.wpga("convert", "a", "-o", "f.h5")
        self.wpga("convert", "b", "-o", "g.h5")
        self.wpga("fit", "f.h5", "--support", 5, "--components", 1, "-o", "m.h5")
        self.wpga("fit", "photos", "--as", "palette", "--colors", 6, "--support", 6, "--components", 1, "-o", "colors.h5")
        self.wpga("mean", "f.h5", "--support", 5, "-o", "mean.h5")

    def contents(self):
        return {str(p.relative_to(self.folder)): p.read_bytes() for p in self.folder.rglob("*") if p.is_file()}

    def kept(self, *words, says=()):
        """Refused with one sentence, and every byte of every file is as it was."""
        before = self.contents()
        sentence = self.refused(*words, says=says)
        self.assertEqual(self.contents(), before, words)
        return sentence

    def aliases(self, path):
        """Other ways to write the path of a file: through its folder, from the root, by links."""
        target = self.folder / path
        yield path
        yield f"./{path}"
        yield f"a/../{path}"
        yield str(target)
        for make, kind in ((os.symlink, "soft"), (os.link, "hard")):
            link = self.folder / f"{kind}-{target.name}"
            make(target, link)
            yield link.name
            link.unlink()
        os.symlink(self.folder, self.folder / "here")
        yield f"here/{path}"
        (self.folder / "here").unlink()

    def test_no_output_lies_in_a_folder_that_is_read(self):
        """The next run would read it."""
        os.symlink(self.folder / "a", self.folder / "link")
        small = ["--support", 5, "--components", 1]
        for place in ("a/out", "a/deeper/out", "link/out", str(self.folder / "a/../a/out")):
            (self.folder / "a/deeper").mkdir(exist_ok=True)
            self.kept("fit", "a", *small, "-o", place + ".h5", says=["is read"])
            self.kept("fit", "b", "a", *small, "--checkpoint", place + ".h5", says=["is read"])
            self.kept("mean", "a", "-o", place + ".h5", says=["is read"])
            self.kept("convert", "a", "-o", place + ".h5", says=["is read"])
            self.kept("distance", "a", "-o", place + ".csv", says=["is read"])
            self.kept("info", "a", "--sheet", place + ".png", says=["is read"])
            self.kept("project", "m.h5", "a", "-o", place + ".csv", says=["is read"])
            self.kept("compare", "a", *small, "-o", place, says=["is read"])
            self.wpga("report", "m.h5", "--data", "a", "-o", place + ".html")  # is no data
        (self.folder / "a/.hidden").mkdir()
        self.wpga("fit", "a", *small, "-o", "a/.hidden/m.h5")
        self.wpga("fit", "a", *small, "-o", "b/beside.h5")

    def test_no_output_is_an_input(self):
        small = ["--support", 5, "--components", 1]
        for words, flag, file in (
            (["convert", "f.h5"], "-o", "f.h5"),
            (["convert", "f.h5", "g.h5"], "-o", "g.h5"),
            (["morph", "a/0.csv", "f.h5", "--limit", 1], "-o", "f.h5"),
            (["mean", "f.h5"], "-o", "f.h5"),
            (["mean", "a"], "-o", "a/1.csv"),
            (["mean", "f.h5", "--from", "mean.h5"], "-o", "mean.h5"),
            (["fit", "f.h5", *small], "-o", "f.h5"),
            (["fit", "f.h5", "--mean", "mean.h5"], "-o", "mean.h5"),
            (["fit", "f.h5", *small, "-o", "n.h5"], "--checkpoint", "f.h5"),
            (["fit", "f.h5", "--mean", "mean.h5"], "--checkpoint", "mean.h5"),
            (["project", "m.h5", "f.h5"], "-o", "m.h5"),
            (["project", "m.h5", "f.h5"], "-o", "f.h5"),
            (["project", "m.h5", "a"], "-o", "a/2.csv"),
            (["project", "m.h5", "f.h5"], "--reconstruct", "f.h5"),
            (["project", "m.h5", "f.h5"], "--reconstruct", "m.h5"),
            (["sample", "m.h5"], "-o", "m.h5"),
            (["distance", "a/0.csv", "a/1.csv"], "-o", "a/0.csv"),
            (["distance", "a/0.csv", "a/1.csv"], "--plan", "a/1.csv"),
            (["distance", "a/0.csv", "a/1.csv"], "--map", "a/1.csv"),
            (["recolor", "colors.h5", "photos/0.png"], "-o", "photos/0.png"),
            (["info", "photos/*.png", "--as", "palette"], "--sheet", "photos/1.png"),
        ):
            for alias in self.aliases(file):
                with self.subTest(words=words, flag=flag, alias=alias):
                    self.kept(*words, flag, alias, says=[flag, "read"])

    def test_no_output_is_another_output(self):
        for words, first, second in (
            (["fit", "f.h5", "--support", 5], "-o", "--checkpoint"),
            (["project", "m.h5", "f.h5"], "-o", "--reconstruct"),
        ):
            for alias in ("new.h5", "./new.h5", "a/../new.h5", self.folder / "new.h5"):
                with self.subTest(words=words, alias=alias):
                    self.kept(*words, first, "new.h5", second, alias, says=["-o"])
            os.symlink("new.h5", self.folder / "dangling.h5")
            self.kept(*words, first, "new.h5", second, "dangling.h5", says=["-o"])
            (self.folder / "dangling.h5").unlink()
        self.kept("distance", "a/0.csv", "a/1.csv", "-o", "new.csv", "--plan", "./new.csv", says=["--plan", "-o"])
        self.kept("distance", "a/0.csv", "a/1.csv", "--map", "new.csv", "--plan", "new.csv", says=["--map", "--plan"])
        self.kept("generate", "glyphs", "--count", 3, "-o", "new.h5", "--factors", "new.h5", says=["new.h5"])

    def test_extensions_of_another_kind_are_refused(self):
        for words, flag, file in (
            (["report", "m.h5"], "-o", "m.h5"),
            (["report", "m.h5"], "-o", "page.png"),
            (["distance", "f.h5"], "-o", "f.h5"),
            (["distance", "a/0.csv", "a/1.csv"], "--plan", "plan.h5"),
            (["generate", "glyphs", "--count", 3, "-o", "g.h5"], "--factors", "truth.h5"),
            (["generate", "glyphs", "--count", 3], "-o", "glyphs.csv"),
            (["project", "m.h5", "f.h5"], "--reconstruct", "nearest.csv"),
            (["compare", "f.h5"], "-o", "compare.h5"),
            (["fit", "f.h5", "-o", "n.h5"], "--checkpoint", "state.png"),
            (["fit", "f.h5"], "-o", "model.csv"),
            (["convert", "f.h5"], "-o", "family.csv"),
            (["sample", "m.h5"], "-o", "points.json"),
        ):
            with self.subTest(words=words, file=file):
                self.kept(*words, flag, file, says=[file])
        self.wpga("distance", "f.h5", "-o", "distances", "--quiet")  # an ending nobody knows is anyone's
        self.wpga("report", "m.h5", "-o", "page.htm", "--quiet")

    def test_a_checkpoint_replaces_and_removes_only_checkpoints(self):
        for words in (["-o", "m2.h5", "--checkpoint", "m.h5"], ["-o", "m2.h5", "--checkpoint", "g.h5"],
                      ["-o", "m2.h5", "--checkpoint", "mean.h5", "--resume"]):
            self.kept("fit", "f.h5", "--support", 5, *words, says=["checkpoint"])
        self.write("notes.part", "not a checkpoint")
        self.kept("fit", "f.h5", "--support", 5, "-o", "m2.h5", "--checkpoint", "notes.part", says=["notes.part"])
        fit = ["fit", "f.h5", "--support", 5, "-o", "m2.h5", "--checkpoint-every", 0]
        self.wpga(*fit, "--checkpoint", "state.h5")
        self.assertFalse((self.folder / "state.h5").exists())
        self.wpga(*fit, "--checkpoint", "/dev/null")
        self.assertTrue(os.path.exists("/dev/null"))

    def test_the_record_of_a_run_replaces_nothing_else(self):
        self.wpga("fit", "f.h5", "--support", 5, "-o", "m.h5")  # its own record may be replaced
        for foreign in ("my notes", '{"notes": 1}', "[]"):
            self.write("n.run.json", foreign)
            self.kept("fit", "f.h5", "--support", 5, "-o", "n.h5", says=["n.run.json"])
        (self.folder / "n.run.json").unlink()
        os.symlink("f.h5", self.folder / "n.run.json")
        self.kept("fit", "f.h5", "--support", 5, "-o", "n.h5", says=["n.run.json"])

    def test_a_folder_that_is_read_is_not_written_into(self):
        (self.folder / "same").symlink_to("a")
        for folder in ("a", "a/", "./a", "b/../a", "same", self.folder / "a"):
            self.kept("project", "m.h5", "a", "--reconstruct", folder, says=["--reconstruct", "read"])
            self.kept("compare", "a", "--methods", "tangent", "-o", folder, says=["-o", "read"])

    def test_single_files_in_a_folder_that_is_written_are_kept(self):
        # The names of reconstructions are those of the measures, and so of the files they came from.
        self.kept("project", "m.h5", "a/0.csv", "a/1.csv", "--reconstruct", "a", says=["a/0.csv"])
        self.kept("project", "m.h5", "b", "-o", "a/2.csv", "--reconstruct", "a", says=["a/2.csv"])
        (self.folder / "tangent.h5").write_bytes((self.folder / "f.h5").read_bytes())
        self.kept("compare", "tangent.h5", "--methods", "tangent", "-o", ".", says=["tangent.h5"])
        before = self.contents()
        self.wpga("compare", "f.h5", "--methods", "line,tangent", "--components", 1, "--support", 5, "-o", ".", code=None)
        after = self.contents()
        self.assertEqual({name: after[name] for name in ("f.h5", "m.h5", "a/0.csv")},
                         {name: before[name] for name in ("f.h5", "m.h5", "a/0.csv")})

    def test_what_is_no_folder_is_refused_before_the_work(self):
        """Before, all was computed and then lost, because "another run has made it meanwhile"."""
        (self.folder / "file").write_text("kept")
        (self.folder / "link").symlink_to("/dev/null")
        os.mkfifo(self.folder / "pipe")
        for name in ("file", "link", "pipe", "pipe/", "/dev/null"):
            for words in (["generate", "ellipses", "--count", 3, "-o"], ["project", "m.h5", "f.h5", "--reconstruct"],
                          ["compare", "f.h5", "--methods", "tangent", "-o"]):
                with self.subTest(words=words, name=name):
                    self.kept(*words, name, says=["no folder"])

    def test_devices_may_be_named_twice(self):
        self.wpga("distance", "a/0.csv", "a/1.csv", "--plan", "/dev/null", "--map", "/dev/null")


if __name__ == "__main__":
    program.main()
