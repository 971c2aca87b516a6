"""The kernel as a shared library, which ships with the package: nothing is compiled where it is."""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bytewright.kernels.native.machine import cpu_levels, sources

FOLDER = "libraries"
"""Where the libraries lie, in the package `bytewright.kernels.native`."""


def name_of(level: str) -> str:
    """The file name of the library for a level of processors: made of other sources, it has another one."""
    return f"kernel-{level}-{sources.digest()}.so"


def there() -> Traversable | None:
    """The best library for this processor; None: none was made of these sources."""
    folder = files("bytewright.kernels.native").joinpath(FOLDER)
    for level in cpu_levels.of_processor():
        found = folder.joinpath(name_of(level.name))
        if found.is_file():
            return found
    return None


@functools.cache
def is_there() -> bool:
    """Whether the kernel needn't be compiled."""
    return there() is not None


def addresses(names: Iterable[str]) -> dict[str, int]:
    """Where functions of the kernel lie in this process, by their names; none where there is no library."""
    library = _loaded()
    if library is None:
        return {}
    return {name: ctypes.cast(library[name], ctypes.c_void_p).value or 0 for name in names}


@functools.cache
def _loaded() -> ctypes.CDLL | None:
    found = there()
    if found is None:
        return None
    return opened(found)


def opened(found: Traversable) -> ctypes.CDLL:
    """A shared library, also one that lies in an archive on the path, or where nothing may be run.

    Raises:
        OSError: the system can't load it.
    """
    if isinstance(found, Path):
        try:
            return ctypes.CDLL(str(found))
        except OSError:
            if not hasattr(os, "memfd_create"):
                raise
    # A file in memory, as the loader wants a file.
    descriptor = os.memfd_create(found.name, os.MFD_CLOEXEC)
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(found.read_bytes())
        return ctypes.CDLL(f"/proc/self/fd/{descriptor}")
    finally:
        os.close(descriptor)
