"""Records with a field that only objects can read, and that nobody can pass over, are left to objects; the others are
read by the kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read
from tests.support.compiling import Compile

import bytewright
from bytewright.cli import main
from bytewright.columnar.scan.left_records import MOST
from bytewright.kernels.plan import RowPlan

NESTED = """
seq: [{id: notes, type: note, repeat: eos}]
types:
  note:
    seq:
      - {id: number, type: u1}
      - {id: node, type: node, if: number > 100}
      - {id: mark, type: u1, valid: {max: 50}}
      - {id: len, type: u4be, if: number > 200}
      - {id: text, type: str, encoding: ASCII, size: len, if: number > 200}
  node:
    seq:
      - {id: count, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: count}
-views:
  flat:
    each: notes[*]
    columns: [{id: number, value: _.number}, {id: mark, value: _.mark}]
  all:
    each: notes[*]
    columns: [{id: number, value: _.number}, {id: node, value: _.node}, {id: mark, value: _.mark}]
  some:
    each: notes[*]
    where: _.mark < 9
    columns: [{id: number, value: _.number}, {id: node, value: _.node}]
"""
SWITCHED = """
seq: [{id: notes, type: note, repeat: eos}]
types:
  note:
    seq:
      - {id: number, type: u1}
      - {id: node, type: {switch-on: number, cases: {1: u2, 2: leaf, 200: node}}}
      - {id: mark, type: u1, valid: {max: 50}}
  leaf: {seq: [{id: text, type: strz, encoding: ASCII}]}
  node:
    seq:
      - {id: count, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: count}
-views:
  flat:
    each: notes[*]
    columns: [{id: number, value: _.number}, {id: mark, value: _.mark}]
  some:
    each: notes[*]
    where: _.mark < 9
    columns: [{id: number, value: _.number}, {id: node, value: _.node}]
"""
TREE = b"\2\0\1\0"
TEXT = b"\0\0\0\2ab"
"""What stands behind a tree, and isn't where the kernel would look for it."""
FILES = {
    "nested": (NESTED, b"\1\7" + b"\xc8" + TREE + b"\x08" + b"\2\3" + b"\xc9" + TREE + b"\x09" + TEXT + b"\3\4"),
    "switched": (SWITCHED, b"\1\0\0\7" + b"\xc8" + TREE + b"\x08" + b"\2ab\0\3" + b"\xc8" + TREE + b"\x09" + b"\3\4"),
}
VIEWS = [("nested", "flat", 5), ("nested", "some", 4), ("switched", "flat", 5), ("switched", "some", 4)]


@pytest.mark.parametrize(("name", "view", "count"), VIEWS)
def test_engines_agree(compiled: Compile, name: str, view: str, count: int) -> None:
    text, data = FILES[name]
    codec = compiled(text, "le")
    assert isinstance(codec.row_plans[view], RowPlan)
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (count, None)
    agree_when_damaged(codec, data, view=view)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize(("name", "view", "count"), VIEWS)
def test_bad_records(compiled: Compile, name: str, view: str, count: int, mode: str) -> None:
    text, data = FILES[name]
    codec = compiled(text, "le")
    options: Any = {"mode": mode}
    for place in range(len(data)):
        broken = data[:place] + b"\xff" + data[place + 1 :]
        found = read(codec, broken, "columns", view=view, options=options)
        assert found == read(codec, broken, "objects", view=view, options=options), place


def test_who_makes_the_rows(compiled: Compile) -> None:
    codec = compiled(NESTED, "le")
    table = bytewright.open(FILES["nested"][1], codec, view="flat", engine="columns")
    assert table.to_table()["mark"].to_pylist() == [7, 8, 3, 9, 4]
    assert table.counted == {"columns": 3, "objects": 2}
    table = bytewright.open(FILES["nested"][1], codec, view="all")
    found: list[Any] = table.to_table()["node"].to_pylist()
    assert found[0] is None
    assert found[1]["children"] == ['{"count":0,"children":[]}', '{"count":1,"children":[{"count":0,"children":[]}]}']


@pytest.mark.parametrize("view", ["flat", "some"])
def test_their_rows_stand_among_those_of_the_kernel(compiled: Compile, view: str) -> None:
    """The kernel goes on with the same batch behind such a record: nothing begins anew."""
    codec = compiled(SWITCHED, "le")
    often = b"\xc8" + TREE + b"\x08" + b"\2ab\0\3" + b"\1\0\0\7" + b"\1\1\0\x30"
    data = often * (MOST - 1) + b"\xc8" + TREE + b"\x07"
    table = bytewright.open(data, codec, view=view, engine="columns")
    batches = [*table.to_batches()]
    assert len(batches) <= 3  # columns by objects are made in pieces
    assert table.counted == {"columns": (MOST - 1) * (3 if view == "flat" else 2), "objects": MOST}
    rows, error, _ = agree(codec, data, view=view)
    assert len(rows) == sum(batch.num_rows for batch in batches)
    assert error is None
    more = agree(codec, data + often * MOST, view=view)[0]  # more than may wait
    assert len(more) == len(rows) + MOST * (4 if view == "flat" else 3)


@pytest.mark.parametrize("options", [{}, {"mode": "PERMISSIVE"}, {"mode": "DROPMALFORMED"}, {"includeMetadata": True}])
def test_a_column_that_one_of_them_lacks(compiled: Compile, options: dict[str, Any]) -> None:
    """What is wrong with a record whose rows wait shows when its columns are made: the rows before it are given."""
    shares = "  shares: {each: 'notes[*]', columns: [{id: mark, value: _.mark}, {id: share, value: 60 / (_.mark - 8)}]}"
    codec = compiled(SWITCHED + shares, "le")
    good, bad = b"\xc8" + TREE + b"\x09", b"\xc8" + TREE + b"\x08"
    data = b"\1\0\0\7" + good + b"\1\0\0\3" + good + bad + good + b"\1\0\0\2" + bad + good
    arguments: dict[str, Any] = {"view": "shares", "options": options}
    for size in (1, 3, 65_536):
        found = read(codec, data, "columns", size, **arguments)
        assert found == read(codec, data, "objects", size, **arguments)
    count = 7 if "mode" in options else 4
    rows, error, _ = read(codec, data, "columns", **arguments)
    assert len(rows) >= count
    assert ("mode" in options) == (error is None)


def test_explain_tells_of_them(compiled: Compile, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "notes.ksy"
    spec.write_text("meta: {id: notes, endian: le}\n" + NESTED, encoding="utf-8")
    assert main(["explain", str(spec), "--section", "views"]) == 0
    told = capsys.readouterr().out
    assert told.count("  records that have it are read as objects, as nothing bounds it: note.node") == 3
