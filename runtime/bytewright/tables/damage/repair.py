"""Repairs damaged files: the good records as a valid file, and what was passed over beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from typing import BinaryIO

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io.atomic_files import replacing_all
from bytewright.io.rope import pieces
from bytewright.io.source import OpenSource
from bytewright.model.structures import Struct
from bytewright.objects.read.recovery import DamagedElement
from bytewright.objects.read.traverse import explore
from bytewright.schema.view import View
from bytewright.tables.damage.places import Places
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.views.evaluate.block_search import Block, FoundBlocks, found_blocks
from bytewright.views.evaluate.file_resync import file_resync
from bytewright.views.evaluate.framing import frame_of
from bytewright.views.evaluate.malformed import Malformed
from bytewright.views.evaluate.nested_lists import extent_of
from bytewright.views.evaluate.steps import Steps

AT_ONCE = 1 << 20
_MOST = 1 << 14
"""Bytes of records that are held as objects and written together, and how many records: objects take some tens of times
as many bytes."""


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
    with ExitStack() as stack:
        bad = stack.enter_context(closing(Places(source)))
        _add_places(bad, codec, views, file, settings)
        blocks = found_blocks(Steps(codec, source, settings), views[0])
        good = _GoodRecords(codec, views[0], file, settings, bad) if blocks is None else _GoodBlocks(blocks, bad)
        made, *notes = stack.enter_context(replacing_all(names if len(bad) else names[:1]))
        _write(codec, good, settings, made)
        _check(codec, made, settings, path)
        size = bad.write(*notes) if len(bad) else 0
    return Repaired(good.count, len(bad), size)


def _add_places(bad: Places, codec: Codec, views: Sequence[View], file: Input, settings: Settings) -> None:
    """Note the places that any view passes over; of others than the first one those in which nothing is known yet."""
    bad.add(places(codec, views[0], file, settings))
    for view in views[1:]:
        with suppress(OptionError):  # it asks for options that nobody has set
            bad.add_others(places(codec, view, file, settings))


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

    def __init__(self, codec: Codec, view: View, file: Input, settings: Settings, bad: Places) -> None:
        self.root: Struct | None = None
        self.count = self.size = 0
        self._view = view
        self._steps = Steps(codec, file.open(), settings)
        self._steps.resync = file_resync(codec, file.open(), settings, frame_of(codec))
        self._bad = bad

    def __iter__(self) -> Iterator[Struct]:
        self.count = self.size = 0
        steps, start, number = self._steps, None, 0
        while True:
            try:
                self.root, records = steps.structures(self._view, start, number)
                for record in records:
                    begin, end = steps.at, steps.reached
                    number += 1
                    if self._bad.end_of(begin, -1) == end:
                        continue  # it can be read, but a value of it can't be shown
                    if steps.spares(self._view):
                        self._drop_damaged(record)
                    self.count += 1
                    self.size += end - begin
                    yield record
                return
            except ReadError as error:
                known = self._bad.end_of(steps.at, -1)
                if not steps.begun or known == -1:
                    error.path = error.path or steps.source.name
                    raise
                if known is None:
                    return
                start, number = known, number + 1

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
        return self._bad.end_of(start, -1) == end


class _GoodBlocks:
    """The good blocks of a file whose index may be lost.

    Attributes:
        count: how many there are, once the file has been made.
    """

    def __init__(self, file: FoundBlocks, bad: Places) -> None:
        self.count = 0
        self._file = file
        self._bad = set(bad.starts)

    def root(self) -> Struct:
        """The model of a file with these blocks, and what is known beside them."""
        file = self._file
        good = [block.reference for block in file.blocks if self._is_good(block)]
        self.count = len(good)
        file.set_references(good)
        return file.root

    def _is_good(self, block: Block) -> bool:
        if self._file.lost is None and self._file.place_of(block) in self._bad:
            return False  # its structure may be good all the same, and only its values no rows
        if self._file.astray(block) is not None:
            return False
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
    _let_go([*first, *second])
    del first, second, both, alone
    for group in groups:
        data = made(group)
        if not data.startswith(head):
            raise _DependentError
        file.write(memoryview(data)[len(head) :])
        _let_go(group)


def _let_go(records: list[Struct]) -> None:
    """Give the memory of records back at once, and not when cycles are looked for."""
    for record in records:
        record._disown()
    records.clear()


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
        if good.size - before >= AT_ONCE or len(group) == _MOST:
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
    try:
        with closing(OpenSource(file, path)) as source:
            Steps(codec, source, replace(settings, mode="FAILFAST")).read(keep=False)
    except ReadError as error:
        raise WriteError(
            f"the good records make no good file: {error.message}".removesuffix(": "),
            path=path,
            field=error.field,
            expected=error.expected,
            found=error.found,
        ) from None
