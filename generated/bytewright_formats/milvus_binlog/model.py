"""Milvus binlog: the model.

What Milvus keeps of a segment, a file per column: a descriptor, then events, each with a whole Parquet file as its payload. Also deleted keys, requests that change the schema, and parts of indexes. There are three layouts: that of the design document (December 2020), that of 2.0.0-rc1 to rc6 (2021), and that of later releases (2.x). A file tells by itself which one it has.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import Enum, Field, Struct


class Layout(Enum):
    """Values of ``layout``."""

    V2020 = 1
    V2021 = 2
    V2X = 3


rt.set_labels(
    Layout,
    {
        1: "2020",
        2: "2021",
        3: "2x",
    },
)


class EventType(Enum):
    """Values of ``event_type``."""

    DESCRIPTOR = 0
    INSERT = 1
    DELETE = 2
    CREATE_COLLECTION = 3
    DROP_COLLECTION = 4
    CREATE_PARTITION = 5
    DROP_PARTITION = 6
    INDEX_FILE = 7


class Kind(Enum):
    """Values of ``kind``."""

    ROWS = 1
    DELETES = 2
    REQUESTS = 3
    PARTS_OF_AN_INDEX = 7


class DataType(Enum):
    """Values of ``data_type``."""

    UNSET = -1
    NONE = 0
    BOOL = 1
    INT8 = 2
    INT16 = 3
    INT32 = 4
    INT64 = 5
    FLOAT = 10
    DOUBLE = 11
    STRING = 20
    VARCHAR = 21
    ARRAY = 22
    JSON = 23
    GEOMETRY = 24
    TEXT = 25
    TIMESTAMPTZ = 26
    MOL = 27
    BINARY_VECTOR = 100
    FLOAT_VECTOR = 101
    FLOAT16_VECTOR = 102
    BFLOAT16_VECTOR = 103
    SPARSE_FLOAT_VECTOR = 104
    INT8_VECTOR = 105
    ARRAY_OF_VECTOR = 106
    ARRAY_OF_STRUCT = 200
    STRUCT = 201


@dataclass(slots=True, kw_only=True)
class MilvusBinlog(Struct):
    """What Milvus keeps of a segment, a file per column: a descriptor, then events, each with a whole Parquet file as its payload. Also deleted keys, requests that change the schema, and parts of indexes. There are three layouts: that of the design document (December 2020), that of 2.0.0-rc1 to rc6 (2021), and that of later releases (2.x). A file tells by itself which one it has."""

    TYPE: ClassVar[str] = "milvus_binlog"

    descriptor: Descriptor
    """Of which collection, segment and field the file is."""
    events: list[Event]
    """The events."""
    magic: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """The number 0xfffabc. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            descriptor: Descriptor | Mapping[str, Any],
            events: AnySequence[Event | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Descriptor(Struct):
    """The first event."""

    TYPE: ClassVar[str] = "milvus_binlog::descriptor"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "is_legacy",
        "layout",
        "event_length",
        "collection_id",
        "partition_id",
        "segment_id",
        "field_id",
        "start_timestamp",
        "end_timestamp",
        "is_text",
        "is_binary",
        "payload_data_type",
        "may_be_keys",
        "has_requests",
    )

    timestamp: int
    """When it was written, as Milvus counts time, in milliseconds since 1970 times 2¹⁸, plus a number."""
    type_code: EventType | int = None  # type: ignore[assignment]
    """Always that of a descriptor."""
    server_id_or_len: int = field(init=False, default=None)  # type: ignore[assignment]
    """In the layouts of 2020 and 2021 the id of the server, which is always 1; in 2.x the size of the event in bytes. Derived."""
    len_legacy: int | None = None
    """Size of the event in bytes, in the layouts of 2020 and 2021. Derived where there is something to measure."""
    next_position: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where the next event begins in the file. Derived."""
    legacy: LegacyDescriptor | None = None
    """The rest, as it was in 2020 and 2021."""
    current: CurrentDescriptor | None = None
    """The rest, as it is in 2.x."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            timestamp: int,
            type_code: EventType | int | str | None = ...,
            len_legacy: int | None = ...,
            legacy: LegacyDescriptor | Mapping[str, Any] | None = ...,
            current: CurrentDescriptor | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def is_legacy(self) -> bool:
        """is_legacy, calculated."""
        this: Any = self
        try:
            found: bool = this.server_id_or_len == 1
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_legacy", error) from None
        return found

    @property
    def layout(self) -> Layout | int:
        """layout, calculated."""
        this: Any = self
        try:
            found: Layout | int = (
                Layout.V2X if not this.is_legacy else Layout.V2020 if this.len_legacy == 91 else Layout.V2021
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "layout", error) from None
        return found

    @property
    def event_length(self) -> int:
        """event_length, calculated."""
        this: Any = self
        try:
            found: int = this.len_legacy if this.is_legacy else this.server_id_or_len
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "event_length", error) from None
        return found

    @property
    def collection_id(self) -> int:
        """collection_id, calculated."""
        this: Any = self
        try:
            found: int = this.legacy.collection_id if this.is_legacy else this.current.collection_id
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "collection_id", error) from None
        return found

    @property
    def partition_id(self) -> int:
        """partition_id, calculated."""
        this: Any = self
        try:
            found: int = this.legacy.partition_id if this.is_legacy else this.current.partition_id
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "partition_id", error) from None
        return found

    @property
    def segment_id(self) -> int:
        """segment_id, calculated."""
        this: Any = self
        try:
            found: int = this.legacy.segment_id if this.is_legacy else this.current.segment_id
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "segment_id", error) from None
        return found

    @property
    def field_id(self) -> int:
        """field_id, calculated."""
        this: Any = self
        try:
            found: int = this.legacy.field_id if this.is_legacy else this.current.field_id
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "field_id", error) from None
        return found

    @property
    def start_timestamp(self) -> int:
        """start_timestamp, calculated."""
        this: Any = self
        try:
            found: int = this.legacy.start_timestamp if this.is_legacy else this.current.start_timestamp
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "start_timestamp", error) from None
        return found

    @property
    def end_timestamp(self) -> int:
        """end_timestamp, calculated."""
        this: Any = self
        try:
            found: int = this.legacy.end_timestamp if this.is_legacy else this.current.end_timestamp
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "end_timestamp", error) from None
        return found

    @property
    def is_text(self) -> bool:
        """is_text, calculated."""
        this: Any = self
        try:
            found: bool = (
                this.payload_data_type == DataType.STRING
                or this.payload_data_type == DataType.VARCHAR
                or this.payload_data_type == DataType.TEXT
                or this.payload_data_type == DataType.JSON
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_text", error) from None
        return found

    @property
    def is_binary(self) -> bool:
        """is_binary, calculated."""
        this: Any = self
        try:
            found: bool = (
                this.payload_data_type == DataType.ARRAY
                or this.payload_data_type == DataType.GEOMETRY
                or this.payload_data_type == DataType.MOL
                or this.payload_data_type == DataType.BINARY_VECTOR
                or this.payload_data_type == DataType.FLOAT16_VECTOR
                or this.payload_data_type == DataType.BFLOAT16_VECTOR
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_binary", error) from None
        return found

    @property
    def payload_data_type(self) -> DataType | int:
        """payload_data_type, calculated."""
        this: Any = self
        try:
            found: DataType | int = this.legacy.payload_data_type if this.is_legacy else this.current.payload_data_type
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "payload_data_type", error) from None
        return found

    @property
    def may_be_keys(self) -> bool:
        """Whether the values may be primary keys, requests or times."""
        this: Any = self
        try:
            found: bool = (
                this.payload_data_type == DataType.INT64
                or this.payload_data_type == DataType.STRING
                or this.payload_data_type == DataType.VARCHAR
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "may_be_keys", error) from None
        return found

    @property
    def has_requests(self) -> bool:
        """Whether the file can only be of requests."""
        this: Any = self
        try:
            found: bool = this.segment_id == -1 and this.payload_data_type == DataType.STRING
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "has_requests", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class LegacyDescriptor(Struct):
    """A ``legacy_descriptor``."""

    TYPE: ClassVar[str] = "milvus_binlog::legacy_descriptor"

    start_timestamp: int
    end_timestamp: int
    payload_data_type: DataType | int
    binlog_version: int = None  # type: ignore[assignment]
    server_version: int = None  # type: ignore[assignment]
    commit_id: int = None  # type: ignore[assignment]
    len_header: int = None  # type: ignore[assignment]
    collection_id: int = None  # type: ignore[assignment]
    partition_id: int = None  # type: ignore[assignment]
    segment_id: int = None  # type: ignore[assignment]
    field_id: int | None = None
    len_descriptor: int = None  # type: ignore[assignment]
    """Size of the fixed part of a descriptor's data, 71 in the layout of 2021. Nobody reads it."""
    len_events: list[int] = None  # type: ignore[assignment]
    """Likewise of each other type of event."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            start_timestamp: int,
            end_timestamp: int,
            payload_data_type: DataType | int | str,
            binlog_version: int | None = ...,
            server_version: int | None = ...,
            commit_id: int | None = ...,
            len_header: int | None = ...,
            collection_id: int | None = ...,
            partition_id: int | None = ...,
            segment_id: int | None = ...,
            field_id: int | None = ...,
            len_descriptor: int | None = ...,
            len_events: AnySequence[int] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class CurrentDescriptor(Struct):
    """A ``current_descriptor``."""

    TYPE: ClassVar[str] = "milvus_binlog::current_descriptor"
    INSTANCES: ClassVar[tuple[str, ...]] = ("unused",)

    start_timestamp: int
    end_timestamp: int
    payload_data_type: DataType | int
    extras: str
    collection_id: int = None  # type: ignore[assignment]
    partition_id: int = None  # type: ignore[assignment]
    segment_id: int = None  # type: ignore[assignment]
    field_id: int = None  # type: ignore[assignment]
    len_descriptor: int = None  # type: ignore[assignment]
    """Size of the fixed part of a descriptor's data. Nobody reads it."""
    len_events: list[int] = None  # type: ignore[assignment]
    """Likewise of each other type of event."""
    len_extras: int = field(init=False, default=None)  # type: ignore[assignment]
    """Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            start_timestamp: int,
            end_timestamp: int,
            payload_data_type: DataType | int | str,
            extras: str,
            collection_id: int | None = ...,
            partition_id: int | None = ...,
            segment_id: int | None = ...,
            field_id: int | None = ...,
            len_descriptor: int | None = ...,
            len_events: AnySequence[int] | None = ...,
        ) -> None: ...

    @property
    def unused(self) -> int:
        """Bytes of the event behind the extras. There are none."""
        this: Any = self
        try:
            found: int = this._parent.server_id_or_len - 81 - this.len_extras
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "unused", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Event(Struct):
    """A ``event``."""

    TYPE: ClassVar[str] = "milvus_binlog::event"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "of_schema",
        "kind",
        "may_stand_here",
    )

    timestamp: int
    type_code: EventType | int
    """What it tells."""
    body: EventBody
    server_id: int | None = None
    len_event: int = field(init=False, default=None)  # type: ignore[assignment]
    """Derived."""
    next_position: int = None  # type: ignore[assignment]
    """Where the next event begins in the file, or -1, as some writers don't know that. Derived where there is something to measure."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            timestamp: int,
            type_code: EventType | int | str,
            body: EventBody | Mapping[str, Any],
            server_id: int | None = ...,
            next_position: int | None = ...,
        ) -> None: ...

    @property
    def of_schema(self) -> bool:
        """of_schema, calculated."""
        this: Any = self
        try:
            found: bool = (
                this.type_code == EventType.CREATE_COLLECTION
                or this.type_code == EventType.DROP_COLLECTION
                or this.type_code == EventType.CREATE_PARTITION
                or this.type_code == EventType.DROP_PARTITION
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "of_schema", error) from None
        return found

    @property
    def kind(self) -> Kind | int:
        """What it is about, which is the same for all events of a file."""
        this: Any = self
        try:
            found: Kind | int = rt.named(Kind, 3 if this.of_schema else int(this.type_code))
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "kind", error) from None
        return found

    @property
    def may_stand_here(self) -> bool:
        """Whether such an event may stand in such a file; deletes in those of keys, requests in those of no segment, rows in all but those of requests."""
        this: Any = self
        try:
            found: bool = (
                this._top(MilvusBinlog).descriptor.segment_id == -1 and this._top(MilvusBinlog).descriptor.may_be_keys
                if this.of_schema
                else this._top(MilvusBinlog).descriptor.may_be_keys
                if this.type_code == EventType.DELETE
                else not this._top(MilvusBinlog).descriptor.has_requests
                if this.type_code == EventType.INSERT
                else this.type_code == EventType.INDEX_FILE
                and not this._top(MilvusBinlog).descriptor.is_legacy
                and this._top(MilvusBinlog).descriptor.payload_data_type == DataType.STRING
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "may_stand_here", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class EventBody(Struct):
    """A ``event_body``."""

    TYPE: ClassVar[str] = "milvus_binlog::event_body"

    start_timestamp: int
    end_timestamp: int
    payload: bytes

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            start_timestamp: int,
            end_timestamp: int,
            payload: bytes,
        ) -> None: ...


# Which entries the structures have; they name each other, so it is said when all are there.
MilvusBinlog.FIELDS = (
    Field("magic", "magic", "bytes", derived=True),
    Field(
        "descriptor",
        "descriptor",
        "struct",
        always=True,
        decides=("milvus_binlog::event.server_id", "milvus_binlog::event.server_id"),
        struct=Descriptor,
    ),
    Field(
        "events",
        "events",
        "struct",
        repeated=True,
        hint="A file has rows, deletes, requests or parts of an index, not some of each.",
        struct=Event,
    ),
)
Descriptor.FIELDS = (
    Field("timestamp", "timestamp", "u8le"),
    Field("type_code", "type_code", "s1", enum=EventType, hint="The first event of a file is its descriptor."),
    Field("server_id_or_len", "server_id_or_len", "s4le", derived=True),
    Field("len_legacy", "len_legacy", "s4le", derived=True),
    Field("next_position", "next_position", "s4le", derived=True),
    Field("legacy", "legacy", "struct", stream="own", struct=LegacyDescriptor),
    Field("current", "current", "struct", stream="own", struct=CurrentDescriptor),
)
LegacyDescriptor.FIELDS = (
    Field("binlog_version", "binlog_version", "s2le"),
    Field("server_version", "server_version", "s8le"),
    Field("commit_id", "commit_id", "s8le"),
    Field("len_header", "len_header", "s1"),
    Field("collection_id", "collection_id", "s8le"),
    Field("partition_id", "partition_id", "s8le"),
    Field("segment_id", "segment_id", "s8le"),
    Field("field_id", "field_id", "s8le"),
    Field("start_timestamp", "start_timestamp", "u8le"),
    Field("end_timestamp", "end_timestamp", "u8le"),
    Field("payload_data_type", "payload_data_type", "s4le", enum=DataType),
    Field("len_descriptor", "len_descriptor", "u1"),
    Field("len_events", "len_events", "u1", repeated=True),
)
CurrentDescriptor.FIELDS = (
    Field("collection_id", "collection_id", "s8le"),
    Field("partition_id", "partition_id", "s8le"),
    Field("segment_id", "segment_id", "s8le"),
    Field("field_id", "field_id", "s8le"),
    Field("start_timestamp", "start_timestamp", "u8le"),
    Field("end_timestamp", "end_timestamp", "u8le"),
    Field("payload_data_type", "payload_data_type", "s4le", enum=DataType),
    Field("len_descriptor", "len_descriptor", "u1"),
    Field("len_events", "len_events", "u1", repeated=True),
    Field("len_extras", "len_extras", "s4le", derived=True),
    Field("extras", "extras", "str", encoding="UTF-8"),
)
Event.FIELDS = (
    Field("timestamp", "timestamp", "u8le"),
    Field(
        "type_code",
        "type_code",
        "s1",
        enum=EventType,
        hint="Deletes stand in files of keys, requests in files of no segment, rows in all others and in those of times.",
    ),
    Field("server_id", "server_id", "s4le"),
    Field("len_event", "len_event", "s4le", derived=True),
    Field("next_position", "next_position", "s4le", derived=True),
    Field("body", "body", "struct", always=True, stream="own", struct=EventBody),
)
EventBody.FIELDS = (
    Field("start_timestamp", "start_timestamp", "u8le"),
    Field("end_timestamp", "end_timestamp", "u8le"),
    Field("payload", "payload", "bytes"),
)
