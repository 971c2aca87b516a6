"""Lists that refer to what lies elsewhere, in chunks that are compressed: the same rows and errors as by objects."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, agree_within_limits, left_behind, noting, toy

import bytewright
from bytewright.codecs.incremental import IncrementalDecoder
from bytewright.codecs.snappy_chunks import SnappyChunks
from bytewright.columnar.scan import index_pages, reference_scan, region_locator, sparse_reads
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RowPlan

CHUNKS = SnappyChunks(16)
Lists = Sequence[tuple[str, Sequence[int] | None]]
"""Names of lists, and the numbers of the wares on them."""


def shop(wares: Sequence[tuple[int, bytes]], pages: Sequence[Lists], tail: bytes = b"") -> bytes:
    """A shop: prices and texts of wares, and pages of lists."""
    plain, places = b"", []
    for price, text in wares:
        places.append(len(plain))
        plain += struct.pack("<QB", price, len(text)) + text
    begin = 2 + 4 * len(pages)
    body = CHUNKS.encode(plain)
    found = [CHUNKS.piece(body, place) for place in places]
    behind = b""
    slips = []
    for page in pages:
        made = b""
        for name, numbers in page:
            refs = b"".join(struct.pack("<biB", -n % 100, begin + found[n][0], found[n][1]) for n in numbers or ())
            sheet = b"" if numbers is None else CHUNKS.encode(refs + b"\0")
            at = 0 if numbers is None else begin + len(body) + len(behind)
            made += struct.pack("<HH", at, len(sheet)) + name.encode() + b"\0"
            behind += sheet
        slips.append((begin + len(body) + len(behind), len(made)))
        behind += made
    head = bytes([len(behind) + len(tail), len(pages)]) + b"".join(struct.pack("<HH", *slip) for slip in slips)
    return head + body + behind + tail


def shops(*made: bytes) -> bytes:
    found, at = bytes([len(made)]), 1 + 4 * len(made)
    for one in made:
        found += struct.pack("<HH", at, len(one))
        at += len(one)
    return found + b"".join(made)


WARES = [(3, b"tea"), (1 << 62, b"coffee " * 9), (0, b""), (5, "süß".encode()), (7, b"x" * 14), (8, b"y" * 7)]
PAGES: list[Lists] = [
    [("cheap", [2, 0, 3]), ("none", None), ("all", [5, 4, 3, 2, 1, 0])],
    [("", [1]), ("twice", [0, 0])],
]
SMALL = shops(shop(WARES, PAGES), shop([], []), shop([(1, b"a")], [[("one", [0])]], b"\xff"))


@pytest.fixture
def by_objects(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read as objects: pages of lists, and lists."""
    return noting(monkeypatch, {IndexPages: "page", NestedScan: "list"})


def test_all_rows_come_from_the_kernel(by_objects: list[str]) -> None:
    rows, error, warnings = agree(toy("shops"), SMALL)
    assert (len(rows), error, warnings) == (13, None, [])
    assert "'list': 'cheap', 'place': 1, 'rank': 0, 'text': 'tea', 'price': 3" in rows[1]
    assert f"'text': 'coffee coffee {'coffee ' * 7}', 'price': {1 << 62}" in rows[7]
    assert by_objects == []
    table = bytewright.open(SMALL, toy("shops"), engine="columns")
    assert sum(batch.num_rows for batch in table.to_batches()) == 13
    assert (table.engines, dict(table.counted)) == (["columns"], {"columns": 13})


def test_plans_say_how_lists_are_read() -> None:
    plan = toy("shops").row_plans["wares"]
    assert isinstance(plan, RowPlan)
    assert plan.entries is not None
    assert plan.directory is not None


def test_streams_are_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several lists of a shop, backwards as well, need it to be decoded once; the next shop is another stream."""
    decoded: list[tuple[int, int]] = []
    made = reference_scan._Decoded.__init__

    def noted(self: object, process: object, source: object, start: int, stop: int, limits: object) -> None:
        decoded.append((start, stop))
        made(self, process, source, start, stop, limits)  # type: ignore[arg-type]

    monkeypatch.setattr(reference_scan._Decoded, "__init__", noted)
    wares = [(number, b"%d" % number) for number in range(40)]
    pages: list[Lists] = [[("back", range(9)[::-1]), ("some", [9, 8, 0])], [("more", range(8))]]
    one = shop(wares, pages)
    table = bytewright.open(shops(one, one), toy("shops"), engine="columns")
    assert sum(batch.num_rows for batch in table.to_batches()) == 40
    assert len(decoded) == 2


@pytest.mark.parametrize(
    ("bad", "rows"),
    [
        (shop([*WARES, (9, b"\xff")], [[("a", [0, 6, 1])]]), 2),
        (shop([*WARES, (1 << 63, b"")], [[("a", [0, 6, 1])]]), 2),
        (shop(WARES, PAGES).replace(struct.pack("<biB", 0, 10, 0), struct.pack("<biB", 0, 11, 0)), 1),
        (shop(WARES, PAGES)[:-3], 1),
    ],
)
def test_what_the_kernel_leaves(bad: bytes, rows: int, by_objects: list[str]) -> None:
    """The rows of a list before one that is bad are given, as objects give them."""
    good = shop([(1, b"a")], [[("one", [0])]])
    found, error, _ = agree(toy("shops"), shops(good, bad, good))
    assert len(found) >= rows
    assert error is not None
    assert by_objects != []


def test_an_option_chooses(by_objects: list[str]) -> None:
    for name, count in (("cheap", 3), ("twice", 2), ("all", 6), ("nobody's", 0)):
        rows, error, _ = agree(toy("shops"), SMALL, options={"list": name})
        assert (len(rows), error) == (count, None)
    assert by_objects == []


def test_large_streams_are_decoded_as_things_are_come_to(
    by_objects: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing kept of what has been decoded, or all."""
    rows = agree(toy("shops"), SMALL)
    monkeypatch.setattr(reference_scan, "_LARGE", 0)
    for kept, followed in ((0, 1), (1 << 20, 2)):
        monkeypatch.setattr(sparse_reads, "_KEPT", kept)
        monkeypatch.setattr(sparse_reads, "_FOLLOWED", followed)
        assert agree(toy("shops"), SMALL) == rows
    assert by_objects == []
    small = shops(shop([(3, b"tea"), (4, b"x" * 9)], [[("a", [1, 0]), ("b", [0])]], b"\1"))
    tried, bad = agree_when_damaged(toy("shops"), small)
    assert 0 < bad < tried


def test_large_lists_are_decoded_as_they_are_read(by_objects: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists that are stored in more than so many bytes, found by either way; those between them as ever."""
    wares = [(number, b"%d" % number) for number in range(9)]
    pages: list[Lists] = [
        [("many", range(9)), ("few", [1]), ("back", range(8, 0, -1))],
        [("none", None), ("one", [7])],
    ]
    data = shops(shop(wares, pages), shop(WARES, PAGES))
    rows = agree(toy("shops"), data)
    made: list[int] = []
    begin = IncrementalDecoder.__init__

    def noted(self: IncrementalDecoder, *given: Any) -> None:
        begin(self, *given)
        made.append(self.size)

    monkeypatch.setattr(IncrementalDecoder, "__init__", noted)
    for module in (region_locator, index_pages):
        monkeypatch.setattr(module, "DECODED", 50)
    assert agree(toy("shops"), data) == rows
    assert made == [6 * 9 + 1, 6 * 8 + 1] * len(SIZES)
    made.clear()
    some, error, _ = agree(toy("shops"), data, options={"list": "back"})
    assert (len(some), error, made) == (8, None, [6 * 8 + 1] * len(SIZES))
    assert by_objects == []


def test_large_lists_that_are_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (region_locator, index_pages):
        monkeypatch.setattr(module, "DECODED", 20)
    small = shops(shop([(3, b"tea"), (4, b"x" * 9)], [[("a", [1, 0, 1, 0, 1]), ("b", [0])]], b"\1"))
    for options in ({}, {"list": "a"}):
        tried, bad = agree_when_damaged(toy("shops"), small, options=options)
        assert 0 < bad < tried
    for most in (8, 31, 100):
        agree_within_limits(toy("shops"), SMALL, options={"maxDecodedBytes": most})


def test_a_look_up_reads_only_what_it_leads_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pieces that hold something of what is looked up."""
    wares = [(number, b"%09d" % number) for number in range(60)]
    data = shops(shop(wares, [[("some", [40, 3, 41, 40, 20]), ("one", [3])]]))
    plain = b"".join(struct.pack("<QB", price, len(text)) + text for price, text in wares)
    body = CHUNKS.encode(plain)
    begin = data.index(body)
    bounds = [CHUNKS.piece(body, 16 * place + 1)[0] for place in range(len(plain) // 16)]
    read: set[int] = set()
    whole = BytesSource.read

    def noted(self: BytesSource, offset: int, size: int) -> bytes:
        if size <= len(body):
            read.update(range(offset - begin, offset - begin + size))
        return whole(self, offset, size)

    monkeypatch.setattr(BytesSource, "read", noted)
    table = bytewright.open(data, toy("shops"), engine="columns", options={"list": "some"})
    assert [row["price"] for row in table.to_table().to_pylist()] == [40, 3, 41, 40, 20]
    assert dict(table.counted) == {"columns": 5}
    wanted: set[int] = set()
    for number in (3, 20, 40, 41):
        wanted.update(place // 16 for place in range(18 * number, 18 * number + 18))
    # What begins with a piece is found at the end of the one before.
    found = {bisect_right(bounds, offset) - 1 for offset in read if 0 <= offset < len(body)}
    assert found - wanted <= {(18 * number - 1) // 16 for number in (3, 20, 40, 41)}
    assert wanted <= found


def test_a_look_up_does_not_believe_lengths(by_objects: list[str]) -> None:
    """A ware that says it is longer than its stream, and one that lies in a piece that can't be decoded."""
    long = shop([(1, b"a" * 5), (2, b"b" * 5)], [[("long", [1, 0])]])
    place = long.index(b"\5bbbbb")
    rows, error, _ = agree(toy("shops"), shops(long[:place] + b"\xff" + long[place + 1 :]), options={"list": "long"})
    assert (rows, error is None) == ([], False)
    assert by_objects != []
    wares = [(number, bytes([number]) * 13) for number in range(9)]
    whole = shop(wares, [[("long", range(9))]])
    bad = whole.replace(CHUNKS.encode(bytes([5]) * 13)[3:], b"\xff" * 13)
    agree(toy("shops"), shops(bad), options={"list": "long"})


@pytest.mark.parametrize("most", [8, 31, 32, 100])
def test_limits_hold(most: int) -> None:
    agree_within_limits(toy("shops"), SMALL, options={"maxDecodedBytes": most})
    agree_within_limits(toy("shops"), SMALL, options={"maxDecodedBytes": most, "list": "all"})


def test_damage() -> None:
    small = shops(shop([(3, b"tea"), (4, b"x" * 9)], [[("a", [1, 0]), ("b", [0])]], b"\1"))
    for options in ({}, {"list": "a"}):
        tried, bad = agree_when_damaged(toy("shops"), small, options=options)
        assert 0 < bad < tried


def test_memory_is_let_go_of() -> None:
    assert left_behind(toy("shops"), SMALL) == [0] * 4
