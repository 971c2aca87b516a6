"""Where records may be appended to a file: behind its last whole record, if nothing else is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, of_columns
from bytewright.errors import ReadError
from bytewright.io.source import Source
from bytewright.schema.view import View
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.views.evaluate.framing import frame_of
from bytewright.views.evaluate.layout import needs_discovery
from bytewright.views.evaluate.malformed import ERROR, Malformed
from bytewright.views.evaluate.resync import Resync, can_resync
from bytewright.views.evaluate.steps import Steps

REPAIR = "Records are appended to good files only: `bytewright repair` writes what is good of one as another."


@dataclass(frozen=True, slots=True)
class LogEnd:
    """What was found of a file.

    Attributes:
        first: where its records begin, in bytes.
        end: where the last whole one ends.
        size: size of the file: what lies between is an unfinished record.
    """

    first: int
    end: int
    size: int


def log_end(codec: Codec, path: str, settings: Settings) -> LogEnd:
    """Read a file to its end: every record is checked, and none is held.

    Args:
        codec: the format.
        path: the file.
        settings: options.

    Raises:
        ReadError: it is damaged: something is wrong with it besides a last record that is unfinished, has no record
            behind it, and is smaller than ``maxRecordBytes``.
    """
    settings = of_columns(codec, settings, ())
    settings = replace(settings, mode="FAILFAST", tornTail="fail", header=None, given=frozenset())
    file = Input(path)
    try:
        source = file.open()
        steps = Steps(codec, source, settings)
        first = steps.begin()
        view = _view(codec, steps, settings)
        if view is None:
            bad = _read(codec, source, settings, first)
        else:
            bad = _scanned(codec, view, file, settings)
        if not bad:
            return LogEnd(first, source.size, source.size)
        torn = bad[0]
        if len(bad) > 1 or torn.extent(source)[1] < source.size or not _is_torn(codec, source, settings, torn.start):
            raise torn.error
        return LogEnd(first, torn.start, source.size)
    except ReadError as error:
        error.path, error.hint = error.path or path, REPAIR
        raise
    finally:
        file.close()


def _view(codec: Codec, steps: Steps, settings: Settings) -> View | None:
    """The view by which records are gone through fastest, if there is one."""
    found = [view for view in codec.views if steps.streams(view)]
    return min(found, key=lambda view: needs_discovery(view, settings), default=None)


def _scanned(codec: Codec, view: View, file: Input, settings: Settings) -> Sequence[Malformed]:
    """The first bad records of a file, by whichever engine reads the view."""
    settings = replace(settings, mode="DROPMALFORMED", resync=True)
    table = Table(codec, view, [file.again()], settings, (ERROR.name,), strict=True)
    found: list[Malformed] = []
    table.tell = found.append
    for _ in table.to_batches():
        if len(found) > 1:
            break
    return found


def _read(codec: Codec, source: Source, settings: Settings, first: int) -> Sequence[Malformed]:
    """The first bad record of a file of which no view goes through the records, by objects."""
    steps = Steps(codec, source, settings, strict=True)
    number, start = 0, first
    try:
        for end, _ in steps.ends(first):
            number, start = number + 1, end
    except ReadError as error:
        frame = frame_of(codec)
        later = Resync(codec, source, settings, frame, first).behind(start) if can_resync(codec, frame) else None
        return [Malformed(error, number, start, later)]
    return []


def _is_torn(codec: Codec, source: Source, settings: Settings, start: int) -> bool:
    """Whether what begins at a place fails only because the file ends, and is no larger than a record may be."""
    if source.size - start >= settings.limits.maxRecordBytes:
        return False
    steps = Steps(codec, source, replace(settings, tornTail="ignore"))
    steps.begin()
    try:
        return next(steps.ends(start), None) is None and steps.torn
    except ReadError:
        return False
