"""Where records may begin: the compiled search over the bytes of a buffer."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.native.operations.fields import load_number
from bytewright.kernels.native.states.search import (
    ALIGN,
    AT,
    BUFFER_END,
    ENDS,
    EXTRA,
    HEAD,
    HEADER,
    KIND,
    LENGTH_KIND,
    MARK,
    MARK_COUNT,
    MARK_FIRST,
    MARK_KIND,
    MARK_OFFSET,
    MARK_RANGES,
    MARKS,
    PLACES,
    POSITION,
    REGION_END,
    ROOM,
    STOP,
    TELLING_AT,
    TELLING_MASK,
    TELLING_VALUE,
)
from bytewright.kernels.plan.codes import FRAME_FIXED, FRAME_LENGTH

_LARGEST = 1 << 48

__all__ = ["find_beginnings", "follow_records"]


@inner
def _size(state: int, position: int) -> int:
    """Bytes of the record that would begin at a place; 0: they aren't all there; -1: nothing says how many they are."""
    kind = slot(state, KIND)
    left = slot(state, REGION_END) - position
    if kind == FRAME_LENGTH:
        length = load_number(slot(state, LENGTH_KIND), position + slot(state, AT))
        if length < 0 or length > _LARGEST:
            return 0
        size = length + slot(state, EXTRA)
        align = slot(state, ALIGN)
        if align > 1:
            size += -size % align
        return size if size >= slot(state, HEADER) and size <= left else 0
    if kind == FRAME_FIXED:
        return slot(state, EXTRA) if slot(state, EXTRA) <= left else 0
    return -1


@inner
def _is_marked(state: int, position: int) -> bool:
    """Whether each mark has one of its values."""
    mark = slot(state, MARKS)
    for _ in range(slot(state, MARK_COUNT)):
        value = load_number(slot(mark, MARK_KIND), position + slot(mark, MARK_OFFSET))
        ranges = slot(mark, MARK_RANGES)
        fits = False
        for i in range(ranges):
            if value >= slot(mark, MARK_FIRST + 2 * i) and value <= slot(mark, MARK_FIRST + 2 * i + 1):
                fits = True
                break
        if not fits:
            return False
        mark += 8 * MARK
    return True


@inner
def _begins(state: int, position: int) -> int:
    """Where the record ends that a place looks like the beginning of; -1: nothing says so; 0: it doesn't.

    What is behind it must look like one as well, or be the end of the region, as far as the buffer shows it."""
    size = _size(state, position)
    if size == 0 or not _is_marked(state, position):
        return 0
    if size < 0:
        return -1
    behind = position + size
    is_known = behind < slot(state, REGION_END) and slot(state, HEAD) <= slot(state, BUFFER_END) - behind
    return behind if not is_known or (_is_marked(state, behind) and _size(state, behind) != 0) else 0


def find_beginnings(state: int) -> int:
    """Note places from `POSITION` on, before `STOP`, that look like the beginning of a record, and where it ends; gives
    how many there are, at most `ROOM`. `POSITION` then is the last one of so many, otherwise `STOP`.

    `HEAD` bytes behind every place before `STOP` are in the buffer."""
    position = slot(state, POSITION)
    stop = slot(state, STOP)
    at = slot(state, TELLING_AT)
    mask = slot(state, TELLING_MASK)
    value = slot(state, TELLING_VALUE)
    places = slot(state, PLACES)
    ends = slot(state, ENDS)
    room = slot(state, ROOM)
    found = 0
    while position < stop:
        if load_8(position + at) & mask == value:
            end = _begins(state, position)
            if end != 0:
                store_8(places + 8 * found, position)
                store_8(ends + 8 * found, end)
                found += 1
                if found == room:
                    break
        position += 1
    store_8(state + 8 * POSITION, position)
    return found


def follow_records(state: int) -> int:
    """Step over records from `POSITION` on, by their lengths, as long as they look like some, to `STOP` or further;
    `POSITION` then says where. Gives whether the buffer ends before that."""
    position = slot(state, POSITION)
    stop = slot(state, STOP)
    buffer_end = slot(state, BUFFER_END)
    region_end = slot(state, REGION_END)
    head = slot(state, HEAD)
    more = 0
    while position < stop and head <= region_end - position:
        if head > buffer_end - position:
            more = 1
            break
        end = _begins(state, position)
        if end <= position:
            break
        position = end
    store_8(state + 8 * POSITION, position)
    return more
