"""The columnar engine: one kernel, compiled once, that interprets programs made from row plans.

Importing this package imports neither Numba nor the kernel.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bytewright.kernels.native.machine import shared_library
from bytewright.kernels.native.machine.cache import missing
from bytewright.kernels.native.machine.part_table import COMMON, OF_ENCODING, OF_PIVOTS, parts_of
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import Unsupported

if TYPE_CHECKING:
    from bytewright.kernels.drivers.walk_codes import WalkObjects
    from bytewright.kernels.program.program import Boundary

__all__ = [
    "MISSING",
    "can_be_had",
    "can_encode",
    "can_read",
    "is_loaded",
    "leave_walks",
    "prepare",
    "walk_objects",
    "walk_texts",
    "warm",
]

MISSING = "this package has no kernel for this processor, and Numba, which would make it, isn't installed"
"""Why there is none."""

_ENCODING = ("encode.encode", "copies.copy_vectors", *OF_ENCODING)


def warm() -> None:
    """Load the kernel; where none ships with the package, compile all of it: up to a minute, once per installation,
    with a line on standard error.

    Raises:
        CodecError: there is none, and Numba isn't installed.
    """
    from bytewright.kernels.native.machine import compile

    compile.load_all()


@functools.cache
def can_be_had() -> bool:
    """Whether there is a kernel: the one that ships with the package, or one that Numba makes."""
    return shared_library.is_there() or find_spec("numba") is not None


def is_loaded() -> bool:
    """Whether the kernel is in this process, if not all of its parts."""
    return "bytewright.kernels.native.machine.compile" in sys.modules


def can_read(plan: RowPlan) -> bool:
    """Whether the parts of the kernel are compiled that the plan needs, so that using it costs no wait."""
    return not missing(_needed(plan))


def prepare(plan: RowPlan) -> None:
    """Compile at once what several scans for the plan need, where it isn't compiled."""
    if not can_read(plan):
        from bytewright.kernels.native.machine import compile

        compile.load(_needed(plan))


def leave_walks(objects: WalkObjects | None = None) -> None:
    """Make no machine code of single walks in this process, which is one of many that do the same; ``objects``: what
    one has made for all of them."""
    from bytewright.kernels.drivers import walk_codes

    walk_codes.leave(objects)


def walk_objects(plan: RowPlan, size: int) -> WalkObjects | None:
    """Machine code of the walks of a plan, for other processes; None: there are no walks, or none can be had.

    Args:
        plan: which records are read.
        size: how many bytes are read, so that it may not pay.
    """
    from bytewright.kernels.drivers import walk_codes

    return walk_codes.made_of(walk_texts(plan)) if size >= walk_codes.MADE else None


def walk_texts(plan: RowPlan) -> tuple[str, ...]:
    """What machine code of a plan's walks is made of, whatever headers of files say; none where they rest on lists in
    these.

    Args:
        plan: which records are read.
    """
    from bytewright.kernels.drivers.any_header import for_any_header
    from bytewright.kernels.program.assemble import assemble
    from bytewright.kernels.program.walk_code import written

    boundaries: list[Boundary] = []
    with contextlib.suppress(Unsupported):  # as it is where files have no header
        boundaries += assemble(plan).boundaries
    with contextlib.suppress(Unsupported):
        boundaries += assemble(for_any_header(plan)).boundaries
    return tuple(dict.fromkeys(text for text in map(written, boundaries) if text is not None))


def can_encode() -> bool:
    """The same of the kernel that encodes."""
    return not missing(_ENCODING)


@functools.cache
def _needed(plan: RowPlan) -> frozenset[str]:
    from bytewright.kernels.program.assemble import assemble

    try:
        parts = parts_of(assemble(plan).instructions.tolist())
    except Unsupported:
        # It rests on a header of the file.
        parts = {*COMMON}
    if plan.pivot is not None:
        parts |= {*OF_PIVOTS, "walk.read_heads"}
    return frozenset({"run.run", *parts})
