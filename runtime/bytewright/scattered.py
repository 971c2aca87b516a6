"""What bytes decode to from some places in a stream on, piece by piece as it is asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict

import numpy as np

from bytewright.errors import ReadError
from bytewright.kernels.program import Words
from bytewright.limits import Limits
from bytewright.processing import Process
from bytewright.source import Source

_APART = 1 << 40
"""How far the addresses of what two places decode to lie from each other."""
_KEPT = 4 << 20
"""Bytes that are kept of what has been decoded; what is asked for again later is decoded again."""


class Scattered:
    """A source of what a stream decodes to from each of some places on, which are the beginnings of pieces.

    Attributes:
        name: what errors call it.
        size: where the addresses end.
    """

    def __init__(self, process: Process, source: Source, places: Words, stop: int, limits: Limits) -> None:
        """Decode nothing yet.

        Args:
            process: what bytes go through; its pieces can be decoded without each other.
            source: the file.
            places: where pieces begin in it.
            stop: where the last one ends, at the latest.
            limits: the limits.
        """
        self.name = source.name
        self._process = process
        self._file = source
        self._stop = stop
        self._limits = limits
        self._places, first = np.unique(places, return_index=True)
        self._numbers = np.argsort(np.argsort(first))  # of the places, as they come
        in_order = np.array(places)[np.sort(first)]
        self.size = len(in_order) * _APART
        self._stored: list[list[int]] = [[place] for place in in_order.tolist()]
        self._bounds: list[list[int]] = [[0] for _ in self._stored]
        self._pieces: OrderedDict[int, tuple[bytes, int]] = OrderedDict()
        self._size = 0

    def places(self, stored: Words) -> Words:
        """The addresses of what decodes from some of the places on."""
        return self._numbers[np.searchsorted(self._places, stored)] * _APART

    def ends(self, begins: Words) -> Words:
        """Where what is decoded from addresses of places on ends, at the latest."""
        return begins + min(self._limits.maxDecodedBytes, _APART - 1)

    def ready(self, offset: int, needed: int) -> int:
        """How many bytes there are from an address on, of those that have been decoded: at least so many as are needed,
        if what is stored decodes to so many."""
        number, at = divmod(offset, _APART)
        bounds, stored = self._bounds[number], self._stored[number]
        while bounds[-1] < at + needed:
            found = self._piece(stored[-1])
            if found is None or bounds[-1] + len(found[0]) > self._limits.maxDecodedBytes:
                break  # who asks for more reads objects, which know what is wrong
            bounds.append(bounds[-1] + len(found[0]))
            stored.append(found[1])
        return max(0, bounds[-1] - at)

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        number, at = divmod(offset, _APART)
        size = min(len(buffer), self.ready(offset, len(buffer)))
        bounds, stored = self._bounds[number], self._stored[number]
        place = bisect_right(bounds, at) - 1
        done = 0
        while done < size:
            found = self._piece(stored[place])
            if found is None:
                break
            skipped = at + done - bounds[place]
            part = found[0][skipped : skipped + size - done]
            buffer[done : done + len(part)] = part
            done += len(part)
            place += 1
        return done

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        data = bytearray(min(size, self.ready(offset, size)))
        return bytes(data[: self.read_into(offset, memoryview(data))])

    def close(self) -> None:
        """The file is closed by who opened it."""

    def _piece(self, at: int) -> tuple[bytes, int] | None:
        """What a piece decodes to, and where the next one begins; None: there is none, or it is bad."""
        known = self._pieces.get(at)
        if known is not None:
            self._pieces.move_to_end(at)
            return known
        behind = at

        def read(offset: int, size: int) -> bytes:
            nonlocal behind
            data = self._file.read(at + offset, size)
            behind = max(behind, at + offset + len(data))
            return data

        try:
            piece = next(self._process.pieces(read, self._stop - at, self._limits), None)
        except ReadError:
            return None
        if piece is None:
            return None
        self._pieces[at] = piece, behind
        self._size += len(piece)
        while self._size > _KEPT and len(self._pieces) > 1:
            self._size -= len(self._pieces.popitem(last=False)[1][0])
        return piece, behind
