"""What a file's header gives to plans that are written out for it: numbers and lists, each asked for once."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
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

    def is_none(self, name: str) -> bool:
        """Whether the header has something that isn't there, which is no error."""
        try:
            return self.asked(name) is None
        except Unsupported:
            return False

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

    def places(self, listed: str, key: str) -> dict[int, int]:
        """Which is the first entry of a list with a key, by the keys; see `items`."""
        found: dict[int, int] = {}
        for place, entry in enumerate(self.entries(listed)):
            found.setdefault(self.number(key, entry=entry), place)
        return found

    def items(self, listed: str, name: str, count: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Numbers of the entries of a list, or of the items of lists that these have: those of the first entry, of the
        second one, and so on, and by entry where its own begin.

        Args:
            listed: the list.
            name: what the numbers are called.
            count: what the number of items is called; empty: the entries themselves have the numbers.

        Raises:
            Unsupported: they aren't numbers, or too many.
        """
        firsts: list[int] = []
        numbers: list[int] = []
        for entry in self.entries(listed):
            if not count:
                numbers.append(self.number(name, entry=entry))
                continue
            many = self.number(count, entry=entry)
            if not 0 <= many <= MOST_UNROLLED - len(numbers):
                raise Unsupported(f"entries with {len(numbers) + many} items")
            firsts.append(len(numbers))
            numbers += [self.number(name, (number,), entry) for number in range(many)]
        return tuple(firsts), tuple(numbers)

    def texts(
        self, listed: str, name: str, ways: Sequence[Way | None] | None = None
    ) -> tuple[tuple[int, ...], tuple[str | bytes, ...]]:
        """Texts of the entries of a list, those of the first one, of the second one, and so on, and by entry where its
        own begin.

        Args:
            listed: the list; empty: it is the header itself that has them.
            name: what they are called.
            ways: by entry, the column that they are about; None: they are about none.

        Raises:
            Unsupported: it isn't texts.
        """
        firsts: list[int] = []
        together: list[str | bytes] = []
        known: dict[tuple[str | bytes, ...], int] = {}
        entries = self.entries(listed) if listed else [None]
        for entry, way in zip(entries, [NO_COLUMN] * len(entries) if ways is None else ways, strict=True):
            found = [] if way is None else self.asked(name, way, entry)
            found = [found] if isinstance(found, str | bytes) else found
            if not isinstance(found, list) or not all(isinstance(text, str | bytes) for text in found):
                said = "isn't there" if found is None else "is no text, and no list of texts"
                raise Unsupported(f"{name} {said}")
            # Entries often have the same ones: then there is nothing to look up.
            if tuple(found) not in known:
                known[tuple(found)] = len(together)
                together += found
            firsts.append(known[tuple(found)])
        return tuple(firsts), tuple(together)

    def table(self, name: str, way: Way) -> tuple[str, ...]:
        """The texts that numbers stand for.

        Raises:
            Unsupported: it is no list of texts.
        """
        texts = self.asked(name, way)
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise Unsupported(f"{name} is no list of texts")
        return tuple(texts)

    def asked(self, name: str, way: Way = NO_COLUMN, entry: Any = None) -> Any:
        """Anything; see `number`.

        Raises:
            Unsupported: it has no value.
        """
        try:
            return self._value(name, way[0]) if entry is None else self._value(name, way[0], entry, *way[1:])
        except (*NO_VALUE, RecursionError) as error:
            raise Unsupported(f"{name} has no value: {error}") from error
