"""Files to a Parquet table."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

import bytewright
from bytewright.cli import main
from bytewright.errors import BytewrightError, OptionError, WriteError
from bytewright.spark.ingest import Job, check, ingest
from bytewright.spark.write.target import open_target

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("bytewright_formats.aresdb_redo_log")

FORMAT = "aresdb_redo_log"
EXAMPLES = Path(__file__).parents[2] / "examples" / "data" / "aresdb"
FACTS = EXAMPLES / "fact_table"


def read(spark: "SparkSession", table: Path) -> list[dict[str, object]]:
    return spark.read.parquet(str(table)).orderBy("c0", "c1", "batch", "row").toArrow().to_pylist()


def opened(*paths: Path) -> list[dict[str, object]]:
    found = [row for path in paths for row in bytewright.open(path, spec=FORMAT).to_table().to_pylist()]
    return sorted(found, key=lambda row: (row["c0"] is not None, row["c0"], row["c1"], row["batch"], row["row"]))


def test_a_table_holds_all_rows(spark: "SparkSession", tmp_path: Path):
    seen: list[tuple[int, int]] = []
    done = ingest(
        spark,
        FORMAT,
        [str(FACTS)],
        tmp_path / "t",
        {"minPartitionNum": "2"},
        report=lambda *now: seen.append(now),
    )
    assert read(spark, tmp_path / "t") == opened(*FACTS.iterdir())
    assert (done.files, done.rows, done.files_out) == (2, 32, len(list((tmp_path / "t").glob("*.parquet"))))
    assert done.bytes_in == sum(path.stat().st_size for path in FACTS.iterdir())
    assert done.bytes_out == sum(path.stat().st_size for path in (tmp_path / "t").glob("*.parquet"))
    assert done.seconds > 0
    assert done.rows_per_second == done.rows / done.seconds
    assert seen[-1][1] == 2  # how many are done may be told a moment late
    assert seen == sorted(seen)
    assert spark.sparkContext.getLocalProperty("spark.jobGroup.id") is None


def test_modes(spark: "SparkSession", tmp_path: Path):
    table = tmp_path / "t"
    first, second = FACTS / "100.redolog", FACTS / "200.redolog"
    assert ingest(spark, FORMAT, [str(first)], table).rows == 8
    with pytest.raises(BytewrightError, match="the table exists already"):
        ingest(spark, FORMAT, [str(second)], table)
    assert ingest(spark, FORMAT, [str(second)], table, mode="append").rows == 24
    assert read(spark, table) == opened(first, second)
    assert ingest(spark, FORMAT, [str(second)], table, mode="overwrite").rows == 24
    assert read(spark, table) == opened(second)


def test_options_are_those_of_a_read(spark: "SparkSession", tmp_path: Path):
    options = {"view": "columns", "columns": "column_id,type", "pathGlobFilter": "1*"}
    ingest(spark, FORMAT, [str(FACTS)], tmp_path / "t", options)
    expected = bytewright.open(FACTS / "100.redolog", FORMAT, "columns", ["column_id", "type"]).to_table()
    assert spark.read.parquet(str(tmp_path / "t")).orderBy("column_id").toArrow().to_pylist() == expected.to_pylist()


def test_what_is_refused_before_anything_is_written(spark: "SparkSession", tmp_path: Path):
    with pytest.raises(OptionError, match="unknown option veiw"):
        ingest(spark, FORMAT, [str(FACTS)], tmp_path / "t", {"veiw": "x"})
    with pytest.raises(OptionError, match=r"unknown mode 'appent'\. Did you mean 'append'\?"):
        ingest(spark, FORMAT, [str(FACTS)], tmp_path / "t", mode="appent")
    with pytest.raises(BytewrightError, match="no such file or directory"):
        ingest(spark, FORMAT, [str(tmp_path / "none")], tmp_path / "t")
    assert not (tmp_path / "t").exists()
    log = tmp_path / "logs" / "1.redolog"
    log.parent.mkdir()
    log.write_bytes((FACTS / "100.redolog").read_bytes())
    with pytest.raises(OptionError, match="an input lies in the table that would be overwritten"):
        ingest(spark, FORMAT, [str(log)], log.parent, mode="overwrite")
    assert log.exists()


def test_what_a_killed_job_has_left_is_no_table(tmp_path: Path):
    paths, table = [str(FACTS / "100.redolog")], tmp_path / "t"
    hold = open_target(str(table)).begin("_bytewright-j")
    with pytest.raises(BytewrightError, match="the table exists already"):
        check(FORMAT, paths, table, {}, "error")
    hold.release()
    check(FORMAT, paths, table, {}, "error")
    assert not table.exists()
    table.mkdir()  # or this, when the power has failed
    check(FORMAT, paths, table, {}, "error")


def test_a_bad_file_leaves_no_table(spark: "SparkSession", tmp_path: Path):
    log = tmp_path / "1.redolog"
    log.write_bytes((FACTS / "200.redolog").read_bytes()[:-1])
    with pytest.raises(
        BytewrightError, match=r"1\.redolog: offset \d+ \(0x[0-9a-f]+\): batches\[2\]\.len_body: expected"
    ):
        ingest(spark, FORMAT, [str(log), str(FACTS)], tmp_path / "t")
    assert not (tmp_path / "t").exists()
    ingest(spark, FORMAT, [str(FACTS)], tmp_path / "t")
    before = sorted(path.name for path in (tmp_path / "t").iterdir())
    for mode in ("append", "overwrite"):
        with pytest.raises(BytewrightError, match=r"1\.redolog: offset"):
            ingest(spark, FORMAT, [str(log), str(FACTS)], tmp_path / "t", mode=mode)
        assert sorted(path.name for path in (tmp_path / "t").iterdir()) == before


def test_the_same_rows_as_the_source(spark: "SparkSession", tmp_path: Path):
    """Columns of directories, modes, parts and filters as well, with the same types."""
    for day in (1, 2):
        path = tmp_path / "logs" / f"day={day}" / "a.redolog"
        path.parent.mkdir(parents=True)
        data = bytearray((FACTS / "200.redolog").read_bytes())
        data[8] ^= day == 2
        path.write_bytes(data)
    options = {
        "mode": "PERMISSIVE", "columnNameOfCorruptRecord": "raw", "includeError": "true", "includeMetadata": "true",
        "maxPartitionBytes": "100", "openCostInBytes": "0",
    }  # fmt: skip
    logs = str(tmp_path / "logs")
    done = ingest(spark, FORMAT, [logs], tmp_path / "t", options, compression="zstd")
    source = spark.read.format(FORMAT).options(**options).load(logs)
    table = spark.read.parquet(str(tmp_path / "t"))
    assert table.schema == source.schema
    key = "_metadata.file_path", "_metadata.row_index"
    expected = source.orderBy(*key).toArrow().to_pylist()
    assert table.orderBy(*key).toArrow().to_pylist() == expected
    assert (done.rows, done.malformed, done.malformed_bytes, done.files_out) == (len(expected), 1, 364, 6)
    assert done.rows == 24 + 16 + 1
    assert "batches[0].body.version" in done.warnings[0]
    dropped = ingest(spark, FORMAT, [logs], tmp_path / "d", {**options, "mode": "DROPMALFORMED", "columns": "row"})
    assert (dropped.rows, dropped.malformed, dropped.malformed_bytes) == (40, 1, 364)
    filters = {"filters": '[["day", "=", 2], ["row", "<", 1]]', "mode": "DROPMALFORMED", "columns": "row,day"}
    assert ingest(spark, FORMAT, [logs], tmp_path / "f", filters).rows == 2


def test_a_table_without_rows_has_its_columns(spark: "SparkSession", tmp_path: Path):
    log = tmp_path / "empty.redolog"
    log.write_bytes((FACTS / "200.redolog").read_bytes()[:4])
    assert ingest(spark, FORMAT, [str(log)], tmp_path / "t").rows == 0
    assert spark.read.parquet(str(tmp_path / "t")).columns == ["batch", "row", "arrival_time"]


def test_a_task_that_is_killed_and_tried_again_leaves_nothing(tmp_path: Path):
    """Its file lies where the job's others do until the driver deletes them, but for those that count."""
    schema = pa.schema([pa.field("n", pa.int64())])
    batch = pa.RecordBatch.from_arrays([pa.array([1, 2])], schema=schema)
    job = Job("id", str(tmp_path), ())
    open_target(str(tmp_path)).begin(job.folder)
    (first,), (second,) = (job.write(iter([batch]), schema, f"00000.{attempt}") for attempt in (7, 8))
    assert [written.rows for written in (first, second)] == [2, 2]
    assert [path.name for path in tmp_path.iterdir()] == ["_bytewright-id"]
    target = open_target(str(tmp_path))
    size = target.commit(job.folder, [second.name], job.final, replace=False)
    target.discard(job.folder, whole=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["_SUCCESS", "part-00000-id.snappy.parquet"]
    assert size == (tmp_path / "part-00000-id.snappy.parquet").stat().st_size


def test_a_worker_that_is_killed_is_told(spark: "SparkSession", tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def killed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield from batches

    def run(*_: object) -> None:
        spark.range(1).mapInArrow(killed, "id long").collect()

    with monkeypatch.context() as patch:
        patch.setattr(f"{ingest.__module__}._run", run)
        with pytest.raises(BytewrightError) as raised:
            ingest(spark, FORMAT, [str(FACTS)], tmp_path / "t")
    assert str(raised.value) == (
        f"{tmp_path}/t: a Python worker of Spark's ended in the middle of a task. It was killed, as where memory is "
        "short, or has crashed."
    )
    assert not (tmp_path / "t").exists()
    ingest(spark, FORMAT, [str(FACTS)], tmp_path / "t")


def test_a_commit_that_fails_leaves_nothing(tmp_path: Path):
    schema = pa.schema([pa.field("n", pa.int64())])
    batch = pa.RecordBatch.from_arrays([pa.array([1, 2])], schema=schema)
    job = Job("id", str(tmp_path), ())
    open_target(str(tmp_path)).begin(job.folder)
    (written,) = job.write(iter([batch]), schema, "00000.1")
    target = open_target(str(tmp_path))
    with pytest.raises(WriteError, match="can't be written"):
        target.commit(job.folder, [written.name, "part-00001.gone"], job.final, replace=False)
    target.discard(job.folder, whole=False)
    assert list(tmp_path.iterdir()) == []


def test_the_command_checks_before_it_starts_spark(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    words = ["ingest", "--spec", FORMAT, "--to", str(tmp_path / "t")]
    assert main([*words, str(tmp_path / "none")]) == 1
    assert main([*words, "--option", "veiw=x", str(FACTS)]) == 2
    assert main([*words, "--mode", "x", str(FACTS)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"bytewright: error: {tmp_path / 'none'}: no such file or directory",
        "bytewright: error: unknown option veiw. Did you mean 'view'?",
        "bytewright: error: argument --mode: expected one of error, overwrite, append; found 'x'. "
        "See `bytewright ingest --help`.",
    ]
