"""Redo logs of AresDB replayed in Spark: what the process makes of them, also of those that can't be applied.

Most is tried with the tasks alone, which a stand-in for Spark runs in this process. Spark itself has a few of the cases
here, and all of them, with logs at random, in
``make test-slow ARGS=tests/formats/test_aresdb_replay_in_spark.py``.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from tests.formats.aresdb_store import Made, Store, logs_at_random
from tests.formats.frames import Frame, Session
from tests.formats.test_aresdb_replay import CASES, DATA, made_of, written

from bytewright_pipelines.aresdb import Replayed, ReplayError, replay
from bytewright_pipelines.aresdb.in_spark import ReplayedInSpark, replay_in_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DOCS = Path(__file__).parents[2] / "docs" / "aresdb.md"


def here(*arguments: Any, **terms: Any) -> tuple[Made, list[Any]]:
    """What the process makes of logs, and what it says of where it stops."""
    try:
        return sorted_rows(made_of(replay(*arguments, **terms), None)), []
    except ReplayError as error:
        return sorted_rows(made_of(error.result, (error.file, error.batch, error.row))), said(error)


def in_spark(spark: Any, *arguments: Any, **terms: Any) -> tuple[Made, list[Any]]:
    stop, text = None, []
    try:
        result = replay_in_spark(spark, *arguments, partitions=3, **terms)
    except ReplayError as error:
        result, stop, text = error.result, (error.file, error.batch, error.row), said(error)
    assert isinstance(result, ReplayedInSpark)
    backfill = list(result.backfill())
    assert result.backfill_rows == sum(one.table.num_rows for one in backfill)
    told = result.max_event_times, result.position, result.batches, result.rows, result.tails
    return sorted_rows(made_of(Replayed(result.table.toArrow(), backfill, *told), stop)), text


def said(error: ReplayError) -> list[Any]:
    return [getattr(error, name) for name in ("message", "path", "offset", "field", "expected", "found", "hint")]


def sorted_rows(made: Made) -> Made:
    return replace(made, rows=sorted(made.rows, key=repr))


def asked(case: str) -> tuple[Any, Path, dict[str, Any]]:
    """A case of the original's: the schema, the logs, and what is asked for."""
    folder = DATA / "replay" / case
    schema = json.loads((folder / "schema.json").read_text())
    checkpoint = (schema["checkpoint_redo_file"], schema["checkpoint_batch_offset"])
    return schema, folder, {"cutoff": schema["archiving_cutoff"], "checkpoint": checkpoint, "now": schema["now_unix"]}


@pytest.mark.parametrize("case", CASES)
def test_cases_of_the_original(case: str) -> None:
    schema, folder, terms = asked(case)
    assert in_spark(Session(), schema, folder, **terms) == here(schema, folder, **terms)


def test_logs_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bytewright_pipelines.aresdb.in_spark.PART_BYTES", 300)
    for seed in range(220, 255):
        monkeypatch.setattr("bytewright_pipelines.aresdb.in_spark.GROUP_ROWS", 1 + seed % 12)
        schema, files, terms = logs_at_random(seed)
        (folder := tmp_path / str(seed)).mkdir()
        wanted = sorted_rows(Store(schema, terms).replay(files))
        assert in_spark(Session(), schema, written(folder, files), **terms)[0] == wanted, seed


def test_replays_go_on(tmp_path: Path) -> None:
    """With a table and without a position, too: then what is added counts twice."""
    for seed in range(16):
        schema, files, terms = logs_at_random(seed)
        (folder := tmp_path / str(seed)).mkdir()
        first = written(folder, files) / f"{min(files)}.redolog"
        try:
            before = replay(schema, [first], **terms)
        except ReplayError:
            continue
        table = before.table.select(random.Random(seed).sample(before.table.column_names, before.table.num_columns))
        snapshot = Frame([table.slice(0, 3), table.slice(3)])
        for begin in (before.position, None):
            wanted = here(schema, folder, table, from_=begin, **terms)
            assert in_spark(Session(), schema, folder, snapshot, from_=begin, **terms) == wanted, (seed, begin)


def test_damaged_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both stop at the same place, and say the same of it."""
    monkeypatch.setattr("bytewright_pipelines.aresdb.in_spark.PART_BYTES", 300)
    for seed in range(30):
        schema, files, terms = logs_at_random(seed)
        chance = random.Random(seed)
        for number, content in files.items():
            changed = bytearray(content)
            for _ in range(chance.choice([0, 1, 2])):
                changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            files[number] = bytes(changed)
        (folder := tmp_path / str(seed)).mkdir()
        written(folder, files)
        terms["tails"] = chance.choice(["report", "fail"])
        assert in_spark(Session(), schema, folder, **terms) == here(schema, folder, **terms), seed


# --- in Spark -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ["fact_cutoff", "err_add_on_bool", "err_null_key"])
def test_spark_itself(case: str, spark: SparkSession) -> None:
    schema, folder, terms = asked(case)
    assert in_spark(spark, schema, folder, **terms) == here(schema, folder, **terms)


def test_a_stream_keeps_a_delta_table(tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the docs say; restarted while a log grows, and after it was stopped behind a commit that it hasn't noted."""
    deltalake = pytest.importorskip("deltalake")
    (example,) = re.findall(r"```python\n(from deltalake .*?)```", DOCS.read_text(), re.DOTALL)
    schema, folder, _ = asked("dup_keys_in_batch")
    first, second = ((folder / f"{number}.redolog").read_bytes() for number in (2, 3))
    names = {"spark": spark, "schema": schema, "replay_in_spark": partial(replay_in_spark, partitions=2)}
    names |= {name: str(tmp_path / name) for name in ("table", "logs", "checkpoint")}
    logs = tmp_path / "logs"
    logs.mkdir()

    def run() -> list[Any]:
        exec(example, names)  # the docs
        return rows_of_a_table(deltalake.DeltaTable(names["table"]).to_pyarrow_table())

    for name, content in (("2", first + second[4:-9]), ("2", first + second[4:]), ("3", second)):
        (logs / f"{name}.redolog").write_bytes(content)
        if name == "3":
            with monkeypatch.context() as patch:
                patch.setattr(deltalake, "write_deltalake", partial(and_stop, deltalake.write_deltalake))
                with pytest.raises(Exception, match="ZeroDivisionError"):
                    run()
        assert run() == rows_of_a_table(replay(schema, logs).table)


def and_stop(write: Any, *arguments: Any, **more: Any) -> None:
    write(*arguments, **more)
    raise ZeroDivisionError


def rows_of_a_table(table: pa.Table) -> list[Any]:
    return sorted(table.to_pylist(), key=repr)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_spark_itself_on_all_cases(case: str, spark: SparkSession) -> None:
    test_spark_itself(case, spark)


@pytest.mark.slow
def test_spark_itself_on_logs_at_random(tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bytewright_pipelines.aresdb.in_spark.PART_BYTES", 300)
    for seed in range(15):
        schema, files, terms = logs_at_random(seed)
        (folder := tmp_path / str(seed)).mkdir()
        wanted = sorted_rows(Store(schema, terms).replay(files))
        assert in_spark(spark, schema, written(folder, files), **terms)[0] == wanted, seed
