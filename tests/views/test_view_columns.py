"""What columns of a view may be beside a value: lists of what items have, counts, values under a condition, nothing;
read by kernels as by objects."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.errors import ReadError
from bytewright.tables.write import bytes_of

ROWS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: count, type: u1}
      - {id: n, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: count}
      - {id: numbers, type: u1, repeat: expr, repeat-expr: count, if: n > 2}
    instances:
      share: {value: 100 / n}
  item:
    seq:
      - {id: len, type: u1}
      - {id: data, size: len}
      - {id: kind, type: u1, enum: kind}
      - {id: at, type: u4, -type: {timestamp: s}}
enums: {kind: {1: one, 2: two}}
-views:
  rows:
    each: all[*]
    columns:
      - {id: n, value: _.n}
      - id: items
        each: _.items[*]
        columns:
          - {id: data, value: _.data}
          - {id: kind, value: _.kind}
          - {id: at, value: _.at}
          - {id: row, value: _index}
          - {id: long, value: _.len, if: _.len > 1}
          - {id: none, type: str}
      - {id: numbers, each: '_.numbers[*]', columns: [{id: value, value: _}, {id: twice, value: _ * 2, if: _ > 100}]}
      - {id: items_of_two, type: s4, count: {in: '_.items[*]', where: 'kind::two == _.kind'}}
      - {id: all_items, count: {in: '_.items[*]'}}
      - {id: large, count: {in: '_.numbers[*]', where: _ > 100}, if: _.n != 1}
      - {id: share, value: _.share, if: _.n != 0}
      - {id: nothing, type: u4}
      - {id: no_bytes, type: bytes}
"""
ROWS_FILE = bytes.fromhex("0000 0105 0262630200000001 7f 0203 000103000000 013401ff000000 c865 0101 00020000000a")


def test_columns_beside_values(compiled: Compile) -> None:
    codec = compiled(ROWS)
    file = bytewright.open(ROWS_FILE, codec)
    rows = file.to_table().to_pylist()
    assert file.engines == ["columns"]
    assert [(row["n"], row["share"], row["all_items"], row["items_of_two"], row["large"]) for row in rows] == [
        (0, None, 0, 0, 0),
        (5, 20, 1, 1, 1),
        (3, 33, 2, 0, 2),
        (1, 100, 1, 1, None),
    ]
    assert [[(i["data"], i["kind"], i["row"], i["long"], i["none"]) for i in row["items"]] for row in rows] == [
        [],
        [(b"bc", "two", 1, 2, None)],
        [(b"", "one", 2, None, None), (b"4", "one", 2, None, None)],
        [(b"", "two", 3, None, None)],
    ]
    assert [[tuple(item.values()) for item in row["numbers"]] for row in rows] == [
        [],
        [(0x7F, 0xFE)],
        [(0xC8, 0x190), (0x65, 0xCA)],
        [],
    ]
    assert {(row["nothing"], row["no_bytes"]) for row in rows} == {(None, None)}
    assert agree(codec, ROWS_FILE)[1] is None
    tried, bad = agree_when_damaged(codec, ROWS_FILE)
    assert 0 < bad < tried


BLOCKS = """
seq:
  - {id: num, type: u1}
  - {id: blocks, type: block_ref, repeat: expr, repeat-expr: num}
types:
  block_ref:
    seq:
      - {id: offset, type: u1}
      - {id: len, type: u1}
    instances:
      block: {io: _root._io, pos: offset, size: len, type: block}
  block: {seq: [{id: events, type: event, repeat: eos}]}
  event:
    seq:
      - {id: x, type: u1}
      - {id: y, type: s1, -null: -1}
      - {id: marks, type: u1, repeat: expr, repeat-expr: x & 1}
-views:
  events:
    each: blocks[*].block.events[*]
    columns:
      - {id: y, value: _.y}
      - {id: share, value: 100 / _.x, if: _.x != 0}
      - id: marks
        each: _.marks[*]
        columns: [{id: mark, value: _, if: _ != 0}, {id: share, value: 9 / _, if: _ != 0}]
"""
BLOCKS_FILE = bytes.fromhex("02 0503 0805 01ff03 000105ff00")


def test_conditions_in_regions(compiled: Compile) -> None:
    codec = compiled(BLOCKS)
    file = bytewright.open(BLOCKS_FILE, codec)
    assert [tuple(row.values()) for row in file.to_table().to_pylist()] == [
        (None, 100, [{"mark": 3, "share": 3}]),
        (1, None, []),
        (None, 20, [{"mark": None, "share": None}]),
    ]
    assert file.engines == ["columns"]
    tried, bad = agree_when_damaged(codec, BLOCKS_FILE)
    assert 0 < bad < tried


MEANT = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: size, type: s2, -null: -1}
      - {id: pair, type: pair}
  pair:
    -show:
      columns:
        - {id: when, value: at}
        - {id: size, value: size}
        - {id: soon, value: size, if: size > 0}
        - {id: name, value: name}
        - {id: rest, value: rest, nullable: true}
        - {id: bits, each: 'rest[*]', columns: [{id: bit, value: _}]}
    seq:
      - {id: at, type: u4, -type: {timestamp: ms}}
      - {id: size, type: s1, -null: -1}
      - {id: name, size: 16, -type: uuid}
      - {id: rest, type: u1, repeat: expr, repeat-expr: 2, if: size != 0}
-views:
  rows:
    each: all[*]
    columns:
      - {id: size, value: _.size}
      - {id: stored, value: _.size, type: s8}
      - {id: more, value: _.size + 1}
      - {id: pair, value: _.pair}
      - {id: inner, value: _.pair.size}
      - {id: name, value: _.pair.name}
"""


def meant(*of: tuple[int, int]) -> bytes:
    parts = (struct.pack("<hIb", one, 1000, two) + bytes(range(16)) + b"\1\2" * (two != 0) for one, two in of)
    return b"".join(parts)


def test_columns_are_what_fields_mean(compiled: Compile) -> None:
    codec = compiled(MEANT)
    data = meant((-1, 5), (7, -1), (0, 0))
    file = bytewright.open(data, codec)
    rows = file.to_table().to_pylist()
    assert file.engines == ["columns"]
    assert [(row["size"], row["stored"], row["more"], row["inner"]) for row in rows] == [
        (None, -1, 0, 5),
        (7, 7, 8, None),
        (0, 0, 1, 0),
    ]
    name = "00010203-0405-0607-0809-0a0b0c0d0e0f"
    pairs = [row["pair"] for row in rows]
    assert {(str(pair["when"]), pair["name"]) for pair in pairs} == {("1970-01-01 00:00:01+00:00", name)}
    assert [(pair["size"], pair["soon"], pair["rest"], len(pair["bits"])) for pair in pairs] == [
        (5, 5, [1, 2], 2),
        (None, None, [1, 2], 2),
        (0, None, None, 0),
    ]
    agree_when_damaged(codec, data)


NULLS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: kind, type: u1}
      - {id: small, type: f4, -null: 1.5}
      - {id: large, type: f8, -null: 0, if: kind == 1}
      - {id: name, type: strz, -null: '"-"'}
      - {id: mark, type: str, size: 1, -null: '"-"', if: kind == 2}
      - {id: whole, type: u8, -null: 0xffffffffffffffff}
"""


def nulls(kind: int, small: float, large: float, name: bytes, mark: bytes, whole: int) -> bytes:
    first = struct.pack("<Bf", kind, small) + (struct.pack("<d", large) if kind == 1 else b"")
    return first + name + b"\0" + (mark if kind == 2 else b"") + struct.pack("<Q", whole)


def test_floats_and_texts_that_stand_for_null(compiled: Compile) -> None:
    codec = compiled(NULLS)
    rows = (
        (1, 1.5, -0.0, b"-", b"", 2**64 - 1),
        (1, 2.5, 1.5, b"", b"", 2**64 - 2),
        (2, -1.5, 0.0, b"--", b"-", 0),
        (2, 1.5, 0.0, b"-", b"x", 1),
    )
    data = b"".join(nulls(*row) for row in rows)
    file = bytewright.open(data, codec)
    found = [[*map(str, row.values())] for row in file.to_table().to_pylist()]
    assert file.engines == ["columns"]
    assert found == [
        ["1", "None", "None", "None", "None", "None"],
        ["1", "2.5", "1.5", "", "None", str(2**64 - 2)],
        ["2", "-1.5", "None", "--", "None", "0"],
        ["2", "None", "None", "None", "x", "1"],
    ]
    agree_when_damaged(codec, data)


ASKED = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq: [{id: n, type: u1}]
    instances:
      share: {value: 100 / n}
      safe: {value: 'n != 0 ? share : -1'}
      some: {value: share, if: n != 0}
-views:
  rows: {each: 'all[*]', columns: [{id: safe, value: _.safe}, {id: some, value: _.some, nullable: true}COLUMN]}
"""


@pytest.mark.parametrize("last", ["", ", {id: share, value: _.share}"])
def test_what_is_asked_for_in_some_cases_only(compiled: Compile, last: str) -> None:
    """What has been found out where a condition holds says nothing of where it doesn't."""
    codec = compiled(ASKED.replace("COLUMN", last))
    rows: list[Any] = []
    file = bytewright.open(b"\1\2\0\4", codec)
    if not last:
        rows = file.to_table().to_pylist()
        assert rows == [{"safe": n, "some": n if n > 0 else None} for n in (100, 50, -1, 25)]
    else:
        with pytest.raises(ReadError, match=r"all\[2\]: the view has no value for it \(column share\)"):
            file.to_table()
    assert file.engines == ["columns"]
    agree_when_damaged(codec, b"\1\2\0\4")


def test_the_first_value_that_does_not_fit(compiled: Compile) -> None:
    """One that isn't there may come before one that is wrong."""
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types:\n"
        "  row: {seq: [{id: n, type: u1}, {id: part, type: part, if: n != 0}]}\n"
        "  part:\n"
        "    -show: {columns: [{id: x, value: x, nullable: false}]}\n"
        "    seq: [{id: n, type: u1}, {id: x, type: u1, if: n != 0}]\n"
        "-views: {rows: {each: 'all[*]', columns: [{id: part, value: _.part, nullable: false}]}}"
    )
    expected = agree(codec, bytes.fromhex("010105 00 0100"))
    assert expected[1] is not None
    assert "all[1].part: column part" in expected[1]
    assert "found none" in expected[1]
    assert len(expected[0]) == 1


MISSING = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: n, type: u1}
      - {id: number, type: u1, if: n & 1 != 0}
      - {id: text, type: str, size: 1, if: n & 2 != 0}
      - {id: name, type: u1, enum: kind, if: n & 4 != 0}
      - {id: part, type: part, if: n & 8 != 0}
      - {id: listed, type: u1, repeat: expr, repeat-expr: 2, if: n & 16 != 0}
      - {id: parts, type: part, repeat: expr, repeat-expr: 1}
  part:
    -show: {columns: [{id: x, value: x, nullable: false}]}
    seq: [{id: n, type: u1}, {id: x, type: u1, if: n != 0}]
enums: {kind: {1: one}}
-views: {rows: {each: 'all[*]', columns: [{id: n, value: _.n}, COLUMN]}}
"""
WHOLE = "1f 01 61 01 0102 0304 0105"


@pytest.mark.parametrize(
    ("column", "there", "missing"),
    [
        ("value: _.number, nullable: false", 1, f"1e {WHOLE[6:]}"),
        ("value: _.text, nullable: false", "a", "1d 01 01 0102 0304 0105"),
        ("value: _.name, nullable: false", "one", "1b 01 61 0102 0304 0105"),
        ("value: _.part, nullable: false", {"x": 2}, "17 01 61 01 0304 0105"),
        ("value: _.part, nullable: false", {"x": 2}, "1f 01 61 01 00 0304 0105"),
        ("value: _.listed, nullable: false", [3, 4], "0f 01 61 01 0102 0105"),
        ("value: _.parts, nullable: false", [{"x": 5}], "1f 01 61 01 0102 0304 00"),
        ("each: '_.parts[*]', columns: [{id: y, value: _.x, nullable: false}]", [{"y": 5}], "1f 01 61 01 0102 0304 00"),
    ],
)
def test_what_is_missing_where_it_must_be_there(compiled: Compile, column: str, there: Any, missing: str) -> None:
    """A column that isn't nullable has a value in every row, or the file is refused."""
    codec = compiled(MISSING.replace("COLUMN", f"{{id: shown, {column}}}"))
    whole = bytes.fromhex(WHOLE)
    file = bytewright.open(whole, codec)
    assert file.to_table().to_pylist() == [{"n": 0x1F, "shown": there}]
    assert file.engines == ["columns"]
    rows, error, _ = agree(codec, whole + bytes.fromhex(missing) + whole)
    assert (len(rows), error is not None and "all[1]" in error) == (1, True)
    assert bytewright.open(whole + bytes.fromhex(missing) + whole, codec, columns=["n"]).to_table().num_rows == 3


WHERE = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: n, type: u1}
      - {id: part, type: part}
      - {id: parts, type: part, repeat: expr, repeat-expr: n & 1}
      - {id: numbers, type: u2, repeat: expr, repeat-expr: n & 3}
      - {id: pair, type: pair}
  part: {seq: [{id: x, type: u1}, {id: y, type: u1, if: x != 0}, {id: name, type: strz}]}
  pair:
    -show: {columns: [{id: x, value: x}, {id: y, value: y}]}
    seq: [{id: x, type: u1}, {id: y, type: u1, if: x != 0}]
-views:
  rows:
    each: all[*]
    columns:
      - {id: part, value: _.part, if: _.n > 1}
      - {id: parts, value: _.parts, if: _.n > 1}
      - {id: numbers, value: _.numbers, if: _.n != 2}
      - {id: pair, value: _.pair, if: _.pair.x != 0}
"""


def test_lists_and_structures_under_a_condition(compiled: Compile) -> None:
    codec = compiled(WHERE)
    data = bytes.fromhex(
        "00 00 4100 00 01 010200 0000 0300 0507 02 004200 01000200 00 03 0000 010800 080706050403 0102"
    )
    file = bytewright.open(data, codec)
    assert [tuple(row.values()) for row in file.to_table().to_pylist()] == [
        (None, None, [], None),
        (None, None, [3], {"x": 5, "y": 7}),
        ({"x": 0, "y": None, "name": "B"}, [], None, None),
        ({"x": 0, "y": None, "name": ""}, [{"x": 1, "y": 8, "name": ""}], [0x708, 0x506, 0x304], {"x": 1, "y": 2}),
    ]
    assert file.engines == ["columns"]
    tried, bad = agree_when_damaged(codec, data)
    assert 0 < bad < tried


SEVERAL = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: n, type: u1}
      - {id: one, type: {switch-on: n, cases: {1: first, _: second}}}
  first: {seq: [{id: x, type: u1}]}
  second: {seq: [{id: y, type: u1}]}
-views: {rows: {each: 'all[*]', columns: [{id: one, value: _.one}]}}
"""


@pytest.mark.parametrize(
    ("column", "shown", "engine"),
    [
        ("", [{"first": {"x": 2}, "second": None}, {"first": None, "second": {"y": 4}}], "columns"),
        (", type: str", ['{"x":2}', '{"y":4}'], "objects"),
    ],
)
def test_one_of_several_structures(compiled: Compile, column: str, shown: list[Any], engine: str) -> None:
    file = bytewright.open(b"\1\2\3\4", compiled(SEVERAL.replace("_.one", f"_.one{column}")))
    assert [row["one"] for row in file.to_table().to_pylist()] == shown
    assert file.engines == [engine]


def test_choices_under_conditions(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: n, type: u1}, {id: xs, type: u1, repeat: expr, repeat-expr: 2}]}}\n"
        "-views:\n"
        "  rows:\n"
        "    each: all[*]\n"
        "    columns:\n"
        '      - {id: name, value: \'_.n == 1 ? "one" : "other"\', if: _.n < 2}\n'
        "      - {id: number, value: '_.n == 1 ? 5 : 6', if: _.n > 0}\n"
        "      - {id: count, count: {in: '_.xs[*]', where: '_ > 1 ? true : false'}}\n"
    )
    file = bytewright.open(bytes.fromhex("000102 010203 020001"), codec)
    assert [tuple(row.values()) for row in file.to_table().to_pylist()] == [
        ("other", None, 1),
        ("one", 5, 2),
        (None, 6, 0),
    ]
    assert file.engines == ["columns"]
    assert agree(codec, bytes.fromhex("000102 010203 020001"))[1] is None


MAY_BE_NULL = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: n, type: u1}
      - {id: data, size: n & 1}
      - {id: small, type: s2, -null: -1, if: n < 3}
      - {id: large, type: f4, -null: 0.5, if: n > 5}
"""


def test_what_may_be_left_out_or_null_is_written_again(compiled: Compile) -> None:
    """Rows show nothing for both; a condition, which rests on what follows from others, tells them apart."""
    codec = compiled(MAY_BE_NULL)
    data = bytes.fromhex("00 ffff 01 61 0100 04 07 62 0000003f 06 0000803f")
    file = bytewright.open(data, codec)
    table = file.to_table()
    assert file.engines == ["columns"]
    assert [(row["small"], row["large"]) for row in table.to_pylist()] == [
        (None, None),
        (1, None),
        (None, None),
        (None, None),
        (None, 1.0),
    ]
    for engine in ("objects", "auto"):
        assert bytes_of(codec, table, None, parse(codec), None, engine)[0] == data


PLACED = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row: {seq: [{id: size, type: u1}, {id: body, type: body, size: size}]}
  body:
    seq: [{id: n, type: u1}, {id: at, type: u1}]
    instances:
      num: {pos: at, type: u2}
      list: {pos: at, type: u1, repeat: expr, repeat-expr: 2}
      inner: {pos: at, type: inner}
  inner: {seq: [{id: a, type: u1}, {id: b, type: u1, if: _parent.n > 3}]}
-views:
  rows:
    each: all[*]
    columns:
      - {id: rarely, value: _.body.num, if: _.body.n > 8}
      - {id: often, value: _.body.num, if: _.body.n > 2}
      - {id: list, value: _.body.list, if: _.body.n > 4}
      - {id: inner, value: _.body.inner, if: _.body.n > 5}
      - {id: member, value: _.body.inner.b, if: _.body.n > 2, nullable: true}
      - {id: items, count: {in: '_.body.list[*]', where: _ > 1}, if: _.body.n > 6}
"""


def test_fields_at_a_place_that_are_asked_for_under_a_condition(compiled: Compile) -> None:
    """They are read only where one of the columns asks for them: elsewhere their places may lead anywhere."""
    codec = compiled(PLACED)
    rows = [bytes([4, n, at, 1, 2]) for n in (0, 2, 3, 4, 5, 6, 7, 9) for at in ((2, 99) if n < 3 else (2,))]
    found, error, _ = agree(codec, b"".join(rows))
    assert error is None
    assert len(found) == len(rows)
    tried, bad = agree_when_damaged(codec, b"".join(rows[-3:]))
    assert 0 < bad < tried


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("columns", [["n"], ["n", "num"], ["num"]])
def test_fields_at_a_place_that_no_column_shows(compiled: Compile, mode: str, columns: list[str]) -> None:
    """A record is good where what is shown of it is."""
    codec = compiled(
        "seq: [{id: all, type: row, repeat: eos}]\n"
        "types:\n"
        "  row: {seq: [{id: size, type: u1}, {id: body, type: body, size: size}]}\n"
        "  body: {seq: [{id: n, type: u1}, {id: at, type: u1}], instances: {num: {pos: at, type: u2}}}\n"
        "-views: {rows: {each: 'all[*]', columns: [{id: n, value: _.body.n}, {id: num, value: _.body.num}]}}\n"
    )
    rows = [bytes([4, n, 99 if n % 2 else 2, 5, 5]) for n in range(6)]
    found, error, _ = agree(codec, b"".join(rows), columns=columns, mode=mode)
    if "num" not in columns:
        assert (len(found), error) == (6, None)
    elif mode == "FAILFAST":
        assert "all[1].body.at: expected a position from 0 to 4, found 99" in str(error)
    else:
        assert len(found) == (6 if mode == "PERMISSIVE" else 3)
