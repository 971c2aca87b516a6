"""Expressions of the language: text to trees, by the grammar in ``grammar.lark``.

Every node carries its place in the file. The texts stand in YAML scalars, which know where their characters come from.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.tree import Meta

from bytewright_codegen.front.ksy.document import Scalar, integer
from bytewright_codegen.ir import expressions as ir
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.location import Location

Start = Literal["expression", "path", "scoped_name", "type_name", "type_reference", "process_reference"]

FUNCTIONS = {"pow": 2, "exp": 1, "log": 1, "bytes_of": 1}
"""Functions that keys of ours may use, with how many arguments they take."""

_DEEPEST = 100
"""Levels that the tree of an expression may have."""

_LONGEST = 1 << 16
"""Characters of an expression."""

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[0-7]{1,3}|[\s\S])")
_WORD = re.compile(r"\w+|&&|\|\||[^\w\s]")
_SIMPLE_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "'": "'",
    '"': '"',
    "\\": "\\",
    "{": "{",
    "}": "}",
}
_HINTS = {
    "&&": "Write 'and'.",
    "&": "Write 'and' for the logical operator.",
    "||": "Write 'or'.",
    "|": "Write 'or' for the logical operator.",
    "!": "Write 'not'.",
    "=": "Write '==' to compare.",
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A type or process by name, with arguments: ``name`` as written (``a::b``, ``a.b``)."""

    name: str
    args: tuple[ir.Expr, ...]
    loc: Location


def parse_expression(scalar: Scalar) -> ir.Expr:
    """Parses an expression.

    Raises:
        SpecErrors: with one diagnostic, at the character that doesn't fit.
    """
    return _Builder(scalar).expr(_only(_parse(scalar, "expression")))


def parse_path(scalar: Scalar) -> ir.Expr:
    """Parses a path of a vendor key: an expression that may say ``[*]`` for all items.

    Returns:
        The tree; ``x[*]`` is ``Item(x, Name("*"))``.

    Raises:
        SpecErrors: as ``parse_expression``.
    """
    return _Builder(scalar, all_items=True).expr(_only(_parse(scalar, "path")))


def parse_type(scalar: Scalar) -> Reference:
    """Parses a reference to a type with arguments, ``a::b(1, x)``.

    Raises:
        SpecErrors: as ``parse_expression``.
    """
    tree = _parse(scalar, "type_reference")
    name, *args = tree.children
    return Reference(_joined(name), _Builder(scalar).exprs(args), scalar.locate(_start(tree.meta)))


def parse_name(scalar: Scalar, kind: Literal["scoped_name", "type_name"] = "scoped_name") -> str:
    """Parses the name of an enum (``a::b``), or with *type_name* of a type that may end in ``[]``.

    Returns:
        The name without white space.

    Raises:
        SpecErrors: as ``parse_expression``.
    """
    return _joined(_parse(scalar, kind))


def parse_process(scalar: Scalar) -> Reference:
    """Parses the value of ``process``: ``a.b.c(1, x)``.

    Raises:
        SpecErrors: as ``parse_expression``.
    """
    tree = _parse(scalar, "process_reference")
    names = [str(t) for t in tree.children if isinstance(t, Token)]
    return Reference(".".join(names), _Builder(scalar).exprs(tree.children), scalar.locate(_start(tree.meta)))


@cache
def _parser() -> Lark:
    return Lark(
        files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
        start=["expression", "path", "scoped_name", "type_name", "type_reference", "process_reference"],
    )


def _parse(scalar: Scalar, start: Start) -> Tree[Token]:
    if len(scalar.text) > _LONGEST:
        raise SpecErrors((Diagnostic(scalar.loc, f"an expression of more than {_LONGEST} characters"),))
    try:
        found = _parser().parse(scalar.text, start=start)
    except UnexpectedInput as error:
        raise SpecErrors((_diagnostic(scalar, error),)) from None
    if _is_deep(found):
        hint = "Give parts of it names: value instances."
        raise SpecErrors((Diagnostic(scalar.loc, f"more than {_DEEPEST} operations depend on each other", hint),))
    return found


def _is_deep(tree: Tree[Token]) -> bool:
    """Whether a tree has too many levels for whoever goes through it by recursion."""
    level: list[Tree[Token] | Token] = [tree]
    for _ in range(_DEEPEST):
        level = [child for parent in level if isinstance(parent, Tree) for child in parent.children]
    return bool(level)


def _diagnostic(scalar: Scalar, error: UnexpectedInput) -> Diagnostic:
    text = scalar.text
    at = len(text.rstrip())
    if isinstance(error, UnexpectedCharacters):
        at = cast(int, error.pos_in_stream)
    elif isinstance(error, UnexpectedToken) and error.token.type != "$END":
        at = cast(int, error.token.start_pos)
    if text[at - 1 : at + 1] in ("&&", "||"):
        at -= 1
    loc = scalar.locate(at)
    if at == len(text.rstrip()):
        return Diagnostic(loc, "expression ends too early" if text.strip() else "expression is empty")
    if text[at] in "\"'" and text.count(text[at], at) == 1:
        return Diagnostic(loc, f"text is not closed: no second {text[at]}")
    hint = next((h for symbol, h in _HINTS.items() if text.startswith(symbol, at)), None)
    word = _WORD.match(text, at)
    return Diagnostic(loc, f"unexpected '{word[0] if word else text[at]}' in expression", hint)


def _start(meta: Meta) -> int:
    return meta.start_pos


def _only(tree: Tree[Token]) -> Tree[Token]:
    child = tree.children[0]
    assert isinstance(child, Tree)
    return child


def _joined(tree: Tree[Token] | Token) -> str:
    if isinstance(tree, Token):
        return "[]" if tree.type == "ARRAY" else str(tree)
    return "".join(_joined(child) for child in tree.children)


class _Builder:
    """Makes IR from parse trees of one scalar."""

    def __init__(self, scalar: Scalar, all_items: bool = False) -> None:
        self.scalar = scalar
        self.all_items_allowed = all_items

    def expr(self, tree: Tree[Token] | Token) -> ir.Expr:
        assert isinstance(tree, Tree)
        build = cast("Callable[[list[Tree[Token] | Token], Location], ir.Expr]", getattr(self, f"make_{tree.data}"))
        return build(tree.children, self.scalar.locate(_start(tree.meta)))

    def exprs(self, trees: list[Tree[Token] | Token]) -> tuple[ir.Expr, ...]:
        return tuple(self.expr(tree) for tree in trees if isinstance(tree, Tree))

    def place(self, token: Tree[Token] | Token) -> Location:
        assert isinstance(token, Token)
        return self.scalar.locate(cast(int, token.start_pos))

    def make_conditional(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        test, then, otherwise = parts
        return ir.Conditional(self.expr(test), self.expr(then), self.expr(otherwise), loc)

    def make_or(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Logical("or", self.expr(parts[0]), self.expr(parts[1]), loc)

    def make_and(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Logical("and", self.expr(parts[0]), self.expr(parts[1]), loc)

    def make_not(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Unary("not", self.expr(parts[0]), loc)

    def make_compare(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        left, operator, right = parts
        return ir.Compare(cast("ir.ComparisonOperator", str(operator)), self.expr(left), self.expr(right), loc)

    def binary(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        left, operator, right = parts
        return ir.Binary(cast("ir.BinaryOperator", str(operator)), self.expr(left), self.expr(right), loc)

    make_shift = make_sum = make_product = binary

    def make_bit_or(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Binary("|", self.expr(parts[0]), self.expr(parts[1]), loc)

    def make_bit_xor(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Binary("^", self.expr(parts[0]), self.expr(parts[1]), loc)

    def make_bit_and(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Binary("&", self.expr(parts[0]), self.expr(parts[1]), loc)

    def make_sign(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        operand = self.expr(parts[1])
        if parts[0] == "+":
            return operand
        return ir.Unary(cast("Literal['-', '~']", str(parts[0])), operand, loc)

    def make_member(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Member(self.expr(parts[0]), str(parts[1]), self.place(parts[1]))

    def make_call(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        target, name, *args = parts
        if not args:
            return ir.Member(self.expr(target), str(name), self.place(name))
        return ir.Call(self.expr(target), str(name), self.exprs(args), self.place(name))

    def make_item(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Item(self.expr(parts[0]), self.expr(parts[1]), loc)

    def make_all_items(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        place = self.place(parts[1])
        if not self.all_items_allowed:
            raise SpecErrors((Diagnostic(place, "'[*]' is for paths in -views and -derive"),))
        return ir.Item(self.expr(parts[0]), ir.Name("*", place), loc)

    def make_cast(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        target, _, name = parts
        assert isinstance(name, Tree)
        return ir.Cast(self.expr(target), _joined(name), self.scalar.locate(_start(name.meta)))

    def make_integer(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        try:
            return ir.Literal_(integer(str(parts[0])), loc)
        except ValueError:
            raise SpecErrors((Diagnostic(loc, "an integer without digits, or with far too many"),)) from None

    def make_float(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        value = float(str(parts[0]).replace("_", ""))
        if math.isinf(value):
            raise SpecErrors((Diagnostic(loc, "a number beyond what 64-bit floats hold"),))
        return ir.Literal_(value, loc)

    def make_true(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Literal_(True, loc)

    def make_false(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Literal_(False, loc)

    def make_string(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        text = "".join(self.text(part) for part in parts if isinstance(part, Token))
        return ir.Literal_(self.whole(text, loc), loc)

    def make_format_string(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        made: list[ir.Expr] = []
        for part in parts[1:-1]:
            if isinstance(part, Token):
                at = self.place(part)
                made.append(ir.Literal_(self.whole(self.unescaped(part, str(part), 0), at), at))
            else:
                made.append(self.expr(part))
        return ir.FormatString(tuple(made), loc)

    def make_list(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.ListLiteral(self.exprs(parts), loc)

    def make_name(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        return ir.Name(str(parts[0]), loc)

    def make_apply(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        name, *args = parts
        takes = FUNCTIONS.get(str(name))
        if takes is None:
            raise SpecErrors((Diagnostic(loc, f"there is no function '{name}'", f"Known are {', '.join(FUNCTIONS)}."),))
        if len(args) != takes:
            raise SpecErrors(
                (
                    Diagnostic(
                        loc, f"'{name}' takes {takes} {'argument' if takes == 1 else 'arguments'}, not {len(args)}"
                    ),
                )
            )
        return ir.Apply(cast("Literal['pow', 'exp', 'log', 'bytes_of']", str(name)), self.exprs(args), loc)

    def make_enum_member(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        *enum, _, member = [str(part) for part in parts]
        return ir.EnumMember("".join(enum), member, loc)

    def make_size_of(self, parts: list[Tree[Token] | Token], loc: Location) -> ir.Expr:
        keyword, name = parts
        return ir.SizeOf(_joined(name), str(keyword).startswith("bit"), loc)

    def text(self, token: Token) -> str:
        inner = str(token)[1:-1]
        return inner if token.type == "SINGLE_QUOTED" else self.unescaped(token, inner, 1)

    def whole(self, text: str, loc: Location) -> str:
        """A text in which two escapes may spell a character, each of them one half of it."""
        try:
            return text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            message = "a text with half of a character: one of U+D800 to U+DFFF without the other half"
            raise SpecErrors((Diagnostic(loc, message),)) from None

    def unescaped(self, token: Token, text: str, skip: int) -> str:
        def one(match: re.Match[str]) -> str:
            escape = match[1]
            if escape in _SIMPLE_ESCAPES:
                return _SIMPLE_ESCAPES[escape]
            if escape[0] in "01234567":
                return chr(int(escape, 8))
            if len(escape) == 5:
                return chr(int(escape[1:], 16))
            at = self.scalar.locate(cast(int, token.start_pos) + skip + match.start())
            raise SpecErrors((Diagnostic(at, f"unknown escape '\\{escape}' in text"),))

        return _ESCAPE.sub(one, text)
