"""Calculated values that rest on the same value of another structure, as a running total does.

The compiler finds them (``bytewright_codegen.analysis.running_values``); the properties of generated models ask
`running_value`. A chain of such values is as long as the input makes it, so it is followed in stages of `_DEEPEST`
calls, and each value is computed once: for good while a file is read, otherwise during one evaluation, since a model
in the hands of a program may change at any time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from bytewright.model.structures import Struct, Unchanging, root_of

_DEEPEST = 50
"""How many values within each other are computed by calls within each other."""

Compute = Callable[[Any], Any]


class _TooDeep(BaseException):
    """A value lies too deep for another call: it is to be computed first. Nothing but `running_value` may catch it."""

    def __init__(self, owner: Struct, name: str, compute: Compute) -> None:
        super().__init__()
        self.value = owner, name, compute


class _Evaluation(threading.local):
    """The evaluation under way in a thread.

    Attributes:
        token: what says that a kept value is of this evaluation; None: none is under way.
        depth: how many calls are within each other.
    """

    token: object = None
    depth: int = 0


_EVALUATION = _Evaluation()


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
    if evaluation.token is None:
        return _evaluated(owner, name, compute)
    kept = (owner._asked or {}).get(name)
    if kept is not None and kept[0] is evaluation.token:
        return kept[1]
    if evaluation.depth >= _DEEPEST:
        raise _TooDeep(owner, name, compute)
    return _computed(owner, name, compute)


def _evaluated(owner: Struct, name: str, compute: Compute) -> Any:
    indexes = root_of(owner)._indexes
    token = indexes if isinstance(indexes, Unchanging) else object()
    kept = (owner._asked or {}).get(name)
    if kept is not None and kept[0] is token:
        return kept[1]
    found = None
    waiting = {(id(owner), name): (owner, name, compute)}
    _EVALUATION.token = token
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
            else:
                del waiting[last]
    finally:
        _EVALUATION.token = None
    return found


def _computed(owner: Struct, name: str, compute: Compute) -> Any:
    _EVALUATION.depth += 1
    try:
        found = compute(owner)
    finally:
        _EVALUATION.depth -= 1
    if found is not None:  # while a structure is read, what is missing may still come
        if owner._asked is None:
            owner._asked = {}
        owner._asked[name] = _EVALUATION.token, found
    return found
