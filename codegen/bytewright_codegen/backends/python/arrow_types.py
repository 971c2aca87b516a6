"""Arrow types and forms of values, as source, by the table of ``docs/types.md``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa

from bytewright_codegen.analysis.cases import Cases, Known
from bytewright_codegen.analysis.routes import Fork, Route, ends_of, route_of
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, item_name
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Binding, Cast, Expr, Member, Name
from bytewright_codegen.ir.expressions import Item as ItemAt
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import Attribute, SwitchWire, TypeDef, ValueInstance
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
    Value,
)
from bytewright_codegen.ir.views import ViewColumn
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Item, Nested, Number, case_member
from bytewright_codegen.semantics.constants import Constants
from bytewright_codegen.semantics.expansion import Expansion
from bytewright_codegen.semantics.values import is_union, is_union_type, standing

_NAMED = {
    "s1": "pa.int8()",
    "s2": "pa.int16()",
    "s4": "pa.int32()",
    "s8": "pa.int64()",
    "u1": "pa.int16()",
    "u2": "pa.int32()",
    "u4": "pa.int64()",
    "u8": "pa.decimal128(20, 0)",
    "f4": "pa.float32()",
    "f8": "pa.float64()",
    "b1": "pa.bool_()",
    "str": "pa.string()",
    "bytes": "pa.binary()",
}


class ArrowTypes:
    """Arrow types for the values of one codec."""

    def __init__(self, plans: CodecPlans) -> None:
        self.plans = plans
        self.absence = plans.absence
        self._cases = Cases(plans.library)
        self._expansion = Expansion(plans.library.types)

    def of_name(self, type_name: str) -> str:
        """The Arrow type that a column asks for by the name of a wire type."""
        return _NAMED[type_name]

    def of(
        self, value: Value | None, logical: Logical | None = None, within: frozenset[str] = frozenset()
    ) -> tuple[str, str]:
        """Arrow type and form of values, as source; the form is empty where it is plain.

        Args:
            value: their type.
            logical: what they mean.
            within: user types that enclose them: one of these again is recursion, which is cut off.
        """
        if logical is not None and not isinstance(value, ArrayValue):
            if logical.kind == "timestamp":
                return 'pa.timestamp("us", tz="UTC")', f"rt.Moment({logical.unit!r})"
            if logical.kind == "uuid":
                return "pa.string()", "rt.Uuid()"
            if logical.kind == "long":
                return "pa.int64()", "rt.Long()"
            if logical.kind == "bool":
                return "pa.bool_()", "" if isinstance(value, BoolValue) else "rt.Truth()"
            if logical.kind == "utf16-unit":
                return "pa.string()", "rt.Utf16Unit()"
            if logical.index is not None:
                items = logical.index.type
                return self.of(items.item if isinstance(items, ArrayValue) else None, None, within)
        if logical is not None and logical.key is not None and logical.shown is not None:
            sides = []
            for side in (logical.key, logical.shown):
                kind, form = self.of_expression(side)
                sides.append((kind, self._part(side, form)))
            (keys, key), (values, shown) = sides
            ways = tuple(way_in_item(side) for side in (logical.key, logical.shown))
            deeper = f", ways={ways!r}" if any(len(way) > 1 for way in ways) else ""
            return f"pa.map_({keys}, {values})", f"rt.Pairs({key}, {shown}{deeper})"
        match value:
            case IntValue(wide=True):
                return "pa.decimal128(20, 0)", ""
            case IntValue(bits, signed):
                return _integer(bits, signed=signed), ""
            case FloatValue(bits):
                return f"pa.float{bits}()", ""
            case BoolValue():
                return "pa.bool_()", ""
            case StrValue():
                return "pa.string()", ""
            case BytesValue():
                return "pa.binary()", ""
            case EnumValue(enum):
                return "pa.string()", f"rt.Enumerated({self._labels(enum)}, {self._storage(enum)})"
            case ArrayValue(item):
                inner, form = self.of(item, logical, within)
                return f'pa.list_(pa.field("element", {inner}))', f"rt.Items({form})" if form else ""
            case StructValue(type) if type and self.plans.types[type].cells is not None:
                return "pa.string()", "rt.JsonText()"  # which members it has is not known here
            case StructValue(type) if not type or type in within or self._expansion.is_too_big(type):
                # one of several types, one inside itself, or one with more in it than a schema can say
                return "pa.string()", "rt.JsonText()"
            case StructValue(type):
                return self._struct(self.plans.types[type], within | {type})
        return "pa.string()", "rt.JsonText()"

    def of_expression(self, expr: Expr, within: frozenset[str] = frozenset()) -> tuple[str, str]:
        """Arrow type and form of what an expression gives; ``within``: see `of`."""
        chosen = self._union(expr)
        if chosen is not None:
            typedef, attribute, is_item = chosen
            shown = replace(attribute, repeat=None) if is_item else attribute
            kind, form = self.of_member(typedef, shown, within)
            return kind, self._or_null(attribute, form)
        if self.switch_of(expr) is not None:
            cases = self._united(expr, within)
            assert cases is not None
            return _of_cases(cases)
        member = self._member(expr)
        kind, form = self.of(expr.type, member.logical if member is not None else None, within)
        return kind, self._or_null(member, form)

    def of_column(self, column: ViewColumn) -> tuple[str, str, bool]:
        """Arrow type and form of a column, as source, and whether there may be no value."""
        if column.members:
            members = [(member.id, *self.of_column(member)) for member in column.members]
            fields = ", ".join(f"pa.field({id!r}, {kind}, nullable={nullable})" for id, kind, _, nullable in members)
            forms = ", ".join(f"{id!r}: rt.Member({id!r}, {form})" for id, _, form, _ in members if form)
            kind = f'pa.list_(pa.field("element", pa.struct([{fields}]), nullable=False))'
            return kind, f"rt.Items(rt.Record({{{forms}}}))" if forms else "", False
        kind, form = self.of_expression(column.expr)
        if column.type_name is None and column.named is None and column.counted is None:
            self._check_united(column)
        if column.type_name is not None:
            kind = self.of_name(column.type_name)
            form = self._through(
                column.expr.type, lambda value: "rt.JsonText()" if self._is_text(column, value) else ""
            )
        if column.logical is not None:
            kind, _ = self.of(standing(self.plans.types, column.expr.type), column.logical)
            form = self._through(column.expr.type, lambda value: self.of(value, column.logical)[1])
            form = self._or_null(self._member(column.expr), form)
        if column.counted is None and column.named is not None and column.type_name is None:
            kind, form = self.of_expression(column.named.shown)
        return kind, form, self.absence.of_column(column)

    def shape_of_column(self, column: ViewColumn) -> tuple[int, ...]:
        """The same as `shape_of`, of what a column shows."""
        if column.type_name or column.logical or column.members or column.named or column.counted or column.first:
            return ()
        return self.shape_of(self._member(column.expr))

    def shape_of(self, member: Attribute | ValueInstance | None) -> tuple[int, ...]:
        """How many numbers there are in a list of them, dimension by dimension, where constants say it; empty: it is
        something else."""
        if not isinstance(member, Attribute) or member.repeat is None or member.logical or member.null:
            return ()
        count = Constants(self.plans.library, lambda _: None).value(member.repeat.expr)
        if member.repeat.kind != "expr" or count is None or count < 1:
            return ()
        match member.value:
            case IntValue(wide=False) | FloatValue():
                return (count,)
            case StructValue(type) if type:
                typedef = self.plans.types[type]
                stands = typedef.shown_as if typedef.logical is None else None
                inner = self._member(stands) if isinstance(stands, Name) else None
                is_there = isinstance(inner, Attribute) and inner.condition is None
                shape = self.shape_of(inner) if is_there else ()
                return (count, *shape) if shape else ()
        return ()

    def is_text_of(self, column: ViewColumn) -> bool:
        """Whether a column shows as text what isn't text: of several types, a structure or a list."""
        return self._is_text(column, column.expr.type)

    def _is_text(self, column: ViewColumn, kind: Value | None) -> bool:
        return column.type_name == "str" and (is_union(column.expr) or isinstance(kind, StructValue | ArrayValue))

    def switch_of(self, expr: Expr) -> Route:
        """Where the value of an expression comes from that shows as a struct of cases: of a switch whose cases have no
        type in common, of an element of one, or of several such and fields by conditions; None: it shows as something
        else."""
        if not is_union(expr) and not (isinstance(expr.type, ArrayValue) and is_union_type(expr.type.item)):
            return None
        route = route_of(self.absence, expr)
        if isinstance(route, Fork):
            return route if self._united(expr, frozenset()) is not None else None
        chosen = self._union(route) if route is not None else None
        return route if chosen is not None and self.is_mixed(chosen[0], chosen[1]) else None

    def _united(self, expr: Expr, within: frozenset[str]) -> dict[str, tuple[str, str]] | None:
        """The cases of all fields that the value of an expression may come from, by conditions: Arrow type and form of
        each by its name; None: what it may be has no name, or two types have one."""
        found: dict[str, tuple[str, str]] = {}
        for end in ends_of(route_of(self.absence, expr)):
            cases = self._named(end, within)
            if cases is None or any(found.setdefault(name, shown) != shown for name, shown in cases.items()):
                return None
        return found

    def _check_united(self, column: ViewColumn) -> None:
        """Refuse a column of values of several types that a condition chooses and that no struct of cases can show."""
        if not is_union(column.expr) or not isinstance(route_of(self.absence, column.expr), Fork):
            return
        found: dict[str, tuple[str, str]] = {}
        for end in ends_of(route_of(self.absence, column.expr)):
            cases = self._named(end, frozenset())
            kind = "a list" if isinstance(end.type, ArrayValue) else "calculated"
            why = f"{expression(end)} is {kind}, neither a switch nor a field" if cases is None else ""
            for name, shown in (cases or {}).items():
                if found.setdefault(name, shown) != shown:
                    one, other = arrow_type(found[name][0]), arrow_type(shown[0])
                    why = f"{name} is {one} in one of them and {other} in another"
            if why:
                message = f"column '{column.id}' shows values of several types that don't unite: {why}"
                hint = "State `type: str` to show them as JSON text, or a column for each, with `if`."
                raise SpecErrors((Diagnostic(column.expr.loc, message, hint=hint),))

    def _named(self, end: Expr, within: frozenset[str]) -> dict[str, tuple[str, str]] | None:
        """The cases of a field, by their names; one that is no switch is the only one."""
        chosen = self._switch(end)
        if chosen is not None:
            typedef, attribute, is_item = chosen
            is_one = is_item or attribute.repeat is None
            return self._by_name(typedef, attribute, within) if is_one else None
        member = self._member(end)
        if not isinstance(member, Attribute) or member.id is None or not isinstance(end, Name | Member):
            return None
        if end.owner is None or member.repeat is not None:
            return None
        typedef = self.plans.types[end.owner]
        return {case_member(self.plans.entry(typedef.name, member.id).item): self.of_member(typedef, member, within)}

    def _by_name(self, typedef: TypeDef, attribute: Attribute, within: frozenset[str]) -> dict[str, tuple[str, str]]:
        """Arrow type and form of the cases of a switch, by their names, with the meaning that all of them have."""
        choice = self.plans.entry(typedef.name, attribute.id).item
        assert isinstance(choice, Choice)
        means = isinstance(attribute.value, EnumValue) or attribute.logical is not None
        found: dict[str, tuple[str, str]] = {}
        for (_, item), shown in zip(choice.cases, self.cases(choice, within), strict=True):
            kind, form = self.of(attribute.value, attribute.logical, within) if means else shown
            found.setdefault(case_member(item), (kind, self._or_null(attribute, form)))
        return found

    def _union(self, expr: Expr) -> tuple[TypeDef, Attribute, bool] | None:
        """The switch between several types that an expression shows, with the type that has it; and whether it is an
        element of a list of such that is shown."""
        if not is_union(expr) and not (isinstance(expr.type, ArrayValue) and is_union_type(expr.type.item)):
            return None
        found = self._switch(expr)
        return found if found is not None and self._choice(*found[:2]) is not None else None

    def _switch(self, expr: Expr) -> tuple[TypeDef, Attribute, bool] | None:
        """The switch that an expression leads to, whatever its cases are; as `_union` gives it."""
        way = route_of(self.absence, expr)
        while isinstance(way, Cast):
            way = route_of(self.absence, way.target)
        if isinstance(way, ItemAt):
            found = self._switch(way.target)
            return None if found is None or found[2] or found[1].repeat is None else (*found[:2], True)
        member = self._member(way) if isinstance(way, Name | Member) and way.owner is not None else None
        if not isinstance(member, Attribute) or not isinstance(member.wire, SwitchWire):
            return None
        return self.plans.types[way.owner], member, False  # type: ignore[union-attr, index]

    def way_to_cells(self, type: str) -> tuple[tuple[str, ...], str] | None:
        """Names in Python of the way from a structure to the one with cells that stands for it, and its type; None:
        there is none."""
        typedef = self.plans.types[type]
        way: list[str] = []
        while typedef.cells is None:
            shown = typedef.shown_as
            member = self._member(shown) if shown is not None else None
            if (
                not isinstance(member, Attribute)
                or not isinstance(member.value, StructValue)
                or len(way) > len(self.plans.types)
            ):
                return None
            way.append(field_name(member.id or ""))
            typedef = self.plans.types[member.value.type]
        return tuple(way), typedef.name

    def is_place(self, expr: Expr) -> bool:
        """Whether an expression names a field that is the place of an item of a list."""
        member = self._member(expr)
        return member is not None and member.logical is not None and member.logical.index is not None

    def _part(self, expr: Expr, form: str) -> str:
        """The form of a part of an item of a list, which may lie in structures in it."""
        member = self._member(expr)
        name = self.python_name(member) if member is not None else ""
        shown = f"{name!r}{', ' + form if form else ''}"
        if isinstance(expr, Member) and self._member(expr.target) is not None:
            return self._part(expr.target, f"rt.Via({shown})")
        return f"rt.Member({shown})"

    def _through(
        self, value: Value | None, form: Callable[[Value | None], str], within: frozenset[str] = frozenset()
    ) -> str:
        """The form of a value, or of what stands for it at any depth, which is ``form`` of that."""
        typedef = self.plans.types.get(value.type) if isinstance(value, StructValue) else None
        shown = typedef.shown_as if typedef is not None and typedef.name not in within else None
        member = self._member(shown) if isinstance(shown, Name) else None
        if typedef is None or shown is None or member is None:
            return form(value)
        inner = self._or_null(member, self._through(shown.type, form, within | {typedef.name}))
        name = self.python_name(member)
        return f"rt.Via({name!r}{', ' + inner if inner else ''}{self._taken(typedef, member)})"

    def _member(self, expr: Expr) -> Attribute | ValueInstance | None:
        """The member that an expression names."""
        return self.absence.member(expr)

    def _or_null(self, member: Attribute | ValueInstance | None, form: str) -> str:
        """The form of a member, one of whose values may stand for null; an item of a list knows that by itself."""
        null = member.null if isinstance(member, Attribute) else None
        if null is None or (member is not None and member.logical is not None and member.logical.index is not None):
            return form
        sentinel = (
            f"rt.OptionValue({null.name!r})" if isinstance(null, Name) else PythonExpressions(self.plans.naming)(null)
        )
        return f"rt.Null({sentinel}{', ' + form if form else ''})"

    def _struct(self, typedef: TypeDef, within: frozenset[str]) -> tuple[str, str]:
        if typedef.columns:
            stated = [(column.id, *self.of_column(column)) for column in typedef.columns]
            named = ", ".join(f"pa.field({id!r}, {kind}, nullable={nullable})" for id, kind, _, nullable in stated)
            shown = ", ".join(f"{id!r}: rt.Member({id!r}, {form})" for id, _, form, _ in stated if form)
            return f"pa.struct([{named}])", f"rt.Via('_columns', rt.Record({{{shown}}}))"
        if typedef.shown_as is not None and isinstance(typedef.shown_as, Name):
            member = self._member(typedef.shown_as)
            if member is not None and member.logical is None and typedef.logical is not None:
                member = replace(member, logical=typedef.logical)
            assert member is not None
            inner, form = self.of_member(typedef, member, within)
            taken = self._taken(typedef, member)
            return inner, f"rt.Via({self.python_name(member)!r}{', ' + form if form else ''}{taken})"
        fields, forms = [], []
        for member in members(typedef):
            inner, form = self.of_member(typedef, member, within)
            assert member.id is not None
            nullable = self.is_nullable(typedef, member)
            fields.append(f"pa.field({member.id!r}, {inner}{'' if nullable else ', nullable=False'})")
            name = self.python_name(member)
            taken = self._taken(typedef, member)
            if form or taken or name != member.id:
                forms.append(f"{member.id!r}: rt.Member({name!r}{', ' + form if form else ''}{taken})")
        form = f"rt.Record({{{', '.join(forms)}}})" if forms else ""
        return f"pa.struct([{', '.join(fields)}])", form

    def _taken(self, typedef: TypeDef, member: Attribute | ValueInstance) -> str:
        """How a member is taken out of a structure, where that isn't by its name alone, as an argument."""
        if isinstance(member, Attribute):
            return ", switch=True" if self.is_mixed(typedef, member) else ""
        path = self.path_of(named(typedef, member))
        return f", take=lambda item: {self.value_at(path, 'item')}" if path is not None else ""

    def path_of(self, expr: Expr) -> Route:
        """What views follow in place of an expression that names a calculated value: to switches, or through what may
        be absent; None: its value says it all."""
        if not isinstance(self._member(expr), ValueInstance):
            return None
        switch = self.switch_of(expr)
        if switch is not None:
            return switch
        way = route_of(self.absence, expr)
        return way if not isinstance(way, Fork) and way is not None and self.absence.leads_nowhere(way) else None

    def value_at(self, route: Route, this: str) -> str:
        """The value at the end of a route, as source; ``this``: the structure in whose type that begins."""
        return self.value_of(PythonExpressions(self.plans.naming, this, absent=self.absence.leads_nowhere), route)

    def value_of(self, expressions: PythonExpressions, route: Route) -> str:
        """The value at the end of a route, as source: of a switch, and of a field beside one, with the name of its
        case."""
        if isinstance(route, Fork):
            return self._value_of_case(expressions, route)
        if route is None:
            return "None"
        return expressions(route) if self.switch_of(route) is None else switched(expressions, route)

    def _value_of_case(self, expressions: PythonExpressions, route: Route) -> str:
        if isinstance(route, Fork):
            then, otherwise = (self._value_of_case(expressions, side) for side in (route.then, route.otherwise))
            test = f"({then} if {expressions(route.test, tight=True)} else {otherwise})"
            return test if route.within is None else f"(None if {expressions(route.within)} is None else {test})"
        if route is None:
            return "None"
        if self._switch(route) is not None:
            return switched(expressions, route)
        (name,) = self._named(route, frozenset()) or ("",)
        return f"rt.case_of({name!r}, {expressions(route)})"

    def python_name(self, member: Attribute | ValueInstance) -> str:
        """The Python name of what a member shows."""
        place = member.logical is not None and member.logical.index is not None
        return item_name(member.id or "") if place else field_name(member.id or "")

    def of_member(
        self, typedef: TypeDef, member: Attribute | ValueInstance, within: frozenset[str] = frozenset()
    ) -> tuple[str, str]:
        """Arrow type and form of a member of a structure, as source."""
        path = None if isinstance(member, Attribute) else self.path_of(named(typedef, member))
        if path is not None:
            return self.of_expression(named(typedef, member) if isinstance(path, Fork) else path, within)
        choice = self._choice(typedef, member)
        if choice is None:
            value = member.value
            if isinstance(member, Attribute) and member.repeat is not None and not isinstance(value, ArrayValue):
                value = ArrayValue(value) if value is not None else None
            kind, form = self.of(value, member.logical, within)
            return kind, self._or_null(member, form)
        same = self._same(choice, within)
        if same is not None:
            kind, form = same
            if isinstance(member, Attribute) and member.repeat is not None:
                return f'pa.list_(pa.field("element", {kind}))', f"rt.Items({form})" if form else ""
            return kind, form
        assert isinstance(member, Attribute)
        kind, form = _of_cases(self._by_name(typedef, member, within))
        if member.repeat is not None:
            return f'pa.list_(pa.field("element", {kind}))', f"rt.Items({form})"
        return kind, form

    def is_mixed(self, typedef: TypeDef, member: Attribute | ValueInstance) -> bool:
        """Whether a member is a switch whose cases have no type in common."""
        if not isinstance(member, Attribute):
            return self.switch_of(named(typedef, member)) is not None
        choice = self._choice(typedef, member)
        return choice is not None and self._same(choice, frozenset({typedef.name})) is None

    def _same(self, choice: Choice, within: frozenset[str]) -> tuple[str, str] | None:
        """The type and form of a switch all of whose cases are shown alike, by the values that stand for them."""
        if not all(isinstance(item, Nested) for _, item in choice.cases):
            return None
        shown = set(self.cases(choice, within))
        named = all(self.plans.types[item.type].shown_as for _, item in choice.cases if isinstance(item, Nested))
        return shown.pop() if named and len(shown) == 1 else None

    def is_nullable(self, typedef: TypeDef, member: Attribute | ValueInstance) -> bool:
        """Whether a member may be absent: by its condition, or since no case of its switch needs to match."""
        if self.is_mixed(typedef, member) or self.absence.of_member(member):
            return True
        return not isinstance(member, Attribute) and self.absence.is_null(named(typedef, member))

    def _choice(self, typedef: TypeDef, member: Attribute | ValueInstance) -> Choice | None:
        if not isinstance(member, Attribute) or not isinstance(member.wire, SwitchWire):
            return None
        value = member.value.item if isinstance(member.value, ArrayValue) else member.value
        if not isinstance(value, AnyValue) and value != StructValue(""):
            return None
        item = self.plans.entry(typedef.name, member.id).item
        return item if isinstance(item, Choice) else None

    def cases(self, choice: Choice, within: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
        """Arrow type and form of each case of a switch, in their order."""
        return [self._of_item(item, self._cases.holder(choice, value), within) for value, item in choice.cases]

    def _of_item(self, item: Item, holder: Known | None, within: frozenset[str]) -> tuple[str, str]:
        """Arrow type and form of a value that lies in a structure of which something is known."""
        if not isinstance(item, Nested):
            return _of_bits(item) if isinstance(item, Bits) else _NAMED[case_member(item)], ""
        typedef = self.plans.types[item.type]
        shown = typedef.shown_as
        if holder is not None and item.type not in within and isinstance(shown, Name) and shown.binding == "attribute":
            known = self._cases.inside(item, holder)
            entry = self.plans.entry(item.type, shown.name)
            chosen = self._cases.chosen(entry.item, known)
            plain = isinstance(chosen, Number | Bits) and (
                entry.enum is not None or entry.attribute.logical is not None
            )
            if isinstance(chosen, Number | Bits | Nested) and not plain and typedef.logical is None:
                kind, form = self._of_item(chosen, known, within | {item.type})
                if entry.count is not None:
                    kind, form = f'pa.list_(pa.field("element", {kind}))', f"rt.Items({form})" if form else ""
                return kind, f"rt.Via({field_name(shown.name)!r}{', ' + form if form else ''})"
        return self.of(StructValue(item.type), None, within)

    def _labels(self, enum: str) -> str:
        entries = self.plans.enums[enum].entries
        return "{" + ", ".join(f"{e.value}: {(e.label or e.id)!r}" for e in entries) + "}"

    def _storage(self, enum: str) -> str:
        largest = max((e.value for e in self.plans.enums[enum].entries), default=0)
        return "pa.int64()" if largest < 1 << 63 else "pa.decimal128(20, 0)"


def _of_cases(cases: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """Arrow type and form of a struct with a member per case, by their names."""
    fields = ", ".join(f"pa.field({name!r}, {kind})" for name, (kind, _) in cases.items())
    forms = ", ".join(f"{name!r}: {form}" for name, (_, form) in cases.items() if form)
    return f"pa.struct([{fields}])", f"rt.Cases({{{forms}}})"


def switched(expressions: PythonExpressions, way: Expr) -> str:
    """The value of a switch with the name of its case, as source; ``way`` leads there."""
    match way:
        case ItemAt(target, index):
            return f"rt.item_of({switched(expressions, target)}, {expressions(index)})"
        case Cast(target):
            return switched(expressions, target)
        case Member(target, name):
            return f"rt.switched({expressions(target)}, {field_name(name)!r})"
    assert isinstance(way, Name)
    return f"rt.switched({expressions.this}, {field_name(way.name)!r})"


def way_in_item(side: Expr) -> tuple[str, ...]:
    """The ids of the fields that lead from an item to what is the key, or the value, of a map; empty: it is
    calculated."""
    if not isinstance(side, Member) or side.binding != "attribute":
        return ()
    if isinstance(side.target, Name) and side.target.name == "_":
        return (side.name,)
    above = way_in_item(side.target)
    return (*above, side.name) if above else ()


def named(typedef: TypeDef, member: Attribute | ValueInstance) -> Name:
    """The name of a member, in the text of its type."""
    value = member.value
    if isinstance(member, Attribute) and member.repeat is not None and value is not None:
        value = ArrayValue(value)
    binding: Binding = "attribute" if isinstance(member, Attribute) else "instance"
    return Name(member.id or "", member.loc, value, binding, typedef.name)


def _of_bits(item: Bits) -> str:
    return "pa.bool_()" if item.flag else _integer(item.width, signed=False)


def members(typedef: TypeDef) -> list[Attribute | ValueInstance]:
    """The members of a type that are columns: named attributes that may differ, then value instances."""
    attributes = [a for a in typedef.attributes if a.id is not None and a.contents is None and not a.inserted]
    return [*attributes, *(i for i in typedef.instances if isinstance(i, ValueInstance))]


def _integer(bits: int, *, signed: bool) -> str:
    if bits == 0:
        return "pa.int64()"
    if signed:
        return f"pa.int{next(w for w in (8, 16, 32, 64) if bits <= w)}()"
    for width in (16, 32, 64):
        if bits < width:
            return f"pa.int{width}()"
    return "pa.decimal128(20, 0)"


def arrow_type(source: str) -> pa.DataType:
    """The type that source stands for which this module made: calls of pyarrow's functions, lists and constants.

    Raises:
        ValueError: it is anything else.
    """

    def made(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value):
                return value
            case ast.List(items):
                return [made(item) for item in items]
            case ast.Call(ast.Attribute(ast.Name("pa"), function), arguments, keywords):
                named = {keyword.arg or "": made(keyword.value) for keyword in keywords}
                return getattr(pa, function)(*map(made, arguments), **named)
        raise ValueError(f"no type: {ast.unparse(node)}")

    found: pa.DataType = made(ast.parse(source, mode="eval").body)
    return found
