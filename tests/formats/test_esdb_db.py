"""Files of events by block, grouping and index, either way in time."""

from __future__ import annotations

import gc
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.formats.fixtures import DATA
from tests.formats.test_esdb_writing import added

from bytewright.errors import InputMissingError, OptionError, ReadError
from bytewright_pipelines.esdb import Db, Event, Writer
from bytewright_pipelines.esdb.formats import FORMATS, Spec

GOOD = DATA / "esdb" / "good"
SPECS: list[Spec] = [*FORMATS]


def written(path: Path, spec: Spec) -> list[dict[str, Any]]:
    """A file, and its events by their times; no two have the same."""
    rows = [{**row, "timestamp": 3 * number} for number, row in enumerate(added(300, 4, 3, 3, ":v"))]
    with Writer(path, spec) as writer:
        for row in reversed(rows):
            writer.add(**row)
    return rows


@pytest.mark.parametrize("spec", SPECS)
def test_scans_give_events_by_time_either_way(spec: Spec, tmp_path: Path) -> None:
    path = tmp_path / "made.esdb"
    rows = written(path, spec)
    db = Db(path)
    assert db.spec == spec
    names = sorted({row["block"] for row in rows})
    assert db.blocks() == names
    assert db.blocks(order="desc", limit=2) == names[::-1][:2]
    times = spec == "esdb_spaces"
    for name in names:
        block = db.find(name)
        assert block is not None
        for key, scan in (
            *((f"g{n}", block.scan) for n in range(3)),
            *((f"i{n}:v", block.scan_index) for n in range(3)),
        ):
            expected = [
                Event(name, row["timestamp"] if times else None, row["data"])
                for row in rows
                if row["block"] == name and key in (row["grouping"], *row["indexes"])
            ]
            assert len(expected) > 3
            assert [*scan(key)] == expected
            assert [*scan(key, order="desc")] == expected[::-1]
            assert [*scan(key, limit=3)] == expected[:3]
            found = scan(key, order="desc", limit=3)
            assert [*found] == [*found] == expected[::-1][:3]
            assert found.to_table()["data"].to_pylist() == [event.data for event in expected[::-1][:3]]
        assert [*block.scan("none")] == [*block.scan_index("none:v")] == []
    assert db.find("none") is None
    by_block = [row for name in names for row in rows if row["block"] == name and row["grouping"] == "g1"]
    assert [event.data for event in db.scan("g1")] == [row["data"] for row in by_block]
    assert [event.data for event in db.scan("g1", order="desc")] == [row["data"] for row in by_block[::-1]]
    assert [event.data for event in db.scan("g1", limit=40)] == [row["data"] for row in by_block[:40]]
    table = db.scan_index("i1:v", order="desc").to_table()
    assert table.column_names == ["block", "index", "timestamp", "data"]
    assert table["data"].to_pylist() == [
        row["data"]
        for row in sorted(rows, key=lambda r: (r["block"], r["timestamp"]))[::-1]
        if "i1:v" in row["indexes"]
    ]


@pytest.mark.parametrize(
    "path", sorted(GOOD.glob("*.events.jsonl")), ids=lambda path: path.name[: -len(".events.jsonl")]
)
def test_fixtures_are_scanned_as_their_views_are_read(path: Path) -> None:
    stem = path.name.removesuffix(".events.jsonl")
    db = Db(GOOD / f"{stem}.bin", "esdb" if stem.startswith("v1") else "esdb_spaces")
    for view, column, scan, backwards in (
        ("events", "grouping", db.scan, True),
        ("index_events", "index", db.scan_index, db.spec == "esdb_spaces"),
    ):
        chains: dict[tuple[str, str], list[Event]] = {}
        for line in (GOOD / f"{stem}.{view}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            event = Event(row["block"], row["timestamp"], bytes.fromhex(row["data"]))
            chains.setdefault((row["block"], row[column]), []).append(event)
        for (block, name), events in [*chains.items()][:40]:
            stored = events[::-1] if backwards else events
            assert [*scan(name, block=block)] == stored
            assert [*scan(name, block=block, order="desc", limit=2)] == stored[::-1][:2]


def test_formats_are_told_apart_by_their_first_block(tmp_path: Path) -> None:
    for stem, spec in (("v1_tiny", "esdb"), ("head_tiny_indexed", "esdb_spaces"), ("head_empty_db", "esdb")):
        assert Db(GOOD / f"{stem}.bin").spec == spec
    other = tmp_path / "other.esdb"
    other.write_bytes(b"something else")
    with pytest.raises(ReadError):
        Db(other)
    with pytest.raises(InputMissingError):
        Db(tmp_path / "missing.esdb")
    with pytest.raises(OptionError, match="order: expected asc or desc, found 'newest'"):
        Db(GOOD / "v1_tiny.bin").scan("g", order="newest")


@pytest.mark.parametrize("spec", SPECS)
def test_several_threads_ask(spec: Spec, tmp_path: Path) -> None:
    path = tmp_path / "made.esdb"
    rows = written(path, spec)
    db = Db(path)
    keys = [(name, order) for name in ("g0", "g1", "g2") for order in ("asc", "desc")] * 4
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda key: [e.data for e in db.scan(key[0], block="block1", order=key[1])], keys)]
    for (name, order), data in zip(keys, found, strict=True):
        expected = [row["data"] for row in rows if (row["block"], row["grouping"]) == ("block1", name)]
        assert data == (expected if order == "asc" else expected[::-1])


@pytest.mark.parametrize("spec", SPECS)
def test_what_leads_to_blocks_is_read_once(spec: Spec, tmp_path: Path) -> None:
    path = tmp_path / "made.esdb"
    names = [f"block{number:02}" for number in range(40)]
    with Writer(path, spec) as writer:
        for name in names:
            writer.add(name, 1, b"event", "g")
    db = Db(path)

    def held() -> list[object]:
        gc.collect()
        return [one for one in gc.get_objects() if type(one).__name__ in ("BlockRef", "SpaceRef")]

    before = held()  # of other tests: kept, so that none of them goes meanwhile
    counts = []
    for _ in range(3):
        assert all(db.find(name) is not None for name in names)
        counts.append(len(held()) - len(before))
    assert counts == [len(names)] * 3
