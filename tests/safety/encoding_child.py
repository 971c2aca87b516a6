"""Runs the encoding kernel beside protected pages; a process of its own, since a fault ends it.

``python -m tests.safety.encoding_child end|start EXAMPLES TOY…``: encodes the rows of drawn files, and what other
strategies hand to it (`OTHERS`), prints how many rows there were, and which operations programs had, as one line of
JSON. The arrays that it reads, and everything that it writes, end at a protected page, or begin at one.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import given, reject
from tests.columnar import test_elements as elements
from tests.columnar import test_foreign_sums as foreign_sums
from tests.columnar import test_making as making
from tests.safety.guarded import Guarded, allocate, allocate_behind
from tests.support.both import toy
from tests.support.drawn import same_each_time

import bytewright
from bytewright.codec.plain_values import to_plain
from bytewright.codec.settings import parse
from bytewright.codecs.checksums import ALGORITHMS
from bytewright.columnar.encode import arrow_fields
from bytewright.columnar.encode.arrow_fields import FieldResolver
from bytewright.columnar.encode.containers.encoder import ContainerEncoder
from bytewright.errors import ReadError, WriteError
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.encoder import Sizes
from bytewright.kernels.native.machine import compile
from bytewright.kernels.plan.failures import Unsupported
from bytewright.tables.encode_strategies import row_encoder
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import WriteJob
from bytewright.testing.steady import steady
from bytewright_codegen.load import load

SIZES = (Sizes(1, 1), Sizes(64, 2), Sizes(4096, 16))


# --- what is read ----------------------------------------------------------------------------------------------------


def guard() -> None:
    """Let whatever takes columns for the kernel take copies, of which each lies at a protected page."""
    number, validity = FieldResolver._number, FieldResolver._validity
    plain, parts = arrow_fields._plain, arrow_fields._parts

    def validity_of(self: Any, array: Any) -> Any:
        self.known.kept.append(array)
        return validity(self, with_its_nulls(array))

    def parts_of(lists: Any) -> tuple[Any, Any]:
        offsets, items = parts(lists)
        return guarded(offsets), items

    resolver: Any = FieldResolver
    resolver._number = lambda self, array, source: number(self, guarded(array), source)
    resolver._validity = validity_of
    arrow_fields._plain = lambda array: guarded(plain(array))
    arrow_fields._parts = parts_of


BEGINS = False
"""Whether memory begins at protected pages, in place of ending at them."""


def beside(buffer: Any, size: int) -> Any:
    """So many bytes of a buffer at a protected page."""
    if buffer is None:
        return None
    memory = Guarded(size)
    place = memory.at_start(size) if BEGINS else memory.at_end(size)
    place[:] = memoryview(buffer)[:size]
    return pa.py_buffer(place.data)


def guarded(array: Any) -> Any:
    """The same numbers, text or bytes, of which each piece lies at a protected page."""
    count = array.offset + len(array)
    validity, *pieces = array.buffers()
    made = [beside(validity, -(-count // 8))]
    if len(pieces) == 1:
        made.append(beside(pieces[0], array.type.bit_width * count // 8))
    elif pieces[0] is not None:
        made.append(beside(pieces[0], 4 * (count + 1)))
        made.append(beside(pieces[1], int(np.frombuffer(pieces[0], np.int32)[count])))
    else:
        made += pieces
    return pa.Array.from_buffers(array.type, len(array), made, array.null_count, array.offset)


def with_its_nulls(array: Any) -> Any:
    """Numbers that are null where an array is."""
    count = array.offset + len(array)
    if pa.types.is_null(array.type):
        return array
    validity = beside(array.buffers()[0], -(-count // 8))
    return pa.Array.from_buffers(
        pa.int8(), len(array), [validity, pa.py_buffer(bytes(count))], array.null_count, array.offset
    )


# --- what is encoded -------------------------------------------------------------------------------------------------


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
        for sizes in SIZES:
            job = WriteJob(codec, None, chosen, json.dumps(root), "auto", table.schema, table.num_rows)
            try:
                encoder = row_encoder(job, sizes)
                data = b"".join([bytes(piece) for piece in encoder.pieces(table.to_batches())])
            except Unsupported:
                continue
            assert data == whole
            found += encoder.rows

    draw()
    return found


def lists(examples: int) -> int:
    """Elements of lists that code gives as columns, with values in dictionaries."""
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        codec = elements._office(Path(folder), elements.POSTING.replace("CUT", "0") + elements.NUMBERED)

    @given(elements.LETTERS)
    @same_each_time(examples)
    def draw(rows: list[dict[str, Any]]) -> None:
        nonlocal found
        assert elements._written(codec, rows, "columns") == elements._written(codec, rows, "objects")
        found += len(rows)

    draw()
    return found


def containers(examples: int) -> int:
    """Rows in containers, with words that are packed."""
    found = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "crates.ksy").write_text(making.SPEC, encoding="utf-8")
        (folder / "packing.py").write_text(making.CODE, encoding="utf-8")
        (folder / "forms.json").write_text(json.dumps(making.FORMS), encoding="utf-8")
        codec = load(folder / "crates.ksy", trust=folder)
        settings = parse(codec, making.options(folder))
    (maker,) = codec.makers

    @given(making.ROWS)
    @same_each_time(examples)
    def draw(rows: list[dict[str, Any]]) -> None:
        nonlocal found
        table = making.table(codec, rows)
        expected, _ = bytes_of(codec, table, maker.name, settings, engine="objects")
        for sizes in SIZES:
            encoder = ContainerEncoder(codec, maker, settings, table.schema, None, sizes)
            assert b"".join(map(bytes, encoder.pieces(table.to_batches(max_chunksize=5)))) == expected
            found += encoder.rows

    draw()
    return found


def sums(examples: int) -> int:
    """Records with checksums that libraries put, one of each size."""
    found = 0
    by_size = {ALGORITHMS[name].size: name for name in foreign_sums.FOREIGN}
    for name in by_size.values():
        with tempfile.TemporaryDirectory() as folder:

            def compiled(text: str, folder: str = folder) -> Any:
                path = Path(folder) / "sums.ksy"
                path.write_text(f"meta: {{id: sums, endian: le, encoding: UTF-8}}\n{text}", encoding="utf-8")
                return load(path)

            codec = foreign_sums.parcels(compiled, name)
        table = foreign_sums.shown(examples)
        expected, _ = bytes_of(codec, table, None, parse(codec), engine="objects")
        for sizes in SIZES:
            job = WriteJob(codec, None, parse(codec), None, "columns", table.schema, table.num_rows)
            encoder = row_encoder(job, sizes)
            assert b"".join(map(bytes, encoder.pieces(table.to_batches(max_chunksize=17)))) == expected
            found += encoder.rows
    return found


OTHERS: dict[str, Callable[[int], int]] = {"lists": lists, "containers": containers, "sums": sums}


def main() -> None:
    """Encode what the command line says."""
    faulthandler.enable()
    global BEGINS
    place, examples, *toys = sys.argv[1:]
    BEGINS = place == "start"
    buffers.allocate = allocate_behind if BEGINS else allocate
    guard()
    addresses, operations = compile.addresses, set[int]()

    def noted(instructions: Any, kernel: str) -> Any:
        operations.update(instructions[:, 0].tolist())
        return addresses(instructions, kernel)

    compile.addresses = noted
    with steady():
        rows = {name: encoded(name, int(examples)) for name in toys}
        rows |= {name: encode(int(examples)) for name, encode in OTHERS.items()}
    print(json.dumps({"rows": rows, "operations": sorted(operations)}))


if __name__ == "__main__":
    main()
