"""What generated readers (`reader.py`) call."""

from bytewright.arrow.logical import is_json
from bytewright.codecs.process import Process
from bytewright.kernels.plan import LengthFrame
from bytewright.kernels.plan.beginning import Beginning, Mark
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
from bytewright.model.enums import named
from bytewright.model.lookup import as_case, count_before, field_as_case, item_of, member_of, place_of
from bytewright.model.padding import Padding
from bytewright.model.parameters import root_parameter
from bytewright.model.places import Edges, Span, Strided
from bytewright.model.structures import SAME, Same, Struct, begin
from bytewright.model.tracking import Items
from bytewright.objects.read.blame import (
    FAILURES,
    Rests,
    invalid_calculation,
    invalid_instance,
    invalid_value,
    locate_error,
    shown_value,
)
from bytewright.objects.read.bounds import (
    check_contents,
    check_count,
    check_progress,
    check_size,
    end_element,
    fork_stream,
    fork_stream_at,
)
from bytewright.objects.read.byte_order import inherited_order, undecided_order
from bytewright.objects.read.checksums import ends_with_checksum, verify_checksum
from bytewright.objects.read.coverage import end_of_field, finish_structure, leftover, note_read, start_of_field
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import (
    begin_deferring,
    defer_field,
    place_field,
    read_deferred,
    read_later,
    show_partial,
)
from bytewright.objects.read.kept_bytes import (
    decode,
    decode_shared,
    decode_text,
    keep_nan_bits,
    keep_padding,
    keep_stated_end,
    keep_stated_number,
    keep_stated_size,
    keep_stated_start,
    mask_nulls,
    strip_padding,
    take_terminated,
)
from bytewright.objects.read.leb128 import leb128
from bytewright.objects.read.list_rules import FirstRecord, check_chain, check_record, check_same, check_unique
from bytewright.objects.read.on_access import Part, View, behind, cut, padding, raw, rest, take, text
from bytewright.objects.read.primitives import Numbers
from bytewright.objects.read.recovery import Counted, check_list_end, cut_stream, read_element

__all__ = [
    "FAILURES",
    "SAME",
    "Beginning",
    "Counted",
    "Cursor",
    "Edges",
    "FirstRecord",
    "Items",
    "LengthFrame",
    "Mark",
    "Numbers",
    "Padding",
    "Part",
    "Process",
    "Rests",
    "Same",
    "Span",
    "Strided",
    "Struct",
    "View",
    "as_case",
    "begin",
    "begin_deferring",
    "behind",
    "check_chain",
    "check_contents",
    "check_count",
    "check_list_end",
    "check_progress",
    "check_record",
    "check_same",
    "check_size",
    "check_unique",
    "count_before",
    "cut",
    "cut_stream",
    "decode",
    "decode_shared",
    "decode_text",
    "defer_field",
    "doublings",
    "end_element",
    "end_of_field",
    "ends_with_checksum",
    "exponential",
    "field_as_case",
    "finish_structure",
    "fork_stream",
    "fork_stream_at",
    "inherited_order",
    "invalid_calculation",
    "invalid_instance",
    "invalid_value",
    "is_json",
    "item_of",
    "joined_text",
    "keep_nan_bits",
    "keep_padding",
    "keep_stated_end",
    "keep_stated_number",
    "keep_stated_size",
    "keep_stated_start",
    "leb128",
    "leftover",
    "list_of_lists",
    "locate_error",
    "logarithm",
    "mask_nulls",
    "member_of",
    "named",
    "note_read",
    "padding",
    "place_field",
    "place_of",
    "places",
    "power",
    "product",
    "raw",
    "read_deferred",
    "read_element",
    "read_later",
    "rest",
    "root_parameter",
    "shifted",
    "show_partial",
    "shown_value",
    "start_of_field",
    "strip_padding",
    "take",
    "take_terminated",
    "text",
    "undecided_order",
    "verify_checksum",
]
