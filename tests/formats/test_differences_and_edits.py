"""Files of all formats: what an edit changes is what a difference shows, and nothing else is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.inputs import Input
from bytewright.tables.trees.differences import differences
from bytewright.tables.trees.editing import Assignment, edit
from bytewright.tree import Node
from bytewright.tree.paths import below

ROOT = Path(__file__).parents[2]
SAMPLES = {
    "aresdb_redo_log": "examples/data/aresdb/every_type/scalars_mixed.redolog",
    "deephaven_log": "examples/data/deephaven/orders/Date=2026-11-20/transactions.bin",
    "esdb": "specs/esdb/samples/readme_example.esdb",
    "filodb_container": "specs/filodb/samples/gauge.bin",
    "milvus_binlog": "specs/milvus/samples/m2x_s101_insert_multi_event.bin",
}


def _leaves(node: Node, path: str = "") -> list[tuple[str, Node]]:
    """Leaves that may be set to other values."""
    if node.derived:
        return []
    if node.children is None:
        kinds = (int, float, str)
        return [(path, node)] if isinstance(node.value, kinds) and node.type not in ("slack", "padding", "bits") else []
    return [leaf for child in node.children for leaf in _leaves(child, below(path, child.name))]


def _other(node: Node, draw: random.Random) -> str:
    value: Any = node.value
    if isinstance(value, bool):
        return "false" if value else "true"
    if isinstance(value, int | float):
        return str(value + draw.choice([1, -1]))
    if node.type == "bytes" and value:
        return "".join(reversed(value)) if value != value[::-1] else f"{int(value[:2], 16) ^ 1:02x}{value[2:]}"
    return f"{value}x"


def _read(codec: Codec, data: bytes) -> Node:
    return tree.build(codec, BytesSource(data))


@pytest.mark.parametrize("name", SAMPLES)
def test_an_edit_is_the_difference(name: str, tmp_path: Path) -> None:
    codec = bytewright.load(name)
    file, draw = ROOT / SAMPLES[name], random.Random(5)
    settings, new = parse(codec), tmp_path / "new"
    assert list(differences(codec, Input(file), Input(file), settings)) == []
    leaves = _leaves(_read(codec, file.read_bytes()))
    done = 0
    for path, node in draw.sample(leaves, min(20, len(leaves))):
        try:
            edit(codec, Input(file), settings, [Assignment.parsed(f"{path}={_other(node, draw)}")], str(new))
        except (WriteError, ReadError):
            assert not new.exists()
            continue
        found = [one.path for one in differences(codec, Input(file), Input(new), settings)]
        assert any(one == path or path.startswith(one) for one in found), (path, found)
        assert _read(codec, new.read_bytes()).size == new.stat().st_size
        new.unlink()
        done += 1
        if done == 3:
            break
    assert done >= 2
