"""Rows that become a file in the kernel and through objects: the same one, whose rows they are."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import OptionError, WriteError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import WriteJob

SIZES = (USUAL, Sizes(1, 1), Sizes(200, 3))


def written(codec: Codec, table: pa.Table, root: str | None = None) -> bytes:
    """The file of some rows, which both engines write and read alike."""
    settings = parse(codec)
    wanted, how = bytes_of(codec, table, None, settings, root, "objects")
    assert (how.rows, how.encoded) == (len(table), 0)
    for sizes in SIZES:
        encoder = row_encoder(WriteJob(codec, None, settings, root, "auto", table.schema, len(table)), sizes)
        found = b"".join([bytes(piece) for piece in encoder.pieces(table.to_batches(max_chunksize=100))])
        assert found == wanted
        assert encoder.rows == len(table)
    for engine in ("objects", "auto"):
        read = bytewright.open(wanted, codec, engine=engine)
        assert pa.Table.from_batches([*read.to_batches()], read.schema).select(table.schema.names).to_pylist() == (
            table.to_pylist()
        )
    return wanted


def refused(codec: Codec, table: pa.Table, root: str | None = None) -> WriteError:
    """Why some rows can't become a file, as objects say, which the kernel leaves them to."""
    settings = parse(codec)
    with pytest.raises(OptionError, match="engine columns can't write such rows"):
        bytes_of(codec, table, None, settings, root, "columns")
    with pytest.raises(WriteError) as found:
        bytes_of(codec, table, None, settings, root, "auto")
    return found.value


def rows_of(codec: Codec, data: bytes, **given: Any) -> pa.Table:
    """The rows of a file."""
    table = bytewright.open(data, codec, **given)
    return pa.Table.from_batches([*table.to_batches()], table.schema)
