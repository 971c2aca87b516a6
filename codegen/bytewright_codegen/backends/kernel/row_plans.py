"""Row plans as Python source that people can follow: infix expressions, positional arguments, nothing said twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from itertools import takewhile
from typing import Any, get_args

from bytewright.kernels.plan import (
    Arithmetic,
    Binary,
    Cells,
    Column,
    Const,
    Expr,
    Frame,
    Pivot,
    RowPlan,
    Step,
    Unrolled,
    encoding,
)
from bytewright.kernels.plan.encoding import EncodingPlan, MirrorPlan
from bytewright_codegen.backends.kernel.named_steps import Definition, NamedSteps, Varying, list_name

# How tightly Python's operators bind, loosest first.
_COMPARE, _OR, _XOR, _AND, _SHIFT, _SUM, _PRODUCT, _ATOM = range(8)
_LEVELS = {
    "<": _COMPARE,
    "<=": _COMPARE,
    "|": _OR,
    "^": _XOR,
    "&": _AND,
    "<<": _SHIFT,
    ">>": _SHIFT,
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "//": _PRODUCT,
    "%": _PRODUCT,
}
_METHODS = {"==": "equals", "!=": "differs"}
_NAMED = (RowPlan, Pivot, EncodingPlan, MirrorPlan, *get_args(Frame))
"""Nodes whose arguments are given by name."""
_HEX = range(1 << 16, 1 << 32)
"""Numbers that are magic rather than sizes, and read better in hex."""
_LONG = 6
"""Tables of more numbers or names get a name where they are used twice."""
_SHARED = 3
"""So many steps at the beginning are worth sharing."""


def definitions(plans: dict[str, RowPlan]) -> list[Definition]:
    """What a module says to have plans under certain names, what they share first.

    Args:
        plans: the plans by the name of their constant.
    """
    tables = _tables(plans)
    found = [Definition(name, "", _tuple(map(_literal, table))) for table, name in tables.items()]
    alike = {
        "_STEPS": list(plans.values()),
        "_DIRECTORY_STEPS": [plan.directory for plan in plans.values() if plan.directory is not None],
        "_ENTRY_STEPS": [plan.entries for plan in plans.values() if plan.entries is not None],
        "_MIXED_STEPS": [plan.mixed for plan in plans.values() if plan.mixed is not None],
        "_WHOLE_STEPS": [plan.whole for plan in plans.values() if plan.whole is not None],
    }
    shared: dict[str, tuple[Step, ...]] = {}
    for name, those in alike.items():
        steps = _common([plan.steps for plan in those])
        if len(steps) >= _SHARED:
            found.append(Definition(name, "tuple[Step, ...]", _Printer(tables, {}).text(steps)))
            shared[name] = steps
    apart = NamedSteps()
    printer = _Printer(tables, shared, apart)
    for name, plan in plans.items():
        with apart.within(name.removesuffix("_PLAN")):
            text = printer.text(plan)
        apart.found.append(Definition(name, "", text))
    return [*found, *apart.found]


def encoding_definitions(plan: EncodingPlan, name: str) -> list[Definition]:
    """What a module says to have an encoding plan: steps with names of their own, and the plan.

    Args:
        plan: the plan.
        name: of its constant.
    """
    apart = NamedSteps()
    text = _Printer({}, {}, apart).text(plan)
    return [*apart.found, Definition(name, "EncodingPlan | str", text)]


def source(
    plan: RowPlan | Frame | Step | Column | Pivot | Cells | EncodingPlan | encoding.Step | encoding.Source | Expr,
) -> str:
    """A plan, or a piece of one, as an expression."""
    return _Printer({}, {}).text(plan)


def _common(lists: Sequence[tuple[Step, ...]]) -> tuple[Step, ...]:
    """The steps that all lists begin with."""
    if len(lists) < 2:
        return ()
    alike = takewhile(lambda steps: all(step == steps[0] for step in steps), zip(*lists, strict=False))
    return tuple(steps[0] for steps in alike)


Table = tuple[int | str, ...]


def _tables(plans: dict[str, RowPlan]) -> dict[Table, str]:
    """The long tables that occur more than once, with a name for each."""
    counted = Counter(table for plan in plans.values() for table in _long(plan))
    names: dict[Table, str] = {}
    for table, times in counted.items():
        if times > 1:
            kind = "NAMES" if isinstance(table[0], str) else "NUMBERS"
            alike = sum(name.startswith(f"_{kind}") for name in names.values())
            names[table] = f"_{kind}_{alike + 1}" if alike else f"_{kind}"
    return names


def _long(value: Any) -> Iterator[Table]:
    if isinstance(value, tuple):
        if len(value) > _LONG and all(isinstance(item, int | str) for item in value) and not _counts_up(value):
            yield value
            return
        for item in value:
            yield from _long(item)
    elif hasattr(value, "__dataclass_fields__"):
        for field in fields(value):
            yield from _long(getattr(value, field.name))


Printed = tuple[str, int]
"""An expression, and how tightly it binds."""


class _Printer:
    """``tables`` are the names of long tuples, ``shared`` the steps that plans begin with, by name; ``apart``: of
    variants (None: they stay where they are)."""

    def __init__(
        self, tables: dict[Table, str], shared: Mapping[str, tuple[Step, ...]], apart: NamedSteps | None = None
    ) -> None:
        self.tables = tables
        self.shared = shared
        self.apart = apart

    def text(self, value: Any) -> str:
        """A value as an argument."""
        if isinstance(value, Binary):
            return self._binary(value)[0]
        if isinstance(value, tuple):
            return self._sequence(value)
        if isinstance(value, RowPlan):
            return self._call(value, {"steps": self._steps(value.steps)})
        if self.apart is not None and isinstance(value, Unrolled | Cells | encoding.Columns):
            return self._call(value, {"variants": self._variants(value, self.apart)})
        if hasattr(value, "__dataclass_fields__"):
            return self._call(value, {})
        return _literal(value)

    def _variants(self, value: Unrolled | Cells | encoding.Columns, apart: NamedSteps) -> str:
        """The variants of a list, or of its columns."""
        name = f"{list_name(value.list)}_SHOWN" if isinstance(value, Cells) else list_name(value.name)
        variants: tuple[Varying, ...] = value.variants
        with apart.within(name):
            each = enumerate(variants)
            return _tuple(self._call(one, {"steps": apart.variant(one, i, self.text)}) for i, one in each)

    def _steps(self, steps: tuple[Step, ...]) -> str:
        """The steps of a plan; of what is shared, the most that they begin with."""
        fitting = [name for name, first in self.shared.items() if steps[: len(first)] == first]
        if not fitting:
            return self.text(steps)
        name = max(fitting, key=lambda name: len(self.shared[name]))
        rest = steps[len(self.shared[name]) :]
        return f"({', '.join([f'*{name}', *map(self.text, rest)])},)" if rest else name

    def _sequence(self, value: tuple[Any, ...]) -> str:
        if value in self.tables:
            return self.tables[value]
        if _counts_up(value):
            return f"tuple(range({len(value)}))"
        return _tuple(map(self.text, value))

    def _call(self, node: Any, known: dict[str, str]) -> str:
        arguments: list[str] = []
        named = isinstance(node, _NAMED)
        for field in fields(node):
            value = getattr(node, field.name)
            if _is_default(field, value):
                # What stands behind it can't be found by its position.
                named = True
                continue
            text = known.get(field.name) or self.text(value)
            arguments.append(f"{field.name}={text}" if named else text)
        return f"{type(node).__name__}({', '.join(arguments)})"

    def _binary(self, node: Binary) -> Printed:
        left, right = self._operand(node.left), self._operand(node.right)
        method, level = _METHODS.get(node.operator), _LEVELS.get(node.operator)
        if isinstance(node.left, Const) and (method or isinstance(node.right, Const)):
            # Python would compute with two numbers itself, and numbers have no such methods.
            left = self.text(node.left), _ATOM
        if method is not None:
            return f"{_inside(left, _ATOM)}.{method}({right[0]})", _ATOM
        if level is None:
            return f'Binary("{node.operator}", {self.text(node.left)}, {self.text(node.right)})', _ATOM
        operator = str(node.operator)
        if level == _COMPARE and isinstance(node.left, Const) and not isinstance(node.right, Const):
            # The number second: `0 <= x` reads better as `x >= 0`, and is the same expression.
            left, operator, right = right, operator.replace("<", ">"), left
        # Comparisons can't be chained; the others bind to the left.
        return f"{_inside(left, level + (level == _COMPARE))} {operator} {_inside(right, level + 1)}", level

    def _operand(self, expr: Arithmetic) -> Printed:
        """An expression beside an operator, where a number may stand for itself."""
        if isinstance(expr, Binary):
            return self._binary(expr)
        return _literal(expr.value) if isinstance(expr, Const) else self.text(expr), _ATOM


def _inside(printed: Printed, level: int) -> str:
    """An expression where only one that binds as tightly as ``level`` needs no parentheses."""
    text, own = printed
    return text if own >= level else f"({text})"


def _is_default(field: Field[Any], value: Any) -> bool:
    return field.default is not MISSING and bool(field.default == value)


def _counts_up(value: tuple[Any, ...]) -> bool:
    """Whether it is 0, 1, 2 …, and long enough to say that in another way."""
    return len(value) > _LONG and value == tuple(range(len(value)))


def _literal(value: Any) -> str:
    return hex(value) if isinstance(value, int) and value in _HEX and value % 1000 else repr(value)


def _tuple(items: Iterator[str]) -> str:
    found = list(items)
    return f"({', '.join(found)}{',' if len(found) == 1 else ''})"
