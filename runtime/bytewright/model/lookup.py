"""What values find in lists: the first item with a key, how many items before a place meet a condition.

A file whose structures ask for one another by name asks as often as it has items. So an index of a list is made once
and kept with the root of a model, while that is read, viewed or written; a model in the hands of a program may change
at any time, and is searched anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any

from bytewright.model.structures import Struct, root_of

Index = dict[tuple[CodeType, int, int], tuple[Sequence[Any], Any]]
"""By question and list: the list, and its index. The list is held, so that no other one can be taken for it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What reads a structure that is yet to be read; ``type``: absolute name of its type."""

    read: Callable[[], None]
    type: str

    def __call__(self) -> None:
        """Read it."""
        self.read()


def place_of(owner: Struct, items: Sequence[Any], key: Callable[[Any], Any], wanted: Any) -> int:
    """The place of the first item whose key is ``wanted``; -1 where there is none.

    Args:
        owner: the structure that asks.
        items: the list.
        key: from an item to its key, which doesn't change while the list is being indexed.
        wanted: the key to find.
    """
    known = None if key.__closure__ else _known(owner)  # a key that asks the owner too is another one for each
    if known is None:
        return next((place for place, item in enumerate(items) if key(item) == wanted), -1)
    question = (key.__code__, id(items), len(items))
    if question not in known:
        places: dict[Any, int] = {}
        for place, item in enumerate(items):
            places.setdefault(key(item), place)
        known[question] = (items, places)
    found: int = known[question][1].get(wanted, -1)
    return found


def count_before(owner: Struct, items: Sequence[Any], where: Callable[[Any], bool], before: int) -> int:
    """How many items before a place meet a condition.

    Args:
        owner: the structure that asks.
        items: the list.
        where: the condition.
        before: the place.
    """
    known = None if where.__closure__ else _known(owner)
    if known is None:
        return sum(bool(where(item)) for item in items[:before])
    question = (where.__code__, id(items), len(items))
    if question not in known:
        counts = [0]
        for item in items:
            counts.append(counts[-1] + bool(where(item)))
        known[question] = (items, counts)
    found: int = known[question][1][before]
    return found


@contextmanager
def indexed(model: Struct) -> Iterator[None]:
    """Keep indexes of the lists of a model, which doesn't change meanwhile.

    Args:
        model: the root of a model.
    """
    before, model._indexes = model._indexes, {}
    try:
        yield
    finally:
        model._indexes = before


def _known(owner: Struct) -> Index | None:
    """The indexes of the model that a structure belongs to; None while it may change."""
    found: Index | None = root_of(owner)._indexes
    return found


def item_at(items: Sequence[Any], place: int) -> Any:
    """The item of a list at a place.

    Raises:
        LookupError: there is none.
    """
    if not 0 <= place < len(items):
        raise LookupError(f"there is no item {place} of {len(items)}")
    return items[place]


def member_of(value: Any, name: str) -> Any:
    """A member of a structure that may be absent, and is None then."""
    return None if value is None else getattr(value, name)


def as_case(value: Any, type: str) -> Any:
    """A structure that a switch has chosen, as one of a type; none where it is something else.

    Args:
        value: what there is.
        type: absolute name of the type.
    """
    return value if getattr(value, "TYPE", None) == type else None


def field_as_case(owner: Any, name: str, type: str) -> Any:
    """A structure that a switch has chosen for a field, as one of a type; none where it is something else, which isn't
    read for that where it is yet to be read.

    Args:
        owner: the structure that has the field; None: there is none.
        name: of the field.
        type: absolute name of the type.
    """
    if owner is None:
        return None
    waiting = owner._pending.get(name) if owner._pending else None
    if isinstance(waiting, Waiting) and waiting.type != type:
        return None
    return as_case(getattr(owner, name), type)


def item_of(value: Any, index: int) -> Any:
    """An item of a list that may be absent, and is None then."""
    return None if value is None else value[index]
