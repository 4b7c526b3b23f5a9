#!/usr/bin/env python3
"""The first figure of the paper, small: what it writes, and that its numbers tell the paper's story."""
import json

from program import ProgramTest, main, skip

try:
    from PIL import Image
except ImportError as missing:
    skip(missing)

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


class GlyphFigure(ProgramTest):
    def figure(self, *words):
        self.wpga("glyph", "--images", "12", "-o", "figures", *words, program="wpga-figures")
        return json.loads((self.folder / "figures/glyph.json").read_text())

    def test_geodesics_stay_measures_and_the_others_do_not(self):
        numbers = self.figure("--dpi", "144")
        self.assertEqual(numbers["images"], 12)
        curves = {curve["name"]: curve for curve in numbers["curves"]}
        self.assertEqual(len(curves), 6)
        for k in (1, 2, 3):
            self.assertNotIn("negative_mass", curves[f"Principal geodesic {k}"])
            self.assertLess(curves[f"Principal geodesic {k}"]["time_gap"], 1e-3)
        for name in ("Euclidean PCA 1", "Euclidean PCA 2", "Principal curve"):
            self.assertGreater(curves[name]["negative_mass"], 0.01)
        # Three geodesics find shift and scale, which is all but the little turning.
        self.assertGreater(curves["Principal geodesic 3"]["cumulative"], 0.9)
        self.assertGreater(curves["Principal geodesic 2"]["cumulative"], curves["Euclidean PCA 2"]["cumulative"])
        with Image.open(self.folder / "figures/glyph.png") as picture:
            self.assertEqual(picture.width, 1008)
        self.assertTrue((self.folder / "figures/glyph.pdf").read_bytes().startswith(b"%PDF"))

    def test_any_character_of_a_font_may_be_drawn(self):
        try:
            open(FONT, "rb").close()
        except OSError as missing:
            self.skipTest(str(missing))
        ours, letter = self.figure(), self.figure("--font", FONT, "--character", "R")
        self.assertNotEqual(ours["variance"], letter["variance"])
        self.refused("glyph", "--font", FONT, "-o", "figures", program="wpga-figures", says=["--character"])
        self.refused("glyph", "--character", "R", "-o", "figures", program="wpga-figures", says=["--font"])
        self.refused("glyph", "--font", FONT, "--character", "永", "-o", "figures", program="wpga-figures", says=["永"])


if __name__ == "__main__":
    main()
