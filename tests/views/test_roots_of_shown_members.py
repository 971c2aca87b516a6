"""A member that stands for a structure need not say all of it: what it leaves untold, a root holds."""

from __future__ import annotations

import json
import re
import struct

import pyarrow as pa
import pytest
from tests.support.both_ways import both_ways, read, write
from tests.support.compiling import Compile

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of

SPEC = """
seq: [{{id: rows, type: row, repeat: eos}}]
types:
  row:
    seq:
      - {{id: number, type: u1}}
      - {{id: times, type: shown, repeat: expr, repeat-expr: 2}}
      - {{id: time, type: shown}}
  shown:
    -show: {{value: member}}
    {more}
    seq: [{seq}]
    instances: {{{instances}}}
-views:
  rows:
    each: rows[*]
    columns:
      - {{id: number, value: _.number}}
      - {{id: times, value: _.times}}
      - {{id: time, value: _.time}}
"""
TICKS = "{id: ticks, type: s8}"


def made(compiled: Compile, seq: str, member: str, more: str = "") -> Codec:
    instances = f"member: {{value: '{member}'}}" if member else ""
    return compiled(SPEC.format(seq=seq, instances=instances, more=more))


def ticks(number: int) -> bytes:
    return struct.pack("<q", 133_000_000_000_000_000 + number * 1_000_003)


def rows(item: bytes | None = None) -> bytes:
    """Five rows of three structures each, which differ in what a quotient doesn't say."""
    found = b""
    for number in range(5):
        three = [ticks(3 * number + place) if item is None else item % (3 * number + place) for place in range(3)]
        found += bytes([number]) + b"".join(three)
    return found


@pytest.mark.parametrize(
    ("seq", "member", "more", "data"),
    [
        (TICKS, "ticks / 10", "", rows()),
        (TICKS, "ticks / 10 - 11644473600000000", "-type: {timestamp: us}", rows()),
        (TICKS, "ticks >> 3", "", rows()),
        (TICKS, "ticks & 0xffffff", "", rows()),
        (TICKS, "ticks * 0.5", "", rows()),
        (TICKS, "ticks < 133000000005000015 ? ticks / 7 : ticks", "", rows()),
        ("{id: text, type: str, size: 6, encoding: ASCII}", "text.to_i", "", rows(b"%06d")),
        ("{id: stored, type: u4}, {id: unit, type: u2}", "stored + 7", "", rows(b"\1%03d\2\3")),
        ("{id: unit, type: u2}, {id: member, type: str, size: 4, encoding: ASCII}", "", "", rows(b"\2\3%04d")),
        ("{id: unit, type: u2}, {id: len, type: u1, valid: 3}, {id: member, size: len}", "", "", rows(b"\2\4\3%03d")),
    ],
    ids=range(10),
)
def test_roots_hold_what_the_member_leaves_untold(
    compiled: Compile, seq: str, member: str, more: str, data: bytes
) -> None:
    both_ways(made(compiled, seq, member, more), data, alone=False)


@pytest.mark.parametrize("member", ["ticks / 10", "ticks >> 3", "ticks / 10 - 11644473600000000"])
def test_without_a_root_rows_become_what_gives_them_again(compiled: Compile, member: str) -> None:
    codec = made(compiled, TICKS, member)
    found = read(codec, rows())
    assert read(codec, write(codec, found)) == found


@pytest.mark.parametrize(
    "seq", ["{id: unit, type: u2}, {id: member, type: u4}", "{id: member, type: u4}, {id: unit, type: u2}"]
)
@pytest.mark.parametrize(("left", "path"), [([], "rows[0].times[0].unit"), (["times"], "rows[0].time.unit")])
def test_without_a_root_what_the_member_leaves_untold_is_missed(
    compiled: Compile, seq: str, left: list[str], path: str
) -> None:
    codec = made(compiled, seq, "")
    found = read(codec, bytes(range(19))).drop_columns(left)
    root = {"rows": [{"times": [{"unit": 1, "member": 2}] * 2}]} if left else None
    with pytest.raises(
        BytewrightError, match=re.escape(f"{path}: expected a value, found nothing. Let the view have a column for it")
    ):
        write(codec, found, root=root)


def test_other_values_than_the_root_tells_of(compiled: Compile) -> None:
    """A quotient that rows change changes the number, of which the remainder stays; what can't be found is refused."""
    changed = pa.array([1, 2, 3, 4, 5], pa.int64())
    for member, expected in (("ticks / 10", 10), ("(ticks * 0.5).to_i", None)):
        codec = made(compiled, TICKS, member)
        found = read(codec, rows())
        root = root_of(codec, BytesSource(rows()), None, parse(codec))
        other = found.set_column(2, found.schema.field(2), changed)
        if expected is None:
            with pytest.raises(BytewrightError, match="expected the structure that the root tells of, found 1"):
                write(codec, other, root=root)
            continue
        data = write(codec, other, root=root)
        stored = [struct.unpack_from("<q", data, 25 * number + 17)[0] for number in range(5)]
        assert stored == [10 * (number + 1) + struct.unpack("<q", ticks(3 * number + 2))[0] % 10 for number in range(5)]
        assert json.dumps(root).count("ticks") == 15
