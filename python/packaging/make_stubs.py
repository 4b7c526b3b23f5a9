"""Writes wpga/estimators.pyi: constructors with every option of the library, typed.

    PYTHONPATH=build/release/python /usr/bin/python3 python/packaging/make_stubs.py [--check]

With --check nothing is written: exit code 1 when the file is not what would be written.
"""

import sys
from pathlib import Path

from wpga import estimators
from wpga.keywords import options_of

STUB = Path(__file__).resolve().parent.parent / "wpga" / "estimators.pyi"

HEAD = '''# Made by packaging/make_stubs.py from the lists of options; not written by hand.
import os
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from .analysis import MeasureAnalysis as MeasureAnalysis

_Progress = bool | Callable[[str, int, int], object] | None
_RandomState = int | np.random.RandomState | np.random.Generator | None
'''


def type_of(option):
    takes, default = option["takes"], option["default"]
    plain = {"N": "int", "X": "float", "TEXT": "str", "N,…": "Sequence[int]", "X,…": "Sequence[float]"}
    if isinstance(default, bool):
        found = "bool"
    elif takes in plain:
        found = plain[takes]
    else:
        found = "Literal[" + ", ".join(f'"{word}"' for word in takes.split("|")) + "]"
    if option["name"] == "n_components":
        found = 'float | Literal["auto"]'
    return f"{found} | None" if default is None else found


def constructor_of(method):
    options = options_of(method)
    lines = ["    def __init__(", "        self,", f"        n_components: {type_of(options[0])} = ...,", "        *,"]
    lines += [f"        {option['name']}: {type_of(option)} = ...," for option in options[1:]]
    lines += [
        "        bins: ArrayLike | None = ...,",
        "        n_jobs: int | None = ...,",
        "        random_state: _RandomState = ...,",
        "        progress: _Progress = ...,",
        "    ) -> None: ...",
    ]
    return "\n".join(lines)


def stub():
    text = HEAD
    for cls in estimators.MeasureAnalysis.__subclasses__():
        text += f"\nclass {cls.__name__}(MeasureAnalysis):\n{constructor_of(cls._method)}\n"
    return text + "\ndef load(path: str | os.PathLike[str]) -> Any: ...\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(STUB.read_text(encoding="utf-8") != stub())
    STUB.write_text(stub(), encoding="utf-8")
