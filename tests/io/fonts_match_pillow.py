#!/usr/bin/env python3
"""Characters of real fonts as Pillow draws them, pixel by pixel: fonts_match_pillow.py DRAW_CHARACTER"""
import subprocess
import sys
from pathlib import Path

try:
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

FONTS = Path("/usr/share/fonts/truetype")
# At as many pixels as the em has units hints have nothing to round.
SAMPLES = [("dejavu/DejaVuSans.ttf", 2048, "AgS&@æ%Жλ8"), ("dejavu/DejaVuSerif-Bold.ttf", 2048, "QRßy"),
           ("dejavu/DejaVuSansMono.ttf", 2048, "{w0"), ("wqy/wqy-zenhei.ttc", 1000, "永木国龍a")]


def ours(program, font, character, pixels):
    dump = subprocess.run([program, font, character, str(pixels)], check=True, stdout=subprocess.PIPE).stdout
    header, _, samples = dump.partition(b"\n")
    rows, columns, _ = map(int, header.split())
    return np.frombuffer(samples).reshape(rows, columns)


def pillows(font, character, pixels):
    """Cut to its ink."""
    face = ImageFont.truetype(str(font), pixels, layout_engine=ImageFont.Layout.BASIC)
    image = Image.new("L", (4 * pixels, 4 * pixels))
    ImageDraw.Draw(image).text((pixels, pixels), character, font=face, fill=255)
    return np.asarray(image.crop(image.getbbox())) / 255


def difference(a, b):
    """The mean difference of two pictures over the mean ink; one pixel more on a side counts as white."""
    shape = np.maximum(a.shape, b.shape)
    if (shape - np.minimum(a.shape, b.shape)).max() > 2:
        return np.inf
    a, b = (np.pad(x, [(0, n - m) for n, m in zip(shape, x.shape)]) for x in (a, b))
    return np.abs(a - b).mean() / b.mean()


def main(program):
    failures = count = 0
    for name, pixels, characters in SAMPLES:
        font = FONTS / name
        if not font.exists():
            print(f"{name} is not installed")
            continue
        for character in characters:
            count += 1
            worst = difference(ours(program, font, character, pixels), pillows(font, character, pixels))
            if not worst < 0.003:
                failures += 1
                print(f"{name} {character}: differs by {worst:.5f} of its ink")
    print(f"{count} characters, {failures} differ")
    if count == 0:
        return 77
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
