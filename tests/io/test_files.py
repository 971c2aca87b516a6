"""Files in pieces: they are as long as their pieces, whether room for these can be taken ahead or not."""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.hanging import HANGS

from bytewright.host.locks import lock
from bytewright.io import atomic_files


def _refused(descriptor: int, mode: int, begin: int, size: int) -> int:
    return -1


@pytest.mark.parametrize("allocator", ["system", "none", "full", "full later"])
@pytest.mark.parametrize("sizes", [[], [0], [5], [3, 7, 1] * 9, [10, 10], [100, 1]])
def test_pieces(sizes: list[int], allocator: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_files, "_AHEAD", 10)
    real, calls = atomic_files._allocator(), 0

    def at_first(descriptor: int, mode: int, begin: int, size: int) -> int:
        nonlocal calls
        calls += 1
        return real(descriptor, mode, begin, size) if real is not None and calls == 1 else -1

    found = {"system": real, "none": None, "full": _refused, "full later": at_first}[allocator]
    monkeypatch.setattr(atomic_files, "_allocator", lambda: found)
    pieces = [bytes([number]) * size for number, size in enumerate(sizes)]
    with atomic_files.replacing(tmp_path / "made") as file:
        file.write(b"begin")
        atomic_files.write_pieces(file, iter(pieces))
    assert (tmp_path / "made").read_bytes() == b"begin" + b"".join(pieces)


def test_pieces_into_what_is_no_file() -> None:
    with atomic_files.replacing("/dev/null") as file:
        atomic_files.write_pieces(file, [bytes(atomic_files._AHEAD), b"more"])


def test_a_piece_that_can_not_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_files, "_AHEAD", 10)

    def pieces() -> Iterator[bytes]:
        yield bytes(20)
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"), atomic_files.replacing(tmp_path / "made") as file:
        atomic_files.write_pieces(file, pieces())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", [True, False])
def test_the_disk_begins_before_the_end(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With each part once, where the system can do that."""
    begun: list[tuple[int, int]] = []

    def begin(descriptor: int, start: int, size: int, how: int) -> int:
        begun.append((start, size))
        return 0

    monkeypatch.setattr(atomic_files, "_AHEAD", 10)
    monkeypatch.setattr(atomic_files, "_starter", lambda: begin if there else None)
    with atomic_files.replacing(tmp_path / "made") as file:
        atomic_files.write_pieces(file, [bytes(size) for size in (4, 9, 25, 3, 8)])
    assert (tmp_path / "made").stat().st_size == 49
    assert begun == ([(0, 13), (13, 25), (38, 11)] if there else [])


def _write(path: Path, then: Callable[[], object]) -> None:
    """Begin to write a file in another process, which does something in the middle of it."""
    if os.fork() == 0:
        with atomic_files.replacing(path) as file:
            file.write(b"half")
            file.flush()
            then()
        os._exit(0)


def test_what_a_killed_writer_has_left_goes_and_what_another_writes_stays(tmp_path: Path) -> None:
    """The next writer in that folder sees to it, whatever its file is called; once, as folders may be large."""
    (tmp_path / ".other.part").write_bytes(b"somebody else's")
    read, write = os.pipe()
    begun, begin = os.pipe()
    _write(tmp_path / "living", lambda: (os.write(begin, b"x"), os.read(read, 1)))
    os.read(begun, 1)
    _write(tmp_path / "killed", lambda: os._exit(1))
    os.wait()
    assert len(list(tmp_path.iterdir())) == 3
    atomic_files._tidied.discard(str(tmp_path))
    with atomic_files.replacing(tmp_path / "next") as file:
        file.write(b"whole")
    assert {path.name.split(".")[1] for path in tmp_path.glob(".*")} == {"living", "other"}
    os.write(write, b"x")
    os.wait()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.part", "living", "next"]
    for descriptor in (read, write, begun, begin):
        os.close(descriptor)


def test_what_is_written_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays while its writer says that it writes it, and goes some minutes later."""
    monkeypatch.setattr(atomic_files, "lock", lambda descriptor, **_: False)
    monkeypatch.setattr("bytewright.host.locks.RENEWAL", 0.01)
    with atomic_files.replacing(tmp_path / "made") as file:
        file.write(b"whole")
        (part,) = tmp_path.iterdir()
        os.utime(part, (0, 0))
        until = time.monotonic() + HANGS
        while part.stat().st_mtime == 0 and time.monotonic() < until:
            time.sleep(0.01)
        assert atomic_files.remove_abandoned(tmp_path) == []
    left = tmp_path / ".left.1.bytewright.part"
    left.write_bytes(b"half")
    assert atomic_files.remove_abandoned(tmp_path) == []
    os.utime(left, (0, 0))
    assert atomic_files.remove_abandoned(tmp_path) == [left.name]
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_a_file_that_is_taken_for_an_abandoned_one_before_it_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def late(descriptor: int, **how: Any) -> bool:
        if not taken:
            with monkeypatch.context() as unlocked:
                unlocked.setattr(atomic_files, "lock", lock)
                taken.extend(atomic_files.remove_abandoned(tmp_path))
        return lock(descriptor, **how)

    monkeypatch.setattr(atomic_files, "lock", late)
    with atomic_files.replacing(tmp_path / "made") as file:
        file.write(b"whole")
    assert len(taken) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize("call", ["open", "fstat", "fdopen", "fsync", "chmod", "replace"])
def test_a_signal_that_ends_the_process_leaves_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Also where it comes when the system has made the file, and nobody has been told."""
    made = getattr(os, call)

    def ended(*given: Any, **how: Any) -> Any:
        found = made(*given, **how)
        if call == "open" and not os.fspath(given[0]).endswith(atomic_files.PART):
            return found
        if call in ("open", "fdopen"):
            opened.append(found)
        raise SystemExit(143)

    opened: list[Any] = []
    (tmp_path / "made").write_bytes(b"before")
    with monkeypatch.context() as signalled:
        signalled.setattr(os, call, ended)
        with pytest.raises(SystemExit), atomic_files.replacing(tmp_path / "made") as file:
            file.write(b"after")
    for one in opened:
        os.close(one) if isinstance(one, int) else one.close()
    assert [path.name for path in tmp_path.iterdir()] == ["made"]
    assert (tmp_path / "made").read_bytes() == (b"after" if call == "replace" else b"before")


def test_a_file_and_its_name_are_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it holds before it gets its name, and the name then."""
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def replaced(origin: str, goal: str) -> None:
        done.append("name")
        replace(origin, goal)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    with atomic_files.replacing(tmp_path / "made") as file:
        file.write(b"whole")
    assert done == ["file", "name", "folder"]


@pytest.mark.parametrize("scheme", ["memory", "local"])
def test_files_of_other_systems_appear_when_they_are_complete(scheme: str, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    uri = f"{scheme}://{tmp_path}/a/made"
    for held in (b"whole", b"another"):
        with atomic_files.replacing(uri) as file:
            atomic_files.write_pieces(file, [held])
        with fsspec.open(uri) as file:
            assert file.read() == held
    with contextlib.suppress(LookupError), atomic_files.replacing(uri) as file:
        file.write(b"half")
        raise LookupError
    with fsspec.open(uri) as file:
        assert file.read() == b"another"
    assert [name.rpartition("/")[2] for name in fsspec.filesystem(scheme).ls(f"{tmp_path}/a", detail=False)] == ["made"]
