"""Switches: what decides them, and which of their cases it chooses."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Const, Match
from bytewright_codegen.ir.expressions import Compare, Conditional, EnumMember, Expr, Literal_, Unary
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.values import BoolValue, BytesValue, EnumValue, FloatValue, IntValue, StrValue
from bytewright_codegen.lowering.expressions.arithmetic import choose
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Context,
    Num,
    Piece,
    Place,
    Refusal,
    Value,
    word,
)
from bytewright_codegen.plans.reading import Choice, Entry, Item, Nested

_CHOSEN = IntValue | BoolValue | EnumValue | FloatValue | StrValue | BytesValue
"""What arguments may be between which a switch chooses."""

MOST_CHOICES = 32
"""Choices in one expression: of more cases, those so far have a name, as expressions mustn't nest deeply."""


class Switches:
    """Finds out the cases of switches."""

    def __init__(self, steps: Steps, evaluation: Evaluation) -> None:
        self._steps = steps
        self._library = steps.library
        self._evaluation = evaluation

    def on(self, choice: Choice, here: Place, index: Num | None) -> Num | Piece:
        """What decides a switch."""
        assert here.parent is not None
        special: dict[str, Value] = {} if index is None else {"_index": index}
        context = Context(here.parent, here.domain, special, here.guard)
        if isinstance(choice.on.type, StrValue):
            value = self._evaluation.value(choice.on, context)
            if isinstance(value, Piece):
                return value
        return self._evaluation.number(choice.on, context)

    def chosen(self, entry: Entry, choice: Choice, on: plan.Given) -> Item:
        """The case of a switch that the header chooses."""
        options = tuple(
            None if value is None else case_number(self._library, value, entry) for value, _ in choice.cases
        )
        return choice.cases[self._evaluation.decisions.decide(on, options, choice.on)][1]

    def match(self, entry: Entry, choice: Choice, on: Num, items: list[Item]) -> Match:
        """Which of some items a number chooses, by their places; -1: none."""
        cases = [(case_number(self._library, v, entry), i) for v, i in reversed(choice.cases) if v is not None]
        numbers = {word(number): items.index(item) for number, item in cases if on.low <= number <= on.high}
        otherwise = next((items.index(item) for value, item in choice.cases if value is None), -1)
        values = tuple(sorted(numbers))
        return Match(on.expr, values, tuple(numbers[value] for value in values), otherwise)

    def match_text(self, choice: Choice, on: Piece, items: list[Item], domain: str) -> plan.Expr:
        """Which of some items a text chooses, likewise."""
        otherwise = next((items.index(item) for value, item in choice.cases if value is None), -1)
        found: plan.Expr = Const(otherwise)
        for place, (value, item) in enumerate(reversed(choice.cases)):
            if value is None:
                continue
            if place % MOST_CHOICES == MOST_CHOICES - 1:
                found = self._steps.let(domain, "<case>", found)
            if not isinstance(value, Literal_) or not isinstance(value.value, str):
                raise Refusal("a case that isn't a text of the spec", value.loc)
            found = choose(self._evaluation.texts.same(on, value.value, domain, value), Const(items.index(item)), found)
        return found


def one_per_type(choice: Choice) -> tuple[Choice, list[Item]]:
    """A switch in which cases of one type are one item, whose arguments follow from what decides it; and its items.

    So each member of the type is one value, whichever of these cases was chosen. Arguments that are structures, lists
    or streams, between which the kernel can't choose, leave the cases as they are.
    """
    alike: dict[str, list[tuple[Expr | None, Nested]]] = {}
    for value, item in choice.cases:
        if isinstance(item, Nested):
            alike.setdefault(item.type, []).append((value, item))
    joined = {type: _joined(choice.on, cases) for type, cases in alike.items()}
    items = [joined[item.type] or item if isinstance(item, Nested) else item for _, item in choice.cases]
    cases = tuple((value, item) for (value, _), item in zip(choice.cases, items, strict=True))
    return replace(choice, cases=cases), list(dict.fromkeys(items))


def _joined(on: Expr, cases: list[tuple[Expr | None, Nested]]) -> Nested | None:
    """The item that stands for all cases of one type; None: there is none."""
    *others, (_, first) = sorted(cases, key=lambda case: case[0] is None)
    args = list(first.args)
    for value, item in reversed(others):
        assert value is not None  # only the last one is what nothing else chooses
        for place, arg in enumerate(item.args):
            if arg == args[place]:
                continue
            if not isinstance(arg.type, _CHOSEN) or not isinstance(args[place].type, _CHOSEN):
                return None
            test = Compare("==", on, value, value.loc, BoolValue())
            args[place] = Conditional(test, arg, args[place], arg.loc, arg.type)
    return replace(first, args=tuple(args))


def case_of_all(library: Library, choice: Choice, on: Num, entry: Entry) -> Match:
    """Which case of a switch that is the same for all elements of a list a number chooses, by its place; -1: none."""
    stated = [(value, place) for place, (value, _) in enumerate(choice.cases) if value is not None]
    cases = [(case_number(library, value, entry), place) for value, place in stated]
    if not all(on.low <= value <= on.high for value, _ in cases):
        raise Refusal("a case that no number in its place is", entry.loc)
    cases = sorted((word(value), place) for value, place in cases)
    otherwise = next((place for place, (value, _) in enumerate(choice.cases) if value is None), -1)
    return Match(on.expr, tuple(value for value, _ in cases), tuple(place for _, place in cases), otherwise)


def case_number(library: Library, value: Expr, entry: Entry) -> int:
    """The number that chooses a case of a switch.

    Raises:
        Refusal: none does.
    """
    match value:
        case EnumMember(enum, member):
            return next(e.value for e in library.enums[enum].entries if e.id == member)
        case Literal_(int() as number):
            return number
        case Unary("-", Literal_(int() as number)):
            return -number
    raise Refusal("a case that isn't a number", entry.loc)
