"""Numbers of bits as expressions over the bytes that they lie in."""

from __future__ import annotations

from collections.abc import Iterable

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Load, Select
from bytewright_codegen.lowering.expressions.arithmetic import difference

_WORD = 8
"""Bytes that are loaded at once, at most; bits of one number may lie in one more."""
ANYWHERE = range(8)
"""How many bits of its first byte may lie before a number."""


def bytes_number(address: plan.Expr, size: int, order: str) -> plan.Expr:
    """The number that ``size`` bytes make, 1 to 8 of them."""
    if size == 1:
        return Load("u1", address)
    if size in (2, 4, 8):
        return Load(f"u{size}{order}", address)
    large = 4 if size > 4 else 2
    first = bytes_number(address, large, order)
    rest = bytes_number(plan.add(address, large), size - large, order)
    if order == "le":
        return Binary("|", first, Binary("<<", rest, Const(8 * large)))
    return Binary("|", Binary("<<", first, Const(8 * (size - large))), rest)


def masked(number: plan.Expr, shift: int, width: int) -> plan.Expr:
    """So many bits of a number, which others stand below."""
    shifted = Binary(">>", number, Const(shift)) if shift else number
    return Binary("&", shifted, Const((1 << width) - 1)) if width < 64 else shifted


def touched(width: int, before: Iterable[int] = ANYWHERE) -> int:
    """In how many bytes a number may lie, behind one of some numbers of bits that its first byte may begin with."""
    return max(-(-(bits + width) // 8) for bits in before)


def bits_number(
    address: plan.Expr, place: plan.Expr, width: int, order: str, before: Iterable[int] = ANYWHERE
) -> plan.Expr:
    """The number that some bits make.

    Args:
        address: where bits are counted from.
        place: so many bits behind that they begin.
        width: how many there are.
        order: which bits come first: ``le`` those that count least, or ``be``.
        before: how many bits their first byte may begin with that belong to others. Of bytes that needn't be touched,
            none is read.
    """
    size = touched(width, before)
    first, used = plan.add(address, Binary(">>", place, Const(3))), Binary("&", place, Const(7))
    whole = None
    if size > min(-(-(bits + width) // 8) for bits in before):
        whole = Binary("<", Const(8 * size - 8), plan.add(used, width))
    if size > _WORD:
        across = bits_across(first, used, width, order, whole)
        return across if whole is None else Select(whole, across, _shifted(first, used, width, order, _WORD, None))
    return _shifted(first, used, width, order, size, whole)


def bits_across(
    address: plan.Expr, used: plan.Expr, width: int, order: str, whole: plan.Expr | None = None
) -> plan.Expr:
    """The number that bits make which lie in one byte more than are loaded at once.

    Args:
        address: of the first byte.
        used: how many of its bits belong to others.
        width: how many there are.
        order: see `bits_number`.
        whole: whether they lie in so many bytes (None: they do); where they don't, what comes of it doesn't count.
    """
    behind = plan.add(address, _WORD)
    most, last = (
        bytes_number(address, _WORD, order),
        Load("u1", behind if whole is None else Select(whole, behind, address)),
    )
    if order == "le":
        below = Binary(">>", Const((1 << 63) - 1), difference(used, Const(1)))
        low = Binary("&", Binary(">>", most, used), below)
        return masked(Binary("|", low, Binary("<<", last, difference(Const(64), used))), 0, width)
    more = plan.add(used, width - 64)
    low = Binary(">>", last, difference(Const(8), more))
    return masked(Binary("|", Binary("<<", most, more), low), 0, width)


def _shifted(
    address: plan.Expr, used: plan.Expr, width: int, order: str, size: int, whole: plan.Expr | None
) -> plan.Expr:
    """The number that bits make in so many bytes, the last of which is touched where ``whole`` holds (None: always)."""
    number = bytes_number(address, size, order) if whole is None else _bytes_within(address, size, order, whole)
    shift = used if order == "le" else difference(Const(8 * size - width), used)
    return masked(Binary(">>", number, shift), 0, width)


def _bytes_within(address: plan.Expr, size: int, order: str, all: plan.Expr) -> plan.Expr:
    """The same of bytes of which the last one may not be there (``all``: it is); what it is doesn't count then."""
    first = bytes_number(address, size - 1, order)
    last = Load("u1", Select(all, plan.add(address, size - 1), address))
    if order == "le":
        return Binary("|", first, Binary("<<", last, Const(8 * size - 8)))
    return Binary("|", Binary("<<", first, Const(8)), last)
