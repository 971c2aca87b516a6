"""Scopes of expressions: the innermost of spec, parameter, file, enclosing lists and element whose bytes each reads.

A value is computed once per instance of its scope. What is computed once per file or less is the object reader's; what
repeats is the kernel's, and the lists of the path are the outer domains of its program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import (
    Attribute,
    CalculatedOrder,
    Spec,
    StructWire,
    SwitchWire,
    TypeDef,
    ValueInstance,
    Wire,
)
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import children, parents
from bytewright_codegen.plans.scoping import Place, Scope, Scoped, Scopes, Step

# What an expression rests on, as a number: a constant, an option, or which step of the place (0 is the root); one more
# than the last step is an element of the list in whose keys the expression stands.
_SPEC, _PARAMETER = -2, -1

_MOST = 10_000
"""Structures of a file that are looked into."""


def scopes(library: Library, spec: Spec) -> Scopes:
    """The scopes of the expressions of a spec, and of those that it imports, in the places where it uses them.

    Args:
        library: the resolved specs.
        spec: the spec whose files are meant: its root is the file.
    """
    return _Scoper(library).scopes(spec)


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where an expression stands: for which structure it is computed, and in the keys of which list, if of one.

    ``list``: path of that list; empty where the expression is not about elements."""

    place: Place
    list: str = ""

    @property
    def here(self) -> int:
        return len(self.place.steps) - 1

    @property
    def element(self) -> int:
        return len(self.place.steps) if self.list else self.here

    def scope(self, found: int) -> Scope:
        """The scope of what rests on a step."""
        if found == _SPEC:
            return Scope("spec")
        if found == _PARAMETER:
            return Scope("parameter")
        if found > self.here:
            return Scope("element", self.list)
        steps = self.place.steps
        lists = [i for i, step in enumerate(steps) if step.repeated]
        around = [i for i in lists if i <= found]
        if not around:
            return Scope("file")
        return Scope("record" if around[-1] == lists[-1] else "structure", self.place.path(around[-1] + 1))


class _Scoper:
    def __init__(self, library: Library) -> None:
        self._library = library
        self._types = library.types
        self._found: list[Scoped] = []
        self._under_way: set[tuple[int, str]] = set()
        self._known: dict[tuple[_Standing, str], int] = {}
        self._places = 0

    def scopes(self, spec: Spec) -> Scopes:
        root = Place((Step(spec.root.name, "", repeated=False),))
        self._type(root)
        for view in spec.views:
            self._view(spec, view, view.name, root)
        return Scopes(tuple(self._found), self._places <= _MOST)

    def _note(self, owner: str, role: str, expr: Expr | None, standing: _Standing) -> None:
        if expr is not None:
            scope = standing.scope(self._rests(expr, standing))
            self._found.append(Scoped(owner, role, expr, standing.place, scope))

    # --- where expressions stand ------------------------------------------------------------------------------

    def _type(self, place: Place) -> None:
        self._places += 1
        if self._places > _MOST:
            return
        typedef = self._types[place.type]
        here = _Standing(place)
        if isinstance(typedef.order, CalculatedOrder):
            self._note(typedef.name, "byte order", typedef.order.on, here)
        for i, attribute in enumerate(typedef.attributes):
            self._attribute(typedef, place, attribute, attribute.id or f"entry {i}")
        for instance in typedef.instances:
            if isinstance(instance, Attribute):
                self._attribute(typedef, place, instance, instance.id or "")
                continue
            self._note(typedef.name, f"if of {instance.id}", instance.condition, here)
            self._note(typedef.name, f"value of {instance.id}", instance.expr, here)
        self._note(typedef.name, "to-string", typedef.to_string, here)

    def _attribute(self, typedef: TypeDef, place: Place, attribute: Attribute, id: str) -> None:
        owner, here = typedef.name, _Standing(place)
        each = here
        if attribute.repeat is not None:
            path = place.path()
            each = _Standing(place, f"{path}.{id}[*]" if path else f"{id}[*]")
        self._note(owner, f"pos of {id}", attribute.position, here)
        self._note(owner, f"io of {id}", attribute.stream, here)
        self._note(owner, f"if of {id}", attribute.condition, here)
        if attribute.repeat is not None:
            until = attribute.repeat.kind == "until"
            role = "repeat-until" if until else "repeat-expr"
            self._note(owner, f"{role} of {id}", attribute.repeat.expr, each if until else here)
        self._note(owner, f"size of {id}", attribute.size, each)
        for arg in attribute.process.args if attribute.process is not None else ():
            self._note(owner, f"process of {id}", arg, each)
        valid = attribute.valid
        if valid is not None:
            for expr in (valid.eq, valid.min, valid.max, *valid.any_of, valid.expr):
                self._note(owner, f"valid of {id}", expr, each)
        self._note(owner, f"-default of {id}", attribute.default, here)
        self._wire(owner, id, attribute.wire, each)
        types = [step.type for step in place.steps]
        if typedef.name in types[:-1]:
            return  # a type inside itself: as far down as is needed to see it there
        for type, args in _nested(attribute.wire):
            self._type(Place((*place.steps, Step(type, id, attribute.repeat is not None, args))))

    def _wire(self, owner: str, id: str, wire: Wire, each: _Standing) -> None:
        match wire:
            case StructWire(_, args):
                for arg in args:
                    self._note(owner, f"argument of {id}", arg, each)
            case SwitchWire(on, cases):
                self._note(owner, f"switch-on of {id}", on, each)
                for test, case in cases:
                    self._note(owner, f"case of {id}", test, each)
                    self._wire(owner, id, case, each)

    def _view(self, spec: Spec, view: View, outermost: str, root: Place) -> None:
        """A view of the structure at a place; ``outermost``: the view of the file that it is part of."""
        owner = f"view {outermost}"
        above = _Standing(root)
        step = above
        if view.each is not None:
            self._note(owner, "each", view.each, above)
            step = _Standing(self._elements(view.each, root))
        self._note(owner, "where", view.where, _Seen.of(step, root))
        self._note(owner, "rows", view.rows, _Seen.of(step, root))
        rows = _Standing(step.place, f"{step.place.path()}[rows]".lstrip(".")) if view.rows is not None else step
        for column in view.columns:
            self._note(owner, f"column {column.id}", column.expr, _Seen.of(rows, root))
        if view.pivot is not None:
            pivot = view.pivot
            self._note(owner, "pivot each", pivot.each, above)
            column_place = _Standing(self._elements(pivot.each, root))
            for role, expr in (("key", pivot.key), ("name", pivot.name), ("vector", pivot.vector)):
                self._note(owner, f"pivot {role}", expr, _Seen.of(column_place, root))
            for one in pivot.properties:
                self._note(owner, f"pivot property {one.id}", one.value, _Seen.of(column_place, root))
        if view.cells is not None:
            cells = view.cells
            self._note(owner, "pivot each", cells.each, above)
            column_place = _Standing(self._elements(cells.each, root))
            self._note(owner, "pivot name", cells.name, _Seen.of(column_place, root))
            self._note(owner, "pivot constant", cells.constant, _Seen.of(column_place, root))
            for one in cells.properties:
                self._note(owner, f"pivot property {one.id}", one.value, _Seen.of(column_place, root))
            self._note(owner, "pivot cell", cells.cell, _Seen.of(rows, root))
        if view.decode is not None:
            self._note(owner, "decode", view.decode.bytes, _Seen.of(step, root))
            for case in view.decode.cases:
                self._note(owner, "decode as", case.where, _Seen.of(step, root))
            for encoding in view.decode.encodings:
                self._note(owner, "encode", encoding.where, _Seen.of(step, root))
        if view.inner is not None:
            self._note(owner, "view", view.inner_path, step)
            place = self._down(step.place, view.inner_path) if view.inner_path is not None else step.place
            other = self._library.spec_of(place.type)
            inner = next((v for v in other.views if v.name == view.inner), None)
            if inner is not None:
                self._view(other, inner, outermost, place)

    def _elements(self, path: Expr, root: Place) -> Place:
        """The place of the elements of a list that a view names from its root."""
        return self._down(root, path, repeated=True)

    def _down(self, start: Place, path: Expr, repeated: bool = False) -> Place:
        ids: list[tuple[str, bool]] = []
        node = path
        while True:
            many = False
            if isinstance(node, Item):
                node, many = node.target, True
            if isinstance(node, Member):
                ids.append((node.name, many))
                node = node.target
                continue
            if isinstance(node, Name) and node.binding == "attribute":
                ids.append((node.name, many))
            break
        place = start
        for depth, (id, many) in enumerate(reversed(ids)):
            attribute = next((a for a in self._types[place.type].attributes if a.id == id), None)
            nested = list(_nested(attribute.wire)) if attribute is not None else []
            last = depth == len(ids) - 1
            listed = attribute is not None and attribute.repeat is not None and (many or (last and repeated))
            type, args = nested[0] if len(nested) == 1 else ("", ())
            if not type:
                return place
            place = Place((*place.steps, Step(type, id, listed, args)))
        return place

    # --- what they rest on ------------------------------------------------------------------------------------

    def _rests(self, expr: Expr, standing: _Standing) -> int:
        """The innermost of all that an expression reads."""
        match expr:
            case Name(name, binding="special"):
                return self._special(name, standing)
            case Name(name, binding="option"):
                return _PARAMETER
            case Name(name, owner=owner):
                depth = standing.here
                if isinstance(standing, _Seen):
                    depth = standing.root
                return self._member(name, owner, _Standing(Place(standing.place.steps[: depth + 1])))
            case Member(_, _, binding="method"):
                return self._rests(expr.target, standing)
            case Member(target, name, owner=owner):
                above = self._structure(target, standing)
                if above is not None:
                    return self._member(name, owner, above)
                return self._rests(target, standing)
            case Item(target, index):
                return max(self._rests(target, standing), self._rests(index, standing))
        return max((self._rests(child, standing) for child in children(expr)), default=_SPEC)

    def _structure(self, target: Expr, standing: _Standing) -> _Standing | None:
        """The structure around that an expression names by going up, or as the element of a view."""
        if isinstance(target, Name) and target.name == "_root":
            spec = standing.place.type.split("::")[0]
            for depth in range(standing.here, -1, -1):
                if standing.place.steps[depth].type == spec:
                    return _Standing(Place(standing.place.steps[: depth + 1]))
            return None
        if isinstance(target, Name) and target.name == "_" and isinstance(standing, _Seen):
            return _Standing(standing.place)
        climb = parents(target)
        if climb is None or climb > standing.here:
            return None
        return _Standing(Place(standing.place.steps[: len(standing.place.steps) - climb]))

    def _special(self, name: str, standing: _Standing) -> int:
        match name:
            case "_parent":
                return max(standing.here - 1, 0)
            case "_root" | "_column":
                return 0
            case "_index" | "_":
                return standing.here if isinstance(standing, _Seen) else standing.element
            case "_row" | "_io" | "_on":
                return standing.element
            case "_sizeof" | "*":
                return _SPEC
        return standing.here

    def _member(self, name: str, owner: str | None, standing: _Standing) -> int:
        """What a member of the structure at a place rests on; values by what they are calculated from."""
        typedef = self._types.get(owner or "")
        if typedef is None or typedef.name != standing.place.type:
            return standing.here
        for instance in typedef.instances:
            if instance.id == name and isinstance(instance, ValueInstance):
                return self._calculated(name, instance, standing)
        for i, parameter in enumerate(typedef.params):
            if parameter.id == name:
                return self._argument(i, standing)
        return standing.here

    def _calculated(self, name: str, instance: ValueInstance, standing: _Standing) -> int:
        key = (standing.here, name)
        if key in self._under_way:
            return standing.here
        if (standing, name) not in self._known:
            self._under_way.add(key)
            parts = [e for e in (instance.expr, instance.condition) if e is not None]
            self._known[standing, name] = max(self._rests(e, standing) for e in parts)
            self._under_way.discard(key)
        return self._known[standing, name]

    def _argument(self, index: int, standing: _Standing) -> int:
        if standing.here == 0:
            return _PARAMETER
        step = standing.place.steps[-1]
        if index >= len(step.args):
            return standing.here
        # An element of the list that holds the structure is the structure itself: the numbers agree.
        outer = _Standing(Place(standing.place.steps[:-1]), step.id if step.repeated else "")
        return self._rests(step.args[index], outer)


@dataclass(frozen=True, slots=True)
class _Seen(_Standing):
    """Where an expression of a view stands: names are those of the view's root (a step of the place), ``_`` is the
    place itself."""

    root: int = 0

    @classmethod
    def of(cls, standing: _Standing, root: Place) -> _Seen:
        return cls(standing.place, standing.list, len(root.steps) - 1)


def _nested(wire: Wire) -> Iterator[tuple[str, tuple[Expr, ...]]]:
    """The user types that a wire type may be, with their arguments."""
    match wire:
        case StructWire(type, args):
            yield type, args
        case SwitchWire(_, cases):
            for _, case in cases:
                yield from _nested(case)
