"""``-options`` and ``-views``: how a file is shown, as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, cast

from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, Sequence
from bytewright_codegen.front.ksy.fields import Fields, check_id
from bytewright_codegen.front.ksy.pivots import read_list, read_pivot
from bytewright_codegen.front.ksy.vendor import FUNCTION, LOGICAL_KINDS, logical_of, read_tabulated
from bytewright_codegen.ir.diagnostics import Problems, nearest
from bytewright_codegen.ir.expressions import Expr, Literal_, Member, Name
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import Option
from bytewright_codegen.ir.view_operators import VIEW_OPERATORS
from bytewright_codegen.ir.views import (
    CellPivot,
    Counted,
    Decode,
    DecodeCase,
    Encoding,
    FileChoice,
    Maker,
    Named,
    Pivot,
    Requirement,
    Selection,
    StatedSize,
    TableType,
    Variants,
    View,
    ViewColumn,
)
from bytewright_codegen.semantics.values import builtin_value

_OPTION_TYPES = ("str", "int", "size", "bool", "enum", "file")
_COLUMN_KEYS = (
    *("id", "value", "type", "-type", "nullable", "doc", "each", "columns", "named", "count", "list", "if", "first"),
)
_OPTION_KEYS = ("id", "type", "default", "min", "max", "choices", "loader", "otherwise", "doc", "per")
_TABLE_TYPES = ("bool", "s1", "s2", "s4", "s8", "u1", "u2", "u4", "f4", "f8", "str", "bytes")
_CODEC = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)+", re.ASCII)


def read_option(node: Node, problems: Problems) -> Option:
    """Reads an entry of ``-options``."""
    fields = Fields(node, "an option", _OPTION_KEYS, problems)
    fields.require("id")
    fields.require("type")
    kind = fields.choice("type", _OPTION_TYPES)
    scalar = fields.scalar("id")
    default = fields.scalar("default")
    value = default.value if default else None
    wanted = {"int": int, "size": int, "bool": bool}.get(kind or "", str)
    if default and (not isinstance(value, wanted) or (wanted is int and isinstance(value, bool))):
        problems.add(default.loc, f"'default' doesn't fit the type '{kind}'")
        value = None
    least, most = _bound(fields, "min", kind), _bound(fields, "max", kind)
    if isinstance(value, int) and not _between(least, value, most):
        assert default is not None
        problems.add(default.loc, "'default' must lie between 'min' and 'max'")
    elif least is not None and most is not None and least > most:
        problems.add(fields.key_loc("max"), "'max' must not be below 'min'")
    choices, values = _choices(fields)
    if kind == "enum":
        fields.require("choices")
        if default and choices and value not in choices:
            problems.add(default.loc, f"'default' must be one of {', '.join(choices)}")
    elif "choices" in fields:
        problems.add(fields.key_loc("choices"), "'choices' needs 'type: enum'")
    loader, otherwise = _function(fields, "loader", kind), _function(fields, "otherwise", kind)
    return Option(
        id=scalar.text if scalar else "",
        type=cast('Literal["str", "int", "size", "bool", "enum", "file"]', kind or "str"),
        loc=fields.loc,
        default=cast("str | int | bool | None", value),
        choices=choices,
        loader=loader,
        doc=fields.text("doc"),
        values=values,
        per=cast('Literal["column"] | None', fields.choice("per", ("column",))),
        otherwise=otherwise,
        min=least,
        max=most,
    )


def _bound(fields: Fields, key: str, kind: str | None) -> int | None:
    """The smallest or largest value of an option that is a number."""
    found = fields.scalar(key)
    if found is None:
        return None
    if kind not in ("int", "size"):
        fields.problems.add(fields.key_loc(key), f"'{key}' needs 'type: int', or 'size'")
    elif not isinstance(found.value, int) or isinstance(found.value, bool):
        fields.problems.add(found.loc, f"'{key}' must be an integer")
    else:
        return found.value
    return None


def _between(least: int | None, value: int, most: int | None) -> bool:
    return (least is None or least <= value) and (most is None or value <= most)


def _function(fields: Fields, key: str, kind: str | None) -> str | None:
    """A function beside the spec, of an option of type ``file``."""
    found = fields.scalar(key)
    if found is None:
        return None
    if kind != "file":
        fields.problems.add(fields.key_loc(key), f"'{key}' needs 'type: file'")
    elif not FUNCTION.fullmatch(found.text):
        fields.problems.add(found.loc, f"'{key}' must be module:function, the module being a file beside the spec")
    return found.text if FUNCTION.fullmatch(found.text) else None


def _choices(fields: Fields) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The names of choices, and the numbers that they stand for, if they do."""
    node = fields.node("choices")
    if not isinstance(node, Mapping):
        return fields.texts("choices"), ()
    values: list[int] = []
    for entry in node.entries:
        value = entry.node.value if isinstance(entry.node, Scalar) else None
        if not isinstance(value, int) or isinstance(value, bool):
            fields.problems.add(entry.node.loc, f"'{entry.key.text}' must stand for an integer")
        else:
            values.append(value)
    return tuple(entry.key.text for entry in node.entries), tuple(values)


def read_view(entry: Entry, problems: Problems) -> View:
    """Reads an entry of ``-views``."""
    name = check_id(entry.key, "a view", problems)
    fields = Fields(entry.node, "a view", tuple(VIEW_OPERATORS), problems)
    if not any(key in fields for key in ("columns", "pivot", "view", "decode")):
        problems.add(entry.key.loc, f"view '{name}' shows nothing", "Give 'columns', 'pivot', 'decode' or 'view'.")
    columns: dict[str, ViewColumn] = {}
    for node in fields.items("columns"):
        column = _column(node, problems)
        if column.id.lower() in columns:
            problems.add(column.loc, f"column '{column.id}' occurs twice in view '{name}'")
        columns.setdefault(column.id.lower(), column)
    inner_path, inner = _inner(fields)
    pivot = read_pivot(fields.node("pivot"), problems)
    if isinstance(pivot, CellPivot | Variants) and "rows" in fields:
        problems.add(pivot.loc, "a pivot of cells stands in a view without 'rows'", "Each of its steps is one row.")
    decode = _decode(fields.node("decode"), problems)
    for key in ("rows", "pivot", "view"):
        if decode is not None and key in fields:
            problems.add(decode.loc, f"'decode' stands in a view without '{key}'")
    return View(
        name=name,
        loc=entry.key.loc,
        default=bool(fields.flag("default")),
        each=read_list(fields),
        rows=fields.expression("rows"),
        columns=tuple(columns.values()),
        pivot=pivot if isinstance(pivot, Pivot) else None,
        inner_path=inner_path,
        inner=inner,
        doc=fields.text("doc"),
        where=fields.expression("where"),
        cells=pivot if isinstance(pivot, CellPivot) else None,
        variants=pivot if isinstance(pivot, Variants) else None,
        order=fields.expression("order-by"),
        selections=tuple(_selection(node, problems) for node in fields.items("select")),
        decode=decode,
        first=fields.expression("first"),
        files=_files(fields.node("files"), problems),
        requirements=tuple(_requirement(node, problems) for node in fields.items("require")),
        metadata=tuple(_column(node, problems) for node in fields.items("metadata")),
    )


def _decode(node: Node | None, problems: Problems) -> Decode | None:
    if node is None:
        return None
    fields = Fields(node, "'decode'", ("bytes", "by", "column", "as", "encode", "stated-size", "doc"), problems)
    for key in ("bytes", "by", "column", "as"):
        fields.require(key)
    codec = fields.scalar("by")
    if codec and not _CODEC.fullmatch(codec.text):
        problems.add(codec.loc, "'by' must be a class by its dotted path, as of 'process'", "bytewright.codecs.parquet")
    data = fields.expression("bytes")
    cases = tuple(case for item in fields.items("as") if (case := _case(item, problems)) is not None)
    if data is None or codec is None:
        return None
    encodings = tuple(_encoding(item, problems) for item in fields.items("encode"))
    return Decode(
        bytes=data,
        codec=codec.text,
        column=fields.text("column"),
        cases=cases,
        loc=fields.loc,
        doc=fields.text("doc"),
        encodings=encodings,
        stated_size=_stated_size(fields.node("stated-size"), problems),
    )


def _stated_size(node: Node | None, problems: Problems) -> StatedSize | None:
    if node is None:
        return None
    fields = Fields(node, "'stated-size'", ("in", "member"), problems)
    fields.require("in")
    fields.require("member")
    text = fields.expression("in")
    return StatedSize(text, fields.text("member"), fields.loc) if text is not None else None


def _encoding(node: Node, problems: Problems) -> Encoding:
    fields = Fields(node, "a case of 'encode'", ("where", "with"), problems)
    settings = []
    for entry in fields.entries("with"):
        value = entry.node.value if isinstance(entry.node, Scalar) else None
        if not isinstance(value, int | str):
            problems.add(entry.key.loc, f"the setting '{entry.key.text}' must be a number, text, true or false")
            continue
        settings.append((entry.key.text, value))
    return Encoding(tuple(settings), fields.loc, fields.expression("where"))


def _case(node: Node, problems: Problems) -> DecodeCase | None:
    fields = Fields(node, "a case of 'decode'", ("type", "where", "metadata"), problems)
    fields.require("type")
    kind = fields.node("type")
    found = _table_type(kind, problems) if kind is not None else None
    metadata = tuple(
        (entry.key.text, entry.node.text if isinstance(entry.node, Scalar) else "")
        for entry in fields.entries("metadata")
    )
    return DecodeCase(found, fields.loc, fields.expression("where"), metadata) if found is not None else None


def _table_type(node: Node, problems: Problems) -> TableType | None:
    """A type of values in a table: ``s4``, ``f4[]``, ``{map: [u4, f4]}``, ``{struct: {a: s8, b: [s8, str]}}``."""
    if isinstance(node, Scalar):
        if node.text.endswith("[]"):
            item = _table_type(replace(node, text=node.text[:-2]), problems)
            return TableType("list", items=(item,)) if item is not None else None
        if node.text not in _TABLE_TYPES:
            hint = nearest(node.text, _TABLE_TYPES) or f"Known are {', '.join(_TABLE_TYPES)}, with [] for lists."
            problems.add(node.loc, f"unknown type '{node.text}' of values of a table", hint)
            return None
        return TableType("plain", node.text)
    fields = Fields(node, "a type of values of a table", ("map", "struct", "tags"), problems)
    if "map" in fields:
        found = [_table_type(item, problems) for item in fields.items("map")]
        pair = tuple(one for one in found if one is not None)
        if len(found) != 2 or any(one.kind != "plain" for one in pair):
            problems.add(fields.loc, "'map' has two plain types, of keys and of values")
            return None
        return TableType("map", items=pair) if len(pair) == 2 else None
    members = []
    for entry in fields.entries("struct"):
        choices = entry.node.items if isinstance(entry.node, Sequence) else (entry.node,)
        kinds = [_table_type(choice, problems) for choice in choices]
        members.append((entry.key.text, tuple(kind for kind in kinds if kind is not None)))
    return TableType("struct", members=tuple(members), tags=tuple(_tags(fields, dict(members), problems)))


def _tags(
    fields: Fields, members: dict[str, tuple[TableType, ...]], problems: Problems
) -> Iterator[tuple[str, str, tuple[int | str, ...]]]:
    """What text of JSON objects says besides of members, by the type that these have."""
    for entry in fields.entries("tags"):
        about = entry.node.entries if isinstance(entry.node, Mapping) else ()
        for one in about:
            items = one.node.items if isinstance(one.node, Sequence) else ()
            values = tuple(
                item.value for item in items if isinstance(item, Scalar) and isinstance(item.value, int | str)
            )
            if len(values) == len(members.get(one.key.text, ())) > 0:
                yield entry.key.text, one.key.text, values
                continue
            problems.add(one.key.loc, f"'{entry.key.text}' has a number or text for each type that a member may have")
        if len(about) != 1:
            problems.add(entry.key.loc, f"'{entry.key.text}' is about one member")


def _files(node: Node | None, problems: Problems) -> FileChoice | None:
    if node is None:
        return None
    fields = Fields(node, "'files'", ("option", "is", "names", "known"), problems)
    for key in ("option", "is"):
        fields.require(key)
    value = fields.expression("is")
    known = []
    for entry in fields.entries("known"):
        if isinstance(entry.node, Scalar) and isinstance(entry.node.value, int):
            known.append((entry.key.text, entry.node.value))
        else:
            problems.add(entry.node.loc, f"'{entry.key.text}' must stand for an integer")
    if value is None:
        return None
    return FileChoice(fields.text("option"), value, fields.loc, fields.text("names") or None, tuple(known))


def _requirement(node: Node, problems: Problems) -> Requirement:
    fields = Fields(node, "a requirement", ("holds", "field"), problems)
    for key in ("holds", "field"):
        fields.require(key)
    nothing = Literal_(0, fields.loc)
    return Requirement(fields.expression("holds") or nothing, fields.expression("field") or nothing, fields.loc)


def read_maker(entry: Entry, problems: Problems) -> Maker:
    """Reads an entry of ``-made-of``."""
    name = check_id(entry.key, "rows", problems)
    keys = ("doc", "with", "columns", "view", "options", "inner-columns", "deal", "by-columns", "arrow")
    fields = Fields(entry.node, "rows of which a file is made", keys, problems)
    fields.require("with")
    if "view" not in fields:
        fields.require("columns")
    elif "columns" in fields:
        problems.add(fields.key_loc("columns"), "'columns' means nothing beside 'view'")
    if "inner-columns" in fields and "view" not in fields:
        problems.add(fields.key_loc("inner-columns"), "'inner-columns' means nothing without 'view'")
    if "deal" in fields and fields.flag("arrow"):
        problems.add(fields.key_loc("deal"), "'deal' means nothing beside 'arrow'")
    function = fields.scalar("with")
    if function and not FUNCTION.fullmatch(function.text):
        problems.add(function.loc, "'with' must be module:function, the module being a file beside the spec")
    columnar = fields.scalar("by-columns")
    if columnar and not FUNCTION.fullmatch(columnar.text):
        problems.add(columnar.loc, "'by-columns' must be module:function, the module being a file beside the spec")
    if columnar and "deal" not in fields:
        problems.add(fields.key_loc("by-columns"), "'by-columns' means nothing without 'deal'")
    text = function.text if function else ""
    node = fields.node("deal")
    deal = Fields(node, "'deal'", ("list", "limit"), problems) if node is not None else None
    if deal is not None:
        deal.require("list")
        deal.require("limit")
    return Maker(
        name=name,
        function=text,
        columns=_typed(fields, "columns", problems),
        loc=entry.key.loc,
        doc=fields.text("doc"),
        view=fields.text("view") or None,
        told=fields.texts("options"),
        dealt=read_list(deal, "list") if deal is not None else None,
        limit=deal.text("limit") if deal is not None else None,
        columnar=columnar.text if columnar else None,
        arrow=bool(fields.flag("arrow")),
        inner=_typed(fields, "inner-columns", problems),
    )


def _typed(fields: Fields, key: str, problems: Problems) -> tuple[tuple[str, str], ...]:
    """Names of columns with those of their types."""
    columns = []
    for column in fields.entries(key):
        kind = column.node.text if isinstance(column.node, Scalar) else ""
        if builtin_value(kind.removesuffix("[]")) is None:
            hint = "Columns are u1 … s8, f4, f8, str, bytes or bool, with [] behind it for lists."
            problems.add(column.node.loc, f"unknown type '{kind}' of column '{column.key.text}'", hint)
        columns.append((column.key.text, kind))
    return tuple(columns)


def _selection(node: Node, problems: Problems) -> Selection:
    fields = Fields(node, "a selection", ("option", "key", "equals", "through", "from"), problems)
    fields.require("option")
    fields.require("equals")
    option = fields.text("option")
    return Selection(
        option=option,
        key=fields.expression("key") or Name(option, fields.loc),
        equals=fields.expression("equals") or Literal_(0, fields.loc),
        loc=fields.loc,
        through=fields.expression("through"),
        start=fields.expression("from"),
    )


def _inner(fields: Fields) -> tuple[Expr | None, str | None]:
    expr = fields.expression("view")
    if isinstance(expr, Member):
        return expr.target, expr.name
    if isinstance(expr, Name):
        return None, expr.name
    if expr is not None:
        fields.problems.add(expr.loc, "'view' must be a path that ends in the name of a view")
    return None, None


def _column(node: Node, problems: Problems) -> ViewColumn:
    fields = Fields(node, "a column", _COLUMN_KEYS, problems)
    fields.require("id")
    if "columns" in fields:
        for key in ("value", "type", "-type", "nullable", "named", "count"):
            if key in fields:
                problems.add(fields.key_loc(key), f"'{key}' means nothing beside 'columns'")
    elif "count" in fields or "list" in fields:
        other = "count" if "count" in fields else "list"
        for key in ("value", "named"):
            if key in fields:
                problems.add(fields.key_loc(key), f"'{key}' means nothing beside '{other}'")
    elif "value" not in fields and "type" not in fields:
        fields.require("value")
    if "each" in fields and "columns" not in fields:
        problems.add(fields.key_loc("each"), "'each' needs 'columns'")
    members = read_columns(fields.items("columns"), problems)
    has_value = any(key in fields for key in ("value", "count", "list"))
    type_node = fields.node("type")
    logical: Logical | None = None
    type_name: str | None = None
    if isinstance(type_node, Scalar) and type_node.text not in (*LOGICAL_KINDS, "timestamp"):
        type_name = fields.text("type") or None
    elif type_node is not None:
        logical = logical_of(type_node, fields, "type")
    meaning = fields.node("-type")
    if meaning is not None and type_node is not None:
        fields.problems.add(fields.key_loc("-type"), "'-type' means nothing beside 'type'")
    elif meaning is not None:
        logical = logical_of(meaning, fields, "-type")
    return ViewColumn(
        id=fields.text("id"),
        expr=(read_list(fields) if members else _tabulated(fields) or fields.expression("value"))
        or Literal_(0, fields.loc),
        loc=fields.loc,
        type_name=type_name,
        logical=logical,
        nullable=fields.flag("nullable"),
        doc=fields.text("doc"),
        never="each" not in fields if members else not has_value,
        members=members,
        named=_named(fields.node("named"), problems),
        first=fields.expression("first"),
        counted=_counted(fields.node("count"), problems),
        condition=fields.expression("if"),
    )


def _tabulated(fields: Fields) -> Expr | None:
    node = fields.node("list")
    return None if node is None else read_tabulated(node, fields.problems)


def read_columns(nodes: tuple[Node, ...], problems: Problems) -> tuple[ViewColumn, ...]:
    """Reads ``columns`` of ``-show``, the members that views show of a structure."""
    found: dict[str, ViewColumn] = {}
    for node in nodes:
        column = _column(node, problems)
        if column.id.lower() in found:
            problems.add(column.loc, f"member '{column.id}' occurs twice")
        found.setdefault(column.id.lower(), column)
    return tuple(found.values())


def _counted(node: Node | None, problems: Problems) -> Counted | None:
    if node is None:
        return None
    fields = Fields(node, "'count'", ("in", "where"), problems)
    fields.require("in")
    items = read_list(fields, "in")
    return Counted(items, fields.expression("where")) if items else None


def _named(node: Node | None, problems: Problems) -> Named | None:
    if node is None:
        return None
    fields = Fields(node, "'named'", ("in", "key", "value"), problems)
    for key in ("in", "key", "value"):
        fields.require(key)
    items, key_expr, shown = read_list(fields, "in"), fields.expression("key"), fields.expression("value")
    return Named(items, key_expr, shown) if items and key_expr and shown else None
