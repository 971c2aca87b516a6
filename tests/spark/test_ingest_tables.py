"""Files to Delta and Iceberg tables, which others read back; each file counts once, whoever else commits."""

import errno
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa
import pytest

from bytewright.errors import BytewrightError, ConflictError, OptionError, UnreadableError, WriteError
from bytewright.io.file_listing import DataFile
from bytewright.spark.ingest import Job, Layout, Summary, ingest, store_of
from bytewright.spark.ingest.manifest import entries_of
from bytewright.spark.ingest.stores import Change, Store, place_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("deltalake")
pytest.importorskip("pyiceberg")

SPEC = """
meta: {id: notes, endian: le}
seq: [{id: records, type: note, repeat: eos}]
types:
  note:
    seq:
      - {id: day, type: u1}
      - {id: number, type: s1}
      - {id: half, type: s2}
      - {id: large, type: u8}
      - {id: tags, type: u1, repeat: expr, repeat-expr: 2}
      - {id: at, type: u4, -type: {timestamp: s}}
      - {id: pair, type: pair}
  pair:
    seq: [{id: x, type: s1}]
"""

READERS: dict[str, Callable[[str], list[dict[str, Any]]]] = {}


def reader(name: str) -> Callable[[Callable[[str], Any]], None]:
    def keep(read: Callable[[str], Any]) -> None:
        READERS[name] = lambda to: sorted(read(to).to_pylist(), key=lambda row: int(row["number"]))

    return keep


@reader("delta by deltalake")
def _(to: str) -> Any:
    from deltalake import DeltaTable

    return DeltaTable(to).to_pyarrow_table()


@reader("delta by polars")
def _(to: str) -> Any:
    import polars

    return polars.read_delta(to).to_arrow()


@reader("delta by duckdb")
def _(to: str) -> Any:
    import duckdb
    from deltalake import DeltaTable

    return duckdb.from_arrow(DeltaTable(to).to_pyarrow_dataset()).to_arrow_table()


@reader("iceberg by pyiceberg")
def _(to: str) -> Any:
    from pyiceberg.catalog import load_catalog

    return load_catalog("default").load_table(to).scan().to_arrow()


@reader("iceberg by polars")
def _(to: str) -> Any:
    import polars
    from pyiceberg.catalog import load_catalog

    return polars.scan_iceberg(load_catalog("default").load_table(to)).collect().to_arrow()


@reader("iceberg by duckdb")
def _(to: str) -> Any:
    import duckdb
    from pyiceberg.catalog import load_catalog

    return duckdb.from_arrow(load_catalog("default").load_table(to).scan().to_arrow()).to_arrow_table()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from pyiceberg import catalog
    from pyiceberg.utils.config import Config

    (tmp_path / "notes.ksy").write_text(SPEC)
    (tmp_path / "in").mkdir()
    (tmp_path / "warehouse").mkdir()
    monkeypatch.setenv("PYICEBERG_CATALOG__DEFAULT__TYPE", "sql")
    monkeypatch.setenv("PYICEBERG_CATALOG__DEFAULT__URI", f"sqlite:///{tmp_path}/catalog.db")
    monkeypatch.setenv("PYICEBERG_CATALOG__DEFAULT__WAREHOUSE", f"file://{tmp_path}/warehouse")
    monkeypatch.setattr(catalog, "_ENV_CONFIG", Config())  # it is read when pyiceberg is imported
    catalog.load_catalog("default").create_namespace("plant")
    return tmp_path


def put(place: Path, name: str, *numbers: int) -> None:
    def record(number: int) -> bytes:
        number_of = number.to_bytes(1, "little", signed=True)
        moment = (1_700_000_000 + number).to_bytes(4, "little")
        return bytes([number % 2]) + number_of + b"\xff\xfe" + b"\xff" * 8 + b"\1\2" + moment + number_of

    (place / "in" / name).write_bytes(b"".join(map(record, numbers)))


def to(place: Path, format: str) -> str:
    return str(place / "t") if format == "delta" else "plant.notes"


def taken(spark: "SparkSession", place: Path, format: str, **how: Any) -> Summary:
    named = str(place / "notes.ksy"), [str(place / "in")], to(place, format)
    return ingest(spark, *named, {"minPartitionNum": "1"}, format=format, **{"mode": "append", **how})


def numbers(place: Path, format: str) -> list[int]:
    found = [
        [int(row["number"]) for row in read(to(place, format))] for name, read in READERS.items() if format in name
    ]
    assert found[1:] == found[:-1]
    return found[0]


@pytest.mark.parametrize("layout", [None, Layout(partition_by=("day",), sort_by=("number",))], ids=["plain", "by-day"])
@pytest.mark.parametrize("format", ["delta", "iceberg"])
def test_rows_are_those_of_the_files(spark: "SparkSession", place: Path, format: str, layout: Layout | None):
    """Integers become wider where a table has none so narrow; the rows are the same."""
    import bytewright

    put(place, "a", 1, 2, 3)
    assert taken(spark, place, format, layout=layout, mode="error").rows == 3
    expected = bytewright.open(place / "in" / "a", str(place / "notes.ksy")).to_table().to_pylist()
    for name, read in READERS.items():
        if format in name:
            assert read(to(place, format)) == expected, name
    with pytest.raises(BytewrightError, match="the table exists already"):
        taken(spark, place, format, layout=layout, mode="error")
    put(place, "b", 4)
    again = taken(spark, place, format, layout=layout)
    assert (again.files, again.known, numbers(place, format)) == (1, 1, [1, 2, 3, 4])
    assert taken(spark, place, format, layout=layout).files == 0
    put(place, "b", 5, 6)
    done = taken(spark, place, format, layout=layout, changed="replace")
    assert (done.files, numbers(place, format)) == (1, [1, 2, 3, 5, 6])
    (place / "in" / "a").unlink()
    assert taken(spark, place, format, layout=layout, mode="overwrite").rows == 2
    assert numbers(place, format) == [5, 6]
    assert taken(spark, place, format, layout=layout).known == 1
    with pytest.raises(OptionError, match="the columns that make directories"):
        taken(spark, place, format, layout=Layout(partition_by=("number",)), mode="overwrite")


@pytest.mark.parametrize("format", ["delta", "iceberg"])
def test_others_that_ingest_the_same_at_once(spark: "SparkSession", place: Path, format: str):
    for name in "abc":
        put(place, name, ord(name))
    done: list[Summary] = []
    threads = [threading.Thread(target=lambda: done.append(taken(spark, place, format))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 3
    assert numbers(place, format) == sorted(map(ord, "abc"))


def opened(place: Path, format: str) -> Store:
    return store_of(to(place, format), format, ())


def commit(place: Path, format: str, path: str, meanwhile: Callable[[Store], None] | None = None) -> None:
    """Add a file with a row, whose number is that of the letter of a path; ``meanwhile``: what happens behind the look
    at the table."""
    fields: list[pa.Field[Any]] = [pa.field("number", pa.int64())]
    schema = pa.schema(fields)
    store = opened(place, format)
    seen = store.manifest()
    job = Job(f"job{path}", store.target.uri, (), Layout(keeps=store.keeps))
    hold = store.target.begin(job.folder)
    batch = pa.RecordBatch.from_arrays([pa.array([ord(path)], pa.int64())], schema=schema)
    outputs = job.write(iter([batch]), schema, "0.1")
    within = {path: [place_of(job, one, store.below) for one in outputs]}
    change = Change(tuple(outputs), seen, entries_of([DataFile(path, 1, 1)], {}, within, "rows"))
    move = store.target.commit

    def then(*arguments: Any, **named: Any) -> int:
        if meanwhile is not None:
            meanwhile(store)
        return move(*arguments, **named)

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store.target, "commit", then)
            store.commit(job, change, store.columns(schema, ()))
    finally:
        store.abandon()
        store.target.discard(job.folder, whole=False)
        hold.release()


@pytest.mark.parametrize("format", ["delta", "iceberg"])
def test_a_commit_for_a_version_that_is_past(place: Path, format: str):
    """Also where it comes between the look at the table and the commit; nothing of it stays."""
    with pytest.raises(ConflictError):
        commit(place, format, "a", lambda _: commit(place, format, "b"))
    assert numbers(place, format) == [ord("b")]
    with pytest.raises(ConflictError):
        commit(place, format, "c", lambda _: commit(place, format, "d"))
    assert numbers(place, format) == [ord("b"), ord("d")]
    assert len(list(place.rglob("*.snappy.parquet"))) == 2
    assert len(opened(place, format).manifest().entries) == 2


def test_a_log_that_cannot_be_read(place: Path, monkeypatch: pytest.MonkeyPatch):
    commit(place, "delta", "a")
    (log,) = (place / "t" / "_delta_log").glob("*.json")
    log.write_bytes(b"{")
    with pytest.raises(UnreadableError, match=r"/t: Delta's log can't be read: .") as raised:
        opened(place, "delta").manifest()
    assert "\n" not in str(raised.value)

    def fails(*_: object) -> None:
        raise OSError("Generic LocalFileSystem error\n    Input/output error (os error 5)")

    monkeypatch.setattr("deltalake.DeltaTable.is_deltatable", fails)
    with pytest.raises(UnreadableError, match=r"/t: Delta's log can't be read: Generic LocalFileSystem error$"):
        opened(place, "delta").has_table()


def test_a_first_commit_of_another_that_is_under_way(place: Path):
    """Its files lie there, its log doesn't: that is no table yet, nor something else. What lies there without a job
    is."""
    seen: list[tuple[bool, int]] = []

    def look(store: Any) -> None:
        log = store._log

        def looks_before(*given: Any, **named: Any) -> None:
            other = opened(place, "delta")
            assert list((place / "t").glob("*.parquet"))
            seen.append((cast(Any, other).has_table(), other.manifest().version))
            log(*given, **named)

        store._log = looks_before

    commit(place, "delta", "a", look)
    assert seen == [(False, 0)]
    assert numbers(place, "delta") == [ord("a")]
    shutil.rmtree(place / "t" / "_delta_log")
    with pytest.raises(BytewrightError, match="something else in the table's place"):
        opened(place, "delta").manifest()


@pytest.mark.parametrize("format", ["delta", "iceberg"])
@pytest.mark.parametrize("first", [True, False])
def test_a_process_that_is_killed_between_files_and_log(spark: "SparkSession", place: Path, format: str, first: bool):
    """What it has left is no table, and none of somebody else's either; the next one goes on, and tidies up."""
    put(place, "a", 1)
    if not first:
        taken(spark, place, format)
        put(place, "b", 2)
    name = "_log" if format == "delta" else "_snapshot"

    def ends(*given: Any, **named: Any) -> None:
        raise KeyboardInterrupt

    def dies(store: Any) -> None:
        setattr(store, name, ends)
        store.abandon = store.target.discard = lambda *given, **named: None

    def jobs() -> list[Path]:
        return [path for path in place.rglob("_bytewright-*") if path.is_dir()]

    for path, rows in ("c", 1), ("d", 0):
        with pytest.raises(KeyboardInterrupt):
            commit(place, format, path, dies)
        assert len(jobs()) == 1
        assert taken(spark, place, format).rows == rows
        assert numbers(place, format) == ([1] if first else [1, 2])
        assert jobs() == []


@pytest.mark.parametrize("error", [OSError(errno.EIO, "the store is away"), KeyboardInterrupt()], ids=["error", "stop"])
@pytest.mark.parametrize("done", [False, True], ids=["before", "behind"])
@pytest.mark.parametrize("format", ["delta", "iceberg"])
def test_a_commit_of_which_nobody_knows_whether_it_came_about(
    place: Path, format: str, done: bool, error: BaseException
):
    """The library fails before it has done it, or behind that, and nothing is told of the table then: the files of its
    rows stay."""
    commit(place, format, "a")

    def fails(*given: Any, **named: Any) -> Any:
        raise error

    def breaks(store: Any) -> None:
        name = "_log" if format == "delta" else "_snapshot"
        real = getattr(store, name)

        def call(*given: Any, **named: Any) -> None:
            if done:
                real(*given, **named)
            fails()

        setattr(store, name, call)
        store._landed = fails  # only Delta's is asked

    with pytest.raises((WriteError, KeyboardInterrupt)) as raised:
        commit(place, format, "b", breaks)
    assert isinstance(raised.value, KeyboardInterrupt) or getattr(raised.value, "path", None)
    assert numbers(place, format) == [ord("a"), ord("b")][: 1 + done]
    commit(place, format, "c")
    assert numbers(place, format) == [ord("a"), *([ord("b")] if done else []), ord("c")]
