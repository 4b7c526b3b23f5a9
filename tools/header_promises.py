#!/usr/bin/env python3
"""`header_promises.py HEADER`: the header with its plain comments as Doxygen reads them, on standard output.

The first comment is about the file; one above a declaration is about that; one behind a member is about the member.
"""
import re
import sys


def promised(text):
    lines, about_file = [], True
    for line in text.splitlines():
        stripped = line.lstrip()
        if about_file and stripped.startswith("//"):
            if not lines:
                lines.append("/// @file")
            lines.append("///" + stripped[2:])
            continue
        about_file = False
        if stripped.startswith("// ----"):
            line = ""
        elif stripped.startswith("//"):
            line = line.replace("//", "///", 1)
        else:
            # Behind code, unless the slashes stand in a string.
            line = re.sub(r'^([^"/]*(?:"(?:[^"\\]|\\.)*"[^"/]*)*\S\s+)//(?!/) ?', r"\1///< ", line)
        lines.append(line)
    return "\n".join(lines) + "\n"


# Words that mean something to Doxygen and nothing to our readers.
def plain(text):
    return re.sub(r"(///<?.*)", lambda found: re.sub(r"(?<!\\)([\\@#](?!file\b))", r"\\\1", found.group(1)), text)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as header:
        sys.stdout.write(plain(promised(header.read())))
