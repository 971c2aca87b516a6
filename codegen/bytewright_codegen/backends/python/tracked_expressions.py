"""Expressions of running values as Python source, which track what they rest on.

Such values are kept while that stays as it is (`bytewright.model.running_values`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import Naming, spec_of
from bytewright_codegen.ir import precedence
from bytewright_codegen.ir.expressions import (
    Apply,
    CountBefore,
    Expr,
    Find,
    FormatString,
    Invoke,
    Member,
    Name,
    Tabulate,
)
from bytewright_codegen.ir.values import BoolValue, EnumValue, FloatValue, IntValue, StructValue, StrValue

_NOTED_BY_OWNER = (IntValue, FloatValue, BoolValue, EnumValue, StrValue, StructValue)
"""Values that change only where their structure is given another one."""


class TrackedExpressions(PythonExpressions):
    """Renders expressions of calculated values that running values ask for; see `PythonExpressions`."""

    def __init__(
        self,
        naming: Naming,
        this: str = "this",
        special: Mapping[str, str] | None = None,
        options: str = "options",
        absent: Callable[[Expr], bool] | None = None,
    ) -> None:
        super().__init__(naming, this, {"_io": f"rt.unkept({this}._io)", **(special or {})}, options, absent)

    def _render(self, expr: Expr) -> tuple[str, int]:
        found = super()._render(expr)
        match expr:
            case Name() | Member() if expr.binding in ("attribute", "parameter", "instance"):
                return found if isinstance(expr.type, _NOTED_BY_OWNER) else _call("asked_value", found[0])
            case Find() | CountBefore() | Invoke() | Apply("bytes_of") | Tabulate() | FormatString():
                return _call("unkept", found[0])
        return found

    def _holder(self, target: Expr, member: Member) -> str:
        if member.binding in ("attribute", "parameter"):
            return f"rt.asked({self(target)})"
        if member.owner is not None and spec_of(member.owner) != self._naming.spec:
            return f"rt.asked_within({self(target)})"
        return super()._holder(target, member)

    def _item(self, items: Expr, index: Expr) -> str:
        return f"rt.asked_item({super()._render(items)[0]}, {self(index)})"

    def _top(self, structure: str) -> str:
        return f"rt.asked_top({structure}, {self._root_class})"

    def _around(self, structure: str, type: str, name: str) -> str:
        if type and spec_of(type) != self._naming.spec:
            return f"rt.unkept({super()._around(structure, type, name)})"
        return super()._around(f"rt.asked({structure})" if name == "_parent" else structure, type, name)


def _call(name: str, argument: str) -> tuple[str, int]:
    return f"rt.{name}({argument})", precedence.POSTFIX
