"""How bytes end before their size does: a terminator, padding."""

from __future__ import annotations

from typing import NamedTuple


class Padding(NamedTuple):
    """How bytes are cut out of a larger size.

    Attributes:
        pad: the byte that fills the rest.
        terminator: what ends them before that.
        include: whether the terminator is part of them.
    """

    pad: int | None = None
    terminator: bytes | None = None
    include: bool = False

    @property
    def mark(self) -> bytes:
        """What stands behind them to end them."""
        return b"" if self.include or self.terminator is None else self.terminator

    def strip(self, data: bytes) -> bytes:
        """The part of sized bytes that counts: padding is cut off from the right, then what follows a terminator.

        Padding that looks like the terminator's end is not cut off, as in kaitai-struct-compiler.
        """
        if self.pad is not None and (self.terminator is None or self.terminator[-1] != self.pad):
            data = data.rstrip(bytes((self.pad,)))
        return data if self.terminator is None else cut(data, self.terminator, self.include)

    def fill(self, value: bytes, size: int) -> bytes:
        """Bytes as they fill a larger size: a terminator where there is room, then padding."""
        if len(value) < size:
            value += self.mark
        return value.ljust(size, bytes((self.pad or 0,)))

    def holds(self, value: bytes, size: int) -> bool:
        """Whether bytes can be told from what fills them up to a size."""
        data = self.fill(value, size)
        return len(data) == size and self.strip(data) == value


UNPADDED = Padding()


def cut(data: bytes, terminator: bytes, include: bool) -> bytes:
    """Bytes up to a terminator that lies at a multiple of its length, all where there is none."""
    step = len(terminator)
    found = data.find(terminator)
    while found > 0 and found % step:
        found = data.find(terminator, found + 1)
    return data if found < 0 else data[: found + step * include]
