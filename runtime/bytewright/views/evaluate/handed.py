"""Rows of which objects read only what is handed to them: spans of fields, and values beside these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as own
from itertools import pairwise
from typing import Any, NamedTuple

from bytewright.codec.codec import Codec
from bytewright.kernels.plan.encoding import CASE
from bytewright.model.structures import Field, Struct, begin
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import begin_deferring, read_deferred
from bytewright.schema.scope import Scope
from bytewright.schema.view import Handed, View
from bytewright.views.evaluate.steps import Steps


class _Holder(NamedTuple):
    """A structure that leads to what is handed: its place among these, that of the one around it, and its field there;
    whether it is the element of a list that the view goes through."""

    place: int
    outer: int
    field: Any
    kind: type[Struct]
    listed: bool


class _Span(NamedTuple):
    """A field that is read alone: the place of the structure that has it, and which columns say where."""

    holder: int
    name: str
    leave: Callable[[Cursor, Any, int], None]
    depth: int
    start: str
    size: str


@dataclass(slots=True)
class _Level:
    """What is handed of an element of one of the lists that a view goes through, but for the lists in it: structures,
    values (the place of the structure, its field, and the column) and spans."""

    holders: list[_Holder] = own(default_factory=list)
    values: list[tuple[int, str, str]] = own(default_factory=list)
    spans: list[_Span] = own(default_factory=list)


class _Shown(NamedTuple):
    """What a view, or one inside of it, shows of a row: the place of the structure that it is of (-1: what the lists
    lie in), and the numbers of the first and the last of the lists that it goes through (-1: it goes through none)."""

    root: int
    first: int
    last: int


Outer = Callable[[int], tuple[Scope, Struct | None]]
"""Gives for a row the scope of what the first of the lists lies in, and the structure that has it; None: it is the
file."""


class HandedRecords:
    """Makes the scopes of rows of a view of what is handed of each.

    Args:
        codec: the format.
        listed: the first of the lists that the rows lie in, the elements of which nobody has read; None: nobody has
            read the file, which is handed as the only element.
        views: the view, its inner view, and so on.
        steps: the file.
        asked: what is handed for each of the columns that are made.

    Attributes:
        columns: names of the columns of values that `scopes` is given.
        warnings: what has been noticed, as ``(offset, text)``.
    """

    def __init__(
        self,
        codec: Codec,
        listed: Field | None,
        views: Sequence[View],
        steps: Steps,
        asked: Iterable[Handed],
        *,
        in_regions: bool = False,
    ) -> None:
        """``in_regions``: whether the lists around ``listed``, which the view goes through, are objects."""
        self._options = steps.settings.values
        self._listed = listed
        self._io = steps.cursor()
        self.warnings = self._io.warnings
        handed = list(asked)
        kind = codec.root if listed is None else listed.struct
        assert kind is not None
        self._kinds = [kind]
        self._places: dict[tuple[str, ...], int] = {(): 0}
        self._lists: list[tuple[str, ...]] = [()]  # the ways from the first element to the others
        self._levels = [_Level()]
        paths = [tuple(step for step in path if not step.startswith(CASE)) for path in views[0].list_paths[1:]]
        if listed is None:
            paths = [] if views[0].each is None else [views[0].each_path]
        for path in () if in_regions else paths:
            self._go_into((*self._lists[-1], *path))
        lists = len(self._lists)
        self._shown = [_Shown(-1, 0, lists - 1) if listed is not None else _Shown(0, 1, lists - 1 or -1)]
        way = self._lists[-1]
        for outer, inner in pairwise(views):
            root, first = self._hold((*way, *outer.inner_path)), len(self._lists)
            way = (*way, *outer.inner_path, *inner.each_path)
            if inner.each is not None:
                self._go_into(way)
            self._shown.append(_Shown(root, first, len(self._lists) - 1 if inner.each is not None else -1))
        for way, column in dict.fromkeys(value for one in handed for value in one.values):
            self._level(way[:-1]).values.append((self._hold(way[:-1]), way[-1], column))
        for span in dict.fromkeys(span for one in handed for span in one.spans):
            holder, name = span.way[:-1], span.way[-1]
            found = _Span(self._hold(holder), name, codec.alone[span.alone], span.depth, span.start, span.size)
            self._level(holder).spans.append(found)
        self._elements = [self._places[way] for way in self._lists]
        self.columns = [column for level in self._levels for *_, column in level.values]
        self.columns += [name for level in self._levels for one in level.spans for name in (one.start, one.size)]

    def _go_into(self, way: tuple[str, ...]) -> None:
        """Go through the elements of a list, too, to which a way leads from the record."""
        self._lists.append(way)
        self._levels.append(_Level())
        self._hold(way)

    def _level(self, way: tuple[str, ...]) -> _Level:
        """The level of the structure that a way leads to from the record."""
        return self._levels[max(n for n, outer in enumerate(self._lists) if way[: len(outer)] == outer)]

    def _hold(self, way: tuple[str, ...]) -> int:
        """The place of the structure that a way leads to from the record; all that lie around it have one, too."""
        if way not in self._places:
            outer = self._hold(way[:-1])
            field = next(field for field in self._kinds[outer].FIELDS if field.name == way[-1])
            assert field.struct is not None
            place = self._places[way] = len(self._kinds)
            self._kinds.append(field.struct)
            self._level(way).holders.append(_Holder(place, outer, field, field.struct, way in self._lists))
        return self._places[way]

    def scopes(
        self, outer: Outer, numbers: Sequence[Sequence[int]], handed: Mapping[str, Sequence[Any]]
    ) -> Iterator[tuple[Scope, ...]]:
        """The steps of rows, of which fields are read when a column asks for them.

        Args:
            outer: what the lists lie in.
            numbers: of each list that the views go through, the outermost first, the numbers of its elements; where
                elements give several rows, those of the rows, too.
            handed: what is handed of each row, by column.

        Raises:
            ReadError: something that is read at once is bad.
        """
        held: list[Any] = [None] * len(self._kinds)
        before: tuple[int, ...] = ()
        lists = len(self._lists)
        for row, places in enumerate(zip(*numbers, strict=True)):
            around, parent = outer(row)
            begin_deferring(self._io)
            known = (id(parent), *places)
            for level, place in enumerate(places[:lists]):
                if known[: level + 2] != before[: level + 2]:
                    self._begin(held, parent, level, place, row, handed)
            before = known
            read_deferred(self._io)
            yield tuple(self._scope(one, around, held, places) for one in self._shown)

    def _scope(self, shown: _Shown, around: Scope, held: list[Any], places: tuple[int, ...]) -> Scope:
        """What the columns of a view see in a row."""
        row = 0 if len(places) == len(self._lists) else places[-1]
        root = around.root if shown.root < 0 else held[shown.root]
        if shown.last < 0:
            return Scope(root, root, 0, row, self._options, known=around.known)
        outer = (held[place] for place in self._elements[shown.first : shown.last])
        levels = (*(around.levels if shown.root < 0 else ()), *outer)
        element = held[self._elements[shown.last]]
        return Scope(root, element, places[shown.last], row, self._options, 0, levels, around.known)

    def _begin(
        self,
        held: list[Any],
        parent: Struct | None,
        level: int,
        number: int,
        row: int,
        handed: Mapping[str, Sequence[Any]],
    ) -> None:
        """Begin the structures of an element, by its number in its list."""
        io, found = self._io, self._levels[level]
        if level == 0 and self._listed is None:
            held[0] = begin(self._kinds[0], io, None, "", None, [(), 0])
        elif level == 0 and self._listed is not None:
            held[0] = begin(self._kinds[0], io, parent, self._listed.id, number, [(), 0])
        for place, outer, field, kind, listed in found.holders:
            held[place] = begin(kind, io, held[outer], field.id, number if listed else None, [(), 0])
            if not listed:
                setattr(held[outer], field.name, held[place])
        for holder, name, column in found.values:
            setattr(held[holder], name, handed[column][row])
        for one in found.spans:
            size = handed[one.size][row]
            if size < 0:
                setattr(held[one.holder], one.name, None)
                continue
            io.depth = one.depth
            io.seek(handed[one.start][row])
            one.leave(io, held[one.holder], size)
