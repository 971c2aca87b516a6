"""Which conditions say that another one holds: never one that doesn't."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bytewright.kernels.plan import Binary, Const, Expr, Get, Match
from bytewright_codegen.lowering.expressions.implied import implied

X = Get("x")
MASKED = st.sampled_from([1, 2, 4, 8, 12]).map(lambda mask: Binary("&", X, Const(mask)))
COMPARED = st.builds(
    Binary, st.sampled_from(["==", "!=", "<", "<="]), st.just(X) | MASKED, st.integers(0, 16).map(Const)
)
CHOSEN = st.integers(0, 16).map(lambda value: Match(X, (value, value + 2), (1, 0), 0))
CONDITIONS = st.recursive(
    COMPARED | CHOSEN,
    lambda inner: st.builds(Binary, st.sampled_from(["&", "|"]), inner, inner),
    max_leaves=3,
)


def worth(expr: Expr, x: int) -> int:
    match expr:
        case Get():
            return x
        case Const(value):
            return value
        case Match(value, values, codes, default):
            return dict(zip(values, codes, strict=True)).get(worth(value, x), default)
        case Binary(operator, left, right):
            one, other = worth(left, x), worth(right, x)
            found = {"&": one & other, "|": one | other, "==": one == other, "!=": one != other, "<": one < other}
            return int(found.get(operator, one <= other))
    raise AssertionError(expr)


@given(known=st.lists(CONDITIONS, min_size=1, max_size=3), wanted=CONDITIONS)
def test_what_is_implied_holds(known: list[Expr], wanted: Expr) -> None:
    if implied(known, wanted):
        assert all(worth(wanted, x) for x in range(-40, 40) if all(worth(one, x) for one in known))


def test_bits_of_a_number_say_nothing_of_other_bits() -> None:
    eight, one, four = (Binary("&", X, Const(bit)) for bit in (8, 1, 4))
    assert not implied([Binary("!=", eight, Const(0)), Binary("==", one, Const(0))], Binary("==", four, Const(0)))
    assert implied([Binary("!=", eight, Const(0))], Binary("!=", eight, Const(0)))


def test_ranges_say_what_lies_in_them() -> None:
    low, high = Binary("<=", Const(3), X), Binary("<", X, Const(5))
    assert implied([low, high], Binary("|", Binary("==", X, Const(3)), Binary("==", X, Const(4))))
    assert implied([low, high], Match(X, (3, 4), (1, 1), 0))
    assert not implied([low], high)
