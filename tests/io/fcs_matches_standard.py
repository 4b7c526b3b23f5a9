"""FCS files as `wpga convert` reads them against a reader written from the standard (ISAC, FCS 3.1, 2010) in NumPy.

    fcs_matches_standard.py WPGA [FILE.fcs...]

Random files of every kind of number are written and read by both; so are the files that are named.
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(77)

WPGA = sys.argv[1]


def keywords_of(text):
    """Pairs of the TEXT segment; doubled delimiters are tried as escapes first, then as empty values."""
    delimiter, body = text[0], text[1:]
    mark = "\0"
    escaped = [piece.replace(mark, delimiter) for piece in body.replace(delimiter * 2, mark).split(delimiter)]
    plain = body.split(delimiter)
    pieces = plain if any(delimiter in key for key in escaped[::2]) else escaped
    return {key.strip().upper(): value.strip() for key, value in zip(pieces[::2], pieces[1::2])}


def bits_of(raw, big):
    return numpy.unpackbits(numpy.frombuffer(raw, numpy.uint8), bitorder="big" if big else "little")


def read(path):
    """Channel names and linear, compensated values, one row an event."""
    raw = path.read_bytes()
    offsets = [int(raw[10 + 8 * k:18 + 8 * k].strip() or 0) for k in range(4)]
    keys = keywords_of(raw[offsets[0]:offsets[1] + 1].decode("latin1"))
    begin = offsets[2] or int(keys["$BEGINDATA"])
    count, channels = int(keys["$TOT"]), int(keys["$PAR"])
    big = keys["$BYTEORD"].startswith(("4", "2", "8"))
    bits = [int(keys[f"$P{k}B"]) for k in range(1, channels + 1)]
    names = [keys[f"$P{k}N"] for k in range(1, channels + 1)]
    data = raw[begin:begin + (count * sum(bits) + 7) // 8]
    kind = keys["$DATATYPE"]
    if kind != "I":
        values = numpy.frombuffer(data, (">" if big else "<") + {"F": "f4", "D": "f8"}[kind]).astype(float)
        values = values.reshape(count, channels)
    else:
        stream = bits_of(data, big)[:count * sum(bits)].reshape(count, sum(bits))
        values, at = numpy.empty((count, channels)), 0
        for k, width in enumerate(bits):
            field = stream[:, at:at + width][:, ::1 if big else -1]
            at += width
            numbers = [int("".join(map(str, row)), 2) for row in field]
            size = int(keys[f"$P{k + 1}R"])
            used = (size - 1).bit_length() if size else width
            numbers = numpy.array([number & ((1 << used) - 1) for number in numbers], float)
            decades, offset = (float(x) for x in keys.get(f"$P{k + 1}E", "0,0").split(","))
            values[:, k] = (offset or 1) * 10 ** (decades * numbers / size) if decades else numbers
    for key in ("$SPILLOVER", "SPILL"):
        if key in keys:
            parts = keys[key].split(",")
            n = int(parts[0])
            chosen = [names.index(name) for name in parts[1:1 + n]]
            matrix = numpy.array(parts[1 + n:], float).reshape(n, n)
            values[:, chosen] = numpy.linalg.solve(matrix.T, values[:, chosen].T).T
            break
    return names, values


def write(path, random, kind, big, bits, far, delimiter, spill):
    """A random file: TEXT behind the header, DATA behind TEXT."""
    events, channels = int(random.integers(1, 60)), len(bits)
    pairs = {"$BYTEORD": "4,3,2,1" if big else "1,2,3,4", "$DATATYPE": kind, "$MODE": "L", "$NEXTDATA": "0",
             "$PAR": channels, "$TOT": events, "NOTE": f"a{delimiter * 2}b", "$INST": "x"}
    for k, width in enumerate(bits, 1):
        pairs |= {f"$P{k}N": f"C{k}", f"$P{k}B": width, f"$P{k}R": 1 << max(1, width - k % 3), f"$P{k}E": "0,0"}
        if kind == "I" and k % 2 and width <= 20:
            pairs[f"$P{k}E"] = random.choice(["4,1", "3,0.1", "4,0"])
    if spill and channels > 1:
        matrix = numpy.eye(2) + 0.1 * random.random((2, 2))
        pairs[random.choice(["$SPILLOVER", "SPILL"])] = ",".join(["2", "C2", "C1", *map(repr, matrix.ravel())])
    if kind == "I":
        stream = random.integers(0, 2, events * sum(bits), dtype=numpy.uint8)
        data = numpy.packbits(stream, bitorder="big" if big else "little").tobytes()
    else:
        data = (1000 * random.normal(size=(events, channels))).astype((">" if big else "<") + ("f4" if kind == "F" else "f8"))
        data = data.tobytes()
    text = lambda begin: delimiter + "".join(f"{key}{delimiter}{value}{delimiter}" for key, value in (
        pairs | {"$BEGINDATA": f"{begin:9}", "$ENDDATA": f"{begin + len(data) - 1:9}"}).items())
    size = len(text(0))
    begin = 58 + size
    places = [58, begin - 1] + ([0, 0] if far else [begin, begin + len(data) - 1]) + [0, 0]
    header = random.choice(["FCS2.0", "FCS3.0", "FCS3.1"]) + "    " + "".join(f"{place:8}" for place in places)
    path.write_bytes((header + text(begin)).encode("latin1") + data)


def check(path, folder):
    names, values = read(path)
    family = folder / "family.h5"
    columns = ",".join(str(k + 1) for k in range(len(names)))
    done = subprocess.run([WPGA, "convert", path, "--columns", columns, "-o", family], capture_output=True, text=True)
    assert done.returncode == 0, (path, done.stderr)
    with h5py.File(family) as file:
        points = file["points"][:]
        axes = [axis.decode() for axis in file["axes"][:]] if "axes" in file else None
    assert axes is None or axes == names, (axes, names)
    assert points.shape == values.shape, (points.shape, values.shape)
    error = numpy.abs(points - values).max() / max(1, numpy.abs(values).max())
    assert error < 1e-12, (path, error)
    return len(values)


def main():
    random = numpy.random.default_rng(1)
    events = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for k in range(60):
            kind = "IIIFD"[k % 5]
            bits = [int(b) for b in random.choice([1, 3, 8, 10, 11, 12, 16, 20, 24, 32, 40], random.integers(1, 6))]
            bits = {"F": [32] * len(bits), "D": [64] * len(bits)}.get(kind, bits)
            path = folder / f"made{k}.fcs"
            write(path, random, kind, bool(k // 5 % 2), bits, k % 7 == 0, "/|\\\x0c!"[k % 5], k % 3 == 0)
            events += check(path, folder)
        for file in sys.argv[2:]:
            events += check(pathlib.Path(file), folder)
    print(f"{60 + len(sys.argv) - 2} files, {events} events: as the standard says")


main()
