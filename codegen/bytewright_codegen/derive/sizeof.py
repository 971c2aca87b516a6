"""Replaces ``sizeof<>``, ``bitsizeof<>`` and ``_sizeof`` by the numbers that they are."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Literal_, Member, Name, SizeOf
from bytewright_codegen.ir.library import Library


def answers(library: Library, sizes: Sizes) -> Library:
    """The library without questions for sizes.

    Args:
        library: resolved.
        sizes: what is known of its sizes.
    """
    if not sizes.answers:
        return library
    specs = tuple(
        replace(spec, types=tuple(_answered(definition, definition.name, sizes) for definition in spec.types))
        for spec in library.specs
    )
    return replace(library, specs=specs)


def _answered(node: Any, owner: str, sizes: Sizes) -> Any:
    """A node with numbers in place of the questions below it; itself where there are none."""
    if isinstance(node, SizeOf) or (isinstance(node, Member | Name) and node.name == "_sizeof"):
        return Literal_(sizes.answers[owner, node], node.loc, node.type)
    if isinstance(node, tuple):
        items = tuple(_answered(item, owner, sizes) for item in node)
        return items if any(new is not old for new, old in zip(items, node, strict=True)) else node
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {}
    for field in fields(node):
        old = getattr(node, field.name)
        new = _answered(old, owner, sizes)
        if new is not old:
            changed[field.name] = new
    return replace(node, **changed) if changed else node
