"""Static sizes: how many bits every type and attribute takes at least, and how many exactly where that is fixed.

Bit fields go on where the one before ended, also across structures, as long as nothing that is read in whole bytes
comes between; that drops the rest of a byte. So the size of a structure may depend on the bit where it begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType

from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Expr, Member, Name, SizeOf
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    FloatWire,
    IntWire,
    Order,
    StructWire,
    StrWire,
    SwitchWire,
    Terminator,
    Wire,
)
from bytewright_codegen.ir.values import BoolValue, FloatValue, IntValue, StructValue
from bytewright_codegen.semantics.constants import Constants
from bytewright_codegen.semantics.values import builtin_value


@dataclass(frozen=True, slots=True)
class Size:
    """A size in bits: at least ``minimum``; ``exact`` where it is always the same, otherwise None."""

    minimum: int
    exact: int | None

    @property
    def bytes(self) -> int | None:
        """The exact size in bytes, None where it isn't fixed or not whole bytes."""
        return self.exact // 8 if self.exact is not None and self.exact % 8 == 0 else None


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a library.

    ``types`` by absolute name, from the beginning of a byte on. ``attributes`` and ``elements`` by the absolute name of
    the type and the place in ``seq`` (counted from 0) or the id of a parse instance: all that the attribute takes, with
    repetitions and ``if``, and one element of it. Bits that are dropped before an attribute are not part of it, only of
    the type. ``answers``: the values of ``sizeof<>``, ``bitsizeof<>`` and ``_sizeof``, by the type in whose text they
    stand.
    """

    types: Mapping[str, Size]
    attributes: Mapping[tuple[str, int | str], Size]
    elements: Mapping[tuple[str, int | str], Size]
    answers: Mapping[tuple[str, Expr], int]


def sizes(library: Library) -> Sizes:
    """Computes the sizes.

    Args:
        library: resolved.

    Raises:
        SpecErrors: ``sizeof`` asks for the size of something that has no fixed one.
    """
    problems = Problems()
    sizer = _Sizer(library)
    answers: dict[tuple[str, Expr], int] = {}
    for definition in library.types.values():
        for expr in _size_questions(definition):
            answer = sizer.size_of(expr, definition.name)
            if answer is not None:
                answers[definition.name, expr] = answer
            else:
                what = f"'{expr.type_name}'" if isinstance(expr, SizeOf) else "this"
                problems.add(expr.loc, f"{what} has no fixed size")
    problems.raise_any()
    types = {name: sizer.type(name, _WHOLE).size for name in library.types}
    attributes: dict[tuple[str, int | str], Size] = {}
    elements: dict[tuple[str, int | str], Size] = {}
    for name, definition in library.types.items():
        places: list[tuple[int | str, Attribute]] = list(enumerate(definition.attributes))
        places += [(i.id, i) for i in definition.instances if isinstance(i, Attribute) and i.id]
        for place, attribute in places:
            attributes[name, place] = sizer.attribute(attribute, name, _WHOLE).size
            elements[name, place] = sizer.element(attribute, name, _WHOLE).size
    return Sizes(
        MappingProxyType(types), MappingProxyType(attributes), MappingProxyType(elements), MappingProxyType(answers)
    )


@dataclass(frozen=True, slots=True)
class _At:
    """How many bits of a byte have been taken (0 to 7), and in which order; bits in the other one drop its rest."""

    bit: int = 0
    order: Order | None = None


_WHOLE = _At()


@dataclass(frozen=True, slots=True)
class _Span:
    """A size, and how much of a byte has been taken after it, None where that isn't known."""

    minimum: int
    exact: int | None
    after: _At | None

    @property
    def size(self) -> Size:
        return Size(self.minimum, self.exact)

    def then(self, other: _Span) -> _Span:
        exact = None if self.exact is None or other.exact is None else self.exact + other.exact
        return _Span(self.minimum + other.minimum, exact, other.after)


def _bits(width: int, order: Order, at: _At | None) -> _Span:
    if at is None:
        return _Span(width, None, None)
    dropped = -at.bit % 8 if at.order != order else 0
    behind = (at.bit + dropped + width) % 8
    return _Span(dropped + width, dropped + width, _At(behind, order) if behind else _WHOLE)


def _bytes(minimum: int, exact: int | None) -> _Span:
    return _Span(minimum * 8, None if exact is None else exact * 8, _WHOLE)


_UNKNOWN = _Span(0, None, None)


class _Sizer:
    def __init__(self, library: Library) -> None:
        self.library = library
        self.owner = ""
        self.known: dict[tuple[str, _At | None], _Span] = {}
        self.under_way: set[str] = set()

    def constants(self, owner: str) -> Constants:
        return Constants(self.library, lambda expr: self.size_of(expr, owner))

    def type(self, name: str, at: _At | None) -> _Span:
        """A structure that begins at a bit of a byte."""
        if (name, at) in self.known:
            return self.known[name, at]
        if name in self.under_way:
            return _UNKNOWN
        self.under_way.add(name)
        span = _Span(0, 0, at)
        for attribute in self.library.types[name].attributes:
            span = span.then(self.attribute(attribute, name, span.after))
        self.under_way.discard(name)
        self.known[name, at] = span
        return span

    def aligned(self, at: _At | None) -> _Span:
        if at is None:
            return _Span(0, None, _WHOLE)
        return _Span(-at.bit % 8, -at.bit % 8, _WHOLE)

    def attribute(self, attribute: Attribute, owner: str, at: _At | None) -> _Span:
        """An attribute with its repetitions."""
        span = self.repeated(attribute, owner, at)
        if attribute.condition is None:
            return span
        return _Span(0, None, at if span.after == at else None)

    def repeated(self, attribute: Attribute, owner: str, at: _At | None) -> _Span:
        one = self.element(attribute, owner, at)
        repeat = attribute.repeat
        if repeat is None:
            return one
        steady = one.after if one.after == at else None
        if repeat.kind == "eos":
            return _Span(0, None, steady)
        if repeat.kind == "until":
            return _Span(one.minimum, None, steady)
        count = self.constants(owner).value(repeat.expr)
        if count is None:
            return _Span(0, None, steady)
        return self.times(attribute, owner, at, max(count, 0))

    def times(self, attribute: Attribute, owner: str, at: _At | None, count: int) -> _Span:
        """A number of elements: the bits where they begin recur, and so do the sizes."""
        begins: list[_At | None] = []
        spans: list[_Span] = []
        after = at
        while len(spans) < count and after not in begins:
            begins.append(after)
            spans.append(self.element(attribute, owner, after))
            after = spans[-1].after
        rounds, rest = 0, 0
        cycle: list[_Span] = []
        if len(spans) < count:
            cycle = spans[begins.index(after) :]
            rounds, rest = divmod(count - len(spans), len(cycle))
        once = _total([*spans, *cycle[:rest]], at)
        more = _total(cycle, at)
        exact = None if once.exact is None or more.exact is None else once.exact + more.exact * rounds
        return _Span(once.minimum + more.minimum * rounds, exact, once.after)

    def element(self, attribute: Attribute, owner: str, at: _At | None) -> _Span:
        """One element of an attribute."""
        return self.wire(attribute.wire, attribute, owner, at)

    def wire(self, wire: Wire, attribute: Attribute, owner: str, at: _At | None) -> _Span:
        match wire:
            case BitsWire(width, order):
                return _bits(width, order, at)
            case IntWire(size) | FloatWire(size):
                return self.aligned(at).then(_bytes(size, size))
            case SwitchWire(_, cases):
                spans = [self.wire(case, attribute, owner, at) for _, case in cases]
                if all(test is not None for test, _ in cases):
                    framed = self.framed(attribute, owner)
                    spans.append(self.aligned(at).then(framed) if framed else _Span(0, 0, at))
                return _either(spans)
        framed = self.framed(attribute, owner)
        if framed is not None:
            return self.aligned(at).then(framed)
        if isinstance(wire, StrWire) and wire.terminator is not None:
            return self.aligned(at).then(_terminated(wire.terminator))
        if isinstance(wire, StructWire):
            return self.type(wire.type, at)
        return _UNKNOWN

    def framed(self, attribute: Attribute, owner: str) -> _Span | None:
        """The bytes that an attribute takes by its own keys, if these say so."""
        if attribute.contents is not None:
            return _bytes(len(attribute.contents), len(attribute.contents))
        if attribute.size is not None:
            size = self.constants(owner).value(attribute.size)
            return _bytes(0, None) if size is None or size < 0 else _bytes(size, size)
        if attribute.size_eos:
            return _bytes(0, None)
        if attribute.terminator is not None:
            return _terminated(attribute.terminator)
        return None

    def size_of(self, expr: SizeOf | Member | Name, owner: str) -> int | None:
        """The value of ``sizeof<>``, ``bitsizeof<>`` and ``_sizeof``; a part of a byte counts as one."""
        bits: int | None = None
        match expr:
            case SizeOf(name):
                bits = self.of_type(name)
            case Name():
                bits = self.type(owner, _WHOLE).exact
            case Member(Name(name, binding="attribute" | "instance", owner=str(holder)) as target) | Member(
                Member(_, name, binding="attribute" | "instance", owner=str(holder)) as target
            ):
                bits = self.of_member(holder, name)
                if bits is None:
                    bits = self.of_value(target)
            case Member(target):
                bits = self.of_value(target)
        if bits is None or (isinstance(expr, SizeOf) and expr.bits):
            return bits
        return (bits + 7) // 8

    def of_type(self, name: str) -> int | None:
        if name in self.library.types:
            return None if name in self.under_way else self.type(name, _WHOLE).exact
        return _value_bits(builtin_value(name))

    def of_member(self, owner: str, name: str) -> int | None:
        definition = self.library.types[owner]
        member = next(m for m in (*definition.attributes, *definition.instances) if m.id == name)
        return self.attribute(member, owner, _WHOLE).exact if isinstance(member, Attribute) else None

    def of_value(self, target: object) -> int | None:
        value = getattr(target, "type", None)
        if isinstance(value, StructValue):
            return self.of_type(value.type) if value.type else None
        return _value_bits(value)


def _value_bits(value: object) -> int | None:
    match value:
        case IntValue(bits) if bits:
            return bits
        case FloatValue(bits):
            return bits
        case BoolValue():
            return 1
    return None


def _terminated(terminator: Terminator) -> _Span:
    return _bytes(len(terminator.bytes) if terminator.consume and terminator.eos_error else 0, None)


def _total(spans: list[_Span], at: _At | None) -> _Span:
    total = _Span(0, 0, at)
    for span in spans:
        total = total.then(span)
    return total


def _either(spans: list[_Span]) -> _Span:
    if not spans:
        return _UNKNOWN
    first = spans[0]
    exact = first.exact if all(span.exact == first.exact for span in spans) else None
    after = first.after if all(span.after == first.after for span in spans) else None
    return _Span(min(span.minimum for span in spans), exact, after)


def _size_questions(node: object) -> Iterator[SizeOf | Member | Name]:
    """All places that ask for a size."""
    if isinstance(node, SizeOf) or (isinstance(node, Member | Name) and node.name == "_sizeof"):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _size_questions(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _size_questions(getattr(node, field.name))
