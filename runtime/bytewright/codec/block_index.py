"""Where the blocks of a file lie, as an index in it says: what is known of such an index where it is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bytewright.kernels.plan.beginning import Beginning
from bytewright.model.structures import Struct


@dataclass(frozen=True, slots=True)
class StoredNumber:
    """A number that a reference to a block holds. Names are those in Python.

    Attributes:
        way: the way from the reference to it.
        classes: of the structures on that way.
        more: what is meant is so much more than it.
    """

    way: tuple[str, ...]
    classes: tuple[type[Struct], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class BlockIndex:
    """A list of references to blocks, each of which says where a block lies. Names are those in Python.

    Attributes:
        way: the way from the root to the list.
        classes: of what is found at each step of it: structures, or elements of lists.
        lists: whether that is a list.
        block: the member of a reference that is the block.
        read: reads a block.
        beginning: what all blocks have in common, by which they are found; None: they aren't looked for.
        offset: where one begins in the file; None: the reference doesn't hold that.
        size: how many bytes it has; None: likewise, or it says so itself.
        beside: structures of the root that follow from the rest of a file, with their classes.
        levels: by name of the view, which of the lists that it passes through is that of the references.
    """

    way: tuple[str, ...]
    classes: tuple[type[Struct], ...]
    lists: tuple[bool, ...]
    block: str
    read: Callable[..., Any]
    beginning: Beginning | None
    offset: StoredNumber | None
    size: StoredNumber | None
    beside: tuple[tuple[str, type[Struct]], ...]
    levels: Mapping[str, int]
