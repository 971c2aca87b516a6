"""Fields of an imported spec that only objects can read: inside of records of the spec that imports it, too, the kernel
passes over them, and objects read them where a column asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright.views.evaluate.steps import Steps
from bytewright_codegen.load import load
from bytewright_codegen.pipeline.compilation import modules, plan
from bytewright_codegen.pipeline.resolved import resolved

NODE = """
  node:
    params: [{id: most, type: u1}]
    seq:
      - {id: weight, type: u1, valid: {max: most}}
      - {id: count, type: u1}
      - {id: children, type: node(most), repeat: expr, repeat-expr: count}
"""
"""A type that holds others of itself, which the kernel can't read."""

PLANT = f"""
meta: {{id: plant, endian: le}}
seq:
  - {{id: kind, type: u1}}
  - {{id: len_root, type: u1}}
  - {{id: roots, type: node(kind), size: len_root}}
  - {{id: label, type: str, encoding: ASCII, size: 2}}
  - {{id: count, type: u1}}
  - {{id: leaves, type: leaf, repeat: expr, repeat-expr: count}}
types:
  leaf:
    seq:
      - {{id: tag, type: u1, valid: {{max: 99}}}}
      - {{id: len, type: u1}}
      - id: veins
        size: len
        type: {{switch-on: tag & 1, cases: {{0: node(tag), 1: flat}}}}
  flat:
    seq: [{{id: width, type: u1}}]
{NODE}
-views:
  leaves:
    each: leaves[*]
    columns:
      - {{id: index, value: _index}}
      - {{id: tag, value: _.tag}}
      - {{id: veins, value: _.veins.as<node>, if: _.tag & 1 == 0}}
      - {{id: sum, value: roots.weight + kind}}
  whole:
    columns:
      - {{id: label, value: label}}
      - {{id: roots, value: roots}}
  rows:
    rows: count
    columns:
      - {{id: row, value: _row}}
      - {{id: tag, value: '_row + kind'}}
      - {{id: deep, value: roots.count}}
"""
FIELD = """
meta: {id: field, endian: le, imports: [plant]}
seq:
  - {id: plots, type: plot, repeat: eos}
types:
  plot:
    seq:
      - {id: id, type: u1}
      - {id: len_plant, type: u1}
      - {id: plant, type: plant, size: len_plant}
      - {id: level, type: u1, valid: {max: 200}}
-views:
  leaves:
    each: plots[*]
    columns:
      - {id: id, value: _.id}
      - {id: level, value: _.level}
    view: plant.leaves
  whole:
    each: plots[*]
    where: _.id > 0
    columns:
      - {id: level, value: _.level}
    view: plant.whole
  rows:
    each: plots[*]
    columns:
      - {id: id, value: _.id}
    view: plant.rows
  plots:
    each: plots[*]
    columns:
      - {id: id, value: _.id}
      - {id: label, value: _.plant.label}
      - {id: roots, value: _.plant.roots}
  own:
    each: plots[*]
    columns:
      - {id: id, value: _.id}
      - {id: label, value: _.plant.label}
      - {id: weight, value: _.plant.roots.weight}
"""
SHEDS = """
meta: {id: sheds, endian: le, imports: [field, plant]}
seq:
  - {id: sheds, type: shed, repeat: eos}
types:
  shed:
    seq:
      - {id: number, type: u1}
      - {id: count, type: u1}
      - {id: pots, type: pot, repeat: expr, repeat-expr: count}
      - {id: len_field, type: u1}
      - {id: field, type: field, size: len_field}
  pot:
    seq:
      - {id: len, type: u1}
      - {id: plant, type: plant, size: len}
-views:
  pots:
    each: sheds[*].pots[*]
    columns:
      - {id: number, value: sheds.number}
      - {id: len, value: _.len}
    view: plant.leaves
  plots:
    each: sheds[*]
    columns:
      - {id: number, value: _.number}
    view: field.plots
"""
SPECS = {"plant": PLANT, "field": FIELD, "sheds": SHEDS}
LEAF, TREE = b"\2\0", b"\1\2\2\0\0\1\1\0"


def plant(kind: int, roots: bytes, *leaves: tuple[int, bytes]) -> bytes:
    made = b"".join(bytes([tag, len(veins)]) + veins for tag, veins in leaves)
    return bytes([kind, len(roots)]) + roots + b"ab" + bytes([len(leaves)]) + made


def plot(id: int, made: bytes) -> bytes:
    return bytes([id, len(made)]) + made + b"\7"


def shed(number: int, plants: Sequence[bytes], plots: Sequence[bytes]) -> bytes:
    pots, field = b"".join(bytes([len(one)]) + one for one in plants), b"".join(plots)
    return bytes([number, len(plants)]) + pots + bytes([len(field)]) + field


PLANTS = [
    plant(5, LEAF, (2, TREE), (3, b"\1")),
    plant(2, TREE),
    plant(3, TREE, (4, LEAF)),
    plant(9, LEAF, (7, b"\2"), (8, TREE)),
]
PLOTS = [plot(id, one) for id, one in zip((1, 0, 2, 3), PLANTS, strict=True)]
DATA = {
    "field": b"".join(PLOTS),
    "sheds": shed(1, PLANTS[:2], PLOTS[2:]) + shed(2, [], []) + shed(3, PLANTS[2:], PLOTS[:2]),
}
VIEWS = {
    ("field", "leaves"): (5, ["id", "level", "index", "tag"]),
    ("field", "whole"): (3, ["level", "label"]),
    ("field", "rows"): (5, ["id", "row", "tag"]),
    ("field", "own"): (4, ["id", "label"]),
    ("sheds", "pots"): (5, ["number", "len", "index", "tag"]),
    ("sheds", "plots"): (4, ["number", "id", "label"]),
}
"""How many rows they have, and of which columns objects make nothing."""


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, text in SPECS.items():
        (folder / f"{name}.ksy").write_text(text, encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in SPECS}


each_view = pytest.mark.parametrize(("name", "view"), VIEWS)


@each_view
def test_engines_agree(codecs: Mapping[str, Codec], name: str, view: str) -> None:
    codec, data, count = codecs[name], DATA[name], VIEWS[name, view][0]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (count, None)
    table = bytewright.open(data, codec, view=view, engine="columns")
    assert table.to_table().num_rows == count
    assert table.counted == {"columns": count}
    _, bad = agree_when_damaged(codec, data, view=view)
    assert bad > 20


@each_view
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], name: str, view: str, mode: str) -> None:
    codec, data, options = codecs[name], DATA[name], {"mode": mode, "includeError": True}

    def told(data: bytes, engine: Any, size: int = 65536) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(data))[::7]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects"), broken.hex()


@each_view
def test_what_no_column_asks_for_is_not_read(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, name: str, view: str
) -> None:
    def never(*given: Any, **named: Any) -> Any:
        raise AssertionError

    codec, (count, columns) = codecs[name], VIEWS[name, view]
    data = DATA[name].replace(TREE, b"\xff" * len(TREE))
    whole = read(codec, DATA[name], "objects", view=view)
    expected = read(codec, data, "objects", view=view, columns=columns)
    assert (len(expected[0]), expected[1]) == (count, None)
    assert "weight" in str(read(codec, data, "objects", view=view)[1])
    monkeypatch.setattr(Steps, "of", never)
    assert read(codec, data, "columns", 3, view=view, columns=columns) == expected
    assert read(codec, DATA[name], "columns", 3, view=view) == whole  # of spans alone


@each_view
@pytest.mark.parametrize("size", [1, 64])
def test_many_records(codecs: Mapping[str, Codec], name: str, view: str, size: int) -> None:
    for data in (DATA[name] * 60, DATA[name] * 60 + DATA[name].replace(TREE, b"\xff" * len(TREE))):
        expected = read(codecs[name], data, "objects", view=view)
        assert len(expected[0]) >= 60 * VIEWS[name, view][0]
        assert read(codecs[name], data, "columns", size, view=view) == expected


def test_a_reader_is_the_same_whoever_imports_it(tmp_path: Path) -> None:
    for name, text in SPECS.items():
        (tmp_path / f"{name}.ksy").write_text(text, encoding="utf-8")
    plans = {name: plan(resolved(tmp_path / f"{name}.ksy")) for name in SPECS}
    for name in ("plant", "field"):
        own = modules(plans[name][name], tmp_path)
        assert own == modules(plans["sheds"][name], tmp_path)
        assert ("read_later" in own["reader.py"]) is (name == "plant")


def test_explain_says_what_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    for name, text in SPECS.items():
        (tmp_path / f"{name}.ksy").write_text(text, encoding="utf-8")
    assert main(["explain", str(tmp_path / "field.ksy"), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert said.count("read by the kernel, with columns that objects make of records which are rows:") == 5
    assert said.count("  not read, nor checked, unless a column asks for it: plant.roots, leaf.veins") == 5
    assert "for veins, objects read the bytes of plant.leaves.veins, and are told plant.leaves.tag" in said
    assert "for roots, objects read the bytes of plant.roots, and are told plant.kind" in said
    assert "whole records" not in said
