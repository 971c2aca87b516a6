"""FiloDB RecordContainer (BinaryRecord v2): the model.

Samples of time series as FiloDB's clients send them through Kafka: containers of records, each record laid out by a
schema that the container only names by a number. Fields of fixed size come first; strings, maps, histograms and nested
records lie behind them and are named by their offsets.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from bytewright.generated_api import model as rt
from bytewright.generated_api.model import AnyMoment, Enum, Field, Struct


class ColumnType(Enum):
    """Values of ``column_type``."""

    INT = 0
    LONG = 1
    DOUBLE = 2
    TS = 3
    STRING = 4
    MAP = 5
    HIST = 6
    BR = 7


class HistogramFormat(Enum):
    """Values of ``histogram_format``."""

    EMPTY = 0
    GEOMETRIC_LONG = 3
    GEOMETRIC_MINUS_1_LONG = 4
    CUSTOM_LONG = 5
    GEOMETRIC_DOUBLE = 8
    EXPONENTIAL_LONG = 9
    CUSTOM_DOUBLE = 10
    EXPONENTIAL_DOUBLE = 16


@dataclass(slots=True, kw_only=True)
class FilodbContainer(Struct):
    """Containers one after another, whose records have the given schemas."""

    TYPE: ClassVar[str] = "filodb_container"

    containers: list[Container]
    schemas: list[Schema] = field(init=False, default=None)  # type: ignore[arg-type]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            containers: AnySequence[Container | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Container(Struct):
    """A ``container``."""

    TYPE: ClassVar[str] = "filodb_container::container"

    time: int
    """When the container was made or emptied."""
    area: Records
    """The records."""
    num_bytes: int = field(init=False, default=None)  # type: ignore[assignment]
    """How many bytes follow. Derived."""
    reserved: bytes = None  # type: ignore[assignment]
    """Kept for flags, and never read."""
    version: int = field(init=False, default=None)  # type: ignore[assignment]
    """Version of the layout. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            time: int | AnyMoment,
            area: Records | Mapping[str, Any],
            reserved: bytes | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Records(Struct):
    """A ``records``."""

    TYPE: ClassVar[str] = "filodb_container::records"

    records: list[Record]
    """The records."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            records: AnySequence[Record | Mapping[str, Any]],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Record(Struct):
    """A ``record``."""

    TYPE: ClassVar[str] = "filodb_container::record"

    body: Body
    """What the record holds."""
    len_body: int = field(init=False, default=None)  # type: ignore[assignment]
    """How many bytes follow, without padding. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            body: Body | Mapping[str, Any],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Body(Struct):
    """The fields of a record. Offsets count from the record's length, four bytes before."""

    TYPE: ClassVar[str] = "filodb_container::body"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "schema_at",
        "schema",
    )
    CELLS: ClassVar[tuple[str, tuple[str, ...]] | None] = ("fields", ("value",))

    fields: list[Field_]
    """The fields; of those of variable size, where they are."""
    outer: Schema = field(init=False, default=None)  # type: ignore[assignment]
    is_inner: bool = field(init=False, default=None)  # type: ignore[assignment]
    schemas: list[Schema] = field(init=False, default=None)  # type: ignore[arg-type]
    schema_id: int | None = None
    """Number of the schema."""
    partition_hash: int | None = None
    """Hash of the partition key."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            fields: AnySequence[Any],
            schema_id: int | None = ...,
            partition_hash: int | None = ...,
        ) -> None: ...

    @property
    def schema_at(self) -> int:
        """schema_at, calculated."""
        this: Any = self
        try:
            found: int = (
                rt.place_of(this, this.schemas, lambda item: item.id, this.schema_id)
                if this.outer.has_id and not this.is_inner
                else 0
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "schema_at", error) from None
        return found

    @property
    def schema(self) -> Schema:
        """schema, calculated."""
        this: Any = self
        try:
            found: Schema = this.outer if this.is_inner else this.schemas[this.schema_at]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "schema", error) from None
        return found

    @property
    def _names(self) -> list[str]:
        this: Any = self
        return [one.name for one in this.schema.columns]

    @property
    def _cells_by_name(self) -> dict[str, Any]:
        this: Any = self
        return {name: this.fields[column].value for column, name in enumerate(self._names)}


@dataclass(slots=True, kw_only=True)
class Field_(Struct):
    """A field of a record."""

    TYPE: ClassVar[str] = "filodb_container::field"
    SHOWN_AS: ClassVar[str] = "value"

    value: int | float | Moment | StringRef | MapRef | HistogramRef | RecordRef | None
    """The value, or where it is."""
    column: Column = field(init=False, default=None)  # type: ignore[assignment]
    schema: Schema = field(init=False, default=None)  # type: ignore[assignment]
    schemas: list[Schema] = field(init=False, default=None)  # type: ignore[arg-type]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: Any,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Moment(Struct):
    """A ``moment``."""

    TYPE: ClassVar[str] = "filodb_container::moment"
    SHOWN_AS: ClassVar[str] = "value"

    value: int
    """Milliseconds since 1970-01-01 UTC."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: int | AnyMoment,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class StringRef(Struct):
    """A ``string_ref``."""

    TYPE: ClassVar[str] = "filodb_container::string_ref"
    SHOWN_AS: ClassVar[str] = "target"

    offset: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where it begins, counted from the length of the record. Derived."""
    target: ShortText | None = field(default=None, repr=False, compare=False)
    """The text."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            target: ShortText | Mapping[str, Any] | str | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class ShortText(Struct):
    """A ``short_text``."""

    TYPE: ClassVar[str] = "filodb_container::short_text"
    SHOWN_AS: ClassVar[str] = "text"

    text: str
    """The text."""
    len_text: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of text in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            text: str,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class MapRef(Struct):
    """Where a map lies."""

    TYPE: ClassVar[str] = "filodb_container::map_ref"
    SHOWN_AS: ClassVar[str] = "target"

    schema: Schema = field(init=False, default=None)  # type: ignore[assignment]
    offset: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where it begins, counted from the length of the record. Derived."""
    target: SizedMap | None = field(default=None, repr=False, compare=False)
    """The map."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            target: Any = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class SizedMap(Struct):
    """A map behind its length."""

    TYPE: ClassVar[str] = "filodb_container::sized_map"
    SHOWN_AS: ClassVar[str] = "area"

    area: Entries
    """The entries."""
    schema: Schema = field(init=False, default=None)  # type: ignore[assignment]
    len_area: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of area in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            area: Any,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Entries(Struct):
    """The entries of a map, in any order. Writers sort them by their keys."""

    TYPE: ClassVar[str] = "filodb_container::entries"
    SHOWN_AS: ClassVar[str] = "entries"

    entries: list[Entry]
    schema: Schema = field(init=False, default=None)  # type: ignore[assignment]

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            entries: AnySequence[Entry | Mapping[str, Any]] | Mapping[Any, Any],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Entry(Struct):
    """A key and a value."""

    TYPE: ClassVar[str] = "filodb_container::entry"
    INSTANCES: ClassVar[tuple[str, ...]] = ("key",)

    value: str
    """The value."""
    schema: Schema = field(init=False, default=None)  # type: ignore[assignment]
    code: int = None  # type: ignore[assignment]
    """Size of the key in bytes, or from 192 on the number of a predefined one. Derived where there is something to measure."""
    literal: str | None = None
    """The key, where it is none of the predefined ones."""
    len_value: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of value in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            value: str,
            code: int | None = ...,
            literal: str | None = ...,
        ) -> None: ...

    @property
    def key(self) -> str:
        """key, calculated."""
        this: Any = self
        try:
            found: str = this.literal if this.code < 192 else this.schema.predefined_keys[this.code & 63]
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "key", error) from None
        return found


@dataclass(slots=True, kw_only=True)
class HistogramRef(Struct):
    """A ``histogram_ref``."""

    TYPE: ClassVar[str] = "filodb_container::histogram_ref"
    SHOWN_AS: ClassVar[str] = "target"

    offset: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where it begins, counted from the length of the record. Derived."""
    target: SizedHistogram | None = field(default=None, repr=False, compare=False)
    """The histogram."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            target: Any = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class SizedHistogram(Struct):
    """A ``sized_histogram``."""

    TYPE: ClassVar[str] = "filodb_container::sized_histogram"
    SHOWN_AS: ClassVar[str] = "histogram"

    len_histogram: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size in bytes. Derived."""
    histogram: Histogram = None  # type: ignore[assignment]
    """The histogram."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            histogram: Histogram | Mapping[str, Any] | None = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Histogram(Struct):
    """A ``histogram``."""

    TYPE: ClassVar[str] = "filodb_container::histogram"
    INSTANCES: ClassVar[tuple[str, ...]] = (
        "is_empty",
        "is_double",
        "is_geometric",
        "is_exponential",
        "num_buckets",
    )

    format: HistogramFormat | int = None  # type: ignore[assignment]
    """How buckets and values are stored. May be left out where it follows from what is there."""
    len_buckets: int | None = None
    """Size of the buckets in bytes. Derived where there is something to measure."""
    buckets: Geometric | Custom | Exponential | bytes | None = None
    """The buckets."""
    longs: Longs | None = None
    """The values, where they are integers."""
    doubles: Doubles | None = None
    """The values, where they are floats."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            format: HistogramFormat | int | str | None = ...,
            len_buckets: int | None = ...,
            buckets: Geometric | Mapping[str, Any] | Custom | Exponential | bytes | None = ...,
            longs: Any = ...,
            doubles: Any = ...,
        ) -> None: ...

    @property
    def is_empty(self) -> bool:
        """is_empty, calculated."""
        this: Any = self
        try:
            found: bool = this.format == HistogramFormat.EMPTY
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_empty", error) from None
        return found

    @property
    def is_double(self) -> bool:
        """is_double, calculated."""
        this: Any = self
        try:
            found: bool = (
                this.format == HistogramFormat.GEOMETRIC_DOUBLE
                or this.format == HistogramFormat.CUSTOM_DOUBLE
                or this.format == HistogramFormat.EXPONENTIAL_DOUBLE
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_double", error) from None
        return found

    @property
    def is_geometric(self) -> bool:
        """is_geometric, calculated."""
        this: Any = self
        try:
            found: bool = (
                this.format == HistogramFormat.GEOMETRIC_LONG
                or this.format == HistogramFormat.GEOMETRIC_MINUS_1_LONG
                or this.format == HistogramFormat.GEOMETRIC_DOUBLE
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_geometric", error) from None
        return found

    @property
    def is_exponential(self) -> bool:
        """is_exponential, calculated."""
        this: Any = self
        try:
            found: bool = (
                this.format == HistogramFormat.EXPONENTIAL_LONG or this.format == HistogramFormat.EXPONENTIAL_DOUBLE
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "is_exponential", error) from None
        return found

    @property
    def num_buckets(self) -> int:
        """num_buckets, calculated."""
        this: Any = self
        try:
            found: int = (
                0
                if this.is_empty
                else this.buckets.num_positive + 1
                if this.is_exponential
                else this.buckets.num_buckets
            )
        except rt.NO_VALUE as error:
            raise rt.no_value(self, "num_buckets", error) from None
        return found

    @property
    def _columns(self) -> dict[str, Any]:
        this: Any = self
        return {
            "format": int(this.format),
            "scheme": "empty"
            if this.is_empty
            else "geometric_minus_1"
            if this.format == HistogramFormat.GEOMETRIC_MINUS_1_LONG
            else "geometric"
            if this.is_geometric
            else "exponential"
            if this.is_exponential
            else "custom",
            "first": (this.buckets.first if this.is_geometric else None),
            "multiplier": (this.buckets.multiplier if this.is_geometric else None),
            "scale": (this.buckets.scale if this.is_exponential else None),
            "start_index": (this.buckets.start_index if this.is_exponential else None),
            "bucket_tops": [
                this.buckets.first * rt.power(this.buckets.multiplier, _index)
                - (1.0 if this.format == HistogramFormat.GEOMETRIC_MINUS_1_LONG else 0.0)
                if this.is_geometric
                else (
                    0.0
                    if _index == 0
                    else rt.exponential(
                        (this.buckets.start_index + _index)
                        * rt.logarithm(rt.power(2, rt.power(2, -this.buckets.scale)))
                    )
                )
                if this.is_exponential
                else this.buckets.tops.values[_index]
                for _index in rt.places(this.num_buckets)
            ],
            "values": [
                this.doubles.values[_index] if this.is_double else this.longs.values[_index] * 1.0
                for _index in rt.places(this.num_buckets)
            ],
        }


@dataclass(slots=True, kw_only=True)
class Geometric(Struct):
    """A ``geometric``."""

    TYPE: ClassVar[str] = "filodb_container::geometric"

    num_buckets: int
    """Number of buckets."""
    first: float
    """Top of the first bucket."""
    multiplier: float
    """By what each bucket is wider than the one before."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            num_buckets: int,
            first: float,
            multiplier: float,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Custom(Struct):
    """A ``custom``."""

    TYPE: ClassVar[str] = "filodb_container::custom"

    num_buckets: int
    """Number of buckets."""
    tops: Doubles
    """Top of each bucket."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            num_buckets: int,
            tops: Any,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Doubles(Struct):
    """A ``doubles``."""

    TYPE: ClassVar[str] = "filodb_container::doubles"
    SHOWN_AS: ClassVar[str] = "values"

    values: list[float]
    """The values."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            values: AnySequence[float],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Exponential(Struct):
    """A ``exponential``."""

    TYPE: ClassVar[str] = "filodb_container::exponential"

    num_buckets: int
    """Number of buckets, which readers take from the positive ones."""
    scale: int
    """How fine they are."""
    start_index: int
    """Index of the first positive bucket."""
    num_positive: int
    """Number of positive buckets."""
    negative: bytes = field(init=False, default=None)  # type: ignore[assignment]
    """First index and number of negative buckets, of which there are none. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            num_buckets: int,
            scale: int,
            start_index: int,
            num_positive: int,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Longs(Struct):
    """A ``longs``."""

    TYPE: ClassVar[str] = "filodb_container::longs"
    SHOWN_AS: ClassVar[str] = "values"

    values: list[int]
    """The values."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            values: AnySequence[int],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class RecordRef(Struct):
    """Where a nested record lies."""

    TYPE: ClassVar[str] = "filodb_container::record_ref"
    SHOWN_AS: ClassVar[str] = "target"

    inner: Schema = field(init=False, default=None)  # type: ignore[assignment]
    schemas: list[Schema] = field(init=False, default=None)  # type: ignore[arg-type]
    offset: int = field(init=False, default=None)  # type: ignore[assignment]
    """Where it begins, counted from the length of the record around it. Derived."""
    target: Nested | None = field(default=None, repr=False, compare=False)
    """The record."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            target: Any = ...,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Nested(Struct):
    """A ``nested``."""

    TYPE: ClassVar[str] = "filodb_container::nested"
    SHOWN_AS: ClassVar[str] = "record"

    record: WholeRecord
    len_record: int = field(init=False, default=None)  # type: ignore[assignment]
    """Size of record in bytes. Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            record: Any,
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class WholeRecord(Struct):
    """A nested record."""

    TYPE: ClassVar[str] = "filodb_container::whole_record"
    SHOWN_AS: ClassVar[str] = "body"

    body: Body
    inner: Schema = field(init=False, default=None)  # type: ignore[assignment]
    schemas: list[Schema] = field(init=False, default=None)  # type: ignore[arg-type]
    len_body: int = field(init=False, default=None)  # type: ignore[assignment]
    """Derived."""

    if TYPE_CHECKING:  # writers take more than readers give

        def __init__(
            _self,
            *,
            body: Body | Mapping[str, Any],
        ) -> None: ...


@dataclass(slots=True, kw_only=True)
class Schema(Struct):
    """How records are laid out. It is not in the file; readers are given it."""

    TYPE: ClassVar[str] = "filodb_container::schema"

    name: str = field(init=False, default=None)  # type: ignore[assignment]
    id: int = field(init=False, default=None)  # type: ignore[assignment]
    has_id: bool = field(init=False, default=None)  # type: ignore[assignment]
    columns: list[Column] = field(init=False, default=None)  # type: ignore[arg-type]
    partition_start: int = field(init=False, default=None)  # type: ignore[assignment]
    predefined_keys: list[str] = field(init=False, default=None)  # type: ignore[arg-type]


@dataclass(slots=True, kw_only=True)
class Column(Struct):
    """A column of a schema."""

    TYPE: ClassVar[str] = "filodb_container::column"

    name: str = field(init=False, default=None)  # type: ignore[assignment]
    type: ColumnType | int = field(init=False, default=None)  # type: ignore[assignment]
    inner: Schema = field(init=False, default=None)  # type: ignore[assignment]


# Which entries the structures have; they name each other, so it is said when all are there.
FilodbContainer.FIELDS = (Field("containers", "containers", "struct", repeated=True, lasts=True, struct=Container),)
Container.FIELDS = (
    Field("num_bytes", "num_bytes", "s4le", derived=True),
    Field("reserved", "reserved", "bytes"),
    Field("version", "version", "u1", derived=True),
    Field("time", "time", "s8le", unit="ms"),
    Field("area", "area", "struct", always=True, stream="own", struct=Records),
)
Records.FIELDS = (Field("records", "records", "struct", repeated=True, lasts=True, struct=Record),)
Record.FIELDS = (
    Field("len_body", "len_body", "s4le", derived=True),
    Field("body", "body", "struct", always=True, stream="own", struct=Body),
    Field("_unnamed2", "", "padding"),
)
Body.FIELDS = (
    Field("schema_id", "schema_id", "u2le", hint="The option schemas says which schemas there are."),
    Field("fields", "fields", "struct", repeated=True, struct=Field_),
    Field("partition_hash", "partition_hash", "s4le"),
)
Field_.FIELDS = (
    Field(
        "value",
        "value",
        "switch",
        cases={
            "s4le": "s4le",
            "s8le": "s8le",
            "f8le": "f8le",
            "moment": Moment,
            "string_ref": StringRef,
            "map_ref": MapRef,
            "histogram_ref": HistogramRef,
            "record_ref": RecordRef,
        },
    ),
)
Moment.FIELDS = (Field("value", "value", "s8le", unit="ms"),)
StringRef.FIELDS = (
    Field("offset", "offset", "s4le", derived=True),
    Field("target", "target", "struct", placed=True, struct=ShortText),
)
ShortText.FIELDS = (
    Field("len_text", "len_text", "u2le", derived=True),
    Field("text", "text", "str", encoding="UTF-8"),
)
MapRef.FIELDS = (
    Field("offset", "offset", "s4le", derived=True),
    Field("target", "target", "struct", placed=True, struct=SizedMap),
)
SizedMap.FIELDS = (
    Field("len_area", "len_area", "u2le", derived=True),
    Field("area", "area", "struct", always=True, stream="own", struct=Entries),
)
Entries.FIELDS = (Field("entries", "entries", "struct", repeated=True, struct=Entry),)
Entry.FIELDS = (
    Field("code", "code", "u1", derived=True),
    Field("literal", "literal", "str", encoding="UTF-8"),
    Field("len_value", "len_value", "u2le", derived=True),
    Field("value", "value", "str", encoding="UTF-8"),
)
HistogramRef.FIELDS = (
    Field("offset", "offset", "s4le", derived=True),
    Field("target", "target", "struct", placed=True, struct=SizedHistogram),
)
SizedHistogram.FIELDS = (
    Field("len_histogram", "len_histogram", "u2le", derived=True),
    Field("histogram", "histogram", "struct", made=True, always=True, stream="own", struct=Histogram),
)
Histogram.FIELDS = (
    Field(
        "format",
        "format",
        "u1",
        enum=HistogramFormat,
        decides=(
            "filodb_container::histogram.len_buckets",
            "filodb_container::histogram.buckets",
            "filodb_container::histogram.longs",
            "filodb_container::histogram.doubles",
            "filodb_container::histogram.len_buckets",
            "filodb_container::histogram.buckets",
            "filodb_container::histogram.longs",
            "filodb_container::histogram.doubles",
        ),
    ),
    Field("len_buckets", "len_buckets", "u2le", derived=True),
    Field(
        "buckets",
        "buckets",
        "switch",
        stream="own",
        cases={"geometric": Geometric, "custom": Custom, "exponential": Exponential, "bytes": "bytes"},
    ),
    Field("_unnamed3", "", "padding"),
    Field("longs", "longs", "struct", stream="decoded", struct=Longs),
    Field("doubles", "doubles", "struct", stream="decoded", struct=Doubles),
)
Geometric.FIELDS = (
    Field("num_buckets", "num_buckets", "u2le"),
    Field("first", "first", "f8le"),
    Field("multiplier", "multiplier", "f8le"),
    Field("_unnamed3", "", "padding"),
)
Custom.FIELDS = (
    Field("num_buckets", "num_buckets", "u2le"),
    Field("tops", "tops", "struct", always=True, stream="decoded", struct=Doubles),
)
Doubles.FIELDS = (Field("values", "values", "f8le", repeated=True),)
Exponential.FIELDS = (
    Field("num_buckets", "num_buckets", "u2le"),
    Field("scale", "scale", "s2le"),
    Field("start_index", "start_index", "s4le"),
    Field("num_positive", "num_positive", "s2le"),
    Field("negative", "negative", "bytes", derived=True),
    Field("_unnamed5", "", "padding"),
)
Longs.FIELDS = (Field("values", "values", "s8le", repeated=True),)
RecordRef.FIELDS = (
    Field("offset", "offset", "s4le", derived=True),
    Field("target", "target", "struct", placed=True, struct=Nested),
)
Nested.FIELDS = (
    Field("len_record", "len_record", "u2le", derived=True),
    Field("record", "record", "struct", always=True, stream="own", struct=WholeRecord),
)
WholeRecord.FIELDS = (
    Field("len_body", "len_body", "s4le", derived=True),
    Field("body", "body", "struct", always=True, stream="own", struct=Body),
)
Schema.FIELDS = ()
Schema.PARAMETERS = {
    "name": ("name", None),
    "id": ("id", None),
    "has_id": ("has_id", None),
    "columns": ("columns", Column),
    "partition_start": ("partition_start", None),
    "predefined_keys": ("predefined_keys", None),
}
Column.FIELDS = ()
Column.PARAMETERS = {
    "name": ("name", None),
    "type": ("type", ColumnType),
    "inner": ("inner", Schema),
}
