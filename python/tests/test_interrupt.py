"""Ctrl-C ends any work within a second, and leaves the interpreter sound."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import wpga


def press_control_c_after(seconds):
    pressed = []

    def press():
        pressed.append(time.process_time())  # a busy machine may stop this process for seconds of the clock
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, press)
    timer.start()
    return timer, pressed


def hard_family(rng):
    return wpga.Family.from_points([rng.normal(size=(500, 3)) for _ in range(60)])


WORK = {
    "fit": lambda rng: wpga.PrincipalGeodesics(3, support=400).fit(hard_family(rng)),
    "barycenter": lambda rng: wpga.barycenter(hard_family(rng), 500, tolerance=0, iterations=100000),
    "distances": lambda rng: wpga.pairwise_distances(hard_family(rng)),
    "compare": lambda rng: wpga.compare(hard_family(rng), ["geodesics"]),
    # So large that no machine ends it before the key is pressed: 4000 atoms took a quick one less than 0.7 s.
    "one large transport": lambda rng: wpga.transport(rng.normal(size=(20000, 3)), rng.normal(size=(20000, 3))),
}


def seconds_from_the_key_to_the_error(work, rng):
    finished = []
    timer, pressed = press_control_c_after(0.7)
    try:
        with pytest.raises(KeyboardInterrupt):
            WORK[work](rng)
            finished.append(work)
            time.sleep(10)  # takes the signal here
        late = time.process_time() - pressed[0]
    finally:
        timer.cancel()
    assert not finished, "the work ended before the key was pressed: this proves nothing"
    return late


@pytest.mark.parametrize("work", WORK)
def test_control_c_raises_keyboard_interrupt_within_a_second(work, rng):
    # A busy machine may look away for a moment, but not three times.
    assert any(seconds_from_the_key_to_the_error(work, rng) < 1 for _ in range(3))
    assert wpga.transport(np.zeros((1, 1)), np.ones((1, 1))).value == 1


def test_nothing_goes_on_after_control_c(rng):
    """Solvers hear the stop, a single large one too: no thread is left behind that takes the processor."""
    with pytest.raises(KeyboardInterrupt):
        timer, _ = press_control_c_after(0.5)
        WORK["one large transport"](rng)
    timer.join()
    raised = before = time.process_time()
    for _ in range(120):  # half seconds of a clock that may run while this process stands still
        time.sleep(0.5)
        before, now = time.process_time(), before
        if before - now < 0.05:
            break
    assert before - raised < 1.5


AT_THE_END = """
import atexit, threading, time
import numpy as np
import wpga

family = wpga.Family.from_points([np.random.default_rng(i).normal(size=(500, 3)) for i in range(60)])
large = np.random.default_rng(0).normal(size=(4000, 3))
threading.Thread(target=lambda: {work}, daemon=True).start()
time.sleep(0.5)
{last}
print("done", flush=True)
"""


@pytest.mark.parametrize(
    "work",
    [
        "wpga.PrincipalGeodesics(3, support=400, n_jobs=2).fit(family)",
        "wpga.transport(large, large + 1)",
        "[wpga.pairwise_distances(family) for _ in range(100)]",
        "[wpga.transport(large[:50], large[50:100]) for _ in range(10**7)]",
    ],
)
@pytest.mark.parametrize("last", ["", "atexit.register(lambda: wpga.transport(large[:400], large[400:800]))"])
def test_the_interpreter_ends_in_peace_while_a_daemon_works(work, last):
    script = AT_THE_END.format(work=work, last=last)
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert (found.returncode, found.stdout, found.stderr) == (0, "done\n", "")


def test_a_forked_process_works_and_ends():
    """Also where the parent is at work in another thread."""
    script = """
import os, threading, time
import numpy as np
import wpga

family = wpga.Family.from_points([np.random.default_rng(i).normal(size=(40, 2)) for i in range(20)])
wanted = wpga.pairwise_distances(family, n_jobs=2)
threading.Thread(target=lambda: [wpga.pairwise_distances(family, n_jobs=1) for _ in range(50)], daemon=True).start()
time.sleep(0.1)
child = os.fork()
if child == 0:
    os._exit(0 if np.array_equal(wpga.pairwise_distances(family, n_jobs=1), wanted) else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert (found.returncode, found.stderr) == (0, "")


def test_other_threads_run_while_the_library_works(rng):
    counted = []

    def count():
        while not done.is_set():
            counted.append(None)
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    wpga.pairwise_distances(wpga.Family.from_points([rng.normal(size=(150, 2)) for _ in range(25)]), n_jobs=1)
    done.set()
    thread.join()
    assert len(counted) > 5


def test_work_in_several_threads_gives_the_same_bits(family):
    wanted = wpga.TangentPCA(1, support=20).fit_transform(family)
    results = [None] * 4

    def work(i):
        results[i] = wpga.TangentPCA(1, support=20).fit_transform(family)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(result, wanted) for result in results)
