"""Lists in the file's own sequence that say where structures lie: the kernel reads them, too, and no object is made."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import pytest
from tests.support.both import agree, agree_when_damaged, left_behind, noting, read, toy
from tests.support.compiling import Compile

import bytewright
from bytewright.columnar.scan import index_blocks, page_tables
from bytewright.columnar.scan.index_blocks import IndexBlocks
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.views.evaluate.steps import Steps

VIEWS = ("loads", "letters")


def train(
    wagons: Sequence[tuple[bytes, bytes]], bags: Sequence[tuple[int, bytes]], year: int = 1999, spoiled: int = 0
) -> bytes:
    """A file of wagons and bags; ``spoiled`` goes into the checksum of the list of wagons."""
    at = 12 + sum(5 + len(name) for name, _ in wagons) + 5 * len(bags) + 5
    lines = mail = made = b""
    for name, data in wagons:
        lines += bytes([len(name)]) + name + struct.pack("<HH", at + len(made), len(data))
        made += data
    for number, data in bags:
        mail += struct.pack("<BHH", number, at + len(made), len(data))
        made += data
    head = struct.pack("<5sHBI", b"TRAIN", year, len(wagons), zlib.crc32(lines) ^ spoiled)
    return head + lines + mail + struct.pack("<BHH", 0, at, 0) + made


def loads(*of: tuple[int, bytes]) -> bytes:
    return b"".join(struct.pack("<I", weight) + what + b"\0" for weight, what in of)


def letters(*texts: bytes) -> bytes:
    return b"".join(bytes([len(text)]) + text for text in texts)


WAGONS = [(b"first", loads((7, b"coal"), (9, b""))), ("zwölf".encode(), loads((4_000_000_000, b"ore"))), (b"", b"")]
BAGS = [(3, letters(b"dear all", b"")), (9, letters("grüße".encode()))]
SMALL = train(WAGONS, BAGS)


@pytest.fixture
def objects(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read as objects: the file, what says where structures lie, these, regions."""
    found = noting(monkeypatch, {IndexBlocks: "list", IndexPages: "structure", NestedScan: "region"})
    whole = Steps._whole

    def noted(self: Steps) -> object:
        found.append("file")
        return whole(self)

    monkeypatch.setattr(Steps, "_whole", noted)
    return found


def test_rows(objects: list[str]) -> None:
    rows = {view: read(toy("wagons"), SMALL, "columns", view=view)[0] for view in VIEWS}
    assert rows["loads"] == [
        "{'year': 1999, 'wagon': 'first', 'weight': 7, 'what': 'coal'}",
        "{'year': 1999, 'wagon': 'first', 'weight': 9, 'what': ''}",
        "{'year': 1999, 'wagon': 'zwölf', 'weight': 4000000000, 'what': 'ore'}",
    ]
    assert rows["letters"] == [
        "{'bag': 3, 'text': 'dear all'}",
        "{'bag': 3, 'text': ''}",
        "{'bag': 9, 'text': 'grüße'}",
    ]
    assert objects == []
    for view in VIEWS:
        agree(toy("wagons"), SMALL, view=view)


def test_files_too_large_to_be_held_are_read_as_objects(objects: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_tables, "_MOST_HELD", len(SMALL) - 1)
    monkeypatch.setattr(index_blocks, "SMALL", 0)
    assert len(read(toy("wagons"), SMALL, "columns", view="loads")[0]) == 3
    assert "file" in objects


@pytest.mark.parametrize("view", VIEWS)
def test_damage(view: str) -> None:
    forms, bad = agree_when_damaged(toy("wagons"), SMALL, view=view)
    assert 20 < bad < forms


@pytest.mark.parametrize(
    "bad",
    [
        train(WAGONS, BAGS, year=1700),
        train(WAGONS, BAGS, spoiled=1),
        train([(b"\xff", b"")], BAGS),
        train([*WAGONS, (b"x", b"\1\0\0\0\xff\0")], [*BAGS, (1, b"\5x")]),
        train([], []),
    ],
)
@pytest.mark.parametrize("checksums", ["fail", "report", "skip"])
def test_what_is_bad(bad: bytes, checksums: str) -> None:
    for view in VIEWS:
        agree(toy("wagons"), bad, view=view, options={"verifyChecksum": checksums})


@pytest.mark.parametrize("view", VIEWS)
def test_bytes_left_over(view: str) -> None:
    agree(toy("wagons"), SMALL + b"more", view=view)


@pytest.mark.parametrize("view", VIEWS)
def test_memory_is_let_go_of(view: str) -> None:
    assert left_behind(toy("wagons"), SMALL, view) == [0] * 4


def test_two_lists_to_the_end_are_one_row(compiled: Compile) -> None:
    """The second one, which is always empty, makes the file no list of records; objects make what shows trees."""
    codec = compiled("""
seq: [{id: first, type: item, repeat: eos}, {id: second, type: item, repeat: eos}]
types:
  item: {seq: [{id: len, type: u1}, {id: tree, type: tree, size: len}]}
  tree: {seq: [{id: num, type: u1}, {id: inner, type: tree, repeat: expr, repeat-expr: num}]}
""")
    (row,) = bytewright.open(b"\1\0\2\1\0", codec).to_table().to_pylist()
    assert [item["len"] for item in row["first"]] == [1, 2]
    assert row["second"] == []
