"""What Deephaven's intraday binary logs mean: sets of records applied as an import server does, and a logger.

`apply_sets` reads logs in this process, `on_spark.apply_sets` on Spark; `apply_to_delta` and `apply_to_parquet` keep
tables of them, `sets_stream` as logs grow; `IntradayLogger` writes them.
"""

from bytewright_pipelines.deephaven.in_stream import sets_stream
from bytewright_pipelines.deephaven.judging import Position, Report
from bytewright_pipelines.deephaven.log_names import LogName, Partition
from bytewright_pipelines.deephaven.logger import IntradayLogger, LogColumn
from bytewright_pipelines.deephaven.sets import Applied, apply_sets
from bytewright_pipelines.deephaven.tables import apply_to_delta, apply_to_parquet

__all__ = [
    "Applied",
    "IntradayLogger",
    "LogColumn",
    "LogName",
    "Partition",
    "Position",
    "Report",
    "apply_sets",
    "apply_to_delta",
    "apply_to_parquet",
    "sets_stream",
]
