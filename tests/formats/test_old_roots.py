"""Other rows with the root of a file: a file with these rows, or an error; nothing of the rows before stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.codec import registry, settings
from bytewright.errors import BytewrightError
from bytewright.io.source import open_source
from bytewright.tables import row_models

FORMATS = {
    "aresdb_redo_log": "aresdb",
    "deephaven_log": "deephaven",
    "filodb_container": "filodb",
    "milvus_binlog": "milvus",
}
CASES = [
    (name, view.name)
    for name in FORMATS
    if name in registry.names()
    for view in registry.codec(name).views
]  # fmt: skip
CHANGES: dict[str, Callable[[pa.Table], pa.Table]] = {
    "fewer": lambda table: table.slice(0, table.num_rows - 1),
    "none": lambda table: table.slice(0, 0),
    "every other": lambda table: table.take(pa.array(range(0, table.num_rows, 2), pa.int64())),
    "others": lambda table: table.take(pa.array(reversed(range(table.num_rows)), pa.int64())),
}
NUMBERS = (
    "row",
    "position",
    "batch",
    "event",
    "container",
    "record",
    "offset",
    "end",
    "record_offset",
    "record_end",
)
"""Columns that count rows, and what has rows, or say where these lie: they follow from what is written."""
MOST = 12
"""Files that are looked at, of each format and view."""


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(("name", "view"), CASES)
def test_rows_are_those_that_were_given(name: str, view: str, change: str, tmp_path: Path) -> None:
    codec = registry.codec(name)
    written = 0
    for file in sorted((DATA / FORMATS[name] / "good").glob("*.bin"), key=lambda path: path.stat().st_size)[::-5][
        :MOST
    ]:
        try:
            table = bytewright.open(file, codec, view).to_table()
            root = json.dumps(row_models.root_of(codec, open_source(str(file)), view, settings.parse(codec)))
            wanted = CHANGES[change](table)
            bytewright.write(wanted, tmp_path / "out", codec, view, root=root if root != "{}" else None)
        except BytewrightError:
            continue
        written += 1
        found = bytewright.open(tmp_path / "out", codec, view).to_table()
        kept = [column for column in wanted.column_names if column not in NUMBERS and column in found.column_names]
        # Those of one structure come together.
        assert sorted(map(repr, found.select(kept).to_pylist())) == sorted(
            map(repr, wanted.select(kept).to_pylist())
        ), file
        lost = set(wanted.column_names) - {*found.column_names}
        assert all(wanted.column(column).null_count == wanted.num_rows for column in lost), file
    if view == registry.codec(name).views[0].name and change in ("fewer", "every other"):
        assert written
