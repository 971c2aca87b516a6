"""How records are found whose end is a sum: by their size, or by a length that they say."""

from __future__ import annotations

from bytewright.kernels.plan import Binary, Const, Expr, FixedFrame, LengthFrame, Load, Start

Terms = dict[Expr, int]


def terms(expr: Expr) -> tuple[Terms, int]:
    """An expression as a sum of atoms, each a number of times, and a constant."""
    found: Terms = {}
    constant = collect(expr, 1, found)
    return {atom: times for atom, times in found.items() if times}, constant


def collect(expr: Expr, times: int, found: Terms) -> int:
    """Add so many times an expression to a sum of atoms; gives the constant that belongs to it."""
    match expr:
        case Const(value):
            return times * value
        case Binary("+", left, right):
            return collect(left, times, found) + collect(right, times, found)
        case Binary("-", left, right):
            return collect(left, times, found) + collect(right, -times, found)
        case Binary("*", left, Const(value)) | Binary("*", Const(value), left):
            return collect(left, times * value, found)
    found[expr] = found.get(expr, 0) + times
    return 0


def framed(end: Expr) -> FixedFrame | LengthFrame | None:
    """The frame of records that end there; None where only a walk finds that. It may be a size that no record can have.

    Args:
        end: address behind the record, computed from `Start`.
    """
    atoms, extra = terms(end)
    if atoms.pop(Start(), 0) != 1:
        return None
    match list(atoms.items()):
        case []:
            return FixedFrame(extra)
        case [(Load(kind, address), 1)] if not kind.startswith("f"):
            above, offset = terms(address)
            if above == {Start(): 1}:
                return LengthFrame(kind, offset, extra, offset + int(kind[1]))
    return None
