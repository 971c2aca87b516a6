"""All engines read all views of the formats: none of them may come to be skipped without a word."""

import pytest

from bytewright.codec import registry
from bytewright.codec.settings import parse
from bytewright.columnar.scan import scanner
from bytewright.oracles.kaitai_engine import parser_of

NAMES = ("aresdb_redo_log", "aresdb_upsert_batch")
VIEWS = [(name, view) for name in NAMES for view in ("rows", "columns")]


@pytest.mark.parametrize(("name", "view"), VIEWS)
def test_the_kernel_reads_the_view(name: str, view: str):
    codec = registry.codec(name)
    found = next(one for one in codec.views if one.name == view)
    assert scanner.refusal(codec, found, parse(codec)) is None


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_stock_parser(name: str):
    assert parser_of(registry.codec(name)).__name__ == registry.codec(name).root.__name__
