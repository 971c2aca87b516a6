"""What is asked of a value that is absent has none: no engine makes a null, or the text 'None', of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.both import agree

from bytewright_codegen.load import load

SPEC = """
meta: {{id: absent, endian: le, encoding: UTF-8}}
seq: [{{id: records, type: record, size: 24, repeat: eos}}]
enums: {{kinds: {{1: one, 2: two}}}}
types:
  record:
    seq:
      - {{id: f, type: u1}}
      - {{id: t, type: str, size: 2, if: f != 0}}
      - {{id: b, size: 2, if: f != 0}}
      - {{id: n, type: u1, if: f != 0}}
      - {{id: e, type: u1, enum: kinds, if: f != 0}}
      - {{id: d, type: f4, if: f != 0}}
      - {{id: s, type: pair, if: f != 0}}
      - {{id: l, type: u1, repeat: expr, repeat-expr: 2, if: f != 0}}
      - {{id: v, type: pair, repeat: expr, repeat-expr: 2, if: f != 0}}
  pair:
    seq: [{{id: n, type: u1}}, {{id: s, size: 1}}]
-views:
  rows:
    default: true
    each: records[*]
    columns: [{{id: x, value: '{value}'}}]
"""
RECORD = b"\1" + b"12" + b"cd" + b"\3\2" + b"\0\0\x20\x40" + b"\5x" + b"\1\2" + b"\1a\2b"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("_.t.length", 2),
        ("_.t.to_i", 12),
        ("_.t.reverse", "21"),
        ("_.b.size", 2),
        ("_.b.length", 2),
        ("_.n.to_s", "3"),
        ("_.n.to_s.length", 1),
        ("_.s.n.to_s", "5"),
        ('"no. " + _.n.to_s', "no. 3"),
        ('f"{_.n}!"', "3!"),
        ("_.e.to_i", 2),
        ("_.d.to_i", 2),
        ("_.l.size", 2),
        ("_.l.first", 1),
        ("_.l.last", 2),
        ("_.l.max", 2),
        ("_.v.size", 2),
        ("_.v.last.n", 2),
        ("_.s.s.size", 1),
        ("_.n + 1", 4),
        ("_.n < 4", True),
    ],
)
def test_nothing_is_made_of_what_is_absent(tmp_path: Path, value: str, expected: object) -> None:
    path = tmp_path / "absent.ksy"
    path.write_text(SPEC.format(value=value), encoding="utf-8")
    codec = load(path)
    rows, error, _ = agree(codec, RECORD.ljust(24, b"\0") + bytes(24))
    assert rows == [repr({"x": expected})]
    assert error is not None
    assert "records[1]: the view has no value for it (column x): something that it asks for is absent" in error
    guarded = SPEC.format(value=f"_.f == 0 or ({value}) == ({value})")
    path.write_text(guarded, encoding="utf-8")
    rows, error, _ = agree(load(path), RECORD.ljust(24, b"\0") + bytes(24))
    assert (rows, error) == (["{'x': True}"] * 2, None)
