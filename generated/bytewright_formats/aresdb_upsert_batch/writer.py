# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB upsert batch: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Output

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


def derive_aresdb_upsert_batch(self: AresdbUpsertBatch, out: Output) -> None:
    """Find what follows from the rest of a ``aresdb_upsert_batch``."""
    rt.derive_constant(self, 0, out, 0xFEED0001)
    rt.derive_count(self, 1, out, rt.lists_at("columns", "data", "values"))
    rt.derive_count(
        self,
        2,
        out,
        rt.lists_at("reserved_1"),
        rt.lists_at("reserved_2"),
        rt.lists_at("types"),
        rt.lists_at("column_ids"),
        rt.lists_at("modes"),
        rt.lists_at("columns"),
    )
    rt.make_structures(self, 10, self.num_columns)
    rt.make_structures(self, 11, self.num_columns)
    rt.stored_value(self, 4)
    rt.reserve_list(self, 5, out, self.num_columns + 1, 0)
    if self.reserved_1 is None:
        self.reserved_1 = [0] * (self.num_columns)
    if self.reserved_2 is None:
        self.reserved_2 = [0] * (self.num_columns)
    rt.stored_value(self, 8)
    if self.modes is not None:
        for _index, item in enumerate(self.modes):
            derive_mode(item, out)
    if self.columns is not None:
        for _index, item in enumerate(self.columns):
            item.i = _index
            derive_column(item, out)


def emit_aresdb_upsert_batch(self: AresdbUpsertBatch, out: Output) -> None:
    """Write a ``aresdb_upsert_batch``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u4le", self.version, self, 0)

    rt.check_present(self, 1)
    out.must(lambda value, _index: value < 0, self, 1, "at least 0")
    out.number("s4le", self.num_rows, self, 1)

    rt.check_present(self, 2)
    out.number("u2le", self.num_columns, self, 2)

    out.zeros(14, self, 3)

    rt.check_present(self, 4)
    out.number("u4le", self.arrival_time, self, 4)

    out.later("u4le", self, 5, len(self.column_offsets))

    values = rt.check_list(self, 6, self.num_columns)
    out.numbers("u4le", values, self, 6)

    values = rt.check_list(self, 7, self.num_columns)
    out.numbers("u4le", values, self, 7)

    values = rt.check_list(self, 8, self.num_columns)
    for _index, value in enumerate(self.types):
        if not isinstance(value, Type):
            raise rt.invalid_value(
                self,
                8,
                "one of bool, int8, uint8, int16, uint16, int32, uint32, float32, small_enum, big_enum, uuid, geopoint, …",
                value,
                _index,
            )
    out.numbers("u4le", values, self, 8)

    values = rt.check_list(self, 9, self.num_columns)
    out.numbers("u2le", values, self, 9)

    values = rt.check_list(self, 10, self.num_columns)
    for _index, item in enumerate(values):
        emit_mode(item, out)

    values = rt.check_list(self, 11, self.num_columns)
    for _index, item in enumerate(values):
        item.i = _index
        emit_column(item, out)

    out.zeros(-out.pos % 8, self, 12)


def derive_mode(self: Mode, out: Output) -> None:
    """Find what follows from the rest of a ``mode``."""
    rt.derive_nulls(
        self,
        0,
        out,
        self._parent.columns[self._index].data.values,
        DataMode.ALL_NULL,
        DataMode.ALL_VALID,
        DataMode.NULL_VECTOR,
    )
    rt.stored_value(self, 1)
    if self.update_mode is None:
        self.update_mode = UpdateMode.OVERWRITE_NOT_NULL
    if self.reserved is None:
        self.reserved = 0


def emit_mode(self: Mode, out: Output) -> None:
    """Write a ``mode``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.must(
        lambda value, _index: value not in (DataMode.ALL_NULL, DataMode.ALL_VALID, DataMode.NULL_VECTOR),
        self,
        0,
        "one of all_null, all_valid, null_vector",
    )
    out.bits(3, "le", self.data_mode, self, 0)

    rt.check_present(self, 1)
    value = self.update_mode
    if not isinstance(value, UpdateMode):
        raise rt.invalid_value(self, 1, "one of overwrite_not_null, overwrite, add, min, max", value)
    out.bits(3, "le", self.update_mode, self, 1)

    rt.check_present(self, 2)
    out.bits(2, "le", self.reserved, self, 2)


def derive_column(self: Column, out: Output) -> None:
    """Find what follows from the rest of a ``column``."""
    if self.data is not None:
        item = self.data
        item.start = self._parent.column_offsets[self.i]
        derive_column_data(item, out)


def emit_column(self: Column, out: Output) -> None:
    """Write a ``column``."""
    out.begin(self)
    out.gap(self, 0)

    out.solve(self._parent, 5, out.pos_for(self._parent), self._index)
    rt.check_present(self, 1)
    item = self.data
    item.start = self._parent.column_offsets[self.i]
    mark = out.enter()
    emit_column_data(item, out)
    out.tail(item)
    size = out.leave(mark)
    out.expect(lambda: self._parent.column_offsets[self.i + 1] - self._parent.column_offsets[self.i], size, self, 1)
    out.solve(self._parent, 5, out.pos_for(self._parent), self._index + 1)


def derive_column_data(self: ColumnData, out: Output) -> None:
    """Find what follows from the rest of a ``column_data``."""
    rt.derive_validity(
        self,
        0,
        out,
        self.values,
        lambda _index: (
            self.type
            not in (
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
                Type.GEOSHAPE,
                Type.INT64,
                Type.ARRAY_OF_BOOL,
                Type.ARRAY_OF_INT8,
                Type.ARRAY_OF_UINT8,
                Type.ARRAY_OF_INT16,
                Type.ARRAY_OF_UINT16,
                Type.ARRAY_OF_INT32,
                Type.ARRAY_OF_UINT32,
                Type.ARRAY_OF_FLOAT32,
                Type.ARRAY_OF_SMALL_ENUM,
                Type.ARRAY_OF_BIG_ENUM,
                Type.ARRAY_OF_UUID,
                Type.ARRAY_OF_GEOPOINT,
                Type.ARRAY_OF_INT64,
            )
        ),
    )
    rt.reserve_list(
        self,
        2,
        out,
        self.num_rows + 1,
        None,
        keeps=True,
        there=lambda: self.is_variable and self.mode != DataMode.ALL_NULL,
    )
    if self.vector is not None:
        item = self.vector
        derive_mark(item, out)
    if self.values is not None:
        match self.type:
            case Type.BOOL:
                rt.check_case(self, 6, "b1", by="type")
            case Type.INT8:
                rt.check_case(self, 6, "s1", by="type")
            case Type.UINT8:
                rt.check_case(self, 6, "u1", by="type")
            case Type.INT16:
                rt.check_case(self, 6, "s2", by="type")
            case Type.UINT16:
                rt.check_case(self, 6, "u2", by="type")
            case Type.INT32:
                rt.check_case(self, 6, "s4", by="type")
            case Type.UINT32:
                rt.check_case(self, 6, "u4", by="type")
            case Type.FLOAT32:
                rt.check_case(self, 6, "f4", by="type")
            case Type.SMALL_ENUM:
                rt.check_case(self, 6, "u1", by="type")
            case Type.BIG_ENUM:
                rt.check_case(self, 6, "u2", by="type")
            case Type.UUID:
                self.values = rt.as_structures(Uuid, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        derive_uuid(item, out)
            case Type.GEOPOINT:
                self.values = rt.as_structures(Geopoint, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        derive_geopoint(item, out)
            case Type.GEOSHAPE:
                self.values = rt.as_structures(GeoshapeSlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_geoshape_slot(item, out)
            case Type.INT64:
                rt.check_case(self, 6, "s8", by="type")
            case Type.ARRAY_OF_BOOL:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_INT8:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_UINT8:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_INT16:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_UINT16:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_INT32:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_UINT32:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_FLOAT32:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_SMALL_ENUM:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_BIG_ENUM:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_UUID:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_GEOPOINT:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)
            case Type.ARRAY_OF_INT64:
                self.values = rt.as_structures(ArraySlot, self, 6, by="type")
                for _index, item in enumerate(self.values):
                    if item is not None:
                        item.i = _index
                        derive_array_slot(item, out)


def emit_column_data(self: ColumnData, out: Output) -> None:
    """Write a ``column_data``."""
    out.begin(self)
    if self.mode == DataMode.NULL_VECTOR and self.type != Type.GEOSHAPE:
        values = rt.check_list(self, 0, self.num_rows)
        out.flags("le", values, self, 0)
    else:
        rt.check_no_nulls(
            self,
            6,
            there=lambda: self.mode != DataMode.ALL_NULL,
            nothing=lambda _index: (
                self.type
                not in (
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
                )
            ),
        )
        rt.check_absent(self, 0)
    if self.is_variable and self.mode != DataMode.ALL_NULL:
        here = out.here()
        size = -(self.start + out.pos) % 4
        out.zeros(size, self, 1)
        out.expect(lambda here=here: -(self.start + here.pos) % 4, size, self, 1)
    if self.is_variable and self.mode != DataMode.ALL_NULL:
        if self.offsets is None:
            rt.reserve_list(self, 2, out, self.num_rows + 1, None, keeps=True)
        out.later("u4le", self, 2, len(self.offsets))
    else:
        rt.check_absent(self, 2, out=out)
    if self.mode != DataMode.ALL_NULL:
        here = out.here()
        size = -(self.start + out.pos) % 8
        out.zeros(size, self, 3)
        out.expect(lambda here=here: -(self.start + here.pos) % 8, size, self, 3)
    out.note(self, 4)
    rt.check_present(self, 4)
    item = self.vector
    emit_mark(item, out)

    out.note(self, 4)
    if self.is_variable and self.mode != DataMode.ALL_NULL:
        size = self.offsets[0]
        out.zeros(size, self, 5)
        out.expect(lambda: self.offsets[0], size, self, 5)
    if self.mode != DataMode.ALL_NULL:
        values = rt.check_list(self, 6, self.num_rows)
        match self.type:
            case Type.BOOL:
                out.flags("le", values, self, 6)
            case Type.INT8:
                out.numbers("s1", values, self, 6)
            case Type.UINT8:
                out.numbers("u1", values, self, 6)
            case Type.INT16:
                out.numbers("s2le", values, self, 6)
            case Type.UINT16:
                out.numbers("u2le", values, self, 6)
            case Type.INT32:
                out.numbers("s4le", values, self, 6)
            case Type.UINT32:
                out.numbers("u4le", values, self, 6)
            case Type.FLOAT32:
                out.numbers("f4le", values, self, 6)
            case Type.SMALL_ENUM:
                out.numbers("u1", values, self, 6)
            case Type.BIG_ENUM:
                out.numbers("u2le", values, self, 6)
            case Type.UUID:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(16, self, 6, _index)
                        continue
                    emit_uuid(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.GEOPOINT:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(8, self, 6, _index)
                        continue
                    emit_geopoint(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.GEOSHAPE:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_geoshape_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.INT64:
                out.numbers("s8le", values, self, 6)
            case Type.ARRAY_OF_BOOL:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_INT8:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_UINT8:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_INT16:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_UINT16:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_INT32:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_UINT32:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_FLOAT32:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_SMALL_ENUM:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_BIG_ENUM:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_UUID:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_GEOPOINT:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case Type.ARRAY_OF_INT64:
                for _index, item in enumerate(values):
                    out.solve(self, 2, out.distance(self, 4), _index)
                    if item is None:
                        out.absent(None, self, 6, _index)
                        continue
                    item.i = _index
                    emit_array_slot(item, out)
                out.solve(self, 2, out.distance(self, 4), len(values))
            case _:
                for _index, _ in enumerate(values):
                    rt.check_absent(self, 6, _index)
    else:
        rt.check_absent(self, 6)


def derive_mark(self: Mark, out: Output) -> None:
    """Find what follows from the rest of a ``mark``."""


def emit_mark(self: Mark, out: Output) -> None:
    """Write a ``mark``."""
    out.begin(self)


def derive_array_slot(self: ArraySlot, out: Output) -> None:
    """Find what follows from the rest of a ``array_slot``."""
    if self.array is not None:
        item = self.array
        item.type = self._parent.type
        derive_array(item, out)


def emit_array_slot(self: ArraySlot, out: Output) -> None:
    """Write a ``array_slot``."""
    out.begin(self)
    if self.array is not None:
        rt.check_present(self, 0)
        item = self.array
        item.type = self._parent.type
        mark = out.enter()
        emit_array(item, out)
        out.tail(item)
        size = out.leave(mark)
        rt.check_filled(self, 0, size)
        out.expect(lambda: self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], size, self, 0)
    else:
        rt.check_absent(self, 0)


def derive_array(self: Array, out: Output) -> None:
    """Find what follows from the rest of a ``array``."""
    rt.derive_count(self, 0, out, rt.lists_at("items"))
    if self.items is not None:
        match self.type:
            case Type.ARRAY_OF_BOOL:
                rt.check_case(self, 1, "b1", by="type")
            case Type.ARRAY_OF_INT8:
                rt.check_case(self, 1, "s1", by="type")
            case Type.ARRAY_OF_UINT8:
                rt.check_case(self, 1, "u1", by="type")
            case Type.ARRAY_OF_INT16:
                rt.check_case(self, 1, "s2", by="type")
            case Type.ARRAY_OF_UINT16:
                rt.check_case(self, 1, "u2", by="type")
            case Type.ARRAY_OF_INT32:
                rt.check_case(self, 1, "s4", by="type")
            case Type.ARRAY_OF_UINT32:
                rt.check_case(self, 1, "u4", by="type")
            case Type.ARRAY_OF_FLOAT32:
                rt.check_case(self, 1, "f4", by="type")
            case Type.ARRAY_OF_SMALL_ENUM:
                rt.check_case(self, 1, "u1", by="type")
            case Type.ARRAY_OF_BIG_ENUM:
                rt.check_case(self, 1, "u2", by="type")
            case Type.ARRAY_OF_UUID:
                self.items = rt.as_structures(Uuid, self, 1, by="type")
                for _index, item in enumerate(self.items):
                    if item is not None:
                        derive_uuid(item, out)
            case Type.ARRAY_OF_GEOPOINT:
                self.items = rt.as_structures(Geopoint, self, 1, by="type")
                for _index, item in enumerate(self.items):
                    if item is not None:
                        derive_geopoint(item, out)
            case Type.ARRAY_OF_INT64:
                rt.check_case(self, 1, "s8", by="type")
    rt.derive_validity(
        self,
        3,
        out,
        self.items,
        lambda _index: (
            self.type
            not in (
                Type.ARRAY_OF_BOOL,
                Type.ARRAY_OF_INT8,
                Type.ARRAY_OF_UINT8,
                Type.ARRAY_OF_INT16,
                Type.ARRAY_OF_UINT16,
                Type.ARRAY_OF_INT32,
                Type.ARRAY_OF_UINT32,
                Type.ARRAY_OF_FLOAT32,
                Type.ARRAY_OF_SMALL_ENUM,
                Type.ARRAY_OF_BIG_ENUM,
                Type.ARRAY_OF_UUID,
                Type.ARRAY_OF_GEOPOINT,
                Type.ARRAY_OF_INT64,
            )
        ),
    )


def emit_array(self: Array, out: Output) -> None:
    """Write a ``array``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u4le", self.num_items, self, 0)

    values = rt.check_list(self, 1, self.num_items)
    match self.type:
        case Type.ARRAY_OF_BOOL:
            out.flags("le", values, self, 1)
        case Type.ARRAY_OF_INT8:
            out.numbers("s1", values, self, 1)
        case Type.ARRAY_OF_UINT8:
            out.numbers("u1", values, self, 1)
        case Type.ARRAY_OF_INT16:
            out.numbers("s2le", values, self, 1)
        case Type.ARRAY_OF_UINT16:
            out.numbers("u2le", values, self, 1)
        case Type.ARRAY_OF_INT32:
            out.numbers("s4le", values, self, 1)
        case Type.ARRAY_OF_UINT32:
            out.numbers("u4le", values, self, 1)
        case Type.ARRAY_OF_FLOAT32:
            out.numbers("f4le", values, self, 1)
        case Type.ARRAY_OF_SMALL_ENUM:
            out.numbers("u1", values, self, 1)
        case Type.ARRAY_OF_BIG_ENUM:
            out.numbers("u2le", values, self, 1)
        case Type.ARRAY_OF_UUID:
            for _index, item in enumerate(values):
                if item is None:
                    out.absent(16, self, 1, _index)
                    continue
                emit_uuid(item, out)
        case Type.ARRAY_OF_GEOPOINT:
            for _index, item in enumerate(values):
                if item is None:
                    out.absent(8, self, 1, _index)
                    continue
                emit_geopoint(item, out)
        case Type.ARRAY_OF_INT64:
            out.numbers("s8le", values, self, 1)
        case _:
            for _index, _ in enumerate(values):
                rt.check_absent(self, 1, _index)

    out.zeros(0, self, 2)

    values = rt.check_list(self, 3, self.num_items)
    out.flags("le", values, self, 3)

    out.zeros(-out.pos % 8, self, 4)


def derive_geoshape_slot(self: GeoshapeSlot, out: Output) -> None:
    """Find what follows from the rest of a ``geoshape_slot``."""
    if self.shape is not None:
        item = self.shape
        derive_geoshape(item, out)


def emit_geoshape_slot(self: GeoshapeSlot, out: Output) -> None:
    """Write a ``geoshape_slot``."""
    out.begin(self)
    if self.shape is not None:
        rt.check_present(self, 0)
        item = self.shape
        mark = out.enter()
        emit_geoshape(item, out)
        out.tail(item)
        size = out.leave(mark)
        rt.check_filled(self, 0, size)
        out.expect(lambda: self._parent.offsets[self.i + 1] - self._parent.offsets[self.i], size, self, 0)
    else:
        rt.check_absent(self, 0)


def derive_geoshape(self: Geoshape, out: Output) -> None:
    """Find what follows from the rest of a ``geoshape``."""
    rt.derive_count(self, 0, out, rt.lists_at("polygons"))
    if self.polygons is not None:
        for _index, item in enumerate(self.polygons):
            derive_polygon(item, out)


def emit_geoshape(self: Geoshape, out: Output) -> None:
    """Write a ``geoshape``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u4le", self.num_polygons, self, 0)

    values = rt.check_list(self, 1, self.num_polygons)
    for _index, item in enumerate(values):
        emit_polygon(item, out)


def derive_polygon(self: Polygon, out: Output) -> None:
    """Find what follows from the rest of a ``polygon``."""
    rt.derive_count(self, 0, out, rt.lists_at("points"))
    if self.points is not None:
        for _index, item in enumerate(self.points):
            derive_geopoint(item, out)


def emit_polygon(self: Polygon, out: Output) -> None:
    """Write a ``polygon``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("u4le", self.num_points, self, 0)

    values = rt.check_list(self, 1, self.num_points)
    for _index, item in enumerate(values):
        emit_geopoint(item, out)


def derive_uuid(self: Uuid, out: Output) -> None:
    """Find what follows from the rest of a ``uuid``."""


def emit_uuid(self: Uuid, out: Output) -> None:
    """Write a ``uuid``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.raw(self.value, self, 0, None, 16)


def derive_geopoint(self: Geopoint, out: Output) -> None:
    """Find what follows from the rest of a ``geopoint``."""


def emit_geopoint(self: Geopoint, out: Output) -> None:
    """Write a ``geopoint``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.number("f4le", self.lat, self, 0)

    rt.check_present(self, 1)
    out.number("f4le", self.lng, self, 1)
