"""Damage costs itself: behind a bad record the next one is found, by what the declaration says of any record."""

from __future__ import annotations

import itertools
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.damage.specs import FEED, FIXED, FORMATS, JOURNAL, Format

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import InputMissingError, ReadError
from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.search import BeginningSearch
from bytewright.kernels.plan import FixedFrame, LengthFrame
from bytewright.kernels.plan.beginning import Beginning, Mark
from bytewright.views.evaluate import resync
from bytewright.views.evaluate.framing import Framing
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load


@pytest.fixture(scope="module")
def codec_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Codec]:
    folder = tmp_path_factory.mktemp("specs")
    known: dict[str, Codec] = {}

    def codec(text: str) -> Codec:
        if text not in known:
            path = folder / f"{len(known)}.ksy"
            path.write_text(text, encoding="utf-8")
            known[text] = bytewright.load(str(path))
        return known[text]

    return codec


class Log(NamedTuple):
    """A file, and where each of its records lies."""

    data: bytes
    edges: list[int]


def log_of(kind: Format, count: int, seed: int = 1) -> Log:
    rng = random.Random(seed)
    data, edges = bytearray(kind.head), [len(kind.head)]
    for number in range(count):
        data += kind.record(number, rng)
        edges.append(len(data))
    return Log(bytes(data), edges)


def damaged(log: Log, rng: random.Random) -> tuple[bytes, set[int]]:
    """A file with one place of damage, and the numbers of the records that it touches."""
    data = bytearray(log.data)
    at = rng.randrange(log.edges[0], len(data))
    size = min(int(10 ** rng.uniform(0, 3.5)), len(data) - at)
    low, high = at, at + size
    match rng.randrange(4):
        case 0:
            data[at] ^= 1 << rng.randrange(8)
            high = at + 1
        case 1:
            del data[at:high]
        case 2:
            data[at:at] = rng.randbytes(size)
            high = at
        case _:
            data[at:high] = rng.randbytes(size)
    records = enumerate(zip(log.edges, log.edges[1:], strict=False))
    return bytes(data), {number for number, (start, end) in records if start < max(high, at + 1) and end > low}


def numbers_of(data: bytes, codec: Codec, **arguments: Any) -> list[int]:
    arguments = {"mode": "DROPMALFORMED", **arguments}
    table = bytewright.open(data, codec, columns=["number"], **arguments)
    return [int(number) for batch in table.to_batches() for number in batch.column(0).to_numpy()]


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize("name", FORMATS)
def test_a_place_costs_what_it_touches(name: str, engine: str, codec_of: Callable[[str], Codec]) -> None:
    kind = FORMATS[name]
    codec, log, rng = codec_of(kind.spec), log_of(kind, 50), random.Random(name)
    lost, places = 0, 40
    for _ in range(places):
        data, touched = damaged(log, rng)
        found = numbers_of(data, codec, engine=engine)
        assert len(set(found) - set(range(50))) <= len(touched), "rows that the file hasn't"
        lost += len(set(range(50)) - touched - set(found))
    assert lost <= kind.costs * places


@pytest.mark.parametrize(("name", "at"), [("journal", 0), ("journal", 4), ("feed", 2), ("words", 0), ("fixed", 4)])
def test_many_places(name: str, at: int, codec_of: Callable[[str], Codec]) -> None:
    """Engines agree on what is passed over, parts as well, and all bytes of the file belong to a record or a place."""
    kind = FORMATS[name]
    codec, log, rng = codec_of(kind.spec), log_of(kind, 3000), random.Random(5)
    data = bytearray(log.data)
    hit = range(50, 3000, 100)
    for number in hit:
        data[log.edges[number] + at] ^= 0x80 >> rng.randrange(4)
    options = {"includeMetadata": True}
    shown = {}
    for engine in ("columns", "objects"):
        table = bytewright.open(bytes(data), codec, engine=engine, mode="PERMISSIVE", options=options)
        shown[engine] = [row for batch in table.to_batches() for row in batch.to_pylist()]
        parts = table.splits(20_000)
        assert [row for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()] == shown[
            engine
        ]
    assert shown["columns"] == shown["objects"]
    good = [row["number"] for row in shown["columns"] if row["number"] is not None]
    assert len(set(range(3000)) - set(hit) - set(good)) <= kind.costs * len(hit)
    if kind.costs == 1:  # where lengths aren't proved, a record may have taken in others, which are read after it
        places = [(row["_metadata"]["record_offset"], row["_metadata"]["record_length"]) for row in shown["columns"]]
        assert places[0][0] == log.edges[0]
        assert all(start + size == behind for (start, size), (behind, _) in itertools.pairwise(places))


def test_without(codec_of: Callable[[str], Codec]) -> None:
    """``resync=false``: what follows a length that leads nowhere is one bad record."""
    kind = FORMATS["journal"]
    log = log_of(kind, 50)
    data = bytearray(log.data)
    data[log.edges[10] + 3] = 0xFF
    expected = [*range(10), *range(11, 50)]
    assert numbers_of(bytes(data), codec_of(kind.spec)) == expected
    assert numbers_of(bytes(data), codec_of(kind.spec), options={"resync": False}) == expected[:10]


TOLD = """
meta: {id: told, endian: le}
seq:
  - {id: magic, contents: TOLD}
  - {id: version, type: u2}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: mark, contents: [0xab, 0xcd]}
      - {id: len, type: u2}
      - {id: number, type: u4}
      - {id: body, size: len}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, from: mark, to: body}}
-views:
  rows:
    each: records[*]
    columns: [{id: version, value: _root.version}, {id: number, value: _.number}]
"""


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_a_log_without_its_beginning(engine: Any, tmp_path: Path, codec_of: Callable[[str], Codec]) -> None:
    """Another file says what preceded the records."""
    codec, rng, records = codec_of(TOLD), random.Random(4), []
    for number in range(60):
        body = rng.randbytes(rng.randrange(40))
        head = b"\xab\xcd" + struct.pack("<HI", len(body), number) + body
        records.append(head + struct.pack("<I", zlib.crc32(head)))
    path = tmp_path / "other"
    path.write_bytes(b"TOLD\5\0" + records[0])
    for cut in (0, 1, 7, len(records[0]) - 1, len(records[0])):
        data = b"".join(records)[cut:]
        options = {"header": str(path)}
        table = bytewright.open(data, codec, engine=engine, mode="DROPMALFORMED", options=options)
        rows = table.to_table().to_pylist()
        first = 0 if cut == 0 else 1
        assert rows == [{"version": 5, "number": number} for number in range(first, 60)]
        assert table.malformed == (0 < cut < len(records[0]))


def test_a_header_that_is_none(tmp_path: Path, codec_of: Callable[[str], Codec]) -> None:
    codec, path = codec_of(TOLD), tmp_path / "other"
    with pytest.raises(InputMissingError, match="option header"):
        bytewright.open(b"", codec, options={"header": str(path)})
    path.write_bytes(b"TOLD\5")
    with pytest.raises(ReadError, match="option header: offset 4"):
        bytewright.open(b"\xab\xcd", codec, options={"header": str(path)}).to_table()


@pytest.mark.parametrize(
    ("damage", "trailing"),
    [
        ("length", b""),
        ("length", b"and what follows them"),
        ("body", b""),
        ("body", b"and what follows"),
        ("head", b""),
    ],
)
def test_records_in_a_payload_are_none(damage: str, trailing: bytes, codec_of: Callable[[str], Codec]) -> None:
    kind = FORMATS["journal"]
    inner = log_of(kind, 30, seed=2)
    body = inner.data[4:] + trailing
    outer = struct.pack("<IBI", len(body), 1, 10) + body
    outer += struct.pack("<I", zlib.adler32(outer))
    log = log_of(kind, 40)
    data = bytearray(log.data[: log.edges[10]] + outer + log.data[log.edges[11] :])
    data[log.edges[10] + {"length": 1, "body": 9 + len(body) - 1, "head": 6}[damage]] ^= 0x10
    if damage == "head":  # only what the record has beside its payload tells
        data[log.edges[10] + 3] ^= 0x10
        data[log.edges[10] + 5] ^= 1
    if damage == "body" and not trailing:
        data[log.edges[10] + 9 + len(body) - 1] ^= 0x10
        data[log.edges[10] + 5] ^= 1  # the number, which stands before the payload
    assert numbers_of(bytes(data), codec_of(kind.spec)) == [*range(10), *range(11, 40)]


@pytest.mark.parametrize("filling", [b"\0", b"\xff", b"\x01"])
def test_a_run_of_one_byte_is_no_record(filling: bytes, codec_of: Callable[[str], Codec]) -> None:
    """Where its checksum fits, too: the sum of nothing is often 0."""
    spec = JOURNAL.replace("enum: kind}", "}").replace("adler32, from: len,", "crc32, from: body,")
    rng = random.Random(1)

    def record(number: int) -> bytes:
        body = rng.randbytes(rng.randrange(30, 60))
        return struct.pack("<IBI", len(body), 1, number) + body + struct.pack("<I", zlib.crc32(body))

    before, behind = b"JRNL" + b"".join(map(record, range(20))), b"".join(map(record, range(20, 40)))
    torn = record(99)[:30]
    found = numbers_of(before + torn + 4096 * filling + behind, codec_of(spec))
    assert found == [*range(40)]


def test_no_evidence(codec_of: Callable[[str], Codec]) -> None:
    """Anything may be such a record: what follows a length that leads nowhere is one bad record, as without search."""
    spec = FEED.replace(", valid: {min: 5}", "").replace(", valid: {any-of: [0x41, 0x45, 0x50, 0x58]}", "")
    kind = FORMATS["feed"]
    log = log_of(kind, 50)
    data = bytearray(log.data)
    data[log.edges[10]] = 0xFF
    assert numbers_of(bytes(data), codec_of(spec)) == [*range(10)]


def _good(name: str) -> bytes:
    return FORMATS[name].record(1, random.Random(3))


HOSTILE = {
    "large and bad": ("journal", struct.pack("<IB", 1 << 12, 1)),
    "small and bad": ("journal", struct.pack("<IBI", 1, 1, 5) + b"xabcd"),
    "bad among good ones": ("journal", _good("journal") + _good("journal")[:-1] + b"!"),
    "good rows in what is bad": ("capture", struct.pack("<IIII", 0, 9**9, 1 << 12, 0) + 3 * _good("capture")),
    "every byte is a mark": ("words", b"N"),
    "marks and ends": ("words", b"NNNNNN\0"),
    "marks with lengths": ("frames", b"\xaa\x55\xff"),
    "any number": ("fixed", b"BS\1\2\1B\2S\2\2\1"),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_places_end(hostile: str, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks like beginnings everywhere is judged only as often as the size of the file allows."""
    name, content = HOSTILE[hostile]
    monkeypatch.setattr(resync, "FREE", 1 << 12)
    kept: list[int] = []
    read = resync.Resync._read

    def counted(self: resync.Resync, start: int) -> Any:
        kept.append(len(self._known))
        return read(self, start)

    monkeypatch.setattr(resync.Resync, "_read", counted)
    data = FORMATS[name].head + content * (60_000 // len(content))
    numbers_of(data, codec_of(FORMATS[name].spec), engine="objects")
    # Each search may go a little beyond: to the place that it has found before it was told.
    assert len(kept) < 2000 + (len(data) * resync.EFFORT) // resync._READING
    assert max(kept, default=0) <= resync._KEPT


COUNTED = """
meta: {id: counted, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types: {record: {seq: [{id: count, type: u4}, {id: number, type: u1, repeat: expr, repeat-expr: count}]}}
"""
"""Records that prove next to nothing: nearly anything is one, if it is small."""


@pytest.mark.parametrize("content", [b"\0", b"\1\0\0\0\7"])
def test_what_proves_little_is_not_read_over_and_over(
    content: bytes, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Good records lie at all places behind a bad one: each that is read counts, not only each place."""
    monkeypatch.setattr(resync, "FREE", 1 << 12)
    read, ends = 0, Steps.ends

    def counted(self: Steps, start: int, index: int = 1) -> Iterator[tuple[int, int]]:
        nonlocal read
        for found in ends(self, start, index):
            read += 1
            yield found

    monkeypatch.setattr(Steps, "ends", counted)
    data = b"\xff\xff\xff\xff" + content * (60_000 // len(content))
    tried = list(bytewright.open(data, codec_of(COUNTED), engine="objects", mode="PERMISSIVE").to_batches())
    assert sum(batch.num_rows for batch in tried) > 0
    assert read < 100 + (len(data) * resync.EFFORT) // resync._READING


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_a_fixed_size_needs_no_proof(engine: str, codec_of: Callable[[str], Codec]) -> None:
    """Every other record is bad, so that no row of them is proved; nor are those before the first row that is."""
    log = log_of(FORMATS["fixed"], 300)
    data, bad = bytearray(log.data), {*range(1, 100, 2), 101, 102, 103, *range(105, 200, 2)}
    for number in bad:
        data[log.edges[number] + 4] = 0
    for size in (200, 300):
        found = numbers_of(bytes(data[: log.edges[size]]), codec_of(FIXED), engine=engine)
        assert found == [number for number in range(size) if number not in bad]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("left", [1, 3, 6])
def test_records_between_places_are_found(name: str, left: int, codec_of: Callable[[str], Codec]) -> None:
    """The second place of damage, soon behind the first one, leaves less of a record than any has."""
    kind = FORMATS[name]
    log, lost = log_of(kind, 200), 0
    for number in range(10, 30):
        edges = log.edges
        pieces = log.data[: edges[number] + 2], log.data[edges[number] + 9 : edges[150] + left], log.data[edges[151] :]
        found = numbers_of(b"".join(pieces), codec_of(kind.spec), engine="objects")
        lost += len(set(range(200)) - {number, 150, *found})
    assert lost <= 2 * 20 * kind.costs


def test_records_behind_noise_are_found(codec_of: Callable[[str], Codec]) -> None:
    """What a bad record holds looks by chance like one that leads far behind it: the records before that are proved as
    well, also where another bad one lies between them and where it leads."""
    kind, lost = FORMATS["feed"], 0
    log = log_of(kind, 300)
    wide = (n for n in range(10, 200) if log.edges[n + 1] - log.edges[n] >= 14)
    places = list(itertools.islice(wide, 0, 60, 6))
    for number in places:
        data = bytearray(log.data)
        start, end = log.edges[number] + 7, log.edges[number + 60]
        data[log.edges[number]], data[log.edges[number + 59] + 2] = 0xFF, 0
        data[start : start + 7] = struct.pack(">HBI", end - start - 2, 0x41, 5)
        found = numbers_of(bytes(data), codec_of(kind.spec), engine="objects")
        lost += len(set(range(300)) - {number, number + 59, *found})
    assert lost <= len(places) * kind.costs


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize(("name", "at", "every"), [("feed", 1, 9), ("capture", 8, 9), ("fixed", 4, 99)])
def test_parts_are_the_whole(name: str, at: int, every: int, mode: str, codec_of: Callable[[str], Codec]) -> None:
    """Also where wrong lengths take in others, which are read after them, and where several bad records are one place:
    no part goes back before its beginning, and all know the numbers of records."""
    kind, rng = FORMATS[name], random.Random(name)
    codec, log = codec_of(kind.spec), log_of(kind, 120)
    for _ in range(8):
        data = bytearray(log.data)
        for number in range(5, 110, every):
            data[log.edges[number] + at] ^= 16 << rng.randrange(4)
        number = rng.randrange(10, 100)
        start, end = log.edges[number] + 3, log.edges[number + 4]
        data[start:end] = b"\xff" * (end - start)
        table = bytewright.open(bytes(data), codec, mode=mode, options={"includeMetadata": True, "includeError": True})
        whole = [row for batch in table.to_batches() for row in batch.to_pylist()]
        parts = table.splits(300)
        assert [row for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()] == whole


FRAMINGS: list[Framing | None] = [None, FixedFrame(11), LengthFrame("u2le", 1, 3, 3), LengthFrame("s4be", 0, 4, 4)]
MARKS = [
    (),
    (Mark(0, "u1", ((7, 7),)),),
    (Mark(3, "u2be", ((0, 9), (500, 700))), Mark(0, "u1", ((0, 3),))),
    (Mark(2, "s4le", ((-5, 5),)), Mark(6, "u1", ((1, 2), (4, 4)))),
]


def _looks(data: bytes, place: int, marks: tuple[Mark, ...], frame: Framing | None, smallest: int) -> int | None:
    """Where the record ends that a place looks like (-1: that isn't known); None: it looks like none."""
    heads = [mark.offset + int(mark.kind[1]) for mark in marks]
    heads += [frame.header] if isinstance(frame, LengthFrame) else []
    if place + max([1, *heads, smallest]) > len(data):
        return None
    for mark in marks:
        size, order = int(mark.kind[1]), "big" if mark.kind.endswith("be") else "little"
        content = data[place + mark.offset : place + mark.offset + size]
        number = int.from_bytes(content, order, signed=mark.kind[0] == "s")  # type: ignore[arg-type]
        if not any(low <= number <= high for low, high in mark.ranges):
            return None
    if frame is None:
        return -1
    if isinstance(frame, FixedFrame):
        end = place + frame.size
    else:
        size, order = int(frame.kind[1]), "big" if frame.kind.endswith("be") else "little"
        content = data[place + frame.at : place + frame.at + size]
        length = int.from_bytes(content, order, signed=frame.kind[0] == "s")  # type: ignore[arg-type]
        end = place + frame.extra + length
        if length < 0 or end - place < frame.header:
            return None
    return end if end <= len(data) else None


@pytest.mark.parametrize("frame", FRAMINGS, ids=str)
@pytest.mark.parametrize("marks", MARKS, ids=len)
def test_the_search_finds_what_looks_like_a_record(marks: tuple[Mark, ...], frame: Framing | None) -> None:
    """The kernel's search against one in Python, over bytes that are small numbers mostly."""
    rng = random.Random(3)
    data = bytes(rng.choices([0, 1, 2, 3, 5, 7, 255], k=4000))
    heads = [mark.offset + int(mark.kind[1]) for mark in marks] + (
        [frame.header] if isinstance(frame, LengthFrame) else []
    )
    head = max([1, *heads])
    expected = []
    for place in range(len(data)):
        end = _looks(data, place, marks, frame, 1)
        follows = end is not None and (end == -1 or end + head > len(data))
        if follows or (end is not None and _looks(data, end, marks, frame, 1) is not None):
            expected.append(place)
    search, found, place = BeginningSearch(Beginning(marks, 8.0), frame, BytesSource(data, "x")), [], 0
    while (hit := search.next(place, len(data))) is not None:
        found.append(hit)
        place = hit + 1
    assert found == expected


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_rows_that_rest_on_the_search_are_marked(engine: Any, codec_of: Callable[[str], Codec]) -> None:
    """From where rows go on up to the first that those before it have proved; not where a length leads there."""
    kind, log = FORMATS["feed"], log_of(FORMATS["feed"], 60)
    data = bytearray(log.data)
    data[log.edges[10]], data[log.edges[40] + 2] = 0xFF, 0
    options = {"includeMetadata": True}
    table = bytewright.open(bytes(data), codec_of(kind.spec), engine=engine, mode="PERMISSIVE", options=options)
    rows = [row for batch in table.to_batches() for row in batch.to_pylist()]
    marked = [row["number"] for row in rows if row["_metadata"]["resynchronised"]]
    assert marked == [*range(marked[0], marked[0] + len(marked))]
    assert marked[0] - 11 <= kind.costs
    assert len(marked) == 5  # of about 11 bits each
    strict = bytewright.open(log.data, codec_of(kind.spec), engine=engine, options=options)
    assert not any(row["_metadata"]["resynchronised"] for batch in strict.to_batches() for row in batch.to_pylist())


def test_what_looks_large_by_chance_is_not_read(
    codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large payloads of noise are full of places whose length leads far on, to where something looks like a record."""
    monkeypatch.setattr(resync, "FREE", 1 << 12)
    size, count, rng = 80_000, 200, random.Random(6)
    hit = range(5, 100, 20)
    data = bytearray(b"JRNL")
    for number in range(count):
        body = bytearray(rng.randbytes(size))
        if number in hit:  # what leads to the middle of the payload of the record 190
            body[100:105] = struct.pack("<IB", (190 - number) * (size + 13) - 13, 1)
        elif number == 190:
            body[100:105], body[617] = struct.pack("<IB", 500, 1), 0xFF  # whose end looks like none
        head = struct.pack("<IBI", size, 1, number) + body
        data += head + struct.pack("<I", zlib.adler32(head))
    for number in hit:
        data[4 + number * (size + 13) + 3] = 1  # nowhere, in so small a file
    assert numbers_of(bytes(data), codec_of(JOURNAL)) == [number for number in range(count) if number not in hit]


def test_lengths_lead_to_records(tmp_path: Path) -> None:
    """Numbers in records, and texts, look like lengths that lead on, some of them over all of the file."""
    spec = tmp_path / "rows.ksy"
    spec.write_text(
        "meta: {id: rows, endian: be}\n"
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types: {record: {seq: [{id: len, type: u4}, {id: body, size: len}]}}\n"
    )
    codec, rng, log, edges = load(spec), random.Random(7), bytearray(), set[int]()
    for number in range(60_000):
        name = bytes(rng.choices(b"abcd", k=rng.randrange(12)))
        body = struct.pack(">qiih", number, rng.randrange(-100, 100), rng.randrange(1 << 20), len(name)) + name
        edges.add(len(log))
        log += struct.pack(">I", len(body)) + body
    assert codec.beginning is not None
    assert isinstance(codec.beginning.frame, LengthFrame)
    search = BeginningSearch(codec.beginning, codec.beginning.frame, BytesSource(bytes(log), "log"))
    step = 1 << 16
    windows = [(start, min(start + step, len(log))) for start in range(step, len(log) - step, step)]
    found = [search.leading(*window) for window in windows]
    assert len(windows) > 20
    assert {place for place in found if place is not None} <= edges
    assert sum(place is not None for place in found) > 0.9 * len(windows)
