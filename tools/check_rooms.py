#!/usr/bin/env python3
"""The rules of the house: a room includes only rooms below it, a folder of a room only folders below it, each library
enters through its doors, and the library names options, not flags of the command line.

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
    "numerics": ["base", "kernels", "parallel"],
    "measures": ["base", "kernels", "parallel"],
    "synthetic": ["base", "kernels", "parallel", "measures"],
    "transport": ["base", "kernels", "parallel", "numerics", "measures"],
    "barycenters": ["base", "kernels", "parallel", "numerics", "measures", "transport"],
    "analysis": ["base", "kernels", "parallel", "numerics", "measures", "transport", "barycenters"],
    "neighbours": ["base", "kernels", "parallel", "numerics", "measures", "transport", "barycenters", "analysis"],
    "recolor": ["base", "kernels", "parallel", "measures", "transport"],
    "study": ["base", "parallel", "measures", "transport", "barycenters", "analysis", "neighbours"],
    "io": ["base", "parallel", "measures", "synthetic", "transport", "analysis", "study"],
    "report": ["base", "parallel", "measures", "transport", "analysis", "study"],
}

# The floors inside a room, from the ground up: folders, and files of the room's own that folders above them use. Each includes
# only those before it. "*" is the room's other files; where it is not said they stand above all.
FLOORS = {
    "src/wpga/transport": ["coupling", "simplex", "entropic"],
    "src/wpga/analysis": ["curves", "analysis", "analysis_unit", "cone", "fit"],
    "src/wpga/neighbours": ["histograms", "maps", "line"],
    "src/wpga/io": ["file_system", "file_identity", "file_pieces", "input_file", "data_files", "csv_text", "json", "options_json", "results_json", "formats", "reading", "files", "loading"],
    "src/wpga/io/formats": ["bytes", "text_lines", "gzip", "zip_archive", "images", "arrays", "tables", "cytometry", "clouds"],
    "src/wpga/report": ["color", "printable", "component_words", "canvas", "plane", "raster", "frames", "page"],
    "apps/wpga": ["console", "flags", "manual", "*", "verbs"],
}

# Library (pattern of the included name) → the only places that may include it, as path prefixes.
DOORS = {
    r"Eigen/": ["src/wpga", "apps", "tests", "benchmarks"],
    r"fmt/": ["src/wpga", "apps", "tests", "benchmarks", "python/binding"],
    r"pybind11/": ["python/binding"],
    r"hwy/": ["src/wpga/kernels", "tests/kernels"],
    r"tbb/|oneapi/": ["src/wpga/parallel/parallel_for.cpp"],
    r"mpi\.h": ["apps/wpga_mpi/mpi_post.cpp"],
    r"hdf5\.h|H5": ["src/wpga/io/files/hdf5_writer.cpp", "src/wpga/io/files/hdf5_reader.cpp", "src/wpga/io/files/hdf5_source.cpp",
                     "src/wpga/io/files/hdf5_handle.hpp"],
    r"png\.h": ["src/wpga/io/formats/images/png_image.cpp"],
    r"jpeglib\.h|jerror\.h": ["src/wpga/io/formats/images/jpeg_image.cpp"],
    r"tiff(io)?\.h": ["src/wpga/io/formats/images/tiff_image.cpp"],
    r"zlib\.h": ["src/wpga/io/formats/gzip.cpp"],
    r"nlohmann/": ["src/wpga/io/json.hpp"],
    r"ft2build\.h|freetype/": ["src/wpga/io/formats/font_file.cpp"],
    r"cairo": ["src/wpga/report/canvas.cpp"],
    r"Clp|Coin": ["src/wpga/numerics/linear_programming.cpp"],
    r"CLI/": ["apps/wpga/flags/command_line.cpp"],
    r"lemon/": ["tests", "benchmarks"],
    r"gtest/|gmock/": ["tests"],
    r"benchmark/": ["benchmarks"],
}

# A test may make a file with the library that its subject reads.
TEST_MAY_USE = r"png\.h|jpeglib\.h|tiff(io)?\.h|zlib\.h|hdf5\.h"

UNFINISHED_NAMES = {"utils", "util", "common", "helpers", "helper", "misc"}
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


def place_of(path, included):
    """The included file's path in the repository, where it is one of ours."""
    if included.startswith("wpga/"):
        return f"src/{included}"
    for program in ("apps/wpga", "apps"):
        if path.startswith("apps/") and (ROOT / program / included).exists():
            return f"{program}/{included}"
    return None


def floor_of(house, path):
    entry = path.removeprefix(f"{house}/").split("/")[0]
    floors = FLOORS[house]
    if "." in entry:
        entry = entry.split(".")[0]
        if entry not in floors or (ROOT / house / entry).is_dir():
            return floors.index("*") if "*" in floors else len(floors)
    return floors.index(entry) if entry in floors else None


def breaches_of_floors(path, included):
    other = place_of(path, included)
    for house in FLOORS:
        if other is None or not path.startswith(f"{house}/"):
            continue
        floor = floor_of(house, path)
        if floor is None:
            yield f"{path}: the folder is not among the FLOORS of {house} in tools/check_rooms.py"
        elif other.startswith(f"{house}/"):
            below = floor_of(house, other)
            if below is None or below > floor:
                yield f"{path}: may not include {included}, which stands above it in {house}"


def breaches_of_doors(path, included):
    for library, doors in DOORS.items():
        if not re.match(library, included) or any(path.startswith(door) for door in doors):
            continue
        if path.startswith("tests/") and re.match(TEST_MAY_USE, included):
            continue
        yield f"{path}: <{included}> enters only through {', '.join(doors)}"


def breaches_of_words(path, line):
    if not path.startswith("src/") or line.lstrip().startswith("//"):
        return
    for string in STRING.findall(line):
        if "--" in string:
            yield f"{path}: {string} names a flag; the library says `option`, apps writes it as a flag"


# They throw, or ask for an error code: io/file_system asks them once for all.
FILE_SYSTEM = re.compile(r"\b(?:fs|filesystem)::(?!path\b|filesystem_error\b)\w+\s*\(")
FILE_SYSTEM_DOOR = "src/wpga/io/file_system."


def breaches_of_file_system(path, line):
    if not path.startswith(("src/", "apps/")) or path.startswith(FILE_SYSTEM_DOOR) or line.lstrip().startswith("//"):
        return
    for call in FILE_SYSTEM.findall(line):
        yield f"{path}: {call}…) enters only through {FILE_SYSTEM_DOOR}cpp"


# The version is said in CMakeLists.txt; what other tools read repeats it.
VERSIONS = {"CITATION.cff": r"^version: (\S+)", "page/package.json": r'"version": "([^"]+)"',
            "python/pyproject.toml": r'^version = "([^"]+)"'}


def breaches_of_version():
    said = re.search(r"^project\(wpga VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
    for name, pattern in VERSIONS.items():
        path = ROOT / name
        found = re.search(pattern, path.read_text(encoding="utf-8"), re.M) if path.exists() else None
        if found and found.group(1) != said:
            yield f"{name}: says version {found.group(1)}, CMakeLists.txt {said}"


def main():
    breaches = list(breaches_of_version())
    for folder in ("src", "apps", "tests", "benchmarks", "python"):
        for file in sorted((ROOT / folder).rglob("*.[ch]pp")):
            path = file.relative_to(ROOT).as_posix()
            if file.stem in UNFINISHED_NAMES:
                breaches.append(f"{path}: a file called '{file.stem}' is a thought not finished")
            for line in file.read_text(encoding="utf-8").splitlines():
                breaches += breaches_of_words(path, line)
                breaches += breaches_of_file_system(path, line)
                if found := INCLUDE.match(line):
                    breaches += breaches_of_rooms(path, found.group(1))
                    breaches += breaches_of_floors(path, found.group(1))
                    breaches += breaches_of_doors(path, found.group(1))
    print("\n".join(breaches) if breaches else "rooms and doors: in order")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
