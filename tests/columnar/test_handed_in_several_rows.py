"""Columns that objects make in views that do more than show records: of several rows for each (`rows`), of structures
in them (`view`), in an order of their own, and of what options choose."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan import completed_rows, object_columns
from bytewright.columnar.scan.object_columns import ObjectColumns
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.layout import FixedColumn, layout_of
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

NODE = """
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
"""
"""A type that holds others of itself, which the kernel can't read."""

SERIES = f"""
meta: {{id: series, endian: le}}
seq:
  - {{id: base, type: u1}}
  - {{id: series, type: run, repeat: eos}}
types:
  run:
    seq:
      - {{id: number, type: u2}}
      - {{id: count, type: u1, valid: {{max: 9}}}}
      - {{id: len, type: u1}}
      - {{id: tree, type: node(number & 7), size: len}}
      - {{id: label, type: u1, repeat: expr, repeat-expr: 1}}
      - {{id: values, type: u1, repeat: expr, repeat-expr: count}}
{NODE}
-views:
  rows:
    each: series[*]
    rows: _.count
    columns:
      - {{id: row, value: _row}}
      - {{id: number, value: _.number}}
      - {{id: value, value: '_.values[_row]'}}
      - {{id: tree, value: _.tree}}
      - {{id: child, value: '_.tree.children[_row].weight', if: _row < _.tree.count}}
  some:
    each: series[*]
    where: _.number > 1
    rows: _.count
    columns:
      - {{id: row, value: _row}}
      - {{id: sum, value: _.tree.weight + _row + _.number}}
  whole:
    each: series[*]
    rows: _.count
    columns:
      - {{id: row, value: _row}}
      - {{id: tree, value: _.tree}}
      - {{id: told, value: '_.label.first.to_s + _.tree.count.to_s'}}
"""

SEGMENTS = f"""
meta: {{id: segments, endian: le, imports: [segment]}}
seq:
  - {{id: segments, type: frame, repeat: eos}}
types:
  frame:
    seq:
      - {{id: id, type: u1}}
      - {{id: len, type: u1}}
      - {{id: tree, type: node(id), size: len}}
      - {{id: len_body, type: u1}}
      - {{id: body, type: segment, size: len_body}}
      - {{id: level, type: u1, valid: {{max: 200}}}}
{NODE}
-views:
  points:
    each: segments[*]
    columns:
      - {{id: id, value: _.id}}
      - {{id: tree, value: _.tree}}
      - {{id: kind, value: _.tree.weight + _.level}}
    view: body.points
  heads:
    each: segments[*]
    columns:
      - {{id: level, value: _.level}}
      - {{id: tree, value: _.tree}}
    view: body.head
  steps:
    each: segments[*]
    columns:
      - {{id: id, value: _.id}}
      - {{id: weight, value: _.tree.weight + _index}}
    view: body.steps
"""
SEGMENT = """
meta: {id: segment, endian: le}
seq:
  - {id: flags, type: u1}
  - {id: label, type: str, encoding: ASCII, size: 2}
  - {id: count, type: u1}
  - {id: points, type: point, repeat: expr, repeat-expr: count}
types:
  point:
    seq:
      - {id: tag, type: u1, valid: {max: 99}}
      - {id: name, type: str, encoding: ASCII, size: 2}
-views:
  points:
    each: points[*]
    columns:
      - {id: index, value: _index}
      - {id: tag, value: _.tag}
      - {id: kind, value: _.tag}
      - {id: told, value: _.name.reverse}
      - {id: sum, value: _.tag + flags}
  head:
    columns:
      - {id: flags, value: flags}
      - {id: told, value: label.reverse}
  steps:
    rows: count
    columns:
      - {id: row, value: _row}
      - {id: tag, value: '_row + flags'}
"""

ROOMS = f"""
meta: {{id: rooms, endian: le}}
-options:
  - {{id: room, type: int, doc: A number.}}
seq:
  - {{id: count, type: u1}}
  - {{id: rooms, type: room, repeat: expr, repeat-expr: count}}
types:
  room:
    seq:
      - {{id: number, type: u1}}
      - {{id: ofs, type: u2}}
      - {{id: len, type: u2}}
    instances:
      shelf: {{pos: ofs, size: len, type: shelf}}
  shelf:
    seq:
      - {{id: pots, type: pot, repeat: eos}}
  pot:
    seq:
      - {{id: tag, type: u1}}
      - {{id: len, type: u1}}
      - {{id: tree, type: node(tag), size: len}}
      - {{id: label, type: u1, repeat: expr, repeat-expr: 1}}
{NODE}
-views:
  pots:
    each: rooms[*].shelf.pots[*]
    order-by: rooms.number
    select:
      - {{option: room, equals: rooms.number}}
    columns:
      - {{id: number, value: rooms.number}}
      - {{id: tag, value: _.tag}}
      - {{id: tree, value: _.tree}}
  labels:
    each: rooms[*].shelf.pots[*]
    order-by: rooms.number
    columns:
      - {{id: index, value: _index}}
      - {{id: told, value: '_.label.first.to_s + _.tree.count.to_s'}}
"""
SPECS = {"series": SERIES, "segments": SEGMENTS, "rooms": ROOMS}
LEAF, TREE = b"\1\0", b"\1\2\1\0\0\1\0\0"


def run(number: int, tree: bytes, *values: int) -> bytes:
    return struct.pack("<HBB", number, len(values), len(tree)) + tree + b"a" + bytes(values)


def point(tag: int, tree: bytes) -> bytes:
    return bytes([tag, len(tree)]) + tree


def frame(id: int, tree: bytes, *tags: int) -> bytes:
    body = bytes([id & 1]) + b"ab" + bytes([len(tags)]) + b"".join(bytes([tag]) + b"xy" for tag in tags)
    return bytes([id, len(tree)]) + tree + bytes([len(body)]) + body + b"\7"


def rooms(*shelves: tuple[int, bytes]) -> bytes:
    at, head = 1 + 5 * len(shelves), b""
    for number, shelf in shelves:
        head += struct.pack("<BHH", number, at, len(shelf))
        at += len(shelf)
    return bytes([len(shelves)]) + head + b"".join(shelf for _, shelf in shelves)


FILES = {
    "series": b"\5" + run(1, LEAF, 4, 5) + run(2, TREE) + run(3, TREE, 7, 8, 9) + run(4, LEAF, 1),
    "segments": frame(1, LEAF, 1, 2) + frame(2, TREE) + frame(3, TREE, 9),
    "rooms": rooms(
        (7, point(1, LEAF) + b"a" + point(1, TREE) + b"b"), (2, b""), (3, point(4, TREE) + b"c" + point(1, LEAF) + b"d")
    ),
}
VIEWS = [
    ("series", "rows", 6),
    ("series", "some", 4),
    ("series", "whole", 6),
    ("segments", "points", 3),
    ("segments", "heads", 3),
    ("segments", "steps", 3),
    ("rooms", "pots", 4),
    ("rooms", "labels", 4),
]


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, text in {**SPECS, "segment": SEGMENT}.items():
        (folder / f"{name}.ksy").write_text(text, encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in SPECS}


@pytest.mark.parametrize(("spec", "view", "rows"), VIEWS)
def test_engines_agree(codecs: Mapping[str, Codec], spec: str, view: str, rows: int) -> None:
    codec, data = codecs[spec], FILES[spec]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    found, error, _ = agree(codec, data, view=view)
    assert (len(found), error) == (rows, None)
    _, bad = agree_when_damaged(codec, data, view=view)
    assert bad > 20


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize(("spec", "view", "rows"), VIEWS)
def test_engines_agree_on_bad_records(codecs: Mapping[str, Codec], spec: str, view: str, rows: int, mode: str) -> None:
    codec = codecs[spec]
    options: dict[str, Any] = {"mode": mode, "includeError": True, "includeMetadata": True}

    def told(data: bytes, engine: Any, size: int) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    assert len(told(FILES[spec], "columns", 1)[0]) == rows
    for place, broken in enumerate(list(damaged(FILES[spec]))[::5]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects", 65536), broken.hex()


MADE = {
    ("series", "rows"): {"tree": True, "child": True},
    ("series", "some"): {"sum": True},
    ("series", "whole"): {"tree": True, "told": False},
    ("segments", "points"): {"tree": True, "kind": True},
    ("segments", "heads"): {"tree": True},
    ("segments", "steps"): {"weight": True},
    ("rooms", "pots"): {"tree": True},
    ("rooms", "labels"): {"told": False},
}
"""The columns that objects make, and whether of what they are handed alone."""


@pytest.mark.parametrize(("spec", "view", "rows"), VIEWS)
def test_other_columns_are_the_kernels(codecs: Mapping[str, Codec], spec: str, view: str, rows: int) -> None:
    table = bytewright.open(FILES[spec], codecs[spec], view=view, engine="columns")
    assert table.to_table().num_rows == rows
    assert table.counted == {"columns": rows}
    found = [one.column for one in layout_of(table.view, Settings()).columns if isinstance(one, FixedColumn)]
    made = {one.id: one.handed is not None for one in found if one.by_objects}
    assert made == MADE[spec, view]
    assert {one.id for one in found} > {*made}


@pytest.mark.parametrize(("spec", "view", "rows"), VIEWS)
def test_only_what_is_asked_for_is_read(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, spec: str, view: str, rows: int
) -> None:
    monkeypatch.setattr(Steps, "of", never)
    spans = [column for column, span in MADE[spec, view].items() if span]
    table = bytewright.open(FILES[spec], codecs[spec], view=view, engine="columns", columns=spans or None)
    if spans:
        assert table.to_table().num_rows == rows
    monkeypatch.setattr(ObjectColumns, "completed", never)
    table = bytewright.open(FILES[spec], codecs[spec], view=view, engine="columns")
    others = [column for column in table.schema.names if column not in MADE[spec, view]]
    for columns in (others, others[:1]):
        table = bytewright.open(FILES[spec], codecs[spec], view=view, engine="columns", columns=columns)
        assert table.to_table().num_rows == rows


def never(*given: Any, **named: Any) -> Any:
    raise AssertionError


def test_what_options_choose(codecs: Mapping[str, Codec]) -> None:
    for room, tags in (("3", [4, 1]), ("2", []), ("7", [1, 1]), ("9", [])):
        rows, error, _ = agree(codecs["rooms"], FILES["rooms"], view="pots", options={"room": room})
        assert (len(rows), error) == (len(tags), None)
    table = bytewright.open(FILES["rooms"], codecs["rooms"], view="pots", engine="columns")
    for _ in range(2):
        for number, tags in ((3, [4, 1]), (2, []), (7, [1, 1])):
            found = table.lookup(room=number).to_pylist()
            assert [(row["tag"], row["tree"]["weight"]) for row in found] == [(tag, 1) for tag in tags]


def test_a_column_outside_hides_one_inside(codecs: Mapping[str, Codec]) -> None:
    table = bytewright.open(FILES["segments"], codecs["segments"], view="points", engine="columns")
    assert table.schema.names == ["id", "tree", "kind", "index", "tag", "told", "sum"]
    assert table.to_table()["kind"].to_pylist() == [8, 8, 8]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", ["FAILFAST", "DROPMALFORMED"])
def test_a_bad_row_has_its_record_give_what_objects_give(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, size: int, mode: str
) -> None:
    """A column has no value in a late row of a record, whose rows before are in other batches."""
    monkeypatch.setattr(object_columns, "_FIRST", 1)
    data = b"\5" + run(1, LEAF, 4) + run(9, b"\1\4" + LEAF * 4, *range(9)) + run(2, LEAF, 1)
    changed = data.replace(LEAF * 4, LEAF * 3 + b"\7\0")  # too heavy, in a span
    for form in (data, changed):
        for held in (64 << 20, 0):
            monkeypatch.setattr(completed_rows, "HELD", held)
            expected = read(codecs["series"], form, "objects", view="rows", options={"mode": mode})
            assert read(codecs["series"], form, "columns", size, view="rows", options={"mode": mode}) == expected


def test_explain_says_how_much_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    def said(text: str) -> str:
        path = tmp_path / "spec.ksy"
        path.write_text(text, encoding="utf-8")
        assert main(["explain", str(path), "--section", "views"]) == 0
        return capsys.readouterr().out

    found = said(SERIES)
    assert "  for tree, objects read the bytes of tree, and are told number\n" in found
    assert "  for told, objects read whole records: it asks for run.label\n" in found
    assert "objects (1), record" in found
    found = said(ROOMS)
    assert "  for told, objects read whole regions: it asks for pot.label, and so all columns, unless" in found
    assert "objects (1), region" in found
    alone = SERIES.replace("series, type: run, repeat: eos", "series, type: run, repeat: expr, repeat-expr: base")
    found = said(alone.replace("types:\n", "instances: {last: {value: series.last.number}}\ntypes:\n", 1))
    assert "  for told, objects read the whole file: it asks for run.label\n" in found
    assert "  for tree, objects read the bytes of series.tree, and are told series.number\n" in found
    assert "objects (1), file" in found


LARGE = b"\1\x3c" + b"\1\0" * 60
"""A tree whose rows take more memory than its bytes."""
MANY = {
    "rooms": rooms((1, (point(1, LARGE) + b"a") * 400)),
    "series": b"\5" + run(1, LARGE, *range(9)) * 50,
}


@pytest.mark.parametrize(("spec", "view"), [("rooms", "pots"), ("series", "rows"), ("series", "whole")])
def test_not_all_columns_are_made_at_once(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, spec: str, view: str
) -> None:
    made: list[int] = []
    complete = ObjectColumns.completed

    def noted(columns: ObjectColumns, batch: Any) -> Any:
        found = complete(columns, batch)
        made.append(found.nbytes)
        return found

    monkeypatch.setattr(ObjectColumns, "completed", noted)
    monkeypatch.setattr(object_columns, "_AT_ONCE", 1 << 16)
    rows, error, _ = read(codecs[spec], MANY[spec], "columns", view=view)
    assert (rows, error) == read(codecs[spec], MANY[spec], "objects", view=view)[:2]
    assert sum(made) > 8 << 16
    assert max(made) < 4 << 16
