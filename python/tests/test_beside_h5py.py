"""wpga and h5py in one process: neither changes what the other finds in the HDF5 library, nor waits for it in vain."""

import ctypes
import pathlib
import threading
import time

import numpy as np
import pytest

import wpga

h5py = pytest.importorskip("h5py")


def library():
    """The one that h5py and wpga share; tests of who has another one say nothing."""
    paths = {line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if "/libhdf5_serial.so" in line}
    if len(paths) != 1:
        pytest.skip("h5py and wpga have no HDF5 library in common here")
    return ctypes.CDLL(paths.pop())


def unseal(path):
    """Of other origin, and then read in a child process."""
    with open(path, "r+b") as file:
        file.write(bytes(512))


def test_filters_of_others_are_loaded_as_before(tmp_path, family):
    loads = ctypes.c_uint(0)
    shared = library()
    for loaded in (0xFFFF, 0x0001):
        assert shared.H5PLset_loading_state(ctypes.c_uint(loaded)) >= 0
        family.save(tmp_path / "a.h5")
        wpga.read(tmp_path / "a.h5")
        unseal(tmp_path / "a.h5")
        wpga.read(tmp_path / "a.h5")
        assert shared.H5PLget_loading_state(ctypes.byref(loads)) >= 0
        assert loads.value == loaded
    shared.H5PLset_loading_state(ctypes.c_uint(0xFFFF))


def test_a_thread_inside_h5py_hinders_nobody(tmp_path, family):
    threadsafe = ctypes.c_bool(False)
    library().H5is_library_threadsafe(ctypes.byref(threadsafe))
    if not threadsafe.value:
        pytest.skip("this HDF5 library is not for several threads")
    family.save(tmp_path / "a.h5")
    unseal(tmp_path / "a.h5")
    with h5py.File(tmp_path / "busy.h5", "w") as file:
        file.create_dataset("x", data=np.zeros((2000, 200)), chunks=(100, 200), compression="gzip")
    done = threading.Event()

    def work():
        while not done.is_set():
            with h5py.File(tmp_path / "busy.h5") as file:
                file["x"][::7].sum()

    other = threading.Thread(target=work)
    other.start()
    try:
        for _ in range(20):
            begin = time.monotonic()
            assert len(wpga.read(tmp_path / "a.h5")) == len(family)
            assert time.monotonic() - begin < 30  # a lock that nobody gives back costs 60 seconds
    finally:
        done.set()
        other.join()
