"""Where the entries of a type lie and how large they are, in words and numbers that people read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Binary, Expr, Literal_
from bytewright_codegen.ir.schema import Attribute
from bytewright_codegen.ir.walk import asks_stream
from bytewright_codegen.plans.notation import expression, rule, wire
from bytewright_codegen.plans.reading import Bits, Entry, RecordPlan

_LONGEST = 40
"""A place that takes more letters than this is said by what comes before it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One entry of a type, as a line of its layout.

    Attributes:
        entry: the entry.
        offset: where it begins: ``8``, ``28 + 4·num_columns``, ``end of name``; bits within their byte behind a comma.
        size: how much it takes: ``4``, ``3 bits``, ``len_body``, ``to the end``.
        type: its type as the spec says it, without repetition.
        times: how often it repeats: ``num_columns``, ``to the end``, ``until …``; empty for once.
        condition: when it is there; empty for always.
        rule: which values it may have; empty for any.
    """

    entry: Entry
    offset: str
    size: str
    type: str
    times: str
    condition: str
    rule: str

    @property
    def name(self) -> str:
        """Its id; what stands for it where it has none."""
        return self.entry.name if self.entry.named else "(unnamed)"


def layout(plan: RecordPlan, sizes: Sizes) -> tuple[Laid, ...]:
    """The layout of a type.

    Args:
        plan: how it is read.
        sizes: of its library.
    """
    place = _Place()
    found = []
    bits_before = False
    for entry in plan.entries:
        if bits_before and not entry.is_bits:
            place = place.aligned()
        bits_before = entry.is_bits
        size, after = _sized(plan.type, entry, sizes, place)
        if entry.placed:
            after = place  # it is no part of the sequence
        found.append(
            Laid(
                entry=entry,
                offset=_own_place(entry.attribute) if entry.placed else place.text(entry),
                size=size,
                type=wire(entry.attribute.wire) if entry.contents is None else "bytes",
                times=times(entry),
                condition=expression(entry.condition) if entry.condition is not None else "",
                rule=_rule(entry),
            )
        )
        place = after
    return tuple(found)


def times(entry: Entry) -> str:
    """How often an entry repeats; empty for once."""
    count = entry.count
    if count is None:
        return ""
    if count.kind == "eos":
        return "to the end"
    assert count.expr is not None
    return expression(count.expr) if count.kind == "expr" else f"until {expression(count.expr)}"


def _rule(entry: Entry) -> str:
    if entry.contents is not None:
        text = entry.contents.decode("ascii", "replace")
        shown = f" ({text})" if text.isascii() and text.isprintable() and text.strip() else ""
        return f"= {entry.contents.hex(' ')}{shown}"
    return rule(entry.valid) if entry.valid is not None else ""


# --- places -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sum:
    """A number that is a sum of named numbers, each some times, and a constant."""

    constant: int = 0
    terms: Mapping[str, int] = field(default_factory=dict)

    def plus(self, other: _Sum) -> _Sum:
        terms = dict(self.terms)
        for name, factor in other.terms.items():
            terms[name] = terms.get(name, 0) + factor
        return _Sum(self.constant + other.constant, {n: f for n, f in terms.items() if f})

    def times(self, factor: int) -> _Sum:
        return _Sum(self.constant * factor, {name: f * factor for name, f in self.terms.items()} if factor else {})

    def __str__(self) -> str:
        parts = []
        if self.constant or not self.terms:
            parts.append(str(self.constant))
        for name, factor in self.terms.items():
            simple = name.replace("_", "").replace(".", "").isalnum()
            shown = name if simple or (factor == 1 and not parts and len(self.terms) == 1) else f"({name})"
            parts.append(shown if factor == 1 else f"{factor}·{shown}")
        return " + ".join(parts)


def _sum(expr: Expr) -> _Sum:
    match expr:
        case Literal_(int(value)):
            return _Sum(value)
        case Binary("+", left, right):
            return _sum(left).plus(_sum(right))
        case Binary("-", left, Literal_(int(value))):
            return _sum(left).plus(_Sum(-value))
        case Binary("*", left, Literal_(int(value))) | Binary("*", Literal_(int(value)), left):
            return _sum(left).times(value)
    return _Sum(0, {expression(expr): 1})


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in a structure: bytes behind its beginning, or behind the end of an entry, and bits of the next byte."""

    behind: str = ""
    bytes: _Sum = field(default_factory=_Sum)
    bit: int = 0

    def plus_bits(self, bits: int) -> _Place:
        whole, bit = divmod(self.bit + bits, 8)
        return replace(self, bytes=self.bytes.plus(_Sum(whole)), bit=bit)

    def aligned(self) -> _Place:
        return self.plus_bits(-self.bit % 8)

    def text(self, entry: Entry) -> str:
        text = str(self.bytes)
        if self.behind:
            end = f"end of {self.behind}"
            text = end if text == "0" else f"{end} + {text}"
        if isinstance(entry.item, Bits) and entry.count is None:
            text += f", {_bits(entry.item, self.bit)}"
        return text


def _bits(item: Bits, first: int) -> str:
    """Which bits of a byte, counted from 0, the least significant."""
    if first + item.width > 8:
        return f"{item.width} bits from bit {first if item.order == 'le' else 7 - first}"
    low = first if item.order == "le" else 8 - first - item.width
    return f"bit {low}" if item.width == 1 else f"bits {low}–{low + item.width - 1}"


def _own_place(attribute: Attribute) -> str:
    """Where an instance lies: its position, and the stream where that is another."""
    where = "pos " + expression(attribute.position) if attribute.position is not None else ""
    stream = "in " + expression(attribute.stream) if attribute.stream is not None else ""
    return " ".join(part for part in (where, stream) if part)


def _sized(owner: str, entry: Entry, sizes: Sizes, place: _Place) -> tuple[str, _Place]:
    """The size of an entry in words, and the place behind it."""
    text, amount = _amount(owner, entry, sizes)
    lost = _Place(behind=entry.name if entry.named else f"entry {entry.index}")
    if entry.condition is not None or amount is None:
        return text, lost
    after = place.plus_bits(amount) if isinstance(amount, int) else replace(place, bytes=place.bytes.plus(amount))
    return text, after if len(str(after.bytes)) <= _LONGEST else lost


def _amount(owner: str, entry: Entry, sizes: Sizes) -> tuple[str, int | _Sum | None]:
    """The same: bits or a sum of bytes where it can be computed with."""
    one = sizes.elements[owner, (entry.attribute.id or "") if entry.placed else entry.index]
    count, frame = entry.count, entry.frame
    if count is None and one.exact is not None:
        return _fixed(one.exact, entry), one.exact
    if count is not None and count.kind == "expr" and count.expr is not None and one.exact is not None:
        every = _sum(count.expr)
        if one.exact % 8 == 0:
            total = every.times(one.exact // 8)
            return str(total), total
        return f"{_plain(every, one.exact)} bits", None
    if count is not None:
        return ("to the end" if count.kind == "eos" else "varies"), None
    match frame.kind:
        case "size":
            assert frame.size is not None
            text = expression(frame.size)
            return text, None if asks_stream(frame.size) else _sum(frame.size)
        case "eos":
            return "to the end", None
        case "terminator" if frame.terminator is not None:
            return f"up to {frame.terminator.bytes.hex(' ')}", None
    return ("varies" if one.minimum < 8 else f"{one.minimum // 8} or more"), None


def _fixed(bits: int, entry: Entry) -> str:
    return amount(bits, "bit") if entry.is_bits or bits % 8 else str(bits // 8)


def amount(number: int, unit: str) -> str:
    """A number of bits or bytes in words."""
    return f"{number} {unit}" + ("" if number == 1 else "s")


def _plain(every: _Sum, bits: int) -> str:
    return str(every if bits == 1 else every.times(bits))
