"""Unsigned LEB128 integer.

An unsigned integer of up to 64 bits in groups of seven, the lowest first.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import api_6
from bytewright.generated_api import codec as rt
from bytewright.generated_api.codec import Codec, Parse

from .model import Group, Uvarint
from .reader import read_uvarint
from .schema import schema
from .views import VIEWS
from .writer import derive_uvarint, emit_uvarint

CODEC = Codec(
    name="uvarint",
    title="Unsigned LEB128 integer",
    api=api_6,
    root=Uvarint,
    read=read_uvarint,
    derive=derive_uvarint,
    emit=emit_uvarint,
    append_refusal="uvarint.value asks for the list groups",
    signature=(),
    extensions=(),
    options=(),
    views=VIEWS,
    plans=rt.PlanFile(__name__),
    package=__name__,
)

parse: Parse[Uvarint] = CODEC.parse
write = CODEC.write

__all__ = [
    "CODEC",
    "Group",
    "Uvarint",
    "parse",
    "schema",
    "write",
]
