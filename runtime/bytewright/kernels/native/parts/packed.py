"""Lists that are packed, for the kernel that encodes."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import domain, index_of, operand, place, slot, step
from bytewright.kernels.native.operations import packing
from bytewright.kernels.plan.encoding_codes import BIT, INDEX_OF, OFFSETS, SOURCE, SOURCES, VALIDITY, VALUES


def measure(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PACKED`, of rows from ``rows`` on."""
    lists = slot(state, SOURCES) + 8 * SOURCE * operand(at, 0)
    elements = slot(state, SOURCES) + 8 * SOURCE * operand(at, 1)
    packing.sizes(
        operand(at, 2),
        load_8(elements + 8 * VALUES),
        load_8(lists + 8 * OFFSETS),
        load_8(lists + 8 * VALIDITY),
        load_8(lists + 8 * BIT),
        index_of(state, operand(at, 3), domain(state, load_8(at + 8), INDEX_OF)),
        rows,
        high,
        place(state, operand(at, 4)),
    )
    return high


def put(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`PUT_PACKED`, of rows from ``rows`` on."""
    a = operand(at, 0)
    b = operand(at, 1)
    lists = slot(state, SOURCES) + 8 * SOURCE * operand(at, 3)
    elements = slot(state, SOURCES) + 8 * SOURCE * operand(at, 4)
    g = operand(at, 6)
    packing.put(
        operand(at, 5),
        place(state, a),
        step(state, a),
        place(state, b),
        step(state, b),
        operand(at, 2),
        load_8(elements + 8 * VALUES),
        load_8(lists + 8 * OFFSETS),
        index_of(state, operand(at, 7), domain(state, load_8(at + 8), INDEX_OF)),
        rows,
        place(state, g),
        step(state, g),
        high,
    )
    return high
