"""What a root tells of the elements of the lists that a view goes through, the last of which are records."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from bytewright.kernels.plan.failures import Unsupported
from bytewright.model.member_names import id_of


class RootElements:
    """What a root tells of elements. That it is no root is left to whoever makes a model of it.

    Args:
        root: what the rows don't hold, as JSON; None: nothing.
        paths: the ways to the lists, by names in Python: from the root, and from an element of the list before.

    Raises:
        Unsupported: it is no such root.

    Attributes:
        root: the same without these elements.
        outer: of the elements of each list but the last, the outermost first, what is said of them besides what lies in
            them; empty: it tells of none.
        counts: likewise, how many elements the list in each has.
        records: what is said of the elements of the last list; empty: it tells of none.
    """

    def __init__(self, root: str | None, paths: Sequence[tuple[str, ...]]) -> None:
        self.root = root
        self.outer: list[list[Mapping[str, Any]]] = []
        self.counts: list[list[int]] = []
        self.records: list[Mapping[str, Any]] = []
        try:
            document = json.loads(root) if root is not None else {}
        except ValueError:
            return
        first, *further = ([id_of(name) for name in path] for path in paths)
        elements = _cut(document, first)
        if not elements:
            return
        self.root = json.dumps(document)
        for path in further:
            lists = [_cut(element, path) for element in elements]
            self.outer.append(elements)
            self.counts.append([len(one) for one in lists])
            elements = list(chain.from_iterable(lists))
        self.records = elements


def _cut(document: Any, path: Sequence[str]) -> list[Any]:
    """The list at the end of a path, which is taken out; empty where there is none.

    Raises:
        Unsupported: there is something else.
    """
    for name in path[:-1]:
        if isinstance(document, dict) and document.get(name) is None:
            return []
        document = document[name] if isinstance(document, dict) else None
    if not isinstance(document, dict):
        raise Unsupported("a root with something else than structures")
    found = document.pop(path[-1], None)
    if found is not None and not isinstance(found, list):
        raise Unsupported("a root with something else than a list")
    return found or []
