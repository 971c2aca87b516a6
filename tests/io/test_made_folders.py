"""Folders that appear under their names only when they are complete."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.io.test_commit_journal import in_child, killed_at
from tests.support.faults import Kind, each_call_fails, held, kinds

from bytewright.errors import WriteError
from bytewright.io import atomic_files
from bytewright.io.atomic_files import making, replacing

WHOLE = {"around/made/a": b"first", "around/made/inner/b": b"second"}


def fill(folder: Path) -> None:
    with making(folder / "around" / "made") as place:
        (Path(place) / "inner").mkdir()
        for name, data in (("a", b"first"), ("inner/b", b"second")):
            with replacing(Path(place) / name) as file:
                file.write(data)


def test_a_killed_process_leaves_all_of_a_folder_or_nothing_in_the_way(tmp_path: Path) -> None:
    for count in range(1000):
        atomic_files._tidied.clear()
        killed = killed_at(count, lambda: fill(tmp_path))
        if not (tmp_path / "around" / "made").exists():
            fill(tmp_path)
        assert held(tmp_path) == WHOLE, f"killed at event {count}"
        if not killed:
            break
        shutil.rmtree(tmp_path / "around")
    assert count > 10


@kinds
def test_a_call_that_fails_leaves_nothing(kind: Kind, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    each_call_fails(folder, fill, kind, errors=WriteError)


@pytest.mark.parametrize("there", [True, False])
def test_one_that_somebody_fills_stays(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no locks, as long as its time says so."""
    if not there:
        monkeypatch.setattr(atomic_files, "lock", lambda descriptor: False)
    with making(tmp_path / "made") as place:
        (Path(place) / "a").touch()
        assert atomic_files.remove_abandoned(tmp_path) == []
    left = tmp_path / ".left.1.bytewright.part"
    (left / "inner").mkdir(parents=True)
    if not there:
        assert atomic_files.remove_abandoned(tmp_path) == []
        os.utime(left, (0, 0))
    assert atomic_files.remove_abandoned(tmp_path) == [left.name]
    assert held(tmp_path) == {"made/a": b""}


def test_what_has_its_name(tmp_path: Path) -> None:
    """An empty folder gives way, also behind a link, which stays; another one doesn't."""
    (tmp_path / "around" / "made").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "around" / "made")
    with making(tmp_path / "link") as place:
        (Path(place) / "a").write_bytes(b"first")
    assert (tmp_path / "link").is_symlink()
    with pytest.raises(WriteError, match=r"made: can't be written: directory not empty"):
        fill(tmp_path)
    assert held(tmp_path / "around") == {"made/a": b"first"}


def test_errors_name_the_folder_as_it_is_asked_for(tmp_path: Path) -> None:
    def error() -> WriteError:
        return WriteError("no", path=f"{place}/inner/b")

    with pytest.raises(WriteError, match="no") as caught, making(tmp_path / "made") as place:
        raise error()
    assert caught.value.path == str(tmp_path / "made" / "inner" / "b")
    assert held(tmp_path) == {}
    assert in_child(lambda: fill(tmp_path)) == 0
    assert held(tmp_path) == WHOLE
