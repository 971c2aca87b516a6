"""What a view in ``-views`` may say: its keys, and what becomes of each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ViewOperator:
    """What a key of a view becomes.

    Attributes:
        declared: attributes of `bytewright_codegen.ir.views.View` that hold it.
        shown: attributes of `bytewright.schema.view.View` that back ends make of it.
        unread: why rows are found without it; empty: `bytewright.views.evaluate` uses it.
        unwritten: why models are made of rows without it; empty: `bytewright.views.invert` uses it.
        unlowered: why no pass of lowering looks at it; empty: they make a plan of it, or refuse it.
    """

    declared: tuple[str, ...]
    shown: tuple[str, ...]
    unread: str = ""
    unwritten: str = ""
    unlowered: str = ""


_FOR_PEOPLE = "it is for people"
_CHOSEN = "it decides which file or view is read, not what rows it has"
_LEFT_OUT = "what it leaves out isn't in the rows, and what it chooses is"

VIEW_OPERATORS = {
    "doc": ViewOperator(("doc",), ("doc",), _FOR_PEOPLE, _FOR_PEOPLE, _FOR_PEOPLE),
    "default": ViewOperator(("default",), ("default",), _CHOSEN, _CHOSEN, _CHOSEN),
    "each": ViewOperator(("each",), ("each", "each_field", "each_path", "deeper", "list_paths", "spared", "region")),
    "where": ViewOperator(("where",), ("where", "says")),
    "rows": ViewOperator(("rows",), ("rows", "rows_path")),
    "columns": ViewOperator(("columns",), ("columns", "counted", "of_header", "by_number", "lazy")),
    "pivot": ViewOperator(("pivot", "cells", "variants"), ("pivot", "cells", "variants")),
    "view": ViewOperator(("inner_path", "inner"), ("inner", "inner_root", "inner_path", "left")),
    "order-by": ViewOperator(("order",), ("order",)),
    "select": ViewOperator(("selections",), ("selections",), unwritten=_LEFT_OUT),
    "decode": ViewOperator(("decode",), ("decode",)),
    "first": ViewOperator(("first",), ("first",)),
    "files": ViewOperator(("files",), ("files",), unwritten=_CHOSEN),
    "require": ViewOperator(("requirements",), ("requirements",), unwritten=_CHOSEN),
    "metadata": ViewOperator(("metadata",), ("metadata",)),
}
"""All keys. The front end knows no others; the schema for editors and the docs are held to it."""
