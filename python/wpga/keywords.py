"""Keywords of estimators, made from the lists of options of the library."""

from inspect import Parameter, Signature
from textwrap import fill

from . import _core

# What scikit-learn's estimators have beside the options of the library.
_PYTHON_OWN = [
    ("bins", None, "Of histograms given as an array (N, B): where the bins are, (B,) or (B, d), or their B + 1 edges; ½, 3/2, … unless given."),
    ("n_jobs", None, "Threads; None is one, -1 all processors.  Results do not depend on it."),
    ("random_state", None, "Seed of everything drawn at random; None is 1, as on the command line."),
    ("progress", None, "True or False: show bars of tqdm; None: in a terminal or notebook; or a function of task, done and total."),
]


def options_of(method):
    """The options of a method, each once, `n_components` first."""
    chosen = {}
    for option in _core.fit_options(method):
        chosen.setdefault(option["name"], option)
    chosen.pop("random_state", None)
    first = chosen.pop("n_components")
    return [first, *chosen.values()]


def _default(value):
    return tuple(value) if isinstance(value, list) else value


def parameters_of(method):
    """Parameters of the constructor: `n_components` by place, the others by name."""
    options = options_of(method)
    first = Parameter("n_components", Parameter.POSITIONAL_OR_KEYWORD, default=None)
    others = [
        Parameter(option["name"], Parameter.KEYWORD_ONLY, default=_default(option["default"]))
        for option in options[1:]
    ]
    own = [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default, _ in _PYTHON_OWN]
    return [first, *others, *own]


def parameter_words(method):
    """The section Parameters of a docstring."""
    lines = ["Parameters", "----------"]
    for option in options_of(method):
        takes = option["takes"]
        kind = {"N": "int", "X": "float", "TEXT": "str", "N,…": "list of int", "X,…": "list of float"}.get(takes)
        if kind is None:
            kind = "{" + ", ".join(f'"{word}"' for word in takes.split("|")) + "}"
        if isinstance(option["default"], bool):
            kind = "bool"
        lines.append(f"{option['name']} : {kind}, default {option['default']!r}")
        sentence = option["sentence"] + (f" ({option['rule']})" if option["rule"] else "")
        if option["name"] == "n_components":
            sentence += '; "auto": as many as help on measures held out, up to 6'
        lines.append(_indented(sentence[0].upper() + sentence[1:] + "."))
    for name, default, sentence in _PYTHON_OWN:
        lines.append(f"{name} : default {default!r}")
        lines.append(_indented(sentence))
    return "\n".join(lines)


def _indented(text):
    return fill(text, width=110, initial_indent="    ", subsequent_indent="    ")


def constructor(name, parameters):
    """`__init__` that keeps every parameter under its name, as scikit-learn wants, and does nothing else."""
    signature = Signature([Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters])

    def __init__(self, *arguments, **keywords):
        try:
            bound = signature.bind(self, *arguments, **keywords)
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
        bound.apply_defaults()
        for parameter, value in bound.arguments.items():
            if parameter != "self":
                setattr(self, parameter, value)

    __init__.__signature__ = signature
    return __init__
