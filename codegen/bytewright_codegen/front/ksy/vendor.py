"""What our keys add to members and types: ``-type``, ``-derive``, ``-checksum``, ``-find``."""

from __future__ import annotations

import re
from typing import cast

from bytewright.codecs.checksums import ALGORITHMS, CATALOGUE, Crc
from bytewright_codegen.front.ksy.document import Mapping, Node, Scalar, Sequence
from bytewright_codegen.front.ksy.expressions import parse_expression, parse_path
from bytewright_codegen.front.ksy.fields import Fields, attempt, kind_of, quoted
from bytewright_codegen.ir.diagnostics import Problems, nearest
from bytewright_codegen.ir.expressions import Compare, CountBefore, Expr, Find, Invoke, Name, Tabulate
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import Checksum, Derive
from bytewright_codegen.ir.walk import children

LOGICAL_KINDS = ("uuid", "json", "long", "decimal", "bool", "utf16-unit")
"""Logical types that are written as a word."""

JSON_KINDS = ("bool", "int", "float", "str", "list", "object")
"""What members of JSON objects may be."""

FUNCTION = re.compile(r"[A-Za-z_]\w*:[A-Za-z_]\w*", re.ASCII)
"""A function of a module that stands beside the spec."""

_UNITS = ("s", "ms", "us", "ns")
_NULLS = ("all", "none", "some")
_DERIVED = ("position-of", "end-of", "nulls-of", "value", "presence-of")


def read_logical(fields: Fields, key: str = "-type") -> Logical | None:
    """Reads ``-type``: ``uuid``, ``{timestamp: ms}``, …"""
    node = fields.node(key)
    return None if node is None else logical_of(node, fields, key)


def logical_of(node: Node, fields: Fields, key: str) -> Logical | None:
    """Reads a logical type from the value of a key."""
    if isinstance(node, Mapping):
        inner = Fields(node, f"'{key}'", ("timestamp", "index", "json", "map"), fields.problems)
        if "map" in inner:
            return _map(cast("Node", inner.node("map")), fields)
        if "json" in inner:
            return Logical("json", members=_members(inner))
        if "index" in inner:
            index = inner.expression("index")
            return Logical("index", index=index) if index else None
        unit = inner.choice("timestamp", _UNITS)
        return Logical("timestamp", unit) if unit else None
    if isinstance(node, Scalar) and node.text in LOGICAL_KINDS:
        return Logical(node.text)
    if isinstance(node, Scalar) and node.text == "timestamp":
        fields.problems.add(node.loc, "'timestamp' needs a unit", "Write {timestamp: s}, or ms, us, ns.")
        return None
    hint = nearest(node.text, LOGICAL_KINDS) if isinstance(node, Scalar) else None
    hint = hint or f"Known are {', '.join(LOGICAL_KINDS)}, {{timestamp: s|ms|us|ns}}, {{index: LIST}} and {{map: …}}."
    fields.problems.add(node.loc, f"unknown logical type {kind_of(node)}", hint)
    return None


def _map(node: Node, fields: Fields) -> Logical | None:
    """Reads ``{key, value}``, which say what of the items of a list are the keys and the values of a map."""
    pair = Fields(node, "'map'", ("key", "value"), fields.problems)
    pair.require("key")
    pair.require("value")
    key, shown = pair.expression("key"), pair.expression("value")
    return Logical("map", key=key, shown=shown) if key is not None and shown is not None else None


def _members(fields: Fields) -> tuple[tuple[str, str], ...]:
    """What members of a JSON object are."""
    found = []
    for entry in fields.entries("json"):
        kind = entry.node.text if isinstance(entry.node, Scalar) else ""
        if kind not in JSON_KINDS:
            hint = nearest(kind, JSON_KINDS) or f"Known are {', '.join(JSON_KINDS)}."
            fields.problems.add(
                entry.node.loc, f"unknown kind {kind_of(entry.node)} of the member '{entry.key.text}'", hint
            )
        found.append((entry.key.text, kind))
    return tuple(found)


def read_derive(fields: Fields) -> Derive | None:
    """Reads ``-derive``."""
    node = fields.node("-derive")
    if node is None:
        return None
    keys = (*_DERIVED, "relative-to", "when-empty", "unless", "at", "where", *_NULLS)
    derive = Fields(node, "'-derive'", keys, fields.problems)
    kinds = [kind for kind in _DERIVED if kind in derive]
    if len(kinds) != 1:
        if isinstance(node, Mapping):
            forms = ", ".join(f"'{kind}'" for kind in _DERIVED)
            fields.problems.add(node.loc, f"'-derive' needs one of {forms}")
        return None
    kind = kinds[0]
    belongs = {"relative-to": "position-of", "when-empty": "position-of", "at": "presence-of", "where": "presence-of"}
    if "unless" in derive and kind not in ("position-of", "end-of"):
        fields.problems.add(derive.key_loc("unless"), f"'unless' means nothing with '{kind}'")
    for key, of in (*belongs.items(), *((null, "nulls-of") for null in _NULLS)):
        if key in derive and kind != of:
            fields.problems.add(derive.key_loc(key), f"'{key}' means nothing with '{kind}'")
    if kind == "nulls-of":
        for null in _NULLS:
            derive.require(null)
    several = kind == "end-of" and isinstance(derive.node(kind), Sequence)
    paths = derive.expressions(kind) if several else ()
    path = paths[0] if paths else derive.expression(kind, parse_path)
    relative_to = derive.expression("relative-to", parse_path)
    when_empty = derive.expression("when-empty")
    choices = tuple((null, expr) for null in _NULLS if (expr := derive.expression(null)) is not None)
    if path is None:
        return None
    unless = derive.expression("unless")
    if kind == "position-of":
        loc = fields.key_loc("-derive")
        return Derive("position-of", path, loc, when_empty=when_empty, relative_to=relative_to, unless=unless)
    if kind == "end-of":
        return Derive("end-of", path, fields.key_loc("-derive"), unless=unless, also=paths[1:])
    if kind == "nulls-of":
        return Derive("nulls-of", path, fields.key_loc("-derive"), choices=choices)
    if kind == "presence-of":
        derive.require("at")
        at, where = derive.expression("at"), derive.expression("where")
        return Derive("presence-of", path, fields.key_loc("-derive"), at=at, where=where) if at else None
    return Derive("value", path, fields.key_loc("-derive"))


def read_default(fields: Fields) -> Expr | None:
    """Reads ``-default``: an expression, or what a function beside the spec makes of some."""
    node = fields.node("-default")
    if not isinstance(node, Mapping):
        return fields.expression("-default")
    call = Fields(node, "'-default'", ("call", "with"), fields.problems)
    call.require("call")
    function = call.scalar("call")
    if function is None:
        return None
    if not FUNCTION.fullmatch(function.text):
        fields.problems.add(function.loc, "'call' must be module:function, the module being a file beside the spec")
        return None
    args = tuple(found for node in call.items("with") if (found := _argument(node, fields)) is not None)
    return Invoke(function.text, args, fields.key_loc("-default"))


def _argument(node: Node, fields: Fields) -> Expr | None:
    """An argument of a function: an expression, or a list of values by their places."""
    if isinstance(node, Scalar):
        return attempt(fields.problems, lambda: parse_expression(node))
    return read_tabulated(node, fields.problems)


def read_tabulated(node: Node, problems: Problems) -> Expr | None:
    """Reads a list of calculated values: how many, and each by its place, ``_index``."""
    inner = Fields(node, "'list'", ("size", "item"), problems)
    inner.require("size")
    inner.require("item")
    size, item = inner.expression("size"), inner.expression("item")
    return Tabulate(size, item, inner.loc) if size is not None and item is not None else None


def read_checksum(fields: Fields) -> Checksum | None:
    """Reads ``-checksum``."""
    node = fields.node("-checksum")
    if node is None:
        return None
    checksum = Fields(node, "'-checksum'", ("algorithm", "from", "to"), fields.problems)
    checksum.require("algorithm")
    algorithm = _algorithm(checksum)
    if algorithm is None:
        return None
    return Checksum(algorithm, fields.key_loc("-checksum"), checksum.expression("from"), checksum.expression("to"))


def _algorithm(checksum: Fields) -> str | None:
    """Reads the name of an algorithm, or the parameters of a CRC."""
    node = checksum.node("algorithm")
    if isinstance(node, Mapping):
        return _crc(node, checksum.problems)
    scalar = checksum.scalar("algorithm")
    if scalar is None or scalar.text in ALGORITHMS:
        return scalar.text if scalar is not None else None
    hint = nearest(scalar.text, ALGORITHMS) or "Such as crc32 or crc16-modbus; docs/language.md lists them."
    checksum.problems.add(scalar.loc, f"the checksum {quoted(scalar.text)} is not known", hint)
    return None


def _crc(node: Mapping, problems: Problems) -> str | None:
    crc = Fields(node, "a CRC", ("width", "poly", "init", "refin", "refout", "xorout"), problems)
    crc.require("width")
    crc.require("poly")
    width, poly = crc.typed("width", int, "an integer"), crc.typed("poly", int, "an integer")
    if width is None or poly is None:
        return None
    if width not in CATALOGUE:
        widths = ", ".join(map(str, CATALOGUE))
        problems.add(crc.key_loc("width"), f"a CRC has {widths} bits here, not {width}")
        return None
    init, xorout = (crc.typed(key, int, "an integer") if key in crc else 0 for key in ("init", "xorout"))
    refin, refout = (crc.flag(key) if key in crc else False for key in ("refin", "refout"))
    if not crc.whole or init is None or xorout is None or refin is None or refout is None:
        return None
    for key, number in (("poly", poly), ("init", init), ("xorout", xorout)):
        if not 0 <= number < 1 << width:
            hint = f"The polynomial is written without its highest bit, that of x^{width}." if key == "poly" else None
            problems.add(crc.key_loc(key), f"'{key}' must be an integer of {width} bits, not {number:#x}", hint)
            return None
    return Crc(width, poly, init, refin, refout, xorout).name


def read_lookup(fields: Fields) -> Expr | None:
    """Reads ``-find``, which says in one step what a value instance finds in many."""
    node = fields.node("-find")
    if node is None:
        return None
    find = Fields(node, "'-find'", ("in", "count", "before", "where"), fields.problems)
    find.require("where")
    where = find.expression("where")
    if "count" in find:
        if "in" in find:
            fields.problems.add(find.key_loc("count"), "'count' and 'in' of '-find' exclude each other")
        find.require("before")
        items, before = find.expression("count"), find.expression("before")
        if items is None or before is None or where is None:
            return None
        return CountBefore(items, before, where, fields.key_loc("-find"))
    if "before" in find:
        fields.problems.add(find.key_loc("before"), "'before' goes with 'count'")
    find.require("in")
    items = find.expression("in")
    if items is None or where is None:
        return None
    if isinstance(where, Compare) and where.operator == "==" and _asks_item(where.left) != _asks_item(where.right):
        key, wanted = (where.left, where.right) if _asks_item(where.left) else (where.right, where.left)
        return Find(items, key, wanted, fields.key_loc("-find"))
    message = "'where' of '-find' must compare something of the item with something else"
    fields.problems.add(where.loc, message, "For example: _.name == name.")
    return None


def _asks_item(expr: Expr) -> bool:
    return (isinstance(expr, Name) and expr.name == "_") or any(_asks_item(child) for child in children(expr))
