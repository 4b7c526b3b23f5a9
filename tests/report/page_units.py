#!/usr/bin/env python3
"""`page_units.py PAGE_BUILD PAGE`: the page's unit tests (Vitest) and its format (Prettier).

Exit code 77 skips where npm brought nothing.
"""
import pathlib
import shutil
import subprocess
import sys

build, page = map(pathlib.Path, sys.argv[1:3])
npm = shutil.which("npm")
if npm is None or not (build / "node_modules" / "vitest").exists():
    print("skipped: npm is missing, or could not fetch the tools of the page")
    sys.exit(77)
prettier = [build / "node_modules" / ".bin" / "prettier", "--check", "src", "e2e", "index.html", "vite.config.ts"]
formatted = subprocess.run(prettier, cwd=page).returncode
sys.exit(subprocess.run([npm, "test"], cwd=build).returncode or formatted)
