"""Which of many texts differ, by which code beside a spec looks at each of those once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.kernels.plan import codes as shared
from bytewright.kernels.plan import encoding_codes


def distinct(texts: pa.Array[Any]) -> tuple[list[str], npt.NDArray[np.int32]]:
    """The texts that differ, in the order in which they come first, and the place of each text among them.

    Those that are few, and come again in the same order, take least time.

    Raises:
        ValueError: one is null, or lies outside of what there is, or they are no texts.
    """
    from bytewright.kernels.native.machine.compile import entered

    if texts.null_count or texts.type != pa.string():
        raise ValueError("something else than texts")
    count = len(texts)
    if not count:
        return [], np.zeros(0, np.int32)
    memory: list[Any] = texts.buffers()
    numbers = np.empty(count, np.int32)
    firsts = np.empty(encoding_codes.TEXTS, np.int64)
    free = np.full(encoding_codes.TEXTS + 1 + encoding_codes.TEXTS_SLOTS, -1, np.int64)
    state = np.zeros(encoding_codes.TEXT_STATE, np.int64)
    state[encoding_codes.TEXT_OFFSETS] = memory[1].address + 4 * texts.offset
    state[encoding_codes.TEXT_VALUES], state[encoding_codes.TEXT_SIZE] = (
        (memory[2].address, memory[2].size) if memory[2] else (0, 0)
    )
    state[encoding_codes.TEXT_COUNT], state[encoding_codes.TEXT_NUMBERS] = count, numbers.ctypes.data
    state[encoding_codes.TEXT_FIRSTS], state[encoding_codes.TEXT_NEXT] = firsts.ctypes.data, free.ctypes.data
    state[encoding_codes.TEXT_SLOTS] = free[encoding_codes.TEXTS + 1 :].ctypes.data
    state[encoding_codes.TEXT_FREE] = count + encoding_codes.TEXTS_SLOTS
    ended = entered("distinct.number")(int(state.ctypes.data))
    if ended == shared.INVALID:
        raise ValueError("texts outside of what there is")
    if ended == shared.FULL:
        encoded: Any = texts.dictionary_encode()
        return encoded.dictionary.to_pylist(), encoded.indices.to_numpy(zero_copy_only=False)
    offsets = np.frombuffer(memory[1], np.int32, count + 1, 4 * texts.offset)
    firsts = firsts[: state[encoding_codes.TEXT_FOUND]]
    data = memoryview(memory[2] or b"")
    ends = zip(offsets[firsts].tolist(), offsets[firsts + 1].tolist(), strict=True)
    return [str(data[begin:end], "utf-8") for begin, end in ends], numbers
