"""Where records lie, from their lengths alone: the compiled walk over the frames of a buffer."""

from __future__ import annotations

from bytewright.kernels.codes import BAD, END, FRAME_FIXED, FULL, MORE, SIZE, TRUNCATED
from bytewright.kernels.intrinsics import load_8, prefetch, store_8
from bytewright.kernels.jit import inner
from bytewright.kernels.operations.fields import load_number

(
    POSITION,
    BUFFER_END,
    REGION_END,
    RECORD,
    KIND,
    LENGTH_KIND,
    AT,
    EXTRA,
    HEADER,
    STEP,
    LAST,
    PLACES,
    NUMBERS,
    ROOM,
    FOUND,
    DELTA,
) = range(16)
STATE = 16
"""The state of a walk: positions are addresses, of which `DELTA` less is the place in the source."""

_LARGEST = 1 << 48

__all__ = ["BAD", "END", "FULL", "MORE", "walk_frames"]


@inner
def _slot(state: int, slot: int) -> int:
    return load_8(state + 8 * slot)


def walk_frames(state: int) -> int:
    """Step over records; note where one begins that lies at least `STEP` bytes behind the last one noted.

    Ends as the kernel does: `FULL` (no room for another note), `MORE` (the buffer ends before the next length), `END`,
    or a code from `BAD` on where the lengths lead nowhere. `POSITION` and `RECORD` then say where."""
    position = _slot(state, POSITION)
    buffer_end = _slot(state, BUFFER_END)
    region_end = _slot(state, REGION_END)
    record = _slot(state, RECORD)
    kind = _slot(state, KIND)
    length_kind = _slot(state, LENGTH_KIND)
    at = _slot(state, AT)
    extra = _slot(state, EXTRA)
    header = _slot(state, HEADER)
    step = _slot(state, STEP)
    last = _slot(state, LAST)
    places = _slot(state, PLACES)
    numbers = _slot(state, NUMBERS)
    room = _slot(state, ROOM)
    delta = _slot(state, DELTA)
    found = 0
    code = FULL
    while found < room:
        left = region_end - position
        if left <= 0:
            code = END
            break
        size = extra
        if kind != FRAME_FIXED:
            if header > left:
                code = TRUNCATED
                break
            if header > buffer_end - position:
                code = MORE
                break
            prefetch(position + 1024)
            length = load_number(length_kind, position + at)
            if length < 0 or length > _LARGEST:
                code = SIZE
                break
            size = extra + length
            if size < header or size < 1:
                code = SIZE
                break
        if size > left:
            code = TRUNCATED
            break
        position += size
        record += 1
        if position - last >= step:
            store_8(places + 8 * found, position - delta)
            store_8(numbers + 8 * found, record)
            last = position
            found += 1
    store_8(state + 8 * POSITION, position)
    store_8(state + 8 * RECORD, record)
    store_8(state + 8 * LAST, last)
    store_8(state + 8 * FOUND, found)
    return code
