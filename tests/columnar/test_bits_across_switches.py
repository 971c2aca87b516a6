"""Bits that go on across a switch whose cases have different numbers of them, or behind bits that a condition leaves
out: both engines say, and write, the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import agree_when_damaged, damaged, read
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

import bytewright
from bytewright.codec.settings import parse
from bytewright.kernels.plan import RowPlan
from bytewright.tables.write import bytes_of

CASES = """
  one: {seq: [{id: a, type: b1}]}
  three: {seq: [{id: a, type: b2}, {id: b, type: b1}]}
  many: {seq: [{id: a, type: b13}, {id: b, type: b20}], instances: {sum: {value: a + b}}}
  six: {seq: [{id: a, type: b6}]}
  halves: {seq: [{id: a, type: b3}, {id: b, type: b3}]}
  wider: {seq: [{id: c, type: b14}]}
  filled:
    seq:
      - {id: kind, type: b2}
      - {id: value, type: {switch-on: kind, cases: {1: six, 2: wider, _: halves}}}
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
    "conditions, one the opposite of the other": """
      - {id: is_new, type: b1}
      - {id: tag, type: b7, if: is_new}
      - {id: old_tag, type: b5, if: not is_new}
      - {id: size, type: b2, if: is_new == false}
      - {id: body, size: size, if: not is_new}
""",
    "conditions that leave bits": """
      - {id: kind, type: b3}
      - {id: small, type: b2, if: kind == 1}
      - {id: large, type: b21, if: kind > 1, valid: {max: 2000000}}
      - {id: always, type: b6}
      - {id: value, type: {switch-on: kind, cases: {0: one, 1: three, 2: many}}}
      - {id: last, type: b1, if: kind == 2}
      - {id: end, type: u2}
""",
    "from a byte on": """
      - {id: kind, type: u1}
      - {id: value, type: {switch-on: kind, cases: {0: one, 1: three, _: many}}}
      - {id: checked, type: b7, valid: {max: 125}}
      - {id: len, type: u1}
      - {id: text, type: str, size: len % 4}
""",
    "to the end of a byte, whichever it is": """
      - {id: start, type: u1}
      - {id: kind, type: b2}
      - {id: value, type: {switch-on: kind, cases: {0: six, 1: wider, _: halves}}}
""",
    "to the end of a byte, in a list": """
      - {id: len, type: b8}
      - {id: list, type: filled, repeat: expr, repeat-expr: len % 4}
      - {id: another, type: filled}
""",
}


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("fields", RECORDS.values(), ids=list(RECORDS))
def test_engines_agree(compiled: Compile, fields: str, order: str) -> None:
    text = f"\nseq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:{fields}{CASES}"
    codec = compiled(text, order)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    random = Random(order)
    for turn in range(12):
        data = bytes(random.choice((0, 1, 2, 65, 130, random.randrange(256))) for _ in range(3 + 7 * turn))
        for form in (data, *list(damaged(data))[:: len(data)]):
            assert read(codec, form, "columns", (1, 65_536)[turn % 2]) == read(codec, form, "objects"), form.hex()


LONG = """
      - {id: kind, type: b2}
      - {id: wide, type: b61}
      - {id: value, type: {switch-on: kind, cases: {0: one, 1: three, 2: many, 3: long}}}
      - {id: other, type: {switch-on: kind, cases: {1: one, 2: three}}}
      - {id: next, type: b63}
      - {id: end, type: u2}
"""
BEHIND = """
      - {id: kind, type: u1}
      - {id: value, type: {switch-on: kind, cases: {0: one, 1: three, 2: long, _: many}}}
      - {id: checked, type: b7}
      - {id: len, type: u1}
"""
LONG_CASE = "  long: {seq: [{id: a, type: b47}, {id: b, type: b1}, {id: c, type: b50}, {id: d, type: b3}]}\n"


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("fields", [RECORDS["a switch"], list(RECORDS.values())[-2], BEHIND, LONG])
def test_rows_become_the_bits_that_they_are_of(compiled: Compile, fields: str, order: str) -> None:
    text = f"\nseq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:{fields}{CASES}"
    codec = compiled(text + LONG_CASE, order)
    random = Random(order)
    data = bytes(random.choice((0, 1, 2, 3, 65, 130, 255, random.randrange(256))) for _ in range(4000))
    table = bytewright.open(data, codec, engine="objects", mode="DROPMALFORMED").to_table()
    assert table.num_rows > 100
    made, how = bytes_of(codec, table, None, parse(codec), None, "auto")
    assert (how.encoded, how.reason) == (table.num_rows, "")
    assert made == bytes_of(codec, table, None, parse(codec), None, "objects")[0]
    assert bytewright.open(made, codec, engine="objects").to_table() == table


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": 1, "value": {"one": {"a": True}}, "more": 1, "end": 1},
        {"kind": 0, "value": {"one": {"a": True}, "three": {"a": 1, "b": True}}, "more": 1, "end": 1},
        {"kind": 2, "value": {"many": {"a": 1 << 13, "b": 0}}, "more": 1, "end": 1},
        {"kind": 2, "value": {"many": {"a": 1}}, "more": 1, "end": 1},
        {"kind": 0, "value": {"one": {"a": True}}, "more": 8, "end": 1},
        {"kind": 3, "value": {"one": {"a": True}}, "more": 7, "end": 1},
    ],
)
def test_wrong_rows_are_left_to_objects(compiled: Compile, wrong: dict[str, Any]) -> None:
    fields = RECORDS["a switch"]
    codec = compiled(f"\nseq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:{fields}{CASES}")
    shown = bytewright.open(bytes(9), codec, engine="objects").to_table().schema
    right = {"kind": 3, "value": None, "more": 7, "end": 1}
    written(codec, pa.Table.from_pylist([right], shown))
    error = str(refused(codec, pa.Table.from_pylist([right, wrong], shown)))
    assert "records[1]." in error or "rows[1]." in error


def test_a_structure_that_may_end_inside_a_byte(compiled: Compile) -> None:
    """How many bits it has shows only in the file, though it ends with a bit field."""
    fields = "\n      - {id: bits, type: bits}\n      - {id: more, type: b4}\n      - {id: end, type: u1}\n"
    inner = "  bits:\n    seq:\n" + "".join(
        f"      - {{id: {field}}}\n"
        for field in ("kind, type: b2", "value, type: {switch-on: kind, cases: {0: one, _: three}}", "last, type: b6")
    )
    codec = compiled(
        f"\nseq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:{fields}{inner}{CASES}"
    )
    assert codec.encoding == "bits that may go on in a byte that others began"
    agree_when_damaged(codec, bytes(range(0, 240, 13)))


@pytest.mark.parametrize("cases", ["0: six, 1: wider", "0: six, _: three"])
def test_records_that_may_end_inside_a_byte(compiled: Compile, cases: str) -> None:
    """Cases of different sizes, or none, leave bits that the next record goes on with."""
    fields = f"\n      - {{id: kind, type: b2}}\n      - {{id: value, type: {{switch-on: kind, cases: {{{cases}}}}}}}\n"
    codec = compiled(f"\nseq: [{{id: records, type: record, repeat: eos}}]\ntypes:\n  record:\n    seq:{fields}{CASES}")
    assert codec.row_plans["rows"] == "bits that may go on in a byte that others began"
