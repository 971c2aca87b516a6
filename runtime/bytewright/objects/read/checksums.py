"""Stored checksums, compared with those of the bytes."""

from __future__ import annotations

from typing import Any

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.errors import ChecksumError
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.cursor import Cursor


def verify_checksum(io: Cursor, owner: Struct, field: int, algorithm: str, start: int, end: int) -> None:
    """A stored checksum, if there is one, must be that of the bytes between two offsets.

    Raises:
        ChecksumError: it isn't, and that is an error.
    """
    stored = getattr(owner, owner.FIELDS[field].name)
    if io.checksums == "skip" or stored is None:
        return
    row = ALGORITHMS[algorithm]
    right = row(io.again(start, end))
    if stored == right:
        if end > start:  # the sum of nothing proves nothing
            io.budget.proved += 8 * row.size
        return
    span = span_of(owner, field)
    assert span is not None
    expected = f"{row.shown(right)}, the {algorithm} of the bytes from {start} to {end}"
    found = row.shown(stored)
    if io.checksums == "fail":
        raise ChecksumError(offset=span.start, field=field_path(owner, field), expected=expected, found=found)
    io.warn(span.start, f"{field_path(owner, field)}: expected {expected}, found {found}")


def ends_with_checksum(io: Cursor, algorithm: str, kind: str, start: int) -> bool:
    """Whether the last bytes of a stream are the checksum of all before them, from an offset on."""
    row = ALGORITHMS[algorithm]
    end = io.at + io.left - row.size
    if end < io.at:
        return False
    stored = io.again(end, end + row.size)
    if row.digest:
        return bool(row(io.again(start, end)) == bytes(stored))
    order: Any = "little" if kind.endswith("le") else "big"
    return bool(row(io.again(start, end)) == int.from_bytes(stored, order))
