#!/usr/bin/env python3
"""`page_units.py PAGE_BUILD`: the unit tests of the page (Vitest); exit code 77 skips where npm brought nothing."""
import pathlib
import shutil
import subprocess
import sys

build = pathlib.Path(sys.argv[1])
npm = shutil.which("npm")
if npm is None or not (build / "node_modules" / "vitest").exists():
    print("skipped: npm is missing, or could not fetch the tools of the page")
    sys.exit(77)
sys.exit(subprocess.run([npm, "test"], cwd=build).returncode)
