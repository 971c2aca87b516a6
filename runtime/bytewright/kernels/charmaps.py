"""Encodings of one byte a character, as tables that the kernel reads: code pages, and the parts of ISO 8859."""

from __future__ import annotations

import codecs
from contextlib import suppress
from functools import lru_cache
from typing import Any

_MOST_POINT = 0xFFFF
"""The largest code point that a character of such an encoding may have: three bytes in UTF-8."""


@lru_cache
def points(encoding: str) -> tuple[int, ...] | None:
    """The code point that each byte stands for, below 0 where it stands for none.

    Args:
        encoding: its name, as Python knows it.

    Returns:
        256 of them; None: the encoding is unknown, or takes more than a byte for some character.
    """
    try:
        with suppress(UnicodeError):
            b"?".decode(encoding)  # fails where it is no encoding of text
        decoder: Any = codecs.getincrementaldecoder(encoding)("strict")
    except LookupError:
        return None
    known = []
    for byte in range(256):
        try:
            # One that expects more bytes behind this one doesn't fail, and gives no character.
            text = decoder.decode(bytes([byte]))
        except UnicodeError:
            known.append(-1)
            continue
        if len(text) != 1 or ord(text) > _MOST_POINT:
            return None
        known.append(ord(text))
    return tuple(known) if max(known) >= 0 else None
