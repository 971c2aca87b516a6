"""Plans of JSON: what ``plans.json`` of a codec holds (`bytewright.kernels.plan.json_printer` prints it).

A node is an array: the name of its class, then its arguments; those at its end that have their usual values are left
out. A tuple is an array that begins with an empty name. Where a node or a tuple occurs again, it stands among the
*shared* ones, under a digest of itself, and an array of that digest alone is in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bytewright.kernels.plan import arithmetic, columns, encoding, expressions, frames, row_plan, steps, vectors

TUPLE = ""
"""What stands for a class at the beginning of a tuple."""

NODES: Mapping[str, type[Any]] = {
    name: found
    for module in (arithmetic, expressions, frames, steps, columns, vectors, row_plan, encoding)
    for name, found in vars(module).items()
    if isinstance(found, type) and found.__module__ == module.__name__ and "__dataclass_fields__" in vars(found)
}
"""What plans consist of, by name."""


class PlanDecoder:
    """Makes plans of what `json` reads; a shared node is made once, when it is first asked for.

    Args:
        shared: the shared nodes by their digests.
    """

    def __init__(self, shared: Mapping[str, Any]) -> None:
        self._shared = shared
        self._made: dict[str, Any] = {}

    def plan(self, value: Any) -> Any:
        """The plan, or the reason why there is none.

        Raises:
            ValueError: it is neither.
        """
        made, shared, nodes = self._made, self._shared, NODES

        def node(value: list[Any]) -> Any:
            head = value[0]
            if head in made:
                return made[head]
            arguments = [node(one) if type(one) is list else one for one in value[1:]]
            if head in nodes:
                return nodes[head](*arguments)
            if head == TUPLE:
                return tuple(arguments)
            made[head] = found = node(shared[head])
            return found

        if type(value) is not list:
            return value
        try:
            return node(value)
        except (TypeError, IndexError, KeyError) as error:
            raise ValueError(f"not a plan: {error}") from None
