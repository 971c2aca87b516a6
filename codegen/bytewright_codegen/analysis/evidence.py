"""What the beginning of a record looks like: what must stand there, and how much of what isn't a record that rules out.

Where a length is wrong, nothing says where the next record begins. It is looked for by what a declaration says of any
record: constants, ranges, enums, text, checksums. Each is worth the bits by which it makes a chance hit less likely.
A structure whose numbers say how long it is costs no more than itself, without any search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log2

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels.plan import LengthFrame
from bytewright.kernels.plan.beginning import Beginning, Mark
from bytewright_codegen.analysis.dependencies import Dependencies
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import (
    Binary,
    Conditional,
    EnumMember,
    Expr,
    ListLiteral,
    Literal_,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import TypeDef, Valid
from bytewright_codegen.ir.walk import asks_index
from bytewright_codegen.plans.reading import Bits, Entry, Nested, Number, RecordPlan, Text, nested_types
from bytewright_codegen.semantics.constants import Constants, apply

_HEAD = 256
"""Bytes of a record in which marks are looked for."""
_MOST_RANGES = 16
_LARGEST_MODULUS = 64
_TRIED = range(1 << 10, (1 << 10) + 2 * _LARGEST_MODULUS)
"""Values of the number: as no modulus is larger, what holds for these holds for all."""
_TEXT_BITS = {"ascii": 1.0, "utf-8": 0.5}
"""What a byte of text is worth, by its encoding."""


def evidence(
    type: str, plans: Mapping[str, RecordPlan], library: Library, sizes: Sizes, *, alike: bool = False
) -> Beginning:
    """What is known of all records of a type.

    Args:
        type: its absolute name.
        plans: record plans of all types, by absolute name.
        library: the resolved specs.
        sizes: what is known of sizes.
        alike: whether all of them are as long as what precedes them says.

    Raises:
        SpecErrors: ``-sync`` says something of what isn't at the same place in every record.
    """
    finder = _Finder(plans, library, sizes)
    finder.look_through(type, 0, ())
    for sync in _stated(type, plans, set()):
        if sync not in finder.used:
            what = f"constants of a number at the same place in every record, in its first {_HEAD} bytes"
            raise SpecErrors((Diagnostic(sync.loc, f"'-sync' needs {what}"),))
    sums = _sums(type, plans, library, set())
    smallest = max(1, -(-sizes.types[type].minimum // 8))
    frame = _length_frame(type, plans, sizes)
    return Beginning(tuple(finder.marks), round(finder.bits, 1), sums, smallest, frame, alike)


def _stated(type: str, plans: Mapping[str, RecordPlan], seen: set[str]) -> Iterator[Valid]:
    """What ``-sync`` says in a structure and those in it."""
    seen.add(type)
    for entry in plans[type].sequence:
        if entry.attribute.sync is not None:
            yield entry.attribute.sync
        for inner in nested_types(entry.item):
            if inner not in seen:
                yield from _stated(inner, plans, seen)


def _sums(type: str, plans: Mapping[str, RecordPlan], library: Library, seen: set[str]) -> int:
    """Bits of the largest checksum in a structure, whether it is always there or not."""
    seen.add(type)
    most = 0
    for entry in plans[type].sequence if library.types[type].is_evidence else ():
        if not entry.attribute.is_evidence:
            continue
        if entry.checksum is not None:
            most = max(most, 8 * ALGORITHMS[entry.checksum.algorithm].size)
        for inner in nested_types(entry.item):
            most = max(most, 0 if inner in seen else _sums(inner, plans, library, seen))
    return most


def _length_frame(type: str, plans: Mapping[str, RecordPlan], sizes: Sizes) -> LengthFrame | None:
    """How a structure says how long it is; None: not by a single number at a fixed place, to which bytes are added, and
    padding to a power of two."""
    found: Entry | None = None
    offset = at = 0
    kind = ""
    variable: list[Expr] = []
    for entry in plans[type].sequence:
        if entry.condition is not None or entry.deferred or entry.count is not None:
            return None
        size = sizes.attributes[type, entry.index].bytes
        if size is None:
            if entry.frame.kind != "size" or entry.frame.size is None:
                return None
            named = _named(entry.frame.size, type)
            number = next((e for e in plans[type].sequence if {e.name} == named), None)
            if number is None or not isinstance(number.item, Number) or (found is not None and number is not found):
                return None
            found, kind = number, number.item.kind
            variable.append(entry.frame.size)
        else:
            offset += size
    if found is None or not (kind[:1] in "us" and (kind.endswith(("le", "be")) or kind[1:] == "1")):
        return None
    for entry in plans[type].sequence[: plans[type].sequence.index(found)]:
        before = sizes.attributes[type, entry.index].bytes
        if before is None:
            return None
        at += before
    totals = [_total(variable, offset, found.name, value) for value in _TRIED]
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return None
    extra = min(total - value for total, value in zip(known, _TRIED, strict=True))
    for align in (1, 2, 4, 8, 16, 32, 64):
        if all(total == -(-(value + extra) // align) * align for total, value in zip(known, _TRIED, strict=True)):
            return LengthFrame(kind, at, extra, at + int(kind[1]), align=align)
    return None


def _total(sizes: list[Expr], fixed: int, name: str, value: int) -> int | None:
    """Bytes of a structure whose number has a value."""
    total = fixed
    for size in sizes:
        one = _value(size, name, value)
        if one is None:
            return None
        total += one
    return total


def _named(expr: Expr, type: str) -> set[str]:
    """The fields of a structure that an expression of arithmetic names; `""` stands for anything else in it."""
    match expr:
        case Name(name, binding="attribute", owner=owner) if owner == type:
            return {name}
        case Literal_(int()):
            return set()
        case Unary("-", operand):
            return _named(operand, type)
        case Binary("%", left, Literal_(int(modulus))) if modulus <= _LARGEST_MODULUS:
            return _named(left, type)
        case Binary("+" | "-", left, right):
            return _named(left, type) | _named(right, type)
    return {""}


def _value(expr: Expr, name: str, value: int) -> int | None:
    """The value of such an expression, where its only name has one."""
    match expr:
        case Name():
            return value
        case Literal_(int(literal)):
            return literal
        case Unary("-", operand):
            inner = _value(operand, name, value)
            return None if inner is None else -inner
        case Binary(operator, left, right):
            a, b = _value(left, name, value), _value(right, name, value)
            return None if a is None or b is None else apply(operator, a, b)
    return None


class _Finder:
    # Of the checks that a record has to pass, those whose worth can be told without a file.
    def __init__(self, plans: Mapping[str, RecordPlan], library: Library, sizes: Sizes) -> None:
        self._plans = plans
        self._library = library
        self._sizes = sizes
        self._constants = Constants(library, lambda _: None)
        self.marks: list[Mark] = []
        self.used: list[Valid] = []
        self.bits = 0.0

    def look_through(self, type: str, start: int | None, around: tuple[str, ...]) -> None:
        """Note what a structure has that begins ``start`` bytes behind the record; None: that differs.

        ``around``: the types that it lies in, which it may hold again."""
        offset = start
        if not self._library.types[type].is_evidence:
            return
        for entry in self._plans[type].sequence:
            always = entry.condition is None and entry.count is None and not entry.deferred
            if always and entry.attribute.is_evidence:
                self._note(type, entry, offset, around)
            size = self._sizes.attributes[type, entry.index].bytes
            offset = None if offset is None or size is None else offset + size

    def _note(self, type: str, entry: Entry, offset: int | None, around: tuple[str, ...]) -> None:
        if entry.contents is not None:
            self._contents(entry.contents, offset)
        elif isinstance(entry.item, Number) and entry.item.kind[0] in "us":
            self._number(entry, entry.item, offset)
        elif isinstance(entry.item, Bits):
            self.bits += self._worth(self._ranges(entry, 0, (1 << entry.item.width) - 1), entry.item.width)
        elif isinstance(entry.item, Text):
            size = self._sizes.attributes[type, entry.index].bytes or 0
            self.bits += min(size, 16) * _TEXT_BITS.get(entry.item.encoding.lower(), 0.0)
        elif isinstance(entry.item, Nested) and entry.frame.process is None and entry.item.type not in around:
            self.look_through(entry.item.type, offset, (*around, type))

    def _contents(self, contents: bytes, offset: int | None) -> None:
        self.bits += 8 * len(contents)
        at = 0
        while offset is not None and at < len(contents):
            size = next(size for size in (4, 2, 1) if size <= len(contents) - at)
            value = int.from_bytes(contents[at : at + size], "little")
            self._mark(Mark(offset + at, f"u{size}le" if size > 1 else "u1", ((value, value),)))
            at += size

    def _number(self, entry: Entry, item: Number, offset: int | None) -> None:
        width = 8 * item.size
        signed = item.kind[0] == "s"
        lowest, highest = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
        ranges = self._ranges(entry, lowest, highest)
        worth = self._worth(ranges, width)
        told = item.kind.endswith(("le", "be")) or item.size == 1
        is_mark = offset is not None and offset < _HEAD and told and not (width == 64 and not signed)
        if is_mark and ranges and entry.attribute.sync is not None:
            self.used.append(entry.attribute.sync)
        if worth <= 0 or not ranges:
            return
        self.bits += worth
        if offset is not None and is_mark:
            self._mark(Mark(offset, item.kind, ranges))

    def _mark(self, mark: Mark) -> None:
        if mark.offset < _HEAD:
            self.marks.append(mark)

    def _ranges(self, entry: Entry, lowest: int, highest: int) -> tuple[tuple[int, int], ...]:
        """What a number may be, at least as far as its field says it; nothing: that can't be told."""
        found = self._valid(entry.attribute.sync or entry.valid, lowest, highest)
        if found is None and entry.enum is not None and not entry.attribute.open_enum:
            found = sorted({one.value for one in self._library.enums[entry.enum].entries})
        if found is None:
            return ()
        ranges: list[tuple[int, int]] = []
        for one in found:
            low, high = (one, one) if isinstance(one, int) else one
            if ranges and low == ranges[-1][1] + 1:
                ranges[-1] = ranges[-1][0], high
            elif low <= high:
                ranges.append((low, high))
        return tuple(ranges) if len(ranges) <= _MOST_RANGES else ((ranges[0][0], ranges[-1][1]),)

    def _valid(self, valid: Valid | None, lowest: int, highest: int) -> list[int] | list[tuple[int, int]] | None:
        if valid is None:
            return None
        stated = [self._value(one) for one in ((valid.eq,) if valid.eq is not None else valid.any_of)]
        known = [one for one in stated if one is not None]
        if stated and len(known) == len(stated):
            return sorted(set(known))
        low, high = self._value(valid.min), self._value(valid.max)
        if low is None and high is None:
            return None
        return [(lowest if low is None else max(low, lowest), highest if high is None else min(high, highest))]

    def _value(self, expr: Expr | None) -> int | None:
        if isinstance(expr, EnumMember):
            return next(one.value for one in self._library.enums[expr.enum].entries if one.id == expr.member)
        return self._constants.value(expr)

    @staticmethod
    def _worth(ranges: tuple[tuple[int, int], ...], width: int) -> float:
        if not ranges:
            return 0.0
        return max(0.0, width - log2(sum(high - low + 1 for low, high in ranges)))


def framed(type: str, plans: Mapping[str, RecordPlan], types: Mapping[str, TypeDef], known: Dependencies) -> bool:
    """Whether where a structure ends follows from its own numbers alone, whatever else it holds.

    Args:
        type: its type.
        plans: record plans of all types, by type.
        types: all types, by name.
        known: what expressions rest on.
    """
    entries = plans[type].sequence
    if types[type].order == "inherited" or not any(_is_sized(entry) for entry in entries):
        return False
    numbers = {(type, entry.index) for entry in entries if isinstance(entry.item, Number)}
    for entry in entries:
        stated: list[Expr | None] = [entry.condition]
        if _is_sized(entry):
            stated.append(entry.frame.size)
        elif entry.count is not None or not (isinstance(entry.item, Number) or entry.contents is not None):
            return False
        traced = known(*stated)
        if traced.stream or not {place for place in traced.fields if place[0] == type} <= numbers:
            return False
    return True


def are_alike(plan: RecordPlan, known: Dependencies) -> bool:
    """Whether what precedes the records of a file says how long each of them is, the same of all but perhaps the last,
    which may take the bytes that are left.

    Args:
        plan: record plan of the whole file.
        known: what expressions rest on.
    """
    entry = None if plan.records is None else plan.entries[plan.records]
    if entry is None or not isinstance(entry.item, Nested) or entry.frame.size is None or asks_index(entry.frame.size):
        return False
    traced = known(_of_those_before_the_last(entry.frame.size))
    later = {(plan.type, one.index) for one in plan.sequence[plan.sequence.index(entry) :]}
    return not traced.stream and not traced.fields & later


def _of_those_before_the_last(size: Expr) -> Expr:
    """A size but for where it is the number of bytes that are left."""
    match size:
        case Conditional(_, then, otherwise) if _is_left(then) or _is_left(otherwise):
            return otherwise if _is_left(then) else then
        case Member(ListLiteral((one, other)), "min") if _is_left(one) or _is_left(other):
            return other if _is_left(one) else one
    return size


def _is_left(expr: Expr) -> bool:
    """Whether an expression is ``_io.size - _io.pos``."""
    match expr:
        case Binary("-", Member(Name("_io"), "size"), Member(Name("_io"), "pos")):
            return True
    return False


def _is_sized(entry: Entry) -> bool:
    """Whether an entry's bytes are cut out by a size."""
    return entry.count is None and entry.contents is None and entry.frame.kind == "size"
