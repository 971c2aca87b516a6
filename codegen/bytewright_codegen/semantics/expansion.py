"""How many members a structure has, with those of the structures inside it: too many for a schema, or not."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright_codegen.ir.schema import Attribute, TypeDef, ValueInstance
from bytewright_codegen.ir.values import ArrayValue, StructValue
from bytewright_codegen.ir.walk import structures_in

MOST = 10_000
"""Members that a schema may show of one structure. Types that use each other twice make 2ⁿ of n types."""


class Expansion:
    """Counts members.

    Args:
        types: all types by their absolute names, resolved.
    """

    def __init__(self, types: Mapping[str, TypeDef]) -> None:
        self._types = types
        self._too_big: dict[str, bool] = {}

    def is_too_big(self, type: str) -> bool:
        """Whether a structure has more than ``MOST`` members, where one inside itself counts as one."""
        if type not in self._too_big:
            self._too_big[type] = self._count(type) > MOST
        return self._too_big[type]

    def _count(self, type: str) -> int:
        """The members; as soon as there are too many, some number above that."""
        found = 0
        todo: list[tuple[str, frozenset[str]]] = [(type, frozenset())]
        while todo and found <= MOST:
            name, within = todo.pop()
            if name in within:
                continue
            definition = self._types[name]
            found += len(definition.attributes) + len(definition.instances)
            inner = within | {name}
            for member in (*definition.attributes, *definition.instances):
                todo += [(used, inner) for used in _structures(member) if used in self._types]
                if len(todo) > MOST:
                    return MOST + 1
        return found


def _structures(member: Attribute | ValueInstance) -> set[str]:
    if isinstance(member, Attribute):
        return structures_in(member.wire)
    value = member.value.item if isinstance(member.value, ArrayValue) else member.value
    return {value.type} if isinstance(value, StructValue) else set()
