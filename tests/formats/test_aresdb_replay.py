"""Replays of AresDB's redo logs: the original's own results, and an obvious model of it over logs at random."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet
from tests.formats.aresdb_store import Made, Store, bits, logs_at_random

from bytewright.errors import BytewrightError, InputMissingError, OptionError
from bytewright_formats.aresdb_redo_log import CODEC
from bytewright_pipelines.aresdb import RedoLog, Replayed, ReplayError, replay
from bytewright_pipelines.aresdb.logs import Log, is_end

DATA = Path(__file__).parents[1] / "data" / "aresdb"
CASES = sorted(path.name for path in (DATA / "replay").iterdir())


def shown(value: Any, kind: pa.DataType) -> Any:
    """A value of a table as the model has it."""
    if value is None:
        return None
    if pa.types.is_struct(kind):
        return tuple(bits(value[name]) for name in ("lat", "lng"))
    if pa.types.is_list(kind):
        return [shown(item, kind.value_type) for item in value]
    return bits(value) if pa.types.is_floating(kind) else value


def rows_of(table: pa.Table) -> list[list[Any]]:
    columns = [[shown(value, column.type) for value in column.to_pylist()] for column in table.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def made_of(result: Replayed, stop: tuple[Any, ...] | None) -> Made:
    backfill = []
    for one in result.backfill:
        said = [
            (int(field.name.strip("nc")), field.metadata[b"bytewright.update"].decode()) for field in one.table.schema
        ]
        rows = rows_of(one.table) if one.table.num_columns else [[]] * one.table.num_rows
        backfill.append((*one.position, one.arrival_time, one.whole, said, rows))
    return Made(
        rows_of(result.table),
        backfill,
        result.max_event_times,
        result.batches,
        None if result.position is None else tuple(result.position),
        [tail.file for tail in result.tails],
        stop,
    )


def replayed(*arguments: Any, **terms: Any) -> Made:
    try:
        return made_of(replay(*arguments, **terms), None)
    except ReplayError as error:
        return made_of(error.result, (error.file, error.batch, error.row))


def written(folder: Path, files: dict[int, bytes]) -> Path:
    for number, content in files.items():
        (folder / f"{number}.redolog").write_bytes(content)
    return folder


def given(value: Any, kind: str) -> Any:
    """A value of the original's as the model has it."""
    if value is None:
        return None
    if kind == "GeoPoint":
        return tuple(map(bits, value))
    if kind == "GeoShape":
        return [[tuple(map(bits, point)) for point in polygon] for polygon in value]
    return bits(float(value)) if kind == "Float32" else value


@pytest.mark.parametrize("case", CASES)
def test_cases_of_the_original(case: str) -> None:
    folder = DATA / "replay" / case
    schema, expected = (json.loads((folder / f"{name}.json").read_text()) for name in ("schema", "expected"))
    made = replayed(
        schema,
        folder,
        cutoff=schema["archiving_cutoff"],
        checkpoint=(schema["checkpoint_redo_file"], schema["checkpoint_batch_offset"]),
        now=schema["now_unix"],
    )
    columns = schema["columns"]
    kept = [place for place, column in enumerate(columns) if not column.get("deleted")]
    assert made.rows == [[given(row[place], columns[place]["type"]) for place in kept] for row in expected["rows"]]
    assert made.batches == expected["batches_applied"]
    assert sum(len(one[-1]) for one in made.backfill) == expected["backfill_rows"]
    assert (made.stop is None) == (expected["status"] == "ok")
    if expected["status"] != "panic":  # of which nothing is known
        assert made.newest == {int(file): newest for file, newest in expected["max_event_time_per_file"].items()}


@pytest.mark.parametrize("begin", range(0, 80, 40))
def test_logs_at_random(begin: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(begin, begin + 40):
        schema, files, terms = logs_at_random(seed)
        # Groups that end anywhere.
        monkeypatch.setattr("bytewright_pipelines.aresdb.replaying.GROUP_ROWS", 1 + seed % 12)
        (folder := tmp_path / str(seed)).mkdir()
        wanted = Store(schema, terms).replay(files)
        assert replayed(schema, written(folder, files), **terms) == wanted, seed


def test_what_the_original_cuts_off_is_an_end() -> None:
    lines = [line.split("\t") for line in (DATA / "bad" / "expected.tsv").read_text().splitlines()[1:]]
    looked_at = 0
    for name, *_, note in lines:
        error = CODEC.parse_partly(DATA / "bad" / name).error
        if error is not None and note.startswith("original: "):
            looked_at += 1
            stops = note.startswith("original: panic")
            assert is_end(error) is not stops, name
    assert looked_at > 20


def test_a_file_that_stops_the_original_is_an_error(tmp_path: Path) -> None:
    schema, files, terms = logs_at_random(3)
    (tmp_path / "5.redolog").write_bytes(b"\xed\xfe\xda")
    with pytest.raises(ReplayError, match=r"5\.redolog: offset 0 .*magic") as caught:
        replay(schema, written(tmp_path, {number + 100: content for number, content in files.items()}), **terms)
    assert (caught.value.file, caught.value.batch, caught.value.result.batches) == (5, None, 0)


def test_ends_are_reported_or_errors(tmp_path: Path) -> None:
    case = DATA / "replay" / "corrupt_tail_then_next_file"
    made = replay(case / "schema.json", case)
    (tail,) = made.tails
    assert (tail.file, tail.path) == (1, str(case / "1.redolog"))
    assert tail.offset is not None
    with pytest.raises(ReplayError) as caught:
        replay(case / "schema.json", case, tails="fail")
    assert caught.value.offset == tail.offset
    assert caught.value.result.position == (1, 0)


def test_a_replay_goes_on(tmp_path: Path) -> None:
    """From any batch on, with the table that those up to it made."""
    for seed in range(20):
        schema, files, terms = logs_at_random(seed)
        (folder := tmp_path / str(seed)).mkdir()
        whole = replayed(schema, written(folder, files), **terms)
        if whole.stop is not None or whole.tails or whole.position is None:
            continue
        batches = {number: len(CODEC.parse(content).batches) for number, content in files.items()}
        for number, count in batches.items():
            at = (number, max(0, count - 2))
            first = tmp_path / f"{seed}-{number}"
            first.mkdir()
            for other, content in files.items():
                if other <= number:
                    model = CODEC.parse(content)
                    if other == number:
                        model.batches = model.batches[: at[1] + 1]
                    (first / f"{other}.redolog").write_bytes(CODEC.to_bytes(model, canonical=True))
            before = replay(schema, first, **terms)
            parquet.write_table(before.table, first / "table.parquet")
            after = replayed(schema, folder, first / "table.parquet", from_=at, **terms)
            assert after.rows == whole.rows, (seed, at)
            assert made_of(before, None).backfill + after.backfill == whole.backfill, (seed, at)
            assert before.batches + after.batches == whole.batches


def test_logs_that_grow_while_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever a batch comes: it counts as a whole, now or in the replay that goes on."""
    schema = {"is_fact_table": True, "primary_key_columns": [0], "columns": [{"type": "Uint32"}, {"type": "Int64"}]}
    types = {"type.c0": "uint32", "type.c1": "int64", "update.c1": "add"}
    opened = Log.open
    for at in range(1, 8):
        calls = [0]
        with RedoLog(tmp_path / str(at), "t", options=types, sync=False, clock=lambda: 999) as log:
            log.append([{"c0": 1, "c1": 1}])

            def growing(self: Log, *view: Any, log: RedoLog = log, calls: list[int] = calls, at: int = at) -> Any:
                calls[0] += 1
                if calls[0] == at:
                    log.append([{"c0": 2, "c1": 2}])
                return opened(self, *view)

            monkeypatch.setattr(Log, "open", growing)
            first = replay(schema, log.folder, now=5000)
            assert rows_of(first.table) in ([[1, 1]], [[1, 1], [2, 2]])
            monkeypatch.undo()
            if calls[0] < at:
                log.append([{"c0": 2, "c1": 2}])
            after = replay(schema, log.folder, first.table, from_=first.position, now=5000)
            assert rows_of(after.table) == [[1, 1], [2, 2]], f"grown at opening {at}"
    assert calls == [4]


def test_what_is_added_counts_twice_without_a_position() -> None:
    case = DATA / "replay" / "dup_keys_in_batch"
    once = replay(case / "schema.json", case)
    again = replay(case / "schema.json", case, once.table)
    assert again.table.column("c2").to_pylist() == [6, 212]
    assert replay(case / "schema.json", case, once.table, from_=once.position).table == once.table


COLUMNS = {"columns": [{"name": "k", "type": "Uint8"}, {"name": "e", "type": "SmallEnum", "enumCases": ["a", "b"]}]}
SCHEMA = {**COLUMNS, "primaryKeyColumns": [0]}


def test_enums_have_the_names_of_their_cases(tmp_path: Path) -> None:
    rows = pa.table({"k": pa.array([1, 2, 3, 4], pa.int16()), "e": pa.array(["b", "a", None, "7"])})
    made = replay(SCHEMA, [], rows)
    assert made.table.to_pydict() == rows.to_pydict()
    assert made.table.schema.field("e").metadata[b"bytewright.type"] == b"small_enum"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"k": [1, 1]}, "two rows of the snapshot have the same primary key"),
        ({"k": [1, None]}, "no primary key"),
        ({"e": ["a"]}, "lacks the column k"),
        ({"k": [1], "x": [1]}, "a column x, which the table lacks"),
        ({"k": ["one"]}, "expected int16"),
        ({"k": [1], "e": ["c"]}, "the column e of the snapshot"),
    ],
)
def test_snapshots_of_other_tables(rows: dict[str, list[Any]], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        replay(SCHEMA, [], pa.table(rows))


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("{", "not an AresDB table schema"),
        ("[]", "no such file"),
        ({}, "KeyError"),
        ({**COLUMNS}, "has a primary key"),
        ({**SCHEMA, "isFactTable": True}, "expected Uint32, found uint8"),
        ({"columns": [{"type": "Text"}], "primaryKeyColumns": [0]}, "unknown AresDB type 'Text' of column 0"),
        ({"columns": [{"type": "Int8[]"}], "primaryKeyColumns": [0]}, "holds no array"),
        ({"columns": [{"type": "GeoShape"}], "primaryKeyColumns": [0]}, "nothing but shapes"),
        ({"columns": [{"type": "Int8", "defaultValue": "300"}], "primaryKeyColumns": [0]}, "expected a value of int8"),
        ({"columns": [{"type": "GeoPoint", "defaultValue": "1"}], "primaryKeyColumns": [0]}, "a value of geopoint"),
    ],
)
def test_schemas_that_are_none(schema: Any, said: str) -> None:
    with pytest.raises(BytewrightError, match=said):
        replay(schema, [])


def test_logs_are_told_by_their_numbers(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="the name of a redo log"):
        replay(SCHEMA, [tmp_path / "one.redolog"])
    with pytest.raises(OptionError, match="two redo logs have the number 7"):
        replay(SCHEMA, [tmp_path / "7.redolog", tmp_path / "07.redolog"])
    with pytest.raises(InputMissingError):
        replay(SCHEMA, tmp_path / "none")
