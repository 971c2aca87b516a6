"""Bytes in lists that a spec writes out, in the kernel: the same rows and errors as by objects."""

from __future__ import annotations

from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright

RUNS = """
seq: [{id: chunks, type: chunk, repeat: eos}]
types:
  chunk:
    seq: [{id: tag, type: u1}, {id: marks, type: mark, repeat: expr, repeat-expr: 2}]
    instances:
      table: {value: '[[0x00, 0x01], [0x7f], [0xff, 0xfe, 0xfd, 0xfc]]'}
      sizes: {value: '[2, 1, 2 + 2, 300]'}
      names: {value: '["one", "two"]'}
      run: {value: 'table[tag - 5]'}
      first: {value: 'table[tag - 5][0]'}
      is_it: {value: 'table[tag - 5] == [0x7f]'}
      length: {value: 'table[tag - 5].size'}
  mark:
    seq: [{id: at, type: u1}]
    instances:
      table: {value: '[[0x61], [0x62, 0x63]]'}
      run: {value: 'table[at]'}
"""
TABLE = [b"\0\1", b"\x7f", b"\xff\xfe\xfd\xfc"]


def test_bytes_that_a_number_chooses(compiled: Compile) -> None:
    codec = compiled(RUNS)
    data = b"\5\0\1\6\1\1\7\0\0\5\1\0" * 3
    table = bytewright.open(data, codec, engine="columns")
    rows = table.to_table().to_pylist()
    assert table.counted == {"columns": 12}
    for row, tag in zip(rows, data[::3], strict=True):
        run = TABLE[tag - 5]
        assert (row["run"], row["first"], row["length"], row["is_it"]) == (run, run[0], len(run), run == b"\x7f")
        assert (row["table"], row["sizes"], row["names"]) == (TABLE, [2, 1, 4, 300], ["one", "two"])
    assert [mark["run"] for row in rows[:2] for mark in row["marks"]] == [b"a", b"bc", b"bc", b"bc"]
    assert agree(codec, data)[1] is None


def test_numbers_of_no_such_bytes(compiled: Compile) -> None:
    tried, bad = agree_when_damaged(compiled(RUNS), b"\5\0\1\6\1\1\7\0\0")
    assert tried > 20
    assert bad > 15
