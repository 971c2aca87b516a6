"""What many bytes decode to, piece by piece as it is come to."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright.codecs.process import Process
from bytewright.errors import ReadError
from bytewright.io.decode_budget import Meter
from bytewright.io.source import Source
from bytewright.limits import Limits

_AHEAD = 1 << 20
"""Bytes of the file that are read at a time."""


class IncrementalDecoder:
    """A source of what bytes of a file decode to, which is read forwards: only the piece that has been come to is held.

    Attributes:
        name: what errors call it.
        size: how many bytes these decode to.
    """

    def __init__(self, process: Process, source: Source, start: int, end: int, limits: Limits) -> None:
        """Find out how much it is, which takes decoding it once.

        Args:
            process: what the bytes go through, which decodes in pieces.
            source: the file.
            start: where they begin in it.
            end: where they end.
            limits: the limits.

        Raises:
            ReadError: they can't be decoded, or decode to more than they may.
        """
        self.name = source.name
        self._process = process
        self._file = source
        self._start = start
        self._end = end
        self._limits = limits
        self._window = b""
        self._window_at = start
        self._pieces = self._decoded()
        self._at, self._piece = 0, b""
        meter = Meter(end - start, limits)
        for piece in self._pieces:
            meter.add(len(piece))
        self.size = meter.size
        self._restart()

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        if offset < self._at:
            self._restart()
        done = 0
        while done < len(buffer):
            behind = self._at + len(self._piece)
            if offset + done < behind:
                part = self._piece[offset + done - self._at :][: len(buffer) - done]
                buffer[done : done + len(part)] = part
                done += len(part)
                continue
            try:
                piece = next(self._pieces, None)
            except ReadError:
                break  # it has changed since
            if piece is None:
                break
            self._at, self._piece = behind, piece
        return done

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        data = bytearray(max(0, min(size, self.size - offset)))
        return bytes(data[: self.read_into(offset, memoryview(data))])

    def close(self) -> None:
        """The file is closed by who opened it."""

    def _restart(self) -> None:
        self._pieces = self._decoded()
        self._at, self._piece = 0, b""

    def _decoded(self) -> Iterator[bytes]:
        return self._process.pieces(self._stored, self._end - self._start, self._limits, self._start)

    def _stored(self, offset: int, size: int) -> bytes:
        """Stored bytes, from an offset on."""
        at = self._start + offset - self._window_at
        if not 0 <= at <= len(self._window) - size:
            self._window_at = self._start + offset
            self._window = self._file.read(self._window_at, min(max(size, _AHEAD), self._end - self._window_at))
            at = 0
        return self._window[at : at + size]
