"""Bits that may go on in a byte which a list of bits began, or behind what may be absent: those are left to objects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.both import TOYS, agree, agree_when_damaged, read

import bytewright
from bytewright.codec.codec import Codec
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.load import load

MARK = "      - {size: 0}\n"
REASON = "bits that may go on in a byte that others began"
COLUMNS = [("flag", [True, None, False]), ("small", [1, 2, 3]), ("flag", [None, True, True]), ("flag", [True] * 3)]
PASSED = (
    "{{id: more, size: 1, if: count > 4}}\n      - {{id: last, type: b1, repeat: expr, repeat-expr: 8, if: count > {}}}"
)
LIST = """
meta: {id: list, endian: le, bit-endian: le}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: count, type: u1}
      - {id: bits, type: b1, repeat: expr, repeat-expr: count%s}
%s
-views:
  rows:
    each: records[*]
    columns:
      - {id: count, value: _.count}
"""


def probes(folder: Path, block: str) -> Codec:
    (folder / "probe_block.ksy").write_text(block, encoding="utf-8")
    (folder / "probes.ksy").write_bytes((TOYS / "probes.ksy").read_bytes())
    return load(folder / "probes.ksy")


def batch(codec: Codec) -> bytes:
    columns = [{"data": {"values": values}} for _, values in COLUMNS]
    kinds = [kind for kind, _ in COLUMNS]
    block = {"num_rows": 3, "made": 0, "kinds": kinds, "ids": [*range(len(kinds))], "columns": columns}
    root: Any = codec.root
    return codec.to_bytes(root(batches=[{"block": block}]))


def refused(codec: Codec, view: str = "rows") -> str:
    plan: Any = codec.row_plans[view]
    columns = next(one for one in codec.views if one.name == view).columns
    apart = next((column.by_objects for column in columns if column.by_objects), "")
    return apart if isinstance(plan, RowPlan) else str(plan)


def test_vectors_side_by_side(tmp_path: Path) -> None:
    block = (TOYS / "probe_block.ksy").read_text(encoding="utf-8")
    codec = probes(tmp_path, block)
    assert refused(codec) == ""
    expected, _, _ = agree(codec, batch(codec))
    shared = probes(tmp_path, block.replace(MARK, ""))
    assert refused(shared) == REASON
    data = batch(shared)
    assert len(data) < len(batch(codec))
    assert read(shared, data, "objects")[0] == expected
    assert bytewright.open(data, shared).to_table().num_rows == 3


def test_bytes_before_a_list_decide_how_large_its_elements_are(tmp_path: Path) -> None:
    """The modes of the columns lie before these, and before where the walk over them begins."""
    codec = probes(tmp_path, (TOYS / "probe_block.ksy").read_text(encoding="utf-8"))
    tried, bad = agree_when_damaged(codec, batch(codec))
    assert tried > 60
    assert bad > 15


@pytest.mark.parametrize(
    ("condition", "behind", "good"),
    [
        ("", "{id: more, type: b3}", True),
        ("", "{id: more, type: b1, repeat: expr, repeat-expr: 3}", True),
        ("", "{id: more, type: u1}", True),
        ("", "{id: more, type: inner}", True),
        ("", "{id: more, type: inner, size: 1}", True),
        ("", "{id: more, type: u1, if: count > 3}\n      - {id: last, type: b8}", False),
        ("", PASSED.format(4), True),
        ("", PASSED.format(3), False),
        (", if: count > 2", "{id: more, type: u2, repeat: expr, repeat-expr: 2}\n      - {id: last, type: b8}", False),
    ],
)  # fmt: skip
def test_what_follows_a_list(tmp_path: Path, condition: str, behind: str, good: bool) -> None:
    path = tmp_path / "list.ksy"
    inner = "" if "inner" not in behind else "  inner:\n    seq: [{id: flags, type: b8}]\n"
    # Nothing of a byte is left of a record: that would be another reason.
    path.write_text(LIST % (condition, f"      - {behind}\n      - {{id: end, size: 0}}\n{inner}"), encoding="utf-8")
    codec = load(path)
    assert (refused(codec) == "") == good, refused(codec)
    data = bytes([5, 0x15, 0xFF, 0xAA, 3, 0x07, 0x55, 0x66, 9, 1, 2, 3, 4, 5])
    if good:
        agree(codec, data)
    else:
        assert REASON in refused(codec) or "bit field" in refused(codec)
        read(codec, data, "objects")


def test_elements_that_share_a_byte(tmp_path: Path) -> None:
    path = tmp_path / "list.ksy"
    path.write_text(
        "meta: {id: list, bit-endian: le}\nseq: [{id: rows, type: row, repeat: eos}]\n"
        "types:\n  row: {seq: [{id: bits, type: b1, repeat: expr, repeat-expr: 3}]}\n",
        encoding="utf-8",
    )
    codec = load(path)
    assert refused(codec) == REASON
    assert len(read(codec, b"\xff\x00\xff", "objects")[0]) == 8


HALVES = """
meta: {id: halves, endian: le, bit-endian: be}
seq:
  - {id: head, type: head}
  - {id: records, type: record, repeat: %s}
types:
  head:
    seq: [{id: count, type: b3}%s]
  record:
    seq: [%s]
-views:
  rows:
    each: records[*]
    columns:
      - {id: low, value: _.low}
"""


COUNTED = "expr, repeat-expr: head.count"
BEGIN = "{id: low, type: b5}, {id: high, type: u1}"
LEAVE = "{id: high, type: u1}, {id: low, type: b5}"


@pytest.mark.parametrize(
    ("repeat", "head", "record", "reason", "lows", "good"),
    [
        ("eos", "", BEGIN, "records that begin inside a byte", [1, 8], False),
        (COUNTED, "", BEGIN, "records that begin inside a byte", [1, 8], True),
        ("eos", "", LEAVE, "", [8, 3], False),
        (COUNTED, "", LEAVE, "", [8, 3], True),
        ("eos", ", {id: rest, type: b5}", BEGIN, "", [16, 0], True),
    ],
)
def test_records_that_begin_or_end_inside_a_byte(
    tmp_path: Path, repeat: str, head: str, record: str, reason: str, lows: list[int], good: bool
) -> None:
    """What lies before the records, and each of them, may leave bits of a byte: the next record has them, or none."""
    (tmp_path / "halves.ksy").write_text(HALVES % (repeat, head, record), encoding="utf-8")
    codec = load(tmp_path / "halves.ksy")
    assert refused(codec) == reason
    data = b"\x41\x87\x43\x05\x18"
    rows, error, _ = read(codec, data, "auto") if reason else agree(codec, data)
    assert (rows, error is None) == ([f"{{'low': {low}}}" for low in lows], good)
    for size in range(3) if not reason else ():
        agree(codec, data[:size])


@pytest.mark.parametrize(
    ("fields", "refuses"),
    [
        ("{id: a, type: b12}, {id: l, type: u1, repeat: eos}", True),
        ("{id: a, type: b12}, {id: l, size: 2, repeat: eos}", True),
        ("{id: a, type: b12}, {id: b, type: b4}, {id: l, type: u1, repeat: eos}", False),
        ("{id: a, type: {switch-on: n, cases: {2: b12}}}, {id: l, type: u1, repeat: eos}", True),
        ("{id: a, type: b12, if: n == 2}, {id: l, type: pair, repeat: eos}", True),
        ("{id: p, type: pair}, {id: l, type: part, repeat: eos}", False),
    ],
)
def test_bits_that_are_left_are_no_end_of_a_list(tmp_path: Path, fields: str, refuses: bool) -> None:
    (tmp_path / "list.ksy").write_text(
        "meta: {id: list, endian: le, bit-endian: be}\nseq: [{id: rows, type: row, repeat: eos}]\ntypes:\n"
        "  row: {seq: [{id: n, type: u1}, {id: body, type: body, size: n}]}\n"
        "  pair: {seq: [{id: x, type: u1}]}\n  part: {seq: [{id: x, type: b4}]}\n"
        f"  body: {{seq: [{fields.replace('n ==', '_parent.n ==').replace('on: n', 'on: _parent.n')}]}}\n",
        encoding="utf-8",
    )
    codec = load(tmp_path / "list.ksy")
    assert bool(refused(codec)) == refuses
    for data in (b"\2\x11\x10", b"\3\x11\x10\x11\2\x11\x10"):
        (read(codec, data, "auto") if refuses else agree(codec, data))
