"""Runs the kernel that puts pieces of memory one behind another."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bytewright.kernels.drivers import buffers
from bytewright.kernels.plan import encoding_codes

Words = npt.NDArray[np.int64]


def gathered(places: Words, sizes: Words) -> memoryview:
    """Pieces of memory, one behind another, in memory of their own.

    Args:
        places: their addresses.
        sizes: how many bytes each has.
    """
    from bytewright.kernels.native.machine.compile import entered

    places, sizes = np.ascontiguousarray(places), np.ascontiguousarray(sizes)
    out = buffers.allocate(int(sizes.sum()))
    state = np.zeros(encoding_codes.GATHER_STATE, np.int64)
    state[encoding_codes.GATHER_PLACES], state[encoding_codes.GATHER_SIZES] = places.ctypes.data, sizes.ctypes.data
    state[encoding_codes.GATHER_COUNT], state[encoding_codes.GATHER_OUT] = len(places), out.ctypes.data
    entered("gather.gather")(int(state.ctypes.data))
    return out.data
