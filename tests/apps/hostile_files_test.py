#!/usr/bin/env python3
"""HDF5 files that are damaged, made to harm, or of other origin: an answer, or one sentence and exit code 2."""
import fcntl
import gzip
import os
import pathlib
import random as randomness
import shutil
import signal
import struct
import subprocess
import types

import program
from program import PATIENCE, ProgramTest, skip, wait_until, wait_until_it_hears

try:
    import h5py
    import numpy as np
except ImportError as missing:
    skip(missing)

DAMAGED = pathlib.Path(__file__).parent / "damaged"


class HostileFiles(ProgramTest):
    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(1)
        for i in range(8):
            self.cloud(f"clouds/{i}.csv", self.random.normal(size=(6, 2)) * (1 + i / 4) + i, np.ones(6))
        self.wpga("convert", "clouds", "-o", "family.h5")
        self.wpga("fit", "family.h5", "--support", 5, "--components", 2, "-o", "model.h5")

    def verbs(self, name):
        """Every verb that reads HDF5, with this file as its data and as its model."""
        yield ["info", name]
        yield ["convert", name, "-o", "out.h5"]
        yield ["fit", name, "--support", 4, "--components", 1, "-o", "out.h5"]
        yield ["project", "model.h5", name, "-o", "out.csv"]
        yield ["project", name, "family.h5", "-o", "out.csv"]
        yield ["report", name, "-o", "out.html"]
        yield ["sample", name, "-o", "out.png"]
        yield ["fit", "family.h5", "--mean", name, "--components", 1, "-o", "out.h5"]

    def survived(self, name, verbs=None):
        """Exit code 0 or 2 and at most one sentence, whatever is in the file."""
        sentences = []
        for words in verbs or self.verbs(name):
            done = self.wpga(*words, code=None)
            self.assertIn(done.returncode, (0, 2), f"{words}\n{done.stderr_text}")
            if done.returncode == 2:
                sentences.append(done.stderr_text)
                self.assertEqual(len(done.stderr_text.splitlines()), 1, done.stderr_text)
        return sentences

    # ---- Damage

    def test_a_changed_byte_of_ours_is_told_as_such(self):
        for name in ("family.h5", "model.h5"):
            whole = (self.folder / name).read_bytes()
            for at in self.random.integers(5, len(whole), 15):
                changed = bytearray(whole)
                changed[at] ^= 0x20
                self.write("x.h5", bytes(changed))
                self.refused("info", "x.h5", says=["x.h5", "damaged", "checksum"])

    def test_the_seal_is_what_the_manual_says(self):
        import zlib
        for name, kind in (("family.h5", b"family"), ("model.h5", b"model")):
            data = (self.folder / name).read_bytes()
            lines = data[:512].rstrip(b"\0").decode().splitlines()
            rest = kind + data[512:]
            self.assertEqual(lines, [f"wpga {kind.decode()} 1", f"bytes {len(data) - 512}", f"crc32 {zlib.crc32(rest):08x}",
                                     f"adler32 {zlib.adler32(rest):08x}"])
            with h5py.File(self.folder / name) as file:
                self.assertEqual(file.userblock_size, 512)

    def test_damaged_files_of_other_origin_never_crash_or_hang(self):
        for name, flaw in (("one_byte.h5", "damaged"), ("loop.h5", "took too long")):
            shutil.copy(DAMAGED / name, self.folder / name)
            sentence = self.refused("info", name, says=[name, flaw, "HDF5 library"])
            # A disk may be slow, too.
            self.assertEqual("damaged" in sentence, flaw == "damaged", sentence)
        self.refused("project", "model.h5", "one_byte.h5", says=["one_byte.h5"])

    def test_random_damage_of_other_origin(self):
        for name in ("family.h5", "model.h5"):
            self.unseal(name)
            whole = (self.folder / name).read_bytes()
            for _ in range(8):
                changed = bytearray(whole)
                for at in self.random.integers(512, len(whole), 2):
                    changed[at] = self.random.integers(256)
                self.write("x.h5", bytes(changed))
                self.survived("x.h5", [["info", "x.h5"], ["sample", "x.h5", "-o", "out.png"],
                                       ["project", "model.h5", "x.h5", "-o", "out.csv"]])

    def test_a_file_edited_in_place_says_how_to_go_on(self):
        with h5py.File(self.folder / "family.h5", "r+") as file:
            file["weights"][0] = 2
        self.refused("info", "family.h5", says=["checksum"])
        self.unseal("family.h5")
        self.wpga("info", "family.h5")

    def test_ctrl_c_ends_a_file_that_never_ends(self):
        shutil.copy(DAMAGED / "loop.h5", self.folder / "loop.h5")
        running = subprocess.Popen([program.PROGRAM, "info", "loop.h5"], cwd=self.folder, stderr=subprocess.DEVNULL)
        if wait_until_it_hears(running, signal.SIGINT):
            running.send_signal(signal.SIGINT)
            running.send_signal(signal.SIGINT)
        self.assertIn(running.wait(timeout=PATIENCE), (2, 130))

    def test_ctrl_c_on_a_terminal_reaches_the_child_too_and_is_no_crash(self):
        shutil.copy(DAMAGED / "loop.h5", self.folder / "loop.h5")
        def worked(child):
            return program.processor_seconds(types.SimpleNamespace(pid=child))

        for one, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            running = self.start("info", "loop.h5", start_new_session=True)
            children = pathlib.Path(f"/proc/{running.pid}/task/{running.pid}/children")
            self.assertTrue(wait_until(lambda: any(worked(int(child)) > 0.2 for child in children.read_text().split()), running))
            os.killpg(running.pid, one)
            out, err = running.communicate(timeout=PATIENCE)
            self.assertNotIn(b"crashed", err)
            # A machine that let the program stand still may have brought the child's limit of time before the signal.
            self.assertEqual(running.returncode, 2 if b"did not end" in err else code, err)

    def test_a_family_that_is_shortened_while_it_is_read(self):
        self.wpga("generate", "ellipses", "--count", 200, "--atoms", 400, "-o", "large.h5")
        running = self.start("fit", "large.h5", "--support", 100, "--components", 1, "-o", "out.h5")
        maps = pathlib.Path(f"/proc/{running.pid}/maps")
        self.assertTrue(wait_until(lambda: "large.h5" in maps.read_text(), running))
        os.truncate(self.folder / "large.h5", 100_000)
        out, err = running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, 2, err)
        self.assertIn(b"shortened", err)
        self.assertFalse((self.folder / "out.h5").exists())
        self.assertFalse(list(self.folder.glob(".*.part")))

    # ---- Files that point elsewhere

    def parts(self, file, *without):
        offsets = np.arange(0, 49, 6)
        for name, data in (("points", self.random.normal(size=(48, 2))), ("weights", np.ones(48)), ("offsets", offsets)):
            if name not in without:
                file[name] = data

    def test_external_storage_is_not_read(self):
        self.write("secret", self.random.normal(size=(48, 2)).tobytes())
        with h5py.File(self.folder / "x.h5", "w") as file:
            self.parts(file, "points")
            file.create_dataset("points", (48, 2), "f8", external=[("secret", 0, 48 * 16)])
        self.refused("convert", "x.h5", "-o", "out.h5", says=["x.h5", "/points", "another file"])

    def test_external_links_are_not_followed(self):
        os.mkfifo(self.folder / "pipe")
        with h5py.File(self.folder / "other.h5", "w") as file:
            self.parts(file)
        for target in ("other.h5", "pipe", "none.h5"):
            with h5py.File(self.folder / "x.h5", "w") as file:
                self.parts(file, "points")
                file["points"] = h5py.ExternalLink(target, "/points")
            self.refused("info", "x.h5", says=["x.h5", "/points", "link"])
            with h5py.File(self.folder / "y.h5", "w") as file:
                self.parts(file, "points")
                file["far"] = h5py.ExternalLink(target, "/")
                file["points"] = h5py.SoftLink("/far/points")
            self.refused("info", "y.h5", says=["y.h5", "/points", "link"])

    def test_soft_links_inside_a_file_are_followed(self):
        with h5py.File(self.folder / "x.h5", "w") as file:
            self.parts(file, "points", "weights")
            file["data/atoms"] = self.random.normal(size=(48, 2))
            file["data/masses"] = np.ones(48)
            file["here"] = h5py.SoftLink("data")
            file["points"] = h5py.SoftLink("/here/atoms")
            file["weights"] = h5py.SoftLink("data/masses")
        self.wpga("info", "x.h5")
        with h5py.File(self.folder / "y.h5", "w") as file:
            self.parts(file, "points")
            file["points"], file["round"] = h5py.SoftLink("/round"), h5py.SoftLink("/points")
        self.refused("info", "y.h5", says=["circle"])

    def test_a_dot_in_a_link_is_where_it_stands(self):
        for target in ("./atoms", "/./atoms", "./././atoms"):
            with h5py.File(self.folder / "x.h5", "w") as file:
                self.parts(file, "points")
                file["atoms"] = self.random.normal(size=(48, 2))
                file["points"] = h5py.SoftLink(target)
            self.assertIn("measures    8", self.wpga("info", "x.h5").stdout_text)

    def test_virtual_datasets_are_not_read(self):
        with h5py.File(self.folder / "other.h5", "w") as file:
            self.parts(file)
        layout = h5py.VirtualLayout((48, 2), "f8")
        layout[:] = h5py.VirtualSource(str(self.folder / "other.h5"), "points", (48, 2))
        with h5py.File(self.folder / "x.h5", "w") as file:
            self.parts(file, "points")
            file.create_virtual_dataset("points", layout)
        self.refused("info", "x.h5", says=["/points", "virtual"])

    # ---- Values that do not fit

    def test_units_are_checked_at_the_door(self):
        for units in ({"center": [0, 0]}, {"scale": [1, 1]}, {"center": [0, 0], "scale": [1, 0]}, {"center": [0], "scale": [1]},
                      {"center": [0, 0], "scale": [1, float("nan")]}, {"center": [0, 0], "scale": [1, 5e-324]}):
            for name in ("family.h5", "model.h5"):
                shutil.copy(self.folder / name, self.folder / "x.h5")
                with self.edited("x.h5") as file:
                    file.attrs.update(units)
                for words in self.verbs("x.h5"):
                    self.refused(*words, says=["x.h5"])

    def test_curves_of_two_kinds_are_no_model(self):
        with self.edited("model.h5") as file:
            group = file["components/1"]
            del group["backward"], group["forward"]
            group["points"], group["weights"] = np.zeros((3, 2)), np.full((2, 3), 1 / 3)
            group["knots"], group["center"] = np.array([0.0, 1.0]), np.full(3, 1 / 3)
            group.attrs.update({"full": 1.0, "negative_mass": 0.0, "mass_above_one": 0.0})
        for words in (["info", "model.h5"], ["sample", "model.h5", "-o", "out.png"], ["report", "model.h5", "-o", "out.html"],
                      ["project", "model.h5", "family.h5", "-o", "out.csv"]):
            self.refused(*words, says=["model.h5", "/components/1"])

    def test_models_changed_in_their_structure(self):
        draw = randomness.Random(5)
        strange = [0.0, -1.0, 2.0, 5e-324, 1e-300, 1e300, float("nan"), float("inf")]
        for _ in range(24):
            shutil.copy(self.folder / "model.h5", self.folder / "x.h5")
            with self.edited("x.h5") as file:
                datasets, groups = [], [file]
                file.visititems(lambda name, item: (datasets if isinstance(item, h5py.Dataset) else groups).append(item))
                item = draw.choice(datasets)
                kind = draw.randrange(4)
                if kind == 0:
                    del file[item.name]
                elif kind == 1 and item.dtype.kind == "f":
                    item[...] = draw.choice(strange)
                elif kind == 2:
                    name, shape = item.name, draw.choice([(0,), (1,), (3,), (2, 3), (7, 2)])
                    del file[name]
                    file[name] = np.full(shape, draw.choice(strange))
                else:
                    group = draw.choice(groups)
                    if names := list(group.attrs):
                        group.attrs[draw.choice(names)] = draw.choice(strange + [2**62, "points", b"\xff"])
            self.survived("x.h5", [["info", "x.h5"], ["sample", "x.h5", "-o", "out.png"], ["report", "x.h5", "-o", "out.html"],
                                   ["project", "x.h5", "family.h5", "-o", "out.csv"]])

    def test_json_deeper_or_longer_than_any_of_ours(self):
        deep = "[" * 300_000 + "]" * 300_000
        keys = ",".join(f'"{i}":0' for i in range(40_000))
        for name, attribute in (("family.h5", "reading"), ("model.h5", "reading"), ("model.h5", "options")):
            for text in (f'{{"columns":{deep}}}', f"{{{keys}}}"):
                shutil.copy(self.folder / name, self.folder / "x.h5")
                with self.edited("x.h5") as file:
                    file.attrs[attribute] = text
                said = self.refused("info", "x.h5", says=["x.h5", attribute, "at most 8 levels and 1000 keys"])
                self.assertLess(len(said), 300)

    def test_extents_that_nothing_fills(self):
        cells = 5_000_000
        texts = h5py.string_dtype()

        def refused(fill, *words, says):
            with h5py.File(self.folder / "x.h5ad", "w") as file:
                for group in ("obs", "var"):
                    file.create_dataset(f"{group}/_index", data=["a"], dtype=texts)
                    file[group].attrs["_index"] = "_index"
                file["obs"].attrs["column-order"] = np.array([], dtype=texts)
                fill(file)
            self.refused("convert", "x.h5ad", "--table", "cloud", *words, "-o", "out.h5", says=["x.h5ad", *says])

        def sparse(file):
            file["X/indptr"], file["X/indices"], file["X/data"] = [0, 0], np.array([], "i8"), np.array([], "f8")
            file["X"].attrs.update({"encoding-type": "csc_matrix", "shape": np.array([cells, 1])})

        def sparse_of_unwritten_cells(file):
            sparse(file)
            del file["obs/_index"], file["var/_index"], file["X/indptr"]
            file.create_dataset("obs/_index", (cells,), texts, chunks=(1000,))
            file["var/_index"], file["X/indptr"] = ["a", "b", "c", "d"], [0] * 5
            file["X"].attrs["shape"] = np.array([cells, 4])

        def reduced(**kept):
            def fill(file):
                file["X"] = np.ones((1, 1))
                file.create_dataset("obsm/P", **kept)
            return fill

        unwritten = "was never written"

        refused(sparse, says=["/obs/_index names 1 cells, but the matrix has 5000000"])
        refused(sparse_of_unwritten_cells, says=["/obs/_index", unwritten])
        for layout in ({"chunks": (1, 1000)}, {"chunks": None}, {"chunks": (1, 1000), "compression": "gzip"}):
            refused(reduced(shape=(1, cells), dtype="f8", **layout), "--layer", "obsm/P", says=["/obsm/P", unwritten])
        refused(reduced(data=np.zeros((1, 200_000)), compression="gzip"), "--layer", "obsm/P", says=["/obsm/P has 200000 columns"])

    def test_values_that_were_never_written(self):
        with h5py.File(self.folder / "x.h5", "w") as file:
            file.create_dataset("points", (2_000_000, 2), "f8", chunks=(1000, 2))
            file["weights"], file["offsets"] = np.ones(1), [0, 1]
            file["names"] = np.array(["a"], h5py.string_dtype())
        for command in (["info", "x.h5"], ["mean", "x.h5", "-o", "out.h5"]):
            self.refused(*command, says=["x.h5", "/points", "was never written"])

    def test_values_of_which_only_some_were_written(self):
        with h5py.File(self.folder / "x.h5", "w") as file:
            points = file.create_dataset("points", (100_000, 300), "f4", chunks=(1000, 300), compression="gzip")
            points[:1000] = 1
            file["weights"], file["offsets"] = np.ones(1), [0, 1]
        said = self.refused("info", "x.h5", says=["x.h5", "/points", "parts that were never written"])
        self.assertNotIn("claims", said)

    # ---- Much of everything

    def test_statistics_whose_axes_nothing_fills(self):
        with self.edited("model.h5") as file:
            far = h5py.h5s.create_simple((0, 2**62))
            for name in ("stability/score_low", "stability/angles", "covariates/association"):
                h5py.h5d.create(file.require_group("statistics/" + name.split("/")[0]).id, name.split("/")[1].encode(),
                                h5py.h5t.NATIVE_DOUBLE, far)
        self.refused("info", "model.h5", says=["/statistics/", "axis longer than the file"])

    def test_one_text_for_thousands_of_names(self):
        count, size = 2000, 1 << 18
        with h5py.File(self.folder / "names.h5", "w") as file:
            file["points"], file["weights"], file["offsets"] = np.zeros((count, 1)), np.ones(count), np.arange(count + 1)
            names = file.create_dataset("names", (count,), h5py.string_dtype())
            names[0] = "y" * size
            at = names.id.get_offset()
        changed = bytearray((self.folder / "names.h5").read_bytes())
        changed[at:at + 16 * count] = bytes(changed[at:at + 16]) * count
        self.write("names.h5", bytes(changed))
        self.refused("info", "names.h5", says=["/names", "more text than the file can"])

    def seal(self, name, kind):
        """As anybody can who can change a file."""
        import zlib

        data = (self.folder / name).read_bytes()[512:]
        rest = kind.encode() + data
        lines = (f"wpga {kind} 1", f"bytes {len(data)}", f"crc32 {zlib.crc32(rest):08x}", f"adler32 {zlib.adler32(rest):08x}", "")
        self.write(name, "\n".join(lines).encode().ljust(512, b"\0") + data)

    def test_one_text_for_thousands_of_values_of_an_attribute(self):
        count, size = 4000, 1 << 18
        with self.edited("family.h5") as file:
            file.attrs.create("reading", np.array(["y" * size] + [""] * (count - 1), dtype=object), dtype=h5py.string_dtype())
        changed = bytearray((self.folder / "family.h5").read_bytes())
        reference = struct.pack("<I", size)  # 16 bytes begin so: a length, and where
        places = [at for at in range(512, len(changed) - 16 * count) if changed.startswith(reference, at)
                  and all(changed[at + 16 * k:at + 16 * k + 4] in (bytes(4), b"\1\0\0\0") for k in range(1, count))]
        self.assertEqual(len(places), 1)
        at = places[0]
        changed[at:at + 16 * count] = bytes(changed[at:at + 16]) * count
        self.write("family.h5", bytes(changed))
        self.seal("family.h5", "family")
        # Where memory is limited; sealed or not.
        self.refused("info", "family.h5", says=["family.h5"])
        self.unseal("family.h5")
        self.refused("info", "family.h5", says=["family.h5"])

    def test_axes_as_files_of_earlier_versions_have_them(self):
        with self.edited("family.h5") as file:
            del file["axes"]
            file.attrs.create("axes", ["width", "height"], dtype=h5py.string_dtype())
        self.seal("family.h5", "family")
        self.wpga("convert", "family.h5", "-o", "out.h5")
        with h5py.File(self.folder / "out.h5") as out:
            self.assertEqual(out["axes"].asstr()[:].tolist(), ["width", "height"])

    def test_filters_that_are_not_read_are_named(self):
        with h5py.File(self.folder / "family.h5") as ours, h5py.File(self.folder / "lzf.h5", "w") as file:
            for name in ("points", "weights", "offsets"):
                file.create_dataset(name, data=ours[name][:], compression="lzf")
        self.refused("info", "lzf.h5", says=["lzf", "gzip"])

    def test_a_file_that_another_program_writes(self):
        if os.environ.get("HDF5_USE_FILE_LOCKING") in ("FALSE", "0"):
            self.skipTest("HDF5_USE_FILE_LOCKING switches the locks of HDF5 off here")
        with h5py.File(self.folder / "open.h5", "w") as file:
            for name in ("points", "weights"):
                file[name] = np.ones((3, 1)) if name == "points" else np.ones(3)
            file["offsets"] = [0, 3]
            file.flush()
            self.refused("info", "open.h5", says=["another program has it open"])
        self.wpga("info", "open.h5")

    def test_without_locks_a_cut_file_is_none_that_another_program_has(self):
        self.unseal("family.h5")
        whole = (self.folder / "family.h5").read_bytes()
        with open(self.write("cut.h5", whole[:len(whole) // 2])) as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            for word in ("FALSE", "0"):
                said = self.refused("info", "cut.h5", env=dict(os.environ, HDF5_USE_FILE_LOCKING=word), says=["cut.h5", "cut off"])
                self.assertNotIn("another program", said)

    def test_compressed_as_a_whole_it_is_to_be_unpacked(self):
        packed = gzip.compress((self.folder / "family.h5").read_bytes())
        for name in ("x.h5.gz", "x.h5ad.gz", "x.h5", "x.csv.gz"):
            self.write(name, packed)
            self.refused("info", name, says=[name, "gunzip"])
            self.refused("convert", name, "-o", "out.h5", says=[name, "gunzip"])
        self.refused("fit", "family.h5", "--mean", "x.h5.gz", "--components", 1, "-o", "out.h5", says=["x.h5.gz", "gunzip"])

    def test_a_user_block_of_any_length(self):
        for block in (512, 1024, 1 << 14, 1 << 21):
            with h5py.File(self.folder / "family.h5") as ours, h5py.File(self.folder / "block.h5", "w", userblock_size=block) as file:
                for name in ("points", "weights", "offsets"):
                    file[name] = ours[name][:]
            self.assertIn("measures    8", self.wpga("info", "block.h5").stdout_text)

    def test_texts_that_blanks_fill_up(self):
        with h5py.File(self.folder / "family.h5") as ours, h5py.File(self.folder / "blanks.h5", "w") as file:
            for name in ("points", "weights", "offsets"):
                file[name] = ours[name][:]
            padded = h5py.h5t.C_S1.copy()
            padded.set_size(4)
            padded.set_strpad(h5py.h5t.STR_SPACEPAD)
            names = h5py.h5d.create(file.id, b"names", padded, h5py.h5s.create_simple((8,)))
            names.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([b"n%d  " % i for i in range(8)], "S4"), padded)
        self.wpga("convert", "blanks.h5", "-o", "out.h5")
        with h5py.File(self.folder / "out.h5") as out:
            self.assertEqual([name.decode() for name in out["names"][:]], [f"n{i}" for i in range(8)])

    def test_from_a_pipe_hdf5_is_refused_by_that_name(self):
        for words in (["info", "/dev/stdin"], ["convert", "/dev/stdin", "-o", "out.h5"], ["project", "/dev/stdin", "family.h5", "-o", "out.csv"],
                      ["fit", "family.h5", "--mean", "/dev/stdin", "--components", 1, "-o", "out.h5"]):
            self.refused(*words, input=(self.folder / "model.h5").read_bytes(), says=["pipe", "save it to a file first"])

    def test_thousands_of_named_columns(self):
        columns = 4200
        for i in range(3):
            header = ",".join(f"gene_{j}" for j in range(columns))
            rows = "\n".join(",".join(f"{v:.3f}" for v in row) for row in self.random.normal(size=(3, columns)))
            self.write(f"wide/{i}.csv", f"{header}\n{rows}\n")
        self.wpga("convert", "wide", "--standardize", "pooled", "-o", "wide.h5")
        self.wpga("mean", "wide.h5", "--support", 2, "-o", "mean.h5")
        with h5py.File(self.folder / "mean.h5") as file:
            self.assertEqual(file["axes"].asstr()[-1], f"gene_{columns - 1}")
            self.assertEqual(file["scale"].shape, (columns,))

    def test_hundreds_of_measures_of_one_name(self):
        with h5py.File(self.folder / "many.h5", "w") as file:
            count = 300
            file["points"], file["weights"] = self.random.normal(size=(count, 2)), np.ones(count)
            file["offsets"], file["names"] = np.arange(count + 1), ["twin"] * count
        self.wpga("project", "model.h5", "many.h5", "--reconstruct", "nearest", "--quiet")
        names = {path.name for path in (self.folder / "nearest").iterdir()}
        self.assertEqual(len(names), 300)
        self.assertLessEqual({"twin.csv", "twin_2.csv", "twin_300.csv"}, names)

    # ---- Checkpoints

    def interrupted(self, *words):
        """A fit ended in the middle; its checkpoint stays.  One that was done before it was looked at begins again."""
        for _ in range(20):
            running = subprocess.Popen([program.PROGRAM, "fit", *map(str, words), "--checkpoint", "state.h5", "--checkpoint-every", "0",
                                        "-o", "out.h5"], cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       preexec_fn=lambda: os.nice(5))
            wait_until((self.folder / "state.h5").exists, running)
            running.kill()
            running.wait()
            if (self.folder / "state.h5").exists():
                return
        self.fail("no fit could be ended in the middle")

    def test_a_mean_that_was_replaced_is_noticed(self):
        self.wpga("generate", "ellipses", "--count", 30, "-o", "large.h5")
        self.wpga("mean", "large.h5", "--support", 40, "-o", "mean.h5")
        fit = ["large.h5", "--mean", "mean.h5", "--components", 3]
        self.interrupted(*fit)
        shutil.copy(self.folder / "state.h5", self.folder / "kept.h5")
        # The same contents under another name go on; others of the same name do not.
        shutil.copy(self.folder / "mean.h5", self.folder / "renamed.h5")
        resume = ["--checkpoint", "state.h5", "--resume", "-o", "out.h5"]
        self.wpga("fit", "large.h5", "--mean", "renamed.h5", "--components", 3, *resume)
        shutil.copy(self.folder / "kept.h5", self.folder / "state.h5")
        self.wpga("mean", "large.h5", "--support", 39, "-o", "mean.h5")
        done = self.wpga("fit", *fit, *resume, code=2)
        self.assertIn("other data", done.stderr_text)

    def test_a_damaged_checkpoint_is_never_resumed(self):
        self.wpga("generate", "ellipses", "--count", 30, "-o", "large.h5")
        fit = ["large.h5", "--support", 40, "--components", 3]
        self.interrupted(*fit)
        self.refused("info", "state.h5", says=["state.h5", "unfinished fit", "--resume"])
        whole = (self.folder / "state.h5").read_bytes()
        for at in self.random.integers(0, len(whole), 20):
            changed = bytearray(whole)
            changed[at] ^= 0x01
            self.write("state.h5", bytes(changed))
            done = self.wpga("fit", *fit, "--checkpoint", "state.h5", "--resume", "-o", "never.h5", code=2)
            self.assertEqual(len(done.stderr_text.splitlines()), 1, done.stderr_text)
            self.assertFalse((self.folder / "never.h5").exists())


if __name__ == "__main__":
    program.main()
