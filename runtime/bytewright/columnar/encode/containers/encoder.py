"""Encodes containers: companion code gives their items as columns, the kernel encodes items, objects write the rest.

Code beside a spec (``by-columns`` of ``-made-of``) says what the fields of items are, whole columns at a time, and
which items go together; sizes and places stay with the encoding plan, and what lies around items with the object
writer. What can't be made so is left to the code that is given rows, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bytewright.codec.maker_columns import check_columns
from bytewright.codec.plain_values import from_plain, later
from bytewright.columnar.encode.arrow_fields import FieldResolver, Known, SourceColumn
from bytewright.columnar.encode.containers.batches import Container, ContainerBatch, LayoutGroup, Places
from bytewright.columnar.encode.containers.frame import ContainerFrame
from bytewright.columnar.encode.encoded_elements import EncodedElements
from bytewright.columnar.encode.fields.unused_columns import refuse_unused
from bytewright.columnar.encode.hash_fields import HashField, HashFieldWriter
from bytewright.columnar.scan.preparation.program_pool import Pool
from bytewright.errors import WriteError
from bytewright.io.rope import content
from bytewright.kernels.drivers.encoder import USUAL, Encoder, Sizes
from bytewright.kernels.drivers.gatherer import gathered
from bytewright.kernels.plan.encoding import EncodingPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.specialize_encoding import choosing, unroll
from bytewright.objects.write.lazy import LazyStructure
from bytewright.schema.scope import Scope
from bytewright.views.invert.model_paths import blank

if TYPE_CHECKING:
    from bytewright.codec.codec import Codec
    from bytewright.codec.makers import Deal, Maker
    from bytewright.codec.settings import Settings
    from bytewright.model.structures import Struct


Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of the outer list: its plain values without items, these, and the number of the file that it is in."""

    values: Mapping[str, Any]
    items: EncodedElements
    file: int = 0


@dataclass(slots=True)
class _Programs:
    """What is made of the plan for items once for many files.

    Attributes:
        choosing: the fields that decide how items are laid out.
        known: by what these are: the plan, and what encodes by it.
        following: what fills in digests, by that and the fields.
        around: what makes the elements of the outer list; None: objects do.
    """

    choosing: Sequence[Path]
    known: dict[tuple[tuple[Path, int], ...], tuple[EncodingPlan, Encoder]] = field(default_factory=dict)
    following: dict[Any, HashFieldWriter] = field(default_factory=dict)
    around: ContainerFrame | None = None


_PROGRAMS: Pool[_Programs] = Pool(2)


def refusal_of(plan: object, deal: Deal | None) -> str | None:
    """Why the kernel can't make items.

    Args:
        plan: how it makes them, or why it can't.
        deal: which list holds them; None: no code deals out any.
    """
    if not isinstance(plan, EncodingPlan):
        return str(plan)
    if deal is None or plan.list != (*deal.outer, *deal.inner):
        return "items aren't dealt out, or rest on something outside of themselves"
    return None


class ContainerEncoder:
    """Makes the bytes of a file of rows.

    Args:
        codec: the format.
        maker: the code, which knows columns.
        settings: the options.
        schema: the columns of the rows.
        root: what the rows are said not to hold: nothing may be.
        sizes: sizes that decide how fast it is, not what it gives.

    Raises:
        Unsupported: the kernel can't make such a file.

    Attributes:
        rows: how many rows have become items.
        warnings: what isn't in the file of rows: nothing.
    """

    def __init__(
        self,
        codec: Codec,
        maker: Maker,
        settings: Settings,
        schema: pa.Schema,
        root: str | None = None,
        sizes: Sizes = USUAL,
    ) -> None:
        plan, deal = codec.encoding, maker.deal
        if (why := refusal_of(plan, deal)) is not None:
            raise Unsupported(why)
        assert isinstance(plan, EncodingPlan)
        assert deal is not None
        try:
            check_columns(maker, schema, root)
        except WriteError as error:
            raise Unsupported(str(error)) from error
        self._codec = codec
        self._maker = maker
        self._deal = deal
        self._plan = plan
        self._settings = settings
        self._sizes = sizes
        self._asked = codec.encoding_header or {}
        self._limit = int(settings.values[deal.limit] or 0)
        self._structures = codec.structures()
        self._outer = _held(codec.root, deal.outer)
        self._root = blank(codec.root)
        codec.tell(self._root, settings.values)
        self.rows = 0
        self.warnings: tuple[str, ...] = ()

    def pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes | memoryview]:
        """The bytes of the file.

        Raises:
            Unsupported: the kernel can't make a file of these rows.
        """
        table = self._table(batches)
        self._begin(len(table))
        try:
            yield from self._around(self._made(table))
        except WriteError as error:
            raise Unsupported(str(error)) from error
        self._finish(len(table))

    @property
    def makes_several(self) -> bool:
        """Whether files can be made at once: they hold elements alone, and code asks whose they are."""
        assert self._maker.columns is not None
        return self._plan.alone and "files" in signature(self._maker.columns).parameters

    def several(self, table: pa.Table, edges: Places) -> list[bytes]:
        """The bytes of several files.

        Args:
            table: the rows of all files, those of each behind those of the one before.
            edges: where the rows of each file begin, and those of the last one end; each file has some.

        Raises:
            Unsupported: the kernel can't make one of these files.
        """
        assert self.makes_several
        files = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
        made: list[list[bytes]] = [[] for _ in edges[1:]]
        self._begin(len(table))
        try:
            for elements in self._elements(self._made(self._table(table.to_batches()), files), files):
                for one, part in self._fitting(elements):
                    made[one.file].append(bytes(content(part.data or b"")))
        except WriteError as error:
            raise Unsupported(str(error)) from error
        self._finish(len(table))
        return [b"".join(parts) for parts in made]

    def _begin(self, rows: int) -> None:
        known = _PROGRAMS.take(self._codec, self._settings, self._sizes)
        if known is None:
            known = _Programs(choosing(self._plan))
            if self._plan.around is not None:
                known.around = ContainerFrame(self._plan.around, _names(self._outer, self._deal.inner), self._sizes)
        self._programs = known
        self._numbers = np.empty(rows, np.int64)

    def _finish(self, rows: int) -> None:
        self.rows = rows
        for _, encoder in self._programs.known.values():
            encoder.let_go()
        if self._programs.around is not None:
            self._programs.around.let_go()
        _PROGRAMS.give(self._codec, self._settings, self._sizes, self._programs)

    def _table(self, batches: Iterable[pa.RecordBatch]) -> pa.Table:
        """The rows with all columns that there may be."""
        schema = self._maker.schema
        assert schema is not None
        given = list(batches)
        if not given:
            return schema.empty_table()
        table = pa.Table.from_batches(given)
        try:
            absent: dict[pa.DataType, Any] = {}
            columns = [_column(table, field, absent) for field in schema]
            return pa.Table.from_arrays(columns, schema=schema)
        except (pa.ArrowException, ValueError) as error:
            raise Unsupported(str(error)) from error

    def _made(self, table: pa.Table, files: Places | None = None) -> Iterator[ContainerBatch]:
        """What code makes of the rows: of all of them. ``files``: the number of each row's file, where there are
        several."""
        assert self._maker.columns is not None
        told = {id: self._settings.values[id] for id in self._maker.told}
        given = ((told,) if told else ()), ({} if files is None else {"files": files})
        left = len(table)
        try:
            for made in self._maker.columns(table, *given[0], **given[1]):
                if not isinstance(made, ContainerBatch):
                    raise TypeError(f"expected ContainerBatch, found {type(made).__name__}")
                left -= sum(len(whole.rows) for whole in made.wholes)
                yield made
        except (ValueError, TypeError, OverflowError, pa.ArrowException) as error:
            raise Unsupported(str(error)) from error
        if left:
            raise Unsupported("rows that are no items, or several")

    # --- items -------------------------------------------------------------------------------------------------------

    def _items(self, made: ContainerBatch) -> EncodedElements:
        """The items of some elements, in the order in which they belong to these."""
        order = self._order(_joined([one.rows for one in made.items]), _joined([whole.rows for whole in made.wholes]))
        known, lying = Known(), dict[Encoder, EncodedElements]()
        found = [self._encoded(one, known, lying) for one in made.items]
        places = _joined([one.places for one in found])[order]
        sizes = _joined([one.sizes for one in found])[order]
        return EncodedElements(np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)]), gathered(places, sizes))

    def _order(self, rows: Places, wanted: Places) -> Places:
        """Where rows that are wanted stand among some: those are the same rows, each of them once."""
        if len(rows) == len(wanted) and min(rows.min(initial=0), wanted.min(initial=0)) >= 0:
            try:
                self._numbers[wanted] = -1
                self._numbers[rows] = np.arange(len(rows))
                order = self._numbers[wanted]
            except IndexError:
                pass
            else:
                met = np.zeros(len(rows), np.bool_)
                met[order] = True
                if met.all() and order.min(initial=0) >= 0:
                    return order
        raise Unsupported("rows that are no items, or several")

    def _encoded(self, alike: LayoutGroup, known: Known, lying: dict[Encoder, EncodedElements]) -> EncodedElements:
        """The bytes of some items. ``known``: what has been taken of arrays; ``lying``: what lies in the memory of
        encoders."""
        count = len(alike.rows)
        columns: dict[Path, pa.Array[Any]] = {}
        digested: dict[Path, HashField] = {}
        held = next((len(one) for one in alike.fields.values() if not isinstance(one, HashField)), count)
        chosen = None if alike.chosen is None else np.ascontiguousarray(alike.chosen, np.int64)
        if chosen is not None and (len(chosen) != count or (count and not 0 <= chosen.min() <= chosen.max() < held)):
            raise Unsupported("values that aren't there")
        for name, given in alike.fields.items():
            way = tuple(name.split("."))
            if isinstance(given, HashField):
                if not pa.types.is_integer(given.kind):
                    raise Unsupported(f"{name} follows from digests and is no integer")
                digested[way] = given
                columns[way] = pa.array(np.zeros(held, np.int64)).cast(given.kind)
            else:
                columns[way] = given
        if any(len(array) != held for array in columns.values()) or (chosen is None and held != count):
            raise Unsupported("fields of more or fewer items than there are")
        try:
            plan, encoder, follow = self._encoder(columns, digested, chosen)
            refuse_unused({path: array.type for path, array in columns.items()}, plan)
            if encoder in lying:
                lying[encoder].keep()
            taking = FieldResolver(
                [SourceColumn(path, array) for path, array in columns.items()], self._texts, known=known
            )
            arrays = taking.arrays(plan.sources)
            found = lying[encoder] = EncodedElements.made(encoder, count, arrays, chosen)
            if follow is not None and count:
                follow.fill(found, arrays, chosen)
        except Unsupported as refused:
            if refused.where is None:
                raise
            raise Unsupported(refused.reason, int(alike.rows[min(refused.where, count - 1)])) from refused
        except ValueError as error:
            raise Unsupported(str(error)) from error
        return found

    def _encoder(
        self, columns: Mapping[Path, pa.Array[Any]], digested: Mapping[Path, HashField], places: Places | None
    ) -> tuple[EncodingPlan, Encoder, HashFieldWriter | None]:
        """The plan for items with what decides how they are laid out, what follows it, and what fills in digests."""
        chosen: dict[Path, int] = {}
        for path in self._programs.choosing:
            if path in columns:
                number = _only(columns[path], places)
                if number is None:
                    raise Unsupported(f"{'.'.join(path)} isn't the same in items that are said to be alike")
                chosen[path] = number
        key = tuple(chosen.items())
        known, following = self._programs.known, self._programs.following
        if key not in known:
            plan = unroll(self._plan, self._header_value, chosen)
            known[key] = plan, Encoder(plan, self._sizes)
        plan, encoder = known[key]
        if not digested:
            return plan, encoder, None
        asked = key, tuple((way, tuple(one.parts)) for way, one in digested.items())
        if asked not in following:
            following[asked] = HashFieldWriter(plan, digested, self._sizes)
        follow = following[asked]
        follow.digested = digested
        return plan, encoder, follow

    def _header_value(self, name: str, column: int, entry: Any = None) -> Any:
        element = self._root if entry is None else entry
        return self._asked[name](Scope(self._root, element, options=self._settings.values, column=column))

    def _texts(self, name: str, column: int) -> list[str]:
        raise Unsupported("places in a list of the header's")

    # --- what lies around them ---------------------------------------------------------------------------------------

    def _around(self, pieces: Iterable[ContainerBatch]) -> Iterator[bytes | memoryview]:
        """The bytes of the file: what lies around items is written by objects."""
        elements: list[_Element] = []
        begun = False
        for some in self._elements(pieces):
            elements += some
            if self._plan.alone and elements:
                yield from self._written(elements)
                elements, begun = [], True
        if elements or not begun:
            yield from self._written(elements)

    def _elements(self, pieces: Iterable[ContainerBatch], files: Places | None = None) -> Iterator[list[_Element]]:
        """The elements of the outer list, those that are complete after each of some pieces. ``files``: the number of
        each row's file, where there are several."""
        left: list[EncodedElements] = []
        for made in pieces:
            elements: list[_Element] = []
            items = self._items(made)
            at = 0
            for whole in made.wholes:
                behind = at + len(whole.rows)
                file = _file_of(whole, files)
                left.append(items.part(at, behind))
                at = behind
                if not whole.more:
                    elements.append(_Element(whole.values, EncodedElements.joined(left), file))
                    left = []
                elif self._limit:
                    *full, last = self._dealt(_Element(whole.values, EncodedElements.joined(left), file))
                    elements += full
                    left = [last.items]
            yield elements
        if left:
            raise Unsupported("an element that goes on and doesn't")

    def _written(self, elements: Sequence[_Element]) -> Iterator[bytes | memoryview]:
        """The bytes of a file that has some elements, or more in place of those that are too large."""
        fitting = self._fitting(elements)
        if self._plan.alone:
            yield from (memoryview(content(part.data or b"")) for _, part in fitting)
        else:
            model = self._model([part for _, part in fitting])
            yield self._codec.to_bytes(model, canonical=True, relocate=True, options=self._settings.values)

    def _fitting(self, elements: Sequence[_Element]) -> list[tuple[_Element, LazyStructure]]:
        """Some elements, each made on its own, or several in place of those that are too large."""
        parts = self._made_parts(elements)
        if self._limit and any(len(part.data or b"") > self._limit for part in parts):
            elements = [
                smaller
                for one, part in zip(elements, parts, strict=True)
                for smaller in (self._dealt(one) if len(part.data or b"") > self._limit else (one,))
            ]
            parts = self._made_parts(elements)
        return list(zip(elements, parts, strict=True))

    def _made_parts(self, elements: Sequence[_Element]) -> list[LazyStructure]:
        """The elements, each made on its own."""
        if self._programs.around is not None:
            made = [self._surrounded(self._programs.around, some) for some in _together(elements)]
            if None not in made:
                return [part for some in made for part in some or ()]
        parts = [self._part(one, number) for number, one in enumerate(elements)]
        self._codec.make_parts(self._model(parts), self._settings.values)
        return parts

    def _surrounded(self, around: ContainerFrame, elements: Sequence[_Element]) -> list[LazyStructure] | None:
        """Elements whose items lie one behind another."""
        items = [one.items for one in elements]
        ends = np.array([*(one.ends[0] for one in items), items[-1].ends[-1]], np.int64)
        together = EncodedElements(ends, items[0].data)
        made = around.made([one.values for one in elements], together, list(map(len, items)))
        return None if made is None else [_kept(data) for data in made]

    def _dealt(self, element: _Element) -> Iterator[_Element]:
        """An element, or several of its items where it would be too large; see `size_split`."""
        # Its own size may rest on that of items, so that it is measured with none.
        (empty,) = self._made_parts([_Element(element.values, EncodedElements.of([]))])
        for first, behind in _cuts(element.items.ends, len(empty.data or b""), self._limit):
            yield _Element(element.values, element.items.part(first, behind), element.file)

    def _part(self, element: _Element, number: int) -> LazyStructure:
        """An element of the outer list, whose bytes are made on their own."""
        place = ".".join(self._deal.outer) + f"[{number}]"
        items = list(map(_kept, element.items))  # each by itself: what is around them may count them
        return later(self._outer, _with(element.values, self._deal.inner, items), self._structures, place)

    def _model(self, elements: Sequence[Any]) -> Any:
        """A file that has some elements."""
        document: Any = elements
        for name in reversed(self._deal.outer):
            document = {name: document}
        return from_plain(self._codec, document)


def _column(table: pa.Table, field: pa.Field[Any], absent: dict[pa.DataType, Any]) -> Any:
    """A column of a type; nulls where there is none, the same ones for all of that type."""
    if table.schema.get_field_index(field.name) >= 0:
        column = table.column(field.name)
        return column if column.type == field.type else column.cast(field.type)
    if field.type not in absent:
        absent[field.type] = pa.nulls(len(table), field.type)
    return absent[field.type]


def _together(elements: Sequence[_Element]) -> Iterator[list[_Element]]:
    """Elements in groups whose items lie one behind another in one piece of memory."""
    group: list[_Element] = []
    for one in elements:
        if group:
            last = group[-1].items
            if last.data is not one.items.data or last.ends[-1] != one.items.ends[0]:
                yield group
                group = []
        group.append(one)
    if group:
        yield group


def _only(array: Any, places: Places | None) -> int | None:
    """The number that all values, or those at some places, are; None: they are no numbers, differ, or are none."""
    if pa.types.is_integer(array.type) and not array.null_count:
        numbers = array.to_numpy() if places is None else array.to_numpy()[places]
        return int(numbers[0]) if len(numbers) and (numbers == numbers[0]).all() else None
    values = (array if places is None else array.take(pa.array(places, pa.int64()))).unique().to_pylist()
    return values[0] if len(values) == 1 and isinstance(values[0], int) else None


def _kept(data: memoryview) -> LazyStructure:
    """What stands in plain values for something whose bytes are there."""
    kept = LazyStructure(_never)
    kept.keep(data)
    return kept


def _never(last: Any) -> None:
    """Items are made already."""


def _file_of(whole: Container, files: Places | None) -> int:
    """The number of the file that an element is in, all of whose rows are in the same."""
    if files is None:
        return 0
    found = files[whole.rows]
    if not len(found) or (found != found[0]).any():
        raise Unsupported("elements of no file, or of several")
    return int(found[0])


def _held(kind: type[Struct], way: Sequence[str]) -> type[Struct]:
    """The structures at the end of a way through such."""
    for name in way:
        field = next(field for field in kind.FIELDS if field.id == name)
        assert field.struct is not None
        kind = field.struct
    return kind


def _names(kind: type[Struct], way: Sequence[str]) -> Path:
    """A way from structures down, in names of fields in Python."""
    found: list[str] = []
    for id in way:
        field = next(field for field in kind.FIELDS if field.id == id)
        found.append(field.name)
        kind = field.struct or kind
    return tuple(found)


def _joined(places: Sequence[Places]) -> Places:
    return np.concatenate([np.zeros(0, np.int64), *places])


def _cuts(ends: Places, around: int, limit: int) -> Iterator[tuple[int, int]]:
    """Where items are cut into pieces of at most ``limit`` bytes with what is around them (0: of any size).

    Raises:
        Unsupported: an item alone is too large.
    """
    count = len(ends) - 1
    room = limit - around
    if not limit or around + int(ends[-1] - ends[0]) <= limit:
        yield 0, count
        return
    if count and int(np.diff(ends).max()) > room:
        raise Unsupported("an item that is too large")
    first = 0
    while first < count:
        behind = int(np.searchsorted(ends, ends[first] + room, "right")) - 1
        yield first, behind
        first = behind


def _with(document: Mapping[str, Any], way: Sequence[str], items: list[Any]) -> Mapping[str, Any]:
    """A document with a list at the end of a way, of which the last step need not be there yet."""
    first, *rest = way
    return {**document, first: _with(document.get(first, {}), rest, items) if rest else items}
