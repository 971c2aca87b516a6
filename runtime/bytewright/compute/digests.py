"""Digests of many values at once, by which code beside a spec makes hashes of what rows hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.kernels.plan import encoding_codes

Numbers = npt.NDArray[np.int64]


def xxh32(values: pa.Array[Any], seed: int) -> Numbers:
    """XXH32 of each text (as UTF-8) or bytes, none of which may be null: numbers from 0 to 2³² - 1.

    Raises:
        ValueError: one is null, or they are neither texts nor bytes.
    """
    if values.null_count or values.type not in (pa.string(), pa.binary()):
        raise ValueError("digests of something else than texts or bytes")
    if not len(values):
        return np.zeros(0, np.int64)
    memory: list[Any] = values.buffers()
    ends = np.frombuffer(memory[1], np.int32, len(values) + 1, 4 * values.offset).astype(np.int64)
    data: Any = memory[2] if memory[2] is not None else b""
    return xxh32_of(np.frombuffer(data, np.uint8), ends[:-1], np.diff(ends), seed)


def xxh32_of(data: npt.NDArray[np.uint8], begins: Numbers, sizes: Numbers, seed: int) -> Numbers:
    """XXH32 of pieces of some bytes: numbers from 0 to 2³² - 1.

    Raises:
        ValueError: a piece lies elsewhere.
    """
    from bytewright.kernels.native.machine.compile import entered

    if len(begins) and (begins.min() < 0 or sizes.min() < 0 or (begins + sizes).max() > len(data)):
        raise ValueError("pieces outside of what there is")
    places = np.ascontiguousarray(begins + data.ctypes.data, np.int64)
    sizes = np.ascontiguousarray(sizes, np.int64)
    found = np.empty(len(places), np.int64)
    state = np.zeros(encoding_codes.DIGEST_STATE, np.int64)
    state[encoding_codes.DIGEST_PLACES], state[encoding_codes.DIGEST_SIZES] = places.ctypes.data, sizes.ctypes.data
    state[encoding_codes.DIGEST_OUT], state[encoding_codes.DIGEST_COUNT] = found.ctypes.data, len(places)
    state[encoding_codes.DIGEST_SEED] = seed
    entered("digests.digest")(int(state.ctypes.data))
    return found
