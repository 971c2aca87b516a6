"""Columns that objects make of elements of lists in lists: of what the kernel hands them of each row, or of whole
records."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import (
    agree,
    agree_in_all_modes,
    agree_when_damaged,
    damaged,
    made_by_the_kernel,
    read,
    tolerated,
)
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan import object_columns
from bytewright.columnar.scan.object_columns import ObjectColumns
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.handed import HandedRecords
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

SPEC = """
meta: {id: sheds, endian: le}
seq:
  - {id: base, type: u1}
  - {id: sheds, type: shed, repeat: eos}
types:
  shed:
    seq:
      - {id: number, type: u2}
      - {id: len_plan, type: u1}
      - {id: plan, type: node(number), size: len_plan}
      - {id: row, type: row}
      - {id: check, type: u1, valid: {max: 200}}
  row:
    seq:
      - {id: count, type: u1}
      - {id: racks, type: rack, repeat: expr, repeat-expr: count}
  rack:
    seq:
      - {id: tag, type: u1}
      - {id: len, type: u1}
      - {id: tree, type: node(tag), size: len}
      - {id: label, type: u1, repeat: expr, repeat-expr: 1}
      - {id: note, type: note, size: 2}
      - {id: count, type: u1}
      - {id: tins, type: tin, repeat: expr, repeat-expr: count}
  tin:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len}
  body:
    seq:
      - {id: level, type: u1, valid: {max: 200}}
      - {id: tree, type: node(level), size-eos: true}
  node:
    params: [{id: most, type: u2}]
    seq:
      - {id: weight, type: u1, valid: {max: most + _root.base}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
  note:
    seq:
      - {id: value, type: u1, valid: {max: 250}}
      - {id: count, type: u1}
      - {id: more, type: note, repeat: expr, repeat-expr: count}
    instances:
      text: {value: '_parent.as<rack>.label.first'}
-views:
  racks:
    each: sheds[*].row.racks[*]
    columns:
      - {id: number, value: sheds.number}
      - {id: index, value: _index}
      - {id: tree, value: _.tree}
      - {id: tag, value: _.tag}
  plans:
    each: sheds[*].row.racks[*]
    where: _.tag < 5
    columns:
      - {id: tag, value: _.tag}
      - {id: weight, value: _.tree.weight + sheds.plan.weight + sheds.number + _index}
  tins:
    each: sheds[*].row.racks[*].tins[*]
    columns:
      - {id: level, value: _.body.level}
      - {id: sum, value: _.body.tree.weight + racks.tag}
      - {id: tree, value: _.body.tree}
  notes:
    each: sheds[*].row.racks[*]
    columns:
      - {id: tag, value: _.tag}
      - {id: note, value: _.note}
"""
"""Elements of ``tins`` say how long they are: a bad one costs no more than itself; one of ``racks``, its record."""

LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def tin(level: int, tree: bytes) -> bytes:
    return bytes([1 + len(tree), level]) + tree


def rack(tag: int, tree: bytes, *tins: bytes) -> bytes:
    return bytes([tag, len(tree)]) + tree + b"a\1\0" + bytes([len(tins)]) + b"".join(tins)


def shed(number: int, plan: bytes, *racks: bytes) -> bytes:
    return struct.pack("<HB", number, len(plan)) + plan + bytes([len(racks)]) + b"".join(racks) + b"\1"


DATA = b"\5" + b"".join(
    [
        shed(1, LEAF, rack(1, LEAF, tin(2, LEAF), tin(0, TREE)), rack(7, TREE)),
        shed(2, TREE),
        shed(3, LEAF, rack(0, TREE, tin(4, LEAF)), rack(1, LEAF, tin(9, LEAF))),
    ]
)
VIEWS = {"racks": 4, "plans": 3, "tins": 4, "notes": 4}


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "sheds.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(codec: Codec, view: str) -> None:
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows), error) == (VIEWS[view], None)
    agree_when_damaged(codec, DATA, view=view)


@pytest.mark.parametrize("metadata", [True, False])
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree_on_bad_records(codec: Codec, view: str, mode: str, metadata: bool) -> None:
    options: dict[str, Any] = {"mode": mode, "includeError": True}
    options |= {"includeMetadata": True} if metadata else {}

    def told(data: bytes, engine: Any, size: int) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(DATA))[::11]):
        assert told(broken, "columns", (1, 2, 65536)[place % 3]) == told(broken, "objects", 65536), broken.hex()


@pytest.mark.parametrize(("view", "whole"), [("racks", 0), ("plans", 0), ("tins", 0), ("notes", 4)])
def test_only_what_is_asked_for_is_read(codec: Codec, monkeypatch: pytest.MonkeyPatch, view: str, whole: int) -> None:
    seen: list[Any] = []
    go = Steps.of

    def noted(steps: Any, view: Any, offset: Any = None, index: int = 0, stop: Any = None) -> Any:
        for scopes in go(steps, view, offset, index, stop):
            seen.append(scopes[-1].element)
            yield scopes

    monkeypatch.setattr(Steps, "of", noted)
    table = bytewright.open(DATA, codec, view=view, engine="columns")
    assert table.to_table().num_rows == VIEWS[view]
    assert (len(seen), table.counted) == (whole, {"columns": VIEWS[view]})


def test_a_span_that_is_not_asked_for_costs_nothing(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(HandedRecords, "scopes", never)
    bad = DATA[:1] + shed(1, b"\xff", rack(1, b"\xff"), rack(2, LEAF))
    table = bytewright.open(bad, codec, view="racks", engine="columns", columns=["tag", "number"])
    assert table.to_table().to_pydict() == {"tag": [1, 2], "number": [1, 1]}


def test_values(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, view="plans", engine="columns").to_table()
    assert table["weight"].to_pylist() == [3 + 3 + 1 + 0, 1 + 3 + 3 + 0, 3 + 3 + 3 + 1]
    table = bytewright.open(DATA, codec, view="tins", engine="columns").to_table()
    assert table["sum"].to_pylist() == [3 + 1, 1 + 1, 3 + 0, 3 + 1]


@pytest.mark.parametrize("size", [1, 3, 65536])
def test_rows_before_a_bad_one(codec: Codec, size: int) -> None:
    """A bad element behind good ones of its record, which other batches have."""
    racks = [rack(1, LEAF, tin(1, LEAF)) for _ in range(9)]
    data = DATA[:1] + shed(1, LEAF, *racks, rack(1, b"\x63\0", tin(1, b"\x63\0"))) + shed(2, LEAF, *racks)

    trees = {"racks": "tree", "tins": "tins[0].body.tree"}

    def rows(view: str, **options: Any) -> int:
        found, error, _ = read(codec, data, "columns", size, view=view, options=options)
        assert (error is None) == bool(options)
        assert error is None or f"sheds[0].row.racks[9].{trees[view]}.weight" in error
        return len(found)

    assert rows("racks") == 9
    assert rows("racks", mode="DROPMALFORMED") == 9  # a bad record has no rows
    assert rows("tins") == 9
    assert rows("tins", mode="DROPMALFORMED") == 18  # a bad element is one


def test_conditions_and_projections(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, view="racks", engine="columns", columns=["tree", "tag"])
    found: list[Any] = table.to_table(filters=[("tag", ">", 0)])["tree"].to_pylist()
    assert [one["weight"] for one in found] == [3, 1, 3]


def test_rows_that_show_the_same_large_value_are_not_all_made_at_once(
    codec: Codec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a record says for all of its rows is made for as many of them as are held in memory."""
    made: list[int] = []
    complete = ObjectColumns.completed

    def noted(columns: ObjectColumns, batch: Any) -> Any:
        found = complete(columns, batch)
        made.append(found.nbytes)
        return found

    monkeypatch.setattr(ObjectColumns, "completed", noted)
    monkeypatch.setattr(object_columns, "_AT_ONCE", 1 << 16)
    large = b"\1\x40" + b"\1\0" * 64
    data = DATA[:1] + shed(2, LEAF, *[rack(1, LEAF, *[tin(1, large)] * 200)] * 2)
    rows, error, _ = read(codec, data, "columns", view="tins")
    assert (rows, error) == read(codec, data, "objects", view="tins")[:2]
    assert len(rows) == 400
    assert len(made) > 10
    assert max(made[1:]) < 1 << 17  # nothing is known before the first rows are made


def test_explain_says_what_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "sheds.ksy"
    path.write_text(SPEC, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert "  for tree, objects read the bytes of row.racks.tree, and are told row.racks.tag" in said
    assert "for weight, objects read the bytes of row.racks.tree, plan, and are told row.racks.tag, number" in said
    assert "  for note, objects read whole records: it asks for rack.label" in said
    assert "objects (1), span" in said


def test_what_a_column_looked_at_that_is_left_to_objects_is_looked_at_again(compiled: Compile) -> None:
    codec = compiled("""
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: tag, type: u1}, {id: parts, type: u2, repeat: expr, repeat-expr: 2}]}
-views:
  rows:
    each: records[*]
    where: _.tag >= 2
    columns:
      - {id: lists, each: '_.parts[*]', columns: [{id: twice, value: _ * 2, if: _ != 1}]}
      - {id: count, count: {in: '_.parts[*]', where: _ % 3 == 1}}
      - {id: written, value: '_.tag == 3 ? [1, 2] : [3]'}
""")
    assert "count" in made_by_the_kernel(codec)
    agree_in_all_modes(codec, b"\2\1\0\4\0\1\0\0\7\0\3\5\0\1\0")
