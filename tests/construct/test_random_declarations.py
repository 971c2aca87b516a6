"""Random declarations × random values: what Construct builds, our readers, writers, trees and engines agree on."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.construct.declared import module
from tests.construct.drawing import declaration

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError
from bytewright.io.source import BytesSource
from bytewright.oracles.construct_difference import construct_difference
from bytewright_codegen.load import load

_VALUES = 4
_DAMAGED = 20


def agree(number: int, folder: Path) -> int:
    """Try a declaration with some values; gives how many files were compared."""
    source, value = declaration(number)
    path = folder / f"toy_{number}.py"
    path.write_text(source, encoding="utf-8")
    codec, toy, draws = load(path, trust=path), module(path).toy, Random(number)
    compared = 0
    for _ in range(_VALUES):
        data = toy.build(value(draws))
        assert construct_difference(codec, data, toy) is None
        assert codec.to_bytes(codec.parse(data), canonical=True) == data
        same(codec, data)
        compared += 1
        for _ in range(_DAMAGED):
            compared += damaged(codec, toy, damage(draws, data))
    return compared


def same(codec: Codec, data: bytes) -> None:
    """What was read is written again, also from its tree, and all engines show it alike."""
    assert codec.to_bytes(codec.parse(data)) == data
    node = json.dumps(tree.build(codec, BytesSource(data)).to_json())
    assert codec.to_bytes(tree.load(codec, node)) == data
    assert rows(codec, data, "objects") == rows(codec, data, "auto")


def damage(draws: Random, data: bytes) -> bytes:
    """Some other bytes, or less of them."""
    changed = bytearray(data[: draws.randrange(len(data) + 1)] if draws.random() < 0.3 else data)
    for _ in range(draws.randrange(3)):
        if changed:
            changed[draws.randrange(len(changed))] = draws.choice((0, 1, 127, 128, 255, draws.randrange(256)))
    return bytes(changed)


def damaged(codec: Codec, toy: Any, data: bytes) -> bool:
    """Where both read a file, they read the same; what we read, we write. Gives whether both did."""
    try:
        ours = codec.parse(data)
    except BytewrightError:
        return False
    try:
        theirs = toy.parse(data)
    except Exception:  # Construct raises what Python does as well
        theirs = None
    if theirs is None:
        raise AssertionError(f"only ours reads {data.hex()}: {ours}")
    assert construct_difference(codec, data, toy) is None
    same(codec, data)
    return True


def rows(codec: Codec, data: bytes, engine: Any) -> Any:
    """The rows of the default view; or the error, where a value can't be shown."""
    try:
        return bytewright.open(data, codec, engine=engine).to_table().to_pylist()
    except BytewrightError as error:
        return str(error)


@pytest.mark.parametrize("number", range(8))
def test_random_declarations(number: int, tmp_path: Path) -> None:
    assert agree(number, tmp_path) >= _VALUES


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8, 80))
def test_more_random_declarations(number: int, tmp_path: Path) -> None:
    assert agree(number, tmp_path) >= _VALUES


if __name__ == "__main__":  # python -m tests.construct.test_random_declarations FIRST LAST
    with tempfile.TemporaryDirectory() as name:
        for number in range(*map(int, sys.argv[1:3])):
            print(number, agree(number, Path(name)))
