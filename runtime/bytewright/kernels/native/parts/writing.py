"""Bytes of records, for the kernel that encodes."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import domain, index_of, operand, place, slot, step
from bytewright.kernels.native.operations import puts, varints
from bytewright.kernels.plan.encoding_codes import (
    BYTES,
    INDEX_OF,
    NOWHERE,
    OFFSETS,
    PUT_BYTES,
    SOURCE,
    SOURCES,
    VALUES,
    VALUES_END,
)


def put_number(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PUT`."""
    b = operand(at, 1)
    c = operand(at, 2)
    e = operand(at, 4)
    f = operand(at, 5)
    puts.put(
        operand(at, 0),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        operand(at, 3),
        place(state, e),
        step(state, e),
        place(state, f),
        step(state, f),
        slot(state, NOWHERE),
        high,
    )
    return high


def put_piece(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PUT_PIECE`, of rows from ``rows`` on."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    source = slot(state, SOURCES) + 8 * SOURCE * operand(at, 3)
    encoding = operand(at, 4)
    f = operand(at, 5)
    values = load_8(source + 8 * VALUES)
    offsets = load_8(source + 8 * OFFSETS)
    index = index_of(state, operand(at, 6), domain(state, load_8(at + 8), INDEX_OF))
    if encoding == BYTES:
        end = load_8(source + 8 * VALUES_END)
        puts.put_pieces(
            place(state, a),
            step(state, a),
            place(state, b),
            step(state, b),
            c,
            values,
            end,
            offsets,
            index,
            rows,
            place(state, f),
            step(state, f),
            high,
        )
    else:
        puts.put_encoded(
            encoding,
            place(state, a),
            step(state, a),
            place(state, b),
            step(state, b),
            c,
            values,
            offsets,
            index,
            rows,
            place(state, f),
            step(state, f),
            high,
        )
    return high


def put_bytes(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PUT_BYTES` and `FILL`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    e = operand(at, 4)
    if load_8(at) == PUT_BYTES:
        f = operand(at, 5)
        puts.put_bytes(
            place(state, a),
            step(state, a),
            place(state, b),
            step(state, b),
            c,
            d,
            e,
            place(state, f),
            step(state, f),
            high,
        )
    else:
        puts.fill(
            place(state, a),
            step(state, a),
            place(state, b),
            step(state, b),
            c,
            place(state, d),
            step(state, d),
            e,
            high,
        )
    return high


def put_varint(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PUT_VARINT`."""
    a = operand(at, 0)
    b = operand(at, 1)
    d = operand(at, 3)
    e = operand(at, 4)
    varints.put(
        place(state, a),
        step(state, a),
        place(state, b),
        step(state, b),
        operand(at, 2),
        place(state, d),
        step(state, d),
        place(state, e),
        step(state, e),
        high,
    )
    return high


def put_sum(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PUT_SUM`."""
    c = operand(at, 2)
    d = operand(at, 3)
    e = operand(at, 4)
    f = operand(at, 5)
    g = operand(at, 6)
    puts.put_sums(
        operand(at, 0),
        operand(at, 7),
        operand(at, 1),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        place(state, e),
        step(state, e),
        place(state, f),
        step(state, f),
        place(state, g),
        step(state, g),
        slot(state, NOWHERE),
        high,
    )
    return high
