"""Where the rows of a file go on behind a bad record."""

from __future__ import annotations

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import ReadError
from bytewright.io.source import Counted, Source
from bytewright.kernels.plan import FixedFrame
from bytewright.kernels.plan.beginning import Beginning
from bytewright.views.evaluate.framing import Framing
from bytewright.views.evaluate.resync import Resync, is_enough
from bytewright.views.evaluate.steps import Steps


def file_resync(
    codec: Codec, source: Source, settings: Settings, frame: Framing | None, start: int | None = None
) -> Resync | None:
    """What finds the next record behind a bad one; None: the options or the format don't allow it.

    Args:
        codec: the format.
        source: the file.
        settings: the options.
        frame: how its records are found one by one, where the kernel knows.
        start: where the first record begins that is read, in bytes; None: with the file.
    """
    if not settings.resync or settings.mode == "FAILFAST" or not can_resync(codec, frame):
        return None
    return search_of(codec, source, settings, frame, start)


def can_resync(codec: Codec, frame: Framing | None) -> bool:
    """Whether the declaration of a format says enough of its records to find one."""
    return codec.beginning is not None and is_enough(codec.beginning, frame or codec.beginning.frame)


def search_of(
    codec: Codec,
    source: Source,
    settings: Settings,
    frame: Framing | None,
    start: int | None = None,
    size: int | None = None,
) -> Resync:
    """The same of a format that allows it, whatever the options say; ``size``: bytes of the file that count."""
    assert codec.beginning is not None
    counted = Counted(source, size)
    steps = Steps(codec, counted, settings)
    return Resync(steps, codec.beginning, counted, settings, frame or _frame(codec.beginning, steps), start)


def _frame(beginning: Beginning, steps: Steps) -> Framing | None:
    """How the records of a file are found one by one, where the kernel doesn't know."""
    if not beginning.alike:
        return beginning.frame
    try:
        first = steps.begin()
    except ReadError:
        return None
    end = steps.past(first)
    return None if end is None or end == first else FixedFrame(end - first)
