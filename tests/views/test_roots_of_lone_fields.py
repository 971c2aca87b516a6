"""What a derived field says where nothing is there that it follows from: nobody else says it, so roots hold it."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from tests.support.both_ways import read, write
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

SPEC = """
seq: [{{id: head, type: head}}, {{id: records, type: record, repeat: eos}}]
types:
  head:
    seq: [{{id: f, type: u1}}, {seq}]
  record:
    seq: [{{id: x, type: u2}}]
  inner:
    seq: [{{id: n, type: u1}}]
  far:
    params: [{{id: place, type: u4}}]
    instances: {{v: {{pos: place, type: u1}}}}
  number:
    seq: [{{id: groups, type: u1, repeat: until, repeat-until: _ < 128}}]
    instances:
      value: {{value: '(groups[0] & 127) + (groups.size > 1 ? (groups[1] & 127) << 7 : 0)'}}
-views:
  records:
    each: records[*]
    columns: [{{id: x, value: _.x}}]
"""
NUMBER = "{id: n, type: u1}, "
VARIANTS: dict[str, tuple[str, bytes, dict[str, Any]]] = {
    "count": (NUMBER + "{id: l, type: u2, repeat: expr, repeat-expr: n, if: f == 1}", b"\0\3", {"n": 3}),
    "size": (NUMBER + "{id: l, size: n, if: f == 1}", b"\0\3", {"n": 3}),
    "size, found otherwise": (NUMBER + "{id: l, size: n * 2, if: f == 1}", b"\0\3", {"n": 3}),
    "text": (NUMBER + "{id: l, type: str, encoding: ASCII, size: n, if: f == 1}", b"\0\3", {"n": 3}),
    "two sizes": (NUMBER + "{id: l, size: n, if: f == 1}, {id: k, size: n, if: f == 2}", b"\0\3", {"n": 3}),
    "two counts": (
        NUMBER + "{id: l, type: u1, repeat: expr, repeat-expr: n, if: f == 1},"
        " {id: k, type: u2, repeat: expr, repeat-expr: n, if: f == 2}",
        b"\0\3",
        {"n": 3},
    ),
    "structure": (NUMBER + "{id: l, type: record, size: n, if: f == 1}", b"\0\3", {"n": 3}),
    "switch": (
        NUMBER + "{id: l, size: n, type: {switch-on: f, cases: {1: record}}, if: f < 2}",
        b"\2\3",
        {"n": 3},
    ),
    "bits": ("{id: n, type: b8}, {id: l, size: n, if: f == 1}", b"\0\3", {"n": 3}),
    "size below": ("{id: i, type: inner}, {id: l, size: i.n, if: f == 1}", b"\0\3", {"i": {"n": 3}}),
    "count below": (
        "{id: i, type: inner}, {id: l, type: u1, repeat: expr, repeat-expr: i.n, if: f == 1}",
        b"\0\3",
        {"i": {"n": 3}},
    ),
    "place": (NUMBER + "{id: l, type: far(n), if: f == 1}", b"\0\3", {"n": 3}),
    "digits": (
        "{id: n, type: str, size: 2, encoding: ASCII}, {id: l, size: n.to_i, if: f == 1}",
        b"\00003",
        {"n": "03"},
    ),
    "sizes": (
        "{id: n, type: u1, repeat: expr, repeat-expr: 2},"
        " {id: l, size: 'n[_index]', repeat: expr, repeat-expr: 2, if: f == 1}",
        b"\0\3\4",
        {"n": [3, 4]},
    ),
    "may be absent": ("{id: n, type: u1, if: f < 2}, {id: l, size: n, if: f == 1}", b"\0\3", {"n": 3}),
    "groups": (
        "{id: n, type: number}, {id: l, size: n.value, if: f == 1}",
        b"\0\x83\1",
        {"n": {"groups": [0x83, 1]}},
    ),
    "count in groups": (
        "{id: n, type: number}, {id: l, type: u1, repeat: expr, repeat-expr: n.value, if: f == 1}",
        b"\0\x83\1",
        {"n": {"groups": [0x83, 1]}},
    ),
}


def root(codec: Codec, data: bytes) -> dict[str, Any]:
    return root_of(codec, BytesSource(data), None, parse(codec))


@pytest.mark.parametrize(("seq", "head", "lone"), VARIANTS.values(), ids=VARIANTS)
def test_roots_hold_what_follows_from_nothing_that_is_there(
    compiled: Compile, seq: str, head: bytes, lone: dict[str, Any]
) -> None:
    codec = compiled(SPEC.format(seq=seq))
    data = head + struct.pack("<3H", 1, 2, 3)
    found = root(codec, data)
    assert found == {"head": {"f": head[0], **lone}}
    assert write(codec, read(codec, data), root=found) == data


@pytest.mark.parametrize(
    ("seq", "head"),
    [
        (VARIANTS["count"][0], b"\1\2abcd"),
        (VARIANTS["size"][0], b"\1\3abc"),
        (VARIANTS["two counts"][0], b"\2\1ab"),
        (VARIANTS["size below"][0], b"\1\3abc"),
        (VARIANTS["groups"][0], b"\1\3abc"),
        (VARIANTS["sizes"][0], b"\1\2\1abc"),
    ],
)
def test_what_follows_from_others_is_in_no_root(compiled: Compile, seq: str, head: bytes) -> None:
    codec = compiled(SPEC.format(seq=seq))
    data = head + struct.pack("<3H", 1, 2, 3)
    found = root(codec, data)
    assert "n" not in found["head"]
    assert not found["head"].get("i")
    assert write(codec, read(codec, data), root=found) == data


ROWS = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq: [{{id: f, type: u1}}, {{id: n, type: u1}}, {entry}]
-views:
  records:
    each: records[*]
    columns: [{columns}]
"""


@pytest.mark.parametrize(
    "entry", ["{id: l, size: n, if: f == 1}", "{id: l, type: u1, repeat: expr, repeat-expr: n, if: f == 1}"]
)
@pytest.mark.parametrize("shown", [True, False])
def test_of_records_columns_or_roots_hold_it(compiled: Compile, entry: str, shown: bool) -> None:
    shows = ["f", *(["n"] if shown else []), "l"]
    codec = compiled(ROWS.format(entry=entry, columns=", ".join(f"{{id: {id}, value: _.{id}}}" for id in shows)))
    data = b"\0\3\1\2ab\0\7\1\0\0\0"
    rows = read(codec, data)
    found = root(codec, data)
    assert json.dumps(found).count('"n"') == (0 if shown else 3)
    assert write(codec, rows, root=found) == data
    if shown:
        assert rows.column("n").to_pylist() == [3, 2, 7, 0, 0]
        assert write(codec, rows) == data
