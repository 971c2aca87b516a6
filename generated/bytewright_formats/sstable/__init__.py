"""Sorted string table.

Keys and values in ascending order of the keys, in the layout of LevelDB's tables without compression. It is read from its end: a footer says where the index lies, which says where each page of entries lies.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Parse

from .model import Blob, Block, Entries, Entry, Footer, Handle, Page, Sstable, StoredBlock
from .reader import read_sstable, read_stored_block
from .schema import schema
from .views import VIEWS
from .writer import derive_sstable, emit_sstable

CODEC = Codec(
    name="sstable",
    title="Sorted string table",
    api=api_6,
    root=Sstable,
    read=read_sstable,
    derive=derive_sstable,
    emit=emit_sstable,
    block_index=rt.BlockIndex(
        way=("pages",),
        classes=(Page,),
        lists=(True,),
        block="block",
        read=read_stored_block,
        beginning=None,
        offset=None,
        size=None,
        beside=(("footer", Footer),),
        levels={},
    ),
    append_refusal="its files are no lists of records up to their end",
    signature=(),
    extensions=(),
    options=(),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    package=__name__,
    placed=True,
)

parse: Parse[Sstable] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "Blob",
    "Block",
    "Entries",
    "Entry",
    "Footer",
    "Handle",
    "Page",
    "Sstable",
    "StoredBlock",
    "parse",
    "schema",
    "write",
]
