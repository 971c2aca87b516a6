"""Proves for which views templates work: steps that differ only in vectors and a few numbers, given counts and nulls.

Then what objects write for one step is right for all such steps, but for the bytes of these values: nothing in the
spec asks for them, and nothing that is derived follows from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bytewright_codegen.analysis.dependencies import Dependencies, Place
from bytewright_codegen.ir.expressions import Apply, Expr, Invoke, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, Spec, StructWire, SwitchWire, ValueInstance, Wire
from bytewright_codegen.ir.values import StructValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import children, structures_in
from bytewright_codegen.plans.reading import Nested, RecordPlan
from bytewright_codegen.plans.writing import (
    Constant,
    CountOf,
    LengthOf,
    NullsOf,
    PositionOf,
    SizeOf,
    ValidityOf,
    WritingPlan,
)

_OF_SIZES = (Constant, CountOf, LengthOf, NullsOf, PositionOf, SizeOf, ValidityOf)


def unlike(
    library: Library, spec: Spec, plans: Mapping[str, RecordPlan], writings: Mapping[str, WritingPlan], view: View
) -> str:
    """Why steps of a view differ in more than vectors and numbers; empty: they don't.

    Args:
        library: the resolved specs.
        spec: the one that the view belongs to.
        plans: record plans of all types of the library, by absolute name.
        writings: derive plans, likewise.
        view: the view.
    """
    root = plans[spec.root.name]
    if view.inner is None:
        inner, held = view, spec.root.name
    else:
        if root.records is None or root.counted or view.each is None:
            return "its steps are no records with rows of their own"
        entry = root.entries[root.records]
        if not isinstance(view.each, Name) or view.each.name != entry.name or not isinstance(entry.item, Nested):
            return "its steps are no records with rows of their own"
        held = entry.item.type
        way = view.inner_path.type if view.inner_path is not None else None
        holder = way.type if isinstance(way, StructValue) else held
        found = next((v for v in library.spec_of(holder).views if v.name == view.inner), None)
        if found is None:
            return "its rows are no parallel vectors"
        inner = found
    if inner.pivot is None or inner.rows is None or inner.each is not None:
        return "its rows are no parallel vectors"
    vector = _place(library, inner.pivot.vector)
    if vector is None:
        return "its vectors are calculated"
    columns = [place for one in (*view.columns, *inner.columns) if (place := _place(library, one.expr)) is not None]
    # How many rows there are is part of what tells steps apart.
    free = {vector, *columns} - {place for place in (_place(library, inner.rows),) if place is not None}
    types = _reached(library, held)
    for name in types:
        for one in writings[name].entries:
            quantity = one.equation.quantity if one.equation is not None else None
            if quantity is not None and not isinstance(quantity, _OF_SIZES):
                return f"{one.entry.name} follows from more than sizes"
            if one.closings or one.inferred or one.entry.checksum is not None or one.told:
                return f"{one.entry.name} follows from more than sizes"
            if (name, one.entry.index) in free and (one.entry.valid is not None or one.equation is not None):
                return f"{one.entry.name} has rules"
    exprs = [expr for name in types for expr in _expressions(library, name)]
    if any(_calls(expr) for expr in exprs):
        return "code makes something of values"
    asked = Dependencies(library)(*exprs).fields & free
    return f"something asks for {_named(library, min(asked))}" if asked else ""


def _place(library: Library, expr: Expr) -> Place | None:
    """The field that an expression names."""
    if not isinstance(expr, Name | Member) or expr.owner is None or expr.owner not in library.types:
        return None
    found = (i for i, a in enumerate(library.types[expr.owner].fields) if a.id == expr.name)
    index = next(found, None)
    return None if index is None else (expr.owner, index)


def _named(library: Library, place: Place) -> str:
    return library.types[place[0]].fields[place[1]].id or "a field"


def _reached(library: Library, type: str) -> list[str]:
    """A type and those of all that it may hold."""
    found: dict[str, None] = {}
    todo = [type]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = None
            todo += [inner for field in library.types[name].fields for inner in structures_in(field.wire)]
    return list(found)


def _expressions(library: Library, type: str) -> Iterator[Expr]:
    """The expressions of a type by which it is written."""
    typedef = library.types[type]
    for instance in typedef.instances:
        if isinstance(instance, ValueInstance) and instance.valid is not None:
            yield instance.expr
    for field in typedef.fields:
        yield from _of_field(field)


def _of_field(field: Attribute) -> Iterator[Expr]:
    repeat = field.repeat.expr if field.repeat is not None else None
    stated = (field.condition, field.size, field.position, field.stream, field.default, *field.compared, repeat)
    yield from (expr for expr in stated if expr is not None)
    valid = field.valid
    if valid is not None:
        rules = (valid.eq, valid.min, valid.max, valid.expr, *valid.any_of)
        yield from (rule for rule in rules if rule is not None)
    yield from _of_wire(field.wire)


def _of_wire(wire: Wire) -> Iterator[Expr]:
    match wire:
        case StructWire():
            yield from wire.args
        case SwitchWire(on, cases):
            yield on
            for _, case in cases:
                yield from _of_wire(case)


def _calls(expr: Expr) -> bool:
    """Whether code beside the spec, or what is written, has a part in an expression."""
    return isinstance(expr, Apply | Invoke) or any(_calls(child) for child in children(expr))
