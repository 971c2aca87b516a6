"""Which field errors name: the one that decides whether a value can be computed, however many values lie between."""

import pytest
from tests.support.compiling import Compile

from bytewright.errors import ReadError


@pytest.mark.parametrize("size", ["shape.as<box>.width", "width", "half * 2"])
def test_what_a_case_decides_that_has_no_such_field(size: str, compiled: Compile) -> None:
    codec = compiled(f"""
seq:
  - {{id: kind, type: u1}}
  - {{id: shape, type: {{switch-on: kind, cases: {{0: box, 1: name}}}}}}
  - {{id: body, size: {size}}}
types:
  box: {{seq: [{{id: width, type: u1}}]}}
  name: {{seq: [{{id: text, type: strz}}]}}
instances:
  width: {{value: shape.as<box>.width}}
  half: {{value: width / 2}}
""")
    assert codec.parse(b"\0\x02ab").body == b"ab"
    with pytest.raises(ReadError, match=r"offset 1 \(0x1\): shape\.text: expected a value with which body can be read"):
        codec.parse(b"\x01ab\0ab")


@pytest.mark.parametrize("size", ["sizes[which]", "size", "sizes[place]"])
def test_the_number_of_an_element_that_there_is_not(size: str, compiled: Compile) -> None:
    codec = compiled(f"""
seq:
  - {{id: sizes, type: u1, repeat: expr, repeat-expr: 2}}
  - {{id: which, type: u1}}
  - {{id: body, size: '{size}'}}
instances:
  place: {{value: which + 0}}
  size: {{value: 'sizes[place]'}}
""")
    assert codec.parse(b"\3\2\1ab").body == b"ab"
    with pytest.raises(
        ReadError, match=r"offset 2 \(0x2\): which: expected a value with which body can be read, found 2"
    ):
        codec.parse(b"\3\2\2ab")
