"""Whether some conditions imply another: those that compare one number with constants are tried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bytewright.kernels.plan import Binary, Const, Expr, Match, Select

_COMPARED = ("==", "!=", "<", "<=")
_COMBINED = ("&", "|")
_MOST = 500
"""Constants that are tried."""


def implied(conditions: Iterable[Expr], wanted: Expr) -> bool:
    """Whether a condition (0 or 1) holds wherever all of some others do.

    Args:
        conditions: names in them are replaced by what they stand for.
        wanted: likewise.
    """
    asked = set(_atoms(wanted))
    if len(asked) != 1:
        return False
    (number,) = asked
    known = [condition for condition in conditions if set(_atoms(condition)) == asked]
    # Between two constants that a number is compared with, nothing changes.
    constants = {near for one in (wanted, *known) for constant in _constants(one) for near in _near(constant)}
    if not known or len(constants) > _MOST:
        return False
    return all(_value(wanted, number, value) for value in constants if all(_value(one, number, value) for one in known))


def _near(constant: int) -> tuple[int, int, int]:
    return constant - 1, constant, constant + 1


def _parts(expr: Expr) -> tuple[Expr, ...] | None:
    """What the value of an expression follows from, by comparing alone; None: it is computed otherwise."""
    match expr:
        case Const():
            return ()
        case Binary(operator, left, right) if operator in _COMPARED:
            return left, right
        case Binary(operator, left, right) if operator in _COMBINED and _is_truth(left) and _is_truth(right):
            return left, right
        case Match(value):
            return (value,)
        case Select(test, then, otherwise):
            return test, then, otherwise
    return None


def _is_truth(expr: Expr) -> bool:
    """Whether an expression is 0 or 1 whatever the numbers in it: bits of others change between constants."""
    match expr:
        case Const(value):
            return value in (0, 1)
        case Binary(operator, left, right):
            return operator in _COMPARED or (operator in _COMBINED and _is_truth(left) and _is_truth(right))
        case Match(_, _, codes, default):
            return {*codes, default} <= {0, 1}
        case Select(_, then, otherwise):
            return _is_truth(then) and _is_truth(otherwise)
    return False


def _atoms(expr: Expr) -> Iterator[Expr]:
    parts = _parts(expr)
    if parts is None:
        yield expr
    for part in parts or ():
        yield from _atoms(part)


def _constants(expr: Expr) -> Iterator[int]:
    if isinstance(expr, Const):
        yield expr.value
    if isinstance(expr, Match):
        yield from expr.values
    for part in _parts(expr) or ():
        yield from _constants(part)


def _value(expr: Expr, number: Expr, value: int) -> int:
    """What an expression is worth where the number is a value."""
    if expr == number:
        return value
    match expr:
        case Const(constant):
            return constant
        case Match(matched, values, codes, default):
            found = _value(matched, number, value)
            return codes[values.index(found)] if found in values else default
        case Select(test, then, otherwise):
            return _value(then if _value(test, number, value) else otherwise, number, value)
        case Binary(operator, left, right):
            first, second = _value(left, number, value), _value(right, number, value)
            match operator:
                case "&":
                    return first & second
                case "|":
                    return first | second
                case "==":
                    return int(first == second)
                case "!=":
                    return int(first != second)
                case "<":
                    return int(first < second)
                case "<=":
                    return int(first <= second)
    raise ValueError(f"not made of comparisons: {expr!r}")
