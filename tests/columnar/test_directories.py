"""Tables that say where regions lie, read by the kernel: the same rows and errors as by objects."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, left_behind, noting, toy

from bytewright.codecs.checksums import crc32c
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.kernels.plan import RowPlan

Card = tuple[bytes, int, bytes | None, bytes | None]


def notes(*found: tuple[int, bytes]) -> bytes:
    return b"".join(bytes([about, len(text)]) + text for about, text in found)


def drawer(*pages: Sequence[Card], spoiled: int = 0, shares: int = 0) -> bytes:
    """A drawer: cards with name, number, notes and letters; ``spoiled`` goes into the checksums, ``shares`` into what
    the second card of a page says of its name."""
    sizes = [sum(18 + len(name) - _same(cards, place) for place, (name, *_) in enumerate(cards)) + 4 for cards in pages]
    at = 1 + 4 * len(pages)
    made = bytes([len(pages)])
    for size in sizes:
        made += struct.pack("<HH", at, size)
        at += size
    behind = b""
    for cards in pages:
        page = b""
        for place, (name, number, sheet, letters) in enumerate(cards):
            same = _same(cards, place)
            page += bytes([same + shares * (place == 1), len(name) - same]) + name[same:] + struct.pack("<Q", number)
            for part in (sheet, None if letters is None else zlib.compress(letters)):
                page += struct.pack("<HH", 0 if part is None else at + len(behind), len(part or b""))
                behind += part or b""
        made += page + struct.pack("<I", crc32c(page) ^ spoiled)
    return made + behind


def _same(cards: Sequence[Card], place: int) -> int:
    if place == 0:
        return 0
    name, before = cards[place][0], cards[place - 1][0]
    return next((i for i, (one, other) in enumerate(zip(name, before, strict=False)) if one != other), 0)


def archive(*drawers: bytes) -> bytes:
    made, at = bytes([len(drawers)]), 1 + 5 * len(drawers)
    for floor, data in enumerate(drawers, -1):
        made += struct.pack("<bHH", floor, at, len(data))
        at += len(data)
    return made + b"".join(drawers)


FIRST = [
    (b"napple", 3, notes((7, b"red"), (9, b"")), None),
    (b"napricot", 4, None, notes((0, b"dear all"))),
    ("nbär".encode(), 5, notes((7, b"x" * 90)), notes((1, "größer".encode()), (2, b""))),
]
SECOND = [(b"tcore", 7, None, None), (b"tcorn", 9, None, None), (b"tcorner", 9, None, None)]
SMALL = archive(drawer(FIRST, SECOND), drawer([(b"n", 1, notes((7, b"a")), None), (b"tu", 7, None, None)]), drawer())


def page(*cards: Card) -> bytes:
    """A page of cards."""
    data = drawer(cards)
    start, size = struct.unpack_from("<HH", data, 1)
    return data[start : start + size]


def read_cards(data: bytes) -> tuple[list[dict[str, Any]], int | None]:
    """What plain Python makes of a page of cards, whose checksum isn't looked at; a bad one has no rows."""
    rows: list[dict[str, Any]] = []
    name, at, end = b"", 0, len(data) - 4
    if not data:
        return rows, None
    while 0 <= at < end:
        same, rest = data[at], data[at + 1] if at + 1 < end else 0
        whole = name[:same] + data[at + 2 : at + 2 + rest]
        at += 2 + rest
        if same > len(name) or at + 16 > end or not whole or whole[0] > 127:
            return [], 0
        name = whole
        number, start, size, _, _ = struct.unpack_from("<QHHHH", data, at)
        at += 16
        try:
            text = name[1:].decode()
        except UnicodeDecodeError:
            return [], 0
        if number >= 1 << 63:
            return [], 0
        key = -1 if name[0] == ord("n") else number
        place = {"@page": 0, "@there": start != 0, "@place": start, "@size": size}
        rows.append({**place, "folder": text, "card": number, "about=": key, "about": text})
    return (rows, None) if at == end else ([], 0)


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read as objects: pages of cards, and sheets."""
    return noting(monkeypatch, {IndexPages: "page", NestedScan: "sheet"})


def test_no_card_becomes_an_object(left: list[str]) -> None:
    rows, error, warnings = agree(toy("archive"), SMALL)
    assert (len(rows), error, warnings) == (4, None, [])
    assert rows[0] == "{'floor': -1, 'folder': 'apple', 'card': 3, 'place': 0, 'about': 'core', 'text': 'red'}"
    assert "'folder': 'bär', 'card': 5, 'place': 0, 'about': 'core'" in rows[2]
    assert "'floor': 0, 'folder': '', 'card': 1, 'place': 0, 'about': 'u'" in rows[3]
    rows, error, _ = agree(toy("archive"), SMALL, view="letters")
    assert (rows[1], len(rows), error) == ("{'folder': 'bär', 'text': 'größer'}", 3, None)
    assert left == []


def test_many_pages(left: list[str]) -> None:
    """More pages than are read at a time, and more cards than fit a block."""
    pages = [[(b"n%03d%02d" % (page, i), i, notes((1, b"v")), None) for i in range(40)] for page in range(9)]
    named = [[(b"t1", 1, None, None)]]
    data = archive(*[drawer(*pages, *named)] * 5)
    rows, error, _ = agree(toy("archive"), data)
    assert (len(rows), error, left) == (1800, None, [])
    rows, error, _ = agree(toy("archive"), archive(*[drawer(pages[0], *named)] * 50), view="notes")
    assert (len(rows), error, left) == (2000, None, [])


@pytest.mark.parametrize(
    ("bad", "by_objects"),
    [
        (drawer(FIRST, SECOND, spoiled=1), ["page"]),
        (drawer(FIRST, SECOND, shares=9), ["page"]),
        (drawer([("ñame".encode(), 1, notes((7, b"")), None)], SECOND), ["page"]),
        (drawer([(b"", 1, notes((7, b"")), None)], SECOND), ["page"]),
        (drawer([(b"n\xff", 1, notes((7, b"")), None)], SECOND), ["page"]),
        (drawer([(b"na", 1 << 63, notes((7, b"")), None)], SECOND), ["page"]),
        (drawer([(b"na", 1, notes((8, b"nothing stands for 8")), None)], SECOND), ["sheet"]),
        (drawer([(b"na", 1, notes((7, b"\xff")), None)], SECOND), ["sheet"]),
        (drawer(FIRST, SECOND)[:-60], ["page"]),
    ],
)
def test_what_the_kernel_leaves(bad: bytes, by_objects: list[str], left: list[str]) -> None:
    """Other drawers are read all the same, until one is bad."""
    good = drawer([(b"ngood", 1, notes((7, b"a")), None), (b"tu", 7, None, None)])
    rows, _, _ = agree(toy("archive"), archive(good, bad, good))
    assert len(rows) >= 1
    assert set(by_objects) <= set(left)


def test_letters_that_do_not_decode() -> None:
    data = archive(drawer(FIRST, SECOND))
    packed = zlib.compress(FIRST[2][3] or b"")
    rows, error, _ = agree(
        toy("archive"), data.replace(packed, packed[:5] + b"\xff" * (len(packed) - 5)), view="letters"
    )
    assert len(rows) == 1
    assert error is not None


def test_an_option_chooses(left: list[str]) -> None:
    rows, error, _ = agree(toy("archive"), SMALL, options={"folder": "apple"})
    assert (len(rows), error, left) == (2, None, [])


def test_damage() -> None:
    for view in ("notes", "letters"):
        agree_when_damaged(toy("archive"), SMALL, view=view)


def test_checksums_can_be_skipped(left: list[str]) -> None:
    rows, error, _ = agree(
        toy("archive"), archive(drawer(FIRST, SECOND, spoiled=1)), options={"verifyChecksum": "skip"}
    )
    assert (len(rows), error, left) == (3, None, [])


def test_plans_have_directories() -> None:
    for view in ("notes", "letters"):
        plan = toy("archive").row_plans[view]
        assert isinstance(plan, RowPlan)
        assert plan.directory is not None


@pytest.mark.parametrize("view", ["notes", "letters"])
def test_memory_is_let_go_of(view: str) -> None:
    assert left_behind(toy("archive"), SMALL, view) == [0] * 4
