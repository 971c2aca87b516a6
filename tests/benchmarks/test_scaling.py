"""The script of docs/scaling.md, small: what it asks a store for, and that it asks no more for more files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from benchmarks import scaling


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling.Store, "latency", 0.0)
    monkeypatch.setattr(scaling, "FOLDER", 100)


def requests(files: int, folder: Path, outputs: int = 40) -> dict[str, Counter[str]]:
    return {one.name: one.requests for one in scaling.measure(files, scaling.SIZE, outputs, folder)}


def test_requests_of_the_driver(tmp_path: Path):
    """Directories are listed once each, and one file is looked at, however many there are."""
    few, many = requests(150, tmp_path), requests(1050, tmp_path)
    assert few["list"]["list"] == 2 + 1
    assert many["list"]["list"] == 11 + 1
    assert many["list"]["head"] == few["list"]["head"] == 1  # whatever is listed
    for step in ("columns", "plan", "hand over", "stream: an offset", "ingest: the manifest", "ingest: what is new"):
        assert few[step] == many[step]
    assert few["plan"].total() == 0
    assert few["ingest: the commit"]["copy"] == 40 + 2  # the files, the manifest, the journal


def test_the_table(tmp_path: Path):
    steps = scaling.measure(30, scaling.SIZE // 4, 3, tmp_path)
    said = scaling.page(steps, 30)
    assert "| plan |" in said
    assert "120 partitions" in said
    assert "30 files known" in said
