"""What generated writers (`writer.py`) call."""

from bytewright.arrow.logical import is_json
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
from bytewright.model.number_formats import ordered
from bytewright.model.padding import Padding
from bytewright.model.structures import given, removed
from bytewright.model.tracking import Items
from bytewright.objects.read.blame import shown_value
from bytewright.objects.read.byte_order import inherited_order, undecided_order
from bytewright.objects.write.bit_buffer import Here
from bytewright.objects.write.fields.checks import (
    check_absent,
    check_elements,
    check_filled,
    check_fits,
    check_instance,
    check_list,
    check_present,
    check_same,
    check_unique,
    invalid_value,
)
from bytewright.objects.write.fields.counts import derive_count, derive_count_below, lists_at
from bytewright.objects.write.fields.early_values import (
    derive_constant,
    derive_digits,
    derive_filling,
    derive_index,
    derive_ruled,
    derive_value,
)
from bytewright.objects.write.fields.encoding import bytes_of, encode, encode_text, size_as_read
from bytewright.objects.write.fields.late_values import reserve_list, reserve_value
from bytewright.objects.write.fields.presence import check_no_nulls, derive_nulls, derive_presence, derive_validity
from bytewright.objects.write.fields.stored_values import stored_value
from bytewright.objects.write.fields.structures import (
    as_structure,
    as_structures,
    check_case,
    make_structures,
    named_cells,
)
from bytewright.objects.write.fields.value_structs import hold_value
from bytewright.objects.write.fixpoint import make_deferred
from bytewright.objects.write.implied_values import Clue, Said, derive_last_element, infer_below, infer_value
from bytewright.objects.write.list_terminators import check_list_end
from bytewright.objects.write.null_bytes import blank_structure, known_size, put_blank
from bytewright.objects.write.output import Output
from bytewright.objects.write.varint_solver import begin_varint, spell_plain, spell_varint

__all__ = [
    "Clue",
    "Here",
    "Items",
    "Output",
    "Padding",
    "Process",
    "Said",
    "as_case",
    "as_structure",
    "as_structures",
    "begin_varint",
    "blank_structure",
    "bytes_of",
    "check_absent",
    "check_case",
    "check_elements",
    "check_filled",
    "check_fits",
    "check_instance",
    "check_list",
    "check_list_end",
    "check_no_nulls",
    "check_present",
    "check_same",
    "check_unique",
    "count_before",
    "derive_constant",
    "derive_count",
    "derive_count_below",
    "derive_digits",
    "derive_filling",
    "derive_index",
    "derive_last_element",
    "derive_nulls",
    "derive_presence",
    "derive_ruled",
    "derive_validity",
    "derive_value",
    "doublings",
    "encode",
    "encode_text",
    "exponential",
    "field_as_case",
    "given",
    "hold_value",
    "infer_below",
    "infer_value",
    "inherited_order",
    "invalid_value",
    "is_json",
    "item_of",
    "joined_text",
    "known_size",
    "list_of_lists",
    "lists_at",
    "logarithm",
    "make_deferred",
    "make_structures",
    "member_of",
    "named_cells",
    "ordered",
    "place_of",
    "places",
    "power",
    "product",
    "put_blank",
    "removed",
    "reserve_list",
    "reserve_value",
    "shifted",
    "shown_value",
    "size_as_read",
    "spell_plain",
    "spell_varint",
    "stored_value",
    "undecided_order",
]
