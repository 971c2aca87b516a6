"""Clues: what values that are there, and structures that were chosen, say of the fields that decide about them.

``if: flags & 4 != 0`` says that the bit is 1 where there is a value, and 0 where there is none; a structure that only
one case of a switch makes says what is switched on. Writers need such a field from a user only where no clue is sure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bytewright_codegen.ir.expressions import (
    Binary,
    Call,
    Cast,
    Compare,
    EnumMember,
    Expr,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, BitsWire, IntWire, ValueInstance
from bytewright_codegen.ir.values import EnumValue
from bytewright_codegen.ir.walk import seen_from
from bytewright_codegen.plans.reading import Bits, Choice, Item, Nested, Number, Raw, Text, case_member
from bytewright_codegen.plans.writing import Said
from bytewright_codegen.semantics.constants import Constants

_HOPS = 8
_TESTS = {"<=": ">", "<": ">=", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class Fact:
    """A field, and what is said of it; ``way``: the structure that holds it, None: that where the condition stands."""

    way: Expr | None
    owner: str
    name: str
    said: Said


@dataclass(frozen=True, slots=True)
class _View:
    """Bits of a field: ``field >> shift & mask``; ``whole``: all of it."""

    way: Expr | None
    owner: str
    name: str
    width: int
    flag: bool
    shift: int
    mask: int

    @property
    def whole(self) -> bool:
        return not self.shift and self.mask == (1 << self.width) - 1


class Clues:
    """Finds out what conditions say of fields.

    Args:
        library: resolved.
    """

    def __init__(self, library: Library) -> None:
        self._types = library.types
        self._enums = library.enums
        self._constants = Constants(library, lambda _: None)

    def of_condition(self, condition: Expr, holds: bool, hops: int = _HOPS, *, width: int = 0) -> list[Fact]:
        """What must be so for a condition to hold, or not to hold, as far as there is just one way.

        ``width``: bits of ``_``, where that is an unsigned number: what is said of it has neither owner nor name."""
        if hops == 0:
            return []
        match condition:
            case Unary("not", operand):
                return self.of_condition(operand, not holds, hops, width=width)
            case Logical(operator, left, right):
                if (operator == "and") != holds:
                    return []  # one of the two says enough, and nothing says which
                return [fact for side in (left, right) for fact in self.of_condition(side, holds, hops, width=width)]
            case Compare(operator, left, right):
                if self._number(left) is not None and self._number(right) is None:
                    mirrored = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator)
                    return self._compared(mirrored, right, left, holds, width)
                return self._compared(operator, left, right, holds, width)
            case Name(binding="instance") | Member(_, _, binding="instance"):
                meant = self._meant(condition)
                return [] if meant is None else self.of_condition(meant, holds, hops - 1, width=width)
        view = self._view(condition, width)
        if view is None or not view.flag:
            return []
        return [Fact(view.way, view.owner, view.name, Said(int(holds), 0, flag=True))]

    def of_cases(self, item: Choice) -> dict[str, list[Fact]]:
        """What each structure, or kind of plain value, that only one case makes says of what is switched on.

        Returns:
            By the structure's type, or the Python type of a plain value.
        """
        return self._of_each(item, kind_of)

    def of_members(self, item: Choice) -> dict[str, list[Fact]]:
        """The same by the name of the case, of plain values that their Python type doesn't tell apart."""
        alone = self.of_cases(item)
        found = self._of_each(item, case_member)
        kinds = {case_member(case): kind_of(case) for _, case in item.cases}
        return {name: facts for name, facts in found.items() if kinds[name] not in alone}

    def _of_each(self, item: Choice, name: Callable[[Item], str]) -> dict[str, list[Fact]]:
        made: dict[str, list[Expr | None]] = {}
        for value, case in item.cases:
            made.setdefault(name(case), []).append(value)
        found = {}
        for kind, values in made.items():
            if len(values) == 1 and values[0] is not None and kind:
                facts = self._compared("==", item.on, values[0], holds=True)
                if facts:
                    found[kind] = facts
        return found

    def _compared(self, operator: str, left: Expr, right: Expr, holds: bool, width: int = 0) -> list[Fact]:
        operator = operator if holds else _TESTS[operator]
        number, view = self._number(right), self._view(left, width)
        if number is None or view is None:
            return []
        top = (view.mask + 1) >> 1
        if view.whole and top > 1 and (operator, number) in (("<", top), ("<=", top - 1), (">=", top), (">", top - 1)):
            view, operator, number = replace(view, mask=top), "==", top if operator[0] == ">" else 0
        if (operator, number) in ((">", 0), (">=", 1)):
            operator, number = "!=", 0
        elif (operator, number) in (("<=", 0), ("<", 1)):
            operator, number = "==", 0
        one_bit = view.mask.bit_count() == 1
        if operator == "!=" and one_bit and number in (0, view.mask):
            operator, number = "==", view.mask - number
        weak = operator == "!=" and number == 0 and view.whole
        if weak:
            operator, number = "==", 1
        if operator != "==" or (number & ~view.mask and number >= 0):
            return []
        if view.whole:
            return [Fact(view.way, view.owner, view.name, Said(number, 0, weak=weak, flag=view.flag))]
        bits, mask = number << view.shift, view.mask << view.shift
        return [Fact(view.way, view.owner, view.name, Said(bits, mask))]

    def _view(self, expr: Expr, width: int, hops: int = _HOPS) -> _View | None:
        if hops == 0:
            return None
        match expr:
            case Cast(target):
                return self._view(target, width, hops)
            case Call(target, "to_i", ()) | Member(target, "to_i", binding="method"):
                return self._view(target, width, hops) if isinstance(target.type, EnumValue) else None
            case Binary("&", left, right):
                one, mask = (
                    (left, self._number(right)) if self._number(right) is not None else (right, self._number(left))
                )
                view = self._view(one, width, hops)
                return None if view is None or mask is None else replace(view, mask=view.mask & mask)
            case Binary(">>", left, right):
                view, by = self._view(left, width, hops), self._number(right)
                if view is None or by is None or not 0 <= by < view.width:
                    return None
                return replace(view, shift=view.shift + by, mask=view.mask >> by)
            case Name(binding="instance") | Member(_, _, binding="instance"):
                meant = self._meant(expr)
                if meant is not None:
                    return self._view(meant, width, hops - 1)
            case Name("_") if width:
                return _View(None, "", "", width, False, 0, (1 << width) - 1)
        if not isinstance(expr, Name | Member) or expr.owner is None or expr.owner not in self._types:
            return None
        attribute = next((a for a in self._types[expr.owner].attributes if a.id == expr.name), None)
        if attribute is None or attribute.repeat is not None or attribute.contents is not None:
            return None
        width = _width(attribute)
        flag = width == 1 and isinstance(attribute.wire, BitsWire) and attribute.enum is None
        way = expr.target if isinstance(expr, Member) else None
        return None if not width else _View(way, expr.owner, expr.name, width, flag, 0, (1 << width) - 1)

    def _meant(self, expr: Name | Member) -> Expr | None:
        owner = self._types.get(expr.owner or "")
        for instance in owner.instances if owner is not None else ():
            if instance.id == expr.name and isinstance(instance, ValueInstance) and instance.condition is None:
                return seen_from(instance.expr, expr.target if isinstance(expr, Member) else None)
        return None

    def _number(self, expr: Expr) -> int | None:
        match expr:
            case EnumMember(enum, member):
                return next(entry.value for entry in self._enums[enum].entries if entry.id == member)
            case Literal_(bool() as value):
                return int(value)
            case Cast(target):
                return self._number(target)
            case Call(target, "to_i", ()) | Member(target, "to_i", binding="method"):
                return self._number(target)
        return self._constants.value(expr)


def kind_of(item: Item) -> str:
    """What tells a value of a case from others: the type of a structure, or the Python type of a plain value."""
    match item:
        case Nested(type):
            return type
        case Number(kind):
            return "float" if kind[0] == "f" else "int"
        case Bits(_, _, flag):
            return "bool" if flag else "int"
        case Raw():
            return "bytes"
        case Text():
            return "str"
    return ""


def _width(attribute: Attribute) -> int:
    """How many bits a field has, if it is an integer."""
    match attribute.wire:
        case IntWire(size):
            return 8 * size
        case BitsWire(width):
            return width
    return 0
