"""AresDB upsert batch: models as users make them, drawn by Hypothesis.

``models()`` draws them, without one field that follows from others. Structures are drawn as they are read: what decides how
the rest lies (counts, tags, presence) comes first, and is taken away in the end where a writer derives it.
``GOALS`` says what such models are to cover: each case, each condition both ways, each bound, and values beyond it.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from bytewright.generated_api import strategies as rt
from bytewright.generated_api.strategies import (
    Beyond,
    Cases,
    Draft,
    Either,
    Floats,
    Goal,
    Lengths,
    Nulls,
    Struct,
    Values,
)

from .model import (
    AresdbUpsertBatch,
    Array,
    ArraySlot,
    Column,
    ColumnData,
    DataMode,
    Geopoint,
    Geoshape,
    GeoshapeSlot,
    Mark,
    Mode,
    Polygon,
    Type,
    UpdateMode,
    Uuid,
)


def models() -> SearchStrategy[AresdbUpsertBatch]:
    """Models of whole files."""
    return _models()


@composite
def _models(draw: DrawFn) -> AresdbUpsertBatch:
    draft = Draft(draw)
    found: AresdbUpsertBatch = draft.model(lambda: draw_aresdb_upsert_batch(draft))
    return found


def draw_aresdb_upsert_batch(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> AresdbUpsertBatch:
    """Draw a ``aresdb_upsert_batch``."""
    self: Any = draft.begin(AresdbUpsertBatch, parent, name, index)
    self.version = 0xFEED0001
    self.num_rows = draft.quantity(0, 2147483647)
    self.num_columns = draft.quantity(0, 65535)
    self.arrival_time = draft.one(rt.integers(0, 4294967295))
    if draft.leaves_out(self, 6):
        self.reserved_1 = [0] * (self.num_columns)
    else:
        count = draft.count(self.num_columns)
        self.reserved_1 = draft.many(rt.integers(0, 4294967295), count)
    if draft.leaves_out(self, 7):
        self.reserved_2 = [0] * (self.num_columns)
    else:
        count = draft.count(self.num_columns)
        self.reserved_2 = draft.many(rt.integers(0, 4294967295), count)
    count = draft.count(self.num_columns)
    self.types = draft.many(rt.members(Type, 0, 4294967295), count)
    count = draft.count(self.num_columns)
    self.column_ids = draft.many(rt.integers(0, 65535), count)
    count = draft.count(self.num_columns)
    self.modes = draft.each(lambda _index: draw_mode(draft, self, "modes", _index), count)
    count = draft.count(self.num_columns)
    self.columns = draft.each(lambda _index: draw_column(draft, self, "columns", _index, _index), count)
    draft.counts(self, "num_rows", lambda: ((item.data.values for item in self.columns or ()),))
    made: AresdbUpsertBatch = self
    return made


def draw_mode(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mode:
    """Draw a ``mode``."""
    self: Any = draft.begin(Mode, parent, name, index)
    self.data_mode = draft.of(DataMode.ALL_NULL, DataMode.ALL_VALID, DataMode.NULL_VECTOR)
    if draft.leaves_out(self, 1):
        self.update_mode = UpdateMode.OVERWRITE_NOT_NULL
    else:
        self.update_mode = draft.one(rt.members(UpdateMode, 0, 7))
    if draft.leaves_out(self, 2):
        self.reserved = 0
    else:
        self.reserved = draft.one(rt.integers(0, 3))
    made: Mode = self
    return made


def draw_column(draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None) -> Column:
    """Draw a ``column``."""
    self: Any = draft.begin(Column, parent, name, index)
    self.i = given_i
    self.data = draw_column_data(draft, self, "data", None, None)
    made: Column = self
    return made


def draw_column_data(
    draft: Draft, parent: Struct | None, name: str, index: int | None, given_start: int | None
) -> ColumnData:
    """Draw a ``column_data``."""
    self: Any = draft.begin(ColumnData, parent, name, index)
    self.start = given_start
    if self.mode == DataMode.NULL_VECTOR and self.type != Type.GEOSHAPE:
        self.validity = draft.presence(self.num_rows)
    self.vector = draw_mark(draft, self, "vector", None)
    if self.mode != DataMode.ALL_NULL:
        count = draft.count(self.num_rows)
        self.values = [None] * count
        match self.type:
            case Type.BOOL:
                self.values = draft.many(rt.booleans(), count)
            case Type.INT8:
                self.values = draft.many(rt.integers(-128, 127), count)
            case Type.UINT8:
                self.values = draft.many(rt.integers(0, 255), count)
            case Type.INT16:
                self.values = draft.many(rt.integers(-32768, 32767), count)
            case Type.UINT16:
                self.values = draft.many(rt.integers(0, 65535), count)
            case Type.INT32:
                self.values = draft.many(rt.integers(-2147483648, 2147483647), count)
            case Type.UINT32:
                self.values = draft.many(rt.integers(0, 4294967295), count)
            case Type.FLOAT32:
                self.values = draft.many(rt.floats(32), count)
            case Type.SMALL_ENUM:
                self.values = draft.many(rt.integers(0, 255), count)
            case Type.BIG_ENUM:
                self.values = draft.many(rt.integers(0, 65535), count)
            case Type.UUID:
                self.values = draft.each(lambda _index: draw_uuid(draft, self, "values", _index), count)
            case Type.GEOPOINT:
                self.values = draft.each(lambda _index: draw_geopoint(draft, self, "values", _index), count)
            case Type.GEOSHAPE:
                self.values = draft.each(
                    lambda _index: draw_geoshape_slot(draft, self, "values", _index, _index), count
                )
            case Type.INT64:
                self.values = draft.many(rt.integers(-9223372036854775808, 9223372036854775807), count)
            case Type.ARRAY_OF_BOOL:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_INT8:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_UINT8:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_INT16:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_UINT16:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_INT32:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_UINT32:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_FLOAT32:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_SMALL_ENUM:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_BIG_ENUM:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_UUID:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_GEOPOINT:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
            case Type.ARRAY_OF_INT64:
                self.values = draft.each(lambda _index: draw_array_slot(draft, self, "values", _index, _index), count)
        draft.mask(self.values, self.validity)
    made: ColumnData = self
    return made


def draw_mark(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mark:
    """Draw a ``mark``."""
    self: Any = draft.begin(Mark, parent, name, index)
    made: Mark = self
    return made


def draw_array_slot(
    draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None
) -> ArraySlot:
    """Draw a ``array_slot``."""
    self: Any = draft.begin(ArraySlot, parent, name, index)
    self.i = given_i
    if draft.either():
        self.array = draw_array(draft, self, "array", None, self._parent.type)
    made: ArraySlot = self
    return made


def draw_array(
    draft: Draft, parent: Struct | None, name: str, index: int | None, given_type: Type | int | None
) -> Array:
    """Draw a ``array``."""
    self: Any = draft.begin(Array, parent, name, index)
    self.type = given_type
    self.num_items = draft.quantity(0, 4294967295)
    count = draft.count(self.num_items)
    self.items = [None] * count
    match self.type:
        case Type.ARRAY_OF_BOOL:
            self.items = draft.many(rt.booleans(), count)
        case Type.ARRAY_OF_INT8:
            self.items = draft.many(rt.integers(-128, 127), count)
        case Type.ARRAY_OF_UINT8:
            self.items = draft.many(rt.integers(0, 255), count)
        case Type.ARRAY_OF_INT16:
            self.items = draft.many(rt.integers(-32768, 32767), count)
        case Type.ARRAY_OF_UINT16:
            self.items = draft.many(rt.integers(0, 65535), count)
        case Type.ARRAY_OF_INT32:
            self.items = draft.many(rt.integers(-2147483648, 2147483647), count)
        case Type.ARRAY_OF_UINT32:
            self.items = draft.many(rt.integers(0, 4294967295), count)
        case Type.ARRAY_OF_FLOAT32:
            self.items = draft.many(rt.floats(32), count)
        case Type.ARRAY_OF_SMALL_ENUM:
            self.items = draft.many(rt.integers(0, 255), count)
        case Type.ARRAY_OF_BIG_ENUM:
            self.items = draft.many(rt.integers(0, 65535), count)
        case Type.ARRAY_OF_UUID:
            self.items = draft.each(lambda _index: draw_uuid(draft, self, "items", _index), count)
        case Type.ARRAY_OF_GEOPOINT:
            self.items = draft.each(lambda _index: draw_geopoint(draft, self, "items", _index), count)
        case Type.ARRAY_OF_INT64:
            self.items = draft.many(rt.integers(-9223372036854775808, 9223372036854775807), count)
    self.validity = draft.presence(self.num_items)
    draft.mask(self.items, self.validity)
    made: Array = self
    return made


def draw_geoshape_slot(
    draft: Draft, parent: Struct | None, name: str, index: int | None, given_i: int | None
) -> GeoshapeSlot:
    """Draw a ``geoshape_slot``."""
    self: Any = draft.begin(GeoshapeSlot, parent, name, index)
    self.i = given_i
    if draft.either():
        self.shape = draw_geoshape(draft, self, "shape", None)
    made: GeoshapeSlot = self
    return made


def draw_geoshape(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geoshape:
    """Draw a ``geoshape``."""
    self: Any = draft.begin(Geoshape, parent, name, index)
    self.num_polygons = draft.quantity(0, 4294967295)
    count = draft.count(self.num_polygons)
    self.polygons = draft.each(lambda _index: draw_polygon(draft, self, "polygons", _index), count)
    made: Geoshape = self
    return made


def draw_polygon(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Polygon:
    """Draw a ``polygon``."""
    self: Any = draft.begin(Polygon, parent, name, index)
    self.num_points = draft.quantity(0, 4294967295)
    count = draft.count(self.num_points)
    self.points = draft.each(lambda _index: draw_geopoint(draft, self, "points", _index), count)
    made: Polygon = self
    return made


def draw_uuid(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Uuid:
    """Draw a ``uuid``."""
    self: Any = draft.begin(Uuid, parent, name, index)
    self.value = draft.raw(16)
    made: Uuid = self
    return made


def draw_geopoint(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geopoint:
    """Draw a ``geopoint``."""
    self: Any = draft.begin(Geopoint, parent, name, index)
    self.lat = draft.one(rt.floats(32))
    self.lng = draft.one(rt.floats(32))
    made: Geopoint = self
    return made


GOALS: tuple[Goal, ...] = (
    Beyond(AresdbUpsertBatch, 4, (-1, 4294967296)),
    Values(AresdbUpsertBatch, 4, (0, 1, 4294967294, 4294967295)),
    Lengths(AresdbUpsertBatch, 6),
    Beyond(AresdbUpsertBatch, 6, (-1, 4294967296)),
    Values(AresdbUpsertBatch, 6, (0, 1, 4294967294, 4294967295)),
    Lengths(AresdbUpsertBatch, 7),
    Beyond(AresdbUpsertBatch, 7, (-1, 4294967296)),
    Values(AresdbUpsertBatch, 7, (0, 1, 4294967294, 4294967295)),
    Lengths(AresdbUpsertBatch, 8),
    Values(AresdbUpsertBatch, 8, tuple(Type)),
    Beyond(AresdbUpsertBatch, 8, (0,)),
    Lengths(AresdbUpsertBatch, 9),
    Beyond(AresdbUpsertBatch, 9, (-1, 65536)),
    Values(AresdbUpsertBatch, 9, (0, 1, 65534, 65535)),
    Lengths(AresdbUpsertBatch, 10),
    Lengths(AresdbUpsertBatch, 11),
    Values(Mode, 1, tuple(UpdateMode)),
    Beyond(Mode, 1, (5,)),
    Beyond(Mode, 2, (-1, 4)),
    Values(Mode, 2, (0, 1, 2, 3)),
    Either(ColumnData, 0),
    Either(ColumnData, 1),
    Either(ColumnData, 2),
    Either(ColumnData, 3),
    Either(ColumnData, 5),
    Either(ColumnData, 6),
    Lengths(ColumnData, 6, least=-1),
    Nulls(ColumnData, 6),
    Cases(
        ColumnData,
        6,
        {
            "bool": lambda self, _index: self.type == Type.BOOL,
            "int8": lambda self, _index: self.type == Type.INT8,
            "uint8": lambda self, _index: self.type == Type.UINT8,
            "int16": lambda self, _index: self.type == Type.INT16,
            "uint16": lambda self, _index: self.type == Type.UINT16,
            "int32": lambda self, _index: self.type == Type.INT32,
            "uint32": lambda self, _index: self.type == Type.UINT32,
            "float32": lambda self, _index: self.type == Type.FLOAT32,
            "small_enum": lambda self, _index: self.type == Type.SMALL_ENUM,
            "big_enum": lambda self, _index: self.type == Type.BIG_ENUM,
            "uuid": lambda self, _index: self.type == Type.UUID,
            "geopoint": lambda self, _index: self.type == Type.GEOPOINT,
            "geoshape": lambda self, _index: self.type == Type.GEOSHAPE,
            "int64": lambda self, _index: self.type == Type.INT64,
            "array_of_bool": lambda self, _index: self.type == Type.ARRAY_OF_BOOL,
            "array_of_int8": lambda self, _index: self.type == Type.ARRAY_OF_INT8,
            "array_of_uint8": lambda self, _index: self.type == Type.ARRAY_OF_UINT8,
            "array_of_int16": lambda self, _index: self.type == Type.ARRAY_OF_INT16,
            "array_of_uint16": lambda self, _index: self.type == Type.ARRAY_OF_UINT16,
            "array_of_int32": lambda self, _index: self.type == Type.ARRAY_OF_INT32,
            "array_of_uint32": lambda self, _index: self.type == Type.ARRAY_OF_UINT32,
            "array_of_float32": lambda self, _index: self.type == Type.ARRAY_OF_FLOAT32,
            "array_of_small_enum": lambda self, _index: self.type == Type.ARRAY_OF_SMALL_ENUM,
            "array_of_big_enum": lambda self, _index: self.type == Type.ARRAY_OF_BIG_ENUM,
            "array_of_uuid": lambda self, _index: self.type == Type.ARRAY_OF_UUID,
            "array_of_geopoint": lambda self, _index: self.type == Type.ARRAY_OF_GEOPOINT,
            "array_of_int64": lambda self, _index: self.type == Type.ARRAY_OF_INT64,
        },
    ),
    Values(ColumnData, 6, (False, True), case="bool", when=lambda self, _index: self.type == Type.BOOL),
    Beyond(ColumnData, 6, (-1, 2), case="bool", when=lambda self, _index: self.type == Type.BOOL),
    Beyond(ColumnData, 6, (-129, 128), case="int8", when=lambda self, _index: self.type == Type.INT8),
    Values(ColumnData, 6, (-128, -127, 126, 127), case="int8", when=lambda self, _index: self.type == Type.INT8),
    Beyond(ColumnData, 6, (-1, 256), case="uint8", when=lambda self, _index: self.type == Type.UINT8),
    Values(ColumnData, 6, (0, 1, 254, 255), case="uint8", when=lambda self, _index: self.type == Type.UINT8),
    Beyond(ColumnData, 6, (-32769, 32768), case="int16", when=lambda self, _index: self.type == Type.INT16),
    Values(
        ColumnData, 6, (-32768, -32767, 32766, 32767), case="int16", when=lambda self, _index: self.type == Type.INT16
    ),
    Beyond(ColumnData, 6, (-1, 65536), case="uint16", when=lambda self, _index: self.type == Type.UINT16),
    Values(ColumnData, 6, (0, 1, 65534, 65535), case="uint16", when=lambda self, _index: self.type == Type.UINT16),
    Beyond(ColumnData, 6, (-2147483649, 2147483648), case="int32", when=lambda self, _index: self.type == Type.INT32),
    Values(
        ColumnData,
        6,
        (-2147483648, -2147483647, 2147483646, 2147483647),
        case="int32",
        when=lambda self, _index: self.type == Type.INT32,
    ),
    Beyond(ColumnData, 6, (-1, 4294967296), case="uint32", when=lambda self, _index: self.type == Type.UINT32),
    Values(
        ColumnData, 6, (0, 1, 4294967294, 4294967295), case="uint32", when=lambda self, _index: self.type == Type.UINT32
    ),
    Floats(ColumnData, 6, 32, case="float32", when=lambda self, _index: self.type == Type.FLOAT32),
    Beyond(ColumnData, 6, (-1, 256), case="small_enum", when=lambda self, _index: self.type == Type.SMALL_ENUM),
    Values(ColumnData, 6, (0, 1, 254, 255), case="small_enum", when=lambda self, _index: self.type == Type.SMALL_ENUM),
    Beyond(ColumnData, 6, (-1, 65536), case="big_enum", when=lambda self, _index: self.type == Type.BIG_ENUM),
    Values(ColumnData, 6, (0, 1, 65534, 65535), case="big_enum", when=lambda self, _index: self.type == Type.BIG_ENUM),
    Beyond(
        ColumnData,
        6,
        (-9223372036854775809, 9223372036854775808),
        case="int64",
        when=lambda self, _index: self.type == Type.INT64,
    ),
    Values(
        ColumnData,
        6,
        (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807),
        case="int64",
        when=lambda self, _index: self.type == Type.INT64,
    ),
    Either(ArraySlot, 0),
    Lengths(Array, 1),
    Nulls(Array, 1),
    Cases(
        Array,
        1,
        {
            "array_of_bool": lambda self, _index: self.type == Type.ARRAY_OF_BOOL,
            "array_of_int8": lambda self, _index: self.type == Type.ARRAY_OF_INT8,
            "array_of_uint8": lambda self, _index: self.type == Type.ARRAY_OF_UINT8,
            "array_of_int16": lambda self, _index: self.type == Type.ARRAY_OF_INT16,
            "array_of_uint16": lambda self, _index: self.type == Type.ARRAY_OF_UINT16,
            "array_of_int32": lambda self, _index: self.type == Type.ARRAY_OF_INT32,
            "array_of_uint32": lambda self, _index: self.type == Type.ARRAY_OF_UINT32,
            "array_of_float32": lambda self, _index: self.type == Type.ARRAY_OF_FLOAT32,
            "array_of_small_enum": lambda self, _index: self.type == Type.ARRAY_OF_SMALL_ENUM,
            "array_of_big_enum": lambda self, _index: self.type == Type.ARRAY_OF_BIG_ENUM,
            "array_of_uuid": lambda self, _index: self.type == Type.ARRAY_OF_UUID,
            "array_of_geopoint": lambda self, _index: self.type == Type.ARRAY_OF_GEOPOINT,
            "array_of_int64": lambda self, _index: self.type == Type.ARRAY_OF_INT64,
        },
    ),
    Values(Array, 1, (False, True), case="array_of_bool", when=lambda self, _index: self.type == Type.ARRAY_OF_BOOL),
    Beyond(Array, 1, (-1, 2), case="array_of_bool", when=lambda self, _index: self.type == Type.ARRAY_OF_BOOL),
    Beyond(Array, 1, (-129, 128), case="array_of_int8", when=lambda self, _index: self.type == Type.ARRAY_OF_INT8),
    Values(
        Array,
        1,
        (-128, -127, 126, 127),
        case="array_of_int8",
        when=lambda self, _index: self.type == Type.ARRAY_OF_INT8,
    ),
    Beyond(Array, 1, (-1, 256), case="array_of_uint8", when=lambda self, _index: self.type == Type.ARRAY_OF_UINT8),
    Values(
        Array, 1, (0, 1, 254, 255), case="array_of_uint8", when=lambda self, _index: self.type == Type.ARRAY_OF_UINT8
    ),
    Beyond(
        Array, 1, (-32769, 32768), case="array_of_int16", when=lambda self, _index: self.type == Type.ARRAY_OF_INT16
    ),
    Values(
        Array,
        1,
        (-32768, -32767, 32766, 32767),
        case="array_of_int16",
        when=lambda self, _index: self.type == Type.ARRAY_OF_INT16,
    ),
    Beyond(Array, 1, (-1, 65536), case="array_of_uint16", when=lambda self, _index: self.type == Type.ARRAY_OF_UINT16),
    Values(
        Array,
        1,
        (0, 1, 65534, 65535),
        case="array_of_uint16",
        when=lambda self, _index: self.type == Type.ARRAY_OF_UINT16,
    ),
    Beyond(
        Array,
        1,
        (-2147483649, 2147483648),
        case="array_of_int32",
        when=lambda self, _index: self.type == Type.ARRAY_OF_INT32,
    ),
    Values(
        Array,
        1,
        (-2147483648, -2147483647, 2147483646, 2147483647),
        case="array_of_int32",
        when=lambda self, _index: self.type == Type.ARRAY_OF_INT32,
    ),
    Beyond(
        Array, 1, (-1, 4294967296), case="array_of_uint32", when=lambda self, _index: self.type == Type.ARRAY_OF_UINT32
    ),
    Values(
        Array,
        1,
        (0, 1, 4294967294, 4294967295),
        case="array_of_uint32",
        when=lambda self, _index: self.type == Type.ARRAY_OF_UINT32,
    ),
    Floats(Array, 1, 32, case="array_of_float32", when=lambda self, _index: self.type == Type.ARRAY_OF_FLOAT32),
    Beyond(
        Array, 1, (-1, 256), case="array_of_small_enum", when=lambda self, _index: self.type == Type.ARRAY_OF_SMALL_ENUM
    ),
    Values(
        Array,
        1,
        (0, 1, 254, 255),
        case="array_of_small_enum",
        when=lambda self, _index: self.type == Type.ARRAY_OF_SMALL_ENUM,
    ),
    Beyond(
        Array, 1, (-1, 65536), case="array_of_big_enum", when=lambda self, _index: self.type == Type.ARRAY_OF_BIG_ENUM
    ),
    Values(
        Array,
        1,
        (0, 1, 65534, 65535),
        case="array_of_big_enum",
        when=lambda self, _index: self.type == Type.ARRAY_OF_BIG_ENUM,
    ),
    Beyond(
        Array,
        1,
        (-9223372036854775809, 9223372036854775808),
        case="array_of_int64",
        when=lambda self, _index: self.type == Type.ARRAY_OF_INT64,
    ),
    Values(
        Array,
        1,
        (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807),
        case="array_of_int64",
        when=lambda self, _index: self.type == Type.ARRAY_OF_INT64,
    ),
    Either(GeoshapeSlot, 0),
    Lengths(Geoshape, 1),
    Lengths(Polygon, 1),
    Floats(Geopoint, 0, 32),
    Floats(Geopoint, 1, 32),
)
"""What models are to cover, as `bytewright.testing.goals` counts it."""
