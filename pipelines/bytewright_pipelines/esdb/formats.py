"""The two formats of ESDB: what they call their parts, and in which order they store events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.errors import OptionError
from bytewright_formats.esdb import CODEC as BLOCKS
from bytewright_formats.esdb.esdb_tables import blocks_of
from bytewright_formats.esdb_spaces import CODEC as SPACES
from bytewright_formats.esdb_spaces.esdb_tables import spaces_of

Spec = Literal["esdb", "esdb_spaces"]
"""A format: that of the design document (June 2014), or the one that ESDB has written since September 2014."""
Order = Literal["asc", "desc"]
"""By time: the oldest event first, or the newest."""

_FIELDS: list[pa.Field[Any]] = [
    pa.field("block", pa.string()),
    pa.field("timestamp", pa.int64()),
    pa.field("data", pa.binary()),
    pa.field("grouping", pa.string()),
    pa.field("indexes", pa.list_(pa.field("element", pa.string()))),
]
ADDED = pa.schema(_FIELDS)
"""Events as they are added."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of ESDB.

    Attributes:
        codec: what reads and writes it.
        document: a file of the events of each block, by its id.
        stores_times: whether it stores when events happened.
        indexed: in which order of time the events of an index are stored; those of a grouping are the newest first.
        most_indexes: how many indexes an event can be in; None: in any number.
    """

    codec: Codec
    document: Callable[[Mapping[str, Callable[[], pa.RecordBatch]]], dict[str, Any]]
    stores_times: bool
    indexed: Order
    most_indexes: int | None


FORMATS: Mapping[Spec, Format] = {
    "esdb": Format(BLOCKS, blocks_of, stores_times=False, indexed="asc", most_indexes=255),
    "esdb_spaces": Format(SPACES, spaces_of, stores_times=True, indexed="desc", most_indexes=None),
}


def format_of(spec: str) -> Format:
    """A format by its name.

    Raises:
        OptionError: there is none.
    """
    for name, found in FORMATS.items():
        if name == spec:
            return found
    raise OptionError("spec", expected=" or ".join(FORMATS), found=repr(spec))
