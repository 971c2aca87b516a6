"""Records that ask for the size of their file, or whether it ends: the kernel is told it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.both import agree, agree_when_damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {id: told, endian: le, bit-endian: le}
seq: [{id: head, type: u2}, {id: records, type: record, repeat: eos}]
types:
"""
SHAPES = {
    "a rule": "record: {seq: [{id: m, type: u1, valid: {max: _root._io.size - 6}}, {id: n, type: u1}]}",
    "a condition": "record: {seq: [{id: m, type: u1}, {id: n, type: u2, if: _io.size - _io.pos > 6}]}",
    "a count": "record: {seq: [{id: m, type: u1}, {id: n, type: u1, repeat: expr, repeat-expr: _io.size % 3 + 1}]}",
    "elements": """
  record: {seq: [{id: m, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: m % 3}]}
  x: {seq: [{id: v, type: u1}], instances: {left: {value: _io.size - v}}}""",
    "bytes of their own": """
  record: {seq: [{id: m, type: u1}, {id: x, type: x, size: m % 5}]}
  x: {seq: [{id: v, type: u1, if: _io.size < _root._io.size - 12}, {id: rest, size-eos: true}]}""",
    "a switch": """
  record: {seq: [{id: m, type: u1}, {id: x, type: {switch-on: _io.size - _io.pos > 5, cases: {true: u2, false: u1}}}]}
""",
    "a list's end": """
  record:
    seq: [{id: m, type: u1}, {id: xs, type: u1, repeat: until, repeat-until: _ == 0 or _io.pos == _io.size}]""",
    "the end": "record: {seq: [{id: m, type: u1}, {id: n, type: u1, if: not _io.eof}]}",
    "the end in elements": """
  record: {seq: [{id: m, type: u1}, {id: xs, type: x, repeat: expr, repeat-expr: m % 3}]}
  x: {seq: [{id: v, type: u1, if: not _io.eof}, {id: w, type: u1, if: not _io.eof}]}""",
}
DATA = bytes([9, 1, 2, 3, 4, 0, 5, 1, 7, 4, 1, 9, 9, 9, 0])


def compiled(tmp_path: Path, types: str, spec: str = SPEC) -> Codec:
    path = tmp_path / "told.ksy"
    path.write_text(spec + "  " + types.lstrip(), encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("shape", SHAPES)
def test_engines_agree(tmp_path: Path, shape: str) -> None:
    codec = compiled(tmp_path, SHAPES[shape])
    plan = codec.row_plans["rows"]
    assert isinstance(plan, RowPlan)
    assert plan.sized
    assert agree(codec, DATA)[0]
    agree_when_damaged(codec, DATA)
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for size in range(2, len(DATA)):
            kept = read(codec, DATA[:size], "columns", 1 + size % 3, mode=mode)
            assert kept == read(codec, DATA[:size], "objects", mode=mode)


def test_no_program_is_used_for_a_file_of_another_size(tmp_path: Path) -> None:
    spec = SPEC.replace("{id: head, type: u2}, ", "")
    codec = compiled(tmp_path, "record: {seq: [{id: m, type: u1}], instances: {left: {value: _io.size - m}}}", spec)
    files = [bytes(size) for size in (3, 5, 1, 4)]
    for data in files:
        table = bytewright.open(data, codec, engine="columns").to_table()
        assert table["left"].to_pylist() == [len(data)] * len(data)
    together = bytewright.open(files, codec, engine="columns").to_table()
    assert together["left"].to_pylist() == [len(data) for data in files for _ in data]


def test_parts_and_many_records(tmp_path: Path) -> None:
    codec = compiled(tmp_path, SHAPES["a condition"])
    data = bytes(2) + b"\1\2\3" * 5000 + b"\1" * 6
    table = bytewright.open(data, codec, engine="columns")
    whole = table.to_table().to_pylist()
    assert whole == bytewright.open(data, codec, engine="objects").to_table().to_pylist()
    assert table.counted == {"columns": 5006}
    parts = table.splits(4000)
    assert len(parts) > 2
    assert [row for part in parts for one in table.to_batches(part=part) for row in one.to_pylist()] == whole


PIVOT = """
meta: {id: told, endian: le, bit-endian: le}
-views:
  rows:
    each: blocks[*]
    rows: _.num_rows
    columns: [{id: row, value: _row, type: s4}]
    pivot: {each: '_.columns[*]', key: _.key, name: '"k" + _.key.to_s', vector: _.values}
seq: [{id: blocks, type: block, repeat: eos}]
types:
  column:
    params: [{id: rows, type: u1}]
    seq: [{id: key, type: u1}, {id: values, type: u2, repeat: expr, repeat-expr: rows}]
"""


@pytest.mark.parametrize(
    ("first", "last"),
    [("valid: {max: _io.size}", ""), ("valid: {min: 0}", ", {id: part, type: b3}")],
    ids=["that ask for it", "that leave a part of a byte"],
)
def test_columns_that_records_name(tmp_path: Path, first: str, last: str) -> None:
    """The last record names a column that the others don't have."""
    seq = f"{{id: num_rows, type: u1}}, {{id: n, type: u1, {first}}}"
    seq += f", {{id: columns, type: column(num_rows), repeat: expr, repeat-expr: n}}{last}"
    codec = compiled(tmp_path, f"block: {{seq: [{seq}]}}", PIVOT)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    end = b"\5" if last else b""
    data = bytes([2, 1, 5, 1, 0, 2, 0]) + end + bytes([1, 2, 5, 1, 0, 7, 9, 9]) + end
    columns = bytewright.open(data, codec, view="rows", engine="columns").schema.names
    assert columns == ["row", "k5", "k7"]
    agree_when_damaged(codec, data, view="rows")
