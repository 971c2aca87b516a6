"""Damaged files in Spark: rows that rest on the search are marked, blocks are found without their index, and tasks give
what one read of the file gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.damage import test_counted_lists as counted
from tests.damage.specs import FORMATS
from tests.damage.test_blocks import ARCHIVE, file_of
from tests.damage.test_lists import SHELVES, shelves
from tests.views.test_resync import log_of

import bytewright

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Case = tuple[str, bytes, set[int], int]
"""A spec, a damaged file, the numbers of the rows that are marked, and how many places are bad."""


def _feed() -> Case:
    log = log_of(FORMATS["feed"], 60)
    data = bytearray(log.data)
    data[log.edges[10]], data[log.edges[40] + 2] = 0xFF, 0
    return FORMATS["feed"].spec, bytes(data), set(range(12, 17)), 2


def _shelves() -> Case:
    file = shelves(random.Random(1))
    data = bytearray(file.data)
    data[file.places[5][0]] ^= 0x40
    return f"meta: {{id: nested, endian: le}}\n{SHELVES}", bytes(data), {6}, 1


def _counted(kind: str, marked: set[int]) -> Case:
    """A length is flipped in one list, and bytes are lost in another."""
    file = counted.file_of(kind)
    first, lost = file.records[2], file.records[41]
    data = bytearray(file.data)
    del data[lost.start + 1 : lost.end - 1]
    data[first.start + 1] = 0x40
    return (
        f"meta: {{id: {kind}, endian: le}}\n{counted.KINDS[kind][0]}",
        bytes(data),
        marked,
        4 if kind == "racks" else 2,
    )


def _racks() -> Case:
    """The next bin and rack are found by search, as bytes are lost before them."""
    return _counted("racks", {3, 42, *range(46, 54), *range(71, 82)})


def _trays() -> Case:
    """Where a list ends is told by the next tray, which is found by search."""
    return _counted("trays", {3, *range(6, 16), 42, *range(43, 50)})


def _archive() -> Case:
    file = file_of("archive")
    data = bytearray(file.data[:-12])
    data[file.blocks[3][0] + 12] ^= 1
    return f"meta: {{id: archive, endian: le}}\n{ARCHIVE}", bytes(data), set(), 2


@pytest.mark.parametrize("case", [_feed, _shelves, _racks, _trays, _archive])
def test_a_session_shows_what_one_read_does(case: Callable[[], Case], spark: SparkSession, tmp_path: Path) -> None:
    text, data, marked, places = case()
    spec, path, notes = tmp_path / "spec.ksy", tmp_path / "bad", tmp_path / "notes"
    spec.write_text(text, encoding="utf-8")
    path.write_bytes(data)
    options: dict[str, Any] = {"includeMetadata": True, "includeError": True}
    table = bytewright.open(str(path), str(spec), mode="PERMISSIVE", options=options)
    expected = table.to_table().to_pylist()
    reader = spark.read.format("bytewright").options(spec=str(spec), mode="PERMISSIVE", badRecordsPath=str(notes))
    parts = {"maxPartitionBytes": 500, "openCostInBytes": 0, **options}
    reader = reader.options(**parts)
    found = reader.load(str(path)).toArrow().to_pylist()
    assert sorted(found, key=_place) == sorted(expected, key=_place)
    assert {row["number"] for row in found if row["_metadata"]["resynchronised"]} == marked
    assert sum(row["_error"] is not None for row in found) == places == table.malformed
    assert bytewright.damage(notes).num_rows == places
    reader = reader.options(mode="DROPMALFORMED", badRecordsPath=f"{notes}.dropped")
    table = bytewright.open(str(path), str(spec), mode="DROPMALFORMED", options=options)
    dropped = reader.load(str(path)).toArrow().to_pylist()
    assert sorted(dropped, key=_place) == sorted(table.to_table().to_pylist(), key=_place)


def _place(row: dict[str, Any]) -> tuple[int, str]:
    return row["_metadata"]["record_offset"], repr(row)
