"""Streams that are decoded as far as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright.errors import ReadError
from bytewright.io.decode_budget import Meter
from bytewright.objects.read.cursor import Cursor


class DecodedCursor(Cursor):
    """A stream that is decoded piece by piece, as far as it is asked for, and hardly further.

    Args:
        pieces: gives what it is decoded to.
        outer: the stream that it was encoded in.
        stored: how many bytes are stored there.
    """

    __slots__ = ("_failure", "_lease", "_meter", "_pieces")

    def __init__(self, pieces: Iterator[bytes], outer: Cursor, stored: int) -> None:
        super().__init__(b"", limits=outer.limits, depth=outer.deeper(), warnings=outer.warnings)
        outer.pass_on(self)
        self._pieces = pieces
        self._failure: Exception | None = None
        self._meter = Meter(stored, outer.limits, offset=0)
        self._lease = self.budget.hold(0)

    @property
    def size(self) -> int:
        """See `Cursor.size`; all is decoded to tell."""
        self._decode(None)
        return self._end

    @property
    def left(self) -> int:
        """See `Cursor.left`; likewise."""
        return self.size - self._place

    @property
    def eof(self) -> bool:
        """See `Cursor.eof`."""
        return not self.reaches(1) and not self._bits_left

    def reaches(self, size: int) -> bool:
        """See `Cursor.reaches`."""
        self._decode(self._place + size)
        return self._place + size <= self._end

    def seek(self, pos: int) -> None:
        """See `Cursor.seek`."""
        self._decode(pos)
        super().seek(pos)

    def _reach(self, size: int, whole: int | None = None) -> None:
        self._decode(self._place + size)
        super()._reach(size, whole)

    def _decode(self, end: int | None) -> None:
        """Decode until there are so many bytes, or to the end."""
        if end is not None and end <= self._end:
            return
        # Twice as far each time, so that what is there is copied once on average; what is wrong there has time until
        # somebody comes to it.
        ahead = None if end is None else max(end, 2 * self._end)
        found = [self._data]
        size = self._end
        while self._failure is None and (ahead is None or size < ahead):
            try:
                piece = next(self._pieces, None)
                if piece is None:
                    break
                self._meter.add(len(piece))
            except ReadError as failure:
                self._failure = failure
                break
            found.append(piece)
            size += len(piece)
        if len(found) > 1:
            self._lease = self.budget.hold(size - self._end, self._lease)
            self._data = b"".join(found)
            self._end = self._length = size
            self.budget.check(self.limits)
        if self._failure is not None and (end is None or size < end):
            raise self._failure
