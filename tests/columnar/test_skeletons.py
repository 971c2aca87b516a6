"""Batches of parallel vectors, made of skeletons: the bytes that objects write, or the errors that they raise."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from tests.support.both import toy

import bytewright
from bytewright import kernels
from bytewright.codec.settings import parse
from bytewright.columnar.encode import rechunk, template_encoder, template_stream
from bytewright.errors import OptionError, WriteError
from bytewright.io import rope
from bytewright.tables.write import bytes_of

PLACE: Any = pa.struct([("x", pa.float32()), ("y", pa.int16())])
SECONDS: Any = pa.timestamp("s", "UTC")
SCHEMA: pa.Schema = pa.schema(
    [
        ("batch", pa.int32()),
        ("made", pa.timestamp("us", "UTC")),
        ("p1", pa.bool_()),
        ("p2", pa.int64()),
        ("p3", pa.float32()),
        ("p9", PLACE),
    ]
)


def table(sizes: list[int], nulls: float) -> pa.Table:
    """Rows of batches of so many rows."""
    random = Random(len(sizes))

    def maybe(value: Any) -> Any:
        return None if random.random() < nulls else value

    plain = [
        {
            "batch": number,
            "made": datetime(2026, 11, 21, 0, 0, number % 60, tzinfo=UTC),
            "p1": maybe(random.random() < 0.5),
            "p2": maybe(random.randrange(-(1 << 63), 1 << 63)),
            "p3": maybe(random.randrange(100) / 4),
            "p9": maybe({"x": 0.5 * random.randrange(9), "y": random.randrange(-99, 99)}),
        }
        for number, size in enumerate(sizes)
        for _ in range(size)
    ]
    return pa.Table.from_pylist(plain, SCHEMA)


@pytest.mark.parametrize("nulls", [0.0, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("sizes", [[1], [8] * 40, [3, 3, 1, 7, 7, 64, 65, 1, 1]], ids=["one", "alike", "mixed"])
def test_batches(sizes: list[int], nulls: float, monkeypatch: pytest.MonkeyPatch) -> None:
    codec, rows = toy("probes"), table(sizes, nulls)
    assert codec.skeletons == {"rows": ""}
    chosen = parse(codec)
    wanted, how = bytes_of(codec, rows, None, chosen, engine="objects")
    assert (how.rows, how.encoded) == (len(rows), 0)
    for most_rows, piece in ((1 << 16, 4 << 20), (1, 1), (10, 200)):
        monkeypatch.setattr(rechunk, "FEW", most_rows)
        monkeypatch.setattr(template_encoder, "PIECE", piece)
        cut = pa.Table.from_batches(rows.to_batches(max_chunksize=5))
        found, how = bytes_of(codec, cut, None, chosen, engine="columns")
        assert found == wanted
        assert how.encoded == len(rows)
    back = bytewright.open(wanted, codec, engine="objects").to_table()
    assert back.select(["batch", "made", "p2"]).to_pylist() == rows.select(["batch", "made", "p2"]).to_pylist()


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("made", [1 << 33] * 6, SECONDS),
        ("made", [1 << 62] * 6, SECONDS),
        ("made", [1_000_001] * 6, pa.timestamp("us", "UTC")),
        ("made", [None] * 6, SECONDS),
        ("made", [1, 1, 2, 2, 2, 2], SECONDS),
        ("made", [7.0] * 6, pa.float64()),
        ("batch", [0, 1, 0, 2, 2, 2], pa.int32()),
        ("batch", [0, 0, 0, 2, 2, 2], pa.int32()),
        ("batch", [0, 0, 0, None, 1, 1], pa.int32()),
        ("batch", ["0", "0", "0", "1", "1", "1"], pa.string()),
        ("batch", [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], pa.float64()),
    ],
)
def test_what_only_objects_can_judge(name: str, values: list[Any], kind: pa.DataType) -> None:
    """Numbers that don't fit or differ, batches out of order: as objects have it, whether that is right or wrong."""
    codec, rows = toy("probes"), table([3, 3], 0.2)
    changed = rows.set_column(rows.schema.get_field_index(name), name, pa.array(values, kind))
    outcomes = []
    for engine in ("objects", "auto"):
        try:
            data, how = bytes_of(codec, changed, None, parse(codec), engine=engine)
            assert how.encoded == 0
            outcomes.append(repr(data))
        except WriteError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_columns_in_dictionaries() -> None:
    """Each batch has its own; they are stored as what they hold."""
    codec, rows = toy("probes"), table([3, 3, 7], 0.4)
    wanted, _ = bytes_of(codec, rows, None, parse(codec), engine="objects")
    held = {name: rows[name].combine_chunks().dictionary_encode() for name in ("batch", "p1", "p2", "p3")}
    changed = rows.drop(list(held))
    for name, column in held.items():
        changed = changed.append_column(name, pa.chunked_array([column.slice(0, 4), column.slice(4)]))
    for engine in ("columns", "objects"):
        found, _ = bytes_of(codec, changed.select(rows.column_names), None, parse(codec), engine=engine)
        assert found == wanted


def test_keys_spelled_otherwise() -> None:
    codec, rows = toy("probes"), table([3], 0.0)
    for name in ("p02", "p\u0662"):
        with pytest.raises(WriteError, match=f"there is no column '{name}'"):
            bytes_of(codec, rows.rename_columns(["batch", "made", "p1", name, "p3", "p9"]), None, parse(codec))


@pytest.mark.parametrize("nulls", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("numbers", [True, False], ids=["numbers", "structures"])
@pytest.mark.parametrize("count", [1, 8, 1000])
def test_a_file_that_is_one_batch(count: int, numbers: bool, nulls: float) -> None:
    codec = toy("probe_block")
    assert codec.skeletons == {"rows": ""}
    rows = table([count], nulls).drop(["batch"])
    if numbers:
        rows = rows.drop(["p9"])
    wanted, _ = bytes_of(codec, rows, None, parse(codec), engine="objects")
    cut = pa.Table.from_batches(rows.to_batches(max_chunksize=7))
    found, how = bytes_of(codec, cut, None, parse(codec), engine="columns")
    assert found == wanted
    assert how.encoded == count


@pytest.mark.parametrize("nulls", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("columns", [["made", "p1", "p2", "p3"], ["made", "p9", "p1"]], ids=["numbers", "structures"])
@pytest.mark.parametrize("count", [64, 1000, 1024])
def test_a_file_that_is_one_large_batch(
    count: int, columns: list[str], nulls: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its vectors are made piece by piece, and never in memory as a whole."""
    monkeypatch.setattr(rope, "LARGE", 64)
    codec = toy("probe_block")
    rows = table([count], nulls).select(columns)
    wanted, _ = bytes_of(codec, rows, None, parse(codec), engine="objects")
    monkeypatch.setattr(template_encoder, "PIECE", 1)
    for size in (1, 500, 4096):
        monkeypatch.setattr(template_stream, "PIECE", size)
        found, how = bytes_of(codec, rows, None, parse(codec), engine="columns")
        assert found == wanted
        assert how.encoded == count


def test_a_file_of_no_rows() -> None:
    """There is nothing to put into a skeleton; objects know what lacks."""
    kernels.warm()
    codec = toy("probe_block")
    for rows in (table([1], 0.0).drop(["batch"]).slice(0, 0), SCHEMA.empty_table().drop(["batch"])):
        with pytest.raises(WriteError, match="made: expected a value, found nothing"):
            bytes_of(codec, rows, None, parse(codec))
        with pytest.raises(OptionError, match="there are no rows"):
            bytes_of(codec, rows, None, parse(codec), engine="columns")


@pytest.mark.parametrize("sizes", [[1], [8] * 40, [3, 3, 1, 7, 7, 64, 65, 1, 1]], ids=["one", "alike", "mixed"])
@pytest.mark.parametrize("nulls", [0.0, 0.3, 1.0])
def test_batches_of_numbers(sizes: list[int], nulls: float) -> None:
    """Where there are but numbers and bits, a skeleton is written without its values."""
    codec, rows = toy("probes"), table(sizes, nulls).drop(["p9"])
    wanted, _ = bytes_of(codec, rows, None, parse(codec), engine="objects")
    found, how = bytes_of(codec, rows, None, parse(codec), engine="columns")
    assert found == wanted
    assert how.encoded == len(rows)


def test_rows_are_cut_where_structures_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows whose last structure ends with them stay together, and where they are."""
    monkeypatch.setattr(rechunk, "FEW", 1)
    batches = [pa.record_batch({"n": pa.array(one)}) for one in ([0, 0, 1], [2, 3], [3], [3, 4, 4, 5], [5, 5])]
    found = [*rechunk.whole_steps(batches, 0)]
    assert found[0][0] is batches[0]
    shown = [(rows["n"].to_pylist(), starts.tolist(), numbers.tolist()) for rows, starts, numbers in found]
    assert shown == [
        ([0, 0, 1], [0, 2], [0, 1]),
        ([2], [0], [2]),
        ([3, 3, 3], [0], [3]),
        ([4, 4], [0], [4]),
        ([5, 5, 5], [0], [5]),
    ]
