"""What reaches to the end of a file, or counts on it: an index that a place leads to, a list of as many as are left."""

from __future__ import annotations

import json
import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile
from tests.support.written_rows import rows_of

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of

TYPES = """
types:
  index: {seq: [{id: cards, type: card, repeat: eos}]}
  card:
    seq: [{id: at, type: u4}, {id: len, type: u2}]
    instances: {note: {io: _root._io, pos: at, size: len, type: note}}
  note: {seq: [{id: page, type: u4}, {id: text, type: str, size-eos: true}]}
  head: {seq: [{id: kind, type: u1}, {id: ofs, type: u4}]}
-views:
  cards: {each: 'index.cards[*]', columns: [{id: page, value: _.note.page}, {id: text, value: _.note.text}]}
"""
BEHIND = """
seq: [{id: magic, contents: IX}]
instances:
  ofs: {pos: _io.size - 4, type: u4}
  index: {pos: ofs, size: _io.size - 4 - ofs, type: index}
"""
BEFORE = """
seq: [{id: magic, contents: IX}, {id: ofs, type: u4}]
instances:
  index: {pos: ofs, size: _io.size - ofs, type: index}
"""
IN_A_HEADER = """
seq: [{id: magic, contents: IX}, {id: head, type: head}]
instances:
  index: {pos: head.ofs + 1, size: _io.size - head.ofs - 1, type: index}
"""
IN_A_FOOTER = """
seq: [{id: magic, contents: IX}]
instances:
  foot: {pos: _io.size - 5, type: head}
  index: {pos: foot.ofs, size: _io.size - 5 - foot.ofs, type: index}
"""
Row = tuple[int, str]
ROWS: list[Row] = [(7, "xyz"), (8, ""), (9, "a longer one")]


def layout(spec: str, rows: list[Row]) -> bytes:
    """A file of some notes, as the spec has it."""
    front = {BEHIND: 2, BEFORE: 6, IN_A_HEADER: 7, IN_A_FOOTER: 2}[spec]
    notes, index = b"", b""
    for page, text in rows:
        note = struct.pack("<I", page) + text.encode()
        index += struct.pack("<IH", front + len(notes), len(note))
        notes += note
    at = front + len(notes)
    begin, end = {
        BEHIND: (b"", struct.pack("<I", at)),
        BEFORE: (struct.pack("<I", at), b""),
        IN_A_HEADER: (struct.pack("<BI", 3, at - 1), b""),
        IN_A_FOOTER: (b"", struct.pack("<BI", 3, at)),
    }[spec]
    return b"IX" + begin + notes + index + end


def table(rows: list[Row]) -> pa.Table:
    kinds: list[Any] = [pa.field("page", pa.int64()), pa.field("text", pa.string())]
    return pa.Table.from_pylist([{"page": page, "text": text} for page, text in rows], pa.schema(kinds))


def root(codec: Codec, data: bytes) -> str:
    return json.dumps(root_of(codec, BytesSource(data), None, parse(codec)))


@pytest.mark.parametrize("spec", [BEHIND, BEFORE, IN_A_HEADER, IN_A_FOOTER])
@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], [], [(1, "new"), *ROWS, (2, "more")], [(0, "changed"), *ROWS[1:]]])
def test_rows_of_an_index_at_the_end_that_a_place_leads_to(compiled: Compile, spec: str, rows: list[Row]) -> None:
    codec = compiled(spec + TYPES)
    data = layout(spec, ROWS)
    assert rows_of(codec, data).to_pylist() == table(ROWS).to_pylist()
    found, _ = bytes_of(codec, table(rows), None, parse(codec), root(codec, data), "auto")
    assert found == layout(spec, rows)
    assert agree(codec, found)[:2] == ([repr(row) for row in table(rows).to_pylist()], None)


@pytest.mark.parametrize("spec", [BEHIND, BEFORE, IN_A_HEADER, IN_A_FOOTER])
def test_files_with_an_index_at_the_end_are_changed_and_rebuilt(compiled: Compile, spec: str) -> None:
    codec = compiled(spec + TYPES)
    data = layout(spec, ROWS)
    node = tree.build(codec, BytesSource(data))
    assert codec.to_bytes(tree.load(codec, json.dumps(node.to_json()))) == data
    model: Any = codec.parse(data)
    assert codec.to_bytes(model) == data
    assert codec.to_bytes(model, canonical=True) == data
    model.index.cards[1].note.text = "no longer empty"
    changed = codec.to_bytes(model)
    assert rows_of(codec, changed).to_pylist() == table([ROWS[0], (8, "no longer empty"), ROWS[2]]).to_pylist()
    del model.index.cards[1:]
    fewer = codec.to_bytes(model)
    assert rows_of(codec, fewer).to_pylist() == table(ROWS[:1]).to_pylist()


@pytest.mark.parametrize("spec", [BEHIND, BEFORE, IN_A_HEADER, IN_A_FOOTER])
def test_damaged_files_with_an_index_at_the_end(compiled: Compile, spec: str) -> None:
    codec = compiled(spec + TYPES)
    forms, bad = agree_when_damaged(codec, layout(spec, ROWS[:2]))
    assert 0 < bad < forms


LEFT = """
seq:
  - {id: num_names, type: u4}
  - {id: names, type: name, repeat: expr, repeat-expr: num_names}
  - {id: sums, type: u8, repeat: expr, repeat-expr: '(_io.size - _io.pos - 4) / 8'}
  - {id: tail, type: u4}
types: {name: {seq: [{id: raw, size: 2}]}}
-views: {names: {each: 'names[*]', columns: [{id: raw, value: _.raw}]}}
"""


def left(names: list[bytes], sums: list[int]) -> bytes:
    return struct.pack(f"<I{2 * len(names)}s{len(sums)}QI", len(names), b"".join(names), *sums, 6)


@pytest.mark.parametrize("sums", [[], [5], [5, 1 << 63, 0]])
@pytest.mark.parametrize("names", [[], [b"aa"], [b"aa", b"bb"], [b"ab"] * 300])
def test_a_list_of_as_many_as_are_left_of_the_file(compiled: Compile, names: list[bytes], sums: list[int]) -> None:
    codec = compiled(LEFT)
    data = left([b"aa", b"bb"], sums)
    assert codec.to_bytes(codec.parse(data)) == data
    rest, rows = root(codec, data), pa.table({"raw": pa.array(names, pa.binary())})
    assert json.loads(rest)["sums"] == sums
    for engine in ("objects", "columns"):
        found, how = bytes_of(codec, rows, None, parse(codec), rest, engine)
        assert found == left(names, sums)
        assert how.strategy == {"objects": "objects", "columns": "rows"}[engine]
    assert agree(codec, left(names, sums))[:2] == ([repr({"raw": name}) for name in names], None)


def test_a_list_of_another_length_than_is_left_is_refused(compiled: Compile) -> None:
    codec = compiled(LEFT.replace("- 4) / 8", "- 8) / 8"))
    made: Any = codec.root
    with pytest.raises(WriteError) as caught:
        codec.to_bytes(made(names=[], sums=[1, 2], tail=6))
    assert (caught.value.field, caught.value.expected, caught.value.found) == ("sums", "1 elements", "2")
    forms, bad = agree_when_damaged(compiled(LEFT), left([b"aa", b"bb"], [5]))
    assert 0 < bad < forms


def test_a_place_that_a_size_says_already(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: ofs, type: u1}, {id: data, size: ofs - 1}]\n"
        "instances:\n  index: {pos: ofs, size: _io.size - ofs, type: index}\n"
        "types: {index: {seq: [{id: names, type: strz, repeat: eos}]}}"
    )
    made: Any = codec.root
    model = made(data=b"abc", index={"names": ["a", "bc"]})
    assert codec.to_bytes(model) == b"\4abca\0bc\0"
    model = codec.parse(b"\4abca\0bc\0")
    model.data, model.index.names = b"larger", ["d"]
    assert codec.to_bytes(model) == b"\7largerd\0"
    model.data, model.index.names = b"", ["d", "more of it"]
    assert codec.to_bytes(model) == b"\1d\0more of it\0"


def test_parts_that_begin_at_one_place_each_up_to_the_end(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: num, type: u1}, {id: parts, type: part, repeat: expr, repeat-expr: num}]\n"
        "types:\n  part:\n    seq: [{id: at, type: u1}]\n"
        "    instances: {rest: {io: _root._io, pos: at, size: _io.size - at}}"
    )
    data = b"\2\3\5abcde"
    model: Any = codec.parse(data)
    assert [part.rest for part in model.parts] == [b"abcde", b"cde"]
    assert codec.to_bytes(model) == data
