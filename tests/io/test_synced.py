"""What is written is on the disk before it gets its name, and its name is before all is said to be done."""

from __future__ import annotations

import errno
import os
import struct
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support.faults import Faults, held, outcome
from tests.support.growing_logs import FRAMED

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.host import cache
from bytewright.io.commit_journal import OVER
from bytewright.io.folders import local_folder, sync_all, sync_folder
from bytewright.io.jobs.journal import JOB
from bytewright.spark.write.target import open_target
from bytewright.tables.append.compaction import compact
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input
from bytewright_codegen.load import load

HEAD = b"GROW"
_NUMBER = struct.pack("<II", 0, 1)
RECORD = _NUMBER + struct.pack("<I", zlib.adler32(_NUMBER))
"""A record of the format, without a body."""


@pytest.fixture(scope="session")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("spec") / "framed.ksy"
    path.write_text(FRAMED, encoding="utf-8")
    return load(path)


def unsynced(folder: Path, run: Callable[[Path], Any]) -> set[str]:
    """What a run leaves to luck: files that aren't on the disk when they get their names, or at the end, and folders
    whose names aren't."""
    before = held(folder)
    faults = Faults(folder, None)
    assert outcome(folder, run, faults)[1] is None
    found: set[str] = set()
    dirty: set[str] = set()
    synced: set[str] = set()
    names: set[str] = set()
    for call, path, goal in faults.calls:
        if call in ("write", "pwrite", "ftruncate", "truncate"):
            dirty.add(path)
        elif call == "fsync":
            dirty.discard(path)
            names.discard(path)
            synced.add(path)
        elif call in ("rename", "replace") and not goal.endswith(OVER):  # a job's folder only goes
            if os.path.isfile(goal) and (path in dirty or path not in synced):
                found.add(goal)
            synced.add(goal)
            names |= {os.path.dirname(path), os.path.dirname(goal)}
        elif call in ("unlink", "remove"):
            dirty.discard(path)
    changed = {str(folder / name) for name, data in held(folder).items() if before.get(name) != data}
    found |= changed & dirty
    found |= {path for path in changed if path not in synced and not path.endswith("/")}
    found |= {path for path in names if os.path.isdir(path)}
    return {os.path.relpath(path, folder) for path in found}


def _log(folder: Path, data: bytes = HEAD + 3 * RECORD) -> Path:
    (folder / "log").write_bytes(data)
    return folder / "log"


def _written(folder: Path, codec: Codec) -> None:
    bytewright.write(bytewright.open(HEAD + RECORD, codec), folder / "made", codec, engine="objects")


def _appended(folder: Path, codec: Codec) -> None:
    with bytewright.append(folder / "new", codec, root='{"magic": "47524f57"}') as log:
        log.append({"number": 1, "body": b""})
        log.sync()


def _cut(folder: Path, codec: Codec) -> None:
    bytewright.append(folder / "log", codec).close()


def _repaired(folder: Path, codec: Codec) -> None:
    with closing(Input(str(folder / "log"))) as file:
        repair(codec, file, parse(codec, {}), str(folder / "good"))


def _committed(folder: Path, codec: Codec) -> None:
    target, job = open_target(str(folder / "table")), f"{JOB}job"
    hold = target.begin(job)
    with target.writing(job, "a") as file:
        file.write(b"content")
    target.commit(job, ["a"], lambda name: f"day=1/{name}", replace=True)
    hold.release()


def _noted(folder: Path, codec: Codec) -> None:
    local_folder(str(folder)).write("note", b"content")


def _joined(folder: Path, codec: Codec) -> None:
    compact(str(folder), codec, parse(codec, {}), lambda told: None)


def _cached(folder: Path, codec: Codec) -> None:
    cache.write(folder / "entry", b"content")


@pytest.mark.parametrize("run", [_written, _appended, _cut, _repaired, _committed, _noted, _joined, _cached])
def test_nothing_is_left_to_luck(run: Callable[[Path, Codec], None], framed: Codec, tmp_path: Path) -> None:
    if run is _cut:
        _log(tmp_path, HEAD + 3 * RECORD + b"\0")
    elif run is _repaired:
        _log(tmp_path, HEAD + RECORD + RECORD[:-1] + b"\xff" + RECORD)
    elif run is _joined:
        for number in range(2):
            (tmp_path / f"part-0000{number}-{'0' * 32}.bin").write_bytes(HEAD + RECORD)
    found = unsynced(tmp_path, lambda folder: run(folder, framed))
    assert found == ({"."} if run is _cached else set())  # a cache may forget a name


def test_files_of_a_repair_wait_for_each_other(framed: Codec, tmp_path: Path) -> None:
    """None has its name before all are on the disk."""
    _log(tmp_path, HEAD + RECORD + RECORD[:-1] + b"\xff" + RECORD)
    faults = Faults(tmp_path, None)
    assert outcome(tmp_path, lambda folder: _repaired(folder, framed), faults)[1] is None
    first = next(number for number, call in enumerate(faults.calls) if call[0] == "replace")
    assert len({path for call, path, _ in faults.calls[:first] if call == "fsync"}) == 3


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP, errno.EIO, errno.ENOSPC])
def test_a_disk_that_keeps_no_names_on_demand_is_trusted(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any other failure is one."""

    def refused(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refused)
    if number in (errno.EINVAL, errno.ENOTSUP):
        sync_folder(tmp_path)
        return
    with pytest.raises(OSError, match=os.strerror(number)):
        sync_folder(tmp_path)


def test_a_directory_that_cannot_be_listed_is_not_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table" / "part").mkdir(parents=True)
    (tmp_path / "table" / "part" / "a").write_bytes(b"a")
    listed, whole = list[str](), os.scandir

    def bad(path: Any) -> Any:
        listed.append(str(path))
        if str(path).endswith("part"):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return whole(path)

    monkeypatch.setattr(os, "scandir", bad)
    with pytest.raises(OSError, match="Input/output error"):
        sync_all(tmp_path / "table")
    monkeypatch.undo()
    assert listed == [str(tmp_path / "table"), str(tmp_path / "table" / "part")]
    sync_all(tmp_path / "table")
