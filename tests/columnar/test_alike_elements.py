"""Lists of structures of one size: what must hold of each is asked also where nothing in it is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zlib import compress, crc32

import pytest
from tests.support.both import agree, agree_when_damaged

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, WriteError
from bytewright_codegen.load import load

SPEC = """
meta: {{id: alike, endian: le}}
seq:
  - {{id: blocks, type: block, repeat: eos}}
types:
  block:
    seq:
      - {{id: count, type: u1}}
      - {{id: items, type: item, repeat: expr, repeat-expr: count}}
  item:
    seq:
      - {{id: value, type: u1}}
      - {{{}}}
-views:
  rows:
    each: blocks[*]
    columns:
      - {{id: count, value: _.count}}
  items:
    each: blocks[*].items[*]
    columns:
      - {{id: value, value: _.value}}
"""
SUM = "id: sum, type: u4, -checksum: {algorithm: crc32}"
PACKED = f"id: packed, size: {len(compress(b'a'))}, process: zlib"
PAIR = "id: pair, type: u1, repeat: expr, repeat-expr: 2, -valid: {unique: _}"
ALL = "meta: {id: marks, endian: le}\nseq:\n  - {id: marks, type: mark, repeat: eos, -valid: {unique: _.value}}\n" + (
    "types: {mark: {seq: [{id: value, type: u1}]}}\n"
    "-views: {rows: {each: 'marks[*]', columns: [{id: value, value: _.value}]}}\n"
)


def compiled(tmp_path: Path, text: str) -> Codec:
    path = tmp_path / "alike.ksy"
    path.write_text(text, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("view", ["rows", "items"])
@pytest.mark.parametrize(
    ("member", "made"),
    [(SUM, lambda one: one + crc32(one).to_bytes(4, "little")), (PACKED, lambda one: one + compress(one))],
    ids=["checksums", "what libraries decode"],
)
def test_members_of_elements(tmp_path: Path, member: str, made: Callable[[bytes], bytes], view: str) -> None:
    codec = compiled(tmp_path, SPEC.format(member))
    items = [made(bytes([n])) for n in range(5)]
    good = b"\2" + b"".join(items[:2]) + b"\3" + b"".join(items[2:])
    assert agree(codec, good, view=view)[1] is None
    _, bad = agree_when_damaged(codec, good, view=view)
    assert bad > 15


@pytest.mark.parametrize("view", ["rows", "items"])
def test_members_that_must_differ(tmp_path: Path, view: str) -> None:
    codec = compiled(tmp_path, SPEC.format(PAIR))
    assert agree(codec, b"\2\7ab\7bc", view=view)[1] is None
    assert "only once" in str(agree(codec, b"\2\7ab\7cc", view=view)[1])


def test_records_that_must_differ(tmp_path: Path) -> None:
    """No record is shown before it is known that it is the only one."""
    codec = compiled(tmp_path, ALL)
    assert bytewright.open(b"\1\2\3", codec).to_table()["value"].to_pylist() == [1, 2, 3]
    for read in (codec.parse, lambda data: bytewright.open(data, codec).to_table()):
        with pytest.raises(ReadError, match="only once"):
            read(b"\1\2\1")
    with pytest.raises(WriteError, match="only once"):
        codec.to_bytes(codec.root(marks=[{"value": 1}, {"value": 1}]))
