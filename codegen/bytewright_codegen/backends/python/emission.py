"""What templates of writers are given of entries, as source."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.python.reader import told
from bytewright_codegen.backends.python.rules import Rule
from bytewright_codegen.plans.reading import Entry, Nested


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
    are known by its size; ``ends``: by where it ends. ``size_blame``: the field that its size comes from."""

    index: int
    id: str
    name: str
    derived: bool
    ruled: str
    early: tuple[str, ...]
    late: bool
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
    nested: bool
    derives: bool
    gap: bool
    late_size: bool
    masked: bool
    sized_each: bool
    before: tuple[SolveView, ...]
    after: tuple[SolveView, ...]
    ends: tuple[SolveView, ...]
    otherwise: tuple[SolveView, ...]
    absences: tuple[AnswerView, ...]
    follows: bool
    held: bool
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
    stateful: bool
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


def parameters(
    plans: CodecPlans, expressions: PythonExpressions, entry: Entry, item: Nested
) -> tuple[tuple[str, str], ...]:
    """What a structure is told before it is written, as source: its parameters, and what is its parent."""
    params = plans.types[item.type].params
    given = tuple((field_name(p.id), expressions(a)) for p, a in zip(params, item.args, strict=True))
    return given + tuple(("_up", value) for value in told(expressions, entry.attribute.parent))
