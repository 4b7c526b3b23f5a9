"""Ctrl-C ends any work within a second, and leaves the interpreter sound."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import wpga


def press_control_c_after(seconds):
    pressed = []

    def press():
        pressed.append(time.perf_counter())
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
    "one large transport": lambda rng: wpga.transport(rng.normal(size=(4000, 3)), rng.normal(size=(4000, 3))),
}


@pytest.mark.parametrize("work", WORK)
def test_control_c_raises_keyboard_interrupt_within_a_second(work, rng):
    timer, pressed = press_control_c_after(0.7)
    try:
        with pytest.raises(KeyboardInterrupt):
            WORK[work](rng)
            time.sleep(2)  # done before the signal: take it here
        late = time.perf_counter() - pressed[0]
    finally:
        timer.cancel()
    # One second on an idle machine; a busy one may need another.
    assert late < 2
    assert wpga.transport(np.zeros((1, 1)), np.ones((1, 1))).value == 1


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
