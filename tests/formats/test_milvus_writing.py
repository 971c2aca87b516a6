"""Files of Milvus from rows, deletes and requests, in each layout."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.cli import main
from bytewright.codec import settings
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io.source import open_source
from bytewright.tables.row_models import root_of
from bytewright.testing import check_rewrite
from bytewright_formats.milvus_binlog import CODEC, EventType, MilvusBinlog, parse
from bytewright_pipelines.milvus.payload import PayloadWriter
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.writing import (
    Ids,
    Part,
    Request,
    binlog,
    ddl_files,
    delete_file,
    index_file,
    insert_files,
    rebuilt,
    write_delete_pair,
    write_deletes,
    write_requests,
    write_segment,
)

GOOD = DATA / "milvus" / "good"
IDS = Ids(7, 8, 9)
SCHEMA = CollectionSchema.parse(
    json.dumps(
        {
            "fields": [
                {"name": "pk", "fieldID": 100, "data_type": 5, "is_primary_key": True},
                {"name": "name", "fieldID": 101, "data_type": "String"},
                {"name": "vector", "fieldID": 102, "data_type": 101, "type_params": [{"key": "dim", "value": "4"}]},
                {"name": "flag", "fieldID": 103, "data_type": "Bool"},
            ]
        }
    )
)
ROWS = pa.table(
    {
        "pk": pa.array([1, 2, 3]),
        "name": pa.array(["a", "b", "c"]),
        "vector": pa.FixedSizeListArray.from_arrays(pa.array(np.arange(12, dtype="f4")), 4),
        "flag": pa.array([True, False, True]),
    }
)


def _rows(model: MilvusBinlog, view: str = "rows") -> list[dict[str, Any]]:
    data = CODEC.to_bytes(model)
    check_rewrite(CODEC, data)
    found: list[dict[str, Any]] = bytewright.open(data, CODEC, view).to_table().to_pylist()
    return found


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
def test_rows_become_a_file_per_column(layout: Any) -> None:
    files = insert_files(ROWS, SCHEMA, IDS, layout, timestamps=[10, 30, 20])
    assert list(files) == [0, 1, 100, 101, 102, 103]
    values = {number: [row["value"] for row in _rows(model)] for number, model in files.items()}
    assert values[0] == [1, 2, 3]
    assert values[1] == [10, 30, 20]
    for field in SCHEMA:
        assert values[field.number] == ROWS.column(field.name).to_pylist()
    (descriptor,) = _rows(files[102], "descriptor")
    assert descriptor["layout"] == layout
    assert (descriptor["collection_id"], descriptor["partition_id"], descriptor["segment_id"]) == (7, 8, 9)
    assert descriptor["field_id"] == (None if layout == "2020" else 102)
    assert (descriptor["start_timestamp"], descriptor["end_timestamp"]) == (10, 30)
    events = _rows(files[102], "events")
    assert [event["event_type"] for event in events] == ["descriptor", "insert"]
    assert all(event["next_position"] == event["offset"] + event["event_length"] for event in events)


def test_writers_that_know_no_places() -> None:
    files = insert_files(ROWS, SCHEMA, IDS, timestamps=10, stream=True)
    _, event = _rows(files[100], "events")
    assert (event["next_position"], event["start_timestamp"], event["end_timestamp"]) == (-1, 1, 1)
    assert [row["value"] for row in _rows(files[100])] == [1, 2, 3]


@pytest.mark.parametrize("path", sorted(GOOD.glob("m*_s101_insert_*.bin")), ids=lambda path: path.stem)
def test_the_frames_are_those_of_milvus(path: Path) -> None:
    """With the values that Milvus had, the generated writer makes the same bytes."""
    (descriptor,) = bytewright.open(path, CODEC, "descriptor").to_table().to_pylist()
    model = parse(path)
    made = binlog(
        "insert",
        descriptor["layout"],
        Ids(descriptor["collection_id"], descriptor["partition_id"], descriptor["segment_id"]),
        descriptor["payload_data_type"],
        [Part(e.type_code, e.body.payload, e.body.start_timestamp, e.body.end_timestamp) for e in model.events],
        field=-1 if descriptor["field_id"] is None else descriptor["field_id"],
        extras=None if descriptor["extras"] is None else json.loads(descriptor["extras"]),
        span=(model.descriptor.start_timestamp, model.descriptor.end_timestamp),
        written=model.descriptor.timestamp,
        places=not model.events or model.events[0].next_position != -1,
    )
    assert CODEC.to_bytes(made) == path.read_bytes()


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.bin")), ids=lambda path: path.stem)
def test_payloads_are_encoded_anew(path: Path) -> None:
    made = CODEC.to_bytes(rebuilt(parse(path)))
    for view in ("rows", "descriptor"):
        before, after = (bytewright.open(file, CODEC, view).to_table() for file in (path, made))
        assert str(after.to_pylist()) == str(before.to_pylist())
    damaged = parse(path)
    for event in damaged.events:
        event.body.payload = b"PAR1"
        with pytest.raises(WriteError, match=r"events\[0\]\.body\.payload"):
            rebuilt(damaged)


@pytest.mark.parametrize("form", ["json", "text", "columns"])
def test_deletes_of_2x(form: Any) -> None:
    rows = _rows(delete_file([5, -6], [50, 60], IDS, form=form))
    assert [row["value"] for row in rows] == [{"pk": 5, "ts": 50}, {"pk": -6, "ts": 60}]
    assert {row["event_type"] for row in rows} == {"delete"}


@pytest.mark.parametrize("form", ["json", "columns"])
def test_deletes_by_text(form: Any) -> None:
    keys = ['"quoted"', "nul\0", "é,7"]
    rows = _rows(delete_file(keys, [1, 2, 3], IDS, form=form))
    assert [row["value"]["pk"] for row in rows] == keys
    with pytest.raises(WriteError, match="integers"):
        delete_file(keys, [1, 2, 3], IDS, form="text")


@pytest.mark.parametrize("layout", ["2020", "2021"])
def test_deletes_of_old_layouts(layout: Any) -> None:
    assert [row["value"] for row in _rows(delete_file([5, 6], [50, 60], IDS, layout))] == [5, 6]
    with pytest.raises(WriteError, match="integers"):
        delete_file(["a"], [1], IDS, layout)


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
def test_requests_become_two_files(layout: Any) -> None:
    requests = [
        Request(EventType.CREATE_COLLECTION, 10, "create"),
        Request(EventType.DROP_PARTITION, 20, "drop"),
    ]
    ddl, times = ddl_files(requests, 7, layout)
    assert [(row["event"], row["event_type"], row["value"]) for row in _rows(ddl)] == [
        (0, "create_collection", "create"),
        (1, "drop_partition", "drop"),
    ]
    assert [(row["event_type"], row["value"]) for row in _rows(times)] == [
        ("create_collection", 10),
        ("create_collection", 20),
    ]


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
def test_files_as_the_design_document_has_them(layout: Any, tmp_path: Path) -> None:
    """Its example: six files of rows, two of deletes, two of a request."""
    schema = CollectionSchema.parse(
        json.dumps(
            [
                {"name": "string", "data_type": "String", "is_primary_key": True},
                {"name": "int", "data_type": "Int32"},
                {"name": "float", "data_type": "Float", "nullable": layout == "2x"},
                {"name": "vector", "data_type": "FloatVector", "dim": 4},
            ]
        )
    )
    floats = [0.5, None if layout == "2x" else 1.5, 2.5]
    rows = pa.table({"string": ["a", "b", "c"], "int": [1, 2, 3], "float": floats, "vector": ROWS["vector"]})
    assert schema.primary is not None
    deletes = write_delete_pair(tmp_path, ["b"], [20], IDS, schema.primary, layout)
    files: dict[Any, Path] = {
        **write_segment(tmp_path, rows, schema, IDS, layout, timestamps=10),
        **{f"deletes of {number}": path for number, path in deletes.items()},
        **write_requests(tmp_path, [Request(EventType.DROP_PARTITION, 30, "abc")], 7, layout, documented=True),
    }  # fmt: skip
    events: dict[Any, Any] = {}
    values: dict[Any, Any] = {}
    for name, path in files.items():
        found = bytewright.open(path, CODEC).to_table()
        (events[name],), values[name] = set(found["event_type"].to_pylist()), found["value"].to_pylist()
    inserts: dict[Any, Any] = dict.fromkeys((0, 1, 100, 101, 102, 103), "insert")
    assert events == {
        **inserts,
        "deletes of 100": "delete",
        "deletes of 1": "insert",
        "ddl": "drop_partition",
        "ts": "insert",
    }
    assert values[102] == floats
    assert [values[name] for name in ("deletes of 100", "deletes of 1", "ddl", "ts")] == [["b"], [20], ["abc"], [30]]


@pytest.mark.parametrize("layout", ["2020", "2021"])
def test_nulls_of_old_layouts(layout: Any) -> None:
    schema = CollectionSchema.parse('[{"name": "v", "data_type": "Float", "nullable": true}]')
    files = insert_files(pa.table({"v": [1.5, 2.5]}), schema, IDS, layout, timestamps=1)
    assert [row["value"] for row in _rows(files[100])] == [1.5, 2.5]
    for rows in (pa.table({"v": [1.5, None]}), pa.table({"RowID": [1]})):
        with pytest.raises(WriteError, match=rf"v: layout {layout}: expected a value in each row, found null.*2x has"):
            insert_files(rows, schema, IDS, layout, timestamps=1)


def test_index_files_hold_any_bytes() -> None:
    model = index_file(b"\xff\0\xfe", "IVF", IDS, 102, timestamp=5, indexName="idx<&>", indexID="77")
    assert [(row["event_type"], row["value"]) for row in _rows(model)] == [("index_file", b"\xff\0\xfe")]
    (descriptor,) = _rows(model, "descriptor")
    assert descriptor["extras"].startswith('{"indexID":"77","indexName":"idx\\u003c\\u0026\\u003e",')


@pytest.mark.parametrize(
    ("kind", "type", "layout", "message"),
    [
        ("insert", EventType.DELETE, "2x", "expected one of insert, found delete"),
        ("delete", EventType.INSERT, "2x", "expected one of delete, found insert"),
        ("ddl", EventType.INSERT, "2020", "found insert"),
        ("ddl_timestamps", EventType.DROP_COLLECTION, "2020", "found drop_collection"),
        ("index", EventType.INDEX_FILE, "2021", "found an index file"),
    ],
)
def test_events_stand_where_they_belong(kind: Any, type: EventType, layout: Any, message: str) -> None:
    with pytest.raises(WriteError, match=message):
        binlog(kind, layout, IDS, 5, [Part(type, b"PAR1", 1, 1)])


def test_what_writers_refuse() -> None:
    with pytest.raises(WriteError, match="ones that aren't 0"):
        binlog("insert", "2021", IDS, 5, [Part(EventType.INSERT, b"PAR1", 0, 1)])
    binlog("insert", "2020", IDS, 5, [Part(EventType.INSERT, b"PAR1", 0, 1)])
    with pytest.raises(WriteError, match="digits"):
        binlog("insert", "2x", IDS, 5, [], extras={"original_size": 5}, span=(1, 1))
    with pytest.raises(WriteError, match="a column vector"):
        insert_files(ROWS.drop_columns(["vector"]), SCHEMA, IDS, timestamps=1)
    with pytest.raises(WriteError, match="rows: expected columns that the schema has, found other"):
        insert_files(ROWS.append_column("other", pa.nulls(3)), SCHEMA, IDS, timestamps=1)
    with pytest.raises(WriteError, match="timestamps"):
        insert_files(ROWS, SCHEMA, IDS)
    with pytest.raises(WriteError, match="name: values of type string"):
        insert_files(ROWS.set_column(1, "name", pa.array([b"\xff"] * 3)), SCHEMA, IDS, timestamps=1)
    with pytest.raises(OptionError, match="no type of pk"):
        CollectionSchema.parse('[{"name": "pk"}]')


def test_files_lie_where_milvus_has_them(tmp_path: Path) -> None:
    paths = write_segment(tmp_path, ROWS, SCHEMA, IDS, timestamps=10, log=450)
    assert paths[100] == tmp_path / "insert_log" / "7" / "8" / "9" / "100" / "450"
    deleted = write_deletes(tmp_path, [1], [20], IDS, log=451)
    assert deleted == tmp_path / "delta_log" / "7" / "8" / "9" / "451"
    found = bytewright.open(list(paths.values()), CODEC, options={"field": "102"}).to_table()
    assert found["value"].to_pylist() == ROWS["vector"].to_pylist()


@pytest.mark.parametrize(("name", "bytes_each"), [("105_i64", 8), ("103_i16", 2), ("121_fvec", 48)])
def test_the_size_of_values_follows_rows(name: str, bytes_each: int, tmp_path: Path) -> None:
    """As the original counts it, whose number has a few bytes that are the same for all rows."""
    path = DATA / "milvus" / "good" / f"m2x_s101_insert_{name}.bin"
    rows = bytewright.open(path, CODEC).to_table()
    root = json.dumps(root_of(CODEC, open_source(str(path)), None, settings.parse(CODEC)))
    stated = int(json.loads(parse(path).descriptor.current.extras)["original_size"])
    for count in (0, 40, 47):
        bytewright.write(rows.slice(0, count), tmp_path / "out", CODEC, root=root)
        extras = parse(tmp_path / "out").descriptor.current.extras
        assert extras == f'{{"nullable":false,"original_size":"{stated - (47 - count) * bytes_each}"}}'


MISPLACED = {
    "rows among requests": ("m2x_s101_ddl_ddl", EventType.INSERT),
    "deletes of what is no key": ("m2x_s101_insert_103_i16", EventType.DELETE),
    "requests in a segment": ("m2x_s101_insert_105_i64", EventType.DROP_PARTITION),
    "indexes of an older layout": ("m2rc_s101_ddl_ddl", EventType.INDEX_FILE),
    "indexes of numbers": ("m2x_s101_insert_105_i64", EventType.INDEX_FILE),
}


@pytest.mark.parametrize("name", MISPLACED)
def test_events_that_may_not_stand_in_a_file(
    name: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """By the spec alone: models aren't written, rows neither, and a file that has one is bad."""
    stem, kind = MISPLACED[name]
    path = GOOD / f"{stem}.bin"
    offset = bytewright.open(path, CODEC, "events").to_table()["offset"].to_pylist()[1] + 8
    message = rf"events\[0\]\.type_code: expected a value for which may_stand_here, found {kind.name.lower()}"
    model = parse(path)
    for event in model.events:
        event.type_code = kind
    with pytest.raises(WriteError, match=message):
        CODEC.to_bytes(model)
    rows = bytewright.open(path, CODEC).to_table()
    kinds = pa.array([kind.name.lower()] * rows.num_rows)
    root = json.dumps(root_of(CODEC, open_source(str(path)), None, settings.parse(CODEC)))
    with pytest.raises(WriteError, match="type_code"):
        bytewright.write(
            rows.set_column(rows.column_names.index("event_type"), "event_type", kinds),
            tmp_path / "x",
            CODEC,
            root=root,
        )
    data = bytearray(path.read_bytes())
    data[offset] = kind.value
    (tmp_path / "bad").write_bytes(data)
    assert main(["check", str(tmp_path / "bad")]) == 1
    said = capfdbinary.readouterr().err.decode()
    assert re.search(rf"bad: offset {offset} \(0x[0-9a-f]+\): {message}", said)


@pytest.mark.parametrize("stem", ["mdec2020_s101_ddl_ddl", "m2rc_s101_ddl_ddl", "m2x_s101_insert_105_i64"])
def test_the_first_event_is_a_descriptor(stem: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    data = bytearray((GOOD / f"{stem}.bin").read_bytes())
    message = r"descriptor\.type_code: expected one of descriptor, found insert"
    model = parse(bytes(data))
    model.descriptor.type_code = EventType.INSERT
    with pytest.raises(WriteError, match=message):
        CODEC.to_bytes(model)
    data[12] = EventType.INSERT.value
    (tmp_path / "bad").write_bytes(data)
    assert main(["check", str(tmp_path / "bad")]) == 1
    assert re.search(rf"offset 12 \(0xc\): {message}", capfdbinary.readouterr().err.decode())


MIXED = {
    "deletes among rows of int64": ("int64", (EventType.INSERT, EventType.INSERT), EventType.DELETE, "rows"),
    "deletes among rows of string": ("string", (EventType.INSERT, EventType.INSERT), EventType.DELETE, "rows"),
    "rows among deletes of string": ("string", (EventType.DELETE, EventType.DELETE), EventType.INSERT, "deletes"),
    "deletes among requests": (
        "string",
        (EventType.CREATE_PARTITION, EventType.DROP_PARTITION),
        EventType.DELETE,
        "requests",
    ),
    "requests among times": ("int64", (EventType.INSERT, EventType.INSERT), EventType.DROP_COLLECTION, "rows"),
}


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
@pytest.mark.parametrize("name", MIXED)
def test_events_of_several_kinds_in_a_file(
    name: str, layout: Any, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Each could stand there alone, so that the descriptor doesn't tell. By the spec they stand beside no others."""
    type, kinds, other, expected = MIXED[name]
    values: Any = {"int64": [1, 2]}.get(type, ["a", "b"])
    writer = PayloadWriter(type, layout=layout)
    for value in values:
        writer.add([value])
    writer.finish()
    ids = Ids(7) if "requests" in name else IDS
    kind: Any = {EventType.INSERT: "insert", EventType.DELETE: "delete"}.get(kinds[0], "ddl")
    extras = {"original_size": str(writer.nbytes)} if layout == "2x" else None
    model = binlog(kind, layout, ids, type, [Part(one, writer.buffer, 5, 5) for one in kinds], field=100, extras=extras)
    good = CODEC.to_bytes(model)
    (tmp_path / "good").write_bytes(good)
    assert main(["check", str(tmp_path / "good")]) == 0
    offset = bytewright.open(good, CODEC, "events").to_table()["offset"].to_pylist()[2]
    data = bytearray(good)
    data[offset + 8] = other.value
    (tmp_path / "bad").write_bytes(data)
    assert main(["check", str(tmp_path / "bad")]) == 1
    said = capfdbinary.readouterr().err.decode()
    message = rf"events\[1\]: expected {expected} \(\d\), as events\[0\] is, found \w+ \(\d\)"
    assert re.search(
        rf"bad: offset {offset} \(0x[0-9a-f]+\): {message}\. A file has rows, deletes, requests or parts", said
    )
    for view in ("rows", "events"):
        with pytest.raises(ReadError, match=message):
            bytewright.open(bytes(data), CODEC, view).to_table()
    model = parse(good)
    model.events[1].type_code = other
    with pytest.raises(WriteError, match=message):
        CODEC.to_bytes(model)
    rows = bytewright.open(good, CODEC).to_table()
    named = [(other if event else kinds[0]).name.lower() for event in rows["event"].to_pylist()]
    changed = rows.set_column(rows.column_names.index("event_type"), "event_type", pa.array(named))
    root = json.dumps(root_of(CODEC, open_source(str(tmp_path / "good")), None, settings.parse(CODEC)))
    with pytest.raises(WriteError, match=message):
        bytewright.write(changed, tmp_path / "x", CODEC, root=root)
