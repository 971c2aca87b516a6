"""Files of Milvus from rows, deletes and requests, for each layout.

What a file's frame says (lengths, places, ids of the server) follows in the generated writer; here stands what values
say: which events a file has, from when to when its rows are, what the extras are.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import pyarrow as pa
from pyarrow import compute

from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.row_models import reencoded
from bytewright_formats.milvus_binlog import (
    CODEC,
    CurrentDescriptor,
    DataType,
    Descriptor,
    Event,
    EventBody,
    EventType,
    LegacyDescriptor,
    MilvusBinlog,
)
from bytewright_pipelines.milvus.columns import SCALARS, array_of, data_type
from bytewright_pipelines.milvus.payload import Layout, PayloadWriter, encoded, parquet
from bytewright_pipelines.milvus.places import DELETES, INSERTS, REQUESTS, Options, Root, below, write_file
from bytewright_pipelines.milvus.schema import SYSTEM, TIMESTAMP, CollectionSchema, Field

pc: Any = compute  # the stubs know too little of arrays of unknown types

FileKind = Literal["insert", "delete", "ddl", "ddl_timestamps", "index"]
"""Kinds of files."""

DDL = (
    EventType.CREATE_COLLECTION,
    EventType.DROP_COLLECTION,
    EventType.CREATE_PARTITION,
    EventType.DROP_PARTITION,
)
"""Events of requests that change the schema."""
EVENTS: dict[FileKind, tuple[EventType, ...]] = {
    "insert": (EventType.INSERT,),
    "delete": (EventType.DELETE,),
    "ddl": DDL,
    "ddl_timestamps": (EventType.CREATE_COLLECTION, EventType.INSERT),
    "index": (EventType.INDEX_FILE,),
}
"""Which events may stand in which kind of file."""

UNSET = -1


@dataclass(frozen=True, slots=True)
class Ids:
    """What a file belongs to; -1: to none."""

    collection: int = UNSET
    partition: int = UNSET
    segment: int = UNSET


@dataclass(frozen=True, slots=True)
class Part:
    """An event of a file.

    Attributes:
        type: what it tells.
        payload: its payload; a view is not copied before it is written.
        start: timestamp of its first row.
        end: timestamp of its last row.
    """

    type: EventType
    payload: bytes | memoryview
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Request:
    """A request that changes the schema: its type, when it was made, and its text."""

    type: EventType
    timestamp: int
    text: str


def hybrid(milliseconds: int, number: int = 0) -> int:
    """A timestamp as Milvus counts it, of milliseconds since 1970 and a number within."""
    return milliseconds << 18 | number


def binlog(
    kind: FileKind,
    layout: Layout,
    ids: Ids,
    values: DataType | int | str,
    parts: Sequence[Part],
    *,
    field: int = UNSET,
    extras: Mapping[str, Any] | None = None,
    span: tuple[int, int] | None = None,
    written: int | None = None,
    places: bool = True,
) -> MilvusBinlog:
    """A file as a model, which the codec writes.

    Args:
        kind: what it holds; it decides which events there may be.
        layout: which layout it has.
        ids: what it belongs to.
        values: type of its values.
        parts: its events.
        field: number of its field (the layout of 2020 stores none).
        extras: what else is said of it (2.x only, which needs ``original_size`` in digits).
        span: from when to when its rows are; None: as its events say.
        written: when it is written; None: now.
        places: whether events say where the next one begins; some writers of 2.x don't.

    Raises:
        WriteError: an event doesn't belong there, a time is missing, or the layout has no such file.
    """
    for number, part in enumerate(parts):
        if part.type not in EVENTS[kind]:
            expected = "one of " + ", ".join(one.name.lower() for one in EVENTS[kind])
            raise WriteError(
                f"events[{number}] of a file of the kind {kind}", expected=expected, found=part.type.name.lower()
            )
    if kind == "index" and layout != "2x":
        raise WriteError(f"layout {layout}", expected="what it knows", found="an index file")
    start, end = span or (min((p.start for p in parts), default=0), max((p.end for p in parts), default=0))
    if layout != "2020" and places and not all((start, end, *(n for part in parts for n in (part.start, part.end)))):
        raise WriteError("timestamps of a file and its events", expected="ones that aren't 0", found="0")
    now = hybrid(time.time_ns() // 1_000_000) if written is None else written
    common: dict[str, Any] = {
        "collection_id": ids.collection,
        "partition_id": ids.partition,
        "segment_id": ids.segment,
        "start_timestamp": start,
        "end_timestamp": end,
        "payload_data_type": data_type(values),
    }
    if layout == "2x":
        rest = CurrentDescriptor(field_id=field, extras=_extras(extras or {}), **common)
        descriptor = Descriptor(timestamp=now, current=rest)
    else:
        if extras:
            raise WriteError(f"layout {layout}", expected="no extras", found=", ".join(extras))
        more: dict[str, Any] = {"field_id": field, "len_descriptor": 71} if layout == "2021" else {}
        descriptor = Descriptor(timestamp=now, legacy=LegacyDescriptor(**more, **common))
    events = [
        Event(
            timestamp=now,
            type_code=part.type,
            next_position=None if places else UNSET,
            body=EventBody(start_timestamp=part.start, end_timestamp=part.end, payload=cast("bytes", part.payload)),
        )
        for part in parts
    ]
    return MilvusBinlog(descriptor=descriptor, events=events)


def _extras(extras: Mapping[str, Any]) -> str:
    """Extras as Milvus prints them: keys in order, no spaces, without what HTML takes for its own."""
    size = extras.get("original_size")
    if not isinstance(size, str) or not size.isascii() or not size.isdigit():
        raise WriteError("extras.original_size", expected="digits, as text", found=repr(size))
    text = json.dumps(dict(extras), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _sized(layout: Layout, size: int, **more: Any) -> dict[str, Any] | None:
    return {"original_size": str(size), **more} if layout == "2x" else None


def rebuilt(model: MilvusBinlog) -> MilvusBinlog:
    """A file with its payloads encoded anew, as the writers of its layout do it; values stay.

    Args:
        model: a file that was read.

    Raises:
        WriteError: a payload can't be read.
    """
    found = MilvusBinlog(descriptor=model.descriptor, events=[])
    for event in model.events:
        body = event.body
        found.events.append(
            Event(
                timestamp=event.timestamp,
                type_code=event.type_code,
                server_id=event.server_id,
                next_position=UNSET if event.next_position == UNSET else None,
                body=EventBody(
                    start_timestamp=body.start_timestamp, end_timestamp=body.end_timestamp, payload=body.payload
                ),
            )
        )
    found._adopt()
    return cast("MilvusBinlog", reencoded(CODEC, found, parse(CODEC)))


# --- rows ------------------------------------------------------------------------------------------------------------


def insert_files(
    rows: pa.Table,
    schema: CollectionSchema,
    ids: Ids,
    layout: Layout = "2x",
    *,
    timestamps: Any = None,
    row_ids: Any = None,
    written: int | None = None,
    stream: bool = False,
) -> dict[int, MilvusBinlog]:
    """Rows as files, one per column.

    Args:
        rows: the columns by their names in the schema; ``RowID`` and ``Timestamp`` may be among them.
        schema: the collection's schema.
        ids: the segment.
        layout: which layout files have.
        timestamps: one per row, or one for all, where no column says them.
        row_ids: one per row, where no column says them; None: counted from 1.
        written: when the files are written; None: now.
        stream: as the writers of 2.x do that don't know places and times (compaction, import).

    Returns:
        The files by the numbers of their fields: ``RowID`` and ``Timestamp`` first.

    Raises:
        WriteError: a column is missing, or is none of the schema's, there are no rows, or values are none of a column's
            type.
    """
    if not rows.num_rows:
        raise WriteError("rows", expected="at least one", found="none")
    if stream and layout != "2x":
        raise WriteError(f"layout {layout}", expected="files that say places", found="stream=True")
    known = {field.name for field in (*SYSTEM, *schema)}
    unknown = next((name for name in rows.column_names if name not in known), None)
    if unknown is not None:
        raise WriteError("rows", expected="columns that the schema has", found=unknown)
    system = {"RowID": row_ids, "Timestamp": timestamps}
    columns: dict[int, Any] = {}
    for field in (*SYSTEM, *schema):
        if field.name in rows.column_names:
            columns[field.number] = rows.column(field.name)
        elif field.number <= TIMESTAMP:
            columns[field.number] = _system(field, system[field.name], rows.num_rows)
        elif field.nullable:
            nothing: Any = SCALARS.get(field.kind, pa.binary())
            columns[field.number] = pa.nulls(rows.num_rows, nothing)
        else:
            raise WriteError("rows", expected=f"a column {field.name}", found=", ".join(rows.column_names))
    times = array_of(DataType.INT64, columns[TIMESTAMP])
    span = (pc.min(times).as_py(), pc.max(times).as_py())
    return {
        field.number: _column_file(field, columns[field.number], ids, layout, span, written, stream=stream)
        for field in (*SYSTEM, *schema)
    }


def _system(field: Field, given: Any, count: int) -> Any:
    if given is None:
        if field.number == TIMESTAMP:
            raise WriteError("rows", expected="timestamps, as a column Timestamp or by themselves", found="none")
        return pa.array(range(1, count + 1), pa.int64())
    if isinstance(given, int):
        return pa.repeat(pa.scalar(given, pa.int64()), count)
    if len(given) != count:
        raise WriteError(field.name, expected=f"{count} values", found=str(len(given)))
    return given


def _column_file(
    field: Field,
    values: Any,
    ids: Ids,
    layout: Layout,
    span: tuple[int, int],
    written: int | None,
    *,
    stream: bool = False,
    event: EventType = EventType.INSERT,
) -> MilvusBinlog:
    name = str(field.number) if stream else "val"
    nullable = field.nullable and layout == "2x"
    if field.nullable and not nullable and pa.array(values).null_count:
        hint = "Its writers knew no null. The layout 2x has them."
        raise WriteError(f"layout {layout}", field=field.name, expected="a value in each row", found="null", hint=hint)
    writer = PayloadWriter(field.kind, field.dim, nullable=nullable, layout=layout, name=name)
    try:
        writer.add(values)
        writer.finish()
    except WriteError as error:
        error.field = ".".join(filter(None, (field.name, error.field)))
        raise
    extras = _sized(layout, writer.nbytes, nullable=nullable)
    start, end = (1, 1) if stream else span
    part = Part(event, writer.buffer, start, end)
    return binlog(
        "insert" if event is EventType.INSERT else "delete",
        layout,
        ids,
        field.kind,
        [part],
        field=field.number,
        extras=extras,
        span=(0, 0) if stream else span,
        written=written,
        places=not stream,
    )


def write_segment(
    root: Root,
    rows: pa.Table,
    schema: CollectionSchema,
    ids: Ids,
    layout: Layout = "2x",
    *,
    log: int = 1,
    options: Options = None,
    **more: Any,
) -> dict[int, Root]:
    """Write rows as Milvus keeps them: ``insert_log/COLLECTION/PARTITION/SEGMENT/FIELD/LOG``.

    Args:
        root: the folder above, or its URI.
        rows: see `insert_files`, as all that isn't said here.
        schema: the collection's schema.
        ids: the segment.
        layout: which layout files have.
        log: number of the file.
        options: arguments of the URI's file system (``fs.…``).
        more: see there.

    Returns:
        The files by the numbers of their fields.

    Raises:
        WriteError: see `insert_files`.
    """
    written = {}
    for number, model in insert_files(rows, schema, ids, layout, **more).items():
        written[number] = below(root, INSERTS, ids.collection, ids.partition, ids.segment, number, log)
        write_file(model, written[number], options)
    return written


# --- deletes ---------------------------------------------------------------------------------------------------------


def delete_file(
    keys: Any,
    timestamps: Any,
    ids: Ids,
    layout: Layout = "2x",
    *,
    form: Literal["json", "text", "columns"] = "json",
    written: int | None = None,
) -> MilvusBinlog:
    """Deletes as a file.

    Args:
        keys: primary keys: integers or text.
        timestamps: when each was deleted.
        ids: the segment.
        layout: which layout the file has; those of 2020 and 2021 keep integers only, without times.
        form: how 2.x stores them: JSON objects, text with commas (integers only), or two columns.
        written: when the file is written; None: now.

    Raises:
        WriteError: there are none, as many times as keys are needed, or the layout can't hold them.
    """
    pk = pa.array(keys) if not isinstance(keys, (pa.Array, pa.ChunkedArray)) else keys
    is_text = pa.types.is_string(pk.type) or pa.types.is_large_string(pk.type)
    pk = array_of(DataType.VARCHAR if is_text else DataType.INT64, pk)
    ts = array_of(DataType.INT64, timestamps)
    if not len(pk) or len(pk) != len(ts):
        raise WriteError("deletes", expected="a time for each of some keys", found=f"{len(pk)} keys, {len(ts)} times")
    span = (pc.min(ts).as_py(), pc.max(ts).as_py())
    if layout != "2x":
        if is_text:
            raise WriteError(f"layout {layout}", expected="keys that are integers", found="text")
        payload = encoded(pa.chunked_array([pk]), "val", DataType.INT64, layout, None, nullable=False)
        part = Part(EventType.DELETE, payload, *span)
        return binlog("delete", layout, ids, DataType.INT64, [part], written=written)
    if form == "columns":
        table = pa.table([pk, ts], schema=pa.schema([pa.field("pk", pk.type, False), pa.field("ts", ts.type, False)]))
        extras = _sized(layout, table.nbytes, version="MULTI_FIELD")
        part = Part(EventType.DELETE, parquet(table, layout, plain=True), 1, 1)
        return binlog(
            "delete", layout, ids, DataType.INT64, [part], extras=extras, span=(0, 0), written=written, places=False
        )
    if form == "text" and is_text:
        raise WriteError("form text", expected="keys that are integers", found="text")
    lines = _text_deletes(pk, ts) if form == "text" else _json_deletes(pk, ts, is_text=is_text)
    payload = encoded(pa.chunked_array([lines]), "val", DataType.STRING, layout, None, nullable=False)
    part = Part(EventType.DELETE, payload, *span)
    return binlog("delete", layout, ids, DataType.STRING, [part], extras=_sized(layout, lines.nbytes), written=written)


def _text_deletes(pk: Any, ts: Any) -> Any:
    return pc.binary_join_element_wise(pc.cast(pk, pa.string()), pc.cast(ts, pa.string()), ",")


def _json_deletes(pk: Any, ts: Any, *, is_text: bool) -> Any:
    if is_text:
        pk = pa.array([json.dumps(key, ensure_ascii=False) for key in pk.to_pylist()], pa.string())
    kind = DataType.VARCHAR if is_text else DataType.INT64
    pieces = ['{"pk":', pc.cast(pk, pa.string()), ',"ts":', pc.cast(ts, pa.string()), f',"pkType":{kind.value}}}', ""]
    return pc.binary_join_element_wise(*pieces)


def delete_pair(
    keys: Any,
    timestamps: Any,
    ids: Ids,
    primary: Field,
    layout: Layout = "2020",
    *,
    written: int | None = None,
) -> dict[int, MilvusBinlog]:
    """Deletes as the two files of the design document: keys, whose events are deletes, and times, as rows have them.

    No release of Milvus wrote deletes so; `delete_file` makes those that it did.

    Args:
        keys: primary keys.
        timestamps: when each was deleted.
        ids: the segment.
        primary: the field of the keys.
        layout: which layout files have.
        written: when they are written; None: now.

    Returns:
        The files by the numbers of their fields: the primary key, ``Timestamp``.

    Raises:
        WriteError: there are none, as many times as keys are needed, or the keys are none of the field's type.
    """
    times = array_of(DataType.INT64, timestamps)
    if not len(times) or len(keys) != len(times):
        count = f"{len(keys)} keys, {len(times)} times"
        raise WriteError("deletes", expected="a time for each of some keys", found=count)
    span = (pc.min(times).as_py(), pc.max(times).as_py())
    return {
        field.number: _column_file(field, values, ids, layout, span, written, event=event)
        for field, values, event in (
            (primary, keys, EventType.DELETE),
            (SYSTEM[TIMESTAMP], times, EventType.INSERT),
        )
    }


def write_deletes(
    root: Root, keys: Any, timestamps: Any, ids: Ids, *, log: int = 1, options: Options = None, **more: Any
) -> Root:
    """Write deletes as Milvus keeps them: ``delta_log/COLLECTION/PARTITION/SEGMENT/LOG``; see `delete_file`."""
    path = below(root, DELETES, ids.collection, ids.partition, ids.segment, log)
    write_file(delete_file(keys, timestamps, ids, **more), path, options)
    return path


def write_delete_pair(
    root: Root,
    keys: Any,
    timestamps: Any,
    ids: Ids,
    primary: Field,
    layout: Layout = "2020",
    *,
    log: int = 1,
    options: Options = None,
) -> dict[int, Root]:
    """Write deletes as the design document has them: ``delta_log/COLLECTION/PARTITION/SEGMENT/FIELD/LOG``, for the
    primary key and for ``Timestamp``; see `delete_pair`."""
    written = {}
    for number, model in delete_pair(keys, timestamps, ids, primary, layout).items():
        written[number] = below(root, DELETES, ids.collection, ids.partition, ids.segment, number, log)
        write_file(model, written[number], options)
    return written


# --- requests --------------------------------------------------------------------------------------------------------


def ddl_files(
    requests: Iterable[Request],
    collection: int,
    layout: Layout = "2x",
    *,
    documented: bool = False,
    written: int | None = None,
) -> tuple[MilvusBinlog, MilvusBinlog]:
    """Requests that change a schema as the pair of files for them: the requests, and their times.

    Args:
        requests: the requests, in order.
        collection: the collection.
        layout: which layout files have.
        documented: whether the event of the times is an insert, as in the design document; Milvus made it one that
            creates a collection.
        written: when they are written; None: now.

    Raises:
        WriteError: there are none, or one is no such request.
    """
    given = list(requests)
    if not given:
        raise WriteError("requests", expected="at least one", found="none")
    ids = Ids(collection)
    size = 0
    parts = []
    for request in given:
        with PayloadWriter(DataType.STRING, layout=layout) as writer:
            writer.add_one_string(request.text)
            writer.finish()
            parts.append(Part(request.type, writer.buffer, request.timestamp, request.timestamp))
        size = len(request.text.encode())
    ddl = binlog("ddl", layout, ids, DataType.STRING, parts, extras=_sized(layout, size), written=written)
    times = [request.timestamp for request in given]
    with PayloadWriter(DataType.INT64, layout=layout) as writer:
        writer.add_int64(times)
        writer.finish()
        kind = EventType.INSERT if documented else EventType.CREATE_COLLECTION
        part = Part(kind, writer.buffer, min(times), max(times))
    extras = _sized(layout, 8 * len(times))
    return ddl, binlog("ddl_timestamps", layout, ids, DataType.INT64, [part], extras=extras, written=written)


def write_requests(
    root: Root,
    requests: Iterable[Request],
    collection: int,
    layout: Layout = "2x",
    *,
    log: int = 1,
    options: Options = None,
    **more: Any,
) -> dict[str, Root]:
    """Write requests as Milvus kept them: ``data_definition_log/COLLECTION/ddl/LOG``, and ``ts`` for their times; see
    `ddl_files`.

    Returns:
        The files by what they hold: ``ddl``, ``ts``.
    """
    written = {}
    for name, model in zip(("ddl", "ts"), ddl_files(requests, collection, layout, **more), strict=True):
        written[name] = below(root, REQUESTS, collection, name, log)
        write_file(model, written[name], options)
    return written


def index_file(
    data: bytes, key: str, ids: Ids, field: int, *, timestamp: int, written: int | None = None, **extras: str
) -> MilvusBinlog:
    """A slice of an index as a file of 2.x; ``extras``: ``indexBuildID``, ``indexID``, ``indexName``, ``version``."""
    column = pa.chunked_array([pa.array([data], pa.binary()).view(pa.string())])
    payload = encoded(column, "val", DataType.STRING, "2x", None, nullable=False)
    part = Part(EventType.INDEX_FILE, payload, timestamp, timestamp)
    more = _sized("2x", len(data), key=key, **extras)
    return binlog("index", "2x", ids, DataType.STRING, [part], field=field, extras=more, written=written)
