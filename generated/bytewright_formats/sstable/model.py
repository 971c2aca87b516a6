"""Sorted string table: the model.

Keys and values in ascending order of the keys, in the layout of LevelDB's tables without compression. It is read from its end: a footer says where the index lies, which says where each page of entries lies.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import Field, Struct

from ..uvarint.model import Uvarint


@dataclass(slots=True, kw_only=True)
class Sstable(Struct):
    """Keys and values in ascending order of the keys, in the layout of LevelDB's tables without compression. It is read from its end: a footer says where the index lies, which says where each page of entries lies."""

    TYPE: ClassVar[str] = "sstable"

    pages: list[Page] | None = field(default=None, repr=False, compare=False)
    """The pages. They take no bytes themselves, but say where blocks are."""
    metaindex: StoredBlock | None = field(default=None, repr=False, compare=False)
    """An empty block."""
    index: StoredBlock | None = field(default=None, repr=False, compare=False)
    """An entry for each page, with a key that none of the page's keys is above, and none of the next page's at or below."""
    footer: Footer | None = field(default=None, repr=False, compare=False)
    """The last bytes, which say where the rest lies."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            pages: AnySequence[Page | Mapping[str, Any]] | None = ...,
            metaindex: StoredBlock | Mapping[str, Any] | None = ...,
            index: StoredBlock | Mapping[str, Any] | None = ...,
            footer: Footer | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Footer(Struct):
    """Where the index lies."""

    TYPE: ClassVar[str] = "sstable::footer"

    metaindex: Handle = None  # type: ignore[assignment]
    """Where the block of metadata lies."""
    index: Handle = None  # type: ignore[assignment]
    """Where the index lies."""
    magic: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """What every table ends with. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            metaindex: Handle | Mapping[str, Any] | None = ...,
            index: Handle | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Handle(Struct):
    """A place in the table."""

    TYPE: ClassVar[str] = "sstable::handle"

    offset: Uvarint = None  # type: ignore[assignment]
    """Where it begins, counted from the beginning of the table. Derived where there is something to measure."""
    len: Uvarint = None  # type: ignore[assignment]
    """Its size in bytes, without the five that follow every block. Derived where there is something to measure."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            offset: Uvarint | Mapping[str, Any] | int | None = ...,
            len: Uvarint | Mapping[str, Any] | int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Page(Struct):
    """One of the blocks that hold the entries."""

    TYPE: ClassVar[str] = "sstable::page"
    INSTANCES: ClassVar[tuple[str, ...]] = ("last_key",)

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the page."""
    handle: Handle | None = field(default=None, repr=False, compare=False)
    """Where the page lies."""
    block: StoredBlock | None = field(default=None, repr=False, compare=False)
    """Its entries."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            handle: Handle | Mapping[str, Any] | None = ...,
            block: StoredBlock | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def last_key(self) -> bytes:
        """A key that none of the page's is above."""
        this: Any = self
        try:
            found: bytes = this._parent.index.body.entries.entries[this.i].key
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "last_key", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class StoredBlock(Struct):
    """A block with its checksum."""

    TYPE: ClassVar[str] = "sstable::stored_block"

    body: Block
    """The entries."""
    compression: int = field(init=False, default=None)  # type: ignore[assignment]
    """How the block is compressed. It is not. Derived."""
    crc: int = field(init=False, default=None)  # type: ignore[assignment]
    """Checksum of the block and the byte that follows it. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            body: Block | Mapping[str, Any],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Block(Struct):
    """Entries in ascending order of their keys, and where those lie whose keys are stored whole."""

    TYPE: ClassVar[str] = "sstable::block"

    entries: Entries
    """The entries."""
    restarts: list[int]
    """Where entries lie whose keys are stored whole, counted from the beginning of the block."""
    num_restarts: int | None = field(default=None, repr=False, compare=False)
    """How many of these there are. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            entries: Entries | Mapping[str, Any],
            restarts: AnySequence[int],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Entries(Struct):
    """Entries, one after another."""

    TYPE: ClassVar[str] = "sstable::entries"

    entries: list[Entry]
    """The entries."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            entries: AnySequence[Entry | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Entry(Struct):
    """A key and its value."""

    TYPE: ClassVar[str] = "sstable::entry"
    INSTANCES: ClassVar[tuple[str, ...]] = ("previous_key",)

    len_shared: Uvarint
    """How many bytes the key has in common with the one before it."""
    nothing: bytes
    key: bytes
    """The key."""
    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the entry in its block."""
    len_unshared: Uvarint = None  # type: ignore[assignment]
    """Size of the rest of the key, which is all that is stored of it. Derived where there is something to measure."""
    len_value: Uvarint = None  # type: ignore[assignment]
    """Size of the value. Derived where there is something to measure."""
    value: Blob = None  # type: ignore[assignment]
    """The value."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            len_shared: Uvarint | Mapping[str, Any] | int,
            nothing: bytes,
            key: bytes,
            len_unshared: Uvarint | Mapping[str, Any] | int | None = ...,
            len_value: Uvarint | Mapping[str, Any] | int | None = ...,
            value: Blob | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def previous_key(self) -> bytes:
        """The key before this one."""
        this: Any = self
        try:
            found: bytes = this.nothing if this.i == 0 else this._parent.entries[this.i - 1].key
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "previous_key", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Blob(Struct):
    """Bytes that mean something to whoever uses the table."""

    TYPE: ClassVar[str] = "sstable::blob"


# Which entries the structures have; they name each other, so it is said when all are there.
Sstable.FIELDS = (
    Field("pages", "pages", "struct", repeated=True, placed=True, struct=Page),
    Field("metaindex", "metaindex", "struct", placed=True, lasts=True, stream="own", struct=StoredBlock),
    Field("index", "index", "struct", placed=True, lasts=True, stream="own", struct=StoredBlock),
    Field("footer", "footer", "struct", placed=True, lasts=True, stream="own", struct=Footer),
)
Footer.FIELDS = (
    Field("metaindex", "metaindex", "struct", made=True, always=True, struct=Handle),
    Field("index", "index", "struct", made=True, always=True, struct=Handle),
    Field("_unnamed2", "", "padding"),
    Field("magic", "magic", "bytes", derived=True),
)
Handle.FIELDS = (
    Field("offset", "offset", "struct", derived=True, always=True, struct=Uvarint),
    Field("len", "len", "struct", derived=True, always=True, struct=Uvarint),
)
Page.FIELDS = (
    Field("handle", "handle", "struct", placed=True, struct=Handle),
    Field("block", "block", "struct", placed=True, lasts=True, stream="own", struct=StoredBlock),
)
StoredBlock.FIELDS = (
    Field("body", "body", "struct", always=True, stream="own", struct=Block),
    Field("compression", "compression", "u1", derived=True),
    Field("crc", "crc", "u4le", derived=True),
)
Block.FIELDS = (
    Field("entries", "entries", "struct", always=True, stream="own", struct=Entries),
    Field("restarts", "restarts", "u4le", repeated=True),
    Field("num_restarts", "num_restarts", "u4le", derived=True, placed=True),
)
Entries.FIELDS = (Field("entries", "entries", "struct", repeated=True, struct=Entry),)
Entry.FIELDS = (
    Field("len_shared", "len_shared", "struct", always=True, struct=Uvarint),
    Field("len_unshared", "len_unshared", "struct", derived=True, always=True, struct=Uvarint),
    Field("len_value", "len_value", "struct", derived=True, always=True, struct=Uvarint),
    Field("nothing", "nothing", "bytes"),
    Field("key", "key", "bytes"),
    Field("value", "value", "struct", made=True, always=True, stream="own", struct=Blob),
)
Blob.FIELDS = ()
