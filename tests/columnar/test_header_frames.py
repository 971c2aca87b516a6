"""Records that a header says how to find: a walk becomes a length or a size when a file is opened."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright
from bytewright.kernels.plan import Binary, Const, FixedFrame, Frame, LengthFrame, Load, RowPlan, Start, WalkFrame
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import framed
from bytewright.kernels.program.specialize import unroll


def traces(order: str, size: int, count: int) -> bytes:
    """A file in a byte order (`<` or `>`), of records with so many bytes each, or, where that is 0, a length each."""
    records = []
    for number in range(count):
        data = bytes(range(size or number % 5))
        length = b"" if size else struct.pack(f"{order}H", len(data))
        records.append(length + struct.pack(f"{order}i", number * 1000 - 3) + data)
    return bytes([order == "<", size]) + b"".join(records)


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("size", [0, 1, 7])
def test_rows(order: str, size: int) -> None:
    data = traces(order, size, 20)
    rows, error, warnings = agree(toy("traces"), data)
    assert (len(rows), error, warnings) == (20, None, [])
    assert "'number': 16997" in rows[17]
    table = bytewright.open(data, toy("traces"), engine="columns")
    assert sum(batch.num_rows for batch in table.to_batches()) == 20
    assert table.counted == {"columns": 20}


@pytest.mark.parametrize("order", "<>")
def test_damage(order: str) -> None:
    for size in (0, 3):
        tried, bad = agree_when_damaged(toy("traces"), traces(order, size, 8))
        assert tried > 70
        assert bad > 8


def frame(order: int, size: int) -> Frame:
    """The frame that the plan has for a header."""
    plan = toy("traces").row_plans["rows"]
    assert isinstance(plan, RowPlan)
    assert isinstance(plan.frame, WalkFrame)

    known = {"order == 1": int(order == 1), "len_record == 0": int(size == 0), "len_record": size}
    return unroll(plan, {}, lambda name, column: known[name]).frame


def test_what_a_header_decides_is_not_walked() -> None:
    assert frame(1, 0) == LengthFrame("u2le", 0, 6, 2)
    assert frame(0, 0) == LengthFrame("u2be", 0, 6, 2)
    assert frame(0, 9) == FixedFrame(13)


def test_sums() -> None:
    start = Start()
    length = Load("u4le", Binary("+", start, Const(8)))
    assert framed(Binary("+", Binary("+", start, length), Const(16))) == LengthFrame("u4le", 8, 16, 12)
    assert framed(Binary("+", Const(3), start)) == FixedFrame(3)
    assert framed(length) is None
    assert framed(Binary("+", start, Binary("*", length, Const(2)))) is None
    assert framed(Binary("+", start, Load("u1", length))) is None


def test_records_of_no_bytes_are_refused() -> None:
    plan = RowPlan(WalkFrame((), Start()), (), "records", ())
    with pytest.raises(Unsupported, match="no bytes"):
        unroll(plan, {}, lambda name, column: 0)
