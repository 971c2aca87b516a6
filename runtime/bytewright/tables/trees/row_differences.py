"""How the rows of two files differ, as they are aligned by content."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bytewright.arrow import jsonl
from bytewright.tables.file_rows import FileRows
from bytewright.tables.trees.alignment import Digests, gaps, in_order, paired

_COMPARED = 1 << 12
"""Pairs of rows of a gap, at most, of which it is found out which are most alike."""
_HELD = 1 << 10
"""Rows of a gap, at most, that are held to find that out."""


@dataclass(frozen=True, slots=True)
class RowDifference:
    """A row that is another one, or that only one of the files has.

    Attributes:
        number: its number in the one file; None: it isn't there.
        new_number: likewise in the other one.
        old: its columns there that differ, or all where there is no counterpart.
        new: likewise in the other one.
    """

    number: int | None
    new_number: int | None
    old: dict[str, Any] | None
    new: dict[str, Any] | None


def row_differences(old: FileRows, new: FileRows) -> Iterator[RowDifference]:
    """The differences of the rows of two files, in the order of the first one; 8 bytes of each row are held.

    Args:
        old: the rows of the one, which are read twice.
        new: likewise of the other one.

    Raises:
        ReadError: a file is bad, in the mode that bad records are errors in.
    """
    digests = [Digests(), Digests()]
    for rows, into in zip((old, new), digests, strict=True):
        for line in _lines(rows):
            into.add(line)
    one, other = _Ahead(old), _Ahead(new)
    for gap in gaps(digests[0].numbers(), digests[1].numbers()):
        olds, news = gap.sizes
        if olds == news or olds * news > _COMPARED or max(olds, news) > _HELD:
            for at, new_at in in_order(gap):
                yield from _of_pair(at, new_at, one.row(at), other.row(new_at))
            continue
        held = [one.row(at) or {} for at in range(gap.begin, gap.end)]
        new_held = [other.row(at) or {} for at in range(gap.new_begin, gap.new_end)]
        for at, new_at in paired(gap, [_cells(row) for row in held], [_cells(row) for row in new_held]):
            left = None if at is None else held[at - gap.begin]
            right = None if new_at is None else new_held[new_at - gap.new_begin]
            yield from _of_pair(at, new_at, left, right)


def _lines(rows: FileRows) -> Iterator[memoryview | bytes]:
    for batch in rows.to_batches():
        yield from bytes(jsonl.encode(batch)).splitlines()


class _Ahead:
    """Rows by their numbers, which ascend."""

    def __init__(self, rows: FileRows) -> None:
        self._lines = enumerate(_lines(rows))

    def row(self, number: int | None) -> dict[str, Any] | None:
        """The row of a number."""
        if number is None:
            return None
        found: dict[str, Any] = json.loads(bytes(next(line for at, line in self._lines if at == number)))
        return found


def _cells(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, json.dumps(value)) for name, value in row.items()]


def _of_pair(
    number: int | None, new_number: int | None, old: dict[str, Any] | None, new: dict[str, Any] | None
) -> Iterator[RowDifference]:
    if old is not None and new is not None:
        names = [name for name in {**old, **new} if json.dumps(old.get(name)) != json.dumps(new.get(name))]
        old = {name: old.get(name) for name in names}
        new = {name: new.get(name) for name in names}
    yield RowDifference(number, new_number, old, new)
