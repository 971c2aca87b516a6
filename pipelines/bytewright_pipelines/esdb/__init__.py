"""Event stores of customer.io's ESDB: files of events in any order, what is asked of them, and many merged into one."""

from bytewright_pipelines.esdb.merging import AddedEvents, added, merge
from bytewright_pipelines.esdb.reader import Block, Db, Event, Events
from bytewright_pipelines.esdb.writer import Finished, Writer

__all__ = ["AddedEvents", "Block", "Db", "Event", "Events", "Finished", "Writer", "added", "merge"]
