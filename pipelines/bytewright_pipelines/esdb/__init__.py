"""Event stores of customer.io's ESDB: files of events in any order."""

from bytewright_pipelines.esdb.writer import Finished, Writer

__all__ = ["Finished", "Writer"]
