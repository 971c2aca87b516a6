"""Bit fields that are written symbolically."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from bytewright.kernels.plan import Binary, Const, Expr, Select, encoding
from bytewright_codegen.ir.library import Library
from bytewright_codegen.lowering.encode.context import Here
from bytewright_codegen.lowering.encode.following import refuse_strange
from bytewright_codegen.lowering.encode.numbers import Numbers
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.expressions.arithmetic import constant, difference, total
from bytewright_codegen.lowering.expressions.values import Num, Refusal, Structure
from bytewright_codegen.lowering.layout.bit_positions import Inside, leaves_bits
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Entry
from bytewright_codegen.plans.writing import EntryWriting

_MOST_BITS = 63
_WORD = 64
_MOST_MOVED = 56
"""Bits of which the record decides how many they are, and that are put at once."""
_HALF = 32


@dataclass(frozen=True, slots=True)
class Part:
    """A number of bits; ``width``: how many they are, at most ``most``."""

    value: Expr
    width: Expr
    most: int

    @property
    def is_fixed(self) -> bool:
        """Whether it always is as many bits."""
        return constant(self.width) is not None

    def halves(self, order: str) -> tuple[Part, Part]:
        """Two of fewer bits, in the order in which they are put."""
        high = Part(Binary(">>", self.value, Const(_HALF)), Const(self.most - _HALF), self.most - _HALF)
        low = Part(Binary("&", self.value, Const((1 << _HALF) - 1)), Const(_HALF), _HALF)
        return (low, high) if order == "le" else (high, low)


@dataclass(frozen=True, slots=True)
class BitField:
    """What is put among bits: a bit field, or a switch between structures of them.

    Attributes:
        one: the field.
        parts: its bits.
        order: which bit of a byte is the first one.
        guard: they are there only where this holds.
    """

    one: EntryWriting
    parts: tuple[Part, ...]
    order: str
    guard: Expr | None


def is_among(
    entries: Sequence[Entry], place: int, moved: bool, bits: Sequence[BitField], inside: Inside, library: Library
) -> bool:
    """Whether a field is a switch of bits that are put with those before it, ``bits``, or behind it; ``moved``: whether
    it begins behind another one."""
    if not isinstance(entries[place].item, Choice):
        return False
    begun = moved or leaves_bits([field.one.entry for field in bits])
    return inside.is_switch_of_bits(entries, place, library, inside=begun)


class BitFields:
    """Writes bit fields: as many bytes at a time as end with one of them."""

    def __init__(self, record: Record, numbers: Numbers) -> None:
        self._record = record
        self._steps = record.steps
        self._numbers = numbers

    def number(self, structure: Structure, one: EntryWriting, here: Here) -> BitField:
        """The number that a bit field is."""
        entry, item = one.entry, one.entry.item
        assert isinstance(item, Bits)
        refuse_strange(one)
        if item.width > _MOST_BITS:
            raise Refusal("a bit field of 64 bits", entry.loc)
        named: Expr = Const(0)
        if entry.named and entry.attribute.id is not None:
            high = (1 << item.width) - 1
            expr = self._numbers.value(structure, one, here, "flag" if item.flag else "u8le", 0, high)
            named = self._steps.let(here.domain, here.path, expr)
            value = Num(here.domain, named, 0, high, present=here.guard)
            structure.fields[entry.name] = self._numbers.valid(entry, value, here)
        return BitField(one, (Part(named, Const(item.width), item.width),), item.order, here.guard)

    def choice(self, one: EntryWriting, cases: Sequence[tuple[Expr, Sequence[BitField]]], here: Here) -> BitField:
        """The bits of a switch between structures of them; ``cases``: each where it is chosen."""
        order = next(field.order for _, fields in cases for field in fields)
        joined = [_in_halves([part for field in fields for part in field.parts], order) for _, fields in cases]
        found: list[Part] = []
        for number, parts in enumerate(zip_longest(*joined, fillvalue=_NOTHING)):
            value: Expr = Const(0)
            width: Expr = Const(0)
            for (chosen, _), part in zip(cases, parts, strict=True):
                value, width = Select(chosen, part.value, value), Select(chosen, part.width, width)
            value = self._steps.let(here.domain, f"{here.path}<bits{number}>", value)
            width = self._steps.let(here.domain, f"{here.path}<width{number}>", width)
            found.append(Part(value, width, max(part.most for part in parts)))
        return BitField(one, tuple(found), order, here.guard)

    def put(self, structure: Structure, fields: Sequence[BitField]) -> None:
        """Put bit fields that follow each other, each where something holds, as many bytes at a time as end with one of
        them."""
        self._note_spans(structure, fields)
        pending: list[Part] = []
        first = 0
        for place, field in enumerate(fields):
            if _condition(field.one) != _condition(fields[first].one):
                raise Refusal("a bit field under a condition that shares a byte with others", field.one.entry.loc)
            here = self._record.inside(structure, field.one.entry, fields[first].guard)
            todo = list(field.parts)
            while todo:
                part = todo.pop(0)
                if sum(one.most for one in pending) >= 8 and not _fit((*pending, part)):
                    pending = [self._put(structure, pending, field.order, here, whole=False)]
                    here = self._record.inside(structure, field.one.entry, fields[first].guard)
                if _fit((*pending, part)):
                    pending.append(part)
                else:
                    todo[:0] = part.halves(field.order)
            following = fields[place + 1] if place + 1 < len(fields) else None
            bits = constant(total(*(part.width for part in pending)))
            if following is None or following.order != field.order or (bits is not None and bits % 8 == 0):
                self._put(structure, pending, field.order, here, whole=True)
                pending, first = [], place + 1

    def _note_spans(self, structure: Structure, fields: Sequence[BitField]) -> None:
        """Note the bytes in which bit fields lie, up to the first of which that rests on the record."""
        bits = 0
        for field in fields:
            item = field.one.entry.item
            if not isinstance(item, Bits) or field.guard is not structure.present or field.order != fields[0].order:
                return
            behind = bits + item.width
            begin, end = (total(structure.position, one) for one in (bits // 8, -(-behind // 8)))
            structure.spans[field.one.entry.index] = begin, end
            bits = behind

    def _put(self, structure: Structure, parts: Sequence[Part], order: str, here: Here, *, whole: bool) -> Part:
        """Put bits, and go on behind them: at the next byte if they are the ``whole`` of what there is, otherwise in
        that of the bits that are left, which are given."""
        bits = total(*(part.width for part in parts))
        fixed = constant(bits)
        if fixed is None:
            left = self._put_moved(parts, order, here, whole=whole)
            taken: Expr = Binary(">>", total(bits, 7 if whole else 0), Const(3))
            taken = self._steps.let(here.domain, f"{here.path}<bytes>", taken)
        else:
            size = -(-fixed // 8) if whole else fixed // 8
            left = self._put_joined(parts, fixed, size, order, here)
            taken = Const(size)
        if here.guard is not None and here.guard is not structure.present:
            taken = self._steps.let(here.domain, f"{here.path}>", Select(here.guard, taken, Const(0)))
        structure.position = self._steps.end(here.domain, here.path, total(here.place, taken), structure.start)
        return left

    def _put_joined(self, parts: Sequence[Part], width: int, size: int, order: str, here: Here) -> Part:
        """Put as many bytes of so many bits; gives the bits that are left."""
        joined: Expr = Const(0)
        at = 0
        # Where bits are left, they are the last ones.
        room = 8 * -(-width // 8)
        for part in parts:
            shift = at if order == "le" else room - at - part.most
            value = part.value if shift == 0 else Binary("<<", part.value, Const(shift))
            joined = value if joined == Const(0) else Binary("|", joined, value)
            at += part.most
        domain, place, guard = here.domain, here.place, here.guard
        if room == 8 * size and size in (1, 2, 4, 8):
            kind = "u1" if size == 1 else f"u{size}{order}"
            self._record.add(encoding.Put(domain, kind, place, joined, guard))
            return _NOTHING
        joined = self._steps.let(domain, f"{here.path}<bits>", joined)
        for byte in range(size):
            shift = 8 * byte if order == "le" else room - 8 - 8 * byte
            one: Expr = Binary(">>", joined, Const(shift)) if shift else joined
            self._record.add(encoding.Put(domain, "u1", total(place, byte), one, guard))
        left = width - 8 * size
        if left <= 0:
            return _NOTHING
        rest: Expr = Binary(">>", joined, Const(8 * size if order == "le" else room - width))
        return Part(Binary("&", rest, Const((1 << left) - 1)), Const(left), left)

    def _put_moved(self, parts: Sequence[Part], order: str, here: Here, *, whole: bool) -> Part:
        """Put bits of which only the record says how many they are; gives those that are left of a byte."""
        domain = here.domain
        joined: Expr = Const(0)
        at: Expr = Const(0)
        for part in parts:
            if order == "le":
                value = part.value if at == Const(0) else Binary("<<", part.value, at)
                joined = value if joined == Const(0) else Binary("|", joined, value)
            else:
                joined = part.value if at == Const(0) else Binary("|", Binary("<<", joined, part.width), part.value)
            at = total(at, part.width)
        most = sum(part.most for part in parts)
        room = 8 * -(-most // 8)
        width = self._steps.let(domain, f"{here.path}<width>", at)
        joined = self._steps.let(domain, f"{here.path}<bits>", joined)
        moved = joined
        if order == "be":
            moved = self._steps.let(domain, f"{here.path}<moved>", Binary("<<", joined, difference(Const(room), width)))
        for byte in range(room // 8 if whole else most // 8):
            shift = 8 * byte if order == "le" else room - 8 - 8 * byte
            one: Expr = Binary(">>", moved, Const(shift)) if shift else moved
            there: Expr = Binary("<", Const(8 * byte), width)
            if not whole:
                there = Binary("<=", Const(8 * byte + 8), width)
            there = there if here.guard is None else Binary("&", here.guard, there)
            self._record.add(encoding.Put(domain, "u1", total(here.place, byte), one, there))
        if whole:
            return _NOTHING
        left = self._steps.let(domain, f"{here.path}<left>", Binary("&", width, Const(7)))
        rest = joined if order == "be" else Binary(">>", joined, difference(width, left))
        mask = Binary("-", Binary("<<", Const(1), left), Const(1))
        rest = self._steps.let(domain, f"{here.path}<rest>", Binary("&", rest, mask))
        return Part(rest, left, 7)


_NOTHING = Part(Const(0), Const(0), 0)


def _fit(parts: Sequence[Part]) -> bool:
    """Whether bits can be put at once."""
    most = _WORD if all(part.is_fixed for part in parts) else _MOST_MOVED
    return sum(part.most for part in parts) <= most


def _in_halves(parts: Sequence[Part], order: str) -> list[Part]:
    """The same bits, in numbers of at most half a word."""
    found: list[Part] = []
    for part in parts:
        for one in part.halves(order) if part.most > _HALF else (part,):
            last = found[-1] if found else None
            if last is None or last.most + one.most > _HALF:
                found.append(one)
                continue
            low, high = (last, one) if order == "le" else (one, last)
            value = Binary("|", Binary("<<", high.value, Const(low.most)), low.value)
            found[-1] = replace(last, value=value, width=Const(low.most + high.most), most=low.most + high.most)
    return found


def _condition(one: EntryWriting) -> str:
    """What the condition of a field says."""
    return "" if one.entry.condition is None else expression(one.entry.condition)
