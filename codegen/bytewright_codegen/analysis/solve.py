"""Expressions solved for the fields that they rest on: ``len - 4`` is *n* where ``len`` is *n* + 4.

An expression may rest on several fields; it is solved for each, as if the others were known. What a solution asks for
is seen from the structure where the expression stands, whatever instances the field was found through.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bytewright_codegen.ir.expressions import (
    Apply,
    Binary,
    Call,
    Cast,
    Compare,
    Conditional,
    Expr,
    Item,
    Literal_,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.schema import Attribute, BitsWire, IntWire, Repeat, StructWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import BoolValue, EnumValue, FloatValue, IntValue, StructValue, StrValue
from bytewright_codegen.ir.walk import children, is_constant, names_in, parents, replaced, seen_from
from bytewright_codegen.plans.writing import QUANTITY, Digits

_HOPS = 8
"""How many instances are followed."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A field that an expression rests on, and how it follows from the expression's value.

    Attributes:
        way: the structure that holds it, as seen from where the expression stands; None: that structure itself.
        owner: the type of that structure.
        name: id of the field, or of the parameter.
        element: which of its elements it is, where it is a list.
        values: solutions over the quantity; the first that gives it back is the one.
        exact: whether no other value of the field gives the same quantity.
        when: conditions under which it matters, and whether they are to hold.
        base: the base of a number that the field holds as text; 0: it holds a number.
        parameter: whether it is a parameter of its structure, not a field.
        shared: whether it is some bits of the field, which says other things besides.
        digits: of a number that a structure spells in digits, how: then ``name`` is the structure's instance.
        joined: the expression that joins its bits with those of other fields, which are to be found together.
        scale: whether it says by how much something is shifted: it is found only where nothing else can be.
    """

    way: Expr | None
    owner: str
    name: str
    element: Expr | None
    values: tuple[Expr, ...]
    exact: bool = True
    when: tuple[tuple[Expr, bool], ...] = ()
    base: int = 0
    parameter: bool = False
    shared: bool = False
    digits: Digits | None = None
    joined: Expr | None = None
    scale: bool = False

    @property
    def value(self) -> Expr:
        """The first solution."""
        return self.values[0]

    @property
    def keeps(self) -> bool:
        """Whether the quantity leaves something of the field untold, which stays (the remainder of ``/ 10``)."""
        names = {name.name for value in self.values for name in names_in(value)}
        return not self.exact and (len(self.values) == 1 or self.name in names)

    def excludes(self, other: Reference) -> bool:
        """Whether it never matters together with another, or is found together with it."""
        if self.joined is not None and self.joined == other.joined:
            return True
        return any((test, not holds) in other.when for test, holds in self.when)


@dataclass(frozen=True, slots=True)
class _State:
    """What was passed on the way down to a field."""

    value: Expr
    exact: bool = True
    when: tuple[tuple[Expr, bool], ...] = ()
    hops: int = _HOPS
    element: Expr | None = None
    shared: bool = False
    joined: Expr | None = None
    scale: bool = False

    def by(self, value: Expr, exact: bool = True, shared: bool = False) -> _State:
        return replace(self, value=value, exact=self.exact and exact, shared=self.shared or shared)


def quantity(expr: Expr) -> Name:
    """What is measured, in place of an expression."""
    return Name(QUANTITY, expr.loc, IntValue(), "special")


class Isolation:
    """Solves expressions of the types of a library.

    Args:
        types: by their absolute names.
    """

    def __init__(self, types: Mapping[str, TypeDef]) -> None:
        self._types = types

    def __call__(self, expr: Expr) -> tuple[Reference, ...]:
        """All fields for which an expression can be solved; a field that occurs more than once only in the branches of
        a condition."""
        return self.solved(expr, quantity(expr))

    def solved(self, expr: Expr, value: Expr) -> tuple[Reference, ...]:
        """The same, where the expression is to give a value other than the measured one."""
        found: list[Reference] = []
        twice: set[int] = set()
        solved = self._solve(expr, _State(value))
        for new in [one for one in solved if not one.scale] or solved:
            same = next((i for i, old in enumerate(found) if _is_same(old, new)), None)
            if same is None:
                found.append(new)
            elif found[same].excludes(new) and new.joined is None:
                values = (*found[same].values, *new.values)
                found[same] = replace(found[same], values=values, exact=False, when=())
            else:
                twice.add(same)
        return tuple(_alone(reference) for i, reference in enumerate(found) if i not in twice)

    def of_elements(self, expr: Expr) -> list[Reference]:
        """The fields of elements of lists for which an expression can be solved, also where it names others like them:
        ``offsets[i + 1] - offsets[i]``."""
        found = self._solve(expr, _State(quantity(expr)))
        return [_alone(reference) for reference in found if isinstance(reference.way, Item)]

    def _solve(self, expr: Expr, state: _State) -> list[Reference]:
        if state.hops == 0:
            return []
        match expr:
            case Binary(type=FloatValue()):
                return []
            case Binary():
                return self._binary(expr, state)
            case Unary("-" | "~" as operator, operand):
                return self._solve(operand, state.by(Unary(operator, state.value, expr.loc, expr.type)))
            case Cast(target):
                return self._solve(target, state)
            case Conditional(test, then, otherwise):
                yes = self._solve(then, replace(state, when=(*state.when, (test, True))))
                no = self._solve(otherwise, replace(state, when=(*state.when, (test, False))))
                return [*_by_remainder(yes, test, True), *_by_remainder(no, test, False)]
            case Call(target, "to_i", args):
                return self._number(target, args, state)
            case Member(target, "to_i", binding="method"):
                return self._number(target, (), state)
            case Item(target, index) if state.element is None:
                return self._solve(target, replace(state, element=index))
            case Name(name, owner=str(owner)) | Member(_, name, owner=str(owner)) if owner in self._types:
                way = expr.target if isinstance(expr, Member) else None
                return self._named(self._types[owner], name, way, expr, state)
        return []

    def _binary(self, expr: Binary, state: _State) -> list[Reference]:
        left, right, value = expr.left, expr.right, state.value

        one = Literal_(1, expr.loc, expr.type)

        def made(operator: Any, first: Expr, second: Expr) -> Binary:
            return Binary(operator, first, second, expr.loc, expr.type)

        if expr.operator in ("+", "|"):
            for high, low in ((left, right), (right, left)):
                below = self._most(low)
                if below is not None and below.bit_length() <= self._zeros(high):
                    # The bits of two numbers stand side by side.
                    state = replace(state, joined=state.joined or expr)
                    rest = Literal_((1 << self._zeros(high)) - 1, expr.loc, expr.type)
                    return self._solve(high, state) + self._solve(low, state.by(made("&", value, rest)))
        match expr.operator:
            case "+":
                found = self._solve(left, state.by(made("-", value, right)))
                return found + self._solve(right, state.by(made("-", value, left)))
            case "-":
                found = self._solve(left, state.by(made("+", value, right)))
                return found + self._solve(right, state.by(made("-", left, value)))
            case "*":
                found = self._solve(left, state.by(made("/", value, right), is_constant(right)))
                return found + self._solve(right, state.by(made("/", value, left), is_constant(left)))
            case "/":
                kept = made("%", left, right)
                return self._solve(left, state.by(made("+", made("*", value, right), kept), exact=False))
            case "^":
                found = self._solve(left, state.by(made("^", value, right)))
                return found + self._solve(right, state.by(made("^", value, left)))
            case "<<":
                found = self._solve(left, state.by(made(">>", value, right)))
                if not is_constant(left):
                    return found
                times = value if isinstance(left, Literal_) and left.value == 1 else made("/", value, left)
                shifted = state.by(Apply("log2", (times,), expr.loc, expr.type))
                return found + self._solve(right, replace(shifted, scale=True))
            case ">>" if is_constant(right):
                kept = made("&", left, made("-", made("<<", one, right), one))
                return self._solve(left, state.by(made("|", made("<<", value, right), kept), exact=False, shared=True))
            case "&" if is_constant(right) or is_constant(left):
                some, mask = (left, right) if is_constant(right) else (right, left)
                kept = made("&", some, Unary("~", mask, expr.loc, expr.type))
                return self._solve(some, state.by(made("|", kept, value), exact=False, shared=True))
            case "|" if is_constant(right) or is_constant(left):
                return self._solve(left if is_constant(right) else right, state.by(value, exact=False))
        return []

    def _zeros(self, expr: Expr, hops: int = _HOPS) -> int:
        """How many of the lowest bits of a number are always 0, as far as can be told."""
        match expr:
            case Binary("<<", left, Literal_(int() as by)) if 0 <= by <= 64:
                return by + self._zeros(left, hops)
            case Binary("*", left, Literal_(int() as factor)) if factor > 0:
                return (factor & -factor).bit_length() - 1 + self._zeros(left, hops)
            case Binary("+" | "|", left, right):
                return min(self._zeros(left, hops), self._zeros(right, hops))
            case Name(_, binding="instance", owner=str(owner)) | Member(_, _, binding="instance", owner=str(owner)):
                meant = self._calculated(owner, expr.name) if hops else None
                return self._zeros(meant, hops - 1) if meant is not None else 0
        return 0

    def _most(self, expr: Expr, hops: int = _HOPS) -> int | None:
        """The largest that a number which is never negative can be; None where that can't be told, or it is always the
        same."""
        match expr:
            case Binary("<<", left, Literal_(int() as by)) if 0 <= by <= 64:
                most = self._most(left, hops)
                return None if most is None else most << by
            case Binary(">>", left, Literal_(int() as by)) if by >= 0:
                most = self._most(left, hops)
                return None if most is None else most >> by
            case Binary("&", left, Literal_(int() as mask)) if mask >= 0:
                return mask if self._most(left, hops) is not None else None
            case Binary("+" | "|", left, right):
                most, other = self._most(left, hops), self._most(right, hops)
                if most is None or other is None:
                    return None
                return most + other if expr.operator == "+" else (1 << (most | other).bit_length()) - 1
            case Name(_, binding="instance", owner=str(owner)) | Member(_, _, binding="instance", owner=str(owner)):
                meant = self._calculated(owner, expr.name) if hops else None
                return self._most(meant, hops - 1) if meant is not None else None
            case Name(name, binding="attribute", owner=str(owner)) | Member(
                _, name, binding="attribute", owner=str(owner)
            ) if owner in self._types:
                wires = [a.wire for a in self._types[owner].fields if a.id == name and a.repeat is None]
                match wires:
                    case [IntWire(size, False)]:
                        return (1 << 8 * size) - 1
                    case [BitsWire(width)] if width > 1:
                        return (1 << width) - 1
        return None

    def _calculated(self, owner: str, name: str) -> Expr | None:
        """What an instance of a type calculates."""
        definition = self._types.get(owner)
        for instance in definition.instances if definition is not None else ():
            if instance.id == name and isinstance(instance, ValueInstance) and instance.condition is None:
                return instance.expr
        return None

    def _number(self, target: Expr, args: tuple[Expr, ...], state: _State) -> list[Reference]:
        """``.to_i``."""
        match target.type:
            case EnumValue():
                return self._solve(target, state)
            case BoolValue():
                zero = Literal_(0, target.loc, IntValue())
                return self._solve(target, state.by(Compare("!=", state.value, zero, target.loc, BoolValue())))
            case StrValue():
                base = args[0].value if args and isinstance(args[0], Literal_) else None if args else 10
                if not isinstance(base, int) or base not in (2, 8, 10, 16):
                    return []
                found = self._solve(target, state.by(state.value, exact=False))
                return [replace(reference, base=base) for reference in found if not reference.parameter]
        return []

    def _named(self, owner: TypeDef, name: str, way: Expr | None, expr: Expr, state: _State) -> list[Reference]:
        binding = getattr(expr, "binding", None)
        if binding == "instance":
            for instance in owner.instances:
                if instance.id == name and isinstance(instance, ValueInstance):
                    meant = seen_from(instance.expr, way)
                    found = [] if meant is None else self._solve(meant, replace(state, hops=state.hops - 1))
                    digits = self.digits(owner) if len(found) != 1 and not state.element else None
                    if digits is not None and way is not None and not _asks_method(way):
                        spelled = Reference(way, owner.name, name, None, (state.value,), state.exact, state.when)
                        return [replace(spelled, digits=digits)]
                    return found
        known = any(attribute.id == name for attribute in owner.fields)
        if way is not None and _asks_method(way):
            return []
        if not known and binding != "parameter":
            return []
        exact = state.exact
        reference = Reference(way, owner.name, name, state.element, (state.value,), exact, state.when)
        is_parameter = binding == "parameter"
        reference = replace(reference, parameter=is_parameter, shared=state.shared, joined=state.joined)
        return [replace(reference, scale=state.scale)]

    def digits(self, owner: TypeDef) -> Digits | None:
        """How a structure spells a number: a list of structures of a digit and a mark that says whether more follow.

        Both may lie in one number, which may be the element of the list itself."""
        match owner.attributes:
            case (Attribute(repeat=Repeat("until", _), wire=IntWire(size, False), condition=None, enum=None),):
                return Digits(owner.name, 0, None, 8 * size)
            case (Attribute(repeat=Repeat("until", until), wire=StructWire(type), condition=None),) if (
                until is not None
            ):
                digits = [i for i, a in enumerate(self._types[type].attributes) if not names_any(until, {(type, a.id)})]
            case _:
                return None
        item = self._types[type]
        wires = [attribute.wire for attribute in item.attributes]
        if len(wires) == 1:
            digits = [0]  # some of its bits are the mark
        if len(digits) != 1 or len(wires) > 2 or any(a.condition or a.repeat for a in item.attributes):
            return None
        wire = wires[digits[0]]
        width = wire.width if isinstance(wire, BitsWire) else 8 * wire.size if isinstance(wire, IntWire) else 0
        return Digits(owner.name, 0, digits[0], width) if width > 1 else None

    # --- ways -----------------------------------------------------------------------------------------------------

    def descent(self, owner: str, way: Expr | None) -> tuple[int, tuple[str, ...]] | None:
        """A way as so many parents up and then these fields down, where no list lies on it and it is always the same.

        Args:
            owner: the type in whose text the way stands.
            way: the way.
        """
        match way:
            case None:
                return 0, ()
            case Name("_root"):
                climb = self.climb_to_root(owner)
                return None if climb is None else (climb, ())
            case Name(name, binding="attribute", owner=str(holder)) if self._is_one(holder, name):
                return 0, (name,)
            case Name(_, binding="instance") | Member(_, _, binding="instance"):
                meant = self._meant(way)
                return None if meant is None else self.descent(owner, meant)
            case Member(target, name, binding="attribute", owner=str(holder)) if self._is_one(holder, name):
                above = self.descent(owner, target)
                return None if above is None else (above[0], (*above[1], name))
        climb = parents(way)
        return None if climb is None else (climb, ())

    def _is_one(self, owner: str, name: str) -> bool:
        """Whether a field is no list and lies in the sequence."""
        definition = self._types.get(owner)
        attributes = definition.attributes if definition is not None else ()
        return any(a.id == name and a.repeat is None for a in attributes)

    def _meant(self, expr: Name | Member) -> Expr | None:
        """What an instance that stands for a structure stands for."""
        owner = self._types.get(expr.owner or "")
        for instance in owner.instances if owner is not None else ():
            if instance.id == expr.name and isinstance(instance, ValueInstance) and instance.condition is None:
                way = expr.target if isinstance(expr, Member) else None
                return seen_from(instance.expr, way) if isinstance(instance.value, StructValue) else None
        return None

    def climb_to_root(self, owner: str) -> int | None:
        """How many parents up from a structure the root of its spec is, where that is the same everywhere."""
        root = owner.partition("::")[0]
        seen = []
        here: str | None = owner
        while here is not None and here != root and here not in seen:
            seen.append(here)
            here = self._types[here].parent_type
        return len(seen) if here == root else None


def _by_remainder(found: list[Reference], test: Expr, holds: bool) -> list[Reference]:
    """Solutions that ask for a remainder, where a condition says which it is: ``x % 2 == 0``, or not."""
    match test:
        case Compare("==", Binary("%", _, Literal_(int() as divisor)) as asked, Literal_(int() as known)):
            if not holds and divisor != 2:
                return found
            rest = Literal_(known if holds else 1 - known, test.loc, asked.type)
            return [replace(one, values=tuple(_sum(replaced(v, asked, rest)) for v in one.values)) for one in found]
    return found


def _sum(expr: Expr) -> Expr:
    """A sum without the zero that it may end in."""
    match expr:
        case Binary("+", left, Literal_(0)):
            return left
    return expr


def _is_same(one: Reference, other: Reference) -> bool:
    """Whether two references are to the same field, as far as can be told."""
    if one.joined is not None and one.joined == other.joined and one.way != other.way:
        return False
    return (one.owner, one.name) == (other.owner, other.name)


def _asks_method(way: Expr) -> bool:
    """Whether a way goes through a method (``list.last``): it leads elsewhere when the list changes."""
    if isinstance(way, Call) or (isinstance(way, Member) and way.binding == "method"):
        return True
    return isinstance(way, Member | Item) and _asks_method(way.target)


def _alone(reference: Reference) -> Reference:
    """A reference whose conditions that ask for the field itself are left to whether a solution gives the quantity."""
    member = {(reference.owner, reference.name)}
    when = tuple((test, holds) for test, holds in reference.when if not names_any(test, member))
    return reference if when == reference.when else replace(reference, when=when, exact=False)


def names_any(expr: Expr, members: Collection[tuple[str, str | None]]) -> bool:
    """Whether an expression names one of some members: types and ids."""
    if isinstance(expr, Name | Member) and (expr.owner or "", expr.name) in members:
        return True
    return any(names_any(child, members) for child in children(expr))
