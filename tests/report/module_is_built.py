#!/usr/bin/env python3
"""`module_is_built.py BUILD SOURCE [record]`: page/built/projection.wasm.gz is what its sources build.

Skips (exit code 77) where the compiler for WebAssembly is missing, and where the sources have changed since the module was
built: then it may be stale, which the test of its numbers against the program's (page/e2e/own.test.mjs) would show, and
`make module` builds it anew.  With `record` it writes which sources these were.
"""
import gzip
import hashlib
import pathlib
import re
import subprocess
import sys

build, root = map(pathlib.Path, sys.argv[1:3])
record = root / "page/built/projection.sources"


def sources():
    """All files of the project that the module is made of."""
    script = (root / "tools/build_module.sh").read_text()
    waiting = [root / f"{name}.cpp" for name in re.search(r"sources='(.*?)'", script, re.S).group(1).split()]
    waiting += sorted((root / "page/module").rglob("*.h")) + [root / "tools/build_module.sh", root / "page/module/one_thread/stop_token"]
    seen = set()
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        included = re.findall(r'#include "(wpga/[^"]+)"', file.read_text())
        waiting += [path for path in (root / "src" / name for name in included) if path.exists()]
    return sorted(seen)


digest = hashlib.sha256()
for file in sources():
    digest.update(f"{file.relative_to(root)}\n".encode() + file.read_bytes())
if sys.argv[3:] == ["record"]:
    record.write_text(digest.hexdigest() + "\n")
    sys.exit(0)
if record.read_text().strip() != digest.hexdigest():
    print("skipped: the sources of the module have changed since it was built; `make module` builds it anew")
    sys.exit(77)
done = subprocess.run([root / "tools/build_module.sh", build])
if done.returncode != 0:
    sys.exit(done.returncode)
kept = gzip.decompress((root / "page/built/projection.wasm.gz").read_bytes())
if (build / "projection.wasm").read_bytes() != kept:
    sys.exit("page/built/projection.wasm.gz is not what page/module builds; run `make module` and commit it")
