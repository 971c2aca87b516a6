"""Values that are kept, and structures and lists that say when these no longer hold.

A kept value is told when something changes that it rests on: a field, an element of a list, another kept value. Only
structures that something rests on pay for that: `tracked_of` gives them a class whose ``__setattr__`` tells. Lists tell
where they are `Items`: those that readers make, and those that nobody but their structure holds.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable
from functools import wraps
from sys import getrefcount
from typing import Any, SupportsIndex


class Kept:
    """A calculated value, kept while what it rests on stays as it is.

    Attributes:
        value: the value.
        holds: whether it is known, and nothing that it rests on has changed.
        changed: whether something has changed while it was calculated.
        askers: the kept values that rest on it.
        lists: lists that don't tell on which it rests, also through others.
        passing: whether it rests on something else that doesn't tell, so that it holds during one evaluation only.
        token: which evaluation that is.
    """

    __slots__ = ("askers", "changed", "holds", "lists", "passing", "token", "value")

    def __init__(self) -> None:
        self.value: Any = None
        self.holds = False
        self.changed = False
        self.askers: Askers = None
        self.lists: frozenset[Any] = frozenset()
        self.passing = False
        self.token: object = None

    def __reduce__(self) -> tuple[type[Kept], tuple[()]]:
        """A copy of a model keeps nothing: it is calculated anew."""
        return Kept, ()

    def begin(self) -> None:
        """It is about to be calculated."""
        self.holds = self.changed = self.passing = False
        self.lists = frozenset()

    def keep(self, value: Any, token: object) -> None:
        """It has been calculated, in an evaluation."""
        self.value, self.token = value, token
        self.holds = not self.changed

    def rest_on(self, other: Kept) -> None:
        """It rests on another one."""
        other.askers = joined(other.askers, self)
        if not other.holds:
            self.changed = True
        if other.passing:
            self.passing = True
        if other.lists is not self.lists:
            self.lists = self.lists | other.lists if self.lists else other.lists


Askers = Kept | set[Kept] | None
"""Kept values that rest on something; most often there is one."""


class Tracked:
    """What rests on a structure, and the values that are kept of it, by their names in Python."""

    __slots__ = ("askers", "values")

    def __init__(self) -> None:
        self.askers: Askers = None
        self.values: dict[str, Kept] = {}


def joined(askers: Askers, asker: Kept) -> Askers:
    """Askers and one more."""
    if askers is None or askers is asker:
        return asker
    if isinstance(askers, set):
        askers.add(asker)
        return askers
    return {askers, asker}


def tell(askers: Askers) -> None:
    """Tell kept values, and those that rest on them, that something has changed."""
    waiting = [askers]
    while waiting:
        found = waiting.pop()
        for kept in found if isinstance(found, set) else () if found is None else (found,):
            kept.holds, kept.changed = False, True
            if kept.askers is not None:
                waiting.append(kept.askers)
                kept.askers = None


# --- structures ----------------------------------------------------------------------------------------------------

_LINKS = frozenset(("_index", "_le", "_parent", "_told", "_up"))
"""What values rest on besides fields."""


def tracked_of(structure: Any) -> Tracked:
    """What rests on a structure, which tells from here on."""
    found: Tracked | None = structure._tracked
    if found is None:
        found = structure._tracked = Tracked()
        if not isinstance(structure, _Telling):
            structure.__class__ = _telling(structure.__class__)
    return found


class _Telling:
    """Part of the class of structures on which values rest. To everybody but ``type`` it is the class without it."""

    __slots__ = ()

    def __new__(cls, *_: Any, **__: Any) -> Any:
        """Who asks ``type`` of a structure may make another one."""
        self = object.__new__(cls)
        object.__setattr__(self, "_tracked", None)
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        tracked: Tracked | None = self._tracked  # type: ignore[attr-defined]
        if tracked is None or tracked.askers is None or (name[0] == "_" and name not in _LINKS):
            object.__setattr__(self, name, value)
            return
        try:
            before = object.__getattribute__(self, name)
        except AttributeError:
            before = value  # nothing rests on a field without a value
        object.__setattr__(self, name, value)
        if before is not value and not (type(before) is type(value) is int and before == value):
            askers, tracked.askers = tracked.askers, None
            tell(askers)

    def __delattr__(self, name: str) -> None:
        object.__delattr__(self, name)
        tracked: Tracked | None = self._tracked  # type: ignore[attr-defined]
        if tracked is not None:
            askers, tracked.askers = tracked.askers, None
            tell(askers)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """A copy is of the class without it, and keeps nothing."""
        state: Any = object.__reduce_ex__(self, 2)[2]
        return copyreg.__newobj__, (self.__class__,), (state[0], state[1] | {"_tracked": None})  # type: ignore[attr-defined]


_TELLING: dict[type, type] = {}


def _telling(kind: type) -> type:
    found = _TELLING.get(kind)
    if found is None:
        shown = {"__slots__": (), "__module__": kind.__module__, "__qualname__": kind.__qualname__}
        found = _TELLING[kind] = type(kind.__name__, (_Telling, kind), {**shown, "__class__": property(lambda _: kind)})
    return found


# --- lists ---------------------------------------------------------------------------------------------------------


def _telling_after(change: Callable[..., Any]) -> Any:
    """A method of lists that tells what rests on one when it has changed it."""

    @wraps(change)
    def changed(self: Items, *given: Any, **named: Any) -> Any:
        found = change(self, *given, **named)
        self._tell()
        return found

    return changed


class Items(list[Any]):
    """A list that tells when it changes.

    Attributes:
        askers: what rests on items of it.
        counters: what rests on how many there are.
    """

    __slots__ = ("askers", "counters")

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__(items)
        self.askers: Askers = None
        self.counters: Askers = None

    def _tell(self) -> None:
        askers, self.askers = self.askers, None
        tell(askers)
        self._tell_counters()

    def _tell_counters(self) -> None:
        counters, self.counters = self.counters, None
        tell(counters)

    def append(self, item: Any) -> None:
        """Add an item."""
        list.append(self, item)
        if self.counters is not None:
            self._tell_counters()

    def extend(self, items: Iterable[Any]) -> None:
        """Add items."""
        list.extend(self, items)
        self._tell_counters()

    __iadd__, __imul__ = _telling_after(list.__iadd__), _telling_after(list.__imul__)
    __setitem__, __delitem__ = _telling_after(list.__setitem__), _telling_after(list.__delitem__)
    insert, pop, remove = _telling_after(list.insert), _telling_after(list.pop), _telling_after(list.remove)
    clear, reverse, sort = _telling_after(list.clear), _telling_after(list.reverse), _telling_after(list.sort)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """A copy has nothing resting on it."""
        return Items, (), None, iter(self)


class _Holder:
    """Something that holds a list which nobody else holds."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: Any = []


def _references(holder: Any, name: str) -> int:
    """How many references there are to what an object holds, those of this function among them."""
    value = object.__getattribute__(holder, name)
    return getrefcount(value)


_ALONE = _references(_Holder(), "items")


def track_list(structure: Any, name: str) -> None:
    """Let a list of a structure tell when it changes, unless a program holds on to it, which would miss what changes.

    Args:
        structure: the structure.
        name: Python name of the field.
    """
    try:
        value = object.__getattribute__(structure, name)
    except AttributeError:
        return  # it is read when it is first asked for
    if type(value) is list:
        del value
        if _references(structure, name) == _ALONE:
            setattr(structure, name, Items(getattr(structure, name)))
