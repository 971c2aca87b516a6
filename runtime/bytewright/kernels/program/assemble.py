"""Row plan and projection to program: instructions, registers, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import pyarrow as pa

from bytewright.arrow.conditions import Condition
from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels import plan
from bytewright.kernels.plan import RowPlan, codes
from bytewright.kernels.plan.failures import PlanError, Unsupported
from bytewright.kernels.plan.types import KINDS, arrow_type, width
from bytewright.kernels.program import boundaries
from bytewright.kernels.program.crc_tables import known
from bytewright.kernels.program.expressions import Writer
from bytewright.kernels.program.instructions import Operand, Value
from bytewright.kernels.program.kept_rows import Kept
from bytewright.kernels.program.pivot import PivotColumn, PivotWriter, slot_shapes
from bytewright.kernels.program.program import Leaf, OutputColumn, Program

TEXT_ESTIMATE = 32
"""Bytes that a text is expected to take until one takes more."""
LIST_ESTIMATE = 4
"""Elements that a list is expected to have until one has more."""
PIVOT_CELLS = 1 << 16
"""Records of a block times columns of a pivot, at most (one record always goes)."""
MOST_ROWS = 1 << 40
"""Rows that are only counted, in one parent, where no bound is given: few enough for their sum over a block."""
ENDLESS = 1 << 62
"""In place of a bound that isn't given."""
MOST_REGISTERS = 1 << 16
"""Records of a block times columns, at most, where there are many columns (one record always goes)."""


def assemble(
    row_plan: RowPlan,
    columns: Sequence[str] | None = None,
    pivot: Sequence[PivotColumn] = (),
    given: Mapping[str, int] | None = None,
    most_records: int = 512,
    condition: Condition | None = None,
) -> Program:
    """The program that makes batches of some columns.

    Args:
        row_plan: the plan.
        columns: names of the columns in the order wanted (``struct.member`` for a part of a struct); None: all, those
            of
            the pivot last.
        pivot: the columns that values name. All that the caller knows of must be here, wanted or not: a column that
            holds
            values of a type that doesn't fit makes the record bad, whatever the projection.
        given: values of `plan.Given`.
        most_records: records per block.
        condition: on the rows: those between which are many that can't fulfil it are left out. None: there is none.

    Raises:
        PlanError: the plan contradicts itself.
        Unsupported: it needs what the kernel can't do, or a header.
        KeyError: a column that isn't there.
    """
    in_regions = isinstance(row_plan.frame, plan.RegionFrame)
    unbounded = {plan.MOST_ROWS: MOST_ROWS, plan.FREE_TURNS: ENDLESS, plan.MOST_EMPTY: ENDLESS}
    known = {**unbounded, plan.FILE_END: -1, **(given or {})}
    writer = Writer(known, boundaries.of_element, boundaries.of_running, in_regions)
    _write_frame(writer, row_plan.frame)
    for step in row_plan.steps:
        _write_step(writer, step)
    pivot_writer = None
    if pivot:
        if row_plan.pivot is None:
            raise PlanError("the plan has no pivot")
        most_records = max(1, min(most_records, PIVOT_CELLS // len(pivot)))
        pivot_writer = PivotWriter(writer, row_plan.pivot, row_plan.rows, pivot, most_records)
    if row_plan.cells is not None:
        raise Unsupported("columns that a header names, without a header")
    most_records = max(1, min(most_records, MOST_REGISTERS // max(1, len(row_plan.columns))))
    output = _Output(writer, row_plan.rows)
    shown = _wanted(row_plan, pivot, columns)
    kept = _kept(writer, output, [one for _, one in shown if not isinstance(one, PivotColumn)], condition)
    for name, wanted in shown:
        if isinstance(wanted, PivotColumn):
            if pivot_writer is None:
                raise PlanError("a column of a pivot without a pivot")
            output.columns.append(pivot_writer.write_column(wanted, output.leaves))
        else:
            output.columns.append(output.write_column(wanted, name))
    count = output.rows_count()
    return writer.finish(row_plan.rows, count, output.leaves, output.columns, most_records, kept=kept)


def _kept(writer: Writer, output: _Output, columns: Sequence[plan.Column], condition: Condition | None) -> Value | None:
    """The register that says which rows may fulfil a condition on columns; None: any may, as far as is known here."""
    if condition is None or output.counted:
        return None
    holds = Kept(writer, output.domain, columns).of(condition)
    return None if isinstance(holds, plan.Const) and holds.value else writer.value(holds, output.domain)


def _wanted(
    row_plan: RowPlan, pivot: Sequence[PivotColumn], columns: Sequence[str] | None
) -> list[tuple[str, plan.Column | PivotColumn]]:
    there: dict[str, plan.Column | PivotColumn] = {column.name: column for column in row_plan.columns}
    there |= {column.name: column for column in pivot}
    if columns is None:
        return list(there.items())
    found: dict[str, plan.Column | PivotColumn] = {}
    for name in columns:
        head, _, member = name.partition(".")
        if name in there or not member:
            found[name] = there[name]
            continue
        column = there[head]
        part = _part(column, member)
        before = found.get(head)
        if isinstance(before, plan.Struct) and before is not column:
            part = plan.Struct(head, (*before.columns, *part.columns), before.valid)
        if before is not column:
            found[head] = part
    return list(found.items())


def _part(column: plan.Column | PivotColumn, path: str) -> plan.Struct:
    if not isinstance(column, plan.Struct):
        raise KeyError(path)
    head, _, rest = path.partition(".")
    for child in column.columns:
        if child.name == head:
            return plan.Struct(column.name, (_part(child, rest) if rest else child,), column.valid)
    raise KeyError(path)


def _write_frame(writer: Writer, frame: plan.Frame) -> None:
    if isinstance(frame, plan.FixedFrame):
        if frame.size < 1:
            raise Unsupported("records of no bytes")
        writer.emit(codes.FRAME, 0, codes.FRAME_FIXED, 0, 0, frame.size, frame.size)
    elif isinstance(frame, plan.LengthFrame):
        kind = KINDS[frame.kind]
        if frame.header < frame.at + kind.size or frame.at < 0:
            raise PlanError("the length of a record lies outside of its header")
        place = writer.field(frame.field)
        writer.emit(codes.FRAME, 0, codes.FRAME_LENGTH, kind.code, frame.at, frame.extra, frame.header, field=place)
    elif isinstance(frame, plan.WalkFrame):
        walk, *_ = boundaries.of_record(writer, frame)
        writer.emit(codes.FRAME, 0, codes.FRAME_WALK, walk.table, walk.slots)
    elif isinstance(frame, plan.RegionFrame):
        walk, last, bounds, following = boundaries.of_record(writer, frame)
        tail = bytes.fromhex(frame.tail)
        if len(tail) > codes.MOST_TAIL or (tail and last < 0):
            raise Unsupported(f"more than {codes.MOST_TAIL} bytes behind a region's records, or behind no last one")
        behind = int.from_bytes(tail, "little", signed=len(tail) == codes.MOST_TAIL), len(tail)
        writer.emit(
            codes.FRAME,
            0,
            codes.FRAME_REGIONS,
            walk.table,
            walk.slots,
            last,
            int(frame.passed),
            bounds,
            *behind,
            following,
        )
    else:
        writer.emit(codes.FRAME, 0, codes.FRAME_WHOLE)


def _check_sum(writer: Writer, step: plan.Checksum) -> None:
    row = ALGORITHMS[step.algorithm]
    if row.kernel is None:
        writer.sum_by_library(step, row.size, digest=row.digest)
        return
    domain = writer.domain(step.domain)
    operands = [writer.value(value, domain) for value in (step.address, step.size, step.stored)]
    algorithm, numbers = known(step.algorithm)
    kept = 0 if numbers is None else writer.keep(numbers)
    writer.emit(codes.SUM, domain, algorithm, *operands, kept, field=writer.field(step.field))


def _write_step(writer: Writer, step: plan.Step) -> None:
    if isinstance(step, plan.Let):
        writer.names[writer.domain(step.domain), step.name] = step.value
    elif isinstance(step, plan.Elements):
        parent = writer.domain(step.parent)
        count = writer.value(step.count, parent)
        child = writer.add_domain(step.domain, parent)
        writer.emit(codes.ELEMENTS, parent, child, count, field=writer.field(step.field))
    elif isinstance(step, plan.Run):
        writer.run(step)
    elif isinstance(step, plan.Decode):
        writer.decode(step)
    elif isinstance(step, plan.Processed):
        writer.process(step)
    elif isinstance(step, plan.Fronts):
        writer.fronts(step)
    elif isinstance(step, plan.Rows):
        parent = writer.domain(step.parent)
        possible = plan.all_of(
            plan.Binary("<=", plan.Const(0), step.count), plan.Binary("<=", step.count, plan.Given(plan.MOST_ROWS))
        )
        writer.emit(codes.CHECK, parent, writer.value(possible, parent), field=writer.field(step.field))
        child = writer.add_domain(step.domain, parent, counted=True)
        writer.counts[child] = step.count
    elif isinstance(step, plan.Slack):
        if writer.given.get(plan.SLACK):
            none = plan.Binary("<=", step.size, plan.Const(0))
            _write_step(writer, plan.Check(step.domain, none, step.field))
    elif isinstance(step, plan.Check):
        if not step.rule or writer.given.get(plan.RULES, 1):
            domain = writer.domain(step.domain)
            writer.emit(codes.CHECK, domain, writer.value(step.condition, domain), field=writer.field(step.field))
    elif isinstance(step, plan.Need):
        writer.need(step)
    elif isinstance(step, plan.Aside):
        domain = writer.domain(step.domain)
        writer.emit(codes.LEAVE, domain, writer.value(step.condition, domain), field=writer.field(step.field))
    elif isinstance(step, plan.Checksum):
        if writer.given.get(plan.CHECKSUMS, 1):
            _check_sum(writer, step)
    elif isinstance(step, plan.Slots):
        domain = writer.domain(step.domain)
        values = (step.case, step.count, step.offsets, step.address, step.high)
        operands = [writer.value(value, domain) for value in values]
        shapes = writer.keep(slot_shapes(step.cases, step.kind))
        strict = int(bool(writer.given.get(plan.SLACK)))
        writer.emit(codes.SLOTS, domain, *operands, shapes, len(step.cases), strict, field=writer.field(step.field))
    elif isinstance(step, plan.CheckText):
        domain = writer.domain(step.domain)
        place, size = writer.value(step.address, domain), writer.value(step.length, domain)
        writer.emit(codes.TEXT, domain, place, size, writer.encoding(step.encoding), field=writer.field(step.field))
    else:
        raise Unsupported("a list that the header describes, without a header")


class _Output:
    """Writes the operations that fill columns."""

    def __init__(self, writer: Writer, rows: str) -> None:
        self.writer = writer
        self.domain = writer.domain(rows)
        self.counted = writer.domains[self.domain].counted
        self.leaves: list[Leaf] = []
        self.columns: list[OutputColumn] = []
        self._inside = self._room = -1

    @property
    def _depth(self) -> int:
        """How many domains the rows' domain lies below the records."""
        found, domain = 0, self.domain
        while domain:
            found, domain = found + 1, self.writer.domains[domain].parent
        return found

    def rows_count(self) -> Value | None:
        """The register with the number of rows per parent, where rows are only counted."""
        if not self.counted:
            return None
        return self.writer.value(self.writer.counts[self.domain], self.writer.domains[self.domain].parent)

    def write_column(self, column: plan.Column, name: str) -> OutputColumn:
        """Write the operations of a column."""
        if isinstance(column, plan.Outer):
            return self.write_column(shown(column, self._depth), name)
        valid = column.valid
        if column.fits is not None:
            self._check(column.fits, name)
        if isinstance(column, plan.List | plan.Map):
            return self._list(column, name)
        if isinstance(column, plan.Struct):
            leaf = -1
            if valid is not None:
                leaf = self._leaf(Leaf(None, nullable=True))
                self._validity(valid, leaf)
            children = tuple(self.write_column(child, child.name) for child in column.columns)
            members = [pa.field(child.name, child.type, child.nullable) for child in children]
            return OutputColumn(name, pa.struct(members), valid is not None, leaf, children)
        if isinstance(column, plan.Number):
            leaf = self._leaf(Leaf(width(column.type), valid is not None))
            self._number(column, leaf)
        elif isinstance(column, plan.Tabled | plan.Inner):
            raise Unsupported("names that a header gives, without a header")
        elif isinstance(column, plan.Named):
            leaf = self._leaf(Leaf(-1, valid is not None, max([20, *(len(n.encode()) for n in column.names)])))
            self._named(column, leaf)
        else:
            leaf = self._leaf(Leaf(-1, valid is not None, TEXT_ESTIMATE))
            self._piece(column, leaf)
        if valid is not None:
            self._validity(valid, leaf)
        kind = arrow_type("string" if isinstance(column, plan.Named) else column.type)
        return OutputColumn(name, kind, valid is not None, leaf)

    def _list(self, column: plan.List | plan.Map, name: str) -> OutputColumn:
        """Write the operations of a column of lists, or of maps, which are lists of pairs."""
        child = self.writer.domain(column.domain)
        if self.counted or self.writer.domains[child].parent != self.domain or self.writer.domains[child].counted:
            raise PlanError("a list whose elements belong to something else")
        leaf = self._leaf(Leaf(None, column.valid is not None, LIST_ESTIMATE, lists=True))
        if column.valid is not None:
            self._validity(column.valid, leaf)
        around = self.domain, self._inside, self._room
        self._inside, self._room = leaf, self._room if self._room >= 0 else leaf
        self._emit(codes.ITEMS, child, leaf, self._room, leaf=self._room)
        self.domain = child
        kind: pa.DataType
        if isinstance(column, plan.Map):
            pair = plan.Struct("entries", (replace(column.key, name="key"), replace(column.value, name="value")))
            element = self.write_column(pair, "entries")
            key, value = element.children
            whole = pa.map_(key.type, value.type)
            # What lies below must say, too, that values may be null: Parquet's writer takes all for nulls otherwise.
            element = replace(element, type=pa.struct([whole.key_field, whole.item_field]))
            kind = whole
        else:
            element = self.write_column(column.element, "element")
            kind = pa.list_(pa.field("element", element.type, element.nullable))
        self.domain, self._inside, self._room = around
        return OutputColumn(name, kind, column.valid is not None, leaf, (element,))

    def _leaf(self, leaf: Leaf) -> int:
        self.leaves.append(replace(leaf, inside=self._inside, room=self._room))
        return len(self.leaves) - 1

    def _emit(self, operation: int, *operands: Operand, leaf: int) -> None:
        self.writer.emit_output(operation, self.domain, *operands, field=leaf)

    def _validity(self, valid: plan.Expr, leaf: int) -> None:
        if self.counted:
            self._emit(codes.REPEAT, self._of_parent(valid), leaf, 1, leaf=leaf)
        else:
            self._emit(codes.PACK, self.writer.value(valid, self.domain), leaf, 1, leaf=leaf)

    def _check(self, fits: plan.Expr, name: str) -> None:
        """Refuse records with a number that its column can't hold."""
        writer, domain = self.writer, self.domain
        if self.counted:
            domain = writer.domains[domain].parent
            # A record without rows has no number to show.
            fits = plan.any_of(plan.Binary("==", writer.counts[self.domain], plan.Const(0)), lifted(fits))
        writer.emit(codes.CHECK, domain, writer.value(fits, domain), field=writer.field(name))

    def _number(self, column: plan.Number, leaf: int) -> None:
        value = self.writer.resolved(column.value, self.domain)
        if self.counted:
            if isinstance(value, plan.Index):
                if width(column.type) not in (4, 8):
                    raise PlanError("row numbers are int32 or int64")
                self._emit(codes.ROW, leaf, leaf=leaf)
            else:
                self._emit(codes.REPEAT, self._of_parent(value), leaf, 0, leaf=leaf)
            return
        if column.type == "bool":
            self._emit(codes.PACK, self.writer.value(value, self.domain), leaf, 0, leaf=leaf)
            return
        if isinstance(value, plan.Load) and (self.domain, value) not in self.writer.values:
            kind = KINDS[value.kind]
            # Floats are loaded as integers; a column of another width goes through a register.
            if kind.copied == width(column.type):
                base, constant = self.writer.split(value.address, self.domain)
                self._emit(codes.COPY, kind.code, base, constant, leaf, leaf=leaf)
                return
        self._emit(codes.STORE, self.writer.value(value, self.domain), leaf, leaf=leaf)

    def _named(self, column: plan.Named, leaf: int) -> None:
        if self.counted:
            raise PlanError("names in a domain that is only counted")
        code = plan.name_code(column.value, column.numbers)
        if column.closed:
            known = column.valid
            for operation, there in (
                (codes.LEAVE, plan.Const(0) <= column.value),
                (codes.CHECK, plan.Const(0) <= code),
            ):
                condition = there if known is None else plan.any_of(plan.invert(known), there)
                register = self.writer.value(condition, self.domain)
                self.writer.emit(operation, self.domain, register, field=self.writer.field(column.name))
        # A null takes no bytes: the empty name stands for it.
        names, longest = self.writer.names_table((*column.names, ""))
        if column.valid is not None:
            code = plan.Select(column.valid, code, plan.Const(len(column.names)))
        registers = (self.writer.value(code, self.domain), self.writer.value(column.value, self.domain))
        self._emit(codes.LABEL, *registers, names, max(20, longest), leaf, leaf=leaf)

    def _piece(self, column: plan.Piece, leaf: int) -> None:
        if self.counted:
            raise PlanError("bytes in a domain that is only counted")
        address, length = self.writer.piece(column, self.domain)
        registers = (self.writer.value(address, self.domain), self.writer.value(length, self.domain))
        if column.encoding not in ("", "latin-1", "uuid"):
            field = self.writer.field(column.name)
            self.writer.emit(codes.TEXT, self.domain, *registers, self.writer.encoding(column.encoding), field=field)
        if column.encoding in ("", "utf-8", "ascii"):
            self._emit(codes.BYTES, *registers, leaf, leaf=leaf)
        else:
            self._emit(codes.TRANSCODE, *registers, self.writer.encoding(column.encoding), leaf, leaf=leaf)

    def _of_parent(self, value: plan.Expr) -> Value:
        parent = self.writer.domains[self.domain].parent
        return self.writer.value(lifted(self.writer.resolved(value, self.domain)), parent)


def shown(column: plan.Outer, depth: int) -> plan.Number | plan.Piece:
    """The column that shows what lies beside the input for each region: under the column's name a number, or the
    address of bytes, with their length under that and ``#``, and whether there is one under that and ``?``.

    Args:
        column: the column.
        depth: how many domains the rows' domain lies below the records.
    """

    def beside(name: str) -> plan.Expr:
        found: plan.Expr = plan.Beside(name, plan.Region())
        for _ in range(depth):
            found = plan.Up(found)
        return found

    valid = beside(f"{column.name}?") if column.nullable else None
    value = beside(column.name)
    if column.type == "binary" or column.type == "string":
        kind: Literal["binary", "string"] = "string" if column.type == "string" else "binary"
        return plan.Piece(column.name, kind, value, beside(f"{column.name}#"), valid)
    return plan.Number(column.name, column.type, value, valid)


def lifted(value: plan.Expr) -> plan.Expr:
    """An expression over rows that only depends on their parent, as one over the parent.

    Raises:
        Unsupported: it depends on the row.
    """
    if isinstance(value, plan.Up):
        return value.value
    if isinstance(value, (plan.Const, plan.Given)):
        return value
    if isinstance(value, plan.Binary):
        return plan.Binary(value.operator, lifted(value.left), lifted(value.right))
    if isinstance(value, plan.Select):
        return plan.Select(lifted(value.test), lifted(value.then), lifted(value.otherwise))
    raise Unsupported("a value of each row of a domain whose elements are only counted")
