"""What writers take reads back equal: a model that a reader would see otherwise is refused, or laid out otherwise."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright.testing.checks import check_round_trip, check_views_of


def made(codec: Codec, **values: Any) -> bytes:
    """The bytes of a model, which reads back equal and is written again from its values alone."""
    model = model_of(codec, **values)
    check_round_trip(codec, model)
    return codec.to_bytes(model)


def model_of(codec: Codec, **values: Any) -> Any:
    root: Any = codec.root
    return root(**values)


def refused(codec: Codec, **values: Any) -> str | None:
    """The field whose value is refused."""
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model_of(codec, **values))
    return caught.value.field


def test_a_number_that_lies_in_processed_bytes_is_none_of_their_fields(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: head, type: head, size: 2, process: xor(0x55)}, {id: body, size: n}]\n"
        "instances: {n: {pos: 0, type: u1}}\n"
        "types: {head: {seq: [{id: a, type: u1}, {id: b, type: u1}]}}"
    )
    model: Any = codec.parse(b"\3\7abc")
    assert (model.n, model.head.a, model.body) == (3, 3 ^ 0x55, b"abc")
    assert codec.to_bytes(model) == b"\3\7abc"
    model.body = b"ab"
    with pytest.raises(WriteError, match="what other fields say of the same bytes"):
        codec.to_bytes(model)


@pytest.mark.parametrize(("base", "text"), [("10", "11"), ("16", "0b"), ("8", "13")])
def test_digits_in_a_base_that_is_told(compiled: Compile, base: str, text: str) -> None:
    """A size that is spelled in a base which a field says stays as it is: other sizes are refused."""
    spec = "seq: [{{id: base, type: u1}}, {{id: len, type: str, size: 2}}, {{id: body, size: len.to_i({})}}]"
    told = compiled(spec.format("base"))
    data = bytes([int(base)]) + text.encode() + b"eleven byte"
    model: Any = told.parse(data)
    assert told.to_bytes(model) == data
    model.body = b"ten bytes."
    with pytest.raises(WriteError, match="expected 11 bytes, found 10 bytes"):
        told.to_bytes(model)
    stated = compiled(spec.format(base))
    model = stated.parse(data)
    model.body = b"ten bytes."
    assert stated.to_bytes(model) == data[:1] + {"10": b"10", "16": b"0a", "8": b"12"}[base] + b"ten bytes."


@pytest.mark.parametrize(("size", "spelled"), [(0, "0000"), (3, "0300"), (32_767, "ff7f"), (32_768, "0080 0100")])
def test_sizes_in_groups_of_two_bytes(compiled: Compile, size: int, spelled: str) -> None:
    codec = compiled(
        "seq: [{id: len, type: number}, {id: body, size: len.value}]\n"
        "types:\n"
        "  number:\n"
        "    seq: [{id: groups, type: u2, repeat: until, repeat-until: _ & 0x8000 == 0}]\n"
        "    instances:\n"
        "      value: {value: '(groups[0] & 0x7fff) + (groups.size > 1 ? (groups[1] & 0x7fff) << 15 : 0)'}\n"
    )
    assert made(codec, body=b"x" * size) == bytes.fromhex(spelled) + b"x" * size


# --- lists and conditions --------------------------------------------------------------------------------------------


def test_elements_without_bytes_at_the_end_of_a_stream(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: k, type: u1}, {id: xs, type: {switch-on: k, cases: {1: u1, 2: nothing}}, repeat: eos}]\n"
        "types: {nothing: {}}"
    )
    assert made(codec, k=1, xs=[5, 6]) == b"\1\5\6"
    assert made(codec, k=3, xs=[]) == b"\3"
    assert refused(codec, k=2, xs=[{}, {}]) == "xs"


@pytest.mark.parametrize("item", ["u1", "b8", "x"])
def test_a_list_that_ends_at_a_position(compiled: Compile, item: str) -> None:
    codec = compiled(
        f"seq: [{{id: n, type: u1}}, {{id: xs, type: {item}, repeat: until, repeat-until: _io.pos >= n}}, "
        "{id: y, type: u1}]\ntypes: {x: {seq: [{id: a, type: u1}]}}"
    )
    xs: list[Any] = [{"a": 7}, {"a": 8}] if item == "x" else [7, 8]
    assert made(codec, n=3, xs=xs, y=9) == b"\3\7\x08\x09"
    assert refused(codec, n=2, xs=xs, y=9) == "xs[1]"
    assert refused(codec, n=4, xs=xs, y=9) == "xs"


def test_a_list_that_ends_with_its_stream(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: xs, type: u1, repeat: until, repeat-until: _io.eof}, {id: y, type: u1, if: not _io.eof}]"
    )
    assert made(codec, xs=[1, 2]) == b"\1\2"
    assert refused(codec, xs=[1, 2], y=3) == "xs"


def test_what_is_there_while_bytes_follow(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: b4}, {id: b, type: b4, if: not _io.eof}, {id: c, type: u1, if: not _io.eof}, "
        "{id: d, type: u1, if: not _io.eof}]"
    )
    assert made(codec, a=1, b=2) == b"\x21"
    assert made(codec, a=1, b=2, c=3, d=4) == b"\x21\3\4"
    assert refused(codec, a=1, b=2, d=4) == "c"
    assert refused(codec, a=1, c=3) == "b"


def test_bytes_whose_size_nothing_says(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: k, type: u1}, {id: len, type: {switch-on: k, cases: {1: u1, 2: u2}}}, {id: data, size: len}]"
    )
    assert made(codec, k=1, len=2, data=b"ab") == b"\1\2ab"
    assert refused(codec, k=3, len=None, data=b"ab") == "data"


# --- places ----------------------------------------------------------------------------------------------------------


def test_a_place_that_no_number_says(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: shift, type: u1}, {id: block, type: u1}]\ninstances: {data: {pos: '(1 << shift) * block', size: 2}}"
    )
    assert made(codec, shift=4, data=b"ab") == b"\4\1" + bytes(14) + b"ab"
    assert refused(codec, shift=40, data=b"ab") == "data"


def test_a_place_outside_of_its_stream_costs_nothing(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: room, size: 8, type: room}, {id: end, type: u1}]\n"
        "types: {room: {seq: [{id: a, type: u4}, {id: b, type: u4}], instances: {x: {pos: a + b, type: u1}}}}"
    )
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(model_of(codec, room={"a": 1 << 29, "b": 3, "x": 1}, end=2))
    assert caught.value.field == "room.x"
    assert "position from 0 to 8" in str(caught.value)


def test_one_offset_of_one_thing_or_another(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: kind, type: u1}, {id: ofs, type: u1}]\n"
        "instances: {a: {pos: ofs, size: 2, if: kind == 1}, b: {pos: ofs, type: u4, if: kind == 2}}"
    )
    assert made(codec, kind=1, a=b"ab") == b"\1\2ab"
    assert made(codec, kind=2, b=5) == b"\2\2\5\0\0\0"


def test_what_lies_behind_something_whose_place_is_free(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: ofs, type: u1}]\n"
        "instances: {size: {pos: ofs + 3, type: u1}, table: {pos: ofs, size: 3}, other: {pos: ofs + 4, type: u1}}"
    )
    assert made(codec, size=9, table=b"abc", other=8) == b"\1abc\x09\x08"


@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 0), (0, 1), (2, 3)])
def test_a_copy_of_the_header_at_the_end(compiled: Compile, first: int, last: int) -> None:
    codec = compiled(
        "instances: {head: {pos: 16, type: head}, copy: {pos: _io.size - 16, type: head}}\n"
        "types:\n"
        "  head:\n"
        "    seq: [{id: block, type: u1}, {id: n, type: u1}]\n"
        "    instances: {items: {io: _root._io, pos: block * 8, type: u4, repeat: expr, repeat-expr: n}}"
    )
    data = made(codec, head={"items": [7] * first}, copy={"items": [8] * last})
    assert codec.parse(data).head.items == [7] * first


def test_a_size_that_lies_in_what_it_measures(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: table, size: len_table, type: table}]\n"
        "instances: {len_table: {pos: 0, type: u1}}\n"
        "types:\n"
        "  table: {seq: [{id: items, type: item, repeat: eos}]}\n"
        "  item: {seq: [{id: ofs, type: u1}], instances: {body: {io: _root._io, pos: ofs, type: u1}}}"
    )
    assert made(codec, table={"items": [{"body": 7}, {"body": 8}]}) == b"\2\3\7\x08"
    # The first offset is what says how large the table is.
    assert refused(codec, table={"items": [{"ofs": 1}, {"body": 8}]}) is not None


def test_sizes_that_are_distances_of_offsets(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: items, type: item(_index), repeat: expr, repeat-expr: n + 1}]\n"
        "types:\n"
        "  item:\n"
        "    params: [{id: i, type: u1}]\n"
        "    seq: [{id: ofs, type: u1}]\n"
        "    instances:\n"
        "      len: {value: '_parent.items[i + 1].ofs - ofs', if: i < _parent.n}\n"
        "      body: {pos: ofs, size: len, if: i < _parent.n}"
    )
    data = made(codec, items=[{"body": b"abc"}, {"body": b""}, {"body": b"d"}, {}])
    assert data == b"\3\5\x08\x08\x09abcd"
    model = codec.parse(data)
    model.items[0].body = b"longer"
    again = codec.parse(codec.to_bytes(model))
    assert [item.body for item in again.items[:3]] == [b"longer", b"", b"d"]


def test_a_place_that_is_0_where_there_is_nothing(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: dir, type: dir}]\n"
        "instances: {data: {pos: dir.ofs, size: dir.len, if: dir.ofs != 0}}\n"
        "types: {dir: {seq: [{id: ofs, type: u1}, {id: len, type: u1}]}}"
    )
    assert made(codec, dir={}, data=b"ab") == b"\2\2ab"
    assert codec.to_bytes(model_of(codec, dir={})) == b"\0\0"
    model = codec.parse(b"\2\2ab")
    model.data = None
    assert codec.parse(codec.to_bytes(model)).data is None


def test_a_condition_that_asks_for_the_end_through_an_instance(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: mask, type: u1, if: masked}, {id: rest, size-eos: true}]\n"
        "instances: {more: {value: not _io.eof}, masked: {value: more and n == 3}}"
    )
    assert made(codec, n=3, mask=1, rest=b"ab") == b"\3\1ab"
    assert made(codec, n=2, rest=b"ab") == b"\2ab"
    assert made(codec, n=3, rest=b"") == b"\3"
    assert refused(codec, n=3, rest=b"ab") == "mask"


def test_what_a_condition_asks_for_has_to_be_there(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: room, size: 4, type: room}]\n"
        "types: {room: {instances: {tag: {pos: 0, type: u1}, more: {pos: 1, type: u1, if: tag != 0}}}}"
    )
    assert made(codec, room={"tag": 1, "more": 2}) == b"\1\2\0\0"
    assert refused(codec, room={"more": 2}) == "room.tag"


def test_what_is_there_where_a_place_says_so(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: ofs, type: u1}, {id: name, type: strz, encoding: ASCII, if: ofs != 0}]\n"
        "instances: {body: {pos: ofs, size: 2, if: ofs != 0}}"
    )
    assert made(codec, name="a", body=b"xy") == b"\3a\0xy"
    assert codec.to_bytes(model_of(codec)) == b"\0"
    assert refused(codec, name="a") == "name"


def test_a_view_of_what_others_describe_stays_where_it_was_read(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: ofs, type: u1}, {id: data, size: 4}, {id: rest, size-eos: true}]\n"
        "instances: {part: {pos: ofs, size: 2}}"
    )
    data = b"\2abcdef"
    assert codec.to_bytes(codec.parse(data), canonical=True) == data


# --- drawn values ----------------------------------------------------------------------------------------------------


def drawn(codec: Codec, count: int = 40) -> list[Any]:
    """Models that are drawn and can be written; they read back equal."""
    found: list[Any] = []

    @given(importlib.import_module(f"{codec.package}.strategies").models())
    @settings(
        max_examples=count, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    def values(model: Any) -> None:
        check_round_trip(codec, model)
        found.append(model)

    values()
    return found


def test_drawn_counts_that_a_condition_chooses(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: version, type: u1, valid: {any-of: [1, 2]}}\n"
        "  - {id: n_1, type: u1, if: version == 1}\n"
        "  - {id: n_2, type: u2, if: version == 2}\n"
        "  - {id: items, type: item(_index < n), repeat: expr, repeat-expr: n + 1}\n"
        "instances: {n: {value: 'version == 1 ? n_1 : n_2'}}\n"
        "types: {item: {params: [{id: more, type: bool}], seq: [{id: a, type: u1}, {id: b, type: u1, if: more}]}}"
    )
    models = drawn(codec)
    assert {model.version for model in models} == {1, 2}
    assert max(len(model.items) for model in models) > 3


def test_drawn_values_lie_near(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: u4}, {id: b, type: u4}]\ninstances: {data: {pos: 'a * b * 256 + 8', size: 2}}"
    )
    models = drawn(codec)
    assert max(len(codec.to_bytes(model)) for model in models) < 1 << 17
    assert any(model.data for model in models)


def test_drawn_values_say_each_byte_once(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: flags, size: 2, type: flags}, {id: n, type: u1}]\n"
        "instances: {a: {pos: 3, type: u2}, b: {pos: 4, type: u1}, c: {pos: 6, type: u1}}\n"
        "types: {flags: {seq: [{id: low, type: b4}, {id: high, type: b12}], instances: {all: {pos: 0, type: u2}}}}"
    )
    models = drawn(codec)
    assert len(models) == 40
    assert all(model.flags.all is None for model in models)
    assert not any(model.a is not None and model.b is not None for model in models)
    assert any(model.b is not None for model in models)


def test_drawn_values_have_what_their_places_say(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: items, type: item, repeat: expr, repeat-expr: n}]\n"
        "types:\n"
        "  item:\n"
        "    seq: [{id: ofs, type: u2}, {id: len, type: u1}, {id: name, type: strz, encoding: ASCII, if: ofs != 0}]\n"
        "    instances: {body: {io: _root._io, pos: ofs, size: len, if: ofs != 0}}"
    )
    items = [item for model in drawn(codec) for item in model.items]
    assert any(item.body for item in items)
    assert any(item.body is None for item in items)
    assert all((item.name is None) == (item.body is None) for item in items)


@pytest.mark.parametrize("size", [0, 2, 4, 9])
def test_a_number_beside_which_a_size_stands(compiled: Compile, size: int) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: len, type: u1}\n"
        "  - {id: kind, type: u1}\n"
        "  - {id: value, type: {switch-on: kind, cases: {1: u2, _: s4}}, size: len}"
    )
    data = bytes((size, 0, 1, 0, 0, 0))
    assert check_views_of(codec, data) == []
    rows = bytewright.open(data, spec=codec, engine="columns").to_table().to_pylist()
    assert rows == [{"len": size, "kind": 0, "value": 1}]
