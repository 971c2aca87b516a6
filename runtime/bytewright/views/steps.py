"""The steps of a view over one file: the elements that give its rows, one by one, as objects.

A file that is a sequence of records is read record by record and never held as a whole; a small one is kept, so that a
second pass (columns first, then rows) doesn't read it again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from bytewright.codec import Codec
from bytewright.cursor import Cursor
from bytewright.errors import BoundsError, LimitError, ReadError, TruncatedError, ValueInvalidError
from bytewright.limits import Limits
from bytewright.model import Struct
from bytewright.reading import finish, survey
from bytewright.settings import Settings
from bytewright.source import BytesSource, Source
from bytewright.views.blame import blamed
from bytewright.views.lists import through
from bytewright.views.view import Expression, Scope, View

KEPT = 4 << 20
"""Size in bytes of the largest file whose objects are kept for a second pass."""

_PADDING = 1 << 20
"""Zero bytes that stand behind a torn file when it is asked what its last record lacks."""


class Once:
    """An iterator whose items are kept, and can be gone through again; so is the error that it ends with."""

    def __init__(self, items: Iterator[Struct]) -> None:
        self._source: Iterator[Struct] | None = items
        self._items: list[Struct] = []
        self._error: ReadError | None = None

    @property
    def complete(self) -> bool:
        """Whether the last item, or the error, has come."""
        return self._source is None

    def __iter__(self) -> Iterator[Struct]:
        place = 0
        while True:
            if place < len(self._items):
                yield self._items[place]
                place += 1
                continue
            if self._source is None:
                break
            try:
                self._items.append(next(self._source))
            except StopIteration:
                self._source = None
            except ReadError as error:
                self._source = None
                self._error = error
        if self._error is not None:
            raise self._error


class Placed(NamedTuple):
    """One record as objects: its number, where it begins and ends, and its steps in a view."""

    number: int
    start: int
    end: int
    steps: list[tuple[Scope, ...]]


class Steps:
    """One file as objects.

    Attributes:
        codec: its format.
        source: its bytes.
        warnings: what was noticed and tolerated in the last pass, as ``(offset, text)``.
        torn: whether the last pass left out an unfinished record.
        strict: whether bytes that no field describes are an error.
        first: where the first record begins, when what precedes it has been read.
        at: where the record begins that the last pass read last, or failed to.
        edges: where the records begin that the last pass from the first one read, and where the last one ends; with
            ``includeMetadata`` only.
    """

    def __init__(
        self, codec: Codec, source: Source, settings: Settings, *, strict: bool = False, pools: bool = False
    ) -> None:
        """Args:
        codec: its format.
        source: its bytes.
        settings: the options.
        strict: whether bytes that no field describes are an error.
        pools: see `Cursor.pools`; for views whose rows a library decodes.
        """
        self.codec = codec
        self.source = source
        self.warnings: list[tuple[int, str]] = []
        self.torn = False
        self.strict = strict
        self.first = self.at = 0
        self.edges = array("q")
        self._settings = settings
        self._pools = pools
        self._root: Struct | None = None
        self._begun: Struct | None = None
        self._place: Cursor | None = None
        self._kept: tuple[Struct, Once] | None = None

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
        try:
            part = (offset is not None or stop is not None) and self.streams(view)
            root, elements = self._records(offset, index, stop) if part else self._outermost(view)
            if not part or offset is None:
                yield from self._before(view, root)
            yield from _levels(view, root, elements, self._settings.values, index)
        except ReadError as error:
            if error.path is None:
                error.path = self.source.name
            raise

    def records(
        self, view: View, offset: int | None = None, index: int = 0, stop: int | None = None
    ) -> Iterator[Placed]:
        """The records of a view that streams, each with its steps; see `of`. ``at`` says where a bad one begins."""
        try:
            root, elements = self._records(offset, index, stop, keep=False)
            before = list(self._before(view, root)) if offset is None else []
            for number, element in enumerate(elements, index):
                assert self._place is not None
                steps = [*before, *_levels(view, root, (element,), self._settings.values, number)]
                before = []
                yield Placed(number, self.at, self._place.at, steps)
            if before:
                yield Placed(index, self.first, self.first, before)
        except ReadError as error:
            if error.path is None:
                error.path = self.source.name
            raise

    def _before(self, view: View, root: Struct) -> Iterator[tuple[Scope, ...]]:
        """The step before those of the elements, if the view has one; what the view requires of a file is checked.

        Raises:
            ValueInvalidError: the file doesn't fulfil it.
        """
        scope = Scope(root, root, -1, options=self._settings.values)
        require(view, scope)
        if view.first is not None:
            scope.element = view.first(scope)
            yield (scope,)

    def _outermost(self, view: View) -> tuple[Struct, Iterable[Struct]]:
        if self.streams(view):
            return self._records()
        root = self._records()[0] if self.precedes(view) else self._whole()
        scope = Scope(root, root, options=self._settings.values)
        return root, ((root,) if view.each is None else view.each(scope) or ())

    def root(self, view: View) -> Struct:
        """The structure that a view belongs to; where its steps are the records, none of them has been read.

        Raises:
            ReadError: what precedes the records is bad.
        """
        try:
            return self._records()[0] if self.streams(view) or self.precedes(view) else self._whole()
        except ReadError as error:
            if error.path is None:
                error.path = self.source.name
            raise

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

    @property
    def _surveys(self) -> bool:
        """Whether it must show that fields describe all bytes, also those that lie at places of their own."""
        return self.strict and self.codec.placed

    def precedes(self, view: View) -> bool:
        """Whether all that a view shows stands before the records, which need not be read then."""
        return view.of_header and self.codec.begin is not None and self.codec.records is not None

    def read(self) -> int | None:
        """Read everything; gives the number of records where the file is a sequence of them.

        Raises:
            ReadError: something is bad.
        """
        try:
            if self.codec.begin is None or self.codec.records is None or self._surveys:
                self._whole()
                return None
            return sum(1 for _ in self._records()[1])
        except ReadError as error:
            if error.path is None:
                error.path = self.source.name
            raise

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
            self._whole()
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
    def kept(self) -> bool:
        """Whether the objects of the file are kept, so that another pass doesn't read it."""
        return self._root is not None or (self._kept is not None and self._kept[1].complete)

    # --- a whole file --------------------------------------------------------------------------------------------

    def _whole(self) -> Struct:
        if self._root is not None:
            return self._root
        kept = self.source.size <= KEPT and self._keeps
        cursor = self._cursor(self._held() if kept else self.source)
        root: Struct = _guarded(lambda: self.codec.read(cursor))
        finish(cursor, root, surveyed=self.codec.placed)
        if self._surveys:
            _guarded(lambda: survey(root))
        if kept:
            self._root = root
        return root

    # --- record by record ----------------------------------------------------------------------------------------

    def _records(
        self, offset: int | None = None, index: int = 0, stop: int | None = None, *, keep: bool = True
    ) -> tuple[Struct, Iterable[Struct]]:
        keep = keep and offset is None and stop is None
        if self._kept is not None and keep:
            return self._kept
        begin, records = self.codec.begin, self.codec.records
        assert begin is not None
        assert records is not None
        kept = keep and self.source.size <= KEPT and self._keeps
        cursor = self._cursor(self._held() if kept else self.source)
        self._place = cursor
        root = self._begun
        if root is None or offset is None:
            # Of a file with many bad records, what precedes the first one is read once.
            self.at = 0
            root = self._begun = _guarded(lambda: begin(cursor))
            self.first = cursor.at
        if offset is not None:
            cursor.seek(offset)
        elements = self._following(cursor, root, records(cursor, root, index), stop)
        if not kept:
            return root, elements
        self._kept = (root, Once(elements))
        return self._kept

    @property
    def _keeps(self) -> bool:
        """Whether a small file is read at once: not where views look things up, which read only what they need."""
        return not (self.codec.placed and any(view.selections for view in self.codec.views))

    def _held(self) -> Source:
        """The bytes of a file whose objects are kept: fields with places of their own may be read when it is closed."""
        return (
            BytesSource(self.source.read(0, self.source.size), self.source.name) if self.codec.placed else self.source
        )

    def _following(self, cursor: Cursor, root: Struct, records: Iterator[Struct], stop: int | None) -> Iterator[Struct]:
        edges = array("q", [cursor.at])
        self.edges = edges
        noted = self._settings.includeMetadata
        while True:
            start = self.at = cursor.at
            if stop is not None and start >= stop:
                return
            try:
                element = _guarded(lambda: next(records, None))
            except (TruncatedError, BoundsError) as error:
                if self._settings.tornTail == "ignore" and self._is_torn(error, start, root):
                    cursor.warn(start, f"the last record is unfinished; bytes left out: {self.source.size - start}")
                    self.torn = True
                    return
                raise
            if element is None:
                break
            if noted:
                edges.append(cursor.at)
            yield element
        finish(cursor, root, surveyed=self.codec.placed)

    def _is_torn(self, error: ReadError, start: int, root: Struct) -> bool:
        """Whether a record fails only because the file ends.

        It is read again with zeros behind the file: what is wrong inside a record that is all there stays the same.
        """
        records = self.codec.records
        assert records is not None
        limits = self._settings.limits
        room = self.source.size - start + _PADDING
        limits = replace(limits, maxRecordBytes=min(limits.maxRecordBytes, room))  # a huge length must not cost memory
        warnings = self.warnings
        cursor = self._cursor(_Padded(self.source, _PADDING), start, limits)
        self.warnings = warnings
        try:
            _guarded(lambda: next(records(cursor, root), None))
        except ReadError as again:
            return _symptoms(again) != _symptoms(error)
        return True

    # --- both ----------------------------------------------------------------------------------------------------

    def _cursor(self, source: Source, offset: int = 0, limits: Limits | None = None) -> Cursor:
        """A cursor by the options; what it notices is what we notice."""
        cursor = Cursor.of(source, self._settings.limits if limits is None else limits, offset)
        cursor.strict = self.strict
        cursor.malformed = "strict" if self._settings.malformedStrings == "fail" else "replace"
        cursor.checksums = self._settings.verifyChecksum
        cursor.options = self._settings.values
        cursor.pools = self._pools
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
        try:
            root, elements = steps._records(offset, index)
            first = next(iter(elements), None)
            if first is None:
                return
            assert steps._place is not None
            self.end = steps._place.at
            yield from _levels(view, root, [first], steps._settings.values, index)
        except ReadError as error:
            error.path = error.path or steps.source.name
            raise


def _levels(
    view: View,
    root: Struct,
    elements: Iterable[Struct],
    options: Any,
    first: int = 0,
    outer: tuple[Scope, ...] = (),
) -> Iterator[tuple[Scope, ...]]:
    for scope in through(view, root, elements, options, first):
        scopes = (*outer, scope)
        element = scope.element
        if view.where is not None and not _holds(view.where, scopes[-1]):
            continue
        if view.inner is None:
            yield scopes
            continue
        inner_root = element if view.inner_root is None else view.inner_root(scopes[-1])
        if inner_root is not None:
            inner = view.inner
            each = inner.each
            within = (inner_root,) if each is None else each(Scope(inner_root, inner_root, options=options)) or ()
            yield from _levels(inner, inner_root, within, options, outer=scopes)


def require(view: View, scope: Scope) -> None:
    """Check what a view requires of the beginning of a file.

    Raises:
        ValueInvalidError: it isn't so; names the field that says otherwise.
    """
    for one in view.requirements:
        if not _holds(one.holds, scope):
            node, field = one.origin(scope)
            expected, found = "what the options say", str(getattr(node, field, ""))
            raise blamed(ValueInvalidError(expected=expected, found=found), node, field)


def _holds(condition: Expression, scope: Scope) -> bool:
    """Whether a step is one of a view's."""
    try:
        return bool(condition(scope))
    except (ArithmeticError, LookupError, ValueError, AttributeError, TypeError) as error:
        raise blamed(ValueInvalidError(f"the view has no value for it: {error}"), scope.element) from error


def _guarded(read: Callable[[], Any]) -> Any:
    """What ``read`` gives; nesting beyond what the interpreter can follow is an error of the input."""
    try:
        return read()
    except RecursionError:
        raise LimitError(
            expected="structures nested less deeply", found="nesting beyond what can be followed", hint="See maxDepth."
        ) from None


def _symptoms(error: ReadError) -> tuple[object, ...]:
    return type(error), error.offset, error.message, error.expected, error.found


class _Padded:
    """A source with zeros behind it."""

    def __init__(self, source: Source, padding: int) -> None:
        self._source = source
        self.name = source.name
        self.size = source.size + padding

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        size = max(0, min(size, self.size - offset))
        return self._source.read(offset, size).ljust(size, b"\0")

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """The padded source is closed by who opened it."""
