"""How work is run: threads, progress, random numbers."""

import operator
import os
import sys
from contextlib import contextmanager


_MOST_THREADS = 2**31 - 1


def threads_of(n_jobs):
    """The number of threads that `n_jobs` stands for; 0 is all there are.

    >>> threads_of(None), threads_of(3), threads_of(-1)
    (1, 3, 0)
    """
    if n_jobs is None:
        return 1
    try:
        count = int(n_jobs) if int(n_jobs) == n_jobs else 0
    except (TypeError, ValueError, OverflowError):
        count = 0
    if isinstance(n_jobs, bool) or count == 0 or count > _MOST_THREADS:
        raise ValueError(f"`n_jobs` must be a whole number other than 0, at most {_MOST_THREADS}, or None, but is {n_jobs!r}")
    if count > 0:
        return count
    return 0 if count == -1 else max(1, (os.cpu_count() or 1) + 1 + count)


def path_of(path):
    """A name of a file as the system has it, in bytes: it need not be UTF-8.

    >>> path_of("m.h5")
    b'm.h5'
    """
    name = os.fsencode(path)
    if b"\0" in name:
        raise ValueError(f"{path!r} is no name of a file: it has a NUL character")
    return name


def paths_of(paths):
    """One name or several."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        paths = [paths]
    if not hasattr(paths, "__iter__"):
        raise TypeError(f"the name of a file is wanted, or several of them, not {type(paths).__name__}")
    return [path_of(path) for path in paths]


def seed_of(random_state):
    """The seed that a `random_state` stands for: None is 1, as on the command line.

    >>> seed_of(None), seed_of(7)
    (1, 7)
    """
    if random_state is None:
        return 1
    if hasattr(random_state, "randint"):  # numpy.random.RandomState
        return int(random_state.randint(2**31 - 1))
    if hasattr(random_state, "integers"):  # numpy.random.Generator
        return int(random_state.integers(2**31 - 1))
    try:
        seed = operator.index(random_state)
    except TypeError:
        seed = -1
    if not 0 <= seed < 2**64:
        raise ValueError(
            f"`random_state` must be a whole number from 0 to 2^64 - 1, a generator of NumPy, or None, but is {random_state!r}"
        )
    return seed


def whole_number(value, name):
    """A whole number from 1 on.

    >>> whole_number(3.0, "n")
    3
    """
    try:
        if not isinstance(value, bool) and int(value) == value and value >= 1:
            return int(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"`{name}` must be a whole number from 1 on, but is {value!r}")


def texts_of(values, what):
    """Words for the library, which keeps them as UTF-8.

    >>> texts_of([1, "b"], "names")
    ['1', 'b']
    """
    texts = [str(value) for value in values]
    for text in texts:
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise ValueError(f"{what}: {text!r} is no text that UTF-8 can write")
    return texts


def _in_notebook():
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    return running is not None and "ipykernel" in sys.modules


def _someone_looks():
    return _in_notebook() or (sys.stderr is not None and sys.stderr.isatty())


def _bar_class():
    try:
        if _in_notebook():
            import ipywidgets  # noqa: F401  (tqdm's bar in notebooks wants it)
            from tqdm.notebook import tqdm
        else:
            from tqdm import tqdm
    except ImportError:
        return None
    return tqdm


class _Bars:
    """One bar at a time, for the task that runs now; tasks of less than a second have none."""

    def __init__(self, bar_class):
        self._class, self._bar, self._task = bar_class, None, None

    def __call__(self, task, done, total):
        if task != self._task or (self._bar is not None and self._bar.total != total):
            self.close()
            self._bar = self._class(total=total, desc=task, delay=1, leave=False)
            self._task = task
        self._bar.update(done - self._bar.n)

    def close(self):
        if self._bar is not None:
            self._bar.close()
        self._bar = self._task = None


@contextmanager
def progress_of(progress):
    """What the compiled part is to call: None, a function of the user's, or bars of tqdm."""
    if callable(progress):
        yield progress
        return
    wanted = _someone_looks() if progress is None else bool(progress)
    bar_class = _bar_class() if wanted else None
    if bar_class is None:
        yield None
        return
    bars = _Bars(bar_class)
    try:
        yield bars
    finally:
        bars.close()
