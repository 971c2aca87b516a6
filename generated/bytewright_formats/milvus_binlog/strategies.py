"""Milvus binlog: models as users make them, drawn by Hypothesis.

``models()`` draws them, without one field that follows from others. Structures are drawn as they are read: what decides how
the rest lies (counts, tags, presence) comes first, and is taken away in the end where a writer derives it.
``GOALS`` says what such models are to cover: each case, each condition both ways, each bound, and values beyond it.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from hypothesis.strategies import DrawFn, SearchStrategy, composite

from bytewright.model import Struct
from bytewright.testing.draft import Draft
from bytewright.testing.goals import Beyond, Either, Goal, Lengths, Sizes, Values
from bytewright.testing.values import choices, integers, members

from .model import (
    CurrentDescriptor,
    DataType,
    Descriptor,
    Event,
    EventBody,
    EventType,
    LegacyDescriptor,
    MilvusBinlog,
)


def models() -> SearchStrategy[MilvusBinlog]:
    """Models of whole files."""
    return _models()


@composite
def _models(draw: DrawFn) -> MilvusBinlog:
    draft = Draft(draw)
    found: MilvusBinlog = draft.model(lambda: draw_milvus_binlog(draft))
    return found


def draw_milvus_binlog(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> MilvusBinlog:
    """Draw a ``milvus_binlog``."""
    self: Any = draft.begin(MilvusBinlog, parent, name, index)
    self.magic = b"\xbc\xfa\xff\x00"
    self.descriptor = draw_descriptor(draft, self, "descriptor", None)
    count = draft.length()
    self.events = draft.each(lambda _index: draw_event(draft, self, "events", _index), count)
    made: MilvusBinlog = self
    return made


def draw_descriptor(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Descriptor:
    """Draw a ``descriptor``."""
    self: Any = draft.begin(Descriptor, parent, name, index)
    self.timestamp = draft.one(integers(0, 18446744073709551615))
    if draft.leaves_out(self, 1):
        self.type_code = EventType.DESCRIPTOR
    else:
        self.type_code = draft.one(members(EventType, -128, 127, unnamed=True))
    if draft.either():
        self.legacy = draw_legacy_descriptor(draft, self, "legacy", None)
    if draft.either():
        self.current = draw_current_descriptor(draft, self, "current", None)
    made: Descriptor = self
    return made


def draw_legacy_descriptor(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> LegacyDescriptor:
    """Draw a ``legacy_descriptor``."""
    self: Any = draft.begin(LegacyDescriptor, parent, name, index)
    if draft.leaves_out(self, 0):
        self.binlog_version = 1
    else:
        self.binlog_version = draft.one(integers(-32768, 32767))
    if draft.leaves_out(self, 1):
        self.server_version = 1
    else:
        self.server_version = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 2):
        self.commit_id = 1
    else:
        self.commit_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 3):
        self.len_header = 21
    else:
        self.len_header = draft.one(integers(-128, 127))
    if draft.leaves_out(self, 4):
        self.collection_id = -1
    else:
        self.collection_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 5):
        self.partition_id = -1
    else:
        self.partition_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 6):
        self.segment_id = -1
    else:
        self.segment_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.either():
        self.field_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    self.start_timestamp = draft.one(integers(0, 18446744073709551615))
    self.end_timestamp = draft.one(integers(0, 18446744073709551615))
    self.payload_data_type = draft.one(members(DataType, -2147483648, 2147483647))
    if draft.leaves_out(self, 11):
        self.len_descriptor = 63
    else:
        self.len_descriptor = draft.one(integers(0, 255))
    if draft.leaves_out(self, 12):
        self.len_events = [16] * (6)
    else:
        count = draft.count(6)
        self.len_events = draft.many(integers(0, 255), count)
    made: LegacyDescriptor = self
    return made


def draw_current_descriptor(
    draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None
) -> CurrentDescriptor:
    """Draw a ``current_descriptor``."""
    self: Any = draft.begin(CurrentDescriptor, parent, name, index)
    if draft.leaves_out(self, 0):
        self.collection_id = -1
    else:
        self.collection_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 1):
        self.partition_id = -1
    else:
        self.partition_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 2):
        self.segment_id = -1
    else:
        self.segment_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    if draft.leaves_out(self, 3):
        self.field_id = -1
    else:
        self.field_id = draft.one(integers(-9223372036854775808, 9223372036854775807))
    self.start_timestamp = draft.one(integers(0, 18446744073709551615))
    self.end_timestamp = draft.one(integers(0, 18446744073709551615))
    self.payload_data_type = draft.one(members(DataType, -2147483648, 2147483647))
    if draft.leaves_out(self, 7):
        self.len_descriptor = 52
    else:
        self.len_descriptor = draft.one(integers(0, 255))
    if draft.leaves_out(self, 8):
        self.len_events = [16] * (7)
    else:
        count = draft.count(7)
        self.len_events = draft.many(integers(0, 255), count)
    self.len_extras = draft.quantity(-2147483648, 2147483647)
    self.extras = draft.json({"nullable": "bool", "original_size": "str"})
    made: CurrentDescriptor = self
    return made


def draw_event(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> Event:
    """Draw a ``event``."""
    self: Any = draft.begin(Event, parent, name, index)
    self.timestamp = draft.one(integers(0, 18446744073709551615))
    self.type_code = draft.one(
        choices(
            EventType.INSERT,
            EventType.DELETE,
            EventType.CREATE_COLLECTION,
            EventType.DROP_COLLECTION,
            EventType.CREATE_PARTITION,
            EventType.DROP_PARTITION,
            EventType.INDEX_FILE,
        )
    )
    if draft.either():
        if draft.leaves_out(self, 2):
            self.server_id = 1
        else:
            self.server_id = draft.one(integers(-2147483648, 2147483647))
    self.body = draw_event_body(draft, self, "body", None)
    made: Event = self
    return made


def draw_event_body(draft: Draft, parent: Struct | None = None, name: str = "", index: int | None = None) -> EventBody:
    """Draw a ``event_body``."""
    self: Any = draft.begin(EventBody, parent, name, index)
    self.start_timestamp = draft.one(integers(0, 18446744073709551615))
    self.end_timestamp = draft.one(integers(0, 18446744073709551615))
    self.payload = draft.raw(draft.left(self, 16))
    made: EventBody = self
    return made


GOALS: tuple[Goal, ...] = (
    Lengths(MilvusBinlog, 2),
    Beyond(Descriptor, 0, (-1, 18446744073709551616)),
    Values(Descriptor, 0, (0, 1, 18446744073709551614, 18446744073709551615)),
    Values(Descriptor, 1, tuple(EventType)),
    Beyond(Descriptor, 1, (-129, 128)),
    Either(Descriptor, 3),
    Either(Descriptor, 5),
    Either(Descriptor, 6),
    Beyond(LegacyDescriptor, 0, (-32769, 32768)),
    Values(LegacyDescriptor, 0, (-32768, -32767, 32766, 32767)),
    Beyond(LegacyDescriptor, 1, (-9223372036854775809, 9223372036854775808)),
    Values(LegacyDescriptor, 1, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Beyond(LegacyDescriptor, 2, (-9223372036854775809, 9223372036854775808)),
    Values(LegacyDescriptor, 2, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Beyond(LegacyDescriptor, 3, (-129, 128)),
    Values(LegacyDescriptor, 3, (-128, -127, 126, 127)),
    Beyond(LegacyDescriptor, 4, (-9223372036854775809, 9223372036854775808)),
    Values(LegacyDescriptor, 4, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Beyond(LegacyDescriptor, 5, (-9223372036854775809, 9223372036854775808)),
    Values(LegacyDescriptor, 5, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Beyond(LegacyDescriptor, 6, (-9223372036854775809, 9223372036854775808)),
    Values(LegacyDescriptor, 6, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Either(LegacyDescriptor, 7),
    Beyond(LegacyDescriptor, 7, (-9223372036854775809, 9223372036854775808)),
    Values(LegacyDescriptor, 7, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)),
    Beyond(LegacyDescriptor, 8, (-1, 18446744073709551616)),
    Values(LegacyDescriptor, 8, (0, 1, 18446744073709551614, 18446744073709551615)),
    Beyond(LegacyDescriptor, 9, (-1, 18446744073709551616)),
    Values(LegacyDescriptor, 9, (0, 1, 18446744073709551614, 18446744073709551615)),
    Values(LegacyDescriptor, 10, tuple(DataType)),
    Beyond(LegacyDescriptor, 10, (-2147483648,)),
    Beyond(LegacyDescriptor, 11, (-1, 256)),
    Values(LegacyDescriptor, 11, (0, 1, 254, 255)),
    Beyond(LegacyDescriptor, 12, (-1, 256)),
    Values(LegacyDescriptor, 12, (0, 1, 254, 255)),
    Beyond(CurrentDescriptor, 0, (-9223372036854775809, 9223372036854775808)),
    Values(
        CurrentDescriptor, 0, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)
    ),
    Beyond(CurrentDescriptor, 1, (-9223372036854775809, 9223372036854775808)),
    Values(
        CurrentDescriptor, 1, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)
    ),
    Beyond(CurrentDescriptor, 2, (-9223372036854775809, 9223372036854775808)),
    Values(
        CurrentDescriptor, 2, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)
    ),
    Beyond(CurrentDescriptor, 3, (-9223372036854775809, 9223372036854775808)),
    Values(
        CurrentDescriptor, 3, (-9223372036854775808, -9223372036854775807, 9223372036854775806, 9223372036854775807)
    ),
    Beyond(CurrentDescriptor, 4, (-1, 18446744073709551616)),
    Values(CurrentDescriptor, 4, (0, 1, 18446744073709551614, 18446744073709551615)),
    Beyond(CurrentDescriptor, 5, (-1, 18446744073709551616)),
    Values(CurrentDescriptor, 5, (0, 1, 18446744073709551614, 18446744073709551615)),
    Values(CurrentDescriptor, 6, tuple(DataType)),
    Beyond(CurrentDescriptor, 6, (-2147483648,)),
    Beyond(CurrentDescriptor, 7, (-1, 256)),
    Values(CurrentDescriptor, 7, (0, 1, 254, 255)),
    Beyond(CurrentDescriptor, 8, (-1, 256)),
    Values(CurrentDescriptor, 8, (0, 1, 254, 255)),
    Beyond(Event, 0, (-1, 18446744073709551616)),
    Values(Event, 0, (0, 1, 18446744073709551614, 18446744073709551615)),
    Values(
        Event,
        1,
        (
            EventType.INSERT,
            EventType.DELETE,
            EventType.CREATE_COLLECTION,
            EventType.DROP_COLLECTION,
            EventType.CREATE_PARTITION,
            EventType.DROP_PARTITION,
            EventType.INDEX_FILE,
        ),
    ),
    Beyond(Event, 1, (-128,)),
    Either(Event, 2),
    Beyond(Event, 2, (-2147483649, 2147483648)),
    Values(Event, 2, (-2147483648, -2147483647, 2147483646, 2147483647)),
    Beyond(EventBody, 0, (-1, 18446744073709551616)),
    Values(EventBody, 0, (0, 1, 18446744073709551614, 18446744073709551615)),
    Beyond(EventBody, 1, (-1, 18446744073709551616)),
    Values(EventBody, 1, (0, 1, 18446744073709551614, 18446744073709551615)),
    Sizes(EventBody, 2),
)
"""What models are to cover, as `bytewright.testing.goals` counts it."""
