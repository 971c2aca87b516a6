"""Which values may be absent in a file in which nothing is wrong: what stands under ``if``, what no case of a switch
knows, and what lies in structures that may be absent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bytewright_codegen.ir.expressions import (
    Apply,
    Binary,
    Cast,
    Compare,
    Conditional,
    EnumMember,
    Expr,
    FormatString,
    Item,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.schema import Attribute, StructWire, SwitchWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import StructValue
from bytewright_codegen.ir.views import ViewColumn
from bytewright_codegen.semantics.values import is_case, is_union


class Absence:
    """Says of the values of expressions, members and types whether they may be absent."""

    def __init__(self, types: Mapping[str, TypeDef]) -> None:
        """Args:
        types: all types of the library, by absolute name.
        """
        self._types = types
        self._asked: set[tuple[str, str]] = set()
        self._followed: list[ValueInstance] = []

    def of_column(self, column: ViewColumn) -> bool:
        """Whether a column that a spec states may have no value: by what it says itself, or else by what it shows."""
        if column.condition is not None or (column.never and not column.members):
            return True
        if column.nullable is not None:
            return column.nullable
        if column.members or column.counted is not None:
            return False
        shown = column.named.shown if column.named is not None else column.expr
        if column.first is not None and self.is_null(column.first):
            return True
        stored = column.type_name is not None and not is_union(shown)
        return self.is_absent(shown) if stored else self.is_null(shown)

    def is_null(self, expr: Expr) -> bool:
        """Whether views may show null for an expression."""
        member = self.member(expr)
        if isinstance(member, Attribute) and member.null is not None and member.repeat is None:
            return True
        kind = expr.type
        shows_nothing = isinstance(kind, StructValue) and self.shows_nothing(kind.type)
        return is_union(expr) or shows_nothing or self.is_absent(expr)

    def is_absent(self, expr: Expr) -> bool:
        """Whether there may be nothing where an expression leads to."""
        match expr:
            case Cast(target):
                return self.is_absent(target)
            case Conditional(_, then, otherwise):
                return self.is_absent(then) or self.is_absent(otherwise)
            case Item(target):
                member = self.member(target)
                return self.is_absent(target) or (member is not None and _matches_nothing(member))
            case Member(target):
                return self.is_absent(target) if is_path(target) and self.is_absent(target) else self._is_absent(expr)
            case Name():
                return self._is_absent(expr)
        return False

    def leads_nowhere(self, expr: Expr) -> bool:
        """Whether there may be nothing where an expression leads to, also as a switch has chosen another case."""
        way = self.way_of(expr)
        within = isinstance(expr, Member) and is_path(expr.target) and self.leads_nowhere(expr.target)
        return within or self.is_absent(expr) or is_case(expr) or (way is not None and self.leads_nowhere(way))

    def is_optional(self, expr: Expr) -> bool:
        """Whether what a name or path names stands under a condition, or is one case of a switch."""
        member = self.member(expr)
        return is_case(expr) or (member is not None and member.condition is not None)

    def _is_absent(self, expr: Name | Member) -> bool:
        member = self.member(expr)
        if member is None or expr.owner is None or (expr.owner, expr.name) in self._asked:
            return False
        unmatched = isinstance(member, Attribute) and member.repeat is None and _matches_nothing(member)
        if member.condition is not None or unmatched:
            return True
        self._asked.add((expr.owner, expr.name))
        try:
            way = self.way_of(expr)
            return way is not None and self.is_absent(way)
        finally:
            self._asked.discard((expr.owner, expr.name))

    def is_none(self, expr: Expr, *, of_rows: bool) -> bool:
        """Whether an expression whose value isn't there is none for objects, and no error; ``of_rows``: a view states
        it of its rows, where members of what isn't there are none, too."""
        match expr:
            case Name():
                return self._is_none(expr)
            case Member(target):
                there = not self.leads_nowhere(target) or (of_rows and self.is_optional(target))
                return there and self._is_none(expr) and self._leads_on(target, of_rows)
            case Conditional(_, then, otherwise):
                return self.is_none(then, of_rows=of_rows) and self.is_none(otherwise, of_rows=of_rows)
            case Literal_() | EnumMember() | Unary() | Binary() | Compare() | Logical() | Apply() | FormatString():
                return True  # what it is computed of is asked for
        return False

    def _is_none(self, expr: Name | Member) -> bool:
        """Whether a member is none for objects, and no error, where its structure is there, but not its value."""
        member = self.member(expr)
        if not isinstance(member, ValueInstance) or member in self._followed:
            return member is not None
        self._followed.append(member)
        try:
            return self.is_none(member.expr, of_rows=False)
        finally:
            self._followed.pop()

    def _leads_on(self, expr: Expr, of_rows: bool) -> bool:
        if isinstance(expr, Cast):
            return self._leads_on(expr.target, of_rows)
        named = isinstance(expr, Name) and expr.owner is None and expr.binding in ("special", "level")
        return named or self.is_none(expr, of_rows=of_rows)

    def way_of(self, expr: Expr) -> Expr | None:
        """The path that a value instance stands for which an expression names, from where that expression stands;
        None: it calculates something, or it stands under a condition."""
        member = self.member(expr)
        if not isinstance(member, ValueInstance) or member.condition is not None or not is_path(member.expr):
            return None
        return member.expr if isinstance(expr, Name) else _from(expr.target, member.expr)  # type: ignore[union-attr]

    def of_member(self, member: Attribute | ValueInstance) -> bool:
        """Whether a member of a structure may be absent, or show null."""
        if member.condition is not None:
            return True
        if not isinstance(member, Attribute):
            return False
        if member.null is not None:
            return True
        if isinstance(member.wire, StructWire) and member.repeat is None:
            return self.shows_nothing(member.wire.type)
        return _matches_nothing(member)

    def shows_nothing(self, type: str) -> bool:
        """Whether the member that stands for a structure (``-value``) may be absent."""
        typedef = self._types.get(type)
        if typedef is None or not isinstance(typedef.shown_as, Name) or (type, "") in self._asked:
            return False
        self._asked.add((type, ""))
        try:
            return any(a.id == typedef.shown_as.name and self.of_member(a) for a in typedef.attributes)
        finally:
            self._asked.discard((type, ""))

    def member(self, expr: Expr) -> Attribute | ValueInstance | None:
        """The member that an expression names."""
        if not isinstance(expr, Name | Member) or expr.owner is None or expr.owner not in self._types:
            return None
        typedef = self._types[expr.owner]
        found = (member for member in (*typedef.attributes, *typedef.instances) if member.id == expr.name)
        return next(found, None)


def is_path(expr: Expr) -> bool:
    """Whether an expression only leads to a member, through others, those around, and items at fixed places."""
    match expr:
        case Cast(target) | Item(target, Literal_()):
            return is_path(target)
        case Member(target, name):
            return (expr.owner is not None or name in ("_parent", "_root")) and is_path(target)
        case Name(name):
            return expr.owner is not None or expr.binding in ("special", "level")
    return False


def _from(target: Expr, path: Expr) -> Expr:
    """A path in the type of a structure as seen from where an expression leads to that structure."""
    match path:
        case Name(name, loc, type, binding, owner):
            return Member(target, name, loc, type, binding, owner)
        case Cast(inner) | Item(inner) | Member(inner):
            return replace(path, target=_from(target, inner))
    return path


def _matches_nothing(member: Attribute | ValueInstance) -> bool:
    """Whether there may be no case of a switch, and no bytes in place of one."""
    if not isinstance(member, Attribute) or not isinstance(member.wire, SwitchWire):
        return False
    has_bytes = member.size is not None or member.size_eos or member.terminator is not None
    return not has_bytes and all(test is not None for test, _ in member.wire.cases)
