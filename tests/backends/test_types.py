"""Every line of the tables of docs/types.md, compiled."""

import re
from pathlib import Path

import pytest

from bytewright_codegen.backends.docs.shown_views import ShownColumn, shown_views
from bytewright_codegen.front.ksy import load
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.semantics.resolve import resolve

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "types.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| `(\{.*\})` \| `([^`]*)` \| `([^`]*)` \|$", TEXT, re.MULTILINE)
SPEC = """
meta: {{id: toy, endian: le, encoding: UTF-8}}
seq:
  - {{id: rows, type: row, repeat: eos}}
types:
  row:
    seq:
      - {{id: kind, type: u1}}
{field}
{instance}
  point: {{seq: [{{id: x, type: u1}}, {{id: y, type: u1}}]}}
  uuid: {{-show: {{value: it}}, -type: uuid, seq: [{{id: it, size: 16}}]}}
  tree: {{seq: [{{id: n, type: u1}}, {{id: below, type: tree, repeat: expr, repeat-expr: n}}]}}
enums:
  color: {{0: red, 1: green}}
"""


def columns_of(folder: Path, field: str) -> dict[str, ShownColumn]:
    path = folder / "toy.ksy"
    words = 'words: {value: \'["a", "b"]\'}'
    instance = f"    instances: {{it: {field}}}" if "value:" in field else ""
    entry = "" if instance else f"      - {{id: it, {field[1:]}"
    path.write_text(SPEC.format(field=entry, instance=instance or f"    instances: {{{words}}}"), encoding="utf-8")
    library = resolve(load(path))
    return {column.name: column for column in shown_views(plan(library)["toy"])[0].columns}


def test_there_are_lines():
    assert len(LINES) > 30


@pytest.mark.parametrize(("field", "arrow", "spark"), LINES, ids=[field for field, _, _ in LINES])
def test_line(field: str, arrow: str, spark: str, tmp_path: Path):
    column = columns_of(tmp_path, field)["it"]
    assert (column.arrow, column.spark.replace("`", "")) == (arrow, spark)
    assert column.nullable == ("switch-on" in field or "-null" in field)


def test_a_condition_makes_a_column_nullable(tmp_path: Path):
    column = columns_of(tmp_path, "{type: u4, if: kind > 0}")["it"]
    assert (column.arrow, column.nullable) == ("int64", True)


def test_contents_and_padding_are_no_columns(tmp_path: Path):
    assert list(columns_of(tmp_path, "{contents: AB}")) == ["kind", "words"]
