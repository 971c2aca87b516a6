"""ESDB.

Events of customer.io's event store, in the layout of its design document (June 2014): blocks of events, each sorted into groupings and linked into indexes. A table at the end of the file says where the blocks lie, one at the end of each block where its groupings lie and its indexes begin. Files of later versions are of the format esdb_spaces.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Maker, Option, OptionUses, Parse

from .encoding import MIRRORS
from .esdb_tables import blocks as make_of_blocks
from .model import (
    Block,
    BlockPage,
    BlockRef,
    Ends,
    Esdb,
    Event,
    EventBody,
    Group,
    Link,
    Location,
    Section,
    SectionPage,
    Step,
)
from .reader import read_block, read_esdb
from .schema import schema
from .views import VIEWS
from .writer import derive_esdb, emit_esdb

_ADDED: dict[str, pa.DataType] = {
    "block": pa.string(),
    "timestamp": pa.int64(),
    "data": pa.binary(),
    "grouping": pa.string(),
    "indexes": pa.list_(pa.field("element", pa.string())),
}

CODEC = Codec(
    name="esdb",
    title="ESDB",
    api=api_6,
    root=Esdb,
    read=read_esdb,
    derive=derive_esdb,
    emit=emit_esdb,
    block_index=rt.BlockIndex(
        way=("pages", "blocks"),
        classes=(
            BlockPage,
            BlockRef,
        ),
        lists=(True, True),
        block="block",
        read=read_block,
        beginning=None,
        offset=rt.StoredNumber(("location", "offset"), (Location,), 0),
        size=rt.StoredNumber(("location", "len"), (Location,), 0),
        beside=(),
        levels={"events": 1, "index_events": 1, "blocks": 1},
    ),
    append_refusal="its files are no lists of records up to their end",
    signature=(),
    extensions=("esdb",),
    options=(
        Option(
            "block",
            "str",
            doc="Only events of the block with this id.",
        ),
        Option(
            "grouping",
            "str",
            doc="Only events of the groupings with this name.",
        ),
        Option(
            "index",
            "str",
            doc="Only events of the indexes with this name.",
        ),
    ),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    mirrors=MIRRORS,
    makers=(
        Maker(
            "added",
            pa.schema(_ADDED),
            make_of_blocks,
            doc="Events as they are added, in any order.",
            arrow=True,
        ),
    ),
    uses=OptionUses(
        files=(),
        models=(),
        read={"events": ("block", "grouping"), "index_events": ("block", "index"), "blocks": ("block",)},
        write={"events": (), "index_events": (), "blocks": (), "added": ()},
    ),
    package=__name__,
    placed=True,
)

parse: Parse[Esdb] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "Block",
    "BlockPage",
    "BlockRef",
    "Ends",
    "Esdb",
    "Event",
    "EventBody",
    "Group",
    "Link",
    "Location",
    "Section",
    "SectionPage",
    "Step",
    "parse",
    "schema",
    "write",
]
