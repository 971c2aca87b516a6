"""What templates of writers are given of entries, as source."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.python.read_entries import Check
from bytewright_codegen.backends.python.reader import told
from bytewright_codegen.backends.python.rules import Rule
from bytewright_codegen.backends.python.stream_queries import computed
from bytewright_codegen.ir.walk import asks_end
from bytewright_codegen.plans.reading import Entry, Nested
from bytewright_codegen.plans.writing import QUANTITY, Answer, Digits, EntryWriting, Solve, Told


@dataclass(frozen=True)
class EmitFrame:
    """What bounds bytes, as source; ``kind`` as in `Frame`.

    ``apart``: they are written on their own, to be encoded, ended or padded; of ``encoded_size`` bytes, where known.
    ``fills``: they fill up to where something else begins. ``least``: the shortest bytes that may stand there.
    """

    kind: str
    size: str
    terminator: str
    padding: str
    process: str
    apart: bool
    encoded_size: str
    fills: bool
    least: str


def _asks_here(source: str) -> bool:
    """Whether source names the place that is noted before something is written."""
    return re.search(r"\bhere\b", source) is not None


@dataclass(frozen=True)
class EmitItem:
    """How one value is written: ``kind`` names the macro; the rest is source.

    ``read``: of a structure that may be null, the function that reads one; empty: zeros of its size do, or it is there
    where it has bytes. ``splits``: whether it may begin in the middle of a byte. ``case``: what views call a case of a
    switch; ``mixed``: whether its cases have no type in common."""

    kind: str
    number: str = ""
    size: int | None = None
    width: int = 0
    order: str = ""
    encoding: str = ""
    model: str = ""
    function: str = ""
    params: tuple[tuple[str, str], ...] = ()
    arms: tuple[tuple[str | None, EmitItem], ...] = ()
    on: str = ""
    by_match: bool = False
    once: bool = False
    whole: bool = False
    fills: bool = False
    exact: bool = True
    frame: EmitFrame | None = None
    told: tuple[ToldView, ...] = ()
    by: str = ""
    read: str = ""
    splits: bool = False
    case: str = ""
    mixed: bool = False

    @property
    def asks_here(self) -> bool:
        """Whether what is checked of its parameters asks where it begins."""
        return any(_asks_here(told.again) for told in self.told)

    @property
    def room(self) -> int:
        """How many bytes a number takes, as the size of what holds it says; bits fill up the last one."""
        return self.size or -(-self.width // 8)

    @property
    def nested(self) -> bool:
        """Whether it is a structure, or may be one."""
        return self.kind == "nested" or any(arm.nested for _, arm in self.arms)

    @property
    def has_default(self) -> bool:
        """Whether a choice has a case for all other values."""
        return any(value is None for value, _ in self.arms)


@dataclass(frozen=True)
class AnswerView:
    """A late field of any structure that is known at some point, as source.

    ``call``: the statement; ``test``: when it matters; empty: always. ``said``: the structure that holds it, its
    number, and the element, where that is told."""

    call: str
    test: str
    said: str = ""


@dataclass(frozen=True)
class ToldView:
    """A parameter that a structure tells when it is written: its Python name, its argument again, what follows."""

    name: str
    again: str
    answers: tuple[AnswerView, ...]


@dataclass(frozen=True)
class SolveView:
    """A late field that is known at some point, as source; ``each``: one that holds the places of a list's elements;
    ``unless``: a test that what it is set to stays."""

    owner: str
    field: int
    value: str
    element: str
    each: bool
    unless: str = ""


@dataclass(frozen=True)
class EmitEntry:
    """How an entry is derived and written, as source.

    ``sized_each``: each element of the list has a size of its own, which follows from it. ``after``: late fields that
    are known by its size; ``ends``: by where it ends. ``size_blame``: the field that its size comes from. ``nulls``:
    the list of whose nulls it alone tells."""

    index: int
    id: str
    name: str
    derived: bool
    ruled: str
    early: tuple[str, ...]
    late: bool
    nulls: str
    condition: str | None
    asked: list[int]
    there: str
    by_size: bool
    columnar: str
    apart: bool
    repeat: str
    count: str
    until: str
    until_late: str
    until_here: str
    to_end: bool
    until_zeros: bool
    may_be_nothing: bool
    made_if: str
    frame: EmitFrame
    size_again: str
    size_blame: str
    rests_on_end: bool
    contents: str
    item: EmitItem
    gap: bool
    late_size: bool
    masked: bool
    sized_each: bool
    before: tuple[SolveView, ...]
    after: tuple[SolveView, ...]
    ends: tuple[SolveView, ...]
    otherwise: tuple[SolveView, ...]
    absences: tuple[AnswerView, ...]
    peeked: bool
    noted: bool
    checksum: str
    sums_ahead: str
    summed: tuple[str, ...]
    unique: str
    same: str
    rules: list[Rule]
    ruled_behind: bool
    position: str
    stream: str
    place: SolveView | None
    placing: str
    grows: bool
    reserved: bool
    reserve: str
    sizes: tuple[AnswerView, ...]
    lengths: tuple[AnswerView, ...]
    decides: str
    solves: str
    count_again: str
    condition_again: str
    rule: str
    late_default: str
    lasts: bool
    deferrable: bool

    @property
    def derives(self) -> bool:
        """Whether what it holds is derived, or checked, by itself."""
        return self.item.nested or self.item.mixed

    @property
    def asks_last(self) -> bool:
        """Whether it is a list of which it matters where the last element begins."""
        return self.repeat == "eos" and (self.to_end or self.until_zeros)

    @property
    def measured(self) -> bool:
        """Whether its size is known only when it is written."""
        return bool(self.after or self.late_size or self.sizes)

    @property
    def asks_here(self) -> bool:
        """Whether something that is computed behind it asks where it begins."""
        sources = [self.size_again, *(answer.call + answer.test for answer in self.sizes)]
        return any(_asks_here(source) for source in sources)

    @property
    def count_asks_here(self) -> bool:
        """Whether its number of elements does."""
        return _asks_here(self.count_again)

    @property
    def condition_asks_here(self) -> bool:
        """Whether its condition does."""
        return _asks_here(self.condition_again)

    @property
    def size_said(self) -> str:
        """The field that says its size, as in `AnswerView`; empty: there is none, or no one field."""
        plain = [f"({one.owner}, {one.field}, None)" for one in self.after]
        return next(filter(None, (*plain, *(one.said for one in self.sizes))), "")


@dataclass(frozen=True)
class HeldView:
    """Which field a structure finds by the value that stands for it, and the functions of that value that give it."""

    field: int
    solutions: list[str]


@dataclass(frozen=True)
class EmitRecord:
    """How a type is derived and written, as source."""

    name: str
    function: str
    id: str
    entries: list[EmitEntry]
    placed: list[EmitEntry]
    order: str
    flags: list[str]
    cells: bool
    checks: list[Check]
    references: list[tuple[str, str, str]]
    referred: bool
    spelt: bool
    alone: bool
    held: HeldView | None
    rebuilt: list[str]


def parameters(
    plans: CodecPlans, expressions: PythonExpressions, entry: Entry, item: Nested
) -> tuple[tuple[str, str], ...]:
    """What a structure is told before it is written, as source: its parameters, and what is its parent."""
    params = plans.types[item.type].params
    given = tuple((field_name(p.id), expressions(a)) for p, a in zip(params, item.args, strict=True))
    return given + tuple(("_up", value) for value in told(expressions, entry.attribute.parent))


def answers(
    plans: CodecPlans, expressions: PythonExpressions, known: tuple[Answer, ...], quantity: str
) -> tuple[AnswerView, ...]:
    """What is known from a quantity, as statements; ``quantity``: what it is called there."""
    return tuple(_answer(plans, expressions, answer, quantity) for answer in known)


def _answer(plans: CodecPlans, expressions: PythonExpressions, answer: Answer, quantity: str) -> AnswerView:
    measured = expressions.with_special({QUANTITY: quantity})
    test = " and ".join(
        expressions(test, tight=True) if holds else expressions.negated(test, tight=True) for test, holds in answer.when
    )
    values = [measured(value) for value in answer.values]
    if answer.field is None:
        return AnswerView(f"{expressions.this}.{field_name(answer.name)} = {values[0]}", test)
    owner = expressions(answer.way) if answer.way is not None else expressions.this
    element = f", element={expressions(answer.element)}" if answer.element is not None else ""
    if answer.digits is not None:
        return AnswerView(_spelling(plans, answer.digits, owner, answer.name, values[0]), test)
    if answer.foreign:
        element += ", reserved=False"
    if answer.base:
        values[0] = f"rt.derive_digits({owner}, {answer.field}, {values[0]}, {answer.base})"
    said = f"({owner}, {answer.field}, {element.removeprefix(', element=') or None})" if not test else ""
    if answer.again is None:
        return AnswerView(f"out.solve({owner}, {answer.field}, {values[0]}{element})", test, said)
    solutions = ", ".join(f"lambda: {value}" for value in values)
    call = f"out.fit({owner}, {answer.field}, lambda: {expressions(answer.again)}, {quantity}, {solutions}{element})"
    return AnswerView(call, test, said)


def _spelling(plans: CodecPlans, digits: Digits, holder: str, name: str, value: str) -> str:
    """The statement that spells a number in the digits of a structure."""
    arguments = f"{value}, {digits.items}, {digits.digit}, {digits.width}, derive_{plans.function(digits.type)}"
    arguments += f", emit_{plans.function(digits.type)}"
    return f"rt.spell_varint(out, {holder}, {field_name(name)!r}, {arguments})"


def decides(expressions: PythonExpressions, writing: EntryWriting) -> str:
    """The field that says where an entry lies, as source."""
    if writing.place is not None:
        found = solve_view(expressions, writing.place)
        return f"({found.owner}, {found.field}, None)"
    for answer in writing.places:
        if answer.field is not None and not answer.when:
            owner = expressions(answer.way) if answer.way is not None else expressions.this
            element = expressions(answer.element) if answer.element is not None else "None"
            return f"({owner}, {answer.field}, {element})"
    return ""


def place_solution(plans: CodecPlans, expressions: PythonExpressions, writing: EntryWriting) -> str:
    """What is told where an entry was put, as source; empty: its size, as it reaches to an end."""
    size, said = writing.entry.frame.size, [view.said for view in answers(plans, expressions, writing.sizes, "size")]
    if size is not None and asks_end(size) and decides(expressions, writing) in said:
        return ""
    if writing.place is not None:
        found = solve_view(expressions, writing.place)
        return f"lambda size: out.solve({found.owner}, {found.field}, {found.value})"
    for view in answers(plans, expressions, writing.places, "size"):
        if " = " not in view.call.partition("(")[0] and not view.test:
            return f"lambda size: {view.call}"
    return ""


def told_view(plans: CodecPlans, expressions: PythonExpressions, told: Told) -> ToldView:
    """A parameter that a structure tells, as source."""
    again = PythonExpressions(plans.naming, special={"_io": "here", "_index": "_index"})
    name = f"item.{field_name(told.parameter)}"
    return ToldView(name, computed(again(told.argument)), answers(plans, expressions, told.answers, name))


def solve_view(expressions: PythonExpressions, solve: Solve) -> SolveView:
    """A late field that is known at some point, as source."""
    owner = "self" + f".{expressions.above}" * solve.climb
    value = ""
    if solve.value is not None:
        value = expressions.with_special({QUANTITY: "size"})(solve.value)
    element = ""
    if solve.element:
        element = "self" + "._parent" * solve.index_climb + "._index"
        if solve.offset:
            element += f" + {solve.offset}"
    if solve.relative_to is not None:
        value = f"out.distance({owner}, {solve.relative_to})"
    unless = ""
    if solve.unless is not None:
        unless = f"{owner}.{field_name(solve.name)} != {expressions(solve.unless, tight=True)}"
    if solve.stays:
        unless = " and ".join(filter(None, (unless, f"not out.stays({owner}, {solve.field})")))
    return SolveView(owner, solve.field, value, element, solve.each, unless)
