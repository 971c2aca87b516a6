"""Elements of lists: domains below a domain. ``offsets[p]`` to ``offsets[p + 1]`` are the elements of parent *p*."""

from __future__ import annotations

from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import float_of, load_8, load_s4, store_4, store_8, widened
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.plan.codes import COUNT, CUT, NONE, SUMMED


@inner
def expand(count: int, step: int, n: int, offsets: int, room: int, most: int) -> tuple[int, int, int]:
    """Number the elements of each parent. Gives how many parents fit, a code, and the elements wanted where it is
    `CUT`."""
    total = 0
    store_8(offsets, 0)
    for i in range(n):
        here = load_8(count + step * i)
        if here < 0 or here > most:
            return i, COUNT, 0
        if total + here > room:
            return i, CUT, total + here
        total += here
        store_8(offsets + 8 * i + 8, total)
    return n, NONE, 0


@inner
def repeats(value: int, step: int, offsets: int, parents: int, out: int) -> None:
    """Whether two elements of a parent have the same value: 1 or 0 for each of its elements."""
    for p in range(parents):
        begin = load_8(offsets + 8 * p)
        end = load_8(offsets + 8 * p + 8)
        ascends = True
        for i in range(begin, end):
            store_8(out + 8 * i, load_8(value + step * i))
            if i > begin and load_8(out + 8 * i) <= load_8(out + 8 * i - 8):
                ascends = False
        found = 0
        if not ascends:
            _sort(out + 8 * begin, end - begin)
            for i in range(begin + 1, end):
                if load_8(out + 8 * i) == load_8(out + 8 * i - 8):
                    found = 1
                    break
        for i in range(begin, end):
            store_8(out + 8 * i, found)


@inner
def _sort(at: int, n: int) -> None:
    """Sort numbers where they are: as a heap, which takes no more than n log n steps whatever they are."""
    for root in range(n // 2 - 1, -1, -1):
        _sink(at, root, n)
    for last in range(n - 1, 0, -1):
        largest = load_8(at)
        store_8(at, load_8(at + 8 * last))
        store_8(at + 8 * last, largest)
        _sink(at, 0, last)


@inner
def _sink(at: int, root: int, n: int) -> None:
    """Put a number of a heap of ``n`` below those that are larger."""
    value = load_8(at + 8 * root)
    while 2 * root + 1 < n:
        child = 2 * root + 1
        if child + 1 < n and load_8(at + 8 * child + 8) > load_8(at + 8 * child):
            child += 1
        if load_8(at + 8 * child) <= value:
            break
        store_8(at + 8 * root, load_8(at + 8 * child))
        root = child
    store_8(at + 8 * root, value)


@inner
def number(offsets: int, parents: int, out: int) -> None:
    """The place of each element in its parent."""
    for p in range(parents):
        at = out + 8 * load_8(offsets + 8 * p)
        end = out + 8 * load_8(offsets + 8 * p + 8)
        first = 0
        # Whole vectors: the next parent's elements come over what is too much.
        while at < end:
            vectors.count_64_by_8(at, first)
            at += 64
            first += 8


@inner
def bring_down(register: int, step: int, offsets: int, parents: int, out: int) -> None:
    """The value of each element's parent."""
    for p in range(parents):
        value = load_8(register + step * p)
        at = out + 8 * load_8(offsets + 8 * p)
        end = out + 8 * load_8(offsets + 8 * p + 8)
        while at < end:
            vectors.fill_64_by_8(at, value)
            at += 64


@inner
def previous(register: int, step: int, first: int, first_step: int, offsets: int, parents: int, out: int) -> None:
    """The value of the element before; of each parent's first one: that of ``first``, a register of the parents."""
    for p in range(parents):
        value = load_8(first + first_step * p)
        for i in range(load_8(offsets + 8 * p), load_8(offsets + 8 * p + 8)):
            store_8(out + 8 * i, value)
            value = load_8(register + step * i)


@inner
def last(register: int, step: int, none: int, none_step: int, offsets: int, parents: int, out: int) -> None:
    """The value of each parent's last element; that of ``none``, a register of the parents, where there is no
    element."""
    for p in range(parents):
        value = load_8(none + none_step * p)
        end = load_8(offsets + 8 * p + 8)
        if end > load_8(offsets + 8 * p):
            value = load_8(register + step * (end - 1))
        store_8(out + 8 * p, value)


@inner
def best(which: int, register: int, step: int, none: int, none_step: int, offsets: int, parents: int, out: int) -> None:
    """One of `codes.BESTS` of each parent's elements; the value of ``none``, a register of the parents, where there is
    no element."""
    for p in range(parents):
        begin = load_8(offsets + 8 * p)
        end = load_8(offsets + 8 * p + 8)
        found = load_8(none + none_step * p)
        if end > begin:
            found = load_8(register + step * begin)
        for i in range(begin + 1, end):
            value = load_8(register + step * i)
            if which == 0:
                found = max(found, value)
            elif which == 1:
                found = min(found, value)
            elif which == SUMMED:
                found += value
            else:
                x = widened(value) if which >= 4 else float_of(value)
                y = widened(found) if which >= 4 else float_of(found)
                if (which & 1 == 0 and x > y) or (which & 1 == 1 and x < y):
                    found = value
        store_8(out + 8 * p, found)


@inner
def count(offsets: int, parents: int, out: int) -> None:
    """How many elements each parent has."""
    for p in range(parents):
        store_8(out + 8 * p, load_8(offsets + 8 * p + 8) - load_8(offsets + 8 * p))


@inner
def foremost(offsets: int, parents: int, out: int) -> None:
    """Which of all elements each parent's first one is."""
    for p in range(parents):
        store_8(out + 8 * p, load_8(offsets + 8 * p))


@inner
def choose(
    register: int,
    step: int,
    number: int,
    number_step: int,
    first: int,
    first_step: int,
    count: int,
    count_step: int,
    n: int,
    out: int,
) -> None:
    """The value of one of ``count`` elements, of which ``first`` is the first, by its number; 0 where there is none."""
    for i in range(n):
        chosen = load_8(number + number_step * i)
        value = 0
        if 0 <= chosen < load_8(count + count_step * i):
            value = load_8(register + step * (load_8(first + first_step * i) + chosen))
        store_8(out + 8 * i, value)


@inner
def parent_of(offsets: int, parents: int, element: int) -> int:
    """The parent that an element belongs to."""
    low = 0
    high = parents
    while low < high:
        middle = (low + high) >> 1
        if load_8(offsets + 8 * middle + 8) <= element:
            low = middle + 1
        else:
            high = middle
    return low


@inner
def accumulate(count: int, step: int, n: int, offsets: int) -> None:
    """Number rows that are only counted."""
    total = 0
    store_8(offsets, 0)
    for i in range(n):
        total += load_8(count + step * i)
        store_8(offsets + 8 * i + 8, total)


@inner
def append_lists(offsets: int, window: int, n: int, capacity: int, ends: int) -> tuple[int, int]:
    """The lists of elements as a column: where each ends. ``ends`` is the address of where the first one begins, which
    is there already.

    Gives how many lists found room, and how many elements the first one that didn't would need in all."""
    begin = load_8(offsets + 8 * window)
    used = load_s4(ends)
    for i in range(n):
        end = used + load_8(offsets + 8 * (window + i + 1)) - begin
        if end > capacity:
            return i, end
        store_4(ends + 4 * i + 4, end)
    return n, 0
