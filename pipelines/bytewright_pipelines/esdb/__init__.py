"""Event stores of customer.io's ESDB: files of events in any order, and what is asked of them."""

from bytewright_pipelines.esdb.reader import Block, Db, Event, Events
from bytewright_pipelines.esdb.writer import Finished, Writer

__all__ = ["Block", "Db", "Event", "Events", "Finished", "Writer"]
