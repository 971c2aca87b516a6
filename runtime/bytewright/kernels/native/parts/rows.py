"""What rows hold, for the kernel that encodes: values, whether they are there, and how large they are."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import domain, index_of, operand, parents_of, place, slot, step
from bytewright.kernels.native.operations import puts, varints
from bytewright.kernels.native.operations import rows as held
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.encoding_codes import (
    BEHIND,
    BIT,
    BYTES,
    DIGITS,
    HELD,
    INDEX_OF,
    NUMBERED,
    OFFSETS,
    SIZES,
    SOURCE,
    SOURCES,
    THERE,
    VALIDITY,
    VALUES,
)


def take(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`HELD`, `THERE`, `SIZES`, `ITEMS` and `NUMBERED`, from row ``rows`` on."""
    operation = load_8(at)
    b = operand(at, 1)
    c = operand(at, 2)
    source = slot(state, SOURCES) + 8 * SOURCE * operand(at, 0)
    validity = load_8(source + 8 * VALIDITY)
    bit = load_8(source + 8 * BIT)
    index = domain(state, load_8(at + 8), INDEX_OF)
    if operation == NUMBERED:
        held.places(load_8(source + 8 * VALUES), validity, bit, index, rows, high, place(state, b))
        return high
    index = index_of(state, c if operation == HELD or operation == SIZES else b, index)
    if operation == HELD:
        held.numbers(b, load_8(source + 8 * VALUES), index, rows, high, place(state, operand(at, 3)))
    elif operation == THERE:
        held.presence(validity, bit, index, rows, high, place(state, c))
    else:
        offsets = load_8(source + 8 * OFFSETS)
        out = place(state, operand(at, 3) if operation == SIZES else c)
        held.lengths(offsets, validity, bit, index, rows, high, out)
        if operation == SIZES and b != BYTES:
            held.encoded_sizes(b, load_8(source + 8 * VALUES), offsets, index, rows, high, out)
    return high


def measure(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`DIGITS`, `TOTAL` and `BEHIND`."""
    operation = load_8(at)
    a = operand(at, 0)
    b = operand(at, 1)
    if operation == DIGITS:
        varints.digits(place(state, a), step(state, a), high, place(state, b))
    elif operation == BEHIND:
        number = load_8(at + 8)
        puts.behind(
            place(state, a),
            step(state, a),
            place(state, b),
            step(state, b),
            domain(state, number, codes.OFFSETS_OF),
            parents_of(state, number),
            place(state, operand(at, 2)),
        )
    else:
        below = domain(state, a, codes.OFFSETS_OF)
        puts.total(place(state, b), step(state, b), below, high, place(state, operand(at, 2)))
    return high
