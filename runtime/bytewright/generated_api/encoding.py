"""What generated code adds to plans for writing (`encoding.py`): what they ask of headers, structures without bytes."""

from bytewright.codec.codec import HeaderValue
from bytewright.codecs.process import Process
from bytewright.columnar.encode.entry_mapping import Mirror, MirroredList
from bytewright.kernels.plan.encoding import MirrorPlan
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

__all__ = [
    "HeaderValue",
    "Mirror",
    "MirrorPlan",
    "MirroredList",
    "Process",
    "as_case",
    "count_before",
    "doublings",
    "exponential",
    "field_as_case",
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
]
