"""What ``-type`` stands on: other fields can't mean that, and the spec is refused."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import SpecError
from bytewright.tables.write import bytes_of

ROWS = "seq: [{{id: all, type: row, repeat: eos}}]\ntypes: {{row: {{seq: [{{id: x, {}}}]}}}}\nenums: {{e: {{0: a}}}}\n"


@pytest.mark.parametrize(
    ("field", "meaning", "message"),
    [
        ("type: f8", "{timestamp: s}", "'timestamp' stands on an integer, not on a float"),
        ("type: f4, repeat: expr, repeat-expr: 2", "{timestamp: ms}", "'timestamp' stands on an integer"),
        ("type: u4", "utf16-unit", "'utf16-unit' stands on a u2, not on an integer (u4)"),
        ("type: u1, enum: e", "bool", "'bool' stands on an integer, not on enum 'toy::e'"),
        ("size: 8", "uuid", "'uuid' stands on 16 bytes, not on 8"),
        ("type: str, size: 16", "uuid", "'uuid' stands on 16 bytes, not on text"),
        ("type: u2", "json", "'json' stands on text, not on an integer (u2)"),
        ("type: f8", "long", "'long' stands on a u8, not on a float"),
        ("type: u1, -valid: {unique: _}", "bool", "'-valid: {unique: …}' stands on a list"),
        ("type: u1, repeat: eos, -null: 255", "bool", "'-null' says which value stands for null"),
    ],
)
def test_fields_that_cannot_mean_that(compiled: Compile, field: str, meaning: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        compiled(ROWS.format(f"{field}, -type: {meaning}"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("-views: {rows: {each: 'all[*]', columns: [{id: a, value: _.x * 0.5, type: {timestamp: s}}]}}", "an integer"),
        ("-views: {rows: {each: 'all[*]', columns: [{id: a, value: _.x, type: {index: names}}]}}", "only a field"),
        ("instances: {y: {value: names.size * 0.5, -type: {timestamp: s}}}", "an integer, not on a float"),
        ("instances: {y: {value: names.size, -type: {index: names}}}", "only a field can be the place of an item"),
        (
            "instances: {y: {pos: 0, type: u1, repeat: eos, -type: {index: names}}}",
            "a list can't be the place of an item",
        ),
    ],
)
def test_what_is_calculated(compiled: Compile, more: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        compiled(
            "seq: [{id: names, type: u2, repeat: expr, repeat-expr: 3}, {id: all, type: row, repeat: eos}]\n"
            "types: {row: {seq: [{id: x, type: u1}]}}\n" + more
        )
    assert message in str(caught.value)


def test_what_stands_for_a_structure_means_what_its_value_does(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types:\n"
        "  row: {seq: [{id: at, type: stamp}]}\n"
        "  stamp: {-show: {value: seconds}, -type: {timestamp: s}, seq: [{id: seconds, type: u4}]}\n"
    )
    assert agree(codec, bytes(8))[1] is None
    with pytest.raises(SpecError, match="'timestamp' stands on an integer, not on 'toy::stamp'"):
        compiled(
            "seq: [{id: at, type: stamp, -type: {timestamp: s}}]\n"
            "types: {stamp: {-show: {value: seconds}, seq: [{id: seconds, type: u4}]}}\n"
        )


@pytest.mark.parametrize("field", ["u8", "b64"])
def test_longs_are_written_as_they_are_shown(compiled: Compile, field: str) -> None:
    codec = compiled(ROWS.format(f"type: {field}, -type: long"))
    data = b"".join(number.to_bytes(8, "little", signed=True) for number in (-1, -(2**63), 5))
    table = bytewright.open(data, codec).to_table()
    assert table.column("x").to_pylist() == [-1, -(2**63), 5]
    engines: tuple[Any, ...] = ("objects", "auto")
    for engine in engines:
        assert bytes_of(codec, table, None, parse(codec), None, engine)[0] == data


def test_bits_that_are_booleans_anyway(compiled: Compile) -> None:
    codec = compiled(ROWS.format("type: b1, -type: bool"))
    table = bytewright.open(b"\1\0", codec).to_table()
    engines: tuple[Any, ...] = ("objects", "auto")
    for engine in engines:
        assert bytes_of(codec, table, None, parse(codec), None, engine)[0] == b"\1\0"


OF_HEADER = """
seq:
  - {id: header, type: header}
  - {id: all, type: row, repeat: eos}
types:
  header:
    seq:
      - {id: at, type: u4, -type: {timestamp: s}}
      - {id: small, type: u1, -type: {timestamp: ms}}
      - {id: on, type: u2, -type: bool}
      - {id: large, type: u8, -type: long}
  row: {seq: [{id: x, type: u1}]}
-views:
  rows:
    each: all[*]
    columns:
      - {id: at, value: header.at}
      - {id: small, value: header.small}
      - {id: on, value: header.on}
      - {id: large, value: header.large}
      - {id: x, value: _.x}
"""


def test_what_the_header_says_in_every_row(compiled: Compile) -> None:
    codec = compiled(OF_HEADER)
    data = struct.pack("<IBHQ", 1_700_000_000, 250, 2, 12) + b"ab"
    assert not isinstance(codec.row_plans["rows"], str)
    assert agree(codec, data)[0][1] == repr(
        {"at": 1_700_000_000_000_000, "small": 250_000, "on": True, "large": 12, "x": 98}
    )


def test_a_value_of_the_header_that_stands_for_null(compiled: Compile) -> None:
    spec = OF_HEADER.replace("{timestamp: ms}", "bool").replace(
        "id: small, type: u1, -type: bool", "id: small, type: u1, -null: 250"
    )
    codec = compiled(spec.replace("value: header.small", "value: header.small, nullable: true"))
    data = struct.pack("<IBHQ", 1_700_000_000, 250, 2, 12) + b"ab"
    file = bytewright.open(data, codec, engine="columns")
    assert file.to_table()["small"].to_pylist() == [None, None]


def test_elements_that_are_places_or_null(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: names, type: strz, repeat: expr, repeat-expr: 2}, {id: all, type: row, repeat: eos}]\n"
        "types:\n"
        "  place: {-show: {value: at}, seq: [{id: at, type: s1, -type: {index: _root.names}, -null: -1}]}\n"
        "  row: {seq: [{id: places, type: place, repeat: expr, repeat-expr: 3}]}\n"
        "-views: {rows: {each: 'all[*]', columns: [{id: places, value: _.places}]}}\n"
    )
    rows = bytewright.open(b"ab\0cd\0\x01\xff\0\0\0\xff", codec).to_table()
    assert rows["places"].to_pylist() == [["cd", None, "ab"], ["ab", "ab", None]]
