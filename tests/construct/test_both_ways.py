"""Small formats, each as a ``.ksy`` and in Construct: one meaning, and Construct itself reads and writes the same."""

from __future__ import annotations

import importlib
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from tests.construct.declared import FORMATS, NAMES, declared, meaning
from tests.support.drawn import same_each_time

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.oracles.construct_difference import construct_difference
from bytewright_codegen.load import load

DRAWN = same_each_time(25)
NOT_BUILT = {"directory", "inner_places"}
"""Formats in which a place is no consequence for Construct, so that building needs it from the user."""


@cache
def codecs(name: str) -> tuple[Codec, Codec, Any]:
    return load(FORMATS / f"{name}.ksy"), load(FORMATS / f"{name}.py", trust=FORMATS), declared(FORMATS / f"{name}.py")


def test_there_are_fifteen() -> None:
    assert len(NAMES) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_both_mean_the_same(name: str) -> None:
    kaitai, construct = meaning(FORMATS / f"{name}.ksy"), meaning(FORMATS / f"{name}.py")
    assert list(construct) == list(kaitai)
    for part in kaitai:
        assert construct[part] == kaitai[part]


@pytest.mark.parametrize("name", NAMES)
def test_files_are_the_same(name: str) -> None:
    kaitai, construct, plain = codecs(name)
    files = []

    @DRAWN
    @given(importlib.import_module(f"{kaitai.package}.strategies").models())
    def drawn(model: Any) -> None:
        try:
            files.append(kaitai.to_bytes(model))
        except WriteError:
            return

    drawn()
    assert len(set(files)) > 2
    for data in files:
        agree(kaitai, construct, data)
        assert construct_difference(construct, data, plain) is None
        if name not in NOT_BUILT:
            again = plain.build(plain.parse(data))
            assert construct_difference(construct, again, plain) is None
            assert construct.to_bytes(construct.parse(again)) == again


def agree(kaitai: Codec, construct: Codec, data: bytes) -> None:
    """Both read and write the same bytes, and show the same tree, rows and schema."""
    assert construct.to_bytes(construct.parse(data)) == data
    assert construct.to_bytes(construct.parse(data), canonical=True) == kaitai.to_bytes(
        kaitai.parse(data), canonical=True
    )
    trees = [json.dumps(tree.build(codec, BytesSource(data)).to_json()) for codec in (kaitai, construct)]
    assert trees[0] == trees[1]
    schemas = [bytewright.open(data, spec=codec).schema for codec in (kaitai, construct)]
    assert schemas[0].equals(schemas[1])
    assert rows(kaitai, data) == rows(construct, data)


def rows(codec: Codec, data: bytes) -> list[str]:
    """The rows of the default view; or the error, where a value can't be shown (a moment out of range)."""
    try:
        return [str(row) for row in bytewright.open(data, spec=codec).to_table().to_pylist()]
    except ReadError as error:
        return [str(error)]
