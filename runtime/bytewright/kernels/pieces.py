"""Elements that are pieces one behind another, each a length and as many bytes: a loop finds where they end."""

from __future__ import annotations

from collections import Counter

from bytewright.kernels import codes, plan
from bytewright.kernels.plan import Binary, Const, Expr, Get
from bytewright.kernels.types import KINDS

Piece = tuple[int, ...]
"""See `codes.PIECE`."""
_NONE = 1 << 62
"""A limit that no length reaches."""
_LARGEST = 1 << 20
"""What lies between fixed places, in bytes, at most."""


def pieces_of(run: plan.Run) -> list[Piece] | None:
    """The pieces that an element of a list consists of; None where it is something else."""
    names = {step.name: step.value for step in run.steps if isinstance(step, plan.Let) and step.domain == run.domain}
    if run.last is not None or any(not isinstance(step, plan.Let) for step in run.steps):
        return None
    found = _Reader(names).read(run.end)
    return found if found and len(found) <= codes.MOST_PIECES else None


class _Reader:
    def __init__(self, names: dict[str, Expr]) -> None:
        self._names = names

    def read(self, end: Expr) -> list[Piece] | None:
        """The pieces in front of an address."""
        return self._read(*self._sum(end))

    def _read(self, atoms: list[Expr], extra: int) -> list[Piece] | None:
        for length in atoms:
            if not isinstance(length, plan.Load):
                continue
            address, at = self._sum(length.address)
            rest = [atom for atom in atoms if atom is not length]
            filled = [atom for atom in rest if self._aligned(atom, length)]
            align = self._aligned(filled[0], length) if filled else 1
            rest = [atom for atom in rest if atom not in filled]
            if len(filled) > 1 or Counter(address) != Counter(rest):
                continue
            # The last length is behind all others, which end where it is or, if there are none, at a place of its own.
            alone = len(rest) == 1
            before = self._before(rest[0]) if alone else self._read(rest, at)
            piece = self._piece(length, at if alone else 0, extra if alone else extra - at, _NONE, align)
            return None if before is None or piece is None else [*before, piece]
        if len(atoms) != 1:
            return None
        return self._filled_up(self._before(atoms[0]), extra)

    def _filled_up(self, before: list[Piece] | None, extra: int) -> list[Piece] | None:
        """Pieces with bytes behind the last one."""
        if not before or not 0 <= extra <= _LARGEST:
            return None
        *others, last = before
        return [*others, (*last[: codes.PIECE_EXTRA], last[codes.PIECE_EXTRA] + extra, *last[codes.PIECE_LIMIT :])]

    def _before(self, place: Expr) -> list[Piece] | None:
        """The pieces in front of where one begins: none, or one whose length may mean something else."""
        if isinstance(place, plan.Begin):
            return []
        if not isinstance(place, plan.Select):
            return None
        test = self._resolved(place.test)
        there, extra = self._sum(place.then)
        absent, same = self._sum(place.otherwise)
        lengths = [atom for atom in there if isinstance(atom, plan.Load)]
        starts = [atom for atom in there if not isinstance(atom, plan.Load)]
        if len(lengths) != 1 or starts != absent or len(starts) != 1 or extra != same:
            return None
        match test:
            case Binary("<", left, Const(limit)) if self._resolved(left) == lengths[0] and limit >= 0:
                before = self._before(starts[0])
                address, at = self._sum(lengths[0].address)
                piece = self._piece(lengths[0], at, extra, limit, 1) if address == starts else None
                return None if before is None or piece is None else [*before, piece]
        return None

    def _piece(self, length: plan.Load, at: int, extra: int, limit: int, align: int) -> Piece | None:
        kind = KINDS[length.kind]
        if length.kind.startswith("f") or kind.size == 8 or not (0 <= at <= _LARGEST and 0 <= extra <= _LARGEST):
            return None
        return (kind.code, kind.size, at, extra, limit, align)

    def _aligned(self, rest: Expr, length: Expr) -> int:
        """What a length is filled up to a multiple of; 0: it is something else."""
        match rest:
            case Binary("%", Binary("-", Const(0), taken), Const(align)) if self._resolved(taken) == length:
                return align if align & (align - 1) == 0 else 0
        return 0

    def _sum(self, value: Expr) -> tuple[list[Expr], int]:
        value = self._resolved(value)
        if isinstance(value, Const):
            return [], value.value
        if isinstance(value, Binary) and value.operator == "+":
            left, right = self._sum(value.left), self._sum(value.right)
            return [*left[0], *right[0]], left[1] + right[1]
        return [value], 0

    def _resolved(self, value: Expr) -> Expr:
        while isinstance(value, Get) and value.name in self._names:
            value = self._names[value.name]
        return value
