"""Decodes a stream only from the positions that are asked for, piece by piece."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict

import numpy as np

from bytewright.codecs.process import Process
from bytewright.errors import ReadError
from bytewright.io.source import Source
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits

_APART = 1 << 40
"""How far the addresses of what two places decode to lie from each other."""
_KEPT = 64 << 20
"""Bytes that are kept of what has been decoded; what is asked for again later is decoded again."""
_FOLLOWED = 1024
"""Places of which it is kept where the pieces behind them lie."""


class DecodedPieces:
    """The pieces of a stream.

    Attributes:
        name: what errors call the file.
        stop: where the last one ends, at the latest.
    """

    def __init__(self, process: Process, source: Source, stop: int, limits: Limits) -> None:
        """Decode nothing yet.

        Args:
            process: what bytes go through; its pieces can be decoded without each other.
            source: the file.
            stop: see the class.
            limits: the limits.
        """
        self.name = source.name
        self.stop = stop
        self._process = process
        self._file = source
        self._limits = limits
        self._known: OrderedDict[int, tuple[bytes, int]] = OrderedDict()
        self._size = 0

    def at(self, place: int) -> tuple[bytes, int] | None:
        """What the piece that begins at a place decodes to, and where the next one begins; None: there is none, or it
        is bad."""
        known = self._known.get(place)
        if known is not None:
            self._known.move_to_end(place)
            return known
        behind = place

        def read(offset: int, size: int) -> bytes:
            nonlocal behind
            data = self._file.read(place + offset, size)
            behind = max(behind, place + offset + len(data))
            return data

        try:
            piece = next(self._process.pieces(read, self.stop - place, self._limits), None)
        except ReadError:
            return None
        if piece is None:
            return None
        self._known[place] = piece, behind
        self._size += len(piece)
        while self._size > _KEPT and len(self._known) > 1:
            self._size -= len(self._known.popitem(last=False)[1][0])
        return piece, behind


class SparseReads:
    """A source of what a stream decodes to from each of some places on, which are the beginnings of pieces.

    Attributes:
        name: what errors call it.
        size: where the addresses end.
    """

    def __init__(self, pieces: DecodedPieces, places: Words, limits: Limits) -> None:
        """Decode nothing yet.

        Args:
            pieces: the pieces of the stream.
            places: where pieces begin in the file.
            limits: the limits.
        """
        self.name = pieces.name
        self._pieces = pieces
        self._most = min(limits.maxDecodedBytes, _APART - 1)
        self._places = np.unique(places)
        self.size = len(self._places) * _APART
        self._followed: OrderedDict[int, tuple[list[int], list[int]]] = OrderedDict()

    def places(self, stored: Words) -> Words:
        """The addresses of what decodes from some of the places on."""
        return np.searchsorted(self._places, stored) * _APART

    def ends(self, begins: Words) -> Words:
        """Where what is decoded from addresses of places on ends, at the latest."""
        return begins + self._most

    def ready(self, offset: int, needed: int) -> int:
        """How many bytes there are from an address on, of those that have been decoded: at least so many as are needed,
        if what is stored decodes to so many."""
        number, at = divmod(offset, _APART)
        bounds, _ = self._extended(number, at + needed)
        return max(0, bounds[-1] - at)

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        number, at = divmod(offset, _APART)
        bounds, stored = self._extended(number, at + len(buffer))
        size = min(len(buffer), bounds[-1] - at)
        piece = bisect_right(bounds, at) - 1
        done = 0
        while done < size:
            found = self._pieces.at(stored[piece])
            if found is None:
                break
            skipped = at + done - bounds[piece]
            part = found[0][skipped : skipped + size - done]
            buffer[done : done + len(part)] = part
            done += len(part)
            piece += 1
        return done

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        data = bytearray(min(size, self.ready(offset, size)))
        return bytes(data[: self.read_into(offset, memoryview(data))])

    def close(self) -> None:
        """The file is closed by who opened it."""

    def _extended(self, number: int, end: int) -> tuple[list[int], list[int]]:
        """Where the pieces from a place on begin and the last one ends, in what they decode to and in the file: as far
        as an end, if there are so many."""
        bounds, stored = self._followed.setdefault(number, ([0], [int(self._places[number])]))
        self._followed.move_to_end(number)
        if len(self._followed) > _FOLLOWED:
            self._followed.popitem(last=False)
        while bounds[-1] < end:
            found = self._pieces.at(stored[-1])
            if found is None or bounds[-1] + len(found[0]) > self._most:
                break  # who asks for more reads objects, which know what is wrong
            bounds.append(bounds[-1] + len(found[0]))
            stored.append(found[1])
        return bounds, stored
