"""Repairs damaged files: the good records as a valid file, and what was passed over beside it."""

from __future__ import annotations

import mmap
import os
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import BinaryIO

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io.atomic_files import replacing
from bytewright.io.source import BytesSource, Source
from bytewright.io.spill import pieces
from bytewright.model.structures import Struct
from bytewright.objects.read.recovery import DamagedElement
from bytewright.objects.read.traverse import explore
from bytewright.schema.view import View
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.views.evaluate.bad_records import PlaceWriter
from bytewright.views.evaluate.block_search import Block, FoundBlocks, found_blocks
from bytewright.views.evaluate.file_resync import file_resync
from bytewright.views.evaluate.framing import frame_of
from bytewright.views.evaluate.malformed import Malformed
from bytewright.views.evaluate.steps import Steps, extent_of

AT_ONCE = 16 << 20
"""Bytes of records that are held as objects and written together."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did.

    Attributes:
        records: how many records the new file has.
        places: how many places were passed over.
        lost: how many bytes these have.
    """

    records: int
    places: int
    lost: int


def repair(codec: Codec, file: Input, settings: Settings, path: str) -> Repaired:
    """Write the good records of a file as a valid one, derived fields anew.

    What was passed over lies beside it: ``PATH.damage.jsonl`` has a line per place, ``PATH.damage.bin`` the bytes of
    all places. These files and the new one appear when all are complete, or none does.

    Args:
        codec: the format.
        file: the damaged file.
        settings: the options.
        path: the new file.

    Raises:
        OptionError: the format's files are no lists of records, or a file of the repair is the damaged one.
        ReadError: what precedes the records is bad.
        WriteError: the good records can't be written, or make no valid file.
    """
    source = file.open()
    names = [path, f"{path}.damage.jsonl", f"{path}.damage.bin"]
    for name in names:
        if os.path.exists(name) and os.path.exists(source.name) and os.path.samefile(name, source.name):
            raise OptionError("a repair would write over the file that it reads", path=name, hint="Name another file.")
    if os.path.exists(path) and not os.path.isfile(path):
        raise OptionError("a repaired file", expected="the name of a file", found="something else", path=path)
    views = streaming(codec, Steps(codec, source, settings))
    if not views:
        what = "its files are no lists of records, one behind the other, nor of blocks that can be found"
        raise OptionError(f"{codec.name} can't be repaired: {what}")
    settings = replace(settings, mode="DROPMALFORMED", given=frozenset())
    # What spares elements of lists says most exactly what is bad.
    views.sort(key=lambda view: -view.spared)
    bad = _of_all_views(codec, views, file, settings)
    blocks = found_blocks(Steps(codec, source, settings), views[0])
    good = _GoodRecords(codec, views[0], file, settings, bad) if blocks is None else _GoodBlocks(blocks, bad)
    with ExitStack() as stack:
        made, *notes = (stack.enter_context(replacing(name)) for name in (names if bad else names[:1]))
        _write(codec, good, settings, made)
        _check(codec, made, settings, path)
        size = _note(bad, source, *notes) if bad else 0
    return Repaired(good.count, len(bad), size)


def _of_all_views(codec: Codec, views: Sequence[View], file: Input, settings: Settings) -> list[Malformed]:
    """The places that any view passes over; of others than the first one those in which nothing is known yet."""
    source = file.open()
    bad = list(places(codec, views[0], file, settings))
    for view in views[1:]:
        edges = [one.extent(source) for one in bad]
        starts = [start for start, _ in edges]
        with suppress(OptionError):  # it asks for options that nobody has set
            for one in places(codec, view, file, settings):
                start, end = one.extent(source)
                at = bisect_left(starts, end)
                if at == 0 or edges[at - 1][1] <= start:
                    bad.append(one)
        bad.sort(key=lambda one: one.start)
    return bad


def streaming(codec: Codec, steps: Steps) -> list[View]:
    """The views by which the records of a file are gone through one by one, or blocks to which an index leads."""
    levels = {} if codec.block_index is None else codec.block_index.levels
    return [view for view in codec.views if steps.streams(view) or view.name in levels]


def places(codec: Codec, view: View, file: Input, settings: Settings) -> Iterator[Malformed]:
    """The places of a file that are passed over in a mode that does so.

    Args:
        codec: the format.
        view: the view that it is read by.
        file: the file.
        settings: the options.
    """
    table = Table(codec, view, [file.again()], settings)
    found: list[Malformed] = []
    table.tell = found.append
    for _ in table.to_batches():
        yield from found
        found.clear()
    yield from found


class _GoodRecords:
    """The good records of a file, as objects.

    Attributes:
        root: the structure of the file, without its records, once one has been read.
        count: how many records have been given.
        size: bytes that they had.
    """

    def __init__(self, codec: Codec, view: View, file: Input, settings: Settings, bad: list[Malformed]) -> None:
        self.root: Struct | None = None
        self.count = self.size = 0
        self._view = view
        self._steps = Steps(codec, file.open(), settings)
        self._steps.resync = file_resync(codec, file.open(), settings, frame_of(codec))
        self._bad = {one.start: one for one in bad}

    def __iter__(self) -> Iterator[Struct]:
        self.count = self.size = 0
        steps, start, number = self._steps, None, 0
        while True:
            try:
                self.root, records = steps.structures(self._view, start, number)
                for record in records:
                    begin, end = steps.at, steps.end
                    number += 1
                    known = self._bad.get(begin)
                    if known is not None and known.end == end:
                        continue  # it can be read, but a value of it can't be shown
                    if steps.spares(self._view):
                        self._drop_damaged(record)
                    self.count += 1
                    self.size += end - begin
                    yield record
                return
            except ReadError as error:
                known = self._bad.get(steps.at)
                if not steps.begun or known is None:
                    error.path = error.path or steps.source.name
                    raise
                if known.end is None:
                    return
                start, number = known.end, number + 1

    def _drop_damaged(self, node: Struct) -> None:
        """Take the elements that are bad out of the lists of a structure, and of those in it: those that can't be read,
        and those of which something can't be that lies at a place of its own, or can't be shown."""
        for field in node.FIELDS:
            value = getattr(node, field.name) if field.name else None
            if isinstance(value, Struct):
                self._drop_damaged(value)
            elif isinstance(value, list) and value and isinstance(value[0], Struct):
                kept = [one for one in value if not self._is_bad(one)]
                if len(kept) < len(value):
                    setattr(node, field.name, kept)
                for one in kept:
                    self._drop_damaged(one)

    def _is_bad(self, item: Struct) -> bool:
        if isinstance(item, DamagedElement):
            return True
        start, end = extent_of(item)
        known = self._bad.get(start)
        return known is not None and known.end == end


class _GoodBlocks:
    """The good blocks of a file whose index may be lost.

    Attributes:
        count: how many there are, once the file has been made.
    """

    def __init__(self, file: FoundBlocks, bad: list[Malformed]) -> None:
        self.count = 0
        self._file = file
        self._bad = {one.start for one in bad}

    def root(self) -> Struct:
        """The model of a file with these blocks, and what is known beside them."""
        file = self._file
        good = [block.reference for block in file.blocks if self._is_good(block)]
        self.count = len(good)
        file.set_references(good)
        return file.root

    def _is_good(self, block: Block) -> bool:
        if self._file.lost is None and self._file.place_of(block.reference) in self._bad:
            return False  # its structure may be good all the same, and only its values no rows
        for _ in range(2):
            with suppress(ReadError):
                if not explore(getattr(block.reference, self._file.member)):
                    return True
            if self._file.lost is not None or self._file.mended(block) is None:
                return False
        return False


# --- writing ---------------------------------------------------------------------------------------------------------


class _DependentError(Exception):
    """What a file says of some records rests on others."""


def _write(codec: Codec, good: _GoodRecords | _GoodBlocks, settings: Settings, file: BinaryIO) -> None:
    """Write the records: of a large file some megabytes at a time, where that gives the same bytes."""
    if isinstance(good, _GoodBlocks):
        try:
            file.writelines(pieces(codec.to_parts(good.root(), relocate=True, options=settings.values)))
        except WriteError as error:
            error.hint = error.hint or "Its index holds what can't be derived from the good blocks."
            raise
        return
    try:
        if codec.placed:
            raise _DependentError
        _write_in_groups(codec, good, settings, file)
    except _DependentError:
        file.seek(0)
        file.truncate()
        records = list(good)
        file.writelines(pieces(codec.to_parts(_file(codec, good, records), relocate=True, options=settings.values)))


def _write_in_groups(codec: Codec, good: _GoodRecords, settings: Settings, file: BinaryIO) -> None:
    """Write the records, a group after another.

    Raises:
        _DependentError: a file of some isn't the beginning of one with others behind them.
    """

    def made(records: list[Struct]) -> bytes:
        return codec.to_bytes(_file(codec, good, records), relocate=True, options=settings.values)

    groups = _groups(good)
    first = next(groups, [])
    second = next(groups, None)
    if second is None:
        file.write(made(first))
        return
    try:
        head = made([])
    except WriteError:  # there must be some
        raise _DependentError from None
    both, alone = made([*first, *second]), made(second)
    if not (both.startswith(made(first)) and alone.startswith(head) and both.endswith(alone[len(head) :])):
        raise _DependentError
    file.write(both)
    del first, second, both, alone
    for group in groups:
        data = made(group)
        if not data.startswith(head):
            raise _DependentError
        file.write(memoryview(data)[len(head) :])


def _file(codec: Codec, good: _GoodRecords, records: list[Struct]) -> Struct:
    """The model of a file with some of the records."""
    assert good.root is not None
    setattr(good.root, codec.records_field, records)
    return good.root


def _groups(good: _GoodRecords) -> Iterator[list[Struct]]:
    """The records, some megabytes of them at a time."""
    group: list[Struct] = []
    before = 0
    for record in good:
        group.append(record)
        if good.size - before >= AT_ONCE:
            yield group
            group, before = [], good.size
    if group:
        yield group


def _check(codec: Codec, file: BinaryIO, settings: Settings, path: str) -> None:
    """Read what was written.

    Raises:
        WriteError: it is no good file.
    """
    file.flush()
    size = os.fstat(file.fileno()).st_size
    data: bytes | mmap.mmap = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) if size else b""
    try:
        Steps(codec, BytesSource(memoryview(data), path), replace(settings, mode="FAILFAST")).read()
    except ReadError as error:
        raise WriteError(
            f"the good records make no good file: {error.message}".removesuffix(": "),
            path=path,
            field=error.field,
            expected=error.expected,
            found=error.found,
        ) from None


def _note(bad: list[Malformed], source: Source, lines: BinaryIO, data: BinaryIO) -> int:
    """Write down what was passed over; gives how many bytes that is."""
    writer = PlaceWriter(None, lines, data)
    for one in bad:
        writer.add(one, source)
    return writer.kept
