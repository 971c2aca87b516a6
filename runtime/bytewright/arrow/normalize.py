"""Rows as a user hands them over, in the arrays that the rest knows: what other libraries lay out otherwise is cast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow import extensions
from bytewright.errors import WriteError

Batches = Callable[[], Iterable[pa.RecordBatch]]
"""Gives the rows, each time anew."""

_compute: Any = pc
_MOST = (1 << 31) - 1
"""The most elements that lists with offsets of 32 bits have in one array."""


def received(schema: pa.Schema, batches: Batches) -> tuple[pa.Schema, Batches]:
    """Rows whose columns are laid out as usual, and their schema.

    Args:
        schema: what their columns are.
        batches: the rows.

    Returns:
        The same where nothing is laid out otherwise. Batches raise `WriteError` where a value can't be taken.

    Raises:
        WriteError: two columns have the same name.
    """
    twice = next((name for name, times in Counter(schema.names).items() if times > 1), None)
    if twice is not None:
        raise WriteError(f"there are several columns {twice!r}")
    kinds = [usual(field.type) for field in schema]
    if all(kind == field.type for kind, field in zip(kinds, schema, strict=True)):
        return schema, batches
    known = pa.schema([field.with_type(kind) for kind, field in zip(kinds, schema, strict=True)])

    def taken() -> Iterator[pa.RecordBatch]:
        first = 0
        for batch in batches():
            columns = [_cast(batch.column(n), field, first) for n, field in enumerate(known)]
            yield pa.RecordBatch.from_arrays(columns, schema=known)
            first += batch.num_rows

    return known, taken


def received_table(table: pa.Table) -> pa.Table:
    """A table likewise.

    Raises:
        WriteError: two columns have the same name, or a value can't be taken.
    """
    given = table.schema  # made anew each time it is asked for
    schema, batches = received(given, table.to_batches)
    return table if schema is given else pa.Table.from_batches(batches(), schema)


def usual(kind: Any) -> pa.DataType:
    """The type whose arrays hold the same values, one behind another; moments, like Python's, with no more than
    microseconds."""
    if pa.types.is_run_end_encoded(kind):
        return usual(kind.value_type)
    if extensions.is_known(kind):
        return usual(extensions.plain_type(kind))
    if kind == pa.string_view():
        return pa.large_string()
    if kind == pa.binary_view():
        return pa.large_binary()
    if pa.types.is_timestamp(kind) and kind.unit == "ns":
        return pa.timestamp("us", kind.tz)
    if pa.types.is_dictionary(kind):
        values: Any = usual(kind.value_type)
        return pa.dictionary(kind.index_type, values, kind.ordered)
    if pa.types.is_list_view(kind) or pa.types.is_list(kind):
        return pa.list_(_usual_field(kind.value_field))
    if pa.types.is_large_list_view(kind) or pa.types.is_large_list(kind):
        return pa.large_list(_usual_field(kind.value_field))
    if pa.types.is_struct(kind):
        return pa.struct([_usual_field(field) for field in kind])
    found: pa.DataType = kind
    return found


def _usual_field(field: pa.Field[Any]) -> pa.Field[Any]:
    return field.with_type(usual(field.type))


def _cast(array: Any, field: pa.Field[Any], first: int) -> Any:
    """A column in its usual type; ``first``: the number of its first row."""
    if array.type == field.type:
        return array
    try:
        return _taken(array, field.type)
    except (pa.ArrowException, ValueError) as error:
        row, why = _first_bad(array, field.type), str(error).splitlines()[0]
        raise WriteError(why, field=f"rows[{first + row}].{field.name}") from None


def _taken(array: Any, kind: Any) -> Any:
    """An array in its usual type.

    Raises:
        pa.ArrowInvalid: a value can't be taken.
    """
    if pa.types.is_run_end_encoded(array.type):
        array = _compute.run_end_decode(array)
    if extensions.is_known(array.type):
        array = extensions.plain(array)
    if array.type == kind:
        return array
    if pa.types.is_dictionary(kind):
        return pa.DictionaryArray.from_arrays(
            array.indices, _taken(array.dictionary, kind.value_type), ordered=kind.ordered
        )
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _lists(array, kind)
    if pa.types.is_struct(kind):
        members = [_taken(member, field.type) for member, field in zip(array.flatten(), kind, strict=True)]
        return pa.StructArray.from_arrays(members, fields=list(kind), mask=array.is_null())
    return array.cast(kind)


def _lists(array: Any, kind: Any) -> Any:
    """Lists whose elements lie in their order; of those in views, Arrow's cast gives too few offsets."""
    large = pa.types.is_large_list(kind)
    lengths = _compute.fill_null(_compute.list_value_length(array), 0).to_numpy(zero_copy_only=False)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
    if not large and offsets[-1] > _MOST:
        raise pa.ArrowInvalid(f"more than {_MOST} elements in lists")
    places = pa.array(offsets, pa.int64() if large else pa.int32())
    elements = _taken(array.flatten(), kind.value_type)
    made: Any = pa.LargeListArray if large else pa.ListArray
    return made.from_arrays(places, elements, type=kind, mask=array.is_null())


def _first_bad(array: Any, kind: pa.DataType) -> int:
    """The number of the first value that a cast refuses, of an array that it refuses."""
    first, count = 0, len(array)
    while count > 1:
        half = count // 2
        try:
            _taken(array.slice(first, half), kind)
            first, count = first + half, count - half
        except (pa.ArrowException, ValueError):
            count = half
    return first
