"""Numbers of whole bytes, by their kind: ``u4le``, ``s2be``, ``f8le``."""

from __future__ import annotations

import struct
from typing import Any

from bytewright.errors import WriteError, shown
from bytewright.model.structures import Struct, field_path

_RANGES = {
    code: (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if code.islower() else (0, (1 << bits) - 1)
    for code, bits in {"b": 8, "h": 16, "i": 32, "q": 64, "B": 8, "H": 16, "I": 32, "Q": 64}.items()
}
KINDS: dict[str, struct.Struct] = {
    f"{letter}{size}{order}": struct.Struct(("<" if order == "le" or size == 1 else ">") + code)
    for letter, codes in {"u": "BHIQ", "s": "bhiq", "f": "  fd"}.items()
    for size, code in zip((1, 2, 4, 8), codes, strict=True)
    for order in (("",) if size == 1 else ("le", "be"))
    if code != " "
}


def is_number(kind: str) -> bool:
    """Whether a field of a kind is a number of whole bytes; where its structure says the byte order, too."""
    return kind in KINDS or f"{kind}le" in KINDS


def stored_kind(owner: Struct, field: int) -> str:
    """The kind of a field that is a number, with its byte order."""
    kind = owner.FIELDS[field].kind
    return kind if kind in KINDS else ordered(owner, kind)


def unfit(layout: struct.Struct, value: Any, owner: Struct, field: int, element: int | None) -> WriteError:
    """The error for a value that is no number of a kind."""
    code = layout.format[-1]
    if code in "fd":
        expected = "a number" if code == "d" else "a number that fits a 32-bit float"
    else:
        low, high = _RANGES[code]
        expected = f"an integer from {low} to {high}"
    return WriteError(field=field_path(owner, field, element), expected=expected, found=shown(value))


def bit_width(kind: str) -> int:
    """How many bits a number of a kind (``b3le``) has; 0: it isn't one of bits."""
    digits = kind[1:].removesuffix("le").removesuffix("be")
    return int(digits) if kind[:1] == "b" and digits.isdigit() else 0


def ordered(owner: Struct, kind: str) -> str:
    """The kind of a number whose byte order its structure finds out."""
    return f"{kind}{'le' if owner._le else 'be'}"
