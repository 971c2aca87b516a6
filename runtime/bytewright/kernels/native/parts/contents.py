"""Where the bytes of a block's elements end, and what they become once decoded."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.state import domain, operand, parents_of, place, put, slot, step
from bytewright.kernels.native.operations import decoding, ends, joining, texts
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import CUT, ENDS, SPELLED


@inner
def _used(state: int, reason: int, used: int) -> None:
    """Note how much of the arena is used, or, where there is no room, would be."""
    put(state, codes.REASON, reason)
    if reason == CUT:
        put(state, codes.WHICH, codes.DECODING)
        put(state, codes.NEEDED, used)
    else:
        put(state, codes.ARENA_USED, used)


def find_end(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`ENDS` and `FIND`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    e = operand(at, 4)
    if load_8(at) == ENDS:
        out = place(state, operand(at, 6))
        ends.cut(place(state, a), step(state, a), place(state, b), step(state, b), c, d, e, operand(at, 5), high, out)
    else:
        ends.find_all(place(state, a), step(state, a), place(state, b), step(state, b), c, d, high, place(state, e))
    return high


def read_text(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`SPELLED` and `CHARACTERS`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    out = place(state, operand(at, 3))
    if load_8(at) == SPELLED:
        texts.spell(place(state, a), step(state, a), place(state, b), step(state, b), c, high, out)
    else:
        texts.count_characters(c, place(state, a), step(state, a), place(state, b), step(state, b), high, out)
    return high


def compare(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`COMPARED`."""
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    texts.compare(
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
    return high


def join(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`JOINED`."""
    a = operand(at, 0)
    c = operand(at, 2)
    d = operand(at, 3)
    passed, reason, used = joining.join(
        place(state, a),
        step(state, a),
        operand(at, 1),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        operand(at, 4),
        high,
        slot(state, codes.ARENA),
        slot(state, codes.ARENA_SIZE),
        slot(state, codes.ARENA_USED),
        place(state, operand(at, 5)),
    )
    _used(state, reason, used)
    return passed


def decode(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`DECODE`."""
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    e = operand(at, 4)
    first = operand(at, 5)
    second = operand(at, 6)
    passed, reason, used = decoding.decode(
        operand(at, 0),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        place(state, e),
        step(state, e),
        place(state, first),
        step(state, first),
        place(state, second),
        step(state, second),
        high,
        slot(state, codes.ARENA),
        slot(state, codes.ARENA_SIZE),
        slot(state, codes.ARENA_USED),
        slot(state, codes.MOST_DECODED),
        place(state, operand(at, 7)),
    )
    _used(state, reason, used)
    return passed


def complete(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`FRONTS`."""
    number = load_8(at + 8)
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    passed, reason, used = decoding.complete(
        place(state, a),
        step(state, a),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        domain(state, number, codes.OFFSETS_OF),
        parents_of(state, number),
        slot(state, codes.ARENA),
        slot(state, codes.ARENA_SIZE),
        slot(state, codes.ARENA_USED),
        slot(state, codes.MOST_DECODED),
        place(state, operand(at, 3)),
    )
    _used(state, reason, used)
    return passed
