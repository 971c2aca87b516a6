"""Views of rows: what they go through and show becomes absolute, and gets its type."""

from __future__ import annotations

from dataclasses import replace

from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Expr, Member, Name, beginning
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    IntValue,
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
from bytewright_codegen.semantics.expressions import Scope, Typer
from bytewright_codegen.semantics.levels import check_bounds, levels_of
from bytewright_codegen.semantics.methods import item_of
from bytewright_codegen.semantics.stated_expressions import StatedExpressions, ids
from bytewright_codegen.semantics.values import builtin_value, describe


class Views(StatedExpressions):
    """Resolves the views of a library, and what types say of columns.

    Args:
        library: as a front end leaves it.
        typer: gives the types of expressions.
        problems: where errors go.
    """

    def __init__(self, library: Library, typer: Typer, problems: Problems) -> None:
        super().__init__(typer, problems)
        self._library = library
        self._inner_views: dict[tuple[str, str], tuple[str, str]] = {}

    def view(self, view: View, spec: Spec) -> View:
        """A view of a spec."""
        scope = Scope(spec.root.name, view=True, options=spec.options)
        each, element = self.list(view.each, scope, "'each'")
        scope = replace(scope, element=element, has_element=each is not None, levels=levels_of(each, self.problems))
        of_rows = replace(scope, row=True)
        first = self.optional(view.first, Scope(spec.root.name, view=True))
        if first is not None and first.type is not None and not isinstance(first.type, StructValue):
            self.problems.add(beginning(first), f"'first' names a structure, not {describe(first.type)}")
        inner_path = view.inner_path
        if view.inner is not None and (each is None or element is not None):
            inner_path = self._inner(view, spec, scope, element if each is not None else StructValue(spec.root.name))
        return replace(
            view,
            each=each,
            rows=self.checked(view.rows, scope, IntValue(), "'rows'"),
            columns=tuple(self._first_row(self.column(column, of_rows), first, spec) for column in view.columns),
            pivot=self._pivot(view.pivot, of_rows) if view.pivot else None,
            where=self.checked(view.where, scope, BoolValue(), "'where'"),
            cells=self._cells(view.cells, of_rows) if view.cells else None,
            variants=self._variants(view.variants, of_rows) if view.variants else None,
            inner_path=inner_path,
            order=self.optional(view.order, scope),
            decode=self._decode(view.decode, scope),
            first=first,
            files=self._files(view.files, spec),
            requirements=tuple(self._requirement(one, spec) for one in view.requirements),
            metadata=tuple(self.column(one, Scope(spec.root.name, view=True)) for one in view.metadata),
            selections=tuple(self._selection(selection, scope) for selection in view.selections),
        )

    def _selection(self, selection: Selection, scope: Scope) -> Selection:
        message = f"unknown option '{selection.option}' in 'select'"
        if not self.expect_known(selection.option, ids(scope.options), selection.loc, message):
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

    def column(self, column: ViewColumn, scope: Scope) -> ViewColumn:
        """A column of what a scope says."""
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
            column = replace(column, named=self._named(column.named, scope))
            value = column.named.shown.type if column.named is not None else None
        if column.counted is not None:
            column = replace(column, counted=self._counted(column.counted, scope))
        if column.type_name is not None:
            value = builtin_value(column.type_name)
            if value is None:
                hint = "Columns are shown as u1 … s8, f4, f8, str, bytes or bool."
                self.problems.add(column.loc, f"unknown type '{column.type_name}' of column '{column.id}'", hint)
        return replace(column, expr=expr, value=value)

    def _first_row(self, column: ViewColumn, first: Expr | None, spec: Spec) -> ViewColumn:
        """What a column shows in the row that ``first`` gives."""
        if column.first is None:
            return column
        if first is None:
            self.problems.add(beginning(column.first), f"column '{column.id}' has a 'first', and the view has none")
            return replace(column, first=None)
        scope = Scope(spec.root.name, view=True, row=True, options=spec.options, element=first.type, has_element=True)
        return replace(column, first=self.typer.resolve(column.first, scope))

    def _decode(self, decode: Decode | None, scope: Scope) -> Decode | None:
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

    def _files(self, files: FileChoice | None, spec: Spec) -> FileChoice | None:
        if files is None:
            return None
        for name in (files.option, files.names):
            self.expect_known(name, ids(spec.options), files.loc, f"unknown option '{name}' in 'files'")
        return replace(files, value=self.typer.resolve(files.value, Scope(spec.root.name, view=True)))

    def _requirement(self, requirement: Requirement, spec: Spec) -> Requirement:
        scope = Scope(spec.root.name, view=True, options=spec.options)
        holds = self.checked(requirement.holds, scope, BoolValue(), "'holds'")
        return replace(
            requirement, holds=holds or requirement.holds, field=self.typer.resolve(requirement.field, scope)
        )

    def _counted(self, counted: Counted, scope: Scope) -> Counted:
        items, element = self.list(counted.items, scope, "'in'")
        inner = replace(scope, element=element, has_element=True)
        where = self.checked(counted.where, inner, BoolValue(), "'where'")
        return replace(counted, items=items or counted.items, where=where)

    def _named(self, named: Named, scope: Scope) -> Named:
        items, element = self.list(named.items, scope, "'in'")
        inner = replace(scope, element=element, has_element=True)
        key, shown = self.typer.resolve(named.key, inner), self.typer.resolve(named.shown, inner)
        return replace(named, items=items or named.items, key=key, shown=shown)

    def _pivot(self, pivot: Pivot, scope: Scope) -> Pivot:
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
        self.expect_known(pivot.schema, ids(scope.options), pivot.loc, f"unknown option '{pivot.schema}' in 'schema'")
        properties = tuple(self._property(one, inner) for one in pivot.properties)
        for one in properties:
            if one.value.type is not None and not isinstance(one.value.type, EnumValue):
                self.problems.add(beginning(one.value), f"a property must be an enum, not {describe(one.value.type)}")
        found = replace(pivot, each=each or pivot.each, key=key, name=name, vector=vector or pivot.vector)
        return replace(found, properties=properties)

    def _property(self, stated: Property, scope: Scope) -> Property:
        message = f"'option' names no option that is set per column: '{stated.option}'"
        self.expect_known(stated.option, ids(scope.options, per="column"), stated.loc, message)
        return replace(stated, value=self.typer.resolve(stated.value, scope))

    def _cells(self, pivot: CellPivot, scope: Scope) -> CellPivot:
        each, element = self.list(pivot.each, scope, "'each'")
        inner = replace(scope, element=element, has_element=True)
        name = self.typer.resolve(pivot.name, inner)
        self.typer.expect(name, StrValue(), "'name'")
        cell = self.typer.resolve(pivot.cell, replace(scope, column=True))
        constant = self.optional(pivot.constant, inner)
        message = f"'times' names no option that is set per column: '{pivot.times}'"
        self.expect_known(pivot.times, ids(scope.options, per="column"), pivot.loc, message)
        properties = tuple(self._property(one, inner) for one in pivot.properties)
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
                return self._library.types[item.type].shown_as is not None
            return isinstance(item, StrValue)
        return isinstance(value, EnumValue | IntValue | StrValue)

    def _variants(self, variants: Variants, scope: Scope) -> Variants:
        of = self.typer.resolve(variants.of, scope)
        if of.type is not None and (not isinstance(of.type, StructValue) or self._cells_of(of.type) is None):
            self.problems.add(beginning(of), "'of' names a structure whose type has '-show: {cells: …}'")
        if variants.option is None:
            return replace(variants, of=of)
        message = f"unknown option '{variants.option}' in 'option'"
        self.expect_known(variants.option, ids(scope.options), variants.loc, message)
        among, element = self.list(variants.among, replace(scope, has_element=False), "'among'")
        inner = replace(scope, element=element, has_element=True)
        name = self.checked(variants.name, inner, StrValue(), "'name'")
        each, _ = self.list(variants.each, inner, "'each'")
        return replace(variants, of=of, among=among, name=name, each=each)

    def _cells_of(self, value: StructValue) -> NamedCells | None:
        return self._library.types[value.type].cells if value.type else None

    def _inner(self, view: View, spec: Spec, scope: Scope, value: Value | None) -> Expr | None:
        """The path to the structure of the inner view, which must exist; ``value`` is where the path begins."""
        path = view.inner_path
        if path is not None and isinstance(value, StructValue):
            path = self.typer.resolve(path, replace(scope, owner=value.type))
            value = path.type
        if value is None:
            return path
        loc = beginning(view.inner_path) if view.inner_path is not None else view.loc
        other = self._library.by_id.get(value.type) if isinstance(value, StructValue) else None
        if other is None:
            self.problems.add(loc, f"views belong to whole specs, not to {describe(value)}")
            return path
        inner = view.inner or ""
        if self.expect_known(inner, [one.name for one in other.views], loc, f"'{other.id}' has no view '{view.inner}'"):
            self._inner_views[spec.id, view.name] = (other.id, inner)
        return path

    def check_circles(self) -> None:
        """Notes views that contain themselves."""
        for spec in self._library.specs:
            for view in spec.views:
                start = at = (spec.id, view.name)
                for _ in self._inner_views:
                    at = self._inner_views.get(at, ("", ""))
                    if at == start:
                        self.problems.add(view.loc, f"view '{view.name}' contains itself")
                        break

    def maker(self, maker: Maker, spec: Spec) -> Maker:
        """Companion code of a spec that makes models of rows."""
        self.expect_known(maker.view, [view.name for view in spec.views], maker.loc, f"there is no view '{maker.view}'")
        for name in (*maker.told, maker.limit):
            self.expect_known(name, ids(spec.options), maker.loc, f"there is no option '{name}'")
        dealt, _ = self.list(maker.dealt, Scope(spec.root.name, view=True), "'list'")
        if dealt is not None and len(listed(dealt)) != 1:
            self.problems.add(beginning(dealt), "'list' is one list in the elements of another: a[*].b[*]")
        return replace(maker, dealt=dealt)

    def named_cells(self, cells: NamedCells, scope: Scope) -> NamedCells:
        """The cells of a type that a list beside them names."""
        each, element = self.list(cells.each, scope, "'each'")
        described = replace(scope, element=element, has_element=True)
        name = self.typer.resolve(cells.name, described)
        self.typer.expect(name, StrValue(), "'name'")
        inner, _ = self.list(cells.inner, described, "'inner'")
        cell = self.typer.resolve(cells.cell, replace(scope, column=True))
        case = self.optional(cells.case, described)
        return replace(cells, each=each or cells.each, name=name, cell=cell, case=case, inner=inner)
