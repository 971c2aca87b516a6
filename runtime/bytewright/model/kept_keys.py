"""Keys of `Struct._kept`, in which a structure has what its bytes are beyond their meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bytewright.model.structures import Field, Struct

TAIL = 1 << 30
"""For bytes between the end of a structure and the end of its stream."""

GAPS = 1 << 29
"""Of a structure that has a stream of its own, for the bytes of it that no field describes: by their positions in it,
or, as long as not all has been read, the stream."""

STREAMS = 1 << 28
"""Added to the number of a field that lies at a place of its own: for its place in its stream."""

SEEN = 1 << 27
"""Added to the number of such a field: for the bytes that a writer read it from again, as others had changed them."""

STATED = 1 << 26
"""Added to the number of a field that follows from others, though readers don't go by it: for what it was where that is
something else, and it is no number of whole bytes."""

CHOSEN = 1 << 25
"""Added to the number of a switch: for the name of the case that rows say, in a list by place."""

NAMED = 1 << 24
"""For the members that values name, by their names, before these are in their order."""

LONE = 1 << 23
"""For the names of fields that follow from what isn't there, so that they are as they were read."""


def follows(owner: Struct, field: Field) -> bool:
    """Whether a field follows from others that are there, so that nobody need say it."""
    return field.derived is True and field.name not in owner._kept.get(LONE, ())
