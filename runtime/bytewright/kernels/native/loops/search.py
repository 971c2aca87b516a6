"""Where records may begin: the compiled search over the bytes of a buffer."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.native.operations.fields import load_number
from bytewright.kernels.plan.codes import FRAME_FIXED, FRAME_LENGTH

(
    POSITION,
    STOP,
    BUFFER_END,
    REGION_END,
    MARKS,
    MARK_COUNT,
    HEAD,
    TELLING_AT,
    TELLING_MASK,
    TELLING_VALUE,
    KIND,
    LENGTH_KIND,
    AT,
    EXTRA,
    HEADER,
    ALIGN,
) = range(16)
STATE = 16
"""The state of a search: positions are addresses. `TELLING_MASK` says which of eight bytes must be `TELLING_VALUE`."""

MARK_OFFSET, MARK_KIND, MARK_RANGES, MARK_FIRST = range(4)
MOST_RANGES = 16
MARK = MARK_FIRST + 2 * MOST_RANGES
"""Words of a mark: where it stands, how it is stored, how many ranges it has, and these."""

_LARGEST = 1 << 48

__all__ = ["find_beginning"]


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


def find_beginning(state: int) -> int:
    """Whether a place from `POSITION` on, before `STOP`, looks like the beginning of a record; `POSITION` then says
    which, otherwise it is `STOP`.

    What is behind it must look like one as well, or be the end of the region, as far as the buffer shows it. `HEAD`
    bytes behind every place before `STOP` are in the buffer."""
    position = slot(state, POSITION)
    stop = slot(state, STOP)
    buffer_end = slot(state, BUFFER_END)
    region_end = slot(state, REGION_END)
    head = slot(state, HEAD)
    at = slot(state, TELLING_AT)
    mask = slot(state, TELLING_MASK)
    value = slot(state, TELLING_VALUE)
    found = 0
    while position < stop:
        if load_8(position + at) & mask == value:
            size = _size(state, position)
            if size != 0 and _is_marked(state, position):
                behind = position + size
                known = size > 0 and behind < region_end and head <= buffer_end - behind
                if not known or (_is_marked(state, behind) and _size(state, behind) != 0):
                    found = 1
                    break
        position += 1
    store_8(state + 8 * POSITION, position)
    return found
