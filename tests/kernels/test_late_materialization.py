"""What only columns need is computed in blocks with rows that are asked for, and fields that are rarely there."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from tests.support.both import agree
from tests.support.reading import TINY, read

from bytewright.arrow.conditions import Among
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.plan import (
    RECORDS,
    Binary,
    Check,
    Const,
    End,
    LengthFrame,
    Load,
    Need,
    Number,
    RowPlan,
    Select,
    Start,
    add,
    any_of,
    codes,
)
from bytewright_codegen.load import load


def optional() -> RowPlan:
    """A length, whether there is a number, and the number, below 1000."""
    there = Binary("==", Load("u1", add(Start(), 1)), Const(1))
    place = add(Start(), 2)
    number = Load("u2le", Select(there, place, Start()))
    steps = (
        Need(RECORDS, add(Start(), 1), Const(1), Start(), End(), "there"),
        Need(RECORDS, Select(there, place, Start()), Select(there, Const(2), Const(0)), Start(), End(), "number"),
        Check(RECORDS, any_of(Binary("==", there, Const(0)), Binary("<", number, Const(1000))), "number"),
    )
    columns = (Number("twice", "int32", Select(there, Binary("*", number, Const(2)), Const(-1))),)
    return RowPlan(LengthFrame("u1", 0, 1, 1), steps, RECORDS, columns)


@pytest.mark.parametrize("settings", [Settings(), Settings(block_records=8), TINY], ids=str)
def test_fields_that_are_rarely_there(settings: Settings) -> None:
    """Here and there one of the records of a block has the field, in others none; and it may be bad."""
    seed = random.Random(5)
    numbers = [seed.randrange(1000) if seed.randrange(60) == 0 else None for _ in range(2000)]
    numbers[-1] = 999
    records = [b"\1\0" if number is None else b"\3\1" + number.to_bytes(2, "little") for number in numbers]
    rows = [{"twice": -1 if number is None else 2 * number} for number in numbers]
    assert read(optional(), b"".join(records), settings=settings) == (rows, None)
    for bad in (b"\3\1\xe8\3", b"\2\1\0", b"\1\1"):
        place = len(b"".join(records[:1500]))
        data = b"".join([*records[:1500], bad, *records[1500:]])
        assert read(optional(), data, settings=settings) == (rows[:1500], place)


NEVER = """
meta: {id: never, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1, valid: {any-of: [1, 5, 9]}}
      - {id: count, type: u2, -null: 0}
      - {id: items, type: u8, repeat: expr, repeat-expr: count}
      - {id: last, type: u1}
-views:
  rows:
    each: records[*]
    columns: [{id: count, value: _.count, nullable: true, if: not (_.kind != 0 or _.kind == 1)}]
"""


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 1), (0, 1), (0,)])
def test_null_under_a_condition_that_never_holds(counts: tuple[int, ...], tmp_path: Path) -> None:
    """The number is null, and the condition holds nowhere."""
    path = tmp_path / "never.ksy"
    path.write_text(NEVER, encoding="utf-8")
    data = b"".join(b"\1" + count.to_bytes(2, "little") + bytes(8 * count + 1) for count in counts)
    rows, error, _ = agree(load(path), data)
    assert (rows, error) == (["{'count': None}"] * len(counts), None)


@pytest.mark.parametrize("there", [False, True])
def test_columns_of_blocks_without_rows_that_are_asked_for_cost_nothing(there: bool) -> None:
    """What refuses a record is looked at in each of them, what only another column needs isn't."""
    plan = optional()
    plan = replace(plan, columns=(*plan.columns, Number("size", "int32", Load("u1", Start()))))
    data, asked = b"\1\0" * 100 + b"\3\1\2\0" * there, Among(("size",), (pa.scalar(3),))
    scan = Scan(plan, BytesSource(data), settings=Settings(block_records=100, batch_rows=100), condition=asked)
    cycles = np.zeros(len(scan._program.instructions), np.int64)
    scan._state[codes.PROFILE] = cycles.ctypes.data
    put_off = scan._program.instructions[:, codes.INSTRUCTION - 2] != 0
    needs = scan._program.instructions[:, 0] == codes.NEED
    assert [row for batch in scan for row in batch.to_pylist()] == [{"twice": 4, "size": 3}] * there
    assert put_off.sum() >= 2
    assert (cycles[put_off] != 0).tolist() == [there] * put_off.sum()
    assert cycles[needs].all()
