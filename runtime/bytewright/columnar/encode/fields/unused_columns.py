"""Columns that code beside a spec gives, of which a plan makes nothing: a name that is wrong, say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pyarrow as pa

from bytewright.kernels.plan.encoding import ITEM, ElementsPlan, EncodingPlan, MirrorPlan
from bytewright.kernels.plan.failures import Unsupported

Path = tuple[str, ...]
Plan = ElementsPlan | EncodingPlan | MirrorPlan


def refuse_unused(kinds: Mapping[Path, pa.DataType], plan: Plan) -> None:
    """Refuse columns of which a plan makes nothing.

    Args:
        kinds: the types of the columns, by the ways to what they stand for.
        plan: what is made of them.

    Raises:
        Unsupported: there is such a one.
    """
    followed = _fitting.get(id(plan))
    if followed is not None and kinds == followed[1]:
        return
    known = {way[:size] for way in _ways(plan) for size in range(1, len(way) + 1)}
    for path in (path for way, kind in kinds.items() for path in _paths(way, kind)):
        if path not in known:
            raise Unsupported(f"nothing is made of {'.'.join(path)}")
    while len(_fitting) >= _MOST_PLANS:
        _fitting.pop(next(iter(_fitting)), None)
    _fitting[id(plan)] = plan, kinds


_fitting: dict[int, tuple[Plan, Mapping[Path, pa.DataType]]] = {}
"""The columns that plans were followed for last, by their identity: mostly the next ones are the same."""
_MOST_PLANS = 64


def _ways(plan: Plan) -> set[Path]:
    """The ways to all that a plan makes something of."""
    match plan:
        case EncodingPlan():
            return {one.path for one in plan.sources}
        case ElementsPlan():
            return (_ways(plan.elements) | {one.path for one in plan.references}) - {*plan.rooms}
        case MirrorPlan():
            inside = _ways(plan.inside.elements) | {one.path for one in plan.inside.references}
            return inside | {way for one in plan.lists for way in (one.way, (*one.way, ITEM))}


def _paths(path: Path, kind: pa.DataType) -> Iterator[Path]:
    """The ways to all that a column holds."""
    yield path
    while isinstance(kind, pa.ListType | pa.DictionaryType):
        if isinstance(kind, pa.ListType):
            path = (*path, ITEM)
            yield path
        kind = kind.value_type
    if isinstance(kind, pa.StructType):
        for member in kind:
            yield from _paths((*path, member.name), member.type)
