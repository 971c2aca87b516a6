"""Lists of a block's records: their elements, and what these have of their parents and of each other."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_s4
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import (
    column,
    domain,
    operand,
    parents_of,
    place,
    put,
    put_domain,
    slot,
    step,
)
from bytewright.kernels.native.operations import boundaries, fields, lists
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import CHOSEN, COUNTED, CUT, FOREMOST, INDEX, ITEMS, LAST, PREVIOUS, REPEATS, UP

_FORESEEN = 1 << 20
"""Elements of a record that room is made for at most before they have been met."""


@inner
def _expanded(state: int, child: int, high: int, passed: int, reason: int, needed: int) -> int:
    """Note how many elements lists have; gives ``passed``, the number of lists whose elements there was room for.

    Where there wasn't, all that was computed of the block is computed again: room is asked for at once for as many
    elements as there are if all lists go on so."""
    put_domain(state, child, codes.COUNT_OF, load_8(domain(state, child, codes.OFFSETS_OF) + 8 * passed))
    put(state, codes.REASON, reason)
    if passed < high and reason == CUT:
        most = _FORESEEN if domain(state, 0, codes.COUNT_OF) == 1 else slot(state, codes.ENOUGH)
        foreseen = (needed + (needed >> 4)) * high // (passed + 1) if needed < most else 0
        put(state, codes.WHICH, child)
        put(state, codes.NEEDED, max(needed, min(foreseen, most)))
    return passed


def count(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Lists whose elements are counted."""
    child = operand(at, 0)
    counts = operand(at, 1)
    passed, reason, needed = lists.expand(
        place(state, counts),
        step(state, counts),
        high,
        domain(state, child, codes.OFFSETS_OF),
        domain(state, child, codes.ROOM_OF),
        slot(state, codes.MOST_ELEMENTS),
    )
    return _expanded(state, child, high, passed, reason, needed)


def run(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Lists that go on to the end, or to an element that is the last one."""
    child = operand(at, 0)
    first = operand(at, 1)
    last = operand(at, 2)
    lowest = operand(at, 6)
    passed, reason, needed = boundaries.run(
        place(state, first),
        step(state, first),
        place(state, last),
        step(state, last),
        high,
        domain(state, child, codes.OFFSETS_OF),
        domain(state, child, codes.ROOM_OF),
        operand(at, 3),
        operand(at, 4),
        operand(at, 5),
        place(state, lowest),
        step(state, lowest),
        slot(state, codes.REGISTERS),
        slot(state, codes.MOST_ELEMENTS),
        place(state, operand(at, 7)),
    )
    return _expanded(state, child, high, passed, reason, needed)


def chain(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Where the elements of lists begin, each where the one before it ends."""
    number = load_8(at + 8)
    first = operand(at, 0)
    last = operand(at, 1)
    lowest = operand(at, 4)
    passed, reason = boundaries.chain(
        place(state, first),
        step(state, first),
        place(state, last),
        step(state, last),
        domain(state, number, codes.OFFSETS_OF),
        parents_of(state, number),
        operand(at, 2),
        operand(at, 3),
        place(state, lowest),
        step(state, lowest),
        slot(state, codes.REGISTERS),
        slot(state, codes.MOST_ELEMENTS),
        place(state, operand(at, 5)),
    )
    put(state, codes.REASON, reason)
    return passed


def relate(state: int, at: int, low: int, high: int, rows: int) -> int:
    """Registers of elements from those of parents, of neighbours or of children; `ITEMS` of a column."""
    operation = load_8(at)
    number = load_8(at + 8)
    offsets = domain(state, number, codes.OFFSETS_OF)
    parents = parents_of(state, number)
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    if operation == UP:
        lists.bring_down(place(state, a), step(state, a), offsets, parents, place(state, b))
    elif operation == INDEX:
        if number == 0:
            fields.count_up(8, slot(state, codes.RECORD), high, place(state, a))
        else:
            lists.number(offsets, parents, place(state, a))
    elif operation == PREVIOUS:
        lists.previous(
            place(state, a), step(state, a), place(state, b), step(state, b), offsets, parents, place(state, c)
        )
    elif operation == LAST:
        below = domain(state, a, codes.OFFSETS_OF)
        lists.last(
            place(state, b), step(state, b), place(state, c), step(state, c), below, high, place(state, operand(at, 3))
        )
    elif operation == REPEATS:
        lists.repeats(place(state, a), step(state, a), offsets, parents, place(state, b))
    elif operation == COUNTED:
        lists.count(domain(state, a, codes.OFFSETS_OF), high, place(state, b))
    elif operation == FOREMOST:
        lists.foremost(domain(state, a, codes.OFFSETS_OF), high, place(state, b))
    elif operation == CHOSEN:
        d = operand(at, 3)
        lists.choose(
            place(state, a),
            step(state, a),
            place(state, b),
            step(state, b),
            place(state, c),
            step(state, c),
            place(state, d),
            step(state, d),
            high,
            place(state, operand(at, 4)),
        )
    elif operation == ITEMS:
        ends = column(state, b, codes.OFFSETS) + 4 * rows
        put_domain(state, a, codes.SHOWN, 1)
        put_domain(state, a, codes.SHOWN_BEFORE, load_s4(ends))
        room = column(state, c, codes.CAPACITY)
        fitted, needed = lists.append_lists(domain(state, a, codes.OFFSETS_OF), low, high - low, room, ends)
        put(state, codes.NEEDED, needed)
        return fitted
    return high - low


def run_values(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`RUNNING`."""
    number = load_8(at + 8)
    boundaries.run_values(
        domain(state, number, codes.OFFSETS_OF),
        parents_of(state, number),
        operand(at, 0),
        operand(at, 1),
        slot(state, codes.REGISTERS),
        place(state, operand(at, 2)),
    )
    return high - low


def best(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`BEST`."""
    below = domain(state, operand(at, 0), codes.OFFSETS_OF)
    b = operand(at, 1)
    c = operand(at, 2)
    out = place(state, operand(at, 4))
    lists.best(operand(at, 3), place(state, b), step(state, b), place(state, c), step(state, c), below, high, out)
    return high - low
