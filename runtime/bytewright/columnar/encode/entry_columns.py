"""Entry columns: structures without bytes of their own, stored in the entries of another list, given as columns.

    sections = ListColumns(pa.table({"ends": numbers, "events": lists_of_numbers}), {"events": events})
    entries = ListColumns(pa.table({"key": keys}), inside={"value": sections})
    {"table": {"entries": entries[:]}, "sections": sections[:]}

Some of it lies in the entry itself (where something begins, say), so that it becomes bytes of the entry's; what it says
the place of may be a list, whose elements are columns as well. Where something else is stored of such a list (it is
compressed, say), the entry says how many bytes that takes, too, so that entries are measured once it has been made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.buffers import places_array
from bytewright.columnar.encode.encoded_elements import EncodedElements
from bytewright.columnar.encode.entry_mapping import Mirror, MirroredList
from bytewright.columnar.encode.fields.unused_columns import refuse_unused
from bytewright.columnar.encode.list_columns import ListColumns, Path, PlaceReference, ids_of
from bytewright.errors import NO_VALUE, WriteError
from bytewright.kernels.plan.encoding import ElementsPlan, Fits, ListPlan, Referring
from bytewright.kernels.plan.failures import Unsupported
from bytewright.objects.write.placed_lists import ElementRange, EncodedList, Places

if TYPE_CHECKING:
    from bytewright.objects.write.placed_lists import PlacementIndex

Octets = npt.NDArray[np.uint8]
Lists = list[ElementRange | None]
"""The list of each structure that has one."""
_compute: Any = pc
_HIGHEST = (1 << 63) - 1
"""The highest place, and the largest size, that can be said."""


class EntryColumns(ListColumns):
    """What lies in the entries of a list, as columns.

    Args:
        elements: the structures that stand for the entries.
        mirror: what is said of such structures.

    Raises:
        Unsupported: nothing lies in them.
    """

    def __init__(self, elements: ListColumns, mirror: Mirror) -> None:
        name = mirror.plan.inside.elements.sources[0].path[0]
        if elements.columns.schema.get_field_index(name) < 0:
            raise Unsupported(f"{name} is missing")
        super().__init__(pa.RecordBatch.from_arrays([elements.columns[name]], [name]))
        self._around: ListColumns | None = elements
        self._lists = [
            (plan, one, elements.lists_at(plan.way)) for plan, one in zip(mirror.plan.lists, mirror.lists, strict=True)
        ]
        told = {path for plan, _, _ in self._lists if plan.size for path in (plan.place, plan.size)}
        steps = mirror.plan.inside.elements.steps
        self._fits = {step.path: step for step in steps if isinstance(step, Fits) and step.path in told}
        self._found = {path: np.zeros(len(self), np.int64) for path in self._fits}
        # At first those that take the most bytes: what can be made then can, mostly, be made of whatever is found.
        self._says = {path: np.full(len(self), min(fits.high, _HIGHEST), np.int64) for path, fits in self._fits.items()}
        self._bytes: Octets = np.empty(0, np.uint8)
        self._is_stale = True

    def _check_columns(self, plan: ElementsPlan) -> None:
        """See `ListColumns`; the columns have been looked at with those around them."""
        assert self._around is not None
        if any(self._around.rows_at(path) is not None for path in self._says):
            raise Unsupported("a place that is said, and what is there")

    def _references(self, plan: ElementsPlan) -> list[PlaceReference]:
        """What says where others begin: references, and the lists that lie elsewhere."""
        found: dict[Path, PlaceReference] = {}
        assert self._around is not None
        for one in plan.references:
            rows = self._around.rows_at(one.path)
            if rows is not None and self._around.rows_at(one.place) is not None:
                raise Unsupported("a place that is said, and what is there")
            if rows is not None:
                found[one.place] = PlaceReference(one, self._around.refers[ids_of(one.path)], rows)
        for listed, _, lists in self._lists:
            first = next(filter(None, lists), None)
            if first is None or listed.size:
                continue
            if self._around.rows_at(listed.place) is not None:
                raise Unsupported("a place that is said, and what is there")
            assert isinstance(first.elements, ListColumns)
            rows = places_array(np.array([-1 if run is None else run.start for run in lists], np.int32))
            known = found.get(listed.place)
            if known is not None:
                if known.of is not first.elements or _compute.and_(rows.is_valid(), known.rows.is_valid()).true_count:
                    raise Unsupported("a place of several things")
                rows = _compute.coalesce(rows, known.rows)
            found[listed.place] = PlaceReference(Referring(listed.place, listed.place), first.elements, rows)
        return list(found.values())

    def _told_places(self) -> Mapping[Path, Places]:
        """See `ListColumns`."""
        return self._says

    def held(self) -> Any:
        """Their bytes as a column, in which these change where they say something else."""
        # Zeros until they are asked for: what they say is known then.
        self._bytes = np.zeros(self.size(0, len(self)), np.uint8)
        self._is_stale = True
        return EncodedElements(self._offsets, self._bytes.data).column()

    def renew(self, lying: PlacementIndex) -> bool:
        """See `ListColumns`."""
        changed = super().renew(lying)
        if changed or self._is_stale:
            assert self._encoder is not None
            self._encode(self._encoder, self._bytes)
            self._is_stale = False
        return changed or self._differs()

    def _differs(self) -> bool:
        """Whether something else is known of what is stored elsewhere than they say."""
        return not all(np.array_equal(places, self._says[path]) for path, places in self._found.items())

    def take_places(self) -> bool:
        """Say what is known by now of what is stored elsewhere, and be measured by that; whether it is another."""
        if not self._differs():
            return False
        for path, places in self._found.items():
            self._says[path][:] = places
        self._remeasure()
        return True

    def lists_as_they_are(self, start: int, stop: int) -> list[ElementRange]:
        """The lists of some structures that are stored as they are."""
        found = [lists for _, one, lists in self._lists if one.process is None]
        return [run for lists in found for run in lists[start:stop] if run is not None]

    def stowed_lists(self, start: int, stop: int) -> list[EncodedList]:
        """Of some structures, in their order, the lists of whose bytes something else is stored."""
        found = []
        for plan, one, lists in self._lists:
            if one.process is None:
                continue
            behind, way = bytes.fromhex(plan.behind), plan.way[:-1]
            for row, run in enumerate(lists[start:stop], start):
                if run is not None:
                    found.append(EncodedList(run, row, way, behind, one.process, partial(self._tell, plan, row)))
        return sorted(found, key=lambda one: one.row)

    def _tell(self, plan: ListPlan, row: int, place: int, size: int, path: Callable[[], str]) -> None:
        """What is stored of a list begins somewhere, and takes so many bytes; ``path``: to the element that has it.

        Raises:
            WriteError: that can't be said.
        """
        for way, number in ((plan.place, place), (plan.size, size)):
            fits = self._fits[way]
            if not fits.low <= number <= fits.high:
                expected = f"an integer from {fits.low} to {fits.high}"
                raise WriteError(field=".".join((path(), *way)), expected=expected, found=str(number))
            self._found[way][row] = number

    def found_places(self, way: str) -> Places:
        """See `ListColumns.found`."""
        found = self._found.get(tuple(way.split(".")))
        if found is None:
            raise ValueError(f"nothing is found of {way}")
        return found.copy()

    def let_go(self) -> None:
        """See `ListColumns`."""
        super().let_go()
        self._around, self._lists, self._found, self._says = None, [], {}, {}
        self._bytes = np.empty(0, np.uint8)


class _Behind(NamedTuple):
    """What is behind elements of a list: where, in its stream, and how large that is."""

    pos: Places
    size: int


def refuse_unlike(elements: ListColumns, entries: ListColumns, mirror: Mirror) -> None:
    """Refuse structures that don't stand for entries one by one, and columns that nothing is made of.

    Args:
        elements: the structures.
        entries: the entries.
        mirror: what is said of such structures.

    Raises:
        Unsupported: there is something of that kind.
    """
    elements.check_lists()
    if [run[1:] for run in elements.runs] != [run[1:] for run in entries.runs]:
        raise Unsupported("lists that aren't as long as those of what they stand for")
    plan = mirror.plan
    refuse_unused(elements.kinds, plan)
    ways = {*(one.path for one in plan.inside.references), *(one.way for one in plan.lists)}
    used = {ids_of(way) for way in ways if way and elements.rows_at(way) is not None}
    if used != elements.refers.keys():
        raise Unsupported("what says where others lie refers to nothing")


def refuse_lists(elements: ListColumns, entries: ListColumns, mirror: Mirror) -> None:
    """Refuse structures with lists elsewhere that they mustn't have, and without any that says what is stored of it.

    Args:
        elements: the structures.
        entries: what they stand for.
        mirror: what is said of such structures.

    Raises:
        Unsupported: there is such a one.
    """
    found = [elements.lists_at(plan.way) for plan in mirror.plan.lists]
    for plan, lists in zip(mirror.plan.lists, found, strict=True):
        if any(lists):
            held, whole = (elements.rows_at(plan.way[:size]) for size in (1, None))
            if not held.is_valid().equals(whole.is_valid()):
                raise Unsupported("what holds a list, without one")
    stored = [lists for plan, lists in zip(mirror.plan.lists, found, strict=True) if plan.size]
    if stored and any(sum(run is not None for run in runs) != 1 for runs in zip(*stored, strict=True)):
        raise Unsupported("a place of several things, or of none")
    for one, lists in zip(mirror.lists, found, strict=True):
        if one.there is not None and any(lists):
            _refuse_absent(one, lists, entries, mirror)


def refuse_unended(held: ListColumns, lists: Lists, plan: ListPlan, one: MirroredList) -> None:
    """Refuse lists that end before their last element, or not there, where places say so, or their stream.

    Args:
        held: their elements, which have been measured.
        lists: the lists.
        plan: what they are.
        one: what else is said of them.

    Raises:
        Unsupported: there is such a list.
    """
    if one.process is None or held.ends_lists:
        return
    runs = [run for run in lists if run is not None]
    starts, stops = (np.array([run[at] for run in runs], np.int64) for at in (1, 2))
    begins = np.concatenate(([0], held.ends(0, len(held))))
    if one.until is None:
        if (begins[stops] == begins[np.maximum(stops - 1, starts)])[stops > starts].any():
            raise Unsupported("a last element without bytes")
        return
    whole = begins[stops] - begins[starts] + len(bytes.fromhex(plan.behind))
    for start, stop, size in zip(starts.tolist(), stops.tolist(), whole.tolist(), strict=True):
        ends = one.until(_Behind(begins[start + 1 : stop + 1] - begins[start], size))
        if start == stop or not ends[-1] or ends[:-1].any():
            raise Unsupported("a list that ends before its last element, or not there")


def _refuse_absent(one: MirroredList, lists: Lists, entries: ListColumns, mirror: Mirror) -> None:
    """Refuse lists of structures that have none."""
    asked = [entries.rows_at((name,)) for name in mirror.asked]
    if any(column is None for column in asked):
        raise Unsupported("what says whether there are lists isn't said")
    columns = [column.to_pylist() for column in asked]
    if any(value is None for column in columns for value in column):
        raise Unsupported("what says whether there are lists isn't said")
    stood, standing = (kind._begin(None, None, "", None) for kind in (mirror.entry, mirror.element))
    setattr(standing, mirror.parameter, stood)
    assert one.there is not None
    for run, *values in zip(lists, *columns, strict=True):
        if run is None:
            continue
        for name, value in zip(mirror.asked, values, strict=True):
            setattr(stood, name, value)
        try:
            is_there = one.there(standing)
        except NO_VALUE as error:
            raise Unsupported(f"whether there are lists: {error}") from error
        if not is_there:
            raise Unsupported("a list of what has none")
