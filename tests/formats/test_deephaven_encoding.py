"""Rows of Deephaven's logs become records in the kernel: the bytes that objects write, for every fixture."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

import bytewright
from bytewright.codec import registry
from bytewright.errors import WriteError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.testing import check_encoding_of

FOLDER = Path(__file__).parents[1] / "data" / "deephaven" / "good"
WITHOUT_ROWS = {"no_rows"}
FILES = sorted(path for path in FOLDER.glob("*.bin"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_fixtures(path: Path) -> None:
    codec, data = registry.codec("deephaven_log"), path.read_bytes()
    rows = sum(batch.num_rows for batch in bytewright.open(data, codec, engine="objects").to_batches())
    for sizes in (USUAL, Sizes(1, 1), Sizes(500, 5)):
        assert check_encoding_of(codec, data, None, sizes) == rows
    assert rows > 0 or path.stem in WITHOUT_ROWS


def test_a_table_without_a_root(tmp_path: Path) -> None:
    """The header is made of the columns; every type, with and without nulls."""
    table = pa.table(
        {
            "flag": pa.array([True, None, False]),
            "tiny": pa.array([-128, 127, None], pa.int8()),
            "short": pa.array([None, -2, 3], pa.int16()),
            "int": pa.array([1, -2, 3], pa.int32()),
            "long": pa.array([1 << 62, None, -1], pa.int64()),
            "float": pa.array([0.5, None, -0.0], pa.float32()),
            "double": pa.array([float("nan"), 1e300, None]),
            "blob": pa.array([b"", None, b"\x00" * 100]),
            "text": pa.array(["", "日本", None]),
        }
    )
    big = pa.concat_tables([table] * 2000)
    by_kernel, by_objects = tmp_path / "kernel.bin", tmp_path / "objects.bin"
    written = bytewright.write(big, by_kernel, "deephaven_log", engine="columns")
    assert (written.rows, written.encoded) == (6000, 6000)
    assert bytewright.write(table, by_objects, "deephaven_log", engine="objects").encoded == 0
    assert by_kernel.read_bytes().startswith(by_objects.read_bytes())
    back = bytewright.open(by_kernel).to_table()
    assert back.slice(0, 3).drop(["double"]).equals(table.drop(["double"]))
    assert back.schema.names == table.schema.names


def test_a_symbol_that_the_header_does_not_list(tmp_path: Path) -> None:
    """Objects say what is wrong, whichever engine was tried."""
    root = (
        '{"header": {"records": [{"type": "column_definitions", "body": {"columns": '
        '[{"name": "s", "type": "Enum", "metadata": {"symbols": ["a", "b", "a"]}}]}}]}}'
    )
    path = tmp_path / "log.bin"
    good = pa.table({"s": ["b", "a", None] * 10})
    assert bytewright.write(good, path, "deephaven_log", root=root, engine="columns").encoded == 30
    assert bytewright.open(path).to_table().equals(good)
    with pytest.raises(WriteError, match="expected one of 'a', 'b', 'a', found 'c'"):
        bytewright.write(pa.table({"s": ["b", "c"]}), path, "deephaven_log", root=root)
