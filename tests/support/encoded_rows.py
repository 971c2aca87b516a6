"""Files that kernels make of rows as objects do, however the rows come; rows of which they make none."""

from __future__ import annotations

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import WriteJob

SIZES = (USUAL, Sizes(1, 1), Sizes(200, 3))


def made(codec: Codec, table: pa.Table, root: str | None = None) -> bytes:
    """What kernels make of rows, in batches and blocks of whatever size: what objects make of them."""
    chosen = parse(codec, {})
    wanted = bytes_of(codec, table, None, chosen, root, "objects")[0]
    for sizes in SIZES:
        for rows in (1, 9, len(table)):
            job = WriteJob(codec, None, chosen, root, "columns", table.schema, len(table))
            encoder = row_encoder(job, sizes)
            found = b"".join(map(bytes, encoder.pieces(table.to_batches(max_chunksize=rows))))
            assert (found, encoder.rows) == (wanted, len(table))
    assert bytes_of(codec, table, None, chosen, root, "columns")[0] == wanted
    return wanted


def refused(codec: Codec, table: pa.Table, root: str | None = None) -> str:
    """Kernels make no file of rows; what objects make of them, or say, comes out: as text."""
    outcomes: list[tuple[type, str]] = []
    for engine in ("objects", "auto"):
        try:
            found, how = bytes_of(codec, table, None, parse(codec, {}), root, engine)
            assert how.encoded == 0
            outcomes.append((type(found), str(found)))
        except BytewrightError as error:
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]
    return outcomes[0][1]
