"""Processes that plan for Spark and say nothing where the JVM has closed what they write to.

The JVM closes a connection when it has what it asked for; PySpark's daemon prints a traceback where the process at the
other end has something left to flush.
"""

from __future__ import annotations

import signal
import sys

_PLANNERS = ("pyspark.sql.worker.create_data_source", "pyspark.sql.worker.plan_data_source_read")
"""PySpark's modules of the processes that are asked for schemas and partitions."""


def end_with_pipe() -> None:
    """Let this process end, as Unix has it, where nobody reads what it writes, if all that it is for is a plan."""
    if " ".join(sys.argv[1:]) in _PLANNERS and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
