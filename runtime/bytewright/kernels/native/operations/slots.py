"""Vectors of slots: places of values of variable size, each between two neighbours of a vector of offsets.

A slot holds a list of elements of one size, or lists of such lists; one of no bytes holds nothing. Each list begins
with its length; bits that say which elements are present may follow the elements of the innermost lists. A *shape* is
`SLOT` int64 that say all that; ``remaining`` is the address of an int64 per level.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_s4, load_u1, store_1, store_4, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.batches import append_numbers, append_texts
from bytewright.kernels.native.operations.bits import append_bits, append_constant, bit_at
from bytewright.kernels.native.operations.fields import load_number
from bytewright.kernels.plan.codes import (
    BITS,
    BITS_BE,
    CHUNKS,
    COLUMN,
    COUNT_KINDS,
    COUNT_SIZES,
    DEPTH,
    ITEM_BITS,
    ITEM_VALIDITY,
    LABELS,
    MOST_DEPTH,
    OFFSET_KIND,
    OFFSET_SIZE,
    OFFSETS,
    PADDING,
    SCRATCH_ELEMENTS,
    SLOT,
    UUID,
    VALIDITY,
    VALUES,
    WIDTH,
)


@inner
def content_end(shape: int, start: int, end: int, remaining: int) -> int:
    """Where what a slot holds ends, 0 where it doesn't fit."""
    last = load_8(shape + 8 * DEPTH) - 1
    at = start
    level = 0
    while True:
        size = load_8(shape + 8 * (COUNT_SIZES + level))
        if end - at < size:
            return 0
        n = load_number(load_8(shape + 8 * (COUNT_KINDS + level)), at)
        at += size
        if n < 0 or n > 8 * (end - at):
            # An element of the innermost list takes a bit at least, a list a byte.
            return 0
        if level < last:
            store_8(remaining + 8 * level, n)
            level += 1
        else:
            bits = load_8(shape + 8 * ITEM_BITS)
            if n * bits > 8 * (end - at):
                return 0
            at += (n * bits + 7) >> 3
            if load_8(shape + 8 * ITEM_VALIDITY):
                at += (n + 7) >> 3
                if at > end:
                    return 0
        while level > 0 and load_8(remaining + 8 * (level - 1)) == 0:
            level -= 1
        if level == 0:
            break
        store_8(remaining + 8 * (level - 1), load_8(remaining + 8 * (level - 1)) - 1)
    padding = load_8(shape + 8 * PADDING)
    if padding > 1:
        at = start + (at - start + padding - 1) // padding * padding
    return at if at <= end else 0


@inner
def is_good(shape: int, rows: int, offsets: int, address: int, high: int, strict: int, remaining: int) -> bool:
    """Whether all slots of a vector are as they must be; ``strict``: no bytes are left over in one."""
    if rows <= 0:
        return True
    kind = load_8(shape + 8 * OFFSET_KIND)
    size = load_8(shape + 8 * OFFSET_SIZE)
    first = load_number(kind, offsets)
    start = address
    for r in range(rows):
        distance = load_number(kind, offsets + size * (r + 1)) - first
        # Compared as a distance, so that no number wraps the address.
        if distance < start - address or distance > high - address:
            return False
        end = address + distance
        if end > start:
            reached = content_end(shape, start, end, remaining)
            if reached == 0 or (strict and reached != end):
                return False
        start = end
    return True


@inner
def first_bad(
    case: int,
    case_step: int,
    count: int,
    count_step: int,
    offsets: int,
    offsets_step: int,
    address: int,
    address_step: int,
    high: int,
    high_step: int,
    begin: int,
    n: int,
    shapes: int,
    cases: int,
    strict: int,
    scratch: int,
) -> int:
    """The first vector, from ``begin`` on, with a slot that isn't as it must be."""
    remaining = scratch + 16 * SCRATCH_ELEMENTS
    for i in range(begin, n):
        found = load_8(case + case_step * i)
        if 0 <= found < cases:
            shape = shapes + 8 * SLOT * found
            if load_8(shape + 8 * DEPTH) > 0 and not is_good(
                shape,
                load_8(count + count_step * i),
                load_8(offsets + offsets_step * i),
                load_8(address + address_step * i),
                load_8(high + high_step * i),
                strict,
                remaining,
            ):
                return i
    return n


@inner
def _column(columns: int, leaf: int, what: int) -> int:
    return load_8(columns + 8 * (COLUMN * leaf + what))


@inner
def _set_bit(out: int, place: int, bit: int) -> None:
    at = out + (place >> 3)
    mask = 1 << (place & 7)
    store_1(at, (load_u1(at) & (255 - mask)) | (mask if bit else 0))


@inner
def room_wanted(shape: int, used: int, size: int) -> int:
    """More than this many elements no level of lists has behind a slot of ``size`` bytes, ``used`` being there."""
    last = load_8(shape + 8 * DEPTH) - 1
    wanted = 8 * size // load_8(shape + 8 * ITEM_BITS)
    for level in range(last):
        wanted = max(wanted, size // load_8(shape + 8 * (COUNT_SIZES + level + 1)))
    return used + wanted + 1


@inner
def append_slot(
    shape: int,
    start: int,
    row: int,
    columns: int,
    leaves: int,
    parts: int,
    part_count: int,
    names: int,
    match: int,
    entries: int,
    scratch: int,
) -> None:
    """What a slot holds, as element ``row`` of the outermost list column.

    ``leaves``: numbers of the leaves of the levels of lists, of the elements' validity, and of their parts. The caller
    has made sure of the room."""
    state = scratch + 16 * SCRATCH_ELEMENTS
    remaining = state
    places = state + 8 * MOST_DEPTH
    used = places + 8 * MOST_DEPTH
    last = load_8(shape + 8 * DEPTH) - 1
    place = row
    for level in range(last + 1):
        store_8(places + 8 * level, place)
        place = load_s4(_column(columns, load_8(leaves + 8 * level), OFFSETS) + 4 * place)
        store_8(used + 8 * level, place)
    at = start
    level = 0
    while True:
        n = load_number(load_8(shape + 8 * (COUNT_KINDS + level)), at)
        at += load_8(shape + 8 * (COUNT_SIZES + level))
        leaf = load_8(leaves + 8 * level)
        place = load_8(places + 8 * level)
        first = load_8(used + 8 * level)
        store_4(_column(columns, leaf, OFFSETS) + 4 * place + 4, first + n)
        store_8(places + 8 * level, place + 1)
        store_8(used + 8 * level, first + n)
        if level > 0:
            _set_bit(_column(columns, leaf, VALIDITY), place, 1)
        if level < last:
            store_8(remaining + 8 * level, n)
            level += 1
        else:
            at = _append_items(shape, at, n, first, columns, leaves, parts, part_count, names, match, entries, scratch)
        while level > 0 and load_8(remaining + 8 * (level - 1)) == 0:
            level -= 1
        if level == 0:
            break
        store_8(remaining + 8 * (level - 1), load_8(remaining + 8 * (level - 1)) - 1)


@inner
def _append_items(
    shape: int,
    at: int,
    n: int,
    place: int,
    columns: int,
    leaves: int,
    parts: int,
    part_count: int,
    names: int,
    match: int,
    entries: int,
    scratch: int,
) -> int:
    """The elements of an innermost list, as elements ``place`` and on; gives what follows them."""
    end = at + ((n * load_8(shape + 8 * ITEM_BITS) + 7) >> 3)
    validity = _column(columns, load_8(leaves + 8 * MOST_DEPTH), VALIDITY)
    if load_8(shape + 8 * ITEM_VALIDITY):
        append_bits(end, 0, n, validity, place, 0)
    else:
        append_constant(1, n, validity, place)
    for part in range(part_count):
        leaf = load_8(leaves + 8 * (MOST_DEPTH + 1 + part))
        values = _column(columns, leaf, VALUES)
        width = _column(columns, leaf, WIDTH)
        how = parts + 32 * part
        mode = load_8(how)
        kind = load_8(how + 8)
        stride = load_8(how + 16)
        source = at + load_8(how + 24)
        if mode == BITS or mode == BITS_BE:
            append_bits(source, 0, n, values, place, mode == BITS_BE)
        elif mode == UUID or mode == CHUNKS or mode == LABELS:
            offsets = _column(columns, leaf, OFFSETS)
            append_texts(mode, kind, stride, kind, source, n, names, match, entries, values, validity, offsets, place)
        else:
            append_numbers(mode, kind, stride, source, n, width, values + width * place, scratch)
    if load_8(shape + 8 * ITEM_VALIDITY):
        end += (n + 7) >> 3
    return end


@inner
def append_slots(
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
    vector_offsets: int,
    vector_offsets_step: int,
    columns: int,
    capacity: int,
    shapes: int,
    parts: int,
    leaves: int,
    part_count: int,
    names: int,
    match: int,
    entries: int,
    scratch: int,
) -> tuple[int, int]:
    """Rows ``first`` to ``first + n`` of one vector (``element`` -1: nulls) into a list column, from row ``place`` on.

    Gives how many rows found room, and how many elements the lists of the first one that didn't would need."""
    outermost = load_8(leaves)
    ends = _column(columns, outermost, OFFSETS)
    validity = _column(columns, outermost, VALIDITY)
    present = 0
    if element >= 0:
        present = load_8(presence + presence_step * element)
    if present == 0:
        append_constant(0, n, validity, place)
        used = load_s4(ends + 4 * place)
        for i in range(n):
            store_4(ends + 4 * (place + i) + 4, used)
        return n, 0
    found = load_8(case + case_step * element)
    shape = shapes + 8 * SLOT * found
    part_shapes = parts + 32 * part_count * found
    kind = load_8(shape + 8 * OFFSET_KIND)
    size = load_8(shape + 8 * OFFSET_SIZE)
    offsets = load_8(vector_offsets + vector_offsets_step * element)
    null_bits = load_8(bits + bits_step * element)
    base = load_8(address + address_step * element) - load_number(kind, offsets)
    last = load_8(shape + 8 * DEPTH) - 1
    for i in range(n):
        row = first + i
        start = base + load_number(kind, offsets + size * row)
        end = base + load_number(kind, offsets + size * (row + 1))
        if start == end or (present == 2 and not bit_at(null_bits, row)):
            _set_bit(validity, place + i, 0)
            store_4(ends + 4 * (place + i) + 4, load_s4(ends + 4 * (place + i)))
            continue
        used = place + i
        most = 0
        for level in range(last + 1):
            used = load_s4(_column(columns, load_8(leaves + 8 * level), OFFSETS) + 4 * used)
            most = max(most, used)
        wanted = room_wanted(shape, most, end - start)
        if wanted > capacity:
            return i, wanted
        _set_bit(validity, place + i, 1)
        append_slot(
            shape,
            start,
            place + i,
            columns,
            leaves,
            part_shapes,
            part_count,
            names,
            match,
            entries,
            scratch,
        )
    return n, 0
