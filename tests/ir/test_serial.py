import math
from pathlib import Path

import pytest
from tests.pipeline.dump import FIXTURES

from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir import expressions as ir
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import Attribute, BytesWire, Terminator
from bytewright_codegen.ir.serial import from_json, to_json
from bytewright_codegen.semantics.resolve import resolve

LOC = Location("x.ksy", 1, 2)


@pytest.mark.parametrize("path", sorted((FIXTURES / "resolve").glob("*.ksy")), ids=lambda path: path.stem)
def test_a_library_comes_back(path: Path):
    library = load(path, [FIXTURES / "imports"])
    assert from_json(to_json(library)) == library
    resolved = resolve(library)
    assert from_json(to_json(resolved, indent=2)) == resolved


@pytest.mark.parametrize(
    "value",
    [0, True, False, 1, 1.0, -0.0, 2**64, -(2**200), math.inf, -math.inf, math.nan, 5e-324, 0.1, "", "ä\n\u2028", "$"],
)
def test_literals_come_back(value: float | str):
    node = ir.Literal_(value, LOC)
    found = from_json(to_json(node))
    assert found == node
    assert type(found.value) is type(value)
    assert repr(found.value) == repr(value)


def test_bytes_and_classes_of_one_name_come_back():
    node = Attribute(
        "a",
        BytesWire(),
        LOC,
        contents=bytes(range(256)),
        terminator=Terminator(b"\0\0", include=False, consume=True, eos_error=True),
        condition=ir.Logical("and", ir.Name("x", LOC), ir.Name("y", LOC), LOC),
        logical=Logical("timestamp", "ms"),
    )
    assert from_json(to_json(node)) == node


def test_text():
    text = to_json(ir.Unary("-", ir.Literal_(1, LOC), LOC))
    assert text == (
        '{"$": "expressions.Unary", "operator": "-", "operand": {"$": "expressions.Literal_", "value": 1,'
        ' "loc": {"$": "location.Location", "file": "x.ksy", "line": 1, "column": 2}},'
        ' "loc": {"$": "location.Location", "file": "x.ksy", "line": 1, "column": 2}}'
    )


def test_errors():
    with pytest.raises(TypeError, match="object is not part of the IR"):
        to_json(object())
    with pytest.raises(ValueError, match=r"unknown class 'schema\.Nothing' in IR"):
        from_json('{"$": "schema.Nothing"}')
    with pytest.raises(ValueError, match=r"wrong fields of values\.BoolValue in IR"):
        from_json('{"$": "values.BoolValue", "x": 1}')
