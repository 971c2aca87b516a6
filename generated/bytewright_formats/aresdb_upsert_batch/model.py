"""AresDB upsert batch: the model.

Upserts of some columns of one table, as columns: a header that describes every column, then for each column its
validity bits and its values. The same buffer is what clients send over HTTP and Kafka and what the redo log stores.
All offsets and alignments count from the start of the buffer.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import AnyMoment, AnyUuid, Enum, Field, Struct


class DataMode(Enum):
    """Values of ``data_mode``."""

    ALL_NULL = 0
    ALL_VALID = 1
    NULL_VECTOR = 2


class UpdateMode(Enum):
    """Values of ``update_mode``."""

    OVERWRITE_NOT_NULL = 0
    """A value replaces the old one; null leaves it."""
    OVERWRITE = 1
    """A value or null replaces the old one."""
    ADD = 2
    """Adds to the old value."""
    MIN = 3
    """Keeps the smaller one."""
    MAX = 4
    """Keeps the larger one."""


class Type(Enum):
    """Values of ``type``."""

    BOOL = 0x00000001
    INT8 = 0x00010008
    UINT8 = 0x00020008
    INT16 = 0x00030010
    UINT16 = 0x00040010
    INT32 = 0x00050020
    UINT32 = 0x00060020
    FLOAT32 = 0x00070020
    SMALL_ENUM = 0x00080008
    """Number of a case; at most 256 cases."""
    BIG_ENUM = 0x00090010
    """Number of a case; at most 65536 cases."""
    UUID = 0x000A0080
    GEOPOINT = 0x000B0040
    GEOSHAPE = 0x000C0000
    INT64 = 0x000D0040
    ARRAY_OF_BOOL = 0x01000001
    ARRAY_OF_INT8 = 0x01010008
    ARRAY_OF_UINT8 = 0x01020008
    ARRAY_OF_INT16 = 0x01030010
    ARRAY_OF_UINT16 = 0x01040010
    ARRAY_OF_INT32 = 0x01050020
    ARRAY_OF_UINT32 = 0x01060020
    ARRAY_OF_FLOAT32 = 0x01070020
    ARRAY_OF_SMALL_ENUM = 0x01080008
    ARRAY_OF_BIG_ENUM = 0x01090010
    ARRAY_OF_UUID = 0x010A0080
    ARRAY_OF_GEOPOINT = 0x010B0040
    ARRAY_OF_INT64 = 0x010D0040


rt.set_labels(
    Type,
    {
        0x01000001: "bool[]",
        0x01010008: "int8[]",
        0x01020008: "uint8[]",
        0x01030010: "int16[]",
        0x01040010: "uint16[]",
        0x01050020: "int32[]",
        0x01060020: "uint32[]",
        0x01070020: "float32[]",
        0x01080008: "small_enum[]",
        0x01090010: "big_enum[]",
        0x010A0080: "uuid[]",
        0x010B0040: "geopoint[]",
        0x010D0040: "int64[]",
    },
)


@dataclass(slots=True, kw_only=True)
class AresdbUpsertBatch(Struct):
    """Upserts of some columns of one table, as columns: a header that describes every column, then for each column its
    validity bits and its values. The same buffer is what clients send over HTTP and Kafka and what the redo log stores.
    All offsets and alignments count from the start of the buffer."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch"

    arrival_time: int
    """When the batch was made, by the clock of the client, in seconds since 1970-01-01 UTC."""
    types: list[Type | int]
    """Type of each column (width in bits, base type, and whether it is an array)."""
    column_ids: list[int]
    """Logical id of each column. Where one occurs twice, the last counts."""
    version: int = field(init=False, default=None)  # type: ignore[assignment]
    """Version of the layout. Derived."""
    num_rows: int = None  # type: ignore[assignment]
    """Number of rows. Derived where there is something to count."""
    num_columns: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of columns. Derived."""
    column_offsets: list[int] = field(init=False, default=None)  # type: ignore[arg-type]
    """Where the data of each column begins, and where that of the last one ends. Derived."""
    reserved_1: list[int] = None  # type: ignore[assignment]
    """Reserved; once the length of the column's enum dictionary."""
    reserved_2: list[int] = None  # type: ignore[assignment]
    """Reserved."""
    modes: list[Mode] = None  # type: ignore[assignment]
    """How each column is stored, and how it updates the table."""
    columns: list[Column] = None  # type: ignore[assignment]
    """The columns."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            arrival_time: int | AnyMoment,
            types: AnySequence[Type | int | str],
            column_ids: AnySequence[int],
            num_rows: int | None = ...,
            reserved_1: AnySequence[int] | None = ...,
            reserved_2: AnySequence[int] | None = ...,
            modes: AnySequence[Mode | Mapping[str, Any]] | None = ...,
            columns: AnySequence[Column | Mapping[str, Any]] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Mode(Struct):
    """Which values of a column are stored, and what an update does with them."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::mode"

    data_mode: DataMode | int = field(init=False, default=None)  # type: ignore[assignment]
    """Whether there is a validity bit per row, or all rows are null or none. Derived."""
    update_mode: UpdateMode | int = None  # type: ignore[assignment]
    """What happens where the table has a value already."""
    reserved: int = None  # type: ignore[assignment]
    """Ignored by AresDB."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            update_mode: UpdateMode | int | str | None = ...,
            reserved: int | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Column(Struct):
    """The data of one column, with what the header says of it."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::column"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "column_id",
        "type",
        "mode",
    )

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Place of the column in the batch."""
    data: ColumnData = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            data: ColumnData | Mapping[str, Any] | None = ...,
        ) -> None: ...

    @property
    def column_id(self) -> int:
        """column_id, calculated."""
        this: Any = self
        try:
            found: int = this._parent.column_ids[this.i]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "column_id", error) from None
        return found

    @property
    def type(self) -> Type | int:
        """type, calculated."""
        this: Any = self
        try:
            found: Type | int = this._parent.types[this.i]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "type", error) from None
        return found

    @property
    def mode(self) -> Mode:
        """mode, calculated."""
        this: Any = self
        try:
            found: Mode = this._parent.modes[this.i]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "mode", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class ColumnData(Struct):
    """Validity bits and values of one column. Values of variable size (arrays and shapes) lie in slots, one per row,
    behind the offsets of where these begin."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::column_data"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "num_rows",
        "type",
        "mode",
        "is_variable",
    )

    start: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where the data begins in the buffer; alignment counts from the start of the buffer."""
    validity: list[bool] | None = field(init=False, default=None)
    """One bit per row, set where the row has a value. Derived."""
    offsets: list[int] | None = field(init=False, default=None)
    """Where the slot of each row begins in the value vector, and where that of the last one ends. Derived."""
    vector: Mark = None  # type: ignore[assignment]
    """The value vector begins here."""
    values: list[Any | None] | None = None
    """One value per row."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            vector: Mark | Mapping[str, Any] | None = ...,
            values: AnySequence[Any] | None = ...,
        ) -> None: ...

    @property
    def num_rows(self) -> int:
        """num_rows, calculated."""
        this: Any = self
        try:
            found: int = this._parent._parent.num_rows
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "num_rows", error) from None
        return found

    @property
    def type(self) -> Type | int:
        """type, calculated."""
        this: Any = self
        try:
            found: Type | int = this._parent.type
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "type", error) from None
        return found

    @property
    def mode(self) -> DataMode | int:
        """mode, calculated."""
        this: Any = self
        try:
            found: DataMode | int = this._parent.mode.data_mode
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "mode", error) from None
        return found

    @property
    def is_variable(self) -> bool:
        """Whether the values differ in size."""
        this: Any = self
        try:
            found: bool = this.type == Type.GEOSHAPE or int(this.type) & 0x1000000 != 0
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_variable", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class Mark(Struct):
    """A place without bytes, from which others count."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::mark"


@dataclass(slots=True, kw_only=True)
class ArraySlot(Struct):
    """Place of an array in the value vector. One of no bytes is null."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::array_slot"
    SHOWN_AS: ClassVar[str] = "array"

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the row."""
    array: Array | None = None
    """The array, unless it is null."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            array: Any = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Array(Struct):
    """Items and, behind them, a validity bit for each."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::array"
    SHOWN_AS: ClassVar[str] = "items"

    items: list[Any | None] | None
    """The items."""
    type: Type | int = field(init=False, default=None)  # type: ignore[assignment]
    """Type of the column."""
    num_items: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of items. Derived."""
    validity: list[bool] = field(init=False, default=None)  # type: ignore[arg-type]
    """One bit per item, set where it isn't null. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            items: AnySequence[int | float | Uuid | Mapping[str, Any] | bytes | AnyUuid | Geopoint | None] | None,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class GeoshapeSlot(Struct):
    """Place of a shape in the value vector. One of no bytes is null."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::geoshape_slot"
    SHOWN_AS: ClassVar[str] = "shape"

    i: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of the row."""
    shape: Geoshape | None = None
    """The shape, unless it is null."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            shape: Any = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Geoshape(Struct):
    """A shape on the earth."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::geoshape"
    SHOWN_AS: ClassVar[str] = "polygons"

    polygons: list[Polygon]
    """Its polygons."""
    num_polygons: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of polygons. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            polygons: AnySequence[Any],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Polygon(Struct):
    """The points around an area."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::polygon"
    SHOWN_AS: ClassVar[str] = "points"

    points: list[Geopoint]
    """Its points."""
    num_points: int = field(init=False, default=None)  # type: ignore[assignment]
    """Number of points. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            points: AnySequence[Geopoint | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Uuid(Struct):
    """Sixteen bytes in textual order."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::uuid"
    SHOWN_AS: ClassVar[str] = "value"
    LOGICAL: ClassVar[str] = "uuid"

    value: bytes

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: bytes,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Geopoint(Struct):
    """A place on the earth in degrees."""

    TYPE: ClassVar[str] = "aresdb_upsert_batch::geopoint"

    lat: float
    """Latitude in degrees."""
    lng: float
    """Longitude in degrees."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            lat: float,
            lng: float,
        ) -> None: ...


# Which entries the structures have; they name each other, so it is said when all are there.
AresdbUpsertBatch.FIELDS = (
    Field("version", "version", "u4le", derived=True),
    Field("num_rows", "num_rows", "s4le", derived=True),
    Field("num_columns", "num_columns", "u2le", derived=True),
    Field("_unnamed3", "", "padding"),
    Field("arrival_time", "arrival_time", "u4le", unit="s"),
    Field("column_offsets", "column_offsets", "u4le", repeated=True, derived=True),
    Field("reserved_1", "reserved_1", "u4le", repeated=True),
    Field("reserved_2", "reserved_2", "u4le", repeated=True),
    Field(
        "types",
        "types",
        "u4le",
        repeated=True,
        enum=Type,
        decides=(
            "aresdb_upsert_batch::column_data.validity",
            "aresdb_upsert_batch::column_data.offsets",
            "aresdb_upsert_batch::column_data.values",
            "aresdb_upsert_batch::array.items",
            "aresdb_upsert_batch::column_data.validity",
            "aresdb_upsert_batch::column_data.offsets",
            "aresdb_upsert_batch::column_data.values",
            "aresdb_upsert_batch::array.items",
        ),
    ),
    Field("column_ids", "column_ids", "u2le", repeated=True),
    Field(
        "modes",
        "modes",
        "struct",
        repeated=True,
        decides=(
            "aresdb_upsert_batch::column_data.validity",
            "aresdb_upsert_batch::column_data.offsets",
            "aresdb_upsert_batch::column_data.values",
            "aresdb_upsert_batch::column_data.validity",
            "aresdb_upsert_batch::column_data.offsets",
            "aresdb_upsert_batch::column_data.values",
        ),
        struct=Mode,
    ),
    Field("columns", "columns", "struct", repeated=True, struct=Column),
    Field("_unnamed12", "", "padding"),
)
Mode.FIELDS = (
    Field("data_mode", "data_mode", "b3le", derived=True, enum=DataMode),
    Field("update_mode", "update_mode", "b3le", enum=UpdateMode),
    Field("reserved", "reserved", "b2le"),
)
Column.FIELDS = (
    Field("_unnamed0", "", "padding"),
    Field("data", "data", "struct", made=True, always=True, stream="own", struct=ColumnData),
)
ColumnData.FIELDS = (
    Field("validity", "validity", "b1le", repeated=True, derived=True),
    Field("_unnamed1", "", "padding"),
    Field("offsets", "offsets", "u4le", repeated=True, derived=True),
    Field("_unnamed3", "", "padding"),
    Field("vector", "vector", "struct", made=True, always=True, struct=Mark),
    Field("_unnamed5", "", "padding"),
    Field(
        "values",
        "values",
        "switch",
        repeated=True,
        mask="validity",
        cases={
            "b1le": "b1le",
            "s1": "s1",
            "u1": "u1",
            "s2le": "s2le",
            "u2le": "u2le",
            "s4le": "s4le",
            "u4le": "u4le",
            "f4le": "f4le",
            "uuid": Uuid,
            "geopoint": Geopoint,
            "geoshape_slot": GeoshapeSlot,
            "s8le": "s8le",
            "array_slot": ArraySlot,
        },
    ),
)
Mark.FIELDS = ()
ArraySlot.FIELDS = (Field("array", "array", "struct", stream="own", struct=Array),)
Array.FIELDS = (
    Field("num_items", "num_items", "u4le", derived=True),
    Field(
        "items",
        "items",
        "switch",
        repeated=True,
        mask="validity",
        cases={
            "b1le": "b1le",
            "s1": "s1",
            "u1": "u1",
            "s2le": "s2le",
            "u2le": "u2le",
            "s4le": "s4le",
            "u4le": "u4le",
            "f4le": "f4le",
            "uuid": Uuid,
            "geopoint": Geopoint,
            "s8le": "s8le",
        },
    ),
    Field("_unnamed2", "", "padding"),
    Field("validity", "validity", "b1le", repeated=True, derived=True),
    Field("_unnamed4", "", "padding"),
)
GeoshapeSlot.FIELDS = (Field("shape", "shape", "struct", stream="own", struct=Geoshape),)
Geoshape.FIELDS = (
    Field("num_polygons", "num_polygons", "u4le", derived=True),
    Field("polygons", "polygons", "struct", repeated=True, struct=Polygon),
)
Polygon.FIELDS = (
    Field("num_points", "num_points", "u4le", derived=True),
    Field("points", "points", "struct", repeated=True, struct=Geopoint),
)
Uuid.FIELDS = (Field("value", "value", "bytes"),)
Geopoint.FIELDS = (
    Field("lat", "lat", "f4le"),
    Field("lng", "lng", "f4le"),
)
