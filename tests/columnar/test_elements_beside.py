"""Elements that are laid out by the element of another list with the same number, where that only shows when it is
read: lists of varints, of structures that say their own size, up to one that is the last."""

from __future__ import annotations

import struct
from random import Random

import pytest
from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

TYPES = """
  varint:
    seq: [{id: groups, type: group, repeat: until, repeat-until: not _.has_next}]
    instances:
      value: {value: 'groups.size > 1 ? (groups[0].number << 7) + groups[1].number : groups[0].number'}
  group:
    seq: [{id: byte, type: u1}]
    instances: {has_next: {value: byte & 0x80 != 0}, number: {value: byte & 0x7f}}
  named:
    seq: [{id: len_name, type: u1}, {id: name, size: len_name}, {id: value, type: u1}]
  wide: {seq: [{id: value, type: u2}]}
  value:
    params: [{id: size, type: s8}]
    seq: [{id: data, size: size}, {id: mark, type: u1}]
"""
LISTS = {
    "varints": "leb",
    "varints of another order": "varint",
    "structures": "named",
    "numbers": "wide",
}
LEB = """
-show: {value: value}
seq: [{id: groups, type: group(_index), repeat: until, repeat-until: not _.has_next}]
instances: {value: {value: groups.last.value}}
types:
  group:
    params: [{id: i, type: s4}]
    seq: [{id: has_next, type: b1}, {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}]
    instances: {value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}}
"""
LAYOUTS = {
    "records": """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: n, type: u1}}
      - {{id: kinds, type: {kind}, repeat: expr, repeat-expr: n}}
      - {{id: values, type: 'value(kinds[_index].value)', repeat: expr, repeat-expr: n}}
      - {{id: others, type: 'value(kinds[_index].value)', repeat: expr, repeat-expr: n}}
""",
    "records in blocks": """
seq: [{{id: blocks, type: block, repeat: eos}}]
types:
  block:
    seq:
      - {{id: number, type: u1}}
      - {{id: records, type: record, repeat: expr, repeat-expr: number}}
  record:
    seq:
      - {{id: n, type: u1}}
      - {{id: kinds, type: {kind}, repeat: expr, repeat-expr: n}}
      - {{id: values, type: 'value(kinds[_index].value)', repeat: expr, repeat-expr: n}}
      - {{id: others, type: 'value(kinds[_index].value)', repeat: expr, repeat-expr: n}}
""",
}
VIEWS = """
-views:
  records:
    each: {records}
    columns: [{{id: n, value: _.n}}]
  values:
    each: {records}.values[*]
    columns: [{{id: data, value: _.data}}, {{id: mark, value: _.mark}}]
  others:
    each: {records}.others[*]
    columns: [{{id: number, value: _index}}, {{id: size, value: _.size}}, {{id: mark, value: _.mark}}]
"""
RECORDS: list[list[int]] = [[3, 0, 1], [], [200], [1, 130, 0, 5], [2], [0, 0], [1]]


def encoded(kind: str, size: int) -> bytes:
    if kind == "leb":
        return bytes([size]) if size < 128 else bytes([0x80 | size & 0x7F, size >> 7])
    if kind == "varint":
        return bytes([size]) if size < 128 else bytes([0x80 | size >> 7, size & 0x7F])
    if kind == "named":
        return bytes([size % 4]) + b"abc"[: size % 4] + bytes([size])
    return struct.pack("<H", size)


def record(kind: str, sizes: list[int], random: Random) -> tuple[bytes, list[list[tuple[bytes, int]]]]:
    """A record of two lists, whose elements are so large, and what is in them."""
    lists = [[(random.randbytes(size), random.randrange(256)) for size in sizes] for _ in range(2)]
    data = bytes([len(sizes)]) + b"".join(encoded(kind, size) for size in sizes)
    return data + b"".join(data + bytes([mark]) for one in lists for data, mark in one), lists


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", LISTS.values(), ids=LISTS)
def test_elements_are_laid_out_by_those_of_another_list(compiled: Compile, kind: str, layout: str) -> None:
    in_blocks = layout == "records in blocks"
    spec = LAYOUTS[layout].format(kind=kind) + TYPES
    views = VIEWS.format(records="blocks[*].records[*]" if in_blocks else "records[*]")
    codec = compiled(spec + views, leb=LEB)
    random = Random(layout + kind)
    made = [record(kind, sizes, random) for sizes in RECORDS]
    data = b"".join(one for one, _ in made)
    if in_blocks:
        data = bytes([3]) + b"".join(one for one, _ in made[:3]) + bytes([0, 4]) + b"".join(one for one, _ in made[3:])
    wanted: dict[str, list[dict[str, object]]] = {
        "records": [{"n": len(sizes)} for sizes in RECORDS],
        "values": [{"data": inside, "mark": mark} for _, (values, _) in made for inside, mark in values],
        "others": [
            {"number": number, "size": len(inside), "mark": mark}
            for _, (_, others) in made
            for number, (inside, mark) in enumerate(others)
        ],
    }
    for view, rows in wanted.items():
        assert made_by_the_kernel(codec, view) == set(rows[0])
        assert agree(codec, data, view=view) == (list(map(repr, rows)), None, [])
    few = b"".join(one for one, _ in (made[0], made[4], made[6]))
    for view in wanted:
        tried, bad = agree_when_damaged(codec, bytes([3]) + few if in_blocks else few, view=view)
        assert tried > 50
        assert bad > 20


UP_TO_THE_LAST = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kinds, type: kind, repeat: until, repeat-until: _.value >= 100}
      - {id: values, type: 'value(kinds[_index].value % 100)', repeat: expr, repeat-expr: kinds.size}
      - {id: end, type: u1}
  kind: {seq: [{id: len, type: u1}, {id: value, type: u1}, {id: note, size: len}]}
  value:
    params: [{id: size, type: s8}]
    seq: [{id: data, size: size}, {id: mark, type: u1}]
-views:
  records:
    each: records[*]
    columns: [{id: end, value: _.end}]
  values:
    each: records[*].values[*]
    columns: [{id: data, value: _.data}, {id: mark, value: _.mark}]
"""


def test_of_a_list_up_to_its_last_element(compiled: Compile) -> None:
    codec = compiled(UP_TO_THE_LAST)
    data = b""
    values: list[dict[str, object]] = []
    for number, sizes in enumerate(([102], [3, 0, 101], [1, 2, 3, 100])):
        for size in sizes:
            data += bytes([size % 3, size]) + b"xy"[: size % 3]
        for place, size in enumerate(sizes):
            inside = bytes(range(place, place + size % 100))
            values.append({"data": inside, "mark": number})
            data += inside + bytes([number])
        data += bytes([number + 7])
    wanted: dict[str, list[dict[str, object]]] = {"records": [{"end": 7}, {"end": 8}, {"end": 9}], "values": values}
    for view, rows in wanted.items():
        assert made_by_the_kernel(codec, view) == set(rows[0])
        assert agree(codec, data, view=view) == (list(map(repr, rows)), None, [])
        agree_when_damaged(codec, data, view=view)
