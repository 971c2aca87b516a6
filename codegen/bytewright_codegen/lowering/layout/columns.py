"""Columns of a view: what a value becomes in Arrow, and how the kernel makes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from bytewright.kernels import plan
from bytewright.kernels.plan import (
    RECORDS,
    Binary,
    CellVariant,
    Column,
    Const,
    Inner,
    List,
    Map,
    Named,
    Number,
    Outer,
    Select,
    Struct,
    Tabled,
)
from bytewright.kernels.plan import Piece as PieceColumn
from bytewright.kernels.plan.types import INTEGERS, KINDS
from bytewright.schema.value_forms import CASE
from bytewright_codegen.analysis.absence import Absence
from bytewright_codegen.ir.expressions import Compare, Member, Name
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.logical_types import Logical as LogicalType
from bytewright_codegen.ir.schema import Attribute, StructWire, SwitchWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    FloatValue,
    IntValue,
    StructValue,
    StrValue,
)
from bytewright_codegen.ir.values import Value as SpecValue
from bytewright_codegen.ir.views import NamedCells, ViewColumn
from bytewright_codegen.lowering.expressions.arithmetic import constant, lowered, of_width
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LOWEST,
    Alternatives,
    Context,
    Each,
    Formula,
    Held,
    HeldEntry,
    Label,
    Num,
    Piece,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Unread,
    Value,
)
from bytewright_codegen.lowering.layout.named_values import element_with_key
from bytewright_codegen.lowering.layout.regions import uses_element
from bytewright_codegen.lowering.layout.switches import MOST_CHOICES
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Item, Nested, case_member
from bytewright_codegen.plans.reading import Number as NumberItem

_SCALES = {"s": 1_000_000, "ms": 1000, "us": 1}
"""Microseconds of a unit."""
_BOUNDS = {"bool": (0, 1), **{f"int{n}": (-(1 << n - 1), (1 << n - 1) - 1) for n in (8, 16, 32, 64)}}
"""The numbers that a column of a type can hold."""
_INTEGERS = ("bool", *INTEGERS)
_UUID_BYTES = 16


_MOST_REPEATED = 1 << 20
"""Elements of a list, for all rows of a record that show it, that the kernel looks at."""
_FEW = 255
"""Elements of a list that any number of rows may show."""
_Member = Num | Piece | Structure | Label | Formula | Sequence
"""What may be absent."""


class ColumnLowering:
    """Makes columns of values, over the domain of the rows."""

    def __init__(
        self,
        steps: Steps,
        evaluation: Evaluation,
        rows: str,
        counted: bool,
        each: Each,
        *,
        by_region: bool = False,
    ) -> None:
        self._steps = steps
        self._library: Library = steps.library
        self._absence = Absence(steps.library.types)
        self._evaluation = evaluation
        self._rows = rows
        self._within: list[str] = []
        self._counted = counted
        self._each = each
        self._by_region = by_region
        self.gradual = False
        """Whether objects give the rows of a record before one that has no value, so that records may be refused."""
        self._in_records = rows == RECORDS

    def column(
        self,
        name: str,
        value: Value,
        kind: SpecValue | None,
        at: Location,
        logical: LogicalType | None = None,
        type_name: str | None = None,
        within: plan.Expr | None = None,
    ) -> Column:
        """The column of a value.

        Args:
            name: what it is called.
            value: the value, over the domain of the rows or one above it.
            kind: its type in the spec.
            at: where it stands in the spec.
            logical: what it means.
            type_name: the type that is shown, by the name of a wire type.
            within: where the structure is there that it is a member of (None: always, or it is none): elsewhere it is
                left out with that.

        Raises:
            Refusal: the kernel can't make it.
        """
        if isinstance(value, Unread):
            raise Refusal(value.reason, value.location)
        if isinstance(value, Num | Piece) and value.cases and isinstance(kind, AnyValue):
            value = Alternatives(value.domain, value.cases, value.present)
        if isinstance(value, Num):
            return self._number(name, value, kind, at, logical, type_name, within)
        if isinstance(value, Piece):
            if logical is not None and logical.kind == "uuid" and constant(value.length) == _UUID_BYTES:
                value, logical = replace(value, is_text=True, encoding="uuid"), None
            if logical is not None or self._counted:
                raise Refusal("bytes with a meaning of their own, or repeated for each row", at)
            return self._piece(name, value, at, within)
        if isinstance(value, Structure):
            return self._structure(name, value, at, within, logical, type_name)
        if isinstance(value, Label) and logical is None and not self._counted:
            number, present = self._own(value.domain, value.number, at), self._own(value.domain, value.present, at)
            assert number is not None
            valid = None if self._is_there(value, within) else present
            return Named(name, number, tuple(range(len(value.texts))), value.texts, valid)
        if isinstance(value, Formula) and isinstance(kind, ArrayValue) and logical is None:
            return self._by_formula(name, value, kind, at, within)
        if isinstance(value, HeldEntry) and self._is_text(kind) and value.path is not None:
            if logical is not None or self._counted:
                raise Refusal("text of the header with a meaning of its own, or repeated for each row", at)
            return self._tabled(name, value, value.path, at)
        if isinstance(value, Held | HeldEntry):
            held = self._evaluation.listed.in_memory(value, self._rows, Name(name, at, kind))
            if isinstance(held, Held | HeldEntry):
                raise Refusal("a list or a structure of the header", at)
            return self.column(name, held, kind, at, logical, type_name, within)
        if isinstance(value, Alternatives):
            mixed = isinstance(kind, AnyValue) or kind == StructValue("")
            if not mixed and len(value.cases) == 1:
                ((_, only),) = value.cases
                return self.column(name, only, kind, at, logical, type_name, within)
            if not mixed or logical is not None or type_name is not None or self._counted:
                raise Refusal("values of several types that one column shows", at)
            return self._alternatives(name, value, at)
        if isinstance(value, Sequence) and logical is not None and logical.kind == "map":
            return self._map(name, value, logical, at, within)
        if isinstance(value, Sequence) and isinstance(kind, ArrayValue):
            return self._list(name, value, kind, at, logical, within)
        if isinstance(value, Unread):
            raise Refusal(value.reason, value.location)
        raise Refusal("a column of lists", at)

    def _alternatives(self, name: str, value: Alternatives, at: Location) -> Column:
        """A switch whose cases have no type in common: a struct with a member per type."""
        shown = [self._library.types[i.type].shown_as for i, _ in value.cases if isinstance(i, Nested)]
        if len(shown) == len(value.cases) and all(shown):
            raise Refusal("a switch between structures that something else stands for", at)
        members: dict[str, Column] = {}
        for item, each in value.cases:
            called = case_member(item)
            if called in members:
                raise Refusal("cases of one type that lie in the bytes in two ways", at)
            members[called] = self.column(called, each, _kind_of(item), at)
        number: plan.Expr = Const(len(value.cases))
        for place, (_, each) in reversed([*enumerate(value.cases)]):
            if isinstance(each, Stream | Held | HeldEntry | Unread):
                raise Refusal("a switch between such values", at)
            there = self._own(each.domain, each.present, at)
            number = Const(place) if there is None else Select(there, Const(place), number)
            if place and place % MOST_CHOICES == 0:
                number = self._steps.let(value.domain, f"{name}<member>", number)
        valid = self._own(value.domain, value.present, at)
        case = Named(CASE, number, tuple(range(len(members))), tuple(members), valid)
        return Struct(name, tuple(members.values()), valid, case=case)

    def _list(
        self,
        name: str,
        value: Sequence,
        kind: ArrayValue,
        at: Location,
        logical: LogicalType | None,
        within: plan.Expr | None,
    ) -> Column:
        """A list, whose elements have the meaning that it has."""
        vector = value.offsets is not None or value.unrolled or (value.case is not None and value.look is None)
        if self._counted or vector or kind.item is None:
            raise Refusal("a column of such lists", at)
        if value.domain != self._rows:
            value = self._for_each_row(value, at)
        child, element, inside = self._inside(name, value, at)
        valid = None if self._is_there(value, within) else value.present
        return List(name, child, inside.column("element", element, kind.item, at, logical), valid)

    def _for_each_row(self, value: Sequence, at: Location) -> Sequence:
        """A list that several rows show, as one that each of them has: its elements are looked at for each."""
        levels = self._steps.levels(value.domain, self._rows)
        if levels is None or value.make is None or not value.stride or value.entry.masked_by is not None:
            raise Refusal("a list of elements that differ in size, or aren't always there, repeated for each row", at)
        rows, count, address = plan.Count(self._rows), value.count.expr, lowered(value.address, levels)
        if levels == 1:
            few = Binary("<=", count, Binary("//", Const(_MOST_REPEATED), plan.add(rows, 1)))
            self._steps.leave(value.domain, few, value.entry.name)
        elif value.count.high > _FEW:
            raise Refusal("a list repeated for rows that are elements of lists in lists", at)
        own = replace(value.count, domain=self._rows, expr=lowered(count, levels))
        present = None if value.present is None else lowered(value.present, levels)
        repeated = replace(value, domain=self._rows, count=own, address=address, present=present)
        return replace(repeated, child=None, element=None, ends=None, look=None)

    def _inside(self, name: str, value: Sequence, at: Location) -> tuple[str, Value, ColumnLowering]:
        """The domain of a list's elements, an element, and the columns of such."""
        child, element = self._each(value, Name(name, at), shown=True)
        inside = self._below(child)
        return child, element, inside

    def _map(self, name: str, value: Sequence, logical: LogicalType, at: Location, within: plan.Expr | None) -> Column:
        """A list of structures as a map."""
        if self._counted or value.domain != self._rows or logical.key is None or logical.shown is None:
            raise Refusal("a map of such a list", at)
        child, element, inside = self._inside(name, value, at)
        if not isinstance(element, Structure):
            raise Refusal("a map of anything but structures", at)
        columns = [
            inside.column(called, self._evaluation.value(part, Context(element, child, {"_": element})), part.type, at)
            for called, part in (("key", logical.key), ("value", logical.shown))
        ]
        if isinstance(columns[0], Outer) or columns[0].valid is not None:
            raise Refusal("a map whose keys may be absent", at)
        return Map(name, child, columns[0], columns[1], None if self._is_there(value, within) else value.present)

    def _by_formula(
        self, name: str, value: Formula, kind: ArrayValue, at: Location, within: plan.Expr | None
    ) -> Column:
        """A list by formula, which has no bytes."""
        if self._counted or value.domain != self._rows or kind.item is None:
            raise Refusal("a column of such lists", at)
        count = value.count.expr if value.present is None else Select(value.present, value.count.expr, Const(0))
        child = self._steps.elements(value.domain, count, name)
        inside = self._below(child)
        valid = None if self._is_there(value, within) else value.present
        return List(name, child, inside.column("element", value.item(child), kind.item, at), valid)

    def _below(self, child: str) -> ColumnLowering:
        """Columns of the elements of a list."""
        inside = ColumnLowering(self._steps, self._evaluation, child, False, self._each, by_region=self._by_region)
        inside._within, inside._in_records = self._within, self._in_records
        inside.gradual = self.gradual
        return inside

    # --- columns of views whose innermost list lies in regions --------------------------------------------------------

    def outer(self, column: ViewColumn) -> Column:
        """A column of what is the same for all elements of the innermost list."""
        kind = column.value if column.value is not None else column.expr.type
        shown = named_type(column.type_name) if column.type_name is not None else _outer_type(kind)
        if column.logical is not None or shown is None:
            raise Refusal("such a value of a list further out", column.loc)
        return Outer(column.id, shown, self._absence.of_column(column))

    def stated(self, column: ViewColumn, context: Context, within: str = "", inside: plan.Expr | None = None) -> Column:
        """A column as a view, or a structure, states it.

        Args:
            column: what is stated.
            context: where its expressions stand.
            within: the column, or the structure, that it is a member of.
            inside: where the structure is there that it is a member of (None: always, or it is none).

        Raises:
            Refusal: the kernel can't make it.
        """
        found = self._as_stated(column, context, f"{within}.{column.id}".lstrip("."), inside)
        if column.condition is not None and _is_checked_inside(found):
            raise Refusal("a list, or a structure, under a condition, in which something may not fit", column.loc)
        if column.members or self._absence.of_column(column):
            return found
        return self._required(found, None if inside is None else self._own(context.domain, inside, column.loc))

    def _required(self, column: Column, inside: plan.Expr | None) -> Column:
        """A column that must have a value wherever its structure is: where it has none, objects say what is wrong."""
        if isinstance(column, Outer) or (valid := column.valid) is None or valid == inside:
            return column
        if inside is None and self._steps.implies(self._rows, self._evaluation.where(self._rows), valid):
            return replace(column, valid=None)
        there = valid if inside is None else plan.any_of(plan.invert(inside), valid)
        fits: plan.Expr | None = there if column.fits is None else plan.all_of(there, column.fits)
        if not (self._by_region or self._whole):
            # The rows of a record before a value that is missing count, but the kernel refuses whole records.
            self._steps.leave_once(self._rows, there)
            fits = column.fits
        if isinstance(column, Tabled | Inner):
            return replace(column, fits=fits)
        if isinstance(column, PieceColumn):
            address = Select(valid, column.address, self._steps.somewhere(self._rows))
            length = Select(valid, column.length, Const(0))
            return replace(column, address=address, length=length, valid=None, fits=fits)
        return replace(column, valid=None, fits=fits)

    def _as_stated(self, column: ViewColumn, context: Context, name: str, inside: plan.Expr | None) -> Column:
        if column.condition is not None and (column.members or column.never or column.named is not None):
            raise Refusal("a list, or what a value stands for, under a condition", column.loc)
        if column.members:
            return self._listed(column, context, name)
        if column.never:
            return self._blank(column.id, named_type(column.type_name or ""), Const(0), self._rows)
        if column.named is not None and (uses_element(column.named.items) or not self._by_region):
            context = element_with_key(self._evaluation, self._steps, self._each, column, context)
            column = replace(column, expr=column.named.shown, named=None)
        value = self._evaluation.conditional(
            lambda: self._value(column, context), column.condition, f"{name}?", context, shown=True
        )
        if inside is not None:
            value = self._evaluation.where_also(value, inside, context.domain)
        if isinstance(value, Alternatives) and (column.type_name is not None or column.named is not None):
            raise Refusal("values of several types, as text", column.loc)
        if column.named is not None:
            return self._named(column, value, name)
        if column.counted is not None:
            return self.column(column.id, value, IntValue(), column.loc, None, column.type_name, inside)
        if column.type_name is not None or column.logical is not None:
            kind, member = column.expr.type, member_of(self._library, column.expr)
            if column.logical is not None and isinstance(member, Attribute) and member.null is not None:
                raise Refusal("a value that may stand for null, with another meaning", column.loc)
            return self.column(column.id, value, kind, column.loc, column.logical, column.type_name, inside)
        with self._evaluation.asked(column.condition, context):
            return self._of_expression(column.id, value, column.expr, context, inside)

    def _of_expression(
        self, name: str, value: Value, expr: SpecExpr, context: Context, within: plan.Expr | None
    ) -> Column:
        """The column of the value of an expression, by what it means where that names a member of a structure."""
        member = member_of(self._library, expr)
        holder = self._evaluation.value(expr.target, context) if isinstance(expr, Member) else context.structure
        if member is None:
            return self.column(name, value, expr.type, expr.loc, within=within)
        if not isinstance(holder, Structure):  # it is the header's
            if isinstance(member, Attribute) and member.null is not None:
                raise Refusal("a value of the header that may stand for null", expr.loc)
            if member.logical is not None and member.logical.index is not None:
                raise Refusal("a value of the header that stands for an item of a list", expr.loc)
            return self.column(name, value, expr.type, expr.loc, member.logical, within=within)
        return self._meant(name, value, expr.type, expr.loc, member.logical, member, holder, within)

    def _value(self, column: ViewColumn, context: Context) -> Value:
        """What a column shows."""
        if column.counted is None:
            find = self._evaluation.value if column.condition is None else self._evaluation.operand
            return find(column.expr, context)
        items = self._evaluation.value(column.counted.items, context)
        if not isinstance(items, Sequence):
            raise Refusal("the number of items of something that isn't a list", column.loc)
        if column.counted.where is None:
            return items.count
        if items.unrolled:
            raise Refusal("how many elements of such a list meet a condition", column.loc)
        child, item = self._each(items, column.counted.items)
        inside = replace(context, domain=child, special={**context.special, "_": item})
        holds = self._evaluation.number(column.counted.where, inside)
        return Num(items.domain, plan.Sum(child, holds.expr), 0, plan.MOST_ELEMENTS)

    def _listed(self, column: ViewColumn, context: Context, name: str) -> Column:
        """A list of structures, made of the items of a list."""
        if column.never:
            child = self._steps.elements(self._rows, Const(0), name)
            return List(column.id, child, Struct("element", tuple(map(self._below(child)._nothing, column.members))))
        with self._evaluation.asked(column.condition, context):
            value = self._evaluation.value(column.expr, context)
        if not isinstance(value, Sequence) or value.domain != self._rows:
            raise Refusal("items of something that isn't a list of the element", column.loc)
        child, item = self._each(value, column.expr)
        inside = self._below(child)
        within = replace(context, domain=child, special={**context.special, "_": item})
        members = tuple(inside.stated(member, within, name) for member in column.members)
        return List(column.id, child, Struct("element", members))

    def _nothing(self, column: ViewColumn) -> Column:
        """A column of a list that has no items."""
        kind = column.value if column.value is not None else column.expr.type
        shown = named_type(column.type_name) if column.type_name is not None else _outer_type(kind)
        if column.members or self._absence.of_column(column) or shown is None:
            raise Refusal("lists of such items that are always empty", column.loc)
        return self._blank(column.id, shown, None, self._rows)

    def _absent(self, value: Structure, member: Attribute) -> Column:
        """The column of a member that a structure never has."""
        assert member.id is not None
        kind = member.value
        if isinstance(kind, EnumValue) and member.logical is None and member.repeat is None:
            never = Num(value.domain, Const(0), 0, 0, present=Const(0))
            return self.column(member.id, never, kind, member.loc)
        shown = _integer(kind.bits, kind.signed) if isinstance(kind, IntValue) and not kind.wide else _outer_type(kind)
        if shown is None or member.logical is not None or member.repeat is not None:
            raise Refusal("a field that is never there, of such a type", member.loc)
        return self._blank(member.id, shown, Const(0), value.domain)

    def _blank(self, name: str, shown: str, valid: plan.Expr | None, domain: str) -> Column:
        if shown in ("string", "binary"):
            return PieceColumn(name, cast("Any", shown), self._steps.somewhere(domain), Const(0), valid)
        return Number(name, shown, Const(0), valid)

    def _named(self, column: ViewColumn, value: Value, name: str) -> Column:
        """A column of what numbers stand for by a list further out."""
        assert column.named is not None
        if not isinstance(value, Num) or value.present is not None or value.is_float:
            raise Refusal("what something else than a number stands for", column.loc)
        if not isinstance(column.named.shown.type, StrValue):
            raise Refusal("what a number stands for that isn't text", column.loc)
        levels = self._steps.levels(RECORDS, self._rows)
        assert levels is not None
        self._evaluation.names[name] = column.named
        part = lowered(plan.Beside(f"{name}@", plan.Region()), levels)
        place = plan.Keyed(f"{name}=", part, self._evaluation.bring(value, self._rows, column.expr).expr)
        found = Binary("<=", Const(0), place)
        address, length = plan.Beside(name, place), plan.Beside(f"{name}#", place)
        return PieceColumn(column.id, "string", address, length, fits=found)

    def _is_text(self, kind: SpecValue | None) -> bool:
        """Whether values are text, or structures that text stands for."""
        if isinstance(kind, StrValue):
            return True
        typedef = self._library.types.get(kind.type) if isinstance(kind, StructValue) else None
        shown = typedef.shown_as if typedef is not None else None
        if typedef is None or not isinstance(shown, Name) or typedef.logical is not None:
            return False
        member = next((m for m in (*typedef.attributes, *typedef.instances) if m.id == shown.name), None)
        if member is None or member.logical is not None or (isinstance(member, Attribute) and member.null is not None):
            return False
        if isinstance(member, Attribute) and isinstance(member.wire, SwitchWire):
            cases = [case for _, case in member.wire.cases]
            return all(isinstance(case, StructWire) and self._is_text(StructValue(case.type)) for case in cases)
        return self._is_text(shown.type)

    def _tabled(self, name: str, value: HeldEntry, path: tuple[str, ...], at: Location) -> Column:
        """Texts of a list that the header holds, by a number of the record."""
        number = self._own(value.index.domain, value.index.expr, at)
        assert number is not None
        way = "".join(f".{part}" for part in path)
        table = f"{expression(value.list)}[*]{way}"
        self._evaluation.tables[table] = (value.list, path)
        return Tabled(name, number, table, self._own(value.index.domain, value.index.present, at))

    def _is_there(self, value: _Member, within: plan.Expr | None) -> bool:
        """Whether a value is there wherever the structure is that it is a member of (None: it is always there)."""
        if value.present is None or within is None or value.present == within:
            return value.present == within
        return self._steps.implies(value.domain, within, value.present)

    def _own(self, domain: str, value: plan.Expr | None, at: Location) -> plan.Expr | None:
        levels = self._steps.levels(domain, self._rows)
        if levels is None:
            raise Refusal("a value that belongs to no single row", at)
        return None if value is None else lowered(value, levels)

    def _piece(self, name: str, value: Piece, at: Location, within: plan.Expr | None) -> Column:
        address, length = self._own(value.domain, value.address, at), self._own(value.domain, value.length, at)
        valid = self._own(value.domain, value.present, at)
        assert address is not None
        assert length is not None
        if valid is not None and self._is_there(value, within):
            address = Select(valid, address, self._steps.somewhere(self._rows))
            length, valid = Select(valid, length, Const(0)), None
        return PieceColumn(name, "string" if value.is_text else "binary", address, length, valid, value.encoding)

    def _number(
        self,
        name: str,
        value: Num,
        kind: SpecValue | None,
        at: Location,
        logical: LogicalType | None,
        type_name: str | None,
        within: plan.Expr | None,
    ) -> Column:
        expr, present = self._own(value.domain, value.expr, at), self._own(value.domain, value.present, at)
        assert expr is not None
        valid = None if self._is_there(value, within) else present
        kind = _kind_of(value.case) if value.case is not None else kind
        if type_name is not None:
            shown = named_type(type_name)
            if value.is_float and shown in ("float32", "float64") and isinstance(kind, FloatValue):
                return Number(name, shown, of_width(expr, kind.bits, shown), valid)
            if value.is_float:
                raise Refusal("a float as a number of another type", at)
            if shown not in _INTEGERS:
                raise Refusal("an integer as something else", at)
            return Number(name, shown, expr, valid, self._fits(value, expr, present, shown, 1, at))
        if logical is not None:
            if logical.kind == "timestamp" and logical.unit == "ns":
                divided = Binary("u//" if value.high > HIGHEST else "//", expr, Const(1000))
                return Number(name, "timestamp[us]", divided, valid)
            if logical.kind == "timestamp":
                factor = _SCALES[logical.unit or "s"]
                fits = self._fits(value, expr, present, "int64", factor, at)
                scaled = expr if factor == 1 else Binary("*", expr, Const(factor))
                return Number(name, "timestamp[us]", scaled, valid, fits)
            if logical.kind == "long":
                return Number(name, "int64", expr, valid)
            if logical.kind == "bool" and not value.is_float:
                return Number(name, "bool", Binary("!=", expr, Const(0)), valid)
            if logical.kind == "utf16-unit" and value.address is not None and not self._counted:
                return self._unit(name, value, at, valid)
            raise Refusal(f"the meaning {logical.kind} of a number", at)
        match kind:
            case IntValue(bits, signed, wide):
                shown = _integer(bits, signed) if not wide else INTEGERS[-1]
                if wide and value.low < 0 and value.high <= HIGHEST and not self._by_region:
                    shown = "int64"  # the kernel's decimals have no sign; the batch is cast to what the view shows
                elif wide and value.low < 0:
                    self._leave_negative(value, at)
                return Number(name, shown, expr, valid, self._fits(value, expr, present, shown, 1, at))
            case FloatValue(bits):
                return Number(name, f"float{bits}", expr, valid)
            case BoolValue():
                return Number(name, "bool", expr, valid)
            case EnumValue(enum):
                if self._counted:
                    raise Refusal("names repeated for each row", at)
                value = self._evaluation.exact(value)
                entries = self._library.enums[enum].entries
                known = {e.value: e.label or e.id for e in entries if LOWEST <= e.value <= HIGHEST}
                return Named(name, expr, tuple(known), tuple(known.values()), valid)
        raise Refusal("a column of this type", at)

    def _leave_negative(self, value: Num, at: Location) -> None:
        """Leave records to objects in which a number that decimals show, which have no sign here, is below 0."""
        if self._by_region:
            raise Refusal("a number that may be below 0, or above all longs", at)
        self._leave_unless(value, Binary("<=", Const(0), value.expr))

    def _leave_unless(self, value: Num, fits: plan.Expr) -> None:
        """Leave records to objects in which a number that is there doesn't fit."""
        absent = () if value.present is None else (plan.invert(value.present),)
        self._steps.leave(value.domain, plan.any_of(*absent, fits), "")

    def _unit(self, name: str, value: Num, at: Location, valid: plan.Expr | None) -> Column:
        """A unit of UTF-16 as text."""
        address = self._own(value.domain, value.address, at)
        if address is None or value.order is None:
            raise Refusal("a unit of UTF-16 that isn't stored as such", at)
        return PieceColumn(name, "string", address, Const(2), valid, "utf-16be" if value.order == "be" else "utf-16le")

    @property
    def _whole(self) -> bool:
        """Whether an element may be refused with its record: that is one row, or objects give the rows before it."""
        return self._in_records or self.gradual

    def _fits(
        self, value: Num, expr: plan.Expr, present: plan.Expr | None, shown: str, factor: int, at: Location
    ) -> plan.Expr | None:
        """Where a number, ``factor`` times as large, is one that a column can hold; None: always.

        ``expr`` and ``present`` are over the rows."""
        if value.is_float or shown not in _BOUNDS:
            return None
        if not self._by_region and _BOUNDS[shown][1] <= HIGHEST:
            value = self._evaluation.exact(value)
        lowest, highest = _BOUNDS[shown]
        least, most = -(-lowest // factor), highest // factor
        bounds = []
        if value.low < least:
            bounds.append(Binary("<=", Const(least), expr))
        if value.high > most:
            bounds.append(Binary("<=", expr, Const(most)))
        if not bounds:
            return None
        if self._by_region and value.high > HIGHEST:
            # Above all signed numbers it looks like one below zero.
            bounds = [*bounds[:-1], *([] if most == HIGHEST else bounds[-1:]), Binary("<=", Const(0), expr)]
        elif not self._by_region and value.high > HIGHEST:
            raise Refusal("a number that its column may not be able to hold", at)
        elif not self._by_region and not (value.domain == RECORDS or self._whole):
            # The rows of a record before a number that doesn't fit count, but the kernel refuses whole records.
            own = [Binary("<=", Const(least), value.expr), Binary("<=", value.expr, Const(most))]
            self._leave_unless(value, plan.all_of(*own))
            return None
        fits = plan.all_of(*bounds)
        return fits if present is None else plan.any_of(plan.invert(present), fits)

    def _structure(
        self,
        name: str,
        value: Structure,
        at: Location,
        within: plan.Expr | None,
        logical: LogicalType | None = None,
        type_name: str | None = None,
    ) -> Column:
        typedef = self._library.types[value.type]
        valid = None if self._is_there(value, within) else self._own(value.domain, value.present, at)
        if typedef.shown_as is not None:
            return self._shown(name, value, typedef, typedef.shown_as, at, within, logical, type_name)
        if logical is not None or type_name is not None:
            raise Refusal("a structure as something else", at)
        if self._counted:
            raise Refusal("structs repeated for each row", at)
        if typedef.cells is not None and not typedef.columns:
            return self._described(name, value, typedef.cells, at, within)
        if value.type in self._within:
            raise Refusal("a structure inside one of its own type", at)
        self._within.append(value.type)
        try:
            members = tuple(self._stated(value, typedef) if typedef.columns else self.members(value))
        finally:
            self._within.pop()
        return Struct(name, members, valid)

    def _described(
        self, name: str, value: Structure, cells: NamedCells, at: Location, within: plan.Expr | None
    ) -> Column:
        """The column of a structure whose members an entry describes."""
        listed = self._evaluation.elements.unrolled(cells.cell, Context(value, value.domain, {}))
        if listed is None or self._counted:
            raise Refusal("a structure whose members don't lie in a list that an entry describes", at)
        number = Num(value.domain, plan.Given(plan.COLUMNS[listed.depth]), 0, plan.MOST_ELEMENTS)
        context = Context(value, value.domain, {"_column": number, "_index": number})
        made = self.variants(listed, cells.cell, context, len(self._evaluation.decisions.taken or ()), value.present)
        return Inner(name, listed.unrolled, made, None if self._is_there(value, within) else value.present)

    def variants(
        self,
        listed: Sequence | None,
        cell: SpecExpr,
        context: Context,
        decided: int = 0,
        within: plan.Expr | None = None,
    ) -> tuple[CellVariant, ...]:
        """The columns that are made of a cell, by what the header may decide.

        Args:
            listed: the list that it is an element of, one per column of the header; None: none.
            cell: its value.
            context: where that is computed.
            decided: how many decisions have been made around it.
            within: as for `column`.
        """
        found: list[CellVariant] = []

        def compute() -> None:
            with self._steps.apart() as steps:
                value = self._evaluation.value(cell, context)
                column = self._of_expression("", value, cell, context, within)
            found.append(CellVariant(self._evaluation.decisions.when(decided), tuple(steps), column))

        for decisions, _ in listed.variants if listed is not None else (((), None),):
            self._evaluation.decisions.alternatives(decisions, compute)
        return tuple(found)

    def _shown(
        self,
        name: str,
        value: Structure,
        typedef: TypeDef,
        shown_as: SpecExpr,
        at: Location,
        within: plan.Expr | None,
        logical: LogicalType | None = None,
        type_name: str | None = None,
    ) -> Column:
        """The column of a structure that one of its members stands for; ``logical`` and ``type_name``: what a view says
        of it, which is said of that member."""
        shown = self._evaluation.value(shown_as, Context(value, value.domain, {}))
        if isinstance(shown, Structure) and shown.type == value.type:
            raise Refusal("a structure that stands for itself", at)
        if isinstance(shown, Num | Piece) and shown.present is None and shown.domain == value.domain:
            shown = replace(shown, present=value.present)  # what is calculated is there where the structure is
        member = member_of(self._library, shown_as)
        if type_name is None and logical is None:
            logical = typedef.logical or (member.logical if member is not None else None)
        return self._meant(name, shown, shown_as.type, at, logical, member, value, within, type_name)

    def _meant(
        self,
        name: str,
        part: Value,
        kind: SpecValue | None,
        at: Location,
        logical: LogicalType | None,
        member: Attribute | ValueInstance | None,
        holder: Structure,
        within: plan.Expr | None,
        type_name: str | None = None,
    ) -> Column:
        """The column of a member of a structure, by what its values mean."""
        if isinstance(member, Attribute) and member.null is not None:
            part = self._or_null(part, member.null, kind, holder)
        if logical is None or logical.index is None:
            return self.column(name, part, kind, at, logical, type_name, within)
        items = self._evaluation.value(logical.index, Context(holder, holder.domain, {}))
        if not isinstance(items, Held) or not isinstance(part, Num):
            raise Refusal("the item of a list that isn't in the header", at)
        listed = logical.index.type
        return self.column(
            name, HeldEntry(items.expr, part), listed.item if isinstance(listed, ArrayValue) else None, at
        )

    def _or_null(self, part: Value, null: SpecExpr, kind: SpecValue | None, holder: Structure) -> Value:
        """A number or a text of which one stands for null."""
        if not isinstance(part, Num | Piece) or part.domain != holder.domain:
            raise Refusal("a value that stands for null and is neither a number nor text", null.loc)
        compared: Num | Piece = replace(part, present=None)
        if isinstance(part, Piece) and part.present is not None:
            address = Select(part.present, part.address, self._steps.somewhere(part.domain))
            compared = replace(part, address=address, length=Select(part.present, part.length, Const(0)), present=None)
        same = Compare("==", Name("_", null.loc, kind, "special"), null, null.loc, BoolValue())
        found = self._evaluation.number(same, Context(holder, holder.domain, {"_": compared}))
        there = plan.invert(found.expr)
        return replace(part, present=there if part.present is None else Binary("&", part.present, there))

    def _stated(self, value: Structure, typedef: TypeDef) -> list[Column]:
        """The columns of a structure whose type says which it has."""
        context = Context(value, value.domain, {"_": value})
        for column in typedef.columns:
            if column.named is not None:
                raise Refusal("a member of a structure for which something else stands", column.loc)
        return [self.stated(column, context, value.path, value.present) for column in typedef.columns]

    def members(self, value: Structure) -> list[Column]:
        """The columns of a structure: its attributes that may differ, then its value instances."""
        return [self.member(value, member) for member in shown_members(self._library.types[value.type])]

    def member(self, value: Structure, member: Attribute | ValueInstance) -> Column:
        """The column of one of the members that are shown of a structure.

        Raises:
            Refusal: the kernel can't make it.
        """
        assert member.id is not None
        if isinstance(member, Attribute):
            if value.seen is None and member.id not in value.fields:
                return self._absent(value, member)
            part = self._evaluation.member(value, member.id, None, Name(member.id, member.loc, member.value))
        else:
            name = Name(member.id, member.loc, member.value, "instance", value.type)
            part = self._evaluation.value(name, Context(value, value.domain, {}))
        kind = ArrayValue(member.value) if getattr(member, "repeat", None) and member.value else member.value
        return self._meant(member.id, part, kind, member.loc, member.logical, member, value, value.present)


def _is_checked_inside(column: Column) -> bool:
    """Whether a record may be refused for what lies in a list or a structure, also where that isn't shown."""
    match column:
        case Struct(columns=below):
            return any(map(_is_checked, below))
        case List(element=element):
            return _is_checked(element)
        case Map(key=key, value=value):
            return _is_checked(key) or _is_checked(value)
    return isinstance(column, Inner)


def _is_checked(column: Column) -> bool:
    return (not isinstance(column, Outer) and column.fits is not None) or _is_checked_inside(column)


def member_of(library: Library, expr: SpecExpr) -> Attribute | ValueInstance | None:
    """The member that an expression names."""
    if not isinstance(expr, Name | Member) or expr.owner is None or expr.owner not in library.types:
        return None
    typedef = library.types[expr.owner]
    found = next((one for one in (*typedef.attributes, *typedef.instances) if one.id == expr.name), None)
    return found if isinstance(found, Attribute | ValueInstance) else None


def shown_members(typedef: TypeDef) -> list[Attribute | ValueInstance]:
    """The members of a type that are columns."""
    attributes = [a for a in typedef.attributes if a.id is not None and a.contents is None and not a.inserted]
    return [*attributes, *(i for i in typedef.instances if isinstance(i, ValueInstance))]


def _outer_type(kind: SpecValue | None) -> str | None:
    """The type of the column that shows a value as it is, of those that may lie beside the input."""
    match kind:
        case IntValue(bits, signed, wide):
            shown = _integer(bits, signed)
            return shown if shown in INTEGERS[:-1] and not wide else None
        case FloatValue(bits):
            return f"float{bits}"
        case BoolValue():
            return "bool"
        case StrValue():
            return "string"
        case BytesValue():
            return "binary"
    return None


def _kind_of(item: Item) -> SpecValue | None:
    """The type of the numbers of a case."""
    match item:
        case NumberItem(kind, size):
            return FloatValue(8 * size) if kind.startswith("f") else IntValue(8 * size, kind.startswith("s"))
        case Bits(width):
            return BoolValue() if item.flag else IntValue(width, signed=False)
        case Nested(type):
            return StructValue(type)
    return None


def named_type(name: str) -> str:
    """The column type of a wire type."""
    if name in ("b1", "str", "bytes"):
        return {"b1": "bool", "str": "string", "bytes": "binary"}[name]
    return KINDS[name if name in KINDS else f"{name}le"].column


def _integer(bits: int, signed: bool) -> str:
    if bits == 0:
        return "int64"
    for width in (8, 16, 32, 64) if signed else (16, 32, 64):
        if bits <= width if signed else bits < width:
            return f"int{width}"
    return "decimal128(20,0)"
