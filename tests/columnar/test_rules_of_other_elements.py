"""Rules of fields that ask for other elements, by kernels as by objects."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from tests.support.both import agree, agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import ReadError
from bytewright.kernels.plan import RowPlan

FILE = """
seq: [{{id: items, type: item(_index), repeat: eos}}]
types:
{types}
-views:
  rows: {{each: 'items[*]', columns: [{{id: x, value: _.x}}]}}
"""
BLOCKS = """
seq: [{{id: blocks, type: block, repeat: eos}}]
types:
  block: {{seq: [{{id: n, type: u1}}, {{id: items, type: item(_index), repeat: expr, repeat-expr: n}}]}}
{types}
-views:
  rows: {{each: 'blocks[*].items[*]', columns: [{{id: x, value: _.x}}]}}
"""
RULES: dict[str, tuple[str, str, Callable[[int, int, int], int]]] = {
    "running sum": (
        "valid: total",
        "total: {value: '((i == 0 ? 7 : _parent.items[i - 1].sum) + x) & 0xff'}",
        lambda x, before, i: ((7 if i == 0 else before) + x) & 0xFF,
    ),
    "expression": (
        "valid: {expr: '_ == total'}",
        "total: {value: '(i == 0 ? x : _parent.items[i - 1].sum ^ x) & 0xff'}",
        lambda x, before, i: x if i == 0 else before ^ x,
    ),
    "at least that before": (
        "valid: {min: least}",
        "least: {value: 'i == 0 ? 0 : _parent.items[i - 1].sum'}",
        lambda x, before, i: min(255, (0 if i == 0 else before) + x // 64),
    ),
}


def types(rule: str, instances: str, conditional: bool) -> str:
    condition = ", if: x > 99" if conditional else ""
    return f"""
  item:
    params: [{{id: i, type: s4}}]
    seq: [{{id: x, type: u1}}, {{id: sum, type: u1, {rule}{condition}}}, {{id: more, type: u1}}]
    instances:
      {instances}
"""


@pytest.mark.parametrize("spec", [FILE, BLOCKS], ids=["file", "blocks"])
@pytest.mark.parametrize("rule", RULES)
def test_they_are_checked_by_the_kernel(compiled: Compile, spec: str, rule: str) -> None:
    valid, instances, made = RULES[rule]
    codec = compiled(spec.format(types=types(valid, instances, conditional=False)))
    assert made_by_the_kernel(codec) == {"x"}
    data = b""
    for count in (5, 0, 9) if spec == BLOCKS else (14,):
        before, here = 0, b""
        for i in range(count):
            x = (37 * i + 11) % 200
            before = made(x, before, i)
            here += struct.pack("<BBB", x, before, x ^ 0x55)
        data += (bytes([count]) if spec == BLOCKS else b"") + here
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (14, None)
    agree_in_all_modes(codec, data)


BEHIND = {
    "of the element": "valid: {expr: '_ == more'}",
    "of what holds the list": "valid: {expr: '_ == _parent.check'}",
    "through a calculated value": "valid: again",
}


@pytest.mark.parametrize("rule", BEHIND.values(), ids=BEHIND)
def test_what_lies_behind_is_not_there_yet(compiled: Compile, rule: str) -> None:
    """No record is good then, which objects say of each; kernels don't read what is bad in all files."""
    spec = BLOCKS.replace("repeat-expr: n}}", "repeat-expr: n}}, {{id: check, type: u1}}")
    codec = compiled(spec.format(types=types(rule, "again: {value: more}", conditional=False)))
    assert not isinstance(codec.row_plans["rows"], RowPlan)
    with pytest.raises(ReadError, match=r"blocks\[0\]\.items\[0\]\.sum"):
        bytewright.open(b"\1\5\5\5\5", codec).to_table()


def test_where_they_ask_for_what_is_absent(compiled: Compile) -> None:
    rule, instances, _ = RULES["running sum"]
    codec = compiled(BLOCKS.format(types=types(rule, instances, conditional=True)))
    agree_in_all_modes(codec, b"\2" + b"\x64\x6b\7" + b"\x65\xd0\7" + b"\2" + b"\x63\7" + b"\x62\7" + b"\1\0\5")
    data = b"\2" + b"\x63\7" + b"\x64\7\7"
    rows, error, _ = agree(codec, data)
    assert rows == []
    assert error is not None  # the one before has no sum
