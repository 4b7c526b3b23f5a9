#!/usr/bin/env python3
"""The rules of the house: a room includes only rooms below it, each library enters through its doors, and the
library names options, not flags of the command line.

Reads `#include` lines and strings; needs nothing but Python. Exit code 1 and one line per breach.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Room → rooms it may include (itself is always allowed).
ROOMS = {
    "base": [],
    "kernels": ["base"],
    "parallel": ["base"],
    "measures": ["base", "kernels", "parallel"],
    "transport": ["base", "kernels", "parallel", "measures"],
    "barycenters": ["base", "kernels", "parallel", "measures", "transport"],
    "analysis": ["base", "kernels", "parallel", "measures", "transport", "barycenters"],
    "neighbours": ["base", "kernels", "parallel", "measures", "transport", "barycenters", "analysis"],
    "recolor": ["base", "kernels", "parallel", "measures", "transport"],
    "io": ["base", "parallel", "measures", "transport", "analysis"],
    "report": ["base", "parallel", "measures", "transport", "analysis"],
}

# Library (pattern of the included name) → the only places that may include it, as path prefixes.
DOORS = {
    r"Eigen/": ["src/wpga", "apps", "tests", "benchmarks"],
    r"fmt/": ["src/wpga", "apps", "tests", "benchmarks"],
    r"hwy/": ["src/wpga/kernels", "tests/kernels"],
    r"tbb/|oneapi/": ["src/wpga/parallel/parallel_for.cpp"],
    r"hdf5\.h|H5": ["src/wpga/io/hdf5_file.cpp"],
    r"png\.h": ["src/wpga/io/formats/png_image.cpp"],
    r"jpeglib\.h|jerror\.h": ["src/wpga/io/formats/jpeg_image.cpp"],
    r"tiff(io)?\.h": ["src/wpga/io/formats/tiff_image.cpp"],
    r"zlib\.h": ["src/wpga/io/formats/gzip.cpp"],
    r"nlohmann/": ["src/wpga/io/json.hpp"],
    r"ft2build\.h|freetype/": ["src/wpga/io/formats/font_file.cpp"],
    r"cairo": ["src/wpga/report/canvas.cpp"],
    r"Clp|Coin": ["src/wpga/transport/linear_programming.cpp"],
    r"CLI/": ["apps/wpga/command_line.cpp"],
    r"lemon/": ["tests", "benchmarks"],
    r"gtest/|gmock/": ["tests"],
    r"benchmark/": ["benchmarks"],
}

# A test may make a file with the library that its subject reads.
TEST_MAY_USE = r"png\.h|jpeglib\.h|tiff(io)?\.h|zlib\.h"

UNFINISHED_NAMES = {"utils", "util", "common", "helpers", "helper", "misc"}
# Sources of the library whose messages still name a flag.
MAY_NAME_FLAGS = {"src/wpga/io/checkpoint_file.cpp"}
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def room_of(path: str):
    match = re.match(r"src/wpga/(\w+)/", path)
    return match.group(1) if match else None


def breaches_of_rooms(path, included):
    room = room_of(path)
    if room is None or not included.startswith("wpga/"):
        return
    if room not in ROOMS:
        yield f"{path}: the room '{room}' is not in tools/check_rooms.py"
        return
    other = included.split("/")[1]
    if other != room and other not in ROOMS[room]:
        yield f"{path}: the room '{room}' may not include {included}"


def breaches_of_doors(path, included):
    for library, doors in DOORS.items():
        if not re.match(library, included) or any(path.startswith(door) for door in doors):
            continue
        if path.startswith("tests/") and re.match(TEST_MAY_USE, included):
            continue
        yield f"{path}: <{included}> enters only through {', '.join(doors)}"


def breaches_of_words(path, line):
    if not path.startswith("src/") or path in MAY_NAME_FLAGS or line.lstrip().startswith("//"):
        return
    for string in STRING.findall(line):
        if "--" in string:
            yield f"{path}: {string} names a flag; the library says `option`, apps writes it as a flag"


def main():
    breaches = []
    for folder in ("src", "apps", "tests", "benchmarks"):
        for file in sorted((ROOT / folder).rglob("*.[ch]pp")):
            path = file.relative_to(ROOT).as_posix()
            if file.stem in UNFINISHED_NAMES:
                breaches.append(f"{path}: a file called '{file.stem}' is a thought not finished")
            for line in file.read_text(encoding="utf-8").splitlines():
                breaches += breaches_of_words(path, line)
                if found := INCLUDE.match(line):
                    breaches += breaches_of_rooms(path, found.group(1))
                    breaches += breaches_of_doors(path, found.group(1))
    print("\n".join(breaches) if breaches else "rooms and doors: in order")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
