"""List columns: the elements of a list as Arrow columns, which companion code gives in place of mappings.

    events = ListColumns(pa.table({"at": times, "before": rows}), {"before": None})
    {"events": events[0:100], "newest": events.at(99)}

The columns are called as the fields of an element are, with structs for structures and lists for lists. The kernel
makes their bytes, where there is a plan for such a list (`bytewright.kernels.plan.encoding.ElementsPlan`); what lies
around is made by objects. What the kernel can't make is turned into mappings, of which objects make the same.

A structure of an element that has no fields of its own, in which others lie, may be filled by other columns
(``inside``; see `bytewright.columnar.encode.entry_columns`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.python_rows import rows_of
from bytewright.columnar.encode import front_coded
from bytewright.columnar.encode.arrow_fields import FieldResolver, Known, SourceColumn, as_type
from bytewright.columnar.encode.fields.unused_columns import refuse_unused
from bytewright.errors import WriteError
from bytewright.kernels.drivers.encoder import Array, Encoder
from bytewright.kernels.plan.encoding import ITEM, MEASURED, ElementsPlan, Fronted, Referring
from bytewright.kernels.plan.failures import Unsupported
from bytewright.objects.write.placed_lists import (
    Element,
    ElementRange,
    EncodedList,
    ListEncoder,
    PlacementIndex,
    Places,
)

if TYPE_CHECKING:
    from bytewright.codecs.process import Process
    from bytewright.objects.write.streams import OutputStream, Stored

Path = tuple[str, ...]
Octets = npt.NDArray[np.uint8]
Place = tuple[int, int, "Stored | None"]
"""The first of some elements, where it begins, and from which bytes the stream is decoded that they lie in."""
_NO_COLUMNS = pa.RecordBatch.from_arrays([], [])
_RUN: Callable[[Iterable[Any]], ElementRange] = partial(tuple.__new__, ElementRange)


class Encoders(Protocol):
    """Those of the lists of a file; see `bytewright.columnar.encode.list_encoders.ListEncoders`."""

    def take(self, elements: ListColumns) -> bool:
        """Have the kernel make elements, if it can; whether it does."""

    def refuse(self, reason: str) -> None:
        """Say why it doesn't."""


class Entries(Protocol):
    """Structures in the entries of a list; see `bytewright.columnar.encode.entry_columns.EntryColumns`."""

    def held(self) -> Any:
        """Their bytes as a column."""

    def renew(self, lying: PlacementIndex) -> bool:
        """See `ListEncoder`."""

    def take_places(self) -> bool:
        """Say what is known by now of what is stored elsewhere; whether it is another."""

    def check(self) -> None:
        """See `ListColumns`."""

    def lists_as_they_are(self, start: int, stop: int) -> list[ElementRange]:
        """The lists of some of them that are stored as they are."""

    def stowed_lists(self, start: int, stop: int) -> list[EncodedList]:
        """The lists of some of them of whose bytes something else is stored."""

    def found_places(self, way: str) -> Places:
        """See `ListColumns.found`."""

    def let_go(self) -> None:
        """See `ListEncoder`."""


class ListColumns:
    """Structures as columns; slices of them stand for lists, each row for an element of one list.

    Args:
        columns: a column for each field, called by its id; a struct for a structure, a list for a list.
        refers: of fields that read again what stands elsewhere, by the ids that lead there, with dots between them,
            among which elements that is; None: among these. Their columns hold numbers of rows. Of one for which a
            mapping with a structure stands, it is this. A column of lists of numbers stands for lists of these
            elements.
        inside: of structures without fields of their own, by their ids, what lies in them: elements of others, row by
            row. They have no columns.

    Attributes:
        columns: see above; one batch.
        refers: see above, by the ways.
        runs: the lists that slices stand for.
        inside: see above.
        around: in whose structures these lie; None: in none.
        within: what is made of them there; None: objects make it, or they lie in none.
        wanted: the field of a class of structures that holds their lists; None: none does yet.
        measured: how many times it has been found out how many bytes each takes.
    """

    def __init__(
        self,
        columns: pa.Table | pa.RecordBatch,
        refers: Mapping[str, ListColumns | None] | None = None,
        inside: Mapping[str, ListColumns] | None = None,
    ) -> None:
        self.columns = _together(columns) if isinstance(columns, pa.Table) else columns
        self.refers = {tuple(way.split(".")): self if other is None else other for way, other in (refers or {}).items()}
        self.runs: list[ElementRange] = []
        self.inside = dict(inside or {})
        self.around: ListColumns | None = None
        self.within: Entries | None = None
        self.wanted: tuple[type, str] | None = None
        self.measured = 0
        for other in self.inside.values():
            if other.around is not None or len(other) != len(self):
                raise ValueError("as many elements lie in others as there are of these, each in one")
            other.around = self
        self._rows: dict[Path, Any] = {}
        self._fields = FieldResolver(self._sources({}), _no_texts, numbered=True)
        self._listed = {way: self._runs_at(other, way) for way, other in self.refers.items()}
        self._taken: bool | None = None
        self._expanded: list[dict[str, Any]] | None = None
        self._plan: ElementsPlan | None = None
        self._encoder: Encoder | None = None
        self._offsets: Places = np.zeros(1, np.int64)
        self._said: dict[bool, PlaceColumn] = {}
        self._told: dict[PlaceColumn, int] = {}
        self._known = Known()
        self._held: dict[Path, Array] = {}
        self._data: Octets | None = None
        self._stored: dict[tuple[int, int, Process, bytes], bytes] = {}
        self._filled: Mapping[str, Entries] = {}
        self._coders: Coders | None = None
        self._is_checked = True
        self._referring: Sequence[PlaceReference] = ()
        self._measured_for: PlacementIndex | None = None

    def __len__(self) -> int:
        return int(self.columns.num_rows)

    @property
    def kinds(self) -> dict[Path, pa.DataType]:
        """The types of the columns, by the ways to what they stand for."""
        return {(one.name,): one.type for one in self.columns.schema}

    def __getitem__(self, rows: slice) -> ElementRange:
        """Some of them, one behind the other: the elements of a list."""
        start, stop, step = rows.indices(len(self))
        if step != 1:
            raise ValueError("the elements of a list follow each other")
        run = ElementRange(self, start, max(start, stop))
        self.runs.append(run)
        return run

    def at(self, row: int) -> Element:
        """One of them, for what reads it again."""
        return Element(self, int(row))

    def lists_at(self, way: Path) -> list[ElementRange | None]:
        """The lists of others that a column holds, by their numbers; None: there is none."""
        return self._listed.get(way) or [None] * len(self)

    def rows_at(self, path: Path) -> Any:
        """What columns hold for a field, of all elements that may have it; None: it has no column."""
        if path not in self._rows:
            self._rows[path] = self._fields.values(path)
        return self._rows[path]

    def _runs_at(self, others: ListColumns, way: Path) -> list[ElementRange | None] | None:
        """Lists of others, where a column holds the numbers of their elements; None: it holds no lists."""
        kind: Any = self.columns.schema
        for depth, name in enumerate(way):
            number = kind.get_field_index(name) if not depth or pa.types.is_struct(kind) else -1
            if number < 0:
                return None
            kind = kind.field(number).type
        if not pa.types.is_list(kind):
            return None
        array = self.rows_at(way)
        there, ends = np.asarray(array.is_valid()), array.offsets.to_numpy()
        numbers = array.values.to_numpy()
        follows = np.ones(len(numbers) + 1, np.bool_)
        follows[1:-1] = numbers[1:] - numbers[:-1] == 1
        follows[ends] = True
        if not follows.all():
            raise ValueError("the elements of a list follow each other")
        firsts = np.append(numbers, 0)[ends[:-1]]
        lasts = firsts + np.diff(ends)
        if (there & ((firsts < 0) | (lasts > len(others)))).any():
            raise ValueError("a list of elements that aren't there")
        made = list(map(_RUN, zip(repeat(others), firsts.tolist(), lasts.tolist())))
        found = [run if is_there else None for run, is_there in zip(made, there.tolist(), strict=True)]
        others.runs += filter(None, found)
        return found

    def _sources(self, others: dict[str, Any]) -> list[SourceColumn]:
        """The columns, and ``others``, some of which stand in place of one."""
        held = dict(zip(self.columns.schema.names, self.columns.columns, strict=True)) | others
        return [SourceColumn((name,), column) for name, column in held.items()]

    @property
    def encodes(self) -> bool:
        """Whether the kernel makes them."""
        return self._encoder is not None

    @property
    def ends_lists(self) -> bool:
        """Whether they say themselves which of them a list ends with."""
        return self._plan is not None and self._plan.last is not None

    # --- as mappings -----------------------------------------------------------------------------------------------

    def expanded(self) -> list[dict[str, Any]]:
        """Them as mappings, in which what stands elsewhere is what stands for it there."""
        if self._expanded is None:
            self._expanded = rows_of(self.columns)
            for way, other in self.refers.items():
                lists = self._listed[way]
                for number, element in enumerate(self._expanded):
                    if lists is None:
                        _refer(element, way, other)
                    elif lists[number] is not None:
                        _put(element, way, lists[number])
            for name in self.inside:
                for element in self._expanded:
                    element[name] = {}
        return self._expanded

    # --- as bytes --------------------------------------------------------------------------------------------------

    def want(self, kind: type, field: str) -> None:
        """A list of them stands for a field of a class of structures: for one, or objects make them."""
        if self.wanted is None:
            self.wanted = kind, field
        elif self.wanted != (kind, field):
            self._taken = False

    def take(self, encoders: Encoders) -> bool:
        """Have the kernel make them, if it can, as elements of the lists that a field holds (`want`).

        Args:
            encoders: those of the file.

        Returns:
            Whether it makes them.
        """
        if self._taken is None:
            self._taken = self.around.take(encoders) if self.around is not None else encoders.take(self)
        if not self._taken:
            encoders.refuse("elements that stand for the lists of several fields")
        return self._taken

    @property
    def is_stray(self) -> bool:
        """Whether they refer to elements that objects make: these know where they lie."""
        return bool(self._taken) and not all(other._taken for other in self.refers.values())

    def give_up(self) -> None:
        """Objects make them after all, and what lies in them, or around."""
        self._taken, self._encoder, self.within = False, None, None
        for other in (*self.inside.values(), *filter(None, [self.around])):
            if other._taken:
                other.give_up()

    def measure(self, plan: ElementsPlan, coders: Coders, filled: Mapping[str, Entries] | None = None) -> None:
        """Find out how many bytes each takes, and whether it can be made.

        Args:
            plan: how they are made.
            coders: make them, and say so.
            filled: what lies in structures without fields of their own, by their names, measured.

        Raises:
            Unsupported: an element can't be made.
            Unsupported: these are no such columns, or no whole lists, or the plan can't be followed for them.
        """
        self._check_columns(plan)
        self._plan, self._coders, self._filled = plan, coders, dict(filled or {})
        self._referring = self._references(plan)
        ends = self._measure(plan, coders.measuring)
        if plan.last is not None:
            wanted = np.zeros(len(self), np.bool_)
            for _, start, stop in self.runs:
                if stop - start < plan.least:
                    raise Unsupported("a list with too few elements")
                wanted[stop - 1] = True
            if not np.array_equal(ends, wanted):
                raise Unsupported("a list that ends before its last element, or not there")
        self._encoder = coders.making

    def _measure(self, plan: ElementsPlan, measuring: Encoder) -> npt.NDArray[np.bool_]:
        """Find out how many bytes each takes, as far as it is known what lies in them; gives whether it ends a list."""
        held = {front.path[0]: self._fronted(front) for front in plan.fronts}
        held |= {name: inner.held() for name, inner in self._filled.items()}
        columns = self._sources(held)
        # What refers to others takes as many bytes wherever they lie.
        says = dict(self._told_places())
        columns += [SourceColumn(path, pa.array(places.view(np.uint64))) for path, places in says.items()]
        for one in self._referring:
            said = one.of.said(decoded=one.plan.within is not None)
            self._told[said] = said.version
            for path, places in zip(one.paths, said.places, strict=True):
                says[path] = places
                values = pa.array(places.view(np.uint64))
                columns.append(SourceColumn(path, pa.DictionaryArray.from_arrays(one.rows, values, safe=False)))
        self._held = FieldResolver(columns, _no_texts, known=self._known, numbered=True).arrays(plan.elements.sources)
        # Of places the kernel reads what is said of them by then; none is below 0.
        for path, places in says.items():
            if len(places):
                self._held[path] = self._held[path]._replace(values=places.ctypes.data)
        measured = np.empty((len(self), MEASURED // 4), np.uint32)
        self._encode(measuring, measured.view(np.uint8).reshape(-1))
        self.measured += 1
        self._offsets = np.zeros(len(self) + 1, np.int64)
        np.cumsum(measured[:, 0], dtype=np.int64, out=self._offsets[1:])
        found: npt.NDArray[np.bool_] = measured[:, 1] != 0
        return found

    def _told_places(self) -> Mapping[Path, Places]:
        """The fields that say where others lie, one for each, on which it rests how many bytes these take."""
        return {}

    def _check_columns(self, plan: ElementsPlan) -> None:
        """Refuse columns that nothing is made of, and rows that are elements of no list, or of several."""
        refuse_unused(self.kinds, plan)
        found = {ids_of(one.path) for one in plan.references if self.rows_at(one.path) is not None}
        if found != self.refers.keys():
            raise Unsupported("what says where others lie refers to nothing")
        self.check_lists()

    def check_lists(self) -> None:
        """Refuse rows that are elements of no list, or of several.

        Raises:
            Unsupported: there are such rows.
        """
        at = 0
        for _, start, stop in self.runs:
            if start != at:
                raise Unsupported("rows that stand otherwise than the elements of lists")
            at = stop
        if at != len(self):
            raise Unsupported("rows that are in no list")

    def _references(self, plan: ElementsPlan) -> list[PlaceReference]:
        """The fields that say where others begin."""
        found = {one: rows for one in plan.references if (rows := self.rows_at(one.path)) is not None}
        return [PlaceReference(one, self.refers[ids_of(one.path)], rows) for one, rows in found.items()]

    def _fronted(self, front: Fronted) -> Any:
        """What is stored of strings that begin as those before them."""
        whole, shared = (self.rows_at(path) for path in (front.path, front.shared))
        if whole is None or shared is None or whole.null_count or shared.null_count:
            raise Unsupported(f"{'.'.join(front.path)} is missing")
        firsts = np.array([run.start for run in self.runs if run.stop > run.start], np.int64)
        try:
            return front_coded.stored(whole, shared.to_numpy(), firsts)
        except ValueError as error:
            raise Unsupported(f"{'.'.join(front.path)}: {error}") from error

    def _encode(self, encoder: Encoder, made: Octets) -> None:
        """Put the bytes of all of them into memory that has room for just these."""
        encoder.into(made, len(self), self._held)

    def ends(self, start: int, stop: int) -> Places:
        """See `ListEncoder`."""
        ends: Places = self._offsets[start + 1 : stop + 1] - self._offsets[start]
        return ends

    def size(self, start: int, stop: int) -> int:
        """See `ListEncoder`."""
        return int(self._offsets[stop] - self._offsets[start])

    def put(self, lying: PlacementIndex, start: int, stop: int, into: memoryview) -> None:
        """See `ListEncoder`."""
        self.renew(lying)
        assert self._encoder is not None
        if self._data is None and stop - start == len(self):
            self._encode(self._encoder, np.frombuffer(into, np.uint8))
            return
        into[:] = self._whole()[int(self._offsets[start]) : int(self._offsets[stop])]

    def _whole(self) -> memoryview:
        """The bytes of all of them."""
        assert self._encoder is not None
        if self._data is None:
            self._data = np.empty(int(self._offsets[-1]), np.uint8)
            self._encode(self._encoder, self._data)
        return self._data.data

    def maker(self, lying: PlacementIndex, start: int, stop: int) -> Callable[[], Iterator[memoryview]]:
        """See `ListEncoder`."""
        self.renew(lying)
        assert self._encoder is not None
        if self._data is None and stop - start == len(self):
            return partial(self._encoder.encode, len(self), self._held)
        data = self._whole()
        return lambda: iter((data[int(self._offsets[start]) : int(self._offsets[stop])],))

    def renew(self, lying: PlacementIndex) -> bool:
        """Say where others lie, as far as that is known; whether that is something else than it was."""
        changed = False
        for said, version in self._told.items():
            said.renew(lying)
            changed |= said.version != version
            self._told[said] = said.version
        moved = [inner.renew(lying) for inner in self._filled.values()]
        if changed or any(moved):
            self._data, self._stored = None, {}
        return changed or any(moved)

    def prepare(self, lying: PlacementIndex) -> None:
        """See `ListEncoder`."""
        if self._measured_for is lying:
            return
        self._measured_for = lying
        moved = [inner.take_places() for inner in self._filled.values()]
        if any(moved):
            self._remeasure()

    def _remeasure(self) -> None:
        """Find out anew how many bytes each takes; whether they can be made is looked at when that stays so."""
        assert self._plan is not None
        assert self._coders is not None
        self._data, self._stored, self._is_checked = None, {}, False
        self._measure(self._plan, self._coders.sizing)

    def check(self) -> None:
        """Look whether they can be made where others lie in the end.

        Raises:
            WriteError: one can't; it could if it took more bytes.
        """
        if self._is_checked:
            return
        assert self._coders is not None
        try:
            self._encode(self._coders.measuring, np.empty(len(self) * MEASURED, np.uint8))
        except Unsupported as refused:
            if refused.where is None:
                raise
            expected, found = "a value by its rules, wherever others lie", f"another, in the element {refused.where}"
            raise WriteError(field=refused.reason, expected=expected, found=found) from None
        self._is_checked = True

    def stored(self, lying: PlacementIndex, one: EncodedList, path: Callable[[], str]) -> bytes:
        """See `ListEncoder`."""
        self.renew(lying)
        _, start, stop = one.run
        key = start, stop, one.process, one.behind
        found = self._stored.get(key)
        if found is None:
            held = bytes(self._whole()[int(self._offsets[start]) : int(self._offsets[stop])])
            found = one.process.stored(held + one.behind, lambda: ".".join((path(), *one.way)))
            self._stored[key] = found
        return found

    def is_settled(self, lying: PlacementIndex) -> bool:
        """See `ListEncoder`."""
        if self.renew(lying):
            return False
        for filled in self._filled.values():
            filled.check()
        self.check()
        return True

    def lists(self, start: int, stop: int) -> list[ElementRange]:
        """See `ListEncoder`."""
        return self.within.lists_as_they_are(start, stop) if self.within is not None else []

    def stowed(self, start: int, stop: int) -> list[EncodedList]:
        """See `ListEncoder`."""
        return self.within.stowed_lists(start, stop) if self.within is not None else []

    def found(self, way: str) -> Places | None:
        """A number that follows from where others have been put, of each; None: objects were made for them.

        Args:
            way: the ids that lead to it, with dots between them.

        Raises:
            ValueError: no number there follows from that.
        """
        return self.within.found_places(way) if self.within is not None else None

    def lies_in(self, other: ListEncoder) -> bool:
        """See `ListEncoder`."""
        return self.around is other

    def lie(self, lying: PlacementIndex, *, decoded: bool) -> list[Place] | None:
        """Where they lie; None: that isn't known of all. ``decoded``: in bytes that are decoded."""
        found, at = [], 0
        for start, stop, place, stream in lying.of(self):
            if start != at or (decoded and stream.stored is None):
                return None
            found.append((start, place, stream.stored if decoded else None))
            at = stop
        return found if at == len(self) else None

    def said(self, *, decoded: bool) -> PlaceColumn:
        """What all fields say that refer to these, in bytes that are ``decoded`` or as they are."""
        if decoded not in self._said:
            self._said[decoded] = PlaceColumn(self, decoded=decoded)
        return self._said[decoded]

    def begins(self, at: list[Place], *, decoded: bool) -> tuple[Places, ...]:
        """Where each begins in its stream, as they lie, or, in bytes that are ``decoded``, where the piece begins that
        it is in, and where it begins in what that decodes to."""
        first = np.array([start for start, _, _ in at], np.int64)
        moved = np.array([place for _, place, _ in at], np.int64) - self._offsets[first]
        if len(at) > 1:
            moved = np.repeat(moved, np.diff(first, append=len(self)))
        begins: Places = self._offsets[:-1] + moved
        if not decoded:
            return (begins,)
        within = np.empty(len(self), np.int64)
        ends = [*(start for start, _, _ in at[1:]), len(self)]
        for (start, _, stored), stop in zip(at, ends, strict=True):
            assert stored is not None
            rows = slice(start, stop)
            pieces, within[rows] = stored.process.places(stored.data, begins[rows])
            begins[rows] = pieces + stored.pos
        return begins, within

    def let_go(self) -> None:
        """See `ListEncoder`: these refer to each other, so that all would stay until Python looks for garbage."""
        beside: list[ListColumns | Entries] = [*self.inside.values(), *self._filled.values()]
        beside += [self.around] if self.around is not None else []
        self.refers, self.runs, self.inside, self.around, self.within = {}, [], {}, None, None
        self._listed, self._said, self._told, self._filled = {}, {}, {}, {}
        self._referring, self._stored, self._measured_for = (), {}, None
        self.columns = _NO_COLUMNS
        self._fields = FieldResolver([], _no_texts)
        self._rows, self._held, self._known, self._data = {}, {}, Known(), None
        for other in beside:
            other.let_go()

    def place(self, lying: PlacementIndex, row: int) -> tuple[int | None, OutputStream | None]:
        """See `ListEncoder`."""
        found = lying.of(self)
        number = bisect_right(found, row, key=attrgetter("start")) - 1
        if number < 0 or row >= found[number].stop:
            return None, None
        start, _, place, stream = found[number]
        return place + int(self._offsets[row] - self._offsets[start]), stream


class Coders(NamedTuple):
    """What the kernel makes of elements by a plan.

    Attributes:
        making: their bytes.
        measuring: what `ElementsPlan.measuring` says.
        sizing: the same, unchecked.
    """

    making: Encoder
    measuring: Encoder
    sizing: Encoder


class PlaceColumn:
    """What fields say that refer to elements: where these begin, as far as that is known.

    Args:
        of: the elements.
        decoded: whether they lie in bytes that are decoded.

    Attributes:
        places: a number for each element; in bytes that are decoded two: where the piece begins, and where in it.
        version: another number whenever these say something else.
    """

    def __init__(self, of: ListColumns, *, decoded: bool) -> None:
        self._of = of
        self._decoded = decoded
        self._last: tuple[int, list[Place]] | None = None
        self._seen: tuple[PlacementIndex, int, int] | None = None
        self.places = tuple(np.zeros(len(of), np.int64) for _ in range(1 + decoded))
        self.version = 0

    def renew(self, lying: PlacementIndex) -> None:
        """Say where they lie, as far as that is known."""
        seen = lying, lying.version(self._of), self._of.measured
        if self._seen is not None and self._seen[0] is lying and self._seen[1:] == seen[1:]:
            return
        self._seen = seen
        at = self._of.lie(lying, decoded=self._decoded)
        if at is None or (self._of.measured, at) == self._last:  # most often they lie where they did
            return
        self._last = self._of.measured, at
        for places, begins in zip(self.places, self._of.begins(at, decoded=self._decoded), strict=True):
            if not np.array_equal(places, begins):
                places[:] = begins
                self.version += 1


class PlaceReference:
    """A field that says where others begin, of all elements that may have it.

    Attributes:
        plan: the field.
        of: the others.
        rows: which of them each refers to; null: to none.
        paths: of the fields that say it.
    """

    def __init__(self, plan: Referring, of: ListColumns, rows: Any) -> None:
        self.plan = plan
        self.of = of
        self.rows = as_type(rows, pa.int32())
        self.paths = (plan.place,) if plan.within is None else (plan.place, plan.within)


def _together(columns: pa.Table) -> pa.RecordBatch:
    """The rows of a table as one batch."""
    batches = columns.combine_chunks().to_batches()
    if len(batches) > 1:
        raise ValueError("more elements than one column holds")
    if batches:
        return batches[0]
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in columns.schema], schema=columns.schema)


def ids_of(path: Path) -> Path:
    """A way by the ids of fields alone."""
    return tuple(step for step in path if step != ITEM)


def _refer(value: Any, way: Path, other: ListColumns) -> None:
    """Put one of others where its number is."""
    if isinstance(value, list):
        for item in value:
            _refer(item, way, other)
    elif value is not None and way[0] in value:
        if len(way) > 1:
            _refer(value[way[0]], way[1:], other)
        elif value[way[0]] is not None:
            value[way[0]] = other.at(value[way[0]])


def _put(value: Any, way: Path, run: ElementRange | None) -> None:
    """Put a list of others where their numbers are."""
    for name in way[:-1]:
        value = value[name]
    value[way[-1]] = run


def _no_texts(name: str, column: int) -> list[str]:
    raise Unsupported(f"{name}, which a header holds")
