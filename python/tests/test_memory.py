"""No copies where the type and layout of an array allow: seen in the memory that a process takes."""

import subprocess
import sys

# By how much the peak of the memory grows in one call, in MB.
# The peak of this program alone: ru_maxrss would begin with that of the process which started it.
GROWTH = """
import re
import numpy as np
import wpga

def peak():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\\s*(\\d+)", status.read()).group(1)) / 1024

{prepare}
before = peak()
kept = {call}
print(peak() - before)
"""


def growth(prepare, call):
    script = GROWTH.format(prepare=prepare, call=call)
    return float(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout)


def test_transport_takes_arrays_where_they_are():
    """The solver has memory of its own; converted arrays, 2 × 32 MB, come on top of it."""
    prepare = "x = np.ones((2, 2_000_000), '{}'); x[0] = 0; x.flags.writeable = False; a = np.array([0.25, 0.75])"
    call = "wpga.transport((x, a), (x, a))"
    taken, converted = growth(prepare.format("f8"), call), growth(prepare.format("f4"), call)
    assert converted - taken > 30


def test_a_family_holds_its_atoms_once():
    """120 MB of points and weights in a hundred clouds: one copy of them, and one of a cloud at a time."""
    prepare = "x = [np.ones((50_000, 2)) for _ in range(100)]; a = [np.full(50_000, 2e-5)] * 100"
    assert growth(prepare, "wpga.Family.from_points(x, a)") < 1.1 * 115


def test_looking_at_a_family_takes_no_memory():
    prepare = "f = wpga.Family.from_points([np.ones((2_000_000, 2))])"
    assert growth(prepare, "[f.points, f.weights, f[0].points, f[0].weights]") < 4


def test_images_are_held_once_more_while_they_are_read():
    """80 MB of black pictures with one white pixel each: one copy of them, and a family of next to nothing."""
    prepare = "x = np.zeros((10_000, 100, 80), np.uint8); x[:, 50, 40] = 255"
    assert growth(prepare, "wpga.Family.from_images(x)") < 1.3 * 76


CALLS = """
import gc
import numpy as np
import wpga

rng = np.random.default_rng(0)
f = wpga.Family.from_points([rng.normal(size=(8, 2)) for _ in range(5)])
x, y = rng.normal(size=(30, 2)), rng.normal(size=(30, 2))

def resident():
    gc.collect()
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4

def calls(count):
    for _ in range(count):
        wpga.pairwise_distances(f, n_jobs=2)
        wpga.transport(x, y).plan
        wpga.TangentPCA(1, support=5, n_jobs=2).fit(f).transform(f)

calls(30)
before = resident()
calls(120)
print(resident() - before)
"""


def test_calls_that_are_over_leave_nothing_behind():
    """Each loop of two threads left 7 KiB, of 120 such rounds some 10 MB."""
    ran = subprocess.run([sys.executable, "-c", CALLS], check=True, capture_output=True, text=True)
    assert int(ran.stdout) < 1500
