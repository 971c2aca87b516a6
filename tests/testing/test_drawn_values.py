"""Values that generated strategies draw: they agree with what their spec says, so that a writer takes them."""

from __future__ import annotations

import enum
import importlib
from typing import Any

import pytest
from hypothesis import given, reject
from tests.support.compiling import Compile
from tests.support.drawn import same_each_time

from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright.testing import check_round_trip, values

_DRAWN = same_each_time(30)


def made(codec: Codec, **values: Any) -> bytes:
    return codec.to_bytes(codec.root(**values))


def drawn(codec: Codec) -> tuple[list[Any], int]:
    """The drawn values that a writer takes, as they read back, and how many it refuses."""
    taken: list[Any] = []
    refused = 0

    @given(importlib.import_module(f"{codec.package}.strategies").models())
    @_DRAWN
    def draw(model: Any) -> None:
        nonlocal refused
        try:
            data = codec.to_bytes(model)
        except WriteError:
            refused += 1
            reject()
        check_round_trip(codec, model)
        taken.append(codec.parse(data))

    draw()
    return taken, refused


def test_a_size_in_steps_is_drawn_from_what_can_be_said(compiled: Compile) -> None:
    taken, refused = drawn(compiled("seq: [{id: bits, type: u1}, {id: data, size: (bits + 7) / 8}]"))
    assert not refused
    assert len({len(model.data) for model in taken}) > 3


def test_lists_have_as_many_elements_as_is_known_before(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: fixed, type: u1, repeat: expr, repeat-expr: 3},"
        " {id: low, type: u1}, {id: told, type: u2, repeat: expr, repeat-expr: low % 4 + 1}]"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert {len(model.fixed) for model in taken} == {3}
    assert all(len(model.told) == model.low % 4 + 1 for model in taken)


def test_a_size_that_a_field_elsewhere_says_in_steps(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: head, type: head}, {id: rest, size: head.blocks * 16 - 2},"
        " {id: body, size: head.n * 3 - head.blocks}]\n"
        "types: {head: {seq: [{id: blocks, type: u1}, {id: n, type: u1}]}}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert {len(model.rest) % 16 for model in taken} == {14}


def test_a_size_that_rests_on_the_end_is_left_to_the_writer(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: u4}]\ninstances: {tail: {pos: a, size: _io.size - a}}")
    taken, _ = drawn(codec)
    assert len({len(model.tail) for model in taken}) > 2


def test_what_lies_at_a_place_is_drawn_when_the_rest_is_known(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: head, type: head}]\n"
        "types:\n"
        "  head:\n"
        "    seq: [{id: n, type: u1}, {id: ofs, type: u2}]\n"
        "    instances: {names: {pos: ofs, size: 3, if: _root.head.n > 100}}"
    )
    taken, _ = drawn(codec)
    assert {model.head.names is not None for model in taken} == {True, False}


def test_what_others_say_of_the_same_bytes_may_be_left_out(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: ab, type: pair}, {id: ofs, type: u2}]\n"
        "instances: {x: {pos: ofs, size: 2}, y: {pos: ofs, type: u2}}\n"
        "types: {pair: {seq: [{id: a, type: u2}, {id: b, type: u2}], instances: {both: {pos: 0, type: u4}}}}"
    )
    taken, _ = drawn(codec)
    assert len(taken) == 30


def test_what_counts_from_the_end_is_there(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, size: 1}]\ninstances: {mark: {pos: _io.size - 4, type: u4}}")
    taken, _ = drawn(codec)
    assert {len(model.a) for model in taken} == {1}
    assert len({model.mark for model in taken}) > 5


def test_places_that_hold_each_other_come_to_an_end(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: top, type: node}]\n"
        "types:\n"
        "  node:\n"
        "    seq: [{id: value, type: u1}, {id: left, type: u2}, {id: right, type: u2}]\n"
        "    instances:\n"
        "      one: {pos: left, type: node, if: left != 0}\n"
        "      other: {pos: right, type: node, if: right != 0}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert {model.top.one is not None and model.top.other is not None for model in taken} == {True, False}


def test_a_count_of_a_list_at_a_place_may_be_set(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: ofs, type: u1}]\n"
        "instances: {items: {pos: ofs, type: u1, repeat: expr, repeat-expr: n}}"
    )
    assert made(codec, n=0) == b"\0\0"
    assert made(codec, items=[7, 8]) == b"\2\2\7\x08"


def test_a_byte_order_is_one_that_the_spec_knows(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: mark, type: u1}, {id: body, type: body}]\n"
        "types:\n"
        "  body:\n"
        "    meta: {endian: {switch-on: _root.mark, cases: {0x49: le, 0x4d: be}}}\n"
        "    seq: [{id: n, type: u2}]"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert {model.mark for model in taken} == {0x49, 0x4D}


def test_long_lists_of_structures_repeat_some(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: items, type: item, repeat: expr, repeat-expr: 900}]\n"
        "types: {item: {seq: [{id: a, type: u2}, {id: b, type: u2}, {id: c, type: strz}]}}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert len({(item.a, item.b, item.c) for item in taken[-1].items}) > 6


def test_a_list_ends_with_what_ends_it(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: items, type: item, repeat: until, repeat-until: _.head.tag == 0xbeef}]\n"
        "types: {item: {seq: [{id: head, type: head}]}, head: {seq: [{id: n, type: u1}, {id: tag, type: u2}]}}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert len({len(model.items) for model in taken}) > 3


def test_a_tag_that_says_a_size_as_well_is_chosen(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: items, type: item, repeat: eos}]\n"
        "types:\n"
        "  item:\n"
        "    seq:\n"
        "      - {id: tag, type: u1}\n"
        "      - id: body\n"
        "        type: {switch-on: 'tag < 8 ? 1 : tag < 16 ? 2 : 3', cases: {1: data(tag), 2: data(tag - 8)}}\n"
        "  data: {params: [{id: n, type: u1}], seq: [{id: bytes, size: n * 2}]}"
    )
    taken, _ = drawn(codec)
    assert {item.tag // 8 for model in taken for item in model.items} >= {0, 1, 2}


def test_what_is_left_of_a_size_is_filled(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: some, size: 9}, {id: b, type: numbers, size: 9}, {id: c, type: shared, size: 4}]\n"
        "types:\n"
        "  some: {seq: [{id: n, type: u2}, {id: rest, size-eos: true}]}\n"
        "  numbers: {seq: [{id: n, type: u1}, {id: rest, type: u4, repeat: eos}]}",
        shared="seq: [{id: text, type: str, encoding: ascii, size-eos: true}]",
    )
    taken, refused = drawn(codec)
    assert not refused
    assert len({model.a.rest for model in taken}) > 5


def test_what_is_never_written_says_nothing_of_what_is(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: width, type: u1, valid: {min: 1}}, {id: data, size: width * 2}]\n"
        "types: {row: {seq: [{id: pixels, type: u2, repeat: expr, repeat-expr: _root.width}]}}"
    )
    assert made(codec, data=b"abcd") == b"\2abcd"
    assert not drawn(codec)[1]


def test_a_parameter_that_measures_nothing_is_not_derived(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: kind, type: u1}, {id: body, type: shared(kind)}, {id: n, type: u1}, {id: data, type: sized(n)}]",
        shared="params: [{id: kind, type: u1}]\nseq: [{id: body, type: {switch-on: kind, cases: {1: u1, 2: u4}}}]",
        sized="params: [{id: n, type: u1}]\nseq: [{id: data, size: n}]",
    )
    assert made(codec, kind=2, body={"body": 7}, data={"data": b"ab"}) == b"\2\7\0\0\0\2ab"
    taken, refused = drawn(codec)
    assert not refused
    assert {model.kind for model in taken} >= {1, 2}


def test_bytes_behind_a_structure_that_ends_itself_are_nobody_s(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: pair}, {id: magic, contents: END}]\n"
        "instances: {again: {pos: _io.size - 5, size-eos: true, type: pair}}\n"
        "types: {pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}}"
    )
    data = made(codec, a={"x": 1, "y": 2}, again={"x": 1, "y": 2})
    assert data == b"\1\2END"
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


def test_bytes_that_fill_up_are_left_to_the_writer(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: name, type: strz}, {id: padding, size: -_io.pos % 8}, {id: n, type: u1}]\n",
    )
    taken, refused = drawn(codec)
    assert not refused
    assert len({len(model.padding) for model in taken}) > 3
    kind: Any = codec.root
    root = kind(name="abc", n=1)
    assert codec.to_bytes(root) == b"abc\0\0\0\0\0\1"
    assert root.padding == bytes(4)


def test_a_shift_is_one_that_leaves_room(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: shift, type: u2}, {id: n, type: u1}]\n"
        "instances:\n"
        "  size: {value: 1 << shift}\n"
        "  block: {pos: 16 * size, size: size}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert len({model.size for model in taken}) > 3


def test_a_size_that_can_only_be_large_is_drawn(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: head, type: head}, {id: blocks, type: block, repeat: eos}]\n"
        "types:\n"
        "  head: {seq: [{id: shift, type: u1}], instances: {size: {value: 1024 << shift}}}\n"
        "  block: {seq: [{id: data, size: _root.head.size}]}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert {len(block.data) for model in taken for block in model.blocks} == {1024}
    assert len({len(model.blocks) for model in taken}) > 3


def test_a_rebuilt_file_says_again_that_nothing_is_there(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: first, type: node}]\n"
        "types:\n"
        "  node:\n"
        "    seq: [{id: value, type: u1}, {id: next, type: s2}]\n"
        "    instances: {following: {pos: next * 3, type: node, if: next != -1}}"
    )
    data = made(codec, first={"value": 1, "following": {"value": 2}})
    assert data == b"\1\1\0\2\xff\xff"
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


def test_a_position_is_what_it_was_when_it_was_asked_for(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: name, type: strz}\n"
        "  - {id: marks, size: 0, if: end >= 0}\n"
        "  - {id: sum, type: u1}\n"
        "instances:\n"
        "  end: {value: _io.pos}\n"
        "  summed: {pos: 0, size: end}"
    )
    model: Any = codec.parse(b"abc\0\7")
    assert (model.end, model.summed) == (4, b"abc\0")
    model.name = "d"
    model.summed = b"d\0"
    assert codec.to_bytes(model) == b"d\0\7"
    assert model.end == 2
    with pytest.raises(WriteError, match="marks: expected a value"):
        made(codec, name="d", sum=7)
    assert drawn(codec)[0]


def test_numbers_whose_bits_lie_side_by_side_are_found(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: size, type: digits}\n"
        "  - {id: data, size: size.value + 1}\n"
        "  - {id: high, type: u1}\n"
        "  - {id: low, type: u2}\n"
        "  - {id: items, type: u1, repeat: expr, repeat-expr: high * 65536 + low}\n"
        "types:\n"
        "  digit: {seq: [{id: spare, type: b1, valid: false}, {id: value, type: b7}]}\n"
        "  digits:\n"
        "    seq: [{id: a, type: digit}, {id: b, type: digit}, {id: c, type: digit}]\n"
        "    instances:\n"
        "      upper: {value: a.value << 7 | b.value}\n"
        "      value: {value: upper << 7 | c.value}",
        "be",
    )
    digits = {"a": {"spare": False}, "b": {"spare": False}, "c": {"spare": False}}
    data = made(codec, size=digits, data=bytes(20000), items=[1, 2, 3])
    assert data[:3] == bytes((1, 28, 31))  # 19999 in digits of seven bits
    assert data[20003:] == b"\0\3\0\1\2\3"
    model: Any = codec.parse(data)
    model.data = b"x"
    assert codec.to_bytes(model) == b"\0\0\0x\0\3\0\1\2\3"
    assert len({len(found.data) for found in drawn(codec)[0]}) > 2


def test_bits_that_overlap_are_set(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: u1}, {id: b, type: u2}, {id: data, size: a << 8 | b}]")
    assert made(codec, a=1, b=2, data=bytes(258))[:3] == b"\1\2\0"
    with pytest.raises(WriteError):
        made(codec, a=1, b=3, data=bytes(258))


def test_what_is_left_out_is_said_through_its_expression(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: words, type: u1}\n"
        "  - {id: options, size: words * 4 - 20, if: words * 4 - 20 != 0}\n"
        "  - {id: items, type: item, repeat: until, repeat-until: _.len == 0}\n"
        "types: {item: {seq: [{id: len, type: u1}, {id: data, size: len - 2, if: len >= 2}]}}"
    )
    assert made(codec, items=[{}]) == b"\5\0"
    assert made(codec, options=b"abcd", items=[{"data": b"x"}, {}]) == b"\6abcd\3x\0"
    assert len(drawn(codec)[0]) == 30


def test_a_structure_is_there_for_what_is_read_inside_of_it(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: body, type: body}]\n"
        "types:\n"
        "  body: {seq: [{id: len, type: u1}, {id: rest, type: rest}]}\n"
        "  rest: {seq: [{id: data, size: _root.body.len - _io.pos}]}"
    )
    model: Any = codec.parse(b"\3ab")
    assert model.body.rest.data == b"ab"
    model.body.rest.data = b"abcd"
    assert codec.to_bytes(model) == b"\5abcd"


def test_a_number_at_a_place_that_a_field_has_is_that_field(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: head, type: head, size: len_head}, {id: body, type: u1}]\n"
        "instances: {len_head: {pos: 3, type: u2}}\n"
        "types:\n"
        "  head: {seq: [{id: magic, contents: [1, 2]}, {id: part, type: part}, {id: name, type: strz}]}\n"
        "  part: {seq: [{id: kind, type: u1}, {id: len_head, type: u2}]}"
    )
    data = made(codec, head={"part": {"kind": 7}, "name": "abc"}, body=9)
    assert data == b"\1\2\7\x09\0abc\0\x09"
    model: Any = codec.parse(data)
    model.head.name = "a"
    assert codec.to_bytes(model) == b"\1\2\7\x07\0a\0\x09"
    taken, refused = drawn(codec)
    assert not refused
    assert taken[-1].len_head == taken[-1].head.part.len_head


def test_elements_of_a_list_share_a_room(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: size, type: u1}\n"
        "  - {id: marks, size: size, terminator: 0, include: true, repeat: expr, repeat-expr: 3}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert len({len(mark) for model in taken for mark in model.marks}) > 3


def test_text_that_holds_its_terminator_is_not_drawn_without_it(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: name, type: strz, include: true}\n"
        "  - {id: value, type: {switch-on: name, cases: {'\"bb\"': u2, _: u1}}}"
    )
    taken, refused = drawn(codec)
    assert not refused
    assert all(model.name.endswith("\0") for model in taken)


def test_what_a_process_stores_can_be_told_from_its_padding(compiled: Compile) -> None:
    codec = compiled("seq: [{id: data, size: 1, pad-right: 0xFF, process: xor(0xFF), repeat: expr, repeat-expr: 30}]")
    taken, refused = drawn(codec)
    assert taken
    assert not refused


def test_what_asks_for_something_calculated_of_what_is_not_known_yet(compiled: Compile) -> None:
    spec = "seq: [{id: a, type: u1}, {id: b, type: u1, if: goes_on}]\ninstances: {goes_on: {value: not _io.eof}}"
    taken, _ = drawn(compiled(spec))
    assert {model.b is None for model in taken} == {True, False}


@pytest.mark.parametrize("most", [12, 13, 64, 1000, 5000])
def test_places_lie_near_each_other_or_far_apart(most: int) -> None:
    """Never outside; as far apart as 31 times 64, where that is allowed."""
    places: set[int] = set()

    @given(values.positions(3, most))
    @same_each_time(300)
    def draw(place: int) -> None:
        places.add(place)

    draw()
    assert min(places) == 3
    assert max(places) == min(most, 31 * 64)


class _Kind(enum.IntEnum):
    A = 2
    B = 7


def test_numbers_without_a_name_lie_beside_those_with_one_or_at_the_bounds() -> None:
    places: set[Any] = set()

    @given(values.members(_Kind, -3, 12, unnamed=True))
    @same_each_time(300)
    def draw(value: Any) -> None:
        places.add(value)

    draw()
    assert places == {-3, 1, 2, 3, 6, 7, 8, 12}
    assert {type(value) for value in places if value in (2, 7)} == {_Kind}
