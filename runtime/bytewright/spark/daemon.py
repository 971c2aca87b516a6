"""A daemon for Spark's Python workers that has what reading needs loaded before a worker is forked.

Spark forks a worker for each task that runs at the same time; usually each imports PyArrow and loads the
kernel on its own. Set it with `bytewright.spark.session.PRELOADING`; Bytewright must be installed where the executors
run. What isn't compiled yet stays so: a task compiles it when it needs it.
"""

from __future__ import annotations

import gc
from importlib import import_module

from bytewright.kernels.native.machine import compile
from bytewright.spark.process.closed_pipes import print_no_closed_pipes


def preload() -> None:
    """Load the kernel, as far as it is compiled, and what Spark's workers import for a data source."""
    import_module("pyspark.worker")
    import_module("bytewright.spark.source")
    print_no_closed_pipes()
    compile.load_compiled()
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    from pyspark.daemon import manager

    preload()
    manager()
