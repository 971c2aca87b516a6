"""What two models differ in."""

from __future__ import annotations

import math

from tests.support.compiling import Compile

from bytewright.oracles.compare import difference

SPEC = """
seq:
  - {id: a, type: u1}
  - {id: numbers, type: u1, repeat: expr, repeat-expr: 2}
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
  - {id: half, type: f4}
types: {part: {seq: [{id: x, type: u1}, {id: text, size: 1}]}}
"""
DATA = b"\1\2\3\4a\5b" + bytes(4)


def test_the_first_difference_is_named(compiled: Compile) -> None:
    codec = compiled(SPEC)
    ours = codec.parse(DATA)
    assert difference(ours, codec.parse(DATA)) is None
    for place, found in {
        0: "a: 1, and 9",
        2: "numbers[1]: 3, and 9",
        3: "parts[0].x: 4, and 9",
        6: r"parts[1].text: b'b', and b'\t'",
    }.items():
        other = bytearray(DATA)
        other[place] = 9
        assert difference(ours, codec.parse(bytes(other))) == found
    theirs = codec.parse(DATA)
    theirs.numbers.append(1)
    assert difference(ours, theirs) == "numbers: 2 elements, and 3"


def test_floats_are_compared_by_their_bits(compiled: Compile) -> None:
    codec = compiled(SPEC)
    ours, theirs = codec.parse(DATA), codec.parse(DATA)
    theirs.half = -0.0
    assert difference(ours, theirs) == "half: 0.0, and -0.0"
    ours.half = theirs.half = math.nan
    assert difference(ours, theirs) is None
    ours.half, theirs.half = 0.1, 0.1 + 1e-12
    assert difference(ours, theirs) is None
