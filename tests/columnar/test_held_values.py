"""What the header holds, and looking it up by a number of the record: by kernels as by objects."""

from __future__ import annotations

import random
import struct

from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright

ROWS = r"""
seq:
  - {id: n, type: u1}
  - {id: names, type: strz, repeat: expr, repeat-expr: n}
  - {id: numbers, type: s4, repeat: expr, repeat-expr: n}
  - {id: factors, type: f4, repeat: expr, repeat-expr: n}
  - {id: kinds, type: kind, repeat: expr, repeat-expr: n}
  - {id: title, type: strz}
  - {id: raw, size: 3}
  - {id: scale, type: f4}
  - {id: all, type: row, repeat: eos}
types:
  kind:
    seq:
      - {id: label, type: strz, encoding: UTF-16LE}
      - {id: weight, type: f8}
      - {id: code, size: 2}
      - {id: least, type: s8}
  row:
    seq:
      - {id: k, type: u1}
      - {id: v, type: s4}
      - {id: text, type: strz}
      - {id: more, type: more, if: v > 50}
      - {id: items, type: item, repeat: expr, repeat-expr: v & 1}
    instances:
      name: {value: '_root.names[k]'}
      number: {value: '_root.numbers[k]'}
      product: {value: '_root.numbers[k] * v'}
      factor: {value: '_root.factors[k]', if: k != 2}
      scaled: {value: '_root.factors[k] * v'}
      label: {value: '_root.kinds[k].label'}
      weight: {value: '_root.kinds[k].weight'}
      code: {value: '_root.kinds[k].code'}
      above: {value: 'v > _root.kinds[k].least'}
      title: {value: '_root.title'}
      raw: {value: '_root.raw'}
      byte: {value: '_root.raw[k]'}
      scale: {value: '_root.scale'}
      either: {value: 'v > 0 ? _root.scale : _root.factors[k]'}
      joined: {value: '_root.title + "/" + _root.kinds[k].label + text'}
      named: {value: 'text == _root.names[k]'}
      before: {value: 'text < _root.kinds[k].label'}
      length: {value: '_root.kinds[k].label.length'}
      letters: {value: '_root.names[k].length'}
      chosen: {value: 'v > 0 ? _root.names[k] : text'}
  more:
    seq: [{id: w, type: u1}]
    instances: {title: {value: '_root.title'}, half: {value: '_root.scale / 2'}, name: {value: '_root.names[w & 1]'}}
  item:
    seq: [{id: j, type: u1}]
    instances: {name: {value: '_root.names[j]'}, own: {value: '_root.kinds[_parent.k].label'}}
-views:
  rows:
    default: true
    each: all[*]
    columns:
      - {id: row, value: _}
"""


def header(generator: random.Random, n: int) -> bytes:
    def text(letters: str = "aé€") -> str:
        return "".join(generator.choice(letters) for _ in range(generator.randrange(4)))

    found = bytes([n]) + b"".join(text().encode() + b"\0" for _ in range(n))
    found += b"".join(struct.pack("<i", generator.choice([-(1 << 31), 0, 7])) for _ in range(n))
    found += b"".join(struct.pack("<f", generator.choice([1.5, -0.0, float("inf"), 1e-40])) for _ in range(n))
    for _ in range(n):
        found += text().encode("utf-16le") + b"\0\0" + struct.pack("<d2sq", generator.random(), b"\x80a", 20)
    return found + b"title\0" + b"a\x80c" + struct.pack("<f", 2.7)


def row(k: int, v: int, text: str, tail: bytes) -> bytes:
    return struct.pack("<Bi", k, v) + text.encode() + b"\0" + tail[: (v > 50) + (v & 1)]


def test_values_of_the_header(compiled: Compile) -> None:
    codec = compiled(ROWS)
    head = bytes([2]) + b"one\0two\0" + struct.pack("<ii", 10, 20) + struct.pack("<ff", 0.5, 4)
    for label, weight in (("first", 1.25), ("secönd", 2.5)):
        head += label.encode("utf-16le") + b"\0\0" + struct.pack("<d2sq", weight, b"ab", 60)
    file = bytewright.open(head + b"title\0raw" + struct.pack("<f", 0.25) + row(1, 71, "two", b"\1\0"), codec)
    (found,) = file.to_table()["row"].to_pylist()
    assert file.engines == ["columns"]
    assert found == {
        "k": 1,
        "v": 71,
        "text": "two",
        "more": {"w": 1, "title": "title", "half": 0.125, "name": "two"},
        "items": [{"j": 0, "name": "one", "own": "secönd"}],
        "name": "two",
        "number": 20,
        "product": 1420,
        "factor": 4.0,
        "scaled": 284.0,
        "label": "secönd",
        "weight": 2.5,
        "code": b"ab",
        "above": True,
        "title": "title",
        "raw": b"raw",
        "byte": ord("a"),
        "scale": 0.25,
        "either": 0.25,
        "joined": "title/secöndtwo",
        "named": True,
        "before": False,
        "length": 6,
        "letters": 3,
        "chosen": "two",
    }


def test_whatever_the_header_holds(compiled: Compile) -> None:
    """A number of no entry is the same error."""
    generator = random.Random(45)
    codec = compiled(ROWS)
    for n in (3, 1, 0):
        data = header(generator, n)
        for _ in range(40):
            v, text = generator.choice([-3, 7, 50, 51, 90]), generator.choice(["a", "é", "", "title"])
            data += row(generator.randrange(n + 1), v, text, bytes([generator.randrange(n + 1), 0]))
        agree(codec, data)
    agree_when_damaged(codec, header(generator, 2) + row(1, 71, "a", b"\0\1"))


def test_what_a_header_lacks_is_null(compiled: Compile) -> None:
    codec = compiled("""
seq:
  - {id: flags, type: u1}
  - {id: note, type: strz, if: flags == 1}
  - {id: count, type: u1, if: flags == 1}
  - {id: rows, type: row, repeat: eos}
types: {row: {seq: [{id: n, type: u1}]}}
-views:
  notes: {each: 'rows[*]', columns: [{id: n, value: _.n}, {id: note, value: note}]}
  counts: {each: 'rows[*]', columns: [{id: n, value: _.n}, {id: count, value: count}]}
""")
    for view, name in (("notes", "note"), ("counts", "count")):
        there = bytewright.open(b"\1a\0\7\5", codec, view=view)
        assert there.to_table()["n"].to_pylist() == [5]
        assert there.counted == {"columns": 1}
        table = bytewright.open(b"\0\5\6", codec, view=view)
        assert table.to_table().to_pylist() == [{"n": 5, name: None}, {"n": 6, name: None}]
        assert (table.counted, table.warnings) == ({"columns": 2}, [])
