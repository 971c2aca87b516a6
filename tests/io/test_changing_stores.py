"""Files of stores that are replaced while they are read, and requests that are answered in part."""

from __future__ import annotations

import contextlib
import itertools
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pytest
from tests.crash import writers
from tests.support.failing_store import ROOT, FailingStore

import bytewright
from bytewright.errors import BytewrightError
from bytewright.io import remote_source
from bytewright.io.filesystems import locate
from bytewright.io.folders import open_folder
from bytewright.objects.read import cursor

COUNT = 3000


@cache
def log_of(first: int, count: int) -> bytes:
    """A log; those of as many records, from whatever number on, are of one size."""
    rows = writers.rows(count)
    numbers = pa.array(range(first, first + count), pa.uint32())
    with tempfile.TemporaryDirectory() as folder:
        bytewright.write(rows.set_column(0, "number", numbers), f"{folder}/log", writers.framed())
        return Path(f"{folder}/log").read_bytes()


@pytest.fixture(autouse=True)
def _in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_source, "_PIECE", 64)
    monkeypatch.setattr(remote_source, "_AHEAD", 128)
    monkeypatch.setattr(cursor, "CHUNK", 1 << 14)
    FailingStore.restored({"/logs/a": log_of(0, COUNT)})


def numbers(engine: Any) -> list[Any]:
    table = bytewright.open(f"{ROOT}logs/a", writers.framed(), engine=engine)
    return table.to_table()["number"].to_pylist()


@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_requests_that_are_answered_in_part(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FailingStore, "short", True)
    assert numbers(engine) == [*range(COUNT)]
    assert open_folder(f"{ROOT}logs").read("a") == log_of(0, COUNT)


def _replace(data: bytes | None) -> None:
    if data is None:
        del FailingStore.store["/logs/a"]
    else:
        fsspec.filesystem("failing").pipe_file("/logs/a", data)


@pytest.mark.parametrize("change", ["other", "shorter", "longer", "deleted"])
@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_a_file_that_is_replaced(engine: Any, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two requests: rows are all of before or all of after, or an error names the file."""
    monkeypatch.setattr(remote_source, "OBJECT_STORES", {locate(f"{ROOT}logs").system.type_name})
    first, count = {"other": (COUNT, COUNT), "shorter": (COUNT, 500), "longer": (COUNT, 4000), "deleted": (0, 0)}[
        change
    ]
    after = log_of(first, count) if count else None
    allowed, refused = [[*range(COUNT)], [*range(first, first + count)]], list[str | None]()
    for number in itertools.count(1):
        FailingStore.restored({"/logs/a": log_of(0, COUNT)})
        with contextlib.suppress(BytewrightError), FailingStore.failing(number, lambda: _replace(after)):
            try:
                assert numbers(engine) in allowed, (number, FailingStore.failed)
            except BytewrightError as error:
                refused.append(error.path)
        if not FailingStore.failed:
            break
    assert refused
    assert {*refused} == {f"{ROOT}logs/a"}


def test_a_file_that_is_appended_to() -> None:
    """In a store of files that isn't another one: the records of before are read."""
    for number in range(5, 12):
        FailingStore.restored({"/logs/a": log_of(0, COUNT)})
        with FailingStore.failing(number, lambda: _replace(log_of(0, 4000))):
            assert numbers("auto") == [*range(COUNT)]
