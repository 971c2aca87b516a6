"""Calls of the system fail, any one, in what Spark's writers and caches do: all or nothing, and a typed error."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from tests.crash import writers as writing
from tests.crash.writers import recovered, writers
from tests.support.faults import Faults, Held, Kind, each_call_fails, held, kinds, outcome, restored
from tests.support.growing_logs import FRAMED

import bytewright
from bytewright.io.folders import local_folder
from bytewright.kernels.native.machine import cache as machine_cache
from bytewright.kernels.native.machine.object_file import Code
from bytewright.spark.ingest.stores import ParquetStore
from bytewright.spark.streaming.offsets import Offset
from bytewright_codegen.load import load


def settled(folder: Path, old: Held, new: Held) -> bool:
    recovered(folder)
    with suppress(OSError):
        (folder / "table").rmdir()  # an empty one is none
    return held(folder) in (old, new)


def whole(folder: Path, old: Held, new: Held) -> bool:
    """Whether each file is, of those that appear one after another."""
    return all(name.endswith("/") or data in (old.get(name), new.get(name)) for name, data in held(folder).items())


@kinds
@pytest.mark.parametrize("name", [name for name in writers() if name.startswith(("ingest", "state", "bad records"))])
def test_writers(name: str, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table's files and its manifest, the state of a stream, and what was passed over."""
    folder, writer = tmp_path / "files", writers()[name]
    folder.mkdir()
    writer.prepare(folder)
    monkeypatch.setattr(writing, "uuid4", lambda: UUID(int=7))  # only of the job tried: those before it have their own
    judge = settled if name.startswith("ingest") else whole
    each_call_fails(folder, lambda place: writer.run(place, lambda what: None), kind, settled=judge)


@kinds
@pytest.mark.parametrize("name", ["ingest, append", "bad records"])
def test_readers(name: str, kind: Kind, tmp_path: Path) -> None:
    """What a table holds, and what was passed over."""
    folder, writer = tmp_path / "files", writers()[name]
    folder.mkdir()
    writer.prepare(folder)
    writer.run(folder, lambda what: None)
    if name.startswith("ingest"):
        each_call_fails(folder, lambda place: ParquetStore(str(place / "table"), ()).manifest().parts, kind)
    else:
        each_call_fails(folder, writer.found, kind)


@kinds
def test_states_of_a_stream(kind: Kind, tmp_path: Path) -> None:
    """A checkpoint finds its state, or says why not."""
    folder = tmp_path / "files"
    state = local_folder(str(folder))
    folder.mkdir()
    kept = Offset({1: 10}).to_json(state)

    def run(place: Path) -> Offset:
        return Offset.from_json(kept, state)

    each_call_fails(folder, run, kind)


@kinds
def test_compiled_specs(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that can't be written or read costs time, and nothing else."""
    folder, spec = tmp_path / "files", tmp_path / "framed.ksy"
    folder.mkdir()
    spec.write_text(FRAMED, encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    monkeypatch.setenv("HOME", str(folder / "home"))
    data = writing.log_of(5)

    def run(place: Path) -> Any:
        return bytewright.open(data, load(spec)).to_table()["number"].to_pylist()

    monkeypatch.setattr("bytewright.host.cache._tell", lambda text: None)
    for number in kind.numbers:
        restored(folder, {})
        faults = Faults(folder, kind, number)
        found, error = outcome(folder, run, faults)
        assert found == list(range(5)) or isinstance(error, KeyboardInterrupt), (number, faults.failed, error)
        assert all(name.endswith((".codecs", "/")) for name in held(folder)), (number, faults.failed)
        assert outcome(folder, run, Faults(folder, None)) == (list(range(5)), None)  # by what is there now
        if not faults.failed:
            break


@kinds
def test_compiled_kernels(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    monkeypatch.setattr(machine_cache, "folder", lambda: folder)
    code = Code("symbol", b"code" * 100)

    def run(place: Path) -> Any:
        return machine_cache.save("part", code), machine_cache.read("part")

    for number in kind.numbers:
        restored(folder, {})
        faults = Faults(folder, kind, number)
        found, error = outcome(folder, run, faults)
        assert isinstance(error, KeyboardInterrupt) or found[1] in (None, code), (number, faults.failed, error)
        assert held(folder).keys() <= {"part.code"}, (number, faults.failed)
        assert outcome(folder, run, Faults(folder, None)) == ((True, code), None)
        if not faults.failed:
            break
