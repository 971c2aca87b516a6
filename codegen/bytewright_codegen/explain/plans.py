"""What `explain` says of plans of the kernel: their steps, sources and columns, one a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from bytewright.kernels.plan import Cells, CellVariant, RowPlan, Unrolled, Variant
from bytewright.kernels.plan.encoding import (
    Apart,
    Columns,
    ColumnVariant,
    ElementsPlan,
    EncodingPlan,
    Inside,
    MirrorPlan,
)
from bytewright_codegen.backends.kernel.plan_file import sections
from bytewright_codegen.backends.kernel.row_plans import source
from bytewright_codegen.backends.python.codec import CodecPlans

_WHOLE = (RowPlan, EncodingPlan, ElementsPlan, MirrorPlan, Apart, Inside)
_MANY = (*_WHOLE, Unrolled, Variant, Cells, CellVariant, Columns, ColumnVariant)
"""What has parts that are worth a line."""

_SHOWN = {
    "rows": "read {}",
    "encoding": "write",
    "nested": "write {}",
    "elements": "list {}",
    "mirrors": "list {} for the entries of another",
    "choices": "choose where {} is stored",
}
"""What plans are for, by the section of ``plans.json``."""


def plan_lines(plans: CodecPlans) -> list[str]:
    """All plans of a spec; why there is none, where that is so.

    Args:
        plans: of the spec.
    """
    made = sections(plans)
    return [
        line
        for kind, heading in _SHOWN.items()
        for name, plan in made[kind].items()
        for line in _lines(f"{heading.format(name)}: ", plan, "  ")
    ]


def _lines(start: str, value: Any, indent: str) -> Iterator[str]:
    """A value behind what it is called, its parts below it."""
    if isinstance(value, str):
        yield f"{indent}{start}{value}"
    elif isinstance(value, _MANY):
        yield f"{indent}{start}{type(value).__name__}"
        for field in fields(value):
            part = getattr(value, field.name)
            if field.default is MISSING or part != field.default:
                yield from _lines(f"{field.name}: ", part, f"{indent}  ")
    elif isinstance(value, tuple) and any(map(is_dataclass, value)):
        yield f"{indent}{start.rstrip()}"
        for item in value:
            yield from _lines("", item, f"{indent}  ")
    else:
        yield f"{indent}{start}{source(value)}"
