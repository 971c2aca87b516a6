"""Zeros behind a list that ends where nothing else is left: no records to trees, differences and edits, whatever their
lengths say."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.compiling import Compile

from bytewright import cli, tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError
from bytewright.io.source import BytesSource
from bytewright.tables.inputs import Input
from bytewright.tables.trees.editing import Assignment, edit
from bytewright.testing.checks import check_tree_of

SPEC = """
seq: [{id: items, type: item, repeat: eos, -role: slack}]
types: {item: {seq: [{id: len, type: u1}, {id: body, size: len}]}}
"""
PLAIN = SPEC.replace(", -role: slack", "")
TWO = b"\3abc\2\0\0"
FILES = [TWO + bytes(n) for n in (0, 1, 3, 70_000)] + [bytes(5), b"", b"\0\1x" + bytes(2)]


def shown(codec: Codec, data: bytes, depth: int) -> list[tuple[int, str, int, int]]:
    found = tree.FileTree(codec, BytesSource(data), parse(codec, {}))
    return [(level, node.name, node.offset, node.size) for level, node in found.nodes(depth=depth)]


@pytest.mark.parametrize("data", FILES, ids=len)
def test_trees(data: bytes, compiled: Compile) -> None:
    codec = compiled(SPEC)
    check_tree_of(codec, data)
    whole = tree.build(codec, BytesSource(data))
    for depth in (1, 2):
        nodes = [(level, node.name, node.offset, node.size) for level, node in tree.below(whole, 0, depth, None)]
        assert shown(codec, data, depth) == nodes


def test_zeros_are_records_of_a_list_to_the_end(compiled: Compile) -> None:
    found = shown(compiled(PLAIN), TWO + bytes(2), 2)
    assert [name for level, name, *_ in found if level == 2] == ["[0]", "[1]", "[2]", "[3]"]


def test_edits(compiled: Compile, tmp_path: Path) -> None:
    codec, old, made = compiled(SPEC), tmp_path / "old", tmp_path / "made"
    old.write_bytes(TWO + bytes(3))

    def changed(word: str) -> bytes:
        edit(codec, Input(old), parse(codec, {}), [Assignment.parsed(word)], str(made))
        return made.read_bytes()

    assert changed("items[1].body=78") == b"\3abc\1x" + bytes(3)
    with pytest.raises(OptionError, match="the number of an element, from 0 to 1, found 2"):
        changed("items[2].body=78")


def test_differences(compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compiled(SPEC)
    paths = [tmp_path / name for name in ("one", "other", "more")]
    for path, data in zip(paths, (TWO + bytes(3), TWO + bytes(3), TWO + bytes(4)), strict=True):
        path.write_bytes(data)

    def told(one: int, other: int) -> tuple[int, str]:
        status = cli.main(["diff", "--spec", str(tmp_path / "toy.ksy"), str(paths[one]), str(paths[other])])
        return status, capsys.readouterr().out

    assert told(0, 1) == (0, "")
    assert told(0, 2) == (1, '~ slack (0x7): "000000" → "00000000"\n')
    paths[1].write_bytes(b"\3abd" + TWO[4:] + bytes(3))
    assert told(0, 1) == (1, '~ items[0].body (0x1): "616263" → "616264"\n')
