"""Files that ask for more than they are: what each reader must refuse, by whichever door."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bytewright.codecs.one_of import CODECS
from bytewright.limits import DEFAULT


@dataclass(frozen=True)
class Hostile:
    """A file, and what is to become of it.

    Attributes:
        spec: the declaration, without ``meta``.
        small: a good file of it.
        file: the bytes.
        error: what every error of it says.
        decoded: decoded bytes that may be held.
        options: of readers.
        columns: whether only who asks for columns refuses it.
    """

    spec: str
    small: bytes
    file: Callable[[], bytes]
    error: str
    decoded: int = 0
    options: dict[str, str] = field(default_factory=dict)
    columns: bool = False


PACKED = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: len, type: u4}}
      - {{id: body, size: len, type: body, process: '{process}'}}
  body: {{seq: [{{id: key, type: u4}}, {{id: rest, size-eos: true}}]}}
"""
LIST = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: num, type: {count}}}, {{id: list, {what}}}]}}
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: u2}}]}}
  nothing: {{seq: []}}
"""
TWICE = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: num, type: {count}}}, {{id: other, type: {count}}}, {{id: list, {what}}}]}}
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: u2}}]}}
"""
GROUPS = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: num, type: groups}}, {{id: list, {what}}}]}}
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: u2}}]}}
  groups:
    -show: {{value: value}}
    seq: [{{id: groups, type: group(_index), repeat: until, repeat-until: not _.has_next}}]
    instances: {{value: {{value: groups.last.value}}}}
  group:
    params: [{{id: i, type: s4}}]
    seq: [{{id: has_next, type: b1}}, {{id: low, type: b7{valid}}}]
    instances:
      value: {{value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}}
"""
NAMED = """
-views:
  records:
    each: records[*]
    pivot: {each: 'names[*]', name: _.name, cell: '_.body.cells[_column].value'}
seq:
  - {id: num, type: u4}
  - {id: names, type: name, repeat: expr, repeat-expr: num}
  - {id: records, type: record, repeat: eos}
types:
  name: {seq: [{id: name, type: strz, encoding: ASCII}, {id: kind, type: u1}]}
  record: {seq: [{id: len, type: u4}, {id: body, type: body, size: len}]}
  body: {seq: [{id: cells, type: cell(_index), repeat: expr, repeat-expr: _root.names.size}]}
  cell:
    params: [{id: i, type: s4}]
    seq: [{id: value, type: {switch-on: '_root.names[i].kind', cases: {1: u1, 2: u2}}}]
"""
KEYED = """
-views:
  records:
    each: records[*]
    rows: 1
    pivot: {each: '_.body.pairs[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u4}, {id: body, type: body, size: len}]}
  body: {seq: [{id: pairs, type: pair, repeat: eos}]}
  pair:
    seq:
      - {id: key, type: u4}
      - {id: kind, type: u1}
      - {id: values, repeat: expr, repeat-expr: 1, type: {switch-on: kind, cases: {1: u1, 2: u2}}}
"""
PACKS = {"u4": "<I", "u8": "<Q", "s4": "<i", "s8": "<q"}


def _bomb(process: str, zeros: int, noise: int) -> bytes:
    """Noise and zeros behind it, compressed; the record of them."""
    plain = random.Random(7).randbytes(noise) + bytes(zeros)
    body = zlib.compress(plain, 1) if process == "zlib" else CODECS[process]().encode(plain)
    return struct.pack("<I", len(body)) + body


def _packed(codec: str, most: int, options: dict[str, str]) -> Hostile:
    """A bomb with so much noise that `Limits.maxExpansion` isn't what refuses it."""
    spec = PACKED.format(process="zlib" if codec == "zlib" else f'bytewright.codecs.one_of(0, "{codec}")')
    file = partial(_bomb, codec, most + most // 8, most // 500)
    return Hostile(spec, _bomb(codec, 4, 4), file, "(maxDecodedBytes)", most, options)


def _claimed(what: str, number: int = 0xFFFFFFFF, count: str = "u4", error: str = "records[0].num: ") -> Hostile:
    """A record that says more than the file has."""
    pack = struct.Struct(PACKS[count]).pack
    return Hostile(LIST.format(what=what, count=count), pack(0), lambda: pack(number) + bytes(1 << 10), error)


def _computed(what: str, number: int, other: int, count: str = "u8") -> Hostile:
    """A record whose numbers together say more than the file has, or than 64 bits hold."""
    pack = struct.Struct(PACKS[count]).pack
    file = pack(number) + pack(other) + bytes(1 << 10)
    return Hostile(TWICE.format(what=what, count=count), 2 * pack(0), lambda: file, "records[0].num: ")


def _grouped(what: str, number: bytes, *, bounded: bool = True, error: str = "records[0].num.groups[") -> Hostile:
    """A record with a number in groups of seven bits that says more than the file has."""
    spec = GROUPS.format(what=what, valid=", valid: {max: 'i < 9 ? 127 : 1'}" if bounded else "")
    return Hostile(spec, bytes(1), lambda: number + bytes(1 << 10), error)


def _named(count: int) -> bytes:
    """A header that names columns, and a record."""
    names = b"".join(b"%d\0\1" % number for number in range(count))
    return struct.pack("<I", count) + names + struct.pack("<I", count) + bytes(count)


def _keyed(records: int, pairs: int = 1) -> bytes:
    """Records each of which names columns of its own."""
    found = []
    for first in range(0, records * pairs, pairs):
        body = b"".join(struct.pack("<IBB", key, 1, 7) for key in range(first, first + pairs))
        found.append(struct.pack("<I", len(body)) + body)
    return b"".join(found)


def _of_columns(spec: str, file: Callable[[int], bytes], count: int, error: str) -> Hostile:
    """A file that names more columns than a table may have."""
    error = f"{error}: expected at most {DEFAULT.maxColumns} columns (maxColumns)"
    return Hostile(spec, file(3), partial(file, count), error, columns=True)


_TIMES = "repeat: expr, repeat-expr: num"
HOSTILE: dict[str, Hostile] = {
    "a bomb": _packed("zlib", DEFAULT.maxDecodedBytes, {}),
    **{f"a bomb of {codec}": _packed(codec, 32 << 20, {"maxDecodedBytes": "32MB"}) for codec in CODECS},
    "a count of bytes": _claimed(f"type: u1, {_TIMES}"),
    "a count of numbers": _claimed(f"type: u8, {_TIMES}"),
    "a count of structures": _claimed(f"type: pair, {_TIMES}"),
    "a count of eight bytes": _claimed(f"type: pair, {_TIMES}", 1 << 63, "u8"),
    "a count below zero": _claimed(f"type: pair, {_TIMES}", -1, "s4"),
    "a count of what takes no bytes": _claimed(f"type: nothing, {_TIMES}", error="(maxSteps)"),
    "a size of bytes": _claimed("size: num"),
    "a size of text": _claimed("size: num, type: str, encoding: UTF-8"),
    "a size of eight bytes": _claimed("size: num", (1 << 63) + 5, "u8"),
    "a size below zero": _computed("size: num", -1 << 63, 0, "s8"),
    "a difference below all numbers": _computed("size: num - other", -1 << 63, 1, "s8"),
    "a sum of sizes": _computed("size: num + other", 1 << 63, 1 << 63),
    "a sum that wraps to little": _computed("size: num + other", (1 << 64) - 1, 2),
    "a sum of sizes of text": _computed("size: num + other, type: str, encoding: UTF-8", 1 << 63, 1 << 63),
    "a product that wraps to nothing": _computed("size: num * 2", 1 << 63, 0),
    "a product of counts": _computed("type: pair, repeat: expr, repeat-expr: num * other", 1 << 32, 1 << 32),
    "a shift": _computed("size: 'num << 60'", 1 << 20, 0),
    "sizes in a list that add up": _computed("size: num, repeat: expr, repeat-expr: 4", 1 << 62, 0),
    "groups for 2⁶³": _grouped("size: num.value", b"\x80" * 9 + b"\x01"),
    "groups for all bits": _grouped(f"type: pair, {_TIMES}.value", b"\xff" * 9 + b"\x01"),
    "groups for more bits": _grouped("size: num.value", b"\xff" * 10 + b"\x01"),
    "groups for 85 bits": _grouped("size: num.value", b"\xff" * 12 + b"\x01", bounded=False),
    "names in a header": _of_columns(NAMED, _named, 90_000, f"names[{DEFAULT.maxColumns}]"),
    "names in one record": _of_columns(
        KEYED, partial(_keyed, 1), 30_000, f"records[0].body.pairs[{DEFAULT.maxColumns}]"
    ),
    "names in many records": _of_columns(KEYED, _keyed, 10_000, f"records[{DEFAULT.maxColumns}].body.pairs[0]"),
    "groups without end": _grouped("size: num.value", b"\xff" * 5000, bounded=False, error="records[0].list: "),
}
"""By name."""
