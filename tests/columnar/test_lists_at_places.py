"""Views of lists that lie at places of their own: of as many elements as something says, to the last one, or to the
end."""

from __future__ import annotations

import struct
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, made_by_the_kernel, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.kernels.plan import RegionFrame, RowPlan
from bytewright.views.evaluate.layout import FixedColumn, layout_of
from bytewright_codegen.load import load

SPEC = """
meta: {id: quarries, endian: le}
seq:
  - {id: base, type: u1}
  - {id: num, type: u1}
  - {id: sites, type: site, repeat: expr, repeat-expr: num}
types:
  site:
    seq:
      - {id: number, type: u1}
      - {id: len, type: u2}
      - {id: pits, type: pits, size: len}
  pits:
    seq:
      - {id: num, type: u1}
      - {id: pits, type: pit, repeat: expr, repeat-expr: num}
  pit:
    seq:
      - {id: at, type: u2}
      - {id: num, type: s1}
      - {id: hard, type: b1}
      - {id: grade, type: b7}
    instances:
      pairs: {value: 'num * (hard ? 2 : 1)'}
      stones: {io: _root._io, pos: at, type: stone(grade), repeat: expr, repeat-expr: num}
      dust: {io: _root._io, pos: at, type: grain, repeat: expr, repeat-expr: pairs, if: grade != 7}
      veins: {io: _root._io, pos: at, type: stone(1), repeat: until, repeat-until: _.weight == 0}
      marks: {io: _root._io, pos: at, type: mark, repeat: until, repeat-until: _.weight == 0}
      rest: {io: _root._io, pos: at + _root.base, type: grain, repeat: eos}
  stone:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: 200}}
      - {id: len, type: u1}
      - {id: tree, type: node(len), size: len}
    instances:
      total: {value: weight + most + _parent.grade}
  mark:
    seq: [{id: weight, type: u1}, {id: len, type: u1}, {id: stored, size: len}]
  grain:
    seq: [{id: size, type: u2}]
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most + 7}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
-views:
  stones:
    each: sites[*].pits.pits[*].stones[*]
    columns:
      - {id: site, value: sites.number}
      - {id: grade, value: pits.grade}
      - {id: index, value: _index}
      - {id: weight, value: _.weight}
      - {id: total, value: _.total}
  trees:
    each: sites[*].pits.pits[*].stones[*]
    columns:
      - {id: weight, value: _.weight}
      - {id: tree, value: _.tree}
      - {id: sum, value: _.tree.weight + pits.grade}
  heavy:
    each: sites[*].pits.pits[*].stones[*]
    where: _.weight > 1
    columns: [{id: weight, value: _.weight}, {id: at, value: pits.at}]
  dust:
    each: sites[*].pits.pits[*].dust[*]
    columns: [{id: at, value: pits.at}, {id: size, value: _.size}]
  veins:
    each: sites[*].pits.pits[*].veins[*]
    columns: [{id: at, value: pits.at}, {id: weight, value: _.weight}]
  ended:
    each: sites[*].pits.pits[*].marks[*]
    where: _.weight != 0
    columns: [{id: at, value: pits.at}, {id: weight, value: _.weight}]
  rest:
    each: sites[*].pits.pits[*].rest[*]
    columns: [{id: at, value: pits.at}, {id: size, value: _.size}]
"""
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def stone(weight: int, tree: bytes = LEAF) -> bytes:
    return bytes([weight, len(tree)]) + tree


Pits = list[tuple[int, list[bytes]]]


def file(*sites: Pits) -> bytes:
    """Sites, each of pits with a grade and stones; behind the last stone lies one that weighs nothing."""
    at = 2 + sum(4 + 4 * len(pits) for pits in sites)
    head, body = bytes([0, len(sites)]), b""
    for number, pits in enumerate(sites):
        lines = b""
        for grade, stones in pits:
            lines += struct.pack("<HbB", at + len(body), len(stones), grade)
            body += b"".join(stones) + stone(0)
        head += struct.pack("<BHB", number, len(lines) + 1, len(pits)) + lines
    return head + body


SITES: list[Pits] = [
    [(3, [stone(1), stone(2, TREE)]), (0x85, [])],
    [],
    [(7, [stone(9, TREE)]), (0x87, [stone(4), stone(5, TREE), stone(1)])],
]
ROWS = {"stones": 6, "trees": 6, "heavy": 4, "dust": 2, "veins": 10, "ended": 6, "rest": None}
VIEWS = [*ROWS]


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "quarries.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(codec: Codec, view: str) -> None:
    data = file(*SITES) + b"\1" * (len(file(*SITES)) % 2)
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, RegionFrame)
    rows, error, _ = agree(codec, data, view=view)
    assert ROWS[view] is None or (len(rows), error) == (ROWS[view], None)
    _, bad = agree_when_damaged(codec, data, view=view)
    assert bad > 20


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree_on_bad_files(codec: Codec, view: str, mode: str) -> None:
    data = file(*SITES)
    options: dict[str, Any] = {"mode": mode, "includeError": True, "includeMetadata": True}

    def told(data: bytes, engine: Any, size: int) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate([data, *list(damaged(data))[::13]]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects", 65536), broken.hex()


@pytest.mark.parametrize("view", [name for name, rows in ROWS.items() if rows is not None])
def test_the_kernel_makes_all_rows(codec: Codec, view: str) -> None:
    table = bytewright.open(file(*SITES), codec, view=view, engine="columns")
    assert table.to_table().num_rows == ROWS[view]
    assert table.counted == {"columns": ROWS[view]}


def test_spans_of_elements_are_handed_to_objects(codec: Codec) -> None:
    table = bytewright.open(file(*SITES), codec, view="trees", engine="columns")
    found = [one.column for one in layout_of(table.view, Settings()).columns if isinstance(one, FixedColumn)]
    assert {one.id: one.handed is not None for one in found if one.by_objects} == {"tree": True, "sum": True}
    assert table.to_table()["sum"].to_pylist() == [6, 4, 8, 10, 8, 10]


@pytest.mark.parametrize("size", SIZES)
def test_many_lists(codec: Codec, size: int) -> None:
    drawn = Random(5)

    def pits() -> Pits:
        return [
            (drawn.randrange(128), [stone(drawn.randrange(9)) for _ in range(drawn.randrange(9))]) for _ in range(15)
        ]

    sites = [pits() for _ in range(20)]
    for data in (file(*sites), file(*sites)[:-60], file(*sites, [(1, [stone(1), stone(201), stone(2)])], pits())):
        for view in ("stones", "trees", "heavy", "veins", "ended"):
            assert read(codec, data, "columns", size, view=view) == read(codec, data, "objects", view=view)


def test_negative_counts_are_refused(codec: Codec) -> None:
    data = bytearray(file(*SITES))
    data[8] = 0xFF
    rows, error, _ = agree(codec, bytes(data), view="stones")
    assert rows == []
    assert error is not None
    assert "num" in error


INSIDE = """
meta: {id: inside}
seq: [{id: num, type: u1}, {id: heads, type: head, repeat: expr, repeat-expr: num}]
types:
  head:
    seq: [{id: at, type: u1}, {id: num, type: u1}]
    instances:
      body: {pos: at, type: body}
  body:
    seq: [{id: count, type: u1}, {id: rows, type: row, repeat: expr, repeat-expr: count}]
  row: {seq: [{id: a, type: u1}]}
-views: {rows: {each: 'heads[*].body.rows[*]', columns: [{id: a, value: _.a}]}}
"""


def test_lists_that_other_fields_stand_beside(tmp_path: Path) -> None:
    """These are no regions: the kernel reads them with the file as one record."""
    path = tmp_path / "inside.ksy"
    path.write_text(INSIDE, encoding="utf-8")
    codec = load(path)
    data = bytes([2, 8, 0, 5, 0, 2, 10, 20, 1, 30])
    assert made_by_the_kernel(codec, "rows") == {"a"}
    assert agree(codec, data)[0] == [repr({"a": value}) for value in (30, 10, 20)]
    agree_when_damaged(codec, data)


def test_explain_says_which_lists_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "quarries.ksy"
    path.write_text(SPEC, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert "stones: read by the kernel" in said or "for tree, objects read the bytes of tree" in said
