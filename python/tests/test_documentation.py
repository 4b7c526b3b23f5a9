"""Docstrings run, stubs are true, the list of options is the library's."""

import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wpga

HERE = Path(__file__).parent
DOCUMENTED = ["wpga"] + [
    f"wpga.{name}"
    for name in ("coupling", "family", "from_arrays", "from_tables", "from_files", "functions", "estimators", "report", "running")
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", DOCUMENTED)
def test_examples_of_docstrings(module):
    pytest.importorskip("anndata")
    found = doctest.testmod(importlib.import_module(module), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0 and found.attempted > 0


def test_every_public_name_is_documented_with_an_example():
    for name in wpga.__all__:
        thing = getattr(wpga, name)
        if name not in ("__version__", "MeasureAnalysis", "Barycenter", "Coupling"):
            assert ">>>" in thing.__doc__, name


def test_constructors_are_documented_option_by_option():
    for cls in wpga.MeasureAnalysis.__subclasses__():
        for name in cls().get_params():
            assert f"\n{name} : " in cls.__doc__, (cls, name)


def mypy(*arguments):
    environment = dict(os.environ, MYPYPATH=str(Path(wpga.__file__).parent.parent))
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True)


def test_stubs_are_true_to_the_modules(tmp_path):
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed"
    # What scikit-learn adds to classes, and Python's own plumbing.
    allowed.write_text("wpga\\.keywords.*\nwpga\\.from_arrays.*\nwpga\\.from_tables.*\nwpga\\.running.*\nwpga\\.plots.*\nwpga\\._core.*\n")
    found = mypy("mypy.stubtest", "wpga", "--allowlist", str(allowed), "--ignore-unused-allowlist", "--ignore-missing-stub",
                 "--mypy-config-file", str(HERE / "mypy.ini"))
    assert found.returncode == 0, found.stdout + found.stderr


def test_typed_programs_pass_and_mistakes_do_not(tmp_path):
    pytest.importorskip("mypy")
    cache = f"--cache-dir={tmp_path}"
    good = mypy("mypy", cache, "--config-file", "mypy.ini", "typed_use.py")
    assert good.returncode == 0, good.stdout
    bad = mypy("mypy", cache, "--config-file", "mypy.ini", "typed_misuse.py")
    lines = {line.split(":")[1] for line in bad.stdout.splitlines() if ": error:" in line}
    assert lines == {"5", "6", "7", "8"}, bad.stdout


def test_stubs_have_the_options_of_the_library():
    script = HERE.parent / "packaging" / "make_stubs.py"
    assert subprocess.run([sys.executable, script, "--check"]).returncode == 0, "run packaging/make_stubs.py"


def test_importing_takes_a_moment_and_no_scikit_learn():
    script = "import sys, wpga; assert 'sklearn' not in sys.modules and 'pandas' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
