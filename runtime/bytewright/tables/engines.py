"""Engines: which of them reads a file of a table, and what each needs to know of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.arranged import is_arranged
from bytewright.columnar.scan.object_columns import made_by_objects
from bytewright.columnar.scan.preparation import capability
from bytewright.columnar.scan.preparation.file_plans import plan_of, start_of_records
from bytewright.columnar.scan.record_boundaries import ReadingWalk, walks
from bytewright.columnar.scan.scanner import Held
from bytewright.errors import OptionError, ReadError
from bytewright.io.source import BytesSource, FileSource, Source
from bytewright.kernels.plan import FixedFrame, LengthFrame, RegionFrame
from bytewright.kernels.plan.failures import Unsupported
from bytewright.oracles import construct_engine, kaitai_engine
from bytewright.schema.arrays import array_of
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.file_choice import choice_of
from bytewright.views.evaluate.file_resync import can_resync, file_resync, search_of
from bytewright.views.evaluate.framing import WHOLE, LengthWalk, Part, Walk, end_of, frame_of
from bytewright.views.evaluate.layout import Layout, cells_of, levels_of, needs_discovery
from bytewright.views.evaluate.malformed import EndOf
from bytewright.views.evaluate.record_index import Found, RecordIndex, index_of, reading_of
from bytewright.views.evaluate.resync import Resync
from bytewright.views.evaluate.steps import Steps

if TYPE_CHECKING:
    from bytewright.kernels.drivers.parallel_scan import Edges

Engine = Literal["auto", "columns", "objects", "kaitai", "construct"]
ENGINES: tuple[Engine, ...] = ("auto", "columns", "objects", "kaitai", "construct")
ORACLES: Mapping[Engine, type[Steps]] = {
    "kaitai": kaitai_engine.KaitaiSteps,
    "construct": construct_engine.ConstructSteps,
}
"""What reads files with engines that are oracles of ours; they hold a whole file."""

LARGE = 4 << 20
"""Size in bytes above which a file is worth compiling the kernel for."""

TINY, FEW_RECORDS = 2 << 10, 24
"""Bytes of a file, and records of a size that its format says, up to which objects have read it before the kernel has
begun, which takes about a millisecond for each of several files that aren't read together."""

FEW = 256
"""Rows that objects have read before the kernel, compiled as it is, has been loaded."""

LISTED = 256
"""Rows of a batch of the kernel's, at least, where a list is read to its end before its first row is given: each batch
costs as much as some hundred rows."""

MANY = 1_000
"""Rows that are read in Python before that is said."""


class Engines:
    """How the files of a table are read.

    Args:
        codec: the format.
        view: which rows are shown.
        settings: the options.
        asked: the engine that was asked for.
        strict: bytes left over are an error, not a warning.
        several: whether there are several files.

    Attributes:
        choice: what the options say of files that are meant; None: all are.

    Raises:
        OptionError: the engine can't read the view.
    """

    def __init__(
        self, codec: Codec, view: View, settings: Settings, asked: Engine, *, strict: bool, several: bool = False
    ) -> None:
        self._codec = codec
        self._view = view
        self._settings = settings
        self.asked = asked
        self._strict = strict
        self._several = several
        self._refuse()
        self._frame = frame_of(codec) if asked not in ORACLES else None
        self.choice = choice_of(view, settings)

    def use(self, settings: Settings) -> None:
        """Go by other values of the format's options."""
        self._settings = settings

    def _refuse(self) -> None:
        codec, view = self._codec, self._view
        listed = codec.begin is not None and codec.record_count is None and view.each_field == codec.records_field != ""
        if self._settings.header is not None and (not listed or self.asked in ORACLES or self._strict):
            what = f"option header has no effect on the view {view.name} of {codec.name}"
            raise OptionError(what, hint="It is for records up to the end of the file, by our own engines.")
        if self.asked == "kaitai":
            kaitai_engine.parser_of(self._codec)
        if self.asked == "construct":
            construct_engine.declaration_of(self._codec)
        self._refuse_for(self._refusal if self.asked == "columns" else None)

    def check(self, shown: Layout) -> None:
        """Refuse an engine that can't make rows of some columns.

        Raises:
            OptionError: it can't.
        """
        self._refuse_for(
            capability.left_to_objects(self._codec, self._view, shown) if self.asked == "columns" else None
        )

    def _refuse_for(self, reason: str | None) -> None:
        if reason is not None:
            raise OptionError(
                f"engine columns can't read the view {self._view.name} of {self._codec.name}: {reason}",
                hint="Leave the engine out, or use objects.",
            )

    @property
    def _refusal(self) -> str | None:
        """Why the kernel can't read the view."""
        return capability.refusal(self._codec, self._view, self._settings, strict=self._strict)

    def in_python(self, shown: Layout) -> str | None:
        """What to say of many rows of some columns that are read in Python where nobody asked for that; None:
        nothing."""
        view = self._view
        if self.asked != "auto" or view.of_header or levels_of(view)[-1].decode is not None:
            return None
        what, reason = "", self._refusal or capability.left_to_objects(self._codec, view, shown)
        if reason is None:
            by_objects = made_by_objects(shown)
            if not by_objects:
                return None
            what, reason = f"{', '.join(by_objects)} in ", next(iter(by_objects.values()))
        return (
            f"{what}the view {view.name} of {self._codec.name} is read in Python, as the kernel can't read it: {reason}"
            ". `bytewright explain` with its spec says where that stands, and what to do"
        )

    # --- the kernel, or objects --------------------------------------------------------------------------------------

    @cached_property
    def _is_warm(self) -> bool:
        """Whether the kernel can begin at once, as far as it is known when this is first asked."""
        return capability.is_warm(self._codec, self._view)

    def by_kernel(self, one: Input, shown: Layout | None = None, *, places: bool = False) -> bool:
        """Whether the kernel reads a file; ``shown``: and makes rows of these columns; ``places``: and tells where its
        rows come from."""
        if self.asked != "auto":
            return self.asked == "columns"
        source = one.open()
        if shown is not None and capability.left_to_objects(self._codec, self._view, shown) is not None:
            return False
        if not self._is_readable(source) or (shown is not None and self._several and self._is_tiny(source)):
            return False
        if places and not self._tells_places(one):
            return False
        return shown is None or not capability.reads_regions_twice(self._codec, self._view, shown)

    def _tells_places(self, one: Input) -> bool:
        """Whether the kernel, which can read a view, can say where its records lie, as far as the file's header decides
        that."""
        steps = self.steps(one)
        walked = steps.streams(self._view) and not steps.spares(self._view)
        return capability.tells_places(self._codec, self._view) and (
            not walked or self.walk(one, WHOLE, passes=False) is not None
        )

    def _is_readable(self, source: Source) -> bool:
        """Whether the kernel can read a file, and it is worth having it do so, or asked for."""
        return self._refusal is None and (self.asked == "columns" or self.is_worth(source.size))

    def _is_tiny(self, source: Source) -> bool:
        """Whether objects have read a file before the kernel begins."""
        frame = plan_of(self._codec, self._view).frame
        most = min(TINY, FEW_RECORDS * frame.size) if isinstance(frame, FixedFrame) else TINY
        return source.size <= most

    def is_worth(self, size: int) -> bool:
        """Whether the kernel can begin at once, or so many bytes are worth compiling it."""
        return size > LARGE or self._is_warm

    def is_too_few(self, one: Input, limit: int | None) -> bool:
        """Whether objects have read as many rows as are wanted before the kernel is loaded."""
        few = self.asked == "auto" and limit is not None and limit <= FEW
        return few and self.steps(one).streams(self._view) and not capability.is_loaded()

    def batch_of(self, rows: int, limit: int | None) -> int:
        """Rows of a batch of the kernel's, where so many are wanted; ``rows``: at most."""
        if limit is None:
            return rows
        read_to_end = isinstance(plan_of(self._codec, self._view).frame, RegionFrame)
        return min(rows, max(limit, LISTED) if read_to_end else limit)

    def is_kept(self, one: Input) -> bool:
        """Whether one key after another is looked up in a list that objects keep, with where each key is."""
        return self.asked == "auto" and one.stays and is_arranged(self._view, plan_of(self._codec, self._view))

    def steps(self, one: Input) -> Steps:
        """What goes through a file step by step, by objects."""
        if one.steps is None:
            kind = ORACLES.get(self.asked, Steps)
            decodes = levels_of(self._view)[-1].decode is not None
            lazy = self._view.lazy
            one.steps = kind(self._codec, one.open(), self._settings, strict=self._strict, pools=decodes, lazy=lazy)
            if one.stays and kind is Steps:
                one.steps.lasts, one.held = True, Held(one.steps)
        return one.steps

    # --- a file ------------------------------------------------------------------------------------------------------

    def is_meant(self, one: Input) -> bool:
        """Whether the options choose a file; a bad one is, so that its reader says what is wrong."""
        if self.choice is None:
            return True
        try:
            return self.choice.of(self.steps(one).root(self._view), self._settings.values) == self.choice.number
        except ReadError:
            return True

    def told_of(self, one: Input) -> list[pa.Array[Any]]:
        """What the view tells of a file in ``_metadata``, as arrays of one value each."""
        columns = levels_of(self._view)[0].metadata
        if not columns:
            return []
        try:
            root = self.steps(one).root(self._view)
        except ReadError:
            return [pa.array([None], column.type) for column in columns]
        scope = Scope(root, root, options=self._settings.values)
        return [array_of([column.value(scope)], column.type, column.form) for column in columns]

    def end_of(self, one: Input, part: Part = WHOLE) -> EndOf | None:
        """Where bad records of a part of a file end, in a mode that goes on behind them."""
        if self._settings.mode == "FAILFAST":
            return None
        source = one.open()
        resync = self.resync(one, part)
        if resync is not None:
            return resync
        if self._frame is None:
            return self.steps(one).past if self.asked not in ORACLES else lambda start: None
        frame = self._frame
        return lambda start: end_of(frame, source, start)

    def resync(self, one: Input, part: Part = WHOLE) -> Resync | None:
        """What finds the next record behind a bad one; None: the options or the format don't allow it."""
        if self.asked in ORACLES or not self.steps(one).streams(self._view):
            return None
        return file_resync(self._codec, one.open(), self._settings, self._frame, part.start)

    # --- parts that threads read -------------------------------------------------------------------------------------

    def edges(self, one: Input) -> Edges | None:
        """Where threads may divide the records of a file which the kernel reads; None: nowhere, as they can't read it
        at once, or nothing says where records begin."""
        codec, view = self._codec, self._view
        source, frame = one.open(), self._frame
        if not isinstance(source, (FileSource, BytesSource)):
            return None
        if codec.record_count is not None or not codec.records_field == view.each_field != "":
            return None
        from bytewright.kernels.drivers import parallel_scan
        from bytewright.kernels.drivers.search import BeginningSearch

        if source.size >= 2 * parallel_scan.PART_BYTES and (index := self.index(one).index) is not None:
            return index.edges  # a place at which no record begins is noticed there
        if isinstance(frame, FixedFrame):
            size = frame.size
            return lambda start, stop, step: iter(range(start + -(-step // size) * size, stop, -(-step // size) * size))
        if can_resync(codec, frame):
            assert codec.beginning is not None
            known = frame or codec.beginning.frame
            if isinstance(known, LengthFrame):
                return partial(_searched, BeginningSearch(codec.beginning, known, source).leading)
            return partial(_searched, lambda *window: search_of(codec, source, self._settings, frame).first(*window))
        if frame is None:
            return None
        return lambda start, stop, step: _walked(LengthWalk(frame, source, start, step=step), stop)

    # --- parts that an index names -----------------------------------------------------------------------------------

    def index(self, one: Input) -> Found:
        """The index beside a file, as far as it fits the file, the format and the options."""
        if one.index is None:
            reading = reading_of(self._codec, self._settings) if self._settings.useIndex else ""
            one.index = index_of(one.open(), one.storage, reading) if reading else Found(None)
        return one.index

    def divided_by(self, one: Input) -> RecordIndex | None:
        """The index by which a file is divided; None: there is none, or bad records may be passed over, of which it
        says nothing."""
        index = self.index(one).index if self.is_indexed else None
        return index if index is None or index.stated.whole or self._settings.mode == "FAILFAST" else None

    @property
    def is_indexed(self) -> bool:
        """Whether an index of records divides files of the view."""
        codec, view = self._codec, self._view
        streams = codec.begin is not None and codec.records is not None and codec.records_field == view.each_field != ""
        discovers = needs_discovery(view, self._settings) and cells_of(view) is None
        whole = self.asked in ORACLES or (self._strict and codec.placed)
        return self._settings.useIndex and streams and not discovers and not whole

    # --- parts that are searched for ---------------------------------------------------------------------------------

    def unsearchable(self, shown: Sequence[str]) -> str | None:
        """Why no records are searched for to divide a file of a view; None: they are.

        Args:
            shown: ids of the columns that are stated and shown.
        """
        codec, view = self._codec, self._view
        if self.asked in ORACLES:
            return f"engine {self.asked} reads files as a whole"
        if codec.begin is None or codec.records is None or not codec.records_field == view.each_field != "":
            return "its rows aren't those of the records that the file consists of"
        if codec.record_count is not None:
            return "what precedes the records says how many there are"
        if self._strict and codec.placed:
            return "strict, as what no field describes shows only when all is read"
        if codec.beginning is None:
            return "its declaration says nothing of where a record begins"
        if not can_resync(codec, self._frame) and not isinstance(self._frame, FixedFrame):
            return "what its records have in common is no evidence of where one begins"
        if needs_discovery(view, self._settings) and cells_of(view) is None:
            return "values name its columns, for which files are read as a whole"
        by_number = {*view.by_number, *(one.id for one in view.columns if one.path == ("index",) and not view.deeper)}
        counted = next((name for name in shown if name in by_number), "*" if "*" in by_number else None)
        if counted is not None:
            return f"the column {counted} counts from the beginning of the file"
        return None

    def found(self, one: Input, part: Part, *, searches: bool) -> Part | None:
        """A part that is searched for, or asked an index for, as one from place to place; None: it has no record.

        Args:
            one: the file.
            part: the part.
            searches: whether records are searched for where no index fits; otherwise the first part is the file.

        Raises:
            ReadError: what precedes the records is bad, and that is to be an error: in other modes it is one place, and
                the first part tells of it.
        """
        start, stop, size = part.start, part.stop, part.searched
        index = self.divided_by(one) if part.indexed and one.open().size == size else None
        if index is None and not searches:
            return WHOLE if start is None else None
        part = replace(part, indexed=False, found=True)
        if stop is None and start is None:
            return part
        try:
            first = 0 if index is not None else start_of_records(self.steps(one), self._view)
        except ReadError:
            if self._settings.mode == "FAILFAST":
                raise
            return WHOLE if start is None else None
        edge = partial(self._edge, one, first, size) if index is None else index.first
        step = (size if stop is None else stop) - (start or 0)
        if start is not None:
            start = edge(start, size if stop is None else stop)
            if start is None:
                return None
        while stop is not None:
            place = edge(stop, min(stop + step, size))
            if place is not None or stop + step >= size:
                stop = place
                break
            stop += step
        return replace(part, start=start, stop=stop) if index is None else index.part(start, stop)

    def _edge(self, one: Input, first: int, size: int, start: int, stop: int) -> int | None:
        """The place between two others at which a file of ``size`` bytes, whose records begin at ``first``, is divided;
        None: there is none."""
        source = one.open()
        start = max(start, first)
        frame = self._frame
        if isinstance(frame, FixedFrame) and (self._settings.mode == "FAILFAST" or not can_resync(self._codec, frame)):
            place = start + (first - start) % frame.size
            return place if place < stop else None
        return search_of(self._codec, source, self._settings, frame, size=size).first(start, stop)

    # --- parts that a walk finds -------------------------------------------------------------------------------------

    def holds(self, one: Input, found: Sequence[Part], walk: Walk, *, numbered: bool) -> bool:
        """Whether readers that go on behind bad records come to where a walk by lengths has cut a file, too;
        ``numbered``: with the same numbers of records, of which several may be one bad record to them."""
        resync = self.resync(one) if isinstance(walk, LengthWalk) else None
        if resync is None:
            return True
        whole = isinstance(walk, LengthWalk) and walk.position == one.open().size and not numbered
        return whole and all(part.start is None or resync.is_beginning(part.start) for part in found)

    def walk(
        self, one: Input, part: Part, step: int = 0, *, by_length: bool = True, passes: bool = True
    ) -> Walk | None:
        """A walk over the records of a part of a file.

        Args:
            one: the file.
            part: the part.
            step: records are noted that lie so many bytes behind each other.
            by_length: whether lengths may be trusted, where there are some; otherwise the records are read.
            passes: whether the walk goes on behind bad records, as readers do; of one by lengths, it doesn't.

        Returns:
            The walk; None: nothing says where records end.
        """
        source, steps = one.open(), self.steps(one)
        try:
            start = start_of_records(steps, self._view) if part.start is None else part.start
            if self._frame is not None and by_length:
                return LengthWalk(self._frame, source, start, part.record, step)
            if (
                self.asked in ORACLES
                or not walks(self._codec, self._view, framed=not by_length)
                or not self._is_readable(source)
            ):
                return None
            resync = self.resync(one, part) if passes and self._settings.mode != "FAILFAST" else None
            return ReadingWalk(
                self._codec,
                self._view,
                source,
                self._settings,
                start=start,
                record=part.record,
                step=step,
                end_of=None if not passes else self.end_of(one, part) if resync is None else resync,
                settled=int if resync is None else resync.settled,
            )
        except (ReadError, Unsupported):
            return None


def _searched(search: Callable[[int, int], int | None], start: int, stop: int, step: int) -> Iterator[int]:
    """Places of records that are found, one in each ``step`` bytes at the most."""
    for window in range(start + step, stop, step):
        place = search(window, min(window + step, stop))
        if place is not None:
            yield place


def _walked(walk: LengthWalk, stop: int) -> Iterator[int]:
    """Places of records to which lengths lead."""
    while not walk.over:
        for place in walk.go_on(1)[0].tolist():
            if place < stop:
                yield place
