"""What a file's header gives to plans that are written out for it: numbers and lists, each asked for once."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from bytewright.errors import NO_VALUE
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.unrolled.element_names import NO_COLUMN, Way

MOST_UNROLLED = 1 << 14
"""Elements of an unrolled list, at most: each takes some ten instructions and registers of its own."""
_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1

Value = Callable[..., Any]
"""What a name is worth for the column of a number (-1: for no column) and, where it is about the entries of a list, an
entry, and the number of a column inside of that one, if it is about such; it may raise what computing raises."""


class HeaderValues:
    """What a header gives.

    Args:
        value: says it.
        floats: whether numbers may be floats, of which the bits are meant.
    """

    def __init__(self, value: Value, *, floats: bool = False) -> None:
        self._value = value
        self._floats = floats
        self._lists: dict[str, list[Any]] = {}
        self._numbers: dict[tuple[str, Way, int], int] = {}

    def number(self, name: str, way: Way = NO_COLUMN, entry: Any = None) -> int:
        """A number.

        Args:
            name: what it is called.
            way: the column that it is about.
            entry: of a list that describes columns, the one that it is about.

        Raises:
            Unsupported: it has no value, or is no number of 64 bits.
        """
        key = (name, way, id(entry))
        if key not in self._numbers:
            value = self.asked(name, way, entry)
            if self._floats and isinstance(value, float):
                (value,) = struct.unpack("<q", struct.pack("<d", value))
            if not isinstance(value, int) or not _LOWEST <= value <= _HIGHEST:
                raise Unsupported(f"{name} isn't there" if value is None else f"{name} is no number of 64 bits")
            self._numbers[key] = int(value)
        return self._numbers[key]

    def number_if_there(self, name: str) -> int:
        """A number that a walk may ask for; whether it needs it has been seen."""
        try:
            return self.number(name)
        except Unsupported:
            return 0

    def entries(self, name: str) -> list[Any]:
        """A list.

        Raises:
            Unsupported: it has no value, is no list, or too long.
        """
        if name not in self._lists:
            found = self.asked(name)
            if not isinstance(found, (list, tuple)):
                raise Unsupported(f"{name} is no list")
            if len(found) > MOST_UNROLLED:
                raise Unsupported(f"{name} has {len(found)} entries")
            self._lists[name] = list(found)
        return self._lists[name]

    def asked(self, name: str, way: Way = NO_COLUMN, entry: Any = None) -> Any:
        """Anything; see `number`.

        Raises:
            Unsupported: it has no value.
        """
        try:
            return self._value(name, way[0]) if entry is None else self._value(name, way[0], entry, *way[1:])
        except (*NO_VALUE, RecursionError) as error:
            raise Unsupported(f"{name} has no value: {error}") from error
