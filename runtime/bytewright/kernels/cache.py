"""Where the compiled kernel is kept, and whether it is there; nothing here imports Numba before it must.

Numba stamps a cached function with the time and size of its own file only, so a change in a function that it calls
would go unnoticed. The folder's name therefore carries a hash of all that the machine code depends on.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from bytewright.cache import cache_directory
from bytewright.errors import BytewrightError

_ENTRIES = {
    "run": ("bytewright.kernels.run", "kernel"),
    "encode": ("bytewright.kernels.encoding.run", "encoder"),
}
_SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE")


COMPILED = (
    *("codes.py", "intrinsics.py", "jit.py", "run.py", "vectors.py", "walk.py"),
    *("encoding/codes.py", "encoding/copies.py", "encoding/run.py"),
)
"""Modules that the machine code comes from, besides all of ``operations``."""


@cache
def fingerprint() -> str:
    """A hash of the kernel's sources and where they lie, the compiler's versions and settings, and the processor."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    # Numba finds what it compiled by the path of its source: another installation's is none of ours.
    digest.update(str(folder.absolute()).encode() + b"\0")
    for source in sorted([*(folder / name for name in COMPILED), *folder.glob("operations/*.py")]):
        digest.update(f"{source.relative_to(folder)}\0".encode() + source.read_bytes() + b"\0")
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


def folder() -> Path | None:
    """The folder of the compiled kernel, made if need be; None where nothing can be written."""
    try:
        return cache_directory(f"kernels/{fingerprint()}")
    except BytewrightError:
        pass
    try:
        # Of this process only: another one doesn't find it, but compiling works.
        return Path(tempfile.mkdtemp(prefix="bytewright-kernels-"))
    except OSError:
        return None


def is_loaded(kernel: Literal["run", "encode"] = "run") -> bool:
    """Whether a kernel is at hand in this process."""
    module, name = _ENTRIES[kernel]
    return hasattr(sys.modules.get(module), name)


def is_warm(kernel: Literal["run", "encode"] = "run") -> bool:
    """Whether a compiled kernel, that reads or that encodes, is at hand: in this process or on disk. It costs a hash of
    a few small files at most."""
    if is_loaded(kernel):
        return True
    try:
        where = cache_directory(f"kernels/{fingerprint()}")
        return any(where.rglob(f"run.{kernel}-*.nbc"))
    except (BytewrightError, OSError):
        return False


def compiled(function: Callable[[int], int], kernel: Literal["run", "encode"] = "run") -> Callable[[int], int]:
    """A kernel, from the cache where it is there, compiled otherwise (up to a minute, said on standard error)."""
    config: Any = import_module("numba.core.config")
    from bytewright.kernels.jit import entry

    if not is_warm(kernel):
        print("bytewright: compiling the kernel (once per installation, up to a minute)", file=sys.stderr)  # noqa: T201
    where = folder()
    if where is None:
        return entry(function, cached=False)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(where)
    try:
        return entry(function, cached=True)
    except (RuntimeError, OSError):
        return entry(function, cached=False)
    finally:
        config.CACHE_DIR = before
