"""What a resolved library must not hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from bytewright_codegen.ir.expressions import Expr


def untyped_expressions(node: object) -> Iterator[object]:
    """All expressions below a node that have no type."""
    if isinstance(node, tuple):
        for item in node:
            yield from untyped_expressions(item)
    elif is_dataclass(node):
        if isinstance(node, Expr) and node.type is None:
            yield node
        for field in fields(node):
            yield from untyped_expressions(getattr(node, field.name))
