#!/usr/bin/env python3
"""`page_is_built.py PAGE_BUILD PAGE`: the page in the repository is, byte for byte, what its sources build.

PAGE_BUILD is where tools/build_page.sh has just built it; exit code 77 skips where it could not.
"""
import hashlib
import pathlib
import sys

built, kept = pathlib.Path(sys.argv[1]) / "dist" / "index.html", pathlib.Path(sys.argv[2]) / "built" / "page.html"
if not built.exists():
    print("skipped: the page could not be built here (see the test page_build)")
    sys.exit(77)
for file in (built, kept):
    print(hashlib.sha256(file.read_bytes()).hexdigest(), file)
if built.read_bytes() != kept.read_bytes():
    sys.exit("page/built/page.html is not what page/ builds; run `make page` and commit it")
