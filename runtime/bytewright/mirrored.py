"""Columns that stand for structures without bytes, one for each entry of a list: what they say lies in the entries.

    sections = Elements(pa.table({"ends": numbers, "events": lists_of_numbers}), {"events": events})
    entries = Elements(pa.table({"key": keys}), inside={"value": sections})
    {"table": {"entries": entries[:]}, "sections": sections[:]}

Some of it lies in the entry itself (where something begins, say), so that it becomes bytes of the entry's; what it says
the place of may be a list, whose elements are columns as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow_buffers import places_array
from bytewright.elements import Elements, Path, Telling, ids_of, refuse_unmade
from bytewright.kernels.encoding.plan import ElementsPlan, Referring
from bytewright.laid import Run
from bytewright.mirrors import Mirror
from bytewright.taking import NotTaken

if TYPE_CHECKING:
    from bytewright.laid import Lying

Octets = npt.NDArray[np.uint8]
Lists = list[Run | None]
"""The list of each structure that has one."""
_compute: Any = pc


class Inside(Elements):
    """What lies in the entries of a list, as columns.

    Args:
        elements: the structures that stand for the entries.
        lists: their lists that lie elsewhere.
        mirror: what is said of such structures.

    Raises:
        NotTaken: nothing lies in them.
    """

    def __init__(self, elements: Elements, lists: Lists, mirror: Mirror) -> None:
        name = mirror.plan.inside.elements.sources[0].path[0]
        if elements.columns.schema.get_field_index(name) < 0:
            raise NotTaken(f"{name} is missing")
        super().__init__(pa.RecordBatch.from_arrays([elements.columns[name]], [name]))
        self._around = elements
        self._lists = lists
        self._place = mirror.plan.place
        self._bytes: Octets = np.empty(0, np.uint8)
        self._is_stale = True

    def _check_columns(self, plan: ElementsPlan) -> None:
        """See `Elements`; the columns have been looked at with those around them."""

    def _references(self, plan: ElementsPlan) -> list[Telling]:
        """What says where others begin: references, and the lists that lie elsewhere."""
        found: dict[Path, Telling] = {}
        for one in plan.references:
            rows = self._around.rows_at(one.path)
            if rows is not None and self._around.rows_at(one.place) is not None:
                raise NotTaken("a place that is said, and what is there")
            if rows is not None:
                found[one.place] = Telling(one, self._around.refers[ids_of(one.path)], rows)
        first = next(filter(None, self._lists), None)
        if first is not None:
            if self._around.rows_at(self._place) is not None:
                raise NotTaken("a place that is said, and what is there")
            assert isinstance(first.elements, Elements)
            rows = places_array(np.array([-1 if run is None else run.start for run in self._lists], np.int32))
            known = found.get(self._place)
            if known is not None:
                if known.of is not first.elements or _compute.and_(rows.is_valid(), known.rows.is_valid()).true_count:
                    raise NotTaken("a place of several things")
                rows = _compute.coalesce(rows, known.rows)
            found[self._place] = Telling(Referring(self._place, self._place), first.elements, rows)
        return list(found.values())

    def held(self) -> Any:
        """Their bytes as a column, in which these change where they say something else."""
        ends = self.ends(0, len(self))
        if len(ends) and ends[-1] >= 1 << 31:
            raise NotTaken("more bytes than one column holds")
        # Zeros until they are asked for: what they say is known then.
        self._bytes = np.zeros(self.size(0, len(self)), np.uint8)
        offsets = np.concatenate(([0], ends)).astype(np.int32)
        return pa.Array.from_buffers(
            pa.binary(), len(ends), [None, pa.py_buffer(offsets.data), pa.py_buffer(self._bytes.data)]
        )

    def renew(self, lying: Lying) -> bool:
        """See `Elements`."""
        changed = super().renew(lying)
        if changed or self._is_stale:
            assert self._encoder is not None
            self._encode(self._encoder, self._bytes)
            self._is_stale = False
        return changed


def refuse_unlike(elements: Elements, entries: Elements, mirror: Mirror) -> None:
    """Refuse structures that don't stand for entries one by one, and columns that nothing is made of.

    Args:
        elements: the structures.
        entries: the entries.
        mirror: what is said of such structures.

    Raises:
        NotTaken: there is something of that kind.
    """
    elements.check_lists()
    if [run[1:] for run in elements.runs] != [run[1:] for run in entries.runs]:
        raise NotTaken("lists that aren't as long as those of what they stand for")
    plan = mirror.plan
    refuse_unmade(elements.columns.schema, plan)
    ways = {*(one.path for one in plan.inside.references), plan.lists}
    used = {ids_of(way) for way in ways if way and elements.rows_at(way) is not None}
    if used != elements.refers.keys():
        raise NotTaken("what says where others lie refers to nothing")


def listed(elements: Elements, entries: Elements, mirror: Mirror) -> Lists:
    """The lists of structures that lie elsewhere.

    Args:
        elements: the structures.
        entries: what they stand for.
        mirror: what is said of such structures.

    Raises:
        NotTaken: one has a list that it mustn't have.
    """
    lists = elements.lists_at(mirror.plan.lists)
    if any(lists):
        held, whole = (elements.rows_at(mirror.plan.lists[:size]) for size in (1, None))
        if not held.is_valid().equals(whole.is_valid()):
            raise NotTaken("what holds a list, without one")
    if mirror.there is not None and any(lists):
        asked = [entries.rows_at((name,)) for name in mirror.asked]
        if any(column is None for column in asked):
            raise NotTaken("what says whether there are lists isn't said")
        stood, standing = (one._begin(None, None, "", None) for one in (mirror.entry, mirror.element))
        setattr(standing, mirror.parameter, stood)
        there, names = mirror.there, mirror.asked
        columns = [column.to_pylist() for column in asked]
        for run, *values in zip(lists, *columns, strict=True):
            if run is None:
                continue
            for name, value in zip(names, values, strict=False):
                setattr(stood, name, value)
            if not there(standing):
                raise NotTaken("a list of what has none")
    return lists
