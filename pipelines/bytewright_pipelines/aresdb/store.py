"""The live table: rows under their keys, into which upserts are folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.compute.folding import CLEAR, FILL, NOTHING, SET, Keys, Slots
from bytewright.errors import OptionError
from bytewright_pipelines.aresdb.logs import Batch
from bytewright_pipelines.aresdb.rules import Fatal, flags, updating
from bytewright_pipelines.aresdb.schema import POINT, UPDATE_MODES, Column, Kind, TableSchema, source

_ABSENT = len(UPDATE_MODES)
"""Stands for the mode of a column that a batch lacks."""
_UUID = 36
_GARBAGE = 1 << 20
"""Values of differing size that nothing refers to any more, at most, beside as many again as there are rows."""

Steps = npt.NDArray[np.uint8]


class Store:
    """A table in memory.

    Attributes:
        schema: its schema.
    """

    def __init__(self, schema: TableSchema) -> None:
        """A table without rows."""
        self.schema = schema
        self._keys = Keys(sum(_width(schema.columns[key].kind) for key in schema.keys))
        self._columns = {number: _Values(schema.columns[number]) for number in schema.shown}
        self._steps = {number: _steps_of(schema.columns[number]) for number in schema.shown}

    def __len__(self) -> int:
        """How many rows there are."""
        return self._keys.size

    def apply(
        self, batches: Sequence[Batch], rows: pa.Table, runs: npt.NDArray[np.int32], places: Any
    ) -> tuple[int, Fatal | None]:
        """Apply rows, which all have keys, up to the first batch that may not update what is there.

        Args:
            batches: the batches; one that repeats columns is the only one.
            rows: those of their rows that are applied.
            runs: of each, which of the batches it is in.
            places: of each, its number in its batch.

        Returns:
            How many of them were applied, and where it stopped.
        """
        before = len(self)
        numbers = self._keys.numbers(keys_of(self.schema, rows))
        newest = np.maximum.accumulate(np.maximum(numbers, before - 1)) if len(numbers) else numbers
        first = np.diff(newest, prepend=before - 1) > 0
        fatal = updating(batches, runs, places, ~first, self.schema)
        count = len(numbers)
        if fatal is not None:
            count = int(np.searchsorted(runs, [b.position for b in batches].index(fatal.position)))
            numbers, first, runs, rows = numbers[:count], first[:count], runs[:count], rows.slice(0, count)
            self._keys.forget(int(newest[count - 1]) + 1 if count else before)
        for values in self._columns.values():
            values.grow(len(self))
        if len(batches) == 1 and batches[0].repeats:
            for inserts in (first, ~first):
                for write in batches[0].writes:
                    if write.column in self._columns:
                        self._fold(write.column, write.name, [write.mode], rows, runs, numbers, first, only=inserts)
            return count, fatal
        modes = np.full((len(self.schema.columns), len(batches)), _ABSENT, np.uint8)
        for place, batch in enumerate(batches):
            for write in batch.writes:
                modes[write.column, place] = write.mode
        for number in self._columns:
            self._fold(number, source(number), modes[number], rows, runs, numbers, first)
        return count, fatal

    def _fold(
        self,
        number: int,
        name: str,
        modes: Any,
        rows: pa.Table,
        runs: npt.NDArray[np.int32],
        numbers: npt.NDArray[np.int32],
        first: npt.NDArray[np.bool_],
        only: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        """Fold a column of rows."""
        modes = np.asarray(modes, np.uint8)
        present = set(modes.tolist())
        if present <= {_ABSENT}:
            return
        column = rows.column(name).combine_chunks()
        valid = flags(pc.is_valid(column)) if column.null_count else None
        steps: Steps | None
        if present <= {0, _ABSENT}:  # an absent column is null
            steps = None if valid is None else valid.view(np.uint8)
        else:
            codes = modes[runs] * 4 + first
            codes += 2 if valid is None else valid.view(np.uint8) * np.uint8(2)
            steps = self._steps[number][codes]
        if only is not None:
            steps = only.view(np.uint8) * (np.uint8(SET) if steps is None else steps)
        self._columns[number].fold(numbers, column, steps)

    def table(self) -> pa.Table:
        """The rows, in the order in which their keys came."""
        columns = [labelled(self._columns[number].array(), self.schema.columns[number]) for number in self.schema.shown]
        return pa.Table.from_arrays(columns, schema=self.schema.arrow)

    def load(self, snapshot: pa.Table) -> None:
        """Take rows as `table` gives them, whose keys there aren't yet.

        Args:
            snapshot: the rows.

        Raises:
            OptionError: they are of another table, or there is a key twice, or a row without one.
        """
        schema, names = self.schema, self.schema.arrow.names
        unknown = [name for name in snapshot.column_names if name not in names]
        if unknown:
            raise OptionError(f"the snapshot has a column {unknown[0]}, which the table lacks")
        arrays = []
        for number in schema.shown:
            column = schema.columns[number]
            if column.name in snapshot.column_names:
                arrays.append(unlabelled(snapshot.column(column.name), column))
            elif number in schema.keys:
                raise OptionError(f"the snapshot lacks the column {column.name} of the primary key")
            else:
                arrays.append(None)
        rows = pa.table({source(n): a for n, a in zip(schema.shown, arrays, strict=True) if a is not None})
        if any(rows.column(source(key)).null_count for key in schema.keys):
            raise OptionError("a row of the snapshot has no primary key")
        before = len(self)
        numbers = self._keys.numbers(keys_of(schema, rows))
        if len(self) < before + len(numbers):
            raise OptionError("two rows of the snapshot have the same primary key")
        for number, array in zip(schema.shown, arrays, strict=True):
            values = self._columns[number]
            values.grow(len(self))
            if array is not None:
                column = array.combine_chunks()
                valid = flags(pc.is_valid(column))
                values.fold(numbers, column, np.where(valid, SET, CLEAR).astype(np.uint8))


class _Values:
    """The values of a column, a slot for each row."""

    def __init__(self, column: Column) -> None:
        self._kind = column.kind
        # Values that differ in size stay where they were read; slots hold their numbers.
        self._slots = Slots(column.kind.dtype or "i8", column.default)
        self._parts: list[pa.Array[Any]] = []
        self._held = 0

    def grow(self, size: int) -> None:
        """Have so many slots."""
        self._slots.grow(size)

    def fold(self, numbers: npt.NDArray[np.int32], column: Any, steps: Steps | None) -> None:
        """Fold values into slots."""
        if self._kind.dtype is not None:
            self._slots.fold(numbers, stored(self._kind, column), steps)
            return
        self._slots.fold(numbers, np.arange(self._held, self._held + len(column)), steps)
        self._parts.append(column)
        self._held += len(column)
        if self._held > 2 * self._slots.size + _GARBAGE:
            array = self.array()
            valid = self._slots.valid.copy()
            self._parts, self._held = [array], len(array)
            places = np.arange(len(array))
            self._slots.fold(places, places, np.where(valid, SET, NOTHING).astype(np.uint8))

    def array(self) -> Any:
        """The values as an array."""
        values, valid = self._slots.values, self._slots.valid
        nulls = None if valid.all() else ~valid
        match self._kind:
            case Kind(dtype=None):
                places = pa.array(values, pa.int64(), mask=nulls)
                kind: Any = self._kind.arrow
                return pa.chunked_array(self._parts, kind).take(places).combine_chunks()
            case Kind(name="uuid"):
                ends: Any = np.concatenate([[0], np.cumsum(np.where(valid, _UUID, 0))]).astype(np.int32)
                texts: Any = np.ascontiguousarray(values if nulls is None else values[valid])
                bits = None if nulls is None else pa.array(valid).buffers()[1]
                memory = [bits, pa.py_buffer(ends), pa.py_buffer(texts)]
                return pa.Array.from_buffers(pa.string(), len(values), memory)
            case Kind(name="geopoint"):
                parts = np.ascontiguousarray(values).view(np.float32).reshape(-1, 2)
                arrays = [pa.array(np.ascontiguousarray(parts[:, place])) for place in (0, 1)]
                mask = None if nulls is None else pa.array(nulls)
                return pa.StructArray.from_arrays(arrays, fields=list(POINT), mask=mask)
        return pa.array(values, mask=nulls).cast(self._kind.arrow)


def keys_of(schema: TableSchema, rows: pa.Table) -> npt.NDArray[np.uint8]:
    """The bytes of the key of each row, none of which may be null."""
    parts = []
    for key in schema.keys:
        kind = schema.columns[key].kind
        if kind.dtype is not None:
            values = np.ascontiguousarray(stored(kind, rows.column(source(key)).combine_chunks()))
            parts.append(values.view(np.uint8).reshape(len(values), _width(kind)))
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def _width(kind: Kind) -> int:
    """Bytes of a value in a key."""
    return np.dtype(kind.dtype).itemsize if kind.dtype is not None else 0


def stored(kind: Kind, column: Any) -> npt.NDArray[Any]:
    """Values as they are kept; what nulls become means nothing."""
    if kind.name == "uuid":
        if column.null_count:
            column = pc.fill_null(column, "0" * _UUID)
        memory = column.buffers()
        ends = np.frombuffer(memory[1], np.int32, len(column) + 1, 4 * column.offset)
        if np.any(np.diff(ends) != _UUID):
            raise OptionError("a uuid", expected=f"{_UUID} characters")
        return np.frombuffer(memory[2] or b"", f"S{_UUID}", len(column), int(ends[0]) if len(column) else 0)
    if kind.name == "geopoint":
        parts = [pc.fill_null(pc.struct_field(column, name), 0.0) for name in ("lat", "lng")]
        return np.ascontiguousarray(np.stack([one.to_numpy() for one in parts], axis=1)).view("V8").reshape(-1)
    if kind.name == "bool":
        return flags(pc.fill_null(column, False) if column.null_count else column)
    values: npt.NDArray[Any] = (pc.fill_null(column, 0) if column.null_count else column).to_numpy()
    return values.astype(kind.dtype, copy=False)


def _steps_of(column: Column) -> Steps:
    """What a value of a column does: by four times the mode, two where it isn't null, one where its row is new."""
    made = np.zeros((_ABSENT + 1, 2, 2), np.uint8)
    for mode, name in enumerate(UPDATE_MODES):
        combines = mode > UPDATE_MODES.index("overwrite")
        if not combines or column.kind.sets:
            made[mode, 1, :] = SET
        elif column.kind.numeric:
            made[mode, 1, :] = mode + 1  # as ADD, MIN and MAX are numbered
        else:
            made[mode, 1, 1] = FILL  # nothing becomes of two that have no numbers
        if name == "overwrite":
            made[mode, 0, 0] = CLEAR
    return made.reshape(-1)


def labelled(array: Any, column: Column) -> Any:
    """Numbers of cases as their names, where the schema lists them."""
    if not column.cases:
        return array
    names = pa.array(
        [*column.cases, *map(str, range(len(column.cases), 1 + (pc.max(array).as_py() or 0)))], pa.string()
    )
    return names.take(array)


def unlabelled(values: Any, column: Column) -> Any:
    """Values of a snapshot as readers of logs give them."""
    try:
        if column.cases and pa.types.is_string(values.type):
            numbers = pc.index_in(values, pa.array(column.cases))
            digits = pc.if_else(pc.is_valid(numbers), None, values)
            return pc.coalesce(numbers.cast(pa.int64()), digits.cast(pa.int64())).cast(column.kind.arrow)
        return values.cast(column.kind.arrow)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError) as error:
        raise OptionError(
            f"the column {column.name} of the snapshot", expected=str(column.kind.arrow), found=str(error)
        ) from None
