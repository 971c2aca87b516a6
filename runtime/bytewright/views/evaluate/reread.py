"""Reading one record again as objects, for the message that its error deserves. A file that isn't a sequence of records
is one record.

An engine that only knows that a record is bad asks here, so that all engines say the same.
"""

from __future__ import annotations

from bytewright.errors import ReadError
from bytewright.limits import Limits
from bytewright.views.evaluate.layout import Layout
from bytewright.views.evaluate.record_batches import evaluate, most_rows
from bytewright.views.evaluate.steps import Steps


def error_of(steps: Steps, layout: Layout, limits: Limits, offset: int, record: int) -> ReadError | None:
    """What is wrong with a record.

    Args:
        steps: the file.
        layout: the columns that are shown.
        limits: bounds on what the input may ask for.
        offset: where the record begins, in bytes.
        record: its number in the file, from 0.

    Returns:
        The error; None where the record is unfinished and ``tornTail=ignore`` accepts that.
    """
    view = layout.levels[0]
    only = steps.record(view, offset, record).scopes
    most = most_rows(steps.source.size, limits)
    try:
        for _ in evaluate(layout, only, most, noticed=lambda: steps.warnings):
            pass
    except ReadError as error:
        error.path = error.path or steps.source.name
        return error
    if steps.torn:
        return None
    return ReadError(
        f"record {record}: the kernel refuses what the object reader accepts",
        path=steps.source.name,
        offset=offset,
        hint="Use --engine objects, and report this file.",
    )
