"""Damage where it means something: a number of a file says another size, count, place, kind, or bit."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

from tests.safety.mutations import randomly

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError
from bytewright.io.source import BytesSource
from bytewright.tree.nodes import Node

WIDEST = 8
"""Bytes of a number."""


def damaged(codec: Codec, data: bytes, chance: Random) -> bytes:
    """A file with one or two fields that say something else, or damaged anywhere: each in half of the cases."""
    if chance.random() < 0.5:
        return randomly(data, chance)
    try:
        whole = tree.build(codec, BytesSource(data))
    except BytewrightError:
        return randomly(data, chance)
    leaves = [node for node in _leaves(whole) if 0 < node.size <= WIDEST and not node.within]
    found = bytearray(data)
    for node in chance.choices(leaves, k=chance.choice((1, 1, 2))) if leaves else ():
        order: Literal["big", "little"] = "big" if node.type.endswith("be") else "little"
        place = slice(node.offset, node.offset + node.size)
        number = _another(int.from_bytes(found[place], order), node, whole, chance)
        found[place] = (number % (1 << 8 * node.size)).to_bytes(node.size, order)
    return bytes(found)


def _another(number: int, node: Node, whole: Node, chance: Random) -> int:
    """A number in place of one: small, at a limit, near what it was, with another bit, or a size or place of the
    file."""
    bits = 8 * node.size
    match chance.randrange(5):
        case 0:
            return chance.randrange(5)
        case 1:
            return chance.choice((0, -1, 1 << bits - 1)) + chance.choice((-1, 0, 0, 1))
        case 2:
            return number + chance.choice((-2, -1, 1, 2))
        case 3:
            return number ^ 1 << chance.randrange(bits)
    other = chance.choice([*_leaves(whole)])
    return chance.choice((other.offset, other.offset + other.size, other.size, whole.size, whole.size - other.offset))


def _leaves(node: Node) -> Iterator[Node]:
    """The nodes without others in them."""
    if node.children is None:
        yield node
    for child in node.children or ():
        yield from _leaves(child)
