"""The kernel that numbers texts: equal ones alike."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_s4, load_u1, load_u4, store_4, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import put, slot
from bytewright.kernels.plan.codes import END, FULL, INVALID
from bytewright.kernels.plan.encoding_codes import (
    TEXT_COUNT,
    TEXT_FIRSTS,
    TEXT_FOUND,
    TEXT_FREE,
    TEXT_NEXT,
    TEXT_NUMBERS,
    TEXT_OFFSETS,
    TEXT_SIZE,
    TEXT_SLOTS,
    TEXT_VALUES,
    TEXTS,
    TEXTS_SLOTS,
)

_ODD = -0x61C8864680B583EB
"""What bits are spread by: as a fraction of 2^64, the golden ratio."""
_PATIENCE = 256
"""How often a text may be another than the one before it, and what followed a text before may fail to follow it again;
each time that it is the same makes up for one that it isn't, each that it follows for half of one that it doesn't."""


@inner
def _same(one: int, other: int, size: int) -> bool:
    """Whether two pieces have the same bytes."""
    if size >= 8:
        i = 0
        while i < size - 8:
            if load_8(one + i) != load_8(other + i):
                return False
            i += 8
        return load_8(one + size - 8) == load_8(other + size - 8)
    if size >= 4:
        return load_u4(one) == load_u4(other) and load_u4(one + size - 4) == load_u4(other + size - 4)
    for i in range(size):  # noqa: SIM110 - Numba knows no generators
        if load_u1(one + i) != load_u1(other + i):
            return False
    return True


@inner
def _hash(at: int, size: int) -> int:
    found = size
    if size >= 8:
        i = 0
        while i < size - 8:
            found = _spread(found ^ load_8(at + i))
            i += 8
        found ^= load_8(at + size - 8)
    elif size >= 4:
        found ^= load_u4(at) | load_u4(at + size - 4) << 32
    else:
        for i in range(size):
            found = found << 8 ^ load_u1(at + i)
    return _spread(found)


@inner
def _spread(bits: int) -> int:
    """A number whose lowest bits all bits have changed."""
    found = (bits ^ (bits >> 32)) * _ODD
    return found ^ (found >> 32)


def number(state: int) -> int:
    """Number each text by the place of the first one that equals it among those that differ; ``state`` is the address
    of `codes.TEXT_STATE` int64.

    The text before and what followed that before are tried first, as texts stay the same for a while, or repeat in
    rows, until that fails too often.

    Gives `END`, `FULL` (too many differ, or share a slot), or `INVALID` (a text lies elsewhere)."""
    offsets = slot(state, TEXT_OFFSETS)
    values = slot(state, TEXT_VALUES)
    size = slot(state, TEXT_SIZE)
    numbers = slot(state, TEXT_NUMBERS)
    firsts = slot(state, TEXT_FIRSTS)
    following = slot(state, TEXT_NEXT)
    slots = slot(state, TEXT_SLOTS)
    free = slot(state, TEXT_FREE)
    found = 0
    patience = _PATIENCE
    steady = _PATIENCE
    before = 0
    last = 0  # one more than the number of the last text
    begin = load_s4(offsets)
    for i in range(slot(state, TEXT_COUNT)):
        end = load_s4(offsets + 4 * i + 4)
        if begin < 0 or end < begin or end > size:
            return INVALID
        at = values + begin
        if steady > 0 and last > 0:
            if begin - before == end - begin and _same(values + before, at, end - begin):
                store_4(numbers + 4 * i, last - 1)
                steady = min(steady + 1, _PATIENCE)
                before = begin
                begin = end
                continue
            steady -= 1
        known = load_8(following + 8 * last) if patience > 0 else -1
        if known >= 0:
            first = offsets + 4 * load_8(firsts + 8 * known)
            there = load_s4(first)
            if load_s4(first + 4) - there != end - begin or not _same(values + there, at, end - begin):
                known = -1
                patience -= 2
            else:
                patience = min(patience + 1, _PATIENCE)
        if known < 0:
            place = _hash(at, end - begin) & (TEXTS_SLOTS - 1)
            while known < 0:
                known = load_8(slots + 8 * place)
                if known < 0:
                    if found == TEXTS:
                        return FULL
                    store_8(slots + 8 * place, found)
                    store_8(firsts + 8 * found, i)
                    known = found
                    found += 1
                else:
                    first = offsets + 4 * load_8(firsts + 8 * known)
                    there = load_s4(first)
                    if load_s4(first + 4) - there != end - begin or not _same(values + there, at, end - begin):
                        known = -1
                        place = (place + 1) & (TEXTS_SLOTS - 1)
                        free -= 1
                        if free < 0:
                            return FULL
            if patience > 0:
                store_8(following + 8 * last, known)
        store_4(numbers + 4 * i, known)
        last = known + 1
        before = begin
        begin = end
    put(state, TEXT_FOUND, found)
    return END
