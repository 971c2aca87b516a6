"""FiloDB's records field by field: what its builder makes, byte for byte, and what its reader gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA, named

import bytewright
from bytewright.codec import settings
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright_formats import filodb_container as format
from bytewright_formats.filodb_container import CODEC
from bytewright_pipelines.filodb import (
    RecordBuilder,
    RecordSchema,
    RecordView,
    build,
    part_key_from_ingest,
    partition_hash,
    partition_match,
)

GOOD = DATA / "filodb" / "good"
FILES = sorted(path for path in GOOD.glob("*.bin") if path.stem != "empty_container")
PAIRS = "map_pairhash_exclude_le"
BEYOND = {"dirty_padding": "what was in the buffer before"}
STANDARD = RecordSchema.all()
GAUGE = STANDARD["gauge"]
LABELS = {"job": "api", "_ws_": "demo", "zone": "é", "a": ""}


def schemas_of(path: Path) -> list[RecordSchema]:
    """The schemas of a file's records."""
    return [*RecordSchema.all({"schemas": str(path.with_suffix(".schema.json"))}).values()]


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file; keys of maps may occur twice."""
    options = {"schemas": str(path.with_suffix(".schema.json"))}
    return bytewright.open(path, CODEC, options=options).to_table().to_pylist()


def add(builder: RecordBuilder, record: RecordView, row: dict[str, Any]) -> None:
    """Build a record once more."""
    builder.start_new_record(record.schema)
    for number, (name, kind) in enumerate(record.schema.columns):
        match kind:
            case "int":
                builder.add_int(record.get_int(number))
            case "long" | "ts":
                builder.add_long(record.get_long(number))
            case "double":
                builder.add_double(record.get_double(number))
            case "string":
                builder.add_string(record.utf8(number))
            case "map":
                builder.add_map([*record.map_items(number)])
            case "hist":
                builder.add_histogram(row[name])
            case "br":
                builder.add_record(row[name] | {"schema_id": record.inner(number).schema_id})
    builder.end_record()


def split(path: Path) -> list[format.Container]:
    """The containers of a file."""
    options = settings.parse(CODEC, {"schemas": str(path.with_suffix(".schema.json"))}).values
    return bytewright.view_of(path.read_bytes(), format.FilodbContainer, options=options).containers


@pytest.mark.parametrize("path", FILES, ids=named)
def test_records_are_built_as_filodb_builds_them(path: Path) -> None:
    containers = split(path)
    moments = iter([container.time for container in containers])
    builder = RecordBuilder(
        map_order="given",
        partition_hash="pairs" if path.stem == PAIRS else "bulk",
        max_key_bytes=191,
        container_bytes=4096 if path.stem == "many_containers" else 1 << 18,
        clock=lambda: next(moments),
    )
    for record, row in zip(RecordView.each(path.read_bytes(), schemas_of(path)), rows_of(path), strict=True):
        add(builder, record, row)
    same = builder.optimal_container_bytes() == [bytewright.bytes_of(container) for container in containers]
    assert same == (path.stem not in BEYOND)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_fields_are_those_that_rows_show(path: Path) -> None:
    records = RecordView.each(path.read_bytes(), schemas_of(path))
    for record, row in zip(records, rows_of(path), strict=True):
        assert record.schema.name == row["schema"]
        if row["partition_hash"] is not None:
            assert partition_hash(record) == row["partition_hash"]
        for number, (name, kind) in enumerate(record.schema.columns):
            match kind:
                case "int":
                    assert record.get_int(number) == row[name]
                case "double":
                    assert repr(record.get_double(number)) == repr(row[name])
                case "string":
                    assert record.utf8(number) == row[name]
                case "map":
                    assert [*record.map_items(number)] == [*row[name]]
                case "hist":
                    assert record.histogram(number).num_buckets == len(row[name]["values"])


def test_partition_keys_are_those_that_filodb_extracts() -> None:
    path = GOOD / "partkeys_from_ingest.bin"
    keys = [*RecordView.each(path.read_bytes(), schemas_of(path))]
    stored = [bytewright.bytes_of(key.record, "len_body", "body") for key in keys]
    found = []
    builder = RecordBuilder()
    data = {"ts": 7, "long": 7, "int": 7, "double": 1.5}
    for key in keys:
        ingested = next(one for one in STANDARD.values() if one.id == key.schema_id)
        builder.start_new_record(ingested)
        for _, kind in ingested.columns[: ingested.partition_start]:
            if kind == "double":
                builder.add_double(data[kind])
            elif kind == "hist":
                builder.add_histogram({"scheme": "empty"})
            else:
                builder.add_long(data[kind])
        builder.add_string(key.utf8(0))
        builder.add_map([*key.map_items(1)])
        builder.end_record()
    (container,) = builder.optimal_container_bytes()
    for record, key in zip(RecordView.each(container, [*STANDARD.values()]), keys, strict=True):
        found.append(part_key_from_ingest(record))
        assert partition_match(record, key)
        assert partition_hash(record) == partition_hash(key)
        again = RecordView(found[-1], record.schema.key)
        assert (again.utf8(0), [*again.map_items(1)]) == (key.utf8(0), [*key.map_items(1)])
    assert found == stored
    others = [partition_match(record, keys[0]) for record in RecordView.each(container, [*STANDARD.values()])]
    assert others == [one == stored[0] or one[6:] == stored[0][6:] for one in stored]


def record_of(**options: Any) -> RecordView:
    """A gauge."""
    builder = RecordBuilder(**options)
    gauge(builder)
    (container,) = builder.optimal_container_bytes()
    return next(RecordView.each(container, GAUGE))


def gauge(builder: RecordBuilder, metric: str = "load") -> None:
    """Build a gauge."""
    builder.start_new_record(GAUGE)
    builder.add_long(1_700_000_000_000)
    builder.add_double(1.5)
    builder.add_string(metric)
    builder.add_map(LABELS)
    builder.end_record()


def test_maps_are_sorted_by_their_keys() -> None:
    assert [key for key, _ in record_of().map_items(3)] == ["_ws_", "a", "job", "zone"]
    assert [key for key, _ in record_of(map_order="given").map_items(3)] == [*LABELS]


def test_records_of_another_series_do_not_match() -> None:
    record = record_of()
    key = RecordView(part_key_from_ingest(record), GAUGE.key)
    assert partition_match(record, key)
    assert not partition_match(record_of(map_order="given"), key)


def test_fields_come_in_the_order_of_the_schema() -> None:
    builder = RecordBuilder()
    with pytest.raises(WriteError, match="a record that has begun, found none"):
        builder.add_long(1)
    builder.start_new_record(GAUGE)
    with pytest.raises(WriteError, match="timestamp: expected a field of type ts, found a field of type double"):
        builder.add_double(1.0)
    builder.add_long(1)
    with pytest.raises(WriteError, match="end of the record before"):
        builder.start_new_record(GAUGE)
    with pytest.raises(WriteError, match="value: expected a field of type double, found the end of the record"):
        builder.end_record()
    builder.add_double(1.0)
    builder.add_string("load")
    builder.add_map({})
    with pytest.raises(WriteError, match="the end of the record, found a field of type int"):
        builder.add_int(1)
    builder.end_record()
    assert len(builder.all_containers) == 1


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((1.5,), "timestamp: expected an integer, found 1.5"),
        ((1, "1.5"), "value: expected a number, found '1.5'"),
        ((1, 1.0, b"load"), "_metric_: expected text, found b'load'"),
        ((1, 1.0, "\ud800"), "_metric_: expected text that UTF-8 has"),
        ((1, 1.0, "load", 5), "tags: expected keys with their values, found 5"),
        ((1, 1.0, "load", ["ab"]), "tags: expected pairs of a key and a value, found 'ab'"),
        ((1, 1.0, "load", {"a": None}), "tags: expected text that UTF-8 has, found None"),
        ((1, 1.0, "load", {1: "a"}), "tags: expected text that UTF-8 has, found 1"),
    ],
)
def test_values_of_another_type_are_refused(values: tuple[Any, ...], said: str) -> None:
    builder = RecordBuilder()
    builder.start_new_record(GAUGE)
    adding: list[Any] = [builder.add_long, builder.add_double, builder.add_string, builder.add_map]
    for call, value in zip(adding, values[:-1], strict=False):
        call(value)
    with pytest.raises(WriteError, match=said):
        adding[len(values) - 1](values[-1])


def test_records_need_a_number_of_their_schema() -> None:
    with pytest.raises(WriteError, match="the schema gauge: expected a number by which records name it, found none"):
        RecordBuilder().start_new_record(replace(GAUGE, id=None))
    with pytest.raises(OptionError, match="schema gauge: expected an id from 0 to 65535, found 65536"):
        RecordBuilder().start_new_record(replace(GAUGE, id=1 << 16))


def test_counts_that_fall_are_kept() -> None:
    builder, schema = RecordBuilder(), STANDARD["prom-histogram"]
    builder.start_new_record(schema)
    builder.add_long(1)
    builder.add_double(1.0)
    builder.add_double(2.0)
    builder.add_histogram({"scheme": "custom", "values": [5, 3, 4, 10, 1], "bucket_tops": [1.0, 2.0, 3.0, 4.0, 5.0]})
    builder.add_string("load")
    builder.add_map({})
    found = RecordView(builder.end_record(), schema).histogram(3)
    assert found.longs is not None
    assert [*found.longs.values] == [5, 3, 4, 10, 1]


def test_an_ended_record_is_given() -> None:
    builder = RecordBuilder()
    for metric in ("load", "a"):
        builder.start_new_record(GAUGE)
        builder.add_long(7)
        builder.add_double(0.5)
        builder.add_string(metric)
        builder.add_map(LABELS)
        record = builder.end_record()
        assert RecordView(record, GAUGE).utf8(2) == metric
        assert builder.all_containers[0].endswith(record)


def test_what_is_too_large_is_refused_and_leaves_nothing_behind() -> None:
    builder = RecordBuilder(container_bytes=2048)
    gauge(builder)
    before = builder.all_containers
    builder.start_new_record(GAUGE)
    with pytest.raises(WriteError, match="an integer of 64 bits"):
        builder.add_long(1 << 63)
    builder.add_long(1)
    builder.add_double(1.0)
    with pytest.raises(WriteError, match="_metric_: expected at most 65535 bytes, found 65536 bytes"):
        builder.add_string("a" * 65536)
    builder.add_string("a" * 2048)
    with pytest.raises(WriteError, match="tags: expected keys of at most 127 bytes, found 128 bytes"):
        builder.add_map({"k" * 128: ""})
    builder.add_map({"k" * 127: ""})
    with pytest.raises(WriteError, match="a record of at most 2032 bytes"):
        builder.end_record()
    assert builder.all_containers == before
    gauge(builder)
    assert len([*RecordView.each(builder.all_containers[0], GAUGE)]) == 2


def test_full_containers_are_handed_out_and_forgotten() -> None:
    moments = iter(range(100))
    builder = RecordBuilder(container_bytes=2048, clock=lambda: next(moments))
    for number in range(60):
        gauge(builder, f"load{number}")
    every = builder.optimal_container_bytes()
    assert [len(one) <= 2048 for one in every] == [True] * len(every)
    assert builder.all_containers == every
    full = builder.non_current_container_bytes()
    assert full == every[:-1]
    assert builder.non_current_container_bytes(reset=True) == full
    assert builder.non_current_container_bytes() == []
    assert builder.optimal_container_bytes(reset=True) == every[-1:]
    assert builder.optimal_container_bytes() == []
    gauge(builder)
    (again,) = builder.all_containers
    view: Iterator[format.Container] = iter(bytewright.view_of(again, format.FilodbContainer).containers)
    assert next(view).time == len(every)


def test_records_of_several_schemas_lie_in_one_container() -> None:
    builder = RecordBuilder()
    gauge(builder)
    builder.start_new_record(STANDARD["prom-counter"])
    builder.add_long(2)
    builder.add_double(3.0)
    builder.add_string("hits")
    builder.add_map([])
    builder.end_record()
    (container,) = builder.all_containers
    records = [*RecordView.each(container, [*STANDARD.values()])]
    assert [record.schema.name for record in records] == ["gauge", "prom-counter"]
    other = RecordSchema("gauge", (("timestamp", "ts"),))
    with pytest.raises(WriteError, match="this name or number"):
        builder.start_new_record(other)


def test_rows_in_arrow_make_the_same_containers() -> None:
    path = GOOD / "many_containers.bin"
    (schema,) = schemas_of(path)
    options = {"schemas": str(path.with_suffix(".schema.json"))}
    table = bytewright.open(path, CODEC, options=options).to_table()
    assert build(table, schema) == [bytewright.bytes_of(container) for container in split(path)]


@pytest.mark.parametrize("kind", [pa.int64(), pa.timestamp("ms", "UTC"), pa.timestamp("us", "UTC")], ids=str)
def test_integers_are_milliseconds(kind: pa.DataType) -> None:
    times = pa.array([1_700_000_000_000, -1, 0], pa.timestamp("ms", "UTC")).cast(kind)
    labels = pa.array([[("job", "api")]] * 3, pa.map_(pa.string(), pa.string()))
    table = pa.table({"timestamp": times, "value": [0.5] * 3, "_metric_": ["load"] * 3, "tags": labels})
    (container,) = build(table, GAUGE)
    found = [record.get_long(0) for record in RecordView.each(container, GAUGE)]
    assert found == [1_700_000_000_000, -1, 0]


def test_only_what_is_bad_of_a_record_fails() -> None:
    builder = RecordBuilder()
    gauge(builder)
    (container,) = builder.all_containers
    place = container.index(b"load")
    bad = container[:place] + b"\xff" + container[place + 1 :]
    record = next(RecordView.each(bad, GAUGE))
    assert (record.get_double(1), [*record.map_items(3)][1]) == (1.5, ("a", ""))
    with pytest.raises(ReadError) as error:
        record.utf8(2)
    assert error.value.offset == place
    assert error.value.field == "containers[0].area.records[0].body.fields[2].value.target.text"
    with pytest.raises(OptionError, match="a column of type int, found double"):
        record.get_int(1)
    with pytest.raises(OptionError, match="a column from 0 to 3, found 4"):
        record.get_int(4)


def test_schemas_say_themselves(tmp_path: Path) -> None:
    path = tmp_path / "schemas.json"
    path.write_text(json.dumps({"schemas": [schema.described for schema in STANDARD.values()]}), encoding="utf-8")
    assert RecordSchema.all({"schemas": str(path)}) == STANDARD
    assert [*GAUGE.key.columns] == [("_metric_", "string"), ("tags", "map")]
    assert (GAUGE.key.id, GAUGE.key.partition_start) == (2200, 0)
    with pytest.raises(OptionError, match="has no partition key"):
        _ = RecordSchema("rows", (("a", "int"),)).key
