"""Finding the records of a block."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import operand, place, put, slot
from bytewright.kernels.native.operations import framing, regions
from bytewright.kernels.plan import codes


def frame(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Records of one size, or that begin with a length, or that are the whole file; at most ``high``."""
    records, code, needed = framing.frame(
        operand(at, 0),
        operand(at, 1),
        operand(at, 2),
        operand(at, 3),
        operand(at, 4),
        place(state, codes.START_REGISTER),
        place(state, codes.END_REGISTER),
        slot(state, codes.POSITION),
        slot(state, codes.BUFFER_END),
        slot(state, codes.REGION_END),
        slot(state, codes.RECORD),
        high,
        slot(state, codes.BLOCK_BYTES),
        slot(state, codes.MOST_RECORD_BYTES),
    )
    put(state, codes.REASON, code)
    put(state, codes.NEEDED, needed)
    return records


def frame_walked(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Records whose end a walk finds; at most ``high``."""
    records, code, needed = framing.frame_walked(
        operand(at, 1),
        operand(at, 2),
        place(state, codes.START_REGISTER),
        place(state, codes.END_REGISTER),
        slot(state, codes.POSITION),
        slot(state, codes.BUFFER_END),
        slot(state, codes.REGION_END),
        slot(state, codes.RECORD),
        slot(state, codes.SHIFT),
        high,
        slot(state, codes.BLOCK_BYTES),
        slot(state, codes.MOST_RECORD_BYTES),
        slot(state, codes.MOST_ELEMENTS),
    )
    put(state, codes.REASON, code)
    put(state, codes.NEEDED, needed)
    return records


def frame_in_regions(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Records that lie in regions; at most ``high``."""
    records, code, needed = regions.frame(state, at, slot(state, codes.REGISTERS), high)
    put(state, codes.POSITION, load_8(place(state, codes.START_REGISTER)))
    put(state, codes.REGION, load_8(place(state, codes.REGION_REGISTER)))
    put(state, codes.REGION_INDEX, load_8(place(state, codes.INDEX_REGISTER)))
    put(state, codes.REASON, code)
    put(state, codes.NEEDED, needed)
    return records
