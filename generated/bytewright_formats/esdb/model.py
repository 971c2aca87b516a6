"""ESDB: the model.

Events of customer.io's event store, in the layout of its design document (June 2014): blocks of events, each sorted into groupings and linked into indexes. A table at the end of the file says where the blocks lie, one at the end of each block where its groupings lie and its indexes begin. Files of later versions are of the format esdb_spaces.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import Field, Struct

from ..sstable.model import Entry, Sstable
from ..uvarint.model import Uvarint


@dataclass(slots=True, kw_only=True)
class Esdb(Struct):
    """Events of customer.io's event store, in the layout of its design document (June 2014): blocks of events, each sorted into groupings and linked into indexes. A table at the end of the file says where the blocks lie, one at the end of each block where its groupings lie and its indexes begin. Files of later versions are of the format esdb_spaces."""

    TYPE: ClassVar[str] = "esdb"
    INSTANCES: ClassVar[tuple[str, ...]] = ("is_log",)

    pages: list[BlockPage] | None = field(default=None, repr=False, compare=False)
    """The blocks that each page of the table names."""
    index: Sstable | None = field(default=None, repr=False, compare=False)
    """Where the blocks lie, by their ids."""
    len_index: int | None = field(default=None, repr=False, compare=False)
    """Size of the table of blocks. Derived."""
    head: bytes | None = field(default=None, repr=False, compare=False)
    """What the file begins with."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            pages: AnySequence[BlockPage | Mapping[str, Any]] | None = ...,
            index: Sstable | Mapping[str, Any] | None = ...,
            head: bytes | None = ...,
        ) -> None: ...

    @property
    def is_log(self) -> bool:
        """Whether it is an append log, which is another format."""
        this: Any = self
        try:
            found: bool = this._io.size >= 10 and this.head == b"ESDBstream"
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_log", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class BlockPage(Struct):
    """The blocks that a page of the table names."""

    TYPE: ClassVar[str] = "esdb::block_page"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "last_key",
        "entries",
    )

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the page."""
    blocks: list[BlockRef] | None = field(default=None, repr=False, compare=False)
    """The blocks."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            blocks: AnySequence[BlockRef | Mapping[str, Any]] | None = ...,
        ) -> None: ...

    @property
    def last_key(self) -> bytes:
        """An id that none of the page's is above."""
        this: Any = self
        try:
            found: bytes = this._top(Esdb).index.pages[this.i].last_key
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "last_key", error) from None
        return found

    @property
    def entries(self) -> list[Entry]:
        """What the page holds."""
        this: Any = self
        try:
            found: list[Entry] = this._top(Esdb).index.pages[this.i].block.body.entries.entries
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "entries", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class BlockRef(Struct):
    """A block, as the table names it."""

    TYPE: ClassVar[str] = "esdb::block_ref"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "name",
        "offset",
        "len",
    )

    entry: Entry = field(init=False, default=None)  # type: ignore[assignment]
    """Its entry in the table."""
    location: Location | None = field(default=None, repr=False, compare=False)
    """Where it lies."""
    block: Block | None = field(default=None, repr=False, compare=False)
    """The block."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            location: Location | Mapping[str, Any] | None = ...,
            block: Block | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def name(self) -> str:
        """Its id."""
        this: Any = self
        try:
            found: str = this.entry.key.decode("UTF-8")
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "name", error) from None
        return found

    @property
    def offset(self) -> int:
        """Where it begins."""
        this: Any = self
        try:
            found: int = this.location.offset
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "offset", error) from None
        return found

    @property
    def len(self) -> int:
        """Its size in bytes."""
        this: Any = self
        try:
            found: int = this.location.len
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "len", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Location(Struct):
    """Where a block lies."""

    TYPE: ClassVar[str] = "esdb::location"

    offset: int = None  # type: ignore[assignment]
    """Where it begins in the file. Derived where there is something to measure."""
    len: int = None  # type: ignore[assignment]
    """Its size in bytes. Derived where there is something to measure."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            offset: int | None = ...,
            len: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Block(Struct):
    """Events under one id."""

    TYPE: ClassVar[str] = "esdb::block"

    magic: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """What every block begins with. Derived."""
    pages_of_block: list[SectionPage] | None = field(default=None, repr=False, compare=False)
    """The groupings and indexes that each page of the table names."""
    index: Sstable | None = field(default=None, repr=False, compare=False)
    """Where groupings lie, and indexes begin, by their names."""
    len_index: int | None = field(default=None, repr=False, compare=False)
    """Size of the table of the block. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            pages_of_block: AnySequence[SectionPage | Mapping[str, Any]] | None = ...,
            index: Sstable | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class SectionPage(Struct):
    """The groupings and indexes that a page of the table names."""

    TYPE: ClassVar[str] = "esdb::section_page"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "last_key",
        "entries",
    )

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the page."""
    sections: list[Section] | None = field(default=None, repr=False, compare=False)
    """The groupings and indexes."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            sections: AnySequence[Section | Mapping[str, Any]] | None = ...,
        ) -> None: ...

    @property
    def last_key(self) -> bytes:
        """A key that none of the page's is above."""
        this: Any = self
        try:
            found: bytes = this._parent.index.pages[this.i].last_key
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "last_key", error) from None
        return found

    @property
    def entries(self) -> list[Entry]:
        """What the page holds."""
        this: Any = self
        try:
            found: list[Entry] = this._parent.index.pages[this.i].block.body.entries.entries
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "entries", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Section(Struct):
    """A grouping, or an index."""

    TYPE: ClassVar[str] = "esdb::section"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "is_group",
        "index_key",
        "name",
    )

    entry: Entry = field(init=False, default=None)  # type: ignore[assignment]
    """Its entry in the table of the block."""
    ends: Ends | None = field(default=None, repr=False, compare=False)
    """Where it begins and ends."""
    group: Group | None = field(default=None, repr=False, compare=False)
    """The events of a grouping."""
    chain: list[Step] | None = field(default=None, repr=False, compare=False)
    """The events of an index."""
    first_event: Event | None = field(default=None, repr=False, compare=False)
    """The first event."""
    last_event: Event | None = field(default=None, repr=False, compare=False)
    """The last event."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            ends: Ends | Mapping[str, Any] | None = ...,
            group: Group | Mapping[str, Any] | None = ...,
            chain: AnySequence[Step | Mapping[str, Any]] | None = ...,
            first_event: Event | Mapping[str, Any] | None = ...,
            last_event: Event | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def is_group(self) -> bool:
        """Whether it is a grouping."""
        this: Any = self
        try:
            found: bool = this.entry.key[0] == 103
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_group", error) from None
        return found

    @property
    def index_key(self) -> int:
        """Its number, if it is an index."""
        this: Any = self
        try:
            found: int = -1 if this.is_group else this.ends.key.value
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "index_key", error) from None
        return found

    @property
    def name(self) -> str:
        """Its name."""
        this: Any = self
        try:
            found: str = this.entry.key.decode("UTF-8")[1 : len(this.entry.key.decode("UTF-8"))]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "name", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Ends(Struct):
    """Where a grouping or an index begins and ends."""

    TYPE: ClassVar[str] = "esdb::ends"

    key: Uvarint
    """Its number, which links name."""
    first: int = None  # type: ignore[assignment]
    """Where its first event begins, counted from the beginning of the block. Derived where there is something to measure."""
    last: int = None  # type: ignore[assignment]
    """Where its last event begins."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            key: Uvarint | Mapping[str, Any] | int,
            first: int | None = ...,
            last: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Group(Struct):
    """Events one after another, the newest first."""

    TYPE: ClassVar[str] = "esdb::group"

    events: list[Event] = None  # type: ignore[assignment]
    """The events, and an empty one behind them."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            events: AnySequence[Event | Mapping[str, Any]] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Event(Struct):
    """An event; an empty one ends a grouping."""

    TYPE: ClassVar[str] = "esdb::event"

    block: Block = field(init=False, default=None)  # type: ignore[assignment]
    """The block that it lies in."""
    len: Uvarint = None  # type: ignore[assignment]
    """Size of what follows. Derived where there is something to measure."""
    body: EventBody | None = None
    """What follows."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            len: Uvarint | Mapping[str, Any] | int | None = ...,
            body: EventBody | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class EventBody(Struct):
    """What an event holds."""

    TYPE: ClassVar[str] = "esdb::event_body"

    data: bytes
    """The data."""
    links: list[Link]
    """Its place in each of them."""
    block: Block = field(init=False, default=None)  # type: ignore[assignment]
    """The block that it lies in."""
    len_data: Uvarint = None  # type: ignore[assignment]
    """Size of the data. Derived where there is something to measure."""
    num_links: int = field(init=False, default=None)  # type: ignore[assignment]
    """How many indexes the event is in. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            data: bytes,
            links: AnySequence[Link | Mapping[str, Any]],
            len_data: Uvarint | Mapping[str, Any] | int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Link(Struct):
    """The place of an event in an index."""

    TYPE: ClassVar[str] = "esdb::link"

    key: Uvarint
    """Number of the index."""
    block: Block = field(init=False, default=None)  # type: ignore[assignment]
    """The block that it lies in."""
    previous: int = None  # type: ignore[assignment]
    """Where the event before it begins, counted from the beginning of the block; 0 where there is none."""
    next: int = None  # type: ignore[assignment]
    """Where the event after it begins; 0 where there is none."""
    event_before: Event | None = field(default=None, repr=False, compare=False)
    """The event before it."""
    event_after: Event | None = field(default=None, repr=False, compare=False)
    """The event after it."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            key: Uvarint | Mapping[str, Any] | int,
            previous: int | None = ...,
            next: int | None = ...,
            event_before: Event | Mapping[str, Any] | None = ...,
            event_after: Event | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Step(Struct):
    """An event of an index."""

    TYPE: ClassVar[str] = "esdb::step"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "offset",
        "key",
        "link_at",
        "next",
    )

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the event in the index."""
    event: Event | None = field(default=None, repr=False, compare=False)
    """The event."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            event: Event | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def offset(self) -> int:
        """Where the event begins."""
        this: Any = self
        try:
            found: int = this._parent.ends.first if this.i == 0 else this._parent.chain[this.i - 1].next
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "offset", error) from None
        return found

    @property
    def key(self) -> int:
        """Number of the index."""
        this: Any = self
        try:
            found: int = this._parent.ends.key.value
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "key", error) from None
        return found

    @property
    def link_at(self) -> int:
        """Which of the event's links is that of the index."""
        this: Any = self
        try:
            found: int = rt.place_of(this, this.event.body.links, lambda item: item.key.value, this.key)
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "link_at", error) from None
        return found

    @property
    def next(self) -> int:
        """Where the next event begins; 0 where there is none."""
        this: Any = self
        try:
            found: int = this.event.body.links[this.link_at].next
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "next", error) from None
        return found


# Which entries the structures have; they name each other, so it is said when all are there.
Esdb.FIELDS = (
    Field("pages", "pages", "struct", repeated=True, placed=True, struct=BlockPage),
    Field("index", "index", "struct", placed=True, lasts=True, stream="own", struct=Sstable),
    Field(
        "len_index",
        "len_index",
        "s8le",
        derived=True,
        placed=True,
        hint="The file is cut off, or another one. The append logs that begin with ESDBstream are not read.",
    ),
    Field("head", "head", "bytes", placed=True, again=True),
)
BlockPage.FIELDS = (Field("blocks", "blocks", "struct", repeated=True, placed=True, struct=BlockRef),)
BlockRef.FIELDS = (
    Field("location", "location", "struct", placed=True, struct=Location),
    Field("block", "block", "struct", placed=True, lasts=True, stream="own", struct=Block),
)
Location.FIELDS = (
    Field("offset", "offset", "s8le", derived=True),
    Field("len", "len", "s8le", derived=True),
)
Block.FIELDS = (
    Field("magic", "magic", "bytes", derived=True),
    Field("pages_of_block", "pages_of_block", "struct", repeated=True, placed=True, struct=SectionPage),
    Field("index", "index", "struct", placed=True, lasts=True, stream="own", struct=Sstable),
    Field(
        "len_index", "len_index", "s4le", derived=True, placed=True, hint="It may be a file of the format esdb_spaces."
    ),
)
SectionPage.FIELDS = (Field("sections", "sections", "struct", repeated=True, placed=True, struct=Section),)
Section.FIELDS = (
    Field("ends", "ends", "struct", placed=True, struct=Ends),
    Field("group", "group", "struct", placed=True, struct=Group),
    Field("chain", "chain", "struct", repeated=True, placed=True, again=True, struct=Step),
    Field("first_event", "first_event", "struct", placed=True, again=True, struct=Event),
    Field("last_event", "last_event", "struct", placed=True, again=True, struct=Event),
)
Ends.FIELDS = (
    Field("key", "key", "struct", always=True, struct=Uvarint),
    Field("first", "first", "u8le", derived=True),
    Field("last", "last", "u8le"),
)
Group.FIELDS = (Field("events", "events", "struct", repeated=True, struct=Event),)
Event.FIELDS = (
    Field("len", "len", "struct", derived=True, always=True, struct=Uvarint),
    Field("body", "body", "struct", stream="own", struct=EventBody),
)
EventBody.FIELDS = (
    Field("len_data", "len_data", "struct", derived=True, always=True, struct=Uvarint),
    Field("data", "data", "bytes"),
    Field("num_links", "num_links", "u1", derived=True),
    Field("links", "links", "struct", repeated=True, struct=Link),
)
Link.FIELDS = (
    Field("key", "key", "struct", always=True, struct=Uvarint),
    Field("previous", "previous", "u8le"),
    Field("next", "next", "u8le"),
    Field("event_before", "event_before", "struct", placed=True, again=True, struct=Event),
    Field("event_after", "event_after", "struct", placed=True, again=True, struct=Event),
)
Step.FIELDS = (Field("event", "event", "struct", placed=True, again=True, struct=Event),)
