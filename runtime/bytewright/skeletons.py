"""Files of batches of parallel vectors, without an object per value.

Batches with as many rows, and nulls in the same of their vectors, differ in nothing but the values (a compiler pass has
proved that: ``Codec.skeletons``). Objects make one of each kind, the *skeleton*; values are put into copies of it,
whole vectors of many batches at a time.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.encoding import NotEncodable
from bytewright.errors import ReadError, WriteError
from bytewright.kernels.encoding.plan import Source
from bytewright.kernels.plan import NUMBER_KINDS, Case, Part, RowPlan
from bytewright.model import Struct, span_of
from bytewright.taking import NotTaken, stored
from bytewright.views.forms import Form
from bytewright.views.inverse import case_of, fill
from bytewright.views.layout import FixedColumn, Layout, PivotColumn
from bytewright.views.view import Pivot

if TYPE_CHECKING:
    from bytewright.codec import Codec
    from bytewright.settings import Settings

ROWS = 1 << 16
"""Rows that are worked on together, as far as batches aren't larger."""
PIECE = 4 << 20
"""Bytes that are made at a time, as far as batches aren't larger."""
MOST_SKELETONS = 64
"""Skeletons that are kept."""

Bytes = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class _Scalar:
    """A column that is the same in all rows of a batch: where it is stored, and how."""

    name: str
    form: Form
    outer: bool
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a vector, or a number, lies in a skeleton: its first byte, its validity bits (-1: it has none), and where
    both end."""

    values: int
    bits: int = -1
    end: int = 0
    bits_end: int = 0


@dataclass(frozen=True, slots=True)
class _Skeleton:
    """A batch with all that doesn't differ.

    ``vectors``: where those are that are stored; ``scalars``: by name, where the numbers are, and their kinds."""

    data: Bytes
    vectors: Mapping[int, _Place]
    scalars: Mapping[str, tuple[int, str]]


class SkeletonEncoder:
    """Makes the bytes of one file of the rows of a view; see `bytewright.encoding.RowEncoder`."""

    def __init__(self, codec: Codec, layout: Layout, names: list[str], model: Any, settings: Settings) -> None:
        view = layout.levels[0]
        why = codec.skeletons.get(view.name, "its rows are no parallel vectors")
        plan = (codec.row_plans or {}).get(view.name)
        pivot = layout.pivot
        if why or len(layout.levels) != 2 or pivot is None or pivot.inverse is None or not pivot.inverse.keys:
            raise NotEncodable(why or "its rows are no parallel vectors")
        if not isinstance(plan, RowPlan) or plan.pivot is None:
            raise NotEncodable("where its vectors lie is not known")
        if view.each_path != (codec.records_field,) or (model is not None and getattr(model, codec.records_field)):
            raise NotEncodable("the root has records")
        self.rows = 0
        self._codec = codec
        self._layout = layout
        self._model = model
        self._settings = settings
        self._inverse = pivot.inverse
        self._inner_path = view.inner_path
        cases = {case.name: case for case in plan.pivot.cases}
        self._scalars: list[_Scalar] = []
        self._vectors: list[tuple[PivotColumn, Case]] = []
        self._number = ""
        for column in layout.columns:
            if column.name not in names:
                continue
            if isinstance(column, PivotColumn):
                case = cases.get(_case_name(column, pivot))
                if case is None or case.lists:
                    raise NotEncodable(f"the column {column.name} has no values of one size")
                self._vectors.append((column, case))
            elif isinstance(column, FixedColumn):
                self._add(column)
        if not self._number:
            raise NotEncodable("no column says which batch a row belongs to")
        self._names = names
        self._known: dict[tuple[int, bytes], _Skeleton] = {}
        self._next = 0
        try:
            empty = fill(codec, layout, [], model, settings.values)
            self.prefix = codec.to_bytes(empty, relocate=True, options=settings.values)
        except (WriteError, ReadError) as error:
            raise NotEncodable(str(error)) from error

    def _add(self, column: FixedColumn) -> None:
        match column.column.path:
            case ("index",) if column.level == 0:
                self._number = column.name
            case ("root" | "element" as owner, *way) if column.level == 1 or owner == "element":
                self._scalars.append(_Scalar(column.name, column.form, column.level == 0, tuple(way)))
            case ("row",) | ():
                pass
            case _:
                raise NotEncodable(f"the column {column.name} belongs to no single batch")

    def pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes | memoryview]:
        """The bytes of the file.

        Raises:
            NotEncodable: they can't be made of these rows without objects.
        """
        yield self.prefix
        left: list[pa.RecordBatch] = []
        try:
            for batch in batches:
                if not batch.num_rows:
                    continue
                left.append(batch)
                if sum(one.num_rows for one in left) < ROWS:
                    continue
                table = pa.Table.from_batches(left).rename_columns(self._names)
                number = table[self._number][-1].as_py()
                last = len(table) - 1
                while last and table[self._number][last - 1].as_py() == number:
                    last -= 1  # the last batch may go on
                if last:
                    yield from self._encoded(table.slice(0, last))
                left = table.slice(last).rename_columns(batch.schema.names).combine_chunks().to_batches()
            if left:
                yield from self._encoded(pa.Table.from_batches(left).rename_columns(self._names))
        except NotTaken as error:
            raise NotEncodable(str(error)) from error

    def _encoded(self, table: pa.Table) -> Iterator[memoryview]:
        """The bytes of whole batches."""
        columns = {name: _whole(table[name]) for name in self._names}
        numbers = _plain(columns[self._number].cast(pa.int64()))
        steps = np.diff(numbers, prepend=self._next - 1)
        if steps[0] != 1 or ((steps != 0) & (steps != 1)).any():
            raise NotEncodable("batches out of order, or without rows")
        starts = np.flatnonzero(steps)
        counts = np.diff(starts, append=len(numbers))
        self._next += len(starts)
        scalars = {one.name: self._scalar(one, columns[one.name], starts, counts) for one in self._scalars}
        vectors = [_vector(column, case, columns.get(column.name)) for column, case in self._vectors]
        # 0: no nulls, 1: some, 2: nothing but nulls.
        modes = np.zeros((len(starts), len(vectors)), np.uint8)
        for place, (valid, _) in enumerate(vectors):
            there = np.add.reduceat(valid, starts, dtype=np.int64)
            modes[:, place] = (there < counts).astype(np.uint8) + (there == 0)
        alike = (np.diff(counts) == 0) & (np.diff(modes.astype(np.int8), axis=0) == 0).all(axis=1)
        groups = [0, *(np.flatnonzero(~alike) + 1).tolist(), len(starts)]
        for first, behind in itertools.pairwise(groups):
            rows = int(counts[first])
            skeleton = self._skeleton(rows, modes[first])
            most = max(1, PIECE // max(1, skeleton.data.size))
            for begin in range(first, behind, most):
                end = min(behind, begin + most)
                yield self._copies(skeleton, scalars, vectors, slice(begin, end), int(starts[begin]), rows).data
                self.rows += rows * (end - begin)

    def _copies(
        self,
        skeleton: _Skeleton,
        scalars: Mapping[str, Numbers],
        vectors: Sequence[tuple[Bits, list[tuple[Part, Numbers]]]],
        batches: slice,
        row: int,
        rows: int,
    ) -> Bytes:
        """Copies of a skeleton, with the values of so many batches that follow each other from a row on."""
        count = batches.stop - batches.start
        out = np.empty((count, skeleton.data.size), np.uint8)
        out[:] = skeleton.data
        behind = row + count * rows
        for name, (place, kind) in skeleton.scalars.items():
            kept = out[:, place : place + int(kind[1])].view(_dtype(kind))
            kept[:, 0] = scalars[name][batches]
        for number, lies in skeleton.vectors.items():
            valid, parts = vectors[number]
            if lies.bits >= 0:
                bits = np.packbits(valid[row:behind].reshape(count, rows), axis=1, bitorder="little")
                out[:, lies.bits : lies.bits + bits.shape[1]] = bits
            case = self._vectors[number][1]
            for part, values in parts:
                here = values[row:behind].reshape(count, rows, *values.shape[1:])
                if part.kind in ("bit", "bit_be"):
                    order = cast("Any", "little" if part.kind == "bit" else "big")
                    packed: Any = np.packbits(here, axis=1, bitorder=order)
                    out[:, lies.values : lies.values + packed.shape[1]] = packed
                    continue
                whole = out[:, lies.values : lies.values + rows * case.stride].reshape(count, rows, case.stride)
                if values.ndim == 2:
                    whole[:, :, part.offset : part.offset + values.shape[1]] = here
                else:
                    size = int(part.kind[1])
                    whole[:, :, part.offset : part.offset + size].view(_dtype(part.kind))[:, :, 0] = here
        return out.reshape(-1)

    def _scalar(self, one: _Scalar, array: Any, starts: Numbers, counts: Numbers) -> Numbers:
        """The numbers of a column that is the same in all rows of a batch, one per batch."""
        if array.null_count:
            raise NotEncodable(f"nulls in {one.name}")
        kind = self._kind_of(one)
        values = _plain(_fitting(stored(array, one.form, Source((), kind), _no_texts), kind))
        found = values[starts]
        if (np.repeat(found, counts) != values).any():
            raise NotEncodable(f"values of {one.name} that differ in a batch")
        return found

    def _kind_of(self, one: _Scalar) -> str:
        """How a number is stored that is the same in all rows of a batch."""
        kind: Any = next(f.struct for f in self._codec.root.FIELDS if f.name == self._codec.records_field)
        for name in (*(() if one.outer else self._inner_path), *one.way[:-1]):
            kind = next((f.struct for f in kind.FIELDS if f.name == name), None)
            if kind is None:
                raise NotEncodable(f"{one.name} lies in something else")
        field = next(f for f in kind.FIELDS if f.name == one.way[-1])
        if field.kind not in NUMBER_KINDS or field.repeated or field.enum is not None:
            raise NotEncodable(f"{one.name} is no number")
        return str(field.kind)

    # --- skeletons ---------------------------------------------------------------------------------------------------

    def _skeleton(self, rows: int, modes: Bytes) -> _Skeleton:
        key = (rows, modes.tobytes())
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_SKELETONS:
                self._known.pop(next(iter(self._known)))
            found = self._known[key] = self._made(rows, modes)
        return found

    def _made(self, rows: int, modes: Bytes) -> _Skeleton:
        """Let objects write a batch of zeros, and read where they are."""
        codec, options = self._codec, self._settings.values
        row: dict[str, Any] = {self._number: 0, **{one.name: 0 for one in self._scalars}}
        zeros = {column.name: _zero(case) for column, case in self._vectors}
        row |= zeros | {c.name: None for (c, _), mode in zip(self._vectors, modes, strict=True) if mode == 2}
        first = row | {c.name: None for (c, _), mode in zip(self._vectors, modes, strict=True) if mode}
        try:
            model = None if self._model is None else codec.parse(self.prefix, options=options)
            model = fill(codec, self._layout, [first, *([row] * (rows - 1))], model, options)
            data = codec.to_bytes(model, relocate=True, options=options)
            if not data.startswith(self.prefix):
                raise NotEncodable("what precedes the records depends on them")
            back = codec.parse(data, options=options)
        except (WriteError, ReadError) as error:
            raise NotEncodable(str(error)) from error
        element = getattr(back, codec.records_field)[0]
        inner = _walk(element, self._inner_path)
        start = len(self.prefix)
        vectors = {}
        structures = getattr(_walk(inner, self._inverse.each[:-1]), self._inverse.each[-1])
        for number, structure in enumerate(structures):
            holder = _walk(structure, self._inverse.vector[:-1])
            place = _place(holder, self._inverse.vector[-1], start)
            if place is not None and modes[number] != 2:
                vectors[number] = place
        scalars = {}
        places = list(vectors.values())
        for one in self._scalars:
            found = _place(_walk(element if one.outer else inner, one.way[:-1]), one.way[-1], start)
            if found is None:
                raise NotEncodable(f"{one.name} isn't stored")
            scalars[one.name] = (found.values, self._kind_of(one))
            places.append(found)
        pieces = sorted(piece for one in places for piece in ((one.values, one.end), (one.bits, one.bits_end)))
        if any(end > begin for (_, end), (begin, _) in itertools.pairwise(pieces) if end > 0):
            raise NotEncodable("values that share a byte with others")
        return _Skeleton(np.frombuffer(data, np.uint8)[start:], vectors, scalars)


def _case_name(column: PivotColumn, pivot: Pivot) -> str:
    assert pivot.inverse is not None
    try:
        return case_of(column, pivot, pivot.inverse)
    except WriteError as error:
        raise NotEncodable(str(error)) from error


def _no_texts(name: str, column: int) -> list[str]:
    raise NotTaken(f"the texts {name}")


def _walk(node: Any, way: Sequence[str]) -> Any:
    for name in way:
        node = getattr(node, name)
    return node


def _place(holder: Struct, name: str, start: int) -> _Place | None:
    """Where a field was read, and its validity bits."""
    spans = {field.name: span_of(holder, index) for index, field in enumerate(holder.FIELDS)}
    span = spans.get(name)
    if span is None or getattr(holder, name) is None:
        return None
    mask = next(field.mask for field in holder.FIELDS if field.name == name)
    bits = spans.get(mask) if mask and getattr(holder, mask) is not None else None
    if bits is None:
        return _Place(span.start - start, end=span.end - start)
    return _Place(span.start - start, bits.start - start, span.end - start, bits.end - start)


def _zero(case: Case) -> Any:
    """A value of a case."""
    found: dict[str, Any] = {}
    for part in case.parts:
        if part.kind == "bytes":
            found[part.name] = bytes(part.size)
        elif part.kind == "uuid":
            found[part.name] = "00000000-0000-0000-0000-000000000000"
        else:
            found[part.name] = False if part.kind.startswith("bit") else 0.0 if part.kind[0] == "f" else 0
    return found[""] if list(found) == [""] else found


def _dtype(kind: str) -> np.dtype[Any]:
    order = ">" if kind.endswith("be") else "<"
    return np.dtype(f"{order}{'i' if kind[0] == 's' else kind[0]}{kind[1]}")


def _whole(column: Any) -> Any:
    """A column in one piece."""
    found = column.combine_chunks()
    return found.chunk(0) if isinstance(found, pa.ChunkedArray) else found


def _plain(array: Any) -> Numbers:
    """The numbers of an array without nulls."""
    if array.null_count:
        raise NotTaken("nulls")
    return cast("Numbers", array.to_numpy(zero_copy_only=False))


def _fitting(array: Any, kind: str) -> Any:
    """Numbers that fit a kind, with zeros in place of nulls."""
    if kind[0] == "f":
        return array.fill_null(0.0)
    array = array.fill_null(0)
    values = array.to_numpy(zero_copy_only=False)
    bits = 8 * int(kind[1])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    info = np.iinfo(values.dtype)
    if len(values) and ((info.min < low and values.min() < low) or (info.max > high and values.max() > high)):
        raise NotTaken(f"a number that isn't from {low} to {high}")
    return array


def _vector(column: PivotColumn, case: Case, array: Any) -> tuple[Bits, list[tuple[Part, Numbers]]]:
    """Which values of a column are there, and the parts that they consist of, with zeros where they aren't."""
    if array is None:
        raise NotEncodable(f"the column {column.name} isn't there")
    try:
        if array.null_count:
            valid = np.asarray(array.is_valid().to_numpy(zero_copy_only=False), np.bool_)
        else:
            valid = np.ones(len(array), np.bool_)
        parts: list[tuple[Part, Numbers]] = []
        for part in case.parts:
            one = array
            if part.name:
                if not pa.types.is_struct(array.type) or array.type.get_field_index(part.name) < 0:
                    raise NotTaken(f"{column.name}: no member {part.name}")
                one = array.flatten()[array.type.get_field_index(part.name)]
            if one.null_count != len(valid) - int(valid.sum()):
                raise NotTaken(f"{column.name}: a member that is null")
            parts.append((part, _numbers(column, part, one)))
    except (pa.ArrowException, ValueError, OverflowError, TypeError) as error:
        raise NotTaken(f"{column.name}: {error}") from error
    return valid, parts


def _numbers(column: PivotColumn, part: Part, array: Any) -> Numbers:
    """The values of a part, as they are stored: numbers, booleans, or rows of bytes."""
    if part.kind in ("bit", "bit_be"):
        if not pa.types.is_boolean(array.type):
            raise NotTaken(f"{column.name}: no booleans")
        return _plain(array.fill_null(False))
    if part.kind in NUMBER_KINDS:
        labels = tuple((label, number) for number, label in reversed([*(column.labels or {}).items()]))
        return _plain(_fitting(stored(array, column.form, Source((), part.kind, labels), _no_texts), part.kind))
    raise NotTaken(f"{column.name}: {part.kind}")
