"""Data that goes through a process, byte orders that a file decides, parents that a spec states."""

from __future__ import annotations

import gc
import itertools
import json
import os
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codecs import process
from bytewright.codecs.built_in import BUILT_IN
from bytewright.codecs.process import Process
from bytewright.errors import CodecError, LimitError, ValueInvalidError, WriteError
from bytewright.io.source import BytesSource
from bytewright.limits import Limits
from bytewright.tables.engines import Engine
from bytewright_codegen.ir.diagnostics import SpecErrors


def through_tree(codec: Codec, data: bytes) -> bytes:
    return codec.to_bytes(tree.load(codec, json.dumps(tree.build(codec, BytesSource(data)).to_json())))


@pytest.mark.parametrize(
    ("process", "data", "decoded"),
    [
        (Process("xor", 0x5A), b"\x00\x5a\xff", b"\x5a\x00\xa5"),
        (Process("xor", b"\x01\x80"), b"\x00\x00\x00", b"\x01\x80\x01"),
        (Process("xor", b""), b"abc", b"abc"),
        (Process("rol", 3), b"\x81\x10", b"\x0c\x80"),
        (Process("ror", 11), b"\x0c\x80", b"\x81\x10"),
        (Process("zlib"), zlib.compress(b"abc" * 9, 1), b"abc" * 9),
    ],
    ids=["xor", "xor-key", "xor-nothing", "rol", "ror", "zlib"],
)
def test_processes(process: Process, data: bytes, decoded: bytes) -> None:
    assert process.decode(data, Limits()) == decoded
    again = process.encoded(decoded)
    assert again is not None
    assert process.decode(again, Limits()) == decoded


def test_what_cant_be_decoded() -> None:
    whole = zlib.compress(bytes(1000))
    for data in (b"", b"abc", whole[:-1], whole[: len(whole) // 2]):
        with pytest.raises(ValueInvalidError):
            Process("zlib").decode(data, Limits(), 7)
    assert Process("zlib").decode(whole, Limits(maxDecodedBytes=1000)) == bytes(1000)
    with pytest.raises(LimitError, match="maxDecodedBytes"):
        Process("zlib").decode(zlib.compress(bytes(1001)), Limits(maxDecodedBytes=1000))
    with pytest.raises(CodecError, match="there is no process nowhere"):
        Process("nowhere.some_fx").decode(b"", Limits())


class _Tens:
    """Decodes in pieces of ten bytes, each stored in eleven."""

    def piece(self, data: bytes, place: int) -> tuple[int, int]:
        return place // 10 * 11, place % 10


class _Hundreds(_Tens):
    def places(self, data: bytes, places: Any) -> tuple[Any, Any]:
        return places // 100, places % 100


def test_places_are_found_one_by_one_or_as_the_process_can(monkeypatch: pytest.MonkeyPatch) -> None:
    places = np.array([0, 9, 10, 25], np.int64)
    monkeypatch.setattr(process, "process_class", lambda name, package: _Tens)
    assert Process("some.tens").piece(b"", 25) == (22, 5)
    pieces, rests = Process("some.tens").places(b"", places)
    assert (pieces.tolist(), rests.tolist()) == ([0, 0, 11, 22], [0, 9, 0, 5])
    assert [found.tolist() for found in Process("some.tens").places(b"", places[:0])] == [[], []]
    monkeypatch.setattr(process, "process_class", lambda name, package: _Hundreds)
    pieces, rests = Process("some.hundreds").places(b"", places)
    assert (pieces.tolist(), rests.tolist()) == ([0, 0, 0, 0], [0, 9, 10, 25])
    with pytest.raises(WriteError, match="nothing can refer to the middle of what zlib encodes"):
        Process("zlib").places(b"", places)


PACKED = """
seq:
  - {id: len, type: u2}
  - {id: rows, size: len, process: zlib, type: rows}
  - {id: crc, type: u1}
types:
  rows:
    seq:
      - {id: num, type: u2}
      - {id: names, type: strz, repeat: expr, repeat-expr: num}
"""


def packed(names: list[str], level: int = -1) -> bytes:
    plain = len(names).to_bytes(2, "little") + b"".join(name.encode() + b"\0" for name in names)
    data = zlib.compress(plain, level)
    return len(data).to_bytes(2, "little") + data + b"\x07"


def test_compressed_structures(compiled: Compile) -> None:
    codec = compiled(PACKED)
    names = [f"name {i % 9}" for i in range(300)]
    for level in (0, 1, 9):
        data = packed(names, level)
        found = codec.parse(data)
        assert found.rows.names == names
        assert codec.to_bytes(found) == data
        assert through_tree(codec, data) == data
        found.crc = 9
        assert codec.to_bytes(found) == data[:-1] + b"\x09"
        found.rows.names = [*names, "one more"]
        assert codec.to_bytes(found)[:-1] == packed([*names, "one more"])[:-1]
    made: Any = codec.root
    assert codec.to_bytes(made(rows={"names": ["a", "b"]}, crc=7)) == packed(["a", "b"])
    assert codec.to_bytes(codec.parse(packed(names, 1)), canonical=True) == packed(names)


def test_offsets_in_decoded_data(compiled: Compile) -> None:
    codec = compiled(PACKED)
    data = packed(["a", "b"])
    node = tree.build(codec, BytesSource(data)).to_json()
    rows = node["children"][1]
    assert (rows["name"], rows["offset"], rows["size"], "in" in rows) == ("rows", 2, len(data) - 3, False)
    assert [(child["name"], child["offset"], child["in"]) for child in rows["children"]] == [
        ("num", 0, "rows"),
        ("names", 2, "rows"),
    ]
    bad = packed(["a", "b"])
    with pytest.raises(ValueInvalidError) as caught:
        codec.parse(bad[:2] + b"\0" + bad[3:])
    assert (caught.value.field, caught.value.offset) == ("rows", 2)
    with pytest.raises(LimitError) as limited:
        codec.parse(packed(["x" * 5000]), limits=Limits(maxDecodedBytes=4000))
    assert limited.value.field == "rows"


def test_bytes_and_text_that_go_through_a_process(compiled: Compile) -> None:
    codec = compiled(
        "seq:\n  - {id: key, type: u1}\n"
        "  - {id: a, size: 6, process: xor(key), pad-right: 0x20}\n"
        "  - {id: b, type: str, size: 4, process: 'rol(1)', terminator: 0}\n"
        "  - {id: c, terminator: 0x7c, process: 'xor([1, 2])'}\n"
        "  - {id: d, size-eos: true, process: zlib, type: str}"
    )
    data = b"\x01" + b"`bc   " + b"\xb0\xb1\0?" + b"dd|" + zlib.compress(b"text", 1)
    found = codec.parse(data)
    assert (found.a, found.b, found.c, found.d) == (b"abcab"[:1] + b"cb", "ac", b"ef", "text")
    assert codec.to_bytes(found) == data
    assert through_tree(codec, data) == data
    found.b, found.d = "acc", "another"
    again = codec.parse(codec.to_bytes(found))
    assert (again.a, again.b, again.d) == (b"acb", "acc", "another")


def test_padding_of_processed_bytes_at_an_end(compiled: Compile) -> None:
    codec = compiled("seq:\n  - {id: a, size-eos: true, pad-right: 255, terminator: 10, process: xor(7)}")
    for data in (b"fg\xff\xff", b"fg\n\xff", b"fg\n", b"fg", b"\xff"):
        found = codec.parse(data)
        assert found.a == (b"" if data == b"\xff" else b"a`"), data
        assert codec.to_bytes(found) == data
        assert through_tree(codec, data) == data


@pytest.mark.parametrize("behind", [b"", b"\0", bytes(20), b"\1\0"])
@pytest.mark.parametrize("type", ["", ", type: str", ", type: inner"])
def test_what_lies_behind_a_compressed_stream_is_written_again(compiled: Compile, type: str, behind: bytes) -> None:
    codec = compiled(
        f"seq: [{{id: n, type: u1}}, {{id: body, size: n, process: zlib{type}}}, {{id: last, type: u1}}]\n"
        "types: {inner: {seq: [{id: x, size-eos: true}]}}"
    )
    stored = zlib.compress(b"text") + behind
    data = bytes([len(stored)]) + stored + b"\7"
    assert codec.to_bytes(codec.parse(data)) == data
    assert through_tree(codec, data) == data


def test_a_process_of_ones_own(compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "__init__.py").write_text(
        "class ReverseIt:\n"
        "    def __init__(self, skip): self.skip = skip\n"
        "    def decode(self, data): return data[self.skip:][::-1]\n\n\n"
        "class OnlyRead(ReverseIt): pass\n\n\n"
        "class Both(ReverseIt):\n"
        "    def encode(self, data): return b'#' * self.skip + data[::-1]\n\n\n"
        "class Broken(ReverseIt):\n"
        "    def decode(self, data): return 1 / 0\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    codec = compiled("seq: [{id: n, type: u1}, {id: body, size: n, process: own.both(2), type: str}]", trust=["own"])
    data = b"\5#!cba"
    found = codec.parse(data)
    assert found.body == "abc"
    assert codec.to_bytes(found) == data
    found.body = "abcd"
    assert codec.to_bytes(found) == b"\6##dcba"
    codec = compiled("seq: [{id: n, type: u1}, {id: body, size: n, process: own.only_read(2)}]", trust=["own"])
    found = codec.parse(data)
    assert codec.to_bytes(found) == data
    found.body = b"x"
    with pytest.raises(WriteError, match="a process that encodes"):
        codec.to_bytes(found)
    codec = compiled("seq: [{id: body, size-eos: true, process: own.broken(2)}]", trust=["own"])
    with pytest.raises(ValueInvalidError, match="ZeroDivisionError") as caught:
        codec.parse(data)
    assert caught.value.field == "body"


def test_a_process_beside_the_spec(compiled: Compile, tmp_path: Path) -> None:
    (tmp_path / "turns.py").write_text("def turned(data, key): return bytes(byte ^ key for byte in data)\n")
    beside = tmp_path / "key_of_mine.py"
    beside.write_text(
        "from turns import turned\n\n\n"
        "class KeyOfMine:\n"
        "    def __init__(self, key): self.key = key\n"
        "    def decode(self, data): return turned(data, self.key)\n"
        "    def encode(self, data): return turned(data, self.key)\n"
    )
    text = "seq: [{id: key, type: u1}, {id: body, size-eos: true, process: key_of_mine(key), type: str}]"
    codec = compiled(text)
    data = b"\x20ABC"
    found = codec.parse(data)
    assert found.body == "abc"
    assert through_tree(codec, data) == data
    found.body = "abcd"
    assert codec.to_bytes(found) == b"\x20ABCD"
    # What it does now is what it does the next time; it is no module for anybody else.
    beside.write_text(beside.read_text().replace("turned(data, self.key)", "turned(data, self.key ^ 1)"))
    assert compiled(text).parse(data).body == "`cb"
    assert codec.parse(data).body == "abc"
    with pytest.raises(CodecError, match="no process key_of_mine"):
        Process("key_of_mine", 1).decode(b"", Limits())


@pytest.mark.parametrize(
    ("name", "text", "process", "message"),
    [
        ("fx_here", "class Other: pass\n", "fx_here", "'fx_here.py' has no class 'FxHere', which 'fx_here' stands for"),
        ("fx_here", "class FxHere(:\n", "fx_here", "'fx_here.py' can't be read beside the spec"),
        ("reader", "class Reader: pass\n", "reader", "'reader.py' is a module of every codec"),
    ],
)
def test_what_is_wrong_beside_the_spec(
    compiled: Compile, tmp_path: Path, name: str, text: str, process: str, message: str
) -> None:
    (tmp_path / f"{name}.py").write_text(text)
    with pytest.raises(SpecErrors, match=f"toy.ksy:2:43: {message}"):
        compiled(f"seq: [{{id: body, size-eos: true, process: {process}}}]")


ORDERED = """
seq:
  - {id: mark, size: 2}
  - {id: body, type: body}
types:
  body:
    meta: {endian: {switch-on: _parent.mark, cases: {'[0x49, 0x49]': le, '[0x4d, 0x4d]': be}}}
    seq:
      - {id: num, type: u2}
      - {id: parts, type: part, repeat: expr, repeat-expr: num}
      - {id: floats, type: f4, repeat: expr, repeat-expr: 2}
    instances:
      first: {pos: 2, type: u2}
    types:
      part:
        seq: [{id: a, type: u2}, {id: b, type: s4be}]
"""


def test_byte_orders_that_a_file_decides(compiled: Compile) -> None:
    codec = compiled(ORDERED)
    little = b"II\1\0\2\0\0\0\0\3" + bytes([0, 0, 0x80, 0x3F, 0, 0, 0, 0x40])
    big = b"MM\0\1\0\2\0\0\0\3" + bytes([0x3F, 0x80, 0, 0, 0x40, 0, 0, 0])
    for data in (little, big):
        found = codec.parse(data)
        assert (found.body.num, found.body.parts[0].a, found.body.parts[0].b) == (1, 2, 3)
        assert (found.body.floats, found.body.first) == ([1.0, 2.0], 1)
        assert codec.to_bytes(found) == data
        assert through_tree(codec, data) == data
        kinds = {leaf.name: leaf.type for leaf in tree.build(codec, BytesSource(data)).leaves()}
        assert kinds["a"] == ("u2le" if data is little else "u2be")
        assert kinds["b"] == "s4be"
    made: Any = codec.root
    body = {"parts": [{"a": 2, "b": 3}], "floats": [1.0, 2.0]}
    assert codec.to_bytes(made(mark=b"MM", body=body)) == big
    with pytest.raises(ValueInvalidError, match="decides the byte order") as caught:
        codec.parse(b"XX" + little[2:])
    assert (caught.value.field, caught.value.offset, caught.value.found) == ("mark", 0, "5858")
    with pytest.raises(WriteError, match="a value of mark that decides the byte order, found none of them"):
        codec.to_bytes(made(mark=None, body=body))


def test_parents_that_a_spec_states(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: n, type: u1}, {id: outer, type: outer}]\n"
        "types:\n"
        "  outer:\n    seq: [{id: n, type: u1}, {id: near, type: leaf}, {id: far, type: leaf, parent: _root}]\n"
        "  leaf:\n    seq: [{id: data, size: _parent.as<toy>.n}]\n"
        "    instances: {twice: {value: _parent.as<toy>.n * 2}}"
    )
    data = b"\2\1abc"
    found = codec.parse(data)
    assert (found.outer.near.data, found.outer.far.data) == (b"a", b"bc")
    assert (found.outer.near.twice, found.outer.far.twice) == (2, 4)
    assert codec.to_bytes(found) == data
    assert through_tree(codec, data) == data


def test_structures_that_end_with_a_terminator(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: a, type: pair, terminator: 0x3b}, {id: b, type: pair, size: 6, pad-right: 0x2e},"
        " {id: n, type: u1}]\n"
        "types: {pair: {seq: [{id: x, size: 1}, {id: rest, size-eos: true}]}}"
    )
    data = b"1abc;2de...\7"
    found = codec.parse(data)
    assert (found.a.rest, found.b.rest, found.n) == (b"abc", b"de", 7)
    assert codec.to_bytes(found) == data
    assert through_tree(codec, data) == data
    found.a.rest, found.b.rest = b"", b"defgh"
    assert codec.to_bytes(found) == b"1;2defgh\7"
    found.a.rest = b"a;b"
    with pytest.raises(WriteError, match="without a terminator 3b"):
        codec.to_bytes(found)


@pytest.mark.parametrize("repeat", ["repeat: eos", "repeat: expr, repeat-expr: num"])
def test_the_kernel_knows_byte_orders_that_a_file_decides(compiled: Compile, repeat: str) -> None:
    codec = compiled(
        "seq: [{id: mark, type: u1, enum: order}, {id: num, type: u1},"
        f" {{id: rows, type: row, {repeat}}}]\n"
        "enums: {order: {1: little, 2: big}}\n"
        "types:\n  row:\n"
        "    meta: {endian: {switch-on: _root.mark, cases: {'order::little': le, 'order::big': be}}}\n"
        "    seq: [{id: a, type: u2}, {id: b, type: s4}, {id: c, type: f8}, {id: d, type: f4}, {id: e, type: inner}]\n"
        "    types: {inner: {seq: [{id: x, type: u8}, {id: y, type: s2be}]}}"
    )
    for mark, order in ((1, "<"), (2, ">")):
        cells = [(i, -7 * i, 1.5 * i, i / 4, i * 10**15, -i) for i in range(50)]
        rows = b"".join(struct.pack(order + "HidfQ", *row[:5]) + struct.pack(">h", row[5]) for row in cells)
        table = bytewright.open(bytes([mark, 50]) + rows, codec, engine="columns").to_table()
        assert table == bytewright.open(bytes([mark, 50]) + rows, codec, engine="objects").to_table()
        assert [tuple(row[name] for name in "abcd") for row in table.to_pylist()] == [row[:4] for row in cells]
        assert table["e"].to_pylist()[3] == {"x": 3 * 10**15, "y": -3}
        for engine in ("columns", "objects"):
            with pytest.raises(ValueInvalidError) as caught:
                bytewright.open(b"\7\x32" + rows, codec, engine=engine).to_table()
            assert (caught.value.offset, caught.value.field) == (0, "mark")


def test_a_size_that_was_larger_follows_what_is_inside(compiled: Compile) -> None:
    codec = compiled("""
seq:
  - {id: len, type: u1}
  - {id: body, type: body, size: len, process: xor(1)}
types: {body: {seq: [{id: text, type: strz}]}}
""")
    model: Any = codec.root._begin(None, None, "", None)
    model.body = {"text": "h"}
    model.len = 7
    assert codec.to_bytes(model) == b"\2i\1"


def test_streams_of_one_byte_are_told_apart(compiled: Compile) -> None:
    """Python has one object for all single bytes of one value."""
    codec = compiled(
        "seq: [{id: parts, type: part, size: 1, process: xor(1), repeat: eos}]\n"
        "types: {part: {seq: [{id: x, type: u1}]}}"
    )
    node = tree.build(codec, BytesSource(b"\5\5"))
    inside = [(leaf.name, leaf.within) for leaf in node.leaves() if leaf.within]
    assert inside == [("x", "parts[0]"), ("x", "parts[1]")]


def test_a_stream_that_decoding_leaves_as_it_is_is_another_one(compiled: Compile) -> None:
    codec = compiled("seq: [{id: a, type: part, size: 4, process: rol(3)}]\ntypes: {part: {seq: [{id: x, type: u4}]}}")
    node = tree.build(codec, BytesSource(bytes(4)))
    assert [(leaf.name, leaf.within) for leaf in node.leaves() if leaf.within] == [("x", "a")]
    assert through_tree(codec, bytes(4)) == bytes(4)


ROUND = """
seq:
  - {id: blocks, type: block, repeat: eos}
types:
  block:
    seq:
      - {id: size, type: u4le}
      - {id: body, type: body, size: size, process: zlib}
  body:
    seq:
      - {id: kind, type: u1}
      - {id: inner, size-eos: true, process: zlib}
-views:
  kinds:
    each: blocks[*]
    columns: [{id: kind, value: _.body.kind}, {id: inner, value: _.body.inner, type: str}]
"""


def _rounds(many: int, size: int) -> bytes:
    """Blocks, each of which decodes to so many bytes, and these to as many again."""
    inner = zlib.compress(os.urandom(size // 8).hex().encode() * 4, 1)
    block = zlib.compress(b"\1" + inner)
    return (struct.pack("<I", len(block)) + block) * many


@pytest.mark.parametrize(("engine", "mode"), [("objects", "FAILFAST"), ("auto", "PERMISSIVE")])
def test_what_passes_through_is_not_held(compiled: Compile, engine: Engine, mode: str) -> None:
    """Far more may be decoded than held, one block after another; what is held of them all is too much."""
    codec = compiled(ROUND)
    data = _rounds(25, 400_000)
    limits = Limits(maxDecodedBytes=3_000_000)
    rows = 0
    for batch in bytewright.open(data, codec, "kinds", engine=engine, mode=mode, limits=limits).to_batches():
        rows += batch.num_rows
    assert rows == 25
    with pytest.raises(LimitError, match=r"at most 3000000 decoded bytes \(maxDecodedBytes\), found .* held of other"):
        codec.parse(data, limits=limits)
    assert len(codec.parse(data).blocks) == 25


def test_fields_that_nobody_holds_are_not_counted(compiled: Compile) -> None:
    codec = compiled(ROUND)
    model = codec.parse(_rounds(3, 80_000))
    budget = model._io.budget
    held = budget.held
    assert held == sum(len(block.body.inner) + block.body._io.size for block in model.blocks)
    del model.blocks[1:]
    gc.collect()
    assert budget.held == held // 3


@pytest.mark.parametrize("size", [0, 1, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, 9_000_000])
def test_large_fields_are_decoded_in_pieces(size: int) -> None:
    """All of them, at the borders of pieces as well; and none is held twice."""
    data = os.urandom(1000) * (size // 1000) + bytes(size % 1000)
    packed = zlib.compress(data, 1)
    assert Process("zlib").decode(packed, Limits()) == data
    with pytest.raises(ValueInvalidError):
        Process("zlib").decode(packed[:-3], Limits())
    tracemalloc.start()
    Process("zlib").decode(packed, Limits())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1.3 * size + (9 << 20)


def test_what_expands_too_much() -> None:
    packed = zlib.compress(bytes(1 << 20), 9)
    assert len(Process("zlib").decode(packed, Limits(maxExpansion=1))) == 1 << 20
    packed = zlib.compress(bytes(5 << 20), 9)
    with pytest.raises(LimitError, match=rf"at most 900 decoded bytes for each .* for {len(packed)}") as caught:
        Process("zlib").decode(packed, Limits(maxExpansion=900), 7)
    assert caught.value.offset == 7


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_process_decodes_and_encodes(compiled: Compile, name: str) -> None:
    row = BUILT_IN[name]
    values = [b"some bytes", b"a", bytes(range(40))]
    for kinds in itertools.product(*row.takes):
        given = ", ".join({"integer": "3", "bytes": "_root.key"}[kind] for kind in kinds)
        process = f"{name}({given})" if given else name
        codec = compiled(
            "seq: [{id: key, size: 4}, {id: items, type: item, repeat: eos}]\n"
            f"types: {{item: {{seq: [{{id: n, type: u1}}, {{id: data, size: n, process: '{process}'}}]}}}}"
        )
        root: Any = codec.root
        written = codec.to_bytes(root(key=b"\x01\x02\x03\x04", items=[{"data": value} for value in values]))
        read = codec.parse(written)
        assert [item.data for item in read.items] == values
        assert codec.to_bytes(read) == written
        assert ([item.n for item in read.items] == [len(value) for value in values]) == row.keeps_size
    wrong = ", ".join(["1"] * (len(row.takes) + 1))
    with pytest.raises(SpecErrors, match=f"'{name}' takes"):
        compiled(f"seq: [{{id: data, size: 3, process: '{name}({wrong})'}}]")
