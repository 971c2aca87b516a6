"""Rows that a library makes of bytes of each step: straight from its batches to record batches of the view."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.codecs.process import checked_class, registered, table_class_of
from bytewright.errors import NO_VALUE, CodecError, LimitError, ValueInvalidError, cause
from bytewright.limits import Limits
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.blame import blamed
from bytewright.schema.scope import Scope
from bytewright.schema.table_codecs import Opened, Shape, StructShape, TableCodec
from bytewright.schema.view import Decode
from bytewright.views.evaluate.layout import DecodedColumn, FixedColumn, Layout

_REFUSALS = (*NO_VALUE, pa.ArrowException)


@dataclass(frozen=True, slots=True)
class Decoded:
    """The table in the bytes of a step, and what its values are shown as."""

    table: Opened
    shape: Shape


@lru_cache
def codec_of(name: str, package: str = "") -> TableCodec:
    """The class that makes tables, by the name that specs call it, made.

    Args:
        name: a registered name, or a dotted path in lower case (``a.some_name`` is ``SomeName`` of ``a.some_name``).
        package: the package that has its module; empty: it is found as Python finds any.

    Raises:
        CodecError: there is none, or it isn't a class that opens tables.
    """
    module, class_name = table_class_of(name)
    known = None if package else registered().get(name)
    try:
        if known:
            found = known.load()
        else:
            found = getattr(importlib.import_module(f"{package}.{module}" if package else module), class_name)
    except (ImportError, AttributeError) as error:
        raise CodecError(f"there is no class {class_name} in {name}: {error}") from None
    made: TableCodec = checked_class(name, found, "open")()
    return made


def opened(decode: Decode, scope: Scope, limits: Limits) -> Decoded:
    """The table of a step.

    Raises:
        ReadError: the bytes are none, ask for too much, or hold what no case can show; blames the field of the bytes.
    """
    node, field = decode.origin(scope)
    try:
        table = codec_of(decode.codec, decode.package).open(decode.bytes(scope), limits)
        return Decoded(table, shape_of(decode, scope, table))
    except LimitError as error:
        raise blamed(error, node, field) from None
    except _REFUSALS as error:
        raise blamed(ValueInvalidError(expected=_one_line(error)), node, field) from None


def type_before(decode: Decode, root: Any, options: Mapping[str, Any], *, certain: bool = False) -> pa.DataType | None:
    """The type of the column as far as the beginning of a file says it.

    Args:
        decode: how rows are decoded.
        root: the file, of which only what precedes the records need have been read.
        options: values of the options.
        certain: whether conditions that ask for a step, of which there is none yet, leave it open. Otherwise they don't
            hold.

    Returns:
        The type; None: the beginning doesn't say it.
    """
    scope = Scope(root, None, options=options)
    for case in decode.cases:
        try:
            if case.where(scope):
                return None if certain and case.metadata else case.shape.type
        except _REFUSALS:
            if certain:
                return None
    return None


def shape_of(decode: Decode, scope: Scope, table: Opened) -> Shape:
    """What the values of a step's table are shown as.

    Raises:
        ValueError: no case holds, or the table can't be shown so.
    """
    said = (table.schema.field(0).metadata or {}) if len(table.schema) == 1 else {}
    for case in decode.cases:
        told = all(said.get(key.encode()) == value.encode() for key, value in case.metadata.items())
        if told and case.where(scope):
            return case.shape.settled(table)
    raise ValueError("a payload of a known kind, found one that no case shows")


def _one_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def rows_of(decode: Decode, scope: Scope, layout: Layout, batch_rows: int) -> Iterator[pa.RecordBatch]:
    """The rows of a step, as record batches.

    Args:
        decode: how they are decoded.
        scope: the step.
        layout: the columns to show.
        batch_rows: rows that a batch has at most.

    Raises:
        ReadError: the bytes are no such table, or hold other rows than they say; the rows before have been given.
    """
    found = opened(decode, scope, layout.limits)
    node, field = decode.origin(scope)
    columns, schema = layout.columns, layout.schema
    wanted = next((column.type for column in columns if isinstance(column, DecodedColumn)), None)
    if isinstance(found.shape, StructShape) and found.shape.is_open and not found.table.rows:
        return  # a table without rows, of which any type can be
    if wanted is not None and not found.shape.type.equals(wanted):
        error = ValueInvalidError(expected=f"values of type {wanted}, as before", found=str(found.shape.type))
        raise blamed(error, node, field)
    constants = [
        _Repeated(column.type, _constant(column, scope)) if isinstance(column, FixedColumn) else None
        for column in columns
    ]
    row = 0
    batches = found.table.batches(batch_rows)
    while True:
        try:
            batch = next(batches, None)
            if batch is None:
                break
            value = found.shape.shown(batch, replaces=layout.replaces) if wanted is not None else None
        except LimitError as error:
            raise blamed(error, node, field) from None
        except _REFUSALS as error:
            raise blamed(ValueInvalidError(expected=_one_line(error)), node, field) from None
        count = batch.num_rows
        arrays: list[Any] = [value if constant is None else constant.of(row, count) for constant in constants]
        row += count
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)
    if row != found.table.rows:
        raise blamed(ValueInvalidError(expected=f"{found.table.rows} rows", found=str(row)), node, field)


def _constant(column: FixedColumn, scope: Scope) -> Any:
    """The value that a column has in all rows of a step, as an array; None for the number of the row."""
    if column.column.path == ("row",):
        return None
    try:
        return array_of([column.column.value(scope)], column.type, column.form, nullable=column.nullable)
    except UnfitError as unfit:
        error = ValueInvalidError(f"column {column.name}", expected=f"a value of type {unfit.kind}")
        raise blamed(error, scope.element) from None
    except _REFUSALS as error:
        raise blamed(ValueInvalidError(f"the view has no value for it: {cause(error)}"), scope.element) from error


class _Repeated:
    """A column that is the same in all rows of a step, or the number of the row (``constant`` is None)."""

    def __init__(self, kind: pa.DataType, constant: Any) -> None:
        self._kind = kind
        self._constant = constant
        self._made: Any = pa.array([], kind)

    def of(self, row: int, count: int) -> Any:
        """The column, of so many rows from a number on."""
        if self._constant is None:
            return pa.array(np.arange(row, row + count, dtype=self._kind.to_pandas_dtype()))
        if len(self._made) < count:
            self._made = pa.repeat(self._constant[0], count)
        return self._made.slice(0, count)
