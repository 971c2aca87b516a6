"""Columns that values name: which types go together, and the operations that fill such a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.kernels import plan
from bytewright.kernels.plan import Case, Part, Pivot, codes
from bytewright.kernels.plan.failures import PlanError, Unsupported
from bytewright.kernels.plan.types import INTEGERS, KINDS, arrow_type, width
from bytewright.kernels.program.expressions import Writer
from bytewright.kernels.program.program import Leaf, OutputColumn

_DENSE = 1 << 17
"""Keys below this are looked up in a table, others searched."""
_ITEMS = 8
"""Elements that a list is expected to have until one has more."""


@dataclass(frozen=True, slots=True)
class PivotColumn:
    """A column that values name.

    Attributes:
        key: the value.
        name: what it is called.
        case: name of the case that types it.
        type: the integer type that it, or what its lists hold, has, where that is wider than the case's own.
        labels: names of the numbers 0, 1 …, shown instead of them (a number without a name: its digits).
        alone: whether values of another case are refused, even where the type holds them.
        said: what properties of the vectors must be: their names and numbers.
    """

    key: int
    name: str
    case: str
    type: str | None = None
    labels: tuple[str, ...] | None = None
    alone: bool = False
    said: tuple[tuple[str, int], ...] = ()


def part_type(part: Part) -> str:
    """Name of the column type of a vector's part."""
    if part.kind in ("bit", "bit_be"):
        return "bool"
    if part.kind == "uuid":
        return "string"
    if part.kind == "bytes":
        return "binary"
    return KINDS[part.kind].column


def case_type(case: Case) -> pa.DataType:
    """Arrow type of a column whose values are all of that case."""
    return _listed(item_type(case), len(case.lists))


def item_type(case: Case) -> pa.DataType:
    """Arrow type of the values of that case, or of what their lists hold in the end."""
    if _is_scalar(case):
        return arrow_type(part_type(case.parts[0]))
    return pa.struct([pa.field(part.name, arrow_type(part_type(part)), nullable=False) for part in case.parts])


def _is_scalar(case: Case) -> bool:
    return len(case.parts) == 1 and not case.parts[0].name


def _listed(item: pa.DataType, depth: int) -> pa.DataType:
    """Lists of lists … of a type."""
    for _ in range(depth):
        item = pa.list_(pa.field("element", item))
    return item


def slot_shapes(cases: Sequence[Case], kind: str) -> npt.NDArray[np.int64]:
    """How the slots of each case become lists, for the kernel; ``kind``: of the offsets.

    Raises:
        Unsupported: the kernel has no such lists.
    """
    shapes = np.zeros((max(1, len(cases)), codes.SLOT), np.int64)
    for shape, case in zip(shapes, cases, strict=False):
        if not case.lists:
            continue
        outer, inner = case.lists[:-1], case.lists[1:]
        if len(case.lists) > codes.MOST_DEPTH or any(one.validity for one in outer):
            raise Unsupported("lists that are too deep, or with validity of their own")
        if any(one.padding > 1 for one in inner) or not case.parts or kind not in KINDS:
            raise Unsupported("padding inside of a slot, or elements of nothing")
        shape[codes.DEPTH] = len(case.lists)
        shape[codes.OFFSET_KIND], shape[codes.OFFSET_SIZE] = KINDS[kind].code, KINDS[kind].size
        shape[codes.ITEM_BITS] = 8 * case.stride or 1
        shape[codes.ITEM_VALIDITY] = case.lists[-1].validity
        shape[codes.PADDING] = case.lists[0].padding
        for level, one in enumerate(case.lists):
            shape[codes.COUNT_KINDS + level] = KINDS[one.count].code
            shape[codes.COUNT_SIZES + level] = KINDS[one.count].size
    return shapes


def unite(pivot: Pivot, first: PivotColumn, case: str) -> PivotColumn | None:
    """The column that holds what ``first`` holds and values of another case: integers widen; None: there is none."""
    known = {case.name: case for case in pivot.cases}
    own = _integer(known[case])
    mine = first.type or _integer(known[first.case])
    if own is not None and mine is not None and len(known[case].lists) == len(known[first.case].lists):
        wider = INTEGERS.index(own) > INTEGERS.index(mine)
        return PivotColumn(first.key, first.name, case) if wider else first
    return first if case_type(known[first.case]) == case_type(known[case]) else None


def column_of_type(
    pivot: Pivot, key: int, name: str, kind: pa.DataType, labels: tuple[str, ...] | None = None
) -> PivotColumn | None:
    """A column of an Arrow type (of the numbers, where they have labels); None: no case goes into it."""
    for case in pivot.cases:
        if case_type(case) == kind:
            return PivotColumn(key, name, case.name, None, labels)
    depth = 0
    while pa.types.is_list(kind):
        kind, depth = kind.value_type, depth + 1
    wide = [integer for integer in INTEGERS if arrow_type(integer) == kind]
    for case in pivot.cases:
        own = _integer(case)
        fits = own is not None and wide and INTEGERS.index(own) <= INTEGERS.index(wide[0])
        if fits and len(case.lists) == depth:
            return PivotColumn(key, name, case.name, wide[0], labels)
    return None


def column_type(pivot: Pivot, column: PivotColumn) -> pa.DataType:
    """Arrow type of a column of the pivot."""
    case = _case(pivot, column.case)
    return _listed(_item_type(case, column), len(case.lists))


def _item_type(case: Case, column: PivotColumn) -> pa.DataType:
    if column.labels is not None:
        return pa.string()
    return item_type(case) if column.type is None else arrow_type(column.type)


def _case(pivot: Pivot, name: str) -> Case:
    for case in pivot.cases:
        if case.name == name:
            return case
    raise PlanError(f"no case {name!r}")


def _integer(case: Case) -> str | None:
    kind = part_type(case.parts[0])
    return kind if _is_scalar(case) and kind in INTEGERS else None


class PivotWriter:
    """Writes the operations of a pivot."""

    def __init__(
        self, writer: Writer, pivot: Pivot, rows: str, columns: Sequence[PivotColumn], most_records: int
    ) -> None:
        self.writer = writer
        self.pivot = pivot
        self.slots = {column.key: slot for slot, column in enumerate(columns)}
        if len(self.slots) != len(columns):
            raise PlanError("two columns with one key")
        self.rows = writer.domain(rows)
        child = writer.domain(pivot.domain)
        parent = writer.domains[child].parent
        if not writer.domains[self.rows].counted or writer.domains[self.rows].parent != parent or parent != 0:
            raise PlanError("the vectors of a pivot and their rows must belong to records")
        self.shapes: dict[tuple[tuple[int, int, int, int], ...], int] = {}
        self._locate(columns, child, most_records)

    def _locate(self, columns: Sequence[PivotColumn], child: int, most_records: int) -> None:
        writer, pivot = self.writer, self.pivot
        ordered = sorted(self.slots.items())
        keys = tuple(key for key, _ in ordered)
        slots = tuple(slot for _, slot in ordered)
        slot: plan.Expr = plan.Match(pivot.key, keys, slots)
        if keys[0] >= 0 and keys[-1] < _DENSE:
            table = np.full(keys[-1] + 1, -1, np.int64)
            table[list(keys)] = slots
            slot = plan.Lookup(pivot.key, tuple(table.tolist()), -1)
        count = len(columns)
        positions = writer.keep(np.full(count * most_records + 64, -1, np.int64))
        writer.emit(codes.LOCATE, 0, child, writer.value(slot, child), count, positions)
        admitted = np.zeros((count, len(pivot.cases)), np.int64)
        known: dict[tuple[str, str | None, bool], list[bool]] = {}
        for row, column in zip(admitted, columns, strict=True):
            if column.alone:
                row[:] = [case.name == column.case for case in pivot.cases]
                continue
            kind = (column.case, column.type, column.labels is not None)
            if kind not in known:
                known[kind] = [self._shapes(column, case) is not None for case in pivot.cases]
            row[:] = known[kind]
        self._admit(pivot.case, child, positions, admitted)
        for one in pivot.properties:
            wanted = [dict(column.said).get(one.name) for column in columns]
            if any(number is not None for number in wanted):
                numbers = (None, *one.numbers)
                admitted = np.array([[own in (None, number) for number in numbers] for own in wanted], np.int64)
                place = plan.Match(one.value, one.numbers, tuple(range(len(one.numbers)))) + 1
                self._admit(place, child, positions, admitted)
        # What the kernel wants to know of the pivot: numbers of registers are filled in when they are known.
        offsets = plan.Const(0) if pivot.offsets is None else pivot.offsets
        self.read = tuple(
            writer.value(value, child) for value in (pivot.case, pivot.address, pivot.present, pivot.validity, offsets)
        )
        self.slot_shapes = 0
        if any(case.lists for case in pivot.cases):
            if pivot.offsets is None:
                raise PlanError("slots without offsets")
            self.slot_shapes = writer.keep(slot_shapes(pivot.cases, pivot.offset_kind))
        description = np.zeros(8, np.int64)
        description[:2] = positions, count
        self.description = writer.keep(description)
        writer.patches.extend((description, 2 + place, value) for place, value in enumerate(self.read))

    def _admit(self, kind: plan.Expr, child: int, positions: int, admitted: npt.NDArray[np.int64]) -> None:
        """Refuse records with a vector of a kind (a place in a row of ``admitted``) that its column doesn't admit."""
        writer = self.writer
        value, field = writer.value(kind, child), writer.field(self.pivot.field)
        count, kinds = admitted.shape
        writer.emit(codes.ADMIT, 0, value, count, positions, kinds, writer.keep(admitted), field=field)

    def write_column(self, column: PivotColumn, leaves: list[Leaf]) -> OutputColumn:
        """Write the operations of a column, and add its leaves."""
        case = _case(self.pivot, column.case)
        kind = column_type(self.pivot, column)
        slot = self.slots[column.key]
        if case.lists:
            return self._lists(column, case, leaves)
        tables = [self._shapes(column, other) for other in self.pivot.cases]
        if len(case.parts) == 1 and not case.parts[0].name:
            leaf = self._leaf(column, case.parts[0], leaves)
            self._vector(slot, leaf, tables, 0, column)
            return OutputColumn(column.name, kind, True, leaf)
        validity = len(leaves)
        leaves.append(Leaf(None, nullable=True))
        self._vector(slot, validity, None, 0, column)
        children = []
        for place, part in enumerate(case.parts):
            # A member has validity bits of its own while it is written: the same as the struct's.
            leaf = self._leaf(column, part, leaves)
            self._vector(slot, leaf, tables, place, column)
            children.append(OutputColumn(part.name, arrow_type(part_type(part)), False, leaf))
        return OutputColumn(column.name, kind, True, validity, tuple(children))

    def _lists(self, column: PivotColumn, case: Case, leaves: list[Leaf]) -> OutputColumn:
        """Write the operation of a column of lists, and add its leaves."""
        outermost = len(leaves)
        for level in range(len(case.lists)):
            inside, room = (-1, -1) if level == 0 else (len(leaves) - 1, outermost)
            leaves.append(Leaf(None, nullable=True, estimate=_ITEMS, lists=True, inside=inside, room=room))
        innermost = len(leaves) - 1
        scalar = _is_scalar(case)
        if not scalar:
            leaves.append(Leaf(None, nullable=True, inside=innermost, room=outermost))
        validity = len(leaves)  # of a scalar: its own
        parts = []
        for part in case.parts:
            parts.append(self._leaf(column, part, leaves))
            leaves[-1] = replace(leaves[-1], nullable=scalar, inside=innermost, room=outermost)
        found = (len(parts), *range(outermost, innermost + 1), *[0] * (codes.MOST_DEPTH - len(case.lists)))
        names, match, entries = self._names(column)
        refused = [(codes.REFUSED, 0, 0, 0)] * len(parts)
        shapes = [self._shapes(column, other) or refused for other in self.pivot.cases]
        self.writer.emit_output(
            codes.LISTS,
            self.rows,
            outermost,
            self.description,
            self.slots[column.key],
            self.slot_shapes,
            names,
            match,
            entries,
            self.writer.keep(np.array(shapes, np.int64)),
            self.writer.table((*found, validity if scalar else validity - 1, *parts)),
            field=outermost,
            also_read=self.read,
        )
        kind = _item_type(case, column)
        inner = OutputColumn("element", kind, True, parts[0])
        if not scalar:
            members = tuple(
                OutputColumn(part.name, arrow_type(part_type(part)), False, leaf)
                for part, leaf in zip(case.parts, parts, strict=True)
            )
            inner = OutputColumn("element", kind, True, validity - 1, members)
        for leaf in range(innermost, outermost - 1, -1):
            kind = _listed(kind, 1)
            inner = OutputColumn("element" if leaf > outermost else column.name, kind, True, leaf, (inner,))
        return inner

    def _names(self, column: PivotColumn) -> tuple[int, int, int]:
        """Tables of a column's labels: names, their codes, how many they are."""
        if column.labels is None:
            return 0, 0, 0
        names, _ = self.writer.names_table(column.labels)
        count = len(column.labels)
        return names, self.writer.table(range(count) or (0,)), count

    def _leaf(self, column: PivotColumn, part: Part, leaves: list[Leaf]) -> int:
        estimate = part.size or 36
        if column.labels is not None:
            estimate = max([20, *(len(label.encode()) for label in column.labels)])
            size = -1
        else:
            size = width(column.type or part_type(part))
        leaves.append(Leaf(size, True, estimate + 32 if size < 0 else 0, bounded=True))
        return len(leaves) - 1

    def _vector(
        self,
        slot: int,
        leaf: int,
        tables: list[list[tuple[int, int, int, int]] | None] | None,
        place: int,
        column: PivotColumn,
    ) -> None:
        shapes = 0
        if tables is not None:
            rows = tuple((codes.REFUSED, 0, 0, 0) if table is None else table[place] for table in tables)
            if rows not in self.shapes:
                self.shapes[rows] = self.writer.keep(np.array(rows, np.int64))
            shapes = self.shapes[rows]
        names, match, entries = self._names(column)
        self.writer.emit_output(
            codes.VECTOR,
            self.rows,
            leaf,
            self.description,
            slot,
            shapes,
            names,
            match,
            entries,
            field=leaf,
            also_read=self.read,
        )

    def _shapes(self, column: PivotColumn, case: Case) -> list[tuple[int, int, int, int]] | None:
        """How values of a case go into the column, part by part; None: they can't."""
        own = _case(self.pivot, column.case)
        if len(case.lists) != len(own.lists):
            return None
        if column.labels is not None:
            if _integer(case) in (None, INTEGERS[-1]):
                return None
            kind = KINDS[case.parts[0].kind]
            return [(codes.LABELS, kind.code, case.stride, case.parts[0].offset)]
        integer = _integer(case)
        target = column.type or _integer(own)
        if integer is not None and target is not None:
            if INTEGERS.index(integer) > INTEGERS.index(target):
                return None
            return [_number_shape(case, case.parts[0], width(target))]
        if case_type(case) != case_type(own):
            return None
        return [_shape(case, part) for part in case.parts]


def _shape(case: Case, part: Part) -> tuple[int, int, int, int]:
    if part.kind in ("bit", "bit_be"):
        return (codes.BITS if part.kind == "bit" else codes.BITS_BE, 0, 0, part.offset)
    if part.kind == "uuid":
        return (codes.UUID, 0, case.stride, part.offset)
    if part.kind == "bytes":
        return (codes.CHUNKS, part.size, case.stride, part.offset)
    return _number_shape(case, part, width(part_type(part)))


def _number_shape(case: Case, part: Part, target: int) -> tuple[int, int, int, int]:
    kind = KINDS[part.kind]
    mode = codes.NUMBERS
    if case.stride == kind.size:
        if kind.size == target and kind.code < codes.U2BE:
            mode = codes.SAME
        elif kind.size * 2 == target and kind.code in (codes.U1, codes.U2, codes.U4):
            mode = codes.WIDEN
    if target == 16 and not part.kind.startswith("u"):
        mode = codes.SIGNED
    return (mode, kind.code, case.stride, part.offset)
