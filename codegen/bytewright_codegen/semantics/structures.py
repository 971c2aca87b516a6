"""User types as expressions see them: members with their types, parents."""

from __future__ import annotations

from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Expr, Literal_
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    BytesWire,
    FloatWire,
    IntWire,
    Parameter,
    StructWire,
    StrWire,
    SwitchWire,
    TypeDef,
    ValueInstance,
    Wire,
)
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    FloatValue,
    IntValue,
    StructValue,
    StrValue,
    Value,
)
from bytewright_codegen.semantics.expressions import Found, Scope, Typer
from bytewright_codegen.semantics.names import Names
from bytewright_codegen.semantics.values import fold_cases

Member = Parameter | Attribute | ValueInstance

_MOST = 100
"""Instances whose types may rest on each other, one on the next."""
_PASSES = 5
"""How often the type of an instance that rests on itself is inferred: what is assumed of it only widens."""


class LibraryStructures:
    """What ``Typer`` asks about user types, computed when it is asked for.

    Args:
        library: with names as written or resolved.
        names: for types and enums by name.
        problems: gets instances whose type depends on itself; whatever else is wrong is left to those who resolve the
            members themselves.
    """

    def __init__(self, library: Library, names: Names, problems: Problems) -> None:
        self._library = library
        self._names = names
        self._problems = problems
        self._typer = Typer(library, names, self, Problems(), infer_only=True)
        self._members: dict[str, dict[str, Member]] = {
            name: _members_of(definition) for name, definition in library.types.items()
        }
        self._values: dict[tuple[str, str], Value | None] = {}
        self._under_way: set[tuple[str, str]] = set()
        self._assumed: dict[tuple[str, str], Value | None] = {}
        self._users: dict[str, dict[str, None]] | None = None
        self._uses: dict[str, list[tuple[str, Attribute]]] | None = None
        self._parents: dict[str, str | None] = {}
        self._parents_under_way: set[str] = set()

    def member(self, type: str, name: str) -> Found | None:
        """A member with its type."""
        member = self._members.get(type, {}).get(name)
        match member:
            case None:
                return None
            case Parameter():
                return Found("parameter", type, self._value(type, member))
            case Attribute() if member in self._library.types[type].attributes:
                return Found("attribute", type, self._value(type, member))
            case _:
                return Found("instance", type, self._value(type, member))

    def member_names(self, type: str) -> tuple[str, ...]:
        """The ids of all members."""
        return tuple(self._members.get(type, {}))

    def attribute_value(self, type: str, attribute: Attribute) -> Value | None:
        """The type of what an attribute of a type reads, per element where it repeats."""
        if (type, attribute.id) in self._problems.broken:
            return None
        value = self._wire_value(type, attribute.wire, attribute)
        if isinstance(attribute.wire, SwitchWire) and value is not None:
            framed = attribute.size is not None or attribute.size_eos or attribute.terminator is not None
            if framed and all(test is not None for test, _ in attribute.wire.cases):
                value = fold_cases((value, BytesValue())) if attribute.wire.cases else BytesValue()
        return value

    def parameter_value(self, type: str, parameter: Parameter) -> Value | None:
        """The type of a parameter."""
        if (type, parameter.id) in self._problems.broken:
            return None
        value = self._typer.named_value(parameter.type_name, type, parameter.type_loc)
        if parameter.enum is not None and value is not None:
            enum = self._names.enum(parameter.enum, type)
            if enum is None:
                return None
            return ArrayValue(EnumValue(enum)) if isinstance(value, ArrayValue) else EnumValue(enum)
        return value

    def uses(self, type: str) -> list[tuple[str, Attribute]]:
        """The attributes that read a type, with the types that declare them."""
        if self._uses is None:
            self._uses = {}
            for definition in self._library.types.values():
                for attribute in (*definition.attributes, *definition.instances):
                    if isinstance(attribute, Attribute):
                        for used in self._used(definition.name, attribute.wire):
                            self._uses.setdefault(used, []).append((definition.name, attribute))
        return self._uses.get(type, [])

    def users(self, type: str) -> tuple[str, ...]:
        """The types of the same spec whose attributes read a type."""
        users = (user for user, _ in self.uses(type) if user.split("::", 1)[0] == type.split("::", 1)[0])
        return tuple(dict.fromkeys(users))

    def parent(self, type: str) -> str | None:
        """The type of ``_parent``: that of the structures that hold this one, if it is one type.

        A structure that another spec reads has no parent there.
        """
        if type in self._parents:
            return self._parents[type]
        if type in self._parents_under_way:
            return None
        self._parents_under_way.add(type)
        found: set[str | None] = set()
        for user, attribute in self.uses(type):
            if user.split("::", 1)[0] != type.split("::", 1)[0]:
                continue
            if attribute.parent is None:
                found.add(user)
            elif not isinstance(attribute.parent, Literal_):
                forced = self._typer.resolve(attribute.parent, Scope(user, indexed=True)).type
                found.add(forced.type if isinstance(forced, StructValue) and forced.type else None)
        self._parents_under_way.discard(type)
        parent = found.pop() if len(found) == 1 else None
        self._parents[type] = parent
        return parent

    def _used(self, owner: str, wire: Wire) -> set[str]:
        if isinstance(wire, StructWire):
            name = self._names.type(wire.type, owner)
            return {name} if name else set()
        if isinstance(wire, SwitchWire):
            return {name for _, case in wire.cases for name in self._used(owner, case)}
        return set()

    def _value(self, type: str, member: Member) -> Value | None:
        assert member.id is not None
        key = (type, member.id)
        if key in self._values:
            return self._values[key]
        if key in self._under_way:
            return self._assumed.setdefault(key, None)
        if len(self._under_way) >= _MOST:
            message = f"the type of '{member.id}' is asked for by a chain of {_MOST} others"
            self._problems.add(member.loc, message, "Say its type with .as<type> where it is used.")
            return None
        self._under_way.add(key)
        value: Value | None
        match member:
            case Parameter():
                value = self.parameter_value(type, member)
            case Attribute():
                value = self.attribute_value(type, member)
                if member.repeat is not None and value is not None:
                    value = ArrayValue(value)
            case ValueInstance():
                value = self._inferred(type, member)
        self._under_way.discard(key)
        self._values[key] = value
        return value

    def _inferred(self, type: str, instance: ValueInstance) -> Value | None:
        """The type of a value instance; of one that rests on itself, the type that gives itself again."""
        key = (type, instance.id)
        before = set(self._values)
        for _ in range(_PASSES):
            value = self.instance_value(type, self._typer.resolve(instance.expr, Scope(type)), instance)
            if key not in self._assumed or (value is not None and value == self._assumed[key]):
                self._assumed.pop(key, None)
                return value
            if value is None:
                break
            self._assumed[key] = value
            for other in self._values.keys() - before:  # what was inferred from another assumption
                del self._values[other]
        del self._assumed[key]
        message = f"the type of '{instance.id}' depends on itself"
        self._problems.add(instance.loc, message, "Say its type with .as<type> where it is used.")
        return None

    def instance_value(self, type: str, expr: Expr, instance: ValueInstance) -> Value | None:
        """The type of a value instance, given its typed expression."""
        if (type, instance.id) in self._problems.broken:
            return None
        if instance.enum is None:
            return expr.type
        enum = self._names.enum(instance.enum, type)
        return EnumValue(enum) if enum else None

    def _wire_value(self, owner: str, wire: Wire, attribute: Attribute) -> Value | None:
        match wire:
            case IntWire(size, signed):
                return self._enum_or(owner, attribute, IntValue(size * 8, signed))
            case BitsWire(1) if attribute.enum is None:
                return BoolValue()
            case BitsWire(width):
                return self._enum_or(owner, attribute, IntValue(width, signed=False))
            case FloatWire(size):
                return FloatValue(size * 8)
            case StrWire():
                return StrValue()
            case BytesWire():
                return BytesValue()
            case StructWire(name):
                found = self._names.type(name, owner)
                return StructValue(found) if found else None
            case SwitchWire():
                values = [self._wire_value(owner, case, attribute) for _, case in wire.cases]
                if any(value is None for value in values):
                    return None
                return fold_cases(value for value in values if value is not None) if values else AnyValue()

    def _enum_or(self, owner: str, attribute: Attribute, value: Value) -> Value | None:
        if attribute.enum is None:
            return value
        enum = self._names.enum(attribute.enum, owner)
        return EnumValue(enum) if enum else None


def _members_of(definition: TypeDef) -> dict[str, Member]:
    members: tuple[Member, ...] = (*definition.params, *definition.attributes, *definition.instances)
    return {member.id: member for member in members if member.id is not None}
