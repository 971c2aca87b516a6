"""AresDB's redo log stated a second time, in Construct: an oracle that shares no code with us."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from construct import (
    Array,
    BitsInteger,
    BitsSwapped,
    BitStruct,
    Bytes,
    Computed,
    Const,
    FixedSized,
    Float32l,
    FocusedSeq,
    GreedyBytes,
    GreedyRange,
    Int8sl,
    Int8ul,
    Int16sl,
    Int16ul,
    Int32sl,
    Int32ul,
    Int64sl,
    PrefixedArray,
    Struct,
    Terminated,
    this,
)

NUMBERS = {
    0x00010008: Int8sl,
    0x00020008: Int8ul,
    0x00030010: Int16sl,
    0x00040010: Int16ul,
    0x00050020: Int32sl,
    0x00060020: Int32ul,
    0x00070020: Float32l,
    0x00080008: Int8ul,
    0x00090010: Int16ul,
    0x000A0080: Bytes(16),
    0x000B0040: Array(2, Float32l),
    0x000D0040: Int64sl,
}

ARRAY, GEOSHAPE = 0x01000000, 0x000C0000
SHAPE = FocusedSeq("polygons", "polygons" / PrefixedArray(Int32ul, PrefixedArray(Int32ul, Array(2, Float32l))))
BITS_ARRAY = Struct(
    "num_items" / Int32ul,
    "elements" / Bytes((this.num_items + 7) // 8),
    "validity" / Bytes((this.num_items + 7) // 8),
)

# Construct reads bits from the highest down; the byte's are said from the highest, too.
MODE = BitStruct("reserved" / BitsInteger(2), "update_mode" / BitsInteger(3), "data_mode" / BitsInteger(3))

BATCH = Struct(
    Const(0xFEED0001, Int32ul),
    "num_rows" / Int32sl,
    "num_columns" / Int16ul,
    Bytes(14),
    "arrival_time" / Int32ul,
    "column_offsets" / Array(this.num_columns + 1, Int32ul),
    "reserved_1" / Array(this.num_columns, Int32ul),
    "reserved_2" / Array(this.num_columns, Int32ul),
    "types" / Array(this.num_columns, Int32ul),
    "column_ids" / Array(this.num_columns, Int16ul),
    "modes" / Array(this.num_columns, MODE),
    "data" / GreedyBytes,
    "data_start" / Computed(32 + 19 * this.num_columns),
)

REDO_LOG = Struct(
    Const(0xADDAFEED, Int32ul),
    "batches" / GreedyRange(Struct("len_body" / Int32ul, "body" / FixedSized(this.len_body, BATCH))),
    Terminated,
)


def columns(batch: Any) -> list[list[object]]:
    """The values of each column of a parsed batch, None where there is none."""
    found: list[list[object]] = []
    for i in range(batch.num_columns):
        begin = batch.column_offsets[i]
        mode = batch.modes[i].data_mode
        valid = [True] * batch.num_rows
        position = begin
        if mode == 0:
            found.append([None] * batch.num_rows)
            continue
        if mode == 2 and batch.types[i] != GEOSHAPE:
            valid = bits(batch, position, batch.num_rows)
            position += (batch.num_rows + 7) // 8
        ends: list[int] = []
        if batch.types[i] & ARRAY or batch.types[i] == GEOSHAPE:
            position += -position % 4
            ends = Array(batch.num_rows + 1, Int32ul).parse(batch.data[position - batch.data_start :])
            position += 4 * (batch.num_rows + 1)
        position += -position % 8
        if ends:
            start = position - batch.data_start
            slots = [batch.data[start + a : start + b] for a, b in pairwise(ends)]
            found.append(
                [
                    value(batch.types[i], slot) if slot and there else None
                    for slot, there in zip(slots, valid, strict=True)
                ]
            )
            continue
        if batch.types[i] == 1:
            values: list[object] = list(bits(batch, position, batch.num_rows))
        else:
            values = list(
                Array(batch.num_rows, NUMBERS[batch.types[i]]).parse(batch.data[position - batch.data_start :])
            )
        found.append([value if there else None for value, there in zip(values, valid, strict=True)])
    return found


def value(kind: int, slot: bytes) -> list[object]:
    """An array or a shape."""
    if kind == GEOSHAPE:
        return [list(polygon) for polygon in SHAPE.parse(slot)]
    if kind == ARRAY | 1:
        array = BITS_ARRAY.parse(slot)
        items: list[object] = list(lowest_first(array.elements, array.num_items))
    else:
        array = Struct(
            "num_items" / Int32ul,
            "elements" / Array(this.num_items, NUMBERS[kind & ~ARRAY]),
            "validity" / Bytes((this.num_items + 7) // 8),
        ).parse(slot)
        items = list(array.elements)
    valid = lowest_first(array.validity, array.num_items)
    return [item if there else None for item, there in zip(items, valid, strict=True)]


def bits(batch: Any, position: int, count: int) -> list[bool]:
    """Bits from the lowest of each byte on."""
    start = position - batch.data_start
    return lowest_first(batch.data[start : start + (count + 7) // 8], count)


def lowest_first(data: bytes, count: int) -> list[bool]:
    """The first so many bits of bytes."""
    swapped = BitsSwapped(Bytes(len(data))).parse(data)
    return [bool(swapped[i // 8] >> (7 - i % 8) & 1) for i in range(count)]
