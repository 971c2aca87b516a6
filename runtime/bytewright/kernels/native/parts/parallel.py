"""Rows whose values lie in parallel vectors, of which a block's records have any number."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.state import column, domain, operand, parents_of, place, put, slot, step
from bytewright.kernels.native.operations import batches, slots
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import LOCATE, MISMATCH, OUTSIDE, REPEAT


def locate(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`LOCATE` and `ADMIT`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    if load_8(at) == LOCATE:
        batches.locate(place(state, b), step(state, b), domain(state, a, codes.OFFSETS_OF), high, c, d)
        return high
    put(state, codes.REASON, MISMATCH)
    return batches.first_refused(place(state, a), step(state, a), high, b, c, d, operand(at, 4))


def check_slots(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`SLOTS`."""
    number = load_8(at + 8)
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    e = operand(at, 4)
    begin = 0
    below = number > 0 and domain(state, number, codes.PARENT) == 0
    if below and parents_of(state, number) > 0 and slot(state, codes.SKIP) > 0:
        # The first record is resumed: all of it was looked at before, and may be large.
        begin = load_8(domain(state, number, codes.OFFSETS_OF) + 8)
    put(state, codes.REASON, OUTSIDE)
    return slots.first_bad(
        place(state, a),
        step(state, a),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        place(state, e),
        step(state, e),
        begin,
        high,
        operand(at, 5),
        operand(at, 6),
        operand(at, 7),
        slot(state, codes.SCRATCH),
    )


def repeat(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`REPEAT` and `ROW`."""
    output = slot(state, codes.OUTPUT)
    bounds = domain(state, output, codes.OFFSETS_OF)
    parents = parents_of(state, output)
    a = operand(at, 0)
    if load_8(at) == REPEAT:
        b = operand(at, 1)
        is_validity = operand(at, 2)
        out = column(state, b, codes.VALIDITY if is_validity else codes.VALUES)
        width = 0 if is_validity else column(state, b, codes.WIDTH)
        batches.repeat(place(state, a), step(state, a), bounds, parents, low, high, rows, width, out)
    else:
        out = column(state, a, codes.VALUES)
        batches.number_rows(bounds, parents, low, high, rows, column(state, a, codes.WIDTH), out)
    return high - low


def append_vectors(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`VECTOR`."""
    a = operand(at, 0)
    # The pivot: positions, slots, then registers of case, address, presence and validity.
    pivot = operand(at, 1)
    c = operand(at, 2)
    positions = load_8(pivot)
    keys = load_8(pivot + 8)
    case = load_8(pivot + 16)
    address = load_8(pivot + 24)
    presence = load_8(pivot + 32)
    null_bits = load_8(pivot + 40)
    output = slot(state, codes.OUTPUT)
    bounds = domain(state, output, codes.OFFSETS_OF)
    for p in range(parents_of(state, output)):
        begin = load_8(bounds + 8 * p)
        first = max(low, begin)
        last = min(high, load_8(bounds + 8 * p + 8))
        if first < last:
            batches.append_vector(
                load_8(positions + 8 * (p * keys + c)),
                first - begin,
                last - first,
                rows + first - low,
                place(state, case),
                step(state, case),
                place(state, address),
                step(state, address),
                place(state, presence),
                step(state, presence),
                place(state, null_bits),
                step(state, null_bits),
                operand(at, 3),
                column(state, a, codes.VALUES),
                column(state, a, codes.VALIDITY),
                column(state, a, codes.OFFSETS),
                column(state, a, codes.WIDTH),
                operand(at, 4),
                operand(at, 5),
                operand(at, 6),
                slot(state, codes.SCRATCH),
            )
    return high - low


def append_lists(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`LISTS`."""
    pivot = operand(at, 1)
    c = operand(at, 2)
    positions = load_8(pivot)
    keys = load_8(pivot + 8)
    case = load_8(pivot + 16)
    address = load_8(pivot + 24)
    presence = load_8(pivot + 32)
    null_bits = load_8(pivot + 40)
    ends = load_8(pivot + 48)
    leaves = operand(at, 8)
    capacity = column(state, operand(at, 0), codes.CAPACITY)
    output = slot(state, codes.OUTPUT)
    bounds = domain(state, output, codes.OFFSETS_OF)
    for p in range(parents_of(state, output)):
        begin = load_8(bounds + 8 * p)
        first = max(low, begin)
        last = min(high, load_8(bounds + 8 * p + 8))
        if first < last:
            fitted, needed = slots.append_slots(
                load_8(positions + 8 * (p * keys + c)),
                first - begin,
                last - first,
                rows + first - low,
                place(state, case),
                step(state, case),
                place(state, address),
                step(state, address),
                place(state, presence),
                step(state, presence),
                place(state, null_bits),
                step(state, null_bits),
                place(state, ends),
                step(state, ends),
                slot(state, codes.COLUMNS),
                capacity,
                operand(at, 3),
                operand(at, 7),
                leaves + 8,
                load_8(leaves),
                operand(at, 4),
                operand(at, 5),
                operand(at, 6),
                slot(state, codes.SCRATCH),
            )
            if fitted < last - first:
                put(state, codes.NEEDED, needed)
                return first - low + fitted
    return high - low
