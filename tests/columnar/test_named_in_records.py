"""Columns that show what a value stands for by an element of a list of the record, or by one of the header."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

SPEC = """
seq:
  - {{id: num_kinds, type: u1}}
  - {{id: kinds, type: kind, repeat: expr, repeat-expr: num_kinds}}
  - {{id: messages, type: message, repeat: eos}}
types:
  kind:
    seq: [{{id: number, type: u1}}, {{id: weight, type: u4}}, {{id: label, type: str, size: 3, encoding: ASCII}}]
  message:
    seq:
      - {{id: n, type: u1}}
      - {{id: fields, type: field, repeat: expr, repeat-expr: n}}
      - {{id: wanted, {tag}}}
  field:
    seq: [{{id: tag, {tag}}}, {{id: value, type: u2}}, {{id: note, type: strz, encoding: ASCII}}]
-views:
  rows:
    each: messages[*]
    columns:
      - {{id: n, value: _.n}}
      - {{id: same, value: {same}, named: {{in: '_.fields[*]', key: _.tag, value: _.value}}}}
      - {{id: note, value: _.wanted, named: {{in: '_.fields[*]', key: _.tag, value: _.note}}}}
      - {{id: kind, value: _.n, named: {{in: '_root.kinds[*]', key: _.number, value: _.label}}}}
      - {{id: weight, value: _.n, named: {{in: '_root.kinds[*]', key: _.number, value: _.weight + 1}}}}
"""


@pytest.mark.parametrize("tag", ["u2", "strz"])
def test_named_by_an_element_of_the_record(compiled: Compile, tag: str) -> None:
    def key(number: int) -> bytes:
        return struct.pack("<H", number) if tag == "u2" else f"{number}\0".encode()

    same = "35" if tag == "u2" else "'\"35\"'"
    codec = compiled(SPEC.format(tag="type: u2" if tag == "u2" else "type: strz, encoding: ASCII", same=same))
    assert made_by_the_kernel(codec) == {"n", "same", "note", "kind", "weight"}
    data = b"\x03" + b"".join(struct.pack("<BI3s", n, n * 70_000, f"k{n:02}".encode()) for n in (2, 1, 3))
    rows = []
    for number in range(5):
        tags = [(7, b"seven"), (35, b"a"), (35, b"b")][: 3 - number % 2][:: 1 if number < 3 else -1]
        data += bytes([len(tags)])
        for place, (one, note) in enumerate(tags):
            data += key(one) + struct.pack("<H", number * 10 + place) + note + b"\0"
        data += key(7 if number % 3 else 35)
        first = [one for one, _ in tags].index(35)
        shown = dict(reversed(tags))[7 if number % 3 else 35].decode()
        n = len(tags)
        rows.append({"n": n, "same": number * 10 + first, "note": shown, "kind": f"k{n:02}", "weight": n * 70_000 + 1})
    assert agree(codec, data) == (list(map(repr, rows)), None, [])
    missing = data + b"\x01" + key(36) + struct.pack("<H", 1) + b"\0" + key(36)
    found, error, _ = agree(codec, missing)
    assert found == list(map(repr, rows))
    assert "there is none with the key" in str(error)
    found, error, _ = agree(codec, data + b"\x01" + key(35) + struct.pack("<H", 1) + b"\0" + key(36))
    assert found == list(map(repr, rows))
    assert "there is none with the key 36" in str(error)
    agree_when_damaged(codec, data)


OTHERS = """
seq: [{id: messages, type: message, repeat: eos}]
enums: {tags: {1: one, 2: two}}
types:
  message:
    seq:
      - {id: n, type: u1}
      - {id: fields, type: field, repeat: expr, repeat-expr: n, if: n < 4}
      - {id: wanted, type: u1, enum: tags}
  field:
    seq:
      - {id: tag, type: u1, enum: tags}
      - {id: divisor, type: u1}
      - {id: more, type: u1, if: divisor > 1}
      - {id: pair, type: pair}
    instances: {part: {value: 100 / divisor}, number: {value: tag.to_i + 100 / divisor}}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
-views:
  rows:
    each: messages[*]
    columns:
      - {id: more, value: _.wanted, named: {in: '_.fields[*]', key: _.tag, value: _.more}}
      - {id: tag, value: _.wanted, named: {in: '_.fields[*]', key: _.tag, value: _.tag}}
      - {id: pair, value: _.wanted, named: {in: '_.fields[*]', key: _.tag, value: _.pair}}
      - {id: part, value: _.wanted, named: {in: '_.fields[*]', key: _.tag, value: _.part}}
  computed:
    each: messages[*]
    columns:
      - {id: more, value: '51', named: {in: '_.fields[*]', key: _.number, value: _.more}}
"""


def test_what_is_named_may_be_absent_or_fail(compiled: Compile) -> None:
    codec = compiled(OTHERS)
    assert made_by_the_kernel(codec) == {"more", "tag", "pair", "part"}
    assert made_by_the_kernel(codec, "computed") == {"more"}
    first = bytes([2, 1, 2, 9, 5, 6, 2, 1, 7, 8, 1])
    second = bytes([2, 1, 2, 9, 5, 6, 2, 1, 7, 8, 2])
    rows = [
        {"more": 9, "tag": "one", "pair": {"a": 5, "b": 6}, "part": 50},
        {"more": None, "tag": "two", "pair": {"a": 7, "b": 8}, "part": 100},
    ]
    assert agree(codec, first + second) == (list(map(repr, rows)), None, [])
    assert agree(codec, first + second, view="computed") == ([repr({"more": 9})] * 2, None, [])
    # An element of which nothing can be computed, with a key that isn't asked for, makes the record bad all the same.
    uncomputed, unnamed, nothing = bytes([2, 1, 2, 9, 5, 6, 2, 0, 7, 8, 1]), bytes([1, 1, 2, 9, 5, 6, 2]), bytes([4, 1])
    for bad, view in [(uncomputed, "rows"), (uncomputed, "computed"), (unnamed, "rows"), (nothing, "computed")]:
        found, error, _ = agree(codec, first + bad, view=view)
        assert len(found) == 1
        assert error is not None
    for view in ("rows", "computed"):
        agree_when_damaged(codec, first + second, view=view)
