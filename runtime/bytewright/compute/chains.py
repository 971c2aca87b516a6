"""Chains that lead through rows, each to those that are in it, for code beside a spec that links them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bytewright.kernels.plan import codes as shared
from bytewright.kernels.plan import encoding_codes

Numbers = npt.NDArray[np.int32]


class Chains(NamedTuple):
    """Chains of rows; -1: there is none.

    Attributes:
        before: what stands for the row before, of each entry of the rows' lists.
        behind: what stands for the row behind.
        firsts: what stands for the first row of each chain.
        lasts: what stands for the last one.
    """

    before: Numbers
    behind: Numbers
    firsts: Numbers
    lasts: Numbers


def chained(numbers: Any, offsets: Any, count: int, places: Any, order: Any = None) -> Chains:
    """Find what comes before and behind rows in the chains that they are in.

    Args:
        numbers: the chains of all rows, one row's behind another's; a row is in a chain once.
        offsets: where each row's begin in these, and where the last one's end.
        count: how many chains there are; their numbers are below that.
        places: what stands for each row, at least 0.
        order: the rows in the order in which chains lead through them; None: that in which they are.

    Raises:
        ValueError: a number leads outside of what there is.
    """
    from bytewright.kernels.native.machine.compile import entered

    numbers, offsets, places = (np.ascontiguousarray(array, np.int32) for array in (numbers, offsets, places))
    rows = len(places)
    if len(offsets) != rows + 1 or (order is not None and len(order) != rows):
        raise ValueError("as many lists as rows, each row once in their order")
    made = Chains(*(np.full(size, -1, np.int32) for size in (len(numbers), len(numbers), count, count)))
    last_entries = np.full(count, -1, np.int64)
    state = np.zeros(encoding_codes.CHAIN_STATE, np.int64)
    state[encoding_codes.CHAIN_NUMBERS], state[encoding_codes.CHAIN_ENTRIES] = numbers.ctypes.data, len(numbers)
    state[encoding_codes.CHAIN_OFFSETS], state[encoding_codes.CHAIN_ROWS] = offsets.ctypes.data, rows
    if order is not None:
        order = np.ascontiguousarray(order, np.int64)
        state[encoding_codes.CHAIN_ORDER] = order.ctypes.data
    state[encoding_codes.CHAIN_PLACES], state[encoding_codes.CHAIN_COUNT] = places.ctypes.data, count
    state[encoding_codes.CHAIN_BEFORE], state[encoding_codes.CHAIN_BEHIND] = (
        made.before.ctypes.data,
        made.behind.ctypes.data,
    )
    state[encoding_codes.CHAIN_FIRSTS], state[encoding_codes.CHAIN_LASTS] = (
        made.firsts.ctypes.data,
        made.lasts.ctypes.data,
    )
    state[encoding_codes.CHAIN_LAST_ENTRIES] = last_entries.ctypes.data
    if entered("chains.neighbours")(int(state.ctypes.data)) == shared.INVALID:
        raise ValueError("a number outside of what there is")
    return made
