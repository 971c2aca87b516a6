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
from bytewright.model.enums import Enum, named, set_labels
from bytewright.model.lookup import as_case, count_before, field_as_case, item_at, item_of, member_of, place_of
from bytewright.model.origins import no_value
from bytewright.model.running_values import (
    asked,
    asked_item,
    asked_top,
    asked_value,
    asked_within,
    running_value,
    unkept,
)
from bytewright.model.structures import AnyMoment, AnyUuid, Field, Struct
from bytewright.model.switches import switched
from bytewright.objects.read.cursor import Cursor

__all__ = [
    "NO_VALUE",
    "AnyMoment",
    "AnyUuid",
    "Cursor",
    "Enum",
    "Field",
    "Struct",
    "as_case",
    "asked",
    "asked_item",
    "asked_top",
    "asked_value",
    "asked_within",
    "count_before",
    "doublings",
    "exponential",
    "field_as_case",
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
