"""Which files a query reads: those that are there when it runs, each once."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from bytewright.codec import registry
from bytewright.spark.options import ReadOptions
from bytewright.spark.read.shares import Share, current, shares
from bytewright.spark.read.task import Piece
from bytewright.spark.source import BytewrightDataSource, FilePartition

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa
    from pyspark.sql import SparkSession

pytest.importorskip("bytewright_formats.aresdb_redo_log")

FORMAT = "aresdb_redo_log"
LOG = Path(__file__).parents[2] / "examples" / "data" / "aresdb" / "fact_table" / "200.redolog"
"""A log of 24 rows."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(LOG, folder / "a.redolog")
    return folder


def test_a_view_sees_new_files_and_what_is_written_through_it(spark: "SparkSession", folder: Path):
    def count() -> int:
        return int(spark.sql("SELECT count(*) FROM fresh").collect()[0][0])

    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW fresh USING {FORMAT} OPTIONS (path '{folder}')")
    assert count() == 24
    shutil.copy(LOG, folder / "b.redolog")
    assert count() == 48
    spark.sql("INSERT INTO fresh SELECT * FROM fresh")
    assert count() == 96
    spark.sql("INSERT OVERWRITE fresh SELECT * FROM fresh WHERE batch = 0 LIMIT 8")
    assert count() == 8
    spark.sql("DROP VIEW fresh")


def test_files_may_come_when_there_were_none(spark: "SparkSession", folder: Path):
    log = folder / "a.redolog"
    data = log.read_bytes()
    log.unlink()
    frame = spark.read.format(FORMAT).schema("row int").option("filters", '[["row", "<", 2]]').load(str(folder))
    assert frame.count() == 0
    log.write_bytes(data)
    assert frame.count() == 6


class TestShares:
    """What partitions have after changes, without Spark."""

    def pieces(self, folder: Path, count: int) -> tuple[ReadOptions, list[tuple[list[Piece], Share]]]:
        options = ReadOptions(codecs=(registry.codec(FORMAT),), paths=(str(folder),))
        files = options.files()
        planned = [[Piece(file, file.size) for file in files[number::count]] for number in range(count)]
        return options, list(zip(planned, shares(files, count), strict=True))

    @pytest.mark.parametrize("count", [1, 2, 5])
    def test_every_file_is_read_once(self, folder: Path, count: int):
        for number in range(20):
            (folder / f"old{number}").write_bytes(b"x")
        options, parts = self.pieces(folder, count)
        for number in range(20):
            (folder / f"new{number}").write_bytes(b"x")
        for number in range(0, 20, 3):
            (folder / f"old{number}").unlink()
        (folder / "old1").write_bytes(b"xyz")
        found = [piece.file for pieces, share in parts for piece in current(pieces, share, options, None)]
        assert {file.path: file for file in found} == {file.path: file for file in options.files()}
        assert len(found) == len(options.files())

    def test_parts_of_a_file_that_grows_stay_and_those_of_another_one_go(self, folder: Path):
        from bytewright.views.evaluate.framing import Part

        log = folder / "a.redolog"
        options, ((_, share),) = self.pieces(folder, 1)
        (file,) = options.files()
        halves = [Piece(file, 500, Part(None, 500, 0)), Piece(file, file.size - 500, Part(500, None, 1))]
        with log.open("ab") as end:
            end.write(b"more")
        assert list(current(halves, share, options, None)) == halves
        other = folder / "other"
        other.write_bytes(log.read_bytes() * 2)
        other.replace(log)
        (whole,) = current(halves, share, options, None)
        assert whole.part is None

    def test_a_query_lists_its_files_once_in_a_process(self, folder: Path):
        options, ((pieces, share),) = self.pieces(folder, 1)
        query = ("one", 1)
        assert len(list(current(pieces, share, options, query))) == 1
        shutil.copy(LOG, folder / "b.redolog")
        assert len(list(current(pieces, share, options, query))) == 1
        assert len(list(current(pieces, share, options, ("one", 2)))) == 2

    def test_tasks_run_in_other_directories(self, folder: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.chdir(folder.parent)
        source = BytewrightDataSource({"spec": FORMAT, "path": "logs/a.redolog,logs/[ab].*", "basepath": "."})
        reader = source.reader(source.schema())
        (partition,) = reader.partitions()
        shutil.copy(LOG, folder / "b.redolog")
        monkeypatch.chdir("/")
        assert sum(batch.num_rows for batch in cast("Iterator[pa.RecordBatch]", reader.read(partition))) == 48

    def test_plans_may_count(self, folder: Path):
        source = BytewrightDataSource({"spec": FORMAT, "path": str(folder), "refreshfiles": "false"})
        reader = source.reader(source.schema())
        (partition,) = reader.partitions()
        assert isinstance(partition, FilePartition)
        shutil.copy(LOG, folder / "b.redolog")
        assert sum(batch.num_rows for batch in cast("Iterator[pa.RecordBatch]", reader.read(partition))) == 24
