"""Lists of whose elements no two have the same text or bytes: both engines refuse the same records."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan

FOLDERS = """
seq: [{id: folders, type: folder, repeat: eos}]
types:
  folder:
    seq:
      - {id: number, type: u2}
      - {id: num_files, type: u2}
      - {id: files, type: file, repeat: expr, repeat-expr: num_files, -valid: {unique: _.name}}
  file:
    seq:
      - {id: len_name, type: u1}
      - {id: name, TYPE, size: len_name, if: len_name != 9}
"""


def folder(number: int, *names: bytes | None) -> bytes:
    """A record; None: a file without a name."""
    files = [b"\x09" if name is None else bytes([len(name)]) + name for name in names]
    return struct.pack("<HH", number, len(names)) + b"".join(files)


@pytest.fixture(params=["type: str", "type: str, encoding: ASCII", ""])
def codec(compiled: Compile, request: Any) -> Codec:
    return compiled(FOLDERS.replace("TYPE, ", f"{request.param}, " if request.param else ""))


def test_records_with_repeated_texts(codec: Codec) -> None:
    assert isinstance(codec.row_plans["rows"], RowPlan)
    good = [
        folder(1, b"a", b"b", b"", b"ab"),
        folder(2),
        folder(3, b"a", None, b"b"),
        folder(4, *(b"%d" % place for place in range(700))),
        folder(5, b"a"),
    ]
    rows, error, _ = agree(codec, b"".join(good))
    assert (len(rows), error) == (5, None)
    table = bytewright.open(b"".join(good), codec, engine="columns")
    assert table.to_table().num_rows == 5
    assert table.counted == {"columns": 5}
    for bad in (folder(6, b"x", b"y", b"x"), folder(7, None, b"x", None), folder(8, b"", b"")):
        for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
            _, error, warnings = agree(codec, b"".join([*good, bad, *good]), mode=mode)
            assert "folders[5].files" in (error or warnings[0])


def test_damage(codec: Codec) -> None:
    data = folder(1, b"a", b"b", b"cd") + folder(2, b"a", b"c")
    assert agree_when_damaged(codec, data)[1] > 10


def test_names_that_a_block_has_many_of(codec: Codec) -> None:
    same = [folder(number, *(b"%d" % place for place in range(3 + number % 50))) for number in range(600)]
    rows, error, _ = agree(codec, b"".join(same))
    assert (len(rows), error) == (600, None)


def test_texts_whose_bytes_may_differ_are_left_to_objects(compiled: Compile) -> None:
    codec = compiled(FOLDERS.replace("TYPE", "type: str, encoding: Shift_JIS"))
    assert "by something else than a number, bytes or text in UTF-8" in str(codec.row_plans["rows"])
    data = folder(1, b"a", b"b")
    assert bytewright.open(data, codec).to_table()["number"].to_pylist() == [1]
