"""Keeps what a worker has imported out of the garbage collector's sight.

Spark's workers collect garbage after every task. Looking at all that has been imported and stays can take a tenth of a
second, in which a core does nothing else: as long as a task of several megabytes.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bytewright.spark.process.failure import in_worker

_modules = 0


@contextmanager
def settled() -> Iterator[None]:
    """Behind the block, what is loaded by now counts as there to stay; in processes of Spark's only."""
    global _modules
    try:
        yield
    finally:
        if len(sys.modules) > _modules and in_worker():
            _modules = len(sys.modules)
            gc.collect()
            gc.freeze()
