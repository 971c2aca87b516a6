"""What plain Python makes of a row of books, and of a list of visits: see ``toys/shelves.ksy``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

LABELS = {1: "new", 3: "", 200: "größer"}
_HIGHEST = (1 << 63) - 1

Rows = tuple[list[dict[str, Any]], int | None]


class _BadError(Exception):
    """Something is wrong, or needs more than the kernel knows."""


def books(data: bytes) -> Rows:
    """The books of a row, and where the first bad one begins."""
    rows: list[dict[str, Any]] = []
    at = 0
    while True:
        try:
            pages, behind = _leb(data, at, len(data))
            if pages == 0:
                return (rows, None) if rows else (rows, at)
            row, end = _book(data, behind, pages)
        except _BadError:
            return rows, at
        rows.append({"floor": 1, "height": 20, "shelf": "low", "place": len(rows), "pages": pages, "lent": None, **row})
        at = end


def _book(data: bytes, at: int, pages: int) -> tuple[dict[str, Any], int]:
    size, at = _leb(data, at, len(data))
    end = at + size
    mark = data.find(0, at, end)
    if end > len(data) or mark < 0 or mark + 1 >= end or pages >= 1 << 31:
        raise _BadError
    title = _text(data[at:mark])
    count, at = data[mark + 1], mark + 2
    tags = []
    for _ in range(count):
        label, at = _leb(data, at, end)
        since, at = int.from_bytes(data[at : at + 8], "little"), at + 8
        if at > end or label not in LABELS or since > _HIGHEST:
            raise _BadError
        tags.append({"label": LABELS[label], "since": since})
    return {"title": title, "cover": data[at:end], "tags": tags}, end


def visits(data: bytes) -> Rows:
    """The visits to the end of the bytes, and where the first bad one begins."""
    rows: list[dict[str, Any]] = []
    at = 0
    while at < len(data):
        try:
            visitor, behind = _leb(data, at, len(data))
            if visitor > _HIGHEST or behind >= len(data) or behind + 1 + data[behind] > len(data):
                raise _BadError
            end = behind + 1 + data[behind]
            note = _text(data[behind + 1 : end])
        except _BadError:
            return rows, at
        rows.append({"floor": 1, "weight": 1.5, "visit": len(rows), "visitor": visitor, "note": note})
        at = end
    return rows, None


READERS: Mapping[str, Callable[[bytes], Rows]] = {"books": books, "visits": visits}


def _leb(data: bytes, at: int, end: int) -> tuple[int, int]:
    number = 0
    for place in range(10):
        if at + place >= end:
            break
        byte = data[at + place]
        number |= (byte & 127) << 7 * place
        if byte < 128:
            if number >> 64:
                break
            return number, at + place + 1
    raise _BadError


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _BadError from None
