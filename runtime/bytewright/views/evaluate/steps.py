"""The steps of a view over one file: the elements that give its rows, one by one, as objects.

A file that is a sequence of records is read record by record and never held as a whole; a small one is kept, so that a
second pass (columns first, then rows) doesn't read it again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import BoundsError, LimitError, ReadError, TruncatedError, of_file
from bytewright.io.source import BytesSource, Counted, Source
from bytewright.limits import Limits
from bytewright.model.structures import Struct
from bytewright.objects.read.coverage import finish_structure, survey
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.list_rules import FirstRecord
from bytewright.objects.read.recovery import Enclosing
from bytewright.objects.read.traverse import explore
from bytewright.schema.scope import Extent, Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.framing import Placed
from bytewright.views.evaluate.list_resync import ListResync
from bytewright.views.evaluate.nested_lists import Around, UnreadList, UnreadRoot, error_of, extent_of, through
from bytewright.views.evaluate.passes.altered_sources import completed
from bytewright.views.evaluate.passes.levels import good, levels, one_by_one, require
from bytewright.views.evaluate.passes.once import Once
from bytewright.views.evaluate.resync import Resync

KEPT = 4 << 20
"""Size in bytes of the largest file whose objects are kept for a second pass; likewise of what they have decoded."""

_PADDING = 1 << 20
"""Bytes that stand behind a torn file when it is asked what its last record lacks."""


class Steps:
    """One file as objects.

    Attributes:
        searches: whether blocks are looked for where an index leads astray.
        codec: its format.
        source: its bytes.
        settings: the options.
        warnings: what was noticed and tolerated in the last pass, as ``(offset, text)``.
        torn: whether the last pass left out an unfinished record.
        strict: whether bytes that no field describes are an error.
        resync: where the next record is found behind a bad one; None: nowhere.
        first: where the first record begins, when what precedes it has been read.
        at: where the record begins that the last pass read last, or failed to.
        number: of the pass by `records`, the number of that record.
        following: the number of the record that follows those that the last pass has given.
        edges: where the records begin that the last pass read, and where the last one ends; with ``includeMetadata``
            only.
        edges_from: number of the first of these records.
        lasts: whether the structures that lead to what is looked up stay for the next look-up.
    """

    searches: ClassVar[bool] = True

    def __init__(
        self,
        codec: Codec,
        source: Source,
        settings: Settings,
        *,
        strict: bool = False,
        pools: bool = False,
        lazy: frozenset[str] | None = None,
    ) -> None:
        """Args:
        codec: its format.
        source: its bytes.
        settings: the options.
        strict: whether bytes that no field describes are an error.
        pools: see `Cursor.pools`; for views whose rows a library decodes.
        lazy: see `Cursor.lazy`; those of a view, unless all is to be checked. None: models are for more than its rows.
        """
        self.codec = codec
        self.warnings: list[tuple[int, str]] = []
        self.torn = False
        self.strict = strict
        self.resync: Resync | None = None
        self.first = self.at = self.number = self.following = 0
        self.edges, self.edges_from = array("q"), 0
        self.settings = settings
        self.lasts = False
        self._counted: Counted | None = None
        self.goes_on_with(source)
        self._pools = pools
        self._lazy = frozenset[str]() if lazy is not None and settings.checks == "all" else lazy
        self._root: Struct | None = None
        self._begun: Struct | None = None
        self._alike = FirstRecord(self._read_first)
        self._place: Cursor | None = None
        # The root, the records, and whether bad elements stand in their lists.
        self._kept: tuple[Struct, Once, bool] | None = None

    def goes_on_with(self, source: Source) -> None:
        """Read the same bytes from another source, as the first one has been closed."""
        self.source = source
        self._counted = None if self._keeps else Counted(source)

    def of(
        self, view: View, offset: int | None = None, index: int = 0, stop: int | None = None
    ) -> Iterator[tuple[Scope, ...]]:
        """The steps of a view: for each the scopes of its levels, the outermost first.

        Args:
            view: the view.
            offset: of a view that streams: where to begin, in bytes; None: with the first record.
            index: number of the record that begins there.
            stop: of a view that streams: where the last record ends; None: with the file.

        Raises:
            ReadError: a record is bad; all steps before it have been given.
        """
        with of_file(self.source.name):
            part = (offset is not None or stop is not None) and self.streams(view)
            spoiled = self.spares(view) > 0
            root, elements = self._records(offset, index, stop, spoiled=spoiled) if part else self._outermost(view)
            if not part or offset is None:
                yield from self.before(view, root)
            if self.spares(view) and self.settings.includeMetadata:
                yield from self._numbered(view, root, elements, index)
                return
            found = good(levels(view, root, elements, self.settings.values, index))
            large = view.decode is not None and not view.deeper and self.streams(view) and self._kept is None
            yield from one_by_one(found) if large else found

    def around(self, view: View) -> Around:
        """The elements of the lists around a view's innermost one. Where they aren't the file's records, nothing has
        been read of it.

        Raises:
            ReadError: what leads to them is bad.
        """
        values = self.settings.values
        if self.streams(view) or view.each is None:
            return Around(view, *self._outermost(view), values)
        root: Any = self._root
        if root is None and self.codec.placed and not self._surveys and not self.precedes(view):
            root = UnreadRoot(self._cursor(self._counted or self.source, noted=False), self._whole)
        elif root is None:
            root = self._before_lists(view)
        return Around(view, root, UnreadList(view.each, Scope(root, root, options=values)), values)

    def records(
        self, view: View, offset: int | None = None, index: int = 0, stop: int | None = None, first: int | None = None
    ) -> Iterator[Placed]:
        """The records of a view that streams, each with its steps; see `of`. ``at`` says where a bad one begins.

        Where the view spares elements of lists in lists, these are the records: a bad one comes in its place, and
        ``first`` is the number of the first one of the element ``index``.
        """
        number = index if first is None else first
        with of_file(self.source.name):
            root, elements = self._records(offset, index, stop, spoiled=self.spares(view) > 0, keep=False)
            before = list(self.before(view, root)) if offset is None else []
            self.number = index
            for element in elements:
                assert self._place is not None
                for one in self._placed(view, root, element, number, self._place.at):
                    yield one._replace(steps=[*before, *one.steps])
                    number, before = number + 1, []
                self.number += 1
            if before:
                yield Placed(number, self.first, self.first, before)

    def structures(
        self, view: View | None = None, offset: int | None = None, index: int = 0
    ) -> tuple[Struct, Iterable[Struct]]:
        """The root without its records, and these as structures, from a place on; `at` and `reached` say where the last
        one lies. Where a view spares elements of lists in lists, a bad one is a `DamagedElement`."""
        return self._records(offset, index, spoiled=view is not None and self.spares(view) > 0, keep=False)

    def _numbered(
        self, view: View, root: Struct, elements: Iterable[Struct], index: int
    ) -> Iterator[tuple[Scope, ...]]:
        """The steps of a view that spares elements of lists in lists, which know of which record they are."""
        number = 0
        for place, element in enumerate(elements, index):
            for one in self._within(view, root, element, place, number):
                if one.bad is not None:
                    raise one.bad
                yield from one.steps
                number += 1

    def _within(self, view: View, root: Struct, element: Struct, index: int, number: int) -> Iterator[Placed]:
        """The records of a view that spares elements of lists in lists, of one element of the outermost list."""
        options, level = self.settings.values, view.spared
        found: dict[int, Placed] = {}
        whole = replace(view, deeper=view.deeper[:level])
        for scope in through(whole, root, (element,), options, index):
            item = scope.element
            start, end = extent_of(item)
            found[id(item)] = Placed(number + len(found), start, end, [], error_of(item))
        for scopes in levels(view, root, (element,), options, index):
            way = (*scopes[0].levels, scopes[0].element)
            one = found[id(way[min(level, len(way) - 1)])]
            scopes[0].record = Extent(*one[:3])
            if one.bad is None:
                one.steps.append(scopes)
        yield from found.values()

    def _placed(self, view: View, root: Struct, element: Struct, number: int, end: int) -> Iterator[Placed]:
        """The records of one element of the outermost list, which has been read: it is itself bad, and ends where it
        does, if what the view goes through beside its sequence can't be read."""
        try:
            if self.spares(view):
                yield from self._within(view, root, element, self.number, number)
                return
            steps = list(levels(view, root, (element,), self.settings.values, number))
            yield Placed(number, self.at, end, steps)
        except ReadError as error:
            if self.is_spent:
                raise
            yield Placed(number, self.at, end, [], error)

    def past(self, start: int) -> int | None:
        """Where the record ends that begins at a place, by its length; None: that leads nowhere, or back."""
        leave = self.codec.pass_over
        if leave is None or self.codec.begin is None:
            return None
        cursor = self._cursor(self.source, start, noted=False)
        try:
            if self._begun is None:  # others have read what precedes the records
                before = self._cursor(self.source, noted=False)
                self._begun = self._begin(before)
                self.first = before.at
            _guarded(lambda: leave(cursor, self._begun, self.codec.records_field, None))
        except ReadError:
            return None
        return cursor.at if cursor.at > start else None

    def ends(self, start: int, index: int = 1) -> Iterator[tuple[int, int]]:
        """Where the records end that lie one after another from a place on, as they are read, and how many bits of
        checksums have been found right till then; ``index`` is the number of the first one.

        Raises:
            ReadError: one is bad.
        """
        _, records = self._records(start, index, keep=False, trial=True)
        assert self._place is not None
        before = self._place.budget.proved  # of what precedes the records, if that was read for them
        for _ in records:
            yield self._place.at, self._place.budget.proved - before

    @property
    def splits(self) -> bool:
        """Whether the record that was read last ends inside a byte, in which the next one begins."""
        return self._place is not None and self._place.splits

    def of_bytes(self, source: Source) -> Steps:
        """The same of other bytes."""
        return Steps(self.codec, source, self.settings, lazy=self._lazy)

    def begin(self) -> int:
        """Read what precedes the records; gives where the first of them begins, in bytes.

        Raises:
            ReadError: it is bad.
        """
        self._records(keep=False)
        return self.first

    def ends_before_records(self) -> bool:
        """Whether the file ends in what precedes the records, and nothing else is wrong with that.

        Raises:
            ReadError: something else is.
        """
        try:
            self.begin()
        except (TruncatedError, BoundsError) as error:
            if self._is_cut(error, 0, self._begin):
                return True
            raise
        return False

    def opened(self) -> tuple[Cursor, Struct]:
        """A cursor behind what a file has in sequence, and its structure, of which nothing has been read that lies at a
        place of its own.

        Raises:
            ReadError: the sequence is bad.
        """
        cursor = self.cursor()
        root: Struct = _guarded(lambda: self.codec.read(cursor))
        return cursor, root

    def cursor(self) -> Cursor:
        """A cursor at the beginning of the file."""
        return self._cursor(self.source)

    def before(self, view: View, root: Struct) -> Iterator[tuple[Scope, ...]]:
        """The step before those of the elements, if the view has one; what the view requires of a file is checked.

        Raises:
            ValueInvalidError: the file doesn't fulfil it.
        """
        scope = Scope(root, root, -1, options=self.settings.values)
        require(view, scope)
        if view.first is not None:
            scope.element = view.first(scope)
            yield (scope,)

    def _outermost(self, view: View) -> tuple[Struct, Iterable[Struct]]:
        if self.streams(view):
            return self._records(spoiled=self.spares(view) > 0)
        root = self._before_lists(view)
        scope = Scope(root, root, options=self.settings.values)
        return root, ((root,) if view.each is None else view.each(scope) or ())

    def _before_lists(self, view: View) -> Struct:
        """The structure that a view belongs to that doesn't go through the file's records."""
        return self._records()[0] if self.precedes(view) else self._whole()

    def root(self, view: View) -> Struct:
        """The structure that a view belongs to; where its steps are the records, none of them has been read.

        Raises:
            ReadError: what precedes the records is bad.
        """
        with of_file(self.source.name):
            streams = self.streams(view) or self.precedes(view)
            return self._records(spoiled=self.spares(view) > 0)[0] if streams else self._whole()

    def count(self, view: View) -> int | None:
        """How many records a view that streams has, by what precedes them; None: they go on to the end of the file.

        What precedes them must have been read."""
        return self.stated_count if self.streams(view) else None

    @property
    def stated_count(self) -> int | None:
        """How many records the file has, by what precedes them, where that has been read; None: see `count`."""
        if self.codec.record_count is None or self._begun is None:
            return None
        return self.codec.record_count(self._begun)

    def streams(self, view: View) -> bool:
        """Whether a view's steps are just the records that the codec gives one by one."""
        codec = self.codec
        return (
            codec.begin is not None
            and codec.records is not None
            and not self._surveys
            and view.each_field != ""
            and view.each_field == codec.records_field
        )

    def spares(self, view: View) -> int:
        """The list in lists of a view of which a bad element costs no more than itself, as its level; 0: none."""
        return view.spared if self.streams(view) else 0

    @property
    def _surveys(self) -> bool:
        """Whether it must show that fields describe all bytes, also those that lie at places of their own."""
        return self.strict and self.codec.placed

    def precedes(self, view: View) -> bool:
        """Whether all that a view shows stands before the records, which need not be read then."""
        return view.of_header and self.codec.begin is not None and self.codec.records is not None

    def read(self, *, keep: bool = True) -> int | None:
        """Read everything, also what lies at places of its own; gives the number of records where the file is a
        sequence of them.

        Args:
            keep: whether the records of a small file may be kept for another pass.

        Raises:
            ReadError: something is bad.
        """
        with of_file(self.source.name):
            if self.codec.begin is None or self.codec.records is None or self._surveys:
                _refuse_unread(self._whole())
                return None
            records = 0
            for record in self._records(keep=keep)[1]:
                _refuse_unread(record)
                records += 1
                if not keep:
                    record._disown()
            return records

    def end_of(self, view: View, offset: int, index: int) -> int | None:
        """Read one record; `warnings` is what is noticed in it. Where the view doesn't stream, the file is one record.

        Args:
            view: the view.
            offset: where it begins, in bytes.
            index: its number.

        Returns:
            Where it ends; None where it is unfinished and ``tornTail=ignore`` accepts that.

        Raises:
            ReadError: it is bad.
        """
        if not self.streams(view):
            self._before_lists(view)
            return self.source.size
        first = next(iter(self._records(offset, index)[1]), None)
        assert self._place is not None
        return None if first is None else self._place.at

    def record(self, view: View, offset: int, index: int) -> Record:
        """The steps of one record; `warnings` is what is noticed in it. Where the view doesn't stream, the file is one
        record. Arguments are those of `end_of`."""
        return Record(self, view, offset, index)

    @property
    def begun(self) -> bool:
        """Whether what precedes the records has been read, and is good."""
        return self._begun is not None

    @property
    def root_begun(self) -> Struct:
        """The structure of the file of which what precedes the records has been read."""
        assert self._begun is not None
        return self._begun

    @property
    def held(self) -> int:
        """How many decoded bytes the records hold that have been read."""
        return 0 if self._place is None else self._place.budget.held

    @property
    def reached(self) -> int:
        """How far records have been read, in bytes from the beginning of the file."""
        return 0 if self._place is None else self._place.at

    @property
    def kept(self) -> bool:
        """Whether the objects of the file are kept, so that another pass doesn't read it: nor what lies behind a bad
        record."""
        tolerant = self.settings.mode != "FAILFAST"
        known = None if self._kept is None else self._kept[1]
        return self._root is not None or (known is not None and known.complete and not (tolerant and known.is_bad))

    # --- a whole file --------------------------------------------------------------------------------------------

    def _whole(self) -> Struct:
        if self._root is not None:
            return self._root
        kept = self.source.size <= KEPT and self._keeps
        cursor = self._cursor(self._held() if kept else self._counted or self.source)
        root: Struct = _guarded(lambda: self.codec.read(cursor))
        finish_structure(cursor, root, surveyed=self.codec.placed)
        if self._surveys:
            _guarded(lambda: survey(root))
        if kept or self.lasts:
            self._root = root
        return root

    def holds(self, view: View) -> bool:
        """Whether the structures that lead to what a view shows stay for the next look-up."""
        return self.lasts and not self.streams(view) and not self.precedes(view)

    @property
    def copied(self) -> int:
        """How many bytes have been read of a file in which something may be looked up."""
        return 0 if self._counted is None else self._counted.copied

    # --- record by record ----------------------------------------------------------------------------------------

    def _records(
        self,
        offset: int | None = None,
        index: int = 0,
        stop: int | None = None,
        *,
        spoiled: bool = False,
        keep: bool = True,
        trial: bool = False,
    ) -> tuple[Struct, Iterable[Struct]]:
        """The root, and the records; ``spoiled``: what can't be read of them is a `DamagedElement`; ``trial``: to see
        whether they are records."""
        keep = keep and offset is None and stop is None
        if self._kept is not None and not self._kept[1].is_kept:
            self._kept, keep = None, False
        if self._kept is not None and keep and self._kept[2] == spoiled:
            return self._kept[:2]
        records = self.codec.records
        assert records is not None
        kept = keep and self.source.size <= KEPT and self._keeps
        cursor = self._cursor(self._held() if kept else self.source)
        if spoiled:
            cursor.spoiled = "stand" if self.settings.tornTail == "ignore" else "cut"
            if self.settings.resync and self.settings.mode != "FAILFAST":
                cursor.recovery = ListResync(self.settings, self.resync)
        turns = self._turns_before(offset, trial=trial)
        self._place = cursor
        root = self._begun
        if root is None or offset is None:
            # Of a file with many bad records, what precedes the first one is read once.
            self.at = 0
            root = self._begun = self._begin(cursor)
            self.first = cursor.at
        if offset is not None:
            cursor.jump(offset)
        cursor.budget.begin(turns)
        elements = self._following(cursor, root, index, stop)
        if not kept:
            return root, elements
        self._kept = (root, Once(elements, lambda: cursor.budget.held), spoiled)
        return self._kept[:2]

    def _turns_before(self, offset: int | None, *, trial: bool) -> int:
        """How many elements without bytes count before a read, which goes on behind the last one, or begins anew."""
        if self._place is None or offset is None or (offset < self.at and not trial):
            return 0
        return self._place.budget.turns_before(self.settings.limits, again=offset == self.at)

    @property
    def is_spent(self) -> bool:
        """Whether the records that have been read have more elements without bytes than may be."""
        return self._place is not None and self._place.budget.is_spent(self.settings.limits)

    def _begin(self, cursor: Cursor) -> Struct:
        """What precedes the records: of this file, or, where it has lost that, of the one that stands for it."""
        begin, head = self.codec.begin, self.settings.header
        assert begin is not None
        if head is None:
            root: Struct = _guarded(lambda: begin(cursor))
        else:
            other = BytesSource(head, "option header")
            try:
                root = _guarded(lambda: begin(self._cursor(other, noted=False)))
            except ReadError as error:
                error.path = other.name
                raise
        return root

    def _read_first(self) -> Struct | None:
        """The first record, of a file of which what precedes the records has been read."""
        assert self.codec.records is not None
        records: Iterator[Struct] = self.codec.records(
            self._cursor(self.source, self.first, noted=False), self._begun, 0
        )
        return next(records, None)

    @property
    def _keeps(self) -> bool:
        """Whether a small file is read at once: not where views look things up, which read only what they need."""
        return not (self.codec.placed and any(view.selections for view in self.codec.views))

    def _held(self) -> Source:
        """The bytes of a file whose objects are kept: some fields may be read when it is closed."""
        later = self.codec.placed or self._lazy
        return BytesSource(self.source.read(0, self.source.size), self.source.name) if later else self.source

    def _following(self, cursor: Cursor, root: Struct, index: int, stop: int | None) -> Iterator[Struct]:
        assert self.codec.records is not None
        records = self.codec.records(cursor, root, index)
        edges = array("q", [cursor.at])
        self.edges, self.edges_from = edges, index
        noted = self.settings.includeMetadata
        while True:
            start, self.following = cursor.at, index
            self.at = start
            if stop is not None and start >= stop:
                return
            cursor.budget.pass_by(self.settings.limits)
            try:
                if self.resync is None or cursor.recovery is None:
                    element = next(records, None)
                else:
                    element, records = self._spared(cursor, root, index, records)
            except RecursionError:
                raise _too_deep() from None
            except (TruncatedError, BoundsError) as error:
                if self.settings.tornTail == "ignore" and self._is_torn(error, start, root, index):
                    cursor.warn(start, f"the last record is unfinished; bytes left out: {self.source.size - start}")
                    self.torn = True
                    return
                raise
            if element is None:
                break
            if noted:
                edges.append(cursor.at)
            yield element
            index += 1
        finish_structure(cursor, root, surveyed=self.codec.placed)

    def _spared(
        self, cursor: Cursor, root: Struct, index: int, records: Iterator[Struct]
    ) -> tuple[Struct | None, Iterator[Struct]]:
        """The next record, in which a list is whose elements are spared, and what gives those behind it."""
        assert self.codec.records is not None
        assert self.resync is not None
        read, resync, start, left = self.codec.records, self.resync, cursor.at, records

        def once() -> Struct | None:
            nonlocal left
            if cursor.at != start:
                cursor.seek(start)
                left = read(cursor, root, index)
            return next(left, None)

        enclosing = Enclosing(start, self.source.size, resync.behind, resync.is_last)
        return enclosing.read(cursor.recovery, once, lambda: cursor.at, lambda: resync.stated_end(start)), left

    def _is_torn(self, error: ReadError, start: int, root: Struct, index: int) -> bool:
        """Whether a record, or what follows the last one, fails only because the file ends."""
        records = self.codec.records
        assert records is not None
        return self._is_cut(error, start, lambda cursor: next(records(cursor, root, index), None))

    def _is_cut(self, error: ReadError, start: int, read: Callable[[Cursor], object]) -> bool:
        """Whether a part of a file fails only because the file ends.

        It is read again with more behind the file: what is wrong inside a part that is all there stays the same.
        """
        limits = self.settings.limits
        room = self.source.size - start + _PADDING
        limits = replace(limits, maxRecordBytes=min(limits.maxRecordBytes, room))  # a huge length must not cost memory
        warnings = self.warnings
        cursor = self._cursor(completed(self.source, _PADDING, error), start, limits)
        self.warnings = warnings
        try:
            _guarded(lambda: read(cursor))
        except ReadError as again:
            return _symptoms(again) != _symptoms(error)
        return True

    # --- both ----------------------------------------------------------------------------------------------------

    def _cursor(self, source: Source, offset: int = 0, limits: Limits | None = None, *, noted: bool = True) -> Cursor:
        """A cursor by the options; what it notices is what we notice, unless that isn't to be ``noted``."""
        cursor = Cursor.of(source, self.settings.limits if limits is None else limits, offset)
        cursor.strict = self.strict
        cursor.malformed = "strict" if self.settings.malformedStrings == "fail" else "replace"
        cursor.checked = self.settings.checks != "frames"
        cursor.checksums = self.settings.verifyChecksum
        cursor.options = self.settings.values
        cursor.pools = self._pools
        cursor.budget.keeps = self._lazy is None
        cursor.lazy = self._lazy or frozenset()
        cursor.first = self._alike
        if noted:
            self.warnings = cursor.warnings
        return cursor


class Record:
    """One record as objects.

    Attributes:
        scopes: its steps, which are read as they are asked for, once.
        end: where it ends, when they have been; None: it is unfinished, and that is accepted.
    """

    def __init__(self, steps: Steps, view: View, offset: int, index: int) -> None:
        self.end: int | None = None
        self.scopes = self._read(steps, view, offset, index)

    def _read(self, steps: Steps, view: View, offset: int, index: int) -> Iterator[tuple[Scope, ...]]:
        if not steps.streams(view):
            yield from steps.of(view)
            self.end = steps.source.size
            return
        with of_file(steps.source.name):
            root, elements = steps._records(offset, index, spoiled=steps.spares(view) > 0)
            first = next(iter(elements), None)
            if first is None:
                return
            assert steps._place is not None
            self.end = steps._place.at
            if steps.spares(view) and steps.settings.includeMetadata:
                yield from steps._numbered(view, root, [first], index)
                return
            yield from good(levels(view, root, [first], steps.settings.values, index))


def _refuse_unread(root: Struct) -> None:
    for unread in explore(root):
        raise unread.error


def _guarded(read: Callable[[], Any]) -> Any:
    """What ``read`` gives; nesting beyond what the interpreter can follow is an error of the input."""
    try:
        return read()
    except RecursionError:
        raise _too_deep() from None


def _too_deep() -> LimitError:
    return LimitError(
        expected="structures nested less deeply", found="nesting beyond what can be followed", hint="See maxDepth."
    )


def _symptoms(error: ReadError) -> tuple[object, ...]:
    return type(error), error.offset, error.message, error.expected, error.found
