"""Columns that show something of one case of a switch: null in the elements for which another case is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bytewright_codegen.ir.expressions import (
    Binary,
    Cast,
    Compare,
    EnumMember,
    Expr,
    Item,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, Spec, StructWire, SwitchWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import StructValue, Value
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.ir.walk import seen_from
from bytewright_codegen.semantics.constants import apply
from bytewright_codegen.semantics.values import is_case

Way = tuple[str, ...]
Constant = int | str | bool | tuple[str, str]
"""A number or text, or a member of an enum: the enum, and the member."""

_HOPS = 16
"""Calculated values that stand for each other, at most."""


def with_nullable_cases(library: Library) -> tuple[Spec, ...]:
    """The specs of a resolved library, with views whose columns are nullable that show something of a case which not
    all of their steps have.

    All steps have it where `each` leads through it, or where ``where`` says what decides the switch.
    """
    cases = _Cases(library.types)
    return tuple(replace(spec, views=tuple(map(cases.view, spec.views))) for spec in library.specs)


@dataclass
class _Cases:
    """Finds out which case a switch has where some values are known.

    Ways lead from the element of a view (``_``), or of a list around it (its name), to members.
    """

    types: Mapping[str, TypeDef]

    def view(self, view: View) -> View:
        """A view with what is known of its columns."""
        through = {self.case(cast) for list in view.lists for cast in self.casts(list)}
        said = dict(self.said(view.where, _HOPS)) if view.where is not None else {}
        return replace(view, columns=tuple(self.stated(column, through, said) for column in view.columns))

    def stated(
        self, column: ViewColumn, through: set[tuple[Way | None, Value | None]], said: Mapping[Way, Constant]
    ) -> ViewColumn:
        """A column with what is known of it; see `with_nullable_cases`."""
        alone = column.condition is None and not column.members and column.named is None and column.counted is None
        if column.nullable is not None or column.never or not alone:
            return column
        if all(self.case(cast) in through or self._is_chosen(cast, said) for cast in self.casts(column.expr)):
            return column
        return replace(column, nullable=True)

    def case(self, cast: Cast) -> tuple[Way | None, Value | None]:
        """The way to a switch, and the type of the case."""
        return self.way(cast.target), cast.type

    def casts(self, path: Expr) -> Iterator[Cast]:
        """The cases that a path leads through, from its end, also those of calculated values that stand for paths."""
        path = self._written_out(path, _HOPS)
        while isinstance(path, Member | Cast):
            if isinstance(path, Cast) and is_case(path):
                yield path
            path = path.target

    def _written_out(self, path: Expr, hops: int) -> Expr:
        """A path with the paths that calculated values on it stand for."""
        if not isinstance(path, Member | Cast):
            return path
        path = replace(path, target=self._written_out(path.target, hops))
        meant = self._stands_for(path)
        return self._written_out(meant, hops - 1) if isinstance(meant, Member | Cast) and hops else path

    def way(self, expr: Expr) -> Way | None:
        """The way that a path is; None: it is none."""
        match expr:
            case Name(name) if expr.binding in ("special", "level") and name not in ("_parent", "_root"):
                return (name,)
            case Cast(target):
                return self.way(target)
            case Item(Name(name) | Member(_, name), Name("*")):
                return (name,)
            case Member(target, "_parent"):
                way = self.way(target)
                return way[:-1] if way is not None and len(way) > 1 else None
            case Member(target, name) if expr.owner is not None:
                way = self.way(target)
                return None if way is None else (*way, name)
        return None

    def said(self, where: Expr, hops: int) -> Iterator[tuple[Way, Constant]]:
        """What a condition says of each element that fulfils it."""
        match where:
            case Logical("and", left, right):
                yield from self.said(left, hops)
                yield from self.said(right, hops)
            case Compare("==", left, right):
                for one, other in ((left, right), (right, left)):
                    value, way = self._constant(other), self.way(one)
                    if value is not None and way is not None:
                        yield way, value
            case Unary("not", operand) if (way := self.way(operand)) is not None:
                yield way, False
            case Member() if (way := self.way(where)) is not None:
                yield way, True
                meant = self._stands_for(where)
                if meant is not None and hops:
                    yield from self.said(meant, hops - 1)

    def _is_chosen(self, cast: Cast, said: Mapping[Way, Constant]) -> bool:
        """Whether what is said decides that a switch has the case of that type."""
        field = cast.target
        member = self._member(field)
        if not isinstance(field, Member) or not isinstance(member, Attribute) or not isinstance(cast.type, StructValue):
            return False
        if not isinstance(member.wire, SwitchWire):
            return False
        on = seen_from(member.wire.on, field.target)
        chosen = None if on is None else self._value(on, said, _HOPS)
        if chosen is None:
            return False
        default = next((wire for value, wire in member.wire.cases if value is None), None)
        known = (wire for value, wire in member.wire.cases if value is not None and self._constant(value) == chosen)
        wire = next(known, default)
        return isinstance(wire, StructWire) and wire.type == cast.type.type

    def _value(self, expr: Expr, said: Mapping[Way, Constant], hops: int) -> Constant | None:
        """The value of an expression; None: it isn't known."""
        found = self._constant(expr)
        if found is not None:
            return found
        match expr:
            case Member(target, "to_i", binding="method"):
                return self._value(target, said, hops)
            case Binary(operator, left, right):
                a, b = self._value(left, said, hops), self._value(right, said, hops)
                return apply(operator, a, b) if isinstance(a, int) and isinstance(b, int) else None
        way, meant = self.way(expr), self._stands_for(expr)
        if way is not None and way in said:
            return said[way]
        return None if meant is None or not hops else self._value(meant, said, hops - 1)

    def _constant(self, expr: Expr) -> Constant | None:
        match expr:
            case Literal_(int() | str() as value):
                return value
            case EnumMember(enum, member):
                return enum, member
            case Unary("-", Literal_(int() as value)):
                return -value
        return None

    def _stands_for(self, expr: Expr) -> Expr | None:
        """The value for which a path to a calculated one stands, seen from where the path stands; None: it is none."""
        member = self._member(expr)
        if not isinstance(expr, Member) or not isinstance(member, ValueInstance) or member.condition is not None:
            return None
        return seen_from(member.expr, expr.target)

    def _member(self, expr: Expr) -> Attribute | ValueInstance | None:
        if not isinstance(expr, Name | Member) or expr.owner is None or expr.owner not in self.types:
            return None
        typedef = self.types[expr.owner]
        members = (*typedef.attributes, *typedef.instances)
        return next((member for member in members if member.id == expr.name), None)
