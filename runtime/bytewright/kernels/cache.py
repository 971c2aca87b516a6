"""Where the compiled parts of the kernel are kept, and which are there; nothing here imports Numba.

Numba stamps a cached function with the time and size of its own file only, so a change in a function that it calls
would go unnoticed. The folder's name therefore carries a hash of all that the machine code depends on.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bytewright.cache import cache_directory
from bytewright.errors import BytewrightError

_SETTINGS = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE")


COMPILED = (
    *("codes.py", "intrinsics.py", "jit.py", "run.py", "state.py", "vectors.py", "walk.py"),
    *("encoding/codes.py", "encoding/copies.py", "encoding/digests.py", "encoding/run.py"),
)
"""Modules that the machine code comes from, besides all of ``operations`` and ``parts``."""


def sources() -> list[Path]:
    """All modules that the machine code comes from."""
    folder = Path(__file__).parent
    return sorted([*(folder / name for name in COMPILED), *folder.glob("operations/*.py"), *folder.glob("parts/*.py")])


_there: set[str] = set()
"""Functions that are known to have been compiled."""


@cache
def fingerprint() -> str:
    """A hash of the kernel's sources and where they lie, the compiler's versions and settings, and the processor."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    # Numba finds what it compiled by the path of its source: another installation's is none of ours.
    digest.update(str(folder.absolute()).encode() + b"\0")
    for source in sources():
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


@cache
def folder() -> Path | None:
    """The folder of the compiled kernel, made if need be; None where nothing can be written."""
    with suppress(OSError):
        # In the second case of this process only: another one doesn't find it, but compiling works.
        return shared() or Path(tempfile.mkdtemp(prefix="bytewright-kernels-"))
    return None


def shared() -> Path | None:
    """The folder that all processes of this installation find; None where there can't be any."""
    with suppress(BytewrightError):
        return cache_directory(f"kernels/{fingerprint()}")
    return None


def missing(names: Iterable[str]) -> list[str]:
    """Those of some functions (module and name) that haven't been compiled, as far as the disk shows."""
    wanted = list(names)
    if not _there.issuperset(wanted) and (where := shared()):
        with suppress(OSError):
            _there.update(path.name.partition("-")[0] for path in where.rglob("*.nbc"))
    return [name for name in wanted if name not in _there]
