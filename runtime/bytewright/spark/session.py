"""A Spark session on this machine, with the settings that were measured to pay."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bytewright.errors import CodecError
from bytewright.host import cpus
from bytewright.host.optional import command_for, not_installed
from bytewright.spark.process.java import ensure_java

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SETTINGS: dict[str, str] = {
    # Nothing listens, and nothing is resolved, beyond this machine: a session starts without a working host name.
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    # Neither a web page nor a progress bar of Spark's in the middle of ours.
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    # What a timestamp prints as does not depend on where the machine stands.
    "spark.sql.session.timeZone": "UTC",
    # Between the JVM and Python workers; about 5 % of a full scan less than TCP on Java 25, no less on Java 17.
    "spark.python.unix.domain.socket.enabled": "true",
}
"""What `local_session` sets, besides one shuffle partition per core. Measured and found not to pay, so left alone:
compression of Arrow batches (slower), larger batches than 65,536 rows, off-heap buffers, adaptive execution, more
threads than cores."""

UNCHECKED_ARROW = "-Darrow.enable_unsafe_memory_access=true -Darrow.enable_null_check_for_get=false"
"""Options of the JVM (``spark.driver.extraJavaOptions``) that save about 20 % of a full scan on Java 25, nothing sure
on Java 17. The JVM then trusts every batch that any Python worker sends; a malformed one reads foreign memory."""

_LOG = Path(__file__).parent / "process" / "log4j2.properties"

PRELOADING = {"spark.python.daemon.module": "bytewright.spark.daemon"}
"""Python workers are forked with the kernel loaded: for sessions whose workers come and go. It takes effect when a
session starts."""


def local_session(
    cores: int | None = None,
    app_name: str = "bytewright",
    *,
    unchecked_arrow: bool = False,
    **conf: str | float | bool,
) -> SparkSession:
    """Start Spark in this process, or return the session that runs already (with ``conf`` applied where it can be).

    Args:
        cores: tasks at a time; by default, as many as this process may use cores.
        app_name: shown by Spark's tools.
        unchecked_arrow: see `UNCHECKED_ARROW`.
        conf: more settings, which win: ``local_session(**{"spark.driver.memory": "4g"})``.

    Raises:
        CodecError: PySpark is not installed.
        JavaError: there is no Java.
    """
    try:
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as error:
        raise CodecError(not_installed(error.name), hint=command_for("spark")) from None
    ensure_java()
    cores = cores or cpus.usable()
    settings: dict[str, str | float | bool | None] = {**SETTINGS, "spark.sql.shuffle.partitions": cores}
    if unchecked_arrow:
        settings["spark.driver.extraJavaOptions"] = UNCHECKED_ARROW
    if _LOG.is_file():
        # Those before the extra ones, which are the user's.
        settings["spark.driver.defaultJavaOptions"] = f"-Dlog4j2.configurationFile={_LOG.as_uri()}"
    else:  # as in an archive on the path
        settings["spark.log.level"] = "ERROR"
    settings |= conf
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # before it looks for the name of this machine, and warns
    return SparkSession.builder.master(f"local[{cores}]").appName(app_name).config(map=settings).getOrCreate()
