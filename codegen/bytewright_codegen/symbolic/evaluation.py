"""Expressions of a spec to expressions of a plan."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.codes import SLACK
from bytewright.kernels.frames import terms
from bytewright.kernels.plan import Binary, Const, Select
from bytewright_codegen.ir.expressions import (
    Apply,
    Call,
    Cast,
    Compare,
    Conditional,
    EnumMember,
    Expr,
    Find,
    Item,
    ListLiteral,
    Literal_,
    Logical,
    Member,
    Name,
    Tabulate,
    Unary,
)
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.schema import Named, ValueInstance
from bytewright_codegen.ir.values import BoolValue, BytesValue, EnumValue, FloatValue, IntValue, StructValue, StrValue
from bytewright_codegen.ir.walk import is_constant, mentions
from bytewright_codegen.notation import expression
from bytewright_codegen.plans.reading import Bits, Nested
from bytewright_codegen.symbolic.arithmetic import constant, difference, is_small, lowered, nodes, scaled, total
from bytewright_codegen.symbolic.header import COLUMNS, Header, Owner, placeless
from bytewright_codegen.symbolic.steps import Steps
from bytewright_codegen.symbolic.values import (
    Alternatives,
    Context,
    Decisions,
    Formula,
    Held,
    HeldEntry,
    Label,
    Num,
    Piece,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Value,
)

ENCODINGS: dict[str, str] = {
    **dict.fromkeys(("utf-8", "utf8"), "utf-8"),
    **dict.fromkeys(("ascii", "us-ascii"), "ascii"),
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "latin-1", "latin1"), "latin-1"),
    **dict.fromkeys(("utf-16be", "utf-16-be"), "utf-16be"),
    **dict.fromkeys(("utf-16le", "utf-16-le"), "utf-16le"),
}
"""Encodings by the names that specs have for them, in lower case."""
_NUMBERS = (IntValue, BoolValue, EnumValue)
_TEXTS = (StrValue, BytesValue)
_MOST_ALTERNATIVES = 256
_MOST_LEFT_OUT = 8
"""Characters at the beginning of a text that may be left out."""

LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
_COMPARISONS: dict[str, tuple[plan.Operator, bool]] = {
    "==": ("==", False),
    "!=": ("!=", False),
    "<": ("<", False),
    "<=": ("<=", False),
    ">": ("<", True),
    ">=": ("<=", True),
}


class Fork(Exception):  # noqa: N818 - it is caught by whoever follows all options
    """The header decides: one of some options, each of which must be followed."""

    def __init__(self, on: plan.Given, options: tuple[int | None, ...]) -> None:
        super().__init__(on, options)
        self.on = on
        self.options = options


class Evaluation:
    """Computes expressions where they stand."""

    def __init__(self, steps: Steps, header: Header | None = None) -> None:
        self._steps = steps
        self._library = steps.library
        self.header = header
        self.givens: dict[str, Expr] = {}
        """What is asked of the header, by the names that the plan has for it."""
        self.tables: dict[str, tuple[Expr, tuple[str, ...]]] = {}
        """Lists of texts that are asked of the header: the list, and the way from an item to its text."""
        self.names: dict[str, Named] = {}
        """What values of records stand for, by the names that the plan has for that."""
        self.lists: dict[str, Expr] = {}
        """Lists of the header whose entries records choose."""
        self.parts: dict[str, Expr] = {}
        """What is asked of the entries of these, as expressions over an entry, ``_``."""
        self.described: dict[str, tuple[str, plan.Expr]] = {}
        """Of what is asked of an element that an entry describes: the list, and the number of the entry."""
        self._branches: list[tuple[str, plan.Expr]] = []
        self.placed: Callable[[Structure, str], Value | None] = lambda structure, name: None
        """Reads a field at a place of its own that is asked for; None: that is left to objects."""
        self.each: Callable[[Sequence, Expr], tuple[str, Value]] | None = None
        """Looks at the elements of a list one by one."""
        self.decisions: Decisions | None = None
        """What the header is taken to decide; None: nothing may be."""
        self.complete = False
        """Whether records have been read when something is computed."""
        self._in_instance = False

    def number(self, expr: Expr, context: Context) -> Num:
        """A number.

        Raises:
            Refusal: it is none, or can't be computed.
        """
        value = self.value(expr, context)
        if not isinstance(value, Num) or value.is_float:
            raise Refusal("this isn't a number that the kernel can compute with", expr.loc)
        found = self.bring(value, context.domain, expr)
        if found.present is not None:
            self._ask_for(found.present, context, expr)
        return found

    def _ask_for(self, holds: plan.Expr, context: Context, expr: Expr) -> None:
        """Something is asked for that is only there, or can only be computed, where something holds: what it means
        elsewhere, if anything, objects know."""
        guard, domain = self._guard(context, expr), context.domain
        if guard is None:
            self._steps.leave_once(domain, holds)
        elif not self._steps.implies(domain, guard, holds):
            self._steps.leave_once(domain, plan.any_of(plan.invert(guard), holds))

    def _between(self, value: Num, low: int, high: int, context: Context, expr: Expr) -> Num:
        """A number with bounds: records in which it lies beyond them are left to objects."""
        bounds: list[plan.Expr] = []
        if value.low < low:
            bounds.append(Binary("<=", Const(low), value.expr))
        if value.high > high:
            bounds.append(Binary("<=", value.expr, Const(high)))
        if bounds:
            self._ask_for(plan.all_of(*bounds), context, expr)
        return replace(value, low=max(value.low, low), high=min(value.high, high))

    def condition(self, expr: Expr, context: Context) -> plan.Expr | None:
        """A condition: 0 or 1; None where it always holds."""
        found = self._steps.assume(context.domain, self.number(expr, context).expr)
        return None if found == Const(1) else found

    def bring(self, value: Num, domain: str, expr: Expr) -> Num:
        """A number in a domain below its own."""
        levels = self._steps.levels(value.domain, domain)
        if levels is None:
            raise Refusal("a value of elements of another list", expr.loc)
        present = None if value.present is None else lowered(value.present, levels)
        return Num(domain, lowered(value.expr, levels), value.low, value.high, value.is_float, present)

    def place(self, expr: plan.Expr, own: str, domain: str, at: Expr) -> plan.Expr:
        """An address in a domain below its own."""
        return self.bring(Num(own, expr, 0, HIGHEST), domain, at).expr

    def value(self, expr: Expr, context: Context) -> Value:
        """A value of any kind."""
        self._steps.spend(1, expr.loc)
        held = self._held(expr, context)
        if held is not None:
            return held
        match expr:
            case Literal_(bool() | int() as value):
                return self._constant(int(value), context, expr)
            case EnumMember(enum, member):
                entries = self._library.enums[enum].entries
                return self._constant(next(e.value for e in entries if e.id == member), context, expr)
            case Name(name, binding="special" | "level"):
                return self._special(name, context, expr)
            case Name(name, binding=binding):
                return self._member(context.structure, name, binding, expr)
            case Member(target, name, binding="method"):
                return self._method(target, name, context, expr)
            case Member(target, "_parent"):
                return self._parent(self.value(target, context), expr)
            case Member(target, "_io", binding="special"):
                element = self.value(target, context)
                if not isinstance(element, Structure):
                    raise Refusal("the stream of something that isn't a structure", expr.loc)
                return element.stream
            case Member(target, "_index", binding="special"):
                element = self.value(target, context)
                if not isinstance(element, Structure) or element.index is None:
                    raise Refusal("the number of something that is in no list", expr.loc)
                return element.index
            case Member(target, name, binding=binding):
                owner = self.value(target, context)
                if isinstance(owner, HeldEntry):
                    path = None if owner.path is None else (*owner.path, name)
                    inside = replace(expr, target=_over(owner), loc=NOWHERE)
                    return self._part(replace(owner, path=path, expr=inside), context, expr)
                if not isinstance(owner, Structure):
                    raise Refusal(f"'{name}' of something that isn't a structure", expr.loc)
                return self._member(owner, name, binding, expr)
            case Call(target, method, ()):
                return self._method(target, method, context, expr)
            case Call(target, "to_s", (Literal_(str() as encoding),)):
                return self._text(target, encoding, context, expr)
            case Call(target, "substring", (Literal_(int() as first), Member(whole, "length"))) if expression(
                whole
            ) == expression(target):
                return self._rest(target, first, context, expr)
            case Item(target, index):
                return self._item(target, index, context, expr)
            case Cast(target):
                return _cast(self.value(target, context), expr)
            case Tabulate(size, item):
                return self._formula(size, item, context)
            case Literal_(float()) | Apply():
                return self._float(expr, context)
            case Unary() | SpecBinary() | Conditional() if isinstance(expr.type, FloatValue):
                return self._float(expr, context)
            case Find(items, key, wanted):
                return self._found(items, key, wanted, context, expr)
            case Conditional(test, then, otherwise) if not isinstance(expr.type, _NUMBERS):
                return self._either(test, then, otherwise, context, expr)
            case Unary() | SpecBinary() | Compare() | Logical() | Conditional():
                found = self._computed(expr, context)
                if not is_small(found.expr):
                    raise Refusal("too much to compute for one value", expr.loc)
                return found
        raise Refusal("this expression", expr.loc)

    # --- what the header holds ---------------------------------------------------------------------------------------

    def _held(self, expr: Expr, context: Context) -> Value | None:
        """What the header holds; None where an expression needs more than that."""
        owner = context.structure.owner
        if self.header is None or owner is None or isinstance(expr, Literal_ | EnumMember):
            return None
        element, index = context.special.get("_"), context.special.get("_index")
        owner = replace(_for_column(owner, context), index=column_of(index))
        found = self.header.hoisted(expr, owner, element.owner if isinstance(element, Structure) else None)
        if found is None or found in COLUMNS or is_constant(found):
            return None
        found = placeless(found)
        if not isinstance(found.type, _NUMBERS):
            return Held(found)
        name = expression(found)
        while self.givens.setdefault(name, found) != found:
            name += "'"
        low, high = _bounds(found)
        return Num(context.domain, plan.Given(name), low, high)

    def decided(self, test: Expr, context: Context) -> bool:
        """Whether a condition holds that the header decides.

        Raises:
            Refusal: it doesn't decide it.
        """
        number = self.value(test, context)
        if isinstance(number, Num) and isinstance(number.expr, Const):
            return bool(number.expr.value)
        if not isinstance(number, Num) or not isinstance(number.expr, plan.Given):
            raise Refusal("text or bytes chosen by a value of the record", test.loc)
        return self.decide(number.expr, (0, None), test) == 1

    def decide(self, on: plan.Given, options: tuple[int | None, ...], expr: Expr) -> int:
        """Which of some options a number of the header is taken to be (None: none of the others).

        Raises:
            Fork: nothing has been decided.
            Refusal: nothing may be decided here.
        """
        if self.decisions is None:
            raise Refusal("something that depends on the header for all records", expr.loc)
        for number, option, known in self.decisions:
            if number == on and known == options:
                return option
        raise Fork(on, options)

    def alternatives(self, start: Decisions, compute: Callable[[], None]) -> None:
        """Compute something once for everything that the header may decide, on top of what is decided already."""
        before, todo = self.decisions, [start]
        try:
            while todo:
                self.decisions = todo.pop()
                try:
                    compute()
                except Fork as fork:
                    if len(todo) > _MOST_ALTERNATIVES:
                        raise Refusal("more alternatives than can be followed", NOWHERE) from None
                    options = reversed(range(len(fork.options)))
                    todo += [(*self.decisions, (fork.on, option, fork.options)) for option in options]
        finally:
            self.decisions = before

    def when(self, known: int = 0) -> plan.Expr:
        """The condition for what the header is taken to decide, but for the first ``known`` decisions; of several that
        hold, the first counts."""
        conditions: list[plan.Expr] = []
        for on, option, options in (self.decisions or ())[known:]:
            value = options[option]
            if value is not None:
                conditions.append(Binary("==", on, Const(value)))
        return plan.all_of(*conditions) if conditions else Const(1)

    # --- texts of the spec, floats, formulas -------------------------------------------------------------------------

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
                return Select(self.number(test, context).expr, chosen, other)
        return None

    def _formula(self, size: Expr, item: Expr, context: Context) -> Formula:
        """A list by formula."""
        count = self.number(size, context)
        if count.high > plan.MOST_ELEMENTS:
            raise Refusal("a list by formula that may be too long", size.loc)
        if count.low < 0:
            count = replace(count, expr=Binary("max", count.expr, Const(0)), low=0)

        def element(domain: str) -> Num:
            index = Num(domain, plan.Index(), 0, plan.MOST_ELEMENTS)
            found = self.value(item, Context(context.structure, domain, {**context.special, "_index": index}))
            if not isinstance(found, Num):
                raise Refusal("a list by formula of anything but numbers", item.loc)
            return found

        return Formula(context.domain, count, element, context.structure.present)

    def _float(self, expr: Expr, context: Context) -> Num:
        """A float of 64 bits that is computed."""
        domain = context.domain
        match expr:
            case Literal_(float() as value):
                found: plan.Expr = Const(struct.unpack("<q", struct.pack("<d", value))[0])
            case Unary("-", operand):
                found = Binary("^", self._as_float(operand, context), Const(LOWEST))
            case SpecBinary("+" | "-" | "*" as operator, left, right):
                found = plan.Float(operator, self._as_float(left, context), self._as_float(right, context))
            case Apply("pow", (base, exponent)):
                parts = self._as_float(base, context), self._as_float(exponent, context)
                found = plan.Float("pow", *parts, where=self._where(domain))
            case Apply("exp" | "log" as function, (operand,)):
                found = plan.Float(function, self._as_float(operand, context), where=self._where(domain))
            case Conditional(test, then, otherwise):
                condition = self.condition(test, context)
                if condition is None:
                    return Num(domain, self._as_float(then, context), 0, 0, is_float=True)
                with self._branch(domain, condition):
                    first = self._as_float(then, context)
                with self._branch(domain, plan.invert(condition)):
                    second = self._as_float(otherwise, context)
                found = Select(condition, first, second)
            case _:
                raise Refusal("this expression", expr.loc)
        if not is_small(found):
            raise Refusal("too much to compute for one value", expr.loc)
        return Num(domain, found, 0, 0, is_float=True)

    def _where(self, domain: str) -> plan.Expr:
        """Where what is computed here is asked for."""
        found = [condition for own, condition in self._branches if own == domain]
        return plan.all_of(*found) if found else Const(1)

    def _as_float(self, expr: Expr, context: Context) -> plan.Expr:
        value = self.value(expr, context)
        if not isinstance(value, Num) or (isinstance(expr.type, FloatValue) and expr.type.bits == 32):
            raise Refusal("computing with anything but numbers, or with floats of 32 bits", expr.loc)
        if not value.is_float:
            value = self.exact(value)
        found = self.bring(value, context.domain, expr)
        if value.is_float:
            return found.expr
        number = constant(found.expr)
        if number is not None:
            return Const(struct.unpack("<q", struct.pack("<d", number))[0])
        return plan.Float("of", found.expr)

    # --- what an entry of a list holds that the record chooses -------------------------------------------------------

    def listed(self, items: Expr) -> str:
        """What a plan calls a list of the header's."""
        name = f"{expression(items)}[*]"
        while self.lists.setdefault(name, items) != items:
            name += "'"
        return name

    def _asked_of(self, listed: str, part: Expr) -> str:
        """What a plan calls something that it asks of the entries of a list."""
        part = placeless(part)
        name = listed + expression(part).removeprefix("_")
        while self.parts.setdefault(name, part) != part:
            name += "'"
        return name

    def _part(self, entry: HeldEntry, context: Context, expr: Expr) -> Value:
        """Something of an entry: a number, or what can be asked for more."""
        if not isinstance(expr.type, _NUMBERS):
            return entry
        listed = self.listed(entry.list)
        name = self._asked_of(listed, _over(entry))
        low, high = _bounds(expr)
        index = self.bring(entry.index, context.domain, expr)
        if self.depth_of(_over(entry)):
            # What describes an element of a list is known for each of the entries.
            self.described[name] = listed, index.expr
            return Num(context.domain, plan.Given(name), low, high)
        return Num(context.domain, plan.Entry(listed, name, index.expr), low, high, present=index.present)

    def depth_of(self, part: Expr) -> int:
        """In how many lists, one inside the other, the element lies that something of an entry describes."""
        return max((depth for depth, column in enumerate(COLUMNS, 1) if mentions(part, column)), default=0)

    def _found(self, items: Expr, key: Expr, wanted: Expr, context: Context, expr: Expr) -> Num:
        """The number of the first entry with a key."""
        held = self.value(items, context)
        if not isinstance(held, Held):
            raise Refusal("looking something up that isn't in the header", expr.loc)
        listed = self.listed(held.expr)
        value = self.exact(self.number(wanted, context))
        sought = plan.Sought(listed, self._asked_of(listed, key), value.expr)
        return Num(context.domain, sought, -1, plan.MOST_ELEMENTS)

    def _sought(self, index: Expr, context: Context) -> Find | None:
        """What looks for the element of a list that an index stands for; None: something else says it."""
        if isinstance(index, Name) and index.binding == "instance":
            instances = self._library.types[context.structure.type].instances
            found = next((one for one in instances if one.id == index.name), None)
            index = found.expr if isinstance(found, ValueInstance) and found.condition is None else index
        return index if isinstance(index, Find) else None

    def _first(self, value: Sequence, sought: Find, context: Context, expr: Expr) -> Structure:
        """The first element of a list with a key: its numbers, or -1 where there is none."""
        child, element = self.each(value, expr) if self.each is not None else ("", None)
        if not isinstance(element, Structure) or value.ends is None or value.domain != context.domain:
            raise Refusal("an element that is looked for in such a list", expr.loc)
        inside = Context(context.structure, child, {**context.special, "_": element})
        key, wanted = self.number(sought.key, inside), self.number(sought.wanted, inside)
        if min(key.low, wanted.low) < 0:
            key, wanted = self.exact(key), self.exact(wanted)
        where, none = Binary("==", key.expr, wanted.expr), Const(-1)
        found = Structure(
            element.type, context.domain, context.structure.stream, context.structure.position, None, element.path
        )
        for name, field in element.fields.items():
            if isinstance(field, Num) and field.domain == child and field.present is None and not field.is_float:
                first = plan.First(where, field.expr, value.ends, none)
                found.fields[name] = Num(context.domain, first, min(-1, field.low), field.high)
        return found

    def _entry_text(self, entry: HeldEntry, place: Num, context: Context, expr: Expr) -> Piece:
        """A text of a list that an entry has."""
        if not isinstance(expr.type, StrValue):
            raise Refusal("an item of a list in an entry that is no text", expr.loc)
        size = Member(_over(entry), "size", NOWHERE, IntValue(), "method")
        count = self._part(replace(entry, expr=size), context, size)
        assert isinstance(count, Num)
        self._inside(place, count.expr, context, expr)
        listed = self.listed(entry.list)
        name = self._asked_of(listed, _over(entry))
        index = self.bring(entry.index, context.domain, expr).expr
        address, length = (plan.Texts(listed, name, index, place.expr, what) for what in ("address", "size"))
        return Piece(context.domain, address, length, True, context.structure.present)

    def _either(self, test: Expr, then: Expr, otherwise: Expr, context: Context, expr: Expr) -> Value:
        """One of two values that are no numbers: the header decides, or, of texts, the record."""
        texts: list[str] = []
        number = self._label(expr, context, texts)
        if number is not None:
            return Label(context.domain, number, tuple(texts), context.structure.present)
        condition = self.value(test, context)
        constant_or_given = isinstance(condition, Num) and isinstance(condition.expr, Const | plan.Given)
        if constant_or_given or not isinstance(expr.type, StrValue):
            return self.value(then if self.decided(test, context) else otherwise, context)
        chosen = self.number(test, context).expr
        found: list[Piece] = []
        for part, branch in ((then, chosen), (otherwise, plan.invert(chosen))):
            with self._branch(context.domain, branch):
                value = self.value(part, context)
            if not isinstance(value, Piece) or value.domain != context.domain:
                raise Refusal("text chosen by a value of the record that isn't stored there", part.loc)
            found.append(value)
        if found[0].encoding != found[1].encoding or not (found[0].is_text and found[1].is_text):
            raise Refusal("texts in different encodings, chosen by a value of the record", expr.loc)
        address = Select(chosen, found[0].address, found[1].address)
        length = Select(chosen, found[0].length, found[1].length)
        return Piece(context.domain, address, length, True, context.structure.present, found[0].encoding)

    def _text(self, target: Expr, encoding: str, context: Context, expr: Expr) -> Piece:
        value = self.value(target, context)
        known = ENCODINGS.get(encoding.lower())
        if not isinstance(value, Piece) or value.is_text or known is None:
            raise Refusal(f"text in {encoding}", expr.loc)
        return replace(value, is_text=True, encoding=known)

    def _rest(self, target: Expr, first: int, context: Context, expr: Expr) -> Piece:
        """Text from a character on. Where those before it take more than a byte each, or aren't there, objects know."""
        value = self.value(target, context)
        if not isinstance(value, Piece) or not value.is_text or value.encoding not in ("utf-8", "ascii", "latin-1"):
            raise Refusal("a part of such a text", expr.loc)
        if not 0 <= first <= _MOST_LEFT_OUT or value.present is not None:
            raise Refusal("a part of a text that may not be there, or from a place far inside", expr.loc)
        for place in range(first):
            there = Binary("<", Const(place), value.length)
            byte = plan.Load("u1", Select(there, total(value.address, place), self._steps.somewhere(value.domain)))
            self._steps.leave(value.domain, Binary("&", there, Binary("<", byte, Const(128))), context.structure.path)
        return replace(value, address=total(value.address, first), length=difference(value.length, Const(first)))

    def _constant(self, value: int, context: Context, expr: Expr) -> Num:
        if not LOWEST <= value <= HIGHEST:
            raise Refusal("a number of more than 64 bits", expr.loc)
        return Num(context.domain, Const(value), value, value)

    def _special(self, name: str, context: Context, expr: Expr) -> Value:
        if name in context.special:
            return context.special[name]
        structure = context.structure
        if name == "_parent":
            return self._parent(structure, expr)
        if name == "_root":
            while structure.parent is not None:
                structure = structure.parent
            return structure
        if name == "_io":
            return structure.stream
        raise Refusal(f"'{name}' here", expr.loc)

    def _parent(self, value: Value, expr: Expr) -> Structure:
        if not isinstance(value, Structure) or value.parent is None:
            raise Refusal("a structure above the records", expr.loc)
        return value.parent

    def _member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        if binding == "parameter":
            if name not in owner.params:
                raise Refusal(f"'{name}', a parameter of a file", expr.loc)
            return owner.params[name]
        if binding == "instance" and name not in owner.fields:
            return self._instance(owner, name, expr)
        if name not in owner.fields:
            raise Refusal(f"'{name}' isn't read with the record, or not yet", expr.loc)
        return owner.fields[name]

    def _instance(self, owner: Structure, name: str, expr: Expr) -> Value:
        if name not in owner.instances:
            instance = next((i for i in self._library.types[owner.type].instances if i.id == name), None)
            if instance is None:
                raise Refusal(f"'{name}' of a structure that may be another", expr.loc)
            if not isinstance(instance, ValueInstance):
                placed = self.placed(owner, name)
                if placed is not None:
                    return placed
            if not isinstance(instance, ValueInstance):
                raise Refusal(f"'{name}', an instance with a place", expr.loc)
            if instance.checksum_field is not None and not self._steps.in_trial:
                raise Refusal(f"'{name}', which the bytes before a checksum decide", expr.loc)
            before, self._in_instance = self._in_instance, True
            try:
                found = self._of_instance(owner, instance, expr)
            finally:
                self._in_instance = before
            if self.decisions is not None:
                return found
            self._steps.keep(owner.instances, name, found)
        return owner.instances[name]

    def _of_instance(self, owner: Structure, instance: ValueInstance, expr: Expr) -> Value:
        """The value of an instance, which is there where its condition holds and its structure is."""
        domain, context = owner.domain, Context(owner, owner.domain, {})
        condition = None if instance.condition is None else self.condition(instance.condition, context)
        if condition is None:
            found = self.value(instance.expr, context)
            own = isinstance(found, Num) and found.domain == domain
            return self._where_also(found, owner.present, domain) if own else found
        condition = self._steps.let(domain, f"{owner.path}.{instance.id}?".lstrip("."), condition)
        with self._branch(domain, condition):
            found = self.value(instance.expr, context)
        if not isinstance(found, Num | Piece | Label) or found.domain != domain:
            raise Refusal(f"'{instance.id}', which is there under a condition", expr.loc)
        present = condition if owner.present is None else plan.all_of(owner.present, condition)
        return self._where_also(found, present, domain)

    def _where_also(self, found: Value, present: plan.Expr | None, domain: str) -> Value:
        """A value that is there only where something else holds as well."""
        if present is None or not isinstance(found, Num | Piece | Label):
            return found
        if found.present is not None:
            present = self._both(domain, present, found.present)
        return replace(found, present=present)

    def _both(self, domain: str, first: plan.Expr, second: plan.Expr) -> plan.Expr:
        """Where two conditions hold, of which one may say what the other does."""
        if self._steps.implies(domain, first, second):
            return first
        return second if self._steps.implies(domain, second, first) else plan.all_of(first, second)

    def _method(self, target: Expr, name: str, context: Context, expr: Expr) -> Value:
        if name == "pos" and isinstance(target, Name) and target.name == "_io":
            structure = context.structure
            stream = structure.stream
            if self.complete and not structure.is_alone:
                raise Refusal("how far reading has come when a record has been read", expr.loc)
            place = structure.position
            here = plan.Offset(place) if stream.whole else difference(place, stream.start)
            return self.bring(Num(structure.domain, here, 0, 1 << 48), context.domain, expr)
        if name == "eof" and isinstance(target, Name) and target.name == "_io":
            return self._at_end(context, expr)
        value = self.value(target, context)
        if isinstance(value, HeldEntry) and name in ("size", "length") and isinstance(expr.type, IntValue):
            size = Member(_over(value), name, NOWHERE, expr.type, "method")
            return self._part(replace(value, path=None, expr=size), context, expr)
        if isinstance(value, Stream) and name == "size":
            if value.whole:
                raise Refusal("the size of what the records lie in", expr.loc)
            return Num(value.domain, difference(value.end, value.start), 0, 1 << 48)
        if isinstance(value, Num) and name == "to_i":
            return value
        if isinstance(value, Sequence) and name in ("first", "last"):
            which: Expr = Literal_(0, expr.loc, IntValue())
            if name == "last":
                size = Member(target, "size", expr.loc, IntValue(), "method")
                which = SpecBinary("-", size, Literal_(1, expr.loc, IntValue()), expr.loc, IntValue())
            return self._item(target, which, context, Item(target, which, expr.loc, expr.type))
        if isinstance(value, Sequence) and name in ("size", "length"):
            return replace(value.count, present=value.present)
        if isinstance(value, Piece) and name in ("size", "length") and not value.is_text:
            return Num(value.domain, value.length, 0, 1 << 48, present=value.present)
        raise Refusal(f"'.{name}' here", expr.loc)

    def _at_end(self, context: Context, expr: Expr) -> Num:
        """Whether a structure's stream ends where reading has come to."""
        structure = context.structure
        if self.complete or self._in_instance or structure.stream.whole or structure.splits:
            raise Refusal("whether a stream ends, where reading may have come to another place", expr.loc)
        found = Binary("==", difference(structure.stream.end, structure.position), Const(0))
        return self.bring(Num(structure.domain, found, 0, 1), context.domain, expr)

    def _item(self, target: Expr, index: Expr, context: Context, expr: Expr) -> Value:
        value = self.value(target, context)
        if isinstance(value, Held):
            return HeldEntry(value.expr, self.number(index, context))
        if isinstance(value, HeldEntry):
            place = self.number(index, context)
            column = column_of(place)
            if column is None:
                return self._entry_text(value, place, context, expr)
            item = Item(_over(value), column, NOWHERE, expr.type)
            return self._part(replace(value, path=None, expr=item), context, expr)
        sought = self._sought(index, context) if isinstance(value, Sequence) else None
        if isinstance(value, Sequence) and sought is not None and expression(sought.items) == expression(target):
            return self._first(value, sought, context, expr)
        if isinstance(value, Piece) and not value.is_text:
            return self._byte(value, self.number(index, context), context, expr)
        if isinstance(value, Sequence) and isinstance(value.entry.item, Bits) and value.entry.item.width == 1:
            return self._bit(value, value.entry.item.order, self.number(index, context), context, expr)
        if isinstance(value, Sequence) and value.unrolled:
            return self._cell(value, index, context, expr)
        if not isinstance(value, Sequence) or value.make is None or not value.stride:
            raise Refusal("an element of a list whose elements differ in size", expr.loc)
        place = self.number(index, context)
        count = self.bring(value.count, context.domain, expr)
        base = self.place(value.address, value.domain, context.domain, expr)
        address = total(base, scaled(place.expr, value.stride))
        if not self._is_inside(place, count, context.domain):
            if value.stride > SLACK - 8:
                raise Refusal("an element of a list of large elements, by an index that isn't the list's own", expr.loc)
            inside = Binary("&", Binary("<=", Const(0), place.expr), Binary("<", place.expr, count.expr))
            self._steps.check(context.domain, inside, value.entry.name, self._guard(context, expr))
            # The check comes first, but not where this is used ahead of it: an element that isn't there is read
            # elsewhere.
            return value.make(context.domain, Select(inside, address, self._steps.somewhere(context.domain)))
        found = value.make(context.domain, address)
        self._prove(found, value)
        return found

    def _prove(self, found: Value, listed: Sequence) -> None:
        """What is loaded for an element of a list can be read since all of the list is known to be there."""
        if isinstance(found, Num):
            for node in nodes(found.expr):
                if isinstance(node, plan.Load):
                    self._steps.note_proven(node, listed)
        elif isinstance(found, Structure):
            for value in found.fields.values():
                self._prove(value, listed)

    def _byte(self, value: Piece, place: Num, context: Context, expr: Expr) -> Num:
        """A byte of some bytes; an index below 0 is for the object reader, which counts it from the end."""
        base = self.place(value.address, value.domain, context.domain, expr)
        length = self.place(value.length, value.domain, context.domain, expr)
        inside = self._inside(place, length, context, expr)
        address = Select(inside, plan.Binary("+", base, place.expr), self._steps.somewhere(context.domain))
        return Num(context.domain, plan.Load("u1", address), 0, 255)

    def _bit(self, value: Sequence, order: str, place: Num, context: Context, expr: Expr) -> Num:
        """A bit of a list of bits."""
        base = self.place(value.address, value.domain, context.domain, expr)
        count = self.bring(value.count, context.domain, expr).expr
        inside = self._inside(place, count, context, expr)
        address = plan.Binary("+", base, Binary(">>", place.expr, Const(3)))
        bit: plan.Expr = Binary("&", place.expr, Const(7))
        if order == "be":
            bit = Binary("-", Const(7), bit)
        byte = plan.Load("u1", Select(inside, address, self._steps.somewhere(context.domain)))
        return Num(context.domain, Binary("&", Binary(">>", byte, bit), Const(1)), 0, 1)

    def _inside(self, place: Num, length: plan.Expr, context: Context, expr: Expr) -> plan.Expr:
        """Refuse records in which a place isn't one of a list; gives the condition that it is. One below 0 is for the
        object reader, which counts it from the end."""
        domain, guard = context.domain, self._guard(context, expr)
        inside: plan.Expr = Binary("<", place.expr, length)
        if place.low < 0:
            forward: plan.Expr = Binary("<=", Const(0), place.expr)
            inside = Binary("&", forward, inside)
            self._steps.leave(
                domain, forward if guard is None else Binary("|", Binary("==", guard, Const(0)), forward), ""
            )
        self._steps.check(domain, inside, context.structure.path, guard)
        return inside

    def _cell(self, value: Sequence, index: Expr, context: Context, expr: Expr) -> Value:
        """The element of a list with one element per column of the header that belongs to the column in question."""
        owner = context.structure.owner
        found = None
        if self.header is not None and owner is not None:
            found = self.header.hoisted(index, _for_column(owner, context))
        if found != COLUMNS[value.depth] or self.decisions is None:
            raise Refusal(
                "an element of a list that the header describes, by another number than its column's", expr.loc
            )
        for decisions, element in value.variants:
            if set(decisions) <= set(self.decisions):
                return element
        raise Refusal("an element of a list that the header describes before that is read", expr.loc)

    def unrolled(self, cell: Expr, context: Context) -> Sequence | None:
        """The list, one element per column of the header, that a cell belongs to."""
        node = cell
        while isinstance(node, Member | Item | Cast):
            if isinstance(node, Item):
                found = self.value(node.target, context)
                if isinstance(found, Sequence) and found.unrolled:
                    return found
            node = node.target
        return None

    def _guard(self, context: Context, expr: Expr) -> plan.Expr | None:
        """Where the structure is there, in whose text an expression stands, and its value is asked for."""
        structure = context.structure
        found = [condition for domain, condition in self._branches if domain == context.domain]
        if context.guard is not None:
            found.insert(0, context.guard)
        elif structure.present is not None:
            found.insert(0, self.place(structure.present, structure.domain, context.domain, expr))
        return plan.all_of(*found) if found else None

    @contextmanager
    def _branch(self, domain: str, condition: plan.Expr) -> Iterator[None]:
        """What is computed here is asked for only where a condition holds."""
        self._branches.append((domain, condition))
        try:
            yield
        finally:
            self._branches.pop()

    def _is_inside(self, place: Num, count: Num, domain: str) -> bool:
        """Whether an index is certainly inside: the element's own, or one near it in a list that is longer."""
        if place.low < 0:
            return False
        atoms, behind = terms(difference(count.expr, place.expr))
        length = self._steps.length(domain)
        if length is None:
            return False
        own, more = terms(difference(length, plan.Index()))
        # count - place is what the element's list has behind the element, 1 or more, and a constant.
        return atoms == own and 1 + behind - more >= 1

    # --- arithmetic --------------------------------------------------------------------------------------------------

    def _computed(self, expr: Expr, context: Context) -> Num:
        domain = context.domain
        match expr:
            case Unary("not", operand):
                value = self.number(operand, context)
                return Num(domain, Binary("==", value.expr, Const(0)), 0, 1)
            case Unary("-", operand):
                value = self._between(self.number(operand, context), -HIGHEST, HIGHEST, context, expr)
                return self._num(domain, scaled(value.expr, -1), -value.high, -value.low, expr)
            case Unary("~", operand):
                value = self.number(operand, context)
                return Num(domain, Binary("^", value.expr, Const(-1)), ~value.high, ~value.low)
            case Compare("==" | "!=" as operator, left, right) if isinstance(left.type, _TEXTS):
                if isinstance(left, Literal_ | ListLiteral):
                    left, right = right, left
                stored = self.value(left, context)
                if not isinstance(stored, Piece):
                    raise Refusal("comparing texts that aren't stored", expr.loc)
                same = self.alike(stored, right, context)
                return Num(domain, same if operator == "==" else plan.invert(same), 0, 1)
            case Compare(operator, left, right):
                code, swapped = _COMPARISONS[operator]
                a, b = self.number(left, context), self.number(right, context)
                first, second = (b, a) if swapped else (a, b)
                # Numbers from 0 on are the same where their bits are.
                if operator not in ("==", "!=") or min(a.low, b.low) < 0:
                    first, second = self.exact(first), self.exact(second)
                return Num(domain, Binary(code, first.expr, second.expr), 0, 1)
            case Logical(operator, left, right):
                a = self.number(left, context)
                with self._branch(domain, a.expr if operator == "and" else plan.invert(a.expr)):
                    b = self.number(right, context)
                return Num(domain, Binary("&" if operator == "and" else "|", a.expr, b.expr), 0, 1)
            case Conditional(test, then, otherwise):
                condition = self.condition(test, context)
                if condition is None:
                    return self.number(then, context)
                with self._branch(domain, condition):
                    a = self.number(then, context)
                with self._branch(domain, plan.invert(condition)):
                    b = self.number(otherwise, context)
                low, high = min(a.low, b.low), max(a.high, b.high)
                return Num(domain, Select(condition, a.expr, b.expr), low, high)
            case SpecBinary(operator, left, right):
                return self._arithmetic(
                    operator, self.number(left, context), self.number(right, context), context, expr
                )
        raise Refusal("this expression", expr.loc)

    def alike(self, value: Piece, wanted: Expr, context: Context) -> plan.Expr:
        """Whether bytes or text are those that a spec writes."""
        match wanted:
            case Literal_(str() as text):
                return self.same(value, text, context.domain, wanted)
            case ListLiteral(items, type=BytesValue()) if all(isinstance(item, Literal_) for item in items):
                return self.same(value, bytes(int(item.value) for item in items), context.domain, wanted)  # type: ignore[union-attr]
        raise Refusal("comparing with a text that the spec doesn't write", wanted.loc)

    def same(self, value: Piece, wanted: str | bytes, domain: str, at: Expr) -> plan.Expr:
        """Whether bytes or text are some, in a domain below their own."""
        if isinstance(wanted, str):
            try:
                wanted = wanted.encode(value.encoding or "utf-8")
            except UnicodeEncodeError:
                return Const(0)  # no text in this encoding can be it
        address = self.place(value.address, value.domain, domain, at)
        length = self.place(value.length, value.domain, domain, at)
        found: plan.Expr = Binary("==", length, Const(len(wanted)))
        if constant(length) is not None:
            found = Const(int(constant(length) == len(wanted)))
        if value.present is not None:
            present = self.place(value.present, value.domain, domain, at)
            found = present if found == Const(1) else plan.all_of(present, found)
        if found == Const(0):
            return found
        parts = [] if found == Const(1) else [found]
        for start, size in _chunks(len(wanted)):
            # The bytes of another text may not be there.
            place = total(address, start)
            if parts:
                place = Select(found, place, self._steps.somewhere(domain))
            number = int.from_bytes(wanted[start : start + size], "little", signed=size == 8)
            kind = "u1" if size == 1 else f"u{size}le"
            parts.append(Binary("==", plan.Load(kind, place), Const(number)))
        return plan.all_of(*parts) if parts else found

    def _arithmetic(self, operator: str, a: Num, b: Num, context: Context, expr: Expr) -> Num:
        domain = context.domain
        a, b = self._computable(operator, self.exact(a), self.exact(b), context, expr)
        corners = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        if operator == "+":
            return self._num(domain, total(a.expr, b.expr), a.low + b.low, a.high + b.high, expr)
        if operator == "-":
            return self._num(domain, difference(a.expr, b.expr), a.low - b.high, a.high - b.low, expr)
        if operator == "*":
            products = [x * y for x, y in corners]
            factor = constant(b.expr)
            product = scaled(a.expr, factor) if factor is not None else Binary("*", a.expr, b.expr)
            return self._num(domain, product, min(products), max(products), expr)
        if operator in ("/", "%"):
            if b.low <= 0 <= b.high:
                guard = self._guard(context, expr)
                self._steps.check(domain, Binary("!=", b.expr, Const(0)), context.structure.path, guard)
            if operator == "%":
                low, high = (0, b.high - 1) if b.low >= 0 else (b.low + 1, max(0, b.high - 1))
                return Num(domain, Binary("%", a.expr, b.expr), low, max(low, high))
            if b.low > 0:
                quotients = [x // y for x, y in corners]
                return self._num(domain, Binary("//", a.expr, b.expr), min(quotients), max(quotients), expr)
            bound = max(abs(a.low), abs(a.high)) + 1
            return self._num(domain, Binary("//", a.expr, b.expr), -bound if a.low < 0 or b.low < 0 else 0, bound, expr)
        if operator in ("<<", ">>"):
            if operator == ">>":
                return Num(domain, Binary(">>", a.expr, b.expr), min(a.low, 0), max(a.high, 0))
            low, high = min(a.low, a.low << b.high), a.high << b.high
            shifted = Binary("<<", a.expr, b.expr)
            if low < LOWEST or high > HIGHEST:
                self._ask_for(Binary("==", Binary(">>", shifted, b.expr), a.expr), context, expr)
            return Num(domain, shifted, max(low, LOWEST), min(high, HIGHEST))
        if operator == "&" and (a.low >= 0 or b.low >= 0):
            high = min(n.high for n in (a, b) if n.low >= 0)
            return Num(domain, Binary("&", a.expr, b.expr), 0, high)
        code: plan.Operator = "&" if operator == "&" else "|" if operator == "|" else "^"
        size = max(abs(n) for n in (a.low, a.high, b.low, b.high)).bit_length()
        low = 0 if a.low >= 0 and b.low >= 0 else -(1 << size)
        return self._num(domain, Binary(code, a.expr, b.expr), low, (1 << size) - 1, expr)

    def _computable(self, operator: str, a: Num, b: Num, context: Context, expr: Expr) -> tuple[Num, Num]:
        """Operands whose result fits 64 bits, as far as it takes bounds of theirs: numbers beyond them are rare."""
        if operator in ("<<", ">>"):
            return a, self._between(b, 0, 63, context, expr)
        most, other = max(-a.low, a.high), max(-b.low, b.high)
        if operator in ("+", "-") and most + other > HIGHEST:
            half = HIGHEST // 2
            return self._between(a, -half, half, context, expr), self._between(b, -half, half, context, expr)
        if operator == "*" and most * other > HIGHEST:
            small = 1 << 31
            if other <= 2 * small:
                return self._between(a, -(HIGHEST // other), HIGHEST // other, context, expr), b
            if most <= 2 * small:
                return a, self._between(b, -(HIGHEST // most), HIGHEST // most, context, expr)
            return self._between(a, -small, small, context, expr), self._between(b, -small, small, context, expr)
        return a, b

    def _num(self, domain: str, value: plan.Expr, low: int, high: int, expr: Expr) -> Num:
        if low < LOWEST or high > HIGHEST:
            raise Refusal("a result that may not fit 64 bits", expr.loc)
        return Num(domain, value, low, high)

    def exact(self, value: Num) -> Num:
        """A number to compute with: records in which it has all 64 bits are left to objects, which know larger ones."""
        if value.high <= HIGHEST:
            return value
        fits: plan.Expr = Binary("<=", Const(0), value.expr)
        if value.present is not None:
            fits = plan.any_of(plan.invert(value.present), fits)
        self._steps.leave(value.domain, fits, "")
        return replace(value, high=HIGHEST)


def _chunks(size: int) -> Iterator[tuple[int, int]]:
    """Bytes as numbers that can be loaded: where each begins, and its size."""
    start = 0
    while start < size:
        large = next(large for large in (8, 4, 2, 1) if large <= size - start)
        yield start, large
        start += large


def _cast(value: Value, expr: Cast) -> Value:
    """A value as one of a type: of a switch, the case that has it."""
    if not isinstance(value, Alternatives) or not isinstance(expr.type, StructValue):
        return value
    for item, found in value.cases:
        if isinstance(item, Nested) and item.type == expr.type.type:
            return found
    raise Refusal("a type that no case of a switch has", expr.loc)


def column_of(index: Value | None) -> Name | None:
    """The number of a column that a place is, as a name in expressions over what the header holds; None: it is none."""
    if not isinstance(index, Num) or not isinstance(index.expr, plan.Given):
        return None
    return next((column for column in COLUMNS if column.name == index.expr.name), None)


def _for_column(owner: Owner, context: Context) -> Owner:
    """What is known of a structure where a column is computed."""
    column = column_of(context.special.get("_column"))
    return owner if column is None else replace(owner, column=column)


def _over(entry: HeldEntry) -> Expr:
    """What is meant of an entry, as an expression over it."""
    return Name("_", NOWHERE, None, "special") if entry.expr is None else entry.expr


def _bounds(expr: Expr) -> tuple[int, int]:
    """Bounds of a number that the header holds, as far as its text tells."""
    match expr:
        case SpecBinary("%", _, Literal_(int() as divisor)) if divisor > 0:
            return 0, divisor - 1
        case SpecBinary("&", _, Literal_(int() as mask)) if mask >= 0:
            return 0, mask
        case Member(_, "size" | "length", binding="method"):
            return 0, 1 << 40
    match expr.type:
        case BoolValue():
            return 0, 1
        case IntValue(bits, signed) if bits:
            return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return LOWEST, HIGHEST
