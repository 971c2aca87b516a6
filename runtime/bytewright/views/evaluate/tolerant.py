"""A view over objects that goes on behind bad records; `bytewright.views.evaluate.record_batches` doesn't."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, of_columns
from bytewright.errors import ReadError
from bytewright.io.decode_budget import Growth
from bytewright.schema.discovery import Gathering
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.block_search import Block, FoundBlocks, found_blocks
from bytewright.views.evaluate.framing import WHOLE, Part, Placed
from bytewright.views.evaluate.layout import Layout, layout_of
from bytewright.views.evaluate.malformed import EndOf, Malformed, behind
from bytewright.views.evaluate.record_batches import BATCH_ROWS, evaluate, most_rows
from bytewright.views.evaluate.resync import Resync
from bytewright.views.evaluate.steps import Steps

_RECORDS = 256
_BYTES = 1 << 20
"""Records that are evaluated together: few enough to do it again one by one where one of them is bad."""


def tolerate(
    layout: Layout,
    steps: Steps,
    end_of: EndOf,
    most_rows: int,
    batch_rows: int = BATCH_ROWS,
    part: Part = WHOLE,
) -> Iterator[pa.RecordBatch | Malformed]:
    """The rows of good records, and the bad records between them.

    Args:
        layout: the columns to show, at least one.
        steps: the file.
        end_of: where a bad record ends.
        most_rows: rows that a step gives at most.
        batch_rows: rows that a batch has at most.
        part: which records are read.
    """
    view = layout.levels[0]
    steps.resync = end_of if isinstance(end_of, Resync) else steps.resync
    start, stop, record = part.start, part.stop, part.record
    if not steps.streams(view):
        yield from _whole(layout, steps, most_rows, batch_rows)
        return
    group = _Group(layout, most_rows, batch_rows)
    noticed: list[tuple[int, str]] = []
    outer = record  # the same, unless records are elements of lists in lists
    following: int | None
    while True:
        try:
            for one in steps.records(view, start, outer, stop, record):
                record = one.number + 1
                if one.bad is not None:
                    yield from group.flush()
                    yield Malformed(one.bad, one.number, one.start, one.end)
                elif group.add(one, steps.held):
                    yield from group.flush()
            landed, following = steps.at, steps.following
            break
        except ReadError as error:
            yield from group.flush()
            bad = Malformed(error, record, steps.at, _end(steps, view, end_of))
            yield bad
            if bad.end is None:
                landed, following = steps.source.size, None
                break
            noticed += steps.warnings
            start, outer, record = bad.end, steps.number + 1, record + 1
    yield from group.flush()
    part.land(landed, steps.source, following)
    steps.warnings[:0] = noticed


def _whole(layout: Layout, steps: Steps, most_rows: int, batch_rows: int) -> Iterator[pa.RecordBatch | Malformed]:
    """The rows of a file that is read as a whole: where it is bad, of its blocks, if an index says where they lie."""
    view, given = layout.levels[0], 0
    try:
        for batch in evaluate(layout, steps.of(view), most_rows, batch_rows):
            given += batch.num_rows
            yield batch
    except ReadError as error:
        file = found_blocks(steps, view)
        if file is None:
            yield Malformed(error, 0, 0, None)
            return
        try:
            blocks, before = file.blocks, list(steps.before(view, file.root))
        except ReadError:
            yield Malformed(error, 0, 0, None)
            return
        # Those that have been given come again, as they did: the first that is bad comes behind them.
        yield from behind(_of_blocks(file.shown(layout), file, blocks, before, most_rows, batch_rows), given)


def _of_blocks(
    layout: Layout,
    file: FoundBlocks,
    blocks: Sequence[Block],
    before: Sequence[tuple[Scope, ...]],
    most_rows: int,
    batch_rows: int,
) -> Iterator[pa.RecordBatch | Malformed]:
    """The rows of blocks, one after another, and what is bad: between them, too, where nothing names them."""
    bad = deque(file.passed_over())
    yield from evaluate(layout, before, most_rows, batch_rows)
    for block in blocks:
        while bad and bad[0].record <= block.number:
            yield bad.popleft()
        for mend in (True, False):
            batches: list[pa.RecordBatch] = []
            try:
                batches.extend(evaluate(layout, block.steps, most_rows, batch_rows))
            except ReadError as error:
                extent = file.mended(block) if mend and file.lost is None else None
                if extent is not None:
                    yield Malformed(error, block.number, *extent)
                    continue
                yield from batches
                yield Malformed(error, block.number, *file.extent(block, error))
                break
            yield from batches
            break
    yield from bad


class GoodColumns:
    """Notes the columns of a file, record by record, but only of good records.

    A record is looked at as a whole where it says something of columns that those before it don't.

    Args:
        codec: the format.
        gathering: adds the columns of a step.
        view: the view.
        settings: the options.
        size: bytes of the file.
    """

    def __init__(self, codec: Codec, gathering: Gathering, view: View, settings: Settings, size: int) -> None:
        self._codec = codec
        self._gathering = gathering
        self._view = view
        self._settings = settings
        self._most_rows = most_rows(size, settings.limits)

    def take(self, steps: Iterable[tuple[Scope, ...]]) -> ReadError | None:
        """Note the columns of a record by its steps; gives what is wrong with it, where they don't count."""
        keys = self._gathering.keys
        keys.mark()
        is_first = not keys.steps
        self._gathering.met.clear()
        try:
            held = list(steps)
            for scopes in held:
                self._gathering(scopes[-1])
            if is_first or keys.has_changed:
                for _ in evaluate(self._layout(), held, self._most_rows):
                    pass
        except ReadError as error:
            keys.go_back()
            self._gathering.undo()
            return error
        return None

    def _layout(self) -> Layout:
        """The columns that the record has: with all that are known, each record would take as long as all before it."""
        own = self._gathering.keys.only(self._gathering.met)
        names = [one.name for one in (*own.columns.values(), *own.cells.values())]
        return layout_of(self._view, of_columns(self._codec, self._settings, names), own)

    def of(self, steps: Steps, end_of: EndOf, part: Part = WHOLE) -> ReadError | None:
        """Note the columns of all records of a file that streams, from one on; gives the first error."""
        first: ReadError | None = None
        steps.resync = end_of if isinstance(end_of, Resync) else steps.resync
        start, outer, number = part.start, part.record, part.record
        while True:
            try:
                for one in steps.records(self._view, start, outer, None, number):
                    number = one.number + 1
                    bad = one.bad or self.take(one.steps)
                    first = first or bad
                    if self._gathering.keys.refused is not None:
                        return first
                return first
            except ReadError as error:
                first = first or error
                start = _end(steps, self._view, end_of)
                if start is None:
                    return first
                outer, number = steps.number + 1, number + 1


def _end(steps: Steps, view: View, end_of: EndOf) -> int | None:
    """Where the record ends that was found bad; None where nothing says so, or it is none: what precedes the records is
    bad, or what follows them; or no more of the file is to be read."""
    count = steps.count(view)
    if not steps.begun or (count is not None and steps.number >= count) or steps.is_spent:
        return None
    return end_of(steps.at)


class _Group:
    """Records that wait to be evaluated together."""

    def __init__(self, layout: Layout, most_rows: int, batch_rows: int) -> None:
        self._layout = layout
        self._most_rows = most_rows
        self._batch_rows = batch_rows
        self._records: list[Placed] = []
        self._bytes = 0
        self._growth = Growth()

    def add(self, record: Placed, held: int) -> bool:
        """Take a record, where so many decoded bytes are held; whether it is time to evaluate."""
        self._records.append(record)
        self._bytes += record.end - record.start
        is_much = self._growth.is_much(held)
        return is_much or len(self._records) >= _RECORDS or self._bytes >= _BYTES

    def flush(self) -> Iterator[pa.RecordBatch | Malformed]:
        """The rows of the records that wait, and those of them whose values don't fit."""
        records, self._records, self._bytes = self._records, [], 0
        if not records:
            return
        try:
            yield from self._evaluated(records)
        except ReadError as error:
            if len(records) == 1:
                (bad,) = records
                yield Malformed(error, bad.number, bad.start, bad.end)
                return
            # No batch has been given yet.
            for record in records:
                self._records = [record]
                yield from self.flush()

    def _evaluated(self, records: list[Placed]) -> list[pa.RecordBatch]:
        steps = (scopes for record in records for scopes in record.steps)
        return list(evaluate(self._layout, steps, self._most_rows, self._batch_rows))
