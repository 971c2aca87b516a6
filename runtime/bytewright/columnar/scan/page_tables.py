"""Pages of tables that say where regions lie, and what the kernel reads of them: a page is a record, an entry a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.columnar.scan.region_locator import UnplacedError, inside, number_of, page_at
from bytewright.kernels.drivers.region_scan import Pending, RegionScan, Wave
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits
from bytewright.schema.arrays import array_of
from bytewright.schema.scope import Scope
from bytewright.schema.view import Directory
from bytewright.views.evaluate.layout import FixedColumn

PAGE, THERE, PLACE, SIZE = "@page", "@there", "@place", "@size"
"""Columns of a directory's plan: the number of the page, whether there is a region, where in its stream it begins, and
how many bytes it has, where something says so. Then columns of the view, and of what values in regions stand for: under
the name that the plan of these has the text, under that and ``=`` the value."""
ORDER = "@order"
"""Another column: what the elements are sorted by that have regions."""


SMALL = 256 << 10
"""Bytes of a structure that is read to find what it says of places; of larger ones objects read no more than that."""
_MOST_HELD = 64 << 20
"""Bytes of a file that is read as a whole for that."""


def is_small(size: int, parts: int | None) -> bool:
    """Whether the parts of something are so small that it is read as a whole to find them. Nobody may know how many
    there are (None) before it is read."""
    return size <= (_MOST_HELD if parts is None else min(parts * SMALL, _MOST_HELD))


@dataclass(frozen=True, slots=True)
class Pages:
    """Some pages.

    Attributes:
        scope: the element that has the list of what a page says, by the page's number.
        bounds: where each begins and ends in the file.
        origins: where the stream begins that the regions of each lie in.
        reaches: how long it is.
        groups: which pages belong together, ascending from 0: what values in regions of one of them stand for, any of
            them may say.
        shown: columns of what is the same for all that a page says.
        numbers: likewise what the plan of the regions asks for.
    """

    scope: Callable[[int], Scope]
    bounds: Words
    origins: Words
    reaches: Words
    groups: Words
    shown: Mapping[str, pa.Array[Any]]
    numbers: Mapping[str, Words]

    @property
    def scopes(self) -> list[Scope]:
        """The elements that have the lists of what they say."""
        return [self.scope(number) for number in range(len(self.bounds))]

    @property
    def halves(self) -> tuple[Pages, Pages] | None:
        """The groups in two parts; None: there is only one."""
        first, last = (int(self.groups[place]) for place in (0, -1))
        if first == last:
            return None
        middle = int(np.searchsorted(self.groups, first + (last - first + 1) // 2))
        return self.part(0, middle), self.part(middle, len(self.bounds))

    def part(self, first: int, last: int) -> Pages:
        """Some of them, which are all of their groups."""
        chosen = slice(first, last)
        return replace(
            self,
            scope=lambda number: self.scope(first + number),
            bounds=self.bounds[chosen],
            origins=self.origins[chosen],
            reaches=self.reaches[chosen],
            groups=self.groups[chosen],
            shown={name: values[chosen] for name, values in self.shown.items()},
            numbers={name: values[chosen] for name, values in self.numbers.items()},
        )


def pages_of(
    table: Directory, groups: Sequence[Sequence[Scope]], columns: Sequence[FixedColumn], limits: Limits
) -> Pages:
    """Where pages lie, as objects say, and what is the same for all that each of them says.

    Args:
        table: what says where they lie.
        groups: the elements that have the lists of what they say, those together that belong together.
        columns: what is shown of these.
        limits: the limits.

    Raises:
        UnplacedError: one can't be read by the kernel.
        ReadError: something is bad.
        UnfitError: a value doesn't fit.
    """
    scopes = [scope for group in groups for scope in group]
    bounds: list[tuple[int, int]] = []
    streams: list[tuple[int, int]] = []
    values: list[list[object]] = []
    numbers: list[list[int]] = []
    for scope in scopes:
        start, end = page_at(table.stream(scope), table.position(scope), table.size(scope), limits)
        if table.parts is not None and not is_small(end - start, table.parts(scope)):
            raise UnplacedError
        bounds.append((start, end))
        if table.regions is None:
            streams.append((start, end - start))
        else:
            regions = table.regions(scope)
            if not regions.in_file:
                raise UnplacedError
            streams.append((regions.origin, regions.size))
        below = inside(scope)
        values.append([column.column.value(below) for column in columns])
        numbers.append([number_of(number(scope)) for number in table.numbers.values()])
    places = np.array(streams, np.int64).reshape(-1, 2)
    shown: dict[str, pa.Array[Any]] = {}
    for place, column in enumerate(columns):
        of_column = [found[place] for found in values]
        shown[column.name] = array_of(of_column, column.type, column.form, nullable=column.nullable)
    return Pages(
        scope=scopes.__getitem__,
        bounds=np.array(bounds, np.int64).reshape(-1, 2),
        origins=places[:, 0],
        reaches=places[:, 1],
        groups=np.repeat(np.arange(len(groups)), [len(group) for group in groups]),
        shown=shown,
        numbers={
            name: np.array([found[place] for found in numbers], np.int64) for place, name in enumerate(table.numbers)
        },
    )


@dataclass(frozen=True, slots=True)
class Said:
    """What some pages say.

    Attributes:
        pages: the pages.
        table: a row for each entry of a page.
        there: the rows of those that have a region; what follows is of these.
        page: numbers of their pages.
        index: their numbers in these.
        regions: where their regions begin and end.
        starts: where the first records begin in these.
        streams: where the streams begin that they lie in, and how long these are.
    """

    pages: Pages
    table: pa.Table
    there: Words
    page: Words
    index: Words
    regions: Words
    starts: Words
    streams: Words


def said_by(
    pages: Pages, scan: RegionScan, pending: Pending, limits: Limits, *, follows: bool = False, count: str = ""
) -> Said | None:
    """What the kernel reads of some pages; None: a region doesn't lie where it can be read.

    Args:
        pages: the pages.
        scan: runs the plan of the directory, wave by wave.
        pending: where it finds the next wave.
        limits: the limits.
        follows: see `bytewright.schema.view.Region`.
        count: likewise.

    Raises:
        BadRecord: a page isn't as the plan has it.
    """
    pending.wave = Wave(pages.bounds)
    scan.go_on()
    table = pa.Table.from_batches(list(scan), scan.schema).combine_chunks()
    numbers = table[PAGE].to_numpy()
    there = np.flatnonzero(table[THERE].to_numpy())
    page = numbers[there]
    places = table[PLACE].to_numpy()[there]
    origins, ends = pages.origins[page], pages.reaches[page]
    sizes = table[SIZE].to_numpy()[there] if SIZE in table.column_names else ends - places
    if bool(((places < 0) | (places > ends) | (sizes < 0) | (sizes > ends - places)).any()):
        return None
    if count:
        counts = table[count].to_numpy()[there] if count in table.column_names else pages.numbers[count][page]
        some = counts != 0
        there, page, places, sizes = there[some], page[some], places[some], sizes[some]
        origins, ends = origins[some], ends[some]
    starts = origins + places
    begins = starts
    if follows:
        begins, sizes = origins, ends
    if bool((sizes > limits.maxRecordBytes).any()):
        return None
    firsts = np.searchsorted(numbers, np.arange(len(pages.bounds)))
    regions = np.stack([begins, begins + sizes], axis=1)
    streams = np.stack([origins, ends], axis=1)
    return Said(pages, table, there, page, there - firsts[page], regions, starts, streams)


def whole(column: Any) -> Any:
    """A column in one piece."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pa.ChunkedArray):
            return column.chunk(0) if column.num_chunks else pa.array([], column.type)
    return column
