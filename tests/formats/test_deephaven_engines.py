"""The kernel against objects on damaged logs: the same rows, the same error; and what reads is written again."""

from __future__ import annotations

import random
import struct
import zlib
from typing import Any

import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.codec.plain_values import from_plain
from bytewright.errors import BytewrightError
from bytewright_formats.deephaven_log import CODEC

SMALL = sorted(p for p in (DATA / "deephaven" / "good").glob("*.bin") if p.stat().st_size < 3000)
EACH = 24
"""Damaged copies of each file."""


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A copy with a few bytes changed, taken out or put in; mostly one whose digests fit again."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        place, kind = chance.randrange(len(made)), chance.random()
        if kind < 0.6:
            made[place] = chance.choice((0, 1, 128, 255, chance.randrange(256)))
        elif kind < 0.8:
            del made[place : place + chance.randrange(1, 9)]
        else:
            made[place:place] = chance.randbytes(chance.randrange(1, 9))
    return sealed(bytes(made)) if chance.random() < 0.75 else bytes(made)


def sealed(data: bytes) -> bytes:
    """A log whose digests fit, as far as its sizes lead."""
    made = bytearray(data)
    place, size = 0, struct.unpack_from(">i", data, 8)[0] + 12 if len(data) >= 12 else 0
    while 4 < size <= len(made) - place:
        end = place + size
        made[end - 4 : end] = zlib.adler32(made[place : end - 4]).to_bytes(4, "big")
        place = end
        if place + 4 > len(made):
            break
        size = struct.unpack_from(">i", made, place)[0] + 4
    return bytes(made)


def read(data: bytes, engine: Any, options: dict[str, str]) -> tuple[str, str | None, list[str]]:
    table, rows = None, []
    try:
        table = bytewright.open(data, CODEC, engine=engine, options=options)
        for batch in table.to_batches():
            rows += batch.to_pylist()
    except BytewrightError as error:
        return repr(rows), str(error), []
    return repr(rows), None, [str(warning) for warning in table.warnings]


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_engines_agree_on_damage(path: Any) -> None:
    chance = random.Random(path.stem)
    data = path.read_bytes()
    assert sealed(data) == data or "nodigest" in path.stem
    for number in range(EACH):
        made = damaged(data, chance)
        options = chance.choice(({}, {"verifyChecksum": "report"}, {"verifyChecksum": "skip"}, {"tornTail": "ignore"}))
        by_objects = read(made, "objects", options)
        assert by_objects == read(made, "columns", options), (number, options)
        if by_objects[1] is None and not options:
            assert CODEC.to_bytes(CODEC.parse(made)) == made


def test_large_values_of_all_rows_make_small_batches() -> None:
    large = "x" * (1 << 20)
    header = [
        {"type": "column_definitions", "body": {"columns": [{"name": "S", "type": "EnhancedString", "metadata": {}}]}},
        {"type": "constant_columns", "body": {"list": {"entries": [{"name": "S", "cell": {"value": large}}]}}},
    ]
    rows = [{"body": {"cells": [None]}}] * 100
    data = CODEC.to_bytes(from_plain(CODEC, {"header": {"records": header}, "records": rows}))
    for engine in ("objects", "columns"):
        batches = list(bytewright.open(data, CODEC, engine=engine).to_batches())
        assert sum(batch.num_rows for batch in batches) == 100
        assert max(batch.nbytes for batch in batches) < 20 << 20


def test_both_engines_notice_the_same_behind_bad_records() -> None:
    data = bytearray((DATA / "deephaven" / "good" / "many_rows.bin").read_bytes())
    records = [record._at[0].start for record in CODEC.parse(bytes(data)).records]
    data[records[3] + 10] ^= 1  # a digest that doesn't fit
    data[records[8] : records[8] + 4] = (5).to_bytes(4, "big")  # a record that ends too early
    data[records[20] + 10] ^= 1
    found = {}
    for engine in ("objects", "columns"):
        options = {"verifyChecksum": "report"}
        table = bytewright.open(bytes(data), CODEC, engine=engine, mode="PERMISSIVE", options=options)
        rows = [repr(row) for batch in table.to_batches() for row in batch.to_pylist()]
        found[engine] = rows, [str(warning) for warning in table.warnings]
    assert found["objects"] == found["columns"]
    assert "records[3].body.digest" in found["objects"][1][0]
