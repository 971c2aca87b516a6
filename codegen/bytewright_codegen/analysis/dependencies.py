"""What expressions rest on: which fields, through instances and parameters, and which numbers they are held against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace

from bytewright_codegen.ir.expressions import EnumMember, Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import StructWire, SwitchWire, TypeDef, Valid, ValueInstance, Wire
from bytewright_codegen.ir.views import ViewColumn
from bytewright_codegen.ir.walk import children

Place = tuple[str, int]
"""A field: the absolute name of its type, and its place in ``seq``."""


@dataclass(slots=True)
class Trace:
    """What an expression rests on.

    Attributes:
        fields: the fields whose values it uses.
        numbers: integers, and members of enums as integers, that stand in it.
        texts: texts that stand in it.
        stream: whether it asks for a place in the bytes (``_io``).
    """

    fields: set[Place] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    stream: bool = False


class Dependencies:
    """Traces expressions of the types of a library."""

    def __init__(self, library: Library) -> None:
        self._types = library.types
        self._enums = library.enums
        self._arguments: dict[tuple[str, int], list[Expr]] = {}
        self._places: dict[tuple[str, str], set[Place]] = {}
        self._values: dict[tuple[str, str], Expr] = {}
        for definition in library.types.values():
            for instance in definition.instances:
                if isinstance(instance, ValueInstance):
                    self._values[definition.name, instance.id] = instance.expr
            for i, attribute in enumerate(definition.fields):
                if attribute.id is not None:
                    self._places.setdefault((definition.name, attribute.id), set()).add((definition.name, i))
                for nested in _nested(attribute.wire):
                    for i, argument in enumerate(nested.args):
                        self._arguments.setdefault((nested.type, i), []).append(argument)

    def __call__(self, *exprs: Expr | None) -> Trace:
        """What expressions rest on, together."""
        found = Trace()
        seen: set[tuple[str, str]] = set()
        for expr in exprs:
            if expr is not None:
                self._walk(expr, found, seen)
        return found

    def _walk(self, expr: Expr, found: Trace, seen: set[tuple[str, str]]) -> None:
        match expr:
            case Literal_(int() as number) if not isinstance(number, bool):
                found.numbers.add(number)
            case Literal_(str() as text):
                found.texts.add(text)
            case EnumMember(enum, member):
                found.numbers.add(next(e.value for e in self._enums[enum].entries if e.id == member))
            case Name("_io") | Member(_, "_io"):
                found.stream = True
            case Name(name, owner=str(owner)) | Member(_, name, owner=str(owner)) if owner in self._types:
                if (owner, name) not in seen:
                    seen.add((owner, name))
                    self._follow(self._types[owner], name, expr.binding or "", found, seen)
        for child in children(expr):
            self._walk(child, found, seen)

    def _follow(self, owner: TypeDef, name: str, binding: str, found: Trace, seen: set[tuple[str, str]]) -> None:
        found.fields |= self._places.get((owner.name, name), set())
        if binding == "instance":
            value = self._values.get((owner.name, name))
            if value is not None:
                self._walk(value, found, seen)
        elif binding == "parameter":
            place = next(i for i, p in enumerate(owner.params) if p.id == name)
            for argument in self._arguments.get((owner.name, place), ()):
                self._walk(argument, found, seen)


def leading(library: Library) -> frozenset[tuple[str, str]]:
    """The fields by whose values something else is read or calculated, by type and id: those that an expression names
    which is no rule for values (``valid``), but a size, a count, a place, a condition, what a switch goes by, a
    calculated value, or what a view chooses by."""
    found: set[tuple[str, str]] = set()

    def look(node: object) -> None:
        if isinstance(node, Valid):
            return
        if isinstance(node, ViewColumn) and _is_path(node.expr):
            look(replace(node, expr=Literal_(0, node.loc)))  # it is shown as it is
            return
        if isinstance(node, Name | Member) and node.owner is not None:
            found.add((node.owner, node.name))
        if isinstance(node, tuple):
            for item in node:
                look(item)
        elif is_dataclass(node):
            for part in fields(node):
                look(getattr(node, part.name))

    for spec in library.specs:
        look((spec.types, spec.views))
    return frozenset(found)


def _is_path(expr: Expr) -> bool:
    """Whether an expression only says which field is meant, perhaps of an element of a list."""
    while isinstance(expr, Member | Item) and not (isinstance(expr, Member) and expr.binding == "method"):
        expr = expr.target
    return isinstance(expr, Name)


def _nested(wire: Wire) -> Iterator[StructWire]:
    match wire:
        case StructWire():
            yield wire
        case SwitchWire(_, cases):
            for _, case in cases:
                yield from _nested(case)
