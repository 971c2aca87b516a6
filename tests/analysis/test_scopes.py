"""Scopes beside their fixtures: what a pass asks them, and that no expression of a spec is without one."""

from pathlib import Path

import pytest

from bytewright_codegen.analysis.scopes import scopes
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.plans.scoping import Scope
from bytewright_codegen.semantics.resolve import resolve

FIXTURES = Path(__file__).parents[1] / "pipeline" / "fixtures"


@pytest.fixture(scope="module")
def places() -> Library:
    return resolve(load(FIXTURES / "scopes" / "places.ksy"))


def test_of_an_expression_by_place(places: Library):
    found = scopes(places, places.main)
    size = places.types["places::text"].attributes[1].size
    assert size is not None
    assert found.of("places::text", size, "head") == Scope("file")
    assert found.of("places::text", size, "lines[*]") == Scope("record", "lines[*]")
    assert found.of("places::text", size) == Scope("record", "lines[*]")  # the innermost


def test_unknown_expressions(places: Library):
    found = scopes(places, places.main)
    with pytest.raises(KeyError):
        found.of("places::text", Name("nothing", NOWHERE))
    size = places.types["places::text"].attributes[1].size
    assert size is not None
    with pytest.raises(KeyError):
        found.of("places::text", size, "tail")


def test_lists_around():
    assert Scope("file").lists == 0
    assert Scope("record", "blocks[*].rows[*]").lists == 2


def test_an_imported_spec_has_other_scopes_than_alone(tmp_path: Path):
    (tmp_path / "inner.ksy").write_text(
        "meta: {id: inner}\nseq: [{id: n, type: u1}, {id: data, size: n}]\n", encoding="utf-8"
    )
    (tmp_path / "outer.ksy").write_text(
        "meta: {id: outer, imports: [inner]}\nseq: [{id: parts, type: inner, repeat: eos}]\n", encoding="utf-8"
    )
    library = resolve(load(tmp_path / "outer.ksy"))
    size = library.types["inner"].attributes[1].size
    assert size is not None
    assert scopes(library, library.by_id["inner"]).of("inner", size) == Scope("file")
    assert scopes(library, library.main).of("inner", size) == Scope("record", "parts[*]")
