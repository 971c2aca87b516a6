"""Numbers that are written symbolically: what they are, their rules, and where they are put."""

from __future__ import annotations

import struct
from typing import Any

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import NUMBER_KINDS, Binary, Const, Expr, Get, Select, encoding
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.expressions import Invoke, Literal_, Name, Unary
from bytewright_codegen.lowering.encode.context import Here, limits_of
from bytewright_codegen.lowering.encode.following import Following, solved
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.encode.sums import Sums, is_sum
from bytewright_codegen.lowering.expressions.arithmetic import total
from bytewright_codegen.lowering.expressions.computing import ordered
from bytewright_codegen.lowering.expressions.values import HIGHEST, LOWEST, Held, Num, Place, Refusal, Structure, Value
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Number
from bytewright_codegen.plans.writing import (
    Constant,
    CountOf,
    EntryWriting,
    LengthOf,
    PositionOf,
    Ruled,
    SizeOf,
)


class Numbers:
    """Writes numbers."""

    def __init__(self, record: Record, following: Following, sums: Sums) -> None:
        self._record = record
        self._sums = sums
        self._steps = record.steps
        self._library = record.library
        self._evaluation = record.evaluation
        self._following = following

    def number(self, structure: Structure, one: EntryWriting, item: Number, here: Here) -> Expr:
        """Write a number; gives where it ends."""
        entry = one.entry
        undecided = item.kind not in NUMBER_KINDS
        if undecided and here.domain != structure.domain:
            raise Refusal("lists of numbers whose byte order a file decides", entry.loc)
        end = total(here.place, item.size)
        if is_sum(one):
            if undecided:
                raise Refusal("a checksum whose byte order a file decides", entry.loc)
            self._sums.put(structure, entry, here)
            return end
        is_float = item.kind.startswith("f")
        low, high = limits_of(item)
        if is_float:
            low = high = 0
        expr = self.value(structure, one, here, f"{item.kind}le" if undecided else item.kind, low, high)
        value = Num(here.domain, expr, low, high, is_float=is_float, present=here.guard)
        structure.fields[entry.name] = value  # for which its rules may ask through others
        structure.fields[entry.name] = self.valid(entry, value, here)
        if not undecided:
            self._record.add(encoding.Put(here.domain, item.kind, here.place, expr, here.guard))
            return end
        little = self._record.layout.orders.of(structure)
        for order, right in (("le", little), ("be", Binary("==", little, Const(0)))):
            when = right if here.guard is None else Binary("&", here.guard, right)
            self._record.add(encoding.Put(here.domain, f"{item.kind}{order}", here.place, expr, when))
        return end

    def of_a_case(self, item: Number, widest: str, here: Here) -> Expr:
        """Write a number that rows hold for all cases of a switch alike, as one of the kind ``widest``."""
        held = kernel.Held(here.way)
        low, high = limits_of(item)
        if item.kind[0] == "f" and item.kind[:2] != widest[:2]:
            way = (*here.way, encoding.SHORT)
            self._record.source(way, "short")
            self._record.check(here, kernel.There(way), here.guard)
            held = kernel.Held(way)
        elif item.kind[0] != "f" and high <= HIGHEST:
            self._record.check(
                here, Binary("&", Binary("<=", Const(low), held), Binary("<=", held, Const(high))), here.guard
            )
        self._record.add(encoding.Put(here.domain, item.kind, here.place, held, here.guard))
        return total(here.place, item.size)

    def varint(self, structure: Structure, one: EntryWriting, type: str, spelled: str, here: Here) -> Expr:
        """Write a structure that is an LEB128 integer; ``spelled``: the instance that says which."""
        entry, equation = one.entry, one.equation
        shown = self._library.types[type].shown_as
        if equation is not None and here.way not in self._record.places:
            if not isinstance(equation.quantity, SizeOf | LengthOf) or equation.shared or equation.base:
                raise Refusal("a number that digits spell and that follows from more than sizes", entry.loc)
            number: Expr = Get(solved(structure, entry.index))
            self._record.check(here, Binary("<=", Const(0), number), here.guard)
        elif isinstance(shown, Name) and shown.name == spelled:
            number = self._held(structure, one, here, "u8le", 0, (1 << 64) - 1)
        else:
            raise Refusal("a number that digits spell, for which no value stands", entry.loc)
        self._record.add(encoding.PutVarint(here.domain, here.place, number, here.guard))
        size = self._steps.let(here.domain, f"{here.path}<digits>", kernel.Digits(number))
        end = total(here.place, size)
        found = Structure(type, here.domain, here.parent.stream, end, here.parent, here.path, present=here.guard)
        found.start = here.place
        found.instances[spelled] = Num(here.domain, number, 0, (1 << 64) - 1, present=here.guard)
        structure.fields[entry.name] = found
        return end

    def valid(self, entry: Entry, value: Num, here: Here) -> Value:
        """Check a value by its rules."""
        place = Place(here.domain, here.place, here.parent.stream, here.parent, here.path, here.guard)
        return self._record.layout.rules.check(entry, value, place)

    def value(self, structure: Structure, one: EntryWriting, here: Here, kind: str, low: int, high: int) -> Expr:
        """The number that a field is: what rows hold, or what it follows from."""
        entry, equation = one.entry, one.equation
        if equation is not None and here.way not in self._record.places:
            if equation.base or equation.shared or equation.digits is not None:
                raise Refusal("a number that text spells, or that says other things as well", entry.loc)

            def measured(expr: Expr) -> Num:
                return Num(here.domain, expr, LOWEST, HIGHEST)

            is_float = kind.startswith("f") and kind != "flag"
            match equation.quantity:
                case Constant(value) if is_float:
                    return _bits(value, int(kind[1]))
                case _ if is_float:
                    raise Refusal("a float that follows from others", entry.loc)
                case Constant(value):
                    return self._evaluation.number(value, self._record.context(structure, here)).expr
                case CountOf(lists) if here.way in self._record.counts and all(path.holder for path, _ in lists):
                    found = measured(self._record.counts[here.way])
                case CountOf():
                    found = measured(self._following.counted(structure, equation.quantity, here))
                case SizeOf() | PositionOf(relative_to=None, unless=None, end=False):
                    found = measured(Get(solved(structure, entry.index)))
                case Ruled(value):
                    found = self._evaluation.number(value, self._record.context(structure, here))
                case _:
                    raise Refusal("a number that follows from more than sizes and counts", entry.loc)
            fits = ordered("<=", Num(here.domain, Const(low), low, low), found)
            if high <= HIGHEST:
                fits = Binary("&", fits, ordered("<=", found, Num(here.domain, Const(high), high, high)))
            self._record.check(here, fits, here.guard)
            return found.expr
        meaning: dict[str, Any] = {}
        if entry.enum is not None:
            entries = self._library.enums[entry.enum].entries
            meaning["labels"] = tuple(
                {name: e.value for e in reversed(entries) for name in (e.id, e.label or e.id)}.items()
            )
        logical = entry.attribute.logical
        if logical is not None and logical.kind == "timestamp":
            meaning["unit"] = logical.unit or "s"
        elif logical is not None and logical.kind == "index" and logical.index is not None:
            meaning["table"] = self._table(structure, logical.index, here)
        elif logical is not None:
            meaning["logical"] = logical.kind
        return self._held(structure, one, here, kind, low, high, **meaning)

    def _held(
        self, structure: Structure, one: EntryWriting, here: Here, kind: str, low: int, high: int, **meaning: Any
    ) -> Expr:
        """The number that rows hold for a field, or what it is where they may leave it out."""
        self._record.source(here.way, kind, shown=self._record.stands(structure, one.entry), **meaning)
        held: Expr = kernel.Held(here.way)
        if kind != "flag" and not kind.startswith("f"):
            if meaning.get("logical") == "long" and high > HIGHEST:
                low = LOWEST  # below 0 are those from 2^63 on
            self._record.add(encoding.Fits(here.domain, here.way, low, high, here.path))
        otherwise = self._otherwise(structure, one, here)
        if otherwise is not None:
            if self._record.is_calculated(structure):
                raise Refusal("a number that may be left out, where rows hold what is calculated of it", one.entry.loc)
            if here.guard is not None:
                self._record.check(here, Binary("<=", kernel.There(here.way), here.guard), None)
            return Select(kernel.There(here.way), held, otherwise)
        self._record.require(structure, one, here)
        return held if here.guard is None else Select(kernel.There(here.way), held, Const(0))

    def _otherwise(self, structure: Structure, one: EntryWriting, here: Here) -> Expr | None:
        """What a number is that rows may leave out; None: they may not."""
        if isinstance(one.default, Invoke):
            return None  # only objects can ask code for it, one by one
        stated = one.default if one.default is not None else one.entry.attribute.null
        if stated is not None and isinstance(one.entry.item, Number) and one.entry.item.kind[0] == "f":
            return _bits(stated, one.entry.item.size)
        if stated is not None:
            return self._evaluation.number(stated, self._record.context(structure, here)).expr
        for inferred in one.inferred:
            if inferred.way or inferred.field != one.entry.index or len(inferred.clues) != 1:
                continue
            clue = inferred.clues[0]
            is_whole = clue.there is not None and clue.absent is not None and not clue.cases
            if not is_whole or len(clue.path.steps) != 1 or clue.path.holder or clue.path.steps[0][1]:
                continue
            assert clue.there is not None
            assert clue.absent is not None
            if clue.there.mask or clue.absent.mask or clue.there.weak or clue.absent.weak:
                continue
            way = (*self._record.opened[id(structure)].way, clue.path.steps[0][0])
            self._record.source(way, "any")
            return Select(kernel.There(way), Const(clue.there.value), Const(clue.absent.value))
        return None

    def _table(self, structure: Structure, index: SpecExpr, here: Here) -> str:
        """The texts in the header of which a number is a place."""
        found = self._evaluation.value(index, self._record.context(structure, here))
        if not isinstance(found, Held):
            raise Refusal("places in a list that the header doesn't hold", index.loc)
        name = f"{expression(found.expr)}[*]"
        self._evaluation.tables[name] = (found.expr, ())
        return name


def _bits(stated: SpecExpr, size: int) -> Expr:
    """A float that a spec states, as rows hold one: the number that its bits are."""
    match stated:
        case Literal_(int() | float() as value):
            pass
        case Unary("-", Literal_(int() | float() as value)):
            value = -value
        case _:
            raise Refusal("a float that is computed", stated.loc)
    code = {4: "<f", 8: "<d"}[size]
    return Const(int.from_bytes(struct.pack(code, value), "little", signed=size == 8))
