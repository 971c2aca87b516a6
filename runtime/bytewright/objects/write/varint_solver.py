"""Solves numbers stored as groups of bits with a mark that more follow (LEB128) for their groups."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bytewright.errors import WriteError
from bytewright.model.structures import Spelt, Struct, field_path
from bytewright.objects.write.fields.structures import as_structure, as_structures, complete
from bytewright.objects.write.lazy import Memory, Scale
from bytewright.objects.write.output import Output

Derive = Callable[[Any, Output], None]
"""Derives what a structure holds, or writes it."""

_MOST_DIGITS = 16


def begin_varint(owner: Struct, field: int, out: Output, kind: type[Struct], items: int, digit: int | None) -> None:
    """Make the structure of a number that is left out: it spells 0, as the first guess.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        out: where it will be written.
        kind: its class.
        items: which field of it is the list of digits.
        digit: which field of an element is the digit; None: the element is.
    """
    name = owner.FIELDS[field].name
    if getattr(owner, name) is not None:
        out.note_unset(owner, field, otherwise=...)
    else:
        made = kind._begin(None, None, "", None)
        if kind.ALONE:
            made._told = 0
        else:
            setattr(made, made.FIELDS[items].name, _zeros(kind, items, digit, 1))
        setattr(owner, name, made)
        as_structure(kind, owner, field)


def spell_varint(
    out: Output,
    holder: Struct,
    name: str,
    number: int,
    items: int,
    digit: int | None,
    width: int,
    derive: Derive,
    emit: Derive,
) -> None:
    """Have a structure spell a number, in as few digits as can be; the digits stay if they do already.

    What a digit counts for is found by trying, so that either end may come first, and so is how many bits it has, and
    whether the lowest is the sign (zigzag).

    Args:
        out: where it is written.
        holder: the structure.
        name: its member that says which number it spells.
        number: that number.
        items: which field of it is the list of digits.
        digit: which field of an element is the digit; None: the element is.
        width: bits of that field, or element; the highest may be a mark.
        derive: derives what else the structure holds.
        emit: writes the structure: where it has been, and takes as many bytes, its bytes are changed.
    """
    if out.override:
        return
    _settle(out, holder)
    told = holder._is_told
    if number == (holder._told.number if told else getattr(holder, name)):
        return
    if not (told and _leave(holder, number, out, derive, emit)):
        spelling = _Spelling(holder, name, items, digit, out, derive)
        stored = getattr(holder, holder.FIELDS[items].name)
        if not _spelt(out, spelling, holder, number, width):
            setattr(holder, holder.FIELDS[items].name, stored)
            expected = "a number that these digits can spell"
            out.conflicts.append(WriteError(field=field_path(holder, items), expected=expected, found=str(number)))
            return
    out.learn(holder, items)
    out.unsettled |= out.memory.touch(holder) or not out.amend(holder, emit)


def _settle(out: Output, holder: Struct) -> None:
    """Note that it is known which number a structure spells."""
    owner = holder._parent
    if owner is not None and out.unset:
        field = next(place for place, known in enumerate(owner.FIELDS) if known.id == holder._field)
        out.unset.pop((id(owner), field, holder._index), None)


def spell_plain(holder: Struct, out: Output, derive: Derive, emit: Derive | None = None) -> bool:
    """Have a structure spell the plain value that it is made of, if it is.

    Args:
        holder: the structure.
        out: where it is written.
        derive: derives what else it holds.
        emit: writes it, if its bytes follow from that value alone.

    Returns:
        Whether its digits were left to be made when they are asked for, so that nothing follows from them yet.

    Raises:
        WriteError: no digits spell it.
    """
    assert holder.SPELT is not None
    items, digit, width = holder.SPELT
    number = holder._told.number if isinstance(holder._told, Spelt) else holder._told
    if holder._is_set(holder.FIELDS[items].name) and getattr(holder, holder.FIELDS[items].name) is not None:
        holder._told = None  # it was given digits since
        holder._adopt()
        complete(holder)
        return False
    if emit is not None and not out.override and _leave(holder, number, out, derive, emit):
        return True
    holder._told = None
    spelling = _Spelling(holder, holder.SHOWN_AS, items, digit, out, derive)
    if not _spelt(out, spelling, holder, number, width):
        raise WriteError(field=field_path(holder, items), expected="a number that digits can spell", found=str(number))
    return False


def _leave(holder: Struct, number: int, out: Output, derive: Derive, emit: Derive) -> bool:
    """Have a structure be a number whose digits are made when they are asked for; whether that can be."""
    kind = type(holder)
    known = out.memory.spelt.get((kind, number))
    if known is None or known.make is None:
        known = out.memory.spelt[kind, number] = _spelling(kind, number, out.memory, derive, emit)
    if known.data is None:
        return False
    if not isinstance(holder._told, Spelt):
        assert kind.SPELT is not None
        delattr(holder, kind.FIELDS[kind.SPELT[0]].name)
    holder._told = known
    return True


def _make(derive: Derive, holder: Struct) -> None:
    """Make the digits of a number that a structure was told."""
    known, holder._told = holder._told, None
    assert holder.SPELT is not None
    items, digit, _ = holder.SPELT
    setattr(holder, holder.FIELDS[items].name, None)
    out = Output(canonical=True)
    spelling = _Spelling(holder, holder.SHOWN_AS, items, digit, out, derive)
    spelling.takes(known.digits, known.number)


def _spelling(kind: type[Struct], number: int, memory: Memory, derive: Derive, emit: Derive) -> Spelt:
    """How a structure that nothing else is said of spells a number; without bytes, if it can't."""
    if 0 <= number < 1 << min(7 * kind.LEB128, 64):
        groups, octets = _leb128(number)
        return Spelt(number, groups, partial(_make, derive), octets)
    holder, out = kind._begin(None, None, "", None), Output(canonical=True)
    out.memory.scales = memory.scales
    assert kind.SPELT is not None
    items, digit, width = kind.SPELT
    spelling = _Spelling(holder, kind.SHOWN_AS, items, digit, out, derive)
    data = None
    try:
        if _spelt(out, spelling, holder, number, width):
            emit(holder, out)
            whole = out.bits_pos % 8 == 0
            data = out.getvalue() if whole and out.seal() else None
    except WriteError:  # where it stands that can be said better
        data = None
    return Spelt(number, spelling.digits, partial(_make, derive), data)


def _leb128(number: int) -> tuple[list[int], bytes]:
    """The groups of seven bits of a number, the lowest first, and as bytes whose highest bit says that more follow."""
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(number & 0x7F)
    return digits, bytes([*(digit | 0x80 for digit in digits[:-1]), digits[-1]])


def _spelt(out: Output, spelling: _Spelling, holder: Struct, number: int, width: int) -> bool:
    """Spell a number, as it was spelled before if it was; whether any digits do."""
    known = out.memory.spelt.get((type(holder), number))
    if known is not None and known.digits and spelling.takes(known.digits, number):
        return True
    if not any(spelling.spells(number, length, width) for length in range(1, _MOST_DIGITS + 1)):
        return False
    if known is None:
        out.memory.spelt[type(holder), number] = Spelt(number, spelling.digits)
    return True


class _Spelling:
    """Digits that are tried."""

    def __init__(self, holder: Struct, name: str, items: int, digit: int | None, out: Output, derive: Derive) -> None:
        self._holder = holder
        self._name = name
        self._items = items
        self._digit = digit
        self._derive = partial(derive, holder, out)
        self._scales = out.memory.scales
        self._zigzag = False
        self._digits: list[Any] = []

    @property
    def digits(self) -> list[int]:
        """Those that are tried."""
        if self._digit is None:
            return list(self._digits)
        return [getattr(item, item.FIELDS[self._digit].name) for item in self._digits]

    def takes(self, digits: list[int], number: int) -> bool:
        """Try digits that spelled a number elsewhere; whether they do here."""
        stored = getattr(self._holder, self._holder.FIELDS[self._items].name)
        same = self._digit is not None and isinstance(stored, list) and len(stored) == len(digits)
        before: list[int] = []
        if same:
            self._digits = stored  # there are structures for them
            before = self.digits
        else:
            self._begin(len(digits))
        for place, digit in enumerate(digits):
            self._put(place, digit)
        found = self._shown() == number
        if not found:
            for place, digit in enumerate(before):
                self._put(place, digit)
        return found

    def _begin(self, length: int) -> None:
        """Begin with zeros."""
        known = self._holder.FIELDS[self._items]
        self._digits = _zeros(type(self._holder), self._items, self._digit, length)
        setattr(self._holder, known.name, self._digits)
        if known.struct is not None:
            as_structures(known.struct, self._holder, self._items)

    def spells(self, number: int, length: int, width: int) -> bool:
        """Try to spell a number in so many digits of at most so many bits; whether that is done."""
        key = type(self._holder), length
        scale = self._scales.get(key)
        if scale is not None and (_zigzag(number) if scale.zigzag else number) > scale.last:
            return False
        self._begin(length)
        if scale is None:
            scale = self._scale(length, width)
            if self._holder.ALONE:
                self._scales[key] = scale
        self._zigzag = scale.zigzag
        rest = (_zigzag(number) if scale.zigzag else number) - scale.first
        for weight, place in scale.weights:
            if rest > 0:
                digit = min(rest // weight, scale.most)
                self._put(place, digit)
                rest -= weight * digit
        return self._shown() == number

    def _scale(self, length: int, width: int) -> Scale:
        """What digits count for that are zeros now."""
        self._zigzag = False
        first = self._value()
        weights = [(self._weight(place), place) for place in range(length)]
        if any(weight == -1 and self._folds(place) for weight, place in weights):
            self._zigzag = True
            first = self._value()
            weights = [(self._weight(place), place) for place in range(length)]
        weights = sorted((one for one in weights if one[0] > 0), reverse=True)
        most = self._most(weights[0][1], weights[0][0], width) if weights else 0
        return Scale(first, weights, most, self._zigzag)

    def _folds(self, place: int) -> bool:
        """Whether the lowest bit of a digit is the sign of a number (zigzag): 0, -1, 1, -2 …"""
        found = []
        for digit in (1, 2, 0):
            self._put(place, digit)
            found.append(self._value())
        return found == [-1, 1, 0]

    def _put(self, place: int, digit: int) -> None:
        if self._digit is None:
            self._digits[place] = digit
        else:
            item = self._digits[place]
            setattr(item, item.FIELDS[self._digit].name, digit)

    def _shown(self) -> int:
        """The number that the structure spells."""
        self._derive()
        return int(getattr(self._holder, self._name))

    def _value(self) -> int:
        """What the digits add up to."""
        return _zigzag(self._shown()) if self._zigzag else self._shown()

    def _weight(self, place: int) -> int:
        """What a digit counts for."""
        without = self._value()
        self._put(place, 1)
        weight = self._value() - without
        self._put(place, 0)
        return weight

    def _most(self, place: int, weight: int, width: int) -> int:
        """The largest digit: bits above it count for nothing, or not for twice as much as the one below."""
        without = self._value()
        for bit in range(width):
            self._put(place, 1 << bit)
            if self._value() - without != weight << bit:
                width = bit
                break
        self._put(place, 0)
        return (1 << width) - 1


def _zigzag(number: int) -> int:
    """A number with its sign in the lowest bit, as digits add up to it."""
    return -2 * number - 1 if number < 0 else 2 * number


def _zeros(kind: type[Struct], items: int, digit: int | None, length: int) -> list[Any]:
    item = kind.FIELDS[items].struct
    if item is None or digit is None:
        return [0] * length
    made = [item._begin(None, None, "", None) for _ in range(length)]
    for one in made:
        setattr(one, item.FIELDS[digit].name, 0)
    return made
