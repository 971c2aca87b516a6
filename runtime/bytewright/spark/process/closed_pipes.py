"""Processes that plan and read for Spark, and say nothing where the JVM has closed what they write to.

The JVM closes a connection when it has what it asked for; PySpark's daemon prints a traceback where the process at the
other end has something left to flush.
"""

from __future__ import annotations

import signal
import sys
import traceback
from typing import Any

from bytewright.spark.process.failure import in_worker

_PLANNERS = ("pyspark.sql.worker.create_data_source", "pyspark.sql.worker.plan_data_source_read")
"""PySpark's modules of the processes that are asked for schemas and partitions."""


def end_with_pipe() -> None:
    """Let this process end, as Unix has it, where nobody reads what it writes, if all that it is for is a plan."""
    if " ".join(sys.argv[1:]) in _PLANNERS and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def print_no_closed_pipes() -> None:
    """Let a worker, which serves one task after another, print no traceback where a task ends before it has given all
    its rows, as with a limit: PySpark's daemon prints one, as there is something left to flush. Others it prints."""
    if in_worker():
        traceback.print_exc = _print_others


_print_exc = traceback.print_exc


def _print_others(*arguments: Any, **options: Any) -> None:
    """As `traceback.print_exc`, but for what a closed connection raises."""
    if not isinstance(sys.exc_info()[1], ConnectionError):
        _print_exc(*arguments, **options)
