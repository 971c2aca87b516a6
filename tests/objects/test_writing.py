"""What generated writers derive, refuse and blame, on toy specs that are compiled on the fly."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy
from tests.pipeline.dump import FIXTURES
from tests.support.compiling import Compile

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import parse
from bytewright.errors import ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.write import bytes_of
from bytewright.testing import PROFILE, check_coverage, check_round_trip, check_tree, check_views
from bytewright.testing.checks import check_tree_of
from bytewright_codegen.load import load


def made(codec: Codec, **values: Any) -> bytes:
    return codec.to_bytes(codec.root(**values))


def refused(codec: Codec, **values: Any) -> tuple[str | None, str | None, str | None]:
    with pytest.raises(WriteError) as caught:
        made(codec, **values)
    return caught.value.field, caught.value.expected, caught.value.found


# --- what follows ----------------------------------------------------------------------------------------------------

NESTED = """
seq:
  - {id: num_rows, type: u1}
  - {id: num_groups, type: u1}
  - {id: marks, type: mark, repeat: expr, repeat-expr: num_groups}
  - {id: groups, type: group, repeat: expr, repeat-expr: num_groups}
  - {id: keys, type: u2, repeat: expr, repeat-expr: num_groups}
types:
  mark:
    seq:
      - id: mode
        type: u1
        enum: mode
        -derive:
          nulls-of: _parent.groups[_index].body.values
          all: mode::none
          none: mode::all
          some: mode::some
  group: {seq: [{id: body, type: body}]}
  body:
    seq:
      - {id: bits, type: b1, repeat: expr, repeat-expr: rows, if: mode == mode::some, -validity-of: values}
      - {id: values, type: u1, repeat: expr, repeat-expr: rows, if: mode != mode::none}
      - {id: note, type: note}
    instances:
      rows: {value: _parent._parent.num_rows}
      mode: {value: '_parent._parent.marks[0].mode', doc: All are as the first one says.}
  note: {seq: [{id: level, type: u1, -default: 7}]}
enums: {mode: {0: none, 1: all, 2: some}}
"""


def test_a_number_without_a_name_says_nothing_of_nulls(compiled: Compile) -> None:
    codec = compiled(NESTED)
    data = bytes((2, 1, 9, 1, 4, 7, 5, 0))
    model: Any = codec.parse(data)
    assert codec.to_bytes(model) == data
    assert codec.to_bytes(codec.parse(data), canonical=True) == bytes((2, 1, 1, 1, 4, 7, 5, 0))
    model.groups[0].body.values[1] = None
    assert codec.to_bytes(model) == bytes((2, 1, 2, 1, 1, 0, 7, 5, 0))


def test_nested_structures_are_made_before_anything_is_counted(compiled: Compile) -> None:
    codec = compiled(NESTED)
    expected = bytes((3, 1, 0, 7, 5, 0))
    assert made(codec, num_rows=3, keys=[5]) == expected
    assert made(codec, num_rows=3, keys=[5], groups=[{}]) == expected
    assert made(codec, num_rows=3, keys=[5], groups=[{"body": {}}]) == expected
    assert made(codec, num_rows=3, keys=[5], groups=[{"body": {"note": {}}}]) == expected
    assert made(codec, keys=[5], groups=[{"body": {"values": [1, None]}}]) == bytes((2, 1, 2, 1, 1, 0, 7, 5, 0))


def test_lists_that_should_be_as_long_are_named_by_their_places(compiled: Compile) -> None:
    groups = [{"body": {"values": [1, 2]}}, {"body": {"values": [1, 2, 3]}}]
    expected = "as many in groups[1].body.values as in groups[0].body.values (2)"
    assert refused(compiled(NESTED), keys=[1, 2], groups=groups) == ("num_rows", expected, "3")
    found = refused(compiled(NESTED), num_rows=0, keys=[1, 2, 3], groups=[{}, {}])
    assert found == ("num_groups", "as many in keys as in groups (2)", "3")


def test_what_is_no_list_or_no_structure_is_named(compiled: Compile) -> None:
    codec = compiled(NESTED)
    assert refused(codec, num_rows=0, keys=5) == ("keys", "a list", "5")
    assert refused(codec, num_rows=0, keys=[1], groups=[None]) == ("groups[0]", "a Group", "None")
    assert refused(codec, num_rows=0, keys=[1], groups=[{"body": 5}]) == ("groups[0].body", "a Body", "5")


ROOTS = """
seq:
  - {id: num_rows, type: u2}
  - {id: len_name, type: u1}
  - {id: num_columns, type: u1}
  - {id: head, type: head}
  - {id: columns, type: column, repeat: expr, repeat-expr: num_columns}
  - {id: end, type: end}
types:
  head: {seq: [{id: sizes, type: u2, repeat: expr, repeat-expr: 2}]}
  column:
    seq:
      - {id: name, type: str, size: _root.len_name}
      - {id: values, type: u1, repeat: expr, repeat-expr: _root.num_rows}
  end:
    seq:
      - {id: a, size: '_parent.head.sizes[1]'}
      - {id: b, size: '_root.head.sizes[0]'}
"""


def rooted(codec: Codec, second: dict[str, Any]) -> dict[str, Any]:
    columns = [{"name": "ab", "values": [1, 2, 3]}, second]
    return {"head": {"sizes": [1, 2]}, "columns": columns, "end": {"a": b"xx", "b": b"y"}}


def test_counts_and_sizes_through_the_root_are_derived(compiled: Compile) -> None:
    codec = compiled(ROOTS)
    data = made(codec, **rooted(codec, {"name": "cd", "values": [4, 5, 6]}))
    assert data == bytes((3, 0, 2, 2, 1, 0, 2, 0)) + b"ab\1\2\3cd\4\5\6xxy"
    assert codec.to_bytes(codec.parse(data)) == data
    found = refused(codec, **rooted(codec, {"name": "cd", "values": [4]}))
    assert found == ("num_rows", "as many in columns[1].values as in columns[0].values (3)", "1")
    assert refused(codec, **rooted(codec, {"name": "c", "values": [4, 5, 6]}))[0] == "columns[0].name"


@pytest.mark.parametrize(
    ("offset", "field"), [(0, "num_rows"), (2, "len_name"), (4, "head.sizes[0]"), (6, "head.sizes[1]")]
)
def test_blame_follows_the_way_to_a_field(compiled: Compile, offset: int, field: str) -> None:
    codec = compiled(ROOTS)
    data = bytearray(made(codec, **rooted(codec, {"name": "cd", "values": [4, 5, 6]})))
    data[offset] = 255
    with pytest.raises(ReadError) as caught:
        codec.parse(bytes(data))
    assert (caught.value.field, caught.value.offset) == (field, offset)


# --- what is refused -------------------------------------------------------------------------------------------------

NUMBERS = """
seq:
  - {id: one, type: u2, -default: 0}
  - {id: few, type: b3, -default: 0}
  - {id: flag, type: b1, -default: false}
  - {id: rest, type: b4, -default: 0}
  - {id: real, type: f4, -default: 0.0}
  - {id: num, type: u1}
  - {id: ints, type: s2, repeat: expr, repeat-expr: num}
  - {id: reals, type: f8, repeat: expr, repeat-expr: num}
  - {id: bits, type: b1, repeat: expr, repeat-expr: num, -validity-of: some}
  - {id: flags, type: b1, repeat: expr, repeat-expr: num}
  - {id: some, type: u1, repeat: expr, repeat-expr: num}
"""


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("one", (True, 1.0, "1", b"1", 65536)),
        ("few", (True, 1.0, "1", 8)),
        ("flag", (0, 1, 1.0, "true")),
        ("real", (True, "1", 1e39)),
        ("ints[1]", (None, True, 1.0, "1", [], 32768)),
        ("reals[1]", (None, False, "1")),
        ("flags[1]", (None, 0, 1.0, "true")),
        ("some[1]", (True, 1.0, -1)),
    ],
)
def test_values_of_another_type_are_refused(compiled: Compile, field: str, values: tuple[Any, ...]) -> None:
    codec = compiled(NUMBERS)
    lists: dict[str, list[Any]] = {"ints": [1, 2], "reals": [1.0, 2.0], "flags": [True, False], "some": [1, 2]}
    for value in values:
        name, _, element = field.partition("[")
        given = {**lists, name: value}
        if element:
            given[name] = [lists[name][0], value]
        assert refused(codec, **given)[0] == field, value


def test_values_that_say_the_same_are_taken(compiled: Compile) -> None:
    import numpy as np

    codec = compiled(NUMBERS)
    data = made(codec, real=1, ints=[1, np.int8(2)], reals=[1, 2], flags=[np.True_, False], some=[None, 3])
    found = codec.parse(data)
    assert (found.real, found.reals, found.flags, found.some) == (1.0, [1.0, 2.0], [True, False], [None, 3])


def test_a_uuid_is_written_from_text(compiled: Compile) -> None:
    codec = compiled("seq: [{id: key, size: 16, -type: uuid}, {id: keys, size: 16, -type: uuid, repeat: eos}]")
    text = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    key = uuid.UUID(text)
    assert made(codec, key=text, keys=[key, key.bytes, key.hex]) == key.bytes * 4
    assert refused(codec, key="6ba7", keys=[]) == ("key", "a UUID", "'6ba7'")
    assert refused(codec, key=key, keys=[key, "x"]) == ("keys[1]", "a UUID", "'x'")
    model = from_plain(codec, {"key": text, "keys": [text]})
    assert codec.to_bytes(model) == key.bytes * 2
    assert codec.to_bytes(from_plain(codec, to_plain(model))) == key.bytes * 2


# --- what is read ----------------------------------------------------------------------------------------------------


def test_padding_without_bytes_drops_the_bits_that_are_left(compiled: Compile) -> None:
    codec = compiled(
        """
seq:
  - {id: num, type: u1}
  - {id: bits, type: b1, repeat: expr, repeat-expr: num, -validity-of: flags}
  - size: (-_io.pos) % 2
  - {id: flags, type: b1, repeat: expr, repeat-expr: num}
"""
    )
    flags = [True, None, False, True, True]
    data = made(codec, flags=flags)
    assert data == bytes((5, 0b11101, 0b11001))
    assert codec.parse(data).flags == flags
    assert codec.to_bytes(codec.parse(data)) == data


# --- what is drawn ---------------------------------------------------------------------------------------------------

MIXED = """
seq:
  - {id: kind, type: u1}
  - {id: num, type: u1}
  - id: one
    type: {switch-on: kind, cases: {1: u1, 2: s2, _: point}}
  - id: many
    type: {switch-on: kind, cases: {1: u1, 2: s2, 3: point, _: s1}}
    repeat: expr
    repeat-expr: num * 2 + 1
  - {id: extra, type: u1, repeat: expr, repeat-expr: num + 3}
types:
  point: {seq: [{id: x, type: s1}, {id: flag, type: b1}, {id: rest, type: b7}]}
"""


def test_a_codec_does_not_need_what_draws_its_models() -> None:
    code = f"""
import sys
sys.modules["hypothesis"] = None  # it can't be imported
from bytewright_codegen.load import load
print(load({str(FIXTURES / "readme" / "grid.ksy")!r}).name)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "grid\n"


@pytest.mark.parametrize("toy", ["grid", "mixed"])
def test_every_goal_can_be_reached(toy: str, compiled: Compile) -> None:
    codec = compiled(MIXED) if toy == "mixed" else load(FIXTURES / "readme" / "grid.ksy")
    drawn = importlib.import_module(f"{codec.package}.strategies")

    def holds(model: Any) -> None:
        check_round_trip(codec, model)
        check_tree(codec, model)
        check_views(codec, model)

    models: SearchStrategy[Any] = drawn.models()
    settings(PROFILE, max_examples=20)(given(models)(holds))()
    check_coverage(codec, models, drawn.GOALS)


def test_a_number_that_chooses_a_structure_is_blamed_itself(compiled: Compile) -> None:
    codec = compiled(MIXED)
    for wrong in (-1, 256):
        assert refused(codec, kind=wrong, one=5, many=[5], extra=[1, 2, 3])[0] == "kind"


# --- recursion -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("type: {switch-on: n, cases: {0: u1, 1: toy, 2: end}}", b"\1\1\0\7"),
        ("type: {switch-on: n & 3, cases: {0: toy, 1: toy, 3: end}}", b"\4\1\3\5\6"),
        ("type: toy, repeat: expr, repeat-expr: n", b"\2\0\1\0"),
        ("type: toy, if: n > 0", b"\1\1\0"),
    ],
)
def test_types_that_hold_themselves_compile(compiled: Compile, text: str, data: bytes) -> None:
    codec = compiled(f"seq: [{{id: n, type: u1}}, {{id: x, {text}}}]\ntypes: {{end: {{seq: [{{id: y, type: u2}}]}}}}")
    assert codec.to_bytes(codec.parse(data)) == data


@pytest.mark.parametrize(
    "text", ["seq: [{id: x, type: toy}]", "seq: [{id: a, type: b}]\ntypes: {b: {seq: [{id: x, type: b}]}}"]
)
def test_a_structure_without_an_end_is_an_error_when_it_is_read(compiled: Compile, text: str) -> None:
    with pytest.raises(ReadError, match="fewer levels of nesting"):
        compiled(text).parse(b"abc")


def test_what_the_kernel_has_no_words_for_is_left_to_objects(compiled: Compile) -> None:
    codec = compiled("seq: [{id: x, type: u8, enum: e}]\nenums: {e: {0: none, 18446744073709551615: all}}")
    assert made(codec, x="all") == b"\xff" * 8
    table = bytewright.open(b"\xff" * 8, codec)
    assert (table.to_table().to_pylist(), table.counted) == ([{"x": "all"}], {"objects": 1})
    compiled("params: [{id: n, type: u1}]\nseq: [{id: x, size: n}]")


def test_sizes_are_numbers(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: x, type: u1}, {id: b, type: b}]\n"
        "instances: {y: {value: _sizeof + 10}, z: {value: sizeof<b> * 100 + b.c._sizeof},"
        " w: {value: 'bitsizeof<b3>'}}\n"
        "types: {b: {seq: [{id: c, type: u4}, {id: d, type: u2}]}}"
    )
    found = codec.parse(bytes(7))
    assert (found.y, found.z, found.w) == (17, 604, 3)


def test_specs_that_hold_each_other(tmp_path: Path) -> None:
    for one, other in ("ab", "ba"):
        (tmp_path / f"{one}.ksy").write_text(
            f"meta: {{id: {one}, imports: [{other}]}}\n"
            f"seq: [{{id: n, type: u1, enum: kind}}, {{id: x, type: {other}, if: n != kind::last}}]\n"
            "enums: {kind: {0: last}}"
        )
    for start in "ab":
        codec = load(tmp_path / f"{start}.ksy")
        found = codec.parse(b"\2\1\0")
        assert (type(found.x).TYPE, int(found.x.n), found.x.x.x) == ("ba"["ab".index(start)], 1, None)
        found.x.x = None
        found.x.n = 0
        assert codec.to_bytes(found) == b"\2\0"


# --- what would be read as something else -----------------------------------------------------------------------------


def test_a_list_of_structures_ends_where_its_condition_holds(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: xs, type: x, repeat: until, repeat-until: _.body.size == 0}]\n"
        "types: {x: {seq: [{id: n, type: u1}, {id: body, size: n}]}}"
    )
    assert made(codec, xs=[{"body": b"ab"}, {"body": b""}]) == b"\2ab\0"
    assert refused(codec, xs=[{"body": b"ab"}]) == ("xs", "a last element that ends the list", "none")
    field, _, found = refused(codec, xs=[{"body": b""}, {"body": b""}])
    assert (field, found) == ("xs[1]", "more")


WHOLE = ("xs", "whole bytes up to the end of the list", "4 bits in the last one")


@pytest.mark.parametrize("rule", ["", ", -role: slack"])
def test_lists_up_to_the_end_fill_bytes(rule: str, compiled: Compile) -> None:
    bits = compiled(f"seq: [{{id: xs, type: b4, repeat: eos{rule}}}]")
    assert made(bits, xs=[1, 2]) == b"\x21"
    assert refused(bits, xs=[1, 2, 3]) == WHOLE
    structures = compiled(
        f"seq: [{{id: xs, type: x, repeat: eos{rule}}}]\ntypes: {{x: {{seq: [{{id: a, type: b4}}]}}}}"
    )
    assert made(structures, xs=[{"a": 1}, {"a": 2}]) == b"\x21"
    assert refused(structures, xs=[{"a": 1}]) == WHOLE
    behind = compiled(
        "seq: [{id: k, type: u1}, {id: a, type: {switch-on: k, cases: {1: b4, 2: b8}}},"
        f" {{id: xs, type: u1, repeat: eos{rule}}}]"
    )
    assert made(behind, k=1, a=1, xs=[2]) == b"\1\1\2"
    assert made(behind, k=2, a=1, xs=[]) == b"\2\1"
    assert refused(behind, k=1, a=1, xs=[]) == WHOLE


SLACK = """
seq:
  - {id: n, type: u1}
  - {id: body, type: body, FRAME}
types:
  body: {seq: [{id: xs, ITEM, repeat: eos, -role: slack}]}
  row: {seq: [{id: len_a, type: u1}, {id: a, size: len_a}, {id: b, type: u1}]}
"""


@pytest.mark.parametrize("frame", ["size: n", "size: 12", "size: n, process: xor(7)", "size-eos: true"])
@pytest.mark.parametrize(
    ("item", "one", "nothing"),
    [
        ("type: u1", 7, 0),
        ("type: u2", 256, 0),
        ("type: b4", 1, 0),
        ("size: 1", b"a", b"\0"),
        ("type: {switch-on: _root.n, cases: {200: u2, _: u1}}", 3, 0),
        ("type: row", {"a": b"a", "b": 0}, {"a": b"", "b": 0}),
    ],
)
def test_a_list_that_zeros_end_is_read_as_it_is_written(
    item: str, one: Any, nothing: Any, frame: str, compiled: Compile
) -> None:
    codec = compiled(SLACK.replace("FRAME", frame).replace("ITEM", item))
    root: Any = codec.root
    pair = [nothing, one]
    said = {} if "size: n" in frame else {"n": 9}
    for xs in ([], pair, pair * 2):
        data = made(codec, body={"xs": xs}, **said)
        assert codec.to_bytes(root(body={"xs": codec.parse(data).body.xs}, **said)) == data
        assert len(codec.parse(data).body.xs) == len(xs)
    last = ("body.xs[3]", "a last element that has more than zeros", "zeros")
    assert refused(codec, body={"xs": [*pair, nothing, nothing]}, **said) == last


def test_what_lies_behind_a_list_that_zeros_end_is_zeros(compiled: Compile) -> None:
    codec = compiled("seq: [{id: xs, type: u1, repeat: eos, -role: slack}]\ninstances: {end: {pos: 4, type: u1}}")
    assert made(codec, xs=[1], end=0) == b"\1\0\0\0\0"
    assert refused(codec, xs=[1], end=2) == ("xs", "zeros from its end to that of its stream", "other bytes")


@pytest.mark.parametrize("item", ["type: u1", "type: f8be", "type: b8", "size: 1", "type: strz", "type: x", "type: b1"])
def test_bits_go_on_behind_a_list_without_elements(item: str, compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: b4}, {id: h, type: b4},"
        f" {{id: a, type: b4}}, {{id: xs, {item}, repeat: expr, repeat-expr: n}}, {{id: b, type: b4}}]\n"
        "types: {x: {seq: [{id: q, type: u1}]}}"
    )
    assert made(codec, h=0, a=2, xs=[], b=3) == b"\0\x32"


def test_a_terminator_that_is_left_must_stand_in_what_follows(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, terminator: 7, consume: false}, {id: n, type: u1}, {id: b, size: n},"
        " {id: c, terminator: 9, consume: false, eos-error: false}]"
    )
    assert codec.to_bytes(codec.parse(b"x\7abcdefgy")) == b"x\7abcdefgy"
    assert made(codec, a=b"x", b=b"abcdefg", c=b"y") == b"x\7abcdefgy"
    field, expected, found = refused(codec, a=b"x", b=b"abcdef", c=b"y")
    assert (field, expected) == ("a", "the terminator 07 in what follows")
    assert found is not None
    assert "06" in found


def test_a_size_in_what_is_said_to_be_the_parent(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: a, type: part}, {id: b, type: between}]\n"
        "types:\n  between: {seq: [{id: part, type: part, parent: _parent}]}\n"
        "  part: {seq: [{id: data, size: _parent.n}]}"
    )
    model = codec.parse(b"\2abcd")
    model.a.data, model.b.part.data = b"x", b"y"
    assert codec.to_bytes(model) == b"\1xy"


def test_drawn_text_that_is_read_as_a_number_is_one(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: strz}, {id: m, type: str, size: 2}, {id: a, size: n.to_i}, {id: b, size: 'm.to_i(16)'}]"
    )
    models: SearchStrategy[Any] = importlib.import_module(f"{codec.package}.strategies").models()
    drawn = []

    @given(models)
    @settings(PROFILE, max_examples=20)
    def draw(model: Any) -> None:
        drawn.append((len(codec.parse(codec.to_bytes(model)).a), len(model.m)))

    draw()
    assert {size for _, size in drawn} == {2}
    assert len({size for size, _ in drawn}) > 3


def test_drawn_structures_have_room(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u2}, {id: x, type: x, size: n % 1000}]\n"
        "types: {x: {seq: [{id: a, type: u8}, {id: b, type: strz}]}}"
    )
    models: SearchStrategy[Any] = importlib.import_module(f"{codec.package}.strategies").models()
    given(models)(settings(PROFILE, max_examples=20)(lambda model: check_round_trip(codec, model)))()


def test_what_reaches_to_the_end_of_a_stream_is_its_end(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: xs, type: x, repeat: eos}]\n"
        "types: {x: {seq: [{id: kind, type: u1}, {id: rest, size-eos: true, if: kind == 1}]}}"
    )
    assert made(codec, xs=[{"kind": 0}, {"kind": 1, "rest": b"ab"}]) == b"\0\1ab"
    field, expected, found = refused(codec, xs=[{"kind": 1, "rest": b"ab"}, {"kind": 0}])
    assert (field, expected, found) == ("xs[0].rest", "to reach to the end of its stream", "1 bytes behind it")
    empty = compiled(
        "seq: [{id: n, type: u1}, {id: xs, type: x, repeat: eos}]\ntypes: {x: {seq: [{id: a, size: _root.n}]}}"
    )
    assert made(empty, xs=[{"a": b"x"}]) == b"\1x"
    assert refused(empty, xs=[{"a": b""}]) == ("xs", "a last element that takes bytes", "none")


def test_a_byte_order_that_cannot_be_told_is_an_error_of_writing(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: order, type: u1}, {id: x, type: x}]\n"
        "types: {x: {meta: {endian: {switch-on: _root.order, cases: {1: le, 2: be}}}, seq: [{id: a, type: u2}]}}"
    )
    assert made(codec, order=2, x={"a": 1}) == b"\2\0\1"
    assert refused(codec, order=3, x={"a": 1}) == ("order", "one of 1, 2", "3")


@pytest.mark.parametrize("item", ["u1", "x"])
def test_a_list_that_may_end_with_its_stream_ends_nowhere_else(compiled: Compile, item: str) -> None:
    key = "_" if item == "u1" else "_.n"
    codec = compiled(
        f"seq: [{{id: xs, type: {item}, repeat: until, repeat-until: '{key} == 0 or _io.eof'}}]\n"
        "types: {x: {seq: [{id: n, type: u1}]}}"
    )
    numbers = [[1, 2], [1, 0], [0, 2]]
    first, second, third = ([n if item == "u1" else {"n": n} for n in some] for some in numbers)
    assert made(codec, xs=first) == b"\1\2"
    assert made(codec, xs=second) == b"\1\0"
    assert refused(codec, xs=third)[0] == "xs[1]"


def test_a_switch_without_a_case_for_the_elements_of_a_list(compiled: Compile) -> None:
    codec = compiled("seq: [{id: k, type: u1}, {id: x, type: {switch-on: k, cases: {1: u2}}, repeat: eos}]")
    for data in (b"\1\1\0\2\0", b"\2", b"\2ab"):
        assert codec.to_bytes(codec.parse(data)) == data
    assert codec.parse(b"\1\1\0\2\0").x == [1, 2]
    assert codec.parse(b"\2ab").x == []


def test_a_list_to_the_end_of_what_is_chosen_once(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: kind, type: u1}, {id: items, type: {switch-on: kind, cases: {1: u1, 2: u2}}, repeat: eos}]"
    )
    for data in (b"\1\2\3", b"\2\2\0\3\0"):
        assert codec.parse(data).items == [2, 3]
        assert codec.to_bytes(codec.parse(data)) == data


def test_bits_left_over_behind_a_list_of_none_are_kept(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n"
        "  - {id: few, type: b5}\n"
        "  - {id: none, type: b5, repeat: expr, repeat-expr: 0}\n"
        "  - {id: flags, type: b1, repeat: expr, repeat-expr: 0}\n"
        "  - {id: end, type: u1}"
    )
    data = b"\xe5\7"
    assert codec.to_bytes(codec.parse(data)) == data
    again = tree.load(codec, json.dumps(tree.build(codec, BytesSource(data)).to_json()))
    assert codec.to_bytes(again) == data


def test_bytes_that_are_decoded_to_nothing_known_are_a_leaf(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: body, size: 8, process: xor(1), type: nothing}]\n"
        "instances: {last: {pos: _io.size - 2, type: u1}}\n"
        "types: {nothing: {}}"
    )
    check_tree_of(codec, bytes(8))


def test_a_root_whose_parameter_is_any_structure_compiles(compiled: Compile) -> None:
    codec = compiled("params: [{id: what, type: struct}]\nseq: [{id: a, type: u1}]")
    assert codec.name == "toy"


@pytest.mark.parametrize("frame", ["", ", size: 4"])
@pytest.mark.parametrize(("rule", "good"), [("max: 5", True), ("min: 1", False)])
def test_null_is_written_as_what_rules_of_calculated_values_allow(
    frame: str, rule: str, good: bool, compiled: Compile
) -> None:
    codec = compiled(
        "seq: [{id: present, type: b1, repeat: expr, repeat-expr: 8, -validity-of: xs},"
        f" {{id: xs, type: x, repeat: expr, repeat-expr: 8{frame}}}]\n"
        f"types: {{x: {{seq: [{{id: n, type: u1}}], instances: {{double: {{value: n * 2, -valid: {{{rule}}}}}}}}}}}"
    )
    values = [{"n": 2}, *[None] * 7]
    if good:
        assert codec.parse(made(codec, xs=values)).xs[1:] == [None] * 7
    else:
        assert refused(codec, xs=values)[:2] == ("xs[1]", "a value, as zeros don't read as one")


@pytest.mark.parametrize("frame", ["terminator: 0x7c", "size: 'sizes[_index]'"])
@pytest.mark.parametrize(
    ("head", "taken"),
    [("type: u2", 2), ("size: 300", 300), ("size: 1, valid: {expr: _io.size > 6}", 64), ("contents: [1, 2, 3]", 3)],
)
def test_null_takes_as_few_zeros_as_its_reader_wants(head: str, taken: int, frame: str, compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: present, type: b1, repeat: expr, repeat-expr: 8, -validity-of: xs},"
        " {id: sizes, type: u2, repeat: expr, repeat-expr: 8},"
        f" {{id: xs, type: x, repeat: expr, repeat-expr: 8, {frame}}}]\n"
        f"types: {{x: {{seq: [{{id: head, {head}}}, {{id: rest, type: row, repeat: eos}}]}},"
        " row: {seq: [{id: a, size: 7}]}}"
    )
    sizes = {} if "sizes" in frame else {"sizes": [0] * 8}
    data = made(codec, xs=[None] * 8, **sizes)
    assert len(data) == 1 + 16 + 8 * (taken + ("sizes" not in frame))
    assert codec.parse(data).xs == [None] * 8


@pytest.mark.parametrize("data", [b"\2ab\5", b"\3ab\0\0", b"\1a\0", b"\0\5"])
def test_what_ends_with_a_stream_of_a_derived_size_needs_no_terminator(data: bytes, compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: body, type: x, size: n}, {id: z, type: u1}]\n"
        "types: {x: {seq: [{id: g, type: strz, eos-error: false}]}}"
    )
    assert codec.to_bytes(codec.parse(data)) == data


@pytest.mark.parametrize("text", ["", "o", "or", "x" * 50])
def test_a_size_that_is_not_said_holds_the_terminator(compiled: Compile, text: str) -> None:
    """What a size is before it is known is no size to go by: one that is set, or was read, may leave no room for it."""
    codec = compiled("""
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: len, type: u1}
      - {id: text, type: strz, size: len + 1}
""")
    ended = bytes([len(text)]) + text.encode() + b"\0"
    assert codec.to_bytes(codec.root(items=[{"text": text}])) == ended
    for engine in ("objects", "columns"):
        assert bytes_of(codec, pa.table({"text": [text]}), None, parse(codec), None, engine)[0] == ended
    full = bytes([len(text) - 1]) + text.encode() if text else ended
    for said in (codec.parse(full), codec.root(items=[{"len": full[0], "text": text}])):
        assert codec.to_bytes(said) == full
