"""Keeps what the JVM writes to standard error off the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def jvm_log(path: Path) -> Iterator[None]:
    """Send what a JVM says that is started meanwhile to ``path``, for as long as it lives.

    A JVM inherits standard error when it starts; no setting of Spark's keeps back what it says before it has read its
    settings. What Python itself writes goes where it always goes.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    python, sys.stderr = sys.stderr, os.fdopen(os.dup(2), "w", buffering=1)
    with path.open("wb") as log:
        os.dup2(log.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(sys.stderr.fileno(), 2)
        sys.stderr.close()
        sys.stderr = python
