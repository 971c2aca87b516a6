"""What the machine code of the kernel is made of."""

from __future__ import annotations

import functools
import hashlib
from importlib.resources.abc import Traversable

from bytewright.host.package_files import package_files

COMPILED = (
    *("plan/codes.py", "plan/encoding_codes.py"),
    *(f"native/machine/{name}.py" for name in ("intrinsics", "jit", "object_file", "pipeline", "state", "vectors")),
)
"""Modules that the machine code comes from, besides all of ``loops``, ``operations``, ``parts`` and ``states``."""

_PACKAGE = "bytewright.kernels"


def every() -> list[tuple[str, Traversable]]:
    """All modules that the machine code comes from, by their paths in the package of the kernels."""
    folders = tuple(f"native/{name}/" for name in ("loops", "operations", "parts", "states"))
    found = package_files(_PACKAGE, [".py"])
    return [(name, source) for name, source in found if name in COMPILED or name.startswith(folders)]


@functools.cache
def digest() -> str:
    """A hash of what the kernel is made of."""
    hashed = hashlib.sha256()
    for name, source in every():
        hashed.update(f"{name}\0".encode() + source.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]
