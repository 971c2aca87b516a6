"""Every byte of a file, as a tree: what it is, where it lies, what it says; and back.

Each byte belongs to exactly one leaf. ``raw`` stands exactly where encoding ``value`` would not give the bytes back.
"""

from bytewright.tree.building import build, build_partly, build_structure
from bytewright.tree.loading import load
from bytewright.tree.nodes import BITS, MORE, PADDING, SLACK, Node
from bytewright.tree.streaming import FileTree, below

__all__ = [
    "BITS",
    "MORE",
    "PADDING",
    "SLACK",
    "FileTree",
    "Node",
    "below",
    "build",
    "build_partly",
    "build_structure",
    "load",
]
