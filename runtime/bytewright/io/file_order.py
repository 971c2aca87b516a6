"""The order of files, by their paths."""

from __future__ import annotations

import re
from typing import Any, Literal

FileOrder = Literal["path", "numeric"]
"""``path``: as Spark sorts them, character by character. ``numeric``: digits in them as the numbers that they spell."""

_DIGITS = re.compile(r"(\d+)")


def order_key(path: str, order: FileOrder) -> Any:
    """What files are sorted by.

    Args:
        path: the path of a file.
        order: how paths tell the order.
    """
    if order == "path":
        return path
    pieces = _DIGITS.split(path)
    return [*zip(pieces[::2], [*map(int, pieces[1::2]), -1], strict=True)], path
