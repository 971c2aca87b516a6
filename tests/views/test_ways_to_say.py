"""What rows lack is named as a view would say it: by the case of the switch in which it lies."""

from __future__ import annotations

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import MissingError
from bytewright.tables.write import bytes_of

SPEC = """
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: one, 2: two, 3: three}}}
  one: {seq: [{id: a, type: u1}, {id: own, type: u1}]}
  two: {seq: [{id: b, type: u1}, {id: inner, type: inner}]}
  three: {seq: [{id: c, type: u1}, {id: own, type: u1}]}
  inner: {seq: [{id: deep, type: {switch-on: _parent.b, cases: {1: one, 2: leaf}}}]}
  leaf: {seq: [{id: shown, type: u1}, {id: hidden, type: u1}]}
-views:
  rows:
    each: rows[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: c, value: _.body.as<three>.c}
      - {id: b, value: _.body.as<two>.b}
      - {id: shown, value: _.body.as<two>.inner.deep.as<leaf>.shown}
"""


@pytest.mark.parametrize(
    ("row", "way"),
    [
        ({"kind": 3, "c": 7}, "_.body.as<three>.own"),
        ({"kind": 2, "b": 2, "shown": 7}, "_.body.as<two>.inner.deep.as<leaf>.hidden"),
    ],
)
@pytest.mark.parametrize("engine", ["objects", "auto"])
def test_what_is_missing_is_named_by_its_case(compiled: Compile, row: dict[str, int], way: str, engine: str) -> None:
    codec = compiled(SPEC)
    rows = pa.Table.from_pylist([{"kind": None, "c": None, "b": None, "shown": None, **row}])
    with pytest.raises(MissingError) as caught:
        bytes_of(codec, rows, None, parse(codec), None, engine)  # type: ignore[arg-type]
    assert f"(value: {way})" in str(caught.value)
