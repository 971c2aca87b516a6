"""Expressions of Arrow's as conditions: on any row, a condition says what Arrow says."""

import operator
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from pyarrow import acero

from bytewright.arrow import conditions as c
from bytewright.arrow.expressions import columns_of, condition_of, expression_of, filtered

COLUMNS: dict[str, pa.DataType] = {
    "number": pa.int64(),
    "text": pa.string(),
    "flag": pa.bool_(),
    "amount": pa.decimal128(20, 0),
    "inner": pa.struct([("low", pa.int32()), ("high", pa.struct([("deep", pa.int32())]))]),
}
SCHEMA = pa.schema(COLUMNS)
ROWS = pa.RecordBatch.from_pylist(
    [
        {
            "number": number,
            "text": text,
            "flag": flag,
            "amount": None if number is None else Decimal(number),
            "inner": {"low": number, "high": {"deep": None if number is None else -number}},
        }
        for number in (None, 1, 2, 3)
        for text in (None, "ab", "ba", "aba", "AB", "")
        for flag in (None, False, True)
    ],
    SCHEMA,
)
number, text, flag = pc.field("number"), pc.field("text"), pc.field("flag")
deep = pc.field("inner", "high", "deep")
KNOWN = {
    "equal": number == 2,
    "not equal": number != 2,
    "less": number < 2,
    "less or equal": number <= 2,
    "greater": number > 2,
    "greater or equal": number >= 2,
    "the value first: less": pc.scalar(2) < number,
    "the value first: less or equal": pc.scalar(2) <= number,
    "the value first: greater": pc.scalar(2) > number,
    "the value first: greater or equal": pc.scalar(2) >= number,
    "the value first: equal": pc.scalar(2) == number,
    "the value first: not equal": pc.scalar(2) != number,
    "a text": text == "ab",
    "texts in order": text < "ab",
    "a flag": flag,
    "not a flag": ~flag,
    "member": pc.field("inner", "low") > 1,
    "member of a member": deep < -1,
    "and": (number > 1) & flag,
    "or": (number > 2) | flag,
    "or of three": (number > 2) | flag | (text == "ba"),
    "and in or": ((number > 1) & flag) | (text == "ab"),
    "or in not": ~((number > 2) | flag),
    "null": number.is_null(),
    "valid": text.is_valid(),
    "among": number.isin([1, 3]),
    "among none": number.isin(pa.array([], pa.int64())),
    "among, or null": number.isin(pa.array([1, None], pa.int64())),
    "not among": ~number.isin([1, 3]),
    "begins": pc.starts_with(text, "ab"),
    "ends": pc.ends_with(text, "ba"),
    "holds": pc.match_substring(text, "b"),
}
UNKNOWN = {
    "two columns": number == pc.field("amount"),
    "a value that is null": number == pa.scalar(None, pa.int64()),
    "sum": number + 1 > 2,
    "another case": pc.starts_with(text, "ab", ignore_case=True),
    "nan is null": pc.is_null(number, nan_is_null=True),
    "nulls match nothing": pc.is_in(number, pa.array([1, None]), skip_nulls=True),
    "another choice": pc.if_else(flag, number > 1, pa.scalar(True)),
    "a function of a column": pc.is_nan(pc.field("number").cast(pa.float64())),
}


def judged(condition: c.Condition, row: dict[str, Any]) -> bool | None:
    """A condition on a row, as SQL has it."""

    def value(path: tuple[str, ...]) -> Any:
        found: Any = row
        for name in path:
            found = None if found is None else found[name]
        return found

    match condition:
        case c.Among(column, values, null):
            found = value(column)
            if found is None:
                return None if null == "null" else False
            return found in [each.as_py() for each in values]
        case c.Below(column, bound, equal):
            found = value(column)
            return None if found is None else (operator.le if equal else operator.lt)(found, bound.as_py())
        case c.Holds(column, part, where):
            found = value(column)
            if found is None:
                return None
            held: bool = {"begin": found.startswith(part), "end": found.endswith(part), "any": part in found}[where]
            return held
        case c.Null(column):
            return value(column) is None
        case c.Not(inner):
            said = judged(inner, row)
            return None if said is None else not said
        case c.Every(parts):
            several = [judged(part, row) for part in parts]
            return False if False in several else None if None in several else True
        case c.Some(parts):
            several = [judged(part, row) for part in parts]
            return True if True in several else None if None in several else False
    raise AssertionError(condition)


def by_arrow(expression: Any) -> list[bool | None]:
    source = acero.Declaration("table_source", acero.TableSourceNodeOptions(pa.Table.from_batches([ROWS])))
    asked = acero.Declaration("project", acero.ProjectNodeOptions([expression], ["it"]), [source])
    found: list[bool | None] = asked.to_table(use_threads=False)["it"].to_pylist()
    return found


@pytest.mark.parametrize("expression", KNOWN.values(), ids=KNOWN)
def test_a_condition_says_of_each_row_what_arrow_says(expression: Any) -> None:
    condition = condition_of(expression)
    assert [judged(condition, row) for row in ROWS.to_pylist()] == by_arrow(expression)


def test_a_choice_that_is_null_elsewhere_holds_where_arrow_says_so() -> None:
    """Where Arrow says null, it may be false: no row fails to be kept by that."""
    choice = pc.if_else(number.is_valid(), number > 1, pa.scalar(None, pa.bool_()))
    for expression, more in ((choice, False), (~choice, True), (~~choice, False)):
        condition = condition_of(expression)
        held = [judged(condition, row) is True for row in ROWS.to_pylist()]
        wanted = [said is True for said in by_arrow(expression)]
        assert any(wanted)
        assert (held != wanted) is more
        assert all(may for may, must in zip(held, wanted, strict=True) if must)


@pytest.mark.parametrize("expression", UNKNOWN.values(), ids=UNKNOWN)
def test_of_anything_else_nothing_is_known(expression: Any) -> None:
    assert condition_of(expression) == c.Unknown()
    assert condition_of(expression & flag) == c.Every((c.Unknown(), condition_of(flag)))


def test_what_is_no_expression_is_unknown() -> None:
    assert condition_of(object()) == c.Unknown()


def test_columns_are_those_that_are_named() -> None:
    names = SCHEMA.names
    assert columns_of((number > 1) & ~deep.is_null(), names) == ["number", "inner"]
    assert columns_of(pc.scalar("text") == pc.field("text"), names) == ["text"]
    assert columns_of(pc.scalar(True), names) == []
    assert columns_of("number and flag, in words", names) == ["number", "flag"]


def kept(filters: Any) -> list[dict[str, Any]]:
    return [row for batch in filtered(ROWS, expression_of(filters, SCHEMA)) for row in batch.to_pylist()]


@pytest.mark.parametrize(
    ("filters", "holds"),
    [
        ([("number", ">", 1), ("text", "==", "ab")], lambda r: (r["number"] or 0) > 1 and r["text"] == "ab"),
        ([[("number", ">", 2)], [("text", "==", "ab")]], lambda r: (r["number"] or 0) > 2 or r["text"] == "ab"),
        ([("amount", "==", 2)], lambda r: r["amount"] == 2),
        ([("amount", "in", [1, 3])], lambda r: r["amount"] in (1, 3)),
        ([("amount", "in", (1, Decimal(3)))], lambda r: r["amount"] in (1, 3)),
        ([[("amount", "<", 2)], [("number", "=", 3)]], lambda r: r["number"] in (1, 3)),
        (number == 2, lambda r: r["number"] == 2),
    ],
)
def test_lists_of_filters_keep_the_rows_that_they_say(filters: Any, holds: Any) -> None:
    assert kept(filters) == [row for row in ROWS.to_pylist() if holds(row)]
    assert kept(filters)


def test_an_expression_is_itself() -> None:
    expression = number == 2
    assert expression_of(expression, SCHEMA) is expression


def test_nothing_is_known_of_columns_that_are_left_out() -> None:
    condition = condition_of(((number > 1) & ~flag) | deep.is_null())
    below, null = c.Not(c.Below(("number",), pa.scalar(1), True)), c.Null(("inner", "high", "deep"))
    assert condition == c.Some((c.Every((below, c.Not(c.Among(("flag",), (pa.scalar(True),))))), null))
    assert c.without(condition, {"flag"}) == c.Some((c.Every((below, c.Not(c.Unknown()))), null))
    assert c.without(condition, {"inner"}) == c.Some(
        (c.Every((below, c.Not(c.Among(("flag",), (pa.scalar(True),))))), c.Unknown())
    )
    assert c.without(c.Unknown(), {"flag"}) == c.Unknown()
