"""Columns that objects make of files that are the only record: of the file itself, and of elements of its lists."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError
from bytewright.kernels.plan import RowPlan, WholeFrame
from bytewright.views.evaluate import record_batches
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load

TYPES = """
types:
  head:
    seq:
      - {id: flags, type: u1, valid: {max: 9}}
      - {id: len_plan, type: u1}
      - {id: plan, type: node(flags), size: len_plan, if: flags != 0}
  part:
    seq:
      - {id: tag, type: u1}
      - {id: len, type: u1}
      - {id: tree, type: node(tag), size: len}
      - {id: weight, type: u2}
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most + _root.base}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
"""
SPEC = f"""
meta: {{id: crate, endian: le}}
-options: [{{id: spare, type: int, default: 3}}]
params: [{{id: spare, type: s4}}]
seq:
  - {{id: base, type: u1}}
  - {{id: head, type: head}}
  - {{id: len_tree, type: u1}}
  - {{id: tree, type: node(base), size: len_tree}}
  - {{id: count, type: u1}}
  - {{id: parts, type: part, repeat: expr, repeat-expr: count}}
  - {{id: check, type: u1, valid: {{max: 200}}}}
instances:
  total: {{value: base + head.flags}}
{TYPES}
-views:
  file:
    columns:
      - {{id: base, value: base}}
      - {{id: total, value: total + tree.weight}}
      - {{id: plan, value: head.plan}}
      - {{id: parts, value: parts.size}}
      - {{id: check, value: check}}
  plan:
    columns:
      - {{id: plan, value: head.plan}}
  whole:
    columns:
      - {{id: base, value: base}}
      - {{id: spare, value: tree.weight + spare}}
      - {{id: heaviest, value: 'parts.size == 0 ? 0 : parts[0].tree.weight'}}
  parts:
    each: parts[*]
    columns:
      - {{id: tag, value: _.tag}}
      - {{id: tree, value: _.tree}}
      - {{id: sum, value: tree.weight + _.tree.weight + _index}}
      - {{id: check, value: check}}
  large:
    each: parts[*]
    where: _.tag > 1
    columns:
      - {{id: tag, value: _.tag}}
      - {{id: tree, value: _.tree}}
  grams:
    each: parts[*]
    rows: _.weight & 7
    columns:
      - {{id: tag, value: _.tag}}
      - {{id: at, value: _row + _.tree.weight}}
"""
PLAIN = f"""
meta: {{id: plain_crate, endian: le}}
seq:
  - {{id: base, type: u1}}
  - {{id: head, type: head}}
  - {{id: len_tree, type: u1}}
  - {{id: tree, type: node(base), size: len_tree}}
{TYPES}
"""
VIEWS = {"file": 1, "plan": 1, "parts": 3, "large": 2, "grams": 5}
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def part(tag: int, tree: bytes, weight: int) -> bytes:
    return bytes([tag, len(tree)]) + tree + struct.pack("<H", weight)


def crate(*parts: bytes, flags: int = 2, plan: bytes = LEAF, tree: bytes = TREE) -> bytes:
    head = bytes([5, flags, len(plan)]) + (plan if flags else b"") + bytes([len(tree)]) + tree
    return head + bytes([len(parts)]) + b"".join(parts) + b"\1"


DATA = crate(part(1, LEAF, 2), part(2, TREE, 0), part(9, LEAF, 3))


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, text in {"crate": SPEC, "plain_crate": PLAIN}.items():
        (folder / f"{name}.ksy").write_text(text, encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in ("crate", "plain_crate")}


@pytest.fixture(scope="module")
def codec(codecs: dict[str, Codec]) -> Codec:
    return codecs["crate"]


def outcome(codec: Codec, data: bytes, engine: Any, size: int, **arguments: Any) -> tuple[list[str], int, list[str]]:
    return tolerated(codec, data, engine, size, **arguments)


@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(codec: Codec, view: str) -> None:
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, WholeFrame)
    rows, error, _ = agree(codec, DATA, view=view)
    assert (len(rows), error) == (VIEWS[view], None)
    agree(codec, crate(flags=0), view=view)
    agree_when_damaged(codec, DATA, view=view)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree_on_bad_files(codec: Codec, view: str, mode: str) -> None:
    options: dict[str, Any] = {"mode": mode, "includeError": True}
    for place, broken in enumerate(list(damaged(DATA))[::5]):
        expected = outcome(codec, broken, "objects", 65_536, view=view, options=options)
        size = SIZES[place % len(SIZES)]
        assert outcome(codec, broken, "columns", size, view=view, options=options) == expected, broken.hex()


@pytest.mark.parametrize("columns", [["base", "check"], ["total"], ["plan", "parts"]])
def test_engines_agree_on_some_columns(codec: Codec, columns: list[str]) -> None:
    rows, error, _ = agree(codec, DATA, view="file", columns=columns)
    assert (len(rows), error) == (1, None)
    agree_when_damaged(codec, DATA, view="file", columns=columns)


def test_what_no_column_asks_for_costs_nothing(codec: Codec) -> None:
    """Bytes that only objects can read are not looked at, whatever they are."""
    broken = crate(part(1, b"\xff\xff", 1), plan=b"\xff", tree=b"\xff\xff")
    rows, error, _ = agree(codec, broken, view="file", columns=["base", "parts", "check"])
    assert (rows, error) == (["{'base': 5, 'parts': 1, 'check': 1}"], None)
    for name in ("total", "plan"):
        assert agree(codec, broken, view="file", columns=[name])[1] is not None
    assert agree(codec, broken, view="file", columns=["base"], options={"checks": "asked"})[1] is None
    assert read(codec, broken, "objects", view="file", columns=["base"], options={"checks": "all"})[1] is not None


@pytest.mark.parametrize("view", VIEWS)
def test_objects_are_handed_spans_of_the_file(codec: Codec, view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They read none of the rest of it."""
    expected = read(codec, DATA, "objects", view=view)
    monkeypatch.delattr(Steps, "of")
    assert read(codec, DATA, "columns", view=view) == expected
    auto = bytewright.open(DATA, codec, view=view)
    assert sum(one.num_rows for one in auto.to_batches()) == VIEWS[view]


def test_rows_keep_their_numbers_where_batches_end_early(codec: Codec, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those after which what is waiting is let go, as there may be much garbage."""
    expected = read(codec, DATA, "objects", view="grams")
    monkeypatch.setattr(record_batches, "is_crowded", lambda: True)
    for size in SIZES:
        assert read(codec, DATA, "columns", size, view="grams") == expected


@pytest.mark.parametrize("column", ["spare", "heaviest"])
def test_a_column_that_asks_for_more_is_made_of_the_whole_file(codec: Codec, column: str) -> None:
    """It asks for the file's parameter, or for any element of a list: objects make all columns then."""
    assert agree(codec, DATA, view="whole", columns=["base"])[1] is None
    with pytest.raises(OptionError, match=f"column {column}: a structure inside one of its own type"):
        read(codec, DATA, "columns", view="whole", columns=["base", column])
    table = bytewright.open(DATA, codec, view="whole", options={"spare": 4})
    assert table.to_table().to_pylist() == [{"base": 5, "spare": 5, "heaviest": 3}]


def test_specs_without_views_have_files_by_column(codecs: dict[str, Codec], monkeypatch: pytest.MonkeyPatch) -> None:
    codec = codecs["plain_crate"]
    data = crate()[:-2]
    (plan,) = codec.row_plans.values()
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (1, None)
    agree_when_damaged(codec, data)
    expected = read(codec, data, "objects", columns=["base", "tree"])
    monkeypatch.delattr(Steps, "of")
    assert read(codec, data, "columns", columns=["base", "tree"]) == expected
