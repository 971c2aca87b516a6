"""What generated models (`model.py`) call."""

from bytewright.errors import NO_VALUE
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
from bytewright.model.lookup import count_before, place_of
from bytewright.model.running_values import (
    asked,
    asked_item,
    asked_top,
    asked_value,
    asked_within,
    running_value,
    unkept,
)
from bytewright.model.structures import (
    AnyMoment,
    AnyUuid,
    Enum,
    Field,
    Struct,
    item_at,
    item_of,
    member_of,
    named,
    no_value,
    set_labels,
    switched,
)
from bytewright.objects.read.cursor import Cursor

__all__ = [
    "NO_VALUE",
    "AnyMoment",
    "AnyUuid",
    "Cursor",
    "Enum",
    "Field",
    "Struct",
    "asked",
    "asked_item",
    "asked_top",
    "asked_value",
    "asked_within",
    "count_before",
    "doublings",
    "exponential",
    "item_at",
    "item_of",
    "joined_text",
    "list_of_lists",
    "logarithm",
    "member_of",
    "named",
    "no_value",
    "place_of",
    "places",
    "power",
    "product",
    "running_value",
    "set_labels",
    "shifted",
    "switched",
    "unkept",
]
