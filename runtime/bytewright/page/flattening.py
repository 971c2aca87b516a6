"""Trees as columns: what a page holds of each node, in the order in which a tree shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bytewright.model.structures import Field, Struct
from bytewright.page.docs import docs_of
from bytewright.tree import BITS, MORE, SLACK, Node

DAMAGE = "damage"
"""Type of a node that stands for a place of a file that can't be read."""
SHOWN = 256
"""Characters of a value that a page holds."""
_EXACT = 1 << 53
"""Whole numbers above it are no numbers in JavaScript."""
ENDS = 1000
_ENDS = (ENDS, 100, 16, 4, 1)
"""How many elements of a list are kept at each end of it: the largest number with which a tree is small enough."""


def abridged(node: Node, most: int) -> Node:
    """A tree with at most so many nodes, about: of lists only both ends are kept, then no more than some levels.

    Args:
        node: the tree.
        most: so many.
    """
    found = node
    for ends in _ENDS:
        found = _without_middles(node, ends)
        if _count(found, most) < most:
            return found
    for depth in range(12, 0, -1):
        found = _cut(found, depth)
        if _count(found, most) < most:
            break
    return found


def folded(nodes: list[Node], what: str = "elements") -> Node:
    """The node that stands for some, which lie one after another."""
    first, last = nodes[0], nodes[-1]
    size = max(0, last.offset + last.size - first.offset)
    numbers = [re.fullmatch(r"\[(\d+)\]", one.name) for one in (first, last)]
    count = len(nodes)
    if numbers[0] is not None and numbers[1] is not None:  # one of them may stand for several
        count = int(numbers[1][1]) - int(numbers[0][1]) + 1
    return Node(f"… {count:,} {what}", MORE, first.offset, size, within=first.within)


def _without_middles(node: Node, ends: int) -> Node:
    if node.children is None:
        return node
    children = node.children
    if len(children) > 2 * ends + 1:
        children = [*children[:ends], folded(children[ends:-ends]), *children[-ends:]]
    return _with(node, [_without_middles(child, ends) for child in children])


def _cut(node: Node, depth: int) -> Node:
    if node.children is None:
        return node
    if depth == 0:
        return _with(node, [folded(node.children, "fields")] if node.children else [])
    return _with(node, [_cut(child, depth - 1) for child in node.children])


def _with(node: Node, children: list[Node]) -> Node:
    return Node(
        node.name,
        node.type,
        node.offset,
        node.size,
        node.value,
        children,
        node.raw,
        node.again,
        node.stated,
        node.decoded,
        node.within,
    )


def _count(node: Node, most: int) -> int:
    """How many nodes there are; above ``most`` any number above it."""
    found, todo = 0, [node]
    while todo and found <= most:
        one = todo.pop()
        found += 1
        todo += one.children or ()
    return found


class Flat:
    """A tree in columns.

    Attributes:
        spaces: paths of the nodes in whose decoded bytes others lie, in the order of their numbers from 1; 0 is the
            file.
        count: how many nodes there are.
    """

    def __init__(self) -> None:
        self.spaces: list[str] = []
        self.count = 0
        self._strings: dict[str, int] = {"": 0}
        self._columns: dict[str, list[Any]] = {
            name: [] for name in ("depth", "name", "type", "offset", "size", "value", "doc", "space", "again")
        }

    def add(self, node: Node, depth: int, kind: type[Struct] | None, doc: str = "") -> None:
        """Add a node and all below it.

        Args:
            node: the node.
            depth: how many lie above it.
            kind: the class of its structure; of a list, of its elements. None: nothing is known of it.
            doc: what its spec says of it.
        """
        kinds = [kind]
        for one, level, element in _walk(node, depth):
            if level == depth:
                text = doc or (docs_of(kind).get("", "") if kind is not None else "")
            else:
                del kinds[level - depth :]
                known, text = _described(kinds[-1], one, element=element)
                kinds.append(known)
            self._put(one, level, text)

    def add_field(self, node: Node, depth: int, around: type[Struct]) -> None:
        """Add the node of a field of a structure, and all below it; ``around``: the class of the structure."""
        self.add(node, depth, *_described(around, node, element=False))

    def _put(self, node: Node, depth: int, doc: str) -> None:
        columns = self._columns
        columns["depth"].append(depth)
        columns["name"].append(self._number(node.name))
        columns["type"].append(self._number(node.type))
        columns["offset"].append(node.offset)
        columns["size"].append(node.size)
        columns["value"].append(None if node.children is not None else plain(node.value))
        columns["doc"].append(self._number(doc))
        columns["space"].append(self._space(node.within))
        columns["again"].append(1 if node.again else 0)
        self.count += 1

    def _number(self, text: str) -> int:
        return self._strings.setdefault(text, len(self._strings))

    def _space(self, within: str) -> int:
        if not within:
            return 0
        if within not in self.spaces:
            self.spaces.append(within)
        return self.spaces.index(within) + 1

    def to_json(self) -> dict[str, Any]:
        """The columns; names, types and docs as numbers of ``strings``."""
        return {**self._columns, "strings": list(self._strings)}


def plain(value: Any) -> Any:
    """A value as a page holds it."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return value if -_EXACT <= value <= _EXACT else str(value)
    if isinstance(value, str):
        return value if len(value) <= SHOWN else f"{value[:SHOWN]}…"
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value[:SHOWN]]
    return value


def _walk(node: Node, depth: int) -> Iterator[tuple[Node, int, bool]]:
    """Nodes with their levels, and whether they are elements of a list; no recursion, as trees may be deep."""
    todo = [(node, depth, False)]
    while todo:
        one, level, element = todo.pop()
        yield one, level, element
        listed = one.type.endswith("[]")
        todo += [(child, level + 1, listed) for child in reversed(one.children or ())]


def _described(around: type[Struct] | None, node: Node, *, element: bool) -> tuple[type[Struct] | None, str]:
    """The class of a node's structure, and what the spec says of it; ``around``: the class of what holds it."""
    if around is None or (node.children is None and node.type in (SLACK, MORE, DAMAGE)):
        return None, ""
    if element:
        return around, ""
    docs = docs_of(around)
    if node.type == BITS:
        names = [_field(around, id) for id in node.name.split("+")]
        return None, "\n".join(f"{one.id}: {docs[one.name]}" for one in names if one is not None and docs.get(one.name))
    field = _field(around, node.name)
    if field is None:
        return None, ""
    kind = field.struct
    for case in (field.cases or {}).values():
        if isinstance(case, type) and case.TYPE.rpartition("::")[2] == node.type.removesuffix("[]"):
            kind = case
    doc = docs.get(field.name, "")
    return kind, doc or ("" if kind is None else docs_of(kind).get("", ""))


def _field(kind: type[Struct], id: str) -> Field | None:
    return next((field for field in kind.FIELDS if field.id == id), None)
