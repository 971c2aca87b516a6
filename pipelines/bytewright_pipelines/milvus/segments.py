"""What lies in a directory of Milvus: which files are columns of which segment, and which are deletes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal

import pyarrow as pa

import bytewright
from bytewright.errors import OptionError, ValueInvalidError
from bytewright.spark.files import list_files
from bytewright_formats.milvus_binlog import CODEC, DataType
from bytewright_pipelines.milvus.columns import SCALARS, TEXT
from bytewright_pipelines.milvus.schema import ROW_ID, SYSTEM, TIMESTAMP, CollectionSchema, Field
from bytewright_pipelines.milvus.writing import UNSET, Ids

_AT_ONCE = 8
"""Files whose beginnings are read at a time."""

KEPT = ("insert_log", "delta_log")
"""Directories with rows and deletes."""
LEFT_OUT = ("stats_log", "index_files", "index_log", "analyze_stats")
"""Directories with anything else."""


@dataclass(frozen=True, slots=True)
class Log:
    """A file of a segment.

    Attributes:
        path: where it lies.
        kind: whether it has rows or deletes.
        ids: what it belongs to.
        field: number of its field; None: nothing says it, or it has deletes.
        values: type of its values, as Milvus numbers it.
        end: timestamp of its last row.
        times: whether deletes say when they were made.
    """

    path: str
    kind: Literal["insert", "delete"]
    ids: Ids
    field: int | None
    values: int
    end: int
    times: bool = True


@dataclass(frozen=True, slots=True)
class Batch:
    """Files whose rows lie side by side: one per field, by its number."""

    ids: Ids
    files: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of assembled rows.

    Attributes:
        name: what it is called.
        number: number of its field.
        type: Arrow type of its values.
    """

    name: str
    number: int
    type: pa.DataType


@dataclass(frozen=True, slots=True)
class Segments:
    """The segments of a directory.

    Attributes:
        batches: files with rows.
        deletes: files with deletes.
        columns: the columns of all rows.
        primary: the column that deletes name; None: nothing says it.
    """

    batches: tuple[Batch, ...]
    deletes: tuple[Log, ...]
    columns: tuple[Column, ...]
    primary: str | None


def segments(
    paths: Sequence[str], schema: CollectionSchema | None = None, primary: str | int | None = None
) -> Segments:
    """Look at the files below some paths; of each, only its beginning is read.

    Args:
        paths: directories (as Milvus lays them out, or just files of one segment), files or globs.
        schema: names and types of fields; None: they are called ``field_N``, and have the types of the files.
        primary: name or number of the primary key, where no schema says it.

    Raises:
        OptionError: there are no rows, fields have different numbers of files, or types that the schema denies.
        ReadError: a file is bad.
    """
    found = [file.path for file in list_files(list(paths), recursive=True) if not _lies_in(file.path, LEFT_OUT)]
    # Where directories say what files are, others are none of the segments'.
    found = [path for path in found if _lies_in(path, KEPT)] or found
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        logs = [log for log in pool.map(_log, found) if log is not None]
    rows = [log for log in logs if log.kind == "insert"]
    if not rows:
        raise OptionError("there are no files with rows", path=", ".join(paths))
    columns = _columns(rows, schema)
    key = _primary(columns, schema, primary)
    deletes = tuple(log for log in logs if log.kind == "delete")
    return Segments(tuple(_batches(rows, schema)), deletes, columns, key)


def _lies_in(path: str, folders: Sequence[str]) -> bool:
    return any(part in folders for part in PurePosixPath(path).parts)


def _log(path: str) -> Log | None:
    """What a file is; None: neither rows nor deletes."""
    said = _of_path(path)
    table = bytewright.open(path, CODEC, "descriptor")
    (descriptor,) = table.to_table().to_pylist()
    kind: Any = {"insert_log": "insert", "delta_log": "delete"}.get(said.get("kind", ""))
    if kind is None:
        kind = _kind_of_events(path)
        if kind is None:
            return None
    field = descriptor["field_id"]
    if field is None or field == UNSET:
        field = said.get("field")
    elif said.get("field") not in (None, field):
        expected = f"the field {said['field']}, as the directory says"
        raise ValueInvalidError("descriptor", path=path, offset=4, expected=expected, found=str(field))
    ids = Ids(*(descriptor[f"{name}_id"] for name in ("collection", "partition", "segment")))
    if kind == "insert" and field is None:
        raise OptionError(
            "a file that doesn't say its field", path=path, hint="Lay it into a directory of that number."
        )
    return Log(
        path,
        kind,
        ids,
        field if kind == "insert" else None,
        descriptor["payload_data_type"],
        descriptor["end_timestamp"],
        descriptor["layout"] == "2x",
    )


def _of_path(path: str) -> dict[str, Any]:
    """What the directories above a file say: ``insert_log/COLLECTION/PARTITION/SEGMENT/FIELD/LOG``."""
    parts = PurePosixPath(path).parts
    for kind, depth in (("insert_log", 5), ("delta_log", 4)):
        if len(parts) > depth and parts[-depth - 1] == kind:
            field = {"field": int(parts[-2])} if kind == "insert_log" and parts[-2].isdigit() else {}
            return {"kind": kind, **field}
    return {"field": int(parts[-2])} if len(parts) > 1 and parts[-2].isdigit() else {}


def _kind_of_events(path: str) -> str | None:
    """Whether a file's events are rows or deletes, as its first one says."""
    for batch in bytewright.open(path, CODEC, "events", ["event_type"]).to_batches():
        for kind in batch.column(0).to_pylist()[1:2]:
            return kind if kind in ("insert", "delete") else None
    return "insert"


def _order(path: str) -> list[tuple[int, str]]:
    """What sorts files of a field: numbers in names by their value."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", PurePosixPath(path).name)]


def _batches(logs: Iterable[Log], schema: CollectionSchema | None) -> Iterable[Batch]:
    """Files of one segment that lie side by side: the first of each field, the second of each, and so on."""
    wanted = None if schema is None else {ROW_ID, TIMESTAMP, *(field.number for field in schema)}
    by_segment: dict[Ids, dict[int, list[str]]] = {}
    for log in logs:
        assert log.field is not None
        if wanted is None or log.field in wanted:
            by_segment.setdefault(log.ids, {}).setdefault(log.field, []).append(log.path)
    for ids, fields in sorted(by_segment.items(), key=lambda item: str(item[0])):
        counts = {field: len(paths) for field, paths in fields.items()}
        if len(set(counts.values())) > 1:
            shown = ", ".join(f"field {field}: {count}" for field, count in sorted(counts.items()))
            raise OptionError(f"segment {ids.segment}", expected="as many files of each field", found=shown)
        ordered = {field: sorted(paths, key=_order) for field, paths in sorted(fields.items())}
        for place in range(next(iter(counts.values()))):
            yield Batch(ids, {field: paths[place] for field, paths in ordered.items()})


def _columns(logs: Sequence[Log], schema: CollectionSchema | None) -> tuple[Column, ...]:
    first: dict[int, Log] = {}
    for log in logs:
        assert log.field is not None
        first.setdefault(log.field, log)
    stated: list[Field] = [*SYSTEM]
    if schema is not None:
        stated += schema.fields
    else:
        named = {field.number for field in SYSTEM}
        stated += [
            Field(f"field_{number}", number, DataType(log.values))
            for number, log in sorted(first.items())
            if number not in named
        ]
    found = []
    for field in stated:
        log_of = first.get(field.number)
        if log_of is None:
            if field.number in (ROW_ID, TIMESTAMP):
                continue
            if not field.nullable:
                raise OptionError(f"field {field.name}", expected="files", found="none")
            found.append(Column(field.name, field.number, _LACKING.get(field.kind, pa.binary())))
            continue
        if not _alike(field.kind.value, log_of.values):
            expected, has = field.kind.name.lower(), DataType(log_of.values).name.lower()
            raise OptionError(f"field {field.name}", path=log_of.path, expected=f"values of {expected}", found=has)
        shown = bytewright.open(log_of.path, CODEC, columns=["value"]).schema
        found.append(Column(field.name, field.number, shown.field("value").type))
    return tuple(found)


_LACKING: dict[DataType, pa.DataType] = SCALARS | {
    DataType.JSON: pa.string(),
    DataType.FLOAT_VECTOR: pa.list_(pa.field("element", pa.float32(), nullable=False)),
    DataType.INT8_VECTOR: pa.list_(pa.field("element", pa.int8(), nullable=False)),
}
"""Types of columns that no file has."""


def _alike(stated: int, found: int) -> bool:
    return stated == found or {stated, found} <= {kind.value for kind in TEXT}


def _primary(columns: Sequence[Column], schema: CollectionSchema | None, given: str | int | None) -> str | None:
    if given is None:
        return schema.primary.name if schema is not None and schema.primary is not None else None
    for column in columns:
        if str(given) in (column.name, str(column.number)):
            return column.name
    raise OptionError("primary key", expected="one of " + ", ".join(c.name for c in columns), found=str(given))
