"""The nodes of trees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bytewright.errors import NO_VALUE, BytewrightError
from bytewright.io.source import Source
from bytewright.model.structures import Struct, standing_for

BITS = "bits"
PADDING = "padding"
SLACK = "slack"
MORE = "more"
FRAME = "_frame"
"""Name of the bytes that end or pad a structure."""


@dataclass(slots=True)
class Node:
    """A piece of a file.

    Attributes:
        name: id of the field; elements of a list ``[i]``; bit fields that share bytes joined by ``+``.
        type: how it is stored, or the id of a user type; ``bits`` for bit fields that share bytes, ``padding`` for
            bytes without an id, ``slack`` for bytes that no field describes, ``more`` for elements that aren't shown.
        offset: its first byte in the file.
        size: bytes.
        value: of a leaf: number, text, boolean, bytes as lower-case hex, name of an enum's member; of ``bits`` an
            object.
        children: of a structure or list.
        raw: its bytes, where the value doesn't give them; of bits that begin in a byte of others, as if they began one.
        again: whether its bytes belong to another leaf, which says what they are.
        stated: ids of fields that follow from others, and say something else, though readers don't go by them; of whole
            numbers ``raw`` says it.
        decoded: whether its children lie in what its bytes are decoded to.
        within: the path of the node in whose decoded bytes it lies, where ``offset`` counts in these.
        derived: whether it follows from others.
        shown: the calculated value that stands for a structure (`-show: {value: …}`).
    """

    name: str
    type: str
    offset: int
    size: int
    value: Any = None
    children: list[Node] | None = None
    raw: bytes | None = None
    again: bool = False
    stated: tuple[str, ...] = ()
    decoded: bool = False
    within: str = ""
    derived: bool = False
    shown: bool | int | float | str | None = None

    def to_json(self) -> dict[str, Any]:
        """The node as ``tree --json`` prints it."""
        found: dict[str, Any] = {"name": self.name, "type": self.type, "offset": self.offset, "size": self.size}
        if self.children is None:
            found["value"] = self.value
        else:
            found["children"] = [child.to_json() for child in self.children]
        if self.raw is not None:
            found["raw"] = self.raw.hex()
        if self.again:
            found["again"] = True
        if self.stated:
            found["stated"] = list(self.stated)
        if self.within:
            found["in"] = self.within
        return found

    @property
    def is_list(self) -> bool:
        """Whether its children are elements."""
        return self.type.endswith("[]")

    @property
    def is_leaf(self) -> bool:
        """Whether no other node says what its bytes are: it has no children, or they lie in what it is decoded to."""
        return self.children is None or self.decoded

    def bytes_in(self, source: Source, decoded: Mapping[str, bytes]) -> bytes:
        """Its bytes.

        Args:
            source: the file.
            decoded: what bytes of nodes are decoded to, by the paths of these.
        """
        if self.within:
            return decoded[self.within][self.offset : self.offset + self.size]
        return source.read(self.offset, self.size)

    def leaves(self) -> Iterator[Node]:
        """The leaves, in the order of their fields; those of decoded bytes behind the leaf that holds these."""
        if self.is_leaf:
            yield self
        for child in self.children or ():
            yield from child.leaves()


def shown_value(structure: Struct) -> bool | int | float | str | None:
    """The calculated value that stands for a structure; None: there is none, or no line of text."""
    if structure.SHOWN_AS not in structure.INSTANCES:
        return None
    try:
        value = standing_for(structure)
    except (BytewrightError, *NO_VALUE):
        return None  # it rests on what isn't there
    return value if isinstance(value, bool | int | float | str) else None
