"""Files written from rows stay what they are, byte by byte, whichever strategy encodes them.

The other tests compare engines with each other, so that a change of both would be seen by none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright import kernels
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, MissingError
from bytewright.io.source import BytesSource
from bytewright.tables.row_models import root_of
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Engine

LARGEST = 8 << 10
"""Size in bytes of fixtures up to which they are written."""

FROZEN: dict[tuple[str, str, Engine], tuple[int, str]] = {
    ("aresdb_redo_log", "columns", "objects"): (22, "bd8ab544b960c633"),
    ("aresdb_redo_log", "rows", "columns"): (12, "477a985d1c83475f"),
    ("aresdb_redo_log", "rows", "objects"): (39, "4d088fb499c336a1"),
    ("aresdb_upsert_batch", "rows", "columns"): (7, "0d07aac4ef0c8393"),
    ("aresdb_upsert_batch", "rows", "objects"): (18, "0d05c9bd441333c0"),
    ("deephaven_log", "records", "columns"): (1, "634d8661be04375a"),
    ("deephaven_log", "records", "objects"): (22, "db0b95fdab1d235d"),
    ("deephaven_log", "rows", "columns"): (40, "d1b8c880fd65df2c"),
    ("deephaven_log", "rows", "objects"): (44, "6668b094299f34c9"),
    ("esdb", "added", "columns"): (1, "cfc0249cdb3994bd"),
    ("esdb", "added", "objects"): (1, "cfc0249cdb3994bd"),
    ("esdb_spaces", "added", "columns"): (1, "bb5b36d426707ae8"),
    ("esdb_spaces", "added", "objects"): (1, "bb5b36d426707ae8"),
    ("filodb_container", "containers", "objects"): (17, "e9cc18130522f781"),
    ("filodb_container", "records", "columns"): (34, "6619ed030720d37b"),
    ("filodb_container", "records", "objects"): (34, "6619ed030720d37b"),
    ("milvus_binlog", "descriptor", "objects"): (83, "f42ca40ea627832a"),
}
"""By format, rows and engine: how many files are written, and the hash of all."""


def _added() -> pa.Table:
    """Events for a file of ESDB."""
    (schema,) = (maker.schema for maker in registry.codec("esdb").makers)
    rows = [
        {
            "block": f"b{number % 3}",
            "timestamp": number // 2,
            "grouping": f"g{number % 7}",
            "indexes": [f"{name}:v" for name in ("a", "bb", "ü")[: number % 4]],
            "data": bytes([number % 251]) * (number % 130),
        }
        for number in range(300)
    ]
    return pa.Table.from_pylist(rows, schema=schema)


def _first_batch(log: bytes) -> pa.Table:
    """The rows of a file of AresDB's that is the first batch of a log."""
    table = bytewright.open(log, "aresdb_redo_log", engine="objects").to_table()
    table = table.filter(pc.field("batch") == 0)
    used = [name for name in table.column_names if name == "row" or table[name].null_count < len(table)]
    return table.select(used)


def _files(codec: Codec, folder: str, view: str) -> Iterator[tuple[pa.Table, str | None]]:
    """The rows of fixtures, and what they don't hold."""
    if view == "added":
        yield _added(), None
        return
    for path in sorted((DATA / folder / "good").glob("*.bin"), key=lambda path: path.name):
        data = path.read_bytes()
        if len(data) > LARGEST:
            continue
        try:
            if codec.name == "aresdb_upsert_batch":
                yield _first_batch(data), None
                continue
            table = bytewright.open(data, codec, view, engine="objects").to_table()
            root = root_of(codec, BytesSource(data), view, parse(codec))
        except BytewrightError:
            continue
        yield table, json.dumps(root) if root else None
        yield table, None


def _digest(codec: Codec, folder: str, view: str, engine: Engine) -> tuple[int, str]:
    found = hashlib.sha256()
    count = 0
    for table, root in _files(codec, folder, view):
        try:
            data, _ = bytes_of(codec, table, view, parse(codec), root, engine)
        except BytewrightError as error:
            # Which error it is matters little: messages become better.
            found.update(b"WriteError" if isinstance(error, MissingError) else type(error).__name__.encode())
        else:
            found.update(hashlib.sha256(data).digest())
            count += 1
    return count, found.hexdigest()[:16]


@pytest.mark.parametrize(("name", "view", "engine"), FROZEN)
def test_files_are_what_they_were(name: str, view: str, engine: Engine) -> None:
    kernels.warm()
    folder = name.partition("_")[0]
    assert _digest(registry.codec(name), folder, view, engine) == FROZEN[name, view, engine]
