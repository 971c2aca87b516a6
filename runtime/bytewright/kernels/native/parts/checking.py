"""What must hold of a block's elements."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8
from bytewright.kernels.native.machine.state import operand, place, put, step
from bytewright.kernels.native.operations import checks, sums
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.codes import CHECK, INVALID, LEAVE, LEFT, MALFORMED, OUTSIDE, UTF_32BE, WHETHER


def check(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`CHECK`, `LEAVE`, `WHETHER` and `NEED`."""
    operation = load_8(at)
    a = operand(at, 0)
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    if operation == CHECK or operation == LEAVE:
        put(state, codes.REASON, INVALID if operation == CHECK else LEFT)
        return checks.first_zero(place(state, a), step(state, a), high)
    if operation == WHETHER:
        store_8(b, int(checks.first_other(place(state, a), step(state, a), high) < high))
        return high
    put(state, codes.REASON, OUTSIDE)
    return checks.first_outside(
        place(state, a),
        step(state, a),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        high,
    )


def check_text(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`TEXT`."""
    a = operand(at, 0)
    b = operand(at, 1)
    encoding = operand(at, 2)
    # Tables don't know characters of very many bytes.
    put(state, codes.REASON, MALFORMED if encoding <= UTF_32BE else LEFT)
    return checks.first_malformed(place(state, a), step(state, a), place(state, b), step(state, b), high, encoding)


def check_sum(state: int, at: int, low: int, high: int, rows: int) -> int:
    """`SUM`."""
    b = operand(at, 1)
    c = operand(at, 2)
    d = operand(at, 3)
    put(state, codes.REASON, INVALID)
    return sums.first_unequal(
        operand(at, 0),
        place(state, b),
        step(state, b),
        place(state, c),
        step(state, c),
        place(state, d),
        step(state, d),
        high,
        operand(at, 4),
    )
