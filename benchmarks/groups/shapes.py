"""Twenty shapes of formats by columns: read, next to objects, and written from Arrow, next to reading.

The specs and files are those of `tests/shapes`. Objects read a smaller file. Where the kernel doesn't read or write a
shape, its reason is told.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pyarrow as pa
from tests.shapes import SHAPES, Shape

import bytewright
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright.codec.settings import parse
from bytewright.columnar.encode.row_encoder import encoding_of
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RowPlan
from bytewright.tables.row_models import root_of

SIZE = 20 << 20
"""Bytes of a file, at most."""
FEW = 4_000
"""Records of the file that objects read."""
READ, WRITTEN = 10.0, 0.2
"""What is promised: of the speed of objects, and of that of reading."""


def run(bench: Bench) -> None:
    """Measure a file of each shape."""
    for shape in SHAPES:
        _measure(bench, shape)


def _measure(bench: Bench, shape: Shape) -> None:
    codec, few = shape.codec, shape.file(FEW)
    plan = shape.plan
    objects = partial(_rows, few, shape, "objects")
    if not isinstance(plan, RowPlan):
        (slow,) = fastest(1, objects)
        bench.measured(f"{shape.name}, read by objects", len(few), slow, rows=FEW, columns=len(codec.views[0].columns))
        bench.note(f"{shape.name} ({', '.join(shape.properties)}) is read by objects: {plan}.")
    count = int(FEW * min(SIZE, bench.size) / len(few)) if isinstance(plan, RowPlan) else FEW
    path = bench.folder / shape.name
    path.write_bytes(shape.file(count))
    size = path.stat().st_size
    table = bytewright.open(path, codec).to_table()
    for column in codec.views[0].columns:
        if isinstance(plan, RowPlan) and column.by_objects:
            bench.note(f"{shape.name} is read without {column.id}, which objects make: {column.by_objects}.")
    if isinstance(plan, RowPlan):
        read, slow = fastest(bench.runs, partial(_rows, path, shape, "columns"), objects)
        bench.measured(f"{shape.name}, read", size, read, rows=count, columns=table.num_columns)
        bench.measured(f"{shape.name}, read by objects", len(few), slow, rows=FEW, columns=table.num_columns)
        bench.claim(f"{shape.name}, read, to objects", slow * size / (read * len(few)), READ, times)
    _measure_writing(bench, shape, table, path, read if isinstance(plan, RowPlan) else None)
    path.unlink()


def _measure_writing(bench: Bench, shape: Shape, table: pa.Table, path: Path, read: float | None) -> None:
    """Measure what writes the rows of a file, which was read in some time by the kernel (None: by objects)."""
    codec, written, size = shape.codec, bench.folder / "written", path.stat().st_size
    if isinstance(why := encoding_of(codec, codec.views[0]), str):
        bench.note(f"{shape.name} is written by objects: {why}.")
        return
    around = root_of(codec, BytesSource(shape.file(12)), None, parse(codec, {}))
    if any(isinstance(value, list) for value in around.values()):  # it tells something of each record, or block
        around = root_of(codec, BytesSource(path.read_bytes()), None, parse(codec, {}))
    root = json.dumps(around)
    how = bytewright.write(table, written, codec, root=root)
    if how.encoded != how.rows:
        bench.note(f"{shape.name} is written by objects: {how.reason}.")
        return
    (wrote,) = fastest(
        bench.runs,
        partial(bytewright.write, table, written, codec, root=root),
        before=partial(written.unlink, missing_ok=True),
    )
    bench.measured(f"{shape.name}, written", size, wrote, rows=table.num_rows, columns=table.num_columns)
    if read is not None:
        bench.claim(f"{shape.name}, written, to reading", read / wrote, WRITTEN, times)


def _rows(data: bytes | Path, shape: Shape, engine: str) -> int:
    """Read the columns of a shape but those that objects make for the kernel, too; gives the number of rows."""
    columns = [column.id for column in shape.codec.views[0].columns if not column.by_objects]
    table = bytewright.open(data, shape.codec, columns=columns, engine=engine)  # type: ignore[call-overload]
    return sum(batch.num_rows for batch in table.to_batches())
