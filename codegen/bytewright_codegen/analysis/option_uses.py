"""Which options count where, so that one that nothing asks for is an error, not ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from bytewright.codec.options import OptionUses
from bytewright_codegen.ir.expressions import Cast, Conditional, Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, Spec, StructWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import StructValue
from bytewright_codegen.ir.views import CellPivot, FileChoice, Pivot, Property, Selection, Variants, View, ViewColumn
from bytewright_codegen.ir.walk import structures_in


def option_uses(library: Library, spec: Spec) -> OptionUses:
    """Find which options are asked for by the views of a spec, through whatever they show, and by its writers.

    Args:
        library: the resolved specs.
        spec: the one whose options are meant.
    """
    return _Uses(library, spec).all()


class _Uses:
    def __init__(self, library: Library, spec: Spec) -> None:
        self._library = library
        self._spec = spec
        self._known = [option.id for option in spec.options]

    def all(self) -> OptionUses:
        told = {parameter.id for parameter in self._spec.root.params}
        types = [self._library.by_id[id].types for id in self._library.reached(self._spec.id)]
        members = [field for some in types for typedef in some for field in typedef.fields]
        made = {name for field in members for name in _named(field.default, field.null)}
        read = {"rows": self._shown_of_type(self._spec.root, set()) | self._told(None)}
        typed: dict[str, set[str]] = {"rows": set()}
        if self._spec.views:
            read = {view.name: self._read(view) | self._told(view) for view in self._spec.views}
            typed = {view.name: self._typed(view) for view in self._spec.views}
        write = {name: told | made | some for name, some in typed.items()}
        for maker in self._spec.makers:
            limit = {maker.limit} if maker.limit is not None else set()
            write[maker.view or maker.name] = told | made | set(maker.told) | limit | typed.get(maker.view or "", set())
        return OptionUses(
            files=self._sorted(told),
            models=self._sorted(told | made),
            read={name: self._sorted(some) for name, some in read.items()},
            write={name: self._sorted(some) for name, some in write.items()},
        )

    def _sorted(self, names: set[str]) -> tuple[str, ...]:
        return tuple(name for name in self._known if name in names)

    def _inner(self, view: View) -> View | None:
        if view.inner is None:
            return None
        kind = view.inner_path.type if view.inner_path is not None else None
        declaring = self._library.spec_of(kind.type) if isinstance(kind, StructValue) and kind.type else self._spec
        return next(other for other in declaring.views if other.name == view.inner)

    # --- what readers ask for ----------------------------------------------------------------------------------------

    def _read(self, view: View) -> set[str]:
        """The options that the rows of a view rest on."""
        found = set(_named(view)) | self._typed(view)
        for node in _nodes(view):
            match node:
                case FileChoice(option=option, names=names):
                    found |= {name for name in (option, names) if name is not None}
                case Selection(option=option):
                    found.add(option)
        seen: set[str] = set()
        for expr in self._shown(view):
            found |= self._shown_of(expr, seen)
        inner = self._inner(view)
        if inner is not None:
            found |= self._read(inner)
        elif not view.columns and view.decode is None:  # all members of a step
            kind = view.each.type if view.each is not None else None
            item = getattr(kind, "item", None)
            if isinstance(item, StructValue):
                found |= self._shown_of_type(self._library.types[item.type], seen)
        return found

    def _told(self, view: View | None) -> set[str]:
        """The parameters of the root that are asked for when the rows of a view are read: by what is read before them
        and in them, and by what lies at places that the view names."""
        root = self._spec.root
        found: set[str] = set()
        seen: set[tuple[str, str]] = set()
        todo: list[object] = [*root.attributes, *_checked(root), *(() if view is None else _every(view, self._inner))]
        while todo:
            for node in _nodes(todo.pop()):
                match node:
                    case StructWire(type=type) if (type, "") not in seen:
                        seen.add((type, ""))
                        typedef = self._library.types[type]
                        todo += [*typedef.attributes, *_checked(typedef)]
                    case Name(name=name, owner=str(owner)) | Member(name=name, owner=str(owner)):
                        if owner == root.name and name in self._known:
                            found.add(name)
                        if (owner, name) not in seen and owner in self._library.types:
                            seen.add((owner, name))
                            todo += [member for member in self._library.types[owner].instances if member.id == name]
        return found & {parameter.id for parameter in root.params}

    def _typed(self, view: View) -> set[str]:
        """The options that choose, name or type a view's columns, of which rows may be written."""
        found: set[str | None] = set()
        for node in _nodes(view):
            match node:
                case Pivot(schema=option) | Property(option=option) | CellPivot(times=option) | Variants(option=option):
                    found.add(option)
                case ViewColumn(expr=expr):
                    found |= set(_named(expr))
        inner = self._inner(view)
        return {name for name in found if name is not None} | (self._typed(inner) if inner is not None else set())

    def _shown(self, view: View) -> Iterator[Expr]:
        """The expressions whose values are shown in columns."""
        for node in _nodes(view):
            match node:
                case ViewColumn(expr=expr, first=first):
                    yield expr
                    if first is not None:
                        yield first
                case Pivot(vector=vector):
                    yield vector
                case CellPivot(cell=cell, constant=constant):
                    yield cell
                    if constant is not None:
                        yield constant
                case Variants(of=of):
                    yield of

    def _shown_of(self, expr: Expr, seen: set[str]) -> set[str]:
        """The options on which it rests what is shown of a value: which number stands for null in it."""
        match expr:
            case Conditional(then=then, otherwise=otherwise):
                return self._shown_of(then, seen) | self._shown_of(otherwise, seen)
            case Cast(target=target) | Item(target=target):
                return self._shown_of(target, seen)
            case Name(name=name, owner=str(owner)) | Member(name=name, owner=str(owner)) if (
                owner in self._library.types
            ):
                typedef = self._library.types[owner]
                key = f"{owner}.{name}"
                if key in seen:
                    return set()  # a running value rests on itself
                seen.add(key)
                members = (*typedef.attributes, *typedef.instances)
                return {o for member in members if member.id == name for o in self._shown_of_member(member, seen)}
        return set()

    def _shown_of_member(self, member: Attribute | ValueInstance, seen: set[str]) -> set[str]:
        if isinstance(member, ValueInstance):
            return self._shown_of(member.expr, seen)
        found = set(_named(member.null))
        for type in structures_in(member.wire):
            found |= self._shown_of_type(self._library.types[type], seen)
        return found

    def _shown_of_type(self, typedef: TypeDef, seen: set[str]) -> set[str]:
        if typedef.name in seen:
            return set()
        seen.add(typedef.name)
        members = (*typedef.attributes, *typedef.instances)
        return {option for member in members for option in self._shown_of_member(member, seen)}


def _checked(typedef: TypeDef) -> list[ValueInstance]:
    """The calculated values that readers check whether or not anybody asks for them."""
    return [one for one in typedef.instances if isinstance(one, ValueInstance) and one.valid is not None]


def _every(view: View, inner: Callable[[View], View | None]) -> list[View]:
    """A view with the one inside of it, and so on."""
    below = inner(view)
    return [view] if below is None else [view, *_every(below, inner)]


def _nodes(node: object) -> Iterator[object]:
    """A node with all nodes below it."""
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))


def _named(*nodes: object) -> Iterator[str]:
    """The options that expressions in some nodes name."""
    for node in _nodes(nodes):
        if isinstance(node, Name) and node.binding == "option":
            yield node.name
