"""Equations that writers solve, on toy specs: what is left out follows, and what changes takes only its own along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.objects.write.output import Output
from bytewright_codegen.load import load
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.resolved import resolved


@pytest.fixture
def compiled(compiled: Compile) -> Compile:
    """Bits come from the highest on here."""
    return lambda text, **imported: compiled(text, "be", **imported)


def made(codec: Codec, **values: Any) -> bytes:
    """The bytes of plain values, which read as they were and are written again as they are."""
    data = codec.to_bytes(from_plain(codec, values))
    assert codec.to_bytes(codec.parse(data)) == data
    return data


def refused(codec: Codec, **values: Any) -> tuple[str | None, str | None, str | None]:
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(from_plain(codec, values))
    return caught.value.field, caught.value.expected, caught.value.found


# --- sizes: operators ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("types", "size", "length", "expected"),
    [
        ("u1", "len << 1", 6, b"\3"),
        ("u1", "len * 2 - 2", 6, b"\4"),
        ("u1", "1 << len", 8, b"\3"),
        ("u1", "(3 << (len & 15)) - 4", 20, b"\3"),
        ("u1", "10 - len", 6, b"\4"),
        ("u1", "len / 2", 3, b"\6"),
        ("u1", "len >> 1", 3, b"\6"),
        ("u1", "(len + 3) / 4 * 4", 8, b"\x08"),
        ("u1", "(len + 3) & ~3", 8, b"\x08"),
        ("u1", "len ^ 0x55", 3, b"\x56"),
        ("u1", "~len & 0xff", 3, b"\xfc"),
        ("s1", "-len", 3, b"\xfd"),
        ("s2", "~len", 3, b"\xfc\xff"),
        ("u2", "len & 0xfff", 3, b"\3\0"),
        ("u2", "(len & 0xff0) >> 4", 3, b"\x30\0"),
        ("u2", "len.as<u2>", 3, b"\3\0"),
        ("u1", "len == 0 ? 0 : len - 1", 3, b"\4"),
        ("u1", "len == 0 ? 0 : len - 1", 0, b"\0"),
    ],
)
def test_sizes_are_solved_through_operators(
    types: str, size: str, length: int, expected: bytes, compiled: Compile
) -> None:
    codec = compiled(f"seq: [{{id: len, type: {types}}}, {{id: data, size: '{size}'}}]")
    assert made(codec, data="61" * length) == expected + b"a" * length


def test_a_size_that_no_value_gives_is_refused(compiled: Compile) -> None:
    codec = compiled("seq: [{id: len, type: u1}, {id: data, size: len * 4}]")
    assert refused(codec, data="616161") == ("data", "0 bytes", "3")


def test_a_stored_value_that_still_gives_the_size_stays(compiled: Compile) -> None:
    codec = compiled("seq: [{id: len, type: u1}, {id: data, size: (len + 3) / 4 * 4}]")
    model = codec.parse(b"\5abcdefgh")
    model.data = b"12345678"
    assert codec.to_bytes(model) == b"\x0512345678"
    model.data = b"1234"
    assert codec.to_bytes(model)[1:] == b"1234"
    assert codec.parse(codec.to_bytes(model)).data == b"1234"


def test_bits_beside_a_size_stay(compiled: Compile) -> None:
    codec = compiled("seq: [{id: head, type: u2}, {id: data, size: head & 0xfff}]")
    model = codec.parse(b"\2\xa0ab")
    model.data = b"abc"
    assert codec.to_bytes(model) == b"\3\xa0abc"
    assert made(codec, head=0x5000, data="6162") == b"\2\x50ab"
    assert codec.to_bytes(codec.parse(b"\2\xa0ab"), canonical=True) == b"\2\xa0ab"


def test_sizes_in_bits_are_written_as_they_turn_out(compiled: Compile) -> None:
    codec = compiled("seq: [{id: kind, type: b4}, {id: len, type: b12}, {id: data, size: len * 2}]")
    assert made(codec, kind=5, data="61" * 600) == b"\x51\x2c" + b"a" * 600
    assert refused(codec, kind=5, data="61" * 9000)[0] == "len"


def test_sizes_as_text_keep_their_width(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: len, type: str, size: 4}, {id: data, size: len.to_i}, {id: oct, type: str, size: 3},"
        " {id: more, size: oct.to_i(8)}]"
    )
    assert made(codec, data="61" * 12, more="62" * 9) == b"0012" + b"a" * 12 + b"011" + b"b" * 9
    model = codec.parse(b"   3abc1  x")
    model.data = b"abcdefghijk"
    assert codec.to_bytes(model) == b"  11abcdefghijk1  x"


def test_a_size_in_one_of_two_fields(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: wide, type: u1}, {id: len2, type: u2, if: wide == 0}, {id: len8, type: u8, if: wide != 0},"
        " {id: data, size: 'wide != 0 ? len8 : len2'}]"
    )
    assert made(codec, wide=0, data="6162") == b"\0\2\0ab"
    assert made(codec, wide=1, data="6162") == b"\1\2\0\0\0\0\0\0\0ab"


def test_sizes_of_several_fields(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: len_all, type: u1}
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name}
  - {id: num, type: u1}
  - {id: width, type: u1}
  - {id: marks, type: u1, repeat: expr, repeat-expr: num}
  - {id: table, size: num * width}
  - {id: rest, size: len_all - len_name - 2}
"""
    )
    assert made(codec, name="abc", marks=[1, 2], table="616161616161", rest="6263") == b"\7\3abc\2\3\1\2aaaaaabc"
    model = codec.parse(b"\7\3abc\2\3\1\2aaaaaabc")
    model.name = "abcd"
    assert codec.to_bytes(model) == b"\x08\4abcd\2\3\1\2aaaaaabc"


def test_what_reaches_to_an_end_that_a_header_says(compiled: Compile) -> None:
    codec = compiled("seq: [{id: len, type: u1}, {id: kind, type: u2}, {id: body, size: len - _io.pos}]")
    assert made(codec, kind=1, body="616263") == b"\6\1\0abc"


def test_padded_text_grows_only_where_it_must(compiled: Compile) -> None:
    codec = compiled("seq: [{id: len, type: u1}, {id: name, type: strz, size: len}, {id: b, type: u1}]")
    assert made(codec, name="abc", b=9) == b"\4abc\0\x09"
    model = codec.parse(b"\6ab\0xyz\x09")
    assert codec.to_bytes(model) == b"\6ab\0xyz\x09"
    model.name = "abcd"
    assert codec.to_bytes(model) == b"\6abcd\0\0\x09"
    model.name = "abcdefgh"
    assert codec.to_bytes(model) == b"\x09abcdefgh\0\x09"


PAGES = """
seq:
  - {id: head, type: head}
  - {id: cover, type: page, size: head.len_page * 4}
  - {id: pages, type: page, size: head.len_page * 4, repeat: eos}
types:
  head: {seq: [{id: len_page, type: u1}]}
  page:
    seq:
      - {id: num_rows, type: u1}
      - {id: rows, type: u2, repeat: expr, repeat-expr: num_rows}
    instances: {left: {value: _io.size - _io.pos}}
"""


def test_what_shares_a_size_is_filled_up(compiled: Compile) -> None:
    """A size stays where it is set and enough, and is that of the largest otherwise."""
    codec = compiled(PAGES)
    pages = {"cover": {"rows": [1]}, "pages": [{"rows": []}, {"rows": [2, 3, 4]}]}
    filled = b"\2\1\1\0" + bytes(5) + bytes(8) + b"\3\2\0\3\0\4\0" + bytes(1)
    assert made(codec, head={"len_page": 2}, **pages) == filled
    largest = {"cover": {"rows": []}, "pages": [{"rows": [1]}, {"rows": [2, 3, 4, 5, 6]}]}
    assert refused(codec, head={"len_page": 2}, **largest) == ("pages", "8 bytes", "11")  # no number of fours

    model = codec.parse(filled[:-1] + b"x")
    model.pages[0].rows.append(9)
    assert codec.to_bytes(model) == filled[:9] + b"\1\x09\0" + bytes(5) + filled[17:-1] + b"x"
    assert codec.to_bytes(model, canonical=True) == filled[:9] + b"\1\x09\0" + bytes(5) + filled[17:]


def test_a_size_that_several_share_grows_with_the_largest(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: len, type: u1}, {id: n, type: u1}, {id: recs, type: rec, repeat: expr, repeat-expr: n}]\n"
        "types:\n"
        "  rec: {seq: [{id: a, type: u1}, {id: b, type: body, size: _root.len}]}\n"
        "  body: {seq: [{id: x, type: strz}]}"
    )
    assert made(codec, recs=[{"a": 1, "b": {"x": "a"}}, {"a": 2, "b": {"x": "abc"}}]) == b"\4\2\1a\0\0\0\2abc\0"
    model = codec.parse(b"\3\2\1ab\0\2c\0z")
    model.recs[0].b.x = "abcd"
    again = codec.to_bytes(model)
    assert again == b"\5\2\1abcd\0\2c\0z\0\0"
    assert codec.parse(again).len == 5
    assert to_plain(codec.parse(again))["len"] == 5  # as rows and such values don't say it


def test_what_reaches_to_its_end_is_not_filled_up(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: len, type: u1}, {id: n, type: u1}, {id: parts, type: p, size: len, repeat: expr, repeat-expr: n}]\n"
        "types: {p: {seq: [{id: x, type: u1, repeat: eos}]}}"
    )
    assert made(codec, parts=[{"x": [1, 2]}, {"x": [3, 4]}]) == b"\2\2\1\2\3\4"
    assert refused(codec, parts=[{"x": [1, 2]}, {"x": [3]}])[0] == "parts"


# --- sizes and counts: ways ------------------------------------------------------------------------------------------


def test_sizes_in_lists(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: num, type: u1}
  - {id: sizes, type: u1, repeat: expr, repeat-expr: num}
  - {id: items, size: 'sizes[_index]', repeat: expr, repeat-expr: num}
"""
    )
    assert made(codec, items=["61", "626363", ""]) == b"\3\1\3\0abcc"
    model = codec.parse(b"\3\1\3\0abcc")
    model.items.append(b"xy")
    model.items[0] = b"__"
    assert codec.to_bytes(model) == b"\4\2\3\0\2__bccxy"


def test_sizes_in_lists_of_structures(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: header, type: header}
  - {id: bodies, type: body(_index), repeat: expr, repeat-expr: header.num}
types:
  header:
    seq:
      - {id: num, type: u1}
      - {id: entries, type: entry, repeat: expr, repeat-expr: num}
  entry: {seq: [{id: kind, type: u1, -default: 7}, {id: len, type: u1}, {id: num, type: u1}]}
  body:
    params: [{id: i, type: s4}]
    seq:
      - {id: data, size: entry.len}
      - {id: marks, type: u2, repeat: expr, repeat-expr: '_root.header.entries[i].num'}
    instances:
      entry: {value: '_root.header.entries[i]'}
"""
    )
    bodies = [{"data": "6161", "marks": [1]}, {"data": "", "marks": [2, 3]}]
    expected = b"\2\7\2\1\7\0\2aa\1\0\2\0\3\0"
    assert made(codec, header={"entries": [{}, {}]}, bodies=bodies) == expected
    model = codec.parse(expected)
    model.bodies[0].marks = []
    model.bodies[1].data = b"b"
    assert codec.to_bytes(model) == b"\2\7\2\0\7\1\2aab\2\0\3\0"


def test_counts_and_sizes_in_a_structure_beside(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: header, type: header}
  - {id: items, type: u2, repeat: expr, repeat-expr: header.counts.num - 1}
  - {id: name, type: str, size: header.len_name}
types:
  header: {seq: [{id: magic, contents: [1]}, {id: counts, type: counts}, {id: len_name, type: u1}]}
  counts: {seq: [{id: num, type: u1}]}
"""
    )
    assert made(codec, items=[1, 2], name="abc") == b"\1\3\3\1\0\2\0abc"
    model = codec.parse(b"\1\3\3\1\0\2\0abc")
    model.items, model.name = [5], "x"
    assert codec.to_bytes(model) == b"\1\2\1\5\0x"


def test_sizes_and_counts_through_parameters(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: len_a, type: u1}
  - {id: len_b, type: b4}
  - {id: num_b, type: b4}
  - {id: a, type: chunk(len_a - 1)}
  - {id: b, type: 'pair(len_b, num_b)'}
  - {id: four, type: chunk(4)}
types:
  chunk:
    params: [{id: len, type: s4}]
    seq: [{id: data, size: len}]
  pair:
    params: [{id: len, type: s4}, {id: num, type: s4}]
    seq: [{id: inner, type: chunk(len)}, {id: marks, type: u1, repeat: expr, repeat-expr: num}]
"""
    )
    values = {"a": {"data": "6161"}, "b": {"inner": {"data": "62"}, "marks": [1, 2, 3]}, "four": {"data": "63636363"}}
    assert made(codec, **values) == b"\3\x13aab\1\2\3cccc"
    values["four"] = {"data": "63"}
    assert refused(codec, **values) == ("four", "4 bytes", "1")


def test_a_structure_as_a_parameter(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: head, type: head}
  - {id: body, type: body(head)}
types:
  head: {seq: [{id: len, type: u2}]}
  body:
    params: [{id: of, type: head}]
    seq: [{id: data, size: of.len}]
"""
    )
    assert made(codec, body={"data": "6161"}) == b"\2\0aa"


def test_counts_of_bytes(compiled: Compile) -> None:
    codec = compiled("seq: [{id: len, type: u1}, {id: items, type: u4, repeat: expr, repeat-expr: len / 4}]")
    assert made(codec, items=[1, 2]) == b"\x08\1\0\0\0\2\0\0\0"
    assert codec.to_bytes(codec.parse(b"\x05\1\0\0\0")) == b"\x05\1\0\0\0"


def test_places_in_lists_and_through_parameters(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: num, type: u1}
  - {id: offsets, type: u1, repeat: expr, repeat-expr: num}
  - {id: items, type: item(_index), repeat: expr, repeat-expr: num}
types:
  item:
    params: [{id: i, type: s4}]
    seq: [{id: len, type: u1}]
    instances:
      name: {pos: '_parent.offsets[i]', type: str, size: len, io: _root._io}
"""
    )
    data = made(codec, items=[{"name": "abc"}, {"name": "de"}])
    model = codec.parse(data)
    assert [item.name for item in model.items] == ["abc", "de"]
    assert (data[:1], data[3:5], len(data)) == (b"\2", b"\3\2", 10)
    model.items[0].name = "x"
    assert [item.name for item in codec.parse(codec.to_bytes(model)).items] == ["x", "de"]


# --- what says whether something is there, and what it is -------------------------------------------------------------

PRESENCE = """
seq:
  - {id: has_a, type: b1}
  - {id: no_b, type: b1}
  - {id: rest, type: b6, -default: 0}
  - {id: flags, type: u2}
  - {id: mode, type: u1, enum: mode}
  - {id: version, type: u1}
  - {id: a, type: u1, if: has_a}
  - {id: a2, type: u1, if: has_a}
  - {id: b, type: u1, if: not no_b}
  - {id: c, type: u1, if: flags & 4 != 0}
  - {id: d, type: u1, if: (flags >> 8) & 1 == 1}
  - {id: e, type: u1, if: 'mode == mode::e'}
  - {id: f, type: u1, if: 'mode == mode::f and is_new'}
instances:
  is_new: {value: version >= 2}
enums: {mode: {1: e, 2: f, 3: neither}}
"""


def test_presence_follows_from_what_is_there(compiled: Compile) -> None:
    codec = compiled(PRESENCE)
    assert made(codec, version=2, a=1, a2=2, c=3, e=4) == b"\xc0\4\0\1\2\1\2\3\4"
    assert made(codec, version=2, b=1, d=3, f=4) == b"\0\0\1\2\2\1\3\4"
    assert made(codec, version=2, mode=3, flags=0x1000) == b"\x40\0\x10\3\2"
    assert refused(codec, version=2, mode=1, has_a=False, a=1, a2=2, e=3)[0] == "a"
    assert refused(codec, version=2, has_a=True, a=1, e=3) == ("a2", "a value", "nothing")
    assert refused(codec, version=2, a=1, e=3)[0] == "has_a"
    assert refused(codec, version=2) == ("mode", "a value", "nothing")
    found = refused(codec, version=2, e=1, f=2)
    assert found == ("mode", "1, as there is e", "2, as there is f")


@pytest.mark.parametrize("hops", [2, 40])
def test_presence_through_others(compiled: Compile, hops: int) -> None:
    """What a chain of conditions says is found as far as it is followed; behind that users say it."""
    chain = "".join(f"  c{number}: {{value: c{number - 1}}}\n" for number in range(1, hops + 1))
    codec = compiled(
        f"""
seq: [{{id: flag, type: u1}}, {{id: a, type: u1, if: c{hops}}}]
instances:
  c0: {{value: flag == 7}}
{chain}"""
    )
    assert made(codec, flag=7, a=1) == b"\7\1"
    if hops == 2:
        assert made(codec, a=1) == b"\7\1"
    else:
        assert refused(codec, a=1) == ("flag", "a value", "nothing")


def test_rules_of_elements_that_ask_for_what_follows_from_others(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: len, type: u1}, {id: xs, type: u1, repeat: expr, repeat-expr: 3, valid: {max: len}}, "
        "{id: body, size: len}]"
    )
    assert made(codec, xs=[1, 3, 0], body=b"abc") == b"\3\1\3\0abc"
    assert refused(codec, xs=[1, 9, 3], body=b"abc") == ("xs[1]", "at most 3", "9")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("{max: len}", "at most 3"),
        ("{expr: _ <= len}", "a value for which _ <= len"),
        ("{any-of: [len, len - 1]}", "one of 3, 2"),
        ("{min: len - 1, max: len}", "at most 3"),
    ],
)
@pytest.mark.parametrize("where", ["", ", if: len > 1"])
def test_rules_that_ask_for_what_follows_from_others(compiled: Compile, rule: str, expected: str, where: str) -> None:
    """They are looked at when that is known, and say what it is."""
    codec = compiled(
        f"seq: [{{id: len, type: u1}}, {{id: x, type: u1, valid: {rule}{where}}}, {{id: body, size: len}}]"
    )
    for x in (2, 3):
        assert made(codec, x=x, body=b"abc") == bytes([3, x]) + b"abc"
    assert refused(codec, x=4, body=b"abc") == ("x", expected, "4")


def test_a_rule_that_asks_where_a_field_lies_and_what_follows(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: len, type: u1}, {id: a, type: u1}, {id: x, type: u1, valid: {expr: _ + len == _io.pos + 3}}, "
        "{id: body, size: len}]"
    )
    assert made(codec, a=0, x=3, body=b"abc") == b"\3\0\3abc"
    assert codec.parse(b"\3\0\3abc").x == 3
    assert refused(codec, a=0, x=2, body=b"abc")[::2] == ("x", "2")


def test_a_value_that_is_stated(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: u1}, {id: twice, type: u2, -derive: {value: a * 2}}]")
    assert made(codec, a=200) == b"\xc8\x90\1"
    assert codec.to_bytes(codec.parse(b"\xc8\3\0")) == b"\xc8\3\0"  # readers don't go by it


def test_presence_is_said_elsewhere(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: header, type: header}
  - {id: body, type: body}
  - {id: extra, type: u1, if: header.flags & 1 != 0}
types:
  header: {seq: [{id: flags, type: u1}]}
  body:
    seq: [{id: kind, type: u1}, {id: name, type: strz, if: _root.header.flags & 2 != 0}]
"""
    )
    assert made(codec, header={}, body={"kind": 0, "name": "a"}, extra=7) == b"\3\0a\0\7"
    assert made(codec, header={}, body={"kind": 0}) == b"\0\0"
    assert made(codec, body={"kind": 0}, extra=7) == b"\1\0\7"


SWITCH = """
seq:
  - {id: kind, type: u1}
  - {id: tag, type: u1, enum: tag}
  - {id: len, type: u1}
  - id: body
    size: len
    type:
      switch-on: tag
      cases: {'tag::a': a, 'tag::b': b, 'tag::c': s, 'tag::d': s}
  - id: value
    type: {switch-on: kind, cases: {1: u2, 2: f4, _: b}}
types:
  a: {seq: [{id: x, type: u2}]}
  b: {seq: [{id: y, type: u1}]}
  s: {seq: [{id: z, type: u1}]}
enums: {tag: {1: a, 2: b, 3: c, 4: d}}
"""


def test_tags_follow_from_the_case_that_was_chosen(compiled: Compile) -> None:
    codec = compiled(
        SWITCH.replace("  - {id: kind, type: u1}\n", "").replace("seq:\n", "seq:\n  - {id: kind, type: u1}\n", 1)
    )
    assert made(codec, body={"x": 5}, value=1) == b"\1\1\2\5\0\1\0"
    assert made(codec, body={"y": 5}, value=1.0) == b"\2\2\1\5\0\0\x80\x3f"
    assert made(codec, tag="d", kind=9, body={"z": 5}, value={"y": 1}) == b"\x09\4\1\5\1"
    assert refused(codec, kind=1, body={"z": 5}, value=1) == ("tag", "a value", "nothing")
    model = codec.parse(b"\1\1\2\5\0\1\0")
    b: Any = codec.structures()["b"]
    model.body = b(y=1)
    with pytest.raises(WriteError, match=r"body: expected a A, as tag says, found B\(y=1\)"):
        codec.to_bytes(model)
    model.tag = None
    assert codec.to_bytes(model) == b"\1\2\1\1\1\0"


def test_lists_of_tagged_structures(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: head, type: u1}
      - {id: body, type: {switch-on: head & 3, cases: {0: a, 1: b}}}
  a: {seq: [{id: x, type: u2}]}
  b: {seq: [{id: y, type: u1}]}
"""
    )
    assert made(codec, items=[{"body": {"x": 1}}, {"body": {"y": 1}}]) == b"\0\1\0\1\1"


@pytest.mark.parametrize(
    ("mark", "until", "expected"),
    [
        ("b1", "_.mark", b"\1\2\x83"),
        ("b1", "not _.mark", b"\x81\x82\3"),
        ("b1", "_.mark == false", b"\x81\x82\3"),
    ],
)
def test_the_last_element_is_marked(mark: str, until: str, expected: bytes, compiled: Compile) -> None:
    codec = compiled(
        f"seq: [{{id: items, type: item, repeat: until, repeat-until: '{until}'}}]\n"
        f"types: {{item: {{seq: [{{id: mark, type: {mark}}}, {{id: x, type: b7}}]}}}}"
    )
    assert made(codec, items=[{"x": 1}, {"x": 2}, {"x": 3}]) == expected
    model = codec.parse(expected)
    item: Any = codec.structures()["item"]
    model.items.append(item(x=4))
    assert [item.x for item in codec.parse(codec.to_bytes(model)).items] == [1, 2, 3, 4]


def test_the_last_element_is_marked_by_a_bit(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: items, type: item, repeat: until, repeat-until: _.head.x & 0x80 == 0}]\n"
        "types: {item: {seq: [{id: head, type: head}]}, head: {seq: [{id: x, type: u1}]}}"
    )
    heads = [{"head": {"x": x}} for x in (1, 0x82, 0x83)]
    assert made(codec, items=heads) == b"\x81\x82\3"


# --- other specs -----------------------------------------------------------------------------------------------------


def test_fields_and_parameters_of_imported_types(tmp_path: Path) -> None:
    (tmp_path / "head.ksy").write_text("meta: {id: head}\nseq: [{id: len, type: u1}, {id: num, type: u1}]")
    (tmp_path / "chunk.ksy").write_text(
        "meta: {id: chunk}\nparams: [{id: len, type: s4}]\nseq: [{id: data, size: len}]"
    )
    (tmp_path / "toy.ksy").write_text(
        """
meta: {id: toy, imports: [head, chunk]}
seq:
  - {id: head, type: head}
  - {id: name, size: head.len}
  - {id: marks, type: u1, repeat: expr, repeat-expr: head.num}
  - {id: len, type: u1}
  - {id: more, type: chunk(len)}
  - {id: two, type: chunk(2)}
"""
    )
    codec = load(tmp_path / "toy.ksy")
    more, two = {"data": "6262"}, {"data": "6363"}
    assert made(codec, head={"len": 0, "num": 0}, name="61", marks=[1, 2], more=more, two=two) == b"\1\2a\1\2\2bbcc"
    found = refused(codec, head={"len": 0, "num": 0}, name="61", marks=[], more=more, two={"data": "63"})
    assert found == ("two", "2 bytes", "1")


# --- what is said of it ----------------------------------------------------------------------------------------------


def test_what_cannot_be_derived_is_named(tmp_path: Path) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(
        "meta: {id: toy}\nseq:\n  - {id: width, type: u1}\n  - {id: height, type: u1}\n"
        "  - {id: pixels, size: width * height}\n  - {id: len, type: u1}\n  - {id: data, size: len * 2}\n"
    )
    [note] = [note for writing in plan(resolved(path))["toy"].writing for note in writing.notes]
    assert (note.loc.line, note.loc.column, note.severity) == (5, 24, "note")
    assert note.message == "'width' and 'height' can't be found from the size of 'pixels'"


def test_values_that_cannot_be_derived_are_checked(compiled: Compile) -> None:
    codec = compiled("seq: [{id: width, type: u1}, {id: height, type: u1}, {id: pixels, size: width * height}]")
    assert made(codec, width=2, height=2, pixels="61616161") == b"\2\2aaaa"
    assert refused(codec, width=2, height=2, pixels="616161") == ("pixels", "4 bytes", "3 bytes")


# --- what a change takes along ---------------------------------------------------------------------------------------

TRAILER = """
seq:
  - {id: magic, contents: TOY}
  - {id: ofs_names, type: u2}
  - {id: ofs_notes, type: u2}
  - {id: num_names, type: u1}
  - {id: len_notes, type: u1}
  - {id: spare, type: u1}
  - {id: sum, type: u4, -checksum: {algorithm: crc32, from: magic, to: spare}}
instances:
  names: {pos: ofs_names, type: name, repeat: expr, repeat-expr: num_names}
  notes: {pos: ofs_notes, size: len_notes}
types:
  name: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
"""


def test_only_what_follows_from_a_change_changes(compiled: Compile) -> None:
    codec = compiled(TRAILER)
    data = made(codec, spare=9, names=[{"text": "abc"}, {"text": "de"}], notes="6e6f7465")
    before = codec.parse(data)
    assert (before.ofs_names, before.ofs_notes, before.num_names, before.len_notes) == (14, 21, 2, 4)

    shorter = codec.parse(data)
    shorter.names[0].text = "x"
    found = codec.parse(codec.to_bytes(shorter))
    assert [name.text for name in found.names] == ["x", "de"]
    assert (found.ofs_names, found.ofs_notes, found.num_names, found.len_notes) == (14, 21, 2, 4)
    assert (found.sum, found.notes, found.spare) == (before.sum, b"note", 9)

    longer = codec.parse(data)
    name: Any = codec.structures()["name"]
    longer.names.append(name(text="fghi"))
    found = codec.parse(codec.to_bytes(longer))
    assert [name.text for name in found.names] == ["abc", "de", "fghi"]
    assert (found.num_names, found.len_notes, found.notes, found.spare) == (3, 4, b"note", 9)
    assert found.sum != before.sum


# --- numbers in digits -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "length"),
    [
        (
            "groups[0].digit + (groups.size > 1 ? groups[1].digit << 7 : 0)"
            " + (groups.size > 2 ? groups[2].digit << 14 : 0)",
            b"\xac\2",
        ),
        (
            "groups.last.digit + (groups.size > 1 ? groups[groups.size - 2].digit << 7 : 0)"
            " + (groups.size > 2 ? groups[groups.size - 3].digit << 14 : 0)",
            b"\x82\x2c",
        ),
    ],
)
def test_sizes_in_digits(value: str, length: bytes, compiled: Compile) -> None:
    codec = compiled(
        f"""
seq: [{{id: len, type: number}}, {{id: data, size: len.value - 1}}]
types:
  number:
    seq: [{{id: groups, type: group, repeat: until, repeat-until: not _.more}}]
    instances: {{value: {{value: '{value}'}}}}
  group: {{seq: [{{id: more, type: b1}}, {{id: digit, type: b7}}]}}
"""
    )
    assert made(codec, data="61" * 299) == length + b"a" * 299
    assert made(codec, data="") == b"\1"
    model = codec.parse(length + b"a" * 299)
    model.data = b"bc"
    assert codec.to_bytes(model) == b"\3bc"


def test_digits_that_lie_in_one_number_with_their_mark(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: len, type: leb}, {id: data, size: len.value}]
types:
  leb:
    seq: [{id: groups, type: group, repeat: until, repeat-until: not _.has_next}]
    instances:
      value: {value: 'groups[0].value + (groups.size > 1 ? groups[1].value << 7 : 0)'}
  group:
    seq: [{id: b, type: u1}]
    instances:
      has_next: {value: (b & 0x80) != 0}
      value: {value: b & 0x7f}
"""
    )
    assert made(codec, data="") == b"\0"
    assert made(codec, data="61" * 127) == b"\x7f" + b"a" * 127
    assert made(codec, data="61" * 128) == b"\x80\1" + b"a" * 128
    assert made(codec, data="61" * 300) == b"\xac\2" + b"a" * 300
    model = codec.parse(b"\2ab")
    model.data = b"c" * 200
    assert codec.to_bytes(model) == b"\xc8\1" + b"c" * 200
    expected = "a number that these digits can spell"
    assert refused(codec, data="61" * (1 << 14)) == ("len.groups", expected, str(1 << 14))


@pytest.mark.parametrize("last", ["_ < 128", "_ & 0x80 == 0", "not (_ >= 0x80)"])
def test_digits_that_are_the_elements(last: str, compiled: Compile) -> None:
    codec = compiled(
        f"""
seq: [{{id: len, type: leb}}, {{id: data, size: len.value}}]
types:
  leb:
    seq: [{{id: b, type: u1, repeat: until, repeat-until: '{last}'}}]
    instances: {{value: {{value: '(b[0] & 0x7f) | (b.size > 1 ? (b[1] & 0x7f) << 7 : 0)'}}}}
"""
    )
    assert made(codec, data="61" * 300) == b"\xac\2" + b"a" * 300
    assert made(codec, len={"b": [0xFF, 0x80]}, data="61" * 127) == b"\xff\0" + b"a" * 127
    assert made(codec, len={"b": [1, 2, 3]}, data="") == b"\0"


@pytest.mark.parametrize("size", ["len.value", "len.value + 1", "len.value * len.value", "_root.len.value"])
def test_sizes_in_digits_in_types_that_nothing_uses(size: str, compiled: Compile) -> None:
    number = """
seq: [{id: groups, type: group, repeat: until, repeat-until: not _.more}]
instances: {value: {value: 'groups[0].digit + (groups.size > 1 ? groups[1].digit << 7 : 0)'}}
types: {group: {seq: [{id: more, type: b1}, {id: digit, type: b7}]}}
"""
    codec = compiled(
        f"""
seq: [{{id: len, type: number}}, {{id: data, size: len.value}}]
types:
  unused: {{seq: [{{id: len, type: number}}, {{id: data, size: {size}}}]}}
""",
        number=number,
    )
    assert made(codec, data="61" * 3) == b"\3aaa"


def test_what_asks_where_it_begins_is_checked_there(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: len, type: u1}
  - {id: kind, type: u1}
  - {id: items, type: u2, repeat: expr, repeat-expr: (len - _io.pos) / 2}
  - {id: mark, type: u1, if: _io.pos < len + 1}
  - {id: part, type: part(_io.pos + 1)}
  - {id: rest, type: part(_io.size - _io.pos)}
types:
  part:
    params: [{id: len, type: s4}]
    seq: [{id: data, size: len}]
"""
    )
    values: dict[str, Any] = {"kind": 1, "items": [1, 2], "mark": 7, "rest": {"data": "6161"}}
    assert made(codec, **values, part={"data": "62" * 8}) == b"\6\1\1\0\2\0\7" + b"b" * 8 + b"aa"
    assert refused(codec, **values, part={"data": "62"}) == ("part", "8 bytes", "1")


def test_what_fills_up_follows(compiled: Compile) -> None:
    codec = compiled(
        """
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: name, type: str, size: len}
      - {id: to_four, size: (3 - len) % 4}
      - {id: note, type: strz}
      - {id: to_eight, size: (8 - _io.pos) % 8}
"""
    )
    data = b"\1a\0\0b\0\0\0" + b"\3abc\0\0\0\0"
    assert made(codec, items=[{"name": "a", "note": "b"}, {"name": "abc", "note": ""}]) == data
    model = codec.parse(data)
    model.items[0].name, model.items[1].note = "ab", "wxyz"
    assert codec.to_bytes(model) == b"\2ab\0b\0\0\0" + b"\3abcwxyz\0" + bytes(7)
    model = codec.parse(data[:-1] + b"!")
    model.items[1].note = "z"
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model)
    assert (caught.value.field, caught.value.found) == ("items[1].to_eight", "3 bytes")


# --- rules that say what a field is ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "more"),
    [("_io.size", 0), ("_root._io.size", 0), ("{eq: _io.size - 5}", -5), ("_io.size * 2 + 1", None)],
)
def test_a_field_that_says_how_large_the_file_is(compiled: Compile, rule: str, more: int | None) -> None:
    codec = compiled(
        f"""
seq:
  - {{id: kind, contents: K}}
  - {{id: total, type: u4, valid: {rule}}}
  - {{id: texts, type: strz, repeat: eos}}
"""
    )

    def total(data: bytes) -> int:
        return 2 * len(data) + 1 if more is None else len(data) + more

    data = made(codec, texts=["one", "two"])
    model = codec.parse(data)
    assert model.total == total(data)
    model.texts.append("three")
    longer = codec.to_bytes(model)
    assert len(longer) == len(data) + 6
    assert codec.parse(longer).total == total(longer)


def test_a_field_that_says_how_large_what_it_lies_in_is(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: len_body, type: u1}
  - {id: body, type: body, size: len_body}
  - {id: len_again, type: u1, valid: len_body}
  - {id: title, type: strz}
  - {id: title_again, type: strz, valid: title}
types:
  body:
    seq:
      - {id: size, type: u2, valid: _io.size}
      - {id: text, type: str, size-eos: true}
"""
    )
    data = made(codec, body={"text": "abc"}, title="x")
    assert data == b"\5\5\0abc\5x\0x\0"
    model = codec.parse(data)
    model.title = "new"
    assert codec.to_bytes(model) == b"\5\5\0abc\5new\0new\0"
    model.body.text = "longer"
    assert codec.to_bytes(model) == b"\x08\x08\0longer\x08new\0new\0"


def test_what_a_rule_says_may_be_overridden(compiled: Compile) -> None:
    codec = compiled("seq:\n  - {id: total, type: u1, valid: _io.size}\n  - {id: rest, size-eos: true}\n")
    assert codec.to_bytes(from_plain(codec, {"total": 9, "rest": "00"}), override=True) == b"\x09\0"


# --- what is computed of other fields --------------------------------------------------------------------------------

COMPUTED = """
seq:
  - {id: area, type: u2, -derive: {value: num_rows * width}}
  - {id: num_rows, type: u1}
  - {id: width, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
types:
  row:
    -show: {value: cells}
    seq: [{id: cells, type: u1, repeat: expr, repeat-expr: _parent.width}]
"""


def test_what_rests_on_counts_is_computed_behind_them(compiled: Compile) -> None:
    codec = compiled(COMPUTED)
    assert codec.to_bytes(from_plain(codec, {"rows": [[1, 2, 3], [4, 5, 6]]})) == bytes([6, 0, 2, 3, *range(1, 7)])


def test_what_was_computed_otherwise_stays_in_a_file(compiled: Compile) -> None:
    codec = compiled(COMPUTED)
    data = bytes([9, 9, 1, 2, 7, 8])
    model = codec.parse(data)
    assert codec.to_bytes(model) == data
    assert codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(data)).to_json()))) == data
    assert codec.to_bytes(model, canonical=True) == bytes([2, 0, 1, 2, 7, 8])
    model = codec.parse(bytes([2, 0, 1, 2, 7, 8]))
    row: Any = codec.structures()["row"]
    model.rows.append(row(cells=[5, 6]))
    assert codec.to_bytes(model) == bytes([4, 0, 2, 2, 7, 8, 5, 6])


def test_a_size_that_chooses_a_case_stays_where_it_chose_another(compiled: Compile) -> None:
    codec = compiled("""
seq:
  - {id: width, type: u1}
  - {id: number, type: {switch-on: width, cases: {1: s1, 2: s2, _: other}}}
types:
  other:
    -show: {value: value}
    seq: [{id: value, size: _parent.width}]
""")
    for data in (b"\2\xfe\xff", b"\3abc"):
        assert codec.to_bytes(codec.parse(data), canonical=True) == data
    assert codec.to_bytes(from_plain(codec, {"width": 2, "number": -2})) == b"\2\xfe\xff"
    assert codec.to_bytes(from_plain(codec, {"number": {"value": "616263"}})) == b"\3abc"


def test_what_stands_for_null_where_a_parameter_says_that_there_is_nothing(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: all, type: 'item(2)', repeat: eos}]\n"
        "types: {item: {params: [{id: p, type: u1}], seq: [\n"
        "  {id: x, type: u1, -null: 7},\n"
        "  {id: y, type: u1, if: p > 2, -null: 0},\n"
        "  {id: z, type: u1, if: p > 1, -null: 9}]}}\n"
    )
    assert codec.to_bytes(codec.parse(b"\1\2")) == b"\1\2"
    model = codec.parse(b"\1\2")
    for item in model.all:
        item.x = item.z = None
    assert codec.to_bytes(model) == b"\7\x09"


def test_what_is_wrong_is_told_though_sizes_do_not_settle(compiled: Compile) -> None:
    codec = compiled("""
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: size, type: u1}
      - {id: items, size: size, process: xor(1), type: item, repeat: expr, repeat-expr: 2}
  item: {seq: [{id: len, type: u1}, {id: text, size: len}, {id: pair, size: 2, type: rest}]}
  rest: {seq: [{id: a, size-eos: true}]}
""")
    root: Any = codec.root

    def record(first: bytes, second: bytes, pair: bytes = b"ab") -> dict[str, Any]:
        return {"items": [{"text": first, "pair": {"a": pair}}, {"text": second, "pair": {"a": b"cd"}}]}

    with pytest.raises(WriteError, match=r"^records\[0\]\.items: expected 5 bytes, found 4$"):
        codec.to_bytes(root(records=[record(b"a", b"ab")]))
    with pytest.raises(WriteError, match=r"^records\[1\]\.items\[0\]\.pair: expected (at most )?2 bytes, found 3$"):
        codec.to_bytes(root(records=[record(b"a", b"ab"), record(b"a", b"a", b"abc")]))


def test_sizes_that_do_not_settle_name_the_first_field_that_changes(compiled: Compile) -> None:
    codec = compiled("seq: [{id: size, type: u1}, {id: text, size: size}]")
    model: Any = codec.parse(b"\1a")
    out = Output()
    assert str(out.contradiction()) == "sizes and places don't settle: they depend on each other"
    out.solve(model, 0, 1)
    assert out.contradiction().field is None
    out.solve(model, 0, 2)
    assert str(out.contradiction()) == "size: sizes and places don't settle: they depend on each other"
