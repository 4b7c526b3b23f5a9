#!/usr/bin/env python3
"""`build_site.py PROGRAM PYTHONPATH OUTPUT`: the site of the project, OUTPUT/index.html, with Debian's Sphinx, furo and myst.

Pages come from docs/; the command line, topics and certificates from the program, the Python pages from docstrings, the C++ pages from
the headers.  A door that leads nowhere and a broken link end the build.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# Sections of guides that hold measurements say so in their headings.
MEASURED = re.compile(r"measured", re.IGNORECASE)


def asked(program, *words):
    return json.loads(subprocess.run([program, *words], check=True, capture_output=True).stdout)


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def plain(text):
    """A sentence of the program as Markdown that says the same."""
    return re.sub(r"([*_<\[\]|])", r"\\\1", text.replace("\n", " "))


def write(source, name, text):
    place = source / f"{name}.md"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def toctree(pages, labels=()):
    entries = (f"{labels[page]} </{page}>" if page in labels else f"/{page}" for page in pages)
    return "```{toctree}\n:hidden:\n\n" + "\n".join(entries) + "\n```\n"


def title_of(source, page):
    for line in (source / f"{page}.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            return line[2:].strip()
    sys.exit(f"{page}.md has no title")


# ---- pages of the repository ----

def without_foreign_links(text, page, known):
    """Links to files that are no pages of the site become their words; the folder of examples has a page."""
    folder = pathlib.PurePosixPath(page).parent

    def settled(found):
        words, target = found.group(1), found.group(2)
        if re.match(r"[a-z]+:|#", target):
            return found.group(0)
        path, _, anchor = target.partition("#")
        place = os.path.normpath(folder / path)
        place = place.removeprefix("../")
        if place == "examples":
            place = "reference/examples.md"
        if place.removesuffix(".md") in known or place.endswith(".png"):
            up = os.path.relpath(place, folder)
            return f"[{words}]({up}{'#' + anchor if anchor else ''})"
        return words if words.startswith("`") else f"`{place}`"

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", settled, text)


# Not prose: code, headings, targets of links, words of pictures.
UNTOUCHED = re.compile(r"(?ms)(^```.*?^```$|^#+ .*?$|`[^`\n]*`|!\[[^\]]*\]|\]\([^)\s]*\))")
INDEX = re.compile(r"(?<![\w`\\/.-])([^\W\d_]\d?'?|∏|min|max)_(\{[^}\n]*\}|next|[A-Za-zℓ]{1,3}(?:,[a-z]{1,2})?|\d)(?![\w/.-]*[\w/-])")
POWER = re.compile(r"(?<=[\w)])\^(−?[\d½a-z]+)(?!\w)")


def with_indices(text):
    """y_k and R^d as they are printed."""
    text = INDEX.sub(lambda found: f"{found.group(1)}<sub>{found.group(2).strip('{}')}</sub>", text)
    text = POWER.sub(r"<sup>\1</sup>", text)
    return re.sub(r"\bW2(?=²|\b)", "W<sub>2</sub>", text)


def readable_maths(text):
    """Formulas of the pages, which are plain text in the repository, with indices; lines that are indented and no commands stand by themselves."""
    def formula(found):
        lines = [with_indices(line.strip().replace("&", "&amp;").replace("<", "&lt;")) for line in found.group(2).splitlines()]
        return f"{found.group(1)}<div class=\"formula\">{'<br>'.join(lines)}</div>\n"

    # Pairs and shares in the cells of tables stay on one line.
    text = re.sub(r"(?m)^\|.*$", lambda row: re.sub(r"(?<=\d) (?=%)|(?<=[\d%]) (?=/ \d)|(?<=\d /) (?=\d)", "\u00a0", row.group(0)), text)
    parts = UNTOUCHED.split(text)
    for place in range(0, len(parts), 2):
        pieces = re.split(r"(?m)(?<=\n\n)((?:^ {4}(?!wpga|mpirun| ).*\n(?!    ))+)", parts[place])
        parts[place] = "".join(formula(re.match(r"(?s)()(.*)", piece)) if odd % 2 else with_indices(piece) for odd, piece in enumerate(pieces))
    return "".join(parts)


def repository_pages(source):
    for path in sorted(DOCS.rglob("*")):
        name = path.relative_to(DOCS)
        if path.is_dir() or name.parts[0] in ("site", "api") or str(name) == "README.md":
            continue
        place = source / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            place.write_text(readable_maths(path.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(path, place)
    for name in ("ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY"):
        shutil.copyfile(ROOT / f"{name}.md", source / f"{name}.md")
    shutil.copyfile(DOCS / "site" / "index.md", source / "index.md")


# ---- pages of the program ----

def verb_page(verb):
    lines = [f"# wpga {verb['name']}", "", verb["summary"].capitalize() + ".", "", "```text",
             f"wpga {verb['name']} {verb['usage']} [flags]", "```", "", verb["description"].replace("\n", "\n\n"), ""]
    for positional in verb["positionals"]:
        lines += [f"**{positional['name']}**: {positional['sentence']}", ""]
    if verb["examples"]:
        lines += ["## Examples", "", "```text", *verb["examples"], "```", ""]
    for group in verb["groups"]:
        # A list of definitions: alternatives of a value may be long, and a phone is narrow.
        lines += [f"## {group['title']}", ""]
        for flag in group["flags"]:
            names = ", ".join(filter(None, [flag.get("alias"), flag["name"]]))
            value = " " + flag["value"] if "value" in flag else ""
            default = f" *(default {plain(flag['default'])})*" if flag.get("default") else ""
            lines += [f"`{names + value}`", f": {plain(flag['sentence'])}{default}", ""]
    return "\n".join(lines)


def topic_text(text):
    """Lines that begin with two spaces stand as they are; the others are paragraphs."""
    lines, verbatim = [], False
    for line in text.splitlines():
        keeps = line.startswith("  ")
        if keeps != verbatim:
            lines += ["```text"] if keeps else ["```", ""]
        lines += [line[2:]] if keeps else [line, ""]
        verbatim = keeps
    return "\n".join(lines + (["```"] if verbatim else [])) + "\n"


def command_pages(source, program):
    manual = asked(program, "help", "--json")
    names = [verb["name"] for verb in manual["verbs"]]
    for verb in manual["verbs"]:
        write(source, f"reference/commands/{verb['name']}", verb_page(verb))
    rows = "\n".join(f"| [wpga {v['name']}]({v['name']}.md) | {cell(v['summary'])} |" for v in manual["verbs"])
    write(source, "reference/commands/index",
          f"# Command line\n\nEvery verb with every flag, as `wpga VERB --help-all` and `man wpga-VERB` say them.\n\n| verb | |\n|---|---|\n{rows}\n\n"
          + toctree(f"reference/commands/{name}" for name in names))
    topics = "\n".join(f"## {t['name']}\n\n*{t['summary'].capitalize()}.*\n\n{topic_text(t['text'])}" for t in manual["topics"])
    write(source, "reference/topics", f"# Topics\n\nWhat `wpga help TOPIC` and `man wpga-TOPIC` say.\n\n{topics}")
    return manual["wpga_version"]


def certificate_page(source, program):
    text = ("# Results and certificates\n\nEvery number of a model: its unit, what it means, and, for a certificate, up to where it holds "
            "and nearly holds. From the list that files, JSON and tables are made of (`wpga info --results`). How to read them: "
            "[reading certificates](../reading_certificates.md).\n")
    for part, entries in asked(program, "info", "--results", "--json").items():
        text += f"\n## {part.replace('_', ' ')}\n\n| name | unit | meaning | holds up to | nearly up to |\n|---|---|---|---|---|\n"
        for entry in entries:
            limits = entry.get("limits", {})
            holds, nearly = limits.get("holds", ""), limits.get("nearly", "")
            unit = entry.get("unit", "").replace("none", "")
            text += f"| `{entry['name']}` | {unit.replace('_', ' ')} | {cell(entry.get('sentence', ''))} | {holds} | {nearly} |\n"
    write(source, "reference/certificates", text)


# ---- pages of the libraries ----

def header_pages(source):
    base = ROOT / "src" / "wpga"
    rooms = sorted(p.name for p in base.iterdir() if p.is_dir())
    for room in rooms:
        text = f"# wpga/{room}\n"
        for header in sorted((base / room).rglob("*.hpp")):
            code = header.read_text(encoding="utf-8")
            promise = " ".join(line[2:].strip() for line in re.match(r"((?://.*\n)*)", code).group(1).splitlines())
            body = re.sub(r"^(//.*\n)*#pragma once\n+", "", code).rstrip()
            name = header.relative_to(base).with_suffix("").as_posix()
            text += f"\n## {name}\n\n{promise.replace('<', '&lt;').replace('_', chr(92) + '_').replace('*', chr(92) + '*')}\n\n"
            text += f"```cpp\n#include <wpga/{header.relative_to(base).as_posix()}>\n{body}\n```\n"
        write(source, f"reference/cpp/{room}", text)
    rows = "\n".join(f"| [{room}]({room}.md) | {len(list((base / room).rglob('*.hpp')))} |" for room in rooms)
    front = (base / "wpga.hpp").read_text(encoding="utf-8").rstrip()
    write(source, "reference/cpp/index",
          "# C++ API\n\nA header is a promise: what, shapes, units, cost, source. Here is each of them, a page for each room "
          "([architecture](../../ARCHITECTURE.md)). The front, five verbs:\n\n"
          f"```cpp\n{front}\n```\n\n| room | headers |\n|---|---|\n{rows}\n\n`make api` makes the same into Doxygen's pages, with an index of names.\n\n"
          + toctree(f"reference/cpp/{room}" for room in rooms))
    text = "# Examples in C++\n\nAgainst the installed library; the test `installed_package` builds and runs each.\n"
    for path in sorted((ROOT / "examples").glob("*.cpp")):
        text += f"\n## {path.stem}\n\n```cpp\n{path.read_text(encoding='utf-8').rstrip()}\n```\n"
    write(source, "reference/examples", text)


def python_page(source):
    sys.path.insert(0, os.environ["PYTHONPATH"])
    import wpga

    names = [name for name in wpga.__all__ if not name.startswith("_")]
    text = "# Python API\n\nFrom the docstrings; keywords and their defaults are made from the same lists as the flags. A walk: [Python](../python.md).\n"
    for name in names:
        kind = "autoclass" if isinstance(getattr(wpga, name), type) else "autofunction"
        members = "\n   :members:\n   :inherited-members:\n   :exclude-members: set_output, get_metadata_routing" if kind == "autoclass" else ""
        text += f"\n## {name}\n\n```{{eval-rst}}\n.. {kind}:: wpga.{name}{members}\n```\n"
    write(source, "reference/python", text)


# ---- doors ----

def measured_sections(source, pages):
    rows = ""
    for page in pages:
        for line in (source / f"{page}.md").read_text(encoding="utf-8").splitlines():
            if line.startswith("## ") and MEASURED.search(line):
                heading = line[3:].strip()
                anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
                rows += f"| [{cell(title_of(source, page))}](../{page}.md) | [{cell(heading)}](../{page}.md#{anchor}) |\n"
    return rows


def door_pages(source):
    doors = json.loads((DOCS / "site" / "doors.json").read_text())
    placed = {page for door in doors.values() for _, pages in door["parts"] for page in pages}
    # A new page that nobody gave a place stands at the end of the guides.
    if others := sorted(path.stem for path in DOCS.glob("*.md") if path.stem not in placed | {"README"}):
        doors["guides"]["parts"].append(["More", others])
    labels = doors["guides"].get("labels", {})
    for name, door in doors.items():
        text, pages = f"# {door['title']}\n\n{door['says']}\n", []
        for title, entries in door["parts"]:
            text += f"\n## {title}\n\n" if title else "\n"
            for page in entries:
                text += f"- [{labels.get(page, title_of(source, page))}](../{page}.md)\n"
            pages += entries
        if name == "measurements":
            ideas = [p for d in doors.values() for _, e in d["parts"] for p in e if (DOCS / f"{p}.md").exists() and p not in pages]
            text += ("\n## In the guides\n\n"
                     f"| page | section |\n|---|---|\n{measured_sections(source, ideas)}")
        write(source, f"doors/{name}", text + "\n" + toctree(pages, labels))


# ---- what Debian's furo lacks ----

def complete_theme(output):
    """Debian 12 ships furo's script as a module that imports another, which a file may not, and its style without the system's choice of
    dark: the scripts become one, and the dark colours also those of `auto`."""
    scripts, style = output / "_static" / "scripts", output / "_static" / "styles" / "furo.css"
    furo = (scripts / "furo.js").read_text(encoding="utf-8")
    if furo.startswith("import "):
        gumshoe = (scripts / "gumshoe-patched.js").read_text(encoding="utf-8")
        (scripts / "furo.js").write_text(gumshoe + "\n(() => {\n" + furo.split("\n", 1)[1] + "\n})();\n", encoding="utf-8")
    css = style.read_text(encoding="utf-8")
    if "prefers-color-scheme" not in css:
        dark = re.search(r'body\[data-theme="dark"\] \{([^}]*)\}', css).group(1)
        style.write_text(css + "\n@media screen and (prefers-color-scheme: dark) {\n"
                         + 'body:not([data-theme="light"]) {' + dark + "}}\n", encoding="utf-8")


def main(program, output):
    version = asked(program, "help", "--json")["wpga_version"]
    source = output.parent / "site-source"
    shutil.rmtree(source, ignore_errors=True)
    (source / "_static").mkdir(parents=True)
    shutil.copyfile(DOCS / "site" / "conf.py", source / "conf.py")
    shutil.copyfile(DOCS / "site" / "site.css", source / "_static" / "site.css")
    repository_pages(source)
    command_pages(source, program)
    certificate_page(source, program)
    header_pages(source)
    python_page(source)
    door_pages(source)
    known = {p.relative_to(source).with_suffix("").as_posix() for p in source.rglob("*.md")}
    stories = sorted(p for p in known if p.startswith("stories/") and p != "stories/README")
    readme = source / "stories" / "README.md"
    readme.write_text(readme.read_text(encoding="utf-8") + "\n" + toctree(stories), encoding="utf-8")
    for page in known:
        path = source / f"{page}.md"
        path.write_text(without_foreign_links(path.read_text(encoding="utf-8"), page, known), encoding="utf-8")
    os.environ["WPGA_VERSION"] = version
    shutil.rmtree(output, ignore_errors=True)
    # A warning is a broken link, a page without a place or a mistake of the markup.
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", "html", "-d", output.parent / "site-trees",
                    source, output], check=True)
    complete_theme(output)
    return 0


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = sys.argv[2]
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[3]).resolve()))
