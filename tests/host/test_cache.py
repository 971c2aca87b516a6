"""Where things that are made once are kept: nobody else can put anything there, and it has a size."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bytewright.errors import OptionError
from bytewright.host import cache
from bytewright.host.cache import cache_directory, lasting_directory

NOBODY = 65534
ROOT = os.geteuid() == 0


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The places for caches are folders of the test, and every warning is new."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp").chmod(0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(cache, "_temporary", {})
    cache._tell.cache_clear()


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


@pytest.mark.parametrize("mask", [0o000, 0o002, 0o022, 0o077])
def test_each_level_is_private_whatever_the_mask(tmp_path: Path, mask: int):
    before = os.umask(mask)
    try:
        folder = cache_directory("a/b")
        cache.write(folder / "file", b"x")
    finally:
        os.umask(before)
    assert folder == tmp_path / "xdg" / "bytewright" / "a" / "b"
    assert modes(tmp_path / "xdg") == {0o700, 0o600}
    assert cache.read(folder / "file") == b"x"


def test_falls_back_where_home_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("XDG_CACHE_HOME")
    (tmp_path / "home").touch()
    folder = cache_directory("kernels")
    assert folder == tmp_path / "tmp" / f"bytewright-{os.geteuid()}" / "kernels"
    assert modes(folder.parent) == {0o700}


def linked(place: Path, theirs: Path) -> None:
    place.symlink_to(theirs)


def owned(place: Path, theirs: Path) -> None:
    place.mkdir()
    os.chown(place, NOBODY, NOBODY)


def for_all(place: Path, theirs: Path) -> None:
    place.mkdir()
    place.chmod(0o777)


def for_a_group(place: Path, theirs: Path) -> None:
    place.mkdir()
    place.chmod(0o770)


def a_file(place: Path, theirs: Path) -> None:
    place.touch()


PLANTED = [linked, for_all, for_a_group, a_file, *([owned] if ROOT else [])]
"""What somebody else may have put where a folder of ours should be."""


@pytest.mark.parametrize("level", ["bytewright", "bytewright/kernels", "bytewright/kernels/1"])
@pytest.mark.parametrize("plant", PLANTED)
def test_what_somebody_else_may_write_is_done_without(
    tmp_path: Path, plant: Callable[[Path, Path], None], level: str, capsys: pytest.CaptureFixture[str]
):
    """At any level; the next place is taken, and nothing is left in the one that was planted."""
    theirs = tmp_path / "theirs"
    theirs.mkdir(mode=0o700)
    place = tmp_path / "xdg" / level
    place.parent.mkdir(parents=True)
    for folder in (place.parent, place.parent.parent, place.parent.parent.parent):
        folder.chmod(0o700)
    plant(place, theirs)
    for _ in range(2):
        assert lasting_directory("kernels/1") == tmp_path / "home" / ".cache" / "bytewright" / "kernels" / "1"
    assert not list(theirs.iterdir())
    assert place.is_file() or not list(place.iterdir())
    told = capsys.readouterr().err
    if plant is a_file and level == "bytewright":
        assert told.count("\n") <= 1
    else:
        assert told.startswith(f"bytewright: warning: the cache {tmp_path}/xdg/bytewright isn't used: {place} ")
        assert told.count("\n") == 1


@pytest.mark.parametrize("plant", PLANTED)
def test_nobody_can_deny_a_cache(tmp_path: Path, plant: Callable[[Path, Path], None], monkeypatch: pytest.MonkeyPatch):
    """Where every place is taken, nothing lasts, but what needs a folder has one of this process."""
    monkeypatch.delenv("XDG_CACHE_HOME")
    (tmp_path / "home").touch()
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    plant(tmp_path / "tmp" / f"bytewright-{os.geteuid()}", theirs)
    assert lasting_directory("java") is None
    folder = cache_directory("java")
    assert folder.is_relative_to(tmp_path / "tmp")
    assert cache_directory("java") == folder
    assert modes(folder.parent) == {0o700}
    assert not list(theirs.iterdir())


def test_the_folder_of_a_process_goes_with_it(tmp_path: Path):
    """Also where it forks another."""
    script = (
        "import os, sys; from bytewright.host import cache; cache._bases = lambda: []\n"
        "mine = cache.cache_directory('java')\n"
        "if os.fork() == 0: sys.exit(0 if cache.cache_directory('java') != mine else 1)\n"
        "print(os.waitstatus_to_exitcode(os.wait()[1]), mine.is_dir())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert done.stdout.split() == ["0", "True"], done.stderr
    assert not list(tmp_path.glob("bytewright-*"))


def test_what_other_programs_run_lies_where_nobody_can_exchange_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "xdg").mkdir()
    (tmp_path / "xdg").chmod(0o777)
    assert lasting_directory("compiled") == tmp_path / "xdg" / "bytewright" / "compiled"
    assert lasting_directory("java", by_path=True) == tmp_path / "home" / ".cache" / "bytewright" / "java"
    assert "may be exchanged by other users" in capsys.readouterr().err
    (tmp_path / "xdg").chmod(0o1777)
    assert lasting_directory("java", by_path=True) == tmp_path / "xdg" / "bytewright" / "java"


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "other", "others", "link", "folder", "owner"])
def test_a_file_that_is_not_as_it_was_written_is_none(damage: str):
    folder = cache_directory("things")
    path = folder / "a"
    cache.write(path, b"content")
    assert cache.read(path) == b"content"
    whole = path.read_bytes()
    match damage:
        case "cut":
            path.write_bytes(whole[:-1])
        case "changed":
            path.write_bytes(whole[:-1] + b"T")
        case "empty":
            path.write_bytes(b"")
        case "other":
            cache.write(folder / "b", b"content")
            (folder / "b").replace(path)
        case "others":
            path.chmod(0o620)
        case "link":
            path.rename(folder / "c")
            path.symlink_to(folder / "c")
        case "folder":
            path.unlink()
            path.mkdir()
        case "owner":
            if not ROOT:
                pytest.skip("only root gives files away")
            os.chown(path, NOBODY, NOBODY)
    assert cache.read(path) is None


def test_nothing_is_left_of_a_file_that_can_not_be_written(monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "full")

    folder = cache_directory("things")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="full"):
        cache.write(folder / "a", b"content")
    assert not list(folder.iterdir())


def test_what_was_not_used_for_the_longest_time_goes_first(monkeypatch: pytest.MonkeyPatch):
    """Files and folders of all kinds, whole."""
    monkeypatch.setenv(cache.SIZE, "40k")
    for number in range(4):
        cache.write(cache_directory("compiled") / f"file{number}", bytes(8000))
        cache.write(cache_directory(f"kernels/folder{number}") / "file", bytes(8000))
    base = cache_directory("compiled").parent
    for age, name in enumerate(("kernels/folder3", "compiled/file1", "kernels/folder1", "compiled/file3")):
        noted = time.time() - 120 - age  # minutes ago: whoever is busy uses the kernel all the time
        os.utime(base / name, (noted, noted))
    assert cache.read(base / "compiled" / "file1") is not None  # used again
    cache.trim(base / "compiled")
    left = {str(path.relative_to(base)) for path in base.rglob("*") if path.is_file()}
    assert not left & {"compiled/file3", "kernels/folder1/file", "kernels/folder3/file"}
    assert "compiled/file1" in left
    assert sum((base / name).stat().st_size for name in left) <= 40 << 10
    monkeypatch.setenv(cache.SIZE, "0")
    cache.trim(base / "compiled")
    assert len([path for path in base.rglob("*") if path.is_file()]) == 1


@pytest.mark.parametrize("use", [lasting_directory, cache_directory])
def test_a_size_that_is_none_is_told_at_the_first_use(use: Callable[[str], object], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(cache.SIZE, "much")
    expected = r"BYTEWRIGHT_CACHE_SIZE: expected a size, as in 4096, 64MB or 1g, found 'much'"
    with pytest.raises(OptionError, match=expected):
        use("compiled")


PLANT = """
import os, pathlib, sys
os.setgid(65534); os.setuid(65534)
root = pathlib.Path(sys.argv[1])
for folder in (root / 'bytewright' / 'compiled', root / 'bytewright', root):
    try:
        folder.rename(folder.with_name(folder.name + '.old'))
        os.umask(0)
        (root / 'bytewright' / 'compiled').mkdir(parents=True)
    except OSError as error:
        print(type(error).__name__)
    else:
        print('planted', folder.name)
"""


@pytest.mark.skipif(not ROOT, reason="another user is needed")
@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_another_user_plants_nothing(mask: int, monkeypatch: pytest.MonkeyPatch):
    """A user of the machine tries to exchange each folder of a cache: at most the whole, which isn't used then."""
    around = Path(tempfile.mkdtemp(dir="/tmp"))
    around.chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(around / "xdg"))
    before = os.umask(mask)
    try:
        cache.write(cache_directory("compiled") / "entry", b"content")
        done = subprocess.run([sys.executable, "-c", PLANT, str(around / "xdg")], capture_output=True, text=True)
        assert done.stdout.split("\n")[:3] == ["PermissionError", "PermissionError", "planted xdg"], done.stderr
        found = lasting_directory("compiled")
        assert found is not None
        assert not found.is_relative_to(around)
    finally:
        os.umask(before)
        shutil.rmtree(around)
