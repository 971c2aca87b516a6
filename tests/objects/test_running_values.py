"""Calculated values that rest on the same value of another structure, in files and in models."""

from __future__ import annotations

import copy
import pickle
import struct
import sys
from itertools import accumulate
from typing import Any

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import NoValueError, ReadError
from bytewright.model.tracking import Items
from bytewright.testing import check_changed_of

COUNT = 2_000
HEAD = """
seq:
  - {id: base, type: u4}
  - {id: records, type: 'rec(_index)', repeat: eos}
types:
  rec:
    params: [{id: i, type: s4}]
    seq: [{id: delta, type: u1}]
    instances:
"""
TOTALS = {
    "by its type": HEAD + "      time: {value: '(i == 0 ? _root.base : _parent.records[i - 1].time) + delta'}",
    "with casts": HEAD
    + "      time: {value: '(i == 0 ? _root.base.as<s8> : _root.records[i - 1].time.as<s8>) + delta'}",
    "through others": HEAD
    + "      before: {value: '_root.records[i - 1]', if: i > 0}\n"
    + "      start: {value: 'i == 0 ? _root.base : before.time'}\n"
    + "      time: {value: 'start + delta'}",
    "of a structure that is told": HEAD.replace("'rec(_index)'", "'rec(_index, _root)'").replace(
        "[{id: i, type: s4}]", "[{id: i, type: s4}, {id: list, type: toy}]"
    )
    + "      time: {value: '(i == 0 ? list.base : list.records[i - 1].time) + delta'}",
    "until it is found": HEAD.replace("repeat: eos", "repeat: until, repeat-until: '_.time > 1000000000 or _io.eof'")
    + "      time: {value: '(i == 0 ? _root.base : _root.records[i - 1].time) + delta'}",
    "that decides what is there": HEAD.replace(
        "{id: delta, type: u1}", "{id: delta, type: u1}, {id: x, type: u1, if: time < 0}"
    )
    + "      time: {value: '(i == 0 ? _root.base : _root.records[i - 1].time) + delta', -valid: {min: 0}}",
}
"""Running totals: of a base, and of what each record adds to that of the one before."""
EVEN = (
    HEAD
    + """
      before: {value: '_root.records[i - 1]', if: i > 0}
      time: {value: '(i == 0 ? _root.base : before.even) + delta'}
      even: {value: 'time - time % 2'}
      double: {value: time * 2}
"""
)
NESTED = """
seq:
  - {id: base, type: u4}
  - {id: blocks, type: 'block(_index)', repeat: eos}
types:
  block:
    params: [{id: n, type: s4}]
    seq:
      - {id: count, type: u1}
      - {id: records, type: 'rec(_index)', repeat: expr, repeat-expr: count}
      - {id: sizes, type: u1, repeat: expr, repeat-expr: 2}
    instances:
      start: {value: 'n == 0 ? _root.base : _root.blocks[n - 1].stop'}
      stop: {value: '(count == 0 ? start : records.last.time) + sizes[0] + sizes.size'}
  rec:
    params: [{id: i, type: s4}]
    seq: [{id: delta, type: number}]
    instances:
      time: {value: '(i == 0 ? _parent.start : _parent.records[i - 1].time) + delta.value'}
  number:
    seq: [{id: low, type: u1}, {id: high, type: u1}]
    instances: {value: {value: low + 256 * high}}
"""
PLACED = """
seq:
  - {id: count, type: u4}
  - {id: entries, type: 'entry(_index)', repeat: expr, repeat-expr: count}
types:
  entry:
    params: [{id: i, type: s4}]
    seq: [{id: len, type: u1}]
    instances:
      start: {value: 'i == 0 ? 4 + _parent.count : _parent.entries[i - 1].stop'}
      stop: {value: start + body.size}
      body: {pos: start, size: len, io: _root._io}
"""
IMPORTED = (
    "seq: [{id: digits, type: digit, repeat: expr, repeat-expr: 2}]\n"
    "instances: {value: {value: 'digits[0].low + 256 * digits[1].low'}}\n"
    "types: {digit: {seq: [{id: low, type: u1}]}}\n"
)
OF_ANOTHER_SPEC = (
    HEAD.replace("type: u1", "type: number")
    + "      time: {value: '(i == 0 ? _root.base : _parent.records[i - 1].time) + delta.value'}"
)
FOUND = (
    HEAD
    + """
      above: {value: -1, -find: {in: _root.records, where: '_.delta == delta / 2'}}
      depth: {value: 'above < 0 or above >= i ? 0 : _root.records[above].depth + 1'}
"""
)
CIRCLE = HEAD + "      value: {value: '_root.records[(i + delta) % _root.records.size].value.as<s4> + 1'}"
DELTAS = bytes(i * 7 % 251 for i in range(COUNT))
FILE = struct.pack("<I", 1000) + DELTAS


def _times(base: int, deltas: bytes) -> list[int]:
    """What ``time`` is of `EVEN`: the even number below the one before, and the delta."""
    return list(accumulate(deltas, lambda last, delta: last - last % 2 + delta, initial=base))[1:]


def _built(codec: Codec, base: int, deltas: bytes) -> tuple[Any, list[Any]]:
    """A model built by hand, and the list that it was given."""
    module = sys.modules[codec.root.__module__]
    records = [module.Rec(delta=delta) for delta in deltas]
    return module.Toy(base=base, records=records), records


@pytest.mark.parametrize("text", TOTALS.values(), ids=TOTALS)
def test_totals_are_known_in_files_and_in_models(compiled: Compile, text: str) -> None:
    codec = compiled(text)
    times = list(accumulate(DELTAS, initial=1000))[1:]
    model = codec.parse(FILE)
    assert model.records[-1].time == times[-1]  # the deepest first
    assert [record.time for record in model.records] == times
    assert bytewright.open(FILE, codec).to_table().to_pydict()["time"] == times
    assert codec.to_bytes(model) == FILE
    assert codec.to_bytes(model, canonical=True) == FILE
    built, records = _built(codec, 1000, DELTAS)
    assert codec.to_bytes(built) == FILE
    assert [record.time for record in built.records] == times
    for place, record in enumerate(built.records):  # each change is followed by the next value only
        record.delta = record.time % 200
        assert place == 0 or record.time == built.records[place - 1].time + record.delta
    assert codec.parse(codec.to_bytes(built)).records[-1].time == built.records[-1].time
    assert len(records) == COUNT


def test_values_are_calculated_once_while_nothing_changes(compiled: Compile) -> None:
    """What makes it linear: neither asking again nor changing what nothing rests on calculates anything."""
    codec = compiled(TOTALS["by its type"])
    model = codec.parse(FILE)
    assert type(model.records) is Items
    assert model.records[-1].time
    kept = [record._tracked.values["time"] for record in model.records]
    assert all(one.holds for one in kept)
    model.records[COUNT // 2].delta += 1
    assert [one.holds for one in kept] == [place < COUNT // 2 for place in range(COUNT)]
    assert model.records[-1].time
    codec.parse(FILE).records[3].delta = 9  # another model
    assert all(one.holds for one in kept)
    model.records[7] = model.records[8]
    assert not any(one.holds for one in kept[8:])


def test_lists_are_watched_on_which_such_values_rest(compiled: Compile) -> None:
    other = "  - {id: others, size: 1, repeat: expr, repeat-expr: 2}\n"
    text = TOTALS["by its type"].replace("type: u4}\n", "type: u4}\n" + other)
    model: Any = compiled(text).parse(FILE)
    assert (type(model.others), type(model.records)) == (list, Items)


def test_a_chain_is_followed_through_others(compiled: Compile) -> None:
    codec = compiled(EVEN)
    times = _times(1000, DELTAS)
    rows = bytewright.open(FILE, codec).to_table().to_pydict()
    assert rows["time"] == times
    assert rows["double"] == [2 * time for time in times]


def test_a_value_is_the_new_one_after_a_field_was_changed(compiled: Compile) -> None:
    codec = compiled(EVEN)
    model = codec.parse(FILE)
    changed = bytearray(DELTAS)
    for place, delta in ((0, 8), (COUNT // 2, 200), (COUNT - 1, 1)):
        assert model.records[-1].time == _times(model.base, bytes(changed))[-1]
        model.records[place].delta = changed[place] = delta
        assert model.records[-1].double == 2 * _times(model.base, bytes(changed))[-1]
    model.base = 6
    assert [record.time for record in model.records[:300]] == _times(6, bytes(changed))[:300]
    assert codec.to_bytes(model) == struct.pack("<I", 6) + bytes(changed)


SMALL = {
    **{name: (text, struct.pack("<I", 9) + bytes(range(5))) for name, text in TOTALS.items()},
    "even": (EVEN, struct.pack("<I", 9) + bytes(range(5))),
    "nested": (NESTED, struct.pack("<I", 9) + bytes([2, 1, 0, 2, 1, 7, 8, 0, 3, 4, 1, 5, 2, 6, 6])),
    "placed": (PLACED, struct.pack("<I3B", 3, 2, 0, 1) + b"abc"),
    "of another spec": (OF_ANOTHER_SPEC, struct.pack("<I", 9) + bytes(range(8))),
    "found": (FOUND, struct.pack("<I", 9) + bytes([1, 2, 4, 3, 8])),
}


@pytest.mark.parametrize(("text", "data"), SMALL.values(), ids=SMALL)
def test_values_follow_every_change(compiled: Compile, text: str, data: bytes) -> None:
    imported = {"number": IMPORTED} if "type: number" in text and "  number:" not in text else {}
    assert check_changed_of(compiled(text, **imported), data, most=100)


def test_a_list_that_a_program_holds_is_seen_to_change(compiled: Compile) -> None:
    codec = compiled(TOTALS["by its type"])
    model = codec.parse(FILE)
    mine = list(model.records[:3])
    model.records = mine
    assert mine[2].time == 1000 + sum(DELTAS[:3])
    mine[1] = mine[0]
    assert mine[2].time == 1000 + DELTAS[0] + DELTAS[2]
    assert model.records is mine


def test_copies_keep_nothing(compiled: Compile) -> None:
    codec = compiled(TOTALS["by its type"])
    model: Any = _built(codec, 1000, DELTAS[:100])[0]
    codec.to_bytes(model)
    last = model.records[-1].time
    fresh: Any = _built(codec, 1000, DELTAS[:100])[0]
    codec.to_bytes(fresh)
    model._io = fresh._io = None
    for record in (*model.records, *fresh.records):
        record._io = None
    others: list[Any] = [copy.deepcopy(model), pickle.loads(pickle.dumps(model))]
    for other in others:
        assert other == model == fresh
        assert {type(other), type(fresh)} == {codec.root}
        other.base += 1
        assert (model.records[-1].time, other.records[-1].time) == (last, last + 1)


def test_what_lies_at_places_of_its_own_is_followed_too(compiled: Compile) -> None:
    codec = compiled(PLACED)
    data = (
        struct.pack("<I", COUNT) + bytes(i % 3 for i in range(COUNT)) + b"".join(b"y" * (i % 3) for i in range(COUNT))
    )
    model = codec.parse(data)
    assert model.entries[-1].stop == len(data)
    assert codec.to_bytes(model) == data


def test_a_value_without_one_is_an_error_at_once(compiled: Compile) -> None:
    codec = compiled(TOTALS["by its type"].replace("_root.base", "_parent._parent.as<toy>.base"))
    model = codec.parse(FILE)
    with pytest.raises(
        NoValueError, match=r"records\[\d+\]\.time: expected a value that can be calculated, found something"
    ):
        _ = model.records[-1].time


def test_a_value_that_rests_on_itself_is_an_error(compiled: Compile) -> None:
    codec = compiled(CIRCLE)
    for steps in (b"\1" * 3, b"\1" * 500, b"\0"):
        with pytest.raises(ReadError, match="value depends on itself"):
            bytewright.open(struct.pack("<I", 0) + steps, codec).to_table()
