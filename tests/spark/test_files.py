"""Which files a read covers, and how they are dealt out."""

import os
from itertools import product
from pathlib import Path
from threading import Barrier

import pytest
from tests.support.hanging import HANGS

from bytewright.errors import InputMissingError, OptionError
from bytewright.io.file_listing import DataFile, list_files, local_path
from bytewright.spark.read.packing import pack, target_bytes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "b.bin", "a.bin", "c.txt", "_SUCCESS", ".a.bin.crc", "sub/d.bin", "sub/deep/e.bin", "_tmp/f.bin",
        "day=1/g.bin", "odd [x]{y}.bin",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * len(name))
    return tmp_path


def names(folder: Path, *paths: str, **options: object) -> list[str]:
    found = list_files([str(folder / path) for path in paths], **options)  # type: ignore[arg-type]
    return [str(Path(file.path).relative_to(folder)) for file in found]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.bin", ["a.bin"]),
        ("", ["a.bin", "b.bin", "c.txt", "day=1/g.bin", "odd [x]{y}.bin"]),
        ("_SUCCESS", ["_SUCCESS"]),
        ("odd [x]{y}.bin", ["odd [x]{y}.bin"]),
        ("*.bin", ["a.bin", "b.bin", "odd [x]{y}.bin"]),
        ("?.bin", ["a.bin", "b.bin"]),
        ("[^a].bin", ["b.bin"]),
        ("{a,c}.*", ["a.bin", "c.txt"]),
        ("{a,{b,x}}.{bin,txt}", ["a.bin", "b.bin"]),
        ("*/*.bin", ["day=1/g.bin", "sub/d.bin"]),
        ("s*", ["sub/d.bin"]),
        ("_*/*.bin", ["_tmp/f.bin"]),
        ("*", ["a.bin", "b.bin", "c.txt", "day=1/g.bin", "odd [x]{y}.bin", "sub/d.bin"]),
    ],
)
def test_what_a_path_names(folder: Path, path: str, expected: list[str]):
    assert names(folder, path) == expected


@pytest.mark.parametrize("journal", ["commit.json", "undo.json", "done.json"])
@pytest.mark.parametrize(
    ("path", "inside"), [("", ""), ("", "day=1/"), ("*.bin", ""), ("*/*.bin", "sub/"), ("d*", "day=1/")]
)
def test_no_folder_with_a_commit_that_was_cut_short(folder: Path, path: str, inside: str, journal: str):
    job = folder / f"{inside}_bytewright-j"
    job.mkdir()
    assert names(folder, path)  # a job that isn't committing is passed over
    (job / journal).write_bytes(b"")
    with pytest.raises(InputMissingError, match=r"was cut short: .*`bytewright recover`") as caught:
        names(folder, path)
    assert Path(str(caught.value.path)) == job.parent
    assert names(folder, "a.bin") == ["a.bin"]  # who names a file knows what he reads


def test_several_paths_are_sorted_by_path(folder: Path):
    assert names(folder, "sub", "b.bin", "a.*") == ["a.bin", "b.bin", "sub/d.bin"]


def test_recursive_lookup_passes_over_hidden_folders(folder: Path):
    assert names(folder, "", recursive=True, name_filter="[d-g].*") == ["day=1/g.bin", "sub/d.bin", "sub/deep/e.bin"]


def test_several_paths_in_one(folder: Path):
    paths = ",".join(str(folder / name) for name in ("b.bin", "{a,c}.*"))
    assert [Path(file.path).name for file in list_files([paths])] == ["a.bin", "b.bin", "c.txt"]


def test_directories_are_listed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Next to each other, as a store takes its time for each; what is found and what fails is in order all the same."""
    for month, day in product(range(3), range(2)):
        (inside := tmp_path / f"month={month}" / f"day={day}").mkdir(parents=True)
        (inside / "a.bin").write_bytes(b"x")
    levels = {3: Barrier(3, timeout=HANGS), 6: Barrier(6, timeout=HANGS)}
    listed = os.listdir

    def together(path: str) -> list[str]:
        if (depth := len(Path(path).relative_to(tmp_path).parts)) > 0:
            levels[3 * depth].wait()
        return listed(path)

    monkeypatch.setattr(os, "listdir", together)
    days = [f"month={month}/day={day}/a.bin" for month, day in product(range(3), range(2))]
    assert names(tmp_path, "") == days

    def refused(path: str) -> list[str]:
        if "month=" in path:
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "listdir", refused)
    with pytest.raises(InputMissingError, match="permission denied"):
        names(tmp_path, "")


def test_times(folder: Path):
    os.utime(folder / "a.bin", ns=(0, 1_000_000_000))
    assert names(folder, "", modified_before=1_000_001) == ["a.bin"]
    assert names(folder, "", modified_before=1_000_000) == []
    assert "a.bin" not in names(folder, "", modified_after=1_000_000)
    assert "a.bin" in names(folder, "", modified_after=999_999)


def test_filter_by_name(folder: Path):
    assert names(folder, "", name_filter="{a,b}.bin") == ["a.bin", "b.bin"]
    assert names(folder, "a.bin", name_filter="*.txt") == []


@pytest.mark.parametrize("path", ["missing", "missing/*.bin", "*.none"])
def test_a_path_that_names_nothing(folder: Path, path: str):
    with pytest.raises(InputMissingError, match=path.replace("*", r"\*")):
        names(folder, path)


def test_a_file_knows_its_size_and_age(folder: Path):
    (file,) = list_files([str(folder / "a.bin")])
    status = (folder / "a.bin").stat()
    assert file == DataFile(str(folder / "a.bin"), 5, status.st_mtime_ns // 1000, inode=status.st_ino)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/data/x", "/data/x"),
        ("file:/data/x", "/data/x"),
        ("file:///data/x", "/data/x"),
        ("FILE://localhost/data/x", "/data/x"),
        ("file:/data/a%20b#c/?.bin", "/data/a b#c/?.bin"),
    ],
)
def test_file_uris(text: str, expected: str):
    assert str(local_path(text)) == expected


@pytest.mark.parametrize("text", ["s3a://bucket/x", "hdfs:/x", "file://host/x"])
def test_other_file_systems_are_refused(text: str):
    with pytest.raises(OptionError, match=r"expected a local path or a file: URI, found"):
        local_path(text)


def test_a_relative_path_may_hold_a_colon(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "ab:c").write_bytes(b"")
    monkeypatch.chdir(folder)
    assert local_path("ab:c") == folder / "ab:c"


def sizes(groups: list[list[DataFile]]) -> list[list[int]]:
    return [[file.size for file in group] for group in groups]


@pytest.mark.parametrize(
    ("given", "options", "expected"),
    [
        ([], {"open_cost": 2}, []),
        ([10, 10, 10, 10], {"max_bytes": 25, "open_cost": 2}, [[10, 10], [10, 10]]),
        ([10, 10, 10, 10], {"max_bytes": 100, "open_cost": 2, "min_partitions": 4}, [[10], [10], [10], [10]]),
        ([10, 10, 10, 10], {"max_bytes": 100, "open_cost": 2, "min_partitions": 2}, [[10, 10], [10, 10]]),
        ([500, 1, 1, 1], {"max_bytes": 100, "open_cost": 0}, [[500], [1, 1, 1]]),
        ([0, 0, 0], {"max_bytes": 10, "open_cost": 10}, [[0, 0], [0]]),
    ],
)
def test_packing(given: list[int], options: dict[str, int], expected: list[list[int]]):
    files = [DataFile(str(at), size, 0) for at, size in enumerate(given)]
    cost = options["open_cost"]
    target = target_bytes(given, options.get("max_bytes", 100), cost, options.get("min_partitions", 1))
    groups = pack(files, target, cost)
    assert sizes(groups) == expected
    assert [file for group in groups for file in group] == files
