"""Redo logs of AresDB replayed in Spark: what the process makes of them, also of those that can't be applied."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from tests.formats.aresdb_store import Made, Store, logs_at_random
from tests.formats.test_aresdb_replay import DATA, made_of, written

from bytewright_pipelines.aresdb import Replayed, ReplayError, replay
from bytewright_pipelines.aresdb.in_spark import ReplayedInSpark, replay_in_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def in_spark(spark: SparkSession, *arguments: Any, **terms: Any) -> Made:
    stop = None
    try:
        result = replay_in_spark(spark, *arguments, partitions=3, **terms)
    except ReplayError as error:
        result, stop = error.result, (error.file, error.batch, error.row)
    assert isinstance(result, ReplayedInSpark)
    backfill = list(result.backfill())
    assert result.backfill_rows == sum(one.table.num_rows for one in backfill)
    said = result.max_event_times, result.position, result.batches, result.rows, result.tails
    return sorted_rows(made_of(Replayed(result.table.toArrow(), backfill, *said), stop))


def sorted_rows(made: Made) -> Made:
    return replace(made, rows=sorted(made.rows, key=repr))


@pytest.mark.parametrize("case", ["fact_cutoff", "err_add_on_bool", "err_null_key", "err_unknown_column"])
def test_cases_of_the_original(case: str, spark: SparkSession) -> None:
    folder = DATA / "replay" / case
    schema = json.loads((folder / "schema.json").read_text())
    terms = {"cutoff": schema["archiving_cutoff"], "now": schema["now_unix"]}
    try:
        wanted = made_of(replay(schema, folder, **terms), None)
    except ReplayError as error:
        wanted = made_of(error.result, (error.file, error.batch, error.row))
    assert in_spark(spark, schema, folder, **terms) == sorted_rows(wanted)


@pytest.mark.parametrize("seed", [9, 12, 127])
def test_logs_at_random(seed: int, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bytewright_pipelines.aresdb.in_spark.PART_BYTES", 300)
    schema, files, terms = logs_at_random(seed)
    wanted = sorted_rows(Store(schema, terms).replay(files))
    assert in_spark(spark, schema, written(tmp_path, files), **terms) == wanted


def test_a_replay_goes_on(tmp_path: Path, spark: SparkSession) -> None:
    folder = DATA / "replay" / "deleted_composite_defaults"
    whole = replay(folder / "schema.json", folder)
    first = replay(folder / "schema.json", [])
    snapshot = spark.createDataFrame(first.table) if len(first.table) else None
    made = replay_in_spark(spark, folder / "schema.json", folder, snapshot)
    held = made.table.toArrow()
    again = replay_in_spark(spark, folder / "schema.json", folder, made.table, from_=made.position)
    assert again.batches == 0

    def rows(table: pa.Table) -> list[Any]:
        return sorted(table.to_pylist(), key=repr)

    assert rows(held) == rows(again.table.toArrow()) == rows(whole.table)
