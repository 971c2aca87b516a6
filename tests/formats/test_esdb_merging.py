"""Files of events merged into one, and written again from what was read of them."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from tests.formats.fixtures import DATA
from tests.formats.test_esdb_writing import added as drawn

import bytewright
from bytewright.errors import OptionError, ReadError
from bytewright_pipelines.esdb import Db, Writer, added, merge, merging
from bytewright_pipelines.esdb.formats import ADDED, FORMATS, Spec

GOOD = DATA / "esdb" / "good"
SPECS: list[Spec] = [*FORMATS]
TEXTUAL = sorted(path.name.removesuffix(".events.jsonl") for path in GOOD.glob("*.events.jsonl"))


def write(path: Path, rows: list[dict[str, Any]], spec: Spec) -> Path:
    with Writer(path, spec) as writer:
        for row in rows:
            writer.add(**row)
    return path


def scanned(path: Path, spec: Spec) -> dict[str, list[Any]]:
    """What the file says, whatever its bytes: each grouping, and each index, in its order."""
    found: dict[str, list[Any]] = {}
    for view, name in (("events", "grouping"), ("index_events", "index")):
        rows = bytewright.open(path, spec, view, ["block", name, "position", "timestamp", "data"]).to_table()
        keys = [("block", "ascending"), (name, "ascending"), ("position", "ascending")]
        found[view] = rows.take(pc.sort_indices(rows, sort_keys=keys)).to_pylist()
    return found


@pytest.mark.parametrize("stem", TEXTUAL)
def test_what_is_read_is_written_again(stem: str, tmp_path: Path) -> None:
    """Groupings and indexes of the original's files are what they are, in their order."""
    spec: Spec = "esdb" if stem.startswith("v1") else "esdb_spaces"
    path, made = GOOD / f"{stem}.bin", tmp_path / "made.esdb"
    with Writer(made, spec) as writer:
        for batch in added(path, spec):
            writer.add_table(batch)
    if stem == "head_timestamps":  # has times beyond 32 bits, of which it stores the lower ones: they count from now on
        times: list[Any] = bytewright.open(made, spec, "events", ["timestamp"]).to_table()["timestamp"].to_pylist()
        assert times == sorted(times, reverse=True)
        assert [*map(len, scanned(made, spec).values())] == [*map(len, scanned(path, spec).values())]
    else:
        assert scanned(made, spec) == scanned(path, spec)
    again = tmp_path / "again.esdb"
    merge([path], again, spec)
    assert again.read_bytes() == made.read_bytes()


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(4))
def test_events_come_as_they_were_added(spec: Spec, seed: int, tmp_path: Path) -> None:
    """With many equal times, the same file comes of what is read."""
    rows = drawn(60 + 90 * seed, 1 + seed, 3, 4, ":v")
    for row in rows:
        row["timestamp"] //= 1 + seed
    path = write(tmp_path / "made.esdb", rows, spec)
    again = tmp_path / "again.esdb"
    merge([path], again)
    assert scanned(again, spec) == scanned(path, spec)
    found = pa.Table.from_batches(added(path)).to_pylist()
    expected = sorted((row["block"], row["grouping"], row["data"], sorted(set(row["indexes"]))) for row in rows)
    assert sorted((row["block"], row["grouping"], row["data"], sorted(row["indexes"])) for row in found) == expected
    if spec == "esdb_spaces":
        assert sorted(row["timestamp"] for row in found) == sorted(row["timestamp"] for row in rows)


@pytest.mark.parametrize("spec", SPECS)
def test_merged_files_are_the_file_of_all_events(spec: Spec, tmp_path: Path) -> None:
    rows = [{**row, "timestamp": number} for number, row in enumerate(drawn(400, 5, 3, 3, ":v"))]
    whole = write(tmp_path / "whole.esdb", rows, spec)
    if spec == "esdb_spaces":  # whichever file has which
        random.Random(1).shuffle(rows)
    parts = [rows[:100], [], rows[100:150], rows[150:]]
    files = [write(tmp_path / f"{number}.esdb", part, spec) for number, part in enumerate(parts)]
    made = tmp_path / "made.esdb"
    found = merge(files, made, in_order=spec == "esdb")
    assert made.read_bytes() == whole.read_bytes()
    assert (found.blocks, found.events) == (5, 400)


def test_where_there_are_no_times_somebody_says_the_order(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{n}.esdb", drawn(20, 2, 1, 1, ":v"), "esdb") for n in range(2)]
    said = "esdb stores no times: in which order the events of the block block0 are"
    with pytest.raises(OptionError, match=said):
        merge(files, tmp_path / "made.esdb")
    other = write(tmp_path / "other.esdb", drawn(20, 2, 1, 1, ":v"), "esdb_spaces")
    with pytest.raises(OptionError, match="files of one format: expected esdb, found esdb_spaces"):
        merge([files[0], other], tmp_path / "made.esdb")
    with pytest.raises(OptionError, match="files: expected at least one, found none"):
        merge([], tmp_path / "made.esdb")
    assert not (tmp_path / "made.esdb").exists()
    apart = [{**row, "block": "x"} for row in drawn(20, 2, 1, 1, ":v")]
    merge([files[0], write(tmp_path / "x.esdb", apart, "esdb")], tmp_path / "made.esdb")
    assert Db(tmp_path / "made.esdb").blocks() == ["block0", "block1", "x"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_damaged_file_is_an_error_and_leaves_no_file(spec: Spec, tmp_path: Path) -> None:
    rows = drawn(12, 1, 2, 2, ":v")
    data = write(tmp_path / "made.esdb", rows, spec).read_bytes()
    bad, out = tmp_path / "bad.esdb", tmp_path / "out.esdb"
    refused = 0
    for place in range(0, len(data), 7):
        bad.write_bytes(data[:place] + bytes([data[place] ^ 0x15]) + data[place + 1 :])
        try:
            merge([bad], out, spec)
            out.unlink()
        except ReadError:
            refused += 1
            assert not out.exists()
    assert refused > 20


@pytest.mark.parametrize("spec", SPECS)
def test_what_leads_to_events_is_kept_for_a_while(spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "made.esdb", drawn(200, 20, 2, 2, ":v"), spec)
    whole = pa.Table.from_batches(added(path))
    opened: list[str] = []
    fresh = bytewright.open

    def noted(path: str, *more: Any, **settings: Any) -> Any:
        opened.append(path)
        return fresh(path, *more, **settings)

    monkeypatch.setattr(bytewright, "open", noted)
    for kept, most in ((0, 100), (1 << 20, 6)):
        monkeypatch.setattr(merging, "_KEPT", kept)
        opened.clear()
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # nobody is told of what only objects can read
            assert pa.Table.from_batches(added(path)) == whole
        assert most // 5 < len(opened) <= most


@pytest.mark.parametrize("spec", SPECS)
def test_events_are_read_filtered_and_written(spec: Spec, tmp_path: Path) -> None:
    rows = [{**row, "timestamp": number} for number, row in enumerate(drawn(200, 3, 3, 3, ":v"))]
    path, made = write(tmp_path / "all.esdb", rows, spec), tmp_path / "some.esdb"
    with Writer(made, spec) as writer:
        for batch in added(path):
            assert batch.schema == ADDED
            writer.add_table(batch.filter(pc.field("grouping") == "g1"))
    kept = write(tmp_path / "kept.esdb", [row for row in rows if row["grouping"] == "g1"], spec)
    assert made.read_bytes() == kept.read_bytes()
