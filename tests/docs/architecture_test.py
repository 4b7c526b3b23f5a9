#!/usr/bin/env python3
"""`architecture_test.py`: every file that ARCHITECTURE.md names exists, and every function of its walk is defined in the file beside it."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FILE = re.compile(r"^[\w./-]*\w\.(hpp|cpp|py|ts|cmake|sh|txt|json|html|md)$")
# Of a recipe (x.cpp), made by a run, or of a user.
EXAMPLES = re.compile(r"(^|/)(x|\w*_x|x_\w*)\.|^model\.|^report\.html$|^photos/|^docs/x")


def places_of(name):
    """A name is told from the root, from src/wpga, or, once a folder was named, by its end alone."""
    found = [folder / name for folder in (ROOT, ROOT / "src/wpga") if (folder / name).exists()]
    return found or [path for top in ("src", "apps", "page", "python", "tools", "tests", "cmake")
                     for path in (ROOT / top).rglob(pathlib.PurePath(name).name)
                     if path.as_posix().endswith("/" + name.rstrip("/")) and "node_modules" not in path.parts]


def text_of(path):
    """Of a file, or of the sources of a folder."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.suffix in (".hpp", ".cpp", ".ts")]
    return "\n".join(each.read_text(encoding="utf-8") for each in files)


def defines(text, function):
    """At the left margin, or of a class whose body is in the text two blanks in; a call stands farther to the right, or ends with a semicolon."""
    *owner, name = re.split(r"::|\.", function)
    if not owner:
        return re.search(rf"(?m)^(?!//)\S(.*[ &*])?{name}\(|^\S?.*\b(class|struct|const) {name}\b", text) is not None
    inside = re.search(rf"(?m)^\S?.*\b(class|struct) {owner[0]}\b", text) and re.search(rf"(?m)^  (\w[^\n;=]*[ &*])?{name}\([^;]*?\{{$", text)
    return bool(inside or re.search(rf"(?m)^\S.*\b{owner[0]}::{name}\(", text))


def walk():
    table = PAGE.split("## The walk of one photo")[1].split("\n## ")[0]
    for row in re.findall(r"(?m)^\| (?!step|---)(.*) \|$", table):
        step, functions, files = row.split(" | ")
        yield step, re.findall(r"`([^`]+)`", functions), re.findall(r"`([^`]+)`", files)


class Architecture(unittest.TestCase):
    def test_files_exist(self):
        named = {word for word in re.findall(r"`([^`\n]+)`", PAGE) if FILE.match(word) and not EXAMPLES.search(word)}
        self.assertGreater(len(named), 40)
        self.assertEqual([name for name in sorted(named) if not places_of(name)], [])

    def test_functions_of_the_walk_are_defined_where_it_says(self):
        steps = list(walk())
        self.assertGreater(len(steps), 15)
        for step, functions, files in steps:
            texts = {name: "\n".join(map(text_of, places_of(name))) for name in files}
            for function in functions:
                self.assertTrue(any(defines(text, function) for text in texts.values()), f"{step}: {function} in {files}")
            for name, text in texts.items():
                self.assertTrue(any(defines(text, function) for function in functions), f"{step}: {name} has none of {functions}")

    def test_every_method_is_named_where_the_recipe_says(self):
        options = (ROOT / "src/wpga/study/fit_options.hpp").read_text(encoding="utf-8")
        names = re.search(r"names\(Method\) \{\s*return \{(.*?)\};", options, re.S).group(1)
        methods = re.findall(r'"([\w-]+)"', names)
        self.assertGreater(len(methods), 8)
        recipe = PAGE.split("### To add a method")[1].split("\n### ")[0]
        for place in ("apps/wpga/flags/method_flags.hpp", "apps/wpga/manual/help_topics.cpp", "report/comparison_pictures.cpp",
                      "page/src/summary.ts", "python/wpga/estimators.py", "docs/compare.md", "docs/methods.md"):
            self.assertIn(place, recipe)
            text = "\n".join(map(text_of, places_of(place)))
            self.assertEqual([name for name in methods if not re.search(rf"(?<![\w-]){name}(?![\w-])", text)], [], place)

    def test_every_estimator_is_named_where_the_recipe_says(self):
        source = (ROOT / "python/wpga/estimators.py").read_text(encoding="utf-8")
        estimators = re.findall(r"(?m)^class (\w+)\(MeasureAnalysis\)", source)
        self.assertGreater(len(estimators), 8)
        for place in ("python/wpga/__init__.py", "python/wpga/__init__.pyi", "python/wpga/estimators.pyi", "docs/python.md"):
            text = (ROOT / place).read_text(encoding="utf-8")
            self.assertEqual([name for name in estimators if not re.search(rf"\b{name}\b", text)], [], place)

    def test_notices_what_is_not_there(self):
        text = text_of(ROOT / "src/wpga/study/fit.cpp")
        self.assertTrue(defines(text, "fit"))
        self.assertFalse(defines(text, "find_mean"))
        self.assertEqual(places_of("study/no_such_file.cpp"), [])


if __name__ == "__main__":
    unittest.main()
