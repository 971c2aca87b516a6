"""ESDB with spaces: the model.

Events of customer.io's event store, in the layout that its code has written since September 2014: spaces of events, each sorted into groupings, and lists of those in each index. All are streams in chunks that are compressed one by one. A table at the end of the file says where the spaces lie, one at the end of each space where its streams lie. Older files are of the format esdb.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
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
class EsdbSpaces(Struct):
    """Events of customer.io's event store, in the layout that its code has written since September 2014: spaces of events, each sorted into groupings, and lists of those in each index. All are streams in chunks that are compressed one by one. A table at the end of the file says where the spaces lie, one at the end of each space where its streams lie. Older files are of the format esdb."""

    TYPE: ClassVar[str] = "esdb_spaces"
    INSTANCES: ClassVar[tuple[str, ...]] = ("is_log",)

    pages: list[SpacePage] | None = field(default=None, repr=False, compare=False)
    """The spaces that each page of the table names."""
    index: Sstable | None = field(default=None, repr=False, compare=False)
    """Where the spaces lie, by their ids."""
    len_index: int | None = field(default=None, repr=False, compare=False)
    """Size of the table of spaces. Derived."""
    head: bytes | None = field(default=None, repr=False, compare=False)
    """What the file begins with."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            pages: AnySequence[SpacePage | Mapping[str, Any]] | None = ...,
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
class SpacePage(Struct):
    """The spaces that a page of the table names."""

    TYPE: ClassVar[str] = "esdb_spaces::space_page"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "last_key",
        "entries",
    )

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the page."""
    spaces: list[SpaceRef] | None = field(default=None, repr=False, compare=False)
    """The spaces."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            spaces: AnySequence[SpaceRef | Mapping[str, Any]] | None = ...,
        ) -> None: ...

    @property
    def last_key(self) -> bytes:
        """An id that none of the page's is above."""
        this: Any = self
        try:
            found: bytes = this._top(EsdbSpaces).index.pages[this.i].last_key
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "last_key", error) from None
        return found

    @property
    def entries(self) -> list[Entry]:
        """What the page holds."""
        this: Any = self
        try:
            found: list[Entry] = this._top(EsdbSpaces).index.pages[this.i].block.body.entries.entries
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "entries", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class SpaceRef(Struct):
    """A space, as the table names it."""

    TYPE: ClassVar[str] = "esdb_spaces::space_ref"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "name",
        "offset",
        "len",
    )

    entry: Entry = field(init=False, default=None)  # type: ignore[assignment]
    """Its entry in the table."""
    location: Location | None = field(default=None, repr=False, compare=False)
    """Where it lies."""
    space: Space | None = field(default=None, repr=False, compare=False)
    """The space."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            location: Location | Mapping[str, Any] | None = ...,
            space: Space | Mapping[str, Any] | None = ...,
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
    """Where a space lies."""

    TYPE: ClassVar[str] = "esdb_spaces::location"

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
class Space(Struct):
    """Events under one id."""

    TYPE: ClassVar[str] = "esdb_spaces::space"

    magic: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """What every space begins with. Derived."""
    pages_of_space: list[SectionPage] | None = field(default=None, repr=False, compare=False)
    """The groupings and indexes that each page of the table names."""
    index: Sstable | None = field(default=None, repr=False, compare=False)
    """Where groupings and indexes lie, by their names."""
    len_index: int | None = field(default=None, repr=False, compare=False)
    """Size of the table of the space. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            pages_of_space: AnySequence[SectionPage | Mapping[str, Any]] | None = ...,
            index: Sstable | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class SectionPage(Struct):
    """The groupings and indexes that a page of the table names."""

    TYPE: ClassVar[str] = "esdb_spaces::section_page"
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

    TYPE: ClassVar[str] = "esdb_spaces::section"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "is_group",
        "name",
    )

    entry: Entry = field(init=False, default=None)  # type: ignore[assignment]
    """Its entry in the table of the space."""
    location: SectionLocation | None = field(default=None, repr=False, compare=False)
    """Where it lies."""
    group: Group | None = field(default=None, repr=False, compare=False)
    """The events of a grouping."""
    references: References | None = field(default=None, repr=False, compare=False)
    """The events of an index."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            location: SectionLocation | Mapping[str, Any] | None = ...,
            group: Group | Mapping[str, Any] | None = ...,
            references: References | Mapping[str, Any] | None = ...,
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
    def name(self) -> str:
        """Its name."""
        this: Any = self
        try:
            found: str = this.entry.key.decode("UTF-8")[1 : len(this.entry.key.decode("UTF-8"))]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "name", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class SectionLocation(Struct):
    """Where a grouping or an index lies."""

    TYPE: ClassVar[str] = "esdb_spaces::section_location"

    offset: Uvarint = None  # type: ignore[assignment]
    """Where it begins, counted from the beginning of the space. Derived where there is something to measure."""
    len: Uvarint = None  # type: ignore[assignment]
    """Its size in bytes. Derived where there is something to measure."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            offset: Uvarint | Mapping[str, Any] | int | None = ...,
            len: Uvarint | Mapping[str, Any] | int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Group(Struct):
    """Events one after another, the newest first."""

    TYPE: ClassVar[str] = "esdb_spaces::group"

    events: list[Event]
    """The events."""
    terminator: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """What every grouping ends with. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            events: AnySequence[Event | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Event(Struct):
    """An event."""

    TYPE: ClassVar[str] = "esdb_spaces::event"

    timestamp: int
    """When it happened, as its writer counts."""
    data: bytes
    """The data."""
    len_data: Uvarint = None  # type: ignore[assignment]
    """Size of the data. Derived where there is something to measure."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            timestamp: int,
            data: bytes,
            len_data: Uvarint | Mapping[str, Any] | int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class References(Struct):
    """Where the events of an index lie, the newest first."""

    TYPE: ClassVar[str] = "esdb_spaces::references"

    entries: list[Reference] = None  # type: ignore[assignment]
    """The events."""
    terminator: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """What every index ends with. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            entries: AnySequence[Reference | Mapping[str, Any]] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Reference(Struct):
    """Where an event lies."""

    TYPE: ClassVar[str] = "esdb_spaces::reference"
    INSTANCES: ClassVar[tuple[str, ...]] = ("space",)

    position: int = None  # type: ignore[assignment]
    """Where the chunk begins that holds its first byte, counted from the beginning of the space."""
    offset: int = None  # type: ignore[assignment]
    """Where it begins in what the chunk holds."""
    found: EventAt | None = field(default=None, repr=False, compare=False)
    """What lies there."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            position: int | None = ...,
            offset: int | None = ...,
            found: EventAt | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def space(self) -> Space:
        """The space."""
        this: Any = self
        try:
            found: Space = this._parent._parent._parent._parent
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "space", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class EventAt(Struct):
    """An event in a stream."""

    TYPE: ClassVar[str] = "esdb_spaces::event_at"

    event: Event
    """The event."""
    offset: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where it begins."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            event: Event | Mapping[str, Any],
        ) -> None: ...


# Which entries the structures have; they name each other, so it is said when all are there.
EsdbSpaces.FIELDS = (
    Field("pages", "pages", "struct", repeated=True, placed=True, struct=SpacePage),
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
SpacePage.FIELDS = (Field("spaces", "spaces", "struct", repeated=True, placed=True, struct=SpaceRef),)
SpaceRef.FIELDS = (
    Field("location", "location", "struct", placed=True, struct=Location),
    Field("space", "space", "struct", placed=True, lasts=True, stream="own", struct=Space),
)
Location.FIELDS = (
    Field("offset", "offset", "s8le", derived=True),
    Field("len", "len", "s8le", derived=True),
)
Space.FIELDS = (
    Field("magic", "magic", "bytes", derived=True),
    Field("pages_of_space", "pages_of_space", "struct", repeated=True, placed=True, struct=SectionPage),
    Field("index", "index", "struct", placed=True, lasts=True, stream="own", struct=Sstable),
    Field("len_index", "len_index", "s8le", derived=True, placed=True, hint="It may be a file of the format esdb."),
)
SectionPage.FIELDS = (Field("sections", "sections", "struct", repeated=True, placed=True, struct=Section),)
Section.FIELDS = (
    Field("location", "location", "struct", placed=True, struct=SectionLocation),
    Field("group", "group", "struct", placed=True, lasts=True, stream="decoded", struct=Group),
    Field("references", "references", "struct", placed=True, lasts=True, stream="decoded", struct=References),
)
SectionLocation.FIELDS = (
    Field("offset", "offset", "struct", derived=True, always=True, struct=Uvarint),
    Field("len", "len", "struct", derived=True, always=True, struct=Uvarint),
)
Group.FIELDS = (
    Field("events", "events", "struct", repeated=True, struct=Event),
    Field("terminator", "terminator", "bytes", derived=True),
)
Event.FIELDS = (
    Field("len_data", "len_data", "struct", derived=True, always=True, struct=Uvarint),
    Field("timestamp", "timestamp", "u4le"),
    Field("data", "data", "bytes"),
)
References.FIELDS = (
    Field("entries", "entries", "struct", repeated=True, struct=Reference),
    Field("terminator", "terminator", "bytes", derived=True),
)
Reference.FIELDS = (
    Field("position", "position", "s8le"),
    Field("offset", "offset", "u2le"),
    Field("found", "found", "struct", placed=True, again=True, stream="decoded", struct=EventAt),
)
EventAt.FIELDS = (
    Field("_unnamed0", "", "padding"),
    Field("event", "event", "struct", always=True, struct=Event),
)
