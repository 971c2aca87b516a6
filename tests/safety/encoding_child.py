"""Runs the encoding kernel beside protected pages; a process of its own, since a fault ends it.

``python -m tests.safety.encoding_child EXAMPLES TOY…``: encodes the rows of drawn files, prints how many there were,
and which operations programs had, as one line of JSON. The arrays that it reads, and everything that it writes, end at
a protected page.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import sys
from typing import Any

import pyarrow as pa
from hypothesis import given, reject
from tests.safety.guarded import Guarded, allocate
from tests.support.both import toy
from tests.support.drawn import same_each_time

import bytewright
from bytewright.codec.plain_values import to_plain
from bytewright.codec.settings import parse
from bytewright.errors import ReadError, WriteError
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.encoder import Sizes
from bytewright.kernels.native.machine import compile
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.write_job import WriteJob
from bytewright.testing.steady import steady

SIZES = (Sizes(1, 1), Sizes(64, 2), Sizes(4096, 16))


def guarded(array: Any, kept: list[Any]) -> Any:
    """The array in memory of which each piece ends at a protected page."""
    pieces: list[Any] = []
    for buffer in array.buffers():
        if buffer is None:
            pieces.append(None)
            continue
        memory = Guarded(buffer.size)
        place = memory.at_end(buffer.size)
        place[:] = memoryview(buffer)
        kept.append(memory)
        pieces.append(pa.py_buffer(place.data))
    return _made(array.type, len(array), pieces, array)


def _made(kind: Any, length: int, pieces: list[Any], array: Any) -> Any:
    if pa.types.is_struct(kind) or pa.types.is_list(kind):
        own = 1 if pa.types.is_struct(kind) else 2
        children, at = [], own
        inner = [array.field(i) for i in range(kind.num_fields)] if own == 1 else [array.values]
        for child in inner:
            count = len(child.buffers())
            children.append(_made(child.type, len(child), pieces[at : at + count], child))
            at += count
        return pa.Array.from_buffers(kind, length, pieces[:own], array.null_count, 0, children)
    return pa.Array.from_buffers(kind, length, pieces, array.null_count)


def encoded(name: str, examples: int) -> int:
    """Encode the rows of so many drawn files; gives how many rows there were."""
    codec = toy(name)
    chosen = parse(codec)
    found = 0

    @given(importlib.import_module(f"{codec.package}.strategies").models())
    @same_each_time(examples)
    def draw(model: Any) -> None:
        nonlocal found
        try:
            whole = codec.to_bytes(model)
            table = bytewright.open(whole, codec, engine="objects").to_table()
        except (ReadError, WriteError):
            reject()
        root = to_plain(model)
        root.pop(codec.records_field, None)
        kept: list[Any] = []
        batches = [
            pa.RecordBatch.from_arrays([guarded(column, kept) for column in batch.columns], schema=batch.schema)
            for batch in table.to_batches()
        ]
        for sizes in SIZES:
            job = WriteJob(codec, None, chosen, json.dumps(root), "auto", table.schema, table.num_rows)
            try:
                encoder = row_encoder(job, sizes)
                data = b"".join([bytes(piece) for piece in encoder.pieces(batches)])
            except Unsupported:
                continue
            assert data == whole
            found += encoder.rows

    draw()
    return found


def main() -> None:
    """Encode what the command line says."""
    faulthandler.enable()
    buffers.allocate = allocate
    examples, *toys = sys.argv[1:]
    addresses, operations = compile.addresses, set[int]()

    def noted(instructions: Any, kernel: str) -> Any:
        operations.update(instructions[:, 0].tolist())
        return addresses(instructions, kernel)

    compile.addresses = noted
    with steady():
        rows = {name: encoded(name, int(examples)) for name in toys}
    print(json.dumps({"rows": rows, "operations": sorted(operations)}))


if __name__ == "__main__":
    main()
