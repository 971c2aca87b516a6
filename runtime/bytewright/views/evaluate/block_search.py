"""Blocks of a file whose index is lost, or leads astray: they are found by what the declaration says of any block.

The rows of a file are those of its blocks, in the order of the index as far as there is one. What the index alone has
said of a block that is found is absent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from bytewright.codec.block_index import BlockIndex, StoredNumber
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import NO_VALUE, ReadError, ValueInvalidError, cause
from bytewright.io.source import Counted
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import place_field
from bytewright.objects.read.recovery import Elements
from bytewright.objects.read.traverse import explore
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.displaced_blocks import Displacement
from bytewright.views.evaluate.layout import FixedColumn, Layout
from bytewright.views.evaluate.malformed import Malformed
from bytewright.views.evaluate.nested_lists import ListWalk
from bytewright.views.evaluate.passes.levels import shown
from bytewright.views.evaluate.resync import STRONG, Resync
from bytewright.views.evaluate.steps import Steps

_BLANK = 1 << 16
"""Bytes that are looked at to tell whether nothing but padding lies between blocks."""


class Block:
    """A block of a file, with the reference to it.

    Attributes:
        number: of the reference, in the order in which the view comes to it.
        scope: the reference, as the view comes to it.
    """

    def __init__(self, file: FoundBlocks, number: int, scope: Scope) -> None:
        self.number = number
        self.scope = scope
        self._file = file

    @property
    def reference(self) -> Struct:
        """The structure that says where it lies."""
        element: Struct = self.scope.element
        return element

    @property
    def steps(self) -> Iterator[tuple[Scope, ...]]:
        """The steps of the view in it.

        Raises:
            ReadError: it is bad.
        """
        file = self._file
        if (astray := file.astray(self)) is not None:
            raise astray
        below = file.walk.below(self.scope, file.level)
        return shown(file.view, file.root, below, file.options)


class FoundBlocks:
    """The blocks of a file as an index says where they lie, and as they are found where it doesn't.

    Args:
        steps: the file.
        view: a view that passes through the list of the references.
        settings: the options.

    Attributes:
        root: the structure of the file.
        lost: why the index can't be read; None: it can.
    """

    def __init__(self, steps: Steps, view: View, settings: Settings) -> None:
        index = steps.codec.block_index
        assert index is not None
        self._index: BlockIndex = index
        self.view = view
        self.level = index.levels[view.name]
        self.options = settings.values
        self.lost: ReadError | None = None
        self._steps = steps
        self._settings = settings
        self._source = Counted(steps.source)
        self._io, root, self.lost = _opened(steps)
        self.root = root
        self.walk = ListWalk(view, root, self.options)
        self._start = self._io.at

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks that the view shows.

        Raises:
            ReadError: what leads to them can't be read, also without the index.
        """
        if self.lost is None:
            try:
                blocks = self._named()
                self._lead_displaced(blocks)
                return blocks
            except ReadError as error:
                self.lost = error
        if self._index.beginning is None:
            raise self.lost
        self._make_index()
        return self._named()

    def _named(self) -> list[Block]:
        view, root = self.view, self.root
        scope = Scope(root, root, options=self.options)
        try:
            outer = (root,) if view.each is None else view.each(scope) or ()
        except NO_VALUE as error:
            raise ValueInvalidError(f"the view has no value for it: {cause(error)}") from error
        return [Block(self, i, one) for i, one in enumerate(self.walk.steps(outer, 0, self.level))]

    def shown(self, layout: Layout) -> Layout:
        """The columns of the view: where the index is lost, what it alone has said of a block is absent."""
        if self.lost is None:
            return layout
        columns = (self._absent_where_lost(one) if isinstance(one, FixedColumn) else one for one in layout.columns)
        return replace(layout, columns=tuple(columns))

    def _absent_where_lost(self, shown: FixedColumn) -> FixedColumn:
        value, inside = shown.column.value, f".{_id(self._index.classes[-1], self._index.block)}."

        def found(scope: Scope) -> Any:
            try:
                return value(scope)
            except NO_VALUE:
                return None
            except ReadError as error:
                if inside in f".{error.field}.":
                    raise
                return None

        return replace(shown, nullable=True, column=replace(shown.column, value=found, nullable=True, is_member=False))

    # --- what is found ---------------------------------------------------------------------------------------------

    @cached_property
    def _resync(self) -> Resync:
        index = self._index
        assert index.beginning is not None
        field = next(i for i, known in enumerate(self.root.FIELDS) if known.name == index.way[0])
        records = Elements(index.read, index.read, self._io, self.root, field, 0, ())
        return Resync(records, index.beginning, self._source, self._settings, index.beginning.frame, self._start)

    @cached_property
    def found(self) -> list[tuple[int, int]]:
        """From where to where blocks lie that are found in the whole file."""
        return [] if self._index.beginning is None else list(self._resync.all(self._start))

    def passed_over(self) -> list[Malformed]:
        """What lies between blocks: padding is nothing. Of a file with an index, only what displaces blocks; of one
        without, what follows the last one, too."""
        bad, at = list[Malformed](), self._start
        if self.lost is None:
            return self._put_in()
        for number, (start, end) in enumerate(self.found):
            if start > at and not self._is_blank(at, start):
                bad.append(Malformed(self._error_at(at), number, at, start))
            at = end
        return [*bad, Malformed(self.lost, len(self.found), at, None)]

    def _put_in(self) -> list[Malformed]:
        """The bytes that displace all blocks behind them."""
        if (gap := self._displacement.gap) is None:
            return []
        first, start, end = gap
        number = next((block.number for block in self.blocks if self._numbers(block.reference) == first), None)
        error = ValueInvalidError(expected="a block", found=f"it {end - start} bytes further on", offset=start)
        return [] if number is None else [Malformed(error, number, start, end)]

    def _is_blank(self, start: int, end: int) -> bool:
        head = self._source.read(start, min(end - start, _BLANK))
        return end - start <= _BLANK and head.count(head[:1]) == len(head)

    def _error_at(self, place: int) -> ReadError:
        """What is wrong with the block that should begin at a place."""
        try:
            self._index.read(self._io.on_trial(place - self._io.origin), self.root, self._index.block, None)
        except ReadError as error:
            error.path = error.path or self._source.name
            return error
        return ValueInvalidError(expected="a block that proves itself", found="one that doesn't", offset=place)

    def _make_index(self) -> None:
        """Put references to the blocks that are found in the place of those that are lost."""
        index, owner = self._index, self.root
        last = len(index.way) - 1
        for depth, (name, kind, is_list) in enumerate(zip(index.way, index.classes, index.lists, strict=True)):
            made = [self._blank(kind, owner, name, i) for i in range(len(self.found) if depth == last else 1)]
            setattr(owner, name, made if is_list else made[0])
            if depth == last:
                for reference, (start, end) in zip(made, self.found, strict=True):
                    self.lead(reference, start, end)
            else:
                owner = made[0]

    def _blank(self, kind: type[Struct], owner: Struct, name: str, index: int | None = None) -> Struct:
        return kind._begin(self._io, owner, _id(owner, name), index)

    def lead(self, reference: Struct, start: int, end: int) -> None:
        """Have a reference lead to a block."""
        index = self._index
        self._put(reference, index.offset, start)
        self._put(reference, index.size, end - start)
        field = _id(reference, index.block)

        def read(io: Cursor, owner: Struct) -> None:
            inner = io.fork(start - io.origin).sub(end - start)
            setattr(owner, index.block, index.read(inner, owner, field, None))

        setattr(reference, index.block, None)
        place_field(self._io, reference, index.block, read)

    def _put(self, node: Struct, number: StoredNumber | None, value: int) -> None:
        if number is None:
            return
        for name, kind in zip(number.way, number.classes, strict=False):
            inner = _known(node, name)
            if inner is None:
                inner = self._blank(kind, node, name)
                setattr(node, name, inner)
            node = inner
        setattr(node, number.way[-1], value - number.more)

    # --- for a file with the good ones of them -----------------------------------------------------------

    @property
    def member(self) -> str:
        """The member of a reference that is the block, by its name in Python."""
        return self._index.block

    def set_references(self, references: list[Struct]) -> None:
        """Let the file have these references, and nothing else that can't be read and follows from them.

        Where the index is lost, they say nothing but which blocks there are."""
        index, owner = self._index, self.root
        for name, kind in index.beside:
            if _is_bad(owner, name) or getattr(owner, name) is None:
                setattr(owner, name, kind())
        if self.lost is not None:
            for name, kind, is_list in list(zip(index.way, index.classes, index.lists, strict=True))[:-1]:
                made = kind()
                setattr(owner, name, [made] if is_list else made)
                owner = made
            kind = index.classes[-1]
            setattr(owner, index.way[-1], [kind(**{index.block: getattr(one, index.block)}) for one in references])
            return
        kept: dict[tuple[int | None, ...], list[Struct]] = {}
        # They may have been read anew, and so be other objects than the file's own; and a view may sort them.
        for one in sorted(references, key=lambda one: one._index or 0):
            kept.setdefault(self._numbers(one)[:-1], []).append(one)
        for owner, place in self._owners(self.root, ()):
            good = kept.get(place, [])
            if list(map(id, getattr(owner, index.way[-1]))) != list(map(id, good)):
                setattr(owner, index.way[-1], good)

    def _numbers(self, reference: Struct) -> tuple[int | None, ...]:
        """Which elements of the lists on the way to a reference lead to it; None where it is no list."""
        numbers, node = list[int | None](), reference
        for _ in self._index.way:
            assert node._parent is not None
            numbers.insert(0, node._index)
            node = node._parent
        return tuple(numbers)

    def _owners(self, owner: Struct, place: tuple[int | None, ...]) -> Iterator[tuple[Struct, tuple[int | None, ...]]]:
        """The structures that hold lists of references, and where they are; see `_numbers`."""
        index, depth = self._index, len(place)
        if depth == len(index.way) - 1:
            yield owner, place
            return
        found = getattr(owner, index.way[depth])
        for one in found if index.lists[depth] else (found,):
            yield from self._owners(one, (*place, one._index))

    # --- an index that is there -------------------------------------------------------------------------------------

    def place_of(self, block: Block) -> int | None:
        """Where a block begins; None: that isn't known."""
        key = self._numbers(block.reference)
        known = key in self._displacement.stated
        return self._displacement.extent(key)[0] if known else self._told(block.reference, self._index.offset)

    def _told(self, node: Any, number: StoredNumber | None) -> int | None:
        if number is None:
            return None
        try:
            for name in number.way:
                node = getattr(node, name)
        except (ReadError, *NO_VALUE):
            return None
        return node + number.more if isinstance(node, int) else None

    def extent(self, block: Block, error: ReadError) -> tuple[int, int | None]:
        """From where to where a bad block lies: as its reference says it, or as blocks lie that are found around the
        place of an error. A reference that leads nowhere, in a file in which none are found, is itself what is bad."""
        size = self._told(block.reference, self._index.size)
        start = self.place_of(block)
        if start is None or not 0 <= start <= self._source.size:
            if not self.found:
                return self._span_of_reference(block)
            at = self._source.size if error.offset is None else error.offset
            start = max((end for _, end in self.found if end <= at), default=min(at, self._start))
        elif size is not None and 0 <= size <= self._source.size - start:
            key = self._numbers(block.reference)
            known = key in self._displacement.stated
            return self._displacement.extent(key) if known else (start, start + size)
        return start, next((begin for begin, _ in self.found if begin > start), None)

    def astray(self, block: Block) -> ReadError | None:
        """What is wrong with a block whose reference leads to another one, as those around it are displaced."""
        if self.lost is not None or self._displacement.of(self._numbers(block.reference)) is not None:
            return None
        place = self._displacement.extent(self._numbers(block.reference))[0]
        return ValueInvalidError(expected="a block that proves itself", found="one that doesn't", offset=place)

    @cached_property
    def _displacement(self) -> Displacement:
        """By how much blocks are displaced that can't be looked for; references are led to where they lie."""
        stated, index = dict[tuple[int | None, ...], tuple[int, int]](), self._index
        references = dict[tuple[int | None, ...], Struct]()
        owners = self._owners(self.root, ()) if self.lost is None and index.beginning is None else ()
        for owner, _ in owners:
            for one in getattr(owner, index.way[-1]):
                key = self._numbers(one)
                start, size = self._told(one, index.offset), self._told(one, index.size)
                if start is not None and size is not None:
                    stated[key], references[key] = (start, size), one

        def is_block(key: tuple[int | None, ...], start: int) -> bool:
            return self._is_block(references[key], start, stated[key][1])

        spans = (span_of(self.root, field) for field in range(len(self.root.FIELDS)))
        return Displacement(stated, [span.start for span in spans if span is not None], is_block)

    def _lead_displaced(self, blocks: list[Block]) -> None:
        """Have the references of displaced blocks lead to where these lie."""
        displacement = self._displacement
        for block in blocks:
            key = self._numbers(block.reference)
            if shift := displacement.of(key):
                start, size = displacement.stated[key]
                self.lead(block.reference, start + shift, start + shift + size)

    def _is_block(self, reference: Struct, start: int, size: int) -> bool:
        """Whether a block lies at a place, whose checksums prove that it is one."""
        if start < 0 or not 0 <= size <= self._source.size - start:
            return False
        before = self._io.budget.proved
        try:
            io = self._io.on_trial(start - self._io.origin).sub(size)
            if explore(self._index.read(io, reference, _id(reference, self._index.block), None)):
                return False
        except ReadError:
            return False
        return self._io.budget.proved - before >= STRONG

    def mended(self, block: Block) -> tuple[int, int] | None:
        """Have the reference of a bad block lead to where it was found; gives where the reference itself lies, or None,
        where nothing was found for it: then the block is bad."""
        there = self._mends.get(block.number)
        if there is None:
            return None
        self.lead(block.reference, *there)
        return self._span_of_reference(block)

    def _span_of_reference(self, block: Block) -> tuple[int, int]:
        """From where to where a reference itself lies."""
        owner, span = block.reference._parent, None
        if owner is not None:
            field = next(i for i, known in enumerate(owner.FIELDS) if known.id == block.reference._field)
            span = span_of(owner, field, block.reference._index)
        return (self._source.size, self._source.size) if span is None else (span.start, span.end)

    @cached_property
    def _mends(self) -> dict[int, tuple[int, int]]:
        """Where blocks are to which references don't lead, by the number of these.

        A block may lie where a reference says, whose size is wrong. Of the others, those that no reference leads to
        are given to those that lead to none: by their size, or in their order, if there are as many.
        """
        if self._index.beginning is None:
            return {}
        starts = dict(self.found)
        mends, astray, sizes = dict[int, tuple[int, int]](), list[int](), list[int | None]()
        for block in self.blocks:
            place = self.place_of(block)
            size = self._told(block.reference, self._index.size)
            if place in starts:
                end = starts.pop(place)
                if size is not None and size != end - place:
                    mends[block.number] = (place, end)
            elif place is None or not self._resync.looks_like_one(place):  # otherwise the block itself is damaged
                astray.append(block.number)
                sizes.append(size)
        for number, size in zip(list(astray), sizes, strict=True):
            fits = [start for start, end in starts.items() if size is not None and end - start == size]
            if len(fits) == 1 and sizes.count(size) == 1:
                mends[number] = (fits[0], starts.pop(fits[0]))
                astray.remove(number)
        if len(starts) == len(astray):
            mends |= dict(zip(astray, starts.items(), strict=True))
        return mends


def may_lack(codec: Codec, view: View, settings: Settings) -> bool:
    """Whether rows may lack what their columns promise, as the index of a file that said it is lost."""
    index = codec.block_index
    told = index is not None and index.beginning is not None and view.name in index.levels
    return told and settings.resync and settings.mode != "FAILFAST"


def found_blocks(steps: Steps, view: View) -> FoundBlocks | None:
    """The blocks of a file whose index may be lost; None: nothing says where they lie, or the options don't allow it.

    Args:
        steps: the file.
        view: a view of it.
    """
    index, settings = steps.codec.block_index, steps.settings
    allowed = settings.resync and settings.mode != "FAILFAST" and steps.searches
    return FoundBlocks(steps, view, settings) if allowed and index is not None and view.name in index.levels else None


def _opened(steps: Steps) -> tuple[Cursor, Struct, ReadError | None]:
    """A cursor behind what a file has in sequence, its structure, and what is wrong with that."""
    try:
        return *steps.opened(), None
    except ReadError as error:
        io = steps.cursor()
        return io, steps.codec.root._begin(io, None, "", None), error


def _known(owner: Struct, name: str) -> Any:
    """A member; None: it is absent, or can't be read."""
    try:
        return getattr(owner, name)
    except (ReadError, *NO_VALUE):
        return None


def _is_bad(owner: Struct, name: str) -> bool:
    try:
        getattr(owner, name)
    except ReadError:
        return True
    return False


def _id(owner: Struct | type[Struct], name: str) -> str:
    return next(field.id for field in owner.FIELDS if field.name == name)
