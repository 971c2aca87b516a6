"""Lists in lists of which an outer one lies in one case of a switch."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

SPEC = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: kind, type: u1}}
      - {{id: len, type: u1}}
      - {{id: body, {frame}type: {{switch-on: kind, cases: {{1: up}}}}}}
  up: {{seq: [{{id: num, type: u1}}, {{id: parts, type: part, repeat: expr, repeat-expr: num}}]}}
  part: {{seq: [{{id: num, type: u1}}, {{id: values, type: value, repeat: expr, repeat-expr: num}}]}}
  value: {{seq: [{{id: num, type: u1}}, {{id: bits, type: u2, repeat: expr, repeat-expr: num}}]}}
-views:
  values:
    each: records[*].body.as<up>.parts[*].values[*]
    columns: [{{id: record, value: records._index}}, {{id: part, value: parts._index}}, {{id: num, value: _.num}}]
  bits:
    each: records[*].body.as<up>.parts[*].values[*].bits[*]
    columns: [{{id: kind, value: records.kind}}, {{id: bit, value: _}}]
"""
RECORDS: list[list[list[list[int]]] | None] = [[[[5, 6], []], []], None, [], [[[7]], [[8], [9, 10, 11]]]]


def encoded(record: list[list[list[int]]] | None, *, sized: bool) -> bytes:
    if record is None:
        return bytes([2, 0])
    body = bytes([len(record)])
    for part in record:
        body += bytes([len(part)])
        for value in part:
            body += bytes([len(value)]) + b"".join(bit.to_bytes(2, "little") for bit in value)
    return bytes([1, len(body) if sized else 0]) + body


@pytest.mark.parametrize("sized", [True, False])
def test_elements(compiled: Compile, sized: bool) -> None:
    codec = compiled(SPEC.format(frame="size: len, " if sized else ""))
    data = b"".join(encoded(record, sized=sized) for record in RECORDS)
    wanted = {
        "values": [
            {"record": number, "part": place, "num": len(value)}
            for number, record in enumerate(RECORDS)
            for place, part in enumerate(record or [])
            for value in part
        ],
        "bits": [
            {"kind": 1, "bit": bit} for record in RECORDS for part in record or [] for value in part for bit in value
        ],
    }
    for view, rows in wanted.items():
        assert made_by_the_kernel(codec, view) == set(rows[0])
        assert agree(codec, data, view=view) == (list(map(repr, rows)), None, [])
        tried, bad = agree_when_damaged(codec, data, view=view)
        assert tried > 50
        assert bad > 20
