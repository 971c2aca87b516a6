"""AresDB redo log.

The log that AresDB replays after a restart: a magic number, once per file, then upsert batches, each behind its size
in bytes. There is no footer, count or checksum; a file of only the magic is valid and holds no batches.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Option, OptionUses, Parse

from .aresdb_table import columns as load_columns
from .model import AresdbRedoLog, Batch
from .reader import batches_of, begin_aresdb_redo_log, read_aresdb_redo_log
from .schema import schema
from .views import VIEWS
from .writer import derive_aresdb_redo_log, emit_aresdb_redo_log

CODEC = Codec(
    name="aresdb_redo_log",
    title="AresDB redo log",
    api=api_6,
    root=AresdbRedoLog,
    read=read_aresdb_redo_log,
    derive=derive_aresdb_redo_log,
    emit=emit_aresdb_redo_log,
    begin=begin_aresdb_redo_log,
    records=batches_of,
    records_field="batches",
    beginning=rt.Beginning(
        marks=(
            rt.Mark(0, "u4le", ((32, 4294967295),)),
            rt.Mark(4, "u4le", ((4276944897, 4276944897),)),
            rt.Mark(8, "s4le", ((0, 2147483647),)),
        ),
        bits=33.0,
        sums=0,
        smallest=4,
        frame=rt.LengthFrame("u4le", 0, 4, 4),
    ),
    append_refusal="",
    signature=((0, b"\xed\xfe\xda\xad"),),
    extensions=("redolog",),
    file_order="numeric",
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
        read={"rows": ("table", "type", "update"), "columns": (), "batches": ()},
        write={"rows": ("table", "type", "update"), "columns": (), "batches": ()},
    ),
    package=__name__,
)

parse: Parse[AresdbRedoLog] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "AresdbRedoLog",
    "Batch",
    "parse",
    "schema",
    "write",
]
