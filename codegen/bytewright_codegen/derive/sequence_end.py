"""Instances without a place: they lie where the stream stands when they are first asked for, as in the stock parser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bytewright_codegen.analysis.dependencies import Dependencies
from bytewright_codegen.analysis.field_paths import structures
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Conditional, Expr, Literal_, Logical, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, SwitchWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import StreamValue
from bytewright_codegen.ir.walk import children, structures_in


def unplaced(library: Library) -> Library:
    """Gives instances without ``pos`` and ``io`` their place.

    What an entry of the sequence asks for lies before that entry. One that nothing there asks for ends the sequence of
    a structure that has a size of its own (or is the file). What takes no bytes lies anywhere.

    Args:
        library: resolved.

    Raises:
        SpecErrors: where one lies rests on who asks for it, and when.
    """
    problems: list[Diagnostic] = []
    free = _unsized(library)
    specs = tuple(
        replace(
            spec,
            types=tuple(
                _Sequence(library, definition, problems).placed(definition.name in free)
                if any(attribute.deferred for attribute in definition.attributes)
                else definition
                for definition in spec.types
            ),
        )
        for spec in library.specs
    )
    if problems:
        raise SpecErrors(tuple(problems))
    return replace(library, specs=specs)


def _unsized(library: Library) -> set[str]:
    """The types of which some structure has no size of its own."""
    found: set[str] = set()
    for definition in library.types.values():
        for attribute in definition.fields:
            if attribute.size is None and not attribute.size_eos and attribute.terminator is None:
                found |= structures_in(attribute.wire)
    return found


class _Sequence:
    """The sequence of a type, and the instances that have no place in it yet."""

    def __init__(self, library: Library, definition: TypeDef, problems: list[Diagnostic]) -> None:
        self._library = library
        self._definition = definition
        self._problems = problems
        self._dependencies = Dependencies(library)
        self._left = {a.id: a for a in definition.attributes if a.deferred}

    def placed(self, unsized: bool) -> TypeDef:
        """The type with places for its instances; ``unsized``: some of its structures have no size of their own."""
        definition = self._definition
        found: list[Attribute] = []
        for attribute in definition.attributes:
            if attribute.deferred:
                continue
            for name, certain in [*self._asked(attribute)]:
                instance = self._left.pop(name, None)
                if instance is None:
                    continue
                if not certain:
                    self._refuse(instance, f"'{attribute.id}' may ask for it, or not")
                found.append(replace(instance, deferred=False, inserted=True))
            found.append(attribute)
        empty = [a for a in self._left.values() if not self._takes_bytes(a)]
        rest = [a for a in self._left.values() if self._takes_bytes(a)]
        if len(rest) == 1 and not empty and not unsized:
            return replace(definition, attributes=(*found, *rest))
        if len(self._left) == 1 and not unsized:
            return replace(definition, attributes=(*found, *empty))
        for instance in rest:
            what = "others have none either" if len(rest) > 1 else "nothing says where its structure ends"
            self._refuse(instance, what)
        return replace(definition, attributes=tuple(found), instances=(*definition.instances, *map(_at_will, empty)))

    def _refuse(self, instance: Attribute, why: str) -> None:
        message = (
            f"'{instance.id}' has no place (pos): it would lie where the stream stands when it is asked for, and {why}"
        )
        self._problems.append(Diagnostic(instance.loc, message, "Make it a field of seq, or give it a pos."))

    def _asked(self, attribute: Attribute) -> Iterator[tuple[str, bool]]:
        """The instances that an entry asks for when it is read, in that order, and whether it always does."""
        certain = attribute.condition is None
        if attribute.condition is not None:
            yield from self._named(attribute.condition, True)
        count = attribute.repeat.expr if attribute.repeat is not None and attribute.repeat.kind == "expr" else None
        if count is not None:
            yield from self._named(count, certain)
        once = certain and attribute.repeat is None
        if isinstance(attribute.wire, SwitchWire):
            yield from self._named(attribute.wire.on, once)
        exprs = [argument for wire in structures(attribute.wire) for argument in wire.args]
        rules = attribute.valid.exprs if attribute.valid is not None else ()
        process = attribute.process.args if attribute.process is not None else ()
        for expr in (attribute.size, *process):
            if expr is not None:
                yield from self._named(expr, once)
        for expr in (*exprs, *rules, attribute.repeat.expr if attribute.repeat is not None else None):
            if expr is not None:
                yield from self._named(expr, False)
        fields = self._definition.fields
        for type in sorted(self._inside(attribute)):
            for inner in self._library.types[type].attributes:
                asked = self._dependencies(*_read_by(inner)).fields
                yield from ((a.id or "", False) for i, a in enumerate(fields) if (self._definition.name, i) in asked)

    def _named(self, expr: Expr, certain: bool, seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, bool]]:
        """The instances that an expression names, as they are asked for, and whether they always are."""
        match expr:
            case Name(name, owner=owner) | Member(_, name, owner=owner) if owner == self._definition.name:
                if isinstance(expr, Member):
                    yield from self._named(expr.target, certain, seen)
                if name in self._left:
                    yield name, certain and isinstance(expr, Name)
                for instance in self._definition.instances:
                    if instance.id == name and isinstance(instance, ValueInstance) and name not in seen:
                        always = certain and instance.condition is None
                        yield from self._named(instance.expr, always, seen | {name})
            case Conditional(test, then, otherwise):
                yield from self._named(test, certain, seen)
                for branch in (then, otherwise):
                    yield from self._named(branch, False, seen)
            case Logical(_, left, right):
                yield from self._named(left, certain, seen)
                yield from self._named(right, False, seen)
            case _:
                for child in children(expr):
                    yield from self._named(child, certain, seen)

    def _inside(self, attribute: Attribute) -> set[str]:
        """The types of the structures in an entry."""
        found: set[str] = set()
        todo = [*structures_in(attribute.wire)]
        while todo:
            type = todo.pop()
            if type not in found and type in self._library.types and type != self._definition.name:
                found.add(type)
                todo += [inner for a in self._library.types[type].attributes for inner in structures_in(a.wire)]
        return found

    def _takes_bytes(self, attribute: Attribute, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an entry may take bytes: one of size 0, and a structure of such entries alone, takes none."""
        if isinstance(attribute.size, Literal_) and attribute.size.value == 0:
            return False
        found = structures_in(attribute.wire)
        if isinstance(attribute.wire, SwitchWire) or not found:
            return True
        return any(
            type not in seen
            and any(self._takes_bytes(a, seen | {type}) for a in self._library.types[type].attributes if not a.deferred)
            for type in found
        )


def _read_by(attribute: Attribute) -> Iterator[Expr]:
    """The expressions that reading an entry computes."""
    repeat = attribute.repeat.expr if attribute.repeat is not None else None
    on = attribute.wire.on if isinstance(attribute.wire, SwitchWire) else None
    arguments = [argument for wire in structures(attribute.wire) for argument in wire.args]
    yield from (e for e in (attribute.condition, repeat, on, attribute.size, *arguments) if e is not None)


def _at_will(attribute: Attribute) -> Attribute:
    """An instance that takes no bytes, read where the stream stands."""
    stream = Name("_io", attribute.loc, StreamValue(), "special")
    return replace(attribute, deferred=False, stream=stream)
