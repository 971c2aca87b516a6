"""Trees that are too large for a page: which of their nodes it holds."""

from __future__ import annotations

from bytewright.page.flattening import abridged, folded
from bytewright.tree import MORE, Node


def branching(depth: int, name: str = "root") -> Node:
    """Three of each, so many levels deep; the lowest are empty, or values."""
    lowest: list[Node] | None = [] if name == "part2" else None
    children = [branching(depth - 1, f"part{number}") for number in range(3)] if depth else lowest
    return Node(name, "part", 0, 3**depth, None, children)


def elements(count: int) -> Node:
    items = [Node(f"[{number}]", "u1", number, 1, number) for number in range(count)]
    return Node("items", "array", 0, count, None, items)


def names(node: Node) -> list[str]:
    return [child.name for child in node.children or ()]


def test_what_is_small_enough_stays() -> None:
    tree = branching(3)
    assert abridged(tree, 1000) == tree


def test_of_lists_both_ends_are_kept() -> None:
    found = abridged(elements(5000), 3000)
    assert names(found) == [
        *(f"[{number}]" for number in range(1000)),
        "… 3,000 elements",
        *(f"[{number}]" for number in range(4000, 5000)),
    ]
    assert found.children is not None
    middle = found.children[1000]
    assert (middle.type, middle.offset, middle.size) == (MORE, 1000, 3000)
    assert names(abridged(elements(5000), 40)) == [
        *(f"[{number}]" for number in range(16)),
        "… 4,968 elements",
        *(f"[{number}]" for number in range(4984, 5000)),
    ]
    assert names(abridged(elements(2001), 2001)) == [
        *(f"[{number}]" for number in range(100)),
        "… 1,801 elements",
        *(f"[{number}]" for number in range(1901, 2001)),
    ]


def test_then_levels_are_left_out() -> None:
    found = abridged(branching(8), 50)
    assert names(found) == ["part0", "part1", "part2"]
    assert found.children is not None
    for child in found.children:
        assert names(child) == ["part0", "part1", "part2"]
        for lowest in child.children or ():
            assert names(lowest) == ["… 3 fields"]


def test_values_have_no_levels() -> None:
    found = abridged(Node("root", "part", 0, 1, None, [branching(0, "part2"), branching(6), branching(0, "value")]), 40)
    assert names(found) == ["part2", "root", "value"]
    assert found.children is not None
    assert found.children[0].children == []
    assert found.children[2].children is None


def test_what_stands_for_several_counts_those_that_stand_for_several() -> None:
    nodes = elements(9).children
    assert nodes is not None
    outer = folded([nodes[0], folded(nodes[1:8]), nodes[8]])
    assert (outer.name, outer.offset, outer.size) == ("… 9 elements", 0, 9)
    assert folded(nodes[2:5]).name == "… 3 elements"
