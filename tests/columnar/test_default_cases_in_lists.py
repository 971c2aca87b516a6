"""Lists whose elements one switch types: with a case for all other values, and with none for some."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_in_all_modes, made_by_the_kernel
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: kind, type: {kind}}}
      - {{id: count, type: u1}}
      - {{id: values, type: {{switch-on: kind, cases: {{{cases}}}}}, repeat: expr, repeat-expr: count % 5}}
      - {{id: end, type: u1}}
  pair: {{seq: [{{id: a, type: u1}}, {{id: b, type: s2}}]}}
  text: {{seq: [{{id: len, type: u1}}, {{id: text, type: str, size: len}}]}}
"""


def record(kind: int, many: int, elements: bytes) -> bytes:
    return bytes([kind, many]) + elements + b"\7"


CASES: dict[str, tuple[str, *tuple[tuple[int, bytes], ...]]] = {
    "the first one again": ("1: u1, 2: u2, 4: f8, 3: pair, _: u1", (2, b"abcd"), (3, b"abcdef"), (9, b"ab")),
    "of its own": ("1: u1, 2: u2, 3: s1, _: u4", (1, b"ab"), (3, b"ab"), (0, b"abcdefgh")),
    "a structure": ("1: u1, 2: u2, 3: u2, _: pair", (2, b"abcd"), (5, b"abcdef")),
    "bits": ("1: u1, 2: u2, _: b3", (2, b"abcd"), (5, b"a")),
    "of several sizes": ("1: u1, 2: u2, _: text", (2, b"abcd"), (5, b"\1a\2bc")),
    "alone": ("_: u2", (2, b"abcd"), (5, b"abcd")),
    "behind one below 0": ("1: s1, 2: u2be, -1: u2, _: u4", (2, b"abcd"), (255, b"abcd"), (254, b"abcdefgh")),
}


@pytest.mark.parametrize("name", CASES)
def test_engines_agree(compiled: Compile, name: str) -> None:
    cases, *written = CASES[name]
    codec = compiled(SPEC.format(cases=cases, kind="s1" if "below" in name else "u1"))
    kept = {"kind", "count", "end"}
    assert made_by_the_kernel(codec) == (kept if name == "of several sizes" else kept | {"values"})
    data = b"".join(record(kind, 2, elements) for kind, elements in written)
    agree_in_all_modes(codec, data + record(written[0][0], 0, b"") + data)


def test_values(compiled: Compile) -> None:
    codec = compiled(SPEC.format(cases="1: u1, 2: u2, _: u1", kind="u1"))
    data = record(1, 2, b"ab") + record(2, 2, b"abcd") + record(7, 3, b"xyz")
    rows = bytewright.open(data, codec, engine="columns").to_table().to_pylist()
    assert [row["values"] for row in rows] == [[97, 98], [25185, 25699], [120, 121, 122]]


TO_THE_END = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq: [{id: len, type: u1}, {id: body, type: body, size: len}]
  body:
    seq:
      - {id: kind, type: u1}
      - {id: values, type: {switch-on: kind, cases: {1: u2, 2: u2be, 3: text}}, repeat: eos}
  text: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}
"""


def test_lists_to_the_end_of_which_no_case_is_chosen_are_empty(compiled: Compile) -> None:
    codec = compiled(TO_THE_END)
    data = b"\5\1abcd" + b"\5\7abcd" + b"\3\2ab" + b"\1\7" + b"\6\3\1a\2bc"
    agree_in_all_modes(codec, data)
    table = bytewright.open(data, codec, engine="columns", columns=["body"])
    assert [len(row["body"]["values"]) for row in table.to_table().to_pylist()] == [2, 0, 1, 0, 2]
    assert [warning.text for warning in table.warnings] == ["4 bytes that no field describes"]


def test_a_file_that_is_such_a_list(compiled: Compile) -> None:
    codec = compiled("seq: [{id: k, type: u1}, {id: x, type: {switch-on: k, cases: {1: u2}}, repeat: eos}]")
    for data in (b"\1abcd", b"\2abc", b"\2"):
        rows, error, _ = agree(codec, data)
        assert (len(rows), error) == (1, None)
    assert agree(codec, b"\1abc")[1] is not None
