"""Which files of Milvus lie side by side: those that say so themselves, in their descriptors."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

pytest.importorskip("bytewright_formats.milvus_binlog")

from bytewright.errors import BytewrightError
from bytewright_formats.milvus_binlog import CODEC, EventType
from bytewright_pipelines.milvus.assemble import side_by_side
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.segments import segments
from bytewright_pipelines.milvus.writing import Ids, write_deletes, write_segment

PK = {"name": "pk", "fieldID": 100, "data_type": "Int64", "is_primary_key": True}
V = {"name": "v", "fieldID": 101, "data_type": "Int32"}


def _schema(*fields: dict[str, Any], **more: Any) -> CollectionSchema:
    return CollectionSchema.parse(json.dumps({"fields": fields, **more}))


SCHEMA = _schema(PK, V)


def _write(root: Path, ids: Ids, first: int, log: int, schema: CollectionSchema = SCHEMA, **more: Any) -> None:
    numbers = [first, first + 1]
    rows = pa.table({"pk": numbers, "v": pa.array(numbers, pa.int32()), "Timestamp": [n * 100 for n in numbers]})
    write_segment(root, rows, schema, ids, log=log, **more)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A segment with two logs, and deletes of its collection."""
    for first, log in ((1, 9), (3, 10)):
        _write(tmp_path, Ids(1, 2, 3), first, log)
    write_deletes(tmp_path, [1], [900], Ids(1, -1, 50), log=11)
    return tmp_path


def _change(path: Path, **ids: Any) -> None:
    """Let a file say other things of itself."""
    model = CODEC.parse(path)
    for name, value in ids.items():
        setattr(model.descriptor.current, name, value)
    CODEC.write(model, path)


def _relabel(path: Path, kind: EventType) -> None:
    model = CODEC.parse(path)
    model.events[0].type_code = kind
    CODEC.write(model, path)


def _rows(root: Path, schema: CollectionSchema) -> pa.Table:
    """The rows of all segments, deleted ones too."""
    found = segments([str(root)], schema)
    kinds = pa.schema([*((column.name, column.type) for column in found.columns), ("_partition", pa.int64())])
    files = [{str(number): path for number, path in batch.files.items()} for batch in found.batches]
    return pa.Table.from_batches([part for one in files for part in side_by_side(one, found.columns, kinds, 2)])


def _swap(one: Path, other: Path) -> None:
    kept = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(kept)


def _twice(root: Path) -> None:
    shutil.copytree(root / "insert_log", root / "copy" / "insert_log")


FIELD = Path("insert_log/1/2/3/101")


def _lack_crosswise(root: Path) -> None:
    for lost in ("0/9", "1/9", "100/9", "101/10"):
        (root / FIELD.parent / lost).unlink()


def _relay(root: Path) -> None:
    """Let the rows of a field be in files of an older layout."""
    shutil.rmtree(root / FIELD)
    for first, log in ((1, 9), (3, 10)):
        _write(root / "x", Ids(1, 2, 3), first, log, layout="2021")
    shutil.move(root / "x" / FIELD, root / FIELD)
    shutil.rmtree(root / "x")


CONTRADICTIONS: dict[str, tuple[Callable[[Path], object], str]] = {
    "another collection in the file": (lambda r: _change(r / FIELD / "9", collection_id=5), "collection_id: expected"),
    "another partition in the file": (lambda r: _change(r / FIELD / "9", partition_id=5), "partition_id: expected 2"),
    "another segment in the file": (lambda r: _change(r / FIELD / "9", segment_id=5), "segment_id: expected 3"),
    "another field in the file": (lambda r: _change(r / FIELD / "9", field_id=5), "field_id: expected 101"),
    "another time in the file": (lambda r: _change(r / FIELD / "9", end_timestamp=500), r"expected \(100, 200\)"),
    "another type in the file": (lambda r: _change(r / FIELD / "9", payload_data_type=5), "of int32, found int64"),
    "deletes of another collection": (
        lambda r: _change(r / "delta_log/1/-1/50/11", collection_id=5),
        "collection_id: expected 1, as the directory says, found 5",
    ),
    "deletes that are called rows": (
        lambda r: _relabel(r / "delta_log/1/-1/50/11", EventType.INSERT),
        r"events\[0\].type_code: expected delete",
    ),
    "logs in another order": (lambda r: _swap(r / FIELD / "9", r / FIELD / "10"), "timestamps of the first"),
    "a log with another number": (lambda r: (r / FIELD / "9").rename(r / FIELD / "8"), "the same number in each field"),
    "logs that lack crosswise": (_lack_crosswise, "timestamps of the first"),
    "a log that lacks": (lambda r: (r / FIELD / "9").unlink(), "as many files of each field"),
    "logs that are there twice": (_twice, "numbers above 9"),
    "rows of another layout": (_relay, "layout: expected 2x"),
    "a second collection": (lambda r: _write(r, Ids(5, 6, 7), 1, 9), "those of one collection, found those of 1, 5"),
    "deletes of a second collection": (
        lambda r: write_deletes(r, [1], [900], Ids(5, -1, 50)),
        "those of one collection, found those of 1, 5",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_files_that_contradict_each_other_are_refused(root: Path, name: str) -> None:
    assert len(segments([str(root)], SCHEMA).batches) == 2
    change, message = CONTRADICTIONS[name]
    change(root)
    with pytest.raises(BytewrightError, match=message):
        segments([str(root)], SCHEMA)


def test_numbers_that_count_on_from_field_to_field(root: Path) -> None:
    """As some versions of Milvus number logs."""
    for place, number in enumerate((9, 10)):
        for offset, field in enumerate((0, 1, 100, 101)):
            folder = root / FIELD.parent / str(field)
            (folder / str(number)).rename(folder / str(100 + 10 * place + offset))
    first, second = segments([str(root)], SCHEMA).batches
    assert [Path(path).name for path in first.files.values()] == ["100", "101", "102", "103"]
    assert [Path(path).name for path in second.files.values()] == ["110", "111", "112", "113"]


def test_a_collection_is_chosen(root: Path) -> None:
    _write(root, Ids(5, 2, 3), 7, 9)
    write_deletes(root, [7], [900], Ids(5, 2, 3))
    for collection, batches, deletes in ((1, 2, -1), (5, 1, 2)):
        found = segments([str(root)], SCHEMA, collection=collection)
        assert {batch.ids.collection for batch in found.batches} == {collection}
        assert len(found.batches) == batches
        assert [log.ids for log in found.deletes] == [Ids(collection, deletes, 50 if deletes == -1 else 3)]
        by_schema = segments([str(root)], _schema(PK, V, collection_id=collection))
        assert by_schema.batches == found.batches
    with pytest.raises(BytewrightError, match="expected one of 1, 5, found 7"):
        segments([str(root)], SCHEMA, collection=7)
    with pytest.raises(BytewrightError, match="expected 5, as the schema says, found 1"):
        segments([str(root)], _schema(PK, V, collection_id=5), collection=1)


@pytest.mark.parametrize(
    ("stated", "absent"),
    [
        ({"nullable": True}, None),
        ({"default_value": 7}, 7),
        ({"default_value": {"int_data": 7}}, 7),
        ({"defaultValue": {"intData": "7"}, "nullable": True}, 7),
    ],
)
def test_what_an_added_field_holds_in_older_segments(root: Path, stated: dict[str, Any], absent: object) -> None:
    added = {"name": "added", "fieldID": 102, "data_type": "Int32"}
    rows = pa.table({"pk": [8], "v": pa.array([8], pa.int32()), "added": pa.array([9], pa.int32()), "Timestamp": [1]})
    write_segment(root, rows, _schema(PK, V, added), Ids(1, 2, 4), log=20)
    schema = _schema(PK, V, {**added, **stated})
    assert _rows(root, schema).column("added").to_pylist() == [absent] * 4 + [9]
    with pytest.raises(BytewrightError, match="field added: expected files in segment 3, found none"):
        segments([str(root)], _schema(PK, V, added))
    with pytest.raises(
        BytewrightError, match=r"field field_102: expected files in segment 3, found none. Give a schema"
    ):
        segments([str(root)])


def test_defaults_that_are_none() -> None:
    for value in ("x", {"int_data": 1, "long_data": 2}, 1 << 40):
        with pytest.raises(BytewrightError, match="a collection's schema"):
            _schema({**V, "default_value": value})


def test_null_where_the_schema_has_none(tmp_path: Path) -> None:
    rows = pa.table({"pk": [1, 2], "v": pa.array([1, None], pa.int32()), "Timestamp": [1, 2]})
    write_segment(tmp_path, rows, _schema(PK, {**V, "nullable": True}), Ids(1, 2, 3))
    with pytest.raises(BytewrightError, match="column v: expected values, as the schema says"):
        _rows(tmp_path, SCHEMA)


def test_rows_that_are_called_deletes(root: Path) -> None:
    _relabel(root / FIELD.parent / "100" / "9", EventType.DELETE)
    with pytest.raises(BytewrightError, match="events: expected those of the type insert, found delete"):
        _rows(root, SCHEMA)


def test_times_are_in_all_segments_or_in_none(root: Path) -> None:
    _write(root, Ids(1, 2, 4), 5, 20)
    shutil.rmtree(root / "insert_log/1/2/4/1")
    with pytest.raises(BytewrightError, match="field Timestamp: expected files in segment 4, found none"):
        segments([str(root)], SCHEMA)
