"""Encodes files whose records lie where the elements of a list at their end say (`Apart` of an encoding plan).

Records go into the file as they are encoded; the list, which is small, stays in memory until its place is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bytewright.columnar.encode.arrow_fields import FieldResolver
from bytewright.columnar.encode.row_encoder import RowEncoder
from bytewright.io.rope import Part, contents
from bytewright.kernels.drivers.encoder import Array, Encoder
from bytewright.kernels.plan.encoding import BEGIN, SIZE, Apart, EncodingPlan, Source
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Shape
from bytewright.kernels.program.specialize_encoding import unroll
from bytewright.model.origins import span_of_field
from bytewright.objects.write.placeholders import ExternalList
from bytewright.views.invert.model_paths import reach

_NUMBER = Shape(-8)


class DirectoryEncoder(RowEncoder):
    """Makes the bytes of one file of the rows of a view: of each a record, and the element of a list that leads to it.

    The rest of the file is what objects make of it with the list alone. That it is the same with records is proven for
    the first one, which objects make a file of, too.
    """

    _first: Sequence[Mapping[str, Any]] = ()
    _rest = 0
    """Bytes of the rest of a file with one record."""

    def _begin(self, first: Sequence[Mapping[str, Any]]) -> None:
        self._first = first
        self._listed: list[bytes] = []
        super()._begin(first)

    def _around(self, root: Any, *, counted: bool) -> tuple[memoryview, memoryview]:
        """What lies before the records."""
        if not self._first:
            return memoryview(b""), memoryview(b"")
        alone = self._with_record(root, self._first)
        data = self._codec.to_bytes(alone, relocate=True, options=self._settings.values)
        read = self._codec.parse(data, options=self._settings.values)
        holder = reach(read, self._way[:-1])
        element = getattr(holder, self._way[-1])[0]
        record, listed = span_of_field(element, self._apart.path[0]), span_of_field(holder, self._way[-1])
        assert record is not None
        assert listed is not None
        self._rest = len(data) - (record.end - record.start) - (listed.end - listed.start)
        if data[: record.start] + data[record.end :] != self._file_of(1, data[listed.start : listed.end]):
            raise Unsupported("something around the records that rests on them")
        return memoryview(data)[: record.start], memoryview(b"")

    @property
    def _apart(self) -> Apart:
        assert self._stated.apart is not None
        return self._stated.apart

    @property
    def _sources(self) -> Sequence[Source]:
        return (*self._plan.sources, *self._records_plan.sources)

    def _make_around(self, plan: EncodingPlan) -> None:
        self._records_plan = unroll(self._apart.plan, self._header_value)
        super()._make_around(plan)
        self._records_encoder = Encoder(self._records_plan, self._sizes)
        self._at = len(self._before)

    def _file_of(self, count: int, listed: bytes) -> bytes:
        """A file without records, but for the list of so many that leads to them."""
        return contents(self._laid(self._root, ExternalList(count, listed)))

    def _encoded(self, rows: int, taking: FieldResolver, encoder: Encoder) -> Iterator[memoryview]:
        """The records of some rows; elements are kept."""
        ends = np.zeros(rows + 1, np.int64)
        arrays, number = taking.arrays(self._records_plan.sources), self._records_encoder.rows
        yield from self._records_encoder.encode(rows, arrays, ends, number=number)
        begins, sizes = ends[:-1] + self._at, np.diff(ends)
        path = self._apart.path
        told = {(*path, BEGIN): Array(_NUMBER, begins.ctypes.data), (*path, SIZE): Array(_NUMBER, sizes.ctypes.data)}
        self._listed.append(bytes(encoder.whole(rows, {**taking.arrays(self._plan.sources), **told})))
        self._at += int(ends[-1])

    def _parts(self, part: Part) -> Sequence[Part]:
        """The parts of the file, when the records are there."""
        listed = b"".join(self._listed)
        made = self._file_of(self._count, listed)
        if self._count and len(made) - len(listed) != self._rest:
            raise Unsupported("something around the records whose size rests on them")
        place = len(self._before)
        return made[:place], part, made[place:]
