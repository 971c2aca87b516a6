"""The directory of a table that is being written."""

from pathlib import Path

import pytest
from pyarrow.fs import FileSelector

from bytewright.errors import WriteError
from bytewright.io.filesystems import locate
from bytewright.spark.write.target import Target, folder_of, open_target


def begun(path: Path, job: str, *names: str) -> tuple[Target, str]:
    """A job that has written some files; each holds its name."""
    target = open_target(str(path))
    folder = folder_of(job)
    target.hold = target.begin(folder)  # type: ignore[attr-defined]  # for as long as the test has the target
    for name in names:
        with target.writing(folder, name) as file:
            file.write(name.encode())
    return target, folder


def listed(path: Path) -> list[str]:
    return sorted(str(found.relative_to(path)) for found in path.rglob("*"))


def test_files_appear_when_the_job_ends(tmp_path: Path):
    table = tmp_path / "deep" / "t"
    target, folder = begun(table, "j", "a", "b", "c")
    assert listed(table) == [folder, f"{folder}/a", f"{folder}/b", f"{folder}/c", f"{folder}/job.json"]
    assert not target.shows_files()
    assert target.commit(folder, ["a", "b"], lambda name: f"{name}-j", replace=False) == 2
    assert target.shows_files()
    target.discard(folder, whole=False)
    assert listed(table) == ["_SUCCESS", "a-j", "b-j"]


def test_a_task_that_runs_on_behind_its_job_leaves_nothing(tmp_path: Path):
    target, folder = begun(tmp_path, "j", "a")

    def late() -> None:
        with target.writing(folder, "late") as file:
            file.write(b"x")
            target.discard(folder, whole=False)

    with pytest.raises(WriteError, match="can't be written"):
        late()
    with pytest.raises(WriteError, match="the job is over"), target.writing(folder, "later"):
        pass
    assert listed(tmp_path) == []


def test_an_overwrite_takes_what_was_there_and_leaves_other_jobs_alone(tmp_path: Path):
    (tmp_path / "day=1").mkdir()
    for name in ("old", "day=1/older", ".old.crc"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "_temporary").mkdir()
    first, one = begun(tmp_path, "1", "a")
    second, other = begun(tmp_path, "2", "b")
    first.commit(one, ["a"], str, replace=True)
    first.discard(one, whole=True)
    assert listed(tmp_path) == ["_SUCCESS", other, f"{other}/b", f"{other}/job.json", "_temporary", "a"]
    second.commit(other, ["b"], str, replace=False)
    second.discard(other, whole=True)
    assert listed(tmp_path) == ["_SUCCESS", "_temporary", "a", "b"]


@pytest.mark.parametrize("at", ["a", "b", "old", "folder"])
def test_an_overwrite_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str):
    (tmp_path / "folder").mkdir()
    for name in ("old", "folder/old"):
        (tmp_path / name).write_text(name)
    before = listed(tmp_path)
    target, folder = begun(tmp_path, "j", "a", "b")
    move = target._folder.move

    def fail(origin: str, goal: str) -> None:
        if origin.rpartition("/")[2] == at and "/" not in goal.removeprefix(f"{folder}/replaced/"):
            raise OSError("no room")
        move(origin, goal)

    monkeypatch.setattr(target._folder, "move", fail)
    with pytest.raises(WriteError, match="no room"):
        target.commit(folder, ["a", "b"], str, replace=True)
    target.discard(folder, whole=False)
    assert listed(tmp_path) == before
    assert (tmp_path / "folder" / "old").read_text() == "folder/old"


def test_what_has_been_committed_is_not_undone(tmp_path: Path):
    (tmp_path / "old").write_text("old")
    target, folder = begun(tmp_path, "j", "a")
    target.commit(folder, ["a"], str, replace=True)
    target.undo(folder)
    target.discard(folder, whole=True)
    target.undo(folder)
    assert listed(tmp_path) == ["_SUCCESS", "a"]


@pytest.mark.parametrize("folders", [True, False])
def test_another_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders: bool):
    """Without directories that can be renamed, and locks; in object stores without any directories."""
    memory = pytest.importorskip("fsspec.implementations.memory")
    if not folders:
        for name in ("mkdir", "makedirs"):
            monkeypatch.setattr(memory.MemoryFileSystem, name, lambda *_, **__: None)
    uri = f"memory://{tmp_path.name}/t"
    target = open_target(uri)
    folder = folder_of("j")
    for job, replace in (("1", False), ("2", True)):
        hold = target.begin(folder)
        with target.writing(folder, job) as file:
            file.write(b"abc")
        assert target.commit(folder, [job], str, replace=replace) == 3
        target.undo(folder)
        target.discard(folder, whole=True)
        hold.release()
        assert target.shows_files()
        with pytest.raises(WriteError, match="the job is over"), target.writing(folder, "late"):
            pass
    place = locate(uri)
    names = [info.base_name for info in place.system.get_file_info(FileSelector(place.path))]
    assert sorted(names) == ["2", "_SUCCESS"]
