"""Bits that go on where others ended within a byte, in lists, structures and switches, and lists of what one switch
chooses, of which some cases are bits: the kernel reads what objects read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.both import agree, agree_when_damaged, damaged, made_by_the_kernel, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.explain.cures import cure_of
from bytewright_codegen.load import load

TYPES = """
  short: {seq: [{id: a, type: b2}]}
  led: {seq: [{id: a, type: b3}, {id: b, type: u1}, {id: c, type: b5}]}
  wide: {seq: [{id: a, type: b11}, {id: b, type: b6}], instances: {sum: {value: a + b}}}
  pair: {seq: [{id: a, type: b11}, {id: b, type: b5}]}
  sized: {seq: [{id: len, type: u1, valid: {max: 100}}, {id: bytes, size: len % 4}]}
  record:
    seq:
"""
RECORDS = {
    "a list between fields": """
      - {id: n, type: b3}
      - {id: xs, type: b5, repeat: expr, repeat-expr: n}
      - {id: y, type: b4}
      - {id: end, type: u1}
""",
    "two lists": """
      - {id: n, type: u1}
      - {id: xs, type: b3, repeat: expr, repeat-expr: n % 6, valid: {max: 6}}
      - {id: flags, type: b1, repeat: expr, repeat-expr: n % 4}
      - {id: end, type: u1}
""",
    "an element of a list": """
      - {id: n, type: b4}
      - {id: xs, type: b7, repeat: expr, repeat-expr: n}
      - {id: more, type: b3, if: "n > 1 and xs[1] > 3"}
      - {id: end, type: u1}
""",
    "a list under a condition": """
      - {id: n, type: b4}
      - {id: xs, type: b9, repeat: expr, repeat-expr: n, if: n < 6}
      - {id: more, type: b13}
      - {id: end, type: u1}
""",
    "structures": """
      - {id: n, type: b5}
      - {id: one, type: wide}
      - {id: two, type: short, if: n > 3}
      - {id: three, type: led}
      - {id: four, type: short}
      - {id: end, type: u1}
""",
    "a switch": """
      - {id: kind, type: b3}
      - {id: value, type: {switch-on: kind, cases: {0: b1, 1: led, 2: u2, 3: wide, 4: b9}}}
      - {id: more, type: b7}
      - {id: end, type: u1}
""",
    "of whole bytes": """
      - {id: n, type: u1}
      - {id: xs, type: b24, repeat: expr, repeat-expr: n % 3}
      - {id: ys, type: b16, repeat: expr, repeat-expr: n % 2}
      - {id: end, type: u1}
""",
    "one switch for all": """
      - {id: kind, type: u1}
      - {id: n, type: u1}
      - id: xs
        type: {switch-on: kind, cases: {0: b1, 1: b4, 2: u1, 3: u2, 4: b3, 5: f4, 6: pair}}
        repeat: expr
        repeat-expr: n % 7
      - {id: end, type: u1}
""",
    "one switch for all between numbers": """
      - {id: kind, type: u1}
      - {id: n, type: u1}
      - {id: xs, type: {switch-on: kind, cases: {0: b4, 1: u2, 2: s1, 4: b7}}, repeat: expr, repeat-expr: n % 7}
      - {id: end, type: u1}
""",
    "numbers in nine bytes": """
      - {id: n, type: b3}
      - {id: first, type: b62}
      - {id: second, type: b64, valid: {min: 9}}
      - {id: third, type: b59}
      - {id: end, type: u1}
""",
    "numbers in nine bytes, perhaps": """
      - {id: n, type: b3}
      - {id: more, type: b2, if: n > 3}
      - {id: first, type: b60}
      - {id: xs, type: b64, repeat: expr, repeat-expr: n % 3}
      - {id: second, type: b64}
      - {id: ys, type: b58, repeat: expr, repeat-expr: n % 2}
      - {id: third, type: b57, if: "n > 1 and ys.size > 0 and ys[0] > 7"}
      - {id: end, type: u1}
""",
}
ONE_BY_ONE = """
      - {id: kind, type: u1}
      - {id: n, type: u1}
      - {id: xs, type: {switch-on: kind % 4, cases: {0: b1, 1: u2, 2: sized}}, repeat: expr, repeat-expr: n % 4}
      - {id: end, type: u1}
"""
DATA = bytes([3, 5, 0, 0xAB, 0x9C, 1, 7, 0x71, 4, 0x55, 6, 6, 0x13, 0xFE, 2, 3, 0x80, 9, 4, 1, 0x33, 0x62, 0]) * 2


def compiled(tmp_path: Path, fields: str, order: str = "be") -> Codec:
    path = tmp_path / "toy.ksy"
    head = f"meta: {{id: toy, endian: le, bit-endian: {order}}}\nseq: [{{id: records, type: record, repeat: eos}}]\n"
    path.write_text(head + "types:" + TYPES + fields, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("order", ["be", "le"])
@pytest.mark.parametrize("name", RECORDS)
def test_engines_agree(tmp_path: Path, name: str, order: str) -> None:
    codec = compiled(tmp_path, RECORDS[name], order)
    plan = codec.row_plans["rows"]
    assert isinstance(plan, RowPlan)
    assert {column.name for column in plan.columns} == {column.id for column in codec.views[0].columns}
    agree(codec, DATA)
    long = DATA[:13] if "nine" not in name else DATA[:33]
    agree_when_damaged(codec, long)
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for form in list(damaged(long))[::11]:
            assert read(codec, form, "columns", mode=mode) == read(codec, form, "objects", mode=mode)


def test_values(tmp_path: Path) -> None:
    codec = compiled(tmp_path, RECORDS["a list between fields"])
    table = bytewright.open(bytes([0b011_00001, 0b00010_000, 0b11_1001_00, 7]), codec, engine="columns").to_table()
    assert table.to_pylist() == [{"n": 3, "xs": [1, 2, 3], "y": 9, "end": 7}]


def test_elements_of_differing_size_leave_one_column_to_objects(tmp_path: Path) -> None:
    codec = compiled(tmp_path, ONE_BY_ONE)
    plan = codec.row_plans["rows"]
    assert isinstance(plan, RowPlan)
    assert [column.name for column in plan.columns] == ["kind", "n", "end"]
    assert agree(codec, DATA)[0]
    agree_when_damaged(codec, DATA[:13])
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        for form in list(damaged(DATA[:13]))[::11]:
            assert read(codec, form, "columns", mode=mode) == read(codec, form, "objects", mode=mode)


@pytest.mark.parametrize(
    "behind",
    [
        "      - {id: more, type: b5, if: n > 1}\n      - {id: last, type: b2}\n",
        "      - {id: more, type: {switch-on: n % 3, cases: {1: short, 2: wide}}}\n      - {id: last, type: b2}\n",
        "      - {id: more, type: short, if: n > 1}\n      - {id: last, type: b2}\n",
    ],
    ids=["a condition", "a switch", "a structure"],
)
def test_bits_behind_structures_that_end_inside_a_byte(tmp_path: Path, behind: str) -> None:
    codec = compiled(tmp_path, "      - {id: n, type: u1}\n      - {id: led, type: led}\n" + behind)
    agree(codec, DATA)
    agree_when_damaged(codec, DATA[:9])


ACROSS = """
meta: {id: across, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: head, type: head}
      - {id: more, type: b5}
      - {id: inner, type: inner}
      - {id: rest, type: b2}
      - {id: last, type: u1}
  head: {seq: [{id: x, type: b3}]}
  inner: {seq: [{id: y, type: b4}, {id: head, type: head}, {id: heads, type: head, repeat: expr, repeat-expr: 5}]}
"""


def test_bits_across_ends_of_structures(tmp_path: Path, kaitai_compiler: None) -> None:
    """No structure begins with a whole byte for being one: the stock parser goes on within the byte, too."""
    (tmp_path / "across.ksy").write_text(ACROSS, encoding="utf-8")
    codec = load(tmp_path / "across.ksy")
    assert made_by_the_kernel(codec) == {"head", "more", "inner", "rest", "last"}
    data = bytes(37 * place % 256 for place in range(60))
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == (12, None)
    assert read(codec, data, "kaitai")[0] == rows
    agree_when_damaged(codec, data)


def test_why_a_column_is_left_to_objects(tmp_path: Path) -> None:
    codec = compiled(tmp_path, ONE_BY_ONE)
    shown = next(column for column in codec.views[0].columns if column.id == "xs")
    assert "several sizes" in shown.by_objects
    assert "of each case have one size" in cure_of(shown.by_objects)
    ruled = compiled(
        tmp_path, ONE_BY_ONE.replace("2: sized", "2: checked") + "  checked: {seq: [{id: a, type: u1, valid: 3}]}\n"
    )
    shown = next(column for column in ruled.views[0].columns if column.id == "xs")
    assert "with rules" in shown.by_objects
