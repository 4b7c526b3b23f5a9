"""The family and the mean that the comparisons of fits begin with."""
import subprocess


def family_with_mean(program, data, support, folder):
    """Files of DATA (flags of wpga convert among them), or of 300 drawn characters of 28 x 28 pixels, and of their mean."""
    family, mean = folder / "family.h5", folder / "mean.h5"
    words = ["convert", *data] if data else ["generate", "glyphs", "--count", "300", "--size", "28"]
    subprocess.run([program, *words, "-o", family, "--quiet"], check=True)
    subprocess.run([program, "mean", family, "--support", str(support), "-o", mean, "--quiet"], check=True)
    return family, mean
