"""Where the compiled parts of the kernel are kept, and which are there; nothing here imports Numba.

Numba's own cache stamps a function with the time and size of its file only, so a change in a function that it calls
would go unnoticed, and it takes Numba to load from it. Object files are kept here instead, in a folder whose name
carries a hash of all that machine code depends on.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bytewright.host import cache
from bytewright.kernels.native.machine import shared_library, sources
from bytewright.kernels.native.machine.object_file import Code

_SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE")

_SUFFIX = ".code"

_there: set[str] = set()
"""Functions that are known to have been compiled."""


@functools.cache
def fingerprint() -> str:
    """A hash of the kernel's sources, the compiler's versions and settings, and the processor."""
    digest = hashlib.sha256(sources.digest().encode())
    for package in ("numba", "llvmlite"):
        try:
            digest.update(version(package).encode())
        except PackageNotFoundError:
            digest.update(b"?")
    digest.update(f"{sys.version_info[:2]} {platform.machine()} {_processor()}".encode())
    digest.update("\0".join(os.environ.get(name, "") for name in _SETTINGS).encode())
    return digest.hexdigest()[:16]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    telling = ("model name", "flags", "Features", "CPU part")
    return "\n".join(dict.fromkeys(line for line in lines if line.startswith(telling)))


@functools.cache
def folder() -> Path | None:
    """The folder that all processes of this user find, made if need be; None where nothing can be kept."""
    found = cache.lasting_directory(f"kernels/{fingerprint()}")
    if found is not None:
        cache.used(found)
    return found


def read(name: str) -> Code | None:
    """A compiled function; None: nobody has compiled it, or it isn't as it was kept."""
    where = folder()
    content = None if where is None else cache.read(where / f"{name}{_SUFFIX}")
    if content is None:
        return None
    symbol, _, code = content.partition(b"\0")
    return Code(symbol.decode(), code)


def save(name: str, compiled: Code) -> bool:
    """Keep a compiled function; whether it can be."""
    where = folder()
    if where is None:
        return False
    try:
        cache.write(where / f"{name}{_SUFFIX}", compiled.symbol.encode() + b"\0" + compiled.content)
    except OSError:
        return False
    return True


def trim() -> None:
    """Make room where the cache has become too large."""
    where = folder()
    if where is not None:
        cache.trim(where.parent)


def missing(names: Iterable[str]) -> list[str]:
    """Those of some functions that have to be compiled, as far as the disk shows."""
    if shared_library.is_there():
        return []
    wanted = list(names)
    if not _there.issuperset(wanted) and (where := folder()):
        with suppress(OSError):
            _there.update(path.name.removesuffix(_SUFFIX) for path in where.glob(f"*{_SUFFIX}"))
    return [name for name in wanted if name not in _there]
