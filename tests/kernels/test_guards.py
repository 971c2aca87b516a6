"""Instructions that a block has no use for: random programs give the same with and without them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tests.support.both import agree
from tests.support.reading import TINY, read

from bytewright.io.source import BytesSource
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.plan import (
    RECORDS,
    Binary,
    Check,
    Const,
    End,
    LengthFrame,
    Load,
    Need,
    Number,
    RowPlan,
    Select,
    Start,
    add,
    any_of,
    codes,
)
from bytewright.kernels.program.branch_masks import Literals, guarded
from bytewright.kernels.program.instructions import Instruction, Operand, Value
from bytewright_codegen.load import load

PARENTS = 2
CHILDREN = (0, 0, 1)
"""The parent of each element of domain 1."""
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda x, y: x + y,
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "==": lambda x, y: int(x == y),
    "!=": lambda x, y: int(x != y),
    "<": lambda x, y: int(x < y),
}


@dataclass(frozen=True)
class Lane:
    """A value of one element; ``known`` is false where it rests on what was never computed."""

    number: int
    known: bool = True


class Program:
    """A random program: conditions and choices mostly, as switches are made of."""

    def __init__(self, seed: random.Random) -> None:
        self.seed = seed
        self.constants = [Value(0, constant=number) for number in (0, 1, 2)]
        self.instructions: list[Instruction] = []
        self.values: list[list[Value]] = [[], []]
        for domain in (0, 0, 0, 1, 1):
            self.add(codes.INDEX, domain)
        for _ in range(seed.randrange(5, 40)):
            self.step(seed.randrange(2))
        for domain in (0, 1):
            self.instructions.append(Instruction(codes.STORE, domain, (self.any(domain), 0)))

    def any(self, domain: int) -> Value:
        """A register, those written last more often than others."""
        if self.seed.randrange(6) == 0:
            return self.seed.choice(self.constants)
        here = self.values[domain]
        return here[-1 - min(int(self.seed.expovariate(0.4)), len(here) - 1)]

    def add(self, operation: int, domain: int, *operands: Operand) -> Value:
        """An instruction with a result."""
        result = Value(domain)
        self.instructions.append(Instruction(operation, domain, operands, result))
        self.values[domain].append(result)
        return result

    def step(self, domain: int) -> None:
        """One more instruction, or the few that a field takes that is there under a condition."""
        zero, some = self.constants[0], self.any
        kind = self.seed.randrange(9)
        if kind < 3:
            number = codes.OPERATORS.index(self.seed.choice(list(_OPERATORS)))
            self.add(codes.BINARY, domain, number, some(domain), some(domain))
        elif kind == 3:
            self.add(codes.SELECT, domain, some(domain), some(domain), some(domain))
        elif kind == 4:
            self.add(codes.LOAD, domain, 0, some(domain), 0)
        elif kind == 5:
            self.instructions.append(Instruction(codes.CHECK, domain, (some(domain),)))
        elif kind == 6 and domain:
            self.add(codes.UP, 1, some(0))
        else:
            test, low, high = some(domain), some(domain), some(domain)
            elsewhere = some(domain) if self.seed.randrange(4) == 0 else low
            something = some(domain) if self.seed.randrange(4) == 0 else zero
            place = self.add(codes.SELECT, domain, test, some(domain), elsewhere)
            size = self.add(codes.SELECT, domain, test, some(domain), something)
            self.instructions.append(Instruction(codes.NEED, domain, (low, place, size, high)))
            self.instructions.append(Instruction(codes.TEXT, domain, (place, size, 0)))
            self.add(codes.DECODE, domain, 0, test, place, size)

    def run(self, starts: dict[Value, list[int]], guards: list[Literals] | None) -> list[list[tuple[int, ...]]]:
        """What each instruction refuses or shows; with guards, nothing may rest on what was passed over."""
        known: dict[Value, list[Lane]] = {}
        passed: set[Value] = set()
        shown: list[list[tuple[int, ...]]] = []
        for place, one in enumerate(self.instructions):
            count = len(CHILDREN) if one.domain else PARENTS
            result = one.result
            seen: list[tuple[int, ...]] = []
            # The flag of a register that was passed over isn't set.
            if guards and not all(
                value not in passed and any((lane.number != 0) == nonzero for lane in known[value])
                for value, nonzero in guards[place]
            ):
                if result is not None:
                    passed.add(result)
                    known[result] = [Lane(self.seed.randrange(3), known=False) for _ in range(count)]
                shown.append([])
                continue
            if result is not None and one.operation == codes.INDEX:
                known[result] = [Lane(number) for number in starts[result]]
                shown.append([])
                continue
            made = []
            for element in range(count):
                lanes = [self.lane(operand, element, one, known) for operand in one.operands]
                lane, refused = _computed(one, lanes)
                made.append(lane)
                if refused is not None:
                    seen.append((element, refused))
            if result is not None:
                known[result] = made
            shown.append(seen)
        return shown

    def lane(self, operand: Operand, element: int, one: Instruction, known: dict[Value, list[Lane]]) -> Lane:
        """An operand of an element."""
        if not isinstance(operand, Value):
            return Lane(operand)
        if operand.constant is not None:
            return Lane(operand.constant)
        return known[operand][CHILDREN[element] if one.operation == codes.UP else element]


def _computed(one: Instruction, lanes: list[Lane]) -> tuple[Lane, int | None]:
    """The result of an instruction for an element, and what is seen of it: a refusal, or a value."""
    numbers = [lane.number for lane in lanes]
    known = all(lane.known for lane in lanes)
    if one.operation == codes.SELECT:
        return (lanes[1] if numbers[0] else lanes[2]) if lanes[0].known else Lane(0, known=False), None
    if one.operation == codes.BINARY:
        operator = codes.OPERATORS[numbers[0]]
        settled = operator == "&" and any(lane.known and lane.number == 0 for lane in lanes[1:])
        truth = operator == "|" and any(lane.known and lane.number != 0 for lane in lanes[1:])
        # Either is what is asked of it: 0, or anything but that.
        return Lane(_OPERATORS[operator](*numbers[1:]), known or settled or truth), None
    if one.operation == codes.UP:
        return lanes[0], None
    assert known, "it rests on what was passed over"
    if one.operation == codes.CHECK:
        return Lane(0), None if numbers[0] else 1
    if one.operation == codes.NEED:
        low, place, size, high = numbers
        fits = (place == low and size == 0) or (low <= place <= high and 0 <= size <= high - place)
        return Lane(0), None if fits else 1
    if one.operation == codes.TEXT:
        return Lane(0), numbers[0] if numbers[1] else None
    if one.operation == codes.DECODE:
        return Lane(sum(numbers[2:]) if numbers[1] else 7), numbers[2] if numbers[1] else None
    if one.operation == codes.STORE:
        return Lane(0), numbers[0]
    return Lane(numbers[1] + 1), None


PASSED_OVER_BOTH = 1726
"""The program in which either part of a conjunction was passed over for the other one's sake."""


@pytest.mark.parametrize("part", range(4))
def test_random_programs(part: int) -> None:
    saved = 0
    for number in (*range(200 * part, 200 * part + 200), PASSED_OVER_BOTH):
        seed = random.Random(number)
        program = Program(seed)
        guards = guarded(program.instructions)
        for _ in range(4):
            starts = {}
            for one in program.instructions:
                if one.operation == codes.INDEX and one.result is not None:
                    count = len(CHILDREN) if one.domain else PARENTS
                    starts[one.result] = seed.choices([0, 1, 2], [6, 2, 1], k=count)
            assert program.run(starts, guards) == program.run(starts, None), number
        saved += sum(1 for literals in guards if literals)
    assert saved > 400


def optional() -> RowPlan:
    """A length, whether there is a number, and the number, below 1000."""
    there = Binary("==", Load("u1", add(Start(), 1)), Const(1))
    place = add(Start(), 2)
    number = Load("u2le", Select(there, place, Start()))
    steps = (
        Need(RECORDS, add(Start(), 1), Const(1), Start(), End(), "there"),
        Need(RECORDS, Select(there, place, Start()), Select(there, Const(2), Const(0)), Start(), End(), "number"),
        Check(RECORDS, any_of(Binary("==", there, Const(0)), Binary("<", number, Const(1000))), "number"),
    )
    columns = (Number("twice", "int32", Select(there, Binary("*", number, Const(2)), Const(-1))),)
    return RowPlan(LengthFrame("u1", 0, 1, 1), steps, RECORDS, columns)


@pytest.mark.parametrize("settings", [Settings(), Settings(block_records=8), TINY], ids=str)
def test_fields_that_are_rarely_there(settings: Settings) -> None:
    """Here and there one of the records of a block has the field, in others none; and it may be bad."""
    seed = random.Random(5)
    numbers = [seed.randrange(1000) if seed.randrange(60) == 0 else None for _ in range(2000)]
    numbers[-1] = 999
    records = [b"\1\0" if number is None else b"\3\1" + number.to_bytes(2, "little") for number in numbers]
    rows = [{"twice": -1 if number is None else 2 * number} for number in numbers]
    assert read(optional(), b"".join(records), settings=settings) == (rows, None)
    for bad in (b"\3\1\xe8\3", b"\2\1\0", b"\1\1"):
        place = len(b"".join(records[:1500]))
        data = b"".join([*records[:1500], bad, *records[1500:]])
        assert read(optional(), data, settings=settings) == (rows[:1500], place)


NEVER = """
meta: {id: never, endian: le}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1, valid: {any-of: [1, 5, 9]}}
      - {id: count, type: u2, -null: 0}
      - {id: items, type: u8, repeat: expr, repeat-expr: count}
      - {id: last, type: u1}
-views:
  rows:
    each: records[*]
    columns: [{id: count, value: _.count, nullable: true, if: not (_.kind != 0 or _.kind == 1)}]
"""


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 1), (0, 1), (0,)])
def test_of_two_that_each_decide_alone_one_is_computed(counts: tuple[int, ...], tmp_path: Path) -> None:
    """The number is null, and the condition holds nowhere: neither is asked for because of the other."""
    path = tmp_path / "never.ksy"
    path.write_text(NEVER, encoding="utf-8")
    data = b"".join(b"\1" + count.to_bytes(2, "little") + bytes(8 * count + 1) for count in counts)
    rows, error, _ = agree(load(path), data)
    assert (rows, error) == (["{'count': None}"] * len(counts), None)


def test_what_no_record_has_costs_nothing() -> None:
    """The number isn't even looked for in blocks whose records have none."""
    data = b"\1\0" * 100 + b"\3\1\2\0"
    scan = Scan(optional(), BytesSource(data), settings=Settings(block_records=100, batch_rows=100))
    cycles = np.zeros(len(scan._program.instructions), np.int64)
    scan._state[codes.PROFILE] = cycles.ctypes.data
    guards = scan._program.instructions[:, codes.INSTRUCTION - 2] != 0
    assert guards.sum() >= 5
    assert next(scan).num_rows == 100
    assert not cycles[guards].any()
    assert next(scan).to_pylist() == [{"twice": 4}]
    assert cycles[guards].all()
