"""Lists that lie in regions of a file, which directories lead to: the same rows and errors as by objects."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence

import pytest
from tests.support.both import agree, agree_when_damaged, agree_within_limits, read, toy

import bytewright
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.errors import OptionError

Tag = tuple[int, int]
Book = tuple[int, bytes, bytes, list[Tag]]


def leb(number: int, size: int = 0) -> bytes:
    """An unsigned LEB128 integer, in at least ``size`` bytes."""
    found = bytearray()
    while True:
        number, low = number >> 7, number & 127
        found.append(low | (128 if number or len(found) + 1 < size else 0))
        if len(found) >= size and not number:
            return bytes(found)


def book(pages: int, title: bytes, cover: bytes = b"", tags: Iterable[Tag] = (), size: int = 0) -> bytes:
    tags = list(tags)
    body = title + b"\0" + bytes([len(tags)])
    body += b"".join(leb(label, size) + struct.pack("<Q", since) for label, since in tags) + cover
    return leb(pages, size) + leb(len(body), size) + body


def row(*books: bytes) -> bytes:
    return b"".join(books) + b"\0"


def room(
    weight: float,
    shelves: Sequence[tuple[bytes, int, bytes | None]],
    labels: Sequence[tuple[int, bytes]] = (),
    visits: Iterable[tuple[int, bytes]] = (),
    diary: bytes = b"",
) -> bytes:
    """A room; a shelf is its name, its height and its row. Rows lie in it in the opposite order."""
    directory = 12 + sum(len(name) + 11 for name, _, _ in shelves) + sum(len(text) + 2 for _, text in labels)
    at = directory + len(diary)
    rows: list[bytes] = [diary]
    places: list[int] = []
    for _, _, books in reversed(shelves):
        places.insert(0, 0 if books is None else at)
        rows.append(books or b"")
        at += len(books or b"")
    made = struct.pack("<fHHHB", weight, at, directory, len(diary), len(shelves))
    for (name, height, _), place in zip(shelves, places, strict=True):
        made += name + b"\0" + struct.pack("<QH", height, place)
    made += bytes([len(labels)]) + b"".join(bytes([key]) + text + b"\0" for key, text in labels)
    assert len(made) == directory
    return made + b"".join(rows) + b"".join(leb(who) + bytes([len(note)]) + note for who, note in visits)


def house(*rooms: tuple[int, bytes]) -> bytes:
    made, at = bytes([len(rooms)]), 1 + 5 * len(rooms)
    for floor, data in rooms:
        made += struct.pack("<bHH", floor, at, len(data))
        at += len(data)
    return made + b"".join(data for _, data in rooms)


def diary(days: Sequence[tuple[int, bytes]], end: bytes = b"\xfe\xff") -> bytes:
    text = b"".join(struct.pack("<h", day) + leb(len(text)) + text for day, text in days)
    return zlib.compress(text + end)


LABELS = [(1, b"new"), (200, "größer".encode()), (3, b""), (1, b"another of that key")]
ROOM = room(
    1.5,
    [
        (b"low", 20, row(book(7, b"Seven", b"\x01\x02", [(1, 9), (3, 0)]), book(300, b"", b"", [(200, 1 << 62)]))),
        (b"none", 0, None),
        ("höher".encode(), (1 << 63) - 1, row(book(1, b"x" * 200, b"c" * 40, [(3, 5)] * 3, size=3))),
    ],
    LABELS,
    [(5, b"hello"), (1 << 62, b"")],
    diary([(-3, "schön".encode()), (4, b""), (5, b"rain " * 50)]),
)
SMALL = house((2, ROOM), (-1, room(-0.0, [(b"a", 1, row(book(2, b"two")))])))


@pytest.fixture
def by_objects(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The regions that objects read."""
    found: list[object] = []
    read_them = NestedScan._by_objects

    def noted(self: NestedScan, *arguments: object) -> object:
        found.append(arguments)
        return read_them(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(NestedScan, "_by_objects", noted)
    return found


def test_all_rows_come_from_the_kernel(by_objects: list[object]) -> None:
    rows, error, warnings = agree(toy("shelves"), SMALL)
    assert (len(rows), error, warnings) == (4, None, [])
    assert "'floor': -1" in rows[0]
    assert "'label': 'größer', 'since': 4611686018427387904" in rows[2]
    rows, error, _ = agree(toy("shelves"), SMALL, view="visits")
    assert (len(rows), error) == (2, None)
    assert "'weight': 1.5, 'visit': 1" in rows[1]
    rows, error, _ = agree(toy("shelves"), SMALL, view="diary")
    assert (len(rows), error) == (3, None)
    assert "'day': -3, 'text': 'schön', 'guests': []" in rows[0]
    assert by_objects == []


def test_damaged() -> None:
    tried, bad = agree_when_damaged(toy("shelves"), SMALL)
    assert tried > 70
    assert bad > 15


def test_damaged_where_regions_end_with_their_bytes() -> None:
    data = house((2, room(1.0, [], [], [(5, b"hello"), (70_000, "ü".encode()), (1, b"")])))
    tried, bad = agree_when_damaged(toy("shelves"), data, view="visits")
    assert tried > 60
    assert bad > 15


def test_damaged_where_regions_are_compressed() -> None:
    data = house((2, room(1.0, [], diary=diary([(1, b"x"), (2, b"yy"), (3, b"z" * 90)]))), (3, ROOM))
    tried, bad = agree_when_damaged(toy("shelves"), data[:150], view="diary")
    assert tried > 70
    assert bad > 15


def test_damaged_behind_the_last_one(by_objects: list[object]) -> None:
    for end in (b"\xfe", b"\xfe\xfe", b"\xfe\xff\0", b"\0\0\0\xfe\xff", b""):
        pages = [(1, room(1.0, [], diary=diary([(1, b"x"), (2, b"")], last))) for last in (b"\xfe\xff", end)]
        rows, error, _ = agree(toy("shelves"), house(*pages), view="diary")
        assert len(rows) >= 2
        assert by_objects
    assert error is not None


def test_limits() -> None:
    data = house((2, ROOM), (3, room(1.0, [], diary=diary([(1, b"0" * 5000)]))))
    for rows, error, _ in agree_within_limits(toy("shelves"), data, view="diary", options={"maxDecodedBytes": "4000"}):
        assert len(rows) == 3
        assert "maxDecodedBytes" in str(error)
    _, error, _ = agree(toy("shelves"), data, view="diary", options={"maxRecordBytes": "40"})
    assert error is not None


def test_projections(by_objects: list[object]) -> None:
    for columns in ("shelf", "place", "title,place", "tags", "floor,tags", "cover,lent", "pages"):
        rows, error, _ = agree(toy("shelves"), SMALL, columns=columns)
        assert (len(rows), error) == (4, None)
    assert by_objects == []


def test_what_options_choose(by_objects: list[object]) -> None:
    rows, error, _ = agree(toy("shelves"), SMALL, options={"shelf": "low"})
    assert (len(rows), error) == (2, None)
    assert agree(toy("shelves"), SMALL, options={"shelf": "other"}) == ([], None, [])
    assert by_objects == []


def test_metadata() -> None:
    rows, _, _ = agree(toy("shelves"), SMALL, options={"includeMetadata": "true"})
    assert "'row': 3" in rows[3] or "'row_index': 3" in rows[3], rows[3]


def test_numbers_with_more_groups_than_they_take(by_objects: list[object]) -> None:
    """Eleven groups: the kernel has no name for that, objects have."""
    long = book(7, b"Seven") + leb(0, 11) + b"\0"
    data = house(
        (0, room(1.0, [(b"a", 1, book(8, b"y") + b"\x87" + b"\x80" * 10 + b"\0" + book(7, b"z")[1:] + b"\0")]))
    )
    rows, error, _ = agree(toy("shelves"), data)
    assert (len(rows), error) == (2, None)
    assert by_objects
    rows, error, _ = agree(toy("shelves"), house((0, room(1.0, [(b"a", 1, long)]))))
    assert (len(rows), error) == (1, None)


def test_a_list_of_nothing_but_its_end() -> None:
    data = house((0, room(1.0, [(b"a", 1, row(book(1, b"b"))), (b"b", 1, row())])), (1, ROOM))
    rows, error, _ = agree(toy("shelves"), data)
    assert len(rows) == 1
    assert error is not None
    assert "rooms[0].room.shelves[1].row.books[0]" in error


def test_values_that_do_not_fit() -> None:
    """What lies beside a region, and what lies in one."""
    for height, since in ((1 << 63, 0), (0, 1 << 63)):
        shelves = [
            (b"a", 1, row(book(1, b"b"))),
            (b"b", height, row(book(2, b"c", b"", [(1, 5)]), book(3, b"d", b"", [(1, since)]))),
        ]
        rows, error, _ = agree(toy("shelves"), house((0, room(1.0, shelves, LABELS)), (1, ROOM)))
        assert len(rows) == (1 if height else 2)
        assert error is not None
        assert agree(toy("shelves"), house((0, room(1.0, shelves, LABELS)), (1, ROOM)), columns="title")[1] is None


def test_keys_without_a_name() -> None:
    shelves = [(b"a", 1, row(book(1, b"b", b"", [(1, 5)]), book(1, b"b", b"", [(77, 5)])))]
    rows, error, _ = agree(toy("shelves"), house((0, room(1.0, shelves, LABELS)), (1, ROOM)))
    assert len(rows) == 1
    assert error is not None
    assert "there is none with the key 77" in error
    assert agree(toy("shelves"), house((0, room(1.0, shelves, LABELS))), columns="title")[1] is None
    bad = [*LABELS, (9, b"\xff")]
    assert agree(toy("shelves"), house((0, room(1.0, shelves, bad))))[1] is not None


def test_more_regions_than_a_wave_and_more_rows_than_a_batch(by_objects: list[object]) -> None:
    shelves = [
        (f"{i}".encode(), i, row(*(book(i + 1, b"t" * i, b"", [(1, i)]) for i in range(i % 7 + 1)))) for i in range(250)
    ]
    data = house(*((floor, room(1.0, shelves, LABELS)) for floor in range(2)))
    rows, error, _ = agree(toy("shelves"), data)
    assert (len(rows), error) == (2 * sum(i % 7 + 1 for i in range(250)), None)
    assert by_objects == []
    damaged = bytearray(data)
    place = data.rindex(book(7, b"t" * 6, b"", [(1, 6)]))
    damaged[place + 1] |= 0x80  # a length that goes on
    rows, error, _ = agree(toy("shelves"), bytes(damaged))
    assert error is not None
    assert "rooms[1].room.shelves[6].row.books[6]" in error
    assert len(rows) == sum(i % 7 + 1 for i in range(250)) + sum(range(1, 7))


def test_modes_in_which_a_bad_file_is_passed_over() -> None:
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for data in (SMALL, SMALL[:-3]):
            expected = read(toy("shelves"), data, "objects", mode=mode)
            assert read(toy("shelves"), data, "columns", mode=mode) == expected


def test_strict_is_left_to_objects() -> None:
    with pytest.raises(OptionError, match="strict"):
        bytewright.open(SMALL, toy("shelves"), engine="columns", strict=True)


def test_rows_of_a_region_that_is_too_large_to_hold_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are given at once; if the region turns out to be another one than the kernel knows, none comes twice."""
    monkeypatch.setattr("bytewright.columnar.scan.nested_scan._HELD", 0)
    first = row(*(book(i + 1, b"a") for i in range(9)))
    long = b"".join(book(i + 1, b"b") for i in range(9)) + b"\x87" + b"\x80" * 10 + b"\0" + book(7, b"z")[1:] + b"\0"
    good = house((0, room(1.0, [(b"a", 1, first), (b"b", 2, long), (b"c", 3, first)])))
    rows, error, _ = agree(toy("shelves"), good)
    assert (len(rows), error) == (28, None)
    table = bytewright.open(good, toy("shelves"), engine="columns", batch_rows=4)
    assert table.to_table().num_rows == 28
    assert table.counted == {"columns": 27, "objects": 1}
    bad = house((0, room(1.0, [(b"a", 1, first)])), (1, room(1.0, [(b"b", 2, long[:-9])])))
    expected = read(toy("shelves"), bad, "objects")
    found = read(toy("shelves"), bad, "columns", 2)
    assert found[1:] == expected[1:]
    assert found[1] is not None
    assert len(expected[0]) == 9
    assert found[0][:9] == expected[0]
    assert 9 < len(found[0]) <= 18
