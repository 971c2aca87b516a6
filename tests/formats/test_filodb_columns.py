"""FiloDB's records made by columns of rows: the bytes that objects write of the same rows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.drawn import same_each_time

import bytewright
from bytewright.codec import registry
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, WriteError
from bytewright.spark.cell_values import Writer
from bytewright.tables.row_models import maker_of
from bytewright.tables.write import bytes_of
from bytewright_formats.filodb_container import filodb_columns

CODEC = registry.codec("filodb_container")
SETTINGS = parse(CODEC, {})
KEYS = st.sampled_from(["_ws_", "_ns_", "app", "host", "häuser", "\U0001f600", "\uffee", "", "le"])
MOMENTS = st.builds(lambda ms: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms), st.integers(0, 1 << 40))
SERIES = {
    "partition_hash": st.one_of(st.none(), st.integers(-(1 << 31), (1 << 31) - 1)),
    "timestamp": MOMENTS,
    "_metric_": st.one_of(st.none(), st.text(st.characters(codec="utf-8"), max_size=9)),
    "tags": st.one_of(st.none(), st.dictionaries(KEYS, st.text(st.characters(codec="utf-8"), max_size=5), max_size=5)),
    "container": st.sampled_from([None, 0, 3]),
    "record": st.sampled_from([None, 1, 2]),
    "container_time": st.one_of(st.just(datetime(2024, 1, 2, tzinfo=UTC))),
}
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
COUNTS = st.lists(st.integers(0, 1 << 53), min_size=1, max_size=20).map(lambda found: [float(n) for n in sorted(found)])


def histogram(format: int, values: list[float], first: float, scale: int) -> dict[str, Any]:
    """A histogram of a format, as the view shows it."""
    return {
        "format": format,
        "first": first,
        "multiplier": 2.0,
        "scale": scale,
        "start_index": -3,
        "bucket_tops": sorted(values, reverse=True),
        "values": values,
    }


UNSAID = st.builds(
    lambda scheme, values: {**histogram(0, values, 1.0, 3), "format": None, "scheme": scheme},
    st.sampled_from([None, "empty", "geometric", "geometric_minus_1", "custom", "exponential"]),
    st.one_of(COUNTS, st.lists(FLOATS, min_size=1, max_size=9)),
)
WHOLE = st.builds(histogram, st.sampled_from([0, 3, 4, 5, 9]), COUNTS, FLOATS, st.integers(-20, 20))
FRACTIONS = st.builds(
    histogram,
    st.sampled_from([8, 10, 16]),
    st.lists(FLOATS, min_size=1, max_size=20),
    FLOATS,
    st.integers(-20, 20),
)
ROWS = st.lists(
    st.one_of(
        st.fixed_dictionaries({**SERIES, "schema": st.just("gauge"), "value": FLOATS}),
        st.fixed_dictionaries(
            {
                **SERIES,
                "schema": st.just("prom-histogram"),
                "sum": FLOATS,
                "count": FLOATS,
                "h": st.one_of(st.none(), WHOLE, FRACTIONS, UNSAID),
            }
        ),
    ),
    max_size=9,
)


def table(rows: list[dict[str, Any]]) -> pa.Table:
    maker = maker_of(CODEC, "records", SETTINGS)
    assert maker is not None
    assert maker.schema is not None
    known = {name for row in rows for name in row} | {"schema"}
    schema = pa.schema([field for field in maker.schema if field.name in known])
    return pa.Table.from_pylist(rows, schema=schema)


@given(
    rows=ROWS,
    order=st.sampled_from(["auto", "sorted", "given"]),
    most=st.sampled_from(["2048", "262144"]),
    hashes=st.sampled_from(["bulk", "pairs", "single"]),
    ignored=st.sampled_from(["le", "", "app,host", "_ws_,le,häuser"]),
)
@same_each_time(150)
def test_records_are_those_that_objects_write(
    rows: list[dict[str, Any]], order: str, most: str, hashes: str, ignored: str
) -> None:
    settings = parse(
        CODEC,
        {"mapOrder": order, "containerBytes": most, "partitionHash": hashes, "partitionHashIgnores": ignored},
    )
    made = table(rows)
    try:
        expected, _ = bytes_of(CODEC, made, "records", settings, engine="objects")
    except WriteError:
        with pytest.raises(OptionError):
            bytes_of(CODEC, made, "records", settings, engine="columns")
        return
    found, written = bytes_of(CODEC, made, "records", settings, engine="columns")
    assert written.encoded == len(rows)
    assert found == expected


@given(files=st.lists(ROWS, min_size=2, max_size=5))
@same_each_time(40)
def test_values_of_a_column_are_those_that_objects_write(files: list[list[dict[str, Any]]]) -> None:
    every = table([row for rows in files for row in rows])
    edges = pa.array(np.cumsum([0, *map(len, files)]), pa.int32())
    columns = [column.combine_chunks() for column in every.columns]
    structs = pa.StructArray.from_arrays(columns, fields=list(every.schema))
    writer = Writer(CODEC)
    values = pa.ListArray.from_arrays(edges, structs)
    try:
        expected = [bytes_of(CODEC, table(rows), "records", SETTINGS, engine="objects")[0] for rows in files]
    except WriteError:
        with pytest.raises(WriteError):
            writer(values)
        return
    assert writer(values).to_pylist() == expected
    assert writer.encoded == writer.rows == len(every)


@pytest.mark.parametrize("path", sorted(Path("specs/filodb/samples").glob("*.bin")), ids=lambda path: path.stem)
def test_samples_are_written_as_objects_do(path: Path) -> None:
    rows = bytewright.open(path, CODEC).to_table()
    expected, _ = bytes_of(CODEC, rows, "records", SETTINGS, engine="objects")
    assert bytes_of(CODEC, rows, "records", SETTINGS, engine="columns")[0] == expected


def test_rows_without_a_hash_are_given_one() -> None:
    rows = table([{"schema": "gauge", "timestamp": datetime(2024, 1, 1, tzinfo=UTC), "value": 1.0, "tags": {"b": "1"}}])
    data, written = bytes_of(CODEC, rows, "records", SETTINGS, engine="columns")
    assert written.encoded == 1
    assert bytewright.open(data, CODEC).to_table()["partition_hash"].null_count == 0


def test_many_rows_go_into_containers_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filodb_columns, "_TOGETHER", 16)
    rows = [
        {
            "schema": ("gauge", "untyped")[number % 2],
            "timestamp": datetime(2024, 1, 1, tzinfo=UTC),
            ("value", "number")[number % 2]: float(number),
            "tags": {"b": "1", "a": str(number)},
            "container": container,
            "container_time": datetime(2024, 1, 2, tzinfo=UTC),
        }
        for container, count in ((None, 100), (1, 3), (2, 5), (3, 40), (4, 16), (5, 1))
        for number in range(count)
    ]
    for most in ("2048", "262144"):
        settings = parse(CODEC, {"containerBytes": most})
        expected, _ = bytes_of(CODEC, table(rows), "records", settings, engine="objects")
        assert bytes_of(CODEC, table(rows), "records", settings, engine="columns")[0] == expected
        mixed = table(rows[::-1])
        expected, _ = bytes_of(CODEC, mixed, "records", settings, engine="objects")
        assert bytes_of(CODEC, mixed, "records", settings, engine="columns")[0] == expected
