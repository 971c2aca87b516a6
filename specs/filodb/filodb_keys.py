"""FiloDB's hashes of partition keys, by which time series are told apart, in the three ways that its writers have.

From FiloDB's sources at commit 41bed2ec (May 2026): ``core/…/binaryrecord2/RecordBuilder.scala``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .filodb_schemas import START, combined, hash_of

_HASHED = ("string", "map", "hist", "br")
"""Types whose values enter the hash; numbers don't."""


def partition_hash(schema: Any, fields: Sequence[Any], contents: Sequence[bytes], variant: str, ignored: str) -> int:
    """The hash of a record's partition key, as FiloDB stores it: a signed integer of 32 bits.

    Args:
        schema: the record's schema.
        fields: its fields.
        contents: what is hashed of each field of the partition key: bytes of a text without their length, those of a
            map with it.
        variant: ``bulk``: all of a map at once, as all current writers do; ``pairs``: pair by pair in the order of
            their keys, without those that are ignored; ``single``: pair by pair as they are stored, none ignored.
        ignored: keys that ``pairs`` ignores, with commas between them.
    """
    found = START
    key = range(schema.partition_start, len(schema.columns))
    for place, content in zip(key, contents, strict=True):
        kind = schema.columns[place].type.label
        if kind not in _HASHED:
            continue
        if kind != "map" or variant == "bulk":
            found = combined(found, hash_of(content))
            continue
        entries = [(entry.key, entry.value) for entry in fields[place].value.target.area.entries]
        if variant == "single":
            for pair in _pairs(entries):
                found = combined(found, pair)
        else:
            left_out = set(ignored.split(","))
            together = START
            for pair in _pairs(entry for entry in sorted(entries, key=utf16_order) if entry[0] not in left_out):
                together = combined(together, pair)
            found = combined(found, together)
    return found - (1 << 32) if found >= 1 << 31 else found


def _pairs(entries: Iterable[tuple[str, str]]) -> Iterable[int]:
    return (combined(hash_of(key), hash_of(value)) for key, value in entries)


def word_order(first: tuple[str, str], second: tuple[str, str]) -> int:
    """How FiloDB's ``addMap`` orders two entries of a map: below 0, 0 or above 0.

    UTF-8 is compared in whole words of four bytes, then byte by byte with signs, then by length. It is no order where
    keys are beyond ASCII: three of them may each come before the next.
    """
    one, other = first[0].encode(), second[0].encode()
    shared = min(len(one), len(other))
    whole = shared & ~3
    if one[:whole] != other[:whole]:
        return -1 if one[:whole] < other[:whole] else 1
    for mine, theirs in zip(one[whole:shared], other[whole:shared], strict=True):
        if mine != theirs:
            return (mine ^ 0x80) - (theirs ^ 0x80)
    return len(one) - len(other)


def utf16_order(entry: tuple[str, str]) -> bytes:
    """By what Java sorts entries of maps: the code units of their keys."""
    return entry[0].encode("utf-16-be", "surrogatepass")
