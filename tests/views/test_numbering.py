"""Which structures rows belong to, and whether their values fit."""

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from bytewright.errors import OptionError, WriteError
from bytewright.schema.value_forms import PLAIN
from bytewright.schema.view import Column, View
from bytewright.spark.write import fitting
from bytewright.tables.row_numbering import numbered
from bytewright.views.evaluate.layout import FixedColumn, Layout


def layout(*names: str, rows: bool) -> Layout:
    """A view in a view for each name; ``rows``: a structure of the last one has rows, else it is one."""
    columns = tuple(
        FixedColumn(name, pa.int32(), False, PLAIN, level, Column(name, pa.int32(), lambda scope: 0, path=("index",)))
        for level, name in enumerate(names)
    )
    last: Any = (lambda scope: 1) if rows else None
    views = [View(name, rows=last if name == names[-1] else None) for name in names]
    return Layout(tuple(views), columns)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"b": [0, 0, 1]}, {"b": [0, 0, 1]}),
        ({"b": [7, 3, 7, 1 << 40]}, {"b": [1, 0, 1, 2]}),
        ({"b": []}, {"b": []}),
        ({"x": [5, 5]}, {"x": [5, 5], "b": [0, 0]}),
    ],
)
def test_numbers_count_from_0_in_each_file(given: Any, expected: Any):
    table = pa.table({name: pa.array(values, pa.int64()) for name, values in given.items()})
    assert numbered(table, layout("b", rows=True)).to_pydict() == expected


def test_inner_numbers_count_in_their_outer_structures():
    table = pa.table({"a": [4, 2, 4, 2], "b": [9, 5, 1, 5]})
    assert numbered(table, layout("a", "b", rows=True)).to_pydict() == {"a": [1, 0, 1, 0], "b": [1, 0, 0, 0]}


def test_a_structure_that_is_a_row_has_one():
    table = pa.table({"b": [4, 2, 3]})
    assert numbered(table, layout("b", rows=False))["b"].to_pylist() == [2, 0, 1]
    assert numbered(pa.table({"x": [1, 1]}), layout("b", rows=False))["b"].to_pylist() == [0, 1]
    with pytest.raises(WriteError) as caught:
        numbered(pa.table({"b": [4, 2, 4]}), layout("b", rows=False))
    assert str(caught.value) == "rows[2].b: expected a number that no other row of the file has, found 4"


def test_numbers_that_begin_anew_in_each_inner_list_tell_the_lists():
    shape = layout("b", rows=False)
    (view,) = shape.levels
    nested = replace(shape, levels=(replace(view, list_paths=(("blocks",), ("records",))),))
    table = pa.table({"b": [5, 6, 0, 2, 0, 0, 1]})
    assert numbered(table, nested)["b"].to_pylist() == [0, 1, 0, 1, 0, 0, 1]


@pytest.mark.parametrize(("values", "found"), [([1, None], "None"), ([0, -1], "-1")])
def test_what_is_no_number_is_refused(values: list[int | None], found: str):
    with pytest.raises(WriteError) as caught:
        numbered(pa.table({"b": pa.array(values, pa.int32())}), layout("b", rows=True))
    assert str(caught.value) == f"rows[1].b: expected a number from 0, found {found}"


# --- values -----------------------------------------------------------------------------------------------------------

SHAPE = pa.struct([pa.field("lat", pa.float32(), nullable=False)])


@pytest.mark.parametrize(
    ("have", "want"),
    [
        (pa.int64(), pa.int8()),
        (pa.decimal128(10, 0), pa.int32()),
        (pa.int32(), pa.decimal128(20, 0)),
        (pa.float32(), pa.float64()),
        (pa.null(), pa.string()),
        (pa.list_(pa.int64()), pa.list_(pa.field("element", pa.int16(), nullable=False))),
        (pa.struct([pa.field("lat", pa.float32())]), SHAPE),
        (pa.map_(pa.string(), pa.int8()), pa.map_(pa.string(), pa.int64())),
    ],
    ids=str,
)
def test_types_whose_values_stay_the_same(have: pa.DataType, want: pa.DataType):
    fitting.check(pa.schema([("c", have)]), pa.schema([("c", want)]))


@pytest.mark.parametrize(
    ("have", "want", "message"),
    [
        (pa.float64(), pa.float32(), "c: a column can't be written as that type: expected float, found double"),
        (pa.decimal128(4, 2), pa.int64(), "expected bigint, found decimal(4,2)"),
        (pa.string(), pa.binary(), "expected binary, found string"),
        (pa.timestamp("us"), pa.timestamp("us", "UTC"), "expected timestamp, found timestamp_ntz"),
        (pa.duration("us"), pa.int64(), "expected bigint, found duration[us]"),
        (pa.list_(pa.string()), pa.list_(pa.int64()), "c[]: a column can't"),
        (pa.struct([("lon", pa.float32())]), SHAPE, "c: there is no member lon. Known members: lat."),
        (pa.struct([("lat", pa.string())]), SHAPE, "c.lat: a column can't"),
    ],
    ids=str,
)
def test_other_types_are_refused(have: pa.DataType, want: pa.DataType, message: str):
    with pytest.raises(OptionError) as caught:
        fitting.check(pa.schema([("c", have)]), pa.schema([("c", want)]))
    assert message in str(caught.value)


def test_numbers_that_do_not_fit_are_named():
    want = pa.table({"a": pa.array([], pa.int8()), "b": pa.array([], pa.string())}).schema
    table = pa.table({"a": pa.array([1, None, 127], pa.int64()), "b": ["x", "y", "z"]})
    assert fitting.fitted(table, want).schema.field("a").type == pa.int8()
    with pytest.raises(WriteError) as caught:
        fitting.fitted(pa.table({"a": [1, None, 128, 129], "b": ["x"] * 4}), want)
    assert str(caught.value) == "rows[2].a: expected a value of tinyint, found 128"
