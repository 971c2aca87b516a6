"""Tables that streams keep of logs: what is appended counts once, and equals what all logs say, also over restarts."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.dataset as ds
import pytest

pytest.importorskip("bytewright_formats.deephaven_log")
pytest.importorskip("bytewright_formats.aresdb_redo_log")

from tests.formats.deephaven_logs import NAME, log_of
from tests.formats.test_aresdb_replay_in_spark import and_stop, asked

import bytewright_pipelines.aresdb.in_stream as of_aresdb
import bytewright_pipelines.deephaven.in_stream as of_deephaven
from bytewright.errors import OptionError
from bytewright_pipelines.aresdb import replay
from bytewright_pipelines.aresdb.snapshots import publish, read_snapshot
from bytewright_pipelines.deephaven import apply_sets

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ONCE = {"availableNow": True}
WORDS = ("0", "0", "0", "1", "2", "2", "3", "command+", "other")


def rows_of(table: Any, *columns: str) -> list[Any]:
    return sorted(table.select(list(columns or table.column_names)).to_pylist(), key=repr)


def test_sets_are_applied_as_logs_grow(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set that waits at the end of a batch is applied when its end comes; a batch that was committed runs again."""
    logs, table = tmp_path / "logs", tmp_path / "table"
    logs.mkdir()
    chance = random.Random(44)
    first = " ".join(["3", "1", "0", *(chance.choice((*WORDS, "delete")) for _ in range(40)), "1", "0", "2", "1"])
    contents = log_of(first), log_of("0 0 2 3 1 0 2 3", 1000)
    files = [logs / NAME.format(order=f"1{number}0000") for number in range(2)]
    stops = [(0, chance.randrange(len(contents[0]) // 2)), (0, len(contents[0]) - 1), (0, None), (1, 420), (1, None)]

    def run() -> None:
        checkpoint = tmp_path / "checkpoint"
        made = of_deephaven.sets_stream(spark, str(logs), table, checkpoint=checkpoint, kind="parquet", trigger=ONCE)
        made.awaitTermination()

    for file, stop in stops:
        files[file].write_bytes(contents[file][:stop])
        if (file, stop) == (1, 420):
            with monkeypatch.context() as patch:
                keepers = {"parquet": partial(and_stop, of_deephaven._KEEPERS["parquet"])}
                patch.setattr(of_deephaven, "_KEEPERS", keepers)
                with pytest.raises(Exception, match="ZeroDivisionError"):
                    run()
        run()
        found = ds.dataset(table, format="parquet", partitioning="hive").to_table()
        assert rows_of(found, "Id", "Text") == rows_of(apply_sets(str(logs)).table, "Id", "Text")
    assert len(found) > 5
    with pytest.raises(OptionError, match="kind of the table"):
        of_deephaven.sets_stream(spark, str(logs), table, checkpoint="none", kind="csv")  # type: ignore[arg-type]


def test_logs_are_replayed_as_they_grow(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema, folder, _ = asked("dup_keys_in_batch")
    first, second = ((folder / f"{number}.redolog").read_bytes() for number in (2, 3))
    logs, table = tmp_path / "logs", tmp_path / "table"
    logs.mkdir()
    told: list[int] = []

    def run() -> None:
        checkpoint = tmp_path / "checkpoint"
        made = of_aresdb.replay_stream(
            spark,
            schema,
            str(logs),
            table,
            checkpoint=checkpoint,
            trigger=ONCE,
            partitions=2,
            report=lambda made: told.append(made.batches),
        )
        made.awaitTermination()

    for name, content in (("2", first + second[4:-9]), ("2", first + second[4:]), ("3", second)):
        (logs / f"{name}.redolog").write_bytes(content)
        if name == "3":
            with monkeypatch.context() as patch:
                patch.setattr(of_aresdb, "publish", partial(and_stop, publish))
                with pytest.raises(Exception, match="ZeroDivisionError"):
                    run()
        run()
        assert rows_of(read_snapshot(table)) == rows_of(replay(schema, str(logs)).table)
    assert sum(told) == replay(schema, str(logs)).batches

    (logs / "4.redolog").write_bytes(bytes(4) + second[4:])
    before = rows_of(read_snapshot(table))
    with pytest.raises(Exception, match=r"4\.redolog: offset 0 \(0x0\): magic"):
        run()
    assert rows_of(read_snapshot(table)) == before
