"""Types whose bytes depend on nothing outside of their structures.

A writer writes a model several times, until its sizes and places settle. What rests on nothing outside of itself need
not be written again where none of its values has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

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
from bytewright_codegen.plans.reading import Choice, Entry, Nested, frame_of
from bytewright_codegen.plans.writing import CountOf, EntryWriting, NullsOf, PresenceOf, WritingPlan

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
        self._opened = opened_in(library)

    def __call__(self, entry: Entry) -> bool:
        """Whether that is so of the structure of an entry, and saves something: it holds lists of structures, and lies
        at a place of its own."""
        if not entry.placed or entry.count is not None or not isinstance(entry.item, Nested):
            return False
        own = entry.frame.kind != "none"
        enclosure = Enclosure(self._types, self._plans, entry.item.type, own=own)
        return enclosure.lists and enclosure.holds(self._opened)

    def elements(self, type: str, index: int, root: str) -> bool:
        """Whether that is so of each element of a list, and the rest of a file can be written of their bytes alone.

        Args:
            type: the type that holds the list.
            index: which of its fields the list is.
            root: the type of a whole file, whose parameters are known before anything is written.
        """
        writing = self._plans[type].entries[index]
        entry = writing.entry
        if entry.count is None or entry.count.kind == "until" or entry.placed or entry.frame.kind != "none":
            return False
        if not isinstance(entry.item, Nested) or entry.item.args or entry.masked_by is not None:
            return False
        ruled = (entry.valid, entry.attribute.compared, entry.condition, writing.equation, writing.default)
        told = (writing.before, writing.told, writing.settled, writing.inferred, writing.closings)
        if any(ruled) or any(told):
            return False
        enclosure = Enclosure(self._types, self._plans, entry.item.type, own=False, root=root)
        if not enclosure.ends_itself() or not enclosure.holds(self._opened):
            return False
        others = self._types.keys() - enclosure.types
        return not any(self._looks_into(other, enclosure.types) for other in others)

    def alone(self, type: str) -> bool:
        """Whether that is so of a structure of a type wherever it lies, and nothing tells it where it ends."""
        enclosure = Enclosure(self._types, self._plans, type, own=False)
        return not self._types[type].params and enclosure.ends_itself() and enclosure.holds(self._opened)

    def _looks_into(self, type: str, inside: Set[str]) -> bool:
        """Whether a type asks for something that structures of other types hold, or leads to these."""
        typedef = self._types[type]
        if any(field.again and structures_in(field.wire) & inside for field in typedef.fields):
            return True
        exprs = [expr for field in typedef.fields for expr in (*asked_of(field), field.stream) if expr is not None]
        for instance in typedef.instances:
            if isinstance(instance, ValueInstance):
                exprs += [instance.expr, *rules_of(instance)]
        return any(_names(expr, inside) for expr in exprs) or any(map(_passes_lists, self._plans[type].entries))


class Enclosure:
    """A structure and all that is written in it.

    Args:
        types: all types, by name.
        plans: how they are written, likewise.
        type: that of the structure.
        own: whether it has a stream of its own.
        root: the type whose parameters, and what they are told, don't count as outside.

    Attributes:
        depths: of each type that is written in it, how many structures are around it at least.
        streamed: whether its stream is always one of those that begin in it.
        lists: whether it holds lists of structures.
        handed: the parameters that are handed in from outside, and what rests on them.
    """

    def __init__(
        self,
        types: Mapping[str, TypeDef],
        plans: dict[str, WritingPlan],
        type: str,
        *,
        own: bool,
        root: str | None = None,
    ) -> None:
        self._types = types
        self._plans = plans
        self._own = own
        self._root = root
        self._told = types.keys() - _held(types) - {root} if root is not None else frozenset()
        self.depths: dict[str, int] = {type: 0}
        self.streamed: dict[str, bool] = {type: own}
        self.lists = False
        todo = [type]
        while todo:
            here = todo.pop(0)
            for attribute in written(types[here]):
                inside = self.streamed[here] or attribute.size is not None or attribute.process is not None
                for inner in structures_in(attribute.wire):
                    self.lists |= attribute.repeat is not None
                    if inner not in self.depths:
                        self.depths[inner] = self.depths[here] + 1
                        self.streamed[inner] = inside
                        todo.append(inner)
                    elif self.streamed[inner] and not inside:
                        self.streamed[inner] = False
                        todo.append(inner)
        self.handed: set[_Argument] = {(type, i) for i, _ in enumerate(types[type].params)}
        self._seen: dict[tuple[str, str], bool] = {}

    @property
    def types(self) -> Set[str]:
        """The types of all that is written in it."""
        return self.depths.keys()

    def ends_itself(self) -> bool:
        """Whether all that reaches to the end of a stream, or lies at a place in one, is in a stream that begins in
        it."""
        return all(self.streamed[type] or not any(map(asks_room, self._plans[type].entries)) for type in self.depths)

    def holds(self, opened: set[str]) -> bool:
        """Whether it rests on nothing outside.

        ``opened``: types of structures in whose streams, from elsewhere, something is asked or put."""
        if not self._own and ("" in opened or opened & self.depths.keys()):
            return False
        self.settle()
        return not any(self._leaves(type) for type in self.depths)

    def settle(self) -> None:
        """Find all parameters that are handed in from outside."""
        while self._hand_on():
            self._seen.clear()

    def _hand_on(self) -> bool:
        """Find some of them; whether there are more than were known."""
        known = len(self.handed)
        for type in self.depths:
            for attribute in written(self._types[type]):
                for wire in nested_in(attribute.wire):
                    self.handed |= {(wire.type, i) for i, arg in enumerate(wire.args) if self.rests(type, arg)}
        return len(self.handed) > known

    def _leaves(self, type: str) -> bool:
        """Whether a structure asks, or tells, something outside."""
        typedef = self._types[type]
        if typedef.order == "inherited":
            return True
        if isinstance(typedef.order, CalculatedOrder) and self.rests(type, typedef.order.on):
            return True
        instances = (i for i in typedef.instances if isinstance(i, ValueInstance) and i.valid is not None)
        if any(self.rests(type, expr) for i in instances for expr in (i.expr, *rules_of(i))):
            return True
        if any(self.asks(type, attribute) for attribute in written(typedef)):
            return True
        return any(self.tells(type, writing) for writing in self._plans[type].entries)

    def asks(self, type: str, attribute: Attribute) -> bool:
        """Whether a field of a type asks for something outside."""
        if attribute.parent is not None:
            return True
        return any(self.rests(type, expr) for expr in asked_of(attribute))

    def tells(self, type: str, writing: EntryWriting) -> bool:
        """Whether something outside follows from what is measured here."""
        if writing.entry.attribute.again:
            return False
        solves = [*writing.before, *writing.after, *writing.otherwise]
        solves += [writing.place] if writing.place is not None else []
        if any(max(solve.climb, solve.index_climb) > self.depths[type] for solve in solves):
            return True
        checksum = writing.entry.checksum
        if checksum is not None and max(checksum.start.climb, checksum.end.climb) > self.depths[type]:
            return True
        told = [answer for one in writing.told for answer in one.answers]
        answers = [*writing.sizes, *writing.lengths, *writing.places, *writing.absences, *told]
        exprs = [expr for a in answers for expr in (a.way, a.element, *a.values, *(test for test, _ in a.when))]
        return any(expr is not None and self.rests(type, expr) for expr in exprs)

    def rests(self, type: str, expr: Expr) -> bool:
        """Whether an expression of a type rests on something outside."""
        climbed = parents(expr)
        if climbed is not None:
            return climbed > self.depths[type]
        match expr:
            case Member(Name("_root"), _, binding="parameter", owner=str(owner)) if owner == self._root:
                return False
            case Name("_root"):
                return True
            case Name("_io"):
                return not self.streamed[type]
            case Member(_, "_io" | "_parent" | "_root"):
                return True
            case Member(_, _, binding="parameter", owner=str(owner)) if owner in self._told:
                pass
            case Name(name, binding="parameter", owner=str(owner)) | Member(
                _, name, binding="parameter", owner=str(owner)
            ):
                if owner not in self.depths or any((owner, i) in self.handed for i in self._places(owner, name)):
                    return True
            case Name(name, binding="instance", owner=str(owner)) | Member(
                _, name, binding="instance", owner=str(owner)
            ):
                if owner not in self.depths or self.instance_rests(owner, name):
                    return True
        return any(self.rests(type, child) for child in children(expr))

    def _places(self, owner: str, name: str) -> Iterator[int]:
        return (i for i, parameter in enumerate(self._types[owner].params) if parameter.id == name)

    def instance_rests(self, owner: str, name: str) -> bool:
        """Whether a calculated value of a type rests on something outside."""
        if (owner, name) not in self._seen:
            self._seen[owner, name] = False
            found = (i for i in self._types[owner].instances if isinstance(i, ValueInstance) and i.id == name)
            self._seen[owner, name] = any(
                self.rests(owner, expr) for i in found for expr in (i.expr, i.condition) if expr is not None
            )
        return self._seen[owner, name]


def asks_room(writing: EntryWriting) -> bool:
    """Whether an entry reaches to the end of its stream, or lies at a place in it, or asks what follows it."""
    entry = writing.entry
    if entry.attribute.again:
        return False
    if entry.placed or (entry.count is not None and entry.count.kind == "eos"):
        return True
    items = [case for _, case in entry.item.cases] if isinstance(entry.item, Choice) else [entry.item]
    frames = [frame_of(entry, item) for item in items]
    return any(f.kind == "eos" or (f.terminator is not None and not f.terminator.consume) for f in frames)


def _passes_lists(writing: EntryWriting) -> bool:
    """Whether what an entry follows from lies in elements of lists."""
    quantity = writing.equation.quantity if writing.equation is not None else None
    paths = [clue.path for one in writing.inferred for clue in one.clues]
    match quantity:
        case CountOf(lists):
            paths += [path for path, _ in lists]
        case PresenceOf() | NullsOf():
            return True
    settled = [path for one in writing.settled for path, _ in one.quantity.lists]
    return any(repeated for path in (*paths, *settled) for _, repeated in path.steps[:-1])


def _held(types: Mapping[str, TypeDef]) -> set[str]:
    """The types of structures that files hold; others are those that parameters are told."""
    return {held for typedef in types.values() for field in typedef.fields for held in structures_in(field.wire)}


def _names(expr: Expr, types: Set[str]) -> bool:
    """Whether an expression names a member of one of some types."""
    named = isinstance(expr, Name | Member) and expr.owner in types
    return named or any(_names(child, types) for child in children(expr))


def written(typedef: TypeDef) -> Iterator[Attribute]:
    """The fields of a type that describe bytes of their own."""
    return (attribute for attribute in typedef.fields if not attribute.again)


def nested_in(wire: Wire) -> Iterator[StructWire]:
    """The structures that a value may be, with their arguments."""
    match wire:
        case StructWire():
            yield wire
        case SwitchWire(_, cases):
            for _, case in cases:
                yield from nested_in(case)


def rules_of(node: Attribute | ValueInstance) -> Iterator[Expr]:
    """What must hold of a value."""
    valid = node.valid
    if valid is not None:
        yield from (e for e in (valid.eq, valid.min, valid.max, *valid.any_of, valid.expr) if e is not None)


def asked_of(attribute: Attribute) -> Iterator[Expr]:
    """What is asked when an attribute is written; of a stream to lie in only what is asked to find it."""
    count = attribute.repeat.expr if attribute.repeat is not None else None
    process = attribute.process.args if attribute.process is not None else ()
    derive: tuple[Expr | None, ...] = ()
    if attribute.derive is not None:  # where something lies further down is told from there
        down = attribute.derive.kind in ("position-of", "end-of")
        derive = (None if down else attribute.derive.path, attribute.derive.unless, attribute.derive.when_empty)
    found = (attribute.condition, attribute.size, attribute.position, count, attribute.default, *attribute.compared)
    yield from (expr for expr in (*found, *process, *derive) if expr is not None)
    yield from rules_of(attribute)
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


def opened_in(library: Library) -> set[str]:
    """The types of structures whose streams expressions name (``entry.value._io``)."""
    found: set[str] = set()

    def walk(expr: Expr) -> None:
        if isinstance(expr, Member) and expr.name == "_io" and isinstance(expr.target.type, StructValue):
            found.add(expr.target.type.type)
        for child in children(expr):
            walk(child)

    for typedef in library.types.values():
        for attribute in written(typedef):
            for expr in (*asked_of(attribute), *([attribute.stream] if attribute.stream is not None else [])):
                walk(expr)
        for instance in typedef.instances:
            if isinstance(instance, ValueInstance):
                walk(instance.expr)
    return found
