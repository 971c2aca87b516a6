"""Look-ups in files of ESDB read what leads to the rows, and these."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from benchmarks import events
from tests.formats.fixtures import DATA

import bytewright
from bytewright.codecs.snappy_chunks import SnappyChunks
from bytewright.io.source import FileSource
from bytewright.spark.filters import chosen, parse
from bytewright_formats import esdb, esdb_spaces

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GOOD = DATA / "esdb" / "good"
AHEAD = 1024
"""A grouping of the first format ends where it does: how far a reader may go beyond it."""


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The offsets of the bytes that are read of files."""
    offsets: set[int] = set()
    whole = FileSource.read

    def counted(self: FileSource, offset: int, size: int) -> bytes:
        data = whole(self, offset, size)
        offsets.update(range(offset, offset + len(data)))
        return data

    fill = FileSource.read_into

    def counted_too(self: FileSource, offset: int, buffer: memoryview) -> int:
        size = fill(self, offset, buffer)
        offsets.update(range(offset, offset + size))
        return size

    monkeypatch.setattr(FileSource, "read", counted)
    monkeypatch.setattr(FileSource, "read_into", counted_too)
    return offsets


def table_path(table: Any, end: int, key: bytes) -> set[int]:
    """The bytes of a table, which ends at an offset, that lead to a key: footer, index, and a page."""
    start = end - table._io.size
    handle = table.footer.index
    page = next(page for page in table.pages if page.last_key >= key)
    found = set(range(end - 48, end))
    for one in (handle, page.handle):
        begin = start + one.offset.value
        found |= set(range(begin, begin + one.len.value + 5))
    return found


def path_to(module: ModuleType, data: bytes, block: str, key: str) -> tuple[set[int], Any, int]:
    """The bytes that lead to a grouping or an index; the structure of it, and where its block begins."""
    root = module.parse(data)
    spaces = module is esdb_spaces
    end = len(data) - 8
    found = set(range(10)) | set(range(end, end + 8)) | table_path(root.index, end, block.encode())
    ref = next(
        ref
        for page in root.pages
        for ref in (page.spaces if spaces else page.blocks)
        if ref.entry.key == block.encode()
    )
    inner = ref.space if spaces else ref.block
    trailer = 8 if spaces else 4
    end = ref.offset + ref.len - trailer
    found |= {ref.offset} | set(range(end, end + trailer)) | table_path(inner.index, end, key.encode())
    pages = inner.pages_of_space if spaces else inner.pages_of_block
    section = next(one for page in pages for one in page.sections if one.entry.key == key.encode())
    return found, section, ref.offset


@pytest.mark.parametrize("stem", ["groups_indexes", "readme_example", "restart_33"])
@pytest.mark.parametrize("module", [esdb, esdb_spaces], ids=lambda module: module.CODEC.name)
def test_a_grouping_is_read_by_its_path(module: ModuleType, stem: str, read: set[int]) -> None:
    path = GOOD / f"{'head' if module is esdb_spaces else 'v1'}_{stem}.bin"
    rows = bytewright.open(path, module.CODEC, "events").to_table().to_pylist()
    wanted = rows[len(rows) // 2]
    block, grouping = wanted["block"], wanted["grouping"]
    read.clear()
    options = {"block": block, "grouping": grouping}
    found = bytewright.open(path, module.CODEC, "events", "position,data", options).to_table().to_pylist()
    assert found == [
        {"position": row["position"], "data": row["data"]}
        for row in rows
        if row["block"] == block and row["grouping"] == grouping
    ]
    offsets = set(read)
    allowed, section, start = path_to(module, path.read_bytes(), block, "g" + grouping)
    begin = start + (section.location.offset.value if module is esdb_spaces else section.ends.first)
    size = section.location.len.value if module is esdb_spaces else _size(section.group) + AHEAD
    assert offsets <= allowed | set(range(begin, begin + size))


def _size(group: Any) -> int:
    return int(group._at[0].end - group._at[0].start)


def chunks_of(data: bytes, at: int, offset: int) -> set[int]:
    """The bytes of the chunks that an event lies in, which begins somewhere in what the first one holds."""
    plain, found = b"", set()
    while True:
        stop = at + 3 + int.from_bytes(data[at : at + 2], "little")
        found |= set(range(at, stop))
        plain += SnappyChunks(4096).decode(data[at:stop])
        size, digits = 0, 0
        for digits, byte in enumerate(plain[offset:]):
            size |= (byte & 127) << 7 * digits
            if byte < 128:
                break
        else:
            digits = len(plain)
        if offset + digits + 5 + size <= len(plain):
            return found
        at = stop


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize("stem", ["chunk_8183", "groups_indexes", "chunk_4091"])
def test_an_index_is_read_by_the_chunks_that_it_leads_to(stem: str, engine: Any, read: set[int]) -> None:
    path = GOOD / f"head_{stem}.bin"
    data = path.read_bytes()
    rows = bytewright.open(path, "esdb_spaces", "index_events").to_table().to_pylist()
    block, index = rows[0]["block"], rows[0]["index"]
    read.clear()
    table = bytewright.open(
        path, "esdb_spaces", "index_events", engine=engine, options={"block": block, "index": index}
    )
    found = table.to_table().to_pylist()
    assert found == [row for row in rows if (row["block"], row["index"]) == (block, index)]
    assert dict(table.counted) == {engine: len(found)}
    offsets = set(read)
    allowed, section, start = path_to(esdb_spaces, data, block, "i" + index)
    begin = start + section.location.offset.value
    allowed |= set(range(begin, begin + section.location.len.value))
    for entry in section.references.entries:
        allowed |= chunks_of(data, start + entry.position, entry.offset)
    assert offsets <= allowed


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_an_index_is_read_by_the_events_that_it_links(engine: Any, read: set[int], tmp_path: Path) -> None:
    """A fortieth of the events, which lie between others."""
    path = tmp_path / "events"
    assert events.write(path, 1) == events.BLOCK_EVENTS
    block, index = "block-000000", "campaign-007"
    chosen_rows = bytewright.open(path, "esdb", "index_events").to_table().to_pylist()
    read.clear()
    table = bytewright.open(path, "esdb", "index_events", engine=engine, options={"block": block, "index": index})
    found = table.to_table().to_pylist()
    assert found == [row for row in chosen_rows if row["index"] == index]
    assert dict(table.counted) == {engine: len(found)}
    offsets = set(read)
    allowed, section, start = path_to(esdb, path.read_bytes(), block, "i" + index)
    for step in section.chain:
        allowed |= set(range(start + step.offset, start + step.offset + step.event.len.value + AHEAD))
    assert len(section.chain) == len(found) > 1000
    # The kernel goes further behind an event here and there, but not behind each.
    assert len(offsets - allowed) <= 4 * AHEAD
    assert 8 * len(offsets) < path.stat().st_size


@pytest.mark.parametrize("view", ["events", "index_events", "blocks"])
@pytest.mark.parametrize("codec", [esdb.CODEC, esdb_spaces.CODEC], ids=lambda codec: codec.name)
def test_what_there_is_not_gives_no_rows(codec: Any, view: str) -> None:
    path = GOOD / f"{'head' if codec.name == 'esdb_spaces' else 'v1'}_readme_example.bin"
    for block in ("", "0", "11", "zzz", "ü"):
        assert bytewright.open(path, codec, view, options={"block": block}).to_table().num_rows == 0


def test_filters_choose_only_where_they_leave_one_value() -> None:
    known = {"block", "grouping"}
    assert chosen(parse('[["block", "=", "a"], ["data", "=", "b"]]'), known) == {"block": "a"}
    assert chosen(parse('[[["block", "=", "a"]], [["block", "=", "b"]]]'), known) == {}
    assert chosen(parse('[["block", ">", "a"], ["grouping", "=", null]]'), known) == {}


@pytest.mark.parametrize("name", ["esdb", "esdb_spaces"])
def test_spark_reads_it_and_looks_up(spark: SparkSession, name: str, tmp_path: Path) -> None:
    path = str(GOOD / f"{'head' if name == 'esdb_spaces' else 'v1'}_groups_indexes.bin")
    rows = bytewright.open(path, name, "index_events").to_table().to_pylist()
    frame = spark.read.format(name).option("view", "index_events").load(path)
    assert [row.asDict() for row in frame.collect()] == rows
    block, index = rows[0]["block"], rows[0]["index"]
    expected = [row for row in rows if (row["block"], row["index"]) == (block, index)]
    asked = frame.where((frame["block"] == block) & (frame["index"] == index))
    assert [row.asDict() for row in asked.collect()] == expected
    told = spark.read.format(name).options(view="index_events", block=block, index=index).load(path)
    assert [row.asDict() for row in told.collect()] == expected
