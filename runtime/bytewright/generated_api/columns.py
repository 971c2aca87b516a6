"""What row plans ask of headers with (`columns.py` of generated code)."""

from bytewright.codec.codec import HeaderValue
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
from bytewright.objects.read.list_rules import first_is_read, value_of_first

__all__ = [
    "HeaderValue",
    "as_case",
    "count_before",
    "doublings",
    "exponential",
    "field_as_case",
    "first_is_read",
    "item_of",
    "joined_text",
    "list_of_lists",
    "logarithm",
    "member_of",
    "place_of",
    "places",
    "power",
    "product",
    "shifted",
    "value_of_first",
]
