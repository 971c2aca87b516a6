"""What rows are looked up by, where they are searched for, and what look-ups leave for those that come later."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bytewright.errors import OptionError

Of = Callable[[Any], Any]
"""What an expression over a `bytewright.schema.scope.Scope` gives."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What the elements of a list say of the keys in them, in ascending order of it.

    Attributes:
        level: which list, 0 for the outermost.
        key: what they say: that no key in an element is above it, and those in later ones are.
        starts: that no key in an element is below it instead, and those in earlier ones are.
    """

    level: int
    key: Of
    starts: bool


@dataclass(frozen=True, slots=True)
class Selection:
    """What an option chooses.

    Attributes:
        option: its id; where it isn't set, nothing is chosen.
        key: what is looked for (``Scope.options``).
        level: the list whose elements are chosen, 0 for the outermost.
        equals: what of an element must be the key.
        around: a list further out, whose elements are in ascending order of ``through``: only the first that is not
            below the key is looked into.
        through: see there; None: all elements are gone through.
        within: a list further out, whose elements are in ascending order of ``start``: only the last that is not above
            the key is looked into.
        start: see there; None: all elements are gone through.
    """

    option: str
    key: Of
    level: int
    equals: Of
    around: int = 0
    through: Of | None = None
    within: int = 0
    start: Of | None = None

    @property
    def bounds(self) -> Iterator[Bound]:
        """What the lists say that are searched for the key."""
        if self.through is not None:
            yield Bound(self.around, self.through, starts=False)
        if self.start is not None:
            yield Bound(self.within, self.start, starts=True)


class Memory:
    """What look-ups have found out about the lists of a file.

    Args:
        room: says whether more may be held.
    """

    def __init__(self, room: Callable[[], bool]) -> None:
        self._room = room
        self._known: dict[Hashable, tuple[object, Any]] = {}

    @property
    def holds(self) -> bool:
        """Whether what is read of the file stays, and more may."""
        return self._room()

    def of(self, key: Hashable, owners: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """What was made for some objects.

        Args:
            key: tells it from what else is made for them.
            owners: the objects, which are told apart by which they are, not by their values.
            make: makes it, where it isn't known.
        """
        place = (key, *map(id, owners))
        known = self._known.get(place)
        if known is None:
            made = make()
            if self.holds:
                self._known[place] = owners, made  # as long as these stay, no other has the number of one
            return made
        return known[1]

    def forget(self) -> None:
        """Let go of everything."""
        self._known.clear()


class Sought(dict[str, Any]):
    """Values of options by id, but for those by which rows are looked up: these have several, or one.

    Args:
        values: the values of all options.
        sought: what is looked up, by id.
        memory: what is known of the file.
    """

    def __init__(self, values: Mapping[str, Any], sought: Mapping[str, Sequence[Any]], memory: Memory) -> None:
        super().__init__((id, value) for id, value in values.items() if id not in sought)
        self.sought = sought
        self.memory = memory

    def __missing__(self, id: str) -> Any:
        """Say that a look-up gives an option no value.

        Raises:
            OptionError: it does.
        """
        raise OptionError(
            f"something else than a key rests on the option {id}", hint="Open the table with it, or leave it out."
        )


def sought_in(options: Mapping[str, Any], id: str) -> Sequence[Any]:
    """The values of an option of which one is looked for; none where it isn't set."""
    if isinstance(options, Sought) and id in options.sought:
        return options.sought[id]
    value = options.get(id)
    return () if value is None else (value,)


def memory_of(options: Mapping[str, Any]) -> Memory | None:
    """What is known of the file that is looked up in; None: no look-up comes after this one."""
    return options.memory if isinstance(options, Sought) else None
