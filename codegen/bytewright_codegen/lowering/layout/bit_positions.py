"""Fields that may begin inside a byte which others began: bits go on where those before them ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product

from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Logical, Unary
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import CalculatedOrder
from bytewright_codegen.ir.walk import asks_stream
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, RecordPlan, frame_of

_MOST_CONDITIONS = 6
"""Conditions of bit fields of which all ways to hold are tried out."""


class Inside:
    """What can be told of the fields of types. Single bit fields of a structure are counted by who reads it; what they
    leave of a byte at its end counts here."""

    def __init__(self, plans: Mapping[str, RecordPlan]) -> None:
        self._plans = plans

    def ends(self, entry: Entry) -> bool:
        """Whether bits may be left of the last byte of a field."""
        return _ends(entry, self._ending)

    def begins(self, entry: Entry) -> bool:
        """Whether a field may begin with bits."""
        return _begins(entry, self._beginning)

    def share(self, entry: Entry) -> bool:
        """Whether one element of a list, of anything but bits, may begin in the last byte of the one before it."""
        if entry.count is None or isinstance(entry.item, Bits):
            return False
        if isinstance(entry.item, Choice) and entry.item.once:  # what is bits then is nothing else
            alike = [replace(entry, item=item) for _, item in entry.item.cases if not isinstance(item, Bits)]
            return any(self.ends(one) and self.begins(one) for one in alike)
        return self.ends(entry) and self.begins(entry)

    def width(self, type: str) -> int:
        """How many bits a structure has that is nothing but bits which are always there, in one order; 0: it isn't."""
        found = 0
        for field in self._plans[type].entries:
            alone = field.is_bit_field and field.condition is None and field.attribute.parent is None
            if not alone or not isinstance(field.item, Bits):
                return 0
            found += field.item.width
        return found if self.is_in_one_order else 0

    def leave_bits(self, fields: Sequence[Entry]) -> bool:
        """Whether some fields, one behind the other, may leave bits of their last byte."""
        return self._leaves(fields, self._ending)

    def never_ends(self, entry: Entry) -> bool:
        """Whether a list up to the end of its stream may not notice that: bits are left of the last byte."""
        return entry.count is not None and entry.count.kind == "eos" and self.ends(entry)

    def check_records(self, fields: Sequence[Entry], entry: Entry) -> None:
        """Refuse records of which one may begin inside a byte.

        Args:
            fields: of the structure that they are in.
            entry: the list of them, among these.

        Raises:
            Refusal: they are such records.
        """
        place = next(place for place, field in enumerate(fields) if field.index == entry.index)
        behind = Behind(self)
        for field in fields[place:]:
            behind.add(field)
        if self.begins(entry) and self.leave_bits(fields[:place]):
            raise Refusal("records that begin inside a byte", entry.loc)

    def is_switch_of_bits(self, entries: Sequence[Entry], number: int, library: Library, *, inside: bool) -> bool:
        """Whether a field is a switch between bits, or structures of bits, and shares bytes with bits around it;
        ``inside``: it begins inside a byte."""
        entry = entries[number]
        goes_on = inside or (number + 1 < len(entries) and entries[number + 1].is_bit_field)
        if not goes_on or not isinstance(entry.item, Choice) or entry.count is not None or entry.condition is not None:
            return False
        if entry.valid is not None or entry.enum is not None or entry.frame.kind != "none" or entry.item.once:
            return False
        fields: list[Entry] = []
        for _, item in entry.item.cases:
            inner = frame_of(entry, item)
            if not isinstance(item, Nested) or item.args or inner.kind != "none" or inner.process is not None:
                return False
            known = self._plans[item.type]
            if known.placed or not known.sequence or isinstance(library.types[item.type].order, CalculatedOrder):
                return False
            fields += known.sequence
        around = [one for one in (*entries[:number], *entries[number + 1 :]) if one.is_bit_field]
        orders = {one.item.order for one in (*fields, *around) if isinstance(one.item, Bits)}
        plain = all(one.is_bit_field and one.condition is None and one.attribute.parent is None for one in fields)
        return plain and len(orders) == 1

    @cached_property
    def is_in_one_order(self) -> bool:
        """Whether all bits come in one order, so that any may go on where others ended."""
        fields = [field for plan in self._plans.values() for field in plan.sequence]
        items = [item for field in fields for item in _items(field)]
        return len({item.order for item in items if isinstance(item, Bits)}) == 1

    def passes(self, entry: Entry) -> bool:
        """Whether a field may take nothing, not even the rest of a byte."""
        return _passes(entry, self._empty)

    def elements(self, entry: Entry) -> str:
        """How many elements a list has that all take whole bytes, as `_counted` has it: behind that many, no bits are
        left of what comes before it."""
        return "" if self.begins(entry) or self.passes(replace(entry, count=None)) else _counted(entry)

    @cached_property
    def _empty(self) -> set[str]:
        """Types whose structures may take nothing."""
        return self._least(lambda fields, known: all(_passes(field, known) for field in fields))

    @cached_property
    def _beginning(self) -> set[str]:
        """Types whose structures may begin with bits."""
        return self._least(lambda fields, known: any(_begins(field, known) for field in self._outermost(fields)))

    @cached_property
    def _ending(self) -> set[str]:
        """Types whose structures may leave bits of their last byte."""
        return self._least(self._leaves)

    def _leaves(self, fields: Sequence[Entry], ending: set[str]) -> bool:
        """The same as `leave_bits`, where it is known which types may end with some."""
        if self.is_in_one_order and self._left(fields, ending) == 0:
            return False
        return leaves_bits(fields) or any(_ends(field, ending) for field in self._last(fields))

    def _left(self, fields: Sequence[Entry], ending: set[str]) -> int | None:
        """How many bits are left of the last byte of some fields, which begin with a whole byte; None: it depends."""
        bits = 0
        for field in reversed(fields):
            few = self._beyond_bytes(field)
            if few is None:
                return None if self.passes(field) or _ends(field, ending) else bits % 8
            bits += few
        return bits % 8

    def _beyond_bytes(self, entry: Entry) -> int | None:
        """How many bits a field has beyond whole bytes, if it is bits, or structures of bits, that are always there,
        as many in all cases of a switch; None: it isn't."""
        if entry.count is not None or entry.condition is not None or entry.contents is not None:
            return None
        cases = entry.item.cases if isinstance(entry.item, Choice) else ((None, entry.item),)
        known = set() if any(value is None for value, _ in cases) else {0}
        for _, item in cases:
            if frame_of(entry, item).kind != "none":
                return None
            match item:
                case Bits(width):
                    known.add(width % 8)
                case Nested(type) if width := self.width(type):
                    known.add(width % 8)
                case _:
                    return None
        return known.pop() if len(known) == 1 else None

    def _outermost(self, fields: Sequence[Entry]) -> Iterator[Entry]:
        """The first field, and those behind it before which nothing may lie."""
        for field in fields:
            yield field
            if not self.passes(field):
                return

    def _last(self, fields: Sequence[Entry]) -> Iterator[Entry]:
        """The last field, and those before it behind which nothing may lie but single bit fields: how many bits there
        are before these may be known only in the file. A list isn't one where another one behind it has as many
        elements."""
        counts: set[str] = set()
        for field in reversed(fields):
            if _counted(field) not in counts:
                yield field
            if not self.passes(field) and not field.is_bit_field:
                return
            counts |= {self.elements(field)} - {""}

    def _least(self, holds: Callable[[Sequence[Entry], set[str]], bool]) -> set[str]:
        """The types for which something holds, of which it may be asked for those that lie in them."""
        around: dict[str, set[str]] = {}
        for name, plan in self._plans.items():
            for item in (item for field in plan.sequence for item in _bare(field) if isinstance(item, Nested)):
                around.setdefault(item.type, set()).add(name)
        found: set[str] = set()
        todo = list(self._plans)
        while todo:
            name = todo.pop()
            if name not in found and holds(tuple(self._plans[name].sequence), found):
                found.add(name)
                todo += around.get(name, ())
        return found


def _ends(entry: Entry, ending: set[str]) -> bool:
    for item in _bare(entry):
        # Single fields of bits are counted by who reads the structure, but for those that a switch chooses.
        if isinstance(item, Bits) and item.width % 8 and not entry.is_bit_field:
            return True
        if isinstance(item, Nested) and item.type in ending:
            return True
    return False


def _counted(entry: Entry) -> str:
    """What says how many elements a list has that is always there; empty: nothing that says it of others."""
    count = entry.count.expr if entry.count is not None and entry.count.kind == "expr" else None
    return "" if count is None or entry.condition is not None or asks_stream(count) else expression(count)


def leaves_bits(fields: Sequence[Entry]) -> bool:
    """Whether the single bit fields that some fields may end with leave bits of their last byte, whichever of their
    conditions hold together."""
    bits = [field for field in fields if field.is_bit_field]
    if all(isinstance(field.item, Bits) and field.item.width % 8 == 0 for field in bits):
        return False
    conditions = [field.condition for field in bits if field.condition is not None]
    asked = list(dict.fromkeys(_decided(condition)[0] for condition in conditions))
    if len(asked) > _MOST_CONDITIONS or any(map(asks_stream, conditions)):
        return True
    ways = product((True, False), repeat=len(asked))
    return any(_bits_left(fields, dict(zip(asked, held, strict=True))) for held in ways)


def _bits_left(fields: Sequence[Entry], held: Mapping[str, bool]) -> bool:
    """The same where it is known which conditions of bit fields hold."""
    bits = 0
    before = None
    for field in fields:
        if isinstance(field.item, Bits) and field.is_bit_field:
            if field.condition is not None:
                asked, wanted = _decided(field.condition)
                if held[asked] != wanted:
                    continue
            bits = field.item.width if before is None or ends_bits(before, field) else bits + field.item.width
            before = field
        elif not _passes(field, set()):
            bits = 0
    return bits % 8 > 0


def _decided(condition: Expr) -> tuple[str, bool]:
    """What a condition asks, and whether that must be so: two that ask the same hold together, or one of them does."""
    match condition:
        case Unary("not", operand):
            asked, wanted = _decided(operand)
            return asked, not wanted
        case Compare("==" | "!=" as operator, left, Literal_(bool() as value)):
            asked, wanted = _decided(left)
            return asked, wanted == (value == (operator == "=="))
    return expression(condition), True


def ends_bits(field: Entry, following: Entry) -> bool:
    """Whether a bit field is the last of those that share bytes; ``following``: what comes behind it."""
    if not isinstance(field.item, Bits) or not isinstance(following.item, Bits) or following.count is not None:
        return True
    return following.item.order != field.item.order


def _begins(entry: Entry, beginning: set[str]) -> bool:
    return any(isinstance(item, Bits) or (isinstance(item, Nested) and item.type in beginning) for item in _bare(entry))


def _passes(entry: Entry, empty: set[str]) -> bool:
    if entry.condition is not None or (entry.count is not None and entry.count.kind != "until"):
        return True
    if isinstance(entry.item, Choice):
        return True  # there may be no case
    return any(isinstance(item, Nested) and item.type in empty for item in _bare(entry))


class Behind:
    """Whether the next field of a structure may begin inside a byte, while its fields are gone through."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._may = False
        self._unless: set[str] = set()
        """Conditions under which the rest of the byte has been passed over since."""
        self._list = ""
        """How many elements the list has (`_counted`) that alone may have ended there; empty: it isn't one."""

    @property
    def may_be(self) -> bool:
        """Whether the fields so far may have ended inside a byte."""
        return self._may

    def leave_bits(self) -> None:
        """Go on behind a bit field that isn't the last of its byte, but the last of those that share it."""
        self._may, self._unless, self._list = True, set(), ""

    def add(self, entry: Entry) -> None:
        """Go on behind a field.

        Raises:
            Refusal: it may go on in a byte that others began.
        """
        inside, asked = self._inside, _conjuncts(entry.condition)
        ends, begins = inside.ends(entry), inside.begins(entry)
        may = self._may and not asked & self._unless
        if (begins and may) or inside.share(entry):
            raise Refusal("bits that may go on in a byte that others began", entry.loc)
        if may and _goes_on(entry):
            raise Refusal("a list up to the end of a stream that may begin inside a byte", entry.loc)
        if ends:
            self._list = "" if self._may else _counted(entry)
            self._may, self._unless = True, set()
        elif self._may and not begins:
            if not inside.passes(entry) or (self._list and self._list == inside.elements(entry)):
                self._may = False
            elif entry.condition is not None and not inside.passes(replace(entry, condition=None)):
                self._unless.add(expression(entry.condition))


def _goes_on(entry: Entry) -> bool:
    """Whether a field is a list up to the end of its stream, which bits that are left of a byte are not."""
    return entry.count is not None and entry.count.kind == "eos"


def _conjuncts(condition: Expr | None) -> set[str]:
    """What holds where a condition does."""
    if condition is None:
        return set()
    if isinstance(condition, Logical) and condition.operator == "and":
        return _conjuncts(condition.left) | _conjuncts(condition.right)
    return {expression(condition)}


def _bare(entry: Entry) -> Iterable[Item]:
    """What a field may be that isn't bounded as bytes are."""
    if entry.contents is not None:
        return
    for item in _items(entry):
        if frame_of(entry, item).kind == "none":
            yield item


def _items(entry: Entry) -> tuple[Item, ...]:
    """What a field may be."""
    return tuple(case for _, case in entry.item.cases) if isinstance(entry.item, Choice) else (entry.item,)
