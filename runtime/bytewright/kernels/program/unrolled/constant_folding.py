"""Expressions and steps of which parts are numbers that are known: what is left of them."""

from __future__ import annotations

import struct
from ctypes import c_float, c_int32
from typing import cast

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Expr, Select


def both(first: Expr, second: Expr) -> Expr:
    """Whether two conditions hold."""
    if second == Const(1):
        return first
    return second if first == Const(1) else Binary("&", first, second)


def lookup(index: Expr, numbers: tuple[int, ...]) -> Expr:
    """The number of a table; where the index is none of it, any: such a record is refused."""
    if len(set(numbers)) <= 1:
        return Const(numbers[0] if numbers else 0)
    if isinstance(index, Const):
        return Const(numbers[index.value] if 0 <= index.value < len(numbers) else 0)
    return plan.Lookup(index, numbers)


def narrowed(wide: Expr) -> Expr:
    """The bits of floats of 32 bits, of those of 64 bits."""
    match wide:
        case Const(bits):
            (value,) = struct.unpack("<d", struct.pack("<q", bits))
            return Const(c_int32.from_buffer(c_float(value)).value)  # one that is too large is infinite
        case plan.Lookup(index, table, default):
            found = [cast("Const", narrowed(Const(bits))).value for bits in (*table, default)]
            return plan.Lookup(index, tuple(found[:-1]), found[-1])
        case plan.Up(value):
            return plan.Up(narrowed(value))
    return plan.Float("narrow", wide)


def plus(left: Expr, right: Expr) -> Expr:
    """The sum of two numbers."""
    if isinstance(right, Const):
        if isinstance(left, Const):
            return Const(left.value + right.value)
        return left if right.value == 0 else Binary("+", left, right)
    return right if left == Const(0) else Binary("+", left, right)


def is_decided(operator: str, known: int, other: Expr) -> bool:
    """Whether a number decides, beside another expression, what ``&`` or ``|`` gives: that number."""
    if operator == "&":
        return known == 0
    return operator == "|" and (known == -1 or (known == 1 and is_condition(other)))


def leaves(operator: str, known: int, other: Expr) -> bool:
    """Whether a number changes nothing beside another expression, which it stands behind."""
    match operator:
        case "+" | "-" | "|" | "<<" | ">>" | "^":
            return known == 0
        case "*" | "//":
            return known == 1
        case "&":
            return known == -1 or (known == 1 and is_condition(other))
        case "!=":
            return known == 0 and is_condition(other)
    return False


def is_condition(expr: Expr) -> bool:
    """Whether an expression is 0 or 1."""
    match expr:
        case Binary("==" | "!=" | "<" | "<="):
            return True
        case Binary("&" | "|", left, right):
            return is_condition(left) and is_condition(right)
        case Select(_, then, otherwise):
            return is_condition(then) and is_condition(otherwise)
        case Const(value):
            return value in (0, 1)
    return False


def computed(operator: plan.Operator, a: int, b: int) -> int:
    """What the kernel would compute: 64 bits, wrapped."""
    match operator:
        case "+":
            value = a + b
        case "-":
            value = a - b
        case "*":
            value = a * b
        case "&":
            value = a & b
        case "|":
            value = a | b
        case "^":
            value = a ^ b
        case "<<":
            value = a << (b & 63)
        case ">>":
            value = a >> (b & 63)
        case "//":
            value = a // b if b else 0
        case "%":
            value = a % b if b else 0
        case "u//":
            value = a % (1 << 64) // (b % (1 << 64)) if b else 0
        case "u%":
            value = a % (1 << 64) % (b % (1 << 64)) if b else 0
        case "==":
            value = a == b
        case "!=":
            value = a != b
        case "<":
            value = a < b
        case "<=":
            value = a <= b
        case "min":
            value = min(a, b)
        case "max":
            value = max(a, b)
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def cannot_fail(step: plan.Step) -> bool:
    """Whether a step can't refuse anything."""
    match step:
        case plan.Check(_, Const(condition)) | plan.Aside(_, Const(condition)):
            return bool(condition)
        case plan.Need(_, _, Const(0)):
            # Where nothing is read, the place has been reached.
            return True
        case plan.CheckText(_, _, Const(0)) | plan.Slack(_, Const(0)):
            return True
    return False
