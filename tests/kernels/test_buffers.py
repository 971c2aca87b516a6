"""Memory of the kernel."""

from __future__ import annotations

import pytest

from bytewright.kernels.drivers import buffers


@pytest.mark.parametrize("size", [1, 63, 64, 65, 4096, (1 << 20) + 7])
def test_allocate(size: int) -> None:
    """As many bytes as asked for, at a multiple of 64, all of them there to be written, and nobody else's."""
    first, second = buffers.allocate(size), buffers.allocate(size)
    for memory in (first, second):
        assert (memory.nbytes, memory.itemsize) == (size, 1)
        assert memory.flags.c_contiguous
        assert memory.flags.writeable
        assert memory.ctypes.data % 64 == 0
    first[:], second[:] = 1, 2
    assert int(first.sum()) == size
    assert int(second.sum()) == 2 * size
