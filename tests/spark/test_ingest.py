"""Files to a Parquet table."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bytewright
from bytewright.cli import main
from bytewright.errors import BytewrightError, OptionError
from bytewright.spark.ingest import ingest

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


def test_a_bad_file_leaves_no_table(spark: "SparkSession", tmp_path: Path):
    log = tmp_path / "1.redolog"
    log.write_bytes((FACTS / "200.redolog").read_bytes()[:-1])
    with pytest.raises(
        BytewrightError, match=r"1\.redolog: offset \d+ \(0x[0-9a-f]+\): batches\[2\]\.len_body: expected"
    ):
        ingest(spark, FORMAT, [str(log), str(FACTS)], tmp_path / "t")
    assert list((tmp_path / "t").glob("*.parquet")) == []
    assert not (tmp_path / "t" / "_SUCCESS").exists()


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
        "bytewright: error: unknown mode 'x'. Known modes: error, overwrite, append.",
    ]
