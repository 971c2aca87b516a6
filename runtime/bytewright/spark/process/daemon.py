"""Python workers of Spark that say nothing where the JVM has closed what they write to.

A query that wants no more rows (``limit``) closes the connection of a worker that still has some, and so does the JVM
where it has what it asked for; PySpark's own daemon prints a traceback of each.
`bytewright.spark.session.local_session` sets this one. What asks for schemas and partitions has PySpark's, whatever
is set.
"""

from __future__ import annotations

import signal
import sys
from functools import wraps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


_PLANNERS = ("pyspark.sql.worker.create_data_source", "pyspark.sql.worker.plan_data_source_read")
"""PySpark's modules of the processes that are asked for schemas and partitions."""


def quiet(worker: Callable[..., int]) -> Callable[..., int]:
    """A worker that ends without a word where nobody reads what it writes.

    Args:
        worker: as PySpark has it; gives its exit status.
    """

    @wraps(worker)
    def run(*arguments: object) -> int:
        try:
            return worker(*arguments)
        except BrokenPipeError:
            return 1

    return run


def end_with_pipe() -> None:
    """Let this process end, as Unix has it, where nobody reads what it writes, if all that it is for is a plan."""
    if " ".join(sys.argv[1:]) in _PLANNERS and hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def serve() -> None:
    """Fork workers for as long as the JVM asks for some."""
    from pyspark import daemon

    daemon.worker = quiet(daemon.worker)
    daemon.manager()


if __name__ == "__main__":
    serve()
