"""Structures whose fields are read when they are asked for hold what objects hold, and fail as these do."""

from __future__ import annotations

import importlib
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis.errors import Unsatisfiable
from tests.random_specs.checks import damaged
from tests.support.both import TOYS, toy
from tests.support.compiling import Compile
from tests.support.drawn import same_each_time
from tests.support.viewed import agree_as_view

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.viewing import Buffer
from bytewright.errors import BytewrightError, OptionError, ReadError


@pytest.mark.parametrize("name", sorted(path.stem for path in TOYS.glob("*.ksy")))
def test_views_of_drawn_files(name: str) -> None:
    codec = toy(name)
    models = importlib.import_module(f"{codec.package}.strategies").models()

    @same_each_time(4)
    @given(models)
    def check(model: Any) -> None:
        try:
            data = codec.to_bytes(model)
        except BytewrightError:
            return
        agree_as_view(codec, data)
        random = Random(data)
        for _ in range(4):
            agree_as_view(codec, damaged(random, data))

    with suppress(Unsatisfiable):  # nothing drawn fits the spec of a toy
        check()


SPEC = """
meta: {id: parcel, endian: le}
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: number, type: u2, valid: {max: 999}}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name, encoding: UTF-8}
      - {id: kind, type: u1}
      - {id: weights, type: f4, repeat: expr, repeat-expr: kind & 3}
      - id: body
        type: {switch-on: kind, cases: {1: spot, 2: box, _: box}}
      - {id: note, type: strz, encoding: ASCII, if: kind > 1}
      - {id: price, type: u4}
    instances:
      twice: {value: price * 2}
      first: {pos: 0, type: u1}
  spot: {seq: [{id: x, type: s2}, {id: y, type: s2}]}
  box: {seq: [{id: sides, type: u1}, {id: flags, type: b4}, {id: more, type: b4}]}
"""


def _view(data: Buffer, codec: Codec, kind: str, offset: int = 0) -> Any:
    return bytewright.view_of(data, codec.structures()[kind], offset=offset)


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("spec") / "parcel.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return bytewright.load(path)


def _item(name: bytes = b"ab", kind: int = 2, number: int = 7, note: bytes = b"hi\0") -> bytes:
    start = struct.pack("<HB", number, len(name)) + name + bytes([kind]) + struct.pack("<ff", 1.5, 2.5)
    return start + b"\x05\x9c" + note + struct.pack("<I", 250)


def test_a_structure_of_a_file_is_viewed(codec: Codec) -> None:
    item = _view(b"..." + _item(), codec, "item", 3)
    assert (item.twice, item.price, item.note, item.body.more) == (500, 250, "hi", 12)
    assert (item.number, item.weights, item.name, item.first) == (7, [1.5, 2.5], "ab", 7)
    assert item == codec.parse(_item()).items[0]


def test_the_bytes_of_a_structure_are_those_where_it_lies(codec: Codec) -> None:
    for item in (_view(b"..." + _item(), codec, "item", 3), codec.parse(_item()).items[0]):
        assert bytewright.bytes_of(item) == _item()
        assert bytewright.bytes_of(item, "number", "len_name") == b"\x07\x00\x02"
        assert bytewright.bytes_of(item.body) == b"\x05\x9c"
        with pytest.raises(OptionError, match="unknown field 'nam'"):
            bytewright.bytes_of(item, "nam")
    made: Any = codec.root
    with pytest.raises(OptionError, match="a structure that was read"):
        bytewright.bytes_of(made(items=[]))


NESTS = """
meta: {id: nests, endian: le}
seq: [{id: nest, type: nest}, {id: len, type: u1}, {id: rest, size: len}]
types:
  nest: {seq: [{id: weight, type: u1}, {id: more, type: nest, if: weight > 0}, {id: end, type: u1}]}
"""


@pytest.fixture(scope="module")
def nests(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("spec") / "nests.ksy"
    path.write_text(NESTS, encoding="utf-8")
    return bytewright.load(path)


def test_the_bytes_of_a_structure_do_not_rest_on_what_was_asked_for(nests: Codec) -> None:
    data = b"\1\0\7\7\1x"
    for asked in ((), ("weight",), ("more",), ("end",), ("more", "end", "weight")):
        for outer, fields, expected in ((0, ["more"], data[1:3]), (0, [], data[:4]), (1, ["nest"], data[:4])):
            view = bytewright.view_of(data, nests)
            for name in asked:
                _ = getattr(view.nest, name), getattr(view.nest.more, name)
            assert bytewright.bytes_of(view if outer else view.nest, *fields) == expected


def test_bytes_that_have_no_end_are_an_error(nests: Codec) -> None:
    for broken, field in ((b"\0\7\xc8x", "len"), (b"\1\0", "nest.more.end")):
        for asked in ((), ("nest",)):
            view = bytewright.view_of(broken, nests)
            for name in asked:
                assert getattr(view, name).weight < 2
            with pytest.raises(ReadError) as bad:
                bytewright.bytes_of(view)
            assert (bad.value.path, bad.value.field) == ("<bytes>", field)


def test_what_lies_behind_very_many_structures_in_each_other_is_an_error(nests: Codec) -> None:
    view = bytewright.view_of(b"\1" * 3000 + b"\0" + b"\7" * 3001 + b"\0", nests)
    inner = view.nest
    for _ in range(3000):
        inner = inner.more
    assert (inner.weight, inner.end) == (0, 7)
    with pytest.raises(ReadError, match="fewer levels of nesting") as bad:
        _ = view.nest.end
    assert (bad.value.path, bad.value.field) == ("<bytes>", "nest.end")
    with pytest.raises(ReadError, match="fewer levels of nesting"):
        bytewright.bytes_of(view)


def test_what_nobody_asks_for_is_not_read(codec: Codec) -> None:
    data = _item(name=b"\xff\xfe", number=5000)
    item = _view(data, codec, "item")
    assert (item.price, item.kind, item.body.sides) == (250, 2, 5)
    with pytest.raises(ReadError) as bad:
        _ = item.name
    assert (bad.value.field, bad.value.offset, bad.value.found) == ("items.name", 3, "bytes ff")
    with pytest.raises(ReadError, match="at most 999"):
        _ = item.number
    with pytest.raises(ReadError) as again:
        _ = item.number
    assert (again.value.field, again.value.offset, again.value.path) == ("items.number", 0, "<bytes>")
    short = _view(data[:-3], codec, "item")
    assert short.note == "hi"
    with pytest.raises(ReadError) as end:
        _ = short.price
    assert (end.value.field, end.value.offset) == ("items.price", len(data) - 4)


def test_no_byte_is_copied_before_it_is_asked_for(codec: Codec) -> None:
    data = bytearray(_item())
    item = _view(data, codec, "item")
    data[0] = 9
    assert item.number == 9
    data[0] = 8
    assert item.number == 9  # what was read stays


def test_what_is_bad_of_a_list_is_bad_of_its_element(codec: Codec) -> None:
    data = _item() + _item(number=1000) + _item()
    items = bytewright.view_of(data, codec).items
    assert [item.price for item in items] == [250, 250, 250]
    with pytest.raises(ReadError) as bad:
        _ = items[1].number
    assert (bad.value.field, bad.value.offset) == ("items[1].number", len(_item()))


def test_numbers_without_a_name_are_viewed(tmp_path: Path) -> None:
    path = tmp_path / "gaps.ksy"
    spec = "{meta: {id: gaps}, seq: [{id: a, type: u1}, {type: u1}, {id: c, type: u1, valid: {max: 3}}], instances: "
    path.write_text(spec + "{b: {value: a + c}}}", encoding="utf-8")
    codec = bytewright.load(path)
    view = bytewright.view_of(b"\x01\x02\x03", codec)
    assert view == codec.parse(b"\x01\x02\x03")
    assert (view._unnamed1, view.b) == (2, 4)


def test_rules_of_calculated_values_bind_all_fields(tmp_path: Path) -> None:
    path = tmp_path / "bound.ksy"
    spec = "{meta: {id: bound}, seq: [{id: a, type: u1}], instances: {twice: {value: a * 2, -valid: {max: 9}}}}"
    path.write_text(spec, encoding="utf-8")
    codec = bytewright.load(path)
    assert bytewright.view_of(b"\x04", codec).twice == 8
    with pytest.raises(ReadError) as bad:
        bytewright.view_of(b"\x05", codec)
    assert (bad.value.path, bad.value.field, bad.value.found) == ("<bytes>", "twice", "10")


def test_what_a_structure_asks_of_others_is_told() -> None:
    codec = toy("strips")
    with pytest.raises(OptionError, match="unknown parameter 'missing'"):
        bytewright.view_of(b"", codec, parameters={"missing": 1})
    with pytest.raises(OptionError, match="an offset from 0 to 2"):
        bytewright.view_of(b"ab", codec, offset=3)


@pytest.mark.parametrize(
    "last",
    [
        "type: part",
        "type: part, repeat: expr, repeat-expr: 2",
        "type: part, if: a != 9",
        "type: {switch-on: a, cases: {1: part, _: other}}",
        "type: part, size: 3",
    ],
)
def test_a_checksum_ends_with_a_structure(tmp_path: Path, last: str) -> None:
    """Where that ends is asked before its fields are."""
    path = tmp_path / "summed.ksy"
    path.write_text(
        "meta: {id: summed, endian: be}\n"
        "seq:\n"
        "  - {id: sum, type: u4, -checksum: {algorithm: crc32, from: a, to: last}}\n"
        "  - {id: a, type: u1}\n"
        f"  - {{id: last, {last}}}\n"
        "  - {id: behind, type: u1}\n"
        "types:\n"
        "  part: {seq: [{id: len, type: u1}, {id: bytes, size: len}]}\n"
        "  other: {seq: [{id: number, type: u2}]}\n",
        encoding="utf-8",
    )
    codec = bytewright.load(path)
    for a in (1, 2):
        part = b"\x02xy" if a == 1 or "switch" not in last else b"\x02x"
        summed = bytes([a]) + part * (1 + ("repeat" in last))
        data = zlib.crc32(summed).to_bytes(4, "big") + summed + b"\x07"
        assert codec.parse(data).behind == 7
        agree_as_view(codec, data)
        agree_as_view(codec, data[:3] + bytes([data[3] ^ 1]) + data[4:])


def test_a_checksum_asks_where_a_field_ends_that_is_left_out(compiled: Compile) -> None:
    """Its check is that of the field itself, which is being read then."""
    codec = compiled(
        "seq:\n"
        "  - {id: flag, type: u1}\n"
        "  - {id: sum, type: u4, if: flag & 2 != 0, -checksum: {algorithm: crc32, from: text, to: more}}\n"
        "  - {id: text, size: 2}\n"
        "  - {id: more, type: u2, if: flag & 1 != 0}\n"
        "  - {id: last, type: u1}"
    )
    for flag, more in ((0, b""), (1, b"\3\0"), (2, b""), (3, b"\3\0")):
        summed = struct.pack("<I", zlib.crc32(b"ab" + more)) if flag & 2 else b""
        agree_as_view(codec, bytes([flag]) + summed + b"ab" + more + b"\7")
        found = bytewright.view_of(bytes([flag]) + summed + b"ab" + more + b"\7", codec)
        assert (found.more, found.text, found.last) == (3 if more else None, b"ab", 7)


def test_what_lies_at_a_place_is_asked_for_before_the_byte_order_is_known(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: mark, type: u1}, {id: body, type: body}]\n"
        "types:\n"
        "  body:\n"
        "    meta: {endian: {switch-on: _parent.mark, cases: {1: le, 2: be}}}\n"
        "    seq: [{id: value, type: u2}]\n"
        "    instances: {again: {pos: 1, type: u2}}"
    )
    for mark, expected in ((1, 0x0201), (2, 0x0102)):
        assert bytewright.view_of(bytes([mark, 1, 2]), codec).body.again == expected
    with pytest.raises(ReadError) as caught:
        _ = bytewright.view_of(bytes([3, 1, 2]), codec).body.again
    assert (caught.value.field, caught.value.found) == ("mark", "3")
