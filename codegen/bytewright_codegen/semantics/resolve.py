"""Names and types: every reference becomes absolute, every expression and member gets its type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bytewright.codecs import one_of
from bytewright.codecs.built_in import BUILT_IN
from bytewright.codecs.checksums import ALGORITHMS
from bytewright_codegen.ir.diagnostics import Problems, misspelt, nearest
from bytewright_codegen.ir.expressions import Expr, Invoke, Item, Literal_, Member, Name, Tabulate, beginning
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    BytesWire,
    CalculatedOrder,
    Checksum,
    Derive,
    IntWire,
    Option,
    Parameter,
    Process,
    Spec,
    StructWire,
    SwitchWire,
    TypeDef,
    Valid,
    ValueInstance,
    Wire,
)
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    IntValue,
    StreamValue,
    StructValue,
    StrValue,
    Value,
)
from bytewright_codegen.ir.views import (
    CellPivot,
    Counted,
    Decode,
    FileChoice,
    Maker,
    Named,
    NamedCells,
    Pivot,
    Property,
    Requirement,
    Selection,
    Variants,
    View,
    ViewColumn,
    listed,
)
from bytewright_codegen.ir.walk import parents
from bytewright_codegen.semantics.computable import check_operations
from bytewright_codegen.semantics.expressions import Scope, Typer
from bytewright_codegen.semantics.levels import check_bounds, levels_of
from bytewright_codegen.semantics.meanings import check_meanings
from bytewright_codegen.semantics.methods import item_of
from bytewright_codegen.semantics.names import Names
from bytewright_codegen.semantics.nesting import check_nesting
from bytewright_codegen.semantics.other_cases import with_nullable_cases
from bytewright_codegen.semantics.structures import LibraryStructures
from bytewright_codegen.semantics.values import assignable, builtin_value, describe

_ARGUMENTS: dict[str, type] = {"integer": IntValue, "bytes": BytesValue}
"""What arguments of processes may be."""


def resolve(library: Library, problems: Problems | None = None) -> Library:
    """Resolves all specs of a library.

    Args:
        library: as a front end leaves it.
        problems: what the front end has found wrong.

    Returns:
        The library with absolute names of types and enums, ``type``, ``binding`` and ``owner`` on expressions,
        ``value`` on attributes, instances, parameters and columns, and ``parent_type``.

    Raises:
        SpecErrors: unknown names, expressions whose types don't fit, wrong arguments; all that could be found.
    """
    problems = Problems(library.warnings) if problems is None else problems
    resolver = _Resolver(library, problems)
    resolved = replace(library, specs=tuple(resolver.spec(spec) for spec in library.specs))
    resolver.check_circles()
    check_nesting(resolved, problems)
    check_meanings(resolved, problems)
    if not problems:
        check_operations(resolved, problems)
    problems.raise_any()
    return replace(library, specs=with_nullable_cases(resolved), warnings=problems.warnings())


class _Resolver:
    def __init__(self, library: Library, problems: Problems) -> None:
        self.library = library
        self.problems = problems
        self.names = Names(library)
        self.structures = LibraryStructures(library, self.names, problems)
        self.typer = Typer(library, self.names, self.structures, problems)
        self.inner_views: dict[tuple[str, str], tuple[str, str]] = {}
        self.options: tuple[Option, ...] = ()

    def spec(self, spec: Spec) -> Spec:
        self.options = spec.options
        types = tuple(self.type(definition) for definition in spec.types)
        views = tuple(self.view(view, spec) for view in spec.views)
        makers = tuple(self.maker(maker, spec) for maker in spec.makers)
        return replace(spec, types=types, views=views, makers=makers)

    def maker(self, maker: Maker, spec: Spec) -> Maker:
        views = [view.name for view in spec.views]
        if maker.view is not None and maker.view not in views:
            self.problems.add(maker.loc, f"there is no view '{maker.view}'", nearest(maker.view, views))
        options = [option.id for option in spec.options]
        for name in (*maker.told, *((maker.limit,) if maker.limit is not None else ())):
            if name not in options:
                self.problems.add(maker.loc, f"there is no option '{name}'", nearest(name, options))
        dealt, _ = self.list(maker.dealt, Scope(spec.root.name, view=True), "'list'")
        if dealt is not None and len(listed(dealt)) != 1:
            self.problems.add(beginning(dealt), "'list' is one list in the elements of another: a[*].b[*]")
        return replace(maker, dealt=dealt)

    def type(self, definition: TypeDef) -> TypeDef:
        scope = Scope(definition.name)
        order = definition.order
        if isinstance(order, CalculatedOrder):
            order = self.calculated_order(order, scope)
        return replace(
            definition,
            params=tuple(self.parameter(param, scope) for param in definition.params),
            attributes=tuple(self.attribute(attribute, scope, definition) for attribute in definition.attributes),
            instances=tuple(self.instance(instance, scope, definition) for instance in definition.instances),
            to_string=self.checked(definition.to_string, scope, StrValue(), "'to-string'"),
            order=order,
            parent_type=self.structures.parent(definition.name),
            shown_as=self.shown_as(definition, scope),
            columns=tuple(self.column(column, replace(scope, view=True, row=True)) for column in definition.columns),
            cells=self.named_cells(definition.cells, scope) if definition.cells is not None else None,
        )

    def named_cells(self, cells: NamedCells, scope: Scope) -> NamedCells:
        each, element = self.list(cells.each, scope, "'each'")
        described = replace(scope, element=element, has_element=True)
        name = self.typer.resolve(cells.name, described)
        self.typer.expect(name, StrValue(), "'name'")
        inner, _ = self.list(cells.inner, described, "'inner'")
        cell = self.typer.resolve(cells.cell, replace(scope, column=True))
        case = self.optional(cells.case, described)
        return replace(cells, each=each or cells.each, name=name, cell=cell, case=case, inner=inner)

    def shown_as(self, definition: TypeDef, scope: Scope) -> Expr | None:
        found = self.optional(definition.shown_as, scope)
        named = isinstance(found, Name) and found.binding in ("attribute", "instance", None)
        if found is not None and found.type is not None and not named:
            self.problems.add(beginning(found), "'-show: {value: …}' names a member of the type")
        return found

    def calculated_order(self, order: CalculatedOrder, scope: Scope) -> CalculatedOrder:
        on = self.typer.resolve(order.on, scope)
        tests = [self.case(test, on, scope) for test, _ in order.cases]
        return replace(order, on=on, cases=tuple((t, o) for t, (_, o) in zip(tests, order.cases, strict=True)))

    # --- expressions -----------------------------------------------------------------------------------------------

    def optional(self, expr: Expr | None, scope: Scope) -> Expr | None:
        return None if expr is None else self.typer.resolve(expr, scope)

    def checked(self, expr: Expr | None, scope: Scope, value: Value, what: str) -> Expr | None:
        if expr is None:
            return None
        found = self.typer.resolve(expr, scope)
        self.typer.expect(found, value, what)
        return found

    def compared(self, expr: Expr | None, scope: Scope, value: Value | None, operator: str = "==") -> Expr | None:
        """An expression that is compared with a value."""
        if expr is None:
            return None
        found = self.typer.resolve(expr, scope)
        if found.type is not None and value is not None:
            self.typer.expect_comparable_values(value, found.type, beginning(found), operator)
        return found

    def case(self, test: Expr | None, on: Expr, scope: Scope) -> Expr | None:
        return self.compared(test, scope, on.type)

    # --- members ---------------------------------------------------------------------------------------------------

    def parameter(self, parameter: Parameter, scope: Scope) -> Parameter:
        value = self.typer.named_value(parameter.type_name, scope.owner, parameter.type_loc)
        enum = self.enum(parameter.enum, scope, parameter.enum_loc)
        base = value.item if isinstance(value, ArrayValue) else value
        if enum is not None and base is not None and not isinstance(base, IntValue):
            self.problems.add(parameter.enum_loc, f"{describe(base)} can't be an enum")
        return replace(parameter, enum=enum, value=self.structures.parameter_value(scope.owner, parameter))

    def enum(self, name: str | None, scope: Scope, loc: Location) -> str | None:
        return None if name is None else self.typer.enum_name(name, scope.owner, loc)

    def instance(
        self, instance: Attribute | ValueInstance, scope: Scope, definition: TypeDef
    ) -> Attribute | ValueInstance:
        if isinstance(instance, Attribute):
            return self.attribute(instance, scope, definition)
        expr = self.typer.resolve(instance.expr, scope)
        enum = self.enum(instance.enum, scope, instance.enum_loc)
        if instance.enum is not None and expr.type is not None and not isinstance(expr.type, IntValue):
            self.problems.add(instance.enum_loc, f"{describe(expr.type)} can't be an enum")
        value = self.structures.instance_value(scope.owner, expr, instance)
        if instance.checksum_field is not None:
            known = [a.id for a in definition.attributes if a.id and a.checksum is not None]
            if instance.checksum_field not in known:
                message = (
                    f"'-valid: {{checksum-of: …}}' names no attribute with a checksum: '{instance.checksum_field}'"
                )
                self.problems.add(instance.loc, message, nearest(instance.checksum_field, known))
            self.typer.expect(expr, BoolValue(), "'-valid: {checksum-of: …}'")
        return replace(
            instance,
            expr=expr,
            condition=self.checked(instance.condition, scope, BoolValue(), "'if'"),
            enum=enum,
            value=value,
            valid=self.valid(instance.valid, replace(scope, element=value, has_element=True), value),
        )

    def attribute(self, attribute: Attribute, scope: Scope, definition: TypeDef) -> Attribute:
        value = self.structures.attribute_value(scope.owner, attribute)
        each = replace(scope, indexed=attribute.repeat is not None)
        element = replace(each, element=value, has_element=True)
        numbered = replace(scope, indexed=True)  # by the number of the structure
        repeat = attribute.repeat
        if repeat is not None and repeat.kind == "expr":
            repeat = replace(repeat, expr=self.checked(repeat.expr, scope, IntValue(), "'repeat-expr'"))
        elif repeat is not None and repeat.kind == "until":
            repeat = replace(repeat, expr=self.checked(repeat.expr, element, BoolValue(), "'repeat-until'"))
        parent = self.optional(attribute.parent, each)
        if parent is not None and not (isinstance(parent, Literal_) and parent.value is False):
            self.typer.expect(parent, StructValue(""), "'parent'")
        if attribute.enum is not None and isinstance(attribute.wire, SwitchWire):
            for _, case in attribute.wire.cases:
                if not isinstance(case, IntWire | BitsWire):
                    self.problems.add(attribute.enum_loc, "a case that is not an integer can't be an enum")
        if attribute.validity_of is not None:
            self.check_validity(attribute, value, definition)
        return replace(
            attribute,
            wire=self.wire(attribute.wire, each),
            condition=self.checked(attribute.condition, scope, BoolValue(), "'if'"),
            repeat=repeat,
            size=self.checked(attribute.size, each, IntValue(), "'size'"),
            enum=self.enum(attribute.enum, scope, attribute.enum_loc),
            process=self.process(attribute.process, each),
            valid=self.valid(attribute.valid, element, value),
            sync=self.valid(attribute.sync, element, value),
            position=self.checked(attribute.position, scope, IntValue(), "'pos'"),
            stream=self.checked(attribute.stream, scope, StreamValue(), "'io'"),
            parent=parent,
            value=value,
            derive=self.derive(attribute.derive, numbered, value),
            default=self.default(attribute.default, numbered, value),
            checksum=self.checksum(attribute, scope),
            null=self.compared(attribute.null, replace(scope, options=self.options), value),
            unique=self.optional(attribute.unique, replace(element, indexed=False)),
            same=self.optional(attribute.same, replace(element, indexed=False)),
            logical=self.logical(attribute, scope),
        )

    def wire(self, wire: Wire, scope: Scope) -> Wire:
        match wire:
            case StructWire():
                name = self.typer.type_name(wire.type, scope.owner, wire.loc)
                args = tuple(self.typer.resolve(arg, scope) for arg in wire.args)
                if name is None:
                    return replace(wire, args=args)
                self.check_arguments(args, self.library.types[name], wire.loc)
                return StructWire(name, args, wire.loc)
            case SwitchWire():
                on = self.typer.resolve(wire.on, scope)
                inner = replace(scope, switched=on.type, has_switched=True)
                cases = []
                for test, case in wire.cases:
                    cases.append((self.case(test, on, inner), self.wire(case, inner)))
                return SwitchWire(on, tuple(cases))
        return wire

    def check_arguments(self, args: tuple[Expr, ...], definition: TypeDef, loc: Location) -> None:
        if len(args) != len(definition.params):
            takes, found = len(definition.params), len(args)
            place = beginning(args[takes]) if found > takes else loc
            self.problems.add(place, f"'{definition.name}' takes {_arguments(takes)}, not {found}")
            return
        for arg, param in zip(args, definition.params, strict=True):
            value = self.structures.parameter_value(definition.name, param)
            if arg.type is not None and value is not None and not assignable(arg.type, value):
                message = f"{describe(arg.type)} can't be passed for '{param.id}', which is {describe(value)}"
                self.problems.add(beginning(arg), message)

    def process(self, process: Process | None, scope: Scope) -> Process | None:
        if process is None:
            return None
        args = tuple(self.typer.resolve(arg, scope) for arg in process.args)
        if process.name in BUILT_IN:
            takes = BUILT_IN[process.name].takes
            if len(args) != len(takes):
                self.problems.add(process.loc, f"'{process.name}' takes {_arguments(len(takes))}, not {len(args)}")
            for arg, kinds in zip(args, takes, strict=False):
                if arg.type is not None and not isinstance(arg.type, tuple(_ARGUMENTS[kind] for kind in kinds)):
                    self.problems.add(beginning(arg), f"'{process.name}' can't take {describe(arg.type)}")
        elif process.name == one_of.CODEC:
            self.codecs(process, args)
        elif meant := misspelt(process.name, BUILT_IN):
            self.problems.warn(process.loc, f"'{process.name}' is a process of your own", f"Did you mean '{meant}'?")
        return replace(process, args=args)

    def codecs(self, process: Process, args: tuple[Expr, ...]) -> None:
        """Check the number and the names that choose a codec."""
        if not args or not isinstance(args[0].type, IntValue | None):
            self.problems.add(process.loc, f"'{process.name}' takes a number, and the names of codecs")
        for arg in args[1:]:
            name = arg.value if isinstance(arg, Literal_) else None
            if name != one_of.NONE and name not in one_of.CODECS:
                hint = nearest(str(name), [one_of.NONE, *one_of.CODECS])
                self.problems.add(beginning(arg), f"'{process.name}' takes names of codecs behind the number", hint)

    def valid(self, valid: Valid | None, scope: Scope, value: Value | None) -> Valid | None:
        return valid and replace(
            valid,
            eq=self.compared(valid.eq, scope, value),
            min=self.compared(valid.min, scope, value, ">="),
            max=self.compared(valid.max, scope, value, "<="),
            any_of=self.all(valid.any_of, lambda expr: self.compared(expr, scope, value)),
            expr=self.checked(valid.expr, scope, BoolValue(), "'expr'"),
        )

    def all(self, exprs: tuple[Expr, ...], one: Callable[[Expr], Expr | None]) -> tuple[Expr, ...]:
        return tuple(found for expr in exprs if (found := one(expr)) is not None)

    # --- what our keys say ---------------------------------------------------------------------------------------

    def checksum(self, attribute: Attribute, scope: Scope) -> Checksum | None:
        checksum = attribute.checksum
        if checksum is None:
            return None
        algorithm, wire = ALGORITHMS[checksum.algorithm], attribute.wire
        if algorithm.digest:
            if not _is_plain_bytes(attribute, algorithm.size):
                expected = f"bytes with 'size: {algorithm.size}', and nothing that changes them"
                self.problems.add(checksum.loc, f"'-checksum' by {checksum.algorithm} stands on {expected}")
        elif not isinstance(wire, IntWire) or wire.size != algorithm.size or wire.signed:
            self.problems.add(checksum.loc, f"'-checksum' by {checksum.algorithm} stands on a u{algorithm.size}")
        start, end = self.optional(checksum.start, scope), self.optional(checksum.end, scope)
        for bound in (start, end):
            if bound is not None and bound.type is not None and _field_above(bound) is None:
                hint = "Such as a, or _parent.a."
                self.problems.add(
                    beginning(bound), "'from' and 'to' name fields of this structure or of one around it", hint
                )
        return replace(checksum, start=start, end=end)

    def logical(self, attribute: Attribute, scope: Scope) -> Logical | None:
        logical = attribute.logical
        if logical is not None and logical.key is not None and logical.shown is not None:
            if attribute.repeat is None:
                self.problems.add(beginning(logical.key), "only a list can be a map")
            item = replace(scope, element=self.structures.attribute_value(scope.owner, attribute), has_element=True)
            key, shown = self.typer.resolve(logical.key, item), self.typer.resolve(logical.shown, item)
            for part, called in ((key, "key"), (shown, "value")):
                if part.type is not None and not _is_of_item(part):
                    hint = "Such as _.name, or _.place.name; an instance of the item's type may calculate it."
                    self.problems.add(
                        beginning(part), f"the '{called}' of a map must be a member of its item '_'", hint
                    )
            return replace(logical, key=key, shown=shown)
        if logical is None or logical.index is None:
            return logical
        index, _ = self.list(logical.index, scope, "'index'")
        if not isinstance(attribute.wire, IntWire):
            self.problems.add(beginning(logical.index), "only an integer can be the place of an item")
        return replace(logical, index=index)

    def derive(self, derive: Derive | None, scope: Scope, value: Value | None) -> Derive | None:
        if derive is None:
            return None
        path = self.typer.resolve(derive.path, scope)
        if derive.kind == "value":
            path = self.default(derive.path, scope, value) or path
        choices = tuple((name, found) for name, expr in derive.choices if (found := self.compared(expr, scope, value)))
        when_empty = self.default(derive.when_empty, scope, value)
        if derive.kind == "presence-of":
            return self.presence(derive, path, scope, value)
        if derive.kind in ("position-of", "end-of") and value is not None and not isinstance(value, IntValue):
            self.problems.add(derive.loc, f"a position must be an integer, not {describe(value)}")
        relative_to = self.optional(derive.relative_to, scope)
        own = isinstance(relative_to, Name) and relative_to.binding in ("attribute", None)
        if relative_to is not None and not own:
            self.problems.add(beginning(relative_to), "'relative-to' names a field of the same structure")
        unless = self.default(derive.unless, scope, value)
        return replace(
            derive,
            path=path,
            when_empty=when_empty,
            choices=choices,
            relative_to=relative_to,
            unless=unless,
            also=tuple(self.typer.resolve(one, scope) for one in derive.also),
        )

    def presence(self, derive: Derive, path: Expr, scope: Scope, value: Value | None) -> Derive:
        """``presence-of``: the path is ``list[*].member``; ``at`` and ``where`` are about an item."""
        if value is not None and not isinstance(value, BoolValue):
            self.problems.add(derive.loc, "'presence-of' stands on a list of b1")
        items = path.target.target if isinstance(path, Member) and isinstance(path.target, Item) else None
        if not isinstance(items, Name) or items.binding not in ("attribute", None):
            self.problems.add(derive.loc, "'presence-of' names a member of the items of a list: items[*].value")
            return replace(derive, path=path)
        inner = replace(scope, element=item_of(items.type) if items.type else None, has_element=True)
        at = self.checked(derive.at, inner, IntValue(), "'at'")
        return replace(derive, path=path, at=at, where=self.checked(derive.where, inner, BoolValue(), "'where'"))

    def default(self, expr: Expr | None, scope: Scope, value: Value | None) -> Expr | None:
        if expr is None:
            return None
        if isinstance(expr, Invoke | Tabulate):
            scope = replace(scope, options=self.options)
        found = self.typer.resolve(expr, scope)
        if isinstance(found, Invoke):  # what code gives is checked when it is written
            found = replace(found, type=value)
        if found.type is not None and value is not None and not assignable(found.type, value):
            self.problems.add(beginning(found), f"the value must be {describe(value)}, not {describe(found.type)}")
        return found

    def check_validity(self, attribute: Attribute, value: Value | None, definition: TypeDef) -> None:
        known = [other.id for other in definition.attributes if other.id and other is not attribute]
        if attribute.validity_of not in known:
            name = attribute.validity_of or ""
            self.problems.add(attribute.loc, f"'-validity-of' names no other attribute: '{name}'", nearest(name, known))
        if not isinstance(value, BoolValue | None) or attribute.repeat is None:
            self.problems.add(attribute.loc, "'-validity-of' stands on a list of b1")

    # --- views -----------------------------------------------------------------------------------------------------

    def view(self, view: View, spec: Spec) -> View:
        scope = Scope(spec.root.name, view=True, options=spec.options)
        each, element = self.list(view.each, scope, "'each'")
        scope = replace(scope, element=element, has_element=each is not None, levels=levels_of(each, self.problems))
        of_rows = replace(scope, row=True)
        first = self.optional(view.first, Scope(spec.root.name, view=True))
        if first is not None and first.type is not None and not isinstance(first.type, StructValue):
            self.problems.add(beginning(first), f"'first' names a structure, not {describe(first.type)}")
        inner_path = view.inner_path
        if view.inner is not None and (each is None or element is not None):
            inner_path = self.inner(view, spec, scope, element if each is not None else StructValue(spec.root.name))
        return replace(
            view,
            each=each,
            rows=self.checked(view.rows, scope, IntValue(), "'rows'"),
            columns=tuple(self.first_row(self.column(column, of_rows), first, spec) for column in view.columns),
            pivot=self.pivot(view.pivot, of_rows) if view.pivot else None,
            where=self.checked(view.where, scope, BoolValue(), "'where'"),
            cells=self.cells(view.cells, of_rows) if view.cells else None,
            variants=self.variants(view.variants, of_rows) if view.variants else None,
            inner_path=inner_path,
            order=self.optional(view.order, scope),
            decode=self.decode(view.decode, scope),
            first=first,
            files=self.files(view.files, spec),
            requirements=tuple(self.requirement(one, spec) for one in view.requirements),
            metadata=tuple(self.column(one, Scope(spec.root.name, view=True)) for one in view.metadata),
            selections=tuple(self.selection(selection, scope) for selection in view.selections),
        )

    def selection(self, selection: Selection, scope: Scope) -> Selection:
        known = [option.id for option in scope.options]
        if selection.option not in known:
            message = f"unknown option '{selection.option}' in 'select'"
            self.problems.add(selection.loc, message, nearest(selection.option, known))
            return selection
        # An option may be called as a member is: in a key it is the option that is meant.
        key = self.typer.resolve(selection.key, replace(scope, owner="", has_element=False, levels=()))
        selection = replace(
            selection,
            key=key,
            equals=self.typer.resolve(selection.equals, scope),
            through=self.optional(selection.through, scope),
            start=self.optional(selection.start, scope),
        )
        check_bounds(selection, scope.levels, self.problems)
        return selection

    def list(self, expr: Expr | None, scope: Scope, what: str) -> tuple[Expr | None, Value | None]:
        """A list with the type of its items."""
        if expr is None:
            return None, None
        found = self.typer.resolve(expr, scope)
        self.typer.expect(found, ArrayValue(AnyValue()), what)
        return found, item_of(found.type) if found.type is not None else None

    def column(self, column: ViewColumn, scope: Scope) -> ViewColumn:
        expr = self.typer.resolve(column.expr, scope)
        value = expr.type
        column = replace(column, condition=self.checked(column.condition, scope, BoolValue(), "'if'"))
        if column.members:
            if not column.never:
                self.typer.expect(expr, ArrayValue(AnyValue()), "'each'")
            element = item_of(value) if value is not None and not column.never else None
            inner = replace(scope, element=element, has_element=True)
            return replace(column, expr=expr, members=tuple(self.column(member, inner) for member in column.members))
        if column.named is not None:
            column = replace(column, named=self.named(column.named, scope))
            value = column.named.shown.type if column.named is not None else None
        if column.counted is not None:
            column = replace(column, counted=self.counted(column.counted, scope))
        if column.type_name is not None:
            value = builtin_value(column.type_name)
            if value is None:
                hint = "Columns are shown as u1 … s8, f4, f8, str, bytes or bool."
                self.problems.add(column.loc, f"unknown type '{column.type_name}' of column '{column.id}'", hint)
        return replace(column, expr=expr, value=value)

    def first_row(self, column: ViewColumn, first: Expr | None, spec: Spec) -> ViewColumn:
        """What a column shows in the row that ``first`` gives."""
        if column.first is None:
            return column
        if first is None:
            self.problems.add(beginning(column.first), f"column '{column.id}' has a 'first', and the view has none")
            return replace(column, first=None)
        scope = Scope(spec.root.name, view=True, row=True, options=spec.options, element=first.type, has_element=True)
        return replace(column, first=self.typer.resolve(column.first, scope))

    def decode(self, decode: Decode | None, scope: Scope) -> Decode | None:
        if decode is None:
            return None
        data = self.typer.resolve(decode.bytes, scope)
        self.typer.expect(data, BytesValue(), "'bytes'")
        if not isinstance(data, Member | Name) or data.binding != "attribute":
            self.problems.add(beginning(data), "'bytes' must name a field")
        cases = tuple(
            replace(case, where=self.checked(case.where, scope, BoolValue(), "'where'")) for case in decode.cases
        )
        encodings = tuple(
            replace(one, where=self.checked(one.where, scope, BoolValue(), "'where'")) for one in decode.encodings
        )
        size = decode.stated_size
        if size is not None:
            text = self.typer.resolve(size.text, replace(scope, element=None, has_element=False))
            self.typer.expect(text, StrValue(), "'in'")
            if not isinstance(text, Member | Name) or text.binding != "attribute":
                self.problems.add(beginning(text), "'in' must name a field")
            size = replace(size, text=text)
        return replace(decode, bytes=data, cases=cases, encodings=encodings, stated_size=size)

    def files(self, files: FileChoice | None, spec: Spec) -> FileChoice | None:
        if files is None:
            return None
        known = [option.id for option in spec.options]
        for name in (files.option, files.names):
            if name is not None and name not in known:
                self.problems.add(files.loc, f"unknown option '{name}' in 'files'", nearest(name, known))
        return replace(files, value=self.typer.resolve(files.value, Scope(spec.root.name, view=True)))

    def requirement(self, requirement: Requirement, spec: Spec) -> Requirement:
        scope = Scope(spec.root.name, view=True, options=spec.options)
        holds = self.checked(requirement.holds, scope, BoolValue(), "'holds'")
        return replace(
            requirement, holds=holds or requirement.holds, field=self.typer.resolve(requirement.field, scope)
        )

    def counted(self, counted: Counted, scope: Scope) -> Counted:
        items, element = self.list(counted.items, scope, "'in'")
        inner = replace(scope, element=element, has_element=True)
        where = self.checked(counted.where, inner, BoolValue(), "'where'")
        return replace(counted, items=items or counted.items, where=where)

    def named(self, named: Named, scope: Scope) -> Named:
        items, element = self.list(named.items, scope, "'in'")
        inner = replace(scope, element=element, has_element=True)
        key, shown = self.typer.resolve(named.key, inner), self.typer.resolve(named.shown, inner)
        return replace(named, items=items or named.items, key=key, shown=shown)

    def pivot(self, pivot: Pivot, scope: Scope) -> Pivot:
        each, element = self.list(pivot.each, scope, "'each'")
        inner = replace(scope, element=element, has_element=True)
        key = self.typer.resolve(pivot.key, inner)
        if key.type is not None and not isinstance(key.type, IntValue | StrValue | EnumValue | BytesValue):
            self.problems.add(
                beginning(key), f"a key must be an integer, an enum, text or bytes, not {describe(key.type)}"
            )
        name = self.typer.resolve(pivot.name, inner)
        self.typer.expect(name, StrValue(), "'name'")
        vector, _ = self.list(pivot.vector, inner, "'vector'")
        if pivot.schema is not None:
            known = [option.id for option in scope.options]
            if pivot.schema not in known:
                self.problems.add(
                    pivot.loc, f"unknown option '{pivot.schema}' in 'schema'", nearest(pivot.schema, known)
                )
        properties = tuple(self.property(one, inner) for one in pivot.properties)
        for one in properties:
            if one.value.type is not None and not isinstance(one.value.type, EnumValue):
                self.problems.add(beginning(one.value), f"a property must be an enum, not {describe(one.value.type)}")
        found = replace(pivot, each=each or pivot.each, key=key, name=name, vector=vector or pivot.vector)
        return replace(found, properties=properties)

    def property(self, stated: Property, scope: Scope) -> Property:
        known = [option.id for option in scope.options if option.per == "column"]
        if stated.option is not None and stated.option not in known:
            message = f"'option' names no option that is set per column: '{stated.option}'"
            self.problems.add(stated.loc, message, nearest(stated.option, known))
        return replace(stated, value=self.typer.resolve(stated.value, scope))

    def cells(self, pivot: CellPivot, scope: Scope) -> CellPivot:
        each, element = self.list(pivot.each, scope, "'each'")
        inner = replace(scope, element=element, has_element=True)
        name = self.typer.resolve(pivot.name, inner)
        self.typer.expect(name, StrValue(), "'name'")
        cell = self.typer.resolve(pivot.cell, replace(scope, column=True))
        constant = self.optional(pivot.constant, inner)
        known = [option.id for option in scope.options if option.per == "column"]
        if pivot.times is not None and pivot.times not in known:
            message = f"'times' names no option that is set per column: '{pivot.times}'"
            self.problems.add(pivot.loc, message, nearest(pivot.times, known))
        properties = tuple(self.property(one, inner) for one in pivot.properties)
        for one in properties:
            if one.value.type is not None and not self._can_be_said(one.value.type):
                message = (
                    f"a property must be an enum, an integer, text or a list of text, not {describe(one.value.type)}"
                )
                self.problems.add(beginning(one.value), message)
        found = replace(pivot, each=each or pivot.each, name=name, cell=cell, constant=constant)
        return replace(found, properties=properties)

    def _can_be_said(self, value: Value) -> bool:
        """Whether metadata can say a value: an enum, an integer, text, or a list of text, which structures may show."""
        if isinstance(value, ArrayValue):
            item = value.item
            if isinstance(item, StructValue) and item.type:
                return self.library.types[item.type].shown_as is not None
            return isinstance(item, StrValue)
        return isinstance(value, EnumValue | IntValue | StrValue)

    def variants(self, variants: Variants, scope: Scope) -> Variants:
        of = self.typer.resolve(variants.of, scope)
        if of.type is not None and (not isinstance(of.type, StructValue) or self.cells_of(of.type) is None):
            self.problems.add(beginning(of), "'of' names a structure whose type has '-show: {cells: …}'")
        if variants.option is None:
            return replace(variants, of=of)
        known = [option.id for option in scope.options]
        if variants.option not in known:
            hint = nearest(variants.option, known)
            self.problems.add(variants.loc, f"unknown option '{variants.option}' in 'option'", hint)
        among, element = self.list(variants.among, replace(scope, has_element=False), "'among'")
        inner = replace(scope, element=element, has_element=True)
        name = self.checked(variants.name, inner, StrValue(), "'name'")
        each, _ = self.list(variants.each, inner, "'each'")
        return replace(variants, of=of, among=among, name=name, each=each)

    def cells_of(self, value: StructValue) -> NamedCells | None:
        return self.library.types[value.type].cells if value.type else None

    def inner(self, view: View, spec: Spec, scope: Scope, value: Value | None) -> Expr | None:
        """The path to the structure of the inner view, which must exist; ``value`` is where the path begins."""
        path = view.inner_path
        if path is not None and isinstance(value, StructValue):
            path = self.typer.resolve(path, replace(scope, owner=value.type))
            value = path.type
        if value is None:
            return path
        loc = beginning(view.inner_path) if view.inner_path is not None else view.loc
        other = self.library.by_id.get(value.type) if isinstance(value, StructValue) else None
        if other is None:
            self.problems.add(loc, f"views belong to whole specs, not to {describe(value)}")
            return path
        known = {v.name: v for v in other.views}
        inner = known.get(view.inner or "")
        if inner is None:
            self.problems.add(loc, f"'{other.id}' has no view '{view.inner}'", nearest(view.inner or "", known))
        else:
            self.inner_views[spec.id, view.name] = (other.id, inner.name)
        return path

    def check_circles(self) -> None:
        """Notes views that contain themselves."""
        for spec in self.library.specs:
            for view in spec.views:
                start = at = (spec.id, view.name)
                for _ in self.inner_views:
                    at = self.inner_views.get(at, ("", ""))
                    if at == start:
                        self.problems.add(view.loc, f"view '{view.name}' contains itself")
                        break


def _field_above(expr: Expr) -> str | None:
    """The id of the field that a path names which only goes up; None for any other."""
    match expr:
        case Name(name, binding="attribute"):
            return name
        case Member(target, name, binding="attribute") if parents(target) is not None:
            return name
    return None


def _is_of_item(expr: Expr) -> bool:
    """Whether an expression names a member of the item ``_``, perhaps in structures in it."""
    match expr:
        case Member(target, binding="attribute" | "instance"):
            return (isinstance(target, Name) and target.name == "_") or _is_of_item(target)
    return False


def _arguments(count: int) -> str:
    return "1 argument" if count == 1 else f"{count} arguments"


def _is_plain_bytes(attribute: Attribute, size: int) -> bool:
    """Whether a field is so many bytes as they are stored."""
    changed = (attribute.terminator, attribute.pad_right, attribute.process, attribute.contents, attribute.repeat)
    stated = attribute.size.value if isinstance(attribute.size, Literal_) else None
    return isinstance(attribute.wire, BytesWire) and stated == size and all(one is None for one in changed)
