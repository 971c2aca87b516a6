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
    ArrayValue,
    BoolValue,
    BytesValue,
    IntValue,
    StreamValue,
    StructValue,
    StrValue,
    Value,
)
from bytewright_codegen.ir.walk import parents
from bytewright_codegen.semantics.computable import check_operations
from bytewright_codegen.semantics.expressions import Scope, Typer
from bytewright_codegen.semantics.meanings import check_meanings
from bytewright_codegen.semantics.methods import item_of
from bytewright_codegen.semantics.names import Names
from bytewright_codegen.semantics.nesting import check_nesting
from bytewright_codegen.semantics.other_cases import with_nullable_cases
from bytewright_codegen.semantics.stated_expressions import StatedExpressions
from bytewright_codegen.semantics.structures import LibraryStructures
from bytewright_codegen.semantics.values import assignable, describe
from bytewright_codegen.semantics.views import Views

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
    resolver.views.check_circles()
    check_nesting(resolved, problems)
    check_meanings(resolved, problems)
    if not problems:
        check_operations(resolved, problems)
    problems.raise_any()
    return replace(library, specs=with_nullable_cases(resolved), warnings=problems.warnings())


class _Resolver(StatedExpressions):
    def __init__(self, library: Library, problems: Problems) -> None:
        names = Names(library)
        self.structures = LibraryStructures(library, names, problems)
        super().__init__(Typer(library, names, self.structures, problems), problems)
        self.library = library
        self.views = Views(library, self.typer, problems)
        self.options: tuple[Option, ...] = ()

    def spec(self, spec: Spec) -> Spec:
        self.options = spec.options
        types = tuple(self.type(definition) for definition in spec.types)
        views = tuple(self.views.view(view, spec) for view in spec.views)
        makers = tuple(self.views.maker(maker, spec) for maker in spec.makers)
        return replace(spec, types=types, views=views, makers=makers)

    def type(self, definition: TypeDef) -> TypeDef:
        scope = Scope(definition.name)
        of_rows = replace(scope, view=True, row=True)
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
            columns=tuple(self.views.column(column, of_rows) for column in definition.columns),
            cells=self.views.named_cells(definition.cells, scope) if definition.cells is not None else None,
        )

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
            message = f"'-valid: {{checksum-of: …}}' names no attribute with a checksum: '{instance.checksum_field}'"
            self.expect_known(instance.checksum_field, known, instance.loc, message)
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
        name = attribute.validity_of or ""
        self.expect_known(name, known, attribute.loc, f"'-validity-of' names no other attribute: '{name}'")
        if not isinstance(value, BoolValue | None) or attribute.repeat is None:
            self.problems.add(attribute.loc, "'-validity-of' stands on a list of b1")


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
