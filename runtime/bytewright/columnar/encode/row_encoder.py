"""Encodes the records of a file from rows in Arrow, without an object per record.

What precedes the records is made by objects, once. Where the kernel can't make the records, objects make all of the
file: then nothing here says why a row is wrong, as they know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.coalesce import larger
from bytewright.arrow.python_rows import rows_of
from bytewright.codec.plain_values import from_plain
from bytewright.codec.plan_file import column_name
from bytewright.columnar.encode.arrow_fields import FieldResolver, SourceColumn
from bytewright.columnar.encode.fields.chosen_columns import (
    ChoosingColumn,
    put_together,
    refuse_undecided,
    with_told,
)
from bytewright.columnar.encode.header_from_records import take_derived
from bytewright.columnar.encode.plain_values.arrays import SaidStructures
from bytewright.errors import NoValueError, ReadError, WriteError
from bytewright.io.atomic_files import write_pieces
from bytewright.io.rope import Part, content, contents
from bytewright.io.spill import FileSegment, SpillFile
from bytewright.kernels.drivers.encoder import USUAL, Encoder, Sizes
from bytewright.kernels.plan.encoding import CASE, EncodingPlan, Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Path
from bytewright.kernels.program.specialize_encoding import unroll
from bytewright.model.lookup import indexed
from bytewright.model.member_names import attribute_of, id_of
from bytewright.model.structures import Struct
from bytewright.objects.write.placeholders import ExternalList
from bytewright.schema.header_columns import constant_of, header_columns
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import Form
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import CellColumn, FixedColumn, Layout
from bytewright.views.invert.always_there import AlwaysThere
from bytewright.views.invert.inverse import fill
from bytewright.views.invert.model_paths import kind_at, reach, walk
from bytewright.views.invert.remainder import lacking

if TYPE_CHECKING:
    from bytewright.codec.codec import Codec
    from bytewright.codec.settings import Settings

_compute: Any = pc
_NO_CHOICE = "a column that is stored in one of several fields, and a codec that was generated before kernels knew that"
_FEW_BLOCKS = 4
"""Batches of fewer blocks of records are put together: to take their columns takes longer than to encode these."""


def refusal(codec: Codec, levels: Sequence[View]) -> str | None:
    """Why the kernel can't make files of the rows of a view; None: it can, as far as is known without the rows.

    Args:
        codec: the format.
        levels: the view, its inner view, and so on.
    """
    view, *inner = levels
    plan = encoding_of(codec, view)
    more = any(one is not None for one in (view.rows, view.pivot, view.variants, view.decode))
    way = _way(plan) if isinstance(plan, EncodingPlan) else ()
    return refusal_of(plan, way, view.each_path, inner=bool(inner), more=more)


def encoding_of(codec: Codec, view: View) -> EncodingPlan | str:
    """How the kernel makes files of the rows of a view, or why it can't.

    Args:
        codec: the format.
        view: the view.
    """
    found = codec.encoding_nested.get(view.name, codec.encoding)
    return found if isinstance(found, EncodingPlan) else str(found)


def _way(plan: EncodingPlan) -> tuple[str, ...]:
    """The same as `EncodingPlan.way`, by names in Python."""
    return tuple(map(attribute_of, plan.way))


def refusal_of(
    plan: EncodingPlan | str, way: Sequence[str], each_path: Sequence[str], *, inner: bool, more: bool
) -> str | None:
    """The same, of what a spec says.

    Args:
        plan: how records are made, or why the kernel can't.
        way: from the root to the list of them, by names in Python; empty: there is none.
        each_path: the list through which the view goes.
        inner: whether rows are those of another view, of what is in each element.
        more: whether an element has other rows than itself, or more columns than its fields.
    """
    if not isinstance(plan, EncodingPlan):
        return plan
    if plan.list:
        return "the kernel makes records of rows that code makes columns of"
    if plan.inside is None and (inner or tuple(each_path) != tuple(way) or not way):
        return "its rows are no records"
    return "its rows are more than records" if more else None


@dataclass(frozen=True, slots=True)
class _Constant:
    """A column that has one value in all rows, as the header says."""

    name: str
    value: Any

    def says(self, value: Any) -> bool:
        """Whether a row may hold a value."""
        return value in (None, self.value) or (value != value and self.value != self.value)


@dataclass(frozen=True, slots=True)
class _Stored:
    """Where a column is stored in each record, how it is shown, and whether a condition says which rows have it."""

    way: Path
    form: Form
    chosen: bool = False


class RowEncoder:
    """Makes the bytes of one file of the rows of a view.

    Args:
        codec: the format.
        layout: the columns that the view has for the rows.
        names: the columns of the rows, by their names in the view.
        model: what the rows don't hold, without records; None: nothing.
        settings: the options.
        count: how many rows there will be.
        sizes: sizes that decide how fast it is, not what it gives.
        said: what a root says of records, from the first on, as plain values.

    Raises:
        Unsupported: the kernel can't make such a file.

    Attributes:
        rows: how many rows have become records.
        warnings: what isn't in the file of rows, or of what they were read from.
        rests: whether something around the records follows from how many bytes they take.
    """

    def __init__(
        self,
        codec: Codec,
        layout: Layout,
        names: list[str],
        model: Any,
        settings: Settings,
        count: int,
        sizes: Sizes = USUAL,
        *,
        said: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        why = refusal(codec, layout.levels)
        if why is not None:
            raise Unsupported(why)
        plan = encoding_of(codec, layout.levels[0])
        assert isinstance(plan, EncodingPlan)
        for one in layout.columns:
            if isinstance(one, FixedColumn) and len(one.column.ways) > 1 and one.name in names:
                _choice(codec, layout, one)
        self._stated = plan
        self._layout = layout
        self._names = names
        self._settings = settings
        self._way = _way(plan)
        self._said = SaidStructures(said)
        self.rows = 0
        self.warnings = layout.warnings
        self._codec = codec
        self.rests = plan.rests
        self._count = self._number = count
        self._constants: list[_Constant] = []
        self._ways: dict[str, _Stored | ChoosingColumn] = {}
        self._made: set[tuple[str, ...]] = set()
        self._position: str | None = None
        self._sizes = sizes
        self._asked: Mapping[str, Any] = codec.encoding_header or {}
        self._of_root: dict[str, Any] = {}
        self._root: Any = model
        self._encoder: Encoder | None = None
        if not count:
            self._begin([])

    @property
    def serves_again(self) -> bool:
        """Whether another file of such rows has the same around its records, so that this encoder can make it."""
        plan = self._stated
        of_one = plan.rests or plan.counted or plan.sized or plan.last is not None or self._of_root
        return self._encoder is not None and not of_one

    def restart(self, count: int) -> None:
        """Begin another file of so many such rows."""
        assert self._encoder is not None
        self._encoder.rows = self.rows = 0
        self._count = self._number = count

    def _begin(self, first: Sequence[Mapping[str, Any]]) -> None:
        """Make what lies around the records, and find out how these are made.

        Args:
            first: the first row, if there is one: what columns show of the root is the same in all rows.

        Raises:
            Unsupported: objects know what is wrong.
        """
        try:
            is_told, self._root = self._root is not None, self._filled(first, self._root)
            self._put(self._root, [])
            if not is_told and any(lacking(self._codec.root, self._root)):
                raise Unsupported("something at a place of its own, which rows don't hold")
            plan = self._stated
            if plan.last is not None and not first:
                raise Unsupported("a list without the element that ends it")
            if plan.sized and first:
                self._lead(first)
            try:
                self._make_around(plan)
            except (WriteError, Unsupported):
                if plan.sized or not first:
                    raise
                self._lead(first)
                self._make_around(plan)
        except (WriteError, ReadError) as error:
            raise Unsupported(str(error)) from error

    def _put(self, root: Any, records: Sequence[Any]) -> None:
        setattr(walk(root, self._way[:-1]), self._way[-1], records)

    def _filled(self, rows: Sequence[Mapping[str, Any]], model: Any) -> Any:
        try:
            return fill(self._codec, self._layout, rows, model, self._settings.values)
        except (AttributeError, TypeError, LookupError, UnicodeError, NoValueError) as error:
            raise Unsupported(f"the root holds what the rows hold, or too little: {error}") from error

    def _lead(self, first: Sequence[Mapping[str, Any]]) -> None:
        """Find out what precedes the records and follows from them: it is what it is for the first one."""
        alone = self._with_record(self._root, first)
        self._codec.to_bytes(alone, relocate=True, options=self._settings.values)
        take_derived(alone, self._root, self._way[0])

    def _with_record(self, root: Any, first: Sequence[Mapping[str, Any]]) -> Any:
        """A file with the first record alone."""
        alone = deepcopy(root)
        if self._said.values:
            document: Any = [self._said.values[0]]
            for name in reversed(self._way):
                document = {id_of(name): document}
            self._put(alone, reach(from_plain(self._codec, document), self._way))
        return self._filled(first, alone)

    def _make_around(self, plan: EncodingPlan) -> None:
        self._before, self._behind = self._around(self._root, counted=plan.counted)
        with indexed(self._root):
            self._plan: EncodingPlan = unroll(plan, self._header_value)
            self._find_columns(self._root)

    def _around(self, root: Any, *, counted: bool) -> tuple[memoryview, memoryview]:
        """What lies before the records, and behind them."""
        if not counted:
            return memoryview(self._codec.to_bytes(root, relocate=True, options=self._settings.values)), memoryview(b"")
        records = ExternalList(self._number)
        data = memoryview(contents(self._laid(root, records)))
        return data[: records.place], data[records.place :]

    def _laid(self, root: Any, records: ExternalList) -> Sequence[Part]:
        """The parts of a file with a list that is made apart, which then knows its place."""
        self._put(root, records)
        try:
            parts = self._codec.to_parts(root, relocate=True, options=self._settings.values)
        finally:  # whoever tries again puts records there
            self._put(root, [])
        if records.place < 0:
            raise Unsupported("records that begin inside of a byte")
        return parts

    def _header_value(self, name: str, column: int) -> Any:
        return self._asked[name](Scope(self._root, self._root, options=self._settings.values, column=column))

    def _texts(self, name: str, column: int) -> list[str]:
        """The texts of a list that the header holds."""
        found = []
        for item in self._header_value(name, column):
            while getattr(item, "SHOWN_AS", ""):
                item = getattr(item, item.SHOWN_AS)
            found.append(item)
        return found

    def _find_columns(self, root: Any) -> None:
        """Find the fields for which the columns of the rows stand."""
        cells = self._layout.cells
        known = {column.name: column for column in self._layout.columns}
        fixed = [one for one in self._layout.columns if isinstance(one, FixedColumn) and not one.level]
        self._made |= {*AlwaysThere(fixed).ways(self._kind, "element")}
        self._types = {column.name: column.type for column in self._layout.columns}
        self._constants = []
        if cells is not None:
            if cells.inverse is None:
                raise Unsupported("where its cells are stored is calculated")
            each = cells.inverse.each
            self._made |= {each[:size] for size in range(1, len(each) + 1)}
            spelt = {name.lower(): name for name in reversed(self._names)}
            for header in header_columns(cells, root, self._settings.values, self._layout.stated):
                if cells.inverse.cell:
                    self._made.add((*each, str(header.number)))
                shown = spelt.get(header.name.lower())
                if shown is None:
                    continue
                constant = constant_of(cells, header)
                if constant is not None:
                    self._constants.append(_Constant(shown, constant.value))
                    continue
                way = (*each, str(header.number), *cells.inverse.cell)
                self._ways[shown] = _Stored(way, known[shown].form)
        for name in self._names:
            column = known[name]
            if isinstance(column, CellColumn):
                continue
            if not isinstance(column, FixedColumn) or column.level:
                raise Unsupported(f"the column {name} belongs to no record")
            ways = column.column.ways
            if len(ways) > 1:
                choice = unroll(_choice(self._codec, self._layout, column), self._header_value)
                stored = [self._stored_at(path[1:]) for _, path in ways]
                self._ways[name] = ChoosingColumn(choice, stored, column.form, self._sizes)
                continue
            # A row that has a value where a condition decides says that it holds: objects don't ask, either.
            match ways[0][1] if ways else column.column.path:
                case ("element", *rest):
                    self._ways[name] = _Stored(self._stored_at(tuple(rest)), column.form, bool(ways))
                case ("root", *_):
                    self._of_root[name] = None
                case ("index",):
                    self._position = name

    def _stored_at(self, way: Path) -> Path:
        """The way to a field as the plan has it: without cases of switches that have no others."""
        known = {source.path[:size] for source in self._sources for size in range(1, len(source.path) + 1)}
        found: Path = ()
        for step in way:
            if not step.startswith(CASE) or (*found, step) in known:
                found = (*found, step)
        return found

    def pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes | memoryview]:
        """The bytes of the file, in pieces that are only good until the next one is asked for.

        Raises:
            Unsupported: the kernel can't make a file of these rows.
        """
        if self.rests:
            data = b"".join([bytes(piece) for piece in self._records(batches)])
            yield from map(content, self._whole(data))
            return
        begun = False
        for piece in self._records(batches):
            if not begun:
                yield self._before
                begun = True
            yield piece
        if not begun:
            yield self._before
        yield self._behind

    def write(self, batches: Iterable[pa.RecordBatch], file: BinaryIO) -> None:
        """Write a file that `rests` on its records, of which no more than a piece is in memory: what lies around them
        is written when they are there.

        Raises:
            Unsupported: the kernel can't make a file of these rows.
        """
        spool = SpillFile.of(file) if self.rests and self._count else None
        if spool is None:
            write_pieces(file, self.pieces(batches))
            return
        records = self._records(batches)
        first = next(records, b"")  # what precedes them is made by then
        place = len(self._before)
        file.seek(place)
        write_pieces(file, chain((first,), records))
        spool.write(self._whole(FileSegment(file, place, file.tell() - place)))

    def _whole(self, part: Part) -> Sequence[Part]:
        """The parts of the file, when the records are there."""
        try:
            parts = self._parts(part)
            with indexed(self._root):
                again = unroll(self._stated, self._header_value)
            if again != self._plan:
                raise Unsupported("records that rest on how many bytes they take")
        except (WriteError, ReadError) as error:
            raise Unsupported(str(error)) from error
        return parts

    def _parts(self, part: Part) -> Sequence[Part]:
        return self._laid(self._root, ExternalList(self._number, part))

    def _records(self, batches: Iterable[pa.RecordBatch]) -> Iterator[memoryview]:
        """The bytes of the records, in pieces that are only good until the next one is asked for."""
        encoder = self._encoder
        ending: Encoder | None = None
        for batch in larger(batches, _FEW_BLOCKS * self._sizes.block_records):
            if encoder is None:
                self._begin_with(batch)
                encoder = self._encoder = Encoder(self._plan, self._sizes)
                ending = None if self._plan.last is None else Encoder(self._plan.ending(), self._sizes)
            self._check(batch)
            said = self._said.some(self.rows, batch.num_rows, self._sources)
            taking = self._taken(self._columns_of(batch, said), said, self._made, self._chosen)
            if ending is not None:
                arrays = taking.arrays(self._plan.sources)
                marked = ending.whole(batch.num_rows, arrays, number=ending.rows)
                self._check_last(np.frombuffer(marked, np.bool_), ending.rows)
            yield from self._encoded(batch.num_rows, taking, encoder)
            self.rows = encoder.rows
        if self.rows != self._count:
            raise Unsupported("more or fewer rows than were said")

    def _columns_of(self, rows: pa.RecordBatch, told: Any) -> list[SourceColumn]:
        """What rows hold for fields; what no column says of each row, the view's condition says; ``told``: what a root
        says besides."""
        held = [
            (self._ways[name], one) for name, one in zip(self._names, rows.columns, strict=True) if name in self._ways
        ]
        columns = [SourceColumn(to.way, one, to.form) for to, one in held if isinstance(to, _Stored)]
        if len(columns) < len(held):
            others = FieldResolver(put_together(columns, self._chosen), self._texts, self._made, told)
            for to, one in held:
                columns += to.columns(one, others, self.rows) if isinstance(to, ChoosingColumn) else ()
        columns = put_together(columns, self._chosen)
        shown = {column.path for column in columns}
        says = self._layout.levels[0].says
        said = [(way, value) for way, value in says if way not in shown and not self._said.says(way)]
        return columns + [SourceColumn(way, pa.array([value] * rows.num_rows)) for way, value in said]

    @property
    def _chosen(self) -> Set[Path]:
        """The fields that have a value where conditions say so."""
        ways = self._ways.values()
        several = (one.paths for one in ways if isinstance(one, ChoosingColumn))
        return {one.way for one in ways if isinstance(one, _Stored) and one.chosen}.union(*several)

    @property
    def _kind(self) -> type[Struct]:
        """The class of records."""
        way = self._way or tuple(chain.from_iterable(self._layout.levels[0].list_paths))
        return reduce(kind_at, way, self._codec.root)

    @property
    def _sources(self) -> Sequence[Source]:
        """What records may hold."""
        return self._plan.sources

    def _taken(self, columns: Sequence[SourceColumn], told: Any, made: Set[Path], chosen: Set[Path]) -> FieldResolver:
        """What resolves fields to columns, which say one thing of each.

        Args:
            columns: the columns.
            told: what a root says besides; see `FieldResolver`.
            made: structures that are always there.
            chosen: fields that have values where conditions say so, others where a root does.
        """
        if told is not None:
            refuse_undecided(told, columns)
            columns = with_told(columns, chosen, FieldResolver((), self._texts, told=told).values)
        taking = FieldResolver(columns, self._texts, made, told)
        taking.refuse_unlike(chosen)
        return taking

    def _encoded(self, rows: int, taking: FieldResolver, encoder: Encoder) -> Iterator[memoryview]:
        """The records of some rows."""
        return encoder.encode(rows, taking.arrays(self._plan.sources), number=encoder.rows)

    def _check_last(self, marked: npt.NDArray[np.bool_], rows: int) -> None:
        """Refuse a list that doesn't end with the record that says so, of those that have come to ``rows``."""
        places = marked.nonzero()[0].tolist()
        if places != ([len(marked) - 1] if rows == self._count else []):
            raise Unsupported("a list that ends before its last element, or not there")

    def _begin_with(self, batch: pa.RecordBatch) -> None:
        """Begin a file with the first rows."""
        first = batch.slice(0, 1)
        self._begin(rows_of(first.rename_columns(self._names)))
        for place, name in enumerate(self._names):
            if name in self._of_root:
                self._of_root[name] = first.column(place)

    def _check(self, batch: pa.RecordBatch) -> None:
        """Refuse rows that say more than the view, otherwise than the header, or stand elsewhere than they are."""
        for place, name in enumerate(self._names):
            column = batch.column(place)
            _refuse_members(column.type, self._types[name], name)
            if name == self._position:
                wanted = pa.array(range(self.rows, self.rows + batch.num_rows), pa.int64())
                if column.null_count or not column.cast(pa.int64()).equals(wanted):
                    raise Unsupported("rows out of order")
            if name in self._of_root and not _are_all(column, self._of_root[name]):
                raise Unsupported(f"several values of {name}, of which a file has one")
            for constant in self._constants:
                if constant.name == name and not all(constant.says(value) for value in column.unique().to_pylist()):
                    raise Unsupported(f"another value of {name} than the header's")


def _choice(codec: Codec, layout: Layout, column: FixedColumn) -> EncodingPlan:
    """What tells in which of several fields a column is stored.

    Raises:
        Unsupported: the kernel can't tell that.
    """
    plan = codec.plans.choices.get(column_name(layout.levels[0].name, column.column.id), _NO_CHOICE)
    if not isinstance(plan, EncodingPlan):
        raise Unsupported(str(plan))
    return plan


def _are_all(column: Any, first: Any) -> bool:
    """Whether all values of a column are the first one; not where that isn't told easily."""
    try:
        return bool(column.unique().equals(first))
    except pa.ArrowException:
        return False


def _refuse_members(have: pa.DataType, want: pa.DataType, where: str) -> None:
    """Refuse members that structs of a view don't have: nothing would be written for them.

    Raises:
        Unsupported: there is such a one; objects know whether it is wrong.
    """
    items = _item_of(have), _item_of(want)
    if items[0] is not None and items[1] is not None:
        _refuse_members(items[0], items[1], where)
    elif pa.types.is_struct(have) and pa.types.is_struct(want):
        members = {field.name: field.type for field in want}
        for field in have:
            if field.name not in members:
                raise Unsupported(f"{where} has no member {field.name}")
            _refuse_members(field.type, members[field.name], f"{where}.{field.name}")


def _item_of(kind: Any) -> pa.DataType | None:
    """The type of the elements of a list, or of the pairs that a map is; None: it is neither."""
    if pa.types.is_map(kind):
        return pa.struct([pa.field("key", kind.key_type), pa.field("value", kind.item_type)])
    is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    found: pa.DataType | None = kind.value_type if is_list else None
    return found
