"""JSON Lines → record batches, by a schema: the inverse of `bytewright.arrow.jsonl.encode`.

Integers are exact whatever their size; other numbers are read from their text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.arrow.logical import moment_of
from bytewright.errors import WriteError, shown


class Pairs(list[tuple[str, Any]]):
    """An object as its pairs, so that order and repeated keys are kept."""


def parse(line: str | bytes) -> Pairs:
    """One line as an object: integers exact, other numbers as `Decimal` of their text.

    Raises:
        WriteError: it is not a JSON object.
    """
    try:
        value = json.loads(line, object_pairs_hook=Pairs, parse_float=Decimal, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise WriteError(f"not JSON: {error}") from None
    if not isinstance(value, Pairs):
        raise WriteError(expected="an object", found=type(value).__name__)
    return value


def _no_constant(word: str) -> Any:
    raise ValueError(f'{word} is written "{word}"')


def decode(
    lines: Iterable[str | bytes], schema: pa.Schema, batch_rows: int = 65_536, *, met: set[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Rows from lines of JSON, by a schema: the inverse of `encode`.

    Columns that a line lacks are null; blank lines are passed over.

    Args:
        lines: the rows.
        schema: their columns.
        batch_rows: rows of a batch, at most.
        met: gets the names of the columns that lines have.

    Raises:
        WriteError: a line is no object, has a key that is no column, or a value that is none of its column's type; the
            field is the row (from 0) and the column.
    """
    types = {field.name: field.type for field in schema}
    waiting: list[dict[str, Any]] = []
    count = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            waiting.append(_row(parse(line), types))
            if met is not None:
                met.update(waiting[-1])
        except WriteError as error:
            error.field = f"rows[{count}]" + (f".{error.field}" if error.field else "")
            raise
        count += 1
        if len(waiting) == batch_rows:
            yield _batch(waiting, schema, count - len(waiting))
            waiting = []
    if waiting:
        yield _batch(waiting, schema, count - len(waiting))


def _row(pairs: Pairs, types: dict[str, pa.DataType]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in pairs:
        if name not in types:
            raise WriteError(f"there is no column {name!r}")
        if name in row:
            raise WriteError("the key occurs twice", field=name)
        try:
            row[name] = value_of(value, types[name])
        except WriteError as error:
            error.field = name + (f".{error.field}" if error.field else "")
            raise
    return row


def _batch(rows: list[dict[str, Any]], schema: pa.Schema, first: int) -> pa.RecordBatch:
    arrays = []
    for field in schema:
        values = [row.get(field.name) for row in rows]
        try:
            arrays.append(pa.array(values, field.type))
        except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, TypeError, ValueError) as error:
            at = next(i for i in range(len(values)) if not _fits(values[i], field.type))
            raise WriteError(
                field=f"rows[{first + at}].{field.name}",
                expected=f"a value of type {field.type}",
                found=shown(values[at]),
            ) from error
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _fits(value: Any, kind: pa.DataType) -> bool:
    try:
        pa.array([value], kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, TypeError, ValueError):
        return False
    return True


_BEYOND_FLOAT = 2.0**128 - 2.0**103
"""The smallest number that rounds to an infinite float of 32 bits."""
_WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def value_of(value: Any, kind: pa.DataType) -> Any:
    """A parsed value as Python's value of an Arrow type.

    Raises:
        WriteError: it is none.
    """
    if value is None:
        return None
    for holds, convert in _READERS:
        if holds(kind):
            try:
                return convert(value, kind)
            except (ValueError, TypeError, ArithmeticError):
                break
    raise WriteError(expected=f"a value of type {kind}", found=_shown(value))


def _shown(value: Any) -> str:
    """A parsed value as JSON, cut off where it is long."""
    if isinstance(value, Decimal):
        text = str(value)
    elif isinstance(value, Pairs):
        text = json.dumps(dict(value), default=str, ensure_ascii=False)
    else:
        text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _read_int(value: Any, kind: pa.DataType) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError


def _read_float(value: Any, kind: pa.DataType) -> float:
    if isinstance(value, str):
        if value not in _WORDS:
            raise ValueError
        return _WORDS[value]
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        raise TypeError
    number = float(value)
    if abs(number) >= (_BEYOND_FLOAT if pa.types.is_float32(kind) else float("inf")):
        raise OverflowError
    return number


def _read_bool(value: Any, kind: pa.DataType) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError


def _read_text(value: Any, kind: pa.DataType) -> str:
    if isinstance(value, str):
        return value
    raise TypeError


def _read_bytes(value: Any, kind: pa.DataType) -> bytes:
    return bytes.fromhex(_read_text(value, kind))


def _read_moment(value: Any, kind: pa.DataType) -> int:
    return moment_of_text(_read_text(value, kind))


def moment_of_text(text: str) -> int:
    """Microseconds since 1970 of ISO 8601 text in UTC (``Z`` or ``+00:00``); any year.

    Raises:
        ValueError: it is none.
    """
    try:
        return moment_of(datetime.fromisoformat(text))
    except ValueError:
        body = text.removesuffix("Z")
        if body == text:
            raise
        return int(np.datetime64(body, "us").astype(np.int64))


def _read_decimal(value: Any, kind: pa.DataType) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        raise TypeError
    return Decimal(value)


def _read_struct(value: Any, kind: Any) -> dict[str, Any]:
    if not isinstance(value, Pairs):
        raise TypeError
    types = {field.name: field.type for field in kind}
    if len({name for name, _ in value}) < len(value) or any(name not in types for name, _ in value):
        raise ValueError
    return {name: value_of(item, types[name]) for name, item in value}


def _read_list(value: Any, kind: Any) -> list[Any]:
    if isinstance(value, Pairs) or not isinstance(value, list):
        raise TypeError
    return [value_of(item, kind.value_type) for item in value]


def _read_map(value: Any, kind: Any) -> list[tuple[Any, Any]]:
    if not isinstance(value, Pairs):
        raise TypeError
    numeric = not (pa.types.is_string(kind.key_type) or pa.types.is_large_string(kind.key_type))
    return [
        (value_of(json.loads(key) if numeric else key, kind.key_type), value_of(item, kind.item_type))
        for key, item in value
    ]


_READERS: tuple[tuple[Callable[[pa.DataType], bool], Callable[[Any, pa.DataType], Any]], ...] = (
    (pa.types.is_integer, _read_int),
    (pa.types.is_floating, _read_float),
    (pa.types.is_string, _read_text),
    (pa.types.is_large_string, _read_text),
    (pa.types.is_boolean, _read_bool),
    (pa.types.is_binary, _read_bytes),
    (pa.types.is_large_binary, _read_bytes),
    (pa.types.is_timestamp, _read_moment),
    (pa.types.is_decimal, _read_decimal),
    (pa.types.is_map, _read_map),
    (pa.types.is_struct, _read_struct),
    (pa.types.is_list, _read_list),
)
