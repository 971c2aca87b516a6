"""The kernel that finds what comes before and behind each entry of chains that lead through rows."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_s4, store_4, store_8
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.plan.codes import END, INVALID
from bytewright.kernels.plan.encoding_codes import (
    CHAIN_BEFORE,
    CHAIN_BEHIND,
    CHAIN_COUNT,
    CHAIN_ENTRIES,
    CHAIN_FIRSTS,
    CHAIN_LAST_ENTRIES,
    CHAIN_LASTS,
    CHAIN_NUMBERS,
    CHAIN_OFFSETS,
    CHAIN_ORDER,
    CHAIN_PLACES,
    CHAIN_ROWS,
)


def neighbours(state: int) -> int:
    """Go along all chains at once; ``state`` is the address of `codes.CHAIN_STATE` int64.

    Gives `END`, or `INVALID` (something lies outside of what there is)."""
    numbers = slot(state, CHAIN_NUMBERS)
    entries = slot(state, CHAIN_ENTRIES)
    offsets = slot(state, CHAIN_OFFSETS)
    rows = slot(state, CHAIN_ROWS)
    order = slot(state, CHAIN_ORDER)
    places = slot(state, CHAIN_PLACES)
    count = slot(state, CHAIN_COUNT)
    before = slot(state, CHAIN_BEFORE)
    behind = slot(state, CHAIN_BEHIND)
    firsts = slot(state, CHAIN_FIRSTS)
    lasts = slot(state, CHAIN_LASTS)
    last_entries = slot(state, CHAIN_LAST_ENTRIES)
    for i in range(rows):
        row = load_8(order + 8 * i) if order else i
        if row < 0 or row >= rows:
            return INVALID
        begin = load_s4(offsets + 4 * row)
        end = load_s4(offsets + 4 * row + 4)
        if begin < 0 or end > entries:
            return INVALID
        place = load_s4(places + 4 * row)
        for entry in range(begin, end):
            chain = load_s4(numbers + 4 * entry)
            if chain < 0 or chain >= count:
                return INVALID
            last = load_8(last_entries + 8 * chain)
            if last < 0:
                store_4(firsts + 4 * chain, place)
            else:
                store_4(before + 4 * entry, load_s4(lasts + 4 * chain))
                store_4(behind + 4 * last, place)
            store_4(lasts + 4 * chain, place)
            store_8(last_entries + 8 * chain, entry)
    return END
