"""Types whose structures are written the same as long as nothing in them changes, whatever lies around them.

A writer writes a model several times, until its sizes and places settle. What rests on nothing outside of itself need
not be written again where none of its values has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import (
    Attribute,
    CalculatedOrder,
    StructWire,
    SwitchWire,
    TypeDef,
    ValueInstance,
    Wire,
)
from bytewright_codegen.ir.values import StructValue
from bytewright_codegen.ir.walk import children, parents, structures_in
from bytewright_codegen.plans.reading import Entry, Nested
from bytewright_codegen.plans.writing import EntryWriting, WritingPlan

_Argument = tuple[str, int]
"""A parameter: the absolute name of its type, and its place."""


class Enclosed:
    """Finds out which structures rest on nothing outside of themselves.

    Args:
        library: the resolved specs.
        plans: how its types are written, by type.
    """

    def __init__(self, library: Library, plans: dict[str, WritingPlan]) -> None:
        self._types = library.types
        self._plans = plans
        self._opened = _opened(library)

    def __call__(self, entry: Entry) -> bool:
        """Whether that is so of the structure of an entry, and saves something: it holds lists of structures, and lies
        at a place of its own."""
        if not entry.placed or entry.count is not None or not isinstance(entry.item, Nested):
            return False
        own = entry.frame.kind != "none"
        return _Enclosure(self._types, self._plans, entry.item.type, own=own).holds(self._opened)


class _Enclosure:
    """A structure and all that is written in it; ``depths``: of each type, how many structures are around it at least,
    and ``streamed``, whether its stream is always one of those that begin in it."""

    def __init__(self, types: Mapping[str, TypeDef], plans: dict[str, WritingPlan], type: str, *, own: bool) -> None:
        self._types = types
        self._plans = plans
        self._own = own
        self._depths: dict[str, int] = {type: 0}
        self._streamed: dict[str, bool] = {type: own}
        self._lists = False
        todo = [type]
        while todo:
            here = todo.pop(0)
            for attribute in _written(types[here]):
                inside = self._streamed[here] or attribute.size is not None or attribute.process is not None
                for inner in structures_in(attribute.wire):
                    self._lists |= attribute.repeat is not None
                    if inner not in self._depths:
                        self._depths[inner] = self._depths[here] + 1
                        self._streamed[inner] = inside
                        todo.append(inner)
                    elif self._streamed[inner] and not inside:
                        self._streamed[inner] = False
                        todo.append(inner)
        # What is handed in from outside: the parameters of the structure itself, and what rests on them.
        self._handed: set[_Argument] = {(type, i) for i, _ in enumerate(types[type].params)}
        self._seen: dict[tuple[str, str], bool] = {}

    def holds(self, opened: set[str]) -> bool:
        """Whether it rests on nothing outside.

        ``opened``: types of structures in whose streams, from elsewhere, something is asked or put."""
        if not self._lists or (not self._own and ("" in opened or opened & self._depths.keys())):
            return False
        while self._hand_on():
            self._seen.clear()
        return not any(self._leaves(type) for type in self._depths)

    def _hand_on(self) -> bool:
        """Find parameters that are handed in from outside; whether there are more than were known."""
        known = len(self._handed)
        for type in self._depths:
            for attribute in _written(self._types[type]):
                for wire in _nested(attribute.wire):
                    self._handed |= {(wire.type, i) for i, arg in enumerate(wire.args) if self._rests(type, arg)}
        return len(self._handed) > known

    def _leaves(self, type: str) -> bool:
        """Whether a structure asks, or tells, something outside."""
        typedef = self._types[type]
        if typedef.order == "inherited":
            return True
        if isinstance(typedef.order, CalculatedOrder) and self._rests(type, typedef.order.on):
            return True
        instances = (i for i in typedef.instances if isinstance(i, ValueInstance) and i.valid is not None)
        if any(self._rests(type, expr) for i in instances for expr in (i.expr, *_rules(i))):
            return True
        if any(self._asks(type, attribute) for attribute in _written(typedef)):
            return True
        return any(self._tells(type, writing) for writing in self._plans[type].entries)

    def _asks(self, type: str, attribute: Attribute) -> bool:
        if attribute.parent is not None:
            return True
        return any(self._rests(type, expr) for expr in _expressions(attribute))

    def _tells(self, type: str, writing: EntryWriting) -> bool:
        """Whether something outside follows from what is measured here."""
        if writing.entry.attribute.again:
            return False
        solves = [*writing.before, *writing.after, *writing.otherwise]
        solves += [writing.place] if writing.place is not None else []
        if any(max(solve.climb, solve.index_climb) > self._depths[type] for solve in solves):
            return True
        checksum = writing.entry.checksum
        if checksum is not None and max(checksum.start.climb, checksum.end.climb) > self._depths[type]:
            return True
        told = [answer for one in writing.told for answer in one.answers]
        answers = [*writing.sizes, *writing.lengths, *writing.places, *writing.absences, *told]
        exprs = [expr for a in answers for expr in (a.way, a.element, *a.values, *(test for test, _ in a.when))]
        return any(expr is not None and self._rests(type, expr) for expr in exprs)

    def _rests(self, type: str, expr: Expr) -> bool:
        """Whether an expression of a type rests on something outside."""
        climbed = parents(expr)
        if climbed is not None:
            return climbed > self._depths[type]
        match expr:
            case Name("_root"):
                return True
            case Name("_io"):
                return not self._streamed[type]
            case Member(_, "_io" | "_parent" | "_root"):
                return True
            case Name(name, binding="parameter", owner=str(owner)) | Member(
                _, name, binding="parameter", owner=str(owner)
            ):
                if owner not in self._depths or any((owner, i) in self._handed for i in self._places(owner, name)):
                    return True
            case Name(name, binding="instance", owner=str(owner)) | Member(
                _, name, binding="instance", owner=str(owner)
            ):
                if owner not in self._depths or self._instance_rests(owner, name):
                    return True
        return any(self._rests(type, child) for child in children(expr))

    def _places(self, owner: str, name: str) -> Iterator[int]:
        return (i for i, parameter in enumerate(self._types[owner].params) if parameter.id == name)

    def _instance_rests(self, owner: str, name: str) -> bool:
        if (owner, name) not in self._seen:
            self._seen[owner, name] = False
            found = (i for i in self._types[owner].instances if isinstance(i, ValueInstance) and i.id == name)
            self._seen[owner, name] = any(
                self._rests(owner, expr) for i in found for expr in (i.expr, i.condition) if expr is not None
            )
        return self._seen[owner, name]


def _written(typedef: TypeDef) -> Iterator[Attribute]:
    return (attribute for attribute in typedef.fields if not attribute.again)


def _nested(wire: Wire) -> Iterator[StructWire]:
    match wire:
        case StructWire():
            yield wire
        case SwitchWire(_, cases):
            for _, case in cases:
                yield from _nested(case)


def _rules(node: Attribute | ValueInstance) -> Iterator[Expr]:
    valid = node.valid
    if valid is not None:
        yield from (e for e in (valid.eq, valid.min, valid.max, *valid.any_of, valid.expr) if e is not None)


def _expressions(attribute: Attribute) -> Iterator[Expr]:
    """What is asked when an attribute is written; of a stream to lie in only what is asked to find it."""
    count = attribute.repeat.expr if attribute.repeat is not None else None
    process = attribute.process.args if attribute.process is not None else ()
    derive: tuple[Expr | None, ...] = ()
    if attribute.derive is not None:  # where something lies further down is told from there
        down = attribute.derive.kind in ("position-of", "end-of")
        derive = (None if down else attribute.derive.path, attribute.derive.unless, attribute.derive.when_empty)
    found = (attribute.condition, attribute.size, attribute.position, count, attribute.default, attribute.unique)
    yield from (expr for expr in (*found, *process, *derive) if expr is not None)
    yield from _rules(attribute)
    if attribute.stream is not None:
        stream = attribute.stream
        yield stream.target if isinstance(stream, Member) else stream
    todo = [attribute.wire]
    while todo:
        match todo.pop():
            case SwitchWire(on, cases):
                yield on
                yield from (test for test, _ in cases if test is not None)
                todo += [case for _, case in cases]


def _opened(library: Library) -> set[str]:
    """The types of structures whose streams expressions name (``entry.value._io``)."""
    found: set[str] = set()

    def walk(expr: Expr) -> None:
        if isinstance(expr, Member) and expr.name == "_io" and isinstance(expr.target.type, StructValue):
            found.add(expr.target.type.type)
        for child in children(expr):
            walk(child)

    for typedef in library.types.values():
        for attribute in _written(typedef):
            for expr in (*_expressions(attribute), *([attribute.stream] if attribute.stream is not None else [])):
                walk(expr)
        for instance in typedef.instances:
            if isinstance(instance, ValueInstance):
                walk(instance.expr)
    return found
