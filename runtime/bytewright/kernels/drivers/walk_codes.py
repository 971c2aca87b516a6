"""Machine code of a program's walks: asked for when so much is read that it pays."""

from __future__ import annotations

import functools
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from bytewright.kernels.native.machine import shipped_walks, sources
from bytewright.kernels.plan import codes
from bytewright.kernels.program.program import Boundary

SOUGHT = 2 << 20
"""Bytes that are read, of one file or several, before code is looked for that somebody has made."""
MADE = 16 << 20
"""Bytes that are to be read in all before it is made: that takes a tenth of a second, and so does reading them without
it."""

_may_make = True
_taken: dict[str, bytes] = {}
"""Object files that another process has made, by the digests of what they were made of."""


@dataclass(frozen=True, slots=True)
class WalkObjects:
    """Machine code of walks for other processes, whatever processor of the architecture they have.

    Attributes:
        kernel: the digest of the kernel whose walks they are.
        architecture: of the processors.
        objects: object files, each with the digest of what it was made of.
    """

    kernel: str
    architecture: str
    objects: tuple[tuple[str, bytes], ...]


def leave(objects: WalkObjects | None = None) -> None:
    """Make none in this process; what others have made is taken: what is in the cache, and ``objects``, if they are of
    this kernel and this architecture."""
    global _may_make
    _may_make = False
    if objects is not None and (objects.kernel, objects.architecture) == (sources.digest(), platform.machine()):
        _taken.update(objects.objects)


def made_of(texts: Iterable[str]) -> WalkObjects | None:
    """Machine code of walks for other processes; None: there is none, or LLVM isn't installed here.

    Args:
        texts: what it is made of, see `bytewright.kernels.program.walk_code.written`.
    """
    if not _has_llvm():
        return None
    from bytewright.kernels.native.machine.walks import object_for_all

    found = tuple(one for one in map(object_for_all, texts) if one is not None)
    return WalkObjects(sources.digest(), platform.machine(), found) if found else None


class WalkCodes:
    """What walks have of it.

    Args:
        boundaries: the walks of a program.
    """

    def __init__(self, boundaries: Sequence[Boundary]) -> None:
        self._left = [boundary for boundary in boundaries if not boundary.settled]

    def go_on(self, read: int, ahead: int) -> None:
        """Note that so many bytes have been read, and how many may follow: walks get their code where that pays."""
        for boundary in self._left:
            boundary.read += read
            makes = _may_make and boundary.read + ahead >= MADE
            if boundary.read >= SOUGHT and (makes or boundary.sought != len(_taken)):
                boundary.sought = len(_taken)
                boundary.settled = _seek(boundary, makes=makes)
        self._left = [boundary for boundary in self._left if not boundary.settled]


def _seek(boundary: Boundary, *, makes: bool) -> bool:
    """Look for the machine code of a walk; whether it has some now, or never will."""
    from bytewright.kernels.program.walk_code import SYMBOL, written

    text = written(boundary)
    if text is None:
        return True
    address = shipped_walks.address_of(text)
    if not address and _has_llvm():
        from bytewright.kernels.native.machine.walks import address_of

        address = address_of(text, SYMBOL, makes=makes, taken=_taken)
    boundary.table[codes.WALK_CODE] = address
    return bool(address) or makes or not _has_llvm()


@functools.cache
def _has_llvm() -> bool:
    """Whether the extra is installed that makes and loads machine code."""
    return find_spec("llvmlite") is not None
