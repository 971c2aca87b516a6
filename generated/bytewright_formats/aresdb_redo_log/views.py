"""AresDB redo log: the views.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import views as rt

from ..aresdb_upsert_batch.views import COLUMNS as ARESDB_UPSERT_BATCH_COLUMNS
from ..aresdb_upsert_batch.views import ROWS as ARESDB_UPSERT_BATCH_ROWS

ROWS = rt.View(
    name="rows",
    default=True,
    doc="One row per row of every batch, one column per column id that occurs in the file (or per column of the table).",
    each=lambda scope: scope.root.batches,
    each_field="batches",
    by_number=("batch",),
    columns=(
        rt.Column(
            "batch",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Number of the batch in the file, from 0.",
        ),
    ),
    inner=ARESDB_UPSERT_BATCH_ROWS,
    inner_root=lambda scope: scope.element.body,
    each_path=("batches",),
    inner_path=("body",),
)

COLUMNS = rt.View(
    name="columns",
    doc="One row per column of every batch.",
    each=lambda scope: scope.root.batches,
    each_field="batches",
    by_number=("batch",),
    columns=(
        rt.Column(
            "batch",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Number of the batch in the file, from 0.",
        ),
    ),
    inner=ARESDB_UPSERT_BATCH_COLUMNS,
    inner_root=lambda scope: scope.element.body,
    each_path=("batches",),
    inner_path=("body",),
)

BATCHES = rt.View(
    name="batches",
    doc="One row per batch, also of those without rows or columns.",
    each=lambda scope: scope.root.batches,
    each_field="batches",
    by_number=("batch",),
    columns=(
        rt.Column(
            "batch",
            pa.int32(),
            lambda scope: scope.index,
            per_row=False,
            path=("index",),
            doc="Number of the batch in the file, from 0.",
        ),
        rt.Column(
            "arrival_time",
            pa.timestamp("us", tz="UTC"),
            lambda scope: scope.element.body.arrival_time,
            form=rt.Moment("s"),
            per_row=False,
            path=("element", "body", "arrival_time"),
            doc="When the batch arrived.",
        ),
        rt.Column(
            "num_rows",
            pa.int32(),
            lambda scope: scope.element.body.num_rows,
            per_row=False,
            path=("element", "body", "num_rows"),
            doc="Number of rows of the batch.",
        ),
        rt.Column(
            "num_columns",
            pa.int32(),
            lambda scope: scope.element.body.num_columns,
            per_row=False,
            path=("element", "body", "num_columns"),
            doc="Number of columns of the batch.",
        ),
    ),
    each_path=("batches",),
)

VIEWS = (
    ROWS,
    COLUMNS,
    BATCHES,
)
"""All views, the default one first."""
