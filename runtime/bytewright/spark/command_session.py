"""A session of Spark for a command of the command line."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console

from bytewright.errors import BytewrightError
from bytewright.spark.process.failure import ENDED, reason
from bytewright.spark.process.jvm_log import jvm_log
from bytewright.spark.session import local_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession


_ENDING = 1.0
"""Seconds that a JVM may take to end when it doesn't answer any more."""


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
        gateway: Any = spark.sparkContext._gateway
        jvm = gateway.proc
        try:
            yield spark
        except BytewrightError:
            raise
        except Exception as error:
            if (said := reason(error)) is not None:
                raise said from None
            if _ends(jvm, _ENDING):
                raise BytewrightError("Spark's JVM has ended", hint=ENDED) from None
            log.seek(0)  # not an error of ours: what the JVM said may tell why
            sys.stderr.write(log.read().decode(errors="replace"))
            raise
        finally:
            if not _ends(jvm, 0):
                spark.stop()


def _ends(jvm: subprocess.Popen[bytes] | None, within: float) -> bool:
    """Whether a JVM ends within some seconds; one that isn't a child of this process is taken to go on."""
    try:
        return jvm is not None and jvm.wait(within) is not None
    except subprocess.TimeoutExpired:
        return False
