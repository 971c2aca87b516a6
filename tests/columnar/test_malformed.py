"""Modes that go on behind bad records, and files read in parts: both engines, whole or in parts, say the same."""

from __future__ import annotations

import struct
from typing import Any

import pyarrow as pa
import pytest
from tests.columnar.test_toys import MEASUREMENTS, measurement, reports
from tests.support import toy_codecs
from tests.support.both import agree, damaged, documented, numbers, toy

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.views.evaluate.framing import WHOLE, frame_of

LOG = b"SLOG" + b"".join(MEASUREMENTS)
ALL = {"includeMetadata": True, "includeError": True, "columnNameOfCorruptRecord": "bad bytes"}


def read(codec: Codec, data: bytes, engine: Any, most_bytes: int | None, **options: Any) -> tuple[list[str], str, int]:
    """Rows, the error and how many records were bad, of a file that is read in parts of a size."""
    table = bytewright.open(data, codec, engine=engine, options=options)
    rows: list[str] = []
    error = ""
    for part in [WHOLE] if most_bytes is None else table.splits(most_bytes):
        try:
            for batch in table.to_batches(part=part):
                assert batch.schema == table.schema
                batch.validate(full=True)
                rows += map(repr, numbers(batch).to_pylist())
        except ReadError as bad:
            error = str(bad)
            break
    return rows, error, table.malformed


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize(
    ("codec", "data"),
    [(documented(), LOG), (documented(views=True), LOG), (toy("weather"), reports())],
    ids=["fields", "view", "fixed"],
)
def test_engines_and_parts_agree_on_damaged_files(codec: Codec, data: bytes, mode: str) -> None:
    """All but the part of the error that tells of a length: a part's rows come before the error of one before it."""
    bad = 0
    for number, broken in enumerate([data, *list(damaged(data))[::7]]):
        options = {"mode": mode, **(ALL if number % 2 else {})}
        expected = read(codec, broken, "objects", None, **options)
        assert read(codec, broken, "columns", None, **options) == expected, (number, broken.hex())
        for engine in ("columns", "objects"):
            assert read(codec, broken, engine, 1 + number % 40, **options) == expected, (number, broken.hex())
        bad += expected[2]
    assert (bad > 2) == (mode != "FAILFAST")


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_a_bad_record_between_good_ones(engine: Any) -> None:
    good = MEASUREMENTS[0]
    bad = measurement(9, 0, 0.0, None, 0, b"\xff\xfe")
    data = b"SLOG" + good + bad + good
    offset = 4 + len(good)
    codec = documented(views=True)
    table = bytewright.open(data, codec, engine=engine, options={"mode": "PERMISSIVE", **ALL})
    assert table.schema.names[-3:] == ["_metadata", "_error", "bad bytes"]
    assert all(field.nullable for field in table.schema if field.name != "_metadata")
    one, two, three = table.to_table().to_pylist()
    assert one["bad bytes"] is None
    assert one["_error"] is None
    assert two["bad bytes"] == bad
    assert two["_error"]["field"] == "records[1].body.name"
    assert offset < two["_error"]["offset"] < offset + len(bad)
    assert two["_error"]["reason"].startswith("expected text in")
    assert two["number"] is None
    places = [(row["_metadata"]["record_offset"], row["_metadata"]["record_length"]) for row in (one, two, three)]
    assert places == [(4, len(good)), (offset, len(bad)), (offset + len(bad), len(good))]
    assert [row["_metadata"]["record_index"] for row in (one, two, three)] == [0, 1, 2]
    assert three["number"] == 2
    assert (table.malformed, table.malformed_bytes) == (1, len(bad))
    said = f"bad records that are shown as nulls: 1 place, {len(bad)} bytes; the first: records[1]"
    assert said in str(table.warnings[0])
    dropped = bytewright.open(data, codec, engine=engine, mode="DROPMALFORMED", columns="number")
    assert dropped.to_table().column("number").to_pylist() == [0, 2]
    assert dropped.malformed == 1
    assert "left out" in str(dropped.warnings[0])


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_a_bad_length_takes_the_rest(engine: Any) -> None:
    good = MEASUREMENTS[0]
    data = b"SLOG" + good + b"\xff\xff" + good
    table = bytewright.open(
        [data, data],
        documented(),
        engine=engine,
        columns=["_corrupt_record", "_error.field"],
        options={"mode": "PERMISSIVE", "maxCorruptBytes": 5, "resync": False},
    )
    rows = table.to_table().to_pylist()
    assert rows == 2 * [
        {"_corrupt_record": None, "_error.field": None},
        {"_corrupt_record": data[4 + len(good) :][:5], "_error.field": "records[1].len_body"},
    ]
    rest = len(data) - 4 - len(good)
    assert (table.malformed, table.malformed_bytes) == (2, 2 * rest)
    assert f"bad records that are shown as nulls: 1 place, {rest} bytes; the first" in table.warnings[0].text


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_a_bad_header_takes_all(engine: Any) -> None:
    rows = read(documented(), b"SLOX" + LOG[4:], engine, None, mode="PERMISSIVE", **ALL)[0]
    assert len(rows) == 1
    assert "'field': 'magic'" in rows[0]
    assert "'record_offset': 0, 'record_length': " + str(len(LOG)) in rows[0]


@pytest.mark.parametrize("engine", ["columns", "objects"])
def test_an_unfinished_end(engine: Any) -> None:
    cut = LOG[:-3]
    assert len(read(documented(), cut, engine, None, mode="PERMISSIVE")[0]) == 4
    for mode in ("FAILFAST", "PERMISSIVE", "DROPMALFORMED"):
        rows, error, bad = read(documented(), cut, engine, 20, mode=mode, tornTail="ignore")
        assert (len(rows), error, bad) == (3, "", 0)


def test_many_bad_records_cost_no_more_than_they_are() -> None:
    """What precedes the records is read once, and the read buffer is kept."""
    bad = measurement(9, 0, 0.0, None, 0, b"\xff")
    data = b"SLOG" + 3000 * bad
    for engine in ("columns", "objects"):
        table = bytewright.open(data, documented(), engine=engine, mode="DROPMALFORMED")
        assert table.to_table().num_rows == 0
        assert f": 3,000 places, {3000 * len(bad):,} bytes; the first" in table.warnings[0].text
        assert table.malformed == 3000


def test_parts_hold_as_many_records_as_fit() -> None:
    codec = documented()
    record = MEASUREMENTS[0]
    data = b"SLOG" + 100 * record
    table = bytewright.open(data, codec)
    found = table.splits(10 * len(record))
    assert [part.record for part in found] == list(range(0, 100, 10))
    assert [part.stop for part in found[:-1]] == [part.start for part in found[1:]]
    assert found[0].start is None
    assert found[-1].stop is None
    assert table.splits(len(data)) == [WHOLE]
    assert len(table.splits(1)) == 100


def test_steps_that_give_several_rows() -> None:
    """Columns that values name are those of the whole file in each part; rows are counted where they are shown."""
    blocks = [toy_codecs.block(n, (1, 1 + n % 2, list(range(n))), (7 + n % 3, 3, None)) for n in range(1, 9)]
    data = toy_codecs.grid(*blocks)
    assert frame_of(toy_codecs.GRID) is None
    assert bytewright.open(data, toy_codecs.GRID).splits(1) == [WHOLE]
    rows = read(toy_codecs.GRID, data, "objects", None, **ALL)[0]
    assert "'row_index': 35" in rows[-1]
    assert f"'record_index': 7, 'record_offset': {len(data) - len(blocks[-1])}" in rows[-1]
    rows = read(toy_codecs.GRID, data[:4] + blocks[0] + struct.pack("<I", 99), "objects", None, mode="PERMISSIVE")[0]
    assert len(rows) == 2


def test_names_that_a_view_has_already() -> None:
    with pytest.raises(OptionError, match="the view has a column number of its own"):
        bytewright.open(LOG, documented(views=True), options={"columnNameOfCorruptRecord": "number"})


def test_the_schema_of_strict_modes_keeps_what_is_never_null() -> None:
    table = bytewright.open(LOG, documented(views=True), columns=["number", "_corrupt_record"])
    number = pa.field("number", pa.int32(), nullable=False)
    corrupt: pa.Field[pa.DataType] = pa.field("_corrupt_record", pa.binary())
    assert [*table.schema] == [number, corrupt]
    assert table.to_table().column(1).null_count == 4


@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE", "DROPMALFORMED"])
def test_columns_of_a_file_that_is_no_list_of_records(mode: str) -> None:
    for data in (b"", bytes(4), bytes(64)):
        agree(toy("current_block"), data, mode=mode)
