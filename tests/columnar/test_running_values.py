"""Values that rest on the element before, also on the same value of it, in the kernel: the same rows and errors as by
objects."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec

TRIPS = """
seq: [{id: trips, type: trip, repeat: eos}]
types:
  trip:
    seq:
      - {id: base, type: s4}
      - {id: n, type: u1}
      - {id: stops, type: 'stop(_index)', repeat: expr, repeat-expr: n}
  stop:
    params: [{id: i, type: s4}]
    seq:
      - {id: delta, type: s2}
      - {id: mark, type: u1}
    instances:
"""
INSTANCES: dict[str, tuple[str, Callable[[Any, int, int], int]]] = {
    "sum": ("(i == 0 ? _parent.base : _parent.stops[i - 1].X) + delta", lambda before, delta, mark: before + delta),
    "left": ("(i == 0 ? _parent.base : _parent.stops[i - 1].X) - delta", lambda before, delta, mark: before - delta),
    "highest": (
        "i == 0 or delta > _parent.stops[i - 1].X ? delta : _parent.stops[i - 1].X",
        lambda before, delta, mark: delta if before is None else max(before, delta),
    ),
    "bits": ("(i == 0 ? 0 : _parent.stops[i - 1].X) ^ mark", lambda before, delta, mark: (before or 0) ^ mark),
    "since": (
        "mark == 7 or i == 0 ? 0 : _parent.stops[i - 1].X + delta",
        lambda before, delta, mark: 0 if mark == 7 or before is None else before + delta,
    ),
    "wrapped": (
        "((i == 0 ? 1 : _parent.stops[i - 1].X) * 31 + mark) % 65521",
        lambda before, delta, mark: ((1 if before is None else before) * 31 + mark) % 65521,
    ),
}
"""How a value follows from that of the stop before, in a spec and in Python, where None stands for the first."""


def trip(base: int, stops: list[tuple[int, int]]) -> bytes:
    return struct.pack("<iB", base, len(stops)) + b"".join(struct.pack("<hB", *stop) for stop in stops)


STOPS = [(number * 7919 % 20_011 - 10_000, number * 37 % 11) for number in range(60)]
FILE = b"".join(trip(1000 - 10 * size, STOPS[: size * 5]) for size in range(12)) + trip(7, STOPS[3:40])


def rows(codec: Codec, data: bytes) -> list[dict[str, Any]]:
    """What the kernel makes of a file, all of it: it leaves neither columns nor records to objects."""
    table = bytewright.open(data, codec, engine="columns")
    found: list[dict[str, Any]] = table.to_table().to_pylist()
    assert set(table.counted) == {"columns"}
    return found


@pytest.mark.parametrize("name", INSTANCES)
def test_each_value_follows_from_that_before(compiled: Compile, name: str) -> None:
    text, step = INSTANCES[name]
    codec = compiled(TRIPS + f"      x: {{value: '{text.replace('X', 'x')}'}}")
    for row in rows(codec, FILE):
        before = row["base"] if "base" in text else None
        expected = []
        for stop in row["stops"]:
            before = step(before, stop["delta"], stop["mark"])
            expected.append(before)
        assert [stop["x"] for stop in row["stops"]] == expected
    assert agree(codec, FILE)[1] is None


ALL = TRIPS + "".join(
    f"      {name}: {{value: '{text.replace('X', name)}'}}\n" for name, (text, _) in INSTANCES.items()
)


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_damaged_files(compiled: Compile, mode: str) -> None:
    codec = compiled(ALL)
    data = trip(5, STOPS[:3]) + trip(-1, STOPS[:6]) + trip(0, []) + trip(9, STOPS[:1])
    tried, _ = agree_when_damaged(codec, data, mode=mode)
    assert tried > 40


BLOCKS = """
seq: [{id: blocks, type: block, repeat: eos}]
types:
  block: {seq: [{id: n, type: u1}, {id: data, type: 'item(_index)', repeat: expr, repeat-expr: n}]}
  item:
    params: [{id: i, type: s4}]
"""


def blocks(items: list[bytes], *sizes: int) -> bytes:
    return b"".join(bytes([size]) + b"".join(items[:size]) for size in sizes)


def test_values_that_rest_on_each_other_and_on_themselves(compiled: Compile) -> None:
    codec = compiled(
        BLOCKS
        + """
    seq: [{id: x, type: u1}]
    instances:
      a: {value: '((i == 0 ? 1 : _parent.data[i - 1].a) + x) % 65521'}
      b: {value: '((i == 0 ? 0 : _parent.data[i - 1].b) + a) % 65521'}
      adler: {value: 'a + 65536 * b'}
"""
    )
    data = bytes(range(3, 250)) * 2
    for row in rows(codec, blocks([bytes([byte]) for byte in data], 0, 1, 7, 255)):
        for number, byte in enumerate(row["data"]):
            assert byte["adler"] == zlib.adler32(data[: number + 1])


def test_floats_that_add_up(compiled: Compile) -> None:
    codec = compiled(
        BLOCKS
        + """
    seq: [{id: x, type: f8}, {id: y, type: f4}]
    instances:
      sum: {value: '(i == 0 ? 0.5 : _parent.data[i - 1].sum) + x'}
      level: {value: '(i == 0 ? 0.0 : _parent.data[i - 1].level) * 0.75 + y'}
      most: {value: 'i == 0 or y > _parent.data[i - 1].most ? y : _parent.data[i - 1].most'}
"""
    )
    items = [struct.pack("<df", number * 1.1, number % 3 / 7) for number in range(9)]
    assert agree(codec, blocks(items, 0, 1, 9))[1] is None
    last = rows(codec, blocks(items, 9))[0]["data"][-1]
    assert last["sum"] == list(accumulate((number * 1.1 for number in range(9)), initial=0.5))[-1]
    assert last["most"] == last["y"] == struct.unpack("<f", struct.pack("<f", 2 / 7))[0]


FIELDS = (
    BLOCKS
    + """
    seq: [{id: len, type: u1}, {id: name, type: str, size: len}, {id: k, type: key}, {id: more, type: u2, if: len > 2}]
    instances:
      before: {value: '_parent.data[i - 1].name', if: i > 0}
      gap: {value: 'i == 0 ? 0 : k.v - _parent.data[i - 1].k.v'}
      twice: {value: 'i == 0 ? 0 : _parent.data[i - 1].k.w'}
      unchanged: {value: 'i > 0 and name == _parent.data[i - 1].name'}
      more_before: {value: '_parent.data[i - 1].more', if: 'i > 0 and _parent.data[i - 1].len > 2'}
      place: {value: '(i == 0 ? 0 : _parent.data[i - 1].place) + len + 3'}
  key: {seq: [{id: v, type: u2}], instances: {w: {value: v * 2}}}
"""
)
NAMED = [
    bytes([len(name)]) + name + key + b"mm" * (len(name) > 2)
    for name, key in zip(
        (b"", b"a", b"a", b"abc", b"abc", b"ab"), (b"\1\0", b"\0\1", b"\7\0", b"\7\0", b"\1\0", b"\0\0"), strict=True
    )
]


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE"])
def test_fields_of_the_element_before(compiled: Compile, mode: str) -> None:
    """Elements that differ in size: texts, members of structures, what isn't always there."""
    codec = compiled(FIELDS)
    (row,) = rows(codec, blocks(NAMED, 6))
    data = row["data"]
    assert [item["before"] for item in data] == [None, "", "a", "a", "abc", "abc"]
    assert [item["gap"] for item in data] == [0, 255, -249, 0, -6, -1]
    assert [item["twice"] for item in data] == [0, 2, 512, 14, 14, 2]
    assert [item["unchanged"] for item in data] == [False, False, True, False, True, False]
    assert [item["more_before"] for item in data] == [None] * 4 + [0x6D6D] * 2
    assert [item["place"] for item in data] == [3, 7, 11, 17, 23, 28]
    tried, _ = agree_when_damaged(codec, blocks(NAMED, 2, 0, 5), mode=mode)
    assert tried > 40


def test_rows_that_are_elements_of_a_list(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: base, type: u4}, {id: n, type: u4}, {id: items, type: 'item(_index)', repeat: expr, repeat-expr: n}]
types:
  item:
    params: [{id: i, type: s4}]
    seq: [{id: len, type: u1}, {id: body, size: len}]
    instances:
      before: {value: '_parent.items[i - 1]', if: i > 0}
      start: {value: 'i == 0 ? _parent.base : before.total'}
      total: {value: start + len, -valid: {max: 1050}}
-views:
  big:
    each: items[*]
    where: _.total > 1010
    columns:
      - {id: total, value: _.total}
      - {id: before, value: 'items[_index - 1].len', if: _index > 0}
"""
    )
    data = struct.pack("<II", 1000, 9) + b"".join(bytes([size]) + b"x" * size for size in range(9))
    expected = [{"total": 1000 + sum(range(size + 1)), "before": size - 1} for size in range(5, 9)]
    assert rows(codec, data) == expected
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried / 3


def test_values_beyond_what_the_kernel_computes_with(compiled: Compile) -> None:
    """Objects know larger numbers: these make the rows then."""
    codec = compiled(BLOCKS + "    seq: [{id: x, type: u8}]\n    instances:\n" + OF_EIGHT)
    items = [struct.pack("<Q", number << 55) for number in range(64)]
    found, error, _ = agree(codec, blocks(items, 3, 40, 5))
    assert (len(found), error) == (3, None)
    assert f"'sum': Decimal('{sum(range(5)) << 55}')" in found[2]
    assert f"'bits': Decimal('{(1 ^ 2 ^ 3 ^ 4) << 55}')" in found[2]


OF_EIGHT = """
      sum: {value: '(i == 0 ? 0 : _parent.data[i - 1].sum) + x'}
      bits: {value: '(i == 0 ? 0 : _parent.data[i - 1].bits) ^ x'}
"""


def test_what_has_no_value_before_the_first_is_for_objects(compiled: Compile) -> None:
    """An index below 0 counts from the end, as in Python; a division by 0 is an error only where it is asked for."""
    text = BLOCKS + "    seq: [{id: x, type: u1}]\n    instances:\n      last: {value: '_parent.data[i - 1].x'}\n"
    assert agree(compiled(text), blocks([b"\1", b"\2", b"\3"], 0, 1, 3))[1] is None
    quotients = text.replace("_parent.data[i - 1].x", "(i == 0 ? 1000 : _parent.data[i - 1].last) / x + 50")
    assert agree(compiled(quotients), blocks([b"\1", b"\2", b"\3"], 3, 0, 1))[1] is None
    found, error, _ = agree(compiled(quotients), blocks([b"\1", b"\0"], 1, 2))
    assert (len(found), error is None) == (1, False)


REFUSED = {
    "of any element": "      x: {value: 'i == 0 ? 0 : _parent.data[delta % i].x'}",
    "of two before": "      x: {value: 'i < 2 ? 0 : _parent.data[i - 2].x'}",
    "each of the other's": "      x: {value: 'i == 0 ? 0 : _parent.data[i - 1].y'}\n"
    "      y: {value: 'i == 0 ? 1 : _parent.data[i - 1].x'}",
}


@pytest.mark.parametrize("instances", REFUSED.values(), ids=REFUSED)
def test_others_are_read_by_objects(compiled: Compile, instances: str) -> None:
    codec = compiled(BLOCKS + "    seq: [{id: delta, type: u1}]\n    instances:\n" + instances)
    data = blocks([b"\1", b"\2", b"\3"], 0, 1, 3)
    table = bytewright.open(data, codec)
    assert table.to_table().num_rows == 3
    by_objects = [column.id for view in codec.views for column in view.columns if column.by_objects]
    assert by_objects == ["data"]


TOLD = """
seq: [{id: steps, type: step, repeat: eos}]
types:
  step:
    seq:
      - id: digits
        type: |
          digit(_index, _index < 1 ? 0 : digits[_index - 1].sum, _index != 0 ? digits[_index - 1].counts * 100 : 1)
        repeat: until
        repeat-until: not _.goes_on
      - {id: names, type: name, repeat: expr, repeat-expr: 3}
      - {id: which, type: u1}
    instances:
      sum: {value: digits.last.sum}
      first: {value: names.first.text}
      chosen: {value: 'names[which].text'}
      longer: {value: 'names.last.len - names[1].len'}
  digit:
    params: [{id: i, type: s4}, {id: before, type: u8}, {id: counts, type: u8}]
    seq: [{id: goes_on, type: b1}, {id: low, type: b7, valid: {max: 'i == 3 ? 9 : 99'}}]
    instances: {sum: {value: before + low * counts}}
  name: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
"""


def step(number: int, names: list[bytes], which: int) -> bytes:
    digits = [number % 100]
    while number := number // 100:
        digits.append(number % 100)
    marked = bytes(digit | 128 for digit in digits[:-1]) + bytes(digits[-1:])
    return marked + b"".join(bytes([len(name)]) + name for name in names) + bytes([which])


def test_what_elements_are_told_of_those_before_and_elements_by_their_numbers(compiled: Compile) -> None:
    codec = compiled(TOLD, "be")
    names = [b"a", b"", b"long"]
    numbers = [0, 7, 123, 98_76_54, 9_12_34_56]
    data = b"".join(step(number, names, place % 3) for place, number in enumerate(numbers))
    found = rows(codec, data)
    assert [row["sum"] for row in found] == numbers
    assert [digit["sum"] for digit in found[-1]["digits"]] == [56, 34_56, 12_34_56, 9_12_34_56]
    assert [row["first"] for row in found] == ["a"] * 5
    assert [row["chosen"] for row in found] == ["a", "", "long", "a", ""]
    assert {row["longer"] for row in found} == {4}
    assert agree(codec, data)[1] is None
    tried, bad = agree_when_damaged(codec, data[:30])
    assert bad > tried / 4


GROUPS = """
seq: [{id: pairs, type: pair, repeat: eos}]
types:
  pair: {seq: [{id: key, type: number}, {id: body, size: key.value % 4}]}
  number:
    seq:
      - id: groups
        type: |
          group(_index, _index != 0 ? groups[_index - 1].sum : 0, _index != 0 ? groups[_index - 1].counts * 128 : 1)
        repeat: until
        repeat-until: not _.more
    instances:
      value: {value: groups.last.sum}
      half: {value: groups.last.counts * 64}
  group:
    params: [{id: i, type: s4}, {id: before, type: u8}, {id: counts, type: u8}]
    seq: [{id: more, type: b1, valid: 'i == 9 ? false : more'}, {id: low, type: b7, valid: {max: 'i == 9 ? 1 : 127'}}]
    instances: {sum: {value: '(before + low * counts).as<u8>'}}
"""


def leb_128(number: int) -> bytes:
    return (bytes([number & 127 | 128]) + leb_128(number >> 7)) if number > 127 else bytes([number])


def test_groups_of_integers_that_decide_where_records_end(compiled: Compile) -> None:
    """An integer is read as a whole, and its groups are shown beside it."""
    codec = compiled(GROUPS, "be")
    numbers = [0, 1, 127, 128, 300, 1 << 34 | 3, (1 << 40) - 1]
    data = b"".join(leb_128(number) + b"abc"[: number % 4] for number in numbers)
    found = rows(codec, data)
    assert [row["key"]["value"] for row in found] == numbers
    assert [group["low"] for group in found[4]["key"]["groups"]] == [300 & 127, 300 >> 7]
    assert [group["sum"] for group in found[4]["key"]["groups"]] == [300 & 127, 300]
    assert [row["key"]["half"] for row in found] == [64, 64, 64, 8192, 8192, 64 << 28, 64 << 35]
    assert agree(codec, data + leb_128(1 << 60))[1] is None
    assert agree(codec, data + leb_128(1 << 63))[1] is not None  # half of what its last group counts for is no value
    tried, _ = agree_when_damaged(codec, data)
    assert tried > 40


PIECES = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: count, type: u1}
      - {id: chosen, type: u1}
      - {id: items, type: item(_index), repeat: expr, repeat-expr: count}
    instances:
      tag: {value: 'items[chosen].tag', if: chosen < count}
      second: {value: 'items[chosen].tag[1]', if: chosen < count}
      wanted: {value: 'items[0].tag[2]'}
  item:
    params: [{id: i, type: s4}]
    seq: [{id: size, type: u1}, {id: tag, size: 3}, {id: body, size: size}]
    instances:
      before: {value: '_parent.as<row>.items[i - 1].tag', if: i > 0}
      byte: {value: '_parent.as<row>.items[i - 1].tag[0]', if: i > 0}
-views: {rows: {each: 'all[*]', columns: [COLUMNS]}}
"""


@pytest.mark.parametrize(
    "columns",
    ["{id: t, value: _.tag}, {id: s, value: _.second}", "{id: w, value: _.wanted}", "{id: i, value: _.items}"],
)
def test_bytes_of_elements_that_are_not_there(compiled: Compile, columns: str) -> None:
    """Nothing is read of an element that a record doesn't have, whatever its bytes are known to be."""
    codec = compiled(PIECES.replace("COLUMNS", columns))
    data = b"".join(
        bytes([len(sizes), chosen]) + b"".join(bytes([size]) + b"tag" + bytes(size) for size in sizes)
        for sizes, chosen in (((1, 0), 1), ((), 0), ((2,), 3), ((0, 5, 1), 0))
    )
    agree(codec, data)
    agree_when_damaged(codec, data)
    assert bytewright.open(data[:11], codec, engine="columns").to_table().num_rows == 1


THROUGH = """
seq: [{id: blocks, type: 'block(_index)', repeat: eos}]
types:
  block:
    params: [{id: n, type: s4}]
    seq: [{id: count, type: u1}, {id: items, type: item(_index), repeat: expr, repeat-expr: count}]
    instances:
      start: {value: 'n == 0 ? 0 : _parent.as<toy>.blocks[n - 1].stop'}
      stop: {value: 'count == 0 ? start : items.last.time'}
  item:
    params: [{id: i, type: s4}]
    seq: [{id: delta, type: u1}]
    instances: {time: {value: '(i == 0 ? _parent.as<block>.start : _parent.as<block>.items[i - 1].time) + delta'}}
"""


def test_a_value_that_rests_on_itself_through_another_list(compiled: Compile) -> None:
    """Objects make such a column; others are the kernel's where it isn't asked for."""
    codec = compiled(THROUGH)
    (view,) = codec.views
    reasons = {column.id: column.by_objects for column in view.columns}
    assert reasons["stop"] == "a value that rests on the element before through values of another list"
    assert reasons["count"] == ""
    data = bytes([2, 1, 2, 0, 1, 7])
    rows = bytewright.open(data, codec).to_table().to_pylist()
    assert [(row["start"], row["stop"]) for row in rows] == [(0, 3), (3, 3), (3, 10)]
    counts = bytewright.open(data, codec, columns=["count"], engine="columns").to_table()
    assert counts["count"].to_pylist() == [2, 0, 1]


FROM_THE_HEADER = """
seq: [{id: start, type: s8}, {id: samples, type: sample(_index), repeat: eos}]
types:
  sample:
    params: [{id: i, type: s4}]
    seq: [{id: delta, type: u1}]
    instances:
      time: {value: '(i == 0 ? _root.as<toy>.start : before) + delta', -type: {timestamp: ms}}
      before: {value: '_root.as<toy>.samples[i - 1].time'}
"""


@pytest.mark.parametrize("start", [0, -5, 9223372036854770, -9223372036854776, -9223372036854780, 1 << 62])
def test_moments_that_columns_can_not_hold(compiled: Compile, start: int) -> None:
    """The whole file is one record; the rows before a moment that is none count all the same."""
    codec = compiled(FROM_THE_HEADER)
    assert not any(column.by_objects for view in codec.views for column in view.columns)
    data = struct.pack("<q", start) + bytes([0, 3, 2, 0, 1])
    _, error, _ = agree(codec, data)
    assert (error is None) == (-9223372036854775 <= start <= 9223372036854769)
