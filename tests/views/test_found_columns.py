"""Columns that values name, in files with steps that are bad: both engines find the same."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import rows_of

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError

STEPS = """
seq: [{id: steps, type: step, repeat: eos}]
types:
  step: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body:
    seq:
      - {id: num, type: u1}
      - {id: column, type: column, repeat: expr, repeat-expr: 1}
  column:
    seq:
      - {id: key, type: u1}
      - {id: kind, type: u1}
      - {id: values, repeat: expr, repeat-expr: _parent.num, type: {switch-on: kind, cases: {1: u4}}}
-views:
  rows:
    each: steps[*]
    rows: _.body.num
    columns: [{id: num, value: _.body.num}]
    pivot: {each: '_.body.column[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}
"""


@pytest.mark.parametrize(
    ("mode", "columns"),
    [("FAILFAST", ["num", "c1"]), ("PERMISSIVE", ["num", "c1", "c2"]), ("DROPMALFORMED", ["num", "c1", "c2"])],
)
def test_a_case_that_there_is_not(compiled: Compile, mode: str, columns: list[str]) -> None:
    codec = compiled(STEPS)
    data = b"\7\1\1\1\5\0\0\0" + b"\3\1\11\3" + b"\7\1\2\1\6\0\0\0"
    found = [rows_of(codec, data, engine=engine, mode=mode) for engine in ("objects", "columns")]
    assert found[0].schema.names == columns
    assert found[1].equals(found[0])


CHECKED = """
seq: [{id: steps, type: step, repeat: eos}]
types:
  step: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body:
    seq:
      - {id: num, type: u1, valid: {max: 9}}
      - {id: num_columns, type: u1}
      - {id: column, type: column, repeat: expr, repeat-expr: num_columns}
      - {id: made, type: s8be, -type: {timestamp: s}}
      - {id: end, contents: [0x55]}
  column:
    seq:
      - {id: key, type: u1}
      - {id: kind, type: u1}
      - id: values
        repeat: expr
        repeat-expr: _parent.num
        type: {switch-on: kind, cases: {1: u4, 2: s1, 3: f4, 4: u2}}
-views:
  rows:
    each: steps[*]
    rows: _.body.num
    columns: [{id: num, value: _.body.num}, {id: made, value: _.body.made}]
    pivot: {each: '_.body.column[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}
"""
SIZES = {1: 4, 2: 1, 3: 4, 4: 2}


def step(num: int, columns: Sequence[tuple[int, int]]) -> bytes:
    """A step whose columns have these keys and kinds."""
    body = bytes([num, len(columns)])
    for key, kind in columns:
        body += bytes([key, kind]) + bytes(range(1, 1 + num * SIZES[kind]))
    return bytes([len(body) + 9]) + body + b"\0\0\0\0\0\0\0\x09\x55"


STEPS_WITH_COLUMNS = [
    step(2, [(1, 1), (2, 2)]),
    step(1, [(1, 2), (2, 2)]),
    step(1, [(1, 1), (2, 2), (3, 3)]),
    step(1, [(2, 1), (1, 1), (1, 4)]),  # of two columns with one key the last counts, and is of another kind here
    step(3, [(1, 1), (2, 2), (4, 4)]),
    step(1, [(1, 1), (2, 2)]),
]


def _as_if_undamaged(codec: Codec, steps: Sequence[bytes]) -> pa.Table:
    """What a file of the steps shows that a file can have without being bad, added one by one."""
    kept = b""
    for one in steps:
        try:
            bytewright.open(kept + one, codec, engine="objects").to_table()
        except ReadError:
            continue
        kept += one
    return bytewright.open(kept, codec, engine="objects").to_table()


@pytest.mark.parametrize("order", [1, -1])
def test_columns_are_those_of_good_steps(compiled: Compile, order: int) -> None:
    """Whatever byte of whichever step is changed, but for the lengths: a bad step adds no column, takes none, and
    changes no type, and the rows are those of a file that never had it."""
    codec = compiled(CHECKED)
    steps = STEPS_WITH_COLUMNS[::order]
    bad = 0
    for number, one in enumerate(steps):
        for place in range(1, len(one)):
            for value in {one[place] ^ 4, 0xFF}:
                changed = [*steps]
                changed[number] = one[:place] + bytes([value]) + one[place + 1 :]
                expected = _as_if_undamaged(codec, changed)
                for engine in ("objects", "columns"):
                    table = bytewright.open(b"".join(changed), codec, engine=engine, mode="DROPMALFORMED")
                    assert table.schema.equals(expected.schema, check_metadata=True), (engine, number, place, value)
                    assert table.to_table().equals(expected), (engine, number, place, value)
                bad += table.malformed
    assert bad > 50


def test_many_bad_steps_hide_no_column(compiled: Compile) -> None:
    codec = compiled(CHECKED)
    good, bad = step(1, [(1, 1)]), step(1, [(9, 1)])[:-1] + b"\0"
    data = good + 300 * bad + step(1, [(1, 1), (2, 2)])
    for engine in ("objects", "columns"):
        table = bytewright.open(data, codec, engine=engine, mode="PERMISSIVE")
        assert table.schema.names == ["num", "made", "c1", "c2"]
        assert table.to_table().num_rows == 302


def test_of_columns_with_one_key_in_a_step_the_last_counts(compiled: Compile) -> None:
    """What the others are is new in a step that has only them."""
    codec = compiled(CHECKED)
    steps = [step(1, [(1, 1), (1, 2)]), step(1, [(1, 1)])]
    for more in ([], [step(1, [(1, 3)])]):  # a bad one, which has no integers
        for data in (steps[0], b"".join(steps + more), b"".join([steps[0], *more, steps[1]])):
            found = [
                bytewright.open(data, codec, engine=engine, mode="PERMISSIVE") for engine in ("objects", "columns")
            ]
            kind = pa.int8() if data == steps[0] else pa.int64()
            assert [table.schema.field("c1").type for table in found] == [kind, kind]
            assert found[0].to_table().equals(found[1].to_table())
            assert [table.malformed for table in found] == [len(more) if data != steps[0] else 0] * 2


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_an_unfinished_step_that_is_accepted_ends_the_columns(compiled: Compile, mode: str) -> None:
    codec = compiled(CHECKED)
    good, torn = step(1, [(1, 1)]), b"\xff" + 8 * step(1, [(2, 2)])
    for data in (good + torn, good + step(1, [(1, 3)]) + torn):
        for engine in ("objects", "columns"):
            table = bytewright.open(data, codec, engine=engine, mode=mode, options={"tornTail": "ignore"})
            assert table.schema.names == ["num", "made", "c1"]
            assert table.to_table()["c1"].to_pylist()[:1] == [0x04030201]
            assert table.malformed == (data != good + torn)
