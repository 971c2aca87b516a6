"""Bytes that a reader has decoded and holds: they may be many times as many as its file has.

What passes through costs nothing; what is held, in structures that somebody may still ask, is counted as long as these
are there.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from io import BytesIO

from bytewright.errors import LimitError
from bytewright.limits import Limits

FREE = 1 << 20
"""Decoded bytes of one field up to which it doesn't matter how many are stored."""
_MARK = 1 << 20
"""Bytes held from which on it is looked whether structures hold them that are in nobody's hands but each other's."""

_WAITING = 1 << 20


class Budget:
    """What one reader holds; all cursors of a file share it.

    Attributes:
        held: decoded bytes, also of structures that only wait for Python's collector of cycles.
        proved: bits of the checksums that were found right.
        turns: elements of lists that took no bytes, in records that have more than a few of them.
        keeps: whether what is decoded is encoded again, to keep the bytes where that gives others; writers need it.
    """

    __slots__ = ("_before", "_mark", "_size", "held", "keeps", "proved", "turns")

    def __init__(self, size: int = 0) -> None:
        """A budget of nothing so far; ``size``: of the file."""
        self.held = self.proved = self.turns = self._before = 0
        self._size = size
        self._mark = _MARK
        self.keeps = True

    def begin(self, turns: int) -> None:
        """Go on with records, behind others that have so many `turns`."""
        self.turns = self._before = turns

    def turn(self, limits: Limits) -> bool:
        """Count an element that takes no bytes, and say whether there are too many.

        Lists in lists of them would be as many as all their counts multiplied, and each record may have others.
        """
        self.turns += 1
        return self.is_spent(limits) and self.turns - self._before > limits.free_steps

    def pass_by(self, limits: Limits) -> None:
        """Note that a record is over."""
        self.begin(self.turns_before(limits, again=False))

    def turns_before(self, limits: Limits, *, again: bool) -> int:
        """How many `turns` there are before the next record; ``again``: before the last one. A few of a record don't
        count, so that the kernel needn't count them."""
        few = self.turns - self._before <= limits.free_steps
        return self._before if again or few else self.turns

    def is_spent(self, limits: Limits) -> bool:
        """Whether there are more `turns` than ``maxSteps``, and more than the file has bits."""
        return self.turns > limits.maxSteps and self.turns > 8 * self._size

    def hold(self, size: int, before: Lease | None = None) -> Lease:
        """Count bytes for as long as what is returned lives.

        Args:
            size: how many they are.
            before: what counts others that are held just as long.
        """
        lease = Lease(self) if before is None else before
        lease.size += size
        self.held += size
        if self.held > self._mark:
            self.settle()
        return lease

    def check(self, limits: Limits) -> None:
        """See to it that no more is held than may be.

        Raises:
            LimitError: more is.
        """
        most = limits.maxDecodedBytes
        if self.held > most:
            self.settle()
        if self.held > most:
            found = f"{self.held} that are held of several fields"
            raise LimitError(expected=f"at most {most} decoded bytes (maxDecodedBytes)", found=found)

    def settle(self) -> None:
        """Let go of what nobody holds any more."""
        gc.collect()
        self._mark = max(_MARK, 2 * self.held)


class Lease:
    """Counts bytes as held.

    Attributes:
        size: how many.
    """

    __slots__ = ("_budget", "size")

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget
        self.size = 0

    def __del__(self) -> None:
        """They aren't any more."""
        if self._budget is not None:
            self._budget.held -= self.size

    def __reduce__(self) -> tuple[object, ...]:
        """Copies count nothing."""
        return (Lease, ())


class Growth:
    """Notices that more and more is held by structures that wait to be shown."""

    __slots__ = ("_least",)

    def __init__(self) -> None:
        self._least = 0

    def is_much(self, held: int) -> bool:
        """Whether what is held has grown so much that those that wait should be let go, which then begins anew."""
        self._least = min(self._least, held)
        if held - self._least <= _WAITING:
            return False
        self._least = held
        return True


class Meter:
    """Watches what one field decodes to."""

    __slots__ = ("_budget", "_limits", "_offset", "_stored", "size")

    def __init__(self, stored: int, limits: Limits, budget: Budget | None = None, offset: int | None = None) -> None:
        """Nothing has been decoded yet.

        Args:
            stored: how many bytes are stored.
            limits: the limits.
            budget: of the reader that will hold what is decoded; None: only this field counts.
            offset: where they lie, for errors.
        """
        self._stored = stored
        self._limits = limits
        self._budget = budget
        self._offset = offset
        self.size = 0

    def add(self, size: int) -> None:
        """So many more have been decoded.

        Raises:
            LimitError: they are too many.
        """
        self.size += size
        times = self._limits.maxExpansion
        if self.size > FREE and self.size > times * self._stored:
            expected = f"at most {times} decoded bytes for each that is stored (maxExpansion)"
            raise LimitError(expected=expected, found=f"{self.size} or more for {self._stored}", offset=self._offset)
        most, budget = self._limits.maxDecodedBytes, self._budget
        held = 0 if budget is None else budget.held
        if self.size + held <= most:
            return
        if budget is not None and held:
            budget.settle()
            held = budget.held
            if self.size + held <= most:
                return
        found = f"{self.size} or more" + (f", with {held} that are held of other fields" if held else "")
        raise LimitError(expected=f"at most {most} decoded bytes (maxDecodedBytes)", found=found, offset=self._offset)

    def gathered(self, pieces: Iterable[bytes]) -> bytes:
        """Pieces as one, of which none is held twice, nor any of them behind an error.

        Raises:
            LimitError: they are too many bytes.
        """
        first = b""
        with BytesIO() as whole:  # closed also where it is too much: whoever holds the error holds this call
            for piece in pieces:
                self.add(len(piece))
                if whole.tell():
                    whole.write(piece)
                elif not first:
                    first = piece
                else:
                    whole.write(first)
                    whole.write(piece)
            return whole.getvalue() if whole.tell() else first
