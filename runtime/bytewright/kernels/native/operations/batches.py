"""Batches of parallel vectors: their rows, and the columns that values name.

``bounds[p]`` to ``bounds[p + 1]`` are the rows of parent *p* in the block. The *window* is the part of them, ``first``
to ``last``, that goes into the batch, behind the ``rows`` that are there already.
"""

from __future__ import annotations

from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import clear_bytes, copy_bytes, load_8, load_s4, store_4, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.bits import append_bits, append_constant, bit_at
from bytewright.kernels.native.operations.fields import count_up, fill, load, load_number, store
from bytewright.kernels.native.operations.pieces import write_name
from bytewright.kernels.plan.codes import (
    BITS,
    BITS_BE,
    CHUNKS,
    LABELS,
    NUMBERS,
    SAME,
    SCRATCH_ELEMENTS,
    SIGNED,
    UUID,
    WIDEN,
)


@inner
def locate(slot: int, step: int, offsets: int, parents: int, slots: int, positions: int) -> None:
    """Which element of each parent is the column of each slot: the last one counts; -1 where there is none."""
    fill(8, -1, parents * slots, positions)
    for p in range(parents):
        for i in range(load_8(offsets + 8 * p), load_8(offsets + 8 * p + 8)):
            column = load_8(slot + step * i)
            if 0 <= column < slots:
                store_8(positions + 8 * (p * slots + column), i)


@inner
def first_refused(case: int, step: int, parents: int, slots: int, positions: int, cases: int, admitted: int) -> int:
    """The first parent with a column whose case its slot doesn't admit. ``admitted``: an int64 per slot and case."""
    for p in range(parents):
        for column in range(slots):
            element = load_8(positions + 8 * (p * slots + column))
            if element >= 0:
                found = load_8(case + step * element)
                if found < 0 or found >= cases or load_8(admitted + 8 * (column * cases + found)) == 0:
                    return p
    return parents


@inner
def repeat(
    register: int, step: int, bounds: int, parents: int, first: int, last: int, rows: int, width: int, out: int
) -> None:
    """A parent's value for each of its rows; ``width`` 0: as bits."""
    for p in range(parents):
        low = max(first, load_8(bounds + 8 * p))
        high = min(last, load_8(bounds + 8 * p + 8))
        if low < high:
            value = load_8(register + step * p)
            place = rows + low - first
            if width == 0:
                append_constant(1 if value else 0, high - low, out, place)
            else:
                fill(width, value, high - low, out + width * place)


@inner
def number_rows(bounds: int, parents: int, first: int, last: int, rows: int, width: int, out: int) -> None:
    """The number of each row in its parent."""
    for p in range(parents):
        begin = load_8(bounds + 8 * p)
        low = max(first, begin)
        high = min(last, load_8(bounds + 8 * p + 8))
        if low < high:
            count_up(width, low - begin, high - low, out + width * (rows + low - first))


@inner
def append_numbers(mode: int, kind: int, stride: int, source: int, n: int, width: int, out: int, scratch: int) -> None:
    """``n`` numbers of a vector into a column of ``width`` bytes. Up to 64 bytes behind the last one are written
    too."""
    i = 0
    if mode == SAME:
        copy_bytes(out, source, n * width)
    elif mode == WIDEN and width == 2:
        while i + 16 <= n:
            vectors.widen_16_from_1(out + 2 * i, source + i)
            i += 16
    elif mode == WIDEN and width == 4:
        while i + 16 <= n:
            vectors.widen_16_from_2(out + 4 * i, source + 2 * i)
            i += 16
    elif mode == WIDEN and width == 8:
        while i + 16 <= n:
            vectors.widen_16_from_4(out + 8 * i, source + 4 * i)
            i += 16
    if mode != SAME:
        addresses = scratch
        numbers = scratch + 8 * SCRATCH_ELEMENTS
        while i < n:
            here = min(n - i, SCRATCH_ELEMENTS)
            for k in range(here):
                store_8(addresses + 8 * k, source + stride * (i + k))
            load(kind, addresses, 8, 0, here, numbers)
            store(width, numbers, 8, here, out + width * i)
            if mode == SIGNED:
                for k in range(here):
                    store_8(out + 16 * (i + k) + 8, load_8(numbers + 8 * k) >> 63)
            i += here


@inner
def append_texts(
    mode: int,
    kind: int,
    stride: int,
    size: int,
    source: int,
    n: int,
    names: int,
    match: int,
    entries: int,
    column_values: int,
    validity: int,
    offsets: int,
    place: int,
) -> None:
    """Values of variable size from a vector; a null takes no bytes. The caller has made sure of the room."""
    used = load_s4(offsets + 4 * place)
    for i in range(n):
        if bit_at(validity, place + i):
            out = column_values + used
            at = source + stride * i
            if mode == UUID:
                vectors.write_uuid(out, at)
                used += 36
            elif mode == CHUNKS:
                copy_bytes(out, at, size)
                used += size
            else:
                value = load_number(kind, at)
                code = value if 0 <= value < entries else -1
                if code >= 0:
                    code = load_8(match + 8 * code)
                used += write_name(code, value, names, out)
        store_4(offsets + 4 * (place + i) + 4, used)


@inner
def append_vector(
    element: int,
    first: int,
    n: int,
    place: int,
    case: int,
    case_step: int,
    address: int,
    address_step: int,
    presence: int,
    presence_step: int,
    bits: int,
    bits_step: int,
    shapes: int,
    values: int,
    validity: int,
    offsets: int,
    width: int,
    names: int,
    match: int,
    entries: int,
    scratch: int,
) -> None:
    """Rows ``first`` to ``first + n`` of one vector (``element`` -1: nulls) into a column, from row ``place`` on.

    ``values`` is 0 where only validity is wanted, ``validity`` 0 never, ``width`` 0 for bits, -1 for pieces."""
    present = 0
    if element >= 0:
        present = load_8(presence + presence_step * element)
    if present == 0:
        append_constant(0, n, validity, place)
    elif present == 1:
        append_constant(1, n, validity, place)
    else:
        append_bits(load_8(bits + bits_step * element), first, n, validity, place, 0)
    if values == 0:
        return
    if present == 0:
        if width > 0:
            clear_bytes(values + width * place, width * n)
        elif width == 0:
            append_constant(0, n, values, place)
        else:
            used = load_s4(offsets + 4 * place)
            for i in range(n):
                store_4(offsets + 4 * (place + i) + 4, used)
        return
    shape = shapes + 32 * load_8(case + case_step * element)
    mode = load_8(shape)
    kind = load_8(shape + 8)
    stride = load_8(shape + 16)
    source = load_8(address + address_step * element) + load_8(shape + 24) + stride * first
    if mode == SAME or mode == WIDEN or mode == NUMBERS or mode == SIGNED:
        append_numbers(mode, kind, stride, source, n, width, values + width * place, scratch)
    elif mode == BITS or mode == BITS_BE:
        append_bits(source, first, n, values, place, mode == BITS_BE)
    elif mode == UUID or mode == CHUNKS or mode == LABELS:
        append_texts(mode, kind, stride, kind, source, n, names, match, entries, values, validity, offsets, place)
