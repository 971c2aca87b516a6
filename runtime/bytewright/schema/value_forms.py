"""How values of a model become values of an Arrow type, where the type alone doesn't say it.

A form is data that generated code states beside a column's type; `bytewright.schema.arrays` applies it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa

from bytewright.arrow.logical import Unit


@dataclass(frozen=True, slots=True)
class Plain:
    """The value itself; a structure by its members, each plain; a list by its elements, each plain."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A count of units since 1970-01-01 UTC, shown as a timestamp."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Uuid:
    """Sixteen bytes in textual order, shown as text with dashes."""


@dataclass(frozen=True, slots=True)
class Enumerated:
    """A member of an enum, shown by its label (a number without one: its decimal digits).

    Attributes:
        labels: label by number.
        storage: Arrow type of the number, for ``enums=int``.
    """

    labels: Mapping[int, str]
    storage: pa.DataType


@dataclass(frozen=True, slots=True)
class Long:
    """A u8 in two's complement, shown as a signed long: it wraps."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A number, shown as true unless it is 0."""


@dataclass(frozen=True, slots=True)
class Utf16Unit:
    """A code unit of UTF-16, shown as text.

    Attributes:
        replace: whether half of a surrogate pair becomes U+FFFD; otherwise it is malformed.
    """

    replace: bool = False


@dataclass(frozen=True, slots=True)
class OptionValue:
    """What an option says, where a form depends on it."""

    id: str


@dataclass(frozen=True, slots=True)
class Null:
    """A stored value that stands for null.

    Attributes:
        value: that value; of a form that is in use never an `OptionValue` (see `settled`).
        form: how other values are shown.
    """

    value: int | float | str | OptionValue
    form: Form = field(default_factory=Plain)


@dataclass(frozen=True, slots=True)
class JsonText:
    """A value of a recursive type, shown as the JSON text that ``cat`` would print."""


@dataclass(frozen=True, slots=True)
class Via:
    """A structure that one of its members stands for (``value`` of ``-show``).

    ``attribute`` is the member's name in Python; ``switch``: its value goes with the name of its case; ``take``: what
    gives it, where that isn't the attribute."""

    attribute: str
    form: Form = field(default_factory=Plain)
    switch: bool = False
    take: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a structure: its name in Python, its form; ``switch`` and ``take``: as in `Via`."""

    attribute: str
    form: Form = field(default_factory=Plain)
    switch: bool = False
    take: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A structure shown as a struct. ``members``: those that are not plain, or not named as the struct's, by name."""

    members: Mapping[str, Member]


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values of one form."""

    item: Form


CASE = "case"
"""Name of the member that says which member of the struct of a switch is set (``switchTags=true``)."""


def tagged_member(case: str) -> str:
    """What the member of a case is called beside `CASE`."""
    return f"{case}_2" if case.lower() == CASE else case


@dataclass(frozen=True, slots=True)
class Cases:
    """A switch whose cases have no type in common: a struct with a member per case, of which one is there.

    The value is a mapping with the case's member alone (`bytewright.model.switches.switched`).

    Attributes:
        members: forms that are not plain, by the name of the case.
        tagged: whether the first member of the struct, `CASE`, says which other one is set.
    """

    members: Mapping[str, Form]
    tagged: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """A list of structures, shown as a map. ``key`` and ``value``: what of them is the one and the other; ``ways``: the
    ids that lead there, where it lies in structures in them."""

    key: Member
    value: Member
    ways: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A structure shown as a struct whose members values name.

    Attributes:
        way: names in Python of the way from the value to that structure.
        cells: gives the members of a structure, in their order.
        forms: how these are shown, in the same order.
    """

    way: tuple[str, ...]
    cells: Callable[[Any], list[Any]]
    forms: tuple[Form, ...]


Form = (
    Plain
    | Moment
    | Uuid
    | Enumerated
    | Long
    | Truth
    | Utf16Unit
    | Null
    | JsonText
    | Via
    | Record
    | Items
    | Cases
    | Pairs
    | Named
)

PLAIN = Plain()


def settled(form: Form, options: Mapping[str, Any], *, replaces: bool) -> Form:
    """A form as options want it, at any depth.

    Args:
        form: as generated code states it.
        options: values of the format's options by id.
        replaces: whether malformed text is replaced.
    """

    def inner(form: Form) -> Form:
        return settled(form, options, replaces=replaces)

    match form:
        case Utf16Unit():
            return Utf16Unit(replaces)
        case Null(OptionValue(id), shown):
            return Null(options[id], inner(shown))
        case Null(value, shown):
            return Null(value, inner(shown))
        case Via(_, shown):
            return replace(form, form=inner(shown))
        case Items(item):
            return Items(inner(item))
        case Cases(members):
            return replace(form, members={name: inner(member) for name, member in members.items()})
        case Pairs(key, value):
            sides = replace(key, form=inner(key.form)), replace(value, form=inner(value.form))
            return replace(form, key=sides[0], value=sides[1])
        case Named(way, cells, forms):
            return Named(way, cells, tuple(inner(one) for one in forms))
        case Record(fields):
            return Record({name: replace(member, form=inner(member.form)) for name, member in fields.items()})
    return form


def timed(form: Form, unit: Unit) -> Form:
    """The form that shows integers as moments, where another one shows them as they are."""
    match form:
        case Plain():
            return Moment(unit)
        case Null(value, shown):
            return Null(value, timed(shown, unit))
        case Via(_, shown):
            return replace(form, form=timed(shown, unit))
    return form


def with_labels(kind: pa.DataType, form: Form, labels: Mapping[int, str]) -> Form:
    """The form that shows names of numbers, which lie in lists of that type; ``form`` is how they are without names."""
    if isinstance(form, Via):
        return replace(form, form=with_labels(kind, form.form, labels))
    if pa.types.is_list(kind):
        return Items(with_labels(kind.value_type, form.item if isinstance(form, Items) else PLAIN, labels))
    return Enumerated(labels, pa.int64())


def with_tags(kind: Any, form: Form) -> tuple[pa.DataType, Form]:
    """The type and form of which structs of switches say which member is set (``switchTags=true``), at any depth."""
    if isinstance(form, Via | Null):
        inner, shown = with_tags(kind, form.form)
        return inner, replace(form, form=shown)
    if isinstance(form, Items):
        child = kind.value_field
        inner, item = with_tags(child.type, form.item)
        return pa.list_(pa.field(child.name, inner, child.nullable)), Items(item)
    if isinstance(form, Pairs):
        key, keys = with_tags(kind.key_type, form.key.form)
        value, values = with_tags(kind.item_type, form.value.form)
        sides = replace(form.key, form=keys), replace(form.value, form=values)
        return pa.map_(key, value), replace(form, key=sides[0], value=sides[1])
    if isinstance(form, Named):
        named = [with_tags(child.type, one) for child, one in zip(kind, form.forms, strict=True)]
        members_of = [pa.field(child.name, inner) for child, (inner, _) in zip(kind, named, strict=True)]
        return pa.struct(members_of), replace(form, forms=tuple(one for _, one in named))
    if isinstance(form, Cases):
        fields: list[Any] = [pa.field(CASE, pa.string())]
        cases = dict(form.members)
        for child in kind:
            inner, cases[child.name] = with_tags(child.type, form.members.get(child.name, PLAIN))
            fields.append(pa.field(tagged_member(child.name), inner, child.nullable))
        return pa.struct(fields), Cases(cases, tagged=True)
    if isinstance(form, Record):
        members, fields = dict(form.members), []
        for child in kind:
            if child.name in members:
                inner, item = with_tags(child.type, members[child.name].form)
                members[child.name] = replace(members[child.name], form=item)
                child = pa.field(child.name, inner, child.nullable)
            fields.append(child)
        return pa.struct(fields), Record(members)
    return kind, form


def as_numbers(kind: Any, form: Form) -> tuple[pa.DataType, Form]:
    """The type and form that show the numbers of enums in place of their labels (``enums=int``), at any depth."""
    if isinstance(form, Enumerated):
        return form.storage, PLAIN
    if isinstance(form, Via):
        inner, member = as_numbers(kind, form.form)
        return inner, replace(form, form=member)
    if isinstance(form, Null):
        inner, member = as_numbers(kind, form.form)
        return inner, Null(form.value, member)
    if isinstance(form, Items):
        child = kind.value_field
        inner, item = as_numbers(child.type, form.item)
        return pa.list_(pa.field(child.name, inner, child.nullable)), Items(item)
    if isinstance(form, Cases):
        cases: list[Any] = []
        forms = dict(form.members)
        for child in kind:
            inner, item = as_numbers(child.type, forms.get(child.name, PLAIN))
            forms[child.name] = item
            cases.append(pa.field(child.name, inner, child.nullable))
        return pa.struct(cases), replace(form, members=forms)
    if isinstance(form, Pairs):
        key, keys = as_numbers(kind.key_type, form.key.form)
        value, values = as_numbers(kind.item_type, form.value.form)
        sides = replace(form.key, form=keys), replace(form.value, form=values)
        return pa.map_(key, value), replace(form, key=sides[0], value=sides[1])
    if isinstance(form, Named):
        shown = [as_numbers(child.type, one) for child, one in zip(kind, form.forms, strict=True)]
        members_of = [pa.field(child.name, inner) for child, (inner, _) in zip(kind, shown, strict=True)]
        return pa.struct(members_of), replace(form, forms=tuple(one for _, one in shown))
    if isinstance(form, Record):
        fields: list[Any] = []
        members = dict(form.members)
        for child in kind:
            if child.name in members:
                inner, item = as_numbers(child.type, members[child.name].form)
                members[child.name] = replace(members[child.name], form=item)
                child = pa.field(child.name, inner, child.nullable)
            fields.append(child)
        return pa.struct(fields), Record(members)
    return kind, form
