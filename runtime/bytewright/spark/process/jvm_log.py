"""Keeps what the JVM writes to standard error off the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO


@contextmanager
def jvm_log(log: IO[bytes]) -> Iterator[None]:
    """Send what a JVM says that is started meanwhile to a file, for as long as it lives.

    A JVM inherits standard error when it starts; no setting of Spark's keeps back what it says before it has read its
    settings. What Python itself writes goes where it always goes.
    """
    python, sys.stderr = sys.stderr, os.fdopen(os.dup(2), "w", buffering=1)
    os.dup2(log.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(sys.stderr.fileno(), 2)
        sys.stderr.close()
        sys.stderr = python
