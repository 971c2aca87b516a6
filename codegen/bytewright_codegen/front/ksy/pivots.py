"""``pivot`` and ``cells`` of views: columns that values or headers name."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import cast

from bytewright_codegen.front.ksy.document import Mapping, Node, Scalar
from bytewright_codegen.front.ksy.expressions import parse_path
from bytewright_codegen.front.ksy.fields import Fields, check_id
from bytewright_codegen.ir.diagnostics import Problems, nearest
from bytewright_codegen.ir.expressions import Expr, Item, Name
from bytewright_codegen.ir.views import CellPivot, NamedCells, NewHeader, Pivot, Property, Variants


def read_list(fields: Fields, key: str = "each") -> Expr | None:
    """The list of ``each``: the path without its last ``[*]``."""
    expr = fields.expression(key, parse_path)
    if expr is None:
        return None
    if isinstance(expr, Item) and isinstance(expr.index, Name) and expr.index.name == "*":
        return expr.target
    fields.problems.add(
        cast(Scalar, fields.node(key)).loc, f"'{key}' must end in '[*]'", "It names the items of a list."
    )
    return None


def read_cells(node: Node | None, problems: Problems) -> NamedCells | None:
    """Reads ``cells`` of ``-show``, the members of a structure that values name."""
    if node is None:
        return None
    fields = Fields(node, "'cells'", ("each", "name", "case", "cell", "inner"), problems)
    for key in ("each", "name", "case", "cell"):
        fields.require(key)
    each, name, cell = read_list(fields), fields.expression("name"), fields.expression("cell")
    inner = read_list(fields, "inner") if "inner" in fields else None
    case = fields.expression("case")
    return NamedCells(each, name, cell, fields.loc, case, inner) if each and name and cell else None


def _new(node: Node, properties: Collection[str], problems: Problems) -> NewHeader | None:
    """Reads what a header is that rows come without; ``properties``: what is said of its columns, by id."""
    fields = Fields(node, "a new header", ("root", "name", "types", "said"), problems)
    for key in ("root", "name", "types"):
        fields.require(key)
    root, name = fields.node("root"), fields.text("name")
    types = []
    for entry in fields.entries("types"):
        if isinstance(entry.node, Mapping):
            types.append((entry.key.text, _json(entry.node)))
        else:
            problems.add(entry.node.loc, "a column must be a mapping of its members")
    if root is None or not name:
        return None
    text = _json(root)
    if text.count('"*"') != 1:
        problems.add(root.loc, "'*' must stand in it once, for the list of columns")
    by, said = _said_columns(fields, properties, problems)
    return NewHeader(text, name, tuple(types), by, said)


def _said_columns(
    header: Fields, properties: Collection[str], problems: Problems
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The property by which columns of a new header are made, and these by what it says."""
    entries = header.entries("said")
    if len(entries) > 1:
        problems.add(entries[1].key.loc, "one property alone decides what a column is")
    for entry in entries[:1]:
        if entry.key.text not in properties:
            message = f"there is no property '{entry.key.text}'"
            problems.add(entry.key.loc, message, nearest(entry.key.text, properties))
        if not isinstance(entry.node, Mapping):
            problems.add(entry.node.loc, "columns must be a mapping by what the property says")
            continue
        made = []
        for one in entry.node.entries:
            if not isinstance(one.node, Mapping):
                problems.add(one.node.loc, "a column must be a mapping of its members")
                continue
            made.append((one.key.text, _json(one.node)))
            for text in _texts(_plain(one.node)):
                if text.startswith("*") and text[1:] not in properties:
                    problems.add(one.node.loc, f"'{text}' names no property", nearest(text[1:], properties))
        return entry.key.text, tuple(made)
    return "", ()


def _texts(value: object) -> Iterator[str]:
    """The texts in plain values."""
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)


def _json(node: Node) -> str:
    return json.dumps(_plain(node), ensure_ascii=False)


def _plain(node: Node) -> object:
    if isinstance(node, Mapping):
        return {entry.key.text: _plain(entry.node) for entry in node.entries}
    return node.value if isinstance(node, Scalar) else [_plain(item) for item in node.items]


_VECTOR_KEYS = ("key", "vector", "schema")
_CELL_KEYS = ("cell", "constant", "times", "new")
_VARIANT_KEYS = ("of", "option", "among")


def _variants(node: Node, problems: Problems) -> Variants | None:
    fields = Fields(node, "a pivot of structures", (*_VARIANT_KEYS, "name", "each"), problems)
    chosen = [key for key in ("option", "among", "name", "each") if key in fields]
    if chosen and len(chosen) < 4:
        message = "'option', 'among', 'name' and 'each' belong together"
        problems.add(fields.key_loc(chosen[0]), message, "They choose columns by an option.")
    of = fields.expression("of")
    among = read_list(fields, "among") if "among" in fields else None
    each = read_list(fields) if "each" in fields else None
    name = fields.expression("name")
    return Variants(of, fields.loc, fields.text("option") or None, among, name, each) if of is not None else None


def read_pivot(node: Node | None, problems: Problems) -> Pivot | CellPivot | Variants | None:
    """Reads ``pivot``: which columns values or a header name, or members of structures are."""
    if node is None:
        return None
    if isinstance(node, Mapping) and node.get("of") is not None:
        return _variants(node, problems)
    fields = Fields(node, "a pivot", ("each", "name", "properties", *_VECTOR_KEYS, *_CELL_KEYS), problems)
    of_cells = any(key in fields for key in _CELL_KEYS)
    for key in _VECTOR_KEYS:
        if of_cells and key in fields:
            problems.add(fields.key_loc(key), f"'{key}' is for columns of vectors, not of cells")
    for key in ("each", "name", "cell") if of_cells else ("each", "name", "key", "vector"):
        fields.require(key)
    each, name = read_list(fields), fields.expression("name")
    properties = _properties(fields, problems, of_cells=of_cells)
    if of_cells:
        cell, constant = fields.expression("cell"), fields.expression("constant")
        times = fields.text("times") or None
        new = fields.node("new")
        made = _new(new, [one.id for one in properties], problems) if new is not None else None
        if each is None or name is None or cell is None:
            return None
        return CellPivot(each, name, cell, fields.loc, constant, times, made, properties)
    key_expr, vector = fields.expression("key"), fields.expression("vector")
    schema = fields.text("schema") or None
    if each is None or key_expr is None or name is None or vector is None:
        return None
    return Pivot(each, key_expr, name, vector, fields.loc, schema, properties)


_RESERVED = ("table", "varies")


def _properties(pivot: Fields, problems: Problems, *, of_cells: bool) -> tuple[Property, ...]:
    """What a pivot says of its columns beside their values."""
    found: dict[str, Property] = {}
    for item in pivot.items("properties"):
        fields = Fields(item, "a property", ("id", "value", "option", "mode", "doc"), problems)
        fields.require("id")
        fields.require("value")
        scalar, value = fields.scalar("id"), fields.expression("value")
        if scalar is None or value is None:
            continue
        name = check_id(scalar, "a property", problems)
        is_mode = bool(fields.flag("mode"))
        if name in found:
            problems.add(scalar.loc, f"there are two properties '{name}'")
        if name in _RESERVED:
            problems.add(
                scalar.loc, f"a property can't be called '{name}'", "Metadata of that name mean something else."
            )
        if is_mode and of_cells:
            problems.add(fields.key_loc("mode"), "columns that a header names have no modes")
        if is_mode and any(one.is_mode for one in found.values()):
            problems.add(fields.key_loc("mode"), "there are two modes", "Rows can say one of each column.")
        option = fields.text("option") or None
        found[name] = Property(name, value, fields.loc, option, is_mode, fields.text("doc"))
    return tuple(found.values())
