"""Finds expressions of records that read only a file's header, and restates them over the root and the number of a
column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bytewright.kernels import plan
from bytewright_codegen.ir.expressions import (
    Binary,
    Call,
    Cast,
    Compare,
    Conditional,
    EnumMember,
    Expr,
    FormatString,
    Item,
    ListLiteral,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.schema import Attribute, Spec, StructWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import IntValue

COLUMNS = tuple(Name(name, NOWHERE, IntValue(), "special") for name in plan.COLUMNS)
"""The number of a column; that of one in lists that entries describe inside each other, the outermost first."""
COLUMN = COLUMNS[0]


@dataclass(frozen=True)
class Owner:
    """A structure that is read with the records, by what is known of it before they are.

    Attributes:
        type: its type.
        above: what it lies in; None for the root, all of whose fields but the records are known.
        params: its parameters, as far as they are known.
        index: its place in the list that it belongs to, likewise.
        column: the number of the column that is computed there.
    """

    type: str
    above: Owner | None = None
    params: Mapping[str, Expr] = field(default_factory=dict)
    index: Expr | None = None
    column: Expr = COLUMN


@dataclass(frozen=True)
class Found:
    """A field of a structure that an expression names; ``shown``: the members by which structures on the way stand for
    themselves (``value`` of ``-show``); ``conditional``: whether one on the way may be absent."""

    owner: Owner
    attribute: Attribute
    shown: tuple[str, ...]
    conditional: bool


class Header:
    """Hoists expressions out of the records of a spec's files.

    Args:
        library: the resolved specs.
        spec: the spec whose root is the file.
        records: id of the root's field that holds the records.
    """

    def __init__(self, library: Library, spec: Spec, records: str) -> None:
        self._library = library
        self._root = spec.root.name
        self._records = records
        self._under_way: set[tuple[str, str]] = set()

    @property
    def root(self) -> Owner:
        """The file."""
        return Owner(self._root)

    def element(self, type: str) -> Owner:
        """A record."""
        return Owner(type, self.root)

    def nested(self, owner: Owner, type: str, args: tuple[Expr, ...], index: Expr | None) -> Owner:
        """A structure in a field of another: ``args`` stand in that one, ``index`` is hoisted already."""
        inside = replace(owner, index=index)
        names = [parameter.id for parameter in self._library.types[type].params]
        hoisted = {name: self.hoisted(arg, inside) for name, arg in zip(names, args, strict=True)}
        return Owner(type, owner, {name: arg for name, arg in hoisted.items() if arg is not None}, index)

    # --- expressions -------------------------------------------------------------------------------------------------

    def hoisted(self, expr: Expr, owner: Owner, element: Owner | None = None) -> Expr | None:
        """An expression in the text of a structure's type as one over the root; None where it needs the records.

        Args:
            expr: the expression.
            owner: the structure.
            element: what ``_`` is; None: nothing that is known.
        """
        found = self._value(expr, owner, element)
        return None if isinstance(found, Owner) else found

    def is_around(self, way: Expr, owner: Owner) -> bool:
        """Whether an expression in the text of a structure's type is the root, or something else around the records."""
        found = self._value(way, owner, None)
        return found.above is None if isinstance(found, Owner) else found is not None

    def _value(self, expr: Expr, owner: Owner, element: Owner | None) -> Expr | Owner | None:
        match expr:
            case Literal_() | EnumMember():
                return expr
            case Name(name, binding="special"):
                return self._special(name, owner, element)
            case Name(name, binding=binding) if binding not in ("option", "level"):
                return self._member(owner, name, binding, expr)
            case Member(target, "_parent"):
                above = self._value(target, owner, element)
                return above.above if isinstance(above, Owner) else None
            case Member(target, "_root", binding="special"):
                above = self._value(target, owner, element)
                return self._top(above) if isinstance(above, Owner) else None
            case Member(target, name, binding=binding):
                above = self._value(target, owner, element)
                if isinstance(above, Owner):
                    return (
                        self._member(above, name, binding, expr)
                        if binding in ("attribute", "instance", "parameter")
                        else None
                    )
                if above is None or binding == "special":
                    return None
                return replace(expr, target=above)
        return self._rebuilt(expr, owner, element)

    def _rebuilt(self, expr: Expr, owner: Owner, element: Owner | None) -> Expr | None:
        changed: dict[str, Expr | tuple[Expr, ...]] = {}
        for name in _PARTS.get(type(expr), ()):
            part = getattr(expr, name)
            if isinstance(part, tuple):
                items = [self.hoisted(item, owner, element) for item in part]
                if any(item is None for item in items):
                    return None
                changed[name] = tuple(item for item in items if item is not None)
            else:
                found = self.hoisted(part, owner, element)
                if found is None:
                    return None
                changed[name] = found
        return replace(expr, **changed) if changed else None  # type: ignore[arg-type]

    def _special(self, name: str, owner: Owner, element: Owner | None) -> Expr | Owner | None:
        match name:
            case "_":
                return element
            case "_index":
                return owner.index
            case "_column":
                return owner.column
            case "_parent":
                return owner.above
            case "_root":
                return self._top(owner)
        return None

    def _top(self, owner: Owner) -> Owner | None:
        """The root of the spec in which a structure's type is declared, where the structure lies in one."""
        kind = owner.type.partition("::")[0]
        if kind == self._root:
            return self.root
        around: Owner | None = owner
        while around is not None and around.type != kind:
            around = around.above
        return around

    def _member(self, owner: Owner, name: str, binding: str | None, expr: Expr) -> Expr | Owner | None:
        if binding == "parameter":
            told = Name(name, expr.loc, expr.type, "parameter", owner.type)
            return told if owner.above is None else owner.params.get(name)
        typedef = self._library.types[owner.type]
        instance = next((i for i in typedef.instances if i.id == name), None)
        if isinstance(instance, ValueInstance):
            if (owner.type, name) in self._under_way:
                return None
            self._under_way.add((owner.type, name))
            try:
                parts = [e for e in (instance.expr, instance.condition) if e is not None]
                hoisted = [self._value(part, owner, None) for part in parts]
            finally:
                self._under_way.discard((owner.type, name))
            if any(part is None for part in hoisted):
                return None
            if owner.above is None:
                return Name(name, expr.loc, expr.type, "instance", owner.type)
            return hoisted[0] if instance.condition is None else None
        if owner.above is None and name != self._records:
            return Name(name, expr.loc, expr.type, "attribute" if instance is None else "instance", owner.type)
        return None

    # --- paths -------------------------------------------------------------------------------------------------------

    def found(self, path: Expr, element: str) -> Found | None:
        """The field that a path from a record ends at, through members that stand for their structures; None where it
        is none."""
        place = self._place(path, self.element(element))
        if place is None or not isinstance(place[1], Attribute):
            return None
        owner, attribute, conditional = place
        shown: list[str] = []
        while isinstance(attribute.wire, StructWire) and (attribute.repeat is None or isinstance(path, Item)):
            inner = self._inner(owner, attribute, self._index_of(path))
            member = _shown(self._library.types[inner.type])
            if member is None or not isinstance(member, Attribute):
                break
            shown.append(member.id or "")
            owner, attribute = inner, member
            conditional = conditional or member.condition is not None
        return Found(owner, attribute, tuple(shown), conditional)

    def _index_of(self, path: Expr) -> Expr | None:
        return self.hoisted(path.index, self.root) if isinstance(path, Item) else None

    def _inner(self, owner: Owner, attribute: Attribute, index: Expr | None) -> Owner:
        assert isinstance(attribute.wire, StructWire)
        return self.nested(owner, attribute.wire.type, attribute.wire.args, index)

    def _place(self, path: Expr, element: Owner) -> tuple[Owner, Attribute, bool] | None:
        """The structure and field that a path names, and whether something on the way may be absent."""
        match path:
            case Item(target, _):
                place = self._place(target, element)
                return place if place is not None and place[1].repeat is not None else None
            case Cast(target):
                return self._place(target, element)
            case Member(target, name, binding="attribute"):
                conditional = False
                if isinstance(target, Name) and target.name == "_":
                    owner = element
                else:
                    above = self._place(target, element)
                    if above is None or not isinstance(above[1].wire, StructWire):
                        return None
                    listed = above[1].repeat is not None
                    if listed != isinstance(target, Item):
                        return None
                    owner, conditional = self._inner(above[0], above[1], self._index_of(target)), above[2]
                found = next((a for a in self._library.types[owner.type].attributes if a.id == name), None)
                return None if found is None else (owner, found, conditional or found.condition is not None)
        return None


_PARTS: Mapping[type, tuple[str, ...]] = {
    Unary: ("operand",),
    Binary: ("left", "right"),
    Compare: ("left", "right"),
    Logical: ("left", "right"),
    Conditional: ("test", "then", "otherwise"),
    Item: ("target", "index"),
    Call: ("target", "args"),
    Cast: ("target",),
    FormatString: ("parts",),
    ListLiteral: ("items",),
}


def _shown(typedef: TypeDef) -> Attribute | ValueInstance | None:
    """The member that stands for a structure of a type."""
    shown = typedef.shown_as
    if not isinstance(shown, Name):
        return None
    return next((m for m in (*typedef.attributes, *typedef.instances) if m.id == shown.name), None)


def placeless(expr: Expr) -> Expr:
    """An expression without its places in the text, so that equal ones are equal."""
    changed: dict[str, Expr | tuple[Expr, ...]] = {}
    for name in _PARTS.get(type(expr), ("target",) if isinstance(expr, Member) else ()):
        part = getattr(expr, name)
        changed[name] = tuple(map(placeless, part)) if isinstance(part, tuple) else placeless(part)
    return replace(expr, loc=NOWHERE, **changed)  # type: ignore[arg-type]
