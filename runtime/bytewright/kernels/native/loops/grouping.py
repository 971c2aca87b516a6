"""The kernels that order the numbers in lists, and put rows behind each other group by group."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_s4, store_4, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.plan.codes import END, INVALID
from bytewright.kernels.plan.encoding_codes import (
    ASCEND_COUNT,
    ASCEND_ENDS,
    ASCEND_ENTRIES,
    ASCEND_LISTS,
    ASCEND_MADE,
    ASCEND_NUMBERS,
    ASCEND_OFFSETS,
    ASCEND_RANKS,
    DEAL_COUNT,
    DEAL_NUMBERS,
    DEAL_ORDER,
    DEAL_PLACES,
    DEAL_ROWS,
    DEAL_SIZE,
    DEAL_STANDING,
    DEAL_TURNS,
)


@inner
def _sort(at: int, size: int) -> None:
    """Sort some int32, which most often are few, as D. Shell does."""
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, size):
            number = load_s4(at + 4 * i)
            j = i
            while j >= gap and load_s4(at + 4 * (j - gap)) > number:
                store_4(at + 4 * j, load_s4(at + 4 * (j - gap)))
                j -= gap
            store_4(at + 4 * j, number)
        gap //= 3


def ascend(state: int) -> int:
    """Put what stands for the numbers of each list in its order, each once; ``state`` is the address of
    `codes.ASCEND_STATE` int64.

    Gives `END`, or `INVALID` (something lies outside of what there is)."""
    numbers = slot(state, ASCEND_NUMBERS)
    entries = slot(state, ASCEND_ENTRIES)
    offsets = slot(state, ASCEND_OFFSETS)
    ranks = slot(state, ASCEND_RANKS)
    count = slot(state, ASCEND_COUNT)
    made = slot(state, ASCEND_MADE)
    ends = slot(state, ASCEND_ENDS)
    used = 0
    begin = load_s4(offsets)
    for i in range(slot(state, ASCEND_LISTS)):
        end = load_s4(offsets + 4 * i + 4)
        if begin < 0 or end < begin or end > entries:
            return INVALID
        if end - begin == 2:  # without a branch that would be foretold wrongly half of the time
            number = load_s4(numbers + 4 * begin)
            other = load_s4(numbers + 4 * begin + 4)
            if number < 0 or number >= count or other < 0 or other >= count:
                return INVALID
            rank = load_s4(ranks + 4 * number)
            last = load_s4(ranks + 4 * other)
            store_4(made + 4 * used, min(rank, last))
            store_4(made + 4 * used + 4, max(rank, last))
            used += 1 if rank == last else 2
            store_4(ends + 4 * i + 4, used)
            begin = end
            continue
        first = used
        ascends = True
        last = -1
        for entry in range(begin, end):
            number = load_s4(numbers + 4 * entry)
            if number < 0 or number >= count:
                return INVALID
            rank = load_s4(ranks + 4 * number)
            ascends = ascends and rank > last
            last = rank
            store_4(made + 4 * used, rank)
            used += 1
        if not ascends:
            _sort(made + 4 * first, used - first)
            kept = first
            for place in range(first, used):
                rank = load_s4(made + 4 * place)
                if kept == first or rank != load_s4(made + 4 * kept - 4):
                    store_4(made + 4 * kept, rank)
                    kept += 1
            used = kept
        store_4(ends + 4 * i + 4, used)
        begin = end
    return END


def deal(state: int) -> int:
    """Give each row, in some order, the next place of its group; ``state`` is the address of `codes.DEAL_STATE` int64.

    Gives `END`, or `INVALID` (something lies outside of what there is, or where another row stands)."""
    numbers = slot(state, DEAL_NUMBERS)
    rows = slot(state, DEAL_ROWS)
    order = slot(state, DEAL_ORDER)
    turns = slot(state, DEAL_TURNS)
    count = slot(state, DEAL_COUNT)
    places = slot(state, DEAL_PLACES)
    standing = slot(state, DEAL_STANDING)
    size = slot(state, DEAL_SIZE)
    for i in range(rows):
        row = load_8(order + 8 * i) if order else i
        if row < 0 or row >= rows:
            return INVALID
        group = load_s4(numbers + 4 * row)
        if group < 0 or group >= count:
            return INVALID
        place = load_8(turns + 8 * group)
        if place < 0 or place >= size or load_s4(standing + 4 * place) >= 0:
            return INVALID
        store_8(turns + 8 * group, place + 1)
        store_4(standing + 4 * place, row)
        store_4(places + 4 * row, place)
    return END
