"""Roots that are named by another structure: they are those of the file, as the record's own is."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged

from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan, WholeFrame
from bytewright_codegen.load import load

TYPES = """
types:
  head:
    seq: [{id: limit, type: u1}, {id: has_note, type: u1}]
  item:
    seq:
      - {id: tag, type: u1}
      - {id: body, type: body}
  body:
    seq:
      - {id: note, type: u1, if: _parent._root.head.has_note != 0}
      - {id: level, type: u1, valid: {max: _parent._root.head.limit}}
    instances:
      left: {value: _parent._root.head.limit - level}
-views:
  rows:
    each: items[*]
    columns:
      - {id: tag, value: _.tag}
      - {id: note, value: _.body.note}
      - {id: left, value: _.body.left + _._root.head.limit}
"""
SPECS = {
    "headed": "seq: [{id: head, type: head}, {id: items, type: item, repeat: eos}]",
    "whole": "seq: [{id: head, type: head}, {id: items, type: item, repeat: expr, repeat-expr: 3}, {id: end, type: u1}]"
    "\ninstances: {last: {value: items.last.tag}}",
}
FILES = {"headed": b"", "whole": b"\7"}
ROWS = b"\1\6\2\2\7\3\3\0\5"
"""Three records with a note each."""


@pytest.fixture(scope="module")
def codecs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Codec]:
    folder = tmp_path_factory.mktemp("specs")
    for name, seq in SPECS.items():
        (folder / f"{name}.ksy").write_text(f"meta: {{id: {name}, endian: le}}\n{seq}{TYPES}", encoding="utf-8")
    return {name: load(folder / f"{name}.ksy") for name in SPECS}


@pytest.mark.parametrize("name", SPECS)
def test_engines_agree(codecs: dict[str, Codec], name: str) -> None:
    codec = codecs[name]
    plan = codec.row_plans["rows"]
    assert isinstance(plan, RowPlan), plan
    assert isinstance(plan.frame, WholeFrame) is (name == "whole")
    rows, error, _ = agree(codec, b"\5\1" + ROWS + FILES[name])
    assert (rows[0], len(rows), error) == ("{'tag': 1, 'note': 6, 'left': 8}", 3, None)
    rows, error, _ = agree(codec, b"\5\0" + ROWS[:2] + ROWS[3:5] + ROWS[6:8] + FILES[name])
    assert "'note': None" in rows[0] if rows else error is not None
    _, bad = agree_when_damaged(codec, b"\5\1" + ROWS + FILES[name])
    assert bad > 5
