"""Expressions whose value is known without a file."""

from __future__ import annotations

from collections.abc import Callable

from bytewright_codegen.ir.expressions import Binary, Expr, Literal_, Member, Name, SizeOf, Unary
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance


class Constants:
    """Computes integers that a spec fixes.

    Args:
        library: resolved.
        size_of: the value of a ``sizeof<>`` or ``_sizeof``, or None.
    """

    def __init__(self, library: Library, size_of: Callable[[SizeOf | Member | Name], int | None]) -> None:
        self._library = library
        self._size_of = size_of
        self._under_way: set[tuple[str, str]] = set()
        self._known: dict[tuple[str, str], int] = {}

    def value(self, expr: Expr | None) -> int | None:
        """The value of an expression of literals, sizes, arithmetic, and value instances made of these.

        Returns:
            None where it isn't constant, or isn't an integer.
        """
        match expr:
            case Literal_(int(literal)) if not isinstance(literal, bool):
                return literal
            case SizeOf() | Member(_, "_sizeof") | Name("_sizeof"):
                return self._size_of(expr)
            case Name(name, binding="instance", owner=str(owner)):
                return self._instance(owner, name)
            case Unary(operator, operand):
                value = self.value(operand)
                if value is None:
                    return None
                return -value if operator == "-" else ~value if operator == "~" else None
            case Binary(operator, left, right):
                a = self.value(left)
                b = self.value(right) if a is not None else None
                return None if a is None or b is None else apply(operator, a, b)
        return None

    def _instance(self, owner: str, name: str) -> int | None:
        instance = next(i for i in self._library.types[owner].instances if i.id == name)
        if not isinstance(instance, ValueInstance) or instance.condition is not None or instance.enum is not None:
            return None
        if (owner, name) in self._under_way:
            return None
        if (owner, name) in self._known:
            return self._known[owner, name]
        self._under_way.add((owner, name))
        value = self.value(instance.expr)
        self._under_way.discard((owner, name))
        if value is not None:  # what isn't known yet may be known later
            self._known[owner, name] = value
        return value


_MOST_BITS = 1 << 12
"""Larger numbers aren't calculated: a product of products soon fills the memory."""


def apply(operator: str, a: int, b: int) -> int | None:
    """What an operator gives; None where that is nothing, or too much."""
    if (operator in "/%" and b == 0) or (operator in ("<<", ">>") and not 0 <= b < _MOST_BITS):
        return None
    operations: dict[str, Callable[[], int]] = {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "/": lambda: a // b,
        "%": lambda: a % b,
        "<<": lambda: a << b,
        ">>": lambda: a >> b,
        "&": lambda: a & b,
        "|": lambda: a | b,
        "^": lambda: a ^ b,
    }
    found = operations[operator]()
    return found if found.bit_length() <= _MOST_BITS else None
