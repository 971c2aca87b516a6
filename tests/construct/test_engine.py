"""The engine that has Construct itself read files: it shows the same rows, and complains where it reads otherwise."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.tables.engines import Engine
from bytewright_codegen.load import load

POINTS = """
from construct import GreedyRange, If, Int8ub, Int16ub, Struct, VarInt, this

point = Struct("kind" / Int8ub, "x" / Int16ub, "y" / If(this.kind == 1, VarInt))
points = Struct("points" / GreedyRange(point))
"""
FILE = bytes([1, 0, 7, 0xAC, 2, 0, 1, 0])


@pytest.fixture
def codec(tmp_path: Path) -> Codec:
    (tmp_path / "points.py").write_text(POINTS)
    return load(tmp_path / "points.py", trust=tmp_path)


def rows(codec: Codec, data: bytes, engine: Engine) -> list[Any]:
    return bytewright.open(data, codec, engine=engine).to_table().to_pylist()


def test_it_shows_the_same_rows(codec: Codec) -> None:
    shown = rows(codec, FILE, "construct")
    assert shown == rows(codec, FILE, "objects")
    assert shown == [{"kind": 1, "x": 7, "y": 300}, {"kind": 0, "x": 256, "y": None}]


def test_a_file_that_either_refuses_is_bad(codec: Codec) -> None:
    with pytest.raises(ReadError, match=r"points\[1\]\.x: expected 2 bytes, found 1"):
        rows(codec, FILE[:-1], "construct")  # Construct stops before it


def test_what_is_read_otherwise_is_an_error(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    from construct import Int8ub, Int16ub, Struct

    other = Struct("points" / Struct("kind" / Int8ub, "x" / Int16ub, "y" / Int16ub)[1])
    monkeypatch.setattr("bytewright.oracles.construct_engine.declaration_of", lambda codec: other)
    with pytest.raises(ReadError, match=r"construct: points: 2 elements, and Construct has 1"):
        rows(codec, FILE, "construct")
    with pytest.raises(ReadError, match=r"construct: Error in path .* stream read less than specified amount"):
        rows(codec, FILE[:2], "construct")


def test_without_construct(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"{codec.package}.parser", raising=False)
    monkeypatch.setitem(sys.modules, "construct", None)
    with pytest.raises(OptionError, match="the engine construct: this needs construct, which is not installed"):
        rows(codec, FILE, "construct")


def test_only_declarations_have_it(compiled: Compile) -> None:
    with pytest.raises(OptionError, match="has no declaration for the engine construct"):
        bytewright.open(b"", compiled("seq: [{id: a, type: u1}]"), engine="construct")
