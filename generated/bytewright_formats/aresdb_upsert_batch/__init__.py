"""AresDB upsert batch.

Upserts of some columns of one table, as columns: a header that describes every column, then for each column its
validity bits and its values. The same buffer is what clients send over HTTP and Kafka and what the redo log stores.
All offsets and alignments count from the start of the buffer.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Option, OptionUses, Parse

from .aresdb_table import columns as load_columns
from .model import (
    AresdbUpsertBatch,
    Array,
    ArraySlot,
    Column,
    ColumnData,
    DataMode,
    Geopoint,
    Geoshape,
    GeoshapeSlot,
    Mark,
    Mode,
    Polygon,
    Type,
    UpdateMode,
    Uuid,
)
from .reader import read_aresdb_upsert_batch
from .schema import schema
from .views import VIEWS
from .writer import derive_aresdb_upsert_batch, emit_aresdb_upsert_batch

CODEC = Codec(
    name="aresdb_upsert_batch",
    title="AresDB upsert batch",
    api=api_6,
    root=AresdbUpsertBatch,
    read=read_aresdb_upsert_batch,
    derive=derive_aresdb_upsert_batch,
    emit=emit_aresdb_upsert_batch,
    append_refusal="mode.data_mode asks for the list columns",
    signature=((0, b"\x01\x00\xed\xfe"),),
    extensions=(),
    options=(
        Option(
            "table",
            "file",
            load=load_columns,
            doc="An AresDB table schema in JSON. Columns get its names, order and types; enum columns that list their cases print them.",
        ),
        Option(
            "type",
            "str",
            doc="What a column is stored as, `type.c0=uint32`, whatever rows or files say of it.",
            per="column",
        ),
        Option(
            "update",
            "str",
            doc="How the values of a column combine with those already in the table, `update.c0=add`, likewise.",
            per="column",
        ),
    ),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    uses=OptionUses(
        files=(),
        models=(),
        read={"rows": ("table", "type", "update"), "columns": ()},
        write={"rows": ("table", "type", "update"), "columns": ()},
    ),
    package=__name__,
)

parse: Parse[AresdbUpsertBatch] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "AresdbUpsertBatch",
    "Array",
    "ArraySlot",
    "Column",
    "ColumnData",
    "DataMode",
    "Geopoint",
    "Geoshape",
    "GeoshapeSlot",
    "Mark",
    "Mode",
    "Polygon",
    "Type",
    "UpdateMode",
    "Uuid",
    "parse",
    "schema",
    "write",
]
