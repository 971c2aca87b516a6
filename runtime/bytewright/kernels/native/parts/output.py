"""Values of the window of rows into columns."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import column, operand, place, put, step
from bytewright.kernels.native.operations import bits, fields, pieces, texts
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import BYTES


def copy(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`COPY`."""
    a = operand(at, 1)
    d = operand(at, 3)
    apart = step(state, a)
    out = column(state, d, codes.VALUES) + column(state, d, codes.WIDTH) * rows
    fields.copy(operand(at, 0), place(state, a) + apart * low, apart, operand(at, 2), high - low, out)
    return high - low


def store(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`STORE`."""
    a = operand(at, 0)
    b = operand(at, 1)
    apart = step(state, a)
    width = column(state, b, codes.WIDTH)
    fields.store(width, place(state, a) + apart * low, apart, high - low, column(state, b, codes.VALUES) + width * rows)
    return high - low


def pack(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PACK`."""
    a = operand(at, 0)
    apart = step(state, a)
    out = column(state, operand(at, 1), codes.VALIDITY if operand(at, 2) else codes.VALUES)
    bits.append_register(place(state, a) + apart * low, apart, high - low, out, rows)
    return high - low


def append_bytes(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`BYTES` and `LABEL`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    first_step = step(state, a)
    second_step = step(state, b)
    first = place(state, a) + first_step * low
    second = place(state, b) + second_step * low
    out = c if load_8(at) == BYTES else operand(at, 4)
    values = column(state, out, codes.VALUES)
    capacity = column(state, out, codes.CAPACITY)
    offsets = column(state, out, codes.OFFSETS) + 4 * rows
    if load_8(at) == BYTES:
        fitted, needed = pieces.append_pieces(
            first, first_step, second, second_step, high - low, values, capacity, offsets
        )
    else:
        fitted, needed = pieces.append_names(
            first, first_step, second, second_step, high - low, c, operand(at, 3), values, capacity, offsets
        )
    put(state, codes.NEEDED, needed)
    return fitted


def transcode(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`TRANSCODE`."""
    a = operand(at, 0)
    b = operand(at, 1)
    d = operand(at, 3)
    place_step = step(state, a)
    size_step = step(state, b)
    fitted, needed = texts.append_transcoded(
        operand(at, 2),
        place(state, a) + place_step * low,
        place_step,
        place(state, b) + size_step * low,
        size_step,
        high - low,
        column(state, d, codes.VALUES),
        column(state, d, codes.CAPACITY),
        column(state, d, codes.OFFSETS) + 4 * rows,
    )
    put(state, codes.NEEDED, needed)
    return fitted
