"""Integers in groups of seven bits are one operation of the kernel, whatever else a group says of itself."""

from tests.support.both import agree
from tests.support.compiling import Compile

from bytewright_codegen.backends.kernel.row_plans import source

GROUPS = """
seq: [{id: all, type: row, repeat: eos}]
types:
  row: {seq: [{id: len_text, type: varint}, {id: text, type: str, size: len_text.value}]}
  varint:
    seq: [{id: groups, type: group(_index), repeat: until, repeat-until: not _.more}]
    instances: {value: {value: groups.last.value}}
  group:
    params: [{id: i, type: u1}]
    seq: [{id: more, type: b1}, {id: low, type: b7}]
    instances:
      bits: {value: low + 0}
      value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}
-views:
  rows:
    each: all[*]
    columns: [{id: text, value: _.text}]
"""


def test_a_group_that_calculates_more(compiled: Compile) -> None:
    codec = compiled(GROUPS, bit_order="be")
    assert "Varint(" in source(codec.row_plans["rows"])
    rows, error, _ = agree(codec, b"\x02ab" + b"\x80\x00" + b"\x82\x01" + b"x" * 130)
    assert (rows, error) == (["{'text': 'ab'}", "{'text': ''}", f"{{'text': '{'x' * 130}'}}"], None)
