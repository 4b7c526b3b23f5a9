#!/usr/bin/env python3
"""Families larger than memory: `--memory` changes what is resident, never a byte of what is written."""
import os
import subprocess

import program
from program import ProgramTest

MEGABYTE = 1 << 20


class Memory(ProgramTest):
    def peak(self, *words):
        """Most megabytes that the program had resident."""
        script = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[1:]); "
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(done.returncode)")
        done = subprocess.run(["python3", "-c", script, program.PROGRAM, *map(str, words), "--quiet"], cwd=self.folder,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return int(done.stdout.split()[-1]) * 1024 / MEGABYTE

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def family(self, count, *words, name="family.h5"):
        self.wpga("generate", "gaussians", "--count", count, "--atoms", 60, *words, "-o", name, "--quiet")

    def test_generate_and_convert_write_the_same_file_in_little_memory(self):
        self.family(90_000)  # without a bound the program and its windows take 85 to 95 MB, whatever the family
        size = (self.folder / "family.h5").stat().st_size / MEGABYTE
        self.assertGreater(size, 120)
        self.assertLess(self.peak("generate", "gaussians", "--count", 90_000, "--atoms", 60, "--memory", "32M", "-o", "again.h5"),
                        size)
        self.assertEqual(self.bytes_of("again.h5"), self.bytes_of("family.h5"))
        for words in ([], ["--memory", "32M"]):
            self.assertLess(self.peak("convert", "family.h5", *words, "-o", "copy.h5"), size)
            self.assertEqual(self.bytes_of("copy.h5"), self.bytes_of("family.h5"))

    def test_a_bound_changes_no_byte(self):
        self.family(6_000)
        fit = ["fit", "family.h5", "--support", 64, "--components", 1, "--iterations", 2, "--mean-iterations", 2, "--restarts", 1]
        mean = ["mean", "family.h5", "--support", 64, "--iterations", 2]
        for words, output in ((mean, "mean.h5"), (fit, "model.h5"), (["project", "free-model.h5", "family.h5"], "times.csv")):
            self.wpga(*words, "-o", f"free-{output}", "--quiet")
            self.wpga(*words, "-o", f"bound-{output}", "--memory", "16M", "--quiet")
            self.assertEqual(self.bytes_of(f"bound-{output}"), self.bytes_of(f"free-{output}"))

    def test_standardised_in_a_scratch_file(self):
        self.family(6_000)
        flags = ["--standardize", "pooled", "--center"]
        self.wpga("convert", "family.h5", *flags, "-o", "free.h5")
        self.wpga("convert", "family.h5", *flags, "--memory", "16M", "--scratch", ".", "-o", "bound.h5")
        self.assertEqual(self.bytes_of("bound.h5"), self.bytes_of("free.h5"))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["bound.h5", "family.h5", "free.h5"])

    def test_parts_of_a_large_file_are_those_of_a_small_one(self):
        self.family(3_000)
        self.family(40, name="few.h5")
        self.wpga("convert", "family.h5", "--limit", 40, "-o", "first.h5")
        self.assertEqual(self.bytes_of("first.h5"), self.bytes_of("few.h5"))
        self.wpga("convert", "family.h5", "few.h5", "-o", "both.h5")
        self.assertIn("3040 ", self.wpga("info", "both.h5").stdout_text)

    def test_bad_words_are_refused(self):
        self.family(20)
        for words, says in ((["--memory", "much"], ["--memory", "much"]), (["--memory", "1M"], ["--memory", "16M"]),
                            (["--scratch", "."], ["--memory"]),
                            (["--memory", "16M", "--scratch", "nowhere"], ["--scratch", "nowhere"])):
            self.refused("info", "family.h5", *words, says=says)

    def test_a_full_scratch_folder_is_told(self):
        if not os.path.isdir("/proc/self"):
            self.skipTest("needs a folder that nobody can write to")
        self.refused("generate", "gaussians", "--count", 20_000, "--memory", "16M", "--scratch", "/proc", "-o", "family.h5",
                     says=["/proc", "--scratch"])


if __name__ == "__main__":
    program.main()
