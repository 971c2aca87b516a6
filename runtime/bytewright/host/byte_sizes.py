"""Sizes in bytes as people write them, alike wherever a size is an option: ``64MB``, ``64 MiB``, ``1g``, ``4096``."""

from __future__ import annotations

import re

_SIZE = re.compile(r"([0-9][0-9_]*|0x[0-9a-f]+)\s*(?:([kmgtp])(?:i?b)?|b)?", re.IGNORECASE)
_POWERS = {letter: 10 * power for power, letter in enumerate(("", "k", "m", "g", "t", "p"))}


def bytes_of(text: str) -> int:
    """A number of bytes.

    As in Spark, ``k``, ``m``, ``g``, ``t`` and ``p`` stand for powers of 1024, whatever follows them (``64m``,
    ``64MB``, ``64MiB`` are the same), in any case; a number without a unit counts bytes.

    Raises:
        ValueError: it is none; says what one looks like.
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise ValueError("a size, as in 4096, 64MB or 1g")
    return int(found[1], 0 if found[1][:2].lower() == "0x" else 10) << _POWERS[(found[2] or "").lower()]
