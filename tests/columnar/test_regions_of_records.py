"""Views of lists that lie anywhere in a file whose records say where, also in modes that go on behind bad records."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError
from bytewright.kernels.plan import RegionFrame, RowPlan
from bytewright.views.evaluate.framing import Part
from bytewright_codegen.load import load

TYPES = """
types:
  sheet:
    seq:
      - {id: magic, contents: 'S'}
      - {id: len, type: u1, valid: {max: 60}}
      - {id: stored, size: len}
      - {id: num, type: u1, valid: {max: 9}}
      - {id: links, type: link, repeat: expr, repeat-expr: num}
  link:
    seq: [{id: at, type: u2}, {id: len, type: u1}]
    instances:
      note: {io: _root._io, pos: at, size: len, type: note}
  note:
    seq: [{id: items, type: item, repeat: eos}]
  item:
    seq:
      - {id: key, type: u1, valid: {max: 100}}
      - {id: len, type: u1}
      - {id: tree, type: node(len), size: len}
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most + 7}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
-views:
  items:
    each: sheets[*].links[*].note.items[*]
    columns:
      - {id: at, value: links.at}
      - {id: index, value: _index}
      - {id: key, value: _.key}
  trees:
    each: sheets[*].links[*].note.items[*]
    where: _.key > 1
    columns:
      - {id: num, value: sheets.num}
      - {id: key, value: _.key}
  spans:
    each: sheets[*].links[*].note.items[*]
    columns:
      - {id: key, value: _.key}
      - {id: tree, value: _.tree}
"""
SPECS = {
    "plain": "seq: [{id: sheets, type: sheet, repeat: eos}]" + TYPES,
    "headed": "seq: [{id: version, type: u1, valid: 3}, {id: sheets, type: sheet, size: 70, repeat: eos}]" + TYPES,
}
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def item(key: int, tree: bytes = LEAF) -> bytes:
    return bytes([key, len(tree)]) + tree


def sheet(start: int, *notes: bytes) -> bytes:
    """A record at a place, which stores lists and leads to these."""
    stored, links = b"".join(notes), b""
    at = start + 2
    for note in notes:
        links += struct.pack("<HB", at, len(note))
        at += len(note)
    return b"S" + bytes([len(stored)]) + stored + bytes([len(notes)]) + links


def file(spec: str, sheets: list[list[bytes]]) -> bytes:
    made = b"\3" if spec == "headed" else b""
    for notes in sheets:
        record = sheet(len(made), *notes)
        made += record.ljust(70, b"\0") if spec == "headed" else record
    return made


SHEETS = [
    [item(1) + item(2, TREE), item(9)],
    [],
    [item(4, TREE), b"", item(5) + item(0) + item(7)],
    [item(3)],
]


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, text in SPECS.items():
        (folder / f"{name}.ksy").write_text(f"meta: {{id: {name}, endian: le}}\n{text}", encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in SPECS}


each_spec = pytest.mark.parametrize("spec", SPECS)
each_view = pytest.mark.parametrize(("view", "rows"), [("items", 8), ("trees", 6), ("spans", 8)])
tolerant = pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])


@each_spec
@each_view
def test_engines_agree(codecs: Mapping[str, Codec], spec: str, view: str, rows: int) -> None:
    codec, data = codecs[spec], file(spec, SHEETS)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, RegionFrame)
    found, error, _ = agree(codec, data, view=view)
    assert (len(found), error) == (rows, None)
    _, bad = agree_when_damaged(codec, data, view=view)
    assert bad > 20


@each_spec
@each_view
@tolerant
def test_bad_records_have_no_rows(codecs: Mapping[str, Codec], spec: str, view: str, rows: int, mode: str) -> None:
    codec, data = codecs[spec], file(spec, SHEETS)

    def told(data: bytes, engine: Any, size: int, torn: str) -> tuple[list[str], int, list[str]]:
        options = {"mode": mode, "includeError": True, "tornTail": torn}
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate([data, *list(damaged(data))[::13]]):
        torn = ("fail", "ignore")[place % 2]
        assert told(broken, "columns", SIZES[place % 3], torn) == told(broken, "objects", 65536, torn), broken.hex()


@tolerant
def test_the_kernel_reads_good_files_and_the_beginning_of_bad_ones(codecs: Mapping[str, Codec], mode: str) -> None:
    drawn = Random(3)
    sheets = [[item(drawn.randrange(90)) * drawn.randrange(4) for _ in range(drawn.randrange(4))] for _ in range(500)]
    codec, data = codecs["plain"], file("plain", sheets)
    options = {"mode": mode}
    for view in ("items", "spans"):
        expected = read(codec, data, "objects", view=view)
        assert len(expected[0]) > 700
        table = bytewright.open(data, codec, view=view, engine="columns", options=options, batch_rows=7)
        assert table.to_table().num_rows == len(expected[0])
        assert table.counted == {"columns": len(expected[0])}
    bad = bytearray(data)
    place = data.rindex(b"S", 0, len(data) - 40) + 2
    bad[place] = 101
    expected = read(codec, bytes(bad), "objects", view="items", options=options)
    for size in SIZES:
        assert read(codec, bytes(bad), "columns", size, view="items", options=options) == expected
    table = bytewright.open(bytes(bad), codec, view="items", engine="columns", options=options, batch_rows=7)
    table.to_table()
    assert table.malformed == 1
    assert table.counted["columns"] > 10 * table.counted["objects"]


@pytest.mark.parametrize("size", SIZES)
def test_parts_are_read_by_objects(codecs: Mapping[str, Codec], size: int) -> None:
    codec, data = codecs["headed"], file("headed", SHEETS)
    found = []
    for engine in ("objects", "columns"):
        table = bytewright.open(data, codec, view="items", engine=engine, batch_rows=size)
        found.append([row for one in table.to_batches(part=Part(71, 211, 1)) for row in one.to_pylist()])
    assert found[0] == found[1]
    assert [row["key"] for row in found[1]] == [4, 5, 0, 7]


def test_only_objects_say_where_these_records_lie(codecs: Mapping[str, Codec]) -> None:
    options: dict[str, Any] = {"view": "items", "options": {"includeMetadata": True}}
    table = bytewright.open(file("plain", SHEETS), codecs["plain"], **options).to_table()
    assert [one["_metadata"]["record_index"] for one in table.to_pylist()] == [0, 0, 0, 2, 2, 2, 2, 3]
    with pytest.raises(OptionError, match="can't tell _metadata"):
        bytewright.open(file("plain", SHEETS), codecs["plain"], engine="columns", **options)
