"""The rows that a page shows of each view."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pyarrow as pa

from bytewright.arrow import jsonl
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError
from bytewright.kernels.plan.encoding import CASE
from bytewright.page.flattening import plain
from bytewright.page.records import ENDS, Stretch
from bytewright.schema.view import Column, View
from bytewright.tables.inputs import Input
from bytewright.tables.row_metadata import METADATA
from bytewright.tables.table import Table
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.layout import levels_of
from bytewright.views.evaluate.steps import Steps

CELLS = 120_000
"""Values of rows that a page holds, about, at most."""
WIDTH = 160
"""Characters of a value that it holds."""
_BATCH = 256
_LEVELS = 2
"""Structs in structs up to so many levels are shown as columns of their members."""


def samples(codec: Codec, file: Input, settings: Settings, stretches: Sequence[Stretch]) -> list[dict[str, Any]]:
    """The views of a format with the first and last rows of a file, and those around what can't be read.

    Args:
        codec: the format.
        file: the file.
        settings: the options.
        stretches: the records that are shown, where the file is a sequence of records.
    """
    tolerant = replace(settings, mode="DROPMALFORMED", includeMetadata=True, given=frozenset())
    left = CELLS
    found: list[dict[str, Any]] = []
    for view in sorted(codec.views, key=lambda view: not view.default):
        with suppress(OptionError):  # it asks for options that nobody has set
            one = _sample(codec, view, file, tolerant, stretches, left)
            left -= len(one["rows"]) * (1 + len(one["columns"]))
            found.append(one)
    return found


def _sample(
    codec: Codec, view: View, file: Input, settings: Settings, stretches: Sequence[Stretch], cells: int
) -> dict[str, Any]:
    table = Table(codec, view, [file.again()], settings, batch_rows=_BATCH)
    shown = [column for field in table.schema if field.name != METADATA.name for column in _leaves(field)]
    ends = max(1, min(ENDS, cells // (2 * (1 + len(shown)))))
    stated = {column.id: column for level in levels_of(view) for column in level.columns}
    streams = view.each_field == codec.records_field and Steps(codec, file.open(), settings).streams(view)
    rows: list[dict[str, Any]] = []
    error = ""
    try:
        for part in [Part(one.start, one.end, one.number) for one in stretches] if streams else [WHOLE]:
            rows += _ends(_rows(table, part), ends)
    except ReadError as bad:
        error = bad.what
    return {
        "name": view.name,
        "doc": view.doc,
        "error": error,
        "columns": [_told(path, kind, stated.get(path[0])) for path, kind in shown],
        "rows": [_shown(row, [path for path, _ in shown]) for row in rows],
    }


def _leaves(field: pa.Field[Any], before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The members of a column that are no structs, each by its path, and what types they have."""
    path, kind = (*before, field.name), field.type
    if not isinstance(kind, pa.StructType) or len(path) > _LEVELS:
        yield path, str(kind)
        return
    for member in kind:
        yield from _leaves(member, path)


def _told(path: tuple[str, ...], kind: str, column: Column | None) -> dict[str, Any]:
    """What a page says of a column, or a member of one; its way from the record, where it is stored there."""
    stored = () if column is None else tuple(step for step in column.path if not step.startswith(CASE))
    way = (*stored[1:], *path[1:]) if stored[:1] == ("element",) else ()
    return {"name": ".".join(path), "type": kind, "doc": "" if column is None else column.doc, "path": way}


def _rows(table: Table, part: Part) -> Iterator[dict[str, Any]]:
    for batch in table.to_batches(part=part):
        for line in bytes(jsonl.encode(batch)).split(b"\n")[:-1]:
            yield json.loads(line)


def _ends(rows: Iterable[dict[str, Any]], ends: int) -> list[dict[str, Any]]:
    """The first rows and the last ones."""
    first: list[dict[str, Any]] = []
    last: deque[dict[str, Any]] = deque(maxlen=ends)
    for row in rows:
        if len(first) < ends:
            first.append(row)
        else:
            last.append(row)
    return [*first, *last]


def _shown(row: dict[str, Any], paths: Iterable[tuple[str, ...]]) -> list[Any]:
    """Of a row the number of its record, where that lies (-1: nobody knows), its size, and the values."""
    told = row[METADATA.name]
    offset, size = told["record_offset"], told["record_length"]
    found: list[Any] = [told["record_index"], -1 if offset is None else offset, size or 0]
    for path in paths:
        value: Any = row
        for name in path:
            value = None if value is None else value[name]
        found.append(_cell(value))
    return found


def _cell(value: Any) -> Any:
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False)
        return value if len(value) <= WIDTH else f"{value[:WIDTH]}…"
    return plain(value)
