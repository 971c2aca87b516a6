"""What operators give of numbers that a spec fixes, as far as these aren't too large."""

import operator
from collections.abc import Callable

import pytest

from bytewright_codegen.semantics.constants import apply

OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
BITS = 4096
"""The size of the largest number."""


@pytest.mark.parametrize("sign", OPERATORS)
def test_operators(sign: str) -> None:
    for a in (-7, -1, 0, 1, 6, 13):
        for b in (1, 2, 3, 13):
            assert apply(sign, a, b) == OPERATORS[sign](a, b)
        for b in (-3, -1, 0):
            is_nothing = b < 0 if sign in ("<<", ">>") else b == 0 and sign in ("/", "%")
            assert apply(sign, a, b) == (None if is_nothing else OPERATORS[sign](a, b))


def test_numbers_that_are_too_large() -> None:
    largest = (1 << BITS) - 1
    assert apply("+", largest - 1, 1) == largest
    assert apply("+", largest, 1) is None
    assert apply("-", -largest, 1) is None
    assert apply("*", 1 << BITS // 2, 1 << BITS // 2) is None
    assert apply("<<", 1, BITS - 1) == 1 << BITS - 1
    assert apply("<<", 2, BITS - 1) is None
    assert apply("<<", 0, BITS) is None
    assert apply(">>", 1, BITS - 1) == 0
    assert apply(">>", 1, BITS) is None
