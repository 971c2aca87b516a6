"""Record batches → JSON Lines, by the contract of ``cat``.

Text is made a column at a time by Arrow's kernels; no Python runs per cell, except where text has to be escaped or a
moment lies outside the years that everyone can print.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.buffers import TEXT, bool_array, int64_array, int_values, text_scalar

Values = Any
"""An Arrow array of any type (the stubs know too little of what arrays of each type have)."""
Texts = Any
"""An Arrow array of large strings: JSON text of each value, null where there is none."""

_QUOTE, _BACKSLASH, _SPACE = b'"\\ '
"""Quotes, backslashes and what comes before the blank are escaped."""
_FIRST_YEAR, _LAST_YEAR = -62_167_219_200_000_000, 253_402_300_799_999_999
"""Microseconds of the first moment of year 0 and the last one of year 9999."""
_MISSING = pa.nulls(1, TEXT)[0]
_FALSE = bool_array(np.zeros(1, bool))[0]
_EPOCH = int64_array(np.zeros(1, np.int64))[0]


def encode(batch: pa.RecordBatch) -> memoryview:
    """The rows of a batch as lines of JSON in UTF-8, each with its line end; keys are the columns, in order."""
    if batch.num_rows == 0:
        return memoryview(b"")
    lines = _objects(batch.schema.names, [texts(column) for column in batch.columns], end="}\n")
    return _data(lines)


def _data(lines: Texts) -> memoryview:
    _, offsets, data = lines.buffers()
    if data is None or offsets is None:
        return memoryview(b"")
    edges = np.frombuffer(offsets, np.int64)[lines.offset : lines.offset + len(lines) + 1]
    return memoryview(data)[edges[0] : edges[-1]]


def _objects(names: list[str], members: list[Texts], end: str = "}") -> Texts:
    """Objects of members; names may repeat."""
    pieces: list[Any] = []
    for number, (name, member) in enumerate(zip(names, members, strict=True)):
        key = ("{" if number == 0 else ",") + json.dumps(name, ensure_ascii=False) + ":"
        pieces += [text_scalar(key), member]
    if not pieces:
        pieces = [text_scalar("{")]
    return _joined([*pieces, text_scalar(end)])


def _joined(pieces: list[Any]) -> Texts:
    """Pieces (arrays, or scalars that stand in every row) put together; what is null is the text ``null``."""
    separator = text_scalar("")
    return pc.binary_join_element_wise(*pieces, separator, null_handling="replace", null_replacement="null")


def texts(array: Values) -> Texts:
    """JSON text of every value of an array.

    Raises:
        TypeError: the contract has no text for values of this type.
    """
    kind = array.type
    for holds, convert in _CONVERTERS:
        if holds(kind):
            return convert(array)
    raise TypeError(f"no JSON for values of type {kind}")


def _null(array: Values) -> Texts:
    return pa.nulls(len(array), TEXT)


def _cast(array: Values) -> Texts:
    return pc.cast(array, TEXT)


def _float(array: Values) -> Texts:
    if pa.types.is_float16(array.type):
        array = pc.cast(array, pa.float32())
    text: Texts = pc.cast(array, TEXT)  # the shortest that reads back the same, but "1" for 1.0
    whole = pc.equal(pc.trunc(array), array)
    if pc.any(whole, min_count=0).as_py():
        some = text.filter(whole)
        some = pc.if_else(pc.match_substring_regex(some, r"^-?[0-9]+$"), _joined([some, text_scalar(".0")]), some)
        text = pc.replace_with_mask(text, pc.coalesce(whole, _FALSE), some)
    finite = pc.is_finite(array)
    if pc.all(finite, min_count=0).as_py() is False:
        for word, shown in (("nan", '"NaN"'), ("-nan", '"NaN"'), ("inf", '"Infinity"'), ("-inf", '"-Infinity"')):
            text = pc.if_else(pc.equal(text, text_scalar(word)), text_scalar(shown), text)
    return text


def _string(array: Values) -> Texts:
    text: Texts = pc.cast(array, TEXT)
    stored = np.frombuffer(_data(text), np.uint8)
    if (stored < _SPACE).any() or (stored == _QUOTE).any() or (stored == _BACKSLASH).any():
        escaped = [None if value is None else json.dumps(value, ensure_ascii=False) for value in text.to_pylist()]
        return pa.array(escaped, TEXT)
    return _quoted(text)


def _quoted(text: Texts) -> Texts:
    """Text between quotes, null where there is none."""
    quote = text_scalar('"')
    return pc.binary_join_element_wise(quote, text, quote, text_scalar(""), null_handling="emit_null")


def _binary(array: Values) -> Texts:
    array = pc.cast(array, pa.large_binary())
    _, offsets, data = array.buffers()
    edges = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    first, last = (int(edges[0]), int(edges[-1])) if len(edges) else (0, 0)
    held = memoryview(data)[first:last] if data is not None else memoryview(b"")
    digits = pa.py_buffer(held.hex().encode("ascii"))
    doubled = pa.py_buffer(((edges - first) * 2).tobytes())
    text = pa.Array.from_buffers(TEXT, len(array), [None, doubled, digits])
    return _where_valid(array, _quoted(text))


def _where_valid(array: Values, text: Texts) -> Texts:
    return text if array.null_count == 0 else pc.if_else(pc.is_valid(array), text, _MISSING)


def _timestamp(array: Values) -> Texts:
    # Moments are the slowest to print, and often the same in many rows.
    encoded = array.dictionary_encode()
    if 2 * len(encoded.dictionary) <= len(array):
        return _moments(encoded.dictionary).take(encoded.indices)
    return _moments(array)


def _moments(array: Values) -> Texts:
    moments = pc.cast(pc.cast(array, pa.timestamp("us", tz=array.type.tz)), pa.int64())
    values = int_values(pc.coalesce(moments, _EPOCH))
    if len(values) and not _FIRST_YEAR <= values.min() <= values.max() <= _LAST_YEAR:
        shown = [None if value is None else f'"{moment_text(value)}"' for value in moments.to_pylist()]
        return pa.array(shown, TEXT)
    local: Values = pc.cast(moments, pa.timestamp("us"))
    text: Texts = pc.cast(pc.strftime(local, format="%Y-%m-%dT%H:%M:%S"), TEXT)  # with six digits of fraction
    short = pc.if_else(bool_array(values % 1000 == 0), pc.utf8_slice_codeunits(text, 0, -3), text)
    text = pc.if_else(bool_array(values % 1_000_000 == 0), pc.utf8_slice_codeunits(text, 0, -7), short)
    return _where_valid(array, _joined([text_scalar('"'), text, text_scalar('Z"')]))


def moment_text(moment: int) -> str:
    """ISO 8601 text, in UTC, of microseconds since 1970: no, three or six digits of fraction; any year."""
    seconds, fraction = divmod(moment, 1_000_000)
    text = str(np.datetime64(seconds, "s"))
    if fraction:
        text += f".{fraction // 1000:03}" if fraction % 1000 == 0 else f".{fraction:06}"
    return text + "Z"


def _date(array: Values) -> Texts:
    return _quoted(pc.cast(array, TEXT))


def _struct(array: Values) -> Texts:
    members = [texts(array.field(number)) for number in range(array.type.num_fields)]
    if not members:
        return _where_valid(array, pa.array(["{}"] * len(array), TEXT))
    return _where_valid(array, _objects([field.name for field in array.type], members))


def _list(array: Values) -> Texts:
    return _enclosed(array, texts(_items(array)), "[", "]")


def _items(array: Values) -> Values:
    """The values that lie between the first and the last edge of a list (or map) array, those under nulls included."""
    edges = array.offsets
    return (
        array.values.slice(edges[0].as_py(), edges[-1].as_py() - edges[0].as_py()) if len(array) else array.values[:0]
    )


def _enclosed(array: Values, items: Texts, begin: str, end: str) -> Texts:
    """Texts of items put together per list."""
    edges = int_values(array.offsets).astype(np.int64)
    lists: Values = pa.LargeListArray.from_arrays(
        int64_array(edges - edges[0]), pc.coalesce(items, text_scalar("null"))
    )
    joined = pc.binary_join(lists, text_scalar(","))
    return _where_valid(array, _joined([text_scalar(begin), joined, text_scalar(end)]))


def _fixed_list(array: Values) -> Texts:
    return _list(pc.cast(array, pa.list_(array.type.value_type)))


def _map(array: Values) -> Texts:
    entries = _items(array)
    keys = texts(entries.field(0))
    kind = array.type.key_type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        keys = pc.if_else(pc.starts_with(keys, '"'), keys, _quoted(keys))  # keys of objects are text
    pairs = _joined([keys, text_scalar(":"), texts(entries.field(1))])
    return _enclosed(array, pairs, "{", "}")


def _dictionary(array: Values) -> Texts:
    return texts(array.dictionary_decode())


_CONVERTERS: tuple[tuple[Callable[[pa.DataType], bool], Callable[[Any], Texts]], ...] = (
    (pa.types.is_integer, _cast),
    (pa.types.is_floating, _float),
    (pa.types.is_string, _string),
    (pa.types.is_large_string, _string),
    (pa.types.is_boolean, _cast),
    (pa.types.is_binary, _binary),
    (pa.types.is_large_binary, _binary),
    (pa.types.is_fixed_size_binary, _binary),
    (pa.types.is_timestamp, _timestamp),
    (pa.types.is_decimal, _cast),
    (pa.types.is_date, _date),
    (pa.types.is_time, _date),
    (pa.types.is_null, _null),
    (pa.types.is_map, _map),
    (pa.types.is_struct, _struct),
    (pa.types.is_list, _list),
    (pa.types.is_large_list, _list),
    (pa.types.is_fixed_size_list, _fixed_list),
    (pa.types.is_dictionary, _dictionary),
)
