"""Lists of structures without bytes, one for each entry of a page, from which their values are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bytewright_codegen.ir.expressions import Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan


@dataclass(frozen=True, slots=True)
class Mirror:
    """A list, and the entries that its elements stand for.

    Attributes:
        name: of the list.
        holder: the type that it is in, whose other fields aren't asked for.
        pages: the way to the structures that have such a list.
        element: the type of its elements.
        parameter: what the elements call their entry.
        owner: the way, from what the list is in, to the structure that has the page as a field.
        page: that field, at a place of its own.
        path: the way from the page to the entries, fields of fields.
    """

    name: str
    holder: str
    pages: Expr
    element: str
    parameter: str
    owner: Expr
    page: Entry
    path: tuple[str, ...]


def mirror_of(library: Library, plans: Mapping[str, RecordPlan], around: Expr) -> Mirror:
    """What the list says that a path (``…[*]``) ends with.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        around: the path.

    Raises:
        Refusal: it isn't such a list.
    """
    match around:
        case Item(Member(Item() as pages, name, owner=str(holder)), Name("*")):
            listed = next((entry for entry in plans[holder].entries if entry.name == name), None)
        case _:
            raise Refusal("a list that isn't in another one", around.loc)
    refusal = Refusal("a list that isn't one structure for each entry of a page", around.loc)
    shape = shape_of(library, plans[holder], listed) if listed is not None else None
    if shape is None:
        raise refusal
    owner, page, path = _page(plans, shape.entries, refusal)
    return Mirror(name, holder, pages, shape.element, shape.parameter, owner, page, path)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a list is whose elements stand for the entries of another.

    Attributes:
        element: the type of its elements.
        parameter: what they call their entry.
        entries: the way to the entries.
        stated: the name of that.
    """

    element: str
    parameter: str
    entries: Expr
    stated: str


def shape_of(library: Library, holder: RecordPlan, listed: Entry) -> Shape | None:
    """What is said of a list without bytes of its own that is one structure for each entry of another; None: it isn't.

    Args:
        library: the resolved specs.
        holder: the type that it is in.
        listed: the list.
    """
    if not listed.placed or not isinstance(listed.item, Nested) or listed.frame.kind != "none":
        return None
    attribute = listed.attribute
    if attribute.stream is not None or attribute.parent is not None or not is_zero(attribute.position):
        return None
    if listed.condition is not None or listed.valid is not None or library.types[listed.item.type].attributes:
        return None
    match listed.count.expr if listed.count is not None and listed.count.kind == "expr" else None:
        case Member(Name(entries), "size" | "length", binding="method"):
            parameter = _entry_parameter(library, listed.item, entries)
        case _:
            return None
    stated = next((one for one in library.types[holder.type].instances if one.id == entries), None)
    if parameter is None or not isinstance(stated, ValueInstance) or stated.condition is not None:
        return None
    return Shape(listed.item.type, parameter, stated.expr, entries)


def is_zero(position: Expr | None) -> bool:
    """Whether a place is the beginning of a stream."""
    return isinstance(position, Literal_) and position.value == 0


def _entry_parameter(library: Library, item: Nested, entries: str) -> str | None:
    """The parameter for which ``entries[_index]`` is given; None: there is none, or are several."""
    found = [
        parameter.id
        for parameter, argument in zip(library.types[item.type].params, item.args, strict=True)
        if isinstance(argument, Item)
        and isinstance(argument.target, Name)
        and argument.target.name == entries
        and isinstance(argument.index, Name)
        and argument.index.name == "_index"
    ]
    return found[0] if len(found) == 1 else None


def _page(plans: Mapping[str, RecordPlan], way: Expr, refusal: Refusal) -> tuple[Expr, Entry, tuple[str, ...]]:
    """The field at a place of its own that a way goes through last: what it is a field of, and what follows."""
    path: list[str] = []
    while isinstance(way, Member):
        name, owner = way.name, way.owner
        if owner is None or owner not in plans:
            break
        entry = next((entry for entry in plans[owner].entries if entry.name == name), None)
        if entry is None:
            break
        if not entry.placed:
            path.insert(0, name)
            way = way.target
            continue
        frame = entry.frame
        bounded = frame.kind == "size" and frame.terminator is None and frame.pad_right is None
        plain = entry.count is None and entry.condition is None and entry.valid is None
        if not (bounded and plain and frame.process is None and isinstance(entry.item, Nested)):
            break
        if entry.item.args or entry.attribute.parent is not None or entry.attribute.position is None:
            break
        return way.target, entry, tuple(path)
    raise refusal
