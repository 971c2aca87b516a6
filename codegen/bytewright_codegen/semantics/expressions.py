"""Types of expressions: every node gets its type, every name what it stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Protocol

from bytewright_codegen.ir.diagnostics import Problems, misspelt, nearest
from bytewright_codegen.ir.encodings import check_encoding
from bytewright_codegen.ir.expressions import (
    Apply,
    Binary,
    Binding,
    Call,
    Cast,
    Compare,
    Conditional,
    CountBefore,
    EnumMember,
    Expr,
    Find,
    FormatString,
    Invoke,
    Item,
    ListLiteral,
    Literal_,
    Logical,
    Member,
    Name,
    SizeOf,
    Tabulate,
    Unary,
    beginning,
)
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Attribute, Option, SwitchWire
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    FloatValue,
    IntValue,
    StreamValue,
    StructValue,
    StrValue,
    Value,
)
from bytewright_codegen.semantics.methods import item_of, methods_of, printable
from bytewright_codegen.semantics.names import Names
from bytewright_codegen.semantics.values import builtin_value, calculated, comparable, describe, fold

_LIKE_BUILTIN = re.compile(
    r"([usfi]|u?int|float)\d+(_?[bl]e|_t)?|u?(int|long|short|char)|byte|float|double|string|bool(ean)?"
)
_SPECIAL = ("_", "_parent", "_root", "_io", "_index", "_on", "_sizeof")
_FEW = 8
_OPTION_VALUES: dict[str, Value] = {
    "str": StrValue(),
    "enum": StrValue(),
    "int": IntValue(),
    "size": IntValue(),
    "bool": BoolValue(),
    "file": AnyValue(),
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands.

    ``owner``: absolute name of the type whose members are names. ``element``: what ``_`` is, ``switched``: what ``_on``
    is (None: an error elsewhere hides it), if ``has_element`` and ``has_switched``. ``options``: what a view may name
    besides members; with ``view``, ``_offset`` and ``_length`` are names, with ``row`` ``_row`` is one, with ``column``
    ``_column``, with ``view`` or ``column``, and with ``indexed``, ``_index``.
    ``levels``: what elements of lists are called that a view goes through, and what they are.
    """

    owner: str
    element: Value | None = None
    has_element: bool = False
    switched: Value | None = None
    has_switched: bool = False
    view: bool = False
    row: bool = False
    column: bool = False
    indexed: bool = False
    options: tuple[Option, ...] = ()
    levels: tuple[tuple[str, Value | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A member of a structure: what it is, who declares it, and its type (None: it could not be told)."""

    binding: Binding
    owner: str
    value: Value | None


class Structures(Protocol):
    """What expressions ask about user types."""

    def member(self, type: str, name: str) -> Found | None:
        """A member by the absolute name of its type and its id; the value of one that repeats is a list."""

    def member_names(self, type: str) -> tuple[str, ...]:
        """The ids of all members."""

    def parent(self, type: str) -> str | None:
        """The type of ``_parent``, None where it isn't one type."""

    def users(self, type: str) -> tuple[str, ...]:
        """The types of the same spec whose attributes read a type."""


class Typer:
    """Types expressions.

    Args:
        library: for enums.
        names: for types and enums by name.
        structures: for members.
        problems: where errors go; an expression with an error has the type None, and gives no further errors.
        infer_only: types only; what is inside a cast is left as it is, so that a cast ends a circle of instances, and a
            ternary has the type of one side where that of the other isn't known yet.
    """

    def __init__(
        self, library: Library, names: Names, structures: Structures, problems: Problems, infer_only: bool = False
    ) -> None:
        self._library = library
        self._names = names
        self._structures = structures
        self._problems = problems
        self._infer_only = infer_only

    def resolve(self, expr: Expr, scope: Scope) -> Expr:
        """The expression with types, bindings and absolute names."""
        match expr:
            case Literal_():
                return replace(expr, type=_literal(expr.value))
            case Name():
                return self._name(expr, scope)
            case Member():
                return self._member(expr, scope)
            case Call():
                return self._call(expr, scope)
            case Item():
                return self._item(expr, scope)
            case Unary():
                return self._unary(expr, scope)
            case Binary():
                return self._binary(expr, scope)
            case Compare():
                return self._compare(expr, scope)
            case Logical():
                left, right = self.resolve(expr.left, scope), self.resolve(expr.right, scope)
                for side in (left, right):
                    self.expect(side, BoolValue(), f"'{expr.operator}'")
                return replace(expr, left=left, right=right, type=BoolValue())
            case Conditional():
                return self._conditional(expr, scope)
            case ListLiteral():
                return self._list(expr, scope)
            case FormatString():
                return self._format(expr, scope)
            case EnumMember():
                return self._enum_member(expr, scope)
            case Cast():
                return self._cast(expr, scope)
            case SizeOf():
                name = expr.type_name
                if builtin_value(name) is None:
                    name = self.type_name(name, scope.owner, expr.loc) or name
                return replace(expr, type_name=name, type=IntValue())
            case Find():
                return self._find(expr, scope)
            case CountBefore():
                items, inner = self._items(expr.items, scope)
                before, where = self.resolve(expr.before, scope), self.resolve(expr.where, inner)
                self.expect(before, IntValue(), "'before'")
                self.expect(where, BoolValue(), "'where'")
                return replace(expr, items=items, before=before, where=where, type=IntValue())
            case Apply(function="bytes_of"):
                args = tuple(self.resolve(arg, scope) for arg in expr.args)
                self.expect(args[0], StructValue(""), "the argument of 'bytes_of'")
                return replace(expr, args=args, type=BytesValue())
            case Invoke():
                return replace(expr, args=tuple(self.resolve(arg, scope) for arg in expr.args))
            case Apply():
                args = tuple(self.resolve(arg, scope) for arg in expr.args)
                for arg in args:
                    if not isinstance(arg.type, IntValue | FloatValue | None):
                        self._problems.add(beginning(arg), f"'{expr.function}' takes numbers, not {describe(arg.type)}")
                return replace(expr, args=args, type=FloatValue())
            case Tabulate():
                size, item = self.resolve(expr.size, scope), self.resolve(expr.item, replace(scope, indexed=True))
                self.expect(size, IntValue(), "'size'")
                return replace(expr, size=size, item=item, type=ArrayValue(item.type) if item.type else None)

    def expect(self, expr: Expr, value: Value, what: str) -> None:
        """Notes an error unless an expression has a type: any integer, boolean, text … as the example ``value``."""
        if expr.type is not None and type(expr.type) is not type(value):
            inner = self._library.types.get(expr.type.type) if isinstance(expr.type, StructValue) else None
            shown = inner.shown_as if inner is not None and isinstance(value, ArrayValue) else None
            hint = f"Write '.{shown.name}' behind it, which stands for it." if isinstance(shown, Name) else None
            self._problems.add(beginning(expr), f"{what} must be {describe(value)}, not {describe(expr.type)}", hint)

    def type_name(self, name: str, owner: str, loc: Location) -> str | None:
        """The absolute name of a user type; an unknown one is noted."""
        found = self._names.type(name, owner)
        if found is None:
            hint = self._names.near_type(name, owner)
            if name == "bytes":
                hint = "Leave 'type' out for bytes."
            elif _LIKE_BUILTIN.fullmatch(name.lower()):
                hint = "Built in are u1 … u8, s1 … s8, f4, f8, b1 … b64, str and strz."
            self._problems.add(loc, f"unknown type '{name}'", hint)
        return found

    def enum_name(self, name: str, owner: str, loc: Location) -> str | None:
        """The absolute name of an enum; an unknown one is noted."""
        found = self._names.enum(name, owner)
        if found is None:
            self._problems.add(loc, f"unknown enum '{name}'", self._names.near_enum(name, owner))
        return found

    def named_value(self, name: str, owner: str, loc: Location) -> Value | None:
        """A type as parameters and casts name it: built-in or user type, with ``[]`` a list."""
        if name.endswith("[]"):
            item = self.named_value(name[:-2], owner, loc)
            return None if item is None else ArrayValue(item)
        value = builtin_value(name)
        if value is None:
            found = self.type_name(name, owner, loc)
            value = StructValue(found) if found else None
        return value

    def _items(self, expr: Expr, scope: Scope) -> tuple[Expr, Scope]:
        """A list, and the scope in which ``_`` is its item."""
        items = self.resolve(expr, scope)
        self.expect(items, ArrayValue(AnyValue()), "'in'")
        item = item_of(items.type) if items.type is not None else None
        return items, replace(scope, element=item, has_element=True)

    def _find(self, expr: Find, scope: Scope) -> Expr:
        items, inner = self._items(expr.items, scope)
        key, wanted = self.resolve(expr.key, inner), self.resolve(expr.wanted, scope)
        if key.type is not None and wanted.type is not None:
            self.expect_comparable_values(key.type, wanted.type, beginning(key), "==")
        return replace(expr, items=items, key=key, wanted=wanted, type=IntValue())

    # --- names and members ---------------------------------------------------------------------------------------

    def _name(self, expr: Name, scope: Scope) -> Expr:
        special = self._special(expr.name, scope)
        if (
            special is not None
            or (expr.name == "_" and scope.has_element)
            or (expr.name == "_on" and scope.has_switched)
        ):
            return replace(expr, type=special, binding="special")
        for name, value in scope.levels:
            if name == expr.name:
                return replace(expr, type=value, binding="level")
        found = self._structures.member(scope.owner, expr.name)
        if found is not None:
            return replace(expr, type=found.value, binding=found.binding, owner=found.owner)
        for option in scope.options:
            if option.id == expr.name:
                value = IntValue() if option.values else _OPTION_VALUES[option.type]
                return replace(expr, type=value, binding="option")
        if expr.name.startswith("_"):
            meant = misspelt(expr.name, _SPECIAL)
            hint = f"Did you mean '{meant}'?" if meant else None
            if expr.name == "_index":
                hint = "It numbers the elements of a list where these are read: in its size, type, process and rules. "
                hint += "A type that has a parameter for it is told by 'type: NAME(_index)'."
            self._problems.add(expr.loc, f"'{expr.name}' has no meaning here", hint)
            return expr
        known = self._structures.member_names(scope.owner)
        hint = nearest(expr.name, known)
        element = scope.element
        if (
            isinstance(element, StructValue)
            and element.type
            and expr.name in self._structures.member_names(element.type)
        ):
            hint = f"Did you mean '_.{expr.name}'?"
        self._problems.add(expr.loc, f"'{scope.owner}' has no member '{expr.name}'", hint)
        return expr

    def _special(self, name: str, scope: Scope) -> Value | None:
        match name:
            case "_":
                return scope.element
            case "_on":
                return scope.switched
            case "_parent":
                return StructValue(self._structures.parent(scope.owner) or "")
            case "_root":
                return StructValue(scope.owner.split("::", 1)[0])
            case "_io":
                return StreamValue()
            case "_sizeof" | "*":
                return IntValue()
            case "_index" if scope.indexed or scope.view or scope.column:
                return IntValue()
            case "_offset" | "_length" if scope.view:
                return IntValue(64)
            case "_row" if scope.row:
                return IntValue()
            case "_column" if scope.column:
                return IntValue()
        return None

    def _member(self, expr: Member, scope: Scope) -> Expr:
        target = self.resolve(expr.target, scope)
        expr = replace(expr, target=target)
        value = target.type
        if value is None:
            return expr
        if expr.name == "_sizeof" and not isinstance(value, StreamValue):
            return replace(expr, type=IntValue(), binding="special")
        if isinstance(value, StructValue):
            return self._struct_member(expr, value, scope)
        method = methods_of(value).get(expr.name)
        if method is None:
            self._no_member(expr.name, value, expr.loc)
            return expr
        if () not in method.forms:
            self._arguments(expr.name, value, method.forms, expr.loc)
        return replace(expr, type=method.result, binding="method")

    def _struct_member(self, expr: Member, value: StructValue, scope: Scope) -> Expr:
        special: Value | None = None
        if expr.name == "_io":
            special = StreamValue()
        elif expr.name == "_parent":
            special = StructValue((self._structures.parent(value.type) if value.type else None) or "")
        elif expr.name == "_root":
            special = StructValue(value.type.split("::", 1)[0])
        elif expr.name == "_index" and scope.view:
            special = IntValue()
        if special is not None:
            return replace(expr, type=special, binding="special")
        if not value.type:
            if self._problems.broken:  # whose parent it is may be among what is broken
                return expr
            self._problems.add(
                expr.loc,
                f"no member '{expr.name}' can be named: {self._why_any(expr.target, scope)}",
                "Say which type it is with .as<type>.",
            )
            return expr
        found = self._structures.member(value.type, expr.name)
        if found is None:
            hint = nearest(expr.name, self._structures.member_names(value.type))
            self._problems.add(expr.loc, f"'{value.type}' has no member '{expr.name}'", hint)
            return expr
        return replace(expr, type=found.value, binding=found.binding, owner=found.owner)

    def _why_any(self, target: Expr, scope: Scope) -> str:
        match target:
            case Name("_parent"):
                child = scope.owner
            case Member(above, "_parent") if isinstance(above.type, StructValue) and above.type.type:
                child = above.type.type
            case _:
                return "the structure is of any type"
        users = self._structures.users(child)
        if len(users) < 2:
            return (
                f"'_parent' of '{child}' is not known, as nothing in its spec reads it"
                if not users
                else "'_parent' is of any type"
            )
        return f"'_parent' of '{child}' is one of {', '.join(repr(user) for user in users)}"

    def _no_member(self, name: str, value: Value, loc: Location) -> None:
        hint = nearest(name, methods_of(value))
        if isinstance(value, AnyValue):
            hint = "Say which type it is with .as<type>."
        elif isinstance(value, ArrayValue) and hint is None:
            hint = "Name an item with [index]."
        self._problems.add(loc, f"{describe(value)} has no member '{name}'", hint)

    def _arguments(self, name: str, value: Value, forms: tuple[tuple[Value, ...], ...], loc: Location) -> None:
        wanted = " or ".join("(" + ", ".join(describe(v) for v in form) + ")" for form in forms)
        self._problems.add(loc, f"wrong arguments of '{name}' of {describe(value)}: expected {wanted}")

    def _call(self, expr: Call, scope: Scope) -> Expr:
        target = self.resolve(expr.target, scope)
        args = tuple(self.resolve(arg, scope) for arg in expr.args)
        expr = replace(expr, target=target, args=args)
        if target.type is None:
            return expr
        method = methods_of(target.type).get(expr.method)
        if method is None:
            self._no_member(expr.method, target.type, expr.loc)
            return expr
        form = next((form for form in method.forms if len(form) == len(args)), None)
        types = [arg.type for arg in args]
        if form is None or any(t is not None and type(t) is not type(w) for t, w in zip(types, form, strict=True)):
            self._arguments(expr.method, target.type, method.forms, expr.loc)
        elif method.literal_encoding and not isinstance(args[0], Literal_):
            self._problems.add(beginning(args[0]), f"the encoding of '{expr.method}' must be a literal")
        elif method.literal_encoding and isinstance(args[0], Literal_):
            check_encoding(str(args[0].value), args[0].loc, self._problems)
        return replace(expr, type=method.result)

    def _item(self, expr: Item, scope: Scope) -> Expr:
        target, index = self.resolve(expr.target, scope), self.resolve(expr.index, scope)
        self.expect(index, IntValue(), "an index")
        value = None
        if target.type is not None:
            value = item_of(target.type)
            if value is None:
                self._problems.add(expr.loc, f"{describe(target.type)} has no items")
        return replace(expr, target=target, index=index, type=value)

    # --- operators -----------------------------------------------------------------------------------------------

    def _unary(self, expr: Unary, scope: Scope) -> Expr:
        operand = self.resolve(expr.operand, scope)
        value: Value | None = None
        match expr.operator, operand.type:
            case _, None:
                value = BoolValue() if expr.operator == "not" else None
            case "not", BoolValue():
                value = BoolValue()
            case ("-" | "~", IntValue() as number):
                value = calculated(number)
            case "-", FloatValue():
                value = operand.type
            case _, other:
                self._problems.add(expr.loc, f"'{expr.operator}' can't be applied to {describe(other)}")
        return replace(expr, operand=operand, type=value)

    def _binary(self, expr: Binary, scope: Scope) -> Expr:
        left, right = self.resolve(expr.left, scope), self.resolve(expr.right, scope)
        value: Value | None = None
        match left.type, right.type:
            case (None, _) | (_, None):
                pass
            case IntValue() as one, IntValue() as other:
                value = calculated(one, other)
            case (IntValue() | FloatValue(), IntValue() | FloatValue()) if expr.operator in "+-*/%":
                value = FloatValue()
            case StrValue(), StrValue() if expr.operator == "+":
                value = StrValue()
            case a, b:
                message = f"'{expr.operator}' can't be applied to {describe(a)} and {describe(b)}"
                hint = "Write .to_s behind the number." if expr.operator == "+" and StrValue() in (a, b) else None
                self._problems.add(beginning(expr.left), message, hint)
        return replace(expr, left=left, right=right, type=value)

    def _compare(self, expr: Compare, scope: Scope) -> Expr:
        left, right = self.resolve(expr.left, scope), self.resolve(expr.right, scope)
        self.expect_comparable(left, right, beginning(expr.left), expr.operator)
        return replace(expr, left=left, right=right, type=BoolValue())

    def expect_comparable(self, left: Expr, right: Expr, loc: Location, operator: str = "==") -> None:
        """Notes an error unless two expressions can be compared."""
        if left.type is not None and right.type is not None:
            self.expect_comparable_values(left.type, right.type, loc, operator)

    def expect_comparable_values(self, left: Value, right: Value, loc: Location, operator: str = "==") -> None:
        """Notes an error unless values of two types can be compared."""
        if comparable(left, right, operator):
            return
        if left == right:
            self._problems.add(loc, f"'{operator}' can't be applied to {describe(left)}")
            return
        hint = None
        if any(isinstance(v, EnumValue) for v in (left, right)) and any(isinstance(v, IntValue) for v in (left, right)):
            hint = "Compare with a member of the enum, or write .to_i behind the enum."
        self._problems.add(loc, f"{describe(left)} can't be compared with {describe(right)}", hint)

    def _conditional(self, expr: Conditional, scope: Scope) -> Expr:
        test = self.resolve(expr.test, scope)
        self.expect(test, BoolValue(), "a condition")
        then, otherwise = self.resolve(expr.then, scope), self.resolve(expr.otherwise, scope)
        value: Value | None = None
        if then.type is not None and otherwise.type is not None:
            value = fold((then.type, otherwise.type))
            if isinstance(value, AnyValue) and not (self._is_switch(then) or self._is_switch(otherwise)):
                message = (
                    f"both sides of ':' must be of one type, not {describe(then.type)} and {describe(otherwise.type)}"
                )
                self._problems.add(beginning(expr.then), message)
                value = None
        elif self._infer_only:  # the other side may be what is being inferred
            value = then.type or otherwise.type
        return replace(expr, test=test, then=then, otherwise=otherwise, type=value)

    def _is_switch(self, expr: Expr) -> bool:
        """Whether values of an expression are of several types, or of a switch, which columns show by its cases."""
        if isinstance(expr.type, AnyValue) or expr.type == StructValue(""):
            return True
        if isinstance(expr, Conditional):
            return self._is_switch(expr.then) or self._is_switch(expr.otherwise)
        if not isinstance(expr, Name | Member) or expr.owner is None:
            return False
        typedef = self._library.types[expr.owner]
        members = (*typedef.attributes, *typedef.instances)
        return any(
            isinstance(one, Attribute) and one.id == expr.name and isinstance(one.wire, SwitchWire) for one in members
        )

    # --- literals and types --------------------------------------------------------------------------------------

    def _list(self, expr: ListLiteral, scope: Scope) -> Expr:
        items = tuple(self.resolve(item, scope) for item in expr.items)
        value: Value | None = None
        types = [item.type for item in items if item.type is not None]
        if not items:
            self._problems.add(
                expr.loc, "the type of an empty list can't be told", "Write [].as<type[]>, or [].as<bytes>."
            )
        elif all(isinstance(item, Literal_) and _is_byte(item.value) for item in items):
            value = BytesValue()
        elif len(types) == len(items):
            value = ArrayValue(fold(types))
        return replace(expr, items=items, type=value)

    def _format(self, expr: FormatString, scope: Scope) -> Expr:
        parts = tuple(self.resolve(part, scope) for part in expr.parts)
        for part in parts:
            if part.type is not None and not printable(part.type):
                self._problems.add(beginning(part), f"{describe(part.type)} can't be part of a text")
        return replace(expr, parts=parts, type=StrValue())

    def _enum_member(self, expr: EnumMember, scope: Scope) -> Expr:
        name = self.enum_name(expr.enum, scope.owner, expr.loc)
        if name is None:
            return expr
        known = [entry.id for entry in self._library.enums[name].entries]
        if expr.member not in known:
            self._problems.add(
                expr.loc, f"enum '{name}' has no member '{expr.member}'", nearest(expr.member, known) or _listed(known)
            )
        return replace(expr, enum=name, type=EnumValue(name))

    def _cast(self, expr: Cast, scope: Scope) -> Expr:
        value = self.named_value(expr.type_name, scope.owner, expr.loc)
        target = expr.target
        if isinstance(target, ListLiteral) and isinstance(value, ArrayValue | BytesValue):
            items = tuple(self.resolve(item, scope) for item in target.items)
            for item in items if isinstance(value, BytesValue) else ():
                self.expect(item, IntValue(), "a byte")
                if isinstance(item, Literal_) and isinstance(item.type, IntValue) and not _is_byte(item.value):
                    self._problems.add(item.loc, f"a byte must be 0 to 255, not {item.value}")
            target = replace(target, items=items, type=value)
        elif not self._infer_only:
            target = self.resolve(target, scope)
        return replace(expr, target=target, type=value)


def _listed(known: list[str]) -> str | None:
    return f"It has {', '.join(known)}." if len(known) <= _FEW else None


def _literal(value: int | float | bool | str) -> Value:
    if isinstance(value, bool):
        return BoolValue()
    if isinstance(value, int):
        return IntValue()
    return FloatValue() if isinstance(value, float) else StrValue()


def _is_byte(value: int | float | bool | str) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 255
