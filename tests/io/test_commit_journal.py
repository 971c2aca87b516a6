"""Commits that are killed at any moment: all of them or nothing, and nothing left over, once they are recovered."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.faults import KINDS, Faults
from tests.support.stores import arguments, object_store

from bytewright.cli import main
from bytewright.errors import BytewrightWarning, InputMissingError, WriteError
from bytewright.io import commit_journal
from bytewright.io.commit_journal import Recovered, begin, commit, discard, recover, settled
from bytewright.io.filesystems import locate, storage_of
from bytewright.io.folders import Folder, local_folder, remote_folder
from bytewright.io.jobs import job_holds
from bytewright.io.jobs.job_holds import Hold
from bytewright.io.jobs.journal import JOB, Journal, Plan

OLD = {"old-1": b"old one", "old-2": b"old two", "day=1/old-3": b"old three"}
NEW = {f"new-{number}": b"new" * number for number in range(3)} | {"day=1/new-3": b"in a directory"}

KILLING = frozenset({
    "open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.scandir", "os.listdir", "shutil.rmtree",
    "fcntl.flock",
})  # fmt: skip
"""Events of the interpreter at which a process is killed, before what they are about."""


def held(folder: Folder, path: str = "") -> dict[str, bytes]:
    """What a folder holds, by name; directories of jobs included."""
    found: dict[str, bytes] = {}
    for name, entry in folder.entries(path).items():
        inside = f"{path}/{name}" if path else name
        if entry.folder:
            found |= held(folder, inside)
        else:
            found[inside] = folder.read(inside)
    return found


def filled(folder: Folder, files: dict[str, bytes]) -> None:
    folder.make()
    for name, data in files.items():
        if "/" in name:
            folder.make(name.rpartition("/")[0])
        folder.write(name, data)


def written(folder: Folder, job: str, prefix: str = "") -> Hold:
    """A job that has written its files and comes to its commit."""
    hold = begin(folder, JOB + job)
    for name, data in NEW.items():
        folder.write(f"{JOB}{job}/{name.replace('/', '!')}.attempt", prefix.encode() + data)
    return hold


def committed(folder: Folder, job: str, *, replace: bool, prefix: str = "") -> None:
    names = [f"{name.replace('/', '!')}.attempt" for name in NEW]
    commit(folder, JOB + job, names, lambda name: prefix + name[:-8].replace("!", "/"), replace=replace)
    discard(folder, JOB + job, whole=False)


def done(folder: Folder, job: str, *, replace: bool, prefix: str = "") -> None:
    hold = written(folder, job)
    committed(folder, job, replace=replace, prefix=prefix)
    hold.release()


def outcomes(replace: bool, old: dict[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """What may be there when a job was killed: what was there before, or all that it was to do."""
    return old, ({} if replace else old) | NEW | {"_SUCCESS": b""}


def in_child(what: Callable[[], object]) -> int:
    """Run something in a process of its own; gives its exit status."""
    child = os.fork()
    if child == 0:
        try:
            what()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_at(count: int, what: Callable[[], object]) -> bool:
    """Run something in a process that is killed at an event of the file system; whether it came to it."""

    def dying() -> None:
        left = count

        def killing(event: str, arguments: Any) -> None:
            nonlocal left
            if event in KILLING:
                left -= 1
                if left < 0:
                    os._exit(1)

        sys.addaudithook(killing)
        what()

    return in_child(dying) == 1


@pytest.mark.parametrize(
    ("by", "old"),
    [("recover", {}), ("recover", OLD), ("writer", OLD | {"_SUCCESS": b""}), ("abort", OLD)],
    ids=["recover-new", "recover", "writer", "abort"],
)
@pytest.mark.parametrize("replace", [False, True])
def test_a_process_that_is_killed(tmp_path: Path, replace: bool, old: dict[str, bytes], by: str) -> None:
    """Whatever it was about to do; and so is the one that recovers it."""
    seen = set()
    for count in range(1000):
        folder = local_folder(str(tmp_path / str(count)))
        if old:
            filled(folder, old)
        killed = killed_at(count, partial(done, folder, "j", replace=replace))
        folder.make()  # it may not have come to that
        before, after = outcomes(replace, old)
        if by == "recover":
            killed_at(count // 2, partial(recover, folder))
            folder.make()
            recover(folder)
            folder.make()
            assert recover(folder) == []
        elif by == "writer":
            hold = begin(folder, f"{JOB}next")
            discard(folder, f"{JOB}next", whole=not old)
            hold.release()
        else:
            commit_journal.abandon(folder, f"{JOB}j")
            discard(folder, f"{JOB}j", whole=not old)
            recover(folder)
        found = held(folder)
        assert found in (before, after), f"killed at event {count}"
        seen.add(found == after)
        if not killed:
            assert found == after
            break
    assert count > 30
    assert seen == {False, True}


@pytest.mark.parametrize("by", ["recover", "abort"])
def test_files_in_directories_below(tmp_path: Path, by: str) -> None:
    """All of them or none, and no empty directory, at whatever event the process is killed."""
    below = "day=1/part=2/"
    after = OLD | {below + name: data for name, data in NEW.items()} | {"_SUCCESS": b""}
    seen = set()
    for count in range(1000):
        folder = local_folder(str(tmp_path / str(count)))
        filled(folder, OLD)
        killed = killed_at(count, partial(done, folder, "j", replace=False, prefix=below))
        if by == "recover":
            killed_at(count // 2, partial(recover, folder))
        else:
            commit_journal.abandon(folder, f"{JOB}j")
            discard(folder, f"{JOB}j", whole=False)
        recover(folder)
        found = held(folder)
        assert found in (OLD, after), f"killed at event {count}"
        assert folder.has("day=1/part=2") == (found == after)
        seen.add(found == after)
        if not killed:
            break
    assert found == after
    assert seen == {False, True}
    with pytest.raises(FileExistsError, match="day=1/part=2/new-0 is there already"):
        done(folder, "k", replace=False, prefix=below)


class Killed(BaseException):
    """A process that is killed in a test: whatever it tries then doesn't come about."""


class Killing:
    """A file system that is gone from the call of a number on; ``half``: when it has copied what it was to move."""

    def __init__(self, system: Any, count: int, *, half: bool = False) -> None:
        self.system = system
        self.left = count
        self.half = half

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.system, name)

        def call(*arguments: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                if self.left == -1 and self.half and name == "move":
                    self.system.copy_file(*arguments)
                raise Killed
            return asked(*arguments, **named)

        return call


@pytest.fixture
def system(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """One without locks, where a move is two steps: in memory, or an object store."""
    pytest.importorskip("fsspec")
    if request.param == "memory":
        yield locate(f"memory://{tmp_path.name}").system
        return
    with object_store("tables") as (address, _):
        yield locate("s3://tables", storage_of(arguments(address))).system


@pytest.mark.parametrize(
    ("system", "step", "half", "by"),
    [
        ("memory", 1, True, "recover"),
        ("memory", 1, False, "recover"),
        ("memory", 1, True, "abort"),
        ("s3", 10, False, "recover"),
    ],
    indirect=["system"],
)
@pytest.mark.parametrize("replace", [False, True])
def test_another_file_system(
    system: Any, step: int, half: bool, by: str, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    """New names come first, and old ones go last, when nothing is taken back any more."""
    seen = set()
    for count in range(0, 1000, step):
        path = f"tables/{replace}-{half}-{by}-{count}"
        folder = remote_folder(system, path, path)
        filled(folder, OLD)
        killing = Killing(system, count, half=half)
        monkeypatch.setattr(job_holds, "LEASE", 600)
        written(folder, "j").release()
        try:
            committed(remote_folder(killing, path, path), "j", replace=replace)
        except Killed:
            assert all(one.done == "running" for one in recover(folder))
        left = {name: data for name, data in held(folder).items() if not name.startswith(JOB)}
        before, after = outcomes(replace, OLD)
        begun = any(name in folder.entries(f"{JOB}j") for name in ("commit.json", "done.json"))
        assert begun or left in (before, after), f"killed at call {count}"
        if by == "abort":
            commit_journal.abandon(folder, f"{JOB}j")
            discard(folder, f"{JOB}j", whole=False)
        monkeypatch.setattr(job_holds, "LEASE", -600)
        job_holds.lease(folder, f"{JOB}j")._renew(0)
        recover(folder)
        assert recover(folder) == []
        assert held(folder) in (before, after), f"killed at call {count}"
        seen.add(held(folder) == after)
        if killing.left >= 0:
            assert held(folder) == after
            break
    assert count >= 20
    assert seen == {False, True}


def test_a_file_system_that_makes_directories_first(tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    uri = f"local://{tmp_path / 'new'}"
    place = locate(uri)
    folder = remote_folder(place.system, place.path, uri)
    for job in ("a", "b"):
        done(folder, job, replace=True, prefix=f"{job}-")
    assert set(held(folder)) == {f"b-{name}" for name in NEW} | {"_SUCCESS"}


def test_live_writers_beside_dead_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody holds stays, and what nobody holds goes, whoever recovers; and nobody sees the half of it."""
    folder = local_folder(str(tmp_path / "t"))
    filled(folder, OLD)
    first, second = written(folder, "first", "1-"), written(folder, "second", "2-")

    def dead(prefix: str = "") -> None:
        _holds = written(folder, "gone"), written(folder, "dead")
        dying = local_folder(folder.path)
        killing = Killing(dying, 3)  # when the journal is there, and one file has been moved
        monkeypatch.setattr(dying, "move", killing.move)
        with contextlib.suppress(Killed):
            committed(dying, "dead", replace=True, prefix=prefix)
        os._exit(0)

    in_child(dead)
    assert any("commit.json" in name for name in held(folder))
    assert recover(folder) == [
        Recovered(f"{JOB}dead", "finished"), Recovered(f"{JOB}first", "running"),
        Recovered(f"{JOB}gone", "tidied up"), Recovered(f"{JOB}second", "running"),
    ]  # fmt: skip
    in_child(lambda: dead("0-"))
    committed(folder, "first", replace=False, prefix="1-")
    assert folder.has(f"{JOB}second")
    committed(folder, "second", replace=False, prefix="2-")
    first.release()
    second.release()
    expected = {f"{number}{name}": data for number in ("0-", "1-", "2-") for name, data in NEW.items()}
    assert set(held(folder)) == {*expected, "_SUCCESS"}


@pytest.mark.parametrize("replace", [False, True])
def test_a_commit_beside_one_whose_process_was_killed_while_its_driver_lives(tmp_path: Path, replace: bool) -> None:
    """The lock says that nobody goes on with it, and the driver says that the job has failed: it is taken back."""
    folder = local_folder(str(tmp_path / "t"))
    filled(folder, OLD)
    hold = written(folder, "j")

    def dead() -> None:
        dying = local_folder(folder.path)
        dying.move = Killing(dying, 3).move  # type: ignore[method-assign]
        with contextlib.suppress(Killed):
            committed(dying, "j", replace=True)
        os._exit(0)

    in_child(dead)
    done(folder, "next", replace=replace, prefix="next-")
    commit_journal.abandon(folder, f"{JOB}j")
    discard(folder, f"{JOB}j", whole=False)
    hold.release()
    there = {f"next-{name}" for name in NEW} | {"_SUCCESS"}
    assert set(held(folder)) == (there if replace else there | set(OLD))


def test_a_commit_waits_for_another(tmp_path: Path) -> None:
    folder = local_folder(str(tmp_path))
    hold = written(folder, "j")
    ended = threading.Event()

    def other() -> None:
        committed(folder, "j", replace=False)
        ended.set()

    with commit_journal._alone(folder):
        thread = threading.Thread(target=other)
        thread.start()
        assert not ended.wait(0.1)
        assert not set(NEW) & set(held(folder))
    thread.join()
    assert set(NEW) < set(held(folder))
    hold.release()


class Turns:
    """Threads that take turns at calls of a folder, in an order that a seed chooses."""

    def __init__(self, folder: Folder, names: str, seed: int) -> None:
        self._random = random.Random(seed)
        self._changed = threading.Condition()
        self._left = set(names)
        self._waiting: set[str] = set()
        self._turn = ""
        for call in ("entries", "read", "write", "move", "delete", "make"):
            setattr(folder, call, self._taking_turns(getattr(folder, call)))

    def _taking_turns(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*arguments: Any, **named: Any) -> Any:
            name = threading.current_thread().name
            if name not in self._left:
                return call(*arguments, **named)
            with self._changed:
                self._waiting.add(name)
                self._choose()
                assert self._changed.wait_for(lambda: self._turn == name, 60)
                self._turn = ""
                self._waiting.remove(name)
            return call(*arguments, **named)

        return taken

    def _choose(self) -> None:
        if self._left and self._waiting == self._left and not self._turn:
            self._turn = self._random.choice(sorted(self._left))
            self._changed.notify_all()

    def leave(self, name: str) -> None:
        with self._changed:
            self._left.remove(name)
            self._choose()


@pytest.mark.parametrize("seed", range(40))
def test_overwrites_without_locks_come_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Whatever the order of their calls: each replaces what the others have written, or is replaced."""
    pytest.importorskip("fsspec")
    uri = f"memory://{tmp_path.name}"
    monkeypatch.setattr(commit_journal, "_PAUSE", 0)
    folder = remote_folder(locate(uri).system, f"/{tmp_path.name}", uri)
    filled(folder, OLD)
    turns = Turns(folder, "abc"[: 2 + seed % 2], seed)

    def run(name: str) -> None:
        try:
            done(folder, name, replace=True, prefix=name)
        finally:
            turns.leave(name)

    threads = [threading.Thread(target=run, args=(name,), name=name) for name in sorted(turns._left)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = set(held(folder)) - {"_SUCCESS"}
    assert found in [{f"{thread.name}{name}" for name in NEW} for thread in threads]


def test_a_name_that_another_has_taken_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without locks: the commit fails, and leaves alone what isn't its own."""
    pytest.importorskip("fsspec")
    uri = f"memory://{tmp_path.name}"
    folder = remote_folder(locate(uri).system, f"/{tmp_path.name}", uri)
    filled(folder, OLD)

    def is_first(*_: Any, **__: Any) -> bool:
        filled(folder, {"new-0": b"of another", "_SUCCESS": b""})
        return True

    monkeypatch.setattr(commit_journal, "_is_first", is_first)  # the moment between the plan and its check
    with pytest.raises(FileExistsError):
        done(folder, "j", replace=False)
    discard(folder, f"{JOB}j", whole=False)
    assert held(folder) == OLD | {"new-0": b"of another", "_SUCCESS": b""}


@pytest.mark.parametrize("replace", [False, True])
def test_a_commit_that_can_be_neither_finished_nor_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    """It says so, the journal stays, and so does what it needs."""
    folder = local_folder(str(tmp_path))
    filled(folder, OLD)
    hold = written(folder, "j")
    move = folder.move

    def broken(origin: str, goal: str) -> None:
        if "new-1" in origin or "undo" in goal:
            raise OSError("the disk is broken")
        move(origin, goal)

    monkeypatch.setattr(folder, "move", broken)
    with pytest.raises(WriteError, match=r"was cut short: the disk is broken\. `bytewright recover`"):
        committed(folder, "j", replace=replace)
    discard(folder, f"{JOB}j", whole=True)
    hold.release()
    folder = local_folder(str(tmp_path))
    assert recover(folder) == [Recovered(f"{JOB}j", "finished")]
    assert held(folder) == outcomes(replace, OLD)[1]


@pytest.mark.parametrize("exact", [True, False])
def test_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact: bool) -> None:
    """They take no directory with an open journal: they wait for one that somebody goes on with, and else refuse."""
    folder = local_folder(str(tmp_path / "t"))
    filled(folder, OLD)
    if not exact:
        monkeypatch.setattr("bytewright.host.locks.lock", lambda *_, **__: False)
        monkeypatch.setattr(job_holds, "lock", lambda *_, **__: False)

    def look() -> set[str]:
        return {name for name in settled(folder, lambda: os.listdir(folder.path), list) if not name.startswith(JOB)}

    hold = written(folder, "j")
    before = look()
    monkeypatch.setattr(commit_journal, "PATIENCE", 0.1)
    finish = Journal.finish
    seen = []

    def halfway(journal: Journal) -> None:
        with pytest.raises(InputMissingError, match=r"files are being committed into this directory\. Try again"):
            look()
        monkeypatch.setattr(commit_journal, "PATIENCE", 30)
        thread = threading.Thread(target=lambda: seen.append(look()))
        thread.start()
        finish(journal)
        waiting.append(thread)

    waiting: list[threading.Thread] = []
    monkeypatch.setattr(Journal, "finish", halfway)
    committed(folder, "j", replace=False)
    waiting[0].join()
    assert seen == [{*(name.partition("/")[0] for name in NEW), "_SUCCESS", *before}]
    hold.release()

    hold = written(folder, "dead")

    def killed(journal: Journal) -> None:
        raise Killed

    monkeypatch.setattr(Journal, "finish", killed)
    monkeypatch.setattr(Journal, "take_back", killed)
    with pytest.raises(Killed):
        committed(folder, "dead", replace=True, prefix="2-")
    hold.release()
    if not exact:
        monkeypatch.setattr("time.time", lambda: 1e12)
    with pytest.raises(InputMissingError, match=r"/t: a commit into this directory was cut short: .*`bytewright recov"):
        look()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("{}", "no plan of a commit"),
        ('{"version": 2}', "it has version 2"),
        (json.dumps({"version": 1, "new": [], "old": ["../x"], "replace": True, "success": True}), "no name of a file"),
        (
            json.dumps(
                {
                    "version": 1,
                    "new": [{"written": "a", "final": "b/../../x", "size": 1}],
                    "old": [],
                    "replace": True,
                    "success": True,
                }
            ),
            "no name of a file",
        ),
    ],
)
def test_a_damaged_journal(tmp_path: Path, text: str, reason: str) -> None:
    """Nobody knows what is old and what is new then: nobody reads or writes, until somebody has looked."""
    folder = local_folder(str(tmp_path))
    filled(folder, {f"{JOB}j/commit.json": text.encode()})
    for what in (recover, lambda folder: begin(folder, f"{JOB}k")):
        with pytest.raises(
            WriteError, match=rf"commit\.json: the journal of a commit is damaged: .*{reason}.*Delete {JOB}j"
        ):
            what(folder)


def test_a_name_that_is_there(tmp_path: Path) -> None:
    """What had it couldn't come back if the commit is taken back."""
    folder = local_folder(str(tmp_path))
    filled(folder, {"new-1": b"old"})
    hold = written(folder, "j")
    with pytest.raises(FileExistsError, match="new-1 is there already"):
        committed(folder, "j", replace=False)
    hold.release()
    recover(folder)
    assert held(folder) == {"new-1": b"old"}


def test_a_table_that_a_killed_job_has_made(tmp_path: Path) -> None:
    """There was none before, and so there is none."""
    folder = local_folder(str(tmp_path / "deep" / "t"))
    in_child(lambda: (written(folder, "j"), os._exit(0)))
    assert recover(folder) == [Recovered(f"{JOB}j", "tidied up")]
    assert os.listdir(tmp_path / "deep") == []


def test_what_is_on_the_disk_before_a_journal_counts_and_when_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan, and the names of all that it moves; then the names that it gave, before the plan is gone."""
    folder = local_folder(str(tmp_path / "t"))
    done: list[str] = []

    def synced(descriptor: int) -> None:
        done.append("sync " + os.path.relpath(os.readlink(f"/proc/self/fd/{descriptor}"), folder.path))

    def told(name: str, real: Callable[..., None]) -> Callable[..., None]:
        def call(*paths: str) -> None:
            done.append(" ".join([name, *(os.path.relpath(path, folder.path) for path in paths)]))
            real(*paths)

        return call

    monkeypatch.setattr(os, "fsync", synced)
    hold = written(folder, "j")
    assert done[:3] == ["sync ..", "sync .", f"sync {JOB}j/job.json"]
    done.clear()
    monkeypatch.setattr(os, "replace", told("move", os.replace))
    monkeypatch.setattr(Path, "unlink", told("delete", Path.unlink))
    committed(folder, "j", replace=False)
    hold.release()
    journal = f"{JOB}j/commit.json"
    assert done[:3] == [f"sync {JOB}j/draft.json", f"move {JOB}j/draft.json {journal}", f"sync {JOB}j"]
    close = done.index(f"delete {journal}")
    # A directory that is made for new files is on the disk before they move there, and its list of them behind that.
    assert done[3] == "sync ."
    assert [what.partition(" ")[0] for what in done[4:close]] == ["move"] * len(NEW) + ["sync"] * 4
    assert done[close - 4] == "sync day=1"
    assert done[close - 3 : close] == ["sync _SUCCESS", f"sync {JOB}j", "sync ."]
    assert done[close + 1] == f"sync {JOB}j"


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t"
    folder = local_folder(str(table))
    filled(folder, {f"{JOB}j/commit.json": Plan((), (), False, False).dump(), ".x.1.bytewright.part": b""})
    hold = written(local_folder(str(table)), "live")
    assert not folder.has(f"{JOB}j")  # the next writer has seen to it
    filled(folder, {f"{JOB}k/commit.json": Plan((), (), False, False).dump()})
    assert main(["recover", str(table), str(table), str(tmp_path / "none")]) == 1
    hold.release()
    said = capfd.readouterr()
    assert said.out.splitlines() == [
        f"{table}/.x.1.bytewright.part: nobody writes it any more; it is deleted",
        f"{table}/{JOB}k: its commit was cut short, and is taken back",
        f"{table}/{JOB}live: somebody is writing it; it is left alone",
        f"{table}/{JOB}live: somebody is writing it; it is left alone",
    ]
    assert said.err == f"bytewright: error: {tmp_path}/none: no such directory\n"
    assert main(["recover", "--option", "path=x", str(table)]) == 2
    assert "unknown option path. Options are those of file systems: fs." in capfd.readouterr().err
    assert main(["recover", str(table)]) == 0
    assert main(["recover", str(tmp_path)]) == 0
    assert capfd.readouterr().out.splitlines()[-1] == f"{tmp_path}: nothing to recover"


def victim(tmp_path: Path) -> Path:
    """A file that lies elsewhere, and that nobody who writes into the folder may touch."""
    path = tmp_path / "home" / "private"
    path.parent.mkdir()
    path.write_bytes(b"mine")
    return path


def test_a_journal_of_another_user_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = local_folder(str(tmp_path / "t"))
    filled(folder, {"old-1": b"old", f"{JOB}j/commit.json": Plan((), ("old-1",), True, False).dump()})
    filled(folder, {f"{JOB}j/replaced/x": b"x", f"{JOB}k/new": b"theirs"})
    before = held(folder)
    monkeypatch.setattr(type(folder), "is_own", lambda self, entry: False)
    for what in (recover, lambda folder: begin(folder, f"{JOB}mine")):
        with pytest.raises(WriteError, match=rf"{JOB}j: a commit of user \d+ .* was cut short\. `bytewright recover`"):
            what(folder)
    assert held(folder) == before
    folder.delete(f"{JOB}j")
    assert recover(folder) == [Recovered(f"{JOB}k", "another's")]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no users")
def test_who_owns_what_is_in_a_folder(tmp_path: Path) -> None:
    folder = local_folder(str(tmp_path))
    filled(folder, {"x": b""})
    mine = folder.entries()["x"]
    assert folder.is_own(mine)
    assert folder.is_own(replace(mine, owner=None))
    assert not folder.is_own(replace(mine, owner=os.geteuid() + 1))


@pytest.mark.parametrize("name", ["_SUCCESS", f"{JOB}j/job.json", f"{JOB}j/replaced"])
def test_links_lead_a_commit_nowhere(tmp_path: Path, name: str) -> None:
    private = victim(tmp_path)
    folder = local_folder(str(tmp_path / "t"))
    filled(folder, {f"{JOB}j/undo.json": Plan((), (), True, True).dump()})
    planted = tmp_path / "t" / name
    planted.symlink_to(private.parent if name.endswith("replaced") else private)
    with contextlib.suppress(OSError, WriteError):
        recover(folder)
    with contextlib.suppress(OSError, WriteError):
        done(folder, "mine", replace=True)
    assert private.read_bytes() == b"mine"
    assert os.listdir(private.parent) == ["private"]


def test_nobody_waits_for_a_pipe_in_place_of_a_holder(tmp_path: Path) -> None:
    folder = local_folder(str(tmp_path))
    filled(folder, {f"{JOB}j/new": b""})
    os.mkfifo(tmp_path / f"{JOB}j" / "job.json")
    recover(folder)
    assert held(folder) == {}


def test_what_cannot_be_deleted_is_said_and_goes_with_the_next_job(tmp_path: Path) -> None:
    """At whichever call the system fails: the commit stands, and all is as it should be behind the next one."""
    (every,) = (kind for kind in KINDS if kind.name == "EIO")
    said = 0
    for number in range(1, 100):
        folder = local_folder(str(tmp_path / str(number)))
        filled(folder, OLD)
        hold = written(folder, "first")
        names = [f"{name.replace('/', '!')}.attempt" for name in NEW]
        commit(folder, f"{JOB}first", names, lambda name: name[:-8].replace("!", "/"), replace=False)
        faults = Faults(Path(folder.path), every, number)
        with warnings.catch_warnings(record=True) as caught, faults.on():
            discard(folder, f"{JOB}first", whole=False)
        hold.release()
        there = OLD | NEW | {"_SUCCESS": b""}
        if not faults.failed:
            assert held(folder) == there
            break
        left = [name for name in folder.entries() if name.startswith(JOB)]
        # Where the system doesn't tell whether it has gone, it may have.
        assert len(left) <= len(caught) <= 1, (number, faults.failed)
        for warning in caught:
            assert warning.category is BytewrightWarning
            assert str(tmp_path / str(number)) in str(warning.message)
            assert "`bytewright recover`" in str(warning.message)
        said += len(left)
        done(folder, "next", replace=False, prefix="next-")
        assert held(folder) == there | {f"next-{name}": data for name, data in NEW.items()}, (number, faults.failed)
    assert said >= 3
    assert not faults.failed
