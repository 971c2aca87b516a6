"""How an error of ours gets from a Spark worker to the user: as one line, not below two tracebacks."""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bytewright import errors

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.BytewrightError)
}
_LINE = re.compile(rf"\bbytewright\.errors\.({'|'.join(_KINDS)}): (.*)$", re.MULTILINE)

ENDED = "It was killed, as where memory is short, or has crashed."
"""What may have become of a process that has ended."""
_LOST = "Python worker exited unexpectedly"
"""What Spark says of a worker that ended before its task."""


@contextmanager
def short_errors() -> Iterator[None]:
    """Let Spark show an error of ours without the Python frames that led to it."""
    try:
        yield
    except errors.BytewrightError:
        if in_worker():
            # Read by pyspark.util.handle_worker_exception. This process ends with the exception, so nobody else's
            # traceback gets lost; PYSPARK's setting for it belongs to the session, which a data source can't reach.
            os.environ.setdefault("SPARK_HIDE_TRACEBACK", "1")
        raise


def reason(failure: BaseException, path: str | None = None) -> errors.BytewrightError | None:
    """The error of ours that made Spark fail, rebuilt from its text, or that a worker has ended; None where it was
    something else.

    Its message holds the whole line; ``path``, ``offset`` and the like are not taken apart again.

    Args:
        failure: what Spark has raised.
        path: what was being made, by which a worker's end is told.
    """
    if isinstance(failure, errors.BytewrightError):
        return failure
    said = str(failure)
    if (found := _LINE.search(said)) is not None:
        return _KINDS[found[1]](found[2].strip())
    if _LOST not in said:
        return None
    return errors.BytewrightError("a Python worker of Spark's ended in the middle of a task", path=path, hint=ENDED)


def in_worker() -> bool:
    """Whether this process was started by Spark to run Python for it."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    return spec is not None and spec.name.startswith(("pyspark.", "bytewright.spark.daemon"))
