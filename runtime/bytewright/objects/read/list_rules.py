"""Rules of lists: keys that elements share, or that each has alone, and records that are like the first one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bytewright.errors import ValueInvalidError
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.blame import FAILURES, beginning, invalid_value, shown_value

Invalid = Callable[[Struct, int, str, Any, int], Exception]
"""Makes the error for an element: of which list, what is expected, what is found, which element it is."""


def check_unique(owner: Struct, field: int, key: Callable[[Any], Any], invalid: Invalid = invalid_value) -> None:
    """No two elements of a list have the same key.

    Raises:
        ValueInvalidError: two have; it names the second. Or what ``invalid`` makes.
    """
    seen: dict[Any, int] = {}
    for element, item in enumerate(getattr(owner, owner.FIELDS[field].name)):
        value = key(item)
        first = seen.setdefault(value, element)
        if first != element:
            raise invalid(owner, field, _only_once(owner, field, first), value, element)


def check_chain(owner: Struct, field: int, seen: dict[Any, int], key: Callable[[Any], Any], item: Any) -> None:
    """The newest element of a list has a key that none before it has: a chain must not lead back.

    Raises:
        ValueInvalidError: one has.
    """
    element = len(seen)
    value = key(item)
    first = seen.setdefault(value, element)
    if first != element:
        raise invalid_value(owner, field, _only_once(owner, field, first), value, element)


def check_same(owner: Struct, field: int, key: Callable[[Any], Any], invalid: Invalid = invalid_value) -> None:
    """All elements of a list have the same key.

    Raises:
        ValueInvalidError: one hasn't; it names that. Or what ``invalid`` makes.
    """
    items = getattr(owner, owner.FIELDS[field].name)
    first = key(items[0]) if items else None
    for element, item in enumerate(items):
        value = key(item)
        if element and value != first:
            raise invalid(owner, field, _as_first(owner, field, first), value, element)


def _only_once(owner: Struct, field: int, first: int) -> str:
    return f"each only once, as {owner.FIELDS[field].id}[{first}] is it already"


def _as_first(owner: Struct, field: int, first: Any) -> str:
    return f"{shown_value(first)}, as {owner.FIELDS[field].id}[0] is"


class FirstRecord:
    """What a rule for all records asks of the file's first one, by which others are judged wherever reading begins.

    Args:
        read: reads that record.
    """

    __slots__ = ("_known", "_read", "_value")

    def __init__(self, read: Callable[[], Struct | None]) -> None:
        self._read = read
        self._known: bool | None = None
        self._value: Any = None

    def tell(self, value: Any) -> None:
        """This is the value, as the record has just been read."""
        self._known, self._value = True, value

    def value(self, key: Callable[[Any], Any]) -> tuple[bool, Any]:
        """Whether there is such a record that can be read, and what it gives."""
        if self._known is None:
            self._known = False
            with suppress(*FAILURES):
                item = self._read()
                if item is not None:
                    self.tell(key(item))
        return self._known, self._value


def first_is_read(root: Struct, key: Callable[[Any], Any]) -> int:
    """Whether a file's first record can be read, so that it says something of the others (1 or 0)."""
    return int(root._io.first.value(key)[0])


def value_of_first(root: Struct, key: Callable[[Any], Any]) -> int:
    """What the file's first record says of the others, as a number."""
    return int(root._io.first.value(key)[1] or 0)


def check_record(
    first: FirstRecord, owner: Struct, field: int, key: Callable[[Any], Any], index: int, item: Struct
) -> None:
    """A record has the key of the file's first one. Where that can't be read, nothing says what it has to be.

    Raises:
        ValueInvalidError: it hasn't.
    """
    value = key(item)
    if not index:
        if not item._io.spoiled and item._io.recovery is None:  # what was passed over in it may decide otherwise
            first.tell(value)
        return
    known, expected = first.value(key)
    if known and value != expected:
        raise ValueInvalidError(
            offset=beginning(item),
            field=field_path(owner, field, index),
            expected=_as_first(owner, field, expected),
            found=shown_value(value),
            hint=owner.FIELDS[field].hint or None,
        )
