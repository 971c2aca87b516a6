"""Streams: new files and logs that grow, each row once, whatever happens between two batches."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import struct
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from pyspark.errors import StreamingQueryException
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadMaxBytes, ReadMaxFiles
from tests.support.growing_logs import FRAMED, WAYS, LogWriter

import bytewright
from bytewright.arrow.types import spark_schema
from bytewright.codec.settings import parse
from bytewright.errors import InputMissingError, OptionError, ReadError
from bytewright.io.commit_journal import recover
from bytewright.io.file_listing import DataFile
from bytewright.io.folders import local_folder
from bytewright.io.jobs.job_holds import Hold
from bytewright.spark.options import ReadOptions
from bytewright.spark.process.failure import reason
from bytewright.spark.source import BytewrightDataSource
from bytewright.spark.streaming import offsets
from bytewright.spark.streaming.reader import FileStreamReader
from bytewright.spark.streaming.writer import StreamWriter
from bytewright.spark.write import job
from bytewright.spark.write.job import PLANS
from bytewright.tables.append.compaction import compact

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def _record(number: int, size: int = 20) -> bytes:
    head = struct.pack("<II", size, number) + random.Random(number).randbytes(size)
    return head + struct.pack("<I", zlib.adler32(head))


def _journal(numbers: range) -> bytes:
    return b"GROW" + b"".join(map(_record, numbers))


class Stream:
    """What Spark does with a source: batches between offsets, which a checkpoint keeps as JSON."""

    def __init__(self, folder: Path, **options: str) -> None:
        spec = folder.parent / "journal.ksy"
        spec.write_text(FRAMED, encoding="utf-8")
        self._given = {"path": str(folder), "spec": str(spec), **options}
        self._offset: str | None = None
        self._last: tuple[str, str] | None = None
        self.restart()

    def restart(self, **options: str) -> None:
        """Another process goes on from the checkpoint."""
        source = BytewrightDataSource({**self._given, **options})
        reader = source.streamReader(_schema())
        assert isinstance(reader, FileStreamReader)
        self._reader = reader
        if self._offset is None:
            self._offset = json.dumps(reader.initialOffset())

    @property
    def offset(self) -> str:
        assert self._offset is not None
        return self._offset

    def batch(self, limit: Any = None) -> list[int | None]:
        """The rows of the next batch."""
        start = self.offset
        end = json.dumps(self._reader.latestOffset(json.loads(start), limit or self._reader.getDefaultReadLimit()))
        found = self._rows(start, end)
        self._last, self._offset = (start, end), end
        self._reader.commit(json.loads(end))
        return found

    def again(self) -> list[int | None]:
        """The rows of the last batch, in another process that runs it again."""
        self.restart()
        assert self._last is not None
        return self._rows(*self._last)

    def _rows(self, start: str, end: str) -> list[int | None]:
        parts = self._reader.partitions(json.loads(start), json.loads(end))
        batches = (batch for part in parts for batch in self._reader.read(part))
        return [row for batch in batches for row in batch.column(0).to_pylist()]

    def end(self) -> None:
        """Take what is there now, and nothing that comes later."""
        self._reader.prepareForTriggerAvailableNow()


def _schema() -> Any:
    from pyspark.sql.types import LongType, StructType

    return StructType().add("number", LongType())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


def test_new_files_are_read_once(folder: Path):
    stream = Stream(folder)
    assert stream.batch() == []
    for number in range(5):
        (folder / f"{number}.log").write_bytes(_journal(range(10 * number, 10 * number + 10)))
        os.utime(folder / f"{number}.log", (1_000_000 + number,) * 2)
    assert stream.batch(ReadMaxFiles(2)) == [*range(20)]
    stream.restart()
    assert stream.batch(ReadMaxBytes(700)) == [*range(20, 40)]
    assert stream.again() == [*range(20, 40)]
    assert stream.batch(ReadMaxBytes(1)) == [*range(40, 50)]
    assert stream.batch() == []
    (folder / "old.log").write_bytes(_journal(range(99, 100)))
    os.utime(folder / "old.log", (999_000, 999_000))  # as `cp -p` leaves it
    assert stream.batch() == [99]


def test_a_stream_that_ends_takes_what_was_there(folder: Path):
    stream = Stream(folder)
    (folder / "a.log").write_bytes(_journal(range(3)))
    stream.end()
    (folder / "b.log").write_bytes(_journal(range(3, 5)))
    assert stream.batch() == [0, 1, 2]
    assert stream.batch() == []
    stream.restart()
    assert stream.batch() == [3, 4]


def test_latest_first_and_ages(folder: Path, capfd: pytest.CaptureFixture[str]):
    for number in range(4):
        (folder / f"{number}.log").write_bytes(_journal(range(number, number + 1)))
        os.utime(folder / f"{number}.log", (1_000_000 + 100 * number,) * 2)
    latest = Stream(folder, latestFirst="true", maxFilesPerTrigger="1", maxFileAge="1s")
    assert [latest.batch() for _ in range(5)] == [[3], [2], [1], [0], []]
    stream = Stream(folder, maxFileAge="2m")
    assert stream.batch() == [0, 1, 2, 3]
    (folder / "older.log").write_bytes(_journal(range(7, 8)))
    os.utime(folder / "older.log", (1_000_000, 1_000_000))
    (folder / "fresh.log").write_bytes(_journal(range(8, 9)))
    os.utime(folder / "fresh.log", (1_000_200, 1_000_200))
    assert stream.batch() == [8]
    seen = offsets.Offset.from_json(json.loads(stream.offset), None).seen
    assert len(seen) == 3, "what is older than two minutes before the newest needs no note"
    stream.restart()
    assert stream.batch() == []
    assert "3 files are older than maxFileAge" in capfd.readouterr().err


def test_an_offset_takes_sixteen_bytes_a_file_or_a_state_elsewhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for number in range(200):
        (folder / f"{number}.log").write_bytes(_journal(range(number, number + 1)))
    plain = Stream(folder)
    base = len(plain.offset)
    plain.batch()
    assert len(plain.offset) - base <= 20 * 200
    monkeypatch.setattr(offsets, "MOST_FILES", 150)  # a hundred thousand files take a while
    with pytest.raises(OptionError, match=r"maxFileAge.*stateLocation"):
        Stream(folder).batch()
    kept = Stream(folder, stateLocation=str(tmp_path / "state"))
    assert set(kept.batch()) == {*range(200)}
    assert len(kept.offset) < 200
    kept.restart()
    assert kept.batch() == []
    for file in (tmp_path / "state").iterdir():
        file.unlink()
    with pytest.raises(ReadError, match="stateLocation"):
        kept.batch()


@pytest.mark.parametrize("cleaning", ["delete", "archive"])
def test_files_are_cleaned_up_when_their_batch_is_done(folder: Path, tmp_path: Path, cleaning: str):
    (folder / "a.log").write_bytes(_journal(range(3)))
    more = {"sourceArchiveDir": str(tmp_path / "done")} if cleaning == "archive" else {}
    stream = Stream(folder, cleanSource=cleaning, **more)
    assert stream.batch() == [0, 1, 2]
    assert not list(folder.iterdir())
    archived = [path for path in (tmp_path / "done").rglob("*") if path.is_file()] if more else []
    assert [path.name for path in archived] == ["a.log"] * (cleaning == "archive")
    assert stream.batch() == []


@pytest.mark.parametrize("fails", [True, False])
def test_a_file_that_is_gone_when_its_batch_runs_again(folder: Path, fails: bool):
    (folder / "a.log").write_bytes(_journal(range(3)))
    (folder / "b.log").write_bytes(_journal(range(3, 6)))
    stream = Stream(folder, failOnDataLoss=str(fails).lower())
    assert set(stream.batch()) == {*range(6)}
    (folder / "a.log").unlink()
    if fails:
        with pytest.raises(InputMissingError, match="1 of the 2 files"):
            stream.again()
    else:
        assert stream.again() == [3, 4, 5]


def test_what_was_read_before_it_was_compacted_is_not_read_again(folder: Path):
    def add(number: int) -> None:
        path = folder / f"part-00000-{number:032x}.bin"
        path.write_bytes(_journal(range(10 * number, 10 * number + 10)))
        os.utime(path, (1_000_000 + number,) * 2)

    for number in range(6):
        add(number)
    stream = Stream(folder)
    codec = bytewright.load(str(folder.parent / "journal.ksy"))
    assert stream.batch(ReadMaxFiles(2)) == [*range(20)]
    assert compact(str(folder), codec, parse(codec), print).joined == 6
    assert stream.again() == [*range(20)]
    assert stream.batch(ReadMaxFiles(3)) == [*range(20, 50)]
    stream.restart()
    add(6)
    assert compact(str(folder), codec, parse(codec), print).joined == 2
    assert stream.again() == [*range(20, 50)]
    assert set(stream.batch()) == {*range(50, 70)}
    assert stream.batch() == []
    assert set(Stream(folder).batch()) == {*range(70)}


def test_options_that_have_no_effect_are_refused(folder: Path, tmp_path: Path):
    (folder / "a.log").write_bytes(_journal(range(3)))
    with pytest.raises(OptionError, match="can't both be set"):
        Stream(folder, maxFilesPerTrigger="1", maxBytesPerTrigger="1")
    with pytest.raises(OptionError, match="sourceArchiveDir"):
        Stream(folder, cleanSource="archive")
    with pytest.raises(OptionError, match="outside of what is read"):
        Stream(folder, cleanSource="archive", sourceArchiveDir=str(folder / "done"))
    with pytest.raises(OptionError, match="not for logs that are followed"):
        Stream(folder, follow="true", cleanSource="delete")
    with pytest.raises(OptionError, match="a duration, as in"):
        Stream(folder, maxFileAge="a while")
    with pytest.raises(OptionError, match="is for streams"):
        BytewrightDataSource({"path": str(folder), "spec": str(tmp_path / "journal.ksy"), "follow": "true"}).reader(
            _schema()
        )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(4))
def test_a_log_is_followed_through_rotation_and_restarts(folder: Path, way: str, seed: int):
    rng = random.Random(seed)
    writer = LogWriter(folder, seed, lambda number, rng: _record(number, rng.randrange(40)), b"GROW")
    stream = Stream(folder, follow="true")
    found: list[int | None] = []
    every = seed == 0
    for _ in range(60):
        writer.write()
        if rng.random() < 0.1:
            writer.rotate(way)
            writer.write()
        if rng.random() < 0.6:
            rows = stream.batch(rng.choice([None, ReadAllAvailable(), ReadMaxBytes(100)]))
            found += rows
            if every or rng.random() < 0.3:
                writer.write()
                if rng.random() < 0.2:
                    writer.crash()
                assert stream.again() == rows, "a batch that runs again has other rows"
        if every or rng.random() < 0.2:
            stream.restart()
    writer.finish()
    while rows := stream.batch():
        found += rows
    assert sorted(found, key=lambda one: -1 if one is None else one) == [*range(writer.numbers)]


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_that_ends_takes_a_log_that_is_rotated_meanwhile(folder: Path, way: str):
    writer = LogWriter(folder, 1, lambda number, rng: _record(number, rng.randrange(40)), b"GROW")
    for _ in range(5):
        writer.write()
    writer.finish()
    stream = Stream(folder, follow="true")
    found = stream.batch(ReadMaxBytes(150))
    stream.end()
    writer.rotate(way)
    writer.write()
    while rows := stream.batch(ReadMaxBytes(150)):
        found += rows
    stream.restart()
    writer.finish()
    found += stream.batch() + stream.batch()
    assert found == [*range(writer.numbers)]


def test_a_log_that_is_renamed_before_another_one_is_there_has_ended_then(folder: Path):
    log = folder / "a.log"
    log.write_bytes(_journal(range(3))[:-3])
    stream = Stream(folder, follow="true", mode="PERMISSIVE")
    assert stream.batch() == [0, 1]
    log.rename(folder / "a.log.1")
    assert stream.batch() == []
    log.write_bytes(_journal(range(5, 6)))
    assert {*stream.batch()} == {None, 5}


def test_a_tail_waits_until_the_log_is_rotated(folder: Path):
    log, whole = folder / "a-1.log", _journal(range(5))
    log.write_bytes(whole[:-3])
    stream = Stream(folder, follow="true", mode="PERMISSIVE")
    assert stream.batch() == [0, 1, 2, 3]
    assert stream.batch() == []
    os.utime(log, (1_000_000, 1_000_000))
    (folder / "a-2.log").write_bytes(_journal(range(7, 9)))
    assert stream.batch() == [None, 7, 8]
    assert stream.again() == [None, 7, 8]


def _old(path: Path, seconds: int) -> None:
    """Let a file look as if it had not been written to for so long."""
    now = time.time() - seconds
    os.utime(path, (now, now))


@pytest.mark.parametrize("later", [False, True])
def test_logs_with_numbers_that_are_written_at_the_same_time_are_logs_apart(folder: Path, later: bool):
    """The first one pauses within a record, for longer than a log that is over stays known."""
    first, second = folder / "machine-1.log", folder / "machine-2.log"
    whole = _journal(range(6))
    first.write_bytes(whole[:50])
    stream = Stream(folder, follow="true", mode="PERMISSIVE")
    found = stream.batch() if later else []
    second.write_bytes(_journal(range(100, 102)))
    found += stream.batch()
    assert found == [0, 100, 101]
    first.write_bytes(whole[:90])
    found += stream.batch()
    _old(first, 3600)
    for number in range(102, 105):
        with second.open("ab") as log:
            log.write(_record(number))
        stream.restart()
        found += stream.batch()
    assert found == [0, 100, 101, 1, 102, 103, 104], "what is unfinished waits"
    first.write_bytes(whole)
    assert stream.batch() == [2, 3, 4, 5]
    first.unlink()
    with pytest.raises(InputMissingError, match=r"machine-1\.log: the log is gone"):
        stream.batch()


@pytest.mark.parametrize(("old", "new"), [("a-1.log", "a-2.log"), ("a.1", "a.2"), ("a-2026-03-21.x", "a-2026-03-22.x")])
def test_a_higher_number_that_comes_when_the_log_is_over_has_taken_its_place(folder: Path, old: str, new: str):
    (folder / old).write_bytes(_journal(range(5))[:-3])
    stream = Stream(folder, follow="true", mode="PERMISSIVE")
    assert stream.batch() == [0, 1, 2, 3]
    (folder / new).write_bytes(_journal(range(7, 9)))
    stream.restart()
    assert stream.batch() == [7, 8], "the last record may be on its way"
    _old(folder / old, 120)
    assert stream.batch() == [None]
    (folder / old).unlink()  # as only so many are kept
    assert stream.batch() == []


@pytest.mark.parametrize("kept", ["a.log.1", "a.log-20260321", "1.log"])
def test_what_was_rotated_before_the_stream_began_is_over(folder: Path, kept: str):
    """By its name beside that of the log, or as the format says that numbers tell an order."""
    (folder / kept).write_bytes(_journal(range(5))[:-3])
    _old(folder / kept, 120)
    stream = Stream(folder, follow="true", mode="PERMISSIVE")
    spec = folder.parent / "journal.ksy"
    if kept == "1.log":
        spec.write_text(FRAMED.replace("endian: le}", "endian: le}\n-file-order: numeric"), encoding="utf-8")
        stream.restart()
    (folder / ("a.log" if kept != "1.log" else "10.log")).write_bytes(_journal(range(7, 9)))
    assert {*stream.batch()} == {0, 1, 2, 3, None, 7, 8}
    assert len(json.loads(stream.offset)["logs"]) == 2, "what a batch has stays known in it"
    stream.batch()
    assert len(json.loads(stream.offset)["logs"]) == 1


def test_a_copy_that_is_being_made_is_no_new_log(folder: Path):
    log, copy, data = folder / "a.log", folder / "a.log.1", _journal(range(40))
    log.write_bytes(data)
    stream = Stream(folder, follow="true")
    found = stream.batch()
    for size in (len(data) // 3, len(data)):
        copy.write_bytes(data[:size])
        assert stream.batch() == []
    log.write_bytes(_journal(range(40, 42)))
    found += stream.batch()
    assert found == [*range(42)]


@pytest.mark.parametrize("fails", [True, False])
def test_a_log_that_is_written_to_when_it_was_over_is_no_silent_loss(folder: Path, fails: bool):
    log = folder / "a.log"
    log.write_bytes(_journal(range(5)))
    stream = Stream(folder, follow="true", failOnDataLoss=str(fails).lower())
    assert stream.batch() == [*range(5)]
    log.rename(folder / "a.log.1")
    log.write_bytes(_journal(range(5, 6)))
    _old(folder / "a.log.1", 120)
    assert stream.batch() == [5]
    with (folder / "a.log.1").open("ab") as late:
        late.write(_record(6))
    if fails:
        with pytest.raises(InputMissingError, match="written to though it was over"):
            stream.batch()
    else:
        assert stream.batch() == [0, 1, 2, 3, 4, 6]
        assert stream.batch() == []


def test_a_log_that_is_gone_before_its_batch_is_planned_is_an_error(folder: Path):
    log = folder / "a.log"
    log.write_bytes(_journal(range(5)))
    stream = Stream(folder, follow="true")
    assert stream.batch(ReadMaxBytes(50)) == [0]
    log.rename(folder / "a.log.1")
    log.write_bytes(_journal(range(5, 6)))
    assert stream.batch(ReadMaxBytes(30)) == [1]
    (folder / "a.log.1").unlink()
    with pytest.raises(InputMissingError, match="is gone"):
        stream.again()


def test_a_log_that_is_renamed_while_its_directory_is_listed_is_read_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """It is there by both names, or by none."""
    (folder / "a.log").write_bytes(_journal(range(5)))
    stream = Stream(folder, follow="true")
    listed = ReadOptions.files
    twice = [True, True, True, True]

    def files(options: ReadOptions) -> list[DataFile]:
        found = listed(options)
        if twice and twice.pop():
            return [*found, replace(found[0], path=f"{found[0].path}.1")]
        return found

    monkeypatch.setattr(ReadOptions, "files", files)
    assert stream.batch() == [*range(5)]
    (folder / "a.log").write_bytes(_journal(range(7)))
    assert stream.batch() == [5, 6]
    (folder / "a.log").write_bytes(_journal(range(8)))
    here = [True, False, True, False]

    def gone(options: ReadOptions) -> list[DataFile]:
        return [] if here and here.pop(0) else listed(options)

    monkeypatch.setattr(ReadOptions, "files", gone)
    assert stream.batch() == [7]
    assert not here


def test_logs_that_begin_alike_are_no_copies_of_each_other(folder: Path):
    whole = b"GROW" + b"".join(_record(7) for _ in range(9))
    (folder / "one.log").write_bytes(whole[:100])
    stream = Stream(folder, follow="true")
    assert stream.batch() == [7] * 3
    (folder / "other.log").write_bytes(whole)
    assert stream.batch() == [7] * 9
    assert stream.again() == [7] * 9
    (folder / "one.log").write_bytes(whole)
    assert stream.batch() == [7] * 6


def test_a_bad_length_costs_its_record_once_later_ones_are_there(folder: Path):
    data = bytearray(_journal(range(200)))
    at = 4 + 50 * len(_record(0))
    data[at + 1] ^= 0x80
    log = folder / "a.log"
    stream = Stream(folder, follow="true", mode="DROPMALFORMED")
    found: list[int | None] = []
    for size in (at + 2000, at + 4000, len(data)):
        log.write_bytes(data[:size])
        found += stream.batch()
    assert found == [number for number in range(200) if number != 50]


@pytest.mark.parametrize("what", ["truncated", "deleted"])
def test_bytes_that_are_lost_are_an_error_unless_said(folder: Path, what: str):
    log = folder / "a.log"
    log.write_bytes(_journal(range(5)))
    streams = [Stream(folder, follow="true"), Stream(folder, follow="true", failOnDataLoss="false")]
    assert [stream.batch() for stream in streams] == [[*range(5)]] * 2
    if what == "truncated":
        log.write_bytes(_journal(range(10, 12)))
    else:
        log.unlink()
    with pytest.raises(InputMissingError, match="failOnDataLoss=false"):
        streams[0].batch()
    assert streams[1].batch() == ([10, 11] if what == "truncated" else [])


def test_an_open_log_takes_few_bytes_of_an_offset(folder: Path):
    stream = Stream(folder, follow="true")
    base = len(stream.offset)
    for number in range(20):
        (folder / f"log-of-machine-{chr(97 + number)}.journal").write_bytes(_journal(range(3)))
    stream.batch()
    assert (len(stream.offset) - base) / 20 <= 400


STEPS = """
meta: {id: streamed_steps, endian: be}
seq: [{id: steps, type: step, repeat: eos}]
types:
  step: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body:
    seq:
      - {id: num, type: u1}
      - {id: num_columns, type: u1}
      - {id: column, type: column, repeat: expr, repeat-expr: num_columns}
  column:
    seq:
      - {id: key, type: u1}
      - {id: kind, type: u1}
      - {id: values, repeat: expr, repeat-expr: _parent.num, type: {switch-on: kind, cases: {1: u4, 2: u2}}}
-views:
  rows:
    each: steps[*]
    rows: _.body.num
    columns: [{id: num, value: _.body.num}]
    pivot: {each: '_.body.column[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}
"""


@pytest.mark.parametrize("engine", ["objects", "auto"])
@pytest.mark.parametrize("mode", ["FAILFAST", "DROPMALFORMED"])
def test_columns_that_values_name_are_looked_for_in_new_records(folder: Path, tmp_path: Path, engine: str, mode: str):
    """What has been read is not looked at once more: here it has been overwritten since."""
    from pyspark.sql.types import LongType, StructType

    (tmp_path / "steps.ksy").write_text(STEPS, encoding="utf-8")
    options = {
        "path": str(folder),
        "spec": str(tmp_path / "steps.ksy"),
        "follow": "true",
        "engine": engine,
        "mode": mode,
    }
    schema = StructType().add("c1", LongType()).add("c2", LongType())
    log, limit = folder / "1.steps", ReadAllAvailable()
    early, both, late = b"\x08\1\1\1\1\0\0\0\5", b"\x0c\1\2\1\1\0\0\0\5\2\2\0\6", b"\x06\1\1\2\2\0\7"
    log.write_bytes(early * 40 + both)
    reader = BytewrightDataSource(options).streamReader(schema)
    assert isinstance(reader, FileStreamReader)

    def rows(start: Any, end: Any) -> list[tuple[int | None, ...]]:
        batches = [batch for part in reader.partitions(start, end) for batch in reader.read(part)]
        return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]

    first = reader.latestOffset(reader.initialOffset(), limit)
    assert rows(reader.initialOffset(), first) == [(5, None)] * 40 + [(5, 6)]
    with log.open("r+b") as file:
        file.seek(10 * len(early))
        file.write(b"\xff" * 20 * len(early))
        file.seek(0, 2)
        file.write(late * 30)
    assert rows(first, reader.latestOffset(first, limit)) == [(None, 7)] * 30


def test_what_cannot_grow_is_refused(folder: Path):
    import gzip

    (folder / "a.log.gz").write_bytes(gzip.compress(_journal(range(3))))
    with pytest.raises(OptionError, match="compressed"):
        Stream(folder, follow="true").batch()


@pytest.fixture
def started(spark: SparkSession, tmp_path: Path) -> Iterator[Callable[..., list[list[int]]]]:
    """Runs a stream in Spark until it has read what is there; gives the rows of its batches."""
    frames: list[list[int]] = []

    def run(folder: Path, **options: str) -> list[list[int]]:
        frames.clear()
        spec = tmp_path / "journal.ksy"
        spec.write_text(FRAMED, encoding="utf-8")
        frame = spark.readStream.format("bytewright").options(spec=str(spec), **options).load(str(folder))
        writer = frame.select("number").writeStream.foreachBatch(
            lambda rows, _: frames.append(sorted(row[0] for row in rows.collect()))
        )
        query = writer.option("checkpointLocation", str(tmp_path / "checkpoint")).trigger(availableNow=True).start()
        query.awaitTermination()
        return list(frames)

    yield run
    for query in spark.streams.active:
        query.stop()


def test_spark_reads_new_files_once(started: Callable[..., list[list[int]]], folder: Path):
    for number in range(3):
        (folder / f"{number}.log").write_bytes(_journal(range(10 * number, 10 * number + 10)))
        os.utime(folder / f"{number}.log", (1_000_000 + number,) * 2)
    assert started(folder, maxFilesPerTrigger="2") == [[*range(20)], [*range(20, 30)]]
    (folder / "3.log").write_bytes(_journal(range(30, 33)))
    assert started(folder) == [[30, 31, 32]]


def test_spark_follows_a_log(started: Callable[..., list[list[int]]], folder: Path):
    whole = _journal(range(10))
    (folder / "a.log").write_bytes(whole[:-5])
    assert started(folder, follow="true") == [[*range(9)]]
    (folder / "a.log").write_bytes(whole + _record(10))
    assert started(folder, follow="true") == [[9, 10]]


def test_what_spark_writes_of_a_batch_appears_once(
    started: Callable[..., list[list[int]]], spark: SparkSession, folder: Path, tmp_path: Path
):
    (folder / "a.log").write_bytes(_journal(range(5)))
    spec, out, checkpoint = tmp_path / "journal.ksy", tmp_path / "out", tmp_path / "written"
    spec.write_text(FRAMED, encoding="utf-8")

    def run() -> list[int]:
        frame = spark.readStream.format("bytewright").option("spec", str(spec)).load(str(folder))
        writer = frame.select("number", "body").writeStream.format("bytewright").option("spec", str(spec))
        query = writer.option("checkpointLocation", str(checkpoint)).trigger(availableNow=True).start(str(out))
        query.awaitTermination()
        rows = spark.read.format("bytewright").option("spec", str(spec)).load(str(out)).collect()
        return sorted(row["number"] for row in rows)

    assert run() == [*range(5)]
    (folder / "b.log").write_bytes(_journal(range(5, 8)))
    assert run() == [*range(8)]
    for name in ("1", ".1.crc"):  # as if the driver had been killed before it noted that the batch is done
        (checkpoint / "commits" / name).unlink()
    assert run() == [*range(8)]
    assert not [path.name for path in out.iterdir() if path.name.startswith("_bytewright-job")]
    spark.conf.set("spark.sql.streaming.checkpointLocation", str(tmp_path / "elsewhere"))
    try:
        frame = spark.readStream.format("bytewright").option("spec", str(spec)).load(str(folder))
        query = frame.writeStream.format("bytewright").option("spec", str(spec)).start(str(out))
        with pytest.raises(StreamingQueryException, match=r"option\(\"checkpointLocation\""):
            query.processAllAvailable()
    finally:
        spark.conf.unset("spark.sql.streaming.checkpointLocation")


@pytest.mark.parametrize("trigger", [{"availableNow": True}, {"processingTime": "1 second"}])
def test_a_stream_that_is_refused_says_why(
    spark: SparkSession, folder: Path, tmp_path: Path, trigger: dict[str, Any]
) -> None:
    """PySpark tells nothing of what goes wrong where a reader is made."""
    spec = tmp_path / "pairs.ksy"
    spec.write_text(
        "meta: {id: pairs, endian: le}\nseq: [{id: body, type: body}]\n"
        "types:\n  body: {seq: [{id: pairs, type: pair, repeat: eos}]}\n  pair: {seq: [{id: number, type: u2}]}\n"
        "-views: {rows: {each: 'body.pairs[*]', columns: [{id: number, value: _.number}]}}\n",
        encoding="utf-8",
    )
    (folder / "a.log").write_bytes(bytes(8))
    frame = spark.readStream.format("bytewright").options(spec=str(spec), follow="true").load(str(folder))
    writer = frame.writeStream.format("noop").option("checkpointLocation", str(tmp_path / "checkpoint"))
    query = writer.trigger(**trigger).start()
    with pytest.raises(StreamingQueryException) as caught:
        query.awaitTermination(60)
    error = reason(caught.value)
    assert isinstance(error, OptionError)
    assert "follow" in str(error)


def test_options_of_the_read_are_checked_with_those_of_the_stream(folder: Path):
    (folder / "a.log").write_bytes(_journal(range(3)))
    spec = folder.parent / "journal.ksy"
    spec.write_text(FRAMED, encoding="utf-8")
    options = ReadOptions.parse({"path": str(folder), "spec": str(spec), "maxfilespertrigger": "3", "follow": "true"})
    assert options.stream is not None
    assert (options.stream.max_files, options.stream.max_bytes, options.stream.follow) == (3, None, True)


def test_a_batch_whose_commit_is_killed_appears_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A driver is killed while it commits; the next one runs the batch again, and recovers what was left."""
    spec, out = tmp_path / "journal.ksy", tmp_path / "out"
    spec.write_text(FRAMED, encoding="utf-8")
    rng = random.Random(3)
    fields: list[pa.Field[Any]] = [pa.field("number", pa.int64()), pa.field("body", pa.binary())]
    schema = pa.schema(fields)
    options = {"path": str(out), "spec": str(spec), "txnAppId": "killed"}
    written = BytewrightDataSource(options)
    holds: list[Hold] = []  # what a process of its own holds as long as the driver lives

    def run(number: int) -> None:
        monkeypatch.setitem(sys.modules, PLANS, sys)  # as in the process that plans a batch
        monkeypatch.setattr(job, "keep", lambda hold, *_, **__: holds.append(hold))
        writer = written.streamWriter(spark_schema(schema), overwrite=False)
        assert isinstance(writer, StreamWriter)
        rows = pa.record_batch([[2 * number, 2 * number + 1], [b"a", b"bc"]], schema=schema)
        writer.commit([writer.write(iter([rows]))], number)

    run(0)
    killed = 0
    for number in range(1, 30):
        child = os.fork()
        if child == 0:
            with contextlib.suppress(BaseException):
                run(number)
            os._exit(0)
        time.sleep(rng.uniform(0, 0.15))
        os.kill(child, signal.SIGKILL)
        killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        run(number)
        run(number)
    assert killed
    table = bytewright.open(str(out), spec=str(spec), columns="number").to_table()
    numbers = table["number"].to_pylist()
    assert (len(numbers), set(numbers)) == (60, {*range(60)})
    holds.clear()
    assert recover(local_folder(str(out))) is not None
    left = sorted(path.name for path in out.iterdir() if path.name.startswith("_"))
    assert left[0] == "_SUCCESS"
    assert left[1].startswith("_txn-")
    assert left[1].endswith("-29")
    assert len(left) == 2
