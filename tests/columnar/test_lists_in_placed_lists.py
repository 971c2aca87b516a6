"""Lists in the elements of a list that isn't that of the file's records: it lies at a place of its own, or in a
structure. The file is one record then."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_in_all_modes, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

TYPES = """
  group:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: num_channels, type: u1}
      - {id: channels, type: channel, repeat: expr, repeat-expr: num_channels}
  channel:
    seq:
      - {id: kind, type: u1}
      - {id: num_limits, type: u1}
      - {id: limits, type: limit, repeat: expr, repeat-expr: num_limits}
  limit: {seq: [{id: value, type: s2}]}
"""
FILES = {
    "at a place": (
        """
seq: [{id: num_groups, type: u2}, {id: ofs_groups, type: u2}, {id: version, type: u1}]
instances:
  groups: {pos: ofs_groups, type: group, repeat: expr, repeat-expr: num_groups}
types:""",
        "groups",
    ),
    "at a place, in a structure": (
        """
seq: [{id: num, type: u2}, {id: ofs_table, type: u2}, {id: version, type: u1}]
instances:
  table: {pos: ofs_table, type: table}
types:
  table: {seq: [{id: groups, type: group, repeat: expr, repeat-expr: _root.num}]}""",
        "table.groups",
    ),
    "in a structure": (
        """
seq: [{id: num, type: u2}, {id: ofs, type: u2}, {id: version, type: u1}, {id: body, type: body}, {id: end, size: 2}]
types:
  body: {seq: [{id: groups, type: group, repeat: expr, repeat-expr: _root.num}]}""",
        "body.groups",
    ),
}
VIEWS = """
-views:
  channels:
    each: {groups}[*].channels[*]
    columns:
      - {{id: version, value: version}}
      - {{id: group, value: groups._index}}
      - {{id: name, value: groups.name}}
      - {{id: number, value: _index}}
      - {{id: kind, value: _.kind}}
  chosen:
    each: {groups}[*].channels[*]
    where: _.kind > 2
    columns:
      - {{id: kind, value: _.kind}}
      - {{id: limits, value: _.limits}}
  limits:
    each: {groups}[*].channels[*].limits[*]
    columns:
      - {{id: name, value: groups.name}}
      - {{id: kind, value: channels.kind}}
      - {{id: value, value: _.value}}
"""
GROUPS: list[tuple[str, list[tuple[int, list[int]]]]] = [
    ("volt", [(1, [5, -5]), (3, [])]),
    ("", []),
    ("ampere", [(7, [300]), (2, [1, 2, 3]), (4, [-1])]),
]


def encoded() -> bytes:
    data = b""
    for name, channels in GROUPS:
        data += bytes([len(name)]) + name.encode() + bytes([len(channels)])
        for kind, limits in channels:
            data += bytes([kind, len(limits)]) + struct.pack(f"<{len(limits)}h", *limits)
    return data


WANTED = {
    "channels": [
        {"version": 9, "group": group, "name": name, "number": number, "kind": kind}
        for group, (name, channels) in enumerate(GROUPS)
        for number, (kind, _) in enumerate(channels)
    ],
    "chosen": [
        {"kind": kind, "limits": [{"value": value} for value in limits]}
        for _, channels in GROUPS
        for kind, limits in channels
        if kind > 2
    ],
    "limits": [
        {"name": name, "kind": kind, "value": value}
        for name, channels in GROUPS
        for kind, limits in channels
        for value in limits
    ],
}


@pytest.mark.parametrize("where", FILES)
@pytest.mark.parametrize("view", WANTED)
def test_lists_in_such_a_list(compiled: Compile, where: str, view: str) -> None:
    spec, groups = FILES[where]
    codec = compiled(spec + TYPES + VIEWS.format(groups=groups))
    gap = 0 if where == "in a structure" else 3
    data = struct.pack("<HHB", len(GROUPS), 5 + gap, 9) + bytes(gap) + encoded() + b"zz"
    assert made_by_the_kernel(codec, view) == set(WANTED[view][0])
    assert agree(codec, data, view=view) == (list(map(repr, WANTED[view])), None, [])
    agree(codec, data, view=view, options={"includeMetadata": "true"})
    tried, bad = agree_when_damaged(codec, data, view=view)
    assert tried > 50
    assert bad > 20
    agree_in_all_modes(codec, data, view=view)
