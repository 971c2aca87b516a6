"""What names tell of logs: which one a file was rotated from, and which number it has in a series."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARK = r"\d+(?:[.\-_:T]+\d+)*"
"""What rotation puts into the name of a file: a number, or a time."""

_DIGITS_OF_A_DAY = 8

_MARKS = re.compile(_MARK)
_ROTATED = re.compile(rf"(?:{_MARK}|old|bak|prev)|{_MARK}(?P<extension>[.][^.]+)")
"""The end of a name behind what divides it from that of the log."""


def bases(path: str) -> Iterator[str]:
    """Paths of logs of which rotation may have made a file: ``a.log`` of ``a.log.1``, ``a-1.log``, or ``a.1.log``.

    Args:
        path: the path of the file.
    """
    start = path.rfind("/") + 1
    for place in range(start + 1, len(path)):
        if path[place] in ".-_":
            found = _ROTATED.fullmatch(path, place + 1)
            if found is not None:
                yield path[:place] + (found["extension"] or "")


def is_rotated(path: str, base: str) -> bool:
    """Whether nothing but rotation gives such a name to what was a log: ``a.log.1`` or ``a.log-20260321`` of ``a.log``.

    Args:
        path: the path of a file.
        base: that of a log beside it, one of its `bases`.
    """
    added = path.removeprefix(base) if path.startswith(base) else ""
    return added.startswith(".") or len(re.findall(r"\d", added)) >= _DIGITS_OF_A_DAY


def series(path: str) -> tuple[str, tuple[int, ...]]:
    """A path without the last number of its file's name, or the time there; and this.

    Args:
        path: the path of a file.
    """
    start = path.rfind("/") + 1
    marks = list(_MARKS.finditer(path, start))
    if not marks:
        return path, ()
    mark = marks[-1]
    return f"{path[: mark.start()]}#{path[mark.end() :]}", tuple(map(int, re.findall(r"\d+", mark[0])))
