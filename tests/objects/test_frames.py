"""What bounds bytes (sizes, terminators, padding, processes, cases of switches), on toy specs compiled on the fly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.testing.checks import check_rewrite, check_tree_of


def made(codec: Codec, **values: Any) -> bytes:
    return codec.to_bytes(codec.root(**values))


def held(codec: Codec, data: bytes) -> Any:
    """What a file holds, which also writes and shows as it was read."""
    check_rewrite(codec, data)
    check_tree_of(codec, data)
    return codec.parse(data)


def test_a_strz_that_is_a_case_ends_at_its_zero(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: x, type: {switch-on: n, cases: {1: strz, _: u2}}}, {id: y, type: u1}]"
    )
    read = held(codec, b"\x01ab\0\x07")
    assert (read.x, read.y) == ("ab", 7)
    assert held(codec, b"\x02\x03\x00\x07").x == 3
    assert made(codec, n=1, x="abc", y=7) == b"\x01abc\0\x07"


def test_a_case_in_a_size_is_cut_only_if_it_is_named(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: n, type: u1}\n"
        "  - {id: x, size: 4, terminator: 7, type: {switch-on: n, cases: {1: str, 2: strz, 3: t}}}\n"
        "types: {t: {seq: [{id: a, type: u1}]}}"
    )
    assert held(codec, b"\x01ab\x07c").x == "ab"
    assert held(codec, b"\x02a\0b\x07").x == "a\0b"
    assert held(codec, b"\x03a\x07bc").x.a == ord("a")
    assert held(codec, b"\x09ab\x07c").x == b"ab\x07c"


def test_a_number_that_is_a_case_says_nothing_of_the_size(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: n, type: u1}\n"
        "  - {id: len, type: u1}\n"
        "  - {id: x, size: len, type: {switch-on: n, cases: {1: u4, 2: t}}}\n"
        "types: {t: {seq: [{id: a, type: u1}]}}"
    )
    assert held(codec, b"\x01\x09\x05\0\0\0").x == 5
    assert held(codec, b"\x02\x02ab").x.a == ord("a")


def test_processed_structures_say_their_size(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: len, type: u1}, {id: x, size: len * 2, process: xor(1), type: t}, {id: y, type: u1}]\n"
        "types: {t: {seq: [{id: a, type: u2}]}}"
    )
    assert made(codec, x={"a": 0x0302}, y=9) == b"\x01\x03\x02\x09"
    assert held(codec, b"\x01\x03\x02\x09").x.a == 0x0302


def test_a_processed_text_is_not_filled_up(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: x, size: 4, process: rol(3), type: t}]\ntypes: {t: {seq: [{id: a, type: str, size-eos: true}]}}"
    )
    assert held(codec, made(codec, x={"a": "abcd"})).x.a == "abcd"
    with pytest.raises(WriteError) as caught:
        made(codec, x={"a": "ab"})
    assert caught.value.field == "x"


def test_constant_bytes_may_be_a_list(compiled: Compile) -> None:
    codec = compiled("seq: [{id: n, type: u1}, {id: marks, contents: ab, repeat: expr, repeat-expr: n}]")
    assert held(codec, b"\x02abab").marks == [b"ab", b"ab"]
    assert made(codec, marks=[b"ab"] * 3) == b"\x03ababab"
    with pytest.raises(WriteError) as caught:
        made(codec, marks=[b"ab", b"ac"])
    assert caught.value.field == "marks[1]"


def test_bytes_come_up_to_a_multiple_of_their_terminator(compiled: Compile) -> None:
    codec = compiled("seq: [{id: x, terminator: [13, 10]}, {id: y, type: u1}]")
    assert held(codec, b"a\r\nb\r\n\x07").x == b"a\r\nb"
    with pytest.raises(WriteError) as caught:
        made(codec, x=b"abc", y=7)
    assert caught.value.expected == "a multiple of 2 bytes before a terminator of that size"


def test_what_ends_a_structure_is_bytes_whatever_the_encoding_of_its_text(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: w, type: wide}]\n"
        "types:\n"
        "  wide: {meta: {encoding: UTF-16LE}, seq: [{id: x, type: t, terminator: 0x3b}, {id: y, type: u1}]}\n"
        "  t: {meta: {encoding: UTF-16LE}, seq: [{id: a, type: str, size-eos: true}]}"
    )
    read = held(codec, b"a\0b\0;\7")
    assert (read.w.x.a, read.w.y) == ("ab", 7)
    assert made(codec, w={"x": {"a": "c"}, "y": 8}) == b"c\0;\x08"


def test_a_terminator_that_was_not_there_is_not_written(compiled: Compile) -> None:
    codec = compiled("seq: [{id: x, size-eos: true, terminator: 10}]")
    for data in (b"", b"ab", b"ab\n", b"ab\nc", b"\n"):
        assert held(codec, data).x == data.partition(b"\n")[0]
    assert made(codec, x=b"ab") == b"ab\n"
    assert codec.to_bytes(held(codec, b"ab"), canonical=True) == b"ab\n"


def test_lists_keep_a_place_for_what_no_case_is_for(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: n, type: u1}\n"
        "  - {id: a, type: {switch-on: n, cases: {1: u1, 2: u2}}, repeat: expr, repeat-expr: 3}\n"
        "  - {id: b, type: {switch-on: _index, cases: {1: u1, 2: u2}}, repeat: expr, repeat-expr: 4}\n"
    )
    read = held(codec, b"\x01\x07\x08\x09\x0a\x0b\x00")
    assert (read.a, read.b) == ([7, 8, 9], [None, 10, 11, None])
    assert held(codec, b"\x00\x0a\x0b\x00").a == [None, None, None]
    with pytest.raises(WriteError) as caught:
        made(codec, n=1, a=[7, 8, 9], b=[1, 10, 11, None])
    assert (caught.value.field, caught.value.expected) == ("b[0]", "nothing, as there is no case for it")


def test_lists_of_an_enum_in_a_calculated_order(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: x, type: t}]\n"
        "types:\n"
        "  t:\n"
        "    meta: {endian: {switch-on: _parent.n, cases: {1: le, _: be}}}\n"
        "    seq: [{id: kinds, type: u2, enum: kind, repeat: expr, repeat-expr: 2}]\n"
        "enums: {kind: {1: one}}"
    )
    assert held(codec, b"\x01\x01\0\x02\0").x.kinds == [1, 2]
    assert held(codec, b"\x00\0\x01\0\x02").x.kinds == [1, 2]


def test_the_size_of_what_a_condition_leaves_out_may_be_set(compiled: Compile) -> None:
    codec = compiled("seq: [{id: n, type: u1}, {id: len, type: u1}, {id: x, size: len, if: n > len}]")
    assert held(codec, made(codec, n=1, len=5)).x is None
    assert made(codec, n=3, x=b"ab") == b"\x03\x02ab"


def test_what_counts_from_the_end_stays_behind_the_rest(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: u8}, {id: b, type: u1}]\ninstances: {end: {pos: _io.size - 8, type: u8}}")
    data = made(codec, a=1, b=2, end=5)
    assert len(data) == 17
    assert codec.to_bytes(held(codec, data), canonical=True) == data
    # What overlaps in the file overlaps when it is written again.
    assert held(codec, bytes(range(10))).end == int.from_bytes(bytes(range(2, 10)), "little")


def test_a_terminator_that_is_part_of_the_text_and_of_what_follows(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, terminator: 0x3b, include: true, consume: false}, {id: b, contents: ';'}, {id: c, type: u1}]"
    )
    model = codec.parse(b"ab;\x07")
    assert (model.a, model.c) == (b"ab;", 7)
    assert codec.to_bytes(model) == b"ab;\x07"
    model.a = b"longer;"
    assert codec.to_bytes(model) == b"longer;\x07"


def test_a_list_of_such_texts_needs_no_byte_twice(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]\n"
        "types: {item: {seq: [{id: a, terminator: 0x3b, include: true, consume: false}, {contents: ';'}]}}"
    )
    model = held(codec, b";;")
    assert [item.a for item in model.items] == [b";", b";"]


@pytest.mark.parametrize(
    ("fields", "data"),
    [
        ("{id: a, type: b5}, {id: xs, type: b12, repeat: expr, repeat-expr: 3}, {id: c, type: b1}", b"\1\2\3\4\5\xfe"),
        ("{id: xs, type: b3, repeat: expr, repeat-expr: 3}, {id: c, type: u1}", b"\xff\xff\xff"),
        ("{id: xs, type: b1, repeat: until, repeat-until: _index == 9}, {id: c, type: u1}", b"\xff\xff\xff"),
    ],
)
@pytest.mark.parametrize("order", ["le", "be"])
def test_lists_of_bits_begin_inside_of_bytes_and_leave_some(
    compiled: Compile, fields: str, data: bytes, order: str
) -> None:
    held(compiled(f"seq: [{fields}]", order), data)


def test_a_terminator_that_needs_more_room_than_there_was(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: x, type: strz, size: n + 1, encoding: UTF-16LE}, {id: y, type: u1}]"
    )
    assert made(codec, x="", y=7) == b"\1\0\0\7"
    assert made(codec, x="a", y=7) == b"\3a\0\0\0\7"
    codec = compiled("seq: [{id: n, type: u1}, {id: x, size: n, terminator: 10, include: true}]")
    assert made(codec, x=b"ab\n") == b"\3ab\n"
    assert made(codec, x=b"ab") == b"\2ab"


@pytest.mark.parametrize(
    "fields",
    [
        "{id: a, type: b1}, {id: b, type: b4le}, {id: c, type: b9}, {id: d, type: b9le}",
        "{id: a, type: b3be}, {id: xs, type: b1le, repeat: expr, repeat-expr: 3}, {id: c, type: b1be}",
        "{id: a, type: b3le}, {id: xs, type: b1be, repeat: expr, repeat-expr: a}, {id: c, type: b2le}",
        "{id: a, type: b3be}, {id: xs, type: b5le, repeat: expr, repeat-expr: a & 1}, {id: c, type: b2be}",
    ],
)
def test_what_is_left_of_a_byte_before_bits_in_another_order(compiled: Compile, fields: str) -> None:
    codec = compiled(f"seq: [{fields}]", "be")
    for number in range(256):
        held(codec, bytes([number, 255 - number, 0x55, number ^ 0x0F, 0xAA, number]))


def test_bits_go_on_behind_a_list_of_no_structures(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: b1}, {id: xs, type: x, repeat: expr, repeat-expr: 'a ? 1 : 0'}, {id: b, type: b5}]\n"
        "types: {x: {seq: [{id: value, type: u1}]}}",
        "be",
    )
    assert held(codec, b"\x29\x01").b == 10
    assert held(codec, b"\x81\x02\x29").b == 5
    node = tree.build(codec, BytesSource(b"\x29"))
    assert [(leaf.name, leaf.offset, leaf.size) for leaf in node.leaves()] == [("a+b", 0, 1)]


INNER = """
types:
  n: {seq: [{id: b, type: b5}]}
  m: {seq: [{id: c, type: b2}, {id: d, type: b3, repeat: expr, repeat-expr: c}, {id: p, type: o}, {id: q, type: b1}]}
  o: {seq: [{id: f, type: b3}, {id: g, type: u1, if: f == 0}]}
"""
FOUR = "repeat: expr, repeat-expr: 4"


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize(
    "fields",
    [
        "{id: a, type: b4}, {id: n, type: n}",
        "{id: n, type: n}, {id: a, type: b2}",
        "{id: a, type: b1}, {id: n, type: n}, {id: z, type: b1}",
        f"{{id: a, type: b2}}, {{id: n, type: n, {FOUR}}}, {{id: z, type: b1}}",
        "{id: a, type: b4}, {id: m, type: m}, {id: k, type: m}",
        "{id: n, type: n}, {id: none, type: b3, repeat: expr, repeat-expr: 0}",
        "{id: a, type: b3}, {id: none, size: 0}, {id: n, type: n}",
        "{id: k, type: b2}, {id: s, type: {switch-on: k, cases: {0: b3, 1: b5, 2: b9, _: n}}}, {id: z, type: b2}",
        "{id: k, type: b2}, {id: s, type: {switch-on: k, cases: {0: b3, 1: b5, 2: b9, _: u1}}}",
        f"{{id: k, type: b4}}, {{id: s, type: {{switch-on: (k + _index) % 3, cases: {{0: b3, 1: n, 2: b1}}}}, {FOUR}}}",
        f"{{id: k, type: b2}}, {{id: s, type: {{switch-on: k, cases: {{0: b1, 1: b3, 2: n, _: u1}}}}, {FOUR}}}",
        "{id: k, type: b2}, {id: s, type: {switch-on: k, cases: {0: b1, _: b3}}, repeat: expr, repeat-expr: k & 1}",
        f"{{id: has, type: b1, {FOUR}, -validity-of: s}}, {{id: k, type: b2}},"
        f" {{id: s, type: {{switch-on: k % 2, cases: {{0: b3, _: b7}}}}, {FOUR}}}",
    ],
)
def test_a_byte_of_several_structures_belongs_to_one_leaf(compiled: Compile, fields: str, order: str) -> None:
    codec = compiled(f"seq: [{fields}, {{id: last, type: u1}}]{INNER}", order)
    random = Random(fields)
    for _ in range(100):
        held(codec, random.randbytes(12))


def test_leaves_of_bits_that_go_on_begin_behind_the_byte_that_they_share(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: b4}, {id: n, type: n}, {id: z, type: b1}]\ntypes: {n: {seq: [{id: b, type: b9}]}}"
    )
    node = tree.build(codec, BytesSource(b"\x12\x74"))
    assert [(leaf.name, leaf.offset, leaf.size) for leaf in node.leaves()] == [("a", 0, 1), ("b", 1, 1), ("z", 2, 0)]
    assert [leaf.raw for leaf in node.leaves()] == [None, None, b"\x03"]


@pytest.mark.parametrize("consume", ["true", "false"])
@pytest.mark.parametrize("include", ["true", "false"])
@pytest.mark.parametrize("eos_error", ["true", "false"])
@pytest.mark.parametrize("behind", ["", "{id: z, size-eos: true}"])
def test_changed_bytes_with_a_terminator_read_back_or_are_refused(
    compiled: Compile, consume: str, include: str, eos_error: str, behind: str
) -> None:
    keys = f"terminator: 0x7c, consume: {consume}, include: {include}, eos-error: {eos_error}"
    codec = compiled(
        "seq: [{id: part, size: 3, type: part}, {id: next, size: 1}, {id: last, type: part}]\n"
        f"types: {{part: {{seq: [{{id: x, {keys}}}, {behind}]}}}}"
    )
    changed = 0
    files = (
        b"ab|" + b"%c" + b"cd|",
        b"abc" + b"%c" + b"cde",
        b"a||" + b"%c" + b"|",
        b"ab|" + b"%c" + b"|||",
        b"|a|%cc||",
    )
    for data in (file % end for file in files for end in (b"|", b".")):
        try:
            codec.parse(data)
        except ReadError:
            continue
        for name in ("part", "last"):
            for value in (b"", b"|", b"a", b"a|", b"ab", b"ab|", b"abc", b"xyz", b"abcd"):
                model = codec.parse(data)
                getattr(model, name).x = value
                try:
                    written = codec.to_bytes(model)
                except WriteError:
                    continue
                changed += 1
                read = codec.parse(written)
                assert (read.part, read.next, read.last) == (model.part, model.next, model.last)
    assert changed > 5


def test_bytes_that_fill_their_stream_need_no_terminator(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: part, size: 3, type: part}, {id: next, type: u1}]\n"
        "types: {part: {seq: [{id: x, terminator: 0x7c, eos-error: false}]}}"
    )
    assert made(codec, part={"x": b"abc"}, next=1) == b"abc\x01"
    assert made(codec, part={"x": b"ab"}, next=1) == b"ab|\x01"
    assert made(codec, part={"x": b"a"}, next=1) == b"a|\0\x01"
