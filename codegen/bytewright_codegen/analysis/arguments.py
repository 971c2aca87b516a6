"""Arguments in place of parameters, as seen from the structure that is handed them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bytewright_codegen.analysis.field_paths import structures
from bytewright_codegen.ir.expressions import OWN_INDEX, Binding, Expr, Member, Name
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.schema import StructWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import IntValue, StructValue
from bytewright_codegen.ir.walk import asks_stream, children, seen_from, with_children

_HELD: Binding = "option"
"""What the number of an element is bound to while an argument is looked at from the structure."""


def with_arguments(types: Mapping[str, TypeDef], type: str, expr: Expr) -> Expr:
    """An expression of a type with arguments in place of parameters.

    Args:
        types: all types of the library, by absolute name.
        type: the type in whose text the expression stands.
        expr: the expression.

    Returns:
        The same, where several entries make its structures, or an argument can't be named from there.
    """
    params = [param.id for param in types[type].params]
    if not params:
        return expr
    original = expr
    expr, asked = _asked(types, type, expr)
    use = _only_use(types, type) if asked else None
    if use is None:
        return original
    owner, wire = use
    parent = Name("_parent", NOWHERE, StructValue(owner), "special")
    found: dict[str, Expr] = {}
    for param, argument in zip(params, wire.args, strict=True):
        # What was handed on to the structure around is followed further.
        seen = seen_from(_renamed(with_arguments(types, owner, argument), _held), parent)
        if seen is not None and not asks_stream(argument):
            found[param] = _renamed(seen, _own)
    if not asked <= found.keys():
        return original
    return _renamed(expr, lambda name: found[name.name] if name.binding == "parameter" and name.owner == type else name)


def keeps_parameters(types: Mapping[str, TypeDef], type: str, expr: Expr) -> bool:
    """Whether an expression of a type rests on parameters that `with_arguments` leaves in it."""
    return bool(_asked(types, type, expr)[1]) and with_arguments(types, type, expr) is expr


def _asked(types: Mapping[str, TypeDef], type: str, expr: Expr) -> tuple[Expr, set[str]]:
    """An expression with what is calculated of parameters in place of its name, and the parameters in it."""
    values = {i.id: i.expr for i in types[type].instances if isinstance(i, ValueInstance) and i.condition is None}
    for _ in values:
        expr = _renamed(
            expr, lambda name: values.get(name.name, name) if (name.owner, name.binding) == (type, "instance") else name
        )
    return expr, {name.name for name in _names(expr) if name.binding == "parameter" and name.owner == type}


def _only_use(types: Mapping[str, TypeDef], type: str) -> tuple[str, StructWire] | None:
    """The only entry that makes structures of a type, and the type that has it: that is what they lie in."""
    entries = ((owner, field) for owner, typedef in types.items() for field in typedef.fields)
    uses = [(owner, wire) for owner, field in entries for wire in structures(field.wire) if wire.type == type]
    return uses[0] if len(uses) == 1 and uses[0][0] == types[type].parent_type else None


def _held(name: Name) -> Expr:
    return Name(name.name, name.loc, IntValue(), _HELD) if name.name in ("_index", OWN_INDEX) else name


def _own(name: Name) -> Expr:
    """The number of an element is that of the structure; one that was handed on is that of the structure around."""
    if name.binding != _HELD or name.name not in ("_index", OWN_INDEX):
        return name
    if name.name == "_index":
        return Name(OWN_INDEX, name.loc, IntValue(), "special")
    return Member(Name("_parent", name.loc, None, "special"), "_index", name.loc, IntValue(), "special")


def _names(expr: Expr) -> list[Name]:
    return [expr] if isinstance(expr, Name) else [name for child in children(expr) for name in _names(child)]


def _renamed(expr: Expr, name: Callable[[Name], Expr]) -> Expr:
    return name(expr) if isinstance(expr, Name) else with_children(expr, lambda child: _renamed(child, name))
