"""Lists with validity bits in records: null where a bit says so, by both engines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import ReadError, WriteError
from bytewright.testing.checks import check_tree_of

SPEC = """
seq:
  - {{id: records, type: record, size: 40, repeat: eos}}
types:
  record:
    seq:
      - {{id: count, type: u1}}
      - {{id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}}
      - {{id: values, {0}, repeat: expr, repeat-expr: count}}
-views:
  rows:
    each: records[*]
    columns:
      - {{id: values, value: _.values, nullable: true}}
      - {{id: {1}}}
"""
PLAIN = "count, value: _.values.size"


def record(random: Random, width: int) -> bytes:
    count = random.randrange(10)
    data = bytes([count]) + random.randbytes((count + 7) // 8) + random.randbytes(count * width)
    return data.ljust(40, b"\0")


@pytest.mark.parametrize("bits", ["le", "be"])
@pytest.mark.parametrize(("kind", "width"), [("type: u1", 1), ("type: s2", 2), ("size: 3", 3)])
def test_elements_without_a_bit_are_null(compiled: Compile, kind: str, width: int, bits: str) -> None:
    codec = compiled(SPEC.format(kind, PLAIN), bits)
    random = Random(kind)
    data = b"".join(record(random, width) for _ in range(30))
    rows = agree(codec, data)[0]
    assert any("None" in row for row in rows)
    file = bytewright.open(data, codec, columns=["values"], engine="columns")
    shown = file.to_table()["values"].to_pylist()
    for number in range(30):
        start = 40 * number
        for place, value in enumerate(shown[number] or []):
            byte = data[start + 1 + place // 8]
            bit = byte >> (place % 8 if bits == "le" else 7 - place % 8) & 1
            assert (value is not None) == bool(bit)
    agree_when_damaged(codec, data[:80])


@pytest.mark.parametrize(
    "asked",
    [
        "large, count: {in: '_.values[*]', where: _ > 7}",
        "first, value: '_.count > 0 ? _.values[0] : 0', nullable: true",
        "doubled, each: '_.values[*]', columns: [{id: of, value: _ * 2, nullable: true}]",
    ],
)
def test_what_asks_for_elements_is_left_to_objects(compiled: Compile, asked: str) -> None:
    codec = compiled(SPEC.format("type: u1", asked))
    assert any("validity bits" in column.by_objects for column in codec.views[0].columns)


TEXTS = """
seq:
  - {id: count, type: u1}
  - {id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: texts}
  - {id: texts, type: strz, repeat: expr, repeat-expr: count}
"""


def test_texts_without_a_bit_are_written_with_their_terminators(compiled: Compile) -> None:
    codec = compiled(TEXTS)
    root: Any = codec.root
    data = codec.to_bytes(root(texts=["a", None, "b", None]))
    assert data == b"\x04\x05a\0\0b\0\0"
    back: Any = codec.parse(data)
    assert back.texts == ["a", None, "b", None]
    kept = b"\x02\x01a\0x\0"
    assert codec.to_bytes(codec.parse(kept)) == kept


ANY = """
seq:
  - {{id: count, type: u1}}
  - {{id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}}
  - {{id: values, {}, repeat: expr, repeat-expr: count}}
  - {{id: last, type: u1}}
types:
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: u1}}]}}
  text: {{seq: [{{id: len, type: u1}}, {{id: text, type: str, size: len}}]}}
  line: {{seq: [{{id: text, type: str, terminator: 10}}]}}
  marked: {{seq: [{{id: mark, contents: [1]}}, {{id: line, type: line}}]}}
  aligned: {{seq: [{{id: a, type: u1}}, {{id: pad, size: '(4 - _io.pos) % 4'}}]}}
  listed: {{params: [{{id: n, type: u1}}], seq: [{{id: a, type: text, repeat: expr, repeat-expr: n}}]}}
  some: {{seq: [{{id: a, type: u1}}, {{id: more, type: u1, if: not _io.eof}}]}}
  ruled: {{seq: [{{id: a, type: u1, valid: {{min: 3}}}}]}}
  nibble: {{seq: [{{id: a, type: b4}}]}}
  optional: {{seq: [{{id: there, type: u1}}, {{id: a, type: u2, if: there == 0}}]}}
  page: {{params: [{{id: n, type: u1}}], seq: [{{id: len, type: u1}}, {{id: a, size: n * 40000}}]}}
  endless: {{seq: [{{id: a, type: u1, repeat: until, repeat-until: _ != 0}}]}}
  nibbles: {{seq: [{{id: a, type: b4}}, {{id: b, type: b4}}]}}
"""


@pytest.mark.parametrize(
    ("kind", "values", "written"),
    [
        ("size: 2", [b"ab", None, b"cd"], b"ab\0\0cd"),
        ("size: _index + 1", [b"a", None, b"bcd"], b"a\0\0bcd"),
        ("type: str, size: 2", ["ab", None, "cd"], b"ab\0\0cd"),
        ("size: 3, pad-right: 0x20", [b"ab", None, b"cd"], b"ab \0\0\0cd "),
        ("type: pair, size: 3", [{"a": 1, "b": 2}, None, {"a": 3, "b": 4}], b"\1\2\0\0\0\0\3\4\0"),
    ],
)
def test_what_is_null_takes_the_size_that_is_stated(
    compiled: Compile, kind: str, values: list[Any], written: bytes
) -> None:
    codec = compiled(ANY.format(kind))
    root: Any = codec.root
    data = codec.to_bytes(root(values=values, last=9))
    assert data == b"\x03\x05" + written + b"\x09"
    back: Any = codec.parse(data)
    assert (back.values[1], back.last) == (None, 9)


@pytest.mark.parametrize("order", ["le", "be"])
def test_numbers_of_bits_that_are_null_keep_their_places(compiled: Compile, order: str) -> None:
    codec = compiled(ANY.format("type: b3"), order)
    root: Any = codec.root
    data = codec.to_bytes(root(values=[1, None, 2, None], last=9))
    back: Any = codec.parse(data)
    assert (len(data), back.values, back.last) == (4, [1, None, 2, None], 9)
    for bits in range(64):  # of both numbers, the first of which is null
        kept = bytes([2, 0x40 | bits if order == "be" else 0x02 | bits << 2, 9])
        assert codec.to_bytes(codec.parse(kept)) == kept
        check_tree_of(codec, kept)


A, B = {"text": "a"}, {"text": "b"}


@pytest.mark.parametrize(
    ("kind", "values", "written"),
    [
        ("type: text", [A, None, B], b"\1a\0\1b"),
        ("type: line", [A, None, B], b"a\n\nb\n"),
        ("type: marked", [{"line": A}, None, {"line": B}], b"\1a\n\1\n\1b\n"),
        ("type: aligned", [{"a": 1, "pad": b"\0"}, None, {"a": 2}], b"\1\0\0\0\0\0\2\0\0\0"),
        ("type: listed(count)", [{"a": [A, A, A]}, None, {"a": [B, B, B]}], b"\1a\1a\1a\0\0\0\1b\1b\1b"),
        ("type: some", [{"a": 1, "more": 2}, None, {"a": 3, "more": 4}], b"\1\2\0\0\3\4"),
        ("type: optional", [{"there": 1}, None, {"there": 1}], b"\1\0\0\0\1"),
        ("type: text, size: 3", [A, None, B], b"\1a\0\0\0\0\1b\0"),
        ("type: text, size: 3, process: xor(7)", [A, None, B], b"\6f\7\7\7\7\6e\7"),
        ("type: pair, terminator: 10", [{"a": 1, "b": 2}, None, {"a": 3, "b": 4}], b"\1\2\n\0\0\n\3\4\n"),
        ("type: {switch-on: '_index', cases: {0: u1, 1: u2, 2: text}}", [1, None, A], b"\1\0\0\1a"),
        ("type: {switch-on: '_index', cases: {0: u1, 2: text}}", [1, None, A], b"\1\1a"),
        ("type: {switch-on: count, cases: {2: u1, 3: text}}", [A, None, B], b"\1a\0\1b"),
        ("type: u1, valid: {min: 3}", [4, None, 5], b"\4\0\5"),
    ],
)
def test_what_is_null_takes_what_readers_parse(compiled: Compile, kind: str, values: list[Any], written: bytes) -> None:
    codec = compiled(ANY.format(kind))
    root: Any = codec.root
    data = codec.to_bytes(root(values=values, last=9))
    assert data == b"\x03\x05" + written + b"\x09"
    back: Any = codec.parse(data)
    assert (back.values[1], back.last) == (None, 9)
    assert codec.to_bytes(back) == data == codec.to_bytes(back, canonical=True)
    check_tree_of(codec, data)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("type: ruled", {"a": 5}),
        ("type: nibble", {"a": 5}),
        ("type: nibbles", {"a": 5, "b": 6}),
        ("type: endless", {"a": [5]}),
    ],
)
def test_null_is_refused_where_readers_find_no_value(compiled: Compile, kind: str, given: dict[str, Any]) -> None:
    codec = compiled(ANY.format(kind))
    root: Any = codec.root
    with pytest.raises(WriteError, match=r"^(<[^>]*>: )?values\[1\]: .* found null") as refused:
        codec.to_bytes(root(values=[given, None, given], last=9))
    assert refused.value.field == "values[1]"


def test_null_may_be_large(compiled: Compile) -> None:
    codec = compiled(ANY.format("type: page(count)"))
    root: Any = codec.root
    data = codec.to_bytes(root(values=[None, None, None], last=9))
    assert data == b"\x03\x00" + bytes(3 * 120_001) + b"\x09"


def test_structures_of_bits_are_null_where_they_begin_with_a_byte(compiled: Compile) -> None:
    codec = compiled(
        ANY.format("type: nibbles").replace("  - {id: values", "  - {id: next, type: u1}\n  - {id: values")
    )
    root: Any = codec.root
    data = codec.to_bytes(root(next=7, values=[{"a": 1, "b": 2}, None], last=9))
    assert data == b"\x02\x01\x07\x21\x00\x09"


SIZED = """
seq:
  - {{id: count, type: u1}}
  - {{id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}}
  - {{id: sizes, type: u1, repeat: expr, repeat-expr: count}}
  - {{id: values, {}, repeat: expr, repeat-expr: count}}
types:
  text: {{seq: [{{id: len, type: u1}}, {{id: text, type: str, size: len}}]}}
"""


@pytest.mark.parametrize(
    ("kind", "values", "written"),
    [
        ("size: 'sizes[_index] - 1'", [b"a", None, b"bc"], b"\2\1\3abc"),
        ("type: text, size: 'sizes[_index]'", [A, None, B], b"\2\1\2\1a\0\1b"),
        ("size: 'sizes[0]'", [None, b"ab", b"cd"], b"\2\0\0\0\0abcd"),
        ("type: text, size: 'sizes[0]'", [None, A, B], b"\2\0\0\0\0\1a\1b"),
    ],
)
def test_sizes_follow_from_null_too(compiled: Compile, kind: str, values: list[Any], written: bytes) -> None:
    codec = compiled(SIZED.format(kind))
    root: Any = codec.root
    given = {"sizes": [0, 0, 0]} if "[0]" in kind else {}
    data = codec.to_bytes(root(values=values, **given))
    assert data[2:] == written
    back: Any = codec.parse(data)
    assert [value is None for value in back.values] == [value is None for value in values]
    assert codec.to_bytes(back) == data


def test_bytes_in_place_of_null_stay_while_they_may(compiled: Compile) -> None:
    codec = compiled(
        ANY.format("type: {switch-on: last_kind, cases: {0: text, 1: u2}}").replace(
            "  - {id: values", "  - {id: last_kind, type: u1}\n  - {id: values"
        )
    )
    data = b"\x01\x00\x00\x03abc\x09"
    model: Any = codec.parse(data)
    assert codec.to_bytes(model) == data
    model.last_kind = 1
    assert codec.to_bytes(model) == b"\x01\x00\x01\0\0\x09"


@pytest.mark.parametrize("on", ["count", "_index + 3"])
def test_bits_of_what_no_case_knows_stay_as_they_were_read(compiled: Compile, on: str) -> None:
    codec = compiled(ANY.format(f"type: {{switch-on: {on}, cases: {{1: pair, 3: u1}}}}"))
    data = b"\x02\x03\x09" if on == "count" else b"\x02\x03\x07\x09"
    back: Any = codec.parse(data)
    assert back.values[1] is None
    assert codec.to_bytes(back) == data
    check_tree_of(codec, data)
    again: Any = codec.parse(codec.to_bytes(back, canonical=True))
    assert again.present == [on != "count", False]
    back.values = [None, None, None] if on == "count" else [None, None]
    changed: Any = codec.parse(codec.to_bytes(back))
    assert changed.values == back.values


BEHIND = """
seq:
  - {{id: count, type: u1}}
  - {{id: values, type: u1, valid: {{min: 3}}, repeat: expr, repeat-expr: count{}}}
  - {{id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values{}}}
"""


@pytest.mark.parametrize("condition", [("", ""), (", if: count != 1", ""), ("", ", if: count < 3")])
def test_rules_of_a_list_wait_for_the_bits_behind_it(compiled: Compile, condition: tuple[str, str]) -> None:
    codec = compiled(BEHIND.format(*condition))
    root: Any = codec.root
    data = b"\x02\x05\x00\x01"
    assert codec.to_bytes(root(values=[5, None])) == data
    assert codec.to_bytes(codec.parse(data)) == data
    assert codec.parse(data).values == [5, None]
    for bad in (b"\x02\x05\x00\x03", b"\x02\x05\x02\x03", b"\x03\x05\x00\x07" + (b"" if condition[1] else b"\x07")):
        with pytest.raises(ReadError, match="at least 3") as refused:
            codec.parse(bad)
        assert refused.value.field == "values[1]"
    if condition[0]:
        assert codec.parse(b"\x01\x01").values is None


SHARED = """
seq:
  - {id: count, type: u1}
  - {id: present, type: b1, repeat: expr, repeat-expr: count, -validity-of: values}
  - {id: len, type: u1}
  - {id: values, type: {switch-on: _index, cases: {0: long, _: text}}, size: len, repeat: expr, repeat-expr: count}
types:
  text: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
  long: {seq: [{id: id, type: u4}, {id: text, type: text}]}
"""
FIXED = SHARED.replace("{id: text, type: text}", "{id: more, type: u1}")


@pytest.mark.parametrize("spec", [SHARED, FIXED])
@pytest.mark.parametrize(
    ("values", "written"),
    [
        ([None, None], b"\2\0\5\0\0\0\0\0\0\0\0\0\0"),
        ([None, A], b"\2\2\5\0\0\0\0\0\1a\0\0\0"),
        ([None, {"text": "abcdef"}], b"\2\2\7\0\0\0\0\0\0\0\6abcdef"),
    ],
)
def test_a_size_that_elements_share_has_room_for_null(
    compiled: Compile, spec: str, values: list[Any], written: bytes
) -> None:
    codec = compiled(spec)
    root: Any = codec.root
    data = codec.to_bytes(root(values=values))
    assert data == written
    back: Any = codec.parse(data)
    assert [value is None for value in back.values] == [value is None for value in values]
    assert codec.to_bytes(back) == data == codec.to_bytes(back, canonical=True)
