"""Encodes batches of parallel vectors from templates, without an object per value.

Batches with as many rows, and nulls in the same of their vectors, differ in nothing but the values (a compiler pass has
proved that: ``Codec.skeletons``). Objects make one of each kind, the *skeleton*; values are put into copies of it,
whole vectors of many batches at a time.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.coalesce import joined
from bytewright.codec.plain_values import from_plain
from bytewright.columnar.encode.parallel_vectors import EVERYTHING, NOTHING, Taker, Vector, dtype_of, numbers_at
from bytewright.columnar.encode.rechunk import changes, cut, unlike, whole_steps
from bytewright.columnar.encode.skeletons import Place, Skeleton, not_null, place_of_field, zero_of
from bytewright.columnar.encode.template_stream import PIECE, VectorRange, hollow, row_of, spread, validity
from bytewright.errors import ReadError, WriteError
from bytewright.kernels.drivers.copier import Bytes, Copier
from bytewright.kernels.plan import NUMBER_KINDS, Case, RowPlan, encoding_codes
from bytewright.kernels.plan.failures import Unsupported
from bytewright.objects.write.placeholders import PlaceholderList
from bytewright.schema.pivots import Pivot
from bytewright.schema.properties import MODES
from bytewright.schema.value_forms import Form
from bytewright.views.evaluate.layout import FixedColumn, Layout, PivotColumn
from bytewright.views.invert.inverse import fill
from bytewright.views.invert.invertible import case_of
from bytewright.views.invert.model_paths import field_at, reach

if TYPE_CHECKING:
    from bytewright.codec.codec import Codec
    from bytewright.codec.settings import Settings


FEW = 64
"""Rows of a skeleton that is written twice."""
MOST_BYTES = 32 << 20
"""Bytes of skeletons that are kept, besides those of the last one."""

Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class _Scalar:
    """A column that is the same in all rows of a batch: where it is stored, and how."""

    name: str
    form: Form
    outer: bool
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Put:
    """What the kernel is told of the parts of vectors that a skeleton has, but for where their values are.

    ``table``: where they are put; ``parts``: which they are of all parts of all vectors; ``told``: 1 for each number
    that counts, 0 for the validity of vectors whose values are all there."""

    table: Numbers
    parts: Numbers
    told: Numbers


@dataclass(frozen=True, slots=True)
class _Standing:
    """A file of one batch whose vectors are not there; the batch, what its vectors lie in, and these."""

    model: Any
    element: Any
    inner: Any
    lists: Mapping[int, PlaceholderList]


def _undictionaried(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The same rows without dictionaries: vectors hold each value."""
    if not any(pa.types.is_dictionary(kind) for kind in batch.schema.types):
        return batch
    columns: list[Any] = batch.columns
    plain = [one.dictionary_decode() if pa.types.is_dictionary(one.type) else one for one in columns]
    return pa.RecordBatch.from_arrays(plain, names=batch.schema.names)


class TemplateEncoder:
    """Makes the bytes of one file of the rows of a view; see `bytewright.columnar.encode.row_encoder.RowEncoder`.

    Args:
        codec: the format.
        layout: the columns that the view has for the rows.
        names: the columns of the rows, by their names in the view.
        root: what the rows don't hold, as JSON; None: nothing.
        settings: the options.
    """

    def __init__(self, codec: Codec, layout: Layout, names: list[str], root: str | None, settings: Settings) -> None:
        view = layout.levels[0]
        why = codec.skeletons.get(view.name, "its rows are no parallel vectors")
        plan = codec.row_plans.get(view.name)
        pivot = layout.pivot
        if why or pivot is None or pivot.inverse is None or not pivot.inverse.keys:
            raise Unsupported(why or "its rows are no parallel vectors")
        if not isinstance(plan, RowPlan) or plan.pivot is None:
            raise Unsupported("where its vectors lie is not known")
        # The rows of a file that is one batch are all of one step.
        self._many = len(layout.levels) == 2
        if self._many and view.each_path != (codec.records_field,):
            raise Unsupported("its batches are no records")
        self._codec = codec
        self._root = json.loads(root) if root is not None else None
        self._given = self._batches_of_root()
        self.rows = 0
        self.warnings = layout.warnings
        self._layout = layout
        self._settings = settings
        self._inverse = pivot.inverse
        self._inner_path = view.inner_path if self._many else ()
        self._rows_path = layout.levels[-1].rows_path
        cases = {case.name: case for case in plan.pivot.cases}
        self._modes_at = names.index(MODES) if MODES in names else -1
        self._said: Any = None
        self._batch: Any = None
        self._scalars: list[_Scalar] = []
        self._vectors: list[tuple[PivotColumn, Case]] = []
        self._number = ""
        for column in layout.columns:
            if column.name not in names:
                continue
            if isinstance(column, PivotColumn):
                case = cases.get(_case_name(column, pivot))
                if case is None or case.lists:
                    raise Unsupported(f"the column {column.name} has no values of one size")
                self._vectors.append((column, case))
            elif isinstance(column, FixedColumn):
                self._add(column)
        if self._many and not self._number:
            raise Unsupported("no column says which batch a row belongs to")
        self._names = names
        self._schema = pa.schema([])
        self._takers: list[Taker] = []
        self._kernel = Copier()
        self._laid: Skeleton | None = None
        self._copied = np.empty((0, 0), np.uint8)
        self._known: dict[tuple[int, bytes, str], tuple[Skeleton, _Put]] = {}
        self._kinds: dict[str, str] = {}
        self._next = 0
        self.prefix = b""
        try:
            if self._many:
                empty = fill(codec, layout, [], self._empty([]), settings.values)
                self.prefix = codec.to_bytes(empty, relocate=True, options=settings.values)
        except (WriteError, ReadError) as error:
            raise Unsupported(str(error)) from error

    def _add(self, column: FixedColumn) -> None:
        if column.column.ways:
            raise Unsupported(f"a condition decides where the column {column.name} is stored")
        match column.column.path:
            case ("index",) if column.level == 0:
                self._number = column.name
            case ("root" | "element" as owner, *way) if not self._many or column.level == 1 or owner == "element":
                outer = self._many and column.level == 0
                self._scalars.append(_Scalar(column.name, column.form, outer, tuple(way)))
            case ("row",) | ():
                pass
            case _:
                raise Unsupported(f"the column {column.name} belongs to no single batch")

    def restart(self) -> None:
        """Begin another file of such rows."""
        self.rows = self._next = 0

    def pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes | memoryview]:
        """The bytes of the file, in pieces that are only good until the next one is asked for.

        Raises:
            Unsupported: they can't be made of these rows without objects.
        """
        yield self.prefix
        batches = map(_undictionaried, batches)
        if self._many:
            if self._modes_at >= 0:
                batches = cut(batches, self._names.index(self._number), self._modes_at)
            for batch, starts, numbers in whole_steps(batches, self._names.index(self._number)):
                self._count(numbers)
                yield from self._encoded(batch, starts)
            if self._given is not None and self._next != len(self._given):
                raise Unsupported("the root has more batches than the rows")
        else:
            some = [batch for batch in batches if batch.num_rows]
            if not some:
                raise Unsupported("there are no rows")
            rows = joined(some)
            if self._modes_at >= 0 and changes(rows.column(self._modes_at)).any():
                raise Unsupported("modes that differ in a batch")
            yield from self._encoded(rows, np.zeros(1, np.int64))

    def _count(self, numbers: Numbers) -> None:
        """See that some batches, by their numbers, are those that come next."""
        if not np.array_equal(numbers, np.arange(self._next, self._next + len(numbers))):
            raise Unsupported("batches out of order, or without rows")
        if self._given is not None and self._next + len(numbers) > len(self._given):
            raise Unsupported("the root has fewer batches than the rows")
        self._next += len(numbers)

    def _batches_of_root(self) -> list[Any] | None:
        """What the root says of each batch; None: nothing, or there is but one."""
        if self._root is None or not self._many:
            return None
        batches = self._root.get(self._codec.records_id)
        if batches is not None and not isinstance(batches, list):
            raise Unsupported("the root has no list of batches")
        return batches or None

    def _empty(self, batches: list[Any] | None = None) -> Any:
        """A new model of what the root says, with some batches in place of its own; None: there is no root."""
        if self._root is None:
            return None
        document = self._root if batches is None else {**self._root, self._codec.records_id: batches}
        return from_plain(self._codec, document)

    def _encoded(self, rows: pa.RecordBatch, starts: Numbers) -> Iterator[memoryview]:
        """The bytes of whole batches, of which each begins where it is said."""
        columns = dict(zip(self._names, rows.columns, strict=True))
        bounds = np.append(starts, rows.num_rows)
        scalars = {one.name: self._scalar(one, columns[one.name], starts) for one in self._scalars}
        vectors = self._taken(rows.schema, columns)
        modes = self._modes(vectors, bounds)
        sources = self._sources(vectors)
        counts = bounds[1:] - bounds[:-1]
        other = (counts[1:] != counts[:-1]) | (modes[1:] != modes[:-1]).any(axis=1)
        beside, number = self._beside(rows, starts)
        if beside is not None:
            other |= np.array([one != before for before, one in itertools.pairwise(beside)], np.bool_)
        groups = [0, *(np.flatnonzero(other) + 1).tolist(), len(starts)]
        for first, behind in itertools.pairwise(groups):
            rows_each = int(counts[first])
            if beside is not None:
                self._said = self._said_at(rows, starts, first)
                self._batch = self._given[number + first] if self._given is not None else None
            skeleton, put = self._skeleton(rows_each, modes[first], beside[first] if beside is not None else "")
            if not self._many and skeleton.data.size > PIECE:
                yield from self._spread(skeleton, scalars, vectors, modes[first], rows_each)
                continue
            table = put.table.copy()
            table[:, : len(NOTHING)] = sources[put.parts] * put.told
            for begin in range(first, behind, self._room(skeleton)):
                end = min(behind, begin + self._room(skeleton))
                yield self._copies(skeleton, scalars, table, slice(begin, end), int(starts[begin]), rows_each)
                self.rows += rows_each * (end - begin)

    def _beside(self, rows: pa.RecordBatch, starts: Numbers) -> tuple[list[str] | None, int]:
        """What tells each batch from others beside its rows: the root, and what rows say of modes; and the number of
        the first one. None: nothing does."""
        number = self._next - len(starts)
        if self._given is None and self._modes_at < 0:
            return None, number
        said = [self._said_at(rows, starts, batch) for batch in range(len(starts))]
        given = self._given[number : number + len(starts)] if self._given is not None else [None] * len(starts)
        return [json.dumps([one, mode]) for one, mode in zip(given, said, strict=True)], number

    def _said_at(self, rows: pa.RecordBatch, starts: Numbers, batch: int) -> Any:
        """What rows say of the modes of a batch."""
        if self._modes_at < 0:
            return None
        return rows.column(self._modes_at)[int(starts[batch])].as_py()

    def _taken(self, schema: pa.Schema, columns: Mapping[str, Any]) -> list[Vector]:
        """The columns as vectors."""
        if not schema.equals(self._schema):
            for column, _ in self._vectors:
                if column.name not in columns:
                    raise Unsupported(f"the column {column.name} isn't there")
            self._takers = [
                Taker(column.name, column.form, column.labels or {}, case, columns[column.name].type)
                for column, case in self._vectors
            ]
            self._schema = schema
        return [
            taker.take(columns[column.name]) for taker, (column, _) in zip(self._takers, self._vectors, strict=True)
        ]

    def _modes(self, vectors: Sequence[Vector], bounds: Numbers) -> Bytes:
        """What there is of each vector in each batch: 0: all values, 1: some, 2: none."""
        out = np.zeros((len(bounds) - 1, len(vectors)), np.uint8)
        if any(vector.there.address for vector in vectors):
            table = [
                row_of((0, 0, encoding_codes.COPY_NOTHING), (v.there.address, v.there.first), 0, 0) for v in vectors
            ]
            self._kernel.find(np.array(table, np.int64), bounds, out)
        empty = [number for number, vector in enumerate(vectors) if vector.empty]
        if empty:
            out[:, empty] = 2
        return out

    def _sources(self, vectors: Sequence[Vector]) -> Numbers:
        """Where the values of all parts of vectors are, in the order of these."""
        rows: list[tuple[int, ...]] = []
        for vector, (_, case) in zip(vectors, self._vectors, strict=True):
            rows += [NOTHING] * len(case.parts) if vector.empty else [values.row for _, values in vector.parts]
        return np.array(rows, np.int64).reshape(-1, len(NOTHING))

    def _put(self, skeleton: Skeleton, modes: Bytes) -> _Put:
        """How vectors are put into a skeleton."""
        first = [0, *itertools.accumulate(len(case.parts) for _, case in self._vectors)]
        table: list[tuple[int, ...]] = []
        parts: list[int] = []
        told = []
        for number, lies in skeleton.vectors.items():
            case, bits = self._vectors[number][1], lies.bits
            for at, part in enumerate(case.parts):
                table.append((*NOTHING, lies.values + part.offset, case.stride, bits))
                parts.append(first[number] + at)
                told.append((1, 1, 1, *((1, 1) if modes[number] else (0, 0))))
                bits = -1
        return _Put(
            np.array(table, np.int64).reshape(-1, encoding_codes.PART),
            np.array(parts, np.intp),
            np.array(told, np.int64).reshape(-1, len(NOTHING)),
        )

    def _spread(
        self,
        skeleton: Skeleton,
        scalars: Mapping[str, Numbers],
        vectors: Sequence[Vector],
        modes: Bytes,
        rows: int,
    ) -> Iterator[memoryview]:
        """The only batch of a file, whose skeleton is used up."""
        for name, (place, kind) in skeleton.scalars.items():
            skeleton.data[place.values : place.end].view(dtype_of(kind))[0] = scalars[name][0]
        regions = []
        for number, lies in skeleton.vectors.items():
            there = vectors[number].there if modes[number] else EVERYTHING
            bits = there.address, there.first
            if lies.bits >= 0 and there.address:
                regions.append(VectorRange(lies.bits, lies.bits_end, validity(bits), 0))
            stride = self._vectors[number][1].stride
            table = [row_of(values.row[:3], bits, one.offset, stride) for one, values in vectors[number].parts]
            regions.append(VectorRange(lies.values, lies.end, np.array(table, np.int64), stride))
        regions.sort(key=lambda region: region.begin)
        if not all(region.holds(rows) for region in regions):
            raise Unsupported("vectors that take more than their values")
        yield from spread(skeleton.data, regions, rows, self._kernel)
        self.rows += rows

    def _room(self, skeleton: Skeleton) -> int:
        """How many batches become one piece."""
        return max(1, PIECE // max(1, skeleton.data.size))

    def _copies(
        self,
        skeleton: Skeleton,
        scalars: Mapping[str, Numbers],
        table: Numbers,
        batches: slice,
        row: int,
        rows: int,
    ) -> memoryview:
        """Copies of a skeleton, with the values of so many batches that follow each other from a row on.

        The skeleton of a file that is one batch becomes that batch."""
        count = batches.stop - batches.start
        if not self._many:
            self._copied = skeleton.data.reshape(1, -1)
        elif self._laid is not skeleton or len(self._copied) < count:
            # What differs is all that is written below, so that copies can be used again.
            self._copied = np.empty((min(self._room(skeleton), count), skeleton.data.size), np.uint8)
            self._copied[:] = skeleton.data
            self._laid = skeleton
        out = self._copied[:count]
        for name, (place, kind) in skeleton.scalars.items():
            kept = out[:, place.values : place.end].view(dtype_of(kind))
            kept[:, 0] = scalars[name][batches]
        self._kernel.copy(table, rows, row, out)
        return out.reshape(-1).data

    def _scalar(self, one: _Scalar, array: Any, starts: Numbers) -> Numbers:
        """The numbers of a column that is the same in all rows of a batch, one per batch."""
        differing = unlike(array)
        differing[starts[1:] - 1] = False
        if differing.any():
            raise Unsupported(f"values of {one.name} that differ in a batch")
        kind = self._kinds.get(one.name)
        if kind is None:
            kind = self._kinds[one.name] = self._kind_of(one)
        try:
            return numbers_at(array, starts, one.form, kind)
        except (pa.ArrowException, ValueError, OverflowError, TypeError) as error:
            raise Unsupported(f"{one.name}: {error}") from error

    def _kind_of(self, one: _Scalar) -> str:
        """How a number is stored that is the same in all rows of a batch."""
        batches = self._layout.levels[0].each_path if self._many else ()
        field = field_at(self._codec.root, (*batches, *(() if one.outer else self._inner_path), *one.way))
        if field is None or field.kind not in NUMBER_KINDS or field.repeated or field.enum is not None:
            raise Unsupported(f"{one.name} is no number")
        return str(field.kind)

    # --- skeletons ---------------------------------------------------------------------------------------------------

    def _skeleton(self, rows: int, modes: Bytes, beside: str) -> tuple[Skeleton, _Put]:
        key = (rows, modes.tobytes(), beside)
        known = self._known.get(key)
        if known is None:
            try:
                plain = all(_is_plain(case) for _, case in self._vectors)
                found = self._noted(rows, modes) if plain else self._read(rows, modes)
            except (WriteError, ReadError) as error:
                raise Unsupported(str(error)) from error
            places = [*found.vectors.values(), *(place for place, _ in found.scalars.values())]
            pieces = sorted(piece for one in places for piece in ((one.values, one.end), (one.bits, one.bits_end)))
            if any(end > begin for (_, end), (begin, _) in itertools.pairwise(pieces) if end > 0):
                raise Unsupported("values that share a byte with others")
            known = self._known[key] = found, self._put(found, modes)
            while len(self._known) > 1 and sum(one.data.size for one, _ in self._known.values()) > MOST_BYTES:
                self._known.pop(next(iter(self._known)))
        return known

    def _filled(self, rows: Sequence[Mapping[str, Any]]) -> tuple[Any, Any, Any]:
        """A file of one batch of some rows; the batch, and what its vectors lie in."""
        model = self._empty([self._batch] if self._batch is not None else [] if self._many else None)
        return self._parts(fill(self._codec, self._layout, [*rows], model, self._settings.values))

    def _parts(self, model: Any) -> tuple[Any, Any, Any]:
        """A file, its batch, and what its vectors lie in."""
        element = getattr(model, self._codec.records_field)[0] if self._many else model
        return model, element, reach(element, self._inner_path)

    def _zeros(self, modes: Bytes) -> dict[str, Any]:
        """A row of zeros, with nulls for the vectors that have nothing else."""
        row: dict[str, Any] = {one.name: 0 for one in self._scalars}
        if self._many:
            row[self._number] = 0
        if self._modes_at >= 0:
            row[MODES] = self._said
        vectors = zip(self._vectors, modes, strict=True)
        return row | {column.name: None if mode == 2 else zero_of(case) for (column, case), mode in vectors}

    def _bytes(self, model: Any, lists: Sequence[PlaceholderList] = ()) -> Bytes:
        """The bytes of the batch of a file, some of whose lists are not there yet."""
        data = hollow(self._codec.to_parts(model, relocate=True, options=self._settings.values), lists)
        if data[: len(self.prefix)].tobytes() != self.prefix:
            raise Unsupported("what precedes the records depends on them")
        return data[len(self.prefix) :]

    def _holders(self, inner: Any, modes: Bytes) -> dict[int, Any]:
        """The structures that hold the vectors, by the number of the column; those without values may have none."""
        each, vector = self._inverse.each, self._inverse.vector
        structures = getattr(reach(inner, each[:-1]), each[-1])
        # A root that is given may name them in another order than the columns.
        places = {key: place for place, key in enumerate(getattr(inner, self._inverse.keys))}
        found = {
            number: reach(structures[places[column.key]], vector[:-1])
            for number, (column, _) in enumerate(self._vectors)
            if column.key in places
        }
        lacking = any(mode != 2 for number, mode in enumerate(modes.tolist()) if number not in found)
        if lacking or not len(found) == len(places) == len(structures):
            raise Unsupported("vectors that are no columns of the rows")
        return found

    def _noted(self, rows: int, modes: Bytes) -> Skeleton:
        """Let objects write a batch of zeros that are not there, twice: what differs then is where values are put."""
        if rows > FEW:
            found = self._like(self._noted(FEW, modes), rows, modes)
            if found is not None:
                return found
        batch = self._standing(rows, modes)
        data = self._bytes(batch.model)
        vectors = self._places(batch)
        free = np.ones(len(data), np.bool_)
        for place in vectors.values():
            free[place.values : place.end] = False
            free[max(place.bits, 0) : place.bits_end] = False
        for one in batch.lists.values():
            one.turn()
        self._mark(batch)
        turned = self._bytes(batch.model)
        if len(turned) != len(data) or (turned == data)[~free].any():
            raise Unsupported("where its vectors lie is not known")
        scalars = {}
        free &= turned != data
        for mark, scalar in enumerate(self._scalars, 1):
            kind = self._kind_of(scalar)
            marked = np.flatnonzero(free & (turned == mark))
            size = dtype_of(kind).itemsize
            if len(marked) != size or marked[-1] - marked[0] >= size:
                raise Unsupported(f"{scalar.name} isn't stored")
            scalars[scalar.name] = (Place(int(marked[0]), end=int(marked[-1]) + 1), kind)
            free[marked] = False
        if free.any():
            raise Unsupported("more differs than vectors and numbers")
        return Skeleton(data, not_null(vectors, modes), scalars)

    def _like(self, few: Skeleton, rows: int, modes: Bytes) -> Skeleton | None:
        """A skeleton whose numbers lie as far from its beginning, or its end, as those of one of few rows, which are
        written once; None: some don't."""
        batch = self._standing(rows, modes)
        self._mark(batch)
        data = self._bytes(batch.model, [*batch.lists.values()])
        scalars = {}
        for mark, (name, (place, kind)) in enumerate(few.scalars.items(), 1):
            size = place.end - place.values
            places = (place.values, len(data) - (len(few.data) - place.values))
            found = next((at for at in places if data[at : at + size].tobytes() == bytes([mark]) * size), None)
            if found is None:
                return None
            scalars[name] = (Place(found, end=found + size), kind)
        return Skeleton(data, not_null(self._places(batch), modes), scalars)

    def _standing(self, rows: int, modes: Bytes) -> _Standing:
        """A file of one batch, of so many rows that are not there."""
        name = self._inverse.vector[-1]
        model, element, inner = self._filled([self._zeros(modes)])
        setattr(reach(inner, self._rows_path[:-1]), self._rows_path[-1], rows)
        lists: dict[int, PlaceholderList] = {}
        for number, holder in self._holders(inner, modes).items():
            values = getattr(holder, name)
            if not isinstance(values, list) or len(values) != 1:
                raise Unsupported("a vector that is left out")
            lists[number] = PlaceholderList(rows, values[0], (0, 1, rows)[modes[number]])
            setattr(holder, name, lists[number])
        return _Standing(model, element, inner, lists)

    def _mark(self, batch: _Standing) -> None:
        """Give numbers values whose bytes are 1, 2, …, in the order of the columns."""
        for mark, scalar in enumerate(self._scalars, 1):
            dtype = dtype_of(self._kind_of(scalar))
            value = np.frombuffer(bytes([mark]) * dtype.itemsize, dtype)[0].item()
            holder = reach(batch.element if scalar.outer else batch.inner, scalar.way[:-1])
            setattr(holder, scalar.way[-1], value)

    def _places(self, batch: _Standing) -> dict[int, Place]:
        """Where lists were written."""
        start = len(self.prefix)
        found = {}
        for number, one in batch.lists.items():
            bits = one.bits
            if one.place >= start and bits is not None and bits.place >= start:
                found[number] = Place(one.place - start, bits.place - start, one.end - start, bits.end - start)
            elif one.place >= start:
                found[number] = Place(one.place - start, end=one.end - start)
        return found

    def _read(self, rows: int, modes: Bytes) -> Skeleton:
        """Let objects write a batch of zeros, and read where they are."""
        row = self._zeros(modes)
        nulls = {column.name: None for (column, _), mode in zip(self._vectors, modes, strict=True) if mode}
        data = self._bytes(self._filled([row | nulls, *([row] * (rows - 1))])[0])
        start = len(self.prefix)
        back = self._codec.parse(self.prefix + data.tobytes(), options=self._settings.values)
        _, element, inner = self._parts(back)
        vectors = {}
        for number, holder in self._holders(inner, modes).items():
            place = place_of_field(holder, self._inverse.vector[-1], start)
            if place is not None and modes[number] != 2:
                vectors[number] = place
        scalars = {}
        for one in self._scalars:
            found = place_of_field(reach(element if one.outer else inner, one.way[:-1]), one.way[-1], start)
            if found is None:
                raise Unsupported(f"{one.name} isn't stored")
            scalars[one.name] = (found, self._kind_of(one))
        return Skeleton(data, vectors, scalars)


def _case_name(column: PivotColumn, pivot: Pivot) -> str:
    assert pivot.inverse is not None
    try:
        return case_of(column, pivot, pivot.inverse)
    except WriteError as error:
        raise Unsupported(str(error)) from error


def _is_plain(case: Case) -> bool:
    """Whether the elements of a vector are numbers or bits."""
    return len(case.parts) == 1 and case.parts[0].name == "" and case.parts[0].kind not in ("bytes", "uuid")
