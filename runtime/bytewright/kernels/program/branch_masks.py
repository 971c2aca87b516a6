"""Skips instructions in blocks in which their condition holds for no element: the branch of a switch nobody takes.

A *literal* is a register and whether it must be other than 0; it is *met* in a block where that is so for an element at
least. An instruction is passed over unless all of its literals are met. What it would have computed is then anything at
all: literals of an instruction are those without which nobody looks at its result, or at what fails in it.

Whatever passes over an instruction also passes over those that read memory at what it computes: literals of an
instruction are a part of those of each that uses its result, unless the result doesn't matter there (`_asked`).

Where rows are asked for by a condition, what only columns need is put off until it is known whether a block has any
(`parted`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from bytewright.kernels.plan import codes
from bytewright.kernels.program.instructions import Instruction, Operand, Value, read_by


class Literal(NamedTuple):
    """A register that must be other than 0 somewhere, or (``nonzero`` is false) 0."""

    value: Value
    nonzero: bool


Literals = frozenset[Literal]

_NONE: Literals = frozenset()
_FEWEST = 3
"""Instructions that a literal must save: to find out whether it is met costs as much as some of them do."""
_AND, _OR, _EQUAL, _UNEQUAL = (codes.OPERATORS.index(operator) for operator in ("&", "|", "==", "!="))


def guarded(instructions: Sequence[Instruction]) -> list[Literals]:
    """The literals of each instruction. The registers of literals are written before those that they guard.

    Args:
        instructions: of a program, in their order; each register is written once.
    """
    guards = _Guards(instructions)
    found = guards.found(_NONE)
    saved = Counter(literal for literals in found for literal in literals)
    few = frozenset(literal for literal, count in saved.items() if count < _FEWEST)
    return guards.found(few) if few else found


class _Guards:
    def __init__(self, instructions: Sequence[Instruction]) -> None:
        self._instructions = instructions
        self._left_out = _NONE
        self._places = {one.result: place for place, one in enumerate(instructions) if one.result is not None}
        self._needed: dict[Value, Literals] = {}
        self._truths: set[Value] = set()
        self._implied: dict[Literal, Literals] = {}
        self._find_truths()

    def found(self, left_out: Literals) -> list[Literals]:
        """The literals of each instruction, as if some weren't any."""
        self._left_out = left_out
        self._needed = {}
        found: list[Literals] = []
        for place in reversed(range(len(self._instructions))):
            one = self._instructions[place]
            literals = self._known(self._of(one), one.domain, place)
            found.append(self._strongest(literals))
            for number, operand in enumerate(one.operands):
                if isinstance(operand, Value):
                    self._use(operand, one, literals | self._asked(one, number))
            for value in one.also_read:
                self._use(value, one, _NONE)
        return found[::-1]

    def _find_truths(self) -> None:
        """Find the registers of which only is asked whether they are 0."""
        others: set[Value] = set()
        for one in reversed(self._instructions):
            for number, operand in enumerate(one.operands):
                if isinstance(operand, Value) and not self._asks_for_truth(one, number, others):
                    others.add(operand)
            others.update(one.also_read)
        self._truths = {value for value in self._places if value not in others}

    def _asks_for_truth(self, one: Instruction, number: int, others: set[Value]) -> bool:
        if one.operation in (codes.CHECK, codes.LEAVE):
            return True
        if one.operation == codes.SELECT:
            return number == 0
        if one.operation == codes.BINARY:
            if one.operands[0] in (_EQUAL, _UNEQUAL):
                return _is_zero(one.operands[3 - number])
            return one.operands[0] == _OR and one.result not in others
        return False

    def _of(self, one: Instruction) -> Literals:
        """Without which neither the result of an instruction matters nor what may fail in it."""
        needed = _NONE if one.result is None else self._needed.get(one.result, _NONE)
        operands = one.operands
        if one.operation in (codes.CHECK, codes.LEAVE):
            return self._literal(operands[0], nonzero=False)
        if one.operation == codes.NEED:
            low, place, size, _ = operands
            chosen = self._chosen(size, 0)
            return chosen if place is low or chosen & self._chosen(place, low) else _NONE
        if one.operation == codes.TEXT:
            return self._chosen(operands[1], 0)
        if one.operation in (codes.DECODE, codes.PROCESSED):
            return needed & self._literal(operands[1], nonzero=True)
        if one.operation in _PURE:
            return needed
        return _NONE

    def _chosen(self, value: Operand, otherwise: Operand) -> Literals:
        """The literals without which a value is but another one."""
        place = self._places.get(value) if isinstance(value, Value) else None
        if place is None or self._instructions[place].operation != codes.SELECT:
            return _NONE
        test, _, other = self._instructions[place].operands
        same = _is_zero(other) if otherwise == 0 else other is otherwise
        return self._literal(test, nonzero=True) if same else _NONE

    def _asked(self, one: Instruction, number: int) -> Literals:
        """Without which an operand doesn't matter to the result of an instruction that is computed.

        Of two, of which each may decide alone, the first one always matters: if neither did because of the other, both
        would be passed over."""
        operands = one.operands
        if one.operation == codes.SELECT and number > 0:
            return self._literal(operands[0], nonzero=number == 1)
        if one.operation == codes.BINARY and number > 0 and self._follows(operands[number], operands[3 - number]):
            if operands[0] == _AND:
                return self._literal(operands[3 - number], nonzero=True)
            if operands[0] == _OR and one.result in self._truths:
                return self._literal(operands[3 - number], nonzero=False)
        return _NONE

    def _follows(self, value: Operand, other: Operand) -> bool:
        """Whether a register is written behind another."""
        places = [self._places.get(one, -1) if isinstance(one, Value) else -1 for one in (other, value)]
        return places[0] < places[1]

    def _use(self, value: Value, one: Instruction, literals: Literals) -> None:
        """Note a use of a register, which doesn't matter without the literals."""
        place = self._places.get(value)
        if place is None:
            return
        if one.operation == codes.UP:
            literals = frozenset(above for literal in literals for above in self._above(literal))
        elif value.domain != one.domain:
            literals = _NONE
        before = self._needed.get(value)
        self._needed[value] = literals if before is None else before & literals

    def _above(self, literal: Literal) -> Iterator[Literal]:
        """What a literal of a list says of the parents."""
        place = self._places.get(literal.value)
        if place is not None and self._instructions[place].operation == codes.UP:
            value = self._instructions[place].operands[0]
            assert isinstance(value, Value)
            yield Literal(value, literal.nonzero)

    def _known(self, literals: Literals, domain: int, place: int) -> Literals:
        """Those that are known in time, in the domain."""
        return frozenset(
            literal
            for literal in literals - self._left_out
            if literal.value.domain == domain and self._places.get(literal.value, place) < place
        )

    def _strongest(self, literals: Literals) -> Literals:
        """Without those that others imply."""
        implied = {weaker for literal in literals for weaker in self._literals(literal) if weaker != literal}
        return literals - implied

    def _literal(self, value: Operand, *, nonzero: bool) -> Literals:
        return self._literals(Literal(value, nonzero)) if isinstance(value, Value) else _NONE

    def _literals(self, literal: Literal) -> Literals:
        """A literal and all that it implies."""
        found = self._implied.get(literal)
        if found is None:
            found = self._implied[literal] = self._closure(literal)
        return found

    def _closure(self, literal: Literal) -> Literals:
        place = self._places.get(literal.value)
        if place is None:
            return _NONE  # a constant, or what is always there
        one = self._instructions[place]
        if one.operation == codes.BINARY:
            operator, left, right = one.operands
            if operator in (_EQUAL, _UNEQUAL):
                for number, other in ((left, right), (right, left)):
                    if _is_zero(other):
                        return self._literal(number, nonzero=literal.nonzero == (operator == _UNEQUAL))
            if operator == (_AND if literal.nonzero else _OR):
                parts = (self._literal(part, nonzero=literal.nonzero) for part in (left, right))
                return frozenset((literal,)).union(*parts)
        return frozenset((literal,))


def _is_zero(operand: Operand) -> bool:
    return isinstance(operand, Value) and operand.constant == 0


_PURE = frozenset(
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
        codes.ENDS,
        codes.FIND,
        codes.VARINT_SIZE,
        codes.VARINT,
        codes.COMPARED,
        codes.JOINED,
    )
)
"""What gives a result and nothing else."""

_PUT_OFF = _PURE - {codes.JOINED}
"""What refuses no record; texts that are put together may leave one to objects."""


def parted(
    instructions: Sequence[Instruction], asked: Sequence[AbstractSet[Value]], hits: int
) -> tuple[list[Instruction], list[Instruction]]:
    """The instructions of the check phase without which a record might not be refused, or a row not be found, and the
    others; each of them in their order.

    Args:
        instructions: all of them.
        asked: registers that say whether each is passed over.
        hits: address of the flag that says whether there is any row that is asked for.
    """
    needed: set[Value] = set()
    first: list[Instruction] = []
    others: list[Instruction] = []
    for one, flags in zip(reversed(instructions), reversed(asked), strict=True):
        is_flag = one.operation == codes.WHETHER and one.operands[2] != hits
        if (one.result not in needed) if one.operation in _PUT_OFF else (is_flag and one.operands[0] not in needed):
            others.append(one)
            continue
        first.append(one)
        needed |= flags
        if not is_flag:
            needed.update(read_by(one))
    return first[::-1], others[::-1]
