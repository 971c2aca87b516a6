"""Lists whose elements say where the next one lies, anywhere around them: the same rows and errors as by objects."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.support.both import agree, agree_when_damaged, toy

import bytewright
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.io.source import FileSource
from bytewright.kernels.drivers import region_scan
from bytewright.kernels.drivers.region_scan import RegionScan
from bytewright.kernels.plan import RegionFrame, RowPlan

Topics = Sequence[tuple[str, int, Sequence[int]]]
"""Names and numbers of topics, and the numbers of their posts in their order."""
Drafts = Sequence[tuple[float, Sequence[tuple[int, bytes]]]]


def board(posts: Sequence[bytes], pages: Sequence[Topics], drafts: Drafts = ()) -> bytes:
    """A board: texts of posts as they lie there, pages of topics, and drafts, whose remarks lie there in the opposite
    order."""
    topics = [topic for page in pages for topic in page]
    where: list[list[tuple[int, int]]] = [[] for _ in posts]  # of each post, numbers of topics and posts behind it
    for _, number, chain in topics:
        for post, behind in zip(chain, [*chain[1:], -1], strict=False):
            where[post].append((number, behind))
    at = 2 + 4 * len(pages) + 6 * len(drafts)
    places = []
    for text, links in zip(posts, where, strict=True):
        places.append(at)
        at += 2 + len(text) + 3 * len(links)
    body = b""
    for text, links in zip(posts, where, strict=True):
        body += bytes([len(text)]) + text + bytes([len(links)])
        body += b"".join(struct.pack("<BH", number, places[to] if to >= 0 else 0) for number, to in links)
    heads = b""
    for mood, remarks in drafts:
        ends, noted = at, b""
        for place, (number, text) in reversed(list(enumerate(remarks))):
            is_last = place == len(remarks) - 1
            noted += struct.pack("<BHB", is_last, 0 if is_last else ends, number) + text + b"\0"
            ends = at + len(noted) - len(text) - 5
        heads += struct.pack("<fH", mood, ends)
        body += noted
        at += len(noted)
    slips = b""
    for page in pages:
        made = b""
        for name, number, chain in page:
            first = places[chain[0]] if chain else 0
            made += struct.pack("<QHB", number, first, len(name.encode())) + name.encode()
        slips += struct.pack("<HH", at, len(made))
        body += made
        at += len(made)
    return bytes([len(pages)]) + slips + bytes([len(drafts)]) + heads + body


def boards(*made: bytes) -> bytes:
    found, at = bytes([len(made)]), 1 + 4 * len(made)
    for one in made:
        found += struct.pack("<HH", at, len(one))
        at += len(one)
    return found + b"".join(made)


POSTS = [b"third", b"first", "größer".encode(), b"", b"second"]
PAGES = [[("news", 3, [1, 4, 0, 2]), ("none", 4, []), ("old", 200, [2, 1])], [("", 0, [3])]]
DRAFTS = [(0.5, [(1, b"a"), (2, b""), (3, b"c" * 40)]), (-0.0, [(127, "ä".encode())])]
SMALL = boards(board(POSTS, PAGES, DRAFTS), board([], []), board([b"x"], [[("news", 1, [0])]]))


@pytest.fixture
def by_objects(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read as objects: pages of topics, and topics."""
    found: list[str] = []
    for owner, what in ((IndexPages, "page"), (NestedScan, "topic")):
        read_them = owner._by_objects

        def noted(self: object, *given: object, what: str = what, go: object = read_them) -> object:
            found.append(what)
            yield from go(self, *given)  # type: ignore[operator]

        monkeypatch.setattr(owner, "_by_objects", noted)
    return found


def test_all_rows_come_from_the_kernel(by_objects: list[str]) -> None:
    rows, error, warnings = agree(toy("threads"), SMALL)
    assert (len(rows), error, warnings) == (8, None, [])
    texts = [eval(row)["text"] for row in rows]
    assert texts == ["first", "second", "third", "größer", "größer", "first", "", "x"]
    assert "'topic': 'old', 'place': 1" in rows[5]
    rows, error, _ = agree(toy("threads"), SMALL, view="drafts")
    assert (len(rows), error) == (4, None)
    assert "'mood': 0.5, 'text': 'ccc" in rows[2]
    assert by_objects == []


def test_tables_count_them() -> None:
    table = bytewright.open(SMALL, toy("threads"), engine="columns")
    assert sum(batch.num_rows for batch in table.to_batches()) == 8
    assert (table.engines, dict(table.counted)) == (["columns"], {"columns": 8})


def test_plans_follow() -> None:
    for view in ("posts", "drafts"):
        plan = toy("threads").row_plans[view]
        assert isinstance(plan, RowPlan)
        assert isinstance(plan.frame, RegionFrame)
        assert plan.frame.next is not None
        assert plan.directory is not None


def test_many_posts(by_objects: list[str]) -> None:
    """Chains longer than a block, backwards and back and forth, on several boards."""
    count = 600
    posts = [b"%d" % number for number in range(count)]
    mixed = [number * 271 % count for number in range(count)]
    one = board(posts, [[("back", 1, range(count)[::-1]), ("mixed", 2, mixed)], [("few", 3, [count - 1, 0])]])
    rows, error, _ = agree(toy("threads"), boards(one, one))
    assert (len(rows), error, by_objects) == (2 * (2 * count + 2), None, [])
    assert [eval(row)["text"] for row in rows[count : 2 * count]] == [str(number) for number in mixed]


@pytest.mark.parametrize("length", [1, 2, 3, 7, 300])
@pytest.mark.parametrize("before", [0, 1, 5])
def test_circles(length: int, before: int, by_objects: list[str]) -> None:
    """A chain that comes back to itself, at once or after some posts; its rows aren't given."""
    posts = [b"%d" % number for number in range(before + length)]
    good = ("good", 2, [0])
    whole = board(posts, [[("before", 1, [0]), ("circle", 7, range(before + length)), good]])
    tail = struct.pack("<BH", 7, 0)
    links = [3 if number == 0 else 1 for number in range(len(posts))]
    places = [whole.index(bytes([len(text)]) + text + bytes([n])) for text, n in zip(posts, links, strict=True)]
    assert whole.index(tail) > places[-1]
    rows, error, _ = agree(toy("threads"), boards(whole.replace(tail, struct.pack("<BH", 7, places[before]), 1)))
    assert len(rows) == 1
    assert error is not None
    assert "topic" in by_objects


OTHERS: Mapping[str, bytes] = {
    "no link of that topic": board(POSTS, PAGES).replace(struct.pack("<BH", 3, 0), struct.pack("<BH", 9, 0)),
    "behind the board": board(POSTS, PAGES).replace(struct.pack("<BH", 3, 0), struct.pack("<BH", 3, 60_000)),
    "at the board's end": board([b"x"], [[("a", 1, [0])]]) + b"\1",
    "text that isn't": board([b"x", b"\xff"], [[("a", 1, [0, 1])]]),
    "a number of all bits": board([b"x"], [[("a", 1, [0])]]).replace(struct.pack("<Q", 1), b"\xff" * 8),
}


@pytest.mark.parametrize("bad", OTHERS.values(), ids=OTHERS)
def test_what_the_kernel_leaves(bad: bytes) -> None:
    good = board([b"x"], [[("news", 1, [0])]])
    rows, _, _ = agree(toy("threads"), boards(good, bad, good))
    assert len(rows) >= 1


def test_an_option_chooses() -> None:
    rows, error, _ = agree(toy("threads"), SMALL, options={"topic": "old"})
    assert (len(rows), error) == (2, None)


def test_a_board_is_read_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    count = 3000
    one = board([b"%d" % number for number in range(count)], [[("a", 1, range(count)[::-1]), ("b", 2, range(count))]])
    (tmp_path / "file").write_bytes(boards(one))
    reads: list[int] = []
    read = RegionScan._read

    def noted(self: RegionScan, needed: int) -> bool:
        reads.append(needed)
        return read(self, needed)

    monkeypatch.setattr(RegionScan, "_read", noted)
    table = bytewright.open(tmp_path / "file", toy("threads"), engine="columns")
    assert sum(batch.num_rows for batch in table.to_batches()) == 2 * count
    assert len(reads) < 10


def test_large_boards_are_read_as_topics_are_followed(by_objects: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rows = agree(toy("threads"), SMALL)
    monkeypatch.setattr(region_scan, "_MOST_HELD", 16)
    assert agree(toy("threads"), SMALL) == rows
    assert by_objects == []


def test_a_look_up_reads_what_it_leads_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    count = 3000
    wanted = [0, count - 1, count // 2]
    one = board([b"%d" % number for number in range(count)], [[("all", 1, range(count)), ("rare", 2, wanted)]])
    (tmp_path / "file").write_bytes(boards(one))
    sizes: list[int] = []
    read = FileSource.read_into

    def counted(self: FileSource, offset: int, buffer: memoryview) -> int:
        sizes.append(len(buffer))
        return read(self, offset, buffer)

    monkeypatch.setattr(FileSource, "read_into", counted)
    table = bytewright.open(tmp_path / "file", toy("threads"), engine="columns", options={"topic": "rare"})
    rows = table.to_table().to_pylist()
    assert [row["text"] for row in rows] == [str(number) for number in wanted]
    assert dict(table.counted) == {"columns": 3}
    assert sum(sizes) <= 3 * 512


def test_damage() -> None:
    topics = board([b"b", b"a"], [[("n", 3, [1, 0]), ("o", 4, [0, 1])], [("", 0, [0])]])
    for view, one in (("posts", topics), ("drafts", board([], [], [(1.5, [(1, b"a"), (2, b"")])]))):
        tried, bad = agree_when_damaged(toy("threads"), boards(one), view=view)
        assert 0 < bad < tried
