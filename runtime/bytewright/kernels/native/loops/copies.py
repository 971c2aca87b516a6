"""The kernel that puts vectors into copies of a skeleton, and finds which of their values are there."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_1
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.native.operations.copies import put_bits, put_values, there
from bytewright.kernels.plan.encoding_codes import (
    COPIES,
    COPY,
    COPY_BITS,
    COPY_BITS_BE,
    COPY_FIRST,
    COPY_OUT,
    COPY_PARTS,
    COPY_ROWS,
    COPY_SIZE,
    COPY_STARTS,
    COPY_TABLE,
    FOUND,
    PART,
    PART_BIT,
    PART_BITS,
    PART_KIND,
    PART_SOURCE,
    PART_STRIDE,
    PART_TARGET,
    PART_VALIDITY,
    PART_VALIDITY_BIT,
)


@inner
def _find(state: int) -> None:
    """What there is of each vector in each batch, as bytes: batch by batch."""
    starts = slot(state, COPY_STARTS)
    table = slot(state, COPY_TABLE)
    parts = slot(state, COPY_PARTS)
    out = slot(state, COPY_OUT)
    for batch in range(slot(state, COPIES)):
        begin = load_8(starts + 8 * batch)
        rows = load_8(starts + 8 * batch + 8) - begin
        for number in range(parts):
            part = table + 8 * PART * number
            validity = load_8(part + 8 * PART_VALIDITY)
            found = there(validity, load_8(part + 8 * PART_VALIDITY_BIT) + begin, rows) if validity else 0
            store_1(out + parts * batch + number, found)


@inner
def _copy(state: int) -> None:
    """Put the vectors into one copy after another."""
    table = slot(state, COPY_TABLE)
    rows = slot(state, COPY_ROWS)
    first = slot(state, COPY_FIRST)
    out = slot(state, COPY_OUT)
    for _ in range(slot(state, COPIES)):
        for number in range(slot(state, COPY_PARTS)):
            part = table + 8 * PART * number
            source = load_8(part + 8 * PART_SOURCE)
            kind = load_8(part + 8 * PART_KIND)
            validity = load_8(part + 8 * PART_VALIDITY)
            bit = load_8(part + 8 * PART_VALIDITY_BIT) + first
            target = out + load_8(part + 8 * PART_TARGET)
            bits = load_8(part + 8 * PART_BITS)
            if bits >= 0 and validity:
                put_bits(validity, bit, 0, 0, rows, out + bits, 0)
            if kind > 0:
                stride = load_8(part + 8 * PART_STRIDE)
                put_values(source + kind * first, kind, validity, bit, rows, target, stride)
            elif kind == COPY_BITS or kind == COPY_BITS_BE:
                place = load_8(part + 8 * PART_BIT) + first
                put_bits(source, place, validity, bit, rows, target, kind == COPY_BITS_BE)
        first += rows
        out += slot(state, COPY_SIZE)


def copy_vectors(state: int) -> int:
    """Do what the state asks for; ``state`` is the address of `codes.COPY_STATE` int64."""
    if slot(state, COPY) == FOUND:
        _find(state)
    else:
        _copy(state)
    return 0
