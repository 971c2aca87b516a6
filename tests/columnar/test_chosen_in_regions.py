"""Views of some of the elements of lists that lie in regions: a condition chooses them, in both engines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.support.both import agree, agree_when_damaged, damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

SPEC = """
meta: {{id: pages, endian: le}}
seq:
  - {{id: num, type: u1}}
  - {{id: leads, type: lead, repeat: expr, repeat-expr: num}}
types:
  lead:
    seq: [{{id: name, size: 2, type: str, encoding: ascii}}, {{id: at, type: u2}}, {{id: len, type: u1}}]
    instances:
      page: {{pos: at, size: len, type: page}}
  page:
    seq: [{{id: items, type: item, repeat: eos}}]
  item:
    seq: [{{id: k, type: u1, valid: {{max: 200}}}}, {{id: text, size: {size}}}]
-views:
  rows:
    each: leads[*].page.items[*]
    where: {where}
    columns:
      - {{id: name, value: leads.name}}
      - {{id: k, value: _.k}}
      - {{id: text, value: _.text}}
      - {{id: number, value: _index, type: s8}}
"""
CASES = {
    "of one size": ("2", "_.k > 2"),
    "of any size": ("k % 4", "_.k != 1 and _.text.size < 3"),
    "by their number": ("k % 4", "_index % 2 == 0"),
    "none": ("k % 4", "_.k > 250"),
}


def compiled(tmp_path: Path, case: str) -> Codec:
    path = tmp_path / "pages.ksy"
    size, where = CASES[case]
    path.write_text(SPEC.format(size=size, where=where), encoding="utf-8")
    return load(path)


def file(case: str, pages: list[list[int]]) -> bytes:
    size = (lambda k: 2) if case == "of one size" else (lambda k: k % 4)
    bodies = [b"".join(bytes([k]) + b"x" * size(k) for k in page) for page in pages]
    at, leads = 1 + 5 * len(pages), b""
    for number, body in enumerate(bodies):
        leads += b"n%d" % (number % 10) + at.to_bytes(2, "little") + bytes([len(body)])
        at += len(body)
    return bytes([len(pages)]) + leads + b"".join(bodies)


@pytest.mark.parametrize("case", CASES)
def test_engines_agree(tmp_path: Path, case: str) -> None:
    codec = compiled(tmp_path, case)
    plan = codec.row_plans["rows"]
    assert isinstance(plan, RowPlan)
    data = file(case, [[1, 2, 3], [], [1, 1], [2, 7, 0]])
    found = agree(codec, data)
    assert bool(found[0]) is (case != "none")
    assert bytewright.open(data, codec, engine="columns").to_table().num_rows == len(found[0])
    tried, bad = agree_when_damaged(codec, data)
    assert tried > 30
    assert bad > 15
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for form in list(damaged(data))[::29]:
            assert read(codec, form, "columns", mode=mode) == read(codec, form, "objects", mode=mode)


@pytest.mark.parametrize("case", ["of one size", "of any size"])
def test_a_bad_element_behind_chosen_ones(tmp_path: Path, case: str) -> None:
    """The rows of its region that come before it are given once, whatever the size of batches."""
    codec, drawn = compiled(tmp_path, case), Random(4)
    for bad in (0, 1, 17, 49):
        pages = [[drawn.randrange(8) for _ in range(50)] for _ in range(9)]
        pages[5][bad] = 201
        assert "200" in str(agree(codec, file(case, pages))[1])


def test_many_regions(tmp_path: Path) -> None:
    codec, drawn = compiled(tmp_path, "of any size"), Random(5)
    pages = [[drawn.randrange(12) for _ in range(drawn.randrange(9))] for _ in range(255)]
    data = file("of any size", pages)
    table = bytewright.open(data, codec, engine="columns")
    rows = table.to_table()
    assert rows == bytewright.open(data, codec, engine="objects").to_table()
    assert table.counted == {"columns": rows.num_rows}
