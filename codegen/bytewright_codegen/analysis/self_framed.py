"""Structures that say how long they are, so that a bad one costs no more than itself."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright_codegen.analysis.dependencies import Dependencies
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.schema import TypeDef
from bytewright_codegen.plans.reading import Entry, Number, RecordPlan


def framed(type: str, plans: Mapping[str, RecordPlan], types: Mapping[str, TypeDef], known: Dependencies) -> bool:
    """Whether where a structure ends follows from its own numbers alone, whatever else it holds.

    Args:
        type: its type.
        plans: record plans of all types, by type.
        types: all types, by name.
        known: what expressions rest on.
    """
    entries = plans[type].sequence
    if types[type].order == "inherited" or not any(_is_sized(entry) for entry in entries):
        return False
    numbers = {(type, entry.index) for entry in entries if isinstance(entry.item, Number)}
    for entry in entries:
        stated: list[Expr | None] = [entry.condition]
        if _is_sized(entry):
            stated.append(entry.frame.size)
        elif entry.count is not None or not (isinstance(entry.item, Number) or entry.contents is not None):
            return False
        traced = known(*stated)
        if traced.stream or not {place for place in traced.fields if place[0] == type} <= numbers:
            return False
    return True


def _is_sized(entry: Entry) -> bool:
    """Whether an entry's bytes are cut out by a size."""
    return entry.count is None and entry.contents is None and entry.frame.kind == "size"
