"""Where records lie."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, prefetch, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations.boundaries import walk
from bytewright.kernels.native.operations.fields import load_number
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import END, FRAME_FIXED, FRAME_WHOLE, LIMIT, MORE, NONE, SIZE, TRUNCATED

_LARGEST = 1 << 48
"""No length is above it: adding it to an address doesn't wrap."""


@inner
def _trouble(size: int, left: int, most_bytes: int, there: int) -> int:
    """Why a record of so many bytes can't be taken from the buffer; `NONE`: it can."""
    if size > left:
        return TRUNCATED
    if size > most_bytes:
        return LIMIT
    return MORE if size > there else NONE


@inner
def frame(
    kind: int,
    length_kind: int,
    at: int,
    extra: int,
    header: int,
    starts: int,
    ends: int,
    position: int,
    buffer_end: int,
    region_end: int,
    record: int,
    most: int,
    block_bytes: int,
    most_bytes: int,
) -> tuple[int, int, int]:
    """Find the records of a block: at most ``most``, and no more once they hold ``block_bytes``.

    ``starts`` gets an element more than there are records: where the next one begins. Gives the number of records, a
    code, and how many bytes of the next record are wanted where the code is `MORE`."""
    i = 0
    code = NONE
    needed = 0
    at_most = position + block_bytes
    while i < most and (i == 0 or position < at_most):
        store_8(starts + 8 * i, position)
        prefetch(position + 1024)
        left = region_end - position
        if left <= 0 and (kind != FRAME_WHOLE or record + i > 0):
            code = END
            break
        size = extra
        if kind == FRAME_WHOLE:
            size = left
        elif kind != FRAME_FIXED:
            if header > left:
                code = TRUNCATED
                break
            if header > buffer_end - position:
                code = MORE
                needed = header
                break
            length = load_number(length_kind, position + at)
            if length < 0 or length > _LARGEST:
                code = SIZE
                break
            size = extra + length
            if size < header:
                code = SIZE
                break
        code = _trouble(size, left, most_bytes, buffer_end - position)
        if code != NONE:
            needed = size
            break
        position += size
        store_8(ends + 8 * i, position)
        i += 1
    store_8(starts + 8 * i, position)
    return i, code, needed


@inner
def frame_walked(
    table: int,
    slots: int,
    starts: int,
    ends: int,
    position: int,
    buffer_end: int,
    region_end: int,
    record: int,
    shift: int,
    most: int,
    block_bytes: int,
    most_bytes: int,
    most_turns: int,
) -> tuple[int, int, int]:
    """The same of records whose end a walk (``table``, with its ``slots``) finds; see `frame`.

    ``record``: number of the first one; ``shift``: what makes a place in the source of an address."""
    i = 0
    code = NONE
    needed = 0
    store_8(slots + 8 * codes.WALK_SHIFT, shift)
    number = load_8(table + 8 * codes.WALK_NUMBER)
    at_most = position + block_bytes
    while i < most and (i == 0 or position < at_most):
        store_8(starts + 8 * i, position)
        prefetch(position + 1024)
        left = region_end - position
        if left <= 0:
            code = END
            break
        store_8(slots + 8 * number, record + i)
        end, code, wanted = walk(table, slots, position, position, region_end, buffer_end, most_turns)
        if code == MORE:
            needed = wanted - position
            if needed > most_bytes:
                code = LIMIT
            break
        if code != NONE:
            break
        size = end - position
        code = SIZE if size < 1 else _trouble(size, left, most_bytes, buffer_end - position)
        if code != NONE:
            needed = size
            break
        position = end
        store_8(ends + 8 * i, position)
        i += 1
    store_8(starts + 8 * i, position)
    return i, code, needed
