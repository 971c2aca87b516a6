"""Every spec of the checkout loads, resolves, has sizes, and survives being written as JSON."""

from pathlib import Path

import pytest
from tests.pipeline.untyped import untyped_expressions

from bytewright_codegen.analysis.sizes import sizes
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.serial import from_json, to_json
from bytewright_codegen.semantics.resolve import resolve

SPECS = Path(__file__).parents[2] / "specs"


@pytest.mark.parametrize("path", sorted(SPECS.rglob("*.ksy")), ids=lambda path: path.stem)
def test_spec(path: Path):
    library = resolve(load(path, [SPECS]))
    assert list(untyped_expressions(library)) == []
    assert resolve(library) == library
    assert from_json(to_json(library)) == library
    assert set(sizes(library).types) == set(library.types)
