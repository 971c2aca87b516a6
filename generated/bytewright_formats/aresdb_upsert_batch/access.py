# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB upsert batch: bytes → objects of which each field is read when it is first asked for.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

from .model import (
    AresdbUpsertBatch,
    ArraySlot,
    Column,
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
from .reader import read_array as view_array
from .reader import read_column_data as view_column_data


def view_aresdb_upsert_batch(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> AresdbUpsertBatch:
    """Leave the fields of a ``aresdb_upsert_batch`` to whoever asks for them."""
    self = AresdbUpsertBatch._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_ARESDB_UPSERT_BATCH)
    return self


def read_version_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``version`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 0
    try:
        self.version = None
        first = io.at
        self.version = io.u4le()
        at[0] = Span(first, io.at)
        value = self.version
        if io.checked and (value != 0xFEED0001):
            raise rt.invalid_value(self, 0, "4276944897 (0xfeed0001)", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_num_rows_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``num_rows`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 1
    try:
        self.num_rows = None
        first = io.at
        self.num_rows = io.s4le()
        at[1] = Span(first, io.at)
        value = self.num_rows
        if value < 0:
            raise rt.invalid_value(self, 1, "at least 0", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_num_columns_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``num_columns`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 2
    try:
        self.num_columns = None
        first = io.at
        self.num_columns = io.u2le()
        at[2] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read__unnamed3_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``_unnamed3`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 3
    try:
        start = io.at
        rt.keep_padding(io, rt.check_size(io, 14, None), self, 3)
        at[3] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed3_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``_unnamed3`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, 14, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 3) from None
    return True


def read_arrival_time_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``arrival_time`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 4
    try:
        self.arrival_time = None
        first = io.at
        self.arrival_time = io.u4le()
        at[4] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_column_offsets_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``column_offsets`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 5
    try:
        self.column_offsets = None
        count = rt.check_count(io, self.num_columns + 1, 32, self, 2)
        start = io.at
        self.column_offsets = io.u4les(count)
        at[5] = Strided(start, io.at, 4, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_column_offsets_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``column_offsets`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, self.num_columns + 1, 32, self, 2) * 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 5) from None
    return True


def read_reserved_1_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``reserved_1`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 6
    try:
        self.reserved_1 = None
        count = rt.check_count(io, self.num_columns, 32, self, 2)
        start = io.at
        self.reserved_1 = io.u4les(count)
        at[6] = Strided(start, io.at, 4, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_reserved_1_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``reserved_1`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, self.num_columns, 32, self, 2) * 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 6) from None
    return True


def read_reserved_2_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``reserved_2`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 7
    try:
        self.reserved_2 = None
        count = rt.check_count(io, self.num_columns, 32, self, 2)
        start = io.at
        self.reserved_2 = io.u4les(count)
        at[7] = Strided(start, io.at, 4, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_reserved_2_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``reserved_2`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, self.num_columns, 32, self, 2) * 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 7) from None
    return True


def read_types_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``types`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 8
    try:
        self.types = None
        count = rt.check_count(io, self.num_columns, 32, self, 2)
        start = io.at
        self.types = [rt.named(Type, value) for value in io.u4les(count)]
        at[8] = Strided(start, io.at, 4, count)
        for _index, value in enumerate(self.types):
            if not isinstance(value, Type):
                raise rt.invalid_value(
                    self,
                    8,
                    "one of bool, int8, uint8, int16, uint16, int32, uint32, float32, small_enum, big_enum, uuid, geopoint, …",
                    value,
                    _index,
                )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_types_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``types`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, self.num_columns, 32, self, 2) * 4)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 8) from None
    return True


def read_column_ids_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``column_ids`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 9
    try:
        self.column_ids = None
        count = rt.check_count(io, self.num_columns, 16, self, 2)
        start = io.at
        self.column_ids = io.u2les(count)
        at[9] = Strided(start, io.at, 2, count)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_column_ids_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``column_ids`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_count(io, self.num_columns, 16, self, 2) * 2)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 9) from None
    return True


def read_modes_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``modes`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 10
    try:
        self.modes = None
        count = rt.check_count(io, self.num_columns, 8, self, 2)
        items = self.modes = []
        edges = [io.at]
        at[10] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_mode)(io, self, "modes", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_columns_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``columns`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 11
    try:
        self.columns = None
        count = rt.check_count(io, self.num_columns, 0, self, 2)
        items = self.columns = []
        edges = [io.at]
        at[11] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_column)(io, self, "columns", _index, _index)
            items.append(item)
            rt.end_element(io, edges)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read__unnamed12_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``_unnamed12`` of a ``aresdb_upsert_batch``."""
    at = self._at
    field = 12
    try:
        start = io.at
        rt.keep_padding(io, rt.check_size(io, -io.pos % 8, None), self, 12)
        at[12] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed12_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> bool:
    """Pass over the ``_unnamed12`` of a ``aresdb_upsert_batch``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, -io.pos % 8, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 12) from None
    return True


PARTS_OF_ARESDB_UPSERT_BATCH: tuple[rt.Part, ...] = (
    rt.Part(0, "version", read_version_of_aresdb_upsert_batch, size=4),
    rt.Part(1, "num_rows", read_num_rows_of_aresdb_upsert_batch, size=4),
    rt.Part(2, "num_columns", read_num_columns_of_aresdb_upsert_batch, size=2),
    rt.Part(3, "", read__unnamed3_of_aresdb_upsert_batch, size=14),
    rt.Part(4, "arrival_time", read_arrival_time_of_aresdb_upsert_batch, size=4),
    rt.Part(
        5,
        "column_offsets",
        read_column_offsets_of_aresdb_upsert_batch,
        pass_over=pass_column_offsets_of_aresdb_upsert_batch,
    ),
    rt.Part(6, "reserved_1", read_reserved_1_of_aresdb_upsert_batch, pass_over=pass_reserved_1_of_aresdb_upsert_batch),
    rt.Part(7, "reserved_2", read_reserved_2_of_aresdb_upsert_batch, pass_over=pass_reserved_2_of_aresdb_upsert_batch),
    rt.Part(8, "types", read_types_of_aresdb_upsert_batch, pass_over=pass_types_of_aresdb_upsert_batch),
    rt.Part(9, "column_ids", read_column_ids_of_aresdb_upsert_batch, pass_over=pass_column_ids_of_aresdb_upsert_batch),
    rt.Part(10, "modes", read_modes_of_aresdb_upsert_batch),
    rt.Part(11, "columns", read_columns_of_aresdb_upsert_batch),
    rt.Part(12, "", read__unnamed12_of_aresdb_upsert_batch, pass_over=pass__unnamed12_of_aresdb_upsert_batch),
)


def view_mode(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mode:
    """Leave the fields of a ``mode`` to whoever asks for them."""
    self = Mode._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_MODE)
    return self


def read_data_mode_of_mode(io: Cursor, self: Mode) -> None:
    """Read the ``data_mode`` of a ``mode``."""
    at = self._at
    field = 0
    try:
        self.data_mode = None
        start = io.bits_from("le")
        io.bits_owner = (self, 0)
        self.data_mode = rt.named(DataMode, io.bits_le(3))
        at[0] = Span(start, io.at)
        value = self.data_mode
        if value not in (DataMode.ALL_NULL, DataMode.ALL_VALID, DataMode.NULL_VECTOR):
            raise rt.invalid_value(self, 0, "one of all_null, all_valid, null_vector", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_update_mode_of_mode(io: Cursor, self: Mode) -> None:
    """Read the ``update_mode`` of a ``mode``."""
    at = self._at
    field = 1
    try:
        self.update_mode = None
        start = io.bits_from("le")
        io.bits_owner = (self, 1)
        self.update_mode = rt.named(UpdateMode, io.bits_le(3))
        at[1] = Span(start, io.at)
        value = self.update_mode
        if not isinstance(value, UpdateMode):
            raise rt.invalid_value(self, 1, "one of overwrite_not_null, overwrite, add, min, max", value)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_reserved_of_mode(io: Cursor, self: Mode) -> None:
    """Read the ``reserved`` of a ``mode``."""
    at = self._at
    field = 2
    try:
        self.reserved = None
        start = io.bits_from("le")
        io.bits_owner = (self, 2)
        self.reserved = io.bits_le(2)
        at[2] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_MODE: tuple[rt.Part, ...] = (
    rt.Part(0, "data_mode", read_data_mode_of_mode),
    rt.Part(1, "update_mode", read_update_mode_of_mode),
    rt.Part(2, "reserved", read_reserved_of_mode),
)


def view_column(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Column:
    """Leave the fields of a ``column`` to whoever asks for them."""
    self = Column._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_COLUMN)
    return self


def read__unnamed0_of_column(io: Cursor, self: Column) -> None:
    """Read the ``_unnamed0`` of a ``column``."""
    at = self._at
    field = 0
    try:
        start = io.at
        rt.keep_padding(
            io, rt.check_size(io, self._parent.column_offsets[self.i] - io.pos, self._parent, 5, self.i), self, 0
        )
        at[0] = Span(start, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass__unnamed0_of_column(io: Cursor, self: Column) -> bool:
    """Pass over the ``_unnamed0`` of a ``column``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, self._parent.column_offsets[self.i] - io.pos, self._parent, 5, self.i))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


def read_data_of_column(io: Cursor, self: Column) -> None:
    """Read the ``data`` of a ``column``."""
    at = self._at
    field = 1
    try:
        self.data = None
        first = io.at
        inner = io.sub(
            rt.check_size(
                io,
                self._parent.column_offsets[self.i + 1] - self._parent.column_offsets[self.i],
                self._parent,
                5,
                self.i + 1,
            )
        )
        self.data = view_column_data(inner, self, "data", None, self._parent.column_offsets[self.i])
        at[1] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_data_of_column(io: Cursor, self: Column) -> bool:
    """Pass over the ``data`` of a ``column``, if it is there."""
    try:
        rt.pass_over(
            io,
            rt.check_size(
                io,
                self._parent.column_offsets[self.i + 1] - self._parent.column_offsets[self.i],
                self._parent,
                5,
                self.i + 1,
            ),
        )
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 1) from None
    return True


PARTS_OF_COLUMN: tuple[rt.Part, ...] = (
    rt.Part(0, "", read__unnamed0_of_column, pass_over=pass__unnamed0_of_column),
    rt.Part(1, "data", read_data_of_column, pass_over=pass_data_of_column),
)


def view_mark(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mark:
    """Leave the fields of a ``mark`` to whoever asks for them."""
    self = Mark._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_MARK)
    return self


PARTS_OF_MARK: tuple[rt.Part, ...] = ()


def view_array_slot(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> ArraySlot:
    """Leave the fields of a ``array_slot`` to whoever asks for them."""
    self = ArraySlot._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_ARRAY_SLOT)
    return self


def read_array_of_array_slot(io: Cursor, self: ArraySlot) -> None:
    """Read the ``array`` of a ``array_slot``."""
    at = self._at
    field = 0
    try:
        self.array = None
        if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
            first = io.at
            inner = io.sub(
                rt.check_size(
                    io, self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], self._parent, 2, self.i + 1
                )
            )
            self.array = view_array(inner, self, "array", None, self._parent.type)
            at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_array_of_array_slot(io: Cursor, self: ArraySlot) -> bool:
    """Pass over the ``array`` of a ``array_slot``, if it is there."""
    try:
        if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
            rt.pass_over(
                io,
                rt.check_size(
                    io, self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], self._parent, 2, self.i + 1
                ),
            )
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return False


PARTS_OF_ARRAY_SLOT: tuple[rt.Part, ...] = (
    rt.Part(0, "array", read_array_of_array_slot, pass_over=pass_array_of_array_slot),
)


def view_geoshape_slot(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> GeoshapeSlot:
    """Leave the fields of a ``geoshape_slot`` to whoever asks for them."""
    self = GeoshapeSlot._begin(io, parent, name, index)
    self.i = given_i
    rt.lay_out(io, self, PARTS_OF_GEOSHAPE_SLOT)
    return self


def read_shape_of_geoshape_slot(io: Cursor, self: GeoshapeSlot) -> None:
    """Read the ``shape`` of a ``geoshape_slot``."""
    at = self._at
    field = 0
    try:
        self.shape = None
        if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
            first = io.at
            inner = io.sub(
                rt.check_size(
                    io, self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], self._parent, 2, self.i + 1
                )
            )
            self.shape = view_geoshape(inner, self, "shape", None)
            at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_shape_of_geoshape_slot(io: Cursor, self: GeoshapeSlot) -> bool:
    """Pass over the ``shape`` of a ``geoshape_slot``, if it is there."""
    try:
        if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
            rt.pass_over(
                io,
                rt.check_size(
                    io, self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], self._parent, 2, self.i + 1
                ),
            )
            return True
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return False


PARTS_OF_GEOSHAPE_SLOT: tuple[rt.Part, ...] = (
    rt.Part(0, "shape", read_shape_of_geoshape_slot, pass_over=pass_shape_of_geoshape_slot),
)


def view_geoshape(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geoshape:
    """Leave the fields of a ``geoshape`` to whoever asks for them."""
    self = Geoshape._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_GEOSHAPE)
    return self


def read_num_polygons_of_geoshape(io: Cursor, self: Geoshape) -> None:
    """Read the ``num_polygons`` of a ``geoshape``."""
    at = self._at
    field = 0
    try:
        self.num_polygons = None
        first = io.at
        self.num_polygons = io.u4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_polygons_of_geoshape(io: Cursor, self: Geoshape) -> None:
    """Read the ``polygons`` of a ``geoshape``."""
    at = self._at
    field = 1
    try:
        self.polygons = None
        count = rt.check_count(io, self.num_polygons, 32, self, 0)
        items = self.polygons = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_polygon)(io, self, "polygons", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_GEOSHAPE: tuple[rt.Part, ...] = (
    rt.Part(0, "num_polygons", read_num_polygons_of_geoshape, size=4),
    rt.Part(1, "polygons", read_polygons_of_geoshape),
)


def view_polygon(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Polygon:
    """Leave the fields of a ``polygon`` to whoever asks for them."""
    self = Polygon._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_POLYGON)
    return self


def read_num_points_of_polygon(io: Cursor, self: Polygon) -> None:
    """Read the ``num_points`` of a ``polygon``."""
    at = self._at
    field = 0
    try:
        self.num_points = None
        first = io.at
        self.num_points = io.u4le()
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_points_of_polygon(io: Cursor, self: Polygon) -> None:
    """Read the ``points`` of a ``polygon``."""
    at = self._at
    field = 1
    try:
        self.points = None
        count = rt.check_count(io, self.num_points, 64, self, 0)
        items = self.points = []
        edges = [io.at]
        at[1] = Edges(edges)
        for _index in range(count):
            item = rt.behind(view_geopoint)(io, self, "points", _index)
            items.append(item)
            edges.append(io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_POLYGON: tuple[rt.Part, ...] = (
    rt.Part(0, "num_points", read_num_points_of_polygon, size=4),
    rt.Part(1, "points", read_points_of_polygon),
)


def view_uuid(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Uuid:
    """Leave the fields of a ``uuid`` to whoever asks for them."""
    self = Uuid._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_UUID)
    return self


def read_value_of_uuid(io: Cursor, self: Uuid) -> None:
    """Read the ``value`` of a ``uuid``."""
    at = self._at
    field = 0
    try:
        self.value = None
        first = io.at
        size = 16
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.value = data
        at[0] = Span(first, io.at)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def pass_value_of_uuid(io: Cursor, self: Uuid) -> bool:
    """Pass over the ``value`` of a ``uuid``, if it is there."""
    try:
        rt.pass_over(io, rt.check_size(io, 16, None))
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, 0) from None
    return True


PARTS_OF_UUID: tuple[rt.Part, ...] = (rt.Part(0, "value", read_value_of_uuid, size=16),)


def view_geopoint(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geopoint:
    """Leave the fields of a ``geopoint`` to whoever asks for them."""
    self = Geopoint._begin(io, parent, name, index)
    rt.lay_out(io, self, PARTS_OF_GEOPOINT)
    return self


def read_lat_of_geopoint(io: Cursor, self: Geopoint) -> None:
    """Read the ``lat`` of a ``geopoint``."""
    at = self._at
    field = 0
    try:
        self.lat = None
        first = io.at
        self.lat = io.f4le()
        at[0] = Span(first, io.at)
        if self.lat != self.lat:
            rt.keep_nan_bits(io, self, 0)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


def read_lng_of_geopoint(io: Cursor, self: Geopoint) -> None:
    """Read the ``lng`` of a ``geopoint``."""
    at = self._at
    field = 1
    try:
        self.lng = None
        first = io.at
        self.lng = io.f4le()
        at[1] = Span(first, io.at)
        if self.lng != self.lng:
            rt.keep_nan_bits(io, self, 1)
    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None


PARTS_OF_GEOPOINT: tuple[rt.Part, ...] = (
    rt.Part(0, "lat", read_lat_of_geopoint, size=4),
    rt.Part(1, "lng", read_lng_of_geopoint, size=4),
)


VIEWS: dict[str, Callable[..., Any]] = {
    "aresdb_upsert_batch": view_aresdb_upsert_batch,
    "aresdb_upsert_batch::mode": view_mode,
    "aresdb_upsert_batch::column": view_column,
    "aresdb_upsert_batch::column_data": view_column_data,
    "aresdb_upsert_batch::mark": view_mark,
    "aresdb_upsert_batch::array_slot": view_array_slot,
    "aresdb_upsert_batch::array": view_array,
    "aresdb_upsert_batch::geoshape_slot": view_geoshape_slot,
    "aresdb_upsert_batch::geoshape": view_geoshape,
    "aresdb_upsert_batch::polygon": view_polygon,
    "aresdb_upsert_batch::uuid": view_uuid,
    "aresdb_upsert_batch::geopoint": view_geopoint,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
