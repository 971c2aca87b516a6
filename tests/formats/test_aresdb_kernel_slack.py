"""Bytes that no field describes: the same warnings by both engines, and the same error where they are refused."""

from __future__ import annotations

import random
import struct

from tests.columnar.test_toys import MEASUREMENTS
from tests.support import inputs
from tests.support.both import agree, agree_when_damaged, documented, read, toy

from bytewright.columnar.scan.scanner import NOTICED
from bytewright_formats import aresdb_redo_log, aresdb_upsert_batch


def longer(record: bytes, slack: int) -> bytes:
    """A record behind a u2 length, with so many bytes more."""
    return struct.pack("<H", len(record) - 2 + slack) + record[2:] + bytes(slack)


def test_behind_the_fields_of_a_record() -> None:
    codec = documented()
    first, second, third = MEASUREMENTS[:3]
    data = b"SLOG" + first + longer(second, 3) + third + longer(first, 1)
    rows, error, warnings = agree(codec, data)
    assert (len(rows), error) == (4, None)
    assert [warning.partition(": ")[2].partition(" (")[0] for warning in warnings] == ["offset 60", "offset 125"]
    assert "3 bytes that no field describes" in warnings[0]
    rows, error, _ = agree(codec, data, strict=True)
    assert len(rows) == 1
    assert error is not None
    assert "records[1].body.slack" in error
    agree_when_damaged(codec, b"SLOG" + longer(first, 2) + third)
    agree_when_damaged(codec, b"SLOG" + longer(first, 2) + third, strict=True)


def test_in_every_record() -> None:
    """The first ones are told of one by one; that there may be more is said as well."""
    codec = documented()
    records = [longer(MEASUREMENTS[number % 3], 1 + number % 5) for number in range(NOTICED + 50)]
    data = b"SLOG" + b"".join(records)
    rows, error, warnings = read(codec, data, "objects")
    for batch_rows in (7, 65_536):
        found = read(codec, data, "columns", batch_rows)
        assert found[:2] == (rows, error)
        assert found[2][:-1] == warnings[:NOTICED]
        assert "more may follow" in found[2][-1]
    bad = data[:-1]
    assert read(codec, bad, "columns")[:2] == read(codec, bad, "objects")[:2]


def test_in_records_of_one_size() -> None:
    codec = toy("padded")
    plain = struct.pack("<HB9x", 1, 0x80 | 9)
    data = plain + struct.pack("<HBI5x", 2, 0x80 | 9, 7) + struct.pack("<HB9x", 3, 0)
    rows, error, warnings = agree(codec, data)
    assert (len(rows), error) == (3, None)
    assert [warning.rpartition(": ")[2] for warning in warnings] == [
        *2 * ["5 bytes that no field describes"],
        "9 bytes that no field describes",
    ]
    agree_when_damaged(codec, data)
    agree_when_damaged(codec, data, strict=True)


def test_in_batches() -> None:
    generator = random.Random(3)
    bodies = [
        inputs.body(5, [(1, "int8", 2), (2, "bool", 1)], generator),
        inputs.body(5, [(1, "int8", 2)], generator, gap=3, slack=8),
        inputs.body(2, [(2, "bool", 0)], generator, slack=16),
    ]
    data = bytes.fromhex("edfedaad") + inputs.log(bodies)
    rows, error, warnings = agree(aresdb_redo_log.CODEC, data)
    assert (len(rows), error) == (12, None)
    assert len(warnings) == 2
    assert agree(aresdb_redo_log.CODEC, data, view="columns")[2] == warnings
    strict = agree(aresdb_redo_log.CODEC, data, strict=True)
    assert len(strict[0]) == 5
    assert strict[1] is not None
    # Alone, what is left over is that of the whole file.
    assert len(agree(aresdb_upsert_batch.CODEC, bodies[1])[2]) == 1
    assert agree(aresdb_upsert_batch.CODEC, bodies[1], strict=True)[1] is not None


def test_unfinished_last_record() -> None:
    """What is left out is told of by both."""
    codec = documented()
    data = b"SLOG" + longer(MEASUREMENTS[0], 2) + MEASUREMENTS[1]
    for size in range(len(data) - 8, len(data)):
        warnings = agree(codec, data[:size], options={"tornTail": "ignore"})[2]
        assert len(warnings) == 2
