"""Which files can grow, and why others can't, as the declaration says it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.compiling import Compile

NO = {
    "its files are no lists of records up to their end": "seq: [{id: value, type: u4}]",
    "toy.first asks for the list records": """
seq:
  - {id: records, type: record, repeat: eos}
instances:
  first: {value: 'records[0].value'}
types:
  record: {seq: [{id: value, type: u4}]}
""",
    "how many records there are stands before them: num": """
seq:
  - {id: num, type: u1}
  - {id: records, type: record, repeat: expr, repeat-expr: num}
types:
  record: {seq: [{id: value, type: u4}]}
""",
    "an element of records says that it is the last": """
seq:
  - {id: records, type: record, repeat: until, repeat-until: _.value == 0}
types:
  record: {seq: [{id: value, type: u4}]}
""",
    "a checksum is of all records": """
seq:
  - {id: digest, type: u4, -checksum: {algorithm: crc32, from: records, to: records}}
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: value, type: u4}]}
""",
    "toy.size rests on the size of the file: _io.size": """
seq:
  - {id: size, type: u4, valid: _io.size}
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: value, type: u4}]}
""",
    "toy.index lies at a place of its own": """
seq:
  - {id: at, type: u4}
  - {id: records, type: record, repeat: eos}
instances:
  index: {pos: at, type: u4}
types:
  record: {seq: [{id: value, type: u4}]}
""",
    "entry 1 of record rests on something that differs from record to record: (-_io.pos) % 4": """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: value, type: u1}, {size: -_io.pos % 4}]}
""",
    "record.number rests on something that differs from record to record: i": """
seq:
  - {id: records, type: record(_index), repeat: eos}
types:
  record: {params: [{id: i, type: s4}], seq: [{id: number, type: u4, valid: i}]}
""",
    "record.rest reaches to the end of the file": """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: value, type: u1}, {id: rest, size-eos: true}]}
""",
    "record.line reaches to the end of the file": """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: line, type: str, terminator: 10, eos-error: false}]}
""",
    "record.behind is a place in the file": """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: behind, type: u4, -derive: {end-of: value}}, {id: value, type: u4}]}
""",
}
YES = {
    "what precedes the records is the same for each": """
seq:
  - {id: big, type: u1}
  - {id: width, type: u1}
  - {id: len_names, type: u1}
  - {id: names, type: names, size: len_names}
  - {id: records, type: 'record(width)', repeat: eos}
instances:
  twice: {value: width * 2}
types:
  names: {seq: [{id: name, type: str, terminator: 0, repeat: eos}]}
  record:
    params: [{id: width, type: u1}]
    meta: {endian: {switch-on: _root.big, cases: {1: be, _: le}}}
    seq:
      - {id: which, type: u1}
      - {id: value, size: 'width + _root.twice + _parent.names.name[which].length'}
""",
    "a record with bytes of its own": """
seq:
  - {id: records, type: record, repeat: eos}
types:
  record: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: value, type: u1}, {size: -_io.pos % 4}, {id: rest, size-eos: true}]}
""",
    "records of one size": """
seq:
  - {id: size, type: u2}
  - {id: records, type: record, size: size, repeat: eos}
types:
  record: {seq: [{id: text, type: str, size-eos: true}]}
""",
}


@pytest.mark.parametrize("reason", NO)
def test_what_cannot_grow(compiled: Compile, reason: str):
    assert compiled(NO[reason]).append_refusal.startswith(reason)


@pytest.mark.parametrize("what", YES)
def test_what_can(compiled: Compile, what: str):
    codec: Any = compiled(YES[what])
    assert codec.append_refusal == ""
