"""Columns that values name: every kind of vector into every column that holds it."""

from __future__ import annotations

import random
import struct
import sys
import uuid
from collections.abc import Container
from types import FrameType
from typing import Any

import pyarrow as pa
import pytest
from tests.support import inputs, plans
from tests.support.reading import TINY, read

from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.discover import Novelties, Place, discover
from bytewright.kernels.drivers.scan import Settings
from bytewright.kernels.plan import (
    RECORDS,
    Binary,
    Case,
    Const,
    Elements,
    End,
    Index,
    LengthFrame,
    Load,
    Lookup,
    Need,
    Number,
    Part,
    Pivot,
    RowPlan,
    Rows,
    Start,
    Up,
    add,
)
from bytewright.kernels.program.pivot import PivotColumn, column_of_type, column_type

NUMBERS = (
    "u1",
    "s1",
    *(f"{k}{size}{order}" for order in ("le", "be") for size in (2, 4, 8) for k in "us"),
    "f4be",
    "f8le",
)
CASES = (
    *(Case(kind, int(kind[1]), (Part(kind),)) for kind in NUMBERS),
    Case("bit", 0, (Part("bit"),)),
    Case("bit_be", 0, (Part("bit_be"),)),
    Case("uuid", 16, (Part("uuid"),)),
    Case("chunk", 5, (Part("bytes", size=5),)),
    Case("inside", 7, (Part("u2be", offset=3),)),
    Case("pair", 12, (Part("s2be", "a", 1), Part("f8le", "b", 4))),
)
NAMES = [case.name for case in CASES]


def plan() -> RowPlan:
    """``[u4 size][u1 rows][u1 vectors][vectors × (u1 key, u1 case, u4 place)] …``: vectors without nulls, anywhere."""
    rows, count = Load("u1", add(Start(), 4)), Load("u1", add(Start(), 5))
    at = Binary("+", Up(add(Start(), 6)), Binary("*", Index(), Const(6)))
    case = Load("u1", add(at, 1))
    place = Binary("+", Up(Start()), Load("u4le", add(at, 2)))
    bits = Lookup(case, tuple(8 * case.stride or 1 for case in CASES))
    size = Binary("//", add(Binary("*", bits, Up(rows)), 7), Const(8))
    pivot = Pivot("vectors", Load("u1", at), case, CASES, Const(1), Const(0), place, "vectors")
    return RowPlan(
        LengthFrame("u4le", 0, 4, 4),
        (
            Need(RECORDS, add(Start(), 4), Const(2), Start(), End(), "header"),
            Need(RECORDS, add(Start(), 6), Binary("*", count, Const(6)), Start(), End(), "vectors"),
            Elements("vectors", RECORDS, count, "vectors"),
            Need("vectors", place, size, Up(Start()), Up(End()), "vectors.data"),
            Rows("rows", RECORDS, rows, "rows"),
        ),
        "rows",
        (Number("row", "int32", Index()),),
        pivot,
    )


def record(rows: int, vectors: list[tuple[int, str, bytes]]) -> bytes:
    head, data = bytearray([rows, len(vectors)]), bytearray()
    for key, case, raw in vectors:
        head += struct.pack("<BBI", key, NAMES.index(case), 6 + 6 * len(vectors) + len(data))
        data += raw
    return struct.pack("<I", len(head) + len(data)) + bytes(head) + bytes(data)


def raw(case: str, rows: int, generator: random.Random) -> bytes:
    found = CASES[NAMES.index(case)]
    if case.startswith("f"):
        form = (">" if case.endswith("be") else "<") + {"4": "f", "8": "d"}[case[1]]
        return b"".join(struct.pack(form, generator.uniform(-5, 5)) for _ in range(rows))
    if case == "pair":
        return b"".join(generator.randbytes(4) + struct.pack("<d", generator.uniform(-5, 5)) for _ in range(rows))
    return generator.randbytes((found.stride * 8 * rows or rows) + 7 >> 3)


def values(case: str, data: bytes, rows: int) -> list[Any]:
    letters = {
        "u1": "B",
        "u2": "H",
        "u4": "I",
        "u8": "Q",
        "s1": "b",
        "s2": "h",
        "s4": "i",
        "s8": "q",
        "f4": "f",
        "f8": "d",
    }
    found: list[Any] = []
    for row in range(rows):
        if case == "bit":
            found.append(bool(data[row // 8] >> row % 8 & 1))
        elif case == "bit_be":
            found.append(bool(data[row // 8] >> 7 - row % 8 & 1))
        elif case == "uuid":
            found.append(str(uuid.UUID(bytes=data[16 * row : 16 * row + 16])))
        elif case == "chunk":
            found.append(data[5 * row : 5 * row + 5])
        elif case == "inside":
            found.append(struct.unpack_from(">H", data, 7 * row + 3)[0])
        elif case == "pair":
            found.append(
                {
                    "a": struct.unpack_from(">h", data, 12 * row + 1)[0],
                    "b": struct.unpack_from("<d", data, 12 * row + 4)[0],
                }
            )
        else:
            form = (">" if case.endswith("be") else "<") + letters[case[:2]]
            found.append(struct.unpack_from(form, data, int(case[1]) * row)[0])
    return found


@pytest.mark.parametrize("case", NAMES)
@pytest.mark.parametrize("batch_rows", [1, 7, 64, 1000])
def test_kinds(case: str, batch_rows: int) -> None:
    generator = random.Random(case)
    sizes = (1, 16, 17, 255, 0, 40)
    vectors = [raw(case, rows, generator) for rows in sizes]
    data = b"".join(record(rows, [(5, case, vector)]) for rows, vector in zip(sizes, vectors, strict=True))
    settings = Settings(batch_rows=batch_rows, buffer_bytes=500)
    rows, bad = read(plan(), data, pivot=[PivotColumn(5, "x", case)], columns=["x"], settings=settings)
    assert bad is None
    expected = [value for rows, vector in zip(sizes, vectors, strict=True) for value in values(case, vector, rows)]
    if case.startswith("u8"):
        rows = [{"x": int(row["x"])} for row in rows]
    assert [row["x"] for row in rows] == expected


INTEGERS = ["int8", "int16", "int32", "int64", "decimal128(20,0)"]


@pytest.mark.parametrize("target", INTEGERS)
def test_widening(target: str) -> None:
    """Integers go into every wider column; a record with one that may not fit is bad."""
    from bytewright.kernels.plan.types import KINDS

    generator = random.Random(target)
    for case in (name for name in (*NUMBERS, "inside") if name[0] in "usi"):
        kind = KINDS["u2be" if case == "inside" else case]
        vector = raw(case, 50, generator)
        column = PivotColumn(1, "x", case, target)
        rows, bad = read(plan(), record(50, [(1, case, vector)]), pivot=[column], settings=TINY)
        if INTEGERS.index(kind.column) <= INTEGERS.index(target):
            assert bad is None
            assert [int(row["x"]) for row in rows] == values(case, vector, 50)
        else:
            assert (rows, bad) == ([], 0)


def test_mismatches() -> None:
    generator = random.Random(1)
    for case, other in (("f4be", "f8le"), ("uuid", "u1"), ("bit", "s1"), ("pair", "f8le"), ("chunk", "uuid")):
        data = record(2, [(1, case, raw(case, 2, generator))]) + record(2, [(1, other, raw(other, 2, generator))])
        rows, bad = read(plan(), data, pivot=[PivotColumn(1, "x", case)])
        assert len(rows) == 2
        assert bad == len(data) - len(record(2, [(1, other, raw(other, 2, generator))]))


def test_labels() -> None:
    vector = bytes([0, 1, 2, 3, 250])
    column = PivotColumn(1, "x", "u1", labels=("red", "", "ä" * 40))
    rows, _ = read(plan(), record(5, [(1, "u1", vector)]) + record(1, []), pivot=[column], settings=TINY)
    assert [row["x"] for row in rows] == ["red", "", "ä" * 40, "3", "250", None]


def test_discovery() -> None:
    """Keys ascend; integers widen; the last vector with a key counts; a bad record, or types that don't go together,
    end it."""
    generator = random.Random(1)
    body = inputs.body
    good = [
        body(3, [(9, "uint8", 1), (2, "bool", 2), (9, "int16", 0)], generator),
        body(1, [(2, "bool", 0), (9, "int8", 1), (300, "uuid", 1)], generator),
        body(0, [(9, "int32", 0)], generator),
    ]
    late = body(2, [(7, "float32", 1)], generator)
    clash = body(1, [(2, "int8", 1), (8, "int8", 1)], generator)
    found_by = {}
    for name, end in (("bad", b"\1\0\0\0"), ("clash", inputs.log([clash]))):
        data = inputs.log(good) + end + inputs.log([late])
        for settings in (Settings(), TINY, Settings(batch_rows=1)):
            found = discover(plans.upsert_batches(), BytesSource(data), str, settings=settings)
            assert [(c.key, c.name, c.case) for c in found.columns][:2] == [(2, "2", "bool"), (9, "9", "int32")]
            assert [c.key for c in found.columns if c.key != 8] == [2, 9, 300]
            found_by[name] = found.failure
    assert found_by["bad"] is not None
    assert found_by["bad"].record == 3
    assert found_by["clash"] is None


def test_records_that_say_something_new() -> None:
    """Of the first records with a key, a case, or without a key of all others, those that are good count."""
    generator = random.Random(2)
    kinds = [
        [(2, "bool", 1)],
        [(2, "bool", 1)],
        [(2, "bool", 0), (7, "int8", 1)],  # bad: neither the key nor the mode is known by it
        [(2, "bool", 1), (7, "int8", 1)],
        [],  # bad
        [(7, "int8", 1)],
        [(2, "int8", 1), (7, "int8", 1)],
        [(2, "bool", 1)],
    ]
    data = inputs.log([inputs.body(1, vectors, generator) for vectors in kinds])
    for settings in (Settings(), TINY, Settings(batch_rows=1)):
        asked: list[int] = []

        def take(record: int, place: Place, asked: list[int] = asked) -> bool:
            assert place.record <= record
            asked.append(record)
            return record not in (2, 4)

        novelties = Novelties(plans.upsert_batches(), take)
        assert novelties.look_through(BytesSource(data), Place(0, 0), settings=settings) is None
        assert asked == [0, 2, 3, 4, 5, 6]
        assert novelties.records == len(kinds) - 2


def asked_of(data: bytes, bad: Container[int], settings: Settings) -> list[int]:
    """Numbers of the records that are asked for, of which some are bad."""
    asked: list[int] = []

    def take(record: int, _: Place) -> bool:
        asked.append(record)
        return record not in bad

    assert (
        Novelties(plans.upsert_batches(), take).look_through(BytesSource(data), Place(0, 0), settings=settings) is None
    )
    return asked


@pytest.mark.parametrize("seed", range(40))
def test_records_that_say_something_new_at_random(seed: int) -> None:
    generator = random.Random(seed)
    often = generator.choice([0.2, 0.9, 0.99])
    records = [
        [(key, generator.choice(["bool", "int8"]), 1) for key in range(5) if generator.random() < often]
        for _ in range(60)
    ]
    bad = {number for number in range(60) if generator.random() < 0.3}
    known: set[tuple[int, str]] = set()
    by_all: set[int] | None = None
    wanted = []
    for number, vectors in enumerate(records):
        pairs, keys = {vector[:2] for vector in vectors}, {vector[0] for vector in vectors}
        if by_all is None or pairs - known or by_all - keys:
            wanted.append(number)
            if number not in bad:
                known, by_all = known | pairs, keys if by_all is None else by_all & keys
    data = inputs.log([inputs.body(1, vectors, generator) for vectors in records])
    for settings in (Settings(), TINY, Settings(batch_rows=7)):
        assert asked_of(data, bad, settings) == wanted


@pytest.mark.parametrize("bad", [False, True], ids=["good", "bad"])
def test_what_records_say_costs_what_they_hold(*, bad: bool) -> None:
    """Four times as many records, each with a key of its own, take four times as many steps, not sixteen times."""
    generator = random.Random(1)

    def steps(number: int) -> int:
        records = [[(place, "bool", 1)] for place in range(number)]
        data = inputs.log([inputs.body(1, vectors, generator) for vectors in records])
        found = 0

        def count(frame: FrameType, event: str, _: object) -> Any:
            nonlocal found
            if "bytewright/kernels/drivers/discover" not in frame.f_code.co_filename:
                return None
            found += event == "line"
            return count

        before = sys.gettrace()
        sys.settrace(count)
        try:
            asked_of(data, range(1, number) if bad else (), Settings())
        finally:
            sys.settrace(before)
        return found

    steps(1)
    assert steps(800) < 4.5 * steps(200)


def test_columns_by_type() -> None:
    pivot = plans.upsert_batches().pivot
    assert pivot is not None
    for kind in (pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.string()):
        column = column_of_type(pivot, 1, "x", kind)
        assert column is not None
        assert column_type(pivot, column) == kind
    assert column_of_type(pivot, 1, "x", pa.binary()) is None
