"""A call of a store fails, any one: what is done is done, or an error names the file and all is as it was."""

from __future__ import annotations

import errno
import itertools
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from tests.crash import writers
from tests.support.failing_store import ROOT, FailingStore

import bytewright
from bytewright.errors import BytewrightError, ReadError
from bytewright.io import remote_source
from bytewright.io.commit_journal import recover
from bytewright.io.file_listing import list_files
from bytewright.io.folders import open_folder
from bytewright.io.jobs import job_holds
from bytewright.io.jobs.journal import JOB
from bytewright.io.source import BytesSource
from bytewright.spark.streaming.offsets import Offset
from bytewright.spark.write.target import open_target
from bytewright.views.evaluate.bad_records import BadRecords
from bytewright.views.evaluate.malformed import Malformed

LOG = writers.log_of(40)
Files = dict[str, bytes]


@pytest.fixture(autouse=True, params=[OSError(errno.EIO, "the store is away"), RuntimeError("the store is odd")])
def _quick(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of the system and of a library; small pieces; leases that have ended when the next one comes."""
    monkeypatch.setattr(FailingStore, "error", request.param)
    monkeypatch.setattr(remote_source, "_PIECE", 64)
    monkeypatch.setattr(remote_source, "_AHEAD", 128)
    monkeypatch.setattr(job_holds, "LEASE", -1)


def old_or_new(old: Files, new: Files) -> bool:
    return FailingStore.held() in (old, new)


def each_call_fails(run: Callable[[], Any], settled: Callable[[Files, Files], bool] = old_or_new) -> int:
    """Run something as often as there are calls, each time with another one that fails; gives how often."""
    old = FailingStore.held()
    result = run()
    new = FailingStore.held()
    for number in itertools.count(1):
        FailingStore.restored(old)
        error = None
        with FailingStore.failing(number):
            try:
                assert run() == result, (number, FailingStore.failed)
            except BytewrightError as raised:
                error = raised
        told = (number, FailingStore.failed, error, FailingStore.held().keys())
        if not FailingStore.failed:
            assert (error, FailingStore.held()) == (None, new), told
            return number - 1
        if error is None:
            assert FailingStore.held() == new or (settled(old, new) and FailingStore.held() == new), told
        else:
            assert (error.path or "").startswith(ROOT), told
            assert settled(old, new), told
        if FailingStore.held() == new:
            FailingStore.restored(old)
        assert run() == result, told
        assert FailingStore.held() == new, told
    raise AssertionError("there is always one more call")


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("engine", ["objects", "auto"])
@pytest.mark.parametrize("names", ["a", "ab"])
def test_reading(names: str, engine: Any, mode: str) -> None:
    FailingStore.restored({"/logs/a": LOG, "/logs/b": LOG})

    def run() -> Any:
        paths = [f"{ROOT}logs/{name}" for name in names]
        table = bytewright.open(paths, writers.framed(), engine=engine, options={"mode": mode})
        return table.to_table().to_pylist()

    assert each_call_fails(run) >= 5 * len(names)


def test_listing() -> None:
    """No file is passed over where a folder can't be listed."""
    FailingStore.restored({"/logs/a": LOG, "/logs/day=1/b": LOG, "/logs/day=2/hour=3/c": LOG})
    assert each_call_fails(lambda: [file.path for file in list_files([f"{ROOT}logs"])]) >= 4


@pytest.mark.parametrize("before", [{}, {"/logs/a": b"what was there before"}])
def test_writing(before: Files) -> None:
    FailingStore.restored(before)
    codec, rows = writers.framed(), writers.rows(20)
    assert each_call_fails(lambda: bytewright.write(rows, f"{ROOT}logs/a", codec).rows) > 5


def recovered(old: Files, new: Files) -> bool:
    recover(open_folder(f"{ROOT}table"))
    return FailingStore.held() in (old, new)


@pytest.mark.parametrize("replace", [False, True])
def test_committing(replace: bool) -> None:
    FailingStore.restored({"/table/old": b"old", "/table/day=1/old": b"old as well"})

    def run() -> Any:
        target, job = open_target(f"{ROOT}table"), f"{JOB}job"
        hold = target.begin(job)
        try:
            for name in ("a", "b"):
                with target.writing(job, name) as file:
                    file.write(name.encode())
            return target.commit(job, ["a", "b"], {"a": "new", "b": "day=1/new"}.__getitem__, replace=replace)
        finally:
            hold.release()
            target.discard(job, whole=False)

    assert each_call_fails(run, recovered) > 20


@pytest.mark.parametrize("fresh", [pytest.param(False, marks=pytest.mark.slow), True])
def test_ingesting(fresh: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "uuid4", lambda: UUID(int=7))
    FailingStore.restored({})
    for number in range(2):
        monkeypatch.setattr(writers, "uuid4", lambda number=number: UUID(int=number))
        writers.ingested(f"{ROOT}table", fresh=False)
    monkeypatch.setattr(writers, "uuid4", lambda: UUID(int=7))
    assert each_call_fails(partial(writers.ingested, f"{ROOT}table", fresh=fresh), recovered) > 20


def whole(old: Files, new: Files) -> bool:
    """Whether each file is, of those that appear one after another."""
    return all(data in (old.get(path), new.get(path)) for path, data in FailingStore.held().items())


def test_what_was_passed_over() -> None:
    FailingStore.restored({})
    source = BytesSource(bytes(range(100)), "log")

    def run() -> Any:
        bad = BadRecords(f"{ROOT}bad", "run", 1 << 20, (), "log")
        bad.add(Malformed(ReadError("it is bad", offset=10), 0, 10, 18), source)
        bad.commit(whole=True)
        return bytewright.damage(f"{ROOT}bad").to_pylist()

    assert each_call_fails(run, whole) > 10


def test_the_state_of_a_stream() -> None:
    FailingStore.restored({})
    state, offset = open_folder(f"{ROOT}state"), Offset({1: 10, 2: 20})

    def run() -> Any:
        return Offset.from_json(offset.to_json(state), state)

    assert each_call_fails(run, whole) > 5
