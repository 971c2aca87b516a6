# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB upsert batch: bytes → objects.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Strided, Struct

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


def read_aresdb_upsert_batch(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> AresdbUpsertBatch:
    """Read a ``aresdb_upsert_batch``."""
    self = AresdbUpsertBatch._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        first = io.at
        self.version = io.u4le()
        at[0] = Span(first, io.at)
        value = self.version
        if io.checked and (value != 0xFEED0001):
            raise rt.invalid_value(self, 0, "4276944897 (0xfeed0001)", value)

        field = 1
        first = io.at
        self.num_rows = io.s4le()
        at[1] = Span(first, io.at)
        value = self.num_rows
        if value < 0:
            raise rt.invalid_value(self, 1, "at least 0", value)

        field = 2
        first = io.at
        self.num_columns = io.u2le()
        at[2] = Span(first, io.at)

        field = 3
        start = io.at
        rt.keep_padding(io, rt.check_size(io, 14, None), self, 3)
        at[3] = Span(start, io.at)

        field = 4
        first = io.at
        self.arrival_time = io.u4le()
        at[4] = Span(first, io.at)

        field = 5
        count = rt.check_count(io, self.num_columns + 1, 32, self, 2)
        start = io.at
        self.column_offsets = io.u4les(count)
        at[5] = Strided(start, io.at, 4, count)

        field = 6
        count = rt.check_count(io, self.num_columns, 32, self, 2)
        start = io.at
        self.reserved_1 = io.u4les(count)
        at[6] = Strided(start, io.at, 4, count)

        field = 7
        count = rt.check_count(io, self.num_columns, 32, self, 2)
        start = io.at
        self.reserved_2 = io.u4les(count)
        at[7] = Strided(start, io.at, 4, count)

        field = 8
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

        field = 9
        count = rt.check_count(io, self.num_columns, 16, self, 2)
        start = io.at
        self.column_ids = io.u2les(count)
        at[9] = Strided(start, io.at, 2, count)

        field = 10
        count = rt.check_count(io, self.num_columns, 8, self, 2)
        items = self.modes = []
        edges = [io.at]
        at[10] = Edges(edges)
        for _index in range(count):
            item = read_mode(io, self, "modes", _index)
            items.append(item)
            edges.append(io.at)

        field = 11
        count = rt.check_count(io, self.num_columns, 0, self, 2)
        items = self.columns = []
        edges = [io.at]
        at[11] = Edges(edges)
        for _index in range(count):
            item = read_column(io, self, "columns", _index, _index)
            items.append(item)
            rt.end_element(io, edges)

        field = 12
        start = io.at
        rt.keep_padding(io, rt.check_size(io, -io.pos % 8, None), self, 12)
        at[12] = Span(start, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_MODE: tuple[Any, ...] = (0, 1, 2)


def read_mode(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mode:
    """Read a ``mode``."""
    marks: list[Any] = [MARKS_OF_MODE, io.at]
    self: Mode = rt.begin(Mode, io, parent, name, index, marks)
    field = 0
    try:
        start = io.bits_from("le")
        io.bits_owner = (self, 0)
        self.data_mode = rt.named(DataMode, io.bits_le(3))
        marks.append(Span(start, io.at))
        value = self.data_mode
        if value not in (DataMode.ALL_NULL, DataMode.ALL_VALID, DataMode.NULL_VECTOR):
            raise rt.invalid_value(self, 0, "one of all_null, all_valid, null_vector", value)

        field = 1
        start = io.bits_from("le")
        io.bits_owner = (self, 1)
        self.update_mode = rt.named(UpdateMode, io.bits_le(3))
        marks.append(Span(start, io.at))
        value = self.update_mode
        if not isinstance(value, UpdateMode):
            raise rt.invalid_value(self, 1, "one of overwrite_not_null, overwrite, add, min, max", value)

        field = 2
        start = io.bits_from("le")
        io.bits_owner = (self, 2)
        self.reserved = io.bits_le(2)
        marks.append(Span(start, io.at))

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_COLUMN: tuple[Any, ...] = (0, 1)


def read_column(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Column:
    """Read a ``column``."""
    marks: list[Any] = [MARKS_OF_COLUMN, io.at]
    self: Column = rt.begin(Column, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        start = io.at
        rt.keep_padding(
            io, rt.check_size(io, self._parent.column_offsets[self.i] - io.pos, self._parent, 5, self.i), self, 0
        )
        marks.append(Span(start, io.at))

        field = 1
        inner = io.sub(
            rt.check_size(
                io,
                self._parent.column_offsets[self.i + 1] - self._parent.column_offsets[self.i],
                self._parent,
                5,
                self.i + 1,
            )
        )
        self.data = read_column_data(inner, self, "data", None, self._parent.column_offsets[self.i])
        rt.finish_structure(inner, self.data)
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_column_data(io: Cursor, parent: Struct | None, name: str, index: int | None, given_start: int) -> ColumnData:
    """Read a ``column_data``."""
    self = ColumnData._begin(io, parent, name, index)
    self.start = given_start
    at = self._at
    field = 0
    try:
        if self.mode == DataMode.NULL_VECTOR and self.type != Type.GEOSHAPE:
            count = rt.check_count(io, self.num_rows, 1, self._parent._parent, 1)
            start = io.bits_from("le", some=count > 0)
            io.bits_owner = (self, 0)
            self.validity = io.bools(count, "le")
            at[0] = Strided(start, io.at, 0, count)

        field = 1
        if self.is_variable and self.mode != DataMode.ALL_NULL:
            start = io.at
            rt.keep_padding(io, rt.check_size(io, -(self.start + io.pos) % 4, None), self, 1)
            at[1] = Span(start, io.at)

        field = 2
        if self.is_variable and self.mode != DataMode.ALL_NULL:
            count = rt.check_count(io, self.num_rows + 1, 32, self._parent._parent, 1)
            start = io.at
            self.offsets = io.u4les(count)
            at[2] = Strided(start, io.at, 4, count)

        field = 3
        if self.mode != DataMode.ALL_NULL:
            start = io.at
            rt.keep_padding(io, rt.check_size(io, -(self.start + io.pos) % 8, None), self, 3)
            at[3] = Span(start, io.at)

        field = 4
        first = io.at
        self.vector = read_mark(io, self, "vector", None)
        at[4] = Span(first, io.at)

        field = 5
        if self.is_variable and self.mode != DataMode.ALL_NULL:
            start = io.at
            rt.keep_padding(io, rt.check_size(io, self.offsets[0], self, 2, 0), self, 5)
            at[5] = Span(start, io.at)

        field = 6
        if self.mode != DataMode.ALL_NULL:
            match self.type:
                case Type.BOOL:
                    count = rt.check_count(io, self.num_rows, 1, self._parent._parent, 1)
                    start = io.bits_from("le", some=count > 0)
                    io.bits_owner = (self, 6)
                    self.values = io.bools(count, "le")
                    at[6] = Strided(start, io.at, 0, count)
                    self._cases[6] = "b1le"
                case Type.INT8:
                    count = rt.check_count(io, self.num_rows, 8, self._parent._parent, 1)
                    start = io.at
                    self.values = io.s1s(count)
                    at[6] = Strided(start, io.at, 1, count)
                    self._cases[6] = "s1"
                case Type.UINT8:
                    count = rt.check_count(io, self.num_rows, 8, self._parent._parent, 1)
                    start = io.at
                    self.values = io.u1s(count)
                    at[6] = Strided(start, io.at, 1, count)
                    self._cases[6] = "u1"
                case Type.INT16:
                    count = rt.check_count(io, self.num_rows, 16, self._parent._parent, 1)
                    start = io.at
                    self.values = io.s2les(count)
                    at[6] = Strided(start, io.at, 2, count)
                    self._cases[6] = "s2le"
                case Type.UINT16:
                    count = rt.check_count(io, self.num_rows, 16, self._parent._parent, 1)
                    start = io.at
                    self.values = io.u2les(count)
                    at[6] = Strided(start, io.at, 2, count)
                    self._cases[6] = "u2le"
                case Type.INT32:
                    count = rt.check_count(io, self.num_rows, 32, self._parent._parent, 1)
                    start = io.at
                    self.values = io.s4les(count)
                    at[6] = Strided(start, io.at, 4, count)
                    self._cases[6] = "s4le"
                case Type.UINT32:
                    count = rt.check_count(io, self.num_rows, 32, self._parent._parent, 1)
                    start = io.at
                    self.values = io.u4les(count)
                    at[6] = Strided(start, io.at, 4, count)
                    self._cases[6] = "u4le"
                case Type.FLOAT32:
                    count = rt.check_count(io, self.num_rows, 32, self._parent._parent, 1)
                    start = io.at
                    self.values = io.f4les(count)
                    at[6] = Strided(start, io.at, 4, count)
                    self._cases[6] = "f4le"
                case Type.SMALL_ENUM:
                    count = rt.check_count(io, self.num_rows, 8, self._parent._parent, 1)
                    start = io.at
                    self.values = io.u1s(count)
                    at[6] = Strided(start, io.at, 1, count)
                    self._cases[6] = "u1"
                case Type.BIG_ENUM:
                    count = rt.check_count(io, self.num_rows, 16, self._parent._parent, 1)
                    start = io.at
                    self.values = io.u2les(count)
                    at[6] = Strided(start, io.at, 2, count)
                    self._cases[6] = "u2le"
                case Type.UUID:
                    count = rt.check_count(io, self.num_rows, 128, self._parent._parent, 1)
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_uuid(io, self, "values", _index)
                        items.append(item)
                        rt.end_element(io, edges)
                    self._cases[6] = "uuid"
                case Type.GEOPOINT:
                    count = rt.check_count(io, self.num_rows, 64, self._parent._parent, 1)
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_geopoint(io, self, "values", _index)
                        items.append(item)
                        rt.end_element(io, edges)
                    self._cases[6] = "geopoint"
                case Type.GEOSHAPE:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_geoshape_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "geoshape_slot"
                case Type.INT64:
                    count = rt.check_count(io, self.num_rows, 64, self._parent._parent, 1)
                    start = io.at
                    self.values = io.s8les(count)
                    at[6] = Strided(start, io.at, 8, count)
                    self._cases[6] = "s8le"
                case Type.ARRAY_OF_BOOL:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_INT8:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_UINT8:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_INT16:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_UINT16:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_INT32:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_UINT32:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_FLOAT32:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_SMALL_ENUM:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_BIG_ENUM:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_UUID:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_GEOPOINT:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case Type.ARRAY_OF_INT64:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1, backed=len(self.offsets))
                    items = self.values = []
                    edges = [io.at]
                    at[6] = Edges(edges)
                    for _index in range(count):
                        item = read_array_slot(io, self, "values", _index, _index)
                        items.append(item)
                        rt.end_element(io, edges, len(self.offsets))
                    self._cases[6] = "array_slot"
                case _:
                    count = rt.check_count(io, self.num_rows, 0, self._parent._parent, 1)
                    self.values = [None] * count
                    at[6] = Edges([io.at] * (count + 1))
            rt.mask_nulls(
                io,
                self,
                6,
                self.validity,
                (
                    ArraySlot,
                    GeoshapeSlot,
                ),
            )
            rt.keep_nan_bits(io, self, 6)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_MARK: tuple[Any, ...] = ()


def read_mark(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Mark:
    """Read a ``mark``."""
    return Mark._begin(io, parent, name, index)


MARKS_OF_ARRAY_SLOT: tuple[Any, ...] = (0,)


def read_array_slot(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> ArraySlot:
    """Read a ``array_slot``."""
    marks: list[Any] = [MARKS_OF_ARRAY_SLOT, io.at]
    self: ArraySlot = rt.begin(ArraySlot, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
            inner = io.sub(
                rt.check_size(
                    io, self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], self._parent, 2, self.i + 1
                )
            )
            self.array = read_array(inner, self, "array", None, self._parent.type)
            rt.finish_structure(inner, self.array)
            marks.append(io.at)
        else:
            marks.append(None)
            self.array = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


def read_array(io: Cursor, parent: Struct | None, name: str, index: int | None, given_type: Type | int) -> Array:
    """Read a ``array``."""
    self = Array._begin(io, parent, name, index)
    self.type = given_type
    at = self._at
    field = 0
    try:
        first = io.at
        self.num_items = io.u4le()
        at[0] = Span(first, io.at)

        field = 1
        match self.type:
            case Type.ARRAY_OF_BOOL:
                count = rt.check_count(io, self.num_items, 1, self, 0)
                start = io.bits_from("le", some=count > 0)
                io.bits_owner = (self, 1)
                self.items = io.bools(count, "le")
                at[1] = Strided(start, io.at, 0, count)
                self._cases[1] = "b1le"
            case Type.ARRAY_OF_INT8:
                count = rt.check_count(io, self.num_items, 8, self, 0)
                start = io.at
                self.items = io.s1s(count)
                at[1] = Strided(start, io.at, 1, count)
                self._cases[1] = "s1"
            case Type.ARRAY_OF_UINT8:
                count = rt.check_count(io, self.num_items, 8, self, 0)
                start = io.at
                self.items = io.u1s(count)
                at[1] = Strided(start, io.at, 1, count)
                self._cases[1] = "u1"
            case Type.ARRAY_OF_INT16:
                count = rt.check_count(io, self.num_items, 16, self, 0)
                start = io.at
                self.items = io.s2les(count)
                at[1] = Strided(start, io.at, 2, count)
                self._cases[1] = "s2le"
            case Type.ARRAY_OF_UINT16:
                count = rt.check_count(io, self.num_items, 16, self, 0)
                start = io.at
                self.items = io.u2les(count)
                at[1] = Strided(start, io.at, 2, count)
                self._cases[1] = "u2le"
            case Type.ARRAY_OF_INT32:
                count = rt.check_count(io, self.num_items, 32, self, 0)
                start = io.at
                self.items = io.s4les(count)
                at[1] = Strided(start, io.at, 4, count)
                self._cases[1] = "s4le"
            case Type.ARRAY_OF_UINT32:
                count = rt.check_count(io, self.num_items, 32, self, 0)
                start = io.at
                self.items = io.u4les(count)
                at[1] = Strided(start, io.at, 4, count)
                self._cases[1] = "u4le"
            case Type.ARRAY_OF_FLOAT32:
                count = rt.check_count(io, self.num_items, 32, self, 0)
                start = io.at
                self.items = io.f4les(count)
                at[1] = Strided(start, io.at, 4, count)
                self._cases[1] = "f4le"
            case Type.ARRAY_OF_SMALL_ENUM:
                count = rt.check_count(io, self.num_items, 8, self, 0)
                start = io.at
                self.items = io.u1s(count)
                at[1] = Strided(start, io.at, 1, count)
                self._cases[1] = "u1"
            case Type.ARRAY_OF_BIG_ENUM:
                count = rt.check_count(io, self.num_items, 16, self, 0)
                start = io.at
                self.items = io.u2les(count)
                at[1] = Strided(start, io.at, 2, count)
                self._cases[1] = "u2le"
            case Type.ARRAY_OF_UUID:
                count = rt.check_count(io, self.num_items, 128, self, 0)
                items = self.items = []
                edges = [io.at]
                at[1] = Edges(edges)
                for _index in range(count):
                    item = read_uuid(io, self, "items", _index)
                    items.append(item)
                    rt.end_element(io, edges)
                self._cases[1] = "uuid"
            case Type.ARRAY_OF_GEOPOINT:
                count = rt.check_count(io, self.num_items, 64, self, 0)
                items = self.items = []
                edges = [io.at]
                at[1] = Edges(edges)
                for _index in range(count):
                    item = read_geopoint(io, self, "items", _index)
                    items.append(item)
                    rt.end_element(io, edges)
                self._cases[1] = "geopoint"
            case Type.ARRAY_OF_INT64:
                count = rt.check_count(io, self.num_items, 64, self, 0)
                start = io.at
                self.items = io.s8les(count)
                at[1] = Strided(start, io.at, 8, count)
                self._cases[1] = "s8le"
            case _:
                count = rt.check_count(io, self.num_items, 0, self, 0)
                self.items = [None] * count
                at[1] = Edges([io.at] * (count + 1))
        rt.keep_nan_bits(io, self, 1)

        field = 2
        start = io.at
        rt.keep_padding(io, rt.check_size(io, 0, None), self, 2)
        at[2] = Span(start, io.at)

        field = 3
        count = rt.check_count(io, self.num_items, 1, self, 0)
        start = io.bits_from("le", some=count > 0)
        io.bits_owner = (self, 3)
        self.validity = io.bools(count, "le")
        at[3] = Strided(start, io.at, 0, count)
        rt.mask_nulls(io, self, 1, self.validity)

        field = 4
        start = io.at
        rt.keep_padding(io, rt.check_size(io, -io.pos % 8, None), self, 4)
        at[4] = Span(start, io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_GEOSHAPE_SLOT: tuple[Any, ...] = (0,)


def read_geoshape_slot(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> GeoshapeSlot:
    """Read a ``geoshape_slot``."""
    marks: list[Any] = [MARKS_OF_GEOSHAPE_SLOT, io.at]
    self: GeoshapeSlot = rt.begin(GeoshapeSlot, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
            inner = io.sub(
                rt.check_size(
                    io, self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], self._parent, 2, self.i + 1
                )
            )
            self.shape = read_geoshape(inner, self, "shape", None)
            rt.finish_structure(inner, self.shape)
            marks.append(io.at)
        else:
            marks.append(None)
            self.shape = None

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_GEOSHAPE: tuple[Any, ...] = (0, 1)


def read_geoshape(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geoshape:
    """Read a ``geoshape``."""
    marks: list[Any] = [MARKS_OF_GEOSHAPE, io.at]
    self: Geoshape = rt.begin(Geoshape, io, parent, name, index, marks)
    field = 0
    try:
        self.num_polygons = io.u4le()
        marks.append(io.at)

        field = 1
        count = rt.check_count(io, self.num_polygons, 32, self, 0)
        items = self.polygons = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_polygon(io, self, "polygons", _index)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_POLYGON: tuple[Any, ...] = (0, 1)


def read_polygon(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Polygon:
    """Read a ``polygon``."""
    marks: list[Any] = [MARKS_OF_POLYGON, io.at]
    self: Polygon = rt.begin(Polygon, io, parent, name, index, marks)
    field = 0
    try:
        self.num_points = io.u4le()
        marks.append(io.at)

        field = 1
        count = rt.check_count(io, self.num_points, 64, self, 0)
        items = self.points = []
        edges = [io.at]
        marks.append(Edges(edges))
        for _index in range(count):
            item = read_geopoint(io, self, "points", _index)
            items.append(item)
            edges.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_UUID: tuple[Any, ...] = (0,)


def read_uuid(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Uuid:
    """Read a ``uuid``."""
    marks: list[Any] = [MARKS_OF_UUID, io.at]
    self: Uuid = rt.begin(Uuid, io, parent, name, index, marks)
    field = 0
    try:
        size = 16
        data = io.piece(size)
        if data is None:
            data = io.take(rt.check_size(io, size, None))
        self.value = data
        marks.append(io.at)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_GEOPOINT: tuple[Any, ...] = (((0, 4), (1, 4)),)
NUMBERS_0_OF_GEOPOINT = rt.Numbers((0, "lat", "f4le"), (1, "lng", "f4le"))


def read_geopoint(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Geopoint:
    """Read a ``geopoint``."""
    marks: list[Any] = [MARKS_OF_GEOPOINT, io.at]
    self: Geopoint = rt.begin(Geopoint, io, parent, name, index, marks)
    field = 0
    try:
        (
            self.lat,
            self.lng,
        ) = io.numbers(NUMBERS_0_OF_GEOPOINT, self)
        marks.append(io.at)
        if self.lat != self.lat:
            rt.keep_nan_bits(io, self, 0)
        if self.lng != self.lng:
            rt.keep_nan_bits(io, self, 1)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self
