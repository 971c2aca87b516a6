"""Between Arrow's arrays and numpy's, by their buffers.

Arrow's own ways (``pyarrow.array``, ``pyarrow.scalar``, ``to_numpy``) import pandas wherever it is installed, to know
its values: a third of a second that the first of them costs a process. What runs before the first row goes this way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

TEXT = pa.large_string()


@lru_cache(maxsize=1024)
def text_scalar(text: str) -> Any:
    """A scalar of large text."""
    data = text.encode()
    return pa.Array.from_buffers(TEXT, 1, [None, _buffer(np.array([0, len(data)], np.int64)), pa.py_buffer(data)])[0]


def int64_array(values: npt.NDArray[np.int64]) -> Any:
    """An array of the same numbers, none of them null."""
    return pa.Array.from_buffers(pa.int64(), len(values), [None, _buffer(values)])


def places_array(values: npt.NDArray[np.int32]) -> Any:
    """An array of the same numbers, null where they are below 0."""
    there = _buffer(np.packbits(values >= 0, bitorder="little"))
    return pa.Array.from_buffers(pa.int32(), len(values), [there, _buffer(values)])


def bool_array(values: npt.NDArray[np.bool_]) -> Any:
    """An array of the same truth values, none of them null."""
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, _buffer(np.packbits(values, bitorder="little"))])


def int_values(array: Any) -> npt.NDArray[Any]:
    """The numbers of an array of signed integers without a copy; what stands where one is null is nothing in
    particular."""
    width = array.type.bit_width // 8
    return np.frombuffer(array.buffers()[1] or b"", f"i{width}", len(array), width * array.offset)


def _buffer(values: npt.NDArray[Any]) -> pa.Buffer:
    return pa.py_buffer(np.ascontiguousarray(values).data)
