"""Codecs that the cache keeps: not more of them than it may hold, but for the last few."""

from pathlib import Path

import pytest

from bytewright_codegen.pipeline import codec_cache


def test_it_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("BYTEWRIGHT_CACHE_SIZE", "40000")
    text = "x" * 5000
    for number in range(50):
        codec_cache.save(f"key{number}", {"toy": {"note.txt": text}})
    kept = sorted(path.stat().st_size for path in tmp_path.rglob("*.codecs"))
    assert 7 <= len(kept) <= 7 + codec_cache._UNTRIMMED
    assert kept[0] > 5000
    assert codec_cache.read("key49") == {"toy/note.txt": (text, None)}
    assert codec_cache.read("key0") is None
