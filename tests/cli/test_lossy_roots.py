"""`bytewright root` warns of files that rows and their root don't make again byte by byte."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

import bytewright
from bytewright.cli import main

SLACK = """
meta: {id: slack, endian: le}
seq: [{id: records, type: record, size: 4, repeat: eos}]
types: {record: {seq: [{id: a, type: u2}]}}
-views:
  rows: {each: 'records[*]', columns: [{id: a, value: _.a}]}
"""
PACKED = """
meta: {id: packed, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: a, type: u2}, {id: len_body, type: u2}, {id: body, size: len_body, process: zlib}]}
-views:
  rows: {each: 'records[*]', columns: [{id: a, value: _.a}, {id: body, value: _.body}]}
"""
PLACED = """
meta: {id: placed, endian: le}
seq: [{id: records, type: record, repeat: expr, repeat-expr: 2}]
types:
  record:
    seq: [{id: ofs, type: u1}]
    instances: {number: {pos: ofs, type: u2}}
-views:
  rows: {each: 'records[*]', columns: [{id: number, value: _.number}]}
"""


def packed(level: int) -> bytes:
    body = zlib.compress(bytes(place * place // 7 % 60 for place in range(3000)), level)
    return struct.pack("<HH", 1, len(body)) + body


FILES = {
    "zeros that no field describes": (SLACK, b"\1\0\0\0\2\0\0\0", None),  # writers fill up with these
    "bytes that no field describes": (SLACK, b"\1\0\0\0\2\0\0\7", 7),
    "the level of writers": (PACKED, packed(6), None),
    "another level": (PACKED, packed(1), 2),
    "in their order": (PLACED, b"\2\4\1\0\2\0", None),
    "in another order": (PLACED, b"\4\2\2\0\1\0", 0),
}


@pytest.mark.parametrize(("spec", "data", "place"), FILES.values(), ids=FILES)
def test_it_says_where_the_first_other_byte_lies(
    spec: str,
    data: bytes,
    place: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.ksy").write_text(spec)
    Path("in.bin").write_bytes(data)
    assert main(["root", "--spec", "own.ksy", "in.bin"]) == 0
    root, said = capsys.readouterr()
    text = "rows and this root make another file: what no field says is in neither"
    assert said == ("" if place is None else f"bytewright: warning: in.bin: offset {place} ({place:#x}): {text}\n")
    bytewright.write(bytewright.open("in.bin", "own.ksy").to_table(), "again.bin", "own.ksy", root=root.strip())
    again = Path("again.bin").read_bytes()
    differing = [at for at, (one, other) in enumerate(zip(data, again, strict=False)) if one != other]
    assert differing[:1] == ([] if place is None else [place])
