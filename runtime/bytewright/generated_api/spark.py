"""What the modules are made of in which Spark finds the sources of formats (`pyspark_*`)."""

from bytewright.spark.source import source_for

__all__ = [
    "source_for",
]
