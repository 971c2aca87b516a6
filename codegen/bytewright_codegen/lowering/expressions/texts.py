"""Texts and bytes: those that are stored, parts of them, those that a spec writes, and whether they are the same."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Select
from bytewright.kernels.plan.codes import NOT_SPELLED
from bytewright.kernels.program.charmaps import can_encode, has_tables, is_one_to_one, is_plain, is_spelled_once
from bytewright_codegen.ir.expressions import Conditional, Expr, ListLiteral, Literal_
from bytewright_codegen.ir.values import BytesValue, StrValue
from bytewright_codegen.lowering.expressions import joining
from bytewright_codegen.lowering.expressions.arithmetic import choose, constant, difference, total
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Context, Label, Num, Piece, Refusal, Value

ENCODINGS: dict[str, str] = {
    **dict.fromkeys(("utf-8", "utf8"), "utf-8"),
    **dict.fromkeys(("ascii", "us-ascii"), "ascii"),
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "latin-1", "latin1"), "latin-1"),
    **dict.fromkeys(("utf-16be", "utf-16-be"), "utf-16be"),
    **dict.fromkeys(("utf-16le", "utf-16-le"), "utf-16le"),
    **dict.fromkeys(("utf-32be", "utf-32-be"), "utf-32be"),
    **dict.fromkeys(("utf-32le", "utf-32-le"), "utf-32le"),
}
"""Encodings that need no table, by the names that specs have for them, in lower case."""


def encoding_of(name: str) -> str | None:
    """The encoding that a spec names, as the kernel reads it; None: it doesn't."""
    known = ENCODINGS.get(name.lower())
    return codecs.lookup(name).name if known is None and has_tables(name) else known


def written_as(name: str) -> str | None:
    """Likewise, as the kernel writes it."""
    found = encoding_of(name)
    return found if found is None or found in ENCODINGS.values() or can_encode(found) else None


def stands_alone(byte: int, encoding: str) -> bool:
    """Whether a byte is always its character of ASCII in an encoding, by its name in the kernel (none: UTF-8), and only
    it is."""
    if encoding.startswith(("utf-16", "utf-32")):
        return False
    return byte < 0x80 if not encoding or encoding in ENCODINGS.values() else is_plain(byte, encoding)


_ORDERED = ("", "latin-1", "utf-32be")
"""Encodings in which bytes are in the order of what they stand for."""
_MOST_BASE = 36
"""The largest base that has digits."""
_SIZE = 8
"""Bytes before a text that is put together, which say how large it is."""
_MOST_PARTS = 64
"""Parts that a text is put together of: each lies behind the one before it, so that a plan nests as deeply."""
_MOST_KNOWN = 32
"""Characters at the beginning of a text of which it is asked that each is a byte, where a part of it is shown."""


class Texts:
    """Finds texts of what an evaluation finds."""

    def __init__(self, evaluation: Evaluator, steps: Steps) -> None:
        self._evaluation = evaluation
        self._steps = steps

    def _label(self, expr: Expr, context: Context, texts: list[str]) -> plan.Expr | None:
        """The number of the text that is chosen among those of the spec; None where another may be."""
        match expr:
            case Literal_(str() as text):
                if text not in texts:
                    texts.append(text)
                return Const(texts.index(text))
            case Conditional(test, then, otherwise):
                chosen = self._label(then, context, texts)
                other = self._label(otherwise, context, texts)
                if chosen is None or other is None:
                    return None
                return Select(self._evaluation.number(test, context).expr, chosen, other)
        return None

    def either(self, test: Expr, then: Expr, otherwise: Expr, context: Context, expr: Expr) -> Value:
        """One of two values that are no numbers: the header decides, or, of texts and bytes, the record."""
        texts: list[str] = []
        number = self._label(expr, context, texts)
        if number is not None:
            return Label(context.domain, number, tuple(texts), context.structure.present)
        condition = self._evaluation.value(test, context)
        constant_or_given = isinstance(condition, Num) and isinstance(condition.expr, Const | plan.Given)
        is_text = isinstance(expr.type, StrValue)
        is_literal = isinstance(then, Literal_) or isinstance(otherwise, Literal_)
        if constant_or_given or not (is_text or (isinstance(expr.type, BytesValue) and not is_literal)):
            return self._evaluation.value(then if self._evaluation.decided(test, context) else otherwise, context)
        if is_literal:
            return self.joined(expr, context)
        chosen = self._evaluation.number(test, context).expr
        found: list[tuple[str, plan.Expr, plan.Expr]] = []
        for part, branch in ((then, chosen), (otherwise, plan.invert(chosen))):
            with self._evaluation.branch(context.domain, branch):
                value = self._evaluation.operand(part, context)
                if not isinstance(value, Piece) or value.domain != context.domain or value.is_text != is_text:
                    return self._made(expr, context)
                found.append((value.encoding, *self.there(value, context, expr)))
        (encoding, *one), (other_encoding, *other) = found
        if encoding != other_encoding:
            return self._made(expr, context)
        address, length = (Select(chosen, *parts) for parts in zip(one, other, strict=True))
        return Piece(context.domain, address, length, is_text, context.structure.present, encoding)

    def _made(self, expr: Expr, context: Context) -> Piece:
        """A choice between values of which one isn't stored as it is: text can be put together of them."""
        if not isinstance(expr.type, StrValue):
            raise Refusal("bytes chosen by a value of the record that aren't stored", expr.loc)
        return self.joined(expr, context)

    def joined(self, expr: Expr, context: Context) -> Piece:
        """Text that is put together of parts, some of which may be there under conditions only."""
        return self._put_together(joining.parts(self._evaluation, expr, context), context, expr)

    def reversed(self, value: Piece, context: Context, expr: Expr) -> Piece:
        """Text from its last character to its first."""
        if value.encoding:
            value = self._put_together(joining.of_value(self._evaluation, value, context, expr), context, expr)
        address, length = self.there(value, context, expr)
        asked = self._evaluation.guard(context, expr)
        part = plan.Joined(Const(0), "reversed", address, choose(asked, length, Const(0)))
        return self._put_together(iter((part,)), context, expr)

    def _put_together(self, parts: Iterator[plan.Joined], context: Context, expr: Expr) -> Piece:
        """Text of some parts."""
        nothing = plan.Joined(Const(0), "word", Const(0), Const(0))
        text: plan.Expr = Const(0)
        for many, part in enumerate(parts):
            if many == _MOST_PARTS:
                raise Refusal("text that is put together of so many parts", expr.loc)
            text = self._steps.let(context.domain, f"{context.structure.path}+", replace(part, before=text))
        if text == Const(0):
            text = nothing
        present = context.structure.present
        return Piece(context.domain, total(text, _SIZE), plan.Load("s8le", text), True, present)

    def decoded(self, target: Expr, encoding: str, context: Context, expr: Expr) -> Piece:
        """Bytes as text."""
        value = self._evaluation.operand(target, context)
        known = encoding_of(encoding)
        if not isinstance(value, Piece) or value.is_text or known is None:
            raise Refusal(f"text in {encoding}", expr.loc)
        return replace(value, is_text=True, encoding=known)

    def part(self, target: Expr, first: int, last: int | None, context: Context, expr: Expr) -> Piece:
        """Text from a character on, up to another one (None: to its end). Where those before that take more than a byte
        each, or aren't there, objects know."""
        value = self._evaluation.operand(target, context)
        if not isinstance(value, Piece) or not value.is_text or value.encoding not in ("", "utf-8", "ascii", "latin-1"):
            raise Refusal("a part of such a text", expr.loc)
        known = first if last is None else last
        if not 0 <= first <= known <= _MOST_KNOWN:
            raise Refusal("a part of a text from a place far inside", expr.loc)
        address, length = self.there(value, context, expr)
        for place in range(known):
            there = Binary("<", Const(place), length)
            byte = plan.Load("u1", Select(there, total(address, place), self._steps.somewhere(context.domain)))
            self._evaluation.ask_for(Binary("&", there, Binary("<", byte, Const(128))), context, expr)
        address, size = total(address, first), difference(length if last is None else Const(last), Const(first))
        return Piece(context.domain, address, size, True, context.structure.present, value.encoding)

    def spelled(self, value: Value, base: int, context: Context, expr: Expr) -> Num:
        """The integer that a text of digits is; other spellings, and numbers of more bits, objects know."""
        if not 2 <= base <= _MOST_BASE or not isinstance(value, Piece) or not stands_alone(0, value.encoding):
            raise Refusal("the number that such a text is", expr.loc)
        found = self._found(value, lambda address, length: plan.Spelled(address, length, base), context, expr)
        self._evaluation.ask_for(Binary("!=", found, Const(NOT_SPELLED)), context, expr)
        return Num(context.domain, found, -(1 << 62), 1 << 62)

    def characters(self, value: Piece, context: Context, expr: Expr) -> Num:
        """How many characters a text has."""
        if value.counted is not None:
            if value.present is not None:
                self._evaluation.ask_for(
                    self._evaluation.place(value.present, value.domain, context.domain, expr), context, expr
                )
            found = self._evaluation.place(value.counted(), value.domain, context.domain, expr)
            return Num(context.domain, found, 0, 1 << 48)

        def many(address: plan.Expr, length: plan.Expr) -> plan.Expr:
            is_bytes = value.encoding == "latin-1"
            return length if is_bytes else plan.Characters(address, length, value.encoding or "utf-8")

        return Num(context.domain, self._found(value, many, context, expr), 0, 1 << 48)

    def there(self, value: Piece, context: Context, expr: Expr) -> tuple[plan.Expr, plan.Expr]:
        """Address and size of a text, where something is asked of it."""
        address, length = (
            self._evaluation.place(part, value.domain, context.domain, expr) for part in self._own(value, context, expr)
        )
        return address, length

    def _own(self, value: Piece, context: Context, expr: Expr) -> tuple[plan.Expr, plan.Expr]:
        """Address and size of a text in its own domain, where something is asked of it in a domain below."""
        if value.present is None:
            return value.address, value.length
        present = value.present
        self._evaluation.ask_for(self._evaluation.place(present, value.domain, context.domain, expr), context, expr)
        somewhere = self._steps.somewhere(value.domain)
        return Select(present, value.address, somewhere), Select(present, value.length, Const(0))

    def _found(
        self, value: Piece, find: Callable[[plan.Expr, plan.Expr], plan.Expr], context: Context, expr: Expr
    ) -> plan.Expr:
        """What is found of the bytes at an address, of a size, where the text is: an element of a list can't read what
        lies before that."""
        found = find(*self._own(value, context, expr))
        return self._evaluation.place(found, value.domain, context.domain, expr)

    def equal(self, expr: Expr, wanted: Expr, context: Context) -> plan.Expr:
        """Whether two texts, or two runs of bytes, are the same; ``wanted``: the one that the spec may write."""
        value = self._evaluation.operand(expr, context)
        if isinstance(value, Label) and value.texts and isinstance(wanted, Literal_):
            number = self._evaluation.place(value.number, value.domain, context.domain, expr)
            if value.present in (None, context.structure.present):
                places = [place for place, text in enumerate(value.texts) if text == wanted.value]
                if isinstance(number, Const):
                    return Const(int(number.value in places))
                return plan.any_of(*(Binary("==", number, Const(place)) for place in places))
        found = self.in_memory(expr, context)
        if found.present is not None and not self._evaluation.absence.is_none(expr, of_rows=context.of_rows):
            self._own(found, context, expr)
        return self.alike(found, wanted, context)

    def alike(self, value: Piece, wanted: Expr, context: Context) -> plan.Expr:
        """Whether bytes or text are those that a spec writes, or others that are stored."""
        match wanted:
            case Literal_(str() as text):
                return self.same(value, text, context.domain, wanted)
            case ListLiteral(items, type=BytesValue()) if all(isinstance(item, Literal_) for item in items):
                return self.same(value, bytes(int(item.value) for item in items), context.domain, wanted)  # type: ignore[union-attr]
        other = self.in_memory(wanted, context)
        encodings = {value.encoding, other.encoding}
        if len(encodings) > 1 or not (value.encoding in ("", *ENCODINGS.values()) or is_one_to_one(value.encoding)):
            value, other = (self._as_utf8(side, context, wanted) for side in (value, other))
        return Binary("==", self._compared(value, other, context, wanted), Const(0))

    def ordered(self, left: Expr, right: Expr, context: Context, expr: Expr) -> plan.Expr:
        """Which of two texts, or of two runs of bytes, comes first: a number below 0, 0, or one above 0."""
        first, second = (self.in_memory(side, context) for side in (left, right))
        if first.encoding != second.encoding or first.encoding not in _ORDERED:
            first, second = (self._as_utf8(side, context, expr) for side in (first, second))
        return self._compared(first, second, context, expr)

    def in_memory(self, expr: Expr, context: Context) -> Piece:
        """Texts and bytes that are stored, or that the spec writes."""
        match expr:
            case Literal_(str()):
                return self.joined(expr, context)
            case ListLiteral(items, type=BytesValue()) if all(isinstance(item, Literal_) for item in items):
                content = bytes(int(item.value) for item in items)  # type: ignore[union-attr]
                parts = joining.words(content, self._evaluation.guard(context, expr))
                return replace(self._put_together(parts, context, expr), is_text=False)
        value = self._evaluation.operand(expr, context)
        if isinstance(value, Label):
            return self.joined(expr, context)
        if not isinstance(value, Piece):
            raise Refusal("comparing texts that aren't stored", expr.loc)
        return value

    def _as_utf8(self, value: Piece, context: Context, expr: Expr) -> Piece:
        """Text in the encoding in which bytes are in the order of characters."""
        if not value.encoding or not value.is_text:
            return value
        return self._put_together(joining.of_value(self._evaluation, value, context, expr), context, expr)

    def _compared(self, value: Piece, other: Piece, context: Context, expr: Expr) -> plan.Expr:
        if value.domain == other.domain:
            sides = (*self._own(value, context, expr), *self._own(other, context, expr))
            return self._evaluation.place(plan.Compared(*sides), value.domain, context.domain, expr)
        return plan.Compared(*self.there(value, context, expr), *self.there(other, context, expr))

    def same(self, value: Piece, wanted: str | bytes, domain: str, at: Expr) -> plan.Expr:
        """Whether bytes or text are some, in a domain below their own."""
        if value.told is not None:
            told = self._evaluation.place(value.told(wanted), value.domain, domain, at)
            if value.present is None:
                return told
            return plan.all_of(self._evaluation.place(value.present, value.domain, domain, at), told)
        if isinstance(wanted, str):
            encoding = value.encoding or "utf-8"
            if encoding not in ENCODINGS.values() and not is_spelled_once(wanted, encoding):
                raise Refusal("comparing with a text that may be spelled in several ways", at.loc)
            try:
                wanted = wanted.encode(encoding)
            except UnicodeEncodeError:
                return Const(0)  # no text in this encoding can be it
        address, length = value.address, value.length
        found: plan.Expr = Binary("==", length, Const(len(wanted)))
        if constant(length) is not None:
            found = Const(int(constant(length) == len(wanted)))
        if value.present is not None:
            found = value.present if found == Const(1) else plan.all_of(value.present, found)
        if found == Const(0):
            return found
        parts = [] if found == Const(1) else [found]
        for start, size in _chunks(len(wanted)):
            # The bytes of another text may not be there.
            place = total(address, start)
            if parts:
                place = Select(found, place, self._steps.somewhere(value.domain))
            number = int.from_bytes(wanted[start : start + size], "little", signed=size == 8)
            kind = "u1" if size == 1 else f"u{size}le"
            parts.append(Binary("==", plan.Load(kind, place), Const(number)))
        found = plan.all_of(*parts) if parts else found
        return self._evaluation.place(found, value.domain, domain, at)


def _chunks(size: int) -> Iterator[tuple[int, int]]:
    """Bytes as numbers that can be loaded: where each begins, and its size."""
    start = 0
    while start < size:
        large = next(large for large in (8, 4, 2, 1) if large <= size - start)
        yield start, large
        start += large
