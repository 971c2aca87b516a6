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

VIEWS = (
    ROWS,
    COLUMNS,
)
"""All views, the default one first."""
