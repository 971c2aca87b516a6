"""Rows from the last one to the first: those of reading forward, whatever a file is divided into."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from tests.damage.specs import FORMATS
from tests.support.both import damaged, toy
from tests.tables.test_filters import sightings
from tests.tables.test_lookups import REGISTERS, drawn
from tests.views.test_resync import codec_of, log_of
from tests.views.test_resync import damaged as damaged_in_one_place

import bytewright
from bytewright.arrow import backwards as arrow_backwards
from bytewright.arrow.backwards import Order, backwards
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.io.source import BytesSource
from bytewright.tables import table as tables

__all__ = ["codec_of"]
ENGINES: tuple[Any, ...] = ("objects", "columns")
MODES = ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")
SIZES = (40, 900, 1 << 22)


def both_ways(table: Any) -> tuple[list[str], list[str]]:
    """The rows forward, and backward with each limit; checked to be those."""
    forward = [repr(row) for row in table.to_table().to_pylist()]
    backward = [repr(row) for batch in table.to_batches(order="desc") for row in batch.to_pylist()]
    for limit in (0, 1, 7, len(forward), len(forward) + 1):
        found = table.to_table(limit=limit, order="desc")
        assert found.schema == table.schema
        assert [repr(row) for row in found.to_pylist()] == backward[:limit]
    return forward, backward


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", FORMATS)
def test_rows_backward_are_those_of_reading_forward(
    name: str, engine: Any, size: int, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "BACKWARDS", size)
    codec, data = codec_of(FORMATS[name].spec), log_of(FORMATS[name], 60).data
    for options in ({}, {"includeMetadata": "true"}):
        table = bytewright.open(data, codec, engine=engine, batch_rows=7, options=options)
        forward, backward = both_ways(table)
        assert len(forward) == 60
        assert backward == forward[::-1]
        assert table.engines == [engine] * len(table.engines)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_bad_place_costs_what_it_costs_forward(
    name: str, mode: Any, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "BACKWARDS", 300)
    codec, log, rng = codec_of(FORMATS[name].spec), log_of(FORMATS[name], 60), random.Random(name)
    for _ in range(6):
        data, _ = damaged_in_one_place(log, rng)
        for engine in ("objects",) if name == "frames" else ENGINES:
            table = bytewright.open(data, codec, mode=mode, engine=engine, batch_rows=5)
            if mode != "FAILFAST":
                forward, backward = both_ways(table)
                assert backward == forward[::-1]
                continue
            forward, error = given(codec, data, engine, "asc")
            backward, other = given(codec, data, engine, "desc")
            # What was moved by the damage may be several bad records: the first one to be read is told of.
            assert (other is None) == (error is None)
            assert error is not None or backward == forward[::-1]


@pytest.mark.parametrize("engine", ENGINES)
def test_bad_records_of_all_parts_are_told_of_once(
    engine: Any, codec_of: Callable[[str], Codec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of reading forward: how many there are, and the first of them."""
    monkeypatch.setattr(tables, "BACKWARDS", 300)
    codec, log, rng = codec_of(FORMATS["journal"].spec), log_of(FORMATS["journal"], 120), random.Random(5)
    data = bytearray(log.data)
    for start in log.edges[10:-1:30]:
        data[start + 9] ^= rng.randrange(1, 255)
    told = []
    for order in ("asc", "desc"):
        table = bytewright.open(bytes(data), codec, mode="DROPMALFORMED", engine=engine)
        assert table.to_table(order=order).num_rows < 120
        told.append(table.warnings)
    assert told[0] == told[1]
    assert [": 4 places, " in notice.text for notice in told[0]] == [True]


def test_several_files_filters_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BACKWARDS", 200)
    files = [sightings(seed, 40) for seed in range(3)]
    for engine in ENGINES:
        table = bytewright.open(files, toy("sightings"), columns=["name", "ratio"], engine=engine)
        forward, backward = both_ways(table)
        assert backward == forward[::-1]
        kept = [("id", ">", 2)]
        some = table.to_table(kept).to_pylist()
        assert table.to_table(kept, order="desc").to_pylist() == some[::-1]
        assert table.to_table(kept, limit=3, order="desc").to_pylist() == some[::-1][:3]
    assert len(some) > 3


@pytest.mark.parametrize("engine", ENGINES)
def test_lists_at_places_of_their_own_and_what_is_looked_up_in_them(engine: Any) -> None:
    data, names = drawn(3)
    table = bytewright.open(data, REGISTERS, engine=engine, batch_rows=4)
    forward, backward = both_ways(table)
    assert backward == forward[::-1]
    for few in (names[:1], names[::3], names):
        rows = table.lookup(account=few).to_pylist()
        assert table.lookup(account=few, order="desc").to_pylist() == rows[::-1]
        assert table.lookup(account=few, order="desc", limit=2).to_pylist() == rows[::-1][:2]


def test_only_the_last_parts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of records of one size nothing else says where the last ones lie."""
    monkeypatch.setattr(tables, "BACKWARDS", 4096)
    codec, record = toy("samples"), bytes(24)
    data = record * 40_000
    places: list[int] = []
    whole = BytesSource.read_into

    def noted(self: BytesSource, offset: int, buffer: memoryview) -> int:
        places.append(offset)
        return whole(self, offset, buffer)

    table = bytewright.open(data, codec, engine="columns")
    monkeypatch.setattr(BytesSource, "read_into", noted)
    assert table.to_table(limit=3, order="desc").num_rows == 3
    assert sum(place < len(data) - 3 * 4096 for place in places) <= 1


def test_a_file_that_ends_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A torn record is an error before all rows of the last part, or none where that is accepted."""
    monkeypatch.setattr(tables, "BACKWARDS", 60)
    codec, data = toy("sightings"), sightings(5, 8)
    for broken in list(damaged(data))[::11]:
        rows, error = given(codec, broken, "objects", "asc")
        found = [given(codec, broken, engine, "desc") for engine in ENGINES]
        assert found[0] == found[1]
        assert (found[0][1] is None) == (error is None)
        assert error is not None or found[0][0] == rows[::-1]


def given(codec: Codec, data: bytes, engine: Any, order: Any) -> tuple[list[str], str | None]:
    """Rows, and the error behind them."""
    rows: list[str] = []
    try:
        for batch in bytewright.open(data, codec, engine=engine).to_batches(order=order):
            rows += map(repr, batch.to_pylist())
    except ReadError as bad:
        return rows, str(bad)
    return rows, None


def test_rows_that_wait_lie_in_a_file_where_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_backwards, "_HELD", 100)
    rows = [{"a": number, "b": [str(number)] * (number % 3)} for number in range(100)]
    whole = pa.Table.from_pylist(rows)
    for limit in (None, 0, 1, 13, 1000):
        for size in (1, 7, 100):
            found = backwards(iter(whole.to_batches(max_chunksize=size)), limit)
            assert [row for batch in found for row in batch.to_pylist()] == rows[::-1][:limit]


def test_there_are_two_orders() -> None:
    table = bytewright.open(sightings(1, 3), toy("sightings"))
    with pytest.raises(OptionError, match="order: expected asc or desc, found 'down'"):
        table.to_table(order="down")  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_is_not_negative(engine: Any) -> None:
    found = bytewright.open(sightings(1, 3), toy("sightings"), engine=engine)
    registers = bytewright.open(drawn(3)[0], REGISTERS, engine=engine)
    orders: tuple[Order, ...] = ("asc", "desc")
    for order in orders:
        with pytest.raises(OptionError, match="limit: expected a number of at least 0, found -1"):
            found.to_table(limit=-1, order=order)
        with pytest.raises(OptionError, match="limit: expected a number of at least 0, found -1"):
            found.to_table([("id", ">", 0)], limit=-1, order=order)
        with pytest.raises(OptionError, match="limit: expected a number of at least 0, found -1"):
            registers.lookup(account="any", limit=-1, order=order)
