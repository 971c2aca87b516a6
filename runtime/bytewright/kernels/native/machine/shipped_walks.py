"""Machine code of walks that ships in packages of codecs: a shared library for each level of processors."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import sys
import warnings
from importlib.resources import files
from types import ModuleType

from bytewright.errors import BytewrightWarning
from bytewright.kernels.native.machine import cpu_levels, shared_library, sources

FOLDER = "_walks"
"""Where the libraries lie in a package of codecs."""

_packages: dict[str, ModuleType] = {}
"""Packages of codecs that have been imported."""


def name_of(text: str) -> str:
    """What a function is called in libraries and in the cache: a digest of what it is made of, so that another one has
    another name.

    Args:
        text: the function, in LLVM's assembly language.
    """
    return f"walk-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def beginning_of(level: str) -> str:
    """What the names of libraries begin with that this kernel takes.

    Args:
        level: of processors.
    """
    return f"{level}-{sources.digest()}-"


def announce(package: str) -> None:
    """Look for machine code in a package of codecs from now on; one that isn't installed has none.

    Args:
        package: its name; it is being imported.
    """
    module = sys.modules.get(package)
    if module is not None and module.__spec__ is not None:
        _packages[package] = module


def address_of(text: str) -> int:
    """Where the function that ships lies in this process; 0: none does.

    Args:
        text: the function, in LLVM's assembly language.
    """
    name = name_of(text)
    for package in tuple(_packages.values()):
        library = _library_of(package)
        if library is not None and hasattr(library, name):
            return ctypes.cast(library[name], ctypes.c_void_p).value or 0
    return 0


@functools.cache
def _library_of(package: ModuleType) -> ctypes.CDLL | None:
    """The library of a package for the best level that this processor reaches."""
    folder = files(package).joinpath(FOLDER)
    if not folder.is_dir():
        return None
    there = {entry.name: entry for entry in folder.iterdir()}
    for level in cpu_levels.of_processor():
        found = [name for name in there if name.startswith(beginning_of(level.name))]
        if found:
            try:
                return shared_library.opened(there[max(found)])
            except OSError as error:
                warnings.warn(
                    f"machine code of {package.__name__} can't be loaded: {error}", BytewrightWarning, stacklevel=2
                )
                return None
    return None
