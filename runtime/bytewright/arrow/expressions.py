"""Arrow's expressions: what filters say, as conditions, and the rows that they keep."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from typing import Any, Literal

import pyarrow as pa

from bytewright.arrow.conditions import Among, Below, Condition, Every, Holds, Not, Null, Some, Unknown

_AND = ("and", "and_kleene")
_OR = ("or", "or_kleene")
_BELOW = {"less": (False, False), "less_equal": (True, False), "greater": (True, True), "greater_equal": (False, True)}
"""How the comparisons are made of *less*: whether it is *or equal*, and whether it must not hold."""
_HOLDS: dict[str, Literal["begin", "end", "any"]] = {
    "starts_with": "begin",
    "ends_with": "end",
    "match_substring": "any",
}
_TURNED = {"less": "greater", "less_equal": "greater_equal", "greater": "less", "greater_equal": "less_equal"}

Path = tuple[str, ...]
Node = Any
"""A node of an expression: a `Path`, a scalar of Arrow's, or a `_Call`."""


class _Call:
    """A call in an expression: the function, its arguments, and its options, as a dictionary."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.arguments: list[Node] = []
        self.options: dict[str, Any] = {}


def expression_of(filters: Any, schema: pa.Schema) -> Any:
    """The expression of a filter: itself, or that of a list of ``(column, operator, value)``, which must all hold, or
    of a list of such lists, of which one must, as in ``pyarrow.parquet.read_table``.

    Args:
        filters: the filter.
        schema: the columns. Arrow compares those of decimals with decimals only; in lists, integers do as well.

    Raises:
        ValueError: it is something else.
    """
    from pyarrow.compute import Expression  # takes a while to load, as what follows does

    if isinstance(filters, Expression):
        return filters
    from pyarrow.parquet import filters_to_expression

    decimals = {field.name for field in schema if pa.types.is_decimal(field.type)}
    return filters_to_expression(_with_decimals(filters, decimals))


def _with_decimals(filters: Any, decimals: Collection[str]) -> Any:
    """A filter in which some columns aren't compared with integers."""
    if isinstance(filters, tuple) and len(filters) == 3 and filters[0] in decimals:
        name, operator, value = filters
        several = isinstance(value, list | set | tuple | frozenset)
        return name, operator, [_decimal(one) for one in value] if several else _decimal(value)
    if isinstance(filters, list | tuple):
        return type(filters)(_with_decimals(part, decimals) for part in filters)
    return filters


def _decimal(value: Any) -> Any:
    return Decimal(value) if isinstance(value, int) else value


def filtered(batch: pa.RecordBatch, expression: Any) -> list[pa.RecordBatch]:
    """The rows that an expression keeps, found in this thread."""
    from pyarrow import acero

    source = acero.Declaration("table_source", acero.TableSourceNodeOptions(pa.Table.from_batches([batch])))
    kept = acero.Declaration("filter", acero.FilterNodeOptions(expression), [source])
    return list(kept.to_table(use_threads=False).to_batches())


def columns_of(expression: Any, names: Sequence[str]) -> list[str]:
    """Those of some columns that an expression may name; where it isn't understood, its text has their names."""
    try:
        found = {path[0] for path in _paths(_tree(expression))}
    except _STRANGE:
        text = str(expression)
        return [name for name in names if name in text]
    return [name for name in names if name in found]


def condition_of(expression: Any) -> Condition:
    """What an expression says of rows, as far as it is understood."""
    try:
        return _condition(_tree(expression))
    except _STRANGE:
        return Unknown()


_STRANGE = (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError, pa.ArrowException)
"""What comes of it where another Arrow than those that are known puts expressions in another way."""


def _paths(node: Node) -> Iterator[Path]:
    if isinstance(node, _Call):
        for argument in node.arguments:
            yield from _paths(argument)
    elif isinstance(node, tuple):
        yield node


def _condition(node: Node) -> Condition:
    if isinstance(node, tuple):
        return Among(node, (pa.scalar(True),))
    if not isinstance(node, _Call):
        return Unknown()
    name, arguments = node.name, node.arguments
    if name in _AND or name in _OR:
        parts = tuple(map(_condition, arguments))
        return Every(parts) if name in _AND else Some(parts)
    if name == "invert":
        return Not(_condition(arguments[0]))
    if name == "if_else":
        return _choice(*arguments)
    if len(arguments) == 2:
        return _comparison(name, *arguments)
    return _of_column(node, arguments[0]) if isinstance(arguments[0], tuple) else Unknown()


def _of_column(node: _Call, column: Path) -> Condition:
    """A condition on nothing but a column."""
    if node.name == "is_valid":
        return Not(Null(column))
    if node.name == "is_null" and not node.options["nan_is_null"]:
        return Null(column)
    if node.name in _HOLDS and not node.options["ignore_case"]:
        return Holds(column, node.options["pattern"], _HOLDS[node.name])
    if node.name == "is_in":
        return _among(column, node.options)
    return Unknown()


def _among(column: Path, options: dict[str, Any]) -> Condition:
    """Whether a column has one of some values, of which one may be null, which is found as others are."""
    if options["null_matching_behavior"]:
        return Unknown()
    values = list(options["value_set"])
    found = Among(column, tuple(value for value in values if value.is_valid), "false")
    return found if len(found.values) == len(values) else Some((found, Null(column)))


def _choice(test: Node, then: Node, otherwise: Node) -> Condition:
    """What is so where a column isn't null, and null where it is."""
    if isinstance(otherwise, pa.Scalar) and not otherwise.is_valid:
        return Every((_condition(test), _condition(then)))
    return Unknown()


def _comparison(name: str, left: Node, right: Node) -> Condition:
    """A column beside a value."""
    if isinstance(left, pa.Scalar):
        left, right, name = right, left, _TURNED.get(name, name)
    if not isinstance(left, tuple) or not isinstance(right, pa.Scalar) or not right.is_valid:
        return Unknown()
    if name in _BELOW:
        equal, inverted = _BELOW[name]
        below = Below(left, right, equal)
        return Not(below) if inverted else below
    same = Among(left, (right,))
    return same if name == "equal" else Not(same) if name == "not_equal" else Unknown()


# --- how Arrow hands an expression to another process: as a batch, whose columns are its constants ------------------


def _tree(expression: Any) -> Node:
    """An expression as a tree.

    Its text would do for people: it has no quotes around names, and not all values of long lists.
    """
    _, (told,) = expression.__reduce__()
    batch = pa.ipc.open_file(told).get_batch(0)
    root = _Call("")
    open_calls = [root]
    words = _words(batch.schema)
    for word, value in words:
        here = open_calls[-1]
        if word == "nested_field_ref":
            here.arguments.append(tuple(next(words)[1] for _ in range(int(value))))
        elif word == "field_ref":
            here.arguments.append((value,))
        elif word == "literal":
            here.arguments.append(batch.column(int(value))[0])
        elif word == "call":
            open_calls.append(_Call(value))
            here.arguments.append(open_calls[-1])
        elif word == "options":
            options = batch.column(int(value))[0]
            here.options = {name: _option(options[name]) for name in options}
        elif word == "end":
            open_calls.pop()
        else:
            raise ValueError(word)
    (found,) = root.arguments
    return found


def _option(value: Any) -> Any:
    return value.values if isinstance(value, pa.ListScalar) else value.as_py()


class _ArrowSchema(ctypes.Structure):
    """The beginning of a schema in Arrow's C data interface."""

    _fields_ = (("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p))


def _words(schema: pa.Schema) -> Iterator[tuple[str, str]]:
    """The metadata of a schema in its order, with keys that are there several times; a dictionary has them once."""
    capsule = schema.__arrow_c_schema__()
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    at = _ArrowSchema.from_address(address(capsule, b"arrow_schema")).metadata

    def number() -> int:
        nonlocal at
        found = ctypes.c_int32.from_address(at).value
        at += 4
        return found

    def text() -> str:
        nonlocal at
        size = number()
        found = ctypes.string_at(at, size).decode()
        at += size
        return found

    found = [(text(), text()) for _ in range(number())]
    del capsule  # the memory is its own
    return iter(found)
