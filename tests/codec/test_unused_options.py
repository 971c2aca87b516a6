"""Options of a format that nothing rests on: they are refused, as they would have no effect."""

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import OptionError

SPEC = """
params: [{id: added, type: u1}, {id: wide, type: u1}]
seq:
  - {id: num, type: u1}
  - {id: points, type: point, repeat: eos}
types:
  point:
    seq: [{id: x, type: u1}]
    instances: {y: {value: x + _root.added}}
instances: {twice: {value: num * wide}}
-options: [{id: added, type: int, default: 0}, {id: wide, type: int, default: 2}]
-views:
  plain: {each: 'points[*]', columns: [{id: x, value: _.x}]}
  sums: {each: 'points[*]', columns: [{id: y, value: _.y}, {id: twice, value: twice}]}
"""


@pytest.mark.parametrize("name", ["added", "wide"])
def test_an_option_of_one_view_is_none_of_another(compiled: Compile, name: str) -> None:
    codec = compiled(SPEC)
    shown = bytewright.open(b"\1\2\3", codec, "sums", options={"added": 5, "wide": 9}).to_table()
    assert shown.to_pydict() == {"y": [7, 8], "twice": [9, 9]}
    with pytest.raises(OptionError, match=rf"option {name}\b"):
        bytewright.open(b"\1\2\3", codec, "plain", options={name: 5}).to_table()
