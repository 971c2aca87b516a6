"""Files of events: what is written reads back, in every order, and equals what the original writer made."""

from __future__ import annotations

import json
import random
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.fixtures import DATA

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columns import ListColumns
from bytewright.host.gc_pause import uncollected
from bytewright.tables.write import bytes_of
from bytewright_formats import esdb, esdb_spaces
from bytewright_formats.esdb import CODEC

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GOOD = DATA / "esdb" / "good"


def added(count: int, blocks: int, groupings: int, indexes: int, suffix: str = "") -> list[dict[str, Any]]:
    """Events in an order that has nothing to do with their times; ``suffix``: of the names of indexes."""
    chance = random.Random(count)
    return [
        {
            "block": f"block{chance.randrange(blocks)}",
            "timestamp": chance.randrange(count // 2 + 1),
            "data": f"event {i}".encode() * chance.randrange(3),
            "grouping": f"g{chance.randrange(groupings)}",
            "indexes": [f"i{n}{suffix}" for n in range(indexes) if chance.random() < 0.4],
        }
        for i in range(count)
    ]


def written(rows: list[dict[str, Any]], folder: Path, spec: str = "esdb") -> bytes:
    """The file that the command makes of events."""
    source, made = folder / "rows.jsonl", folder / "made.esdb"
    with source.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps({**row, "data": row["data"].hex()}) + "\n")
    assert main(["write", "--spec", spec, "--view", "added", "--from", str(source), "-o", str(made)]) == 0
    return made.read_bytes()


@pytest.mark.parametrize(
    ("count", "blocks", "groupings", "indexes"), [(1, 1, 1, 0), (40, 3, 2, 3), (300, 1, 120, 2), (150, 90, 1, 1)]
)
def test_events_read_back_in_their_orders(
    count: int, blocks: int, groupings: int, indexes: int, tmp_path: Path
) -> None:
    rows = added(count, blocks, groupings, indexes)
    data = written(rows, tmp_path)
    newest_first = sorted(rows, key=lambda row: -row["timestamp"])
    events = bytewright.open(data, CODEC, "events").to_table().to_pylist()
    assert [(e["block"], e["grouping"], e["data"]) for e in events] == [
        (r["block"], r["grouping"], r["data"])
        for r in sorted(newest_first, key=lambda row: (row["block"], f"g{row['grouping']}"))
    ]
    oldest_first = sorted(rows, key=lambda row: row["timestamp"])
    chained = bytewright.open(data, CODEC, "index_events").to_table().to_pylist()
    expected = [(r["block"], name, r["data"]) for r in oldest_first for name in r["indexes"]]
    assert [(e["block"], e["index"], e["data"]) for e in chained] == sorted(expected, key=lambda one: one[:2])
    assert CODEC.to_bytes(CODEC.parse(data)) == data


@pytest.mark.parametrize(
    ("count", "blocks", "groupings", "indexes"), [(1, 1, 1, 0), (40, 3, 2, 3), (400, 1, 300, 2), (150, 90, 1, 1)]
)
def test_events_in_spaces_read_back_in_their_orders(
    count: int, blocks: int, groupings: int, indexes: int, tmp_path: Path
) -> None:
    rows = added(count, blocks, groupings, indexes, ":v")
    for row in rows[::3]:
        row["data"] *= 40  # so that some lie in several chunks
    data = written(rows, tmp_path, "esdb_spaces")
    newest_first = sorted(rows, key=lambda row: -row["timestamp"])
    events = bytewright.open(data, "esdb_spaces", "events").to_table().to_pylist()
    assert [(e["block"], e["grouping"], e["timestamp"], e["data"]) for e in events] == [
        (r["block"], r["grouping"], r["timestamp"], r["data"])
        for r in sorted(newest_first, key=lambda row: (row["block"], f"g{row['grouping']}"))
    ]
    listed = bytewright.open(data, "esdb_spaces", "index_events").to_table().to_pylist()
    expected = [(r["block"], name, r["timestamp"], r["data"]) for r in newest_first for name in r["indexes"]]
    found = [(e["block"], e["index"], e["timestamp"], e["data"]) for e in listed]
    assert found == sorted(expected, key=lambda one: one[:2])
    codec = esdb_spaces.CODEC
    assert codec.to_bytes(codec.parse(data)) == data


def test_spaces_are_what_they_are_alone(tmp_path: Path) -> None:
    """What spaces are taken to be compressed to before they are made is no more than a guess."""
    chance = random.Random(5)
    rows = []
    for block, data in (("a", chance.randbytes(400)), ("b", bytes(400)), ("c", chance.randbytes(200) + bytes(200))):
        rows += [{**row, "block": block, "data": data} for row in added(300, 1, 40, 30, ":v")]
    views = []
    for block in ("abc", "a", "b", "c"):
        data = written([row for row in rows if row["block"] in block], tmp_path, "esdb_spaces")
        views.append((data, bytewright.open(data, "esdb_spaces", "blocks").to_table().to_pylist()))
    (together, parts), *alone = views
    for part, (data, (only,)) in zip(parts, alone, strict=True):
        assert part["length"] == only["length"] > 8000
        ends = part["offset"] + part["length"]
        assert together[part["offset"] : ends] == data[only["offset"] : only["offset"] + only["length"]]


@pytest.mark.parametrize("path", sorted((DATA / "esdb" / "added").glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_original_writer_makes_the_same_spaces(path: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.esdb"
    assert main(["write", "--spec", "esdb_spaces", "--view", "added", "--from", str(path), "-o", str(made)]) == 0
    original = path.with_suffix(".bin")
    if not original.exists():
        original = GOOD / original.name
    assert made.read_bytes() == original.read_bytes()


def test_an_index_of_spaces_has_a_name_and_a_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "rows.jsonl"
    source.write_text('{"block": "a", "timestamp": 1, "indexes": ["plain"]}\n', encoding="utf-8")
    out = tmp_path / "made.esdb"
    assert main(["write", "--spec", "esdb_spaces", "--view", "added", "--from", str(source), "-o", str(out)]) == 1
    assert "the index 'plain' has no colon between its name and its value" in capsys.readouterr().err
    assert not out.exists()


def test_chains_lead_both_ways(tmp_path: Path) -> None:
    data = written(added(60, 2, 3, 2), tmp_path)
    for page in esdb.parse(data).pages:
        for block in (ref.block for ref in page.blocks):
            for section in (one for inner in block.pages_of_block for one in inner.sections if not one.is_group):
                forward = [step.offset for step in section.chain]
                backward, at = [], section.last_event
                offset = section.ends.last
                while offset:
                    backward.append(offset)
                    (link,) = (one for one in at.body.links if one.key.value == section.ends.key.value)
                    offset, at = link.previous, link.event_before
                assert backward == forward[::-1]


@pytest.mark.parametrize("stem", ["v1_tiny", "v1_tiny_indexed", "v1_empty_db"])
def test_the_original_writer_makes_the_same(stem: str, tmp_path: Path) -> None:
    events: dict[str, list[dict[str, Any]]] = {
        "v1_tiny": [{"block": "b", "timestamp": 1, "data": b"hello", "grouping": "g", "indexes": []}],
        "v1_tiny_indexed": [
            {"block": "1", "timestamp": 5, "data": b"only", "grouping": "", "indexes": ["type:page"]},
        ],
        "v1_empty_db": [],
    }
    assert written(events[stem], tmp_path) == (GOOD / f"{stem}.bin").read_bytes()


TEXTS = st.none() | st.sampled_from(["", "g", "ü", "g1"])
NAMES = st.lists(st.sampled_from(["a:1", "a:2", "bb:", "ü:x", "c:1"]), max_size=4)
EVENTS = st.lists(
    st.fixed_dictionaries(
        {
            "block": st.sampled_from(["b", "a", "ü"]),
            "timestamp": st.none() | st.integers(-3, 3) | st.integers(-(1 << 63), (1 << 63) - 1),
            "data": st.none() | st.sampled_from([b"", b"x", b"y" * 126, b"z" * 127, b"chunk" * 2000]),
            "grouping": TEXTS,
            "indexes": st.none() | NAMES,
        }
    ),
    max_size=12,
)


@pytest.mark.parametrize("codec", [CODEC, esdb_spaces.CODEC], ids=["blocks", "spaces"])
@given(rows=EVENTS, size=st.integers(1, 12))
@settings(max_examples=30, deadline=None)
def test_the_kernel_makes_of_events_what_objects_make(codec: Codec, rows: list[dict[str, Any]], size: int) -> None:
    table = pa.Table.from_pylist(rows, schema=codec.makers[0].schema)
    table = pa.Table.from_batches(table.to_batches(max_chunksize=size), table.schema)
    data, how = bytes_of(codec, table, "added", parse(codec), engine="columns")
    assert how.encoded == len(rows)
    assert data == bytes_of(codec, table, "added", parse(codec), engine="objects")[0]
    assert bytewright.open(data, codec, "events").to_table().num_rows == len(rows)


@pytest.mark.parametrize("codec", [CODEC, esdb_spaces.CODEC], ids=["blocks", "spaces"])
def test_what_is_written_is_let_go_of(codec: Codec, tmp_path: Path) -> None:
    """Block by block: a file that takes many must not take the memory of all; and the rows are the caller's alone."""
    rows = added(600, 20, 3, 4, ":v")
    batches = pa.Table.from_pylist(rows, schema=codec.makers[0].schema).to_batches(max_chunksize=7)
    columns: list[weakref.ref[Any]] = []
    make = ListColumns.__init__

    def noted(self: ListColumns, *given: Any, **named: Any) -> None:
        make(self, *given, **named)
        columns.append(weakref.ref(self))

    with uncollected(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(ListColumns, "__init__", noted)
        table = pa.Table.from_batches(batches)
        seen = weakref.ref(table)
        assert bytewright.write(table, tmp_path / "made", codec, "added").encoded == len(rows)
        assert len(columns) >= 40
        assert not any(column() is not None for column in columns)
        del table
        assert seen() is None


def test_an_event_needs_a_block(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "rows.jsonl"
    source.write_text('{"timestamp": 1, "data": "00"}\n', encoding="utf-8")
    out = tmp_path / "made.esdb"
    assert main(["write", "--spec", "esdb", "--view", "added", "--from", str(source), "-o", str(out)]) == 1
    assert "no file can be made of these rows: an event without a block" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("name", ["esdb", "esdb_spaces"])
def test_spark_writes_events(spark: SparkSession, name: str, tmp_path: Path) -> None:
    rows = added(80, 4, 2, 2, ":v")
    frame = spark.createDataFrame(pa.Table.from_pylist(rows)).coalesce(1)
    table = str(tmp_path / "table")
    for mode in ("overwrite", "append"):
        frame.write.format(name).option("view", "added").mode(mode).save(table)
    files = sorted(Path(table).glob("part-*.esdb"))
    assert len(files) == 2
    assert files[0].read_bytes() == files[1].read_bytes() == written(rows, tmp_path, name)
    assert spark.read.format(name).load(table).count() == 160
    events = spark.read.format(name).option("block", "block1").load(str(files[0])).collect()
    assert len(events) == sum(row["block"] == "block1" for row in rows)


def test_spark_refuses_other_columns(spark: SparkSession, tmp_path: Path) -> None:
    for name, value, message in (("blok", "a", "there is no column 'blok'"), ("timestamp", "x", "timestamp")):
        frame = spark.createDataFrame([{"block": "a", name: value}])
        with pytest.raises(Exception, match=message):
            frame.write.format("esdb").option("view", "added").mode("append").save(str(tmp_path / name))
