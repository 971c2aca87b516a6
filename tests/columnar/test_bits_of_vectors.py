"""Vectors of bits beside vectors of bytes with as many elements: no bits are left behind these."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{id: pages, type: page, repeat: eos}]
types:
  page:
    seq:
      - {id: num, type: u1, valid: {max: 40}}
      - {id: has_level, type: b1, repeat: expr, repeat-expr: num, -validity-of: level}
      - {id: level, type: s2, repeat: expr, repeat-expr: num}
      - {id: flags, type: b2, repeat: expr, repeat-expr: num}
      - {id: marks, type: mark, repeat: expr, repeat-expr: num}
      - {id: has_ratio, type: b1, repeat: expr, repeat-expr: num, -validity-of: ratio}
      - {id: ratio, type: f4, repeat: expr, repeat-expr: num}
  mark: {seq: [{id: place, type: u1}]}
-views:
  rows:
    each: pages[*]
    rows: _.num
    columns:
      - {id: level, value: '_.level[_row]', nullable: true}
      - {id: flag, value: '_.flags[_row]'}
      - {id: ratio, value: '_.ratio[_row]', nullable: true}
  pages:
    each: pages[*]
    where: _.num != 1
    columns: [{id: levels, value: _.level}, {id: flags, value: _.flags}, {id: ratios, value: _.ratio}]
"""
Row = tuple[int | None, int, float | None]
ROWS: Sequence[Row] = [(None if n % 3 == 1 else 7 * n - 90, n % 4, None if n % 5 == 2 else n / 4) for n in range(60)]


def bits(numbers: Sequence[int], width: int) -> str:
    return "".join(f"{number:0{width}b}"[::-1] for number in numbers)


def stored(text: str) -> bytes:
    """Bits, the lowest of each byte first."""
    return int((text + "0" * (-len(text) % 8))[::-1] or "0", 2).to_bytes(-(-len(text) // 8), "little")


def page(rows: Sequence[Row]) -> bytes:
    levels, flags, ratios = zip(*rows, strict=True) if rows else ((), (), ())
    return (
        bytes([len(rows)])
        + stored(bits([level is not None for level in levels], 1))
        + struct.pack(f"<{len(rows)}h", *(level or 0 for level in levels))
        + stored(bits(flags, 2))
        + bytes(range(len(rows)))
        + stored(bits([ratio is not None for ratio in ratios], 1))
        + struct.pack(f"<{len(rows)}f", *(ratio or 0 for ratio in ratios))
    )


DATA = page(ROWS[:3]) + page([]) + page(ROWS[3:4]) + page(ROWS[4:20]) + page(ROWS[20:])


def test_all_pages_are_read_by_the_kernel(compiled: Compile) -> None:
    """The last one too, of which a file may consist."""
    codec = compiled(SPEC)
    assert made_by_the_kernel(codec) == {"level", "flag", "ratio"}
    assert made_by_the_kernel(codec, "pages") == {"levels", "flags", "ratios"}
    for data, rows in ((DATA, ROWS), (page(ROWS[:9]), ROWS[:9])):
        table = bytewright.open(data, codec, engine="columns")
        found = table.to_table().to_pylist()
        assert [tuple(row.values()) for row in found] == rows
        assert table.counted == {"columns": len(rows)}
    assert agree(codec, DATA)[1] is None
    assert len(agree(codec, DATA, view="pages")[0]) == 4


def test_damaged(compiled: Compile) -> None:
    codec = compiled(SPEC)
    for mode in ("FAILFAST", "PERMISSIVE"):
        tried, _ = agree_when_damaged(codec, DATA, mode=mode)
        assert tried > 80


def test_bits_behind_which_there_may_be_nothing(compiled: Compile) -> None:
    """Another count, or a condition, says nothing of how many elements follow: such bits are left to objects."""
    for other in ("repeat-expr: num - 1", "repeat-expr: num, if: num > 2"):
        text = SPEC.replace(
            "{id: level, type: s2, repeat: expr, repeat-expr: num}", f"{{id: level, type: s2, repeat: expr, {other}}}"
        )
        codec = compiled(text.replace(", -validity-of: level", "").split("  pages:\n    each")[0])
        assert "bits that may go on" in str(codec.row_plans["rows"])
