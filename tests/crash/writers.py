"""What writes files, and what of it must be found after a crash."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache, partial, partialmethod
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn, cast
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.faults import held, restored
from tests.support.growing_logs import FRAMED

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, InputMissingError, ReadError, WriteError
from bytewright.host import cache as kept
from bytewright.io import atomic_files, commit_journal
from bytewright.io.commit_journal import recover
from bytewright.io.file_listing import DataFile
from bytewright.io.folders import local_folder
from bytewright.io.jobs.journal import COMMIT, JOB, Journal
from bytewright.io.source import BytesSource
from bytewright.spark.ingest.files import Job, Layout
from bytewright.spark.ingest.manifest import entries_of
from bytewright.spark.ingest.stores import Change, ParquetStore, place_of
from bytewright.spark.streaming.offsets import Offset
from bytewright.spark.write.job import commit
from bytewright.spark.write.once import Once
from bytewright.spark.write.target import open_target
from bytewright.tables.append.compaction import compact
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input
from bytewright.tables.trees.editing import Assignment, edit
from bytewright.views.evaluate.bad_records import BadRecords, damage
from bytewright.views.evaluate.malformed import Malformed
from bytewright_codegen.load import load

if TYPE_CHECKING:
    from bytewright.spark.write.task import Sink

ROOT = '{"magic": "47524f57"}'
Promise = Callable[[int], None]
_TOKEN = re.compile(r"[0-9a-f]{32}")


@cache
def framed() -> Codec:
    """A log whose records have a length and a checksum."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "framed.ksy"
        path.write_text(FRAMED, encoding="utf-8")
        return load(path)


def rows(count: int, first: int = 0) -> pa.Table:
    """Rows of that log."""
    numbers = range(first, first + count)
    return pa.table({"number": pa.array(numbers, pa.uint32()), "body": [b"body" * (n % 9) for n in numbers]})


@cache
def log_of(count: int) -> bytes:
    """Such a log."""
    with tempfile.TemporaryDirectory() as folder:
        bytewright.write(rows(count), Path(folder) / "log", framed())
        return (Path(folder) / "log").read_bytes()


def numbers_of(path: Path) -> list[Any]:
    """The numbers of its rows."""
    return bytewright.open(path, framed()).to_table()["number"].to_pylist()


def named(folder: Path) -> dict[str, bytes]:
    """What is in a folder, but for what tells jobs apart, and where it is. An empty table is none."""
    found = {name: data.replace(bytes(folder), b"#") for name, data in held(folder).items() if name != "table/"}
    return {_TOKEN.sub("#", name): data for name, data in found.items()}


def recovered(folder: Path) -> dict[str, bytes]:
    """What is in a folder, and the table in it, behind ``bytewright recover``."""
    for one in (folder, folder / "table"):
        if one.is_dir():
            recover(local_folder(str(one)))
    return named(folder)


@dataclass(frozen=True)
class Writer:
    """Something that writes files.

    Attributes:
        name: what it is called.
        run: writes into a folder, and says when what is there lasts: by larger and larger numbers, if more than once.
        before: gives what is in the folder before.
        found: what is in it for those who look, behind recovery.
        judge: whether that may be so, by what had been promised, and what is found where nothing is written, and all.
        again: what is done then, which makes all right; None: it runs once more.
        exact: whether all is the same then as without a crash.
    """

    name: str
    run: Callable[[Path, Promise], object]
    before: Callable[[], Mapping[str, bytes]] = dict
    found: Callable[[Path], Any] = recovered
    judge: Callable[[Any, int, Any, Any], bool] = lambda now, promised, old, new: (
        now == new or (not promised and now == old)
    )
    again: Callable[[Path], object] | None = None
    exact: bool = True

    def prepare(self, folder: Path) -> None:
        """Put into a folder what is in it before."""
        restored(folder, dict(self.before()))

    def once_more(self, folder: Path) -> None:
        """Do what follows a crash."""
        if self.again is None:
            self.run(folder, lambda what: None)
        else:
            self.again(folder)


# --- single files ----------------------------------------------------------------------------------------------------


def _written(folder: Path, promise: Promise, engine: Any = "auto") -> None:
    bytewright.write(rows(30), folder / "log", framed(), engine=engine)
    promise(1)


def _filled(folder: Path, promise: Promise) -> None:
    with atomic_files.making(folder / "made") as place:
        (Path(place) / "inner").mkdir()
        for name in ("a", "inner/b"):
            with atomic_files.replacing(Path(place) / name) as file:
                file.write(name.encode() * 9)
    promise(1)


def _filled_again(folder: Path) -> None:
    if not (folder / "made").exists():
        _filled(folder, lambda what: None)


def _edited(folder: Path, promise: Promise) -> None:
    codec = framed()
    with closing(Input(str(folder / "log"))) as file:
        edit(codec, file, parse(codec, {}), [Assignment.parsed("records[7].number=77")], str(folder / "log"))
    promise(1)


def _indexed(folder: Path, promise: Promise) -> None:
    assert bytewright.index(folder / "log", framed(), every=1 << 16)[0].whole
    promise(1)


def _cached(folder: Path, promise: Promise) -> None:
    kept.write(folder / "entry", b"content" * 100)


def _in_cache(folder: Path) -> bytes | None:
    return kept.read(folder / "entry")


def _repaired(folder: Path, promise: Promise) -> None:
    codec = framed()
    with closing(Input(str(folder / "log"))) as file:
        repair(codec, file, parse(codec, {}), str(folder / "good"))
    promise(1)


def _of_repair(now: Mapping[str, bytes], promised: int, old: Mapping[str, bytes], new: Mapping[str, bytes]) -> bool:
    """The notes are there before the file: until it is, there has been no repair."""
    if promised or now.get("good") == new["good"]:
        return now == new
    return all(data in (old.get(name), new[name]) for name, data in now.items()) and now.keys() >= old.keys()


# --- logs that grow --------------------------------------------------------------------------------------------------


def _appended(folder: Path, promise: Promise) -> None:
    with bytewright.append(folder / "log", framed(), root=ROOT) as log:
        log.append(rows(3, 100), flush=True)
        log.sync()
        promise(1)
        log.append(rows(2, 103), flush=True)
        log.append(rows(1, 105), flush=True)
        log.sync()
        promise(2)
        log.append(rows(2, 106))


_PROMISED = {0: 0, 1: 3, 2: 6}
"""How many of the rows last."""


def _grown(folder: Path) -> list[int] | str:
    """The numbers of the rows of a log, if records can be appended to it; or else of what is good of it."""
    recover(local_folder(str(folder)))
    path = folder / "log"
    if not path.exists():
        return []
    try:
        bytewright.append(path, framed()).close()
    except ReadError as error:
        if "bytewright repair" not in (error.hint or ""):
            raise
        codec = framed()
        with closing(Input(str(path))) as file:
            repair(codec, file, parse(codec, {}), str(folder / "good"))
        os.replace(folder / "good", path)
    return numbers_of(path)


def _of_append(now: list[int], promised: int, old: list[int], new: list[int]) -> bool:
    """All that was synced is there, and of the rest what came to the disk."""
    certain = len(old) + _PROMISED[promised]
    rest = iter(new[certain:])
    return now[:certain] == new[:certain] and all(number in rest for number in now[certain:])


def _appended_to(folder: Path) -> None:
    with bytewright.append(folder / "log", framed(), root=ROOT) as log:
        log.append(rows(1, 900))
    assert numbers_of(folder / "log")[-1] == 900


# --- commits ---------------------------------------------------------------------------------------------------------


def _committed(folder: Path, promise: Promise, *, replace: bool) -> None:
    target, job = open_target(str(folder / "table")), f"{JOB}job"
    new = target.look() == "nothing"
    hold = target.begin(job)
    try:
        for name in ("a", "b"):
            with target.writing(job, name) as file:
                file.write(name.encode() * 10)
        target.commit(job, ["a", "b"], {"a": "new", "b": "day=1/new"}.__getitem__, replace=replace)
        promise(1)
    finally:
        target.discard(job, whole=new)
        hold.release()


def _taken_back(folder: Path, promise: Promise) -> None:
    """A commit that fails when all files are where they belong."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "_close", partialmethod(_full, Journal._close))
        with pytest.raises(WriteError):
            _committed(folder, lambda what: None, replace=True)
    promise(1)


def _full(one: Any, close: Callable[[Any], None]) -> None:
    if one._state == COMMIT:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    close(one)


def _of_taken_back(now: Mapping[str, bytes], promised: int, old: Mapping[str, bytes], new: Mapping[str, bytes]) -> bool:
    """It may be finished until somebody was told that it has failed."""
    return now == old or (not promised and now == _NEW)


def _old() -> dict[str, bytes]:
    return _OLD


def _begun(moved: int) -> dict[str, bytes]:
    """A table in which a commit was cut short when it had moved so many files."""
    with tempfile.TemporaryDirectory() as above, pytest.MonkeyPatch.context() as patch:
        folder = Path(above).resolve()
        restored(folder, _OLD)
        left = iter([True] * moved)

        def move(of: Any, origin: str, goal: str) -> None:
            if origin.rpartition("/")[2] not in ("draft.json", "job.json") and not next(left, False):
                raise KeyboardInterrupt
            os.replace(of._at(origin), of._at(goal))

        patch.setattr(type(local_folder("")), "move", move)
        patch.setattr(Journal, "take_back", _killed)
        patch.setattr(commit_journal, "discard", lambda *given, **named: None)
        with suppress(KeyboardInterrupt):
            _committed(folder, lambda what: None, replace=True)
        return held(folder)


def _recovered(folder: Path, promise: Promise) -> None:
    recover(local_folder(str(folder / "table")))
    promise(1)


def _committed_again(folder: Path, *, replace: bool) -> None:
    """Another job that writes there, with files of other names."""
    target, job = open_target(str(folder / "table")), f"{JOB}next"
    hold = target.begin(job)
    with target.writing(job, "c") as file:
        file.write(b"c")
    target.commit(job, ["c"], lambda name: "next", replace=replace)
    target.discard(job, whole=False)
    hold.release()


def _joined(folder: Path, promise: Promise) -> None:
    def left_alone(told: str) -> None:
        raise BytewrightError(told)

    compact(str(folder / "table"), framed(), parse(framed(), {}), left_alone)
    promise(1)


def _rows_of_table(folder: Path) -> tuple[list[int], int]:
    """The rows of a table, and of how many files."""
    recover(local_folder(str(folder / "table")))
    files = [name for name in held(folder) if name.endswith(".bin")]
    return numbers_of(folder / "table"), len(files)


# --- Spark's writers, without Spark ----------------------------------------------------------------------------------


def ingested(to: str, *, fresh: bool) -> None:
    """Have a table hold the rows of one file more."""
    store = ParquetStore(to, ())
    new, seen = store.target.look() == "nothing", store.manifest()
    job = Job(uuid4().hex, store.target.uri, (), Layout(partition_by=("day",)))
    hold = store.target.begin(job.folder)
    try:
        batch = pa.RecordBatch.from_pydict({"day": [1, 1, 2], "number": [seen.version * 10 + n for n in range(3)]})
        outputs = job.write(iter([batch]), batch.schema, "0.0")
        file = DataFile(f"log-{seen.version}", 1, 1_700_000_000_000_000)
        added = entries_of([file], {}, {file.path: [place_of(job, one) for one in outputs]}, "whole")
        store.commit(job, Change(tuple(outputs), seen, added, (), fresh), batch.schema)
    finally:
        store.target.discard(job.folder, whole=new)
        hold.release()


def _ingested(folder: Path, promise: Promise, *, fresh: bool = False) -> None:
    ingested(str(folder / "table"), fresh=fresh)
    promise(1)


def _rows_and_files(folder: Path) -> tuple[list[Any], list[Any], set[str]]:
    """The rows of a table, the files that it says they are of, and all else that lies in it."""
    store = ParquetStore(str(folder / "table"), ())
    if not store.has_table():
        return [], [], set()
    store.target.recover()
    names = sorted((folder / "table").rglob("*.parquet"))
    read: list[list[Any]] = [pq.ParquetFile(name).read(["number"])["number"].to_pylist() for name in names]
    manifest = store.manifest()
    rest = {_TOKEN.sub("#", name) for name in held(folder) if not name.endswith(".parquet")}
    return sorted(chain.from_iterable(read)), sorted(map(str, manifest.entries["path"].to_pylist())), rest


@cache
def _table() -> dict[str, bytes]:
    """A table with some rows."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            _ingested(Path(folder), lambda what: None)
        return held(Path(folder))


def _batch(folder: Path, promise: Promise, job: str = "first") -> None:
    """A batch of a stream, which is written again where Spark doesn't know that it was committed."""
    target = open_target(str(folder / "table"))
    sink = SimpleNamespace(target=target, folder=f"{JOB}{job}", final=lambda name: f"{name}-{job}")
    hold = target.begin(sink.folder)
    with target.writing(sink.folder, "part") as file:
        file.write(b"rows")
    commit(cast("Sink", sink), ["part"], Once("stream", 5), replace=False)
    promise(1)
    hold.release()


def _batch_again(folder: Path) -> None:
    _batch(folder, lambda what: None, "second")


def _batches(folder: Path) -> list[str]:
    """The files of a table, whichever job has written them, and what says of which batches they are."""
    recover(local_folder(str(folder / "table")))
    return sorted(name.partition("-first")[0].partition("-second")[0] for name in held(folder))


@cache
def _batches_before() -> dict[str, bytes]:
    """A table with the batch before."""
    with tempfile.TemporaryDirectory() as folder:
        target = open_target(str(Path(folder) / "table"))
        target.begin(f"{JOB}before").release()
        marker = Once("stream", 4).write(target, f"{JOB}before")
        target.commit(f"{JOB}before", [marker], lambda name: Once("stream", 4).final(name, str), replace=False)
        target.discard(f"{JOB}before", whole=False)
        return held(Path(folder))


_SEEN = [Offset({1: 10, 2: 20}), Offset({1: 10, 2: 20, 3: 30})]


def _noted(folder: Path, promise: Promise, *, killed: bool = False) -> None:
    state = local_folder(str(folder / "state"))
    if killed:
        with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
            patch.setattr(type(state), "sync", _killed)
            _SEEN[0].to_json(state)
    for number, offset in enumerate(_SEEN, 1):
        offset.to_json(state)
        promise(number)


def _killed(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _of_stream(folder: Path) -> list[bool]:
    """Which of its states a stream finds."""
    state, found = local_folder(str(folder / "state")), []
    for saved, offset in zip(_checkpoints(), _SEEN, strict=True):
        try:
            found.append(Offset.from_json(saved, state) == offset)
        except ReadError:
            found.append(False)
    return found


@cache
def _checkpoints() -> list[dict[str, Any]]:
    """What Spark keeps of each."""
    with tempfile.TemporaryDirectory() as folder:
        return [offset.to_json(local_folder(folder)) for offset in _SEEN]


def _of_states(now: list[bool], promised: int, old: list[bool], new: list[bool]) -> bool:
    return all(now[:promised])


def _of_batches(now: list[str], promised: int, old: list[str], new: list[str]) -> bool:
    """What said of the batch before that it was written may be there still."""
    return (not promised and now == old) or now in (new, sorted({*old, *new}))


def _passed_over(folder: Path, promise: Promise) -> None:
    source = BytesSource(bytes(range(100)), "log")
    bad = BadRecords(str(folder / "bad"), "run", 1 << 20, (), "log")
    for number, start in enumerate((10, 40)):
        bad.add(Malformed(ReadError("it is bad", offset=start), number, start, start + 8), source)
    bad.commit(whole=True)
    promise(1)


def _told(folder: Path) -> list[dict[str, Any]]:
    try:
        return damage(str(folder / "bad")).to_pylist()
    except InputMissingError as error:
        if error.message != "no such directory":
            raise
        return []


_OLD = {"table/day=1/old": b"old as well", "table/old": b"old", "table/_SUCCESS": b""}
_NEW = {"table/_SUCCESS": b"", "table/day=1/new": b"b" * 10, "table/new": b"a" * 10}


def _log(count: int, *, cut: int = 0) -> dict[str, bytes]:
    data = log_of(count)
    return {"log": data[: len(data) - cut]}


def _hurt(**others: bytes) -> dict[str, bytes]:
    data = bytearray(log_of(20))
    data[100] ^= 1
    return {"log": bytes(data), **others}


def _parts() -> dict[str, bytes]:
    return {f"table/part-0000{number}-{'0' * 32}.bin": log_of(3 + number) for number in range(3)}


@cache
def writers() -> dict[str, Writer]:
    """All of them, by their names."""
    append = partial(Writer, run=_appended, found=_grown, judge=_of_append, again=_appended_to, exact=False)
    job = partial(Writer, again=partial(_committed_again, replace=True))
    found = [
        Writer("write, a new file", _written),
        Writer("write, over another", _written, partial(_log, 5)),
        Writer("write, objects", partial(_written, engine="objects"), partial(_log, 5)),
        Writer("a folder", _filled, again=_filled_again),
        Writer("edit in place", _edited, partial(_log, 20)),
        Writer("index", _indexed, partial(_log, 4_000)),
        Writer("repair", _repaired, _hurt, judge=_of_repair),
        Writer("repair, over another", _repaired, partial(_hurt, good=b"good"), judge=_of_repair),
        Writer("cache", _cached, found=_in_cache),
        append("append, a new log"),
        append("append", before=partial(_log, 5)),
        append("append, behind a torn record", before=partial(_log, 5, cut=3)),
        Writer("compact", _joined, _parts, _rows_of_table),
        Writer("ingest, a new table", _ingested, found=_rows_and_files),
        Writer("ingest, append", _ingested, _table, _rows_and_files),
        Writer("ingest, overwrite", partial(_ingested, fresh=True), _table, _rows_and_files),
        Writer("batch of a stream", _batch, _batches_before, _batches, _of_batches, again=_batch_again),
        Writer("state of a stream", _noted, found=_of_stream, judge=_of_states),
        Writer("state of a stream that was killed", partial(_noted, killed=True), found=_of_stream, judge=_of_states),
        Writer("bad records", _passed_over, found=_told),
        Writer("commit, new", partial(_committed, replace=False), again=partial(_committed_again, replace=False)),
        job("commit, append", partial(_committed, replace=False), _old),
        job("commit, overwrite", partial(_committed, replace=True), _old),
        job("commit, taken back", _taken_back, _old, judge=_of_taken_back),
        *(job(f"recovery, {moved} moved", _recovered, partial(_begun, moved)) for moved in range(5)),
    ]
    return {one.name: one for one in found}
