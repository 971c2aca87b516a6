"""Expressions of a spec to expressions of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Select
from bytewright.kernels.plan.codes import SLACK
from bytewright.kernels.plan.record_ends import terms
from bytewright_codegen.analysis.absence import Absence
from bytewright_codegen.ir.expressions import (
    Apply,
    Call,
    Cast,
    Compare,
    Conditional,
    EnumMember,
    Expr,
    Find,
    FormatString,
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
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import BytesValue, FloatValue, IntValue, StrValue
from bytewright_codegen.ir.views import Named
from bytewright_codegen.ir.walk import is_constant
from bytewright_codegen.lowering.expressions import written_lists
from bytewright_codegen.lowering.expressions.alternatives import case_of, one_of
from bytewright_codegen.lowering.expressions.arithmetic import difference, is_small, lowered, nodes, scaled, total
from bytewright_codegen.lowering.expressions.bit_loads import bits_number
from bytewright_codegen.lowering.expressions.computing import Computing, flipped
from bytewright_codegen.lowering.expressions.element_references import ElementReferences
from bytewright_codegen.lowering.expressions.header import COLUMNS, Header, Owner, placeless
from bytewright_codegen.lowering.expressions.header_lists import NUMBERS, ListedEntries, bounds, over
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.texts import Texts
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LARGEST,
    LOWEST,
    Alternatives,
    Context,
    Decisions,
    Each,
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
    Unread,
    Value,
    word,
)
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits
from bytewright_codegen.semantics.values import is_union

_MOST_ALTERNATIVES = 256
_SHORT = 32
"""Bits of the smaller floats."""


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
        self.absence = Absence(steps.library.types)
        self.header = header
        self.givens: dict[str, Expr] = {}
        """What is asked of the header, by the names that the plan has for it."""
        self.tables: dict[str, tuple[Expr, tuple[str, ...]]] = {}
        """Lists of texts that are asked of the header: the list, and the way from an item to its text."""
        self.names: dict[str, Named] = {}
        """What values of records stand for, by the names that the plan has for that."""
        self._branches: list[tuple[str, plan.Expr]] = []
        self.texts = Texts(self, steps)
        self.listed = ListedEntries(self)
        self._references = ElementReferences(self, steps)
        self._computing = Computing(self, steps)
        self.placed: Callable[[Structure, str], Value | None] = lambda structure, name: None
        """Reads a field at a place of its own that is asked for; None: that is left to objects."""
        self.each: Each | None = None
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
        return self._asked(value, context, expr)

    def _asked(self, value: Num, context: Context, expr: Expr) -> Num:
        """A number in the domain that asks for it, which has to be there."""
        found = self.bring(value, context.domain, expr)
        if found.present is not None:
            self.ask_for(found.present, context, expr)
        return found

    def ask_for(self, holds: plan.Expr, context: Context, expr: Expr) -> None:
        """Something is asked for that is only there, or can only be computed, where something holds: what it means
        elsewhere, if anything, objects know."""
        guard = self.guard(context, expr)
        domain, asked, holds = self._steps.raised(context.domain, Const(1) if guard is None else guard, holds)
        guard = None if asked == Const(1) else asked
        if guard is None:
            self._steps.leave_once(domain, holds)
        elif not self._steps.implies(domain, guard, holds):
            self._steps.leave_once(domain, plan.any_of(plan.invert(guard), holds))

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

    def operand(self, expr: Expr, context: Context) -> Value:
        """A value of any kind; floats, text and bytes of the header as those that records hold."""
        return self.listed.in_memory(self.value(expr, context), context.domain, expr)

    def value(self, expr: Expr, context: Context) -> Value:
        """A value of any kind."""
        self._steps.spend(1, expr.loc)
        held = self._held(expr, context)
        if held is not None:
            return held
        match expr:
            case Literal_(bool() | int() as value):
                return self._constant(int(value), context, expr)
            case Literal_(str() as text):
                return Label(context.domain, Const(0), (text,))
            case EnumMember(enum, member):
                entries = self._library.enums[enum].entries
                return self._constant(next(e.value for e in entries if e.id == member), context, expr)
            case Name(name, binding="special" | "level"):
                return self._special(name, context, expr)
            case Name(name, binding=binding):
                return self.member(context.structure, name, binding, expr)
            case Member(ListLiteral() as target, name, binding="method") | Call(ListLiteral() as target, name, ()):
                return written_lists.asked(self, target, name, context, expr)
            case Member(target, name, binding="method") | Call(target, name, ()):
                return self._method(target, name, context, expr)
            case Member(target, "_parent" | "_root" as name):
                return self._around(self.value(target, context), name, expr)
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
                    inside = replace(expr, target=over(owner), loc=NOWHERE)
                    return self.listed.part(replace(owner, path=path, expr=inside), context, expr)
                if not isinstance(owner, Structure):
                    raise Refusal(f"'{name}' of something that isn't a structure", expr.loc)
                return self.member(owner, name, binding, expr)
            case Call(target, "to_i", (Literal_(int() as base),)):
                return self.texts.spelled(self.value(target, context), base, context, expr)
            case Call(target, "to_s", (Literal_(str() as encoding),)):
                return self.texts.decoded(target, encoding, context, expr)
            case Call(target, "substring", (Literal_(int() as first), Member(whole, "length"))) if expression(
                whole
            ) == expression(target):
                return self.texts.part(target, first, None, context, expr)
            case Call(target, "substring", (Literal_(int() as first), Literal_(int() as last))):
                return self.texts.part(target, first, last, context, expr)
            case Item(ListLiteral() as target, index):
                return written_lists.chosen(self, target, index, context, expr)
            case ListLiteral():
                return written_lists.whole(self, expr, context, expr)
            case Item(target, index):
                written = self._computed_by(target, context)
                if isinstance(written, ListLiteral):
                    return written_lists.chosen(self, written, index, context, expr)
                return self._item(target, index, context, expr)
            case Cast(target):
                return _read(case_of(self.value(target, context), expr))
            case Tabulate(size, item):
                return self._formula(size, item, context)
            case SpecBinary("+") | FormatString() if isinstance(expr.type, StrValue):
                return self.texts.joined(expr, context)
            case Literal_(float()) | Apply():
                return self._computing.floating(expr, context)
            case Unary() | SpecBinary() | Conditional() if isinstance(expr.type, FloatValue):
                return self._computing.floating(expr, context)
            case Find(items, key, wanted):
                return self.listed.found(items, key, wanted, context, expr)
            case Conditional() if is_union(expr):
                return one_of(self, expr, context)
            case Conditional(test, then, otherwise) if not isinstance(expr.type, NUMBERS):
                return self.texts.either(test, then, otherwise, context, expr)
            case Unary() | SpecBinary() | Compare() | Logical() | Conditional():
                found = self._computing.integer(expr, context)
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
        if not isinstance(found.type, NUMBERS):
            return Held(found)
        low, high = bounds(found)
        return Num(context.domain, self.given(found), low, high)

    def given(self, held: Expr) -> plan.Given:
        """A number that the header holds."""
        name = expression(held)
        while self.givens.setdefault(name, held) != held:
            name += "'"
        return plan.Given(name)

    @property
    def decides(self) -> bool:
        """Whether what the header decides is followed: elsewhere its numbers are as those of a record."""
        return self.decisions is not None

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

    # --- what an entry of a list holds that the record chooses -------------------------------------------------------

    def _sought(self, index: Expr, context: Context) -> Find | None:
        """What looks for the element of a list that an index stands for; None: something else says it."""
        index = self._computed_by(index, context)
        return index if isinstance(index, Find) else None

    def _computed_by(self, expr: Expr, context: Context) -> Expr:
        """What an instance is computed by that is always there; anything else as it is."""
        if not isinstance(expr, Name) or expr.binding != "instance":
            return expr
        known = self._library.types.get(context.structure.type)
        found = next((one for one in known.instances if one.id == expr.name), None) if known is not None else None
        return found.expr if isinstance(found, ValueInstance) and found.condition is None else expr

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

    def _constant(self, value: int, context: Context, expr: Expr) -> Num:
        if not LOWEST <= value <= LARGEST:
            raise Refusal("a number of more than 64 bits", expr.loc)
        return Num(context.domain, Const(word(value)), value, value)

    def _special(self, name: str, context: Context, expr: Expr) -> Value:
        if name in context.special:
            return context.special[name]
        structure = context.structure
        if name == "_parent":
            return self._around(structure, name, expr)
        if name == "_root":
            return structure.top
        if name == "_io":
            return structure.stream
        raise Refusal(f"'{name}' here", expr.loc)

    def _around(self, value: Value, name: str, expr: Expr) -> Structure:
        around = None if not isinstance(value, Structure) else value.root if name == "_root" else value.parent
        if around is None:
            raise Refusal("a structure above the records", expr.loc)
        return around

    def member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        """A member of a structure.

        Raises:
            Refusal: it isn't known.
        """
        if owner.seen is not None:
            return self._references.member(owner, name, binding, expr)
        if binding == "parameter":
            if name in owner.told and name not in owner.params:
                self._steps.keep(owner.params, name, self._references.told(owner, name, expr))
            if name not in owner.params:
                raise Refusal(f"'{name}', a parameter of a file", expr.loc)
            found = owner.params[name]
            told = isinstance(expr, Member) and isinstance(found, Num | Piece | Label) and found.domain == owner.domain
            return self.where_also(found, owner.present, owner.domain) if told else found
        if binding == "instance" and (name not in owner.fields or not self._is_asked(owner, name)):
            return self.instance(owner, name, expr)
        if name not in owner.fields:
            raise Refusal(f"'{name}' isn't read with the record, or not yet", expr.loc)
        return _read(owner.fields[name])

    def _conditions(self, owner: Structure) -> frozenset[plan.Expr]:
        """Where something of a structure is asked for."""
        return frozenset(condition for domain, condition in self._branches if domain == owner.domain)

    def _is_asked(self, owner: Structure, name: str) -> bool:
        """Whether an instance has been asked for wherever it is asked for here: less has been checked, or read,
        where that was so in fewer cases."""
        return owner.asked.get(name, frozenset()) <= self._conditions(owner)

    def instance(self, owner: Structure, name: str, expr: Expr) -> Value:
        """An instance of a structure.

        Raises:
            Refusal: it can't be computed, or read.
        """
        asked = self._conditions(owner)
        if name not in owner.instances or not self._is_asked(owner, name):
            known = self._library.types.get(owner.type)
            instance = next((i for i in known.instances if i.id == name), None) if known is not None else None
            if instance is None:
                raise Refusal(f"'{name}' of a structure that may be another", expr.loc)
            if not isinstance(instance, ValueInstance):
                placed = self.placed(owner, name)
                if placed is not None:
                    owner.asked[name] = asked
                    return placed
            if not isinstance(instance, ValueInstance):
                raise Refusal(f"'{name}', an instance with a place", expr.loc)
            if instance.checksum_field is not None and not self._steps.in_trial:
                raise Refusal(f"'{name}', which the bytes before a checksum decide", expr.loc)
            before, self._in_instance = self._in_instance, True
            try:
                compute = partial(self._of_instance, owner, instance, expr)
                running = None
                if self._references.may_run(owner, instance):
                    is_float = isinstance(instance.value, FloatValue)
                    running = self._references.running(owner, name, instance.loc, compute, is_float=is_float)
                asked = asked if running is None else frozenset()
                found = compute() if running is None else running
            finally:
                self._in_instance = before
            if self.decisions is not None:
                return found
            self._steps.keep(owner.instances, name, found)
            owner.asked[name] = asked
        return owner.instances[name]

    def _of_instance(self, owner: Structure, instance: ValueInstance, expr: Expr) -> Value:
        """The value of an instance, which is there where its condition holds and its structure is."""
        context = Context(owner, owner.domain, {})
        name = f"{owner.path}.{instance.id}?".lstrip(".")
        compute = self.value if instance.condition is None else self.operand
        found = self.conditional(lambda: compute(instance.expr, context), instance.condition, name, context)
        own = isinstance(found, Num) and found.domain == owner.domain
        return self.where_also(found, owner.present, owner.domain) if own or instance.condition is not None else found

    def conditional(
        self, compute: Callable[[], Value], condition: Expr | None, name: str, context: Context, *, shown: bool = False
    ) -> Value:
        """A value that is there, and asked for, only where a condition holds (None: always).

        Args:
            compute: gives the value, over the context's domain.
            condition: the condition.
            name: what the condition is called in the plan.
            context: where it stands.
            shown: whether it is for a column, and for nothing else: then it may be a list or a structure as well.
        """
        holds = None if condition is None else self.condition(condition, context)
        if condition is None or holds is None:
            return compute()
        if not shown:  # a column asks once
            holds = self._steps.let(context.domain, name, holds)
        with self.branch(context.domain, holds):
            found = compute()
        if shown and isinstance(found, Sequence | Structure):
            present = self.place(self._steps.let(context.domain, name, holds), context.domain, found.domain, condition)
            if found.present is not None:
                present = self._both(found.domain, present, found.present)
            return replace(found, present=present)
        if isinstance(found, Structure) and found.seen is not None and found.domain == context.domain:
            there = holds if found.present is None else self._both(found.domain, holds, found.present)
            return replace(found, present=there)
        if not isinstance(found, Num | Piece | Label | Alternatives) or found.domain != context.domain:
            raise Refusal("something but a number, bytes or text that is there under a condition", condition.loc)
        return self.where_also(found, holds, context.domain)

    @contextmanager
    def asked(self, condition: Expr | None, context: Context) -> Iterator[None]:
        """What is computed here is asked for only where a condition of the spec holds (None: always)."""
        holds = None if condition is None else self.condition(condition, context)
        with nullcontext() if holds is None else self.branch(context.domain, holds):
            yield

    def where_also(self, found: Value, present: plan.Expr | None, domain: str) -> Value:
        """A value that is there only where something else holds as well."""
        if present is None or not isinstance(found, Num | Piece | Label | Alternatives):
            return found
        if not isinstance(found, Label):
            found = replace(found, cases=tuple((i, self._case_where(one, present, domain)) for i, one in found.cases))
        if found.present is not None:
            present = self._both(domain, present, found.present)
        return replace(found, present=present)

    def _case_where(self, case: Value, present: plan.Expr, domain: str) -> Value:
        """A case of a switch that is there only where something else holds as well."""
        if not isinstance(case, Structure):
            return self.where_also(case, present, domain)
        return replace(case, present=present if case.present is None else self._both(domain, present, case.present))

    def _both(self, domain: str, first: plan.Expr, second: plan.Expr) -> plan.Expr:
        """Where two conditions hold, of which one may say what the other does."""
        if self._steps.implies(domain, first, second):
            return first
        return second if self._steps.implies(domain, second, first) else plan.all_of(first, second)

    def _method(self, target: Expr, name: str, context: Context, expr: Expr) -> Value:
        if name == "pos" and isinstance(target, Name) and target.name == "_io":
            structure, stream = context.structure, context.structure.stream
            if self.complete and not structure.is_alone:
                raise Refusal("how far reading has come when a record has been read", expr.loc)
            if not self.complete and structure.domain != context.domain:
                raise Refusal("how far reading has come between the elements of a list", expr.loc)
            place = structure.position
            here = plan.Offset(place) if stream.whole else difference(place, stream.start)
            return self.bring(Num(structure.domain, here, 0, 1 << 48), context.domain, expr)
        if name == "eof" and isinstance(target, Name) and target.name == "_io":
            return self._at_end(context, expr)
        value = self.value(target, context)
        if isinstance(value, HeldEntry) and name in ("size", "length") and isinstance(expr.type, IntValue):
            size = Member(replace(over(value), type=target.type), name, NOWHERE, expr.type, "method")
            return self.listed.part(replace(value, path=None, expr=size), context, expr)
        value = self.listed.in_memory(value, context.domain, target)
        if isinstance(value, Label) and name in ("to_i", "length", "reverse"):
            value = self.texts.joined(target, context)
        if isinstance(value, Stream) and name == "size":
            left = plan.Given(plan.FILE_END) if value.whole else difference(value.end, value.start)
            return Num(value.domain, left, 0, 1 << 48)
        if isinstance(value, Piece) and value.is_text and name == "to_i":
            return self.texts.spelled(value, 10, context, expr)
        if isinstance(value, Piece) and value.is_text and name == "length":
            return self.texts.characters(value, context, expr)
        if isinstance(value, Piece) and value.is_text and name == "reverse":
            return self.texts.reversed(value, context, expr)
        if isinstance(value, Num) and name == "to_i":
            whole = not value.is_float
            return self._asked(value, context, expr) if whole else self._computing.truncated(target, context, expr)
        if isinstance(value, Num) and name == "to_s" and isinstance(target.type, IntValue):
            number = self.exact(self.number(target, context))
            return Label(context.domain, number.expr, (), context.structure.present)
        if isinstance(value, Sequence) and name in ("first", "last"):
            which: Expr = Literal_(0, expr.loc, IntValue())
            if name == "last":
                size = Member(target, "size", expr.loc, IntValue(), "method")
                which = SpecBinary("-", size, Literal_(1, expr.loc, IntValue()), expr.loc, IntValue())
            return self._item(target, which, context, Item(target, which, expr.loc, expr.type))
        if isinstance(value, Sequence) and name in ("max", "min"):
            return self._best(value, name, context, expr)
        if isinstance(value, Sequence | Piece) and name in ("size", "length"):
            many = value.count if isinstance(value, Sequence) else Num(value.domain, value.length, 0, 1 << 48)
            return self._asked(replace(many, present=value.present), context, expr)
        raise Refusal(f"'.{name}' here", expr.loc)

    def _best(self, value: Sequence, name: str, context: Context, expr: Expr) -> Num:
        """The largest or the smallest number of a list; of none, objects know."""
        child, element = self.each(value, expr) if self.each is not None else ("", None)
        if not isinstance(element, Num) or element.domain != child or element.present is not None:
            raise Refusal(f"'.{name}' of anything but numbers", expr.loc)
        count = self.bring(value.count, context.domain, expr)
        if value.present is not None:
            self.ask_for(self.place(value.present, value.domain, context.domain, expr), context, expr)
        if count.low <= 0:
            self.ask_for(Binary("<", Const(0), count.expr), context, expr)
        every = element.expr
        if element.is_float:
            kind = "f4" if isinstance(expr.type, FloatValue) and expr.type.bits == _SHORT else "f8"
            which: plan.Which = f"largest {kind}" if name == "max" else f"smallest {kind}"  # type: ignore[assignment]
        else:
            which = "largest" if name == "max" else "smallest"
        large = element.high > HIGHEST
        found: plan.Expr = plan.Best(which, child, flipped(every) if large else every)
        found = self._steps.let(value.domain, f"{value.entry.name}.{name}", flipped(found) if large else found)
        return self.bring(replace(element, domain=value.domain, expr=found, case=None), context.domain, expr)

    def _at_end(self, context: Context, expr: Expr) -> Num:
        """Whether a structure's stream ends where reading has come to."""
        structure = context.structure
        stream = structure.stream
        if self.complete or self._in_instance or structure.splits:
            raise Refusal("whether a stream ends, where reading may have come to another place", expr.loc)
        left = difference(stream.end, structure.position)
        if stream.whole:
            left = difference(plan.Given(plan.FILE_END), plan.Offset(structure.position))
        return self.bring(Num(structure.domain, Binary("==", left, Const(0)), 0, 1), context.domain, expr)

    def _item(self, target: Expr, index: Expr, context: Context, expr: Expr) -> Value:
        value = self.operand(target, context) if isinstance(target.type, BytesValue) else self.value(target, context)
        if isinstance(value, Held):
            return self.listed.entry(value, self.number(index, context), context, expr)
        if isinstance(value, HeldEntry):
            place = self.number(index, context)
            column = column_of(place)
            if column is None:
                return self.listed.item(value, place, context, expr)
            item = Item(over(value), column, NOWHERE, expr.type)
            return self.listed.part(replace(value, path=None, expr=item), context, expr)
        sought = self._sought(index, context) if isinstance(value, Sequence) else None
        if isinstance(value, Sequence) and sought is not None and expression(sought.items) == expression(target):
            return self._first(value, sought, context, expr)
        if isinstance(value, Piece) and not value.is_text:
            return self._byte(value, self.number(index, context), context, expr)
        if isinstance(value, Sequence) and isinstance(value.entry.item, Bits) and not value.unrolled:
            return self._bit(value, value.entry.item, self.number(index, context), context, expr)
        if isinstance(value, Sequence) and value.unrolled:
            return self._cell(value, index, context, expr)
        if isinstance(value, Sequence) and value.entry.masked_by is not None:
            # Of an element beside what asks for it, the bit is beside it, too.
            child, element = self.each(value, expr, shown=True) if self.each is not None else ("", None)
            if element is None or child != context.domain or self.number(index, context).expr != plan.Index():
                raise Refusal("an element of a list with validity bits", expr.loc)
            return element
        if not isinstance(value, Sequence):
            raise Refusal("an element of a list whose elements differ in size", expr.loc)
        other = self._references.before(value, self.number(index, context), context, expr)
        if other is not None:
            return other
        beside = value.element if not value.stride and value.child == context.domain else None
        if beside is not None and self.number(index, context).expr == plan.Index():
            return beside
        if value.make is None or not value.stride or self._references.rest(value):
            other = self._references.at(value, self.number(index, context), context, expr)
            if other is not None:
                return other
        if value.make is None or not value.stride:
            raise Refusal("an element of a list whose elements differ in size", expr.loc)
        place = self.number(index, context)
        count = self.bring(value.count, context.domain, expr)
        base = self.place(value.address, value.domain, context.domain, expr)
        address = total(base, scaled(place.expr, value.stride))
        if not self._is_inside(place, count, context.domain):
            if value.stride > SLACK - 8:
                raise Refusal("an element of a list of large elements, by an index that isn't the list's own", expr.loc)
            inside = Binary("&", Binary("<=", Const(0), place.expr), Binary("<", place.expr, count.expr))
            self._steps.check(context.domain, inside, value.entry.name, self.guard(context, expr))
            # The check comes first, but not where this is used ahead of it: an element that isn't there is read
            # elsewhere.
            return value.make(context.domain, Select(inside, address, self._steps.somewhere(context.domain)), place)
        found = value.make(context.domain, address, place)
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
        inside = self.inside(place, length, context, expr)
        address = Select(inside, plan.Binary("+", base, place.expr), self._steps.somewhere(context.domain))
        return Num(context.domain, plan.Load("u1", address), 0, 255)

    def _bit(self, value: Sequence, item: Bits, place: Num, context: Context, expr: Expr) -> Num:
        """An element of a list of bits."""
        base = self.place(value.address, value.domain, context.domain, expr)
        count = self.bring(value.count, context.domain, expr).expr
        inside = self.inside(place, count, context, expr)
        first = self.place(value.bits, value.domain, context.domain, expr)
        base = Select(inside, base, self._steps.somewhere(context.domain))
        at = Select(inside, plan.add(first, scaled(place.expr, item.width)), Const(0))
        return Num(context.domain, bits_number(base, at, item.width, item.order), 0, (1 << item.width) - 1)

    def inside(self, place: Num, length: plan.Expr, context: Context, expr: Expr) -> plan.Expr:
        """Refuse records in which a place isn't one of a list; gives the condition that it is. One below 0 is for the
        object reader, which counts it from the end."""
        domain, guard = context.domain, self.guard(context, expr)
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

    def guard(self, context: Context, expr: Expr) -> plan.Expr | None:
        """Where the structure is there, in whose text an expression stands, and its value is asked for."""
        structure = context.structure
        found = [condition for domain, condition in self._branches if domain == context.domain]
        if context.guard is not None:
            found.insert(0, context.guard)
        elif structure.present is not None:
            found.insert(0, self.place(structure.present, structure.domain, context.domain, expr))
        return plan.all_of(*found) if found else None

    def where(self, domain: str) -> plan.Expr:
        """Where what is computed here is asked for."""
        found = [condition for own, condition in self._branches if own == domain]
        return plan.all_of(*found) if found else Const(1)

    @contextmanager
    def unconditional(self) -> Iterator[None]:
        """What is computed here may be asked for anywhere."""
        before, self._branches = self._branches, []
        try:
            yield
        finally:
            self._branches = before

    @contextmanager
    def branch(self, domain: str, condition: plan.Expr) -> Iterator[None]:
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

    def exact(self, value: Num) -> Num:
        """A number to compute with: records in which it has all 64 bits are left to objects, which know larger ones."""
        if value.high <= HIGHEST:
            return value
        if value.low > HIGHEST:
            raise Refusal("a number of more than 63 bits where none can be", NOWHERE)
        fits: plan.Expr = Binary("<=", Const(0), value.expr)
        if value.present is not None:
            fits = plan.any_of(plan.invert(value.present), fits)
        self._steps.leave(value.domain, fits, "")
        return replace(value, high=HIGHEST)


def _read(value: Value) -> Value:
    """A value that the kernel has read.

    Raises:
        Refusal: objects read it.
    """
    if isinstance(value, Unread):
        raise Refusal(value.reason, value.location)
    return value


def column_of(index: Value | None) -> Name | None:
    """The number of a column that a place is, as a name in expressions over what the header holds; None: it is none."""
    if not isinstance(index, Num) or not isinstance(index.expr, plan.Given):
        return None
    return next((column for column in COLUMNS if column.name == index.expr.name), None)


def _for_column(owner: Owner, context: Context) -> Owner:
    """What is known of a structure where a column is computed."""
    column = column_of(context.special.get("_column"))
    return owner if column is None else replace(owner, column=column)
