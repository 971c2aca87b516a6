"""What isn't there, compared with a number: it is equal to none, and no record is left to objects for that."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.kernels.plan import Aside, RowPlan

SPEC = """
seq:
  - {{id: records, type: record, repeat: eos}}
types:
  record:
    seq:
      - {{id: kind, type: u1}}
      - {{id: len, type: u1}}
      - {{id: part, type: part, size: len, if: len != 0}}
      - {{id: extra, type: u2, if: kind & 1 != 0}}
      - {{id: other, type: u2, if: kind & 2 != 0}}
      - {{id: ratio, type: f4, if: kind & 4 != 0}}
      - {{id: body, size: 4, type: {{switch-on: kind, cases: {{1: one, 2: two, _: two}}}}}}
      - {{id: last, type: u1, if: {inside}}}
  part:
    seq:
      - {{id: head, type: u1}}
      - {{id: color, type: u1, enum: color}}
      - {{id: deep, type: deep, if: head == 7}}
  deep: {{seq: [{{id: size, type: s2}}]}}
  one: {{seq: [{{id: x, type: u2}}, {{id: y, type: u2}}]}}
  two: {{seq: [{{id: z, type: u4}}]}}
enums: {{color: {{3: red, 4: blue}}}}
-views:
"""


VIEW = """
  {name}:
    each: records[*]
    where: {asked}
    columns: [{{id: number, value: _index}}, {{id: shown, value: '{asked}'}}, {{id: head, value: _.part.head}}]
"""


class Record(NamedTuple):
    """A record as the test knows it: what isn't there is None."""

    kind: int
    head: int | None
    color: int | None
    deep: int | None
    extra: int | None
    other: int | None
    ratio: float | None
    x: int | None
    z: int | None

    @property
    def stored(self) -> bytes:
        part = b"" if self.head is None else bytes([self.head, self.color or 0])
        part += b"" if self.deep is None else struct.pack("<h", self.deep)
        found = struct.pack("<BB", self.kind, len(part)) + part
        found += b"".join(struct.pack("<H", one) for one in (self.extra, self.other) if one is not None)
        found += b"" if self.ratio is None else struct.pack("<f", self.ratio)
        found += struct.pack("<HH", self.x, 5) if self.x is not None else struct.pack("<I", self.z)
        return found + (b"!" if self.extra == 7 else b"")


def _drawn(drawn: random.Random) -> Record:
    kind, head = drawn.randrange(8), drawn.choice([None, 1, 7])
    first, second, third, fourth = drawn.choices([6, 7], k=4)
    return Record(
        kind,
        head,
        None if head is None else drawn.choice([3, 4]),
        drawn.choice([-1, 7]) if head == 7 else None,
        first if kind & 1 else None,
        second if kind & 2 else None,
        drawn.choice([0.5, 7.0]) if kind & 4 else None,
        third if kind == 1 else None,
        None if kind == 1 else fourth,
    )


ASKED: dict[str, Callable[[Record], Any]] = {
    "_.part.head == 7": lambda r: r.head == 7,
    "_.kind > 2 and _.part.head == 7": lambda r: r.kind > 2 and r.head == 7,
    "7 != _.part.head": lambda r: r.head != 7,
    "_.part.color == color::red or _.kind == 2": lambda r: r.color == 3 or r.kind == 2,
    "_.part.deep.size != -1": lambda r: r.deep != -1,
    "_.extra == 7": lambda r: r.extra == 7,
    "_.extra != 7": lambda r: r.extra != 7,
    "_.extra == _.other": lambda r: r.extra == r.other,
    "_.extra != _.other": lambda r: r.extra != r.other,
    "_.extra == _.kind + 6": lambda r: r.extra == r.kind + 6,
    "_.ratio == 0.5": lambda r: r.ratio == 0.5,
    "_.ratio != 0.5": lambda r: r.ratio != 0.5,
    "_.ratio == _.extra": lambda r: r.ratio == r.extra,
    "_.body.as<one>.x == 7": lambda r: r.x == 7,
    "_.body.as<two>.z != 7": lambda r: r.z != 7,
    "not (_.part.head == 7) and _.extra != 6": lambda r: r.head != 7 and r.extra != 6,
}


def _compiled(compiled: Compile, inside: str, *asked: str) -> Codec:
    views = "".join(VIEW.format(name=f"rows{place}", asked=one) for place, one in enumerate(asked))
    return compiled(SPEC.format(inside=inside) + views)


def _rows(data: bytes, codec: Codec, view: str, engine: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = bytewright.open(data, codec, view, engine=engine).to_table().to_pylist()
    return found


def test_it_is_equal_to_no_number(compiled: Compile) -> None:
    codec = _compiled(compiled, "extra == 7", *ASKED)
    drawn = random.Random(7)
    records = [_drawn(drawn) for _ in range(300)]
    data = b"".join(record.stored for record in records)
    for view, (asked, holds) in zip(codec.views, ASKED.items(), strict=True):
        plan = codec.row_plans[view.name]
        assert isinstance(plan, RowPlan)
        steps = (plan.mixed or plan).steps  # of the plan that reads all records, not only those that are rows
        assert not any(isinstance(step, Aside) for step in steps), asked
        expected = [{"number": i, "shown": True, "head": r.head} for i, r in enumerate(records) if holds(r)]
        assert 0 < len(expected) < 300
        for engine in ("objects", "columns"):
            assert _rows(data, codec, view.name, engine) == expected, asked


@pytest.mark.parametrize("inside", ["part.head == 7", "part.head != 7", "body.as<one>.x == 7"])
def test_a_member_of_it_is_an_error_in_a_structure(inside: str, compiled: Compile) -> None:
    codec = _compiled(compiled, inside, "_.kind < 9")
    good = Record(1, 7, 3, 7, 6, None, None, 7, None)
    data = good.stored + (b"" if "!=" in inside else b"!")
    bad = Record(2, None, None, None, None, 6, None, None, 7).stored
    for engine in ("objects", "columns"):
        assert _rows(data, codec, "rows0", engine) == [{"number": 0, "shown": True, "head": 7}]
        with pytest.raises(ReadError):
            _rows(data + bad, codec, "rows0", engine)


TEXTS = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: len, type: u1}}
      - {{id: part, type: part, size: len, if: len != 0}}
      - {{id: extra, type: str, size: 2, if: len == 1}}
      - {{id: body, size: 2, type: {{switch-on: len, cases: {{2: part, _: two}}}}}}
      - {{id: last, type: u1, if: '{inside}'}}
  part: {{seq: [{{id: note, type: str, size-eos: true}}]}}
  two: {{seq: [{{id: z, type: u2}}]}}
-views:
  rows: {{each: 'records[*]', columns: [{{id: len, value: _.len}}, {{id: last, value: _.last}}]}}
"""


@pytest.mark.parametrize(
    ("inside", "good", "bad"),
    [
        ('part.note == "ab"', {b"\2ab..!": 33, b"\2cd..": None}, [b"\0..", b"\0..!"]),
        ('part.note != "ab"', {b"\2ab..": None, b"\2cd..!": 33}, [b"\0..", b"\0..!"]),
        ('body.as<part>.note == "ab"', {b"\2..ab!": 33, b"\2..cd": None}, [b"\0..", b"\1aabzz", b"\0ab!"]),
        ('extra == "ab"', {b"\1aab..!": 33, b"\0..": None, b"\2....": None}, [b"\1aab.."]),
        ('extra != "ab"', {b"\1aab..": None, b"\0..!": 33, b"\2....!": 33}, [b"\0.."]),
    ],
)
def test_texts_are_as_numbers(inside: str, good: dict[bytes, int | None], bad: list[bytes], compiled: Compile) -> None:
    codec = compiled(TEXTS.format(inside=inside))
    expected = [{"len": data[0], "last": last} for data, last in good.items()]
    for engine in ("objects", "columns"):
        assert _rows(b"".join(good), codec, "rows", engine) == expected
        for data in bad:
            with pytest.raises(ReadError):
                _rows(data, codec, "rows", engine)
