"""Conditions on rows to expressions: whether a row may be one that is asked for (`bytewright.arrow.conditions`).

Each condition becomes two expressions: whether it may hold, and whether it may be false. Where neither is so, it is
null; of what can't be computed here, both are. So *not* turns them round, and what is left is never too little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from struct import pack, unpack
from typing import Any, NamedTuple

import pyarrow as pa

from bytewright.arrow import conditions
from bytewright.kernels import plan
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.types import arrow_type
from bytewright.kernels.program.expressions import Writer

_YES = plan.Const(1)
_SIGN = plan.Const(-(1 << 63))
_UNSIGNED = "decimal128(20,0)"
_NARROW = ("int8", "int16", "int32")
"""Integers that a double holds as they are."""


class Truth(NamedTuple):
    """Whether a condition may hold, and whether it may be false."""

    holds: plan.Expr
    fails: plan.Expr


_UNKNOWN = Truth(_YES, _YES)


class Kept:
    """Writes conditions on the rows of a program.

    Args:
        writer: writes the program.
        domain: the domain of its rows.
        columns: the columns of its plan.
    """

    def __init__(self, writer: Writer, domain: int, columns: Sequence[plan.Column]) -> None:
        self._writer = writer
        self._domain = domain
        self._columns = {column.name: column for column in columns}

    def of(self, condition: conditions.Condition) -> plan.Expr:
        """Whether a condition may hold; a constant where that is so of all rows."""
        return self._truth(condition).holds

    def _truth(self, condition: conditions.Condition) -> Truth:
        match condition:
            case conditions.Not(inner):
                return Truth(*reversed(self._truth(inner)))
            case conditions.Every(parts):
                found = list(map(self._truth, parts))
                return Truth(plan.all_of(*(one.holds for one in found)), plan.any_of(*(one.fails for one in found)))
            case conditions.Some(parts):
                found = list(map(self._truth, parts))
                return Truth(plan.any_of(*(one.holds for one in found)), plan.all_of(*(one.fails for one in found)))
            case conditions.Unknown():
                return _UNKNOWN
        return self._of_column(condition)

    def _of_column(self, condition: conditions.Among | conditions.Below | conditions.Holds | conditions.Null) -> Truth:
        """The truth of a condition on one column."""
        column, valid = self._found(condition.column)
        if column is None:
            return _UNKNOWN
        if isinstance(condition, conditions.Null):
            return Truth(plan.invert(valid), valid)
        found = self._of_value(column, condition)
        holds, fails = plan.all_of(valid, found.holds), plan.all_of(valid, found.fails)
        if isinstance(condition, conditions.Among) and condition.null == "false":
            fails = plan.any_of(plan.invert(valid), fails)
        return Truth(holds, fails)

    def _found(self, path: tuple[str, ...]) -> tuple[plan.Column | None, plan.Expr]:
        """A column of plain values, or of structs, that a path leads to, and where it has a value."""
        column = self._columns.get(path[0])
        valid: list[plan.Expr] = []
        for name in path[1:]:
            if not isinstance(column, plan.Struct):
                return None, _YES
            valid += [] if column.valid is None else [column.valid]
            column = next((member for member in column.columns if member.name == name), None)
        if not isinstance(column, plan.Number | plan.Named | plan.Piece | plan.Struct | plan.List | plan.Map):
            return None, _YES
        valid += [] if column.valid is None else [column.valid]
        return column, plan.all_of(*(one.differs(0) for one in valid))

    def _of_value(
        self, column: plan.Column, condition: conditions.Among | conditions.Below | conditions.Holds
    ) -> Truth:
        """The truth of a condition where its column has a value."""
        if isinstance(column, plan.Named):
            return _of_name(column, condition)
        if isinstance(column, plan.Piece):
            return self._of_piece(column, condition)
        if not isinstance(column, plan.Number) or isinstance(condition, conditions.Holds):
            return _UNKNOWN
        if column.type.startswith("float"):
            return _of_float(column, condition)
        return _of_integer(column, condition)

    def _of_piece(self, column: plan.Piece, condition: conditions.Among | conditions.Below | conditions.Holds) -> Truth:
        """The truth of a condition on text or bytes."""
        if column.encoding not in ("", "utf-8", "ascii"):
            return _UNKNOWN
        address, length = self._writer.piece(column, self._domain)

        def held(text: bytes, begin: plan.Expr = address, size: plan.Expr = length) -> plan.Expr:
            ((place, whole), _) = self._writer.texts((text,))
            return plan.Compared(begin, size, plan.Const(place), plan.Const(whole))

        if isinstance(condition, conditions.Holds):
            text = condition.text.encode()
            if condition.where == "any":
                return _anywhere(text, address, length)
            size = plan.Binary("min", length, plan.Const(len(text)))
            begin = address if condition.where == "begin" else address + plan.Binary("-", length, size)
            return _exactly(held(text, begin, size).equals(0))
        values = [condition.value] if isinstance(condition, conditions.Below) else condition.values
        texts = [_bytes(value, column.type) for value in values]
        known = [text for text in texts if text is not None]
        if len(known) < len(texts):
            return _UNKNOWN
        if isinstance(condition, conditions.Below):
            found = held(known[0])
            return _exactly(found <= 0 if condition.equal else found < 0)
        return _exactly(plan.any_of(*(length.equals(len(text)) & held(text).equals(0) for text in known)))


def _exactly(holds: plan.Expr) -> Truth:
    return Truth(holds, plan.invert(holds))


def _anywhere(text: bytes, address: plan.Expr, length: plan.Expr) -> Truth:
    """The truth of a text's being among bytes; of a long one only its first bytes are looked for."""
    if not text:
        return _exactly(_YES)
    sought = text[: codes.MOST_MARK]
    found = plan.Const(0) <= plan.Find(address, address + length, sought.hex(), anywhere=True)
    return _exactly(found) if sought == text else Truth(found, _YES)


def _of_name(column: plan.Named, condition: conditions.Among | conditions.Below | conditions.Holds) -> Truth:
    """The truth of a condition on the name of a number; of numbers without names nothing is known."""
    test = _test(condition)
    if test is None:
        return _UNKNOWN
    table = tuple(int(test(name)) for name in column.names)
    code = plan.name_code(column.value, column.numbers)
    return Truth(plan.Lookup(code, table, 1), plan.Lookup(code, tuple(1 - one for one in table), 1))


def _test(condition: conditions.Among | conditions.Below | conditions.Holds) -> Callable[[str], bool] | None:
    """What a condition says of a text; None: it isn't on one."""
    if isinstance(condition, conditions.Holds):
        part = condition.text
        if condition.where == "any":
            return lambda text: part in text
        return (lambda text: text.startswith(part)) if condition.where == "begin" else lambda text: text.endswith(part)
    values = [condition.value] if isinstance(condition, conditions.Below) else condition.values
    texts = [_bytes(value, "string") for value in values]
    known = {text for text in texts if text is not None}
    if None in texts:
        return None
    if isinstance(condition, conditions.Among):
        return lambda text: text.encode() in known
    (most,) = known
    return (lambda text: text.encode() <= most) if condition.equal else (lambda text: text.encode() < most)


def _of_integer(column: plan.Number, condition: conditions.Among | conditions.Below) -> Truth:
    """The truth of a condition on an integer, a moment or a boolean."""
    values = [condition.value] if isinstance(condition, conditions.Below) else condition.values
    numbers = [_integer(value, column.type) for value in values]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return _UNKNOWN
    here = column.value
    if column.type == "bool":
        if isinstance(condition, conditions.Below):
            return _UNKNOWN
        return _exactly(plan.any_of(*(here.differs(0) if number else here.equals(0) for number in known)))
    if isinstance(condition, conditions.Among):
        if len(known) == 1:
            return _exactly(here.equals(known[0]))
        ascending = tuple(sorted(set(known)))
        return _exactly(plan.Match(here, ascending, (1,) * len(ascending), 0))
    bound: plan.Expr = plan.Const(known[0])
    if column.type == _UNSIGNED:
        here, bound = plan.Binary("^", here, _SIGN), plan.Binary("^", bound, _SIGN)
    return _exactly(plan.Binary("<=" if condition.equal else "<", here, bound))


def _integer(value: pa.Scalar[Any], kind: str) -> int | None:
    """What a register holds of a column of a type where its value is another one; None: nothing is known of that."""
    wanted = arrow_type(kind)
    if pa.types.is_timestamp(wanted) or pa.types.is_timestamp(value.type):
        try:
            same = pa.types.is_timestamp(value.type) and pa.types.is_timestamp(wanted) and value.type.tz == wanted.tz
            return int(value.cast(wanted).cast(pa.int64()).as_py()) if same else None
        except pa.ArrowInvalid:
            return None
    if pa.types.is_boolean(wanted) or pa.types.is_boolean(value.type):
        return int(value.as_py()) if wanted == value.type else None
    if not (pa.types.is_integer(value.type) or pa.types.is_decimal(value.type) or pa.types.is_floating(value.type)):
        return None
    if pa.types.is_floating(value.type) and kind not in _NARROW:
        return None
    number = Decimal(value.as_py())
    if not number.is_finite() or number != number.to_integral_value():
        return None
    whole = int(number)
    if kind == _UNSIGNED:
        return (whole ^ 1 << 63) - (1 << 63) if 0 <= whole < 1 << 64 else None
    return whole if -(1 << 63) <= whole < 1 << 63 else None


def _of_float(column: plan.Number, condition: conditions.Among | conditions.Below) -> Truth:
    """The truth of a condition on a float. What is said of NaN differs from engine to engine: so both may be."""
    single = column.type == "float32"
    here: plan.Expr = plan.Float("wide", column.value) if single else column.value
    values = [condition.value] if isinstance(condition, conditions.Below) else condition.values
    found = [_bounds(value, single=single) for value in values]
    known = [bounds for bounds in found if bounds is not None]
    if len(known) < len(found):
        return _UNKNOWN
    if isinstance(condition, conditions.Below):
        low, high = known[0]
        if condition.equal:
            return Truth(plan.invert(_less(high, here)), plan.invert(_less(here, low, equal=True)))
        return Truth(plan.invert(_less(high, here, equal=True)), plan.invert(_less(here, low)))
    holds = plan.any_of(*(plan.invert(_less(here, low) | _less(high, here)) for low, high in known))
    surely = [plan.Float("==", here, low) for low, high in known if low == high]
    return Truth(holds, plan.all_of(*map(plan.invert, surely)))


def _less(left: plan.Expr, right: plan.Expr, *, equal: bool = False) -> plan.Expr:
    return plan.Float("<=" if equal else "<", left, right)


def _bounds(value: pa.Scalar[Any], *, single: bool) -> tuple[plan.Expr, plan.Expr] | None:
    """The bits of a number as doubles; of one that a column of 32 bits can't have also of that nearest to it, as which
    some take it."""
    if pa.types.is_boolean(value.type) or not (
        pa.types.is_integer(value.type) or pa.types.is_decimal(value.type) or pa.types.is_floating(value.type)
    ):
        return None
    given = value.as_py()
    try:
        number = float(given)
        nearest = unpack("<f", pack("<f", number))[0] if single else number
    except OverflowError:
        return None
    if number != given:
        return None  # NaN, too
    low, high = sorted((number, nearest))
    return _bits(low), _bits(high)


def _bits(number: float) -> plan.Expr:
    return plan.Const(unpack("<q", pack("<d", number))[0])


def _bytes(value: pa.Scalar[Any], kind: str) -> bytes | None:
    """The bytes of a text, or of bytes, where a column is of the same."""
    types = pa.types
    if kind == "string" and (types.is_string(value.type) or types.is_large_string(value.type)):
        return str(value.as_py()).encode()
    if kind == "binary" and (types.is_binary(value.type) or types.is_large_binary(value.type)):
        return bytes(value.as_py())
    return None
