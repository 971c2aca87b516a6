"""DataFrames to files of a format."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.cli import main
from bytewright.errors import BytewrightError, WriteError
from bytewright.spark.options import WriteOptions
from bytewright.spark.process.failure import reason
from bytewright.spark.sink import FileWriter
from bytewright.spark.write.job import Saved

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytest.importorskip("bytewright_formats.aresdb_redo_log")
pytest.importorskip("bytewright_formats.deephaven_log")

FORMAT = "aresdb_redo_log"
EXAMPLES = Path(__file__).parents[2] / "examples" / "data"
FACTS = EXAMPLES / "aresdb" / "fact_table" / "200.redolog"
LOGS = [
    (FORMAT, EXAMPLES / "aresdb" / name)
    for name in ("fact_table/200.redolog", "every_type", "arrays", "geo_shapes", "many_batches")
] + [("deephaven_log", EXAMPLES / "deephaven" / "orders" / "Date=2026-11-20" / "transactions.bin")]


def save(frame: "DataFrame", path: Path, mode: str = "append", format: str = FORMAT, **options: str) -> None:
    frame.write.format(format).options(**options).mode(mode).save(str(path))


def failure(action: Callable[[], object]) -> str:
    """The line of our error that Spark shows for what ``action`` does."""
    from pyspark.errors import PySparkException

    with pytest.raises(PySparkException) as caught:
        action()
    assert "Traceback" not in str(caught.value)
    error = reason(caught.value)
    assert error is not None, str(caught.value)
    return str(error)


def rows(frame: "DataFrame") -> list[str]:
    return [repr(row) for row in frame.toArrow().to_pylist()]


def opened(*paths: Path, spec: str = FORMAT) -> list[str]:
    return [repr(row) for path in paths for row in bytewright.open(path, spec=spec).to_table().to_pylist()]


def files(table: Path) -> list[Path]:
    """The files of a table; nothing else may be there but the mark of a job that is done."""
    found = sorted(table.rglob("*")) if table.exists() else []
    return [path for path in found if path.name != "_SUCCESS"]


SMALL = json.dumps({"batches": [{"body": {"arrival_time": 0, "column_ids": [3], "types": ["small_enum"]}}]})
"""A root whose only column holds numbers up to 255."""


@pytest.fixture
def facts(spark: "SparkSession") -> "DataFrame":
    return spark.read.format(FORMAT).load(str(FACTS))


# --- what is written --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("format", "log"), LOGS, ids=lambda value: value.stem if isinstance(value, Path) else value)
def test_rows_read_back_as_they_were(spark: "SparkSession", tmp_path: Path, format: str, log: Path):
    source = spark.read.format(format).option("includeMetadata", "true").load(str(log))
    save(source, tmp_path / "t", format=format)
    (made,) = files(tmp_path / "t")
    assert made.suffix == log.suffix or log.is_dir()
    assert opened(made, spec=format) == rows(source.drop("_metadata"))
    assert rows(spark.read.format(format).load(str(tmp_path / "t"))) == rows(source.drop("_metadata"))


def test_append_and_overwrite(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    table = tmp_path / "t"
    save(facts, table)
    first = files(table)
    save(facts.limit(5), table)
    assert len(files(table)) == 2
    assert set(first) < set(files(table))
    source = spark.read.format(FORMAT).load(str(table))
    assert source.count() == 24 + 5
    save(source.where("batch = 2"), table, "overwrite")  # what is read may be replaced
    assert not set(first) & set(files(table))
    assert spark.read.format(FORMAT).load(str(table)).count() == 8
    assert (table / "_SUCCESS").exists()


def test_a_file_for_each_partition(facts: "DataFrame", tmp_path: Path):
    """Those that have no rows have none; batches count anew in each, whichever rows it has."""
    from pyspark.sql.functions import col

    save(facts.repartitionByRange(3, col("batch").desc()), tmp_path / "t")
    save(facts.where("batch = 1").repartitionByRange(3, "row"), tmp_path / "t")
    made = files(tmp_path / "t")
    assert sorted(path.name.partition("-")[2][:5] for path in made) == [
        "00000",
        "00000",
        "00001",
        "00001",
        "00002",
        "00002",
    ]
    assert len({path.stem.rpartition("-")[2] for path in made}) == 2
    for path in made:
        assert set(bytewright.open(path).to_table()["batch"].to_pylist()) == {0}
    assert sum(bytewright.open(path).to_table().num_rows for path in made) == 24 + 8


def test_smaller_and_compressed_files(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    save(facts.coalesce(1), tmp_path / "t", maxRecordsPerFile="10", compression="gzip")
    made = files(tmp_path / "t")
    assert [path.name[:11] + path.name[43:] for path in made] == [
        f"part-00000--c0000{number}.redolog.gz" for number in range(3)
    ]
    assert [bytewright.open(path).to_table().num_rows for path in made] == [10, 10, 4]
    values = [row["c0"] for path in made for row in bytewright.open(path).to_table().to_pylist()]
    assert values == bytewright.open(FACTS).to_table()["c0"].to_pylist()
    for compression in ("zstd", "bzip2"):
        save(facts, tmp_path / compression, compression=compression)
        assert rows(spark.read.format(FORMAT).load(str(tmp_path / compression))) == opened(FACTS)


def test_a_frame_without_rows(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    """Gives a file with its columns, unless there are files that have some."""
    from pyspark.sql.types import LongType, StructField, StructType

    schema = StructType([StructField("Price", LongType()), StructField("Size", LongType())])
    save(spark.createDataFrame([], schema), tmp_path / "log", format="deephaven_log")
    found = spark.read.format("deephaven_log").load(str(tmp_path / "log")).schema
    assert [(one.name, one.dataType) for one in found] == [(one.name, one.dataType) for one in schema]
    save(facts, tmp_path / "t")
    before = files(tmp_path / "t")
    save(facts.limit(0), tmp_path / "t")
    assert files(tmp_path / "t") == before
    save(facts.limit(0), tmp_path / "t", "overwrite")
    assert spark.read.format(FORMAT).load(str(tmp_path / "t")).count() == 0


def test_what_rows_do_not_hold(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    """Comes from the root, from options of the format, or from other columns."""
    body = {"arrival_time": 7, "column_ids": [5, 0], "types": ["uint8", "uint32"]}
    root = json.dumps({"batches": [{"body": body}]})
    (tmp_path / "root.json").write_text(root)
    for number, given in enumerate((root, str(tmp_path / "root.json"))):
        save(facts.where("batch = 0").select("batch", "c0"), tmp_path / str(number), root=given)
        (made,) = files(tmp_path / str(number))
        assert bytewright.open(made).schema.names == ["batch", "row", "arrival_time", "c0", "c5"]
        assert set(bytewright.open(made).to_table()["c5"].to_pylist()) == {None}
    moments = facts.selectExpr("arrival_time AS Sent", "c0 AS Id")
    save(moments, tmp_path / "log", format="deephaven_log", **{"time.Sent": "ms"})
    back = spark.read.format("deephaven_log").option("time.Sent", "ms").load(str(tmp_path / "log"))
    assert rows(back) == rows(moments)


def test_sql_and_the_generic_source(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    save(facts, tmp_path / "t", format="bytewright", spec=FORMAT)
    facts.createOrReplaceTempView("facts")
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW logs USING {FORMAT} OPTIONS (path '{tmp_path / 't'}')")
    spark.sql("INSERT INTO logs SELECT * FROM facts")
    assert (
        spark.read.format(FORMAT).load(str(tmp_path / "t")).count() == 48
    )  # views keep the files that they began with
    spark.sql("DROP VIEW logs")
    spark.sql("DROP VIEW facts")


def test_another_file_system(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    pytest.importorskip("fsspec")
    to = f"local://{tmp_path / 't'}"
    for mode, count in (("append", 24), ("append", 48), ("overwrite", 24)):
        facts.write.format(FORMAT).mode(mode).save(to)
        assert spark.read.format(FORMAT).load(to).count() == count
    with pytest.raises(Exception, match="arrival_time: expected a value"):
        facts.select("c0").write.format(FORMAT).mode("overwrite").save(to)
    assert [path.suffix for path in files(tmp_path / "t")] == [".redolog"]


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        (["*", "1 AS day"], {}, "there is no column 'day'. Known columns: batch, row, arrival_time, c0, c1, c2, c3."),
        (["batch", "'x' AS arrival_time"], {}, "arrival_time: a column can't be written as that type: expected"),
        (["batch", "arrival_time", "1.5D AS c0"], {}, "c0: expected a column whose type says how it is stored,"),
        (["c0"], {"root": "{}"}, "the column batch is missing: expected a column that says which of the root's"),
        (["*"], {"view": "columns"}, "there is no column 'row'. Did you mean 'num_rows'?"),
        (["*"], {"maxRecordPerFile": "1"}, "unknown option maxrecordperfile. Did you mean 'maxRecordsPerFile'?"),
        (["*"], {"tornTail": "ignore"}, "unknown option torntail."),
        (["*"], {"compression": "lz4"}, "expected one of none, uncompressed, gzip, zstd, bzip2, found lz4"),
        (["*"], {"partitionOverwriteMode": "dynamic"}, "option partitionOverwriteMode: expected static"),
        (["*"], {"root": "none.json"}, "none.json: option root: no such file or directory"),
    ],
)  # fmt: skip
def test_before_anything_is_written(
    facts: "DataFrame", tmp_path: Path, columns: list[str], options: dict[str, str], message: str
):
    assert message in failure(lambda: save(facts.selectExpr(*columns), tmp_path / "t", **options))
    assert not (tmp_path / "t").exists()


def test_paths_and_modes_that_are_refused(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    from pyspark.errors import AnalysisException

    assert failure(lambda: facts.write.format(FORMAT).mode("append").save()).startswith("there is no path to write to")
    (tmp_path / "f").write_bytes(b"")
    assert "f: there is a file of that name. Name a directory." in failure(lambda: save(facts, tmp_path / "f"))
    for mode in ("error", "ignore"):  # Spark's doing, whatever the format
        with pytest.raises(AnalysisException, match="UNSUPPORTED_DATA_SOURCE_SAVE_MODE"):
            save(facts, tmp_path / "t", mode)
    assert files(tmp_path) == [tmp_path / "f"]


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        (["batch + 5000000000 AS batch", "c0"], {}, "rows[0].batch: expected a value of int, found 5000000000"),
        (["nullif(batch, 1) AS batch", "c0"], {}, "rows[8].batch: expected a number from 0, found None"),
        (["batch", "timestamp_seconds(row) AS arrival_time"], {},
         "rows[1].arrival_time: expected 1970-01-01 00:00:00+00:00, as in row 0 of the same structure, found"),
        (["batch", "c0"], {}, "rows[0]: batches[0].body.arrival_time: expected a value, found nothing. Let the view"),
        (["batch", "cast(250 + row AS smallint) AS c3"], {"root": SMALL},
         "rows[6]: batches[0].body.columns[0].data.values[6]: expected an integer from 0 to 255, found 256"),
    ],
)  # fmt: skip
def test_while_it_is_written(
    facts: "DataFrame", tmp_path: Path, columns: list[str], options: dict[str, str], message: str
):
    """The error names the file, and in it the row and column, or the field; nothing is left."""
    said = failure(lambda: save(facts.selectExpr(*columns), tmp_path / "t", **options))
    assert said.startswith(f"{tmp_path / 't'}/part-00000-")
    assert message in said
    assert not (tmp_path / "t").exists()


def test_rows_that_would_take_too_much_memory(spark: "SparkSession", tmp_path: Path):
    frame = spark.range(0, 2000, 1, 1).selectExpr("id AS Id", "cast(id AS string) AS Name")
    limit = {"maxFileMemory": "2MB", "format": "deephaven_log"}
    said = failure(lambda: save(frame, tmp_path / "t", **limit))
    assert (
        "expected rows of one file that take at most 2097152 bytes of memory (maxFileMemory), found 2000 rows" in said
    )
    assert not (tmp_path / "t").exists()
    fewer = said.partition("Set maxRecordsPerFile to ")[2].partition(" ")[0]
    save(frame, tmp_path / "t", maxRecordsPerFile=fewer, **limit)
    assert spark.read.format("deephaven_log").load(str(tmp_path / "t")).count() == 2000


PAGES = """
meta: {id: sheets, endian: le}
seq: [{id: base, type: u1}, {id: sheets, type: sheet, repeat: eos}]
types:
  sheet:
    seq: [{id: len, type: u2}, {id: body, type: body, size: len}]
  body:
    seq: [{id: note, type: u1}, {id: marks, type: mark, repeat: eos}]
  mark:
    seq: [{id: kind, type: u1}, {id: of, type: u2}]
-views:
  marks:
    default: true
    each: sheets[*].body.marks[*]
    columns: [{id: kind, value: _.kind}]
"""


def test_a_root_of_more_rows_than_memory_is_estimated_by(
    spark: "SparkSession", tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    spec, file, root = tmp_path / "sheets.ksy", tmp_path / "a.sheets", tmp_path / "root.json"
    spec.write_text(PAGES)
    sheets = [(b"\7" + b"".join(bytes([i % 5, i % 251, n]) for i in range(300))) for n in (1, 2)]
    file.write_bytes(b"\3" + b"".join(len(one).to_bytes(2, "little") + one for one in sheets))
    assert main(["root", "--spec", str(spec), str(file)]) == 0
    root.write_text(capsys.readouterr().out)
    frame = spark.read.format("bytewright").option("spec", str(spec)).load(str(file)).coalesce(1)
    save(frame, tmp_path / "t", format="bytewright", spec=str(spec), root=str(root))
    assert [path.read_bytes() for path in files(tmp_path / "t")] == [file.read_bytes()]


# --- what fails -------------------------------------------------------------------------------------------------------


def test_a_job_that_fails_leaves_the_table_as_it_was(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    table = tmp_path / "t"
    save(facts, table)
    before = {path: path.read_bytes() for path in files(table)}
    bad = facts.repartitionByRange(3, "batch").selectExpr(
        "batch", "IF(batch = 2 AND row = 5, cast(raise_error('no') AS timestamp), arrival_time) AS arrival_time", "c0"
    )
    for mode in ("append", "overwrite"):
        with pytest.raises(Exception, match="no"):
            save(bad, table, mode)
        assert {path: path.read_bytes() for path in files(table)} == before


def test_a_worker_that_is_killed(spark: "SparkSession", facts: "DataFrame", tmp_path: Path):
    """In the middle of a partition, with a file written already: nobody tidies up behind it but the driver."""
    from bytewright.spark.source import BytewrightDataSource

    # By value: tests are no package that workers could import.
    def killed(self: Any, iterator: Iterator[pa.RecordBatch]) -> Saved:
        import os
        import signal

        batch = next(iterator)

        def some() -> Iterator[pa.RecordBatch]:
            yield batch
            os.kill(os.getpid(), signal.SIGKILL)

        found: Saved = FileWriter.write(self, some())
        return found

    writer = type("Killed", (FileWriter,), {"write": killed, "__module__": "__main__"})

    def make(self: Any, schema: Any, overwrite: bool) -> FileWriter:
        made: FileWriter = writer(schema, WriteOptions.parse(self.options, self.SPEC), overwrite=overwrite)
        return made

    body = {"SPEC": FORMAT, "writer": make, "name": classmethod(lambda cls: "killed"), "__module__": "__main__"}
    spark.dataSource.register(type("Source", (BytewrightDataSource,), body))
    save(facts, tmp_path / "t")
    before = files(tmp_path / "t")
    for mode in ("append", "overwrite"):
        with pytest.raises(Exception, match=r"(?i)worker"):
            save(facts.coalesce(1), tmp_path / "t", mode, "killed", maxRecordsPerFile="10")
        assert files(tmp_path / "t") == before


# --- what Spark does to writers, without Spark -----------------------------------------------------------------------


def batch(first: int, count: int) -> pa.RecordBatch:
    return pa.record_batch({"Id": pa.array(range(first, first + count), pa.int64())})


def writer(path: Path, *, overwrite: bool = False, **options: str) -> FileWriter:
    from pyspark.sql.types import LongType, StructField, StructType

    given = WriteOptions.parse({"path": str(path), **options}, "deephaven_log")
    return FileWriter(StructType([StructField("Id", LongType())]), given, overwrite=overwrite)


def ids(table: Path) -> list[int]:
    found = [
        bytewright.open(path, spec="deephaven_log").to_table()["Id"].to_pylist() for path in sorted(table.glob("*.bin"))
    ]
    return [int(number) for numbers in found for number in numbers if number is not None]


def attempt(writer: FileWriter, number: int, *batches: pa.RecordBatch) -> Saved:
    return Saved(writer._job.sink.write(iter(batches), "part-00000", str(number)))


def test_a_task_that_is_done_twice_counts_once(tmp_path: Path):
    import pickle

    one = writer(tmp_path / "t")
    copies = [pickle.loads(pickle.dumps(one)) for _ in range(2)]
    first, second = (attempt(copy, number, batch(0, 3), batch(3, 3)) for number, copy in enumerate(copies))
    assert first != second
    one.commit([second])
    assert ids(tmp_path / "t") == list(range(6))
    with pytest.raises(WriteError, match="the job is over"):
        attempt(copies[0], 2, batch(0, 1))
    assert len(files(tmp_path / "t")) == 1


def test_an_attempt_that_fails_leaves_nothing_when_another_one_counts(tmp_path: Path):
    one = writer(tmp_path / "t", maxRecordsPerFile="2")

    def torn() -> Iterator[pa.RecordBatch]:
        yield batch(0, 3)
        raise RuntimeError("lost")

    with pytest.raises(RuntimeError, match="lost"):
        one._job.sink.write(torn(), "part-00000", "0")
    one.commit([attempt(one, 1, batch(0, 3)), None])
    assert ids(tmp_path / "t") == [0, 1, 2]


def test_jobs_at_once(tmp_path: Path):
    table = tmp_path / "t"
    append, replace, failed = writer(table), writer(table, overwrite=True), writer(table)
    written = [attempt(one, 0, batch(place, 1)) for place, one in enumerate((append, replace, failed))]
    failed.abort([written[2]])
    append.commit(written[:1])
    assert ids(table) == [0]
    later = writer(table)
    also = attempt(later, 0, batch(9, 1))
    replace.commit(written[1:2])
    assert ids(table) == [1]
    later.commit([also])
    assert sorted(ids(table)) == [1, 9]


def test_a_commit_that_fails_changes_nothing(tmp_path: Path):
    table = tmp_path / "t"
    first = writer(table)
    first.commit([attempt(first, 0, batch(0, 2))])
    second = writer(table, overwrite=True)
    written = attempt(second, 0, batch(7, 2))
    lost = Saved(("part-00001.0.",))
    with pytest.raises(BytewrightError, match="can't be written"):
        second.commit([written, lost])
    second.abort([written, lost])  # as Spark does then
    assert ids(table) == [0, 1]


# --- other formats ----------------------------------------------------------------------------------------------------

POINTS = """
meta: {id: points, endian: be, encoding: UTF-8, file-extension: pts}
seq:
  - {id: magic, contents: PTS}
  - {id: num_points, type: u2}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
types:
  point:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: at, type: place}
      - {id: marks, type: u2, repeat: expr, repeat-expr: 2}
      - {id: more, type: f8, if: kind == kind::rich}
  place:
    seq: [{id: x, type: s4}, {id: y, type: s4}]
enums:
  kind: {1: plain, 2: rich}
"""

PARTS = """
meta: {id: parts, endian: be}
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq: [{id: len, type: u1}, {id: parts, type: u1, repeat: expr, repeat-expr: len}]
-views:
  parts:
    each: items[*]
    rows: _.len
    columns: [{id: part, value: '_.parts[_row]', type: u1}]
"""


def compiled(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A codec of a spec, under the name `toy`."""
    from bytewright.codec import registry
    from bytewright_codegen.load import load

    path = folder / "toy.ksy"
    path.write_text(text)
    codec = load(str(path))
    monkeypatch.setattr(registry, "codec", lambda name, **_: {"toy": codec, codec.name: codec}[name])
    return codec


def written(table: pa.Table, path: Path) -> list[Path]:
    """The files that a DataFrame of one partition becomes."""
    from bytewright.arrow.types import spark_schema

    options = WriteOptions.parse({"path": str(path)}, "toy")
    one = FileWriter(spark_schema(table.schema), options, overwrite=True)
    try:
        one.commit([Saved(one._job.sink.write(table.to_batches(), "part-00000", "0"))])
    except WriteError:
        one.abort([None])
        raise
    return files(path)


@pytest.fixture
def points() -> pa.Table:
    places = pa.struct([("y", pa.int64()), ("x", pa.int32())])
    return pa.table(
        {
            "kind": ["plain", "rich", "plain"],
            "name": ["a", "\u00e9", ""],
            "at": pa.array([{"y": 2, "x": 1}, {"y": -1, "x": 0}, {"y": 0, "x": 0}], places),
            "marks": pa.array([[1, 65535], [2, 3], [0, 0]], pa.list_(pa.int32())),
            "more": [None, 0.5, None],
        }
    )


def test_any_spec(points: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its default view is enough: what follows from the rows is derived."""
    codec = compiled(POINTS, tmp_path, monkeypatch)
    (made,) = written(points, tmp_path / "t")
    assert made.suffix == ".pts"
    back = bytewright.open(made, spec=codec).to_table()
    assert back.select(points.schema.names).to_pylist() == points.to_pylist()
    assert back["len_name"].to_pylist() == [1, 2, 0]
    (again,) = written(points.append_column("len_name", pa.array([9, 9, 9])), tmp_path / "t")
    assert bytewright.open(again, spec=codec).to_table().equals(back)


def test_batches_of_other_types_than_the_schema_says(tmp_path: Path):
    """A setting of the session makes texts large, and batches needn't say what can't be null."""
    from pyspark.sql.types import StringType, StructField, StructType

    options = WriteOptions.parse({"path": str(tmp_path)}, "deephaven_log")
    one = FileWriter(StructType([StructField("Name", StringType(), nullable=False)]), options, overwrite=False)
    large = pa.record_batch({"Name": pa.array(["a", "b"], pa.large_string())})
    one.commit([Saved(one._job.sink.write([large], "part-00000", "0"))])
    (made,) = files(tmp_path)
    assert bytewright.open(made, spec="deephaven_log").to_table()["Name"].to_pylist() == ["a", "b"]


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("kind", ["plain", "rich", "none"], "rows[2]: points[2].kind: expected one of plain, rich, found 'none'"),
        ("marks", [[1, 2], [3], [4, 5]], "rows[1]: points[1].marks: expected 2 elements, found 1"),
        ("more", [None, 0.5, 0.5], "rows[2]: points[2].more: expected nothing, as its condition is false, found 0.5"),
        ("at", [{"y": 0, "x": 1}, None, {"y": 0, "x": 1}], "rows[1]: points[1].at: expected a value, found nothing"),
    ],
)
def test_the_row_that_cannot_be_written_is_named(
    points: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, values: list[Any], message: str
):
    compiled(POINTS, tmp_path, monkeypatch)
    place = points.schema.get_field_index(column)
    bad = points.set_column(place, column, pa.array(values, points.schema.field(column).type))
    with pytest.raises(WriteError) as caught:
        written(bad, tmp_path / "t")
    assert message in str(caught.value)
    assert not (tmp_path / "t").exists()


def test_a_format_whose_file_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    codec = compiled("meta: {id: one, endian: be}\nseq: [{id: a, type: u2}]", tmp_path, monkeypatch)
    table = pa.table({"a": [1, 2, 3]})
    made = written(table, tmp_path / "t")
    assert [path.stem[-6:] for path in made] == ["c00000", "c00001", "c00002"]
    rows = [row for path in made for row in bytewright.open(path, spec=codec).to_table().to_pylist()]
    assert rows == table.to_pylist()
    assert written(table.slice(0, 0), tmp_path / "t") == []


def test_a_view_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    compiled(PARTS, tmp_path, monkeypatch)
    with pytest.raises(WriteError, match="the view parts can't be written: no column says which element a row belongs"):
        written(pa.table({"part": [1]}), tmp_path / "t")
    assert not (tmp_path / "t").exists()
