"""Calculated values that rest on the same value of another structure, as a running total does.

The compiler finds them (``bytewright_codegen.analysis.running_values``); the properties of generated models ask
`running_value`. A chain of such values is as long as the input makes it, so it is followed in stages of `_DEEPEST`
calls. Each value is calculated once and kept while what it rests on stays as it is: what the expressions of such values
ask for, they ask for by `asked` and its siblings, which note it (`bytewright.model.tracking`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any
from weakref import WeakValueDictionary

from bytewright.model.structures import Struct, Unchanging, in_same_spec, root_of
from bytewright.model.tracking import Askers, Items, Kept, joined, tell, track_list, tracked_of

_DEEPEST = 50
"""How many values within each other are computed by calls within each other."""

Compute = Callable[[Any], Any]


class _TooDeep(BaseException):
    """A value lies too deep for another call: it is to be computed first. Nothing but `running_value` may catch it."""

    def __init__(self, owner: Struct, name: str, compute: Compute) -> None:
        super().__init__()
        self.value = owner, name, compute


class _Failed(BaseException):
    """A value below the one that is asked for has no value: Python asks a second time for what ends with an
    AttributeError, at each level."""

    def __init__(self, error: AttributeError) -> None:
        super().__init__()
        self.error = error


class _Evaluation(threading.local):
    """The evaluation under way in a thread.

    Attributes:
        asker: the value that is being calculated; None: none is.
        depth: how many calls are within each other.
        token: what says that a passing value is of this evaluation.
        compared: the lists that were compared with what they were.
    """

    asker: Kept | None = None
    depth: int = 0
    token: object = None
    compared: set[_Snapshot] | None = None


class _Snapshot:
    """A list that doesn't tell when it changes, and what it was."""

    __slots__ = ("__weakref__", "alone", "askers", "copy", "items")

    def __init__(self, items: list[Any]) -> None:
        self.items = items
        self.copy = list(items)
        self.askers: Askers = None
        self.alone = frozenset((self,))

    def compare(self) -> None:
        """Tell what rests on the list if it is not what it was."""
        if self.items != self.copy:
            self.copy = list(self.items)
            askers, self.askers = self.askers, None
            tell(askers)


_EVALUATION = _Evaluation()
_SNAPSHOTS: WeakValueDictionary[int, _Snapshot] = WeakValueDictionary()
"""By the identity of the list, which a snapshot holds."""


def running_value(owner: Struct, name: str, compute: Compute) -> Any:
    """A calculated value that may rest on itself, in another structure.

    Args:
        owner: the structure.
        name: Python name of the value.
        compute: computes it from the structure; it may ask for running values.

    Raises:
        AttributeError: the value depends on itself.
    """
    evaluation = _EVALUATION
    asker = evaluation.asker
    kept = None if owner._tracked is None else owner._tracked.values.get(name)
    if kept is not None and kept.holds and _still_holds(kept, owner):
        if asker is not None:
            asker.rest_on(kept)
        return kept.value
    if asker is None:
        return _evaluated(owner, name, compute)
    if evaluation.depth >= _DEEPEST:
        raise _TooDeep(owner, name, compute)
    return _computed(owner, name, compute)


def _still_holds(kept: Kept, owner: Struct) -> bool:
    """Whether a kept value holds as far as those can't tell on which it rests."""
    if kept.passing and kept.token is not (_EVALUATION.token or root_of(owner)._indexes):
        return False
    if kept.lists:
        _compare(kept.lists)
    return kept.holds


def _compare(lists: frozenset[_Snapshot]) -> None:
    """Look whether lists have changed, in an evaluation once: nothing changes meanwhile."""
    compared = _EVALUATION.compared
    for known in lists if compared is None else lists - compared:
        known.compare()
    if compared is not None:
        compared |= lists


def _evaluated(owner: Struct, name: str, compute: Compute) -> Any:
    indexes = root_of(owner)._indexes
    found = None
    waiting = {(id(owner), name): (owner, name, compute)}
    _EVALUATION.token = indexes if isinstance(indexes, Unchanging) else object()
    _EVALUATION.compared = set()
    try:
        while waiting:
            last = next(reversed(waiting))
            try:
                found = _computed(*waiting[last])
            except _TooDeep as deeper:
                first, sought, _ = deeper.value
                if (id(first), sought) in waiting:
                    raise AttributeError(f"{sought} depends on itself") from None
                waiting[id(first), sought] = deeper.value
            except _Failed as failed:
                raise failed.error from None
            else:
                del waiting[last]
    finally:
        _EVALUATION.token = _EVALUATION.compared = None
    return found


def _computed(owner: Struct, name: str, compute: Compute) -> Any:
    evaluation = _EVALUATION
    outer = evaluation.asker
    values = tracked_of(owner).values
    kept = values.get(name)
    if kept is None:
        kept = values[name] = Kept()
    kept.begin()
    evaluation.asker = kept
    evaluation.depth += 1
    try:
        found = compute(asked(owner))
    except AttributeError as error:
        if outer is None:
            raise
        raise _Failed(error) from None
    finally:
        evaluation.depth -= 1
        evaluation.asker = outer
    kept.keep(found, evaluation.token)
    if outer is not None:
        outer.rest_on(kept)
    return found


# --- what the expressions of such values ask for -------------------------------------------------------------------


def asked(owner: Any) -> Any:
    """A structure of which a field, or what it lies in, is asked for."""
    asker = _EVALUATION.asker
    if asker is not None and isinstance(owner, Struct):
        tracked = tracked_of(owner)
        if tracked.askers is not asker:
            tracked.askers = joined(tracked.askers, asker)
    return owner


def asked_top(owner: Any, kind: type[Struct]) -> Any:
    """The outermost structure of a class that one lies in."""
    node = owner
    while node is not None:
        node = asked(node)._parent
    return owner._top(kind)


def asked_item(items: Sequence[Any], place: int) -> Any:
    """An item of a list, or a byte."""
    asker = _EVALUATION.asker
    if asker is not None:
        if type(items) is Items and place >= 0:
            items.askers = joined(items.askers, asker)
        else:
            asked_value(items)
    return items[place]


def asked_value(value: Any) -> Any:
    """A list of which more than one item is asked for, or how many there are; or bytes."""
    asker = _EVALUATION.asker
    if asker is None or value is None or isinstance(value, bytes | str | int | float | Enum):
        return value
    if type(value) is Items:
        value.askers, value.counters = joined(value.askers, asker), joined(value.counters, asker)
    elif type(value) is list:
        _rest_on_list(asker, value)
    elif isinstance(value, Struct):
        asked(value)
    else:
        asker.passing = True
    return value


def asked_within(owner: Any) -> Any:
    """A structure of another spec, of which a calculated value is asked for: all that it may rest on."""
    if _EVALUATION.asker is not None and isinstance(owner, Struct):
        top = owner
        while top._parent is not None and in_same_spec(top._parent, owner):
            top = top._parent
        for structure, name in _lists_below(top):
            track_list(structure, name)
            asked_value(getattr(structure, name))
    return owner


def _lists_below(top: Struct) -> Iterator[tuple[Struct, str]]:
    """The lists of a structure and of those below it, each structure being asked for."""
    waiting = [top]
    while waiting:
        structure = asked(waiting.pop())
        for field in structure.FIELDS:
            if not field.name or structure._is_told or not structure._is_set(field.name):
                continue  # what it will be read from does not change
            value = getattr(structure, field.name)
            if isinstance(value, list):
                waiting += [item for item in value if isinstance(item, Struct)]
                del value  # who holds it counts
                yield structure, field.name
            elif isinstance(value, Struct):
                waiting.append(value)


def unkept(value: Any) -> Any:
    """What can't tell when it changes: what rests on it holds during one evaluation."""
    if _EVALUATION.asker is not None:
        _EVALUATION.asker.passing = True
    return value


def _rest_on_list(asker: Kept, items: list[Any]) -> None:
    known = _SNAPSHOTS.get(id(items))
    if known is None:
        known = _SNAPSHOTS[id(items)] = _Snapshot(items)
    _compare(known.alone)
    known.askers = joined(known.askers, asker)
    if known not in asker.lists:
        asker.lists = asker.lists | known.alone if asker.lists else known.alone
