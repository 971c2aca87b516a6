"""Lists of numbers in their order, and rows group by group, for code beside a spec that groups rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bytewright.kernels.plan import codes as shared
from bytewright.kernels.plan import encoding_codes

Numbers = npt.NDArray[np.int32]


class Dealt(NamedTuple):
    """Rows that have got places.

    Attributes:
        places: the place of each row.
        rows: the row at each place; -1: there is none.
    """

    places: Numbers
    rows: Numbers


def ascending(numbers: Any, offsets: Any, ranks: Any) -> tuple[Numbers, Numbers]:
    """Put what stands for the numbers of each of many lists in its order, and each once.

    Args:
        numbers: those of all lists, one list's behind another's.
        offsets: where each list's begin in these, and where the last one's end.
        ranks: what stands for each number, at least 0.

    Returns:
        What stands for them, one list's behind another's, and where each list's begin, and the last one's end.

    Raises:
        ValueError: a number leads outside of what there is.
    """
    from bytewright.kernels.native.machine.compile import entered

    numbers, offsets, ranks = (np.ascontiguousarray(array, np.int32) for array in (numbers, offsets, ranks))
    if not len(offsets):
        raise ValueError("lists that end nowhere")
    made, ends = np.empty(len(numbers), np.int32), np.zeros(len(offsets), np.int32)
    state = np.zeros(encoding_codes.ASCEND_STATE, np.int64)
    state[encoding_codes.ASCEND_NUMBERS], state[encoding_codes.ASCEND_ENTRIES] = numbers.ctypes.data, len(numbers)
    state[encoding_codes.ASCEND_OFFSETS], state[encoding_codes.ASCEND_LISTS] = offsets.ctypes.data, len(offsets) - 1
    state[encoding_codes.ASCEND_RANKS], state[encoding_codes.ASCEND_COUNT] = ranks.ctypes.data, len(ranks)
    state[encoding_codes.ASCEND_MADE], state[encoding_codes.ASCEND_ENDS] = made.ctypes.data, ends.ctypes.data
    if entered("grouping.ascend")(int(state.ctypes.data)) == shared.INVALID:
        raise ValueError("a number outside of what there is")
    return made[: ends[-1]], ends


def dealt(numbers: Any, begins: Any, size: int, order: Any = None) -> Dealt:
    """Put rows behind each other, group by group.

    Args:
        numbers: the group of each row.
        begins: the place of the first row of each group; those of its others follow.
        size: how many places there are.
        order: the rows in the order in which they get their places; None: that in which they are.

    Raises:
        ValueError: a number leads outside of what there is, or two rows have one place.
    """
    from bytewright.kernels.native.machine.compile import entered

    numbers, turns = np.ascontiguousarray(numbers, np.int32), np.array(begins, np.int64)
    rows = len(numbers)
    if order is not None and len(order) != rows:
        raise ValueError("each row once in their order")
    made = Dealt(np.empty(rows, np.int32), np.full(size, -1, np.int32))
    state = np.zeros(encoding_codes.DEAL_STATE, np.int64)
    state[encoding_codes.DEAL_NUMBERS], state[encoding_codes.DEAL_ROWS] = numbers.ctypes.data, rows
    if order is not None:
        order = np.ascontiguousarray(order, np.int64)
        state[encoding_codes.DEAL_ORDER] = order.ctypes.data
    state[encoding_codes.DEAL_TURNS], state[encoding_codes.DEAL_COUNT] = turns.ctypes.data, len(turns)
    state[encoding_codes.DEAL_PLACES], state[encoding_codes.DEAL_STANDING] = (
        made.places.ctypes.data,
        made.rows.ctypes.data,
    )
    state[encoding_codes.DEAL_SIZE] = size
    if entered("grouping.deal")(int(state.ctypes.data)) == shared.INVALID:
        raise ValueError("a number outside of what there is, or a place of two rows")
    return made
