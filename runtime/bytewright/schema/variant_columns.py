"""Columns that each step of a view names for itself: those of all steps together, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pyarrow as pa

from bytewright.errors import NO_VALUE, LimitError, OptionError, ValueInvalidError, cause
from bytewright.host.suggest import hint
from bytewright.limits import MOST
from bytewright.objects.read.traverse import explore
from bytewright.schema.blame import blamed
from bytewright.schema.discovery import CellKey, Gathering, PivotKeys, too_many
from bytewright.schema.header_columns import HeaderColumn, Names, fits
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import PLAIN, Form, Named, settled
from bytewright.schema.view import NamedCells, Variants

_DEEPEST = 32
"""Levels of structures inside each other whose members are named by values."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member that a value names: its place, its name, given once, the case that types it, its type and form."""

    number: int
    name: str
    case: str
    type: pa.DataType
    form: Form


class Room:
    """How many members descriptions may name, with those of structures inside of them.

    Args:
        most: the number.
    """

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def take(self) -> None:
        """Count a member.

        Raises:
            LimitError: it is one too many.
        """
        if not self._left:
            raise too_many(self._most, None)
        self._left -= 1


def members_of(
    cells: NamedCells,
    described: Sequence[Any],
    options: Mapping[str, Any],
    taken: Iterable[str] = (),
    room: Room | None = None,
    depth: int = 0,
) -> list[Member]:
    """The members that descriptions name, in their order.

    Args:
        cells: how they are named.
        described: a description per member.
        options: values of the options.
        taken: names that others have.
        room: how many there may be; None: any number.
        depth: how many such structures lie around these.

    Raises:
        ValueError: there is no such case, or structures lie inside each other without end.
        LimitError: there are too many.
    """
    if depth > _DEEPEST:
        raise ValueError(f"more than {_DEEPEST} structures inside each other")
    names = Names(taken)
    found = []
    for number, one in enumerate(described):
        if room is not None:
            room.take()
        case = cells.case(one)
        if case not in cells.cases:
            raise ValueError(f"{cells.name(one)} is of the case {case}, which is none of {', '.join(cells.cases)}")
        kind, form = cells.cases[case], cells.forms.get(case, PLAIN)
        if isinstance(kind, tuple):
            own = cells.others()[case]
            inner = members_of(own, cells.inner(one) if cells.inner else (), options, (), room, depth + 1)
            form = Named(kind, _Cells(own, len(inner)), tuple(member.form for member in inner))
            kind = pa.struct([pa.field(member.name, member.type) for member in inner])
        found.append(Member(number, names.take(cells.name(one)), case, kind, settled(form, options, replaces=False)))
    return found


@dataclass(frozen=True, slots=True)
class _Cells:
    """Gives the members of a structure in a list."""

    cells: NamedCells
    count: int

    def __call__(self, structure: Any) -> list[Any]:
        return [self.cells.cell(structure, number) for number in range(self.count)]


class Described:
    """The members of the structures that a view meets, found once for each list that describes them."""

    def __init__(self, variants: Variants, options: Mapping[str, Any], taken: Iterable[str], most: int = MOST) -> None:
        self._variants = variants
        self._options = options
        self._taken = tuple(taken)
        self._most = most
        self._known: dict[int, tuple[Sequence[Any], list[Member]]] = {}

    def of(self, scope: Scope) -> tuple[Any, list[Member]]:
        """The structure of a step, None where there is none, and its members.

        Raises:
            ValueInvalidError: they can't be told.
            LimitError: there are too many.
        """
        try:
            structure = self._variants.of(scope)
            if structure is None:
                return None, []
            described = self._variants.cells.each(structure)
            known = self._known.get(id(described))
            if known is None:  # a list is kept with what was found, so that its identity stays its own
                room = Room(self._most)
                found = members_of(self._variants.cells, described, self._options, self._taken, room)
                known = self._known[id(described)] = (described, found)
        except (*NO_VALUE, RecursionError) as error:
            raise blamed(ValueInvalidError(f"the view has no value for it: {cause(error)}"), scope.element) from error
        except LimitError as error:
            raise blamed(error, scope.element) from None
        return structure, known[1]


def gather_members(members: Sequence[Member], scope: Scope, variants: Variants, keys: PivotKeys) -> None:
    """Add the columns of a step; all of them or, where one contradicts what was seen before, none.

    Raises:
        ValueInvalidError: the types of a column in two steps have none in common.
        LimitError: there are too many.
    """
    added: dict[str, CellKey] = {}
    new = 0
    for member in members:
        key = member.name.lower()
        seen = keys.cells.get(key)
        if seen is None:
            new += 1
            keys.see_room(new, scope.element)
            added[key] = CellKey(member.name, member.type, member.form, member.case)
            continue
        both = seen.widened(member.type, member.form, member.case)
        if both is None:
            raise contradiction(variants, scope, member, seen.type)
        added[key] = both
    keys.add({}, added)
    keys.steps += 1


def contradiction(variants: Variants, scope: Scope, member: Member, kind: pa.DataType) -> ValueInvalidError:
    """An error about a column whose type in a step doesn't go together with the one that it has."""
    expected = f"a type that goes together with {kind} of column {member.name}"
    error = blamed(ValueInvalidError(expected=expected, found=str(member.type)), scope.element)
    if variants.option:
        error.hint = f"The option {variants.option} can say whose columns are shown."
    return error


class VariantGathering(Gathering):
    """Finds the columns that each step names for itself."""

    def __init__(self, variants: Variants, options: Mapping[str, Any], taken: Iterable[str], keys: PivotKeys) -> None:
        super().__init__(keys)
        self._variants = variants
        self._taken = tuple(taken)
        self._options = options
        self._described = Described(variants, options, self._taken, keys.most)
        self._met: set[int] = set()

    def __call__(self, scope: Scope) -> None:
        """See `Gathering`."""
        structure, members = self._described.of(scope)
        self.met.update(dict.fromkeys(member.name.lower() for member in members))
        if structure is not None and id(members) not in self._met:
            gather_members(members, scope, self._variants, self.keys)
            self._met.add(id(members))

    def undo(self) -> None:
        """See `Gathering`."""
        self._met.clear()

    def entry(self, root: Any, number: int) -> None:
        """Add the columns that the item of a number has, of those among which an option may choose.

        Raises:
            ValueInvalidError: they contradict those of another; which step is to blame isn't known.
        """
        variants = self._variants
        assert variants.among is not None
        assert variants.each is not None
        one = list(variants.among(Scope(root, root, options=self._options)))[number]
        scope = Scope(root, one, number, options=self._options)
        members = members_of(variants.cells, variants.each(scope), self._options, self._taken, Room(self.keys.most))
        gather_members(members, scope, variants, self.keys)


def chosen(variants: Variants, options: Mapping[str, Any], taken: Iterable[str]) -> PivotKeys | None:
    """The columns that an option chooses; None where it chooses none.

    Raises:
        OptionError: there is nothing of that name.
    """
    wanted = options.get(variants.option) if variants.option else None
    if wanted is None or variants.among is None or variants.name is None or variants.each is None:
        return None
    root = SimpleNamespace(**options)
    names = []
    for number, one in enumerate(variants.among(Scope(root, root, options=options))):
        scope = Scope(root, one, number, options=options)
        name = variants.name(scope)
        if name == wanted:
            members = members_of(variants.cells, variants.each(scope), options, taken)
            return PivotKeys(cells={m.name.lower(): CellKey(m.name, m.type, m.form, m.case) for m in members}, steps=1)
        names.append(name)
    raise OptionError(f"option {variants.option}: there is no {wanted!r}", hint=hint(wanted, names, "names"))


def everything(variants: Variants, options: Mapping[str, Any], taken: Iterable[str]) -> PivotKeys:
    """All columns that steps may have, those of one item that an option may choose after another.

    Raises:
        OptionError: the columns of two have one name and types that don't go together.
    """
    found = chosen(variants, options, taken)
    if found is not None or variants.among is None or variants.each is None:
        return found or PivotKeys()
    root = SimpleNamespace(**options)
    keys = PivotKeys()
    for number, one in enumerate(variants.among(Scope(root, root, options=options))):
        scope = Scope(root, one, number, options=options)
        try:
            gather_members(members_of(variants.cells, variants.each(scope), options, taken), scope, variants, keys)
        except ValueInvalidError as error:
            raise OptionError(error.message, expected=error.expected, found=error.found, hint=error.hint) from None
    return keys


class VariantValues:
    """The values of columns in steps.

    Args:
        variants: how steps name their members.
        options: values of the options.
        taken: names that other columns of the view have.
        columns: type and form of each column that is shown, by its name.
        most: how many columns a step may name.
    """

    def __init__(
        self,
        variants: Variants,
        options: Mapping[str, Any],
        taken: Iterable[str],
        columns: Mapping[str, tuple[pa.DataType, Form]],
        most: int = MOST,
    ) -> None:
        self._variants = variants
        self._described = Described(variants, options, taken, most)
        self._columns = columns
        self._strict = not (variants.option and options.get(variants.option) is not None)
        self._places: dict[int, tuple[list[Member], dict[str, int]]] = {}

    def of(self, scope: Scope) -> dict[str, Any]:
        """The values of a step by the names of their columns.

        Raises:
            ValueInvalidError: a column has another type here.
        """
        structure, members = self._described.of(scope)
        if structure is None:
            return {}
        unread = explore(structure)  # a row is given when all of its record is known to be good
        for one in unread:
            one.defer()
        if unread:
            raise unread[0].error
        known = self._places.get(id(members))
        if known is None:
            known = self._places[id(members)] = (members, self._fitting(scope, members))
        cell = self._variants.cells.cell
        return {name: cell(structure, number) for name, number in known[1].items()}

    def _fitting(self, scope: Scope, members: Sequence[Member]) -> dict[str, int]:
        wanted = {name.lower(): name for name in self._columns}
        places = {}
        for member in members:
            name = wanted.get(member.name.lower())
            if name is None:
                continue
            kind, form = self._columns[name]
            one = HeaderColumn(member.number, member.name, member.case, member.type, member.form, scope)
            if fits(one, kind, form):
                places[name] = member.number
            elif self._strict:
                raise contradiction(self._variants, scope, member, kind)
        return places
