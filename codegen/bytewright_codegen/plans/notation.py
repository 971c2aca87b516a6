"""Expressions, types and values as a spec writes them: what people read in READMEs and in ``bytewright explain``."""

from __future__ import annotations

import json

from bytewright_codegen.ir import precedence
from bytewright_codegen.ir.expressions import (
    OWN_INDEX,
    Apply,
    Binary,
    Call,
    Cast,
    Compare,
    Conditional,
    CountBefore,
    EnumMember,
    Expr,
    Find,
    FormatString,
    Invoke,
    Item,
    ListLiteral,
    Literal_,
    Logical,
    Member,
    Name,
    SizeOf,
    Tabulate,
    Unary,
)
from bytewright_codegen.ir.schema import (
    BitsWire,
    BytesWire,
    FloatWire,
    IntWire,
    StructWire,
    StrWire,
    SwitchWire,
    Valid,
    Wire,
)
from bytewright_codegen.plans.writing import QUANTITY

_HEX_FROM = 1 << 16
"""Numbers from here on are magic rather than sizes, and read better in hex."""


def expression(expr: Expr, quantity: str = "the number") -> str:
    """An expression in the language of the specs, with no more parentheses than it needs.

    Args:
        expr: resolved or not; absolute names are shortened to their last part.
        quantity: what the measured quantity of an equation is called.
    """
    return _Printer(quantity).text(expr)


def short(name: str) -> str:
    """The last part of an absolute name."""
    return name.rpartition("::")[2]


def wire(found: Wire) -> str:
    """A wire type as ``type`` would say it; a switch as its distinct cases."""
    match found:
        case IntWire(size, signed, order):
            return f"{'s' if signed else 'u'}{size}{order or ''}"
        case FloatWire(size, order):
            return f"f{size}{order or ''}"
        case BitsWire(width, _):
            return f"b{width}"
        case BytesWire():
            return "bytes"
        case StrWire(encoding):
            return f"str ({encoding})"
        case StructWire(name, args):
            return short(name) + (f"({', '.join(expression(a) for a in args)})" if args else "")
        case SwitchWire(on, cases):
            shown = dict.fromkeys(wire(case) for _, case in cases)
            return f"{' | '.join(shown)} by {expression(on)}"


def rule(valid: Valid) -> str:
    """A ``valid`` as a phrase that goes behind a field: ``= 3``, ``≥ 32``, ``one of …``."""
    parts = []
    if valid.eq is not None:
        parts.append(f"= {expression(valid.eq)}")
    if valid.min is not None:
        parts.append(f"≥ {expression(valid.min)}")
    if valid.max is not None:
        parts.append(f"≤ {expression(valid.max)}")
    if valid.any_of:
        parts.append("one of " + ", ".join(_member(e) for e in valid.any_of))
    if valid.in_enum:
        parts.append("a member of its enum")
    if valid.expr is not None:
        parts.append(f"such that {expression(valid.expr)}")
    return " and ".join(parts)


def _member(expr: Expr) -> str:
    return expr.member if isinstance(expr, EnumMember) else expression(expr)


class _Printer:
    def __init__(self, quantity: str) -> None:
        self._quantity = quantity

    def text(self, expr: Expr) -> str:
        return self._render(expr)[0]

    def _at(self, expr: Expr, level: int) -> str:
        text, own = self._render(expr)
        return text if own >= level else f"({text})"

    def _list(self, items: tuple[Expr, ...]) -> str:
        return ", ".join(self.text(item) for item in items)

    def _render(self, expr: Expr) -> tuple[str, int]:
        match expr:
            case Literal_(value):
                return _literal(value)
            case ListLiteral(items):
                return f"[{self._list(items)}]", precedence.POSTFIX
            case FormatString(parts):
                return f'f"{"".join(self._part(p) for p in parts)}"', precedence.POSTFIX
            case Name(name):
                shown = {QUANTITY: self._quantity, OWN_INDEX: "_index"}
                return shown.get(name, name), precedence.POSTFIX
            case Member(target, name):
                return f"{self._at(target, precedence.POSTFIX)}.{name}", precedence.POSTFIX
            case Call(target, method, args):
                return f"{self._at(target, precedence.POSTFIX)}.{method}({self._list(args)})", precedence.POSTFIX
            case Item(target, index):
                return f"{self._at(target, precedence.POSTFIX)}[{self.text(index)}]", precedence.POSTFIX
            case Unary(operator, operand):
                level = precedence.NOT if operator == "not" else precedence.SIGN
                return f"{operator}{' ' if operator == 'not' else ''}{self._at(operand, level)}", level
            case Binary(operator, left, right):
                level = precedence.BINARY[operator]
                # A sign in front of a product belongs to its first factor; parentheses spare the reader the question.
                first = self._at(left, precedence.POSTFIX if isinstance(left, Unary) else level)
                return f"{first} {operator} {self._at(right, level + 1)}", level
            case Compare(operator, left, right):
                return (
                    f"{self._at(left, precedence.BITOR)} {operator} {self._at(right, precedence.BITOR)}",
                    precedence.COMPARE,
                )
            case Logical(operator, left, right):
                level = precedence.AND if operator == "and" else precedence.OR
                return f"{self._at(left, level)} {operator} {self._at(right, level + 1)}", level
            case Conditional(test, then, otherwise):
                condition, yes = self._at(test, precedence.OR), self._at(then, precedence.OR)
                return f"{condition} ? {yes} : {self._at(otherwise, precedence.TERNARY)}", precedence.TERNARY
            case EnumMember(enum, member):
                return f"{short(enum)}::{member}", precedence.POSTFIX
            case Cast(target, name):
                return f"{self._at(target, precedence.POSTFIX)}.as<{name}>", precedence.POSTFIX
            case SizeOf(name, bits):
                return f"{'bit' if bits else ''}sizeof<{short(name)}>", precedence.POSTFIX
            case Find(items, key, wanted):
                return (
                    f"the first of {self.text(items)} where {self.text(key)} == {self.text(wanted)}",
                    precedence.TERNARY,
                )
            case CountBefore(items, before, where):
                text = f"how many of {self.text(items)} before {self.text(before)} where {self.text(where)}"
                return text, precedence.TERNARY
            case Invoke(function, args):
                return f"{function.partition(':')[2]}({self._list(args)})", precedence.POSTFIX
            case Apply(function, args):
                return f"{function}({self._list(args)})", precedence.POSTFIX
            case Tabulate(size, item):
                return f"{self.text(item)} for each _index below {self.text(size)}", precedence.TERNARY

    def _part(self, part: Expr) -> str:
        if isinstance(part, Literal_) and isinstance(part.value, str):
            return part.value
        return f"{{{self.text(part)}}}"


def _literal(value: int | float | bool | str) -> tuple[str, int]:
    if isinstance(value, bool):
        return str(value).lower(), precedence.POSTFIX
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False), precedence.POSTFIX
    if isinstance(value, int) and value >= _HEX_FROM:
        return f"0x{value:x}", precedence.POSTFIX
    return str(value), precedence.SIGN if value < 0 else precedence.POSTFIX
