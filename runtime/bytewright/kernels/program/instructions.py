"""Instructions before their registers have numbers: each register is written once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Value:
    """A register before it has a number: it is written once.

    Attributes:
        domain: the domain whose elements it has values for.
        constant: what it is for all of them.
        pinned: whether it keeps its number to the end.
        number: its number.
        most: an upper bound of its values, none of which is below 0; None: none is known.
    """

    domain: int
    constant: int | None = None
    pinned: bool = False
    number: int = -1
    most: int | None = None


Operand = Value | int


@dataclass(slots=True)
class Instruction:
    """An instruction.

    Attributes:
        operation: see `bytewright.kernels.plan.codes`.
        domain: the domain whose elements it works on.
        operands: registers, numbers and addresses of tables.
        result: the register that it writes; None: it writes none.
        field: number of the field to blame; -1: none.
        also_read: registers that it reads besides its operands.
        guard: address of the flag without which it is passed over; 0: it never is.
    """

    operation: int
    domain: int
    operands: tuple[Operand, ...]
    result: Value | None = None
    field: int = -1
    also_read: tuple[Value, ...] = ()
    guard: int = 0


def read_by(instruction: Instruction) -> list[Value]:
    """The registers that an instruction reads."""
    return [*(operand for operand in instruction.operands if isinstance(operand, Value)), *instruction.also_read]
