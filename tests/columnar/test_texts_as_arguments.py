"""Texts that the spec writes as arguments of types: the kernel shows and compares them."""

from __future__ import annotations

from tests.support.both import agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1}
      - {id: one, type: 'value("metres")'}
      - {id: some, type: 'value("feet")', repeat: expr, repeat-expr: kind % 3}
      - {id: other, type: {switch-on: kind % 4, cases: {0: 'value("")', 1: 'named("é")'}}}
      - {id: end, type: u1}
  value:
    params: [{id: unit, type: str}]
    seq:
      - {id: number, type: u2}
      - {id: inches, type: u1, if: unit == "feet"}
    instances:
      shown: {value: 'number.to_s + " " + unit'}
      is_short: {value: unit.length < 5}
  named: {params: [{id: name, type: str}], seq: [{id: text, type: strz, valid: {expr: _ != name}}]}
-views:
  rows:
    each: records[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: one, value: _.one.shown}
      - {id: unit, value: _.one.unit}
      - {id: is_short, value: _.one.is_short}
      - {id: some, value: _.some}
      - {id: name, value: _.other.as<named>.text, if: _.kind % 4 == 1}
      - {id: given, value: _.other.as<named>.name, if: _.kind % 4 == 1}
      - {id: end, value: _.end}
"""


def test_engines_agree(compiled: Compile) -> None:
    codec = compiled(SPEC)
    assert made_by_the_kernel(codec) == {"kind", "one", "unit", "is_short", "some", "name", "given", "end"}
    record = b"\1\2\0" + b"\3\0\4" + b"ab\0" + b"\7"
    data = record + b"\0\5\0\6\0\1" + b"\2\5\0" + b"\3\0\4" * 2 + b"\1" + record
    agree_in_all_modes(codec, data)
    first = bytewright.open(data, codec, engine="columns").to_table().to_pylist()[0]
    assert first == {
        "kind": 1,
        "one": "2 metres",
        "unit": "metres",
        "is_short": False,
        "some": [{"number": 3, "inches": 4, "shown": "3 feet", "is_short": True}],
        "name": "ab",
        "given": "é",
        "end": 7,
    }


def test_arguments_of_what_is_not_there(compiled: Compile) -> None:
    codec = compiled("""
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: tag, type: u1}, {id: value, type: 'value(tag, "a")', if: tag < 4}, {id: end, type: u1}]}
  value: {params: [{id: number, type: u1}, {id: name, type: str}], seq: [{id: byte, type: u1}]}
-views:
  rows: {each: 'records[*]', columns: [{id: number, value: _.value.number}, {id: name, value: _.value.name}]}
""")
    assert made_by_the_kernel(codec) == {"number", "name"}
    data = b"\2\0\1\7\1\3\0\1"
    agree_in_all_modes(codec, data)
    rows = bytewright.open(data, codec, engine="columns").to_table().to_pylist()
    assert rows == [{"number": 2, "name": "a"}, {"number": None, "name": None}, {"number": 3, "name": "a"}]
