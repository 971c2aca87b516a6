"""Whole plans against plain Python, with every size of everything that is cut into pieces."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.support import inputs, plans, reference
from tests.support.reading import TINY, pivot_columns, read

from bytewright.kernels.drivers.scan import Settings
from bytewright.kernels.plan.json_printer import from_json, to_json

SETTINGS = [
    Settings(),
    TINY,
    *(Settings(batch_rows=rows, buffer_bytes=256, block_records=5, elements=2) for rows in (1, 2, 3, 8, 9, 63, 64, 65)),
    Settings(batch_rows=1000, buffer_bytes=1 << 12, block_records=1),
    Settings(batch_bytes=1, buffer_bytes=1, block_bytes=1),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_messages(settings: Settings) -> None:
    data = inputs.messages(1, 150)
    assert read(plans.messages(), data, settings=settings) == reference.messages(data)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_samples(settings: Settings) -> None:
    data = inputs.samples(1, 300)
    assert read(plans.samples(), data, settings=settings) == reference.samples(data)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_batches(seed: int, settings: Settings) -> None:
    data = inputs.random_log(seed, 12)
    plan = plans.upsert_batches()
    types = reference.discovered(data)
    columns = pivot_columns(plan, data, settings=settings)
    assert {column.key: column.case for column in columns} == types
    rows, bad = read(plan, data, pivot=columns, settings=settings)
    assert (rows, bad) == reference.upsert_batches(data, types)
    assert read(plans.upsert_batches("columns"), data, settings=settings) == reference.upsert_columns(data)


@pytest.mark.parametrize("batch_rows", range(1, 75))
def test_every_batch_size(batch_rows: int) -> None:
    """A record that is resumed at every row: bit vectors begin at every bit of the input and of the output."""
    generator = random.Random(batch_rows)
    columns = [(key, kind, 1 + key % 2) for key, kind in enumerate([*inputs.WORDS, "bool", "bool"])]
    data = inputs.log([inputs.body(70, columns, generator), inputs.body(3, columns[3:], generator)])
    plan = plans.upsert_batches()
    found = pivot_columns(plan, data)
    rows = read(plan, data, pivot=found, settings=Settings(batch_rows=batch_rows))
    assert rows == reference.upsert_batches(data, reference.discovered(data))


def test_a_batch_alone() -> None:
    data = inputs.body(50, [(3, "uuid", 2), (1, "geopoint", 2), (2, "bool", 1)], random.Random(5))
    plan = plans.upsert_batches(log=False)
    columns = pivot_columns(plan, data)
    types = reference.discovered(data, log=False)
    assert read(plan, data, pivot=columns) == reference.upsert_batches(data, types, log=False)
    view = plans.upsert_batches("columns", log=False)
    assert read(view, data, settings=TINY) == reference.upsert_columns(data, log=False)
    assert read(plan, b"", pivot=columns) == ([], 0)


@pytest.mark.parametrize("columns", [[], ["c1"], ["row"], ["c2", "batch"], ["c3", "c2", "c1"]])
def test_projection(columns: list[str]) -> None:
    """Columns come in the order asked for, and what is left out changes nothing else."""
    generator = random.Random(3)
    kinds = [(1, "uint16", 2), (2, "bool", 2), (3, "int64", 1)]
    good = [inputs.body(rows, kinds, generator) for rows in (5, 0, 9)]
    wrong = inputs.body(4, [(2, "uuid", 1)], generator)
    data = inputs.log([*good, wrong, *good])
    plan = plans.upsert_batches()
    pivot = pivot_columns(plan, data)
    rows, bad = read(plan, data, pivot=pivot, columns=columns)
    expected, place = reference.upsert_batches(data, reference.discovered(data))
    assert rows == [{name: row[name] for name in columns} for row in expected]
    assert [list(row) for row in rows] == [columns for _ in rows]
    # The bad column is not among those asked for.
    assert bad == place == len(inputs.log(good))


def test_projection_of_plain_records() -> None:
    data = inputs.messages(2, 20)
    expected = [{"name": row["name"], "id": row["id"]} for row in reference.messages(data)[0]]
    assert read(plans.messages(), data, columns=["name", "id"])[0] == expected
    broken = data[:-40] + b"\xff" * 40
    assert read(plans.messages(), broken, columns=["id"])[1] == reference.messages(broken)[1]


@pytest.mark.parametrize("view", ["rows", "columns"])
def test_many_columns(view: str) -> None:
    """As many columns as a header can announce: registers grow, batches get few rows."""
    kinds = ["uint8", "bool", "int64", "uuid"]
    columns = [(key, kinds[key % 4], key % 3) for key in range(65535)]
    data = inputs.log([inputs.body(3, columns, random.Random(1)), inputs.body(2, columns[:5], random.Random(2))])
    plan = plans.upsert_batches(view)
    if view == "columns":
        assert read(plan, data) == reference.upsert_columns(data)
        return
    found = pivot_columns(plan, data)
    assert len(found) == 65535
    expected, _ = reference.upsert_batches(data, reference.discovered(data))
    names = ["row", "c0", "c1", "c2", "c3", "c65534", "c30000"]
    rows, bad = read(plan, data, pivot=found, columns=names)
    assert rows == [{name: row[name] for name in names} for row in expected]
    assert bad is None
    all_rows, bad = read(plan, data, pivot=found, settings=Settings(batch_rows=2))
    assert all_rows == expected


def test_rows_without_bytes() -> None:
    """Rows that nothing stores are given out in bounded batches, and come at no cost before they are asked for."""
    data = inputs.log([inputs.body((1 << 31) - 1, [], random.Random(1))])
    from bytewright.io.source import BytesSource
    from bytewright.kernels.drivers.scan import Scan

    scan = Scan(plans.upsert_batches(), BytesSource(data))
    for place in range(3):
        batch = next(scan)
        assert batch.num_rows == 65536
        assert batch.column("row")[0].as_py() == place * 65536
    data = inputs.log([inputs.body(100_000, [(1, "int8", 0)], random.Random(1))])
    rows, bad = read(plans.upsert_batches(), data, pivot=pivot_columns(plans.upsert_batches(), data))
    assert bad is None
    assert rows[-1]["row"] == 99_999
    assert rows[77_000]["c1"] is None


@pytest.mark.parametrize(
    "plan", [plans.upsert_batches(), plans.upsert_batches("columns"), plans.messages(), plans.samples()]
)
def test_json(plan: Any) -> None:
    assert from_json(to_json(plan)) == plan
