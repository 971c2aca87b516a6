"""Files count once, however often they are ingested, and by however many at once."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.io.test_commit_journal import killed_at
from tests.support.hanging import HANGS

from bytewright.errors import BytewrightError, ConflictError, InputMissingError, OptionError
from bytewright.io.commit_journal import recover
from bytewright.io.file_listing import DataFile
from bytewright.io.folders import local_folder
from bytewright.spark.ingest import Job, Layout, Summary, Told, _task, follow, ingest
from bytewright.spark.ingest.manifest import ENTRIES, Manifest, entries_of
from bytewright.spark.ingest.stores import Change, ParquetStore, place_of
from bytewright.spark.read.task import Piece, Request

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPEC = """
meta: {id: readings, endian: le}
seq: [{id: records, type: reading, repeat: eos}]
types:
  reading:
    seq: [{id: day, type: u1}, {id: number, type: u4}]
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "readings.ksy").write_text(SPEC)
    (tmp_path / "in").mkdir()
    return tmp_path


def put(place: Path, name: str, *numbers: int) -> Path:
    path = place / "in" / name
    path.write_bytes(b"".join(bytes([number % 3]) + number.to_bytes(4, "little") for number in numbers))
    return path


def taken(
    spark: "SparkSession", place: Path, layout: Layout | None = None, mode: str = "append", changed: str = "error"
) -> Summary:
    named = str(place / "readings.ksy"), [str(place / "in")], place / "t"
    return ingest(spark, *named, {"minPartitionNum": "1"}, layout, mode=mode, changed=changed)


def numbers(place: Path) -> list[int]:
    """What is committed: readers of tables pass over folders that begin with "_", in which jobs write."""
    found: list[Any] = []
    for folder, folders, names in os.walk(place / "t"):
        folders[:] = [name for name in folders if not name.startswith("_")]
        for name in names:
            if name.endswith(".parquet"):
                found += pq.read_table(Path(folder, name))["number"].to_pylist()
    return sorted(found)


def test_files_count_once(spark: "SparkSession", place: Path):
    put(place, "a", 1, 2)
    assert (taken(spark, place).files, numbers(place)) == (1, [1, 2])
    put(place, "b", 3)
    again = taken(spark, place)
    assert (again.files, again.known, again.rows) == (1, 1, 1)
    assert numbers(place) == [1, 2, 3]
    nothing = taken(spark, place)
    assert (nothing.files, nothing.known, nothing.rows, nothing.files_out) == (0, 2, 0, 0)
    path = place / "in" / "a"
    os.utime(path, (1, 1))
    assert taken(spark, place).known == 2
    path.write_bytes(path.read_bytes()[::-1])
    with pytest.raises(InputMissingError, match="a: the file has changed since its rows were written"):
        taken(spark, place)
    with pytest.raises(OptionError, match=r"unknown rule 'skop' for changed files\. Did you mean 'skip'"):
        taken(spark, place, changed="skop")
    assert taken(spark, place, changed="skip").known == 2
    assert taken(spark, place, mode="overwrite").files == 2


def test_rows_of_files_that_changed_are_replaced(spark: "SparkSession", place: Path):
    """With those that lie beside them, in the same Parquet files."""
    put(place, "a", 1, 2)
    put(place, "b", 3)
    taken(spark, place)
    put(place, "c", 4)
    taken(spark, place)
    put(place, "a", 1, 2, 20)
    done = taken(spark, place, changed="replace")
    assert (done.files, done.known, done.replaced) == (2, 1, 1)
    assert numbers(place) == [1, 2, 3, 4, 20]
    put(place, "a", 5)
    (place / "in" / "b").unlink()
    with pytest.raises(InputMissingError, match="b: rows of this file lie beside those of a file that has changed"):
        taken(spark, place, changed="replace")
    assert numbers(place) == [1, 2, 3, 4, 20]


def test_rows_are_divided_and_sorted(spark: "SparkSession", place: Path):
    put(place, "a", *range(5000, 0, -1))
    layout = Layout(partition_by=("day",), sort_by=("number",), max_bytes=8192)
    done = taken(spark, place, layout)
    table = spark.read.parquet(str(place / "t"))
    assert sorted((row.day, row.number) for row in table.collect()) == sorted((n % 3, n) for n in range(1, 5001))
    files = list((place / "t" / "day=1").glob("*.parquet"))
    assert (done.files_out, len(files)) == (6, 2)
    for file in files:
        rows: list[Any] = pq.read_table(file)["number"].to_pylist()
        assert rows == sorted(rows)
        assert pq.read_table(file).column_names == ["number"]
        assert file.stat().st_size < 8192
    put(place, "b", 9000)
    taken(spark, place, layout)
    assert spark.read.parquet(str(place / "t")).count() == 5001
    assert taken(spark, place, Layout(partition_by=("day",)), mode="overwrite").rows == 5001
    assert spark.read.parquet(str(place / "t")).count() == 5001
    with pytest.raises(OptionError, match=r"there is no column dya\. Did you mean 'day'"):
        taken(spark, place, Layout(partition_by=("dya",)), mode="overwrite")


def test_others_that_ingest_the_same_at_once(spark: "SparkSession", place: Path):
    for name in "abcd":
        put(place, name, ord(name))
    done: list[Summary] = []
    threads = [threading.Thread(target=lambda: done.append(taken(spark, place))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 3
    assert numbers(place) == sorted(map(ord, "abcd"))
    assert sum(one.rows for one in done) == 4


def test_runs_are_committed_step_by_step(spark: "SparkSession", place: Path):
    """What is committed stays when a later step fails, and isn't read again; columns are those of the first file."""
    for number, name in enumerate("abcdef"):
        put(place, name, number, number + 10)
    good = (place / "in" / "e").read_bytes()
    (place / "in" / "e").write_bytes(good[:-1])
    named = str(place / "readings.ksy"), [str(place / "in")], place / "t"
    how: Any = {"options": {"minPartitionNum": "1"}, "max_bytes_per_commit": 25}
    with pytest.raises(BytewrightError, match=r"/e: offset"):
        ingest(spark, *named, mode="overwrite", **how)
    assert numbers(place) == [0, 1, 2, 3, 10, 11, 12, 13]
    assert ParquetStore(str(place / "t"), ()).manifest().version == 2
    (place / "in" / "e").write_bytes(good)
    done = ingest(spark, *named, mode="append", **how)
    assert (done.files, done.known, done.rows, done.bytes_in, done.files_out) == (2, 4, 4, 20, 1)
    assert numbers(place) == sorted([*range(6), *range(10, 16)])
    again = ingest(spark, *named, mode="overwrite", **how)
    assert (again.files, again.rows, again.files_out, again.known) == (6, 12, 3, 0)
    assert numbers(place) == sorted([*range(6), *range(10, 16)])
    put(place, "a", 7)
    put(place, "g", 8)
    replaced = ingest(spark, *named, mode="append", changed="replace", **how)
    assert (replaced.files, replaced.replaced) == (3, 1)  # those beside a, and g, in one step
    assert numbers(place) == sorted([*range(1, 6), 7, 8, *range(11, 16)])


def test_others_that_ingest_between_steps(spark: "SparkSession", place: Path, monkeypatch: pytest.MonkeyPatch):
    for number, name in enumerate("abcd"):
        put(place, name, number)
    commit, others = ParquetStore.commit, [1]

    def with_others(store: ParquetStore, *what: Any) -> None:
        commit(store, *what)
        if others and others.pop():
            taken(spark, place)

    monkeypatch.setattr(ParquetStore, "commit", with_others)
    named = str(place / "readings.ksy"), [str(place / "in")], place / "t"
    done = ingest(spark, *named, {"minPartitionNum": "1"}, mode="append", max_bytes_per_commit=5)
    assert done.files == 1
    assert numbers(place) == [0, 1, 2, 3]


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on(place: Path):
    """Its processes are killed again and again: what is committed stays, and each row is there once in the end."""
    for number in range(40):
        put(place, f"{number:02}", *range(number * 50, number * 50 + 50))
    words = [
        "ingest",
        "--spec",
        str(place / "readings.ksy"),
        "--to",
        str(place / "t"),
        "--mode",
        "append",
        "--cores",
        "1",
    ]
    command = [sys.executable, "-m", "bytewright", *words, "--max-bytes-per-commit", "300", str(place / "in")]
    seen = [0]
    for _ in range(2):
        with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
            until = time.monotonic() + HANGS
            while len(numbers(place)) < seen[-1] + 100 and process.poll() is None and time.monotonic() < until:
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGKILL)
        recover(local_folder(str(place / "t")))
        seen.append(len(numbers(place)))
        assert numbers(place) == [*range(seen[-1])]
    assert 0 < seen[1] < seen[2]
    assert subprocess.run(command, check=True, capture_output=True, timeout=HANGS).returncode == 0
    assert numbers(place) == [*range(2000)]


def test_files_that_come(spark: "SparkSession", place: Path):
    stop, seen = threading.Event(), list[Summary]()

    def told(summary: Summary) -> None:
        seen.append(summary)
        put(place, f"b{len(seen)}", len(seen))
        if len(seen) == 2:
            stop.set()

    put(place, "a", 1)
    spec, source = str(place / "readings.ksy"), str(place / "in")
    follow(spark, spec, [source], place / "t", stop=stop, every=0.01, told=told)
    assert [one.rows for one in seen] == [1, 1]
    assert numbers(place) == [1, 1]


@pytest.mark.slow
def test_the_command_follows_until_it_is_told_to_end(place: Path):
    words = ["ingest", "--spec", str(place / "readings.ksy"), "--to", str(place / "t"), "--follow", "--every", "0.2"]
    command = [sys.executable, "-m", "bytewright", *words, str(place / "in")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for number, name in enumerate("ab", 1):
            put(place, name, number)
            lines: list[str] = []
            while not lines or not lines[-1].startswith("table"):
                lines.append(process.stdout.readline())
                assert lines[-1], "it has ended"
            assert lines[0].startswith("rows     1 ")
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == ""
        assert process.wait(HANGS) == 0
    assert numbers(place) == [1, 2]


def committed(
    table: Path, path: str, rows: list[int], seen: Manifest | None = None, gone: tuple[str, ...] = ()
) -> None:
    """What an ingestion does when its tasks are done."""
    schema = pa.schema({"n": pa.int64()})
    store = ParquetStore(str(table), ())
    seen = store.manifest() if seen is None else seen
    job = Job(f"job{os.urandom(4).hex()}", str(table), ())
    hold = store.target.begin(job.folder)
    batch = pa.RecordBatch.from_pydict({"n": rows}, schema)
    outputs = job.write(iter([batch]), schema, "0.1")
    added = entries_of([DataFile(path, 1, 1)], {}, {path: [place_of(job, one) for one in outputs]}, "rows")
    try:
        store.commit(job, Change(tuple(outputs), seen, added, gone), schema)
    finally:
        store.target.discard(job.folder, whole=False)
        hold.release()


def held(table: Path) -> tuple[list[str], set[str]]:
    """The Parquet files of a table, and those that its manifest names."""
    manifest = ParquetStore(str(table), ()).manifest()
    paths: list[Any] = manifest.entries["path"].to_pylist()
    files: list[Any] = manifest.entries["files"].to_pylist()
    latest = dict(zip(reversed(paths), reversed(files), strict=True))
    return sorted(path.name for path in table.glob("*.parquet")), {name for names in latest.values() for name in names}


@pytest.mark.parametrize("replaced", [False, True])
def test_a_process_that_is_killed_between_files_and_manifest(tmp_path: Path, replaced: bool):
    """Wherever it is killed: rows are there if, and only if, the table says so."""
    seen = set()
    for count in range(0, 1000, 3):
        table = tmp_path / str(count)
        committed(table, "a", [1])
        gone = tuple(held(table)[0]) if replaced else ()
        killed = killed_at(count, partial(committed, table, "a" if replaced else "b", [2], gone=gone))
        recover(local_folder(str(table)))
        files, named = held(table)
        assert set(files) == named, f"killed at event {count}"
        rows: list[Any] = [n for file in files for n in pq.read_table(table / file)["n"].to_pylist()]
        seen.add(tuple(sorted(rows)))
        if not killed:
            break
    assert seen == {(1,), (2,) if replaced else (1, 2)}


def here(spark: None, job: Job, groups: list[list[Piece]], request: Request) -> list[Told]:
    """Run tasks without Spark."""
    numbers = pa.RecordBatch.from_pydict({"id": [*range(len(groups))]})
    return [Told.load(one.as_py()) for batch in _task(iter([numbers]), job, groups, request) for one in batch["told"]]


@pytest.mark.parametrize("known", [False, True])
def test_what_a_killed_process_has_left_is_gone_behind_the_next_one(
    place: Path, monkeypatch: pytest.MonkeyPatch, known: bool
):
    """Also where that finds nothing new: the manifest of a commit that was cut short is there before old rows go."""
    monkeypatch.setattr(f"{ingest.__module__}._run", here)
    take: Any = partial(taken, cast(Any, None), place, changed="replace")
    put(place, "b", 9)
    read = set()
    for count in range(0, 1000, 3):
        shutil.rmtree(place / "t", ignore_errors=True)
        if known:
            put(place, "a", 1)
            take()
        put(place, "a", 2, 3)
        killed = killed_at(count, take)
        read.add(take().files)
        assert numbers(place) == [2, 3, 9], f"killed at event {count}"
        assert not list((place / "t").glob("_bytewright-*")), f"killed at event {count}"
        if not killed:
            break
    assert read == {0, 2}


def test_the_second_of_two_commits_is_refused(tmp_path: Path):
    committed(tmp_path / "t", "a", [1])
    seen = ParquetStore(str(tmp_path / "t"), ()).manifest()
    committed(tmp_path / "t", "b", [2], seen)
    with pytest.raises(ConflictError, match="others have changed it meanwhile"):
        committed(tmp_path / "t", "b", [2], seen)
    assert len(held(tmp_path / "t")[0]) == 2


def test_manifests_stay_few(tmp_path: Path):
    for number in range(20):
        committed(tmp_path / "t", f"file {number % 13}", [number])
    manifest = ParquetStore(str(tmp_path / "t"), ()).manifest()
    assert manifest.version == 20
    assert len(manifest.parts) == len(list((tmp_path / "t").glob("_ingested-*"))) <= 5
    assert set(manifest.entries["path"].to_pylist()) == {f"file {number}" for number in range(13)}
    assert manifest.entries.schema == ENTRIES


def test_only_names_of_files_are_directories(tmp_path: Path):
    fields: list[pa.Field[Any]] = [pa.field("a", pa.string()), pa.field("n", pa.int64())]
    schema = pa.schema(fields)
    job = Job("j", str(tmp_path), (), Layout(partition_by=("a",)))
    ParquetStore(str(tmp_path), ()).target.begin(job.folder)
    batch = pa.RecordBatch.from_pydict({"a": ["../x", None, "", "ä=1/\n", "../x"], "n": [1, 2, 3, 4, 5]}, schema)
    outputs = job.write(iter([batch]), schema, "0.1")
    assert [(one.directory, one.rows) for one in outputs] == [
        ("a=..%2Fx/", 2),
        ("a=__HIVE_DEFAULT_PARTITION__/", 1),
        ("a=__HIVE_DEFAULT_PARTITION__/", 1),
        ("a=ä%3D1%2F%0A/", 1),
    ]
    with pytest.raises(BytewrightError, match="rows can't be sorted by a"):
        Layout(partition_by=("a",), sort_by=("a",)).check(schema)
