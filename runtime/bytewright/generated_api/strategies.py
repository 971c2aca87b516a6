"""What models for tests (`strategies.py`) are drawn with."""

from bytewright.codecs.process import Process
from bytewright.model.arithmetic import (
    doublings,
    exponential,
    joined_text,
    list_of_lists,
    logarithm,
    places,
    power,
    product,
    shifted,
)
from bytewright.model.lookup import as_case, count_before, field_as_case, item_of, member_of, place_of
from bytewright.model.padding import Padding
from bytewright.model.structures import Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.testing.draft import Draft
from bytewright.testing.goals import Beyond, BeyondAscii, Cases, Either, Floats, Goal, Lengths, Nulls, Sizes, Values
from bytewright.testing.values import booleans, choices, floats, integers, members, positions, rooms, sizes

__all__ = [
    "Beyond",
    "BeyondAscii",
    "Cases",
    "Cursor",
    "Draft",
    "Either",
    "Floats",
    "Goal",
    "Lengths",
    "Nulls",
    "Padding",
    "Process",
    "Sizes",
    "Struct",
    "Values",
    "as_case",
    "booleans",
    "choices",
    "count_before",
    "doublings",
    "exponential",
    "field_as_case",
    "floats",
    "integers",
    "item_of",
    "joined_text",
    "list_of_lists",
    "logarithm",
    "member_of",
    "members",
    "place_of",
    "places",
    "positions",
    "power",
    "product",
    "rooms",
    "shifted",
    "sizes",
]
