"""Plans as JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from bytewright.kernels.plan.columns import (
    Cells,
    CellVariant,
    Inner,
    List,
    Map,
    Named,
    Number,
    Outer,
    Piece,
    Pivot,
    Property,
    Struct,
    Tabled,
)
from bytewright.kernels.plan.expressions import (
    Before,
    Begin,
    Beside,
    Best,
    Binary,
    Chain,
    Characters,
    Compared,
    Const,
    Count,
    Cut,
    Decoded,
    Elements,
    End,
    Entry,
    Find,
    First,
    Float,
    Get,
    Given,
    Index,
    Joined,
    Keyed,
    Last,
    Let,
    Load,
    Lookup,
    Match,
    Offset,
    Previous,
    Region,
    RegionEnd,
    RegionStart,
    Repeats,
    Run,
    Running,
    Select,
    SoFar,
    Sought,
    Spelled,
    Start,
    Texts,
    Up,
    Varint,
    VarintSize,
    Written,
)
from bytewright.kernels.plan.frames import FixedFrame, LengthFrame, RegionFrame, WalkFrame, WholeFrame
from bytewright.kernels.plan.row_plan import RowPlan
from bytewright.kernels.plan.steps import (
    Aside,
    Check,
    Checksum,
    CheckText,
    Decode,
    Fronts,
    Need,
    Processed,
    Rows,
    Slack,
    Slots,
    Unrolled,
    Variant,
)
from bytewright.kernels.plan.vectors import Case, Listing, Part

_NODES: dict[str, type] = {
    node.__name__: node
    for node in (
        *(Const, Given, Get, Start, End, Index, Binary, Select, Load, Offset, Lookup, Match, Cut, Find, Chain),
        *(Spelled, Characters, Compared, Joined, Best, Before, Repeats, Running, SoFar, Written),
        *(
            Up,
            Previous,
            Last,
            First,
            VarintSize,
            Varint,
            Region,
            RegionStart,
            RegionEnd,
            Beside,
            Keyed,
            RegionFrame,
            Outer,
        ),
        *(Float, Decoded, Decode, Processed, Begin, Count, Entry, Sought, Texts),
        *(FixedFrame, LengthFrame, WholeFrame, WalkFrame, Elements, Run, Rows, Let, Check, Need, CheckText, Slack),
        *(Slots, Fronts),
        *(Aside, Checksum, Variant, Unrolled),
        *(Number, Named, Piece, Tabled, Struct, List, Map, Part, Listing, Case, Pivot, CellVariant, Cells, Inner),
        Property,
        RowPlan,
    )
}


def to_json(plan: RowPlan) -> str:
    """The plan as one line of JSON: nodes are lists that begin with the node's name."""
    return json.dumps(_plain(plan), separators=(",", ":"))


def from_json(text: str) -> RowPlan:
    """The plan that `to_json` made the text of.

    Raises:
        ValueError: it isn't one.
    """
    plan = _node(json.loads(text))
    if not isinstance(plan, RowPlan):
        raise ValueError("not a row plan")
    return plan


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return {"items": [_plain(item) for item in value]}
    if type(value).__name__ in _NODES:
        return [type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value))]
    return value


def _node(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(_node(item) for item in value["items"])
    if isinstance(value, list):
        if not value or value[0] not in _NODES:
            raise ValueError(f"not a node: {value!r}")
        return _NODES[value[0]](*(_node(item) for item in value[1:]))
    return value
