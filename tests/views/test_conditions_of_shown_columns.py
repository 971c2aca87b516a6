"""Rows that a condition asks for by a field that a column shows: the root says it of the other elements alone."""

from __future__ import annotations

import pytest
from tests.support.both_ways import read, write
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

FRAME = """\
  frame:
    seq:
      - {{id: kind, type: u1}}
      - {{id: value, type: u2}}
      - {{id: len_rest, type: u1}}
      - {{id: more, type: u1, if: kind == 2}}
      - {{id: rest, size: len_rest}}
"""
SPEC = (
    """
seq: [{{id: groups, type: group, repeat: eos}}]
types:
  group: {{seq: [{{id: num, type: u1}}, {{id: frames, type: frame, repeat: expr, repeat-expr: num}}]}}
"""
    + FRAME
    + """\
-views:
  rows:
    each: groups[*].frames[*]
    where: '{where}'
    columns: [{{id: group, value: groups._index}}, {{id: kind, value: _.kind}}, {{id: value, value: _.value}}]
"""
)
ALONE = (
    """
seq: [{{id: frames, type: frame, repeat: eos}}]
types:
"""
    + FRAME
    + """\
-views:
  rows:
    each: frames[*]
    where: '{where}'
    columns: [{{id: kind, value: _.kind}}, {{id: value, value: _.value}}, {{id: size, value: _.len_rest}}]
"""
)
FRAMES = [(1, 5, b""), (3, 6, b"ab"), (2, 7, b"c"), (0, 1, b"d"), (1, 3, b"")]
CONDITIONS = {
    "_.kind == 1": [5, 3],
    "_.kind == 1 or _.kind == 2": [5, 7, 3],
    "_.kind == 1 or _.value == 7": [5, 7, 3],
    "_.kind != 1": [6, 7, 1],
    "not (_.kind == 3)": [5, 7, 1, 3],
    "_.kind == 0 ? true : _.kind == 2": [7, 1],
    "_.kind == 2 and _.more == 9": [7],
    "_.kind == 9": [],
    "_.len_rest == 1": [7, 1],
}


def frames() -> list[bytes]:
    return [bytes([kind, value, 0, len(rest)]) + (b"\x09" if kind == 2 else b"") + rest for kind, value, rest in FRAMES]


NESTED = (
    ALONE.replace("type: u1}}\n      - {{id: value, type: u2}}", "type: u1}}\n      - {{id: inner, type: inner}}")
    .replace("-views:", "  inner: {{seq: [{{id: value, type: u2}}]}}\n-views:")
    .replace("_.value", "_.inner.value")
)


@pytest.mark.parametrize("spec", [ALONE, SPEC, NESTED], ids=["records", "lists in lists", "structures"])
@pytest.mark.parametrize(("where", "values"), CONDITIONS.items(), ids=CONDITIONS)
def test_rows_find_their_elements(compiled: Compile, spec: str, where: str, values: list[int]) -> None:
    codec = compiled(spec.format(where=where.replace("_.value", "_.inner.value") if spec is NESTED else where))
    made = frames()
    data = b"".join(made) if spec is not SPEC else bytes([2, *made[0], *made[1], 0, 3]) + b"".join(made[2:])
    rows = read(codec, data)
    assert rows.column("value").to_pylist() == values
    root = root_of(codec, BytesSource(data), None, parse(codec))
    assert write(codec, rows, root=root) == data
