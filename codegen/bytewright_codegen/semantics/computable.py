"""Operations that give nothing, whatever a file says: divisions by zero, shifts by too many bits or fewer than none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from bytewright.model.arithmetic import MOST_SHIFT
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Binary, beginning
from bytewright_codegen.ir.library import Library
from bytewright_codegen.semantics.constants import Constants


def check_operations(library: Library, problems: Problems) -> None:
    """Notes operations that can't be computed as their right side is a constant for which there is no result.

    Args:
        library: resolved, without an error.
        problems: where errors go.
    """
    constants = Constants(library, lambda _: None)
    for operation in _operations(library.specs):
        if operation.operator not in ("/", "%", "<<", ">>"):
            continue
        by = constants.value(operation.right)
        if by is None:
            continue
        if operation.operator in ("/", "%"):
            if by == 0:
                problems.add(beginning(operation.right), f"'{operation.operator}' by 0 has no result")
        elif by < 0:
            problems.add(beginning(operation.right), f"'{operation.operator}' by {by} bits has no result")
        elif by > MOST_SHIFT and operation.operator == "<<":
            message = f"'<<' by {by} bits, where {MOST_SHIFT} are the most"
            problems.add(beginning(operation.right), message)


def _operations(node: object) -> Iterator[Binary]:
    """All operations with two sides, wherever they stand."""
    if isinstance(node, Binary):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from _operations(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _operations(getattr(node, field.name))
