"""Elements that consist of length-prefixed pieces: a loop finds their ends and proves that all is in bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Expr, Get, codes
from bytewright.kernels.plan.types import KINDS

Piece = tuple[int, ...]
"""See `codes.PIECE`."""
_NONE = 1 << 62
"""A limit that no length reaches."""
_LARGEST = 1 << 20
"""What lies between fixed places, in bytes, at most."""
_MOST_TERMS = 3 * codes.MOST_PIECES + 1
"""Terms of an end at most: of each piece its number, what that counts and what fills it up; and a place."""
_Number = plan.Load | plan.Varint | plan.VarintSize
"""What a piece begins with; where it is the size of one, that number says nothing of the bytes behind it."""
_Numbered = tuple[Piece, _Number]


def pieces_of_element(listed: plan.Run | plan.Chain, domain: str) -> list[Piece] | None:
    """The pieces that an element of a list consists of, whose domain has a name; None where it is something else."""
    return _alone(_of_elements(listed, domain).all(listed.end))


def _alone(found: list[_Numbered] | None) -> list[Piece] | None:
    """Pieces without the numbers that they begin with."""
    return None if found is None else [piece for piece, _ in found]


def _of_elements(listed: plan.Run | plan.Chain, domain: str) -> _Reader:
    return _Reader(_names(listed.steps, domain), (plan.Begin(), plan.Given(plan.BEGIN)))


class Proved:
    """What is known of each element of a list once a loop over pieces has found it: that its numbers and what they
    count lie in the list.

    Args:
        listed: the list.

    Attributes:
        pieces: the pieces that an element consists of; None: it is something else, and nothing is known.
    """

    def __init__(self, listed: plan.Run) -> None:
        self._reader = _of_elements(listed, listed.domain)
        found = self._reader.all(listed.end)
        self.pieces = _alone(found)
        self._numbered = [(piece, number) for piece, number in found or () if isinstance(number, plan.Load)]

    @property
    def names(self) -> dict[str, Expr]:
        """What names of the element stand for: what they must stand for in what is asked."""
        return self._reader.names

    def covers(self, address: Expr, size: Expr, low: Expr) -> bool:
        """Whether the loop has proved that bytes of an element lie in the list, or that none are asked for at ``low``.

        Args:
            address: where they begin.
            size: how many there are.
            low: where none may be asked for.
        """
        address, size = self._reader.resolved(address), self._reader.resolved(size)
        match address, size:
            case plan.Select(test, place, none), plan.Select(same, taken, Const(0)) if test == same and none == low:
                return self._covers(place, taken, self._reader.resolved(test))
        return self._covers(address, size, None)

    def _covers(self, address: Expr, size: Expr, test: Expr | None) -> bool:
        """The same where something holds (None: always)."""
        place, at = self._reader.sum(address)
        counted, more = self._reader.sum(size)
        for piece, number in self._numbered:
            begin, start = self._reader.sum(number.address)
            ahead = at - start
            if ahead < 0 or more < 0 or Counter(place) != Counter(begin):
                continue
            if not counted and ahead + more <= piece[codes.PIECE_SIZE]:
                return True
            # A number below 0 takes away from what lies behind it.
            behind = piece[codes.PIECE_EXTRA] - piece[codes.PIECE_AT] if number.kind.startswith("u") else -1
            is_counted = piece[codes.PIECE_LIMIT] == _NONE or self._is_below(test, number, piece[codes.PIECE_LIMIT])
            if (not counted or (counted == [number] and is_counted)) and ahead + more <= behind:
                return True
        return False

    def _is_below(self, test: Expr | None, number: Expr, limit: int) -> bool:
        match test:
            case Binary("<", left, Const(bound)):
                return bound <= limit and self._reader.resolved(left) == number
        return False


def pieces_of_record(frame: plan.WalkFrame | plan.RegionFrame) -> tuple[list[Piece], int | None] | None:
    """The pieces that a record consists of, and the number that the first begins with where that is the last record of
    its region (None: nothing tells); None where it is something else."""
    reader = _Reader(_names(frame.steps, plan.RECORDS), (plan.Start(),))
    found = _alone(reader.all(frame.end))
    if found is None or isinstance(frame, plan.WalkFrame):
        return None if found is None else (found, None)
    last = None if frame.last is None else reader.told(frame.last)
    return None if frame.next is not None or (last is None and frame.last is not None) else (found, last)


def are_plain(pieces: Sequence[Piece]) -> bool:
    """Whether the lowest byte of all numbers in front comes first."""
    return all(piece[codes.PIECE_KIND] <= codes.S4 for piece in pieces)


def _names(steps: Iterable[plan.Step], domain: str) -> dict[str, Expr]:
    return {step.name: step.value for step in steps if isinstance(step, plan.Let) and step.domain == domain}


class _Reader:
    def __init__(self, names: dict[str, Expr], begins: tuple[Expr, ...]) -> None:
        self.names = names
        self._begins = begins
        self._first: Expr | None = None
        self._sums: dict[int, tuple[Expr, tuple[list[Expr], int]]] = {}

    def all(self, end: Expr) -> list[_Numbered] | None:
        """The pieces in front of an address, as many as there may be, with the numbers that they begin with."""
        atoms, extra = self.sum(end)
        if len(atoms) > _MOST_TERMS:
            return None
        found = self._read(atoms, extra)
        return found if found and len(found) <= codes.MOST_PIECES else None

    def told(self, value: Expr) -> int | None:
        """The number that the first piece begins with where something holds; None: it isn't that which tells."""
        match self.resolved(value):
            case Binary("==", number, Const(told)) if self.resolved(number) == self._first:
                return told
        return None

    def _read(self, atoms: list[Expr], extra: int) -> list[_Numbered] | None:
        for length in atoms:
            if not isinstance(length, (plan.Load, plan.Varint, plan.VarintSize)):
                continue
            address, at = self.sum(length.address)
            rest = [atom for atom in atoms if atom is not length]
            if isinstance(length, plan.Varint):
                size = self.resolved(length.size)
                if size not in rest:
                    continue
                rest.remove(size)
            elif isinstance(length, plan.VarintSize) and length.there != Const(1):
                continue
            filled = [atom for atom in rest if self._aligned(atom, length)]
            align = self._aligned(filled[0], length) if filled else 1
            rest = [atom for atom in rest if atom not in filled]
            if len(filled) > 1 or Counter(address) != Counter(rest):
                continue
            # The last length is behind all others, which end where it is or, if there are none, at a place of its own.
            alone = len(rest) == 1
            before = self._before(rest[0]) if alone else self._read(rest, at)
            piece = self._piece(length, at if alone else 0, extra if alone else extra - at, _NONE, align)
            if before == [] and not isinstance(length, plan.VarintSize):
                self._first = length
            return None if before is None or piece is None else [*before, (piece, length)]
        if len(atoms) != 1:
            return None
        return self._filled_up(self._before(atoms[0]), extra)

    def _filled_up(self, before: list[_Numbered] | None, extra: int) -> list[_Numbered] | None:
        """Pieces with bytes behind the last one."""
        if not before or not 0 <= extra <= _LARGEST:
            return None
        *others, (last, number) = before
        longer = (*last[: codes.PIECE_EXTRA], last[codes.PIECE_EXTRA] + extra, *last[codes.PIECE_LIMIT :])
        return [*others, (longer, number)]

    def _before(self, place: Expr) -> list[_Numbered] | None:
        """The pieces in front of where one begins: none, or some whose lengths may mean something else."""
        behind: list[_Numbered] = []
        while place not in self._begins:
            found = self._optional(place)
            if found is None or len(behind) == codes.MOST_PIECES:
                return None
            piece, place = found
            behind.append(piece)
        return behind[::-1]

    def _optional(self, place: Expr) -> tuple[_Numbered, Expr] | None:
        """The piece in front of where one begins, whose length may mean something else, and where it begins itself."""
        if not isinstance(place, plan.Select):
            return None
        test = self.resolved(place.test)
        there, extra = self.sum(place.then)
        absent, same = self.sum(place.otherwise)
        lengths = [atom for atom in there if isinstance(atom, plan.Load)]
        starts = [atom for atom in there if not isinstance(atom, plan.Load)]
        if len(lengths) != 1 or starts != absent or len(starts) != 1 or extra != same:
            return None
        match test:
            case Binary("<", left, Const(limit)) if self.resolved(left) == lengths[0] and limit >= 0:
                address, at = self.sum(lengths[0].address)
                piece = self._piece(lengths[0], at, extra, limit, 1) if address == starts else None
                return None if piece is None else ((piece, lengths[0]), starts[0])
        return None

    def _piece(self, length: _Number, at: int, extra: int, limit: int, align: int) -> Piece | None:
        if not isinstance(length, plan.Load):
            kind = codes.LEB_128 if isinstance(length, plan.Varint) else codes.LEB_128_ALONE
            there = 0 <= at <= _LARGEST and 0 <= extra <= _LARGEST
            return (kind, 1, at, extra, limit, align) if there else None
        known = KINDS[length.kind]
        if length.kind.startswith("f") or known.size == 8 or not (0 <= at <= _LARGEST and 0 <= extra <= _LARGEST):
            return None
        return (known.code, known.size, at, extra, limit, align)

    def _aligned(self, rest: Expr, length: Expr) -> int:
        """What a length is filled up to a multiple of; 0: it is something else."""
        match rest:
            case Binary("%", Binary("-", Const(0), taken), Const(align)) if self.resolved(taken) == length:
                return align if align & (align - 1) == 0 else 0
        return 0

    def sum(self, value: Expr) -> tuple[list[Expr], int]:
        """A value as what is added up in it, and a number."""
        value = self.resolved(value)
        todo = [value]
        while todo:  # not by calls: each field may rest on the one before it
            last = todo[-1]
            parts = () if id(last) in self._sums else map(self.resolved, self._added(last))
            if missing := [part for part in parts if id(part) not in self._sums]:
                todo += missing
                continue
            todo.pop()
            if id(last) not in self._sums:  # once: both sides of a choice rest on what precedes it, and so on
                self._sums[id(last)] = last, self._summed(last)
        found, number = self._sums[id(value)][1]
        return [*found], number

    def _added(self, value: Expr) -> tuple[Expr, ...]:
        """The values whose sums that of a value is made of."""
        match value:
            case Binary("+", left, right):
                return left, right
            case plan.Select(_, then, otherwise):
                return then, otherwise
        return ()

    def _summed(self, value: Expr) -> tuple[list[Expr], int]:
        if isinstance(value, Const):
            return [], value.value
        if isinstance(value, Binary) and value.operator == "+":
            left, right = self.sum(value.left), self.sum(value.right)
            return [*left[0], *right[0]], left[1] + right[1]
        if isinstance(value, plan.Select):
            return self._chosen(value)
        return [value], 0

    def _chosen(self, value: plan.Select) -> tuple[list[Expr], int]:
        """A choice as a sum: of something to which a number is added, unless that is 0, the number is a part."""
        match self.resolved(value.test):
            case Binary("!=", number, Const(0)):
                there, extra = self.sum(value.then)
                absent, same = self.sum(value.otherwise)
                if extra == same and Counter(there) == Counter([*absent, self.resolved(number)]):
                    return there, extra
        return [value], 0

    def resolved(self, value: Expr) -> Expr:
        """What a name stands for, in the end."""
        while isinstance(value, Get) and value.name in self.names:
            value = self.names[value.name]
        return value
