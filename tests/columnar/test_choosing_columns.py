"""Columns that are stored in one of several fields, as conditions say: kernels put each value where objects do."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.encoded_rows import made, refused

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

SPEC = """
seq: [{id: version, type: u1}, {id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
FIELDS
  one: {seq: [{id: size, type: u1}, {id: name, type: str, size: size}]}
  two: {seq: [{id: id, type: u2}, {id: label, type: strz}]}
  flags: {seq: [{id: rest, type: b7}, {id: wide, type: b1}]}
enums:
  kinds: {1: first, 2: second}
-views:
  rows:
    each: rows[*]
    columns:
COLUMNS
"""
ROWS = 31


class Case(NamedTuple):
    """Fields of a record, columns beside the one that is stored in one of them, its value, and the bytes of a record.

    Attributes:
        whole: whether the columns show all of it.
    """

    fields: tuple[str, ...]
    columns: tuple[str, ...]
    value: str
    record: Callable[[int], bytes]
    whole: bool = True


def fields(there: str, otherwise: str, *before: str) -> tuple[str, ...]:
    """Two fields, of which a condition says which one is there."""
    return (*before, f"id: a, type: u4, if: {there!r}", f"id: b, type: s8, if: {otherwise!r}")


def short_or_long(head: Callable[[int, bool], bytes]) -> Callable[[int], bytes]:
    """Records of such fields, of which something before these says which one is there."""

    def record(number: int) -> bytes:
        short = number % 3 > 0
        return head(number, short) + (struct.pack("<I", number << 20) if short else struct.pack("<q", -number))

    return record


def named(number: int) -> bytes:
    name = b"name %d" % number
    if number % 2:
        return bytes([1, len(name)]) + name
    return struct.pack("<BH", 2, number) + name + b"\0"


def one_of_three(number: int) -> bytes:
    kind = number % 4
    return bytes([kind]) + (b"", bytes([number]), struct.pack("<h", -number), struct.pack("<d", number / 4))[kind]


def both(number: int) -> bytes:
    return struct.pack("<BIq", number % 2, number, -number)


KIND = "id: kind, type: u1"
BY_KIND = fields("kind == 1", "kind != 1", KIND)
BODY = "id: body, type: {switch-on: kind, cases: {1: one, 2: two}}"
SHOWN = ("id: kind, value: _.kind",)
KINDS = short_or_long(lambda _, short: b"\1" if short else b"\2")
CASES = {
    "a number": Case(BY_KIND, SHOWN, "_.kind == 1 ? _.a : _.b", KINDS),
    "the other way round": Case(BY_KIND, SHOWN, "_.kind != 1 ? _.b : _.a", KINDS),
    "a calculation": Case(BY_KIND, SHOWN, "_.kind * 3 % 2 == 1 ? _.a : _.b", KINDS),
    "a name of an enum": Case(
        fields("kind == kinds::first", "kind != kinds::first", f"{KIND}, enum: kinds"),
        SHOWN,
        "_.kind == kinds::first ? _.a : _.b",
        KINDS,
    ),
    "bits": Case(
        fields("flags.wide", "not flags.wide", "id: flags, type: flags"),
        ("id: rest, value: _.flags.rest", "id: wide, value: _.flags.wide"),
        "_.flags.wide ? _.a : _.b",
        short_or_long(lambda number, short: bytes([number | short << 7])),
    ),
    "text": Case(
        fields('tag == "short"', 'tag != "short"', "id: tag, type: strz"),
        ("id: tag, value: _.tag",),
        '_.tag == "short" ? _.a : _.b',
        short_or_long(lambda number, short: b"short\0" if short else b"long %d\0" % number),
    ),
    "bytes": Case(
        fields("tag == [1, 2]", "tag != [1, 2]", "id: tag, size: 2"),
        ("id: tag, value: _.tag",),
        "_.tag == [1, 2] ? _.a : _.b",
        short_or_long(lambda number, short: b"\1\2" if short else bytes([number, 9])),
    ),
    "what the header says as well": Case(BY_KIND, SHOWN, "_root.version == 3 and _.kind == 1 ? _.a : _.b", KINDS),
    "cases of a switch": Case(
        (KIND, BODY),
        (*SHOWN, "id: number, value: _.body.as<two>.id"),
        "_.kind == 1 ? _.body.as<one>.name : _.body.as<two>.label",
        named,
    ),
    "three fields, or nothing": Case(
        (KIND, "id: a, type: u1, if: kind == 1", "id: b, type: s2, if: kind == 2", "id: c, type: f8, if: kind == 3"),
        (*SHOWN, "id: real, value: _.c"),
        "_.kind == 1 ? _.a : _.b, if: _.kind == 1 or _.kind == 2",
        one_of_three,
    ),
    "a condition in a condition": Case(
        (KIND, "id: a, type: u1, if: kind == 1", "id: b, type: s2, if: kind == 2", "id: c, type: f8, if: kind == 3"),
        (*SHOWN, "id: real, value: _.c"),
        "_.kind == 1 ? _.a : (_.kind == 2 ? _.b : _.a)",
        one_of_three,
    ),
    "fields that are both there": Case(
        (KIND, "id: a, type: u4", "id: b, type: s8"), SHOWN, "_.kind == 1 ? _.a : _.b", both, whole=False
    ),
    "what no column shows": Case(BY_KIND, (), "_.kind == 1 ? _.a : _.b", KINDS, whole=False),
}


def codec_of(compiled: Compile, case: Case) -> Codec:
    """The spec of a case."""
    columns = (f"id: either, value: '{case.value}'".replace(", if: ", "', if: '"), *case.columns)
    shown = ["\n".join(f"      - {{{one}}}" for one in listed) for listed in (case.fields, columns)]
    return compiled(SPEC.replace("FIELDS", shown[0]).replace("COLUMNS", shown[1]))


def read(codec: Codec, data: bytes) -> tuple[pa.Table, str]:
    """The rows of a file, and the rest of it."""
    root = json.dumps(root_of(codec, BytesSource(data), None, parse(codec, {})))
    return bytewright.open(data, codec, engine="objects").to_table(), root


@pytest.mark.parametrize("name", CASES)
def test_values_go_where_conditions_say(compiled: Compile, name: str) -> None:
    case = CASES[name]
    codec, data = codec_of(compiled, case), b"\3" + b"".join(map(case.record, range(ROWS)))
    rows, root = read(codec, data)
    assert rows.num_rows == ROWS
    assert rows["either"].null_count < ROWS
    assert made(codec, rows, root) == data
    if case.whole:
        assert made(codec, rows, json.dumps({"version": 3})) == data
        for place, one in enumerate(rows.schema):
            if pa.types.is_string(one.type):
                rows = rows.set_column(place, one.name, rows.column(place).dictionary_encode())
        assert made(codec, rows, root) == data


BLOCKS = """
seq: [{id: version, type: u1}, {id: blocks, type: block, repeat: eos}]
types:
  block: {seq: [{id: count, type: u1}, {id: time, type: u4}, {id: rows, type: row, repeat: expr, repeat-expr: count}]}
  row:
    seq:
      - {id: kind, type: u1}
      - {id: a, type: u4, if: kind == 1}
      - {id: b, type: s8, if: kind != 1}
-views:
  rows:
    each: blocks[*].rows[*]
    columns:
      - {id: time, value: blocks.time}
      - {id: kind, value: _.kind}
      - {id: either, value: 'CONDITION ? _.a : _.b'}
"""


def in_blocks(rows: int) -> bytes:
    """Records in blocks of 1, 2, 3, …"""
    made, number, size = [b"\3"], 0, 1
    while number < rows:
        made += [struct.pack("<BI", size, 7 * size), *map(KINDS, range(number, number + size))]
        number, size = number + size, size + 1
    return b"".join(made)


def test_of_elements_of_lists_in_lists(compiled: Compile) -> None:
    codec, data = compiled(BLOCKS.replace("CONDITION", "_.kind == 1")), in_blocks(ROWS)
    rows, root = read(codec, data)
    assert made(codec, rows, root) == data
    assert made(codec, rows, json.dumps({"version": 3})) == data


def test_what_lies_around_the_elements_is_for_objects_to_ask(compiled: Compile) -> None:
    codec, data = compiled(BLOCKS.replace("CONDITION", "version == 3 and _.kind == 1")), in_blocks(ROWS)
    rows, root = read(codec, data)
    refused(codec, rows, root)
    assert bytes_of(codec, rows, None, parse(codec, {}), root)[0] == data
    codec = compiled(BLOCKS.replace("CONDITION", "blocks.time > 0 and _.kind == 1"))
    assert "conditions say that rest on what isn't said" in refused(codec, rows, root)


def test_what_follows_from_others_is_for_objects_to_ask(compiled: Compile) -> None:
    """Writers find out how long the text is when all of it is known, which conditions don't wait for."""
    sized = ("id: size, type: u1", "id: text, type: str, size: size", *fields("size > 6", "size <= 6"))
    case = Case(sized, ("id: text, value: _.text",), "_.size > 6 ? _.a : _.b", lambda number: b"")
    codec = codec_of(compiled, case)
    for text, number in (("a longer text", struct.pack("<I", 5)), ("short", struct.pack("<q", 5))):
        data = b"\3" + bytes([len(text)]) + text.encode() + number
        rows, root = read(codec, data)
        refused(codec, rows, root)
        refused(codec, rows)


@pytest.mark.parametrize(
    ("name", "changed", "message"),
    [
        ("a number", {"kind": None}, "rows[4].kind: expected a value, found nothing"),
        ("a number", {"either": None}, "expected a value, found nothing"),
        ("a number", {"either": -5}, "-5"),
        ("a number", {"kind": 300}, "300"),
        ("three fields, or nothing", {"either": 7}, "expected null, as its condition doesn't hold, found a value"),
        ("three fields, or nothing", {"kind": 1}, "expected a value, found nothing"),
        ("three fields, or nothing", {"kind": 3, "real": 0.5, "either": 1}, "expected null"),
        ("a condition in a condition", {"kind": 3, "either": 1, "real": 0.5}, "expected nothing"),
        ("cases of a switch", {"kind": 1}, "there is no member 'id'"),
        ("text", {"tag": None}, "rows[4].tag: expected a value, found nothing"),
    ],
)
def test_rows_that_say_otherwise(compiled: Compile, name: str, changed: dict[str, object], message: str) -> None:
    case = CASES[name]
    codec, data = codec_of(compiled, case), b"\3" + b"".join(map(case.record, range(ROWS)))
    lines = read(codec, data)[0]
    schema = pa.schema([pa.field(one.name, pa.int64() if one.name == "kind" else one.type) for one in lines.schema])
    rows = lines.to_pylist()
    rows[4] |= changed
    found = refused(codec, pa.Table.from_pylist(rows, schema), json.dumps({"version": 3}))
    assert message in found
    assert "Error" in found or "rows[4]" in found


def test_a_column_that_conditions_ask_for_is_missing(compiled: Compile) -> None:
    codec = codec_of(compiled, CASES["a number"])
    rows = pa.table({"either": pa.array([1, 2], pa.int64())})
    assert "rows[0].kind: expected a value, found nothing" in refused(codec, rows, json.dumps({"version": 3}))
