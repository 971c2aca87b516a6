"""Columns that objects make of elements of lists in regions, beside the kernel's: of spans of these, or of all of a
region."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.both import SIZES, agree, agree_when_damaged, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.columnar.scan.nested_scan import NestedScan
from bytewright.kernels.plan import RowPlan
from bytewright.tables.engines import Engines
from bytewright.views.evaluate.handed import HandedRecords
from bytewright.views.evaluate.nested_lists import Around
from bytewright_codegen.load import load

SPEC = """
meta: {id: halls, endian: le}
seq:
  - {id: base, type: u1}
  - {id: count, type: u2}
  - {id: halls, type: hall, repeat: expr, repeat-expr: count}
types:
  hall:
    seq:
      - {id: number, type: u1}
      - {id: ofs, type: u4}
      - {id: len, type: u2}
    instances:
      shelf: {pos: ofs, size: len, type: shelf}
  shelf:
    seq:
      - {id: pots, type: pot, repeat: eos}
  pot:
    seq:
      - {id: tag, type: u1}
      - {id: len, type: u1}
      - {id: tree, type: node(tag), size: len}
      - {id: label, type: u1, repeat: expr, repeat-expr: 1}
      - {id: note, type: note, terminator: 0xff}
      - {id: level, type: u1, valid: {max: 200}}
  node:
    params: [{id: most, type: u1}]
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
      text: {value: '_parent.as<pot>.label.first'}
-views:
  pots:
    each: halls[*].shelf.pots[*]
    columns:
      - {id: number, value: halls.number}
      - {id: index, value: _index}
      - {id: tag, value: _.tag}
      - {id: tree, value: _.tree}
      - {id: level, value: _.level}
  weights:
    each: halls[*].shelf.pots[*]
    columns:
      - {id: weight, value: _.tree.weight + halls.number + _index}
      - {id: tag, value: _.tag}
  notes:
    each: halls[*].shelf.pots[*]
    columns:
      - {id: tag, value: _.tag}
      - {id: note, value: _.note}
"""
VIEWS = ["pots", "weights", "notes"]
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"


def pot(tag: int, tree: bytes, level: int = 7) -> bytes:
    return bytes([tag, len(tree)]) + tree + b"a\1\0\xff" + bytes([level])


def halls(*shelves: Sequence[bytes], packed: bool = False) -> bytes:
    at, head, body = 3 + 7 * len(shelves), b"", b""
    for number, shelf in enumerate(shelves):
        data = zlib.compress(b"".join(shelf)) if packed else b"".join(shelf)
        head += bytes([number % 5]) + (at + len(body)).to_bytes(4, "little") + len(data).to_bytes(2, "little")
        body += data
    return b"\5" + len(shelves).to_bytes(2, "little") + head + body


SHELVES: tuple[list[bytes], ...] = [pot(1, LEAF), pot(2, TREE)], [], [pot(3, TREE), pot(9, LEAF), pot(0, LEAF)]
FILES = {"plain": halls(*SHELVES), "packed": halls(*SHELVES, packed=True)}
ROWS = 5


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    (folder / "halls.ksy").write_text(SPEC, encoding="utf-8")
    packed = SPEC.replace("id: halls, endian", "id: packed, endian").replace(
        "type: shelf}", "type: shelf, process: zlib}"
    )
    (folder / "packed.ksy").write_text(packed, encoding="utf-8")
    return {"plain": load(folder / "halls.ksy"), "packed": load(folder / "packed.ksy")}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree(codecs: Mapping[str, Codec], name: str, view: str) -> None:
    codec, data = codecs[name], FILES[name]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (ROWS, None)
    agree_when_damaged(codec, data, view=view)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("view", VIEWS)
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], name: str, view: str, mode: str) -> None:
    codec, data = codecs[name], FILES[name]
    options = {"mode": mode, "includeError": True, "includeMetadata": True}

    def told(data: bytes, engine: Any, size: int = 65536) -> tuple[list[str], int, list[str]]:
        return tolerated(codec, data, engine, size, view=view, options=options)

    for place, broken in enumerate(list(damaged(data))[::13]):
        assert told(broken, "columns", SIZES[place % 3]) == told(broken, "objects"), broken.hex()


@pytest.mark.parametrize("size", [1, 4, 65536])
def test_many_regions(codecs: Mapping[str, Codec], size: int) -> None:
    """More than are looked for at a time; one of them is bad in what objects read, behind good elements."""
    codec = codecs["plain"]
    shelves = [[pot(n % 7, (LEAF, TREE)[n % 2]) for n in range(number % 4)] for number in range(330)]
    data = halls(*shelves)
    for view in VIEWS:
        assert read(codec, data, "columns", size, view=view) == read(codec, data, "objects", view=view)
    shelves[301] = [pot(1, LEAF), pot(1, LEAF), pot(1, b"\x63\0"), pot(2, LEAF)]
    data = halls(*shelves)
    rows, error, _ = read(codec, data, "columns", size, view="pots")
    assert (rows, error) == read(codec, data, "objects", view="pots")[:2]
    assert "halls[301].shelf.pots[2].tree.weight" in str(error)
    assert len(rows) == sum(number % 4 for number in range(301)) + 2
    columns = {"view": "pots", "columns": ["tag", "number"]}
    rows, error, _ = read(codec, data, "columns", size, **columns)
    assert (len(rows), error) == (sum(map(len, shelves)), None)


@pytest.mark.parametrize(
    ("name", "view", "whole"), [("plain", "pots", 0), ("plain", "notes", 2), ("packed", "pots", 2)]
)
def test_only_what_is_asked_for_is_read(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, name: str, view: str, whole: int
) -> None:
    seen: list[Any] = []
    go = Around.inside

    def noted(around: Around, scope: Any) -> Any:
        seen.append(scope)
        return go(around, scope)

    monkeypatch.setattr(Around, "inside", noted)
    table = bytewright.open(FILES[name], codecs[name], view=view, engine="columns")
    assert table.to_table().num_rows == ROWS
    assert (len(seen), table.counted) == (whole, {"columns": ROWS})


def test_a_span_that_is_not_asked_for_costs_nothing(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(HandedRecords, "scopes", never)
    monkeypatch.setattr(NestedScan, "_by_objects", never)
    data = halls([pot(1, b"\xff"), pot(2, LEAF)])
    table = bytewright.open(data, codecs["plain"], view="pots", engine="columns", columns=["tag", "level"])
    assert table.to_table().to_pydict() == {"tag": [1, 2], "level": [7, 7]}


@pytest.mark.parametrize(("view", "columns", "engine"), [("notes", None, "objects"), ("notes", ["tag"], "columns")])
def test_objects_alone_cost_less_where_they_read_whole_regions(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, view: str, columns: list[str] | None, engine: str
) -> None:
    monkeypatch.setattr(Engines, "is_worth", lambda *given: True)
    table = bytewright.open(FILES["plain"], codecs["plain"], view=view, columns=columns)
    assert table.to_table().num_rows == ROWS
    assert table.counted == {engine: ROWS}


def test_conditions(codecs: Mapping[str, Codec]) -> None:
    table = bytewright.open(FILES["plain"], codecs["plain"], view="weights", engine="columns")
    found = table.to_table(filters=[("tag", ">", 1)])
    assert found["weight"].to_pylist() == [1 + 0 + 1, 1 + 2 + 0, 3 + 2 + 1]


def test_explain_says_what_objects_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bytewright.cli import main

    path = tmp_path / "halls.ksy"
    path.write_text(SPEC, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    said = capsys.readouterr().out
    assert "  for tree, objects read the bytes of tree, and are told tag" in said
    assert "  for note, objects read whole regions: it asks for pot.label" in said
    path.write_text(SPEC.replace("type: shelf}", "type: shelf, process: zlib}"), encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    assert "  for tree, objects read whole regions: it lies in what is decoded" in capsys.readouterr().out
