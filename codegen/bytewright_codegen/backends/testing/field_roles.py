"""What fields are to others: their sizes, places, byte orders, what they are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.ir.expressions import Binary, Call, Expr, Literal_, Member, Name
from bytewright_codegen.ir.schema import CalculatedOrder
from bytewright_codegen.ir.values import StructValue, StrValue
from bytewright_codegen.plans.ranges import integer
from bytewright_codegen.plans.reading import (
    Choice,
    nested_types,
)
from bytewright_codegen.plans.writing import (
    EntryWriting,
    PositionOf,
)

_LINE = 100


class Roles:
    """What fields say of others, so that values are drawn that make sense.

    Attributes:
        likely: what each field is held against somewhere: values that make a difference.
        texts: the same, of text.
        nowhere: fields that say where something is, and that it is nowhere by some value.
        asked: fields that others ask for, so that these can't do without.
        orders: fields by which structures find out in which order the bytes of numbers are, with all that they may be.
        sizes: fields that something is as large or as many as, though they don't follow from it.
        rooms: those of them that say how much room structures have, which fill it with zeros.
        positions: fields on which it rests where something lies, though they don't follow from that.
        numerals: fields whose text is read as a number somewhere, with the base of its digits.
        shifts: fields that say by how many bits a number is shifted.
    """

    def __init__(self, plans: CodecPlans, writings: Mapping[Place, EntryWriting]) -> None:
        self._plans = plans
        self._dependencies = plans.dependencies
        self._writings = writings
        self.texts: dict[Place, set[str]] = {}
        self.likely = self._numbers()
        self.nowhere = self._nowhere_fields()
        self.asked = self._asked_fields()
        self.orders = self._order_fields()
        self.sizes = self._size_fields()
        self.rooms = self._room_fields()
        self.positions = self._position_fields()
        self.numerals = self._numeral_fields()
        self.shifts = self._shift_fields()

    def said_nowhere(self, type: str, writing: EntryWriting) -> Iterator[tuple[Place, Expr]]:
        """The fields that say of one entry that it is nowhere, and how."""
        said: list[tuple[Place | None, Expr | None]] = [
            ((type, solve.field), solve.value) for solve in writing.otherwise if not solve.climb
        ]
        said += [(held(type, answer.way, answer.field), answer.values[0]) for answer in writing.absences]
        for place, value in said if writing.entry.placed else ():
            equation = self._writings[place].equation if place is not None and place in self._writings else None
            says_where = equation is not None and isinstance(equation.quantity, PositionOf)
            if place is not None and value is not None and says_where:
                yield place, value

    def _numbers(self) -> dict[Place, set[int]]:
        """What each field is held against somewhere: values that make a difference."""
        found: dict[Place, set[int]] = {}
        for (type, _), writing in self._writings.items():
            entry = writing.entry
            exprs = [entry.condition, entry.valid.expr if entry.valid is not None else None]
            if entry.count is not None and entry.count.kind == "until":
                exprs.append(entry.count.expr)
                trace = self._dependencies(entry.count.expr)
                found.setdefault((type, entry.index), set()).update(trace.numbers)
            traces = [self._dependencies(e) for e in exprs if e is not None]
            if isinstance(entry.item, Choice):
                traces.append(self._dependencies(entry.item.on, *(value for value, _ in entry.item.cases)))
            if entry.attribute.null is not None:
                found.setdefault((type, entry.index), set()).update(self._sentinels(entry.attribute.null))
            if entry.valid is not None and entry.valid.expr is not None:
                found.setdefault((type, entry.index), set()).update(self._dependencies(entry.valid.expr).numbers)
            for trace in traces:
                for place in trace.fields:
                    found.setdefault(place, set()).update(trace.numbers)
                    self.texts.setdefault(place, set()).update(trace.texts)
        return found

    def _sentinels(self, null: Expr) -> set[int]:
        """The integers that may stand for null."""
        named = null.name if isinstance(null, Name) and null.binding == "option" else ""
        chosen = {value for option in self._plans.spec.options if option.id == named for value in option.values}
        stated = integer(self._plans.enums, null)
        return chosen | ({stated} if stated is not None else set())

    def _nowhere_fields(self) -> dict[Place, Expr]:
        """Fields that say where something is, and that it is nowhere by some value."""
        return {
            place: value
            for (type, _), writing in self._writings.items()
            for place, value in self.said_nowhere(type, writing)
        }

    def _asked_fields(self) -> set[Place]:
        """Fields that others ask for, so that these can't do without."""
        exprs: list[Expr | None] = []
        for writing in self._writings.values():
            entry = writing.entry
            count = entry.count.expr if entry.count is not None else None
            exprs += [entry.condition, entry.frame.size, entry.attribute.position, count]
            exprs += [entry.item.on] if isinstance(entry.item, Choice) else []
        return self._dependencies(*exprs).fields

    def _order_fields(self) -> dict[Place, tuple[Expr, ...]]:
        """Fields by which structures find out in which order the bytes of numbers are, with all that they may be."""
        found: dict[Place, tuple[Expr, ...]] = {}
        for typedef in self._plans.types.values():
            order = typedef.order
            if not isinstance(order, CalculatedOrder) or not isinstance(order.on, Name | Member):
                continue
            tests = tuple(test for test, _ in order.cases if test is not None)
            if order.on.binding == "attribute" and len(tests) == len(order.cases):
                found.update(dict.fromkeys(self._dependencies(order.on).fields, tests))
        return found

    def _size_fields(self) -> set[Place]:
        """Fields that something is as large or as many as, though they don't follow from it."""
        found: set[Place] = set()
        for writing in self._writings.values():
            count = writing.entry.count
            counts = count.expr if count is not None and count.kind == "expr" else None
            found |= self._dependencies(writing.entry.frame.size, counts).fields
        return {place for place in found if place in self._writings and self._writings[place].equation is None}

    def _room_fields(self) -> set[Place]:
        """Those of them that say how much room structures have, which fill it with zeros."""
        found: set[Place] = set()
        for writing in self._writings.values():
            if nested_types(writing.entry.item):
                found |= self._dependencies(writing.entry.frame.size).fields
        return found & self.sizes

    def _position_fields(self) -> set[Place]:
        """Fields on which it rests where something lies, though they don't follow from that."""
        writings = self._writings.values()
        found = {place for w in writings for place in self._dependencies(w.entry.attribute.position).fields}
        return {place for place in found if place in self._writings and self._writings[place].equation is None}

    def _numeral_fields(self) -> dict[Place, int]:
        """Fields whose text is read as a number somewhere, with the base of its digits."""
        found: dict[Place, int] = {}
        for node in self._nodes():
            match node:
                case Member(target, "to_i") | Call(target, "to_i") if isinstance(target.type, StrValue):
                    base = next((a.value for a in getattr(node, "args", ()) if isinstance(a, Literal_)), 10)
                    for place in self._dependencies(target).fields:
                        found[place] = base if isinstance(base, int) else 10
        return found

    def _shift_fields(self) -> set[Place]:
        """Fields that say by how many bits a number is shifted."""
        shifts = [node.right for node in self._nodes() if isinstance(node, Binary) and node.operator in ("<<", ">>")]
        return self._dependencies(*shifts).fields

    def _nodes(self) -> Iterator[object]:
        """All that the types of the spec consist of."""
        todo: list[object] = list(self._plans.types.values())
        while todo:
            node = todo.pop()
            yield node
            if isinstance(node, tuple | list):
                todo += node
            elif is_dataclass(node):
                todo += [getattr(node, field.name) for field in fields(node)]


def held(type: str, way: Expr | None, field: int | None) -> Place | None:
    """A field of the structure at the end of a way; None: a parameter, or of a structure that can't be told."""
    if field is None:
        return None
    if way is None:
        return type, field
    return (way.type.type, field) if isinstance(way.type, StructValue) and way.type.type else None
