"""The kernel that puts pieces of memory one behind another."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import copy_bytes, load_8
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.plan.encoding_codes import GATHER_COUNT, GATHER_OUT, GATHER_PLACES, GATHER_SIZES


def gather(state: int) -> int:
    """Copy each piece; ``state`` is the address of `codes.GATHER_STATE` int64."""
    places = slot(state, GATHER_PLACES)
    sizes = slot(state, GATHER_SIZES)
    out = slot(state, GATHER_OUT)
    for i in range(slot(state, GATHER_COUNT)):
        size = load_8(sizes + 8 * i)
        copy_bytes(out, load_8(places + 8 * i), size)
        out += size
    return 0
