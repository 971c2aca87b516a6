"""What reads in Spark do beyond plain ones: parts of files, modes, columns of directories, filters, other file systems.

Mostly in this process, by what the driver and the tasks run; what needs a session is at the end.
"""

import gzip
import json
import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.fs
import pytest
from tests.support.stores import arguments, object_store

import bytewright
from bytewright.cli import main
from bytewright.errors import BytewrightError, InputMissingError, OptionError, ReadError
from bytewright.io.filesystems import locate, storage_of
from bytewright.spark import damage
from bytewright.spark.ingest import ingest
from bytewright.spark.read.task import Outcome, read
from bytewright.spark.source import BytewrightDataSource, FilePartition, FileReader, source_for
from bytewright.views.evaluate.bad_records import SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("bytewright_formats.aresdb_redo_log")
pytestmark = pytest.mark.usefixtures("spark")  # schemas are parsed by the JVM

FORMAT = "aresdb_redo_log"
EXAMPLES = Path(__file__).parents[2] / "examples" / "data" / "aresdb"
MANY = EXAMPLES / "many_batches" / "many_batches.redolog"
FACTS = EXAMPLES / "fact_table" / "200.redolog"
SPLIT = {"maxpartitionbytes": "200", "opencostinbytes": "0"}
"""Small enough for several parts of the smallest file."""

Rows = list[dict[str, Any]]


def through_spark(path: Path | str, schema: str | None = None, **options: str) -> tuple[Rows, list[int], list[str]]:
    """Rows, how many each partition has, and what tasks say, as a query gives them."""
    from pyspark.sql.types import StructType

    source = BytewrightDataSource({"spec": FORMAT, **options, "path": str(path)})
    wanted = source.schema() if schema is None else StructType.fromDDL(schema)
    source = pickle.loads(pickle.dumps(source))
    reader = source.reader(wanted)
    assert isinstance(reader, FileReader)
    partitions = reader.partitions()
    reader = pickle.loads(pickle.dumps(reader))
    rows: Rows = []
    counts: list[int] = []
    said: list[str] = []
    for partition in partitions:
        assert isinstance(partition, FilePartition)
        before = len(rows)

        def tell(done: Outcome) -> None:
            said.extend(done.warnings)

        for batch in read(pickle.loads(pickle.dumps(partition)).pieces, reader._request, tell):
            assert batch.schema.equals(reader._want)
            rows += batch.to_pylist()
        counts.append(len(rows) - before)
    return rows, counts, said


def opened(path: Path | str, **arguments: Any) -> Rows:
    rows: Rows = bytewright.open(str(path), **{"spec": FORMAT, **arguments}).to_table().to_pylist()
    return rows


def damaged(folder: Path, batch: int, at: int, value: bytes) -> Path:
    """The log of facts with bytes of one batch changed, counted from its length."""
    data = bytearray(FACTS.read_bytes())
    start = 4
    for _ in range(batch):
        start += 4 + int.from_bytes(data[start : start + 4], "little")
    data[start + at : start + at + len(value)] = value
    path = folder / "damaged.redolog"
    path.write_bytes(data)
    return path


# --- parts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [MANY, FACTS], ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [1, 200, 1000])
@pytest.mark.parametrize("view", ["rows", "columns"])
def test_parts_give_the_rows_of_the_whole(path: Path, size: int, view: str):
    expected = opened(path, view=view, options={"includeMetadata": True})
    options = {"maxpartitionbytes": str(size), "opencostinbytes": "0", "view": view, "includemetadata": "true"}
    rows, counts, _ = through_spark(path, **options)
    assert rows == expected
    assert len(counts) > 1
    assert [row["_metadata"]["row_index"] for row in rows] == list(range(len(rows)))


def test_which_files_are_divided():
    assert len(through_spark(FACTS, **SPLIT)[1]) > 1
    assert len(through_spark(FACTS, **SPLIT, splitfiles="none")[1]) == 1
    assert len(through_spark(FACTS, maxpartitionbytes="1g")[1]) == 1


def test_columns_are_those_of_the_whole_file():
    """A part has those too that only occur in others."""
    narrow = "c0 bigint, batch int"
    rows, counts, _ = through_spark(MANY, narrow, **SPLIT)
    assert len(counts) > 2
    assert rows == [{"c0": row["c0"], "batch": row["batch"]} for row in opened(MANY)]


@pytest.mark.parametrize("batch", [0, 1, 2])
@pytest.mark.parametrize(("at", "value"), [(0, b"\xff\xff\xff\x7f"), (0, b"\x21\0\0\0"), (4, b"\0"), (0, b"\0")])
def test_a_damaged_file_fails_as_without_parts(tmp_path: Path, batch: int, at: int, value: bytes):
    """Whichever task fails first."""
    path = damaged(tmp_path, batch, at, value)
    with pytest.raises(ReadError) as expected:
        opened(path)
    source = source_for(FORMAT)({"path": str(path), **SPLIT})
    reader = source.reader(source.schema())
    assert isinstance(reader, FileReader)
    failures = []
    for partition in reader.partitions():
        try:
            list(reader.read(partition))
        except ReadError as error:
            failures.append(str(error))
    assert failures
    assert set(failures) == {str(expected.value)}


# --- modes -----------------------------------------------------------------------------------------------------------

TOLD = "batch int, row int, _metadata struct<record_index:bigint,record_length:bigint>, " + (
    "_error struct<reason:string,field:string,offset:bigint>, _corrupt_record binary"
)


@pytest.mark.parametrize("divided", [False, True])
def test_a_bad_batch_is_passed_over(tmp_path: Path, divided: bool):
    path = damaged(tmp_path, 1, 4, b"\0")
    options = {**(SPLIT if divided else {}), "includemetadata": "true"}
    rows, _, said = through_spark(path, TOLD, mode="PERMISSIVE", **options)
    bad = [row for row in rows if row["_error"] is not None]
    assert len(bad) == 1
    assert bad[0]["_error"]["field"] == "batches[1].body.version"
    assert bad[0]["batch"] is None
    assert bad[0]["_metadata"]["record_index"] == 1
    assert bad[0]["_corrupt_record"] in path.read_bytes()
    assert len(bad[0]["_corrupt_record"]) == bad[0]["_metadata"]["record_length"]
    good = [row for row in rows if row["_error"] is None]
    assert [(row["batch"], row["row"]) for row in good] == [(b, r) for b in (0, 2) for r in range(8)]
    assert len(said) == 1
    assert "bad records that are shown as nulls: 1 place, 364 bytes; the first: batches[1].body.version" in said[0]
    dropped, _, said = through_spark(path, mode="DROPMALFORMED", **options)
    assert len(dropped) == 16
    assert "left out" in said[0]


def test_columns_that_tell_of_bad_records_are_shown_where_they_are_asked_for():
    base = [*bytewright.open(FACTS).schema.names]
    for options, more in [
        ({}, []),
        ({"includeerror": "true"}, ["_error"]),
        ({"columnnameofcorruptrecord": "raw"}, ["raw"]),
        (
            {"columnnameofcorruptrecord": "raw", "includeerror": "true", "includemetadata": "true"},
            ["_metadata", "_error", "raw"],
        ),
    ]:
        source = source_for(FORMAT)({"path": str(FACTS), "mode": "PERMISSIVE", **options})
        assert source.schema().fieldNames() == base + more


def test_bad_records_are_bytes():
    with pytest.raises(OptionError, match="the column _corrupt_record of bad records: expected binary, found string"):
        through_spark(FACTS, "c0 bigint, _corrupt_record string", mode="PERMISSIVE")


def test_corrupt_and_missing_files(tmp_path: Path):
    (tmp_path / "a.redolog").write_bytes(FACTS.read_bytes()[:-1])
    (tmp_path / "b.redolog").write_bytes(FACTS.read_bytes())
    with pytest.raises(ReadError):
        through_spark(tmp_path)
    rows, _, said = through_spark(tmp_path, ignorecorruptfiles="true")
    assert len(rows) == 16 + 24
    assert said[0].startswith("the rest of the file is left out (ignoreCorruptFiles): ")
    for ignored in ("true", "false"):
        (tmp_path / "a.redolog").write_bytes(FACTS.read_bytes())
        options = {"path": str(tmp_path), "refreshfiles": "false", "ignoremissingfiles": ignored, "columns": "row"}
        source = source_for(FORMAT)(options)
        reader = source.reader(source.schema())
        assert isinstance(reader, FileReader)
        partitions = reader.partitions()
        (tmp_path / "a.redolog").unlink()
        found = (batch.num_rows for partition in partitions for batch in reader.read(partition))
        if ignored == "true":
            assert sum(found) == 24
        else:
            with pytest.raises(InputMissingError, match=r"a\.redolog: no such file"):
                list(found)


# --- columns of directories ------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Path:
    for day, place in (("2026-01-01", "north%2Fwest"), ("2026-01-02", "__HIVE_DEFAULT_PARTITION__")):
        for number in (1, 20):
            path = tmp_path / f"day={day}" / f"n={number}" / f"place={place}" / "a.redolog"
            path.parent.mkdir(parents=True)
            path.write_bytes(FACTS.read_bytes())
    return tmp_path


def test_directories_make_columns(table: Path):
    source = source_for(FORMAT)({"path": str(table), "includemetadata": "true"})
    names = source.schema().simpleString().removeprefix("struct<").split(",_metadata")[0].split(",")[-3:]
    assert names == ["day:date", "n:int", "place:string"]
    rows, _, _ = through_spark(table)
    assert len(rows) == 4 * 24
    assert {(str(row["day"]), row["n"], row["place"]) for row in rows} == {
        ("2026-01-01", 1, "north/west"), ("2026-01-01", 20, "north/west"),
        ("2026-01-02", 1, None), ("2026-01-02", 20, None),
    }  # fmt: skip
    text = through_spark(table, inferpartitiontypes="false", columns="n,c0,day")[0]
    assert text[0] == {"n": "1", "c0": opened(FACTS)[0]["c0"], "day": "2026-01-01"}
    assert through_spark(table, "N bigint, day string")[0][-1] == {"N": 20, "day": "2026-01-02"}


def test_the_base_of_directories(table: Path):
    inside = table / "day=2026-01-01"
    for path, base, expected in [
        (inside, None, {"n", "place"}),
        (inside, table, {"day", "n", "place"}),
        (inside / "n=1" / "place=north%2Fwest" / "a.redolog", None, set()),
        (f"{table}/day=*/n=1", None, {"place"}),
        (f"{table}/day=*/n=1", table, {"day", "n", "place"}),
    ]:
        more = {} if base is None else {"basepath": str(base)}
        source = source_for(FORMAT)({"path": str(path), **more})
        assert set(source.schema().fieldNames()) & {"day", "n", "place"} == expected
    with pytest.raises(OptionError, match="option basePath: expected a directory above all paths"):
        through_spark(table, basepath=str(inside))
    recursive = source_for(FORMAT)({"path": str(table), "recursivefilelookup": "true"})
    assert "day" not in recursive.schema().fieldNames()


def test_directories_that_disagree(table: Path):
    (table / "b.redolog").write_bytes(FACTS.read_bytes())
    with pytest.raises(OptionError, match="the names of directories disagree on the columns: expected none, found day"):
        through_spark(table)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "20"], "int"), (["1", "3000000000"], "bigint"), (["1", "1.5"], "double"),
        (["3000000000", "1.5"], "string"),
        (["007"], "int"), (["1e3"], "decimal(4,0)"), (["1e-3"], "double"),
        (["12345678901234567890"], "decimal(20,0)"), (["x", "1"], "string"),
        (["2026-01-02"], "date"), (["2026-01-02", "2026-01-02 10:00:00"], "timestamp"), (["2026-13-01"], "string"),
        (["__HIVE_DEFAULT_PARTITION__", "5"], "int"), (["1_000"], "string"),
    ],
)  # fmt: skip
def test_types_of_directories_are_those_of_spark(
    spark: "SparkSession", tmp_path: Path, values: list[str], expected: str
):
    for value in values:
        path = tmp_path / f"k={value}" / "a.redolog"
        path.parent.mkdir()
        path.write_bytes(FACTS.read_bytes())
    ours = spark.read.format(FORMAT).load(str(tmp_path)).schema["k"].dataType.simpleString()
    theirs = spark.read.format("binaryFile").load(str(tmp_path)).schema["k"].dataType.simpleString()
    assert (ours, theirs) == (expected, expected)


# --- filters ---------------------------------------------------------------------------------------------------------


def test_filters(table: Path):
    rows = opened(FACTS)
    limit = sorted(row["c0"] for row in rows if row["c0"] is not None)[10]
    chosen = through_spark(FACTS, filters=json.dumps([["c0", ">", limit], ["row", "!=", 3]]))[0]
    assert chosen == [row for row in rows if row["c0"] is not None and row["c0"] > limit and row["row"] != 3]
    either = through_spark(FACTS, "row int", filters=json.dumps([[["batch", "=", 0]], [["batch", "in", [2, 7]]]]))[0]
    assert either == [{"row": row["row"]} for row in rows if row["batch"] in (0, 2)]
    found, counts, _ = through_spark(table, filters='[["day", ">", "2026-01-01"], ["n", "=", 20], ["row", "<", 2]]')
    assert {(str(row["day"]), row["n"], row["row"]) for row in found} == {("2026-01-02", 20, r) for r in (0, 1)}
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c0 > 1", "option filters: expected a JSON list such as"),
        ('[["c0", "~", 1]]', "unknown operator '~'"),
        ('[["c9", "=", 1]]', "option filters: unknown column c9. Did you mean"),
        ('[["c0", "=", "x"]]', "option filters: c0 ="),
        ('[["c0", "in", 1]]', "option filters: c0 in: expected a list, found 1"),
        ('[["c0", "="]]', "option filters: c0 =: expected a value"),
    ],
)
def test_wrong_filters(text: str, message: str):
    with pytest.raises(OptionError) as caught:
        through_spark(FACTS, filters=text)
    assert message in str(caught.value)


# --- compression and other file systems ------------------------------------------------------------------------------


def test_compressed_files(tmp_path: Path):
    data = MANY.read_bytes()
    (tmp_path / "a.redolog.gz").write_bytes(gzip.compress(data[:500]) + gzip.compress(data[500:]))
    (tmp_path / "b.redolog.zst").write_bytes(pa.compress(data, "zstd", asbytes=True))
    rows, counts, _ = through_spark(tmp_path, **SPLIT)
    assert rows == 2 * opened(MANY)
    assert len(counts) == 2
    assert opened(tmp_path / "a.redolog.gz", spec=None) == opened(MANY)
    (tmp_path / "c.redolog.gz").write_bytes(gzip.compress(data)[:-9])
    with pytest.raises(ReadError, match=r"c\.redolog\.gz: its compression \(gzip\) is damaged"):
        opened(tmp_path / "c.redolog.gz")
    with pytest.raises(ReadError, match=r"expected at most 100 decoded bytes \(maxDecodedBytes\)"):
        opened(tmp_path / "a.redolog.gz", options={"maxDecodedBytes": 100})


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """An S3 server on this machine with logs in a bucket; its address."""
    with object_store("logs") as (address, client):
        for key in ("facts/day=1/a.redolog", "facts/day=2/b.redolog", "facts/_tmp/c.redolog"):
            client.put_object(Bucket="logs", Key=key, Body=FACTS.read_bytes())
        client.put_object(Bucket="logs", Key="many.redolog.gz", Body=gzip.compress(MANY.read_bytes()))
        yield address


def test_an_object_store(store: str, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch):
    uri = "s3://logs/facts/day=1/a.redolog"
    assert opened(uri, options=arguments(store)) == opened(FACTS)
    assert opened(uri, options=arguments(store), engine="objects") == opened(FACTS)
    assert opened("s3a://logs/many.redolog.gz", options=arguments(store)) == opened(MANY)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    assert main(["cat", str(FACTS)]) == 0
    expected = capfdbinary.readouterr().out
    query = f"?endpoint_override={store}&scheme=http&region=us-east-1"
    assert main(["cat", uri + query]) == 0
    assert capfdbinary.readouterr().out == expected
    assert main(["cat", uri + "x" + query, "--spec", FORMAT]) == 1
    assert b"s3://logs/facts/day=1/a.redologx: no such file" in capfdbinary.readouterr().err
    with pytest.raises(OptionError, match="file system s3"):
        opened(uri, options={**arguments(store), "fs.colour": "red"})


def test_an_object_store_under_spark(store: str):
    options = {**arguments(store), "includemetadata": "true"}
    rows, _, _ = through_spark("s3://logs/facts", **options)
    assert [(row["c0"], row["day"]) for row in rows] == [(row["c0"], day) for day in (1, 2) for row in opened(FACTS)]
    assert rows[0]["_metadata"]["file_path"] == "s3://logs/facts/day=1/a.redolog"
    assert rows[0]["_metadata"]["file_modification_time"] is not None
    assert len(through_spark("s3://logs/facts/day={1,3}/*.redolog", **options)[0]) == 24
    assert len(through_spark("s3://logs/facts", **options, **SPLIT)[1]) == 2
    assert len(through_spark("s3://logs/facts", **options, **SPLIT, splitfiles="all")[1]) > 2
    with pytest.raises(InputMissingError, match="no file has such a name"):
        through_spark("s3://logs/none*", **options)


def test_ingesting_from_and_into_an_object_store(spark: "SparkSession", store: str):
    from bytewright.spark.ingest import ingest

    done = ingest(spark, FORMAT, ["s3://logs/facts"], "s3://logs/tables/facts", arguments(store), compression="zstd")
    assert (done.rows, done.to) == (48, "s3://logs/tables/facts")
    with pytest.raises(BytewrightError, match="s3://logs/tables/facts: the table exists already"):
        ingest(spark, FORMAT, ["s3://logs/facts"], "s3://logs/tables/facts", arguments(store))
    again = ingest(spark, FORMAT, [str(FACTS)], "s3://logs/tables/facts", arguments(store), mode="overwrite")
    assert again.rows == 24
    place = locate("s3://logs/tables/facts", storage_of(arguments(store)))
    found = place.system.get_file_info(pa.fs.FileSelector(place.path, recursive=True))
    names = sorted(info.base_name for info in found)
    assert names[0] == "_SUCCESS"
    assert [name.partition("-")[0] for name in names[1:]] == ["_ingested"] + ["part"] * again.files_out


def test_what_a_store_has_not(store: str):
    options = arguments(store)
    with pytest.raises(BytewrightError, match="s3://nobucket/x"):
        through_spark("s3://nobucket/x", **options)


def test_file_systems_of_fsspec():
    import fsspec

    with fsspec.open("memory://logs/a.redolog", "wb") as file:
        file.write(FACTS.read_bytes())
    assert through_spark("memory://logs")[0] == opened(FACTS)
    with pytest.raises(OptionError, match="nowhere"):
        opened("nowhere://x/y")


# --- in a session ----------------------------------------------------------------------------------------------------


def rows_of(frame: Any) -> Rows:
    found: Rows = frame.toArrow().to_pylist()
    return found


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_every_mode_gives_the_rows_of_a_good_file(spark: "SparkSession", mode: str):
    frame = spark.read.format(FORMAT).options(mode=mode, **SPLIT).load(str(MANY))
    assert rows_of(frame) == opened(MANY)
    assert frame.rdd.getNumPartitions() > 2


@pytest.mark.parametrize("pushes", ["false", "true"])
def test_queries_on_one_frame_keep_their_conditions(spark: "SparkSession", pushes: str):
    name = "spark.sql.python.filterPushdown.enabled"
    before = str(spark.conf.get(name))
    spark.conf.set(name, pushes)
    try:
        frame = spark.read.format(FORMAT).load(str(FACTS))
        first, second = frame.where("batch = 0"), frame.where("batch = 1 AND row < 3")
        assert [first.count(), frame.count(), second.count()] == [8, 24, 3]
        assert [tuple(row) for row in first.union(second).groupBy("batch").count().orderBy("batch").collect()] == [
            (0, 8), (1, 3)
        ]  # fmt: skip
    finally:
        spark.conf.set(name, before)


def test_sql_options(spark: "SparkSession", tmp_path: Path):
    path = damaged(tmp_path, 1, 4, b"\0")
    spark.sql(
        f"CREATE OR REPLACE TEMPORARY VIEW logs (batch int, _corrupt_record binary) USING {FORMAT} "
        f"OPTIONS (path '{path}', mode 'PERMISSIVE')"
    )
    found = spark.sql("SELECT count(*), count(batch), count(_corrupt_record) FROM logs").collect()[0]
    assert tuple(found) == (17, 16, 1)
    spark.sql("DROP VIEW logs")


def test_modification_times_are_those_of_the_time_zone(tmp_path: Path):
    path = tmp_path / "a.redolog"
    path.write_bytes(FACTS.read_bytes())
    os.utime(path, (1_780_000_000, 1_780_000_000))  # 2026-05-28T20:26:40Z
    assert len(through_spark(tmp_path, modifiedafter="2026-05-28T20:26:39")[0]) == 24
    empty = through_spark(tmp_path, "c0 bigint", modifiedafter="2026-05-28T20:26:40")
    assert empty[0] == []
    assert len(through_spark(tmp_path, modifiedbefore="2026-05-28T22:26:41", timezone="Europe/Berlin")[0]) == 24
    with pytest.raises(OptionError, match="option timeZone: expected the name of a time zone"):
        through_spark(tmp_path, timezone="Nowhere/X")


LOGS = sorted((Path(__file__).parents[1] / "data" / "deephaven").glob("*/*.bin"))


@pytest.mark.parametrize("number", range(len(LOGS)), ids=lambda number: LOGS[number].stem)
def test_logs_of_rows(number: int):
    """Formats whose columns a header names, good and bad files, in parts and whole; modes take turns."""
    path, mode = LOGS[number], ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")[number % 3]

    def outcome(rows: Any) -> list[str]:
        try:
            return list(map(repr, rows()))
        except BytewrightError as error:
            return [str(error)]

    for view in ("rows", "records"):
        options = {"mode": mode, "includemetadata": "true", "view": view}
        named = bytewright.open(path, LOG, view, mode="PERMISSIVE").schema.names
        # A header that names no columns is told in every mode.
        strict = mode if named else "FAILFAST"
        expected = outcome(
            lambda view=view, strict=strict: opened(path, spec=LOG, view=view, mode=strict, options=METADATA)
        )
        for more in ({}, SPLIT):
            given = {"spec": LOG, **options, **more}
            assert outcome(lambda given=given: through_spark(path, **given)[0]) == expected


def test_a_header_that_names_no_columns(tmp_path: Path):
    """It is told where columns are asked for; with a schema, bad files are what the mode makes of them."""
    good = next(path for path in LOGS if path.stem == "all_types")
    bad = tmp_path / "a.bin"
    bad.write_bytes(b"\0" + good.read_bytes()[1:])
    for mode in ("FAILFAST", "PERMISSIVE"):
        with pytest.raises(ReadError, match=r"a\.bin: offset 0 \(0x0\): magic: expected bytes db1aa1db"):
            through_spark(bad, spec=LOG, mode=mode)
    schema = "Int int, _corrupt_record binary"
    with pytest.raises(ReadError, match="magic"):
        through_spark(bad, schema, spec=LOG)
    rows = [{"Int": None, "_corrupt_record": bad.read_bytes()}]
    assert through_spark(bad, schema, spec=LOG, mode="PERMISSIVE")[0] == rows
    assert through_spark(bad, schema, spec=LOG, mode="DROPMALFORMED")[0] == []
    (tmp_path / "b.bin").write_bytes(good.read_bytes())
    expected = [row["Int"] for row in opened(good, spec=LOG)]
    found = through_spark(tmp_path, spec=LOG, mode="PERMISSIVE")[0]
    assert [row["Int"] for row in found] == [None, *expected]
    found = through_spark(tmp_path, spec=LOG, ignorecorruptfiles="true")[0]
    assert [row["Int"] for row in found] == expected


LOG = "deephaven_log"
METADATA = {"includeMetadata": True}


def test_a_task_that_runs_again_notes_bad_records_once(tmp_path: Path):
    path = damaged(tmp_path, 1, 4, b"\0")
    notes = tmp_path / "bad"
    source = source_for(FORMAT)({"path": str(path), "badrecordspath": str(notes), **SPLIT})
    reader = source.reader(source.schema())
    assert isinstance(reader, FileReader)
    partitions = reader.partitions()
    assert len(partitions) > 1
    rows = [sum(batch.num_rows for batch in reader.read(one)) for one in (*partitions, *partitions)]
    assert sum(rows) == 2 * 16
    found = bytewright.damage(notes)
    assert [(row["from"], row["to"] - row["from"], row["field"]) for row in found.to_pylist()] == [
        (368, 364, "batches[1].body.version")
    ]
    assert len(list(notes.rglob("*"))) == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"badrecordspath": "{}/inside"}, "badRecordsPath: expected a directory outside of what is read"),
        ({"badrecordspath": "{}-bad", "mode": "failfast"}, "badRecordsPath has no effect where a bad record is an"),
    ],
)
def test_where_bad_records_can_not_be_noted(tmp_path: Path, options: dict[str, str], message: str):
    damaged(tmp_path, 1, 4, b"\0")
    given = {name: text.format(tmp_path) for name, text in options.items()}
    with pytest.raises(OptionError, match=message):
        source_for(FORMAT)({"path": str(tmp_path), **given})


def test_bad_records_of_queries_and_ingestions(tmp_path: Path, spark: "SparkSession"):
    (tmp_path / "logs").mkdir()
    damaged(tmp_path / "logs", 1, 4, b"\0")
    notes = str(tmp_path / "bad")
    rows = spark.read.format(FORMAT).option("badRecordsPath", notes).load(str(tmp_path / "logs"))
    assert rows.count() == 16
    assert damage(notes).select("from", "field").collect() == [(368, "batches[1].body.version")]
    assert rows.count() == 16  # another query
    found = damage(notes).toArrow()
    assert found.schema.names == SCHEMA.names
    assert [len(raw or b"") for raw in found["bytes"].to_pylist()] == [364, 364]
    ingest(spark, FORMAT, [str(tmp_path / "logs")], tmp_path / "t", {"badRecordsPath": notes})
    assert damage(notes).count() == 3
