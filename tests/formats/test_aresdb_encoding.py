"""Rows of AresDB's logs become batches without an object per value: the bytes that objects write."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, reject
from tests.support.drawn import same_each_time

import bytewright
from bytewright import kernels
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Written
from bytewright.testing import check_encoding_of

FOLDER = Path(__file__).parents[1] / "data" / "aresdb" / "good"


def test_fixtures() -> None:
    """Of lists objects make files, of everything else skeletons do."""
    codec = registry.codec("aresdb_redo_log")
    chosen = parse(codec)
    found: Counter[str] = Counter()
    for path in sorted(FOLDER.glob("*.bin")):
        table = bytewright.open(path.read_bytes(), codec, engine="objects").to_table()
        if not table.num_rows:
            continue
        try:
            wanted, _ = bytes_of(codec, table, None, chosen, engine="objects")
        except WriteError:
            found["not to be written from rows alone"] += 1
            continue
        data, how = _encoded(codec, table)
        assert data == wanted, path.stem
        found["encoded" if how.encoded else how.reason.partition(":")[0]] += 1
    assert found["encoded"] >= 9, found


def test_single_batches() -> None:
    """The first batch of each log, as a file of its own."""
    codec = registry.codec("aresdb_upsert_batch")
    found: Counter[str] = Counter()
    for path in sorted(FOLDER.glob("*.bin")):
        log = bytewright.open(path.read_bytes(), "aresdb_redo_log", engine="objects").to_table()
        table = log.filter(pc.field("batch") == 0)
        used = [name for name in table.column_names if table[name].null_count < len(table) or name == "row"]
        if not table.num_rows:
            continue
        table = table.select(used)
        try:
            wanted, _ = bytes_of(codec, table, None, parse(codec), engine="objects")
        except WriteError:
            found["not to be written from rows alone"] += 1
            continue
        data, how = _encoded(codec, table)
        assert data == wanted, path.stem
        assert how.encoded in (0, table.num_rows)
        found["encoded" if how.encoded else how.reason.partition(":")[0]] += 1
    assert found["encoded"] >= 8, found


def test_drawn_batches() -> None:
    """Batches of whatever there may be, with roots that say more than rows do."""
    codec = registry.codec("aresdb_upsert_batch")
    tried: Counter[str] = Counter()
    kernels.warm()

    @given(importlib.import_module(f"{codec.package}.strategies").models())
    @same_each_time(40)
    def draw(model: Any) -> None:
        try:
            data = codec.to_bytes(model)
        except WriteError:
            reject()
        tried["rows"] += check_encoding_of(codec, data)

    draw()
    assert tried["rows"] >= 20


def _encoded(codec: Codec, table: pa.Table) -> tuple[bytes, Written]:
    """By the kernel where it can, compiled or not."""
    kernels.warm()
    return bytes_of(codec, table, None, parse(codec))


@pytest.mark.parametrize("kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())], ids=str)
def test_uuids_however_they_are_held(kind: pa.DataType, tmp_path: Path) -> None:
    """As Polars and others hand them over: in the kernel, whatever it is."""
    text = pa.array(["0b5e3c1a-9f0d-4a7e-8b56-1c2d3e4f5a6b", None])
    rows = {"batch": pa.array([0, 0]), "arrival_time": pa.array([0, 0], pa.timestamp("s", "UTC"))}
    held = text.dictionary_encode().cast(kind) if pa.types.is_dictionary(kind) else text.cast(kind)
    for engine, column in (("objects", text), ("columns", held)):
        bytewright.write(pa.table({**rows, "c0": column}), tmp_path / engine, "aresdb_redo_log", engine=engine)
    assert (tmp_path / "columns").read_bytes() == (tmp_path / "objects").read_bytes()
