"""Hands Spark the source ``bytewright``: Spark looks for ``DefaultSource`` in every module called ``pyspark_*``."""

from bytewright.spark.source import BytewrightDataSource as DefaultSource

__all__ = ["DefaultSource"]
