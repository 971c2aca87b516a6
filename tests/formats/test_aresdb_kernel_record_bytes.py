"""``maxRecordBytes``: what objects refuse the kernel refuses, and nothing else."""

from __future__ import annotations

import random

import pytest
from tests.columnar.test_toys import LOG
from tests.support import inputs
from tests.support.both import agree, documented, toy
from tests.tables.test_choice import SMALL

from bytewright.limits import Limits
from bytewright_formats import aresdb_redo_log, aresdb_upsert_batch


@pytest.mark.parametrize("most", [20, 22, 23, 24, 28, 29, 30, 31, 32, 277, 278, 279, 280])
def test_records_behind_a_length(most: int) -> None:
    agree(documented(), LOG, limits=Limits(maxRecordBytes=most))


@pytest.mark.parametrize("most", [1, 13, 14])
def test_records_of_one_size(most: int) -> None:
    # A field may not be larger either.
    assert len(agree(toy("weather"), SMALL, limits=Limits(maxRecordBytes=most))[0]) == (0 if most == 1 else 3)


@pytest.mark.parametrize("view", ["rows", "columns"])
def test_batches(view: str) -> None:
    generator = random.Random(2)
    bodies = [inputs.body(rows, [(1, "int8", 1), (rows, "bool", 2)], generator) for rows in (3, 200, 4)]
    data = bytes.fromhex("edfedaad") + inputs.log(bodies)
    for most in (len(bodies[1]) + distance for distance in (-100, -1, 0, 1, 3, 4, 5)):
        limits = Limits(maxRecordBytes=most)
        found = agree(aresdb_redo_log.CODEC, data, view=view, limits=limits)
        assert (found[1] is None) == (most >= len(bodies[1]))
        agree(aresdb_upsert_batch.CODEC, bodies[1], view=view, limits=limits)
