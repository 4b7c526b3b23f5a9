"""Builds wpga/_core with CMake, in the build folder that the program is built in too."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(wpga VERSION ([0-9.]+)", text).group(1)


class BuildWithCMake(build_ext):
    def build_extension(self, extension):
        build = ROOT / "build" / "release"
        configure = ["cmake", "--preset", "release", "-DWPGA_PYTHON=ON", f"-DWPGA_PYTHON_EXECUTABLE={sys.executable}"]
        if not (build / "CMakeCache.txt").exists():
            configure.append("-DWPGA_TESTS=OFF")
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(configure, cwd=ROOT, check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "wpga_python", "-j", jobs], cwd=ROOT, check=True)
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        # Another Python may have left its own module beside it.
        built = build / "python" / "wpga" / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
        shutil.copy2(built, target)
        subprocess.run(["strip", "--strip-unneeded", str(target)], check=False)


setup(
    version=version(),
    ext_modules=[Extension("wpga._core", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
)
