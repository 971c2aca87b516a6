"""Objects are handed the bytes of the fields that they read, and the numbers that these ask for; the whole record only
where something else is asked for."""

from __future__ import annotations

import struct
import warnings
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, damaged, numbers

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, ReadInPythonWarning
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

SPEC = """
meta: {id: errands, endian: le}
seq:
  - {id: base, type: u1}
  - {id: errands, type: errand, repeat: eos}
types:
  errand:
    seq:
      - {id: number, type: u2}
      - {id: head, type: head}
      - {id: count, type: u1}
      - {id: stops, type: stop, repeat: expr, repeat-expr: count}
      - {id: len_label, type: u1}
      - {id: label, type: u1, repeat: expr, repeat-expr: len_label}
      - {id: named, type: named, size: len_label}
      - {id: level, type: u1, valid: {max: 200}}
    instances:
      twice: {value: level * 2}
  head:
    seq:
      - {id: tag, type: u1}
      - {id: len_plan, type: u1}
      - {id: plan, type: 'plan(tag)', size: len_plan}
      - {id: len_extra, type: u1, if: tag > 1}
      - id: extra
        size: len_extra
        if: tag > 1
        type: {switch-on: tag, cases: {2: plan(9), 3: mark}}
  stop:
    seq:
      - {id: x, type: u2}
  plan:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most + _root.base}}
      - {id: count, type: u1}
      - {id: children, type: 'plan(most)', repeat: expr, repeat-expr: count}
    instances:
      above: {value: weight + _root.base, -valid: {max: 11}}
  mark:
    seq:
      - {id: value, type: u1}
  named:
    seq:
      - {id: first, type: u1, valid: {max: 250}}
      - {id: count, type: u1}
      - {id: more, type: named, repeat: expr, repeat-expr: count}
    instances:
      text: {value: '_parent.as<errand>.label.size'}
-views:
  all:
    each: errands[*]
    columns:
      - {id: number, value: _.number}
      - {id: plan, value: _.head.plan}
      - {id: level, value: _.level}
  weights:
    each: errands[*]
    where: _.number % 2 == 0
    columns:
      - {id: weight, value: _.head.plan.weight + _.twice}
      - {id: above, value: _.head.plan.above}
  extras:
    each: errands[*]
    columns:
      - {id: extra, value: _.head.extra}
      - {id: number, value: _.number}
  names:
    each: errands[*]
    columns:
      - {id: named, value: _.named}
      - {id: number, value: _.number}
"""
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def errand(number: int, tag: int, plan: bytes, extra: bytes = b"", *, stops: int = 2, label: bytes = b"\1\0") -> bytes:
    more = bytes([len(extra)]) + extra if tag > 1 else b""
    head = bytes([tag, len(plan)]) + plan + more
    listed = struct.pack(f"<B{stops}H", stops, *range(stops))
    return struct.pack("<H", number) + head + listed + bytes([len(label)]) + label + label + b"\7"


PLANS: list[tuple[Any, ...]] = [(1, LEAF), (2, TREE, LEAF), (3, LEAF, b"\6"), (0, LEAF)]
DATA = b"\5" + b"".join(errand(number, *one) for number, one in enumerate(PLANS))
VIEWS = ["all", "weights", "extras", "names"]


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Codec:
    path = tmp_path_factory.mktemp("specs") / "errands.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(codec: Codec, view: str) -> None:
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows) >= 2, error) == (True, None)
    agree_when_damaged(codec, DATA, view=view)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree_on_bad_records(codec: Codec, view: str, mode: str) -> None:
    options = {"mode": mode, "includeMetadata": True, "includeError": True}

    def read(data: bytes, engine: Any) -> tuple[list[str], int]:
        table = bytewright.open(data, codec, view=view, engine=engine, options=options)
        return [repr(row) for one in table.to_batches() for row in numbers(one).to_pylist()], table.malformed

    for broken in list(damaged(DATA))[::9]:
        assert read(broken, "columns") == read(broken, "objects"), broken.hex()


@pytest.mark.parametrize(("view", "whole"), [("all", 0), ("weights", 0), ("extras", 0), ("names", 4)])
def test_only_what_is_asked_for_is_read(codec: Codec, monkeypatch: pytest.MonkeyPatch, view: str, whole: int) -> None:
    """A list beside the field has objects read all of a record."""
    read: list[int] = []
    go = Steps.of

    def noted(steps: Any, view: Any, offset: Any = None, index: int = 0, stop: Any = None) -> Any:
        for scopes in go(steps, view, offset, index, stop):
            read.append(scopes[-1].index)
            yield scopes

    monkeypatch.setattr(Steps, "of", noted)
    table = bytewright.open(DATA, codec, view=view, engine="columns")
    rows = table.to_table().num_rows
    assert (rows, table.counted) == (2 if view == "weights" else 4, {"columns": rows})
    assert len(set(read)) == whole


def test_values(codec: Codec) -> None:
    table = bytewright.open(DATA, codec, view="weights", engine="columns").to_table()
    assert table["weight"].to_pylist() == [3 + 14, 3 + 14]
    assert table["above"].to_pylist() == [8, 8]
    extra: list[Any] = bytewright.open(DATA, codec, view="extras", engine="columns").to_table()["extra"].to_pylist()
    assert [one is None for one in extra] == [True, False, False, True]
    assert extra[2]["mark"] == {"value": 6}


def test_errors_are_those_of_the_record(codec: Codec) -> None:
    data = DATA + errand(6, 1, b"\7\0") + errand(7, 1, LEAF)
    with pytest.raises(ReadError, match=r"errands\[4\]\.head\.plan\.weight") as error:
        bytewright.open(data, codec, view="all", engine="columns").to_table()
    assert error.value.offset == len(DATA) + 4
    rows, found, _ = agree(codec, data, view="all")
    assert (len(rows), found is None) == (4, False)


def test_many_rows_of_which_a_column_is_made_in_python(codec: Codec) -> None:
    data = b"\5" + b"".join(errand(number, 1, LEAF) for number in range(1500))
    with pytest.warns(ReadInPythonWarning, match="plan in the view all of errands is read in Python"):
        assert bytewright.open(data, codec, view="all", engine="auto").to_table().num_rows == 1500
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bytewright.open(data, codec, view="all", columns=["number", "level"]).to_table()


def test_explain_says_what_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "errands.ksy"
    path.write_text(SPEC, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert "  for plan, objects read the bytes of head.plan, and are told head.tag" in said
    assert "  for weight, objects read the bytes of head.plan, and are told head.tag, level" in said
    assert "  for named, objects read whole records: it asks for errand.label" in said
    assert "objects (1), span" in said
    assert "objects (2), record" in said or "objects (1), record" in said


def test_a_structure_that_holds_a_lazy_field_is_shown_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "wrapped.ksy").write_text(
        """
meta: {id: wrapped}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row: {seq: [{id: number, type: u1}, {id: box, type: box}]}
  box: {seq: [{id: len, type: u1}, {id: tree, type: tree, size: len}]}
  tree: {seq: [{id: weight, type: u1}, {id: children, type: tree, repeat: eos}]}
-views: {rows: {each: 'rows[*]', columns: [{id: number, value: _.number}, {id: box, value: _.box}]}}
"""
    )
    codec = load(tmp_path / "wrapped.ksy")
    data = b"\1\3abc" + b"\2\1d" + b"\3\2ef"
    for columns in (["box"], ["number", "box"]):
        rows, error, _ = agree(codec, data, columns=columns)
        assert (len(rows), error) == (3, None)
        table = bytewright.open(data, codec, engine="columns", columns=columns)
        assert table.to_table()["box"][1].as_py()["len"] == 1
        assert table.counted == {"columns": 3}  # no record is left to objects as its column can't be made
