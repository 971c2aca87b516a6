"""Logical values: what stored numbers and bytes mean (moments, uuids, signed longs), and back.

Moments are counted in microseconds since 1970-01-01 UTC, as Arrow's and Spark's timestamps are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

Unit = Literal["s", "ms", "us", "ns"]

MICROSECONDS: dict[str, int] = {"s": 1_000_000, "ms": 1_000, "us": 1}
"""Microseconds in one unit, for the units that have any."""

MIN_LONG, MAX_LONG = -(1 << 63), (1 << 63) - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(value: int, unit: Unit) -> int:
    """Microseconds since 1970 of a count of units; nanoseconds are rounded down.

    Raises:
        OverflowError: the moment is further away than a timestamp can say (about 292,000 years).
    """
    result = value // 1000 if unit == "ns" else value * MICROSECONDS[unit]
    if not MIN_LONG <= result <= MAX_LONG:
        raise OverflowError(f"{value} {unit} since 1970 is no timestamp")
    return result


def units(moment: int, unit: Unit) -> int:
    """A count of units since 1970 of microseconds since 1970.

    Raises:
        ValueError: the moment lies between two units.
    """
    if unit == "ns":
        return moment * 1000
    count, rest = divmod(moment, MICROSECONDS[unit])
    if rest:
        raise ValueError(f"{moment} µs since 1970 is not a whole number of {unit}")
    return count


class FarMoment(int):
    """Microseconds since 1970 of a moment that ``datetime`` can't say: it lies before the year 1 or behind 9999."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{int(self)} µs since 1970"


def moment_of(value: datetime | FarMoment) -> int:
    """Microseconds since 1970 of a moment; one without a zone counts as UTC.

    Raises:
        ValueError: it has nanoseconds, as moments of pandas' may.
    """
    if isinstance(value, FarMoment):
        return int(value)
    if getattr(value, "nanosecond", 0):
        raise ValueError(f"{value} is not a whole number of µs")
    if value.tzinfo is None:
        value = value.replace(tzinfo=UTC)
    delta = value - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


_JSON: dict[str, tuple[type, ...]] = {
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "list": (list,),
    "object": (dict,),
}


def is_json(text: str, members: Mapping[str, str]) -> bool:
    """Whether text is that of a JSON object, or null; ``members``: what some of them are where they are there."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if found is None:
        return True
    if not isinstance(found, dict):
        return False
    held = [(found[name], kind) for name, kind in members.items() if found.get(name) is not None]
    return all(isinstance(value, _JSON[kind]) and (kind == "bool") == isinstance(value, bool) for value, kind in held)


def uuid_text(value: bytes) -> str:
    """The text of a uuid of 16 bytes in textual order.

    Raises:
        ValueError: there are not 16 bytes.
    """
    if len(value) != 16:
        raise ValueError(f"a uuid has 16 bytes, not {len(value)}")
    text = value.hex()
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def uuid_bytes(text: str) -> bytes:
    """The 16 bytes of a uuid, in textual order.

    Raises:
        ValueError: the text is not 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
    """
    groups = text.split("-")
    if [len(group) for group in groups] != [8, 4, 4, 4, 12]:
        raise ValueError(f"{text!r} is not a uuid")
    return bytes.fromhex("".join(groups))


def utf16_text(value: int, *, replace: bool = False) -> str:
    """The text of a code unit of UTF-16.

    Args:
        value: the unit.
        replace: whether half of a surrogate pair, which is no text, becomes U+FFFD.

    Raises:
        ValueError: it is half of a surrogate pair.
    """
    if 0xD800 <= value < 0xE000:
        if not replace:
            raise ValueError(f"0x{value:04x} alone is no text in UTF-16")
        return "\ufffd"
    return chr(value)


def utf16_unit(text: str) -> int:
    """The code unit of UTF-16 of a text.

    Raises:
        ValueError: it has not just one.
    """
    if len(text) != 1 or ord(text) > 0xFFFF:
        raise ValueError("one code unit of UTF-16")
    return ord(text)


def wrapped(value: int) -> int:
    """An unsigned integer of 64 bits as the signed one that has the same bits."""
    return ((value - MIN_LONG) & 0xFFFF_FFFF_FFFF_FFFF) + MIN_LONG


def unwrapped(value: int) -> int:
    """The inverse of `wrapped`."""
    return value & 0xFFFF_FFFF_FFFF_FFFF
