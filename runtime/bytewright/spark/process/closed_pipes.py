"""Processes that plan and read for Spark, and say nothing where the JVM has closed what they write to.

The JVM closes a connection when it has what it asked for; PySpark's daemon prints a traceback where the process at the
other end has something left to flush.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

from bytewright.spark.process.failure import in_worker

_PLANNERS = ("pyspark.sql.worker.create_data_source", "pyspark.sql.worker.plan_data_source_read")
"""PySpark's modules of the processes that are asked for schemas and partitions."""


def end_with_pipe() -> None:
    """Let this process end, as Unix has it, where nobody reads what it writes, if all that it is for is a plan."""
    if " ".join(sys.argv[1:]) in _PLANNERS and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def print_no_closed_pipes() -> None:
    """Let a worker, which serves one task after another, print nothing where a task ends before it has given all its
    rows, as with a limit: PySpark's daemon tells of what is left to flush, if the JVM hasn't killed the worker by then.
    Other errors it prints."""
    if in_worker():
        traceback.print_exc = _unless_closed(_print_exc)
        daemon = sys.modules.get("pyspark.daemon", sys.modules["__main__"])
        vars(daemon)["print"] = _unless_closed(print)


_print_exc = traceback.print_exc


def _unless_closed(say: Callable[..., None]) -> Callable[..., None]:
    """What says the same, but for errors that a closed connection raises."""

    def said(*arguments: Any, **options: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            say(*arguments, **options)

    return said
