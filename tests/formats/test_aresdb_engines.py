"""All engines read all views of the formats: none of them may come to be skipped without a word."""

import random
from pathlib import Path

import pytest

import bytewright
from bytewright.codec import registry
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import ReadError
from bytewright.oracles.kaitai_engine import parser_of
from bytewright_formats.aresdb_redo_log import CODEC

EXAMPLES = Path(__file__).parents[2] / "examples" / "data" / "aresdb"
NAMES = ("aresdb_redo_log", "aresdb_upsert_batch")
VIEWS = [(name, view) for name in NAMES for view in ("rows", "columns")]


@pytest.mark.parametrize(("name", "view"), VIEWS)
def test_the_kernel_reads_the_view(name: str, view: str):
    codec = registry.codec(name)
    found = next(one for one in codec.views if one.name == view)
    assert capability.refusal(codec, found, parse(codec)) is None


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_stock_parser(name: str):
    assert parser_of(registry.codec(name)).__name__ == registry.codec(name).root.__name__


@pytest.mark.parametrize("name", ["geo_shapes/geo.redolog", "fact_table/200.redolog"])
def test_columns_are_those_of_good_batches(name: str) -> None:
    """Bytes overwritten in a batch, its ids among them: the columns and rows are those of the log without it, if it is
    bad then."""
    data = (EXAMPLES / name).read_bytes()
    spans = [one._at[0].start for one in CODEC.parse(data).batches]
    ends = [*spans[1:], len(data)]
    generator = random.Random(5)
    bad = 0
    for _ in range(40):
        number = generator.randrange(len(spans))
        start, end = spans[number], ends[number]
        changed = bytearray(data)
        for _ in range(generator.choice([1, 3, 8])):
            changed[generator.randrange(start + 8, end)] = generator.choice([0, 1, 4, 255, generator.randrange(256)])
        kept = data[: spans[0]]
        for begin, stop in zip(spans, ends, strict=True):
            try:
                bytewright.open(kept + changed[begin:stop], CODEC, engine="objects").to_table()
            except ReadError:
                continue
            kept += changed[begin:stop]
        expected = bytewright.open(kept, CODEC, engine="objects").to_table().drop(["batch"])
        for engine in ("objects", "columns"):
            table = bytewright.open(bytes(changed), CODEC, engine=engine, mode="DROPMALFORMED")
            found = table.to_table().drop(["batch"])
            assert found.schema.equals(expected.schema, check_metadata=True)
            assert found.equals(expected) or str(found.to_pylist()) == str(expected.to_pylist())
        bad += table.malformed
    assert bad > 5
