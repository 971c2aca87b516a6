"""What lies in a directory of Milvus: which files are columns of which segment, and which are deletes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Literal, cast

import pyarrow as pa

import bytewright
from bytewright.errors import OptionError, ValueInvalidError
from bytewright.io.file_listing import list_files
from bytewright.io.filesystems import storage_of
from bytewright_formats.milvus_binlog import CODEC, DataType
from bytewright_pipelines.milvus.columns import SHOWN, TEXT
from bytewright_pipelines.milvus.places import DELETES, INSERTS, REQUESTS, Options, settings_of
from bytewright_pipelines.milvus.schema import ROW_ID, SYSTEM, TIMESTAMP, CollectionSchema, Field
from bytewright_pipelines.milvus.writing import DDL, UNSET, Ids

_AT_ONCE = 8
"""Files whose beginnings are read at a time."""

KEPT = (INSERTS, DELETES, REQUESTS)
"""Directories with rows, deletes and requests."""
LEFT_OUT = ("stats_log", "index_files", "index_log", "analyze_stats")
"""Directories with anything else."""


Kind = Literal["insert", "delete", "requests"]
"""What a file may have: rows, deletes, requests."""


@dataclass(frozen=True, slots=True)
class Log:
    """A file of a segment.

    Attributes:
        path: where it lies.
        kind: whether it has rows, deletes, or requests that change the schema.
        layout: its layout.
        ids: what it belongs to.
        field: number of its field; None: it has deletes with their times, or requests.
        number: number of the log, as its name says; None: it says none.
        values: type of its values, as Milvus numbers it.
        span: timestamps of its first and its last row; zeros: its writer knew none.
    """

    path: str
    kind: Kind
    layout: str
    ids: Ids
    field: int | None
    number: int | None
    values: int
    span: tuple[int, int]

    @property
    def times(self) -> bool:
        """Whether deletes say when they were made."""
        return self.layout == "2x"


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
        nullable: whether files may hold null.
        absent: what rows have in it whose segment has no file of it.
        event: type of the events in its files.
    """

    name: str
    number: int
    type: pa.DataType
    nullable: bool = True
    absent: Any = None
    event: str = "insert"


@dataclass(frozen=True, slots=True)
class Segments:
    """The segments of a directory.

    Attributes:
        batches: files with rows.
        deletes: files with deletes.
        pairs: files with keys that are deleted, and those with the times, side by side.
        requests: files with requests that change the schema.
        columns: the columns of all rows.
        primary: the column that deletes name; None: nothing says it.
    """

    batches: tuple[Batch, ...]
    deletes: tuple[Log, ...]
    pairs: tuple[Batch, ...]
    requests: tuple[Log, ...]
    columns: tuple[Column, ...]
    primary: str | None


def segments(
    paths: Sequence[str],
    schema: CollectionSchema | None = None,
    primary: str | int | None = None,
    collection: int | None = None,
    options: Options = None,
) -> Segments:
    """Look at the files below some paths; of each, only its beginning is read.

    Args:
        paths: directories (as Milvus lays them out, or just files of one segment), files or globs.
        schema: names and types of fields; None: they are called ``field_N``, and have the types of the files.
        primary: name or number of the primary key, where no schema says it.
        collection: whose segments; None: that of the schema, or of all files, which must be one.
        options: arguments of file systems (``fs.…``).

    Raises:
        OptionError: there are no rows, the files are of several collections, files that lie side by side aren't of the
            same rows, or the schema denies what they are.
        ReadError: a file is bad, or isn't what its directories say.
    """
    listed = list_files(list(paths), recursive=True, storage=storage_of(options or {}))
    found = [file.path for file in listed if not _lies_in(file.path, LEFT_OUT)]
    # Where directories say what files are, others are none of the segments'.
    found = [path for path in found if _lies_in(path, KEPT)] or found
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        logs = [log for log in pool.map(lambda path: _log(path, options), found) if log is not None]
    logs = _of_collection(logs, schema, collection)
    rows = [log for log in logs if log.kind == "insert"]
    if not rows:
        raise OptionError("there are no files with rows", path=", ".join(paths))
    columns = _columns(rows, schema, options)
    key = _primary(columns, schema, primary)
    deletes = [log for log in logs if log.kind == "delete"]
    batches = tuple(_batches(rows, {column.number for column in columns}))
    _check_absent(batches, columns, schema)
    pairs = tuple(_pairs([log for log in deletes if log.field is not None]))
    whole = tuple(log for log in deletes if log.field is None)
    return Segments(batches, whole, pairs, tuple(log for log in logs if log.kind == "requests"), columns, key)


def _lies_in(path: str, folders: Sequence[str]) -> bool:
    return any(part in folders for part in PurePosixPath(path).parts)


# --- what a file is --------------------------------------------------------------------------------------------------


def _log(path: str, options: Options) -> Log | None:
    """What a file is; None: none of what there may be."""
    said = _of_path(path)
    if said.get("kind") == "times":  # of requests, which say theirs
        return None
    table = bytewright.open(path, CODEC, "descriptor", options=settings_of(options))
    (descriptor,) = table.to_table().to_pylist()
    times = said.get("kind") == "delete" and said.get("field_id") == TIMESTAMP
    kind: Kind | None = "delete" if times else _kind(path, said.get("kind"), options)
    if kind is None:
        return None
    if descriptor["collection_id"] == UNSET:  # requests of 2020 name none
        descriptor["collection_id"] = said.get("collection_id", UNSET)
    for name in ("collection_id", "partition_id", "segment_id", "field_id"):
        if name in said and descriptor[name] is not None and (name, descriptor[name]) != ("field_id", UNSET):
            _agrees(path, f"descriptor.{name}", said[name], descriptor[name])
    number = descriptor["field_id"] if descriptor["field_id"] not in (None, UNSET) else said.get("field_id")
    if kind == "insert" and number is None:
        raise OptionError(
            "a file that doesn't say its field", path=path, hint="Lay it into a directory of that number."
        )
    return Log(
        path,
        kind,
        descriptor["layout"],
        Ids(*(descriptor[f"{name}_id"] for name in ("collection", "partition", "segment"))),
        number if kind == "insert" or (kind == "delete" and number is not None) else None,
        said.get("log"),
        descriptor["payload_data_type"],
        (descriptor["start_timestamp"], descriptor["end_timestamp"]),
    )


def _agrees(path: str, field: str, said: object, found: object) -> None:
    if said != found:
        raise ValueInvalidError(
            field=field, path=path, offset=_DESCRIPTOR, expected=f"{said}, as the directory says", found=str(found)
        )


def _of_path(path: str) -> dict[str, Any]:
    """What the directories above a file say: ``insert_log/COLLECTION/PARTITION/SEGMENT/FIELD/LOG``."""
    parts = PurePosixPath(path).parts
    number = {"log": int(parts[-1])} if parts[-1].isdecimal() else {}
    if parts[-4:-3] == (REQUESTS,) and parts[-2] in ("ddl", "ts") and _NUMBER.fullmatch(parts[-3]):
        return {"kind": {"ddl": "requests", "ts": "times"}[parts[-2]], "collection_id": int(parts[-3]), **number}
    for folder, kind, names in ((INSERTS, "insert", _IDS), (DELETES, "delete", _IDS[:-1]), (DELETES, "delete", _IDS)):
        above = parts[-len(names) - 2 : -1]
        if above[:1] == (folder,) and len(above) == len(names) + 1:
            ids = {name: int(part) for name, part in zip(names, above[1:], strict=True) if _NUMBER.fullmatch(part)}
            return {"kind": kind, **ids, **number}
    return {**({"field_id": int(parts[-2])} if len(parts) > 1 and parts[-2].isdecimal() else {}), **number}


_DESCRIPTOR = 4
"""Where descriptors begin."""
_IDS = ("collection_id", "partition_id", "segment_id", "field_id")
_NUMBER = re.compile(r"-?[0-9]+")


def _kind(path: str, said: str | None, options: Options) -> Kind | None:
    """Whether a file has rows, deletes or requests, as its directory says, or else its events; None: none of them.

    Of deletes, which are few, all events are looked at; those of rows when the rows are read.
    """
    if said in ("insert", "requests"):
        return cast("Kind", said)
    columns = ["event", "offset", "event_type"]
    for batch in bytewright.open(path, CODEC, "events", columns, options=settings_of(options)).to_batches():
        for event in batch.to_pylist():
            if event["event"] == 0:  # the descriptor
                continue
            found = event["event_type"]
            if said is None:
                if found != "delete":
                    return _KINDS.get(found)
                said = found
            if found != said:
                field, offset = f"events[{event['event'] - 1}].type_code", event["offset"] + 8
                expected = f"{said}, as in all of the file"
                raise ValueInvalidError(field=field, path=path, offset=offset, expected=expected, found=found)
    return "delete" if said == "delete" else "insert"


_KINDS: dict[str, Kind] = {"insert": "insert", **{kind.name.lower(): "requests" for kind in DDL}}


# --- which files belong together -------------------------------------------------------------------------------------


def _of_collection(logs: Sequence[Log], schema: CollectionSchema | None, wanted: int | None) -> list[Log]:
    """The files of one collection."""
    stated = None if schema is None else schema.collection
    if wanted is not None and stated not in (None, wanted):
        raise OptionError("collection", expected=f"{stated}, as the schema says", found=str(wanted))
    wanted = stated if wanted is None else wanted
    there = sorted({log.ids.collection for log in logs})
    if wanted is None:
        if len(there) > 1:
            shown = ", ".join(map(str, there))
            raise OptionError(
                "files", expected="those of one collection", found=f"those of {shown}", hint="Choose one: collection."
            )
        return list(logs)
    if wanted not in there:
        raise OptionError("collection", expected="one of " + ", ".join(map(str, there)), found=str(wanted))
    return [log for log in logs if log.ids.collection == wanted]


def _batches(logs: Iterable[Log], wanted: Collection[int]) -> Iterable[Batch]:
    """Files of one segment that lie side by side: the first of each field, the second of each, and so on."""
    by_segment: dict[Ids, dict[int, list[Log]]] = {}
    for log in logs:
        assert log.field is not None
        if log.field in wanted:
            by_segment.setdefault(log.ids, {}).setdefault(log.field, []).append(log)
    for ids, fields in sorted(by_segment.items(), key=lambda item: str(item[0])):
        counts = {field: len(found) for field, found in fields.items()}
        if len(set(counts.values())) > 1:
            shown = ", ".join(f"field {field}: {count}" for field, count in sorted(counts.items()))
            raise OptionError(f"segment {ids.segment}", expected="as many files of each field", found=shown)
        ordered = [sorted(found, key=_order) for _, found in sorted(fields.items())]
        last: int | None = None
        for batch in zip(*ordered, strict=True):
            last = _check_together(batch, last)
            yield Batch(ids, {log.field: log.path for log in batch if log.field is not None})


def _pairs(logs: Sequence[Log]) -> Iterable[Batch]:
    """Deletes whose times lie in another file."""
    by_segment: dict[Ids, set[int]] = {}
    for log in logs:
        assert log.field is not None
        by_segment.setdefault(log.ids, set()).add(log.field)
    for ids, fields in by_segment.items():
        if len(fields) != 2 or TIMESTAMP not in fields:
            shown = ", ".join(map(str, sorted(fields)))
            expected = f"files of a primary key, and of the field Timestamp ({TIMESTAMP})"
            raise OptionError(f"deletes of segment {ids.segment}", expected=expected, found=f"files of {shown}")
    yield from _batches(logs, {field for fields in by_segment.values() for field in fields})


def _order(log: Log) -> list[tuple[int, str]]:
    """What sorts files of a field: numbers in names by their value."""
    name = PurePosixPath(log.path).name
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


def _check_together(batch: Sequence[Log], last: int | None) -> int | None:
    """See whether files are of the same rows; gives the highest number of their logs.

    Some versions of Milvus give a log the same number in each field, others count on from field to field.

    Args:
        batch: one of each field.
        last: the highest number of the batch before.

    Raises:
        ValueInvalidError: they aren't.
    """
    first, *others = batch
    for other in others:
        for what, wanted, found in (
            ("layout", first.layout, other.layout),
            ("timestamps of the first and the last row", first.span, other.span),
        ):
            if wanted != found:
                expected = f"{wanted}, as in {first.path}"
                raise ValueInvalidError(what, path=other.path, offset=_DESCRIPTOR, expected=expected, found=str(found))
    numbers = [log.number for log in batch if log.number is not None]
    if not numbers:
        return last
    shown = ", ".join(f"field {log.field}: {log.number}" for log in batch)
    if len(numbers) < len(batch) or len(set(numbers)) not in (1, len(batch)):
        expected = "the same number in each field, or another one in each"
        raise OptionError(f"logs of segment {first.ids.segment}", expected=expected, found=shown)
    if last is not None and min(numbers) <= last:
        expected = f"numbers above {last}, that of a log with earlier rows"
        raise OptionError(f"logs of segment {first.ids.segment}", expected=expected, found=shown)
    return max(numbers)


# --- columns ---------------------------------------------------------------------------------------------------------


def _columns(logs: Sequence[Log], schema: CollectionSchema | None, options: Options) -> tuple[Column, ...]:
    by_field: dict[int, list[Log]] = {}
    for log in logs:
        assert log.field is not None
        by_field.setdefault(log.field, []).append(log)
    stated: list[Field] = [*SYSTEM]
    if schema is not None:
        stated += schema.fields
    else:
        named = {field.number for field in SYSTEM}
        stated += [
            Field(f"field_{number}", number, DataType(of_field[0].values), nullable=True)
            for number, of_field in sorted(by_field.items())
            if number not in named
        ]
    found = []
    for field in stated:
        of_field = by_field.get(field.number, [])
        if not of_field:
            if field.number in (ROW_ID, TIMESTAMP):
                continue
            found.append(
                Column(field.name, field.number, SHOWN.get(field.kind, pa.binary()), field.nullable, field.default)
            )
            continue
        for log in of_field:
            if not _alike(field.kind.value, log.values):
                expected, has = field.kind.name.lower(), DataType(log.values).name.lower()
                raise OptionError(f"field {field.name}", path=log.path, expected=f"values of {expected}", found=has)
        kind = type_of(of_field[0].path, options)
        found.append(Column(field.name, field.number, kind, field.nullable, field.default))
    return tuple(found)


def type_of(path: str, options: Options) -> pa.DataType:
    """The type of the values of a file."""
    shown: pa.DataType = (
        bytewright.open(path, CODEC, columns=["value"], options=settings_of(options)).schema.field("value").type
    )
    return shown


def _check_absent(batches: Iterable[Batch], columns: Sequence[Column], schema: CollectionSchema | None) -> None:
    """See whether something says what rows have in columns of which their segment has no file."""
    for batch in batches:
        for column in columns:
            if column.number in batch.files or (schema is not None and _may_lack(column)):
                continue
            hint = "Give a schema that says whether it is nullable, or its default." if schema is None else None
            raise OptionError(
                f"field {column.name}", expected=f"files in segment {batch.ids.segment}", found="none", hint=hint
            )


def _may_lack(column: Column) -> bool:
    return column.number > TIMESTAMP and (column.nullable or column.absent is not None)


def _alike(stated: int, found: int) -> bool:
    return stated == found or {stated, found} <= {kind.value for kind in TEXT}


def _primary(columns: Sequence[Column], schema: CollectionSchema | None, given: str | int | None) -> str | None:
    if given is None:
        return schema.primary.name if schema is not None and schema.primary is not None else None
    for column in columns:
        if str(given) in (column.name, str(column.number)):
            return column.name
    raise OptionError("primary key", expected="one of " + ", ".join(c.name for c in columns), found=str(given))
