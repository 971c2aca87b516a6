"""Records of which a number before them says how many there are: one by one, by either engine."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright_codegen.load import load

SPEC = """
meta: {{id: tally, endian: le}}
seq:
  - {{id: twice, type: u4}}
  - {{id: records, type: record, repeat: expr, repeat-expr: twice / 2}}
types:
  record:
    seq: {seq}
"""
FORMS = {
    "fixed": "[{id: number, type: s4}, {id: mark, type: u1, valid: {max: 9}}]",
    "length": "[{id: len, type: u2}, {id: rest, type: rest, size: len}]\n"
    "  rest:\n"
    "    seq: [{id: number, type: s4}, {id: text, type: str, size-eos: true, encoding: ASCII}]",
    "walked": "[{id: number, type: s4}, {id: text, type: strz, encoding: ASCII}]",
}
FRAMES = {"fixed": "FixedFrame", "length": "LengthFrame", "walked": "WalkFrame"}


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def codec(form: str, tmp_path: Path) -> Codec:
    path = tmp_path / "tally.ksy"
    path.write_text(SPEC.format(seq=FORMS[form]), encoding="utf-8")
    return load(path)


def records(form: str, count: int) -> Iterator[bytes]:
    for number in range(count):
        if form == "fixed":
            yield struct.pack("<iB", 1000 - number, number % 10)
        elif form == "length":
            yield struct.pack("<Hi", 4 + number % 3, 1000 - number) + b"abc"[: number % 3]
        else:
            yield (struct.pack("<i", 1000 - number) + b"abc"[: number % 3] + b"\0") if form == "walked" else b""


def file(form: str, count: int, behind: bytes = b"") -> bytes:
    return struct.pack("<I", 2 * count) + b"".join(records(form, count)) + behind


def test_rows(form: str, codec: Codec) -> None:
    data = file(form, 23)
    assert type(codec.row_plans["rows"].frame).__name__ == FRAMES[form]
    rows, error, warnings = agree(codec, data)
    assert (len(rows), error, warnings) == (23, None, [])
    table = bytewright.open(data, codec, engine="columns")
    assert table.to_table().num_rows == 23
    assert table.counted == {"columns": 23}
    assert agree(codec, file(form, 0))[0] == []


def test_what_follows_the_last_record(form: str, codec: Codec) -> None:
    """Also where it would be a record."""
    behind = next(records(form, 1))
    data = file(form, 5, behind)
    rows, error, (warning,) = agree(codec, data)
    assert (len(rows), error) == (5, None)
    assert f"{len(behind)} bytes that no field describes" in warning
    rows, error, _ = agree(codec, data, strict=True)
    assert len(rows) == 5
    assert error is not None
    assert f"{len(behind)} more bytes" in error


def test_a_record_that_is_missing(form: str, codec: Codec) -> None:
    """The records that are whole are shown, whatever their count says."""
    missing = file(form, 6)[: -len([*records(form, 6)][-1])]
    rows, error, _ = agree(codec, missing)
    assert len(rows) == 5
    assert error is not None
    assert re.search(r"records\[5\]\.\w+: expected \d bytes?, found 0 before the end", error)
    rows, error, warnings = agree(codec, missing, options={"tornTail": "ignore"})
    assert (len(rows), error, len(warnings)) == (5, None, 1)


def test_damage(form: str, codec: Codec) -> None:
    tried, bad = agree_when_damaged(codec, file(form, 4, b"\x1a"))
    assert tried > 20
    assert bad > 2
    agree_when_damaged(codec, file(form, 4), options={"mode": "DROPMALFORMED"})


def test_a_count_that_lies(form: str, codec: Codec) -> None:
    data = b"\xff\xff\xff\xff" + file(form, 2)[4:]
    _, error, _ = agree(codec, data)
    assert error is not None


def test_parts(form: str, codec: Codec) -> None:
    data = file(form, 100, b"\0" * 40)
    table = bytewright.open(data, codec, engine="columns")
    whole = table.to_table()
    for size in (1, 7, 64, 300):
        found = [row for part in table.splits(size) for one in table.to_batches(part=part) for row in one.to_pylist()]
        assert found == whole.to_pylist(), size
    assert len(table.splits(1)) == 100


def test_what_is_written(form: str, codec: Codec) -> None:
    data = file(form, 5)
    model: Any = codec.parse(data)
    assert codec.to_bytes(model) == data
    model.records.pop()
    assert codec.to_bytes(model) == file(form, 4)


def test_records_without_bytes(tmp_path: Path) -> None:
    path = tmp_path / "tally.ksy"
    path.write_text(SPEC.format(seq="[]\n    instances: {number: {value: 5}}"), encoding="utf-8")
    rows, error, warnings = read(load(path), struct.pack("<I", 46), "objects")
    assert (len(rows), error, warnings) == (23, None, [])
    _, error, _ = read(load(path), b"\xff\xff\xff\xff", "objects")
    assert error is not None
    assert "maxSteps" in error
