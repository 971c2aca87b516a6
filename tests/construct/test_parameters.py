"""What readers are given: a function of parameters, types that take arguments, expressions over both."""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from construct import Array, Computed, Int8ul, Struct, this
from tests.construct.declared import meaning, module

from bytewright.construct import Within, at, choose, count_before, find
from bytewright.construct.records import told

TABLE = Path(__file__).parent / "parameters" / "table.py"


@pytest.fixture
def table() -> Iterator[Any]:
    found = module(TABLE)
    yield found
    del sys.modules[found.__name__]


def test_a_declaration_with_parameters_means_what_the_ksy_means() -> None:
    kaitai, construct = meaning(TABLE.with_suffix(".ksy")), meaning(TABLE)
    assert set(construct) == set(kaitai)
    for part in kaitai:
        assert construct[part] == kaitai[part]


def test_construct_parses_and_builds_with_real_parameters(table: Any) -> None:
    inner = {"name": "inner", "id": 9, "columns": [{"name": "x", "kind": "int", "inner": None}]}
    plain = [
        {
            "name": "a",
            "id": 1,
            "columns": [{"name": "i", "kind": 0, "inner": None}, {"name": "d", "kind": 1, "inner": None}],
        },
        {
            "name": "b",
            "id": 7,
            "columns": [{"name": "t", "kind": 2, "inner": None}, {"name": "r", "kind": 3, "inner": inner}],
        },
    ]
    schemas = [table.Schema.of(values) for values in plain]
    assert schemas[1].columns[1].inner.columns == [table.Column("x", table.Kind.INT, None)]
    numbers = struct.pack("<BHid", 1, 12, -5, 2.5)
    placed = struct.pack("<HHH2sHi", 4, 8, 2, b"hi", 4, 77)
    data = numbers + struct.pack("<BH", 7, len(placed)) + placed
    first, second = told(table.table, plain).parse(data).rows
    assert table.table(schemas).parse(data) == told(table.table, plain).parse(data)
    assert [field.value for field in first.body.fields] == [-5, 2.5]
    assert (first.schema_at, first.num_texts, first.label) == (0, 0, "first")
    assert second.body.fields[0].value.text == "hi"
    assert second.body.fields[1].value.row.fields[0].value == 77
    assert (second.schema_at, second.num_texts, second.label) == (1, 1, "b")
    assert table.body(schemas[0]).build({"fields": [{"value": -5}, {"value": 2.5}]}) == numbers[3:]


def test_helpers_are_expressions_of_construct() -> None:
    con = Struct(
        "sizes" / Array(3, Int8ul),
        "last" / Computed(at(this.sizes, 2)),
        "place" / Computed(find(this.sizes, lambda size: size, this.last)),
        "nowhere" / Computed(find(this.sizes, lambda size: size, 100)),
        "before" / Computed(count_before(this.sizes, this.place, lambda size: size > 1)),
        "chosen" / Computed(choose(this.before == 1, this.last * 2, -1)),
        "third" / Within(2, Int8ul),
    )
    found = con.parse(bytes([1, 5, 4]))
    assert (found.last, found.place, found.nowhere, found.before, found.chosen, found.third) == (4, 2, -1, 1, 8, 4)
    with pytest.raises(IndexError):
        Struct("x" / Computed(at([1, 2], -1))).parse(b"")
