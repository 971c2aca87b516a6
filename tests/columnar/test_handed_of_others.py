"""Columns that objects make of what elements of lists lead to, in chains and by references, beside the kernel's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.columnar.test_chains import board, boards
from tests.columnar.test_references import shop, shops
from tests.support.both import SIZES, TOYS, agree, damaged, read, tolerated

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RegionFrame, RowPlan
from bytewright.views.evaluate.nested_lists import Around
from bytewright_codegen.load import load

NODE = """
  node:
    seq:
      - {id: weight, type: u1, valid: {max: 99}}
      - {id: count, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: count}
"""
CHANGED = {
    "threads": ("{id: text, size: len_text, type: str, encoding: UTF-8}", "posts"),
    "shops": ("{id: text, size: len_text, type: str, encoding: UTF-8}", "wares"),
}
LEAF, TREE = b"\3\0", b"\1\2\2\0\0\1\1\0"
NEWS = [("news", 3, [1, 4, 0, 2]), ("none", 4, []), ("old", 200, [2, 1])]
WARES = [(3, LEAF), (1 << 62, TREE * 3), (0, TREE), (5, LEAF), (7, LEAF), (8, TREE)]
FILES = {
    "threads": boards(board([LEAF, TREE, LEAF, LEAF, TREE], [NEWS, [("", 0, [3])]]), board([], [])),
    "shops": shops(shop(WARES, [[("cheap", [2, 0, 3]), ("none", None)], [("all", [5, 4, 2, 0])]]), shop([], [])),
}
ROWS = {"threads": 7, "shops": 7}


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, (text, _) in CHANGED.items():
        spec = (TOYS / f"{name}.ksy").read_text(encoding="utf-8")
        assert text in spec
        spec = spec.replace(text, "{id: text, size: len_text, type: node}")
        (folder / f"{name}.ksy").write_text(spec.rstrip("\n") + NODE, encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in CHANGED}


each_spec = pytest.mark.parametrize("name", CHANGED)


@each_spec
def test_engines_agree(codecs: Mapping[str, Codec], name: str) -> None:
    codec, data, view = codecs[name], FILES[name], CHANGED[name][1]
    plan = codec.row_plans[view]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, RegionFrame)
    rows, error, _ = agree(codec, data, view=view)
    assert (len(rows), error) == (ROWS[name], None)
    forms = list(damaged(data))
    for number, broken in enumerate(forms[:: 1 + len(forms) // 60]):
        expected = read(codec, broken, "objects", view=view)
        assert read(codec, broken, "columns", SIZES[number % 3], view=view) == expected, broken.hex()


@each_spec
@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_engines_agree_on_bad_files(codecs: Mapping[str, Codec], name: str, mode: str) -> None:
    codec, data, view = codecs[name], FILES[name], CHANGED[name][1]

    def told(data: bytes, engine: Any, size: int) -> tuple[list[str], int, list[str]]:
        options = {"mode": mode, "includeError": True}
        return tolerated(codec, data, engine, size, view=view, options=options)

    forms = list(damaged(data))
    for number, broken in enumerate(forms[:: 1 + len(forms) // 25]):
        assert told(broken, "columns", SIZES[number % 3]) == told(broken, "objects", 65536), broken.hex()


@each_spec
def test_lists_are_read_once_and_only_if_asked(
    codecs: Mapping[str, Codec], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    seen: list[Any] = []
    go = Around.inside

    def noted(around: Around, scope: Any) -> Any:
        seen.append(scope)
        return go(around, scope)

    monkeypatch.setattr(Around, "inside", noted)
    codec, data, view = codecs[name], FILES[name], CHANGED[name][1]
    table = bytewright.open(data, codec, view=view, engine="columns")
    assert table.to_table().num_rows == ROWS[name]
    assert table.counted == {"columns": ROWS[name]}
    assert len(seen) == {"threads": 3, "shops": 2}[name]
    others = [column for column in table.schema.names if column != "text"]
    seen.clear()
    table = bytewright.open(data, codec, view=view, engine="columns", columns=others)
    assert table.to_table().num_rows == ROWS[name]
    assert seen == []


@each_spec
def test_explain_says_what_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    from bytewright.cli import main

    path = tmp_path / f"{name}.ksy"
    text = (TOYS / f"{name}.ksy").read_text(encoding="utf-8")
    path.write_text(text.replace(CHANGED[name][0], "{id: text, size: len_text, type: node}") + NODE, encoding="utf-8")
    assert main(["explain", str(path), "--section", "views"]) == 0
    why = {"threads": "it lies elsewhere than the element", "shops": "it lies in what is decoded"}[name]
    assert f"for text, objects read whole regions: {why}" in capsys.readouterr().out
