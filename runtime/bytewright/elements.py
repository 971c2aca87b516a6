"""Elements of lists as columns: what code beside a spec gives in place of many small mappings.

    events = Elements(pa.table({"at": times, "before": rows}), {"before": None})
    {"events": events[0:100], "newest": events.at(99)}

The columns are called as the fields of an element are, with structs for structures and lists for lists. The kernel
makes their bytes, where there is a plan for such a list (`bytewright.kernels.encoding.plan.ElementsPlan`); what lies
around is made by objects. What the kernel can't make is turned into mappings, of which objects make the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.kernels.encoding.encoder import Array, Encoder, Refused
from bytewright.kernels.encoding.plan import ITEM, MEASURED, ElementsPlan, Referring
from bytewright.kernels.failures import PlanError
from bytewright.laid import Element, Lying, Places, Run
from bytewright.python_rows import rows_of
from bytewright.taking import Known, NotTaken, Taken, Taking

if TYPE_CHECKING:
    from bytewright.lasting import Stored
    from bytewright.placing import Stream

Path = tuple[str, ...]
Octets = npt.NDArray[np.uint8]
Place = tuple[int, "Stored | None"]
"""Where a run lies, and from which bytes the stream is decoded that it lies in."""


class Encoders:
    """What encodes the elements of one file.

    Args:
        plans: by class and field, how columns become the elements of lists.

    Attributes:
        rows: how many elements the kernel makes.
        reason: why it can't make some; empty: it makes all.
    """

    def __init__(self, plans: Mapping[tuple[type, str], ElementsPlan]) -> None:
        self._plans = plans
        self._made: dict[tuple[type, str], tuple[Encoder, Encoder]] = {}
        self.rows = 0
        self.reason = ""

    def take(self, elements: Elements, kind: type, field: str) -> bool:
        """Have the kernel make elements of the lists that a field holds; whether it can."""
        plan = self._plans.get((kind, field))
        if plan is None:
            self.reason = f"the kernel can't make the elements of {kind.__name__}.{field}"
            return False
        if (kind, field) not in self._made:
            self._made[kind, field] = Encoder(plan.elements), Encoder(plan.measuring())
        try:
            elements.measure(plan, *self._made[kind, field])
        except Refused as refused:
            self.reason = f"elements from {refused.row} on: {refused.field}"
            return False
        except (NotTaken, PlanError, pa.ArrowException) as error:
            self.reason = str(error)
            return False
        self.rows += len(elements)
        return True


class Elements:
    """Structures as columns; slices of them stand for lists, each row for an element of one list.

    Args:
        columns: a column for each field, called by its id; a struct for a structure, a list for a list.
        refers: of fields that read again what stands elsewhere, by the ids that lead there, with dots between them,
            among which elements that is; None: among these. Their columns hold numbers of rows. Of one for which a
            mapping with a structure stands, it is this.
    """

    def __init__(self, columns: pa.Table | pa.RecordBatch, refers: Mapping[str, Elements | None] | None = None) -> None:
        self._columns = _together(columns) if isinstance(columns, pa.Table) else columns
        self._refers = {tuple(way.split(".")): other or self for way, other in (refers or {}).items()}
        self._runs: list[Run] = []
        self._starts: list[int] = []
        self._taken: dict[tuple[type, str], bool] = {}
        self._expanded: list[dict[str, Any]] | None = None
        self._plan: ElementsPlan | None = None
        self._encoder: Encoder | None = None
        self._offsets: Places = np.zeros(1, np.int64)
        self._referring: list[_Referring] = []
        self._says: dict[Path, Places] = {}
        self._known = Known()
        self._held: dict[Path, Array] = {}
        self._data: Octets | None = None

    def __len__(self) -> int:
        return int(self._columns.num_rows)

    def __getitem__(self, rows: slice) -> Run:
        """Some of them, one behind the other: the elements of a list."""
        start, stop, step = rows.indices(len(self))
        if step != 1:
            raise ValueError("the elements of a list follow each other")
        run = Run(self, start, max(start, stop))
        self._runs.append(run)
        return run

    def at(self, row: int) -> Element:
        """One of them, for what reads it again."""
        return Element(self, int(row))

    @property
    def encodes(self) -> bool:
        """Whether the kernel makes them."""
        return self._encoder is not None

    # --- as mappings -----------------------------------------------------------------------------------------------

    def expanded(self) -> list[dict[str, Any]]:
        """Them as mappings, in which what stands elsewhere is the mapping that stands there."""
        if self._expanded is None:
            self._expanded = rows_of(self._columns)
            for way, other in self._refers.items():
                found = other.expanded()
                for element in self._expanded:
                    _refer(element, way, found)
        return self._expanded

    # --- as bytes --------------------------------------------------------------------------------------------------

    def take(self, encoders: Encoders, kind: type, field: str) -> bool:
        """Have the kernel make them, if it can, as elements of the lists that a field holds.

        Args:
            encoders: those of the file.
            kind: the class of the structures that have these lists.
            field: which field of theirs they are.

        Returns:
            Whether it makes them.
        """
        if (kind, field) not in self._taken:
            self._taken[kind, field] = encoders.take(self, kind, field) if not self._taken else False
        return self._taken[kind, field]

    def measure(self, plan: ElementsPlan, encoder: Encoder, measuring: Encoder) -> None:
        """Find out how many bytes each takes, and whether it can be made.

        Args:
            plan: how they are made.
            encoder: makes them.
            measuring: makes what `ElementsPlan.measuring` says.

        Raises:
            Refused: an element can't be made.
            NotTaken: these are no such columns, or no whole lists.
            PlanError: the plan can't be followed for them.
        """
        self._plan = plan
        self._check_columns(plan)
        columns = [
            Taken((name,), column)
            for name, column in zip(self._columns.schema.names, self._columns.columns, strict=True)
        ]
        # What refers to others takes as many bytes wherever they lie.
        for one in self._referring:
            for path in one.paths:
                places = self._says[path] = np.zeros(len(one.of), np.uint64)
                columns.append(Taken(path, pa.DictionaryArray.from_arrays(one.rows, pa.array(places), safe=False)))
        self._held = Taking(columns, _no_texts, known=self._known, numbered=True).arrays(plan.elements.sources)
        # Of places the kernel reads what is said of them by then; none is below 0.
        for path, places in self._says.items():
            if len(places):
                self._held[path] = replace(self._held[path], values=places.ctypes.data)
        measured = np.empty((len(self), MEASURED // 4), np.uint32)
        self._encode(measuring, measured.view(np.uint8).reshape(-1))
        self._offsets = np.concatenate(([0], np.cumsum(measured[:, 0], dtype=np.int64)))
        if plan.last is not None:
            wanted = np.zeros(len(self), np.bool_)
            for run in self._runs:
                if run.stop - run.start < plan.least:
                    raise NotTaken("a list with too few elements")
                wanted[run.stop - 1] = True
            if not np.array_equal(measured[:, 1] != 0, wanted):
                raise NotTaken("a list that ends before its last element, or not there")
        self._encoder = encoder

    def _check_columns(self, plan: ElementsPlan) -> None:
        """Refuse columns that nothing is made of, and rows that are elements of no list, or of several; note what
        refers to others."""
        ways = {one.path for one in plan.elements.sources} | {one.path for one in plan.references}
        known = {path[:size] for path in ways for size in range(1, len(path) + 1)}
        for path in _paths(self._columns.schema):
            if path not in known:
                raise NotTaken(f"nothing is made of {'.'.join(path)}")
        found = {one: rows for one in plan.references if (rows := self._rows(one.path)) is not None}
        if {_ids(one.path) for one in found} != self._refers.keys():
            raise NotTaken("what says where others lie refers to nothing")
        self._referring = [_Referring(one, self._refers[_ids(one.path)], rows) for one, rows in found.items()]
        at = 0
        for run in self._runs:
            if run.start != at:
                raise NotTaken("rows that stand otherwise than the elements of lists")
            at = run.stop
        if at != len(self):
            raise NotTaken("rows that are in no list")

    def _rows(self, path: Path) -> Any:
        """The rows that a field refers to, of all elements that may have it; None: it has no column."""
        array: Any = pa.StructArray.from_arrays(self._columns.columns, self._columns.schema.names)
        order = None
        for step in path:
            kind = array.type
            if step == ITEM:
                array, order = array.flatten(), None
            elif pa.types.is_struct(kind) and kind.get_field_index(step) >= 0:
                array = array.flatten()[kind.get_field_index(step)]
            else:
                return None
            if pa.types.is_dictionary(array.type):
                order = array.indices if order is None else array.indices.take(order)
                array = array.dictionary
        return array if order is None else array.take(order)

    def _encode(self, encoder: Encoder, made: Octets) -> None:
        """Put the bytes of all of them into memory that has room for just these."""
        encoder.into(made, len(self), self._held)

    def ends(self, start: int, stop: int) -> Places:
        """See `Encoding`."""
        ends: Places = self._offsets[start + 1 : stop + 1] - self._offsets[start]
        return ends

    def size(self, start: int, stop: int) -> int:
        """See `Encoding`."""
        return int(self._offsets[stop] - self._offsets[start])

    def put(self, lying: Lying, start: int, stop: int, into: memoryview) -> None:
        """See `Encoding`."""
        changed = self._changed(lying)
        for path, places in changed.items():
            self._says[path][:] = places
            self._data = None
        assert self._encoder is not None
        if self._data is None and stop - start == len(self):
            self._encode(self._encoder, np.frombuffer(into, np.uint8))
            return
        if self._data is None:
            self._data = np.empty(int(self._offsets[-1]), np.uint8)
            self._encode(self._encoder, self._data)
        into[:] = self._data.data[int(self._offsets[start]) : int(self._offsets[stop])]

    def is_settled(self, lying: Lying) -> bool:
        """See `Encoding`."""
        return not self._changed(lying)

    def _changed(self, lying: Lying) -> dict[Path, Places]:
        """Fields that say where others lie and would say something else now, as far as that is known."""
        found: dict[Path, Places] = {}
        known: dict[tuple[int, bool], tuple[Places, ...]] = {}
        for one in self._referring:
            version, decoded = lying.version(one.of), one.plan.within is not None
            if one.seen is lying and one.version == version:
                continue
            at = one.of.lie(lying, decoded=decoded)
            one.seen, one.version = lying, version
            if at is None or at == one.last:  # most often they lie where they did
                one.last = at or one.last
                continue
            key = id(one.of), decoded
            if key not in known:
                known[key] = one.of.said(at, decoded=decoded)
            found |= zip(one.paths, known[key], strict=True)
            one.last = at
        return {path: places for path, places in found.items() if not np.array_equal(places, self._says[path])}

    def lie(self, lying: Lying, *, decoded: bool) -> list[Place] | None:
        """Where each run lies; None: that isn't known of all. ``decoded``: in bytes that are decoded."""
        found = []
        for run in self._runs:
            place, stream = lying.of(run)
            if place is None or stream is None or (decoded and stream.stored is None):
                return None
            found.append((place, stream.stored if decoded else None))
        return found

    def said(self, at: list[Place], *, decoded: bool) -> tuple[Places, ...]:
        """What fields say that refer to each, where runs lie somewhere: where it begins in its stream, or, in bytes
        that are ``decoded``, where the piece begins that it is in, and where it begins in what that decodes to."""
        first = np.array([run.start for run in self._runs], np.int64)
        many = np.diff(first, append=len(self))
        moved = np.array([place for place, _ in at], np.int64) - self._offsets[first]
        begins: Places = self._offsets[:-1] + np.repeat(moved, many)
        if not decoded:
            return (begins,)
        within = np.empty(len(self), np.int64)
        for run, (_, stored) in zip(self._runs, at, strict=True):
            assert stored is not None
            rows = slice(run.start, run.stop)
            pieces, within[rows] = stored.process.places(stored.data, begins[rows])
            begins[rows] = pieces + stored.pos
        return begins, within

    def place(self, lying: Lying, row: int) -> tuple[int | None, Stream | None]:
        """See `Encoding`."""
        if len(self._starts) < len(self._runs):
            self._starts = [run.start for run in self._runs]
        run = self._runs[bisect_right(self._starts, row) - 1]
        place, stream = lying.of(run)
        return (None, None) if place is None else (place + int(self._offsets[row] - self._offsets[run.start]), stream)


class _Referring:
    """A field that says where others begin, of all elements that may have it.

    Attributes:
        plan: the field.
        of: the others.
        rows: which of them each refers to; null: to none.
        paths: of the fields that say it.
        last: where the others lay when that was asked last.
        seen: of what that was asked; ``version``: of these others there, then.
    """

    def __init__(self, plan: Referring, of: Elements, rows: Any) -> None:
        self.plan = plan
        self.of = of
        self.rows = rows.cast(pa.int32())
        self.paths = (plan.place,) if plan.within is None else (plan.place, plan.within)
        self.last: list[Place] | None = None
        self.seen: Lying | None = None
        self.version = 0


def _together(columns: pa.Table) -> pa.RecordBatch:
    """The rows of a table as one batch."""
    batches = columns.combine_chunks().to_batches()
    if len(batches) > 1:
        raise ValueError("more elements than one column holds")
    if batches:
        return batches[0]
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in columns.schema], schema=columns.schema)


def _paths(fields: Iterable[Any], way: Path = ()) -> Iterator[Path]:
    """The ways to all that columns hold."""
    for field in fields:
        path, kind = (*way, field.name), field.type
        yield path
        while pa.types.is_list(kind) or pa.types.is_dictionary(kind):
            if pa.types.is_list(kind):
                path = (*path, ITEM)
                yield path
            kind = kind.value_type
        if pa.types.is_struct(kind):
            yield from _paths(kind, path)


def _ids(path: Path) -> Path:
    return tuple(step for step in path if step != ITEM)


def _refer(value: Any, way: Path, found: list[dict[str, Any]]) -> None:
    """Put what stands elsewhere where its number is."""
    if isinstance(value, list):
        for item in value:
            _refer(item, way, found)
    elif value is not None and way[0] in value:
        if len(way) > 1:
            _refer(value[way[0]], way[1:], found)
        elif value[way[0]] is not None:
            value[way[0]] = found[value[way[0]]]


def _no_texts(name: str, column: int) -> list[str]:
    raise NotTaken(f"{name}, which a header holds")
