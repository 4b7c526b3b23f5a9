#!/usr/bin/env python3
"""`header_promises.py SOURCE TARGET`: the headers of SOURCE in TARGET, their plain comments written as Doxygen reads them.

The first comment is about the file; one above a declaration is about that; one behind a member is about the member.
"""
import pathlib
import re
import sys

# A comment behind code; slashes in a string are none.
BEHIND = re.compile(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*\S\s+)//(?!/) ?')
# Signs that mean something to Doxygen and nothing to our readers.
SIGNS = re.compile(r"([\\@#<>])")


def promised(text):
    lines, about_file = [], True
    for line in text.splitlines():
        stripped = line.lstrip()
        about_file = about_file and stripped.startswith("//")
        if about_file:
            lines += ["/// @file"] if not lines else []
            lines.append("///" + SIGNS.sub(r"\\\1", stripped[2:]))
        elif stripped.startswith("// ----"):
            lines.append("")
        elif stripped.startswith("//"):
            indent = line[: len(line) - len(stripped)]
            lines.append(f"{indent}///" + SIGNS.sub(r"\\\1", stripped[2:]))
        elif found := BEHIND.match(line):
            lines.append(found.group(1) + "///< " + SIGNS.sub(r"\\\1", line[found.end():]))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def main(source, target):
    for header in sorted(source.rglob("*.hpp")):
        place = target / header.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(promised(header.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:3]))
