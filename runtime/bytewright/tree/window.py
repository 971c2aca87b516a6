"""The bytes of a source by their places, as a model in memory has them."""

from __future__ import annotations

from bytewright.io.source import Source

_AHEAD = 1 << 16


class Window:
    """Bytes of a source; those that were read last stay, and some behind them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._data = b""
        self._start = 0

    def __len__(self) -> int:
        return self._source.size

    def __getitem__(self, places: slice) -> bytes:
        start, stop = places.start, places.stop
        if not self._start <= start <= stop <= self._start + len(self._data):
            self._start, self._data = start, self._source.read(start, max(stop - start, _AHEAD))
        return self._data[start - self._start : stop - self._start]
