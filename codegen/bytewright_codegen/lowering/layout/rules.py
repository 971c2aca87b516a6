"""Rules of fields and of calculated values: what these must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Match
from bytewright_codegen.ir.expressions import Compare, ComparisonOperator, Expr, Literal_, Name
from bytewright_codegen.ir.schema import Valid, ValueInstance
from bytewright_codegen.ir.values import ArrayValue, BoolValue
from bytewright_codegen.ir.values import Value as SpecValue
from bytewright_codegen.ir.walk import asks_place
from bytewright_codegen.lowering.expressions.arithmetic import constant
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.computing import alike, ordered
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    LARGEST,
    Context,
    Num,
    Piece,
    Place,
    Refusal,
    Structure,
    Value,
    word,
)
from bytewright_codegen.plans.reading import Entry


@dataclass(frozen=True)
class _Ruled:
    """What has rules: these, its enum, its type, and whether they bound reading."""

    valid: Valid
    enum: str | None
    type: SpecValue | None
    bounds: bool = False


class Rules:
    """Checks values that have been read.

    Attributes:
        always: whether all rules are looked at, whatever readers are told: writers do.
    """

    def __init__(self, steps: Steps, evaluation: Evaluation) -> None:
        self._steps = steps
        self._library = steps.library
        self._evaluation = evaluation
        self.always = False

    def check(self, entry: Entry, value: Value, here: Place, index: Num | None = None) -> Value:
        """Check a value by its rules; gives the value, with the bounds that it has then. ``index``: of which element of
        a list it is."""
        if entry.valid is None:
            return value
        if here.parent is None:
            raise Refusal("a rule for something that is in no structure", entry.valid.loc)
        kind = entry.attribute.value
        ruled = _Ruled(entry.valid, entry.enum, kind.item if isinstance(kind, ArrayValue) else kind, entry.bounds)
        special = {"_": value} if index is None else {"_": value, "_index": index}
        ask = partial(self._ask, ruled, value, here, Context(here.parent, here.domain, special, here.guard))
        self._steps.carry(here.parent, StatedCheck(entry.index, "valid"))
        if self.always or not _may_wait(entry.valid):
            return ask()
        try:
            with self._steps.trial():
                ask()
        except Refusal:  # it may ask for other elements of a list, which is known when it has been read
            if not self._steps.is_silent:
                self._steps.waiting.append(
                    (entry.valid.loc, partial(_ask_as_then, ask, self._read_by_now(here.parent)))
                )
            return value
        return ask()

    def _read_by_now(self, owner: Structure) -> list[tuple[Structure, set[str]]]:
        """A structure that is being read and those around it, each with the fields that a rule may ask for: those that
        have been read, and the list, or structure, that is being read."""
        found = [(owner, set(owner.fields))]
        while (around := found[-1][0].parent) is not None:
            ids = (one.id for one in self._library.types[around.type].attributes if one.id is not None)
            under_way = next(((id,) for id in ids if id not in around.fields), ())
            found.append((around, {*around.fields, *under_way}))
        return found

    def wait(self, owner: Structure, instances: Iterable[ValueInstance]) -> None:
        """Have calculated values of a structure checked as soon as all is read that they ask for."""
        self._steps.waiting += [(one.loc, partial(self.check_value, one, owner)) for one in instances]

    def check_value(self, instance: ValueInstance, owner: Structure) -> None:
        """Check a calculated value of a structure, which has been read.

        Raises:
            Refusal: that can't be computed, or not yet.
        """
        assert instance.valid is not None
        evaluation = self._evaluation
        name = Name(instance.id, instance.loc, instance.value, "instance", owner.type)
        context = Context(owner, owner.domain, {} if owner.index is None else {"_index": owner.index})
        value = evaluation.value(name, context)
        if isinstance(value, Num):
            value = evaluation.bring(value, owner.domain, name)
        if not isinstance(value, Num | Piece) or value.domain != owner.domain:
            raise Refusal("a rule for something that is neither a number nor text", instance.valid.loc)
        guard = owner.present
        if instance.condition is not None:
            guard = value.present  # what isn't there breaks no rule
        elif value.present is not None:
            evaluation.ask_for(value.present, context, name)
        here = Place(
            owner.domain, owner.position, owner.stream, owner, f"{owner.path}.{instance.id}".lstrip("."), guard
        )
        special = {**context.special, "_": value}
        ruled = _Ruled(instance.valid, instance.enum, instance.value)
        self._ask(ruled, value, here, replace(context, special=special, guard=guard))
        check = StatedCheck(instance.id, "-valid")
        self._steps.carry(owner, check)
        self._steps.account(owner, frozenset({check}), instance.loc)

    def _ask(self, ruled: _Ruled, value: Value, here: Place, context: Context) -> Value:
        """Check a value; gives it with the bounds that it has then."""
        if isinstance(value, Piece):
            self._check_piece(ruled, value, here, context)
            return value
        if not isinstance(value, Num):
            raise Refusal("a rule for something that is neither a number nor text", ruled.valid.loc)
        if value.is_float:
            self._check_float(ruled, here, context)
            return value
        return self._check_number(ruled, value, here, context)

    def _check_number(self, ruled: _Ruled, value: Num, here: Place, context: Context) -> Num:
        valid, low, high = ruled.valid, value.low, value.high

        def must(condition: plan.Expr) -> None:
            self._must(ruled, condition, here)

        def number(expr: Expr) -> Num:
            return self._evaluation.number(expr, context)

        if valid.eq is not None:
            must(alike(value, number(valid.eq)))
        if valid.min is not None:
            least = number(valid.min)
            must(ordered("<=", least, value))
            low = max(low, least.low)
        if valid.max is not None:
            most = number(valid.max)
            must(ordered("<=", value, most))
            high = min(high, most.high)
        if valid.any_of:
            must(_is_one_of(value, [number(v) for v in valid.any_of]))
        if valid.in_enum and ruled.enum is not None:
            known = [e.value for e in self._library.enums[ruled.enum].entries]
            must(_is_one_of(value, [Num(here.domain, Const(word(n)), n, n) for n in known if n <= LARGEST]))
        if valid.expr is not None:
            must(number(valid.expr).expr)
        always = here.guard is None and (ruled.bounds or self.always)
        return replace(value, low=low, high=max(low, high)) if always else value

    def _must(self, ruled: _Ruled, condition: plan.Expr, here: Place) -> None:
        """Refuse records with a value that breaks a rule."""
        self._steps.check(here.domain, condition, here.path, here.guard, rule=not (ruled.bounds or self.always))

    def _check_piece(self, ruled: _Ruled, value: Piece, here: Place, context: Context) -> None:
        """Check bytes or text by the rules for them."""
        valid = ruled.valid
        if valid.min is not None or valid.max is not None or valid.in_enum:
            raise Refusal("which of two texts comes first", valid.loc)
        wanted = valid.any_of if valid.eq is None else (valid.eq,)
        if wanted:
            found = [self._evaluation.texts.alike(value, one, context) for one in wanted]
            self._must(ruled, plan.any_of(*found), here)
        if valid.expr is not None:
            self._must(ruled, self._evaluation.number(valid.expr, context).expr, here)

    def _check_float(self, ruled: _Ruled, here: Place, context: Context) -> None:
        """Check a float by the rules for it: it is compared as it is in expressions."""
        valid = ruled.valid
        found = Name("_", valid.loc, ruled.type, "special")

        def held(operator: ComparisonOperator, other: Expr) -> plan.Expr:
            compared = Compare(operator, found, other, other.loc, BoolValue())
            return self._evaluation.number(compared, context).expr

        wanted = valid.any_of if valid.eq is None else (valid.eq,)
        rules = [plan.any_of(*[held("==", one) for one in wanted])] if wanted else []
        if valid.min is not None:
            rules.append(held(">=", valid.min))
        if valid.max is not None:
            rules.append(held("<=", valid.max))
        if valid.expr is not None:
            rules.append(self._evaluation.number(valid.expr, context).expr)
        for rule in rules:
            self._must(ruled, rule, here)


def _ask_as_then(ask: Callable[[], Value], then: list[tuple[Structure, set[str]]]) -> None:
    """Ask a rule of a field when more has been read, which it doesn't see: objects ask it as soon as they can."""
    now = [(structure, dict(structure.fields)) for structure, _ in then]
    for structure, names in then:
        for hidden in structure.fields.keys() - names:
            del structure.fields[hidden]
    try:
        ask()
    finally:
        for structure, fields in now:
            structure.fields.clear()
            structure.fields.update(fields)


def _may_wait(valid: Valid) -> bool:
    """Whether a rule may be asked when all is read: it asks for more than is written there, and for no place."""
    return not all(isinstance(expr, Literal_) for expr in valid.exprs) and not any(map(asks_place, valid.exprs))


def _is_one_of(value: Num, wanted: list[Num]) -> plan.Expr:
    # Bits that are the same are another number where only one has a sign.
    inside = [one for one in wanted if value.low <= one.high and one.low <= value.high]
    known = sorted({number for number in (constant(one.expr) for one in inside) if number is not None})
    found: plan.Expr | None = None
    if known:
        found = Binary("<=", Const(0), Match(value.expr, tuple(known), tuple(range(len(known)))))
    for one in inside:
        if constant(one.expr) is None:
            same = alike(value, one)
            found = same if found is None else Binary("|", found, same)
    return found if found is not None else Const(0)
