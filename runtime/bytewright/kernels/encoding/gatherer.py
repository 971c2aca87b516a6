"""The driver of the kernel that puts pieces of memory one behind another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bytewright.kernels import buffers
from bytewright.kernels.encoding import codes

Words = npt.NDArray[np.int64]


def gathered(places: Words, sizes: Words) -> memoryview:
    """Pieces of memory, one behind another, in memory of their own.

    Args:
        places: their addresses.
        sizes: how many bytes each has.
    """
    from bytewright.kernels.compiling import entered

    places, sizes = np.ascontiguousarray(places), np.ascontiguousarray(sizes)
    out = buffers.allocate(int(sizes.sum()))
    state = np.zeros(codes.GATHER_STATE, np.int64)
    state[codes.GATHER_PLACES], state[codes.GATHER_SIZES] = places.ctypes.data, sizes.ctypes.data
    state[codes.GATHER_COUNT], state[codes.GATHER_OUT] = len(places), out.ctypes.data
    entered("encoding.gathering.gather")(int(state.ctypes.data))
    return out.data
