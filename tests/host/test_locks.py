"""Locks of files and directories."""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bytewright.host.locks import HeldError, lock, locked, unlock


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """One directory, opened twice."""
    descriptors = os.open(tmp_path, os.O_RDONLY), os.open(tmp_path, os.O_RDONLY)
    yield descriptors
    for descriptor in descriptors:
        os.close(descriptor)


@pytest.mark.parametrize(("first", "second"), [(False, False), (False, True), (True, False)])
def test_what_is_held_is_refused_until_it_is_let_go(two: tuple[int, int], first: bool, second: bool) -> None:
    assert lock(two[0], shared=first) is True
    with pytest.raises(HeldError):
        lock(two[1], shared=second)
    with pytest.raises(HeldError):
        lock(two[1], shared=second, wait=0.05)
    unlock(two[0])
    assert lock(two[1], shared=second) is True


def test_several_share_it(two: tuple[int, int]) -> None:
    assert lock(two[0], shared=True)
    assert lock(two[1], shared=True)


@pytest.mark.parametrize("wait", [None, 60.0])
def test_a_lock_is_waited_for(two: tuple[int, int], wait: float | None) -> None:
    assert lock(two[0])
    release = threading.Timer(0.05, unlock, [two[0]])
    release.start()
    assert lock(two[1], wait=wait) is True
    release.join()


def test_what_is_no_file_is_not_locked() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    assert lock(reader) is False
    unlock(reader)


def test_a_directory_is_held_by_its_path(tmp_path: Path) -> None:
    with locked(str(tmp_path)) as have:
        assert have is True
        with pytest.raises(HeldError), locked(str(tmp_path), wait=0.0):
            pytest.fail("two hold it")
    with locked(str(tmp_path), shared=True, wait=0.0), locked(str(tmp_path), shared=True, wait=0.0) as have:
        assert have is True


def test_a_directory_that_was_made_again_meanwhile_is_the_one_that_is_held(tmp_path: Path) -> None:
    folder = tmp_path / "held"
    folder.mkdir()
    held = os.open(folder, os.O_RDONLY)
    assert lock(held)

    def replaced() -> None:
        shutil.rmtree(folder)
        folder.mkdir()
        os.close(held)  # lets go of the directory that is gone

    waiting = threading.Timer(0.1, replaced)
    waiting.start()
    with locked(str(folder)):
        waiting.join()
        with pytest.raises(HeldError), locked(str(folder), wait=0.0):
            pytest.fail("two hold it")
