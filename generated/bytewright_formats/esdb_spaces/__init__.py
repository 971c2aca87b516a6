"""ESDB with spaces.

Events of customer.io's event store, in the layout that its code has written since September 2014: spaces of events, each sorted into groupings, and lists of those in each index. All are streams in chunks that are compressed one by one. A table at the end of the file says where the spaces lie, one at the end of each space where its streams lie. Older files are of the format esdb.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Maker, Option, OptionUses, Parse

from .encoding import MIRRORS
from .esdb_tables import spaces as make_of_spaces
from .model import (
    EsdbSpaces,
    Event,
    EventAt,
    Group,
    Location,
    Reference,
    References,
    Section,
    SectionLocation,
    SectionPage,
    Space,
    SpacePage,
    SpaceRef,
)
from .reader import read_esdb_spaces, read_space
from .schema import schema
from .views import VIEWS
from .writer import derive_esdb_spaces, emit_esdb_spaces

_ADDED: dict[str, pa.DataType] = {
    "block": pa.string(),
    "timestamp": pa.int64(),
    "data": pa.binary(),
    "grouping": pa.string(),
    "indexes": pa.list_(pa.field("element", pa.string())),
}

CODEC = Codec(
    name="esdb_spaces",
    title="ESDB with spaces",
    api=api_6,
    root=EsdbSpaces,
    read=read_esdb_spaces,
    derive=derive_esdb_spaces,
    emit=emit_esdb_spaces,
    block_index=rt.BlockIndex(
        way=("pages", "spaces"),
        classes=(
            SpacePage,
            SpaceRef,
        ),
        lists=(True, True),
        block="space",
        read=read_space,
        beginning=None,
        offset=rt.StoredNumber(("location", "offset"), (Location,), 0),
        size=rt.StoredNumber(("location", "len"), (Location,), 0),
        beside=(),
        levels={"events": 1, "index_events": 1, "sections": 1, "references": 1, "blocks": 1},
    ),
    append_refusal="its files are no lists of records up to their end",
    signature=(),
    extensions=("esdb",),
    options=(
        Option(
            "block",
            "str",
            doc="Only events of the space with this id.",
        ),
        Option(
            "grouping",
            "str",
            doc="Only events of the groupings with this name.",
        ),
        Option(
            "index",
            "str",
            doc="Only events of the indexes with this name, a colon and a value.",
        ),
    ),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    mirrors=MIRRORS,
    makers=(
        Maker(
            "added",
            pa.schema(_ADDED),
            make_of_spaces,
            doc="Events as they are added, in any order; indexes are called by their name, a colon and a value.",
            arrow=True,
        ),
    ),
    uses=OptionUses(
        files=(),
        models=(),
        read={
            "events": ("block", "grouping"),
            "index_events": ("block", "index"),
            "sections": ("block",),
            "references": ("block", "index"),
            "blocks": ("block",),
        },
        write={"events": (), "index_events": (), "sections": (), "references": (), "blocks": (), "added": ()},
    ),
    package=__name__,
    placed=True,
)

parse: Parse[EsdbSpaces] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "EsdbSpaces",
    "Event",
    "EventAt",
    "Group",
    "Location",
    "Reference",
    "References",
    "Section",
    "SectionLocation",
    "SectionPage",
    "Space",
    "SpacePage",
    "SpaceRef",
    "parse",
    "schema",
    "write",
]
