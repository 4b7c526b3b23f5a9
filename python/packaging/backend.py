"""setuptools as PEP 517 wants it, found also where pip's isolation hides what Debian installed."""

import sys
from pathlib import Path

_DEBIAN = Path("/usr/lib/python3/dist-packages")
_NEEDED = ["setuptools>=61", "wheel"]


def _found():
    try:
        import setuptools  # noqa: F401
        import wheel  # noqa: F401
    except ImportError:
        return False
    return True


if not _found() and _DEBIAN.is_dir():
    sys.path.append(str(_DEBIAN))


def _setuptools():
    from setuptools import build_meta

    return build_meta


def get_requires_for_build_wheel(config_settings=None):
    return [] if _found() else _NEEDED


def get_requires_for_build_sdist(config_settings=None):
    return [] if _found() else _NEEDED


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return _setuptools().prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _setuptools().build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    return _setuptools().build_sdist(sdist_directory, config_settings)
