"""The columns of all files, several of which are looked at together: those that one file after another has."""

from __future__ import annotations

import os
import random
import threading
from typing import Any, Literal

import pytest
from tests.support import ledgers
from tests.support.both import toy
from tests.tables import test_properties

import bytewright
from bytewright.codec.codec import Codec
from bytewright.tables import column_discovery
from bytewright.tables.column_discovery import ColumnDiscovery

Engine = Literal["objects", "columns"]
KINDS: dict[str, list[Any]] = {"small": [1, None], "short": [300, -1], "real": [0.5, None], "flag": [True, False]}


def _pivot(rng: random.Random, engine: Engine) -> bytes:
    """A file with columns that keys name: of types that widen, and with properties. For objects also of types that
    don't go together: of steps behind such a one the engines say different things."""
    others = [*KINDS] if engine == "objects" else ["short"]
    batches: list[list[test_properties.Column]] = []
    for _ in range(rng.randrange(1, 4)):
        keys = sorted(rng.sample(range(1, 5), rng.randrange(1, 4)))
        kinds = [rng.choice(["small", "small", "small", *others]) for _ in keys]
        rules = [rng.choice(["add", "replace", "keep"]) for _ in keys]
        batches.append(
            [(key, kind, rule, "good", KINDS[kind]) for key, kind, rule in zip(keys, kinds, rules, strict=True)]
        )
    data = test_properties.file_of(batches)
    return data[: rng.randrange(len(data))] if rng.random() < 0.1 else data


def _header(rng: random.Random, _: Engine) -> bytes:
    """One whose header names the columns."""
    kinds = {"a": ["short", "tiny", "text"], "b": ["tiny"], "c": ["flag", "tiny"], "d": ["int", "short"]}
    columns = [ledgers.Column(name, rng.choice(kinds[name])) for name in rng.sample([*kinds], rng.randrange(1, 5))]
    return ledgers.header(columns) if rng.random() < 0.95 else b""


@pytest.mark.parametrize("engine", ["objects", "columns"])
@pytest.mark.parametrize("named", ["pivot", "header"])
@pytest.mark.parametrize("mode", ["FAILFAST", "DROPMALFORMED"])
def test_columns_are_those_of_one_file_after_another(
    monkeypatch: pytest.MonkeyPatch, engine: Engine, named: str, mode: str
) -> None:
    codec, make, view = {
        "pivot": (test_properties.codec(), _pivot, None),
        "header": (toy("ledger"), _header, "entries"),
    }[named]
    for seed in range(40):
        rng = random.Random(seed)
        files = [make(rng, engine) for _ in range(rng.randrange(2, 6))]
        assert _columns(files, codec, view, engine, mode) == _one_by_one(
            monkeypatch, files, codec, view, engine, mode
        ), seed


def _columns(files: list[bytes], codec: Codec, view: str | None, engine: Engine, mode: str) -> Any:
    table = bytewright.open(files, codec, view, options={"mergeSchema": "true"}, engine=engine, mode=mode)
    return table.schema.to_string(), table.keys


def _one_by_one(monkeypatch: pytest.MonkeyPatch, *what: Any) -> Any:
    with monkeypatch.context() as patch:
        patch.setattr(column_discovery, "join", lambda *_: False)
        return _columns(*what)


def test_several_files_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2)
    discover = ColumnDiscovery._discover

    def wait(self: ColumnDiscovery, *what: Any) -> Any:
        together.wait(60)
        return discover(self, *what)

    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(ColumnDiscovery, "_discover", wait)
    files = [test_properties.file_of([[(key, "small", "add", "good", [1])]]) for key in (3, 1)]
    table = bytewright.open(files, test_properties.codec(), options={"mergeSchema": "true"}, engine="objects")
    assert [name for name in table.schema.names if name.startswith("a")] == ["a1", "a3"]
