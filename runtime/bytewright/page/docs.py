"""What a spec says of its types and fields: docstrings in the source of generated models."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache

from bytewright.model.structures import Struct

Docs = dict[str, str]
"""By name in Python; under the empty name that of the type."""


def docs_of(kind: type[Struct]) -> Docs:
    """What is known of a type and of its fields.

    Args:
        kind: the class of its structures.
    """
    return _docs(kind.__module__, kind.__qualname__, kind.__doc__ or "")


@cache
def _docs(module: str, name: str, doc: str) -> Docs:
    return {"": inspect.cleandoc(doc), **_module_docs(module).get(name, {})}


@cache
def _module_docs(module: str) -> dict[str, Docs]:
    """The docs of all fields, by class."""
    spec = sys.modules[module].__spec__
    source = getattr(spec.loader, "get_source", lambda _: None)(module) if spec is not None else None
    found: dict[str, Docs] = {}
    for kind in ast.parse(source or "").body:  # it may be installed without its source
        if not isinstance(kind, ast.ClassDef):
            continue
        docs = found.setdefault(kind.name, {})
        for field, text in zip(kind.body, kind.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
                and isinstance(text.value.value, str)
            ):
                docs[field.target.id] = inspect.cleandoc(text.value.value)
    return found
