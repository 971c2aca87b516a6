"""Memory between pages that can't be touched: whoever reads or writes outside of it dies."""

from __future__ import annotations

import ctypes
import mmap

import numpy as np
import numpy.typing as npt

PAGE = mmap.PAGESIZE
_libc = ctypes.CDLL(None, use_errno=True)


class Guarded:
    """Some readable and writable pages, with a protected page on either side.

    Attributes:
        bytes: all of them.
    """

    def __init__(self, size: int) -> None:
        pages = -(-max(size, 1) // PAGE)
        self._map = mmap.mmap(-1, (pages + 2) * PAGE)
        whole = np.frombuffer(self._map, np.uint8)
        base = int(whole.ctypes.data)
        self.bytes = whole[PAGE : PAGE + pages * PAGE]
        for page in (base, base + (pages + 1) * PAGE):
            if _libc.mprotect(ctypes.c_void_p(page), ctypes.c_size_t(PAGE), 0) != 0:
                raise OSError(ctypes.get_errno(), "mprotect")

    def at_end(self, size: int) -> npt.NDArray[np.uint8]:
        """The last ``size`` bytes: behind them lies a protected page."""
        return self.bytes[self.bytes.size - size :]

    def at_start(self, size: int) -> npt.NDArray[np.uint8]:
        """The first ``size`` bytes: before them lies a protected page."""
        return self.bytes[:size]


def allocate(size: int) -> npt.NDArray[np.uint8]:
    """Replaces `bytewright.kernels.drivers.buffers.allocate`: what the kernel writes to ends at a protected page."""
    # Registers and columns are asked for in multiples of 64 bytes, so the address is one as well.
    return _filled(Guarded(size).at_end(size))


def allocate_behind(size: int) -> npt.NDArray[np.uint8]:
    """The same, beginning at a protected page."""
    return _filled(Guarded(size).at_start(size))


def _filled(memory: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    memory[:] = 0xA5
    return memory
