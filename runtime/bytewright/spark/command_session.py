"""A session of Spark for a command of the command line."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from bytewright.errors import BytewrightError
from bytewright.spark.process.failure import reason
from bytewright.spark.process.jvm_log import jvm_log
from bytewright.spark.session import local_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession


@contextmanager
def command_session(cores: int | None, name: str) -> Iterator[SparkSession]:
    """Start Spark, and stop it at the end; errors that tasks raise are raised as ours.

    Args:
        cores: tasks at a time; None: one per core.
        name: shown by Spark's tools.

    Raises:
        BytewrightError: what the block raises, or a task in it.
        CodecError: PySpark is not installed.
        JavaError: there is no Java.
    """
    # Has no name, so that nothing of it is left, however this process ends.
    with tempfile.TemporaryFile(prefix="bytewright-") as log:
        with Console(stderr=True).status("Starting Spark"), jvm_log(log):
            spark = local_session(cores, name)
        try:
            yield spark
        except BytewrightError:
            raise
        except Exception as error:
            if (said := reason(error)) is not None:
                raise said from None
            log.seek(0)  # not an error of ours: what the JVM said may tell why
            sys.stderr.write(log.read().decode(errors="replace"))
            raise
        finally:
            spark.stop()
