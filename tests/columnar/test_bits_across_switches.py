"""Bits that go on across a switch whose cases have different numbers of them: both engines say the same."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.both import damaged, read
from tests.support.compiling import Compile

from bytewright.kernels.plan import RowPlan

CASES = """
  one: {seq: [{id: a, type: b1}]}
  three: {seq: [{id: a, type: b2}, {id: b, type: b1}]}
  many: {seq: [{id: a, type: b13}, {id: b, type: b20}], instances: {sum: {value: a + b}}}
"""
RECORDS = {
    "a switch": """
      - {id: kind, type: b2}
      - {id: value, type: {switch-on: kind, cases: {0: one, 1: three, 2: many}}}
      - {id: more, type: b3}
      - {id: end, type: u2}
""",
    "two, and the end": """
      - {id: start, type: u1}
      - {id: kind, type: b2}
      - {id: other, type: b2}
      - {id: value, type: {switch-on: kind, cases: {0: one, _: many}}}
      - {id: second, type: {switch-on: other, cases: {1: three, 2: one}}}
      - {id: rest, type: b50}
""",
    "from a byte on": """
      - {id: kind, type: u1}
      - {id: value, type: {switch-on: kind, cases: {0: one, 1: three, _: many}}}
      - {id: checked, type: b7, valid: {max: 125}}
      - {id: len, type: u1}
      - {id: text, type: str, size: len % 4}
""",
}


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("fields", RECORDS.values(), ids=list(RECORDS))
def test_engines_agree(compiled: Compile, fields: str, order: str) -> None:
    text = f"\nseq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:{fields}{CASES}"
    codec = compiled(text, order)
    assert isinstance((codec.row_plans or {})["rows"], RowPlan)
    random = Random(order)
    for turn in range(12):
        data = bytes(random.choice((0, 1, 2, 65, 130, random.randrange(256))) for _ in range(3 + 7 * turn))
        for form in (data, *list(damaged(data))[:: len(data)]):
            assert read(codec, form, "columns", (1, 65_536)[turn % 2]) == read(codec, form, "objects"), form.hex()
