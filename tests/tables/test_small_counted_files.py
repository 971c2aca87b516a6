"""Many small files whose records something in front of them counts, or lays out: each is one record when they are read
at once."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree_in_bulk, agree_when_damaged, read
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import FixedFrame, RowPlan, WalkFrame, WholeFrame

TRAYS = """
seq:
  - {id: magic, contents: TR}
  - {id: has_notes, type: u1, valid: {max: 1}}
  - {id: count, type: u1}
  - {id: trays, type: tray, repeat: expr, repeat-expr: count}
  - {id: seal, contents: END}
types:
  tray:
    seq:
      - {id: number, type: u2}
      - {id: len_note, type: u1, if: _root.has_notes == 1}
      - {id: note, size: len_note, type: str, encoding: UTF-8, if: _root.has_notes == 1}
-views:
  trays:
    each: 'trays[*]'
    columns:
      - {id: place, value: _index}
      - {id: number, value: _.number}
      - {id: note, value: _.note}
"""
CARDS = """

seq:
  - {id: cards, type: card, repeat: expr, repeat-expr: 3}
  - {id: check, type: u2}
types:
  card:
    seq: [{id: number, type: u4}]
"""


def trays(notes: bool, count: int) -> bytes:
    """A file of so many records."""
    found = [b"TR", bytes([notes, count])]
    for number in range(count):
        note = b"n" * (number % 4)
        found.append(struct.pack("<H", 7 * number) + (bytes([len(note)]) + note if notes else b""))
    return b"".join((*found, b"END"))


@pytest.fixture
def codec(compiled: Compile) -> Codec:
    """That of files with notes, or without."""
    return compiled(TRAYS)


def _plan(codec: Codec) -> RowPlan:
    plan = codec.row_plans[codec.views[0].name]
    assert isinstance(plan, RowPlan)
    return plan


def test_files_are_one_record_each_when_they_are_read_at_once(codec: Codec) -> None:
    plan = _plan(codec)
    assert isinstance(plan.frame, WalkFrame)
    assert plan.whole is not None
    assert isinstance(plan.whole.frame, WholeFrame)
    files = [trays(number % 3 > 0, number % 7) for number in range(40)]
    table = bytewright.open(files, codec)
    assert not [item for item in table.in_bulk() if isinstance(item, int)]
    found = bytewright.open(files, codec).to_table()
    assert found == bytewright.open(files, codec, engine="objects").to_table()
    assert found.num_rows == sum(number % 7 for number in range(40))


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("notes", [False, True])
def test_damage(codec: Codec, mode: str, notes: bool) -> None:
    tried, _ = agree_when_damaged(codec, trays(notes, 6), mode=mode)
    assert tried > 40


def test_bad_files_and_large_ones_are_read_on_their_own(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [trays(True, 5), trays(True, 5)[:-1], trays(False, 200), trays(True, 5) + b"?", trays(False, 0)]
    monkeypatch.setattr("bytewright.columnar.scan.batch_scan._LARGEST_WHOLE", 300)
    items = list(bytewright.open(files, codec, engine="columns").in_bulk())
    assert [item for item in items if isinstance(item, int)] == [1, 2, 3]
    agree_in_bulk(codec, files, [read(codec, data, "objects") for data in files])


@pytest.mark.parametrize(
    "options", [{"switchTags": True}, {"checks": "frames"}, {"verifyChecksum": "skip"}, {"maxRecordBytes": 4}]
)
def test_options(codec: Codec, options: dict[str, Any]) -> None:
    files = [trays(True, number) for number in range(8)]
    agree_in_bulk(codec, files, [read(codec, data, "objects", options=options) for data in files], options=options)


def test_of_several_files_tiny_ones_that_are_read_alone_are_read_by_objects(
    compiled: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bytewright.tables.engines.TINY", 512)
    codec = compiled(CARDS)
    assert isinstance(_plan(codec).frame, FixedFrame)
    one = struct.pack("<IIIH", 1, 2, 3, 4)
    table = bytewright.open([one] * 3, codec)  # too few to be put together
    assert table.to_table()["number"].to_pylist() == [1, 2, 3] * 3
    assert table.engines == ["objects"] * 3
    alone = bytewright.open(one, codec)
    assert alone.to_table().num_rows == 3
    assert alone.engines == ["columns"]
    large = trays(True, 255)
    assert len(large) > 512
    table = bytewright.open([large, trays(True, 3)], compiled(TRAYS))
    assert table.to_table().num_rows == 258
    assert table.engines == ["columns", "objects"]
