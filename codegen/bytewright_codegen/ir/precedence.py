"""How tightly operators bind, loosest first: the language of the specs took its order from Python's."""

from __future__ import annotations

from bytewright_codegen.ir.expressions import BinaryOperator

TERNARY, OR, AND, NOT, COMPARE, BITOR, XOR, BITAND, SHIFT, SUM, PRODUCT, SIGN, POSTFIX = range(13)
BINARY: dict[BinaryOperator, int] = {
    "|": BITOR,
    "^": XOR,
    "&": BITAND,
    "<<": SHIFT,
    ">>": SHIFT,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
}
