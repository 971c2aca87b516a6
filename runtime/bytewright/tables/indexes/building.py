"""Makes indexes of records: `bytewright.index`.

The records of a file, or of what lies between two places that a search has found, are passed over one by one, and
places are noted some megabytes apart. Then all rows are read, which says whether the file is good, and whether whoever
reads rows comes to these places.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_model, limits_on_disk, parse
from bytewright.codec.trust import Consent, Trust
from bytewright.columnar.scan.preparation import file_plans
from bytewright.errors import OptionError, ReadError, SplitError
from bytewright.io.file_listing import files_named
from bytewright.io.filesystems import storage_of
from bytewright.io.index_names import LEAST
from bytewright.tables.engines import Engines
from bytewright.tables.inputs import Input
from bytewright.tables.opening import Spec, listed_specs
from bytewright.tables.table import Table
from bytewright.views.evaluate.framing import WHOLE, Part, Places, Walk, windows
from bytewright.views.evaluate.record_index import RecordIndex, reading_of, stated_of, write_index
from bytewright.views.evaluate.steps import Steps

EVERY = 4 << 20
"""Bytes between two places, about, where nothing else is asked for."""
READ = 16 << 20
"""Bytes, about, whose rows are read at once to see that they are good."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """What came of a file that was to get an index.

    Attributes:
        path: the file.
        index: where its index is; empty: it has none.
        places: how many places it names.
        records: how many records the file has, as far as they were found.
        whole: whether all of the file is good.
        reason: what is wrong with it, or why it has no index; empty: nothing.
    """

    path: str
    index: str = ""
    places: int = 0
    records: int = 0
    whole: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What was found in a part of a file.

    Attributes:
        start: where it begins; None: with the file.
        stop: where its last record ends, and others follow; None: it is the last part, or nothing leads on from it.
        records: how many records it has.
        offsets: where some of them begin, ascending.
        numbers: how many of its records lie before each.
        wrong: what is wrong with it; empty: nothing.
    """

    start: int | None
    stop: int | None
    records: int
    offsets: Places
    numbers: Places
    wrong: str = ""


def index(
    what: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    spec: Spec | Sequence[Spec] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    every: int = EVERY,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
) -> list[Indexed]:
    """Write an index beside each file, by which readers divide it at its records without looking for them.

    A file is read twice for it. Its index is ``.NAME.bytewright.index``, a Parquet file with the columns ``offset`` and
    ``record``. It counts as long as the file has its size, its time and its first bytes, and is read by the same spec
    with the same options of the format; else it is passed over with a warning. Whatever stands in it, rows are those
    that the file gives without it, or reading them is an error.

    Args:
        what: a path or URI, or several; a directory stands for its files, a glob for what it names.
        spec: name of the format, the path of its spec, or the codec itself, or several as versions; None: by the first
            bytes of each file.
        options: those of the format that say how files are read, and those of file systems.
        every: bytes between two places, about; at least 64 KiB.
        trust: see `bytewright.open`.
        processes: likewise.

    Returns:
        what came of each file, in their order.

    Raises:
        InputMissingError: a file is missing.
        OptionError: an option is unknown or wrong.
        WriteError: an index can't be written.
    """
    check_every(every)
    codecs = [registry.load(one, trust, processes) for one in listed_specs(spec)]
    found = []
    for named in [what] if isinstance(what, (str, os.PathLike)) else what:
        for path in files_named(os.fspath(named), storage_of(options or {})):
            file = Indexing(path, codecs, options or {})
            try:
                file.check()
                survey = None if file.refusal else file.survey(WHOLE, every)
                found.append(file.written([] if survey is None else [survey], every))
            finally:
                file.close()
    return found


def check_every(every: int) -> None:
    """Refuse places that would lie too close.

    Raises:
        OptionError: they would.
    """
    if every < LEAST:
        raise OptionError("every", expected=f"at least {LEAST} bytes between two places", found=str(every))


class Indexing:
    """A file that gets an index.

    Args:
        path: its path or URI.
        codecs: its format, or versions of it; none: what its first bytes say.
        options: as they are given.

    Raises:
        InputMissingError: the file is missing.
        OptionError: an option is unknown or wrong.
    """

    def __init__(self, path: str, codecs: Sequence[Codec], options: Mapping[str, Any]) -> None:
        self.path = path
        self._file = Input(path, storage_of(options), limits_on_disk(options))
        source = self._file.open()
        codec = self._codec = registry.version_of(source, codecs) if codecs else registry.codec_of(source)
        given = self._given = parse(codec, options)
        self._reading = reading_of(codec, given)
        # Nothing is tolerated, and all is looked at: what is good then is so to every reader.
        self._settings = Settings(
            limits=given.limits,
            values=given.values,
            texts=given.texts,
            header=given.header,
            checks="all",
            useIndex=False,
        )
        streams = (view for view in codec.views if view.each_field == codec.records_field != "")
        self._view = next(streams, codec.views[0])
        self._reads = Engines(codec, self._view, self._settings, "auto", strict=False)

    def check(self) -> None:
        """Refuse options that have no effect on where records are.

        Raises:
            OptionError: there is such a one.
        """
        check_model(self._codec, self._given, written=False)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def refusal(self) -> str:
        """Why the file can have no index; empty: it can."""
        source = self._file.open()
        if not Steps(self._codec, source, self._settings).streams(self._view):
            return "its rows aren't those of records that lie one behind another"
        if stated_of(source, "") is None:
            return "it is compressed"
        return f"it has no more than {LEAST} bytes" if source.size <= LEAST else ""

    def windows(self, size: int) -> list[Part]:
        """Parts of the file that can be surveyed apart from each other, as records are searched for; one, if not."""
        found = windows(self._file.open().size, size)
        return found if self._reads.unsearchable([]) is None and not self._settings.header else [WHOLE]

    def survey(self, part: Part, every: int) -> Survey | None:
        """What is found in a part; None: it was searched for, and has no record.

        Args:
            part: all of the file, or one of its `windows`.
            every: bytes between two places, about.
        """
        try:
            found = self._reads.found(self._file, part, searches=True) if part.searched else part
            if found is None:
                return None
            return self._good(self._passed(found, every))
        except ReadError as error:
            nothing = np.zeros(0, np.int64)
            return Survey(part.start, None, 0, nothing, nothing, str(error))

    def _passed(self, part: Part, every: int) -> Survey:
        """The records of a part, passed over.

        Raises:
            ReadError: what precedes the records of the file is bad.
        """
        steps = self._reads.steps(self._file)
        first = file_plans.start_of_records(steps, self._view)
        walk: Walk = self._reads.walk(self._file, part) or _ObjectWalk(
            steps, first if part.start is None else part.start
        )
        most = steps.count(self._view)
        position, record, noted = walk.start, 0, walk.start
        cuts: list[tuple[int, int]] = []
        while not walk.over and (part.stop is None or position < part.stop):
            places, numbers = walk.go_on()
            if part.stop is not None:
                places = places[: np.searchsorted(places, part.stop, "right")]
            if not len(places):
                break
            position, record = int(places[-1]), int(numbers[len(places) - 1])
            while (at := int(np.searchsorted(places, noted + every))) < len(places):
                noted = int(places[at])
                cuts.append((noted, int(numbers[at])))
        size = self._file.open().size if part.stop is None else part.stop
        cuts = [cut for cut in cuts if cut[0] < size and (most is None or cut[1] < most)]
        offsets, numbers = np.array(cuts, np.int64).reshape(-1, 2).T
        lands = part.stop is None or position == part.stop
        wrong = "" if lands else f"offset {position}: nothing leads on to the record at offset {part.stop}"
        return Survey(part.start, part.stop if lands else None, record, offsets, numbers, wrong)

    def _good(self, found: Survey) -> Survey:
        """The same, as far as who reads the rows comes to its places; with what is wrong with them."""
        if found.wrong:
            return found
        table = Table(self._codec, self._view, [self._file.again()], self._settings)
        cuts = _apart(found, READ)
        for (start, first), (stop, end) in itertools.pairwise(cuts):
            records = None if stop is None else end - first
            try:
                for _ in table.to_batches(part=Part(start, stop, first, None, indexed=True, records=records)):
                    pass
            except SplitError as error:
                kept = found.offsets <= (start or 0)
                return replace(
                    found, stop=None, offsets=found.offsets[kept], numbers=found.numbers[kept], wrong=str(error)
                )
            except ReadError as error:
                return replace(found, wrong=str(error))
        return found

    def written(self, surveys: Sequence[Survey], every: int) -> Indexed:
        """Write the index of the file.

        Args:
            surveys: what was found in its parts; none: it has no records that lie one behind another.
            every: bytes between two places, about.

        Raises:
            WriteError: it can't be written.
        """
        offsets, numbers, records, wrong = _joined(surveys, every)
        source = self._file.open()
        stated = stated_of(source, self._reading, records, whole=not wrong)
        if not len(offsets) or stated is None:
            reason = wrong or self.refusal or f"it has no record behind its first {every} bytes"
            return Indexed(self.path, records=records, whole=not wrong, reason=reason)
        name = write_index(self.path, self._file.storage, RecordIndex(stated, offsets, numbers))
        return Indexed(self.path, name, len(offsets), records, not wrong, wrong)


def _apart(found: Survey, target: int) -> list[tuple[int | None, int]]:
    """Places of a part, so many bytes apart, with the numbers of records; its ends are among them."""
    cuts: list[tuple[int | None, int]] = [(found.start, 0)]
    for place, number in zip(found.offsets.tolist(), found.numbers.tolist(), strict=True):
        if place - (cuts[-1][0] or 0) >= target:
            cuts.append((place, number))
    return [*cuts, (found.stop, found.records)]


def _joined(surveys: Sequence[Survey], every: int) -> tuple[Places, Places, int, str]:
    """Places of a file, and their numbers, from those of its parts; the number of records; and what is wrong."""
    offsets: list[int] = []
    numbers: list[int] = []
    records, wrong = 0, ""
    place: int | None = None
    for one in sorted(surveys, key=lambda survey: survey.start or 0):
        if one.start != place:
            wrong = wrong or f"nothing leads on from offset {place or 0} to the record at offset {one.start}"
            break
        begins: list[tuple[int, int]] = [] if place is None else [(place, 0)]
        for offset, number in [*begins, *zip(one.offsets.tolist(), one.numbers.tolist(), strict=True)]:
            if offset - (offsets[-1] if offsets else 0) >= every:
                offsets.append(offset)
                numbers.append(records + number)
        records, place, wrong = records + one.records, one.stop, wrong or one.wrong
    return np.array(offsets, np.int64), np.array(numbers, np.int64), records, wrong


class _ObjectWalk:
    """A walk over records that objects read; see `bytewright.views.evaluate.framing.Walk`."""

    first = 0
    back: int | None = None

    def __init__(self, steps: Steps, start: int) -> None:
        self.start = start
        self.over = False
        self._ends = steps.ends(start, 0)
        self._record = 0

    def go_on(self) -> tuple[Places, Places]:
        """Where records end, and how many have come by then."""
        found: list[int] = []
        try:
            found.extend(end for end, _ in itertools.islice(self._ends, 1024))
        except ReadError:
            self.over = True
        self.over = self.over or len(found) < 1024
        self._record += len(found)
        return np.array(found, np.int64), np.arange(self._record - len(found) + 1, self._record + 1)

    def restart(self, start: int) -> None:
        """A walk that stops at the first bad record isn't begun anew."""
        raise NotImplementedError
