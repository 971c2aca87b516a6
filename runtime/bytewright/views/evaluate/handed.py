"""Records of which objects read only what is handed to them: spans of fields, and numbers beside these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bytewright.codec.codec import Codec
from bytewright.model.structures import Struct, begin
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.helpers import begin_deferring, read_deferred
from bytewright.schema.view import Handed, Scope, View
from bytewright.views.evaluate.steps import Steps


class _Span(NamedTuple):
    """A field that is read alone: of which of the structures, counted from the record, and which columns say where."""

    holder: int
    name: str
    leave: Callable[[Cursor, Any, int], None]
    depth: int
    start: str
    size: str


class HandedRecords:
    """Makes the scopes of records of a view of what is handed of each.

    Args:
        codec: the format.
        view: the view, whose elements are the records of a file.
        steps: the file.
        root: what precedes the records.
        asked: what is handed for each of the columns that are made.

    Attributes:
        columns: names of the columns of numbers that `scopes` is given.
        warnings: what has been noticed, as ``(offset, text)``.
    """

    def __init__(self, codec: Codec, view: View, steps: Steps, root: Struct, asked: Iterable[Handed]) -> None:
        self._root = root
        self._options = steps.settings.values
        self._records = next(field for field in codec.root.FIELDS if field.name == view.each_field)
        self._io = steps.cursor()
        self.warnings = self._io.warnings
        handed = list(asked)
        spans = dict.fromkeys(span for one in handed for span in one.spans)
        numbers = dict.fromkeys(number for one in handed for number in one.numbers)
        self._holders: list[tuple[int, Any, type[Struct]]] = []  # the structure around each, its field, its class
        places: dict[tuple[str, ...], int] = {(): 0}
        for way in (*(span.way[:-1] for span in spans), *(path[:-1] for path, _ in numbers)):
            self._hold(way, places)
        self._numbers = [(places[path[:-1]], path[-1], column) for path, column in numbers]
        self._spans = [
            _Span(places[one.way[:-1]], one.way[-1], codec.alone[one.alone], one.depth, one.start, one.size)
            for one in spans
        ]
        self.columns = [column for *_, column in self._numbers]
        self.columns += [name for one in self._spans for name in (one.start, one.size)]

    def _hold(self, way: tuple[str, ...], places: dict[tuple[str, ...], int]) -> None:
        """Note the structures that lead to one from the record."""
        kind = self._records.struct
        for length in range(1, len(way) + 1):
            assert kind is not None
            field = next(field for field in kind.FIELDS if field.name == way[length - 1])
            kind = field.struct
            if way[:length] not in places:
                assert kind is not None
                places[way[:length]] = len(places)
                self._holders.append((places[way[: length - 1]], field, kind))

    def scopes(self, numbers: Sequence[int], handed: Mapping[str, Sequence[int]]) -> Iterator[tuple[Scope, ...]]:
        """The steps of records, of which fields are read when a column asks for them.

        Args:
            numbers: the numbers of the records in the file.
            handed: what is handed of each, by column.

        Raises:
            ReadError: something that is read at once is bad.
        """
        io, root, records, options = self._io, self._root, self._records, self._options
        kind = records.struct
        assert kind is not None
        known: dict[Any, Any] = {}
        for row, number in enumerate(numbers):
            begin_deferring(io)
            record = begin(kind, io, root, records.id, number, [(), 0])
            held = [record]
            for holder, field, inner in self._holders:
                structure = begin(inner, io, held[holder], field.id, None, [(), 0])
                setattr(held[holder], field.name, structure)
                held.append(structure)
            for holder, name, column in self._numbers:
                setattr(held[holder], name, handed[column][row])
            for one in self._spans:
                size = handed[one.size][row]
                if size < 0:
                    setattr(held[one.holder], one.name, None)
                    continue
                io.depth = one.depth
                io.seek(handed[one.start][row])
                one.leave(io, held[one.holder], size)
            read_deferred(io)
            yield (Scope(root, record, number, 0, options, 0, (), known),)
