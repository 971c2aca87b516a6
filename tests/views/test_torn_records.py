"""The last record of a file may be unfinished, wherever it ends: ``tornTail=ignore``."""

from __future__ import annotations

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import TruncatedError
from bytewright.tables.engines import Engine

ENGINES: tuple[Engine, ...] = ("objects", "auto")
ENDED = """
seq: [{{id: head, type: u1}}, {{id: records, type: record, repeat: eos}}]
types:
  record:
    seq:
      - {{id: number, type: u1}}
      - {{id: text, type: str, encoding: {encoding}, terminator: {terminator}}}
      - {{id: bytes, terminator: {terminator}}}
      - {{id: last, type: u1}}
"""
IN_A_BODY = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body: {seq: [{id: text, type: str, encoding: ASCII, terminator: 10}]}
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("encoding", "terminator"),
    [("ASCII", b"\n"), ("ASCII", b"\0"), ("ASCII", b"\xff"), ("UTF-16LE", b"\n\0"), ("UTF-16BE", b"\0\n")],
)
def test_a_record_ends_anywhere(compiled: Compile, encoding: str, terminator: bytes, engine: Engine) -> None:
    codec = compiled(ENDED.format(encoding=encoding, terminator=[*terminator]))
    first, second = (
        bytes([number]) + text.encode(encoding) + terminator + b"abcd" + terminator + b"\x07"
        for number, text in ((1, "one"), (2, "three"))
    )
    for end in range(len(second) + 1):
        table = bytewright.open(b"h" + first + second[:end], codec, engine=engine, options={"tornTail": "ignore"})
        assert table.to_table()["text"].to_pylist() == ["one", "three"][: 1 + (end == len(second))], end


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_record_lacks_inside_is_an_error(compiled: Compile, engine: Engine) -> None:
    codec = compiled(IN_A_BODY)
    good, bad = b"\x03ab\n", b"\x03abc"
    table = bytewright.open(good + bad, codec, engine=engine, options={"tornTail": "ignore"})
    with pytest.raises(TruncatedError, match=r"records\[1\].body.text: expected a terminator 0a, found the end"):
        table.to_table()
    assert (
        bytewright.open(good + bad[:-1], codec, engine=engine, options={"tornTail": "ignore"}).to_table().num_rows == 1
    )
