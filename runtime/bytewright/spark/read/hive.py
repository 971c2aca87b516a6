"""Columns that directories called ``column=value`` make of their names, by the rules of Spark's own file sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from bytewright.errors import OptionError
from bytewright.io.file_listing import Values

if TYPE_CHECKING:
    import pyarrow as pa

_INTEGER = re.compile(r"[+-]?\d{1,38}")
_DOUBLE = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|[+-]?Infinity")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,9})?")


def columns_of(partitions: Iterable[Values], *, infer: bool, zone: ZoneInfo) -> pa.Schema:
    """The columns of some files, typed by all their values.

    Raises:
        OptionError: files disagree on which columns there are.
    """
    import pyarrow as pa

    distinct = list(dict.fromkeys(partitions))
    if not distinct:
        return pa.schema([])
    names = [name for name, _ in distinct[0]]
    for one in distinct[1:]:
        others = [name for name, _ in one]
        if others != names:
            raise OptionError(
                "the names of directories disagree on the columns",
                expected=", ".join(names) or "none",
                found=", ".join(others) or "none",
                hint="Name directories of one kind, or set basePath.",
            )
    kinds = (
        _common([_kind(one[place][1], zone) for one in distinct]) if infer else pa.string()
        for place in range(len(names))
    )
    return pa.schema([pa.field(name, kind) for name, kind in zip(names, kinds, strict=True)])


def value_of(text: str | None, kind: pa.DataType, zone: ZoneInfo, name: str) -> Any:
    """A value as a column of the type has it.

    Raises:
        OptionError: it is none of that type.
    """
    import pyarrow as pa

    if text is None:
        return pa.scalar(None, kind)
    try:
        if pa.types.is_timestamp(kind):
            return pa.scalar(_moment(text, zone), kind)
        if pa.types.is_decimal(kind):
            return pa.scalar(Decimal(text), kind)
        if pa.types.is_boolean(kind):
            return pa.scalar({"true": True, "false": False}[text.lower()], kind)
        return pa.scalar(text).cast(kind)
    except (pa.ArrowException, ValueError, KeyError, InvalidOperation):
        raise OptionError(f"partition column {name}", expected=f"a value of type {kind}", found=repr(text)) from None


def _kind(text: str | None, zone: ZoneInfo) -> pa.DataType:
    """The type of one value: the first that it is one of, in Spark's order."""
    import pyarrow as pa

    if text is None:
        return pa.null()
    if _INTEGER.fullmatch(text):
        number = int(text)
        if -(1 << 31) <= number < 1 << 31:
            return pa.int32()
        if -(1 << 63) <= number < 1 << 63:
            return pa.int64()
        return pa.decimal128(max(1, len(str(abs(number)))), 0)
    if _DOUBLE.fullmatch(text):
        number_of = Decimal(text).as_tuple()
        if isinstance(number_of.exponent, int) and number_of.exponent >= 0:
            digits = len(number_of.digits) + number_of.exponent
            if digits <= 38:
                return pa.decimal128(digits, 0)
        return pa.float64()
    try:
        if _TIME.fullmatch(text):
            _moment(text, zone)
            return pa.timestamp("us", "UTC")
        if _DATE.fullmatch(text):
            date.fromisoformat(text)
            return pa.date32()
    except ValueError:
        pass
    return pa.string()


def _moment(text: str, zone: ZoneInfo) -> datetime:
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)


def _common(kinds: Sequence[pa.DataType]) -> pa.DataType:
    """The type that all values of a column are shown as."""
    import pyarrow as pa

    common: pa.DataType = pa.null()
    for kind in kinds:
        common = _wider(common, kind)
    return pa.string() if pa.types.is_null(common) else common


def _wider(one: pa.DataType, other: pa.DataType) -> pa.DataType:
    import pyarrow as pa

    if one.equals(other) or pa.types.is_null(other):
        return one
    if pa.types.is_null(one):
        return other
    both = {str(one), str(other)}
    if both == {"int32", "int64"}:
        return pa.int64()
    if both == {"int32", "double"}:
        return pa.float64()
    if both == {"date32[day]", "timestamp[us, tz=UTC]"}:
        return pa.timestamp("us", "UTC")
    digits = [_digits(kind) for kind in (one, other)]
    if all(digits):
        return pa.decimal128(max(digits), 0)
    return pa.string()


def _digits(kind: pa.DataType) -> int:
    """Digits that a decimal needs to hold an integer type; 0: it holds none."""
    import pyarrow as pa

    if pa.types.is_decimal(kind):
        return int(kind.precision)
    return {"int32": 10, "int64": 20}.get(str(kind), 0)
