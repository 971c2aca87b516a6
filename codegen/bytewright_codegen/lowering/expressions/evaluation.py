"""Expressions of a spec to expressions of a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const
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
from bytewright_codegen.ir.values import FloatValue, IntValue, StrValue
from bytewright_codegen.ir.views import Named
from bytewright_codegen.ir.walk import is_constant
from bytewright_codegen.lowering.expressions.alternatives import case_of, one_of
from bytewright_codegen.lowering.expressions.arithmetic import difference, is_small, lowered
from bytewright_codegen.lowering.expressions.computing import Computing
from bytewright_codegen.lowering.expressions.header import COLUMNS, Header, placeless
from bytewright_codegen.lowering.expressions.header_decisions import HeaderDecisions
from bytewright_codegen.lowering.expressions.header_lists import (
    NUMBERS,
    ListedEntries,
    bounds,
    column_of,
    for_column,
    over,
)
from bytewright_codegen.lowering.expressions.lists import written_lists
from bytewright_codegen.lowering.expressions.lists.elements_by_number import ElementsByNumber
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.texts import Texts
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LARGEST,
    LOWEST,
    Alternatives,
    Context,
    Each,
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
from bytewright_codegen.semantics.values import is_union


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
        self._computing = Computing(self, steps)
        self.placed: Callable[[Structure, str], Value | None] = lambda structure, name: None
        """Reads a field at a place of its own that is asked for; None: that is left to objects."""
        self.each: Each | None = None
        """Looks at the elements of a list one by one."""
        self.decisions = HeaderDecisions()
        self.elements = ElementsByNumber(self, steps, self.listed, self.decisions, header)
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
            case Member(target, "_io" | "_index" as name, binding="special"):
                return self._about(self.value(target, context), name, expr)
            case Member(target):
                return self._member_of(self.value(target, context), context, expr)
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
                written = self.computed_by(target, context)
                if isinstance(written, ListLiteral):
                    return written_lists.chosen(self, written, index, context, expr)
                return self.elements.item(target, index, context, expr)
            case Cast(target):
                return _read(case_of(self.value(target, context), expr))
            case Tabulate(size, item):
                return written_lists.by_formula(self, size, item, context)
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
        owner = replace(for_column(owner, context), index=column_of(index))
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
        return self.decisions.decide(number.expr, (0, None), test) == 1

    # --- members ------------------------------------------------------------------------------------------------------

    def computed_by(self, expr: Expr, context: Context) -> Expr:
        """What an instance is computed by that is always there; anything else as it is."""
        if not isinstance(expr, Name) or expr.binding != "instance":
            return expr
        known = self._library.types.get(context.structure.type)
        found = next((one for one in known.instances if one.id == expr.name), None) if known is not None else None
        return found.expr if isinstance(found, ValueInstance) and found.condition is None else expr

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

    def _about(self, value: Value, name: str, expr: Expr) -> Value:
        """The stream of a structure, or its number in a list."""
        if name == "_io":
            if not isinstance(value, Structure):
                raise Refusal("the stream of something that isn't a structure", expr.loc)
            return value.stream
        if not isinstance(value, Structure) or value.index is None:
            raise Refusal("the number of something that is in no list", expr.loc)
        return value.index

    def _member_of(self, owner: Value, context: Context, expr: Member) -> Value:
        """A member of a structure, or of an entry of a list that the header holds."""
        if isinstance(owner, HeldEntry):
            path = None if owner.path is None else (*owner.path, expr.name)
            inside = replace(expr, target=over(owner), loc=NOWHERE)
            return self.listed.part(replace(owner, path=path, expr=inside), context, expr)
        if not isinstance(owner, Structure):
            raise Refusal(f"'{expr.name}' of something that isn't a structure", expr.loc)
        return self.member(owner, expr.name, expr.binding, expr)

    def member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        """A member of a structure.

        Raises:
            Refusal: it isn't known.
        """
        if owner.seen is not None:
            return self.elements.references.member(owner, name, binding, expr)
        if binding == "parameter":
            if name in owner.told and name not in owner.params:
                self._steps.keep(owner.params, name, self.elements.references.told(owner, name, expr))
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
                if self.elements.references.may_run(owner, instance):
                    is_float = isinstance(instance.value, FloatValue)
                    running = self.elements.references.running(owner, name, instance.loc, compute, is_float=is_float)
                asked = asked if running is None else frozenset()
                found = compute() if running is None else running
            finally:
                self._in_instance = before
            if self.decisions.followed:
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
            return self.elements.item(target, which, context, Item(target, which, expr.loc, expr.type))
        if isinstance(value, Sequence) and name in ("max", "min"):
            return self.elements.best(value, name, context, expr)
        if isinstance(value, Sequence | Piece) and name in ("size", "length"):
            many = value.count if isinstance(value, Sequence) else Num(value.domain, value.length, 0, 1 << 48)
            return self._asked(replace(many, present=value.present), context, expr)
        raise Refusal(f"'.{name}' here", expr.loc)

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
