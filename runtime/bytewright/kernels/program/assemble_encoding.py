"""Encoding plan and what rows hold, to a program: instructions, registers, sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Binary, Const, Expr, encoding, encoding_codes
from bytewright.kernels.plan import codes as shared
from bytewright.kernels.plan.encoding import ITEM, EncodingPlan
from bytewright.kernels.plan.failures import PlanError, Unsupported
from bytewright.kernels.plan.types import KINDS
from bytewright.kernels.program.charmaps import encoded
from bytewright.kernels.program.crc_tables import known
from bytewright.kernels.program.expressions import Walk, Writer
from bytewright.kernels.program.instructions import Instruction, Operand, Value
from bytewright.kernels.program.program import Program

_ENCODINGS = {
    "": encoding_codes.BYTES,
    # Arrow's text is UTF-8; that it is valid, and what of it is ASCII, is found out before.
    "utf-8": encoding_codes.BYTES,
    "ascii": encoding_codes.BYTES,
    "latin-1": shared.LATIN_1,
    "utf-16le": shared.UTF_16LE,
    "utf-16be": shared.UTF_16BE,
    "utf-32le": shared.UTF_32LE,
    "utf-32be": shared.UTF_32BE,
}
_WORD = 8
_MOST_DIGITS = 10
_MOST_LENGTH = (1 << 31) - 1
"""How many bytes or elements Arrow's offsets of 32 bits count."""

Path = tuple[str, ...]


class Shape(NamedTuple):
    """What the rows of a batch have for a field.

    Attributes:
        width: bytes of a number below 0 where it is signed, otherwise of an unsigned one; 0: it is none.
        nullable: whether some of its values are null.
        numbers: what says which of its values each row has, if it has one; (): they stand in order.
    """

    width: int = 0
    nullable: bool = False
    numbers: Path = ()


_WIDTHS = {
    1: shared.U1,
    -1: shared.S1,
    2: shared.U2,
    -2: shared.S2,
    4: shared.U4,
    -4: shared.S4,
    8: shared.WORD,
    -8: shared.WORD,
}


@dataclass(slots=True)
class EncodingProgram:
    """What the kernel runs.

    Attributes:
        program: instructions and registers.
        sources: the fields that it asks for, by the number of their source.
    """

    program: Program
    sources: list[Path]


def assemble(
    plan: EncodingPlan,
    columns: Mapping[Path, Shape],
    given: Mapping[str, int] | None = None,
    most_records: int = 512,
) -> EncodingProgram:
    """The program that encodes batches whose rows hold certain things.

    Args:
        plan: the plan, of which nothing rests on a header any more.
        columns: what there is, by field; rows have nothing for other fields.
        given: values of `bytewright.kernels.plan.Given`.
        most_records: rows of a block.

    Raises:
        PlanError: the plan contradicts itself.
        Unsupported: it needs what the kernel can't do, a header, or other columns.
    """
    writer = _Writer(given or {}, _no_walk, _no_walk, columns=columns)
    for step in plan.steps:
        match step:
            case kernel.Let(domain, name, value):
                writer.names[writer.domain(domain), name] = value
            case encoding.Listed(name, above, path):
                writer.list(name, writer.domain(above), path)
    puts: list[encoding.Step] = []
    sums: list[encoding.Step] = []
    for step in plan.steps:
        match step:
            case kernel.Let() | encoding.Listed() | encoding.Lies():
                continue
            case kernel.Check(name, condition, place):
                writer.check(condition, writer.domain(name), place)
            case encoding.Fits():
                writer.fits(step)
            case encoding.PutSum():
                sums.append(step)
            case encoding.Columns() | encoding.PutPresence():
                raise Unsupported("columns that a header describes, without a header")
            case _:
                puts.append(step)
    size = writer.value(plan.size, 0)
    writer.emit(encoding_codes.PLACE, 0, size)
    for step in (*puts, *sums):
        writer.put(step)
    writer.leave_out()
    return EncodingProgram(writer.finish(RECORDS, None, [], [], most_records), list(writer.sources))


def _no_walk(writer: Writer, chain: kernel.Chain | kernel.Run | kernel.Running, domain: int) -> Walk:
    raise PlanError("rows are never walked over")


@dataclass(slots=True)
class _Writer(Writer):
    """Writes a program for rows.

    Attributes:
        columns: what rows hold.
        sources: numbers of the fields that are asked for.
        absent: domains of lists that no row has.
    """

    columns: Mapping[Path, Shape] = field(default_factory=dict)
    sources: dict[Path, int] = field(default_factory=dict)
    absent: set[int] = field(default_factory=set)

    def source(self, path: Path) -> int:
        """The number of a field's source."""
        return self.sources.setdefault(path, len(self.sources))

    def words(self, path: Path) -> int:
        """The number of the source of the elements of a list of 64-bit words."""
        path = (*path, ITEM)
        known = self.columns.get(path)
        if known is None or abs(known.width) != _WORD or known.numbers:
            raise Unsupported(f"no words of 64 bits: {'.'.join(path)}")
        return self.source(path)

    def encoded_as(self, name: str) -> int:
        """What operations know an encoding by: a number, or the address of a table."""
        if name in _ENCODINGS:
            return _ENCODINGS[name]
        table = encoded(name)
        if table is None:
            raise Unsupported(f"text in {name}")
        return self.keep(table)

    def numbers(self, path: Path, domain: int) -> Operand:
        """The register that says which value each element has for a field; -1: they stand in order."""
        way = self.columns[path].numbers
        if not way:
            return -1
        key = encoding_codes.NUMBERED, domain, (self.source(way),)
        if key not in self.written:
            self.written[key] = Value(domain)
            self.checks.append(Instruction(*key, self.written[key]))
        return self.written[key]

    def list(self, name: str, parent: int, path: Path) -> None:
        """The elements of a list are a domain."""
        child = self.add_domain(name, parent)
        if path in self.columns and parent not in self.absent:
            found = Value(child, pinned=True)
            operands = child, self.source(path), self.numbers(path, parent)
            self.checks.append(Instruction(encoding_codes.LISTED, parent, operands, found))
        else:
            self.absent.add(child)

    def check(self, condition: Expr, domain: int, place: str) -> None:
        """Refuse rows where a condition is 0."""
        match self.resolved(condition, domain):
            case Binary("|", one, other) if self.value(one, domain).constant or self.value(other, domain).constant:
                return
        value = self.value(condition, domain)
        if not value.constant and domain not in self.absent:
            self.emit(shared.CHECK, domain, value, field=self.field(place))

    def fits(self, step: encoding.Fits) -> None:
        """Refuse rows with a number outside of some bounds, unless its column has no such numbers."""
        column = self.columns.get(step.path)
        if column is None:
            return
        bits = 8 * abs(column.width)
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if column.width < 0 else (0, (1 << bits) - 1)
        value = kernel.Held(step.path)
        bounds: list[Expr] = []
        if low < step.low:
            bounds.append(Binary("<=", Const(step.low), value))
        if high > step.high:
            bounds.append(Binary("<=", value, Const(step.high)))
            if high >= 1 << 63:  # which are below 0 in a register
                bounds.append(Binary("<=", Const(0), value))
        if bounds:
            absent = Binary("==", kernel.There(step.path), Const(0))
            self.check(Binary("|", absent, kernel.all_of(*bounds)), self.domain(step.domain), step.field)

    def register(self, value: Expr, domain: int) -> Value:
        """The register of an expression that is no name and has none yet."""
        found = self._simplest(value, domain)
        if found.most is None:
            found.most = self._most(value, domain)
        return found

    def _simplest(self, value: Expr, domain: int) -> Value:
        match value:
            case kernel.There(path) if path not in self.columns:
                return self.constant(0)
            case kernel.There(path) if not self.columns[path].nullable:
                way = self.columns[path].numbers
                return self.value(kernel.There(way), domain) if way else self.constant(1)
            case kernel.Held(path) | kernel.Size(path) | kernel.Items(path) | kernel.Packed(path) if (
                path not in self.columns
            ):
                return self.constant(0)
            case Binary(operator, left, right):
                if (
                    operator == "<="
                    and self.resolved(left, domain) == Const(0)
                    and self.value(right, domain).most is not None
                ):
                    return self.constant(1)
                known = self._folded(operator, self.value(left, domain), self.value(right, domain))
                if known is not None:
                    return known
            case kernel.Select(test, then, otherwise):
                decided = self.value(test, domain).constant
                if decided is not None:
                    return self.value(then if decided else otherwise, domain)
        return Writer.register(self, value, domain)

    def _folded(self, operator: str, left: Value, right: Value) -> Value | None:
        """The register of a result that is known by now."""
        a, b = left.constant, right.constant
        match operator:
            case "+" if b == 0:
                return left
            case "+" if a == 0:
                return right
            case "&" if a == 0 or b == 0:
                return self.constant(0)
            case "|" if b == 0:
                return left
            case "|" if a == 0:
                return right
            case "==" if left is right:
                return self.constant(1)
        if a is None or b is None:
            return None
        match operator:
            case "+":
                return self.constant(a + b)
            case "==":
                return self.constant(int(a == b))
            case "&":
                return self.constant(a & b)
            case "|":
                return self.constant(a | b)
            case "<=":
                return self.constant(int(a <= b))
        return None

    def _most(self, value: Expr, domain: int) -> int | None:
        """What a number that isn't below 0 is at most, as far as that follows from what it is; None: it doesn't."""
        match value:
            case kernel.There():
                return 1
            case kernel.Digits():
                return _MOST_DIGITS
            case kernel.Size(_, name) if _ENCODINGS.get(name) == encoding_codes.BYTES:
                return _MOST_LENGTH
            case kernel.Items():
                return _MOST_LENGTH
            case kernel.Sum(below, summed) if self.domain(below) not in self.absent:
                most = self.value(summed, self.domain(below)).most
                return None if most is None or most > _MOST_LENGTH else most * _MOST_LENGTH
            case kernel.Select(_, one, other) | Binary("+", one, other):
                most, more = self.value(one, domain).most, self.value(other, domain).most
                return None if most is None or more is None or most + more >= 1 << 63 else most + more
        return None

    def _written(self, value: Expr, domain: int) -> tuple[int, tuple[Operand, ...]]:
        match value:
            case kernel.Held(path):
                width = self.columns[path].width
                if width not in _WIDTHS:
                    raise Unsupported(f"no number: {'.'.join(path)}")
                return encoding_codes.HELD, (self.source(path), _WIDTHS[width], self.numbers(path, domain))
            case kernel.There(path):
                return encoding_codes.THERE, (self.source(path), self.numbers(path, domain))
            case kernel.Size(path, name):
                return encoding_codes.SIZES, (self.source(path), self.encoded_as(name), self.numbers(path, domain))
            case kernel.Items(path):
                return encoding_codes.ITEMS, (self.source(path), self.numbers(path, domain))
            case kernel.Packed(path, kind):
                return encoding_codes.PACKED, (self.source(path), self.words(path), kind, self.numbers(path, domain))
            case kernel.Digits(number):
                return encoding_codes.DIGITS, (self.value(number, domain),)
            case kernel.Behind(size, first):
                parent = self.domains[domain].parent
                return encoding_codes.BEHIND, (self.value(size, domain), self.value(first, parent))
            case kernel.Sum(below, summed):
                child = self.domain(below)
                if self.domains[child].parent != domain:
                    raise PlanError("a sum over a domain that isn't a child")
                if child in self.absent:
                    return shared.BINARY, (shared.OPERATORS.index("+"), self.constant(0), self.constant(0))
                return encoding_codes.TOTAL, (child, self.value(summed, child))
        return Writer._written(self, value, domain)

    def put(self, step: encoding.Step) -> None:
        """Write the operation that puts bytes."""
        domain = self.domain(getattr(step, "domain", RECORDS))
        if domain in self.absent:
            return
        when = getattr(step, "when", None)
        there = self.constant(1) if when is None else self.value(when, domain)
        if there.constant == 0:
            return
        start = self._start(domain)
        match step:
            case encoding.Put(_, kind, at, value):
                place, constant = self._split(at, domain)
                number = self.value(value, domain)
                self.emit(encoding_codes.PUT, domain, KINDS[kind].code, start, place, constant, number, there)
            case encoding.PutVarint(_, at, value):
                place, constant = self._split(at, domain)
                self.emit(encoding_codes.PUT_VARINT, domain, start, place, constant, self.value(value, domain), there)
            case encoding.PutPiece(_, at, path, name) if path in self.columns:
                place, constant = self._split(at, domain)
                source, how = self.source(path), self.encoded_as(name)
                if when is None:
                    there = self.value(kernel.There(path), domain)
                numbers = self.numbers(path, domain)
                self.emit(encoding_codes.PUT_PIECE, domain, start, place, constant, source, how, there, numbers)
            case encoding.PutPacked(_, at, path, kind) if path in self.columns:
                place, constant = self._split(at, domain)
                sources = self.source(path), self.words(path)
                numbers = self.numbers(path, domain)
                self.emit(encoding_codes.PUT_PACKED, domain, start, place, constant, *sources, kind, there, numbers)
            case encoding.PutBytes(_, at, text):
                place, constant = self._split(at, domain)
                data = np.frombuffer(bytes.fromhex(text), np.uint8).copy()
                if data.size:
                    self.emit(
                        encoding_codes.PUT_BYTES, domain, start, place, constant, self.keep(data), data.size, there
                    )
            case encoding.Fill(_, at, size, byte):
                place, constant = self._split(at, domain)
                self.emit(encoding_codes.FILL, domain, start, place, constant, self.value(size, domain), byte)
            case encoding.PutSum(_, kind, at, algorithm, begin, size):
                places = [self.value(part, domain) for part in (at, begin, size)]
                if ALGORITHMS[algorithm].kernel is None:
                    self.emit(encoding_codes.PUT_FOREIGN, domain, len(self.processes), start, *places, there)
                    self.processes.append((algorithm, 0, (kind,)))
                    return
                code, told = known(algorithm)
                kept = 0 if told is None else self.keep(told)
                self.emit(encoding_codes.PUT_SUM, domain, code, KINDS[kind].code, start, *places, there, kept)

    def leave_out(self) -> None:
        """Leave out what nobody reads."""
        read: set[Operand] = set()
        kept = []
        for one in reversed(self.checks):
            if one.result is None or one.result.pinned or one.result in read:
                read.update(one.operands)
                kept.append(one)
        self.checks = kept[::-1]

    def _start(self, domain: int) -> Value:
        """The register that says where the record begins to which an element belongs."""
        value: Expr = kernel.Start()
        below = domain
        while below:
            value, below = kernel.Up(value), self.domains[below].parent
        return self.value(value, domain)

    def _split(self, at: Expr, domain: int) -> tuple[Value, int]:
        """A place as a register and a constant."""
        at = self.resolved(at, domain)
        constant = 0
        while isinstance(at, Binary) and at.operator == "+" and isinstance(at.right, Const):
            constant += at.right.value
            at = self.resolved(at.left, domain)
        if isinstance(at, Const):
            return self.constant(0), constant + at.value
        return self.value(at, domain), constant
