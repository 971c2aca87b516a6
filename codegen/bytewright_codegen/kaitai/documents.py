"""From the tree with positions that our front end reads to the plain data that kaitai-struct-compiler takes."""

from __future__ import annotations

from typing import Any

from bytewright_codegen.front.ksy.document import Mapping, Node, Scalar


def plain(node: Node) -> Any:
    """The data of a YAML node: dict, list, str, int, float, bool or None, without positions."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {entry.key.value: plain(entry.node) for entry in node.entries}
    return [plain(item) for item in node.items]
