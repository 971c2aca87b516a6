"""Events that are added one by one, in any order, become the file that the original writer makes of them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA
from tests.formats.test_esdb_writing import added

import bytewright
from bytewright.errors import OptionError, WriteError
from bytewright_pipelines.esdb import Finished, Writer, sorting
from bytewright_pipelines.esdb.formats import ADDED, FORMATS, Spec

GOOD = DATA / "esdb" / "good"
SPECS: list[Spec] = [*FORMATS]


def write(path: Path, rows: list[dict[str, Any]], spec: Spec, **settings: Any) -> bytes:
    """The file of some events."""
    writer = Writer(path, spec, **settings)
    for row in rows:
        writer.add(row["block"], row["timestamp"], row["data"], row["grouping"], row["indexes"])
    found = writer.finish()
    assert found == Finished(str(path), len({row["block"] for row in rows}), len(rows))
    return path.read_bytes()


def made_at_once(path: Path, rows: list[dict[str, Any]], spec: Spec) -> bytes:
    """The same by what makes files of rows in memory."""
    bytewright.write(pa.Table.from_pylist(rows, schema=ADDED), path, spec, "added")
    return path.read_bytes()


@pytest.mark.parametrize("path", sorted((DATA / "esdb" / "added").glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_original_writer_makes_the_same_spaces(path: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [{"grouping": "", "indexes": [], **row, "data": bytes.fromhex(row.get("data", ""))} for row in rows]
    original = path.with_suffix(".bin")
    if not original.exists():
        original = GOOD / original.name
    for memory in (1, 1 << 20):
        assert write(tmp_path / "made.esdb", rows, "esdb_spaces", memory=memory) == original.read_bytes()


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("memory", [1, 3000, 1 << 26])
def test_what_waits_in_a_file_is_written_as_what_waits_in_memory(
    spec: Spec, memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorting, "_BATCH_BYTES", 200)
    for rows in ([], added(400, 7, 3, 3, ":v"), added(200, 120, 2, 1, ":v")):
        data = write(tmp_path / "made.esdb", rows, spec, memory=memory)
        assert data == made_at_once(tmp_path / "other.esdb", rows, spec)


@pytest.mark.parametrize("spec", SPECS)
def test_tables_of_events_are_added_as_events_are(spec: Spec, tmp_path: Path) -> None:
    rows = added(300, 5, 3, 3, ":v")
    path = tmp_path / "made.esdb"
    with Writer(path, spec, memory=2000) as writer:
        writer.add_table(pa.Table.from_pylist(rows[:90], schema=ADDED).select(ADDED.names[::-1]))
        for row in rows[90:130]:
            writer.add(**row)
        for batch in pa.Table.from_pylist(rows[130:], schema=ADDED).to_batches(max_chunksize=50):
            writer.add_table(batch)
    assert path.read_bytes() == made_at_once(tmp_path / "other.esdb", rows, spec)


def test_the_order_of_adding_counts_only_where_times_are_equal(tmp_path: Path) -> None:
    rows = [{**row, "timestamp": number} for number, row in enumerate(added(120, 3, 2, 2, ":v"))]
    files = set()
    for seed in range(3):
        random.Random(seed).shuffle(rows)
        files.add(write(tmp_path / "made.esdb", rows, "esdb_spaces", memory=500))
    assert len(files) == 1


def test_indexes_are_named_in_three_ways(tmp_path: Path) -> None:
    path = tmp_path / "made.esdb"
    with Writer(path, "esdb_spaces") as writer:
        writer.add("b", 1, b"one", "g", "type:a")
        writer.add("b", 2, bytearray(b"two"), "g", ["type:a", "kind:x"])
        writer.add("b", 3, memoryview(b"three"), "g", {"type": "a", "kind": "y"})
    found = bytewright.open(path, "esdb_spaces", "index_events", ["index", "data"]).to_table().to_pylist()
    assert [(row["index"], row["data"]) for row in found] == [
        ("kind:x", b"two"),
        ("kind:y", b"three"),
        ("type:a", b"three"),
        ("type:a", b"two"),
        ("type:a", b"one"),
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (("", 1, b"", "g"), "block: expected an id, found ''"),
        ((b"b", 1, b"", "g"), "block: expected text, found b'b'"),
        (("\ud800", 1, b"", "g"), r"block: expected text that UTF-8 has, found '\\ud800'"),
        (("b", 1 << 63, b"", "g"), "timestamp: expected an integer of 64 bits, found 9223372036854775808"),
        (("b", 1, "text", "g"), "data: expected bytes, found 'text'"),
        (("b", 1, b"", None), "grouping: expected text, found None"),
        (("b", 1, b"", "g", "plain"), "indexes: expected a name, a colon and a value, found 'plain'"),
        (("b", 1, b"", "g", [1]), "indexes: expected text, found 1"),
        (("b", 1, b"", "g", None), "indexes: expected names, found None"),
    ],
)
def test_what_cannot_be_stored_is_not_added(event: tuple[Any, ...], said: str, tmp_path: Path) -> None:
    path = tmp_path / "made.esdb"
    with Writer(path, "esdb_spaces") as writer:
        writer.add("b", 1, b"good", "g")
        with pytest.raises(WriteError, match=said):
            writer.add(*event)
    assert bytewright.open(path, "esdb_spaces").to_table()["data"].to_pylist() == [b"good"]


def test_tables_that_are_no_events_are_not_added(tmp_path: Path) -> None:
    rows = pa.Table.from_pylist(added(3, 1, 1, 1, ":v"), schema=ADDED)
    with Writer(tmp_path / "made.esdb", "esdb_spaces") as writer:
        for table, said in (
            (rows.drop_columns(["data"]), "columns: expected block, timestamp, data"),
            (rows.set_column(0, "block", pa.array(["a", None, "b"])), "block: expected an id, found None"),
            (rows.set_column(1, "timestamp", pa.array([["x"]] * 3)), "the events are none"),
            (rows.set_column(1, "timestamp", pa.array([1, None, 2])), "timestamp: expected a value in each row"),
            (rows.set_column(2, "data", pa.array([b"", None, b""])), "data: expected a value in each row, found null"),
            (rows.set_column(3, "grouping", pa.array(["g", None, ""])), "grouping: expected a value in each row"),
            (rows.set_column(4, "indexes", pa.array([["plain"]] * 3)), "a colon and a value, found 'plain'"),
            (
                rows.set_column(4, "indexes", pa.array([[None]] * 3, pa.list_(pa.string()))),
                "indexes: expected text, found None",
            ),
        ):
            with pytest.raises(WriteError, match=said):
                writer.add_table(table)
    assert bytewright.open(tmp_path / "made.esdb", "esdb_spaces").to_table().num_rows == 0


def test_an_event_is_in_as_many_indexes_as_the_format_can_say(tmp_path: Path) -> None:
    most, more = ([f"i:{number}" for number in range(count)] for count in (255, 256))
    columns = [["b"] * 2, [1, 2], [b"one", b"two"], ["g"] * 2]
    with Writer(tmp_path / "made.esdb") as writer:
        writer.add("b", 0, b"none", "g", ["i:0"] * 300)
        with pytest.raises(WriteError, match="indexes: expected at most 255, found 256"):
            writer.add("b", 1, b"one", "g", more)
        with pytest.raises(WriteError, match="indexes: expected at most 255, found 256"):
            writer.add_table(pa.table([*columns, [most, more]], schema=ADDED))
        writer.add_table(pa.table([*columns, [most, ["i:0"] * 300]], schema=ADDED))
    found = bytewright.open(tmp_path / "made.esdb", "esdb", "events").to_table().to_pylist()
    assert [(row["data"], len(row["links"])) for row in found] == [(b"two", 1), (b"one", 255), (b"none", 1)]
    with Writer(tmp_path / "spaces.esdb", "esdb_spaces") as writer:
        writer.add("b", 1, b"one", "g", more)
    assert bytewright.open(tmp_path / "spaces.esdb", "esdb_spaces", "index_events").to_table().num_rows == 256


def test_there_is_no_file_before_it_is_finished_and_none_after_an_error(tmp_path: Path) -> None:
    path = tmp_path / "made.esdb"
    writer = Writer(path, memory=1)
    writer.add("b", 1, b"x", "g")
    writer.__exit__(KeyError, KeyError(), None)
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(WriteError, match="the writer: expected one that isn't finished, found one that is"):
        writer.add("b", 1, b"x", "g")
    with pytest.raises(OptionError, match="spec: expected esdb or esdb_spaces, found 'v1'"):
        Writer(path, "v1")
