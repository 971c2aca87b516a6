"""``_index`` numbers the elements of a list, where these are read; anywhere else it is refused, as ``_`` is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.errors import ReadError, WriteError
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.load import load

LIST = "repeat: expr, repeat-expr: 2"
OUTSIDE = {
    "pos": f"seq: [{{id: n, type: u1}}]\ninstances: {{x: {{pos: '1 + _index', type: u1, {LIST}}}}}",
    "io": f"seq: [{{id: t, type: t, {LIST}}}]\ninstances: {{x: {{io: 't[_index]._io', pos: 0, type: u1, {LIST}}}}}",
    "repeat-expr": "seq: [{id: x, type: u1, repeat: expr, repeat-expr: _index + 1}]",
    "if": f"seq: [{{id: x, type: u1, if: '_index == 0', {LIST}}}]",
    "size": "seq: [{id: x, size: _index}]",
    "type": "seq: [{id: x, type: p(_index)}]",
    "switch": "seq: [{id: x, type: {switch-on: _index, cases: {0: u1}}}]",
    "process": "seq: [{id: x, size: 1, process: xor(_index)}]",
    "valid": "seq: [{id: x, type: u1, valid: _index}]",
    "value": "seq: [{id: n, type: u1}]\ninstances: {x: {value: _index}}",
    "value in an element": f"seq: [{{id: t, type: v, {LIST}}}]",
    "-valid: {unique: …}": f"seq: [{{id: x, type: u1, {LIST}, -valid: {{unique: _index}}}}]",
}
TYPES = """
types:
  t: {seq: [{id: a, type: u1}]}
  p: {params: [{id: i, type: s4}], seq: [{id: a, type: u1}]}
  v: {seq: [{id: a, type: u1}], instances: {b: {value: a + 1}}}
"""


@pytest.mark.parametrize("text", OUTSIDE.values(), ids=OUTSIDE)
def test_outside_of_a_list_it_is_refused_where_it_stands(text: str, tmp_path: Path) -> None:
    types = TYPES.replace("value: a + 1", "value: _index") if "type: v" in text else TYPES
    path = tmp_path / "toy.ksy"
    path.write_text(f"meta: {{id: toy, endian: le}}\n{text}{types}")
    with pytest.raises(SpecErrors, match="'_index' has no meaning here") as caught:
        load(path)
    (found,) = caught.value.diagnostics
    assert path.read_text().splitlines()[found.loc.line - 1][found.loc.column - 1 :].startswith("_index")
    assert found.hint is not None


INSIDE = {
    "eq": ("type: u1, valid: _index + 5", "05 06", "05 05", "6", "5"),
    "min": ("type: u1, valid: {min: _index * 9}", "00 09", "00 08", "at least 9", "8"),
    "expr": ("type: u1, valid: {expr: _ > _index}", "01 02", "01 01", None, "1"),
    "any": ("type: u1, valid: {any-of: [_index, 7]}", "07 01", "07 00", "one of 1, 7", "0"),
}


@pytest.mark.parametrize(("item", "good", "bad", "expected", "found"), INSIDE.values(), ids=INSIDE)
def test_in_rules_of_a_list_it_is_the_element(
    item: str, good: str, bad: str, expected: str | None, found: str, compiled: Compile
) -> None:
    codec = compiled(f"seq: [{{id: r, type: rec, repeat: eos}}]\ntypes: {{rec: {{seq: [{{id: x, {item}, {LIST}}}]}}}}")
    data, wrong = bytes.fromhex(good), bytes.fromhex(bad)
    assert codec.to_bytes(codec.parse(data)) == data
    for engine in ("objects", "auto"):
        assert bytewright.open(data * 3, codec, engine=engine).to_table().num_rows == 3
        with pytest.raises(ReadError) as caught:
            bytewright.open(data + wrong, codec, engine=engine).to_table()
        error = caught.value
        assert (error.offset, error.field, error.found) == (3, "r[1].x[1]", found)
        assert expected in (None, error.expected)
    model = codec.parse(data)
    model.r[0].x[1] = wrong[1]
    with pytest.raises(WriteError) as refused:
        codec.to_bytes(model)
    assert (refused.value.field, refused.value.found) == ("r[0].x[1]", found)


def test_in_rules_of_structures_it_is_the_element(compiled: Compile) -> None:
    codec = compiled(f"seq: [{{id: x, type: t, {LIST}, valid: {{expr: _.a == _index}}}}]{TYPES}")
    model = codec.parse(b"\0\1")
    assert codec.to_bytes(model) == b"\0\1"
    with pytest.raises(ReadError, match=r"x\[1\]: "):
        codec.parse(b"\0\2")
    model.x[1].a = 3
    with pytest.raises(WriteError, match=r"x\[1\]: "):
        codec.to_bytes(model)
