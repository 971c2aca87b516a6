"""Bit fields that are written symbolically."""

from __future__ import annotations

from bytewright.kernels.plan import Binary, Const, Expr, Select, encoding
from bytewright_codegen.lowering.encode.context import Here
from bytewright_codegen.lowering.encode.following import refuse_strange
from bytewright_codegen.lowering.encode.numbers import Numbers
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.expressions.arithmetic import total
from bytewright_codegen.lowering.expressions.values import Num, Refusal, Structure
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits
from bytewright_codegen.plans.writing import EntryWriting

_MOST_BITS = 63


class BitFields:
    """Writes bit fields: as many bytes at a time as end with one of them."""

    def __init__(self, record: Record, numbers: Numbers) -> None:
        self._record = record
        self._steps = record.steps
        self._numbers = numbers

    def number(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """The number that a bit field is."""
        entry, item = one.entry, one.entry.item
        assert isinstance(item, Bits)
        refuse_strange(one)
        if item.width > _MOST_BITS:
            raise Refusal("a bit field of 64 bits", entry.loc)
        if not entry.named or entry.attribute.id is None:
            return Const(0)
        high = (1 << item.width) - 1
        expr = self._numbers.value(structure, one, here, "flag" if item.flag else "u8le", 0, high)
        named = self._steps.let(here.domain, here.path, expr)
        value = Num(here.domain, named, 0, high, present=here.guard)
        structure.fields[entry.name] = self._numbers.valid(entry, value, here)
        return named

    def put(self, structure: Structure, fields: list[tuple[EntryWriting, Expr, Expr | None]]) -> None:
        """Put bit fields that follow each other, each where something holds, as many bytes at a time as end with one of
        them."""
        numbers: list[tuple[Expr, int]] = []
        width = 0
        first = 0
        for place, (one, value, _) in enumerate(fields):
            item = one.entry.item
            assert isinstance(item, Bits)
            if _condition(one) != _condition(fields[first][0]):
                raise Refusal("a bit field under a condition that shares a byte with others", one.entry.loc)
            numbers.append((value, item.width))
            width += item.width
            following = fields[place + 1][0].entry.item if place + 1 < len(fields) else None
            ends = not isinstance(following, Bits) or following.order != item.order
            if width % 8 and not ends:
                continue
            if width > 64:
                raise Refusal("bit fields of more than eight bytes", one.entry.loc)
            here = self._record.inside(structure, one.entry, fields[first][2])
            self._put_joined(structure, numbers, width, item.order, here)
            numbers, width, first = [], 0, place + 1

    def _put_joined(
        self, structure: Structure, numbers: list[tuple[Expr, int]], width: int, order: str, here: Here
    ) -> None:
        """Put bit fields of so many bits; ``here``: where the last one is."""
        size = -(-width // 8)
        joined: Expr = Const(0)
        at = 0
        for value, bits in numbers:
            shift = at if order == "le" else 8 * size - at - bits
            part = value if shift == 0 else Binary("<<", value, Const(shift))
            joined = part if joined == Const(0) else Binary("|", joined, part)
            at += bits
        domain, place, guard = here.domain, here.place, here.guard
        if size in (1, 2, 4, 8):
            kind = "u1" if size == 1 else f"u{size}{order}"
            self._record.add(encoding.Put(domain, kind, place, joined, guard))
        else:
            joined = self._steps.let(domain, f"{here.path}<bits>", joined)
            for byte in range(size):
                shift = 8 * byte if order == "le" else 8 * (size - 1 - byte)
                one: Expr = Binary(">>", joined, Const(shift)) if shift else joined
                self._record.add(encoding.Put(domain, "u1", total(place, byte), one, guard))
        taken: Expr = Const(size)
        if guard is not None and guard is not structure.present:
            taken = self._steps.let(domain, f"{here.path}>", Select(guard, taken, Const(0)))
        structure.position = self._steps.end(domain, here.path, total(place, taken), structure.start)


def _condition(one: EntryWriting) -> str:
    """What the condition of a field says."""
    return "" if one.entry.condition is None else expression(one.entry.condition)
