"""Expressions to instructions: registers are given out on demand, and again when they are needed no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bytewright.codecs.checksums import SUM
from bytewright.kernels import plan
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.failures import PlanError, Unsupported
from bytewright.kernels.plan.types import KINDS
from bytewright.kernels.program.charmaps import points
from bytewright.kernels.program.instructions import Instruction, Operand, Value, read_by
from bytewright.kernels.program.late_materialization import parted
from bytewright.kernels.program.lifting import Lifter
from bytewright.kernels.program.program import Boundary, Domain, Leaf, OutputColumn, Program, Register, Words


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk (`bytewright.kernels.program.boundaries`): addresses of its table and of its slots, the registers that it
    reads, and the slot that says whether an element is the last one of its list (-1: none does)."""

    table: int
    slots: int
    inputs: tuple[Value, ...]
    last: int = -1


_ENCODINGS = {
    "utf-8": codes.UTF_8,
    "ascii": codes.ASCII,
    "utf-16le": codes.UTF_16LE,
    "utf-16be": codes.UTF_16BE,
    "latin-1": codes.LATIN_1,
    "utf-32le": codes.UTF_32LE,
    "utf-32be": codes.UTF_32BE,
    "uuid": codes.UUID_TEXT,
}
_SMALL = 1 << 31
_DENSE = 1 << 16
"""Numbers to match below this are places in a table, others are searched."""
_FEW = 4
"""So many are found as fast as a table is read."""
_DEEPEST = 50
"""How many expressions within each other are written by calls within each other."""


class _TooDeepError(Exception):
    """An expression lies too deep for another call: it is to be written first."""

    def __init__(self, value: plan.Expr, domain: int) -> None:
        super().__init__()
        self.value = value
        self.domain = domain


@dataclass(slots=True)
class Writer:
    """Writes a program.

    Attributes:
        given: values of `plan.Given`.
        walk: makes the walk over the elements of a domain.
        accumulate: makes the walk that computes a running value.
        in_regions: whether records lie in regions.
        domains: the domains so far.
        names: what `plan.Let` has named, by domain.
        values: registers of the expressions that have been written, by domain.
        counts: numbers of rows, by domain that is only counted.
        beside: where addresses of what lies beside the input are to be written, by its name.
        boundaries: the walks that have been written.
        patches: tables of registers (by number) that instructions refer to by address.
        depth: how many calls of `value` are under way, each within the one before it.
    """

    given: Mapping[str, int]
    walk: Callable[[Writer, plan.Chain | plan.Run, int], Walk]
    accumulate: Callable[[Writer, plan.Running, int], Walk]
    in_regions: bool = False
    domains: list[Domain] = field(default_factory=lambda: [Domain(plan.RECORDS, -1)])
    names: dict[tuple[int, str], plan.Expr] = field(default_factory=dict)
    values: dict[tuple[int, plan.Expr], Value] = field(default_factory=dict)
    counts: dict[int, plan.Expr] = field(default_factory=dict)
    constants: dict[int, Value] = field(default_factory=dict)
    checks: list[Instruction] = field(default_factory=list)
    outputs: list[Instruction] = field(default_factory=list)
    fields: dict[str, int] = field(default_factory=dict)
    tables: list[npt.NDArray[np.generic]] = field(default_factory=list)
    patches: list[tuple[Words, int, Value]] = field(default_factory=list)
    start: Value = field(default_factory=lambda: Value(0, pinned=True, number=0))
    end: Value = field(default_factory=lambda: Value(0, pinned=True, number=1))
    region: Value = field(default_factory=lambda: Value(0, pinned=True, number=codes.REGION_REGISTER))
    index: Value = field(default_factory=lambda: Value(0, pinned=True, number=codes.INDEX_REGISTER))
    beside: dict[str, Words] = field(default_factory=dict)
    boundaries: list[Boundary] = field(default_factory=list)
    numbers_records: bool = False
    written: dict[tuple[int, int, tuple[Operand, ...]], Value] = field(default_factory=dict)
    known_tables: dict[tuple[int, ...], int] = field(default_factory=dict)
    known_names: dict[tuple[str, ...], tuple[int, int]] = field(default_factory=dict)
    known_texts: dict[tuple[str | bytes, ...], list[tuple[int, int]]] = field(default_factory=dict)
    processes: list[tuple[str, int, tuple[str, ...]]] = field(default_factory=list)
    depth: int = 0
    lifter: Lifter = field(init=False)

    def __post_init__(self) -> None:
        def name(domain: int, name: str, value: plan.Expr) -> None:
            self.names[domain, name] = value

        self.lifter = Lifter(self.resolved, name)

    def domain(self, name: str) -> int:
        """The number of a domain."""
        for number, domain in enumerate(self.domains):
            if domain.name == name:
                return number
        raise PlanError(f"no domain {name!r}")

    def add_domain(self, name: str, parent: int, counted: bool = False) -> int:
        """A new domain; gives its number."""
        if any(domain.name == name for domain in self.domains):
            raise PlanError(f"two domains {name!r}")
        if self.domains[parent].counted:
            raise PlanError("a domain below one that is only counted")
        self.domains.append(Domain(name, parent, counted))
        return len(self.domains) - 1

    def field(self, path: str) -> int:
        """The number of a field that errors blame."""
        return self.fields.setdefault(path, len(self.fields))

    def emit(self, operation: int, domain: int, *operands: Operand, field: int = -1) -> None:
        """An instruction of the check phase without a result."""
        self.checks.append(Instruction(operation, domain, operands, None, field))

    def emit_output(
        self, operation: int, domain: int, *operands: Operand, field: int = -1, also_read: tuple[Value, ...] = ()
    ) -> None:
        """An instruction of the output phase."""
        self.outputs.append(Instruction(operation, domain, operands, None, field, also_read))

    def table(self, numbers: Sequence[int]) -> int:
        """A table of int64 that lives as long as the program; gives its address."""
        key = tuple(numbers)
        if key not in self.known_tables:
            self.known_tables[key] = self.keep(np.array(key, np.int64))
        return self.known_tables[key]

    def encoding(self, name: str) -> int:
        """What operations know an encoding by: a number, or the address of a table."""
        if name in _ENCODINGS:
            return _ENCODINGS[name]
        known = points(name)
        if known is None:
            raise Unsupported(f"text in {name}")
        return self.keep(known)

    def dense(self, places: Sequence[int], numbers: Sequence[int], otherwise: int) -> int:
        """A table with numbers at some places, and the same one everywhere else up to the last; gives its address."""
        key = (-1, otherwise, *places, *numbers)
        if key not in self.known_tables:
            table = np.full(places[-1] + 1, otherwise, np.int64)
            table[list(places)] = numbers
            self.known_tables[key] = self.keep(table)
        return self.known_tables[key]

    def keep(self, array: npt.NDArray[np.generic]) -> int:
        """Keep an array as long as the program; gives its address."""
        self.tables.append(array)
        return int(array.ctypes.data)

    def table_beside(self, name: str) -> int:
        """Where the addresses of what lies beside the input under a name are written; gives its address."""
        if name not in self.beside:
            self.beside[name] = np.zeros(codes.BESIDE, np.int64)
        return self.keep(self.beside[name])

    def names_table(self, names: tuple[str, ...]) -> tuple[int, int]:
        """A table of names, (address, length) each, 32 bytes readable behind every one; its address, and the
        longest."""
        if names not in self.known_names:
            pairs = self.texts(names)[:-1]
            longest = max((size for _, size in pairs), default=0)
            self.known_names[names] = (self.table([number for pair in pairs for number in pair] or [0]), longest)
        return self.known_names[names]

    def texts(self, texts: tuple[str | bytes, ...]) -> list[tuple[int, int]]:
        """Keep texts, 32 bytes readable behind every one; gives address and size of each, and of none last."""
        if texts not in self.known_texts:
            encoded = [text.encode() if isinstance(text, str) else text for text in texts]
            base = self.keep(np.frombuffer(b"".join(encoded) + bytes(32), np.uint8).copy())
            places = np.cumsum([0, *(len(text) for text in encoded)])
            sizes = [*(len(text) for text in encoded), 0]
            self.known_texts[texts] = [(base + int(place), size) for place, size in zip(places, sizes, strict=True)]
        return self.known_texts[texts]

    def resolved(self, value: plan.Expr, domain: int) -> plan.Expr:
        """What a name stands for, in the end."""
        while isinstance(value, plan.Get):
            found = self.names.get((domain, value.name))
            if found is None:
                raise PlanError(f"no value {value.name!r} in {self.domains[domain].name!r}")
            value = found
        return value

    def split(self, address: plan.Expr, domain: int) -> tuple[Value, int]:
        """An address as a register and a constant."""
        address = self.resolved(address, domain)
        if (
            isinstance(address, plan.Binary)
            and address.operator == "+"
            and isinstance(address.right, plan.Const)
            and 0 <= address.right.value < _SMALL
        ):
            return self.value(address.left, domain), address.right.value
        return self.value(address, domain), 0

    def piece(self, column: plan.Piece, domain: int) -> tuple[plan.Expr, plan.Expr]:
        """Address and length of bytes that are read whatever they are: of none where a column has no value."""
        if column.valid is None:
            return column.address, column.length
        # Registers of elements without a value hold anything; moves read 32 bytes whatever the length.
        anywhere: plan.Expr = plan.Start()
        above = domain
        while above:
            anywhere = plan.Up(anywhere)
            above = self.domains[above].parent
        length = plan.Select(column.valid, column.length, plan.Const(0))
        return plan.Select(column.valid, column.address, anywhere), length

    def constant(self, number: int) -> Value:
        """The register of a constant."""
        if number not in self.constants:
            self.constants[number] = Value(0, constant=number, most=number if number >= 0 else None)
        return self.constants[number]

    def run(self, step: plan.Run) -> None:
        """Write the operation that finds the elements of a domain by reading them."""
        parent = self.domain(step.parent)
        first, high = self.value(step.first, parent), self.value(step.high, parent)
        child = self.add_domain(step.domain, parent)
        found = self.values[child, plan.Begin()] = Value(child)
        walk = self.walk(self, step, child)
        low = first if step.low is None else self.value(step.low, parent)
        operands = (child, first, high, walk.table, walk.slots, walk.last, low)
        self.checks.append(
            Instruction(codes.RUN, parent, operands, found, self.field(step.field), also_read=walk.inputs)
        )

    def need(self, step: plan.Need) -> None:
        """Write the operation that refuses elements whose bytes don't lie where they must."""
        domain = self.domain(step.domain)
        operands = [self.value(value, domain) for value in (step.low, step.address, step.size, step.high)]
        self.emit(codes.NEED, domain, *operands, field=self.field(step.field))

    def decode(self, step: plan.Decode) -> None:
        """Write the operation that decodes bytes."""
        domain = self.domain(step.domain)
        if len(step.arguments) != 2:
            raise PlanError(f"{step.algorithm} with {len(step.arguments)} arguments")
        operands = (step.there, step.address, step.size, step.decoded, *step.arguments)
        registers = [self.value(operand, domain) for operand in operands]
        known = plan.Decoded(step.name)
        self.names[domain, step.name] = known
        found = self.values[domain, known] = Value(domain)
        told: tuple[Operand, ...] = (codes.DECODERS.index(step.algorithm), *registers)
        self.checks.append(Instruction(codes.DECODE, domain, told, found, self.field(step.field)))

    def process(self, step: plan.Processed) -> None:
        """Write the operation that a library runs."""
        domain = self.domain(step.domain)
        if len(step.arguments) > codes.MOST_ARGUMENTS:
            raise PlanError(f"{step.process} with {len(step.arguments)} arguments")
        operands = (step.there, step.address, step.size, *step.arguments)
        registers = [self.value(operand, domain) for operand in operands]
        known = plan.Decoded(step.name)
        self.names[domain, step.name] = known
        found = self.values[domain, known] = Value(domain)
        self.checks.append(
            Instruction(codes.PROCESSED, domain, (len(self.processes), *registers), found, self.field(step.field))
        )
        self.processes.append((step.process, len(step.arguments), step.texts))

    def sum_by_library(self, step: plan.Checksum, size: int, *, digest: bool) -> None:
        """Write the operations by which a library computes a checksum, of so many bytes, and that compare it."""
        name = f"{step.field}<sum {len(self.processes)}>"
        told = (step.algorithm,)
        self.process(
            plan.Processed(step.domain, name, SUM, plan.Const(1), step.address, step.size, (), step.field, told)
        )
        found = plan.add(plan.Decoded(name), 8)  # behind its size
        equal: plan.Expr = plan.Binary("==", plan.Load("s8le", found), step.stored)
        if digest:
            kinds = [("s8le", at) for at in range(0, size - 7, 8)] + ([("u4le", size - 4)] if size % 8 else [])
            equal = plan.all_of(
                *(
                    plan.Binary("==", plan.Load(kind, plan.add(found, at)), plan.Load(kind, plan.add(step.stored, at)))
                    for kind, at in kinds
                )
            )
        domain = self.domain(step.domain)
        self.emit(codes.CHECK, domain, self.value(equal, domain), field=self.field(step.field))

    def fronts(self, step: plan.Fronts) -> None:
        """Write the operation that completes strings."""
        domain = self.domain(step.domain)
        if not domain:
            raise PlanError("strings that are completed by the one before them, in no list")
        registers = [self.value(operand, domain) for operand in (step.address, step.size, step.shared)]
        known = plan.Decoded(step.name)
        self.names[domain, step.name] = known
        found = self.values[domain, known] = Value(domain)
        self.checks.append(Instruction(codes.FRONTS, domain, tuple(registers), found, self.field(step.field)))

    def value(self, value: plan.Expr, domain: int) -> Value:
        """The register that holds an expression's values; the instructions are written where they haven't been.

        A header may list thousands of columns, each of which lies behind the one before it: so deep a chain of names
        is followed in stages of `_DEEPEST` expressions, and not by as many calls within each other.
        """
        value = self.resolved(value, domain)
        found = self.values.get((domain, value))
        if found is not None:
            return found
        if self.depth >= _DEEPEST:
            raise _TooDeepError(value, domain)
        if self.depth:
            return self._kept(value, domain)
        waiting = {(value, domain): None}
        while waiting:
            first = next(reversed(waiting))
            try:
                found = self._kept(*first)
            except _TooDeepError as deeper:
                if (deeper.value, deeper.domain) in waiting:
                    raise PlanError("a value that depends on itself") from None
                waiting[deeper.value, deeper.domain] = None
            else:
                del waiting[first]
        assert found is not None
        return found

    def _kept(self, value: plan.Expr, domain: int) -> Value:
        self.depth += 1
        try:
            found = self.values[domain, value] = self.register(value, domain)
        finally:
            self.depth -= 1
        return found

    def register(self, value: plan.Expr, domain: int) -> Value:
        """The register of an expression that is no name and has none yet."""
        if isinstance(value, plan.Const):
            return self.constant(value.value)
        if isinstance(value, plan.Given):
            if value.name not in self.given:
                raise Unsupported(f"no value given for {value.name!r}")
            return self.constant(self.given[value.name])
        if isinstance(value, plan.Told):
            return self.constant(value.value)
        if isinstance(value, (plan.Start, plan.End)):
            if domain != 0:
                raise PlanError("where a record lies is known to records")
            return self.start if isinstance(value, plan.Start) else self.end
        if isinstance(value, plan.Region) or (isinstance(value, plan.Index) and self.in_regions and domain == 0):
            if domain != 0 or not self.in_regions:
                raise PlanError("the region of something that lies in none")
            return self.region if isinstance(value, plan.Region) else self.index
        if self.domains[domain].counted:
            raise Unsupported("a value of each row of a domain whose elements are only counted")
        if isinstance(value, plan.Running):
            return self._running(value, domain)
        return self._chained(value, domain) if isinstance(value, plan.Chain) else self._computed(value, domain)

    def _computed(self, value: plan.Expr, domain: int) -> Value:
        parent = self.domains[domain].parent
        if parent >= 0 and not isinstance(value, plan.Up):
            above = self.lifter.above(value, domain, parent)
            if above is not None:
                return self.value(plan.Up(above), domain)
        operation, operands = self._written(value, domain)
        # Expressions that are written in different ways may do the same.
        key = operation, domain, operands
        found = self.written.get(key)
        if found is None:
            found = self.written[key] = Value(domain)
            self.checks.append(Instruction(operation, domain, operands, found))
        return found

    def _chained(self, chain: plan.Chain, domain: int) -> Value:
        parent = self.domains[domain].parent
        if parent < 0:
            raise PlanError("records have no parent")
        first, high = self.value(chain.first, parent), self.value(chain.high, parent)
        found = Value(domain)
        walk = self.walk(self, chain, domain)
        low = first if chain.low is None else self.value(chain.low, parent)
        operands = (first, high, walk.table, walk.slots, low)
        self.checks.append(
            Instruction(codes.CHAIN, domain, operands, found, self.field(chain.field), also_read=walk.inputs)
        )
        return found

    def _running(self, running: plan.Running, domain: int) -> Value:
        if domain == 0:
            raise PlanError("records have no parent")
        walk = self.accumulate(self, running, domain)
        found = Value(domain)
        operands: tuple[Operand, ...] = (walk.table, walk.slots)
        self.checks.append(Instruction(codes.RUNNING, domain, operands, found, also_read=walk.inputs))
        return found

    def _written(self, value: plan.Expr, domain: int) -> tuple[int, tuple[Operand, ...]]:
        parent = self.domains[domain].parent
        match value:
            case plan.Load(kind, address):
                base, constant = self.split(address, domain)
                return codes.LOAD, (KINDS[kind].code, base, constant)
            case plan.Binary(operator, left, right):
                return self._binary(operator, left, right, domain)
            case plan.Select(test, then, otherwise):
                return codes.SELECT, tuple(self.value(part, domain) for part in (test, then, otherwise))
            case plan.Offset(address):
                return codes.OFFSET, (self.value(address, domain),)
            case plan.Lookup(index, table, default):
                return codes.LOOKUP, (self.value(index, domain), self.table(table or (0,)), len(table), default)
            case plan.Match(number, values, numbers, default):
                if list(values) != sorted(set(values)) or len(values) != len(numbers):
                    raise PlanError("values to match must ascend, with a code each")
                place = self.value(number, domain)
                if len(values) > _FEW and values[0] >= 0 and values[-1] < _DENSE:
                    return codes.LOOKUP, (place, self.dense(values, numbers, default), values[-1] + 1, default)
                return codes.MATCH, (place, self.table((*values, *numbers) or (0,)), len(values), default)
            case plan.Cut(address, size, pad, terminator, include):
                mark = bytes.fromhex(terminator)
                if len(mark) > codes.MOST_MARK:
                    raise Unsupported(f"a terminator of more than {codes.MOST_MARK} bytes")
                place, length = self.value(address, domain), self.value(size, domain)
                return codes.ENDS, (place, length, pad, int.from_bytes(mark, "little"), len(mark), int(include))
            case plan.Find(address, high, terminator, _, anywhere):
                mark = bytes.fromhex(terminator)
                if not 1 <= len(mark) <= codes.MOST_MARK:
                    raise Unsupported(f"a terminator of 0 or more than {codes.MOST_MARK} bytes")
                place, limit = self.value(address, domain), self.value(high, domain)
                width = -len(mark) if anywhere else len(mark)
                return codes.FIND, (place, limit, int.from_bytes(mark, "little"), width)
            case plan.Spelled(address, size, base):
                return codes.SPELLED, (self.value(address, domain), self.value(size, domain), base)
            case plan.Characters(address, size, encoding):
                place, length = self.value(address, domain), self.value(size, domain)
                return codes.CHARACTERS, (place, length, self.encoding(encoding))
            case plan.Compared(address, size, other, other_size):
                return codes.COMPARED, tuple(self.value(part, domain) for part in (address, size, other, other_size))
            case plan.Joined(before, kind, what, size, encoding):
                known = self.encoding(encoding) if encoding else -1
                text, place, length = (self.value(part, domain) for part in (before, what, size))
                return codes.JOINED, (text, codes.JOINS.index(kind), place, length, known)
            case plan.VarintSize(address, high, _):
                return codes.VARINT_SIZE, (self.value(address, domain), self.value(high, domain))
            case plan.Varint(address, size):
                return codes.VARINT, (self.value(address, domain), self.value(size, domain))
            case plan.Beside(name, index, default):
                return codes.FETCH, (self.value(index, domain), self.table_beside(name), default)
            case plan.Keyed(name, part, key):
                return codes.KEYED, (self.value(key, domain), self.value(part, domain), self.table_beside(name))
            case plan.Index():
                self.numbers_records |= domain == 0
                return codes.INDEX, ()
            case plan.Float(function, left, right, where):
                operands = tuple(self.value(part, domain) for part in (left, right, where))
                return codes.FLOAT, (codes.FUNCTIONS.index(function), *operands)
            case plan.Decoded(name):
                raise PlanError(f"nothing is decoded as {name!r}")
            case plan.Begin():
                raise PlanError("where an element begins, in a domain that isn't run through")
            case plan.Count(below):
                return codes.COUNTED, (self._child(below, domain),)
            case plan.Texts(_, _, index, inner, what, texts):
                if not isinstance(inner, plan.Const) or inner.value:
                    raise Unsupported("texts that a header gives, without a header")
                return self._among(texts, index, domain, 1 if what == "size" else 0)
            case plan.Written(index, runs):
                return self._among(tuple(map(bytes.fromhex, runs)), index, domain, 0)
            case plan.Entry() | plan.Sought():
                raise Unsupported("tables that a header gives, without a header")
            case plan.Up() | plan.Previous() | plan.Before() | plan.Repeats() if parent < 0:
                raise PlanError("records have no parent")
            case plan.Up(above):
                return codes.UP, (self.value(above, parent),)
            case plan.Previous(before, first):
                return codes.PREVIOUS, (self.value(before, domain), self.value(first, parent))
            case plan.Before(before):
                return codes.PREVIOUS, (self.value(before, domain), self.constant(0))
            case plan.Repeats(every):
                return codes.REPEATS, (self.value(every, domain),)
            case plan.Last(below, last, none):
                child = self._child(below, domain)
                return codes.LAST, (child, self.value(last, child), self.value(none, domain))
            case plan.Best(which, below, every, none):
                child = self._child(below, domain)
                element, nothing = self.value(every, child), self.value(none, domain)
                return codes.BEST, (child, element, nothing, codes.BESTS.index(which))
            case plan.Sum(below, every):
                child = self._child(below, domain)
                return codes.BEST, (child, self.value(every, child), self.constant(0), codes.SUMMED)
            case plan.Foremost(below):
                return codes.FOREMOST, (self._child(below, domain),)
            case plan.Chosen(other, number, every, first, count):
                operands = tuple(self.value(part, domain) for part in (number, first, count))
                return codes.CHOSEN, (self.value(every, self.domain(other)), *operands)
        raise PlanError(f"not an expression: {value!r}")

    def _child(self, below: str, domain: int) -> int:
        """The number of a child domain."""
        child = self.domain(below)
        if self.domains[child].parent != domain:
            raise PlanError("elements of a domain that isn't a child")
        return child

    def _among(
        self, texts: tuple[str | bytes, ...], index: plan.Expr, domain: int, part: int
    ) -> tuple[int, tuple[Operand, ...]]:
        """Address (``part`` 0) or size of one of some texts."""
        column = [text[part] for text in self.texts(texts)]
        # Behind the last text the place of one of no bytes: whatever the number, there is something to read.
        return codes.LOOKUP, (self.value(index, domain), self.table(column), len(texts), column[-1])

    def _binary(self, operator: str, left: plan.Expr, right: plan.Expr, domain: int) -> tuple[int, tuple[Operand, ...]]:
        divisor = self.resolved(right, domain)
        if isinstance(divisor, plan.Const) and divisor.value > 0 and divisor.value & (divisor.value - 1) == 0:
            # Floored division by a power of two: a shift, and the low bits.
            if operator == "//":
                operator, right = ">>", plan.Const(divisor.value.bit_length() - 1)
            elif operator == "%":
                operator, right = "&", plan.Const(divisor.value - 1)
        number = codes.OPERATORS.index(operator)
        return codes.BINARY, (number, self.value(left, domain), self.value(right, domain))

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(
        self,
        rows: str,
        count: Value | None,
        leaves: list[Leaf],
        columns: list[OutputColumn],
        most_records: int,
        *,
        kept: Value | None = None,
    ) -> Program:
        """The program: registers get numbers, and instructions their words; ``kept``: says which rows are asked for.
        The kernel passes over what only columns need in blocks without any of these."""
        output = self.domain(rows)
        window = Instruction(codes.WINDOW, output, tuple(-1 if one is None else one for one in (count, kept)))
        checks = self.checks
        if kept is not None:
            hits = self.keep(np.zeros(1, np.int64))
            self.emit(codes.WHETHER, output, kept, hits)
            first, others = parted(self.checks)
            for one in others:
                one.guard = hits
            checks = [*first, *others]
        instructions = [*checks, window, *self.outputs]
        registers = self._number(instructions)
        words = np.zeros((len(instructions), codes.INSTRUCTION), np.int64)
        for row, instruction in zip(words, instructions, strict=True):
            operands = [_word(operand) for operand in instruction.operands]
            if instruction.result is not None:
                operands.append(instruction.result.number)
            row[0], row[1], row[-2] = instruction.operation, instruction.domain, instruction.guard
            row[-1] = instruction.field
            row[2 : 2 + len(operands)] = operands
        for table, place, value in self.patches:
            table[place] = value.number
        path: list[int] = []
        domain = output
        while domain > 0:
            path.insert(0, domain)
            domain = self.domains[domain].parent
        return Program(
            words,
            registers,
            self.domains,
            output,
            path,
            leaves,
            columns,
            list(self.fields),
            most_records,
            self.tables,
            self.beside,
            self.boundaries,
            self.processes,
            self.numbers_records,
        )

    def _number(self, instructions: list[Instruction]) -> list[Register]:
        """Give values the registers that are free: one is free again behind the last instruction that reads it."""
        last_read: dict[Value, int] = {}
        for place, instruction in enumerate(instructions):
            for value in read_by(instruction):
                last_read[value] = place
        registers = [Register(0) for _ in range(codes.INDEX_REGISTER + 1)]
        free: dict[int, list[int]] = {}
        for value in self.constants.values():
            value.number = len(registers)
            registers.append(Register(0, value.constant))
        for place, instruction in enumerate(instructions):
            result = instruction.result
            if result is not None:
                spare = free.setdefault(result.domain, [])
                if spare:
                    result.number = spare.pop()
                else:
                    result.number = len(registers)
                    registers.append(Register(result.domain))
                if result not in last_read and not result.pinned:
                    spare.append(result.number)
            for value in set(read_by(instruction)):
                if last_read[value] == place and not value.pinned and value.constant is None:
                    free.setdefault(value.domain, []).append(value.number)
        return registers


def _word(operand: Operand) -> int:
    return operand.number if isinstance(operand, Value) else operand
