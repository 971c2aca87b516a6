"""Formats as Spark data sources, on genuine files."""

import json
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import bytewright
from bytewright.errors import BytewrightError, OptionError
from bytewright.spark.process.failure import reason
from bytewright.spark.source import BytewrightDataSource, FilePartition, FileReader, source_for
from bytewright.views.evaluate.record_batches import BATCH_BYTES, BATCH_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

pytest.importorskip("bytewright_formats.aresdb_redo_log")

FORMAT = "aresdb_redo_log"
DATA = Path(__file__).parents[1] / "data" / "aresdb"
EXAMPLES = Path(__file__).parents[2] / "examples" / "data" / "aresdb"
LOGS = sorted((DATA / "good").glob("*.bin"))
BAD = sorted((DATA / "bad").glob("*.bin"))


def rows(frame: "DataFrame") -> list[str]:
    """Every row as text that tells NaN, -0.0, types and names apart."""
    return [repr(row) for row in frame.toArrow().to_pylist()]


def opened(*paths: Path | str, **settings: Any) -> list[str]:
    """The same, as `bytewright.open` reads the files one after another."""
    settings = {"spec": FORMAT, **settings}
    return [repr(row) for path in paths for row in bytewright.open(path, **settings).to_table().to_pylist()]


def failure(action: Callable[[], object]) -> str:
    """The line of our error that Spark shows for what ``action`` does; nothing of ours may come with a traceback."""
    from pyspark.errors import PySparkException

    with pytest.raises(PySparkException) as caught:
        action()
    said = str(caught.value)
    assert "Traceback" not in said
    error = reason(caught.value)
    assert error is not None, said
    return str(error)


def outcome(read: Callable[[], list[str]]) -> list[str]:
    try:
        return read()
    except BytewrightError as error:
        return [str(error)]
    except Exception as error:
        found = reason(error)
        if found is None:
            raise
        return [str(found)]


# --- what is read ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_log_reads_as_it_does_without_spark(spark: "SparkSession", path: Path):
    assert outcome(lambda: rows(spark.read.format(FORMAT).load(str(path)))) == outcome(lambda: opened(path))


def test_batches_read_as_they_do_without_spark(spark: "SparkSession", tmp_path: Path):
    name = "aresdb_upsert_batch"
    logs = [path for path in LOGS if path.stem in ("arrays", "geo", "rows_thousand", "scalars_mixed")]
    assert len(logs) == 4
    for log in logs:
        data = log.read_bytes()
        path = tmp_path / log.stem
        path.write_bytes(data[8 : 8 + int.from_bytes(data[4:8], "little")])
        assert rows(spark.read.format(name).load(str(path))) == opened(path, spec=name)


def test_other_views(spark: "SparkSession"):
    path = EXAMPLES / "fact_table" / "200.redolog"
    frame = spark.read.format(FORMAT).option("view", "columns").load(str(path))
    assert rows(frame) == opened(path, view="columns")
    assert frame.count() == 12


def test_the_schema_is_nullable_throughout(spark: "SparkSession"):
    path = EXAMPLES / "every_type" / "scalars_mixed.redolog"
    schema = spark.read.format(FORMAT).load(str(path)).schema
    assert schema.simpleString() == (
        "struct<batch:int,row:int,arrival_time:timestamp,c0:boolean,c1:tinyint,c2:smallint,c3:smallint,c4:int,c5:int,"
        "c6:bigint,c7:float,c8:smallint,c9:int,c10:string,c11:struct<lat:float,lng:float>,c12:bigint>"
    )
    assert '"nullable":false' not in schema.json()


def test_the_generic_source(spark: "SparkSession"):
    path = str(EXAMPLES / "fact_table")
    generic = spark.read.format("bytewright").option("spec", FORMAT).load(path)
    assert rows(generic) == rows(spark.read.format(FORMAT).load(path))


def test_sql(spark: "SparkSession"):
    path = EXAMPLES / "fact_table" / "200.redolog"
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW logs USING {FORMAT} OPTIONS (path '{path}')")
    counted = spark.sql("SELECT batch, count(*), count(c3) FROM logs GROUP BY batch ORDER BY batch").collect()
    table = bytewright.open(path, spec=FORMAT).to_table().to_pylist()
    assert [tuple(row) for row in counted] == [
        (batch, 8, sum(row["batch"] == batch and row["c3"] is not None for row in table)) for batch in range(3)
    ]
    spark.sql("DROP VIEW logs")


# --- which files ------------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Logs of one table under several names, and what must not be read."""
    first, second = EXAMPLES / "fact_table" / "100.redolog", EXAMPLES / "fact_table" / "200.redolog"
    for name, log in {"a.redolog": first, "b.redolog": second, "c d.redolog": first, "sub/e.redolog": second}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(log.read_bytes())
    for name in ("_SUCCESS", ".a.redolog.crc"):
        (tmp_path / name).write_bytes(b"not a log")
    return tmp_path


@pytest.mark.parametrize(
    ("paths", "options", "expected"),
    [
        (["a.redolog"], {}, ["a"]),
        ([""], {}, ["a", "b", "c d"]),
        (["b.redolog", "a.redolog"], {}, ["a", "b"]),
        (["[ab].redolog"], {}, ["a", "b"]),
        (["{a,c d}.redolog"], {}, ["a", "c d"]),
        (["*"], {}, ["a", "b", "c d", "sub/e"]),
        ([""], {"recursiveFileLookup": "true"}, ["a", "b", "c d", "sub/e"]),
        ([""], {"pathGlobFilter": "[bc]*"}, ["b", "c d"]),
        (["sub", "a.redolog"], {}, ["a", "sub/e"]),
    ],
)
def test_files(spark: "SparkSession", tables: Path, paths: list[str], options: dict[str, str], expected: list[str]):
    named = [str(tables / path) for path in paths]
    frame = spark.read.format(FORMAT).options(**options).load(named[0] if len(named) == 1 else named)
    assert rows(frame) == opened(*(tables / f"{name}.redolog" for name in expected))


def test_uris(spark: "SparkSession", tables: Path):
    frame = spark.read.format(FORMAT).load((tables / "c d.redolog").as_uri())
    assert rows(frame) == opened(tables / "c d.redolog")


def test_partitions_keep_the_order_of_names(spark: "SparkSession", tables: Path):
    frame = spark.read.format(FORMAT).option("minPartitionNum", 3).load(str(tables))
    assert frame.rdd.getNumPartitions() == 3
    assert rows(frame) == opened(*sorted(tables.glob("*.redolog")))
    packed = spark.read.format(FORMAT).options(minPartitionNum=1, openCostInBytes=0).load(str(tables))
    assert packed.rdd.getNumPartitions() == 1
    assert rows(packed) == rows(frame)


def test_where_rows_come_from(spark: "SparkSession", tables: Path):
    frame = spark.read.format(FORMAT).option("includeMetadata", "true").load(str(tables))
    counted = frame.groupBy("_metadata.file_name").count().orderBy("file_name").collect()
    assert [tuple(row) for row in counted] == [("a.redolog", 8), ("b.redolog", 24), ("c d.redolog", 8)]
    assert frame.columns[-1] == "_metadata"


def test_an_empty_folder_is_read_with_a_schema_only(spark: "SparkSession", tmp_path: Path):
    assert "there are no files to take the schema from" in failure(
        lambda: spark.read.format(FORMAT).load(str(tmp_path))
    )
    assert spark.read.format(FORMAT).schema("c0 bigint").load(str(tmp_path)).count() == 0


# --- which columns ----------------------------------------------------------------------------------------------------


def test_a_schema_projects(spark: "SparkSession"):
    path = EXAMPLES / "every_type" / "scalars_mixed.redolog"
    frame = spark.read.format(FORMAT).schema("C6 bigint, c5 bigint, c11 struct<lng:double>, row int").load(str(path))
    table = bytewright.open(path, spec=FORMAT).to_table().to_pylist()
    assert frame.toArrow().to_pylist() == [
        {"C6": row["c6"], "c5": row["c5"], "c11": row["c11"] and {"lng": row["c11"]["lng"]}, "row": row["row"]}
        for row in table
    ]


def test_one_column_counts_all_rows(spark: "SparkSession"):
    path = str(EXAMPLES / "one_large_batch")
    assert spark.read.format(FORMAT).schema("row int").load(path).count() == 1234


def test_columns_of_later_files(spark: "SparkSession"):
    """The first file by name decides which columns there are, unless a schema asks for others."""
    paths = [str(EXAMPLES / "fact_table" / "100.redolog"), str(EXAMPLES / "many_batches" / "many_batches.redolog")]
    frame = spark.read.format(FORMAT).load(paths)
    assert frame.columns == ["batch", "row", "arrival_time", "c0", "c1", "c2", "c3"]
    assert frame.where("c3 IS NOT NULL").count() < frame.count() == 8 + 142
    fewer = spark.read.format(FORMAT).schema("c3 smallint").load(paths[::-1])
    assert fewer.count() == 8 + 142


def test_columns_of_all_files(spark: "SparkSession"):
    paths = [str(EXAMPLES / "many_batches" / "many_batches.redolog"), str(EXAMPLES / "fact_table" / "200.redolog")]
    frame = spark.read.format(FORMAT).option("mergeSchema", "true").schema("c3 smallint").load(paths)
    assert frame.count() == 142 + 24
    merged = spark.read.format(FORMAT).option("mergeSchema", "true").load(paths)
    assert merged.columns == ["batch", "row", "arrival_time", "c0", "c1", "c2", "c3"]
    expected = bytewright.open(sorted(paths), spec=FORMAT, options={"mergeSchema": True}).to_table().to_pylist()
    assert rows(merged) == [repr(row) for row in expected]


def test_the_columns_option(spark: "SparkSession"):
    path = EXAMPLES / "every_type" / "scalars_mixed.redolog"
    frame = spark.read.format(FORMAT).option("columns", "c7,c11.lat,row").load(str(path))
    assert frame.columns == ["c7", "c11.lat", "row"]
    assert rows(frame) == opened(path, columns=["c7", "c11.lat", "row"])


# --- batches ----------------------------------------------------------------------------------------------------------


def large_log(path: Path, count: int) -> None:
    """A log of one batch with one column of numbers."""
    header = struct.pack("<IiH14xI", 0xFEED0001, count, 1, 0)
    header += struct.pack("<2I2I", 51, 56 + 4 * count, 0, 0) + struct.pack("<IHB", 0x00060020, 0, 1)
    body = header.ljust(56, b"\0") + struct.pack(f"<{count}I", *range(count))
    body = body.ljust((len(body) + 7) // 8 * 8, b"\0")
    path.write_bytes(struct.pack("<II", 0xADDAFEED, len(body)) + body)


def test_batches_are_bounded_and_have_the_schema_that_spark_expects(spark: "SparkSession", tmp_path: Path):
    from pyspark.sql.pandas.types import to_arrow_schema

    count = 2 * BATCH_ROWS + 100
    large_log(tmp_path / "large.redolog", count)
    source = source_for(FORMAT)({"path": str(tmp_path)})
    schema = source.schema()
    reader = source.reader(schema)
    assert isinstance(reader, FileReader)
    (partition,) = reader.partitions()
    batches = list(reader.read(partition))
    assert len(batches) >= 3
    assert all(batch.num_rows <= BATCH_ROWS and batch.nbytes <= BATCH_BYTES for batch in batches)
    assert all(batch.schema.equals(to_arrow_schema(schema, timezone="UTC")) for batch in batches)
    assert sum(batch.num_rows for batch in batches) == count
    frame = spark.read.format(FORMAT).load(str(tmp_path))
    assert frame.selectExpr("count(*)", "sum(c0)", "max(row)").collect()[0] == (
        count, count * (count - 1) // 2, count - 1
    )  # fmt: skip


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"veiw": "x"}, "unknown option veiw. Did you mean 'view'?"),
        ({"view": "row"}, "rows"),
        ({"columns": "c99"}, "c99"),
        (
            {"maxpartitionbytes": "many"},
            "option maxPartitionBytes: expected a size, as in 4096, 64MB or 1g, found many",
        ),
        ({"enums": "x"}, "option enums: expected one of label, int"),
    ],
)
def test_wrong_options(spark: "SparkSession", options: dict[str, str], message: str):
    path = str(EXAMPLES / "fact_table")
    assert message in failure(lambda: spark.read.format(FORMAT).options(**options).load(path).collect())


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("c0 bigint, c99 int", "no file has a column c99. Known columns: batch, row, arrival_time, c0, c1, c2, c3."),
        ("c0 string", "c0: a column can't be read as that type: expected bigint, found string"),
        ("c2 int", "c2: a column can't be read as that type: expected bigint, found int"),
    ],
)
def test_wrong_schemas(spark: "SparkSession", schema: str, message: str):
    path = str(EXAMPLES / "fact_table")
    assert message in failure(lambda: spark.read.format(FORMAT).schema(schema).load(path).collect())


def test_a_schema_without_columns_is_refused(spark: "SparkSession"):
    from pyspark.sql.types import StructType

    frame = spark.read.format(FORMAT).schema(StructType([])).load(str(EXAMPLES / "fact_table"))
    assert failure(frame.count).startswith("the schema has no columns. ")


def test_without_a_path_or_a_spec(spark: "SparkSession"):
    assert "there is no path to read" in failure(lambda: spark.read.format(FORMAT).load())
    assert "the option spec is not set" in failure(lambda: spark.read.format("bytewright").load("x"))
    assert "unknown spec 'aresdb_redo_lok'" in failure(
        lambda: spark.read.format("bytewright").option("spec", "aresdb_redo_lok").load("x")
    )


def test_a_missing_file(spark: "SparkSession", tmp_path: Path):
    path = str(tmp_path / "none.redolog")
    assert failure(lambda: spark.read.format(FORMAT).load(path)) == f"{path}: no such file or directory"


def test_a_bad_file_is_named_with_offset_and_field(spark: "SparkSession", tmp_path: Path):
    path = tmp_path / "cut.redolog"
    path.write_bytes((EXAMPLES / "fact_table" / "200.redolog").read_bytes()[:-1])
    (expected,) = outcome(lambda: opened(path))
    assert str(path) in expected
    assert "offset " in expected
    assert "batches[2].len_body" in expected
    assert failure(lambda: spark.read.format(FORMAT).load(str(path)).collect()) == expected
    assert failure(lambda: spark.read.format(FORMAT).schema("c0 bigint").load(str(path)).count()) == expected


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_fail_as_they_do_without_spark(path: Path):
    """In this process, by what the tasks run."""

    def read() -> list[str]:
        source = source_for(FORMAT)({"path": str(path)})
        reader = source.reader(source.schema())
        (partition,) = reader.partitions()
        batches = cast("Iterator[pa.RecordBatch]", reader.read(partition))
        return [repr(row) for batch in batches for row in batch.to_pylist()]

    assert outcome(read) == outcome(lambda: opened(path))


# --- how Spark finds it -----------------------------------------------------------------------------------------------


def test_looking_for_sources_imports_nothing_heavy():
    code = f"""
import sys, pyspark.sql.datasource
before = set(sys.modules)
import pyspark_bytewright, pyspark_{FORMAT}
print(pyspark_bytewright.DefaultSource.name(), pyspark_{FORMAT}.DefaultSource.name())
new = {{name.split(".")[0] for name in set(sys.modules) - before}}
print(sorted(new & {{"numba", "numpy", "pandas", "pyarrow", "rich"}}))
print("bytewright.table" in sys.modules, "bytewright_formats" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"bytewright {FORMAT}", "[]", "False False"]


def test_a_source_without_its_codec_harms_nobody_until_it_is_used(spark: "SparkSession"):
    gone = source_for("gone")
    spark.dataSource.register(gone)
    assert rows(spark.read.format(FORMAT).load(str(EXAMPLES / "fact_table")))
    assert "unknown spec 'gone'" in failure(lambda: spark.read.format("gone").load("x"))


def test_tasks_get_their_own_files_only():
    import pickle

    source = BytewrightDataSource({"spec": FORMAT, "path": str(EXAMPLES / "fact_table"), "minpartitionnum": "2"})
    reader = source.reader(source.schema())
    partitions = reader.partitions()
    assert [len(partition.pieces) for partition in partitions if isinstance(partition, FilePartition)] == [1, 1]
    assert b"200.redolog" not in pickle.dumps((source, reader, partitions[0]))


def test_files_named_by_options_are_read_on_the_driver(tmp_path: Path):
    import pickle

    table = tmp_path / "table.json"
    names = ("at", "id", "amount", "kind")
    types = ("Uint32", "UUID", "Int64", "Uint8")
    columns = [{"name": name, "type": kind} for name, kind in zip(names, types, strict=True)]
    table.write_text(json.dumps({"name": "facts", "isFactTable": True, "columns": columns, "primaryKeyColumns": [1]}))
    source = source_for(FORMAT)({"path": str(EXAMPLES / "fact_table"), "table": str(table)})
    schema: StructType = source.schema()
    assert schema.fieldNames() == ["batch", "row", "arrival_time", *names]
    reader, partition = pickle.loads(pickle.dumps(((r := source.reader(schema)), r.partitions()[0])))
    table.unlink()
    assert sum(batch.num_rows for batch in reader.read(partition)) in (8, 24, 32)


def test_no_columns_in_process():
    from pyspark.sql.types import StructType

    source = source_for(FORMAT)({"path": str(EXAMPLES / "fact_table")})
    with pytest.raises(OptionError, match="the schema has no columns"):
        source.reader(StructType([]))


def test_a_spec_by_its_path_and_the_code_that_it_names(
    spark: "SparkSession", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "note.ksy").write_text("meta: {id: note}\nseq: [{id: body, size-eos: true, process: turned}]\n")
    (tmp_path / "turned.py").write_text(
        "class Turned:\n    def decode(self, data): return data[::-1]\n    def encode(self, data): return data[::-1]\n"
    )
    (tmp_path / "a.note").write_bytes(b"abc")
    source = spark.read.format("bytewright").option("spec", str(tmp_path / "note.ksy"))
    said = failure(lambda: source.load(str(tmp_path / "a.note")).collect())
    assert "code that nobody has consented to: " in said
    trusted = source.option("trust", str(tmp_path))
    frame = trusted.load(str(tmp_path / "a.note"))
    assert frame.toArrow().to_pylist() == [{"body": b"cba"}]
    writer = frame.write.format("bytewright").mode("append").option("spec", str(tmp_path / "note.ksy"))
    assert "consented" in failure(lambda: writer.save(str(tmp_path / "out")))
    writer.option("trust", json.dumps([str(tmp_path)])).save(str(tmp_path / "out"))
    (made,) = (tmp_path / "out").glob("part-*")
    assert made.read_bytes() == b"abc"
