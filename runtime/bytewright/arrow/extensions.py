"""Values of Arrow's types ``arrow.uuid``, ``arrow.json``, ``arrow.fixed_shape_tensor``, from plain ones and back."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_compute: Any = pc
_DASHES = (8, 13, 18, 23)
_DIGITS = np.array([place for place in range(36) if place not in _DASHES])
_NAMES = ("arrow.uuid", "arrow.json", "arrow.fixed_shape_tensor")


def as_extension(array: Any, kind: Any) -> Any:
    """The values of a column in an extension type.

    Args:
        array: them, as they are without it.
        kind: that type.
    """
    storage = _bytes_of(array) if kind.extension_name == "arrow.uuid" else array
    if kind.extension_name == "arrow.fixed_shape_tensor":
        storage = _in_one(array, kind)
    return pa.ExtensionArray.from_storage(kind, storage)


def _bytes_of(array: Any) -> Any:
    """The bytes of uuids in text: each has 36 characters."""
    count = len(array)
    texts = array.fill_null("0" * 36)
    _, offsets, data = texts.buffers()
    first = int(np.frombuffer(offsets, np.int32)[texts.offset]) if count else 0
    letters = np.frombuffer(data, np.uint8, count * 36, first) if count else np.zeros(0, np.uint8)
    digits = letters.reshape(count, 36)[:, _DIGITS]
    values = np.where(digits > ord("9"), (digits | 0x20) - ord("a") + 10, digits - ord("0"))
    halves = values.reshape(count, 16, 2).astype(np.uint8)
    octets = np.ascontiguousarray(halves[:, :, 0] << 4 | halves[:, :, 1])
    valid = None if not array.null_count else _bits(array)
    return pa.Array.from_buffers(pa.binary(16), count, [valid, _buffer(octets)])


def _bits(array: Any) -> Any:
    """Which values are there, as a bitmap that begins with the first."""
    return _buffer(np.packbits(array.is_valid().to_numpy(zero_copy_only=False), bitorder="little"))


def _in_one(array: Any, kind: Any) -> Any:
    """Lists of numbers as one run of numbers each; where a list is null, its numbers are anything."""
    size, count = prod(kind.shape), len(array)
    valid = array.is_valid().to_numpy(zero_copy_only=False)
    numbers = array.drop_null()
    while pa.types.is_list(numbers.type):
        numbers = numbers.flatten()
    places = np.where(valid, np.cumsum(valid) - 1, 0)[:, None] * size + np.arange(size)[None, :]
    if array.null_count:
        numbers = numbers.take(pa.array(places.ravel())) if len(numbers) else pa.nulls(count * size, numbers.type)
    known = _bits(array) if array.null_count else None
    return pa.Array.from_buffers(kind.storage_type, count, [known], children=[numbers])


def _buffer(values: Any) -> Any:
    return pa.py_buffer(values)


def is_known(kind: Any) -> bool:
    """Whether it is one of these types."""
    return isinstance(kind, pa.BaseExtensionType) and getattr(kind, "extension_name", "") in _NAMES


def plain_type(kind: Any) -> Any:
    """The type that stands for one of these types: text, or lists of numbers, in lists."""
    if kind.extension_name != "arrow.fixed_shape_tensor":
        return pa.string()
    found = kind.value_type
    for _ in kind.shape:
        found = pa.list_(pa.field("element", found))
    return found


def plain(array: Any) -> Any:
    """The values of a column of one of these types in the type that stands for it."""
    kind, storage = array.type, array.storage
    if kind.extension_name == "arrow.uuid":
        return _texts_of(storage)
    if kind.extension_name == "arrow.json":
        return storage.cast(pa.string())
    found, counts = storage.flatten(), list(kind.shape)
    valid = array.is_valid().to_numpy(zero_copy_only=False)
    there = int(valid.sum())
    for place in range(len(counts) - 1, 0, -1):
        lists = there * prod(counts[:place])
        found = pa.ListArray.from_arrays(pa.array(np.arange(lists + 1) * counts[place], pa.int32()), found)
    places = np.concatenate([[0], np.cumsum(valid * counts[0])])
    made = pa.ListArray.from_arrays(pa.array(places, pa.int32()), found, mask=array.is_null())
    return made.cast(plain_type(kind))


def _texts_of(octets: Any) -> Any:
    """The texts of uuids of 16 bytes."""
    count = len(octets)
    if not count:
        return pa.array([], pa.string())
    filled = octets.fill_null(bytes(16)) if octets.null_count else octets
    data = np.frombuffer(filled.buffers()[1], np.uint8, count * 16, filled.offset * 16).reshape(count, 16)
    letters = np.full((count, 36), ord("-"), np.uint8)
    halves = np.stack([data >> 4, data & 15], axis=2).reshape(count, 32)
    letters[:, _DIGITS] = np.frombuffer(b"0123456789abcdef", np.uint8)[halves]
    offsets = pa.array(np.arange(count + 1) * 36, pa.int32()).buffers()[1]
    valid = _bits(octets) if octets.null_count else None
    return pa.Array.from_buffers(pa.string(), count, [valid, offsets, _buffer(letters)])
