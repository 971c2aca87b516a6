"""What roots (and plain values) keep of fields that others follow from: all that isn't made again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.plain_values import to_plain
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

LOOSE = """
seq: [{id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: prefix, 2: page, 3: script, 4: mask}}}
  prefix:
    seq: [{id: bits, type: u1}, {id: address, size: (bits + 7) / 8}]
  page:
    seq: [{id: len, type: u1}, {id: data, size: len / 4 * 4}]
  script:
    seq: [{id: len, type: number}, {id: code, size: len.value}]
  number:
    seq:
      - {id: first, type: u1}
      - {id: more, type: u2le, if: first == 0xfd}
    instances:
      value: {value: 'first == 0xfd ? more : first'}
  mask:
    seq:
      - {id: n, type: u1}
      - {id: values, type: u1, repeat: expr, repeat-expr: n}
      - {id: set, size: (n + 7) / 8}
-views:
  kinds:
    each: entries[*]
    columns: [{id: kind, value: _.kind}]
"""
UNNAMED = """
seq: [{id: flows, type: flow, repeat: eos}]
types:
  flow:
    seq:
      - {id: port, type: u1}
      - {type: u1, -default: 5}
      - {id: flags, type: flags}
      - {type: f4be}
  flags: {seq: [{type: b2}, {id: urgent, type: b1}, {id: other, type: b5}]}
-views:
  ports:
    each: flows[*]
    columns: [{id: port, value: _.port}]
"""
IN_A_CASE = """
seq: [{id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: kind, type: u1}
      - {id: body, size: 2, type: {switch-on: kind, cases: {1: one, 2: two}}}
  one: {seq: [{id: items, type: item, repeat: eos}]}
  two: {seq: [{id: items, type: item, repeat: eos}]}
  item: {seq: [{id: x, type: u1}]}
-views:
  items:
    each: entries[*].body.as<one>.items[*]
    columns: [{id: x, value: _.x}]
"""
PREFIX, PAGE = b"\1\x0d\xaa\xbb", b"\2\x06abcd"
SHORT, LONG = b"\3\2ab", b"\3\xfd\2\0ab"
MASK = b"\4\2xy\3"


@pytest.mark.parametrize("data", [PREFIX, PAGE, SHORT, LONG, MASK, PREFIX + PAGE + LONG + SHORT + MASK])
def test_a_number_of_which_several_give_a_size_is_kept(compiled: Compile, data: bytes, tmp_path: Path) -> None:
    codec = compiled(LOOSE)
    root = root_of(codec, BytesSource(data), "kinds", parse(codec, {}))
    rows = bytewright.open(data, codec).to_table()
    path = tmp_path / "made.bin"
    for engine in ("objects", "auto"):
        bytewright.write(rows, path, codec, root=json.dumps(root), engine=engine)
        assert path.read_bytes() == data


def test_a_number_that_nothing_else_gives_is_left_out(compiled: Compile) -> None:
    """Whatever else follows from it."""
    codec = compiled(LOOSE)
    (mask,) = to_plain(codec.parse(MASK))["entries"]
    assert mask["body"] == {"values": [120, 121], "set": "03"}
    (prefix,) = to_plain(codec.parse(PREFIX))["entries"]
    assert prefix["body"] == {"bits": 13, "address": "aabb"}


def test_lists_in_one_case_of_a_switch_have_no_root(compiled: Compile) -> None:
    """Rows of such a view can't be written; another case may have a list of that name, or be bytes."""
    codec = compiled(IN_A_CASE)
    data = b"\1ab\2cd\3ef"
    rows = bytewright.open(data, codec).to_table()
    assert rows.to_pylist() == [{"x": 97}, {"x": 98}]
    with pytest.raises(WriteError, match="goes through lists in one case of a switch"):
        root_of(codec, BytesSource(data), "items", parse(codec, {}))
    with pytest.raises(WriteError, match="goes through lists in one case of a switch"):
        bytewright.write(rows, "never.bin", codec)


@pytest.mark.parametrize(
    "data", [b"\1\5\x24\0\0\0\0", b"\1\0\x24\0\0\0\0", b"\1\5\xe7\x80\0\0\0", b"\1\7\xe4\x3f\0\0\0"]
)
def test_a_number_without_an_id_is_kept(compiled: Compile, data: bytes, tmp_path: Path) -> None:
    """Also where it is 0, which may be another number than its default, or have a sign."""
    codec = compiled(UNNAMED)
    root = root_of(codec, BytesSource(data), "ports", parse(codec, {}))
    path = tmp_path / "made.bin"
    for engine in ("objects", "auto"):
        bytewright.write(bytewright.open(data, codec).to_table(), path, codec, root=json.dumps(root), engine=engine)
        assert path.read_bytes() == data
