"""Numbers that a structure spells in digits: groups of bits with a mark that says whether more follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.deriving import structure, structures
from bytewright.model import Struct
from bytewright.output import Output

_MOST_DIGITS = 16


def begin_number(owner: Struct, field: int, kind: type[Struct], items: int, digit: int) -> None:
    """Make the structure of a number that is left out: it spells 0, as the first guess.

    Args:
        owner: the structure that holds it.
        field: which of its fields it is.
        kind: its class.
        items: which field of it is the list of digits.
        digit: which field of an element is the digit.
    """
    name = owner.FIELDS[field].name
    if getattr(owner, name) is None:
        made = kind._begin(None, None, "", None)
        setattr(made, made.FIELDS[items].name, _zeros(kind, items, digit, 1))
        setattr(owner, name, made)
        structure(kind, owner, field)


def spell(
    out: Output,
    holder: Struct,
    name: str,
    number: int,
    items: int,
    digit: int,
    width: int,
    derive: Callable[[Any, Output], None],
) -> None:
    """Have a structure spell a number, in as few digits as can be; the digits stay if they do already.

    What a digit counts for is found by trying, so that either end may come first.

    Args:
        out: where it is written.
        holder: the structure.
        name: its member that says which number it spells.
        number: that number.
        items: which field of it is the list of digits.
        digit: which field of an element is the digit.
        width: bits of a digit.
        derive: derives what else the structure holds.
    """
    if out.override or getattr(holder, name) == number:
        return
    known = holder.FIELDS[items]
    stored = getattr(holder, known.name)
    for length in range(1, _MOST_DIGITS + 1):
        digits = _zeros(type(holder), items, digit, length)
        setattr(holder, known.name, digits)
        assert known.struct is not None
        structures(known.struct, holder, items)
        member = known.struct.FIELDS[digit].name
        rest = number - _tried(holder, name, derive, out)
        weights = [_weight(holder, item, member, name, derive, out) for item in digits]
        for weight, item in sorted(zip(weights, digits, strict=True), key=lambda one: -one[0]):
            if weight > 0 and rest > 0:
                setattr(item, member, min(rest // weight, (1 << width) - 1))
                rest -= weight * getattr(item, member)
        if _tried(holder, name, derive, out) == number:
            out.learnt = out.unsettled = True
            return
    setattr(holder, known.name, stored)


def _zeros(kind: type[Struct], items: int, digit: int, length: int) -> list[Struct]:
    item = kind.FIELDS[items].struct
    assert item is not None
    made = [item._begin(None, None, "", None) for _ in range(length)]
    for one in made:
        setattr(one, item.FIELDS[digit].name, 0)
    return made


def _weight(
    holder: Struct, item: Struct, member: str, name: str, derive: Callable[[Any, Output], None], out: Output
) -> int:
    """What a digit counts for."""
    without = _tried(holder, name, derive, out)
    setattr(item, member, 1)
    weight = _tried(holder, name, derive, out) - without
    setattr(item, member, 0)
    return weight


def _tried(holder: Struct, name: str, derive: Callable[[Any, Output], None], out: Output) -> int:
    """The number that a structure spells."""
    derive(holder, out)
    return int(getattr(holder, name))
