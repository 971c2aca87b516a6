# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""AresDB upsert batch: bytes → objects of which each field is read when it is first asked for.

Generated from specs/aresdb/aresdb_upsert_batch.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Span, Strided

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


def check_version_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Check the ``version`` of a ``aresdb_upsert_batch``."""
    value = self.version
    if io.checked and (value != 0xFEED0001):
        raise rt.invalid_value(self, 0, "4276944897 (0xfeed0001)", value)


def check_num_rows_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Check the ``num_rows`` of a ``aresdb_upsert_batch``."""
    value = self.num_rows
    if value < 0:
        raise rt.invalid_value(self, 1, "at least 0", value)


def read_column_offsets_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``column_offsets`` of a ``aresdb_upsert_batch``."""
    at = self._at
    count = rt.check_count(io, self.num_columns + 1, 32, self, 2)
    start = io.at
    self.column_offsets = io.u4les(count)
    at[5] = Strided(start, io.at, 4, count)


def read_reserved_1_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``reserved_1`` of a ``aresdb_upsert_batch``."""
    at = self._at
    count = rt.check_count(io, self.num_columns, 32, self, 2)
    start = io.at
    self.reserved_1 = io.u4les(count)
    at[6] = Strided(start, io.at, 4, count)


def read_reserved_2_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``reserved_2`` of a ``aresdb_upsert_batch``."""
    at = self._at
    count = rt.check_count(io, self.num_columns, 32, self, 2)
    start = io.at
    self.reserved_2 = io.u4les(count)
    at[7] = Strided(start, io.at, 4, count)


def read_types_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``types`` of a ``aresdb_upsert_batch``."""
    at = self._at
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


def read_column_ids_of_aresdb_upsert_batch(io: Cursor, self: AresdbUpsertBatch) -> None:
    """Read the ``column_ids`` of a ``aresdb_upsert_batch``."""
    at = self._at
    count = rt.check_count(io, self.num_columns, 16, self, 2)
    start = io.at
    self.column_ids = io.u2les(count)
    at[9] = Strided(start, io.at, 2, count)


view_aresdb_upsert_batch: rt.View = rt.View(
    AresdbUpsertBatch,
    rt.Part(0, "version", lambda io, self: io.u4le(), size=4, check=check_version_of_aresdb_upsert_batch),
    rt.Part(1, "num_rows", lambda io, self: io.s4le(), size=4, check=check_num_rows_of_aresdb_upsert_batch),
    rt.Part(2, "num_columns", lambda io, self: io.u2le(), size=2),
    rt.Part(3, "", rt.padding(3), size=(14, None)),
    rt.Part(4, "arrival_time", lambda io, self: io.u4le(), size=4),
    rt.Part(
        5,
        "column_offsets",
        read=read_column_offsets_of_aresdb_upsert_batch,
        size=lambda io, self: rt.check_count(io, self.num_columns + 1, 32, self, 2) * 4,
    ),
    rt.Part(
        6,
        "reserved_1",
        read=read_reserved_1_of_aresdb_upsert_batch,
        size=lambda io, self: rt.check_count(io, self.num_columns, 32, self, 2) * 4,
    ),
    rt.Part(
        7,
        "reserved_2",
        read=read_reserved_2_of_aresdb_upsert_batch,
        size=lambda io, self: rt.check_count(io, self.num_columns, 32, self, 2) * 4,
    ),
    rt.Part(
        8,
        "types",
        read=read_types_of_aresdb_upsert_batch,
        size=lambda io, self: rt.check_count(io, self.num_columns, 32, self, 2) * 4,
    ),
    rt.Part(
        9,
        "column_ids",
        read=read_column_ids_of_aresdb_upsert_batch,
        size=lambda io, self: rt.check_count(io, self.num_columns, 16, self, 2) * 2,
    ),
    rt.Part(
        10,
        "modes",
        lambda io, self, _index: view_mode(io, self, "modes", _index),
        repeat=lambda io, self: rt.check_count(io, self.num_columns, 8, self, 2),
        inline=True,
    ),
    rt.Part(
        11,
        "columns",
        lambda io, self, _index: view_column(io, self, "columns", _index, _index),
        repeat=lambda io, self: rt.check_count(io, self.num_columns, 0, self, 2),
        inline=True,
    ),
    rt.Part(12, "", rt.padding(12), size=lambda io, self: (-io.pos % 8, None)),
)


def read_data_mode_of_mode(io: Cursor, self: Mode) -> None:
    """Read the ``data_mode`` of a ``mode``."""
    at = self._at
    start = io.bits_from("le")
    io.bits_owner = (self, 0)
    self.data_mode = rt.named(DataMode, io.bits_le(3))
    at[0] = Span(start, io.at)
    value = self.data_mode
    if value not in (DataMode.ALL_NULL, DataMode.ALL_VALID, DataMode.NULL_VECTOR):
        raise rt.invalid_value(self, 0, "one of all_null, all_valid, null_vector", value)


def read_update_mode_of_mode(io: Cursor, self: Mode) -> None:
    """Read the ``update_mode`` of a ``mode``."""
    at = self._at
    start = io.bits_from("le")
    io.bits_owner = (self, 1)
    self.update_mode = rt.named(UpdateMode, io.bits_le(3))
    at[1] = Span(start, io.at)
    value = self.update_mode
    if not isinstance(value, UpdateMode):
        raise rt.invalid_value(self, 1, "one of overwrite_not_null, overwrite, add, min, max", value)


def read_reserved_of_mode(io: Cursor, self: Mode) -> None:
    """Read the ``reserved`` of a ``mode``."""
    at = self._at
    start = io.bits_from("le")
    io.bits_owner = (self, 2)
    self.reserved = io.bits_le(2)
    at[2] = Span(start, io.at)


view_mode: rt.View = rt.View(
    Mode,
    rt.Part(0, "data_mode", read=read_data_mode_of_mode),
    rt.Part(1, "update_mode", read=read_update_mode_of_mode),
    rt.Part(2, "reserved", read=read_reserved_of_mode),
)


view_column: rt.View = rt.View(
    Column,
    rt.Part(
        0,
        "",
        rt.padding(0),
        size=lambda io, self: (self._parent.column_offsets[self.i] - io.pos, self._parent, 5, self.i),
    ),
    rt.Part(
        1,
        "data",
        lambda io, self, size: view_column_data(
            rt.cut(io, size), self, "data", None, self._parent.column_offsets[self.i]
        ),
        size=lambda io, self: (
            self._parent.column_offsets[self.i + 1] - self._parent.column_offsets[self.i],
            self._parent,
            5,
            self.i + 1,
        ),
    ),
    parameters={
        "i": "i",
    },
)


view_mark: rt.View = rt.View(
    Mark,
)


view_array_slot: rt.View = rt.View(
    ArraySlot,
    rt.Part(
        0,
        "array",
        lambda io, self, size: view_array(rt.cut(io, size), self, "array", None, self._parent.type),
        given=lambda io, self: self._parent.offsets[self.i + 1] != self._parent.offsets[self.i],
        size=lambda io, self: (
            self._parent.offsets[self.i + 1] - self._parent.offsets[self.i],
            self._parent,
            2,
            self.i + 1,
        ),
    ),
    parameters={
        "i": "i",
    },
)


view_geoshape_slot: rt.View = rt.View(
    GeoshapeSlot,
    rt.Part(
        0,
        "shape",
        lambda io, self, size: view_geoshape(rt.cut(io, size), self, "shape", None),
        given=lambda io, self: self._parent.offsets[self.i + 1] != self._parent.offsets[self.i],
        size=lambda io, self: (
            self._parent.offsets[self.i + 1] - self._parent.offsets[self.i],
            self._parent,
            2,
            self.i + 1,
        ),
    ),
    parameters={
        "i": "i",
    },
)


view_geoshape: rt.View = rt.View(
    Geoshape,
    rt.Part(0, "num_polygons", lambda io, self: io.u4le(), size=4),
    rt.Part(
        1,
        "polygons",
        lambda io, self, _index: view_polygon(io, self, "polygons", _index),
        repeat=lambda io, self: rt.check_count(io, self.num_polygons, 32, self, 0),
        inline=True,
    ),
)


view_polygon: rt.View = rt.View(
    Polygon,
    rt.Part(0, "num_points", lambda io, self: io.u4le(), size=4),
    rt.Part(
        1,
        "points",
        lambda io, self, _index: view_geopoint(io, self, "points", _index),
        repeat=lambda io, self: rt.check_count(io, self.num_points, 64, self, 0),
        inline=True,
    ),
)


view_uuid: rt.View = rt.View(
    Uuid,
    rt.Part(0, "value", rt.raw, size=(16, None)),
)


view_geopoint: rt.View = rt.View(
    Geopoint,
    rt.Part(0, "lat", lambda io, self: io.f4le(), size=4, check=lambda io, self: rt.keep_nan_bits(io, self, 0)),
    rt.Part(1, "lng", lambda io, self: io.f4le(), size=4, check=lambda io, self: rt.keep_nan_bits(io, self, 1)),
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
