"""Values of Python as nodes of a document, so that what reads the keys of a ``.ksy`` reads them as well."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from construct.expr import ExprMixin

from bytewright_codegen.front.construct.declaration import Declaration
from bytewright_codegen.front.construct.drafts import Refused
from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, Sequence
from bytewright_codegen.ir.location import Location


class Nodes:
    """Makes nodes that stand where a value stands in the text, as far as it is written out there.

    Args:
        declaration: whose text.
        spelled: an expression of Construct's as text of the language; None where the values belong to no structure.
    """

    def __init__(self, declaration: Declaration, spelled: Callable[[ExprMixin, Location], str] | None = None) -> None:
        self._declaration = declaration
        self._spelled = spelled

    def node(self, value: Any, written: ast.expr | None, around: Location) -> Node:
        """A value as a node.

        Args:
            value: mappings, lists, texts, numbers, truth values, expressions.
            written: the text that it is made by; None where that is not known.
            around: where it stands otherwise.

        Raises:
            Refused: it holds an expression of Construct's that belongs to no structure.
        """
        loc = self._declaration.locate(written.lineno, written.col_offset) if written is not None else around
        if isinstance(value, dict):
            keys: list[ast.expr | None] = [None] * len(value)
            values = list(keys)
            if isinstance(written, ast.Dict) and len(written.keys) == len(value):
                keys, values = list(written.keys), list(written.values)
            return Mapping(
                tuple(
                    Entry(self._scalar(key, keys[i], loc), self.node(item, values[i], loc))
                    for i, (key, item) in enumerate(value.items())
                ),
                loc,
            )
        if isinstance(value, list | tuple):
            items: list[ast.expr | None] = [None] * len(value)
            if isinstance(written, ast.List | ast.Tuple) and len(written.elts) == len(value):
                items = list(written.elts)
            return Sequence(tuple(self.node(item, items[i], loc) for i, item in enumerate(value)), loc)
        return self._scalar(value, written, loc)

    def _scalar(self, value: Any, written: ast.expr | None, around: Location) -> Scalar:
        loc = self._declaration.locate(written.lineno, written.col_offset) if written is not None else around
        index = self._declaration.index(loc.line, 0) + loc.column - 1
        source = self._declaration.source
        if isinstance(value, ExprMixin):
            if self._spelled is None:
                hint = "Write it as text, in ids of the spec."
                raise Refused(loc, "an expression over a context can't stand here", hint)
            return Scalar(self._spelled(value, loc), "", "|", source, index, index)
        if value is None or isinstance(value, bool):
            text = "" if value is None else str(value).lower()
            return Scalar(text, value, "", source, index, index)
        if isinstance(value, int | float):
            return Scalar(str(value), value, "", source, index, index)
        text = str(value)
        # The quotes of a plain literal are the same as those of a double-quoted scalar.
        plain = isinstance(written, ast.Constant) and source.text[index : index + 1] in ("'", '"')
        end = index + len(text) + 2 if plain else index
        return Scalar(text, text, '"' if plain else "", source, index, end)
