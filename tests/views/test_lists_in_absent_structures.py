"""Rows of lists that lie in structures which need not be there: no row is no reason to make one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

TYPES = """
  item:
    seq:
      - {id: kind, type: u1}
      - {id: card, type: card, if: kind > 0}
      - {id: note, type: u1}
  card: {seq: [{id: more, type: u1}, {id: chip, type: chip, if: more > 0}]}
  chip: {seq: [{id: count, type: u1}, {id: tags, type: tag, repeat: expr, repeat-expr: count}]}
  tag: {seq: [{id: t, type: u1}]}
-views:
  tags: {each: 'EACH', columns: [{id: t, value: _.t}]}
"""
IN_LISTS = "seq: [{id: items, type: item, repeat: eos}]\ntypes:" + TYPES.replace("EACH", "items[*].card.chip.tags[*]")
IN_ONE = "seq: [{id: item, type: item}]\ntypes:" + TYPES.replace("EACH", "item.card.chip.tags[*]")
ITEMS = (b"\0\5", b"\1\0\6", b"\2\1\0\7", b"\3\1\2xy\x08", b"\4\1\1z\x09")
"""Without a card, without a chip, without tags, with some."""


def written_with_root(compiled: Compile, spec: str, data: bytes) -> dict[str, Any]:
    """The root of a file, which is written again with its rows."""
    codec = compiled(spec)
    settings = parse(codec, {})
    rows = bytewright.open(data, codec, "tags").to_table()
    root = root_of(codec, BytesSource(data), "tags", settings)
    for engine in ("objects", "auto"):
        assert bytes_of(codec, rows, "tags", settings, json.dumps(root), engine)[0] == data
    return root


@pytest.mark.parametrize("order", [(0,), (1,), (2,), (0, 1, 2), (3, 0, 4), (1, 3, 2, 0, 4), (0, 0, 3, 3, 1)])
def test_in_elements_of_a_list(compiled: Compile, order: tuple[int, ...]) -> None:
    root = written_with_root(compiled, IN_LISTS, b"".join(ITEMS[number] for number in order))
    assert [("card" in one, "chip" in one.get("card", {})) for one in root["items"]] == [
        (number > 0, number > 1) for number in order
    ]


@pytest.mark.parametrize("number", range(len(ITEMS)))
def test_in_one_structure_of_the_file(compiled: Compile, number: int) -> None:
    item = written_with_root(compiled, IN_ONE, ITEMS[number])["item"]
    assert ("card" in item, "chip" in item.get("card", {})) == (number > 0, number > 1)
