"""Plans as JSON, as `bytewright.kernels.plan.json_decoder` reads it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import MISSING, fields
from hashlib import sha256
from typing import Any

from bytewright.kernels.plan.json_decoder import NODES, TUPLE, PlanDecoder

_LEAST = 24
"""Texts of so many characters are shared; the shortest are no longer than their digest, and read at once."""
_LONG = 100
"""Tuples of nodes that are longer than this have an item a line."""
_SHORTEST = 4
"""Digits of a digest, at least."""


class PlanPrinter:
    """Prints plans that share nodes.

    Args:
        plans: all that share them.

    Attributes:
        shared: the text of each shared node by its digest, those it is made of first. It is complete when all plans
            have been printed.
    """

    def __init__(self, plans: Iterable[Any]) -> None:
        self.shared: dict[str, str] = {}
        self._plans = tuple(plans)  # so that what is known by an address stays there
        self._known: dict[int, tuple[str, int]] = {}
        self._times: Counter[str] = Counter()
        self._digests: dict[str, str] = {}
        for plan in self._plans:
            self._count(plan)

    def text(self, value: Any) -> str:
        """A plan, a piece of one, or a reason why there is none.

        Raises:
            TypeError: it has something that no plan of a compiler has.
        """
        parts = _parts(value)
        if parts is None:
            return _literal(value)
        whole, size = self._whole(value)
        if self._times[whole] < 2 or size < _LEAST:
            return self._array(value, parts, size)
        if whole not in self._digests:
            text = self._array(value, parts, size)
            self._digests[whole] = digest = self._digest(whole)
            self.shared[digest] = text
        return f'["{self._digests[whole]}"]'

    def _array(self, value: Any, parts: list[Any], size: int) -> str:
        items = [_literal(parts[0]), *map(self.text, parts[1:])]
        is_listed = isinstance(value, tuple) and size > _LONG and any(_parts(one) for one in value)
        return f"[{(',' + chr(10) if is_listed else ',').join(items)}]"

    def _whole(self, value: Any) -> tuple[str, int]:
        """What tells a value apart, and how long it is without anything shared.

        A digest of digests: texts of nodes that lie deep in others would take the square of the time."""
        parts = _parts(value)
        if parts is None:
            text = _literal(value)
            return text, len(text)
        known = self._known.get(id(value))
        if known is None:
            inner = [self._whole(part) for part in parts]
            digest = sha256(",".join(told for told, _ in inner).encode()).hexdigest()
            self._known[id(value)] = known = digest, sum(size for _, size in inner) + len(inner) + 1
        return known

    def _count(self, value: Any) -> None:
        parts = _parts(value)
        if parts is None:
            return
        whole, _ = self._whole(value)
        self._times[whole] += 1
        if self._times[whole] == 1:
            for part in parts[1:]:
                self._count(part)

    def _digest(self, whole: str) -> str:
        return next(found for i in range(_SHORTEST, len(whole)) if (found := whole[:i]) not in self.shared)


def to_json(plan: Any) -> str:
    """One plan as a JSON array: what is shared, and the plan."""
    printer = PlanPrinter([plan])
    text = printer.text(plan)
    shared = ",".join(f"{_literal(name)}:{one}" for name, one in printer.shared.items())
    return f"[{{{shared}}},{text}]"


def from_json(text: str) -> Any:
    """The plan that `to_json` made the text of.

    Raises:
        ValueError: it isn't one.
    """
    match json.loads(text):
        case [dict() as shared, list() as plan]:
            return PlanDecoder(shared).plan(plan)
    raise ValueError("not a plan")


def _parts(value: Any) -> list[Any] | None:
    """The name of a node and its arguments; None: it is no node."""
    if isinstance(value, tuple):
        return [TUPLE, *value]
    kind = type(value)
    if NODES.get(kind.__name__) is not kind:
        return None
    parts = [kind.__name__]
    usual = 1
    for number, field in enumerate(fields(kind), 1):
        argument = getattr(value, field.name)
        parts.append(argument)
        if field.default is MISSING or type(argument) is not type(field.default) or argument != field.default:
            usual = number + 1
    return parts[:usual]


def _literal(value: Any) -> str:
    return json.dumps(value)
