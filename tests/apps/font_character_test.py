#!/usr/bin/env python3
"""Families of any character of any font: generate glyphs --font FILE --character X."""
from program import ProgramTest, main, skip

try:
    import h5py
    import numpy as np
except ImportError as missing:
    skip(missing)

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
try:
    WHOLE = open(FONT, "rb").read()
except OSError as missing:
    skip(missing)


class FontCharacter(ProgramTest):
    def generate(self, name, *words):
        self.wpga("generate", "glyphs", "--count", "12", "-o", f"{name}.h5", "--factors", f"{name}.csv", *words)
        return h5py.File(self.folder / f"{name}.h5")

    def test_a_character_takes_the_poses_of_the_strokes(self):
        ours, letter = self.generate("ours"), self.generate("letter", "--font", FONT, "--character", "R")
        self.assertEqual((self.folder / "ours.csv").read_bytes(), (self.folder / "letter.csv").read_bytes())
        factors = np.loadtxt(self.folder / "letter.csv", delimiter=",", skiprows=1, usecols=(1, 2))
        for i in range(12):
            atoms = slice(*letter["offsets"][i:i + 2])
            mean = letter["weights"][atoms] @ letter["points"][atoms]
            np.testing.assert_allclose(mean, 30 + factors[i], atol=0.1)
        self.assertFalse(np.array_equal(ours["offsets"], letter["offsets"]))

    def test_the_same_words_give_the_same_bytes(self):
        for name in ("a", "b"):
            self.generate(name, "--font", FONT, "--character", "é", "--threads", "1" if name == "a" else "2").close()
        self.assertEqual((self.folder / "a.h5").read_bytes(), (self.folder / "b.h5").read_bytes())

    def test_bad_fonts_and_characters_are_refused(self):
        def refused(font, character, *says):
            self.refused("generate", "glyphs", "--font", font, "--character", character, "-o", "x.h5", says=says)

        refused("nowhere.ttf", "R", "nowhere.ttf")
        refused(".", "R")
        refused(FONT, "永", "DejaVuSans.ttf", "永", "U+6C38")
        refused(FONT, " ", "U+0020", "no ink")
        refused(FONT, "RR", "--character", "2 characters")
        refused(FONT, "", "--character")
        self.write("not.ttf", "this is not a font at all, though it is long enough to be one")
        refused("not.ttf", "R", "not.ttf", "font")
        self.write("empty.ttf", "")
        refused("empty.ttf", "R", "empty.ttf")
        for share in (0.01, 0.5, 0.99):
            self.write("cut.ttf", WHOLE[:int(share * len(WHOLE))])
            refused("cut.ttf", "R", "cut.ttf")

    def test_font_and_character_come_together_and_draw_glyphs(self):
        self.refused("generate", "glyphs", "--font", FONT, "-o", "x.h5", says=["--character"])
        self.refused("generate", "glyphs", "--character", "R", "-o", "x.h5", says=["--font"])
        self.refused("generate", "bells", "--font", FONT, "--character", "R", "-o", "x.h5", says=["glyphs", "bells"])


if __name__ == "__main__":
    main()
