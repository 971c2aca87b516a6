"""Where records lie, from their lengths alone: the compiled walk over the frames of a buffer."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import prefetch, read_at, store_8
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.native.operations.fields import load_number
from bytewright.kernels.native.states.walk import (
    ALIGN,
    AT,
    BUFFER_END,
    DELTA,
    DESCRIPTOR,
    EXTRA,
    FOUND,
    HEAD_AT,
    HEAD_EXTRA,
    HEAD_HEADER,
    HEAD_LENGTH_KIND,
    HEAD_PLACES,
    HEAD_POSITION,
    HEAD_ROOM,
    HEAD_SIZE,
    HEAD_STOP,
    HEADER,
    HEADS,
    KIND,
    LAST,
    LENGTH_KIND,
    MOST_BYTES,
    NUMBERS,
    PLACES,
    POSITION,
    READER,
    RECORD,
    REGION_END,
    ROOM,
    STEP,
)
from bytewright.kernels.plan.codes import END, FRAME_FIXED, FULL, MORE, SIZE, TRUNCATED

_LARGEST = 1 << 48

__all__ = ["read_heads", "walk_frames"]


def walk_frames(state: int) -> int:
    """Step over records; note where one begins that lies at least `STEP` bytes behind the last one noted.

    Ends as the kernel does: `FULL` (no room for another note), `MORE` (the buffer ends before the next length), `END`,
    or a code from `BAD` on where the lengths lead nowhere. `POSITION` and `RECORD` then say where."""
    position = slot(state, POSITION)
    buffer_end = slot(state, BUFFER_END)
    region_end = slot(state, REGION_END)
    record = slot(state, RECORD)
    kind = slot(state, KIND)
    length_kind = slot(state, LENGTH_KIND)
    at = slot(state, AT)
    extra = slot(state, EXTRA)
    header = slot(state, HEADER)
    step = slot(state, STEP)
    last = slot(state, LAST)
    places = slot(state, PLACES)
    numbers = slot(state, NUMBERS)
    room = slot(state, ROOM)
    delta = slot(state, DELTA)
    align = slot(state, ALIGN)
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
            if align > 1:
                size += -size % align
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


def read_heads(state: int) -> int:
    """Read the first bytes of records that say how long they are, one head behind the other, and note where each record
    begins; gives how many there were.

    Ends early before a record that is shorter than a head or has a length that leads nowhere, and where the file can't
    be read. `HEAD_POSITION` then says where."""
    position = slot(state, HEAD_POSITION)
    stop = slot(state, HEAD_STOP)
    most_bytes = slot(state, MOST_BYTES)
    header = slot(state, HEAD_HEADER)
    size = slot(state, HEAD_SIZE)
    room = slot(state, HEAD_ROOM)
    found = 0
    while found < room and size <= stop - position:
        head = slot(state, HEADS) + size * found
        if read_at(slot(state, READER), slot(state, DESCRIPTOR), head, size, position) != size:
            break
        length = load_number(slot(state, HEAD_LENGTH_KIND), head + slot(state, HEAD_AT))
        if length < 0 or length > _LARGEST:
            break
        whole = slot(state, HEAD_EXTRA) + length
        if whole < max(size, header) or whole > min(stop - position, most_bytes):
            break
        store_8(slot(state, HEAD_PLACES) + 8 * found, position)
        position += whole
        found += 1
    store_8(state + 8 * HEAD_POSITION, position)
    return found
