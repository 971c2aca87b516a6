"""What our keys add to attributes and types: ``-type`` and ``-derive``."""

from __future__ import annotations

from bytewright_codegen.diagnostics import nearest
from bytewright_codegen.ir.schema import Derive, Logical
from bytewright_codegen.ksy.document import Mapping, Node, Scalar
from bytewright_codegen.ksy.expressions import parse_path
from bytewright_codegen.ksy.fields import Fields, kind_of

LOGICAL_KINDS = ("uuid", "json", "long", "decimal")
"""Logical types that are written as a word."""

_UNITS = ("s", "ms", "us", "ns")
_NULLS = ("all", "none", "some")


def read_logical(fields: Fields, key: str = "-type") -> Logical | None:
    """Reads ``-type``: ``uuid``, ``{timestamp: ms}``, …"""
    node = fields.node(key)
    return None if node is None else logical_of(node, fields, key)


def logical_of(node: Node, fields: Fields, key: str) -> Logical | None:
    """Reads a logical type from the value of a key."""
    if isinstance(node, Mapping):
        inner = Fields(node, f"'{key}'", ("timestamp",), fields.problems)
        unit = inner.choice("timestamp", _UNITS)
        return Logical("timestamp", unit) if unit else None
    if isinstance(node, Scalar) and node.text in LOGICAL_KINDS:
        return Logical(node.text)
    if isinstance(node, Scalar) and node.text == "timestamp":
        fields.problems.add(node.loc, "'timestamp' needs a unit", "Write {timestamp: s}, or ms, us, ns.")
        return None
    hint = nearest(node.text, LOGICAL_KINDS) if isinstance(node, Scalar) else None
    hint = hint or f"Known are {', '.join(LOGICAL_KINDS)} and {{timestamp: s|ms|us|ns}}."
    fields.problems.add(node.loc, f"unknown logical type {kind_of(node)}", hint)
    return None


def read_derive(fields: Fields) -> Derive | None:
    """Reads ``-derive``."""
    node = fields.node("-derive")
    if node is None:
        return None
    derive = Fields(node, "'-derive'", ("position-of", "nulls-of", "value", "when-empty", *_NULLS), fields.problems)
    kinds = [kind for kind in ("position-of", "nulls-of", "value") if kind in derive]
    if len(kinds) != 1:
        if isinstance(node, Mapping):
            fields.problems.add(node.loc, "'-derive' needs one of 'position-of', 'nulls-of', 'value'")
        return None
    kind = kinds[0]
    for key, of in (("when-empty", "position-of"), *((null, "nulls-of") for null in _NULLS)):
        if key in derive and kind != of:
            fields.problems.add(derive.key_loc(key), f"'{key}' means nothing with '{kind}'")
    if kind == "nulls-of":
        for null in _NULLS:
            derive.require(null)
    path = derive.expression(kind, parse_path)
    when_empty = derive.expression("when-empty")
    choices = tuple((null, expr) for null in _NULLS if (expr := derive.expression(null)) is not None)
    if path is None:
        return None
    if kind == "position-of":
        return Derive("position-of", path, fields.key_loc("-derive"), when_empty=when_empty)
    if kind == "nulls-of":
        return Derive("nulls-of", path, fields.key_loc("-derive"), choices=choices)
    return Derive("value", path, fields.key_loc("-derive"))
