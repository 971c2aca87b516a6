"""A failing spec made small: whatever can go without the failure going is taken out of it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.random_specs.compiled import Spec

_Path = tuple[Any, ...]
_VARIABLE = re.compile(
    r"b?'[^']*'|\b(?:[0-9a-f]{2} )+[0-9a-f]{2}\b|0x[0-9a-f]+|[\w.\[\]]*\d[\w.\[\]]*|/\S+"
    r"|\b[a-z]\w*(?:\[\d+\])?(?:\.[\w.\[\]]+|(?=:))"
)


def kind_of(failure: str) -> str:
    """What a failure is, whatever the names and numbers."""
    return " ".join(_VARIABLE.sub("…", failure.splitlines()[0]).split())


def reduced(spec: Spec, failure: Callable[[Spec], str]) -> Spec:
    """The smallest spec found that fails in the same way.

    Args:
        spec: fails.
        failure: says how a spec fails; empty if it doesn't.
    """
    wanted = kind_of(failure(spec))
    going = True
    while going:
        going = False
        for path in sorted(_paths(spec), key=len):
            for smaller in _without(spec, path):
                found = failure(smaller)
                if found and kind_of(found) == wanted:
                    spec, going = smaller, True
                    break
    return spec


def _paths(node: Any, path: _Path = ()) -> Iterator[_Path]:
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def _without(spec: Spec, path: _Path) -> Iterator[Spec]:
    """A spec without something, or with something simpler in its place."""
    try:
        _at(spec, path)
    except (LookupError, TypeError):  # gone with something else
        return
    if path[-1] in ("id", "pos") or path[-2:] == ("meta", "endian"):
        return
    if path[-2:-1] == ("cases",) and len(_at(spec, path[:-1])) == 1:
        return
    if len(path) > 1 or (len(spec) > 1 and path[0] != next(iter(spec))):
        smaller = copy.deepcopy(spec)
        del _at(smaller, path[:-1])[path[-1]]
        yield smaller
    simpler: list[Any] = []
    if path[-1] == "type":
        simpler = ["u1"]
    elif path[-1] in ("if", "value"):
        simpler = ["true", "0"]
    for value in simpler:
        if _at(spec, path) != value:
            smaller = copy.deepcopy(spec)
            _at(smaller, path[:-1])[path[-1]] = value
            yield smaller


def _at(node: Any, path: _Path) -> Any:
    for key in path:
        node = node[key]
    return node
