"""Where things that are made once are kept."""

import os
import tempfile
from pathlib import Path

import pytest

from bytewright.cache import cache_directory
from bytewright.errors import BytewrightError


def test_below_the_configured_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory("a/b") == tmp_path / "bytewright" / "a" / "b"
    assert cache_directory("a/b").is_dir()


def test_falls_back_where_home_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "home").touch()
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = cache_directory("kernels")
    assert folder.parent.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_someone_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a"))
    monkeypatch.setenv("HOME", str(tmp_path / "b"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "c"))
    theirs = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: theirs)
    with pytest.raises(BytewrightError, match="Set XDG_CACHE_HOME"):
        cache_directory("kernels")
