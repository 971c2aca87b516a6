"""Conditions on rows that are applied before rows reach Spark: the option ``filters``.

They mean what Spark means: a comparison with null is null, and a row is shown where all conditions are true; NaN equals
NaN and is above all other numbers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from bytewright.arrow.conditions import Among, Below, Condition, Every, Holds, Not, Null, Some, Unknown
from bytewright.errors import OptionError
from bytewright.host.suggest import hint

if TYPE_CHECKING:
    import pyarrow as pa

OPERATORS = (
    *("=", "!=", "<", "<=", ">", ">=", "<=>", "in", "not in", "is null", "is not null"),
    *("starts with", "ends with", "contains"),
)
"""What may stand between a column and a value."""

_SAME = {"==": "=", "<>": "!="}
_HOLDS: dict[str, Literal["begin", "end", "any"]] = {"starts with": "begin", "ends with": "end", "contains": "any"}
_WITHOUT_VALUE = ("is null", "is not null")


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition on one column.

    Attributes:
        column: the column, and the way to a member of it.
        operator: one of `OPERATORS`.
        value: what it is compared with.
        negated: whether it must be false.
    """

    column: tuple[str, ...]
    operator: str
    value: Any = None
    negated: bool = False

    @property
    def name(self) -> str:
        """The column's name."""
        return ".".join(self.column)


Filters = tuple[tuple[Predicate, ...], ...]
"""Alternatives, in each of which all conditions must hold; none at all: every row is shown."""


def parse(text: str) -> Filters:
    """The filters of the option: a JSON list of ``[column, operator, value]``, which must all hold, or a list of such
    lists, of which one must, as in PyArrow.

    Raises:
        OptionError: it is something else.
    """
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, list) or not all(isinstance(one, list) and one for one in given):
        raise _wrong(text)
    nested = all(isinstance(one[0], list) for one in given)
    groups = given if given and nested else [given]
    return tuple(tuple(_predicate(one, text) for one in group) for group in groups if group)


def _predicate(given: Any, text: str) -> Predicate:
    if not isinstance(given, list) or len(given) not in (2, 3) or not all(isinstance(word, str) for word in given[:2]):
        raise _wrong(text)
    operator = " ".join(given[1].lower().split())
    operator = _SAME.get(operator, operator)
    if operator not in OPERATORS:
        raise OptionError(f"option filters: unknown operator {given[1]!r}", hint=hint(operator, OPERATORS, "operators"))
    if (operator in _WITHOUT_VALUE) != (len(given) == 2):
        raise OptionError(f"option filters: {given[0]} {operator}", expected="a value for an operator that has one")
    value = given[2] if len(given) == 3 else None
    if operator in ("in", "not in") and not isinstance(value, list):
        raise OptionError(f"option filters: {given[0]} {operator}", expected="a list", found=json.dumps(value))
    return Predicate(tuple(given[0].split(".")), operator, value)


def _wrong(text: str) -> OptionError:
    return OptionError(
        "option filters", expected='a JSON list such as [["price", ">", 5], ["name", "in", ["a", "b"]]]', found=text
    )


def check(filters: Filters, schema: pa.Schema) -> None:
    """Refuse filters on columns that there aren't, or with values that their types don't have.

    Raises:
        OptionError: there is such a one.
    """
    import pyarrow as pa

    empty = pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], names=schema.names)
    for predicate in (one for group in filters for one in group):
        if predicate.column[0] not in schema.names:
            raise OptionError(
                f"option filters: unknown column {predicate.name}", hint=hint(predicate.name, schema.names, "columns")
            )
        try:
            holds(predicate, empty)
        except (pa.ArrowException, TypeError, ValueError, KeyError, OverflowError) as error:
            said = " ".join(str(error).split())
            raise OptionError(f"option filters: {predicate.name} {predicate.operator}: {said}") from None


def chosen(filters: Filters, options: Collection[str]) -> dict[str, str]:
    """The values of options that choose just the rows in which a column called so has that value.

    What they leave out the filters leave out anyway; what is left out need not be read.

    Args:
        filters: the conditions.
        options: ids of the options that choose rows.
    """
    found: dict[str, str] = {}
    if len(filters) == 1:
        for one in filters[0]:
            if one.operator in ("=", "<=>") and not one.negated and isinstance(one.value, str) and one.name in options:
                found.setdefault(one.name, one.value)
    return found


def applied(filters: Filters, batch: pa.RecordBatch) -> pa.RecordBatch:
    """The rows of a batch that are shown."""
    import pyarrow.compute as pc

    if not filters:
        return batch
    kept: Any = None
    for group in filters:
        mask: Any = None
        for predicate in group:
            one = holds(predicate, batch)
            mask = one if mask is None else pc.and_kleene(mask, one)
        kept = mask if kept is None else pc.or_kleene(kept, mask)
    return batch.filter(kept)


def condition_on(filters: Filters, want: pa.Schema, names: Mapping[str, str]) -> Condition:
    """What filters say of the rows of a file, as far as whoever reads it can tell.

    Args:
        filters: the conditions, which `check` has let pass.
        want: the columns that they are on.
        names: what a file calls these; of others, nothing is known.
    """
    return Some(tuple(Every(tuple(_condition(one, want, names) for one in group)) for group in filters))


def _condition(predicate: Predicate, want: pa.Schema, names: Mapping[str, str]) -> Condition:
    head, *members = predicate.column
    if head not in names:
        return Unknown()
    kind = want.field(head).type
    for member in members:
        kind = kind.field(member).type
    found = _plain((names[head], *members), kind, predicate.operator, predicate.value)
    return Not(found) if predicate.negated else found


def _plain(column: tuple[str, ...], kind: pa.DataType, operator: str, value: Any) -> Condition:
    if operator in ("is null", "is not null"):
        return Null(column) if operator == "is null" else Not(Null(column))
    if operator in ("in", "not in"):
        found = Among(column, tuple(_scalar(one, kind) for one in value if one is not None and _fits(one, kind)))
        return Not(found) if operator == "not in" else found
    if operator == "<=>" and value is None:
        return Null(column)
    if value is None:
        return Unknown()
    if operator in _HOLDS:
        return Holds(column, value, _HOLDS[operator])
    import pyarrow as pa

    absent: Literal["false", "null"] = "false" if operator == "<=>" else "null"
    if operator in ("=", "!=", "<=>") and not _fits(value, kind):
        never = Among(column, (), absent)
        return Not(never) if operator == "!=" else never
    operator, value = _fitted(operator, value, kind)
    scalar = _scalar(value, pa.float64() if pa.types.is_float32(kind) else kind)
    if operator in ("<", "<=", ">", ">="):
        below = Below(column, scalar, operator in ("<=", ">"))
        return Not(below) if operator in (">", ">=") else below
    same = Among(column, (scalar,), absent)
    return Not(same) if operator == "!=" else same


def holds(predicate: Predicate, batch: pa.RecordBatch) -> Any:
    """Whether a condition holds, for each row: true, false or null."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column: Any = batch.column(predicate.column[0])
    for member in predicate.column[1:]:
        column = pc.struct_field(column, member)
    if pa.types.is_float32(column.type):
        # As Spark does where a float meets a double: 0.1 is no float.
        column = column.cast(pa.float64())
    found = _holds(column, predicate.operator, predicate.value)
    return pc.invert(found) if predicate.negated else found


def _holds(column: Any, operator: str, value: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    if operator == "is null":
        return column.is_null()
    if operator == "is not null":
        return column.is_valid()
    if operator in ("in", "not in"):
        found = _any_of(column, value)
        return pc.invert(found) if operator == "not in" else found
    if operator in ("starts with", "ends with", "contains"):
        if not pa.types.is_string(column.type) or not isinstance(value, str):
            raise TypeError(f"expected text, found {column.type}")
        match: Any = {"starts with": pc.starts_with, "ends with": pc.ends_with, "contains": pc.match_substring}
        return match[operator](column, value)
    if operator == "<=>":
        if value is None:
            return column.is_null()
        return pc.fill_null(_compared(column, "=", value), False)
    if value is None:
        return pa.nulls(len(column), pa.bool_())
    if operator == "!=":
        return pc.invert(_compared(column, "=", value))
    return _compared(column, operator, value)


def _any_of(column: Any, values: Sequence[Any]) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    unknown, true, false = (pa.scalar(truth, pa.bool_()) for truth in (None, True, False))
    known = [value for value in values if value is not None]
    found: Any = pa.nulls(len(column), pa.bool_()) if not known else None
    if known and pa.types.is_floating(column.type):
        for value in known:
            one = _compared(column, "=", value)
            found = one if found is None else pc.or_kleene(found, one)
    elif known:
        wanted = pa.array([_scalar(value, column.type) for value in known if _fits(value, column.type)], column.type)
        found = pc.if_else(column.is_valid(), pc.is_in(column, value_set=wanted), unknown)
    if not values:
        return pc.if_else(column.is_valid(), false, unknown)
    if len(known) < len(values):
        # Whether it is among values of which one is unknown is unknown, unless it is found among the others.
        found = pc.if_else(found, true, unknown)
    return found


def _compared(column: Any, operator: str, value: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    compare: dict[str, Callable[[Any, Any], Any]] = {
        "=": pc.equal,
        "<": pc.less,
        "<=": pc.less_equal,
        ">": pc.greater,
        ">=": pc.greater_equal,
    }
    operator, value = _fitted(operator, value, column.type)
    scalar = _scalar(value, column.type)
    if not pa.types.is_floating(column.type):
        return compare[operator](column, scalar)
    nan = pc.is_nan(column)
    if scalar.as_py() == scalar.as_py():
        plain = compare[operator](column, scalar)
        return pc.or_kleene(plain, nan) if operator in (">", ">=") else plain
    true, false = pa.scalar(True), pa.scalar(False)
    never, always = pc.and_kleene(nan, false), pc.or_kleene(nan, true)
    there = column.is_valid()
    unknown: Any = pa.scalar(None, pa.bool_())
    answer: Any = {"=": nan, ">=": nan, "<": pc.invert(nan), ">": never, "<=": always}[operator]
    return pc.if_else(there, answer, unknown)


def _fits(value: Any, kind: pa.DataType) -> bool:
    """Whether a column of whole numbers may have a number; of anything else, `_scalar` tells."""
    limits = _limits(kind)
    if limits is None or not isinstance(value, int | float) or isinstance(value, bool):
        return True
    return limits[0] <= value <= limits[1] and value == math.floor(value)


def _fitted(operator: str, value: Any, kind: pa.DataType) -> tuple[str, Any]:
    """A comparison as one with a number that the column may have, which holds for the same rows."""
    limits = _limits(kind)
    if limits is None or _fits(value, kind):
        return operator, value
    least, most = limits
    if operator == "=":
        return ">", most
    if value < least:
        return {"<=": "<", ">": ">="}.get(operator, operator), least
    # NaN is above all numbers.
    below = math.floor(value) if value <= most else most
    return {"<": "<=", ">=": ">"}.get(operator, operator), below


def _limits(kind: pa.DataType) -> tuple[int, int] | None:
    """The least and the largest number of a type of whole numbers; None: it is another type."""
    import pyarrow as pa

    if pa.types.is_signed_integer(kind):
        most = (1 << kind.bit_width - 1) - 1
        return -most - 1, most
    if pa.types.is_decimal(kind) and kind.scale == 0:
        return 1 - 10**kind.precision, 10**kind.precision - 1
    return None


def _scalar(value: Any, kind: pa.DataType) -> Any:
    """A value as one of the column's type.

    Raises:
        ArrowInvalid, TypeError, ValueError: it is none.
    """
    import pyarrow as pa

    types = pa.types
    if isinstance(value, bool) != types.is_boolean(kind):
        raise TypeError(f"expected a value of type {kind}, found {value!r}")
    if isinstance(value, str) and not types.is_string(kind):
        if types.is_floating(kind):
            return pa.scalar(float(value), kind)  # NaN and infinities, which JSON lacks
        if types.is_binary(kind):
            return pa.scalar(bytes.fromhex(value), kind)
        if types.is_timestamp(kind):
            moment = datetime.fromisoformat(value)
            return pa.scalar(moment if moment.tzinfo else moment.replace(tzinfo=UTC), kind)
        return pa.scalar(value).cast(kind)
    if types.is_floating(kind) and isinstance(value, int):
        value = float(value)
    return pa.scalar(value, kind)
