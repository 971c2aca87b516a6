"""Encodes files whose rows are elements of lists in lists: the innermost elements from rows, then what each lies in.

What is around is given what lies in it as bytes, with how many elements these are; a library encodes them between two
calls of the kernel where they are processed. Rows are worked on by whole elements of the outermost list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.coalesce import joined, larger
from bytewright.columnar.encode.arrow_fields import FieldResolver, SourceColumn
from bytewright.columnar.encode.encoded_elements import EncodedElements
from bytewright.columnar.encode.nested.processing import Processing
from bytewright.columnar.encode.nested.row_edges import FoundEdges, Level, RowEdges, SaidEdges, changes
from bytewright.columnar.encode.plain_values.arrays import PlainType, below, completed, structures
from bytewright.columnar.encode.plain_values.root_elements import RootElements
from bytewright.columnar.encode.row_encoder import RowEncoder
from bytewright.kernels.drivers.encoder import USUAL, Encoder, Sizes
from bytewright.kernels.plan.encoding import COUNT, EncodingPlan, Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.schema.value_forms import PLAIN, Form
from bytewright.views.evaluate.layout import FixedColumn, Layout
from bytewright.views.invert.row_groups import level_name

if TYPE_CHECKING:
    from bytewright.codec.codec import Codec
    from bytewright.codec.settings import Settings

Path = tuple[str, ...]
Edges = npt.NDArray[np.int64]
_MOST, _ENOUGH = 128, 32
"""Blocks of rows that are looked at together, at most, and that are made together, unless fewer are left: each time
costs something by itself."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What is made of something before what is around it.

    Attributes:
        plan: how.
        encoder: does it.
        depth: in which of the lists it lies, or of which it is an element; the outermost is number 0.
        way: to it from that element.
        processing: what the bytes go through that lie in it; None: nothing.
        ending: tells whether it ends the list that it is an element of; None: lists don't end with one of a kind.
    """

    plan: EncodingPlan
    encoder: Encoder
    depth: int
    way: Path = ()
    processing: Processing | None = None
    ending: Encoder | None = None


@dataclass(frozen=True, slots=True)
class _Shown:
    """A column that shows something of the elements of an outer list.

    Attributes:
        depth: of which list.
        way: to it from an element.
        form: how it is shown.
    """

    depth: int
    way: Path
    form: Form


class NestedEncoder(RowEncoder):
    """Makes the bytes of one file of the rows of a view that goes through lists in lists.

    Args:
        codec: the format.
        layout: the columns that the view has for the rows.
        names: the columns of the rows, by their names in the view.
        model: what the rows don't hold, without elements of the lists; None: nothing.
        settings: the options.
        count: how many rows there will be.
        sizes: sizes that decide how fast it is, not what it gives.
        told: what a root tells of the elements of the lists.

    Raises:
        Unsupported: the kernel can't make such a file.
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
        told: RootElements,
    ) -> None:
        if told.counts and (not count or layout.levels[0].where is not None):
            raise Unsupported("a root that tells of elements without rows")
        self._outer = told
        self._shown: dict[str, _Shown] = {}
        self._levels: list[_Made] = []
        super().__init__(codec, layout, names, model, settings, count, sizes, said=told.records)
        self._number = len(told.counts[0]) if told.counts else 0

    @property
    def serves_again(self) -> bool:
        """See `RowEncoder`."""
        return False

    def _lead(self, first: Sequence[Mapping[str, Any]]) -> None:
        raise Unsupported("something that precedes the records and rests on them")

    def _find_columns(self, root: Any) -> None:
        self._levels = list(self._made_by(self._plan))
        super()._find_columns(root)
        self._index, self._position = self._position, None
        depths = {level_name(depth): depth for depth in range(len(self._layout.levels[0].list_paths) - 1)}
        known = {column.name: column for column in self._layout.columns}
        for name in self._names:
            column = known[name]
            if isinstance(column, FixedColumn) and column.column.path[:1] and column.column.path[0] in depths:
                first, *way = column.column.path
                self._shown[name] = _Shown(depths[first], tuple(way), column.form)

    @property
    def _sources(self) -> Sequence[Source]:
        return self._levels[-1].plan.sources

    def _made_by(self, plan: EncodingPlan) -> Iterator[_Made]:
        """What is made, the outermost first."""
        depth, way = 0, Path()
        while True:
            inside = plan.inside
            processing = Processing(plan, inside, self._sizes) if inside is not None and inside.process else None
            ending = None if plan.last is None else Encoder(plan.ending(), self._sizes)
            yield _Made(plan, Encoder(plan, self._sizes), depth, way, processing, ending)
            if inside is None:
                return
            depth, way = (depth + 1, ()) if inside.listed else (depth, (*way, *inside.path))
            plan = inside.plan

    def _records(self, batches: Iterable[pa.RecordBatch]) -> Iterator[memoryview]:
        """The bytes of the elements of the outermost list, in pieces that are only good until the next one is asked
        for."""
        begun: list[pa.RecordBatch] = []
        edges: RowEdges | None = None
        whole = 0
        for batch in self._pieces(batches):
            if edges is None:
                self._begin_with(batch)
                edges = self._edges()
            self._check(batch)
            begun.append(batch)
            whole = edges.add(batch)
            if whole >= _ENOUGH * self._sizes.block_records:
                rows = _joined(begun)
                yield self._encoded_rows(rows.slice(0, whole), edges.take(whole))
                begun = [rows.slice(whole)] if whole < rows.num_rows else []
        if begun and edges is not None:
            rows = _joined(begun)
            yield self._encoded_rows(rows, edges.take(rows.num_rows))
        if self.rows != self._count:
            raise Unsupported("more or fewer rows than were said")

    def _pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The same rows in batches that are neither large nor small."""
        block = self._sizes.block_records
        for batch in larger(batches, _ENOUGH * block):
            for first in range(0, batch.num_rows, _MOST * block):
                yield batch.slice(first, _MOST * block)

    def _edges(self) -> RowEdges:
        if self._outer.counts:
            return SaidEdges(self._outer.counts, self._count)
        self._number = 0
        keys: list[list[int]] = [[] for _ in self._layout.levels[0].list_paths[1:]]
        for number, name in enumerate(self._names):
            if name in self._shown:
                keys[self._shown[name].depth].append(number)
        return FoundEdges(keys, None if self._index is None else self._names.index(self._index))

    def _encoded_rows(self, rows: pa.RecordBatch, levels: Sequence[Level]) -> memoryview:
        """The bytes of whole elements of the outermost list.

        Args:
            rows: their rows.
            levels: the elements of each outer list.
        """
        begins = [level.edges for level in levels]
        for depth in reversed(range(len(begins) - 1)):
            begins[depth] = begins[depth + 1][begins[depth]]
        self._check_shown(rows, begins)
        ends = [np.empty(0, np.int64), *(level.edges[1:] for level in levels)]
        records, count = self._levels[-1], rows.num_rows
        said = self._said.some(self.rows, count, self._sources)
        made = self._whole_of(records, count, self._columns_of(rows, said), said, ends[records.depth])
        for around in reversed(self._levels[:-1]):
            level = levels[around.depth]
            inside = around.plan.inside
            assert inside is not None
            columns = []
            if inside.listed:
                made = made.grouped(level.edges)
                columns = [SourceColumn((COUNT, *inside.path), pa.array(np.diff(level.edges)))]
            shown, told = self._of_elements(around, rows, begins[around.depth], level.first)
            columns += shown
            count = len(level.edges) - 1
            if around.processing is not None:
                made = self._processed(made, around.processing, columns, told)
            columns.append(SourceColumn(inside.path, made.column()))
            made = self._whole_of(around, count, columns, told, ends[around.depth])
        self.rows += rows.num_rows
        if not self._outer.counts:
            self._number += len(levels[0].edges) - 1
        return made.data

    def _whole_of(
        self, made: _Made, count: int, columns: Sequence[SourceColumn], told: Any, ends: Edges
    ) -> EncodedElements:
        """So many, of what columns hold for them, and a root tells; ``ends``: where the lists end that they lie in."""
        is_last = made is self._levels[-1]
        always, chosen = (self._made, self._chosen) if is_last else (frozenset(), frozenset())
        taking = self._taken(columns, told, always, chosen)  # what it has taken stays in memory as long as it does
        arrays = taking.arrays(made.plan.sources)
        if made.ending is not None:
            says_so = np.frombuffer(made.ending.whole(count, arrays), np.bool_)
            if not np.array_equal(np.flatnonzero(says_so), ends - 1):
                raise Unsupported("a list that ends before its last element, or not there")
        return EncodedElements.made(made.encoder, count, arrays)

    def _processed(
        self, made: EncodedElements, processing: Processing, columns: Sequence[SourceColumn], told: Any
    ) -> EncodedElements:
        """What a library makes of what lies in structures, of which columns, and a root, say by what."""
        taking = FieldResolver(columns, self._texts, told=told)
        numbers = processing.numbers(len(made), taking.arrays(processing.sources) if processing.told else {})
        return EncodedElements.of(processing.stored(list(map(bytes, made)), numbers))

    def _of_elements(
        self, around: _Made, rows: pa.RecordBatch, begins: Edges, first: int
    ) -> tuple[Sequence[SourceColumn], Any]:
        """What rows, of which the first of each counts, and the root say of elements of an outer list.

        Args:
            around: what is made of them.
            rows: the rows.
            begins: where those of each element begin, and those of the last one end.
            first: the number of the first element.

        Returns:
            Columns, and what the root says besides, as structures; None: it says nothing.
        """
        without = np.diff(begins) == 0
        chosen: Any = None
        columns = []
        for number, name in enumerate(self._names):
            shown = self._shown.get(name)
            way = None if shown is None else self._within(around, shown.depth, shown.way)
            if shown is None or way is None:
                continue
            if chosen is None:
                chosen = pa.array(begins[:-1], mask=without)
            columns.append(SourceColumn(way, rows.column(number).take(chosen), shown.form))
        if not self._outer.outer:
            return columns, None
        values = below(self._outer.outer[around.depth][first : first + len(without)], around.way)
        inside = around.plan.inside
        assert inside is not None
        given = [inside.path]
        for place, one in enumerate(columns):
            if without.any() and one.form == PLAIN:
                columns[place] = replace(one, array=completed(one.array, without, below(values, one.path)))
                given.append(one.path)
        return columns, structures(values, PlainType.of(around.plan.sources, given))

    def _within(self, around: _Made, depth: int, way: Path) -> Path | None:
        """The way to something of an element from what is made of it; None: it lies in what is given, or elsewhere."""
        inside = around.plan.inside
        if depth != around.depth or way[: len(around.way)] != around.way:
            return None
        way = way[len(around.way) :]
        return None if inside is not None and way[: len(inside.path)] == inside.path else way

    def _check_shown(self, rows: pa.RecordBatch, begins: Sequence[Edges]) -> None:
        """Refuse rows that say different things of one element, as far as they didn't tell which elements there are."""
        for number, name in enumerate(self._names) if self._outer.counts else ():
            if name in self._shown:
                changed = changes(rows.column(number))
                starts = begins[self._shown[name].depth][:-1]
                changed[starts[starts < len(changed)]] = False
                if changed.any():
                    raise Unsupported(f"several values of {name}, of which an element has one")


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    try:
        return joined(batches)
    except (pa.ArrowException, ValueError) as error:
        raise Unsupported(f"rows that can't be put together: {error}") from error
