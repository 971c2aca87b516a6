"""Elements of lists around a record, which differ in size, looked up by a number that the record says."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

SPEC = """
seq:
  - {{id: blocks, type: block, repeat: eos}}
types:
  block:
    seq:
      - {{id: scale, type: u1}}
      - {{id: len_names, type: u1}}
      - {{id: names, type: name, repeat: expr, repeat-expr: len_names}}
      - {{id: len_items, type: u1}}
      - {{id: items, type: item, repeat: expr, repeat-expr: len_items}}
  name:
    seq:
      - {{id: flags, type: u1}}
      - {{id: len, type: u1}}
      - {{id: text, type: str, size: len}}
      - {{id: weight, type: f4, if: flags & 1 == 1}}
    instances:
      scaled: {{value: len * _parent.scale}}
      size: {{value: text.length}}
  item:
    seq:
      - {{id: which, type: u1}}
      - {{id: len_parts, type: u1}}
      - {{id: parts, type: part, repeat: expr, repeat-expr: len_parts}}
  part:
    seq: [{{id: which, type: u1}}]
-views:
  items:
    each: blocks[*].items[*]
    columns: [{{id: which, value: _.which}}, {{id: found, value: '{item}'}}]
  parts:
    each: blocks[*].items[*].parts[*]
    columns: [{{id: which, value: _.which}}, {{id: found, value: '{part}'}}]
"""
NAMED = {
    "number": ("{}.len", lambda name, scale: len(name[0])),
    "text": ("{}.text", lambda name, scale: name[0]),
    "of its parent": ("{}.scaled", lambda name, scale: len(name[0]) * scale),
    "characters": ("{}.size", lambda name, scale: len(name[0])),
    "float that may be absent": ("{}.weight", lambda name, scale: name[1]),
    "behind a condition": ("_.which < 2 ? {}.len : -1", None),
}
NAMES: list[list[tuple[str, float | None]]] = [
    [("volt", 1.5), ("", None), ("ampere", -0.25)],
    [("kelvin", None), ("m", 2.0)],
    [],
    [("a" * 100, None), ("b", 8.0), ("cc", None), ("", 0.5)],
]


def block(scale: int, names: list[tuple[str, float | None]], items: list[tuple[int, list[int]]]) -> bytes:
    data = bytes([scale, len(names)])
    for text, weight in names:
        data += bytes([weight is not None, len(text)]) + text.encode()
        data += b"" if weight is None else struct.pack("<f", weight)
    data += bytes([len(items)])
    return data + b"".join(bytes([which, len(parts), *parts]) for which, parts in items)


def blocks() -> tuple[bytes, list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """A file, and of each item, and of each part, its number, its block's and the block's scale."""
    data, items, parts = b"", [], []
    for number, names in enumerate(NAMES):
        here = [
            ((3 * i + number) % len(names), [(i + j) % len(names) for j in range(i % 3)])
            for i in range(7 if names else 0)
        ]
        data += block(number + 2, names, here)
        items += [(which, number, number + 2) for which, _ in here]
        parts += [(which, number, number + 2) for _, inside in here for which in inside]
    return data, items, parts


@pytest.mark.parametrize(("asked", "value"), NAMED.values(), ids=NAMED)
def test_elements_of_lists_around_a_record(compiled: Compile, asked: str, value: Any) -> None:
    item = asked.format("_._parent.names[_.which]")
    part = asked.format("_._parent._parent.names[_.which]")
    codec = compiled(SPEC.format(item=item, part=part))
    data, items, parts = blocks()
    for view, elements in (("items", items), ("parts", parts)):
        rows = []
        for which, number, scale in elements:
            name = NAMES[number][which]
            if value is None:
                rows.append({"which": which, "found": len(name[0]) if which < 2 else -1})
            else:
                rows.append({"which": which, "found": value(name, scale)})
        assert made_by_the_kernel(codec, view) == {"which", "found"}
        assert agree(codec, data, view=view) == (list(map(repr, rows)), None, [])
        tried, bad = agree_when_damaged(codec, data, view=view)
        assert tried > 100
        assert bad > 20
