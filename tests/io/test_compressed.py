"""Compressed files: what is wrong with them, and what is wrong with the place for what they hold."""

import gzip
from io import FileIO
from pathlib import Path

import pytest

from bytewright.errors import InputMissingError, ReadError
from bytewright.io.source import open_source


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.bin.gz"
    path.write_bytes(gzip.compress(bytes(range(256)) * 10_000))
    return path


def test_what_they_hold_is_read(path: Path) -> None:
    source = open_source(path)
    assert source.read(255, 3) == b"\xff\0\1"
    assert source.size == 2_560_000
    source.close()


def test_damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ReadError, match=r"x\.bin\.gz: its compression \(gzip\) is damaged: "):
        open_source(path)


def test_no_room_for_what_they_hold(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", lambda prefix: FileIO("/dev/full", "r+"))
    with pytest.raises(InputMissingError) as caught:
        open_source(path)
    assert caught.value.what == "no temporary file for what it holds compressed: no space left on device"
