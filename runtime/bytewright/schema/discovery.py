"""Which columns a pivot has in given files, and their types: one pass over the keys, no values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import pyarrow as pa

from bytewright.arrow.types import wider
from bytewright.errors import LimitError, ReadError, ValueInvalidError
from bytewright.limits import MOST
from bytewright.schema.blame import blamed
from bytewright.schema.pivots import Pivot
from bytewright.schema.properties import said_by
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import PLAIN, Form


@dataclass(frozen=True, slots=True)
class PivotKey:
    """One column of a pivot, as far as it was seen.

    Attributes:
        name: its name.
        type: a type that holds all values.
        form: how they become ones of that type.
        case: name of the case whose type that is.
        said: what files say of it, by the property's id; None where that differs.
    """

    name: str
    type: pa.DataType
    form: Form = PLAIN
    case: str = ""
    said: Mapping[str, str | None] = field(default_factory=dict)

    def with_said(self, said: Mapping[str, str | None]) -> Self:
        """The same, where a step says this: what differs from what is known varies."""
        both = {name: value if value == self.said.get(name, value) else None for name, value in said.items()}
        return self if both == self.said else replace(self, said={**self.said, **both})

    def widened(self, kind: pa.DataType, form: Form, case: str) -> Self | None:
        """The same, where its values are of this type as well: of one that holds all; None: there is none."""
        common = wider(self.type, kind)
        if common is None or form != self.form:
            return None
        return self if common == self.type else replace(self, type=common, case=case)


@dataclass(frozen=True, slots=True)
class CellKey(PivotKey):
    """One column that headers name, as far as it was seen; ``nullable``: whether some row may have no value."""

    nullable: bool = True

    def with_said(self, said: Mapping[str, str | None]) -> Self:
        """The same, where a header says this; what only some headers say varies as well."""
        both = {
            name: said.get(name) if said.get(name) == self.said.get(name) else None for name in {**self.said, **said}
        }
        return self if both == self.said else replace(self, said=both)


@dataclass(slots=True)
class Before:
    """What columns were like at some time, of those that have changed since.

    Attributes:
        steps: how many steps there were.
        columns: those that keys name; None: there was none of this key.
        cells: likewise those that headers name.
        lost: keys of those that a step has lacked since, which none had.
    """

    steps: int
    columns: dict[Any, PivotKey | None] = field(default_factory=dict)
    cells: dict[str, CellKey | None] = field(default_factory=dict)
    lost: set[Any] = field(default_factory=set)


@dataclass(slots=True)
class PivotKeys:
    """The columns of a pivot.

    Attributes:
        columns: those that keys name: name, type and form of each, by key.
        cells: those that headers name, by their names in lower case, in order.
        steps: how many steps, or headers, they were gathered from.
        decoded: type of the column that a library decodes; None: no file has one.
        everywhere: keys of columns that no step lacks.
        most: how many columns there may be.
        refused: the error about the first one that is too many.
        before: what they were like when somebody marked it, who may go back to that; None: nobody has.
    """

    columns: dict[Any, PivotKey] = field(default_factory=dict)
    cells: dict[str, CellKey] = field(default_factory=dict)
    steps: int = 0
    decoded: pa.DataType | None = None
    everywhere: set[Any] = field(default_factory=set, compare=False)
    most: int = field(default=MOST, compare=False)
    refused: ReadError | None = field(default=None, compare=False)
    before: Before | None = field(default=None, compare=False, repr=False)

    def mark(self) -> None:
        """Note what changes from here on. That takes as long as the changes, however many columns there are."""
        self.before = Before(self.steps)

    def add(self, columns: Mapping[Any, PivotKey], cells: Mapping[str, CellKey]) -> None:
        """Add columns, or have others in their place."""
        if self.before is not None:
            for key in columns:
                self.before.columns.setdefault(key, self.columns.get(key))
            for name in cells:
                self.before.cells.setdefault(name, self.cells.get(name))
        self.columns.update(columns)
        self.cells.update(cells)

    def lose(self, gone: set[Any]) -> None:
        """Note that a step lacks columns that none has lacked."""
        self.everywhere -= gone
        if self.before is not None:
            self.before.lost |= gone

    @property
    def has_changed(self) -> bool:
        """Whether a column is new since the mark, or another one."""
        before = self._marked()
        return any(self.columns[key] != seen for key, seen in before.columns.items()) or any(
            self.cells[name] != seen for name, seen in before.cells.items()
        )

    def go_back(self) -> None:
        """Let all be as it was at the mark."""
        before = self._marked()
        _restore(self.columns, before.columns)
        _restore(self.cells, before.cells)
        self.everywhere = self.everywhere | before.lost if before.steps else set()
        self.steps = before.steps

    def _marked(self) -> Before:
        assert self.before is not None
        return self.before

    def see_room(self, added: int, node: Any) -> None:
        """See that there may be so many more columns, the last of which a structure names.

        Raises:
            LimitError: that are too many.
        """
        if len(self.columns) + len(self.cells) + added > self.most:
            self.refused = too_many(self.most, node)
            raise self.refused

    def only(self, wanted: Iterable[Any]) -> PivotKeys:
        """Some of them, in this order; what is none is passed over."""
        columns = {key: self.columns[key] for key in wanted if key in self.columns}
        return replace(self, columns=columns, cells={key: self.cells[key] for key in wanted if key in self.cells})

    def of_others(self) -> PivotKeys:
        """The same for files that weren't looked at: they may lack a column that a header names."""
        return replace(self, cells={name: replace(cell, nullable=True) for name, cell in self.cells.items()})


def _restore(known: dict[Any, Any], before: Mapping[Any, Any]) -> None:
    for key, seen in before.items():
        if seen is None:
            del known[key]
        else:
            known[key] = seen


def too_many(most: int, node: Any) -> LimitError:
    """An error about a structure that names a column beyond so many."""
    return blamed(LimitError(expected=f"at most {most} columns (maxColumns)", found="more"), node)


def last_by_key(pivot: Pivot, scope: Scope) -> dict[Any, Scope]:
    """The structures of one step by key; of several with one key, the last."""
    found: dict[Any, Scope] = {}
    for index, element in enumerate(pivot.each(scope)):
        inner = Scope(scope.root, element, index, options=scope.options)
        found[key_of(pivot, inner)] = inner
    return found


def key_of(pivot: Pivot, scope: Scope) -> Any:
    """Which column a structure holds: an integer, text or bytes."""
    key = pivot.key(scope)
    return int(key) if isinstance(key, int) else key


def case_of(pivot: Pivot, scope: Scope) -> tuple[pa.DataType, Form, str]:
    """Type and form of the column that a structure holds, and its case.

    Raises:
        ValueInvalidError: its case is none of the pivot's.
    """
    case = pivot.case(scope)
    kind = pivot.cases.get(case)
    if kind is None:
        raise blame_case(pivot, scope, "one of " + ", ".join(pivot.cases), str(case))
    return kind, pivot.forms.get(case, PLAIN), str(case)


def blame_case(pivot: Pivot, scope: Scope, expected: str, found: str) -> ValueInvalidError:
    """An error about the case of a column, at the place that stores it."""
    place: tuple[Any, str, int | None]
    place = pivot.origin(scope) if pivot.origin is not None else (scope.element, "", None)
    return blamed(ValueInvalidError(expected=expected, found=found), *place)


class Gathering:
    """Finds the columns that the steps of files name, one step after another.

    Attributes:
        keys: the columns of the steps before, to which those of a step are added.
        met: keys of the columns of all steps since it was emptied, in order.
    """

    def __init__(self, keys: PivotKeys) -> None:
        self.keys = keys
        self.met: dict[Any, None] = {}

    def __call__(self, scope: Scope) -> None:
        """Add the columns of a step; all of them or, where one contradicts what was seen before, none.

        Raises:
            ValueInvalidError: the types of a column in two steps have none in common.
        """
        raise NotImplementedError

    def undo(self) -> None:
        """Note that columns that were added last don't count: who names them next adds them anew."""

    def all(self, steps: Iterable[tuple[Scope, ...]]) -> ReadError | None:
        """Add those of all steps of a file.

        A bad record ends the file: what came before counts, and the error comes back (whoever reads the rows meets it
        again after the good ones).
        """
        try:
            for scopes in steps:
                self(scopes[-1])
        except ReadError as error:
            return error
        return None


class PivotGathering(Gathering):
    """Finds the columns that keys of a pivot name."""

    def __init__(self, pivot: Pivot, keys: PivotKeys) -> None:
        super().__init__(keys)
        self._pivot = pivot

    def __call__(self, scope: Scope) -> None:
        """See `Gathering`."""
        pivot, keys = self._pivot, self.keys
        added: dict[Any, PivotKey] = {}
        new = 0
        found = last_by_key(pivot, scope)
        for key, inner in found.items():
            kind, form, case = case_of(pivot, inner)
            seen = keys.columns.get(key)
            said = said_by(pivot, inner)
            if seen is None:
                new += 1
                keys.see_room(new, inner.element)
                known = said if not keys.steps else absent(pivot, said)
                added[key] = PivotKey(str(pivot.name(inner)), kind, form, case, known)
                continue
            both = seen.widened(kind, form, case)
            if both is None:
                raise disagreement(pivot, inner, seen.name, seen.type)
            added[key] = both.with_said(said)
        if not keys.steps:
            keys.everywhere.update(added)
        keys.add(added, {})
        self.met.update(dict.fromkeys(found))
        lack(pivot, keys, found)
        keys.steps += 1


def absent(pivot: Pivot, said: Mapping[str, str | None]) -> dict[str, str | None]:
    """What is said of a column that some steps don't have: there it has the mode that writers take where nothing is
    said."""
    mode = pivot.mode
    if mode is None or said.get(mode.id) == mode.default:
        return dict(said)
    return {**said, mode.id: None}


def lack(pivot: Pivot, keys: PivotKeys, there: Mapping[Any, object]) -> None:
    """Note that a step lacks all columns but some. What is said of one changes when a step first lacks it."""
    gone = keys.everywhere - there.keys()
    seen = {key: keys.columns[key] for key in gone}
    keys.add({key: one.with_said(absent(pivot, one.said)) for key, one in seen.items()}, {})
    keys.lose(gone)


def join(keys: PivotKeys, more: PivotKeys, pivot: Pivot | None) -> bool:
    """Add the columns that were found in files that come behind others; or nothing, where a type has to widen, or two
    have none in common, or there are too many: what is found then depends on the order of steps.

    Args:
        keys: the columns of the files before.
        more: those of the files.
        pivot: the pivot whose they are; None: headers name them.

    Returns:
        Whether they were added.
    """
    for seen, one in _both(keys, more):
        if seen.widened(one.type, one.form, one.case) is not seen:
            return False
    if len(keys.columns.keys() | more.columns.keys()) + len(keys.cells.keys() | more.cells.keys()) > keys.most:
        return False
    first = not keys.steps
    if first:
        keys.everywhere.update(more.columns)
    for key, one in more.columns.items():
        known = keys.columns.get(key)
        if known is not None:
            keys.columns[key] = known.with_said(one.said)
        else:
            keys.columns[key] = one if first or pivot is None else replace(one, said=absent(pivot, one.said))
    if pivot is not None and more.steps:
        lack(pivot, keys, more.columns)
    for name, cell in more.cells.items():
        before = keys.cells.get(name)
        keys.cells[name] = (
            replace(cell, nullable=cell.nullable or not first) if before is None else before.with_said(cell.said)
        )
    if more.steps:
        for name, cell in keys.cells.items():
            if name not in more.cells:
                keys.cells[name] = replace(cell, nullable=True)
    keys.steps += more.steps
    return True


def _both(keys: PivotKeys, more: PivotKeys) -> Iterator[tuple[PivotKey, PivotKey]]:
    """The columns that both have."""
    yield from ((keys.columns[key], one) for key, one in more.columns.items() if key in keys.columns)
    yield from ((keys.cells[name], one) for name, one in more.cells.items() if name in keys.cells)


def disagreement(pivot: Pivot, scope: Scope, name: str, kind: pa.DataType) -> ValueInvalidError:
    """An error about a column whose type in this step doesn't go together with the one that it has."""
    error = blame_case(pivot, scope, f"a type that goes together with {kind} of column {name}", str(pivot.case(scope)))
    if pivot.schema is not None:
        error.hint = f"The option {pivot.schema} can say which type the column has."
    return error
