"""The kernel that makes digests of pieces of memory."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, store_8
from bytewright.kernels.native.machine.state import slot
from bytewright.kernels.native.operations.digests import xxh_32
from bytewright.kernels.plan.encoding_codes import (
    DIGEST_COUNT,
    DIGEST_OUT,
    DIGEST_PLACES,
    DIGEST_SEED,
    DIGEST_SIZES,
)


def digest(state: int) -> int:
    """XXH32 of each piece; ``state`` is the address of `codes.DIGEST_STATE` int64."""
    places = slot(state, DIGEST_PLACES)
    sizes = slot(state, DIGEST_SIZES)
    out = slot(state, DIGEST_OUT)
    seed = slot(state, DIGEST_SEED)
    for i in range(slot(state, DIGEST_COUNT)):
        store_8(out + 8 * i, xxh_32(load_8(places + 8 * i), load_8(sizes + 8 * i), seed))
    return 0
