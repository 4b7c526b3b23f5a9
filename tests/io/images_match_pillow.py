"""Pillow reads the same pictures and must see the same samples.

Writes pictures of many kinds with Pillow, lets the program `decode_images` dump what wpga sees, and compares.
Exit 77 (ctest: skipped) when Pillow or NumPy is missing.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    from PIL import Image, ImageOps
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

DEPTH = {"1": 1, "L": 255, "LA": 255, "RGB": 255, "RGBA": 255, "I;16": 65535, "I;16B": 65535, "I": 65535, "F": 1}


def pictures(folder):
    """Pairs of a path and the samples Pillow itself reads back from it."""
    random = np.random.default_rng(0)
    rows, columns = 23, 37
    smooth = np.add.outer(np.arange(rows) * 4, np.arange(columns) * 3).astype(np.uint8)
    noise = lambda *shape: random.integers(0, 256, shape, dtype=np.uint8)
    grey = Image.fromarray(noise(rows, columns), "L")
    color = Image.fromarray(noise(rows, columns, 3), "RGB")
    alpha = Image.fromarray(noise(rows, columns, 4), "RGBA")
    photo = Image.fromarray(np.stack([smooth, smooth.max() - smooth, smooth // 2], 2), "RGB")
    deep = Image.fromarray(random.integers(0, 65536, (rows, columns), dtype=np.uint16))
    real = Image.fromarray(random.normal(size=(rows, columns)).astype(np.float32), "F")

    for name, image in {"grey": grey, "color": color, "alpha": alpha, "grey_alpha": alpha.convert("LA"),
                        "bits": grey.convert("1"), "palette": color.quantize(16), "deep": deep}.items():
        yield save(image, folder / f"{name}.png")
    for name, options in {"plain": {}, "progressive": {"progressive": True}, "coarse": {"quality": 30}}.items():
        yield save(photo, folder / f"{name}.jpg", **options)
    yield save(grey, folder / "grey.jpg")
    yield save(photo.convert("CMYK"), folder / "inks.jpg", quality=95)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        yield save(photo, folder / f"turned{orientation}.jpg", exif=exif)
    for compression in (None, "tiff_lzw", "tiff_adobe_deflate", "packbits"):
        for name, image in {"grey": grey, "color": color, "alpha": alpha, "bits": grey.convert("1"), "deep": deep,
                            "real": real, "palette": color.quantize(200), "inks": photo.convert("CMYK")}.items():
            yield save(image, folder / f"{name}_{compression}.tif", compression=compression)
    yield save(grey, folder / "grey.pgm")
    yield save(deep.convert("I"), folder / "deep.pgm")
    yield save(color, folder / "color.ppm")
    yield save(grey.convert("1"), folder / "bits.pbm")


def save(image, path, **options):
    image.save(path, **options)
    read = ImageOps.exif_transpose(Image.open(path))
    if read.mode in ("P", "CMYK"):
        read = read.convert("RGB")
    samples = np.asarray(read).astype(float) / DEPTH[read.mode]
    return path, samples.reshape(samples.shape[0], samples.shape[1], -1)


def decoded(path, program, *size):
    """What wpga sees: a line 'rows columns channels', then doubles."""
    dump = subprocess.run([program, path, *size], check=True, stdout=subprocess.PIPE).stdout
    header, _, samples = dump.partition(b"\n")
    return np.frombuffer(samples).reshape([int(word) for word in header.split()])


def resampled(folder):
    """Triples of a path, a size and Pillow's answer: whole factors down (BOX), any factor up (BILINEAR)."""
    path = folder / "weights.tif"
    image = Image.fromarray(np.random.default_rng(1).uniform(size=(24, 36)).astype(np.float32), "F")
    image.save(path)
    for size, kind in {(12, 12): Image.BOX, (9, 6): Image.BOX, (50, 61): Image.BILINEAR, (72, 25): Image.BILINEAR}.items():
        yield path, "%dx%d" % size, np.asarray(image.resize(size, kind)).astype(float)


def greys(folder):
    """A colour picture and Pillow's rounded grey."""
    path = folder / "grey_of_color.png"
    image = Image.fromarray(np.random.default_rng(2).integers(0, 256, (24, 36, 3), dtype=np.uint8), "RGB")
    image.save(path)
    yield path, "36x24", np.asarray(image.convert("L")) / 255.0


def main(program):
    failures = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, expected in pictures(Path(folder)):
            count += 1
            seen = decoded(path, program)
            # Inks are multiplied in bytes by Pillow and libtiff, in doubles by us.
            allowed = 1.01 / 255 if "inks" in path.name else 1e-15
            worst = np.abs(seen - expected).max() if seen.shape == expected.shape else np.inf
            if not worst <= allowed:
                failures += 1
                print(f"{path.name}: shapes {seen.shape} {expected.shape}, largest difference {worst}")
        for triples, allowed in ((resampled, 1e-6), (greys, 0.51 / 255)):
            for path, size, expected in triples(Path(folder)):
                count += 1
                worst = np.abs(decoded(path, program, size)[:, :, 0] - expected).max()
                if not worst <= allowed:
                    failures += 1
                    print(f"{path.name} at {size}: largest difference {worst}")
    print(f"{count} pictures, {failures} differ")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
