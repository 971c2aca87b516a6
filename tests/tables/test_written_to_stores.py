"""Files that are written to other file systems: rows, models and trees, by Python and by the command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.stores import arguments, object_store

import bytewright
from bytewright.cli import main
from bytewright.errors import WriteError

ITEMS = """
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq: [{id: x, type: u2}]
-views:
  rows: {default: true, each: 'items[*]', columns: [{id: x, value: _.x}]}
"""
ROWS = pa.table({"x": pa.array([7, 8], pa.int32())})
BYTES = bytes([7, 0, 8, 0])


@pytest.fixture(scope="module")
def store() -> Iterator[tuple[str, Any]]:
    """An S3 server on this machine, and a client of it."""
    with object_store("written") as found:
        yield found


def _held(client: Any) -> dict[str, bytes]:
    found = client.list_objects_v2(Bucket="written").get("Contents", [])
    return {one["Key"]: client.get_object(Bucket="written", Key=one["Key"])["Body"].read() for one in found}


def test_rows_and_models(store: tuple[str, Any], compiled: Compile) -> None:
    address, client = store
    codec, options = compiled(ITEMS), arguments(address)
    bytewright.write(ROWS, "s3://written/a/rows", codec, options=options)
    codec.write(codec.parse(BYTES), "s3://written/a/model", options=options)
    assert _held(client) == {"a/rows": BYTES, "a/model": BYTES}
    assert bytewright.open("s3://written/a/rows", codec, options=options).to_table().to_pylist() == ROWS.to_pylist()
    codec.write(codec.parse(b""), "s3://written/a/model", options=options)
    assert _held(client) == {"a/rows": BYTES, "a/model": b""}
    with pytest.raises(WriteError, match="s3://nowhere/x: can't be written"):
        codec.write(codec.parse(BYTES), "s3://nowhere/x", options=options)


@pytest.mark.parametrize("source", ["rows.jsonl", "tree.json"])
def test_the_command(
    store: tuple[str, Any], compiled: Compile, tmp_path: Path, source: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    address, client = store
    compiled(ITEMS)
    spec = str(tmp_path / "toy.ksy")
    (tmp_path / "file").write_bytes(BYTES)
    reading = ["cat"] if source == "rows.jsonl" else ["tree", "--json"]
    assert main([*reading, "--spec", spec, str(tmp_path / "file")]) == 0
    (tmp_path / source).write_bytes(capfdbinary.readouterr().out)
    options = [word for name, value in arguments(address).items() for word in ("--option", f"{name}={value}")]
    to = f"s3://written/command/{source}"
    assert main(["write", "--spec", spec, "--from", str(tmp_path / source), "-o", to, *options]) == 0
    assert _held(client)[f"command/{source}"] == BYTES
