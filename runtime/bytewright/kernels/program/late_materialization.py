"""Puts off what only columns need until it is known whether a block has a row that is asked for by a condition."""

from __future__ import annotations

from collections.abc import Sequence

from bytewright.kernels.plan import codes
from bytewright.kernels.program.instructions import Instruction, Value, read_by

_PUT_OFF = frozenset(
    (
        codes.INDEX,
        codes.UP,
        codes.LOAD,
        codes.BINARY,
        codes.SELECT,
        codes.LOOKUP,
        codes.MATCH,
        codes.OFFSET,
        codes.FETCH,
        codes.KEYED,
        codes.FLOAT,
        codes.COUNTED,
        codes.FOREMOST,
        codes.CHOSEN,
        codes.ENDS,
        codes.FIND,
        codes.VARINT_SIZE,
        codes.VARINT,
        codes.COMPARED,
    )
)
"""What gives a result and nothing else, and refuses no record; texts that are put together may leave one to objects."""


def parted(instructions: Sequence[Instruction]) -> tuple[list[Instruction], list[Instruction]]:
    """The instructions of the check phase without which a record might not be refused, or a row not be found, and the
    others; each of them in their order.

    Args:
        instructions: all of them.
    """
    needed: set[Value] = set()
    first: list[Instruction] = []
    others: list[Instruction] = []
    for one in reversed(instructions):
        if one.operation in _PUT_OFF and one.result not in needed:
            others.append(one)
        else:
            first.append(one)
            needed.update(read_by(one))
    return first[::-1], others[::-1]
