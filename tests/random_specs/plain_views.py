"""What views show of a file, worked out from its model step by step: by neither engine, and by no generated code.

What means more than a number, text, bytes or a list of these (enums, moments, null, structures) is left out, and so is
a step or a column in which something is missing that a condition asks for.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from tests.random_specs.compiled import Spec

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.ir.expressions import (
    Binary,
    Call,
    Cast,
    Compare,
    Conditional,
    Expr,
    FormatString,
    Item,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, Parameter
from bytewright_codegen.ir.values import ArrayValue, BoolValue, BytesValue, FloatValue, IntValue, StrValue
from bytewright_codegen.ir.views import View, ViewColumn

_FIELDS = ("attribute", "instance", "parameter")
_BINARY: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Names = dict[Any, Any]
"""What an expression may name: by name, and, of places in lists, by the names of these."""


class LeftOutError(Exception):
    """This is for the engines alone to say."""


class AbsentError(Exception):
    """A path leads to nothing."""


def with_asking_views(spec: Spec) -> Spec:
    """A spec of a log with views beside its own that ask for the list of records that they go through, or of a list
    before these."""
    (id, tree), *others = copy.deepcopy(spec).items()
    each = tree["-views"]["rows"]["each"]
    listed = f"_root.{each.partition('[')[0]}"
    shown = [{"id": "number", "value": "_index"}, {"id": "many", "value": f"{listed}.size"}]
    last = {"id": "last", "value": "_index", "if": f"_index + 1 == {listed}.size"}
    asking: dict[str, Any] = {
        "of_many": {"each": each, "where": f"{listed}.size + _index > 2", "columns": shown},
        "last": {"each": each, "columns": [*shown[:1], last]},
    }
    if each.count("[") == 1:
        asking["backwards"] = {"each": each, "order-by": f"{listed}.size - _index", "columns": shown}
    if any(field.get("id") == "spoken" for field in tree["types"].get("header", {}).get("seq", ())):
        asking["spoken"] = {"each": "header.spoken[*]", "order-by": f"{listed}.size - _index", "columns": shown}
    tree["-views"] |= asking
    return dict([(id, tree), *others])


def check_plain_views(library: Library, codec: Codec, data: bytes) -> int:
    """Compare what both engines show of a file with what its model says; gives how many columns were compared.

    Raises:
        AssertionError: they show something else.
    """
    plain, compared = _Views(library, codec.parse(data)), 0
    for view in library.main.views:
        try:
            steps = plain.steps(view)
        except LeftOutError:
            continue
        for engine in ("objects", "columns"):
            try:
                table = bytewright.open(data, codec, view.name, engine=engine).to_table()
            except BytewrightError:
                continue  # it can't, or a value fits no column
            where = f"{view.name} of {data.hex()} by {engine}"
            assert table.num_rows == len(steps), f"{where}: {table.num_rows} rows, not {len(steps)}"
            for column in view.columns:
                if column.id not in table.column_names or not _is_plain(column):
                    continue
                try:
                    expected = [plain.shown(column, step) for step in steps]
                except LeftOutError:
                    continue
                found = _with_integers(table[column.id].to_pylist())
                assert repr(found) == repr(expected), f"{where}: {column.id}: {found}, not {expected}"
                compared += 1
    return compared


def _is_plain(column: ViewColumn) -> bool:
    value = column.value
    if isinstance(value, ArrayValue):
        value = value.item
    of_text = isinstance(value, IntValue | FloatValue | BoolValue | StrValue | BytesValue)
    return of_text and column.logical is None and column.type_name is None and column.named is None and not column.never


class _Views:
    """Evaluates expressions of views over one model."""

    def __init__(self, library: Library, root: Any) -> None:
        self._library = library
        self._root = root

    def steps(self, view: View) -> list[Names]:
        """The names that each row has."""
        others = (view.pivot, view.cells, view.variants, view.decode, view.inner, view.first, view.files)
        if any(one is not None for one in others) or view.selections or view.requirements:
            raise LeftOutError
        found = list(self._elements(view.each)) if view.each is not None else [{"_": self._root, "_index": 0}]
        if view.order is not None:
            order = view.order
            found.sort(key=lambda step: self._certain(order, step))
        if view.where is not None:
            found = [step for step in found if self._certain(view.where, step)]
        if view.rows is not None:
            found = [{**step, "_row": row} for step in found for row in range(self._certain(view.rows, step))]
        return found

    def shown(self, column: ViewColumn, names: Names) -> Any:
        """What a column shows in a row."""
        if column.condition is not None and not self._certain(column.condition, names):
            return None
        if column.counted is not None:
            items = self._certain(column.counted.items, names)
            where = column.counted.where
            return sum(where is None or bool(self._certain(where, {**names, "_": one})) for one in items)
        if column.members:
            raise LeftOutError
        try:
            return _plain_value(self._value(column.expr, names))
        except AbsentError:
            return None

    def _elements(self, path: Expr) -> Iterator[Names]:
        for held, names in self._passed(path, {}):
            if not isinstance(held, list):
                raise LeftOutError
            yield from ({**names, "_": one, "_index": place} for place, one in enumerate(held))

    def _passed(self, path: Expr, names: Names) -> Iterator[tuple[Any, Names]]:
        """What a path leads to that passes through lists, with what their elements are called."""
        match path:
            case Item(target, Name("*")) if isinstance(target, Name | Member):
                for held, outer in self._passed(target, names):
                    for place, one in enumerate(held):
                        yield one, {**outer, target.name: one, (target.name, "_index"): place}
            case Member(target):
                for held, outer in self._passed(target, names):
                    try:
                        yield self._field(held, path), outer
                    except AbsentError:
                        continue
            case Name():
                try:
                    yield self._value(path, names), names
                except AbsentError:
                    return
            case _:
                raise LeftOutError

    def _certain(self, expr: Expr, names: Names) -> Any:
        """A value that must be there."""
        try:
            return self._value(expr, names)
        except AbsentError:
            raise LeftOutError from None

    def _field(self, holder: Any, named: Name | Member) -> Any:
        definition = self._library.types[named.owner or ""]
        members = (*definition.attributes, *definition.instances, *definition.params)
        field = next(one for one in members if one.id == named.name)
        if not isinstance(field, Parameter) and field.logical is not None:
            raise LeftOutError
        if isinstance(field, Attribute) and field.null is not None:
            raise LeftOutError
        if type(holder).__name__.lower() != definition.name.rpartition("::")[2].replace("_", ""):
            raise LeftOutError  # another case of a switch
        value = getattr(holder, field_name(named.name))
        if value is None:
            raise AbsentError
        return value

    def _value(self, expr: Expr, names: Names) -> Any:
        match expr:
            case Literal_(value):
                return value
            case FormatString(parts):
                shown = [self._value(part, names) for part in parts]
                if not all(isinstance(part, str) or type(part) is int for part in shown):
                    raise LeftOutError
                return "".join(map(str, shown))
            case Name(binding="attribute" | "instance" | "parameter"):
                return self._field(self._root, expr)
            case Name("_root"):
                return self._root
            case Name(name) if name in names:
                return names[name]
            case Member(Name(level, binding="level"), "_index"):
                return names[level, "_index"]
            case Member(target, name, binding=binding) if binding in _FIELDS:
                return self._field(self._value(target, names), expr)
            case Member(target, name, binding="method"):
                return _method(self._value(target, names), name, [])
            case Call(target, method, args):
                return _method(self._value(target, names), method, [self._value(one, names) for one in args])
            case Item(target, index):
                held, place = self._value(target, names), self._value(index, names)
                if not 0 <= place < len(held) or held[place] is None:
                    raise AbsentError
                return held[place]
            case Unary(sign, operand):
                value = self._value(operand, names)
                return not value if sign == "not" else -value if sign == "-" else ~value
            case Binary(sign, left, right):
                return _computed(sign, self._value(left, names), self._value(right, names))
            case Compare(sign, left, right):
                return _COMPARED[sign](self._value(left, names), self._value(right, names))
            case Logical(sign, left, right):
                value = self._value(left, names)
                return self._value(right, names) if bool(value) == (sign == "and") else value
            case Conditional(test, then, otherwise):
                return self._value(then if self._value(test, names) else otherwise, names)
            case Cast(target):
                return self._value(target, names)
        raise LeftOutError


def _computed(sign: str, left: Any, right: Any) -> Any:
    if sign in "/%" and right == 0:
        raise LeftOutError
    if sign in ("<<", ">>") and not 0 <= right < 64:
        raise LeftOutError
    if sign == "/":
        return left / right if isinstance(left, float) or isinstance(right, float) else left // right
    return _BINARY[sign](left, right)


def _method(value: Any, name: str, args: list[Any]) -> Any:
    match value, name:
        case (str() | bytes(), "length") | (list(), "size"):
            return len(value)
        case str(), "reverse":
            return value[::-1]
        case bool() | int(), "to_i":
            return int(value)
        case int(), "to_s" if not isinstance(value, bool):
            return str(int(value))
        case list(), "first" | "last" | "min" | "max" if not value:
            raise AbsentError
        case list(), "first":
            return value[0]
        case list(), "last":
            return value[-1]
        case list(), "min":
            return min(value)
        case list(), "max":
            return max(value)
    raise LeftOutError


def _with_integers(found: Any) -> Any:
    """Values of a column, in which integers that fit no other type are decimals."""
    if isinstance(found, list):
        return [_with_integers(one) for one in found]
    return int(found) if isinstance(found, Decimal) else found


def _plain_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain_value(one) for one in value]
    if type(value) not in (int, float, bool, str, bytes):
        raise LeftOutError
    return value
