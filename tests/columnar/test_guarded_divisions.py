"""What a condition rules out is never computed: a count, a size or a place that divides by a number that is 0 then."""

from __future__ import annotations

import pytest
from tests.support.both import agree
from tests.support.compiling import Compile


@pytest.mark.parametrize(
    "field",
    [
        "{id: x, type: u1, repeat: expr, repeat-expr: 8 / n, if: n != 0}",
        "{id: x, type: item, repeat: expr, repeat-expr: 8 / n, if: n != 0}",
        "{id: x, type: item, size: 2, repeat: expr, repeat-expr: 8 % n, if: n != 0}",
        "{id: x, size: 8 / n, if: n != 0}",
        "{id: x, type: item, size: 1 + 8 / n, if: n != 0}",
        "{id: x, type: str, encoding: ASCII, size: 8 % n, if: n != 0}",
        "{id: x, type: {switch-on: 8 / n, cases: {4: u1, _: item}}, if: n != 0}",
        "{id: x, type: given(8 / n), if: n != 0}",
        "{id: x, type: u1, valid: {max: 900 / n}, if: n != 0}",
        "{id: x, type: whole(8 % n), repeat: expr, repeat-expr: 2, if: n != 0}",
    ],
)
def test_both_engines_read_what_is_left_out(compiled: Compile, field: str) -> None:
    codec = compiled(
        f"""
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: n, type: u1}}, {field}, {{id: end, type: u1}}]}}
  item: {{seq: [{{id: a, type: u1}}]}}
  given:
    params: [{{id: p, type: s4}}]
    seq: [{{id: a, type: u1, if: p > 1}}]
  whole:
    params: [{{id: p, type: s4}}]
    seq: [{{id: a, size: p}}]
"""
    )
    left_out = b"\x00\x09" * 3
    rows, error = agree(codec, left_out)[:2]
    assert error is None
    assert len(rows) == 3
    assert not any('"x"' in row and '"x":null' not in row for row in rows)
    for n in (1, 2, 3, 8, 9):
        agree(codec, left_out + bytes([n]) + bytes(range(20)))
