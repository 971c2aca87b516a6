"""Where records may be appended to a file: behind its last whole record, if nothing else is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, of_columns
from bytewright.errors import ReadError, SlackError
from bytewright.io.source import Source
from bytewright.schema.view import View
from bytewright.tables.append.growth import is_unfinished
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.views.evaluate.file_resync import can_resync, search_of
from bytewright.views.evaluate.framing import LengthWalk, frame_of
from bytewright.views.evaluate.layout import needs_discovery
from bytewright.views.evaluate.malformed import ERROR, Malformed
from bytewright.views.evaluate.steps import Steps

REPAIR = "Records are appended to good files only: `bytewright repair` writes what is good of one as another."


@dataclass(frozen=True, slots=True)
class LogEnd:
    """What was found of a file.

    Attributes:
        first: where its records begin, in bytes; None: it ends in what precedes them.
        end: where the last whole one ends.
        size: size of the file: what lies between is unfinished.
    """

    first: int | None
    end: int
    size: int


def log_end(codec: Codec, path: str, settings: Settings) -> LogEnd:
    """Read a file to its end: every record is checked, and none is held.

    Args:
        codec: the format.
        path: the file.
        settings: options.

    Raises:
        ReadError: it is damaged: something is wrong with it besides a last record, or a header, that is unfinished,
            has no record behind it, and is smaller than ``maxRecordBytes``.
        UnreadableError: it can't be read.
    """
    settings = of_columns(codec, settings, ())
    settings = replace(settings, mode="FAILFAST", tornTail="fail", header=None, given=frozenset())
    file = Input(path)
    try:
        source = file.open()
        steps = Steps(codec, source, settings)
        if source.size < settings.limits.maxRecordBytes and steps.ends_before_records():
            frame = frame_of(codec)
            if not can_resync(codec, frame) or not search_of(codec, source, settings, frame).may_follow(0):
                return LogEnd(None, 0, source.size)
        first = steps.begin()
        view = _view(codec, steps, settings)
        bad = _by_objects(codec, source, settings, first) if view is None else _scanned(codec, view, file, settings)
        if bad is None:
            _refuse_slack(codec, source, steps, first)
            return LogEnd(first, source.size, source.size)
        if not _is_torn(codec, source, settings, bad.start) or _goes_on(codec, source, settings, first, bad.start):
            raise bad.error
        return LogEnd(first, bad.start, source.size)
    except ReadError as error:
        error.path, error.hint = error.path or path, REPAIR
        raise
    finally:
        file.close()


def _view(codec: Codec, steps: Steps, settings: Settings) -> View | None:
    """The view by which records are gone through fastest, if there is one."""
    found = [view for view in codec.views if steps.streams(view)]
    return min(found, key=lambda view: needs_discovery(view, settings), default=None)


def _scanned(codec: Codec, view: View, file: Input, settings: Settings) -> Malformed | None:
    """The first bad record of a file, by whichever engine reads the view."""
    settings = replace(settings, mode="DROPMALFORMED", resync=True)
    table = Table(codec, view, [file.again()], settings, (ERROR.name,), strict=not codec.placed)
    found: list[Malformed] = []
    table.tell = found.append
    for _ in table.to_batches():
        if found:
            break
    return found[0] if found else None


def _by_objects(codec: Codec, source: Source, settings: Settings, first: int) -> Malformed | None:
    """The same of a file of which no view goes through the records."""
    number, start = 0, first
    try:
        for end, _ in Steps(codec, source, settings, strict=True).ends(first):
            number, start = number + 1, end
    except ReadError as error:
        return Malformed(error, number, start, None)
    return None


def _refuse_slack(codec: Codec, source: Source, steps: Steps, first: int) -> None:
    """Refuse bytes behind the last record of a file whose fields may lie anywhere: other readers look at these last.

    Raises:
        SlackError: there are some.
    """
    if not codec.placed:
        return
    frame, end = frame_of(codec), first
    if frame is not None:
        walk = LengthWalk(frame, source, first)
        while not walk.over:
            walk.go_on()
        end = walk.position
    else:
        end = max((place for place, _ in steps.ends(first)), default=first)
    if end < source.size:
        found = f"{source.size - end} bytes of none"
        raise SlackError(offset=end, field=codec.records_id, expected="records up to the end of the file", found=found)


def _goes_on(codec: Codec, source: Source, settings: Settings, first: int, start: int) -> bool:
    """Whether records follow a bad one: up to the end of the file, or so many as prove by themselves that they do.

    In what is unfinished a few bytes may look like records, before others that don't."""
    frame = frame_of(codec)
    if not can_resync(codec, frame):
        return False
    return search_of(codec, source, settings, frame, first).is_followed(start)


def _is_torn(codec: Codec, source: Source, settings: Settings, start: int) -> bool:
    """Whether what begins at a place fails only because the file ends, and is no larger than a record may be."""
    if source.size - start >= settings.limits.maxRecordBytes:
        return False
    steps = Steps(codec, source, replace(settings, tornTail="ignore"))
    steps.begin()
    return is_unfinished(steps, start)
