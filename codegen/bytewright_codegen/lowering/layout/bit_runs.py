"""Reading bits symbolically: fields, lists, structures and switches that go on in bytes which others began."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Index, Select
from bytewright_codegen.ir.walk import asks_place, asks_stream
from bytewright_codegen.lowering.expressions.alternatives import merged
from bytewright_codegen.lowering.expressions.arithmetic import choose, difference, lowered, scaled, total
from bytewright_codegen.lowering.expressions.bit_loads import (
    bits_across,
    bits_number,
    bytes_number,
    masked,
)
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Num,
    Piece,
    Place,
    Refusal,
    Structure,
    Value,
)
from bytewright_codegen.lowering.expressions.values import Sequence as Elements
from bytewright_codegen.lowering.layout.bit_positions import Inside, ends_bits
from bytewright_codegen.lowering.layout.element_layout import ElementLayout
from bytewright_codegen.lowering.layout.lists import Lists
from bytewright_codegen.lowering.layout.rules import Rules
from bytewright_codegen.lowering.layout.switches import MOST_CHOICES, Switches, one_per_type
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, frame_of

Read = Callable[[Structure, Entry, plan.Expr], "plan.Expr | None"]
"""Reads a field that begins so many bits behind a structure's position; gives how many bits behind its position, which
may be another then, the field ends. None: that isn't known, but that the position is behind it."""


class BitLayout(ElementLayout, Protocol):
    """What lies around bits; see `bytewright_codegen.lowering.layout.structures.Layout`."""

    rules: Rules
    switches: Switches
    lists: Lists

    def structure(self, nested: Nested, place: Place, index: Num | None = None, name: str = "") -> Structure:
        """Read a structure."""

    def guard(self, structure: Structure, entry: Entry) -> plan.Expr | None:
        """Whether an entry is there; None: always."""

    def spells(self, type: str) -> bool:
        """Whether a type spells an integer that is read as a whole."""

    def prove_run(self, structure: Structure, rest: tuple[Entry, ...], here: Place) -> None:
        """Ask at once for all the bytes of fields of fixed size that follow each other."""


class BitRuns:
    """Reads what shares bytes, of a layout, which reads all else."""

    def __init__(self, layout: BitLayout, steps: Steps, inside: Inside) -> None:
        self._layout = layout
        self._steps = steps
        self._inside = inside

    def field(
        self, structure: Structure, entry: Entry, bits: int, rest: tuple[Entry, ...], guard: plan.Expr | None
    ) -> int:
        """Read a bit field that begins so many bits behind the structure's position; gives where the next one
        begins."""
        item = entry.item
        assert isinstance(item, Bits)
        here = self._place(structure, entry, guard)
        if bits == 0 and guard is structure.present:
            self._layout.prove_run(structure, rest, here)
        first, last = bits // 8, (bits + item.width - 1) // 8
        start = choose(guard, total(here.position, first), self._steps.somewhere(here.domain))
        self._layout.need(here, Const(last + 1))
        size, used = last - first + 1, bits - 8 * first
        if size > 8:
            loaded = bits_across(start, Const(used), item.width, item.order)
        else:
            shift = used if item.order == "le" else 8 * size - used - item.width
            loaded = masked(bytes_number(start, size, item.order), shift, item.width)
        self._set(structure, entry, here, loaded)
        if guard is structure.present:
            structure.spans[entry.index] = total(here.position, first), total(here.position, last + 1)
        return bits + item.width

    def moving(
        self, structure: Structure, entry: Entry, begin: plan.Expr, bits: int, guard: plan.Expr | None = None
    ) -> int:
        """Read a bit field that begins so many bits behind others, which begin so many behind the structure's position;
        gives where the next one begins, behind these. ``guard``: whether it is there; None: with its structure."""
        item, at = entry.item, plan.add(begin, bits)
        assert isinstance(item, Bits)
        structure.splits = True
        guard = structure.present if guard is None else guard
        if isinstance(at, Const):
            self.field(structure, entry, at.value, (entry,), guard)
            return bits + item.width
        here = self._place(structure, entry, guard)
        self._set(structure, entry, here, self._loaded(item, here, at))
        return bits + item.width

    def behind(self, structure: Structure, entry: Entry, bits: plan.Expr) -> plan.Expr:
        """The address of the first whole byte behind so many bits from a structure's position on."""
        end = _rounded(structure.position, bits)
        return self._steps.let(structure.domain, f"{structure.path}.{entry.name}<".lstrip("."), end)

    def going_on(self, entries: Sequence[Entry], number: int, bits: int, *, inside: bool, moves: bool) -> Read | None:
        """What reads a field that shares bytes with others, wherever in a byte it begins; None: it begins with a whole
        byte, or is a bit field that is always there.

        Args:
            entries: the fields of its structure.
            number: its place.
            bits: how many bits it begins behind the last byte that is read, as far as that is known.
            inside: whether it begins inside of a byte.
            moves: whether it begins behind others of which it may not be known how many bits they are.
        """
        entry = entries[number]
        if entry.is_bit_field:
            return self._under_condition if _is_under_condition(entries, number, bits, moves=moves) else None
        following = entries[number + 1] if number + 1 < len(entries) else None
        leads = self._inside.ends(entry) and following is not None and self._inside.begins(following)
        leads = leads or self._inside.share(entry)
        if not leads and not (inside and self._inside.begins(entry)):
            return None
        if not self._inside.is_in_one_order or not _is_bare(entry):
            return None
        match entry.item:
            case Bits() if entry.count is not None and entry.count.kind == "expr":
                return self._list
            case Nested(type) if entry.count is None and not self._layout.spells(type):
                return self._structure
            case Nested(type) if self._inside.width(type) and entry.valid is None and entry.frame.kind == "none":
                return None if entry.count is None or entry.count.kind == "until" else self._structures
            case Choice(once=False) if entry.count is None:
                return self._switch
        return None

    def _place(self, structure: Structure, entry: Entry, guard: plan.Expr | None) -> Place:
        path = f"{structure.path}.{entry.name}".lstrip(".")
        return Place(structure.domain, structure.position, structure.stream, structure, path, guard)

    def _loaded(self, item: Bits, here: Place, at: plan.Expr) -> plan.Expr:
        """The number of some bits that begin so many behind a place."""
        self._layout.need(here, Binary(">>", plan.add(at, item.width + 7), Const(3)))
        start = choose(here.guard, here.position, self._steps.somewhere(here.domain))
        return bits_number(start, choose(here.guard, at, Const(0)), item.width, item.order)

    def _set(self, structure: Structure, entry: Entry, here: Place, loaded: plan.Expr) -> None:
        """Name the number of a bit field, and check it."""
        assert isinstance(entry.item, Bits)
        if entry.valid is not None and any(map(asks_place, entry.valid.exprs)):
            raise Refusal("a rule for bits that asks for a place in the bytes", entry.loc)
        named = self._steps.let(here.domain, here.path, loaded)
        number = Num(here.domain, named, 0, (1 << entry.item.width) - 1, present=here.guard)
        if entry.named:
            structure.fields[entry.name] = number  # a rule may ask for it
        value = self._layout.rules.check(entry, number, here)
        if entry.named:
            structure.fields[entry.name] = value

    def _under_condition(self, structure: Structure, entry: Entry, begin: plan.Expr) -> plan.Expr | None:
        """Read a bit field under a condition; see `Read`."""
        guard = self._layout.guard(structure, entry)
        if guard == Const(0):
            self._steps.carry(structure, *self._layout.checks.of_entry(entry))
            return begin
        return self._past(
            structure, entry, guard, begin, plan.add(begin, self.moving(structure, entry, begin, 0, guard))
        )

    def _list(self, structure: Structure, entry: Entry, begin: plan.Expr) -> plan.Expr | None:
        """Read a list of bits; see `Read`."""
        guard = self._layout.guard(structure, entry)
        if guard == Const(0):
            self._steps.carry(structure, *self._layout.checks.of_entry(entry))
            return begin
        structure.splits = True
        here = self._place(structure, entry, guard)
        structure.fields[entry.name], end = self._layout.lists.of_bits(entry, here, begin)
        if not isinstance(end, Const):
            end = self._steps.let(here.domain, f"{here.path}>", end)
        return self._past(structure, entry, guard, begin, end)

    def _structures(self, structure: Structure, entry: Entry, begin: plan.Expr) -> plan.Expr | None:
        """Read a list of structures of so many bits each; see `Read`."""
        assert isinstance(entry.item, Nested)
        assert entry.count is not None
        guard = self._layout.guard(structure, entry)
        if guard == Const(0):
            self._steps.carry(structure, *self._layout.checks.of_entry(entry))
            return begin
        structure.splits = True
        here, width = self._place(structure, entry, guard), self._inside.width(entry.item.type)
        if entry.count.kind == "eos":
            count = self._up_to_end(here, begin, width)
        else:
            count = self._layout.lists.count(entry, here, None)
        end = plan.add(begin, scaled(count.expr, width))
        self._layout.need(here, Binary(">>", plan.add(end, 7), Const(3)))
        child = self._steps.elements(here.domain, count.expr, here.path)
        first = choose(guard, here.position, self._steps.somewhere(here.domain))
        bits = plan.add(lowered(begin, 1), scaled(Index(), width))
        bits = self._steps.let(child, f"{here.path}<bits>", bits)
        position = self._steps.let(child, f"{here.path}@", total(lowered(first, 1), Binary(">>", bits, Const(3))))
        inside = Place(child, position, here.stream.below(child, 1), structure, here.path)
        inside = replace(inside, bits=Binary("&", bits, Const(7)))
        self._steps.carry(structure, *self._layout.checks.of_entry(entry))
        element = self._layout.structure(entry.item, inside, Num(child, Index(), 0, plan.MOST_ELEMENTS))
        structure.fields[entry.name] = Elements(here.domain, count, here.position, entry, child, element, present=guard)
        if not isinstance(end, Const):
            end = self._steps.let(here.domain, f"{here.path}>", end)
        return self._past(structure, entry, guard, begin, end)

    def _up_to_end(self, here: Place, begin: plan.Expr, width: int) -> Num:
        """How many structures of so many bits each there are up to the end of a stream, which leave no bit."""
        left = difference(scaled(difference(here.stream.end, here.position), 8), begin)
        self._steps.check(here.domain, Binary("==", Binary("%", left, Const(width)), Const(0)), here.path, here.guard)
        named = self._steps.let(here.domain, f"{here.path}#", Binary("//", left, Const(width)))
        return Num(here.domain, choose(here.guard, named, Const(0)), 0, 1 << 40)

    def _structure(self, structure: Structure, entry: Entry, begin: plan.Expr) -> plan.Expr | None:
        """Read a structure that begins with bits, or ends with such; see `Read`."""
        guard = self._layout.guard(structure, entry)
        if guard == Const(0):
            self._steps.carry(structure, *self._layout.checks.of_entry(entry))
            return begin
        position = structure.position
        value = self._nested(structure, entry, entry.item, replace(self._place(structure, entry, guard), bits=begin))
        if entry.named:
            structure.fields[entry.name] = value
        structure.position = value.position
        return self._past(structure, entry, guard, begin, value.left, position)

    def _nested(self, owner: Structure, entry: Entry, item: Item, here: Place) -> Structure:
        assert isinstance(item, Nested)
        self._steps.carry(owner, StatedCheck(entry.index, "type", item.type))
        alone = entry.named and not isinstance(entry.item, Choice)
        return self._layout.structure(item, here, None, entry.name if alone else "")

    def _past(
        self,
        structure: Structure,
        entry: Entry,
        guard: plan.Expr | None,
        begin: plan.Expr,
        left: plan.Expr | None,
        position: plan.Expr | None = None,
    ) -> plan.Expr | None:
        """How many bits behind a structure's position a field ends that is there where ``guard`` holds; ``position``:
        what that was before the field, where that has changed since."""
        if guard is structure.present:
            return left
        assert guard is not None
        path = f"{structure.path}.{entry.name}>".lstrip(".")
        if position is not None:
            before = position if left is not None else _rounded(position, begin)
            structure.position = self._steps.let(structure.domain, path, choose(guard, structure.position, before))
        return None if left is None else self._steps.let(structure.domain, path, choose(guard, left, begin))

    def _switch(self, structure: Structure, entry: Entry, begin: plan.Expr) -> plan.Expr | None:
        """Read a switch of which cases begin or end with bits; see `Read`."""
        whether = self._layout.guard(structure, entry)
        if whether == Const(0):
            self._steps.carry(structure, *self._layout.checks.of_entry(entry))
            return begin
        here, choice, layout = self._place(structure, entry, whether), entry.item, self._layout
        assert isinstance(choice, Choice)
        on = layout.switches.on(choice, here, None)
        choice, items = one_per_type(choice)
        if isinstance(on, Piece):
            match = layout.switches.match_text(choice, on, items, here.domain)
        else:
            match = layout.switches.match(entry, choice, on, items)
        case = self._steps.let(here.domain, f"{here.path}<case>", match)
        found: list[tuple[Item, Value]] = []
        position, left = structure.position, begin
        ends: list[tuple[plan.Expr, plan.Expr, plan.Expr | None]] = []
        for place, item in enumerate(items):
            chosen: plan.Expr = Binary("==", case, Const(place))
            guard = chosen if whether is None else Binary("&", whether, chosen)
            guard = self._steps.let(here.domain, f"{here.path}<{place}>", guard)
            value, end, behind = self._case(structure, entry, item, replace(here, guard=guard), begin)
            found.append((item, value))
            ends.append((guard, end, behind))
        known = all(behind is not None for _, _, behind in ends)
        if not known:
            position = _rounded(position, begin)
        for place, (guard, end, behind) in enumerate(ends):
            position = Select(guard, end if known or behind is None else _rounded(end, behind), position)
            left = Select(guard, behind, left) if known and behind is not None else left
            if place % MOST_CHOICES == MOST_CHOICES - 1 or place == len(ends) - 1:
                position = self._steps.let(here.domain, f"{here.path}>", position)
                left = self._steps.let(here.domain, f"{here.path}>", left)
        present = whether
        if all(value is not None for value, _ in choice.cases):
            chosen = Binary("<=", Const(0), case)
            present = chosen if whether is None else Binary("&", whether, chosen)
        if entry.named:
            structure.fields[entry.name] = merged(Alternatives(here.domain, tuple(found), present))
        structure.position = position
        return left if known else None

    def _case(
        self, structure: Structure, entry: Entry, item: Item, here: Place, begin: plan.Expr
    ) -> tuple[Value, plan.Expr, plan.Expr | None]:
        """Read what a case of a switch is; gives it, an address, and how many bits behind that it ends."""
        inside = replace(entry, item=item, frame=frame_of(entry, item))
        if isinstance(item, Bits):
            loaded = self._steps.let(here.domain, here.path, self._loaded(item, here, begin))
            value = Num(here.domain, loaded, 0, (1 << item.width) - 1, present=here.guard)
            return value, here.position, plan.add(begin, item.width)
        if isinstance(item, Nested) and inside.frame.kind == "none" and not self._layout.spells(item.type):
            found = self._nested(structure, entry, item, replace(here, bits=begin))
            return found, found.position, found.left
        at = self._steps.let(here.domain, f"{here.path}<", _rounded(here.position, begin))
        read, end = self._layout.one(inside, replace(here, position=at), None)
        return read, end, Const(0)


def divided(bits: plan.Expr | None) -> tuple[plan.Expr | None, int]:
    """A number of bits as one that only records know (None: there is none), and one that is known."""
    if isinstance(bits, Const):
        return None, bits.value
    return bits, 0


def behind_bits(begin: plan.Expr | None, bits: int) -> plan.Expr:
    """A number of bits of which only records know some (None: none of them)."""
    return Const(bits) if begin is None else plan.add(begin, bits)


def goes_on_from(before: Entry | None, entry: Entry) -> bool:
    """Whether a field goes on in a byte which that before it began; None: the structure began in it."""
    if before is None or not before.is_bit_field:
        return entry.is_bit_field
    return not ends_bits(before, entry)


def shares(entries: Sequence[Entry], bits: int) -> bool:
    """Whether fields of bits share a byte with those that are there under the condition of the first one, so many bits
    behind the last byte that is read."""
    count, width = alike(entries)
    return bits % 8 > 0 or (width % 8 > 0 and count < len(entries) and entries[count].is_bits)


def alike(entries: Sequence[Entry]) -> tuple[int, int]:
    """How many fields of bits are there under the condition of the first one, and how many bits they are."""
    first = entries[0]
    assert isinstance(first.item, Bits)
    assert first.condition is not None
    count = width = 0
    for entry in entries:
        same = entry.condition is not None and expression(entry.condition) == expression(first.condition)
        if not isinstance(entry.item, Bits) or entry.count is not None or not same:
            break
        if entry.item.order != first.item.order:
            break
        count += 1
        width += entry.item.width
    return count, width


def _rounded(position: plan.Expr, bits: plan.Expr) -> plan.Expr:
    """The address of the first whole byte behind so many bits from another address on."""
    if isinstance(bits, Const):
        return total(position, -(-bits.value // 8))
    return total(position, Binary(">>", plan.add(bits, 7), Const(3)))


def _is_under_condition(entries: Sequence[Entry], number: int, bits: int, *, moves: bool) -> bool:
    """Whether a bit field under a condition shares bytes with others, in the order of bits that all of them have;
    ``moves``: it begins behind others of which that may not be known how many there are."""
    entry = entries[number]
    if entry.condition is None or asks_stream(entry.condition):
        return False
    orders = {one.item.order for one in entries if one.is_bit_field and isinstance(one.item, Bits)}
    return (moves or shares(entries[number:], bits)) and len(orders) == 1


def _is_bare(entry: Entry) -> bool:
    """Whether nothing is said of a field that is asked where reading has come to, or of all of a list."""
    attribute = entry.attribute
    if entry.checksum is not None or entry.contents is not None or entry.masked_by is not None:
        return False
    if attribute.parent is not None or attribute.compared or attribute.until_zeros:
        return False
    if isinstance(entry.item, Choice) and (entry.valid or entry.enum is not None or attribute.logical is not None):
        return False
    asked = [] if entry.condition is None else [entry.condition]
    if entry.count is not None and entry.count.expr is not None:
        asked.append(entry.count.expr)
    if isinstance(entry.item, Choice):
        asked.append(entry.item.on)
    items = [item for _, item in entry.item.cases] if isinstance(entry.item, Choice) else [entry.item]
    asked += [argument for item in items if isinstance(item, Nested) for argument in item.args]
    return not any(map(asks_stream, asked))
