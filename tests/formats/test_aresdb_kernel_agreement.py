"""The kernel and the object reader refuse the same records."""

from __future__ import annotations

import random

import pytest
from tests.formats.test_aresdb_kernel_fixtures import MAGIC
from tests.formats.test_aresdb_kernel_rows_pass import batches
from tests.support import inputs, plans
from tests.support.both import read as outcome
from tests.support.reading import read

from bytewright.errors import ReadError

generated = pytest.importorskip("bytewright_formats.aresdb_redo_log")


@pytest.mark.parametrize("seed", range(2))
def test_damaged_batches(seed: int) -> None:
    generator = random.Random(seed)
    data = MAGIC + inputs.random_log(seed, 4, 12)
    refused = 0
    for number in range(150):
        place = generator.randrange(4, len(data))
        value = generator.choice([0, 1, 127, 128, 255, generator.randrange(256), data[place] ^ 1])
        broken = data[:place] if number % 10 == 0 else data[:place] + bytes([value]) + data[place + 1 :]
        try:
            generated.parse(broken)
            offset = None
        except ReadError as error:
            offset = error.offset
            assert offset is not None
            refused += 1
        for plan in (batches("columns"), plans.upsert_batches("columns")):
            _, bad = read(plan, broken, start=4)
            assert (bad is None) == (offset is None), number
            # The object reader blames a field of the record that the kernel refused.
            assert bad is None or (offset is not None and bad <= offset)
    assert refused > 10


def test_two_columns_that_a_batch_stores_otherwise() -> None:
    """The type of one goes together with the one before, but is another; that of the other doesn't: which is told."""
    generator = random.Random(1)
    first = inputs.body(2, [(1, "uint16", 2), (2, "int32", 2)], generator)
    second = inputs.body(2, [(1, "big_enum", 2), (2, "uuid", 2)], generator)
    for bodies in ([first, second], [second, first]):
        data = MAGIC + inputs.log(bodies)
        told = [outcome(generated.CODEC, data, engine)[1] for engine in ("objects", "columns")]
        assert told[0] is not None
        assert "column c2" in told[0]
        assert told[0] == told[1]
