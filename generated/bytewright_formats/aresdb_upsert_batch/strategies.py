"""AresDB upsert batch: models as users make them, drawn by Hypothesis.

``models()`` draws them, without one field that follows from others. Structures are drawn as they are read: what decides how
the rest lies (counts, tags, presence) comes first, and is taken away in the end where a writer derives it.
``GOALS`` says what such models are to cover: each case, each condition both ways, each bound, and values beyond it.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from bytewright.model import Struct
from bytewright.testing.draft import Draft
from bytewright.testing.goals import Beyond, Cases, Either, Floats, Goal, Lengths, Nulls, Values
from bytewright.testing.values import booleans, choices, floats, integers, members

from .model import AresdbUpsertBatch, Column, ColumnData, DataMode, Geopoint, Mode, Type, UpdateMode, Uuid


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
    self.arrival_time = draft.one(integers(0, 4294967295))
    if draft.leaves_out(self, 6):
        self.reserved_1 = [0] * (self.num_columns)
    else:
        count = draft.count(self.num_columns)
        self.reserved_1 = draft.many(integers(0, 4294967295), count)
    if draft.leaves_out(self, 7):
        self.reserved_2 = [0] * (self.num_columns)
    else:
        count = draft.count(self.num_columns)
        self.reserved_2 = draft.many(integers(0, 4294967295), count)
    count = draft.count(self.num_columns)
    self.types = draft.many(
        choices(
            Type.BOOL,
            Type.INT8,
            Type.UINT8,
            Type.INT16,
            Type.UINT16,
            Type.INT32,
            Type.UINT32,
            Type.FLOAT32,
            Type.SMALL_ENUM,
            Type.BIG_ENUM,
            Type.UUID,
            Type.GEOPOINT,
            Type.INT64,
        ),
        count,
    )
    count = draft.count(self.num_columns)
    self.column_ids = draft.many(integers(0, 65535), count)
    count = draft.count(self.num_columns)
    self.modes = [draw_mode(draft, self, "modes", _index) for _index in range(count)]
    count = draft.count(self.num_columns)
    self.columns = [draw_column(draft, self, "columns", _index, _index) for _index in range(count)]
    if any(values is not None for lists in ((item.data.values for item in self.columns or ()),) for values in lists):
        draft.clear(self, "num_rows")
    made: AresdbUpsertBatch = self
    return made


def draw_mode(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mode:
    """Draw a ``mode``."""
    self: Any = draft.begin(Mode, parent, name, index)
    self.data_mode = draft.of(DataMode.ALL_NULL, DataMode.ALL_VALID, DataMode.NULL_VECTOR)
    if draft.leaves_out(self, 1):
        self.update_mode = UpdateMode.OVERWRITE_NOT_NULL
    else:
        self.update_mode = draft.one(members(UpdateMode, 0, 7))
    if draft.leaves_out(self, 2):
        self.reserved = 0
    else:
        self.reserved = draft.one(integers(0, 3))
    made: Mode = self
    return made


def draw_column(draft: Draft, parent: Struct | None, name: str, index: int | None, i: int | None) -> Column:
    """Draw a ``column``."""
    self: Any = draft.begin(Column, parent, name, index)
    self.i = i
    self.data = draw_column_data(draft, self, "data", None, None)
    made: Column = self
    return made


def draw_column_data(
    draft: Draft, parent: Struct | None, name: str, index: int | None, start: int | None
) -> ColumnData:
    """Draw a ``column_data``."""
    self: Any = draft.begin(ColumnData, parent, name, index)
    self.start = start
    if self.mode == DataMode.NULL_VECTOR:
        self.validity = draft.presence(self.num_rows)
    if self.mode != DataMode.ALL_NULL:
        count = draft.count(self.num_rows)
        match self.type:
            case Type.BOOL:
                self.values = draft.many(booleans(), count)
            case Type.INT8:
                self.values = draft.many(integers(-128, 127), count)
            case Type.UINT8:
                self.values = draft.many(integers(0, 255), count)
            case Type.INT16:
                self.values = draft.many(integers(-32768, 32767), count)
            case Type.UINT16:
                self.values = draft.many(integers(0, 65535), count)
            case Type.INT32:
                self.values = draft.many(integers(-2147483648, 2147483647), count)
            case Type.UINT32:
                self.values = draft.many(integers(0, 4294967295), count)
            case Type.FLOAT32:
                self.values = draft.many(floats(32), count)
            case Type.SMALL_ENUM:
                self.values = draft.many(integers(0, 255), count)
            case Type.BIG_ENUM:
                self.values = draft.many(integers(0, 65535), count)
            case Type.UUID:
                self.values = [draw_uuid(draft, self, "values", _index) for _index in range(count)]
            case Type.GEOPOINT:
                self.values = [draw_geopoint(draft, self, "values", _index) for _index in range(count)]
            case Type.INT64:
                self.values = draft.many(integers(-9223372036854775808, 9223372036854775807), count)
        draft.mask(self.values, self.validity)
    made: ColumnData = self
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
    self.lat = draft.one(floats(32))
    self.lng = draft.one(floats(32))
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
    Values(
        AresdbUpsertBatch,
        8,
        (
            Type.BOOL,
            Type.INT8,
            Type.UINT8,
            Type.INT16,
            Type.UINT16,
            Type.INT32,
            Type.UINT32,
            Type.FLOAT32,
            Type.SMALL_ENUM,
            Type.BIG_ENUM,
            Type.UUID,
            Type.GEOPOINT,
            Type.INT64,
        ),
    ),
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
    Lengths(ColumnData, 2, least=-1),
    Nulls(ColumnData, 2),
    Cases(
        ColumnData,
        2,
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
            "int64": lambda self, _index: self.type == Type.INT64,
        },
    ),
    Values(ColumnData, 2, (False, True), case="bool", when=lambda self, _index: self.type == Type.BOOL),
    Beyond(ColumnData, 2, (-1, 2), case="bool", when=lambda self, _index: self.type == Type.BOOL),
    Beyond(ColumnData, 2, (-129, 128), case="int8", when=lambda self, _index: self.type == Type.INT8),
    Values(ColumnData, 2, (-128, -127, 126, 127), case="int8", when=lambda self, _index: self.type == Type.INT8),
    Beyond(ColumnData, 2, (-1, 256), case="uint8", when=lambda self, _index: self.type == Type.UINT8),
    Values(ColumnData, 2, (0, 1, 254, 255), case="uint8", when=lambda self, _index: self.type == Type.UINT8),
    Beyond(ColumnData, 2, (-32769, 32768), case="int16", when=lambda self, _index: self.type == Type.INT16),
    Values(
        ColumnData, 2, (-32768, -32767, 32766, 32767), case="int16", when=lambda self, _index: self.type == Type.INT16
    ),
    Beyond(ColumnData, 2, (-1, 65536), case="uint16", when=lambda self, _index: self.type == Type.UINT16),
    Values(ColumnData, 2, (0, 1, 65534, 65535), case="uint16", when=lambda self, _index: self.type == Type.UINT16),
    Beyond(ColumnData, 2, (-2147483649, 2147483648), case="int32", when=lambda self, _index: self.type == Type.INT32),
    Values(
        ColumnData,
        2,
        (-2147483648, -2147483647, 2147483646, 2147483647),
        case="int32",
        when=lambda self, _index: self.type == Type.INT32,
    ),
    Beyond(ColumnData, 2, (-1, 4294967296), case="uint32", when=lambda self, _index: self.type == Type.UINT32),
    Values(
        ColumnData, 2, (0, 1, 4294967294, 4294967295), case="uint32", when=lambda self, _index: self.type == Type.UINT32
    ),
    Floats(ColumnData, 2, 32, case="float32", when=lambda self, _index: self.type == Type.FLOAT32),
    Beyond(ColumnData, 2, (-1, 256), case="small_enum", when=lambda self, _index: self.type == Type.SMALL_ENUM),
    Values(ColumnData, 2, (0, 1, 254, 255), case="small_enum", when=lambda self, _index: self.type == Type.SMALL_ENUM),
    Beyond(ColumnData, 2, (-1, 65536), case="big_enum", when=lambda self, _index: self.type == Type.BIG_ENUM),
    Values(ColumnData, 2, (0, 1, 65534, 65535), case="big_enum", when=lambda self, _index: self.type == Type.BIG_ENUM),
    Beyond(
        ColumnData,
        2,
        (-9223372036854775809, 9223372036854775808),
        case="int64",
        when=lambda self, _index: self.type == Type.INT64,
    ),
    Values(
        ColumnData,
        2,
        (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807),
        case="int64",
        when=lambda self, _index: self.type == Type.INT64,
    ),
    Floats(Geopoint, 0, 32),
    Floats(Geopoint, 1, 32),
)
"""What models are to cover, as `bytewright.testing.goals` counts it."""
